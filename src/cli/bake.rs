//! `lacuna bake`: a picture into a file, band by band.

use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use lacuna::recipe::{self, Blur, Format, OutputRange};
use lacuna::{Domain, Number, Program};
use serde::Serialize;

use super::adapters::Adapter;
use super::carried::Carried;
use super::encode::{self, Encoding, Range, seeks};
use super::engine::EngineArgs;
use super::failure::{Failure, Result, note, number, print_json};
use super::flipbook::FrameArgs;
use super::interrupt;
use super::line::LineArgs;
use super::output::{Output, Target, Writer};
use super::picture::{Edges, Picture, Region, Size};
use super::planned::{Planned, Wishes};
use super::source::Source;
use super::stream::{self, SeenOfFile, Unwritten};
use super::tileset::TileArgs;
use super::view::{Shown, ViewArgs};
use super::volume::VolumeArgs;
use super::work::{Pipeline, Work};
use super::{flipbook, line, tileset, volume};

/// Samples along each side unless told.
const DEFAULT_SIZE: Size = Size(1024, 1024);

/// Writes a picture of noise into a file.
#[derive(Debug, Args)]
pub(crate) struct Bake {
    /// The file to write, a folder for every output, or `-` for standard output
    ///
    /// A file gets the output that --output names, or the default one. A folder, which exists or whose name ends in `/`, gets every output as
    /// NAME.EXTENSION from one evaluation, or the one that --output names. The extension picks the format: .png, .r32, .r16, .exr, .tiff, .npy, .ktx2, .dds, .webp, .bmp or .jpeg. It is written under a temporary name
    /// beside the target and renamed; a target that exists and is no regular file, such as /dev/null, is written in place. PNG, OpenEXR and KTX2 carry
    /// the recipe, the version, the region and the size; beside a file of another format they stand in FILE.json. Standard output gets no FILE.json.
    /// KTX2, DDS, WebP, BMP and JPEG are made in memory, of at most 268435456 samples; all others are streamed.
    #[arg(short = 'o', value_name = "FILE|FOLDER/")]
    file: PathBuf,
    /// The format, where the extension does not tell it
    ///
    /// Unless told, the one that the recipe gives the output, and in a folder png.
    #[arg(long, value_name = "F", ignore_case = true)]
    format: Option<Format>,
    /// Samples: N, or WxH
    ///
    /// Each side has 1 to 2147483647. 1024 unless told.
    #[arg(long, value_name = "N|WxH", allow_hyphen_values = true)]
    size: Option<Size>,
    /// The rectangle that the picture covers
    ///
    /// The edges of the first and the last pixels, in units; each pixel is sampled at its centre, and row 0 lies at Y0. Unless told it is
    /// 0,0,8,8*H/W, so that pixels are square.
    #[arg(long, value_name = "X0,Y0,X1,Y1", allow_hyphen_values = true)]
    region: Option<Edges>,
    /// Where the picture lies along z
    ///
    /// 0 unless told.
    #[arg(long, value_name = "Z", value_parser = number, allow_hyphen_values = true)]
    z: Option<Number>,
    /// Bits a sample: 8, 16 or 32
    ///
    /// Unless told here or by the recipe, 8 for colour where the format holds it. For data, PNG takes 16 (unless told) or 8; TIFF, KTX2 and DDS 16 (unless told), 8 or 32; OpenEXR 32, which is float, unless told, or 16, which is half;
    /// WebP, BMP and JPEG 8; .r16 16; .r32 and .npy 32. 32 bit and half hold the noise values themselves.
    #[arg(long, value_name = "BITS", value_parser = PossibleValuesParser::new(["8", "16", "32"]).try_map(|bits| bits.parse::<u8>()))]
    depth: Option<u8>,
    /// The values that become black and white in 8 and 16 bit, or `auto`
    ///
    /// A sample becomes floor((sample - MIN) / (MAX - MIN) * levels + 1/2), computed in f64, with 255 or 65535 levels; what lies outside is saturated,
    /// and how many samples did is said on standard error. `auto` finds the least and the greatest sample of the whole picture in a pass of its own; a
    /// constant picture becomes grey. 32 bit and half hold the noise values themselves. Unless told here or by the recipe it is -1,1, and 0,1 for colour and
    /// slopes. Colour is linear light, which 8 and 16 bit hold as sRGB: the levels are taken after its curve.
    #[arg(long, value_name = "MIN,MAX", value_parser = encode::range, allow_hyphen_values = true)]
    range: Option<OutputRange>,
    /// Evaluates by tiles of at most N x N samples
    ///
    /// It changes no bit of the file. Unless told, the engine chooses.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_hyphen_values = true)]
    tile: Option<u32>,
    /// Overwrites an existing file
    #[arg(long)]
    force: bool,
    /// Prints times and a hash on standard output, as JSON
    ///
    /// `seconds` are those of each stage: `plan` all the checks and opening the engine; `evaluate`; `readback`, taking samples from a GPU's memory;
    /// `encode` and `write`. Stages run side by side, and where several threads run one, their times are added. `samples_per_second` counts the total
    /// time. `blake3` is the hash of the samples as
    /// little-endian f32 in row order, whatever the format; the channels of a pixel stand side by side, and each counts as a sample. `outputs` tells of each
    /// file; where there is one, its `saturated` and `blake3` also stand beside the others.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    tiles: TileArgs,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    line: LineArgs,
    #[command(flatten)]
    volume: VolumeArgs,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What a file tells about itself. Nothing here may depend on the machine, the engine or the time.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    schema_version: u32,
    version: &'static str,
    recipe: &'a str,
    /// Where the recipe has tables of outputs, the one that the file shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
    region: &'a Region,
    z: Number,
    size: Size,
    format: &'static str,
    layout: String,
    depth: u8,
    range: Option<Range>,
}

