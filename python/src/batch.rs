//! Batches: the same work for several seeds or places, whose items are shared out to threads.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use lacuna::Cpu;
use numpy::{PyReadonlyArray1, PyReadwriteArrayDyn, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::node::{Core, Ready};
use crate::pool::{at_once, threads_for, with_engine};

/// The most items between two checks for signals, for each thread: a recipe of another seed may take some milliseconds to read.
const MOST: usize = 64;

/// Who evaluates an item.
pub(crate) enum Turn<'py> {
    /// The caller, with this number of threads, who answers to signals.
    Caller(Python<'py>, NonZeroUsize),
    /// A thread of the pool, beside others.
    Worker,
}

impl Turn<'_> {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        match self {
            Self::Caller(_, threads) => *threads,
            Self::Worker => NonZeroUsize::MIN,
        }
    }

    /// Does a piece of an item.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce(&Cpu) -> T + Send) -> PyResult<T> {
        match self {
            Self::Caller(py, threads) => {
                py.check_signals()?;
                Ok(py.detach(|| with_engine(Some(*threads), work)))
            }
            Self::Worker => Ok(with_engine(Some(self.threads()), work)),
        }
    }
}

/// The recipes of the items.
struct Recipes<'a> {
    core: &'a Core,
    /// The number of axes of which the derivatives are evaluated in place of the values; 0 for the values.
    slopes: usize,
    /// The recipe without a seed.
    own: Option<Core>,
    /// The seed of each item.
    seeds: Option<&'a [u64]>,
    /// The latest recipe of a seed, which the next item may share.
    latest: Mutex<Option<(u64, Arc<Core>)>>,
}

impl<'a> Recipes<'a> {
    fn new(core: &'a Core, slopes: usize, seeds: Option<&'a [u64]>) -> PyResult<Self> {
        let own = if slopes > 0 { Some(core.slopes(slopes)?) } else { None };
        Ok(Self { core, slopes, own, seeds, latest: Mutex::default() })
    }

    /// Returns the programs of the recipe without a seed, whose costs are those of all.
    fn own(&self) -> PyResult<&Ready> {
        self.own.as_ref().unwrap_or(self.core).ready()
    }

    fn with<T>(&self, item: usize, work: impl FnOnce(&Ready) -> PyResult<T>) -> PyResult<T> {
        let Some(seed) = self.seeds.and_then(|seeds| seeds.get(item)).copied() else { return work(self.own()?) };
        work(self.seeded(seed)?.ready()?)
    }

    /// Returns the recipe of a seed, ready to evaluate.
    fn seeded(&self, seed: u64) -> PyResult<Arc<Core>> {
        let lock = || self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((latest, core)) = &*lock()
            && *latest == seed
        {
            return Ok(Arc::clone(core));
        }
        let core = self.core.seeded_by(seed)?;
        let core = Arc::new(if self.slopes > 0 { core.slopes(self.slopes)? } else { core });
        core.ready()?;
        *lock() = Some((seed, Arc::clone(&core)));
        Ok(core)
    }
}

/// What a batch evaluates, besides the places of its items.
pub(crate) struct Asked<'a, 'py> {
    pub(crate) core: &'a Core,
    /// The number of axes of which the derivatives are evaluated in place of the values; 0 for the values.
    pub(crate) slopes: usize,
    /// The seed of each item.
    pub(crate) seeds: Option<PyReadonlyArray1<'py, u64>>,
    pub(crate) threads: Option<NonZeroUsize>,
    /// The evaluations that a thread does in about a fifth of a second.
    pub(crate) evaluations: usize,
}

impl Asked<'_, '_> {
    /// Evaluates each item, by its number, into its row of a contiguous array. Few large items are evaluated one by one on all threads, and else each on one
    /// of them.
    pub(crate) fn each(
        &self,
        py: Python<'_>,
        out: &mut PyReadwriteArrayDyn<'_, f32>,
        work: impl Fn(&Turn<'_>, &Ready, usize, &mut [f32]) -> PyResult<()> + Sync,
    ) -> PyResult<()> {
        let (count, length) = (out.shape()[0], out.shape()[1]);
        let seeds = self.seeds.as_ref().map(|seeds| seeds.as_slice()).transpose()?;
        let (core, slopes) = (self.core, self.slopes);
        let recipes = py.detach(|| Recipes::new(core, slopes, seeds))?;
        let of_a_sample = py.detach(|| recipes.own())?.evaluations();
        let threads = threads_for(count * length, self.threads);
        let mut items: Vec<(usize, &mut [f32])> = out.as_slice_mut()?.chunks_mut(length.max(1)).enumerate().collect();
        if let Some(seeds) = seeds {
            // Items of one seed follow one another.
            items.sort_by_key(|(item, _)| seeds.get(*item));
        }
        let together = (at_once(self.evaluations, of_a_sample, threads) / length.max(1)).min(MOST * threads.get());
        let is_small = threads_for(length, None).get() == 1;
        // All threads share what would leave some of them without work at the end, unless that is little.
        let shared = match threads.get() {
            1 => 0,
            threads if together < threads => 0,
            threads if !is_small => count / threads * threads,
            _ if count == 1 => 0,
            _ => count,
        };
        let (shared, rest) = items.split_at_mut(shared);
        for group in shared.chunks_mut(together.max(1)) {
            py.check_signals()?;
            let item = |(item, samples): &mut (usize, &mut [f32])| recipes.with(*item, |ready| work(&Turn::Worker, ready, *item, samples));
            py.detach(|| shared_out(threads, group, item))?;
        }
        for (item, samples) in rest {
            let seed = seeds.and_then(|seeds| seeds.get(*item)).copied();
            // The recipe is read without Python's lock.
            seed.map(|seed| py.detach(|| recipes.seeded(seed))).transpose()?;
            recipes.with(*item, |ready| work(&Turn::Caller(py, threads), ready, *item, samples))?;
        }
        Ok(())
    }
}

/// Does work for each item, on a number of threads of the pool.
fn shared_out<T: Send>(threads: NonZeroUsize, items: &mut [T], work: impl Fn(&mut T) -> PyResult<()> + Sync) -> PyResult<()> {
    let left = Mutex::new(items.iter_mut());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    with_engine(Some(threads), |_| {
        (0..threads.get()).into_par_iter().with_max_len(1).try_for_each(|_| {
            while let Some(item) = next() {
                work(item)?;
            }
            Ok(())
        })
    })
}
