//! The imports of the modules of `graph/nodes/` and of the macros that write most of them. Each module imports all of it.

pub(super) use num_bigint::BigInt;
pub(super) use num_rational::BigRational;
pub(super) use num_traits::{One, Zero};
pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::affine::{Affine, Matrix, Space, arc, circle};
pub(super) use super::build::Build;
pub(super) use super::cases::{Cases, Survey, a, b, four_dimensional, numbered, of_lattices};
pub(super) use super::color::{
    AlphaMode, Color, ColorChannel, ColorInterpolation, ColorSpace, LIGHT_BY_CONES, Lanes, light, oklab_of_light,
};
pub(super) use super::derivation::{STEEPEST, held, no_steeper};
pub(super) use super::derivative::{
    DomainAxis, STEP, SlopeMethod, gradient_by_difference, normalized, refuse_step, slope_by_difference, slopes,
};
pub(super) use super::fractal::{MAX_OCTAVES, Octaves, WEIGHT, fractal};
pub(super) use super::interval::Interval;
pub(super) use super::key::{DEGREES, Key, KeyKind, KeyType, LENGTH, POSITIVE, count, number, pair, per_axis, whole, without_zero};
pub(super) use super::keyed::keyed;
pub(super) use super::lattice::{Lattice, Noise, OFFSET, PERIOD, basis};
pub(super) use super::lowering::{Along, Differentiable, Dual, Formula, Lowering, Octave, Repetition, Weighing};
pub(super) use super::node::{Input, Node, NodeKeys, NodeSpec};
pub(super) use super::per_axis::PerAxis;
pub(super) use super::plane::{PLACE, folded, hold_slopes, laid_from, length, mixed, seen_from, values_from};
pub(super) use super::surface::{Per, Up, dot, in_space, on_circle, on_face, on_surface, over, radians, scaled, turned, twice};
pub(super) use crate::choice::choices;
pub(super) use crate::error::{Error, Result};
pub(super) use crate::number::{Number, exact};
pub(super) use crate::permutation::HashKind;
pub(super) use crate::program::{BasisFunction, Function, cosine_of, sine_of};
