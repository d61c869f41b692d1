// @generated from shaders/tiles.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Tiles that cover the plane: bricks in rows, herringbone, basket weave, hexagons and rhombi. Each sample finds its tile, where it lies in it, and what is random about
// that tile.
//
// A cell of the lattice is the least block of tiles that all others repeat, so a period of whole cells cuts none. It is split into the tiles' own cells
// in whole numbers. Bricks of a herringbone and of a basket weave are two such cells long.
//
// Lengths are in shorter sides of a tile: `wide` and `high` are those of the tiles' cells.

use super::super::builtin::{abs, any, equal, exp2, f32_of, less, less_or_equal, max, min, select, shift_right};
use super::super::real::{Lanes, Real};
use super::arithmetic::{quotient, sqrt_of};
use super::hash::{hash_3, hash_more, hash_value};
use super::lattice::{Coordinate, cell_after, cell_before, in_parts, moved, next_cell, part_of_cell, unit};
use super::strict::rounded;

pub(crate) const TILES_BOND: u32 = 0;
pub(crate) const TILES_STACK: u32 = 1;
pub(crate) const TILES_PLANKS: u32 = 2;
pub(crate) const TILES_HERRINGBONE: u32 = 3;
pub(crate) const TILES_BASKET: u32 = 4;
pub(crate) const TILES_HEX: u32 = 5;
pub(crate) const TILES_DIAMOND: u32 = 6;

// The outputs: the distance to the tile's border, whether the sample lies on the tile, its place on it, and three random values of the tile.
pub(crate) const TILES_EDGE: u32 = 0;
pub(crate) const TILES_MASK: u32 = 1;
pub(crate) const TILES_U: u32 = 2;
pub(crate) const TILES_V: u32 = 3;
pub(crate) const TILES_ID: u32 = 4;
pub(crate) const TILES_ID2: u32 = 5;
pub(crate) const TILES_ID3: u32 = 6;

// A tile: its hash, the sample from its centre along its own axes, and half its size. 1 where it is turned a quarter, so that its x is y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LaidTile<F: Real = f32> {
    pub(crate) hash: F::Word,
    pub(crate) x: F,
    pub(crate) y: F,
    pub(crate) half_x: F,
    pub(crate) half_y: F,
    pub(crate) turned: F::Word,
    // By how much more it is turned.
    pub(crate) sine: F,
    pub(crate) cosine: F,
}

// A tile along an axis: its cell, how many cells that is from the sample's, how far on the sample is in its own, and from where to where the tile goes there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TileSpan<F: Real = f32> {
    pub(crate) cell: F::Word,
    pub(crate) from_own: F,
    pub(crate) at: F,
    pub(crate) start: F,
    pub(crate) end: F,
}

// How far a sample lies on the tile, before that is held, and its derivatives along the tile's own axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TileBorder<F: Real = f32> {
    pub(crate) distance: F,
    pub(crate) x: F,
    pub(crate) y: F,
}

// How far a sample lies outside of two sides that meet, and the derivatives by how far it lies beyond each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BeyondCorner<F: Real = f32> {
    pub(crate) distance: F,
    pub(crate) first: F,
    pub(crate) second: F,
}

// How far the boundary below a cell is moved.
#[inline(always)]
pub(crate) fn tiles_boundary<F: Real>(key: [u32; 2], jitter: F, cell: F::Word, other: F::Word, number: u32) -> F {
    rounded(jitter * hash_value(hash_3(key, cell, other, jitter.word(number))))
}

// The tile along an axis whose boundaries are moved. They are by less than half a cell, so it is that of the sample's cell or one beside it.
#[inline(always)]
pub(crate) fn tiles_span<F: Real>(key: [u32; 2], jitter: F, at: Coordinate<F>, other: F::Word, number: u32) -> TileSpan<F> {
    let f = unit(at.fraction);
    let next = next_cell(at);
    let low = tiles_boundary(key, jitter, at.cell, other, number);
    let high = rounded(tiles_boundary(key, jitter, next, other, number) + jitter.real(1.0));
    let is_below = less(f, low);
    let is_above = less_or_equal(high, f);
    let cell = select(select(at.cell, next, is_above), cell_before(at.cell, at.period), is_below);
    let far = tiles_boundary(key, jitter, select(cell, cell_after(next, at.period), is_above), other, number);
    let start = select(select(low, high, is_above), rounded(far - jitter.real(1.0)), is_below);
    let end = select(select(high, rounded(far + jitter.real(2.0)), is_above), low, is_below);
    TileSpan {
        cell,
        from_own: select(select(jitter.real(0.0), jitter.real(1.0), is_above), jitter.real(-1.0), is_below),
        at: f,
        start,
        end,
    }
}

