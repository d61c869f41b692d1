//@ needs: strict lattice hash
// Value noise (Ebert et al., "Texturing and Modeling", 1994): a random value at each lattice point, interpolated.
//
// The dimensions are blended one at a time, slowest first, as in `perlin.wgsl`: an (x, y) corner keeps one number, and so does a lattice column in one pixel
// row. A corner is linear in its lattice values, so derivatives take the same steps.
//
// If `smoothed` is 1, a lattice value is the average of its neighbours with the weights 1/4, 1/2, 1/4 along each axis: less contrast, and no isolated peaks.
// Values are from -1 to below 1, and interpolated noise has the same range. Smoothed, the range is, as found, ±0.997 in one dimension, ±0.882 in two and ±0.617
// in three.

// The two values that a pixel between two lattice columns blends: the left one, and the difference to the right one.
struct ValueCell {
    a: f32,
    da: f32,
}

// The neighbours of a lattice point on an axis; the fraction is not used.
fn point_after(at: Coordinate) -> Coordinate {
    return Coordinate(next_cell(at), at.fraction, at.period);
}

fn point_before(at: Coordinate) -> Coordinate {
    return Coordinate(cell_before(at.cell, at.period), at.fraction, at.period);
}

// The average of three neighbours.
fn value_average(before: f32, at: f32, after: f32) -> f32 {
    return rounded(at * 0.5f + rounded(before + after) * 0.25f);
}

// Averaged along x alone, at a point of the other axes.
//@ outlined
fn value_averaged_x(key: vec2<Uniform>, x: Coordinate, y: u32, z: u32) -> f32 {
    let before = hash_value(hash_3(key, cell_before(x.cell, x.period), y, z));
    let at = hash_value(hash_3(key, x.cell, y, z));
    return value_average(before, at, hash_value(hash_3(key, next_cell(x), y, z)));
}

// Averaged along x and y.
//@ outlined
fn value_averaged_xy(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: u32) -> f32 {
    let before = value_averaged_x(key, x, cell_before(y.cell, y.period), z);
    let at = value_averaged_x(key, x, y.cell, z);
    return value_average(before, at, value_averaged_x(key, x, next_cell(y), z));
}

// The value of the lattice point at the cells of x, y and z.
fn value_lattice_1(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate) -> f32 {
    if smoothed == 1u {
        return value_averaged_x(key, x, 0u, 0u);
    }
    return hash_value(hash_3(key, x.cell, 0u, 0u));
}

fn value_lattice_2(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    if smoothed == 1u {
        return value_averaged_xy(key, x, y, 0u);
    }
    return hash_value(hash_3(key, x.cell, y.cell, 0u));
}

fn value_random_3(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    return hash_value(hash_3(key, x.cell, y.cell, z.cell));
}

fn value_lattice_3(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    if smoothed == 1u {
        let before = value_averaged_xy(key, x, y, cell_before(z.cell, z.period));
        let at = value_averaged_xy(key, x, y, z.cell);
        return value_average(before, at, value_averaged_xy(key, x, y, next_cell(z)));
    }
    return value_random_3(key, x, y, z);
}

