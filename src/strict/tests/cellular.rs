//! Cellular noise against a search of all cells, and its derivatives against differences.

use std::num::Wrapping;

use super::reference::{Random, fraction, key, slopes, worst};
use crate::strict::cellular::*;
use crate::strict::hash::*;
use crate::strict::lattice::*;

fn noise(metric: u32, output: u32, jitter: f32, key: [u32; 2], at: &[Coordinate]) -> f32 {
    match *at {
        [x] => cellular_1(metric, output, jitter, 0.5, key, x),
        [x, y] => cellular_2(metric, output, jitter, 0.5, key, x, y),
        [x, y, z] => cellular_3(metric, output, jitter, 0.5, key, x, y, z),
        _ => unreachable!(),
    }
}

/// Searches all cells up to three away, in no special order.
fn brute(metric: u32, output: u32, jitter: f32, key: [u32; 2], at: &[Coordinate]) -> f32 {
    let jitter = cellular_jitter(jitter);
    let mut found = cellular_none(1e30_f32);
    for number in (0..7_usize.pow(at.len() as u32)).rev() {
        let mut cells_at = [Wrapping(0); 3];
        let mut ways = [0.0; 3];
        for (axis, at) in at.iter().enumerate() {
            let cells = (number / 7_usize.pow(axis as u32) % 7) as i32 - 3;
            let cell = (0..cells.abs())
                .fold(at.cell, |cell, _| if cells > 0 { cell_after(cell, at.period) } else { cell_before(cell, at.period) });
            cells_at[axis] = cell;
            ways[axis] = cells as f32 - cellular_axis(jitter, unit(at.fraction)).centre;
        }
        let h = hash_3(key, cells_at[0], cells_at[1], cells_at[2]);
        let bits = [cellular_x(h), cellular_y(h), cellular_z(h)];
        for axis in 0..at.len() {
            ways[axis] = cellular_way(cellular_offset(jitter, bits[axis]), ways[axis]);
        }
        let d = cellular_length(metric, ways[0], ways[1], ways[2]);
        found = cellular_with(found, d, h, ways[0], ways[1], ways[2]);
    }
    cellular_output(metric, output, key, found)
}

#[test]
fn the_search_finds_what_all_cells_up_to_three_away_hold_in_every_bit() {
    let mut random = Random(5);
    for number in 0..super::cases(6000) as u32 {
        // Each is drawn separately, so that all combinations occur.
        let mut one_of = |count: usize| random.word() as usize % count;
        let jitter = [1.0, 1.0, 1.0, 0.7, 0.25, 1e-6, 0.0][one_of(7)];
        let key = key(number);
        let periods: [u32; 3] = std::array::from_fn(|_| [0, 0, 1, 2, 3, 5, 256, 1000][one_of(8)]);
        let mut at: [Coordinate; 3] = periods.map(|period| random.coordinate(period));
        // Near a lattice point, where distant points matter most.
        if number % 3 == 0 {
            at.iter_mut().for_each(|at| at.fraction = (at.fraction >> 6) - Wrapping((at.fraction.0 & 256) << 18));
        }
        let outputs = [F1, F2, F2_MINUS_F1, CELL_VALUE, POINT_X, POINT_Y, POINT_Z];
        for (metric, output) in (0..28).map(|kind| (kind / 7, outputs[kind as usize % 7])) {
            for dimensions in 1..=3 {
                let at = &at[..dimensions];
                // Where a lattice repeats this soon, copies of a point may be equally near; then only the order of the search decides.
                if output >= POINT_X && at.iter().any(|at| (1..=3).contains(&at.period)) {
                    continue;
                }
                let (found, all) = (noise(metric, output, jitter, key, at), brute(metric, output, jitter, key, at));
                assert_eq!(found.to_bits(), all.to_bits(), "{metric}, {output}, {jitter}, {at:?}: {found}, {all}");
            }
        }
    }
}

