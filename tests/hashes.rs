//! The hash of lattice points: its measures, and noise that would show its symmetries.
//!
//! The tests of the hash show first that another hash fails; the unit tests of `xtask::hashes::measures` show that lags are found.

mod common;

use common::{cpu, is_all, lower};
use lacuna::graph::NodeExt as _;
use lacuna::nodes::{Cellular, CellularOutput, Perlin, Simplex, Sparse, TileLayout, TileOutput, Tiles, Value, White};
use lacuna::{Axis, Domain, Grid, Node};
use xtask::hashes::measures::{
    Turn, along_axes, anywhere, coordinate_bias, equal_moved, equal_pairs, equal_turned, key_bias, lag_of_bits, lag_of_values,
    mirror_of_bits, mirror_of_gradients, short_vectors,
};
use xtask::hashes::{FastNoiseLite, Hash, Lattice, Sum, Xor, key, uses};

#[test]
fn white_noise_is_the_lattice_hash_in_every_dimension_and_with_every_seed() {
    for seed in [None, Some(0), Some(1), Some(7), Some(u64::MAX)] {
        let key = key(seed.unwrap_or(0));
        for dimensions in 1..=4_u8 {
            let mut white = White::new().dimensions(dimensions);
            white.seed = seed;
            let program = lower(white);
            for [z, w] in [[0, 0], [-3, 5], [1_000_000_000, -2_000_000_000]] {
                let along = |start: i64| Axis::extent(start, start + 32, 32);
                let domain = Grid { z: Axis::Constant(z.into()), w: w.into(), ..Grid::plane(along(-17), along(999_999_990)) };
                let samples = cpu(&program, &domain.into());
                for (at, sample) in samples.into_iter().enumerate() {
                    let (x, y) = (at as i32 % 32 - 17, at as i32 / 32 + 999_999_990);
                    let [x, y, z, w] = [x, y, z, w].map(i32::cast_unsigned);
                    let number = match dimensions {
                        1 => Lattice::of(key, [x]),
                        2 => Lattice::of(key, [x, y]),
                        3 => Lattice::of(key, [x, y, z]),
                        _ => Lattice::of(key, [x, y, z, w]),
                    };
                    assert_eq!(
                        sample,
                        f32::from_bits(number & 0x7f_ffff | 0x4000_0000) - 3.0,
                        "{dimensions}-D, seed {seed:?}, sample {at}"
                    );
                }
            }
        }
    }
}

