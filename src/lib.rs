//! Coherent noise on the GPU and the CPU, with the same bits from both.
//!
//! The way through the library is one-way:
//!
//! 1. A [`Graph`] is what you ask for: plain data, nodes with named parameters.
//! 2. [`Program::new`] validates and lowers it. Its structure decides the text of a kernel; its values are data that kernels read.
//! 3. An engine evaluates the program over a [`Domain`], a regular [`Grid`] or a list of points: [`Cpu`] on all cores, [`Gpu`] on a device of its
//!    own, or a [`Kernel`] recorded into your encoder on your device.
//!
//! Hard rules that everything keeps:
//!
//! - A sample is a pure function of the program and its exact position. Tiles, crops, threads, engines and drivers change no bit.
//! - A number means the decimal that was written ([`Number`]); a coordinate of [`Program::at`] and [`Cpu::sample_points`] is the binary number itself.
//!   Lattice positions are exact rationals floored to 2^-32 of a cell, anywhere within ±2^31 cells; values see them to 2^-24.
//! - A changed value compiles nothing ([`Cache`]).
//! - The library prints nothing, and owns no device unless you ask for [`Gpu`].
//!
//! ```
//! use lacuna::nodes::{Fbm, Perlin};
//! use lacuna::{Axis, Cpu, Domain, Graph, Grid, Program};
//!
//! let hills = Graph::from(Fbm { octaves: Some(6.into()), ..Fbm::of(Perlin { seed: Some(7), ..Perlin::default() }) });
//! let program = Program::new(&hills)?;
//! let domain = Domain::from(Grid::plane(Axis::extent(0, 8, 256), Axis::extent(0, 8, 256)));
//! let samples = Cpu::new().sample(&program, &domain)?;
//! assert_eq!(samples.len(), 256 * 256);
//! # Ok::<(), lacuna::Error>(())
//! ```

#![cfg_attr(
    not(all(feature = "cpu", feature = "gpu", feature = "recipe")),
    allow(dead_code, unused_imports, reason = "what is left out takes it")
)]
#![cfg_attr(
    all(target_arch = "wasm32", not(target_feature = "simd128")),
    allow(dead_code, unused_imports, unused_macros, reason = "without vectors samples are evaluated one at a time")
)]

mod choice;
mod coordinates;
#[cfg(feature = "cpu")]
pub mod cpu;
mod error;
#[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
pub mod export;
mod field;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod graph;
mod lower;
mod number;
pub mod parity;
pub mod permutation;
#[cfg(feature = "cpu")]
mod points;
#[cfg(feature = "recipe")]
pub mod presets;
pub mod program;
#[cfg(feature = "recipe")]
pub mod recipe;
mod region;
mod spans;
mod threads;
mod value;
pub mod view;
#[cfg(feature = "gpu")]
mod walks;
mod waves;
mod words;

// Graphs: what is asked for.
pub use graph::{Build, Color, Graph, Input, Node, PerAxis, nodes};
pub use number::{Number, ParseNumberError};
// Programs, and where they are evaluated.
pub use program::Program;
pub use region::{Axis, Domain, DomainKind, Grid, MAX_SAMPLES, Tile};
// Engines.
#[cfg(feature = "cpu")]
pub use cpu::Cpu;
#[cfg(feature = "gpu")]
pub use gpu::{Cache, EvaluationDescriptor, Gpu, Kernel, Prepared, Target, TargetKind, TexelFormat};
#[cfg(feature = "gpu")]
pub use wgpu;
// What may go wrong.
pub use error::{Error, Result};

/// The examples of the README and of the book compile and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/src/guide/rust.md")]
#[doc = include_str!("../docs/src/guide/embedding.md")]
struct Pages;
