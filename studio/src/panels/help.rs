//! All keys, from the list of actions.

use eframe::egui;

use crate::actions::{ACTIONS, Action, Group};

/// The effects of the pointer in the map and in the terrain.
const POINTER: &[(&str, &str)] = &[
    ("Drag", "Map: move. Terrain: turn, about both axes."),
    ("Shift and drag", "Map: up and down through z. Terrain: move over the noise; the right button does that, too."),
    ("Control and drag, or the middle button", "Terrain: the sun."),
    ("Wheel, or two fingers", "Map: zoom to the pointer. Terrain: come closer."),
    ("Arrows, + and -", "After a click on the picture. Map: move and zoom. Terrain: turn."),
    ("B, held", "The recipe that was kept as B."),
];

/// Shows the help, and returns the action that was pressed.
pub fn show(context: &egui::Context, is_open: &mut bool) -> Option<Action> {
    let mut pressed = None;
    let room = context.content_rect().size() - egui::vec2(48.0, 96.0);
    egui::Window::new("Keys").open(is_open).collapsible(false).resizable(false).max_size(room).vscroll(true).show(context, |ui| {
        for group in Group::ALL {
            ui.strong(group.name());
            egui::Grid::new(group.name()).num_columns(2).show(ui, |ui| {
                for description in ACTIONS.iter().filter(|description| description.group == group) {
                    let keys: Vec<String> = description.keys.iter().map(|key| context.format_shortcut(key)).collect();
                    if ui.button(keys.join(" or ")).clicked() {
                        pressed = Some(description.action);
                    }
                    ui.label(description.help);
                    ui.end_row();
                }
            });
            ui.add_space(8.0);
        }
        ui.strong("Pointer and other keys");
        egui::Grid::new("pointer").num_columns(2).show(ui, |ui| {
            for (what, does) in POINTER {
                ui.label(*what);
                ui.label(*does);
                ui.end_row();
            }
        });
    });
    pressed
}
