//! Pictures of a material on a shape, in light.
//!
//! All is computed in f32, by operations and functions that give the same bits everywhere.

mod brdf;
mod lights;
mod maps;
mod shadow;
mod shapes;
#[cfg(test)]
mod tests;
mod vector;

pub(crate) use lights::Lights;
pub use maps::Maps;
pub(crate) use maps::Texel;
pub(crate) use shapes::Form;
pub(crate) use vector::{Vector, unit};

use brdf::{Shares, Surface, alpha_of};
use shapes::{CUBE, Fineness, Hit, Ray, SLAB, Shape};
use vector::{along, dot, mirrored, mix, plus, scaled, times};

/// The distance of the eye from the centre, and the slope from the middle of the picture to its nearest edge.
const DISTANCE: f32 = 4.4;
const HALF: f32 = 0.275;
/// The deepest relief: more would leave too little of a shape.
const DEEPEST: f32 = 0.25;
/// How bright a glow of 1 is, a white surface in full light being about 1.
const GLOW: f32 = 2.0;
/// The light of the backdrop far away, and of the floor below the shape.
const FAR: Vector = [0.022, 0.023, 0.025];
const NEAR: Vector = [0.086, 0.088, 0.092];

/// What is seen, and how.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    pub(crate) form: Form,
    pub(crate) lights: Lights,
    /// The angle by which the shape is turned around its axis, and the one from which it is seen above the floor, in radians.
    pub(crate) heading: f32,
    pub(crate) pitch: f32,
    pub(crate) zoom: f32,
    /// The number of maps across the shape.
    pub(crate) repeat: f32,
    pub(crate) brightness: f32,
    /// Rays along each side of a pixel.
    pub(crate) antialias: u32,
}

/// A material on a shape, ready to be seen.
#[derive(Debug)]
pub struct Scene {
    setting: Setting,
    maps: Maps,
    shares: &'static Shares,
    shape: Shape,
    /// The picture's size in pixels.
    size: [u32; 2],
    eye: Vector,
    /// The directions to the right, up and ahead of the eye.
    view: [Vector; 3],
}

impl Scene {
    /// Returns the scene of a picture of a size.
    pub(crate) fn new(setting: Setting, maps: Maps, size: [u32; 2]) -> Self {
        let shape = shape_of(&setting, &maps);
        let (eye, view) = eye_of(&setting, &shape);
        Self { setting, maps, shares: Shares::all(), shape, size, eye, view }
    }

    /// Shows the same maps in another way.
    pub(crate) fn look_again(&mut self, setting: Setting, size: [u32; 2]) {
        self.shape = shape_of(&setting, &self.maps);
        (self.eye, self.view) = eye_of(&setting, &self.shape);
        (self.setting, self.size) = (setting, size);
    }

    /// Returns the picture's size in pixels.
    pub(crate) fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Computes pixels of a row from the `first` on, linear red, green and blue from 0 to 1.
    pub(crate) fn row(&self, [first, row]: [u32; 2], pixels: &mut [f32]) {
        for (column, pixel) in (first..).zip(pixels.chunks_exact_mut(3)) {
            pixel.copy_from_slice(&self.pixel([column, row]));
        }
    }

    fn pixel(&self, [column, row]: [u32; 2]) -> Vector {
        let rays = self.setting.antialias;
        let at = |pixel: u32, part: u32| pixel as f32 + (part as f32 + 0.5) / rays as f32;
        let mut sum = [0.0; 3];
        for part in 0..rays * rays {
            let light = self.seen([at(column, part % rays), at(row, part / rays)]);
            sum = plus(sum, light.map(|part| tone(part * self.setting.brightness)));
        }
        scaled(sum, 1.0 / (rays * rays) as f32)
    }

    /// Returns the slope between two neighbouring rays.
    fn pitch_of_rays(&self) -> f32 {
        let [width, height] = self.size;
        2.0 * HALF / self.setting.zoom / (width.min(height) * self.setting.antialias) as f32
    }

    /// Returns the ray through a place of the picture.
    fn ray(&self, [x, y]: [f32; 2]) -> Ray {
        let [width, height] = self.size.map(|side| side as f32);
        let scale = 2.0 * HALF / self.setting.zoom / width.min(height);
        let [right, up, ahead] = self.view;
        let to = along(along(ahead, right, (x - 0.5 * width) * scale), up, (0.5 * height - y) * scale);
        Ray { from: self.eye, to: unit(to) }
    }

    /// Returns the light that arrives through a place of the picture.
    fn seen(&self, place: [f32; 2]) -> Vector {
        let ray = self.ray(place);
        let turned = Ray { from: self.turned(ray.from, -1.0), to: self.turned(ray.to, -1.0) };
        let footprint = self.pitch_of_rays() * DISTANCE / self.shape.width_of_map() * self.maps.width();
        let level = libm::log2f(footprint.max(1.0));
        let fineness = Fineness { level: libm::floorf(level + 0.5) as usize, texel: footprint.max(1.0) / self.maps.width() };
        let Some(hit) = self.shape.hit(&turned, &self.maps, fineness) else { return self.backdrop(&ray, place) };
        let hit = Hit { frame: hit.frame.map(|axis| self.turned(axis, 1.0)), ..hit };
        let to_eye = scaled(ray.to, -1.0);
        let grazing = dot(hit.frame[2], to_eye).clamp(0.15, 1.0);
        let texel = self.maps.texel(hit.place, libm::log2f((footprint / libm::sqrtf(grazing)).max(1.0)));
        let light = self.reflected(&texel, &hit, to_eye, fineness);
        if texel.opacity >= 1.0 {
            return light;
        }
        mix(self.backdrop(&ray, place), light, texel.opacity.max(0.0))
    }

