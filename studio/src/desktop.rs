//! The desktop's window, and the command that opens it.

use std::cell::Cell;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use clap::{Parser, ValueEnum};
use eframe::egui;
use eframe::egui_wgpu::WgpuSetup;
use lacuna::gpu::SPIRV;
use lacuna::wgpu;
use lacuna_bake::formats::{Encoding, Format, Meaning, Shape, StoredFacts};
use lacuna_bake::{Range, Size};

use crate::app::{Engine, MOST_LOSSES, Mode, Start, Studio};
use crate::{files, link};

/// See and shape noise live.
#[derive(Debug, Parser)]
#[command(name = "lacuna-studio", version)]
struct Arguments {
    /// A preset, a kind of node, a recipe (.toml), a picture that lacuna baked, or a share link; mountains with lakes by default
    source: Option<String>,
    /// The engine for maps; the pictures are the same
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    engine: EngineName,
    /// Begins with the map instead of the terrain
    #[arg(long)]
    map: bool,
    /// The size of the window, in points
    #[arg(long, value_name = "WxH", default_value = "1280x800")]
    size: Size,
    /// Writes a picture of the window into a file (.png) once it is complete, prints its state as JSON, and closes the window
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Destroys the device that draws the window once the first picture is complete, like a driver that stops: for tests
    #[arg(long, hide = true)]
    lose_device: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum EngineName {
    /// The GPU that draws the window if it is hardware, the CPU otherwise
    Auto,
    /// The CPU
    Cpu,
    /// The GPU that draws the window, even a software one
    Gpu,
}

/// Opens the window for the command line's source.
pub fn desktop() -> ExitCode {
    let arguments = Arguments::parse();
    let engine = match arguments.engine {
        EngineName::Auto => Engine::Auto,
        EngineName::Cpu => Engine::Cpu,
        EngineName::Gpu => Engine::Gpu,
    };
    let start = Start { engine, ..arguments.source.as_deref().map(start).unwrap_or_default() };
    match open(&arguments, start) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // If the stream is closed, there is nobody to report to.
            let _ = writeln!(std::io::stderr(), "{message}");
            ExitCode::FAILURE
        }
    }
}

/// Opens the window, and opens it again if its device is lost, until the user closes it.
fn open(arguments: &Arguments, start: Start) -> Result<(), String> {
    let mut options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("lacuna studio")
            .with_app_id("lacuna-studio")
            .with_inner_size([arguments.size.width as f32, arguments.size.height as f32])
            .with_min_inner_size([360.0, 480.0])
            .with_drag_and_drop(true),
        // A pixel of the screen is a pixel of the picture.
        dithering: false,
        ..Default::default()
    };
    if let WgpuSetup::CreateNew(setup) = &mut options.wgpu_options.wgpu_setup {
        let usual = Arc::clone(&setup.device_descriptor);
        // Vulkan gets kernels as SPIR-V, and keeps them on disk.
        setup.device_descriptor = Arc::new(move |adapter: &wgpu::Adapter| {
            let usual = usual(adapter);
            let more = adapter.features() & (SPIRV | wgpu::Features::PIPELINE_CACHE);
            wgpu::DeviceDescriptor { required_features: usual.required_features | more, ..usual }
        });
    }
    let left = Cell::new(None);
    let mut start = Some(start);
    loop {
        // The error of the window's own loop.
        let failure = Arc::new(Mutex::new(None));
        let of_window = Arc::clone(&failure);
        let (first, to) = (start.take(), &left);
        let create: eframe::AppCreator<'_> = Box::new(move |creation| {
            let studio = match to.take() {
                Some(studio) => reopened(studio, creation),
                None => {
                    let mut studio = Studio::new(creation, first.unwrap_or_default());
                    if arguments.map {
                        studio.set_mode(Mode::Map);
                    }
                    studio
                }
            };
            let screenshot = arguments.screenshot.clone().map(|file| Screenshot { file, image: Arc::default(), is_asked: false });
            let is_to_be_lost = arguments.lose_device && studio.losses() == 0;
            Ok(Box::new(Window { studio: Some(studio), left: to, screenshot, is_to_be_lost, failure: of_window }) as Box<dyn eframe::App>)
        });
        // The renderer may give up over a lost device before the studio is notified.
        let result = catch_unwind(AssertUnwindSafe(|| eframe::run_native("lacuna studio", options.clone(), create)));
        match (result, left.take()) {
            (Ok(Err(error)), None) => return Err(format!("no window could be opened: {error}")),
            (Ok(Err(error)), Some(studio)) => return Err(ended(&studio, &error.to_string())),
            (result, Some(studio)) if studio.is_lost() || result.is_err() && studio.is_lost_by_now() => {
                if studio.losses() > MOST_LOSSES {
                    return Err(ended(&studio, "the GPU was lost again and again"));
                }
                left.set(Some(studio));
            }
            (Ok(Ok(())), _) => return failure.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err),
            (Err(fault), _) => resume_unwind(fault),
        }
    }
}

