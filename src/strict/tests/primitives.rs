//! Tests that the intrinsics give the bits of their shader versions, for one lane and for sixteen at every vector level.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x16};

use super::arithmetic::{self, numbers};
use super::reference;
use crate::strict::lanes::{LANES, PERMUTED, load, permuted_bytes};
use crate::strict::level::{VectorLevel, with_level};
use crate::strict::perlin::{GRADIENT_X, GRADIENT_Y, GRADIENT_Z};
use crate::strict::{builtin, by_hand, primitives};

const MANY: usize = super::cases(1 << 14);

/// Compares an intrinsic of floats with its shader version.
macro_rules! of_floats {
    ($name:ident($($argument:ident),+), $inputs:expr) => {
        let inputs: Vec<_> = $inputs;
        for input in &inputs {
            let [$($argument),+] = *input;
            let (made, expected): (f32, f32) = (by_hand::$name($($argument),+), primitives::$name($($argument),+));
            assert_eq!(made.to_bits(), expected.to_bits(), "{}{input:?}: {made:e}, {expected:e}", stringify!($name));
        }
        for level in VectorLevel::all() {
            for inputs in inputs.chunks_exact(LANES) {
                let mut columns = (0..).map(|argument| -> [f32; LANES] { std::array::from_fn(|lane| inputs[lane][argument]) });
                $(let $argument = columns.next().expect("a column");)+
                let lanes: [f32; LANES] = with_level!(level.0, simd => by_hand::$name($(load(simd, &$argument)),+).into());
                for (input, lane) in inputs.iter().zip(lanes) {
                    let [$($argument),+] = *input;
                    let expected = primitives::$name($($argument),+);
                    assert_eq!(lane.to_bits(), expected.to_bits(), "{}{input:?} with {level}: {lane:e}, {expected:e}", stringify!($name));
                }
            }
        }
    };
}

/// Compares an intrinsic of a word with its shader version; `$bits` converts the result to a word.
macro_rules! of_words {
    ($name:ident(word $(, $uniform:expr)*), $inputs:expr, $bits:expr, $lanes:ty) => {
        let inputs: Vec<u32> = $inputs;
        for word in &inputs {
            let (made, expected) = (by_hand::$name(Wrapping(*word) $(, $uniform)*), primitives::$name(*word $(, $uniform)*));
            assert_eq!($bits(made.into()), $bits(expected.into()), "{}({word:#x})", stringify!($name));
        }
        for level in VectorLevel::all() {
            for inputs in inputs.as_chunks::<LANES>().0 {
                let lanes: [$lanes; LANES] =
                    with_level!(level.0, simd => by_hand::$name(u32x16::load_array(simd, *inputs) $(, $uniform)*).into());
                for (word, lane) in inputs.iter().zip(lanes) {
                    let expected = primitives::$name(*word $(, $uniform)*);
                    assert_eq!($bits(lane.into()), $bits(expected.into()), "{}({word:#x}) with {level}", stringify!($name));
                }
            }
        }
    };
}

/// The bits of an intrinsic's result.
#[derive(Clone, Copy)]
enum Given {
    Float(f32),
    Word(u32),
}

impl From<f32> for Given {
    fn from(v: f32) -> Self {
        Self::Float(v)
    }
}

impl From<u32> for Given {
    fn from(v: u32) -> Self {
        Self::Word(v)
    }
}

impl From<Wrapping<u32>> for Given {
    fn from(v: Wrapping<u32>) -> Self {
        Self::Word(v.0)
    }
}

fn bits(given: Given) -> u32 {
    match given {
        Given::Float(v) => v.to_bits(),
        Given::Word(v) => v,
    }
}

fn words(seed: u64) -> Vec<u32> {
    let mut float = numbers(seed);
    (0..MANY).map(|_| float().to_bits().wrapping_mul(0x9e37_79b9)).collect()
}

#[test]
fn rounded_is_the_number_itself() {
    of_floats!(rounded(v), arithmetic::lists::<1>(MANY, 1));
}

