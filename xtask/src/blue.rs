//! The table of blue noise, by void and cluster (Ulichney, "The void-and-cluster method for dither array generation", 1993).
//!
//! A set of cells is even if no cell has much more of the set around it than another. How much a cell has around it is a sum of Gaussian weights over the
//! set, on a torus, so that the square repeats without a seam. The weights are integers: sums are exact, and the table is the same on every machine.

use std::path::Path;

/// Cells along a side of the square.
pub const SIDE: usize = 64;

/// The file of the table, from the root of the repository: the rank of each cell, row by row, as little-endian words of 16 bits.
pub const FILE: &str = "src/strict/ranks.bin";

/// The standard deviation of the weights, in cells. With the paper's 1.5 the middle ranks form a checkerboard; from 1.9 on the spectrum is flat above the
/// frequencies that are missing, and with more these are fewer.
const SPREAD: f64 = 1.9;

/// A set of cells, and how much of it each cell has around it.
#[derive(Clone)]
struct Set<'w> {
    /// The weight of a cell at a distance of whole columns and rows.
    weights: &'w [u64],
    has: Vec<bool>,
    around: Vec<u64>,
}

impl<'w> Set<'w> {
    fn new(weights: &'w [u64], members: impl Iterator<Item = usize>) -> Self {
        let count = SIDE * SIDE;
        let mut set = Self { weights, has: vec![false; count], around: vec![0; count] };
        members.for_each(|cell| set.toggle(cell));
        set
    }

    /// Adds a cell, or removes it.
    fn toggle(&mut self, cell: usize) {
        let is_added = !self.has[cell];
        self.has[cell] = is_added;
        for row in 0..SIDE {
            let weights = &self.weights[(row + SIDE - cell / SIDE) % SIDE * SIDE..][..SIDE];
            for column in 0..SIDE {
                let weight = weights[(column + SIDE - cell % SIDE) % SIDE];
                let around = &mut self.around[row * SIDE + column];
                *around = if is_added { *around + weight } else { *around - weight };
            }
        }
    }

    /// Returns the member that has most around it. Of several it is the first.
    fn tightest(&self) -> usize {
        self.members(true).max_by_key(|&cell| (self.around[cell], std::cmp::Reverse(cell))).expect("the set has members")
    }

    /// Returns the cell outside the set that has least of it around. Of several it is the first.
    fn widest(&self) -> usize {
        self.members(false).min_by_key(|&cell| (self.around[cell], cell)).expect("the set has gaps")
    }

    fn members(&self, are_in: bool) -> impl Iterator<Item = usize> {
        (0..self.has.len()).filter(move |&cell| self.has[cell] == are_in)
    }
}

/// Returns the rank of each cell, row by row: the cells with the lowest ranks, however many, are spread evenly.
pub fn ranks() -> Vec<u16> {
    let count = SIDE * SIDE;
    let weights: Vec<u64> = (0..count)
        .map(|cell| {
            let away = |steps: usize| steps.min(SIDE - steps) as f64;
            let (x, y) = (away(cell % SIDE), away(cell / SIDE));
            (libm::exp(-(x * x + y * y) / (2.0 * SPREAD * SPREAD)) * 4_294_967_296.0 + 0.5) as u64
        })
        .collect();
    // Any tenth of the cells. Its tightest member moves to the widest gap until that is where it came from.
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(0x915f_77f5).wrapping_add(1);
        (state >> 8) as usize % count
    };
    let mut any = std::collections::BTreeSet::new();
    while any.len() < count / 10 {
        any.insert(random());
    }
    let mut first = Set::new(&weights, any.into_iter());
    loop {
        let tightest = first.tightest();
        first.toggle(tightest);
        let widest = first.widest();
        first.toggle(widest);
        if widest == tightest {
            break;
        }
    }
    let mut ranks = vec![0; count];
    let mut fewer = first.clone();
    let members = first.members(true).count();
    for rank in (0..members).rev() {
        let cell = fewer.tightest();
        fewer.toggle(cell);
        ranks[cell] = rank as u16;
    }
    let mut more = first;
    for rank in members..count / 2 {
        let cell = more.widest();
        more.toggle(cell);
        ranks[cell] = rank as u16;
    }
    // From here on the cells outside are the fewer ones, so they are kept even.
    let mut rest = Set::new(&weights, more.members(false));
    for rank in count / 2..count {
        let cell = rest.tightest();
        rest.toggle(cell);
        ranks[cell] = rank as u16;
    }
    ranks
}

/// Returns the content of the file.
fn file() -> Vec<u8> {
    ranks().into_iter().flat_map(u16::to_le_bytes).collect()
}

/// Returns the content of the file, if that in the repository at `root` is another.
pub fn stale(root: &Path) -> Option<Vec<u8>> {
    Some(file()).filter(|file| std::fs::read(root.join(FILE)).ok().as_ref() != Some(file))
}
