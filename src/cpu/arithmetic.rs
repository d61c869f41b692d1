//! Twin of `arithmetic.wgsl`.
#![allow(dead_code)]

use super::strict::{Real, Word, rounded, select};

#[inline(always)]
pub(crate) fn upper_half<F: Real>(v: F) -> F {
    (v.bits() & v.bits().like(0xffff_f000)).float()
}

#[inline(always)]
pub(crate) fn square_root<F: Real>(v: F) -> F {
    let bits = v.bits();
    let word = |number| bits.like(number);
    let one = (((bits + word(0x80_0000)) & word(0xff_ffff)) + word(0x3f80_0000)).float();
    let r0 = (word(0x5f37_5a86) - one.bits().right(1)).float();
    let half = one * v.like(0.5);
    let r1 = rounded(r0 * (v.like(1.5) - rounded(rounded(half * r0) * r0)));
    let r2 = rounded(r1 * (v.like(1.5) - rounded(rounded(half * r1) * r1)));
    let s = rounded(one * r2);
    let s0 = upper_half(s);
    let s1 = rounded(s - s0);
    let remainder = rounded(rounded(one - rounded(s0 * s0)) - v.like(2.0) * rounded(s0 * s1)) - rounded(s1 * s1);
    let root = rounded(s + rounded(remainder * (r2 * v.like(0.5))));
    let moved = (root.bits() + (bits + word(0x80_0000)).right(24).left(23) - word(0x2000_0000)).float();
    select(v.like(0.0), moved, v.like(0.0).below(v))
}