#[test]
fn numbers_are_sizable_where_the_shader_says_so() {
    let mut inputs: Vec<f32> = (0..=255_u32).flat_map(|exponent| [exponent << 23, (exponent << 23) + 1]).map(f32::from_bits).collect();
    inputs.extend(inputs.clone().iter().map(|v| -v));
    inputs.retain(|v| v.is_finite());
    for v in inputs {
        assert_eq!(by_hand::is_sizable(v), primitives::is_sizable(v), "{v:e}");
        for level in VectorLevel::all() {
            let kept: [f32; LANES] = with_level!(level.0, simd => crate::strict::strict::canonical(load(simd, &[v; LANES])).into());
            let expected = if primitives::is_sizable(v) { v.to_bits() } else { 0 };
            assert_eq!(kept.map(f32::to_bits), [expected; LANES], "{v:e} with {level}");
        }
    }
}

#[test]
fn displacements_are_cells_and_fractions_as_by_the_shader() {
    // Numbers of every size and sign, and neighbours of whole numbers, of halves and of the ends.
    let mut inputs: Vec<f32> = (0..=255_u32)
        .flat_map(|exponent| [exponent << 23, (exponent << 23) + 1, (exponent << 23) + 0x2a_aaaa])
        .map(f32::from_bits)
        .collect();
    let near = |v: f32| (-2..=2).map(move |step: i32| f32::from_bits(v.to_bits().wrapping_add_signed(step)));
    inputs
        .extend([0.5, 1.0, 1.5, 2.0, 1000.0, 1_048_575.5, 1_048_576.0, builtin::exp2(-24), builtin::exp2(-25)].into_iter().flat_map(near));
    inputs.extend(arithmetic::lists::<1>(MANY, 15).into_iter().flatten());
    inputs.extend(words(16).into_iter().map(|word| f32::from_bits(0x3000_0000 + word % 0x1a00_0000)));
    inputs.extend(inputs.clone().iter().map(|v| -v));
    inputs.retain(|v| v.is_finite());
    inputs.resize(inputs.len().next_multiple_of(LANES), 0.0);
    for inputs in inputs.as_chunks::<LANES>().0 {
        let expected = inputs.map(primitives::displacement);
        for (input, expected) in inputs.iter().zip(expected) {
            assert_eq!(by_hand::displacement(*input).map(|word| word.0), expected, "{input:e}");
        }
        for level in VectorLevel::all() {
            let found: [[u32; LANES]; 2] = with_level!(level.0, simd => {
                let [cell, fraction] = by_hand::displacement(load(simd, inputs));
                [cell.into(), fraction.into()]
            });
            for (lane, (input, expected)) in inputs.iter().zip(expected).enumerate() {
                assert_eq!(found.map(|words| words[lane]), expected, "{input:e} with {level}");
            }
        }
    }
}

#[test]
fn cells_before_and_after_are_those_of_the_shader() {
    for period in [0_u32, 1, 2, 7, 256, 1 << 30] {
        let ends = [0, 1, u32::MAX, period.wrapping_sub(1), period.wrapping_sub(2)].into_iter().cycle().take(LANES);
        let inputs: Vec<u32> = ends.chain(words(17)).collect();
        of_words!(cell_after(word, period), inputs.clone(), bits, u32);
        of_words!(cell_before(word, period), inputs, bits, u32);
    }
}

#[test]
fn sums_take_a_part_more_where_it_is_sizable() {
    let inputs =
        arithmetic::lists::<2>(MANY, 14).into_iter().map(|[sum, part]| [sum + 0.0, part]).filter(|[sum, part]| (sum + part).is_finite());
    of_floats!(with_part(sum, part), inputs.collect());
}

