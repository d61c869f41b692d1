//! The textures in KTX2 and DDS, uncompressed and with all mip maps.

use std::borrow::Cow;
use std::io;

use super::levels::quantize;
use super::samples::{Kind, little_endian, room};
use super::{Alpha, Description, Encoding, FactsPlace, Meaning, Pieces, Shape, ShapeKind, StoredFacts};
use crate::meaning::visible;

/// The common part of their descriptions. Each sets its own name, summary and place of metadata.
pub(super) const DESCRIPTION: Description = Description {
    name: "",
    aliases: &[],
    summary: "",
    depths: &[16, 8, 32],
    channels: &[1, 2, 3, 4],
    shapes: &[ShapeKind::Picture, ShapeKind::Volume, ShapeKind::Cube],
    facts: FactsPlace::Beside,
    is_streamed: false,
    cuts_rows: false,
    seeks: false,
    alpha: Some(Alpha::Straight),
    has_place: false,
    longest_side: u32::MAX,
};

/// 8-bit colours are sRGB. GPUs have no 16-bit sRGB format, so 16-bit textures hold linear light.
pub(super) fn is_srgb(encoding: &Encoding) -> bool {
    encoding.meaning.is_color() && encoding.kind() == Kind::U8
}

/// A texture with its mip maps.
pub(super) struct Texture {
    /// The stored encoding: with a channel of ones if the texture needs one.
    pub(super) stored: Encoding,
    /// The levels of each picture that has its own mip maps, the largest first.
    pub(super) parts: Vec<Vec<Level>>,
}

/// A picture or a volume of f32, from which the next smaller one is computed.
pub(super) struct Level {
    width: usize,
    height: usize,
    slices: usize,
    channels: usize,
    /// The place of alpha in a pixel of colour.
    alpha: Option<usize>,
    samples: Vec<f32>,
}

/// Returns the number of channels of the texture. No texture format has three; and with fewer, sRGB has no alpha.
fn channels(encoding: &Encoding) -> u8 {
    if encoding.channels == 3 || encoding.is_srgb() { 4 } else { encoding.channels }
}

/// Returns the bytes of the samples of the largest levels.
pub(super) fn memory(encoding: &Encoding) -> usize {
    let samples = encoding.samples() / u64::from(encoding.channels) * u64::from(channels(encoding));
    usize::try_from(samples).unwrap_or(usize::MAX).saturating_mul(size_of::<f32>())
}

impl Texture {
    pub(super) fn new(encoding: &Encoding, pieces: &mut dyn Pieces) -> io::Result<Self> {
        let channels = channels(encoding);
        let stored = Encoding { channels, facts: StoredFacts::default(), ..*encoding };
        let count = if encoding.shape == Shape::Cube { 6 } else { 1 };
        let slices = slices(encoding).unwrap_or(1) as usize;
        let [width, height] = [encoding.size.width, encoding.part_rows()].map(|side| side as usize);
        let channels = usize::from(channels);
        let length = width * height * slices * channels;
        let alpha = encoding.alpha().map(|_| channels - 1);
        let largest = || Ok(Level { width, height, slices, channels, alpha, samples: room(length)? });
        let mut parts = (0..count).map(|_| largest()).collect::<io::Result<Vec<_>>>()?;
        let mut part = 0;
        pieces.each(&mut |piece| {
            let mut left = piece.samples;
            while !left.is_empty() {
                if parts[part].samples.len() == length {
                    part += 1;
                }
                let to = &mut parts[part].samples;
                let free = (length - to.len()) / channels * usize::from(encoding.channels);
                let (of_part, others) = left.split_at(free.min(left.len()));
                widen(encoding, channels, of_part, to);
                left = others;
            }
            Ok(())
        })?;
        Ok(Self { stored, parts: parts.into_iter().map(|part| part.chain(encoding.meaning, pieces)).collect::<io::Result<_>>()? })
    }

    /// Returns the texels of a level as bytes.
    pub(super) fn bytes<'a>(&self, level: &'a Level) -> io::Result<Cow<'a, [u8]>> {
        let samples = &level.samples;
        match self.stored.kind() {
            Kind::U8 => {
                let mut bytes = Vec::new();
                quantize(&self.stored, samples, &mut bytes, |level| level as u8)?;
                Ok(bytes.into())
            }
            Kind::U16 => {
                let mut words = Vec::new();
                quantize(&self.stored, samples, &mut words, |level| (level as u16).to_le())?;
                let mut bytes = room(2 * words.len())?;
                bytes.extend_from_slice(bytemuck::cast_slice(&words));
                Ok(bytes.into())
            }
            Kind::Half | Kind::F32 => Ok(little_endian(samples)),
        }
    }

    /// Returns the number of bytes of a level's texels.
    pub(super) fn length(&self, level: &Level) -> usize {
        level.samples.len() * usize::from(self.stored.depth / 8)
    }

    pub(super) fn texel(&self) -> usize {
        self.stored.bytes_a_pixel() as usize
    }
}

