//! What tasks are for, and what is told of them.

use crate::runner::Outcome;

/// What a task is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Slot {
    /// The ground of the terrain that is shown, for the window's GPU.
    Ground,
    /// The picture that is shown, every fourth pixel of it.
    Coarse,
    /// The picture that is shown.
    Full,
    /// One of the seeds to choose from.
    Seed(u8),
    /// A preset in the gallery.
    Preset(u8),
    /// A bake into files.
    Bake,
}

impl Slot {
    /// Whether it is a bake, which has a lane of its own.
    pub(crate) fn is_bake(self) -> bool {
        self == Self::Bake
    }
}

/// News of a task.
#[derive(Debug)]
pub struct Answer {
    /// What the task is for.
    pub slot: Slot,
    /// The number that [`Worker::submit`](super::Worker::submit) gave.
    pub ticket: u64,
    /// What there is to tell.
    pub news: News,
}

/// What there is to tell of a task.
#[derive(Debug)]
pub enum News {
    /// So much of it is done, 0 to 1.
    Progress(f32),
    /// It is done.
    Done(Outcome),
    /// It failed, with the reason. What was replaced or cancelled tells nothing.
    Failed(String),
}
