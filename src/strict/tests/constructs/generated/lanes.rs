// @generated from src/strict/tests/constructs/lanes.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Each construct of WGSL that is translated, in a function of two floats and two words that gives a word.
//
// A test holds each, translated, at every vector level to what a GPU makes of it. Floats are moderate, words are any. No sum of floats is added to
// another, since compilers of shaders may reorder those.

pub(crate) use super::super::by_hand::ranked;
use crate::strict::builtin::{
    abs, any, bitcast_f32, bitcast_u32, divided, equal, exp2, f32_of, floor, greater, greater_or_equal, left_over, less, less_or_equal,
    max, min, select, shift_left, shift_right, u32_of, unequal,
};
use crate::strict::real::{Real, Word};

pub(crate) const SEVEN: u32 = 7;
pub(crate) const HALF: f32 = 0.5;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pair<F: Real = f32> {
    pub(crate) real: F,
    pub(crate) word: F::Word,
    pub(crate) count: u32,
}

#[derive(Clone, Copy)]
pub(crate) struct Nest<F: Real = f32> {
    pub(crate) pair: Pair<F>,
    pub(crate) way: [F; 3],
}

#[inline(always)]
pub(crate) fn literals<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(a + a.real(0.25)) ^ bitcast_u32(b + a.real(1e3)) ^ bitcast_u32(a.real(exp2(-3)) + a) ^ (p + a.word(0xffff0001))
}

#[inline(always)]
pub(crate) fn constants<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    (p + a.word(SEVEN)) ^ bitcast_u32(b - a.real(HALF))
}

#[inline(always)]
pub(crate) fn a_private_variable<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    p | a.word(0)
}

#[inline(always)]
pub(crate) fn sums_of_floats<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(a + b) ^ bitcast_u32(a - b)
}

#[inline(always)]
pub(crate) fn a_negation<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(-a) ^ bitcast_u32(b - a.real(-1.5))
}

#[inline(always)]
pub(crate) fn words_wrap<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    p * q + (p - q) * a.word(3)
}

#[inline(always)]
pub(crate) fn bits_of_words<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    (p & q) ^ (p | a.word(12)) ^ (q & a.word(0xff00ff))
}

// Operators bind otherwise in Rust, and brackets that it needs not are gone.
#[inline(always)]
pub(crate) fn brackets<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    ((p + q) * (p - q)) ^ ((p ^ q) + a.word(1)) ^ (p - (q - (p + a.word(1))))
}

#[inline(always)]
pub(crate) fn shifted_by<W: Word>(word: W, bits: u32) -> W {
    shift_left(word, bits) ^ shift_right(word, bits.wrapping_add(1)) ^ shift_left(word, 3) ^ shift_right(word, 31)
}

#[inline(always)]
pub(crate) fn shifts<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    shifted_by(p, 5) ^ shifted_by(q, 0)
}

// What is the same for all wraps, too; the quotient by 0 is the number, what is left over is 0.
#[inline(always)]
pub(crate) fn uniform_of(n: u32, d: u32) -> u32 {
    let product = n.wrapping_mul(0x10001).wrapping_sub(70000) ^ n.wrapping_add(0xfffffff0);
    divided(product, d)
        .wrapping_add(left_over(product, d))
        .wrapping_add(n.wrapping_shr(d))
        .wrapping_add(n << 3)
        .wrapping_add(n.min(90).max(d))
}

#[inline(always)]
pub(crate) fn uniform_words<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    (p + a.word(uniform_of(77777, 12))) ^ (q * a.word(uniform_of(1, 3))) ^ a.word(uniform_of(0xfffff, 31))
}

#[inline(always)]
pub(crate) fn comparisons_of_floats<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let lower = select(a.word(0), a.word(1), less(a, b))
        + select(a.word(0), a.word(2), less_or_equal(a, b))
        + select(a.word(0), a.word(4), equal(a, b));
    lower
        + select(a.word(0), a.word(8), greater(a, b))
        + select(a.word(0), a.word(16), greater_or_equal(a, b))
        + select(a.word(0), a.word(32), unequal(a, b))
        + select(a.word(0), a.word(64), equal(a, a))
}

