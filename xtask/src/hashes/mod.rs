//! Hashes of lattice points: lacuna's, defined a second time apart from its shaders, the one that it replaced, and others to compare them with.
//!
//! [`measures`] tells what can be seen of a hash in noise, and [`table`] lists it for all of them.

pub mod measures;
pub mod table;

/// The two words that a seed becomes.
pub type Key = [u32; 2];

/// `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Debug, Clone)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// Returns the next output.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let a = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let b = (a ^ a >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        b ^ b >> 31
    }
}

/// Returns the key of a seed: the halves of the first output of [`SplitMix`], the lower one first.
#[inline]
pub fn key(seed: u64) -> Key {
    let key = SplitMix(seed).next();
    [key as u32, (key >> 32) as u32]
}

/// The factors of the coordinates: 2^32 divided by powers of the root of t^5 = t + 1 (Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences",
/// 2018).
pub const PRIMES: [u32; 4] = [0xdb4f_0b91, 0xbbe0_5633, 0xa0f2_ec75, 0x89e1_8285];

/// The word between the axes: 2^32 divided by the golden ratio.
pub const FOLD: u32 = 0x9e37_79b9;

/// Returns a number in which every bit of a word and of the key has changed every bit.
#[inline]
pub fn mix(key: Key, word: u32) -> u32 {
    let a = word ^ key[0];
    let a = a ^ a >> 16;
    let b = low(a).wrapping_mul(0xeb_352c ^ (key[1] % (1 << 16) * 2)).wrapping_add(a);
    let c = b ^ b >> 16;
    let d = low(c).wrapping_mul(0x6c_a68a ^ ((key[1] >> 16) * 2)).wrapping_add(c);
    d ^ d >> 16
}

/// Returns the lower 24 bits.
#[inline]
fn low(word: u32) -> u32 {
    word % (1 << 24)
}

/// Returns the product of a coordinate and its factor; of one that the point lacks it is 0.
#[inline]
fn product<const N: usize>(point: &[u32; N], axis: usize) -> u32 {
    if axis < N { point[axis].wrapping_mul(PRIMES[axis]) } else { 0 }
}

/// A hash of lattice points of one to [`MOST`](Self::MOST) coordinates.
pub trait Hash {
    /// Its name in the table.
    const NAME: &str;
    /// How many words of the key it takes, the first ones.
    const WORDS: usize = 2;
    /// The most coordinates that it takes.
    const MOST: usize = 4;

    /// Returns the number of a point.
    fn of<const N: usize>(key: Key, point: [u32; N]) -> u32;

    /// Returns the number of a word.
    #[inline]
    fn mixed(key: Key, word: u32) -> u32 {
        Self::of(key, [word])
    }

    /// Returns a further number of the point that has a number.
    #[inline]
    fn more(key: Key, point: u32, number: u32) -> u32 {
        Self::mixed(key, point.wrapping_add(number.wrapping_mul(PRIMES[0])))
    }
}

/// Returns the numbers whose bits bases use: that of the point, whose lowest bits select gradients and are values, and whose halves are the x and y of feature
/// points; the one whose upper half is their z; and further ones.
pub fn uses<H: Hash, const N: usize>() -> [fn(Key, [u32; N]) -> u32; 4] {
    [
        H::of::<N>,
        |key, point| H::of(key, point).wrapping_mul(PRIMES[2]),
        |key, point| H::more(key, H::of(key, point), 1),
        |key, point| H::more(key, H::of(key, point), 2),
    ]
}

/// The lattice hash of lacuna.
#[derive(Debug)]
pub struct Lattice;

impl Hash for Lattice {
    const NAME: &str = "lacuna";

    #[inline]
    fn of<const N: usize>(key: Key, point: [u32; N]) -> u32 {
        let first = (key[1] ^ FOLD).wrapping_add(product(&point, 0));
        let folded = (1..N.max(3)).fold(first, |prefix, axis| (prefix ^ FOLD).wrapping_add(product(&point, axis)));
        mix(key, folded)
    }

    #[inline]
    fn mixed(key: Key, word: u32) -> u32 {
        mix(key, word)
    }
}

/// The hash that [`Lattice`] replaced, which combines the axes by XOR alone.
#[derive(Debug)]
pub struct Xor;

impl Hash for Xor {
    const NAME: &str = "XOR";

    #[inline]
    fn of<const N: usize>(key: Key, point: [u32; N]) -> u32 {
        Self::mixed(key, (0..N).fold(0, |word, axis| word ^ product(&point, axis)))
    }

    #[inline]
    fn mixed(key: Key, word: u32) -> u32 {
        let a = word ^ key[0];
        let b = low(a ^ a >> 16).wrapping_mul(0xeb_352d ^ (key[1] % (1 << 16) * 2)).wrapping_add(a);
        let c = b ^ b >> 16;
        let d = low(c).wrapping_mul(0x6c_a68b ^ ((key[1] >> 16) * 2)).wrapping_add(c >> 8);
        d ^ d >> 16
    }
}

/// The mixed sum of the products of coordinates and factors.
#[derive(Debug)]
pub struct Sum;

impl Hash for Sum {
    const NAME: &str = "sum";

    #[inline]
    fn of<const N: usize>(key: Key, point: [u32; N]) -> u32 {
        mix(key, (0..N).fold(0, |sum, axis| sum.wrapping_add(product(&point, axis))))
    }
}

/// pcg3d, and pcg4d for four coordinates (Jarzynski and Olano, "Hash Functions for GPU Rendering", 2020). They have no seed: the words of the key are combined
/// with the first two coordinates. The first of their outputs is used.
#[derive(Debug)]
pub struct Pcg;

