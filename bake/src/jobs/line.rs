//! Samples along a line, as a table or as a drawn curve.

use lacuna::Number;
use serde::{Deserialize, Serialize};

/// Samples along x at y = 0, each at the centre of its part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The ends along x.
    pub ends: [Number; 2],
    /// How many samples.
    pub samples: u32,
    /// Where the line lies along z.
    #[serde(default)]
    pub z: Number,
}
