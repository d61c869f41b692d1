//! The Gaussian blur. Its weights end at the radius, which is three standard deviations.
//!
//! Each row of the result is summed along columns first, then along the row. Pixels at the same distance on both sides are added before they are
//! weighted, the nearest first. What has no weight has no value: a weighted blur is that of the weighted values, divided by that of the weights.

use super::sample;
use crate::error::Result;
use crate::meaning::visible;

use super::{Pace, Part, Scale, Window};

/// The number of columns that are summed side by side.
const ABREAST: usize = 16;

/// Values that are blurred.
trait Load: Copy {
    /// Returns neighbouring values.
    fn load<const COUNT: usize>(self, at: usize) -> [f64; COUNT];
}

/// The values themselves.
#[derive(Clone, Copy)]
struct Plain<'a>(&'a [f32]);

impl Load for Plain<'_> {
    fn load<const COUNT: usize>(self, at: usize) -> [f64; COUNT] {
        let values = &self.0[at..][..COUNT];
        std::array::from_fn(|index| f64::from(values[index]))
    }
}

impl Load for &[f64] {
    fn load<const COUNT: usize>(self, at: usize) -> [f64; COUNT] {
        let values = &self[at..][..COUNT];
        std::array::from_fn(|index| values[index])
    }
}

/// Weights.
#[derive(Clone, Copy)]
struct Weights<'a>(Window<'a>);

impl Load for Weights<'_> {
    fn load<const COUNT: usize>(self, at: usize) -> [f64; COUNT] {
        Plain(self.0.values).load(at).map(visible)
    }
}

/// Values, each multiplied by its weight. The values' place in their window is that of `at`; the weights may have another pitch and another margin.
#[derive(Clone, Copy)]
struct Weighted<'a> {
    values: Window<'a>,
    weights: Window<'a>,
}

impl Load for Weighted<'_> {
    fn load<const COUNT: usize>(self, at: usize) -> [f64; COUNT] {
        let Self { values, weights } = self;
        let [x, y] = [at % values.pitch, at / values.pitch].map(|place| place.cast_signed() - values.margin.cast_signed());
        let weights: [f64; COUNT] = Weights(weights).load(weights.index(x, y));
        let values: [f64; COUNT] = Plain(values.values).load(at);
        std::array::from_fn(|index| values[index] * weights[index])
    }
}

/// A blur, with the sums of a row.
struct Blur {
    /// The weights along x and y, from that of the pixel itself outwards.
    weights: [Vec<f64>; 2],
    columns: Vec<f64>,
    means: Vec<f64>,
}

impl Blur {
    fn new(radius: f64, scale: Scale, width: usize) -> Self {
        let [across, _] = scale.pixels(radius);
        let weights = scale.0.map(|scale| weights(radius * scale));
        Self { weights, columns: vec![0.0; width + 2 * across], means: vec![0.0; width] }
    }

    /// Blurs a row.
    fn row(&mut self, source: impl Load, window: Window<'_>, y: isize, pace: &Pace<'_>) -> Result<&[f64]> {
        let across = self.weights[0].len() - 1;
        let first = window.index(-across.cast_signed(), y);
        sum(source, [first, window.pitch], &self.weights[1], &mut self.columns, pace)?;
        sum(&self.columns[..], [across, 1], &self.weights[0], &mut self.means, pace)?;
        Ok(&self.means)
    }
}

/// Returns the weights of a normal distribution at whole numbers up to `radius`, from 0 on. With those of the negative numbers, they sum to 1.
fn weights(radius: f64) -> Vec<f64> {
    let deviation = radius / 3.0;
    let of = |distance: usize| {
        let deviations = if distance == 0 { 0.0 } else { distance as f64 / deviation };
        libm::exp(-0.5 * deviations * deviations)
    };
    let mut weights: Vec<f64> = (0..=radius as usize).map(of).collect();
    let total = weights[0] + 2.0 * weights[1..].iter().sum::<f64>();
    weights.iter_mut().for_each(|weight| *weight /= total);
    weights
}

/// Sums the values around neighbouring places, `step` apart.
fn sum(source: impl Load, [first, step]: [usize; 2], weights: &[f64], to: &mut [f64], pace: &Pace<'_>) -> Result<()> {
    let (wide, narrow) = to.as_chunks_mut::<ABREAST>();
    for (index, to) in wide.iter_mut().enumerate() {
        pace.count(ABREAST * weights.len())?;
        *to = sums(source, first + ABREAST * index, step, weights);
    }
    let first = first + ABREAST * wide.len();
    pace.count(narrow.len() * weights.len())?;
    for (index, to) in narrow.iter_mut().enumerate() {
        [*to] = sums(source, first + index, step, weights);
    }
    Ok(())
}

fn sums<const COUNT: usize>(source: impl Load, first: usize, step: usize, weights: &[f64]) -> [f64; COUNT] {
    let mut sums: [f64; COUNT] = source.load(first);
    sums.iter_mut().for_each(|sum| *sum *= weights[0]);
    for (distance, weight) in weights.iter().enumerate().skip(1) {
        let before: [f64; COUNT] = source.load(first - distance * step);
        let after: [f64; COUNT] = source.load(first + distance * step);
        for index in 0..COUNT {
            sums[index] += weight * (before[index] + after[index]);
        }
    }
    sums
}

/// Computes a function of each value and of the mean around it.
pub(super) fn compare(source: Window<'_>, radius: f64, part: Part<'_, '_>, to: &mut [f32], of: impl Fn(f64, f64) -> f64) -> Result<()> {
    let [width, _] = part.size;
    let mut blur = Blur::new(radius, part.scale, width);
    for (y, to) in (0..).zip(to.chunks_exact_mut(width)) {
        let means = blur.row(Plain(source.values), source, y, part.pace)?;
        for ((to, &value), &mean) in to.iter_mut().zip(source.row(0, y, width)).zip(means) {
            *to = sample(of(f64::from(value), mean));
        }
    }
    Ok(())
}

/// Computes the weighted mean around each pixel; where there is no weight, a pixel keeps its value.
pub(super) fn weighted(source: Window<'_>, weights: Window<'_>, radius: f64, part: Part<'_, '_>, to: &mut [f32]) -> Result<()> {
    let [width, _] = part.size;
    let mut blur = Blur::new(radius, part.scale, width);
    let mut totals = Vec::new();
    for (y, to) in (0..).zip(to.chunks_exact_mut(width)) {
        totals.clear();
        totals.extend_from_slice(blur.row(Weights(weights), weights, y, part.pace)?);
        let means = blur.row(Weighted { values: source, weights }, source, y, part.pace)?;
        for (((to, &value), &mean), &total) in to.iter_mut().zip(source.row(0, y, width)).zip(means).zip(&totals) {
            *to = sample(if total > 0.0 { mean / total } else { f64::from(value) });
        }
    }
    Ok(())
}
