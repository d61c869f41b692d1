//! `lacuna bake`: makes a request from the command line, and prints the report.

mod frames;
mod height_map;
mod help;
mod line;
mod material;
mod notes;
mod view;
mod volume;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use lacuna::recipe::{MAX_SAMPLES_ACROSS, OutputRange, Recipe};
use lacuna::{DomainKind, Number, Program};
use lacuna_bake::formats::Format;
use lacuna_bake::jobs;
use lacuna_bake::{Area, Destination, Disk, FileReport, Job, Range, Region, Report, Request, Size, number};
use serde::Serialize;

use self::frames::FrameArgs;
use self::height_map::TileArgs;
use self::line::LineArgs;
use self::material::MaterialArgs;
use self::view::ViewArgs;
use self::volume::VolumeArgs;
use crate::adapters::Adapter;
use crate::engine::{Chosen, EngineArgs};
use crate::failure::{Failure, Result};
use crate::progress::Watch;
use crate::source::{SourceArgs, note_means, note_repeat};
use crate::terminal::{ALL_ZERO, check_stdout, is_stdout, note, print_json, say_notes};

/// Writes a picture of noise into a file.
#[derive(Debug, Args)]
pub(crate) struct Bake {
    /// The file to write, a folder for every output, or `-` for standard output
    #[arg(short = 'o', value_name = "FILE|FOLDER/", long_help = help::file())]
    file: PathBuf,
    /// The format, if the extension does not determine it
    ///
    /// The default is the one that the recipe gives the output, and png in a folder.
    #[arg(long, value_name = "F", ignore_case = true, value_parser = format)]
    format: Option<Format>,
    /// The size in samples: N, or WxH
    ///
    /// Each side has 1 to 2147483647. The default is the size in the recipe, or 1024.
    #[arg(long, value_name = "N|WxH", allow_hyphen_values = true)]
    size: Option<Size>,
    /// The rectangle that the picture covers
    ///
    /// The edges of the first and the last pixels, in units. Each pixel is sampled at its centre, and row 0 lies at Y0. The default is the region in
    /// the recipe, or 0,0,8,8*H/W, which makes pixels square.
    #[arg(long, value_name = "X0,Y0,X1,Y1", allow_hyphen_values = true)]
    region: Option<Region>,
    /// The position of the picture along z
    ///
    /// The default is 0.
    #[arg(long, value_name = "Z", value_parser = number, allow_hyphen_values = true)]
    z: Option<Number>,
    /// The position of the picture along w, which only 4-D noise reads
    ///
    /// The default is 0.
    #[arg(long, value_name = "W", value_parser = number, allow_hyphen_values = true, conflicts_with_all = ["tiles", "for", "line"])]
    w: Option<Number>,
    /// Bits per sample: 8, 16 or 32
    #[arg(long, value_name = "BITS", long_help = help::depth(), value_parser = PossibleValuesParser::new(["8", "16", "32"]).try_map(|bits| bits.parse::<u8>()))]
    depth: Option<u8>,
    /// The values that become black and white at 8 and 16 bits, or `auto`
    ///
    /// A sample becomes floor((sample - MIN) / (MAX - MIN) * levels + 1/2), computed in f64, with 255 or 65535 levels. Samples outside the range are
    /// saturated, and their number is printed on standard error. `auto` finds the least and the greatest sample of the whole picture in a pass of its
    /// own; a constant picture becomes grey. Files of 32 bits and of half floats hold the noise values themselves. The default, unless the recipe sets a
    /// range, is -1,1 for a basis, the range that the graph declares for other noise (such as 0,1 for `ridged`), and 0,1 for colour and slopes. Colour is linear
    /// light. Files of 8 and 16 bits hold it as sRGB: levels are computed from the values after the sRGB curve.
    #[arg(long, value_name = "MIN,MAX", value_parser = range, allow_hyphen_values = true)]
    range: Option<OutputRange>,
    /// Samples across a pixel, 1 to 8: each pixel is the mean of N x N samples
    ///
    /// The samples lie at the centres of the N x N equal parts of a pixel, so the picture is that of N times the size, averaged over blocks of N x N.
    /// Edges become smooth, and noise finer than a pixel becomes grey instead of static. It takes N x N times as long. Colours are averaged in linear
    /// light, weighted by alpha, and a mean of normals gets the length 1. A pixel of --on-edges has its parts around the place of its sample, half of them
    /// outside at the edges of the region. A blur of the output applies to the pixels; layers see the samples. The default is the recipe's, or 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SAMPLES_ACROSS)), allow_hyphen_values = true)]
    samples: Option<u32>,
    /// Evaluates tiles of at most N x N samples
    ///
    /// It changes no bit of the file. By default the engine chooses.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_hyphen_values = true)]
    tile: Option<u32>,
    /// Overwrites existing files
    ///
    /// Either all of them are replaced or none.
    #[arg(long)]
    force: bool,
    /// Prints times and a hash on standard output, as JSON
    ///
    /// `seconds` has the time of each stage: `plan`, all checks and opening the engine; `evaluate`; `readback`, copying samples from a GPU's memory;
    /// `encode` and `write`. Stages run side by side, and the times of several threads in one stage are added. `samples_per_second` is computed from
    /// the total time. `blake3` is the hash of the samples as little-endian f32 in row order, whatever the format; the channels of a pixel are
    /// interleaved, and each counts as a sample. `outputs` describes each file; if there is only one, its `saturated` and `blake3` also appear at the
    /// top level. `engine_reason` says why the engine was chosen. A failed run prints `error`, with its `exit_code` and the `message`.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    tiles: TileArgs,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    line: LineArgs,
    #[command(flatten)]
    volume: VolumeArgs,
    #[command(flatten)]
    material: MaterialArgs,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

fn format(text: &str) -> Result<Format, String> {
    text.parse().map_err(|error: lacuna_bake::formats::NoSuchFormat| error.to_string())
}

fn range(text: &str) -> Result<OutputRange, String> {
    if text == "auto" {
        return Ok(OutputRange::Auto);
    }
    let Range { least, greatest } = text.parse().map_err(|error: lacuna_bake::NoRange| format!("{error}, or `auto`"))?;
    Ok(OutputRange::Between([least, greatest]))
}

#[derive(Debug, Serialize)]
struct JsonReport {
    schema_version: u32,
    engine: &'static str,
    engine_reason: String,
    adapter: Option<Adapter>,
    size: Size,
    seconds: Seconds,
    total_seconds: f64,
    samples_per_second: f64,
    /// Set if there is one output.
    #[serde(skip_serializing_if = "Option::is_none")]
    saturated: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blake3: Option<String>,
    outputs: Vec<JsonFile>,
}

#[derive(Debug, Serialize)]
struct Seconds {
    plan: f64,
    #[serde(flatten)]
    stages: lacuna_bake::Seconds,
}

#[derive(Debug, Serialize)]
struct JsonFile {
    name: String,
    file: String,
    format: Format,
    depth: u8,
    channels: u8,
    /// Set if the samples are linear light.
    colour: bool,
    /// `None` if the file holds the values themselves.
    range: Option<Range>,
    /// The scale for the game engine of --for.
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<jobs::Scale>,
    saturated: u64,
    blake3: String,
}

impl Bake {
    pub(crate) fn run(&self) -> Result<()> {
        let started = Instant::now();
        if self.json && self.file.as_os_str() == "-" {
            return Err(Failure::usage("--json and -o - would both write to standard output; name a file"));
        }
        self.tiles.check()?;
        if self.json || is_stdout(&self.file) {
            check_stdout()?;
        }
        let request = self.request()?;
        let plan = request.plan()?;
        self.say_what_is_ignored(&request)?;
        if let Job::Frames(frames) = &request.job {
            frames::say_how_they_go_on(frames, &request)?;
        }
        if let Some(repeat) = plan.table_repeat() {
            note_repeat(&repeat);
        }
        notes::say_where_seams_are(&request, &plan)?;
        notes::say_what_is_too_fine(&request, &plan)?;
        if self.region.is_none() {
            notes::say_where_it_is_squeezed(&request)?;
        }
        let mut store = if self.force { Disk::replacing() } else { Disk::new() };
        if let Destination::Folder(folder) = &request.destination {
            store.make_folder(folder)?;
        }
        let checked = plan.check(&store);
        say_notes(&store);
        checked?;
        let Chosen { engine, reason } = self.engine.open(&plan.programs(), DomainKind::Grid, plan.evaluations())?;
        let watch = Watch::new(store.leftovers())?;
        let planning = started.elapsed().as_secs_f64();
        let report = plan.run(&engine, &mut store, &watch);
        watch.finish();
        say_notes(&store);
        let report = report?;
        self.warn(&request, &report);
        if let Job::Material(material) = &request.job {
            material::say_lengths(material, &request)?;
        }
        if let Job::Tiles(jobs::Tiles { import: Some(import), .. }) = &request.job {
            for files in of_outputs(&report) {
                if let Some(scale) = &files[0].scale {
                    height_map::say_scale(&of(&request.destination, &files), import, scale, request.clamped(&files[0].output, scale));
                }
            }
        }
        if !self.json {
            return Ok(());
        }
        let of_only = if let [only] = &report.files[..] { Some((only.saturated, only.blake3.clone())) } else { None };
        let samples: u64 = report.files.iter().map(|file| file.samples).sum();
        let total_seconds = started.elapsed().as_secs_f64();
        print_json(&JsonReport {
            schema_version: 1,
            engine: engine.name(),
            engine_reason: reason,
            adapter: engine.adapter().map(Adapter::from),
            size: report.size,
            seconds: Seconds { plan: planning, stages: report.seconds },
            total_seconds,
            samples_per_second: samples as f64 / total_seconds,
            saturated: of_only.as_ref().map(|(saturated, _)| *saturated),
            blake3: of_only.and_then(|(_, hash)| hash),
            outputs: report.files.into_iter().map(JsonFile::from).collect(),
        })
    }

