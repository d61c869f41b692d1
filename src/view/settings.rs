//! How terrain is looked at, in numbers: the projection, the sun, the camera and the colours.

use crate::error::{Error, Result};
use crate::number::Number;

/// The most steps of a ramp.
const MAX_STEPS: usize = 8;

/// How terrain is looked at. The defaults are those of a hillshade.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// From above, or from one side.
    pub projection: Projection,
    /// Where the light comes from.
    pub sun: Sun,
    /// How it falls on the ground.
    pub light: Light,
    /// How bright the light is, 0.1 to 10 times as bright as usual. The sky behind a relief stays as it is.
    pub brightness: f64,
    /// The length of a height of 1, in units of the region. Above 0; with the spacing of the samples it must not be steeper than 10^6.
    pub relief_height: f64,
    /// The heights from the lowest to the highest of the ramp. A hillshade also takes their difference for the most that anything stands above its
    /// surroundings where it is cast into shadow.
    pub range: [f64; 2],
    /// The height of a flat water, if there is one. The ramp then begins there.
    pub water: Option<f64>,
    /// Whether what stands in the sun's way casts a shadow, by tracing a ray to the sun. It needs a light that has a sun.
    pub shadows: bool,
    /// Draws a line on the ground every so many samples, 1 to 2^20.
    pub wireframe: Option<u32>,
    /// Rays along a side of a pixel, 1 to 8; with 1 a hillshade shows each sample itself.
    pub antialias: u32,
    /// The colours of the ground, the water and the sky.
    pub palette: Palette,
}

impl Default for View {
    fn default() -> Self {
        Self {
            projection: Projection::Hillshade,
            sun: Sun::default(),
            light: Light::default(),
            brightness: 1.0,
            relief_height: 1.0,
            range: [-1.0, 1.0],
            water: None,
            shadows: false,
            wireframe: None,
            antialias: 2,
            palette: Palette::terrain(),
        }
    }
}

/// From where terrain is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Projection {
    /// Straight from above, a pixel a sample.
    Hillshade,
    /// From one side, by a camera that looks at the middle of the terrain.
    Relief(Camera),
}

/// Where the sun stands, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sun {
    /// The direction that the light comes from: 0 is the side of row 0, 90 that of the last column. Finite.
    pub azimuth: f64,
    /// Its height above the plane, 1 to 90.
    pub altitude: f64,
}

impl Default for Sun {
    /// From the upper left of a map, as maps have it.
    fn default() -> Self {
        Self { azimuth: 315.0, altitude: 45.0 }
    }
}

/// How light falls on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Light {
    /// What it goes by.
    pub law: Law,
    /// Whether the rise of the ground is blended between the corners of a cell, the square between four samples. Otherwise each cell is one flat face,
    /// with one light and one rise.
    pub is_smooth: bool,
}

impl Default for Light {
    /// Lambert's law, smooth.
    fn default() -> Self {
        Self { law: Law::Lambert, is_smooth: true }
    }
}

/// What the light on the ground goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// Nothing: the colours alone.
    None,
    /// The difference of heights along the sun's direction, by which the ground gets brighter, and the whole sky: the classic cheap shading of hills.
    HeightDifference,
    /// The cosine of the angle to the sun, and as much of the sky as eight horizons leave.
    Lambert,
}

/// A camera. Angles are degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Whether what is far is smaller, and through how wide a lens.
    pub lens: Lens,
    /// The direction that it looks in: at 0 row 0 is the far side, at 90 the last column. Finite.
    pub heading: f64,
    /// How far it looks down, 5 to 90.
    pub pitch: f64,
    /// 1 frames the whole terrain; more comes closer. 0.1 to 100.
    pub zoom: f64,
    /// How much of the colour of the farthest corner is lost to haze, 0 to below 1.
    pub haze: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self { lens: Lens::Orthographic, heading: 30.0, pitch: 32.0, zoom: 1.0, haze: 0.0 }
    }
}

/// How a camera projects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lens {
    /// Parallel rays: what is far is as large as what is near.
    Orthographic,
    /// Rays from one place, 35 degrees from the top of the picture to its bottom.
    Perspective,
}

