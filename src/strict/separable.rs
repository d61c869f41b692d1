//! The common interface of the stages of separable noise, which blends one dimension at a time, slowest first. The stages themselves are functions of
//! the shaders.

use super::real::Real;

/// The position of a sample between two lattice points of an axis.
#[derive(Clone, Copy)]
pub(crate) struct Local<F: Real> {
    /// The distance from the lower point, from 0 to below 1.
    pub(crate) at: F,
    /// Its fade, and the fade's derivative.
    pub(crate) t: F,
    pub(crate) dt: F,
    /// The interpolation that defines the fade.
    pub(crate) interpolation: u32,
}

/// Up to four numbers that a stage passes to the next.
pub(crate) trait Numbers<F: Real> {
    /// The count of numbers.
    const COUNT: usize;
    /// Returns the numbers, padded with zeros.
    fn numbers(self) -> [F; 4];
    /// Creates the value with these numbers.
    fn of(numbers: [F; 4]) -> Self;
}

impl<F: Real> Numbers<F> for F {
    const COUNT: usize = 1;

    #[inline(always)]
    fn numbers(self) -> [F; 4] {
        let zero = self.real(0.0);
        [self, zero, zero, zero]
    }

    #[inline(always)]
    fn of([number, ..]: [F; 4]) -> Self {
        number
    }
}

/// Derivatives along several axes, of which only the first is used.
impl<F: Real> Numbers<F> for [F; 2] {
    const COUNT: usize = 1;

    #[inline(always)]
    fn numbers(self) -> [F; 4] {
        self[0].numbers()
    }

    #[inline(always)]
    fn of([number, ..]: [F; 4]) -> Self {
        [number; 2]
    }
}

/// The stages of separable noise, starting from the values of lattice points after all dimensions but x and y are blended.
///
/// Arrays hold the numbers of up to four lattice points, of which the first [`POINTS`](Self::POINTS) are used.
pub(crate) trait Separable {
    /// The number of lattice points along an axis around the sample that a stage uses, 2 or 4.
    const POINTS: usize;
    /// The count of numbers of a lattice point, a lattice column and a cell.
    const CORNER: usize;
    const COLUMN: usize;
    const CELL: usize;

    /// For each lattice column and row: blends along y.
    fn column<F: Real>(local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4];
    /// For each lattice column and row: takes the derivative along y.
    fn column_slope<F: Real>(local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4];
    /// For each cell and row.
    fn cell<F: Real>(columns: [[F; 4]; 4]) -> [F; 4];
    /// For each sample: blends along x.
    fn pixel<F: Real>(cell: [F; 4], local: Local<F>) -> F;
    /// For each sample: takes the derivative along x.
    fn pixel_slope<F: Real>(cell: [F; 4], local: Local<F>) -> F;
    /// Returns the derivative along y, from the result of `pixel` for columns made for it; `dt` is the derivative of y's fade.
    #[inline(always)]
    fn tilted<F: Real>(pixel: F, _dt: F) -> F {
        pixel
    }
}
