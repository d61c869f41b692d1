//! Runs tasks in the background: on threads, or in web workers.
//!
//! There are two lanes, one for pictures on the screen and one for bakes, so that a long bake keeps no picture waiting. A lane runs one task after
//! another, in the order of the slots. A new task of a slot replaces the previous one, even while that runs.

mod answer;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod threads;

use eframe::egui;

pub use self::answer::{Answer, News, Slot};
#[cfg(target_arch = "wasm32")]
use self::page::Lanes;
#[cfg(target_arch = "wasm32")]
pub(crate) use self::page::serve;
#[cfg(not(target_arch = "wasm32"))]
use self::threads::Lanes;
use crate::work::Task;

/// Runs tasks in the background.
pub struct Worker {
    lanes: Lanes,
    tickets: u64,
}

impl Worker {
    /// Starts the threads, or the web workers, which wake the context when there is news.
    pub fn new(context: egui::Context) -> Self {
        Self { lanes: Lanes::new(context), tickets: 0 }
    }

    /// Runs a task as soon as possible, and returns its ticket.
    pub fn submit(&mut self, slot: Slot, task: Task) -> u64 {
        self.tickets += 1;
        self.lanes.submit(slot, self.tickets, task);
        self.tickets
    }

    /// Cancels the task of a slot, whether it waits or runs.
    pub fn cancel(&mut self, slot: Slot) {
        self.lanes.cancel(slot);
    }

    /// Returns the news since the last call, the oldest first.
    pub fn poll(&mut self) -> Vec<Answer> {
        self.lanes.poll()
    }
}
