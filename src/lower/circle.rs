//! Circles: the cosine and the sine of a coordinate as coordinates.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::affine::{Affine, Angle, Shape, Term};
use super::functions::SINE;
use super::lowerer::Lowerer;
use crate::error::Result;

/// Returns the cosine and sine of a coordinate that repeats after `units`: exact tables if it follows one axis of the domain, values otherwise.
pub(crate) fn circle(at: &mut Lowerer<'_>, affine: &Affine, units: &BigRational) -> Result<[Affine; 2]> {
    circle_or_arc(at, affine, units, false)
}

/// Returns the same for a coordinate that runs from pole to pole over `units`, which are half a turn.
pub(crate) fn arc(at: &mut Lowerer<'_>, affine: &Affine, units: &BigRational) -> Result<[Affine; 2]> {
    circle_or_arc(at, affine, &(units * BigInt::from(2)), true)
}

fn circle_or_arc(at: &mut Lowerer<'_>, affine: &Affine, units: &BigRational, is_an_arc: bool) -> Result<[Affine; 2]> {
    let depth = at.depth();
    if let Some((axis, angle)) = affine.as_angle(units, depth) {
        let angle = Angle { is_an_arc, ..angle };
        let term = |shape| Affine { terms: vec![Term { axis, shape, factor: BigRational::one(), since: depth }], ..Affine::default() };
        return Ok([term(Shape::Cosine(angle.clone())), term(Shape::Sine(angle))]);
    }
    let turns = at.plain_coordinate(&affine.scaled(&units.recip()))?;
    let cosine = at.value(SINE.of([turns + 0.25]))?;
    let sine = at.call(&SINE, &[turns])?;
    Ok([cosine, sine].map(|value| Affine::displaced(value, BigRational::one(), depth)))
}
