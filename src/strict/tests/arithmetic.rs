//! Arithmetic against f64, and sixteen lanes against one.

use crate::strict::arithmetic::*;
use crate::strict::real::Real;

/// Returns an endless sequence of numbers: those where functions bend, moderate ones, and any from 2^-95 to 1e38 in absolute value.
pub(crate) fn numbers(seed: u64) -> impl FnMut() -> f32 {
    const SPECIAL: [f32; 16] =
        [0.0, 1.0, -1.0, 0.5, -0.5, 0.25, 2.0, -2.0, 3.0, 0.999_999_94, 1.000_000_1, 1e-6, -1e-6, 1e38, -1e38, 2.6e-29];
    let mut state = seed | 1;
    move || loop {
        // xorshift64* (Vigna, 2016).
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let random = state.wrapping_mul(0x2545_F491_4F6C_DD1D);
        let number = match random & 7 {
            0 => SPECIAL[(random >> 8) as usize % SPECIAL.len()],
            1 => f32::from_bits((random >> 32) as u32),
            2 => ((random >> 60) as f32 - 8.0) * 0.25,
            3 => ((random >> 40) as f32 - 8_388_608.0) * 0.001,
            _ => (random >> 40) as f32 / 8_388_608.0 - 1.0,
        };
        if is_legal(number) && number.abs() <= 1e38 {
            return number;
        }
    }
}

/// Returns true if a register may hold the number.
pub(crate) fn is_legal(v: f32) -> bool {
    v.to_bits() == 0 || (v.is_finite() && v.bits().0 & 0x7000_0000 != 0)
}

/// Returns the error of a number, in units in the last place of the true one.
pub(crate) fn ulps(v: f32, truth: f64) -> f64 {
    let ulp = libm::ldexp(1.0, libm::ilogb(truth) - 23);
    (f64::from(v) - truth).abs() / ulp
}

/// Asserts that a function gives the same legal numbers sixteen at a time, at every vector level, and one at a time.
macro_rules! assert_alike {
    ($function:ident($($argument:ident),+), $inputs:expr) => {
        let inputs: Vec<_> = $inputs;
        for level in $crate::strict::level::VectorLevel::all() {
            for inputs in inputs.chunks_exact($crate::strict::lanes::LANES) {
                let mut columns = (0..).map(|argument| -> $crate::strict::lanes::Block { std::array::from_fn(|lane| inputs[lane][argument]) });
                $(let $argument = columns.next().expect("a column");)+
                let lanes: $crate::strict::lanes::Block = $crate::strict::level::with_level!(level.0, simd => {
                    $function($($crate::strict::lanes::load(simd, &$argument)),+).into()
                });
                for (input, lane) in inputs.iter().zip(lanes) {
                    let [$($argument),+] = *input;
                    let alone = $function($($argument),+);
                    assert_eq!(alone.to_bits(), lane.to_bits(), "{}{input:?}: {alone:e}, {lane:e}", stringify!($function));
                    assert!($crate::strict::tests::arithmetic::is_legal(alone), "{}{input:?}: {alone:e}", stringify!($function));
                }
            }
        }
    };
}
pub(crate) use assert_alike;

/// Returns `count` lists of random numbers.
pub(crate) fn lists<const N: usize>(count: usize, seed: u64) -> Vec<[f32; N]> {
    let mut number = numbers(seed);
    (0..count).map(|_| std::array::from_fn(|_| number())).collect()
}

const MANY: usize = super::cases(1 << 16);

#[test]
fn steps_of_arithmetic_are_the_same_side_by_side_and_legal() {
    assert_alike!(sqrt_of(v), lists::<1>(MANY, 1));
    assert_alike!(quotient(a, b, limit), lists(MANY, 2).into_iter().map(|[a, b, c]: [f32; 3]| [a, b, c.abs().max(1e-28)]).collect());
}

#[test]
fn square_roots_are_exact_for_squares_monotone_and_within_half_an_ulp() {
    for root in 0..4096u16 {
        let root = f32::from(root);
        assert_eq!(sqrt_of(root * root), root);
        assert_eq!(sqrt_of(root * root * 0.25), root * 0.5);
    }
    assert_eq!([sqrt_of(-1.0), sqrt_of(-1e38), sqrt_of(1e38)], [0.0, 0.0, 1e19]);
    // The significands and both parities of the exponent. Other exponents give the same bits, scaled.
    let (mut before, mut worst) = (0.0, 0.0f64);
    for bits in (0x3f80_0000u32..0x4080_0000).step_by(0x0100_0000 / super::cases(0x0100_0000 / 3)) {
        let v = f32::from_bits(bits);
        let root = sqrt_of(v);
        assert!(before <= root, "{v:e}");
        worst = worst.max(ulps(root, libm::sqrt(f64::from(v))));
        before = root;
    }
    assert!(worst <= 0.5, "{worst}");
    for [v] in lists::<1>(MANY, 3) {
        let root = sqrt_of(v);
        assert!(v <= 0.0 && root == 0.0 || v > 0.0 && ulps(root, libm::sqrt(f64::from(v))) <= 0.5, "{v:e}: {root:e}");
    }
}

