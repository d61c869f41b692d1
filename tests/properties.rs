//! Identities that hold between two evaluations, whatever the values are. Equal means in every bit unless stated otherwise.

mod common;

use std::num::NonZeroUsize;

use common::{Random, assert_same_bits, cpu, lower, with, with_levels};
use lacuna::cpu::VectorLevel;
use lacuna::nodes::{
    Cellular, CellularOutput, Constant, Coordinate, CoordinateKind, Fbm, GradientSet, HashKind, Heterogeneous, Metric, Perlin, ScaleOffset,
    Simplex, Value,
};
use lacuna::{Axis, Cpu, Domain, Error, Graph, Grid, Input, Node, NodeExt as _, Number, PerAxis, Problem, Program, Tile};
use proptest::prelude::*;

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

/// Returns an axis between two decimals.
fn axis(start: &str, end: &str, samples: u32) -> Axis {
    Axis::extent(number(start), number(end), samples)
}

fn perlin(dimensions: u8) -> Perlin {
    Perlin::new().dimensions(dimensions)
}

fn fbm(octaves: u32, lacunarity: &str, source: Perlin) -> Fbm {
    Fbm::of(source).octaves(octaves).lacunarity(number(lacunarity))
}

fn constant(value: Number) -> ScaleOffset {
    ScaleOffset::of(perlin(1), 0, value)
}

fn is_clean(value: f32) -> bool {
    value.is_normal() || value.to_bits() == 0
}

#[test]
fn one_octave_equals_the_basis() {
    let mut grid = Grid::plane(axis("-3.7", "12.9", 61), axis("-1.1", "5.3", 17));
    grid.z = Axis::Constant(0.3.into());
    grid.w = 7.9.into();
    for dimensions in 1..=4 {
        for (seed, period) in [(None, None), (Some(7), None), (Some(u64::MAX), Some(PerAxis::Each(vec![3, 5])))] {
            let basis = with(perlin(dimensions).frequency(1.7), |basis| (basis.seed, basis.period) = (seed, period));
            with_levels(|level, sample| {
                let expected = sample(&lower(basis.clone()), &grid.into());
                for (gain, normalize, decorrelate, lacunarity) in
                    [("0.5", true, true, "2"), ("16", true, false, "0.01"), ("0", false, true, "2.17"), ("0.5", false, false, "100")]
                {
                    let one = fbm(1, lacunarity, basis.clone()).gain(number(gain)).normalize(normalize).decorrelate(decorrelate);
                    assert_same_bits(&format!("{level}, {dimensions}-D"), &sample(&lower(one), &grid.into()), &expected);
                }
            });
        }
    }
}

#[test]
fn a_sum_of_weight_one_on_one_octave_equals_that_octave() {
    let grid = Domain::from(Grid::plane(axis("-3.7", "12.9", 61), axis("-1.1", "5.3", 17)));
    let third = fbm(3, "3", perlin(2)).weights(["0", "0", "1"].map(number)).decorrelate(false);
    assert_same_bits("the third octave", &cpu(&lower(third), &grid), &cpu(&lower(perlin(2).frequency(9)), &grid));
}

#[test]
fn the_constant_1_stays_within_an_ulp_through_a_normalised_sum() {
    let point = Domain::Points(vec![[0.3.into(); 4]]);
    for octaves in 1..=32 {
        for gain in ["0", "0.1", "0.3", "0.5", "0.65", "0.9", "1", "1.7", "16"] {
            let sum = Fbm::of(constant(1.into())).octaves(octaves).gain(number(gain));
            let value = cpu(&lower(sum), &point)[0];
            let ulps = i64::from(value.to_bits()) - i64::from(1.0_f32.to_bits());
            assert!(ulps.abs() <= 1, "{octaves} octaves, gain {gain}: {value}");
        }
    }
}

/// The weights sum to 1 within an ulp, but each octave's product and sum is rounded, so a constant other than 1 may move by up to half an ulp an
/// octave. Measured: two ulps with the default gain however many octaves, up to 10 if 32 octaves have equal weights.
#[test]
fn any_constant_stays_within_half_an_ulp_an_octave_through_a_normalised_sum() {
    let point = Domain::Points(vec![[0.3.into(); 4]]);
    let constants = ["0.1", "-0.3", "0.7", "1.1", "1.999", "-3", "1e-20", "123456.7", "0.333333333"];
    for octaves in 1..=32 {
        for gain in ["0", "0.1", "0.3", "0.5", "0.65", "0.9", "1", "1.7", "16"] {
            for exact in constants {
                let sum = Fbm::of(constant(number(exact))).octaves(octaves).gain(number(gain));
                let value = cpu(&lower(sum), &point)[0];
                let ulps = i64::from(value.to_bits()) - i64::from(exact.parse::<f32>().unwrap().to_bits());
                let most = if gain == "0.5" { 2 } else { 1 + i64::from(octaves) / 2 };
                assert!(ulps.abs() <= most, "{octaves} octaves, gain {gain}: {value} instead of {exact}");
            }
        }
    }
}

#[test]
fn a_period_tiles_exactly_also_left_of_zero_and_far_away() {
    for period in [1_u32, 2, 3, 7, 8, 255, 256] {
        for lacunarity in ["2", "2.17", "3", "1.9"] {
            let source = perlin(2).period(period).seed(5);
            let program = lower(fbm(5, lacunarity, source));
            // 37 and 5 samples: their pixels divide no cell.
            let at = |x: i64, y: i64| {
                let along = |tile: i64, samples| Axis::extent(tile * i64::from(period), (tile + 1) * i64::from(period), samples);
                Domain::from(Grid::plane(along(x, 37), along(y, 5)))
            };
            let first = cpu(&program, &at(0, 0));
            assert!(first.iter().any(|value| value.abs() > 0.01));
            for (x, y) in [(1, 0), (-1, 0), (0, -1), (-3, 2), (1_000_003, -1_000_003)] {
                assert_same_bits(&format!("period {period}, lacunarity {lacunarity}, tile {x}, {y}"), &cpu(&program, &at(x, y)), &first);
            }
        }
    }
}

#[test]
fn points_a_period_apart_have_the_same_value() {
    let periods = [7, 255, 3, 256];
    let mut random = Random::new(8);
    let near: Vec<[i64; 4]> = (0..2000).map(|_| std::array::from_fn(|_| random.within(-3_000_000, 3_000_000))).collect();
    let far: Vec<[i64; 4]> =
        near.iter().map(|point| std::array::from_fn(|axis| point[axis] + random.within(-2000, 2000) * periods[axis] * 1000)).collect();
    let points =
        |thousandths: &[[i64; 4]]| Domain::Points(thousandths.iter().map(|point| point.map(|n| number(&format!("{n}e-3")))).collect());
    let each = PerAxis::Each(periods.iter().map(|&cells| cells as u32).collect());
    with_levels(|level, sample| {
        for (dimensions, lacunarity) in [(4, "2.17"), (3, "3")] {
            let program = lower(fbm(4, lacunarity, perlin(dimensions).period(each.clone())));
            assert_same_bits(&format!("{level}, {dimensions}-D"), &sample(&program, &points(&near)), &sample(&program, &points(&far)));
        }
    });
}

