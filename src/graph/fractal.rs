//! Fractals: nodes that sum the octaves of another node (Musgrave, in Ebert et al., "Texturing and Modeling", 3rd edition, 2003).

use super::interval::Interval;
use super::key::{KeyKind, number};
use super::lowering::{AXES, Dual, Lowering};
use super::node::Input;
use super::nodes::add::ADD;
use super::nodes::multiply::MULTIPLY;
use super::nodes::quotient::QUOTIENT;
use super::nodes::scale_offset::scale_offset;
use super::surface::dot;
use crate::error::{Error, Result};
use crate::number::Number;

/// The most octaves a fractal may have.
pub const MAX_OCTAVES: u32 = 32;

/// If weights are normalised, at least one must have this absolute value or more: f32 can't hold the quotients if all are smaller.
const LEAST_WEIGHT: f64 = 1e-12;

/// The common parts of all fractals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Octaves<'a> {
    pub(crate) source: &'a Input,
    pub(crate) octaves: Option<Number>,
    pub(crate) lacunarity: Number,
    pub(crate) gain: Option<Number>,
    pub(crate) weights: Option<&'a [Number]>,
    pub(crate) normalize: bool,
    pub(crate) decorrelate: bool,
    pub(crate) damping: Option<Number>,
}

impl Octaves<'_> {
    /// Returns true if octaves are damped by slopes.
    pub(crate) fn is_damped(&self) -> bool {
        self.damping.is_some_and(|damping| !damping.is_zero())
    }

    /// Returns the initial values of what damped octaves pass on to the next: the accumulated derivatives along x, y and z.
    pub(super) fn slopes(&self) -> Vec<f64> {
        if self.is_damped() { vec![0.0; AXES] } else { vec![] }
    }

    /// Returns an octave's value, damped by the slope accumulated over this octave and those before it (`left`), and the accumulated derivatives for the next
    /// octave.
    pub(super) fn damped(&self, at: &mut dyn Lowering, value: Dual, left: &[Dual]) -> Result<(Dual, Vec<Dual>)> {
        let Some(damping) = self.damping.filter(|_| self.is_damped()) else { return Ok((value, vec![])) };
        let mut slopes = Vec::new();
        for (axis, before) in left.iter().enumerate() {
            let steeper = at.derivative_or_zero(value, axis);
            slopes.push(at.call(&ADD, &[*before, steeper])?);
        }
        let squared = dot(at, &slopes, &slopes)?;
        let divisor = scale_offset(at, squared, damping.to_f64(), 1.0)?;
        let one = at.constant(1.0);
        let part = at.call(&QUOTIENT, &[one, divisor, one])?;
        Ok((at.call(&MULTIPLY, &[Dual::flat(value.value), part])?, slopes))
    }

    /// Returns the range of an octave's value after damping.
    pub(super) fn damped_range(&self, value: Interval) -> Interval {
        if self.is_damped() { value.times(Interval::UNIT) } else { value }
    }

    /// Returns the number of octaves evaluated. A fraction adds one more, which is weaker.
    pub(crate) fn count(&self) -> u32 {
        match (self.octaves, self.weights) {
            (Some(octaves), _) => octaves.to_f64().ceil().clamp(0.0, f64::from(u32::MAX)) as u32,
            (None, Some(weights)) => u32::try_from(weights.len()).unwrap_or(u32::MAX),
            (None, None) => 6,
        }
    }

    /// Returns the factor of the last octave's weight: the fraction of the number of octaves, or 1.
    pub(crate) fn last(&self) -> f64 {
        let fraction = self.octaves.map_or(0.0, |octaves| octaves.to_f64() - octaves.to_f64().floor());
        if fraction > 0.0 { fraction } else { 1.0 }
    }

    /// Returns the amplitudes of the octaves.
    pub(crate) fn amplitudes(&self) -> Vec<f64> {
        let mut amplitudes: Vec<f64> = match self.weights {
            Some(weights) => weights.iter().map(|weight| weight.to_f64()).collect(),
            None => {
                let gain = self.gain.map_or(0.5, Number::to_f64);
                std::iter::successors(Some(1.0), |weight| Some(weight * gain)).take(self.count() as usize).collect()
            }
        };
        if let Some(last) = amplitudes.last_mut() {
            *last *= self.last();
        }
        amplitudes
    }

    /// Returns the range of the sum. `step` takes the range of the sum so far, the range of what the last octave passed on (1 at first) and the amplitude, and
    /// returns the next of both ranges.
    pub(super) fn sum(&self, step: impl Fn(Interval, Interval, f64) -> (Interval, Interval)) -> Interval {
        let amplitudes = self.amplitudes();
        let first = (Interval::of(0.0), Interval::of(1.0));
        let (sum, _) = amplitudes.iter().fold(first, |(sum, factor), &amplitude| step(sum, factor, amplitude));
        let total: f64 = amplitudes.iter().map(|amplitude| amplitude.abs()).sum();
        if self.normalize { sum.mapped(|value| value / total) } else { sum }
    }

    /// Checks that the keys for amplitudes agree.
    pub(crate) fn validate(&self, place: &str) -> Result<()> {
        let Some(weights) = self.weights else { return Ok(()) };
        if self.gain.is_some() {
            return Err(Error::parameter(format!("{place}.gain"), "`weights` gives the amplitudes already; leave one of the two out"));
        }
        let count = self.count();
        if weights.len() != count as usize {
            return Err(Error::parameter(
                format!("{place}.weights"),
                format!("{} weights for {count} octaves; give one for each octave, or leave `octaves` out", weights.len()),
            ));
        }
        if self.normalize && weights.iter().all(|weight| weight.to_f64().abs() < LEAST_WEIGHT) {
            return Err(Error::parameter(
                format!("{place}.weights"),
                format!("all lie within ±{LEAST_WEIGHT:e}, which can't be normalised; give a larger one, or `normalize = false`"),
            ));
        }
        Ok(())
    }
}

