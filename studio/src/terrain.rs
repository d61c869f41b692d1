//! Terrain as a relief: a block of the endless noise, a camera, a sun and water.

mod options;
mod pointer;

use lacuna::Number;
use lacuna_bake::jobs::{LensName, LightName, PaletteName, Relief, View};
use lacuna_bake::{Area, Job, Region, Size};
use serde::{Deserialize, Serialize};

pub use pointer::Changed;

/// The lights in the order in which they are cycled, with their names.
pub const LIGHTS: [(LightName, &str); 7] = [
    (LightName::None, "None"),
    (LightName::Height, "Height difference"),
    (LightName::HeightSmooth, "Height difference, smoothed"),
    (LightName::Lambert, "Lambert"),
    (LightName::LambertSmooth, "Lambert, smoothed"),
    (LightName::Shadow, "Ray-traced shadow"),
    (LightName::ShadowSmooth, "Ray-traced shadow, smoothed"),
];

/// The limits of controls, from the least to the most.
const PITCH: [f64; 2] = [5.0, 90.0];
const ZOOM: [f64; 2] = [0.1, 20.0];
const ALTITUDE: [f64; 2] = [1.0, 90.0];
const BRIGHTNESS: [f64; 2] = [0.1, 10.0];
const HAZE: [f64; 2] = [0.0, 0.9];
const SPEED: [f64; 2] = [0.1, 10.0];
const SIDE: [f64; 2] = [1e-3, 1e6];
const WATER: [f64; 2] = [-1e6, 1e6];
/// The height of a noise value of 1, as a share of the block's length.
const HEIGHT: [f64; 2] = [1e-4, 1e3];
const LINES: [u32; 2] = [2, 1024];
/// The farthest distance of the middle of the block from the origin, in units.
const FARTHEST: f64 = 1e9;
/// The factor of brightness per key press.
const BRIGHTER: f64 = 1.25;
/// The default height of the terrain, as a share of the block's length, and the share of that which is under water.
const USUAL_HEIGHT: f64 = 0.074;
const USUAL_WATER: f64 = 0.2;

/// The view of the terrain. Numbers outside of their limits are clamped when it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terrain {
    /// The direction of the camera, in degrees clockwise from the top of the map.
    pub heading: f64,
    /// The angle of the camera below the horizon, 5 to 90 degrees.
    pub pitch: f64,
    /// The magnification, 0.1 to 20; 1 frames the whole block.
    pub zoom: f64,
    /// The projection.
    pub lens: LensName,
    /// The exact middle of the block in the noise.
    pub middle: [Number; 2],
    /// The sides of the block along x and y, in units.
    pub sides: [f64; 2],
    /// The position of the block along z.
    pub z: Number,
    /// Its position along w, which only 4-D noise reads.
    pub w: Number,
    /// The height of a noise value of 1, in units.
    pub height: f64,
    /// The sun's azimuth and altitude, in degrees.
    pub sun: [f64; 2],
    /// The shading of the terrain.
    pub light: LightName,
    /// The brightness of the light, 0.1 to 10.
    pub brightness: f64,
    /// The share of haze in the colour of the farthest corner, 0 to 0.9.
    pub haze: f64,
    /// Set if there is water.
    pub is_wet: bool,
    /// The noise value of the water level.
    pub water: f64,
    /// Draws the lines of a wireframe.
    pub is_lined: bool,
    /// The number of parts into which they divide the block's length, 2 to 1024.
    pub lines: u32,
    /// The colours of the terrain.
    pub palette: PaletteName,
    /// Gives the ground the colours of the recipe's output `albedo`, if it has one that is a colour.
    pub is_draped: bool,
    /// Set while W, A, S and D move over the noise.
    pub is_flying: bool,
    /// The speed of flight, 0.1 to 10, by default 1.
    pub speed: f64,
    /// The time of the last movement, in seconds of egui's clock.
    #[serde(skip)]
    moved: Option<f64>,
    /// Set if it counted as moving when it was last drawn.
    #[serde(skip)]
    is_moving: bool,
}

