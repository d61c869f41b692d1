//! Twin of `arithmetic.wgsl`: what devices round each in their own way.

use super::strict::{Real, Word, rounded, select, settled};

#[inline(always)]
pub(crate) fn upper_half<F: Real>(v: F) -> F {
    (v.bits() & v.bits().like(0xffff_f000)).float()
}

#[inline(always)]
pub(crate) fn significand_quotient<F: Real>(a: F, b: F) -> F {
    let r0 = rounded(b.like(1.464_101_6) - b.like(0.5) * b);
    let r1 = rounded(r0 * (b.like(2.0) - rounded(b * r0)));
    let r2 = rounded(r1 * (b.like(2.0) - rounded(b * r1)));
    let q = rounded(a * r2);
    let b0 = upper_half(b);
    let q0 = upper_half(q);
    let b1 = b - b0;
    let q1 = rounded(q - q0);
    let left = rounded(rounded(a - rounded(q0 * b0)) - rounded(q0 * b1));
    let remainder = rounded(left - rounded(q1 * b0)) - rounded(q1 * b1);
    rounded(q + rounded(remainder * r2))
}

#[inline(always)]
pub(crate) fn quotient<F: Real>(a: F, b: F, limit: F) -> F {
    let a_bits = a.bits();
    let b_bits = b.bits();
    let word = |number| a_bits.like(number);
    let a_exponent = a_bits.right(23) & word(255);
    let b_exponent = b_bits.right(23) & word(255);
    let a_one = ((a_bits & word(0x7f_ffff)) | word(0x3f80_0000)).float();
    let b_one = ((b_bits & word(0x7f_ffff)) | word(0x3f80_0000)).float();
    let bits = significand_quotient(a_one, b_one).bits();
    let exponent = bits.right(23) + a_exponent + word(256) - b_exponent;
    let is_small = a_exponent.equals(word(0)) | exponent.below(word(288));
    let is_large = b_exponent.equals(word(0)) | word(510).below(exponent);
    let held = select(select(exponent, word(510), is_large), word(288), is_small);
    let size = ((held - word(256)).left(23) | (bits & word(0x7f_ffff))).float().min(limit);
    let signed = (size.bits() | ((a_bits ^ b_bits) & word(0x8000_0000))).float();
    select(signed, a.like(0.0), is_small)
}

#[inline(always)]
pub(crate) fn square_root<F: Real>(v: F) -> F {
    let root = v.root();
    select(v.like(0.0), root, v.like(0.0).below(v))
}

#[inline(always)]
#[expect(clippy::approx_constant, reason = "coefficients of a minimax polynomial, as the shader has them")]
pub(crate) fn power<F: Real>(v: F, exponent: F) -> F {
    let bits = v.max(v.like(0.0)).bits();
    let word = |number| bits.like(number);
    let biased = (bits + word(0x4a_fb0d)).right(23);
    let n = biased.number() - v.like(127.0);
    let t = rounded((bits - biased.left(23) + word(0x3f80_0000)).float() - v.like(1.0));
    let p8 = rounded(t * v.like(0.125_481_19)) - v.like(0.209_947_08);
    let p7 = rounded(t * p8) + v.like(0.217_159_87);
    let p6 = rounded(t * p7) - v.like(0.238_571_48);
    let p5 = rounded(t * p6) + v.like(0.287_694_75);
    let p4 = rounded(t * p5) - v.like(0.360_719_03);
    let p3 = rounded(t * p4) + v.like(0.480_920_43);
    let p2 = rounded(t * p3) - v.like(0.721_347_15);
    let p1 = rounded(t * p2) + v.like(1.442_694_9);
    let part = rounded(t * p1);
    let e = exponent.min(v.like(1024.0)).max(v.like(-1024.0));
    let e0 = upper_half(e);
    let e1 = rounded(e - e0);
    let upper = rounded(e0 * n);
    let whole = rounded(upper + v.like(0.5)).floor();
    let rest = rounded(rounded(upper - whole) + rounded(e1 * n));
    let left = rounded(rest + rounded(e * part));
    let carry = rounded(left + v.like(0.5)).floor();
    let x = rounded(left - carry);
    let q5 = rounded(x * v.like(0.000_153_288_73)) + v.like(0.001_339_097);
    let q4 = rounded(x * q5) + v.like(0.009_618_5);
    let q3 = rounded(x * q4) + v.like(0.055_503_596);
    let q2 = rounded(x * q3) + v.like(0.240_226_48);
    let q1 = rounded(x * q2) + v.like(0.693_147_2);
    let one = rounded(rounded(x * q1) + v.like(1.0));
    let scale = rounded(whole + carry).min(v.like(101.0)).max(v.like(-97.0));
    let raised = settled(rounded(one * (scale + v.like(127.0)).whole().left(23).float()));
    let of_zero = select(v.like(0.0), v.like(1.0), exponent.equals(v.like(0.0)));
    let of_zero = select(of_zero, v.like(1e30), exponent.below(v.like(0.0)));
    select(of_zero, raised.min(v.like(1e30)), v.like(0.0).below(v))
}

