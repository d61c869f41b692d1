//! What both engines run: a graph lowered to single assignments over f32 registers.
//!
//! A program has two halves. Its [`Structure`] decides the text of a kernel and is the key under which pipelines are cached. Its values (numbers
//! of nodes, octave counts, weights, frequencies, tables) are data that kernels read, so changing one compiles nothing.

mod basis;
mod function;
mod structure;
mod term;
mod values;

use crate::region::Tile;
pub use basis::{Basis, BasisFunction, Corner, MAX_OPTIONS};
pub use function::Function;
pub use structure::{Carried, LatticeAxis, OctaveScalar, Operand, Operation, Register, Scalar, Structure};
pub(crate) use term::{LinearFunction, TermOctave, Wave, cosine_of, sine_of};
pub(crate) use values::{AxisValues, TermValues, Values};

/// The most octaves of fractals in fractals, multiplied.
pub const MAX_NESTED_OCTAVES: u32 = 1024;

/// The most operations of a program. A small graph can unfold into a huge one, since every fractal, warp and transform evaluates its source anew; it is
/// refused before that takes time and memory.
///
/// Beside the steps of a program the coordinates of its nodes count: each summand of a coordinate is one operation for every 64 bits that its factor has,
/// and what differs by octave is one for every 16 octaves, the fractals around multiplied. [`Program::operations`] tells how
/// many a program has.
pub const MAX_OPERATIONS: u32 = 1 << 14;

/// The most steps that a program takes for a sample: its operations, those in a loop counted once for each of its octaves. [`Program::steps`] tells
/// how many a program takes. A step takes some nanoseconds, so the first samples of any program are there within a second.
pub const MAX_STEPS: u32 = 1 << 16;

/// A graph, lowered. Cheap to make; both engines evaluate it.
///
/// ```
/// use lacuna::nodes::Perlin;
/// use lacuna::{Graph, Program};
/// let one = Program::new(&Graph::from(Perlin::default())).unwrap();
/// let other = Program::new(&Graph::from(Perlin { seed: Some(7), ..Perlin::default() })).unwrap();
/// assert_eq!(one.structure(), other.structure());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    structure: Structure,
    values: Values,
    operations: u32,
    steps: u32,
}

impl Program {
    /// A program of its parts, which is what lowering makes.
    pub(crate) fn of(structure: Structure, values: Values, operations: u32, steps: u32) -> Self {
        Self { structure, values, operations, steps }
    }

    /// The half that decides a kernel's text. Programs of equal structure run on the same pipeline.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// How many of [`MAX_OPERATIONS`] the program has.
    pub fn operations(&self) -> u32 {
        self.operations
    }

    /// How many of [`MAX_STEPS`] the program takes for a sample.
    pub fn steps(&self) -> u32 {
        self.steps
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
