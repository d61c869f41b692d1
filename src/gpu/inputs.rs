//! The inputs of a kernel: the contents of its bindings, and their sizes in bytes.

use std::sync::Arc;

use super::layout::{KernelForm, PERMUTATION_WORDS, Parameters, Placement, Walk, padded};
use crate::coordinates::{self, most_octaves, terms};
use crate::domain::{Domain, DomainKind, Tile};
use crate::error::Result;
use crate::program::Program;
use crate::seeding::{HashKind, Permutation};
use crate::strict::lattice::{eased, unit};
use crate::strict::ranks::{self, RANK_WORDS};
use crate::walks::{Entries, term_entries};

/// The inputs of a kernel for one tile; the target is separate.
///
/// [`Kernel::record`](super::Kernel::record) uploads and dispatches exactly these. Tests use them to run the text of [`link`](super::link::link) without
/// wgpu.
#[derive(Debug, Clone)]
pub struct KernelInputs {
    kind: DomainKind,
    form: KernelForm,
    parameters: Parameters,
    scalars: Vec<f32>,
    permutations: Vec<u32>,
    /// The head of the binding `lattice`: octave counts and keys.
    head: Vec<[u32; 4]>,
    coordinates: Arc<Coordinates>,
}

/// The rest of the binding `lattice`, with the walks from which the device computes the part that is not uploaded.
#[derive(Debug, PartialEq, Eq)]
struct Coordinates {
    /// The directory, and the entries that the host computes.
    listed: Vec<[u32; 4]>,
    /// The number of elements of the binding, including its head and the entries that the device computes from `walks`.
    elements: u64,
    walks: Vec<Walk>,
    /// True if every entry is less than 2^20 cells from the next one, and 512 steps are at most a period; and all steps along an axis go the same way.
    has_small_steps: bool,
}

impl KernelInputs {
    /// Returns the inputs for a tile of a domain and a form of kernel.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`](crate::Error::Parameter) where the domain or the tile in it is invalid, or reaches beyond ±2^31 cells.
    pub fn new(program: &Program, domain: &Domain, tile: Tile, placement: Placement, form: KernelForm) -> Result<Self> {
        coordinates::validate(program, domain, tile)?;
        Self::within(program, domain, tile, placement, form)
    }

    /// Returns the inputs for a tile that is known to be valid.
    pub(super) fn within(program: &Program, domain: &Domain, tile: Tile, placement: Placement, form: KernelForm) -> Result<Self> {
        let coordinates = Coordinates::new(program, domain, tile, true)?;
        Ok(Self::with(program, domain.kind(), tile.size, placement, form, Arc::new(coordinates)))
    }

    /// Returns the inputs at the same samples for another program with the same lattices.
    pub(super) fn of_other_values(&self, program: &Program, placement: Placement) -> Self {
        Self::with(program, self.kind, self.parameters.size, placement, self.form, Arc::clone(&self.coordinates))
    }

    fn with(
        program: &Program,
        kind: DomainKind,
        size: [u32; 3],
        placement: Placement,
        form: KernelForm,
        coordinates: Arc<Coordinates>,
    ) -> Self {
        let Placement { origin, first, row, slice } = placement;
        let [columns, ..] = form.share(kind, size);
        let rank_words = rank_words(program);
        Self {
            kind,
            form,
            parameters: Parameters {
                size,
                zero: 0,
                origin,
                first,
                row,
                slice,
                columns,
                has_small_steps: coordinates.has_small_steps.into(),
            },
            scalars: scalar_words(program),
            permutations: permutation_words(program, rank_words),
            head: head(program, rank_words),
            coordinates,
        }
    }

    /// Returns the same inputs with all entries computed by the host.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`](crate::Error::Memory) where they don't fit into memory.
    pub fn stepped(self, program: &Program, domain: &Domain, tile: Tile) -> Result<Self> {
        Ok(Self { coordinates: Arc::new(Coordinates::new(program, domain, tile, false)?), ..self })
    }

    /// Returns the number of workgroups along x, y and z.
    pub fn groups(&self) -> [u32; 3] {
        self.groups_in(self.form)
    }

    /// Returns the number of workgroups of a kernel that evaluates each sample by itself, or of the form that the inputs are for. The former does not read
    /// what is particular to a form.
    pub(super) fn groups_in(&self, form: KernelForm) -> [u32; 3] {
        let (size, share) = (self.parameters.size, form.share(self.kind, self.parameters.size));
        std::array::from_fn(|axis| size[axis].div_ceil(share[axis]))
    }

