//! The plan of rows: which octaves of which bases are made in passes before the samples, and the tables that those passes read.

use num_traits::{Signed, ToPrimitive};

use super::layout::WORKGROUP;
use crate::coordinates::Tables;
use crate::error::{Error, Result};
use crate::program::{Basis, Operation, Program, Structure, Wave};
use crate::region::{Axis, Grid, Tile};
use crate::spans::Spans;
use crate::value::lattice::{eased, unit};

/// About what a sample costs by itself, and a lattice corner, in instructions of Perlin noise, by the dimensions. These numbers only decide which way is
/// taken, never a bit of a sample.
const COSTS: [(u64, u64); 5] = [(0, 0), (0, 0), (90, 30), (200, 70), (450, 170)];
/// The same for a cell at a row, which reads four corners, and for a sample of a row.
const CELL: u64 = 120;
const SAMPLE: u64 = 25;

/// The bytes of an element of the binding `forms`.
const FORM: u64 = 16;

/// The passes before `main` for one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowPasses {
    /// The pair of the table with which the first job begins.
    pub(super) jobs: u32,
    pub(super) job_count: u32,
    /// Workgroups of the passes `corners` and `cells`.
    pub(super) corners: [u32; 3],
    pub(super) cells: [u32; 3],
    /// The size of the binding `forms`.
    pub(super) bytes: u64,
}

impl RowPasses {
    /// Appends the jobs of a tile of a grid to its tables; none where no octave is in rows.
    ///
    /// Bases outside of fractals are always in rows. Of a fractal's octaves, those from the first on are, as long as that is cheaper and the linear
    /// forms of all jobs take no more than so many bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] where the bases outside of fractals take more bytes.
    pub(super) fn append(program: &Program, tile: Tile, most: u64, tables: &mut Tables) -> Result<Option<Self>> {
        let mut jobs = Jobs { tile, made: vec![], columns: 0, spans: 0, lines: 0, forms: 0 };
        let structure = program.structure();
        for operation in &structure.body {
            match operation {
                Operation::Basis { basis, index, axis, .. } if structure.is_in_rows(operation) => {
                    let job = Job::new(structure, *basis, *index, *axis, 0, tile, tables);
                    if (jobs.forms + job.forms()) * FORM > most {
                        return Err(Error::limit(
                            "tile",
                            format!("the rows of {:?} samples take more than {most} bytes; take smaller tiles", tile.size),
                        ));
                    }
                    jobs.push(&job, tables);
                }
                Operation::Loop { index, body, .. } if structure.has_rows(operation) => {
                    let octaves = program.values().octaves[*index as usize];
                    let in_rows = (0..octaves).find(|&octave| !jobs.push_octave(structure, body, octave, most, tables)).unwrap_or(octaves);
                    tables.words[*index as usize][1] = in_rows;
                }
                _ => {}
            }
        }
        let Jobs { made, columns, spans, lines, forms, .. } = jobs;
        if made.is_empty() {
            return Ok(None);
        }
        let first = tables.words.len() as u32;
        for (number, job) in made.iter().enumerate() {
            *tables.job(job[0][0] as usize, job[0][1] as usize) = first + (number * job.len()) as u32;
            tables.words.extend(job);
        }
        Ok(Some(Self {
            jobs: first,
            job_count: made.len() as u32,
            corners: [columns.div_ceil(WORKGROUP), lines, tile.size[2]],
            cells: [spans.div_ceil(WORKGROUP), tile.size[1], tile.size[2]],
            bytes: forms * FORM,
        }))
    }

    /// The most bytes of linear forms that a tile needs for the bases outside of fractals.
    pub(super) fn needed_bytes(program: &Program, grid: &Grid, tile: [u32; 3]) -> u64 {
        let points = |axis: u32, samples: u32| {
            let octave = &program.values().axes[axis as usize].terms[0].octaves[0];
            let spanned = match grid.axes()[usize::from(program.structure().axes[axis as usize].terms[0])] {
                Axis::Constant(_) => 0.0,
                Axis::Extent { .. } if octave.wave != Wave::Linear => f64::MAX,
                Axis::Extent { start, end, samples: all } => {
                    (octave.factor().abs() * (end.to_ratio() - start.to_ratio())).to_f64().unwrap_or(f64::MAX) * f64::from(samples)
                        / f64::from(all)
                }
            };
            // Two ends, and room for rounding; where cells are left out, two a sample.
            (spanned as u64).saturating_add(3).min(2 * u64::from(samples))
        };
        let forms = |axis| {
            let corners = points(axis, tile[0]).saturating_mul(points(axis + 1, tile[1]));
            corners.saturating_add(u64::from(tile[0]) * u64::from(tile[1]))
        };
        let structure = program.structure();
        let bases = structure.body.iter().filter_map(|operation| match operation {
            Operation::Basis { axis, .. } if structure.is_in_rows(operation) => Some(forms(*axis)),
            _ => None,
        });
        bases.fold(0, u64::saturating_add).saturating_mul(u64::from(tile[2])).saturating_mul(FORM)
    }

