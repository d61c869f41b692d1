//! Samples as levels of 8 and 16 bit.

use std::io;

use super::encoding::Encoding;
use super::pieces::{Encoded, PieceEncoder};
use super::samples::{Kind, room};
use crate::Range;
use crate::srgb::Curve;

impl Encoding {
    /// Appends the 8-bit levels of samples, and returns the number of samples outside the range.
    pub(crate) fn levels(&self, samples: &[f32], to: &mut Vec<u8>) -> io::Result<u64> {
        quantize(self, samples, to, |level| level as u8)
    }
}

/// The byte order of 16 bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Big,
    Little,
    /// The order of this machine.
    Native,
}

/// Encodes pieces as levels of 8 or 16 bit. It makes no bytes of floats, since files hold the samples themselves.
pub(super) struct Levels<'a> {
    encoding: &'a Encoding,
    order: Order,
    words: Vec<u16>,
}

impl<'a> Levels<'a> {
    pub(super) fn new(encoding: &'a Encoding, order: Order) -> Self {
        Self { encoding, order, words: Vec::new() }
    }
}

impl PieceEncoder for Levels<'_> {
    fn encode(&mut self, _first: u64, samples: &[f32]) -> io::Result<Encoded> {
        let Self { encoding, order, words } = self;
        let mut bytes = Vec::new();
        let saturated = match encoding.kind() {
            Kind::Half | Kind::F32 => 0,
            Kind::U8 => quantize(encoding, samples, &mut bytes, |level| level as u8)?,
            Kind::U16 => {
                let saturated = quantize(encoding, samples, words, |level| level as u16)?;
                match order {
                    Order::Big => words.iter_mut().for_each(|word| *word = word.to_be()),
                    Order::Little => words.iter_mut().for_each(|word| *word = word.to_le()),
                    Order::Native => {}
                }
                bytes = room(2 * words.len())?;
                bytes.extend_from_slice(bytemuck::cast_slice(words));
                saturated
            }
        };
        Ok(Encoded { bytes, saturated, ..Encoded::default() })
    }
}

/// Makes no bytes, for files that are made from the samples as a whole or hold them. Counts the samples outside the range.
pub(super) struct Unchanged<'a>(pub(super) &'a Encoding);

impl PieceEncoder for Unchanged<'_> {
    fn encode(&mut self, _first: u64, samples: &[f32]) -> io::Result<Encoded> {
        let saturated = if self.0.kind().is_float() { 0 } else { outside(samples, self.0.range) };
        Ok(Encoded { saturated, ..Encoded::default() })
    }
}

/// The number of samples that are mapped at a time.
const TOGETHER: usize = 64;

/// Maps each sample to its level of 8 or 16 bit, saturated, and returns the number of samples outside the range.
///
/// Data and alpha become floor((sample - least) / (greatest - least) * levels + 1/2) in f64. For colours the sRGB curve comes before the rounding.
pub(super) fn quantize<T: Copy + Default>(
    encoding: &Encoding,
    samples: &[f32],
    to: &mut Vec<T>,
    level: impl Fn(u32) -> T,
) -> io::Result<u64> {
    let least = encoding.range.least.to_f64();
    let length = encoding.range.greatest.to_f64() - least;
    let levels = if encoding.kind() == Kind::U8 { 255.0 } else { 65_535.0 };
    to.clear();
    to.try_reserve_exact(samples.len())?;
    let curve = encoding.is_srgb().then(|| Curve::of(encoding.depth));
    let are_alpha: Vec<bool> = (0..usize::from(encoding.channels)).map(|channel| encoding.alpha() == Some(channel)).collect();
    let mut are_alpha = are_alpha.iter().cycle();
    let (mut parts, mut mapped) = ([0.0; TOGETHER], [T::default(); TOGETHER]);
    for samples in samples.chunks(TOGETHER) {
        // Loops of their own, so that the compiler vectorises them.
        for (part, sample) in parts.iter_mut().zip(samples) {
            *part = (f64::from(*sample) - least) / length;
        }
        match curve {
            Some(curve) => {
                for ((mapped, &part), is_alpha) in mapped.iter_mut().zip(&parts).zip(are_alpha.by_ref().take(samples.len())) {
                    *mapped = level(if *is_alpha { nearest(part, levels) } else { curve.code(part) });
                }
            }
            None => {
                for (mapped, &part) in mapped.iter_mut().zip(&parts) {
                    *mapped = level(nearest(part, levels));
                }
            }
        }
        to.extend_from_slice(&mapped[..samples.len()]);
    }
    Ok(outside(samples, encoding.range))
}

/// The ulp of an f64 from here to twice as far is 1.
const WHOLE: f64 = (1_u64 << 52) as f64;

/// Returns the level nearest to a part of so many levels, halves up, saturated. Casts of floats are not vectorised, so the integer is taken from the bits of
/// a sum.
fn nearest(part: f64, levels: f64) -> u32 {
    let raised = part * levels + 0.5;
    let raised = if raised > 0.0 { raised } else { 0.0 };
    let raised = if raised < levels { raised } else { levels };
    let whole = (raised + WHOLE) - WHOLE;
    let floor = whole - if whole > raised { 1.0 } else { 0.0 };
    (floor + WHOLE).to_bits() as u32
}

/// Counts the samples outside the range.
fn outside(samples: &[f32], range: Range) -> u64 {
    let [least, greatest] = range.ends();
    let of_some = |samples: &[f32]| samples.iter().map(|&sample| u32::from(sample < least) + u32::from(sample > greatest)).sum::<u32>();
    // As many as fit into 32 bits, of which a vector has more than of 64.
    samples.chunks(1 << 30).map(|samples| u64::from(of_some(samples))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_begins_where_the_formula_has_it_begin() {
        for levels in [255_u32, 65_535] {
            let length = f64::from(levels);
            let starts = (0..=levels).map(|level| (f64::from(level) - 0.5) / length);
            let around = starts.flat_map(|start| [start.next_down(), start, start.next_up()]);
            let far = [0.0, -0.0, 1.0, 2.0, -1e300, 1e300, f64::MIN_POSITIVE, f64::INFINITY, f64::NEG_INFINITY];
            for part in around.chain(far) {
                let expected = (part * length + 0.5).floor().clamp(0.0, length);
                assert_eq!(f64::from(nearest(part, length)), expected, "{part} of {levels}");
            }
        }
    }
}
