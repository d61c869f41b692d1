//! dev
mod coordinates;
pub mod error;
pub mod graph;
pub mod number;
pub mod permutation;
pub mod program;
pub mod region;
pub use error::{Error, Result};
pub use graph::*;
pub use number::*;
pub use program::Program;
pub use region::*;
