//! The maps of a material before they are evaluated, and the pixels computed from them.

use lacuna::graph::Component;
use lacuna::graph::nodes::NormalSpace;
use lacuna::recipe::{Content, NormalY, Picture, Role};
use lacuna::{Grid, Number, Program, Tile};

use crate::area::Area;
use crate::cost::OF_A_RAY;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::jobs::{LightsName, Preview, ShapeName};
use crate::lit::{Form, Lights, Maps, Scene, Setting, Texel, Vector, unit};
use crate::observer::{Observer, check};
use crate::pipeline::Bands;
use crate::sampling::{On, Sampler, Scratch, in_rows, resize};
use crate::size::Size;

/// The most texels that are evaluated at once.
const AT_ONCE: u32 = 1 << 20;
/// The rows of pixels that a thread computes between two looks at whether the bake was cancelled.
const ROWS: usize = 8;

/// The maps of a material, before they are evaluated.
///
/// With them you evaluate the maps once and turn the shape as often as you like:
///
/// ```
/// use lacuna_bake::jobs::{Preview, ShapeName};
/// use lacuna_bake::{Area, Engine, Request, Size, Source};
///
/// let source = Source::named("bricks")?;
/// let area = Area { size: Size { width: 64, height: 64 }, ..Area::default() };
/// let material = Preview::of(source.recipe(), area, ShapeName::Sphere);
/// let engine = Engine::cpu(Engine::usual_threads());
/// let roles = material.roles(&Request::new(source, "bricks.png")?)?;
/// let mut scene = material.scene(roles.maps(&engine, &())?);
/// Preview { heading: 90.into(), ..material }.look_again(&mut scene);
/// assert_eq!(scene.pixels(&engine, &())?.len(), 3 * 64 * 64);
/// # Ok::<(), lacuna_bake::Error>(())
/// ```
#[derive(Debug)]
pub struct Roles {
    material: Preview,
    samplers: Vec<Sampler>,
    pub(crate) grid: Grid,
    pub(crate) shown: Tile,
}

impl Preview {
    /// Returns the scene of maps.
    pub fn scene(&self, maps: Maps) -> Scene {
        let Size { width, height } = self.area.size;
        Scene::new(self.setting(), maps, [width, height])
    }

    /// Shows the maps of a scene in the way of this job.
    pub fn look_again(&self, scene: &mut Scene) {
        let Size { width, height } = self.area.size;
        scene.look_again(self.setting(), [width, height]);
    }

    fn setting(&self) -> Setting {
        let radians = |degrees: Number| degrees.to_f64().rem_euclid(360.0).to_radians() as f32;
        let form = match self.shape {
            ShapeName::Sphere => Form::Sphere,
            ShapeName::Plane => Form::Plane,
            ShapeName::Cube => Form::Cube,
        };
        let lights = match self.light {
            LightsName::Studio => Lights::studio(),
            LightsName::Sun => {
                let [azimuth, altitude] = self.sun.map(radians);
                let flat = libm::cosf(altitude);
                let [right, top, out] = [libm::sinf(azimuth) * flat, libm::cosf(azimuth) * flat, libm::sinf(altitude)];
                // A plane lies flat: the top of its map is its far side.
                Lights::Sun(if form == Form::Plane { [right, out, -top] } else { [right, top, out] })
            }
        };
        Setting {
            form,
            lights,
            heading: radians(self.heading),
            pitch: radians(self.pitch),
            zoom: self.zoom.to_f64() as f32,
            repeat: self.repeat.to_f64() as f32,
            brightness: self.brightness.to_f64() as f32,
            antialias: self.antialias,
        }
    }
}

impl Roles {
    /// Returns the maps of a material, whose outputs are evaluated by `samplers`. Checks all that can be checked.
    pub(crate) fn of(material: &Preview, samplers: Vec<Sampler>) -> Result<Self> {
        let area = Area { size: material.map, ..material.area };
        let roles = Self { material: material.clone(), samplers, grid: area.grid()?, shown: area.tile() };
        for sampler in &roles.samplers {
            sampler.check(&sampler.cell(&roles.grid, roles.shown)?)?;
        }
        Ok(roles)
    }

