//! Distribution of work to threads.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

/// Returns the machine's available parallelism.
pub(crate) fn usual() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Returns true if rayon has threads. Started implicitly at its first use, its pool panics where no thread can be started.
#[cfg(feature = "rayon")]
fn has_pool() -> bool {
    use std::error::Error as _;
    use std::sync::OnceLock;
    static HAS_POOL: OnceLock<bool> = OnceLock::new();
    // On a thread of a pool, that pool's threads are used. An error without a source means that the caller has built the pool.
    rayon::current_thread_index().is_some()
        || *HAS_POOL.get_or_init(|| rayon::ThreadPoolBuilder::new().build_global().map_or_else(|error| error.source().is_none(), |()| true))
}

/// Does pieces of work on this thread and on others: those of rayon's pool, or as many as can be started.
pub(crate) fn shared_out<T: Send>(threads: usize, pieces: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    let pieces = Mutex::new(pieces);
    let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(piece) = next() {
            work(piece);
        }
    };
    #[cfg(feature = "rayon")]
    if threads == 1 || !has_pool() {
        return work();
    }
    #[cfg(feature = "rayon")]
    rayon::in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
    #[cfg(not(feature = "rayon"))]
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}
