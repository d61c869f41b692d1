//! Converts a view and terrain to the numbers that both engines use.

use super::pyramid::{Pyramid, number};
use super::settings::{Camera, Law, Lens, Palette, Projection, View};
use super::shading::Look;
use super::sun::{SunRay, towards, turned};
use crate::color::light_of_srgb;
use crate::domain::MAX_SAMPLES;
use crate::error::{Error, Result};

/// The vertical angle of a picture in perspective, in degrees.
const FIELD_OF_VIEW: f64 = 35.0;
/// The size of the picture relative to the framed block.
const FRAME: f64 = 1.06;
/// The depth of the walls of a block below its lowest ground, as a fraction of its longer side.
const BASE: f64 = 0.03;
/// The thickness of a rock layer in the walls, and the distance over which layers bend, as fractions of the longer side.
const LAYER: f64 = 0.011;
const BEND: f64 = 0.22;
/// Half of a line's width, as a fraction of the distance between lines.
const LINE_WIDTH: f64 = 0.05;
/// The height above the ground at which the ray of a shadow starts, as a fraction of the distance of samples.
const SHADOW_BIAS: f64 = 0.05;
/// The cosines of the slopes at which rock begins, and from which on there is only rock: 30 and 48 degrees.
const ROCK: [f64; 2] = [0.866, 0.669];
/// The depth of water at which half of the light is absorbed, as a fraction of the range.
const CLEAR_WATER: f64 = 0.06;
/// The sun's light on ground that faces it, in linear light. Under the default sun of maps, a white plane appears about white.
pub const SUNLIGHT: [f64; 3] = [1.12, 1.04, 0.92];
/// The light of the whole sky on ground that faces up, in linear light.
pub const SKYLIGHT: [f64; 3] = [0.28, 0.32, 0.39];

/// The heights of a view.
#[derive(Debug, Clone, PartialEq)]
pub struct Terrain {
    /// The finite heights in rows, as [`Cpu::evaluate`](crate::Cpu::evaluate) returns them, with a margin of [`View::margin`] samples around those that
    /// are shown.
    pub heights: Vec<f32>,
    /// The columns and rows, with the margins.
    pub size: [u32; 2],
    /// The distance of neighbouring samples along x and y, in units of the region.
    pub spacing: [f64; 2],
    /// The index in a larger terrain of the first sample that is shown. The lines of a wireframe count from there.
    pub first: [u32; 2],
}

/// A view of terrain, ready for either engine to render.
#[derive(Debug, Clone)]
pub struct Scene {
    pub(crate) look: Look,
    pub(crate) heights: Pyramid,
    place: Place,
    size: [u32; 2],
}

/// The layout of a terrain's samples.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The columns and rows, with the margins.
    samples: [u32; 2],
    spacing: [f64; 2],
    first: [u32; 2],
}

impl Scene {
    /// Creates the scene for a picture of `size` pixels. A hillshade must have one pixel for each sample that is shown.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the view or the terrain is invalid, where the size is not that of the hillshade, or where the camera is below ground;
    /// [`Error::Limit`] where there are too many samples or pixels.
    pub fn new(view: &View, terrain: Terrain, size: [u32; 2]) -> Result<Self> {
        let Terrain { heights, size: samples, spacing, first } = terrain;
        view.margin(spacing)?;
        let heights = Pyramid::new(heights, samples)?;
        let place = Place { samples, spacing, first };
        Ok(Self { look: looked_at(view, &heights, place, size)?, heights, place, size })
    }

    /// Changes the view of the same terrain, or the size of the picture. Only the numbers of the view are computed again. After an error the scene is
    /// unchanged.
    ///
    /// # Errors
    ///
    /// The errors of [`Scene::new`], and [`Error::Parameter`] where the view needs another margin ([`View::margin`]). All reliefs have the same margin.
    pub fn look_again(&mut self, view: &View, size: [u32; 2]) -> Result<()> {
        let (margin, own) = (view.margin(self.place.spacing)?, self.look.margin);
        if margin as i32 != own {
            return Err(Error::parameter("terrain", format!("the view needs {margin} samples around what is shown, and there are {own}")));
        }
        self.look = looked_at(view, &self.heights, self.place, size)?;
        self.size = size;
        Ok(())
    }

    /// Gives the ground colours of its own in the place of those of its heights and slopes: red, green and blue for each sample of the terrain, margins included, in
    /// rows. They are linear light, 0 to 1, and blended between samples. Beyond the first sample around what is shown they are not read.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where there are not three numbers for each sample, or one is outside of 0 to 1; [`Error::Limit`] where there are too many.
    pub fn paint(&mut self, colours: &[f32]) -> Result<()> {
        let [columns, rows] = self.place.samples;
        let painted = self.heights.paint(colours, u64::from(columns) * u64::from(rows));
        self.look.colours = self.heights.colours;
        painted
    }

