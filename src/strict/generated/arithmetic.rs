// @generated from shaders/arithmetic.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Functions that devices round differently, in strict f32: by Newton's method from a guess by the bits, or by polynomials.
//
// Arguments are 0 or from 2^-95 to 1e38 in size, and so are results.

use super::super::builtin::{abs, bitcast_f32, bitcast_u32, equal, f32_of, floor, less, max, min, select, shift_left, shift_right, u32_of};
pub(crate) use super::super::by_hand::{sqrt_of, sqrt_of_two};
use super::super::real::Real;
use super::strict::{canonical, rounded};

// The upper 12 bits of the significand. The product of two such numbers is exact, and so is the difference of a number and its upper half (Veltkamp 1968,
// Dekker 1971).
#[inline(always)]
pub(crate) fn upper_half<F: Real>(v: F) -> F {
    bitcast_f32(bitcast_u32(v) & v.word(0xfffff000))
}

// a / b for a and b from 1 to below 2: a linear guess of 1/b, two Newton steps, and one with the exact remainder. Within 0.52 ulp.
#[inline(always)]
pub(crate) fn significand_quotient<F: Real>(a: F, b: F) -> F {
    let r0 = rounded(a.real(1.4641016) - a.real(0.5) * b);
    let r1 = rounded(r0 * (a.real(2.0) - rounded(b * r0)));
    let r2 = rounded(r1 * (a.real(2.0) - rounded(b * r1)));
    let q = rounded(a * r2);
    let b0 = upper_half(b);
    let q0 = upper_half(q);
    let b1 = b - b0;
    let q1 = rounded(q - q0);
    let left = rounded(rounded(a - rounded(q0 * b0)) - rounded(q0 * b1));
    let remainder = rounded(left - rounded(q1 * b0)) - rounded(q1 * b1);
    rounded(q + rounded(remainder * r2))
}

// a / b, clamped to ±limit, which is from 2^-95 to 1e38. a / 0 is ±limit with the sign of a; 0 / 0 is 0, and so are quotients below 2^-95. Within 0.52 ulp,
// and exact where the quotient is an f32.
#[inline(always)]
pub(crate) fn quotient<F: Real>(a: F, b: F, limit: F) -> F {
    let a_bits = bitcast_u32(a);
    let b_bits = bitcast_u32(b);
    let a_exponent = shift_right(a_bits, 23) & a.word(255);
    let b_exponent = shift_right(b_bits, 23) & a.word(255);
    let a_one = bitcast_f32((a_bits & a.word(0x7fffff)) | a.word(0x3f800000));
    let b_one = bitcast_f32((b_bits & a.word(0x7fffff)) | a.word(0x3f800000));
    let bits = bitcast_u32(significand_quotient(a_one, b_one));
    // The exponent, raised so that it is not negative, and clamped where the number would not be finite and normal.
    let exponent = shift_right(bits, 23) + a_exponent + a.word(256) - b_exponent;
    let is_small = equal(a_exponent, a.word(0)) | less(exponent, a.word(288));
    let is_large = equal(b_exponent, a.word(0)) | less(a.word(510), exponent);
    let held = select(select(exponent, a.word(510), is_large), a.word(288), is_small);
    let size = min(bitcast_f32(shift_left(held - a.word(256), 23) | (bits & a.word(0x7fffff))), limit);
    let signed = bitcast_f32(bitcast_u32(size) | ((a_bits ^ b_bits) & a.word(0x80000000)));
    select(signed, a.real(0.0), is_small)
}

