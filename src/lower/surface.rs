//! Surfaces on which maps place their sources: the length of a unit of the domain on them, and the direction of up.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

use super::affine::{Affine, Shape, Space};
use super::call::STEEPEST;
use super::derivation::held;
use super::dual::{AXES, Along, Dual};
use super::functions::{ADD, MULTIPLY, QUOTIENT, SCALE_OFFSET, SQRT};
use super::lowerer::Lowerer;
use super::lowerer::Source;
use crate::error::Result;
use crate::program::Operand;

/// Returns the axes of the domain that two coordinates follow, each with its absolute factor, if each follows one axis alone and the axes differ.
fn lines(x: &Affine, y: &Affine) -> Option<[(usize, BigRational); 2]> {
    let line = |affine: &Affine| match &affine.terms[..] {
        [term] if term.shape == Shape::Linear && affine.displaced.is_empty() && usize::from(term.axis) < AXES => {
            Some((usize::from(term.axis), term.factor.abs()))
        }
        _ => None,
    };
    let (x, y) = (line(x)?, line(y)?);
    (x.0 != y.0).then_some([x, y])
}

/// Converts derivatives along x and y to derivatives on the surface. `change` computes these from the derivatives per unit of the map's x and y. If the
/// coordinates are rotated, warped or scaled by fractals before the map, derivatives stay along the domain.
pub(crate) fn on_surface(
    at: &mut Lowerer<'_>,
    mut dual: Dual,
    [x, y]: [&Affine; 2],
    change: impl FnOnce(&mut Lowerer<'_>, [Operand; 2]) -> Result<[Operand; 2]>,
) -> Result<Dual> {
    let is_asked = matches!(at.along(), Along::Lines | Along::Square) && at.depth() == 0;
    let (true, Some([(x, x_factor), (y, y_factor)])) = (is_asked, lines(x, y)) else { return Ok(dual) };
    if dual.derivatives[x].is_none() && dual.derivatives[y].is_none() {
        return Ok(dual);
    }
    let mut of_map = |axis: usize, factor: &BigRational| -> Result<Operand> {
        let derivative = at.derivative_or_zero(dual, axis).value;
        scaled(at, derivative, factor.recip().to_f64().unwrap_or(0.0))
    };
    let derivatives = [of_map(x, &x_factor)?, of_map(y, &y_factor)?];
    let changed = change(at, derivatives)?;
    dual.derivatives[x] = Some(changed[0]);
    dual.derivatives[y] = Some(changed[1]);
    Ok(dual)
}

/// Returns an operand times a number.
pub(crate) fn scaled(at: &mut Lowerer<'_>, value: Operand, by: f64) -> Result<Operand> {
    let (by, zero) = (at.number(by), at.number(0.0));
    if at.number_of(by) == 1.0 {
        return Ok(value);
    }
    at.call_flat(&SCALE_OFFSET.formula, &[value, by, zero])
}

/// Returns a derivative divided by the length of a unit, clamped to the limit for factors of derivatives; 0 / 0 is 0.
pub(crate) fn over(at: &mut Lowerer<'_>, derivative: Operand, length: Operand) -> Result<Operand> {
    let limit = at.number(STEEPEST);
    at.call_flat(&QUOTIENT.formula, &[derivative, length, limit])
}

/// Returns the derivatives on a cube's face from those per unit of u and v, which run from -1 to 1 across it. A unit of u is sqrt(1 + v^2) / (1 + u^2 + v^2)
/// radii long.
pub(crate) fn on_face(at: &mut Lowerer<'_>, [u, v]: [Dual; 2], [along_u, along_v]: [Operand; 2]) -> Result<[Operand; 2]> {
    let one_more = |at: &mut Lowerer<'_>, value: Operand| {
        let (one, other) = (at.number(1.0), at.number(1.0));
        at.call_flat(&SCALE_OFFSET.formula, &[value, one, other])
    };
    let square = |at: &mut Lowerer<'_>, value: Operand| at.call_flat(&MULTIPLY.formula, &[value, value]);
    // No sample lies this far outside a face, and lengths stay finite.
    let (u, v) = (held(at, u.value, 16.0)?, held(at, v.value, 16.0)?);
    let (uu, vv) = (square(at, u)?, square(at, v)?);
    let (u_more, v_more) = (one_more(at, uu)?, one_more(at, vv)?);
    let all = at.call_flat(&ADD.formula, &[u_more, vv])?;
    let along_line = |at: &mut Lowerer<'_>, along: Operand, more: Operand| {
        let root = at.call_flat(&SQRT.formula, &[more])?;
        let product = at.call_flat(&MULTIPLY.formula, &[along, all])?;
        over(at, product, root)
    };
    let first = along_line(at, along_u, v_more)?;
    if at.along() == Along::Lines {
        return Ok([first, along_line(at, along_v, u_more)?]);
    }
    // The direction perpendicular to u: v, plus uv / (1 + v^2) of u.
    let uv = at.call_flat(&MULTIPLY.formula, &[u, v])?;
    let lean = over(at, uv, v_more)?;
    // Holds while u and v are at most 16.
    at.bound_by(lean, 8.001);
    let leaning = at.call_flat(&MULTIPLY.formula, &[along_u, lean])?;
    let square_to = at.call_flat(&ADD.formula, &[along_v, leaning])?;
    let product = at.call_flat(&MULTIPLY.formula, &[all, v_more])?;
    let root = at.call_flat(&SQRT.formula, &[product])?;
    at.bound_by(root, 364.0);
    Ok([first, at.call_flat(&MULTIPLY.formula, &[square_to, root])?])
}

/// Returns the value of a source at the point at distance `radius` from the origin in a direction, with its derivatives along the axes of the space.
pub(crate) fn in_space(
    at: &mut Lowerer<'_>,
    source: &dyn Source,
    radius: &BigRational,
    make: impl FnOnce(&mut Lowerer<'_>) -> Result<[Dual; 3]>,
) -> Result<Dual> {
    let depth = at.depth();
    at.source_on(source, |at| {
        let direction = make(at)?.map(|part| Dual::flat(part.value));
        let mut axes = std::array::from_fn(|_| Affine::default());
        for (number, part) in direction.into_iter().enumerate() {
            let mut moved = part;
            moved.derivatives[number] = Some(at.number(radius.recip().to_f64().unwrap_or(0.0)));
            axes[number] = Affine::displaced(moved, radius.clone(), depth);
        }
        Ok(Space { axes })
    })
}

/// Returns a coordinate on a circle of radius 1 as a value.
pub(crate) fn on_circle(at: &mut Lowerer<'_>, affine: &Affine) -> Result<Dual> {
    let coordinate = at.plain_coordinate(affine)?;
    // Holds also if it is computed from a value.
    at.bound_by(coordinate.value, 1.001);
    Ok(coordinate)
}

/// Rotates directions with z up about x, so that y is up, or back.
pub(crate) fn turned(at: &mut Lowerer<'_>, [x, y, z]: [Dual; 3], is_back: bool) -> Result<[Dual; 3]> {
    Ok(if is_back { [x, at.value(-z)?, y] } else { [x, z, at.value(-y)?] })
}

/// Returns the radians per unit of a turn over `units`.
pub(crate) fn radians(units: &BigRational) -> f64 {
    std::f64::consts::TAU / units.to_f64().unwrap_or(f64::INFINITY)
}

pub(crate) fn twice(number: &BigRational) -> BigRational {
    number * BigInt::from(2)
}
