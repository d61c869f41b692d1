//! `lacuna sample`: values at points.

use std::cell::{Cell, OnceCell};
use std::io::{self, BufRead, BufReader, Read as _};

use clap::Args;
use lacuna::{Domain, DomainKind, Graph, Number, Program};

use crate::engine::EngineArgs;
use crate::failure::{Failure, Result};
use crate::source::{SourceArgs, note_repeat};
use crate::terminal::{note, print};
use lacuna_bake::{Engine, number, short};

/// The most points that are evaluated at once.
const CHUNK: usize = 1 << 16;
/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 4096;

#[derive(Debug, Args)]
pub(crate) struct Sample {
    /// A point: X[,Y[,Z[,W]]]
    ///
    /// May be given more than once. Missing coordinates are 0. Four coordinates mean 4-D noise, of which 3-D noise is not a slice. Without --at, points
    /// are read from standard input, one per line, with commas or spaces between the coordinates; blank lines and lines that begin with `#` are skipped.
    #[arg(long, value_name = "X[,Y[,Z[,W]]]", allow_hyphen_values = true)]
    at: Vec<String>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// A point, and the place that it was read from.
struct Point {
    place: Place,
    coordinates: [Number; 4],
    /// Set if all four coordinates were given.
    is_4d: bool,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    /// The number of the option.
    At(usize),
    /// The number of the line on standard input.
    Line(usize),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::At(number) => write!(f, "--at number {number}"),
            Self::Line(number) => write!(f, "line {number}"),
        }
    }
}

impl Point {
    fn read(text: &str, place: Place) -> Result<Self> {
        let bad = |why: String| Failure::usage(format!("{place}: {why}"));
        let words: Vec<&str> = match text.contains(',') {
            true => text.split(',').map(str::trim).collect(),
            false => text.split_whitespace().collect(),
        };
        if words.is_empty() || words.len() > 4 {
            return Err(bad(format!("{} coordinates; give X[,Y[,Z[,W]]]", words.len())));
        }
        let mut coordinates = [Number::ZERO; 4];
        for (coordinate, word) in coordinates.iter_mut().zip(&words) {
            *coordinate = number(word).map_err(bad)?;
            if !coordinate.is_finite() {
                return Err(bad(format!("`{}` is no coordinate; give a finite number", short(word))));
            }
        }
        Ok(Self { place, coordinates, is_4d: words.len() == 4 })
    }
}

/// The source for points of up to three coordinates, and for points of four, which not every source supports.
struct Sampler {
    engine: Engine,
    graph: Graph,
    program: Program,
    /// Made for the first point of four coordinates.
    program_4d: OnceCell<Program>,
    /// The least and the greatest x, y and z so far.
    ends: Cell<Option<[[f64; 2]; 3]>>,
    /// Set once values were printed: `true` as long as every value is 0 and every point is a lattice point.
    is_zero: Cell<Option<bool>>,
}

impl Sample {
    pub(crate) fn run(&self) -> Result<()> {
        let graph = self.source.resolve()?.graph()?;
        let program = Program::new(&graph)?;
        let points = self.at.iter().zip(1..).map(|(text, number)| Point::read(text, Place::At(number))).collect::<Result<Vec<_>>>()?;
        // The evaluations of all points, or of a chunk if points are still to be read.
        let evaluations = program.evaluations() * if points.is_empty() { CHUNK } else { points.len() } as u64;
        let engine = self.engine.open(&[&program], DomainKind::Points, evaluations)?.engine;
        let sampler = Sampler { engine, graph, program, program_4d: OnceCell::new(), ends: Cell::default(), is_zero: Cell::new(None) };
        if !points.is_empty() {
            points.chunks(CHUNK).try_for_each(|points| sampler.print(points))?;
            sampler.say_why_all_are_zero();
            sampler.say_what_comes_again();
            return Ok(());
        }
        let mut lines = Lines { input: BufReader::with_capacity(1 << 20, io::stdin().lock()), number: 0 };
        let mut points = Vec::with_capacity(CHUNK);
        loop {
            let read = lines.read(&mut points);
            // The points before an unreadable line still get their values.
            if !points.is_empty() {
                sampler.print(&points)?;
            }
            if !read? {
                sampler.say_why_all_are_zero();
                sampler.say_what_comes_again();
                return Ok(());
            }
        }
    }
}

/// Standard input, in chunks of points.
struct Lines<R> {
    input: BufReader<R>,
    number: usize,
}

