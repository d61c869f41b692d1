//! What searches for the nearest feature points find in sixteen samples side by side: `cell_tiles.rs` and `cell_rows.rs` add points to it.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::corners::outlined;
use super::features::Cellular;
use crate::value::builtin;
use crate::value::cellular::{
    F1, F2, Features, cellular_difference, cellular_distance, cellular_limit, cellular_none, cellular_output_slope, cellular_second,
    cellular_value, cellular_with,
};
use crate::value::number::Word as _;

/// What a search found in sixteen samples.
pub(super) trait Found<S: Simd>: Copy {
    /// Whether the tags of points count.
    const HAS_TAGS: bool = false;
    /// Whether the ways to points count, and the order in which points come; then their tags are their hashes.
    const HAS_WAYS: bool = false;
    /// How many of the outputs differ.
    const OUTPUTS: usize = if Self::HAS_WAYS { 3 } else { 1 };
    fn none(simd: S) -> Self;
    /// With a point at this distance, and the ways to it along x, y and z.
    fn with(self, distance: f32x16<S>, tag: u32x16<S>, ways: [f32x16<S>; 3]) -> Self;
    /// How far what lies farther changes nothing.
    fn limit(self) -> f32x16<S>;
    /// What becomes of the samples: their value, or their derivatives along x, y and z.
    fn outputs(self, noise: &Cellular<'_>) -> [f32x16<S>; 3];
}

/// A value alone.
#[inline(always)]
fn alone<S: Simd>(value: f32x16<S>) -> [f32x16<S>; 3] {
    [value; 3]
}

/// Farther than anything.
#[inline(always)]
fn far<S: Simd>(simd: S) -> f32x16<S> {
    f32x16::splat(simd, builtin::exp2(100))
}

/// The distance to the nearest point.
#[derive(Clone, Copy)]
pub(super) struct Nearest<S: Simd>(f32x16<S>);

impl<S: Simd> Found<S> for Nearest<S> {
    #[inline(always)]
    fn none(simd: S) -> Self {
        Self(far(simd))
    }

    #[inline(always)]
    fn with(self, distance: f32x16<S>, _: u32x16<S>, _: [f32x16<S>; 3]) -> Self {
        Self(builtin::min(self.0, distance))
    }

    #[inline(always)]
    fn limit(self) -> f32x16<S> {
        self.0
    }

    #[inline(always)]
    fn outputs(self, noise: &Cellular<'_>) -> [f32x16<S>; 3] {
        alone(cellular_distance(noise.metric, self.0))
    }
}

/// The distances to the nearest two points.
#[derive(Clone, Copy)]
pub(super) struct NearestTwo<S: Simd>(f32x16<S>, f32x16<S>);

impl<S: Simd> Found<S> for NearestTwo<S> {
    #[inline(always)]
    fn none(simd: S) -> Self {
        Self(far(simd), far(simd))
    }

    #[inline(always)]
    fn with(self, distance: f32x16<S>, _: u32x16<S>, _: [f32x16<S>; 3]) -> Self {
        Self(builtin::min(self.0, distance), cellular_second(self.0, self.1, distance))
    }

    #[inline(always)]
    fn limit(self) -> f32x16<S> {
        self.1
    }

    #[inline(always)]
    fn outputs(self, noise: &Cellular<'_>) -> [f32x16<S>; 3] {
        let Self(f1, f2) = self;
        alone(if noise.output == F2 { cellular_distance(noise.metric, f2) } else { cellular_difference(noise.metric, f1, f2) })
    }
}

/// The cell of the nearest point. Where points come by their hashes, the tag is the bits of the value; otherwise it is the hash.
#[derive(Clone, Copy)]
pub(super) struct NearestCell<S: Simd, const IS_SORTED: bool>(f32x16<S>, u32x16<S>);

impl<S: Simd, const IS_SORTED: bool> Found<S> for NearestCell<S, IS_SORTED> {
    const HAS_TAGS: bool = true;

    #[inline(always)]
    fn none(simd: S) -> Self {
        let Features { f1, hash, .. } = cellular_none(far(simd));
        Self(f1, hash)
    }

    #[inline(always)]
    fn with(self, distance: f32x16<S>, tag: u32x16<S>, _: [f32x16<S>; 3]) -> Self {
        let mut is_first = builtin::less(distance, self.0);
        if !IS_SORTED {
            let is_earlier = builtin::equal(distance, self.0) & builtin::less(tag, self.1);
            is_first = is_earlier | is_first;
        }
        Self(builtin::min(self.0, distance), builtin::select(self.1, tag, is_first))
    }

    #[inline(always)]
    fn limit(self) -> f32x16<S> {
        self.0
    }

    #[inline(always)]
    fn outputs(self, noise: &Cellular<'_>) -> [f32x16<S>; 3] {
        alone(if IS_SORTED { self.1.float() } else { cellular_value(outlined(noise.hash), self.1) })
    }
}

/// The nearest two points with the ways to them, as the shader searches for them; or all that is asked of the nearest alone.
#[derive(Clone, Copy)]
pub(super) struct NearestWays<S: Simd, const ARE_TWO: bool>(Features<f32x16<S>>);

impl<S: Simd, const ARE_TWO: bool> Found<S> for NearestWays<S, ARE_TWO> {
    const HAS_TAGS: bool = true;
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
    fn limit(self) -> f32x16<S> {
        cellular_limit(if ARE_TWO { F2 } else { F1 }, self.0)
    }

    #[inline(always)]
    fn outputs(self, noise: &Cellular<'_>) -> [f32x16<S>; 3] {
        let [x, y, z, _] = cellular_output_slope(noise.metric, if ARE_TWO { noise.output } else { F1 }, self.0);
        [x, y, z]
    }
}
