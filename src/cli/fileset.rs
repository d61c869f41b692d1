//! Several files of one output, of different parts of its domain: all of them are written, or none.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lacuna::recipe::{self, OutputRange, Picture};
use lacuna::{Domain, Program, Tile};
use serde_json::{Map, Value, json};

use super::encode::{Encoding, Range, carries_facts};
use super::engine::{Engine, EngineArgs};
use super::failure::{Failure, Result, note};
use super::interrupt;
use super::output::{Output, Target};
use super::planned::Wishes;
use super::source::Resolved;
use super::stream::{Extremes, Unwritten};
use super::work::{Pipeline, Work};

/// The most files of a set: each stays open until all are written.
pub(crate) const MAX_FILES: u32 = 256;

/// A file of a set.
pub(crate) struct Part {
    pub(crate) path: PathBuf,
    pub(crate) domain: Domain,
    /// The part of the domain that it shows.
    pub(crate) shown: Tile,
    /// What it tells beside what all files tell.
    pub(crate) told: Vec<(&'static str, Value)>,
}

/// What all files have in common.
pub(crate) struct FileSet<'a> {
    pub(crate) source: &'a Resolved,
    pub(crate) picture: &'a Picture,
    pub(crate) program: &'a Program,
    /// Checked, and without range and facts.
    pub(crate) encoding: Encoding,
    pub(crate) wishes: &'a Wishes<'a>,
    /// The longest side of a tile that the user wishes.
    pub(crate) tile: Option<u32>,
    pub(crate) engine: &'a EngineArgs,
}

impl FileSet<'_> {
    /// Writes all files, or none.
    pub(crate) fn write(&self, parts: &[Part]) -> Result<()> {
        let works: Vec<_> = parts.iter().map(|part| self.work(&part.domain, part.shown)).collect();
        works.iter().try_for_each(Work::check)?;
        let has_sidecar = !carries_facts(self.encoding.format);
        let targets = parts.iter().map(|part| Target::new(&part.path, has_sidecar, self.wishes.force)).collect::<Result<Vec<_>>>()?;
        let engine = self.engine.open()?;
        if targets.iter().any(Target::has_temporary) {
            interrupt::watch()?;
        }
        let outputs = targets.into_iter().map(Target::open).collect::<Result<Vec<_>>>()?;
        let range = self.range(&engine, &works)?;
        let mut encodings = Vec::new();
        let mut saturated = 0;
        for ((part, work), output) in parts.iter().zip(&works).zip(&outputs) {
            let encoding = self.told(range, &part.told)?;
            let pipeline = Pipeline {
                work,
                engine: &engine,
                encodings: std::slice::from_ref(&encoding),
                threads: self.engine.thread_count(),
                is_hashed: false,
            };
            let seen = pipeline.run(vec![output.write(&encoding)?])?.map_err(|Unwritten { error, .. }| output.failure(&error))?;
            saturated += seen.files[0].saturated;
            encodings.push(encoding);
        }
        warn_of_saturated(saturated, self.encoding.samples() * parts.len() as u64, range);
        Output::finish(outputs.into_iter().zip(encodings.iter().map(|encoding| encoding.facts.as_str())))
    }

    /// The work of showing a part of a domain.
    pub(crate) fn work<'a>(&'a self, domain: &'a Domain, shown: Tile) -> Work<'a> {
        Work { program: self.program, domain, shown, tile: self.tile, pictures: std::slice::from_ref(self.picture) }
    }

    /// The range of all files together.
    pub(crate) fn range(&self, engine: &Engine, works: &[Work<'_>]) -> Result<Range> {
        let output = &self.picture.output;
        match self.wishes.range.or(output.range).unwrap_or_else(|| output.content.default_range()) {
            OutputRange::Between([low, high]) => Ok(Range(low, high)),
            OutputRange::Auto if self.encoding.holds_values() => Ok(Range::DEFAULT),
            OutputRange::Auto => {
                let mut all = Extremes::NONE;
                let mut time = Duration::ZERO;
                for work in works {
                    work.measure(engine, &mut time)?.into_iter().for_each(|of_picture| all.extend(of_picture));
                }
                Ok(Range::measured(all.min, all.max))
            }
        }
    }

    /// The encoding of a file with its range, and with what it tells: its texts, and the file beside it.
    pub(crate) fn told(&self, range: Range, told: &[(&'static str, Value)]) -> Result<Encoding> {
        let encoding = Encoding { range, ..self.encoding.clone() };
        let recipe = recipe::write(&self.source.recipe)?;
        let version = env!("CARGO_PKG_VERSION");
        let mut facts = Map::new();
        let common = [
            ("schema_version", json!(1)),
            ("version", json!(version)),
            ("recipe", json!(recipe)),
            ("size", json!(encoding.size)),
            ("format", json!(encoding.format.name())),
            ("layout", json!(encoding.layout())),
            ("depth", json!(encoding.depth)),
            ("range", if encoding.holds_values() { Value::Null } else { json!(range) }),
        ];
        facts.extend(common.into_iter().chain(told.iter().cloned()).map(|(key, value)| (key.to_owned(), value)));
        // Not the region of one picture, which could be baked again by itself.
        let mut texts = vec![
            ("Software", format!("lacuna {version}")),
            ("lacuna:version", version.to_owned()),
            ("lacuna:recipe", recipe),
            ("lacuna:size", encoding.size.to_string()),
        ];
        if !encoding.holds_values() {
            texts.push(("lacuna:range", range.to_string()));
        }
        let told: Map<_, _> = told.iter().cloned().map(|(key, value)| (key.to_owned(), value)).collect();
        texts.push(("lacuna:part", Value::Object(told).to_string()));
        let facts = serde_json::to_string_pretty(&facts).map_err(|error| Failure::failed(error.to_string()))? + "\n";
        Ok(Encoding { texts, facts, ..encoding })
    }
}

/// Says how many samples lie outside of the range.
pub(crate) fn warn_of_saturated(saturated: u64, all: u64, range: Range) {
    if saturated > 0 {
        note(&format!("note: {saturated} of {all} samples lie outside of {range} and were saturated; --range auto finds a range for all"));
    }
}

/// The name of a file of so many: after the one that was named, with its number, of at least two digits.
pub(crate) fn numbered(path: &Path, number: u32, count: u32) -> PathBuf {
    let digits = (count - 1).max(10).ilog10() as usize + 1;
    after(path, &format!("{number:0digits$}"))
}

/// The name of a file after the one that was named, with a word for it.
pub(crate) fn after(path: &Path, word: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("_{word}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
