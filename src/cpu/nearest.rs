//! What searches for the nearest feature points find in sixteen samples side by side: `cell_tiles.rs` and `cell_rows.rs` add points to it.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::corners::outlined;
use super::features::Cellular;
use crate::value::builtin;
use crate::value::cellular::{F2, Features, cellular_difference, cellular_distance, cellular_none, cellular_second, cellular_value};
use crate::value::number::Word as _;

/// What a search found in sixteen samples.
pub(super) trait Found<S: Simd>: Copy {
    /// Whether the tags of points count.
    const HAS_TAGS: bool = false;
    fn none(simd: S) -> Self;
    /// With a point at this distance.
    fn with(self, distance: f32x16<S>, tag: u32x16<S>) -> Self;
    /// How far what lies farther changes nothing.
    fn limit(self) -> f32x16<S>;
    /// The value of the samples.
    fn value(self, noise: &Cellular<'_>) -> f32x16<S>;
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
    fn with(self, distance: f32x16<S>, _: u32x16<S>) -> Self {
        Self(builtin::min(self.0, distance))
    }

    #[inline(always)]
    fn limit(self) -> f32x16<S> {
        self.0
    }

    #[inline(always)]
    fn value(self, noise: &Cellular<'_>) -> f32x16<S> {
        cellular_distance(noise.metric, self.0)
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
    fn with(self, distance: f32x16<S>, _: u32x16<S>) -> Self {
        Self(builtin::min(self.0, distance), cellular_second(self.0, self.1, distance))
    }

    #[inline(always)]
    fn limit(self) -> f32x16<S> {
        self.1
    }

    #[inline(always)]
    fn value(self, noise: &Cellular<'_>) -> f32x16<S> {
        if noise.output == F2 { cellular_distance(noise.metric, self.1) } else { cellular_difference(noise.metric, self.0, self.1) }
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
    fn with(self, distance: f32x16<S>, tag: u32x16<S>) -> Self {
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
    fn value(self, noise: &Cellular<'_>) -> f32x16<S> {
        if IS_SORTED { self.1.float() } else { cellular_value(outlined(noise.hash), self.1) }
    }
}
