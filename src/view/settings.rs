//! The settings of a view: the projection, the sun, the camera and the colours.

use crate::error::{Error, Result};
use crate::number::Number;

/// The most steps of a ramp.
const MAX_STEPS: usize = 8;

/// The settings of a view of terrain. The defaults are those of a hillshade.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The projection: from above, or from one side.
    pub projection: Projection,
    /// The direction of the sun.
    pub sun: Sun,
    /// The model of the light on the ground.
    pub light: Light,
    /// The brightness of the light, 0.1 to 10, by default 1. The sky behind a relief does not change.
    pub brightness: f64,
    /// The length of a height of 1, in units of the region. Positive; with the spacing of the samples, slopes must not exceed 10^6.
    pub relief_height: f64,
    /// The lowest and the highest height of the ramp. For cast shadows, a hillshade also takes their difference as the greatest height of anything
    /// above its surroundings.
    pub range: [f64; 2],
    /// The height of flat water, if there is any. The ramp then starts there.
    pub water: Option<f64>,
    /// True if the ground casts shadows, which are traced by rays to the sun. This needs a light with a sun.
    pub shadows: bool,
    /// The number of samples between the lines of a wireframe on the ground, 1 to 2^20. None draws no lines.
    pub wireframe: Option<u32>,
    /// The number of rays along a side of a pixel, 1 to 8. With 1 a hillshade shows the samples themselves.
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

/// The projection of a view.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Projection {
    /// From above, with one pixel for each sample.
    Hillshade,
    /// From one side, by a camera that looks at the centre of the terrain.
    Relief(Camera),
}

/// The position of the sun, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sun {
    /// The direction that the light comes from: 0 is the side of row 0, 90 that of the last column. Finite.
    pub azimuth: f64,
    /// The angle above the plane, 1 to 90.
    pub altitude: f64,
}

impl Default for Sun {
    /// The upper left, as is usual on maps.
    fn default() -> Self {
        Self { azimuth: 315.0, altitude: 45.0 }
    }
}

/// The model of the light on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Light {
    /// The law of its brightness.
    pub law: Law,
    /// True if the rise of the ground is blended between the corners of a cell, which is the square between four samples. If false, each cell is one
    /// flat face with a single light and rise.
    pub is_smooth: bool,
}

impl Default for Light {
    /// Lambert's law, smooth.
    fn default() -> Self {
        Self { law: Law::Lambert, is_smooth: true }
    }
}

/// The law of the brightness of the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Law {
    /// No light: the colours alone.
    None,
    /// The difference of heights along the sun's direction makes the ground brighter, and the whole sky adds its light: the classic cheap hill shading.
    HeightDifference,
    /// The cosine of the angle to the sun, and the part of the sky that is visible above the horizons in eight directions.
    Lambert,
}

/// A camera. Angles are in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The lens: parallel or in perspective.
    pub lens: Lens,
    /// The direction that it looks in: at 0 row 0 is the far side, at 90 the last column. Finite.
    pub heading: f64,
    /// The angle at which it looks down, 5 to 90.
    pub pitch: f64,
    /// The zoom, 0.1 to 100. 1 frames the whole terrain; larger values come closer.
    pub zoom: f64,
    /// The fraction of the farthest corner's colour that haze replaces, 0 to below 1.
    pub haze: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self { lens: Lens::Orthographic, heading: 30.0, pitch: 32.0, zoom: 1.0, haze: 0.0 }
    }
}

/// The projection of a camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lens {
    /// Parallel rays: distance does not affect size.
    Orthographic,
    /// Rays from one point. The vertical angle of the picture is 35 degrees.
    Perspective,
}

/// The colours of a view, as sRGB with 8 bits for each channel.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    /// The colours of heights: 1 to 9 increasing positions from 0 (the lowest height of the range, or the water) to 1, each with a colour. Colours are
    /// blended in linear light.
    pub ramp: Vec<(f64, [u8; 3])>,
    /// The colour of steep ground: it begins at 30 degrees, and is the only one from 48 degrees on. In layers with the colour of the lowest ground, it
    /// is also that of the walls of a relief's block.
    pub rock: [u8; 3],
    /// True if steep ground looks like rock.
    pub is_rocky: bool,
    /// Water just above the ground, and over deep ground.
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

    /// White ground, which shows the shapes only.
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
    /// [`Error::Parameter`] with the parameter and the allowed values.
    pub fn validate(&self) -> Result<()> {
        let within = |place: &str, value: f64, from: f64, to: f64| {
            if (from..=to).contains(&value) {
                Ok(())
            } else {
                Err(Error::outside(place, [from, to], format!("{} is not allowed; give {from} to {to}", Number::from(value))))
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
