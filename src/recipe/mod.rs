//! Recipes: nodes and the pictures made from them, as TOML text, and edits of single keys.
//!
//! ```
//! let hills = lacuna::recipe::read(r#"
//!     version = 2
//!     output = "hills"
//!     [nodes.hills]
//!     kind = "fbm"
//!     octaves = 6
//!     source = { kind = "perlin", frequency = 4, seed = 7 }
//! "#)?;
//! assert_eq!(lacuna::recipe::read(&lacuna::recipe::write(&hills)?)?, hills);
//! let program = lacuna::Program::new(&hills.graph()?)?;
//! # Ok::<(), lacuna::Error>(())
//! ```
//!
//! `output` names the node that is evaluated, or several nodes, one for each channel. Instead of it, or in addition, tables `[outputs.NAME]` describe several
//! pictures that one evaluation makes ([`Output`]); then `output` names the default one.
//!
//! Every number keeps the decimal that was written. A number that TOML's own numbers can't hold may be written as text, `frequency = "1e-30"`.

mod check;
mod decode;
mod document;
mod draft;
mod expansion;
mod flaw;
mod format;
mod full;
pub(crate) mod instead;
mod limits;
mod material;
mod output;
#[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
mod parameters;
mod plain;
mod plan;
mod ramp;
#[cfg(feature = "schema")]
mod schema;
mod steps;
pub(crate) mod text;
mod written;

pub use check::MAX_NESTING;
pub use document::Recipe;
pub use draft::Draft;
pub use expansion::{Finish, Picture};
pub use format::{FormatName, NoFormatName};
pub use full::write_full;
pub use limits::MAX_TEXT;
pub use material::{Material, Role};
pub use output::{
    Blur, Content, MAX_BLUR_PASSES, MAX_BLUR_RADIUS, MAX_PICTURE_CHANNELS, MAX_SAMPLES_ACROSS, NormalMap, NormalY, Output, OutputRange,
    SlopeMap,
};
#[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
pub use parameters::ParameterKey;
pub use plan::Plan;
pub use ramp::{Colors, RampMap};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use steps::{GivenPlanes, GraphStep, Layer, LayerStep, Step};
pub use text::{read, write};
pub use written::{Library, NoFiles, Param, ParamValue};
