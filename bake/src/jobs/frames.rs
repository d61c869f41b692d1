//! Pictures over time, as numbered files, as one sheet, or as an animated PNG.

use lacuna::Number;
use serde::{Deserialize, Serialize};

use crate::area::Area;

/// Pictures along z: frame i lies at z + i * length / count, so that the frame after the last would be the first again where noise repeats after the
/// length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frames {
    /// What the first frame shows.
    pub area: Area,
    /// How many, 1 to 65536; as files of their own 256.
    pub count: u32,
    /// How far all frames reach along z, above 0.
    pub length: Number,
    /// What they become.
    #[serde(default)]
    pub into: FramesInto,
    /// The only frame that is written, under the name of the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<u32>,
}

/// What frames become.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FramesInto {
    /// Numbered files.
    #[default]
    Files,
    /// One picture of so many columns and rows, row by row; what is left is 0.
    Sheet([u32; 2]),
    /// One animated PNG of 8 bit without end, of so many frames a second, 1 to 1000.
    Animation(u16),
}

/// How frames go on after the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Turn {
    /// The next would be the first again, bit for bit.
    Closed,
    /// The next would be another picture.
    Open,
    /// All are the same picture.
    Still,
}