impl Default for Terrain {
    /// Returns mountains with lakes, for noise of about 0.1 to 0.95 whose features are about three units long.
    fn default() -> Self {
        Self {
            heading: 4.0,
            pitch: 27.0,
            zoom: 1.5,
            lens: LensName::Perspective,
            middle: [8.into(), 4.into()],
            sides: [16.0, 8.0],
            z: Number::ZERO,
            w: Number::ZERO,
            height: 1.4,
            sun: [300.0, 30.0],
            light: LightName::ShadowSmooth,
            brightness: 1.0,
            haze: 0.3,
            is_wet: true,
            water: 0.27,
            is_lined: false,
            lines: 64,
            palette: PaletteName::Terrain,
            is_draped: true,
            is_flying: false,
            speed: 1.0,
            moved: None,
            is_moving: false,
        }
    }
}

/// The effect of a key on the terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerrainAction {
    /// Toggles the wireframe.
    ToggleWireframe,
    /// Changes to the next light of [`LIGHTS`].
    CycleLight,
    /// Toggles the water.
    ToggleWater,
    /// Makes the light brighter.
    Brighter,
    /// Makes the light darker.
    Darker,
    /// Toggles moving with W, A, S and D.
    ToggleFlying,
}

impl Terrain {
    /// Performs the action of a key.
    pub fn perform(&mut self, action: TerrainAction) {
        match action {
            TerrainAction::ToggleWireframe => self.is_lined = !self.is_lined,
            TerrainAction::CycleLight => {
                let place = LIGHTS.iter().position(|&(light, _)| light == self.light).unwrap_or(0);
                self.light = LIGHTS[(place + 1) % LIGHTS.len()].0;
            }
            TerrainAction::ToggleWater => self.is_wet = !self.is_wet,
            TerrainAction::Brighter => self.brightness = rounded(within(self.brightness * BRIGHTER, BRIGHTNESS), 3),
            TerrainAction::Darker => self.brightness = rounded(within(self.brightness / BRIGHTER, BRIGHTNESS), 3),
            TerrainAction::ToggleFlying => self.is_flying = !self.is_flying,
        }
    }

