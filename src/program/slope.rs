//! Calls of functions: what bounds their results, and their derivatives by forward differentiation (Wengert, 1964).

use super::dual::Dual;
use super::function::Function;
use super::lowering::{Lowering, Scope};
use super::structure::{Operand, Operation};
use crate::error::Result;

/// What the derivative of one function is held within, so that those of functions of functions stay finite.
const STEEPEST: f64 = 1e6;

impl Lowering<'_> {
    /// A function of values, with its derivatives where they are wanted.
    pub(super) fn call(&mut self, function: Function, arguments: &[Dual], place: &str, scope: &mut Scope) -> Result<Dual> {
        let operands: Vec<Operand> = arguments.iter().map(|argument| argument.value).collect();
        let value = self.plain_call(function, &operands, place, scope)?;
        let mut dual = Dual::flat(value);
        if self.wants_slopes {
            for axis in 0..dual.slopes.len() {
                let slopes: Vec<Option<Operand>> = arguments.iter().map(|argument| argument.slopes[axis]).collect();
                if slopes.iter().any(Option::is_some) {
                    dual.slopes[axis] = self.derivative(function, &operands, &slopes, value, place, scope)?;
                }
            }
        }
        Ok(dual)
    }

    /// A function of values alone.
    pub(super) fn plain_call(&mut self, function: Function, arguments: &[Operand], place: &str, scope: &mut Scope) -> Result<Operand> {
        debug_assert_eq!(arguments.len(), function.arity());
        let bounds: Vec<f64> = arguments.iter().map(|argument| self.bound(*argument)).collect();
        let numbers: Vec<f64> = arguments.iter().map(|argument| self.value_of(*argument)).collect();
        let result = self.register(bound(function, &bounds, &numbers), place)?;
        self.push(Operation::Call { function, arguments: arguments.to_vec(), result }, place, scope)?;
        Ok(Operand::Register(result))
    }

    /// A value held within ± a bound.
    pub(super) fn held(&mut self, value: Operand, most: f64, place: &str, scope: &mut Scope) -> Result<Operand> {
        let (low, high) = (self.number(-most), self.number(most));
        let raised = self.plain_call(Function::Max, &[value, low], place, scope)?;
        let held = self.plain_call(Function::Min, &[raised, high], place, scope)?;
        self.bound_by(held, most);
        Ok(held)
    }

    /// The derivative of a call along one axis, of whose arguments some have one. At a kink it is that of the side that the function itself takes.
    fn derivative(
        &mut self,
        function: Function,
        arguments: &[Operand],
        slopes: &[Option<Operand>],
        value: Operand,
        place: &str,
        scope: &mut Scope,
    ) -> Result<Option<Operand>> {
        let mut rule = Rule { lowering: self, place, scope };
        let steep = |rule: &mut Rule<'_, '_>, steepness: Function| {
            let steepness = rule.steepness(steepness, arguments)?;
            rule.product(slopes[0], steepness)
        };
        match function {
            Function::FbmOctave => {
                let (sum, value) = (rule.or_zero(slopes[0]), rule.or_zero(slopes[2]));
                rule.call(function, &[sum, arguments[1], value]).map(Some)
            }
            Function::FbmTotal | Function::ScaleOffset => rule.product(slopes[0], arguments[1]),
            Function::Abs => {
                let Some(slope) = slopes[0] else { return Ok(None) };
                let (zero, minus) = (rule.number(0.0), rule.negative(slope)?);
                rule.call(Function::Threshold, &[arguments[0], zero, minus, slope]).map(Some)
            }
            Function::Smoothstep => steep(&mut rule, Function::SmoothstepSlope),
            Function::Bias => steep(&mut rule, Function::BiasSlope),
            Function::Gain => steep(&mut rule, Function::GainSlope),
            Function::Terrace => {
                let steepness = rule.steepness(Function::TerraceSlope, &[arguments[0], arguments[1], arguments[3]])?;
                rule.product(slopes[0], steepness)
            }
            Function::PingPong => steep(&mut rule, Function::PingPongSlope),
            Function::Sqrt => steep(&mut rule, Function::SqrtSlope),
            Function::Power => steep(&mut rule, Function::PowerSlope),
            Function::Fraction => Ok(slopes[0]),
            Function::Quantize => Ok(None),
            Function::CurvePiece => {
                let [_, v, start, _, c1, c2, c3] = *arguments else { unreachable!("seven operands") };
                let (twice, thrice) = (2.0 * rule.lowering.value_of(c2), 3.0 * rule.lowering.value_of(c3));
                let (zero, twice, thrice) = (rule.number(0.0), rule.number(twice), rule.number(thrice));
                let steepness = rule.steepness(function, &[zero, v, start, c1, twice, thrice, zero])?;
                let here = rule.product(slopes[1], steepness)?;
                let (before, here) = (rule.or_zero(slopes[0]), rule.or_zero(here));
                rule.call(Function::Threshold, &[v, start, before, here]).map(Some)
            }
            Function::RampPiece => {
                let [_, v, start, _, _, rise] = *arguments else { unreachable!("six operands") };
                let rise = rule.lowering.value_of(rise).clamp(-STEEPEST, STEEPEST);
                let rise = rule.number(rise);
                let here = rule.product(slopes[1], rise)?;
                let (before, here) = (rule.or_zero(slopes[0]), rule.or_zero(here));
                rule.call(Function::Threshold, &[v, start, before, here]).map(Some)
            }
            Function::OklabChannel => {
                let [l, a, b, by_long, by_medium, by_short] = *arguments else { unreachable!("six operands") };
                let [dl, da, db] = [slopes[0], slopes[1], slopes[2]].map(|slope| rule.or_zero(slope));
                rule.call(Function::OklabChannelSlope, &[l, a, b, dl, da, db, by_long, by_medium, by_short]).map(Some)
            }
            Function::Add => rule.sum(slopes[0], slopes[1]),
            Function::Subtract => {
                let minus = slopes[1].map(|slope| rule.negative(slope)).transpose()?;
                rule.sum(slopes[0], minus)
            }
            Function::Multiply => {
                let (a, b) = (rule.product(slopes[0], arguments[1])?, rule.product(slopes[1], arguments[0])?);
                rule.sum(a, b)
            }
            Function::Min => rule.chosen([arguments[1], arguments[0]], [slopes[1], slopes[0]]),
            Function::Max => rule.chosen([arguments[0], arguments[1]], [slopes[1], slopes[0]]),
            Function::SmoothMin | Function::SmoothMax => {
                let share = if function == Function::SmoothMin { Function::SmoothMinShare } else { Function::SmoothMaxShare };
                let share = rule.call(share, arguments)?;
                let (a, b) = (rule.or_zero(slopes[0]), rule.or_zero(slopes[1]));
                rule.call(Function::Lerp, &[b, a, share]).map(Some)
            }
            Function::Lerp => {
                let [a, b, mask] = *arguments else { unreachable!("three operands") };
                let (from, to) = (rule.or_zero(slopes[0]), rule.or_zero(slopes[1]));
                let blended = rule.call(Function::Lerp, &[from, to, mask])?;
                let Some(slope) = slopes[2] else { return Ok(Some(blended)) };
                let apart = rule.call(Function::Subtract, &[b, a])?;
                let moved = rule.call(Function::Multiply, &[apart, slope])?;
                let (zero, one) = (rule.number(0.0), rule.number(1.0));
                let moved = rule.call(Function::Threshold, &[mask, one, moved, zero])?;
                let moved = rule.call(Function::Threshold, &[mask, zero, zero, moved])?;
                rule.sum(Some(blended), Some(moved))
            }
            Function::Threshold => {
                let (below, otherwise) = (rule.or_zero(slopes[2]), rule.or_zero(slopes[3]));
                rule.call(function, &[arguments[0], arguments[1], below, otherwise]).map(Some)
            }
            Function::Quotient => {
                // (a' - (a / b) b') / b.
                let moved = rule.product(slopes[1], value)?.map(|slope| rule.negative(slope)).transpose()?;
                let Some(above) = rule.sum(slopes[0], moved)? else { return Ok(None) };
                let limit = rule.number(STEEPEST);
                let slope = rule.call(function, &[above, arguments[1], limit])?;
                // Where the quotient is held at its limit it is level.
                let size = rule.call(Function::Abs, &[value])?;
                let zero = rule.number(0.0);
                rule.call(Function::Threshold, &[size, arguments[2], slope, zero]).map(Some)
            }
            Function::Angle => {
                // (x y' - y x') / (x^2 + y^2), in turns.
                let [y, x] = *arguments else { unreachable!("two operands") };
                let moved = rule.product(slopes[1], y)?.map(|slope| rule.negative(slope)).transpose()?;
                let ahead = rule.product(slopes[0], x)?;
                let Some(above) = rule.sum(ahead, moved)? else { return Ok(None) };
                let (xx, yy) = (rule.call(Function::Multiply, &[x, x])?, rule.call(Function::Multiply, &[y, y])?);
                let below = rule.call(Function::Add, &[xx, yy])?;
                let limit = rule.number(STEEPEST);
                let radians = rule.call(Function::Quotient, &[above, below, limit])?;
                let turns = rule.number(std::f64::consts::TAU.recip());
                rule.product(Some(radians), turns)
            }
            Function::Sine => {
                let (one, quarter, tau) = (rule.number(1.0), rule.number(0.25), rule.number(std::f64::consts::TAU));
                let ahead = rule.call(Function::ScaleOffset, &[arguments[0], one, quarter])?;
                let cosine = rule.call(Function::Sine, &[ahead])?;
                let steepness = rule.call(Function::Multiply, &[cosine, tau])?;
                rule.product(slopes[0], steepness)
            }
            Function::SmoothstepSlope
            | Function::BiasSlope
            | Function::GainSlope
            | Function::TerraceSlope
            | Function::PingPongSlope
            | Function::SqrtSlope
            | Function::PowerSlope
            | Function::OklabChannelSlope
            | Function::SmoothMinShare
            | Function::SmoothMaxShare => unreachable!("derivatives are not differentiated"),
        }
    }
}

