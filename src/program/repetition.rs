//! Whether a program's samples come again along an axis of the domain.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::structure::Structure;
use super::term::TermOctave;
use super::values::Values;
use super::wave::Wave;
use crate::permutation::{HashKind, MAX_TABLE_PERIOD};

/// What follows an axis of the domain, in every octave, with the hash that its cells go into.
pub(super) fn along<'p>(structure: &'p Structure, values: &'p Values, axis: usize) -> impl Iterator<Item = (&'p TermOctave, HashKind)> {
    let mut hashes = vec![HashKind::Lattice; structure.axes.len()];
    for (_, basis, first) in structure.bases() {
        hashes[first as usize..][..usize::from(basis.axes())].fill(basis.hash);
    }
    let axes = structure.axes.iter().zip(&values.axes).zip(hashes);
    let terms = axes
        .flat_map(|((structure, values), hash)| structure.terms.iter().zip(&values.terms).map(move |(along, term)| (along, term, hash)));
    let terms = terms.filter(move |(along, ..)| usize::from(**along) == axis);
    terms.flat_map(|(_, term, hash)| term.octaves.iter().map(move |octave| (octave, hash)))
}

impl TermOctave {
    /// Whether the term comes round after a length.
    pub(super) fn repeats_after(&self, length: &BigRational, hash: HashKind) -> bool {
        if self.exact.factor.is_zero() {
            return true;
        }
        match &self.wave {
            Wave::Sine(turns) => turns.come_round_after(length),
            Wave::Linear => {
                // Without a period the table comes again after 256 cells, and cells wrap after 2^32.
                let cells = match (self.period, hash) {
                    (0, HashKind::Table) => BigInt::from(MAX_TABLE_PERIOD),
                    (0, HashKind::Lattice) => BigInt::one() << 32,
                    (period, _) => period.into(),
                };
                (self.factor() * length / cells).is_integer()
            }
        }
    }
}
