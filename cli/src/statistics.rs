//! `lacuna statistics`: the range, mean, deviation and spectrum of noise.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;

use clap::Args;
use lacuna::graph::{NODE_KINDS, NodeKind};
use lacuna::{Axis, Cpu, Domain, Graph, Grid, Node, Number, Program};
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::fourier::{Complex, Fourier};
use crate::source::open;
use crate::terminal::{print, print_json};

#[derive(Debug, Args)]
pub(crate) struct Statistics {
    /// The sources to measure; by default every basis in every dimension, Perlin noise with both hashes
    ///
    /// A source as `bake` takes it.
    source: Vec<OsString>,
    /// The least number of samples of each case, 1 to 2^32
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    samples: u64,
    /// Prints JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Prints Markdown, the form of docs/src/reference/statistics.md
    #[arg(long)]
    markdown: bool,
}

/// Samples along a side of a picture, and per unit. A line has as many samples as a picture.
const SIDE: usize = 512;
const A_UNIT: usize = 8;
/// Samples of a line that are transformed together.
const SEGMENT: usize = 4096;

/// The limits of the bands, in cycles per unit. The last is the Nyquist frequency of [`A_UNIT`] samples per unit.
const BANDS: [f64; 7] = [0.0, 0.125, 0.25, 0.5, 1.0, 2.0, A_UNIT as f64 / 2.0];

/// The greatest angle between a frequency and an axis or a diagonal to be counted with it, in degrees.
const SECTOR: f64 = 11.25;

/// The share of the power below which everything is rounding.
const NOTHING: f64 = 1e-12;

#[derive(Debug, Serialize)]
struct Report {
    schema_version: u32,
    cases: Vec<Case>,
}

#[derive(Debug, Serialize)]
struct Case {
    source: String,
    samples: u64,
    least: f32,
    most: f32,
    mean: f64,
    deviation: f64,
    bands: Vec<Band>,
}

#[derive(Debug, Serialize)]
struct Band {
    /// Cycles per unit.
    from: f64,
    to: f64,
    /// The share of the power of all bands.
    share: f64,
    /// The power density near the axes over that near the diagonals. `None` in one dimension, and for a band without power.
    axes_over_diagonals: Option<f64>,
}

impl Statistics {
    pub(crate) fn run(&self) -> Result<()> {
        let cases = if self.source.is_empty() {
            bases()
        } else {
            let channels = self.source.iter().map(|source| channels(source)).collect::<Result<Vec<_>>>()?;
            channels.into_iter().flatten().collect()
        };
        let measured = cases.into_iter().map(|(name, graph, dimensions)| {
            let program = Program::new(&graph).map_err(|error| Failure::from(error).of(&name))?;
            measure(name, &program, dimensions, self.samples)
        });
        if self.json {
            return print_json(&Report { schema_version: 1, cases: measured.collect::<Result<_>>()? });
        }
        if self.markdown {
            let cases = measured.collect::<Result<Vec<_>>>()?;
            return print(&markdown(&cases));
        }
        print(&format!("{:<40} {:>8} {:>8} {:>8} {:>9}\n", "", "least", "most", "mean", "deviation"))?;
        for case in measured {
            let Case { source, least, most, mean, deviation, .. } = case?;
            print(&format!("{source:<40} {least:>8.4} {most:>8.4} {:>8} {deviation:>9.4}\n", decimals(mean, 4)))?;
        }
        Ok(())
    }
}

/// Returns each channel of a source as a case of its own.
fn channels(source: &OsStr) -> Result<Vec<(String, Graph, u8)>> {
    let graph = open(source, false)?.recipe().graph()?;
    let source = source.to_string_lossy();
    let one = graph.outputs.len() == 1;
    let name = |output: &String| if one { source.clone().into_owned() } else { format!("{source}, {output}") };
    Ok(graph.outputs.iter().map(|output| (name(output), Graph { outputs: vec![output.clone()], ..graph.clone() }, 3)).collect())
}

/// Returns every basis in every dimension, Perlin noise with both hashes: its name, its graph and its dimensions.
fn bases() -> Vec<(String, Graph, u8)> {
    let of_kind = |kind: &'static NodeKind| {
        let case = |(label, node, dimensions): (String, Node, u8)| (format!("{} {label}", kind.name), node.into(), dimensions);
        lacuna::internal::parity::surveys_of_kind(kind).into_iter().map(case)
    };
    NODE_KINDS.iter().flat_map(of_kind).collect()
}

