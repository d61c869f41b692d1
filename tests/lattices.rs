//! Visible artefacts of lattices: noise at rest, noise that resembles that of another seed, or that repeats.

mod common;

use common::{assert_same_bits, cpu, is_all, lower};
use lacuna::graph::NodeExt as _;
use lacuna::nodes::{
    Blue, Cellular, CellularOutput, GradientSet, HashKind, Perlin, Scratches, ScratchesOutput, Simplex, Sparse, TileLayout, TileOutput,
    Tiles, Value, Weave, WeaveOutput, White,
};
use lacuna::seeding::{lattice_key, mixed_seed};
use lacuna::{Axis, Domain, Error, Graph, Grid, Node, Problem, Program};

/// Returns the random bases in a number of dimensions, with a seed.
fn bases(dimensions: u8, seed: u64) -> Vec<(&'static str, Node)> {
    let cellular = || Cellular::new().dimensions(dimensions).seed(seed);
    vec![
        ("perlin", Perlin::new().dimensions(dimensions).seed(seed).into()),
        ("value", Value::new().dimensions(dimensions).seed(seed).into()),
        ("simplex", Simplex::new().dimensions(dimensions).seed(seed).into()),
        ("sparse", Sparse::new().dimensions(dimensions).seed(seed).into()),
        ("white", White::new().dimensions(dimensions).seed(seed).into()),
        ("f1", cellular().into()),
        ("f2", cellular().output(CellularOutput::F2).into()),
        ("cell value", cellular().output(CellularOutput::CellValue).into()),
    ]
}

/// Returns 65,536 samples, each some cells from the next and none at a lattice point.
fn apart() -> Domain {
    let axis = |start: f64| Axis::extent(start, start + 256.0 * 2.618, 256);
    Grid { z: Axis::Constant(0.37.into()), ..Grid::plane(axis(-311.3), axis(-207.9)) }.into()
}

/// Returns the samples minus their mean, divided by their deviation.
fn standard(node: Node, domain: &Domain) -> Vec<f32> {
    let samples = cpu(&lower(node), domain);
    let count = samples.len() as f64;
    let mean = samples.iter().map(|&sample| f64::from(sample)).sum::<f64>() / count;
    let from_mean = |sample: f32| f64::from(sample) - mean;
    let spread = (samples.iter().map(|&sample| from_mean(sample) * from_mean(sample)).sum::<f64>() / count).sqrt();
    assert!(spread > 0.01, "the samples are all the same");
    samples.iter().map(|&sample| ((f64::from(sample) - mean) / spread) as f32).collect()
}

fn correlation(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum::<f64>() / a.len() as f64
}

