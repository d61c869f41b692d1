//! Who looks on while files are baked, and may stop it.

use crate::error::{Error, Result};

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// A pass over everything, which finds the least and the greatest sample.
    Range,
    /// Evaluating, encoding and writing, side by side.
    Bake,
    /// Waiting while another bake gives its files their names in the same folder.
    Wait,
    /// Giving the files their names, which is not cancelled any more.
    Name,
}

/// How far a stage has come. A set of files is baked in several passes, one after another, each of which begins anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The stage.
    pub stage: Stage,
    /// How many parts of it are done.
    pub done: u64,
    /// Of how many, each about as much work as any other.
    pub total: u64,
}

/// Looks on while files are baked. Its methods are called from several threads.
pub trait Observer: Sync {
    /// Another part is done.
    fn progress(&self, _progress: Progress) {}

    /// Whether the bake is to stop: it is asked before each band, of up to 2^20 samples a thread. Then nothing is written.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Nobody looks on.
impl Observer for () {}

pub(crate) fn check(observer: &dyn Observer) -> Result<()> {
    if observer.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
}
