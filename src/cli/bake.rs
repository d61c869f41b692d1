//! `lacuna bake`: a picture into a file, band by band.

use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use lacuna::{Domain, Number, Program, Tile, recipe};
use serde::Serialize;

use super::adapters::Adapter;
use super::encode::{Encoding, Format, Pieces, Range, RangeChoice};
use super::engine::{Engine, EngineArgs};
use super::failure::{Failure, Result, note, number, print_json, short};
use super::interrupt;
use super::output::{Target, Writer};
use super::picture::{Edges, Picture, Size};
use super::source::Source;
use super::stream::{self, Extremes, Line, Seen, progress, resize};
use super::view::{Shown, ViewArgs};

/// The most samples in a band, those of every channel counted: 64 MiB; a longer row is cut.
const MAX_BAND: usize = 1 << 24;

/// Writes a picture of noise into a file.
#[derive(Debug, Args)]
pub(crate) struct Bake {
    /// The file to write, or `-` for standard output
    ///
    /// The extension picks the format: .png, .r32, .r16, .exr, .tiff, .npy, .ktx2, .dds, .webp, .bmp or .jpeg. It is written under a temporary name
    /// beside the target and renamed; a target that exists and is no regular file, such as /dev/null, is written in place. PNG, OpenEXR and KTX2 carry
    /// the recipe, the version, the region and the size; beside a file of another format they stand in FILE.json. Standard output gets no FILE.json.
    /// KTX2, DDS, WebP, BMP and JPEG are made in memory, of at most 268435456 samples; all others are streamed.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The format, where the extension does not tell it
    #[arg(long, value_name = "F", ignore_case = true)]
    format: Option<Format>,
    /// Samples: N, or WxH
    ///
    /// Each side has 1 to 2147483647.
    #[arg(long, value_name = "N|WxH", default_value = "1024", allow_hyphen_values = true)]
    size: Size,
    /// The rectangle that the picture covers
    ///
    /// The edges of the first and the last pixels, in units; each pixel is sampled at its centre, and row 0 lies at Y0. Unless told it is
    /// 0,0,8,8*H/W, so that pixels are square.
    #[arg(long, value_name = "X0,Y0,X1,Y1", allow_hyphen_values = true)]
    region: Option<Edges>,
    /// Where the picture lies along z
    #[arg(long, value_name = "Z", default_value = "0", value_parser = number, allow_hyphen_values = true)]
    z: Number,
    /// Bits a sample: 8, 16 or 32
    ///
    /// PNG takes 16 (unless told) or 8; TIFF, KTX2 and DDS 16 (unless told), 8 or 32; OpenEXR 32, which is float, unless told, or 16, which is half;
    /// WebP, BMP and JPEG 8; .r16 16; .r32 and .npy 32. 32 bit and half hold the noise values themselves.
    #[arg(long, value_name = "BITS", value_parser = clap::builder::PossibleValuesParser::new(["8", "16", "32"]))]
    depth: Option<String>,
    /// The values that become black and white in 8 and 16 bit, or `auto`
    ///
    /// A sample becomes floor((sample - MIN) / (MAX - MIN) * levels + 1/2), computed in f64, with 255 or 65535 levels; what lies outside is saturated,
    /// and how many samples did is said on standard error. `auto` finds the least and the greatest sample of the whole picture in a pass of its own; a
    /// constant picture becomes grey. 32 bit and half hold the noise values themselves.
    #[arg(long, value_name = "MIN,MAX", default_value = "-1,1", allow_hyphen_values = true)]
    range: RangeChoice,
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
    /// little-endian f32 in row order, whatever the format; the channels of a pixel stand side by side, and each counts as a sample.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
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
    recipe: String,
    region: &'a super::picture::Region,
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
            ("lacuna:recipe", self.recipe.clone()),
            ("lacuna:region", self.region.to_string()),
            ("lacuna:z", self.z.to_string()),
            ("lacuna:size", self.size.to_string()),
        ];
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
    pub(crate) fn run(&self) -> Result<()> {
        let started = Instant::now();
        Target::refuse_folder(&self.output)?;
        let source = self.source.resolve()?;
        let picture = Picture::new(self.size, self.region, self.z)?;
        let format = self.format()?;
        if let Some(view) = self.view.chosen()? {
            let depth = self.depth.as_deref().map(|_| self.depth(format)).transpose()?;
            let Self { size, region, z, range, tile, force, json, ref engine, .. } = *self;
            return Shown { source: &source, output: &self.output, format, depth, size, region, z, range, tile, force, json, engine }
                .bake(&view);
        }
        let mut encoding = Encoding {
            format,
            depth: self.depth(format)?,
            size: picture.size,
            channels: source.program.channels() as u8,
            is_colour: false,
            range: Range::DEFAULT,
            texts: vec![],
            facts: String::new(),
        };
        encoding.check()?;
        if self.json && self.output.as_os_str() == "-" {
            return Err(Failure::usage("--json and -o - would both write to standard output; name a file"));
        }
        let target = Target::new(&self.output, !format.carries_facts(), self.force)?;
        let domain = Domain::from(picture.grid);
        let work = Work { program: &source.program, domain: &domain, picture: picture.tile(), tile: self.tile };
        work.check()?;
        let engine = self.engine.open()?;
        let output = target.open()?;
        let plan = started.elapsed();

        let mut measuring = Duration::ZERO;
        encoding.range = match self.range {
            RangeChoice::Given(range) => range,
            RangeChoice::Auto if encoding.holds_values() => Range::DEFAULT,
            RangeChoice::Auto => work.measure(&engine, &mut measuring)?,
        };
        if encoding.holds_values() && self.range != RangeChoice::Given(Range::DEFAULT) {
            note(&format!(
                "note: --range maps to 8 and 16 bit; {} of {} bit holds the noise values themselves",
                format.name(),
                encoding.depth
            ));
        }
        let facts = Facts {
            schema_version: 1,
            version: env!("CARGO_PKG_VERSION"),
            recipe: recipe::write(&source.graph)?,
            region: &picture.region,
            z: picture.z,
            size: picture.size,
            format: format.name(),
            layout: encoding.layout(),
            depth: encoding.depth,
            range: (!encoding.holds_values()).then_some(encoding.range),
        };
        encoding.texts = facts.texts();
        encoding.facts = facts.json()?;
        let meter = Arc::new(Meter::default());
        let inner = output.writer(format.seeks())?;
        let mut writer = BufWriter::with_capacity(1 << 18, Metered { inner, meter: Arc::clone(&meter) });
        let pipeline =
            Pipeline { work: &work, engine: &engine, encoding: &encoding, threads: self.engine.thread_count(), is_hashed: self.json };
        let write = |pieces: &mut dyn Pieces| {
            encoding.write(&mut writer, pieces)?;
            writer.get_mut().count(Writer::deliver)
        };
        let seen = pipeline.run(write)?.map_err(|error| output.failure(&meter.take_error().unwrap_or(error)))?;
        let writing = meter.time();
        let finishing = Instant::now();
        output.finish(&facts.json()?)?;
        let seconds = Seconds {
            plan: plan.as_secs_f64(),
            evaluate: (measuring + seen.evaluating).saturating_sub(engine.readback_time()).as_secs_f64(),
            readback: engine.readback_time().as_secs_f64(),
            encode: seen.encoding.saturating_sub(writing).as_secs_f64(),
            write: (writing + finishing.elapsed()).as_secs_f64(),
        };

        let samples = encoding.samples();
        warn(&seen, samples, encoding.range);
        let Some(hash) = seen.hash else { return Ok(()) };
        let total_seconds = started.elapsed().as_secs_f64();
        print_json(&Report {
            schema_version: 1,
            engine: engine.name(),
            adapter: engine.adapter().map(Adapter::from),
            size: picture.size,
            seconds,
            total_seconds,
            samples_per_second: samples as f64 / total_seconds,
            saturated: seen.saturated,
            blake3: hash.to_hex().to_string(),
        })
    }

    fn format(&self) -> Result<Format> {
        let known = || Format::value_variants().iter().map(|format| format!("`{}`", format.name())).collect::<Vec<_>>().join(", ");
        let extension = self.output.extension().map(|extension| extension.to_string_lossy().into_owned());
        match (self.format, extension) {
            (Some(format), _) => Ok(format),
            (None, Some(extension)) => Format::of_extension(&extension).ok_or_else(|| {
                let (file, extension) = (self.output.display(), short(&extension));
                Failure::usage(format!("{file}: `.{extension}` is no format; end it in one of {}, or add --format", known()))
            }),
            (None, None) => {
                let file = self.output.display();
                Err(Failure::usage(format!("{file} has no extension that tells the format; add --format with one of {}", known())))
            }
        }
    }

    fn depth(&self, format: Format) -> Result<u8> {
        let depths = format.depths();
        let Some(depth) = self.depth.as_deref().and_then(|depth| depth.parse().ok()) else { return Ok(depths[0]) };
        if depths.contains(&depth) {
            return Ok(depth);
        }
        let allowed: Vec<_> = depths.iter().map(u8::to_string).collect();
        let others: Vec<_> = Format::value_variants()
            .iter()
            .filter(|other| other.depths().contains(&depth))
            .map(|other| format!("`{}`", other.name()))
            .collect();
        Err(Failure::usage(format!(
            "--depth {depth}: {} holds {} bit; leave it out, or take a format with {depth} bit: {}",
            format.name(),
            allowed.join(" or "),
            others.join(", ")
        )))
    }
}