// The same, and the value of the next lattice point on the last axis.
fn value_pair_3(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> vec2<f32> {
    if smoothed == 1u {
        return vec2<f32>(value_lattice_3(smoothed, key, x, y, z), value_lattice_3(smoothed, key, x, y, point_after(z)));
    }
    let h = hash_last_pair(key, LATTICE_Z, hash_prefix_2(key, x.cell, y.cell), z.cell, next_cell(z));
    return vec2<f32>(hash_value(h[0]), hash_value(h[1]));
}

// The values of the lattice points around z and w, given the prefix of their hash by x and y: z, w; z, w1; z1, w; z1, w1.
fn value_around_4(key: vec2<Uniform>, xy: u32, z: Coordinate, w: Coordinate) -> vec4<f32> {
    let h = hash_around(key, xy, z.cell, next_cell(z), w.cell, next_cell(w));
    return vec4<f32>(hash_value(h[0]), hash_value(h[1]), hash_value(h[2]), hash_value(h[3]));
}

// Once per lattice cell: the value of the lattice point at the cells of x and y after blending the other dimensions.
//@ outlined: lanes
//@ stages: value
fn value_2_corner(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    return value_lattice_2(smoothed, key, x, y);
}

//@ outlined: lanes
//@ stages: value
fn value_3_corner(smoothed: Uniform, interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let pair = value_pair_3(smoothed, key, x, y, z);
    return lerp(eased(interpolation, unit(z.fraction)), pair[0], pair[1]);
}

// The same for values around z and w: blends w, then z.
fn value_form_4(interpolation: Uniform, around: vec4<f32>, z: Coordinate, w: Coordinate) -> f32 {
    let t = eased(interpolation, unit(w.fraction));
    return lerp(eased(interpolation, unit(z.fraction)), lerp(t, around[0], around[1]), lerp(t, around[2], around[3]));
}

//@ outlined: lanes
//@ stages: value
fn value_4_corner(interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f32 {
    return value_form_4(interpolation, value_around_4(key, hash_prefix_2(key, x.cell, y.cell), z, w), z, w);
}

// Once per lattice column and pixel row: blends y, from 0 to below 1.
fn value_column(t: f32, below: f32, above: f32) -> f32 {
    return lerp(t, below, above);
}

// Once per cell and pixel row.
fn value_cell(left: f32, right: f32) -> ValueCell {
    return ValueCell(left, rounded(right - left));
}

// Once per pixel: `t` is the weight of the right column.
fn value_pixel(cell: ValueCell, t: f32) -> f32 {
    return rounded(cell.a + rounded(t * cell.da));
}

// The derivative of `value_column` by its fade.
fn value_column_slope(below: f32, above: f32) -> f32 {
    return rounded(above - below);
}

// The derivative of `value_pixel` by x; `dt` is the derivative of `t`.
fn value_pixel_slope(cell: ValueCell, dt: f32) -> f32 {
    return rounded(dt * cell.da);
}

// The derivative by y, from the derivative by the fade of y; `dt` is the derivative of the fade.
fn value_tilted(slope: f32, dt: f32) -> f32 {
    return rounded(dt * slope);
}

// The pixel x, y in a cell of four corners.
fn value_blend(interpolation: Uniform, c00: f32, c10: f32, c01: f32, c11: f32, x: f32, y: f32) -> f32 {
    let s = eased(interpolation, y);
    let cell = value_cell(value_column(s, c00, c01), value_column(s, c10, c11));
    return value_pixel(cell, eased(interpolation, x));
}

// The derivatives of `value_blend` by x and y.
fn value_blend_slope(interpolation: Uniform, c00: f32, c10: f32, c01: f32, c11: f32, x: f32, y: f32) -> vec2<f32> {
    let s = eased(interpolation, y);
    let cell = value_cell(value_column(s, c00, c01), value_column(s, c10, c11));
    let tilt = value_cell(value_column_slope(c00, c01), value_column_slope(c10, c11));
    let by_x = value_pixel_slope(cell, eased_slope(interpolation, x));
    return vec2<f32>(by_x, value_tilted(value_pixel(tilt, eased(interpolation, x)), eased_slope(interpolation, y)));
}

//@ basis
fn value_1(smoothed: Uniform, interpolation: Uniform, key: vec2<Uniform>, x: Coordinate) -> f32 {
    let cell = value_cell(value_lattice_1(smoothed, key, x), value_lattice_1(smoothed, key, point_after(x)));
    return value_pixel(cell, eased(interpolation, unit(x.fraction)));
}

// The values of a cell's corners: at x, y; x1, y; x, y1; x1, y1.
fn value_corners_2(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> vec4<f32> {
    let x1 = point_after(x);
    let y1 = point_after(y);
    if smoothed == 1u {
        let c00 = value_2_corner(smoothed, key, x, y);
        let c10 = value_2_corner(smoothed, key, x1, y);
        let c01 = value_2_corner(smoothed, key, x, y1);
        return vec4<f32>(c00, c10, c01, value_2_corner(smoothed, key, x1, y1));
    }
    let h = hash_plane_around(key, x.cell, x1.cell, y.cell, y1.cell);
    return vec4<f32>(hash_value(h[0]), hash_value(h[2]), hash_value(h[1]), hash_value(h[3]));
}

fn value_corners_3(smoothed: Uniform, interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> vec4<f32> {
    let x1 = point_after(x);
    let y1 = point_after(y);
    if smoothed == 1u {
        let c00 = value_3_corner(smoothed, interpolation, key, x, y, z);
        let c10 = value_3_corner(smoothed, interpolation, key, x1, y, z);
        let c01 = value_3_corner(smoothed, interpolation, key, x, y1, z);
        return vec4<f32>(c00, c10, c01, value_3_corner(smoothed, interpolation, key, x1, y1, z));
    }
    let xy = hash_prefix_around(key, x.cell, x1.cell, y.cell, y1.cell);
    let left = hash_last_pairs(key, LATTICE_Z, vec2<u32>(xy[0], xy[1]), z.cell, next_cell(z));
    let right = hash_last_pairs(key, LATTICE_Z, vec2<u32>(xy[2], xy[3]), z.cell, next_cell(z));
    let t = eased(interpolation, unit(z.fraction));
    let c00 = lerp(t, hash_value(left[0]), hash_value(left[1]));
    let c01 = lerp(t, hash_value(left[2]), hash_value(left[3]));
    let c10 = lerp(t, hash_value(right[0]), hash_value(right[1]));
    return vec4<f32>(c00, c10, c01, lerp(t, hash_value(right[2]), hash_value(right[3])));
}

// The slice z = 0 of the noise in three dimensions on lattice planes, unless smoothed.
//@ basis
//@ known: smoothed = 0
fn value_2(smoothed: Uniform, interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    let c = value_corners_2(smoothed, key, x, y);
    return value_blend(interpolation, c[0], c[1], c[2], c[3], unit(x.fraction), unit(y.fraction));
}

// Smoothed it takes 64 hashes per sample.
//@ basis
//@ known: smoothed = 0
fn value_3(smoothed: Uniform, interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let c = value_corners_3(smoothed, interpolation, key, x, y, z);
    return value_blend(interpolation, c[0], c[1], c[2], c[3], unit(x.fraction), unit(y.fraction));
}

//@ basis
fn value_4(interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f32 {
    let xy = hash_prefix_around(key, x.cell, next_cell(x), y.cell, next_cell(y));
    let c00 = value_form_4(interpolation, value_around_4(key, xy[0], z, w), z, w);
    let c01 = value_form_4(interpolation, value_around_4(key, xy[1], z, w), z, w);
    let c10 = value_form_4(interpolation, value_around_4(key, xy[2], z, w), z, w);
    let c11 = value_form_4(interpolation, value_around_4(key, xy[3], z, w), z, w);
    return value_blend(interpolation, c00, c10, c01, c11, unit(x.fraction), unit(y.fraction));
}

// Each `value_N_slope` returns the derivatives of `value_N` by x, y, z and w in cells, 0 for missing ones.
//@ outlined
fn value_1_slope(smoothed: Uniform, interpolation: Uniform, key: vec2<Uniform>, x: Coordinate) -> vec4<f32> {
    let left = value_lattice_1(smoothed, key, x);
    let right = value_lattice_1(smoothed, key, point_after(x));
    return vec4<f32>(rounded(eased_slope(interpolation, unit(x.fraction)) * (right - left)), 0.0f, 0.0f, 0.0f);
}

//@ outlined
fn value_2_slope(smoothed: Uniform, interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> vec4<f32> {
    let c = value_corners_2(smoothed, key, x, y);
    let slope = value_blend_slope(interpolation, c[0], c[1], c[2], c[3], unit(x.fraction), unit(y.fraction));
    return vec4<f32>(slope[0], slope[1], 0.0f, 0.0f);
}

// The derivative of `value_3_corner` by z.
//@ outlined
fn value_3_corner_slope(smoothed: Uniform, interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let pair = value_pair_3(smoothed, key, x, y, z);
    return rounded(eased_slope(interpolation, unit(z.fraction)) * (pair[1] - pair[0]));
}

//@ outlined
fn value_3_slope(smoothed: Uniform, interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> vec4<f32> {
    let x1 = point_after(x);
    let y1 = point_after(y);
    let u = unit(x.fraction);
    let v = unit(y.fraction);
    let c = value_corners_3(smoothed, interpolation, key, x, y, z);
    let z00 = value_3_corner_slope(smoothed, interpolation, key, x, y, z);
    let z10 = value_3_corner_slope(smoothed, interpolation, key, x1, y, z);
    let z01 = value_3_corner_slope(smoothed, interpolation, key, x, y1, z);
    let z11 = value_3_corner_slope(smoothed, interpolation, key, x1, y1, z);
    let slope = value_blend_slope(interpolation, c[0], c[1], c[2], c[3], u, v);
    return vec4<f32>(slope[0], slope[1], value_blend(interpolation, z00, z10, z01, z11, u, v), 0.0f);
}

// The derivatives of `value_4_corner` by z and by w.
//@ outlined
fn value_4_corner_slope(interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> vec2<f32> {
    let around = value_around_4(key, hash_prefix_2(key, x.cell, y.cell), z, w);
    let f = unit(z.fraction);
    let at = unit(w.fraction);
    let t = eased(interpolation, at);
    let dt = eased_slope(interpolation, at);
    let by_z = rounded(eased_slope(interpolation, f) * (lerp(t, around[2], around[3]) - lerp(t, around[0], around[1])));
    let lower = rounded(dt * (around[1] - around[0]));
    return vec2<f32>(by_z, lerp(eased(interpolation, f), lower, rounded(dt * (around[3] - around[2]))));
}

//@ outlined
fn value_4_slope(interpolation: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> vec4<f32> {
    let x1 = point_after(x);
    let y1 = point_after(y);
    let u = unit(x.fraction);
    let v = unit(y.fraction);
    let c00 = value_4_corner(interpolation, key, x, y, z, w);
    let c10 = value_4_corner(interpolation, key, x1, y, z, w);
    let c01 = value_4_corner(interpolation, key, x, y1, z, w);
    let c11 = value_4_corner(interpolation, key, x1, y1, z, w);
    let s00 = value_4_corner_slope(interpolation, key, x, y, z, w);
    let s10 = value_4_corner_slope(interpolation, key, x1, y, z, w);
    let s01 = value_4_corner_slope(interpolation, key, x, y1, z, w);
    let s11 = value_4_corner_slope(interpolation, key, x1, y1, z, w);
    let slope = value_blend_slope(interpolation, c00, c10, c01, c11, u, v);
    let by_z = value_blend(interpolation, s00[0], s10[0], s01[0], s11[0], u, v);
    let by_w = value_blend(interpolation, s00[1], s10[1], s01[1], s11[1], u, v);
    return vec4<f32>(slope[0], slope[1], by_z, by_w);
}

// The uniform Catmull-Rom spline (1974) through the middle two of four points, at t from 0 to below 1. It overshoots: points within ±1 give up to ±1.25 in one
// dimension, ±1.5625 in two, ±1.953125 in three; found were ±1.236, ±1.347 and ±1.312.
fn cubic(t: f32, p0: f32, p1: f32, p2: f32, p3: f32) -> f32 {
    return cubic_at(cubic_form(p0, p1, p2, p3), t);
}

// The same, prepared once for four points: its value at t is `at` + (c1 t + c2 t^2 + c3 t^3) / 2.
struct Cubic {
    at: f32,
    c1: f32,
    c2: f32,
    c3: f32,
}

fn cubic_form(p0: f32, p1: f32, p2: f32, p3: f32) -> Cubic {
    let c3 = rounded(rounded(p3 - p0) + rounded(3.0f * rounded(p1 - p2)));
    let c2 = rounded(2.0f * rounded(p0 + rounded(p2 + p2)) - rounded(rounded(5.0f * p1) + p3));
    return Cubic(p1, rounded(p2 - p0), c2, c3);
}

fn cubic_at(form: Cubic, t: f32) -> f32 {
    let s2 = rounded(t * (form.c2 + rounded(t * form.c3)));
    return rounded(form.at + 0.5f * rounded(t * (form.c1 + s2)));
}

// The derivative of `cubic_at` by t.
fn cubic_slope_at(form: Cubic, t: f32) -> f32 {
    let s2 = rounded(t * (2.0f * form.c2 + rounded(3.0f * rounded(t * form.c3))));
    return 0.5f * rounded(form.c1 + s2);
}

// The derivative of `cubic` by t.
fn cubic_slope(t: f32, p0: f32, p1: f32, p2: f32, p3: f32) -> f32 {
    return cubic_slope_at(cubic_form(p0, p1, p2, p3), t);
}

// The same as stages, each of which takes four lattice points per axis: once per lattice column and pixel row, once per cell and pixel row, once per pixel.
fn value_cubic_column(y: f32, before: f32, below: f32, above: f32, after: f32) -> f32 {
    return cubic(y, before, below, above, after);
}

fn value_cubic_column_slope(y: f32, before: f32, below: f32, above: f32, after: f32) -> f32 {
    return cubic_slope(y, before, below, above, after);
}

fn value_cubic_cell(before: f32, left: f32, right: f32, after: f32) -> Cubic {
    return cubic_form(before, left, right, after);
}

fn value_cubic_pixel(cell: Cubic, x: f32) -> f32 {
    return cubic_at(cell, x);
}

fn value_cubic_pixel_slope(cell: Cubic, x: f32) -> f32 {
    return cubic_slope_at(cell, x);
}

// Value noise by the Catmull-Rom spline, from four lattice points per axis, with a continuous first derivative.
//@ outlined
//@ basis
fn value_cubic_1(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate) -> f32 {
    let x2 = point_after(x);
    let p0 = value_lattice_1(smoothed, key, point_before(x));
    let p1 = value_lattice_1(smoothed, key, x);
    let p2 = value_lattice_1(smoothed, key, x2);
    return cubic(unit(x.fraction), p0, p1, p2, value_lattice_1(smoothed, key, point_after(x2)));
}

// The value of the lattice point at the cells of x and y.
//@ stages: value_cubic
fn value_cubic_2_corner(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    return value_lattice_2(smoothed, key, x, y);
}

// Blends y, at the lattice column at the cell of x.
//@ outlined
fn value_cubic_column_2(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    let y2 = point_after(y);
    let p0 = value_lattice_2(smoothed, key, x, point_before(y));
    let p1 = value_lattice_2(smoothed, key, x, y);
    let p2 = value_lattice_2(smoothed, key, x, y2);
    return cubic(unit(y.fraction), p0, p1, p2, value_lattice_2(smoothed, key, x, point_after(y2)));
}

//@ outlined
//@ basis
fn value_cubic_2(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    let x2 = point_after(x);
    let p0 = value_cubic_column_2(smoothed, key, point_before(x), y);
    let p1 = value_cubic_column_2(smoothed, key, x, y);
    let p2 = value_cubic_column_2(smoothed, key, x2, y);
    return cubic(unit(x.fraction), p0, p1, p2, value_cubic_column_2(smoothed, key, point_after(x2), y));
}

// Blends z, at the lattice point at the cells of x and y.
//@ outlined
//@ stages: value_cubic
fn value_cubic_3_corner(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let z2 = point_after(z);
    let p0 = value_random_3(key, x, y, point_before(z));
    let p1 = value_random_3(key, x, y, z);
    let p2 = value_random_3(key, x, y, z2);
    return cubic(unit(z.fraction), p0, p1, p2, value_random_3(key, x, y, point_after(z2)));
}

//@ outlined
fn value_cubic_column_3(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let y2 = point_after(y);
    let p0 = value_cubic_3_corner(key, x, point_before(y), z);
    let p1 = value_cubic_3_corner(key, x, y, z);
    let p2 = value_cubic_3_corner(key, x, y2, z);
    return cubic(unit(y.fraction), p0, p1, p2, value_cubic_3_corner(key, x, point_after(y2), z));
}

// 64 hashes per sample; there is no smoothed variant.
//@ outlined
//@ basis
fn value_cubic_3(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let x2 = point_after(x);
    let p0 = value_cubic_column_3(key, point_before(x), y, z);
    let p1 = value_cubic_column_3(key, x, y, z);
    let p2 = value_cubic_column_3(key, x2, y, z);
    return cubic(unit(x.fraction), p0, p1, p2, value_cubic_column_3(key, point_after(x2), y, z));
}

// Each `value_cubic_N_slope` returns the derivatives of `value_cubic_N` by x, y and z in cells, 0 for missing ones.
//@ outlined
fn value_cubic_1_slope(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate) -> vec4<f32> {
    let x2 = point_after(x);
    let p0 = value_lattice_1(smoothed, key, point_before(x));
    let p1 = value_lattice_1(smoothed, key, x);
    let p2 = value_lattice_1(smoothed, key, x2);
    let p3 = value_lattice_1(smoothed, key, point_after(x2));
    return vec4<f32>(cubic_slope(unit(x.fraction), p0, p1, p2, p3), 0.0f, 0.0f, 0.0f);
}

// The derivative of `value_cubic_column_2` by y.
//@ outlined
fn value_cubic_column_2_slope(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    let y2 = point_after(y);
    let p0 = value_lattice_2(smoothed, key, x, point_before(y));
    let p1 = value_lattice_2(smoothed, key, x, y);
    let p2 = value_lattice_2(smoothed, key, x, y2);
    return cubic_slope(unit(y.fraction), p0, p1, p2, value_lattice_2(smoothed, key, x, point_after(y2)));
}

//@ outlined
fn value_cubic_2_slope(smoothed: Uniform, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> vec4<f32> {
    let x0 = point_before(x);
    let x2 = point_after(x);
    let x3 = point_after(x2);
    let u = unit(x.fraction);
    let p0 = value_cubic_column_2(smoothed, key, x0, y);
    let p1 = value_cubic_column_2(smoothed, key, x, y);
    let p2 = value_cubic_column_2(smoothed, key, x2, y);
    let p3 = value_cubic_column_2(smoothed, key, x3, y);
    let s0 = value_cubic_column_2_slope(smoothed, key, x0, y);
    let s1 = value_cubic_column_2_slope(smoothed, key, x, y);
    let s2 = value_cubic_column_2_slope(smoothed, key, x2, y);
    let s3 = value_cubic_column_2_slope(smoothed, key, x3, y);
    return vec4<f32>(cubic_slope(u, p0, p1, p2, p3), cubic(u, s0, s1, s2, s3), 0.0f, 0.0f);
}

// The derivative of `value_cubic_3_corner` by z.
//@ outlined
fn value_cubic_3_corner_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let z2 = point_after(z);
    let p0 = value_random_3(key, x, y, point_before(z));
    let p1 = value_random_3(key, x, y, z);
    let p2 = value_random_3(key, x, y, z2);
    return cubic_slope(unit(z.fraction), p0, p1, p2, value_random_3(key, x, y, point_after(z2)));
}

// `value_cubic_column_3`, and its derivatives by y and by z.
//@ outlined
fn value_cubic_column_3_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> vec3<f32> {
    let y0 = point_before(y);
    let y2 = point_after(y);
    let y3 = point_after(y2);
    let v = unit(y.fraction);
    let p0 = value_cubic_3_corner(key, x, y0, z);
    let p1 = value_cubic_3_corner(key, x, y, z);
    let p2 = value_cubic_3_corner(key, x, y2, z);
    let p3 = value_cubic_3_corner(key, x, y3, z);
    let s0 = value_cubic_3_corner_slope(key, x, y0, z);
    let s1 = value_cubic_3_corner_slope(key, x, y, z);
    let s2 = value_cubic_3_corner_slope(key, x, y2, z);
    let s3 = value_cubic_3_corner_slope(key, x, y3, z);
    return vec3<f32>(cubic(v, p0, p1, p2, p3), cubic_slope(v, p0, p1, p2, p3), cubic(v, s0, s1, s2, s3));
}

//@ outlined
fn value_cubic_3_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> vec4<f32> {
    let x2 = point_after(x);
    let u = unit(x.fraction);
    let c0 = value_cubic_column_3_slope(key, point_before(x), y, z);
    let c1 = value_cubic_column_3_slope(key, x, y, z);
    let c2 = value_cubic_column_3_slope(key, x2, y, z);
    let c3 = value_cubic_column_3_slope(key, point_after(x2), y, z);
    let by_x = cubic_slope(u, c0[0], c1[0], c2[0], c3[0]);
    return vec4<f32>(by_x, cubic(u, c0[1], c1[1], c2[1], c3[1]), cubic(u, c0[2], c1[2], c2[2], c3[2]), 0.0f);
}
