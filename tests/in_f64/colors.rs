//! Colours: sRGB (IEC 61966-2-1, 1999) and Oklab (Ottosson, "A perceptual color space for image processing", 2020).

/// Ottosson's matrices: the contribution of light to each kind of cone, and of the cube roots of the cones' responses to L, a and b; and their inverses as he
/// prints them.
const CONES: [[f64; 3]; 3] = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];
const OKLAB: [[f64; 3]; 3] = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];
const ROOTS: [[f64; 3]; 3] =
    [[1.0, 0.396_337_777_4, 0.215_803_757_3], [1.0, -0.105_561_345_8, -0.063_854_172_8], [1.0, -0.089_484_177_5, -1.291_485_548_0]];
const LIGHT: [[f64; 3]; 3] = [
    [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
    [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
    [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
];

fn product(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

/// Converts a channel of sRGB to light.
pub fn light(srgb: f64) -> f64 {
    if srgb <= 0.04045 { srgb / 12.92 } else { ((srgb + 0.055) / 1.055).powf(2.4) }
}

/// Converts a channel of light to sRGB.
pub fn srgb(light: f64) -> f64 {
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

/// Converts linear light to Oklab.
pub fn oklab(light: [f64; 3]) -> [f64; 3] {
    product(&OKLAB, product(&CONES, light).map(f64::cbrt))
}

/// Converts Oklab to linear light.
pub fn light_of_oklab(oklab: [f64; 3]) -> [f64; 3] {
    product(&LIGHT, product(&ROOTS, oklab).map(|root| root * root * root))
}
