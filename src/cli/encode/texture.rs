//! KTX2 and DDS: textures as GPUs take them, uncompressed and with all their mip maps.

use std::io::{self, Write};

use ddsfile::{AlphaMode, Caps2, D3D10ResourceDimension, Dds, DxgiFormat, NewDxgiParams};
use ktx2::dfd::{Basic, Block};
use ktx2::{Format, Header, Index, LevelIndex};

use super::{Encoding, Kind, Pieces, little_endian};
use crate::cli::picture::Size;

/// What a texture is, as the rows of its pictures one below the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Flat,
    /// Of so many slices.
    Volume(u32),
    /// Six faces: +x, -x, +y, -y, +z, -z.
    Cube,
}

impl Shape {
    /// The pictures that have mip maps of their own.
    fn parts(self) -> u32 {
        if self == Self::Cube { 6 } else { 1 }
    }

    /// The slices of each of them.
    fn slices(self) -> u32 {
        if let Self::Volume(slices) = self { slices } else { 1 }
    }

    /// The rows of each slice.
    fn rows(self, encoding: &Encoding) -> u32 {
        encoding.size.1 / self.parts() / self.slices()
    }
}

/// A level of a texture: its bytes in the order of the file.
struct Level(Vec<u8>);

/// A picture or a volume of f32, from which the next smaller one is made.
struct Picture {
    width: usize,
    height: usize,
    slices: usize,
    channels: usize,
    samples: Vec<f32>,
}

impl Picture {
    /// The whole texture, given as it is stored: with a channel of ones where a texture needs one.
    fn of(encoding: &Encoding, shape: Shape, stored: &Encoding, pieces: &mut dyn Pieces) -> io::Result<Vec<Self>> {
        let Size(width, height) = encoding.size;
        let (width, height, channels) = (width as usize, height as usize, usize::from(stored.channels));
        let opaque = if encoding.holds_values() { 1.0 } else { encoding.range.1.to_f64() as f32 };
        let mut samples = Vec::new();
        samples.try_reserve_exact(width * height * channels)?;
        pieces.each(&mut |piece| {
            let pixels = piece.samples.chunks_exact(encoding.channels.into());
            match encoding.channels {
                _ if encoding.channels == stored.channels => samples.extend_from_slice(piece.samples),
                1 => samples.extend(pixels.flat_map(|pixel| [pixel[0], pixel[0], pixel[0], opaque])),
                2 => samples.extend(pixels.flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]])),
                _ => samples.extend(pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], opaque])),
            }
            Ok(())
        })?;
        let (rows, slices) = (shape.rows(encoding) as usize, shape.slices() as usize);
        if shape.parts() == 1 {
            return Ok(vec![Self { width, height: rows, slices, channels, samples }]);
        }
        let parts = samples.chunks_exact(width * rows * slices * channels);
        Ok(parts.map(|samples| Self { width, height: rows, slices, channels, samples: samples.to_vec() }).collect())
    }

    /// Half as wide, high and deep, rounded down: each pixel is the mean of what it covers, by volume. Colours are light, whose means are those of light.
    fn halved(&self) -> io::Result<Self> {
        let [width, height, slices] = [self.width, self.height, self.slices].map(|side| (side / 2).max(1));
        let mut samples = Vec::new();
        samples.try_reserve_exact(width * height * slices * self.channels)?;
        for z in 0..slices {
            for y in 0..height {
                for x in 0..width {
                    for channel in 0..self.channels {
                        samples.push(self.mean([x, y, z], [width, height, slices], channel) as f32);
                    }
                }
            }
        }
        Ok(Self { width, height, slices, samples, ..*self })
    }

    /// The mean of what a pixel of a picture of another size covers.
    fn mean(&self, [x, y, z]: [usize; 3], [width, height, slices]: [usize; 3], channel: usize) -> f64 {
        let mut sum = 0.0;
        for (slice, weight_of_slice) in covered(z, slices, self.slices) {
            for (row, weight_of_row) in covered(y, height, self.height) {
                let first = (slice * self.height + row) * self.width;
                for (column, weight) in covered(x, width, self.width) {
                    let sample = self.samples[(first + column) * self.channels + channel];
                    sum += f64::from(sample) * weight_of_row * weight * weight_of_slice;
                }
            }
        }
        sum
    }
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

/// The picture as a texture holds it. None has three channels, and where there are fewer, sRGB knows no alpha.
fn stored(encoding: &Encoding) -> Encoding {
    let channels = if encoding.channels == 3 || encoding.is_srgb() { 4 } else { encoding.channels };
    Encoding { channels, ..encoding.clone() }
}

/// All levels of each part, the largest first.
fn levels(encoding: &Encoding, shape: Shape, stored: &Encoding, pieces: &mut dyn Pieces) -> io::Result<Vec<Vec<Level>>> {
    let parts = Picture::of(encoding, shape, stored, pieces)?;
    let chain = |mut picture: Picture| {
        let mut levels = Vec::new();
        loop {
            levels.push(Level(bytes(stored, &picture.samples)?));
            if picture.width == 1 && picture.height == 1 && picture.slices == 1 {
                return Ok(levels);
            }
            picture = picture.halved()?;
        }
    };
    parts.into_iter().map(chain).collect()
}

