//! Surfaces that maps lay their sources on: how long a unit of the domain is there, and which way is up.

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
    /// What slopes and normals of a source on a surface are measured by.
    pub enum Per = Surface {
        /// By lengths on the surface.
        Surface "surface",
        /// By units of the domain, as if the picture were a plane.
        Unit "unit",
    }
}

choices! {
    /// The axis that looks out of the north pole, or out of the upper face.
    pub enum Up = Z {
        /// y: sideways lie x and z.
        Y "y",
        /// z: sideways lie x and y.
        Z "z",
    }
}

impl Per {
    /// What recipes of a version mean where they leave it out.
    pub(crate) fn of_version(version: u32) -> Self {
        if version == 1 { Self::Unit } else { Self::Surface }
    }

    /// What derivatives follow on surfaces.
    pub(super) fn along(self, on_surface: Along) -> Along {
        if self == Self::Unit { Along::Domain } else { on_surface }
    }
}

/// The axes of the domain that two coordinates follow, each with the factor of one, where each follows one alone.
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

/// Changes derivatives along x and y into those on a surface. `change` makes them of those per unit of x and of y of the map. Where these are turned, bent or scaled
/// by fractals before the map, derivatives stay those along the domain.
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

/// An operand times a number.
pub(super) fn scaled(at: &mut dyn Lowering, value: Operand, by: f64) -> Result<Operand> {
    let (by, zero) = (at.number(by), at.number(0.0));
    if at.number_of(by) == 1.0 {
        return Ok(value);
    }
    at.call_flat(&SCALE_OFFSET.formula, &[value, by, zero])
}

/// A derivative over how long a unit is, held within what derivatives may be multiplied by; 0 / 0 is 0.
pub(super) fn over(at: &mut dyn Lowering, derivative: Operand, length: Operand) -> Result<Operand> {
    let limit = at.number(STEEPEST);
    at.call_flat(&QUOTIENT.formula, &[derivative, length, limit])
}

/// The derivatives on a cube's face of those per unit of u and v, which run from -1 to 1 over it. A unit of u is sqrt(1 + v^2) / (1 + u^2 + v^2) radii long.
pub(super) fn on_face(at: &mut dyn Lowering, [u, v]: [Dual; 2], [along_u, along_v]: [Operand; 2]) -> Result<[Operand; 2]> {
    let one_more = |at: &mut dyn Lowering, value: Operand| {
        let (one, other) = (at.number(1.0), at.number(1.0));
        at.call_flat(&SCALE_OFFSET.formula, &[value, one, other])
    };
    let square = |at: &mut dyn Lowering, value: Operand| at.call_flat(&MULTIPLY.formula, &[value, value]);
    // So far beyond a face nothing is looked at, and lengths stay finite.
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
    // What is square to u: v, and uv / (1 + v^2) of u.
    let uv = at.call_flat(&MULTIPLY.formula, &[u, v])?;
    let lean = over(at, uv, v_more)?;
    // Where u and v are at most 16.
    at.bound_by(lean, 8.001);
    let leaning = at.call_flat(&MULTIPLY.formula, &[along_u, lean])?;
    let square_to = at.call_flat(&ADD.formula, &[along_v, leaning])?;
    let product = at.call_flat(&MULTIPLY.formula, &[all, v_more])?;
    let root = at.call_flat(&SQRT.formula, &[product])?;
    at.bound_by(root, 364.0);
    Ok([first, at.call_flat(&MULTIPLY.formula, &[square_to, root])?])
}

/// The value of a source at the place that lies a radius away from the origin in a direction, with its derivatives along the axes of the space. The direction is
/// that of the surface of a body.
pub(super) fn in_space(
    at: &mut dyn Lowering,
    source: &Input,
    body: Option<&str>,
    radius: &BigRational,
    make: &mut dyn FnMut(&mut dyn Lowering) -> Result<[Dual; 3]>,
) -> Result<Dual> {
    let depth = at.depth();
    at.source_on(source, &mut |at| {
        let direction = make(at)?.map(|part| Dual::flat(part.value));
        if let Some(body) = body {
            at.stand_on(body.to_owned(), direction);
        }
        let mut axes = std::array::from_fn(|_| Affine::default());
        for (number, part) in direction.into_iter().enumerate() {
            let mut moved = part;
            moved.derivatives[number] = Some(at.number(radius.recip().to_f64().unwrap_or(0.0)));
            axes[number] = Affine::displaced(moved, radius.clone(), depth);
        }
        Ok(Space { axes })
    })
}

/// The sum of products.
pub(super) fn dot(at: &mut dyn Lowering, a: &[Dual], b: &[Dual]) -> Result<Dual> {
    let mut sum = at.call(&MULTIPLY, &[a[0], b[0]])?;
    for (a, b) in a.iter().zip(b).skip(1) {
        let product = at.call(&MULTIPLY, &[*a, *b])?;
        sum = at.call(&ADD, &[sum, product])?;
    }
    Ok(sum)
}

/// A coordinate on a circle of radius 1 as a value.
pub(super) fn on_circle(at: &mut dyn Lowering, affine: &Affine) -> Result<Dual> {
    let coordinate = at.plain_coordinate(affine)?;
    // Also where it is made of a value.
    at.bound_by(coordinate.value, 1.001);
    Ok(coordinate)
}

/// Directions with z up, turned about x for y up, or back.
pub(super) fn turned(at: &mut dyn Lowering, [x, y, z]: [Dual; 3], is_back: bool) -> Result<[Dual; 3]> {
    Ok(if is_back { [x, scale_offset(at, z, -1.0, 0.0)?, y] } else { [x, z, scale_offset(at, y, -1.0, 0.0)?] })
}

/// A turn over so many units, in radians a unit.
pub(super) fn radians(units: &BigRational) -> f64 {
    std::f64::consts::TAU / units.to_f64().unwrap_or(f64::INFINITY)
}

/// Twice a number.
pub(super) fn twice(number: &BigRational) -> BigRational {
    number * BigInt::from(2)
}
