// Written by `cargo xtask npm` from lacuna's shaders. Do not edit.

export const perlin2 = `#ifndef noise_included_
#define noise_included_
#ifdef GL_ES
precision highp float;
precision highp int;
#endif
struct noise_Coordinate {
uint cell;
uint fraction;
};
struct noise_Hash {
uvec2 key;
};
struct noise_PerlinColumn {
float a;
float b;
};
struct noise_PerlinCell {
float a;
float b;
float da;
float db;
};
uint noise_zero = 0u;
uvec3[12] noise_SHIFTS_0d = uvec3[12]($SHIFTS_0);
uvec3[12] noise_SHIFTS_1d = uvec3[12]($SHIFTS_1);
float[12] noise_OCTAVES_0d = float[12]($OCTAVES_0);
const uint noise_LATTICE_X = 3679390609u;
const uint noise_LATTICE_Y = 3152041523u;
const uint noise_LATTICE_FOLD = 2654435769u;
const uint noise_GRADIENT_X = 2004287564u;
const uint noise_GRADIENT_Y = 1593866103u;
float noise_rounded(const float v) {
return uintBitsToFloat(floatBitsToUint(v) | noise_zero);
}
bool noise_is_sizable(const float v) {
return (floatBitsToUint(v) & 1879048192u) != 0u;
}
float noise_canonical(const float v) {
return noise_is_sizable(v) ? v : 0.0;
}
float noise_with_part(const float sum, const float part) {
return noise_rounded(sum + noise_canonical(part));
}
float noise_lerp(const float t, const float a, const float b) {
return noise_rounded(a + noise_rounded(t * (b - a)));
}
float noise_fbm_octave(const float sum, const float weight, const float value) {
return noise_with_part(sum, noise_rounded(weight * value));
}
float noise_fbm_total(const float sum, const float scale) {
return noise_canonical(noise_rounded(sum * scale));
}
uint noise_lattice_hash(const uvec2 key, const uint at) {
uint keyed = at ^ key[0];
uint a = keyed ^ (keyed >> 16u);
uint b = ((a & 16777215u) * (15414572u ^ ((key[1] << 1u) & 131070u))) + a;
uint c = b ^ (b >> 16u);
uint d = ((c & 16777215u) * (7120522u ^ ((key[1] >> 15u) & 131070u))) + c;
return d ^ (d >> 16u);
}
uint noise_hash_first(const uvec2 key, const uint product) {
return (key[1] ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_next(const uint prefix, const uint product) {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_last(const uvec2 key, const uint prefix) {
return noise_lattice_hash(key, noise_hash_next(prefix, 0u));
}
uint noise_hash_plane(const uvec2 key, const uint prefix) {
return noise_hash_last(key, prefix);
}
uvec2 noise_hash_pair(const uint constant, const uint at, const uint next) {
uint product = at * constant;
return uvec2(product, (next == 0u) ? 0u : (product + constant));
}
uvec4 noise_hash_prefix_around(const uvec2 key, const uint x, const uint x1, const uint y, const uint y1) {
uvec2 px = noise_hash_pair(noise_LATTICE_X, x, x1);
uvec2 py = noise_hash_pair(noise_LATTICE_Y, y, y1);
uint left = noise_hash_first(key, px[0]);
uint right = noise_hash_first(key, px[1]);
return uvec4(noise_hash_next(left, py[0]), noise_hash_next(left, py[1]), noise_hash_next(right, py[0]), noise_hash_next(right, py[1]));
}
uvec4 noise_hash_plane_around(const uvec2 key, const uint x, const uint x1, const uint y, const uint y1) {
uvec4 xy = noise_hash_prefix_around(key, x, x1, y, y1);
return uvec4(noise_hash_plane(key, xy[0]), noise_hash_plane(key, xy[1]), noise_hash_plane(key, xy[2]), noise_hash_plane(key, xy[3]));
}
uint noise_cell_after(const uint cell) {
uint next = cell + 1u;
return next;
}
uint noise_next_cell(const noise_Coordinate at) {
return noise_cell_after(at.cell);
}
float noise_unit(const uint fraction) {
return float(fraction >> 8u) * 5.9604645e-8;
}
float noise_fade(const float t) {
float r = min(t, noise_rounded(1.0 - t));
float r3 = noise_rounded(noise_rounded(r * r) * r);
float s = noise_rounded((noise_rounded(6.0 * r) - 15.0) * r);
float h = noise_rounded((s + 10.0) * r3);
return (t < 0.5) ? h : noise_rounded(1.0 - h);
}
float noise_eased(const float t) {
return noise_fade(t);
}
uvec4 noise_table_plane_around(const noise_Hash hash, const uint x, const uint x1, const uint y, const uint y1) {
return noise_hash_plane_around(hash.key, x, x1, y, y1);
}
float noise_doubled_sign(const uint hash, const uint codes) {
return uintBitsToFloat((codes << ((hash << 1u) & 31u)) & 3221225472u);
}
float noise_doubled_lerp(const float t, const uint lower, const uint upper) {
return noise_lerp(t, noise_doubled_sign(lower, noise_GRADIENT_X), noise_doubled_sign(upper, noise_GRADIENT_X));
}
noise_PerlinColumn noise_perlin_pair(const float t, const uint lower, const uint upper, const float f) {
float below = noise_rounded(noise_doubled_sign(lower, noise_GRADIENT_Y) * f);
float above = noise_rounded(noise_doubled_sign(upper, noise_GRADIENT_Y) * noise_rounded(f - 1.0));
return noise_PerlinColumn(noise_lerp(t, below, above), noise_doubled_lerp(t, lower, upper));
}
noise_PerlinCell noise_perlin_cell(const noise_PerlinColumn left, const noise_PerlinColumn right) {
float moved = noise_rounded(right.a - right.b);
return noise_PerlinCell(left.a, left.b, noise_rounded(moved - left.a), noise_rounded(right.b - left.b));
}
float noise_perlin_pixel(const noise_PerlinCell cell, const float x, const float t) {
float left = noise_rounded(cell.a + noise_rounded(cell.b * x));
return noise_rounded(left + noise_rounded(t * (cell.da + noise_rounded(cell.db * x))));
}
float noise_perlin_2d(const noise_Hash hash, const noise_Coordinate x, const noise_Coordinate y) {
float v = noise_unit(y.fraction);
float s = noise_eased(v);
uvec4 h = noise_table_plane_around(hash, x.cell, noise_next_cell(x), y.cell, noise_next_cell(y));
float f = noise_unit(x.fraction);
float t = noise_eased(f);
noise_PerlinColumn left = noise_perlin_pair(s, h[0], h[1], v);
noise_PerlinColumn right = noise_perlin_pair(s, h[2], h[3], v);
return 0.5 * noise_perlin_pixel(noise_perlin_cell(left, right), f, t);
}
uvec2 noise_steps_of(const int unit, const uint fraction) {
return uvec2(fraction, uint(unit) ^ 2147483648u);
}
uvec2 noise_steps_of_float(const float p) {
uint bits = floatBitsToUint(p);
uint size = min(bits & 2147483647u, 1325400063u);
float held = uintBitsToFloat((size < 8388608u) ? 0u : size);
float whole = floor(held);
float steps = noise_rounded(held - whole) * 4294967300.0;
uint fraction = uint(steps);
uint flips = uint(int(bits) >> 31u);
uint up = flips & ((float(fraction) == steps) ? 1u : 0u);
uint low = (fraction ^ flips) + up;
return uvec2(low, ((uint(whole) ^ flips) ^ 2147483648u) + ((low < up) ? 1u : 0u));
}
uvec2 noise_steps_near(const int unit, const uint fraction, const float away) {
uvec2 origin = noise_steps_of(unit, fraction);
uvec2 by = noise_steps_of_float(away);
uint low = origin[0] + by[0];
return uvec2(low, ((origin[1] + by[1]) + ((low < by[0]) ? 1u : 0u)) ^ 2147483648u);
}
noise_Coordinate noise_octave_of(const uvec3 octave, const uvec3 position) {
uint rest = 31u - octave[0];
uint fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
uint cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
uint sum = fraction + octave[1];
return noise_Coordinate((cell + octave[2]) + ((sum < fraction) ? 1u : 0u), sum);
}
float noise_evaluate(const uvec2 x, const uvec2 y) {
float r1 = 0.0;
uint k0 = 0u;
uvec3 at0 = uvec3(0u, x[0], x[1]);
uvec3 at1 = uvec3(0u, y[0], y[1]);
while (k0 < $COUNT) {
float v0 = noise_perlin_2d(noise_Hash(uvec2($KEY)), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1));
float r0 = noise_canonical(v0);
float r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
k0 = k0 + 1u;
}
float r3 = noise_fbm_total(r1, 1.0);
return noise_canonical(r3);
}
float noise(const vec2 p, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]));
}
float noise_at(const ivec2 unit, const uvec2 fraction, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]));
}
float noise_near(const ivec2 unit, const uvec2 fraction, const vec2 away, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]));
}
#endif
`;

