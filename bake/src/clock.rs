//! Time, on platforms that have a clock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A point in time. In a browser, whose clock std does not know, no time passes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Started {
    #[cfg(not(target_family = "wasm"))]
    at: std::time::Instant,
}

impl Started {
    pub(crate) fn now() -> Self {
        Self {
            #[cfg(not(target_family = "wasm"))]
            at: std::time::Instant::now(),
        }
    }

    pub(crate) fn elapsed(self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.at.elapsed();
        #[cfg(target_family = "wasm")]
        Duration::ZERO
    }
}

/// The sum of the times of several threads.
#[derive(Debug, Default)]
pub(crate) struct Sum {
    nanoseconds: AtomicU64,
}

impl Sum {
    pub(crate) fn add(&self, time: Duration) {
        self.nanoseconds.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
    }

    pub(crate) fn total(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }
}
