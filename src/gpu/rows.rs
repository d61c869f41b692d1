//! The plan of rows: which octaves of which bases are made in passes before the samples, and the tables that those passes read.

use super::link::WORKGROUP;
use crate::coordinates::Tables;
use crate::cpu::lattice::{fade, unit};
use crate::program::{Basis, Program};
use crate::region::Tile;
use crate::spans::Spans;

/// About what a sample costs by itself, and a lattice corner, in instructions, by the dimensions of Perlin noise. These numbers only decide which way
/// is taken, never a bit of a sample.
const COSTS: [(u64, u64); 5] = [(0, 0), (0, 0), (90, 30), (200, 70), (450, 170)];
/// The same for a cell at a row, which reads four corners, and for a sample of a row.
const CELL: u64 = 120;
const SAMPLE: u64 = 25;

/// The bytes of an element of the binding `forms`.
const FORM: u64 = 16;

/// The passes before `main` for one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rows {
    /// The pair of the table with which the first job begins.
    pub(super) jobs: u32,
    pub(super) job_count: u32,
    /// Workgroups of the passes `corners` and `cells`.
    pub(super) corners: [u32; 3],
    pub(super) cells: [u32; 3],
    /// The size of the binding `forms`.
    pub(super) bytes: u64,
}

impl Rows {
    /// Appends the jobs of a tile of a grid to its tables, as long as their linear forms take no more than so many bytes. None where there are none.
    pub(super) fn append(program: &Program, tile: Tile, most: u64, tables: &mut Tables) -> Option<Self> {
        let [width, height, depth] = tile.size.map(|n| n as usize);
        let mut jobs: Vec<[[u32; 2]; 8]> = Vec::new();
        let (mut columns, mut spans, mut lines, mut forms) = (0, 0, 0, 0_u64);
        for (index, (basis, axis)) in program.structure().bases().into_iter().enumerate().filter(|(_, (basis, _))| basis.has_rows()) {
            let Basis::Perlin(dimensions) = basis;
            let axis = axis as usize;
            for octave in 0..program.values().axes[axis].octaves.len() {
                let x = Spans::new((0..width).map(|pixel| tables.coordinate(axis, octave, pixel)));
                let y = Spans::new((0..height).map(|row| tables.coordinate(axis + 1, octave, row)));
                let corners = (x.points.len() * y.points.len() * depth) as u64;
                let cells = (x.count * height * depth) as u64;
                let (straight, corner) = COSTS[usize::from(dimensions)];
                let samples = tile.samples() as u64;
                let is_cheaper = corners * corner + cells * CELL + samples * SAMPLE < samples * straight;
                if !is_cheaper || (forms + corners + cells) * FORM > most {
                    continue;
                }
                let here = |tables: &Tables| tables.words.len() as u32;
                let columns_at = here(tables);
                tables.words.extend(x.points.iter().map(|&cell| [cell as u32, 0]));
                let lines_at = here(tables);
                tables.words.extend(y.points.iter().map(|&cell| [cell as u32, 0]));
                let pixels_at = here(tables);
                for (pixel, &span) in x.of.iter().enumerate() {
                    let local = unit(tables.coordinate(axis, octave, pixel).fraction);
                    tables.words.extend([[span, local.to_bits()], [fade(local).to_bits(), 0]]);
                }
                let rows_at = here(tables);
                for (row, &span) in y.of.iter().enumerate() {
                    let fraction = tables.coordinate(axis + 1, octave, row).fraction;
                    tables.words.push([span, fraction]);
                }
                // Filled in once all jobs are there, since a job's place is the number that the directory holds.
                jobs.push([
                    [index as u32, octave as u32],
                    [columns_at, x.points.len() as u32],
                    [lines_at, y.points.len() as u32],
                    [x.upper as u32, y.upper as u32],
                    [pixels_at, x.count as u32],
                    [rows_at, 0],
                    [forms as u32, (forms + corners) as u32],
                    [columns, spans],
                ]);
                columns += x.points.len() as u32;
                spans += x.count as u32;
                lines = lines.max(y.points.len() as u32);
                forms += corners + cells;
            }
        }
        if jobs.is_empty() {
            return None;
        }
        let first = tables.words.len() as u32;
        for (number, job) in jobs.iter().enumerate() {
            *tables.job(job[0][0] as usize, job[0][1] as usize) = first + (number * job.len()) as u32;
            tables.words.extend(job);
        }
        Some(Self {
            jobs: first,
            job_count: jobs.len() as u32,
            corners: [columns.div_ceil(WORKGROUP), lines, tile.size[2]],
            cells: [spans.div_ceil(WORKGROUP), tile.size[1], tile.size[2]],
            bytes: forms * FORM,
        })
    }

    /// The most bytes that [`Rows::append`] adds to the tables of a tile.
    pub(super) fn table_bytes(program: &Program, tile: [u32; 3]) -> u64 {
        let octaves: u64 =
            program.structure().bases().iter().map(|(_, axis)| program.values().axes[*axis as usize].octaves.len() as u64).sum();
        // Points twice as many as samples on both axes, two pairs a pixel, one a row, and the job itself.
        8 * octaves * (4 * u64::from(tile[0]) + 3 * u64::from(tile[1]) + 8)
    }
}
