//! What a noise looks like, measured on pictures of it: how alike neighbours are, how its values are distributed, and which directions it prefers.

use std::sync::Arc;

use rustfft::num_complex::Complex;
use rustfft::{Fft, FftPlanner};

/// Samples along a side of a picture, and per cell. A line has as many samples as a picture.
pub const SIDE: usize = 512;
/// Samples per cell.
pub const A_CELL: usize = 8;

/// The bins of directions.
const BINS: usize = 36;

/// The frequencies whose power is counted, in cycles per cell: below, a picture holds too few waves, and above, jumps alias.
const FREQUENCIES: std::ops::Range<f64> = 0.125..2.0;

/// The share of the sill at which values count as independent.
const INDEPENDENT: f64 = 0.95;

/// Sums over pictures.
pub struct Character {
    is_line: bool,
    count: f64,
    /// The sums of the first four powers.
    powers: [f64; 4],
    /// The squared differences of samples and their number, by the distance along x in samples, from 1 on.
    along_x: Vec<[f64; 2]>,
    /// The same half a cell away along y, and along the diagonal.
    along_y: [f64; 2],
    diagonal: [f64; 2],
    transform: Arc<dyn Fft<f64>>,
    /// The power of each direction of half a turn, and the number of its frequencies.
    directions: [[f64; 2]; BINS],
    /// Gradients by their direction.
    gradients: [u64; BINS],
}

impl Character {
    /// Returns the sums of no picture.
    pub fn new(is_line: bool) -> Self {
        Self {
            is_line,
            count: 0.0,
            powers: [0.0; 4],
            along_x: vec![[0.0; 2]; 4 * A_CELL],
            along_y: [0.0; 2],
            diagonal: [0.0; 2],
            transform: FftPlanner::new().plan_fft_forward(SIDE),
            directions: [[0.0; 2]; BINS],
            gradients: [0; BINS],
        }
    }

    /// Adds a picture, and the same half a cell away along the diagonal. A line is a picture of one row.
    pub fn add(&mut self, samples: &[f32], moved: &[f32]) {
        let width = if self.is_line { samples.len() } else { SIDE };
        for &sample in samples {
            let value = f64::from(sample);
            let square = value * value;
            for (sum, power) in self.powers.iter_mut().zip([value, square, square * value, square * square]) {
                *sum += power;
            }
        }
        self.count += samples.len() as f64;
        for (lag, sums) in (1..).zip(&mut self.along_x) {
            for row in samples.chunks_exact(width) {
                add_differences(sums, row, &row[lag..]);
            }
        }
        if self.is_line {
            return;
        }
        add_differences(&mut self.along_y, samples, &samples[A_CELL / 2 * width..]);
        add_differences(&mut self.diagonal, samples, moved);
        self.add_gradients(samples);
        self.add_spectrum(samples);
    }

    fn add_gradients(&mut self, samples: &[f32]) {
        for at in (1..SIDE - 1).flat_map(|row| (1..SIDE - 1).map(move |column| row * SIDE + column)) {
            let [x, y] = [1, SIDE].map(|step| f64::from(samples[at + step]) - f64::from(samples[at - step]));
            if x != 0.0 || y != 0.0 {
                let turn = libm::atan2(y, x) / std::f64::consts::TAU;
                // Half a bin further, so that the axes lie in the middle of bins.
                self.gradients[(((turn + 1.0) * BINS as f64 + 0.5) as usize) % BINS] += 1;
            }
        }
    }

