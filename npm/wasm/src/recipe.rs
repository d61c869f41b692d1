//! A recipe as JavaScript holds it.

#![expect(clippy::needless_pass_by_value, reason = "JavaScript passes lists by value")]

use std::cell::OnceCell;
use std::num::NonZeroUsize;

use js_sys::Float32Array;
use lacuna::recipe::{self, Draft};
use lacuna::{Graph, Grid, Number, Program, Tile};
use lacuna_bake::{Area, Engine, Region, Samples, Size};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::named::named;

/// A recipe and one of its outputs.
#[wasm_bindgen]
pub struct Recipe {
    recipe: recipe::Recipe,
    graph: Graph,
    samples: Samples,
    /// An output that takes the pixels of a picture has none.
    program: lacuna::Result<Program>,
    /// For points of four coordinates.
    program_4d: OnceCell<lacuna::Result<Program>>,
}

#[wasm_bindgen]
impl Recipe {
    /// Reads a text, or takes what it names. Then varies the seeds, and sets keys to values in TOML's notation.
    ///
    /// # Errors
    ///
    /// The engine's.
    #[wasm_bindgen(constructor)]
    pub fn new(
        source: &str,
        is_text: bool,
        seed: Option<u64>,
        keys: Vec<String>,
        values: Vec<String>,
        output: Option<String>,
    ) -> Result<Self, JsError> {
        let mut draft = if is_text { Draft::read(source)? } else { named(source)? };
        if let Some(seed) = seed {
            draft.set_seed(seed)?;
        }
        for (key, value) in keys.iter().zip(&values) {
            draft.set(key, value)?;
        }
        let recipe = draft.recipe()?;
        let output = output.map_or_else(|| recipe.default_output().map(str::to_owned), Ok)?;
        let samples = Samples::new(&recipe, &output)?;
        let graph = recipe.graph_of(&output)?;
        Ok(Self { program: Program::new(&graph), recipe, graph, samples, program_4d: OnceCell::new() })
    }

    /// The number of samples of a pixel.
    #[wasm_bindgen(getter)]
    pub fn channels(&self) -> usize {
        self.samples.channels()
    }

    /// The names of the recipe's outputs.
    #[wasm_bindgen(getter)]
    pub fn outputs(&self) -> Vec<String> {
        self.recipe.output_names().into_iter().map(str::to_owned).collect()
    }

    /// The samples along x and y of a picture for which none are given.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> Vec<u32> {
        let Size { width, height } = Area::of_recipe(&self.recipe).size;
        vec![width, height]
    }

    /// Writes a plane: the recipe's own region if none is given.
    ///
    /// # Errors
    ///
    /// The engine's.
    pub fn plane(&self, width: u32, height: u32, region: Option<Vec<f64>>, z: f64, w: f64, out: &Float32Array) -> Result<(), JsError> {
        let region = match region.as_deref() {
            None => Area::of_recipe(&self.recipe).region,
            Some(&[x0, y0, x1, y1]) => Some(Region([x0, y0, x1, y1].map(Number::from))),
            Some(_) => return Err(JsError::new("region: a plane has four edges; give [x0, y0, x1, y1]")),
        };
        let area = Area { size: Size { width, height }, region, z: z.into(), w: w.into() };
        self.write(&area.grid()?, area.tile(), out)
    }

    /// Writes a volume, slice after slice.
    ///
    /// # Errors
    ///
    /// The engine's.
    pub fn volume(&self, size: &[u32], region: Option<Vec<f64>>, w: f64, out: &Float32Array) -> Result<(), JsError> {
        let (&[width, height, depth], Some(&[x0, y0, z0, x1, y1, z1])) = (size, region.as_deref()) else {
            return Err(JsError::new("region: a volume has six faces; give [x0, y0, z0, x1, y1, z1]"));
        };
        let grid = Grid::new([width, height, depth], [x0, y0, z0], [x1, y1, z1]);
        let grid = Grid { w: w.into(), ..grid };
        grid.validate()?;
        self.write(&grid, Tile { origin: [0; 3], size: grid.size() }, out)
    }

    /// Returns the channels at a point of one to four coordinates. Four mean 4-D noise, of which 3-D noise is not a slice.
    ///
    /// # Errors
    ///
    /// The engine's.
    pub fn sample(&self, coordinates: &[f64]) -> Result<Vec<f32>, JsError> {
        let mut at = [0.0; 4];
        at[..coordinates.len()].copy_from_slice(coordinates);
        let program = if coordinates.len() == 4 && self.program.is_ok() { self.of_four_dimensions() } else { &self.program };
        let program = program.as_ref().map_err(Clone::clone)?;
        let mut samples = vec![0.0; program.channels()];
        program.sample_point(at, &mut samples)?;
        Ok(samples)
    }
}

impl Recipe {
    fn write(&self, grid: &Grid, tile: Tile, out: &Float32Array) -> Result<(), JsError> {
        let engine = Engine::cpu(NonZeroUsize::MIN);
        let [width, height, _] = tile.size;
        let mut start = 0;
        for slice in tile.cut([width, height, 1]) {
            let samples = self.samples.evaluate(&engine, grid, slice, &())?;
            let end = start + samples.len() as u32;
            out.subarray(start, end).copy_from(&samples);
            start = end;
        }
        Ok(())
    }

    fn of_four_dimensions(&self) -> &lacuna::Result<Program> {
        self.program_4d.get_or_init(|| {
            let mut graph = self.graph.clone();
            graph.set_default_dimensions(4);
            Program::new(&graph)
        })
    }
}