/// What is evaluated, and in what pieces.
pub(crate) struct Work<'a> {
    pub(crate) program: &'a Program,
    pub(crate) domain: &'a Domain,
    pub(crate) picture: Tile,
    /// The longest side of a tile that the user wishes.
    pub(crate) tile: Option<u32>,
}

impl Work<'_> {
    /// One sample costs nothing and finds whatever is wrong with the program over the domain.
    fn check(&self) -> Result<()> {
        let first = Tile { size: [1; 3], ..self.picture };
        Ok(lacuna::Cpu::with_threads(std::num::NonZeroUsize::MIN).evaluate(
            self.program,
            self.domain,
            first,
            &mut vec![0.0; self.program.channels()],
        )?)
    }

    /// How many bands there are, and the bands, each a run of pixels in row order: several rows, or part of one that is too long.
    fn bands(&self, engine: &Engine) -> (u64, impl Iterator<Item = Tile> + use<>) {
        let most = (engine.worthwhile_samples().min(MAX_BAND) / self.program.channels()) as u32;
        let [width, height, _] = self.picture.size;
        let columns = width.min(most);
        let rows = (most / width).clamp(1, self.tile.unwrap_or(u32::MAX));
        let count = u64::from(width.div_ceil(columns)) * u64::from(height.div_ceil(rows));
        (count, self.picture.cut([columns, rows, 1]))
    }

    /// Evaluates a band into `samples`, by way of `scratch` where the user's tiles are smaller.
    fn evaluate(&self, engine: &Engine, band: Tile, samples: &mut Vec<f32>, scratch: &mut Vec<f32>) -> Result<()> {
        interrupt::check()?;
        let channels = self.program.channels();
        resize(samples, band.samples() * channels)?;
        let [width, height, _] = band.size;
        let side = self.tile.unwrap_or(u32::MAX);
        if side >= width && side >= height {
            return engine.evaluate(self.program, self.domain, band, samples);
        }
        for tile in band.cut([side, side, 1]) {
            resize(scratch, tile.samples() * channels)?;
            engine.evaluate(self.program, self.domain, tile, scratch)?;
            for (to, from) in band.rows_of(tile).zip(scratch.chunks_exact(tile.size[0] as usize * channels)) {
                samples[to.start * channels..to.end * channels].copy_from_slice(from);
            }
        }
        Ok(())
    }

    /// Finds the least and the greatest sample of the whole picture.
    fn measure(&self, engine: &Engine, evaluating: &mut Duration) -> Result<Range> {
        let started = Instant::now();
        let (mut samples, mut scratch) = (Vec::new(), Vec::new());
        let mut extremes = Extremes::NONE;
        let (count, bands) = self.bands(engine);
        let bar = progress(count, "range");
        for band in bands {
            self.evaluate(engine, band, &mut samples, &mut scratch)?;
            extremes.extend(Extremes::of(&samples));
            bar.inc(1);
        }
        bar.finish_and_clear();
        *evaluating += started.elapsed();
        Ok(Range::measured(extremes.min, extremes.max))
    }
}

