//! The samples of an output in memory, blurred as in its files.

use lacuna::recipe::Recipe;
use lacuna::{Grid, Program, Tile};

use crate::engine::Engine;
use crate::error::Result;
use crate::observer::Observer;
use crate::planning::parts::cell;
use crate::sampling::{On, Sampler, Scratch};

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
    /// The errors of [`Recipe::plan`] and [`Program::new`].
    pub fn new(recipe: &Recipe, output: &str) -> Result<Self> {
        let lacuna::recipe::Plan { graph, pictures, .. } = recipe.plan(&[output])?;
        Ok(Self { sampler: Sampler { program: Program::new(&graph)?, pictures, tile: None } })
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
        let cell = cell(grid, tile, self.sampler.margin())?;
        let on = On { evaluator: engine.evaluator(), observer };
        let mut samples = vec![Vec::new()];
        self.sampler.evaluate(on, &cell, Tile { origin: [0; 3], ..tile }, &mut samples, &mut Scratch::default())?;
        Ok(samples.swap_remove(0))
    }
}
