//! Neighbouring samples in one lattice cell share what depends on the cell alone.

use crate::cpu::lattice::{Coordinate, next_cell};

/// The samples along an axis, in spans of one lattice cell each.
pub(crate) struct Spans {
    /// The span of each sample.
    pub(crate) of: Vec<u32>,
    /// The lattice points: the lower one of every span from 0 on, the upper one of every span from `upper` on. Where no cell is left out these
    /// overlap, the upper point of a span being the lower one of the next.
    pub(crate) points: Vec<u32>,
    pub(crate) upper: usize,
    /// How many spans there are.
    pub(crate) count: usize,
}

impl Spans {
    pub(crate) fn new(samples: impl ExactSizeIterator<Item = Coordinate>) -> Self {
        let mut of = Vec::with_capacity(samples.len());
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for coordinate in samples {
            if lower.last() != Some(&coordinate.cell.0) {
                lower.push(coordinate.cell.0);
                upper.push(next_cell(coordinate).0);
            }
            of.push(lower.len() as u32 - 1);
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
    use std::num::Wrapping;

    use super::*;

    fn spans(cells: &[u32], period: u32) -> Spans {
        Spans::new(cells.iter().map(|&cell| Coordinate { cell: Wrapping(cell), fraction: Wrapping(0), period }))
    }

    #[test]
    fn neighbouring_cells_share_their_points() {
        let spans = spans(&[6, 6, 7, 0, 0, 1], 8);
        assert_eq!(spans.of, [0, 0, 1, 2, 2, 3]);
        assert_eq!((spans.points, spans.upper, spans.count), (vec![6, 7, 0, 1, 2], 1, 4));
    }

    #[test]
    fn cells_with_gaps_between_have_points_of_their_own() {
        let spans = spans(&[3, 5, 5, 6], 0);
        assert_eq!(spans.of, [0, 1, 1, 2]);
        assert_eq!((spans.points, spans.upper, spans.count), (vec![3, 5, 6, 4, 6, 7], 3, 3));
    }
}
