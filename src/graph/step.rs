//! Steps: nodes that change a value, or make one of several.

use serde::{Deserialize, Serialize};

use super::basis::Perlin;
use super::checks::{finite, within};
use super::defaults::{half, one, two, zero};
use super::node::{Input, Parts};
use super::setters::setters;
use crate::error::{Error, Result};
use crate::number::Number;

macro_rules! step {
    (
        $(#[$doc:meta])*
        $name:ident [$($(#[$input_doc:meta])* $input:ident),+] [$($(#[$tune_doc:meta])* $tune:ident = $tune_default:ident $tune_path:literal),*]
        {$($(#[$field_doc:meta])* $field:ident: $low:literal to $high:literal = $default:ident $path:literal),*}
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$input_doc])* pub $input: Input,)+
            $($(#[$tune_doc])* #[serde(default = $tune_path)] pub $tune: Input,)*
            $($(#[$field_doc])* #[serde(default = $path)] pub $field: Number,)*
        }

        impl $name {
            /// The node with its defaults.
            pub fn of($($input: impl Into<Input>),+) -> Self {
                Self { $($input: $input.into(),)+ $($tune: Input::Number($tune_default()),)* $($field: $default(),)* }
            }
        }

        setters!($name { $($tune: plain Input,)* $($field: plain Number,)* } no new);

        impl Parts for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                vec![$((stringify!($input), &self.$input),)+ $((stringify!($tune), &self.$tune),)*]
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                vec![$(&mut self.$input,)+ $(&mut self.$tune,)*]
            }
            #[allow(unused_variables, reason = "some have nothing to check")]
            fn validate(&self, place: &str) -> Result<()> {
                $(within(&format!("{place}.{}", stringify!($field)), self.$field, $low, $high)?;)*
                Ok(())
            }
            fn example() -> Self {
                Self { $($input: Perlin::default().into(),)+ $($tune: Input::Number($tune_default()),)* $($field: $default(),)* }
            }
        }
    };
}

// The defaults that inputs name by path.
fn input_zero() -> Input {
    Input::Number(zero())
}
fn input_half() -> Input {
    Input::Number(half())
}
fn input_one() -> Input {
    Input::Number(one())
}
fn minus_one() -> Number {
    (-1).into()
}
fn input_minus_one() -> Input {
    Input::Number(minus_one())
}
fn four() -> Number {
    4.into()
}
fn tenth() -> Number {
    0.1.into()
}
fn thousand() -> Number {
    1000.into()
}

/// A value times a scale plus an offset.
///
/// ```
/// # use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program};
/// let program = Program::new(&Graph::from(Perlin::new().scale_offset(0.5, 0.5)))?;
/// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] >= -0.1);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScaleOffset {
    /// What is scaled.
    pub source: Input,
    /// The factor, within ±10^30.
    #[serde(default = "one")]
    pub scale: Number,
    /// Added after scaling, within ±10^30.
    #[serde(default)]
    pub offset: Number,
}

impl Parts for ScaleOffset {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![("source", &self.source)]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![&mut self.source]
    }
    fn validate(&self, place: &str) -> Result<()> {
        within(&format!("{place}.scale"), self.scale, -1e30, 1e30)?;
        within(&format!("{place}.offset"), self.offset, -1e30, 1e30)
    }
    fn example() -> Self {
        Self { source: Perlin::default().into(), scale: one(), offset: zero() }
    }
}

step! {
    /// The absolute value. Its derivative at 0 is that from above.
    ///
    /// ```
    /// # use lacuna::{Abs, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Abs::of(-2)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Abs [/// The value.
        source] [] {}
}

step! {
    /// The negative.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Negate, Program};
    /// let program = Program::new(&Graph::from(Negate::of(2)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [-2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Negate [/// The value.
        source] [] {}
}

step! {
    /// 1 less the value: turns 0..1 round.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Invert, Program};
    /// let program = Program::new(&Graph::from(Invert::of(0.25)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.75]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Invert [/// The value.
        source] [] {}
}

step! {
    /// The value times itself.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Square};
    /// let program = Program::new(&Graph::from(Square::of(-3)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [9.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Square [/// The value.
        source] [] {}
}

step! {
    /// The square root; 0 for negative values. Its derivative is 0 below 0, and held at 10^6 near it.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Sqrt};
    /// let program = Program::new(&Graph::from(Sqrt::of(9)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [3.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sqrt [/// The value.
        source] [] {}
}

step! {
    /// The value to a power; negative values count as 0. The result is held at or under 10^30.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Power, Program};
    /// let program = Program::new(&Graph::from(Power::of(4).exponent(1.5)))?;
    /// assert!((Cpu::new().sample(&program, &Domain::points([[0.0]]))?[0] - 8.0).abs() < 1e-4);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Power [/// The value.
        source] [] {
        /// The exponent, within ±64.
        exponent: -64.0 to 64.0 = two "two"
    }
}

step! {
    /// The sine of the value taken in turns: 0 at every multiple of 1/2. Values are held within ±2^20 turns.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Sine};
    /// let program = Program::new(&Graph::from(Sine::of(0.25)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sine [/// The angle, in turns.
        source] [] {}
}

