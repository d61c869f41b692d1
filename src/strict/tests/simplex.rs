//! Simplex noise against its definition.

use std::num::Wrapping;

use super::reference::{Random, key, slopes, worst};
use crate::strict::hash::{hash_3, hash_4};
use crate::strict::lattice::Coordinate;
use crate::strict::perlin::*;
use crate::strict::simplex::*;

fn noise(key: [u32; 2], at: &[Coordinate], skew: Coordinate) -> (f32, [f32; 4]) {
    match *at {
        [x] => (simplex_1(key, x), simplex_1_slope(key, x)),
        [x, y] => (simplex_2(key, x, y, skew), simplex_2_slope(key, x, y, skew)),
        [x, y, z] => (simplex_3(key, x, y, z, skew), simplex_3_slope(key, x, y, z, skew)),
        [x, y, z, w] => (simplex_4(key, x, y, z, w, skew), simplex_4_slope(key, x, y, z, w, skew)),
        _ => unreachable!(),
    }
}

/// Returns the largest multiple of 2^-24 that is at most the constant of the regular lattice.
fn unskew(dimensions: usize) -> f64 {
    let n = dimensions as f64;
    let regular = if dimensions == 1 { 0.0 } else { (1.0 - 1.0 / (n + 1.0).sqrt()) / n };
    (regular * f64::from(1 << 24)).floor() / f64::from(1 << 24)
}

/// Returns the coordinates before the skew, and the skew, for a position on the skewed lattice.
fn skewed(at: &[Coordinate]) -> (Vec<Coordinate>, Coordinate) {
    let position = |at: Coordinate| i128::from(at.cell.0 as i32) << 32 | i128::from(at.fraction.0);
    let sum: i128 = at.iter().map(|at| position(*at)).sum();
    let skew = ((unskew(at.len()) * f64::from(1 << 24)) as i128 * sum) >> 24;
    let coordinate =
        |position: i128| Coordinate { cell: Wrapping((position >> 32) as u32), fraction: Wrapping(position as u32), period: 0 };
    (at.iter().map(|at| coordinate(position(*at) - skew)).collect(), coordinate(skew))
}

#[test]
fn the_lattice_is_the_regular_one_to_2_to_the_minus_24() {
    for (dimensions, units) in [(2, SIMPLEX_UNSKEW_2), (3, SIMPLEX_UNSKEW_3), (4, SIMPLEX_UNSKEW_4)] {
        assert_eq!(f64::from(units) / f64::from(1 << 24), unskew(dimensions));
    }
    assert_eq!(f64::from(SIMPLEX_REACH), 0.5 - 1.0 / f64::from(1 << 19));
}

/// Perlin's definition, summed over all lattice points around: those of other simplices add nothing.
fn reference(key: [u32; 2], at: &[Coordinate], offset: &[f64]) -> f64 {
    let n = at.len();
    let scale = [108.734_18, 99.204_34, 76.880_75, 62.777_73][n - 1];
    let points = (0..4_usize.pow(n as u32)).map(|number| {
        let steps: Vec<i32> = (0..n as u32).map(|axis| (number / 4_usize.pow(axis) % 4) as i32 - 1).collect();
        let sum: i32 = steps.iter().sum();
        let from: Vec<f64> =
            steps.iter().zip(offset).map(|(step, offset)| offset - f64::from(*step) + unskew(n) * f64::from(sum)).collect();
        let left = if n == 1 { 0.5 } else { f64::from(SIMPLEX_REACH) } - from.iter().map(|d| d * d).sum::<f64>();
        if left <= 0.0 {
            return 0.0;
        }
        let cell = |axis: usize| at.get(axis).map_or(Wrapping(0), |at| at.cell + Wrapping(steps[axis] as u32));
        let h = if n == 4 { hash_4(key, cell(0), cell(1), cell(2), cell(3)) } else { hash_3(key, cell(0), cell(1), cell(2)) };
        let gradient = match n {
            1 => vec![f64::from((h.0 & 7) + 1) / if h.0 & 8 == 0 { 8.0 } else { -8.0 }],
            2 => {
                let angle = (f64::from(h.0 & 3) + 0.5) * std::f64::consts::PI / 8.0;
                let sign = |bit: u32| if h.0 & bit == 0 { 1.0 } else { -1.0 };
                vec![sign(4) * libm::cos(angle), sign(8) * libm::sin(angle)]
            }
            3 => [gradient_x(h), gradient_y(h), gradient_z(h)].map(f64::from).to_vec(),
            _ => [gradient_4x(h), gradient_4y(h), gradient_4z(h), gradient_4w(h)].map(f64::from).to_vec(),
        };
        left * left * left * left * from.iter().zip(gradient).map(|(d, g)| d * g).sum::<f64>()
    });
    scale * points.sum::<f64>()
}

