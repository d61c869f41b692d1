//! Noise that peels off one dimension at a time, slowest first: what its stages have in common. The stages themselves are functions of the shaders.

use super::number::Real;

/// What a stage is local to: a sample's place between two lattice points of an axis.
#[derive(Clone, Copy)]
pub(crate) struct Local<F: Real> {
    /// How far the sample lies from the lower one, from 0 to below 1.
    pub(crate) at: F,
    /// Its fade, and the slope of that.
    pub(crate) t: F,
    pub(crate) dt: F,
    /// Which fade it is.
    pub(crate) interpolation: u32,
}

/// Up to four numbers that a stage leaves to the next.
pub(crate) trait Numbers<F: Real> {
    /// How many there are.
    const COUNT: usize;
    /// The numbers, filled up with zeros.
    fn numbers(self) -> [F; 4];
    /// What has these numbers.
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

/// Derivatives along several axes, of which the first counts.
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

/// The stages of separable noise, over what its lattice points keep once all dimensions but x and y are blended away.
///
/// Arrays hold the numbers of up to four lattice points, of which the first [`POINTS`](Self::POINTS) count.
pub(crate) trait Separable {
    /// How many lattice points along an axis a stage takes, 2 or 4, around the sample.
    const POINTS: usize;
    /// How many numbers a lattice point, a lattice column and a cell keep.
    const CORNER: usize;
    const COLUMN: usize;
    const CELL: usize;

    /// Once a lattice column and row: blends y away.
    fn column<F: Real>(local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4];
    /// The same for the derivative by y.
    fn column_slope<F: Real>(local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4];
    /// Once a cell and row.
    fn cell<F: Real>(columns: [[F; 4]; 4]) -> [F; 4];
    /// Once a sample: blends x away.
    fn pixel<F: Real>(cell: [F; 4], local: Local<F>) -> F;
    /// The derivative by x.
    fn pixel_slope<F: Real>(cell: [F; 4], local: Local<F>) -> F;
    /// The derivative by y, of what a pixel makes of columns for it; `dt` is the slope of y's fade.
    #[inline(always)]
    fn tilted<F: Real>(pixel: F, _dt: F) -> F {
        pixel
    }
}
