//! How a seed becomes words of a module's parameters, so that functions of the module can set it.

use crate::seeding::{lattice_key, mixed_seed, octave_offset, unmixed_seed};

/// Two words that depend on the seed alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Seeded {
    /// The index of the first of the two words.
    at: usize,
    /// The seed with which the recipe's seed is mixed, if it is.
    mixed_with: Option<u64>,
    what: What,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum What {
    /// The key of the lattice hash.
    Key,
    /// The offset of an octave along an axis, plus a number.
    Offset { octave: u32, axis: u32, plus: u64 },
}

/// The words of parameters with some seeds.
type Tried<'t> = &'t [(u64, Vec<u32>)];

fn pair(words: &[u32], at: usize) -> u64 {
    u64::from(words[at]) | u64::from(words[at + 1]) << 32
}

impl Seeded {
    /// Returns all that a seed changes, given the indices of keys, those of offsets with their octaves, and words with at least two seeds and nothing else changed.
    /// Returns `None` if something else depends on the seed.
    pub(super) fn all(keys: &[usize], offsets: &[(usize, u32)], tried: Tried<'_>) -> Option<Vec<Self>> {
        let [(_, first), others @ ..] = tried else { return None };
        let differs = |at: usize| others.iter().any(|(_, words)| words[at] != first[at]);
        let mut found = Vec::new();
        let mut mixed_with = vec![None];
        for &at in keys.iter().filter(|at| differs(**at) || differs(*at + 1)) {
            let key = Self::key(at, tried)?;
            mixed_with.push(key.mixed_with);
            found.push(key);
        }
        for &(at, octave) in offsets.iter().filter(|(at, _)| differs(*at) || differs(at + 1)) {
            found.push(Self::offset(at, octave, &mixed_with, tried)?);
        }
        let is_found = |at: usize| found.iter().any(|one| (one.at..one.at + 2).contains(&at));
        (0..first.len()).all(|at| is_found(at) || !differs(at)).then_some(found)
    }

    fn key(at: usize, tried: Tried<'_>) -> Option<Self> {
        let (seed, words) = tried.first()?;
        let with = unmixed_seed([words[at], words[at + 1]], *seed);
        let ways = [None, Some(with)].map(|mixed_with| Self { at, mixed_with, what: What::Key });
        ways.into_iter().find(|way| way.explains(tried))
    }

    fn offset(at: usize, octave: u32, keys: &[Option<u64>], tried: Tried<'_>) -> Option<Self> {
        let (seed, words) = tried.first()?;
        let ways = keys.iter().flat_map(|mixed_with| (0..4).map(move |axis| (*mixed_with, axis)));
        let mut ways = ways.map(|(mixed_with, axis)| {
            let way = |plus: u64| Self { at, mixed_with, what: What::Offset { octave, axis, plus } };
            way(pair(words, at).wrapping_sub(way(0).of(*seed)))
        });
        ways.find(|way| way.explains(tried))
    }

    /// Returns true if the seeds give the words. Those of an octave that a recipe lacks are 0.
    pub(super) fn explains(&self, tried: Tried<'_>) -> bool {
        tried.iter().all(|(seed, words)| [0, self.of(*seed)].contains(&pair(words, self.at)))
    }

    /// Returns the two words for a seed.
    fn of(&self, seed: u64) -> u64 {
        let seed = self.mixed_with.map_or(seed, |with| mixed_seed(with, seed));
        match self.what {
            What::Key => pair(&lattice_key(seed), 0),
            What::Offset { octave, axis, plus } => octave_offset(seed, &[octave], axis as usize).wrapping_add(plus),
        }
    }

    /// Returns the entry of `SEEDED`, as `seeded` in `shaders/export/seeds.wgsl` reads it.
    pub(super) fn words(&self) -> [u32; 8] {
        let with = self.mixed_with.unwrap_or(0);
        let (octave, axis, plus) = match self.what {
            What::Key => (0, 0, 0),
            What::Offset { octave, axis, plus } => (octave, axis, plus),
        };
        let is_mixed = u32::from(self.mixed_with.is_some());
        [self.at as u32, octave, axis, is_mixed, with as u32, (with >> 32) as u32, plus as u32, (plus >> 32) as u32]
    }
}
