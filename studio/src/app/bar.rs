//! The layout: the bar above, the panel next to or below the picture, the picture in the middle.

use eframe::egui::{self, Align, Layout, Rect, RichText, Vec2};
use lacuna_bake::jobs::Preview;

use super::{Mode, Studio, Tab};
use crate::actions::Action;
use crate::document::Shown;
use crate::map::{self, Palette};
use crate::panels;
use crate::theme;

/// The least height of the panel if it is below the picture, as a share of the window.
const BELOW: f32 = 0.42;

impl Studio {
    /// Draws everything.
    pub(super) fn draw(&mut self, ui: &mut egui::Ui) {
        if self.is_lost {
            return;
        }
        let context = ui.ctx().clone();
        self.theme = ui.theme();
        let is_narrow = ui.available_width() < theme::NARROW;
        let frame = egui::Frame::new().fill(ui.visuals().panel_fill).inner_margin(2.0 * theme::STEP);
        egui::Panel::top("bar").frame(frame).resizable(false).show(ui, |ui| self.bar(ui, is_narrow));
        egui::Panel::bottom("status").frame(frame).resizable(false).show(ui, |ui| self.status(ui, is_narrow));
        if self.is_panel_open {
            let panel = if is_narrow {
                egui::Panel::bottom("panel").exact_size((ui.available_height() * BELOW).max(160.0))
            } else {
                egui::Panel::right("panel").default_size(theme::PANEL).size_range(240.0..=560.0)
            };
            panel.frame(frame).show(ui, |ui| self.panel(ui));
        }
        egui::CentralPanel::no_frame().show(ui, |ui| self.middle(ui));
        self.windows(&context);
        if context.input(|input| input.pointer.any_released()) {
            self.document.end_gesture();
        }
    }

