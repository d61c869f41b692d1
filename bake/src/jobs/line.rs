//! Samples along a line, as a table or as a plotted curve.

use lacuna::Number;
use serde::{Deserialize, Serialize};

/// Samples along x at y = 0, each at the centre of its part of the line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The ends along x.
    pub ends: [Number; 2],
    /// The number of samples.
    pub samples: u32,
    /// The position of the line along z.
    #[serde(default)]
    pub z: Number,
}
