//! sRGB: the codes of linear light, rounded exactly.
//!
//! IEC 61966-2-1 (1999) encodes light L as 12.92 L up to 0.0031308 and as 1.055 L^(1/2.4) - 0.055 above. A code is the nearest one to that, so code c
//! begins where the curve passes through (c - 1/2) / levels. Those places are computed once, and light is looked up between them.

use std::sync::LazyLock;

/// The light up to which the curve is a line, and the slope of that line.
const LINE_END: f64 = 0.003_130_8;
const LINE: f64 = 12.92;
/// The number of low bits of an f64 that the first lookup ignores; it reads all of the exponent and eight bits of the mantissa.
const SHIFT: u32 = 44;
/// Light below this has code 0 at any depth.
const LEAST: f64 = 1.0 / (1 << 22) as f64;

/// Returns the 8-bit sRGB level of linear light, as files of colours hold it. Light outside 0 to 1 gets the nearest level.
///
/// ```
/// assert_eq!([-1.0, 0.0, 0.214, 1.0, 2.0].map(lacuna_bake::srgb_level), [0, 0, 127, 255, 255]);
/// ```
pub fn srgb_level(light: f32) -> u8 {
    OF_8_BIT.code(light.into()) as u8
}

/// The places where codes begin.
pub(crate) struct Curve {
    /// The least light of each code from 1 on, and after the last code an entry that no light reaches.
    starts: Vec<f64>,
    /// The code of the least light of each bucket of leading bits, from [`LEAST`] to 1, and at the end the last code.
    first: Vec<u32>,
}

static OF_8_BIT: LazyLock<Curve> = LazyLock::new(|| Curve::new(255));
static OF_16_BIT: LazyLock<Curve> = LazyLock::new(|| Curve::new(65_535));

impl Curve {
    /// Returns the curve to 8-bit or 16-bit codes.
    pub(crate) fn of(depth: u8) -> &'static Self {
        if depth == 8 { &OF_8_BIT } else { &OF_16_BIT }
    }

    fn new(levels: u32) -> Self {
        let mut starts: Vec<f64> = (1..=levels).map(|code| light((f64::from(code) - 0.5) / f64::from(levels))).collect();
        starts.push(f64::INFINITY);
        let buckets = (1.0_f64.to_bits() >> SHIFT) - (LEAST.to_bits() >> SHIFT);
        let least = |bucket: u64| f64::from_bits(((LEAST.to_bits() >> SHIFT) + bucket) << SHIFT);
        let first = (0..=buckets + 1).map(|bucket| starts.partition_point(|&start| start <= least(bucket)) as u32).collect();
        Self { starts, first }
    }

    /// Returns the code of light. Light outside of 0 to 1 has the nearest code.
    #[inline]
    pub(crate) fn code(&self, light: f64) -> u32 {
        let light = light.clamp(LEAST, 1.0);
        let bucket = ((light.to_bits() >> SHIFT) - (LEAST.to_bits() >> SHIFT)) as usize;
        let (low, high) = (self.first[bucket], self.first[bucket + 1]);
        if high - low <= 1 {
            // This finds all 8-bit codes, without a branch that is hard to predict.
            return low + u32::from(self.starts[low as usize] <= light);
        }
        low + self.starts[low as usize..high as usize].partition_point(|&start| start <= light) as u32
    }
}

/// Returns the light that the curve encodes as a value from 0 to 1.
fn light(encoded: f64) -> f64 {
    if encoded <= LINE * LINE_END { encoded / LINE } else { libm::pow((encoded + 0.055) / 1.055, 2.4) }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;

    /// Miri takes too long for 65536 codes.
    const DEPTHS: &[u8] = if cfg!(miri) { &[8] } else { &[8, 16] };

    /// Returns `true` if the curve of light is at (2 code - 1) / (2 levels) or above, by the definition in integers: 1.055 L^(5/12) - 0.055 >= v is
    /// L^5 >= ((v + 0.055) / 1.055)^12.
    fn reaches(light: f32, code: i64, levels: i64) -> bool {
        // Light is mantissa / 2^below.
        let bits = i64::from(light.to_bits());
        let (mantissa, below) = (bits & 0x7F_FFFF | 0x80_0000, 150 - (bits >> 23));
        let (mantissa, below) = (BigInt::from(mantissa), below as u32);
        let two_to = |power: u32| BigInt::from(1) << power;
        if &mantissa * 10_000_000 <= 31_308 * two_to(below) {
            return mantissa * 1292 * 2 * levels >= 100 * (2 * code - 1) * two_to(below);
        }
        let (above, under) = (BigInt::from((2 * code - 1) * 1000 + 110 * levels), BigInt::from(2110 * levels));
        mantissa.pow(5) * under.pow(12) >= above.pow(12) * two_to(5 * below)
    }

    #[test]
    fn every_code_of_srgb_begins_at_the_f32_at_which_its_definition_has_it() {
        for &depth in DEPTHS {
            let curve = Curve::of(depth);
            let levels = (1_i64 << depth) - 1;
            for code in 1..=levels {
                // The f32s around the place in the table: the first that has the code, and the last that has not.
                let mut first = curve.starts[code as usize - 1] as f32;
                while reaches(first, code, levels) {
                    first = first.next_down();
                }
                while !reaches(first, code, levels) {
                    first = first.next_up();
                }
                let codes = [first.next_down(), first].map(|light| i64::from(curve.code(light.into())));
                assert_eq!(codes, [code - 1, code], "{depth} bit");
            }
        }
    }

    #[test]
    fn the_light_of_every_code_has_that_code() {
        for &depth in DEPTHS {
            let levels = (1_u32 << depth) - 1;
            for code in 0..=levels {
                assert_eq!(Curve::of(depth).code(light(f64::from(code) / f64::from(levels))), code);
            }
            for (light, code) in
                [(-1.0, 0), (0.0, 0), (1e-300, 0), (f64::MIN_POSITIVE, 0), (1.0, levels), (2.0, levels), (f64::MAX, levels)]
            {
                assert_eq!(Curve::of(depth).code(light), code);
            }
        }
    }
}
