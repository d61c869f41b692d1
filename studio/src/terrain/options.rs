//! The controls of the terrain.

use eframe::egui::{self, Slider};
use lacuna_bake::jobs::{LensName, PaletteName};

use super::{ALTITUDE, BRIGHTNESS, FARTHEST, HAZE, LIGHTS, LINES, PITCH, SIDE, SPEED, Terrain, ZOOM, exact, significant, within};

impl Terrain {
    /// Shows all controls. Returns whether one changed.
    pub fn options(&mut self, ui: &mut egui::Ui) -> bool {
        let before = self.clone();
        egui::Grid::new("terrain options").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
            self.light_options(ui);
            self.ground_options(ui);
            self.camera_options(ui);
            self.place_options(ui);
        });
        *self != before
    }

    fn light_options(&mut self, ui: &mut egui::Ui) {
        let name = self.light_name();
        row(ui, "Light", |ui| {
            let choice = egui::ComboBox::from_id_salt("light").selected_text(name).width(200.0);
            choice.show_ui(ui, |ui| LIGHTS.map(|(light, name)| ui.selectable_value(&mut self.light, light, name))).response
        });
        slider(ui, "Brightness", &mut self.brightness, BRIGHTNESS, 2, true);
        slider(ui, "Sun's azimuth", &mut self.sun[0], [0.0, 360.0], 1, false);
        slider(ui, "Sun's altitude", &mut self.sun[1], ALTITUDE, 1, false);
        slider(ui, "Haze", &mut self.haze, HAZE, 2, false);
    }

    fn ground_options(&mut self, ui: &mut egui::Ui) {
        let mut height = self.height;
        let limits = [1e-3, 1.0].map(|share| share * self.length());
        if slider(ui, "Height", &mut height, limits, 4, true) {
            self.height = significant(height);
        }
        toggle(ui, "Water", &mut self.is_wet);
        if self.is_wet {
            slider(ui, "Water level", &mut self.water, [-1.0, 1.0], 3, false);
        }
        row(ui, "Colours", |ui| {
            let choices = [(PaletteName::Terrain, "Meadows, rock and snow"), (PaletteName::Grey, "White")];
            let name = choices.iter().find(|(palette, _)| *palette == self.palette).map_or("", |(_, name)| name);
            let choice = egui::ComboBox::from_id_salt("colours").selected_text(name).width(200.0);
            choice.show_ui(ui, |ui| choices.map(|(palette, name)| ui.selectable_value(&mut self.palette, palette, name))).response
        });
        toggle(ui, "Colours of the output albedo", &mut self.is_draped);
        toggle(ui, "Wireframe", &mut self.is_lined);
        if self.is_lined {
            row(ui, "Lines", |ui| ui.add(Slider::new(&mut self.lines, LINES[0]..=LINES[1]).logarithmic(true)));
        }
    }

    fn camera_options(&mut self, ui: &mut egui::Ui) {
        let mut is_wide = self.lens == LensName::Perspective;
        if toggle(ui, "Perspective", &mut is_wide) {
            self.lens = if is_wide { LensName::Perspective } else { LensName::Orthographic };
        }
        slider(ui, "Heading", &mut self.heading, [0.0, 360.0], 1, false);
        slider(ui, "Pitch", &mut self.pitch, PITCH, 1, false);
        slider(ui, "Zoom", &mut self.zoom, ZOOM, 2, true);
    }

    fn place_options(&mut self, ui: &mut egui::Ui) {
        let digits = self.digits();
        let step = self.length() / 500.0;
        for (name, place) in ["Middle x", "Middle y", "z", "w"].into_iter().zip(self.middle.iter_mut().chain([&mut self.z, &mut self.w])) {
            let mut value = place.to_f64();
            let response = row(ui, name, |ui| ui.add(egui::DragValue::new(&mut value).speed(step).max_decimals(digits as usize)));
            // Numbers that are not touched stay exact.
            if response.changed() {
                *place = exact(within(value, [-FARTHEST, FARTHEST]), digits);
            }
        }
        for (name, side) in ["Side along x", "Side along y"].into_iter().zip(&mut self.sides) {
            row(ui, name, |ui| ui.add(egui::DragValue::new(side).speed(step).range(SIDE[0]..=SIDE[1]).max_decimals(3)));
        }
        toggle(ui, "Fly with W, A, S and D", &mut self.is_flying);
        if self.is_flying {
            slider(ui, "Speed", &mut self.speed, SPEED, 1, true);
        }
    }
}

/// Draws a row of the grid: a label, and its control.
fn row(ui: &mut egui::Ui, name: &str, control: impl FnOnce(&mut egui::Ui) -> egui::Response) -> egui::Response {
    let label = ui.label(name).id;
    let response = control(ui).labelled_by(label);
    ui.end_row();
    response
}

fn slider(ui: &mut egui::Ui, name: &str, value: &mut f64, [least, most]: [f64; 2], digits: usize, is_logarithmic: bool) -> bool {
    // A typed value may lie outside of the slider's range.
    let control = Slider::new(value, least..=most).max_decimals(digits).logarithmic(is_logarithmic).clamping(egui::SliderClamping::Never);
    row(ui, name, |ui| ui.add(control)).changed()
}

/// Draws a check box across the row.
fn toggle(ui: &mut egui::Ui, name: &str, value: &mut bool) -> bool {
    let response = ui.checkbox(value, name);
    ui.end_row();
    response.changed()
}
