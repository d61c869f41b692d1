//! Regions anywhere: refused, or the same samples as grids, parts of grids and lists of points.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use lacuna::nodes::{Cellular, Checker, Perlin, Simplex, Value};
use lacuna::{Axis, Cpu, Domain, Graph, Grid, NodeExt as _, Number, Program, Tile};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::Came;
use crate::bytes::Bytes;
use crate::numbers::exact;

pub(crate) fn body(data: &[u8]) -> Came {
    let mut bytes = Bytes::new(data);
    let program = bytes.one_of(&programs().iter().collect::<Vec<_>>());
    let (x, y) = (axis(&mut bytes), axis(&mut bytes));
    let z = if bytes.once_in(4) { axis(&mut bytes) } else { Axis::Constant(bytes.number()) };
    let w = if bytes.once_in(4) { bytes.number() } else { Number::ZERO };
    let grid = Grid { x, y, z, w };
    if grid.validate().is_err() {
        return Came::Short;
    }
    through(x);
    for axis in grid.axes() {
        let spacing = axis.spacing();
        assert!(spacing >= 0.0 || !spacing.is_finite(), "{axis:?}: {spacing}");
    }
    let cpu = Cpu::with_threads(NonZeroUsize::MIN);
    let domain = Domain::from(grid);
    // A few samples somewhere in it.
    let part = Tile {
        origin: std::array::from_fn(|axis| (u64::from(grid.size()[axis] - 1) * u64::from(bytes.byte()) / 255) as u32),
        size: [1; 3],
    };
    let size = std::array::from_fn(|axis| (1 + bytes.below([21, 3, 2][axis]) as u32).min(grid.size()[axis] - part.origin[axis]));
    let part = Tile { size, ..part };
    let mut samples = vec![f32::NAN; part.samples()];
    if cpu.evaluate(program, &domain, part, &mut samples).is_err() {
        return Came::Short;
    }
    assert!(samples.iter().all(|sample| sample.is_finite()), "{samples:?}");
    same_as_points(&cpu, program, &grid, part, &samples);
    same_with_a_margin(&cpu, program, &grid, part, &samples, bytes.below(4) as u32);
    Came::AllTheWay
}

/// Draws an axis by two numbers: its ends, or its start and its length.
fn axis(bytes: &mut Bytes<'_>) -> Axis {
    let (start, other) = (bytes.number(), bytes.number());
    let end = if bytes.once_in(3) { other } else { start.checked_add(other).unwrap_or(other) };
    let samples = match bytes.below(8) {
        0..=5 => 1 + u32::from(bytes.byte()) % 64,
        6 => bytes.u64() as u32 >> bytes.below(32),
        _ => 1 << bytes.below(31),
    };
    Axis::Extent { start, end, samples }
}

/// Checks that an axis through samples at both ends has them exactly there.
fn through(axis: Axis) {
    let Axis::Extent { start, end, samples } = axis else { return };
    let Ok((found, first)) = Axis::through(start, end, samples) else { return };
    assert_eq!(centre(found, first), exact(start), "{axis:?}: {found:?}");
    assert_eq!(centre(found, first + samples - 1), exact(end), "{axis:?}: {found:?}");
}

/// Returns the exact place of a sample of an axis.
fn centre(axis: Axis, index: u32) -> BigRational {
    match axis {
        Axis::Constant(at) => exact(at),
        Axis::Extent { start, end, samples } => {
            let part = BigRational::new(BigInt::from(2 * u64::from(index) + 1), BigInt::from(2 * u64::from(samples)));
            exact(start) + (exact(end) - exact(start)) * part
        }
    }
}

/// Returns a ratio as a decimal, if it is one of few digits.
fn decimal_of(value: &BigRational) -> Option<Number> {
    (0..30).find_map(|power| {
        let scaled = value * BigRational::from_integer(num_traits::pow(BigInt::from(10), power));
        scaled.is_integer().then(|| format!("{}e-{power}", scaled.to_integer()).parse().ok())?
    })
}

/// Checks that a list of the points of a part of a grid has the same samples, if they are decimals.
fn same_as_points(cpu: &Cpu, program: &Program, grid: &Grid, part: Tile, samples: &[f32]) {
    let along = |axis: usize| {
        let places = part.origin[axis]..part.origin[axis] + part.size[axis];
        places.map(|index| decimal_of(&centre(grid.axes()[axis], index))).collect::<Option<Vec<_>>>()
    };
    let (Some(x), Some(y), Some(z)) = (along(0), along(1), along(2)) else { return };
    let mut points = Vec::with_capacity(part.samples());
    for &z in &z {
        for &y in &y {
            points.extend(x.iter().map(|&x| [x, y, z, grid.w]));
        }
    }
    let found = cpu.sample(program, &Domain::Points(points)).unwrap_or_else(|error| panic!("the points of {grid:?}: {error}"));
    same("as points", grid, &found, samples);
}

/// Checks that a part of a widened grid has the samples of the grid.
fn same_with_a_margin(cpu: &Cpu, program: &Program, grid: &Grid, part: Tile, samples: &[f32], margin: u32) {
    let Ok((wide, around)) = grid.around(part, margin) else { return };
    let mut found = vec![f32::NAN; around.samples()];
    if cpu.evaluate(program, &Domain::from(wide), around, &mut found).is_err() {
        return;
    }
    let inner = Tile { origin: [around.origin[0] + margin, around.origin[1] + margin, around.origin[2]], size: part.size };
    let found: Vec<f32> = around.rows_of(inner).flat_map(|row| found[row].to_vec()).collect();
    same("with a margin", grid, &found, samples);
}

#[track_caller]
fn same(what: &str, grid: &Grid, a: &[f32], b: &[f32]) {
    assert!(a.iter().map(|a| a.to_bits()).eq(b.iter().map(|b| b.to_bits())), "{what}, {grid:?}: {a:?} and {b:?}");
}

fn programs() -> &'static [Program] {
    static PROGRAMS: OnceLock<Vec<Program>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let graphs: [Graph; 6] = [
            Perlin::new().seed(5).fbm().octaves(3).lacunarity(2.17).into(),
            Perlin::new().dimensions(4).frequency(0.37).into(),
            Simplex::new().frequency(1.25).into(),
            Cellular::new().dimensions(2).into(),
            Value::new().period([7_u32, 5, 3]).warp().x(Perlin::new().seed(9)).into(),
            Checker::new().torus().into(),
        ];
        graphs.iter().map(|graph| Program::new(graph).expect("a legal graph")).collect()
    })
}
