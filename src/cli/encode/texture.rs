//! KTX2 and DDS: textures as GPUs take them, uncompressed and with all their mip maps.

use std::io::{self, Write};

use ddsfile::{AlphaMode, D3D10ResourceDimension, Dds, DxgiFormat, NewDxgiParams};
use ktx2::dfd::{Basic, Block};
use ktx2::{Format, Header, Index, LevelIndex};

use super::{Encoding, Kind, Pieces, little_endian, quantize};
use crate::cli::picture::Size;

/// A level of a texture: its bytes in the order of the file.
struct Level(Vec<u8>);

/// A picture of f32, from which the next smaller one is made.
struct Picture {
    width: usize,
    height: usize,
    channels: usize,
    /// Whether the samples, but for alpha, are encoded as sRGB has it, so that their means are not those of light.
    is_colour: bool,
    samples: Vec<f32>,
}

impl Picture {
    /// The whole picture, with a channel of ones where there are three: no texture has three.
    fn of(encoding: &Encoding, pieces: &mut dyn Pieces) -> io::Result<Self> {
        let Size(width, height) = encoding.size;
        let (width, height, channels) = (width as usize, height as usize, channels(encoding));
        let mut samples = Vec::new();
        samples.try_reserve_exact(width * height * channels)?;
        pieces.each(&mut |piece| {
            if encoding.channels == 3 {
                let opaque = if encoding.holds_values() { 1.0 } else { encoding.range.1.to_f64() as f32 };
                samples.extend(piece.samples.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], opaque]));
            } else {
                samples.extend_from_slice(piece.samples);
            }
            Ok(())
        })?;
        Ok(Self { width, height, channels, is_colour: encoding.is_colour, samples })
    }

    /// Half as wide and high, rounded down: each pixel is the mean of what it covers, by area.
    fn halved(&self) -> io::Result<Self> {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut samples = Vec::new();
        samples.try_reserve_exact(width * height * self.channels)?;
        for y in 0..height {
            for x in 0..width {
                for channel in 0..self.channels {
                    let is_encoded = self.is_colour && !(self.channels.is_multiple_of(2) && channel + 1 == self.channels);
                    let mut sum = 0.0;
                    for (row, weight_of_row) in covered(y, height, self.height) {
                        for (column, weight) in covered(x, width, self.width) {
                            let sample = self.samples[(row * self.width + column) * self.channels + channel];
                            let sample = if is_encoded { light(sample.into()) } else { sample.into() };
                            sum += sample * weight_of_row * weight;
                        }
                    }
                    samples.push(if is_encoded { encoded(sum) } else { sum } as f32);
                }
            }
        }
        Ok(Self { width, height, samples, ..*self })
    }
}

/// The light of a value that is encoded as IEC 61966-2-1 has it, and back.
fn light(encoded: f64) -> f64 {
    if encoded <= 0.04045 { encoded / 12.92 } else { libm::pow((encoded + 0.055) / 1.055, 2.4) }
}

pub(crate) fn encoded(light: f64) -> f64 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 }
}

/// The pixels of a row of `from` that pixel `index` of a row of `to` covers, with their shares of it; `to` is half of `from`, rounded down.
fn covered(index: usize, to: usize, from: usize) -> impl Iterator<Item = (usize, f64)> + Clone {
    // In units of which a pixel of the smaller row has `from` and one of the larger `to`.
    let (start, end) = (index * from, (index + 1) * from);
    (start / to..end.div_ceil(to)).map(move |pixel| {
        let length = ((pixel + 1) * to).min(end) - (pixel * to).max(start);
        (pixel, length as f64 / from as f64)
    })
}

fn channels(encoding: &Encoding) -> usize {
    if encoding.channels == 3 { 4 } else { usize::from(encoding.channels) }
}

/// All levels, the largest first.
fn levels(encoding: &Encoding, pieces: &mut dyn Pieces) -> io::Result<Vec<Level>> {
    let mut picture = Picture::of(encoding, pieces)?;
    let mut levels = Vec::new();
    loop {
        levels.push(Level(bytes(encoding, &picture.samples)?));
        if picture.width == 1 && picture.height == 1 {
            return Ok(levels);
        }
        picture = picture.halved()?;
    }
}

fn bytes(encoding: &Encoding, samples: &[f32]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match encoding.kind() {
        Kind::U8 => drop(quantize(samples, encoding.range, 255.0, &mut bytes, |level| level as u8)?),
        Kind::U16 => {
            let mut words = Vec::new();
            quantize(samples, encoding.range, 65_535.0, &mut words, |level| (level as u16).to_le())?;
            bytes.try_reserve_exact(2 * words.len())?;
            bytes.extend_from_slice(bytemuck::cast_slice(&words));
        }
        Kind::F32 => {
            bytes.try_reserve_exact(4 * samples.len())?;
            bytes.extend_from_slice(&little_endian(samples));
        }
    }
    Ok(bytes)
}

