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
pub(super) fn quantize<T: Copy>(encoding: &Encoding, samples: &[f32], to: &mut Vec<T>, level: impl Fn(u32) -> T) -> io::Result<u64> {
    let least = encoding.range.least.to_f64();
    let length = encoding.range.greatest.to_f64() - least;
    let levels = if encoding.kind() == Kind::U8 { 255.0 } else { 65_535.0 };
    to.clear();
    to.try_reserve_exact(samples.len())?;
    let curve = encoding.is_srgb().then(|| Curve::of(encoding.depth));
    let are_alpha: Vec<bool> = (0..usize::from(encoding.channels)).map(|channel| encoding.is_alpha(channel)).collect();
    let mut are_alpha = are_alpha.iter().cycle();
    // Nothing is negative here, so a cast rounds down.
    let even = |part: f64| (part * levels + 0.5).clamp(0.0, levels) as u32;
    for samples in samples.chunks(TOGETHER) {
        // A loop of its own, so that the compiler vectorises it.
        let mut parts = [0.0; TOGETHER];
        for (part, sample) in parts.iter_mut().zip(samples) {
            *part = (f64::from(*sample) - least) / length;
        }
        let parts = &parts[..samples.len()];
        match curve {
            Some(curve) => to.extend(
                parts.iter().zip(&mut are_alpha).map(|(&part, &is_alpha)| level(if is_alpha { even(part) } else { curve.code(part) })),
            ),
            None => to.extend(parts.iter().map(|&part| level(even(part)))),
        }
    }
    Ok(outside(samples, encoding.range))
}

/// Counts the samples outside the range.
fn outside(samples: &[f32], range: Range) -> u64 {
    let [least, greatest] = range.ends();
    samples.iter().map(|&sample| u64::from(sample < least) + u64::from(sample > greatest)).sum()
}
