// Written by `cargo xtask npm` from lacuna's shaders. Do not edit.

export const perlin2 = `var<private> noise_zero: u32;
alias noise_Uniform = u32;
fn noise_rounded(v: f32) -> f32 {
return bitcast<f32>(bitcast<u32>(v) | noise_zero);
}
fn noise_is_sizable(v: f32) -> bool {
return (bitcast<u32>(v) & 0x70000000u) != 0u;
}
fn noise_canonical(v: f32) -> f32 {
return select(0.0f, v, noise_is_sizable(v));
}
fn noise_with_part(sum: f32, part: f32) -> f32 {
return noise_rounded(sum + noise_canonical(part));
}
fn noise_lerp(t: f32, a: f32, b: f32) -> f32 {
return noise_rounded(a + noise_rounded(t * (b - a)));
}
fn noise_fbm_octave(sum: f32, weight: f32, value: f32) -> f32 {
return noise_with_part(sum, noise_rounded(weight * value));
}
fn noise_fbm_total(sum: f32, scale: f32) -> f32 {
return noise_canonical(noise_rounded(sum * scale));
}
const noise_LATTICE_X: u32 = 0xdb4f0b91u;
const noise_LATTICE_Y: u32 = 0xbbe05633u;
const noise_LATTICE_FOLD: u32 = 0x9e3779b9u;
fn noise_lattice_hash(key: vec2<noise_Uniform>, at: u32) -> u32 {
let keyed = at ^ key.x;
let a = keyed ^ (keyed >> 16u);
let b = (a & 0xffffffu) * (0xeb352cu ^ ((key.y << 1u) & 0x1fffeu)) + a;
let c = b ^ (b >> 16u);
let d = (c & 0xffffffu) * (0x6ca68au ^ ((key.y >> 15u) & 0x1fffeu)) + c;
return d ^ (d >> 16u);
}
fn noise_hash_first(key: vec2<noise_Uniform>, product: u32) -> u32 {
return (key.y ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_next(prefix: u32, product: u32) -> u32 {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_last(key: vec2<noise_Uniform>, prefix: u32, product: u32) -> u32 {
return noise_lattice_hash(key, noise_hash_next(prefix, product));
}
fn noise_hash_plane(key: vec2<noise_Uniform>, prefix: u32) -> u32 {
return noise_hash_last(key, prefix, 0u);
}
fn noise_hash_pair(constant: noise_Uniform, at: u32, next: u32) -> vec2<u32> {
let product = at * constant;
return vec2<u32>(product, select(product + constant, 0u, next == 0u));
}
fn noise_hash_prefix_around(key: vec2<noise_Uniform>, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
let px = noise_hash_pair(noise_LATTICE_X, x, x1);
let py = noise_hash_pair(noise_LATTICE_Y, y, y1);
let left = noise_hash_first(key, px[0]);
let right = noise_hash_first(key, px[1]);
return vec4<u32>(noise_hash_next(left, py[0]), noise_hash_next(left, py[1]), noise_hash_next(right, py[0]), noise_hash_next(right, py[1]));
}
fn noise_hash_plane_around(key: vec2<noise_Uniform>, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
let xy = noise_hash_prefix_around(key, x, x1, y, y1);
return vec4<u32>(noise_hash_plane(key, xy[0]), noise_hash_plane(key, xy[1]), noise_hash_plane(key, xy[2]), noise_hash_plane(key, xy[3]));
}
struct noise_Coordinate {
cell: u32, fraction: u32, period: noise_Uniform, }
fn noise_cell_after(cell: u32, period: noise_Uniform) -> u32 {
let next = cell + 1u;
return select(next, 0u, next == period);
}
fn noise_next_cell(at: noise_Coordinate) -> u32 {
return noise_cell_after(at.cell, at.period);
}
fn noise_unit(fraction: u32) -> f32 {
return f32(fraction >> 8u) * 0x1p-24f;
}
fn noise_fade(t: f32) -> f32 {
let r = min(t, noise_rounded(1.0f - t));
let r3 = noise_rounded(noise_rounded(r * r) * r);
let s = noise_rounded((noise_rounded(6.0f * r) - 15.0f) * r);
let h = noise_rounded((s + 10.0f) * r3);
return select(noise_rounded(1.0f - h), h, t < 0.5f);
}
fn noise_eased(interpolation: noise_Uniform, t: f32) -> f32 {
return noise_fade(t);
}
alias noise_Table = u32;
struct noise_Hash {
kind: noise_Uniform, table: noise_Table, key: vec2<noise_Uniform>, }
fn noise_table_plane_around(hash: noise_Hash, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
return noise_hash_plane_around(hash.key, x, x1, y, y1);
}
struct noise_PerlinColumn {
a: f32, b: f32, }
struct noise_PerlinCell {
a: f32, b: f32, da: f32, db: f32, }
fn noise_doubled_sign(hash: u32, codes: noise_Uniform) -> f32 {
return bitcast<f32>((codes << ((hash << 1u) & 31u)) & 0xc0000000u);
}
fn noise_doubled_lerp(t: f32, lower: u32, upper: u32, codes: noise_Uniform) -> f32 {
return noise_lerp(t, noise_doubled_sign(lower, codes), noise_doubled_sign(upper, codes));
}
const noise_GRADIENT_X: u32 = 0x7777004cu;
const noise_GRADIENT_Y: u32 = 0x5f007777u;
fn noise_perlin_pair(t: f32, lower: u32, upper: u32, along: noise_Uniform, x: noise_Uniform, f: f32) -> noise_PerlinColumn {
let below = noise_rounded(noise_doubled_sign(lower, along) * f);
let above = noise_rounded(noise_doubled_sign(upper, along) * noise_rounded(f - 1.0f));
return noise_PerlinColumn(noise_lerp(t, below, above), noise_doubled_lerp(t, lower, upper, x));
}
fn noise_perlin_cell(left: noise_PerlinColumn, right: noise_PerlinColumn) -> noise_PerlinCell {
let moved = noise_rounded(right.a - right.b);
return noise_PerlinCell(left.a, left.b, noise_rounded(moved - left.a), noise_rounded(right.b - left.b));
}
fn noise_perlin_pixel(cell: noise_PerlinCell, x: f32, t: f32) -> f32 {
let left = noise_rounded(cell.a + noise_rounded(cell.b * x));
return noise_rounded(left + noise_rounded(t * (cell.da + noise_rounded(cell.db * x))));
}
fn noise_perlin_2d(gradients: noise_Uniform, interpolation: noise_Uniform, hash: noise_Hash, x: noise_Coordinate, y: noise_Coordinate) -> f32 {
let v = noise_unit(y.fraction);
let s = noise_eased(interpolation, v);
let h = noise_table_plane_around(hash, x.cell, noise_next_cell(x), y.cell, noise_next_cell(y));
let f = noise_unit(x.fraction);
let t = noise_eased(interpolation, f);
let left = noise_perlin_pair(s, h[0], h[1], noise_GRADIENT_Y, noise_GRADIENT_X, v);
let right = noise_perlin_pair(s, h[2], h[3], noise_GRADIENT_Y, noise_GRADIENT_X, v);
return 0.5f * noise_perlin_pixel(noise_perlin_cell(left, right), f, t);
}
fn noise_steps_of(unit: i32, fraction: u32) -> vec2<u32> {
return vec2<u32>(fraction, bitcast<u32>(unit) ^ 0x80000000u);
}
fn noise_steps_of_float(p: f32) -> vec2<u32> {
let bits = bitcast<u32>(p);
let size = min(bits & 0x7fffffffu, 0x4effffffu);
let held = bitcast<f32>(select(size, 0u, size < 0x00800000u));
let whole = floor(held);
let steps = noise_rounded(held - whole) * 0x1p32f;
let fraction = u32(steps);
let flips = bitcast<u32>(bitcast<i32>(bits) >> 31u);
let up = flips & select(0u, 1u, f32(fraction) == steps);
let low = (fraction ^ flips) + up;
return vec2<u32>(low, (u32(whole) ^ flips ^ 0x80000000u) + select(0u, 1u, low < up));
}
fn noise_steps_near(unit: i32, fraction: u32, away: f32) -> vec2<u32> {
let origin = noise_steps_of(unit, fraction);
let by = noise_steps_of_float(away);
let low = origin[0] + by[0];
return vec2<u32>(low, (origin[1] + by[1] + select(0u, 1u, low < by[0])) ^ 0x80000000u);
}
fn noise_octave_of(octave: vec3<u32>, position: vec3<u32>) -> noise_Coordinate {
let rest = 31u - octave[0];
let fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
let cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
let sum = fraction + octave[1];
return noise_Coordinate(cell + octave[2] + select(0u, 1u, sum < fraction), sum, 0u);
}
var<private> noise_SHIFTS_0d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_0);
var<private> noise_SHIFTS_1d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_1);
var<private> noise_OCTAVES_0d: array<f32, 12> = array<f32, 12>($OCTAVES_0);
fn noise_evaluate(x: vec2<u32>, y: vec2<u32>) -> f32 {
let at0 = vec3<u32>(0u, x[0], x[1]);
let at1 = vec3<u32>(0u, y[0], y[1]);
var r1 = 0.0f;
for (var k0 = 0u; k0 < $COUNT; k0 += 1u) {
let v0 = noise_perlin_2d(0u, 3u, noise_Hash(1u, 1496452567u, vec2<u32>($KEY)), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1));
let r0 = noise_canonical(v0);
let r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
}
let r3 = noise_fbm_total(r1, 1.0f);
return noise_canonical(r3);
}
fn noise(p: vec2<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]));
}
fn noise_at(unit: vec2<i32>, fraction: vec2<u32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]));
}
fn noise_near(unit: vec2<i32>, fraction: vec2<u32>, away: vec2<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]));
}
`;

