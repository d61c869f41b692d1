//! Measures of hashes: how often two points have one number, and how much the numbers of two points resemble each other.
//!
//! A hash that looks random at single points may still give equal numbers to points that a mirror, a turn or a translation takes to each other. Noise then
//! has the symmetry, too.

use super::{Key, PRIMES, SplitMix, key};

/// Returns a point: one of two lies within 2^20 of the origin along each axis, where noise is looked at, the other anywhere.
#[inline]
fn any_point<const N: usize>(random: &mut SplitMix, number: u64) -> [u32; N] {
    let is_near = number.is_multiple_of(2);
    std::array::from_fn(|_| {
        let word = random.next();
        if is_near { ((word >> 43) as u32).wrapping_sub(1 << 20) } else { (word >> 32) as u32 }
    })
}

/// A permutation of the axes, of which some change their sign: a mirror, a turn about the origin, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn<const N: usize> {
    from: [usize; N],
    is_negative: [bool; N],
}

impl<const N: usize> Turn<N> {
    /// The mirror through the origin.
    pub const MIRROR: Self = Self { from: numbers(), is_negative: [true; N] };

    /// Returns all of them but the one that moves nothing.
    pub fn all() -> Vec<Self> {
        let mut orders = vec![vec![]];
        for _ in 0..N {
            let longer = |order: Vec<usize>| {
                let rest: Vec<usize> = (0..N).filter(|axis| !order.contains(axis)).collect();
                rest.into_iter().map(move |axis| [&order[..], &[axis]].concat())
            };
            orders = orders.into_iter().flat_map(longer).collect();
        }
        let with_signs = |order: Vec<usize>| {
            (0..1_u32 << N).map(move |signs| Self {
                from: std::array::from_fn(|axis| order[axis]),
                is_negative: std::array::from_fn(|axis| signs >> axis & 1 == 1),
            })
        };
        let nothing = Self { from: numbers(), is_negative: [false; N] };
        orders.into_iter().flat_map(with_signs).filter(|turn| *turn != nothing).collect()
    }

    /// Returns where a point comes to lie.
    #[inline]
    pub fn of(&self, point: [u32; N]) -> [u32; N] {
        std::array::from_fn(|axis| {
            let coordinate = point[self.from[axis]];
            if self.is_negative[axis] { coordinate.wrapping_neg() } else { coordinate }
        })
    }
}

const fn numbers<const N: usize>() -> [usize; N] {
    let mut numbers = [0; N];
    let mut at = 0;
    while at < N {
        numbers[at] = at;
        at += 1;
    }
    numbers
}

/// Returns how many points have the number of the place that a turn takes them to, over some turns with `points` points each, and eight keys. A point that
/// stays is left out.
pub fn equal_turned<const N: usize>(hash: impl Fn(Key, [u32; N]) -> u32, turns: &[Turn<N>], points: u64) -> u64 {
    let mut equal = 0;
    for (number, turn) in turns.iter().enumerate() {
        let mut random = SplitMix(number as u64);
        let key = key(number as u64 % 8);
        for point in 0..points {
            let point = any_point(&mut random, point);
            let turned = turn.of(point);
            equal += u64::from(hash(key, point) == hash(key, turned) && turned != point);
        }
    }
    equal
}

/// Returns translations along each axis, by 1 to `longest`.
pub fn along_axes<const N: usize>(longest: u32) -> impl Iterator<Item = [u32; N]> {
    (0..N).flat_map(move |along| (1..=longest).map(move |length| std::array::from_fn(|axis| if axis == along { length } else { 0 })))
}

/// Returns random translations, by less than 2^24 along each axis.
pub fn anywhere<const N: usize>(count: usize) -> impl Iterator<Item = [u32; N]> {
    let mut random = SplitMix(24);
    (0..count).map(move |_| std::array::from_fn(|_| ((random.next() >> 39) as u32).wrapping_sub(1 << 24)))
}