    /// Returns the programs of the maps.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &Program> {
        self.samplers.iter().flat_map(Sampler::programs)
    }

    /// Estimates the evaluations of all maps, and of the rays.
    pub(crate) fn evaluations(&self) -> u64 {
        let sides = [self.shown.size[0], self.shown.size[1]];
        let of_maps = self.samplers.iter().map(|sampler| sampler.evaluations_on(&self.grid, sides)).fold(0, u64::saturating_add);
        let Size { width, height } = self.material.area.size;
        let rays = u64::from(self.material.antialias).pow(2).saturating_mul(u64::from(width)).saturating_mul(height.into());
        // A ray of a material takes a few times as long as one of terrain.
        of_maps.saturating_add(rays.saturating_mul(4 * OF_A_RAY))
    }

    /// Evaluates the maps.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`] if the observer cancels, and the errors of the engine.
    pub fn maps(&self, engine: &Engine, observer: &dyn Observer) -> Result<Maps> {
        let on = On::new(engine, observer);
        let mut texels = Vec::new();
        texels
            .try_reserve_exact(self.shown.samples() * 4 / 3)
            .map_err(|_| Error::failed(format!("{} texels don't fit into memory; give a smaller map", self.shown.samples())))?;
        texels.resize(self.shown.samples(), Texel::default());
        let width = self.shown.size[0];
        for sampler in &self.samplers {
            let cell = sampler.cell(&self.grid, self.shown)?;
            let (mut samples, mut scratch) = (vec![Vec::new(); sampler.pictures.len()], Scratch::default());
            let band = (AT_ONCE / sampler.samples_a_pixel() as u32 / width).max(sampler.least_rows(&cell.reach, width));
            for part in self.shown.cut([width, band, 1]) {
                check(observer)?;
                sampler.evaluate(on, &cell, part, &mut samples, &mut scratch)?;
                let first = part.origin[1] as usize * width as usize;
                for (picture, samples) in sampler.pictures.iter().zip(&samples) {
                    self.take(picture, samples, &mut texels[first..first + part.samples()]);
                }
            }
        }
        let [x, y] = self.lengths();
        Ok(Maps::new([width, self.shown.size[1]], (x / y) as f32, texels))
    }

    /// Returns the width and the height of the maps in units.
    fn lengths(&self) -> [f64; 2] {
        let [width, height, _] = self.shown.size.map(f64::from);
        [self.grid.x.spacing() * width, self.grid.y.spacing() * height]
    }

    /// Takes the samples of an output into texels.
    fn take(&self, picture: &Picture, samples: &[f32], texels: &mut [Texel]) {
        let channels = usize::from(picture.channel_count());
        let Some(role) = Role::of(&picture.name) else { return };
        let bounded = |sample: f32| sample.clamp(0.0, 1.0);
        // One channel, or two with alpha, is grey.
        let color = |of: &[f32]| -> Vector { [0, 1, 2].map(|part| bounded(of[if channels < 3 { 0 } else { part }])) };
        let has_alpha = picture.output.content.is_color() && matches!(channels, 2 | 4);
        let per_height = (self.material.relief_height.to_f64() / self.lengths()[0]) as f32;
        let normal = normal_of(picture);
        for (texel, of) in texels.iter_mut().zip(samples.chunks_exact(channels)) {
            match role {
                Role::Albedo => {
                    texel.albedo = color(of);
                    if has_alpha {
                        texel.opacity = bounded(of[channels - 1]);
                    }
                }
                Role::Emission => texel.emission = color(of),
                Role::Normal => texel.normal = normal.as_ref().map_or(texel.normal, |normal| normal(of)),
                Role::Roughness => texel.roughness = bounded(of[0]),
                Role::Metalness => texel.metalness = bounded(of[0]),
                Role::Ao => texel.ao = bounded(of[0]),
                Role::Opacity => texel.opacity = bounded(of[0]),
                Role::Height => texel.height = of[0] * per_height,
            }
        }
    }

    /// Evaluates the maps, and calls `run` with the source of the pixels.
    pub(crate) fn with_bands<T>(&self, engine: &Engine, observer: &dyn Observer, run: impl FnOnce(&dyn Bands) -> Result<T>) -> Result<T> {
        let scene = self.material.scene(self.maps(engine, observer)?);
        run(&Pixels { scene: &scene, on: On::new(engine, observer) })
    }
}

/// Returns the function from samples to a normal with y towards the next row; none if the samples are no normals on a surface.
fn normal_of(picture: &Picture) -> Option<impl Fn(&[f32]) -> Vector + use<>> {
    let up = [Component::ITSELF, Component { scale: Number::MINUS_ONE, offset: Number::ZERO }, Component::ITSELF];
    let components = match &picture.output.content {
        Content::Normal(map) if map.space == NormalSpace::Object => return None,
        Content::Normal(map) if map.y == NormalY::Up => up,
        // Normals whose nodes do not tell have y up, as most do.
        _ if picture.channel_count() >= 3 => picture.vector.unwrap_or(up),
        _ => return None,
    };
    let lines = components.map(|Component { scale, offset }| [1.0 / scale.to_f64() as f32, offset.to_f64() as f32]);
    Some(move |of: &[f32]| {
        let vector: Vector = std::array::from_fn(|part| (of[part] - lines[part][1]) * lines[part][0]);
        if vector.iter().any(|part| part.abs() > 1e-6) { unit(vector) } else { [0.0, 0.0, 1.0] }
    })
}

impl Scene {
    /// Computes all pixels: linear red, green and blue from 0 to 1, in rows.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`] if the observer cancels.
    pub fn pixels(&self, engine: &Engine, observer: &dyn Observer) -> Result<Vec<f32>> {
        let mut pixels = Vec::new();
        let [width, height] = self.size();
        resize(&mut pixels, 3 * width as usize * height as usize)?;
        self.tile(On::new(engine, observer), Tile { origin: [0; 3], size: [width, height, 1] }, &mut pixels)?;
        Ok(pixels)
    }

