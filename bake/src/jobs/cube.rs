//! The six faces of a cube map of a `cube` node, in one file or in six.

use lacuna::Number;
use serde::{Deserialize, Serialize};

/// The six faces of a cube map, laid out as in Vulkan, Direct3D and WebGPU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cube {
    /// Samples along a side of a face, 1 to 65536.
    pub side: u32,
    /// The `size` of the `cube` node: the length of a face, in units.
    pub face_length: Number,
    /// The only face that is written, 0 to 5 for +x, -x, +y, -y, +z, -z, under the name of the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<u32>,
}