    /// Returns the contents of the bindings 0, 1 and 3.
    pub fn values(&self) -> [&[u8]; 3] {
        [bytemuck::bytes_of(&self.parameters), bytemuck::cast_slice(&self.scalars), bytemuck::cast_slice(&self.permutations)]
    }

    /// Returns the content of the binding 2 as two consecutive parts, without the entries that the device computes from [`KernelInputs::walks`].
    pub fn lattice(&self) -> [&[u8]; 2] {
        [bytemuck::cast_slice(&self.head), bytemuck::cast_slice(&self.coordinates.listed)]
    }

    /// Returns the size of the binding 2 in bytes, including the entries that the device computes.
    pub fn lattice_bytes(&self) -> u64 {
        16 * self.coordinates.elements
    }

    /// Returns the content of the binding 0 of the [`axes_text`](super::axes_text) kernel: the walks from which it computes entries.
    pub fn walks(&self) -> &[u8] {
        bytemuck::cast_slice(&self.coordinates.walks)
    }

    /// Returns true if the entries differ from those of other inputs.
    pub(super) fn has_other_coordinates(&self, other: &Self) -> bool {
        !Arc::ptr_eq(&self.coordinates, &other.coordinates) && self.coordinates != other.coordinates
    }

    /// Returns the number of workgroups of the [`axes_text`](super::axes_text) kernel, at most `most` along each axis. None if it has nothing to
    /// compute.
    pub fn walk_groups(&self, most: u32) -> Option<[u32; 3]> {
        let walks = &self.coordinates.walks;
        let longest = walks.iter().map(|walk| walk.count).max()?;
        Some([longest.div_ceil(64).min(most), (walks.len() as u32).min(most), 1])
    }
}

/// The limit of small steps, in cells. The samples of a workgroup then lie within 2^29 cells of each other, on skewed lattices, too.
const SMALL: i32 = 1 << 20;

/// Returns true if a step from one position to the next is small: below the limit, or so far below the period, if there is one, that the samples of a
/// workgroup lie within less than half of it, on rotated lattices, too.
fn is_small([cells, fraction, ..]: [u32; 4], period: u32) -> bool {
    if period == 0 {
        return (-SMALL..SMALL).contains(&cells.cast_signed());
    }
    // Steps are given modulo the period, so a step back is almost a whole one.
    let (step, period) = (u64::from(cells) << 32 | u64::from(fraction), u64::from(period) << 32);
    step.min(period - step) <= period / 512
}

impl Coordinates {
    fn new(program: &Program, domain: &Domain, tile: Tile, walked: bool) -> Result<Self> {
        let structure = program.structure();
        // Indices of entries count from the head of the binding.
        let before = (structure.loops + structure.bases) as usize;
        let stride = structure.terms as usize;
        let mut listed = vec![[0; 4]; most_octaves(program) * stride];
        let mut interpolations = vec![0; stride];
        for (_, basis, axis) in structure.bases() {
            for axis in &structure.axes[axis as usize..][..usize::from(basis.axes())] {
                interpolations[axis.first as usize..][..axis.terms.len()].fill(basis.option("interpolation"));
            }
        }
        let is_grid = domain.kind() == DomainKind::Grid;
        let mut walks = Vec::new();
        let mut has_small_steps = true;
        for entries in term_entries(program, domain, tile, walked)? {
            let (place, interpolation) = (entries.octave * stride + entries.term, interpolations[entries.term]);
            let count = if is_grid && entries.along == 0 { padded(entries.count) } else { entries.count.into() };
            listed[place][1] = entries.period;
            match entries.entries {
                Entries::Listed(entries) => {
                    has_small_steps &= entries.len() <= 1;
                    listed[place][0] = (before + listed.len()) as u32;
                    let end = listed.len() + count as usize;
                    listed.extend(entries.into_iter().map(|[cell, fraction]| {
                        let local = unit(std::num::Wrapping(fraction));
                        let t = if is_grid { eased(interpolation, local) } else { 0.0 };
                        [cell, fraction, local.to_bits(), t.to_bits()]
                    }));
                    listed.resize(end, *listed.last().expect("an entry"));
                }
                Entries::Walk([start, step]) => {
                    let count = count as u32;
                    has_small_steps &= is_small(step, entries.period);
                    let walk = Walk { start, step, first: 0, count, period: entries.period, interpolation, zero: 0, unused: [0; 3] };
                    walks.push((place, walk));
                }
            }
        }
        let mut elements = (before + listed.len()) as u64;
        let mut placed = |(place, walk): (usize, Walk)| {
            let first = elements as u32;
            listed[place][0] = first;
            elements += u64::from(walk.count);
            Walk { first, ..walk }
        };
        let walks = walks.into_iter().map(&mut placed).collect();
        // A binding must not be empty.
        Ok(Self { listed, elements: elements.max(1), walks, has_small_steps })
    }
}