export const value2 = `var<private> noise_zero: u32;
alias noise_Uniform = u32;
fn noise_rounded(v: f32) -> f32 {
return bitcast<f32>(bitcast<u32>(v) | noise_zero);
}
fn noise_is_sizable(v: f32) -> bool {
return (bitcast<u32>(v) & 0x70000000u) != 0u;
}
fn noise_canonical(v: f32) -> f32 {
return select(0.0f, v, noise_is_sizable(v));
}
fn noise_with_part(sum: f32, part: f32) -> f32 {
return noise_rounded(sum + noise_canonical(part));
}
fn noise_lerp(t: f32, a: f32, b: f32) -> f32 {
return noise_rounded(a + noise_rounded(t * (b - a)));
}
fn noise_fbm_octave(sum: f32, weight: f32, value: f32) -> f32 {
return noise_with_part(sum, noise_rounded(weight * value));
}
fn noise_fbm_total(sum: f32, scale: f32) -> f32 {
return noise_canonical(noise_rounded(sum * scale));
}
const noise_LATTICE_X: u32 = 0xdb4f0b91u;
const noise_LATTICE_Y: u32 = 0xbbe05633u;
const noise_LATTICE_FOLD: u32 = 0x9e3779b9u;
fn noise_lattice_hash(key: vec2<noise_Uniform>, at: u32) -> u32 {
let keyed = at ^ key.x;
let a = keyed ^ (keyed >> 16u);
let b = (a & 0xffffffu) * (0xeb352cu ^ ((key.y << 1u) & 0x1fffeu)) + a;
let c = b ^ (b >> 16u);
let d = (c & 0xffffffu) * (0x6ca68au ^ ((key.y >> 15u) & 0x1fffeu)) + c;
return d ^ (d >> 16u);
}
fn noise_hash_first(key: vec2<noise_Uniform>, product: u32) -> u32 {
return (key.y ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_next(prefix: u32, product: u32) -> u32 {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_last(key: vec2<noise_Uniform>, prefix: u32, product: u32) -> u32 {
return noise_lattice_hash(key, noise_hash_next(prefix, product));
}
fn noise_hash_plane(key: vec2<noise_Uniform>, prefix: u32) -> u32 {
return noise_hash_last(key, prefix, 0u);
}
fn noise_hash_pair(constant: noise_Uniform, at: u32, next: u32) -> vec2<u32> {
let product = at * constant;
return vec2<u32>(product, select(product + constant, 0u, next == 0u));
}
fn noise_hash_prefix_around(key: vec2<noise_Uniform>, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
let px = noise_hash_pair(noise_LATTICE_X, x, x1);
let py = noise_hash_pair(noise_LATTICE_Y, y, y1);
let left = noise_hash_first(key, px[0]);
let right = noise_hash_first(key, px[1]);
return vec4<u32>(noise_hash_next(left, py[0]), noise_hash_next(left, py[1]), noise_hash_next(right, py[0]), noise_hash_next(right, py[1]));
}
fn noise_hash_plane_around(key: vec2<noise_Uniform>, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
let xy = noise_hash_prefix_around(key, x, x1, y, y1);
return vec4<u32>(noise_hash_plane(key, xy[0]), noise_hash_plane(key, xy[1]), noise_hash_plane(key, xy[2]), noise_hash_plane(key, xy[3]));
}
fn noise_hash_value(point: u32) -> f32 {
return noise_rounded(bitcast<f32>((point & 0x7fffffu) | 0x40000000u) - 3.0f);
}
struct noise_Coordinate {
cell: u32, fraction: u32, period: noise_Uniform, }
fn noise_cell_after(cell: u32, period: noise_Uniform) -> u32 {
let next = cell + 1u;
return select(next, 0u, next == period);
}
fn noise_next_cell(at: noise_Coordinate) -> u32 {
return noise_cell_after(at.cell, at.period);
}
fn noise_unit(fraction: u32) -> f32 {
return f32(fraction >> 8u) * 0x1p-24f;
}
fn noise_fade(t: f32) -> f32 {
let r = min(t, noise_rounded(1.0f - t));
let r3 = noise_rounded(noise_rounded(r * r) * r);
let s = noise_rounded((noise_rounded(6.0f * r) - 15.0f) * r);
let h = noise_rounded((s + 10.0f) * r3);
return select(noise_rounded(1.0f - h), h, t < 0.5f);
}
fn noise_eased(interpolation: noise_Uniform, t: f32) -> f32 {
return noise_fade(t);
}
struct noise_ValueCell {
a: f32, da: f32, }
fn noise_point_after(at: noise_Coordinate) -> noise_Coordinate {
return noise_Coordinate(noise_next_cell(at), at.fraction, at.period);
}
fn noise_value_column(t: f32, below: f32, above: f32) -> f32 {
return noise_lerp(t, below, above);
}
fn noise_value_cell(left: f32, right: f32) -> noise_ValueCell {
return noise_ValueCell(left, noise_rounded(right - left));
}
fn noise_value_pixel(cell: noise_ValueCell, t: f32) -> f32 {
return noise_rounded(cell.a + noise_rounded(t * cell.da));
}
fn noise_value_blend(interpolation: noise_Uniform, c00: f32, c10: f32, c01: f32, c11: f32, x: f32, y: f32) -> f32 {
let s = noise_eased(interpolation, y);
let cell = noise_value_cell(noise_value_column(s, c00, c01), noise_value_column(s, c10, c11));
return noise_value_pixel(cell, noise_eased(interpolation, x));
}
fn noise_value_corners_2d(smoothed: noise_Uniform, key: vec2<noise_Uniform>, x: noise_Coordinate, y: noise_Coordinate) -> vec4<f32> {
let x1 = noise_point_after(x);
let y1 = noise_point_after(y);
let h = noise_hash_plane_around(key, x.cell, x1.cell, y.cell, y1.cell);
return vec4<f32>(noise_hash_value(h[0]), noise_hash_value(h[2]), noise_hash_value(h[1]), noise_hash_value(h[3]));
}
fn noise_value_2d(smoothed: noise_Uniform, interpolation: noise_Uniform, key: vec2<noise_Uniform>, x: noise_Coordinate, y: noise_Coordinate) -> f32 {
let c = noise_value_corners_2d(smoothed, key, x, y);
return noise_value_blend(interpolation, c[0], c[1], c[2], c[3], noise_unit(x.fraction), noise_unit(y.fraction));
}
fn noise_steps_of(unit: i32, fraction: u32) -> vec2<u32> {
return vec2<u32>(fraction, bitcast<u32>(unit) ^ 0x80000000u);
}
fn noise_steps_of_float(p: f32) -> vec2<u32> {
let bits = bitcast<u32>(p);
let size = min(bits & 0x7fffffffu, 0x4effffffu);
let held = bitcast<f32>(select(size, 0u, size < 0x00800000u));
let whole = floor(held);
let steps = noise_rounded(held - whole) * 0x1p32f;
let fraction = u32(steps);
let flips = bitcast<u32>(bitcast<i32>(bits) >> 31u);
let up = flips & select(0u, 1u, f32(fraction) == steps);
let low = (fraction ^ flips) + up;
return vec2<u32>(low, (u32(whole) ^ flips ^ 0x80000000u) + select(0u, 1u, low < up));
}
fn noise_steps_near(unit: i32, fraction: u32, away: f32) -> vec2<u32> {
let origin = noise_steps_of(unit, fraction);
let by = noise_steps_of_float(away);
let low = origin[0] + by[0];
return vec2<u32>(low, (origin[1] + by[1] + select(0u, 1u, low < by[0])) ^ 0x80000000u);
}
fn noise_octave_of(octave: vec3<u32>, position: vec3<u32>) -> noise_Coordinate {
let rest = 31u - octave[0];
let fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
let cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
let sum = fraction + octave[1];
return noise_Coordinate(cell + octave[2] + select(0u, 1u, sum < fraction), sum, 0u);
}
var<private> noise_SHIFTS_0d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_0);
var<private> noise_SHIFTS_1d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_1);
var<private> noise_OCTAVES_0d: array<f32, 12> = array<f32, 12>($OCTAVES_0);
fn noise_evaluate(x: vec2<u32>, y: vec2<u32>) -> f32 {
let at0 = vec3<u32>(0u, x[0], x[1]);
let at1 = vec3<u32>(0u, y[0], y[1]);
var r1 = 0.0f;
for (var k0 = 0u; k0 < $COUNT; k0 += 1u) {
let v0 = noise_value_2d(0u, 3u, vec2<u32>($KEY), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1));
let r0 = noise_canonical(v0);
let r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
}
let r3 = noise_fbm_total(r1, 1.0f);
return noise_canonical(r3);
}
fn noise(p: vec2<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]));
}
fn noise_at(unit: vec2<i32>, fraction: vec2<u32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]));
}
fn noise_near(unit: vec2<i32>, fraction: vec2<u32>, away: vec2<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]));
}
`;

