//! Every basis at one sample, for those that are seldom asked for: sixteen side by side would be many times the code.

use crate::graph::ValueInterpolation;
use crate::program::Basis;
use crate::value::cellular::{cellular_1, cellular_1_slope, cellular_2_slope, cellular_3_slope};
use crate::value::checker::{checker_1, checker_2, checker_3, checker_4};
use crate::value::hash::Hash;
use crate::value::lattice::Coordinate;
use crate::value::perlin::{perlin_1_slope, perlin_2_slope, perlin_3_slope, perlin_4_slope};
use crate::value::simplex::{simplex_1, simplex_1_slope, simplex_2_slope, simplex_3_slope, simplex_4_slope};
use crate::value::value::{
    value_1, value_1_slope, value_2, value_2_slope, value_3, value_3_slope, value_4, value_4_slope, value_cubic_1, value_cubic_1_slope,
    value_cubic_2, value_cubic_2_slope, value_cubic_3, value_cubic_3_slope,
};
use crate::value::white::{white_1, white_2, white_3, white_4};

/// A basis that is not evaluated sixteen side by side; `at` holds the coordinates on as many axes as it has dimensions.
pub(super) fn value(basis: Basis, scalars: &[f32], hash: Hash<'_>, at: &[Coordinate]) -> f32 {
    match (basis, at) {
        (Basis::Value { interpolation: ValueInterpolation::CatmullRom, smoothed, .. }, &[x]) => value_cubic_1(u32::from(smoothed), hash, x),
        (Basis::Value { interpolation: ValueInterpolation::CatmullRom, smoothed, .. }, &[x, y]) => {
            value_cubic_2(u32::from(smoothed), hash, x, y)
        }
        (Basis::Value { interpolation: ValueInterpolation::CatmullRom, .. }, &[x, y, z]) => value_cubic_3(hash, x, y, z),
        (Basis::Value { interpolation, smoothed, .. }, _) => some_value(interpolation as u32, u32::from(smoothed), hash, at),
        (Basis::Simplex { .. }, &[x]) => simplex_1(hash, x),
        (Basis::Cellular { metric, output, .. }, &[x]) => cellular_1(metric as u32, output as u32, scalars[0], hash, x),
        (Basis::White { .. }, &[x]) => white_1(hash, x),
        (Basis::White { .. }, &[x, y]) => white_2(hash, x, y),
        (Basis::White { .. }, &[x, y, z]) => white_3(hash, x, y, z),
        (Basis::White { .. }, &[x, y, z, w]) => white_4(hash, x, y, z, w),
        (Basis::Checker { .. }, &[x]) => checker_1(x),
        (Basis::Checker { .. }, &[x, y]) => checker_2(x, y),
        (Basis::Checker { .. }, &[x, y, z]) => checker_3(x, y, z),
        (Basis::Checker { .. }, &[x, y, z, w]) => checker_4(x, y, z, w),
        _ => unreachable!("the others are evaluated sixteen side by side"),
    }
}

#[inline(never)]
fn some_value(interpolation: u32, smoothed: u32, hash: Hash<'_>, at: &[Coordinate]) -> f32 {
    match *at {
        [x] => value_1(smoothed, interpolation, hash, x),
        [x, y] => value_2(smoothed, interpolation, hash, x, y),
        [x, y, z] => value_3(smoothed, interpolation, hash, x, y, z),
        [x, y, z, w] => value_4(interpolation, hash, x, y, z, w),
        _ => unreachable!("a lattice has one to four axes"),
    }
}

/// The derivatives of a basis along its lattice axes, 0 for those that it lacks.
pub(super) fn slopes(basis: Basis, scalars: &[f32], hash: Hash<'_>, at: &[Coordinate]) -> [f32; 4] {
    match (basis, at) {
        (Basis::Perlin { interpolation, .. }, &[x]) => perlin_1_slope(interpolation as u32, hash, x),
        (Basis::Perlin { gradients, interpolation, .. }, &[x, y]) => perlin_2_slope(gradients as u32, interpolation as u32, hash, x, y),
        (Basis::Perlin { interpolation, .. }, &[x, y, z]) => perlin_3_slope(interpolation as u32, hash, x, y, z),
        (Basis::Perlin { interpolation, .. }, &[x, y, z, w]) => perlin_4_slope(interpolation as u32, hash, x, y, z, w),
        (Basis::Value { interpolation: ValueInterpolation::CatmullRom, smoothed, .. }, &[x]) => {
            value_cubic_1_slope(u32::from(smoothed), hash, x)
        }
        (Basis::Value { interpolation: ValueInterpolation::CatmullRom, smoothed, .. }, &[x, y]) => {
            value_cubic_2_slope(u32::from(smoothed), hash, x, y)
        }
        (Basis::Value { interpolation: ValueInterpolation::CatmullRom, .. }, &[x, y, z]) => value_cubic_3_slope(hash, x, y, z),
        (Basis::Value { interpolation, smoothed, .. }, &[x]) => value_1_slope(u32::from(smoothed), interpolation as u32, hash, x),
        (Basis::Value { interpolation, smoothed, .. }, &[x, y]) => value_2_slope(u32::from(smoothed), interpolation as u32, hash, x, y),
        (Basis::Value { interpolation, smoothed, .. }, &[x, y, z]) => {
            value_3_slope(u32::from(smoothed), interpolation as u32, hash, x, y, z)
        }
        (Basis::Value { interpolation, .. }, &[x, y, z, w]) => value_4_slope(interpolation as u32, hash, x, y, z, w),
        (Basis::Simplex { .. }, &[x]) => simplex_1_slope(hash, x),
        (Basis::Simplex { .. }, &[x, y]) => simplex_2_slope(hash, x, y),
        (Basis::Simplex { .. }, &[x, y, z]) => simplex_3_slope(hash, x, y, z),
        (Basis::Simplex { .. }, &[x, y, z, w]) => simplex_4_slope(hash, x, y, z, w),
        (Basis::Cellular { metric, output, .. }, &[x]) => cellular_1_slope(metric as u32, output as u32, scalars[0], hash, x),
        (Basis::Cellular { metric, output, .. }, &[x, y]) => cellular_2_slope(metric as u32, output as u32, scalars[0], hash, x, y),
        (Basis::Cellular { metric, output, .. }, &[x, y, z]) => cellular_3_slope(metric as u32, output as u32, scalars[0], hash, x, y, z),
        _ => unreachable!("a basis without derivatives is not differentiated"),
    }
}
