//! How `rows.rs` cuts the pixels of a row into blocks of sixteen, which may overlap.

use std::ops::Range;

use crate::value::lanes::LANES;

/// How the pixels of a row are cut into blocks.
pub(super) struct Blocks {
    /// Of pixels.
    pub(super) count: usize,
    /// By how many pixels the second block, and with it all others, overlaps the first.
    pub(super) overlap: usize,
    /// Whether the last block overlaps the one before, so that it is whole.
    pub(super) is_last_whole: bool,
}

impl Blocks {
    /// Whole blocks, of which all but the first and the last begin at one of every sixteen pixels.
    pub(super) fn overlapping(count: usize, lead: usize) -> Self {
        let overlap = if count < 2 * LANES || lead >= LANES { 0 } else { (LANES - lead) % LANES };
        Self { count, overlap, is_last_whole: count > LANES && !(count + overlap).is_multiple_of(LANES) }
    }

    pub(super) fn number(&self) -> usize {
        (self.count + self.overlap).div_ceil(LANES)
    }

    /// The pixels of a block.
    pub(super) fn range(&self, block: usize) -> Range<usize> {
        if self.is_last_whole && block + 1 == self.number() {
            return self.count - LANES..self.count;
        }
        let start = (block * LANES).saturating_sub(self.overlap);
        start..(start + LANES).min(self.count)
    }

    /// Runs of blocks that don't overlap, of which the first or the last may be empty, each with its pixels.
    pub(super) fn runs(&self) -> [(Range<usize>, Range<usize>); 3] {
        let (first, last) = (usize::from(self.overlap > 0), self.number() - usize::from(self.is_last_whole));
        [0..first, first..last, last..self.number()].map(|blocks| {
            let pixels = if blocks.is_empty() { 0..0 } else { self.range(blocks.start).start..self.range(blocks.end - 1).end };
            (blocks, pixels)
        })
    }
}
