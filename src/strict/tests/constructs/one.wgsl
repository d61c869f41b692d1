//@ lanes: one
// Constructs that only a file for one lane has.

struct Table {
    values: array<vec4<f32>, 16>,
    rows: i32,
    columns: u32,
}

struct Step {
    by: i32,
    first: f32,
}

fn table_of(a: f32, p: u32) -> Table {
    let v = vec4<f32>(a, 1.0f, 2.0f, f32(p & 15u));
    let w = vec4<f32>(0.5f, a, -a, 4.0f);
    return Table(array<vec4<f32>, 16>(v, w, v, w, v, w, v, w, v, w, v, w, v, w, v, w), -3, p);
}

fn entry(table: Table, row: u32) -> f32 {
    return table.values[row & 15u].w + table.values[1][2];
}

fn a_large_struct(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let table = table_of(a, p);
    return bitcast<u32>(entry(table, q)) ^ table.columns ^ bitcast<u32>(f32(table.rows));
}

fn signed_numbers(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let i = i32(p >> 8u) - 0x700000;
    let step = Step(-i, f32(i));
    var sum = i * 1000003 + step.by;
    sum -= 7;
    let up = select(-sum, sum, sum < 0);
    return u32(max(min(up, 1000), -1000) + 1000) ^ bitcast<u32>(step.first) ^ u32((up >> 3u) & 0xff);
}

fn conversions_of_signed(a: f32, b: f32, p: u32, q: u32) -> u32 {
    return u32(i32(floor(a * 100.0f)) + 100000) ^ u32(1 << (q & 15u)) ^ (p << (q & 7u)) ^ (p >> (q & 31u));
}

fn is_less(a: f32, b: f32) -> bool {
    return a < b;
}

fn truths(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let less = is_less(a, b);
    if (less && p < q) || (!less && q < p) {
        return 1u;
    }
    if !(less || p == q) {
        return 2u;
    } else if less {
        return 3u;
    }
    return 4u;
}
