//! The studio in its window, and in the next one if the device that draws it is lost.

use eframe::egui;

use super::{Engine, Start, Studio};
use crate::device::Device;
use crate::gpu::Gpu;
use crate::screen::Screen;
use crate::theme;
use crate::worker::Worker;

/// The number of lost devices after which the CPU engine makes all pictures: a second loss may be caused by them.
const LOST_BY_PICTURES: u32 = 2;
/// The most devices that may be lost.
pub(crate) const MOST_LOSSES: u32 = 4;

impl Studio {
    /// Starts with a source. If it is not a recipe, a message says so, and the first recipe is shown.
    pub fn new(creation: &eframe::CreationContext<'_>, start: Start) -> Self {
        let mut studio = Self::in_context(&creation.egui_ctx, start);
        studio.take_device(creation);
        if studio.engine == Engine::Gpu && studio.gpu.is_none() {
            studio.tell("the GPU that draws the window runs no compute shaders; the CPU engine is used", true);
        }
        studio
    }

    /// Continues in another window, after the device of the previous one was lost: with the recipe, its history and the view. Everything that was on
    /// that device or belonged to that window is made again.
    pub fn reopen(&mut self, creation: &eframe::CreationContext<'_>) {
        let context = &creation.egui_ctx;
        self.losses = self.losses();
        theme::apply(context);
        context.set_theme(self.theme);
        self.worker = Worker::new(context.clone());
        self.screen = Screen::default();
        (self.ground, self.no_ground) = (None, None);
        self.gallery.forget();
        self.seeds.forget();
        self.text = Default::default();
        self.title.clear();
        // The clock of the new window starts at 0.
        self.playing = None;
        self.terrain.rest();
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(watched) = &mut self.watched {
            watched.look_soon();
        }
        if self.out.progress.take().is_some() {
            self.out.result = Some(Err("the bake ended with the window; bake again".to_owned()));
        }
        self.is_lost = false;
        self.take_device(creation);
        let by = if self.gpu.is_none() && self.engine != Engine::Cpu { "; the CPU engine makes the pictures" } else { "" };
        self.tell(format!("The GPU was lost, so the window was reopened{by}. The recipe is intact."), false);
    }

    /// Takes the device that draws the window.
    fn take_device(&mut self, creation: &eframe::CreationContext<'_>) {
        let state = creation.wgpu_render_state.as_ref();
        self.device = state.map(|state| Device::new(state, &creation.egui_ctx));
        let is_trusted = self.losses < LOST_BY_PICTURES;
        self.gpu = state.filter(|_| self.engine != Engine::Cpu && is_trusted).and_then(|state| Gpu::new(state, self.engine == Engine::Gpu));
    }

    /// Returns `true` if the device that drew the window was lost. Then nothing is drawn: close the window, and continue the studio in another.
    pub fn is_lost(&self) -> bool {
        self.is_lost || self.device.as_ref().is_some_and(Device::is_lost)
    }

    /// Does the same after the renderer has given up: if a device is lost in the middle of a frame, the loss is reported a little later.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_lost_by_now(&self) -> bool {
        self.is_lost || self.device.as_ref().is_some_and(Device::is_lost_by_now)
    }

    /// Returns the number of lost devices so far.
    pub fn losses(&self) -> u32 {
        self.losses + u32::from(!self.is_lost && self.is_lost())
    }

    /// Destroys the device that draws the window, like a driver that stops: for tests.
    pub fn lose_device(&self) {
        if let Some(device) = &self.device {
            device.lose();
        }
    }

    /// Checks the device, and returns `true` if it still exists.
    pub(super) fn watch_device(&mut self, context: &egui::Context) -> bool {
        if !self.is_lost && self.is_lost() {
            (self.is_lost, self.losses) = (true, self.losses + 1);
            (self.gpu, self.screen.drawn, self.screen.rendered) = (None, None, None);
            context.send_viewport_cmd(egui::ViewportCommand::Close);
            #[cfg(target_arch = "wasm32")]
            crate::device::tell_page();
        }
        if self.is_lost {
            return false;
        }
        if let Some(refused) = self.device.as_ref().and_then(Device::refused) {
            let first = refused.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason");
            self.tell(format!("the GPU refused what it was asked for: {first}"), true);
        }
        true
    }
}