/// Where a rule of differentiation puts its calls.
struct Rule<'r, 'a> {
    lowering: &'r mut Lowering<'a>,
    place: &'r str,
    scope: &'r mut Scope,
}

impl Rule<'_, '_> {
    fn call(&mut self, function: Function, arguments: &[Operand]) -> Result<Operand> {
        self.lowering.plain_call(function, arguments, self.place, self.scope)
    }

    fn number(&mut self, value: f64) -> Operand {
        self.lowering.number(value)
    }

    /// How steep a function is, held within what derivatives may be multiplied by.
    fn steepness(&mut self, function: Function, arguments: &[Operand]) -> Result<Operand> {
        let steepness = self.call(function, arguments)?;
        self.lowering.held(steepness, STEEPEST, self.place, self.scope)
    }

    fn or_zero(&mut self, slope: Option<Operand>) -> Operand {
        slope.unwrap_or_else(|| self.number(0.0))
    }

    fn negative(&mut self, slope: Operand) -> Result<Operand> {
        let (minus, zero) = (self.number(-1.0), self.number(0.0));
        self.call(Function::ScaleOffset, &[slope, minus, zero])
    }

    fn product(&mut self, slope: Option<Operand>, by: Operand) -> Result<Option<Operand>> {
        slope.map(|slope| self.call(Function::Multiply, &[slope, by])).transpose()
    }