export const simplex2 = `var<private> noise_zero: u32;
alias noise_Uniform = u32;
fn noise_rounded(v: f32) -> f32 {
return bitcast<f32>(bitcast<u32>(v) | noise_zero);
}
fn noise_is_sizable(v: f32) -> bool {
return (bitcast<u32>(v) & 0x70000000u) != 0u;
}
fn noise_canonical(v: f32) -> f32 {
return select(0.0f, v, noise_is_sizable(v));
}
fn noise_with_part(sum: f32, part: f32) -> f32 {
return noise_rounded(sum + noise_canonical(part));
}
fn noise_fbm_octave(sum: f32, weight: f32, value: f32) -> f32 {
return noise_with_part(sum, noise_rounded(weight * value));
}
fn noise_fbm_total(sum: f32, scale: f32) -> f32 {
return noise_canonical(noise_rounded(sum * scale));
}
const noise_LATTICE_X: u32 = 0xdb4f0b91u;
const noise_LATTICE_Y: u32 = 0xbbe05633u;
const noise_LATTICE_FOLD: u32 = 0x9e3779b9u;
fn noise_lattice_hash(key: vec2<noise_Uniform>, at: u32) -> u32 {
let keyed = at ^ key.x;
let a = keyed ^ (keyed >> 16u);
let b = (a & 0xffffffu) * (0xeb352cu ^ ((key.y << 1u) & 0x1fffeu)) + a;
let c = b ^ (b >> 16u);
let d = (c & 0xffffffu) * (0x6ca68au ^ ((key.y >> 15u) & 0x1fffeu)) + c;
return d ^ (d >> 16u);
}
fn noise_hash_first(key: vec2<noise_Uniform>, product: u32) -> u32 {
return (key.y ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_next(prefix: u32, product: u32) -> u32 {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_last(key: vec2<noise_Uniform>, prefix: u32, product: u32) -> u32 {
return noise_lattice_hash(key, noise_hash_next(prefix, product));
}
fn noise_hash_plane(key: vec2<noise_Uniform>, prefix: u32) -> u32 {
return noise_hash_last(key, prefix, 0u);
}
struct noise_Coordinate {
cell: u32, fraction: u32, period: noise_Uniform, }
fn noise_carried(cell: u32, sum: u32, part: u32) -> u32 {
return cell + select(0u, 1u, sum < part);
}
fn noise_added(a: noise_Coordinate, b: noise_Coordinate) -> noise_Coordinate {
let fraction = a.fraction + b.fraction;
let cell = noise_carried(a.cell + b.cell, fraction, a.fraction);
if a.period == 0u {
return noise_Coordinate(cell, fraction, 0u);
}
return noise_Coordinate(select(cell - a.period, cell, cell < a.period), fraction, a.period);
}
const noise_SIMPLEX_UNSKEW_2d: u32 = 3545442u;
const noise_SIMPLEX_REACH: f32 = 0.4999981f;
struct noise_Simplex2d {
hash: vec3<u32>, from_0: vec2<f32>, from_1: vec2<f32>, from_2: vec2<f32>, }
struct noise_SimplexPlace2d {
cell: vec2<u32>, from_0: vec2<f32>, along_x: bool, }
fn noise_simplex_gradient_2x(hash: u32) -> f32 {
let number = hash & 3u;
let is_inner = number - 1u < 2u;
let large = select(0.98078528f, 0.8314696f, is_inner);
let small = select(0.19509032f, 0.55557023f, is_inner);
let size = select(large, small, number > 1u);
return bitcast<f32>(bitcast<u32>(size) | ((hash << 29u) & 0x80000000u));
}
fn noise_simplex_gradient_2y(hash: u32) -> f32 {
let number = hash & 3u;
let is_inner = number - 1u < 2u;
let large = select(0.98078528f, 0.8314696f, is_inner);
let small = select(0.19509032f, 0.55557023f, is_inner);
let size = select(small, large, number > 1u);
return bitcast<f32>(bitcast<u32>(size) | ((hash << 28u) & 0x80000000u));
}
fn noise_signed(word: u32) -> f32 {
return f32(i32(word));
}
fn noise_simplex_skewed(at: noise_Coordinate, skew: noise_Coordinate) -> vec2<u32> {
let fraction = at.fraction + skew.fraction;
return vec2<u32>(noise_carried(at.cell + skew.cell, fraction, at.fraction), fraction);
}
fn noise_simplex_units(cell: u32, fraction: u32) -> u32 {
return (cell << 24u) | (fraction >> 8u);
}
fn noise_simplex_offset(units: u32) -> f32 {
return noise_signed(units) * 0x1p-24f;
}
fn noise_simplex_from(at: noise_Coordinate, cell: u32, unskew: u32) -> f32 {
return noise_simplex_offset(noise_simplex_units(at.cell - cell, at.fraction) + unskew);
}
fn noise_simplex_rest(rest: f32, offset: f32) -> f32 {
return noise_rounded(rest - noise_rounded(offset * offset));
}
fn noise_simplex_held(v: f32) -> f32 {
return min(max(v, 0.0f), 1.0f);
}
fn noise_simplex_left(rest: f32, squared: f32) -> f32 {
return noise_simplex_held(noise_rounded(rest - squared));
}
fn noise_simplex_fourth(left: f32) -> f32 {
let squared = noise_rounded(left * left);
return noise_rounded(squared * squared);
}
fn noise_simplex_vertex(rest: f32, squared: f32, along: f32, beside: f32) -> f32 {
return noise_rounded(noise_simplex_fourth(noise_simplex_left(rest, squared)) * (along + beside));
}
fn noise_simplex_rest_2d(y: f32) -> f32 {
return noise_simplex_rest(noise_SIMPLEX_REACH, y);
}
fn noise_simplex_gradient_2d(hash: u32) -> vec2<f32> {
return vec2<f32>(noise_simplex_gradient_2x(hash), noise_simplex_gradient_2y(hash));
}
fn noise_simplex_vertex_2_of(gradient: vec2<f32>, at: vec2<f32>) -> f32 {
let along = noise_rounded(gradient[0] * at[0]);
return noise_simplex_vertex(noise_simplex_rest_2d(at[1]), noise_rounded(at[0] * at[0]), along, noise_rounded(gradient[1] * at[1]));
}
fn noise_simplex_vertex_2d(hash: u32, at: vec2<f32>) -> f32 {
return noise_simplex_vertex_2_of(noise_simplex_gradient_2d(hash), at);
}
fn noise_simplex_triangle(hashes: vec3<u32>, first: vec2<f32>, along_x: bool) -> noise_Simplex2d {
let x1 = noise_rounded(first[0] + select(0.21132481f, -0.7886752f, along_x));
let y1 = noise_rounded(first[1] + select(-0.7886752f, 0.21132481f, along_x));
let last = vec2<f32>(noise_rounded(first[0] - 0.5773504f), noise_rounded(first[1] - 0.5773504f));
return noise_Simplex2d(hashes, first, vec2<f32>(x1, y1), last);
}
fn noise_simplex_place_2d(x: noise_Coordinate, y: noise_Coordinate, skew: noise_Coordinate) -> noise_SimplexPlace2d {
let i = noise_simplex_skewed(x, skew);
let j = noise_simplex_skewed(y, skew);
let unskew = (i[0] + j[0]) * noise_SIMPLEX_UNSKEW_2d;
let from_0 = vec2<f32>(noise_simplex_from(x, i[0], unskew), noise_simplex_from(y, j[0], unskew));
return noise_SimplexPlace2d(vec2<u32>(i[0], j[0]), from_0, j[1] < i[1]);
}
fn noise_simplex_around_2d(key: vec2<noise_Uniform>, x: noise_Coordinate, y: noise_Coordinate, skew: noise_Coordinate) -> noise_Simplex2d {
let place = noise_simplex_place_2d(x, y, skew);
let px = place.cell[0] * noise_LATTICE_X;
let py = place.cell[1] * noise_LATTICE_Y;
let py1 = py + noise_LATTICE_Y;
let along_x = place.along_x;
let prefix = vec2<u32>(noise_hash_first(key, px), noise_hash_first(key, px + noise_LATTICE_X));
let h0 = noise_hash_plane(key, noise_hash_next(prefix[0], py));
let h1 = noise_hash_plane(key, noise_hash_next(select(prefix[0], prefix[1], along_x), select(py1, py, along_x)));
let h2 = noise_hash_plane(key, noise_hash_next(prefix[1], py1));
return noise_simplex_triangle(vec3<u32>(h0, h1, h2), place.from_0, along_x);
}
fn noise_simplex_scaled_2d(sum: f32) -> f32 {
return noise_rounded(99.20434f * sum);
}
fn noise_simplex_total_2d(first: f32, second: f32, last: f32) -> f32 {
return noise_simplex_scaled_2d(noise_rounded(noise_rounded(first + second) + last));
}
fn noise_simplex_value_2d(s: noise_Simplex2d) -> f32 {
let first = noise_simplex_vertex_2d(s.hash[0], s.from_0);
let second = noise_simplex_vertex_2d(s.hash[1], s.from_1);
return noise_simplex_total_2d(first, second, noise_simplex_vertex_2d(s.hash[2], s.from_2));
}
fn noise_simplex_2d(key: vec2<noise_Uniform>, x: noise_Coordinate, y: noise_Coordinate, skew: noise_Coordinate) -> f32 {
return noise_simplex_value_2d(noise_simplex_around_2d(key, x, y, skew));
}
fn noise_upper_product(a: u32, b: u32) -> u32 {
let first = (a >> 16u) * (b & 0xffffu) + (((a & 0xffffu) * (b & 0xffffu)) >> 16u);
let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
return (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u);
}
fn noise_wide_product(a: u32, b: u32) -> vec2<u32> {
return vec2<u32>(a * b, noise_upper_product(a, b));
}
fn noise_steps_of(unit: i32, fraction: u32) -> vec2<u32> {
return vec2<u32>(fraction, bitcast<u32>(unit) ^ 0x80000000u);
}
fn noise_steps_of_float(p: f32) -> vec2<u32> {
let bits = bitcast<u32>(p);
let size = min(bits & 0x7fffffffu, 0x4effffffu);
let held = bitcast<f32>(select(size, 0u, size < 0x00800000u));
let whole = floor(held);
let steps = noise_rounded(held - whole) * 0x1p32f;
let fraction = u32(steps);
let flips = bitcast<u32>(bitcast<i32>(bits) >> 31u);
let up = flips & select(0u, 1u, f32(fraction) == steps);
let low = (fraction ^ flips) + up;
return vec2<u32>(low, (u32(whole) ^ flips ^ 0x80000000u) + select(0u, 1u, low < up));
}
fn noise_steps_near(unit: i32, fraction: u32, away: f32) -> vec2<u32> {
let origin = noise_steps_of(unit, fraction);
let by = noise_steps_of_float(away);
let low = origin[0] + by[0];
return vec2<u32>(low, (origin[1] + by[1] + select(0u, 1u, low < by[0])) ^ 0x80000000u);
}
fn noise_next_word(word: vec2<u32>, steps: vec2<u32>, carry: vec2<u32>) -> vec3<u32> {
if word[0] == 0u {
let sum = carry[0] + word[1];
return vec3<u32>(sum, carry[1] + select(0u, 1u, sum < carry[0]), 0u);
}
let lower = noise_wide_product(word[0], steps[0]);
let upper = noise_wide_product(word[0], steps[1]);
let a = carry[0] + lower[0];
let b = a + word[1];
let c = lower[1] + select(0u, 1u, a < lower[0]);
let d = c + select(0u, 1u, b < a);
let e = d + carry[1];
let f = e + upper[0];
return vec3<u32>(b, f, upper[1] + select(0u, 1u, d < c) + select(0u, 1u, e < d) + select(0u, 1u, f < e));
}
fn noise_multiplied(first: u32, words: u32, steps: vec2<u32>) -> vec3<u32> {
var carry = vec2<u32>(0u, 0u);
var position = vec3<u32>(0u, 0u, 0u);
for (var i = 0u; i < words; i += 1u) {
let next = noise_next_word(noise_PLACES[first + i], steps, carry);
carry = vec2<u32>(next[1], next[2]);
position = vec3<u32>(position[1], position[2], next[0]);
}
return position;
}
fn noise_octave_of(octave: vec3<u32>, position: vec3<u32>) -> noise_Coordinate {
let rest = 31u - octave[0];
let fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
let cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
let sum = fraction + octave[1];
return noise_Coordinate(cell + octave[2] + select(0u, 1u, sum < fraction), sum, 0u);
}
fn noise_next_cells(word: u32, cell: u32, period: u32) -> vec2<u32> {
if period == 0u {
return vec2<u32>(word, cell);
}
let cells = noise_wide_product(word, period);
let fraction = cells[0] + cell;
return vec2<u32>(cells[1] + select(0u, 1u, fraction < cell), fraction);
}
fn noise_placed(first: u32, words: u32, steps: vec2<u32>, period: u32) -> noise_Coordinate {
var carry = vec2<u32>(0u, 0u);
var at = vec2<u32>(0u, 0u);
for (var i = 0u; i < words; i += 1u) {
let next = noise_next_word(noise_PLACES[first + i], steps, carry);
carry = vec2<u32>(next[1], next[2]);
at = noise_next_cells(next[0], at[0], period);
}
return noise_Coordinate(at[0], at[1], period);
}
var<private> noise_PLACES: array<vec2<u32>, 77> = array<vec2<u32>, 77>($PLACES, vec2<u32>(2909156644u, 1885716005u), vec2<u32>(2228441405u, 672467906u), vec2<u32>(1572066437u, 692905326u), vec2<u32>(0u, 1033262945u), vec2<u32>(0u, 3508934077u));
var<private> noise_SHIFTS_0d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_0);
var<private> noise_SHIFTS_1d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_1);
var<private> noise_SHIFTS_2d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_2);
var<private> noise_OCTAVES_0d: array<f32, 12> = array<f32, 12>($OCTAVES_0);
fn noise_evaluate(x: vec2<u32>, y: vec2<u32>) -> f32 {
let at0 = vec3<u32>(0u, x[0], x[1]);
let at1 = vec3<u32>(0u, y[0], y[1]);
let at2 = noise_multiplied(72u, 5u, y);
var r1 = 0.0f;
for (var k0 = 0u; k0 < $COUNT; k0 += 1u) {
let v0 = noise_simplex_2d(vec2<u32>($KEY), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1), noise_added(noise_placed(0u + k0 * 6u, 6u, x, 0u), noise_octave_of(noise_SHIFTS_2d[k0], at2)));
let r0 = noise_canonical(v0);
let r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
}
let r3 = noise_fbm_total(r1, 1.0f);
return noise_canonical(r3);
}
fn noise(p: vec2<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]));
}
fn noise_at(unit: vec2<i32>, fraction: vec2<u32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]));
}
fn noise_near(unit: vec2<i32>, fraction: vec2<u32>, away: vec2<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]));
}
`;

