//! What was baked, and how long it took.

use std::path::PathBuf;

use serde::Serialize;

use crate::formats::Format;
use crate::jobs::Scale;
use crate::range::Range;
use crate::size::Size;

/// What a bake made.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Report {
    /// Samples of a picture along x and y.
    pub size: Size,
    /// How long it took.
    pub seconds: Seconds,
    /// The files, without those that hold facts.
    pub files: Vec<FileReport>,
}

/// Seconds of each stage. Stages run side by side, and where several threads run one, their times are added.
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct Seconds {
    /// Finding the samples.
    pub evaluate: f64,
    /// Taking them from a GPU's memory.
    pub readback: f64,
    /// Turning them into bytes.
    pub encode: f64,
    /// Writing those, opening files and naming them.
    pub write: f64,
}

/// A file that was baked.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FileReport {
    /// The name of the output that it shows.
    pub output: String,
    /// Its name.
    pub path: PathBuf,
    /// Its format.
    pub format: Format,
    /// Bits a sample.
    pub depth: u8,
    /// Samples a pixel.
    pub channels: u8,
    /// Whether the samples are linear light, and not data.
    pub is_color: bool,
    /// The values that became the least and the greatest; none where the file holds the values themselves.
    pub range: Option<Range>,
    /// What the engine for which the file was made has to be told beside it.
    pub scale: Option<Scale>,
    /// Samples of all channels.
    pub samples: u64,
    /// How many of them lay outside of the range.
    pub saturated: u64,
    /// Whether every one is 0.
    pub is_zero: bool,
    /// The hash of the samples as little-endian f32 in row order, where it was asked for.
    pub blake3: Option<String>,
}
