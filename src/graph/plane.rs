//! The x-y plane about a centre: the common parts of nodes that measure, rotate or fold it.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::affine::{Affine, Space};
use super::key::{KeyKind, pair};
use super::lattice::CELLS;
use super::lowering::{Dual, Lowering};
use super::nodes::abs::ABS;
use super::nodes::add::ADD;
use super::nodes::coordinate::squares;
use super::nodes::max::MAX;
use super::nodes::scale_offset::scale_offset;
use super::nodes::sqrt::SQRT;
use crate::error::Result;
use crate::number::Number;
use crate::program::{cosine_of, sine_of};

/// A point in the plane.
pub(super) const PLACE: KeyKind = pair(&[CELLS; 2]);

/// Returns x and y relative to a centre, exactly.
pub(super) fn seen_from(at: &dyn Lowering, centre: [Number; 2]) -> [Affine; 2] {
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
pub(super) fn values_from(at: &mut dyn Lowering, centre: [Number; 2]) -> Result<[Dual; 2]> {
    let [x, y] = seen_from(at, centre);
    Ok([at.plain_coordinate(&x)?, at.plain_coordinate(&y)?])
}

/// Returns the coordinates of the node, with x and y replaced by values relative to a centre.
pub(super) fn laid_from(at: &dyn Lowering, centre: [Number; 2], values: [Dual; 2]) -> Space {
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
pub(super) fn length(at: &mut dyn Lowering, x: Dual, y: Dual) -> Result<Dual> {
    let squared = squares(at, x, y)?;
    let length = at.call(&SQRT, &[squared])?;
    let most = at.bound(x.value) + at.bound(y.value);
    at.bound_by(length.value, most * MORE);
    hold_slopes(at, length, [x, y], 1.0);
    Ok(length)
}

/// A little more than 1, to allow for rounding.
const MORE: f64 = 1.001;

/// Limits the derivatives of a value to `times` the sum of the derivatives of x and y.
pub(super) fn hold_slopes(at: &mut dyn Lowering, value: Dual, of: [Dual; 2], times: f64) {
    for (axis, derivative) in value.derivatives.into_iter().enumerate() {
        let Some(derivative) = derivative else { continue };
        let moved: f64 = of.iter().filter_map(|of| of.derivatives[axis]).map(|moved| at.bound(moved)).sum();
        let bound = at.bound(derivative).min(moved * times * MORE);
        at.bound_by(derivative, bound);
    }
}

/// Returns a times a number plus b times another.
pub(super) fn mixed(at: &mut dyn Lowering, a: Dual, b: Dual, by: [f64; 2]) -> Result<Dual> {
    let (a, b) = (scale_offset(at, a, by[0], 0.0)?, scale_offset(at, b, by[1], 0.0)?);
    at.call(&ADD, &[a, b])
}

/// Folds the plane about the origin into a sector from the direction of x through half of one part of a turn towards y. Each of the `parts` parts is mirrored
/// at its middle, so that neighbours match. Only reflections are used, each of which halves the rest of the turn.
pub(super) fn folded(at: &mut dyn Lowering, [x, y]: [Dual; 2], parts: u32) -> Result<[Dual; 2]> {
    let mut folded = [x, at.call(&ABS, &[y])?];
    let mut halves = parts;
    while halves > 1 {
        halves = halves.div_ceil(2);
        let turns = BigRational::new(halves.into(), (2 * parts).into());
        let across = [-sine_of(&turns), cosine_of(&turns)];
        let beyond = mixed(at, folded[0], folded[1], across)?;
        let zero = at.constant(0.0);
        let beyond = at.call(&MAX, &[beyond, zero])?;
        for (part, across) in folded.iter_mut().zip(across) {
            let back = scale_offset(at, beyond, -2.0 * across, 0.0)?;
            *part = at.call(&ADD, &[*part, back])?;
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
