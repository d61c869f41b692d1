//! `lacuna bake --line X0,X1`: samples along a line, as a table or as a drawn curve.

use std::fmt::Write as _;
use std::io::Write as _;
use std::str::FromStr;

use clap::Args;
use lacuna::{Axis, Domain, Grid, Number, Program};

use super::encode::Range;
use super::engine::EngineArgs;
use super::failure::{Failure, Result, note};
use super::interrupt;
use super::output::{Output, Target};
use super::picture::numbers;
use super::planned::Wishes;
use super::source::Resolved;
use super::stream::{Extremes, resize};
use lacuna::recipe::{self, OutputRange};

/// The most samples of a line: it is made in memory.
const MAX_SAMPLES: u32 = 1 << 24;
/// The most points of a curve: more can't be told apart.
const MAX_POINTS: u32 = 1 << 16;
/// The size of a drawing, and what is left free above and below the curve.
const DRAWN: [f64; 2] = [1024.0, 320.0];
const FREE: f64 = 16.0;

/// The ends of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ends([Number; 2]);

impl FromStr for Ends {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        numbers(text)?.try_into().map(Self).map_err(|_| "give the two numbers X0,X1, such as 0,8".to_owned())
    }
}

/// Samples along a line.
#[derive(Debug, Args)]
#[command(next_help_heading = "Line")]
pub(crate) struct LineArgs {
    /// Samples a line along x instead of a picture
    ///
    /// From X0 to X1 at y = 0, in --size N samples, each at the centre of its part, of at most 16777216. FILE ends in .csv, a table of x and value, or in .svg,
    /// a drawn curve from the least to the greatest of --range, of at most 65536 samples.
    #[arg(long, value_name = "X0,X1", allow_hyphen_values = true, conflicts_with_all = ["region", "view", "tiles", "for", "frames", "depth", "format", "tile"])]
    line: Option<Ends>,
}

impl LineArgs {
    /// The line, if there is to be one.
    pub(crate) fn chosen(&self) -> Option<Ends> {
        self.line
    }
}

/// What else a bake was asked for.
pub(crate) struct Asked<'a> {
    pub(crate) source: &'a Resolved,
    pub(crate) wishes: Wishes<'a>,
    pub(crate) z: Number,
    pub(crate) json: bool,
    pub(crate) engine: &'a EngineArgs,
}

impl Asked<'_> {
    /// Writes the line.
    pub(crate) fn bake(&self, Ends([start, end]): Ends) -> Result<()> {
        let Self { source, wishes, .. } = self;
        if self.json {
            return Err(Failure::usage("--json measures bakes of pictures; leave it out, or --line"));
        }
        let count = wishes.size.0;
        let extension = wishes.path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        let most = match extension.as_deref() {
            Some("csv") => MAX_SAMPLES,
            Some("svg") => MAX_POINTS,
            _ => return Err(Failure::usage(format!("{}: a line is a .csv or an .svg", wishes.path.display()))),
        };
        if count > most {
            return Err(Failure::usage(format!("--size {count}: such a line has at most {most} samples")));
        }
        let program = Program::new(&source.graph()?)?;
        if program.channels() != 1 {
            let (name, channels) = (source.output()?, program.channels());
            return Err(Failure::usage(format!("--line: `{name}` has {channels} channels; choose an output that has one with --output")));
        }
        let x = Axis::extent(start, end, count);
        let grid = Grid { z: Axis::Constant(self.z), ..Grid::plane(x, Axis::Constant(Number::ZERO)) };
        grid.validate()?;
        let domain = Domain::from(grid);
        let target = Target::new(wishes.path, false, wishes.force)?;
        let engine = self.engine.open()?;
        let mut samples = Vec::new();
        resize(&mut samples, count as usize)?;
        engine.evaluate(&program, &domain, domain.whole(), &mut samples)?;
        let text = if extension.as_deref() == Some("csv") {
            table(start, &x, &samples)
        } else {
            let range = match wishes.range {
                Some(OutputRange::Between([low, high])) => Range(low, high),
                Some(OutputRange::Auto) => {
                    let Extremes { min, max } = Extremes::of(&samples);
                    Range::measured(min, max)
                }
                None => Range::DEFAULT,
            };
            drawn(&samples, range, &recipe::write(&source.recipe)?)
        };
        if target.has_temporary() {
            interrupt::watch()?;
        }
        let output = target.open()?;
        let written = output.writer(false)?.write_all(text.as_bytes());
        written.map_err(|error| output.failure(&error))?;
        Output::finish(std::iter::once((output, "")))?;
        if samples.iter().all(|&sample| sample == 0.0) {
            note(
                "warning: every sample is 0; if they lie on lattice points, where gradient noise is 0, move the line or change the frequency",
            );
        }
        Ok(())
    }
}

/// A line a sample: x, the shortest decimal of its f64, and the value, that of its f32.
fn table(start: Number, x: &Axis, samples: &[f32]) -> String {
    let (start, step) = (start.to_f64(), x.spacing());
    let mut text = String::from("x,value\n");
    for (index, sample) in samples.iter().enumerate() {
        let _ = writeln!(text, "{},{sample}", start + (index as f64 + 0.5) * step);
    }
    text
}

/// The curve as SVG, with a line where 0 is. What lies outside of the range is drawn beyond the edges.
fn drawn(samples: &[f32], range: Range, recipe: &str) -> String {
    let [width, height] = DRAWN;
    let (low, high) = (range.0.to_f64(), range.1.to_f64());
    let y = |value: f64| FREE + (high - value) / (high - low) * (height - 2.0 * FREE);
    let step = width / samples.len() as f64;
    let escaped = recipe.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n<desc>{escaped}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    if (low..=high).contains(&0.0) {
        let _ = writeln!(text, "<path d=\"M0 {0:.3}H{width}\" stroke=\"#bbb\"/>", y(0.0));
    }
    text.push_str("<polyline fill=\"none\" stroke=\"#205080\" stroke-width=\"1.5\" stroke-linejoin=\"round\" points=\"");
    for (index, &sample) in samples.iter().enumerate() {
        let _ = write!(text, "{}{:.3},{:.3}", if index == 0 { "" } else { " " }, (index as f64 + 0.5) * step, y(sample.into()));
    }
    text.push_str("\"/>\n</svg>\n");
    text
}
