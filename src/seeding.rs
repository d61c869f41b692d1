//! What seeds become: permutation tables (Perlin's own and seeded ones), keys of the lattice hash, and the offsets that decorrelate octaves.

use crate::choice::choices;

/// Ken Perlin's own table, from the reference implementation of "Improving Noise" (2002).
const PERLIN: [u8; 256] = [
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30, 69, 142, 8, 99, 37, 240, 21, 10, 23, 190, 6,
    148, 247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219, 203, 117, 35, 11, 32, 57, 177, 33, 88, 237, 149, 56, 87, 174, 20, 125, 136, 171,
    168, 68, 175, 74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111, 229, 122, 60, 211, 133, 230, 220, 105, 92, 41, 55, 46,
    245, 40, 244, 102, 143, 54, 65, 25, 63, 161, 1, 216, 80, 73, 209, 76, 132, 187, 208, 89, 18, 169, 200, 196, 135, 130, 116, 188, 159,
    86, 164, 100, 109, 198, 173, 186, 3, 64, 52, 217, 226, 250, 124, 123, 5, 202, 38, 147, 118, 126, 255, 82, 85, 212, 207, 206, 59, 227,
    47, 16, 58, 17, 182, 189, 28, 42, 223, 183, 170, 213, 119, 248, 152, 2, 44, 154, 163, 70, 221, 153, 101, 155, 167, 43, 172, 9, 129, 22,
    39, 253, 19, 98, 108, 110, 79, 113, 224, 232, 178, 185, 112, 104, 218, 246, 97, 228, 251, 34, 242, 193, 238, 210, 144, 12, 191, 179,
    162, 241, 81, 51, 145, 235, 249, 14, 239, 107, 49, 192, 214, 31, 181, 199, 106, 157, 184, 84, 204, 176, 115, 121, 50, 45, 127, 4, 150,
    254, 138, 236, 205, 93, 222, 114, 67, 29, 24, 72, 243, 141, 128, 195, 78, 66, 215, 61, 156, 180,
];

/// A permutation of 0..=255 that hashes lattice cells.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permutation(pub [u8; 256]);

impl Permutation {
    /// Returns Perlin's own table without a seed, and a shuffled one with a seed.
    ///
    /// The shuffle, version 1: start from the numbers 0 to 255 in order. For i from 255 down to 1 (Fisher and Yates), swap entry i with entry j =
    /// floor(r * (i + 1) / 2^64), where r is the next output of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
    /// 2014), whose initial state is the seed. A change of this is a breaking change.
    pub fn new(seed: Option<u64>) -> Self {
        let Some(seed) = seed else { return Self(PERLIN) };
        let mut random = SplitMix64(seed);
        let mut table: [u8; 256] = std::array::from_fn(|index| index as u8);
        for last in (1..256).rev() {
            let place = ((u128::from(random.next()) * (last as u128 + 1)) >> 64) as usize;
            table.swap(last, place);
        }
        Self(table)
    }

    /// Returns the composition of the permutation with itself: the entry at each entry.
    pub(crate) fn twice(&self) -> [u8; 256] {
        self.0.map(|entry| self.0[usize::from(entry)])
    }
}

/// Returns the offset of an octave along an axis, in units of 2^-32 cell, below 2^40: up to 255 whole cells and a fraction.
///
/// `octaves` holds the number of the octave in each fractal that encloses the basis, outermost first. If all are 0 the offset is 0. Otherwise the state
/// of SplitMix64 starts from the seed. For each octave, and then for the axis, one output is drawn, and the sum of the output and the number is the
/// next state. The offset is the upper 40 bits of the last output. A change of this is a breaking change.
#[doc(hidden)]
pub fn octave_offset(seed: u64, octaves: &[u32], axis: usize) -> u64 {
    if octaves.iter().all(|&octave| octave == 0) {
        return 0;
    }
    let mut random = SplitMix64(seed);
    for number in octaves.iter().copied().chain([axis as u32]) {
        random.0 = random.next().wrapping_add(u64::from(number));
    }
    random.next() >> 24
}

/// Parses a seed: a whole number from -2^63 to 2^64 - 1. A negative number means its two's complement, as in other programs.
///
/// ```
/// use lacuna::seeding::read_seed;
/// assert_eq!(read_seed("-1"), Some(u64::MAX));
/// assert_eq!(read_seed("18446744073709551615"), Some(u64::MAX));
/// assert_eq!(read_seed("1e3"), None);
/// ```
pub fn read_seed(text: &str) -> Option<u64> {
    text.parse().ok().or_else(|| text.parse().ok().map(i64::cast_unsigned))
}

/// A seed, made from an integer of any type. A negative one means its two's complement.
///
/// ```
/// use lacuna::nodes::Perlin;
/// assert_eq!(Perlin::new().seed(-1), Perlin::new().seed(u64::MAX));
/// assert_eq!(Perlin::new().seed(7_u8), Perlin::new().seed(7_usize));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

