//! Functions of values that lowering itself and several kinds of node use, each with the bound of its values and its derivative. A function that belongs to one
//! kind stands with it, in `graph/nodes/`.

use super::call::{Differentiable, Formula, STEEPEST};
use super::dual::Dual;
use super::lowerer::Lowerer;
use crate::error::Result;
use crate::program::{BasisFunction, Function};

/// The function that returns a coordinate as a value.
pub(super) const POSITION: BasisFunction = BasisFunction::Position;

pub(crate) static ABS: Differentiable = Differentiable::new(
    Function::Abs,
    |bounds, _| bounds[0],
    |call| {
        let Some(derivative) = call.derivatives[0] else { return Ok(None) };
        let (zero, minus) = (call.number(0.0), call.negative(derivative)?);
        call.chosen([call.arguments[0], zero], [Some(minus), Some(derivative)])
    },
);

pub(crate) static ADD: Differentiable =
    Differentiable::new(Function::Add, |bounds, _| bounds[0] + bounds[1], |call| call.sum(call.derivatives[0], call.derivatives[1]));

pub(crate) static SUBTRACT: Differentiable = Differentiable::new(
    Function::Subtract,
    |bounds, _| bounds[0] + bounds[1],
    |call| {
        let minus = call.derivatives[1].map(|derivative| call.negative(derivative)).transpose()?;
        call.sum(call.derivatives[0], minus)
    },
);

pub(crate) static MULTIPLY: Differentiable = Differentiable::new(
    Function::Multiply,
    |bounds, _| bounds[0] * bounds[1],
    |call| {
        let (a, b) = (call.product(call.derivatives[0], call.arguments[1])?, call.product(call.derivatives[1], call.arguments[0])?);
        call.sum(a, b)
    },
);

pub(crate) static QUOTIENT: Differentiable = Differentiable::new(
    Function::Quotient,
    |_, numbers| numbers[2],
    |call| {
        // (a' - (a / b) b') / b.
        let moved = call.product(call.derivatives[1], call.value)?.map(|derivative| call.negative(derivative)).transpose()?;
        let Some(above) = call.sum(call.derivatives[0], moved)? else { return Ok(None) };
        let limit = call.number(STEEPEST);
        let derivative = call.call(&QUOTIENT.formula, &[above, call.arguments[1], limit])?;
        // At its limit the quotient is constant.
        let size = call.size_of(call.value)?;
        call.chosen([size, call.arguments[2]], [Some(derivative), None])
    },
);

pub(crate) static SCALE_OFFSET: Differentiable = Differentiable::new(
    Function::ScaleOffset,
    |bounds, _| bounds[0] * bounds[1] + bounds[2],
    |call| call.product(call.derivatives[0], call.arguments[1]),
);

pub(crate) static MIN: Differentiable = Differentiable::new(
    Function::Min,
    |bounds, _| bounds[0].max(bounds[1]),
    |call| call.chosen([call.arguments[1], call.arguments[0]], [call.derivatives[1], call.derivatives[0]]),
);

pub(crate) static MAX: Differentiable = Differentiable::new(
    Function::Max,
    |bounds, _| bounds[0].max(bounds[1]),
    |call| call.chosen([call.arguments[0], call.arguments[1]], [call.derivatives[1], call.derivatives[0]]),
);

pub(crate) static SQRT: Differentiable =
    Differentiable::new(Function::Sqrt, |bounds, _| bounds[0].max(1.0), |call| call.steep(&SQRT_SLOPE));

// Limited to 2^47 where the value is close to 0.
static SQRT_SLOPE: Formula = Formula { function: Function::SqrtSlope, bound: |_, _| f64::from(1 << 30) * f64::from(1 << 17) };

pub(crate) static SINE: Differentiable = Differentiable::new(
    Function::Sine,
    |_, _| 1.0,
    |call| {
        // The cosine is the sine of an angle a quarter of a turn larger.
        let (one, quarter, tau) = (call.number(1.0), call.number(0.25), call.number(std::f64::consts::TAU));
        let ahead = call.call(&SCALE_OFFSET.formula, &[call.arguments[0], one, quarter])?;
        let cosine = call.call(&SINE.formula, &[ahead])?;
        let steepness = call.call(&MULTIPLY.formula, &[cosine, tau])?;
        call.product(call.derivatives[0], steepness)
    },
);

pub(crate) static THRESHOLD: Differentiable = Differentiable::new(
    Function::Threshold,
    |bounds, _| bounds[2].max(bounds[3]),
    |call| call.chosen([call.arguments[0], call.arguments[1]], [call.derivatives[2], call.derivatives[3]]),
);

/// Multiplies the sum of all octaves by the number that the weights were divided by.
pub(crate) static FBM_TOTAL: Differentiable =
    Differentiable::new(Function::FbmTotal, |bounds, _| bounds[0] * bounds[1], |call| call.product(call.derivatives[0], call.arguments[1]));

/// Returns the sum of the products of the parts of two vectors.
pub(crate) fn dot(at: &mut Lowerer<'_>, a: &[Dual], b: &[Dual]) -> Result<Dual> {
    let products = a.iter().zip(b).map(|(a, b)| *a * *b);
    at.value(products.reduce(|sum, product| sum + product).unwrap_or(0.0.into()))
}

/// Returns the sum of the squares of two values.
pub(crate) fn squares(at: &mut Lowerer<'_>, a: Dual, b: Dual) -> Result<Dual> {
    dot(at, &[a, b], &[a, b])
}
