//! The device that draws the window, watched for its loss.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui;
use eframe::egui_wgpu::RenderState;
use lacuna::wgpu;

/// The longest delay before a refusal is reported.
const AGAIN: std::time::Duration = std::time::Duration::from_secs(1);

/// The bytes of a write that tests the device.
#[cfg(not(target_arch = "wasm32"))]
const PROBE: wgpu::BufferSize = wgpu::BufferSize::new(16).unwrap();

/// The device that draws a window.
///
/// When a driver stops or a card is removed, the device is lost, with everything on it, and can no longer draw. The renderer of a window can't
/// change its device, so a lost device ends its window, and the studio continues in a new one ([`Studio::reopen`](crate::app::Studio::reopen)).
#[derive(Debug)]
pub struct Device {
    device: wgpu::Device,
    /// A lost device refuses this write at once.
    #[cfg(not(target_arch = "wasm32"))]
    probe: (wgpu::Queue, wgpu::Buffer),
    news: Arc<News>,
}

#[derive(Debug, Default)]
struct News {
    is_lost: AtomicBool,
    /// The last refusal, if it was not reported yet.
    refused: Mutex<Option<String>>,
}

impl Device {
    /// Watches a device, and wakes the context when there is news. Refusals are kept to be reported; without that wgpu would end the program.
    pub fn new(state: &RenderState, context: &egui::Context) -> Self {
        let device = &state.device;
        let news = Arc::<News>::default();
        let (of_loss, context_of_loss) = (Arc::clone(&news), context.clone());
        device.set_device_lost_callback(move |_, _| {
            of_loss.is_lost.store(true, Ordering::Relaxed);
            context_of_loss.request_repaint();
        });
        let (of_refusal, context) = (Arc::clone(&news), context.clone());
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            *of_refusal.refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
            // Not at once: the refused work may be that of the renderer.
            context.request_repaint_after(AGAIN);
        }));
        #[cfg(not(target_arch = "wasm32"))]
        let probe = {
            let usage = wgpu::BufferUsages::COPY_DST;
            let buffer =
                device.create_buffer(&wgpu::BufferDescriptor { label: Some("probe"), size: PROBE.get(), usage, mapped_at_creation: false });
            (state.queue.clone(), buffer)
        };
        Self {
            device: device.clone(),
            #[cfg(not(target_arch = "wasm32"))]
            probe,
            news,
        }
    }

    /// Returns `true` if the device is lost.
    pub fn is_lost(&self) -> bool {
        // A destroyed device reports its loss when it is polled. The result of polling does not matter.
        #[cfg(not(target_arch = "wasm32"))]
        let _ = self.device.poll(wgpu::PollType::Poll);
        self.news.is_lost.load(Ordering::Relaxed)
    }

    /// Returns `true` if the device is lost, even if that was not reported yet.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_lost_by_now(&self) -> bool {
        let (queue, buffer) = &self.probe;
        if queue.write_buffer_with(buffer, 0, PROBE).is_none() {
            self.news.is_lost.store(true, Ordering::Relaxed);
        }
        self.is_lost()
    }

    /// Returns the refusal since the last call. Refusals of a lost device don't count.
    pub fn refused(&self) -> Option<String> {
        let refused = self.news.refused.lock().unwrap_or_else(PoisonError::into_inner).take();
        refused.filter(|_| !self.is_lost())
    }

    /// Destroys the device, like a driver that stops: for tests.
    pub fn lose(&self) {
        self.device.destroy();
    }
}

/// Notifies the page that the device was lost, so that it starts the studio in another canvas.
#[cfg(target_arch = "wasm32")]
pub(crate) fn tell_page() {
    // A page without a window has nobody to notify.
    let told = web_sys::window().and_then(|window| Some((window, web_sys::Event::new("lacuna-lost").ok()?)));
    let _ = told.map(|(window, event)| window.dispatch_event(&event));
}