/// Returns the translations of at most `longest` along each axis that keep the sum of the products of coordinates and [`PRIMES`], and those that keep it with
/// other signs of the products.
pub fn short_vectors<const N: usize>(longest: i32) -> Vec<[u32; N]> {
    // The inverse of the last factor, by Newton's iteration, which doubles the number of its right bits.
    let last = PRIMES[N - 1];
    let inverse = (0..5).fold(1_u32, |inverse, _| inverse.wrapping_mul(2_u32.wrapping_sub(last.wrapping_mul(inverse))));
    let side = 2 * longest as u64 + 1;
    let mut found = vec![];
    // The first coordinate is never negative: a translation and its opposite are one.
    for number in 0..(longest as u64 + 1) * side.pow(N as u32 - 2) {
        let mut vector = [0_u32; N];
        let mut rest = number;
        for coordinate in &mut vector[1..N - 1] {
            *coordinate = ((rest % side) as u32).wrapping_sub(longest as u32);
            rest /= side;
        }
        vector[0] = rest as u32;
        let sum = vector.iter().zip(PRIMES).fold(0, |sum: u32, (coordinate, factor)| sum.wrapping_add(coordinate.wrapping_mul(factor)));
        vector[N - 1] = sum.wrapping_neg().wrapping_mul(inverse);
        if vector[N - 1].cast_signed().unsigned_abs() <= longest as u32 && vector != [0; N] {
            found.push(vector);
        }
    }
    let with_signs = |vector: [u32; N]| {
        (0..1_u32 << (N - 1)).map(move |signs| {
            std::array::from_fn(|axis| if axis > 0 && signs >> (axis - 1) & 1 == 1 { vector[axis].wrapping_neg() } else { vector[axis] })
        })
    };
    found.into_iter().flat_map(with_signs).collect()
}

/// Returns the largest share of points that have the number of the place that a translation takes them to, over translations, each with some keys.
pub fn equal_moved<const N: usize>(
    hash: impl Fn(Key, [u32; N]) -> u32,
    ways: impl IntoIterator<Item = [u32; N]>,
    keys: u64,
    points: u32,
) -> f64 {
    let mut most = 0;
    let mut random = SplitMix(1);
    for (number, way) in ways.into_iter().enumerate() {
        for seed in 0..keys {
            let key = key((number as u64 + seed) % 8);
            let is_equal = |point: u32| {
                let point: [u32; N] = any_point(&mut random, point.into());
                let moved = std::array::from_fn(|axis| point[axis].wrapping_add(way[axis]));
                u32::from(hash(key, point) == hash(key, moved))
            };
            most = most.max((0..points).map(is_equal).sum());
        }
    }
    f64::from(most) / f64::from(points)
}

/// Returns the number of pairs of points with one number in a square block. By chance it is about `side`^4 / 2^33.
pub fn equal_pairs(hash: impl Fn(Key, [u32; 2]) -> u32, key: Key, corner: [u32; 2], side: u32) -> u64 {
    let row = |y: u32| (0..side).map(move |x| [corner[0].wrapping_add(x), corner[1].wrapping_add(y)]);
    let mut numbers: Vec<u32> = (0..side).flat_map(row).map(|point| hash(key, point)).collect();
    // By radix: with the checks of a build for tests, sorting by comparison takes a hundred times as long.
    let mut sorted = vec![0; numbers.len()];
    for shift in [0, 16] {
        let digit = |number: u32| (number >> shift) as usize % (1 << 16);
        let mut starts = vec![0; 1 << 16];
        numbers.iter().for_each(|&number| starts[digit(number)] += 1);
        let mut start = 0;
        starts.iter_mut().for_each(|count| start += std::mem::replace(count, start));
        for &number in &numbers {
            sorted[starts[digit(number)]] = number;
            starts[digit(number)] += 1;
        }
        std::mem::swap(&mut numbers, &mut sorted);
    }
    numbers.chunk_by(|a, b| a == b).map(|equal| equal.len() as u64 * (equal.len() as u64 - 1) / 2).sum()
}

/// Returns the greatest bias of a bit of the hash, over the bits of the coordinates: with 0 a changed bit changes each bit of the hash for half of all inputs,
/// with 1 for all or none.
pub fn coordinate_bias<const N: usize>(hash: impl Fn(Key, [u32; N]) -> u32, inputs: u32) -> f64 {
    let changed = |bit: usize, key: Key, mut point: [u32; N]| {
        point[bit / 32] ^= 1 << (bit % 32);
        hash(key, point)
    };
    (0..32 * N).map(|bit| bias(&hash, |key, point| changed(bit, key, point), inputs, bit)).fold(0.0, f64::max)
}

