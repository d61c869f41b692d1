// @generated from shaders/scratches.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Scratches: in each cell of each layer lies the middle of one, somewhere, in a direction of its own. It is at most two cells long and bends to one side, so it
// stays within a cell of its middle, and the nine cells around a sample hold the middles of all that reach it.
//
// Along a scratch s goes from -1 to 1, and its line lies a part of a cell times 1 - s^2 aside. It is 1 - s^2 high on that line, and falls by 1 in half a width.

use super::super::builtin::{abs, less, select};
use super::super::real::{Lanes, Real};
use super::arithmetic::sine;
use super::hash::{hash_3, hash_more, hash_value};
use super::lattice::{Coordinate, cell_before, next_cell, unit};
use super::strict::rounded;

// The outputs: the height of the highest scratch, and a random number of it.
pub(crate) const SCRATCHES_VALUE: u32 = 0;
pub(crate) const SCRATCHES_ID: u32 = 1;

// The shape that all have: the inverses of half a length and of half a width in cells, the direction and how far it is turned to either side, in
// turns, and how far lines lie aside at most, in cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScratchShape<F: Real = f32> {
    pub(crate) by_half: F,
    pub(crate) by_width: F,
    pub(crate) turn: F,
    pub(crate) spread: F,
    pub(crate) bend: F,
}

// A sample on an axis: the cell before its own, its own and the one after it, and how far it lies above the middle of each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScratchAxis<F: Real = f32> {
    pub(crate) cells: [F::Word; 3],
    pub(crate) above: [F; 3],
}

// The highest scratch: its hash, its height, and how that changes along x and y in cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scratch<F: Real = f32> {
    pub(crate) hash: F::Word,
    pub(crate) height: F,
    pub(crate) slope_x: F,
    pub(crate) slope_y: F,
}

#[inline(always)]
pub(crate) fn scratch_axis<F: Real>(at: Coordinate<F>) -> ScratchAxis<F> {
    let f = unit(at.fraction);
    let cells = [cell_before(at.cell, at.period), at.cell, next_cell(at)];
    ScratchAxis { cells, above: [rounded(f + at.cell.real(0.5)), rounded(f - at.cell.real(0.5)), rounded(f - at.cell.real(1.5))] }
}

// The scratch in the cell with this hash, above whose middle the sample lies so far.
#[inline(always)]
pub(crate) fn scratch_in_cell<F: Real>(shape: ScratchShape<F>, key: [u32; 2], point: F::Word, above_x: F, above_y: F) -> Scratch<F> {
    let dx = above_x - shape.by_half.real(0.5) * hash_value(point);
    let dy = above_y - shape.by_half.real(0.5) * hash_value(hash_more(key, point, 1));
    let turn = rounded(shape.turn + rounded(shape.spread * hash_value(hash_more(key, point, 2))));
    let along_x = sine(rounded(turn + shape.by_half.real(0.25)));
    let along_y = sine(turn);
    let s = rounded((rounded(along_x * dx) + rounded(along_y * dy)) * shape.by_half);
    let across = rounded(rounded(along_x * dy) - rounded(along_y * dx));
    let left = rounded(shape.by_half.real(1.0) - rounded(s * s));
    let bend = rounded(shape.bend * hash_value(hash_more(key, point, 3)));
    let aside = rounded(across - rounded(bend * left));
    let height = rounded(left - rounded(abs(aside) * shape.by_width));
    // The slopes along the scratch and across it.
    let fall = select(shape.by_width, -shape.by_width, less(aside, shape.by_half.real(0.0)));
    let steep = rounded(shape.by_half.real(-2.0) * rounded(s * shape.by_half) * rounded(shape.by_half.real(1.0) + rounded(fall * bend)));
    let slope_x = rounded(rounded(along_x * steep) + rounded(along_y * fall));
    let slope_y = rounded(rounded(along_y * steep) - rounded(along_x * fall));
    Scratch { hash: point, height, slope_x, slope_y }
}

#[inline(always)]
pub(crate) fn scratch_higher<F: Real>(a: Scratch<F>, b: Scratch<F>) -> Scratch<F> {
    let is_b = less(a.height, b.height);
    let slope_x = select(a.slope_x, b.slope_x, is_b);
    let slope_y = select(a.slope_y, b.slope_y, is_b);
    Scratch { hash: select(a.hash, b.hash, is_b), height: select(a.height, b.height, is_b), slope_x, slope_y }
}

// The highest of three cells along y.
#[inline(always)]
pub(crate) fn scratch_in_column<F: Real>(
    shape: ScratchShape<F>,
    key: [u32; 2],
    cell: F::Word,
    above: F,
    y: ScratchAxis<F>,
    layer: u32,
) -> Scratch<F> {
    shape.by_half.outlined(
        #[inline(always)]
        || {
            let a = scratch_in_cell(shape, key, hash_3(key, cell, y.cells[0], shape.by_half.word(layer)), above, y.above[0]);
            let b = scratch_in_cell(shape, key, hash_3(key, cell, y.cells[1], shape.by_half.word(layer)), above, y.above[1]);
            let c = scratch_in_cell(shape, key, hash_3(key, cell, y.cells[2], shape.by_half.word(layer)), above, y.above[2]);
            scratch_higher(scratch_higher(a, b), c)
        },
    )
}

// The highest of all layers, with a height of 0 where there is none.
#[inline(always)]
pub(crate) fn scratch_highest<F: Real>(
    layers: u32,
    shape: ScratchShape<F>,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> Scratch<F> {
    let ax = scratch_axis(x);
    let ay = scratch_axis(y);
    let mut found = Scratch {
        hash: shape.by_half.word(0),
        height: shape.by_half.real(0.0),
        slope_x: shape.by_half.real(0.0),
        slope_y: shape.by_half.real(0.0),
    };
    let mut layer = 0_u32;
    while layer < layers {
        found = scratch_higher(found, scratch_in_column(shape, key, ax.cells[0], ax.above[0], ay, layer));
        found = scratch_higher(found, scratch_in_column(shape, key, ax.cells[1], ax.above[1], ay, layer));
        found = scratch_higher(found, scratch_in_column(shape, key, ax.cells[2], ax.above[2], ay, layer));
        layer = layer.wrapping_add(1);
    }
    found
}

#[inline(always)]
pub(crate) fn scratches_2<F: Real>(
    output: u32,
    layers: u32,
    by_half: F,
    by_width: F,
    turn: F,
    spread: F,
    bend: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> F {
    let found = scratch_highest(layers, ScratchShape { by_half, by_width, turn, spread, bend }, key, x, y);
    if output == SCRATCHES_ID {
        return select(by_half.real(0.0), hash_value(hash_more(key, found.hash, 4)), less(by_half.real(0.0), found.height));
    }
    found.height
}

// The derivatives of `scratches_2` by x and y in cells; 0 where there is none, and of its number.
#[inline(always)]
pub(crate) fn scratches_2_slope<F: Real>(
    output: u32,
    layers: u32,
    by_half: F,
    by_width: F,
    turn: F,
    spread: F,
    bend: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> [F; 4] {
    by_half.outlined(
        #[inline(always)]
        || {
            if output == SCRATCHES_ID {
                return [by_half.real(0.0_f32), by_half.real(0.0), by_half.real(0.0), by_half.real(0.0)];
            }
            let found = scratch_highest(layers, ScratchShape { by_half, by_width, turn, spread, bend }, key, x, y);
            [found.slope_x, found.slope_y, by_half.real(0.0), by_half.real(0.0)]
        },
    )
}
