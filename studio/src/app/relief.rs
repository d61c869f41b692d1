//! Terrain that the GPU of the window renders: the worker evaluates its heights once, and changes of camera, sun or water need nothing else.

use eframe::egui;
use lacuna_bake::Job;

use super::Studio;
use crate::relief::{Ground, Key};
use crate::screen::Ask;
use crate::work::{Make, Task};
use crate::worker::Slot;

impl Studio {
    /// Renders the terrain on the GPU if possible. Returns `false` if the CPU engine has to do it.
    pub(super) fn render(&mut self, context: &egui::Context, full: &Ask) -> bool {
        let (Some(gpu), Job::View(view)) = (&mut self.gpu, &full.task.job) else { return false };
        let Some(key) = Key::of(&full.task, view) else { return false };
        if self.no_ground.as_ref() == Some(&key) || !gpu.can_render(context) {
            return false;
        }
        self.screen.rest(&mut self.worker);
        if gpu.has_ground(&key) {
            if !self.screen.is_asked(full) || self.screen.rendered.is_none() && self.screen.failure.is_none() {
                let size = [view.area.size.width, view.area.size.height];
                let rendered = gpu.render(view, size).map(|id| (id, size));
                self.screen.show_rendered(full, rendered);
            }
            return true;
        }
        // The present picture stays until the ground is ready.
        self.screen.ask_again();
        if self.ground.is_none() {
            let task = Task { make: Make::Ground, ..full.task.clone() };
            self.ground = Some((key, self.worker.submit(Slot::Ground, task)));
        }
        true
    }

    /// Takes a requested ground.
    pub(super) fn take_ground(&mut self, ticket: u64, ground: Result<Ground, String>) {
        let Some((key, _)) = self.ground.take_if(|(_, asked)| *asked == ticket) else { return };
        let Some(gpu) = &mut self.gpu else { return };
        // The CPU engine reports its errors, or renders a ground that is too large for the GPU.
        let is_staged = ground.and_then(|ground| gpu.stage(key.clone(), ground)).is_ok();
        self.no_ground = Some(key).filter(|_| !is_staged);
    }
}
