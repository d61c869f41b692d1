//! What a picture tells of the bake that made it, read back from it or from the file beside it.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use exr::meta::MetaData;
use exr::meta::attribute::AttributeValue;
use lacuna::Number;
use lacuna::recipe::Format;
use serde::Deserialize;

use super::encode::{Range, carries_facts};
use super::failure::{Failure, Result, note};
use super::picture::{Size, numbers};

/// What a picture carries.
#[derive(Debug, Clone)]
pub(crate) struct Carried {
    pub(crate) version: String,
    pub(crate) recipe: String,
    /// The output that the picture shows, where the recipe has several.
    pub(crate) output: Option<String>,
    /// As [`super::picture::Region`] is shown.
    pub(crate) region: String,
    pub(crate) z: Number,
    pub(crate) size: Size,
    pub(crate) depth: Option<u8>,
    pub(crate) range: Option<Range>,
}

impl Carried {
    /// Reads what a picture carries, or the file beside it.
    pub(crate) fn of(path: &Path) -> Result<Self> {
        let shown = path.display();
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let format = extension.parse::<Format>().ok();
        let unreadable = |error: &dyn std::fmt::Display| Failure::usage(format!("can't read what {shown} carries: {error}"));
        let found = match format {
            Some(Format::Png) => of_png(path),
            Some(Format::Exr) => of_exr(path),
            Some(Format::Ktx2) => of_ktx2(path),
            Some(_) => {
                let mut beside = path.as_os_str().to_owned();
                beside.push(".json");
                of_json(&PathBuf::from(beside))
            }
            None => of_json(path),
        };
        match found.map_err(|error| unreadable(&error))? {
            Some(carried) => Ok(carried),
            None => {
                let where_to = if format.is_none_or(carries_facts) { "it" } else { "the file beside it" };
                Err(Failure::usage(format!(
                    "{shown} tells of no recipe: {where_to} was not written by lacuna's bake, or was changed since"
                )))
            }
        }
    }

    /// Says where another version made the picture.
    pub(crate) fn note_version(&self, path: &Path) {
        let own = env!("CARGO_PKG_VERSION");
        if self.version != own {
            let (shown, version) = (path.display(), &self.version);
            note(&format!("note: {shown} was made by lacuna {version}; this is {own}, whose samples may differ"));
        }
    }

    /// From texts by their keywords.
    fn of_texts<'a>(text: impl Fn(&str) -> Option<&'a str>) -> Option<Self> {
        let range = text("lacuna:range").and_then(|range| <[Number; 2]>::try_from(numbers(range).ok()?).ok());
        Some(Self {
            version: text("lacuna:version")?.to_owned(),
            recipe: text("lacuna:recipe")?.to_owned(),
            output: text("lacuna:output").map(str::to_owned),
            region: text("lacuna:region")?.to_owned(),
            z: text("lacuna:z")?.parse().ok()?,
            size: text("lacuna:size")?.parse().ok()?,
            depth: text("lacuna:depth").and_then(|depth| depth.parse().ok()),
            range: range.map(|[min, max]| Range(min, max)),
        })
    }

    /// From the facts as JSON.
    fn of_facts(text: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Facts {
            version: String,
            recipe: String,
            output: Option<String>,
            region: [serde_json::Value; 4],
            z: Number,
            size: [u32; 2],
            depth: Option<u8>,
            range: Option<[Number; 2]>,
        }
        let facts: Facts = serde_json::from_str(text).ok()?;
        let [width, height] = facts.size;
        let region = facts.region.map(|edge| edge.as_str().map_or_else(|| edge.to_string(), str::to_owned));
        Some(Self {
            version: facts.version,
            recipe: facts.recipe,
            output: facts.output,
            region: region.join(","),
            z: facts.z,
            size: format!("{width}x{height}").parse().ok()?,
            depth: facts.depth,
            range: facts.range.map(|[min, max]| Range(min, max)),
        })
    }
}

fn of_json(path: &Path) -> io::Result<Option<Carried>> {
    Ok(Carried::of_facts(&std::fs::read_to_string(path)?))
}

fn of_png(path: &Path) -> io::Result<Option<Carried>> {
    let reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info().map_err(|error| match error {
        png::DecodingError::IoError(error) => error,
        error => io::Error::other(error),
    })?;
    let texts: Vec<(&str, String)> =
        reader.info().utf8_text.iter().filter_map(|chunk| Some((chunk.keyword.as_str(), chunk.get_text().ok()?))).collect();
    Ok(Carried::of_texts(|wanted| texts.iter().find(|(keyword, _)| *keyword == wanted).map(|(_, text)| text.as_str())))
}

fn of_exr(path: &Path) -> io::Result<Option<Carried>> {
    let meta = MetaData::read_from_file(path, false).map_err(|error| match error {
        exr::error::Error::Io(error) => error,
        error => io::Error::other(error),
    })?;
    let attributes = meta.headers.iter().flat_map(|header| header.shared_attributes.other.iter().chain(&header.own_attributes.other));
    let facts = attributes.filter(|(name, _)| **name == *"lacuna:facts").find_map(|(_, value)| match value {
        AttributeValue::Text(text) => Some(text.to_string()),
        _ => None,
    });
    Ok(facts.and_then(|facts| Carried::of_facts(&facts)))
}

/// By the header and the part of the file that holds keys.
fn of_ktx2(path: &Path) -> io::Result<Option<Carried>> {
    let mut file = File::open(path)?;
    let mut header = [0; ktx2::Header::LENGTH];
    file.read_exact(&mut header)?;
    let header = ktx2::Header::from_bytes(&header).map_err(|error| io::Error::other(error.to_string()))?;
    file.seek(SeekFrom::Start(header.index.kvd_byte_offset.into()))?;
    let mut data = Vec::new();
    file.take(header.index.kvd_byte_length.into()).read_to_end(&mut data)?;
    let texts: Vec<(&str, &str)> = ktx2::KeyValueDataIterator::new(&data)
        .filter_map(|(key, value)| Some((key, std::str::from_utf8(value.strip_suffix(b"\0").unwrap_or(value)).ok()?)))
        .collect();
    Ok(Carried::of_texts(|wanted| texts.iter().find(|(key, _)| *key == wanted).map(|(_, text)| *text)))
}
