//! Graphs of all kinds of nodes: refused within the limits, or kernels that naga accepts, and the same bits in every form and at every vector level.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::num::NonZeroUsize;
use std::sync::{Mutex, OnceLock, PoisonError};

use lacuna::cpu::VectorLevel;
use lacuna::internal::{link, link_per_sample};
use lacuna::program::MAX_OPERATIONS;
use lacuna::{Axis, Cpu, Domain, DomainKind, Graph, Grid, Number, Program, TargetKind, TexelFormat, Tile};
use naga::valid::{Capabilities, ValidationFlags, Validator};

use crate::bytes::{Bytes, decimal};
use crate::graph::graph;
use crate::{Came, show};

pub(crate) fn body(data: &[u8]) -> Came {
    let mut bytes = Bytes::new(data);
    let place = Place::drawn(&mut bytes);
    let kernel = [bytes.byte(), bytes.byte(), bytes.byte()];
    let Some(graph) = graph(&mut bytes) else { return Came::Short };
    show(|| graph.clone().into());
    let Ok(program) = Program::new(&graph) else { return Came::Short };
    let place = place.for_steps(program.steps());
    assert!(program.operations() <= MAX_OPERATIONS, "{} operations: {graph:#?}", program.operations());
    check_kernel(&graph, &program, kernel);
    check_bits(&graph, &program, &place)
}

/// Checks that a kernel of the program is valid WGSL that needs nothing beyond the core. Three bytes choose the kernel.
fn check_kernel(graph: &Graph, program: &Program, [domain, target, form]: [u8; 3]) {
    let structure = program.structure();
    let domain = if domain % 2 == 0 { DomainKind::Grid } else { DomainKind::Points };
    let formats = TexelFormat::ALL.into_iter().filter(|format| program.channels() <= format.channels()).map(TargetKind::Texture);
    let targets: Vec<TargetKind> = std::iter::once(TargetKind::Buffer).chain(formats).collect();
    let target = targets[usize::from(target) % targets.len()];
    let link = if form % 2 == 0 { link } else { link_per_sample };
    let text = link(structure, domain, target);
    // Graphs of one structure have the same text.
    static SEEN: Mutex<Option<HashSet<u64>>> = Mutex::new(None);
    let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&text);
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let seen = seen.get_or_insert_default();
    if seen.contains(&hash) {
        return;
    }
    let module = naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{}\n{graph:#?}\n{text}", error.emit_to_string(&text)));
    let validated = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
    validated.unwrap_or_else(|error| panic!("{}\n{graph:#?}\n{text}", error.emit_to_string(&text)));
    if seen.len() > 1 << 20 {
        seen.clear();
    }
    seen.insert(hash);
}

/// Checks that samples of a grid, of a list of the same points, and of a part of the grid are equal at every vector level.
fn check_bits(graph: &Graph, program: &Program, place: &Place) -> Came {
    let grid = Domain::from(place.grid());
    let engines = engines();
    let Ok(expected) = engines[0].sample(program, &grid) else { return Came::Short };
    let is_finite = expected.iter().all(|sample| sample.is_finite());
    assert!(is_finite, "a sample is not finite: {expected:?}\n{place:?}\n{graph:#?}");
    let same = |what: &str, level: usize, found: &[f32], expected: &[f32]| {
        let differs = found.iter().zip(expected).position(|(a, b)| a.to_bits() != b.to_bits());
        let Some(index) = differs.or_else(|| (found.len() != expected.len()).then_some(0)) else { return };
        let (a, b) = (found[index], expected[index]);
        panic!("{what}, level {level}: sample {index} is {a:?} ({:#x}) and {b:?} ({:#x})\n{place:?}\n{graph:#?}", a.to_bits(), b.to_bits());
    };
    let points = Domain::Points(place.points());
    let part = place.part();
    let channels = program.channels();
    let rows = grid.whole().rows_of(part).flat_map(|row| &expected[row.start * channels..row.end * channels]);
    let expected_part: Vec<f32> = rows.copied().collect();
    for (level, engine) in engines.iter().enumerate() {
        let sample = |domain: &Domain| engine.sample(program, domain).unwrap_or_else(|error| panic!("{error}\n{place:?}\n{graph:#?}"));
        if level > 0 {
            same("the grid", level, &sample(&grid), &expected);
        }
        same("the points at the end", level, &sample(&points), &expected[expected.len() - place.points as usize * channels..]);
        let mut found = vec![f32::NAN; part.samples() * channels];
        engine.evaluate(program, &grid, part, &mut found).unwrap_or_else(|error| panic!("{error}\n{place:?}\n{graph:#?}"));
        same("a part", level, &found, &expected_part);
    }
    Came::AllTheWay
}

