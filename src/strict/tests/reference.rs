//! The common parts of the tests of the bases: random samples, and blends in f64.

use std::num::Wrapping;

use crate::seeding::Permutation;
use crate::strict::by_hand::Table;
use crate::strict::lattice::{COSINE, CUBIC, Coordinate, LINEAR};
use crate::strict::table::{Hash, LATTICE};

/// Random numbers (Steele et al., "SplitMix", 2014).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((b ^ (b >> 31)) >> 32) as u32
    }

    /// Returns a sample with the full precision of strict arithmetic.
    pub(super) fn coordinate(&mut self, period: u32) -> Coordinate {
        let cell = self.word();
        Coordinate { cell: Wrapping(if period == 0 { cell } else { cell % period }), fraction: Wrapping(self.word() & !255), period }
    }
}

/// Returns a key of the lattice hash for a seed.
pub(super) fn key(seed: u32) -> [u32; 2] {
    [seed, !seed]
}

/// Returns the lattice hash for a seed, as Perlin noise takes it.
pub(super) fn lattice(seed: u32) -> Hash<'static> {
    Hash { kind: LATTICE, table: Table::NONE, key: key(seed) }
}

/// Returns a permutation, and its composition with itself.
pub(super) fn table() -> [[u8; 256]; 2] {
    let table = Permutation(std::array::from_fn(|at| (at as u8).wrapping_mul(173).wrapping_add(41)));
    [table.0, table.twice()]
}

/// Returns the fraction with the precision of strict arithmetic.
pub(super) fn fraction(at: Coordinate) -> f64 {
    f64::from(at.fraction.0 >> 8) / 16_777_216.0
}

/// Returns an interpolation by its definition.
fn eased(interpolation: u32, t: f64) -> f64 {
    match interpolation {
        LINEAR => t,
        COSINE => (1.0 - libm::cos(std::f64::consts::PI * t)) / 2.0,
        CUBIC => t * t * (3.0 - 2.0 * t),
        _ => t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
    }
}

/// Blends the corners' values with the products of the interpolations as weights. `corner` returns a value from the steps to the corner and the offset
/// from it.
pub(super) fn blend(interpolation: u32, at: &[f64], corner: &dyn Fn(&[u32], &[f64]) -> f64) -> f64 {
    let corners = (0..1u32 << at.len()).map(|number| {
        let steps: Vec<u32> = (0..at.len()).map(|axis| (number >> axis) & 1).collect();
        let offsets: Vec<f64> = at.iter().zip(&steps).map(|(at, step)| at - f64::from(*step)).collect();
        let weights = at.iter().zip(&steps).map(|(at, step)| {
            let weight = eased(interpolation, *at);
            if *step == 1 { weight } else { 1.0 - weight }
        });
        weights.product::<f64>() * corner(&steps, &offsets)
    });
    corners.sum()
}

/// Returns the derivatives along each axis by differences, and 0 for missing axes.
pub(super) fn slopes(at: &[f64], value: &dyn Fn(&[f64]) -> f64) -> [f64; 4] {
    let mut slopes = [0.0; 4];
    for (axis, slope) in slopes.iter_mut().enumerate().take(at.len()) {
        let moved = |by: f64| {
            let mut at = at.to_vec();
            at[axis] += by;
            value(&at)
        };
        *slope = (8.0 * (moved(1e-4) - moved(-1e-4)) - (moved(2e-4) - moved(-2e-4))) / 12e-4;
    }
    slopes
}

/// Returns the largest difference of four derivatives from the expected ones.
pub(super) fn worst(found: [f32; 4], expected: [f64; 4]) -> f64 {
    found.iter().zip(expected).map(|(found, expected)| (f64::from(*found) - expected).abs()).fold(0.0, f64::max)
}
