// @generated from shaders/weave.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Woven threads: the warp along y and the weft along x. Each thread of the weft passes over some of the warp and under the next ones, and from row to row that
// moves by a number of threads.
//
// A cell of the lattice is a whole pattern, `over + under` threads along each axis, so a period of whole cells cuts none. It is split into a cell a thread.

use super::super::builtin::{divided, less, less_or_equal, max, min, select, shift_right};
use super::super::real::{Real, Word};
use super::hash::{hash_3, hash_value};
use super::lattice::{Coordinate, fade_cubic, fade_cubic_slope, in_parts, part_of_cell, unit};
use super::strict::{lerp, rounded};

// The outputs of which nothing is random: the height, the place across and along the thread on top, and whether there is one.
pub(crate) const WEAVE_HEIGHT: u32 = 0;
pub(crate) const WEAVE_U: u32 = 1;
pub(crate) const WEAVE_V: u32 = 2;
pub(crate) const WEAVE_MASK: u32 = 3;

// A thread at a sample: how far the sample is from its middle in half widths, its section, which is 1 in the middle and 0 at the edges, how high the middle
// lies, and how that changes along the thread in cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WovenThread<F: Real = f32> {
    pub(crate) across: F,
    pub(crate) section: F,
    pub(crate) middle: F,
    pub(crate) steepness: F,
}

#[derive(Clone, Copy)]
pub(crate) struct Crossing<F: Real = f32> {
    pub(crate) warp: WovenThread<F>,
    pub(crate) weft: WovenThread<F>,
}

// How high the middle of the weft lies at a crossing of the pattern.
#[inline(always)]
pub(crate) fn weave_level<W: Word>(over: u32, repeat: u32, place: W) -> W::Real {
    // The remainder of the place, which is below 2^10, by at most 16 threads: exact.
    let rest = place - shift_right(place * place.word(divided(0x10000, repeat).wrapping_add(1)), 16) * place.word(repeat);
    select(place.real(0.25), place.real(1.0), less(rest, place.word(over)))
}

// A thread that lies so far from the sample, by its levels at the crossing before, here and after, and the sample's place along it in its cell.
#[inline(always)]
pub(crate) fn weave_thread<F: Real>(across: F, rate: F, along: F, before: F, here: F, after: F) -> WovenThread<F> {
    let far = rounded((across - across.real(0.5)) * rate);
    let is_first = less(along, across.real(0.5));
    let t = rounded(along + select(across.real(-0.5), across.real(0.5), is_first));
    let start = select(here, before, is_first);
    let end = select(after, here, is_first);
    let steepness = rounded(fade_cubic_slope(t) * (end - start));
    WovenThread { across: far, section: rounded(across.real(1.0) - rounded(far * far)), middle: lerp(fade_cubic(t), start, end), steepness }
}

#[inline(always)]
pub(crate) fn weave_crossing<F: Real>(over: u32, under: u32, step: u32, rate: F, x: Coordinate<F>, y: Coordinate<F>) -> Crossing<F> {
    let repeat = over.wrapping_add(under);
    let fx = unit(x.fraction * rate.word(repeat));
    let fy = unit(y.fraction * rate.word(repeat));
    // One pattern more, so that the crossing before has no number below 0.
    let place = part_of_cell(x.fraction, repeat) + rate.word(step) * (part_of_cell(y.fraction, repeat) + rate.word(repeat));
    let here = weave_level(over, repeat, place);
    let left = weave_level(over, repeat, place + rate.word(repeat) - rate.word(1));
    let right = weave_level(over, repeat, place + rate.word(1));
    // The warp lies low where the weft lies high.
    let below = rounded(rate.real(1.25) - weave_level(over, repeat, place - rate.word(step)));
    let above = rounded(rate.real(1.25) - weave_level(over, repeat, place + rate.word(step)));
    Crossing {
        warp: weave_thread(fx, rate, fy, below, rounded(rate.real(1.25) - here), above),
        weft: weave_thread(fy, rate, fx, left, here, right),
    }
}

#[inline(always)]
pub(crate) fn weave_height<F: Real>(thread: WovenThread<F>) -> F {
    rounded(max(thread.section, thread.across.real(0.0)) * thread.middle)
}

// Whether the warp is on top.
#[inline(always)]
pub(crate) fn weave_is_warp<F: Real>(crossing: Crossing<F>) -> F::Mask {
    less(weave_height(crossing.weft), weave_height(crossing.warp))
}

#[inline(always)]
pub(crate) fn weave_2<F: Real>(output: u32, over: u32, under: u32, step: u32, rate: F, x: Coordinate<F>, y: Coordinate<F>) -> F {
    let crossing = weave_crossing(over, under, step, rate, x, y);
    if output == WEAVE_HEIGHT {
        return max(weave_height(crossing.warp), weave_height(crossing.weft));
    }
    if output == WEAVE_MASK {
        return select(rate.real(0.0), rate.real(1.0), less_or_equal(rate.real(0.0), max(crossing.warp.section, crossing.weft.section)));
    }
    let is_warp = weave_is_warp(crossing);
    if output == WEAVE_U {
        // The weft's is turned a quarter, as all of it is.
        return rate.real(0.5) * max(min(select(-crossing.weft.across, crossing.warp.across, is_warp), rate.real(1.0)), rate.real(-1.0));
    }
    rounded(unit(select(x.fraction, y.fraction, is_warp) * rate.word(over.wrapping_add(under))) - rate.real(0.5))
}

// The derivatives of `weave_2` by x and y in cells of the lattice; 0 where it is held.
#[inline(always)]
pub(crate) fn weave_2_slope<F: Real>(output: u32, over: u32, under: u32, step: u32, rate: F, x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    rate.outlined(
        #[inline(always)]
        || {
            let crossing = weave_crossing(over, under, step, rate, x, y);
            let is_warp = weave_is_warp(crossing);
            let far = select(crossing.weft.across, crossing.warp.across, is_warp);
            let section = select(crossing.weft.section, crossing.warp.section, is_warp);
            let is_beside = less(section, rate.real(0.0));
            let mut across =
                rounded(rounded(rate.real(-2.0) * rounded(far * rate)) * select(crossing.weft.middle, crossing.warp.middle, is_warp));
            let mut along = rounded(max(section, rate.real(0.0)) * select(crossing.weft.steepness, crossing.warp.steepness, is_warp));
            if output == WEAVE_U {
                across = rate.real(0.5) * select(-rate, rate, is_warp);
                along = rate.real(0.0);
            }
            across = select(across, rate.real(0.0), is_beside);
            if output == WEAVE_V {
                across = rate.real(0.0);
                along = rate.real(1.0);
            }
            let repeat = over.wrapping_add(under) as f32;
            [
                rounded(select(along, across, is_warp) * rate.real(repeat)),
                rounded(select(across, along, is_warp) * rate.real(repeat)),
                rate.real(0.0),
                rate.real(0.0),
            ]
        },
    )
}

// A random number of the thread on top.
#[inline(always)]
pub(crate) fn weave_id_2<F: Real>(over: u32, under: u32, step: u32, rate: F, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    let is_warp = weave_is_warp(weave_crossing(over, under, step, rate, x, y));
    let cell = select(in_parts(y, over.wrapping_add(under)).cell, in_parts(x, over.wrapping_add(under)).cell, is_warp);
    hash_value(hash_3(key, cell, select(rate.word(0), rate.word(1), is_warp), rate.word(0)))
}