/// Returns a number of points: the most if everything is tested.
fn points(all: bool, most: u32, usual: u32) -> u32 {
    if all { most } else { usual }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn the_hash_has_no_point_in_common_with_its_mirror_images_and_turns() {
    let count = points(is_all("10^7 points per mirror and turn of the hash instead of 20,000"), 10_000_000, 20_000).into();
    let of_four: Vec<Turn<4>> = Turn::all().into_iter().step_by(3).take(99).chain([Turn::MIRROR]).collect();
    assert!(equal_turned(Xor::of::<2>, &[Turn::MIRROR], 10_000) > 3000);
    assert!(equal_turned(Xor::of::<3>, &Turn::all(), 1000) > 1000);
    let equal = equal_turned(Lattice::of::<2>, &Turn::all(), count)
        + equal_turned(Lattice::of::<3>, &Turn::all(), count)
        + equal_turned(Lattice::of::<4>, &of_four, count);
    assert!(equal <= 5, "{equal}");
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn the_hash_has_hardly_a_point_in_common_with_itself_after_a_translation() {
    let all = is_all("translations of the hash up to 65,536 cells instead of 2048, and 10,000 random ones instead of 1000");
    let (longest, random) = (points(all, 1 << 16, 1 << 11), if all { 10_000 } else { 1000 });
    let hold = |share: f64, what: &str| assert!(share <= 0.02, "{what}: {share}");
    hold(equal_moved(Lattice::of::<1>, along_axes(longest), 1, 100), "along the axis of 1-D");
    hold(equal_moved(Lattice::of::<2>, along_axes(longest), 1, 100), "along the axes of 2-D");
    hold(equal_moved(Lattice::of::<3>, along_axes(longest), 1, 100), "along the axes of 3-D");
    hold(equal_moved(Lattice::of::<4>, along_axes(longest), 1, 100), "along the axes of 4-D");
    hold(equal_moved(Lattice::of::<2>, anywhere(random), 1, 400), "anywhere in 2-D");
    hold(equal_moved(Lattice::of::<3>, anywhere(random), 1, 400), "anywhere in 3-D");
    hold(equal_moved(Lattice::of::<4>, anywhere(random), 1, 400), "anywhere in 4-D");
    // A sum repeats after some of these; the others are the same with other signs.
    let (two, three, four) = (short_vectors::<2>(1 << 17), short_vectors::<3>(1600), short_vectors::<4>(180));
    assert_eq!(equal_moved(Sum::of::<2>, two.iter().copied(), 1, 100), 1.0);
    assert_eq!(equal_moved(Sum::of::<3>, three.iter().copied(), 1, 100), 1.0);
    assert_eq!(equal_moved(Sum::of::<4>, four.iter().copied(), 1, 100), 1.0);
    hold(equal_moved(Lattice::of::<2>, two, 8, 1000), "where a sum repeats in 2-D");
    hold(equal_moved(Lattice::of::<3>, three, 8, 1000), "where a sum repeats in 3-D");
    hold(equal_moved(Lattice::of::<4>, four, 8, 1000), "where a sum repeats in 4-D");
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn the_hash_gives_few_cells_of_a_block_the_same_number() {
    let all = is_all("blocks of 2048 by 2048 hashes and eight keys instead of 1024 by 1024 and two");
    let (side, keys) = if all { (2048, 8) } else { (1024, 2) };
    let limit = (4 * u64::from(side).pow(4)) >> 33;
    let around = [0_u32.wrapping_sub(side / 2); 2];
    assert!(equal_pairs(Xor::of, key(0), around, side) > limit);
    for (seed, corner) in (0..keys).flat_map(|seed| [(seed, around), (seed, [1_000_000_000; 2])]) {
        let pairs = equal_pairs(Lattice::of, key(seed), corner, side);
        assert!(pairs <= limit, "seed {seed}, cells from {corner:?}: {pairs}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn the_hash_changes_every_bit_with_every_bit_of_a_point_and_of_the_key() {
    const LIMIT: f64 = 0.04;
    let inputs = points(is_all("100,000 inputs per bit of the hash instead of 25,000"), 100_000, 25_000);
    assert!(coordinate_bias(FastNoiseLite::of::<2>, 1000) > 0.9);
    assert!(key_bias(Xor::of::<2>, Xor::WORDS, 1000) > 0.9);
    let biases = [
        [coordinate_bias(Lattice::of::<1>, inputs), key_bias(Lattice::of::<1>, Lattice::WORDS, inputs)],
        [coordinate_bias(Lattice::of::<2>, inputs), key_bias(Lattice::of::<2>, Lattice::WORDS, inputs)],
        [coordinate_bias(Lattice::of::<3>, inputs), key_bias(Lattice::of::<3>, Lattice::WORDS, inputs)],
        [coordinate_bias(Lattice::of::<4>, inputs), key_bias(Lattice::of::<4>, Lattice::WORDS, inputs)],
    ];
    assert!(biases.as_flattened().iter().all(|&bias| bias < LIMIT), "{biases:?}");
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn the_hash_and_all_that_bases_take_of_it_correlate_at_no_lag_and_in_no_mirror() {
    let all = is_all("correlations of hashes over squares of 1024 cells and 4,000,000 points instead of 320 and 100,000");
    let (side, keys, count) = if all { (1024, 8, 4_000_000) } else { (320, 2, 100_000) };
    let mirrored = uses::<Xor, 2>().map(|hash| mirror_of_bits(hash, 10_000));
    assert!(mirrored.iter().all(|&errors| errors > 5.0), "{mirrored:?}");
    assert!(mirror_of_gradients(Xor::of::<2>, 10_000) > 5.0);
    for seed in 0..keys {
        for corner in [[0_u32.wrapping_sub(160); 2], [1_000_000_000; 2]] {
            let errors = lag_of_values(Lattice::of, key(seed), corner, side);
            assert!(errors < 5.0, "values of seed {seed} from {corner:?}: {errors}");
            for (number, hash) in uses::<Lattice, 2>().into_iter().enumerate() {
                let errors = lag_of_bits(hash, key(seed), corner, side);
                assert!(errors < 5.5, "bits {number} of seed {seed} from {corner:?}: {errors}");
            }
        }
    }
    let gradients = [
        mirror_of_gradients(Lattice::of::<2>, count),
        mirror_of_gradients(Lattice::of::<3>, count),
        mirror_of_gradients(Lattice::of::<4>, count),
    ];
    assert!(gradients.iter().all(|&errors| errors < 5.0), "{gradients:?}");
    for number in 0..4 {
        let mirrored = [
            mirror_of_bits(uses::<Lattice, 2>()[number], count),
            mirror_of_bits(uses::<Lattice, 3>()[number], count),
            mirror_of_bits(uses::<Lattice, 4>()[number], count),
        ];
        assert!(mirrored.iter().all(|&errors| errors < 5.0), "bits {number}: {mirrored:?}");
    }
}

/// The seeds of noise that is compared with its mirror image.
const SEEDS: std::ops::Range<u64> = 0..8;

/// Returns every basis of random numbers in a number of dimensions. In four there are fewer.
fn bases(dimensions: u8, seed: u64) -> Vec<(&'static str, Node)> {
    let mut bases: Vec<(&str, Node)> = vec![
        ("perlin", Perlin::new().dimensions(dimensions).seed(seed).into()),
        ("value", Value::new().dimensions(dimensions).seed(seed).into()),
        ("simplex", Simplex::new().dimensions(dimensions).seed(seed).into()),
        ("white", White::new().dimensions(dimensions).seed(seed).into()),
    ];
    if dimensions < 4 {
        let cellular = || Cellular::new().dimensions(dimensions).seed(seed);
        bases.push(("sparse", Sparse::new().dimensions(dimensions).seed(seed).into()));
        bases.push(("f1", cellular().into()));
        bases.push(("cell value", cellular().output(CellularOutput::CellValue).into()));
    }
    bases
}

/// Returns the correlation of samples with others.
fn correlation(a: &[f32], b: &[f32]) -> f64 {
    let count = a.len() as f64;
    let [mean_a, mean_b] = [a, b].map(|samples| samples.iter().map(|&sample| f64::from(sample)).sum::<f64>() / count);
    let product = |a: &[f32], mean_a: f64, b: &[f32], mean_b: f64| -> f64 {
        a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - mean_a) * (f64::from(b) - mean_b)).sum()
    };
    product(a, mean_a, b, mean_b) / (product(a, mean_a, a, mean_a) * product(b, mean_b, b, mean_b)).sqrt()
}

/// Says what is wrong with the correlations of noise of several seeds, if they are not those of unrelated noises.
fn related(what: &str, correlations: &[f64], each: f64, together: f64) -> Option<String> {
    let mean = correlations.iter().sum::<f64>() / correlations.len() as f64;
    let is_unrelated = correlations.iter().all(|correlation| correlation.abs() < each) && mean.abs() < together;
    (!is_unrelated).then(|| format!("{what}: {correlations:.3?}, on average {mean:.3}"))
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn noise_is_unlike_its_mirror_image() {
    let mut found = vec![];
    // Through the origin, which takes a lattice point to another, and through the centre of a cell, which takes cells to cells.
    for (centre, start, end) in [("the origin", -64, 64), ("the centre of a cell", -63, 64)] {
        for (dimensions, basis) in (2..=3).flat_map(|dimensions| (0..bases(dimensions, 0).len()).map(move |basis| (dimensions, basis))) {
            for octaves in [1, 6] {
                let mut name = "";
                let correlations: Vec<f64> = SEEDS
                    .map(|seed| {
                        let (basis, node) = bases(dimensions, seed).swap_remove(basis);
                        name = basis;
                        let program = lower(if octaves == 1 { node } else { node.fbm().octaves(octaves).into() });
                        let z = |millis: i32| lacuna::Number::from(f64::from(millis) / 1000.0);
                        let axis = || Axis::extent(start, end, 2 * (end - start) as u32);
                        let picture = |millis| cpu(&program, &Grid { z: Axis::Constant(z(millis)), ..Grid::plane(axis(), axis()) }.into());
                        let mut opposite = picture(1000 * (start + end) - 370);
                        opposite.reverse();
                        correlation(&picture(370), &opposite)
                    })
                    .collect();
                found.extend(related(&format!("{dimensions}-D {name} through {centre}, {octaves} octaves"), &correlations, 0.06, 0.025));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn the_far_side_of_a_sphere_and_of_a_torus_is_unlike_the_near_side() {
    const SIZE: [usize; 2] = [256, 128];
    // In cells. On a sphere of 8, value noise correlates with the far side by 0.09 by chance, and with that of another seed by 0.07, both over 100 seeds.
    const RADIUS: i32 = 24;
    // The sphere up to 45 degrees from its equator, since at the poles many samples are of one place; all of the torus.
    let domain = |[low, high]: [i64; 2]| -> Domain {
        Grid::plane(Axis::extent(0, 8, SIZE[0] as u32), Axis::extent(low, high, SIZE[1] as u32)).into()
    };
    // Half a turn of longitude, and on the sphere the other side of the equator, too.
    let moved = |samples: &[f32], row: &dyn Fn(usize) -> usize, columns: usize| -> Vec<f32> {
        let from = |at: usize| row(at / SIZE[0]) * SIZE[0] + (at % SIZE[0] + columns) % SIZE[0];
        (0..samples.len()).map(|at| samples[from(at)]).collect()
    };
    let half = SIZE[0] / 2;
    let same = |row: usize| row;
    let across = |row: usize| SIZE[1] - 1 - row;
    let around = |row: usize| (row + SIZE[1] / 2) % SIZE[1];
    // The dimensions of the noise, what is compared, and where from: the row, and by how many columns.
    type Way<'r> = (u8, &'static str, &'r dyn Fn(usize) -> usize, usize);
    let ways: [Way<'_>; 5] = [
        (3, "the far side of a sphere", &across, half),
        (3, "a sphere half a turn away", &same, half),
        (4, "the far side of a torus", &around, half),
        (4, "a torus half a turn away", &same, half),
        (4, "a torus half a turn away along y", &around, 0),
    ];
    let mut found = vec![];
    for (dimensions, what, row, columns) in ways {
        for basis in 0..bases(dimensions, 0).len() {
            let mut name = "";
            let correlations: Vec<f64> = SEEDS
                .map(|seed| {
                    let (basis, node) = bases(dimensions, seed).swap_remove(basis);
                    name = basis;
                    let (surface, rows): (Node, [i64; 2]) = if dimensions == 3 {
                        (node.sphere().radius(RADIUS).into(), [1, 3])
                    } else {
                        (node.torus().radius(RADIUS).into(), [0, 8])
                    };
                    let samples = cpu(&lower(surface), &domain(rows));
                    correlation(&samples, &moved(&samples, row, columns)).abs()
                })
                .collect();
            found.extend(related(&format!("{name}, {what}"), &correlations, 0.2, 0.06));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A node with a seed.
type OfSeed = fn(u64) -> Node;

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn cells_opposite_each_other_have_the_same_value_by_chance_alone() {
    let nodes: [(&str, OfSeed); 4] = [
        ("white", |seed| White::new().dimensions(2).seed(seed).into()),
        ("cell value", |seed| Cellular::new().dimensions(2).jitter(0).output(CellularOutput::CellValue).seed(seed).into()),
        ("tiles", |seed| Tiles::new().layout(TileLayout::Stack).frequency(1).output(TileOutput::Id).seed(seed).into()),
        ("mosaic", |seed| White::new().dimensions(2).seed(seed).mosaic().dimensions(2).jitter(0).seed(seed).into()),
    ];
    let mut found = vec![];
    for (name, node) in nodes {
        for seed in SEEDS {
            let program = lower(node(seed));
            // The centres of the cells from -64 to 64.
            let axis = || Axis::extent(-64, 65, 129);
            let cells = cpu(&program, &Grid::plane(axis(), axis()).into());
            let equal = cells.iter().zip(cells.iter().rev()).take(cells.len() / 2).filter(|(a, b)| a == b).count();
            // By chance it is one in some thousands, if not in millions.
            if equal > cells.len() / 1000 {
                found.push(format!("{name}, seed {seed}: {equal} of {}", cells.len() / 2));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