/// Returns the same over the bits of the first words of the key.
pub fn key_bias<const N: usize>(hash: impl Fn(Key, [u32; N]) -> u32, words: usize, inputs: u32) -> f64 {
    let changed = |bit: usize, mut key: Key, point: [u32; N]| {
        key[bit / 32] ^= 1 << (bit % 32);
        hash(key, point)
    };
    (0..32 * words).map(|bit| bias(&hash, |key, point| changed(bit, key, point), inputs, bit)).fold(0.0, f64::max)
}

/// Returns the greatest bias of a bit between two functions.
fn bias<const N: usize>(hash: impl Fn(Key, [u32; N]) -> u32, other: impl Fn(Key, [u32; N]) -> u32, inputs: u32, start: usize) -> f64 {
    let mut random = SplitMix(start as u64);
    let mut counts = [0_u32; 32];
    for number in 0..inputs {
        let point = any_point(&mut random, number.into());
        let word = random.next();
        let key = [word as u32, (word >> 32) as u32];
        let changed = hash(key, point) ^ other(key, point);
        counts.iter_mut().enumerate().for_each(|(bit, count)| *count += changed >> bit & 1);
    }
    let bias = |count: u32| (2.0 * f64::from(count) / f64::from(inputs) - 1.0).abs();
    counts.into_iter().map(bias).fold(0.0, f64::max)
}

/// The greatest lag, along both axes.
const LAG: usize = 12;

/// Returns the greatest correlation of values at a lag in a square of cells, in standard errors. A value is the hash as a signed number.
pub fn lag_of_values(hash: impl Fn(Key, [u32; 2]) -> u32, key: Key, corner: [u32; 2], side: usize) -> f64 {
    let place = |at: usize| [corner[0].wrapping_add((at % side) as u32), corner[1].wrapping_add((at / side) as u32)];
    let value = |at: usize| (f64::from(hash(key, place(at)).cast_signed()) / f64::from(1_u32 << 31)) as f32;
    let values: Vec<f32> = (0..side * side).map(value).collect();
    let mut most = 0.0_f64;
    for (right, down) in lags() {
        // To the left the two rows change places.
        let across = right.unsigned_abs();
        let of_row = |row: usize| -> f64 {
            let [upper, lower] = [row, row + down].map(|row| &values[row * side..][..side]);
            let [first, second] = if right < 0 { [lower, upper] } else { [upper, lower] };
            product(&first[..side - across], &second[across..])
        };
        let count = ((side - down) * (side - across)) as f64;
        // The variance of a value is a third, and that of a product a ninth.
        most = most.max((0..side - down).map(of_row).sum::<f64>().abs() * 3.0 / libm::sqrt(count));
    }
    most
}

/// Returns the sum of the products of two rows, in eight sums side by side, so that it is fast.
fn product(a: &[f32], b: &[f32]) -> f64 {
    let (a, a_rest) = a.as_chunks::<8>();
    let (b, b_rest) = b.as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for (a, b) in a.iter().zip(b) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.into_iter().chain(a_rest.iter().zip(b_rest).map(|(a, b)| a * b)).map(f64::from).sum()
}

/// Returns each lag once, without its opposite.
fn lags() -> impl Iterator<Item = (isize, usize)> {
    let rows = (0..=LAG).flat_map(|down| (-LAG.cast_signed()..=LAG.cast_signed()).map(move |right| (right, down)));
    rows.filter(|&(right, down)| down > 0 || right > 0)
}

