//! The device that draws the window, watched for its loss.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui;
use lacuna::wgpu;

/// When what was refused is told, at the latest.
const AGAIN: std::time::Duration = std::time::Duration::from_secs(1);

/// The device that draws a window.
///
/// Where a driver stops or a card is taken out, a device is lost: all that it held is gone, and it draws nothing any more. What draws the window has no way
/// to take another, so a lost device ends its window, and the studio goes on in a new one ([`Studio::reopen`](crate::app::Studio::reopen)).
#[derive(Debug)]
pub struct Device {
    device: wgpu::Device,
    news: Arc<News>,
}

#[derive(Debug, Default)]
struct News {
    is_lost: AtomicBool,
    /// What the device refused last, if that is not told yet.
    refused: Mutex<Option<String>>,
}

impl Device {
    /// Watches a device, and wakes the context when there is news. What it refuses is kept to be told, where wgpu would end the program.
    pub fn new(device: &wgpu::Device, context: &egui::Context) -> Self {
        let news = Arc::<News>::default();
        let (of_loss, context_of_loss) = (Arc::clone(&news), context.clone());
        device.set_device_lost_callback(move |_, _| {
            of_loss.is_lost.store(true, Ordering::Relaxed);
            context_of_loss.request_repaint();
        });
        let (of_refusal, context) = (Arc::clone(&news), context.clone());
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            *of_refusal.refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
            // Not at once: what draws the window may be what is refused.
            context.request_repaint_after(AGAIN);
        }));
        Self { device: device.clone(), news }
    }

    /// Whether it is lost.
    pub fn is_lost(&self) -> bool {
        // A device that was destroyed tells so when it is asked. Whether it can be asked does not matter then.
        #[cfg(not(target_arch = "wasm32"))]
        let _ = self.device.poll(wgpu::PollType::Poll);
        self.news.is_lost.load(Ordering::Relaxed)
    }

    /// Waits until it has done all that it was asked for, or a second: then it tells whether it is lost.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn wait(&self) {
        // What came of it does not matter.
        let _ = self.device.poll(wgpu::PollType::Wait { submission_index: None, timeout: Some(AGAIN) });
    }

    /// What it refused since the last call. Whatever a lost device refuses is nobody's fault.
    pub fn refused(&self) -> Option<String> {
        let refused = self.news.refused.lock().unwrap_or_else(PoisonError::into_inner).take();
        refused.filter(|_| !self.is_lost())
    }

    /// Destroys it, as a driver that stops does: for tests.
    pub fn lose(&self) {
        self.device.destroy();
    }
}