impl Facts<'_> {
    /// The text chunks of a PNG.
    fn texts(&self) -> Vec<(&'static str, String)> {
        let mut texts = vec![
            ("Software", format!("lacuna {}", self.version)),
            ("lacuna:version", self.version.to_owned()),
            ("lacuna:recipe", self.recipe.to_owned()),
            ("lacuna:region", self.region.to_string()),
            ("lacuna:z", self.z.to_string()),
            ("lacuna:size", self.size.to_string()),
            ("lacuna:depth", self.depth.to_string()),
        ];
        texts.extend(self.output.map(|output| ("lacuna:output", output.to_owned())));
        texts.extend(self.range.map(|range| ("lacuna:range", range.to_string())));
        texts
    }

    /// The file beside the picture.
    fn json(&self) -> Result<String> {
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::failed(error.to_string()))?;
        Ok(text + "\n")
    }
}

#[derive(Debug, Serialize)]
struct Report {
    schema_version: u32,
    engine: &'static str,
    adapter: Option<Adapter>,
    size: Size,
    seconds: Seconds,
    total_seconds: f64,
    samples_per_second: f64,
    /// Of the only output.
    #[serde(skip_serializing_if = "Option::is_none")]
    saturated: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blake3: Option<String>,
    outputs: Vec<OutputReport>,
}

#[derive(Debug, Serialize)]
struct OutputReport {
    name: String,
    file: String,
    format: &'static str,
    depth: u8,
    channels: u8,
    /// Whether the samples are linear light.
    colour: bool,
    /// None where the file holds the values themselves.
    range: Option<Range>,
    saturated: u64,
    blake3: String,
}

#[derive(Debug, Serialize)]
struct Seconds {
    plan: f64,
    evaluate: f64,
    readback: f64,
    encode: f64,
    write: f64,
}