export const perlin3 = `var<private> noise_zero: u32;
alias noise_Uniform = u32;
fn noise_rounded(v: f32) -> f32 {
return bitcast<f32>(bitcast<u32>(v) | noise_zero);
}
fn noise_is_sizable(v: f32) -> bool {
return (bitcast<u32>(v) & 0x70000000u) != 0u;
}
fn noise_canonical(v: f32) -> f32 {
return select(0.0f, v, noise_is_sizable(v));
}
fn noise_with_part(sum: f32, part: f32) -> f32 {
return noise_rounded(sum + noise_canonical(part));
}
fn noise_lerp(t: f32, a: f32, b: f32) -> f32 {
return noise_rounded(a + noise_rounded(t * (b - a)));
}
fn noise_fbm_octave(sum: f32, weight: f32, value: f32) -> f32 {
return noise_with_part(sum, noise_rounded(weight * value));
}
fn noise_fbm_total(sum: f32, scale: f32) -> f32 {
return noise_canonical(noise_rounded(sum * scale));
}
const noise_LATTICE_X: u32 = 0xdb4f0b91u;
const noise_LATTICE_Y: u32 = 0xbbe05633u;
const noise_LATTICE_Z: u32 = 0xa0f2ec75u;
const noise_LATTICE_FOLD: u32 = 0x9e3779b9u;
fn noise_lattice_hash(key: vec2<noise_Uniform>, at: u32) -> u32 {
let keyed = at ^ key.x;
let a = keyed ^ (keyed >> 16u);
let b = (a & 0xffffffu) * (0xeb352cu ^ ((key.y << 1u) & 0x1fffeu)) + a;
let c = b ^ (b >> 16u);
let d = (c & 0xffffffu) * (0x6ca68au ^ ((key.y >> 15u) & 0x1fffeu)) + c;
return d ^ (d >> 16u);
}
fn noise_hash_first(key: vec2<noise_Uniform>, product: u32) -> u32 {
return (key.y ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_next(prefix: u32, product: u32) -> u32 {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_last(key: vec2<noise_Uniform>, prefix: u32, product: u32) -> u32 {
return noise_lattice_hash(key, noise_hash_next(prefix, product));
}
fn noise_hash_pair(constant: noise_Uniform, at: u32, next: u32) -> vec2<u32> {
let product = at * constant;
return vec2<u32>(product, select(product + constant, 0u, next == 0u));
}
fn noise_hash_prefix_around(key: vec2<noise_Uniform>, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
let px = noise_hash_pair(noise_LATTICE_X, x, x1);
let py = noise_hash_pair(noise_LATTICE_Y, y, y1);
let left = noise_hash_first(key, px[0]);
let right = noise_hash_first(key, px[1]);
return vec4<u32>(noise_hash_next(left, py[0]), noise_hash_next(left, py[1]), noise_hash_next(right, py[0]), noise_hash_next(right, py[1]));
}
fn noise_hash_last_pair(key: vec2<noise_Uniform>, constant: noise_Uniform, prefix: u32, at: u32, next: u32) -> vec2<u32> {
let products = noise_hash_pair(constant, at, next);
return vec2<u32>(noise_hash_last(key, prefix, products[0]), noise_hash_last(key, prefix, products[1]));
}
fn noise_hash_last_pairs(key: vec2<noise_Uniform>, constant: noise_Uniform, prefix: vec2<u32>, at: u32, next: u32) -> vec4<u32> {
let first = noise_hash_last_pair(key, constant, prefix[0], at, next);
let second = noise_hash_last_pair(key, constant, prefix[1], at, next);
return vec4<u32>(first[0], first[1], second[0], second[1]);
}
struct noise_Coordinate {
cell: u32, fraction: u32, period: noise_Uniform, }
fn noise_cell_after(cell: u32, period: noise_Uniform) -> u32 {
let next = cell + 1u;
return select(next, 0u, next == period);
}
fn noise_next_cell(at: noise_Coordinate) -> u32 {
return noise_cell_after(at.cell, at.period);
}
fn noise_unit(fraction: u32) -> f32 {
return f32(fraction >> 8u) * 0x1p-24f;
}
fn noise_fade(t: f32) -> f32 {
let r = min(t, noise_rounded(1.0f - t));
let r3 = noise_rounded(noise_rounded(r * r) * r);
let s = noise_rounded((noise_rounded(6.0f * r) - 15.0f) * r);
let h = noise_rounded((s + 10.0f) * r3);
return select(noise_rounded(1.0f - h), h, t < 0.5f);
}
fn noise_eased(interpolation: noise_Uniform, t: f32) -> f32 {
return noise_fade(t);
}
alias noise_Table = u32;
struct noise_Hash {
kind: noise_Uniform, table: noise_Table, key: vec2<noise_Uniform>, }
fn noise_table_prefix_around(hash: noise_Hash, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
return noise_hash_prefix_around(hash.key, x, x1, y, y1);
}
fn noise_table_last_pairs(hash: noise_Hash, xy: vec2<u32>, z: u32, z1: u32) -> vec4<u32> {
return noise_hash_last_pairs(hash.key, noise_LATTICE_Z, xy, z, z1);
}
struct noise_PerlinCorner {
c: f32, gx: f32, gy: f32, }
struct noise_PerlinColumn {
a: f32, b: f32, }
struct noise_PerlinCell {
a: f32, b: f32, da: f32, db: f32, }
fn noise_doubled_sign(hash: u32, codes: noise_Uniform) -> f32 {
return bitcast<f32>((codes << ((hash << 1u) & 31u)) & 0xc0000000u);
}
fn noise_doubled_lerp(t: f32, lower: u32, upper: u32, codes: noise_Uniform) -> f32 {
return noise_lerp(t, noise_doubled_sign(lower, codes), noise_doubled_sign(upper, codes));
}
const noise_GRADIENT_X: u32 = 0x7777004cu;
const noise_GRADIENT_Y: u32 = 0x5f007777u;
const noise_GRADIENT_Z: u32 = 0x005f5f13u;
fn noise_perlin_pair(t: f32, lower: u32, upper: u32, along: noise_Uniform, x: noise_Uniform, f: f32) -> noise_PerlinColumn {
let below = noise_rounded(noise_doubled_sign(lower, along) * f);
let above = noise_rounded(noise_doubled_sign(upper, along) * noise_rounded(f - 1.0f));
return noise_PerlinColumn(noise_lerp(t, below, above), noise_doubled_lerp(t, lower, upper, x));
}
fn noise_perlin_doubled_3d(t: f32, lower: u32, upper: u32, f: f32) -> noise_PerlinCorner {
let form = noise_perlin_pair(t, lower, upper, noise_GRADIENT_Z, noise_GRADIENT_X, f);
return noise_PerlinCorner(form.a, form.b, noise_doubled_lerp(t, lower, upper, noise_GRADIENT_Y));
}
fn noise_perlin_column(t: f32, below: noise_PerlinCorner, above: noise_PerlinCorner, y: f32) -> noise_PerlinColumn {
let a0 = noise_rounded(below.c + noise_rounded(below.gy * y));
let a1 = noise_rounded(above.c + noise_rounded(above.gy * noise_rounded(y - 1.0f)));
return noise_PerlinColumn(noise_lerp(t, a0, a1), noise_lerp(t, below.gx, above.gx));
}
fn noise_perlin_column_3d(interpolation: noise_Uniform, hash: noise_Hash, below: u32, above: u32, z: noise_Coordinate, s: f32, y: f32) -> noise_PerlinColumn {
let h = noise_table_last_pairs(hash, vec2<u32>(below, above), z.cell, noise_next_cell(z));
let f = noise_unit(z.fraction);
let t = noise_eased(interpolation, f);
return noise_perlin_column(s, noise_perlin_doubled_3d(t, h[0], h[1], f), noise_perlin_doubled_3d(t, h[2], h[3], f), y);
}
fn noise_perlin_cell(left: noise_PerlinColumn, right: noise_PerlinColumn) -> noise_PerlinCell {
let moved = noise_rounded(right.a - right.b);
return noise_PerlinCell(left.a, left.b, noise_rounded(moved - left.a), noise_rounded(right.b - left.b));
}
fn noise_perlin_pixel(cell: noise_PerlinCell, x: f32, t: f32) -> f32 {
let left = noise_rounded(cell.a + noise_rounded(cell.b * x));
return noise_rounded(left + noise_rounded(t * (cell.da + noise_rounded(cell.db * x))));
}
fn noise_perlin_3d(interpolation: noise_Uniform, hash: noise_Hash, x: noise_Coordinate, y: noise_Coordinate, z: noise_Coordinate) -> f32 {
let v = noise_unit(y.fraction);
let s = noise_eased(interpolation, v);
let xy = noise_table_prefix_around(hash, x.cell, noise_next_cell(x), y.cell, noise_next_cell(y));
let left = noise_perlin_column_3d(interpolation, hash, xy[0], xy[1], z, s, v);
let right = noise_perlin_column_3d(interpolation, hash, xy[2], xy[3], z, s, v);
let f = noise_unit(x.fraction);
return 0.5f * noise_perlin_pixel(noise_perlin_cell(left, right), f, noise_eased(interpolation, f));
}
fn noise_steps_of(unit: i32, fraction: u32) -> vec2<u32> {
return vec2<u32>(fraction, bitcast<u32>(unit) ^ 0x80000000u);
}
fn noise_steps_of_float(p: f32) -> vec2<u32> {
let bits = bitcast<u32>(p);
let size = min(bits & 0x7fffffffu, 0x4effffffu);
let held = bitcast<f32>(select(size, 0u, size < 0x00800000u));
let whole = floor(held);
let steps = noise_rounded(held - whole) * 0x1p32f;
let fraction = u32(steps);
let flips = bitcast<u32>(bitcast<i32>(bits) >> 31u);
let up = flips & select(0u, 1u, f32(fraction) == steps);
let low = (fraction ^ flips) + up;
return vec2<u32>(low, (u32(whole) ^ flips ^ 0x80000000u) + select(0u, 1u, low < up));
}
fn noise_steps_near(unit: i32, fraction: u32, away: f32) -> vec2<u32> {
let origin = noise_steps_of(unit, fraction);
let by = noise_steps_of_float(away);
let low = origin[0] + by[0];
return vec2<u32>(low, (origin[1] + by[1] + select(0u, 1u, low < by[0])) ^ 0x80000000u);
}
fn noise_octave_of(octave: vec3<u32>, position: vec3<u32>) -> noise_Coordinate {
let rest = 31u - octave[0];
let fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
let cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
let sum = fraction + octave[1];
return noise_Coordinate(cell + octave[2] + select(0u, 1u, sum < fraction), sum, 0u);
}
var<private> noise_SHIFTS_0d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_0);
var<private> noise_SHIFTS_1d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_1);
var<private> noise_SHIFTS_2d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_2);
var<private> noise_OCTAVES_0d: array<f32, 12> = array<f32, 12>($OCTAVES_0);
fn noise_evaluate(x: vec2<u32>, y: vec2<u32>, z: vec2<u32>) -> f32 {
let at0 = vec3<u32>(0u, x[0], x[1]);
let at1 = vec3<u32>(0u, y[0], y[1]);
let at2 = vec3<u32>(0u, z[0], z[1]);
var r1 = 0.0f;
for (var k0 = 0u; k0 < $COUNT + noise_zero; k0 += 1u) {
let v0 = noise_perlin_3d(3u, noise_Hash(1u, 1496452567u, vec2<u32>($KEY)), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1), noise_octave_of(noise_SHIFTS_2d[k0], at2));
let r0 = noise_canonical(v0);
let r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
}
let r3 = noise_fbm_total(r1, 1.0f);
return noise_canonical(r3);
}
fn noise(p: vec3<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]), noise_steps_of_float(p[2]));
}
fn noise_at(unit: vec3<i32>, fraction: vec3<u32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]), noise_steps_of(unit[2], fraction[2]));
}
fn noise_near(unit: vec3<i32>, fraction: vec3<u32>, away: vec3<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]), noise_steps_near(unit[2], fraction[2], away[2]));
}
`;