#[test]
fn entries_of_a_table_are_those_at_the_low_eight_bits_of_an_index() {
    let tables = reference::table();
    let table = by_hand::Table::new(&tables[0], &tables[1]);
    let entry = |word: u32| u32::from(tables[0][(word & 255) as usize]);
    for inputs in (0..256).chain(words(9)).collect::<Vec<u32>>().as_chunks::<LANES>().0 {
        assert_eq!(by_hand::permute(table, Wrapping(inputs[0])).0, entry(inputs[0]), "{:#x}", inputs[0]);
        for level in VectorLevel::all() {
            let found: [u32; LANES] = with_level!(level.0, simd => by_hand::permute(table, u32x16::load_array(simd, *inputs)).into());
            assert_eq!(found, inputs.map(entry), "{inputs:#x?} with {level}");
        }
    }
    for inputs in words(10).as_chunks::<{ 4 * LANES }>().0 {
        let [a, b, c, d]: [[u32; LANES]; 4] = std::array::from_fn(|number| std::array::from_fn(|lane| inputs[number * LANES + lane]));
        for level in VectorLevel::all() {
            let sums = |from: [u32; LANES], by: [u32; LANES]| std::array::from_fn(|lane| entry(from[lane].wrapping_add(by[lane])));
            let found: [[u32; LANES]; 2] = with_level!(level.0, simd => {
                let [a, b, c] = [a, b, c].map(
                    #[inline(always)]
                    |words| u32x16::load_array(simd, words)
                );
                by_hand::permute_pair(table, a, b, c).map(u32x16::into)
            });
            assert_eq!(found, [sums(a, b), sums(a, c)], "{inputs:#x?} with {level}");
            let found: [[u32; LANES]; 4] = with_level!(level.0, simd => {
                let [a, b, c, d] = [a, b, c, d].map(
                    #[inline(always)]
                    |words| u32x16::load_array(simd, words)
                );
                by_hand::permute_pairs(table, [a, b], c, d).map(u32x16::into)
            });
            assert_eq!(found, [sums(a, c), sums(a, d), sums(b, c), sums(b, d)], "{inputs:#x?} with {level}");
        }
    }
    let bytes = (0..=255).chain(words(11).into_iter().map(|word| (word >> 24) as u8)).collect::<Vec<u8>>();
    for indices in bytes.as_chunks::<PERMUTED>().0 {
        for level in VectorLevel::all() {
            let found: [u8; PERMUTED] =
                with_level!(level.0, simd => permuted_bytes(simd, table.entries, u8x64::load_array(simd, *indices)).into());
            assert_eq!(found, indices.map(|index| tables[0][usize::from(index)]), "{indices:#x?} with {level}");
        }
    }
}

#[test]
fn components_of_gradients_are_those_of_the_codes() {
    let inputs = || (0..32).cycle().take(64).chain(words(4)).collect::<Vec<u32>>();
    of_words!(sign_of(word, GRADIENT_X), inputs(), bits, f32);
    of_words!(sign_of(word, GRADIENT_Y), inputs(), bits, f32);
    of_words!(doubled_sign(word, GRADIENT_Z), inputs(), bits, f32);
    of_words!(sign_of_32(word, 0x5533_00aa, 0xff33_0ff0), inputs(), bits, f32);
}

#[test]
fn what_is_at_most_1_is_held_above_0_as_by_the_shader() {
    of_floats!(simplex_held(v), arithmetic::lists::<1>(MANY, 2).into_iter().map(|[v]| [v.min(1.0)]).collect());
}

#[test]
fn square_roots_are_those_of_the_shader() {
    of_floats!(sqrt_of(v), arithmetic::lists::<1>(super::cases(1 << 18), 3));
}

#[test]
fn two_square_roots_are_those_of_the_shader() {
    // All significands with both parities of the exponent, then any numbers.
    let step = 0x0100_0000 / super::cases(0x0100_0000);
    let mut inputs: Vec<[f32; 2]> = (0x3f80_0000u32..0x4080_0000).step_by(step).map(|bits| [f32::from_bits(bits), 2.0]).collect();
    inputs.extend(arithmetic::lists::<2>(super::cases(1 << 18), 4));
    inputs.extend([[0.0, 0.0], [-0.0, -0.0], [-1.0, -1e38], [1e38, 1e38], [builtin::exp2(-95); 2]]);
    inputs.resize(inputs.len().next_multiple_of(LANES), [1.0; 2]);
    for inputs in inputs.as_chunks::<LANES>().0 {
        let expected = inputs.map(|input| primitives::sqrt_of_two(input).map(f32::to_bits));
        for (input, expected) in inputs.iter().zip(expected) {
            assert_eq!(by_hand::sqrt_of_two(*input).map(f32::to_bits), expected, "{input:?}");
        }
        // Each number as the first of its two, and as the second.
        let lanes: [[f32; LANES]; 2] = std::array::from_fn(|which| inputs.map(|input| input[which]));
        for level in VectorLevel::all() {
            for order in [[0, 1], [1, 0]] {
                let lanes = order.map(|which| lanes[which]);
                let roots: [[f32; LANES]; 2] = with_level!(level.0, simd => {
                    let [first, second] = by_hand::sqrt_of_two([load(simd, &lanes[0]), load(simd, &lanes[1])]);
                    [first.into(), second.into()]
                });
                for (which, roots) in order.into_iter().zip(roots) {
                    assert_eq!(roots.map(f32::to_bits), expected.map(|expected| expected[which]), "{inputs:?} with {level}");
                }
            }
        }
    }
}

