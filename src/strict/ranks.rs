//! The table of blue noise, which `cargo xtask blue` writes.

/// The rank of each cell of a square of 64 by 64, row by row.
pub(crate) static RANKS: [u16; 4096] = {
    let bytes = include_bytes!("ranks.bin");
    let mut ranks = [0; 4096];
    let mut cell = 0;
    while cell < ranks.len() {
        ranks[cell] = u16::from_le_bytes([bytes[2 * cell], bytes[2 * cell + 1]]);
        cell += 1;
    }
    ranks
};

/// The number of words of the table on a GPU.
#[cfg(feature = "gpu")]
pub(crate) const RANK_WORDS: usize = RANKS.len() / 2;

/// Returns the table as words of two ranks, the first in the lower half.
#[cfg(feature = "gpu")]
pub(crate) fn words() -> impl Iterator<Item = u32> {
    RANKS.as_chunks::<2>().0.iter().map(|&[first, second]| u32::from(first) | u32::from(second) << 16)
}
