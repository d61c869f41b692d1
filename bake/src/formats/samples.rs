//! Samples as the numbers in a file.

use std::borrow::Cow;
use std::io;

/// The kind of number that a sample is stored as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    U8,
    U16,
    /// The half nearest to the value.
    Half,
    /// The value itself.
    F32,
}

impl Kind {
    /// Returns the kind that most formats use for a depth.
    pub(super) fn of(depth: u8) -> Self {
        match depth {
            8 => Self::U8,
            16 => Self::U16,
            _ => Self::F32,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::Half | Self::F32)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::Half => "half",
            Self::F32 => "f32",
        }
    }
}

/// Returns samples as little-endian bytes, as .r32 holds them.
pub(crate) fn little_endian(samples: &[f32]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(bytemuck::cast_slice(samples))
    } else {
        Cow::Owned(samples.iter().flat_map(|sample| sample.to_le_bytes()).collect())
    }
}

/// Allocates an empty list of this capacity.
pub(super) fn room<T>(length: usize) -> io::Result<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(length)?;
    Ok(room)
}