#[test]
fn cells_are_wrapped_as_by_the_shader() {
    for period in [1, 2, 3, 7, 48, 255, 256, 1000, (1 << 20) - 1, 1 << 22, (1 << 24) + 1, (1 << 30) - 1, 1 << 30] {
        // From 2^20 cells below 0 to 2^20 above the period, and around all multiples of the period that are near these ends and 0.
        let range = period + (1 << 21);
        let near = |place: u32| (0..64).map(move |step| (place + range - step % range.min(64)) % range);
        let multiples = [0, 1, 2, (1 << 20) / period, (1 << 20) / period + 1, range / period].map(|multiple| (multiple * period) % range);
        let places = words(4).into_iter().map(|word| word % range).chain(multiples.into_iter().flat_map(near));
        let inputs = places.map(|place| place.wrapping_sub(1 << 20)).collect::<Vec<u32>>();
        of_words!(wrapped(word, period), inputs, bits, u32);
    }
}

#[test]
fn cells_are_carried_where_a_sum_of_fractions_is_less_than_a_part_of_it() {
    for inputs in words(18).as_chunks::<{ 3 * LANES }>().0 {
        let [cells, mut sums, parts]: [[u32; LANES]; 3] =
            std::array::from_fn(|which| std::array::from_fn(|lane| inputs[which * LANES + lane]));
        // Equal ones, too.
        sums[0] = parts[0];
        let expected: [u32; LANES] = std::array::from_fn(|lane| primitives::carried(cells[lane], sums[lane], parts[lane]));
        assert_eq!(by_hand::carried(Wrapping(cells[1]), Wrapping(sums[1]), Wrapping(parts[1])).0, expected[1], "{inputs:#x?}");
        for level in VectorLevel::all() {
            let found: [u32; LANES] = with_level!(level.0, simd => {
                let [cells, sums, parts] = [cells, sums, parts].map(
                    #[inline(always)]
                    |words| u32x16::load_array(simd, words)
                );
                by_hand::carried(cells, sums, parts).into()
            });
            assert_eq!(found, expected, "{inputs:#x?} with {level}");
        }
    }
}

#[test]
fn products_with_edge_gradients_are_those_of_the_shader() {
    // Offsets, some of them 0.
    let offset = |word: u32| (word >> 7) as f32 / (1 << 24) as f32 - 1.0;
    for [hash, x, y, z] in words(8).as_chunks::<4>().0 {
        let [x, y, z] = [*x, *y, *z].map(|word| if word & 15 == 0 { 0.0 } else { offset(word) });
        let expected = primitives::simplex_product_3(*hash, x, y, z);
        assert_eq!(by_hand::simplex_product_3(Wrapping(*hash), x, y, z), expected, "{hash:#x}, {x:e}, {y:e}, {z:e}");
    }
}

#[test]
fn whole_numbers_below_two_to_the_24th_become_floats_and_parts_of_floats_whole_numbers() {
    let inputs: Vec<u32> =
        [0, 1, (1 << 24) - 1].into_iter().cycle().take(LANES).chain(words(10).into_iter().map(|word| word >> 8)).collect();
    for (number, inputs) in inputs.as_chunks::<LANES>().0.iter().enumerate() {
        let with_parts = inputs.map(|word| word as f32 / (1 << (number % 25)) as f32);
        for level in VectorLevel::all() {
            let floats: [f32; LANES] = with_level!(level.0, simd => builtin::f32_of(u32x16::load_array(simd, *inputs)).into());
            assert_eq!(floats, inputs.map(|word| word as f32), "{inputs:?} with {level}");
            let whole: [u32; LANES] = with_level!(level.0, simd => builtin::u32_of(load(simd, &with_parts)).into());
            assert_eq!(whole, with_parts.map(|v| v as u32), "{with_parts:?} with {level}");
        }
    }
}

#[test]
fn signed_numbers_are_those_of_the_shader() {
    of_words!(signed(word), words(7).into_iter().map(|word| (word >> 7).wrapping_sub(1 << 24)).collect(), bits, f32);
}

#[test]
fn gradients_of_the_plane_are_those_of_the_shader() {
    of_words!(simplex_gradient_2x(word), words(5), bits, f32);
    of_words!(simplex_gradient_2y(word), words(6), bits, f32);
}