#[inline(always)]
pub(crate) fn comparisons_of_words<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let lower = select(a.word(0), a.word(1), less(p, q))
        + select(a.word(0), a.word(2), less_or_equal(p, q))
        + select(a.word(0), a.word(4), equal(p, q));
    lower
        + select(a.word(0), a.word(8), greater(p, q))
        + select(a.word(0), a.word(16), greater_or_equal(p, q))
        + select(a.word(0), a.word(32), unequal(p, q))
        + select(a.word(0), a.word(64), greater_or_equal(p, p))
}

#[inline(always)]
pub(crate) fn masks<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let less_ = less(a, b);
    let odd = equal(p & a.word(1), a.word(1));
    let both = select(a.word(0), a.word(1), less_ & odd) + select(a.word(0), a.word(2), less_ | odd) + select(a.word(0), a.word(4), !less_);
    both + select(a.word(0), a.word(8), less_ | (odd & less(p, q)))
        + select(a.word(0), a.word(16), less_ & odd)
        + select(a.word(0), a.word(32), less_ | !odd)
}

#[inline(always)]
pub(crate) fn is_between<F: Real>(v: F, low: F, high: F) -> F::Mask {
    less(low, v) & less(v, high)
}

#[inline(always)]
pub(crate) fn a_mask_as_a_result<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    select(p, q, is_between(a, a.real(-0.5), b))
}

#[inline(always)]
pub(crate) fn selections<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(select(a, a.real(2.0), less(a, b))) ^ select(a.word(3), p, less(b, a)) ^ select(a.word(4), a.word(5), less(a, b))
}

#[inline(always)]
pub(crate) fn chosen_by<F: Real>(option: u32, v: F) -> F {
    let low = if option == SEVEN { -2.0_f32 } else { -1.0 };
    (if option < 8 && option != 3 { v.real(low) } else { v }) + (if option == 3 { v } else { v.real(0.5) })
}

#[inline(always)]
pub(crate) fn uniform_selections<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(chosen_by(7, a)) ^ bitcast_u32(chosen_by(3, b)) ^ bitcast_u32(chosen_by(9, a))
}

#[inline(always)]
pub(crate) fn built_in_functions<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(min(a, b)) ^ bitcast_u32(max(a, a.real(0.5))) ^ bitcast_u32(floor(b)) ^ bitcast_u32(abs(a))
}

#[inline(always)]
pub(crate) fn conversions<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    u32_of(abs(a) * a.real(1024.0))
        ^ bitcast_u32(f32_of(shift_right(p, 8)))
        ^ bitcast_u32(bitcast_f32(shift_right(q, 9) | a.word(0x3f800000)) - a.real(1.0))
}

#[inline(always)]
pub(crate) fn paired<F: Real>(a: F, p: F::Word, count: u32) -> Pair<F> {
    Pair { real: a, word: p, count }
}

#[inline(always)]
pub(crate) fn structs<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let nest = Nest { pair: paired(a, p, 3), way: [a, a.real(0.0), b] };
    let pair = nest.pair;
    (pair.word * a.word(pair.count)) ^ bitcast_u32(pair.real + nest.way[2]) ^ bitcast_u32(nest.way[0])
}

#[inline(always)]
pub(crate) fn turned<F: Real>(way: [F; 2]) -> [F; 2] {
    [-way[1], way[0]]
}

#[inline(always)]
pub(crate) fn vectors<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let words = [p, q, a.word(3), p ^ q];
    let way = turned([a, b]);
    words[0] ^ words[1] ^ words[2] ^ words[3] ^ bitcast_u32(way[0]) ^ bitcast_u32(way[1] * a.real(2.0))
}

#[inline(always)]
pub(crate) fn mixed<F: Real>(way: [F; 3], by: [u32; 2]) -> F::Word {
    (bitcast_u32(way[0]) + bitcast_u32(way[1]) * way[0].word(3) + bitcast_u32(way[2]) * way[0].word(5))
        * way[0].word(by[0].wrapping_add(by[1]))
}

