//! The x-y plane about a centre: the common parts of nodes that measure, rotate or fold it.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::affine::{Affine, Space};
use super::dual::Dual;
use super::expression::{abs, max, sqrt};
use super::functions::squares;
use super::lowerer::Lowerer;
use crate::error::Result;
use crate::number::Number;
use crate::program::{cosine_of, sine_of};

/// Returns x and y relative to a centre, exactly.
pub(crate) fn seen_from(at: &Lowerer<'_>, centre: [Number; 2]) -> [Affine; 2] {
    let depth = at.depth();
    let [mut x, mut y, ..] = at.space().axes;
    for (axis, place) in [&mut x, &mut y].into_iter().zip(centre) {
        if !place.is_zero() {
            axis.add(&Affine::constant(-place.to_ratio(), depth));
        }
    }
    [x, y]
}

/// Returns the same as values.
pub(crate) fn values_from(at: &mut Lowerer<'_>, centre: [Number; 2]) -> Result<[Dual; 2]> {
    let [x, y] = seen_from(at, centre);
    Ok([at.plain_coordinate(&x)?, at.plain_coordinate(&y)?])
}

/// Returns the coordinates of the node, with x and y replaced by values relative to a centre.
pub(crate) fn laid_from(at: &Lowerer<'_>, centre: [Number; 2], values: [Dual; 2]) -> Space {
    let depth = at.depth();
    let mut space = at.space();
    for ((axis, place), value) in space.axes.iter_mut().zip(centre).zip(values) {
        *axis = Affine::displaced(value, BigInt::from(1).into(), depth);
        if !place.is_zero() {
            axis.add(&Affine::constant(place.to_ratio(), depth));
        }
    }
    space
}

/// Returns the length of (x, y).
pub(crate) fn length(at: &mut Lowerer<'_>, x: Dual, y: Dual) -> Result<Dual> {
    let squared = squares(at, x, y)?;
    let length = at.value(sqrt(squared))?;
    let most = at.bound(x.value) + at.bound(y.value);
    at.bound_by(length.value, most * MORE);
    hold_slopes(at, length, [x, y], 1.0);
    Ok(length)
}

/// A little more than 1, to allow for rounding.
const MORE: f64 = 1.001;

/// Limits the derivatives of a value to `times` the sum of the derivatives of x and y.
pub(crate) fn hold_slopes(at: &mut Lowerer<'_>, value: Dual, of: [Dual; 2], times: f64) {
    for (axis, derivative) in value.derivatives.into_iter().enumerate() {
        let Some(derivative) = derivative else { continue };
        let moved: f64 = of.iter().filter_map(|of| of.derivatives[axis]).map(|moved| at.bound(moved)).sum();
        let bound = at.bound(derivative).min(moved * times * MORE);
        at.bound_by(derivative, bound);
    }
}

/// Folds the plane about the origin into a sector from the direction of x through half of one part of a turn towards y. Each of the `parts` parts is mirrored
/// at its middle, so that neighbours match. Only reflections are used, each of which halves the rest of the turn.
pub(crate) fn folded(at: &mut Lowerer<'_>, [x, y]: [Dual; 2], parts: u32) -> Result<[Dual; 2]> {
    let mut folded = [x, at.value(abs(y))?];
    let mut halves = parts;
    while halves > 1 {
        halves = halves.div_ceil(2);
        let turns = BigRational::new(halves.into(), (2 * parts).into());
        let across = [-sine_of(&turns), cosine_of(&turns)];
        let beyond = at.value(max(folded[0] * across[0] + folded[1] * across[1], 0.0))?;
        for (part, across) in folded.iter_mut().zip(across) {
            *part = at.value(*part + beyond * (-2.0 * across))?;
        }
    }
    let most = at.bound(x.value) + at.bound(y.value);
    for part in folded {
        let bound = at.bound(part.value).min(most * MORE);
        at.bound_by(part.value, bound);
        hold_slopes(at, part, [x, y], 1.0);
    }
    Ok(folded)
}