#[test]
fn a_two_by_two_repeat_equals_a_bake_of_twice_the_region() {
    for (period, frequency, end, twice) in [(7, "1", "7", "14"), (8, "0.5", "16", "32"), (3, "1.6", "1.875", "3.75")] {
        for lacunarity in ["2", "2.17"] {
            let source = perlin(2).period(period).frequency(number(frequency)).seed(1);
            let program = lower(fbm(6, lacunarity, source));
            let (width, height) = (53, 19);
            with_levels(|level, sample| {
                let one = sample(&program, &Grid::plane(axis("0", end, width), axis("0", end, height)).into());
                let two = sample(&program, &Grid::plane(axis("0", twice, 2 * width), axis("0", twice, 2 * height)).into());
                let (width, height) = (width as usize, height as usize);
                let repeated: Vec<f32> = (0..2 * height).flat_map(|y| one[y % height * width..][..width].repeat(2)).collect();
                assert_same_bits(&format!("{level}, period {period}, lacunarity {lacunarity}"), &two, &repeated);
            });
        }
    }
}

/// Copies a tile's samples to their places in the whole.
fn place(tile: Tile, size: [u32; 3], from: &[f32], whole: &mut [f32]) {
    let [width, height, _] = size.map(|n| n as usize);
    let [tile_width, tile_height, _] = tile.size.map(|n| n as usize);
    let [x, y, z] = tile.origin.map(|n| n as usize);
    for (row, from) in from.chunks_exact(tile_width).enumerate() {
        let at = ((z + row / tile_height) * height + y + row % tile_height) * width + x;
        whole[at..at + tile_width].copy_from_slice(from);
    }
}

#[test]
fn the_tile_grid_changes_no_pixel() {
    let plane = Grid::plane(axis("-3.7", "19.6", 333), axis("1000000000.1", "1000000017.3", 71));
    let volume = Grid { z: axis("-0.7", "2", 9), x: axis("-3.7", "0.4", 41), ..plane };
    let source = perlin(3).period([7, 0, 3]).seed(3).frequency(1.3);
    let program = lower(fbm(4, "2.17", source));
    let mut random = Random::new(12);
    for grid in [plane, volume] {
        let domain = Domain::from(grid);
        let whole = cpu(&program, &domain);
        for _ in 0..12 {
            let side: [u32; 3] = std::array::from_fn(|axis| random.within(1, i64::from(grid.size()[axis])) as u32);
            let mut pieces = vec![f32::NAN; whole.len()];
            for tile in domain.whole().cut(side) {
                let mut samples = vec![f32::NAN; tile.samples()];
                Cpu::new().evaluate(&program, &domain, tile, &mut samples).unwrap();
                place(tile, grid.size(), &samples, &mut pieces);
            }
            assert_same_bits(&format!("tiles of {side:?}"), &pieces, &whole);
        }
    }
}

/// Returns graphs of `count` channels that share nodes, are evaluated in rows or per sample, repeat, and are constants.
fn channels(count: usize) -> Graph {
    let names = ["fbm", "steep", "fbm", "flat", "noise"];
    Graph::of_channels(names.iter().cycle().take(count).copied())
        .node("noise", perlin(2).frequency(1.3))
        .node("fbm", fbm(3, "2.17", perlin(3)))
        .node("steep", Input::from("fbm").slope().add("noise"))
        .node("flat", Constant::of(0.7))
}

#[test]
fn a_channel_has_the_bits_of_its_output_by_itself() {
    let points = (0..777_i64).map(|index| [(index * 31 % 1000).into(), number(&format!("{index}e-2")), 0.5.into(), 0.into()]).collect();
    let volume = Grid { z: axis("-0.7", "2", 3), ..Grid::plane(axis("-3.7", "1.9", 333), axis("1.1", "17.3", 11)) };
    for domain in [volume.into(), Domain::Points(points)] {
        let alone: Vec<Vec<f32>> =
            channels(5).outputs.into_iter().map(|output| cpu(&lower(Graph { outputs: vec![output], ..channels(5) }), &domain)).collect();
        for count in [2, 3, 4, 5, 16] {
            let program = lower(channels(count));
            assert_eq!(program.channels(), count);
            let interleaved: Vec<f32> =
                (0..domain.whole().samples()).flat_map(|at| (0..count).map(|channel| alone[channel % 5][at]).collect::<Vec<_>>()).collect();
            with_levels(|level, sample| {
                assert_same_bits(&format!("{level}, {count} channels"), &sample(&program, &domain), &interleaved);
            });
        }
    }
}

#[test]
fn the_tile_grid_and_threads_change_no_channel() {
    let program = lower(channels(3));
    let grid = Grid { z: axis("-0.7", "2", 3), ..Grid::plane(axis("-3.7", "19.6", 333), axis("0.1", "17.3", 41)) };
    let domain = Domain::from(grid);
    let whole = cpu(&program, &domain);
    let row = |line: usize, tile: Tile| {
        let (y, z) = (line % tile.size[1] as usize + tile.origin[1] as usize, line / tile.size[1] as usize + tile.origin[2] as usize);
        let first = ((z * 41 + y) * 333 + tile.origin[0] as usize) * 3;
        first..first + 3 * tile.size[0] as usize
    };
    for (side, threads) in [([101, 33, 2], 1), ([333, 1, 1], 7), ([7, 41, 3], 64)] {
        let engine = Cpu::with_threads(NonZeroUsize::new(threads).unwrap());
        for tile in domain.whole().cut(side) {
            let mut samples = vec![f32::NAN; tile.samples() * 3];
            engine.evaluate(&program, &domain, tile, &mut samples).unwrap();
            for (line, samples) in samples.chunks(3 * tile.size[0] as usize).enumerate() {
                assert_same_bits(&format!("{tile:?}, {threads} threads"), samples, &whole[row(line, tile)]);
            }
        }
    }
}

#[test]
fn a_tile_of_a_list_of_points_equals_that_part_of_the_whole() {
    let mut random = Random::new(4);
    let points: Vec<[Number; 4]> =
        (0..3000).map(|_| std::array::from_fn(|_| number(&format!("{}e-2", random.within(-99_999, 99_999))))).collect();
    let (program, domain) = (lower(fbm(3, "2", perlin(4))), Domain::Points(points));
    let whole = cpu(&program, &domain);
    for (first, count) in [(0, 1), (1, 255), (255, 258), (2999, 1), (700, 2300)] {
        let mut samples = vec![f32::NAN; count];
        let tile = Tile { origin: [first as u32, 0, 0], size: [count as u32, 1, 1] };
        Cpu::new().evaluate(&program, &domain, tile, &mut samples).unwrap();
        assert_same_bits(&format!("{count} from {first}"), &samples, &whole[first..first + count]);
    }
}