step! {
    /// The value held within two bounds.
    ///
    /// ```
    /// # use lacuna::{Clamp, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Clamp::of(3).low(0).high(1)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Clamp [/// The value.
        source] [
        /// The lower bound.
        low = minus_one "input_minus_one",
        /// The upper bound, which wins where the two cross.
        high = one "input_one"
    ] {}
}

step! {
    /// A smooth step from 0 at `low` to 1 at `high`, cubic between; a hard step at `low` where `high` is not above it.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Smoothstep};
    /// let program = Program::new(&Graph::from(Smoothstep::of(1).low(0).high(2)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Smoothstep [/// The value.
        source] [] {
        /// Where the step begins, within ±10^6.
        low: -1e6 to 1e6 = zero "zero",
        /// Where it ends, within ±10^6.
        high: -1e6 to 1e6 = one "one"
    }
}

step! {
    /// Bends 0..1 towards 0 or 1 (Schlick, "Fast Alternatives to Perlin's Bias and Gain Functions", 1994). What lies outside of 0..1 is held there.
    ///
    /// ```
    /// # use lacuna::{Bias, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Bias::of(0.5).amount(0.75)))?;
    /// assert!((Cpu::new().sample(&program, &Domain::points([[0.0]]))?[0] - 0.75).abs() < 1e-6);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Bias [/// The value, 0 to 1.
        source] [] {
        /// What 1/2 becomes, 0.001 to 0.999.
        amount: 0.001 to 0.999 = half "half"
    }
}

step! {
    /// Bends both halves of 0..1 towards or away from 1/2 (Schlick 1994). What lies outside of 0..1 is held there.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Gain, Graph, Program};
    /// let program = Program::new(&Graph::from(Gain::of(0.5).amount(0.25)))?;
    /// assert!((Cpu::new().sample(&program, &Domain::points([[0.0]]))?[0] - 0.5).abs() < 1e-6);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Gain [/// The value, 0 to 1.
        source] [] {
        /// What 1/4 becomes, doubled; 0.001 to 0.999. Below 1/2 contrast grows less, above it more.
        amount: 0.001 to 0.999 = half "half"
    }
}

step! {
    /// Terraces: levels 1/steps apart, with slopes between.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Terrace};
    /// let program = Program::new(&Graph::from(Terrace::of(0.6).steps(4).sharpness(1)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Terrace [/// The value.
        source] [] {
        /// Levels a unit, 1 to 10^4.
        steps: 1.0 to 1e4 = four "four",
        /// 0 leaves the value as it is, 1 makes hard steps.
        sharpness: 0.0 to 1.0 = half "half"
    }
}

step! {
    /// Rounds down to a multiple of 1/steps. Its derivative is 0.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Quantize};
    /// let program = Program::new(&Graph::from(Quantize::of(0.6).steps(4)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Quantize [/// The value.
        source] [] {
        /// Steps a unit, 1 to 10^4.
        steps: 1.0 to 1e4 = four "four"
    }
}

step! {
    /// What lies above the next whole number below: the value modulo 1. Its derivative is the value's.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Fraction, Graph, Program};
    /// let program = Program::new(&Graph::from(Fraction::of(-0.25)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.75]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Fraction [/// The value.
        source] [] {}
}

step! {
    /// One value below a level and another from it on. The derivative is that of the chosen one.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Threshold};
    /// let program = Program::new(&Graph::from(Threshold::of(0.6).level(0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Threshold [/// The value.
        source] [
        /// The level.
        level = zero "input_zero",
        /// The result below it.
        low = zero "input_zero",
        /// The result from it on.
        high = one "input_one"
    ] {}
}

step! {
    /// The sum.
    ///
    /// ```
    /// # use lacuna::{Add, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Add::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Add [/// One value.
        a, /// The other.
        b] [] {}
}

step! {
    /// The difference a - b.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Subtract};
    /// let program = Program::new(&Graph::from(Subtract::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Subtract [/// What is taken from.
        a, /// What is taken off.
        b] [] {}
}

step! {
    /// The product.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Multiply, Program};
    /// let program = Program::new(&Graph::from(Multiply::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Multiply [/// One value.
        a, /// The other.
        b] [] {}
}

step! {
    /// The quotient a / b, held within ±`limit`: where b is 0 it is ±limit, by the sign of a. 0 / 0 is 0.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Quotient};
    /// let program = Program::new(&Graph::from(Quotient::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [4.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Quotient [/// What is divided.
        a, /// What divides.
        b] [] {
        /// What the result is held within, above 10^-6 and at most 10^12.
        limit: 1e-6 to 1e12 = thousand "thousand"
    }
}

step! {
    /// The smaller.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Min, Program};
    /// let program = Program::new(&Graph::from(Min::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Min [/// One value.
        a, /// The other.
        b] [] {}
}

step! {
    /// The larger.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Max, Program};
    /// let program = Program::new(&Graph::from(Max::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Max [/// One value.
        a, /// The other.
        b] [] {}
}

