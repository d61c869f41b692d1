//! Lattices: the common parts of bases over cells.

use lacuna::{Number, PerAxis};

use super::compiler::per_axis;
use super::hash::octave_offset;
use super::{At, Function, Pieces};

/// A basis over a lattice.
pub trait Basis: Send + Sync + 'static {
    /// Returns the value of a sample in its cell, in N dimensions.
    fn value<const N: usize>(&self, at: &Cell, pieces: &mut Pieces) -> f64;

    /// Returns true if every border of a cell is a kink.
    fn has_kinks(&self) -> bool {
        false
    }

    /// Returns the skew: each coordinate of a lattice point is lower by this times the sum of its coordinates.
    fn unskew(&self, _dimensions: usize) -> f64 {
        0.0
    }
}

/// The layout of cells.
pub struct Lattice {
    dimensions: usize,
    frequency: [f64; 4],
    offset: [f64; 4],
    period: [f64; 4],
    /// The number of cells in the pattern that repeats, regardless of random values.
    block: [f64; 4],
    seed: Option<u64>,
}

/// A sample in its cell.
pub struct Cell {
    pub cell: [i64; 4],
    pub fraction: [f64; 4],
    period: [i64; 4],
}

impl Cell {
    /// Returns the lattice point `steps` cells away; 0 on missing axes.
    #[inline(always)]
    pub fn point<const N: usize>(&self, steps: [i64; 4]) -> [i64; 4] {
        let mut point = [0; 4];
        for axis in 0..N {
            let cell = self.cell[axis] + steps[axis];
            point[axis] = if self.period[axis] == 0 { cell } else { cell.rem_euclid(self.period[axis]) };
        }
        point
    }
}

impl Lattice {
    /// Returns a lattice without a period, whose octaves have no seed.
    pub fn new(dimensions: Option<u8>, frequency: Number, offset: Option<&PerAxis<Number>>) -> Self {
        let dimensions = usize::from(dimensions.unwrap_or(3));
        Self {
            dimensions,
            frequency: [frequency.to_f64(); 4],
            offset: per_axis(offset, 0.0),
            period: [0.0; 4],
            block: [1.0; 4],
            seed: None,
        }
    }

    pub fn repeating(self, period: Option<&PerAxis<u32>>) -> Self {
        let period = std::array::from_fn(|axis| period.and_then(|period| period.get(axis)).map_or(0.0, f64::from));
        Self { period, ..self }
    }

    /// Splits each cell of the keys into `by` cells in the plane. `block` cells repeat.
    pub fn split(mut self, frequency: [f64; 2], by: [f64; 2], block: [f64; 2]) -> Self {
        for axis in 0..2 {
            self.frequency[axis] = frequency[axis] * by[axis];
            self.offset[axis] *= by[axis];
            self.period[axis] *= by[axis];
            self.block[axis] = block[axis];
        }
        self
    }

    pub fn seeded(self, seed: Option<u64>) -> Self {
        Self { seed, ..self }
    }

    /// Returns the number of coordinates.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the basis as a function.
    pub fn under(self, basis: impl Basis) -> Function {
        match self.dimensions {
            1 => self.in_dimensions::<1, _>(basis),
            2 => self.in_dimensions::<2, _>(basis),
            3 => self.in_dimensions::<3, _>(basis),
            _ => self.in_dimensions::<4, _>(basis),
        }
    }

    fn in_dimensions<const N: usize, B: Basis>(self, basis: B) -> Function {
        Box::new(move |at, pieces| {
            let cell = self.cell::<N>(basis.unskew(N), at);
            if basis.has_kinks() {
                for axis in 0..N {
                    pieces.note(cell.cell[axis]);
                    pieces.is_near |= cell.fraction[axis].min(1.0 - cell.fraction[axis]) < 1e-6;
                }
            }
            basis.value::<N>(&cell, pieces)
        })
    }

    /// Returns the number of cells in a period of an octave: the nearest whole number of blocks.
    fn cells_of_period(&self, axis: usize, scale: f64) -> f64 {
        (self.period[axis] / self.block[axis] * scale + 0.5).floor() * self.block[axis]
    }

    /// Returns the number of cells per unit of the coordinates in an octave.
    pub fn cells_a_unit(&self, axis: usize, scale: f64) -> f64 {
        if self.period[axis] == 0.0 {
            return self.frequency[axis];
        }
        self.frequency[axis] * self.cells_of_period(axis, scale) / (self.period[axis] * scale)
    }

    /// Returns the cell of a sample, in N dimensions.
    pub fn cell<const N: usize>(&self, unskew: f64, at: &At<'_>) -> Cell {
        let mut found = Cell { cell: [0; 4], fraction: [0.0; 4], period: [0; 4] };
        let scale = at.octaves.scale;
        let units: [f64; N] = std::array::from_fn(|axis| {
            if self.period[axis] == 0.0 {
                return at.point[axis] * self.frequency[axis];
            }
            // A period of an octave has the nearest whole number of blocks.
            let cells = self.cells_of_period(axis, scale);
            found.period[axis] = cells as i64;
            at.point[axis] * self.frequency[axis] * cells / self.period[axis] / scale
        });
        let back = unskew / (1.0 - N as f64 * unskew);
        let skew = back * units.iter().sum::<f64>();
        for (axis, unit) in units.iter().enumerate() {
            let shifted = unit + skew + self.offset[axis] + self.block[axis] * octave_offset(self.seed, at.octaves.drawn(), axis);
            let below = shifted.floor();
            found.cell[axis] = below as i64;
            found.fraction[axis] = shifted - below;
        }
        if at.is_floored {
            // The engines floor the coordinate before the skew, relative to a lattice point, which lies at a multiple of a unit.
            let below = unskew * found.fraction.iter().sum::<f64>();
            // A thousandth of a unit more, in case f64 falls short of an exact multiple.
            let lost = found.fraction.map(|part| part - below - ((part - below) * 16_777_216.0 + 1e-3).floor() / 16_777_216.0);
            let skew = back * lost[..N].iter().sum::<f64>();
            for (fraction, lost) in found.fraction.iter_mut().zip(lost).take(N) {
                *fraction -= lost + skew;
            }
        }
        found
    }
}

/// Returns the steps to the corners of a cell.
#[inline(always)]
pub fn corners<const N: usize>() -> impl Iterator<Item = [i64; 4]> {
    (0..1_usize << N).map(|corner| std::array::from_fn(|axis| if axis < N { (corner >> axis & 1) as i64 } else { 0 }))
}

/// Returns the weight of a corner, from the weights of the upper corners along each axis.
#[inline(always)]
pub fn blend_weight<const N: usize>(shares: &[f64; N], steps: &[i64; 4]) -> f64 {
    (0..N).map(|axis| if steps[axis] == 1 { shares[axis] } else { 1.0 - shares[axis] }).product()
}