impl Bake {
    #[expect(clippy::too_many_lines, reason = "every kind of bake is told apart here, one after the other")]
    pub(crate) fn run(&self) -> Result<()> {
        let started = Instant::now();
        let is_folder = Target::is_folder(&self.file);
        if self.json && self.file.as_os_str() == "-" {
            return Err(Failure::usage("--json and -o - would both write to standard output; name a file"));
        }
        let source = self.source.resolve()?;
        if let Some(chosen) = self.view.chosen()? {
            let Self { size, region, range, tile, force, json, ref engine, .. } = *self;
            let (size, z) = (size.unwrap_or(DEFAULT_SIZE), self.z.unwrap_or(Number::ZERO));
            let wishes = Wishes { path: &self.file, is_folder, format: self.format, depth: self.depth, range, force, size };
            return Shown { source: &source, wishes, size, region, z, tile, json, engine }.bake(&chosen);
        }
        if let Some(set) = self.tiles.chosen()? {
            let Self { size, region, range, tile, force, json, ref engine, .. } = *self;
            let (size, z) = (size.unwrap_or(DEFAULT_SIZE), self.z.unwrap_or(Number::ZERO));
            let wishes = Wishes { path: &self.file, is_folder, format: self.format, depth: self.depth, range, force, size };
            return tileset::Asked { source: &source, wishes, region, z, tile, json, engine }.bake(&set);
        }
        if let Some(chosen) = self.volume.chosen()? {
            let Self { range, tile, force, json, ref engine, .. } = *self;
            let wishes = Wishes { path: &self.file, is_folder, format: self.format, depth: self.depth, range, force, size: DEFAULT_SIZE };
            return volume::Asked { source: &source, wishes, tile, json, engine }.bake(&chosen);
        }
        if let Some(ends) = self.line.chosen() {
            let Self { range, force, json, ref engine, .. } = *self;
            let (size, z) = (self.size.unwrap_or(DEFAULT_SIZE), self.z.unwrap_or(Number::ZERO));
            let wishes = Wishes { path: &self.file, is_folder, format: self.format, depth: self.depth, range, force, size };
            return line::Asked { source: &source, wishes, z, json, engine }.bake(ends);
        }
        if let Some(frames) = self.frames.chosen()? {
            let Self { range, tile, force, json, ref engine, .. } = *self;
            let picture = self.picture(source.carried.as_ref())?;
            let wishes = Wishes { path: &self.file, is_folder, format: self.format, depth: self.depth, range, force, size: picture.size };
            return flipbook::Asked { source: &source, wishes, picture, tile, json, engine }.bake(&frames);
        }
        let names = if is_folder && source.chosen.is_none() { source.recipe.output_names() } else { vec![source.output()?] };
        let plan = source.recipe.plan(&names)?;
        let picture = self.picture(source.carried.as_ref())?;
        let wishes = Wishes {
            path: &self.file,
            is_folder,
            format: self.format,
            depth: self.depth,
            range: self.range,
            force: self.force,
            size: picture.size,
        };
        let planned = plan.pictures.iter().map(|picture| wishes.plan(&source, picture)).collect::<Result<Vec<_>>>()?;
        let program = Program::new(&plan.graph)?;
        let margin = plan.pictures.iter().filter_map(|picture| picture.output.blur).map(Blur::margin).max().unwrap_or(0);
        let (grid, shown) = picture.with_margin(margin)?;
        let domain = Domain::from(grid);
        let work = Work { program: &program, domain: &domain, shown, tile: self.tile, pictures: &plan.pictures };
        work.check()?;
        let engine = self.engine.open()?;
        if planned.iter().any(|file| file.target.has_temporary()) {
            interrupt::watch()?;
        }
        let (mut paths, mut outputs, mut encodings, mut ranges) = (vec![], vec![], vec![], vec![]);
        for Planned { path, target, encoding, range } in planned {
            paths.push(path);
            outputs.push(target.open()?);
            encodings.push(encoding);
            ranges.push(range);
        }
        let planning = started.elapsed();

        let mut measuring = Duration::ZERO;
        let is_measured = ranges.iter().zip(&encodings).any(|(range, encoding)| *range == OutputRange::Auto && !encoding.holds_values());
        let extremes = if is_measured { work.measure(&engine, &mut measuring)? } else { vec![] };
        let recipe = recipe::write(&source.recipe)?;
        for (number, (encoding, range)) in encodings.iter_mut().zip(&ranges).enumerate() {
            encoding.range = match (range, extremes.get(number)) {
                (OutputRange::Between([min, max]), _) => Range(*min, *max),
                (OutputRange::Auto, Some(extremes)) => Range::measured(extremes.min, extremes.max),
                (OutputRange::Auto, None) => Range::DEFAULT,
            };
            if encoding.holds_values() && self.range.is_some() {
                let (name, depth) = (encoding.format.name(), encoding.depth);
                note(&format!("note: --range maps to 8 and 16 bit; {name} of {depth} bit holds the noise values themselves"));
            }
            let facts = Facts {
                schema_version: 1,
                version: env!("CARGO_PKG_VERSION"),
                recipe: &recipe,
                output: (!source.recipe.outputs.is_empty()).then_some(names[number]),
                region: &picture.region,
                z: picture.z,
                size: picture.size,
                format: encoding.format.name(),
                layout: encoding.layout(),
                depth: encoding.depth,
                range: (!encoding.holds_values()).then_some(encoding.range),
            };
            encoding.texts = facts.texts();
            encoding.facts = facts.json()?;
        }
        let meter = Arc::new(Meter::default());
        let writes = outputs.iter().zip(&encodings).map(|(output, encoding)| write(output, encoding, &meter)).collect::<Result<_>>()?;
        let pipeline =
            Pipeline { work: &work, engine: &engine, encodings: &encodings, threads: self.engine.thread_count(), is_hashed: self.json };
        let seen = pipeline.run(writes)?.map_err(|Unwritten { file, error }| outputs[file].failure(&error))?;
        let writing = meter.time();
        let finishing = Instant::now();
        Output::finish(outputs.into_iter().zip(encodings.iter().map(|encoding| encoding.facts.as_str())))?;
        let seconds = Seconds {
            plan: planning.as_secs_f64(),
            evaluate: (measuring + seen.evaluating).saturating_sub(engine.readback_time()).as_secs_f64(),
            readback: engine.readback_time().as_secs_f64(),
            encode: seen.encoding.saturating_sub(writing).as_secs_f64(),
            write: (writing + finishing.elapsed()).as_secs_f64(),
        };

        let of = |number: usize| if is_folder { format!("{}: ", paths[number].display()) } else { String::new() };
        for (number, (seen, encoding)) in seen.files.iter().zip(&encodings).enumerate() {
            warn(&of(number), seen, encoding);
        }
        if !self.json {
            return Ok(());
        }
        let mut reports = Vec::new();
        for (((name, path), encoding), seen) in names.iter().zip(&paths).zip(&encodings).zip(&seen.files) {
            reports.push(OutputReport {
                name: (*name).to_owned(),
                file: path.display().to_string(),
                format: encoding.format.name(),
                depth: encoding.depth,
                channels: encoding.channels,
                colour: encoding.is_color,
                range: (!encoding.holds_values()).then_some(encoding.range),
                saturated: seen.saturated,
                blake3: seen.hash.map_or_else(String::new, |hash| hash.to_hex().to_string()),
            });
        }
        let only = if let [only] = &reports[..] { Some((only.saturated, only.blake3.clone())) } else { None };
        let samples: u64 = encodings.iter().map(Encoding::samples).sum();
        let total_seconds = started.elapsed().as_secs_f64();
        print_json(&Report {
            schema_version: 1,
            engine: engine.name(),
            adapter: engine.adapter().map(Adapter::from),
            size: picture.size,
            seconds,
            total_seconds,
            samples_per_second: samples as f64 / total_seconds,
            saturated: only.as_ref().map(|(saturated, _)| *saturated),
            blake3: only.map(|(_, hash)| hash),
            outputs: reports,
        })
    }