#[inline(always)]
pub(crate) fn angle<F: Real>(y: F, x: F) -> F {
    let across = x.abs();
    let along = y.abs();
    let is_steep = across.below(along);
    let q = quotient(across.min(along), across.max(along), x.like(1.0));
    let s = rounded(q * q);
    let p7 = rounded(s * x.like(-0.000_635_589_07)) + x.like(0.003_443_224_8);
    let p6 = rounded(s * p7) - x.like(0.008_846_058_5);
    let p5 = rounded(s * p6) + x.like(0.015_308_525);
    let p4 = rounded(s * p5) - x.like(0.022_122_351);
    let p3 = rounded(s * p4) + x.like(0.031_743_325);
    let p2 = rounded(s * p3) - x.like(0.053_045_906);
    let p1 = rounded(s * p2) + x.like(0.159_154_83);
    let eighth = rounded(q * p1).min(x.like(0.125));
    let quarter = select(eighth, rounded(x.like(0.25) - eighth), is_steep);
    let half = select(quarter, rounded(x.like(0.5) - quarter), x.below(x.like(0.0)));
    settled(select(half, -half, y.below(y.like(0.0))))
}

#[inline(always)]
#[expect(clippy::approx_constant, reason = "coefficients of a minimax polynomial, as the shader has them")]
pub(crate) fn sine_turns<F: Real>(t: F) -> F {
    let a = t.abs();
    let f = rounded(a - a.floor());
    let is_first = f.below(t.like(0.5));
    let half = select(rounded(f - t.like(0.5)), f, is_first);
    let q = half.min(rounded(t.like(0.5) - half));
    let s = rounded(q * q);
    let p4 = rounded(s * t.like(39.134_11)) - t.like(76.496_05);
    let p3 = rounded(s * p4) + t.like(81.598_65);
    let p2 = rounded(s * p3) - t.like(41.341_618);
    let p1 = rounded(s * p2) + t.like(6.283_185);
    let size = rounded(q * p1).min(t.like(1.0));
    let word = |number| t.bits().like(number);
    let sign = (t.bits() ^ select(word(0x8000_0000), word(0), is_first)) & word(0x8000_0000);
    settled((size.bits() | sign).float())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Numbers without end: those where functions bend, moderate ones, and any from 2^-95 to 1e38 in size.
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

    /// Whether a number may be in a register.
    pub(crate) fn is_legal(v: f32) -> bool {
        v.to_bits() == 0 || (v.is_finite() && v.bits().0 & 0x7000_0000 != 0)
    }

    /// How far a number is from the true one, in units in the last place of that.
    pub(crate) fn ulps(v: f32, truth: f64) -> f64 {
        let ulp = libm::ldexp(1.0, libm::ilogb(truth) - 23);
        (f64::from(v) - truth).abs() / ulp
    }

    /// Asserts that a twin gives the same legal numbers sixteen at a time, at every vector level, and one at a time.
    macro_rules! assert_alike {
        ($function:ident($($argument:ident),+), $inputs:expr) => {
            let inputs: Vec<_> = $inputs;
            for level in $crate::cpu::VectorLevel::all() {
                for inputs in inputs.chunks_exact($crate::cpu::lanes::LANES) {
                    let mut columns = (0..).map(|argument| -> $crate::cpu::lanes::Block { std::array::from_fn(|lane| inputs[lane][argument]) });
                    $(let $argument = columns.next().expect("a column");)+
                    let lanes: $crate::cpu::lanes::Block = $crate::cpu::with_level!(level.0, simd => {
                        $function($($crate::cpu::lanes::load(simd, &$argument)),+).into()
                    });
                    for (input, lane) in inputs.iter().zip(lanes) {
                        let [$($argument),+] = *input;
                        let alone = $function($($argument),+);
                        assert_eq!(alone.to_bits(), lane.to_bits(), "{}{input:?}: {alone:e}, {lane:e}", stringify!($function));
                        assert!($crate::cpu::arithmetic::tests::is_legal(alone), "{}{input:?}: {alone:e}", stringify!($function));
                    }
                }
            }
        };
    }
    pub(crate) use assert_alike;

    /// So many lists of random numbers.
    pub(crate) fn lists<const N: usize>(count: usize, seed: u64) -> Vec<[f32; N]> {
        let mut number = numbers(seed);
        (0..count).map(|_| std::array::from_fn(|_| number())).collect()
    }

    const MANY: usize = 1 << 16;

    #[test]
    fn steps_of_arithmetic_are_the_same_side_by_side_and_legal() {
        assert_alike!(square_root(v), lists::<1>(MANY, 1));
        assert_alike!(quotient(a, b, limit), lists(MANY, 2).into_iter().map(|[a, b, c]: [f32; 3]| [a, b, c.abs().max(1e-28)]).collect());
    }

    #[test]
    fn square_roots_are_exact_for_squares_monotone_and_within_half_an_ulp() {
        for root in 0..4096u16 {
            let root = f32::from(root);
            assert_eq!(square_root(root * root), root);
            assert_eq!(square_root(root * root * 0.25), root * 0.5);
        }
        assert_eq!([square_root(-1.0), square_root(-1e38), square_root(1e38)], [0.0, 0.0, 1e19]);
        // The significands and both parities of the exponent; other exponents give the same bits elsewhere.
        let (mut before, mut worst) = (0.0, 0.0f64);
        for bits in (0x3f80_0000u32..0x4080_0000).step_by(3) {
            let v = f32::from_bits(bits);
            let root = square_root(v);
            assert!(before <= root, "{v:e}");
            worst = worst.max(ulps(root, libm::sqrt(f64::from(v))));
            before = root;
        }
        assert!(worst <= 0.5, "{worst}");
        for [v] in lists::<1>(MANY, 3) {
            let root = square_root(v);
            assert!(v <= 0.0 && root == 0.0 || v > 0.0 && ulps(root, libm::sqrt(f64::from(v))) <= 0.5, "{v:e}: {root:e}");
        }
    }

    #[test]
    fn quotients_are_exact_where_they_can_be_held_at_the_limit_and_within_half_an_ulp() {
        for (a, b, expected) in
            [(0.0, 0.0, 0.0), (2.0, 0.0, 9.0), (-1e-9, 0.0, -9.0), (0.0, -3.0, 0.0), (1e38, 1e-28, 9.0), (1.0, -1e-8, -9.0)]
        {
            assert_eq!(quotient(a, b, 9.0), expected, "{a} / {b}");
        }
        let mut worst = 0.0f64;
        for [a, b] in lists::<2>(1 << 20, 4) {
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
        assert_alike!(sine_turns(t), lists::<1>(MANY, 7));
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
        for [v, exponent, scale] in lists::<3>(1 << 20, 8) {
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
        for [y, x] in lists::<2>(1 << 20, 9) {
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
                assert_eq!([sine_turns(turns + quarter), sine_turns(-turns - quarter)], [expected, -expected], "{turns} + {quarter}");
            }
        }
        assert_eq!([sine_turns(1e30), sine_turns(-1e38)], [0.0, 0.0]);
        let mut worst = 0.0f64;
        for [t] in lists::<1>(1 << 20, 10) {
            let (found, exact) = (sine_turns(t), f64::from(t));
            assert!((-1.0..=1.0).contains(&found));
            worst = worst.max((f64::from(found) - libm::sin((exact - exact.floor()) * std::f64::consts::TAU)).abs());
        }
        assert!(worst < 2e-7, "{worst:e}");
    }
}