    fn add_spectrum(&mut self, samples: &[f32]) {
        let mean = samples.iter().map(|&sample| f64::from(sample)).sum::<f64>() / samples.len() as f64;
        // A Hann window along both axes.
        let window: Vec<f64> = (0..SIDE).map(|at| 0.5 - 0.5 * libm::cos((at as f64 + 0.5) / SIDE as f64 * std::f64::consts::TAU)).collect();
        let windowed = |at: usize| Complex::from((f64::from(samples[at]) - mean) * window[at % SIDE] * window[at / SIDE]);
        let mut picture: Vec<Complex<f64>> = (0..SIDE * SIDE).map(windowed).collect();
        self.transform.process(&mut picture);
        let mut turned: Vec<Complex<f64>> = (0..SIDE * SIDE).map(|at| picture[at % SIDE * SIDE + at / SIDE]).collect();
        self.transform.process(&mut turned);
        // After the turn, rows are along x.
        let frequency = |index: usize| {
            let signed = if index < SIDE / 2 { index as f64 } else { index as f64 - SIDE as f64 };
            signed * A_CELL as f64 / SIDE as f64
        };
        for (at, part) in turned.iter().enumerate() {
            let (x, y) = (frequency(at / SIDE), frequency(at % SIDE));
            if FREQUENCIES.contains(&libm::sqrt(x * x + y * y)) {
                let half_turn = libm::atan2(y, x) / std::f64::consts::PI;
                let bin = (((half_turn + 1.0) * BINS as f64 + 0.5) as usize) % BINS;
                self.directions[bin][0] += part.norm_sqr();
                self.directions[bin][1] += 1.0;
            }
        }
    }

    /// Returns the sill of the variogram: the variance.
    pub fn variance(&self) -> f64 {
        let [first, second, ..] = self.powers.map(|sum| sum / self.count);
        second - first * first
    }

    /// Returns the fourth moment about the mean divided by the squared variance: 3 for a normal distribution, 1.8 for a uniform one.
    pub fn kurtosis(&self) -> f64 {
        let [first, second, third, fourth] = self.powers.map(|sum| sum / self.count);
        let square = first * first;
        (fourth - 4.0 * first * third + 6.0 * square * second - 3.0 * square * square) / (self.variance() * self.variance())
    }

    fn share(&self, [squares, count]: [f64; 2]) -> f64 {
        squares / count / (2.0 * self.variance())
    }

    /// Returns the variogram half a cell away along x, along y and along the diagonal, as a share of the sill.
    pub fn half_a_cell(&self) -> [Option<f64>; 3] {
        let further = |sums| (!self.is_line).then(|| self.share(sums));
        [Some(self.share(self.along_x[A_CELL / 2 - 1])), further(self.along_y), further(self.diagonal)]
    }

    /// Returns the distance along x, in cells, from which on values are as good as independent. `None` if it is not reached.
    pub fn range(&self) -> Option<f64> {
        let reached = self.along_x.iter().position(|&sums| self.share(sums) >= INDEPENDENT)?;
        Some((reached + 1) as f64 / A_CELL as f64)
    }

    /// Returns the standard deviation of the power of a direction, as a share of the mean.
    pub fn power_by_direction(&self) -> Option<f64> {
        if self.is_line {
            return None;
        }
        let power = self.directions.map(|[power, count]| power / count);
        let mean = power.iter().sum::<f64>() / BINS as f64;
        let variance = power.iter().map(|power| (power - mean) * (power - mean)).sum::<f64>() / BINS as f64;
        Some(libm::sqrt(variance) / mean)
    }

    /// Returns how many times as many gradients the most frequent direction has as the least frequent. `None` if one has none.
    pub fn gradients(&self) -> Option<f64> {
        let [least, most] = [self.gradients.iter().min()?, self.gradients.iter().max()?].map(|&count| count as f64);
        (least > 0.0).then_some(most / least)
    }
}

fn add_differences(sums: &mut [f64; 2], a: &[f32], b: &[f32]) {
    let squares = a.iter().zip(b).map(|(&a, &b)| {
        let difference = f64::from(a) - f64::from(b);
        difference * difference
    });
    sums[0] += squares.sum::<f64>();
    sums[1] += a.len().min(b.len()) as f64;
}