#[test]
fn a_tile_whose_tables_are_large_is_evaluated_in_pieces_without_a_seam() {
    let program = lower(fbm(8, "2", perlin(3)));
    for size in [[600_000, 3], [3, 1_200_000]] {
        let plane = Grid::plane(Axis::extent(0, size[0], size[0]), Axis::extent(-7, i64::from(size[1]) - 7, size[1]));
        let domain = Domain::from(Grid { z: Axis::extent(0, 1, 2), ..plane });
        let whole = domain.whole();
        // Eight octaves have an entry of 8 bytes each for a sample along an axis; 32 MiB of tables are made at a time.
        assert!(8 * 8 * size[0].max(size[1]) > 32 << 20);
        let samples = cpu(&program, &domain);
        for tile in whole.cut([1000, 1000, 1]).step_by(97) {
            let mut part = vec![f32::NAN; tile.samples()];
            Cpu::new().evaluate(&program, &domain, tile, &mut part).unwrap();
            for (number, sample) in part.iter().enumerate() {
                let [width, height] = [tile.size[0] as usize, tile.size[1] as usize];
                let (x, y, z) = (number % width, number / width % height, number / width / height);
                let [x, y, z] = [x + tile.origin[0] as usize, y + tile.origin[1] as usize, z + tile.origin[2] as usize];
                let at = (z * size[1] as usize + y) * size[0] as usize + x;
                assert_eq!(sample.to_bits(), samples[at].to_bits(), "{x}, {y}, {z}");
            }
        }
    }
}

#[test]
fn a_sub_region_equals_that_crop_of_the_whole() {
    // In cells, pixel centres lie on odd hundredths with frequency 20, on odd fifths with 400 (each fifth one on a lattice line), and with 1000 on
    // odd halves: centres and edges of cells.
    for frequency in [20, 400, 1000, 7] {
        let program = lower(fbm(4, "2.17", perlin(2).frequency(frequency)));
        let rows = axis("-0.4", "0.6", 10);
        with_levels(|level, sample| {
            let whole = sample(&program, &Grid::plane(axis("0", "1.3", 1300), rows).into());
            let part = sample(&program, &Grid::plane(axis("0.3", "1.3", 1000), rows).into());
            let crop: Vec<f32> = whole.chunks(1300).flat_map(|row| &row[300..]).copied().collect();
            assert_same_bits(&format!("{level}, frequency {frequency}"), &part, &crop);
        });
    }
}

#[test]
fn a_crop_in_y_and_z_equals_that_part_of_the_whole() {
    let program = lower(fbm(3, "3", perlin(3).frequency(400).seed(2)));
    let whole = Grid { x: axis("0", "0.7", 7), y: axis("0", "1.3", 130), z: axis("-0.1", "0.2", 30), w: Number::ZERO };
    let part = Grid { y: axis("0.3", "1.3", 100), z: axis("0.1", "0.2", 10), ..whole };
    let whole = cpu(&program, &whole.into());
    let crop: Vec<f32> = (20..30).flat_map(|z| whole[(z * 130 + 30) * 7..(z + 1) * 130 * 7].to_vec()).collect();
    assert_same_bits("y and z", &cpu(&program, &part.into()), &crop);
}

#[test]
fn the_row_form_equals_the_point_form() {
    // Pixel centres that are finite decimals: sizes are products of 2 and 5. Extents from 64 pixels a cell to 16 cells a pixel.
    for (start, length, samples) in [("-1", 2, 128_i64), ("-3", 10, 100), ("999999", 1000, 200), ("-1000000000", 512, 32), ("-7", 1, 320)] {
        let first: i64 = start.parse().unwrap();
        let end = (first + length).to_string();
        // In units of 10^-9: (2i + 1) * length / 2 samples.
        let centre = |index: i64| number(&format!("{}e-9", first * 1_000_000_000 + (2 * index + 1) * length * 500_000_000 / samples));
        assert_eq!((length * 500_000_000) % samples, 0);
        let rows = 4;
        let mut grid = Grid::plane(axis(start, &end, samples as u32), axis("-0.6", "0.2", rows));
        grid.z = Axis::Constant(0.7.into());
        grid.w = (-5.3).into();
        let points = (0..i64::from(rows))
            .flat_map(|y| (0..samples).map(move |x| (x, y)))
            .map(|(x, y)| [centre(x), number(&format!("{}e-1", 2 * y - 5)), 0.7.into(), (-5.3).into()])
            .collect();
        let points = Domain::Points(points);
        for dimensions in 1..=4 {
            for octaves in [1, 5] {
                for period in [None, Some(PerAxis::All(3))] {
                    let source = with(perlin(dimensions).seed(6), |source| source.period = period);
                    let program = lower(fbm(octaves, "2", source));
                    with_levels(|level, sample| {
                        let what = format!("{level}, {dimensions}-D, {octaves} octaves, {start}");
                        assert_same_bits(&what, &sample(&program, &grid.into()), &sample(&program, &points));
                    });
                }
            }
        }
    }
}

