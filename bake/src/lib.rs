//! Bakes recipes of noise into files.
//!
//! Work flows one way: a [`Request`] says what to bake; [`Request::plan`] checks all that can be checked and returns a [`Plan`]; [`Plan::run`]
//! evaluates, encodes and writes it, and returns a [`Report`].
//!
//! - A [`Source`] is a recipe, a preset, or a file that was baked before: the metadata of such a file ([`Facts`]) bakes it again, byte for byte.
//! - A [`Job`] is the kind of output: a picture, a view of terrain, a lit picture of a material, tiles, frames, a volume, a cube map or a line.
//! - A [`formats::Format`] is a module of its own, with all that is particular to the format.
//! - A [`Store`] takes the files: [`Disk`], where either all of them get their names or none does, or [`Memory`].
//! - An [`Observer`] follows the progress, and may cancel.
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! use lacuna_bake::{Destination, Disk, Engine, Observer, Progress, Request, Source};
//!
//! struct Window {
//!     is_closed: AtomicBool,
//! }
//!
//! impl Observer for Window {
//!     fn progress(&self, progress: Progress) {
//!         eprintln!("{:?}: {} of {}", progress.stage, progress.done, progress.total);
//!     }
//!
//!     fn is_cancelled(&self) -> bool {
//!         self.is_closed.load(Ordering::Relaxed)
//!     }
//! }
//!
//! let recipe = lacuna_bake::read_recipe(
//!     r#"
//!     version = 2
//!     nodes.hills = { kind = "fbm", octaves = 5, source = { kind = "perlin", frequency = 2, seed = 7 } }
//!     outputs.height = { channels = "hills", format = "exr" }
//!     outputs.normal = { normal = { source = "hills", strength = 0.2 }, depth = 8 }
//!     "#,
//! )?;
//! let folder = tempfile::tempdir().unwrap();
//! let request = Request::new(Source::from(recipe), Destination::Folder(folder.path().to_owned()))?;
//! let plan = request.plan()?;
//! let mut store = Disk::new();
//! plan.check(&store)?;
//! let window = Window { is_closed: AtomicBool::new(false) };
//! let report = plan.run(&Engine::cpu(Engine::usual_threads()), &mut store, &window)?;
//! assert_eq!(report.files.len(), 2);
//! assert!(folder.path().join("height.exr").exists());
//! # Ok::<(), lacuna_bake::Error>(())
//! ```

// The types that threads share contain a device, whose types are nested deeply.
#![recursion_limit = "256"]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod area;
mod blur;
mod checksum;
mod clock;
mod cost;
mod device;
mod engine;
mod error;
mod extremes;
mod facts;
mod file;
pub mod formats;
mod ground;
pub mod jobs;
mod library;
mod lit;
mod meaning;
mod observer;
mod passes;
mod pipeline;
mod pixels;
mod plan;
mod planning;
#[cfg(test)]
mod random;
mod range;
mod recipe;
mod report;
mod request;
mod roles;
mod samples;
mod sampling;
mod sheet;
mod size;
mod source;
mod srgb;
mod store;
pub mod targets;
mod text;

pub use lacuna;

// The request.
pub use area::{Area, Edges, Region, number, numbers};
pub use cost::{GpuSeconds, MOST_UNASKED, Work};
pub use jobs::Job;
pub use range::{NoRange, Range};
#[cfg(feature = "schema")]
pub use recipe::schema;
pub use recipe::{check_recipe, read_recipe};
pub use request::{Destination, Request};
pub use size::{NoSize, Size};
pub use source::Source;
pub use text::read_text;
// The work.
pub use engine::Engine;
pub use observer::{Observer, Progress, Stage};
pub use plan::Plan;
pub use planning::Seam;
// The results.
pub use checksum::{Checksum, NoChecksum};
pub use facts::{Facts, VERSION, beside, version_of_bits};
pub use pipeline::encode;
pub use pixels::{Pixels, level_starts};
pub use report::{FileReport, Report, Seconds};
pub use samples::Samples;
pub use srgb::srgb_level;
#[cfg(not(target_family = "wasm"))]
pub use store::{Disk, Leftovers};
pub use store::{Memory, Sink, Store};
// The errors.
pub use error::{Error, Field, Mention, Message, Problem, Result};
#[doc(hidden)]
pub use lacuna::internal::short;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