macro_rules! seeds {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Seed {
            #[allow(clippy::cast_lossless, reason = "not of all these types")]
            fn from(seed: $integer) -> Self {
                Self(seed as u64)
            }
        }
    )*};
}
seeds!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

/// The seeds that [`read_seed`] accepts, in words.
pub const SEEDS: &str = "a whole number from -9223372036854775808 to 18446744073709551615";

/// Mixes a seed with a number that varies all seeds of a recipe: different seeds stay different, and equal ones equal.
///
/// If s(x) is the first output of SplitMix64 from the state x, the result is s(s(number) + seed), modulo 2^64. A change of this is a breaking change.
pub fn mixed_seed(seed: u64, number: u64) -> u64 {
    let first = |state: u64| SplitMix64(state).next();
    first(first(number).wrapping_add(seed))
}

/// Returns the key of the lattice hash for a seed: the lower and the upper half of the first output of SplitMix64 with the seed as its state, so seeds that differ
/// in one bit have unrelated keys. A change of this is a breaking change.
///
/// ```
/// use lacuna::seeding::lattice_key;
/// // The first output of the generator from the state 1234567, as its ports list it.
/// assert_eq!(lattice_key(1_234_567), [0xFB08_FC85, 0x599E_D017]);
/// ```
#[doc(hidden)]
pub fn lattice_key(seed: u64) -> [u32; 2] {
    let key = SplitMix64(seed).next();
    [key as u32, (key >> 32) as u32]
}

/// Returns the seed that, mixed with a number, has this key of the lattice hash.
pub(crate) fn unmixed_seed([low, high]: [u32; 2], number: u64) -> u64 {
    let before = SplitMix64::state_before;
    before(before(u64::from(low) | u64::from(high) << 32)).wrapping_sub(SplitMix64(number).next())
}

struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns the state whose next output this is.
    fn state_before(output: u64) -> u64 {
        let unfolded = |z: u64, by: u32| std::iter::successors(Some(z), |part| Some(part >> by)).take(3).fold(0, |all, part| all ^ part);
        // The inverses of the generator's factors, modulo 2^64.
        let z = unfolded(output, 31).wrapping_mul(0x3196_42B2_D24D_8EC3);
        let z = unfolded(z, 27).wrapping_mul(0x96DE_1B17_3F11_9089);
        unfolded(z, 30).wrapping_sub(0x9E37_79B9_7F4A_7C15)
    }
}

/// The longest period of the permutation table, in cells: the table repeats after this many.
pub const MAX_TABLE_PERIOD: u32 = 256;
/// The longest period of the lattice hash, in cells.
pub const MAX_LATTICE_PERIOD: u32 = 1 << 30;

choices! {
    /// The kind of the hash that gives the lattice points of Perlin noise their gradients.
    pub enum HashKind = Lattice {
        /// A permutation table of 256 entries: 8 bits per point, and the noise repeats after 256 cells.
        Table "table",
        /// Integer products and shifts: 32 bits per point, and the noise repeats after 2^32 cells.
        Lattice "lattice",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_permutation(table: &[u8; 256]) -> bool {
        let mut seen = [false; 256];
        table.iter().for_each(|&value| seen[usize::from(value)] = true);
        seen.iter().all(|&seen| seen)
    }

    #[test]
    fn every_table_holds_each_number_once() {
        assert!(is_permutation(&Permutation::new(None).0));
        for seed in [0, 1, 2, u64::from(u32::MAX), u64::MAX] {
            assert!(is_permutation(&Permutation::new(Some(seed)).0));
        }
        assert_ne!(Permutation::new(Some(0)), Permutation::new(Some(1)));
    }

    #[test]
    fn the_first_outputs_of_splitmix64_are_the_published_ones() {
        // From the state 1234567, as the generator's authors and its ports list them.
        let mut random = SplitMix64(1_234_567);
        let outputs: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(outputs, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_seed_is_found_from_the_key_of_its_mixture() {
        for seed in [0, 1, 7, u64::MAX, 0x1234_5678_9abc_def0] {
            assert_eq!(unmixed_seed(lattice_key(mixed_seed(seed, 99)), 99), seed);
        }
    }

    #[test]
    fn a_mixed_seed_is_that_of_its_definition_and_differs_by_seed_and_number() {
        // s(1234567) is the first published output.
        assert_eq!(mixed_seed(0, 1_234_567), SplitMix64(6_457_827_717_110_365_317).next());
        let mut seen = std::collections::BTreeSet::new();
        for seed in [0, 1, 2, u64::MAX] {
            for number in [0, 1, 2, 7, u64::MAX] {
                assert!(seen.insert(mixed_seed(seed, number)), "{seed:?}, {number}");
            }
        }
    }

    #[test]
    fn octave_offsets_differ_by_octave_axis_and_seed() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in [0, 1, u64::MAX] {
            assert_eq!(octave_offset(seed, &[0], 2), 0);
            for octave in 1..32 {
                for axis in 0..4 {
                    let offset = octave_offset(seed, &[octave], axis);
                    assert!(offset < 1 << 40);
                    assert!(seen.insert(offset));
                }
            }
        }
    }
}
