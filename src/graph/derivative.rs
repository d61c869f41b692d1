//! The common parts of nodes that use derivatives.

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::choice::choices;
use crate::error::Result;
use crate::key::{KeyKind, number};
use crate::lower::affine::Affine;
use crate::lower::dual::{Along, Dual};
use crate::lower::expression::{quotient, sqrt};
use crate::lower::functions::dot;
use crate::lower::lowerer::Lowerer;
use crate::lower::lowerer::Source;
use crate::number::Number;

choices! {
    /// The unit of slopes and normals of a source on a surface.
    pub enum Per = Surface {
        /// Lengths on the surface.
        Surface "surface",
        /// Units of the domain, as if the picture were a plane.
        Unit "unit",
    }
}

impl Per {
    /// Returns the directions of derivatives on surfaces.
    pub(super) fn along(self, on_surface: Along) -> Along {
        if self == Self::Unit { Along::Domain } else { on_surface }
    }
}

choices! {
    /// The coordinate along which the derivative is taken.
    pub enum DomainAxis = X {
        /// The first coordinate.
        X "x",
        /// The second coordinate.
        Y "y",
        /// The third coordinate.
        Z "z",
    }
}

choices! {
    /// The method that computes slopes.
    pub enum SlopeMethod = Analytic {
        /// The derivatives of the source's functions.
        Analytic "analytic",
        /// Differences of the source's values around the sample, for sources that have no derivative.
        Difference "difference",
        /// Differences of the source's evaluated pixels, from the pixel before to the one after, per unit. They cost next to nothing, need a picture or a
        /// grid, and are finer the finer the pixels are.
        Pixel "pixel",
    }
}

/// The distance between the values whose difference is taken.
pub(super) const STEP: KeyKind = number(1e-6, 1e6);

/// Its default: 1/1024.
const USUAL_STEP: f64 = 1.0 / 1024.0;

/// Returns the slopes of a source along x and y: by derivatives along `along`, or by differences along x and y as the node sees them.
pub(super) fn slopes(
    at: &mut Lowerer<'_>,
    source: &dyn Source,
    along: Along,
    method: SlopeMethod,
    step: Option<Number>,
) -> Result<[Dual; 2]> {
    if method == SlopeMethod::Analytic {
        refuse_step(at, step)?;
        let source = at.differentiated("source", source, along)?;
        return Ok([0, 1].map(|axis| at.derivative_or_zero(source, axis)));
    }
    if method == SlopeMethod::Pixel {
        return Ok([pixel_difference(at, source, along, step, 0)?, pixel_difference(at, source, along, step, 1)?]);
    }
    if along != Along::Domain && at.lies_on_surface(source) {
        return differences_on_body(at, source, along, step);
    }
    Ok([own_difference(at, source, step, 0)?, own_difference(at, source, step, 1)?])
}

/// Returns the difference of a source along an axis as the node sees it, per unit, or along a line of a body per unit of length.
pub(super) fn slope_by_difference(
    at: &mut Lowerer<'_>,
    source: &dyn Source,
    along: Along,
    step: Option<Number>,
    axis: usize,
) -> Result<Dual> {
    if along == Along::Domain || !at.lies_on_surface(source) {
        return own_difference(at, source, step, axis);
    }
    let lines = differences_on_body(at, source, along, step)?;
    Ok(lines.get(axis).copied().unwrap_or_else(|| at.constant(0.0)))
}

/// Returns the difference of a source from pixel to pixel along an axis, per unit.
pub(super) fn pixel_difference(at: &mut Lowerer<'_>, source: &dyn Source, along: Along, step: Option<Number>, axis: usize) -> Result<Dual> {
    refuse_step(at, step)?;
    if along != Along::Domain && at.lies_on_surface(source) {
        let problem = "the distance of pixels differs on a surface; give `per = \"unit\"` for slopes per unit of the picture, or `method = \"difference\"`";
        return Err(at.refused("method", problem));
    }
    if axis > 1 {
        return Err(at.refused("axis", "pixels lie along x and y; give one of these, or `method = \"difference\"`"));
    }
    at.pixel_difference(source, axis)
}

fn own_difference(at: &mut Lowerer<'_>, source: &dyn Source, step: Option<Number>, axis: usize) -> Result<Dual> {
    at.refuse_on_surface(source)?;
    difference(at, step, &mut |at, by| {
        let mut space = at.space();
        space.axes[axis].add(&Affine::constant(by.clone(), at.depth()));
        at.input_in(&space, "source", source)
    })
}

/// Refuses a step of derivatives.
pub(super) fn refuse_step(at: &Lowerer<'_>, step: Option<Number>) -> Result<()> {
    match step {
        Some(_) => Err(at.refused("step", "only a difference has a step; leave it out, or give `method = \"difference\"`")),
        None => Ok(()),
    }
}

/// Returns the difference of two values, half a step on either side, per unit.
fn difference(
    at: &mut Lowerer<'_>,
    step: Option<Number>,
    aside: &mut dyn FnMut(&mut Lowerer<'_>, &BigRational) -> Result<Dual>,
) -> Result<Dual> {
    let step = step.unwrap_or_else(|| USUAL_STEP.into());
    let half = step.to_ratio() / BigInt::from(2);
    let (above, below) = (aside(at, &half)?, aside(at, &-half)?);
    at.value((above - below) * (1.0 / step.to_f64()))
}

/// Returns the gradient of a source on a body in the space that contains the body, by differences along its axes.
pub(super) fn gradient_by_difference(at: &mut Lowerer<'_>, source: &dyn Source, step: Option<Number>) -> Result<[Dual; 3]> {
    let along = |at: &mut Lowerer<'_>, axis: usize| difference(at, step, &mut |at, by| at.input_aside(axis, by, "source", source));
    Ok([along(at, 0)?, along(at, 1)?, along(at, 2)?])
}

/// Returns the differences of a source on a body per unit of length: along the lines of x and y, or along the first and perpendicular to it.
fn differences_on_body(at: &mut Lowerer<'_>, source: &dyn Source, along: Along, step: Option<Number>) -> Result<[Dual; 2]> {
    let Some(direction) = at.direction("method", source, Some(Along::Domain))? else {
        return Err(at.refused(
            "method",
            "on a surface, differences are only taken on a `sphere` or a `cube`; give `per = \"unit\"` for those per unit of the picture",
        ));
    };
    let gradient = gradient_by_difference(at, source, step)?;
    let [x, mut y] = [0, 1].map(|axis| direction.map(|part| at.derivative_or_zero(part, axis)));
    // At a pole, where x has no direction, it is 0.
    let x = normalized(at, x)?;
    if along == Along::Square {
        let shared = dot(at, &x, &y)?;
        for (y, x) in y.iter_mut().zip(x) {
            *y = at.value(*y - shared * x)?;
        }
    }
    let y = normalized(at, y)?;
    Ok([dot(at, &gradient, &x)?, dot(at, &gradient, &y)?])
}

/// Returns a vector at length 1; that of length 0 remains.
pub(super) fn normalized(at: &mut Lowerer<'_>, vector: [Dual; 3]) -> Result<[Dual; 3]> {
    let squared = dot(at, &vector, &vector)?;
    let length = at.value(sqrt(squared))?;
    let mut parts = vector;
    for part in &mut parts {
        *part = at.value(quotient(*part, length))?;
    }
    Ok(parts)
}
