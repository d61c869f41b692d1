//@ needs: strict lattice hash arithmetic
// Tiles that cover the plane: bricks in rows, herringbone, basket weave and hexagons. Each sample finds its tile, where it lies in it, and what is random about
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
}

// A tile along an axis: its cell, the sample from its centre, and half its length, in cells.
struct TileSpan {
    cell: u32,
    from_centre: f32,
    half: f32,
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

// In which of so many equal parts of a cell a sample lies.
fn tiles_part(fraction: u32, parts: Uniform) -> u32 {
    return ((fraction >> 16u) * parts + (((fraction & 0xffffu) * parts) >> 16u)) >> 16u;
}

// A coordinate in cells of which the lattice's cell has so many.
fn tiles_split(at: Coordinate, parts: Uniform) -> Coordinate {
    return Coordinate(at.cell * parts + tiles_part(at.fraction, parts), at.fraction * parts, at.period * parts);
}

// How far the boundary below a cell is moved.
fn tiles_boundary(hash: Hash, jitter: f32, cell: u32, other: u32, number: Uniform) -> f32 {
    return rounded(jitter * hash_value(hash, hash_3(hash, cell, other, number)));
}

// The tile along an axis whose boundaries are moved. They are by less than half a cell, so it is that of the sample's cell or one beside it.
fn tiles_span(hash: Hash, jitter: f32, at: Coordinate, other: u32, number: Uniform) -> TileSpan {
    let f = unit(at.fraction);
    let next = next_cell(at);
    let low = tiles_boundary(hash, jitter, at.cell, other, number);
    let high = rounded(tiles_boundary(hash, jitter, next, other, number) + 1.0f);
    let is_below = f < low;
    let is_above = high <= f;
    let cell = select(select(at.cell, next, is_above), cell_before(at.cell, at.period), is_below);
    let far = tiles_boundary(hash, jitter, select(cell, cell_after(next, at.period), is_above), other, number);
    let start = select(select(low, high, is_above), rounded(far - 1.0f), is_below);
    let end = select(select(high, rounded(far + 2.0f), is_above), low, is_below);
    return TileSpan(cell, rounded(f - 0.5f * rounded(start + end)), 0.5f * rounded(end - start));
}

// Bricks in rows, each of which is moved along x.
fn tiles_in_rows(pattern: Uniform, rows: Uniform, wide: f32, high: f32, shift: f32, jitter_x: f32, jitter_y: f32, hash: Hash, x: Coordinate, y: Coordinate) -> LaidTile {
    let at = tiles_split(y, rows);
    let row = tiles_span(hash, jitter_y, at, 0u, 2u);
    var by = 0.0f;
    if pattern == TILES_BOND {
        let part = tiles_part(y.fraction, rows);
        let beside = select(cell_before(part, rows), cell_after(part, rows), row.cell == next_cell(at));
        by = rounded(shift * f32(select(beside, part, row.cell == at.cell)));
    }
    if pattern == TILES_PLANKS {
        by = rounded(shift * hash_value(hash, hash_3(hash, row.cell, 0u, 3u)));
    }
    let column = tiles_span(hash, jitter_x, moved(x, -by), row.cell, 1u);
    let point = hash_3(hash, column.cell, row.cell, 0u);
    let across_x = rounded(column.from_centre * wide);
    let across_y = rounded(row.from_centre * high);
    return LaidTile(point, across_x, across_y, rounded(column.half * wide), rounded(row.half * high), 0u);
}

// Bricks two cells long, lying or standing.
fn tiles_of_two(pattern: Uniform, wide: f32, high: f32, hash: Hash, x: Coordinate, y: Coordinate) -> LaidTile {
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
    return LaidTile(hash_3(hash, column, row, 0u), rounded(along * length), select(up, -up, is_turned), length, 0.5f * width, turned);
}

// A coordinate along a row of hexagons, of which the odd ones are moved by half a tile.
fn tiles_along_hexes(x: Coordinate, row: u32) -> Coordinate {
    return moved(x, select(0.0f, -0.5f, (row & 1u) == 1u));
}

// Hexagons with a corner at the top, a third of a row above the row's own bounds.
fn tiles_of_six(wide: f32, high: f32, hash: Hash, x: Coordinate, y: Coordinate) -> LaidTile {
    let fx = rounded(unit(tiles_along_hexes(x, y.cell).fraction) - 0.5f);
    let fy = rounded(unit(y.fraction) - 0.5f);
    let is_beyond = 2.0f < rounded(rounded(3.0f * abs(fy)) + 2.0f * abs(fx));
    let is_below = fy < 0.0f;
    let beside = select(next_cell(y), cell_before(y.cell, y.period), is_below);
    let row = select(y.cell, beside, is_beyond);
    let column = tiles_along_hexes(x, row);
    let across_x = rounded((unit(column.fraction) - 0.5f) * wide);
    let from_beside = rounded(fy + select(-1.0f, 1.0f, is_below));
    let across_y = rounded(select(fy, from_beside, is_beyond) * high);
    return LaidTile(hash_3(hash, column.cell, row, 0u), across_x, across_y, 0.5f * wide, rounded(0.6666667f * high), 0u);
}

fn tiles_find(pattern: Uniform, columns: Uniform, rows: Uniform, wide: f32, high: f32, shift: f32, jitter_x: f32, jitter_y: f32, hash: Hash, x: Coordinate, y: Coordinate) -> LaidTile {
    if pattern == TILES_HEX {
        return tiles_of_six(wide, high, hash, x, tiles_split(y, rows));
    }
    if pattern == TILES_HERRINGBONE {
        return tiles_of_two(pattern, wide, high, hash, tiles_split(x, columns), tiles_split(y, rows));
    }
    if pattern == TILES_BASKET {
        return tiles_of_two(pattern, wide, high, hash, tiles_split(x, columns), tiles_split(y, rows));
    }
    return tiles_in_rows(pattern, rows, wide, high, shift, jitter_x, jitter_y, hash, x, y);
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
// lean, of which the direction across has the parts `lean_x` and `lean_y`, and which are `lean_far` from the centre.
fn tiles_border(pattern: Uniform, joint: f32, corner: f32, lean_x: f32, lean_y: f32, lean_far: f32, side_share: f32, top_cosine: f32, top_share: f32, tile: LaidTile) -> TileBorder {
    let x = abs(tile.x);
    let y = abs(tile.y);
    let is_left = tile.x < 0.0f;
    let is_below = tile.y < 0.0f;
    if pattern == TILES_HEX {
        let radius = min(corner, max(rounded(min(tile.half_x, lean_far) - 0.5f * joint), 0.0f));
        let inset = rounded(0.5f * joint + radius);
        let by_x = rounded(lean_x * x);
        let by_y = rounded(lean_y * y);
        let far = rounded(lean_far - inset);
        let leaning = rounded(rounded(by_y + by_x) - far);
        let mirrored = rounded(rounded(by_y - by_x) - far);
        let upright = rounded(x - rounded(tile.half_x - inset));
        let is_side = mirrored <= upright;
        let beyond = tiles_beyond(leaning, max(upright, mirrored), select(top_cosine, lean_x, is_side), select(top_share, side_share, is_side));
        let slope_x = rounded(rounded(beyond.first * lean_x) + rounded(beyond.second * select(-lean_x, 1.0f, is_side)));
        let slope_y = rounded(rounded(beyond.first * lean_y) + rounded(beyond.second * select(lean_y, 0.0f, is_side)));
        return TileBorder(rounded(radius - beyond.distance), select(-slope_x, slope_x, is_left), select(-slope_y, slope_y, is_below));
    }
    let radius = min(corner, max(rounded(min(tile.half_x, tile.half_y) - 0.5f * joint), 0.0f));
    let inset = rounded(0.5f * joint + radius);
    let beyond = tiles_beyond(rounded(x - rounded(tile.half_x - inset)), rounded(y - rounded(tile.half_y - inset)), 0.0f, 1.0f);
    let slope_x = beyond.first;
    let slope_y = beyond.second;
    return TileBorder(rounded(radius - beyond.distance), select(-slope_x, slope_x, is_left), select(-slope_y, slope_y, is_below));
}

//@ basis
//@ known: hash = LATTICE
fn tiles_2(pattern: Uniform, output: Uniform, columns: Uniform, rows: Uniform, wide: f32, high: f32, shift: f32, jitter_x: f32, jitter_y: f32, joint: f32, corner: f32, lean_x: f32, lean_y: f32, lean_far: f32, side_share: f32, top_cosine: f32, top_share: f32, hash: Hash, x: Coordinate, y: Coordinate) -> f32 {
    let tile = tiles_find(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, hash, x, y);
    if output == TILES_U {
        return 0.5f * quotient(tile.x, tile.half_x, 1.0f);
    }
    if output == TILES_V {
        return 0.5f * quotient(tile.y, tile.half_y, 1.0f);
    }
    if output == TILES_ID {
        return hash_value(hash, tile.hash);
    }
    if output == TILES_ID2 {
        return hash_value(hash, hash_more(hash, tile.hash, 1u));
    }
    if output == TILES_ID3 {
        return hash_value(hash, hash_more(hash, tile.hash, 2u));
    }
    let border = tiles_border(pattern, joint, corner, lean_x, lean_y, lean_far, side_share, top_cosine, top_share, tile);
    if output == TILES_MASK {
        return select(0.0f, 1.0f, 0.0f <= border.distance);
    }
    // On all bounds of tiles' cells it is no more than half a joint below 0: held there it is continuous wherever bricks meet.
    return max(border.distance, -0.5f * joint);
}

// The derivatives of `tiles_2` by x and y in cells of the lattice; 0 where it is held.
//@ outlined
fn tiles_2_slope(pattern: Uniform, output: Uniform, columns: Uniform, rows: Uniform, wide: f32, high: f32, shift: f32, jitter_x: f32, jitter_y: f32, joint: f32, corner: f32, lean_x: f32, lean_y: f32, lean_far: f32, side_share: f32, top_cosine: f32, top_share: f32, hash: Hash, x: Coordinate, y: Coordinate) -> vec4<f32> {
    let tile = tiles_find(pattern, columns, rows, wide, high, shift, jitter_x, jitter_y, hash, x, y);
    let border = tiles_border(pattern, joint, corner, lean_x, lean_y, lean_far, side_share, top_cosine, top_share, tile);
    let is_held = border.distance < -0.5f * joint;
    var along_x = select(border.x, 0.0f, is_held);
    var along_y = select(border.y, 0.0f, is_held);
    if output == TILES_U {
        along_x = 0.5f * quotient(1.0f, tile.half_x, 0x1p10f);
        along_y = 0.0f;
    }
    if output == TILES_V {
        along_x = 0.0f;
        along_y = 0.5f * quotient(1.0f, tile.half_y, 0x1p10f);
    }
    let is_turned = tile.turned == 1u;
    let by_x = rounded(rounded(select(along_x, -along_y, is_turned) * wide) * f32(columns));
    let by_y = rounded(rounded(select(along_y, along_x, is_turned) * high) * f32(rows));
    return vec4<f32>(by_x, by_y, 0.0f, 0.0f);
}
