//! The derivative of a call along one axis, by forward differentiation (Wengert, 1964): what the rules of `graph/nodes/` are written with.

use super::lowering::{Formula, Lowering};
use super::nodes::abs::ABS;
use super::nodes::add::ADD;
use super::nodes::max::MAX;
use super::nodes::min::MIN;
use super::nodes::multiply::MULTIPLY;
use super::nodes::scale_offset::SCALE_OFFSET;
use super::nodes::threshold::THRESHOLD;
use crate::error::Result;
use crate::program::Operand;

/// What the derivative of one function is held within, so that those of functions of functions stay finite.
pub(crate) const STEEPEST: f64 = 1e6;

/// A call whose derivative along an axis is asked for.
pub(crate) struct Derivation<'d> {
    pub(crate) at: &'d mut dyn Lowering,
    pub(crate) arguments: &'d [Operand],
    /// The derivative of each argument, where it is not 0.
    pub(crate) derivatives: &'d [Option<Operand>],
    /// The value of the call itself.
    pub(crate) value: Operand,
}

impl Derivation<'_> {
    pub(crate) fn call(&mut self, formula: &Formula, arguments: &[Operand]) -> Result<Operand> {
        self.at.call_flat(formula, arguments)
    }

    pub(crate) fn number(&mut self, value: f64) -> Operand {
        self.at.number(value)
    }

    /// The derivative of a function of the first argument, which another function of all arguments gives.
    pub(crate) fn steep(&mut self, steepness: &Formula) -> Result<Option<Operand>> {
        let steepness = self.steepness(steepness, self.arguments)?;
        self.product(self.derivatives[0], steepness)
    }

    /// How steep a function is, held within what derivatives may be multiplied by.
    pub(crate) fn steepness(&mut self, steepness: &Formula, arguments: &[Operand]) -> Result<Operand> {
        let steepness = self.call(steepness, arguments)?;
        held(self.at, steepness, STEEPEST)
    }

    pub(crate) fn or_zero(&mut self, derivative: Option<Operand>) -> Operand {
        derivative.unwrap_or_else(|| self.number(0.0))
    }

    pub(crate) fn negative(&mut self, derivative: Operand) -> Result<Operand> {
        let (minus, zero) = (self.number(-1.0), self.number(0.0));
        self.call(&SCALE_OFFSET.formula, &[derivative, minus, zero])
    }

    pub(crate) fn product(&mut self, derivative: Option<Operand>, by: Operand) -> Result<Option<Operand>> {
        derivative.map(|derivative| self.call(&MULTIPLY.formula, &[derivative, by])).transpose()
    }

    pub(crate) fn sum(&mut self, a: Option<Operand>, b: Option<Operand>) -> Result<Option<Operand>> {
        match (a, b) {
            (Some(a), Some(b)) => self.call(&ADD.formula, &[a, b]).map(Some),
            (one, None) | (None, one) => Ok(one),
        }
    }

    /// The first of two derivatives where the first of two values lies below the second, otherwise the second.
    pub(crate) fn chosen(&mut self, values: [Operand; 2], derivatives: [Option<Operand>; 2]) -> Result<Option<Operand>> {
        let [below, otherwise] = derivatives.map(|derivative| self.or_zero(derivative));
        self.call(&THRESHOLD.formula, &[values[0], values[1], below, otherwise]).map(Some)
    }

    /// The absolute value of a value.
    pub(crate) fn size_of(&mut self, value: Operand) -> Result<Operand> {
        self.call(&ABS.formula, &[value])
    }
}

/// A value held within ± a bound.
pub(crate) fn held(at: &mut dyn Lowering, value: Operand, most: f64) -> Result<Operand> {
    let (low, high) = (at.number(-most), at.number(most));
    let raised = at.call_flat(&MAX.formula, &[value, low])?;
    let held = at.call_flat(&MIN.formula, &[raised, high])?;
    let bound = at.bound(value).min(most);
    at.bound_by(held, bound);
    at.let_go(value);
    Ok(held)
}
