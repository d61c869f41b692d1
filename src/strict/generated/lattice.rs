// @generated from shaders/lattice.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// The position of a sample on one axis of the integer lattice, and the interpolation between two lattice points.

use super::super::builtin::{exp2, f32_of, less, min, select, shift_right};
pub(crate) use super::super::by_hand::{carried, cell_after, cell_before, displacement, wrapped};
use super::super::real::{Lanes, Real, Word};
use super::strict::{canonical, rounded};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Coordinate<F: Real = f32> {
    // The lattice point at or below the sample, modulo 2^32; with a period, from 0 to below it.
    pub(crate) cell: F::Word,
    // The distance of the sample above the cell, in units of 2^-32 cell.
    pub(crate) fraction: F::Word,
    // The period of the lattice in cells, at most 2^30; 0 for none.
    pub(crate) period: u32,
}

// The lattice point after the sample.
#[inline(always)]
pub(crate) fn next_cell<F: Real>(at: Coordinate<F>) -> F::Word {
    cell_after(at.cell, at.period)
}

// The fraction as a number from 0 to below 1. It has the upper 24 bits, so it is exact.
#[inline(always)]
pub(crate) fn unit<W: Word>(fraction: W) -> W::Real {
    f32_of(shift_right(fraction, 8)) * fraction.real(exp2(-24))
}

// The sum of two parts of a coordinate with the same period.
#[inline(always)]
pub(crate) fn added<F: Real>(a: Coordinate<F>, b: Coordinate<F>) -> Coordinate<F> {
    let fraction = a.fraction + b.fraction;
    let cell = carried(a.cell + b.cell, fraction, a.fraction);
    if a.period == 0 {
        return Coordinate { cell, fraction, period: 0 };
    }
    Coordinate { cell: select(cell - a.cell.word(a.period), cell, less(cell, a.cell.word(a.period))), fraction, period: a.period }
}

// A coordinate displaced by a number of cells, clamped to ±2^20 and rounded down to units of 2^-24 cell.
#[inline(always)]
pub(crate) fn moved<F: Real>(at: Coordinate<F>, by: F) -> Coordinate<F> {
    let far = displacement(canonical(by));
    let fraction = at.fraction + far[1];
    let cell = carried(at.cell + far[0], fraction, far[1]);
    if at.period == 0 {
        return Coordinate { cell, fraction, period: 0 };
    }
    Coordinate { cell: wrapped(cell, at.period), fraction, period: at.period }
}

// In which of so many equal parts of a cell a fraction lies.
#[inline(always)]
pub(crate) fn part_of_cell<W: Word>(fraction: W, parts: u32) -> W {
    shift_right(
        shift_right(fraction, 16) * fraction.word(parts) + shift_right((fraction & fraction.word(0xffff)) * fraction.word(parts), 16),
        16,
    )
}

// A coordinate in cells of which the lattice's cell has so many.
#[inline(always)]
pub(crate) fn in_parts<F: Real>(at: Coordinate<F>, parts: u32) -> Coordinate<F> {
    Coordinate {
        cell: at.cell * at.cell.word(parts) + part_of_cell(at.fraction, parts),
        fraction: at.fraction * at.cell.word(parts),
        period: at.period.wrapping_mul(parts),
    }
}

// The interpolations between two lattice points.
pub(crate) const LINEAR: u32 = 0;
pub(crate) const COSINE: u32 = 1;
pub(crate) const CUBIC: u32 = 2;
pub(crate) const QUINTIC: u32 = 3;

// The quintic 6t^5 - 15t^4 + 10t^3 (Perlin 2002) for t in 0..1, folded at 1/2, so that it is exact at both ends, symmetric and monotonic in f32.
#[inline(always)]
pub(crate) fn fade<F: Real>(t: F) -> F {
    let r = min(t, rounded(t.real(1.0) - t));
    let r3 = rounded(rounded(r * r) * r);
    let s = rounded((rounded(t.real(6.0) * r) - t.real(15.0)) * r);
    let h = rounded((s + t.real(10.0)) * r3);
    select(rounded(t.real(1.0) - h), h, less(t, t.real(0.5)))
}

// The cubic 3t^2 - 2t^3 (Perlin 1985), folded in the same way.
#[inline(always)]
pub(crate) fn fade_cubic<F: Real>(t: F) -> F {
    let r = min(t, rounded(t.real(1.0) - t));
    let h = rounded(rounded(r * r) * (t.real(3.0) - t.real(2.0) * r));
    select(rounded(t.real(1.0) - h), h, less(t, t.real(0.5)))
}

// (1 - cos(pi t)) / 2, by the series of the cosine, folded in the same way. Within 2^-24.
#[inline(always)]
pub(crate) fn fade_cosine<F: Real>(t: F) -> F {
    let r = min(t, rounded(t.real(1.0) - t));
    let q = rounded(r * r);
    let p5 = rounded(q * t.real(-0.00096478715)) + t.real(0.012903446);
    let p4 = rounded(q * p5) - t.real(0.11766532);
    let p3 = rounded(q * p4) + t.real(0.66763138);
    let p2 = rounded(q * p3) - t.real(2.0293561);
    let p1 = rounded(q * p2) + t.real(2.4674011);
    let h = rounded(q * p1);
    select(rounded(t.real(1.0) - h), h, less(t, t.real(0.5)))
}

// The interpolation with a number.
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
pub(crate) fn fade_cubic_slope<F: Real>(t: F) -> F {
    let r = min(t, rounded(t.real(1.0) - t));
    rounded(t.real(6.0) * rounded(r * rounded(t.real(1.0) - r)))
}

// The derivative of an interpolation.
#[inline(always)]
pub(crate) fn eased_slope<F: Real>(interpolation: u32, t: F) -> F {
    if interpolation == LINEAR {
        return t.real(1.0);
    }
    let r = min(t, rounded(t.real(1.0) - t));
    if interpolation == COSINE {
        // pi/2 sin(pi r), by the series of the sine.
        let q = rounded(r * r);
        let p5 = rounded(q * t.real(-0.011577446)) + t.real(0.12903406);
        let p4 = rounded(q * p5) - t.real(0.94132252);
        let p3 = rounded(q * p4) + t.real(4.0057883);
        let p2 = rounded(q * p3) - t.real(8.1174243);
        let p1 = rounded(q * p2) + t.real(4.9348022);
        return rounded(r * p1);
    }
    if interpolation == CUBIC {
        return fade_cubic_slope(t);
    }
    let s = rounded(r * rounded(t.real(1.0) - r));
    rounded(t.real(30.0) * rounded(s * s))
}
