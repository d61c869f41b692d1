//! `lacuna show`: the recipe of a source, and the metadata of a file.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use lacuna::presets::Preset;
use lacuna::recipe;
use lacuna_bake::jobs::{Cube, Frames, FramesInto, Volume};
use lacuna_bake::{Facts, Job, Size};

use crate::failure::Result;
use crate::source::open_with;
use crate::terminal::escaped;
use crate::text_file::TextFile;

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// A preset, a kind of node, a recipe file (`*.toml`), or a file that lacuna baked
    source: OsString,
    /// Writes out every node, and fills in every default
    ///
    /// Parameters are then replaced by their values, parts and expressions by their nodes, and each node has all of its keys, except those without a default, such
    /// as a seed. Without this flag the recipe is short: arithmetic is written as expressions.
    #[arg(long)]
    full: bool,
    /// A folder whose files the recipe may use parts of, besides its own
    #[arg(long, value_name = "DIR")]
    include: Vec<PathBuf>,
    #[command(flatten)]
    into: TextFile,
}

impl Show {
    pub(crate) fn run(&self) -> Result<()> {
        self.into.write(&self.text()?)
    }

    fn text(&self) -> Result<String> {
        // Presets have comments of their own.
        if let (Some(preset), false) = (Preset::of(&self.source.to_string_lossy()), self.full) {
            return Ok(preset.text.to_owned());
        }
        let source = open_with(&self.source, false, &self.include)?;
        let text = if self.full { recipe::write_full(source.recipe())? } else { source.draft()?.short_text()? };
        let facts = source.facts().map_or_else(String::new, told);
        Ok(facts + &text)
    }
}

/// Formats the size of a file, whose parts stand one below the other unless it is one picture.
fn shown_size(size: Size, job: Option<&Job>) -> String {
    match job {
        Some(Job::Volume(Volume { sides: [width, height, depth], only: None, .. })) => format!("{width}x{height}x{depth}"),
        Some(Job::Cube(Cube { side, only: None, .. })) => format!("{side}x{side}, 6 faces"),
        Some(Job::Frames(Frames { area, count, into: FramesInto::Animation(_), .. })) => format!("{}, {count} frames", area.size),
        _ => size.to_string(),
    }
}

/// Formats the metadata of a file, without its recipe, as comments.
fn told(facts: &Facts) -> String {
    let Facts { version, output, region, z, w, size, format, layout, depth, range, samples, scale, job, .. } = facts;
    let line = |key: &str, value: Option<String>| value.map(|value| format!("# {key}: {}\n", escaped(&value).replace('\n', "\\n")));
    let named = |text: &String| (!text.is_empty()).then(|| text.clone());
    let lines = [
        line("version", Some(version.clone())),
        line("output", output.clone()),
        line("region", region.as_ref().map(ToString::to_string)),
        line("z", z.map(|z| z.to_string())),
        line("w", w.map(|w| w.to_string())),
        line("size", Some(shown_size(*size, job.as_ref()))),
        line("format", named(format)),
        line("layout", named(layout)),
        line("depth", Some(depth.to_string())),
        line("range", range.map(|range| range.to_string())),
        line("samples", samples.map(|samples| samples.to_string())),
        line("scale", scale.as_ref().and_then(|scale| serde_json::to_string(scale).ok())),
        line("job", job.as_ref().and_then(|job| serde_json::to_string(job).ok())),
    ];
    lines.into_iter().flatten().collect::<String>() + "\n"
}