/// Returns a picture of samples, or a line in one dimension. Each lies at a point of the sequence R4 (Roberts, "The Unreasonable Effectiveness of
/// Quasirandom Sequences", 2018) in a cube of 1000 units, so that all parts of cells are covered evenly, also along z and w.
fn domain(number: u64, dimensions: u8) -> Result<Domain> {
    // The root above 1 of g^5 = g + 1.
    const RATIO: f64 = 1.167_303_978_261_418_7;
    let mut step = 1.0;
    let corner: [f64; 4] = std::array::from_fn(|_| {
        step /= RATIO;
        let at = (0.5 + step * number as f64).fract() * 1000.0;
        (at * 1e6).floor() / 1e6
    });
    let extent = |axis: usize, samples: usize| -> Result<Axis> {
        let start = Number::from(corner[axis]);
        let end: Number =
            format!("{:.6}", corner[axis] + (samples / A_UNIT) as f64).parse().map_err(|error| Failure::failed(format!("{error}")))?;
        Ok(Axis::extent(start, end, samples as u32))
    };
    let (x, y) = match dimensions {
        1 => (extent(0, SIDE * SIDE)?, Axis::Constant(Number::ZERO)),
        _ => (extent(0, SIDE)?, extent(1, SIDE)?),
    };
    Ok(Grid { x, y, z: Axis::Constant(corner[2].into()), w: corner[3].into() }.into())
}

fn measure(source: String, program: &Program, dimensions: u8, samples: u64) -> Result<Case> {
    let cpu = Cpu::new();
    let pictures = samples.div_ceil((SIDE * SIDE) as u64);
    let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut spectrum = Spectrum::new(dimensions);
    for number in 0..pictures {
        let picture = cpu.sample(program, &domain(number, dimensions)?)?;
        for &value in &picture {
            (least, most) = (least.min(value), most.max(value));
            sum += f64::from(value);
            squares += f64::from(value) * f64::from(value);
        }
        spectrum.add(&picture);
    }
    let count = (pictures * (SIDE * SIDE) as u64) as f64;
    let mean = sum / count;
    let deviation = libm::sqrt((squares / count - mean * mean).max(0.0));
    Ok(Case { source, samples: pictures * (SIDE * SIDE) as u64, least, most, mean, deviation, bands: spectrum.bands() })
}

/// Power by frequency, summed over pictures or over segments of lines, each without its mean and with a Hann window.
struct Spectrum {
    transform: Fourier,
    window: Vec<f64>,
    /// Along x and then y.
    power: Vec<f64>,
    is_line: bool,
}

impl Spectrum {
    fn new(dimensions: u8) -> Self {
        let is_line = dimensions == 1;
        let length = if is_line { SEGMENT } else { SIDE };
        let turn = |at: usize| (at as f64 + 0.5) / length as f64 * std::f64::consts::TAU;
        Self {
            transform: Fourier::new(length),
            window: (0..length).map(|at| 0.5 - 0.5 * libm::cos(turn(at))).collect(),
            power: vec![0.0; if is_line { SEGMENT } else { SIDE * SIDE }],
            is_line,
        }
    }

    fn add(&mut self, samples: &[f32]) {
        let mean = samples.iter().map(|value| f64::from(*value)).sum::<f64>() / samples.len() as f64;
        let length = self.window.len();
        let windowed = |row: &[f32], weight: f64| -> Vec<Complex> {
            row.iter().zip(&self.window).map(|(value, window)| [(f64::from(*value) - mean) * window * weight, 0.0]).collect()
        };
        if self.is_line {
            for segment in samples.chunks_exact(length) {
                let mut line = windowed(segment, 1.0);
                self.transform.transform(&mut line);
                self.power.iter_mut().zip(line).for_each(|(power, part)| *power += part[0] * part[0] + part[1] * part[1]);
            }
            return;
        }
        let rows = samples.chunks_exact(length).zip(&self.window);
        let mut picture: Vec<Complex> = rows.flat_map(|(row, weight)| windowed(row, *weight)).collect();
        self.transform.transform(&mut picture);
        let mut turned: Vec<Complex> = (0..length * length).map(|at| picture[at % length * length + at / length]).collect();
        self.transform.transform(&mut turned);
        self.power.iter_mut().zip(turned).for_each(|(power, part)| *power += part[0] * part[0] + part[1] * part[1]);
    }

