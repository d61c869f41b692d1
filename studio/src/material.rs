//! The material in light: a shape, how it is turned, and its lights.

use eframe::egui::{self, Color32, PointerButton, Pos2, Rect, Sense};
use lacuna::Number;
use lacuna::recipe::Recipe;
use lacuna_bake::jobs::{LightsName, Preview, ShapeName};
use lacuna_bake::{Area, Job, Size};
use serde::{Deserialize, Serialize};

/// The shapes and the lights, with their names.
const SHAPES: [(ShapeName, &str); 3] = [(ShapeName::Sphere, "Sphere"), (ShapeName::Plane, "Plane"), (ShapeName::Cube, "Cube")];
const LIGHTS: [(LightsName, &str); 2] = [(LightsName::Studio, "Studio"), (LightsName::Sun, "Sun")];
/// Degrees of rotation per point of a drag.
const TURN: f64 = 0.3;
const ZOOM: [f64; 2] = [0.1, 20.0];

/// The view of the material. A turn is added to the usual one of the shape.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Material {
    /// The shape.
    pub shape: ShapeName,
    /// The lights.
    pub light: LightsName,
    /// The turn of the shape and of the camera's angle, in degrees.
    pub turn: [f64; 2],
    /// The magnification, 0.1 to 20.
    pub zoom: f64,
}

impl Default for Material {
    fn default() -> Self {
        Self { shape: ShapeName::default(), light: LightsName::default(), turn: [0.0; 2], zoom: 1.0 }
    }
}

/// Returns a number with two decimals.
fn rounded(value: f64) -> Number {
    ((value * 100.0).round() / 100.0).into()
}

impl Material {
    /// Returns the job of a picture of this size in pixels, with maps of `map` samples, at this place along z and w.
    pub fn job(&self, recipe: &Recipe, [width, height]: [u32; 2], map: u32, [z, w]: [Number; 2]) -> Job {
        let size = Size { width: width.max(1), height: height.max(1) };
        let usual = Preview::of(recipe, Area { size, z, w, ..Area::of_recipe(recipe) }, self.shape);
        let [heading, pitch] = [usual.heading.to_f64() + self.turn[0], usual.pitch.to_f64() + self.turn[1]];
        Job::Preview(Preview {
            map: Size { width: map, height: (map * usual.map.height / usual.map.width).max(1) },
            light: self.light,
            heading: rounded(heading.rem_euclid(360.0)),
            pitch: rounded(pitch.clamp(0.0, 90.0)),
            zoom: rounded(self.zoom.clamp(ZOOM[0], ZOOM[1])),
            ..usual
        })
    }

    /// Turns the shape and raises the camera by degrees.
    pub fn turn(&mut self, [heading, pitch]: [f64; 2]) {
        self.turn = [(self.turn[0] + heading).rem_euclid(360.0), (self.turn[1] + pitch).clamp(-90.0, 90.0)];
    }

    /// Returns the shape and its lights, in a line.
    pub fn status(&self) -> String {
        let shape = SHAPES.iter().find(|(shape, _)| *shape == self.shape).map_or("", |(_, name)| name);
        let light = LIGHTS.iter().find(|(light, _)| *light == self.light).map_or("", |(_, name)| name);
        format!("{shape}, turned by {:.0}°, light: {light}", self.turn[0])
    }

    /// Shows a picture in a rectangle, and handles the pointer: a drag turns, the wheel and two fingers zoom. Returns whether it has the keyboard's focus.
    pub fn show(&mut self, ui: &mut egui::Ui, rect: Rect, picture: Option<egui::TextureId>) -> bool {
        let before = self.clone();
        let response = ui.interact(rect, ui.scope_id().with("material"), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Material"));
        if let Some(texture) = picture {
            ui.painter().image(texture, rect, Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0)), Color32::WHITE);
        }
        if response.clicked() || response.drag_started() {
            response.request_focus();
        }
        if response.dragged_by(PointerButton::Primary) {
            // The side towards the eye follows the pointer.
            let by = response.drag_delta();
            self.turn([f64::from(by.x) * TURN, f64::from(by.y) * TURN]);
        }
        if response.hovered() {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
            let factor = libm::exp2(f64::from(scroll.x + scroll.y) / 240.0) * f64::from(pinch);
            self.zoom = (self.zoom * factor).clamp(ZOOM[0], ZOOM[1]);
        }
        if *self != before {
            ui.ctx().request_repaint();
        }
        response.has_focus()
    }

    /// Shows the controls.
    pub fn options(&mut self, ui: &mut egui::Ui) {
        ui.strong("Shape");
        ui.horizontal_wrapped(|ui| SHAPES.map(|(shape, name)| ui.selectable_value(&mut self.shape, shape, name)));
        ui.strong("Light");
        ui.horizontal_wrapped(|ui| LIGHTS.map(|(light, name)| ui.selectable_value(&mut self.light, light, name)));
    }
}