    /// Returns the pixels along x and y.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }
}

/// Returns the numbers of a view of terrain.
fn looked_at(view: &View, heights: &Pyramid, place: Place, size: [u32; 2]) -> Result<Look> {
    let Place { samples: [columns, rows], spacing, first } = place;
    let margin = view.margin(spacing)?;
    let shown = [columns, rows].map(|samples| samples.saturating_sub(2 * margin));
    let is_hillshade = view.projection == Projection::Hillshade;
    let least = if is_hillshade { 1 } else { 2 };
    if shown.iter().any(|&samples| samples < least) {
        return Err(Error::parameter(
            "terrain",
            format!("{columns} x {rows} samples with margins of {margin} leave too few; show at least {least} x {least}"),
        ));
    }
    if is_hillshade && shown != size {
        return Err(Error::parameter(
            "size",
            format!("{} x {} pixels for {} x {} samples shown; a hillshade has a pixel each", size[0], size[1], shown[0], shown[1]),
        ));
    }
    // Positions in a picture are counted in f32.
    if size.iter().any(|side| !(1..=1 << 22).contains(side)) && !is_hillshade || size.iter().any(|&side| side > MAX_SAMPLES) {
        return Err(Error::limit("size", format!("{} x {} pixels; a relief has 1 to 4194304 a side", size[0], size[1])));
    }
    let steepest = f64::from(heights.highest - heights.lowest) * view.relief_height / spacing[0].min(spacing[1]);
    let farthest = f64::from(heights.highest.abs().max(heights.lowest.abs()));
    if steepest > 1e6 || farthest > 1e9 {
        return Err(Error::parameter(
            "view.relief_height",
            format!(
                "heights from {} to {} rise by {steepest:e} spacings of samples; at most 10^6 can be shown, of heights within ±10^9",
                heights.lowest, heights.highest
            ),
        ));
    }
    let mut look = surface(view, spacing);
    (look.columns, look.rows, look.levels) = (columns as i32, rows as i32, heights.bindings().1.len() as u32 - 1);
    look.margin = margin as i32;
    look.colours = heights.colours;
    if let Some(lines) = view.wireframe {
        look.line_x = (first[0] % lines) as i32;
        look.line_y = (first[1] % lines) as i32;
    }
    if let Projection::Relief(camera) = view.projection {
        look.reach = (columns + rows) as f32;
        let block = Block::new(view, heights, shown, spacing);
        Framing::new(&camera, &block, size)?.apply(&camera, &block, view, size, &mut look);
        let is_below = camera.lens == Lens::Perspective && ground_below(&look, heights).is_some_and(|ground| look.eye_z <= ground);
        if is_below {
            return Err(Error::parameter(
                "view.camera",
                "it would stand below the ground; raise its pitch, or lower its zoom or the relief's height",
            ));
        }
    }
    Ok(look)
}

/// Returns the height of the ground below the camera, if there is any.
fn ground_below(look: &Look, heights: &Pyramid) -> Option<f32> {
    let within = |at: f32, samples: i32| (look.margin as f32..(samples - 1 - look.margin) as f32).contains(&at);
    if !within(look.eye_x, look.columns) || !within(look.eye_y, look.rows) {
        return None;
    }
    let (x, y) = (look.eye_x as usize, look.eye_y as usize);
    let corners = [heights.height(x, y), heights.height(x + 1, y), heights.height(x, y + 1), heights.height(x + 1, y + 1)];
    let highest = corners.into_iter().fold(f32::NEG_INFINITY, f32::max);
    Some(if look.water != 0 { highest.max(look.water_level) } else { highest })
}

/// Returns the linear light of a colour with 8 bits for each channel.
fn light([r, g, b]: [u8; 3]) -> [f64; 3] {
    [r, g, b].map(|level| light_of_srgb(f64::from(level) / 255.0))
}

fn entry([r, g, b]: [f64; 3], fourth: f64) -> [f32; 4] {
    [number(r), number(g), number(b), number(fourth)]
}

