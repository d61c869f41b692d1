//! The desktop's window, and the command that opens it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use clap::{Parser, ValueEnum};
use eframe::egui;
use lacuna_bake::formats::{Encoding, Format, Shape, StoredFacts};
use lacuna_bake::{Range, Size};

use crate::app::{Engine, Mode, Start, Studio};
use crate::{files, link};

/// See and shape noise live.
#[derive(Debug, Parser)]
#[command(name = "lacuna-studio", version)]
struct Arguments {
    /// A preset, a kind of node, a recipe (.toml), a picture that lacuna baked, or a share link; mountains with lakes unless it is given
    source: Option<String>,
    /// What evaluates maps; the pictures are the same
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    engine: EngineName,
    /// Begins with the map instead of the terrain
    #[arg(long)]
    map: bool,
    /// The size of the window, in points
    #[arg(long, value_name = "WxH", default_value = "1280x800")]
    size: Size,
    /// Writes a picture of the window into a file (.png) once what is shown is complete, prints what is shown as JSON, and closes the window
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum EngineName {
    /// The GPU that draws the window, if it is hardware, and otherwise the CPU
    Auto,
    /// The CPU
    Cpu,
    /// The GPU that draws the window, also one made of software
    Gpu,
}

/// Opens the window for the command line's source.
pub fn desktop() -> ExitCode {
    let Arguments { source, engine, map, size, screenshot } = Arguments::parse();
    let engine = match engine {
        EngineName::Auto => Engine::Auto,
        EngineName::Cpu => Engine::Cpu,
        EngineName::Gpu => Engine::Gpu,
    };
    let start = Start { engine, ..source.map(|source| start(&source)).unwrap_or_default() };
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("lacuna studio")
            .with_app_id("lacuna-studio")
            .with_inner_size([size.width as f32, size.height as f32])
            .with_min_inner_size([360.0, 480.0])
            .with_drag_and_drop(true),
        // A pixel of the screen is a pixel of the picture.
        dithering: false,
        ..Default::default()
    };
    // What went wrong in the window's own loop.
    let failure = Arc::new(Mutex::new(None));
    let of_window = Arc::clone(&failure);
    let create: eframe::AppCreator<'_> = Box::new(move |creation| {
        let mut studio = Studio::new(creation, start);
        if map {
            studio.set_mode(Mode::Map);
        }
        Ok(match screenshot {
            None => Box::new(studio) as Box<dyn eframe::App>,
            Some(file) => Box::new(Screenshot { studio, file, image: Arc::default(), is_asked: false, failure: of_window }),
        })
    });
    let result = eframe::run_native("lacuna studio", options, create).map_err(|error| format!("no window could be opened: {error}"));
    let failed = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
    match result.and_then(|()| failed.map_or(Ok(()), Err)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // A closed stream leaves nobody to tell.
            let _ = writeln!(std::io::stderr(), "{message}");
            ExitCode::FAILURE
        }
    }
}

/// What a source on the command line means.
fn start(source: &str) -> Start {
    if link::is_link(source) {
        return Start { link: Some(source.to_owned()), ..Start::default() };
    }
    match files::named(source) {
        Ok(files::Opened { name, text, path, .. }) => Start { name: Some(name), text: Some(text), path, ..Start::default() },
        Err(problem) => Start { problem: Some(problem), ..Start::default() },
    }
}

/// A studio whose window is written into a file once its picture is complete.
struct Screenshot {
    studio: Studio,
    file: PathBuf,
    image: Arc<Mutex<Option<Arc<egui::ColorImage>>>>,
    is_asked: bool,
    failure: Arc<Mutex<Option<String>>>,
}

impl eframe::App for Screenshot {
    fn logic(&mut self, context: &egui::Context, frame: &mut eframe::Frame) {
        self.studio.logic(context, frame);
        if !self.is_asked && self.studio.is_complete() {
            self.is_asked = true;
            let (taken, context_of_image) = (Arc::clone(&self.image), context.clone());
            context.request_screenshot(move |image| {
                *taken.lock().unwrap_or_else(PoisonError::into_inner) = Some(image);
                context_of_image.request_repaint();
            });
        }
        context.request_repaint();
        let failed = self.studio.failure().map(str::to_owned);
        if failed.is_some() {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = failed;
            context.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        let taken = self.image.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(image) = taken {
            let told = write(&image, &self.file).and_then(|()| {
                writeln!(std::io::stdout(), "{}", self.studio.state()).map_err(|error| format!("can't write to standard output: {error}"))
            });
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = told.err();
            context.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.studio.ui(ui, frame);
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
        is_color: true,
        range,
        shape: Shape::Picture,
        facts: StoredFacts::default(),
    };
    // Colours are written as light, in the middle between that of a level's beginning and of the next one's.
    let starts = lacuna_bake::level_starts(range, true);
    let light = |level: u8| {
        let begin = usize::from(level).checked_sub(1).map_or(0.0, |before| starts[before]);
        begin.midpoint(starts.get(usize::from(level)).copied().unwrap_or(1.0))
    };
    let samples: Vec<f32> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).map(light).collect();
    let file = std::fs::File::create(path).map_err(|error| format!("can't write {}: {error}", path.display()))?;
    lacuna_bake::encode(&encoding, &samples, lacuna_bake::Engine::usual_threads(), Box::new(file)).map_err(|error| error.to_string())
}
