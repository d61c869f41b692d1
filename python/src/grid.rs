//! Grids of samples.

use std::num::NonZeroUsize;

use lacuna::{Axis, Domain, Grid, Number, Program, Tile};
use lacuna_bake::{Area, Engine, Region, Size};
use numpy::{PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::batch::{Asked, Turn};
use crate::failure::{refused, unbaked};
use crate::node::{Core, Ready};
use crate::pool::at_once;

/// The default length of a volume, in units.
const LENGTH: u32 = 8;

/// The number of evaluations of a grid that a thread does in about a fifth of a second.
pub(crate) const AT_ONCE: usize = 1 << 26;

/// The place of samples as Python passes it. Numbers are texts of decimals.
#[derive(FromPyObject)]
pub(crate) struct Place {
    /// The number of samples along x, y and z, one per axis.
    #[pyo3(item)]
    sides: Vec<u32>,
    /// The regions: what the caller calls each; the near edges, then the far ones; and the first sample along x, y and z of the part to evaluate.
    #[pyo3(item)]
    regions: Vec<(String, Option<Vec<String>>, [u32; 3])>,
    /// The number of the region of each item.
    #[pyo3(item)]
    chosen: Vec<usize>,
    #[pyo3(item)]
    z: Option<String>,
    #[pyo3(item)]
    w: Option<String>,
    /// The size of the parts.
    #[pyo3(item)]
    size: [u32; 3],
}

/// Parses a decimal of a caller.
pub(crate) fn decimal(name: &str, text: &str) -> PyResult<Number> {
    lacuna_bake::number(text).map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

impl Place {
    /// Returns the grids of the regions.
    fn grids(&self, core: &Core) -> PyResult<Vec<Grid>> {
        let grids = self.regions.iter().enumerate();
        grids.map(|(number, (_, edges, _))| self.grid(core, edges.as_deref()).map_err(|error| self.named(number, error))).collect()
    }

    /// Returns an error about a region, which says which of several it is.
    fn named(&self, number: usize, error: PyErr) -> PyErr {
        let name = &self.regions[number].0;
        Python::attach(|py| {
            if !error.is_instance_of::<PyValueError>(py) {
                return error;
            }
            let text = error.value(py).to_string();
            match text.strip_prefix("region") {
                Some(rest) => PyValueError::new_err(format!("{name}{rest}")),
                None => error,
            }
        })
    }

    fn grid(&self, core: &Core, edges: Option<&[String]>) -> PyResult<Grid> {
        let of = |name: &str, text: &Option<String>| text.as_ref().map(|text| decimal(name, text)).transpose();
        let (z, w) = (of("z", &self.z)?, of("w", &self.w)?.unwrap_or_default());
        let edges: Option<Vec<Number>> = edges.map(|edges| edges.iter().map(|edge| decimal("region", edge)).collect()).transpose()?;
        let refuse = |why: &str| Err(PyValueError::new_err(format!("region: {why}")));
        let grid = match (&self.sides[..], edges.as_deref()) {
            (&[width], edges) => {
                let (start, end) = match edges {
                    None => (Number::ZERO, LENGTH.into()),
                    Some(&[start, end]) => (start, end),
                    Some(_) => return refuse("a line has two ends: give (x0, x1)"),
                };
                Grid {
                    z: Axis::Constant(z.unwrap_or_default()),
                    w,
                    ..Grid::plane(Axis::extent(start, end, width), Axis::Constant(Number::ZERO))
                }
            }
            (&[width, height], edges) => {
                let region = match edges {
                    None => Area::of_recipe(core.read()?.source.recipe()).region,
                    Some(&[x0, y0, x1, y1]) => Some(Region([x0, y0, x1, y1])),
                    Some(_) => return refuse("a plane has four edges: give (x0, y0, x1, y1)"),
                };
                Area { size: Size { width, height }, region, z: z.unwrap_or_default(), w }.grid().map_err(unbaked)?
            }
            (&[width, height, depth], edges) => {
                let far = Number::from(LENGTH);
                let [x0, y0, z0, x1, y1, z1] = match edges {
                    None if width == height && height == depth => [Number::ZERO, Number::ZERO, Number::ZERO, far, far, far],
                    None => return refuse("the samples are no cube; give the box that they cover, (x0, y0, z0, x1, y1, z1)"),
                    Some(&[x0, y0, z0, x1, y1, z1]) => [x0, y0, z0, x1, y1, z1],
                    Some(_) => return refuse("a box has six faces: give (x0, y0, z0, x1, y1, z1)"),
                };
                if z.is_some() {
                    return Err(PyValueError::new_err("z: a volume has its own; leave it out"));
                }
                let plane = Grid::plane(Axis::extent(x0, x1, width), Axis::extent(y0, y1, height));
                Grid { z: Axis::extent(z0, z1, depth), w, ..plane }
            }
            (sides, _) => return Err(PyValueError::new_err(format!("shape: {} axes; give 1 to 3", sides.len()))),
        };
        grid.validate().map_err(refused)?;
        Ok(grid)
    }
}

/// Evaluates grids, or a part of each, into the rows of a contiguous array.
#[pyfunction]
#[pyo3(signature = (core, place, out, seeds = None, threads = None))]
pub(crate) fn grid(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    place: Place,
    mut out: PyReadwriteArrayDyn<'_, f32>,
    seeds: Option<PyReadonlyArray1<'_, u64>>,
    threads: Option<NonZeroUsize>,
) -> PyResult<()> {
    let grids = place.grids(core.get())?;
    let asked = Asked { core: core.get(), slopes: 0, seeds, threads, evaluations: AT_ONCE };
    asked.each(py, &mut out, |turn, ready, item, samples| {
        let region = place.chosen[item];
        let tile = Tile { origin: place.regions[region].2, size: place.size };
        evaluate(turn, ready, &grids[region], tile, place.sides.len() > 1, samples).map_err(|error| place.named(region, error))
    })
}

/// Evaluates a part of a grid.
fn evaluate(turn: &Turn<'_>, ready: &Ready, grid: &Grid, tile: Tile, is_blurrable: bool, samples: &mut [f32]) -> PyResult<()> {
    // Lines are not blurred, as in the command.
    let Some(pictures) = ready.pictures.as_ref().filter(|_| is_blurrable) else {
        return in_rows(turn, ready.program()?, &(*grid).into(), tile, samples);
    };
    let engine = Engine::cpu(turn.threads());
    let slices = tile.cut([tile.size[0], tile.size[1], 1]);
    let slice = tile.size[0] as usize * tile.size[1] as usize * pictures.channels();
    for (tile, samples) in slices.zip(samples.chunks_mut(slice)) {
        samples.copy_from_slice(&turn.run(|_| pictures.evaluate(&engine, grid, tile, &()))?.map_err(unbaked)?);
    }
    Ok(())
}

/// Evaluates a tile in pieces of rows.
fn in_rows(turn: &Turn<'_>, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> PyResult<()> {
    let [width, height, depth] = tile.size;
    // A few rows share the work per column.
    let rows = u32::try_from(at_once(AT_ONCE, program.evaluations(), turn.threads()) / (width as usize).max(1)).unwrap_or(u32::MAX).max(4);
    // Slices with few rows are evaluated together.
    let side = if rows >= height { [width, height, (rows / height.max(1)).clamp(1, depth.max(1))] } else { [width, rows, 1] };
    let mut rest = samples;
    for part in tile.cut(side) {
        let (own, others) = std::mem::take(&mut rest).split_at_mut(part.samples() * program.channels());
        rest = others;
        turn.run(|cpu| cpu.evaluate(program, domain, part, own))?.map_err(refused)?;
    }
    Ok(())
}