export const value2 = `#ifndef noise_included_
#define noise_included_
#ifdef GL_ES
precision highp float;
precision highp int;
#endif
struct noise_Coordinate {
uint cell;
uint fraction;
};
struct noise_ValueCell {
float a;
float da;
};
uint noise_zero = 0u;
uvec3[12] noise_SHIFTS_0d = uvec3[12]($SHIFTS_0);
uvec3[12] noise_SHIFTS_1d = uvec3[12]($SHIFTS_1);
float[12] noise_OCTAVES_0d = float[12]($OCTAVES_0);
const uint noise_LATTICE_X = 3679390609u;
const uint noise_LATTICE_Y = 3152041523u;
const uint noise_LATTICE_FOLD = 2654435769u;
float noise_rounded(const float v) {
return uintBitsToFloat(floatBitsToUint(v) | noise_zero);
}
bool noise_is_sizable(const float v) {
return (floatBitsToUint(v) & 1879048192u) != 0u;
}
float noise_canonical(const float v) {
return noise_is_sizable(v) ? v : 0.0;
}
float noise_with_part(const float sum, const float part) {
return noise_rounded(sum + noise_canonical(part));
}
float noise_lerp(const float t, const float a, const float b) {
return noise_rounded(a + noise_rounded(t * (b - a)));
}
float noise_fbm_octave(const float sum, const float weight, const float value) {
return noise_with_part(sum, noise_rounded(weight * value));
}
float noise_fbm_total(const float sum, const float scale) {
return noise_canonical(noise_rounded(sum * scale));
}
uint noise_lattice_hash(const uvec2 key, const uint at) {
uint keyed = at ^ key[0];
uint a = keyed ^ (keyed >> 16u);
uint b = ((a & 16777215u) * (15414572u ^ ((key[1] << 1u) & 131070u))) + a;
uint c = b ^ (b >> 16u);
uint d = ((c & 16777215u) * (7120522u ^ ((key[1] >> 15u) & 131070u))) + c;
return d ^ (d >> 16u);
}
uint noise_hash_first(const uvec2 key, const uint product) {
return (key[1] ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_next(const uint prefix, const uint product) {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_last(const uvec2 key, const uint prefix) {
return noise_lattice_hash(key, noise_hash_next(prefix, 0u));
}
uint noise_hash_plane(const uvec2 key, const uint prefix) {
return noise_hash_last(key, prefix);
}
uvec2 noise_hash_pair(const uint constant, const uint at, const uint next) {
uint product = at * constant;
return uvec2(product, (next == 0u) ? 0u : (product + constant));
}
uvec4 noise_hash_prefix_around(const uvec2 key, const uint x, const uint x1, const uint y, const uint y1) {
uvec2 px = noise_hash_pair(noise_LATTICE_X, x, x1);
uvec2 py = noise_hash_pair(noise_LATTICE_Y, y, y1);
uint left = noise_hash_first(key, px[0]);
uint right = noise_hash_first(key, px[1]);
return uvec4(noise_hash_next(left, py[0]), noise_hash_next(left, py[1]), noise_hash_next(right, py[0]), noise_hash_next(right, py[1]));
}
uvec4 noise_hash_plane_around(const uvec2 key, const uint x, const uint x1, const uint y, const uint y1) {
uvec4 xy = noise_hash_prefix_around(key, x, x1, y, y1);
return uvec4(noise_hash_plane(key, xy[0]), noise_hash_plane(key, xy[1]), noise_hash_plane(key, xy[2]), noise_hash_plane(key, xy[3]));
}
float noise_hash_value(const uint point) {
return noise_rounded(uintBitsToFloat((point & 8388607u) | 1073741824u) - 3.0);
}
uint noise_cell_after(const uint cell) {
uint next = cell + 1u;
return next;
}
uint noise_next_cell(const noise_Coordinate at) {
return noise_cell_after(at.cell);
}
float noise_unit(const uint fraction) {
return float(fraction >> 8u) * 5.9604645e-8;
}
float noise_fade(const float t) {
float r = min(t, noise_rounded(1.0 - t));
float r3 = noise_rounded(noise_rounded(r * r) * r);
float s = noise_rounded((noise_rounded(6.0 * r) - 15.0) * r);
float h = noise_rounded((s + 10.0) * r3);
return (t < 0.5) ? h : noise_rounded(1.0 - h);
}
float noise_eased(const float t) {
return noise_fade(t);
}
noise_Coordinate noise_point_after(const noise_Coordinate at) {
return noise_Coordinate(noise_next_cell(at), at.fraction);
}
float noise_value_column(const float t, const float below, const float above) {
return noise_lerp(t, below, above);
}
noise_ValueCell noise_value_cell(const float left, const float right) {
return noise_ValueCell(left, noise_rounded(right - left));
}
float noise_value_pixel(const noise_ValueCell cell, const float t) {
return noise_rounded(cell.a + noise_rounded(t * cell.da));
}
float noise_value_blend(const float c00, const float c10, const float c01, const float c11, const float x, const float y) {
float s = noise_eased(y);
noise_ValueCell cell = noise_value_cell(noise_value_column(s, c00, c01), noise_value_column(s, c10, c11));
return noise_value_pixel(cell, noise_eased(x));
}
vec4 noise_value_corners_2d(const uvec2 key, const noise_Coordinate x, const noise_Coordinate y) {
noise_Coordinate x1 = noise_point_after(x);
noise_Coordinate y1 = noise_point_after(y);
uvec4 h = noise_hash_plane_around(key, x.cell, x1.cell, y.cell, y1.cell);
return vec4(noise_hash_value(h[0]), noise_hash_value(h[2]), noise_hash_value(h[1]), noise_hash_value(h[3]));
}
float noise_value_2d(const uvec2 key, const noise_Coordinate x, const noise_Coordinate y) {
vec4 c = noise_value_corners_2d(key, x, y);
return noise_value_blend(c[0], c[1], c[2], c[3], noise_unit(x.fraction), noise_unit(y.fraction));
}
uvec2 noise_steps_of(const int unit, const uint fraction) {
return uvec2(fraction, uint(unit) ^ 2147483648u);
}
uvec2 noise_steps_of_float(const float p) {
uint bits = floatBitsToUint(p);
uint size = min(bits & 2147483647u, 1325400063u);
float held = uintBitsToFloat((size < 8388608u) ? 0u : size);
float whole = floor(held);
float steps = noise_rounded(held - whole) * 4294967300.0;
uint fraction = uint(steps);
uint flips = uint(int(bits) >> 31u);
uint up = flips & ((float(fraction) == steps) ? 1u : 0u);
uint low = (fraction ^ flips) + up;
return uvec2(low, ((uint(whole) ^ flips) ^ 2147483648u) + ((low < up) ? 1u : 0u));
}
uvec2 noise_steps_near(const int unit, const uint fraction, const float away) {
uvec2 origin = noise_steps_of(unit, fraction);
uvec2 by = noise_steps_of_float(away);
uint low = origin[0] + by[0];
return uvec2(low, ((origin[1] + by[1]) + ((low < by[0]) ? 1u : 0u)) ^ 2147483648u);
}
noise_Coordinate noise_octave_of(const uvec3 octave, const uvec3 position) {
uint rest = 31u - octave[0];
uint fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
uint cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
uint sum = fraction + octave[1];
return noise_Coordinate((cell + octave[2]) + ((sum < fraction) ? 1u : 0u), sum);
}
float noise_evaluate(const uvec2 x, const uvec2 y) {
float r1 = 0.0;
uint k0 = 0u;
uvec3 at0 = uvec3(0u, x[0], x[1]);
uvec3 at1 = uvec3(0u, y[0], y[1]);
while (k0 < $COUNT) {
float v0 = noise_value_2d(uvec2($KEY), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1));
float r0 = noise_canonical(v0);
float r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
k0 = k0 + 1u;
}
float r3 = noise_fbm_total(r1, 1.0);
return noise_canonical(r3);
}
float noise(const vec2 p, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]));
}
float noise_at(const ivec2 unit, const uvec2 fraction, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]));
}
float noise_near(const ivec2 unit, const uvec2 fraction, const vec2 away, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]));
}
#endif
`;

