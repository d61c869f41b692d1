//! Cell runs: neighbouring samples in one lattice cell, which share everything that depends only on the cell.

use std::num::Wrapping;

use crate::strict::lattice::cell_after;

/// The samples along an axis, divided into cell runs, one for each lattice cell.
pub(crate) struct CellRuns {
    /// The cell run of each sample.
    pub(crate) of: Vec<u32>,
    /// The lattice points: the lower point of every run, from index 0 on, and the upper point of every run, from the index `upper` on. If no cell is
    /// skipped these overlap, because the upper point of a run is the lower one of the next.
    pub(crate) points: Vec<u32>,
    pub(crate) upper: usize,
    /// The number of cell runs.
    pub(crate) count: usize,
}

impl CellRuns {
    /// Creates the runs from the entries of at least one sample, on a lattice axis with a period.
    pub(crate) fn new(entries: &[[u32; 2]], period: u32) -> Self {
        let upper_of = |cell: u32| cell_after(Wrapping(cell), period).0;
        let mut cell = entries[0][0];
        let (mut lower, mut upper) = (vec![cell], vec![upper_of(cell)]);
        let mut of = vec![0; entries.len()];
        let mut span = 0;
        for (of, &[next, _]) in of.iter_mut().zip(entries) {
            if next != cell {
                (cell, span) = (next, span + 1);
                lower.push(cell);
                upper.push(upper_of(cell));
            }
            *of = span;
        }
        let count = lower.len();
        if lower[1..] == upper[..count - 1] {
            lower.extend(upper.last());
            Self { of, points: lower, upper: 1, count }
        } else {
            lower.extend(upper);
            Self { of, points: lower, upper: count, count }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell_runs(cells: &[u32], period: u32) -> CellRuns {
        CellRuns::new(&cells.iter().map(|&cell| [cell, 0]).collect::<Vec<_>>(), period)
    }

    #[test]
    fn neighbouring_cells_share_their_points() {
        let cell_runs = cell_runs(&[6, 6, 7, 0, 0, 1], 8);
        assert_eq!(cell_runs.of, [0, 0, 1, 2, 2, 3]);
        assert_eq!((cell_runs.points, cell_runs.upper, cell_runs.count), (vec![6, 7, 0, 1, 2], 1, 4));
    }

    #[test]
    fn cells_with_gaps_between_have_points_of_their_own() {
        let cell_runs = cell_runs(&[3, 5, 5, 6], 0);
        assert_eq!(cell_runs.of, [0, 1, 1, 2]);
        assert_eq!((cell_runs.points, cell_runs.upper, cell_runs.count), (vec![3, 5, 6, 4, 6, 7], 3, 3));
    }
}
