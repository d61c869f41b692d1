//! Grids of samples.

use std::num::NonZeroUsize;
use std::path::Path;

use lacuna::{Axis, Domain, Grid, MAX_SAMPLES, Number, Program, Tile};
use lacuna_bake::{Area, Engine, Job, Memory, Region, Request, Size};
use numpy::PyReadwriteArrayDyn;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::failure::{refused, unbaked};
use crate::node::Core;
use crate::pool::{deep, with_engine};

/// The length of what volumes cover unless it is told, in units.
const LENGTH: u32 = 8;

/// About so many evaluations are made before Python is asked whether a signal has come.
const AT_ONCE: u64 = 1 << 28;

/// Where samples lie, as Python tells it: numbers are texts of decimals.
#[derive(FromPyObject)]
pub(crate) struct Place {
    /// The samples along x, y and z, as many as there are axes.
    #[pyo3(item)]
    sides: Vec<u32>,
    /// The near edges, then the far ones.
    #[pyo3(item)]
    region: Option<Vec<String>>,
    #[pyo3(item)]
    z: Option<String>,
    #[pyo3(item)]
    w: Option<String>,
    /// Which of the samples: the first along x, y and z, and how many.
    #[pyo3(item)]
    origin: [u32; 3],
    #[pyo3(item)]
    size: [u32; 3],
}

/// A decimal that a caller wrote.
pub(crate) fn decimal(name: &str, text: &str) -> PyResult<Number> {
    lacuna_bake::number(text).map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// The default plane, 8 units across with square pixels. Its height may be no decimal, so it is a part of a grid of whole squares.
fn square_pixels(width: u32, height: u32) -> PyResult<Grid> {
    let squares = height.div_ceil(width);
    let rows = squares.checked_mul(width).filter(|&rows| rows <= MAX_SAMPLES).ok_or_else(|| {
        PyValueError::new_err(format!("shape: ({height}, {width}) is too tall for the default region; tell which one by region"))
    })?;
    Ok(Grid::plane(Axis::extent(0, LENGTH, width), Axis::extent(0, u64::from(LENGTH) * u64::from(squares), rows)))
}

impl Place {
    /// What a plane shows.
    fn area(&self, core: &Core) -> PyResult<Area> {
        let of = |name: &str, text: &Option<String>| text.as_ref().map(|text| decimal(name, text)).transpose();
        let edges = self.region.iter().flatten().map(|edge| decimal("region", edge)).collect::<PyResult<Vec<_>>>()?;
        let of_recipe = Area::of_recipe(&core.read()?.recipe);
        Ok(Area {
            size: Size { width: self.sides[0], height: self.sides[1] },
            region: edges.try_into().ok().map(Region).or(of_recipe.region),
            z: of("z", &self.z)?.unwrap_or_default(),
            w: of("w", &self.w)?.unwrap_or_default(),
        })
    }

    fn grid(&self, core: &Core) -> PyResult<Grid> {
        let of = |name: &str, text: &Option<String>| text.as_ref().map(|text| decimal(name, text)).transpose();
        let (z, w) = (of("z", &self.z)?, of("w", &self.w)?.unwrap_or_default());
        let edges: Option<Vec<Number>> =
            self.region.as_ref().map(|edges| edges.iter().map(|edge| decimal("region", edge)).collect()).transpose()?;
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
                if edges.is_some_and(|edges| edges.len() != 4) {
                    return refuse("a plane has four edges: give (x0, y0, x1, y1)");
                }
                let area = self.area(core)?;
                match area.region {
                    Some(Region([x0, y0, x1, y1])) => {
                        let plane = Grid::plane(Axis::extent(x0, x1, width), Axis::extent(y0, y1, height));
                        Grid { z: Axis::Constant(area.z), w, ..plane }
                    }
                    None => Grid { z: Axis::Constant(area.z), w, ..square_pixels(width, height)? },
                }
            }
            (&[width, height, depth], edges) => {
                let far = Number::from(LENGTH);
                let [x0, y0, z0, x1, y1, z1] = match edges {
                    None if width == height && height == depth => [Number::ZERO, Number::ZERO, Number::ZERO, far, far, far],
                    None => return refuse("the samples are no cube: tell what they cover, (x0, y0, z0, x1, y1, z1)"),
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

/// Evaluates a grid, or a part of it, into an array that is contiguous.
#[pyfunction]
#[pyo3(signature = (core, place, out, threads = None))]
pub(crate) fn grid(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    place: Place,
    mut out: PyReadwriteArrayDyn<'_, f32>,
    threads: Option<NonZeroUsize>,
) -> PyResult<()> {
    let ready = core.get().ready()?;
    let samples = out.as_slice_mut()?;
    // A line has no blur, as the command's has none.
    if ready.is_blurred && place.sides.len() > 1 {
        return blurred(py, core.get(), &place, samples, threads);
    }
    let grid = place.grid(core.get())?;
    let tile = Tile { origin: place.origin, size: place.size };
    evaluate(py, &ready.program, &grid.into(), tile, samples, threads)
}

/// Evaluates a blurred picture, which is made as a whole, as its file holds it.
fn blurred(py: Python<'_>, core: &Core, place: &Place, samples: &mut [f32], threads: Option<NonZeroUsize>) -> PyResult<()> {
    const NAME: &str = "samples.r32";
    let output = core.read()?.output().map_err(refused)?;
    let is_whole = place.sides.len() == 2 && place.size == [place.sides[0], place.sides[1], 1];
    if !is_whole {
        return Err(PyValueError::new_err(format!("`{output}` is blurred, and made as a whole picture: give (H, W), without part")));
    }
    let mut request = Request::of(core.source()?, Job::Picture(place.area(core)?), NAME);
    request.output = Some(output.to_owned());
    let run = || {
        let mut store = Memory::default();
        let engine = Engine::cpu(threads.unwrap_or_else(Engine::usual_threads));
        let plan = deep(|| request.plan())?;
        with_engine(threads, |_| plan.run(&engine, &mut store, &()))?;
        Ok(store.into_files().remove(Path::new(NAME)).unwrap_or_default())
    };
    let file: Vec<u8> = py.detach(run).map_err(unbaked)?;
    for (sample, bytes) in samples.iter_mut().zip(file.as_chunks::<4>().0) {
        *sample = f32::from_le_bytes(*bytes);
    }
    Ok(())
}

/// Evaluates a tile in pieces of rows, between which signals are looked for.
fn evaluate(
    py: Python<'_>,
    program: &Program,
    domain: &Domain,
    tile: Tile,
    samples: &mut [f32],
    threads: Option<NonZeroUsize>,
) -> PyResult<()> {
    let [width, height, depth] = tile.size;
    let row = u64::from(width) * program.evaluations().max(1);
    let rows = u32::try_from(AT_ONCE / row.max(1)).unwrap_or(u32::MAX).max(16);
    // Few rows in many slices go together.
    let side = if rows >= height { [width, height, (rows / height.max(1)).clamp(1, depth.max(1))] } else { [width, rows, 1] };
    let mut rest = samples;
    for part in tile.cut(side) {
        py.check_signals()?;
        let (own, others) = std::mem::take(&mut rest).split_at_mut(part.samples() * program.channels());
        rest = others;
        py.detach(|| with_engine(threads, |cpu| cpu.evaluate(program, domain, part, own))).map_err(refused)?;
    }
    Ok(())
}
