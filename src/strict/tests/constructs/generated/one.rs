// @generated from src/strict/tests/constructs/one.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Constructs that only a file for one lane has.

use crate::strict::builtin::floor;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Table {
    pub(crate) values: [[f32; 4]; 16],
    pub(crate) rows: i32,
    pub(crate) columns: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    pub(crate) by: i32,
    pub(crate) first: f32,
}

pub(crate) fn table_of(a: f32, p: u32) -> Table {
    let v = [a, 1.0, 2.0, (p & 15) as f32];
    let w = [0.5_f32, a, -a, 4.0];
    Table { values: [v, w, v, w, v, w, v, w, v, w, v, w, v, w, v, w], rows: -3, columns: p }
}

pub(crate) fn entry(table: &Table, row: u32) -> f32 {
    table.values[(row & 15) as usize][3] + table.values[1][2]
}

pub(crate) fn a_large_struct(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let table = table_of(a, p);
    entry(&table, q).to_bits() ^ table.columns ^ (table.rows as f32).to_bits()
}

pub(crate) fn signed_numbers(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let i = ((p >> 8) as i32).wrapping_sub(0x700000);
    let step = Step { by: i.wrapping_neg(), first: i as f32 };
    let mut sum = i.wrapping_mul(1000003).wrapping_add(step.by);
    sum = sum.wrapping_sub(7);
    let up = if sum < 0 { sum } else { sum.wrapping_neg() };
    up.min(1000).max(-1000).wrapping_add(1000) as u32 ^ step.first.to_bits() ^ ((up >> 3) & 0xff) as u32
}

pub(crate) fn conversions_of_signed(a: f32, b: f32, p: u32, q: u32) -> u32 {
    (floor(a * 100.0) as i32).wrapping_add(100000) as u32
        ^ 1_i32.wrapping_shl(q & 15) as u32
        ^ p.wrapping_shl(q & 7)
        ^ p.wrapping_shr(q & 31)
}

pub(crate) fn is_less(a: f32, b: f32) -> bool {
    a < b
}

pub(crate) fn truths(a: f32, b: f32, p: u32, q: u32) -> u32 {
    let less_ = is_less(a, b);
    if (less_ && p < q) || (!less_ && q < p) {
        return 1;
    }
    if !(less_ || p == q) {
        return 2;
    } else if less_ {
        return 3;
    }
    4
}
