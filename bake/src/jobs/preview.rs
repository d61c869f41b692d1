//! A lit picture of a material, whose maps are the recipe's outputs.

use lacuna::Number;
use lacuna::graph::nodes::NormalSpace;
use lacuna::recipe::{Content, Material, Recipe, Role};
use serde::{Deserialize, Serialize};

use crate::area::{Area, Region};
use crate::size::Size;

/// The most texels along a side of the maps unless more are asked for.
const MOST_UNASKED: u32 = 2048;

/// A material on a shape, in light. The outputs with the names of [`Role`]s are its maps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preview {
    /// The region of the maps, and the size of the picture.
    pub area: Area,
    /// Samples of the maps, which cover the region. They stay in memory, about 80 bytes each.
    pub map: Size,
    /// The shape that the material covers.
    pub shape: ShapeName,
    /// The lights around it.
    pub light: LightsName,
    /// The direction of the sun from the middle of the picture: its azimuth, clockwise from the top, and its altitude above the picture, in degrees.
    pub sun: [Number; 2],
    /// The brightness of the light, 0.1 to 10, by default 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub brightness: Number,
    /// The maps across the shape, 0.1 to 64.
    pub repeat: Number,
    /// The length of a height of 1, in units of the region, within ±10^6; 0 leaves the shape as it is.
    pub relief_height: Number,
    /// The angle by which the shape is turned, in degrees.
    pub heading: Number,
    /// The angle of view below the horizon, 0 to 90 degrees.
    pub pitch: Number,
    /// The magnification, 0.1 to 100: 1 frames all of the shape.
    pub zoom: Number,
    /// Rays along each side of a pixel, 1 to 8.
    pub antialias: u32,
}

fn one() -> Number {
    Number::ONE
}

fn is_one(number: &Number) -> bool {
    *number == Number::ONE
}

/// The shape that a material covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ShapeName {
    /// A ball.
    #[default]
    Sphere,
    /// A slab that lies flat.
    Plane,
    /// A cube.
    Cube,
}

/// The lights around a material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LightsName {
    /// Large lamps in a grey room.
    #[default]
    Studio,
    /// The sun and a sky.
    Sun,
}

impl Preview {
    /// Returns the picture of a recipe's material on a shape, with the defaults for all else. The area is that of the maps, with the size of the picture.
    pub fn of(recipe: &Recipe, area: Area, shape: ShapeName) -> Self {
        // The sphere is seen from the front, whatever else a little from above.
        let (repeat, heading, pitch) = match shape {
            ShapeName::Sphere => (2, 0, 8),
            ShapeName::Plane => (1, 25, 38),
            ShapeName::Cube => (1, 35, 24),
        };
        Self {
            area,
            map: map_of(area),
            shape,
            light: LightsName::default(),
            sun: [315.into(), 45.into()],
            brightness: Number::ONE,
            repeat: repeat.into(),
            relief_height: height_of(recipe),
            heading: heading.into(),
            pitch: pitch.into(),
            zoom: Number::ONE,
            antialias: 2,
        }
    }

    /// Returns `true` if a recipe has a material, whose picture can be made.
    pub fn is_in(recipe: &Recipe) -> bool {
        recipe.outputs.contains_key(Role::Albedo.name())
    }
}

/// Returns maps as wide as the picture's shorter side, with square texels.
fn map_of(Area { size, region, .. }: Area) -> Size {
    let width = size.width.min(size.height).min(MOST_UNASKED);
    let Some(Region(edges)) = region else { return Size { width, height: width } };
    let [x0, y0, x1, y1] = edges.map(Number::to_f64);
    let height = libm::round(f64::from(width) * (y1 - y0) / (x1 - x0));
    Size { width, height: height.clamp(1.0, f64::from(MOST_UNASKED)) as u32 }
}

/// Returns the length of a height of 1: that of the material, or that of which the recipe makes a normal map.
fn height_of(recipe: &Recipe) -> Number {
    if let Some(material) = &recipe.material {
        return material.displacement;
    }
    match recipe.outputs.get(Role::Normal.name()).map(|output| &output.content) {
        Some(Content::Normal(map)) if map.space == NormalSpace::Tangent => map.strength,
        _ => Material::default().displacement,
    }
}