impl<R: io::Read> Lines<R> {
    /// Reads as many points as are available, so that a program that writes a line and waits gets its value. Returns `false` at the end.
    fn read(&mut self, points: &mut Vec<Point>) -> Result<bool> {
        points.clear();
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = (&mut self.input).take(MAX_LINE).read_until(b'\n', &mut line);
            let length = read.map_err(|error| Failure::failed(format!("can't read standard input: {error}")))?;
            if length == 0 {
                return Ok(!points.is_empty());
            }
            self.number += 1;
            let place = Place::Line(self.number);
            if length as u64 == MAX_LINE {
                return Err(Failure::usage(format!("{place}: longer than {MAX_LINE} bytes; give X[,Y[,Z[,W]]]")));
            }
            // Some editors begin a UTF-8 file with a byte order mark.
            let line = if self.number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line) } else { &line };
            let text = std::str::from_utf8(line).map_err(|_| Failure::usage(format!("{place}: no text; give X[,Y[,Z[,W]]]")))?;
            if !text.trim().is_empty() && !text.trim_start().starts_with('#') {
                points.push(Point::read(text.trim(), place)?);
            }
            if points.len() == CHUNK || (!points.is_empty() && self.input.buffer().is_empty()) {
                return Ok(true);
            }
        }
    }
}

impl Sampler {
    /// Prints the values of points, in their order.
    fn print(&self, points: &[Point]) -> Result<()> {
        for point in points {
            let at = [0, 1, 2].map(|axis| point.coordinates[axis].to_f64());
            let ends = self.ends.get().unwrap_or(at.map(|at| [at; 2]));
            self.ends.set(Some([0, 1, 2].map(|axis| [ends[axis][0].min(at[axis]), ends[axis][1].max(at[axis])])));
        }
        let channels = self.program.channels();
        let mut values = vec![0.0; points.len() * channels];
        for is_4d in [false, true] {
            let chosen: Vec<usize> = (0..points.len()).filter(|&index| points[index].is_4d == is_4d).collect();
            let Some(&first) = chosen.first() else { continue };
            let program = if is_4d { self.program_4d(points[first].place)? } else { &self.program };
            let domain = Domain::Points(chosen.iter().map(|&index| points[index].coordinates).collect());
            let mut samples = vec![f32::NAN; chosen.len() * channels];
            self.engine
                .evaluate(program, &domain, domain.whole(), &mut samples)
                .map_err(|failure| self.blame(program, &chosen, points).unwrap_or_else(|| failure.into()))?;
            for (&index, sample) in chosen.iter().zip(samples.chunks_exact(channels)) {
                values[index * channels..][..channels].copy_from_slice(sample);
            }
        }
        let is_zero = self.is_zero.get() != Some(false) && values.iter().all(|&value| value == 0.0);
        self.is_zero.set(Some(is_zero && points.iter().all(|point| self.program_of(point).is_at_lattice_point(point.coordinates))));
        let line = |sample: &[f32]| sample.iter().map(f32::to_string).collect::<Vec<_>>().join(",") + "\n";
        print(&values.chunks_exact(channels).map(line).collect::<String>())
    }

    /// Notes that a table repeats between the points, so that the last may equal the first.
    fn say_what_comes_again(&self) {
        let lengths = self.ends.get().unwrap_or_default().map(|[least, most]| (most - least) * (1.0 + 1e-6));
        if let Some(repeat) = self.program.table_repeat(lengths) {
            note_repeat(&repeat);
        }
    }

    /// Warns if every printed value is 0 because every point is a lattice point of the noise.
    fn say_why_all_are_zero(&self) {
        if self.is_zero.get() == Some(true) {
            note(
                "warning: every sample is 0: each lies on a lattice point, where gradient noise is 0; move the points or change the frequency",
            );
        }
    }

    /// Returns the program that evaluates a point, after the first evaluation.
    fn program_of(&self, point: &Point) -> &Program {
        self.program_4d.get().filter(|_| point.is_4d).unwrap_or(&self.program)
    }

    /// Returns the program for points of four coordinates. `place` is the place of the point that needs it.
    fn program_4d(&self, place: Place) -> Result<&Program> {
        if let Some(program) = self.program_4d.get() {
            return Ok(program);
        }
        let mut graph = self.graph.clone();
        graph.set_default_dimensions(4);
        let program = Program::new(&graph).map_err(|error| Failure::from(error).of(&format!("{place} has four coordinates")))?;
        Ok(self.program_4d.get_or_init(|| program))
    }

    /// Returns the failure of the first point that fails by itself, found by bisection, which costs about as much as evaluating all points once more.
    fn blame(&self, program: &Program, chosen: &[usize], points: &[Point]) -> Option<Failure> {
        let evaluate = |part: &[usize]| {
            let domain = Domain::Points(part.iter().map(|&index| points[index].coordinates).collect());
            self.engine.evaluate(program, &domain, domain.whole(), &mut vec![0.0; part.len() * program.channels()]).err()
        };
        let mut part = chosen;
        while part.len() > 1 {
            let (first, second) = part.split_at(part.len() / 2);
            part = if evaluate(first).is_some() { first } else { second };
        }
        let failure = evaluate(part)?;
        Some(failure.of(&points[*part.first()?].place.to_string()).into())
    }
}