export const simplex2 = `#ifndef noise_included_
#define noise_included_
#ifdef GL_ES
precision highp float;
precision highp int;
#endif
struct noise_Coordinate {
uint cell;
uint fraction;
};
struct noise_Simplex2d {
uvec3 hash;
vec2 from_0;
vec2 from_1;
vec2 from_2;
};
struct noise_SimplexPlace2d {
uvec2 cell;
vec2 from_0;
bool along_x;
};
uint noise_zero = 0u;
uvec2[77] noise_PLACES = uvec2[77]($PLACES, uvec2(2909156644u, 1885716005u), uvec2(2228441405u, 672467906u), uvec2(1572066437u, 692905326u), uvec2(0u, 1033262945u), uvec2(0u, 3508934077u));
uvec3[12] noise_SHIFTS_0d = uvec3[12]($SHIFTS_0);
uvec3[12] noise_SHIFTS_1d = uvec3[12]($SHIFTS_1);
uvec3[12] noise_SHIFTS_2d = uvec3[12]($SHIFTS_2);
float[12] noise_OCTAVES_0d = float[12]($OCTAVES_0);
const uint noise_LATTICE_X = 3679390609u;
const uint noise_LATTICE_Y = 3152041523u;
const uint noise_LATTICE_FOLD = 2654435769u;
const uint noise_SIMPLEX_UNSKEW_2d = 3545442u;
const float noise_SIMPLEX_REACH = 0.4999981;
float noise_rounded(const float v) {
return uintBitsToFloat(floatBitsToUint(v) | noise_zero);
}
bool noise_is_sizable(const float v) {
return (floatBitsToUint(v) & 1879048192u) != 0u;
}
float noise_canonical(const float v) {
return noise_is_sizable(v) ? v : 0.0;
}
float noise_with_part(const float sum, const float part) {
return noise_rounded(sum + noise_canonical(part));
}
float noise_fbm_octave(const float sum, const float weight, const float value) {
return noise_with_part(sum, noise_rounded(weight * value));
}
float noise_fbm_total(const float sum, const float scale) {
return noise_canonical(noise_rounded(sum * scale));
}
uint noise_lattice_hash(const uvec2 key, const uint at) {
uint keyed = at ^ key[0];
uint a = keyed ^ (keyed >> 16u);
uint b = ((a & 16777215u) * (15414572u ^ ((key[1] << 1u) & 131070u))) + a;
uint c = b ^ (b >> 16u);
uint d = ((c & 16777215u) * (7120522u ^ ((key[1] >> 15u) & 131070u))) + c;
return d ^ (d >> 16u);
}
uint noise_hash_first(const uvec2 key, const uint product) {
return (key[1] ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_next(const uint prefix, const uint product) {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_last(const uvec2 key, const uint prefix) {
return noise_lattice_hash(key, noise_hash_next(prefix, 0u));
}
uint noise_hash_plane(const uvec2 key, const uint prefix) {
return noise_hash_last(key, prefix);
}
uint noise_carried(const uint cell, const uint sum, const uint part) {
return cell + ((sum < part) ? 1u : 0u);
}
noise_Coordinate noise_added(const noise_Coordinate a, const noise_Coordinate b) {
uint fraction = a.fraction + b.fraction;
uint cell = noise_carried(a.cell + b.cell, fraction, a.fraction);
return noise_Coordinate(cell, fraction);
}
float noise_simplex_gradient_2x(const uint hash) {
uint number = hash & 3u;
bool is_inner = (number - 1u) < 2u;
float large = is_inner ? 0.8314696 : 0.98078525;
float small = is_inner ? 0.55557024 : 0.19509032;
float size = (number > 1u) ? small : large;
return uintBitsToFloat(floatBitsToUint(size) | ((hash << 29u) & 2147483648u));
}
float noise_simplex_gradient_2y(const uint hash) {
uint number = hash & 3u;
bool is_inner = (number - 1u) < 2u;
float large = is_inner ? 0.8314696 : 0.98078525;
float small = is_inner ? 0.55557024 : 0.19509032;
float size = (number > 1u) ? large : small;
return uintBitsToFloat(floatBitsToUint(size) | ((hash << 28u) & 2147483648u));
}
float noise_signed(const uint word) {
return float(int(word));
}
uvec2 noise_simplex_skewed(const noise_Coordinate at, const noise_Coordinate skew) {
uint fraction = at.fraction + skew.fraction;
return uvec2(noise_carried(at.cell + skew.cell, fraction, at.fraction), fraction);
}
uint noise_simplex_units(const uint cell, const uint fraction) {
return (cell << 24u) | (fraction >> 8u);
}
float noise_simplex_offset(const uint units) {
return noise_signed(units) * 5.9604645e-8;
}
float noise_simplex_from(const noise_Coordinate at, const uint cell, const uint unskew) {
return noise_simplex_offset(noise_simplex_units(at.cell - cell, at.fraction) + unskew);
}
float noise_simplex_rest(const float rest, const float offset) {
return noise_rounded(rest - noise_rounded(offset * offset));
}
float noise_simplex_held(const float v) {
return min(max(v, 0.0), 1.0);
}
float noise_simplex_left(const float rest, const float squared) {
return noise_simplex_held(noise_rounded(rest - squared));
}
float noise_simplex_fourth(const float left) {
float squared = noise_rounded(left * left);
return noise_rounded(squared * squared);
}
float noise_simplex_vertex(const float rest, const float squared, const float along, const float beside) {
return noise_rounded(noise_simplex_fourth(noise_simplex_left(rest, squared)) * (along + beside));
}
float noise_simplex_rest_2d(const float y) {
return noise_simplex_rest(noise_SIMPLEX_REACH, y);
}
vec2 noise_simplex_gradient_2d(const uint hash) {
return vec2(noise_simplex_gradient_2x(hash), noise_simplex_gradient_2y(hash));
}
float noise_simplex_vertex_2_of(const vec2 gradient, const vec2 at) {
float along = noise_rounded(gradient[0] * at[0]);
return noise_simplex_vertex(noise_simplex_rest_2d(at[1]), noise_rounded(at[0] * at[0]), along, noise_rounded(gradient[1] * at[1]));
}
float noise_simplex_vertex_2d(const uint hash, const vec2 at) {
return noise_simplex_vertex_2_of(noise_simplex_gradient_2d(hash), at);
}
noise_Simplex2d noise_simplex_triangle(const uvec3 hashes, const vec2 first, const bool along_x) {
float x1 = noise_rounded(first[0] + (along_x ? (-0.7886752) : 0.21132481));
float y1 = noise_rounded(first[1] + (along_x ? 0.21132481 : (-0.7886752)));
vec2 last = vec2(noise_rounded(first[0] - 0.5773504), noise_rounded(first[1] - 0.5773504));
return noise_Simplex2d(hashes, first, vec2(x1, y1), last);
}
noise_SimplexPlace2d noise_simplex_place_2d(const noise_Coordinate x, const noise_Coordinate y, const noise_Coordinate skew) {
uvec2 i = noise_simplex_skewed(x, skew);
uvec2 j = noise_simplex_skewed(y, skew);
uint unskew = (i[0] + j[0]) * noise_SIMPLEX_UNSKEW_2d;
vec2 from_0 = vec2(noise_simplex_from(x, i[0], unskew), noise_simplex_from(y, j[0], unskew));
return noise_SimplexPlace2d(uvec2(i[0], j[0]), from_0, j[1] < i[1]);
}
noise_Simplex2d noise_simplex_around_2d(const uvec2 key, const noise_Coordinate x, const noise_Coordinate y, const noise_Coordinate skew) {
noise_SimplexPlace2d place = noise_simplex_place_2d(x, y, skew);
uint px = place.cell[0] * noise_LATTICE_X;
uint py = place.cell[1] * noise_LATTICE_Y;
uint py1 = py + noise_LATTICE_Y;
bool along_x = place.along_x;
uvec2 prefix = uvec2(noise_hash_first(key, px), noise_hash_first(key, px + noise_LATTICE_X));
uint h0 = noise_hash_plane(key, noise_hash_next(prefix[0], py));
uint h1 = noise_hash_plane(key, noise_hash_next(along_x ? prefix[1] : prefix[0], along_x ? py : py1));
uint h2 = noise_hash_plane(key, noise_hash_next(prefix[1], py1));
return noise_simplex_triangle(uvec3(h0, h1, h2), place.from_0, along_x);
}
float noise_simplex_scaled_2d(const float sum) {
return noise_rounded(99.20434 * sum);
}
float noise_simplex_total_2d(const float first, const float second, const float last) {
return noise_simplex_scaled_2d(noise_rounded(noise_rounded(first + second) + last));
}
float noise_simplex_value_2d(const noise_Simplex2d s) {
float first = noise_simplex_vertex_2d(s.hash[0], s.from_0);
float second = noise_simplex_vertex_2d(s.hash[1], s.from_1);
return noise_simplex_total_2d(first, second, noise_simplex_vertex_2d(s.hash[2], s.from_2));
}
float noise_simplex_2d(const uvec2 key, const noise_Coordinate x, const noise_Coordinate y, const noise_Coordinate skew) {
return noise_simplex_value_2d(noise_simplex_around_2d(key, x, y, skew));
}
#if (defined(GL_ES) && __VERSION__ >= 310) || (!defined(GL_ES) && __VERSION__ >= 400)
uint noise_upper_product(uint a, uint b) {
uint upper, lower;
umulExtended(a, b, upper, lower);
return upper;
}
#else
uint noise_upper_product(const uint a, const uint b) {
uint first = ((a >> 16u) * (b & 65535u)) + (((a & 65535u) * (b & 65535u)) >> 16u);
uint second = ((a & 65535u) * (b >> 16u)) + (first & 65535u);
return (((a >> 16u) * (b >> 16u)) + (first >> 16u)) + (second >> 16u);
}
#endif
uvec2 noise_wide_product(const uint a, const uint b) {
return uvec2(a * b, noise_upper_product(a, b));
}
uvec2 noise_steps_of(const int unit, const uint fraction) {
return uvec2(fraction, uint(unit) ^ 2147483648u);
}
uvec2 noise_steps_of_float(const float p) {
uint bits = floatBitsToUint(p);
uint size = min(bits & 2147483647u, 1325400063u);
float held = uintBitsToFloat((size < 8388608u) ? 0u : size);
float whole = floor(held);
float steps = noise_rounded(held - whole) * 4294967300.0;
uint fraction = uint(steps);
uint flips = uint(int(bits) >> 31u);
uint up = flips & ((float(fraction) == steps) ? 1u : 0u);
uint low = (fraction ^ flips) + up;
return uvec2(low, ((uint(whole) ^ flips) ^ 2147483648u) + ((low < up) ? 1u : 0u));
}
uvec2 noise_steps_near(const int unit, const uint fraction, const float away) {
uvec2 origin = noise_steps_of(unit, fraction);
uvec2 by = noise_steps_of_float(away);
uint low = origin[0] + by[0];
return uvec2(low, ((origin[1] + by[1]) + ((low < by[0]) ? 1u : 0u)) ^ 2147483648u);
}
uvec3 noise_next_word(const uvec2 word, const uvec2 steps, const uvec2 carry) {
if (word[0] == 0u) {
uint sum = carry[0] + word[1];
return uvec3(sum, carry[1] + ((sum < carry[0]) ? 1u : 0u), 0u);
}
uvec2 lower = noise_wide_product(word[0], steps[0]);
uvec2 upper = noise_wide_product(word[0], steps[1]);
uint a = carry[0] + lower[0];
uint b = a + word[1];
uint c = lower[1] + ((a < lower[0]) ? 1u : 0u);
uint d = c + ((b < a) ? 1u : 0u);
uint e = d + carry[1];
uint f = e + upper[0];
return uvec3(b, f, ((upper[1] + ((d < c) ? 1u : 0u)) + ((e < d) ? 1u : 0u)) + ((f < e) ? 1u : 0u));
}
uvec3 noise_multiplied(const uvec2 steps) {
uvec2 carry = uvec2(0u, 0u);
uvec3 position = uvec3(0u, 0u, 0u);
uint i = 0u;
while (i < 5u) {
uvec3 next = noise_next_word(noise_PLACES[72u + i], steps, carry);
carry = uvec2(next[1], next[2]);
position = uvec3(position[1], position[2], next[0]);
i = i + 1u;
}
return position;
}
noise_Coordinate noise_octave_of(const uvec3 octave, const uvec3 position) {
uint rest = 31u - octave[0];
uint fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
uint cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
uint sum = fraction + octave[1];
return noise_Coordinate((cell + octave[2]) + ((sum < fraction) ? 1u : 0u), sum);
}
uvec2 noise_next_cells(const uint word, const uint cell) {
return uvec2(word, cell);
}
noise_Coordinate noise_placed(const uint first, const uvec2 steps) {
uvec2 carry = uvec2(0u, 0u);
uvec2 at = uvec2(0u, 0u);
uint i = 0u;
while (i < 6u) {
uvec3 next = noise_next_word(noise_PLACES[first + i], steps, carry);
carry = uvec2(next[1], next[2]);
at = noise_next_cells(next[0], at[0]);
i = i + 1u;
}
return noise_Coordinate(at[0], at[1]);
}
float noise_evaluate(const uvec2 x, const uvec2 y) {
float r1 = 0.0;
uint k0 = 0u;
uvec3 at0 = uvec3(0u, x[0], x[1]);
uvec3 at1 = uvec3(0u, y[0], y[1]);
uvec3 at2 = noise_multiplied(y);
while (k0 < $COUNT) {
float v0 = noise_simplex_2d(uvec2($KEY), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1), noise_added(noise_placed(k0 * 6u, x), noise_octave_of(noise_SHIFTS_2d[k0], at2)));
float r0 = noise_canonical(v0);
float r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
k0 = k0 + 1u;
}
float r3 = noise_fbm_total(r1, 1.0);
return noise_canonical(r3);
}
float noise(const vec2 p, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]));
}
float noise_at(const ivec2 unit, const uvec2 fraction, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]));
}
float noise_near(const ivec2 unit, const uvec2 fraction, const vec2 away, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]));
}
#endif
`;