// A tile along x, or two that are laid as one: where a random number of the pair is below `chance`. Whether pairs begin at even or odd
// cells is random in each row.
#[inline(always)]
pub(crate) fn tiles_joined<F: Real>(
    key: [u32; 2],
    jitter: F,
    at: Coordinate<F>,
    row: F::Word,
    chance: F,
    span: TileSpan<F>,
) -> TileSpan<F> {
    let begin =
        select(jitter.word(0), jitter.word(1), less(hash_value(hash_3(key, row, jitter.word(0), jitter.word(4))), jitter.real(0.0)));
    let before = cell_before(span.cell, at.period);
    let after = cell_after(span.cell, at.period);
    let is_second = equal((span.cell ^ begin) & jitter.word(1), jitter.word(1));
    let first = select(span.cell, before, is_second);
    let is_joined = less(hash_value(hash_3(key, first, row, jitter.word(5))), chance);
    // The bound of the other one.
    let bound = select(cell_after(after, at.period), before, is_second);
    let far = rounded(
        tiles_boundary(key, jitter, bound, row, 1) + rounded(span.from_own + select(jitter.real(2.0), jitter.real(-1.0), is_second)),
    );
    let start = select(span.start, far, is_joined & is_second);
    let end = select(span.end, far, is_joined & !is_second);
    TileSpan { cell: select(span.cell, first, is_joined), from_own: span.from_own, at: span.at, start, end }
}

// The sample from the middle of a tile along an axis, in lengths of which a cell has so many, and half the length of that.
#[inline(always)]
pub(crate) fn tiles_from_centre<F: Real>(span: TileSpan<F>, length: F) -> [F; 2] {
    let half = span.cell.real(0.5) * rounded(span.end - span.start);
    [rounded((span.at - span.cell.real(0.5) * rounded(span.start + span.end)) * length), rounded(half * length)]
}

