//! A box of samples, in one file or slice by slice.

use lacuna::Number;
use serde::{Deserialize, Serialize};

/// The most slices of a volume.
pub const MAX_SLICES: u32 = 1 << 16;

/// Samples in x, y and z. In the file x varies fastest, z slowest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volume {
    /// Samples along x, y and z; at most 65536 slices.
    pub sides: [u32; 3],
    /// The box in units: x0, y0, z0, x1, y1, z1. By default a cube is 8 units long.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub corners: Option<[Number; 6]>,
    /// Writes each slice as a file of its own, at most 256.
    #[serde(default)]
    pub is_sliced: bool,
    /// The only slice that is written, under the name of the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<u32>,
}