export const perlin3 = `#ifndef noise_included_
#define noise_included_
#ifdef GL_ES
precision highp float;
precision highp int;
#endif
struct noise_Coordinate {
uint cell;
uint fraction;
};
struct noise_Hash {
uvec2 key;
};
struct noise_PerlinCorner {
float c;
float gx;
float gy;
};
struct noise_PerlinColumn {
float a;
float b;
};
struct noise_PerlinCell {
float a;
float b;
float da;
float db;
};
uint noise_zero = 0u;
uvec3[12] noise_SHIFTS_0d = uvec3[12]($SHIFTS_0);
uvec3[12] noise_SHIFTS_1d = uvec3[12]($SHIFTS_1);
uvec3[12] noise_SHIFTS_2d = uvec3[12]($SHIFTS_2);
float[12] noise_OCTAVES_0d = float[12]($OCTAVES_0);
const uint noise_LATTICE_X = 3679390609u;
const uint noise_LATTICE_Y = 3152041523u;
const uint noise_LATTICE_Z = 2700274805u;
const uint noise_LATTICE_FOLD = 2654435769u;
const uint noise_GRADIENT_X = 2004287564u;
const uint noise_GRADIENT_Y = 1593866103u;
const uint noise_GRADIENT_Z = 6250259u;
float noise_rounded(const float v) {
return uintBitsToFloat(floatBitsToUint(v) | noise_zero);
}
bool noise_is_sizable(const float v) {
return (floatBitsToUint(v) & 1879048192u) != 0u;
}
float noise_canonical(const float v) {
return noise_is_sizable(v) ? v : 0.0;
}
float noise_with_part(const float sum, const float part) {
return noise_rounded(sum + noise_canonical(part));
}
float noise_lerp(const float t, const float a, const float b) {
return noise_rounded(a + noise_rounded(t * (b - a)));
}
float noise_fbm_octave(const float sum, const float weight, const float value) {
return noise_with_part(sum, noise_rounded(weight * value));
}
float noise_fbm_total(const float sum, const float scale) {
return noise_canonical(noise_rounded(sum * scale));
}
uint noise_lattice_hash(const uvec2 key, const uint at) {
uint keyed = at ^ key[0];
uint a = keyed ^ (keyed >> 16u);
uint b = ((a & 16777215u) * (15414572u ^ ((key[1] << 1u) & 131070u))) + a;
uint c = b ^ (b >> 16u);
uint d = ((c & 16777215u) * (7120522u ^ ((key[1] >> 15u) & 131070u))) + c;
return d ^ (d >> 16u);
}
uint noise_hash_first(const uvec2 key, const uint product) {
return (key[1] ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_next(const uint prefix, const uint product) {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_last(const uvec2 key, const uint prefix, const uint product) {
return noise_lattice_hash(key, noise_hash_next(prefix, product));
}
uvec2 noise_hash_pair(const uint constant, const uint at, const uint next) {
uint product = at * constant;
return uvec2(product, (next == 0u) ? 0u : (product + constant));
}
uvec4 noise_hash_prefix_around(const uvec2 key, const uint x, const uint x1, const uint y, const uint y1) {
uvec2 px = noise_hash_pair(noise_LATTICE_X, x, x1);
uvec2 py = noise_hash_pair(noise_LATTICE_Y, y, y1);
uint left = noise_hash_first(key, px[0]);
uint right = noise_hash_first(key, px[1]);
return uvec4(noise_hash_next(left, py[0]), noise_hash_next(left, py[1]), noise_hash_next(right, py[0]), noise_hash_next(right, py[1]));
}
uvec2 noise_hash_last_pair(const uvec2 key, const uint prefix, const uint at, const uint next) {
uvec2 products = noise_hash_pair(noise_LATTICE_Z, at, next);
return uvec2(noise_hash_last(key, prefix, products[0]), noise_hash_last(key, prefix, products[1]));
}
uvec4 noise_hash_last_pairs(const uvec2 key, const uvec2 prefix, const uint at, const uint next) {
uvec2 first = noise_hash_last_pair(key, prefix[0], at, next);
uvec2 second = noise_hash_last_pair(key, prefix[1], at, next);
return uvec4(first[0], first[1], second[0], second[1]);
}
uint noise_cell_after(const uint cell) {
uint next = cell + 1u;
return next;
}
uint noise_next_cell(const noise_Coordinate at) {
return noise_cell_after(at.cell);
}
float noise_unit(const uint fraction) {
return float(fraction >> 8u) * 5.9604645e-8;
}
float noise_fade(const float t) {
float r = min(t, noise_rounded(1.0 - t));
float r3 = noise_rounded(noise_rounded(r * r) * r);
float s = noise_rounded((noise_rounded(6.0 * r) - 15.0) * r);
float h = noise_rounded((s + 10.0) * r3);
return (t < 0.5) ? h : noise_rounded(1.0 - h);
}
float noise_eased(const float t) {
return noise_fade(t);
}
uvec4 noise_table_prefix_around(const noise_Hash hash, const uint x, const uint x1, const uint y, const uint y1) {
return noise_hash_prefix_around(hash.key, x, x1, y, y1);
}
uvec4 noise_table_last_pairs(const noise_Hash hash, const uvec2 xy, const uint z, const uint z1) {
return noise_hash_last_pairs(hash.key, xy, z, z1);
}
float noise_doubled_sign(const uint hash, const uint codes) {
return uintBitsToFloat((codes << ((hash << 1u) & 31u)) & 3221225472u);
}
float noise_doubled_lerp(const float t, const uint lower, const uint upper, const uint codes) {
return noise_lerp(t, noise_doubled_sign(lower, codes), noise_doubled_sign(upper, codes));
}
noise_PerlinColumn noise_perlin_pair(const float t, const uint lower, const uint upper, const float f) {
float below = noise_rounded(noise_doubled_sign(lower, noise_GRADIENT_Z) * f);
float above = noise_rounded(noise_doubled_sign(upper, noise_GRADIENT_Z) * noise_rounded(f - 1.0));
return noise_PerlinColumn(noise_lerp(t, below, above), noise_doubled_lerp(t, lower, upper, noise_GRADIENT_X));
}
noise_PerlinCorner noise_perlin_doubled_3d(const float t, const uint lower, const uint upper, const float f) {
noise_PerlinColumn form = noise_perlin_pair(t, lower, upper, f);
return noise_PerlinCorner(form.a, form.b, noise_doubled_lerp(t, lower, upper, noise_GRADIENT_Y));
}
noise_PerlinColumn noise_perlin_column(const float t, const noise_PerlinCorner below, const noise_PerlinCorner above, const float y) {
float a0 = noise_rounded(below.c + noise_rounded(below.gy * y));
float a1 = noise_rounded(above.c + noise_rounded(above.gy * noise_rounded(y - 1.0)));
return noise_PerlinColumn(noise_lerp(t, a0, a1), noise_lerp(t, below.gx, above.gx));
}
noise_PerlinColumn noise_perlin_column_3d(const noise_Hash hash, const uint below, const uint above, const noise_Coordinate z, const float s, const float y) {
uvec4 h = noise_table_last_pairs(hash, uvec2(below, above), z.cell, noise_next_cell(z));
float f = noise_unit(z.fraction);
float t = noise_eased(f);
return noise_perlin_column(s, noise_perlin_doubled_3d(t, h[0], h[1], f), noise_perlin_doubled_3d(t, h[2], h[3], f), y);
}
noise_PerlinCell noise_perlin_cell(const noise_PerlinColumn left, const noise_PerlinColumn right) {
float moved = noise_rounded(right.a - right.b);
return noise_PerlinCell(left.a, left.b, noise_rounded(moved - left.a), noise_rounded(right.b - left.b));
}
float noise_perlin_pixel(const noise_PerlinCell cell, const float x, const float t) {
float left = noise_rounded(cell.a + noise_rounded(cell.b * x));
return noise_rounded(left + noise_rounded(t * (cell.da + noise_rounded(cell.db * x))));
}
float noise_perlin_3d(const noise_Hash hash, const noise_Coordinate x, const noise_Coordinate y, const noise_Coordinate z) {
float v = noise_unit(y.fraction);
float s = noise_eased(v);
uvec4 xy = noise_table_prefix_around(hash, x.cell, noise_next_cell(x), y.cell, noise_next_cell(y));
noise_PerlinColumn left = noise_perlin_column_3d(hash, xy[0], xy[1], z, s, v);
noise_PerlinColumn right = noise_perlin_column_3d(hash, xy[2], xy[3], z, s, v);
float f = noise_unit(x.fraction);
return 0.5 * noise_perlin_pixel(noise_perlin_cell(left, right), f, noise_eased(f));
}
uvec2 noise_steps_of(const int unit, const uint fraction) {
return uvec2(fraction, uint(unit) ^ 2147483648u);
}
uvec2 noise_steps_of_float(const float p) {
uint bits = floatBitsToUint(p);
uint size = min(bits & 2147483647u, 1325400063u);
float held = uintBitsToFloat((size < 8388608u) ? 0u : size);
float whole = floor(held);
float steps = noise_rounded(held - whole) * 4294967300.0;
uint fraction = uint(steps);
uint flips = uint(int(bits) >> 31u);
uint up = flips & ((float(fraction) == steps) ? 1u : 0u);
uint low = (fraction ^ flips) + up;
return uvec2(low, ((uint(whole) ^ flips) ^ 2147483648u) + ((low < up) ? 1u : 0u));
}
uvec2 noise_steps_near(const int unit, const uint fraction, const float away) {
uvec2 origin = noise_steps_of(unit, fraction);
uvec2 by = noise_steps_of_float(away);
uint low = origin[0] + by[0];
return uvec2(low, ((origin[1] + by[1]) + ((low < by[0]) ? 1u : 0u)) ^ 2147483648u);
}
noise_Coordinate noise_octave_of(const uvec3 octave, const uvec3 position) {
uint rest = 31u - octave[0];
uint fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
uint cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
uint sum = fraction + octave[1];
return noise_Coordinate((cell + octave[2]) + ((sum < fraction) ? 1u : 0u), sum);
}
float noise_evaluate(const uvec2 x, const uvec2 y, const uvec2 z) {
float r1 = 0.0;
uint k0 = 0u;
uvec3 at0 = uvec3(0u, x[0], x[1]);
uvec3 at1 = uvec3(0u, y[0], y[1]);
uvec3 at2 = uvec3(0u, z[0], z[1]);
while (k0 < (12u + noise_zero)) {
float v0 = noise_perlin_3d(noise_Hash(uvec2($KEY)), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1), noise_octave_of(noise_SHIFTS_2d[k0], at2));
float r0 = noise_canonical(v0);
float r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
k0 = k0 + 1u;
}
float r3 = noise_fbm_total(r1, 1.0);
return noise_canonical(r3);
}
float noise(const vec3 p, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]), noise_steps_of_float(p[2]));
}
float noise_at(const ivec3 unit, const uvec3 fraction, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]), noise_steps_of(unit[2], fraction[2]));
}
float noise_near(const ivec3 unit, const uvec3 fraction, const vec3 away, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]), noise_steps_near(unit[2], fraction[2], away[2]));
}
#endif
`;