/// The colours of a view, as sRGB has them, of 8 bit a channel.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    /// The colours of heights: 1 to 9 places from 0, the lowest of the range, or the water, to 1, each above the one before, with colours between
    /// which it is blended in linear light.
    pub ramp: Vec<(f64, [u8; 3])>,
    /// What steep ground looks like, from 30 degrees on and alone from 48, and, in layers with the colour of the lowest ground, the walls of the block of
    /// a relief.
    pub rock: [u8; 3],
    /// Whether steep ground looks like rock.
    pub is_rocky: bool,
    /// Water over ground just below it, and over deep ground.
    pub water: [[u8; 3]; 2],
    /// The sky at its zenith, and at the horizon.
    pub sky: [[u8; 3]; 2],
    /// The lines of a wireframe.
    pub line: [u8; 3],
}

impl Palette {
    /// Meadows, woods, rock and snow.
    pub fn terrain() -> Self {
        Self {
            ramp: vec![
                (0.0, [208, 194, 150]),
                (0.02, [200, 188, 138]),
                (0.045, [136, 156, 84]),
                (0.3, [88, 128, 62]),
                (0.5, [106, 124, 74]),
                (0.62, [140, 130, 108]),
                (0.72, [166, 158, 148]),
                (0.78, [240, 242, 246]),
                (1.0, [250, 251, 255]),
            ],
            rock: [134, 123, 110],
            is_rocky: true,
            water: [[92, 152, 160], [22, 58, 92]],
            sky: [[120, 164, 214], [214, 226, 236]],
            line: [24, 26, 30],
        }
    }

    /// White ground, for shapes alone.
    pub fn grey() -> Self {
        Self {
            ramp: vec![(0.0, [232, 232, 232])],
            rock: [150, 150, 150],
            is_rocky: false,
            water: [[188, 196, 204], [120, 132, 148]],
            sky: [[176, 180, 186], [236, 236, 238]],
            line: [24, 24, 24],
        }
    }
}

impl View {
    /// Checks every number.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] with the place and what is allowed.
    pub fn validate(&self) -> Result<()> {
        let within = |place: &str, value: f64, from: f64, to: f64| {
            if (from..=to).contains(&value) {
                Ok(())
            } else {
                Err(Error::parameter(place, format!("{} is not allowed; give {from} to {to}", Number::from(value))))
            }
        };
        within("view.sun.azimuth", self.sun.azimuth, -1e6, 1e6)?;
        within("view.sun.altitude", self.sun.altitude, 1.0, 90.0)?;
        within("view.relief_height", self.relief_height, 1e-9, 1e9)?;
        within("view.brightness", self.brightness, 0.1, 10.0)?;
        if self.shadows && self.light.law == Law::None {
            return Err(Error::parameter("view.shadows", "there is no light that casts any; leave them out, or choose another light"));
        }
        within("view.antialias", self.antialias.into(), 1.0, 8.0)?;
        let [low, high] = self.range;
        if !(low.abs() <= 1e9 && high.abs() <= 1e9 && high - low >= 1e-9) {
            return Err(Error::parameter(
                "view.range",
                format!("{},{} is not allowed; give two numbers within ±10^9, the lower one first", Number::from(low), Number::from(high)),
            ));
        }
        if let Some(water) = self.water {
            within("view.water", water, -1e9, 1e9)?;
        }
        if let Some(lines) = self.wireframe {
            within("view.wireframe", lines.into(), 1.0, f64::from(1 << 20))?;
        }
        if let Projection::Relief(camera) = self.projection {
            within("view.camera.heading", camera.heading, -1e6, 1e6)?;
            within("view.camera.pitch", camera.pitch, 5.0, 90.0)?;
            within("view.camera.zoom", camera.zoom, 0.1, 100.0)?;
            within("view.camera.haze", camera.haze, 0.0, 0.99)?;
        }
        let ramp = &self.palette.ramp;
        let is_rising = ramp.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 1e-4);
        if ramp.is_empty() || ramp.len() > MAX_STEPS + 1 || !is_rising || !ramp.iter().all(|(place, _)| (0.0..=1.0).contains(place)) {
            let most = MAX_STEPS + 1;
            return Err(Error::parameter(
                "view.palette.ramp",
                format!("give 1 to {most} places from 0 to 1, each at least 0.0001 above the one before"),
            ));
        }
        Ok(())
    }
}