    /// Computes the pixels of a tile, on all threads.
    fn tile(&self, on: On<'_>, tile: Tile, pixels: &mut [f32]) -> Result<()> {
        let pitch = 3 * tile.size[0] as usize;
        let [first, top, _] = tile.origin;
        // A few rows at a time, so that no thread has the part of the picture that takes longest.
        let together = on.threads.max(1) * ROWS;
        for (number, rows) in pixels.chunks_mut(together * pitch).enumerate() {
            in_rows(on, rows, pitch, |row, pixels| {
                let top = top + (number * together + row) as u32;
                for (row, pixels) in (top..).zip(pixels.chunks_mut(pitch)) {
                    check(on.observer)?;
                    self.row([first, row], pixels);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// The source of a material's pixels.
struct Pixels<'a> {
    scene: &'a Scene,
    on: On<'a>,
}

impl Bands for Pixels<'_> {
    fn evaluate(&self, tile: Tile, samples: &mut [Vec<f32>], _: &mut Scratch) -> Result<()> {
        resize(&mut samples[0], 3 * tile.samples())?;
        self.scene.tile(self.on, tile, &mut samples[0])
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::path::Path;

    use super::*;
    use crate::{Job, Memory, Request, Source};

    /// A material with a layer and a normal map, whose keys are given.
    fn recipe(normal: &str) -> String {
        format!(
            "version = 2\nwrap = 8\noutput = \"albedo\"\nnodes.hills = {{ kind = \"perlin\", cells = 6 }}\n\
             outputs.albedo = {{ channels = \"mix(#806040, #c0c8d0, 0.5 + 0.5 * hills)\" }}\noutputs.height = {{ channels = \"hills\" }}\n\
             outputs.ao = {{ channels = {{ kind = \"ao\", source = \"hills\", height = 0.4, radius = 0.5 }} }}\n{normal}"
        )
    }

    fn material(source: &Source) -> Preview {
        let area = Area { size: Size { width: 41, height: 37 }, ..Area::default() };
        // The default is that of the normal map.
        Preview { relief_height: 0.4.into(), ..Preview::of(source.recipe(), area, ShapeName::Sphere) }
    }

    fn pixels(recipe: &str, threads: usize, tile: Option<u32>) -> Vec<f32> {
        let source = Source::from(crate::read_recipe(recipe).unwrap());
        let material = material(&source);
        let engine = Engine::cpu(NonZeroUsize::new(threads).unwrap());
        let request = Request { tile, ..Request::of(source, Job::default(), "a.png") };
        material.scene(material.roles(&request).unwrap().maps(&engine, &()).unwrap()).pixels(&engine, &()).unwrap()
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn normals_give_the_same_picture_in_every_form() {
        let of = |normal: &str| pixels(&recipe(normal), 1, None);
        let up = of("outputs.normal = { normal = { source = \"hills\", strength = 0.5 } }");
        let down = of("outputs.normal = { normal = { source = \"hills\", strength = 0.5, y = \"down\" } }");
        let most = up.iter().zip(&down).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(up == down, "{most}");
        assert!(up != of(""), "normals are read");
        let half = |name: &str, axis: &str, scale: &str| {
            let normal = format!("{{ kind = \"normal\", source = \"hills\", strength = 0.5, axis = \"{axis}\" }}");
            format!("nodes.{name} = {{ kind = \"scale_offset\", source = {normal}, scale = {scale}, offset = 0.5 }}\n")
        };
        let [red, green, blue] = [half("red", "x", "0.5"), half("green", "y", "-0.5"), half("blue", "z", "0.5")];
        let written = format!("{red}{green}{blue}outputs.normal = {{ channels = [\"red\", \"green\", \"blue\"], range = [0, 1] }}");
        let differences = up.iter().zip(of(&written)).map(|(a, b)| (a - b).abs());
        let most = differences.fold(0.0, f32::max);
        assert!(most < 1e-3, "{most}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_picture_has_the_same_bits_on_all_threads_and_with_all_tiles() {
        let recipe = recipe("outputs.normal = { normal = { source = \"hills\", strength = 0.5 }, blur = { radius = 2 } }");
        let one = pixels(&recipe, 1, None);
        assert!(one == pixels(&recipe, 3, None));
        assert!(one == pixels(&recipe, 2, Some(5)));
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_bake_holds_the_pixels_of_the_scene() {
        let text = recipe("");
        let source = Source::from(crate::read_recipe(&text).unwrap());
        let job = Job::Preview(material(&source));
        let engine = Engine::cpu(NonZeroUsize::MIN);
        let mut store = Memory::default();
        Request::of(source, job, "a.r32").plan().unwrap().run(&engine, &mut store, &()).unwrap();
        let bytes: Vec<u8> = pixels(&text, 1, None).iter().flat_map(|part| part.to_le_bytes()).collect();
        assert!(store.into_files()[Path::new("a.r32")] == bytes);
    }
}
