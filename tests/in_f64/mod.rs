//! Graphs by their published definitions in f64. They are written from these definitions alone, share no code with the library, and are the reference for the
//! engines.
//!
//! A node is a function of a point; a fractal's octave k evaluates its source at the point times lacunarity^k. Only a basis uses octaves: it has an offset for
//! each octave around it, and with a period it has a whole number of cells in each. Only derivatives look beyond their point: they follow the axes of the
//! domain, through everything in between.
//!
//! Each kind of node has a file of its own in `kinds`; code that several share is here.

#![allow(unreachable_pub, reason = "a module of a test")]
#![allow(clippy::disallowed_methods, reason = "the precision of f64's own functions is far beyond what is asked for")]

mod at;
mod colors;
mod compiler;
mod differences;
mod gradients;
mod hash;
mod kinds;
mod lattice;
mod octaves;
mod pieces;
#[path = "../common/published.rs"]
mod published;
mod shapes;
mod surface;

use lacuna::Graph;

pub use differences::STEP;
pub use pieces::Pieces;

use at::At;
use compiler::{Compiler, Function, Kind};

/// A graph as a function.
pub struct Definition {
    root: Function,
    is_floored: bool,
}

impl Definition {
    pub fn new(graph: &Graph) -> Self {
        Self { root: Compiler::new(graph).named(&graph.outputs[0]), is_floored: false }
    }

    /// Returns the same with fractions of cells floored as the engines see them.
    #[must_use]
    pub fn floored(mut self) -> Self {
        self.is_floored = true;
        self
    }

    pub fn value(&self, point: [f64; 4], pieces: &mut Pieces) -> f64 {
        (self.root)(&At::of(point, self.is_floored), pieces)
    }
}
