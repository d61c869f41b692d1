// @generated from the shaders by `cargo xtask twins`: what is edited here is lost.
//
// The stages of separable noise.

use super::super::real::Real;
use super::super::separable::{Local, Numbers, Separable};
use super::{perlin, value};

/// The stages of a kind of noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stages {
    Perlin,
    Value,
    ValueCubic,
}

impl Stages {
    /// Returns the number of lattice points along an axis that each stage takes.
    pub(crate) const fn points(self) -> usize {
        match self {
            Self::Perlin => PerlinStages::POINTS,
            Self::Value => ValueStages::POINTS,
            Self::ValueCubic => ValueCubicStages::POINTS,
        }
    }

    /// Returns the prefix of the names of the functions in shaders.
    #[cfg(feature = "gpu")]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Perlin => "perlin",
            Self::Value => "value",
            Self::ValueCubic => "value_cubic",
        }
    }

    /// Returns the type in shaders of the form of a cell.
    #[cfg(feature = "gpu")]
    pub(crate) const fn cell(self) -> &'static str {
        match self {
            Self::Perlin => "PerlinCell",
            Self::Value => "ValueCell",
            Self::ValueCubic => "Cubic",
        }
    }
}

/// Evaluates an expression for the type that has some stages.
macro_rules! with_stages {
    ($stages:expr, $type:ident => $expression:expr) => {
        match $stages {
            Stages::Perlin => {
                type $type = PerlinStages;
                $expression
            }
            Stages::Value => {
                type $type = ValueStages;
                $expression
            }
            Stages::ValueCubic => {
                type $type = ValueCubicStages;
                $expression
            }
        }
    };
}
pub(crate) use with_stages;

pub(crate) struct PerlinStages;

impl Separable for PerlinStages {
    const POINTS: usize = 2;
    const CORNER: usize = <perlin::PerlinCorner<f32> as Numbers<f32>>::COUNT;
    const COLUMN: usize = <perlin::PerlinColumn<f32> as Numbers<f32>>::COUNT;
    const CELL: usize = <perlin::PerlinCell<f32> as Numbers<f32>>::COUNT;

    #[inline(always)]
    fn column<F: Real>(local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4] {
        perlin::perlin_column::<F>(local.t, Numbers::of(corners[0]), Numbers::of(corners[1]), local.at).numbers()
    }

    #[inline(always)]
    fn column_slope<F: Real>(local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4] {
        perlin::perlin_column_slope::<F>(local.interpolation, Numbers::of(corners[0]), Numbers::of(corners[1]), local.at).numbers()
    }

    #[inline(always)]
    fn cell<F: Real>(columns: [[F; 4]; 4]) -> [F; 4] {
        perlin::perlin_cell::<F>(Numbers::of(columns[0]), Numbers::of(columns[1])).numbers()
    }

    #[inline(always)]
    fn pixel<F: Real>(cell: [F; 4], local: Local<F>) -> F {
        perlin::perlin_pixel::<F>(Numbers::of(cell), local.at, local.t)
    }

    #[inline(always)]
    fn pixel_slope<F: Real>(cell: [F; 4], local: Local<F>) -> F {
        perlin::perlin_pixel_slope::<F>(Numbers::of(cell), local.at, local.t, local.dt)
    }
}

pub(crate) struct ValueStages;

impl Separable for ValueStages {
    const POINTS: usize = 2;
    const CORNER: usize = <f32 as Numbers<f32>>::COUNT;
    const COLUMN: usize = <f32 as Numbers<f32>>::COUNT;
    const CELL: usize = <value::ValueCell<f32> as Numbers<f32>>::COUNT;

    #[inline(always)]
    fn column<F: Real>(local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4] {
        value::value_column::<F>(local.t, Numbers::of(corners[0]), Numbers::of(corners[1])).numbers()
    }

    #[inline(always)]
    fn column_slope<F: Real>(_local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4] {
        value::value_column_slope::<F>(Numbers::of(corners[0]), Numbers::of(corners[1])).numbers()
    }

    #[inline(always)]
    fn cell<F: Real>(columns: [[F; 4]; 4]) -> [F; 4] {
        value::value_cell::<F>(Numbers::of(columns[0]), Numbers::of(columns[1])).numbers()
    }

    #[inline(always)]
    fn pixel<F: Real>(cell: [F; 4], local: Local<F>) -> F {
        value::value_pixel::<F>(Numbers::of(cell), local.t)
    }