    /// Checks the request, without looking at the files to be written.
    pub(crate) fn check(&self) -> Result<()> {
        self.request()?.plan()?;
        Ok(())
    }

    /// Returns the request that all flags make together.
    fn request(&self) -> Result<Request> {
        let resolved = self.source.resolve()?;
        let destination = if self.file.is_dir() { Destination::Folder(self.file.clone()) } else { self.file.clone().into() };
        let job = resolved.source.job()?;
        let request = Request { output: resolved.chosen, ..Request::of(resolved.source, job, destination) };
        let job = self.job(&request)?;
        Ok(Request {
            job,
            format: self.format,
            depth: self.depth,
            range: self.range,
            samples: self.samples,
            unit_metres: self.tiles.unit_metres,
            tile: self.tile,
            is_hashed: self.json,
            ..request
        })
    }

    /// Returns the job that the flags request, or else that of the file that the source was read from.
    fn job(&self, request: &Request) -> Result<Job> {
        let of_recipe = Area::of_recipe(request.source.recipe());
        // The area of a job made by flags: that of a baked picture, or the recipe's, unless flags set another.
        let area = match (&request.job, request.source.facts()) {
            (Job::Picture(stored) | Job::Material(jobs::Material { area: stored, .. }), Some(_)) => {
                stored.with(self.size, self.region, [self.z, self.w])?
            }
            _ => Area {
                size: self.size.unwrap_or(of_recipe.size),
                region: self.region.or(of_recipe.region),
                z: self.z.unwrap_or(of_recipe.z),
                w: self.w.unwrap_or(of_recipe.w),
            },
        };
        if let Some(job) = self.volume.chosen() {
            return Ok(job);
        }
        let chosen = (self.view.chosen(area, request.source.recipe())?)
            .or_else(|| self.material.chosen(area, self.source.name(), &request.source).map(Job::Material))
            .or_else(|| self.tiles.chosen(area, self.region.or(of_recipe.region)).map(Job::Tiles))
            .or_else(|| self.line.chosen(area).map(Job::Line))
            .or_else(|| self.frames.chosen(area).map(Job::Frames));
        // The flags state the number of pictures, but not the size of each.
        let (job, unasked) = match (chosen, request.source.facts()) {
            (Some(job), _) => {
                let of_one = match &job {
                    Job::View(jobs::View { area, .. })
                    | Job::Preview(jobs::Preview { area, .. })
                    | Job::Frames(jobs::Frames { area, .. }) => Job::Picture(*area),
                    Job::Tiles(tiles) => Job::Picture(Area { size: tiles.size, ..area }),
                    Job::Material(jobs::Material { area, .. }) => Job::Picture(*area),
                    job => job.clone(),
                };
                (job, of_one)
            }
            (None, Some(_)) => (request.job.clone().with_area(self.size, self.region, [self.z, self.w])?, request.job.clone()),
            (None, None) => (Job::Picture(area), Job::Picture(area)),
        };
        if self.size.is_none() {
            Request { job: unasked, ..request.clone() }.check_unasked()?;
        }
        Ok(job)
    }

