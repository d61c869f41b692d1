//! Intrinsics: primitives, and the functions and types that shaders get from their bindings. Each is named after `//@ by hand:` or `//@ calls:` in its
//! shader.
//!
//! The shader version of each primitive is also translated, for one lane; a test checks that both give the same bits.

use super::real::{Lanes, Real, Word};

/// The largest displacement of a coordinate, in cells.
const MOST_DISPLACED: f32 = 1_048_576.0;

/// A permutation table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Table<'a> {
    pub(crate) entries: &'a [u8; 256],
    /// The entry at each entry.
    pub(crate) twice: &'a [u8; 256],
    /// True if functions that hash many samples side by side are not inlined. Inlining too much into one function takes the compiler minutes. The
    /// samples don't depend on it.
    pub(crate) is_outlined: bool,
}

impl<'a> Table<'a> {
    /// For hashes that use no table.
    pub(crate) const NONE: Table<'static> = Table::new(&[0; 256], &[0; 256]);

    /// Creates a table from its entries, and the entry at each entry.
    pub(crate) const fn new(entries: &'a [u8; 256], twice: &'a [u8; 256]) -> Self {
        Self { entries, twice, is_outlined: true }
    }

    /// Returns the same table with `is_outlined` known to the compiler.
    #[inline(always)]
    pub(crate) fn with_outlined(self, is_outlined: bool) -> Self {
        Self { is_outlined, ..self }
    }
}

/// Returns the entry of a table at the low eight bits of an index.
#[inline(always)]
pub(crate) fn permute<W: Word>(table: Table<'_>, index: W) -> W {
    index.permuted(table.entries)
}

/// Returns the rank of a cell in the table of blue noise: 64 times its row, plus its column.
#[inline(always)]
pub(crate) fn blue_rank<W: Word>(cell: W) -> W {
    cell.blue_rank()
}

/// Returns two entries, which the shader loads as one word.
#[inline(always)]
pub(crate) fn permute_pair<W: Word>(table: Table<'_>, index: W, at: W, next: W) -> [W; 2] {
    W::all_permuted([index + at, index + next], table.entries)
}

/// Returns the pairs of entries for two indices, looked up together.
#[inline(always)]
pub(crate) fn permute_pairs<W: Word>(table: Table<'_>, index: [W; 2], at: W, next: W) -> [W; 4] {
    W::all_permuted(pairs(index, at, next), table.entries)
}

#[inline(always)]
pub(crate) fn permute_pairs_twice<W: Word>(table: Table<'_>, index: [W; 2], at: W, next: W) -> [W; 4] {
    W::all_permuted(pairs(index, at, next), table.twice)
}

#[inline(always)]
fn pairs<W: Word>([first, second]: [W; 2], at: W, next: W) -> [W; 4] {
    [first + at, first + next, second + at, second + next]
}

/// The identity: Rust neither fuses nor reorders operations.
#[inline(always)]
pub(crate) fn rounded<F: Real>(v: F) -> F {
    v
}

#[inline(always)]
pub(crate) fn is_sizable<F: Real>(v: F) -> F::Mask {
    v.is_sizable()
}

#[inline(always)]
pub(crate) fn with_part<F: Real>(sum: F, part: F) -> F {
    sum.with_part(part)
}

#[inline(always)]
pub(crate) fn doubled_sign<W: Word>(hash: W, codes: u32) -> W::Real {
    hash.component(codes, 2.0)
}

#[inline(always)]
pub(crate) fn sign_of<W: Word>(hash: W, codes: u32) -> W::Real {
    hash.component(codes, 1.0)
}

#[inline(always)]
pub(crate) fn sign_of_32<W: Word>(hash: W, lower: u32, upper: u32) -> W::Real {
    W::Real::chosen(sign_of(hash, upper), sign_of(hash, lower), (hash & hash.word(31)).less(hash.word(16)))
}

/// The machine's instruction, which rounds as in IEEE 754.
#[inline(always)]
pub(crate) fn sqrt_of<F: Real>(v: F) -> F {
    F::chosen(v.real(0.0), v.root(), v.real(0.0).less(v))
}

#[inline(always)]
pub(crate) fn sqrt_of_two<F: Real>(v: [F; 2]) -> [F; 2] {
    let [first, second] = F::roots(v);
    let zero = first.real(0.0);
    [F::chosen(zero, first, zero.less(v[0])), F::chosen(zero, second, zero.less(v[1]))]
}

/// Without a period, which is the same for all lanes, no comparison is needed.
#[inline(always)]
pub(crate) fn cell_after<W: Word>(cell: W, period: u32) -> W {
    let next = cell + cell.word(1);
    if period == 0 { next } else { W::chosen(next, cell.word(0), next.equal(cell.word(period))) }
}

#[inline(always)]
pub(crate) fn cell_before<W: Word>(cell: W, period: u32) -> W {
    let first = if period == 0 { cell } else { W::chosen(cell, cell.word(period), cell.equal(cell.word(0))) };
    first - cell.word(1)
}

#[inline(always)]
pub(crate) fn carried<W: Word>(cell: W, sum: W, part: W) -> W {
    cell.carried(sum, part)
}

#[inline(always)]
pub(crate) fn wrapped<W: Word>(cell: W, period: u32) -> W {
    cell.wrapped(period)
}

#[inline(always)]
pub(crate) fn displacement<F: Real>(by: F) -> [F::Word; 2] {
    by.max(by.real(-MOST_DISPLACED)).min(by.real(MOST_DISPLACED)).cell_and_fraction()
}

#[inline(always)]
pub(crate) fn signed<W: Word>(word: W) -> W::Real {
    word.signed()
}

#[inline(always)]
pub(crate) fn simplex_gradient_2x<W: Word>(hash: W) -> W::Real {
    hash.signed_size([0.980_785_28, 0.831_469_6, 0.555_570_23, 0.195_090_32], 3, 29, 0x8000_0000)
}

#[inline(always)]
pub(crate) fn simplex_gradient_2y<W: Word>(hash: W) -> W::Real {
    hash.signed_size([0.195_090_32, 0.555_570_23, 0.831_469_6, 0.980_785_28], 3, 28, 0x8000_0000)
}

/// For a number that is at most 1.
#[inline(always)]
pub(crate) fn simplex_held<F: Real>(v: F) -> F {
    v.max(v.real(0.0))
}

/// Uses the gradient's components, which are looked up.
#[inline(always)]
pub(crate) fn simplex_product_3<F: Real>(hash: F::Word, x: F, y: F, z: F) -> F {
    sign_of(hash, 0x7777_004c) * x + (sign_of(hash, 0x5f00_7777) * y + sign_of(hash, 0x005f_5f13) * z)
}
