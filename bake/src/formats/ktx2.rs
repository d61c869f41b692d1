//! KTX2 textures, uncompressed and with all their mip maps.

use std::io::{self, Read as _, SeekFrom};

use ::ktx2::dfd::{Basic, Block};
use ::ktx2::{Format, Header, Index, KeyValueDataIterator, LevelIndex};

use super::levels::Unchanged;
use super::samples::Kind;
use super::texture::{self, Level, Texture};
use super::{Description, Encoding, FactsPlace, PieceEncoder, Pieces, ReadSeek, Room, Shape, StoredFacts, WriteSeek};

pub(super) struct Ktx2;

pub(super) const ROOM: Ktx2 = Ktx2;

const DESCRIPTION: Description = Description {
    name: "ktx2",
    summary: "KTX2 texture, 8-bit, 16-bit or float, with mip maps; carries the recipe",
    facts: FactsPlace::Inside,
    ..texture::DESCRIPTION
};

/// The most bytes of keys and values that are read.
const MAX_FACTS: u32 = 1 << 22;

impl Room for Ktx2 {
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
        let format = texture_format(&texture.stored);
        let (descriptor, type_size) = Basic::from_format(format).map_err(|error| io::Error::other(format!("{error:?}")))?;
        let descriptor = Block::Basic(descriptor).to_vec();
        let facts = keys_and_values(encoding);
        // A level holds all faces, one after another.
        let levels: Vec<Vec<&Level>> =
            (0..texture.parts[0].len()).map(|level| texture.parts.iter().map(|part| &part[level]).collect()).collect();
        let descriptor_place = Header::LENGTH + levels.len() * LevelIndex::LENGTH;
        let facts_place = descriptor_place + 4 + descriptor.len();
        let places = places(&texture, &levels, facts_place + facts.len());
        let header = Header {
            format: Some(format),
            type_size,
            pixel_width: encoding.size.width,
            pixel_height: encoding.part_rows(),
            pixel_depth: texture::slices(encoding).unwrap_or(0),
            layer_count: 0,
            face_count: texture.parts.len() as u32,
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
        for place in &places {
            writer.write_all(&place.as_bytes())?;
        }
        writer.write_all(&(4 + descriptor.len() as u32).to_le_bytes())?;
        writer.write_all(&descriptor)?;
        writer.write_all(&facts)?;
        let mut end = facts_place + facts.len();
        for (place, level) in places.iter().zip(&levels).rev() {
            io::copy(&mut io::repeat(0).take(place.byte_offset - end as u64), &mut *writer)?;
            for face in level {
                writer.write_all(&texture.bytes(face)?)?;
            }
            end = (place.byte_offset + place.byte_length) as usize;
        }
        Ok(())
    }

    fn is_srgb(&self, encoding: &Encoding) -> bool {
        texture::is_srgb(encoding)
    }

    fn read_facts(&self, file: &mut dyn ReadSeek) -> io::Result<Option<StoredFacts>> {
        let refuse = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why);
        let end = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        let mut header = [0; Header::LENGTH];
        file.read_exact(&mut header)?;
        let header = Header::from_bytes(&header).map_err(|error| io::Error::other(error.to_string()))?;
        let Index { kvd_byte_offset: place, kvd_byte_length: length, .. } = header.index;
        if length > MAX_FACTS {
            return Err(refuse("its keys and values take more than 4 MiB"));
        }
        if u64::from(place) + u64::from(length) > end {
            return Err(refuse("its keys and values lie beyond its end"));
        }
        file.seek(SeekFrom::Start(place.into()))?;
        let mut data = vec![0; length as usize];
        file.read_exact(&mut data)?;
        let texts: Vec<(String, String)> = KeyValueDataIterator::new(&data)
            .filter(|(key, _)| key.starts_with("lacuna:"))
            .filter_map(|(key, value)| Some((key, std::str::from_utf8(value.strip_suffix(b"\0").unwrap_or(value)).ok()?)))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        Ok((!texts.is_empty()).then(|| StoredFacts { texts, json: String::new() }))
    }
}

fn texture_format(stored: &Encoding) -> Format {
    match (stored.kind(), stored.channels) {
        (Kind::U8, 1) => Format::R8_UNORM,
        (Kind::U8, 2) => Format::R8G8_UNORM,
        (Kind::U8, _) if stored.is_srgb() => Format::R8G8B8A8_SRGB,
        (Kind::U8, _) => Format::R8G8B8A8_UNORM,
        (Kind::U16, 1) => Format::R16_UNORM,
        (Kind::U16, 2) => Format::R16G16_UNORM,
        (Kind::U16, _) => Format::R16G16B16A16_UNORM,
        (_, 1) => Format::R32_SFLOAT,
        (_, 2) => Format::R32G32_SFLOAT,
        _ => Format::R32G32B32A32_SFLOAT,
    }
}

/// Returns the metadata as keys and values, sorted by key as the format requires.
fn keys_and_values(encoding: &Encoding) -> Vec<u8> {
    let orientation = if matches!(encoding.shape, Shape::Volume { .. }) { "rdi" } else { "rd" };
    let texts = encoding.facts.texts.iter().map(|(key, text)| (if key == "Software" { "KTXwriter" } else { key }, text.as_str()));
    let mut keys: Vec<_> = texts.chain([("KTXorientation", orientation)]).collect();
    keys.sort_unstable();
    let mut facts = Vec::new();
    for (key, text) in keys {
        facts.extend((key.len() as u32 + text.len() as u32 + 2).to_le_bytes());
        facts.extend([key.as_bytes(), &[0], text.as_bytes(), &[0]].concat());
        facts.resize(facts.len().next_multiple_of(4), 0);
    }
    facts
}

/// Returns the places of the levels, the largest first. In the file the smallest level comes first, at `start`.
fn places(texture: &Texture, levels: &[Vec<&Level>], start: usize) -> Vec<LevelIndex> {
    let mut end = start;
    let mut places = Vec::new();
    for level in levels.iter().rev() {
        let length: usize = level.iter().map(|face| texture.length(face)).sum();
        let place = end.next_multiple_of(texture.texel().max(4));
        places.push(LevelIndex { byte_offset: place as u64, byte_length: length as u64, uncompressed_byte_length: length as u64 });
        end = place + length;
    }
    places.reverse();
    places
}
