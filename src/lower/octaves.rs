//! Sums of octaves as fractals declare them: their number, their amplitudes, and their damping by slopes.

use super::dual::{AXES, Dual};
use super::expression::quotient;
use super::functions::dot;
use super::interval::Interval;
use super::lacunarity::flushed;
use super::lowerer::Lowerer;
use super::lowerer::Source;
use crate::error::{Error, Result};
use crate::number::Number;

/// The weights of octaves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Weighing {
    /// Scaled to within ±1, for sums that are linear in the weights.
    Shares,
    /// Unchanged, for sums whose octaves weight those after them.
    AsGiven,
}

/// If weights are normalised, at least one must have this absolute value or more: f32 can't hold the quotients if all are smaller.
const LEAST_WEIGHT: f64 = 1e-12;

/// The common parts of all fractals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Octaves<'a> {
    pub(crate) source: &'a dyn Source,
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
    pub(crate) fn slopes(&self) -> Vec<f64> {
        if self.is_damped() { vec![0.0; AXES] } else { vec![] }
    }

    /// Returns an octave's value, damped by the slope accumulated over this octave and those before it (`left`), and the accumulated derivatives for the next
    /// octave.
    pub(crate) fn damped(&self, at: &mut Lowerer<'_>, value: Dual, left: &[Dual]) -> Result<(Dual, Vec<Dual>)> {
        let Some(damping) = self.damping.filter(|_| self.is_damped()) else { return Ok((value, vec![])) };
        let mut slopes = Vec::new();
        for (axis, before) in left.iter().enumerate() {
            let steeper = at.derivative_or_zero(value, axis);
            slopes.push(at.value(*before + steeper)?);
        }
        let squared = dot(at, &slopes, &slopes)?;
        let part = quotient(1.0, squared * damping.to_f64() + 1.0);
        Ok((at.value(Dual::flat(value.value) * part)?, slopes))
    }

    /// Returns the range of an octave's value after damping.
    pub(crate) fn damped_range(&self, value: Interval) -> Interval {
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
    pub(crate) fn sum(&self, step: impl Fn(Interval, Interval, f64) -> (Interval, Interval)) -> Interval {
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

    /// Returns the weights of the octaves, and the factor of their sum.
    pub(super) fn weights(&self, weighing: Weighing) -> (Vec<f32>, f64) {
        let mut weights = self.amplitudes();
        let sum: f64 = weights.iter().map(|weight| weight.abs()).sum();
        if weighing == Weighing::AsGiven {
            return (weights.into_iter().map(flushed).collect(), if self.normalize { 1.0 / sum } else { 1.0 });
        }
        if self.normalize {
            weights.iter_mut().for_each(|weight| *weight /= sum);
        }
        let largest = weights.iter().fold(0.0_f64, |largest, weight| largest.max(weight.abs()));
        let mut scale = 1.0;
        while scale < largest {
            scale *= 2.0;
        }
        let mut weights: Vec<f32> = weights.into_iter().map(|weight| flushed(weight / scale)).collect();
        if self.normalize && weights.iter().all(|weight| *weight >= 0.0) {
            absorb_rounding(&mut weights);
        }
        (weights, scale)
    }
}

/// Adds the rounding error to the largest weight until the sum in f32, in the engines' order, is 1, so that a constant source stays unchanged.
fn absorb_rounding(weights: &mut [f32]) {
    let largest = (0..weights.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b])).expect("a fractal has at least one octave");
    for _ in 0..4 {
        weights[largest] += 1.0 - weights.iter().fold(0.0_f32, |sum, weight| sum + weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::nodes::{Fbm, Perlin};

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn the_weights_of_a_normalised_sum_add_up_to_one_within_an_ulp() {
        for octaves in 1..=32 {
            for gain in [0.0, 0.3, 0.5, 0.65, 0.9, 1.0, 1.7] {
                let fbm = Fbm { octaves: Some(octaves.into()), gain: Some(gain.into()), ..Fbm::of(Perlin::default()) };
                let (weights, scale) = fbm.summed().weights(Weighing::Shares);
                let sum = weights.iter().fold(0.0_f32, |sum, weight| sum + weight);
                assert_eq!(scale, 1.0);
                assert!((sum - 1.0).abs() <= f32::EPSILON, "{octaves} octaves, gain {gain}: {sum}");
            }
        }
    }
}
