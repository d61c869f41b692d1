//! Every basis at one sample, for those that are seldom asked for: sixteen side by side would be many times the code.

use crate::program::{Basis, BasisFunction as B};
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
    let option = |name| basis.option(name);
    match (basis.function, at) {
        (B::ValueCubic1, &[x]) => value_cubic_1(option("smoothed"), hash, x),
        (B::ValueCubic2, &[x, y]) => value_cubic_2(option("smoothed"), hash, x, y),
        (B::ValueCubic3, &[x, y, z]) => value_cubic_3(hash, x, y, z),
        (B::Value1 | B::Value2 | B::Value3 | B::Value4, _) => some_value(option("interpolation"), option("smoothed"), hash, at),
        (B::Simplex1, &[x]) => simplex_1(hash, x),
        (B::Cellular1, &[x]) => cellular_1(option("metric"), option("output"), scalars[0], hash, x),
        (B::White1, &[x]) => white_1(hash, x),
        (B::White2, &[x, y]) => white_2(hash, x, y),
        (B::White3, &[x, y, z]) => white_3(hash, x, y, z),
        (B::White4, &[x, y, z, w]) => white_4(hash, x, y, z, w),
        (B::Checker1, &[x]) => checker_1(x),
        (B::Checker2, &[x, y]) => checker_2(x, y),
        (B::Checker3, &[x, y, z]) => checker_3(x, y, z),
        (B::Checker4, &[x, y, z, w]) => checker_4(x, y, z, w),
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
    let option = |name| basis.option(name);
    let (interpolation, smoothed) = (option("interpolation"), option("smoothed"));
    let (metric, output) = (option("metric"), option("output"));
    match (basis.function, at) {
        (B::Perlin1, &[x]) => perlin_1_slope(interpolation, hash, x),
        (B::Perlin2, &[x, y]) => perlin_2_slope(option("gradients"), interpolation, hash, x, y),
        (B::Perlin3, &[x, y, z]) => perlin_3_slope(interpolation, hash, x, y, z),
        (B::Perlin4, &[x, y, z, w]) => perlin_4_slope(interpolation, hash, x, y, z, w),
        (B::ValueCubic1, &[x]) => value_cubic_1_slope(smoothed, hash, x),
        (B::ValueCubic2, &[x, y]) => value_cubic_2_slope(smoothed, hash, x, y),
        (B::ValueCubic3, &[x, y, z]) => value_cubic_3_slope(hash, x, y, z),
        (B::Value1, &[x]) => value_1_slope(smoothed, interpolation, hash, x),
        (B::Value2, &[x, y]) => value_2_slope(smoothed, interpolation, hash, x, y),
        (B::Value3, &[x, y, z]) => value_3_slope(smoothed, interpolation, hash, x, y, z),
        (B::Value4, &[x, y, z, w]) => value_4_slope(interpolation, hash, x, y, z, w),
        (B::Simplex1, &[x]) => simplex_1_slope(hash, x),
        (B::Simplex2, &[x, y]) => simplex_2_slope(hash, x, y),
        (B::Simplex3, &[x, y, z]) => simplex_3_slope(hash, x, y, z),
        (B::Simplex4, &[x, y, z, w]) => simplex_4_slope(hash, x, y, z, w),
        (B::Cellular1, &[x]) => cellular_1_slope(metric, output, scalars[0], hash, x),
        (B::Cellular2, &[x, y]) => cellular_2_slope(metric, output, scalars[0], hash, x, y),
        (B::Cellular3, &[x, y, z]) => cellular_3_slope(metric, output, scalars[0], hash, x, y, z),
        _ => unreachable!("a basis without derivatives is not differentiated"),
    }
}
