//! The metadata of a baked file. Nothing in it may depend on the machine, the engine or the time.

use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use lacuna::Number;
use serde::{Deserialize, Serialize};

use crate::area::{Area, Edges};
use crate::checksum::Checksum;
use crate::error::{Error, Field, Problem, Result};
use crate::formats::{Format, StoredFacts};
use crate::jobs::{Job, Scale};
use crate::range::Range;
use crate::size::Size;

/// The metadata of a file, enough to bake it again.
///
/// A format with room for metadata stores it in the file. All others store it in the sidecar FILE.json.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Always 1.
    pub schema_version: u32,
    /// The version of lacuna that made the file.
    pub version: String,
    /// The recipe, as TOML text.
    pub recipe: String,
    /// The output that the file shows, if the recipe has tables of outputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// The region of a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Edges>,
    /// The position of a picture along z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<Number>,
    /// The position of a picture along w; `None` for 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub w: Option<Number>,
    /// The length of a unit in metres, if the file holds its place, or was made for a game engine with a length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit_metres: Option<Number>,
    /// Samples along x and y of the whole file; slices and frames lie below or beside each other.
    pub size: Size,
    /// The name of the format.
    pub format: String,
    /// The layout of the file's bytes, described for people who read the metadata.
    pub layout: String,
    /// Bits per sample.
    pub depth: u8,
    /// The values of the least and the greatest level of 8 or 16 bit; `None` if the file holds the values themselves.
    pub range: Option<Range>,
    /// The samples across a pixel, if the request gave them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u32>,
    /// The scale that the game engine needs beside the file, if the file was made for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// The checksum of the file's bytes, only in sidecars: it detects that the file was replaced by another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<Checksum>,
    /// The job, unless it is a plain picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<Job>,
}

/// This version of lacuna.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The prefix of the keywords when the metadata is stored as texts.
const PREFIX: &str = "lacuna:";

/// Returns the part of a version that a change of bits raises: `0.5` of 0.5.2, `1` of 1.2.0. Versions with the same part have the same bits. Returns `None` for
/// what is no version.
pub fn version_of_bits(version: &str) -> Option<&str> {
    let numbers: Vec<&str> = version.split('.').collect();
    let [major, minor, _] = numbers[..] else { return None };
    let is_version = numbers.iter().all(|number| number.parse::<u64>().is_ok());
    is_version.then(|| if major == "0" { &version[..major.len() + 1 + minor.len()] } else { major })
}

impl Facts {
    /// Returns `true` if this version of lacuna promises the bits of the version that made the file: 0.5.2 those of 0.5.1, and 1.3.0 those of 1.2.0.
    pub fn has_our_bits(&self) -> bool {
        version_of_bits(&self.version) == version_of_bits(VERSION)
    }

    /// Reads metadata as a file of a format stores it: as texts or as JSON.
    ///
    /// # Errors
    ///
    /// A message that says what is missing or wrong.
    pub(crate) fn read(format: Format, stored: &StoredFacts) -> Result<Self, String> {
        let facts = if stored.json.is_empty() { Self::of_texts(&stored.texts)? } else { Self::of_json(&stored.json)? };
        check_depth(facts.depth, Some(format))?;
        Ok(facts)
    }

    /// Reads the metadata inside a file of a format. Returns `None` if the file has none, or if the format keeps it in a sidecar.
    ///
    /// # Errors
    ///
    /// A message that says what is missing or wrong.
    pub fn of_file(format: Format, file: &mut (impl Read + Seek)) -> Result<Option<Self>, String> {
        let stored = format.read_facts(file).map_err(|error| error.to_string())?;
        stored.map(|stored| Self::read(format, &stored)).transpose()
    }

    /// Reads metadata as JSON, the text of a sidecar.
    ///
    /// # Errors
    ///
    /// A message that says what is missing or wrong.
    pub fn of_json(text: &str) -> Result<Self, String> {
        let facts: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if facts.job.is_none() && (facts.region.is_none() || serde_json::from_str::<Older>(text).is_ok_and(|older| older.view.is_some())) {
            return Err(UNTOLD.to_owned());
        }
        check_depth(facts.depth, facts.format.parse().ok())?;
        Ok(facts)
    }

