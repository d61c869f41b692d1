//! dev
mod coordinates;
pub mod cpu;
mod error;
mod field;
pub mod gpu;
pub mod graph;
mod number;
pub mod permutation;
pub mod program;
mod region;
pub use cpu::Cpu;
pub use error::{Error, Result};
pub use gpu::{Cache, Gpu, Kernel, Target, TargetKind};
pub use graph::{Fbm, Graph, Input, Node, PerAxis, Perlin, ScaleOffset};
pub use number::{Number, ParseNumberError};
pub use program::Program;
pub use region::{Axis, Domain, DomainKind, Grid, MAX_SAMPLES, Tile};
pub use wgpu;