step! {
    /// The smaller, rounded off where the two come closer than `radius` (Quilez, "Smooth Minimum", 2013).
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, SmoothMin};
    /// let program = Program::new(&Graph::from(SmoothMin::of(2, 0.5).radius(0.25)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    SmoothMin [/// One value.
        a, /// The other.
        b] [] {
        /// How close, 0 to 10^6.
        radius: 0.0 to 1e6 = tenth "tenth"
    }
}

step! {
    /// The larger, rounded off where the two come closer than `radius`.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, SmoothMax};
    /// let program = Program::new(&Graph::from(SmoothMax::of(2, 0.5).radius(0.25)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    SmoothMax [/// One value.
        a, /// The other.
        b] [] {
        /// How close, 0 to 10^6.
        radius: 0.0 to 1e6 = tenth "tenth"
    }
}

step! {
    /// Linear interpolation: a where the mask is 0 or less, b where it is 1 or more.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Lerp, Program};
    /// let program = Program::new(&Graph::from(Lerp::of(2, 4).mask(0.25)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Lerp [/// The value where the mask is 0.
        a, /// The value where it is 1.
        b] [
        /// The mask.
        mask = half "input_half"
    ] {}
}

step! {
    /// a where the control lies below a threshold, b above it, blended smoothly within `falloff` of it.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Select};
    /// let program = Program::new(&Graph::from(Select::of(2, 4, 0.25).threshold(0.5).falloff(0.1)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Select [/// The value below.
        a, /// The value above.
        b, /// What decides.
        control] [] {
        /// The threshold, within ±10^6.
        threshold: -1e6 to 1e6 = zero "zero",
        /// How far on either side of it values are blended, 0 to 10^6.
        falloff: 0.0 to 1e6 = zero "zero"
    }
}

/// Maps a range of values onto another, also beyond them.
///
/// ```
/// # use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program};
/// let program = Program::new(&Graph::from(Perlin::new().remap([-1, 1], [0, 255])))?;
/// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] > 0.0);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Remap {
    /// The value.
    pub source: Input,
    /// The two values that are mapped, within ±10^6 and not equal.
    #[serde(default = "minus_one_to_one")]
    pub from: [Number; 2],
    /// What they become, within ±10^6.
    #[serde(default = "zero_to_one")]
    pub to: [Number; 2],
}

fn minus_one_to_one() -> [Number; 2] {
    [minus_one(), one()]
}

fn zero_to_one() -> [Number; 2] {
    [zero(), one()]
}

impl Parts for Remap {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![("source", &self.source)]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![&mut self.source]
    }
    fn validate(&self, place: &str) -> Result<()> {
        for (key, range) in [("from", self.from), ("to", self.to)] {
            for value in range {
                within(&format!("{place}.{key}"), value, -1e6, 1e6)?;
            }
        }
        if self.from[0].to_f64() == self.from[1].to_f64() {
            return Err(Error::parameter(format!("{place}.from"), "the two values are equal; give two that differ"));
        }
        Ok(())
    }
    fn example() -> Self {
        Self { source: Perlin::default().into(), from: minus_one_to_one(), to: zero_to_one() }
    }
}

/// A tone curve through points: monotone between them (Fritsch and Carlson, "Monotone Piecewise Cubic Interpolation", 1980), level beyond them.
///
/// ```
/// # use lacuna::{Cpu, Curve, Domain, Graph, Program};
/// let program = Program::new(&Graph::from(Curve::of(0.5, [[0.0, 0.0], [0.5, 0.8], [1.0, 1.0]])))?;
/// assert!((Cpu::new().sample(&program, &Domain::points([[0.0]]))?[0] - 0.8).abs() < 1e-6);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The value.
    pub source: Input,
    /// Pairs of a value and what it becomes, 2 to 64 of them, the values rising; all within ±10^6.
    pub points: Vec<[Number; 2]>,
}

impl Curve {
    /// A curve through points.
    pub fn of<N: Into<Number>>(source: impl Into<Input>, points: impl IntoIterator<Item = [N; 2]>) -> Self {
        Self { source: source.into(), points: points.into_iter().map(|point| point.map(Into::into)).collect() }
    }
}

impl Parts for Curve {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![("source", &self.source)]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![&mut self.source]
    }
    fn validate(&self, place: &str) -> Result<()> {
        let place = format!("{place}.points");
        if !(2..=64).contains(&self.points.len()) {
            return Err(Error::parameter(place, format!("{} points; give 2 to 64", self.points.len())));
        }
        for point in &self.points {
            for value in point {
                finite(&place, *value)?;
                within(&place, *value, -1e6, 1e6)?;
            }
        }
        for pair in self.points.windows(2) {
            if pair[1][0].to_f64() as f32 <= pair[0][0].to_f64() as f32 {
                let (a, b) = (pair[0][0], pair[1][0]);
                return Err(Error::parameter(place, format!("{b} follows {a}; give points in rising order of their first numbers")));
            }
        }
        Ok(())
    }
    fn example() -> Self {
        Self::of(Perlin::default(), [[-1, -1], [1, 1]])
    }
}
