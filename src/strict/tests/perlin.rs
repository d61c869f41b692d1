//! Perlin noise against its definition.

use std::num::Wrapping;

use super::reference::{Random, blend, fraction, lattice, slopes, worst};
use crate::strict::hash::*;
use crate::strict::lattice::*;
use crate::strict::perlin::*;
use crate::strict::table::Hash;

/// Returns the product of the gradient with the offset from a corner, in as many dimensions as there are offsets.
fn corner(hash: Hash<'_>, at: &[Coordinate], steps: &[u32], offsets: &[f64]) -> f64 {
    let cell = |axis: usize| at.get(axis).map_or(Wrapping(0), |at| if steps[axis] == 1 { next_cell(*at) } else { at.cell });
    let gradient = if at.len() == 4 {
        let h = hash_4(hash.key, cell(0), cell(1), cell(2), cell(3));
        [gradient_4x(h), gradient_4y(h), gradient_4z(h), gradient_4w(h)]
    } else {
        let h = hash_3(hash.key, cell(0), cell(1), cell(2));
        [gradient_x(h), gradient_y(h), gradient_z(h), 0.0]
    };
    gradient.iter().zip(offsets).map(|(gradient, offset)| f64::from(*gradient) * offset).sum()
}

#[test]
fn slopes_are_the_differences_of_the_noise_in_f64() {
    let mut random = Random(1);
    for number in 0..super::cases(20_000) as u32 {
        let (hash, interpolation) = (lattice(number), number % 4);
        let at: [Coordinate; 4] = std::array::from_fn(|axis| random.coordinate([0, 1, 2, 7][(axis + number as usize) % 4]));
        for dimensions in 1..=4 {
            let at = &at[..dimensions];
            let noise = |f: &[f64]| blend(interpolation, f, &|steps, offsets| corner(hash, at, steps, offsets));
            let f: Vec<f64> = at.iter().map(|at| fraction(*at)).collect();
            let (value, slope) = match *at {
                [x] => (perlin_1(IMPROVED, interpolation, hash, x), perlin_1_slope(IMPROVED, interpolation, hash, x)),
                [x, y] => (perlin_2(IMPROVED, interpolation, hash, x, y), perlin_2_slope(IMPROVED, interpolation, hash, x, y)),
                [x, y, z] => (perlin_3(interpolation, hash, x, y, z), perlin_3_slope(interpolation, hash, x, y, z)),
                [x, y, z, w] => (perlin_4(interpolation, hash, x, y, z, w), perlin_4_slope(interpolation, hash, x, y, z, w)),
                _ => unreachable!(),
            };
            assert!((f64::from(value) - noise(&f)).abs() < 1e-6, "{at:?}");
            assert!(worst(slope, slopes(&f, &noise)) < 4e-6, "{at:?}: {slope:?}, {:?}", slopes(&f, &noise));
        }
    }
}