// Bricks in rows, each of which is moved along x.
#[inline(always)]
pub(crate) fn tiles_in_rows<F: Real>(
    pattern: u32,
    columns: u32,
    rows: u32,
    wide: F,
    high: F,
    shift: F,
    jitter_x: F,
    jitter_y: F,
    chance: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> LaidTile<F> {
    let at = in_parts(y, rows);
    let row = tiles_span(key, jitter_y, at, wide.word(0), 2);
    let mut by = wide.real(0.0);
    if pattern == TILES_BOND {
        let part = part_of_cell(y.fraction, rows);
        let beside = select(cell_before(part, rows), cell_after(part, rows), equal(row.cell, next_cell(at)));
        by = rounded(shift * f32_of(select(beside, part, equal(row.cell, at.cell))));
    }
    if pattern == TILES_PLANKS {
        by = rounded(shift * hash_value(hash_3(key, row.cell, wide.word(0), wide.word(3))));
    }
    let along = moved(in_parts(x, columns), -by);
    let mut column = tiles_span(key, jitter_x, along, row.cell, 1);
    if columns == 2 {
        column = tiles_joined(key, jitter_x, along, row.cell, chance, column);
    }
    let point = hash_3(key, column.cell, row.cell, wide.word(0));
    let from_x = tiles_from_centre(column, wide);
    let from_y = tiles_from_centre(row, high);
    LaidTile {
        hash: point,
        x: from_x[0],
        y: from_y[0],
        half_x: from_x[1],
        half_y: from_y[1],
        turned: wide.word(0),
        sine: wide.real(0.0),
        cosine: wide.real(1.0),
    }
}

// Bricks two cells long, lying or standing.
#[inline(always)]
pub(crate) fn tiles_of_two<F: Real>(pattern: u32, wide: F, high: F, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> LaidTile<F> {
    // Along a row of a herringbone come the two cells of a lying brick, the upper one of a standing brick and the lower one of the next; from row to row they
    // move by a cell.
    let place = x.cell - y.cell;
    let mut turned = shift_right(place, 1) & wide.word(1);
    let mut second = (place ^ shift_right(place, 1)) & wide.word(1);
    if pattern == TILES_BASKET {
        // Squares of two by two cells have lying and standing bricks in turn.
        turned = shift_right(x.cell ^ y.cell, 1) & wide.word(1);
        second = select(x.cell, y.cell, equal(turned, wide.word(1))) & wide.word(1);
    }
    let is_turned = equal(turned, wide.word(1));
    let column = select(x.cell, cell_before(x.cell, x.period), equal(second, wide.word(1)) & equal(turned, wide.word(0)));
    let row = select(y.cell, cell_before(y.cell, y.period), equal(second, wide.word(1)) & equal(turned, wide.word(1)));
    let fx = unit(x.fraction);
    let fy = unit(y.fraction);
    let along = rounded(select(fx, fy, is_turned) - wide.real(1.0)) + f32_of(second);
    let across = select(fy, fx, is_turned) - wide.real(0.5);
    let length = select(wide, high, is_turned);
    let width = select(high, wide, is_turned);
    let up = rounded(across * width);
    LaidTile {
        hash: hash_3(key, column, row, wide.word(0)),
        x: rounded(along * length),
        y: select(up, -up, is_turned),
        half_x: length,
        half_y: wide.real(0.5) * width,
        turned,
        sine: wide.real(0.0),
        cosine: wide.real(1.0),
    }
}

// A coordinate along a row of hexagons or rhombi, of which the odd ones are moved by half a tile.
#[inline(always)]
pub(crate) fn tiles_along_moved<F: Real>(x: Coordinate<F>, row: F::Word) -> Coordinate<F> {
    moved(x, select(x.cell.real(0.0), x.cell.real(-0.5), equal(row & x.cell.word(1), x.cell.word(1))))
}

// Hexagons and rhombi with a corner at the top, those a third of a row, these half a row above the row's own bounds.
#[inline(always)]
pub(crate) fn tiles_pointed<F: Real>(pattern: u32, wide: F, high: F, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> LaidTile<F> {
    let fx = rounded(unit(tiles_along_moved(x, y.cell).fraction) - wide.real(0.5));
    let fy = rounded(unit(y.fraction) - wide.real(0.5));
    let mut by_y = rounded(wide.real(3.0) * abs(fy));
    let mut half_y = rounded(wide.real(0.6666667) * high);
    let mut bound = 2.0_f32;
    if pattern == TILES_DIAMOND {
        by_y = abs(fy);
        half_y = high;
        bound = 1.0;
    }
    let is_beyond = less(wide.real(bound), rounded(by_y + wide.real(2.0) * abs(fx)));
    let is_below = less(fy, wide.real(0.0));
    let beside = select(next_cell(y), cell_before(y.cell, y.period), is_below);
    let row = select(y.cell, beside, is_beyond);
    let column = tiles_along_moved(x, row);
    let across_x = rounded((unit(column.fraction) - wide.real(0.5)) * wide);
    let from_beside = rounded(fy + select(wide.real(-1.0), wide.real(1.0), is_below));
    let across_y = rounded(select(fy, from_beside, is_beyond) * high);
    LaidTile {
        hash: hash_3(key, column.cell, row, wide.word(0)),
        x: across_x,
        y: across_y,
        half_x: wide.real(0.5) * wide,
        half_y,
        turned: wide.word(0),
        sine: wide.real(0.0),
        cosine: wide.real(1.0),
    }
}

// A tile turned about its centre by a random angle, whose sine is at most `turn`. The ends of a brick move by at most an eighth of its width.
#[inline(always)]
pub(crate) fn tiles_turned<F: Real>(pattern: u32, turn: F, key: [u32; 2], tile: LaidTile<F>) -> LaidTile<F> {
    let mut most = turn;
    if pattern < TILES_HEX {
        let least = min(tile.half_x, tile.half_y);
        most = min(turn, turn.real(0.25) * quotient(least, max(tile.half_x, tile.half_y), turn.real(1.0)));
    }
    let sine = rounded(most * hash_value(hash_more(key, tile.hash, 3)));
    let cosine = sqrt_of(rounded(turn.real(1.0) - rounded(sine * sine)));
    let x = rounded(rounded(cosine * tile.x) + rounded(sine * tile.y));
    let y = rounded(rounded(cosine * tile.y) - rounded(sine * tile.x));
    LaidTile { hash: tile.hash, x, y, half_x: tile.half_x, half_y: tile.half_y, turned: tile.turned, sine, cosine }
}

#[inline(always)]
pub(crate) fn tiles_lying<F: Real>(
    pattern: u32,
    columns: u32,
    rows: u32,
    wide: F,
    high: F,
    shift: F,
    jitter_x: F,
    jitter_y: F,
    chance: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> LaidTile<F> {
    if pattern >= TILES_HEX {
        return tiles_pointed(pattern, wide, high, key, x, in_parts(y, rows));
    }
    if pattern >= TILES_HERRINGBONE {
        return tiles_of_two(pattern, wide, high, key, in_parts(x, columns), in_parts(y, rows));
    }
    tiles_in_rows(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, chance, key, x, y)
}

#[inline(always)]
pub(crate) fn tiles_find<F: Real>(
    pattern: u32,
    columns: u32,
    rows: u32,
    wide: F,
    high: F,
    shift: F,
    jitter_x: F,
    jitter_y: F,
    chance: F,
    turn: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> LaidTile<F> {
    let mut tile = tiles_lying(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, chance, key, x, y);
    // Where it holds in any lane: a turn by 0 changes nothing.
    if any(less(wide.real(0.0), turn)) {
        tile = tiles_turned(pattern, turn, key, tile);
    }
    tile
}

// Of two sides that meet, beyond which a sample lies so far: `cosine` is that of the angle between the directions across them, `share` 1 / (1 - cosine^2).
// The way from the corner is a sum of these directions; only where both parts are positive the corner itself is nearest.
#[inline(always)]
pub(crate) fn tiles_beyond<F: Real>(first: F, second: F, cosine: F, share: F) -> BeyondCorner<F> {
    let a = rounded(share * rounded(first - rounded(cosine * second)));
    let b = rounded(share * rounded(second - rounded(cosine * first)));
    let is_corner = less(first.real(0.0), a) & less(first.real(0.0), b);
    let length = sqrt_of(max(rounded(rounded(a * first) + rounded(b * second)), first.real(0.0)));
    let is_first = less_or_equal(second, first);
    let by_first = select(select(first.real(0.0), first.real(1.0), is_first), quotient(a, length, first.real(2.0)), is_corner);
    let by_second = select(select(first.real(1.0), first.real(0.0), is_first), quotient(b, length, first.real(2.0)), is_corner);
    BeyondCorner { distance: select(max(first, second), length, is_corner), first: by_first, second: by_second }
}

// The border of a tile whose corners are arcs: the distance to what lies a radius further in, less the radius. Hexagons have two upright sides and four that
// lean, rhombi have these alone; the direction across one has the parts `lean_x` and `lean_y`, and it is `lean_far` from the centre. `side` is half of the longest
// side of these. A tile that is turned is so much smaller that it stays within its place.
#[inline(always)]
pub(crate) fn tiles_border<F: Real>(
    pattern: u32,
    joint: F,
    corner: F,
    lean_x: F,
    lean_y: F,
    lean_far: F,
    side: F,
    side_share: F,
    top_cosine: F,
    top_share: F,
    tile: LaidTile<F>,
) -> TileBorder<F> {
    let x = abs(tile.x);
    let y = abs(tile.y);
    let is_left = less(tile.x, joint.real(0.0));
    let is_below = less(tile.y, joint.real(0.0));
    let turn = abs(tile.sine);
    if pattern >= TILES_HEX {
        let give = rounded(turn * side);
        let upright_far = rounded(tile.half_x - give);
        let leaning_far = rounded(lean_far - give);
        let mut least = leaning_far;
        if pattern == TILES_HEX {
            least = min(upright_far, leaning_far);
        }
        let radius = min(corner, max(rounded(least - joint.real(0.5) * joint), joint.real(0.0)));
        let inset = rounded(joint.real(0.5) * joint + radius);
        let by_x = rounded(lean_x * x);
        let by_y = rounded(lean_y * y);
        let far = rounded(leaning_far - inset);
        let leaning = rounded(rounded(by_y + by_x) - far);
        let mirrored = rounded(rounded(by_y - by_x) - far);
        // The side beside it: an upright one, or one that leans below.
        let mut beside = rounded(x - rounded(upright_far - inset));
        let mut beside_x = joint.real(1.0);
        let mut beside_y = joint.real(0.0);
        let mut beside_cosine = lean_x;
        let mut beside_share = side_share;
        if pattern == TILES_DIAMOND {
            beside = rounded(rounded(by_x - by_y) - far);
            beside_x = lean_x;
            beside_y = -lean_y;
            beside_cosine = -top_cosine;
            beside_share = top_share;
        }
        let is_side = less_or_equal(mirrored, beside);
        let beyond = tiles_beyond(
            leaning,
            max(beside, mirrored),
            select(top_cosine, beside_cosine, is_side),
            select(top_share, beside_share, is_side),
        );
        let slope_x = rounded(rounded(beyond.first * lean_x) + rounded(beyond.second * select(-lean_x, beside_x, is_side)));
        let slope_y = rounded(rounded(beyond.first * lean_y) + rounded(beyond.second * select(lean_y, beside_y, is_side)));
        return TileBorder {
            distance: rounded(radius - beyond.distance),
            x: select(-slope_x, slope_x, is_left),
            y: select(-slope_y, slope_y, is_below),
        };
    }
    let half_x = rounded(tile.half_x - rounded(turn * tile.half_y));
    let half_y = rounded(tile.half_y - rounded(turn * tile.half_x));
    let radius = min(corner, max(rounded(min(half_x, half_y) - joint.real(0.5) * joint), joint.real(0.0)));
    let inset = rounded(joint.real(0.5) * joint + radius);
    let beyond = tiles_beyond(rounded(x - rounded(half_x - inset)), rounded(y - rounded(half_y - inset)), joint.real(0.0), joint.real(1.0));
    let slope_x = beyond.first;
    let slope_y = beyond.second;
    TileBorder {
        distance: rounded(radius - beyond.distance),
        x: select(-slope_x, slope_x, is_left),
        y: select(-slope_y, slope_y, is_below),
    }
}

#[inline(always)]
pub(crate) fn tiles_2<F: Real>(
    pattern: u32,
    output: u32,
    columns: u32,
    rows: u32,
    wide: F,
    high: F,
    shift: F,
    jitter_x: F,
    jitter_y: F,
    joint: F,
    corner: F,
    chance: F,
    turn: F,
    lean_x: F,
    lean_y: F,
    lean_far: F,
    side: F,
    side_share: F,
    top_cosine: F,
    top_share: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> F {
    let tile = tiles_find(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, chance, turn, key, x, y);
    if output == TILES_U {
        return wide.real(0.5) * quotient(tile.x, tile.half_x, wide.real(1.0));
    }
    if output == TILES_V {
        return wide.real(0.5) * quotient(tile.y, tile.half_y, wide.real(1.0));
    }
    if output == TILES_ID {
        return hash_value(tile.hash);
    }
    if output == TILES_ID2 {
        return hash_value(hash_more(key, tile.hash, 1));
    }
    if output == TILES_ID3 {
        return hash_value(hash_more(key, tile.hash, 2));
    }
    let border = tiles_border(pattern, joint, corner, lean_x, lean_y, lean_far, side, side_share, top_cosine, top_share, tile);
    if output == TILES_MASK {
        return select(wide.real(0.0), wide.real(1.0), less_or_equal(wide.real(0.0), border.distance));
    }
    // On all bounds of tiles' cells it is no more than half a joint below 0: held there it is continuous wherever bricks meet.
    max(border.distance, wide.real(-0.5) * joint)
}

// The derivatives of `tiles_2` by x and y in cells of the lattice; 0 where it is held.
#[inline(always)]
pub(crate) fn tiles_2_slope<F: Real>(
    pattern: u32,
    output: u32,
    columns: u32,
    rows: u32,
    wide: F,
    high: F,
    shift: F,
    jitter_x: F,
    jitter_y: F,
    joint: F,
    corner: F,
    chance: F,
    turn: F,
    lean_x: F,
    lean_y: F,
    lean_far: F,
    side: F,
    side_share: F,
    top_cosine: F,
    top_share: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> [F; 4] {
    wide.outlined(
        #[inline(always)]
        || {
            let tile = tiles_find(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, chance, turn, key, x, y);
            let border = tiles_border(pattern, joint, corner, lean_x, lean_y, lean_far, side, side_share, top_cosine, top_share, tile);
            let is_held = less(border.distance, wide.real(-0.5) * joint);
            let mut along_x = select(border.x, wide.real(0.0), is_held);
            let mut along_y = select(border.y, wide.real(0.0), is_held);
            // Only beside a tile that is turned do samples lie beyond its ends, where the place on it is held.
            let is_askew = less(wide.real(0.0), abs(tile.sine));
            if output == TILES_U {
                along_x = select(
                    wide.real(0.5) * quotient(wide.real(1.0), tile.half_x, wide.real(exp2(10))),
                    wide.real(0.0),
                    is_askew & less(tile.half_x, abs(tile.x)),
                );
                along_y = wide.real(0.0);
            }
            if output == TILES_V {
                along_x = wide.real(0.0);
                along_y = select(
                    wide.real(0.5) * quotient(wide.real(1.0), tile.half_y, wide.real(exp2(10))),
                    wide.real(0.0),
                    is_askew & less(tile.half_y, abs(tile.y)),
                );
            }
            // Turned back.
            let back_x = rounded(rounded(tile.cosine * along_x) - rounded(tile.sine * along_y));
            let back_y = rounded(rounded(tile.cosine * along_y) + rounded(tile.sine * along_x));
            let is_turned = equal(tile.turned, wide.word(1));
            let by_x = rounded(rounded(select(back_x, -back_y, is_turned) * wide) * wide.real(columns as f32));
            let by_y = rounded(rounded(select(back_y, back_x, is_turned) * high) * wide.real(rows as f32));
            [by_x, by_y, wide.real(0.0), wide.real(0.0)]
        },
    )
}
