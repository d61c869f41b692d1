//@ needs: strict lattice hash arithmetic
// Tiles that cover the plane: bricks in rows, herringbone, basket weave, hexagons and rhombi. Each sample finds its tile, where it lies in it, and what is random about
// that tile.
//
// A cell of the lattice is the least block of tiles that all others repeat, so a period of whole cells cuts none. It is split into the tiles' own cells
// in whole numbers. Bricks of a herringbone and of a basket weave are two such cells long.
//
// Lengths are in shorter sides of a tile: `wide` and `high` are those of the tiles' cells.

const TILES_BOND: u32 = 0u;
const TILES_STACK: u32 = 1u;
const TILES_PLANKS: u32 = 2u;
const TILES_HERRINGBONE: u32 = 3u;
const TILES_BASKET: u32 = 4u;
const TILES_HEX: u32 = 5u;
const TILES_DIAMOND: u32 = 6u;

// The outputs: the distance to the tile's border, whether the sample lies on the tile, its place on it, and three random values of the tile.
const TILES_EDGE: u32 = 0u;
const TILES_MASK: u32 = 1u;
const TILES_U: u32 = 2u;
const TILES_V: u32 = 3u;
const TILES_ID: u32 = 4u;
const TILES_ID2: u32 = 5u;
const TILES_ID3: u32 = 6u;

// A tile: its hash, the sample from its centre along its own axes, and half its size. 1 where it is turned a quarter, so that its x is y.
struct LaidTile {
    hash: u32,
    x: f32,
    y: f32,
    half_x: f32,
    half_y: f32,
    turned: u32,
    // By how much more it is turned.
    sine: f32,
    cosine: f32,
}

// A tile along an axis: its cell, how many cells that is from the sample's, how far on the sample is in its own, and from where to where the tile goes there.
struct TileSpan {
    cell: u32,
    from_own: f32,
    at: f32,
    start: f32,
    end: f32,
}

// How far a sample lies on the tile, before that is held, and its derivatives along the tile's own axes.
struct TileBorder {
    distance: f32,
    x: f32,
    y: f32,
}

// How far a sample lies outside of two sides that meet, and the derivatives by how far it lies beyond each.
struct BeyondCorner {
    distance: f32,
    first: f32,
    second: f32,
}

// How far the boundary below a cell is moved.
fn tiles_boundary(key: vec2<Uniform>, jitter: f32, cell: u32, other: u32, number: Uniform) -> f32 {
    return rounded(jitter * hash_value(hash_3(key, cell, other, number)));
}

// The tile along an axis whose boundaries are moved. They are by less than half a cell, so it is that of the sample's cell or one beside it.
fn tiles_span(key: vec2<Uniform>, jitter: f32, at: Coordinate, other: u32, number: Uniform) -> TileSpan {
    let f = unit(at.fraction);
    let next = next_cell(at);
    let low = tiles_boundary(key, jitter, at.cell, other, number);
    let high = rounded(tiles_boundary(key, jitter, next, other, number) + 1.0f);
    let is_below = f < low;
    let is_above = high <= f;
    let cell = select(select(at.cell, next, is_above), cell_before(at.cell, at.period), is_below);
    let far = tiles_boundary(key, jitter, select(cell, cell_after(next, at.period), is_above), other, number);
    let start = select(select(low, high, is_above), rounded(far - 1.0f), is_below);
    let end = select(select(high, rounded(far + 2.0f), is_above), low, is_below);
    return TileSpan(cell, select(select(0.0f, 1.0f, is_above), -1.0f, is_below), f, start, end);
}

// A tile along x, or two that are laid as one: where a random number of the pair is below `chance`. Whether pairs begin at even or odd
// cells is random in each row.
fn tiles_joined(key: vec2<Uniform>, jitter: f32, at: Coordinate, row: u32, chance: f32, span: TileSpan) -> TileSpan {
    let begin = select(0u, 1u, hash_value(hash_3(key, row, 0u, 4u)) < 0.0f);
    let before = cell_before(span.cell, at.period);
    let after = cell_after(span.cell, at.period);
    let is_second = ((span.cell ^ begin) & 1u) == 1u;
    let first = select(span.cell, before, is_second);
    let is_joined = hash_value(hash_3(key, first, row, 5u)) < chance;
    // The bound of the other one.
    let bound = select(cell_after(after, at.period), before, is_second);
    let far = rounded(tiles_boundary(key, jitter, bound, row, 1u) + rounded(span.from_own + select(2.0f, -1.0f, is_second)));
    let start = select(span.start, far, is_joined && is_second);
    let end = select(span.end, far, is_joined && !is_second);
    return TileSpan(select(span.cell, first, is_joined), span.from_own, span.at, start, end);
}