    fn sum(&mut self, a: Option<Operand>, b: Option<Operand>) -> Result<Option<Operand>> {
        match (a, b) {
            (Some(a), Some(b)) => self.call(Function::Add, &[a, b]).map(Some),
            (one, None) | (None, one) => Ok(one),
        }
    }

    /// The first of two slopes where the first of two values lies below the second, otherwise the second.
    fn chosen(&mut self, values: [Operand; 2], slopes: [Option<Operand>; 2]) -> Result<Option<Operand>> {
        let [below, otherwise] = slopes.map(|slope| self.or_zero(slope));
        self.call(Function::Threshold, &[values[0], values[1], below, otherwise]).map(Some)
    }
}

/// What no absolute value of a function exceeds, from the bounds of its operands and, where these are numbers, the numbers.
fn bound(function: Function, bounds: &[f64], numbers: &[f64]) -> f64 {
    match function {
        Function::FbmOctave => bounds[0] + bounds[1] * bounds[2],
        Function::FbmTotal | Function::Multiply => bounds[0] * bounds[1],
        Function::ScaleOffset => bounds[0] * bounds[1] + bounds[2],
        Function::Abs => bounds[0],
        Function::Smoothstep | Function::Bias | Function::Gain | Function::PingPong | Function::Fraction => 1.0,
        Function::SmoothMinShare | Function::SmoothMaxShare => 1.0,
        Function::Angle => 0.5,
        Function::Sine => 1.0,
        Function::SmoothstepSlope => 2.0 / (numbers[2] - numbers[1]).abs().max(1e-30),
        Function::BiasSlope | Function::GainSlope | Function::TerraceSlope => f64::from(1 << 24),
        Function::Terrace => bounds[0] + 2.0,
        Function::Quantize => bounds[0] + 1.0,
        Function::PingPongSlope => 4.0 * numbers[1].abs() + 1.0,
        Function::SqrtSlope => f64::from(1 << 30) * f64::from(1 << 17),
        Function::Sqrt => bounds[0].max(1.0),
        Function::Power if numbers[1] >= 0.0 => libm::pow(bounds[0].max(1.0), numbers[1]).min(1e30),
        Function::Power | Function::PowerSlope => 1e30,
        Function::CurvePiece => bounds[0].max(1e37),
        Function::RampPiece => bounds[0].max(bounds[4] + bounds[3] * bounds[5]),
        Function::OklabChannel => 1.0,
        Function::OklabChannelSlope => {
            // Roots are at most L + 0.4 a + 1.3 b.
            let root = |from: usize| bounds[from] + 0.4 * bounds[from + 1] + 1.3 * bounds[from + 2];
            3.0 * root(0) * root(0) * root(3) * (bounds[6] + bounds[7] + bounds[8])
        }
        Function::Add | Function::Subtract => bounds[0] + bounds[1],
        Function::Min | Function::Max | Function::SmoothMin | Function::SmoothMax => {
            bounds[0].max(bounds[1]) + bounds.get(2).copied().unwrap_or(0.0)
        }
        Function::Lerp => bounds[0].max(bounds[1]) * 2.0,
        Function::Threshold => bounds[2].max(bounds[3]),
        Function::Quotient => numbers[2],
    }
}
