//! How a summand of a lattice coordinate follows from a coordinate of the domain.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// A function of a domain coordinate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Wave {
    /// The coordinate itself.
    Linear,
    /// The cosine of an angle in turns: the rate times the coordinate, and the phase.
    Cosine { rate: BigRational, phase: BigRational },
    /// The sine of such an angle.
    Sine { rate: BigRational, phase: BigRational },
}

/// A linear function over a common divisor: (factor * x + offset) / divisor.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LinearFunction<I> {
    pub(crate) factor: I,
    pub(crate) offset: I,
    /// More than 0.
    pub(crate) divisor: I,
}

/// A summand in one octave: a linear function of a wave of the domain coordinate, in units of 2^-32 cell and rounded down, modulo the period.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TermOctave {
    /// What of the domain's coordinate is taken.
    pub(crate) wave: Wave,
    pub(crate) exact: LinearFunction<BigInt>,
    /// The same, if it fits and takes the coordinate itself.
    pub(crate) narrow: Option<LinearFunction<i128>>,
    /// Cells, at most 2^30; 0 for none.
    pub(crate) period: u32,
}

impl TermOctave {
    /// Of factor * wave + offset in cells.
    pub(crate) fn new(wave: Wave, factor: &BigRational, offset: &BigRational, period: u32) -> Self {
        let common = factor.denom().lcm(offset.denom());
        let halvings = common.trailing_zeros().unwrap_or(0).min(32);
        let scaled = |value: &BigRational| (value.numer() * (&common / value.denom())) << (32 - halvings);
        let exact = LinearFunction { factor: scaled(factor), offset: scaled(offset), divisor: &common >> halvings };
        let narrow = match (exact.factor.to_i128(), exact.offset.to_i128(), exact.divisor.to_i128()) {
            (Some(factor), Some(offset), Some(divisor)) if wave == Wave::Linear => Some(LinearFunction { factor, offset, divisor }),
            _ => None,
        };
        Self { wave, exact, narrow, period }
    }

    /// How many cells there are to a unit of the wave.
    pub(crate) fn factor(&self) -> BigRational {
        BigRational::new(self.exact.factor.clone(), &self.exact.divisor << 32)
    }
}

/// The cosine of an angle in turns, exact at every quarter and the same at every turn.
pub(crate) fn cosine_of(turns: &BigRational) -> f64 {
    sine_of(&(turns + BigRational::new(1.into(), 4.into())))
}

/// The sine of an angle in turns, exact at every quarter, odd, and the same at every turn.
pub(crate) fn sine_of(turns: &BigRational) -> f64 {
    let turn = turns - turns.floor();
    // An eighth of a turn at most is left, so that what is symmetric stays so in every bit.
    let eighths = (&turn * BigInt::from(8)).floor().to_integer().to_u8().unwrap_or(0);
    let angle = |part: BigRational| part.to_f64().unwrap_or(0.0) * std::f64::consts::TAU;
    let quarter = |number: i64| BigRational::new(number.into(), 4.into());
    match eighths {
        0 => libm::sin(angle(turn)),
        1 => libm::cos(angle(quarter(1) - turn)),
        2 => libm::cos(angle(turn - quarter(1))),
        3 => libm::sin(angle(quarter(2) - turn)),
        4 => -libm::sin(angle(turn - quarter(2))),
        5 => -libm::cos(angle(quarter(3) - turn)),
        6 => -libm::cos(angle(turn - quarter(3))),
        _ => -libm::sin(angle(BigRational::from_integer(1.into()) - turn)),
    }
}