#[test]
fn values_and_slopes_are_those_of_the_definition_in_f64() {
    let mut random = Random(3);
    let mut most = [0.0_f64; 2];
    for number in 0..super::cases(3000) as u32 {
        let all: [Coordinate; 4] = std::array::from_fn(|_| random.coordinate(0));
        for dimensions in 1..=4 {
            let (key, at) = (key(number), &all[..dimensions]);
            let f: Vec<f64> = at.iter().map(|at| f64::from(at.fraction.0) / (f64::from(u32::MAX) + 1.0)).collect();
            let sum: f64 = f.iter().sum();
            // Strict arithmetic rounds coordinates down.
            let unit = f64::from(1 << 24);
            let offset: Vec<f64> = f.iter().map(|f| ((f - unskew(dimensions) * sum) * unit).floor() / unit).collect();
            let (plain, skew) = skewed(at);
            let (value, slope) = noise(key, &plain, skew);
            most[0] = most[0].max((f64::from(value) - reference(key, at, &offset)).abs());
            most[1] = most[1].max(worst(slope, slopes(&offset, &|offset| reference(key, at, offset))));
        }
    }
    assert!(most[0] < 2e-6 && most[1] < 2e-5, "{most:?}");
}

#[test]
fn noise_and_slopes_are_continuous_across_simplices_and_cells() {
    let mut random = Random(4);
    let mut most = [[0.0_f32; 4]; 2];
    for number in 0..super::cases(1_000_000) as u32 {
        let key = key(number);
        // Near the origin, and 10^9 cells from it.
        let origin = [0, 1_000_000_000, 0_u32.wrapping_sub(1_000_000_000)][number as usize % 3];
        let all: [Coordinate; 4] = std::array::from_fn(|_| {
            let at = random.coordinate(0);
            Coordinate { cell: Wrapping((at.cell.0 % 2048).wrapping_sub(1024).wrapping_add(origin)), ..at }
        });
        for dimensions in 1..=4 {
            let axis = random.word() as usize % dimensions;
            let other = (axis + 1) % dimensions;
            // Just below and above a place where two fractions are equal, or where a cell ends.
            let mut at = all[..dimensions].to_vec();
            let (below, above) = if number % 2 == 0 && dimensions > 1 {
                at[other].fraction |= Wrapping(1);
                let (fraction, cell) = (at[other].fraction, at[axis].cell);
                ((fraction - Wrapping(1), cell), (fraction + Wrapping(1), cell))
            } else {
                ((Wrapping(u32::MAX), at[axis].cell), (Wrapping(0), at[axis].cell + Wrapping(1)))
            };
            let [below, above] = [below, above].map(|(fraction, cell)| {
                at[axis].fraction = fraction;
                at[axis].cell = cell;
                let (plain, skew) = skewed(&at);
                noise(key, &plain, skew)
            });
            let steepest = (0..4).map(|axis| (above.1[axis] - below.1[axis]).abs()).fold(0.0, f32::max);
            most[0][dimensions - 1] = most[0][dimensions - 1].max((above.0 - below.0).abs());
            most[1][dimensions - 1] = most[1][dimensions - 1].max(steepest);
        }
    }
    // This includes the rise of the noise over 2^-24 of a cell, the resolution of coordinates in strict arithmetic.
    assert!(most[0].iter().all(|most| *most < 1e-6) && most[1].iter().all(|most| *most < 1e-5), "{most:?}");
}
