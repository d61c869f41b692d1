//! The purposes of tasks, and the news of them.

use crate::runner::Outcome;

/// The purpose of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Slot {
    /// The ground of the shown terrain, for the window's GPU.
    Ground,
    /// The shown picture, every fourth pixel of it.
    Coarse,
    /// The shown picture.
    Full,
    /// One of the seeds to choose from.
    Seed(u8),
    /// A preset in the gallery.
    Preset(u8),
    /// A bake into files.
    Bake,
}

impl Slot {
    /// Returns `true` for a bake, which has a lane of its own.
    pub(crate) fn is_bake(self) -> bool {
        self == Self::Bake
    }
}

/// News of a task.
#[derive(Debug)]
pub struct Answer {
    /// The purpose of the task.
    pub slot: Slot,
    /// The ticket that [`Worker::submit`](super::Worker::submit) returned.
    pub ticket: u64,
    /// The news.
    pub news: News,
}

/// The progress or the end of a task.
#[derive(Debug)]
pub enum News {
    /// The share that is done, 0 to 1.
    Progress(f32),
    /// It is done.
    Done(Outcome),
    /// It failed, with the reason. A replaced or cancelled task sends nothing.
    Failed(String),
}
