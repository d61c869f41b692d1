//@ needs: strict lattice hash table
//@ by hand: doubled_sign sign_of sign_of_32
// Improved Perlin noise (Ken Perlin, "Improving Noise", SIGGRAPH 2002), in an order that makes rows of samples cheap.
//
// The contribution of a lattice corner is linear in each local coordinate, so blending one dimension leaves a linear form in the others. The dimensions are
// blended one at a time, slowest first: a corner of an (x, y) cell keeps c + gx * x + gy * y, a lattice column in one pixel row keeps a + b * x, and a cell
// between two columns keeps what a pixel needs.

// The linear form of an (x, y) corner, over the local x and y.
struct PerlinCorner {
    c: f32,
    gx: f32,
    gy: f32,
}

// The linear form of a 4-D lattice line along w, over the local x, y and z.
struct PerlinLine {
    c: f32,
    gx: f32,
    gy: f32,
    gz: f32,
}

// The linear form of a lattice column in one pixel row, over the local x.
struct PerlinColumn {
    a: f32,
    b: f32,
}

// The two linear forms over the local x that a pixel between two lattice columns blends: a + b * x of the left column, and the difference of the right
// column's form.
struct PerlinCell {
    a: f32,
    b: f32,
    da: f32,
    db: f32,
}

// Components of gradients, each -1, 0 or 1, are pairs of bits in a word of codes. The upper bit of a pair is 1 for -1, the lower bit for 1 and -1. The first
// pair is the highest.

// Twice the component that the low four bits of a hash select: of the numbers with one bit besides the sign, only ±2 is close to 1.
fn doubled_sign(hash: u32, codes: Uniform) -> f32 {
    return bitcast<f32>((codes << ((hash << 1u) & 31u)) & 0xc0000000u);
}

// The component itself.
fn sign_of(hash: u32, codes: Uniform) -> f32 {
    return 0.5f * bitcast<f32>((codes << ((hash << 1u) & 31u)) & 0xc0000000u);
}

// `lerp` of the doubled components of two hashes.
fn doubled_lerp(t: f32, lower: u32, upper: u32, codes: Uniform) -> f32 {
    return lerp(t, doubled_sign(lower, codes), doubled_sign(upper, codes));
}

// The component that the low five bits of a hash select, the uppermost of which selects the word of codes.
fn sign_of_32(hash: u32, lower: Uniform, upper: Uniform) -> f32 {
    return sign_of(hash, select(lower, upper, (hash & 16u) != 0u));
}

// g * v for g = -1, 0 or 1.
fn flipped(g: f32, v: f32) -> f32 {
    return rounded(g * v);
}

// The components of the twelve edge gradients, four of which occur twice, by the low four bits of the hash, as in the reference implementation.
const GRADIENT_X: u32 = 0x7777004cu;
const GRADIENT_Y: u32 = 0x5f007777u;
const GRADIENT_Z: u32 = 0x005f5f13u;

fn gradient_x(hash: u32) -> f32 {
    return sign_of(hash, GRADIENT_X);
}

fn gradient_y(hash: u32) -> f32 {
    return sign_of(hash, GRADIENT_Y);
}

fn gradient_z(hash: u32) -> f32 {
    return sign_of(hash, GRADIENT_Z);
}

// The components of the thirty-two gradients of 4-D noise by the low five bits of the hash, in the order of Stefan Gustavson's noise1234 (2003).
fn gradient_4x(hash: u32) -> f32 {
    return sign_of_32(hash, 0x77777777u, 0x77770000u);
}

fn gradient_4y(hash: u32) -> f32 {
    return sign_of_32(hash, 0x5f5f5f5fu, 0x00007777u);
}

fn gradient_4z(hash: u32) -> f32 {
    return sign_of_32(hash, 0x55ff0000u, 0x5f5f5f5fu);
}

fn gradient_4w(hash: u32) -> f32 {
    return sign_of_32(hash, 0x000055ffu, 0x55ff55ffu);
}

// The sets of gradients: the twelve edges of a cube (Perlin 2002); eight unit vectors, for two dimensions only; slopes, for one.
const IMPROVED: u32 = 0u;
const CLASSIC: u32 = 1u;
const SLOPES: u32 = 2u;