    fn bands(&self) -> Vec<Band> {
        let length = self.window.len();
        let frequency = |index: usize| {
            let signed = if index < length / 2 { index as f64 } else { index as f64 - length as f64 };
            signed * A_UNIT as f64 / length as f64
        };
        // For each band: all its power, and the power and the number of frequencies near the axes and near the diagonals.
        let mut bands = [(0.0, [(0.0, 0.0); 2]); BANDS.len() - 1];
        for (index, power) in self.power.iter().enumerate() {
            let (x, y) = (frequency(index % length), if self.is_line { 0.0 } else { frequency(index / length) });
            let size = libm::sqrt(x * x + y * y);
            let Some(band) = (0..bands.len()).find(|band| (BANDS[*band]..BANDS[band + 1]).contains(&size)) else { continue };
            bands[band].0 += power;
            // The angle to the nearest axis, 0 to 45 degrees.
            let aside = libm::atan2(x.abs().min(y.abs()), x.abs().max(y.abs())).to_degrees();
            let near = if aside <= SECTOR {
                0
            } else if aside >= 45.0 - SECTOR {
                1
            } else {
                continue;
            };
            bands[band].1[near].0 += power;
            bands[band].1[near].1 += 1.0;
        }
        let total: f64 = bands.iter().map(|(power, _)| power).sum();
        let over = |[(axes, of_axes), (diagonals, of_diagonals)]: [(f64, f64); 2]| {
            let is_something = !self.is_line && axes.min(diagonals) > NOTHING * total;
            is_something.then(|| (axes / of_axes) / (diagonals / of_diagonals))
        };
        BANDS
            .windows(2)
            .zip(bands)
            .map(|(borders, (power, near))| Band {
                from: borders[0],
                to: borders[1],
                share: if total > 0.0 { power / total } else { 0.0 },
                axes_over_diagonals: over(near),
            })
            .collect()
    }
}

/// Formats a number with `count` decimals, without a negative zero.
fn decimals(value: f64, count: usize) -> String {
    let text = format!("{value:.count$}");
    if text.trim_start_matches('-').trim_matches(['0', '.']).is_empty() { text.trim_start_matches('-').to_owned() } else { text }
}

fn markdown(cases: &[Case]) -> String {
    let mut text = format!(
        "# What the bases are like\n\n\
         Printed by `lacuna statistics --markdown`.\n\n\
         Each row is of at least {} samples at frequency 1, without a seed, with Euclidean distances and jitter 1. They form pictures of \
         {SIDE} x {SIDE} samples, {A_UNIT} per cell along each axis. The corners of the pictures are points of the quasirandom sequence R4 in a cube of \
         1000 cells. In one dimension, lines of as many samples replace the pictures. In three and four dimensions, each picture is a slice at another \
         z and w.\n\n\
         ## Range\n\n\
         | basis | least | most | mean | deviation |\n|---|---|---|---|---|\n",
        cases.iter().map(|case| case.samples).min().unwrap_or(0),
    );
    for Case { source, least, most, mean, deviation, .. } in cases {
        let _ = writeln!(text, "| {source} | {least:.4} | {most:.4} | {} | {deviation:.4} |", decimals(*mean, 4));
    }
    let band = |from: f64, to: f64| match from {
        0.0 => format!("below {to}"),
        _ => format!("{from} to {to}"),
    };
    let names: Vec<String> = BANDS.windows(2).map(|borders| band(borders[0], borders[1])).collect();
    let rule = "|---".repeat(names.len() + 1);
    let _ = write!(
        text,
        "\n## Spectrum\n\n\
         The distribution of each picture's power over frequencies in cycles per cell, in percent. The mean is subtracted, and a Hann window applied. \
         Frequencies above {} cycles per cell are not resolved: those of discontinuities alias to lower ones.\n\n\
         | basis | {} |\n{rule}|\n",
        BANDS[BANDS.len() - 1],
        names.join(" | "),
    );
    for Case { source, bands, .. } in cases {
        let shares: Vec<String> = bands.iter().map(|band| format!("{:.2}", 100.0 * band.share)).collect();
        let _ = writeln!(text, "| {source} | {} |", shares.join(" | "));
    }
    let _ = write!(
        text,
        "\n## Directions\n\n\
         The ratio of the power within {SECTOR} degrees of the axes to the power within the same angle of the diagonals, each per frequency, in \
         decibels. At 0 they are equal; above 0 the noise follows the grid. Cells without a ratio are empty.\n\n\
         | basis | {} |\n{rule}|\n",
        names.join(" | "),
    );
    for Case { source, bands, .. } in cases.iter().filter(|case| case.bands.iter().any(|band| band.axes_over_diagonals.is_some())) {
        let ratios: Vec<String> = bands
            .iter()
            .map(|band| band.axes_over_diagonals.map_or_else(String::new, |ratio| decimals(10.0 * libm::log10(ratio), 1)))
            .collect();
        let _ = writeln!(text, "| {source} | {} |", ratios.join(" | "));
    }
    text
}