/// Returns the greatest correlation of a bit with itself at a lag in a square of cells, in standard errors.
pub fn lag_of_bits(hash: impl Fn(Key, [u32; 2]) -> u32, key: Key, corner: [u32; 2], side: usize) -> f64 {
    let words = side / 64;
    let mut planes = vec![0_u64; 32 * side * words];
    for row in 0..side {
        for column in 0..words * 64 {
            let number = hash(key, [corner[0].wrapping_add(column as u32), corner[1].wrapping_add(row as u32)]);
            for bit in 0..32 {
                planes[(bit * side + row) * words + column / 64] |= u64::from(number >> bit & 1) << (column % 64);
            }
        }
    }
    let mut most = 0.0_f64;
    for (right, down) in lags() {
        let across = right.unsigned_abs();
        let shifted = |row: &[u64], word: usize| if across == 0 { row[word] } else { row[word] >> across | row[word + 1] << (64 - across) };
        for bit in 0..32 {
            let of_row = |row: usize| -> u32 {
                let [upper, lower] = [row, row + down].map(|row| &planes[(bit * side + row) * words..][..words]);
                let [first, second] = if right < 0 { [lower, upper] } else { [upper, lower] };
                (0..words - 1).map(|word| (first[word] ^ shifted(second, word)).count_ones()).sum()
            };
            let count = ((side - down) * (words - 1) * 64) as f64;
            let differ: u32 = (0..side - down).map(of_row).sum();
            most = most.max((2.0 * f64::from(differ) - count).abs() / libm::sqrt(count));
        }
    }
    most
}

/// Returns the greatest correlation of a bit at a point and at its mirror image, in standard errors.
pub fn mirror_of_bits<const N: usize>(hash: impl Fn(Key, [u32; N]) -> u32, points: u32) -> f64 {
    let mut counts = [0_u32; 32];
    let count = each_mirrored(hash, points, |a, b| counts.iter_mut().enumerate().for_each(|(bit, count)| *count += (a ^ b) >> bit & 1));
    let errors = |differ: u32| (2.0 * f64::from(differ) - count).abs() / libm::sqrt(count);
    counts.into_iter().map(errors).fold(0.0, f64::max)
}

/// Returns how unevenly the pairs of the lowest four bits at a point and at its mirror image are distributed: their chi-squared minus its expectation, in
/// standard deviations.
pub fn mirror_of_gradients<const N: usize>(hash: impl Fn(Key, [u32; N]) -> u32, points: u32) -> f64 {
    let mut counts = [0_u32; 256];
    let count = each_mirrored(hash, points, |a, b| counts[(a % 16 * 16 + b % 16) as usize] += 1);
    let expected = count / 256.0;
    let chi: f64 = counts.into_iter().map(|count| (f64::from(count) - expected) * (f64::from(count) - expected) / expected).sum();
    (chi - 255.0).abs() / libm::sqrt(2.0 * 255.0)
}