    /// Returns the name of the light.
    pub fn light_name(&self) -> &'static str {
        LIGHTS.iter().find(|&&(light, _)| light == self.light).map_or("", |&(_, name)| name)
    }

    /// Shows a region, with the same ratio of height to length as before.
    pub fn frame(&mut self, [x0, y0, x1, y1]: [f64; 4]) {
        let before = self.length();
        self.sides = [within((x1 - x0).abs(), SIDE), within((y1 - y0).abs(), SIDE)];
        let digits = self.digits();
        self.middle = [exact((x0 + x1) / 2.0, digits), exact((y0 + y1) / 2.0, digits)];
        self.height = significant(within(self.height * (self.length() / before), self.heights()));
    }

    /// Fits the height and the water to the least and the greatest value of a noise.
    pub fn fit(&mut self, [low, high]: [f64; 2]) {
        let range = (high - low).abs().max(1e-9);
        self.height = significant(within(USUAL_HEIGHT * self.length() / range, self.heights()));
        self.water = significant(within(low + USUAL_WATER * range, WATER));
    }

    /// Returns the position of the camera and of the block, in a line.
    pub fn status(&self) -> String {
        let [x, y] = self.middle;
        let (light, flying) = (self.light_name(), if self.is_flying { ", flying" } else { "" });
        format!("x {x}, y {y}, heading {:.0}°, pitch {:.0}°, light: {light}{flying}", turned(self.heading), self.pitch)
    }

    /// Returns `true` if W, A, S and D only move.
    pub fn is_flying(&self) -> bool {
        self.is_flying
    }

    /// Returns the job of a picture of this size in pixels, with `terrain_samples` samples along the block's longer side, at least 2, and `antialias` rays
    /// along each side of a pixel, 1 to 8. `drape` is the output whose colours the ground has.
    pub fn job(&self, [width, height]: [u32; 2], terrain_samples: u32, antialias: u32, drape: Option<String>) -> Job {
        let sides = self.sides.map(|side| within(side, SIDE));
        let longer = self.length();
        let samples = sides.map(|side| ((f64::from(terrain_samples) * side / longer + 0.5) as u32).clamp(2, terrain_samples.max(2)));
        let digits = self.digits();
        let edge = |axis: usize, sign: f64| moved(self.middle[axis], sign * sides[axis] / 2.0, digits);
        let region = Region([edge(0, -1.0), edge(1, -1.0), edge(0, 1.0), edge(1, 1.0)]);
        let number = |value: f64, limits: [f64; 2], digits: u32| exact(within(value, limits), digits);
        Job::View(View {
            area: Area {
                size: Size { width: width.max(1), height: height.max(1) },
                region: Some(region),
                z: near(self.z),
                w: near(self.w),
            },
            relief: Some(Relief {
                terrain: Size { width: samples[0], height: samples[1] },
                lens: self.lens,
                heading: exact(turned(self.heading), 2),
                pitch: number(self.pitch, PITCH, 2),
                zoom: number(self.zoom, ZOOM, 3),
                haze: number(self.haze, HAZE, 3),
            }),
            range: None,
            sun: [exact(turned(self.sun[0]), 2), number(self.sun[1], ALTITUDE, 2)],
            light: self.light,
            brightness: number(self.brightness, BRIGHTNESS, 3),
            shadows: false,
            water: self.is_wet.then(|| significant(within(self.water, WATER)).into()),
            relief_height: significant(within(self.height, self.heights())).into(),
            palette: self.palette,
            drape,
            wireframe: self.is_lined.then(|| (samples[0].max(samples[1]) / self.lines.clamp(LINES[0], LINES[1])).max(1)),
            antialias: antialias.clamp(1, 8),
        })
    }

    /// Returns `true` during movement, when quick coarse pictures are better than fine ones.
    pub fn is_moving(&self) -> bool {
        self.is_moving
    }

    /// Ends the movement. Call it when the clock of the window restarts.
    pub fn rest(&mut self) {
        (self.moved, self.is_moving) = (None, false);
    }

    /// Turns the camera by degrees of heading and of pitch.
    pub fn turn(&mut self, [heading, pitch]: [f64; 2]) {
        self.heading = rounded(turned(self.heading + heading), 2);
        self.pitch = rounded(within(self.pitch + pitch, PITCH), 2);
    }

    /// Moves the sun by degrees of azimuth and of altitude.
    pub fn move_sun(&mut self, [azimuth, altitude]: [f64; 2]) {
        self.sun = [rounded(turned(self.sun[0] + azimuth), 2), rounded(within(self.sun[1] + altitude, ALTITUDE), 2)];
    }

    /// Multiplies the magnification.
    pub fn approach(&mut self, factor: f64) {
        self.zoom = rounded(within(self.zoom * factor, ZOOM), 3);
    }

    /// Moves the block over the noise by units to the right of the camera's direction, and along it.
    pub fn travel(&mut self, [right, forward]: [f64; 2]) {
        let heading = turned(self.heading).to_radians();
        let (sine, cosine) = (libm::sin(heading), libm::cos(heading));
        let by = [right * cosine + forward * sine, right * sine - forward * cosine];
        let digits = self.digits();
        for (middle, by) in self.middle.iter_mut().zip(by) {
            *middle = near(moved(*middle, by, digits));
        }
    }

    /// Returns the block's longer side.
    fn length(&self) -> f64 {
        self.sides.into_iter().map(|side| within(side, SIDE)).fold(0.0, f64::max)
    }

    /// Returns the least and the most height of a noise value of 1.
    fn heights(&self) -> [f64; 2] {
        HEIGHT.map(|share| share * self.length())
    }

    /// Returns the number of decimals of positions in the noise: a ten-thousandth of the block or less.
    fn digits(&self) -> u32 {
        (0..8).find(|&digits| self.length() * f64::from(10_u32.pow(digits)) >= 1e4).unwrap_or(8)
    }
}

