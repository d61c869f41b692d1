//! What is to be known of formats, and what their files can be.

use std::fmt;

use lacuna::Number;

/// What is to be known of a format.
#[derive(Debug)]
pub struct Description {
    /// The name: lower-case letters and digits. It is the extension of its files.
    pub name: &'static str,
    /// Other names and extensions.
    pub aliases: &'static [&'static str],
    /// What it is, in one line.
    pub summary: &'static str,
    /// The bits of a sample that it can hold, 8, 16 or 32, the usual first.
    pub depths: &'static [u8],
    /// How many samples a pixel may have.
    pub channels: &'static [u8],
    /// What a file can be.
    pub shapes: &'static [ShapeKind],
    /// Where the facts of a bake are kept.
    pub facts: FactsPlace,
    /// Whether it is written piece by piece; otherwise the whole picture has to be in memory.
    pub is_streamed: bool,
    /// Whether a row may be cut into pieces, so that a row may have any length.
    pub cuts_rows: bool,
    /// Whether its writer goes back in the file.
    pub seeks: bool,
    /// The most samples along a side; `u32::MAX` where the format sets no limit.
    pub longest_side: u32,
}

/// Where the facts of a bake are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FactsPlace {
    /// In the file.
    Inside,
    /// In a file of its own, beside it: `FILE.json`.
    Beside,
}

/// What a file is. Where it is made of several pictures, they stand one below the other in the samples, and the size is that of all of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// One picture.
    Picture,
    /// Pictures over time, in an endless loop.
    Animation {
        /// How many, from 1 on.
        frames: u32,
        /// How many a second, from 1 on.
        rate: u16,
    },
    /// A volume.
    Volume {
        /// Samples along z, from 1 on.
        slices: u32,
    },
    /// A cube map: six square faces, +x, -x, +y, -y, +z, -z.
    Cube,
    /// Samples along a line: the size is N x 1.
    Line {
        /// Where the first part begins; each sample lies at the centre of its part.
        start: Number,
        /// How long a part is.
        spacing: f64,
    },
}

/// The kind of a [`Shape`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShapeKind {
    /// One picture.
    Picture,
    /// Pictures over time.
    Animation,
    /// A volume.
    Volume,
    /// A cube map.
    Cube,
    /// Samples along a line.
    Line,
}

impl Shape {
    /// Its kind.
    pub fn kind(self) -> ShapeKind {
        match self {
            Self::Picture => ShapeKind::Picture,
            Self::Animation { .. } => ShapeKind::Animation,
            Self::Volume { .. } => ShapeKind::Volume,
            Self::Cube => ShapeKind::Cube,
            Self::Line { .. } => ShapeKind::Line,
        }
    }

    /// How many pictures stand one below the other.
    pub fn parts(self) -> u32 {
        match self {
            Self::Picture | Self::Line { .. } => 1,
            Self::Animation { frames, .. } => frames,
            Self::Volume { slices } => slices,
            Self::Cube => 6,
        }
    }
}

impl fmt::Display for ShapeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Picture => "picture",
            Self::Animation => "animation",
            Self::Volume => "volume",
            Self::Cube => "cube map",
            Self::Line => "line",
        })
    }
}