/// Returns an engine of one thread for each vector level, the best first.
fn engines() -> &'static [Cpu] {
    static ENGINES: OnceLock<Vec<Cpu>> = OnceLock::new();
    ENGINES.get_or_init(|| VectorLevel::all().into_iter().map(|level| Cpu::with_threads(NonZeroUsize::MIN).with_level(level)).collect())
}

/// The place of samples, in units of 10^-4, so that every sample lies at a decimal.
#[derive(Debug)]
struct Place {
    size: [u32; 3],
    start: [i64; 3],
    /// Half the distance between samples.
    half: [i64; 3],
    w: i64,
    /// The number of samples at the end of the last row that are evaluated as points, too.
    points: u32,
}

/// The most steps of all samples of a grid; of those along a side of it, where an octave on a circle is an exact sine per sample; and of a list of
/// points, where each octave is a few exact ratios.
const MOST_STEPS: u32 = 1 << 21;
const MOST_STEPS_OF_A_SIDE: u32 = 1 << 16;
const MOST_STEPS_AT_POINTS: u32 = 1 << 15;

impl Place {
    fn drawn(bytes: &mut Bytes<'_>) -> Self {
        // One more sample than the widest vector has lanes, in one or two slices, and enough samples for work that is shared by many.
        let size = bytes.one_of(&[[33, 8, 1], [17, 2, 2], [5, 17, 1], [1, 1, 1], [49, 1, 1]]);
        let starts = [0, -1, 10_000, -35_000, 5_000, 12_345, 10_000_000_000, -99_999_999_999, 10_000_000_000_000];
        let start = [0; 3].map(|_| bytes.one_of(&starts) + i64::from(bytes.byte() as i8) * 625);
        let half = [0; 3].map(|_| bytes.one_of(&[625, 156, 50, 1000, 5_000, 1, 3_333, 20_000]));
        Self { size, start, half, w: i64::from(bytes.byte() as i8) * 1_250, points: size[0] }
    }

    /// Returns the same place with so few samples that a program of many steps takes little longer than any other.
    fn for_steps(mut self, steps: u32) -> Self {
        let [room, most, points] = [MOST_STEPS, MOST_STEPS_OF_A_SIDE, MOST_STEPS_AT_POINTS].map(|all| (all / steps.max(1)).max(1));
        self.size = self.size.map(|side| side.min(most));
        while self.size.iter().product::<u32>() > room {
            let longest = self.size.into_iter().max().unwrap_or(1);
            let side = self.size.iter_mut().find(|side| **side == longest).expect("one of them is the longest");
            *side = side.div_ceil(2);
        }
        self.points = points.min(self.size[0]);
        self
    }

    fn grid(&self) -> Grid {
        let axis = |axis: usize| {
            let (start, length) = (self.start[axis], 2 * self.half[axis] * i64::from(self.size[axis]));
            Axis::extent(decimal(start, -4), decimal(start + length, -4), self.size[axis])
        };
        let z = if self.size[2] == 1 { Axis::Constant(self.centre(2, 0)) } else { axis(2) };
        Grid { x: axis(0), y: axis(1), z, w: decimal(self.w, -4) }
    }

    fn centre(&self, axis: usize, index: u32) -> Number {
        decimal(self.start[axis] + self.half[axis] * (2 * i64::from(index) + 1), -4)
    }

    /// Returns the last samples of the last row. All samples would take long.
    fn points(&self) -> Vec<[Number; 4]> {
        let [_, y, z] = self.size.map(|samples| samples - 1);
        (self.size[0] - self.points..self.size[0])
            .map(|x| [self.centre(0, x), self.centre(1, y), self.centre(2, z), decimal(self.w, -4)])
            .collect()
    }

    /// Returns about the middle of the grid.
    fn part(&self) -> Tile {
        let origin = self.size.map(|samples| samples / 3);
        Tile { origin, size: std::array::from_fn(|axis| (self.size[axis] - origin[axis]).div_ceil(2)) }
    }
}
