//! The imports of the modules of `graph/nodes/` and of the macros that write most of them. Each module imports all of it.

pub(super) use num_bigint::BigInt;
pub(super) use num_rational::BigRational;
pub(super) use num_traits::{One, Zero};
#[cfg(feature = "serde")]
pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::derivative::{
    DomainAxis, Per, STEP, SlopeMethod, gradient_by_difference, normalized, pixel_difference, refuse_step, slope_by_difference, slopes,
};
pub(super) use super::fractal::{MAX_OCTAVES, WEIGHT, fractal};
pub(super) use super::kind::kind;
pub(super) use super::lattice::{OFFSET, PERIOD, PLACE, basis};
pub(super) use super::node::{Input, Inputs, NodeKeys};
pub(super) use crate::choice::choices;
pub(super) use crate::color::{
    AlphaMode, Color, ColorChannel, ColorInterpolation, ColorSpace, LIGHT_BY_CONES, Lanes, light, oklab_of_light,
};
pub(super) use crate::error::{Error, Result};
pub(super) use crate::key::{
    DEGREES, Key, KeyKind, KeyType, LENGTH, POSITIVE, PerAxis, check_all, count, number, pair, per_axis, whole, without_zero,
};
pub(super) use crate::lower::affine::{Affine, Matrix, Space};
pub(super) use crate::lower::call::{Differentiable, Formula, STEEPEST};
pub(super) use crate::lower::circle::{arc, circle};
pub(super) use crate::lower::derivation::{held, no_steeper};
pub(super) use crate::lower::dual::{Along, Dual};
pub(super) use crate::lower::expression::{Expression, abs, if_below, max, min, quotient, sqrt, within_unit};
pub(super) use crate::lower::functions::*;
pub(super) use crate::lower::interval::Interval;
pub(super) use crate::lower::lattice::{Lattice, Noise};
pub(super) use crate::lower::loops::{Octave, Repetition};
pub(super) use crate::lower::lowerer::Lowerer;
pub(super) use crate::lower::lowerer::{Kind, Source};
pub(super) use crate::lower::octaves::{Octaves, Weighing};
pub(super) use crate::lower::plane::{folded, hold_slopes, laid_from, length, seen_from, values_from};
pub(super) use crate::lower::surface::{in_space, on_circle, on_face, on_surface, over, radians, scaled, turned, twice};
pub(super) use crate::number::{Number, exact};
pub(super) use crate::program::{BasisFunction, Function, cosine_of, sine_of};
pub(super) use crate::seeding::HashKind;