export const value3 = `var<private> noise_zero: u32;
alias noise_Uniform = u32;
fn noise_rounded(v: f32) -> f32 {
return bitcast<f32>(bitcast<u32>(v) | noise_zero);
}
fn noise_is_sizable(v: f32) -> bool {
return (bitcast<u32>(v) & 0x70000000u) != 0u;
}
fn noise_canonical(v: f32) -> f32 {
return select(0.0f, v, noise_is_sizable(v));
}
fn noise_with_part(sum: f32, part: f32) -> f32 {
return noise_rounded(sum + noise_canonical(part));
}
fn noise_lerp(t: f32, a: f32, b: f32) -> f32 {
return noise_rounded(a + noise_rounded(t * (b - a)));
}
fn noise_fbm_octave(sum: f32, weight: f32, value: f32) -> f32 {
return noise_with_part(sum, noise_rounded(weight * value));
}
fn noise_fbm_total(sum: f32, scale: f32) -> f32 {
return noise_canonical(noise_rounded(sum * scale));
}
const noise_LATTICE_X: u32 = 0xdb4f0b91u;
const noise_LATTICE_Y: u32 = 0xbbe05633u;
const noise_LATTICE_Z: u32 = 0xa0f2ec75u;
const noise_LATTICE_FOLD: u32 = 0x9e3779b9u;
fn noise_lattice_hash(key: vec2<noise_Uniform>, at: u32) -> u32 {
let keyed = at ^ key.x;
let a = keyed ^ (keyed >> 16u);
let b = (a & 0xffffffu) * (0xeb352cu ^ ((key.y << 1u) & 0x1fffeu)) + a;
let c = b ^ (b >> 16u);
let d = (c & 0xffffffu) * (0x6ca68au ^ ((key.y >> 15u) & 0x1fffeu)) + c;
return d ^ (d >> 16u);
}
fn noise_hash_first(key: vec2<noise_Uniform>, product: u32) -> u32 {
return (key.y ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_next(prefix: u32, product: u32) -> u32 {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_last(key: vec2<noise_Uniform>, prefix: u32, product: u32) -> u32 {
return noise_lattice_hash(key, noise_hash_next(prefix, product));
}
fn noise_hash_pair(constant: noise_Uniform, at: u32, next: u32) -> vec2<u32> {
let product = at * constant;
return vec2<u32>(product, select(product + constant, 0u, next == 0u));
}
fn noise_hash_prefix_around(key: vec2<noise_Uniform>, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
let px = noise_hash_pair(noise_LATTICE_X, x, x1);
let py = noise_hash_pair(noise_LATTICE_Y, y, y1);
let left = noise_hash_first(key, px[0]);
let right = noise_hash_first(key, px[1]);
return vec4<u32>(noise_hash_next(left, py[0]), noise_hash_next(left, py[1]), noise_hash_next(right, py[0]), noise_hash_next(right, py[1]));
}
fn noise_hash_last_pair(key: vec2<noise_Uniform>, constant: noise_Uniform, prefix: u32, at: u32, next: u32) -> vec2<u32> {
let products = noise_hash_pair(constant, at, next);
return vec2<u32>(noise_hash_last(key, prefix, products[0]), noise_hash_last(key, prefix, products[1]));
}
fn noise_hash_last_pairs(key: vec2<noise_Uniform>, constant: noise_Uniform, prefix: vec2<u32>, at: u32, next: u32) -> vec4<u32> {
let first = noise_hash_last_pair(key, constant, prefix[0], at, next);
let second = noise_hash_last_pair(key, constant, prefix[1], at, next);
return vec4<u32>(first[0], first[1], second[0], second[1]);
}
fn noise_hash_value(point: u32) -> f32 {
return noise_rounded(bitcast<f32>((point & 0x7fffffu) | 0x40000000u) - 3.0f);
}
struct noise_Coordinate {
cell: u32, fraction: u32, period: noise_Uniform, }
fn noise_cell_after(cell: u32, period: noise_Uniform) -> u32 {
let next = cell + 1u;
return select(next, 0u, next == period);
}
fn noise_next_cell(at: noise_Coordinate) -> u32 {
return noise_cell_after(at.cell, at.period);
}
fn noise_unit(fraction: u32) -> f32 {
return f32(fraction >> 8u) * 0x1p-24f;
}
fn noise_fade(t: f32) -> f32 {
let r = min(t, noise_rounded(1.0f - t));
let r3 = noise_rounded(noise_rounded(r * r) * r);
let s = noise_rounded((noise_rounded(6.0f * r) - 15.0f) * r);
let h = noise_rounded((s + 10.0f) * r3);
return select(noise_rounded(1.0f - h), h, t < 0.5f);
}
fn noise_eased(interpolation: noise_Uniform, t: f32) -> f32 {
return noise_fade(t);
}
struct noise_ValueCell {
a: f32, da: f32, }
fn noise_point_after(at: noise_Coordinate) -> noise_Coordinate {
return noise_Coordinate(noise_next_cell(at), at.fraction, at.period);
}
fn noise_value_column(t: f32, below: f32, above: f32) -> f32 {
return noise_lerp(t, below, above);
}
fn noise_value_cell(left: f32, right: f32) -> noise_ValueCell {
return noise_ValueCell(left, noise_rounded(right - left));
}
fn noise_value_pixel(cell: noise_ValueCell, t: f32) -> f32 {
return noise_rounded(cell.a + noise_rounded(t * cell.da));
}
fn noise_value_blend(interpolation: noise_Uniform, c00: f32, c10: f32, c01: f32, c11: f32, x: f32, y: f32) -> f32 {
let s = noise_eased(interpolation, y);
let cell = noise_value_cell(noise_value_column(s, c00, c01), noise_value_column(s, c10, c11));
return noise_value_pixel(cell, noise_eased(interpolation, x));
}
fn noise_value_corners_3d(smoothed: noise_Uniform, interpolation: noise_Uniform, key: vec2<noise_Uniform>, x: noise_Coordinate, y: noise_Coordinate, z: noise_Coordinate) -> vec4<f32> {
let x1 = noise_point_after(x);
let y1 = noise_point_after(y);
let xy = noise_hash_prefix_around(key, x.cell, x1.cell, y.cell, y1.cell);
let left = noise_hash_last_pairs(key, noise_LATTICE_Z, vec2<u32>(xy[0], xy[1]), z.cell, noise_next_cell(z));
let right = noise_hash_last_pairs(key, noise_LATTICE_Z, vec2<u32>(xy[2], xy[3]), z.cell, noise_next_cell(z));
let t = noise_eased(interpolation, noise_unit(z.fraction));
let c00 = noise_lerp(t, noise_hash_value(left[0]), noise_hash_value(left[1]));
let c01 = noise_lerp(t, noise_hash_value(left[2]), noise_hash_value(left[3]));
let c10 = noise_lerp(t, noise_hash_value(right[0]), noise_hash_value(right[1]));
return vec4<f32>(c00, c10, c01, noise_lerp(t, noise_hash_value(right[2]), noise_hash_value(right[3])));
}
fn noise_value_3d(smoothed: noise_Uniform, interpolation: noise_Uniform, key: vec2<noise_Uniform>, x: noise_Coordinate, y: noise_Coordinate, z: noise_Coordinate) -> f32 {
let c = noise_value_corners_3d(smoothed, interpolation, key, x, y, z);
return noise_value_blend(interpolation, c[0], c[1], c[2], c[3], noise_unit(x.fraction), noise_unit(y.fraction));
}
fn noise_steps_of(unit: i32, fraction: u32) -> vec2<u32> {
return vec2<u32>(fraction, bitcast<u32>(unit) ^ 0x80000000u);
}
fn noise_steps_of_float(p: f32) -> vec2<u32> {
let bits = bitcast<u32>(p);
let size = min(bits & 0x7fffffffu, 0x4effffffu);
let held = bitcast<f32>(select(size, 0u, size < 0x00800000u));
let whole = floor(held);
let steps = noise_rounded(held - whole) * 0x1p32f;
let fraction = u32(steps);
let flips = bitcast<u32>(bitcast<i32>(bits) >> 31u);
let up = flips & select(0u, 1u, f32(fraction) == steps);
let low = (fraction ^ flips) + up;
return vec2<u32>(low, (u32(whole) ^ flips ^ 0x80000000u) + select(0u, 1u, low < up));
}
fn noise_steps_near(unit: i32, fraction: u32, away: f32) -> vec2<u32> {
let origin = noise_steps_of(unit, fraction);
let by = noise_steps_of_float(away);
let low = origin[0] + by[0];
return vec2<u32>(low, (origin[1] + by[1] + select(0u, 1u, low < by[0])) ^ 0x80000000u);
}
fn noise_octave_of(octave: vec3<u32>, position: vec3<u32>) -> noise_Coordinate {
let rest = 31u - octave[0];
let fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
let cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
let sum = fraction + octave[1];
return noise_Coordinate(cell + octave[2] + select(0u, 1u, sum < fraction), sum, 0u);
}
var<private> noise_SHIFTS_0d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_0);
var<private> noise_SHIFTS_1d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_1);
var<private> noise_SHIFTS_2d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_2);
var<private> noise_OCTAVES_0d: array<f32, 12> = array<f32, 12>($OCTAVES_0);
fn noise_evaluate(x: vec2<u32>, y: vec2<u32>, z: vec2<u32>) -> f32 {
let at0 = vec3<u32>(0u, x[0], x[1]);
let at1 = vec3<u32>(0u, y[0], y[1]);
let at2 = vec3<u32>(0u, z[0], z[1]);
var r1 = 0.0f;
for (var k0 = 0u; k0 < $COUNT + noise_zero; k0 += 1u) {
let v0 = noise_value_3d(0u, 3u, vec2<u32>($KEY), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1), noise_octave_of(noise_SHIFTS_2d[k0], at2));
let r0 = noise_canonical(v0);
let r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
}
let r3 = noise_fbm_total(r1, 1.0f);
return noise_canonical(r3);
}
fn noise(p: vec3<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]), noise_steps_of_float(p[2]));
}
fn noise_at(unit: vec3<i32>, fraction: vec3<u32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]), noise_steps_of(unit[2], fraction[2]));
}
fn noise_near(unit: vec3<i32>, fraction: vec3<u32>, away: vec3<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]), noise_steps_near(unit[2], fraction[2], away[2]));
}
`;