/// Returns the nearest border of all cells up to five away, searched in no special order.
fn brute_border(jitter: f32, key: [u32; 2], at: &[Coordinate], found: Features) -> Gathered {
    let jitter = cellular_jitter(jitter);
    let mut border = Gathered { distance: 1e6, way: [0.0; 3] };
    for number in (0..11_usize.pow(at.len() as u32)).rev() {
        let (mut cells_at, mut ways) = ([Wrapping(0); 3], [0.0; 3]);
        for (axis, at) in at.iter().enumerate() {
            let cells = (number / 11_usize.pow(axis as u32) % 11) as i32 - 5;
            let cell = (0..cells.abs())
                .fold(at.cell, |cell, _| if cells > 0 { cell_after(cell, at.period) } else { cell_before(cell, at.period) });
            cells_at[axis] = cell;
            ways[axis] = cells as f32 - cellular_axis(jitter, unit(at.fraction)).centre;
        }
        let h = hash_3(key, cells_at[0], cells_at[1], cells_at[2]);
        for (axis, bits) in [cellular_x(h), cellular_y(h), cellular_z(h)].into_iter().enumerate().take(at.len()) {
            ways[axis] = cellular_way(cellular_offset(jitter, bits), ways[axis]);
        }
        border = cellular_with_border(border, found, ways[0], ways[1], ways[2]);
    }
    border
}

#[test]
fn the_nearest_border_is_that_of_all_cells_up_to_five_away_in_every_bit() {
    let mut random = Random(7);
    for number in 0..super::cases(3000) as u32 {
        let mut one_of = |count: usize| random.word() as usize % count;
        let jitter = [1.0, 1.0, 1.0, 0.7, 0.25, 1e-6, 0.0][one_of(7)];
        let key = key(number);
        let periods: [u32; 3] = std::array::from_fn(|_| [0, 0, 1, 2, 3, 5, 256, 1000][one_of(8)]);
        let at: [Coordinate; 3] = periods.map(|period| random.coordinate(period));
        for dimensions in 1..=3 {
            let at = &at[..dimensions];
            let found = match *at {
                [x] => cellular_search_1(EUCLIDEAN, jitter, key, x),
                [x, y] => cellular_search_2(EUCLIDEAN, F2, jitter, key, x, y),
                [x, y, z] => cellular_search_3(EUCLIDEAN, F2, jitter, key, x, y, z),
                _ => unreachable!(),
            };
            let (edge, all) = (noise(EUCLIDEAN, EDGE, jitter, key, at), brute_border(jitter, key, at, found).distance);
            assert_eq!(edge.to_bits(), all.to_bits(), "{jitter}, {at:?}: {edge}, {all}");
        }
    }
}

#[test]
fn slopes_are_the_differences_of_the_distances_in_f64() {
    let mut random = Random(6);
    for number in 0..super::cases(4000) as u32 {
        let (key, metric, output) = (key(number), number % 4, number / 4 % 4);
        let all: [Coordinate; 3] = std::array::from_fn(|_| random.coordinate(0));
        for dimensions in 1..=3 {
            let at = &all[..dimensions];
            let f: Vec<f64> = at.iter().map(|at| fraction(*at)).collect();
            let (found, slope) = match *at {
                [x] => (cellular_search_1(metric, 1.0, key, x), cellular_1_slope(metric, output, 1.0, 0.5, key, x)),
                [x, y] => (cellular_search_2(metric, F2, 1.0, key, x, y), cellular_2_slope(metric, output, 1.0, 0.5, key, x, y)),
                [x, y, z] => (cellular_search_3(metric, F2, 1.0, key, x, y, z), cellular_3_slope(metric, output, 1.0, 0.5, key, x, y, z)),
                _ => unreachable!(),
            };
            let distance = |way: [f32; 3], moved: &[f64]| {
                let ways: Vec<f64> = (0..dimensions).map(|axis| (f64::from(way[axis]) + f[axis] - moved[axis]).abs()).collect();
                match metric {
                    MANHATTAN => ways.iter().sum(),
                    CHEBYSHEV => ways.iter().copied().fold(0.0, f64::max),
                    SQUARED => ways.iter().map(|way| way * way).sum(),
                    _ => ways.iter().map(|way| way * way).sum::<f64>().sqrt(),
                }
            };
            let expected = slopes(&f, &|moved| match output {
                F1 => distance(found.first, moved),
                F2 => distance(found.second, moved),
                F2_MINUS_F1 => distance(found.second, moved) - distance(found.first, moved),
                _ => 0.0,
            });
            // Differences are meaningless where a distance has a corner.
            let way = |way: [f32; 3]| {
                let mut way = way.map(f32::abs);
                way[..dimensions].sort_by(f32::total_cmp);
                way[0] < 0.01 || way[..dimensions].windows(2).any(|pair| pair[1] - pair[0] < 0.01)
            };
            if !way(found.first) && !way(found.second) {
                assert!(worst(slope, expected) < 2e-6, "{metric}, {output}, {at:?}: {slope:?}, {expected:?}");
            }
        }
    }
}