/// Returns a look without the terrain's size and the camera.
fn surface(view: &View, spacing: [f64; 2]) -> Look {
    let mut look = Look::default();
    let Palette { ramp, rock, is_rocky, water: [shallow, deep], sky: [zenith, horizon], line } = &view.palette;
    let colours = [(&mut look.rock, rock), (&mut look.shallow, shallow), (&mut look.deep, deep)];
    let backdrop = [(&mut look.zenith, zenith), (&mut look.horizon, horizon), (&mut look.line, line)];
    for (to, colour) in colours.into_iter().chain(backdrop) {
        *to = entry(light(*colour), 0.0);
    }
    let (sunlight, ambient) = if view.light.law == Law::None { ([0.0; 3], [1.0; 3]) } else { (SUNLIGHT, SKYLIGHT) };
    look.sunlight = entry(times(sunlight, view.brightness), 0.0);
    look.ambient = entry(times(ambient, view.brightness), 0.0);
    look.law = match view.light.law {
        Law::None => 0,
        Law::HeightDifference => 1,
        Law::Lambert => 2,
    };
    look.flat_cells = u32::from(!view.light.is_smooth);
    look.ground = entry(light(ramp[0].1), 0.0);
    for (step, pair) in look.ramp.chunks_exact_mut(2).zip(ramp.windows(2)) {
        let ((start, from), (end, to)) = (pair[0], pair[1]);
        let (from, to) = (light(from), light(to));
        step[0] = entry(std::array::from_fn(|channel| to[channel] - from[channel]), start);
        step[1] = entry([1.0 / (end - start), 0.0, 0.0], 0.0);
    }
    let [low, high] = view.range;
    let base = view.water.unwrap_or(low);
    look.ramp_low = number(base);
    // If the water covers the whole range, all ground above it has the colours of the shore.
    look.ramp_scale = number(1.0 / (high - base).max((high - low) * 1e-3));
    if *is_rocky {
        look.rock_cosine = number(ROCK[0]);
        look.rock_scale = number(1.0 / (ROCK[0] - ROCK[1]));
    }
    look.water = u32::from(view.water.is_some());
    look.water_level = number(view.water.unwrap_or(0.0));
    look.water_depth = number(1.0 / (CLEAR_WATER * (high - low)));

    look.rays = view.antialias;
    look.ray_step = number(1.0 / f64::from(view.antialias));
    look.ray_share = number(1.0 / f64::from(view.antialias * view.antialias));
    if let Some(lines) = view.wireframe {
        look.lines = lines as i32;
        look.line_step = number(1.0 / f64::from(lines));
        look.line_width = number(LINE_WIDTH * f64::from(lines));
    }

    let [x, y, z] = towards(view);
    (look.sun_x, look.sun_y, look.sun_z) = (number(x), number(y), number(z));
    if let Some(ray) = SunRay::new(view, spacing) {
        look.shadows = 1;
        (look.ray_x, look.ray_y, look.ray_z) = (number(ray.0[0]), number(ray.0[1]), number(ray.0[2]));
        look.reach = number(ray.reach(high - low));
    }
    look.bias = number(SHADOW_BIAS * spacing[0].min(spacing[1]) / view.relief_height);
    look.world_x = 1.0;
    look.world_y = number(spacing[1] / spacing[0]);
    look.world_z = number(view.relief_height / spacing[0]);
    look.rise_x = number(view.relief_height / (2.0 * spacing[0]));
    look.rise_y = number(view.relief_height / (2.0 * spacing[1]));
    look
}

/// The block of terrain in the world. A step along x has length 1, and the origin is the centre of the block.
struct Block {
    /// Half of its sides.
    half: [f64; 3],
    /// The world lengths of a step along x and y, and of a height of 1.
    scale: [f64; 3],
    /// The centre, in samples and heights.
    middle: [f64; 3],
    bottom: f64,
    top: f64,
    /// The world length of its longer side.
    longer: f64,
}

impl Block {
    fn new(view: &View, heights: &Pyramid, shown: [u32; 2], spacing: [f64; 2]) -> Self {
        let scale = [1.0, spacing[1] / spacing[0], view.relief_height / spacing[0]];
        let sides = [0, 1].map(|axis| f64::from(shown[axis] - 1) * scale[axis]);
        let longer = sides[0].max(sides[1]);
        let (lowest, highest) = (f64::from(heights.lowest), f64::from(heights.highest));
        let (lowest, highest) = view.water.map_or((lowest, highest), |water| (lowest.min(water), highest.max(water)));
        let bottom = lowest - BASE * longer / scale[2];
        // Slightly above the highest ground, so that no rounding cuts it off.
        let top = highest + 1e-4 * (highest - bottom);
        let margin = 1.0;
        let middle = [0, 1].map(|axis| margin + f64::from(shown[axis] - 1) / 2.0);
        Self {
            half: [sides[0] / 2.0, sides[1] / 2.0, (top - bottom) * scale[2] / 2.0],
            scale,
            middle: [middle[0], middle[1], (top + bottom) / 2.0],
            bottom,
            top,
            longer,
        }
    }

