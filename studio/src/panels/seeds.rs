//! Nine seeds to choose from.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui::{self, Grid, RichText, Ui};
use lacuna::seeding::mixed_seed;

use super::thumbnail::{self, Pictures};
use crate::document::{Document, Problem};
use crate::theme;

/// The number of seeds.
const COUNT: u8 = 9;
/// The number of seeds side by side.
const COLUMNS: u8 = 3;
/// The most width of a thumbnail, in points.
const SIDE: f32 = 144.0;

/// Nine variations of the recipe, each by another seed.
pub struct Panel {
    /// The number of the present group of nine.
    nine: u64,
    pictures: Pictures,
    /// The revision of the recipe in the pictures, and its locked nodes.
    of: (u64, BTreeSet<String>),
    problem: Option<Problem>,
}

impl Default for Panel {
    fn default() -> Self {
        Self { nine: 0, pictures: Pictures::of(COUNT.into()), of: (0, BTreeSet::new()), problem: None }
    }
}

impl Panel {
    /// Drops the pictures, which belong to a window. The seeds stay.
    pub fn forget(&mut self) {
        self.pictures = Pictures::of(COUNT.into());
    }

    /// Returns the seed at a place, below 10^6.
    pub fn seed(&self, place: u8) -> u64 {
        mixed_seed(self.nine, place.into()) % 1_000_000
    }

    /// Returns the next place that needs a picture, and the text of its recipe. Each is returned once, and again after the recipe has changed.
    pub fn wanted(&mut self, document: &Document) -> Option<(u8, Arc<str>)> {
        if self.of.0 != document.revision() || self.of.1 != *document.locked() {
            self.of = (document.revision(), document.locked().clone());
            self.pictures.renew();
            self.problem = None;
        }
        let place = self.pictures.wanted()?;
        match document.variation(self.seed(place)) {
            Ok(text) => Some((place, text)),
            Err(problem) => {
                self.pictures.take(place, None);
                self.problem = Some(problem);
                None
            }
        }
    }

    /// Takes the picture of a place: red, green, blue and alpha of each pixel, row by row. A picture whose length does not fit its size is not shown.
    pub fn take(&mut self, place: u8, context: &egui::Context, size: [u32; 2], rgba: &[u8]) {
        self.pictures.take(place, thumbnail::texture(context, &format!("seed {place}"), size, rgba));
    }

    /// Changes to nine other seeds.
    pub fn renew(&mut self) {
        self.nine += 1;
        self.pictures.renew();
    }

    /// Draws the grid. Pressing a picture gives the recipe its seed, and makes this return `true`.
    pub fn show(&mut self, ui: &mut Ui, document: &mut Document) -> bool {
        let mut is_chosen = false;
        let side = thumbnail::side(ui, COLUMNS.into()).min(SIDE);
        let present = document.seed();
        Grid::new("seeds").show(ui, |ui| {
            for place in 0..COUNT {
                let seed = self.seed(place);
                let picture = self.pictures.get(place.into());
                let button = thumbnail::button(ui, &format!("Seed {seed}"), Some(&seed.to_string()), picture, side, present == Some(seed));
                if button.clicked() {
                    self.problem = document.set_seed(seed).err();
                    is_chosen = self.problem.is_none();
                }
                if place % COLUMNS == COLUMNS - 1 {
                    ui.end_row();
                }
            }
        });
        if ui.button("New nine").on_hover_text("Nine other seeds").clicked() {
            self.renew();
        }
        if let Some(problem) = &self.problem {
            ui.label(RichText::new(&problem.message).color(theme::warning(ui.theme())));
        }
        is_chosen
    }
}
