//! Colours of a ramp, as the host works them out: linear light and Oklab, in f64.

use crate::graph::{Color, ColorSpace};

/// What the three kinds of cones of an eye contribute to red, green and blue light (Ottosson, "A perceptual color space for image processing", 2020).
pub(crate) const LIGHT_BY_CONES: [[f64; 3]; 3] = [
    [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
    [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
    [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
];

/// What red, green and blue light contribute to what the long, medium and short cones see.
const CONES_BY_LIGHT: [[f64; 3]; 3] = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];

/// What the roots of that contribute to L, a and b.
const OKLAB_BY_ROOTS: [[f64; 3]; 3] = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];

fn product(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2])
}

/// The linear light of a colour.
pub(crate) fn light(color: &Color, space: ColorSpace) -> [f64; 3] {
    match space {
        ColorSpace::Srgb => color.channels().map(light_of_srgb),
        ColorSpace::Linear => color.channels(),
    }
}

/// Linear light of an sRGB value, both 0 to 1 (IEC 61966-2-1, 1999).
fn light_of_srgb(value: f64) -> f64 {
    if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
}

/// Oklab of linear light.
pub(crate) fn oklab_of_light(light: [f64; 3]) -> [f64; 3] {
    product(&OKLAB_BY_ROOTS, product(&CONES_BY_LIGHT, light).map(libm::cbrt))
}
