//! The pictures of a material, as a program takes them.

use serde::{Deserialize, Serialize};

use crate::area::Area;
use crate::targets::Target;

/// The pictures of a material in one folder, or in one file, named and packed as a program expects them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// The area of the pictures.
    pub area: Area,
    /// The program.
    pub target: Target,
    /// The name of the material, which the names of its files have: letters, digits, `_` and `-`.
    pub name: String,
}
