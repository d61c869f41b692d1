//! Materials: what the outputs of a recipe are on a surface.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::graph::KeyKind;
use crate::key::{KeyType as _, number};
use crate::number::Number;

/// The key of the table of the material.
pub(super) const MATERIAL: &str = "material";

/// The surface that a recipe makes: the table `[material]`. Its outputs of the names of [`Role`]s are what a renderer reads.
///
/// As it is written, the table has the roles, too. Each becomes an output of its name. Where it gives a height, and no normal or no occlusion, these come from the
/// height.
///
/// ```
/// let recipe = lacuna::recipe::read(r##"
///     version = 2
///     nodes.hills = { kind = "fbm", source = { kind = "perlin" } }
///     material = { albedo = "#8a8278", height = "0.5 + 0.5 * hills", roughness = 0.8, size = 2, displacement = 0.1 }
/// "##)?;
/// assert_eq!(recipe.output_names(), ["albedo", "ao", "height", "normal", "roughness"]);
/// assert_eq!(recipe.material.map(|material| material.size), Some(2.into()));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// The width of the picture in metres, 10^-6 to 10^9; by default 1.
    #[serde(default = "one_metre")]
    pub size: Number,
    /// The units of the domain that a height of 1 is high, within ±10^6; by default a quarter.
    #[serde(default = "quarter")]
    pub displacement: Number,
}

fn one_metre() -> Number {
    Number::ONE
}

fn quarter() -> Number {
    0.25.into()
}

impl Default for Material {
    fn default() -> Self {
        Self { size: one_metre(), displacement: quarter() }
    }
}

/// The legal values of the keys.
pub(super) const SIZE: KeyKind = number(1e-6, 1e9);
pub(super) const DISPLACEMENT: KeyKind = number(-1e6, 1e6);

impl Material {
    pub(super) fn validate(&self) -> Result<()> {
        self.size.check(&SIZE, &format!("{MATERIAL}.size"))?;
        self.displacement.check(&DISPLACEMENT, &format!("{MATERIAL}.displacement"))
    }
}

/// What an output is on the surface of a material. Its name is that of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The colour of the surface in even light; the reflectance of a metal.
    Albedo,
    /// The height, 0 to 1.
    Height,
    /// The normals, as a normal map.
    Normal,
    /// 0 is a mirror, 1 is dull.
    Roughness,
    /// 0 is no metal, 1 is metal.
    Metalness,
    /// Ambient occlusion: the share of the light of an even sky that reaches the surface.
    Ao,
    /// The colour of the light that the surface gives.
    Emission,
    /// 0 is a hole, 1 is opaque.
    Opacity,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 8] =
        [Self::Albedo, Self::Height, Self::Normal, Self::Roughness, Self::Metalness, Self::Ao, Self::Emission, Self::Opacity];

    /// Returns the name of the output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Albedo => "albedo",
            Self::Height => "height",
            Self::Normal => "normal",
            Self::Roughness => "roughness",
            Self::Metalness => "metalness",
            Self::Ao => "ao",
            Self::Emission => "emission",
            Self::Opacity => "opacity",
        }
    }

    /// Returns the number of a surface whose recipe lacks the role: a roughness between gloss and dullness, no metal, and 1 for all else.
    pub fn usual(self) -> f64 {
        match self {
            Self::Roughness => 0.5,
            Self::Metalness => 0.0,
            _ => 1.0,
        }
    }

    /// Returns the role of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}