    /// The most bytes that [`RowPasses::append`] adds to the tables of a tile.
    pub(super) fn table_bytes(program: &Program, tile: [u32; 3]) -> u64 {
        let octaves: u64 =
            program.structure().bases().iter().map(|(.., axis)| program.values().axes[*axis as usize].terms[0].octaves.len() as u64).sum();
        // Points twice as many as samples on both axes, two pairs a pixel, one a row, and the job itself.
        8 * octaves * (4 * u64::from(tile[0]) + 3 * u64::from(tile[1]) + 8)
    }
}

/// One octave of one basis in rows.
struct Job {
    index: u32,
    octave: u32,
    terms: [usize; 2],
    interpolation: u32,
    x: Spans,
    y: Spans,
    corners: u64,
    cells: u64,
    is_cheaper: bool,
}

impl Job {
    fn new(structure: &Structure, basis: Basis, index: u32, axis: u32, octave: u32, tile: Tile, tables: &Tables) -> Self {
        // The terms of x and y.
        let [axis, above] = [axis, axis + 1].map(|axis| structure.axes[axis as usize].first as usize);
        let [width, height, depth] = tile.size.map(|n| n as usize);
        let spans = |term: usize, count: usize| {
            let (entries, period) = tables.entries(term, octave as usize, 0, count);
            Spans::new(entries, period)
        };
        let (x, y) = (spans(axis, width), spans(above, height));
        let corners = (x.points.len() * y.points.len() * depth) as u64;
        let cells = (x.count * height * depth) as u64;
        let (straight, corner) = COSTS[usize::from(basis.dimensions())];
        let samples = tile.samples() as u64;
        let is_cheaper = corners * corner + cells * CELL + samples * SAMPLE < samples * straight;
        Self { index, octave, terms: [axis, above], interpolation: basis.option("interpolation"), x, y, corners, cells, is_cheaper }
    }

    fn forms(&self) -> u64 {
        self.corners + self.cells
    }
}

/// The jobs made so far, and where the next ones begin.
struct Jobs {
    tile: Tile,
    made: Vec<[[u32; 2]; 8]>,
    columns: u32,
    spans: u32,
    lines: u32,
    forms: u64,
}

impl Jobs {
    /// Makes the jobs of all bases of a fractal's body in an octave, unless one of them is dearer than evaluating samples by themselves, or too large.
    fn push_octave(&mut self, structure: &Structure, body: &[Operation], octave: u32, most: u64, tables: &mut Tables) -> bool {
        let jobs: Vec<_> = body
            .iter()
            .filter_map(|operation| match operation {
                Operation::Basis { basis, index, axis, .. } if structure.is_in_rows(operation) => {
                    Some(Job::new(structure, *basis, *index, *axis, octave, self.tile, tables))
                }
                _ => None,
            })
            .collect();
        let forms: u64 = jobs.iter().map(Job::forms).sum();
        let fits = jobs.iter().all(|job| job.is_cheaper) && (self.forms + forms) * FORM <= most;
        if fits {
            jobs.iter().for_each(|job| self.push(job, tables));
        }
        fits
    }

    /// Appends what a job reads, and keeps its own record for the end, since the directory holds its place.
    fn push(&mut self, job: &Job, tables: &mut Tables) {
        let Job { index, octave, terms: [axis, above], interpolation, x, y, corners, .. } = job;
        let in_octave = *octave as usize;
        let here = |tables: &Tables| tables.words.len() as u32;
        let columns_at = here(tables);
        tables.words.extend(x.points.iter().map(|&cell| [cell, 0]));
        let lines_at = here(tables);
        tables.words.extend(y.points.iter().map(|&cell| [cell, 0]));
        let pixels_at = here(tables);
        for (pixel, &span) in x.of.iter().enumerate() {
            let local = unit(tables.term(*axis, in_octave, pixel).fraction);
            tables.words.extend([[span, local.to_bits()], [eased(*interpolation, local).to_bits(), 0]]);
        }
        let rows_at = here(tables);
        for (row, &span) in y.of.iter().enumerate() {
            let fraction = tables.term(*above, in_octave, row).fraction;
            tables.words.push([span, fraction.0]);
        }
        self.made.push([
            [*index, *octave],
            [columns_at, x.points.len() as u32],
            [lines_at, y.points.len() as u32],
            [x.upper as u32, y.upper as u32],
            [pixels_at, x.count as u32],
            [rows_at, *interpolation],
            [self.forms as u32, (self.forms + corners) as u32],
            [self.columns, self.spans],
        ]);
        self.columns += x.points.len() as u32;
        self.spans += x.count as u32;
        self.lines = self.lines.max(y.points.len() as u32);
        self.forms += job.forms();
    }
}
