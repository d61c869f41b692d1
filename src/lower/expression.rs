//! Expressions of values, written with operators and functions. Each is one operation, in the order in which they are written, except that a value times a number
//! plus a number is one together. A value that an expression uses twice is made by [`Lowerer::value`] before.

use std::ops::{Add, Mul, Neg, Sub};

use super::call::Differentiable;
use super::dual::Dual;
use super::functions::{ABS, ADD, MAX, MIN, MULTIPLY, QUOTIENT, SCALE_OFFSET, SQRT, SUBTRACT, THRESHOLD};
use super::lowerer::Lowerer;
use crate::error::Result;

/// Operations that are not made yet.
pub(crate) enum Expression {
    Value(Dual),
    Number(f64),
    /// An expression times a number.
    Scaled(Box<Expression>, f64),
    /// An expression times a number plus a number.
    Line(Box<Expression>, [f64; 2]),
    Call(&'static Differentiable, Vec<Expression>),
    /// An expression whose magnitude is at most a number.
    Within(Box<Expression>, f64),
}

impl From<Dual> for Expression {
    fn from(value: Dual) -> Self {
        Self::Value(value)
    }
}

impl From<f64> for Expression {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl Differentiable {
    /// Returns the function of expressions.
    pub(crate) fn of<const COUNT: usize>(&'static self, arguments: [Expression; COUNT]) -> Expression {
        Expression::Call(self, arguments.into())
    }
}

impl Lowerer<'_> {
    /// Makes the operations of an expression, and returns its value.
    pub(crate) fn value(&mut self, inner: impl Into<Expression>) -> Result<Dual> {
        match inner.into() {
            Expression::Value(value) => Ok(value),
            Expression::Number(number) => Ok(self.constant(number)),
            Expression::Scaled(inner, scale) => self.value(Expression::Line(inner, [scale, 0.0])),
            Expression::Line(inner, [scale, offset]) => {
                let arguments = [self.value(*inner)?, self.constant(scale), self.constant(offset)];
                self.call(&SCALE_OFFSET, &arguments)
            }
            Expression::Call(function, arguments) => {
                let arguments = arguments.into_iter().map(|argument| self.value(argument)).collect::<Result<Vec<_>>>()?;
                self.call(function, &arguments)
            }
            Expression::Within(inner, bound) => {
                let value = self.value(*inner)?;
                self.bound_by(value.value, bound.min(self.bound(value.value)));
                Ok(value)
            }
        }
    }
}

fn sum(a: Expression, b: Expression) -> Expression {
    match (a, b) {
        (Expression::Scaled(inner, scale), Expression::Number(offset)) => Expression::Line(inner, [scale, offset]),
        (inner, Expression::Number(offset)) => Expression::Line(inner.into(), [1.0, offset]),
        (a, b) => ADD.of([a, b]),
    }
}

fn difference(a: Expression, b: Expression) -> Expression {
    match (a, b) {
        (a, Expression::Number(offset)) => sum(a, Expression::Number(-offset)),
        (Expression::Number(offset), inner) => Expression::Line(inner.into(), [-1.0, offset]),
        (a, b) => SUBTRACT.of([a, b]),
    }
}

fn product(a: Expression, b: Expression) -> Expression {
    match (a, b) {
        (inner, Expression::Number(scale)) => Expression::Scaled(inner.into(), scale),
        (a, b) => MULTIPLY.of([a, b]),
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $made:ident for $left:ty;)*) => {$(
        impl<T: Into<Expression>> $operator<T> for $left {
            type Output = Expression;

            fn $method(self, other: T) -> Expression {
                $made(self.into(), other.into())
            }
        }
    )*};
}
operators! {
    Add add sum for Expression;
    Add add sum for Dual;
    Sub sub difference for Expression;
    Sub sub difference for Dual;
    Mul mul product for Expression;
    Mul mul product for Dual;
}

impl Sub<Dual> for f64 {
    type Output = Expression;

    fn sub(self, other: Dual) -> Expression {
        difference(self.into(), other.into())
    }
}

impl Sub<Expression> for f64 {
    type Output = Expression;

    fn sub(self, other: Expression) -> Expression {
        difference(self.into(), other)
    }
}

impl Neg for Dual {
    type Output = Expression;

    fn neg(self) -> Expression {
        self * -1.0
    }
}

pub(crate) fn abs(value: impl Into<Expression>) -> Expression {
    ABS.of([value.into()])
}

pub(crate) fn sqrt(value: impl Into<Expression>) -> Expression {
    SQRT.of([value.into()])
}

pub(crate) fn min(a: impl Into<Expression>, b: impl Into<Expression>) -> Expression {
    MIN.of([a.into(), b.into()])
}

pub(crate) fn max(a: impl Into<Expression>, b: impl Into<Expression>) -> Expression {
    MAX.of([a.into(), b.into()])
}

/// Returns a value clamped to 0..1.
pub(crate) fn within_unit(value: impl Into<Expression>) -> Expression {
    Expression::Within(min(max(value, 0.0), 1.0).into(), 1.0)
}

/// Returns the quotient of two values, clamped to ±1.
pub(crate) fn quotient(a: impl Into<Expression>, b: impl Into<Expression>) -> Expression {
    QUOTIENT.of([a.into(), b.into(), 1.0.into()])
}

/// Returns one value where another is below a level, and a third elsewhere.
pub(crate) fn if_below(
    value: impl Into<Expression>,
    level: impl Into<Expression>,
    below: impl Into<Expression>,
    otherwise: impl Into<Expression>,
) -> Expression {
    THRESHOLD.of([value.into(), level.into(), below.into(), otherwise.into()])
}
