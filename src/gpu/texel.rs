//! The formats of storage textures, and the rounding of samples to them.

use crate::error::{Error, Result};
use crate::strict::texel::{nearest_half, nearest_snorm8, nearest_unorm8};

/// A format of storage textures that kernels write.
///
/// A kernel rounds each value in strict arithmetic to one that the format represents exactly, so the texels are the same on every driver. Channels of
/// the format that a program lacks are 0, and alpha is 1. Every WebGPU device can store to all of these formats; for devices with fewer capabilities,
/// check [`TexelFormat::is_storable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TexelFormat {
    /// One f32: the values themselves.
    R32Float,
    /// Two f32: the values themselves.
    Rg32Float,
    /// Four f32: the values themselves.
    Rgba32Float,
    /// Four halves (IEEE 754 binary16): the nearest, ties to even. Values beyond ±65504 become ±65504, and those that would be a subnormal half (below
    /// 2^-14) become 0.
    Rgba16Float,
    /// Four levels n / 255. Values are clamped to 0..1; n is floor(255 v + 1/2), rounded to f32 after each step.
    Rgba8Unorm,
    /// Four levels n / 127. Values are clamped to -1..1; n is floor(127 v + 1/2), rounded to f32 after each step.
    Rgba8Snorm,
}

impl TexelFormat {
    /// Every format.
    pub const ALL: [Self; 6] = [Self::R32Float, Self::Rg32Float, Self::Rgba32Float, Self::Rgba16Float, Self::Rgba8Unorm, Self::Rgba8Snorm];

    /// Returns the format of a texture if kernels can write it.
    pub fn of(format: wgpu::TextureFormat) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.texture_format() == format)
    }

    /// Returns the corresponding texture format of wgpu.
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

    /// Returns the number of channels of a texel. A program may have fewer.
    pub fn channels(self) -> usize {
        match self {
            Self::R32Float => 1,
            Self::Rg32Float => 2,
            Self::Rgba32Float | Self::Rgba16Float | Self::Rgba8Unorm | Self::Rgba8Snorm => 4,
        }
    }

    /// Returns true if devices of an adapter can store to textures of the format.
    pub fn is_storable(self, adapter: &wgpu::Adapter) -> bool {
        let features = adapter.get_texture_format_features(self.texture_format());
        features.allowed_usages.contains(wgpu::TextureUsages::STORAGE_BINDING)
            && features.flags.contains(wgpu::TextureFormatFeatureFlags::STORAGE_WRITE_ONLY)
    }

    /// Returns the texels that a kernel writes for samples with consecutive channels, as [`Cpu::evaluate`](crate::Cpu::evaluate) returns them: the
    /// bytes of the texture, without padding.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] where a texel has fewer than `channels`; [`Error::Parameter`] where the length of `samples` is not a multiple of
    /// `channels`.
    pub fn texels(self, samples: &[f32], channels: usize) -> Result<Vec<u8>> {
        self.check(channels)?;
        if channels == 0 || !samples.len().is_multiple_of(channels) {
            return Err(Error::parameter(
                "samples",
                format!("{} values are not a whole number of samples with {channels} channels", samples.len()),
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
            // The rounded values are whole levels already.
            Self::Rgba8Unorm => bytes.push((nearest_unorm8(value) * 255.0 + 0.5) as u8),
            Self::Rgba8Snorm => bytes.extend(((nearest_snorm8(value) * 127.0).round() as i8).to_le_bytes()),
        }
    }

    /// Checks that a texel has at least this many channels.
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

    /// Returns the format's name in WGSL.
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

    /// Returns the function of `texel.wgsl` that rounds values to those of the format. None for formats that represent every f32.
    pub(super) fn rounding(self) -> Option<&'static str> {
        match self {
            Self::R32Float | Self::Rg32Float | Self::Rgba32Float => None,
            Self::Rgba16Float => Some("nearest_half"),
            Self::Rgba8Unorm => Some("nearest_unorm8"),
            Self::Rgba8Snorm => Some("nearest_snorm8"),
        }
    }
}

/// Returns the bits of a half with the same value as an f32 that is 0 or a normal half.
fn half_bits(value: f32) -> u16 {
    let (sign, magnitude) = ((value.to_bits() >> 16) as u16 & 0x8000, value.to_bits() & 0x7fff_ffff);
    // The exponent's bias is 127 in an f32 and 15 in a half.
    sign | if magnitude == 0 { 0 } else { ((magnitude >> 13) - ((127 - 15) << 10)) as u16 }
}
