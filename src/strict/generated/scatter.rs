// @generated from shaders/scatter.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Copies of a source, scattered over the plane. Each lattice cell has `copies` of them, each at a random position in the cell, with its own rotation and size.
//
// The copies of the sample's own cell and of all cells up to `reach` away are numbered cell by cell, row by row.

use super::super::builtin::{floor, u32_of};
use super::super::real::{Lanes, Real};
use super::arithmetic::{quotient, sine};
use super::coordinate::position;
use super::hash::{hash_3, hash_more, hash_value};
use super::lattice::{Coordinate, unit, wrapped};
use super::strict::rounded;

// Returns the cell `steps - reach` cells after the sample's own, on an axis.
#[inline(always)]
pub(crate) fn scatter_cell<F: Real>(at: Coordinate<F>, reach: u32, steps: F) -> F::Word {
    let cell = at.cell + u32_of(steps) - at.cell.word(reach);
    if at.period == 0 {
        return cell;
    }
    wrapped(cell, at.period)
}

// Returns the offset of a copy's centre from the sample along an axis, in cells.
#[inline(always)]
pub(crate) fn scatter_way<F: Real>(at: Coordinate<F>, reach: u32, steps: F, jitter: F, value: F) -> F {
    let middle = rounded(at.cell.real(0.5) * jitter * value);
    rounded(rounded(rounded(steps - at.cell.real(reach as f32)) + rounded(at.cell.real(0.5) - unit(at.fraction))) + middle)
}

// A copy: its hash, and the offset of its centre from the sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScatteredCopy<F: Real = f32> {
    pub(crate) hash: F::Word,
    pub(crate) x: F,
    pub(crate) y: F,
}

#[inline(always)]
pub(crate) fn scatter_copy<F: Real>(
    reach: u32,
    copies: u32,
    jitter: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    number: F,
) -> ScatteredCopy<F> {
    // With 1/2 added, the quotients of such small numbers are nowhere near a whole number.
    let half = rounded(number + jitter.real(0.5));
    let cell = floor(quotient(half, jitter.real(copies as f32), jitter.real(1024.0)));
    let side = 2_u32.wrapping_mul(reach).wrapping_add(1) as f32;
    let row = floor(quotient(rounded(cell + jitter.real(0.5)), jitter.real(side), jitter.real(1024.0)));
    let column = rounded(cell - rounded(row * jitter.real(side)));
    let copy = number - rounded(cell * jitter.real(copies as f32));
    let point = hash_3(key, scatter_cell(x, reach, column), scatter_cell(y, reach, row), u32_of(copy));
    let way_x = scatter_way(x, reach, column, jitter, hash_value(hash_more(key, point, 1)));
    let way_y = scatter_way(y, reach, row, jitter, hash_value(hash_more(key, point, 2)));
    ScatteredCopy { hash: point, x: way_x, y: way_y }
}

// Maps a value from -1 to below 1 to the range between two numbers, given their mean and half their difference.
#[inline(always)]
pub(crate) fn scatter_between<F: Real>(value: F, mean: F, half: F) -> F {
    rounded(mean + rounded(half * value))
}

#[inline(always)]
pub(crate) fn scatter_2<F: Real>(
    reach: u32,
    copies: u32,
    jitter: F,
    size: F,
    size_half: F,
    turns: F,
    turns_half: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    number: Coordinate<F>,
) -> F {
    scatter_2_slope(reach, copies, jitter, size, size_half, turns, turns_half, key, x, y, number)[0]
}

// Returns no derivatives, but the parts of a copy, given its number: the sample's position along the copy's own axes, -1/2 to 1/2 on the copy, a random
// number, and another one from 0 to below 1.
#[inline(always)]
pub(crate) fn scatter_2_slope<F: Real>(
    reach: u32,
    copies: u32,
    jitter: F,
    size: F,
    size_half: F,
    turns: F,
    turns_half: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    number: Coordinate<F>,
) -> [F; 4] {
    jitter.outlined(
        #[inline(always)]
        || {
            let found = scatter_copy(reach, copies, jitter, key, x, y, position(number));
            let scale = scatter_between(hash_value(hash_more(key, found.hash, 3)), size, size_half);
            let turned = scatter_between(hash_value(hash_more(key, found.hash, 4)), turns, turns_half);
            let cosine = sine(rounded(turned + jitter.real(0.25)));
            let across = sine(turned);
            let u = rounded(rounded(cosine * -found.x) + rounded(across * -found.y));
            let v = rounded(rounded(cosine * -found.y) - rounded(across * -found.x));
            let chance = rounded(jitter.real(0.5) * hash_value(hash_more(key, found.hash, 5)) + jitter.real(0.5));
            let id = hash_value(hash_more(key, found.hash, 6));
            [quotient(u, scale, jitter.real(1024.0)), quotient(v, scale, jitter.real(1024.0)), id, chance]
        },
    )
}

#[inline(always)]
pub(crate) fn scatter_way_2<F: Real>(
    reach: u32,
    copies: u32,
    jitter: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    number: Coordinate<F>,
) -> F {
    scatter_way_2_slope(reach, copies, jitter, key, x, y, number)[0]
}

// Returns no derivatives, but the offset of a copy's centre from the sample along x and y, in cells.
#[inline(always)]
pub(crate) fn scatter_way_2_slope<F: Real>(
    reach: u32,
    copies: u32,
    jitter: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    number: Coordinate<F>,
) -> [F; 4] {
    jitter.outlined(
        #[inline(always)]
        || {
            let found = scatter_copy(reach, copies, jitter, key, x, y, position(number));
            [found.x, found.y, jitter.real(0.0), jitter.real(0.0)]
        },
    )
}
