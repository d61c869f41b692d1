//! Noise over a lattice, as nodes request it.

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::error::{Error, Result};
use crate::key::PerAxis;
use crate::number::Number;
use crate::program::BasisFunction;
use crate::seeding::HashKind;

/// The parameters that all lattice bases share.
#[derive(Debug)]
pub(crate) struct Lattice<'a> {
    pub(crate) frequency: Number,
    /// The frequency on each axis instead of the common one, if given.
    pub(crate) frequencies: Option<&'a PerAxis<Number>>,
    /// The number of cells, as frequency, offset and period count them, in a cell of the lattice on x and y.
    pub(crate) block: [u32; 2],
    pub(crate) offset: Option<&'a PerAxis<Number>>,
    pub(crate) hash: HashKind,
    pub(crate) seed: Option<u64>,
    pub(crate) period: Option<&'a PerAxis<u32>>,
}

impl<'a> Lattice<'a> {
    /// Returns the lattice of a node's keys, with one cell per unit.
    pub(crate) fn of_keys(offset: Option<&'a PerAxis<Number>>, seed: Option<u64>, period: Option<&'a PerAxis<u32>>) -> Self {
        Lattice { offset, seed, period, ..Lattice::PLAIN }
    }
}

impl Lattice<'_> {
    /// One cell per unit, without an offset.
    pub(crate) const PLAIN: Self = Lattice {
        frequency: Number::ONE,
        frequencies: None,
        block: [1, 1],
        offset: None,
        hash: HashKind::Lattice,
        seed: None,
        period: None,
    };

    /// Returns the number of cells per unit along an axis.
    pub(crate) fn cells_a_unit(&self, axis: usize) -> BigRational {
        let frequency = self.frequencies.and_then(|frequencies| frequencies.get(axis)).unwrap_or(self.frequency);
        self.in_blocks(frequency.to_ratio(), axis)
    }

    /// Returns the offset of the lattice along an axis, in cells.
    pub(crate) fn offset_along(&self, axis: usize) -> BigRational {
        let offset = self.offset.and_then(|offset| offset.get(axis)).unwrap_or(Number::ZERO);
        self.in_blocks(offset.to_ratio(), axis)
    }

    /// Returns the period along an axis, in cells; 0 for none.
    pub(crate) fn cells_of_period(&self, axis: usize) -> u32 {
        self.period.and_then(|period| period.get(axis)).unwrap_or(0) / self.cells_of_block(axis)
    }

    fn cells_of_block(&self, axis: usize) -> u32 {
        self.block.get(axis).copied().unwrap_or(1)
    }

    fn in_blocks(&self, cells: BigRational, axis: usize) -> BigRational {
        match self.cells_of_block(axis) {
            1 => cells,
            block => cells / BigInt::from(block),
        }
    }

    /// Checks that the period is a whole number of blocks. `names` say what it counts on x and y.
    pub(crate) fn validate_in_blocks(&self, place: &str, names: [&str; 2]) -> Result<()> {
        for (axis, (name, block)) in names.into_iter().zip(self.block).enumerate() {
            let count = self.period.and_then(|period| period.get(axis)).unwrap_or(0);
            if !count.is_multiple_of(block) {
                let below = count - count % block;
                let near = if below == 0 { block.to_string() } else { format!("{below} or {}", below + block) };
                return Err(Error::parameter(
                    format!("{place}.period"),
                    format!("it repeats after a multiple of {block} {name}, not {count}; give {near}, or 0 for none"),
                ));
            }
        }
        Ok(())
    }
}

/// Noise as a node requests it.
#[derive(Debug)]
pub(crate) struct Noise<'n> {
    pub(crate) lattice: Lattice<'n>,
    pub(crate) function: BasisFunction,
    /// Integers that select variants of the function, by the names of its parameters.
    pub(crate) options: &'n [(&'static str, u32)],
    /// Numbers that the function takes, in order.
    pub(crate) scalars: &'n [f64],
    /// The bound of the absolute values.
    pub(crate) bound: f64,
    /// The bound of the derivatives along a lattice axis; 0 if there are none.
    pub(crate) steepest: f64,
    /// The skew of the lattice: a lattice point lies at its coordinates minus `unskew` times their sum.
    pub(crate) unskew: f64,
}

impl<'n> Noise<'n> {
    /// Returns noise with one value for each cell, within ±1.
    pub(crate) fn of_cells(lattice: Lattice<'n>, function: BasisFunction) -> Self {
        Self { lattice, function, options: &[], scalars: &[], bound: 1.0, steepest: 0.0, unskew: 0.0 }
    }
}