/// Returns the nearest number within limits; the lower one for NaN.
fn within(value: f64, [least, most]: [f64; 2]) -> f64 {
    if value.is_nan() { least } else { value.clamp(least, most) }
}

/// Rounds a number to a number of decimals.
fn rounded(value: f64, digits: u32) -> f64 {
    let scale = f64::from(10_u32.pow(digits));
    (value * scale).round() / scale
}

/// Returns four significant digits of a number, or more of a large one.
fn significant(value: f64) -> f64 {
    let digits = (0..9).find(|&digits| value.abs() * f64::from(10_u32.pow(digits)) >= 1e3).unwrap_or(9);
    rounded(value, digits)
}

fn exact(value: f64, digits: u32) -> Number {
    rounded(value, digits).into()
}

/// Returns an angle from 0 to below 360 degrees; 0 if it is not finite.
fn turned(degrees: f64) -> f64 {
    if degrees.is_finite() { degrees.rem_euclid(360.0) } else { 0.0 }
}

/// Returns the nearest position along an axis that is not too far away for the noise.
fn near(place: Number) -> Number {
    let value = place.to_f64();
    if value.abs() <= FARTHEST { place } else { within(value, [-FARTHEST, FARTHEST]).into() }
}

/// Returns a position, moved by a rounded distance. The sum is exact, unless the position has digits too far behind the point.
fn moved(place: Number, by: f64, digits: u32) -> Number {
    let place = near(place);
    place.checked_add(exact(by, digits)).unwrap_or_else(|| exact(place.to_f64() + by, digits))
}

#[cfg(test)]
mod tests {
    use lacuna_bake::{Request, Source};

    use super::*;

    fn view(terrain: &Terrain) -> View {
        let Job::View(view) = terrain.job([300, 200], 128, 2, None) else { panic!("terrain is a view") };
        view
    }

    #[test]
    fn lights_follow_one_another_in_the_order_of_the_tutorial() {
        let mut terrain = Terrain { light: LightName::ShadowSmooth, ..Terrain::default() };
        let mut seen = Vec::new();
        for _ in 0..7 {
            terrain.perform(TerrainAction::CycleLight);
            seen.push(terrain.light_name());
            assert_eq!(view(&terrain).light, terrain.light);
        }
        assert_eq!(seen[..3], ["None", "Height difference", "Height difference, smoothed"]);
        assert_eq!(seen[3..], ["Lambert", "Lambert, smoothed", "Ray-traced shadow", "Ray-traced shadow, smoothed"]);
    }

    #[test]
    fn keys_change_water_lines_and_brightness_of_the_job() {
        let mut terrain = Terrain::default();
        assert_eq!((view(&terrain).water, view(&terrain).wireframe), (Some(0.27.into()), None));
        terrain.perform(TerrainAction::ToggleWater);
        terrain.perform(TerrainAction::ToggleWireframe);
        assert_eq!((view(&terrain).water, view(&terrain).wireframe), (None, Some(2)));
        terrain.perform(TerrainAction::Brighter);
        assert_eq!(view(&terrain).brightness, 1.25.into());
        for _ in 0..40 {
            terrain.perform(TerrainAction::Darker);
        }
        assert_eq!(view(&terrain).brightness, 0.1.into());
        for _ in 0..40 {
            terrain.perform(TerrainAction::Brighter);
        }
        assert_eq!(view(&terrain).brightness, 10.into());
    }

    #[test]
    fn a_turn_keeps_the_heading_below_360_and_the_pitch_within_its_limits() {
        let mut terrain = Terrain::default();
        terrain.turn([-14.004, 3.0]);
        assert_eq!((terrain.heading, terrain.pitch), (350.0, 30.0));
        terrain.turn([25.0, -300.0]);
        assert_eq!((terrain.heading, terrain.pitch), (15.0, 5.0));
        terrain.turn([0.0, 1e9]);
        assert_eq!(terrain.pitch, 90.0);
    }