#[test]
fn sums_over_many_rows_equal_the_point_form() {
    // Sixteen rows are evaluated together: two whole groups and a remainder, and with 7 rows no group. Lengths on y from several rows a cell to cells
    // without a row; likewise on x.
    let centre = |length: i64, index: i64| number(&format!("{}e-3", length * (2 * index + 1) * 5 - 7000));
    for (rows, y_length) in [(43, 4), (43, 40), (43, 100), (43, 130), (7, 9), (8, 9)] {
        for x_length in [3, 47, 100, 190] {
            let y = axis("-7", &format!("{}e-2", rows * y_length - 700), rows as u32);
            let grid = Grid { z: Axis::Constant("-0.3".parse().unwrap()), ..Grid::plane(axis("-7", &(x_length - 7).to_string(), 100), y) };
            let all = (0..rows).flat_map(|y| (0..100).map(move |x| (x, y)));
            let points = all.map(|(x, y)| [centre(x_length, x), centre(y_length, y), "-0.3".parse().unwrap(), 0.into()]).collect();
            let points = Domain::Points(points);
            for dimensions in [2, 3] {
                for (hash, gradients) in [
                    (HashKind::Table, GradientSet::Improved),
                    (HashKind::Lattice, GradientSet::Improved),
                    (HashKind::Table, if dimensions == 2 { GradientSet::Classic } else { GradientSet::Improved }),
                ] {
                    for (period, lacunarity) in [(None, "1.7"), (Some(PerAxis::All(5)), "2"), (None, "1")] {
                        let source = perlin(dimensions).hash(hash).gradients(gradients).seed(9);
                        let source = with(source, |source| source.period = period);
                        let program = lower(fbm(4, lacunarity, source));
                        let expected = cpu(&program, &points);
                        for level in VectorLevel::all() {
                            let what = format!(
                                "{level}, {dimensions}-D, {rows} rows, {x_length} by {y_length}, {hash:?}, {gradients:?}, {lacunarity}"
                            );
                            assert_same_bits(&what, &Cpu::new().with_level(level).sample(&program, &grid.into()).unwrap(), &expected);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_fractal_over_many_rows_equals_the_point_form() {
    // For noise that is evaluated column by column, in rows, or neither, and for a step over it.
    let sources: [Node; 5] = [
        perlin(2).into(),
        perlin(3).into(),
        perlin(2).scale_offset(0.7, 0.1).into(),
        Value::new().dimensions(2).into(),
        Simplex::new().dimensions(2).into(),
    ];
    let centre = |length: i64, index: i64| number(&format!("{}e-3", length * (2 * index + 1) * 5 - 7000));
    for (rows, y_length, x_length) in [(43, 4, 3), (43, 40, 47), (24, 100, 190), (7, 9, 100)] {
        let y = axis("-7", &format!("{}e-2", rows * y_length - 700), rows as u32);
        let grid = Grid { z: Axis::Constant("-0.3".parse().unwrap()), ..Grid::plane(axis("-7", &(x_length - 7).to_string(), 100), y) };
        let all = (0..rows).flat_map(|y| (0..100).map(move |x| (x, y)));
        let points = all.map(|(x, y)| [centre(x_length, x), centre(y_length, y), "-0.3".parse().unwrap(), 0.into()]).collect();
        let points = Domain::Points(points);
        for (number, source) in sources.iter().enumerate() {
            let source = || source.clone();
            let fractals: [(&str, Graph); 9] = [
                ("fbm", source().fbm().octaves(4).into()),
                ("turbulence", source().turbulence().octaves(4).into()),
                ("billow", source().billow().octaves(4).gain(0.7).into()),
                ("ridged", source().ridged().octaves(4).offset(0.9).feedback(1.5).into()),
                ("ridged of a tiny offset", source().ridged().octaves(4).offset(1e-28).into()),
                ("hybrid", source().hybrid().octaves(4).offset(0.5).into()),
                ("heterogeneous", source().heterogeneous().octaves(4).offset(0.8).gain(0.6).into()),
                ("ping_pong", source().ping_pong().octaves(4).strength(3).into()),
                ("slope", source().ridged().octaves(3).slope().into()),
            ];
            for (fractal, graph) in fractals {
                let program = lower(graph);
                let expected = cpu(&program, &points);
                for level in VectorLevel::all() {
                    let what = format!("{level}, {fractal} of {number}, {rows} rows, {x_length} by {y_length}");
                    assert_same_bits(&what, &Cpu::new().with_level(level).sample(&program, &grid.into()).unwrap(), &expected);
                }
            }
        }
    }
}

#[test]
fn simplex_noise_over_a_grid_equals_the_point_form() {
    // Sixteen rows are evaluated together: two whole groups and a remainder, and a single row. From 100 samples a cell to cells without a sample,
    // near the origin and so far away that later octaves wrap.
    let far = 2_000_000_011;
    let centre = |start: i64, length: i64, index: i64| number(&format!("{}e-3", length * (2 * index + 1) * 5 + start * 1000));
    for (rows, y_length, x_length) in [(43, 1, 1), (43, 4, 3), (43, 9, 20), (43, 20, 9), (43, 40, 47), (43, 130, 100), (1, 5, 5), (5, 3, 2)]
    {
        for start in [-7, far] {
            let y = axis("-7", &format!("{}e-2", rows * y_length - 700), rows as u32);
            let x = axis(&start.to_string(), &(start + x_length).to_string(), 100);
            let grid = Grid { z: Axis::Constant("-0.3".parse().unwrap()), ..Grid::plane(x, y) };
            let all = (0..rows).flat_map(|y| (0..100).map(move |x| (x, y)));
            let point = |(x, y)| [centre(start, x_length, x), centre(-7, y_length, y), "-0.3".parse().unwrap(), 0.into()];
            let points = Domain::Points(all.map(point).collect());
            for dimensions in [2, 3] {
                let source = Simplex::new().dimensions(dimensions).seed(9).offset([0.3, -5.7, 1.1]);
                let octaves = || source.clone().fbm().octaves(5).lacunarity(2.1);
                let graphs: [(&str, Graph); 4] = [
                    ("one octave", source.clone().into()),
                    ("fbm", octaves().into()),
                    ("slope", source.clone().slope().into()),
                    ("slope of fbm", octaves().slope().into()),
                ];
                for (name, graph) in graphs {
                    let program = lower(graph);
                    let expected = cpu(&program, &points);
                    for level in VectorLevel::all() {
                        let what = format!("{level}, {dimensions}-D, {rows} rows, {x_length} by {y_length} from {start}, {name}");
                        assert_same_bits(&what, &Cpu::new().with_level(level).sample(&program, &grid.into()).unwrap(), &expected);
                    }
                }
            }
        }
    }
}

#[test]
fn noise_whose_coordinates_are_bent_equals_the_point_form() {
    // Rows long enough that work once a row pays, in cells of more than a hundred samples to cells without a sample.
    let (rows, width) = (3, 400);
    let centre = |length: i64, count: i64, index: i64| number(&format!("{}e-6", (length * (2 * index + 1) * 500_000) / count - 7_000_000));
    let bend = |seed| Perlin::new().dimensions(2).frequency(number("0.7")).seed(seed);
    for length in [4, 72, 1000] {
        let axis_of = |count: i64| axis("-7", &(length - 7).to_string(), count as u32);
        let grid = Grid { z: Axis::Constant(number("-0.3")), ..Grid::plane(axis_of(width), axis("-7", "-4", rows as u32)) };
        let all = (0..rows).flat_map(|y| (0..width).map(move |x| (x, y)));
        let point = |(x, y)| [centre(length, width, x), centre(3, rows, y), number("-0.3"), 0.into()];
        let points = Domain::Points(all.map(point).collect());
        for period in [None, Some(1), Some(2), Some(3), Some(48), Some(256)] {
            let each = |periods: usize| period.map(|period| PerAxis::Each([period, period, 0, 0][..periods].to_vec()));
            let perlin = |dimensions: u8| with(perlin(dimensions).seed(9), |perlin| perlin.period = each(dimensions.into()));
            let value = Value::new().seed(9);
            let value = |dimensions: u8| with(value.clone().dimensions(dimensions), |value| value.period = each(dimensions.into()));
            let warped = |node: Node| node.warp().x(bend(1)).y(bend(2)).strength(number("1.7"));
            let graphs: [(&str, Graph); 8] = [
                ("perlin 2-D", warped(perlin(2).into()).into()),
                ("perlin 3-D", warped(perlin(3).into()).fbm().octaves(3).into()),
                ("perlin 4-D", warped(perlin(4).fbm().octaves(3).into()).into()),
                ("value 3-D", warped(value(3).into()).into()),
                ("value 4-D", warped(value(4).into()).into()),
                ("loop", perlin(4).looped().fbm().octaves(3).into()),
                ("bent loop", warped(perlin(4).looped().into()).fbm().octaves(3).into()),
                ("torus", perlin(4).torus().width(4).height(3).fbm().octaves(3).into()),
            ];
            for (name, graph) in graphs {
                let program = Program::new(&graph).unwrap_or_else(|error| panic!("{name} of the period {period:?}: {error}"));
                let expected = cpu(&program, &points);
                for level in VectorLevel::all() {
                    let what = format!("{level}, {name}, {length} units, period {period:?}");
                    assert_same_bits(&what, &Cpu::new().with_level(level).sample(&program, &grid.into()).unwrap(), &expected);
                }
            }
        }
    }
}

#[test]
fn where_samples_lie_in_memory_changes_no_bit() {
    let nodes =
        [Graph::from(perlin(2)), Value::new().dimensions(2).into(), Value::new().dimensions(3).into(), fbm(3, "2", perlin(2)).into()];
    for graph in nodes {
        let program = Program::new(&graph).unwrap();
        for width in [1, 15, 31, 32, 33, 47, 100] {
            let domain = Domain::from(Grid::plane(axis("-2", "3", width), axis("0.1", "1.7", 9)));
            let expected = cpu(&program, &domain);
            for offset in 0..=16 {
                let mut samples = vec![f32::NAN; offset + expected.len()];
                Cpu::new().evaluate(&program, &domain, domain.whole(), &mut samples[offset..]).unwrap();
                assert_same_bits(&format!("{width} samples a row, {offset} on"), &samples[offset..], &expected);
            }
        }
    }
}

#[test]
fn two_dimensions_are_the_plane_z_0_and_one_the_line_y_and_z_0() {
    let plane = Domain::from(Grid::plane(axis("-3.7", "12.9", 301), axis("-1.1", "5.3", 17)));
    let line = Domain::from(Grid::plane(axis("-300.7", "12.9", 3001), Axis::Constant(Number::ZERO)));
    let mut random = Random::new(5);
    let points = |axes: usize, random: &mut Random| {
        let coordinate = |random: &mut Random| number(&format!("{}e-3", random.within(-2_000_000, 2_000_000)));
        Domain::Points((0..4000).map(|_| std::array::from_fn(|axis| if axis < axes { coordinate(random) } else { Number::ZERO })).collect())
    };
    let (points_2, points_1) = (points(2, &mut random), points(1, &mut random));
    for seed in [None, Some(11)] {
        for frequency in ["1", "0.13"] {
            let source = with(Perlin::new().frequency(number(frequency)).gradients(GradientSet::Improved), |source| source.seed = seed);
            let of = |dimensions| lower(source.clone().dimensions(dimensions));
            with_levels(|level, sample| {
                for domain in [&plane, &points_2] {
                    assert_same_bits(&format!("{level}, 2-D"), &sample(&of(2), domain), &sample(&of(3), domain));
                }
                for domain in [&line, &points_1] {
                    assert_same_bits(&format!("{level}, 1-D of 2-D"), &sample(&of(1), domain), &sample(&of(2), domain));
                    assert_same_bits(&format!("{level}, 1-D of 3-D"), &sample(&of(1), domain), &sample(&of(3), domain));
                }
            });
        }
    }
}

#[test]
fn noise_10_to_the_9_cells_away_is_as_precise_as_near_the_origin() {
    // The table repeats after 256 cells: 10^9 = 3906250 * 256.
    for (graph, what) in [
        (Graph::from(perlin(3)), "perlin"),
        (fbm(6, "2", perlin(3).seed(1).hash(HashKind::Table)).into(), "lacunarity 2"),
        (fbm(6, "3", perlin(3)).into(), "lacunarity 3"),
    ] {
        let program = lower(graph);
        let at = |x: &str, end: &str, y: &str, y_end: &str| Domain::from(Grid::plane(axis(x, end, 97), axis(y, y_end, 31)));
        with_levels(|level, sample| {
            let near = sample(&program, &at("-1.3", "3.1", "0.7", "2.9"));
            let far = sample(&program, &at("999999998.7", "1000000003.1", "-999999999.3", "-999999997.1"));
            assert_same_bits(&format!("{level}, {what}"), &far, &near);
            // One pixel per 10^-6 of a cell.
            let near = sample(&program, &at("0.25", "0.250097", "0.7", "0.700031"));
            let far = sample(&program, &at("2147483392.25", "2147483392.250097", "-2147483647.3", "-2147483647.299969"));
            assert_same_bits(&format!("{level}, {what}, fine"), &far, &near);
            assert!(near.windows(2).filter(|pair| pair[0] != pair[1]).count() > near.len() / 2, "neighbours differ");
        });
    }
}

#[test]
fn thread_counts_change_no_bit() {
    let program = lower(fbm(3, "2.17", perlin(3)));
    let mut random = Random::new(6);
    let points = (0..5000).map(|_| std::array::from_fn(|_| number(&format!("{}e-2", random.within(-9999, 9999))))).collect();
    let volume = Grid { x: axis("0", "3", 70), y: axis("0", "2", 13), z: axis("0", "1", 5), w: Number::ZERO };
    for domain in [
        Grid::plane(axis("0", "8", 300), axis("0", "8", 31)).into(),
        Grid::plane(axis("0", "8", 5000), axis("0", "8", 2)).into(),
        volume.into(),
        Domain::Points(points),
    ] {
        let expected = Cpu::with_threads(NonZeroUsize::MIN).sample(&program, &domain).unwrap();
        for threads in [2, 3, 7, 64, 1000] {
            let samples = Cpu::with_threads(NonZeroUsize::new(threads).unwrap()).sample(&program, &domain).unwrap();
            assert_same_bits(&format!("{threads} threads"), &samples, &expected);
        }
    }
}

fn at(axis: usize, text: &str) -> Domain {
    let mut point = [Number::ZERO; 4];
    point[axis] = number(text);
    Domain::Points(vec![point])
}

fn problem(program: &Program, domain: &Domain) -> String {
    Cpu::new().sample(program, domain).unwrap_err().to_string()
}

#[test]
fn the_lattice_ends_at_two_to_the_31_cells_and_an_error_names_the_axis() {
    for (axis, name) in ["region.x", "region.y", "region.z", "region.w"].into_iter().enumerate() {
        let program = lower(perlin(4));
        for inside in ["2147483647", "2147483647.9999999997", "-2147483648"] {
            let value = cpu(&program, &at(axis, inside))[0];
            assert!(is_clean(value), "{inside}: {value}");
        }
        for outside in ["2147483648", "-2147483648.0000000001", "1e300", "-1e300", "4294967296"] {
            let problem = problem(&program, &at(axis, outside));
            assert!(problem.starts_with(&format!("{name}: ")), "{outside}: {problem}");
        }
    }
    let half = lower(perlin(1).frequency(2).offset(10));
    assert!(is_clean(cpu(&half, &at(0, "1073741818.9"))[0]));
    assert!(problem(&half, &at(0, "1073741819")).starts_with("region.x: "));
    assert!(is_clean(cpu(&half, &at(0, "-1073741829"))[0]));
    assert!(problem(&half, &at(0, "-1073741829.1")).starts_with("region.x: "));
}

#[test]
fn a_grid_across_the_end_of_the_lattice_is_refused_and_one_just_inside_works() {
    let program = lower(fbm(4, "2", perlin(2)));
    let y = axis("0", "1", 3);
    let good = cpu(&program, &Grid::plane(axis("2147483640", "2147483647.9", 7), y).into());
    assert!(good.iter().all(|value| is_clean(*value)) && good.iter().any(|value| *value != 0.0));
    let good = cpu(&program, &Grid::plane(axis("-2147483648", "-2147483640", 7), y).into());
    assert!(good.iter().all(|value| is_clean(*value)));
    for (grid, place, at) in [
        (Grid::plane(axis("2147483640", "2147483649", 7), y), "region.x: ", "2147483649"),
        (Grid::plane(y, axis("-2147483649", "0", 7)), "region.y: ", "-2147483649"),
    ] {
        let problem = problem(&program, &grid.into());
        assert!(problem.starts_with(place) && problem.contains(at), "{problem}");
    }
}

#[test]
fn later_octaves_wrap_where_the_first_is_inside() {
    // The cells of octave k wrap modulo 2^32, a multiple of the table's 256: at 2^30 cells all octaves are the same as at 0.
    let program = lower(fbm(12, "2", perlin(2)));
    let plane = |start: i64| Domain::from(Grid::plane(Axis::extent(start, start + 4, 16), axis("0.3", "1.7", 3)));
    assert_same_bits("2^30", &cpu(&program, &plane(1 << 30)), &cpu(&program, &plane(0)));
    assert_same_bits("-2^31", &cpu(&program, &plane(-1 << 31)), &cpu(&program, &plane(0)));
}

#[test]
fn what_makes_no_sense_is_an_error_that_names_the_place() {
    let program = lower(perlin(3));
    let (x, y) = (axis("0", "1", 4), axis("0", "1", 4));
    let good = Grid::plane(x, y);
    let nan = Number::from(f64::NAN);
    let cases: Vec<(&str, Domain)> = vec![
        ("region.x", Grid { x: Axis::extent(nan, 1, 4), ..good }.into()),
        ("region.y", Grid { y: Axis::extent(0, f64::INFINITY, 4), ..good }.into()),
        ("region.z", Grid { z: Axis::Constant(nan), ..good }.into()),
        ("region.w", Grid { w: f64::NEG_INFINITY.into(), ..good }.into()),
        ("region.x", Grid { x: Axis::extent(0, 1, 0), ..good }.into()),
        ("region.x", Grid { x: Axis::extent(1, 0, 4), ..good }.into()),
        ("region.x", Grid { x: Axis::extent(1, 1, 4), ..good }.into()),
        ("region.y", Grid { y: Axis::extent(0, 1, u32::MAX), ..good }.into()),
        (
            "region",
            Grid { x: Axis::extent(0, 1, i32::MAX as u32), y: Axis::extent(0, 1, i32::MAX as u32), z: Axis::extent(0, 1, 2), ..good }
                .into(),
        ),
        ("samples", Grid { x: Axis::extent(0, 1, i32::MAX as u32), y: Axis::extent(0, 1, i32::MAX as u32), ..good }.into()),
        ("points", Domain::Points(vec![])),
        ("points[1]", Domain::Points(vec![[0.into(); 4], [0.into(), nan, 0.into(), 0.into()]])),
    ];
    for (place, domain) in &cases {
        let found = problem(&program, domain);
        assert!(found.starts_with(&format!("{place}: ")), "{place}: {found}");
    }
    let domain = Domain::from(good);
    for (tile, place) in [
        (Tile { origin: [0; 3], size: [0, 4, 1] }, "tile.x"),
        (Tile { origin: [0, 3, 0], size: [4, 2, 1] }, "tile.y"),
        (Tile { origin: [0, 0, u32::MAX], size: [4, 2, 1] }, "tile.z"),
    ] {
        let error = Cpu::new().evaluate(&program, &domain, tile, &mut [0.0; 16]).unwrap_err();
        assert!(matches!(&error, Error::Parameter { place: found, .. } if found == place), "{error}");
    }
}

#[test]
fn every_seed_works_and_gives_noise_of_its_own() {
    let grid = Domain::from(Grid::plane(axis("0", "8", 32), axis("0", "8", 32)));
    let seeds = [None, Some(0), Some(1), Some(u64::from(u32::MAX)), Some(1 << 32), Some(u64::MAX - 1), Some(u64::MAX)];
    // An fBm's octaves take their offsets from the seed too, so the basis is tested by itself.
    fn seeded(dimensions: u8, seed: Option<u64>) -> Perlin {
        with(perlin(dimensions), |perlin| perlin.seed = seed)
    }
    let graphs: [fn(Option<u64>) -> Graph; 2] = [|seed| seeded(2, seed).into(), |seed| fbm(3, "2", seeded(3, seed)).into()];
    for graph in graphs {
        let fields: Vec<Vec<f32>> = seeds.iter().map(|&seed| cpu(&lower(graph(seed)), &grid)).collect();
        for (index, field) in fields.iter().enumerate() {
            assert!(field.iter().any(|value| value.abs() > 0.1), "{:?}", seeds[index]);
            for (other, seed) in fields[..index].iter().zip(seeds) {
                let same = field.iter().zip(other).filter(|(a, b)| a == b).count();
                assert!(same < field.len() / 20, "the seeds {:?} and {seed:?} agree in {same} samples", seeds[index]);
            }
        }
    }
}

#[test]
fn a_graph_reads_back_from_json_as_it_was() {
    let source = perlin(4).seed(u64::MAX).frequency(number("0.1000000000000000000000000001"));
    let source = source.offset([number("-1e-300"), 3.into()]).period([3, 0, 256]);
    let mut graph = Graph::from(ScaleOffset::of("hills", number("1e30"), number("-0.1")));
    let hills = Fbm::of(source).lacunarity(number("2.17")).weights(["1", "-0.5", "1e-3"].map(number));
    graph.nodes.insert("hills".into(), hills.into());
    let text = serde_json::to_string(&graph).unwrap();
    assert_eq!(serde_json::from_str::<Graph>(&text).unwrap(), graph, "{text}");
    assert!(text.contains(r#""output":"scale_offset""#), "{text}");
    let several = channels(3);
    let text = serde_json::to_string(&several).unwrap();
    assert!(text.contains(r#""output":["fbm","steep","fbm"]"#), "{text}");
    assert_eq!(serde_json::from_str::<Graph>(&text).unwrap(), several, "{text}");
    for text in [
        r#"{"version":1,"output":3,"nodes":{"a":{"kind":"perlin"}}}"#,
        r#"{"version":1,"output":["a",3],"nodes":{"a":{"kind":"perlin"}}}"#,
        r#"{"version":1,"output":"a","nodes":{"a":{"kind":"perlin","sead":1}}}"#,
        r#"{"version":1,"output":"a","nodes":{"a":{"kind":"perlin","seed":-9223372036854775809}}}"#,
        r#"{"version":1,"output":"a","nodes":{"a":{"kind":"perlin","period":[-3]}}}"#,
        r#"{"version":1,"output":"a","nodes":{"a":{"kind":"purlin"}}}"#,
        r#"{"version":1,"output":"a","nodes":{"a":{"kind":"fbm"}}}"#,
    ] {
        assert!(serde_json::from_str::<Graph>(text).is_err(), "{text}");
    }
}

/// Asserts that a graph is refused at a place.
#[track_caller]
fn assert_unfit(graph: &Graph, expected: &str) {
    let made = Program::new(graph);
    assert!(matches!(&made, Err(Error::Parameter { place, problem: Problem::Unfit, .. }) if place == expected), "{:?}", made.err());
}

#[test]
fn a_graph_whose_values_could_overflow_f32_is_refused() {
    let scaled = |source: Node, scale: &str| Node::from(ScaleOffset::of(source, number(scale), 0));
    let wild = |source: Node| Node::from(Fbm::of(source).octaves(32).gain(16).normalize(false));
    for (graph, place) in [
        (scaled(scaled(perlin(2).into(), "1e30"), "1e30"), "scale_offset"),
        (scaled(scaled(scaled(perlin(2).into(), "1e30"), "-1e30"), "0"), "scale_offset.source"),
        (wild(wild(perlin(2).into())), "fbm"),
        (wild(scaled(perlin(2).into(), "1e10")), "fbm"),
        // With a weight of 0 the overflow happens before the multiplication.
        (Heterogeneous::of(scaled(perlin(2).into(), "1e30")).gain(0).into(), "heterogeneous"),
    ] {
        assert_unfit(&graph.into(), place);
    }
    let most = lower(wild(perlin(4).into()));
    let values = cpu(&most, &Grid::plane(axis("0", "8", 64), axis("0", "8", 64)).into());
    assert!(values.iter().all(|value| is_clean(*value)) && values.iter().any(|value| value.abs() > 1e35));
}

#[test]
fn weights_that_are_next_to_0_cannot_be_normalised() {
    let tiny = fbm(2, "2", perlin(2)).weights([number("1e-390"), 0.into()]);
    assert_unfit(&tiny.into(), "fbm.weights");
}

/// Returns numbers as people and fuzzers write them: plain, tiny, huge, of many digits, and none at all.
fn any_number() -> impl Strategy<Value = Number> {
    prop_oneof![
        6 => (-100_000_i64..100_000, -6_i32..3).prop_map(|(mantissa, exponent)| number(&format!("{mantissa}e{exponent}"))),
        2 => (-400_i32..400, any::<bool>()).prop_map(|(exponent, minus)| number(&format!("{}1e{exponent}", if minus { "-" } else { "" }))),
        2 => any::<f64>().prop_map(Number::from),
        1 => (any::<u64>(), any::<u64>()).prop_map(|(whole, part)| number(&format!("{}.{part}", whole % 1_000_000_000))),
    ]
}

/// Returns a number that is mostly between `low` and `high`.
fn mostly(low: f64, high: f64) -> impl Strategy<Value = Number> {
    prop_oneof![40 => (low..=high).prop_map(Number::from), 1 => any_number()]
}

fn any_perlin() -> impl Strategy<Value = Node> {
    let dimensions = prop_oneof![20 => prop::option::of(1..=4_u8), 1 => any::<u8>().prop_map(Some)];
    let periods = || prop_oneof![20 => 0..=256_u32, 1 => any::<u32>()];
    let period = prop::option::of(prop_oneof![
        periods().prop_map(PerAxis::All),
        prop::collection::vec(periods(), 1..=4).prop_map(PerAxis::Each),
        prop::collection::vec(periods(), 0..6).prop_map(PerAxis::Each),
    ]);
    let offset = prop::option::of(prop::collection::vec(mostly(-1e6, 1e6), 1..=4).prop_map(PerAxis::Each));
    (dimensions, mostly(1e-6, 1e6), offset, prop::option::of(any::<u64>()), period).prop_map(
        |(dimensions, frequency, offset, seed, period)| {
            let set = |perlin: &mut Perlin| {
                (perlin.dimensions, perlin.offset, perlin.seed, perlin.period) = (dimensions, offset, seed, period);
            };
            with(Perlin::new().frequency(frequency), set).into()
        },
    )
}

fn any_node() -> impl Strategy<Value = Node> {
    any_perlin().prop_recursive(3, 4, 1, |inner| {
        let octaves = prop::option::of(prop_oneof![20 => 1..=32_u32, 1 => any::<u32>()]);
        let weights = prop_oneof![
            4 => Just(None),
            1 => prop::collection::vec(mostly(-1e6, 1e6), 1..5).prop_map(Some),
            1 => prop::collection::vec(any_number(), 0..34).prop_map(Some),
        ];
        let fbm = (inner.clone(), octaves, mostly(0.01, 100.0), mostly(0.0, 16.0), weights, any::<bool>(), any::<bool>()).prop_map(
            |(source, octaves, lacunarity, gain, weights, normalize, decorrelate)| {
                let octaves = if weights.is_some() { None } else { octaves };
                let gain = weights.is_none().then_some(gain);
                let fbm = Fbm::of(source).lacunarity(lacunarity).normalize(normalize).decorrelate(decorrelate);
                Node::from(with(fbm, |fbm| (fbm.octaves, fbm.gain, fbm.weights) = (octaves.map(Number::from), gain, weights)))
            },
        );
        let size = || prop_oneof![mostly(-10.0, 10.0), mostly(-1e30, 1e30)];
        let scale = (inner, size(), size()).prop_map(|(source, scale, offset)| ScaleOffset::of(source, scale, offset).into());
        prop_oneof![2 => fbm, 1 => scale]
    })
}

fn any_axis(samples: u32) -> impl Strategy<Value = Axis> {
    let counts = prop_oneof![20 => Just(samples), 1 => Just(0)];
    prop_oneof![
        8 => (mostly(-1000.0, 1000.0), 1e-9..1e4_f64, counts).prop_map(|(start, length, samples)| {
            Axis::extent(start, Number::from(start.to_f64() + length), samples)
        }),
        1 => (any_number(), any_number()).prop_map(move |(start, end)| Axis::extent(start, end, samples)),
    ]
}

fn any_domain() -> impl Strategy<Value = Domain> {
    let constant = || mostly(-1e6, 1e6);
    let point = prop::array::uniform4(constant());
    prop_oneof![
        (any_axis(5), any_axis(4), constant(), constant()).prop_map(|(x, y, z, w)| Grid { x, y, z: Axis::Constant(z), w }.into()),
        prop::collection::vec(point, 0..20).prop_map(Domain::Points),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_shrink_iters: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_graph_over_any_domain_gives_clean_values_or_an_error(node in any_node(), domain in any_domain()) {
        let Ok(program) = Program::new(node) else { return Ok(()) };
        let Ok(samples) = Cpu::new().sample(&program, &domain) else { return Ok(()) };
        prop_assert_eq!(samples.len(), domain.whole().samples());
        for value in samples {
            prop_assert!(is_clean(value), "{} ({:#010x})", value, value.to_bits());
        }
    }

    #[test]
    fn any_number_reads_back_from_its_text_and_from_json(value in any_number()) {
        prop_assume!(value.is_finite());
        prop_assert_eq!(value.to_string().parse::<Number>().unwrap(), value);
        let json = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(serde_json::from_str::<Number>(&json).unwrap(), value, "{}", json);
    }

    #[test]
    fn no_text_makes_a_number_panic(text in "[-+]?(nan|inf|Infinity)|[-+.0-9eEnaif]{0,12}|\\PC{0,8}") {
        if let Ok(value) = text.parse::<Number>() {
            let _ = (value.to_f64(), value.to_string());
        }
    }
}

#[test]
fn a_program_that_repeats_after_a_length_does_so_in_every_bit_and_another_does_not() {
    let at = |program: &Program, z: Number| {
        let plane = Grid::plane(Axis::extent(0, 4, 24), Axis::extent(0, 4, 24));
        Cpu::new().sample(program, &Domain::from(Grid { z: Axis::Constant(z), ..plane })).unwrap()
    };
    let perlin = || Perlin::new().dimensions(4);
    let cases: Vec<(Graph, Number, bool)> = vec![
        (Perlin::new().into(), 256.into(), true),
        (Perlin::new().into(), 128.into(), false),
        (Perlin::new().hash(HashKind::Lattice).into(), 256.into(), false),
        (Perlin::new().frequency(0.1).period(4).into(), 40.into(), true),
        (Perlin::new().frequency(0.1).period(4).fbm().lacunarity(2.17).into(), 40.into(), true),
        (Perlin::new().frequency(0.3).period(4).into(), 40.into(), true),
        (Perlin::new().frequency(0.3).period(4).into(), 20.into(), false),
        (perlin().looped().length(3).into(), 6.into(), true),
        (perlin().looped().length(3).into(), 4.into(), false),
        (Node::from(perlin().looped()).fbm().lacunarity(2).into(), 1.into(), true),
        (Node::from(perlin().looped()).fbm().lacunarity(1.5).into(), 1.into(), false),
        (Node::from(perlin().looped()).warp().x(perlin().looped().length(0.5)).into(), 1.into(), true),
        (Node::from(perlin().looped()).warp().x(Perlin::new()).into(), 1.into(), false),
        (Node::from(perlin().looped()).slope().into(), 1.into(), true),
        (Coordinate::new().axis(CoordinateKind::Z).into(), 1.into(), false),
        (Perlin::new().period(4).transform().rotate(PerAxis::Each(vec![90.into(), 0.into(), 0.into()])).into(), 4.into(), true),
        (Perlin::new().period(4).transform().rotate(PerAxis::Each(vec![45.into(), 0.into(), 0.into()])).into(), 4.into(), false),
    ];
    for (number, (graph, length, expected)) in cases.into_iter().enumerate() {
        let program = Program::new(&graph).unwrap();
        assert_eq!((program.repeats_after(2, length), program.varies_along(2)), (expected, true), "{number}");
        let start = Number::from(0.375);
        let end = start.checked_add(length).unwrap();
        assert_eq!(at(&program, end) == at(&program, start), expected, "{number}");
    }
    let flat = Program::new(Perlin::new().dimensions(2)).unwrap();
    assert!(!flat.varies_along(2) && flat.repeats_after(2, 1) && flat.varies_along(1));
}

#[test]
fn outputs_of_one_search_equal_those_of_searches_of_their_own() {
    use CellularOutput::{CellValue, Edge, F1, F2, F2MinusF1, PointX, PointY, SmoothF1};
    let grid = Grid::plane(axis("-3.7", "12.9", 61), axis("-1.1", "5.3", 37)).into();
    for (dimensions, metric) in [(2, Metric::Euclidean), (3, Metric::Euclidean), (2, Metric::Manhattan)] {
        // Displaced cells share nothing among pixels, so that all outputs come from one search.
        let displaced = |output: CellularOutput| {
            let cells = Cellular::new().dimensions(dimensions).metric(metric).seed(5).period(4).frequency(1.3);
            Node::from(cells.output(output).warp().x(perlin(2)).strength(number("0.4")))
        };
        let outputs = [CellValue, Edge, F1, F2, F2MinusF1, PointX, PointY, SmoothF1];
        let outputs: Vec<_> = outputs.into_iter().filter(|&output| output != Edge || metric == Metric::Euclidean).collect();
        let names: Vec<String> = outputs.iter().map(|output| format!("{output:?}")).collect();
        let graph = names
            .iter()
            .zip(&outputs)
            .fold(Graph::of_channels(names.clone()), |graph, (name, &output)| graph.node(name, displaced(output)));
        let together = cpu(&lower(graph), &grid);
        for (channel, &output) in outputs.iter().enumerate() {
            let found: Vec<f32> = together.iter().skip(channel).step_by(outputs.len()).copied().collect();
            assert_same_bits(&format!("{dimensions}-D, {metric:?}, {output:?}"), &found, &cpu(&lower(displaced(output)), &grid));
        }
    }
}

#[test]
fn a_mosaic_has_one_value_in_each_cell() {
    let cells = || Cellular::new().dimensions(2).seed(5).frequency(1.3).output(CellularOutput::CellValue);
    let mosaic = perlin(2).fbm().mosaic().dimensions(2).seed(5).frequency(1.3);
    let grid = Grid::plane(axis("-8.3", "8.3", 261), axis("-3.1", "3.3", 137)).into();
    let (cells, values) = (cpu(&lower(cells()), &grid), cpu(&lower(mosaic), &grid));
    let mut known = std::collections::BTreeMap::new();
    for (cell, value) in cells.into_iter().zip(values) {
        let first: &mut f32 = known.entry(cell.to_bits()).or_insert(value);
        assert!((*first - value).abs() < 1e-5, "{first} and {value} in one cell");
    }
    assert!(known.len() > 100, "{} cells", known.len());
}
