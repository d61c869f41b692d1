//! The half of a program that kernels read as data.

use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::structure::{LatticeAxis, Operand, Scalar};
use super::term::TermOctave;
use super::wave::Wave;
use crate::seeding::Permutation;

/// The half of a program that kernels read as data.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Values {
    /// By [`Scalar`](super::Scalar).
    pub(crate) scalars: Vec<f32>,
    /// By [`OctaveScalar`](super::OctaveScalar), then by octave. The octaves count over all enclosing loops, the innermost fastest.
    pub(crate) octave_scalars: Vec<Vec<f32>>,
    /// The number of octaves of each loop.
    pub(crate) octaves: Vec<u32>,
    /// The values of each lattice axis.
    pub(crate) axes: Vec<AxisValues>,
    /// The key of each basis' hash: the index of its table in `tables`, or the two words of its seed.
    pub(crate) keys: Vec<[u32; 2]>,
    pub(crate) tables: Vec<Permutation>,
    /// For each table, its composition with itself.
    pub(crate) twice: Vec<[u8; 256]>,
}

impl Values {
    #[inline]
    pub(crate) fn scalar(&self, scalar: Scalar) -> f32 {
        self.scalars[scalar.0 as usize]
    }

    /// Returns the value of an operand that is not a register.
    #[inline]
    pub(crate) fn number(&self, operand: Operand, octave: usize) -> f32 {
        match operand {
            Operand::Scalar(scalar) => self.scalar(scalar),
            Operand::Octave(scalar) => self.octave_scalars[scalar.0 as usize][octave],
            Operand::Register(_) => unreachable!("a register is not a number"),
        }
    }
}

/// The coordinate of a lattice axis as a function of the domain, in every octave.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AxisValues {
    /// The path of the node, for errors.
    pub(crate) place: String,
    /// The base 2 logarithm of the limit on the coordinate's absolute value, in cells, in the first octave.
    pub(crate) most_bits: u32,
    /// The coordinate is certainly within the limit if no coordinate of the domain exceeds this value. Negative if that is never certain.
    pub(crate) near: f64,
    /// The values of each term of the structure's axis.
    pub(crate) terms: Vec<TermValues>,
}

impl AxisValues {
    pub(crate) fn new(place: String, most_bits: u32, terms: Vec<TermValues>) -> Self {
        let (mut factors, mut others) = (0.0, 0.0);
        for TermValues { octaves } in &terms {
            let first = &octaves[0];
            let of_term = if first.wave == Wave::Linear { &mut factors } else { &mut others };
            *of_term += size(&first.factor());
            others += size(&first.offset());
        }
        // The margin of one cell exceeds the error of the f64 arithmetic here.
        let most = (1_u64 << most_bits) as f64 - 1.0;
        let near = (most - others) / factors;
        let near = if near >= 0.0 { near.min(f64::MAX) } else { -1.0 };
        Self { place, most_bits, near, terms }
    }

    /// Returns true if the coordinate is certainly within the limit at a point of the domain.
    #[inline]
    pub(crate) fn is_near(&self, axis: &LatticeAxis, at: &[f64; 4]) -> bool {
        // False for NaN.
        axis.terms.iter().all(|&domain_axis| at[usize::from(domain_axis)].abs() <= self.near)
    }
}

/// Returns the absolute value of a ratio.
fn size(ratio: &BigRational) -> f64 {
    ratio.to_f64().map_or(f64::INFINITY, f64::abs)
}

/// A summand of a lattice coordinate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TermValues {
    /// By octave. The octaves count over all enclosing loops, the innermost fastest.
    pub(crate) octaves: Vec<TermOctave>,
}