    #[test]
    fn travel_moves_the_region_along_the_heading_and_adds_up_exactly() {
        let mut terrain = Terrain { heading: 90.0, middle: [1_000_000_000.into(), Number::ZERO], ..Terrain::default() };
        for _ in 0..10 {
            terrain.travel([0.0, -0.1]);
        }
        assert_eq!(terrain.middle, [999_999_999.into(), Number::ZERO]);
        terrain.travel([0.25, 0.0]);
        assert_eq!(terrain.middle, [999_999_999.into(), 0.25.into()]);
        let Region(edges) = view(&terrain).area.region.unwrap();
        let expected = ["999999991", "-3.75", "1000000007", "4.25"];
        assert_eq!(edges.map(|edge| edge.to_string()), expected);
    }

    #[test]
    fn a_region_is_framed_as_high_for_its_length_as_before() {
        let mut terrain = Terrain::default();
        terrain.frame([-1.0, 2.0, 3.0, 4.0]);
        assert_eq!((terrain.middle, terrain.sides, terrain.height), ([1.into(), 3.into()], [4.0, 2.0], 0.35));
        terrain.fit([-1.0, 1.0]);
        assert_eq!((terrain.height, terrain.water), (0.148, -0.6));
        let Job::View(View { area, relief: Some(Relief { terrain: samples, .. }), .. }) = terrain.job([10, 10], 96, 1, None) else {
            panic!("terrain is a relief")
        };
        assert_eq!(samples, Size { width: 96, height: 48 });
        assert_eq!(area.region, Some(Region([(-1).into(), 2.into(), 3.into(), 4.into()])));
    }

    #[test]
    fn every_extreme_of_every_control_makes_a_job_that_can_be_planned() {
        let base = Terrain::default();
        let mut all =
            vec![base.clone(), Terrain { is_lined: true, palette: PaletteName::Grey, lens: LensName::Orthographic, ..base.clone() }];
        for extreme in [0.0, 1.0, -1.0, 1e-300, -1e300, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let number = Number::from(extreme);
            all.extend([
                Terrain { heading: extreme, pitch: extreme, ..base.clone() },
                Terrain { zoom: extreme, haze: extreme, speed: extreme, ..base.clone() },
                Terrain { middle: [number; 2], z: number, ..base.clone() },
                Terrain { sides: [extreme; 2], ..base.clone() },
                Terrain { sides: [extreme, 1.0], is_lined: true, lines: 0, ..base.clone() },
                Terrain { height: extreme, water: extreme, ..base.clone() },
                Terrain { sun: [extreme; 2], brightness: extreme, ..base.clone() },
            ]);
            let mut fitted = base.clone();
            fitted.frame([extreme, 0.0, 1.0, 2.0]);
            fitted.fit([0.0, extreme]);
            all.push(fitted);
        }
        all.extend(LIGHTS.map(|(light, _)| Terrain { light, lines: u32::MAX, is_lined: true, ..base.clone() }));
        for terrain in all {
            for (size, samples, antialias) in [([300, 200], 128, 1), ([0, 1], 0, 0), ([4096, 10], 2, 99)] {
                let request = Request::new(Source::named("ridged").unwrap(), "a.png").unwrap();
                let request = Request { job: terrain.job(size, samples, antialias, None), ..request };
                request.plan().unwrap_or_else(|error| panic!("{terrain:?}: {error}"));
            }
        }
    }

    #[test]
    fn a_terrain_that_was_written_is_read_again_also_in_parts() {
        let mut terrain = Terrain::default();
        terrain.travel([1234.5678, 0.1]);
        terrain.perform(TerrainAction::CycleLight);
        let text = serde_json::to_string(&terrain).unwrap();
        assert_eq!(serde_json::from_str::<Terrain>(&text).unwrap(), terrain);
        assert_eq!(serde_json::from_str::<Terrain>("{\"pitch\": 27}").unwrap(), Terrain::default());
        assert!(serde_json::from_str::<Terrain>("{\"roll\": 27}").is_err());
    }
}
