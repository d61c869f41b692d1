//! The threads that evaluate: a pool per process, since a forked child has none of its parent's threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicPtr, Ordering};

use lacuna::Cpu;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The usual size of a main thread's stack: nested nodes are read and lowered recursively, and threads started by Python may have less.
const STACK: usize = 8 << 20;

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