/// Returns the correlation of samples with those at the other end: of a picture about the origin with its mirror image. `None` if all are equal.
pub fn mirror(samples: &[f32], opposite: &[f32]) -> Option<f64> {
    let mean = |samples: &[f32]| samples.iter().map(|&sample| f64::from(sample)).sum::<f64>() / samples.len() as f64;
    let (mean_of, mean_opposite) = (mean(samples), mean(opposite));
    let mut sums = [0.0; 3];
    for (&a, &b) in samples.iter().zip(opposite.iter().rev()) {
        let (a, b) = (f64::from(a) - mean_of, f64::from(b) - mean_opposite);
        sums.iter_mut().zip([a * b, a * a, b * b]).for_each(|(sum, product)| *sum += product);
    }
    let spread = libm::sqrt(sums[1] * sums[2]);
    (spread > 0.0).then(|| sums[0] / spread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hashes::SplitMix;

    fn picture(value: impl Fn(f64, f64) -> f64) -> Vec<f32> {
        let half = SIDE as f64 / 2.0;
        let at = |index: usize| (index as f64 + 0.5 - half) / A_CELL as f64;
        (0..SIDE * SIDE).map(|index| value(at(index % SIDE), at(index / SIDE)) as f32).collect()
    }

    fn of(value: impl Fn(f64, f64) -> f64) -> Character {
        let mut character = Character::new(false);
        let step = libm::sqrt(0.125);
        character.add(&picture(&value), &picture(|x, y| value(x + step, y + step)));
        character
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, not {expected}");
    }

    #[test]
    fn a_ramp_has_the_variogram_and_the_distribution_that_it_must_have() {
        let ramp = of(|x, _| 3.0 * x);
        let length = (SIDE / A_CELL) as f64;
        // The variance of a uniform distribution, and the square of half a cell divided by twice that.
        assert_near(ramp.variance(), 9.0 * length * length / 12.0, 0.1);
        assert_near(ramp.kurtosis(), 1.8, 1e-3);
        let share = 0.25 / (2.0 * length * length / 12.0);
        let [x, y, diagonal] = ramp.half_a_cell().map(Option::unwrap);
        assert_near(x, share, 1e-5);
        assert_near(y, 0.0, 1e-9);
        assert_near(diagonal, share / 2.0, 1e-5);
        assert_eq!(ramp.range(), None);
        // All gradients point along x, so that other directions have none.
        assert_eq!(ramp.gradients(), None);
    }

    #[test]
    fn a_plane_wave_has_one_direction_and_a_cone_all() {
        // In the middle of a bin, 55 degrees from x.
        let wave = of(|x, y| libm::sin(5.0 * (0.5736 * x + 0.8192 * y)));
        assert_near(wave.power_by_direction().unwrap(), libm::sqrt(35.0), 0.5);
        let cone = of(|x, y| libm::sqrt((x + 0.01) * (x + 0.01) + y * y).min(30.0));
        assert_near(cone.gradients().unwrap(), 1.0, 0.1);
        assert_near(of(|x, y| libm::sin(x) + libm::sin(y)).kurtosis(), 2.25, 0.1);
    }

    #[test]
    fn random_samples_are_independent_from_the_first_on_and_prefer_no_direction() {
        let mut random = SplitMix(9);
        let samples: Vec<f32> = (0..SIDE * SIDE).map(|_| (random.next() >> 40) as f32 / 16_777_216.0).collect();
        let mut white = Character::new(false);
        white.add(&samples, &samples);
        assert_eq!(white.range(), Some(1.0 / A_CELL as f64));
        assert_near(white.half_a_cell()[0].unwrap(), 1.0, 0.01);
        assert_near(white.half_a_cell()[1].unwrap(), 1.0, 0.01);
        assert_eq!(white.half_a_cell()[2], Some(0.0));
        assert!(white.power_by_direction().unwrap() < 0.1);
        assert_near(white.kurtosis(), 1.8, 0.01);
        let mut line = Character::new(true);
        line.add(&samples, &[]);
        assert_eq!((line.half_a_cell()[1], line.power_by_direction(), line.gradients()), (None, None, None));
        assert_near(line.half_a_cell()[0].unwrap(), 1.0, 0.01);
    }

    #[test]
    fn a_mirror_image_is_found_with_its_sign() {
        let even = picture(|x, y| libm::cos(x) * libm::cos(2.0 * y));
        let odd = picture(|x, y| libm::sin(x) + y);
        assert_near(mirror(&even, &even).unwrap(), 1.0, 1e-6);
        assert_near(mirror(&odd, &odd).unwrap(), -1.0, 1e-6);
        assert_near(mirror(&even, &odd).unwrap(), 0.0, 0.02);
        assert_eq!(mirror(&[0.5, 0.5], &[0.5, 0.5]), None);
    }
}
