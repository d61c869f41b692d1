//! The page: the studio in a canvas, and its web worker.

#![expect(unreachable_pub, reason = "what JavaScript calls is public")]

mod controls;

use std::cell::{Cell, RefCell};

use eframe::{Renderer, WebOptions, WebRunner, egui};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlCanvasElement;

use crate::app::{MOST_LOSSES, Start, Studio};

thread_local! {
    static RUNNER: RefCell<Option<WebRunner>> = const { RefCell::new(None) };
    static CONTEXT: RefCell<Option<egui::Context>> = const { RefCell::new(None) };
    /// The renderer: `webgpu` or `webgl`.
    static PAINTER: Cell<Option<&'static str>> = const { Cell::new(None) };
    /// The studio between two canvases.
    static LEFT: Cell<Option<Studio>> = const { Cell::new(None) };
}

/// The studio in its canvas. It is left behind when that ends.
struct Canvas(Option<Studio>);

impl Drop for Canvas {
    fn drop(&mut self) {
        LEFT.set(self.0.take());
    }
}

impl eframe::App for Canvas {
    fn logic(&mut self, context: &egui::Context, frame: &mut eframe::Frame) {
        if let Some(studio) = &mut self.0 {
            studio.logic(context, frame);
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        if let Some(studio) = &mut self.0 {
            studio.ui(ui, frame);
        }
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        self.0.as_mut().map(|studio| studio as &mut dyn std::any::Any)
    }
}

/// Runs the studio in a canvas, drawn by WebGPU or by WebGL. `hash` is the part of the URL from the `#` on, for share links. If a studio ran in
/// another canvas, it continues in this one.
///
/// # Errors
///
/// A message if the browser can't draw that way, if devices were lost too often, or if the canvas was drawn to in another way before.
#[wasm_bindgen]
pub async fn start(canvas: HtmlCanvasElement, hash: String, is_webgpu: bool) -> Result<(), JsValue> {
    let link = hash.strip_prefix('#').filter(|link| !link.is_empty()).map(str::to_owned);
    let renderer = if is_webgpu { Renderer::Wgpu } else { Renderer::Glow };
    // A pixel of the screen is a pixel of the picture.
    let options = WebOptions { renderer, dithering: false, ..WebOptions::default() };
    if let Some(runner) = RUNNER.take() {
        runner.destroy();
    }
    let left = LEFT.take();
    let losses = left.as_ref().map_or(0, Studio::losses);
    LEFT.set(left);
    if is_webgpu && losses > MOST_LOSSES {
        return Err("the GPU was lost again and again".into());
    }
    let runner = WebRunner::new();
    let start = Start { link, ..Start::default() };
    let create = move |creation: &eframe::CreationContext<'_>| {
        CONTEXT.set(Some(creation.egui_ctx.clone()));
        PAINTER.set(Some(if creation.gl.is_some() { "webgl" } else { "webgpu" }));
        let studio = match LEFT.take() {
            Some(mut studio) => {
                studio.reopen(creation);
                studio
            }
            None => Studio::new(creation, start),
        };
        Ok(Box::new(Canvas(Some(studio))) as Box<dyn eframe::App>)
    };
    runner.start(canvas, options, Box::new(create)).await?;
    RUNNER.set(Some(runner));
    Ok(())
}

/// Opens a share link in the running studio, as `start` does.
#[wasm_bindgen]
pub fn open(hash: &str) {
    with_studio(|studio| studio.open_link(hash));
}

/// Returns the state of the studio as JSON, for tests and scripts: the recipe's text, the view, the size and the checksum of the picture and whether
/// it is complete, and the `painter`, which is `webgpu` or `webgl`. Returns `None` before the studio runs.
#[wasm_bindgen]
pub fn state() -> Option<String> {
    let mut state = with_studio(|studio| studio.state())?;
    state["painter"] = PAINTER.get().into();
    Some(state.to_string())
}

/// Returns the controls on the page as JSON, for tests and scripts: their roles, names, values and positions. Returns `None` before the frame after
/// the first call.
#[wasm_bindgen]
pub fn controls() -> Option<String> {
    CONTEXT.with_borrow(|context| context.as_ref().map(controls::controls))
}

/// Destroys the device that draws the page, for tests. Another takes its place, as after a driver has stopped.
#[wasm_bindgen]
pub fn lose() {
    with_studio(|studio| studio.lose_device());
}

fn with_studio<T>(call: impl FnOnce(&mut Studio) -> T) -> Option<T> {
    RUNNER.with_borrow(|runner| runner.as_ref()?.app_mut::<Studio>().map(|mut studio| call(&mut studio)))
}

/// Runs orders from now on, in a web worker.
#[wasm_bindgen]
pub fn serve() {
    crate::worker::serve();
}
