//! Tasks run beside the window: on threads, or in web workers.
//!
//! There are two lanes: what is shown, and bakes, so that a long bake keeps no picture waiting. A lane runs one task after another, those of the first
//! slots first; a new task of a slot replaces the one before it, also while that runs.

#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod threads;

use eframe::egui;

#[cfg(target_arch = "wasm32")]
use self::page::Lanes;
#[cfg(target_arch = "wasm32")]
pub(crate) use self::page::serve;
#[cfg(not(target_arch = "wasm32"))]
use self::threads::Lanes;
use crate::runner::Outcome;
use crate::work::Task;

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
    /// The number that [`Worker::submit`] gave.
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

/// Runs tasks beside the window.
pub struct Worker {
    lanes: Lanes,
    tickets: u64,
}

impl Worker {
    /// Starts the threads, or the web workers, which wake the context when there is news.
    pub fn new(context: egui::Context) -> Self {
        Self { lanes: Lanes::new(context), tickets: 0 }
    }

    /// Runs a task as soon as may be; gives it a number.
    pub fn submit(&mut self, slot: Slot, task: Task) -> u64 {
        self.tickets += 1;
        self.lanes.submit(slot, self.tickets, task);
        self.tickets
    }

    /// Gives up the task of a slot, whether it waits or runs.
    pub fn cancel(&mut self, slot: Slot) {
        self.lanes.cancel(slot);
    }

    /// The news since the last call, the oldest first.
    pub fn poll(&mut self) -> Vec<Answer> {
        self.lanes.poll()
    }
}
