//! Coherent noise on the GPU and the CPU, with the same bits from both.
//!
//! You use the library in three steps:
//!
//! 1. Describe the noise as a [`Graph`]: plain data, nodes with named parameters.
//! 2. [`Program::new`] validates and lowers the graph. The program's structure determines the text of a kernel; its values are data that kernels read.
//! 3. The program returns its samples: [`Program::at`], [`Program::points`] and [`Program::grid`]. Or an engine evaluates it over a [`Domain`], which is a
//!    regular [`Grid`] or a list of points: [`Cpu`] on the threads that you choose, [`Gpu`] on a device of its own, or a [`Kernel`] recorded into your
//!    encoder on your device.
//!
//! These rules always hold:
//!
//! - A sample is a pure function of the program and its exact position. Tiles, crops, threads, engines and drivers change no bit.
//! - A number means the decimal that was written ([`Number`]); a coordinate of [`Program::at`] and [`Program::points`] is the binary number itself.
//!   Lattice positions are exact rationals rounded down to 2^-32 of a cell, anywhere within ±2^31 cells; values see them to 2^-24.
//! - A changed value compiles nothing ([`Cache`]).
//! - The library prints nothing, and opens a device only if you ask for a [`Gpu`].
//!
//! # Nodes
//!
//! `new` creates a basis, a method of [`NodeExt`] wraps a node in another one, and a method for each key sets it. Arithmetic makes nodes, too:
//! `1 - 2.0 * hills`.
//!
//! | group | nodes |
//! |---|---|
//! | Bases | [`Perlin`](nodes::Perlin), [`Value`](nodes::Value), [`Simplex`](nodes::Simplex), [`Cellular`](nodes::Cellular), [`Sparse`](nodes::Sparse), [`White`](nodes::White), [`Blue`](nodes::Blue), [`Checker`](nodes::Checker), [`Tiles`](nodes::Tiles), [`Weave`](nodes::Weave), [`Scratches`](nodes::Scratches), [`Constant`](nodes::Constant), [`Colour`](nodes::Colour), [`Coordinate`](nodes::Coordinate), [`Shape`](nodes::Shape) |
//! | Fractals | [`Fbm`](nodes::Fbm), [`Turbulence`](nodes::Turbulence), [`Billow`](nodes::Billow), [`Ridged`](nodes::Ridged), [`Hybrid`](nodes::Hybrid), [`Heterogeneous`](nodes::Heterogeneous), [`PingPong`](nodes::PingPong), [`Swiss`](nodes::Swiss) |
//! | Coordinates | [`Transform`](nodes::Transform), [`Warp`](nodes::Warp), [`Cylinder`](nodes::Cylinder), [`Torus`](nodes::Torus), [`Sphere`](nodes::Sphere), [`Cube`](nodes::Cube), [`Loop`](nodes::Loop), [`Polar`](nodes::Polar), [`Mirror`](nodes::Mirror), [`Kaleidoscope`](nodes::Kaleidoscope), [`Swirl`](nodes::Swirl), [`Mosaic`](nodes::Mosaic) |
//! | Steps | [`Abs`](nodes::Abs), [`Negate`](nodes::Negate), [`Invert`](nodes::Invert), [`Square`](nodes::Square), [`Sqrt`](nodes::Sqrt), [`Power`](nodes::Power), [`Sine`](nodes::Sine), [`Clamp`](nodes::Clamp), [`Remap`](nodes::Remap), [`Levels`](nodes::Levels), [`HistogramScan`](nodes::HistogramScan), [`ScaleOffset`](nodes::ScaleOffset), [`Smoothstep`](nodes::Smoothstep), [`Bias`](nodes::Bias), [`Gain`](nodes::Gain), [`Terrace`](nodes::Terrace), [`Curve`](nodes::Curve), [`Ramp`](nodes::Ramp), [`Threshold`](nodes::Threshold), [`Quantize`](nodes::Quantize), [`Hsv`](nodes::Hsv), [`Split`](nodes::Split), [`Fraction`](nodes::Fraction) |
//! | Combinations | [`Add`](nodes::Add), [`Subtract`](nodes::Subtract), [`Multiply`](nodes::Multiply), [`Quotient`](nodes::Quotient), [`Min`](nodes::Min), [`Max`](nodes::Max), [`SmoothMin`](nodes::SmoothMin), [`SmoothMax`](nodes::SmoothMax), [`Lerp`](nodes::Lerp), [`Select`](nodes::Select), [`Mix`](nodes::Mix), [`HeightBlend`](nodes::HeightBlend), [`Join`](nodes::Join), [`Scatter`](nodes::Scatter) |
//! | Derivatives | [`Derivative`](nodes::Derivative), [`Slope`](nodes::Slope), [`Normal`](nodes::Normal), [`Curl`](nodes::Curl), [`Gullies`](nodes::Gullies), [`Erosion`](nodes::Erosion) |
//! | Layers | [`Ao`](nodes::Ao), [`Curvature`](nodes::Curvature), [`Blur`](nodes::Blur), [`HighPass`](nodes::HighPass), [`SlopeBlur`](nodes::SlopeBlur), [`DirectionalBlur`](nodes::DirectionalBlur), [`Distance`](nodes::Distance) |
//!
//! # Three ways to use it
//!
//! **The command** bakes textures, heightmaps, volumes and animations, without a line of Rust:
//!
//! ```text
//! lacuna bake ridged --octaves 9 --seed 7 --size 2048 -o hills.exr
//! ```
//!
//! **The library, on the CPU**: one point, a list of points, or a grid.
//!
//! ```
//! use lacuna::nodes::Perlin;
//! use lacuna::{NodeExt, Program};
//!
//! let noise = Program::new(Perlin::new().dimensions(2).seed(7).fbm().octaves(6))?;
//! let height = noise.at([3.5, 2.25])?;
//! let heights = noise.points(&[[3.5, 2.25], [1e6, -0.1]])?;
//! let samples = noise.grid([256, 256], [0, 0], [8, 8])?;
//! assert_eq!((height, samples.len()), (heights[0], 256 * 256));
//! # Ok::<(), lacuna::Error>(())
//! ```
//!
//! [`Cpu`] does the same with the number of threads, the memory and the part of the grid that you choose.
//!
//! **The library, on the GPU**: on its own device, as a kernel on yours, or as a function in your own shader.
//!
//! ```no_run
//! # use lacuna::export::{Language, ModuleOptions};
//! # use lacuna::{Cache, Domain, EvaluationDescriptor, Gpu, GpuOptions, Program, Target, wgpu};
//! # fn all(program: &Program, domain: &Domain, device: &wgpu::Device, queue: &wgpu::Queue, texture: &wgpu::Texture,
//! #     pass: &mut wgpu::ComputePass<'_>) -> lacuna::Result<()> {
//! // The bits of the CPU engine.
//! let samples = Gpu::open(&GpuOptions::default())?.sample(&program, &domain)?;
//!
//! // Into your texture, in your pass.
//! let cache = Cache::new(&device, &queue);
//! let hills = cache.prepare(&EvaluationDescriptor::new(&program, &domain, Target::texture(&texture)))?;
//! hills.encode(pass);
//!
//! // WGSL with `fn hills(p: vec2<f32>) -> f32`.
//! let module = program.module(Language::Wgsl, &ModuleOptions::new("hills"))?;
//! # Ok(())
//! # }
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    any(not(all(feature = "cpu", feature = "gpu", feature = "recipe")), target_arch = "wasm32", without_vectors),
    allow(dead_code, unused_imports, reason = "what is left out takes it: a feature, `export` on wasm32, or vectors")
)]
#![cfg_attr(any(target_arch = "wasm32", without_vectors), allow(unused_macros, reason = "vectors may be left out"))]

