//! Surfaces on which maps place their sources: the length of a unit of the domain on them, and the direction of up.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

use super::affine::{Affine, Shape, Space};
use super::derivation::{STEEPEST, held};
use super::lowering::{AXES, Along, Dual, Lowering};
use super::node::Input;
use super::nodes::add::ADD;
use super::nodes::multiply::MULTIPLY;
use super::nodes::quotient::QUOTIENT;
use super::nodes::scale_offset::{SCALE_OFFSET, scale_offset};
use super::nodes::sqrt::SQRT;
use crate::choice::choices;
use crate::error::Result;
use crate::program::Operand;

choices! {
    /// The unit of slopes and normals of a source on a surface.
    pub enum Per = Surface {
        /// Lengths on the surface.
        Surface "surface",
        /// Units of the domain, as if the picture were a plane.
        Unit "unit",
    }
}

choices! {
    /// The axis through the north pole, or through the upper face.
    pub enum Up = Z {
        /// y: x and z are horizontal.
        Y "y",
        /// z: x and y are horizontal.
        Z "z",
    }
}

impl Per {
    /// Returns the directions of derivatives on surfaces.
    pub(super) fn along(self, on_surface: Along) -> Along {
        if self == Self::Unit { Along::Domain } else { on_surface }
    }
}

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
pub(super) fn on_surface(
    at: &mut dyn Lowering,
    mut dual: Dual,
    [x, y]: [&Affine; 2],
    change: impl FnOnce(&mut dyn Lowering, [Operand; 2]) -> Result<[Operand; 2]>,
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
pub(super) fn scaled(at: &mut dyn Lowering, value: Operand, by: f64) -> Result<Operand> {
    let (by, zero) = (at.number(by), at.number(0.0));
    if at.number_of(by) == 1.0 {
        return Ok(value);
    }
    at.call_flat(&SCALE_OFFSET.formula, &[value, by, zero])
}

/// Returns a derivative divided by the length of a unit, clamped to the limit for factors of derivatives; 0 / 0 is 0.
pub(super) fn over(at: &mut dyn Lowering, derivative: Operand, length: Operand) -> Result<Operand> {
    let limit = at.number(STEEPEST);
    at.call_flat(&QUOTIENT.formula, &[derivative, length, limit])
}

/// Returns the derivatives on a cube's face from those per unit of u and v, which run from -1 to 1 across it. A unit of u is sqrt(1 + v^2) / (1 + u^2 + v^2)
/// radii long.
pub(super) fn on_face(at: &mut dyn Lowering, [u, v]: [Dual; 2], [along_u, along_v]: [Operand; 2]) -> Result<[Operand; 2]> {
    let one_more = |at: &mut dyn Lowering, value: Operand| {
        let (one, other) = (at.number(1.0), at.number(1.0));
        at.call_flat(&SCALE_OFFSET.formula, &[value, one, other])
    };
    let square = |at: &mut dyn Lowering, value: Operand| at.call_flat(&MULTIPLY.formula, &[value, value]);
    // No sample lies this far outside a face, and lengths stay finite.
    let (u, v) = (held(at, u.value, 16.0)?, held(at, v.value, 16.0)?);
    let (uu, vv) = (square(at, u)?, square(at, v)?);
    let (u_more, v_more) = (one_more(at, uu)?, one_more(at, vv)?);
    let all = at.call_flat(&ADD.formula, &[u_more, vv])?;
    let along_line = |at: &mut dyn Lowering, along: Operand, more: Operand| {
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
pub(super) fn in_space(
    at: &mut dyn Lowering,
    source: &Input,
    radius: &BigRational,
    make: &mut dyn FnMut(&mut dyn Lowering) -> Result<[Dual; 3]>,
) -> Result<Dual> {
    let depth = at.depth();
    at.source_on(source, &mut |at| {
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

pub(super) fn dot(at: &mut dyn Lowering, a: &[Dual], b: &[Dual]) -> Result<Dual> {
    let mut sum = at.call(&MULTIPLY, &[a[0], b[0]])?;
    for (a, b) in a.iter().zip(b).skip(1) {
        let product = at.call(&MULTIPLY, &[*a, *b])?;
        sum = at.call(&ADD, &[sum, product])?;
    }
    Ok(sum)
}

/// Returns a coordinate on a circle of radius 1 as a value.
pub(super) fn on_circle(at: &mut dyn Lowering, affine: &Affine) -> Result<Dual> {
    let coordinate = at.plain_coordinate(affine)?;
    // Holds also if it is computed from a value.
    at.bound_by(coordinate.value, 1.001);
    Ok(coordinate)
}

/// Rotates directions with z up about x, so that y is up, or back.
pub(super) fn turned(at: &mut dyn Lowering, [x, y, z]: [Dual; 3], is_back: bool) -> Result<[Dual; 3]> {
    Ok(if is_back { [x, scale_offset(at, z, -1.0, 0.0)?, y] } else { [x, z, scale_offset(at, y, -1.0, 0.0)?] })
}

/// Returns the radians per unit of a turn over `units`.
pub(super) fn radians(units: &BigRational) -> f64 {
    std::f64::consts::TAU / units.to_f64().unwrap_or(f64::INFINITY)
}

pub(super) fn twice(number: &BigRational) -> BigRational {
    number * BigInt::from(2)
}
