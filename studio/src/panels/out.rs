//! Baking into files: any size, with progress and cancel.

use eframe::egui;
use lacuna_bake::formats::{Format, ShapeKind};

use crate::theme;

/// The area to bake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The area on the screen.
    Shown,
    /// The recipe's own region.
    Recipe,
}

/// The window of bakes.
#[derive(Debug, Clone)]
pub struct Panel {
    /// Set while it is open.
    pub is_open: bool,
    /// The name of the file, without its extension.
    pub name: String,
    /// The format, which is the extension.
    pub format: String,
    /// Samples along x. The shape of the region determines the number along y.
    pub width: u32,
    /// The area to bake.
    pub what: What,
    /// Bits per sample, unless they are the format's usual ones.
    pub depth: Option<u8>,
    /// Replaces an existing file.
    pub is_replacing: bool,
    /// The progress of a running bake.
    pub progress: Option<f32>,
    /// The result of the last bake.
    pub result: Option<Result<String, String>>,
}

impl Default for Panel {
    fn default() -> Self {
        Self {
            is_open: false,
            name: "noise".to_owned(),
            format: "png".to_owned(),
            width: 2048,
            what: What::Shown,
            depth: None,
            is_replacing: false,
            progress: None,
            result: None,
        }
    }
}

/// The button that was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pressed {
    /// Bake.
    Bake,
    /// Cancel the running bake.
    Cancel,
    /// Copy the command of the same bake.
    Copy,
}

impl Panel {
    /// Returns the name of the file, with its extension.
    pub fn file(&self) -> String {
        format!("{}.{}", self.name.trim(), self.format)
    }

    /// Shows the window.
    pub fn show(&mut self, context: &egui::Context) -> Option<Pressed> {
        let mut pressed = None;
        let mut is_open = self.is_open;
        egui::Window::new("Bake").open(&mut is_open).collapsible(false).resizable(false).show(context, |ui| pressed = self.body(ui));
        self.is_open &= is_open;
        pressed
    }

    fn body(&mut self, ui: &mut egui::Ui) -> Option<Pressed> {
        let mut pressed = None;
        egui::Grid::new("bake").num_columns(2).show(ui, |ui| {
            let name = ui.label("File");
            ui.horizontal(|ui| {
                ui.add(egui::TextEdit::singleline(&mut self.name).desired_width(140.0)).labelled_by(name.id);
                egui::ComboBox::from_id_salt("format").selected_text(&self.format).width(72.0).show_ui(ui, |ui| {
                    for format in Format::all().filter(|format| format.holds(ShapeKind::Picture)) {
                        ui.selectable_value(&mut self.format, format.name().to_owned(), format.name());
                    }
                });
            });
            ui.end_row();
            let size = ui.label("Width");
            ui.add(egui::DragValue::new(&mut self.width).range(1..=1_000_000).suffix(" samples")).labelled_by(size.id);
            ui.end_row();
            ui.label("Depth");
            ui.horizontal(|ui| {
                ui.selectable_value(&mut self.depth, None, "Usual");
                let depths = self.format.parse::<Format>().map(Format::depths).unwrap_or_default();
                for &depth in depths {
                    ui.selectable_value(&mut self.depth, Some(depth), format!("{depth} bit"));
                }
                self.depth = self.depth.filter(|depth| depths.contains(depth));
            });
            ui.end_row();
            ui.label("Region");
            ui.horizontal(|ui| {
                ui.selectable_value(&mut self.what, What::Shown, "What is shown");
                ui.selectable_value(&mut self.what, What::Recipe, "The recipe's");
            });
            ui.end_row();
        });
        if cfg!(not(target_arch = "wasm32")) {
            ui.checkbox(&mut self.is_replacing, "Replace a file that exists");
        }
        ui.horizontal(|ui| {
            match self.progress {
                None => {
                    if ui.add_enabled(!self.name.trim().is_empty(), egui::Button::new("Bake file")).clicked() {
                        pressed = Some(Pressed::Bake);
                    }
                }
                Some(done) => {
                    ui.add(egui::ProgressBar::new(done).desired_width(140.0).show_percentage());
                    if ui.button("Cancel").clicked() {
                        pressed = Some(Pressed::Cancel);
                    }
                }
            }
            if ui.button("Copy command").clicked() {
                pressed = Some(Pressed::Copy);
            }
        });
        match &self.result {
            Some(Ok(message)) => drop(ui.label(message)),
            Some(Err(message)) => drop(ui.colored_label(theme::warning(ui.theme()), message)),
            None => {}
        }
        pressed
    }
}
