//! The presets as thumbnails.

use eframe::egui::{self, Grid, Ui};
use lacuna::presets::PRESETS;

use super::thumbnail::{self, Pictures};

/// The least width of a thumbnail, in points.
const SIDE: f32 = 96.0;

/// The presets as thumbnails.
pub struct Panel {
    pictures: Pictures,
}

impl Default for Panel {
    fn default() -> Self {
        Self { pictures: Pictures::of(PRESETS.len()) }
    }
}

impl Panel {
    /// Drops the pictures, which belong to a window.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Returns the next preset that needs a picture: its place among [`PRESETS`], and its text. Each is returned once.
    pub fn wanted(&mut self) -> Option<(u8, &'static str)> {
        let place = self.pictures.wanted()?;
        Some((place, PRESETS[usize::from(place)].text))
    }

    /// Takes the picture of a preset: red, green, blue and alpha of each pixel, row by row. A picture whose length does not fit its size is not shown.
    pub fn take(&mut self, place: u8, context: &egui::Context, size: [u32; 2], rgba: &[u8]) {
        let name = PRESETS.get(usize::from(place)).map_or("preset", |preset| preset.name);
        self.pictures.take(place, thumbnail::texture(context, name, size, rgba));
    }

    /// Draws the grid, and returns the name of the preset that was pressed.
    pub fn show(&mut self, ui: &mut Ui) -> Option<&'static str> {
        let mut chosen = None;
        let gap = ui.spacing().item_spacing.x;
        let columns = ((ui.available_width() + gap) / (SIDE + gap)).floor().clamp(2.0, 6.0) as usize;
        let side = thumbnail::side(ui, columns).min(1.5 * SIDE);
        Grid::new("presets").show(ui, |ui| {
            for (index, preset) in PRESETS.iter().enumerate() {
                let button = thumbnail::button(ui, preset.name, Some(preset.name), self.pictures.get(index), side, false);
                if button.on_hover_text(preset.summary()).clicked() {
                    chosen = Some(preset.name);
                }
                if index % columns == columns - 1 {
                    ui.end_row();
                }
            }
        });
        chosen
    }
}
