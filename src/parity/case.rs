//! A case: a program, and the domains that programs are compared over.

use crate::number::Number;
use crate::program::Program;
use crate::region::{Axis, Domain, Grid};

/// A program over a domain, by name.
#[derive(Debug, Clone)]
pub struct Case {
    /// What is evaluated, and where.
    pub name: String,
    /// What is evaluated.
    pub program: Program,
    /// Where.
    pub domain: Domain,
}

/// The kinds of domain that cases are evaluated over. What lies far away is no multiple of the 256 cells after which the permutation table repeats.
pub(super) const PLACES: [(&str, bool, i64); 4] =
    [("grid", true, 0), ("points", false, 0), ("grid at 10^9", true, 999_999_937), ("points at 10^9", false, -999_999_937)];

/// A grid about a place.
pub(super) fn grid(origin: i64, samples: usize) -> Domain {
    let width = 1.max((samples as f64).sqrt() as u32 | 1);
    let height = (samples as u32).div_ceil(width);
    let along = |from: &str, length: f64, samples| {
        let start: Number = from.parse().unwrap_or(Number::ZERO);
        let start = Number::from(start.to_f64() + origin as f64);
        Axis::Extent { start, end: (start.to_f64() + length).into(), samples }
    };
    let mut grid = Grid::plane(along("-3.7", 23.3, width), along("-1.1", 17.9, height));
    grid.z = Axis::Constant((0.3 + origin as f64).into());
    grid.w = (7.9 - origin as f64).into();
    grid.into()
}

/// A list of points about a place.
pub(super) fn points(origin: i64, samples: usize) -> Domain {
    let mut state = 0x9E37_79B9_u32;
    let mut number = |index: usize| {
        // xorshift32 (Marsaglia, "Xorshift RNGs", 2003); every eighth number is a lattice point, every ninth lies close above one.
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let cell = i64::from(state >> 20) - 2048 + origin;
        let below = match index % 9 {
            0 => 1e-7,
            8 => 0.0,
            _ => f64::from(state & 0xF_FFFF) / 1e6,
        };
        Number::from(cell as f64 + below)
    };
    Domain::Points((0..samples).map(|index| std::array::from_fn(|axis| number(index + 3 * axis))).collect())
}
