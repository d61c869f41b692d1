//! Calls: functions of values, and what a derivative of a call is made from.

use super::dual::{AXES, Dual};
use super::lowerer::{Lowerer, Source};
use crate::error::Result;
use crate::program::{Function, Operand, Operation};

/// The limit of the derivative of one function. It keeps the derivatives of composed functions finite.
pub(crate) const STEEPEST: f64 = 1e6;

/// A function of the shaders, and the bound of its values.
pub(crate) struct Formula {
    pub(crate) function: Function,
    /// Returns the bound of the absolute values, from the bounds of the arguments and the arguments themselves where they are numbers.
    pub(crate) bound: fn(bounds: &[f64], numbers: &[f64]) -> f64,
}

/// A formula with its derivative.
pub(crate) struct Differentiable {
    pub(crate) formula: Formula,
    /// Returns the derivative along one axis, along which some of the arguments have a derivative; none where it is 0. At a kink it is that of the side that
    /// the function takes.
    pub(crate) derivative: fn(&mut Derivation<'_, '_>) -> Result<Option<Operand>>,
}

impl Differentiable {
    pub(crate) const fn new(
        function: Function,
        bound: fn(&[f64], &[f64]) -> f64,
        derivative: fn(&mut Derivation<'_, '_>) -> Result<Option<Operand>>,
    ) -> Self {
        Self { formula: Formula { function, bound }, derivative }
    }
}

/// A call whose derivative along an axis is requested.
pub(crate) struct Derivation<'d, 'g> {
    pub(crate) at: &'d mut Lowerer<'g>,
    pub(crate) arguments: &'d [Operand],
    /// The derivative of each argument; none where it is 0.
    pub(crate) derivatives: &'d [Option<Operand>],
    /// The value of the call itself.
    pub(crate) value: Operand,
}

impl Lowerer<'_> {
    /// Returns a number as a value.
    pub(crate) fn constant(&mut self, value: f64) -> Dual {
        Dual::flat(self.number(value))
    }

    /// Returns a function of values, with its derivatives if they are requested.
    pub(crate) fn call(&mut self, function: &Differentiable, arguments: &[Dual]) -> Result<Dual> {
        let operands: Vec<Operand> = arguments.iter().map(|argument| argument.value).collect();
        let value = self.call_flat(&function.formula, &operands)?;
        let mut dual = Dual::flat(value);
        if self.wants_derivatives() {
            for axis in 0..dual.derivatives.len() {
                let derivatives: Vec<Option<Operand>> = arguments.iter().map(|argument| argument.derivatives[axis]).collect();
                if derivatives.iter().any(Option::is_some) {
                    let mut derivation = Derivation { at: self, arguments: &operands, derivatives: &derivatives, value };
                    dual.derivatives[axis] = (function.derivative)(&mut derivation)?;
                }
            }
        }
        Ok(dual)
    }

    /// Returns a function of values, without derivatives.
    pub(crate) fn call_flat(&mut self, formula: &Formula, arguments: &[Operand]) -> Result<Operand> {
        debug_assert_eq!(arguments.len(), formula.function.arity());
        let bounds: Vec<f64> = arguments.iter().map(|argument| self.bound(*argument)).collect();
        let numbers: Vec<f64> = arguments.iter().map(|argument| self.number_of(*argument)).collect();
        let result = self.register((formula.bound)(&bounds, &numbers))?;
        #[cfg(all(test, feature = "cpu"))]
        CALLS.with_borrow_mut(|calls| {
            let called = Called { function: formula.function, bound: formula.bound, arguments: arguments.to_vec(), bounds, numbers };
            calls.extend(std::iter::once(called));
        });
        self.push(Operation::Call { function: formula.function, arguments: arguments.to_vec(), result })?;
        Ok(Operand::Register(result))
    }

    /// Returns a function of values that is composed of others: `formula` gives its value, and `steps` its derivatives if they are requested.
    pub(crate) fn call_made_of(
        &mut self,
        formula: &Formula,
        arguments: &[Operand],
        steps: &dyn Fn(&mut Self) -> Result<Dual>,
    ) -> Result<Dual> {
        let start = self.mark();
        let mut derivatives = steps(self)?.derivatives;
        if !self.wants_derivatives() {
            // The steps only showed that each value stays within its bounds.
            self.go_back(&start);
            derivatives = [None; AXES];
        }
        Ok(Dual { value: self.call_flat(formula, arguments)?, derivatives })
    }

    /// Returns a function of the node's source and of numbers.
    pub(crate) fn call_source(&mut self, function: &Differentiable, source: &dyn Source, numbers: &[f64]) -> Result<Dual> {
        self.call_of(function, &[("source", source)], numbers)
    }

    /// Returns a function of the node's two inputs and of numbers.
    pub(crate) fn call_both(&mut self, function: &Differentiable, a: &dyn Source, b: &dyn Source, numbers: &[f64]) -> Result<Dual> {
        self.call_of(function, &[("a", a), ("b", b)], numbers)
    }

    fn call_of(&mut self, function: &Differentiable, inputs: &[(&str, &dyn Source)], numbers: &[f64]) -> Result<Dual> {
        let mut arguments = inputs.iter().map(|(key, input)| self.input(key, *input)).collect::<Result<Vec<_>>>()?;
        arguments.extend(numbers.iter().map(|&number| self.constant(number)));
        self.call(function, &arguments)
    }

    /// Returns the derivative along an axis, which may be 0.
    pub(crate) fn derivative_or_zero(&mut self, dual: Dual, axis: usize) -> Dual {
        Dual::flat(dual.derivatives[axis].unwrap_or_else(|| self.number(0.0)))
    }
}

/// A call that was lowered, for the test of bounds.
#[cfg(all(test, feature = "cpu"))]
#[derive(Clone)]
pub(super) struct Called {
    pub(super) function: Function,
    pub(super) bound: fn(&[f64], &[f64]) -> f64,
    pub(super) arguments: Vec<Operand>,
    pub(super) bounds: Vec<f64>,
    pub(super) numbers: Vec<f64>,
}

#[cfg(all(test, feature = "cpu"))]
thread_local! {
    /// The calls of this thread since they were taken last.
    pub(super) static CALLS: std::cell::RefCell<Vec<Called>> = const { std::cell::RefCell::new(vec![]) };
}
