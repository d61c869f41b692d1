//! Twin of `lattice.wgsl`: where a sample lies on one axis of the integer lattice.

use super::strict::{Real, Word, rounded, select};

/// See `lattice.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Coordinate<F: Real = f32> {
    /// The lattice point at or below the sample.
    pub(crate) cell: F::Word,
    /// How far the sample lies above it, in units of 2^-32 cell.
    pub(crate) fraction: F::Word,
    /// After how many cells the lattice repeats; 0 for never.
    pub(crate) period: u32,
}

#[inline(always)]
pub(crate) fn cell_after<W: Word>(cell: W, period: u32) -> W {
    let next = cell + cell.like(1);
    select(next, cell.like(0), next.equals(cell.like(period)))
}

#[inline(always)]
pub(crate) fn cell_before<W: Word>(cell: W, period: u32) -> W {
    select(cell, cell.like(period), cell.equals(cell.like(0))) - cell.like(1)
}

#[inline(always)]
pub(crate) fn next_cell<F: Real>(at: Coordinate<F>) -> F::Word {
    cell_after(at.cell, at.period)
}

#[inline(always)]
pub(crate) fn unit<W: Word>(fraction: W) -> W::Real {
    let number = fraction.right(8).number();
    number * number.like(f32::from_bits(103 << 23))
}

#[inline(always)]
pub(crate) fn added<F: Real>(a: Coordinate<F>, b: Coordinate<F>) -> Coordinate<F> {
    let fraction = a.fraction + b.fraction;
    let cell = a.cell + b.cell + select(a.cell.like(0), a.cell.like(1), fraction.below(a.fraction));
    if a.period == 0 {
        return Coordinate { cell, fraction, period: 0 };
    }
    let period = cell.like(a.period);
    Coordinate { cell: select(cell - period, cell, cell.below(period)), fraction, period: a.period }
}

#[inline(always)]
pub(crate) fn moved<F: Real>(at: Coordinate<F>, by: F) -> Coordinate<F> {
    let held = by.max(by.like(-1_048_576.0)).min(by.like(1_048_576.0));
    let below = held.floor();
    let part = rounded(held - below).min(by.like(0.999_999_94));
    let units = (part * by.like(16_777_216.0)).whole().left(8);
    let fraction = at.fraction + units;
    let carry = select(units.like(0), units.like(1), fraction.below(units));
    let cells = (below + by.like(1_048_576.0)).whole();
    let cell = at.cell + cells + carry;
    if at.period == 0 {
        return Coordinate { cell: cell - cell.like(0x10_0000), fraction, period: 0 };
    }
    let lift = at.period * (0x20_0000 / at.period + 1) - 0x10_0000;
    Coordinate { cell: (cell + cell.like(lift)).modulo(at.period), fraction, period: at.period }
}

pub(crate) const LINEAR: u32 = 0;
pub(crate) const COSINE: u32 = 1;
pub(crate) const CUBIC: u32 = 2;
#[cfg_attr(not(test), expect(dead_code, reason = "what the others are not"))]
pub(crate) const QUINTIC: u32 = 3;

#[inline(always)]
pub(crate) fn fade<F: Real>(t: F) -> F {
    let r = t.min(rounded(t.like(1.0) - t));
    let r3 = rounded(rounded(r * r) * r);
    let s = rounded((rounded(t.like(6.0) * r) - t.like(15.0)) * r);
    let h = rounded((s + t.like(10.0)) * r3);
    select(rounded(t.like(1.0) - h), h, t.below(t.like(0.5)))
}

#[inline(always)]
pub(crate) fn fade_cubic<F: Real>(t: F) -> F {
    let r = t.min(rounded(t.like(1.0) - t));
    let h = rounded(rounded(r * r) * (t.like(3.0) - t.like(2.0) * r));
    select(rounded(t.like(1.0) - h), h, t.below(t.like(0.5)))
}

#[inline(always)]
pub(crate) fn fade_cosine<F: Real>(t: F) -> F {
    let r = t.min(rounded(t.like(1.0) - t));
    let q = rounded(r * r);
    let p5 = rounded(q * t.like(-0.000_964_787_15)) + t.like(0.012_903_446);
    let p4 = rounded(q * p5) - t.like(0.117_665_32);
    let p3 = rounded(q * p4) + t.like(0.667_631_4);
    let p2 = rounded(q * p3) - t.like(2.029_356);
    let p1 = rounded(q * p2) + t.like(2.467_401);
    let h = rounded(q * p1);
    select(rounded(t.like(1.0) - h), h, t.below(t.like(0.5)))
}

#[inline(always)]
pub(crate) fn eased<F: Real>(interpolation: u32, t: F) -> F {
    if interpolation == LINEAR {
        return t;
    }
    if interpolation == COSINE {
        return fade_cosine(t);
    }
    if interpolation == CUBIC {
        return fade_cubic(t);
    }
    fade(t)
}

#[inline(always)]
pub(crate) fn eased_slope<F: Real>(interpolation: u32, t: F) -> F {
    if interpolation == LINEAR {
        return t.like(1.0);
    }
    let r = t.min(rounded(t.like(1.0) - t));
    if interpolation == COSINE {
        let q = rounded(r * r);
        let p5 = rounded(q * t.like(-0.011_577_446)) + t.like(0.129_034_06);
        let p4 = rounded(q * p5) - t.like(0.941_322_5);
        let p3 = rounded(q * p4) + t.like(4.005_788_3);
        let p2 = rounded(q * p3) - t.like(8.117_424);
        let p1 = rounded(q * p2) + t.like(4.934_802);
        return rounded(r * p1);
    }
    let s = rounded(r * rounded(t.like(1.0) - r));
    if interpolation == CUBIC {
        return rounded(t.like(6.0) * s);
    }
    rounded(t.like(30.0) * rounded(s * s))
}