/// Returns pairs of seeds: neighbours, words with exchanged halves, words that differ in some bits, and unrelated ones.
fn pairs(count: u64) -> impl Iterator<Item = [u64; 2]> {
    (0..count).map(|number| {
        let any = mixed_seed(number, 1996);
        match number % 4 {
            0 => [number, number + 1],
            1 => [number + 1, (number + 1) << 32],
            2 => [any, any ^ (1 << (number / 4 % 64))],
            _ => [any, mixed_seed(number, 1997)],
        }
    })
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn seeds_that_differ_in_any_bit_make_noises_that_have_nothing_in_common() {
    let domain = apart();
    let all = is_all("1000 pairs of seeds, and noise of three dimensions");
    let mut worst = (0.0_f64, String::new());
    for dimensions in if all { 2..=3 } else { 2..=2 } {
        for (basis, (name, _)) in bases(dimensions, 0).into_iter().enumerate() {
            let of = |seed| standard(bases(dimensions, seed).swap_remove(basis).1, &domain);
            let mut hold = |a: &[f32], b: &[f32], what: String| {
                let found = correlation(a, b);
                assert!(found.abs() < 0.03, "{dimensions}-D {name}, {what}: {found}");
                if found.abs() > worst.0.abs() {
                    worst = (found, format!("{dimensions}-D {name}, {what}"));
                }
            };
            let seven = of(7);
            for bit in 0..64 {
                hold(&seven, &of(7 ^ (1 << bit)), format!("bit {bit}"));
            }
            for [a, b] in pairs(if all { 1000 } else { 24 }) {
                hold(&of(a), &of(b), format!("seeds {a} and {b}"));
            }
        }
    }
    assert!(worst.0.abs() > 0.0, "nothing was compared");
}

/// Returns the longest run of cells of a line, of a hundred samples each, in which noise hardly moves, over 20 seeds.
fn longest_rest(node: impl Fn(u64) -> Node) -> usize {
    let domain: Domain = Grid::plane(Axis::extent(0, 256, 25_600), Axis::Constant(0.into())).into();
    let rest_of = |seed| {
        let samples = cpu(&lower(node(seed)), &domain);
        let still = samples.chunks(100).map(|cell| {
            let [least, most] = cell.iter().fold([f32::MAX, f32::MIN], |[least, most], &value| [least.min(value), most.max(value)]);
            most - least < 0.004
        });
        let runs = still.scan(0, |run, is_still| {
            *run = if is_still { *run + 1 } else { 0 };
            Some(*run)
        });
        runs.max().unwrap_or(0)
    };
    (0..20).map(rest_of).max().unwrap_or(0)
}

/// A node over the noise of a line.
type Over = fn(Perlin) -> Node;

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn perlin_noise_of_a_line_stands_still_in_no_cell_by_itself_and_under_every_fractal() {
    for hash in [HashKind::Table, HashKind::Lattice] {
        let line = |seed: u64| Perlin::new().dimensions(1).hash(hash).seed(seed);
        // The line of the 3-D noise fails at once.
        assert!(longest_rest(|seed| line(seed).gradients(GradientSet::Improved).into()) >= 4);
        let over: [(&str, Over); 8] = [
            ("itself", |line| line.into()),
            ("fbm", |line| line.fbm().octaves(3).into()),
            ("turbulence", |line| line.turbulence().octaves(2).into()),
            ("billow", |line| line.billow().octaves(2).into()),
            ("ridged", |line| line.ridged().octaves(2).into()),
            ("hybrid", |line| line.hybrid().octaves(2).into()),
            ("heterogeneous", |line| line.heterogeneous().octaves(2).into()),
            ("ping_pong", |line| line.ping_pong().octaves(2).into()),
        ];
        for (name, over) in over {
            assert_eq!(longest_rest(|seed| over(line(seed))), 0, "{name}, {hash:?}");
        }
    }
}

#[test]
fn the_slopes_of_perlin_noise_of_a_line_are_eighths_and_none_is_0() {
    let slope = Program::new(Perlin::new().dimensions(1).seed(3).derivative()).unwrap();
    let points = Domain::points((0..4096).map(|cell| [f64::from(cell)]));
    let mut seen = std::collections::BTreeSet::new();
    for slope in cpu(&slope, &points) {
        let eighths = slope * 8.0;
        assert!(eighths.fract() == 0.0 && (1.0..=8.0).contains(&eighths.abs()), "{slope}");
        seen.insert(eighths as i32);
    }
    assert_eq!(seen.len(), 16, "{seen:?}");
}

/// Returns nodes with their defaults, and a seed for Perlin noise.
fn as_they_come() -> Vec<(String, Node)> {
    let mut nodes = Vec::new();
    for dimensions in 1..=4 {
        let mut add = |name: &str, node: Node| nodes.push((format!("{dimensions}-D {name}"), node));
        add("perlin", Perlin::new().dimensions(dimensions).seed(5).into());
        add("value", Value::new().dimensions(dimensions).into());
        add("simplex", Simplex::new().dimensions(dimensions).into());
        add("white", White::new().dimensions(dimensions).into());
        if dimensions < 4 {
            add("cellular", Cellular::new().dimensions(dimensions).into());
            add("sparse", Sparse::new().dimensions(dimensions).into());
        }
    }
    nodes
}

/// Returns samples along and across 24 cells that begin at a place.
fn at(program: &Program, x: f64, y: f64) -> Vec<f32> {
    let axis = |start: f64| Axis::extent(start + 0.3125, start + 24.3125, 24);
    cpu(program, &Grid { z: Axis::Constant(0.37.into()), ..Grid::plane(axis(x), axis(y)) }.into())
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn every_basis_as_it_comes_has_no_table_and_does_not_come_again_over_4096_cells() {
    for (name, node) in as_they_come() {
        let program = lower(node);
        assert_eq!(program.table_repeat([4096.0, 4096.0, 4096.0]), None, "{name}");
        let here = at(&program, 0.0, 0.0);
        for cells in (1..=16).map(|turn| f64::from(turn) * 256.0) {
            assert_ne!(here, at(&program, cells, 0.0), "{name}, {cells} cells along x");
            assert!(name.starts_with('1') || here != at(&program, 0.0, cells), "{name}, {cells} cells along y");
        }
    }
    // Ken Perlin's own noise has his table.
    let repeat = lower(Perlin::new()).table_repeat([4096.0, 0.0, 0.0]).unwrap();
    assert_eq!((repeat.place.as_str(), repeat.way), ("perlin", [256.0, 0.0, 0.0]));
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_table_comes_again_where_it_is_told_to_and_no_nearer() {
    let alike = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 2e-3);
    for dimensions in 1..=4 {
        let name = format!("{dimensions}-D");
        let program = lower(Perlin::new().dimensions(dimensions).seed(5).hash(HashKind::Table));
        let repeat = program.table_repeat([4096.0, 4096.0, 0.0]).unwrap_or_else(|| panic!("{name} does not come again"));
        assert_eq!(repeat.way, [256.0, 0.0, 0.0], "{name}");
        let here = at(&program, 0.0, 0.0);
        assert!(alike(&here, &at(&program, 256.0, 0.0)), "{name}");
        assert!(!alike(&here, &at(&program, 128.0, 0.0)), "{name}");
        // A box that the shift does not fit into does not contain the repeat.
        assert_ne!(program.table_repeat([256.0, 0.0, 0.0]).map(|repeat| repeat.way), Some([256.0, 0.0, 0.0]), "{name}");
    }
    let turned = |node: Node| Graph::from(node.transform().rotate(30).scale(2));
    let program = lower(turned(Perlin::new().dimensions(2).into()));
    let way = program.table_repeat([4096.0, 4096.0, 0.0]).unwrap().way;
    let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
    assert!((length - 128.0).abs() < 1e-6 || (length - 512.0).abs() < 1e-6, "{way:?}");
    assert!(alike(&at(&program, 0.0, 0.0), &at(&program, way[0], way[1])), "{way:?}");
    // A requested period is no surprise, and neither is a repeat of noise that is warped or wrapped around a circle.
    let table = || Perlin::new().hash(HashKind::Table).seed(4);
    for node in [
        Node::from(table().period(16)),
        table().period(16).fbm().into(),
        table().warp().x(Perlin::new().seed(1)).y(Perlin::new().seed(2)).into(),
        table().dimensions(4).torus().into(),
        Perlin::new().hash(HashKind::Lattice).fbm().into(),
    ] {
        assert_eq!(lower(node.clone()).table_repeat([4096.0, 4096.0, 0.0]), None, "{node:?}");
    }
    // The coarsest octave decides, and of several nodes the nearest.
    let several = Node::from(table().frequency(0.5).fbm().octaves(4)).add(table().frequency(3));
    let repeat = lower(several).table_repeat([4096.0, 4096.0, 0.0]).unwrap();
    assert_eq!((repeat.place.as_str(), repeat.distance() as f32), ("add.b", 256.0 / 3.0));
}

#[test]
fn a_table_comes_again_along_axes_that_nothing_bends_beside_those_that_something_does() {
    let table = |dimensions| Perlin::new().dimensions(dimensions).hash(HashKind::Table).seed(4);
    let (x, y) = ([256.0, 0.0, 0.0], [0.0, 256.0, 0.0]);
    let nodes: [(&str, Node, [f64; 3]); 5] = [
        ("a period along x", table(2).period([8, 0]).into(), y),
        ("a cylinder", table(3).cylinder().into(), y),
        ("a loop", table(4).looped().into(), x),
        ("a warp by a number", table(2).warp().x(3).into(), x),
        ("a turned cylinder", table(3).transform().rotate([0.0, 90.0, 0.0]).cylinder().into(), y),
    ];
    for (name, node, expected) in nodes {
        let program = lower(node);
        let repeat = program.table_repeat(expected.map(|along| along * 2.0)).unwrap_or_else(|| panic!("{name} does not come again"));
        assert_eq!(repeat.way, expected, "{name}");
        let there = at(&program, repeat.way[0], repeat.way[1]);
        assert!(at(&program, 0.0, 0.0).iter().zip(there).all(|(a, b)| (a - b).abs() < 2e-3), "{name}: {repeat:?}");
    }
    // A warp of coordinates that differs from place to place, and a circle, keep a table from repeating along that axis.
    for (name, node) in [
        ("a cylinder", Node::from(table(3).cylinder())),
        ("a warp", table(2).warp().x(Value::new().seed(9)).into()),
        ("a sphere", table(3).sphere().into()),
    ] {
        assert_eq!(lower(node).table_repeat([4096.0, 0.0, 0.0]), None, "{name}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn tiles_of_every_layout_repeat_after_their_period_also_far_out() {
    let layouts = [
        (TileLayout::Bond, [3, 4]),
        (TileLayout::Stack, [3, 5]),
        (TileLayout::Planks, [3, 5]),
        (TileLayout::Herringbone, [2, 4]),
        (TileLayout::Basket, [4, 8]),
        (TileLayout::Hex, [3, 4]),
        (TileLayout::Diamond, [3, 4]),
    ];
    let outputs = [TileOutput::Edge, TileOutput::Mask, TileOutput::U, TileOutput::V, TileOutput::Id, TileOutput::Id3];
    for ((layout, period), output) in layouts.into_iter().flat_map(|layout| outputs.map(|output| (layout, output))) {
        let in_rows = matches!(layout, TileLayout::Bond | TileLayout::Stack | TileLayout::Planks);
        let jitter = if in_rows { [0.3, 0.2] } else { [0.0, 0.0] };
        let tiles = Tiles::new().layout(layout).frequency(period.map(f64::from)).period(period).seed(3);
        let node = tiles.size_jitter(jitter).joint(0.1).corner(0.2).output(output);
        assert_repeats(&format!("{layout:?}, {output:?}"), node.clone().into());
        assert_repeats(&format!("{layout:?}, {output:?}, turned"), node.clone().rotate_jitter(10).into());
        if in_rows {
            assert_repeats(
                &format!("{layout:?}, {output:?}, skip"),
                node.skip(0.5).period([2, period[1]]).frequency([2, period[1]]).into(),
            );
        }
    }
}

/// Holds what repeats after a unit to be the same in others.
fn assert_repeats(what: &str, node: Node) {
    let program = lower(node);
    let unit = |x: i64, y: i64| cpu(&program, &Grid::plane(Axis::extent(x, x + 1, 64), Axis::extent(y, y + 1, 64)).into());
    let own = unit(0, 0);
    for (x, y) in [(1, 0), (0, 1), (-1, -1), (100_000_000, -99_999_999)] {
        assert_same_bits(&format!("{what} at {x}, {y}"), &unit(x, y), &own);
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn cloth_and_scratches_repeat_after_their_period_also_far_out() {
    for output in [WeaveOutput::Height, WeaveOutput::Id, WeaveOutput::U, WeaveOutput::V, WeaveOutput::Mask] {
        let weave = Weave::new().over(2).under(3).step(2).frequency([5, 10]).period([5, 10]).seed(3);
        assert_repeats(&format!("weave, {output:?}"), weave.output(output).into());
    }
    for output in [ScratchesOutput::Value, ScratchesOutput::Id] {
        let scratches = Scratches::new().frequency(2).period(2).length(2).width(0.2).bend(1);
        assert_repeats(&format!("scratches, {output:?}"), scratches.output(output).into());
    }
}

/// Returns the variance of the number of samples below a share, in squares of 16 by 16 cells that wrap around 64 by 64, by that of independent values.
fn unevenness(cells: &[f32], share: f32) -> f64 {
    let is_in = |column: usize, row: usize| cells[row % 64 * 64 + column % 64] < share * 2.0 - 1.0;
    let counts = (0..64 * 64).map(|at| {
        let (column, row) = (at % 64, at / 64);
        let square = (row..row + 16).flat_map(|row| (column..column + 16).map(move |column| (column, row)));
        square.filter(|(column, row)| is_in(*column, *row)).count() as f64
    });
    let expected = 256.0 * f64::from(share);
    counts.map(|count| (count - expected) * (count - expected)).sum::<f64>() / 4096.0 / (expected * f64::from(1.0 - share))
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn blue_noise_has_each_rank_once_and_below_every_share_its_cells_are_even() {
    let cells = |node: Node, x: i64| cpu(&lower(node), &Grid::plane(Axis::extent(x, x + 64, 64), Axis::extent(-x, 64 - x, 64)).into());
    let blue = cells(Blue::new().into(), 0);
    let mut ranks: Vec<i32> = blue.iter().map(|value| (value * 4096.0) as i32).collect();
    ranks.sort_unstable();
    assert_eq!(ranks, (0..4096).map(|rank| 2 * rank + 1 - 4096).collect::<Vec<_>>());
    let white = cells(White::new().dimensions(2).into(), 0);
    for share in [1.0 / 64.0, 1.0 / 16.0, 0.25, 0.5, 0.75, 15.0 / 16.0, 63.0 / 64.0] {
        let [blue, white] = [&blue, &white].map(|cells| unevenness(cells, share));
        assert!(blue < 0.25 && white > 0.4, "{share}: {blue}, white {white}");
    }
    for x in [64, -64, 64_000_000] {
        assert_same_bits(&format!("{x} cells away"), &cells(Blue::new().into(), x), &blue);
    }
    // A seed moves the table.
    let seeded = cells(Blue::new().seed(7).into(), 0);
    let [own, seventh] = [0, 7].map(lattice_key);
    let [right, down] = [0, 1].map(|axis| seventh[axis].wrapping_sub(own[axis]) as usize % 64);
    let moved: Vec<f32> = (0..64 * 64).map(|at| blue[(at / 64 + down) % 64 * 64 + (at % 64 + right) % 64]).collect();
    assert_same_bits("a seed", &seeded, &moved);
}

#[test]
fn scratches_are_cut_nowhere() {
    // No value jumps by more than the steepest slope has it, which is at the width's edges.
    let scratches = Scratches::new().layers(4).length(2).width(0.2).bend(1).seed(8);
    let steepest = 2.0 * (1.0 + 0.5 / 0.1) + 1.0 / 0.1;
    let step = 4.0 / 1024.0;
    let program = lower(scratches);
    for row in 0..32 {
        let y = Axis::Constant((f64::from(row) * 0.37).into());
        let line =
            cpu(&program, &Grid { x: Axis::extent(0, 4, 1024), y, ..Grid::plane(Axis::extent(0, 4, 1024), Axis::extent(0, 1, 1)) }.into());
        let jump = line.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        assert!(f64::from(jump) <= steepest * step, "row {row}: {jump}");
    }
}

/// Asserts that a node is refused at a place.
#[track_caller]
fn assert_refused(node: impl Into<Node>, expected: &str) {
    let made = Program::new(node.into());
    assert!(matches!(&made, Err(Error::Parameter { place, problem: Problem::Unfit, .. }) if place == expected), "{:?}", made.err());
}

#[test]
fn a_period_that_would_cut_cloth_and_a_step_that_holds_nothing_are_refused() {
    let weave = || Weave::new().over(2);
    for (what, cut, whole) in [
        ("weave.period", weave().period([6, 4]), [weave().period([6, 3]), weave().period([6, 6])]),
        ("weave.step", weave().step(3), [weave().step(1), weave().step(2)]),
    ] {
        assert_refused(cut, what);
        whole.into_iter().for_each(|weave| drop(lower(weave)));
    }
}

#[test]
fn a_period_that_would_cut_tiles_is_refused_and_those_next_to_it_are_not() {
    let tiles = |layout| Tiles::new().layout(layout);
    for (tiles, cut, whole) in [
        (tiles(TileLayout::Bond), [3, 5], [[3, 4], [3, 6]]),
        (tiles(TileLayout::Bond).shift_every(3), [3, 2], [[3, 3], [3, 6]]),
        (tiles(TileLayout::Herringbone), [3, 4], [[2, 4], [4, 4]]),
        (tiles(TileLayout::Basket), [2, 6], [[2, 4], [2, 8]]),
        (tiles(TileLayout::Hex), [7, 7], [[7, 6], [7, 8]]),
        (tiles(TileLayout::Diamond), [7, 7], [[7, 6], [7, 8]]),
        (tiles(TileLayout::Stack).skip(0.1), [3, 3], [[2, 3], [4, 3]]),
    ] {
        assert_refused(tiles.clone().period(cut), "tiles.period");
        whole.into_iter().for_each(|period| drop(lower(tiles.clone().period(period))));
    }
}

#[test]
fn what_only_tiles_in_rows_can_have_and_tiles_that_are_too_long_are_refused() {
    let tiles = |layout| Tiles::new().layout(layout);
    assert_refused(tiles(TileLayout::Basket).skip(0.1), "tiles.skip");
    assert_refused(tiles(TileLayout::Hex).size_jitter(0.1), "tiles.size_jitter");
    assert_refused(tiles(TileLayout::Stack).frequency([1, 101]), "tiles.frequency");
}