    /// Notes the keys that have no effect on this bake.
    fn say_what_is_ignored(&self, request: &Request) -> Result<()> {
        if matches!(request.job, Job::View(_) | Job::Line(_)) {
            note_means(request.source.recipe(), request.output_name()?)?;
        }
        Ok(())
    }

    /// Warns about results that are probably unintended.
    fn warn(&self, Request { source, job, destination, .. }: &Request, report: &Report) {
        let of = |files: &[&FileReport]| of(destination, files);
        if let (true, Some(file)) =
            (self.range.is_some() && !matches!(job, Job::View(_)), report.files.iter().find(|file| file.range.is_none()))
        {
            let (name, depth) = (file.format, file.depth);
            note(&format!("note: --range maps to 8 and 16 bit; {name} of {depth} bit holds the noise values themselves"));
        }
        let said = |of: &str, saturated: u64, samples: u64, FileReport { range, limits, depth, .. }: &FileReport| {
            if saturated > 0 {
                let mend = match range {
                    None if *depth == 32 => "",
                    None => "; --depth 32 holds greater ones",
                    Some(_) if self.range == Some(OutputRange::Auto) => "",
                    Some(_) => "; --range auto finds a range for all",
                };
                note(&format!("note: {of}{saturated} of {samples} samples lie outside of {limits} and were saturated{mend}"));
            }
        };
        if let Job::View(_) | Job::Preview(_) = job {
            if report.files.iter().all(|file| file.is_zero) {
                note("warning: every pixel is black");
            }
            return;
        }
        for files in of_outputs(report) {
            let sum = |of: fn(&FileReport) -> u64| files.iter().map(|file| of(file)).sum::<u64>();
            let of = of(&files);
            said(&of, sum(|file| file.saturated), sum(|file| file.samples), files[0]);
            // A constant output is 0 on purpose.
            if files.iter().all(|file| file.is_zero) && !is_constant(source.recipe(), &files[0].output) {
                note(&format!("warning: {of}{ALL_ZERO}"));
            }
        }
    }
}

/// Returns the files of each output.
fn of_outputs(report: &Report) -> Vec<Vec<&FileReport>> {
    let mut all: Vec<Vec<&FileReport>> = Vec::new();
    for file in &report.files {
        match all.iter_mut().find(|files| files[0].output == file.output) {
            Some(files) => files.push(file),
            None => all.push(vec![file]),
        }
    }
    all
}

/// Returns the beginning of a note about the files of an output, if others are in the same folder.
fn of(destination: &Destination, files: &[&FileReport]) -> String {
    match (destination, files) {
        (Destination::Folder(_), [only]) => format!("{}: ", only.path.display()),
        (Destination::Folder(_), [first, ..]) => format!("{}: ", first.output),
        _ => String::new(),
    }
}

/// Returns `true` if an output is the same everywhere, so that its value was chosen on purpose.
fn is_constant(recipe: &Recipe, output: &str) -> bool {
    let program = recipe.graph_of(output).and_then(|graph| Program::new(&graph));
    program.is_ok_and(|program| (0..4).all(|axis| !program.varies_along(axis)))
}

impl From<FileReport> for JsonFile {
    fn from(file: FileReport) -> Self {
        Self {
            name: file.output,
            file: file.path.display().to_string(),
            format: file.format,
            depth: file.depth,
            channels: file.channels,
            colour: file.is_color,
            range: file.range,
            scale: file.scale,
            saturated: file.saturated,
            blake3: file.blake3.unwrap_or_default(),
        }
    }
}
