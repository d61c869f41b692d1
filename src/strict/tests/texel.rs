//! The rounding of values to texture formats, against exact arithmetic.

use crate::strict::texel::*;

/// Returns the value of a half with these bits (IEEE 754 binary16), by its definition.
fn half(bits: u16) -> f64 {
    let (sign, exponent, mantissa) = (bits >> 15, i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match exponent {
        0 => libm::ldexp(mantissa, -24),
        31 => f64::NAN,
        _ => libm::ldexp(1024.0 + mantissa, exponent - 25),
    };
    if sign == 1 { -magnitude } else { magnitude }
}

/// The bits of the largest half and of the smallest normal one.
const LARGEST: u16 = 0x7bff;
const SMALLEST: u16 = 0x0400;

/// Returns the expected nearest half for a magnitude between two neighbouring halves, by comparing distances in f64, which are exact.
fn expected(v: f32, below: u16) -> f32 {
    let (low, high, v) = (half(below), half(below + 1), f64::from(v));
    let (to_low, to_high) = (v - low, high - v);
    let is_low = to_low < to_high || to_low == to_high && below.is_multiple_of(2);
    let nearest = if is_low { below } else { below + 1 };
    if nearest < SMALLEST { 0.0 } else { half(nearest) as f32 }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn every_half_is_its_own_nearest_but_subnormals_and_what_has_no_value() {
    for bits in 0..=u16::MAX {
        let v = half(bits) as f32;
        if v.is_nan() {
            continue;
        }
        let is_subnormal = (bits & 0x7fff) < SMALLEST;
        let expected = if is_subnormal { 0.0 } else { v };
        assert_eq!(nearest_half(v).to_bits(), expected.to_bits(), "{bits:#06x}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn what_lies_between_two_halves_becomes_the_nearer_one_and_in_the_middle_the_even_one() {
    for bits in 0..LARGEST {
        let (low, high) = (half(bits) as f32, half(bits + 1) as f32);
        let middle = low + (high - low) / 2.0;
        let step = |v: f32, by: i32| f32::from_bits(v.to_bits().wrapping_add_signed(by));
        for v in [middle, step(middle, -1), step(middle, 1), step(low, 1), step(high, -1), low + (high - low) / 3.0] {
            let expected = expected(v, bits);
            assert_eq!(nearest_half(v).to_bits(), expected.to_bits(), "{v:e} above {bits:#06x}");
            let negative = if expected == 0.0 { 0.0 } else { -expected };
            assert_eq!(nearest_half(-v).to_bits(), negative.to_bits(), "-{v:e}");
        }
    }
    for v in [65504.0, 65519.0, 65520.0, 1e6, f32::MAX] {
        assert_eq!((nearest_half(v), nearest_half(-v)), (65504.0, -65504.0));
    }
    assert_eq!(nearest_half(f32::from_bits(0x1000_0000)).to_bits(), 0);
}

/// Returns a format's conversion of a value to a signed whole number: the nearest, by IEEE's `nearest` mode in f64.
fn stored(v: f32, levels: f64) -> f64 {
    libm::rint(f64::from(v).clamp(-1.0, 1.0) * levels)
}

#[test]
fn every_level_is_stored_as_itself_and_half_way_is_rounded_up() {
    for (levels, low, nearest) in [(255.0, 0, nearest_unorm8 as fn(f32) -> f32), (127.0, -127, nearest_snorm8)] {
        for level in low..=levels as i32 {
            let exact = f64::from(level) / levels;
            assert_eq!(stored(nearest(exact as f32), levels), f64::from(level), "{level}");
            // A driver's conversion may be slightly off.
            assert!((f64::from(nearest(exact as f32)) * levels - f64::from(level)).abs() < 1e-4, "{level}");
            // Not at the midpoint itself, which f32 usually can't represent.
            for (offset, becomes) in [(-0.4999, 0), (0.4999, 0), (-0.5001, -1), (0.5001, 1)] {
                let v = ((f64::from(level) + offset) / levels) as f32;
                let expected = (level + becomes).clamp(low, levels as i32);
                assert_eq!(stored(nearest(v), levels), f64::from(expected), "{level} and {offset}");
            }
        }
    }
    assert_eq!(stored(nearest_unorm8(0.5), 255.0), 128.0);
    assert_eq!([0.5, -0.5].map(|v| stored(nearest_snorm8(v), 127.0)), [64.0, -63.0]);
    for v in [-1e30, -1.5, -0.001, 0.0] {
        assert_eq!(nearest_unorm8(v).to_bits(), 0);
    }
    assert_eq!(nearest_snorm8(-0.001).to_bits(), 0);
    assert_eq!([1.5, 1e30].map(|v| (stored(nearest_unorm8(v), 255.0), stored(nearest_snorm8(-v), 127.0))), [(255.0, -127.0); 2]);
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn levels_are_those_of_exact_arithmetic_but_next_to_a_tie() {
    // All f32 from 2^-12 to 1, in steps of a prime number of units in the last place.
    for bits in (115_u32 << 23..=127 << 23).step_by(1_009) {
        let v = f32::from_bits(bits);
        let exact = f64::from(v) * 255.0 + 0.5;
        let level = stored(nearest_unorm8(v), 255.0);
        assert!(level == exact.floor() || (exact - exact.round()).abs() < 3e-5 && (level - exact).abs() <= 1.0, "{v:e}");
    }
}