mod cell_runs;
mod choice;
mod color;
mod coordinates;
#[cfg(feature = "cpu")]
pub mod cpu;
mod domain;
mod error;
mod error_words;
#[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
pub mod export;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod graph;
mod key;
mod lower;
mod number;
#[cfg(feature = "parity")]
mod parity;
#[cfg(feature = "cpu")]
mod points;
#[cfg(feature = "recipe")]
pub mod presets;
pub mod program;
#[cfg(feature = "recipe")]
pub mod recipe;
pub mod seeding;
mod storage;
mod strict;
mod threads;
pub mod view;
#[cfg(feature = "gpu")]
mod walks;
mod waves;

/// What the tests and the programs of this repository use. It is no part of the interface: any version may change it.
#[doc(hidden)]
pub mod internal {
    #[cfg(feature = "recipe")]
    pub use crate::error_words::{escaped, meant, nearest, short};
    #[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
    pub use crate::gpu::inline::{Rounding, inlined};
    #[cfg(all(
        feature = "gpu",
        any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd")
    ))]
    pub use crate::gpu::spirv::{link_spirv, spirv_of};
    #[cfg(feature = "gpu")]
    pub use crate::gpu::{
        axes::axes_text,
        headless::TIMESTAMPS,
        inputs::KernelInputs,
        layout::{KernelForm, PERMUTATION_WORDS, Parameters, Placement, Walk},
        link::{kernel_size, link, link_form, link_per_sample},
        view::{ViewInputs, view_text},
    };
    pub use crate::graph::free_name;
    pub use crate::lower::GivenNode;
    pub use crate::program::structure::Structure;
    #[cfg(feature = "recipe")]
    pub use crate::recipe::{instead::instead, text::read_checked};
    pub use crate::view::scene::{SKYLIGHT, SUNLIGHT};

    /// The comparison of engines bit by bit, and its cases.
    #[cfg(feature = "parity")]
    pub mod parity {
        pub use crate::parity::*;
    }
}

// Graphs.
pub use graph::{Color, Graph, Input, Node, NodeExt, PerAxis, nodes};
pub use number::{Number, ParseNumberError};
// Programs, and the domains that they are evaluated over.
pub use domain::{Axis, Domain, DomainKind, Grid, MAX_SAMPLES, Tile};
pub use program::Program;
// Engines.
#[cfg(feature = "cpu")]
pub use cpu::Cpu;
#[cfg(feature = "gpu")]
pub use gpu::{Cache, EvaluationDescriptor, Gpu, GpuOptions, Kernel, Prepared, Target, TargetKind, TexelFormat};
#[cfg(feature = "gpu")]
pub use wgpu;
// Errors.
pub use error::{Error, Problem, Result};

/// The examples of the README and of the book compile and run. Those that are skipped without a GPU must run where one is required:
///
/// ```
/// if std::env::var_os("LACUNA_REQUIRE_GPU").is_some() {
///     lacuna::Gpu::open(&lacuna::GpuOptions::default())?;
/// }
/// # Ok::<(), lacuna::Error>(())
/// ```
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/src/guide/rust.md")]
#[doc = include_str!("../docs/src/guide/embedding.md")]
#[doc = include_str!("../docs/src/guide/cookbook.md")]
struct Pages;
