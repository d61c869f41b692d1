//! OpenEXR: half in blocks of 16 rows that are compressed side by side, and float as it is: of noise, ZIP takes off 4 to 7 % of floats in 25 times the
//! time of writing them, and 40 to 70 % of halves.

use std::io::{self, Seek, Write};

use exr::block::chunk::{Chunk, CompressedBlock, CompressedScanLineBlock};
use exr::block::writer::{ChunksWriter, write_chunks_with};
use exr::block::{BlockIndex, UncompressedBlock};
use exr::compression::Compression;
use exr::math::Vec2;
use exr::meta::BlockDescription;
use exr::meta::attribute::{AttributeValue, ChannelDescription, LineOrder, SampleType, Text};
use exr::meta::header::{Header, ImageAttributes, LayerAttributes};
use exr::prelude::f16;

use super::{Encoded, Encoding, Pieces, room};
use crate::cli::picture::Size;

fn compression(encoding: &Encoding) -> Compression {
    if is_half(encoding) { Compression::ZIP16 } else { Compression::Uncompressed }
}

/// The rows of a block, which the compression prescribes.
pub(super) fn rows(encoding: &Encoding) -> u32 {
    compression(encoding).scan_lines_per_block() as u32
}

/// The names of the channels in the order of the file, the alphabet's, with their places in a pixel.
fn channels(count: u8) -> &'static [(&'static str, usize)] {
    match count {
        1 => &[("Y", 0)],
        2 => &[("A", 1), ("Y", 0)],
        3 => &[("B", 2), ("G", 1), ("R", 0)],
        _ => &[("A", 3), ("B", 2), ("G", 1), ("R", 0)],
    }
}

fn is_half(encoding: &Encoding) -> bool {
    encoding.depth == 16
}

pub(super) fn header(encoding: &Encoding) -> Header {
    let Size(width, height) = encoding.size;
    let size = Vec2(width as usize, height as usize);
    let sample = if is_half(encoding) { SampleType::F16 } else { SampleType::F32 };
    let channels = channels(encoding.channels).iter().map(|&(name, _)| ChannelDescription::new(name, sample, name == "A")).collect();
    let text = |text: &str| Text::from_bytes_unchecked(text.bytes().collect());
    let of = |wanted: &str| encoding.texts.iter().find(|(keyword, _)| *keyword == wanted).map(|(_, what)| text(what));
    let mut image = ImageAttributes::with_size(size);
    let mut layer = LayerAttributes { software_name: of("Software"), ..LayerAttributes::default() };
    // Two maps with one entry each: the order in which a map is written changes from run to run.
    layer.other.extend(of("lacuna:recipe").map(|recipe| (text("lacuna:recipe"), AttributeValue::Text(recipe))));
    if !encoding.facts.is_empty() {
        image.other.insert(text("lacuna:facts"), AttributeValue::Text(text(&encoding.facts)));
    }
    Header::new(text("noise"), size, channels)
        .with_encoding(compression(encoding), BlockDescription::ScanLines, LineOrder::Increasing)
        .with_attributes(layer)
        .with_shared_attributes(image)
}

/// Compresses the rows of a block.
pub(super) fn compress(encoding: &Encoding, headers: &[Header], first: u64, samples: &[f32]) -> io::Result<Encoded> {
    let (width, per_pixel) = (encoding.size.0 as usize, usize::from(encoding.channels));
    let mut data = room(samples.len() * usize::from(encoding.depth / 8))?;
    for row in samples.chunks_exact(width * per_pixel) {
        for &(_, place) in channels(encoding.channels) {
            let channel = row[place..].iter().step_by(per_pixel);
            if is_half(encoding) {
                data.extend(channel.flat_map(|&sample| f16::from_f32(sample).to_ne_bytes()));
            } else {
                data.extend(channel.flat_map(|sample| sample.to_ne_bytes()));
            }
        }
    }
    let row = (first / (width * per_pixel) as u64) as usize;
    let index = BlockIndex {
        layer: 0,
        pixel_position: Vec2(0, row),
        pixel_size: Vec2(width, samples.len() / (width * per_pixel)),
        level: Vec2(0, 0),
    };
    match (UncompressedBlock { index, data }).compress_to_chunk(headers).map_err(error)?.compressed_block {
        CompressedBlock::ScanLine(block) => Ok(Encoded { bytes: block.compressed_pixels_le, ..Encoded::default() }),
        _ => Err(io::Error::other("a block of rows became another kind of block; please report this")),
    }
}

pub(super) fn write(encoding: &Encoding, writer: impl Write + Seek, pieces: &mut dyn Pieces) -> io::Result<()> {
    write_chunks_with(writer, [header(encoding)].into_iter().collect(), true, |_, chunks| {
        let mut number = 0;
        pieces.each(&mut |piece| {
            let y_coordinate = number as i32 * rows(encoding) as i32;
            let block = CompressedScanLineBlock { y_coordinate, compressed_pixels_le: piece.encoded.bytes };
            chunks.write_chunk(number, Chunk { layer_index: 0, compressed_block: CompressedBlock::ScanLine(block) }).map_err(error)?;
            number += 1;
            Ok(())
        })?;
        Ok(())
    })
    .map_err(error)
}

/// The `io::Error` inside, which knows a full disk from a bad picture.
fn error(error: exr::error::Error) -> io::Error {
    match error {
        exr::error::Error::Io(error) => error,
        error => io::Error::other(error),
    }
}
