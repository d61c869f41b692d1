//! What a kernel reads: the contents of its bindings, and how many bytes they take.

use super::layout::{KernelForm, MOST_FORMS, PERMUTATION_WORDS, Parameters, Placement, WORKGROUP, rows_of_main};
use super::rows::RowPasses;
use crate::coordinates::{self, Tables};
use crate::error::Result;
use crate::permutation::Permutation;
use crate::program::Program;
use crate::region::{Domain, DomainKind, Tile};

/// What a kernel is given to evaluate one tile, apart from its target.
///
/// [`Kernel::record`](super::Kernel::record) uploads and dispatches exactly this; it is public for those who run the text of [`link`](super::link()) by other means than wgpu.
#[derive(Debug, Clone)]
pub struct KernelInputs {
    groups: [u32; 3],
    rows: Option<RowPasses>,
    parameters: Parameters,
    scalars: Vec<f32>,
    lattice: Vec<[u32; 2]>,
    permutations: Vec<u32>,
}

impl KernelInputs {
    /// The inputs for a tile of a domain and a kernel of a form.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`](crate::Error::Parameter) where the domain, or the tile in it, is invalid, or reaches beyond ±2^31 cells;
    /// [`Error::Limit`](crate::Error::Limit) where the tile is too large for one dispatch.
    pub fn new(program: &Program, domain: &Domain, tile: Tile, placement: Placement, form: KernelForm) -> Result<Self> {
        coordinates::validate(program, domain, tile)?;
        Self::within(program, domain, tile, placement, form, MOST_FORMS)
    }

    /// The inputs for a valid tile, with no more than so many bytes of linear forms.
    pub(super) fn within(
        program: &Program,
        domain: &Domain,
        tile: Tile,
        placement: Placement,
        form: KernelForm,
        most_forms: u64,
    ) -> Result<Self> {
        let Placement { origin, first, row, slice } = placement;
        let mut tables = Tables::new(program, domain, tile)?;
        let rows = match form {
            KernelForm::Rows => RowPasses::append(program, tile, most_forms, &mut tables)?,
            KernelForm::Straight => None,
        };
        let (jobs, job_count) = rows.map_or((0, 0), |rows| (rows.jobs, rows.job_count));
        Ok(Self {
            groups: [tile.size[0].div_ceil(WORKGROUP), tile.size[1].div_ceil(rows_of_main(program.structure(), form)), tile.size[2]],
            rows,
            parameters: Parameters { size: tile.size, zero: 0, origin, first, row, slice, jobs, job_count },
            scalars: scalar_words(program),
            lattice: tables.words,
            permutations: permutation_words(program),
        })
    }

    /// The entry points in the order in which they run, each with its workgroups along x, y and z.
    pub fn passes(&self) -> Vec<(&'static str, [u32; 3])> {
        let mut passes = Vec::new();
        if let Some(rows) = self.rows {
            passes.extend([("corners", rows.corners), ("cells", rows.cells)]);
        }
        passes.push(("main", self.groups));
        passes
    }

    /// The size of the binding 5, which kernels of [`KernelForm::Rows`] have; its contents before the first pass don't matter.
    pub fn forms_bytes(&self) -> u64 {
        self.rows.map_or(16, |rows| rows.bytes)
    }

    /// The contents of the bindings 0 to 3.
    pub fn bindings(&self) -> [&[u8]; 4] {
        [
            bytemuck::bytes_of(&self.parameters),
            bytemuck::cast_slice(&self.scalars),
            bytemuck::cast_slice(&self.lattice),
            bytemuck::cast_slice(&self.permutations),
        ]
    }
}

/// What the parts of an upload start at multiples of.
pub(super) fn alignment(limits: &wgpu::Limits) -> u64 {
    u64::from(limits.min_uniform_buffer_offset_alignment.max(limits.min_storage_buffer_offset_alignment).max(16))
}

/// How many bytes the upload for a tile of this size takes, all parts together.
pub(super) fn upload_bytes(limits: &wgpu::Limits, program: &Program, tile: [u32; 3], kind: DomainKind) -> u64 {
    let permutations = (4 * PERMUTATION_WORDS as u64 * program.values().tables.len() as u64).max(4);
    let tables = Tables::bytes(program, tile, kind) + RowPasses::table_bytes(program, tile);
    let before = [size_of::<Parameters>() as u64, 4 * scalar_words(program).len() as u64, tables];
    before.iter().map(|bytes| bytes.next_multiple_of(alignment(limits))).sum::<u64>() + permutations
}

/// The binding `permutations`: never empty, since a binding can't be. From the lowest byte on a word has an entry, the next one, and the entries at these two, so
/// that one load finds all.
fn permutation_words(program: &Program) -> Vec<u32> {
    let values = program.values();
    let word = |table: &Permutation, twice: &[u8; PERMUTATION_WORDS], i: usize| {
        let next = (i + 1) % PERMUTATION_WORDS;
        u32::from_le_bytes([table.0[i], table.0[next], twice[i], twice[next]])
    };
    let tables = values.tables.iter().zip(&values.twice);
    let words: Vec<u32> = tables.flat_map(|(table, twice)| (0..PERMUTATION_WORDS).map(move |i| word(table, twice, i))).collect();
    if words.is_empty() { vec![0] } else { words }
}

/// The binding `scalars`: never empty, since a binding can't be.
fn scalar_words(program: &Program) -> Vec<f32> {
    let values = program.values();
    let octaves = values.octave_scalars.iter().map(Vec::len).max().unwrap_or(0);
    let mut words = values.scalars.clone();
    for octave in 0..octaves {
        words.extend(values.octave_scalars.iter().map(|scalars| scalars.get(octave).copied().unwrap_or(0.0)));
    }
    if words.is_empty() {
        words.push(0.0);
    }
    words
}
