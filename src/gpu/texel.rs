//! The formats of storage textures, and what they make of samples.

use crate::error::{Error, Result};
use crate::value::texel::{nearest_half, nearest_snorm8, nearest_unorm8};

/// The format of a storage texture that kernels write.
///
/// A kernel rounds each value in its own strict arithmetic to one that the format holds exactly, so the texels are the same on every driver. Channels
/// of the format that a program doesn't have are 0, alpha 1. All are storage formats of every device that WebGPU runs on; [`TexelFormat::is_storable`]
/// tells of lesser ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TexelFormat {
    /// One f32: the values themselves.
    R32Float,
    /// Two f32: the values themselves.
    Rg32Float,
    /// Four f32: the values themselves.
    Rgba32Float,
    /// Four halves (IEEE 754 binary16): the nearest, ties to even. What lies beyond ±65504 becomes ±65504, and what would be a subnormal half
    /// (below 2^-14) becomes 0.
    Rgba16Float,
    /// Four levels n / 255 from 0 to 1, at which values are held: n is floor(255 v + 1/2), rounded to f32 after each step.
    Rgba8Unorm,
    /// Four levels n / 127 from -1 to 1, at which values are held: n is floor(127 v + 1/2), rounded to f32 after each step.
    Rgba8Snorm,
}

impl TexelFormat {
    /// Every format.
    pub const ALL: [Self; 6] = [Self::R32Float, Self::Rg32Float, Self::Rgba32Float, Self::Rgba16Float, Self::Rgba8Unorm, Self::Rgba8Snorm];

    /// The format of a texture, if kernels write it.
    pub fn of(format: wgpu::TextureFormat) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.texture_format() == format)
    }

    /// The format as a texture is made with it.
    pub fn texture_format(self) -> wgpu::TextureFormat {
        match self {
            Self::R32Float => wgpu::TextureFormat::R32Float,
            Self::Rg32Float => wgpu::TextureFormat::Rg32Float,
            Self::Rgba32Float => wgpu::TextureFormat::Rgba32Float,
            Self::Rgba16Float => wgpu::TextureFormat::Rgba16Float,
            Self::Rgba8Unorm => wgpu::TextureFormat::Rgba8Unorm,
            Self::Rgba8Snorm => wgpu::TextureFormat::Rgba8Snorm,
        }
    }

    /// How many channels a texel has. A program may have fewer.
    pub fn channels(self) -> usize {
        match self {
            Self::R32Float => 1,
            Self::Rg32Float => 2,
            Self::Rgba32Float | Self::Rgba16Float | Self::Rgba8Unorm | Self::Rgba8Snorm => 4,
        }
    }

    /// Whether devices of an adapter store to textures of the format.
    pub fn is_storable(self, adapter: &wgpu::Adapter) -> bool {
        let features = adapter.get_texture_format_features(self.texture_format());
        features.allowed_usages.contains(wgpu::TextureUsages::STORAGE_BINDING)
            && features.flags.contains(wgpu::TextureFormatFeatureFlags::STORAGE_WRITE_ONLY)
    }

    /// The texels that a kernel writes for samples of so many channels side by side, as [`Cpu::evaluate`](crate::Cpu::evaluate) gives them: the bytes of
    /// the texture, without padding.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] where a texel has fewer channels; [`Error::Parameter`] where the samples are no whole number of pixels.
    pub fn texels(self, samples: &[f32], channels: usize) -> Result<Vec<u8>> {
        self.check(channels)?;
        if channels == 0 || !samples.len().is_multiple_of(channels) {
            return Err(Error::parameter(
                "samples",
                format!("{} values are no whole number of samples of {channels} channels", samples.len()),
            ));
        }
        let mut bytes = Vec::with_capacity(samples.len() / channels * self.channels() * 4);
        for sample in samples.chunks_exact(channels) {
            for channel in 0..self.channels() {
                let missing = if channel == 3 { 1.0 } else { 0.0 };
                self.push(sample.get(channel).copied().unwrap_or(missing), &mut bytes);
            }
        }
        Ok(bytes)
    }

    fn push(self, value: f32, bytes: &mut Vec<u8>) {
        match self {
            Self::R32Float | Self::Rg32Float | Self::Rgba32Float => bytes.extend(value.to_le_bytes()),
            Self::Rgba16Float => bytes.extend(half_bits(nearest_half(value)).to_le_bytes()),
            // The levels are whole already.
            Self::Rgba8Unorm => bytes.push((nearest_unorm8(value) * 255.0 + 0.5) as u8),
            Self::Rgba8Snorm => bytes.extend(((nearest_snorm8(value) * 127.0).round() as i8).to_le_bytes()),
        }
    }

    /// That a texel has room for so many channels.
    pub(super) fn check(self, channels: usize) -> Result<()> {
        if channels <= self.channels() {
            return Ok(());
        }
        let (own, format) = (self.channels(), self.texture_format());
        let others: Vec<_> =
            Self::ALL.iter().filter(|other| other.channels() >= channels).map(|other| format!("{:?}", other.texture_format())).collect();
        let mend = if others.is_empty() { "give a buffer".to_owned() } else { format!("give one of {}", others.join(", ")) };
        Err(Error::Unsupported(format!("{channels} channels in a texture of the format {format:?}, which has {own}; {mend}")))
    }

    /// The format's name in WGSL.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::R32Float => "r32float",
            Self::Rg32Float => "rg32float",
            Self::Rgba32Float => "rgba32float",
            Self::Rgba16Float => "rgba16float",
            Self::Rgba8Unorm => "rgba8unorm",
            Self::Rgba8Snorm => "rgba8snorm",
        }
    }

    /// The function of `texel.wgsl` that rounds values to those of the format; None where it holds every f32.
    pub(super) fn rounding(self) -> Option<&'static str> {
        match self {
            Self::R32Float | Self::Rg32Float | Self::Rgba32Float => None,
            Self::Rgba16Float => Some("nearest_half"),
            Self::Rgba8Unorm => Some("nearest_unorm8"),
            Self::Rgba8Snorm => Some("nearest_snorm8"),
        }
    }
}

/// The bits of a half, from the f32 of the same value, which is 0 or normal as a half.
fn half_bits(value: f32) -> u16 {
    let (sign, magnitude) = ((value.to_bits() >> 16) as u16 & 0x8000, value.to_bits() & 0x7fff_ffff);
    // The exponent counts from 127 in an f32 and from 15 in a half.
    sign | if magnitude == 0 { 0 } else { ((magnitude >> 13) - ((127 - 15) << 10)) as u16 }
}
