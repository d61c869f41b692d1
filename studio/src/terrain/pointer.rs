//! The terrain's picture, and the effects of the pointer and of held keys in it.

use eframe::egui::{self, Color32, EventFilter, Key, PointerButton, Pos2, Rect, Sense, Vec2};

use super::{SPEED, Terrain, within};

/// Degrees of rotation per point of a drag.
const TURN: f64 = 0.3;
/// Degrees of rotation per second for arrow keys.
const ARROWS: f64 = 60.0;
/// The share of the visible terrain that is crossed in a second of flight.
const FLIGHT: f64 = 0.4;
/// The factor of speed with Shift.
const FAST: f64 = 4.0;
/// The seconds after a movement during which the terrain still counts as moving.
const REST: f64 = 0.12;
/// The longest time between two pictures that counts, in seconds.
const LONGEST: f64 = 0.1;

/// The changes after a picture was shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Changed {
    /// Set if the view changed, so that another picture is needed.
    pub is_changed: bool,
    /// Set if it has the keyboard's focus.
    pub has_focus: bool,
    /// The size of the rectangle in pixels, along x and y.
    pub size: [u32; 2],
}

impl Terrain {
    /// Shows a picture in a rectangle, and handles the pointer and held keys:
    ///
    /// - A drag turns, the wheel and two fingers zoom.
    /// - A drag with the right button or Shift, two fingers, and Shift with the arrows move over the noise.
    /// - A drag with the middle button or Ctrl moves the sun.
    /// - The arrows turn; in flight W, A, S and D move, faster with Shift.
    pub fn show(&mut self, ui: &mut egui::Ui, rect: Rect, picture: Option<egui::TextureId>) -> Changed {
        let before = self.clone();
        let response = ui.interact(rect, ui.scope_id().with("terrain"), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Terrain"));
        if let Some(texture) = picture {
            let uv = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            ui.painter().image(texture, rect, uv, Color32::WHITE);
        }
        if response.clicked() || response.drag_started() {
            response.request_focus();
        }
        self.drags(ui, &response);
        let is_held = self.keys(ui, &response);

        let now = ui.input(|input| input.time);
        let is_changed = self.job([1; 2], 2, 1, None) != before.job([1; 2], 2, 1, None);
        if is_changed {
            self.moved = Some(now);
        }
        let rest = self.moved.map_or(0.0, |moved| REST - (now - moved));
        let was_moving = std::mem::replace(&mut self.is_moving, rest > 0.0);
        if was_moving && !self.is_moving {
            // The next frame requests a fine picture.
            ui.request_repaint();
        }
        if is_held {
            ui.request_repaint();
        } else if self.is_moving {
            ui.request_repaint_after(std::time::Duration::from_secs_f64(rest));
        }
        let size = (rect.size() * ui.pixels_per_point()).round();
        // A cast saturates.
        Changed { is_changed, has_focus: response.has_focus(), size: [(size.x as u32).max(1), (size.y as u32).max(1)] }
    }

    /// Handles drags, the wheel and fingers.
    fn drags(&mut self, ui: &egui::Ui, response: &egui::Response) {
        let (modifiers, fingers) = ui.input(|input| (input.modifiers, input.multi_touch()));
        let width = f64::from(response.rect.width().max(1.0));
        if let Some(fingers) = fingers.filter(|fingers| response.rect.contains(fingers.center_pos)) {
            self.approach(fingers.zoom_delta.into());
            self.pull(fingers.translation_delta, width);
            return;
        }
        let by = response.drag_delta();
        let [across, along] = [f64::from(by.x), f64::from(by.y)];
        let is_by = |button| response.dragged_by(button);
        if is_by(PointerButton::Secondary) || is_by(PointerButton::Primary) && modifiers.shift {
            self.pull(by, width);
        } else if is_by(PointerButton::Middle) || is_by(PointerButton::Primary) && modifiers.command {
            self.move_sun([across * TURN, -along * TURN]);
        } else if is_by(PointerButton::Primary) && by != Vec2::ZERO {
            self.turn([across * TURN, along * TURN]);
        }
        if response.hovered() {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
            // With Shift the wheel scrolls sideways.
            let factor = libm::exp2(f64::from(scroll.x + scroll.y) / 240.0) * f64::from(pinch);
            if factor != 1.0 {
                self.approach(factor);
            }
        }
    }

    /// Moves the terrain with the pointer, by a number of points in a picture `width` points wide.
    fn pull(&mut self, by: Vec2, width: f64) {
        if by == Vec2::ZERO {
            return;
        }
        let unit = self.seen() / width;
        // Terrain seen from one side is foreshortened.
        let steep = libm::sin(within(self.pitch, super::PITCH).to_radians()).max(0.3);
        self.travel([-f64::from(by.x) * unit, f64::from(by.y) * unit / steep]);
    }

    /// Returns the approximate length of the visible part of the block, in units.
    fn seen(&self) -> f64 {
        self.length() / within(self.zoom, super::ZOOM).max(1.0)
    }

    /// Handles held keys. Returns `true` while one of them moves something.
    fn keys(&mut self, ui: &egui::Ui, response: &egui::Response) -> bool {
        let has_focus = response.has_focus();
        if has_focus {
            let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        }
        // Keys go to the focused element, or to the terrain if nothing is focused.
        if !has_focus && ui.memory(|memory| memory.focused().is_some()) {
            return false;
        }
        let (time, modifiers, keys) = ui.input(|input| {
            let held = |key| f64::from(u8::from(input.key_down(key)));
            let axis = |more, less| held(more) - held(less);
            let arrows = [axis(Key::ArrowRight, Key::ArrowLeft), axis(Key::ArrowUp, Key::ArrowDown)];
            let letters = [axis(Key::D, Key::A), axis(Key::W, Key::S)];
            (f64::from(input.stable_dt).min(LONGEST), input.modifiers, [arrows, letters])
        });
        if modifiers.command || modifiers.alt {
            return false;
        }
        let [arrows, letters] = keys;
        let is_any = |keys: [f64; 2]| keys != [0.0; 2];
        let step = time * FLIGHT * self.seen() * within(self.speed, SPEED);
        let is_moved = is_any(arrows) && modifiers.shift;
        let is_flown = is_any(letters) && self.is_flying;
        if is_moved {
            self.travel(arrows.map(|part| part * step));
        } else if is_any(arrows) {
            self.turn([arrows[0] * ARROWS * time, arrows[1] * ARROWS * time]);
        }
        if is_flown {
            let fast = if modifiers.shift { FAST } else { 1.0 };
            self.travel(letters.map(|part| part * step * fast));
        }
        is_any(arrows) || is_flown
    }
}