    fn corners(&self) -> impl Iterator<Item = [f64; 3]> {
        (0..8).map(|corner| std::array::from_fn(|axis| if (corner >> axis) & 1 == 0 { -self.half[axis] } else { self.half[axis] }))
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn times(a: [f64; 3], by: f64) -> [f64; 3] {
    a.map(|part| part * by)
}

/// A camera with the block in its picture.
struct Framing {
    forward: [f64; 3],
    right: [f64; 3],
    up: [f64; 3],
    /// The world length of a pixel; in perspective, at a distance of 1.
    pixel: f64,
    /// The distance from the camera to the centre of the block.
    distance: f64,
    /// The distances from the camera to the nearest and the farthest corner.
    depths: [f64; 2],
}

impl Framing {
    fn new(camera: &Camera, block: &Block, [width, height]: [u32; 2]) -> Result<Self> {
        let (heading_sine, heading_cosine) = turned(camera.heading);
        let (pitch_sine, pitch_cosine) = turned(camera.pitch);
        let forward = [heading_sine * pitch_cosine, -heading_cosine * pitch_cosine, -pitch_sine];
        let right = [heading_cosine, heading_sine, 0.0];
        let up = [heading_sine * pitch_sine, -heading_cosine * pitch_sine, pitch_cosine];
        let most = |of: &dyn Fn([f64; 3]) -> f64| block.corners().map(of).fold(f64::NEG_INFINITY, f64::max);
        let depth = most(&|corner| dot(corner, forward));
        let (width, height) = (f64::from(width), f64::from(height));
        let (pixel, distance) = match camera.lens {
            Lens::Orthographic => {
                let across = most(&|corner| dot(corner, right)) * 2.0 / width;
                let along = most(&|corner| dot(corner, up)) * 2.0 / height;
                (across.max(along) * FRAME / camera.zoom, 2.0 * depth)
            }
            Lens::Perspective => {
                let (sine, cosine) = turned(FIELD_OF_VIEW / 2.0);
                let tangent = sine / cosine;
                let pixel = 2.0 * tangent / height;
                // The distances at which a corner would leave the picture if the camera came closer.
                let across = most(&|corner| dot(corner, right).abs() * FRAME / (pixel * width / 2.0) - dot(corner, forward));
                let along = most(&|corner| dot(corner, up).abs() * FRAME / tangent - dot(corner, forward));
                (pixel, across.max(along) / camera.zoom)
            }
        };
        if !(distance.is_finite() && pixel.is_finite() && pixel > 0.0) {
            return Err(Error::parameter("view.camera", "it can't be placed; change the terrain's size or the relief's height"));
        }
        let nearest = match camera.lens {
            Lens::Orthographic => distance - depth,
            Lens::Perspective => (distance - depth).max(0.0),
        };
        Ok(Self { forward, right, up, pixel, distance, depths: [nearest, distance + depth] })
    }

    /// Writes the camera into a look.
    fn apply(&self, camera: &Camera, block: &Block, view: &View, [width, height]: [u32; 2], look: &mut Look) {
        let steps = |direction: [f64; 3]| std::array::from_fn::<f32, 3, _>(|axis| number(direction[axis] / block.scale[axis]));
        let place = times(self.forward, -self.distance);
        let eye: [f32; 3] = std::array::from_fn(|axis| number(block.middle[axis] + place[axis] / block.scale[axis]));
        [look.eye_x, look.eye_y, look.eye_z] = eye;
        [look.forward_x, look.forward_y, look.forward_z] = steps(self.forward);
        [look.right_x, look.right_y, look.right_z] = steps(times(self.right, self.pixel));
        [look.down_x, look.down_y, look.down_z] = steps(times(self.up, -self.pixel));
        (look.middle_x, look.middle_y) = (number(f64::from(width) / 2.0), number(f64::from(height) / 2.0));
        (look.bottom, look.top) = (number(block.bottom), number(block.top));
        look.layer_scale = number(block.scale[2] / (LAYER * block.longer));
        (look.bend_x, look.bend_y) = (number(block.scale[0] / (BEND * block.longer)), number(block.scale[1] / (BEND * block.longer)));
        look.relief = 1;
        look.perspective = u32::from(camera.lens == Lens::Perspective);
        let height = f64::from(height);
        let (sine, cosine) = turned(camera.pitch);
        let horizon = -sine / (cosine.max(1e-9) * self.pixel);
        // A backdrop if the horizon is not in the picture.
        let is_seen = camera.lens == Lens::Perspective && -horizon < height / 2.0;
        look.sky_row = number(if is_seen { horizon } else { height / 2.0 });
        look.sky_scale = number(if is_seen { 1.0 / (0.6 * height) } else { 1.0 / height });
        let [nearest, farthest] = self.depths;
        look.haze_start = number(nearest);
        look.haze_scale = number(libm::sqrt(camera.haze / (1.0 - camera.haze)) / (farthest - nearest));
        debug_assert!(view.validate().is_ok());
    }
}