    #[inline(always)]
    fn pixel_slope<F: Real>(cell: [F; 4], local: Local<F>) -> F {
        value::value_pixel_slope::<F>(Numbers::of(cell), local.dt)
    }

    #[inline(always)]
    fn tilted<F: Real>(pixel: F, dt: F) -> F {
        value::value_tilted(pixel, dt)
    }
}

pub(crate) struct ValueCubicStages;

impl Separable for ValueCubicStages {
    const POINTS: usize = 4;
    const CORNER: usize = <f32 as Numbers<f32>>::COUNT;
    const COLUMN: usize = <f32 as Numbers<f32>>::COUNT;
    const CELL: usize = <value::Cubic<f32> as Numbers<f32>>::COUNT;

    #[inline(always)]
    fn column<F: Real>(local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4] {
        value::value_cubic_column::<F>(
            local.at,
            Numbers::of(corners[0]),
            Numbers::of(corners[1]),
            Numbers::of(corners[2]),
            Numbers::of(corners[3]),
        )
        .numbers()
    }

    #[inline(always)]
    fn column_slope<F: Real>(local: Local<F>, corners: [[F; 4]; 4]) -> [F; 4] {
        value::value_cubic_column_slope::<F>(
            local.at,
            Numbers::of(corners[0]),
            Numbers::of(corners[1]),
            Numbers::of(corners[2]),
            Numbers::of(corners[3]),
        )
        .numbers()
    }

    #[inline(always)]
    fn cell<F: Real>(columns: [[F; 4]; 4]) -> [F; 4] {
        value::value_cubic_cell::<F>(Numbers::of(columns[0]), Numbers::of(columns[1]), Numbers::of(columns[2]), Numbers::of(columns[3]))
            .numbers()
    }

    #[inline(always)]
    fn pixel<F: Real>(cell: [F; 4], local: Local<F>) -> F {
        value::value_cubic_pixel::<F>(Numbers::of(cell), local.at)
    }

    #[inline(always)]
    fn pixel_slope<F: Real>(cell: [F; 4], local: Local<F>) -> F {
        value::value_cubic_pixel_slope::<F>(Numbers::of(cell), local.at)
    }
}

impl<F: Real> Numbers<F> for perlin::PerlinCorner<F> {
    const COUNT: usize = 3;

    #[inline(always)]
    fn numbers(self) -> [F; 4] {
        [self.c, self.gx, self.gy, self.c.real(0.0)]
    }

    #[inline(always)]
    fn of(numbers: [F; 4]) -> Self {
        Self { c: numbers[0], gx: numbers[1], gy: numbers[2] }
    }
}

impl<F: Real> Numbers<F> for perlin::PerlinColumn<F> {
    const COUNT: usize = 2;

    #[inline(always)]
    fn numbers(self) -> [F; 4] {
        [self.a, self.b, self.a.real(0.0), self.a.real(0.0)]
    }

    #[inline(always)]
    fn of(numbers: [F; 4]) -> Self {
        Self { a: numbers[0], b: numbers[1] }
    }
}

impl<F: Real> Numbers<F> for perlin::PerlinCell<F> {
    const COUNT: usize = 4;

    #[inline(always)]
    fn numbers(self) -> [F; 4] {
        [self.a, self.b, self.da, self.db]
    }

    #[inline(always)]
    fn of(numbers: [F; 4]) -> Self {
        Self { a: numbers[0], b: numbers[1], da: numbers[2], db: numbers[3] }
    }
}

impl<F: Real> Numbers<F> for value::ValueCell<F> {
    const COUNT: usize = 2;

    #[inline(always)]
    fn numbers(self) -> [F; 4] {
        [self.a, self.da, self.a.real(0.0), self.a.real(0.0)]
    }

    #[inline(always)]
    fn of(numbers: [F; 4]) -> Self {
        Self { a: numbers[0], da: numbers[1] }
    }
}

impl<F: Real> Numbers<F> for value::Cubic<F> {
    const COUNT: usize = 4;

    #[inline(always)]
    fn numbers(self) -> [F; 4] {
        [self.at, self.c1, self.c2, self.c3]
    }

    #[inline(always)]
    fn of(numbers: [F; 4]) -> Self {
        Self { at: numbers[0], c1: numbers[1], c2: numbers[2], c3: numbers[3] }
    }
}
