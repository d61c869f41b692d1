//! The derivative of a call along one axis, by forward differentiation (Wengert, 1964). The rules in `functions.rs` and in `graph/nodes/` are written with it.

use super::call::{Derivation, Formula, STEEPEST};
use super::functions::{ABS, ADD, MAX, MIN, MULTIPLY, SCALE_OFFSET, THRESHOLD};
use super::lowerer::Lowerer;
use crate::error::Result;
use crate::program::Operand;

/// The limit of derivatives of chains of steep functions, whose square f32 still holds.
const VERTICAL: f64 = 1e18;

impl Derivation<'_, '_> {
    pub(crate) fn call(&mut self, formula: &Formula, arguments: &[Operand]) -> Result<Operand> {
        self.at.call_flat(formula, arguments)
    }

    pub(crate) fn number(&mut self, value: f64) -> Operand {
        self.at.number(value)
    }

    /// Returns the derivative of a function of the first argument, given its slope as a function of all arguments.
    pub(crate) fn steep(&mut self, steepness: &Formula) -> Result<Option<Operand>> {
        let steepness = self.steepness(steepness, self.arguments)?;
        let product = self.product(self.derivatives[0], steepness)?;
        product.map(|product| no_steeper(self.at, product)).transpose()
    }

    /// Returns the slope of a function, clamped to the limit for factors of derivatives.
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

    /// Returns the first of two derivatives if the first of two values is less than the second, otherwise the second.
    pub(crate) fn chosen(&mut self, values: [Operand; 2], derivatives: [Option<Operand>; 2]) -> Result<Option<Operand>> {
        let [below, otherwise] = derivatives.map(|derivative| self.or_zero(derivative));
        self.call(&THRESHOLD.formula, &[values[0], values[1], below, otherwise]).map(Some)
    }

    pub(crate) fn size_of(&mut self, value: Operand) -> Result<Operand> {
        self.call(&ABS.formula, &[value])
    }
}

/// Clamps a derivative that could be beyond that limit: a chain of roots has such bounds, whatever its values.
pub(crate) fn no_steeper(at: &mut Lowerer<'_>, derivative: Operand) -> Result<Operand> {
    if at.bound(derivative) > VERTICAL { held(at, derivative, VERTICAL) } else { Ok(derivative) }
}

/// Clamps a value to ± a bound.
pub(crate) fn held(at: &mut Lowerer<'_>, value: Operand, most: f64) -> Result<Operand> {
    let (low, high) = (at.number(-most), at.number(most));
    let raised = at.call_flat(&MAX.formula, &[value, low])?;
    let held = at.call_flat(&MIN.formula, &[raised, high])?;
    let bound = at.bound(value).min(most);
    at.bound_by(held, bound);
    at.let_go(value);
    Ok(held)
}
