//! The discrete Fourier transform of lines whose length is a power of two (Cooley and Tukey 1965).

use std::f64::consts::TAU;

/// A real and an imaginary part.
pub(crate) type Complex = [f64; 2];

pub(crate) struct Fourier {
    length: usize,
    /// The first half of the powers of the root of unity.
    roots: Vec<Complex>,
}

impl Fourier {
    /// The transform of lines of `length` numbers, a power of two.
    pub(crate) fn new(length: usize) -> Self {
        debug_assert!(length.is_power_of_two());
        let angle = |power: usize| -TAU * power as f64 / length as f64;
        Self { length, roots: (0..length / 2).map(|power| [libm::cos(angle(power)), libm::sin(angle(power))]).collect() }
    }

    /// Transforms lines that follow each other, each by itself.
    pub(crate) fn transform(&self, lines: &mut [Complex]) {
        for line in lines.chunks_exact_mut(self.length) {
            self.transform_line(line);
        }
    }

    fn transform_line(&self, line: &mut [Complex]) {
        let unused = usize::BITS - self.length.trailing_zeros();
        for place in 1..self.length {
            let mirrored = place.reverse_bits() >> unused;
            if place < mirrored {
                line.swap(place, mirrored);
            }
        }
        let mut half = 1;
        while half < self.length {
            for part in line.chunks_exact_mut(2 * half) {
                let (even, odd) = part.split_at_mut(half);
                let roots = self.roots.iter().step_by(self.length / (2 * half));
                for ((even, odd), [cos, sin]) in even.iter_mut().zip(odd).zip(roots) {
                    let turned = [odd[0] * cos - odd[1] * sin, odd[0] * sin + odd[1] * cos];
                    *odd = [even[0] - turned[0], even[1] - turned[1]];
                    *even = [even[0] + turned[0], even[1] + turned[1]];
                }
            }
            half *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_transformed_as_the_definition_says() {
        for length in [2, 8, 64, 512] {
            let value = |place: usize| libm::sin((place * place) as f64 * 0.7) + 0.1 * place as f64 / length as f64;
            let mut lines: Vec<Complex> = (0..2 * length).map(|place| [value(place), value(3 * place + 1)]).collect();
            let before = lines.clone();
            Fourier::new(length).transform(&mut lines);
            for (line, found) in before.chunks_exact(length).zip(lines.chunks_exact(length)) {
                for (frequency, found) in found.iter().enumerate() {
                    let mut sum = [0.0; 2];
                    for (place, [real, imaginary]) in line.iter().enumerate() {
                        let angle = -TAU * ((frequency * place) % length) as f64 / length as f64;
                        sum[0] += real * libm::cos(angle) - imaginary * libm::sin(angle);
                        sum[1] += real * libm::sin(angle) + imaginary * libm::cos(angle);
                    }
                    let error = (found[0] - sum[0]).abs() + (found[1] - sum[1]).abs();
                    assert!(error < 1e-10, "{frequency} of {length}: {found:?}, not {sum:?}");
                }
            }
        }
    }
}