impl Hash for Pcg {
    const NAME: &str = "pcg3d, pcg4d";

    #[inline]
    fn of<const N: usize>(key: Key, point: [u32; N]) -> u32 {
        let coordinate = |axis: usize| if axis < N { point[axis] } else { 0 };
        let begun = |axis: usize| {
            let word = coordinate(axis) ^ if axis < 2 { key[axis] } else { 0 };
            word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)
        };
        let [mut x, mut y, mut z, mut w] = [0, 1, 2, 3].map(begun);
        for round in 0..2 {
            x = x.wrapping_add(y.wrapping_mul(if N == 4 { w } else { z }));
            y = y.wrapping_add(z.wrapping_mul(x));
            z = z.wrapping_add(x.wrapping_mul(y));
            w = w.wrapping_add(y.wrapping_mul(z));
            if round == 0 {
                [x, y, z, w] = [x, y, z, w].map(|word| word ^ word >> 16);
            }
        }
        x
    }
}

/// xxHash with 32 bits (Collet, 2012) of the coordinates as little-endian bytes. The seed is the first word of the key.
#[derive(Debug)]
pub struct XxHash;

impl XxHash {
    const PRIMES: [u32; 5] = [2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393];
}

impl Hash for XxHash {
    const NAME: &str = "xxHash32";
    const WORDS: usize = 1;

    #[inline]
    fn of<const N: usize>(key: Key, point: [u32; N]) -> u32 {
        let [p1, p2, p3, p4, p5] = Self::PRIMES;
        let bytes = 4 * N as u32;
        let mut h = if N == 4 {
            let starts = [p1.wrapping_add(p2), p2, 0, 0_u32.wrapping_sub(p1)];
            let lanes = [(0, 1), (1, 7), (2, 12), (3, 18)].map(|(lane, turn): (usize, u32)| {
                let begun = key[0].wrapping_add(starts[lane]).wrapping_add(point[lane].wrapping_mul(p2));
                begun.rotate_left(13).wrapping_mul(p1).rotate_left(turn)
            });
            lanes.into_iter().fold(bytes, u32::wrapping_add)
        } else {
            let begun = key[0].wrapping_add(p5).wrapping_add(bytes);
            point.into_iter().fold(begun, |h, word| h.wrapping_add(word.wrapping_mul(p3)).rotate_left(17).wrapping_mul(p4))
        };
        h = (h ^ h >> 15).wrapping_mul(p2);
        h = (h ^ h >> 13).wrapping_mul(p3);
        h ^ h >> 16
    }
}

/// The hash of `FastNoiseLite` (Peck, 2020), before each of its noises takes some of its bits. The seed is the first word of the key.
#[derive(Debug)]
pub struct FastNoiseLite;

impl Hash for FastNoiseLite {
    const NAME: &str = "FastNoiseLite";
    const WORDS: usize = 1;
    const MOST: usize = 3;

    #[inline]
    fn of<const N: usize>(key: Key, point: [u32; N]) -> u32 {
        const FACTORS: [u32; 3] = [501_125_321, 1_136_930_381, 1_720_413_743];
        let combined = point.into_iter().zip(FACTORS).fold(key[0], |word, (coordinate, factor)| word ^ coordinate.wrapping_mul(factor));
        combined.wrapping_mul(0x27d4_eb2d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_published_outputs_of_splitmix64() {
        let mut random = SplitMix(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        assert_eq!(key(1_234_567), [0xFB08_FC85, 0x599E_D017]);
    }

    #[test]
    fn xxhash_has_the_values_of_its_own_library() {
        // By the package `xxhash` of PyPI, 4.1.
        let key = [0x1234_5678, 0];
        assert_eq!(XxHash::of(key, [1]), 0x685b_1d54);
        assert_eq!(XxHash::of(key, [1, u32::MAX]), 0x1ca9_a5b0);
        assert_eq!(XxHash::of(key, [1, u32::MAX, 3]), 0x9c47_a628);
        assert_eq!(XxHash::of(key, [1, u32::MAX, 3, 0x8000_0004]), 0xd637_ff6f);
    }

    #[test]
    fn the_lattice_hash_is_one_to_one_in_what_it_mixes_and_fewer_coordinates_are_those_at_zero() {
        // Each step of `mix` can be undone, so no two of a million words have one hash.
        let mut hashes: Vec<u32> = (0..1_000_000_u32).map(|word| mix(key(3), word.wrapping_mul(0x9E37_79B1))).collect();
        hashes.sort_unstable();
        assert!(hashes.windows(2).all(|pair| pair[0] != pair[1]));
        let key = key(7);
        assert_eq!(Lattice::of(key, [5]), Lattice::of(key, [5, 0, 0]));
        assert_eq!(Lattice::of(key, [5, 6]), Lattice::of(key, [5, 6, 0]));
        assert_ne!(Lattice::of(key, [5, 6, 7]), Lattice::of(key, [5, 6, 7, 0]));
    }

    #[test]
    fn pcg_takes_its_words_in_the_order_of_the_paper() {
        // By hand for the origin: every word begins as 1013904223.
        let begun = 1_013_904_223_u32;
        let x = begun.wrapping_add(begun.wrapping_mul(begun));
        let y = begun.wrapping_add(begun.wrapping_mul(x));
        let z = begun.wrapping_add(x.wrapping_mul(y));
        let [x, y, z] = [x, y, z].map(|word| word ^ word >> 16);
        assert_eq!(Pcg::of([0, 0], [0, 0, 0]), x.wrapping_add(y.wrapping_mul(z)));
    }
}