    /// What the pictures show, by the flags and by the picture that the recipe was read from.
    fn picture(&self, carried: Option<&Carried>) -> Result<Picture> {
        let size = self.size.or(carried.map(|carried| carried.size)).unwrap_or(DEFAULT_SIZE);
        let z = self.z.or(carried.map(|carried| carried.z)).unwrap_or(Number::ZERO);
        let Some(carried) = carried.filter(|_| self.region.is_none()) else { return Picture::new(size, self.region, z) };
        // The default region may have an edge that is no decimal, and then is only found by the size.
        let default = Picture::new(size, None, z).ok().filter(|picture| picture.region.to_string() == carried.region);
        default.map_or_else(
            || {
                let edges = carried.region.parse().map_err(|_| {
                    let region = &carried.region;
                    Failure::usage(format!("the picture's region {region} goes with its own size; give --region X0,Y0,X1,Y1"))
                })?;
                Picture::new(size, Some(edges), z)
            },
            Ok,
        )
    }
}

/// What writes a file: an encoding into an output.
fn write<'a>(output: &'a Output, encoding: &'a Encoding, meter: &Arc<Meter>) -> Result<stream::Write<'a>> {
    let inner = output.writer(seeks(encoding.format))?;
    let metered = Metered { inner, meter: Arc::clone(meter), error: None };
    let mut writer = BufWriter::with_capacity(1 << 18, metered);
    Ok(Box::new(move |pieces| {
        let written = encoding.write(&mut writer, pieces).and_then(|()| writer.get_mut().count(Writer::deliver));
        // The writer's own error, of which some encoders keep the text alone.
        written.map_err(|error| writer.get_mut().error.take().unwrap_or(error))
    }))
}

/// Says what its maker may not have meant.
fn warn(of: &str, seen: &SeenOfFile, encoding: &Encoding) {
    let (saturated, samples, range) = (seen.saturated, encoding.samples(), encoding.range);
    if saturated > 0 {
        note(&format!(
            "note: {of}{saturated} of {samples} samples lie outside of {range} and were saturated; --range auto finds a range for all"
        ));
    }
    if seen.is_zero {
        note(&format!(
            "warning: {of}every sample is 0; if every sample lies on a lattice point, where gradient noise is 0, move the region or change the frequency",
        ));
    }
}

/// How long writing takes, of all files, seen from outside of the encoders.
#[derive(Debug, Default)]
struct Meter {
    nanoseconds: AtomicU64,
}

impl Meter {
    fn time(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }
}

struct Metered<W> {
    inner: W,
    meter: Arc<Meter>,
    /// The first error.
    error: Option<io::Error>,
}

impl<W> Metered<W> {
    fn count<T>(&mut self, write: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        let started = Instant::now();
        let result = write(&mut self.inner);
        self.meter.nanoseconds.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
        result.inspect_err(|error| {
            let copy = error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
            self.error.get_or_insert(copy);
        })
    }
}

impl<W: Write> Write for Metered<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.count(|inner| inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.count(Write::flush)
    }
}

impl<W: Seek> Seek for Metered<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.count(|inner| inner.seek(to))
    }
}