export const value3 = `#ifndef noise_included_
#define noise_included_
#ifdef GL_ES
precision highp float;
precision highp int;
#endif
struct noise_Coordinate {
uint cell;
uint fraction;
};
struct noise_ValueCell {
float a;
float da;
};
uint noise_zero = 0u;
uvec3[12] noise_SHIFTS_0d = uvec3[12]($SHIFTS_0);
uvec3[12] noise_SHIFTS_1d = uvec3[12]($SHIFTS_1);
uvec3[12] noise_SHIFTS_2d = uvec3[12]($SHIFTS_2);
float[12] noise_OCTAVES_0d = float[12]($OCTAVES_0);
const uint noise_LATTICE_X = 3679390609u;
const uint noise_LATTICE_Y = 3152041523u;
const uint noise_LATTICE_Z = 2700274805u;
const uint noise_LATTICE_FOLD = 2654435769u;
float noise_rounded(const float v) {
return uintBitsToFloat(floatBitsToUint(v) | noise_zero);
}
bool noise_is_sizable(const float v) {
return (floatBitsToUint(v) & 1879048192u) != 0u;
}
float noise_canonical(const float v) {
return noise_is_sizable(v) ? v : 0.0;
}
float noise_with_part(const float sum, const float part) {
return noise_rounded(sum + noise_canonical(part));
}
float noise_lerp(const float t, const float a, const float b) {
return noise_rounded(a + noise_rounded(t * (b - a)));
}
float noise_fbm_octave(const float sum, const float weight, const float value) {
return noise_with_part(sum, noise_rounded(weight * value));
}
float noise_fbm_total(const float sum, const float scale) {
return noise_canonical(noise_rounded(sum * scale));
}
uint noise_lattice_hash(const uvec2 key, const uint at) {
uint keyed = at ^ key[0];
uint a = keyed ^ (keyed >> 16u);
uint b = ((a & 16777215u) * (15414572u ^ ((key[1] << 1u) & 131070u))) + a;
uint c = b ^ (b >> 16u);
uint d = ((c & 16777215u) * (7120522u ^ ((key[1] >> 15u) & 131070u))) + c;
return d ^ (d >> 16u);
}
uint noise_hash_first(const uvec2 key, const uint product) {
return (key[1] ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_next(const uint prefix, const uint product) {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_last(const uvec2 key, const uint prefix, const uint product) {
return noise_lattice_hash(key, noise_hash_next(prefix, product));
}
uvec2 noise_hash_pair(const uint constant, const uint at, const uint next) {
uint product = at * constant;
return uvec2(product, (next == 0u) ? 0u : (product + constant));
}
uvec4 noise_hash_prefix_around(const uvec2 key, const uint x, const uint x1, const uint y, const uint y1) {
uvec2 px = noise_hash_pair(noise_LATTICE_X, x, x1);
uvec2 py = noise_hash_pair(noise_LATTICE_Y, y, y1);
uint left = noise_hash_first(key, px[0]);
uint right = noise_hash_first(key, px[1]);
return uvec4(noise_hash_next(left, py[0]), noise_hash_next(left, py[1]), noise_hash_next(right, py[0]), noise_hash_next(right, py[1]));
}
uvec2 noise_hash_last_pair(const uvec2 key, const uint prefix, const uint at, const uint next) {
uvec2 products = noise_hash_pair(noise_LATTICE_Z, at, next);
return uvec2(noise_hash_last(key, prefix, products[0]), noise_hash_last(key, prefix, products[1]));
}
uvec4 noise_hash_last_pairs(const uvec2 key, const uvec2 prefix, const uint at, const uint next) {
uvec2 first = noise_hash_last_pair(key, prefix[0], at, next);
uvec2 second = noise_hash_last_pair(key, prefix[1], at, next);
return uvec4(first[0], first[1], second[0], second[1]);
}
float noise_hash_value(const uint point) {
return noise_rounded(uintBitsToFloat((point & 8388607u) | 1073741824u) - 3.0);
}
uint noise_cell_after(const uint cell) {
uint next = cell + 1u;
return next;
}
uint noise_next_cell(const noise_Coordinate at) {
return noise_cell_after(at.cell);
}
float noise_unit(const uint fraction) {
return float(fraction >> 8u) * 5.9604645e-8;
}
float noise_fade(const float t) {
float r = min(t, noise_rounded(1.0 - t));
float r3 = noise_rounded(noise_rounded(r * r) * r);
float s = noise_rounded((noise_rounded(6.0 * r) - 15.0) * r);
float h = noise_rounded((s + 10.0) * r3);
return (t < 0.5) ? h : noise_rounded(1.0 - h);
}
float noise_eased(const float t) {
return noise_fade(t);
}
noise_Coordinate noise_point_after(const noise_Coordinate at) {
return noise_Coordinate(noise_next_cell(at), at.fraction);
}
float noise_value_column(const float t, const float below, const float above) {
return noise_lerp(t, below, above);
}
noise_ValueCell noise_value_cell(const float left, const float right) {
return noise_ValueCell(left, noise_rounded(right - left));
}
float noise_value_pixel(const noise_ValueCell cell, const float t) {
return noise_rounded(cell.a + noise_rounded(t * cell.da));
}
float noise_value_blend(const float c00, const float c10, const float c01, const float c11, const float x, const float y) {
float s = noise_eased(y);
noise_ValueCell cell = noise_value_cell(noise_value_column(s, c00, c01), noise_value_column(s, c10, c11));
return noise_value_pixel(cell, noise_eased(x));
}
vec4 noise_value_corners_3d(const uvec2 key, const noise_Coordinate x, const noise_Coordinate y, const noise_Coordinate z) {
noise_Coordinate x1 = noise_point_after(x);
noise_Coordinate y1 = noise_point_after(y);
uvec4 xy = noise_hash_prefix_around(key, x.cell, x1.cell, y.cell, y1.cell);
uvec4 left = noise_hash_last_pairs(key, uvec2(xy[0], xy[1]), z.cell, noise_next_cell(z));
uvec4 right = noise_hash_last_pairs(key, uvec2(xy[2], xy[3]), z.cell, noise_next_cell(z));
float t = noise_eased(noise_unit(z.fraction));
float c00 = noise_lerp(t, noise_hash_value(left[0]), noise_hash_value(left[1]));
float c01 = noise_lerp(t, noise_hash_value(left[2]), noise_hash_value(left[3]));
float c10 = noise_lerp(t, noise_hash_value(right[0]), noise_hash_value(right[1]));
return vec4(c00, c10, c01, noise_lerp(t, noise_hash_value(right[2]), noise_hash_value(right[3])));
}
float noise_value_3d(const uvec2 key, const noise_Coordinate x, const noise_Coordinate y, const noise_Coordinate z) {
vec4 c = noise_value_corners_3d(key, x, y, z);
return noise_value_blend(c[0], c[1], c[2], c[3], noise_unit(x.fraction), noise_unit(y.fraction));
}
uvec2 noise_steps_of(const int unit, const uint fraction) {
return uvec2(fraction, uint(unit) ^ 2147483648u);
}
uvec2 noise_steps_of_float(const float p) {
uint bits = floatBitsToUint(p);
uint size = min(bits & 2147483647u, 1325400063u);
float held = uintBitsToFloat((size < 8388608u) ? 0u : size);
float whole = floor(held);
float steps = noise_rounded(held - whole) * 4294967300.0;
uint fraction = uint(steps);
uint flips = uint(int(bits) >> 31u);
uint up = flips & ((float(fraction) == steps) ? 1u : 0u);
uint low = (fraction ^ flips) + up;
return uvec2(low, ((uint(whole) ^ flips) ^ 2147483648u) + ((low < up) ? 1u : 0u));
}
uvec2 noise_steps_near(const int unit, const uint fraction, const float away) {
uvec2 origin = noise_steps_of(unit, fraction);
uvec2 by = noise_steps_of_float(away);
uint low = origin[0] + by[0];
return uvec2(low, ((origin[1] + by[1]) + ((low < by[0]) ? 1u : 0u)) ^ 2147483648u);
}
noise_Coordinate noise_octave_of(const uvec3 octave, const uvec3 position) {
uint rest = 31u - octave[0];
uint fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
uint cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
uint sum = fraction + octave[1];
return noise_Coordinate((cell + octave[2]) + ((sum < fraction) ? 1u : 0u), sum);
}
float noise_evaluate(const uvec2 x, const uvec2 y, const uvec2 z) {
float r1 = 0.0;
uint k0 = 0u;
uvec3 at0 = uvec3(0u, x[0], x[1]);
uvec3 at1 = uvec3(0u, y[0], y[1]);
uvec3 at2 = uvec3(0u, z[0], z[1]);
while (k0 < (12u + noise_zero)) {
float v0 = noise_value_3d(uvec2($KEY), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1), noise_octave_of(noise_SHIFTS_2d[k0], at2));
float r0 = noise_canonical(v0);
float r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
k0 = k0 + 1u;
}
float r3 = noise_fbm_total(r1, 1.0);
return noise_canonical(r3);
}
float noise(const vec3 p, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]), noise_steps_of_float(p[2]));
}
float noise_at(const ivec3 unit, const uvec3 fraction, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]), noise_steps_of(unit[2], fraction[2]));
}
float noise_near(const ivec3 unit, const uvec3 fraction, const vec3 away, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]), noise_steps_near(unit[2], fraction[2], away[2]));
}
#endif
`;