#[test]
fn quotients_are_exact_where_they_can_be_held_at_the_limit_and_within_half_an_ulp() {
    for (a, b, expected) in [(0.0, 0.0, 0.0), (2.0, 0.0, 9.0), (-1e-9, 0.0, -9.0), (0.0, -3.0, 0.0), (1e38, 1e-28, 9.0), (1.0, -1e-8, -9.0)]
    {
        assert_eq!(quotient(a, b, 9.0), expected, "{a} / {b}");
    }
    let mut worst = 0.0f64;
    for [a, b] in lists::<2>(super::cases(1 << 20), 4) {
        let found = quotient(a, b, 1e30);
        let truth = f64::from(a) / f64::from(b);
        if b == 0.0 || truth.abs() >= 1e30 {
            assert_eq!(found, if a == 0.0 { 0.0 } else { f32::copysign(1e30, a * b.signum()) }, "{a:e} / {b:e}");
        } else if truth.abs() < libm::exp2(-95.0) {
            assert_eq!(found, 0.0, "{a:e} / {b:e}");
        } else {
            worst = worst.max(ulps(found, truth));
            let whole = (a * 1024.0).floor();
            let product = whole * 3.0;
            if (1.0..4e6).contains(&whole) {
                assert_eq!([quotient(product, 3.0, 1e30), quotient(product, whole, 1e30)], [whole, 3.0]);
            }
        }
    }
    assert!(worst < 0.515, "{worst}");
}

#[test]
fn powers_angles_and_sines_are_the_same_side_by_side_and_legal() {
    assert_alike!(power(v, exponent), lists::<2>(MANY, 5));
    assert_alike!(angle(y, x), lists::<2>(MANY, 6));
    assert_alike!(sine(t), lists::<1>(MANY, 7));
}

#[test]
fn powers_are_within_a_millionth_of_the_true_ones() {
    for (v, exponent, expected) in [
        (0.0, 0.0, 1.0),
        (-3.0, 0.0, 1.0),
        (0.0, 2.0, 0.0),
        (-2.0, 3.0, 0.0),
        (0.0, -1.0, 1e30),
        (1.0, 63.7, 1.0),
        (2.0, 10.0, 1024.0),
        (0.25, -3.5, 128.0),
        (4.0, 0.5, 2.0),
        (1e38, 64.0, 1e30),
        (1e38, -64.0, 0.0),
        (1e38, 1e38, 1e30),
        (0.5, -1e38, 1e30),
    ] {
        assert_eq!(power(v, exponent), expected, "{v}^{exponent}");
    }
    let (mut near, mut far) = (0.0f64, 0.0f64);
    for [v, exponent, scale] in lists::<3>(super::cases(1 << 20), 8) {
        let (v, near_by, far_by) = (v.abs().max(1e-28), exponent % 8.0, scale % 64.0);
        for (exponent, worst, range) in [(near_by, &mut near, 1e6), (far_by, &mut far, 1e28)] {
            let truth = libm::pow(f64::from(v), f64::from(exponent));
            if (1.0 / range..range).contains(&truth) {
                *worst = worst.max((f64::from(power(v, exponent)) / truth - 1.0).abs());
            }
        }
    }
    assert!(near < 5e-7 && far < 5e-6, "{near:e}, {far:e}");
}

#[test]
fn angles_are_exact_on_axes_and_diagonals_and_near_the_true_ones() {
    for (y, x, expected) in [
        (0.0, 0.0, 0.0),
        (0.0, 2.0, 0.0),
        (3.0, 3.0, 0.125),
        (1e38, 0.0, 0.25),
        (0.5, -0.5, 0.375),
        (0.0, -1e-20, 0.5),
        (-7.0, -7.0, -0.375),
        (-1.0, 0.0, -0.25),
        (-1e-25, 1e-25, -0.125),
        (-1e-28, 1e38, 0.0),
    ] {
        assert_eq!(angle(y, x), expected, "{y}, {x}");
    }
    let mut worst = 0.0f64;
    for [y, x] in lists::<2>(super::cases(1 << 20), 9) {
        let found = angle(y, x);
        let truth = libm::atan2(f64::from(y), f64::from(x)) / std::f64::consts::TAU;
        assert!((-0.5..=0.5).contains(&found));
        worst = worst.max((f64::from(found) - truth).abs());
    }
    assert!(worst < 6e-8, "{worst:e}");
}

#[test]
fn sines_are_exact_at_quarters_of_a_turn_and_near_the_true_ones() {
    for turns in [0.0, 1.0, 17.0, 1_048_575.0, 4e6] {
        for (quarter, expected) in [(0.0, 0.0), (0.25, 1.0), (0.5, 0.0), (0.75, -1.0)] {
            let expected = if turns > 2_097_152.0 && quarter % 0.5 != 0.0 { continue } else { expected };
            assert_eq!([sine(turns + quarter), sine(-turns - quarter)], [expected, -expected], "{turns} + {quarter}");
        }
    }
    assert_eq!([sine(1e30), sine(-1e38)], [0.0, 0.0]);
    let mut worst = 0.0f64;
    for [t] in lists::<1>(super::cases(1 << 20), 10) {
        let (found, exact) = (sine(t), f64::from(t));
        assert!((-1.0..=1.0).contains(&found));
        worst = worst.max((f64::from(found) - libm::sin((exact - exact.floor()) * std::f64::consts::TAU)).abs());
    }
    assert!(worst < 2e-7, "{worst:e}");
}