/// Returns the message for the end of all windows.
fn ended(studio: &Studio, why: &str) -> String {
    format!("{why}; what was shown can be opened again: lacuna-studio '{}'", link::url(&studio.link()))
}

fn reopened(mut studio: Studio, creation: &eframe::CreationContext<'_>) -> Studio {
    studio.reopen(creation);
    studio
}

/// Interprets a source on the command line.
fn start(source: &str) -> Start {
    if link::is_link(source) {
        return Start { link: Some(source.to_owned()), ..Start::default() };
    }
    match files::named(source) {
        Ok(files::Opened { name, text, path, .. }) => Start { name: Some(name), text: Some(text), path, ..Start::default() },
        Err(problem) => Start { problem: Some(problem), ..Start::default() },
    }
}

/// A studio in its window. It is left in `left` when the window closes, for whatever reason.
struct Window<'a> {
    studio: Option<Studio>,
    left: &'a Cell<Option<Studio>>,
    screenshot: Option<Screenshot>,
    is_to_be_lost: bool,
    failure: Arc<Mutex<Option<String>>>,
}

/// The file that a picture of the window is written to.
struct Screenshot {
    file: PathBuf,
    image: Arc<Mutex<Option<Arc<egui::ColorImage>>>>,
    is_asked: bool,
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        self.left.set(self.studio.take());
    }
}

impl eframe::App for Window<'_> {
    fn logic(&mut self, context: &egui::Context, frame: &mut eframe::Frame) {
        let Some(studio) = &mut self.studio else { return };
        studio.logic(context, frame);
        if self.is_to_be_lost && studio.is_complete() {
            self.is_to_be_lost = false;
            studio.lose_device();
            context.request_repaint();
        } else if let Some(screenshot) = self.screenshot.as_mut().filter(|_| !studio.is_lost())
            && let Some(result) = screenshot.take(context, studio)
        {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = result.err();
            context.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        if let Some(studio) = &mut self.studio {
            studio.ui(ui, frame);
        }
    }
}

impl Screenshot {
    /// Requests a picture of the window when it is complete, and writes it when it arrives. Returns the result.
    fn take(&mut self, context: &egui::Context, studio: &Studio) -> Option<Result<(), String>> {
        if !self.is_asked && studio.is_complete() {
            self.is_asked = true;
            let (taken, context_of_image) = (Arc::clone(&self.image), context.clone());
            context.request_screenshot(move |image| {
                *taken.lock().unwrap_or_else(PoisonError::into_inner) = Some(image);
                context_of_image.request_repaint();
            });
        }
        context.request_repaint();
        if let Some(failure) = studio.failure() {
            return Some(Err(failure.to_owned()));
        }
        let image = self.image.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some(write(&image, &self.file).and_then(|()| {
            writeln!(std::io::stdout(), "{}", studio.state()).map_err(|error| format!("can't write to standard output: {error}"))
        }))
    }
}

/// Writes an image as a PNG.
fn write(image: &egui::ColorImage, path: &Path) -> Result<(), String> {
    let [width, height] = image.size.map(|side| side as u32);
    let range: Range = "0,1".parse().map_err(|error: lacuna_bake::NoRange| error.to_string())?;
    let encoding = Encoding {
        format: Format::default(),
        depth: 8,
        size: Size { width, height },
        channels: 3,
        meaning: Meaning::Color,
        range,
        shape: Shape::Picture,
        place: None,
        facts: StoredFacts::default(),
    };
    // Colours are written as light, halfway between the starts of a level and of the next one.
    let starts = lacuna_bake::level_starts(range, true);
    let light = |level: u8| {
        let begin = usize::from(level).checked_sub(1).map_or(0.0, |before| starts[before]);
        begin.midpoint(starts.get(usize::from(level)).copied().unwrap_or(1.0))
    };
    let samples: Vec<f32> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).map(light).collect();
    let file = std::fs::File::create(path).map_err(|error| format!("can't write {}: {error}", path.display()))?;
    lacuna_bake::encode(&encoding, &samples, lacuna_bake::Engine::usual_threads(), Box::new(file)).map_err(|error| error.to_string())
}