    fn of_texts(texts: &[(String, String)]) -> Result<Self, String> {
        let find = |key: &str| {
            let of = |(keyword, _): &&(String, String)| keyword.strip_prefix(PREFIX) == Some(key);
            texts.iter().find(of).map(|(_, text)| text.as_str())
        };
        let needed = |key: &str| find(key).ok_or_else(|| format!("`{PREFIX}{key}` is missing"));
        let bad = |key: &str, error: &dyn std::fmt::Display| format!("`{PREFIX}{key}`: {error}");
        let job = find("job").map(|text| serde_json::from_str(text).map_err(|error| bad("job", &error))).transpose()?;
        if job.is_none() && (find("view").is_some() || find("part").is_some()) {
            return Err(UNTOLD.to_owned());
        }
        let number = |key: &str, text: &str| text.parse().map_err(|error: lacuna::ParseNumberError| bad(key, &error));
        let (region, z, w) = match &job {
            Some(_) => (None, None, None),
            None => (
                Some(needed("region")?.parse().map_err(|error: String| bad("region", &error))?),
                Some(number("z", needed("z")?)?),
                find("w").map(|text| number("w", text)).transpose()?,
            ),
        };
        Ok(Self {
            schema_version: 1,
            version: needed("version")?.to_owned(),
            recipe: needed("recipe")?.to_owned(),
            output: find("output").map(str::to_owned),
            region,
            z,
            w,
            unit_metres: find("unit_metres").map(|text| number("unit_metres", text)).transpose()?,
            size: needed("size")?.parse().map_err(|error: crate::size::NoSize| bad("size", &error))?,
            format: String::new(),
            layout: String::new(),
            depth: find("depth").map_or(Ok(16), |text| text.parse().map_err(|error: std::num::ParseIntError| bad("depth", &error)))?,
            range: find("range").map(|text| text.parse().map_err(|error: crate::range::NoRange| bad("range", &error))).transpose()?,
            samples: find("samples")
                .map(|text| text.parse().map_err(|error: std::num::ParseIntError| bad("samples", &error)))
                .transpose()?,
            scale: find("scale").map(|text| serde_json::from_str(text).map_err(|error| bad("scale", &error))).transpose()?,
            checksum: None,
            job,
        })
    }

    /// Returns the metadata as files store it.
    pub(crate) fn stored(&self) -> Result<StoredFacts> {
        let failed = |error: serde_json::Error| Error::failed(error.to_string());
        let own = |key: &str, text: String| (format!("{PREFIX}{key}"), text);
        let mut texts = vec![
            ("Software".to_owned(), format!("lacuna {}", self.version)),
            own("version", self.version.clone()),
            own("recipe", self.recipe.clone()),
        ];
        texts.extend(self.region.as_ref().map(|region| own("region", region.to_string())));
        texts.extend(self.z.map(|z| own("z", z.to_string())));
        texts.extend(self.w.map(|w| own("w", w.to_string())));
        texts.extend(self.unit_metres.map(|metres| own("unit_metres", metres.to_string())));
        texts.extend([own("size", self.size.to_string()), own("depth", self.depth.to_string())]);
        texts.extend(self.output.as_ref().map(|output| own("output", output.clone())));
        texts.extend(self.range.map(|range| own("range", range.to_string())));
        texts.extend(self.samples.map(|samples| own("samples", samples.to_string())));
        if let Some(scale) = &self.scale {
            texts.push(own("scale", serde_json::to_string(scale).map_err(failed)?));
        }
        if let Some(job) = &self.job {
            texts.push(own("job", serde_json::to_string(job).map_err(failed)?));
        }
        let json = serde_json::to_string_pretty(self).map_err(failed)? + "\n";
        Ok(StoredFacts { texts, json })
    }

    /// Returns the job that makes the file again.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] if an edge of the region is not a decimal and the region is not the default one of the file's size.
    pub fn job(&self) -> Result<Job> {
        match (&self.job, &self.region) {
            (Some(job), _) => Ok(job.clone()),
            (None, Some(region)) => {
                let place = [self.z, self.w].map(|number| number.unwrap_or(Number::ZERO));
                Ok(Job::Picture(Area::told(self.size, region, place)?))
            }
            (None, None) => Err(Error::request(Field::Source, Problem::Unreadable, UNTOLD)),
        }
    }
}

/// Refuses a depth that the format does not have or, for an unknown format, a depth that no file has.
fn check_depth(depth: u8, format: Option<Format>) -> Result<(), String> {
    let depths = format.map_or(&[8, 16, 32][..], Format::depths);
    if depths.contains(&depth) {
        return Ok(());
    }
    let allowed: Vec<String> = depths.iter().map(u8::to_string).collect();
    let format = format.map_or_else(|| "files have".to_owned(), |format| format!("{format} holds"));
    Err(format!("depth {depth}: {format} {} bit", allowed.join(" or ")))
}

/// Returns the path of a file's sidecar, which holds its metadata if the format has no room for it.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".json");
    PathBuf::from(name)
}

/// The key by which files of version 0.1.0 mark views.
#[derive(Deserialize)]
struct Older {
    view: Option<serde_json::Value>,
}

const UNTOLD: &str = "it is a view or a part of a set made by an older version, which did not store how to make it again; its recipe is stored in it as `lacuna:recipe` or `recipe`";