    /// Turns a vector with the shape, or back.
    fn turned(&self, [x, y, z]: Vector, way: f32) -> Vector {
        let (sine, cosine) = (way * libm::sinf(self.setting.heading), libm::cosf(self.setting.heading));
        [cosine * x + sine * z, y, cosine * z - sine * x]
    }

    /// Returns the light of a point towards the eye.
    fn reflected(&self, texel: &Texel, hit: &Hit, to_eye: Vector, fineness: Fineness) -> Vector {
        let [row, next, out] = hit.frame;
        let [x, y, z] = if hit.is_cut { [0.0, 0.0, 1.0] } else { texel.normal };
        let normal = unit(plus(plus(scaled(row, x), scaled(next, y)), scaled(out, z)));
        let normal = facing(normal, to_eye);
        let cosine = dot(normal, to_eye);
        let roughness = texel.roughness.clamp(0.0, 1.0);
        let surface = Surface::new(self.shares, texel.albedo, texel.metalness.clamp(0.0, 1.0), roughness, cosine);
        let lights = &self.setting.lights;
        let lit = lights.key().map_or(1.0, |key| shadow::lit(&self.shape, &self.maps, fineness, hit, key));

        let alpha = alpha_of(roughness);
        // A rough surface reflects more of what is near its normal (Lagarde and de Rousiers, "Moving Frostbite to physically based rendering", 2014).
        let smooth = 1.0 - alpha;
        let from = unit(mix(normal, mirrored(to_eye, normal), smooth * (libm::sqrtf(smooth) + alpha)));
        // What would come through the surface itself does not come.
        let horizon = (1.0 + dot(from, out)).clamp(0.0, 1.0);
        let ao = texel.ao.clamp(0.0, 1.0);
        let even = scaled(lights.even(normal, lit), ao);
        let mirrored = scaled(lights.mirrored(from, alpha, lit), of_mirrored(ao, cosine, alpha) * horizon * horizon);
        let mut light = surface.of_surroundings(even, mirrored);
        if let Some((sun, given)) = lights.sun()
            && dot(out, sun) > 0.0
        {
            light = plus(light, scaled(times(surface.of_light(normal, to_eye, sun), given), lit));
        }
        along(light, texel.emission, GLOW)
    }

    /// Returns the light of the floor and of what lies beyond it, darker towards the corners of the picture.
    fn backdrop(&self, ray: &Ray, [x, y]: [f32; 2]) -> Vector {
        let [width, height] = self.size.map(|side| side as f32);
        let [across, down] = [x / width - 0.5, y / height - 0.5];
        let corner = 1.0 - 0.9 * (across * across + down * down);
        let down = (self.shape.floor() - ray.from[1]) / ray.to[1].min(-1e-4);
        let point = ray.at(down);
        let [x, _, z] = self.turned(point, -1.0);
        let near = 1.0 / (1.0 + 0.16 * (point[0] * point[0] + point[2] * point[2]));
        let light = mix(FAR, NEAR, near);
        scaled(light, corner * shadow::on_floor(&self.shape, [x, z]))
    }
}

/// Returns the shape of a setting, with the lengths of its maps.
fn shape_of(setting: &Setting, maps: &Maps) -> Shape {
    let across = match setting.form {
        // The front half of a sphere.
        Form::Sphere => std::f32::consts::PI,
        Form::Plane => 2.0 * SLAB,
        Form::Cube => 2.0 * CUBE,
    };
    let width = across / setting.repeat;
    let depth = (maps.relief * width).min(DEEPEST);
    Shape { form: setting.form, per_length: [1.0 / width, maps.aspect / width], depth }
}

/// Returns the place of the eye, and its directions to the right, up and ahead.
fn eye_of(setting: &Setting, shape: &Shape) -> (Vector, [Vector; 3]) {
    let (sine, cosine) = (libm::sinf(setting.pitch), libm::cosf(setting.pitch));
    let back = [0.0, sine, cosine];
    let middle = if shape.form == Form::Plane { 0.5 * shape.floor() } else { -0.03 };
    (along([0.0, middle, 0.0], back, DISTANCE), [[1.0, 0.0, 0.0], [0.0, cosine, -sine], scaled(back, -1.0)])
}

/// Bends a normal that points away from the eye until it does not.
fn facing(normal: Vector, to_eye: Vector) -> Vector {
    const LEAST: f32 = 0.05;
    let cosine = dot(normal, to_eye);
    if cosine >= LEAST { normal } else { unit(along(normal, to_eye, LEAST - cosine)) }
}

/// Returns the share of a mirrored light that occlusion leaves (Lagarde and de Rousiers, as above).
fn of_mirrored(ao: f32, cosine: f32, alpha: f32) -> f32 {
    (libm::powf(cosine + ao, libm::exp2f(-16.0 * alpha - 1.0)) - 1.0 + ao).clamp(0.0, 1.0)
}

/// Returns what a screen shows of light: a fit of the tone curve of ACES (Narkowicz, "ACES filmic tone mapping curve", 2015).
fn tone(light: f32) -> f32 {
    let light = light.max(0.0).min(1e4);
    ((light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14)).clamp(0.0, 1.0)
}