/// A bake, ready to start.
pub(crate) struct Pipeline<'a> {
    pub(crate) work: &'a Work<'a>,
    pub(crate) engine: &'a Engine,
    pub(crate) encoding: &'a Encoding,
    pub(crate) threads: NonZeroUsize,
    pub(crate) is_hashed: bool,
}

impl Pipeline<'_> {
    /// Runs `write` on the pieces of the file. The outer result is the evaluation's, the inner one the writer's.
    pub(crate) fn run(&self, write: impl FnOnce(&mut dyn Pieces) -> io::Result<()> + Send) -> Result<io::Result<Seen>> {
        let on_one_thread = self.engine.on_one_thread();
        let engine = on_one_thread.as_ref().unwrap_or(self.engine);
        let evaluate = |tile: Tile, samples: &mut Vec<f32>, scratch: &mut Vec<f32>| self.work.evaluate(engine, tile, samples, scratch);
        let source = match on_one_thread {
            Some(_) => stream::Source::Threads(&evaluate),
            None => stream::Source::Bands(&evaluate, engine.worthwhile_samples().min(MAX_BAND)),
        };
        let line = Line { encoding: self.encoding, source, threads: self.threads, is_hashed: self.is_hashed };
        line.reserve()?;
        line.run(write)
    }
}

/// Says what its maker may not have meant.
fn warn(seen: &Seen, samples: u64, range: Range) {
    if seen.saturated > 0 {
        let saturated = seen.saturated;
        note(&format!(
            "note: {saturated} of {samples} samples lie outside of {range} and were saturated; --range auto finds a range for all"
        ));
    }
    if seen.is_zero {
        note(
            "warning: every sample is 0; if every sample lies on a lattice point, where gradient noise is 0, move the region or change the frequency",
        );
    }
}

/// What happens to the bytes of a file, seen from outside of the encoders.
#[derive(Debug, Default)]
struct Meter {
    nanoseconds: AtomicU64,
    /// The first error, of which some encoders keep the text alone.
    error: Mutex<Option<io::Error>>,
}

impl Meter {
    fn time(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }

    fn take_error(&self) -> Option<io::Error> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

struct Metered<W> {
    inner: W,
    meter: Arc<Meter>,
}

impl<W> Metered<W> {
    fn count<T>(&mut self, write: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        let started = Instant::now();
        let result = write(&mut self.inner);
        self.meter.nanoseconds.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
        result.inspect_err(|error| {
            let copy = error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
            self.meter.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(copy);
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