/// Returns the head of the binding `lattice`, given the words before the tables in the binding `permutations`.
fn head(program: &Program, rank_words: usize) -> Vec<[u32; 4]> {
    let values = program.values();
    let octaves = values.octaves.iter().map(|&octaves| [octaves, 0, 0, 0]);
    let mut head: Vec<[u32; 4]> = octaves.chain(values.keys.iter().map(|&[low, high]| [low, high, 0, 0])).collect();
    if rank_words > 0 {
        // Tables are numbered from the start of the binding.
        let tables = program.structure().bases().into_iter().filter(|(_, basis, _)| basis.hash == HashKind::Table);
        tables.for_each(|(index, ..)| head[values.octaves.len() + index as usize][0] += (rank_words / PERMUTATION_WORDS) as u32);
    }
    head
}

/// Returns the alignment of the parts of an upload, in bytes.
pub(super) fn alignment(limits: &wgpu::Limits) -> u64 {
    u64::from(limits.min_uniform_buffer_offset_alignment.max(limits.min_storage_buffer_offset_alignment).max(16))
}

/// Returns an upper bound for the bytes of an input buffer of a kernel, for a tile of this size. The entries that the host computes lie in the same
/// buffer as the other values.
pub(super) fn input_bytes(limits: &wgpu::Limits, program: &Program, tile: [u32; 3], kind: DomainKind) -> u64 {
    let structure = program.structure();
    let (mut elements, mut octaves_of_terms) = (u64::from(structure.loops + structure.bases), 0);
    elements += most_octaves(program) as u64 * u64::from(structure.terms);
    for (_, _, along, octaves) in terms(program) {
        let count = match kind {
            DomainKind::Grid if along == 0 => padded(tile[0]),
            _ => coordinates::entry_count(tile, kind, along).into(),
        };
        elements += octaves.len() as u64 * count;
        octaves_of_terms += octaves.len() as u64;
    }
    let permutations = 4 * (rank_words(program) + PERMUTATION_WORDS * program.values().tables.len()) as u64;
    let parts =
        [size_of::<Parameters>() as u64, 4 * scalar_words(program).len() as u64, permutations, octaves_of_terms * size_of::<Walk>() as u64];
    let values = parts.iter().map(|bytes| bytes.max(&4).next_multiple_of(alignment(limits))).sum::<u64>();
    values + 16 * elements
}

/// Returns the number of words of the table of blue noise in the binding `permutations`: 0 if the program does not use it.
fn rank_words(program: &Program) -> usize {
    if program.structure().has_ranks() { RANK_WORDS } else { 0 }
}

/// Returns the binding `permutations`, which must not be empty. It begins with the table of blue noise, if that is used. Each word of a permutation holds
/// four bytes, from the lowest on: an entry, the next entry, and the entries that these two index. So one load fetches all four.
fn permutation_words(program: &Program, rank_words: usize) -> Vec<u32> {
    let values = program.values();
    let word = |table: &Permutation, twice: &[u8; PERMUTATION_WORDS], i: usize| {
        let next = (i + 1) % PERMUTATION_WORDS;
        u32::from_le_bytes([table.0[i], table.0[next], twice[i], twice[next]])
    };
    let tables = values.tables.iter().zip(&values.twice);
    let tables = tables.flat_map(|(table, twice)| (0..PERMUTATION_WORDS).map(move |i| word(table, twice, i)));
    let words: Vec<u32> = ranks::words().take(rank_words).chain(tables).collect();
    if words.is_empty() { vec![0] } else { words }
}

/// Returns the binding `scalars`, which must not be empty.
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
