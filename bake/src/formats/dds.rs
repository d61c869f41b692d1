//! DDS textures, uncompressed and with all their mip maps.

use std::io;

use ddsfile::{AlphaMode, Caps2, D3D10ResourceDimension, Dds as File, DxgiFormat, Error, Header, Header10};

use super::levels::Unchanged;
use super::samples::Kind;
use super::texture::{self, Texture};
use super::{Description, Encoding, PieceEncoder, Pieces, Room, Shape, WriteSeek};

pub(super) struct Dds;

pub(super) const ROOM: Dds = Dds;

const DESCRIPTION: Description = Description {
    name: "dds",
    summary: "DDS texture, 8-bit, 16-bit or float, with mip maps",
    ..texture::DESCRIPTION
};

impl Room for Dds {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        Box::new(Unchanged(encoding))
    }

    fn writer_memory(&self, encoding: &Encoding) -> usize {
        texture::memory(encoding)
    }

    fn write(&self, encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        let texture = Texture::new(encoding, pieces)?;
        let header = header(encoding, texture_format(&texture.stored), texture.parts[0].len() as u32).map_err(error)?;
        header.write(&mut &mut *writer).map_err(error)?;
        // Each face is followed by its smaller levels.
        texture.parts.iter().flatten().try_for_each(|level| writer.write_all(&texture.bytes(level)?))
    }

    fn is_srgb(&self, encoding: &Encoding) -> bool {
        texture::is_srgb(encoding)
    }
}

fn texture_format(stored: &Encoding) -> DxgiFormat {
    match (stored.kind(), stored.channels) {
        (Kind::U8, 1) => DxgiFormat::R8_UNorm,
        (Kind::U8, 2) => DxgiFormat::R8G8_UNorm,
        (Kind::U8, _) if stored.is_srgb() => DxgiFormat::R8G8B8A8_UNorm_sRGB,
        (Kind::U8, _) => DxgiFormat::R8G8B8A8_UNorm,
        (Kind::U16, 1) => DxgiFormat::R16_UNorm,
        (Kind::U16, 2) => DxgiFormat::R16G16_UNorm,
        (Kind::U16, _) => DxgiFormat::R16G16B16A16_UNorm,
        (_, 1) => DxgiFormat::R32_Float,
        (_, 2) => DxgiFormat::R32G32_Float,
        _ => DxgiFormat::R32G32B32A32_Float,
    }
}

/// Returns only the headers: the crate's call for a whole file allocates all of its pixels.
fn header(encoding: &Encoding, format: DxgiFormat, levels: u32) -> Result<File, Error> {
    let slices = texture::slices(encoding);
    let is_cube = encoding.shape == Shape::Cube;
    let caps2 = if is_cube { Some(Caps2::CUBEMAP | Caps2::CUBEMAP_ALLFACES) } else { slices.map(|_| Caps2::VOLUME) };
    let dimension = if slices.is_some() { D3D10ResourceDimension::Texture3D } else { D3D10ResourceDimension::Texture2D };
    let alpha = if encoding.alpha().is_some() { AlphaMode::Straight } else { AlphaMode::Unknown };
    // One texture, or one cube (Microsoft, "DDS_HEADER_DXT10 structure": for a cube map it is the number of cubes).
    let arrays = 1;
    Ok(File {
        header: Header::new_dxgi(encoding.part_rows(), encoding.size.width, slices, format, Some(levels), None, caps2)?,
        header10: Some(Header10::new(format, is_cube, dimension, arrays, alpha)),
        data: Vec::new(),
    })
}

/// Returns the `io::Error` inside, which distinguishes a full disk from a bad picture.
fn error(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        error => io::Error::other(error),
    }
}
