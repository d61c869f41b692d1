//! Shaded views of terrain: a map lit by the sun, or a block of terrain seen from one side.

use lacuna::Number;
use lacuna::recipe::{OutputRange, Recipe};
use lacuna::view::{Camera, Law, Lens, Light, Palette, Projection, Sun};
use serde::{Deserialize, Serialize};

use crate::area::Area;
use crate::size::Size;

/// The name of the output with the colours of a surface.
const ALBEDO: &str = "albedo";

/// An output of one channel, shown as terrain in colour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The region of the terrain, and the size of the picture.
    pub area: Area,
    /// The block of terrain and its camera; a map if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relief: Option<Relief>,
    /// The heights at the ends of the palette; the output's range by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<OutputRange>,
    /// The sun's azimuth, clockwise from the top of the map, and its altitude, 1 to 90, in degrees.
    pub sun: [Number; 2],
    /// The shading of the terrain.
    #[serde(default, skip_serializing_if = "LightName::is_usual")]
    pub light: LightName,
    /// The brightness of the light, 0.1 to 10, by default 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub brightness: Number,
    /// Casts shadows even if `light` is not one of the shadow kinds.
    #[serde(default)]
    pub shadows: bool,
    /// The noise value of the water level. Lower ground is under water.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub water: Option<Number>,
    /// The height of a noise value of 1, in units of the region.
    pub relief_height: Number,
    /// The colours of the terrain, of its water and of the sky.
    pub palette: PaletteName,
    /// The output, a colour, that gives the ground its colours in the place of the palette's. Alpha has no effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drape: Option<String>,
    /// Draws a line on the terrain every this many samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wireframe: Option<u32>,
    /// Rays along each side of a pixel, 1 to 8.
    pub antialias: u32,
}

fn one() -> Number {
    Number::ONE
}

fn is_one(number: &Number) -> bool {
    *number == Number::ONE
}

/// The shading of the terrain. Unless it is smooth, each cell, the square between four samples, is one flat face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LightName {
    /// The colours alone, without light.
    None,
    /// By the difference of heights along the sun's direction.
    Height,
    /// The same, smooth.
    HeightSmooth,
    /// Lambert's law.
    Lambert,
    /// The same, smooth.
    #[default]
    LambertSmooth,
    /// Lambert's law and cast shadows, by tracing rays to the sun.
    Shadow,
    /// The same, smooth.
    ShadowSmooth,
}

impl LightName {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    fn light(self) -> Light {
        let law = match self {
            Self::None => Law::None,
            Self::Height | Self::HeightSmooth => Law::HeightDifference,
            Self::Lambert | Self::LambertSmooth | Self::Shadow | Self::ShadowSmooth => Law::Lambert,
        };
        Light { law, is_smooth: matches!(self, Self::None | Self::HeightSmooth | Self::LambertSmooth | Self::ShadowSmooth) }
    }

    fn has_shadows(self) -> bool {
        matches!(self, Self::Shadow | Self::ShadowSmooth)
    }
}

/// A block of terrain, and its camera.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relief {
    /// Samples of the terrain, which cover the region. They stay in memory, about 6 bytes each.
    pub terrain: Size,
    /// The projection of the camera.
    pub lens: LensName,
    /// The direction of view, in degrees clockwise from the top of the map.
    pub heading: Number,
    /// The angle of view below the horizon, 5 to 90 degrees.
    pub pitch: Number,
    /// The magnification, 0.1 to 100: 1 frames all of the terrain.
    pub zoom: Number,
    /// The share of haze in the colour of the farthest corner, 0 to 0.99.
    pub haze: Number,
}

/// The projection of a camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LensName {
    /// Parallel rays.
    Orthographic,
    /// Distant things are smaller.
    Perspective,
}

/// The colours of the terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PaletteName {
    /// Meadows, woods, rock and snow.
    Terrain,
    /// White.
    Grey,
}

impl View {
    /// Returns the output that gives terrain its colours unless others are chosen: `albedo`, if it is a colour.
    pub fn usual_drape(recipe: &Recipe) -> Option<String> {
        let is_there = recipe.outputs.contains_key(ALBEDO) && recipe.output(ALBEDO).is_ok_and(|output| output.content.is_color());
        is_there.then(|| ALBEDO.to_owned())
    }

    /// Returns the library's view, with the default range.
    pub fn settings(&self) -> lacuna::view::View {
        let projection = self.relief.as_ref().map_or(Projection::Hillshade, |relief| {
            Projection::Relief(Camera {
                lens: match relief.lens {
                    LensName::Orthographic => Lens::Orthographic,
                    LensName::Perspective => Lens::Perspective,
                },
                heading: relief.heading.to_f64(),
                pitch: relief.pitch.to_f64(),
                zoom: relief.zoom.to_f64(),
                haze: relief.haze.to_f64(),
            })
        });
        let [azimuth, altitude] = self.sun;
        lacuna::view::View {
            projection,
            sun: Sun { azimuth: azimuth.to_f64(), altitude: altitude.to_f64() },
            relief_height: self.relief_height.to_f64(),
            water: self.water.map(Number::to_f64),
            light: self.light.light(),
            brightness: self.brightness.to_f64(),
            shadows: self.shadows || self.light.has_shadows(),
            wireframe: self.wireframe,
            antialias: self.antialias,
            palette: match self.palette {
                PaletteName::Terrain => Palette::terrain(),
                PaletteName::Grey => Palette::grey(),
            },
            ..lacuna::view::View::default()
        }
    }
}
