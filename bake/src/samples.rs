//! The samples of an output in memory, as in its files.

use lacuna::recipe::Recipe;
use lacuna::{Grid, Tile};

use crate::engine::Engine;
use crate::error::Result;
use crate::observer::Observer;
use crate::sampling::{On, Sampler, Scratch, resize};

/// The samples of an output over a grid, as its `.npy` holds them.
///
/// ```
/// use lacuna::{Axis, Grid, Tile};
/// use lacuna_bake::{Engine, Samples, Source};
/// let source = Source::named("marble")?;
/// let samples = Samples::new(source.recipe(), source.default_output()?)?;
/// let grid = Grid::plane(Axis::extent(0, 8, 64), Axis::extent(0, 8, 64));
/// let tile = Tile { origin: [32, 0, 0], size: [32, 16, 1] };
/// let found = samples.evaluate(&Engine::cpu(Engine::usual_threads()), &grid, tile, &())?;
/// assert_eq!(found.len(), 32 * 16 * samples.channels());
/// # Ok::<(), lacuna_bake::Error>(())
/// ```
#[derive(Debug)]
pub struct Samples {
    sampler: Sampler,
}

impl Samples {
    /// Returns the samples of an output of a recipe.
    ///
    /// # Errors
    ///
    /// The errors of [`Recipe::plan`] and [`Program::new`](lacuna::Program::new).
    pub fn new(recipe: &Recipe, output: &str) -> Result<Self> {
        let lacuna::recipe::Plan { steps, pictures, .. } = recipe.plan(&[output])?;
        Ok(Self { sampler: Sampler::new(steps, pictures, None)? })
    }

    /// Returns the samples per pixel.
    pub fn channels(&self) -> usize {
        self.sampler.pictures.iter().map(|picture| usize::from(picture.channel_count())).sum()
    }

    /// Evaluates a tile of a slice of a grid: rows one after another, the channels of a pixel interleaved.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`](crate::Error::Cancelled) if the observer cancels, and the errors of the grid and the engine.
    pub fn evaluate(&self, engine: &Engine, grid: &Grid, tile: Tile, observer: &dyn Observer) -> Result<Vec<f32>> {
        let cell = self.sampler.cell(grid, tile)?;
        let on = On::new(engine, observer);
        let (whole, mut scratch) = (Tile { origin: [0; 3], ..tile }, Scratch::default());
        let mut of_band = vec![Vec::new()];
        if self.sampler.samples_a_pixel() == 1 {
            self.sampler.evaluate(on, &cell, whole, &mut of_band, &mut scratch)?;
            return Ok(of_band.swap_remove(0));
        }
        let (channels, mut samples) = (self.channels(), Vec::new());
        resize(&mut samples, whole.samples() * channels)?;
        for band in self.sampler.bands(&cell) {
            self.sampler.evaluate(on, &cell, band, &mut of_band, &mut scratch)?;
            for (to, from) in whole.rows_of(band).zip(of_band[0].chunks_exact(band.size[0] as usize * channels)) {
                samples[to.start * channels..to.end * channels].copy_from_slice(from);
            }
        }
        Ok(samples)
    }
}

#[cfg(test)]
mod tests {
    use lacuna::Axis;

    use super::*;

    /// Returns the samples of an output over 32 x 32 pixels of one unit.
    fn evaluated(recipe: &str, tile: Tile) -> Vec<f32> {
        let recipe = crate::read_recipe(recipe).unwrap();
        let grid = Grid::plane(Axis::extent(-16, 16, 32), Axis::extent(-16, 16, 32));
        let samples = Samples::new(&recipe, "out").unwrap();
        samples.evaluate(&Engine::cpu(Engine::usual_threads()), &grid, tile, &()).unwrap()
    }

    const WHOLE: Tile = Tile { origin: [0; 3], size: [32, 32, 1] };

    /// Opaque red on the right of x = 0, and invisible green on the left.
    const HALVES: &str = r#"
        version = 2
        nodes.right = { kind = "threshold", source = { kind = "coordinate" } }
        nodes.left = { kind = "scale_offset", source = "right", scale = -1, offset = 1 }
        outputs.out = { channels = ["right", "left", 0, "right"], colour = true, blur = { radius = 3 } }
    "#;

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_blur_of_colours_leaves_out_what_can_not_be_seen() {
        let found = evaluated(HALVES, WHOLE);
        for (number, pixel) in found.chunks(4).enumerate() {
            // Columns from 16 on are red and opaque. Each pixel sees three columns to both sides.
            let opaque = (number % 32 + 4).saturating_sub(16).min(7);
            let expected = if opaque > 0 { [1.0, 0.0, 0.0, (opaque as f64 / 7.0) as f32] } else { [0.0, 1.0, 0.0, 0.0] };
            assert_eq!(pixel, expected, "{number}");
        }
        // Four numbers are not a colour.
        let plain = evaluated(&HALVES.replace("colour = true, ", ""), WHOLE);
        assert_eq!(plain[4 * 16..][..4], [4.0, 3.0, 0.0, 4.0].map(|part: f64| (part / 7.0) as f32));
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_blur_of_colours_with_alpha_is_the_same_bits_in_every_tile() {
        let recipe = r#"
            version = 2
            nodes.a = { kind = "perlin", frequency = 0.3 }
            nodes.b = { kind = "clamp", source = { kind = "perlin", frequency = 0.2, seed = 3 }, low = 0, high = 1 }
            outputs.out = { channels = ["a", "a", "b", "b"], colour = true, blur = { radius = 2, passes = 2 } }
        "#;
        let whole = evaluated(recipe, WHOLE);
        let part = evaluated(recipe, Tile { origin: [5, 9, 0], size: [20, 3, 1] });
        for (row, part) in part.chunks(4 * 20).enumerate() {
            assert_eq!(part, &whole[4 * ((9 + row) * 32 + 5)..][..4 * 20]);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_blur_of_normals_leaves_unit_vectors_in_every_form() {
        for (form, [scale, offset]) in [("", [1.0, 0.0]), ("half", [0.5, 0.5])] {
            let normal = |axis: &str| {
                let normal = format!("{{ kind = 'normal', source = 'hills', axis = '{axis}', strength = 5 }}");
                if form.is_empty() { normal } else { format!("{{ kind = 'remap', source = {normal} }}") }
            };
            let [x, y, z] = ["x", "y", "z"].map(normal);
            let recipe = format!(
                "version = 2\nnodes.hills = {{ kind = 'perlin', frequency = 0.4 }}\nnodes.x = {x}\nnodes.y = {{ kind = 'negate', source = {y} }}\n\
                 nodes.z = {z}\noutputs.out = {{ channels = ['x', 'y', 'z'], blur = {{ radius = 2 }} }}"
            );
            let mut is_tilted = false;
            for normal in evaluated(&recipe, WHOLE).chunks(3) {
                let parts = [scale, -scale, scale].into_iter().zip([offset, -offset, offset]).zip(normal);
                let parts: Vec<f64> = parts.map(|((scale, offset), part)| (f64::from(*part) - offset) / scale).collect();
                let length: f64 = parts.iter().map(|part| part * part).sum();
                assert!((length - 1.0).abs() < 1e-5, "{form}: {length}");
                is_tilted |= parts[0].abs() > 0.1;
            }
            assert!(is_tilted, "{form}");
        }
    }
}
