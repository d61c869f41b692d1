//! Samples at points.

use std::num::NonZeroUsize;

use lacuna::{Cpu, Domain, Number, Program};
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArrayDyn, PyUntypedArrayMethods as _};
use pyo3::prelude::*;

use crate::batch::Asked;
use crate::failure::refused;
use crate::grid;
use crate::node::Core;
use crate::pool::at_once;

/// The number of evaluations of points that a thread does in about a fifth of a second.
const AT_ONCE: usize = 1 << 24;

/// The most points between two checks for signals, and the most that are read as decimals, which takes longer.
const MOST: usize = 1 << 20;
const MOST_DECIMALS: usize = 1 << 16;

/// Evaluates points of one to four coordinates, one per row, into the rows of a contiguous array, one per seed. `is_decimal` reads a coordinate as the
/// decimal that it prints as, and otherwise it is the exact binary number. `slopes` axes have their derivatives evaluated in place of the values.
#[pyfunction]
#[pyo3(signature = (core, points, out, is_decimal, slopes = 0, seeds = None, threads = None))]
#[expect(clippy::too_many_arguments, reason = "Python passes them one by one")]
pub(crate) fn points(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    points: PyReadonlyArray2<'_, f64>,
    mut out: PyReadwriteArrayDyn<'_, f32>,
    is_decimal: bool,
    slopes: usize,
    seeds: Option<PyReadonlyArray1<'_, u64>>,
    threads: Option<NonZeroUsize>,
) -> PyResult<()> {
    let coordinates = points.shape()[1];
    let points = points.as_slice()?;
    let asked = Asked { core: core.get(), slopes, seeds, threads, evaluations: AT_ONCE };
    asked.each(py, &mut out, |turn, ready, _, samples| {
        let program = ready.program_of(coordinates)?;
        let most = at_once(AT_ONCE, program.evaluations(), turn.threads()).min(if is_decimal { MOST_DECIMALS } else { MOST });
        let chunks = points.chunks(most * coordinates.max(1)).zip(samples.chunks_mut(most * program.channels()));
        for (points, samples) in chunks {
            turn.run(|cpu| evaluate(cpu, program, coordinates, points, samples, is_decimal))?.map_err(refused)?;
        }
        Ok(())
    })
}

/// Evaluates the grid of all combinations of coordinates on one to three axes, which are exact binary numbers, as [`points`] does.
#[pyfunction]
#[pyo3(signature = (core, axes, out, slopes = 0, seeds = None, threads = None))]
pub(crate) fn outer(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    axes: Vec<PyReadonlyArray1<'_, f64>>,
    mut out: PyReadwriteArrayDyn<'_, f32>,
    slopes: usize,
    seeds: Option<PyReadonlyArray1<'_, u64>>,
    threads: Option<NonZeroUsize>,
) -> PyResult<()> {
    let mut all: [&[f64]; 3] = [&[0.0]; 3];
    for (place, axis) in all.iter_mut().zip(&axes) {
        *place = axis.as_slice()?;
    }
    let ([xs, rest @ ..], coordinates) = (all, axes.len());
    let asked = Asked { core: core.get(), slopes, seeds, threads, evaluations: grid::AT_ONCE };
    asked.each(py, &mut out, |turn, ready, _, samples| {
        let program = ready.program_of(coordinates)?;
        let rows = (at_once(grid::AT_ONCE, program.evaluations(), turn.threads()).min(MOST) / xs.len().max(1)).max(1);
        let slice = xs.len() * rest[0].len() * program.channels();
        for (z, samples) in rest[1].chunks(1).zip(samples.chunks_mut(slice)) {
            for (ys, samples) in rest[0].chunks(rows).zip(samples.chunks_mut(rows * xs.len() * program.channels())) {
                turn.run(|cpu| cpu.sample_outer(program, [xs, ys, z], samples))?.map_err(refused)?;
            }
        }
        Ok(())
    })
}

/// Returns the value of the only channel at a point of one to four coordinates, which are exact binary numbers.
#[pyfunction]
pub(crate) fn at(core: &Bound<'_, Core>, coordinates: Vec<f64>) -> PyResult<f32> {
    let program = core.get().ready()?.program_of(coordinates.len())?;
    let (mut all, mut value) = ([0.0; 4], [0.0]);
    all[..coordinates.len()].copy_from_slice(&coordinates);
    program.sample_point(all, &mut value).map_err(refused)?;
    Ok(value[0])
}

fn evaluate(cpu: &Cpu, program: &Program, coordinates: usize, points: &[f64], samples: &mut [f32], is_decimal: bool) -> lacuna::Result<()> {
    if is_decimal {
        let point = |point: &[f64]| std::array::from_fn(|axis| point.get(axis).map_or(Number::ZERO, |&at| at.into()));
        let domain = Domain::Points(points.chunks_exact(coordinates).map(point).collect());
        return cpu.evaluate(program, &domain, domain.whole(), samples);
    }
    match coordinates {
        1 => cpu.sample_points(program, points.as_chunks::<1>().0, samples),
        2 => cpu.sample_points(program, points.as_chunks::<2>().0, samples),
        3 => cpu.sample_points(program, points.as_chunks::<3>().0, samples),
        _ => cpu.sample_points(program, points.as_chunks::<4>().0, samples),
    }
}