// A vector of numbers that are the same for all, where lanes are asked for.
#[inline(always)]
pub(crate) fn uniform_vectors<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let nowhere = [0.0_f32, 1.0, 2.0];
    mixed([a.real(nowhere[0]), a.real(nowhere[1]), a.real(nowhere[2])], [1_u32, 2]) ^ mixed([a, a.real(0.5), b], [3_u32, 4])
}

#[inline(always)]
pub(crate) fn of_constants<F: Real>(v: F, w: F::Word) -> F {
    v + f32_of(shift_right(w, 16))
}

#[inline(always)]
pub(crate) fn a_call_of_constants<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(of_constants(a.real(1.5), a.word(0x20000)) + a)
}

// A variable is found to have lanes by what it is given later, and so is one that takes its value.
#[inline(always)]
pub(crate) fn variables<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let mut found = a.word(1);
    let mut copied = a.word(2);
    let mut counted = 0_u32;
    while counted < 3 {
        copied = copied + found;
        found = (found * a.word(5)) ^ p;
        counted = counted.wrapping_add(1);
    }
    copied ^ found ^ a.word(counted)
}

#[inline(always)]
pub(crate) fn compound_assignments<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let mut word = p;
    word = word + q;
    word = word * a.word(3);
    word = word ^ a.word(0xabc);
    word = word - p;
    word = word | a.word(1);
    word = word & a.word(0xfffffff);
    word = shift_left(word, 2);
    word = shift_right(word, 1);
    let mut real = a;
    real = real + b;
    real = real - a.real(0.5);
    real = real * a.real(2.0);
    word ^ bitcast_u32(real)
}

#[inline(always)]
pub(crate) fn counted_to<W: Word>(end: u32, p: W) -> W {
    let mut sum = p;
    let mut i = 0_u32;
    while i < 10 {
        i = i.wrapping_add(1);
        if i == 2 {
            continue;
        }
        if i > end {
            break;
        }
        sum = sum * p.word(3) + p.word(i);
    }
    sum
}

#[inline(always)]
pub(crate) fn loops<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    counted_to(4, p) ^ counted_to(100, q)
}

#[inline(always)]
pub(crate) fn by_option<F: Real>(option: u32, v: F) -> F {
    if option == 1 {
        return v + v.real(1.0);
    } else if option == 2 {
        return v.real(2.0);
    } else {
        if option > SEVEN {
            return -v;
        }
    }
    v
}

#[inline(always)]
pub(crate) fn branches_on_options<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(by_option(1, a)) ^ bitcast_u32(by_option(2, a)) ^ bitcast_u32(by_option(9, b)) ^ bitcast_u32(by_option(3, b))
}

#[inline(always)]
pub(crate) fn scopes<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let v = p;
    let mut sum = v;
    {
        let v = q;
        sum = sum + v;
    }
    sum ^ v
}

#[inline(always)]
pub(crate) fn a_branch_on_lanes<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let mut most = a;
    // Where it holds in any lane: what is not above the largest found leaves it.
    if any(less(most, b)) {
        most = max(most, b);
    }
    bitcast_u32(most)
}

#[inline(always)]
pub(crate) fn alone<F: Real>(v: F, w: F::Word) -> F {
    v.outlined(
        #[inline(always)]
        || {
            if SEVEN == 7 {
                return v + f32_of(w & v.word(0xff));
            }
            v
        },
    )
}

#[inline(always)]
pub(crate) fn alone_in_narrow_vectors<F: Real>(v: F) -> F {
    v.outlined_if_narrow(
        #[inline(always)]
        || v * v.real(0.5),
    )
}

#[inline(always)]
pub(crate) fn outlined_functions<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(alone(a, p)) ^ bitcast_u32(alone_in_narrow_vectors(b))
}

#[inline(always)]
pub(crate) fn primitives<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    bitcast_u32(ranked(p) + a)
}

// A name that is a word of Rust's.
#[inline(always)]
pub(crate) fn words_of_rust<F: Real>(a: F, b: F, p: F::Word, q: F::Word) -> F::Word {
    let r#box = p;
    let r#dyn = q;
    r#box ^ r#dyn
}