// One of the slopes ±1/8 ... ±8/8, by the low four bits of the hash: those of Stefan Gustavson's noise1234 (2003), divided by 8.
fn gradient_1(hash: u32) -> f32 {
    let size = f32((hash & 7u) + 1u) * 0x1p-3f;
    return bitcast<f32>(bitcast<u32>(size) ^ ((hash << 28u) & 0x80000000u));
}

// A component of the eight unit vectors, 45 degrees apart, by the low three bits of the hash; `turn` is 0 for x and 6 for y.
fn gradient_classic(hash: u32, turn: Uniform) -> f32 {
    let eighth = hash + turn;
    let sign = sign_of(eighth, 0x53f153f1u);
    return select(sign, rounded(sign * 0.70710678f), (eighth & 1u) == 1u);
}

// A component of a set's gradients, 0 for x to 2 for z, by the low four bits of the hash.
fn perlin_gradient(gradients: Uniform, hash: u32, axis: Uniform) -> f32 {
    if gradients == CLASSIC {
        if axis == 2u {
            return 0.0f;
        }
        return gradient_classic(hash, 6u * axis);
    }
    if axis == 0u {
        return gradient_x(hash);
    }
    if axis == 1u {
        return gradient_y(hash);
    }
    return gradient_z(hash);
}

// Twice the form that remains once an axis is blended between two lattice points. The sample is `f`, from 0 to below 1, above the lower one. Of the gradients,
// the components along the axis and along x are left.
fn perlin_pair(t: f32, lower: u32, upper: u32, along: Uniform, x: Uniform, f: f32) -> PerlinColumn {
    let below = rounded(doubled_sign(lower, along) * f);
    let above = rounded(doubled_sign(upper, along) * rounded(f - 1.0f));
    return PerlinColumn(lerp(t, below, above), doubled_lerp(t, lower, upper, x));
}

// Blends two linear forms.
fn perlin_blend(t: f32, lower: PerlinCorner, upper: PerlinCorner) -> PerlinCorner {
    return PerlinCorner(lerp(t, lower.c, upper.c), lerp(t, lower.gx, upper.gx), lerp(t, lower.gy, upper.gy));
}

// The form of a lattice column in 1-D.
fn perlin_column_1(gradients: Uniform, hash: Hash, x: u32) -> PerlinColumn {
    let point = table_3(hash, x, 0u, 0u);
    if gradients == SLOPES {
        return PerlinColumn(0.0f, gradient_1(point));
    }
    return PerlinColumn(0.0f, gradient_x(point));
}

// The form of a corner's hash in two dimensions.
fn perlin_form_2(gradients: Uniform, hash: u32) -> PerlinCorner {
    if gradients == CLASSIC {
        return PerlinCorner(0.0f, gradient_classic(hash, 0u), gradient_classic(hash, 6u));
    }
    return PerlinCorner(0.0f, gradient_x(hash), gradient_y(hash));
}

// Twice the form of an (x, y) corner after blending z, from its hashes at the lattice points below and above. The result of four such forms is halved once, at
// the end.
fn perlin_doubled_3(t: f32, lower: u32, upper: u32, f: f32) -> PerlinCorner {
    let form = perlin_pair(t, lower, upper, GRADIENT_Z, GRADIENT_X, f);
    return PerlinCorner(form.a, form.b, doubled_lerp(t, lower, upper, GRADIENT_Y));
}

// Once per lattice cell: blends z. The argument `xy` is the prefix of the corner's hash by x and y.
//@ outlined: lanes
fn perlin_form_3(interpolation: Uniform, hash: Hash, xy: u32, z: Coordinate) -> PerlinCorner {
    let h = table_last_pair(hash, xy, z.cell, next_cell(z));
    let f = unit(z.fraction);
    let twice = perlin_doubled_3(eased(interpolation, f), h[0], h[1], f);
    return PerlinCorner(0.5f * twice.c, 0.5f * twice.gx, 0.5f * twice.gy);
}

// The form of a lattice line along w after blending w, from its hashes at the lattice points below and above.
fn perlin_line_4(t: f32, lower: u32, upper: u32, f: f32) -> PerlinLine {
    let c = lerp(t, flipped(gradient_4w(lower), f), flipped(gradient_4w(upper), rounded(f - 1.0f)));
    let gx = lerp(t, gradient_4x(lower), gradient_4x(upper));
    let gy = lerp(t, gradient_4y(lower), gradient_4y(upper));
    return PerlinLine(c, gx, gy, lerp(t, gradient_4z(lower), gradient_4z(upper)));
}

