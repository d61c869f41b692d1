//! The engine that evaluates, and what is computed on its threads.

use crate::engine::{Engine, Evaluator};
use crate::error::{Error, Result};
use crate::observer::Observer;

/// An engine, and the observer.
#[derive(Clone, Copy)]
pub(crate) struct On<'a> {
    pub(crate) evaluator: Evaluator<'a>,
    /// The number of threads for what the host computes.
    pub(crate) threads: usize,
    pub(crate) observer: &'a dyn Observer,
}

impl<'a> On<'a> {
    pub(crate) fn new(engine: &'a Engine, observer: &'a dyn Observer) -> Self {
        Self { evaluator: engine.evaluator(), threads: engine.threads().get(), observer }
    }
}

/// Runs a function on threads over groups of rows, given the number of the first row of each.
pub(crate) fn in_rows(on: On<'_>, to: &mut [f32], pitch: usize, compute: impl Fn(usize, &mut [f32]) -> Result<()> + Sync) -> Result<()> {
    let rows = to.len() / pitch;
    let threads = if cfg!(target_family = "wasm") { 1 } else { on.threads.min(rows).max(1) };
    let together = rows.div_ceil(threads).max(1);
    if threads == 1 {
        return compute(0, to);
    }
    std::thread::scope(|scope| {
        let work = |(number, to)| {
            let compute = &compute;
            scope.spawn(move || compute(number * together, to))
        };
        let running: Vec<_> = to.chunks_mut(together * pitch).enumerate().map(work).collect();
        running.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Resizes `samples` to `length`.
pub(crate) fn resize(samples: &mut Vec<f32>, length: usize) -> Result<()> {
    samples
        .try_reserve_exact(length.saturating_sub(samples.len()))
        .map_err(|_| Error::failed(format!("{length} samples don't fit into memory; give a smaller size")))?;
    samples.resize(length, f32::NAN);
    Ok(())
}