pub(super) fn write_ktx2(encoding: &Encoding, mut writer: impl Write, pieces: &mut dyn Pieces) -> io::Result<()> {
    let is_srgb = encoding.is_colour;
    let format = match (encoding.kind(), channels(encoding)) {
        (Kind::U8, 1) if is_srgb => Format::R8_SRGB,
        (Kind::U8, 1) => Format::R8_UNORM,
        (Kind::U8, 2) if is_srgb => Format::R8G8_SRGB,
        (Kind::U8, 2) => Format::R8G8_UNORM,
        (Kind::U8, _) if is_srgb => Format::R8G8B8A8_SRGB,
        (Kind::U8, _) => Format::R8G8B8A8_UNORM,
        (Kind::U16, 1) => Format::R16_UNORM,
        (Kind::U16, 2) => Format::R16G16_UNORM,
        (Kind::U16, _) => Format::R16G16B16A16_UNORM,
        (Kind::F32, 1) => Format::R32_SFLOAT,
        (Kind::F32, 2) => Format::R32G32_SFLOAT,
        (Kind::F32, _) => Format::R32G32B32A32_SFLOAT,
    };
    let (descriptor, type_size) = Basic::from_format(format).map_err(|error| io::Error::other(format!("{error:?}")))?;
    let descriptor = Block::Basic(descriptor).to_vec();
    let mut keys: Vec<_> =
        encoding.texts.iter().map(|(key, text)| if *key == "Software" { ("KTXwriter", text) } else { (*key, text) }).collect();
    let orientation = "rd".to_owned();
    keys.push(("KTXorientation", &orientation));
    keys.sort_unstable();
    let mut facts = Vec::new();
    for (key, text) in keys {
        facts.extend((key.len() as u32 + text.len() as u32 + 2).to_le_bytes());
        facts.extend([key.as_bytes(), &[0], text.as_bytes(), &[0]].concat());
        facts.resize(facts.len().next_multiple_of(4), 0);
    }

    let levels = levels(encoding, pieces)?;
    let descriptor_place = Header::LENGTH + levels.len() * LevelIndex::LENGTH;
    let facts_place = descriptor_place + 4 + descriptor.len();
    let texel = channels(encoding) * usize::from(encoding.depth / 8);
    let mut end = facts_place + facts.len();
    // The smallest stands first in the file, and last in the index.
    let mut places = Vec::new();
    for Level(bytes) in levels.iter().rev() {
        let place = end.next_multiple_of(texel.max(4));
        places.push(LevelIndex {
            byte_offset: place as u64,
            byte_length: bytes.len() as u64,
            uncompressed_byte_length: bytes.len() as u64,
        });
        end = place + bytes.len();
    }
    let header = Header {
        format: Some(format),
        type_size,
        pixel_width: encoding.size.0,
        pixel_height: encoding.size.1,
        pixel_depth: 0,
        layer_count: 0,
        face_count: 1,
        level_count: levels.len() as u32,
        supercompression_scheme: None,
        index: Index {
            dfd_byte_offset: descriptor_place as u32,
            dfd_byte_length: 4 + descriptor.len() as u32,
            kvd_byte_offset: facts_place as u32,
            kvd_byte_length: facts.len() as u32,
            sgd_byte_offset: 0,
            sgd_byte_length: 0,
        },
    };
    writer.write_all(&header.as_bytes())?;
    for place in places.iter().rev() {
        writer.write_all(&place.as_bytes())?;
    }
    writer.write_all(&(4 + descriptor.len() as u32).to_le_bytes())?;
    writer.write_all(&descriptor)?;
    writer.write_all(&facts)?;
    let mut end = facts_place + facts.len();
    for (place, Level(bytes)) in places.iter().zip(levels.iter().rev()) {
        writer.write_all(&vec![0; place.byte_offset as usize - end])?;
        writer.write_all(bytes)?;
        end = place.byte_offset as usize + bytes.len();
    }
    Ok(())
}

pub(super) fn write_dds(encoding: &Encoding, mut writer: impl Write, pieces: &mut dyn Pieces) -> io::Result<()> {
    let format = match (encoding.kind(), channels(encoding)) {
        (Kind::U8, 1) => DxgiFormat::R8_UNorm,
        (Kind::U8, 2) => DxgiFormat::R8G8_UNorm,
        (Kind::U8, _) if encoding.is_colour => DxgiFormat::R8G8B8A8_UNorm_sRGB,
        (Kind::U8, _) => DxgiFormat::R8G8B8A8_UNorm,
        (Kind::U16, 1) => DxgiFormat::R16_UNorm,
        (Kind::U16, 2) => DxgiFormat::R16G16_UNorm,
        (Kind::U16, _) => DxgiFormat::R16G16B16A16_UNorm,
        (Kind::F32, 1) => DxgiFormat::R32_Float,
        (Kind::F32, 2) => DxgiFormat::R32G32_Float,
        (Kind::F32, _) => DxgiFormat::R32G32B32A32_Float,
    };
    let levels = levels(encoding, pieces)?;
    let parameters = NewDxgiParams {
        width: encoding.size.0,
        height: encoding.size.1,
        depth: None,
        format,
        mipmap_levels: Some(levels.len() as u32),
        array_layers: None,
        caps2: None,
        is_cubemap: false,
        resource_dimension: D3D10ResourceDimension::Texture2D,
        alpha_mode: if encoding.is_colour && encoding.channels == 4 { AlphaMode::Straight } else { AlphaMode::Unknown },
    };
    let mut file = Dds::new_dxgi(parameters).map_err(error)?;
    file.data = Vec::new();
    file.write(&mut writer).map_err(error)?;
    levels.iter().try_for_each(|Level(bytes)| writer.write_all(bytes))
}

/// The `io::Error` inside, which knows a full disk from a bad picture.
fn error(error: ddsfile::Error) -> io::Error {
    match error {
        ddsfile::Error::Io(error) => error,
        error => io::Error::other(error),
    }
}