fn bytes(encoding: &Encoding, samples: &[f32]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match encoding.kind() {
        Kind::U8 => drop(encoding.quantize(samples, &mut bytes, |level| level as u8)?),
        Kind::U16 => {
            let mut words = Vec::new();
            encoding.quantize(samples, &mut words, |level| (level as u16).to_le())?;
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

pub(super) fn write_ktx2(encoding: &Encoding, shape: Shape, mut writer: impl Write, pieces: &mut dyn Pieces) -> io::Result<()> {
    let stored = stored(encoding);
    let format = match (encoding.kind(), stored.channels) {
        (Kind::U8, 1) => Format::R8_UNORM,
        (Kind::U8, 2) => Format::R8G8_UNORM,
        (Kind::U8, _) if encoding.is_srgb() => Format::R8G8B8A8_SRGB,
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
    let orientation = if matches!(shape, Shape::Volume(_)) { "rdi" } else { "rd" }.to_owned();
    keys.push(("KTXorientation", &orientation));
    keys.sort_unstable();
    let mut facts = Vec::new();
    for (key, text) in keys {
        facts.extend((key.len() as u32 + text.len() as u32 + 2).to_le_bytes());
        facts.extend([key.as_bytes(), &[0], text.as_bytes(), &[0]].concat());
        facts.resize(facts.len().next_multiple_of(4), 0);
    }

    // A level has those of all faces, one after another.
    let parts = levels(encoding, shape, &stored, pieces)?;
    let count = parts[0].len();
    let levels: Vec<_> = (0..count).map(|level| Level(parts.iter().flat_map(|part| part[level].0.iter().copied()).collect())).collect();
    let descriptor_place = Header::LENGTH + levels.len() * LevelIndex::LENGTH;
    let facts_place = descriptor_place + 4 + descriptor.len();
    let texel = usize::from(stored.channels) * usize::from(encoding.depth / 8);
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
        pixel_height: shape.rows(encoding),
        pixel_depth: if let Shape::Volume(slices) = shape { slices } else { 0 },
        layer_count: 0,
        face_count: shape.parts(),
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

pub(super) fn write_dds(encoding: &Encoding, shape: Shape, mut writer: impl Write, pieces: &mut dyn Pieces) -> io::Result<()> {
    let stored = stored(encoding);
    let format = match (encoding.kind(), stored.channels) {
        (Kind::U8, 1) => DxgiFormat::R8_UNorm,
        (Kind::U8, 2) => DxgiFormat::R8G8_UNorm,
        (Kind::U8, _) if encoding.is_srgb() => DxgiFormat::R8G8B8A8_UNorm_sRGB,
        (Kind::U8, _) => DxgiFormat::R8G8B8A8_UNorm,
        (Kind::U16, 1) => DxgiFormat::R16_UNorm,
        (Kind::U16, 2) => DxgiFormat::R16G16_UNorm,
        (Kind::U16, _) => DxgiFormat::R16G16B16A16_UNorm,
        (Kind::F32, 1) => DxgiFormat::R32_Float,
        (Kind::F32, 2) => DxgiFormat::R32G32_Float,
        (Kind::F32, _) => DxgiFormat::R32G32B32A32_Float,
    };
    // Each face has its levels, one after another.
    let parts = levels(encoding, shape, &stored, pieces)?;
    let slices = if let Shape::Volume(slices) = shape { Some(slices) } else { None };
    let is_cube = shape == Shape::Cube;
    let parameters = NewDxgiParams {
        width: encoding.size.0,
        height: shape.rows(encoding),
        depth: slices,
        format,
        mipmap_levels: Some(parts[0].len() as u32),
        array_layers: None,
        caps2: if is_cube { Some(Caps2::CUBEMAP | Caps2::CUBEMAP_ALLFACES) } else { slices.map(|_| Caps2::VOLUME) },
        is_cubemap: is_cube,
        resource_dimension: if slices.is_some() { D3D10ResourceDimension::Texture3D } else { D3D10ResourceDimension::Texture2D },
        alpha_mode: if encoding.is_color && matches!(encoding.channels, 2 | 4) { AlphaMode::Straight } else { AlphaMode::Unknown },
    };
    let mut file = Dds::new_dxgi(parameters).map_err(error)?;
    file.data = Vec::new();
    file.write(&mut writer).map_err(error)?;
    parts.iter().flatten().try_for_each(|Level(bytes)| writer.write_all(bytes))
}

/// The `io::Error` inside, which knows a full disk from a bad picture.
fn error(error: ddsfile::Error) -> io::Error {
    match error {
        ddsfile::Error::Io(error) => error,
        error => io::Error::other(error),
    }
}
