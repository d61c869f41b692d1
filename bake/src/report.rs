//! The results of a bake, and its times.

use std::path::PathBuf;

use serde::Serialize;

use crate::formats::Format;
use crate::jobs::Scale;
use crate::range::Range;
use crate::size::Size;

/// The results of a bake.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Report {
    /// Samples of a picture along x and y.
    pub size: Size,
    /// The time of each stage.
    pub seconds: Seconds,
    /// The files, without sidecars.
    pub files: Vec<FileReport>,
}

/// Seconds of each stage. Stages run side by side; the times of several threads in one stage are added.
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct Seconds {
    /// Evaluating samples.
    pub evaluate: f64,
    /// Readback from a GPU.
    pub readback: f64,
    /// Encoding.
    pub encode: f64,
    /// Writing, opening and naming files.
    pub write: f64,
}

/// A file that was baked.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FileReport {
    /// The name of the output that it shows.
    pub output: String,
    /// The path of the file.
    pub path: PathBuf,
    /// Its format.
    pub format: Format,
    /// Bits per sample.
    pub depth: u8,
    /// Samples per pixel.
    pub channels: u8,
    /// Set if the samples are linear light, not data.
    pub is_color: bool,
    /// The values of the least and the greatest level; `None` if the file holds the values themselves.
    pub range: Option<Range>,
    /// The values beyond which samples were saturated.
    pub limits: Range,
    /// The scale that the game engine needs beside the file, if the file was made for one.
    pub scale: Option<Scale>,
    /// The number of samples, all channels counted.
    pub samples: u64,
    /// The number of samples outside the range.
    pub saturated: u64,
    /// Set if every sample is 0.
    pub is_zero: bool,
    /// The hash of the samples as little-endian f32 in row order, if it was requested.
    pub blake3: Option<String>,
}
