//! The formats of files that an output may ask for.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A format of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// PNG of 8 or 16 bit; carries the recipe
    Png,
    /// Raw f32, little-endian, row-major, row 0 first, no header
    R32,
    /// Raw u16, little-endian, row-major, row 0 first, no header
    R16,
    /// OpenEXR of float (32 bit) or half (16 bit): the values themselves; carries the recipe
    Exr,
    /// TIFF of 8 or 16 bit, or of float (32 bit): the values themselves
    #[serde(alias = "tif")]
    Tiff,
    /// NumPy's .npy of f32: the values themselves
    Npy,
    /// KTX2 texture of 8 or 16 bit or float, with mip maps; carries the recipe
    Ktx2,
    /// DDS texture of 8 or 16 bit or float, with mip maps
    Dds,
    /// Lossless WebP of 8 bit
    Webp,
    /// BMP of 8 bit
    Bmp,
    /// JPEG of 8 bit, lossy
    #[serde(alias = "jpg")]
    Jpeg,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 11] =
        [Self::Png, Self::R32, Self::R16, Self::Exr, Self::Tiff, Self::Npy, Self::Ktx2, Self::Dds, Self::Webp, Self::Bmp, Self::Jpeg];

    /// The name, which is the extension of its files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::R32 => "r32",
            Self::R16 => "r16",
            Self::Exr => "exr",
            Self::Tiff => "tiff",
            Self::Npy => "npy",
            Self::Ktx2 => "ktx2",
            Self::Dds => "dds",
            Self::Webp => "webp",
            Self::Bmp => "bmp",
            Self::Jpeg => "jpeg",
        }
    }

    /// The bits of a sample that it can hold, the usual first.
    pub fn depths(self) -> &'static [u8] {
        match self {
            Self::Png => &[16, 8],
            Self::Tiff | Self::Ktx2 | Self::Dds => &[16, 8, 32],
            Self::Exr => &[32, 16],
            Self::R32 | Self::Npy => &[32],
            Self::R16 => &[16],
            Self::Webp | Self::Bmp | Self::Jpeg => &[8],
        }
    }

    /// How many channels a picture may have.
    pub fn channels(self) -> &'static [u8] {
        match self {
            Self::R32 | Self::R16 | Self::Npy => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
            Self::Bmp => &[1, 3, 4],
            Self::Jpeg => &[1, 3],
            _ => &[1, 2, 3, 4],
        }
    }
}

/// A text is the name of no format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no such format")]
pub struct NoSuchFormat;

impl FromStr for Format {
    type Err = NoSuchFormat;

    /// Takes a name or an extension, in any case.
    fn from_str(text: &str) -> Result<Self, NoSuchFormat> {
        match text.to_ascii_lowercase().as_str() {
            "tif" => Ok(Self::Tiff),
            "jpg" => Ok(Self::Jpeg),
            name => Self::ALL.into_iter().find(|format| format.name() == name).ok_or(NoSuchFormat),
        }
    }
}
