//! The threads that evaluate: a pool for each process, since a fork leaves a child none of its parent's.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicPtr, Ordering};

use lacuna::Cpu;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// As much as a main thread usually has: nodes in nodes are read and lowered on the stack, and threads that Python starts may have less.
const STACK: usize = 8 << 20;

/// A pool, and the process whose threads it has.
struct Owned {
    process: u32,
    pool: ThreadPool,
}

/// The latest pool. None is ever freed: who forks leaves one behind in the child. No lock, since one that is held while another thread forks stays held in the
/// child.
static POOL: AtomicPtr<Owned> = AtomicPtr::new(std::ptr::null_mut());

/// The pool of this process; none where no threads can be started.
fn pool() -> Option<&'static ThreadPool> {
    let found = POOL.load(Ordering::Acquire);
    // SAFETY: what is stored there came of a box that is never freed.
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

/// Does work with an engine of so many threads, or of as many as the machine runs at once.
pub(crate) fn with_engine<T: Send>(threads: Option<NonZeroUsize>, work: impl FnOnce(&Cpu) -> T + Send) -> T {
    let threads = threads.unwrap_or_else(lacuna_bake::Engine::usual_threads);
    if threads.get() > 1
        && let Some(pool) = pool()
    {
        return pool.install(|| work(&Cpu::with_threads(threads)));
    }
    work(&Cpu::with_threads(NonZeroUsize::MIN))
}

/// Does work that may take much of the stack, on a thread that has it. What that evaluates runs on the pool.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match pool() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
