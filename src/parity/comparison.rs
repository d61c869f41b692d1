//! The comparison of samples, bit by bit.

use crate::error::{Error, Result};

/// The difference between two evaluations of the same samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// The number of compared samples, counting those of every channel.
    pub samples: usize,
    /// The number of samples that differ in a bit. NaNs with the same bits are equal, but never expected.
    pub differing: usize,
    /// The largest absolute difference; NaN where one of two differing samples is NaN.
    pub max_abs: f32,
}

/// Compares bits.
///
/// # Errors
///
/// [`Error::Parameter`] where the lengths differ, or where there is nothing to compare.
pub fn compare(a: &[f32], b: &[f32]) -> Result<Comparison> {
    if a.len() != b.len() || a.is_empty() {
        return Err(Error::parameter(
            "samples",
            format!("{} and {} can't be compared; give as many of both, and at least one", a.len(), b.len()),
        ));
    }
    let mut comparison = Comparison { samples: a.len(), differing: 0, max_abs: 0.0 };
    for (a, b) in a.iter().zip(b) {
        if a.to_bits() != b.to_bits() {
            comparison.differing += 1;
            let difference = (a - b).abs();
            if difference.is_nan() || difference > comparison.max_abs {
                comparison.max_abs = difference;
            }
        }
    }
    Ok(comparison)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comparison_fails_on_perturbed_swapped_zeroed_and_unwritten_samples() {
        let good: Vec<f32> = (0..100).map(|index| index as f32 / 7.0 + 1.0).collect();
        assert_eq!(compare(&good, &good).unwrap().differing, 0);
        let mut perturbed = good.clone();
        perturbed[41] = f32::from_bits(perturbed[41].to_bits() ^ 1);
        assert_eq!(compare(&good, &perturbed).unwrap().differing, 1);
        let mut swapped = good.clone();
        swapped.swap(3, 4);
        assert_eq!(compare(&good, &swapped).unwrap().differing, 2);
        assert_eq!(compare(&good, &[0.0; 100]).unwrap().differing, 100);
        let unwritten = compare(&good, &[f32::NAN; 100]).unwrap();
        assert!(unwritten.differing == 100 && unwritten.max_abs.is_nan());
        assert_eq!(compare(&[0.0], &[-0.0]).unwrap().differing, 1);
        assert!(compare(&good, &good[1..]).is_err());
        assert!(compare(&[], &[]).is_err());
    }
}
