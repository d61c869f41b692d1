//! The entries of coordinate tables as walks: a first position and a step, from which each entry is computed independently and exactly.

use num_bigint::BigInt;

use crate::coordinates::{Pace, entries, entry_count, split, terms};
use crate::domain::{Axis, Domain, Tile};
use crate::error::Result;
use crate::program::{Program, TermOctave, Wave, Whole};
use crate::storage::room;
use crate::waves::{Along, Waves};

/// The entries of a term's octave in a tile.
pub(crate) enum Entries {
    /// The first position and the step to the next, modulo the period, in cells and three words of the fraction.
    Walk([[u32; 4]; 2]),
    /// The cell and the fraction of each.
    Listed(Vec<[u32; 2]>),
}

/// One term of a lattice axis in one octave.
pub(crate) struct TermEntries {
    /// The number of the term.
    pub(crate) term: usize,
    pub(crate) octave: usize,
    pub(crate) period: u32,
    /// The number of entries, one for each sample along the term's axis of the domain.
    pub(crate) count: u32,
    /// The axis of the domain.
    pub(crate) along: usize,
    pub(crate) entries: Entries,
}

/// Returns the entries of all terms in all octaves for a tile of a domain; both must be valid. If `walked`, they are walks where these are exact, so
/// that the host computes nothing for each sample.
pub(crate) fn term_entries(program: &Program, domain: &Domain, tile: Tile, walked: bool) -> Result<Vec<TermEntries>> {
    let mut waves = Waves::new(domain, tile);
    let mut found = Vec::new();
    for (axis, term, along, octaves) in terms(program) {
        let count = entry_count(tile.size, domain.kind(), along);
        for (number, octave) in octaves.iter().enumerate() {
            let walk = match domain {
                Domain::Grid(grid) if walked && octave.wave == Wave::Linear => match grid.axes()[along] {
                    Axis::Extent { start, end, samples } => {
                        let along = Along { ends: [start, end], samples, origin: tile.origin[along], count: count as usize };
                        octave.walk::<i128>(&along).or_else(|| octave.walk::<BigInt>(&along))
                    }
                    Axis::Constant(_) => None,
                },
                _ => None,
            };
            let entries = match walk {
                Some(walk) => Entries::Walk(walk),
                None => {
                    let mut listed = room(count as usize, "tables", "evaluate smaller tiles")?;
                    entries(octave, along, &mut waves, &mut listed)?;
                    Entries::Listed(listed)
                }
            };
            found.push(TermEntries { term: axis.first as usize + term, octave: number, period: octave.period, count, along, entries });
        }
    }
    Ok(found)
}

impl TermOctave {
    /// Returns the first position along an axis and the step to the next as whole numbers of 2^-96 cell, rounded up, if they give every position of the
    /// axis exactly: the accumulated rounding must be less than the smallest distance of a position from the next unit of 2^-32 cell.
    fn walk<I: Whole>(&self, along: &Along) -> Option<[[u32; 4]; 2]> {
        let Pace { units, remainders, divisor } = self.pace::<I>(along)?;
        let [remainder, carry] = &remainders;
        let is_exact = |divisor: &I| divisor.to_u64().filter(|divisor| u128::from(*divisor) * (along.count as u128 + 1) <= 1 << 64);
        // The common divisor is computed only if it matters.
        let common = if is_exact(&divisor).is_some() { I::one() } else { divisor.gcd(remainder).gcd(carry) };
        let divisor = u128::from(is_exact(&divisor.div_floor(&common))?);
        let mut walk = [[0; 4]; 2];
        for ((walk, units), remainder) in walk.iter_mut().zip(units).zip(&remainders) {
            let below = (remainder.div_floor(&common).to_u128()? << 64).div_ceil(divisor) as u64;
            let ([cell, fraction], [high, low]) = (split(units), split(below));
            *walk = [cell, fraction, high, low];
        }
        Some(walk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;
    use proptest::prelude::*;

    use crate::number::Number;

    /// Returns the position after `index` steps of a walk, as the shaders compute it.
    fn position([start, step]: [[u32; 4]; 2], index: u32, period: u32) -> [u32; 2] {
        let sum = |a: [u32; 4], b: [u32; 4]| {
            let [a, b] = [a, b].map(|words| words.iter().fold(0, |sum, &word| sum << 32 | u128::from(word)));
            let sum = a.wrapping_add(b);
            let modulus = u128::from(period) << 96;
            let sum = if period != 0 && sum >= modulus { sum - modulus } else { sum };
            [96, 64, 32, 0].map(|shift| (sum >> shift) as u32)
        };
        let (mut at, mut step, mut left) = (start, step, index);
        while left != 0 {
            if left & 1 != 0 {
                at = sum(at, step);
            }
            step = sum(step, step);
            left >>= 1;
        }
        [at[0], at[1]]
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "too much for an interpreter")]
        fn what_is_found_by_a_walk_equals_what_is_stepped_or_there_is_no_walk(
            start in any::<i64>(), end in any::<i64>(), digits in 0..40_i32, samples in 3000..u32::MAX, origin in any::<u32>(),
            factor in any::<i64>(), factor_below in 1..u64::MAX, offset in any::<i64>(), offset_below in 1..u64::MAX, shifts in 0..63_u32,
            period in prop_oneof![Just(0), 1..300_u32, Just(1 << 30)],
        ) {
            // Few bits are as frequent as many.
            let ratio = |numer: i64, denom: u64| BigRational::new(numer.into(), denom.into());
            let (factor, offset) = (ratio(factor >> shifts, (factor_below >> shifts) + 1), ratio(offset >> shifts, (offset_below >> shifts) + 1));
            let ends = [start >> shifts, end >> shifts].map(|end| format!("{end}e-{}", digits >> (shifts / 8)).parse::<Number>().unwrap());
            let samples = (samples >> (shifts / 2)).max(3000);
            let octave = TermOctave::new(Wave::Linear, &factor, &offset, period);
            let along = Along { ends, samples, origin: origin % (samples - 2999), count: 2999 };
            let mut stepped = vec![];
            octave.steps::<BigInt>(&along, &mut stepped).unwrap();
            let exact = octave.walk::<BigInt>(&along);
            if let Some(walk) = octave.walk::<i128>(&along) {
                prop_assert_eq!(exact, Some(walk));
            }
            // With few bits there is always a walk.
            prop_assert!(exact.is_some() || shifts < 48);
            for (index, entry) in stepped.iter().enumerate().filter(|_| exact.is_some()) {
                prop_assert_eq!(*entry, position(exact.unwrap(), index as u32, period), "{}", index);
            }
        }
    }

    #[test]
    fn a_usual_grid_of_any_size_has_a_walk_in_narrow_integers() {
        let third = BigRational::new(32.into(), 3.into());
        let octave = TermOctave::new(Wave::Linear, &third, &BigRational::new(1.into(), 7.into()), 0);
        let ends = ["-0.125", "17.3"].map(|end| end.parse().unwrap());
        for samples in [1, 8192, 1 << 24] {
            let along = Along { ends, samples, origin: 0, count: samples as usize };
            assert!(octave.walk::<i128>(&along).is_some(), "{samples}");
        }
    }
}
