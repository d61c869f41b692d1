//! The nearest feature points of sixteen samples, as they are updated with one point after another.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::points::Cellular;
use crate::strict::builtin;
use crate::strict::cellular::{
    F1, F2, Features, cellular_difference, cellular_distance, cellular_none, cellular_output_slope, cellular_second, cellular_with,
};
use crate::strict::real::Word as _;

/// The state of sixteen samples.
pub(super) trait Nearest<S: Simd>: Copy {
    /// True if the vectors to points matter, and not only the distances.
    const HAS_WAYS: bool = false;
    fn none(simd: S) -> Self;
    /// Returns the state after a point at this distance, with the components of the vector to it along x, y and z.
    fn with(self, distance: f32x16<S>, tag: u32x16<S>, ways: [f32x16<S>; 3]) -> Self;
    /// Returns the outputs of the samples: their values, or their derivatives along x, y and z.
    fn outputs(self, noise: &Cellular) -> [f32x16<S>; 3];
}

/// Returns the outputs for a value without derivatives.
#[inline(always)]
fn alone<S: Simd>(value: f32x16<S>) -> [f32x16<S>; 3] {
    [value; 3]
}

/// Returns a distance beyond every point.
#[inline(always)]
fn far<S: Simd>(simd: S) -> f32x16<S> {
    f32x16::splat(simd, builtin::exp2(100))
}

/// The distance to the nearest point.
#[derive(Clone, Copy)]
pub(super) struct First<S: Simd>(f32x16<S>);

impl<S: Simd> Nearest<S> for First<S> {
    #[inline(always)]
    fn none(simd: S) -> Self {
        Self(far(simd))
    }

    #[inline(always)]
    fn with(self, distance: f32x16<S>, _: u32x16<S>, _: [f32x16<S>; 3]) -> Self {
        Self(builtin::min(self.0, distance))
    }

    #[inline(always)]
    fn outputs(self, noise: &Cellular) -> [f32x16<S>; 3] {
        alone(cellular_distance(noise.metric, self.0))
    }
}

/// The distances to the nearest two points.
#[derive(Clone, Copy)]
pub(super) struct FirstTwo<S: Simd>(pub(super) f32x16<S>, pub(super) f32x16<S>);

impl<S: Simd> Nearest<S> for FirstTwo<S> {
    #[inline(always)]
    fn none(simd: S) -> Self {
        Self(far(simd), far(simd))
    }

    #[inline(always)]
    fn with(self, distance: f32x16<S>, _: u32x16<S>, _: [f32x16<S>; 3]) -> Self {
        Self(builtin::min(self.0, distance), cellular_second(self.0, self.1, distance))
    }

    #[inline(always)]
    fn outputs(self, noise: &Cellular) -> [f32x16<S>; 3] {
        let Self(f1, f2) = self;
        alone(if noise.output == F2 { cellular_distance(noise.metric, f2) } else { cellular_difference(noise.metric, f1, f2) })
    }
}

/// The value of the nearest point's cell, which is the point's tag. Points are sorted by their hashes, and the first of two equally near points wins.
#[derive(Clone, Copy)]
pub(super) struct FirstCell<S: Simd>(f32x16<S>, u32x16<S>);

impl<S: Simd> Nearest<S> for FirstCell<S> {
    #[inline(always)]
    fn none(simd: S) -> Self {
        Self(far(simd), u32x16::splat(simd, 0))
    }

    #[inline(always)]
    fn with(self, distance: f32x16<S>, tag: u32x16<S>, _: [f32x16<S>; 3]) -> Self {
        Self(builtin::min(self.0, distance), builtin::select(self.1, tag, builtin::less(distance, self.0)))
    }

    #[inline(always)]
    fn outputs(self, _: &Cellular) -> [f32x16<S>; 3] {
        alone(self.1.float())
    }
}

/// The nearest two points with the vectors to them, as in the shader's search; or the nearest one alone. Tags are hashes.
#[derive(Clone, Copy)]
pub(super) struct Ways<S: Simd, const ARE_TWO: bool>(Features<f32x16<S>>);

impl<S: Simd, const ARE_TWO: bool> Nearest<S> for Ways<S, ARE_TWO> {
    const HAS_WAYS: bool = true;

    #[inline(always)]
    fn none(simd: S) -> Self {
        Self(cellular_none(far(simd)))
    }

    #[inline(always)]
    fn with(self, distance: f32x16<S>, tag: u32x16<S>, [x, y, z]: [f32x16<S>; 3]) -> Self {
        Self(cellular_with(self.0, distance, tag, x, y, z))
    }

    #[inline(always)]
    fn outputs(self, noise: &Cellular) -> [f32x16<S>; 3] {
        let [x, y, z, _] = cellular_output_slope(noise.metric, if ARE_TWO { noise.output } else { F1 }, self.0);
        [x, y, z]
    }
}
