//! Terrain made visible: a map lit by the sun, or a block of terrain seen from one side.

use lacuna::Number;
use lacuna::recipe::OutputRange;
use lacuna::view::{Camera, Law, Lens, Light, Palette, Projection, Sun};
use serde::{Deserialize, Serialize};

use crate::area::Area;
use crate::size::Size;

/// An output of one channel, shown as terrain in colour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The ground that is shown, and the size of the picture.
    pub area: Area,
    /// The block of terrain that is seen from one side; without it, a map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relief: Option<Relief>,
    /// The heights over which the colours run; by default the output's range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<OutputRange>,
    /// The sun's azimuth, clockwise from the top of the map, and its altitude, 1 to 90, in degrees.
    pub sun: [Number; 2],
    /// How its light falls on the ground.
    #[serde(default, skip_serializing_if = "LightName::is_usual")]
    pub light: LightName,
    /// How bright the light is, 0.1 to 10 times as bright as usual.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub brightness: Number,
    /// Whether the sun casts shadows, also where the light is not named after them.
    #[serde(default)]
    pub shadows: bool,
    /// The noise value up to which there is water.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub water: Option<Number>,
    /// The height of a noise value of 1, in units of the region.
    pub relief_height: Number,
    /// The colours of the ground.
    pub palette: PaletteName,
    /// Draws a line on the ground every so many samples.
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

/// How light falls on the ground. Where it is not smooth, each cell, the square between four samples, is one flat face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LightName {
    /// The colours alone.
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

/// A block of terrain, and the camera that sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relief {
    /// Samples of the terrain, which cover the region; they are held in memory, about 6 bytes each.
    pub terrain: Size,
    /// How the camera projects.
    pub lens: LensName,
    /// The direction in which it looks, in degrees clockwise from the top of the map.
    pub heading: Number,
    /// How far it looks down, 5 to 90 degrees.
    pub pitch: Number,
    /// How close it comes: 1 frames all of the terrain, 0.1 to 100.
    pub zoom: Number,
    /// How much of the farthest corner's colour is lost to haze, 0 to 0.99.
    pub haze: Number,
}

/// How a camera projects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LensName {
    /// Parallel rays.
    Orthographic,
    /// What is far is smaller.
    Perspective,
}

/// The colours of the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PaletteName {
    /// Meadows, woods, rock and snow.
    Terrain,
    /// White ground.
    Grey,
}

impl View {
    /// The view as the library has it, but for its range, which is the usual one.
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
