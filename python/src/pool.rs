//! The threads that evaluate: a pool per process, since a forked child has none of its parent's threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicPtr, Ordering};

use lacuna::{Cpu, Program};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The usual size of a main thread's stack: nested nodes are read and lowered recursively, and threads started by Python may have less.
const STACK: usize = 8 << 20;

/// The number of samples below which other threads take longer to wake than the caller to evaluate.
const FEW: usize = 10_000;

/// A pool, and the process that its threads belong to.
struct Owned {
    process: u32,
    pool: ThreadPool,
}

/// The latest pool. None is ever freed: a fork leaves one behind in the child. There is no lock, since a lock that another thread holds during a fork
/// stays locked in the child.
static POOL: AtomicPtr<Owned> = AtomicPtr::new(std::ptr::null_mut());

/// Returns the pool of this process; `None` if no threads can be started.
fn pool() -> Option<&'static ThreadPool> {
    let found = POOL.load(Ordering::Acquire);
    // SAFETY: the pointer came from a box that is never freed.
    if let Some(owned) = unsafe { found.as_ref() }.filter(|owned| owned.process == std::process::id()) {
        return Some(&owned.pool);
    }
    let pool = ThreadPoolBuilder::new().stack_size(STACK).thread_name(|number| format!("lacuna {number}")).build().ok()?;
    let made = Box::into_raw(Box::new(Owned { process: std::process::id(), pool }));
    let kept = match POOL.compare_exchange(found, made, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => made,
        Err(others) => {
            // SAFETY: it was made above, and nobody else has seen it.
            drop(unsafe { Box::from_raw(made) });
            others
        }
    };
    // SAFETY: as above; it is not null.
    unsafe { kept.as_ref() }.map(|owned| &owned.pool)
}

/// Returns the number of threads for a number of samples: what the caller asks for, or by default one for few samples and as many as the machine runs
/// at once for more.
pub(crate) fn threads_for(samples: usize, asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let usual = || if samples < FEW { NonZeroUsize::MIN } else { lacuna_bake::Engine::usual_threads() };
    asked.unwrap_or_else(usual)
}

/// Returns the number of samples between two checks for signals, such that an answer takes about a fifth of a second, if a thread does `evaluations`
/// evaluations in that time.
pub(crate) fn at_once(evaluations: usize, program: &Program, threads: NonZeroUsize) -> usize {
    // Threads of small pieces would wait for one another.
    const LEAST: usize = 1 << 12;
    let of_a_sample = usize::try_from(program.evaluations()).unwrap_or(usize::MAX).max(1);
    (evaluations.saturating_mul(threads.get()) / of_a_sample).max(LEAST)
}

/// Runs work with an engine of `threads` threads, by default as many as the machine runs at once.
pub(crate) fn with_engine<T: Send>(threads: Option<NonZeroUsize>, work: impl FnOnce(&Cpu) -> T + Send) -> T {
    let threads = threads.unwrap_or_else(lacuna_bake::Engine::usual_threads);
    if threads.get() > 1
        && let Some(pool) = pool()
    {
        return pool.install(|| work(&Cpu::with_threads(threads)));
    }
    work(&Cpu::with_threads(NonZeroUsize::MIN))
}

/// Runs work that may need much stack, on a thread of the pool. Evaluations in it also run on the pool.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match pool() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