// max(v, 0) to the power of the exponent, at most 1e30; 0 where below 2^-95. 0 to the power of 0 is 1, 0 to a negative power is 1e30. The exponent is clamped
// to ±1024. Within 1e-6 of the result up to an exponent of ±8, and 2^-20 at ±64; exact where v and the result are powers of 2.
#[inline(always)]
pub(crate) fn power<F: Real>(v: F, exponent: F) -> F {
    let bits = bitcast_u32(max(v, v.real(0.0)));
    // v = 2^n (1 + t), with 1 + t from sqrt(1/2) to sqrt(2).
    let biased = shift_right(bits + v.word(0x4afb0d), 23);
    let n = f32_of(biased) - v.real(127.0);
    let t = rounded(bitcast_f32(bits - shift_left(biased, 23) + v.word(0x3f800000)) - v.real(1.0));
    // log2(1 + t), minimax of degree 9, within 8e-9.
    let p8 = rounded(t * v.real(0.12548119)) - v.real(0.20994708);
    let p7 = rounded(t * p8) + v.real(0.21715987);
    let p6 = rounded(t * p7) - v.real(0.23857148);
    let p5 = rounded(t * p6) + v.real(0.28769475);
    let p4 = rounded(t * p5) - v.real(0.36071903);
    let p3 = rounded(t * p4) + v.real(0.48092043);
    let p2 = rounded(t * p3) - v.real(0.72134715);
    let p1 = rounded(t * p2) + v.real(1.4426949);
    let part = rounded(t * p1);
    // The exponent times n is exact in two halves. Its integer part is added to the exponent of the result before anything is rounded.
    let e = max(min(exponent, v.real(1024.0)), v.real(-1024.0));
    let e0 = upper_half(e);
    let e1 = rounded(e - e0);
    let upper = rounded(e0 * n);
    let whole = floor(rounded(upper + v.real(0.5)));
    let rest = rounded(rounded(upper - whole) + rounded(e1 * n));
    let left = rounded(rest + rounded(e * part));
    let carry = floor(rounded(left + v.real(0.5)));
    let x = rounded(left - carry);
    // 2^x from -1/2 to 1/2, minimax of degree 6, within 3e-9.
    let q5 = rounded(x * v.real(0.00015328873)) + v.real(0.001339097);
    let q4 = rounded(x * q5) + v.real(0.0096185);
    let q3 = rounded(x * q4) + v.real(0.055503596);
    let q2 = rounded(x * q3) + v.real(0.24022648);
    let q1 = rounded(x * q2) + v.real(0.6931472);
    let one = rounded(rounded(x * q1) + v.real(1.0));
    // Outside these bounds the result is 0 or at its limit.
    let scale = max(min(rounded(whole + carry), v.real(101.0)), v.real(-97.0));
    let raised = canonical(rounded(one * bitcast_f32(shift_left(u32_of(scale + v.real(127.0)), 23))));
    let of_zero = select(select(v.real(0.0), v.real(1.0), equal(exponent, v.real(0.0))), v.real(1e30), less(exponent, v.real(0.0)));
    select(of_zero, min(raised, v.real(1e30)), less(v.real(0.0), v))
}

// The direction of (x, y) in turns, from -1/2 to 1/2, anticlockwise from the x-axis; it is 1/2 on the negative x-axis, and 0 for (0, 0). Within 6e-8 of a
// turn; exact on the axes and the diagonals.
#[inline(always)]
pub(crate) fn angle<F: Real>(y: F, x: F) -> F {
    let across = abs(x);
    let along = abs(y);
    let is_steep = less(across, along);
    let q = quotient(min(across, along), max(across, along), y.real(1.0));
    // atan(q) / 2 pi, odd minimax of degree 15, within 2e-8.
    let s = rounded(q * q);
    let p7 = rounded(s * y.real(-0.00063558907)) + y.real(0.0034432248);
    let p6 = rounded(s * p7) - y.real(0.0088460585);
    let p5 = rounded(s * p6) + y.real(0.015308525);
    let p4 = rounded(s * p5) - y.real(0.022122351);
    let p3 = rounded(s * p4) + y.real(0.031743325);
    let p2 = rounded(s * p3) - y.real(0.053045906);
    let p1 = rounded(s * p2) + y.real(0.15915483);
    let eighth = min(rounded(q * p1), y.real(0.125));
    let quarter = select(eighth, rounded(y.real(0.25) - eighth), is_steep);
    let half = select(quarter, rounded(y.real(0.5) - quarter), less(x, y.real(0.0)));
    canonical(select(half, -half, less(y, y.real(0.0))))
}

// The sine of t turns. Within 2e-7, exactly 0 at halves and ±1 at quarters; 0 from 2^23 turns on, where f32 can't represent quarters.
#[inline(always)]
pub(crate) fn sine<F: Real>(t: F) -> F {
    let a = abs(t);
    // Folded to a quarter of a turn without rounding.
    let f = rounded(a - floor(a));
    let is_first = less(f, t.real(0.5));
    let half = select(rounded(f - t.real(0.5)), f, is_first);
    let q = min(half, rounded(t.real(0.5) - half));
    // Odd minimax of degree 9, within 8e-9.
    let s = rounded(q * q);
    let p4 = rounded(s * t.real(39.13411)) - t.real(76.49605);
    let p3 = rounded(s * p4) + t.real(81.59865);
    let p2 = rounded(s * p3) - t.real(41.341618);
    let p1 = rounded(s * p2) + t.real(6.283185);
    let size = min(rounded(q * p1), t.real(1.0));
    let sign = (bitcast_u32(t) ^ select(t.word(0x80000000), t.word(0), is_first)) & t.word(0x80000000);
    canonical(bitcast_f32(bitcast_u32(size) | sign))
}