// Once per lattice cell: blends w, then z.
//@ outlined: lanes
fn perlin_form_4(interpolation: Uniform, hash: Hash, xy: u32, z: Coordinate, w: Coordinate) -> PerlinCorner {
    let h = table_around(hash, xy, z.cell, next_cell(z), w.cell, next_cell(w));
    let at = unit(w.fraction);
    let t = eased(interpolation, at);
    let l0 = perlin_line_4(t, h[0], h[1], at);
    let l1 = perlin_line_4(t, h[2], h[3], at);
    let f = unit(z.fraction);
    let lower = PerlinCorner(rounded(l0.c + rounded(l0.gz * f)), l0.gx, l0.gy);
    let upper = PerlinCorner(rounded(l1.c + rounded(l1.gz * rounded(f - 1.0f))), l1.gx, l1.gy);
    return perlin_blend(eased(interpolation, f), lower, upper);
}

// The contribution of the lattice corner at the cells of x and y; their fractions are not used.
//@ stages: perlin
//@ gradients: perlin_gradient
fn perlin_2_corner(gradients: Uniform, hash: Hash, x: Coordinate, y: Coordinate) -> PerlinCorner {
    return perlin_form_2(gradients, table_3(hash, x.cell, y.cell, 0u));
}

//@ stages: perlin
//@ gradients: perlin_gradient
fn perlin_3_corner(interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate) -> PerlinCorner {
    return perlin_form_3(interpolation, hash, table_prefix_2(hash, x.cell, y.cell), z);
}

