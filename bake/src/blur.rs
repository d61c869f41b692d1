//! The box blur: means of squares of pixels, the same bits however a picture is cut.
//!
//! What a pixel becomes depends on its neighbours alone and not on where a tile begins: sums of windows are made of sums of windows half as long, in one
//! order, so that a window costs as many additions as its length has binary digits, and nothing is carried along a row.

use lacuna::recipe::Blur;

use crate::error::{Error, Result};
use crate::observer::{Observer, check};

/// A channel of a tile and the margin about it, and room to blur it.
#[derive(Debug, Default)]
pub(crate) struct Plane {
    /// Row by row; each row stays as long as it was while the margin shrinks.
    values: Vec<f64>,
    sums: Vec<f64>,
}

impl Plane {
    /// How many bytes a plane of so many values takes.
    pub(crate) const BYTES_A_VALUE: usize = 16;

    /// Takes so many samples, row by row.
    pub(crate) fn fill(&mut self, samples: impl Iterator<Item = f32>, count: usize) -> Result<()> {
        for room in [&mut self.values, &mut self.sums] {
            room.clear();
            room.try_reserve_exact(count)
                .map_err(|_| Error::failed(format!("a blur of {count} samples does not fit into memory; give a smaller radius")))?;
        }
        self.values.extend(samples.map(f64::from));
        Ok(())
    }

    /// Blurs rows of `width` values. What is left starts at the first value, with the margin taken off on all sides, and its rows still begin `width`
    /// values apart.
    pub(crate) fn blur(&mut self, blur: Blur, width: usize, observer: &dyn Observer) -> Result<()> {
        let length = 2 * blur.radius as usize + 1;
        let area = (length * length) as f64;
        for _ in 0..blur.passes {
            for stride in [1, width] {
                sum_windows(&mut self.values, &mut self.sums, length, stride, observer)?;
                std::mem::swap(&mut self.values, &mut self.sums);
            }
            self.values.iter_mut().for_each(|sum| *sum /= area);
        }
        Ok(())
    }

    /// The values from one on.
    pub(crate) fn row(&self, first: usize, length: usize) -> &[f64] {
        &self.values[first..first + length]
    }
}

/// Each sum is that of `length` values, `stride` apart; there are fewer sums than values by what the last window needs.
fn sum_windows(values: &mut [f64], sums: &mut Vec<f64>, length: usize, stride: usize, observer: &dyn Observer) -> Result<()> {
    let count = values.len() - (length - 1) * stride;
    sums.clear();
    sums.resize(count, 0.0);
    // Windows of 1, 2, 4, ... values, of which each sum takes those that make up its length, the shortest first.
    let (mut window, mut taken) = (1, 0);
    while window <= length {
        check(observer)?;
        if length & window != 0 {
            for (sum, value) in sums.iter_mut().zip(&values[taken * stride..]) {
                *sum += value;
            }
            taken += window;
        }
        for index in 0..values.len().saturating_sub(window * stride) {
            values[index] += values[index + window * stride];
        }
        window *= 2;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::noise;

    /// One pass, the sums taken one by one.
    fn naive(values: &[f64], width: usize, radius: usize) -> Vec<f64> {
        let (height, side) = (values.len() / width, 2 * radius + 1);
        let at = |x: usize, y: usize| -> f64 { (0..side * side).map(|k| values[(y + k / side) * width + x + k % side]).sum() };
        let rows = (0..height - 2 * radius).flat_map(|y| (0..width - 2 * radius).map(move |x| (x, y)));
        rows.map(|(x, y)| at(x, y) / (side * side) as f64).collect()
    }

    #[test]
    fn a_blur_is_the_mean_of_a_square_as_often_as_there_are_passes() {
        for (radius, passes, width, height) in [(1, 1, 9, 7), (2, 3, 31, 20), (7, 2, 40, 33), (8, 1, 17, 17), (31, 1, 70, 64)] {
            let samples = noise(width * height);
            let mut expected: Vec<f64> = samples.iter().copied().map(f64::from).collect();
            let mut wide = width;
            for _ in 0..passes {
                expected = naive(&expected, wide, radius);
                wide -= 2 * radius;
            }
            let mut plane = Plane::default();
            plane.fill(samples.into_iter(), width * height).unwrap();
            plane.blur(Blur { radius: radius as u32, passes }, width, &()).unwrap();
            for (y, expected) in expected.chunks(wide).enumerate() {
                for (found, expected) in plane.row(y * width, wide).iter().zip(expected) {
                    assert!((found - expected).abs() < 1e-14, "{radius} {passes} {y}: {found} {expected}");
                }
            }
        }
    }

    #[test]
    fn a_blurred_pixel_is_the_same_bits_wherever_the_tile_begins() {
        let (width, height) = (64, 50);
        let samples = noise(width * height);
        let blur = Blur { radius: 5, passes: 2 };
        let mut whole = Plane::default();
        whole.fill(samples.iter().copied(), samples.len()).unwrap();
        whole.blur(blur, width, &()).unwrap();
        for (left, top, wide, high) in [(3, 7, 41, 30), (0, 1, 21, 49), (17, 0, 22, 21)] {
            let mut part = Plane::default();
            let part_of = |index: usize| samples[(top + index / wide) * width + left + index % wide];
            part.fill((0..wide * high).map(part_of), wide * high).unwrap();
            part.blur(blur, wide, &()).unwrap();
            for y in 0..high - 20 {
                let expected = whole.row((top + y) * width + left, wide - 20);
                assert_eq!(part.row(y * wide, wide - 20), expected);
            }
        }
    }
}