// The sample from the middle of a tile along an axis, in lengths of which a cell has so many, and half the length of that.
fn tiles_from_centre(span: TileSpan, length: f32) -> vec2<f32> {
    let half = 0.5f * rounded(span.end - span.start);
    return vec2<f32>(rounded((span.at - 0.5f * rounded(span.start + span.end)) * length), rounded(half * length));
}

// Bricks in rows, each of which is moved along x.
fn tiles_in_rows(pattern: Uniform, columns: Uniform, rows: Uniform, wide: f32, high: f32, shift: f32, jitter_x: f32, jitter_y: f32, chance: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> LaidTile {
    let at = in_parts(y, rows);
    let row = tiles_span(key, jitter_y, at, 0u, 2u);
    var by = 0.0f;
    if pattern == TILES_BOND {
        let part = part_of_cell(y.fraction, rows);
        let beside = select(cell_before(part, rows), cell_after(part, rows), row.cell == next_cell(at));
        by = rounded(shift * f32(select(beside, part, row.cell == at.cell)));
    }
    if pattern == TILES_PLANKS {
        by = rounded(shift * hash_value(hash_3(key, row.cell, 0u, 3u)));
    }
    let along = moved(in_parts(x, columns), -by);
    var column = tiles_span(key, jitter_x, along, row.cell, 1u);
    if columns == 2u {
        column = tiles_joined(key, jitter_x, along, row.cell, chance, column);
    }
    let point = hash_3(key, column.cell, row.cell, 0u);
    let from_x = tiles_from_centre(column, wide);
    let from_y = tiles_from_centre(row, high);
    return LaidTile(point, from_x[0], from_y[0], from_x[1], from_y[1], 0u, 0.0f, 1.0f);
}

// Bricks two cells long, lying or standing.
fn tiles_of_two(pattern: Uniform, wide: f32, high: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> LaidTile {
    // Along a row of a herringbone come the two cells of a lying brick, the upper one of a standing brick and the lower one of the next; from row to row they
    // move by a cell.
    let place = x.cell - y.cell;
    var turned = (place >> 1u) & 1u;
    var second = (place ^ (place >> 1u)) & 1u;
    if pattern == TILES_BASKET {
        // Squares of two by two cells have lying and standing bricks in turn.
        turned = ((x.cell ^ y.cell) >> 1u) & 1u;
        second = select(x.cell, y.cell, turned == 1u) & 1u;
    }
    let is_turned = turned == 1u;
    let column = select(x.cell, cell_before(x.cell, x.period), second == 1u && turned == 0u);
    let row = select(y.cell, cell_before(y.cell, y.period), second == 1u && turned == 1u);
    let fx = unit(x.fraction);
    let fy = unit(y.fraction);
    let along = rounded(select(fx, fy, is_turned) - 1.0f) + f32(second);
    let across = select(fy, fx, is_turned) - 0.5f;
    let length = select(wide, high, is_turned);
    let width = select(high, wide, is_turned);
    let up = rounded(across * width);
    return LaidTile(hash_3(key, column, row, 0u), rounded(along * length), select(up, -up, is_turned), length, 0.5f * width, turned, 0.0f, 1.0f);
}

// A coordinate along a row of hexagons or rhombi, of which the odd ones are moved by half a tile.
fn tiles_along_moved(x: Coordinate, row: u32) -> Coordinate {
    return moved(x, select(0.0f, -0.5f, (row & 1u) == 1u));
}

// Hexagons and rhombi with a corner at the top, those a third of a row, these half a row above the row's own bounds.
fn tiles_pointed(pattern: Uniform, wide: f32, high: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> LaidTile {
    let fx = rounded(unit(tiles_along_moved(x, y.cell).fraction) - 0.5f);
    let fy = rounded(unit(y.fraction) - 0.5f);
    var by_y = rounded(3.0f * abs(fy));
    var half_y = rounded(0.6666667f * high);
    var bound = 2.0f;
    if pattern == TILES_DIAMOND {
        by_y = abs(fy);
        half_y = high;
        bound = 1.0f;
    }
    let is_beyond = bound < rounded(by_y + 2.0f * abs(fx));
    let is_below = fy < 0.0f;
    let beside = select(next_cell(y), cell_before(y.cell, y.period), is_below);
    let row = select(y.cell, beside, is_beyond);
    let column = tiles_along_moved(x, row);
    let across_x = rounded((unit(column.fraction) - 0.5f) * wide);
    let from_beside = rounded(fy + select(-1.0f, 1.0f, is_below));
    let across_y = rounded(select(fy, from_beside, is_beyond) * high);
    return LaidTile(hash_3(key, column.cell, row, 0u), across_x, across_y, 0.5f * wide, half_y, 0u, 0.0f, 1.0f);
}

// A tile turned about its centre by a random angle, whose sine is at most `turn`. The ends of a brick move by at most an eighth of its width.
fn tiles_turned(pattern: Uniform, turn: f32, key: vec2<Uniform>, tile: LaidTile) -> LaidTile {
    var most = turn;
    if pattern < TILES_HEX {
        let least = min(tile.half_x, tile.half_y);
        most = min(turn, 0.25f * quotient(least, max(tile.half_x, tile.half_y), 1.0f));
    }
    let sine = rounded(most * hash_value(hash_more(key, tile.hash, 3u)));
    let cosine = sqrt_of(rounded(1.0f - rounded(sine * sine)));
    let x = rounded(rounded(cosine * tile.x) + rounded(sine * tile.y));
    let y = rounded(rounded(cosine * tile.y) - rounded(sine * tile.x));
    return LaidTile(tile.hash, x, y, tile.half_x, tile.half_y, tile.turned, sine, cosine);
}

fn tiles_lying(pattern: Uniform, columns: Uniform, rows: Uniform, wide: f32, high: f32, shift: f32, jitter_x: f32, jitter_y: f32, chance: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> LaidTile {
    if pattern >= TILES_HEX {
        return tiles_pointed(pattern, wide, high, key, x, in_parts(y, rows));
    }
    if pattern >= TILES_HERRINGBONE {
        return tiles_of_two(pattern, wide, high, key, in_parts(x, columns), in_parts(y, rows));
    }
    return tiles_in_rows(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, chance, key, x, y);
}

fn tiles_find(pattern: Uniform, columns: Uniform, rows: Uniform, wide: f32, high: f32, shift: f32, jitter_x: f32, jitter_y: f32, chance: f32, turn: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> LaidTile {
    var tile = tiles_lying(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, chance, key, x, y);
    //@ any: a turn by 0 changes nothing.
    if 0.0f < turn {
        tile = tiles_turned(pattern, turn, key, tile);
    }
    return tile;
}

// Of two sides that meet, beyond which a sample lies so far: `cosine` is that of the angle between the directions across them, `share` 1 / (1 - cosine^2).
// The way from the corner is a sum of these directions; only where both parts are positive the corner itself is nearest.
fn tiles_beyond(first: f32, second: f32, cosine: f32, share: f32) -> BeyondCorner {
    let a = rounded(share * rounded(first - rounded(cosine * second)));
    let b = rounded(share * rounded(second - rounded(cosine * first)));
    let is_corner = 0.0f < a && 0.0f < b;
    let length = sqrt_of(max(rounded(rounded(a * first) + rounded(b * second)), 0.0f));
    let is_first = second <= first;
    let by_first = select(select(0.0f, 1.0f, is_first), quotient(a, length, 2.0f), is_corner);
    let by_second = select(select(1.0f, 0.0f, is_first), quotient(b, length, 2.0f), is_corner);
    return BeyondCorner(select(max(first, second), length, is_corner), by_first, by_second);
}

// The border of a tile whose corners are arcs: the distance to what lies a radius further in, less the radius. Hexagons have two upright sides and four that
// lean, rhombi have these alone; the direction across one has the parts `lean_x` and `lean_y`, and it is `lean_far` from the centre. `side` is half of the longest
// side of these. A tile that is turned is so much smaller that it stays within its place.
fn tiles_border(pattern: Uniform, joint: f32, corner: f32, lean_x: f32, lean_y: f32, lean_far: f32, side: f32, side_share: f32, top_cosine: f32, top_share: f32, tile: LaidTile) -> TileBorder {
    let x = abs(tile.x);
    let y = abs(tile.y);
    let is_left = tile.x < 0.0f;
    let is_below = tile.y < 0.0f;
    let turn = abs(tile.sine);
    if pattern >= TILES_HEX {
        let give = rounded(turn * side);
        let upright_far = rounded(tile.half_x - give);
        let leaning_far = rounded(lean_far - give);
        var least = leaning_far;
        if pattern == TILES_HEX {
            least = min(upright_far, leaning_far);
        }
        let radius = min(corner, max(rounded(least - 0.5f * joint), 0.0f));
        let inset = rounded(0.5f * joint + radius);
        let by_x = rounded(lean_x * x);
        let by_y = rounded(lean_y * y);
        let far = rounded(leaning_far - inset);
        let leaning = rounded(rounded(by_y + by_x) - far);
        let mirrored = rounded(rounded(by_y - by_x) - far);
        // The side beside it: an upright one, or one that leans below.
        var beside = rounded(x - rounded(upright_far - inset));
        var beside_x = 1.0f;
        var beside_y = 0.0f;
        var beside_cosine = lean_x;
        var beside_share = side_share;
        if pattern == TILES_DIAMOND {
            beside = rounded(rounded(by_x - by_y) - far);
            beside_x = lean_x;
            beside_y = -lean_y;
            beside_cosine = -top_cosine;
            beside_share = top_share;
        }
        let is_side = mirrored <= beside;
        let beyond = tiles_beyond(leaning, max(beside, mirrored), select(top_cosine, beside_cosine, is_side), select(top_share, beside_share, is_side));
        let slope_x = rounded(rounded(beyond.first * lean_x) + rounded(beyond.second * select(-lean_x, beside_x, is_side)));
        let slope_y = rounded(rounded(beyond.first * lean_y) + rounded(beyond.second * select(lean_y, beside_y, is_side)));
        return TileBorder(rounded(radius - beyond.distance), select(-slope_x, slope_x, is_left), select(-slope_y, slope_y, is_below));
    }
    let half_x = rounded(tile.half_x - rounded(turn * tile.half_y));
    let half_y = rounded(tile.half_y - rounded(turn * tile.half_x));
    let radius = min(corner, max(rounded(min(half_x, half_y) - 0.5f * joint), 0.0f));
    let inset = rounded(0.5f * joint + radius);
    let beyond = tiles_beyond(rounded(x - rounded(half_x - inset)), rounded(y - rounded(half_y - inset)), 0.0f, 1.0f);
    let slope_x = beyond.first;
    let slope_y = beyond.second;
    return TileBorder(rounded(radius - beyond.distance), select(-slope_x, slope_x, is_left), select(-slope_y, slope_y, is_below));
}

//@ basis
fn tiles_2(pattern: Uniform, output: Uniform, columns: Uniform, rows: Uniform, wide: f32, high: f32, shift: f32, jitter_x: f32, jitter_y: f32, joint: f32, corner: f32, chance: f32, turn: f32, lean_x: f32, lean_y: f32, lean_far: f32, side: f32, side_share: f32, top_cosine: f32, top_share: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    let tile = tiles_find(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, chance, turn, key, x, y);
    if output == TILES_U {
        return 0.5f * quotient(tile.x, tile.half_x, 1.0f);
    }
    if output == TILES_V {
        return 0.5f * quotient(tile.y, tile.half_y, 1.0f);
    }
    if output == TILES_ID {
        return hash_value(tile.hash);
    }
    if output == TILES_ID2 {
        return hash_value(hash_more(key, tile.hash, 1u));
    }
    if output == TILES_ID3 {
        return hash_value(hash_more(key, tile.hash, 2u));
    }
    let border = tiles_border(pattern, joint, corner, lean_x, lean_y, lean_far, side, side_share, top_cosine, top_share, tile);
    if output == TILES_MASK {
        return select(0.0f, 1.0f, 0.0f <= border.distance);
    }
    // On all bounds of tiles' cells it is no more than half a joint below 0: held there it is continuous wherever bricks meet.
    return max(border.distance, -0.5f * joint);
}

// The derivatives of `tiles_2` by x and y in cells of the lattice; 0 where it is held.
//@ outlined
fn tiles_2_slope(pattern: Uniform, output: Uniform, columns: Uniform, rows: Uniform, wide: f32, high: f32, shift: f32, jitter_x: f32, jitter_y: f32, joint: f32, corner: f32, chance: f32, turn: f32, lean_x: f32, lean_y: f32, lean_far: f32, side: f32, side_share: f32, top_cosine: f32, top_share: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> vec4<f32> {
    let tile = tiles_find(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, chance, turn, key, x, y);
    let border = tiles_border(pattern, joint, corner, lean_x, lean_y, lean_far, side, side_share, top_cosine, top_share, tile);
    let is_held = border.distance < -0.5f * joint;
    var along_x = select(border.x, 0.0f, is_held);
    var along_y = select(border.y, 0.0f, is_held);
    // Only beside a tile that is turned do samples lie beyond its ends, where the place on it is held.
    let is_askew = 0.0f < abs(tile.sine);
    if output == TILES_U {
        along_x = select(0.5f * quotient(1.0f, tile.half_x, 0x1p10f), 0.0f, is_askew && tile.half_x < abs(tile.x));
        along_y = 0.0f;
    }
    if output == TILES_V {
        along_x = 0.0f;
        along_y = select(0.5f * quotient(1.0f, tile.half_y, 0x1p10f), 0.0f, is_askew && tile.half_y < abs(tile.y));
    }
    // Turned back.
    let back_x = rounded(rounded(tile.cosine * along_x) - rounded(tile.sine * along_y));
    let back_y = rounded(rounded(tile.cosine * along_y) + rounded(tile.sine * along_x));
    let is_turned = tile.turned == 1u;
    let by_x = rounded(rounded(select(back_x, -back_y, is_turned) * wide) * f32(columns));
    let by_y = rounded(rounded(select(back_y, back_x, is_turned) * high) * f32(rows));
    return vec4<f32>(by_x, by_y, 0.0f, 0.0f);
}
