//! Observers of a bake, which follow its progress and may cancel it.

use crate::error::{Error, Result};

/// The stage of a bake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// A pass over all samples, which finds the least and the greatest.
    Range,
    /// Evaluating, encoding and writing, side by side.
    Bake,
    /// Naming the files. From here on the bake can't be cancelled.
    Name,
}

/// The progress of a stage. A set of files is baked in several passes, one after another, each of which starts again at 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The stage.
    pub stage: Stage,
    /// The number of parts that are done.
    pub done: u64,
    /// The number of all parts. Each is about as much work as any other.
    pub total: u64,
}

/// Follows a bake. Its methods are called from several threads.
pub trait Observer: Sync {
    /// Reports that another part is done.
    fn progress(&self, _progress: Progress) {}

    /// Returns `true` to cancel the bake. It is called before each band of up to 2^20 samples per thread. A cancelled bake writes nothing.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Observes nothing.
impl Observer for () {}

pub(crate) fn check(observer: &dyn Observer) -> Result<()> {
    if observer.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
}
