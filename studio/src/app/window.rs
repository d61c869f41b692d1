//! The studio in its window, and in the next one where the device that draws it is lost.

use eframe::egui;

use super::{Engine, Start, Studio};
use crate::device::Device;
use crate::gpu::Gpu;
use crate::screen::Screen;
use crate::theme;
use crate::worker::Worker;

/// How many devices may be lost before the CPU engine makes all pictures: one that is lost again may be lost over what it is asked to make.
const LOST_BY_PICTURES: u32 = 2;
/// How many devices may be lost at all.
pub(crate) const MOST_LOSSES: u32 = 4;

impl Studio {
    /// Begins with a source. Where it is no recipe, that is said, and the first recipe is shown.
    pub fn new(creation: &eframe::CreationContext<'_>, start: Start) -> Self {
        let mut studio = Self::in_context(&creation.egui_ctx, start);
        studio.take_device(creation);
        if studio.engine == Engine::Gpu && studio.gpu.is_none() {
            studio.tell("the GPU that draws the window runs no compute shaders; the CPU engine is used", true);
        }
        studio
    }

    /// Goes on in another window, after the device that drew the one before was lost: with the recipe, its history and the view. What lay on that device
    /// or belonged to that window is made again.
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
        // The clock of the new window begins at 0.
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
        self.tell(format!("The GPU was lost, so the window was opened anew{by}. Nothing of the recipe is lost."), false);
    }

    /// Takes the device that draws the window.
    fn take_device(&mut self, creation: &eframe::CreationContext<'_>) {
        let state = creation.wgpu_render_state.as_ref();
        self.device = state.map(|state| Device::new(state, &creation.egui_ctx));
        let is_trusted = self.losses < LOST_BY_PICTURES;
        self.gpu = state.filter(|_| self.engine != Engine::Cpu && is_trusted).and_then(|state| Gpu::new(state, self.engine == Engine::Gpu));
    }

    /// Whether the device that drew the window was lost. Nothing is drawn then: the window is to be closed, and the studio to go on in another.
    pub fn is_lost(&self) -> bool {
        self.is_lost || self.device.as_ref().is_some_and(Device::is_lost)
    }

    /// The same, after what draws the window gave up: it does where a device is lost in the middle of a frame, which tells so a little later.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_lost_by_now(&self) -> bool {
        self.is_lost || self.device.as_ref().is_some_and(Device::is_lost_by_now)
    }

    /// How many devices were lost so far.
    pub fn losses(&self) -> u32 {
        self.losses + u32::from(!self.is_lost && self.is_lost())
    }

    /// Destroys the device that draws the window, as a driver that stops does: for tests.
    pub fn lose_device(&self) {
        if let Some(device) = &self.device {
            device.lose();
        }
    }

    /// Looks whether the device is there still. Gives back whether it is.
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