export const simplex3 = `var<private> noise_zero: u32;
alias noise_Uniform = u32;
fn noise_rounded(v: f32) -> f32 {
return bitcast<f32>(bitcast<u32>(v) | noise_zero);
}
fn noise_is_sizable(v: f32) -> bool {
return (bitcast<u32>(v) & 0x70000000u) != 0u;
}
fn noise_canonical(v: f32) -> f32 {
return select(0.0f, v, noise_is_sizable(v));
}
fn noise_with_part(sum: f32, part: f32) -> f32 {
return noise_rounded(sum + noise_canonical(part));
}
fn noise_fbm_octave(sum: f32, weight: f32, value: f32) -> f32 {
return noise_with_part(sum, noise_rounded(weight * value));
}
fn noise_fbm_total(sum: f32, scale: f32) -> f32 {
return noise_canonical(noise_rounded(sum * scale));
}
const noise_LATTICE_X: u32 = 0xdb4f0b91u;
const noise_LATTICE_Y: u32 = 0xbbe05633u;
const noise_LATTICE_Z: u32 = 0xa0f2ec75u;
const noise_LATTICE_FOLD: u32 = 0x9e3779b9u;
fn noise_lattice_hash(key: vec2<noise_Uniform>, at: u32) -> u32 {
let keyed = at ^ key.x;
let a = keyed ^ (keyed >> 16u);
let b = (a & 0xffffffu) * (0xeb352cu ^ ((key.y << 1u) & 0x1fffeu)) + a;
let c = b ^ (b >> 16u);
let d = (c & 0xffffffu) * (0x6ca68au ^ ((key.y >> 15u) & 0x1fffeu)) + c;
return d ^ (d >> 16u);
}
fn noise_hash_first(key: vec2<noise_Uniform>, product: u32) -> u32 {
return (key.y ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_next(prefix: u32, product: u32) -> u32 {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
fn noise_hash_last(key: vec2<noise_Uniform>, prefix: u32, product: u32) -> u32 {
return noise_lattice_hash(key, noise_hash_next(prefix, product));
}
struct noise_Coordinate {
cell: u32, fraction: u32, period: noise_Uniform, }
fn noise_carried(cell: u32, sum: u32, part: u32) -> u32 {
return cell + select(0u, 1u, sum < part);
}
fn noise_added(a: noise_Coordinate, b: noise_Coordinate) -> noise_Coordinate {
let fraction = a.fraction + b.fraction;
let cell = noise_carried(a.cell + b.cell, fraction, a.fraction);
if a.period == 0u {
return noise_Coordinate(cell, fraction, 0u);
}
return noise_Coordinate(select(cell - a.period, cell, cell < a.period), fraction, a.period);
}
const noise_SIMPLEX_UNSKEW_3d: u32 = 2796202u;
const noise_SIMPLEX_REACH: f32 = 0.4999981f;
struct noise_Simplex3d {
hash: vec4<u32>, from_0: vec3<f32>, from_1: vec3<f32>, from_2: vec3<f32>, from_3: vec3<f32>, }
struct noise_SimplexPath {
second: vec3<bool>, third: vec3<bool>, }
struct noise_SimplexPlace3d {
cell: vec3<u32>, from_0: vec3<f32>, path: noise_SimplexPath, }
fn noise_signed(word: u32) -> f32 {
return f32(i32(word));
}
fn noise_simplex_skewed(at: noise_Coordinate, skew: noise_Coordinate) -> vec2<u32> {
let fraction = at.fraction + skew.fraction;
return vec2<u32>(noise_carried(at.cell + skew.cell, fraction, at.fraction), fraction);
}
fn noise_simplex_units(cell: u32, fraction: u32) -> u32 {
return (cell << 24u) | (fraction >> 8u);
}
fn noise_simplex_offset(units: u32) -> f32 {
return noise_signed(units) * 0x1p-24f;
}
fn noise_simplex_from(at: noise_Coordinate, cell: u32, unskew: u32) -> f32 {
return noise_simplex_offset(noise_simplex_units(at.cell - cell, at.fraction) + unskew);
}
fn noise_simplex_rest(rest: f32, offset: f32) -> f32 {
return noise_rounded(rest - noise_rounded(offset * offset));
}
fn noise_simplex_held(v: f32) -> f32 {
return min(max(v, 0.0f), 1.0f);
}
fn noise_simplex_left(rest: f32, squared: f32) -> f32 {
return noise_simplex_held(noise_rounded(rest - squared));
}
fn noise_simplex_fourth(left: f32) -> f32 {
let squared = noise_rounded(left * left);
return noise_rounded(squared * squared);
}
fn noise_simplex_rest_3d(y: f32, z: f32) -> f32 {
return noise_simplex_rest(noise_simplex_rest(noise_SIMPLEX_REACH, z), y);
}
fn noise_simplex_product_3d(hash: u32, x: f32, y: f32, z: f32) -> f32 {
let h = hash & 15u;
let first = select(y, x, h < 8u);
let second = select(select(z, x, (h & 13u) == 12u), y, h < 4u);
let a = bitcast<f32>(bitcast<u32>(first) ^ ((hash << 31u) & 0x80000000u));
let b = bitcast<f32>(bitcast<u32>(second) ^ ((hash << 30u) & 0x80000000u));
return noise_rounded(a + b);
}
fn noise_simplex_vertex_3d(hash: u32, at: vec3<f32>) -> f32 {
let left = noise_simplex_left(noise_simplex_rest_3d(at[1], at[2]), noise_rounded(at[0] * at[0]));
return noise_rounded(noise_simplex_fourth(left) * noise_simplex_product_3d(hash, at[0], at[1], at[2]));
}
fn noise_simplex_path(x: u32, y: u32, z: u32) -> noise_SimplexPath {
let x_over_y = y < x;
let x_over_z = z < x;
let y_over_z = z < y;
let second = vec3<bool>(x_over_y & x_over_z, !x_over_y & y_over_z, !(x_over_z | y_over_z));
let third = vec3<bool>(x_over_y | x_over_z, !x_over_y | y_over_z, !(x_over_z & y_over_z));
return noise_SimplexPath(second, third);
}
fn noise_simplex_tetrahedron(hashes: vec4<u32>, first: vec3<f32>, path: noise_SimplexPath) -> noise_Simplex3d {
let x1 = noise_rounded(first[0] + select(0.16666663f, -0.8333334f, path.second[0]));
let y1 = noise_rounded(first[1] + select(0.16666663f, -0.8333334f, path.second[1]));
let z1 = noise_rounded(first[2] + select(0.16666663f, -0.8333334f, path.second[2]));
let x2 = noise_rounded(first[0] + select(0.33333325f, -0.66666675f, path.third[0]));
let y2 = noise_rounded(first[1] + select(0.33333325f, -0.66666675f, path.third[1]));
let z2 = noise_rounded(first[2] + select(0.33333325f, -0.66666675f, path.third[2]));
let last = vec3<f32>(noise_rounded(first[0] - 0.5000001f), noise_rounded(first[1] - 0.5000001f), noise_rounded(first[2] - 0.5000001f));
return noise_Simplex3d(hashes, first, vec3<f32>(x1, y1, z1), vec3<f32>(x2, y2, z2), last);
}
fn noise_simplex_place_3d(x: noise_Coordinate, y: noise_Coordinate, z: noise_Coordinate, skew: noise_Coordinate) -> noise_SimplexPlace3d {
let i = noise_simplex_skewed(x, skew);
let j = noise_simplex_skewed(y, skew);
let k = noise_simplex_skewed(z, skew);
let unskew = (i[0] + j[0] + k[0]) * noise_SIMPLEX_UNSKEW_3d;
let from_0 = vec3<f32>(noise_simplex_from(x, i[0], unskew), noise_simplex_from(y, j[0], unskew), noise_simplex_from(z, k[0], unskew));
return noise_SimplexPlace3d(vec3<u32>(i[0], j[0], k[0]), from_0, noise_simplex_path(i[1], j[1], k[1]));
}
fn noise_simplex_around_3d(key: vec2<noise_Uniform>, x: noise_Coordinate, y: noise_Coordinate, z: noise_Coordinate, skew: noise_Coordinate) -> noise_Simplex3d {
let place = noise_simplex_place_3d(x, y, z, skew);
let px = place.cell[0] * noise_LATTICE_X;
let py = place.cell[1] * noise_LATTICE_Y;
let pz = place.cell[2] * noise_LATTICE_Z;
let py1 = py + noise_LATTICE_Y;
let pz1 = pz + noise_LATTICE_Z;
let path = place.path;
let prefix = vec2<u32>(noise_hash_first(key, px), noise_hash_first(key, px + noise_LATTICE_X));
let along_1 = noise_hash_next(select(prefix[0], prefix[1], path.second[0]), select(py, py1, path.second[1]));
let along_2 = noise_hash_next(select(prefix[0], prefix[1], path.third[0]), select(py, py1, path.third[1]));
let h0 = noise_hash_last(key, noise_hash_next(prefix[0], py), pz);
let h1 = noise_hash_last(key, along_1, select(pz, pz1, path.second[2]));
let h2 = noise_hash_last(key, along_2, select(pz, pz1, path.third[2]));
let h3 = noise_hash_last(key, noise_hash_next(prefix[1], py1), pz1);
return noise_simplex_tetrahedron(vec4<u32>(h0, h1, h2, h3), place.from_0, path);
}
fn noise_simplex_scaled_3d(sum: f32) -> f32 {
return noise_rounded(76.88075f * sum);
}
fn noise_simplex_value_3d(s: noise_Simplex3d) -> f32 {
let two = noise_rounded(noise_simplex_vertex_3d(s.hash[0], s.from_0) + noise_simplex_vertex_3d(s.hash[1], s.from_1));
let three = noise_rounded(two + noise_simplex_vertex_3d(s.hash[2], s.from_2));
return noise_simplex_scaled_3d(noise_rounded(three + noise_simplex_vertex_3d(s.hash[3], s.from_3)));
}
fn noise_simplex_3d(key: vec2<noise_Uniform>, x: noise_Coordinate, y: noise_Coordinate, z: noise_Coordinate, skew: noise_Coordinate) -> f32 {
return noise_simplex_value_3d(noise_simplex_around_3d(key, x, y, z, skew));
}
fn noise_upper_product(a: u32, b: u32) -> u32 {
let first = (a >> 16u) * (b & 0xffffu) + (((a & 0xffffu) * (b & 0xffffu)) >> 16u);
let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
return (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u);
}
fn noise_wide_product(a: u32, b: u32) -> vec2<u32> {
return vec2<u32>(a * b, noise_upper_product(a, b));
}
fn noise_steps_of(unit: i32, fraction: u32) -> vec2<u32> {
return vec2<u32>(fraction, bitcast<u32>(unit) ^ 0x80000000u);
}
fn noise_steps_of_float(p: f32) -> vec2<u32> {
let bits = bitcast<u32>(p);
let size = min(bits & 0x7fffffffu, 0x4effffffu);
let held = bitcast<f32>(select(size, 0u, size < 0x00800000u));
let whole = floor(held);
let steps = noise_rounded(held - whole) * 0x1p32f;
let fraction = u32(steps);
let flips = bitcast<u32>(bitcast<i32>(bits) >> 31u);
let up = flips & select(0u, 1u, f32(fraction) == steps);
let low = (fraction ^ flips) + up;
return vec2<u32>(low, (u32(whole) ^ flips ^ 0x80000000u) + select(0u, 1u, low < up));
}
fn noise_steps_near(unit: i32, fraction: u32, away: f32) -> vec2<u32> {
let origin = noise_steps_of(unit, fraction);
let by = noise_steps_of_float(away);
let low = origin[0] + by[0];
return vec2<u32>(low, (origin[1] + by[1] + select(0u, 1u, low < by[0])) ^ 0x80000000u);
}
fn noise_next_word(word: vec2<u32>, steps: vec2<u32>, carry: vec2<u32>) -> vec3<u32> {
if word[0] == 0u {
let sum = carry[0] + word[1];
return vec3<u32>(sum, carry[1] + select(0u, 1u, sum < carry[0]), 0u);
}
let lower = noise_wide_product(word[0], steps[0]);
let upper = noise_wide_product(word[0], steps[1]);
let a = carry[0] + lower[0];
let b = a + word[1];
let c = lower[1] + select(0u, 1u, a < lower[0]);
let d = c + select(0u, 1u, b < a);
let e = d + carry[1];
let f = e + upper[0];
return vec3<u32>(b, f, upper[1] + select(0u, 1u, d < c) + select(0u, 1u, e < d) + select(0u, 1u, f < e));
}
fn noise_multiplied(first: u32, words: u32, steps: vec2<u32>) -> vec3<u32> {
var carry = vec2<u32>(0u, 0u);
var position = vec3<u32>(0u, 0u, 0u);
for (var i = 0u; i < words; i += 1u) {
let next = noise_next_word(noise_PLACES[first + i], steps, carry);
carry = vec2<u32>(next[1], next[2]);
position = vec3<u32>(position[1], position[2], next[0]);
}
return position;
}
fn noise_octave_of(octave: vec3<u32>, position: vec3<u32>) -> noise_Coordinate {
let rest = 31u - octave[0];
let fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
let cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
let sum = fraction + octave[1];
return noise_Coordinate(cell + octave[2] + select(0u, 1u, sum < fraction), sum, 0u);
}
fn noise_next_cells(word: u32, cell: u32, period: u32) -> vec2<u32> {
if period == 0u {
return vec2<u32>(word, cell);
}
let cells = noise_wide_product(word, period);
let fraction = cells[0] + cell;
return vec2<u32>(cells[1] + select(0u, 1u, fraction < cell), fraction);
}
fn noise_placed(first: u32, words: u32, steps: vec2<u32>, period: u32) -> noise_Coordinate {
var carry = vec2<u32>(0u, 0u);
var at = vec2<u32>(0u, 0u);
for (var i = 0u; i < words; i += 1u) {
let next = noise_next_word(noise_PLACES[first + i], steps, carry);
carry = vec2<u32>(next[1], next[2]);
at = noise_next_cells(next[0], at[0], period);
}
return noise_Coordinate(at[0], at[1], period);
}
var<private> noise_PLACES: array<vec2<u32>, 78> = array<vec2<u32>, 78>($PLACES, vec2<u32>(1431481003u, 2863289686u), vec2<u32>(715828053u, 2773833066u), vec2<u32>(2864010581u, 1431743146u), vec2<u32>(1431655082u, 1789569621u), vec2<u32>(0u, 2862962005u), vec2<u32>(0u, 3579139754u));
var<private> noise_SHIFTS_0d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_0);
var<private> noise_SHIFTS_1d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_1);
var<private> noise_SHIFTS_2d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_2);
var<private> noise_SHIFTS_3d: array<vec3<u32>, 12> = array<vec3<u32>, 12>($SHIFTS_3);
var<private> noise_OCTAVES_0d: array<f32, 12> = array<f32, 12>($OCTAVES_0);
fn noise_evaluate(x: vec2<u32>, y: vec2<u32>, z: vec2<u32>) -> f32 {
let at0 = vec3<u32>(0u, x[0], x[1]);
let at1 = vec3<u32>(0u, y[0], y[1]);
let at2 = vec3<u32>(0u, z[0], z[1]);
let at3 = noise_multiplied(72u, 6u, y);
let at4 = noise_multiplied(72u, 6u, z);
var r1 = 0.0f;
for (var k0 = 0u; k0 < $COUNT + noise_zero; k0 += 1u) {
let v0 = noise_simplex_3d(vec2<u32>($KEY), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1), noise_octave_of(noise_SHIFTS_2d[k0], at2), noise_added(noise_added(noise_placed(0u + k0 * 6u, 6u, x, 0u), noise_octave_of(noise_SHIFTS_3d[k0], at3)), noise_octave_of(noise_SHIFTS_3d[k0], at4)));
let r0 = noise_canonical(v0);
let r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
}
let r3 = noise_fbm_total(r1, 1.0f);
return noise_canonical(r3);
}
fn noise(p: vec3<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]), noise_steps_of_float(p[2]));
}
fn noise_at(unit: vec3<i32>, fraction: vec3<u32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]), noise_steps_of(unit[2], fraction[2]));
}
fn noise_near(unit: vec3<i32>, fraction: vec3<u32>, away: vec3<f32>, unknown_zero: u32) -> f32 {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]), noise_steps_near(unit[2], fraction[2], away[2]));
}
`;