//@ stages: perlin
fn perlin_4_corner(interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> PerlinCorner {
    return perlin_form_4(interpolation, hash, table_prefix_2(hash, x.cell, y.cell), z, w);
}

// Once per lattice column and pixel row: blends y, from 0 to below 1.
fn perlin_column(t: f32, below: PerlinCorner, above: PerlinCorner, y: f32) -> PerlinColumn {
    let a0 = rounded(below.c + rounded(below.gy * y));
    let a1 = rounded(above.c + rounded(above.gy * rounded(y - 1.0f)));
    return PerlinColumn(lerp(t, a0, a1), lerp(t, below.gx, above.gx));
}

// The same in three dimensions for two corners, given the prefixes of their hashes. Twice the form; `s` is the fade of y.
//@ outlined: hash.table
fn perlin_column_3(interpolation: Uniform, hash: Hash, below: u32, above: u32, z: Coordinate, s: f32, y: f32) -> PerlinColumn {
    let h = table_last_pairs(hash, vec2<u32>(below, above), z.cell, next_cell(z));
    let f = unit(z.fraction);
    let t = eased(interpolation, f);
    return perlin_column(s, perlin_doubled_3(t, h[0], h[1], f), perlin_doubled_3(t, h[2], h[3], f), y);
}

// Once per cell and pixel row: shifts the right column's form to the left column's local x, and subtracts the left column's form.
fn perlin_cell(left: PerlinColumn, right: PerlinColumn) -> PerlinCell {
    let moved = rounded(right.a - right.b);
    return PerlinCell(left.a, left.b, rounded(moved - left.a), rounded(right.b - left.b));
}

// Once per pixel: blends x, from 0 to below 1.
fn perlin_pixel(cell: PerlinCell, x: f32, t: f32) -> f32 {
    let left = rounded(cell.a + rounded(cell.b * x));
    return rounded(left + rounded(t * (cell.da + rounded(cell.db * x))));
}

// With slopes, or the line y = z = 0 of the noise in three dimensions. Range ±1/2.
//@ basis
fn perlin_1(gradients: Uniform, interpolation: Uniform, hash: Hash, x: Coordinate) -> f32 {
    let cell = perlin_cell(perlin_column_1(gradients, hash, x.cell), perlin_column_1(gradients, hash, next_cell(x)));
    let f = unit(x.fraction);
    return perlin_pixel(cell, f, eased(interpolation, f));
}

// The plane z = 0 of the noise in three dimensions. Range ±1.
//@ basis
//@ known: hash = TABLE, gradients = IMPROVED, interpolation = 3u
fn perlin_2(gradients: Uniform, interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate) -> f32 {
    let v = unit(y.fraction);
    let s = eased(interpolation, v);
    let h = table_plane_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let f = unit(x.fraction);
    let t = eased(interpolation, f);
    if gradients == CLASSIC {
        let left = perlin_column(s, perlin_form_2(gradients, h[0]), perlin_form_2(gradients, h[1]), v);
        let right = perlin_column(s, perlin_form_2(gradients, h[2]), perlin_form_2(gradients, h[3]), v);
        return perlin_pixel(perlin_cell(left, right), f, t);
    }
    // Twice the forms; the result is halved once.
    let left = perlin_pair(s, h[0], h[1], GRADIENT_Y, GRADIENT_X, v);
    let right = perlin_pair(s, h[2], h[3], GRADIENT_Y, GRADIENT_X, v);
    return 0.5f * perlin_pixel(perlin_cell(left, right), f, t);
}

// Improved Perlin noise. Range slightly beyond ±1 (1.0087 found), seldom beyond ±0.8.
//@ basis
//@ known: hash = LATTICE, interpolation = 3u
//@ known: hash = TABLE, interpolation = 3u
fn perlin_3(interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let v = unit(y.fraction);
    let s = eased(interpolation, v);
    let xy = table_prefix_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let left = perlin_column_3(interpolation, hash, xy[0], xy[1], z, s, v);
    let right = perlin_column_3(interpolation, hash, xy[2], xy[3], z, s, v);
    let f = unit(x.fraction);
    return 0.5f * perlin_pixel(perlin_cell(left, right), f, eased(interpolation, f));
}

// The same with 32 gradients in four dimensions; that in three is not a slice of it. Range beyond ±1 (1.1777 found).
//@ basis
//@ known: hash = LATTICE, interpolation = 3u
//@ known: hash = TABLE, interpolation = 3u
fn perlin_4(interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f32 {
    let v = unit(y.fraction);
    let s = eased(interpolation, v);
    let xy = table_prefix_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let left = perlin_column(s, perlin_form_4(interpolation, hash, xy[0], z, w), perlin_form_4(interpolation, hash, xy[1], z, w), v);
    let right = perlin_column(s, perlin_form_4(interpolation, hash, xy[2], z, w), perlin_form_4(interpolation, hash, xy[3], z, w), v);
    let f = unit(x.fraction);
    return perlin_pixel(perlin_cell(left, right), f, eased(interpolation, f));
}

// Derivatives use the same forms, with the blend of one dimension replaced by its derivative. Linear terms of a corner stay linear, so the later steps are
// those of the noise. Each `perlin_N_slope` returns the derivatives of `perlin_N` by x, y, z and w in cells, 0 for missing ones, at about N + 1 times the
// cost.

// The derivative of `lerp(eased(t), a, b)` by t, given the derivatives of a and b.
fn lerp_slope(t: f32, dt: f32, a: f32, b: f32, da: f32, db: f32) -> f32 {
    return rounded(lerp(t, da, db) + rounded(dt * (b - a)));
}

// The derivative of `perlin_blend` by the coordinate whose fade is `t`; `dt` is the derivative of `t`, and g0 and g1 those of the forms' constants.
fn perlin_blend_slope(t: f32, dt: f32, lower: PerlinCorner, upper: PerlinCorner, g0: f32, g1: f32) -> PerlinCorner {
    let c = lerp_slope(t, dt, lower.c, upper.c, g0, g1);
    return PerlinCorner(c, rounded(dt * (upper.gx - lower.gx)), rounded(dt * (upper.gy - lower.gy)));
}

// The derivative of `perlin_form_3` by z.
//@ outlined: lanes
fn perlin_form_3_slope(interpolation: Uniform, hash: Hash, xy: u32, z: Coordinate) -> PerlinCorner {
    let h = table_last_pair(hash, xy, z.cell, next_cell(z));
    let f = unit(z.fraction);
    let g0 = gradient_z(h[0]);
    let g1 = gradient_z(h[1]);
    let lower = PerlinCorner(flipped(g0, f), gradient_x(h[0]), gradient_y(h[0]));
    let upper = PerlinCorner(flipped(g1, rounded(f - 1.0f)), gradient_x(h[1]), gradient_y(h[1]));
    return perlin_blend_slope(eased(interpolation, f), eased_slope(interpolation, f), lower, upper, g0, g1);
}

fn perlin_3_corner_slope(interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate) -> PerlinCorner {
    return perlin_form_3_slope(interpolation, hash, table_prefix_2(hash, x.cell, y.cell), z);
}

// The derivative of `perlin_line_4` by w; `dt` is the derivative of `t`.
fn perlin_line_4_slope(t: f32, dt: f32, lower: u32, upper: u32, f: f32) -> PerlinLine {
    let g0 = gradient_4w(lower);
    let g1 = gradient_4w(upper);
    let c = lerp_slope(t, dt, flipped(g0, f), flipped(g1, rounded(f - 1.0f)), g0, g1);
    let gx = rounded(dt * (gradient_4x(upper) - gradient_4x(lower)));
    let gy = rounded(dt * (gradient_4y(upper) - gradient_4y(lower)));
    return PerlinLine(c, gx, gy, rounded(dt * (gradient_4z(upper) - gradient_4z(lower))));
}

// The derivative of `perlin_form_4` by z.
//@ outlined: lanes
fn perlin_form_4_slope_z(interpolation: Uniform, hash: Hash, xy: u32, z: Coordinate, w: Coordinate) -> PerlinCorner {
    let h = table_around(hash, xy, z.cell, next_cell(z), w.cell, next_cell(w));
    let at = unit(w.fraction);
    let t = eased(interpolation, at);
    let l0 = perlin_line_4(t, h[0], h[1], at);
    let l1 = perlin_line_4(t, h[2], h[3], at);
    let f = unit(z.fraction);
    let dt = eased_slope(interpolation, f);
    let lower = rounded(l0.c + rounded(l0.gz * f));
    let upper = rounded(l1.c + rounded(l1.gz * rounded(f - 1.0f)));
    let c = lerp_slope(eased(interpolation, f), dt, lower, upper, l0.gz, l1.gz);
    return PerlinCorner(c, rounded(dt * (l1.gx - l0.gx)), rounded(dt * (l1.gy - l0.gy)));
}

fn perlin_4_corner_slope(interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> PerlinCorner {
    return perlin_form_4_slope_z(interpolation, hash, table_prefix_2(hash, x.cell, y.cell), z, w);
}

// The derivative of `perlin_form_4` by w.
//@ outlined: lanes
fn perlin_form_4_slope_w(interpolation: Uniform, hash: Hash, xy: u32, z: Coordinate, w: Coordinate) -> PerlinCorner {
    let h = table_around(hash, xy, z.cell, next_cell(z), w.cell, next_cell(w));
    let at = unit(w.fraction);
    let t = eased(interpolation, at);
    let dt = eased_slope(interpolation, at);
    let l0 = perlin_line_4_slope(t, dt, h[0], h[1], at);
    let l1 = perlin_line_4_slope(t, dt, h[2], h[3], at);
    let f = unit(z.fraction);
    let lower = PerlinCorner(rounded(l0.c + rounded(l0.gz * f)), l0.gx, l0.gy);
    let upper = PerlinCorner(rounded(l1.c + rounded(l1.gz * rounded(f - 1.0f))), l1.gx, l1.gy);
    return perlin_blend(eased(interpolation, f), lower, upper);
}

// The derivative of `perlin_column` by y.
fn perlin_column_slope(interpolation: Uniform, below: PerlinCorner, above: PerlinCorner, y: f32) -> PerlinColumn {
    let dt = eased_slope(interpolation, y);
    let a0 = rounded(below.c + rounded(below.gy * y));
    let a1 = rounded(above.c + rounded(above.gy * rounded(y - 1.0f)));
    return PerlinColumn(lerp_slope(eased(interpolation, y), dt, a0, a1, below.gy, above.gy), rounded(dt * (above.gx - below.gx)));
}

// The derivative of `perlin_pixel` by x; `dt` is the derivative of `t`.
fn perlin_pixel_slope(cell: PerlinCell, x: f32, t: f32, dt: f32) -> f32 {
    let own = rounded(cell.b + rounded(t * cell.db));
    return rounded(own + rounded(dt * (cell.da + rounded(cell.db * x))));
}

//@ outlined
fn perlin_1_slope(gradients: Uniform, interpolation: Uniform, hash: Hash, x: Coordinate) -> vec4<f32> {
    let cell = perlin_cell(perlin_column_1(gradients, hash, x.cell), perlin_column_1(gradients, hash, next_cell(x)));
    let f = unit(x.fraction);
    return vec4<f32>(perlin_pixel_slope(cell, f, eased(interpolation, f), eased_slope(interpolation, f)), 0.0f, 0.0f, 0.0f);
}

// The derivatives by x and y, from a cell's four corners.
fn perlin_slope(interpolation: Uniform, c00: PerlinCorner, c10: PerlinCorner, c01: PerlinCorner, c11: PerlinCorner, x: f32, y: f32) -> vec2<f32> {
    let t = eased(interpolation, x);
    let s = eased(interpolation, y);
    let cell = perlin_cell(perlin_column(s, c00, c01, y), perlin_column(s, c10, c11, y));
    let tilt = perlin_cell(perlin_column_slope(interpolation, c00, c01, y), perlin_column_slope(interpolation, c10, c11, y));
    return vec2<f32>(perlin_pixel_slope(cell, x, t, eased_slope(interpolation, x)), perlin_pixel(tilt, x, t));
}

// The derivative by another dimension, from those of a cell's four corners by it.
fn perlin_slope_of(interpolation: Uniform, c00: PerlinCorner, c10: PerlinCorner, c01: PerlinCorner, c11: PerlinCorner, x: f32, y: f32) -> f32 {
    let s = eased(interpolation, y);
    let cell = perlin_cell(perlin_column(s, c00, c01, y), perlin_column(s, c10, c11, y));
    return perlin_pixel(cell, x, eased(interpolation, x));
}

//@ outlined
fn perlin_2_slope(gradients: Uniform, interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate) -> vec4<f32> {
    let h = table_plane_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let c00 = perlin_form_2(gradients, h[0]);
    let c10 = perlin_form_2(gradients, h[2]);
    let c01 = perlin_form_2(gradients, h[1]);
    let c11 = perlin_form_2(gradients, h[3]);
    let slope = perlin_slope(interpolation, c00, c10, c01, c11, unit(x.fraction), unit(y.fraction));
    return vec4<f32>(slope[0], slope[1], 0.0f, 0.0f);
}

//@ outlined
fn perlin_3_slope(interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate) -> vec4<f32> {
    let xy = table_prefix_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let u = unit(x.fraction);
    let v = unit(y.fraction);
    let c00 = perlin_form_3(interpolation, hash, xy[0], z);
    let c10 = perlin_form_3(interpolation, hash, xy[2], z);
    let c01 = perlin_form_3(interpolation, hash, xy[1], z);
    let c11 = perlin_form_3(interpolation, hash, xy[3], z);
    let z00 = perlin_form_3_slope(interpolation, hash, xy[0], z);
    let z10 = perlin_form_3_slope(interpolation, hash, xy[2], z);
    let z01 = perlin_form_3_slope(interpolation, hash, xy[1], z);
    let z11 = perlin_form_3_slope(interpolation, hash, xy[3], z);
    let slope = perlin_slope(interpolation, c00, c10, c01, c11, u, v);
    return vec4<f32>(slope[0], slope[1], perlin_slope_of(interpolation, z00, z10, z01, z11, u, v), 0.0f);
}

//@ outlined
fn perlin_4_slope(interpolation: Uniform, hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> vec4<f32> {
    let xy = table_prefix_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let u = unit(x.fraction);
    let v = unit(y.fraction);
    let c00 = perlin_form_4(interpolation, hash, xy[0], z, w);
    let c10 = perlin_form_4(interpolation, hash, xy[2], z, w);
    let c01 = perlin_form_4(interpolation, hash, xy[1], z, w);
    let c11 = perlin_form_4(interpolation, hash, xy[3], z, w);
    let z00 = perlin_form_4_slope_z(interpolation, hash, xy[0], z, w);
    let z10 = perlin_form_4_slope_z(interpolation, hash, xy[2], z, w);
    let z01 = perlin_form_4_slope_z(interpolation, hash, xy[1], z, w);
    let z11 = perlin_form_4_slope_z(interpolation, hash, xy[3], z, w);
    let w00 = perlin_form_4_slope_w(interpolation, hash, xy[0], z, w);
    let w10 = perlin_form_4_slope_w(interpolation, hash, xy[2], z, w);
    let w01 = perlin_form_4_slope_w(interpolation, hash, xy[1], z, w);
    let w11 = perlin_form_4_slope_w(interpolation, hash, xy[3], z, w);
    let slope = perlin_slope(interpolation, c00, c10, c01, c11, u, v);
    let by_z = perlin_slope_of(interpolation, z00, z10, z01, z11, u, v);
    let by_w = perlin_slope_of(interpolation, w00, w10, w01, w11, u, v);
    return vec4<f32>(slope[0], slope[1], by_z, by_w);
}
