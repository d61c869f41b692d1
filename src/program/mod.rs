//! What both engines run: a graph lowered to single assignments over f32 registers.
//!
//! A program has two halves. Its [`Structure`] decides the text of a kernel and is the key under which pipelines are cached. Its values (numbers
//! of nodes, octave counts, weights, frequencies, tables) are data that kernels read, so changing one compiles nothing.

mod basis;
pub(crate) mod color;
mod dual;
mod function;
mod lower;
mod lowering;
mod octaves;
mod slope;
mod space;
mod structure;
mod term;
mod values;

use crate::error::Result;
use crate::graph::Graph;
use crate::region::Tile;
pub use basis::{Basis, BasisFunction, Corner, MAX_OPTIONS};
pub use function::Function;
pub use lowering::{MAX_NESTED_OCTAVES, MAX_OPERATIONS};
pub(crate) use octaves::exact;
pub(crate) use space::{cosine_of, sine_of};
pub use structure::{Carried, LatticeAxis, OctaveScalar, Operand, Operation, Register, Scalar, Structure};
pub(crate) use term::{LinearFunction, TermOctave, Wave};
pub(crate) use values::{AxisValues, Values};

/// A graph, lowered. Cheap to make; both engines evaluate it.
///
/// ```
/// use lacuna::{Graph, Perlin, Program};
/// let one = Program::new(&Graph::from(Perlin::default())).unwrap();
/// let other = Program::new(&Graph::from(Perlin { seed: Some(7), ..Perlin::default() })).unwrap();
/// assert_eq!(one.structure(), other.structure());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    structure: Structure,
    values: Values,
    operations: u32,
}

impl Program {
    /// Validates a graph and lowers it.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`](crate::Error::Parameter) and [`Error::Limit`](crate::Error::Limit), which name the place in the graph. A graph of more than
    /// [`MAX_OPERATIONS`] is refused before they are made.
    pub fn new(graph: &Graph) -> Result<Self> {
        graph.validate()?;
        let (structure, values, operations) = lower::lower(graph)?;
        Ok(Self { structure, values, operations })
    }

    /// The half that decides a kernel's text. Programs of equal structure run on the same pipeline.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// How many of [`MAX_OPERATIONS`] the program has.
    pub fn operations(&self) -> u32 {
        self.operations
    }

    /// How many values a sample has: one for each of the graph's outputs.
    pub fn channels(&self) -> usize {
        self.structure.outputs.len()
    }

    /// How many values the samples of a tile have, all channels together.
    pub(crate) fn elements(&self, tile: Tile) -> usize {
        tile.samples().saturating_mul(self.channels())
    }

    pub(crate) fn values(&self) -> &Values {
        &self.values
    }
}
