//! The threads that evaluate: a pool per process, since a forked child has none of its parent's threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use lacuna::Cpu;
use lacuna_bake::Engine;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The usual size of a main thread's stack: nested nodes are read and lowered recursively, and threads started by Python may have less.
const STACK: usize = 8 << 20;

/// The number of samples below which other threads take longer to wake than the caller to evaluate.
const FEW: usize = 10_000;

/// A pool, and the process that its threads belong to.
struct Owned {
    process: u32,
    pool: ThreadPool,
    /// The pool that was the latest before.
    before: *const Owned,
}

/// The latest pool. None is ever freed: a fork leaves one behind in the child, and other threads may use one while the default number changes. There is
/// no lock, since a lock that another thread holds during a fork stays locked in the child.
static POOL: AtomicPtr<Owned> = AtomicPtr::new(std::ptr::null_mut());

/// The default number of threads that the user sets; 0 if none is set.
static DEFAULT: AtomicUsize = AtomicUsize::new(0);

/// The number of threads that the machine runs at once; 0 before it is asked for, which takes longer than a small grid.
static MACHINE: AtomicUsize = AtomicUsize::new(0);

/// Sets the default number of threads.
#[pyfunction]
pub(crate) fn set_threads(count: NonZeroUsize) {
    DEFAULT.store(count.get(), Ordering::Relaxed);
}

/// Returns the default number of threads: what the user sets, or as many as the machine runs at once.
pub(crate) fn usual_threads() -> NonZeroUsize {
    NonZeroUsize::new(DEFAULT.load(Ordering::Relaxed)).unwrap_or_else(threads_of_machine)
}

fn threads_of_machine() -> NonZeroUsize {
    NonZeroUsize::new(MACHINE.load(Ordering::Relaxed)).unwrap_or_else(|| {
        let found = Engine::usual_threads();
        MACHINE.store(found.get(), Ordering::Relaxed);
        found
    })
}

/// Returns a pool of this process for work on so many threads; `None` if no threads can be started. It has the default number of threads, unless the work
/// asks for more and the machine runs more.
fn pool(threads: NonZeroUsize) -> Option<&'static ThreadPool> {
    let usual = usual_threads();
    let size = if threads <= usual { usual } else { usual.max(threads_of_machine()) };
    let process = std::process::id();
    let latest = POOL.load(Ordering::Acquire);
    let mut next: *const Owned = latest;
    // SAFETY: the pointers came from boxes that are never freed.
    while let Some(owned) = unsafe { next.as_ref() } {
        if owned.process == process && owned.pool.current_num_threads() == size.get() {
            return Some(&owned.pool);
        }
        next = owned.before;
    }
    let threads = ThreadPoolBuilder::new().num_threads(size.get()).stack_size(STACK).thread_name(|number| format!("lacuna {number}"));
    let made = Box::into_raw(Box::new(Owned { process, pool: threads.build().ok()?, before: latest }));
    if POOL.compare_exchange(latest, made, Ordering::AcqRel, Ordering::Acquire).is_ok() {
        // SAFETY: as above; it is not null.
        return unsafe { made.as_ref() }.map(|owned| &owned.pool);
    }
    // SAFETY: it was made above, and nobody else has seen it.
    drop(unsafe { Box::from_raw(made) });
    // Another thread was faster, perhaps with a pool of this size.
    pool(size)
}

/// Returns the number of threads for a number of samples: what the caller asks for, or by default one for few samples and the default number
/// for more.
pub(crate) fn threads_for(samples: usize, asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let usual = || if samples < FEW { NonZeroUsize::MIN } else { usual_threads() };
    asked.unwrap_or_else(usual)
}

/// Returns the number of samples between two checks for signals, such that an answer takes about a fifth of a second, if a thread does `evaluations`
/// evaluations in that time.
pub(crate) fn at_once(evaluations: usize, of_a_sample: u64, threads: NonZeroUsize) -> usize {
    // Threads of small pieces would wait for one another.
    const LEAST: usize = 1 << 12;
    let of_a_sample = usize::try_from(of_a_sample).unwrap_or(usize::MAX).max(1);
    (evaluations.saturating_mul(threads.get()) / of_a_sample).max(LEAST)
}

/// Runs work with an engine of `threads` threads, by default the default number.
pub(crate) fn with_engine<T: Send>(threads: Option<NonZeroUsize>, work: impl FnOnce(&Cpu) -> T + Send) -> T {
    let threads = threads.unwrap_or_else(usual_threads);
    if threads.get() > 1
        && let Some(pool) = pool(threads)
    {
        return pool.install(|| work(&Cpu::with_threads(threads)));
    }
    work(&Cpu::with_threads(NonZeroUsize::MIN))
}

/// Runs work that may need much stack, on a thread of the pool. Evaluations in it also run on the pool.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match pool(usual_threads()) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