export const simplex3 = `#ifndef noise_included_
#define noise_included_
#ifdef GL_ES
precision highp float;
precision highp int;
#endif
struct noise_Coordinate {
uint cell;
uint fraction;
};
struct noise_Simplex3d {
uvec4 hash;
vec3 from_0;
vec3 from_1;
vec3 from_2;
vec3 from_3;
};
struct noise_SimplexPath {
bvec3 second;
bvec3 third;
};
struct noise_SimplexPlace3d {
uvec3 cell;
vec3 from_0;
noise_SimplexPath path;
};
uint noise_zero = 0u;
uvec2[78] noise_PLACES = uvec2[78]($PLACES, uvec2(1431481003u, 2863289686u), uvec2(715828053u, 2773833066u), uvec2(2864010581u, 1431743146u), uvec2(1431655082u, 1789569621u), uvec2(0u, 2862962005u), uvec2(0u, 3579139754u));
uvec3[12] noise_SHIFTS_0d = uvec3[12]($SHIFTS_0);
uvec3[12] noise_SHIFTS_1d = uvec3[12]($SHIFTS_1);
uvec3[12] noise_SHIFTS_2d = uvec3[12]($SHIFTS_2);
uvec3[12] noise_SHIFTS_3d = uvec3[12]($SHIFTS_3);
float[12] noise_OCTAVES_0d = float[12]($OCTAVES_0);
const uint noise_LATTICE_X = 3679390609u;
const uint noise_LATTICE_Y = 3152041523u;
const uint noise_LATTICE_Z = 2700274805u;
const uint noise_LATTICE_FOLD = 2654435769u;
const uint noise_SIMPLEX_UNSKEW_3d = 2796202u;
const float noise_SIMPLEX_REACH = 0.4999981;
float noise_rounded(const float v) {
return uintBitsToFloat(floatBitsToUint(v) | noise_zero);
}
bool noise_is_sizable(const float v) {
return (floatBitsToUint(v) & 1879048192u) != 0u;
}
float noise_canonical(const float v) {
return noise_is_sizable(v) ? v : 0.0;
}
float noise_with_part(const float sum, const float part) {
return noise_rounded(sum + noise_canonical(part));
}
float noise_fbm_octave(const float sum, const float weight, const float value) {
return noise_with_part(sum, noise_rounded(weight * value));
}
float noise_fbm_total(const float sum, const float scale) {
return noise_canonical(noise_rounded(sum * scale));
}
uint noise_lattice_hash(const uvec2 key, const uint at) {
uint keyed = at ^ key[0];
uint a = keyed ^ (keyed >> 16u);
uint b = ((a & 16777215u) * (15414572u ^ ((key[1] << 1u) & 131070u))) + a;
uint c = b ^ (b >> 16u);
uint d = ((c & 16777215u) * (7120522u ^ ((key[1] >> 15u) & 131070u))) + c;
return d ^ (d >> 16u);
}
uint noise_hash_first(const uvec2 key, const uint product) {
return (key[1] ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_next(const uint prefix, const uint product) {
return (prefix ^ noise_LATTICE_FOLD) + product;
}
uint noise_hash_last(const uvec2 key, const uint prefix, const uint product) {
return noise_lattice_hash(key, noise_hash_next(prefix, product));
}
uint noise_carried(const uint cell, const uint sum, const uint part) {
return cell + ((sum < part) ? 1u : 0u);
}
noise_Coordinate noise_added(const noise_Coordinate a, const noise_Coordinate b) {
uint fraction = a.fraction + b.fraction;
uint cell = noise_carried(a.cell + b.cell, fraction, a.fraction);
return noise_Coordinate(cell, fraction);
}
float noise_signed(const uint word) {
return float(int(word));
}
uvec2 noise_simplex_skewed(const noise_Coordinate at, const noise_Coordinate skew) {
uint fraction = at.fraction + skew.fraction;
return uvec2(noise_carried(at.cell + skew.cell, fraction, at.fraction), fraction);
}
uint noise_simplex_units(const uint cell, const uint fraction) {
return (cell << 24u) | (fraction >> 8u);
}
float noise_simplex_offset(const uint units) {
return noise_signed(units) * 5.9604645e-8;
}
float noise_simplex_from(const noise_Coordinate at, const uint cell, const uint unskew) {
return noise_simplex_offset(noise_simplex_units(at.cell - cell, at.fraction) + unskew);
}
float noise_simplex_rest(const float rest, const float offset) {
return noise_rounded(rest - noise_rounded(offset * offset));
}
float noise_simplex_held(const float v) {
return min(max(v, 0.0), 1.0);
}
float noise_simplex_left(const float rest, const float squared) {
return noise_simplex_held(noise_rounded(rest - squared));
}
float noise_simplex_fourth(const float left) {
float squared = noise_rounded(left * left);
return noise_rounded(squared * squared);
}
float noise_simplex_rest_3d(const float y, const float z) {
return noise_simplex_rest(noise_simplex_rest(noise_SIMPLEX_REACH, z), y);
}
float noise_simplex_product_3d(const uint hash, const float x, const float y, const float z) {
uint h = hash & 15u;
float first = (h < 8u) ? x : y;
float second = (h < 4u) ? y : (((h & 13u) == 12u) ? x : z);
float a = uintBitsToFloat(floatBitsToUint(first) ^ ((hash << 31u) & 2147483648u));
float b = uintBitsToFloat(floatBitsToUint(second) ^ ((hash << 30u) & 2147483648u));
return noise_rounded(a + b);
}
float noise_simplex_vertex_3d(const uint hash, const vec3 at) {
float left = noise_simplex_left(noise_simplex_rest_3d(at[1], at[2]), noise_rounded(at[0] * at[0]));
return noise_rounded(noise_simplex_fourth(left) * noise_simplex_product_3d(hash, at[0], at[1], at[2]));
}
noise_SimplexPath noise_simplex_path(const uint x, const uint y, const uint z) {
bool x_over_y = y < x;
bool x_over_z = z < x;
bool y_over_z = z < y;
bvec3 second = bvec3(x_over_y && x_over_z, (!x_over_y) && y_over_z, !(x_over_z || y_over_z));
bvec3 third = bvec3(x_over_y || x_over_z, (!x_over_y) || y_over_z, !(x_over_z && y_over_z));
return noise_SimplexPath(second, third);
}
noise_Simplex3d noise_simplex_tetrahedron(const uvec4 hashes, const vec3 first, const noise_SimplexPath path) {
float x1 = noise_rounded(first[0] + (path.second[0] ? (-0.8333334) : 0.16666663));
float y1 = noise_rounded(first[1] + (path.second[1] ? (-0.8333334) : 0.16666663));
float z1 = noise_rounded(first[2] + (path.second[2] ? (-0.8333334) : 0.16666663));
float x2 = noise_rounded(first[0] + (path.third[0] ? (-0.66666675) : 0.33333325));
float y2 = noise_rounded(first[1] + (path.third[1] ? (-0.66666675) : 0.33333325));
float z2 = noise_rounded(first[2] + (path.third[2] ? (-0.66666675) : 0.33333325));
vec3 last = vec3(noise_rounded(first[0] - 0.5000001), noise_rounded(first[1] - 0.5000001), noise_rounded(first[2] - 0.5000001));
return noise_Simplex3d(hashes, first, vec3(x1, y1, z1), vec3(x2, y2, z2), last);
}
noise_SimplexPlace3d noise_simplex_place_3d(const noise_Coordinate x, const noise_Coordinate y, const noise_Coordinate z, const noise_Coordinate skew) {
uvec2 i = noise_simplex_skewed(x, skew);
uvec2 j = noise_simplex_skewed(y, skew);
uvec2 k = noise_simplex_skewed(z, skew);
uint unskew = ((i[0] + j[0]) + k[0]) * noise_SIMPLEX_UNSKEW_3d;
vec3 from_0 = vec3(noise_simplex_from(x, i[0], unskew), noise_simplex_from(y, j[0], unskew), noise_simplex_from(z, k[0], unskew));
return noise_SimplexPlace3d(uvec3(i[0], j[0], k[0]), from_0, noise_simplex_path(i[1], j[1], k[1]));
}
noise_Simplex3d noise_simplex_around_3d(const uvec2 key, const noise_Coordinate x, const noise_Coordinate y, const noise_Coordinate z, const noise_Coordinate skew) {
noise_SimplexPlace3d place = noise_simplex_place_3d(x, y, z, skew);
uint px = place.cell[0] * noise_LATTICE_X;
uint py = place.cell[1] * noise_LATTICE_Y;
uint pz = place.cell[2] * noise_LATTICE_Z;
uint py1 = py + noise_LATTICE_Y;
uint pz1 = pz + noise_LATTICE_Z;
noise_SimplexPath path = place.path;
uvec2 prefix = uvec2(noise_hash_first(key, px), noise_hash_first(key, px + noise_LATTICE_X));
uint along_1 = noise_hash_next(path.second[0] ? prefix[1] : prefix[0], path.second[1] ? py1 : py);
uint along_2 = noise_hash_next(path.third[0] ? prefix[1] : prefix[0], path.third[1] ? py1 : py);
uint h0 = noise_hash_last(key, noise_hash_next(prefix[0], py), pz);
uint h1 = noise_hash_last(key, along_1, path.second[2] ? pz1 : pz);
uint h2 = noise_hash_last(key, along_2, path.third[2] ? pz1 : pz);
uint h3 = noise_hash_last(key, noise_hash_next(prefix[1], py1), pz1);
return noise_simplex_tetrahedron(uvec4(h0, h1, h2, h3), place.from_0, path);
}
float noise_simplex_scaled_3d(const float sum) {
return noise_rounded(76.88075 * sum);
}
float noise_simplex_value_3d(const noise_Simplex3d s) {
float two = noise_rounded(noise_simplex_vertex_3d(s.hash[0], s.from_0) + noise_simplex_vertex_3d(s.hash[1], s.from_1));
float three = noise_rounded(two + noise_simplex_vertex_3d(s.hash[2], s.from_2));
return noise_simplex_scaled_3d(noise_rounded(three + noise_simplex_vertex_3d(s.hash[3], s.from_3)));
}
float noise_simplex_3d(const uvec2 key, const noise_Coordinate x, const noise_Coordinate y, const noise_Coordinate z, const noise_Coordinate skew) {
return noise_simplex_value_3d(noise_simplex_around_3d(key, x, y, z, skew));
}
#if (defined(GL_ES) && __VERSION__ >= 310) || (!defined(GL_ES) && __VERSION__ >= 400)
uint noise_upper_product(uint a, uint b) {
uint upper, lower;
umulExtended(a, b, upper, lower);
return upper;
}
#else
uint noise_upper_product(const uint a, const uint b) {
uint first = ((a >> 16u) * (b & 65535u)) + (((a & 65535u) * (b & 65535u)) >> 16u);
uint second = ((a & 65535u) * (b >> 16u)) + (first & 65535u);
return (((a >> 16u) * (b >> 16u)) + (first >> 16u)) + (second >> 16u);
}
#endif
uvec2 noise_wide_product(const uint a, const uint b) {
return uvec2(a * b, noise_upper_product(a, b));
}
uvec2 noise_steps_of(const int unit, const uint fraction) {
return uvec2(fraction, uint(unit) ^ 2147483648u);
}
uvec2 noise_steps_of_float(const float p) {
uint bits = floatBitsToUint(p);
uint size = min(bits & 2147483647u, 1325400063u);
float held = uintBitsToFloat((size < 8388608u) ? 0u : size);
float whole = floor(held);
float steps = noise_rounded(held - whole) * 4294967300.0;
uint fraction = uint(steps);
uint flips = uint(int(bits) >> 31u);
uint up = flips & ((float(fraction) == steps) ? 1u : 0u);
uint low = (fraction ^ flips) + up;
return uvec2(low, ((uint(whole) ^ flips) ^ 2147483648u) + ((low < up) ? 1u : 0u));
}
uvec2 noise_steps_near(const int unit, const uint fraction, const float away) {
uvec2 origin = noise_steps_of(unit, fraction);
uvec2 by = noise_steps_of_float(away);
uint low = origin[0] + by[0];
return uvec2(low, ((origin[1] + by[1]) + ((low < by[0]) ? 1u : 0u)) ^ 2147483648u);
}
uvec3 noise_next_word(const uvec2 word, const uvec2 steps, const uvec2 carry) {
if (word[0] == 0u) {
uint sum = carry[0] + word[1];
return uvec3(sum, carry[1] + ((sum < carry[0]) ? 1u : 0u), 0u);
}
uvec2 lower = noise_wide_product(word[0], steps[0]);
uvec2 upper = noise_wide_product(word[0], steps[1]);
uint a = carry[0] + lower[0];
uint b = a + word[1];
uint c = lower[1] + ((a < lower[0]) ? 1u : 0u);
uint d = c + ((b < a) ? 1u : 0u);
uint e = d + carry[1];
uint f = e + upper[0];
return uvec3(b, f, ((upper[1] + ((d < c) ? 1u : 0u)) + ((e < d) ? 1u : 0u)) + ((f < e) ? 1u : 0u));
}
uvec3 noise_multiplied(const uvec2 steps) {
uvec2 carry = uvec2(0u, 0u);
uvec3 position = uvec3(0u, 0u, 0u);
uint i = 0u;
while (i < 6u) {
uvec3 next = noise_next_word(noise_PLACES[72u + i], steps, carry);
carry = uvec2(next[1], next[2]);
position = uvec3(position[1], position[2], next[0]);
i = i + 1u;
}
return position;
}
noise_Coordinate noise_octave_of(const uvec3 octave, const uvec3 position) {
uint rest = 31u - octave[0];
uint fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
uint cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
uint sum = fraction + octave[1];
return noise_Coordinate((cell + octave[2]) + ((sum < fraction) ? 1u : 0u), sum);
}
uvec2 noise_next_cells(const uint word, const uint cell) {
return uvec2(word, cell);
}
noise_Coordinate noise_placed(const uint first, const uvec2 steps) {
uvec2 carry = uvec2(0u, 0u);
uvec2 at = uvec2(0u, 0u);
uint i = 0u;
while (i < 6u) {
uvec3 next = noise_next_word(noise_PLACES[first + i], steps, carry);
carry = uvec2(next[1], next[2]);
at = noise_next_cells(next[0], at[0]);
i = i + 1u;
}
return noise_Coordinate(at[0], at[1]);
}
float noise_evaluate(const uvec2 x, const uvec2 y, const uvec2 z) {
float r1 = 0.0;
uint k0 = 0u;
uvec3 at0 = uvec3(0u, x[0], x[1]);
uvec3 at1 = uvec3(0u, y[0], y[1]);
uvec3 at2 = uvec3(0u, z[0], z[1]);
uvec3 at3 = noise_multiplied(y);
uvec3 at4 = noise_multiplied(z);
while (k0 < (12u + noise_zero)) {
float v0 = noise_simplex_3d(uvec2($KEY), noise_octave_of(noise_SHIFTS_0d[k0], at0), noise_octave_of(noise_SHIFTS_1d[k0], at1), noise_octave_of(noise_SHIFTS_2d[k0], at2), noise_added(noise_added(noise_placed(k0 * 6u, x), noise_octave_of(noise_SHIFTS_3d[k0], at3)), noise_octave_of(noise_SHIFTS_3d[k0], at4)));
float r0 = noise_canonical(v0);
float r2 = noise_fbm_octave(r1, noise_OCTAVES_0d[k0], r0);
r1 = r2;
k0 = k0 + 1u;
}
float r3 = noise_fbm_total(r1, 1.0);
return noise_canonical(r3);
}
float noise(const vec3 p, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of_float(p[0]), noise_steps_of_float(p[1]), noise_steps_of_float(p[2]));
}
float noise_at(const ivec3 unit, const uvec3 fraction, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_of(unit[0], fraction[0]), noise_steps_of(unit[1], fraction[1]), noise_steps_of(unit[2], fraction[2]));
}
float noise_near(const ivec3 unit, const uvec3 fraction, const vec3 away, const uint unknown_zero) {
noise_zero = unknown_zero;
return noise_evaluate(noise_steps_near(unit[0], fraction[0], away[0]), noise_steps_near(unit[1], fraction[1], away[1]), noise_steps_near(unit[2], fraction[2], away[2]));
}
#endif
`;