pub(super) fn slices(encoding: &Encoding) -> Option<u32> {
    if let Shape::Volume { slices } = encoding.shape { Some(slices) } else { None }
}

/// Appends pixels in their stored form.
fn widen(encoding: &Encoding, channels: usize, samples: &[f32], to: &mut Vec<f32>) {
    let opaque = if encoding.holds_values() { 1.0 } else { encoding.range.greatest.to_f64() as f32 };
    let pixels = samples.chunks_exact(encoding.channels.into());
    match encoding.channels {
        count if usize::from(count) == channels => to.extend_from_slice(samples),
        1 => to.extend(pixels.flat_map(|pixel| [pixel[0], pixel[0], pixel[0], opaque])),
        2 => to.extend(pixels.flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]])),
        _ => to.extend(pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], opaque])),
    }
}

impl Level {
    /// Returns this level and all smaller ones.
    fn chain(self, meaning: Meaning, pieces: &mut dyn Pieces) -> io::Result<Vec<Self>> {
        let mut levels = vec![self];
        while let Some(last) = levels.last().filter(|last| last.width.max(last.height).max(last.slices) > 1) {
            levels.push(last.halved(pieces)?);
        }
        // Only now: the direction of a level is that of the mean of all that it covers.
        if let Some(lengthen) = meaning.lengthen() {
            levels[1..].iter_mut().try_for_each(|level| level.change(&lengthen, pieces))?;
        }
        Ok(levels)
    }

    /// Changes each pixel.
    fn change(&mut self, change: impl Fn(&mut [f64]), pieces: &mut dyn Pieces) -> io::Result<()> {
        let mut changed = Vec::new();
        for row in self.samples.chunks_exact_mut(self.width * self.channels) {
            pieces.check()?;
            for pixel in row.chunks_exact_mut(self.channels) {
                changed.clear();
                changed.extend(pixel.iter().copied().map(f64::from));
                change(&mut changed);
                pixel.iter_mut().zip(&changed).for_each(|(to, &changed)| *to = changed as f32);
            }
        }
        Ok(())
    }

    /// Returns the next level, half as wide, high and deep, rounded down. Each pixel is the mean of the pixels it covers, weighted by volume, and colours
    /// also by alpha: what can't be seen has no colour. Colours are linear light, so their means are those of light.
    fn halved(&self, pieces: &mut dyn Pieces) -> io::Result<Self> {
        let [width, height, slices] = [self.width, self.height, self.slices].map(|side| (side / 2).max(1));
        let mut samples = room(width * height * slices * self.channels)?;
        for z in 0..slices {
            for y in 0..height {
                pieces.check()?;
                for x in 0..width {
                    for channel in 0..self.channels {
                        samples.push(self.mean([x, y, z], [width, height, slices], channel) as f32);
                    }
                }
            }
        }
        Ok(Self { width, height, slices, samples, ..*self })
    }

    /// Returns the mean of a channel over the part that a pixel of a picture of another size covers.
    fn mean(&self, at: [usize; 3], size: [usize; 3], channel: usize) -> f64 {
        let seen = self.alpha.filter(|&alpha| alpha != channel).and_then(|alpha| {
            let [sum, weights] = self.sums(at, size, channel, |pixel| visible(pixel[alpha].into()));
            (weights > 0.0).then(|| sum / weights)
        });
        seen.unwrap_or_else(|| self.sums(at, size, channel, |_| 1.0)[0])
    }

    /// Returns the weighted sum of a channel over that part, and the sum of the weights: those by volume, whose sum is 1, times those of pixels.
    fn sums(&self, [x, y, z]: [usize; 3], [width, height, slices]: [usize; 3], channel: usize, weigh: impl Fn(&[f32]) -> f64) -> [f64; 2] {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (slice, weight_of_slice) in covered(z, slices, self.slices) {
            for (row, weight_of_row) in covered(y, height, self.height) {
                let first = (slice * self.height + row) * self.width;
                for (column, weight) in covered(x, width, self.width) {
                    let pixel = &self.samples[(first + column) * self.channels..][..self.channels];
                    let weighed = weigh(pixel);
                    sum += f64::from(pixel[channel]) * weight_of_row * weight * weight_of_slice * weighed;
                    weights += weight_of_row * weight * weight_of_slice * weighed;
                }
            }
        }
        [sum, weights]
    }
}

/// Returns the pixels of a row of `from` that pixel `index` of a row of `to` covers, with their shares of it. `to` is half of `from`, rounded down.
fn covered(index: usize, to: usize, from: usize) -> impl Iterator<Item = (usize, f64)> + Clone {
    // In units in which a pixel of the smaller row has the length `from`, and one of the larger row `to`.
    let (start, end) = (index * from, (index + 1) * from);
    (start / to..end.div_ceil(to)).map(move |pixel| {
        let length = ((pixel + 1) * to).min(end) - (pixel * to).max(start);
        (pixel, length as f64 / from as f64)
    })
}