/// Calls a function with the numbers of points and of their mirror images, and returns how many there were.
fn each_mirrored<const N: usize>(hash: impl Fn(Key, [u32; N]) -> u32, points: u32, mut each: impl FnMut(u32, u32)) -> f64 {
    let mut random = SplitMix(2);
    let mut count = 0.0;
    for number in 0..points {
        let point = any_point(&mut random, number.into());
        let mirrored = Turn::MIRROR.of(point);
        if point != mirrored {
            let key = key((number % 8).into());
            each(hash(key, point), hash(key, mirrored));
            count += 1.0;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::{Hash as _, Lattice, Sum};
    use super::*;

    /// A hash without a symmetry, of any number of coordinates.
    fn good<const N: usize>(key: Key, point: [u32; N]) -> u32 {
        let start = u64::from(key[0]) << 32 | u64::from(key[1]);
        point.into_iter().fold(SplitMix(start).next(), |state, word| SplitMix(state ^ u64::from(word)).next()) as u32
    }

    #[test]
    fn turns_are_all_signed_permutations_and_each_moves_most_points() {
        assert_eq!([Turn::<1>::all().len(), Turn::<2>::all().len(), Turn::<3>::all().len(), Turn::<4>::all().len()], [1, 7, 47, 383]);
        assert!(Turn::<3>::all().contains(&Turn::MIRROR));
        assert!(Turn::<3>::all().iter().all(|turn| turn.of([1, 2, 3]) != [1, 2, 3]));
        assert_eq!(Turn::<2>::MIRROR.of([1, u32::MAX]), [u32::MAX, 1]);
    }

    #[test]
    fn a_planted_mirror_a_planted_translation_and_planted_equals_are_counted_and_a_good_hash_has_none() {
        let mirrored = |key, point: [u32; 2]| good(key, [point[0].min(point[0].wrapping_neg()), point[1]]);
        assert_eq!(equal_turned(good, &Turn::<2>::all(), 1000), 0);
        // Of seven turns one is the mirror, which leaves the rest of the points at rest.
        let equal = equal_turned(mirrored, &Turn::<2>::all(), 1000);
        assert!((990..=1000).contains(&equal), "{equal}");
        let periodic = |key, point: [u32; 2]| good(key, [point[0] % 64, point[1]]);
        assert_eq!(equal_moved(periodic, along_axes(63), 1, 100), 0.0);
        assert_eq!(equal_moved(periodic, along_axes(64), 1, 100), 1.0);
        assert_eq!(equal_moved(good::<3>, anywhere(100), 2, 100), 0.0);
        // Rows of one number.
        assert_eq!(equal_pairs(|key, [_, y]| good(key, [y]), key(0), [0, 0], 8), 8 * 28);
        assert_eq!(equal_pairs(good, key(0), [5, 7], 64), 0);
    }

    #[test]
    fn short_vectors_keep_the_sum() {
        let vectors = short_vectors::<3>(1600);
        assert!(!vectors.is_empty());
        let keeps = |vector: &&[u32; 3]| Sum::of(key(1), **vector) == Sum::of(key(1), [0, 0, 0]);
        // Each with three others of other signs.
        assert!(vectors.iter().step_by(4).all(|vector| keeps(&vector)));
        assert_eq!(equal_moved(Sum::of::<3>, vectors.iter().copied().step_by(4), 1, 100), 1.0);
        assert!(!vectors.iter().any(|vector| Lattice::of(key(1), *vector) == Lattice::of(key(1), [0, 0, 0])));
    }

    #[test]
    fn biases_are_one_for_a_bit_that_nothing_reaches_and_small_for_a_good_hash() {
        let deaf = |key: Key, point: [u32; 2]| good([key[0], 0], point) & !1;
        assert_eq!(coordinate_bias(deaf, 1000), 1.0);
        assert!(coordinate_bias(good::<2>, 10_000) < 0.06);
        assert!(key_bias(|key, point: [u32; 1]| good([key[0], 0], point), 1, 10_000) < 0.06);
        assert_eq!(key_bias(|key, point: [u32; 1]| good([key[0], 0], point), 2, 1000), 1.0);
    }

    #[test]
    fn a_planted_lag_and_a_planted_mirror_of_a_single_bit_are_found() {
        let key = key(5);
        assert!(lag_of_values(good, key, [0, 0], 256) < 5.0);
        assert!(lag_of_bits(good, key, [0, 0], 256) < 5.0);
        for lag in [[3, 0], [0, 12], [7, 5], [5_u32.wrapping_neg(), 2]] {
            // Half of all cells have the number of the one at the lag.
            let moved = |key, [x, y]: [u32; 2]| {
                let is_other = good::<2>([1, 1], [x.wrapping_sub(lag[0]), y.wrapping_sub(lag[1])]).is_multiple_of(2);
                if is_other { good(key, [x, y]) } else { good(key, [x.wrapping_sub(lag[0]), y.wrapping_sub(lag[1])]) }
            };
            let found = lag_of_values(moved, key, [0, 0], 256);
            assert!(found > 50.0, "{lag:?}: {found}");
            let bit = |key, point| good(key, point) & !8 | moved(key, point) & 8;
            let found = lag_of_bits(bit, key, [0, 0], 256);
            assert!(found > 50.0, "{lag:?}: {found}");
        }
        let bit = |key, point: [u32; 3]| good(key, point) & !2 | good(key, [point[0].min(point[0].wrapping_neg())]) & 2;
        assert!(mirror_of_bits(good::<3>, 10_000) < 5.0 && mirror_of_gradients(good::<3>, 10_000) < 5.0);
        assert!(mirror_of_bits(bit, 10_000) > 50.0 && mirror_of_gradients(bit, 10_000) > 50.0);
    }
}