/// The amplitude of an octave.
pub(super) const WEIGHT: KeyKind = number(-1e6, 1e6);

macro_rules! fractal {
    (
        $(#[doc = $doc:literal])*
        $name:ident {
            $($(#[doc = $text:literal])* $key:ident: $head:tt = $default:expr, in $kind:expr;)*
        } $(and $damping:ident)?
    ) => {
        keyed! {
            $(#[doc = $doc])*
            $name(
                /// The node whose octaves are summed.
                source: Input;
            ) {
                /// The number of octaves, 0.001 to 32. Defaults to the number of weights, or to 6 without weights. A fraction weakens the last octave, so that
                /// detail can grow smoothly.
                octaves: Option<Number>, in count(MAX_OCTAVES);
                /// The ratio of the frequencies of consecutive octaves, 1/100 to 100.
                lacunarity: Number = 2, in number(0.01, 100.0);
                /// The ratio of the amplitudes of consecutive octaves, also called persistence, 0 to 16. Defaults to 1/2 without `weights`. With 0 only the
                /// first octave counts.
                gain: Option<Number>, in number(0.0, 16.0);
                /// The amplitude of each octave, within ±10^6, instead of `gain`.
                weights: Weights, in KeyKind::List { of: &WEIGHT, least: 1, most: MAX_OCTAVES as usize };
                $($(#[doc = $text])* $key: $head = $default, in $kind;)*
                /// Divides the result by the sum of the amplitudes' absolute values, so that a plain sum keeps the source's range.
                normalize: bool = true;
                /// Moves each octave but the first by a pseudo-random offset, so that the octaves' lattice points don't coincide.
                decorrelate: bool = true;
                $(
                    /// The damping of octaves on steep slopes, 0 to 1000. Each octave is divided by 1 + damping |g|^2, where g is the sum of the gradients of
                    /// its own values and of those before it, each in the units of its octave (Quilez, "More noise", 2008). Only the method `difference` can
                    /// measure the slope of a damped sum.
                    $damping: Option<Number>, in number(0.0, 1000.0);
                )?
            }, with validate_amplitudes
        }

        impl $name {
            /// Returns the number of octaves evaluated.
            pub fn octave_count(&self) -> u32 {
                self.summed().count()
            }

            fn validate_amplitudes(&self, place: &str) -> Result<()> {
                self.summed().validate(place)
            }

            pub(crate) fn summed(&self) -> Octaves<'_> {
                Octaves {
                    source: &self.source,
                    octaves: self.octaves,
                    lacunarity: self.lacunarity,
                    gain: self.gain,
                    weights: self.weights.as_deref(),
                    normalize: self.normalize,
                    decorrelate: self.decorrelate,
                    damping: None$(.or(self.$damping))?,
                }
            }
        }
    };
}
pub(super) use fractal;
