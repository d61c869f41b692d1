//! Descriptions of formats, and the shapes that files can have.

use std::fmt;

use lacuna::Number;

/// The description of a format.
#[derive(Debug)]
pub struct Description {
    /// The name, of lower-case letters and digits. It is the extension of the format's files.
    pub name: &'static str,
    /// Other names and extensions.
    pub aliases: &'static [&'static str],
    /// A description in one line.
    pub summary: &'static str,
    /// The legal depths in bits per sample, 8, 16 or 32, the usual one first.
    pub depths: &'static [u8],
    /// The legal numbers of samples per pixel.
    pub channels: &'static [u8],
    /// The legal shapes of a file.
    pub shapes: &'static [ShapeKind],
    /// The place of the metadata.
    pub facts: FactsPlace,
    /// Set if files are written piece by piece; otherwise the whole picture has to be in memory.
    pub is_streamed: bool,
    /// Set if a row may be cut into pieces, so that it may have any length.
    pub cuts_rows: bool,
    /// Set if the writer seeks back in the file.
    pub seeks: bool,
    /// The form of colours with alpha; `None` if the format holds no alpha.
    pub alpha: Option<Alpha>,
    /// Set if the file says where the picture lies.
    pub has_place: bool,
    /// The most samples along a side; `u32::MAX` where the format sets no limit.
    pub longest_side: u32,
}

/// The form of colours with alpha in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Alpha {
    /// The colours themselves.
    Straight,
    /// The colours times their alpha.
    Premultiplied,
}

/// The place of a picture on the ground, in metres. x grows along rows, and y from one row to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// The outer corner of the first pixel, or the first sample if samples lie on the edges.
    pub corner: [f64; 2],
    /// The distances between neighbouring samples along x and y.
    pub spacing: [f64; 2],
    /// Set if the first and the last samples lie on the edges of the picture. Otherwise each lies at the centre of its pixel.
    pub is_on_edges: bool,
}

/// The place of a bake's metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FactsPlace {
    /// In the file.
    Inside,
    /// In the sidecar, `FILE.json`.
    Beside,
}

/// The shape of a file. The pictures of a file that has several stand one below the other in the samples, and the size is that of all of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// One picture.
    Picture,
    /// Pictures over time, in an endless loop.
    Animation {
        /// The number of frames, from 1 on.
        frames: u32,
        /// Frames per second, from 1 on.
        rate: u16,
    },
    /// A volume.
    Volume {
        /// Samples along z, from 1 on.
        slices: u32,
    },
    /// A cube map: six square faces, +x, -x, +y, -y, +z, -z.
    Cube,
    /// Samples along a line. The size is N x 1.
    Line {
        /// The start of the first part. Each sample lies at the centre of its part.
        start: Number,
        /// The length of a part.
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
    /// Returns the kind.
    pub fn kind(self) -> ShapeKind {
        match self {
            Self::Picture => ShapeKind::Picture,
            Self::Animation { .. } => ShapeKind::Animation,
            Self::Volume { .. } => ShapeKind::Volume,
            Self::Cube => ShapeKind::Cube,
            Self::Line { .. } => ShapeKind::Line,
        }
    }

    /// Returns the number of pictures that stand one below the other.
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