    fn button(&mut self, ui: &mut egui::Ui, action: Action, text: &str, is_on: bool) {
        let description = action.description();
        let keys: Vec<String> = description.keys.iter().map(|key| ui.ctx().format_shortcut(key)).collect();
        let response = ui.add(egui::Button::selectable(is_on, text).min_size(Vec2::splat(theme::TOUCH)));
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_on, description.name));
        if response.on_hover_text(format!("{} ({})", description.help, keys.join(", "))).clicked() {
            let context = ui.ctx().clone();
            self.perform(&context, action);
        }
    }

    fn bar(&mut self, ui: &mut egui::Ui, is_narrow: bool) {
        ui.horizontal_wrapped(|ui| {
            if !is_narrow {
                ui.label(RichText::new("lacuna").strong().color(theme::accent(ui.theme())));
            }
            self.button(ui, Action::Map, "Map", self.mode == Mode::Map);
            self.button(ui, Action::Terrain, "Terrain", self.mode == Mode::Terrain);
            if Preview::is_in(self.document.recipe()) || self.mode == Mode::Material {
                self.button(ui, Action::Material, "Material", self.mode == Mode::Material);
            }
            self.outputs(ui);
            self.button(ui, Action::Undo, "Undo", false);
            self.button(ui, Action::Redo, "Redo", false);
            self.button(ui, Action::Presets, "Presets", self.is_gallery_open);
            self.button(ui, Action::Seeds, "Seeds", self.are_seeds_open);
            self.button(ui, Action::Play, if self.playing.is_some() { "Stop" } else { "Play" }, self.playing.is_some());
            ui.menu_button("File", |ui| {
                for action in
                    [Action::Open, Action::Save, Action::SaveAs, Action::Bake, Action::CopyLink, Action::CopyCommand, Action::CopyShader]
                {
                    self.button(ui, action, action.description().name, false);
                }
            });
            self.button(ui, Action::Panel, "Panel", self.is_panel_open);
            self.button(ui, Action::Help, "?", self.is_help_open);
            let is_dark = ui.theme() == egui::Theme::Dark;
            let response = ui.add(egui::Button::new(if is_dark { "Light" } else { "Dark" }).min_size(Vec2::splat(theme::TOUCH)));
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Dark or light"));
            if response.on_hover_text("Dark or light.").clicked() {
                ui.ctx().set_theme(if is_dark { egui::Theme::Light } else { egui::Theme::Dark });
            }
        });
    }

    /// Draws the choice of the shown output or node.
    fn outputs(&mut self, ui: &mut egui::Ui) {
        let names: Vec<String> = self.document.recipe().output_names().into_iter().map(str::to_owned).collect();
        let text = match &self.shown {
            Shown::Output(None) => self.document.recipe().default_output().map_or_else(|_| "?".to_owned(), str::to_owned),
            Shown::Output(Some(name)) => name.clone(),
            Shown::Node(path) => format!("{path} alone"),
        };
        let combo = egui::ComboBox::from_id_salt("output").selected_text(text).width(112.0);
        let response = combo.show_ui(ui, |ui| {
            for name in names {
                let shown = Shown::Output(Some(name.clone()));
                ui.selectable_value(&mut self.shown, shown, name);
            }
        });
        response.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Output"));
    }

    fn status(&mut self, ui: &mut egui::Ui, is_narrow: bool) {
        if let Some(notice) = &self.notice {
            let color = if notice.is_error { theme::warning(ui.theme()) } else { ui.visuals().text_color() };
            let text = RichText::new(&notice.text).color(color);
            let mut is_closed = false;
            ui.horizontal_wrapped(|ui| {
                is_closed = ui.button("Close").clicked();
                ui.label(text);
            });
            if is_closed {
                self.close_notice();
            }
        }
        if let Some(failure) = &self.screen.failure {
            ui.colored_label(theme::warning(ui.theme()), failure);
        }
        ui.horizontal(|ui| {
            let working = if self.screen.is_done() { "" } else { ", working" };
            ui.label(format!("{}{working}", self.engine()));
            ui.separator();
            match self.mode {
                Mode::Map => self.position(ui),
                Mode::Material => {
                    ui.add(egui::Label::new(self.material.status()).truncate());
                }
                Mode::Terrain => {
                    ui.add(egui::Label::new(self.terrain.status()).truncate());
                }
            }
            if !is_narrow {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(RichText::new(&self.name).weak());
                });
            }
        });
    }

    /// Draws the position and the value under the pointer.
    fn position(&self, ui: &mut egui::Ui) {
        let w = if self.map.w.is_zero() { String::new() } else { format!("  w {}", self.map.w) };
        let text = match &self.pointed {
            Some((at, value)) => {
                let value: Vec<String> = value.iter().map(ToString::to_string).collect();
                format!("x {}  y {}  z {}{w}  value {}", at[0], at[1], self.map.z, value.join(", "))
            }
            None => format!("x {}  y {}  z {}{w}", self.map.middle[0], self.map.middle[1], self.map.z),
        };
        ui.add(egui::Label::new(RichText::new(text).monospace()).truncate());
    }

    fn panel(&mut self, ui: &mut egui::Ui) {
        ui.horizontal(|ui| {
            for (tab, name) in [(Tab::Parameters, "Parameters"), (Tab::Graph, "Graph"), (Tab::Text, "Text"), (Tab::View, "View")] {
                ui.selectable_value(&mut self.tab, tab, name);
            }
        });
        ui.separator();
        egui::ScrollArea::vertical().auto_shrink([false; 2]).id_salt("panel").show(ui, |ui| match self.tab {
            Tab::Parameters => self.parameters.show(ui, &mut self.document, &mut self.selected),
            Tab::Graph => self.outline.show(ui, &mut self.document, &mut self.selected, &mut self.shown),
            Tab::Text => self.text.show(ui, &mut self.document),
            Tab::View => self.view(ui),
        });
    }

    /// Draws the controls of the view.
    fn view(&mut self, ui: &mut egui::Ui) {
        if self.mode == Mode::Terrain {
            self.terrain.options(ui);
            return;
        }
        if self.mode == Mode::Material {
            self.material.options(ui);
            return;
        }
        ui.strong("Colours");
        ui.horizontal_wrapped(|ui| {
            for palette in Palette::ALL {
                ui.selectable_value(&mut self.map.palette, palette, palette.name());
            }
        });
        ui.checkbox(&mut self.map.is_tiled, "Three by three, with seams");
        ui.horizontal(|ui| {
            let speed = self.map.pixel.to_f64();
            for (name, place) in [("z", &mut self.map.z), ("w", &mut self.map.w)] {
                let label = ui.label(name);
                let mut value = place.to_f64();
                if ui.add(egui::DragValue::new(&mut value).speed(speed)).labelled_by(label.id).changed() {
                    *place = map::Fixed::of(value);
                }
            }
        });
        if let Some(statistics) = self.screen.full.as_ref().and_then(|painted| painted.picture.statistics.as_ref()) {
            ui.add_space(theme::STEP);
            ui.strong("Values");
            panels::statistics::show(ui, statistics);
        }
    }

    /// Draws the picture.
    fn middle(&mut self, ui: &mut egui::Ui) {
        let rect = ui.available_rect_before_wrap();
        let points = ui.pixels_per_point();
        // Aligned to whole pixels, so that a pixel of the picture is one of the screen.
        let corner = |corner: egui::Pos2| egui::pos2((corner.x * points).ceil() / points, (corner.y * points).ceil() / points);
        let min = corner(rect.min);
        let room = [(rect.max.x - min.x) * points, (rect.max.y - min.y) * points].map(|side| side.clamp(0.0, 8192.0) as u32);
        let room = self.fixed_room.unwrap_or(room);
        let rect = Rect::from_min_size(min, Vec2::new(room[0] as f32, room[1] as f32) / points);
        self.rect = [min.x * points, min.y * points].map(|side| side.round() as u32);
        if self.room != room {
            self.room = room;
            ui.ctx().request_repaint();
        }
        match self.mode {
            Mode::Map => self.middle_map(ui, rect),
            Mode::Material => {
                let painted = self.screen.coarse.as_ref().or(self.screen.full.as_ref()).filter(|painted| !painted.is_map);
                let texture = painted.map(|painted| painted.texture.id());
                self.is_picture_focused = self.material.show(ui, rect, texture);
            }
            Mode::Terrain => {
                let painted = self.screen.coarse.as_ref().or(self.screen.full.as_ref()).filter(|painted| !painted.is_map);
                let texture = self.screen.rendered.map(|(id, _)| id).or(painted.map(|painted| painted.texture.id()));
                let changed = self.terrain.show(ui, rect, texture);
                self.is_picture_focused = changed.has_focus;
                if changed.is_changed {
                    ui.ctx().request_repaint();
                }
            }
        }
    }

    fn middle_map(&mut self, ui: &mut egui::Ui, rect: Rect) {
        if self.map.is_tiled {
            let tile = self.screen.full.as_ref().filter(|painted| painted.is_map && painted.place.is_none());
            if let Some(painted) = tile {
                map::show_tiles(ui, rect, painted.texture.id(), painted.picture.size, theme::accent(ui.theme()));
            }
            (self.pointed, self.is_picture_focused) = (None, false);
            return;
        }
        let full = self.screen.full.as_ref().and_then(|painted| painted.shown());
        let coarse = self.screen.coarse.as_ref().and_then(|painted| painted.shown());
        let pictures: Vec<_> = full.into_iter().chain(coarse).chain(self.screen.drawn).collect();
        let (response, _) = self.map.show(ui, rect, &pictures, self.room);
        if response.clicked() {
            response.request_focus();
        }
        self.is_picture_focused = response.has_focus();
        self.pointed = response.hover_pos().and_then(|at| self.under(rect, at, ui.pixels_per_point()));
    }

    /// Returns the position and the samples of the pixel under the pointer.
    fn under(&self, rect: Rect, at: egui::Pos2, points: f32) -> Option<([map::Fixed; 2], Vec<f32>)> {
        let offset = (at - rect.min) * points;
        let pixel = [offset.x.floor() as i64, offset.y.floor() as i64];
        if pixel.iter().zip(self.room).any(|(&pixel, side)| pixel < 0 || pixel >= i64::from(side)) {
            return None;
        }
        let painted = self.screen.full.as_ref()?;
        let picture = &painted.picture;
        let is_here = painted.place == Some(self.map.place(self.room)) && picture.size == self.room;
        let channels = usize::from(picture.channels);
        let first = (pixel[1] as usize * picture.size[0] as usize + pixel[0] as usize) * channels;
        let samples = if is_here { picture.samples.get(first..first + channels)?.to_vec() } else { Vec::new() };
        Some((self.map.under(pixel, self.room), samples))
    }

    /// Draws the windows above everything.
    fn windows(&mut self, context: &egui::Context) {
        if let Some(action) = panels::help::show(context, &mut self.is_help_open) {
            self.perform(context, action);
        }
        if let Some(pressed) = self.out.show(context) {
            self.bake(context, pressed);
        }
        let room = context.content_rect().size() - Vec2::new(32.0, 96.0);
        let window = |title: &str| egui::Window::new(title.to_owned()).collapsible(false).max_size(room).vscroll(true);
        let mut is_open = self.is_gallery_open;
        let mut chosen = None;
        window("Presets").open(&mut is_open).show(context, |ui| chosen = self.gallery.show(ui));
        self.is_gallery_open = is_open && chosen.is_none();
        if let Some(preset) = chosen.and_then(lacuna::presets::Preset::of) {
            self.load(preset.name, preset.text, None);
        }
        let mut is_open = self.are_seeds_open;
        window("Seeds").open(&mut is_open).show(context, |ui| self.seeds.show(ui, &mut self.document));
        self.are_seeds_open &= is_open;
        self.file_window(context);
    }

    fn file_window(&mut self, context: &egui::Context) {
        let Some(mut file) = self.file_box.take() else { return };
        let (mut is_open, mut is_done) = (true, false);
        let title = if file.is_saving { "Save as" } else { "Open a file" };
        egui::Window::new(title).open(&mut is_open).collapsible(false).resizable(false).show(context, |ui| {
            let label = ui.label("The path of a recipe (.toml), or of a picture that lacuna baked");
            let edit = ui.add(egui::TextEdit::singleline(&mut file.name).desired_width(320.0)).labelled_by(label.id);
            is_done = edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            is_done |= ui.button(if file.is_saving { "Save file" } else { "Open file" }).clicked();
        });
        if is_done {
            self.close_file_box(file);
        } else if is_open {
            self.file_box = Some(file);
        }
    }
}
