//! Pictures over time, as numbered files, as one sheet, or as an animated PNG.

use lacuna::Number;
use serde::{Deserialize, Serialize};

use crate::area::Area;

/// Pictures along z. Frame i lies at z + i * length / count, so the frame after the last would be the first again if the noise has a period of that length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frames {
    /// The area of the first frame.
    pub area: Area,
    /// The number of frames, 1 to 65536; at most 256 as files of their own.
    pub count: u32,
    /// The extent of all frames along z, above 0.
    pub length: Number,
    /// The form of the output.
    #[serde(default)]
    pub into: FramesInto,
    /// The only frame that is written, under the name of the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<u32>,
}

/// The form that frames are written in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FramesInto {
    /// Numbered files.
    #[default]
    Files,
    /// One picture of this many columns and rows, filled row by row. Unused cells are 0.
    Sheet([u32; 2]),
    /// One animated 8-bit PNG in an endless loop, with this many frames per second, 1 to 1000.
    Animation(u16),
}

/// The relation of the frame after the last to the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Turn {
    /// The next frame would be the first again, bit for bit.
    Closed,
    /// The next frame would be another picture.
    Open,
    /// All frames are the same picture.
    Still,
}
