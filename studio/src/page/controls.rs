//! The positions of controls on the page, for tests and scripts, which can't look into a canvas.

use std::collections::HashMap;

use eframe::egui;
use egui::accesskit::{Node, NodeId};
use serde_json::{Value, json};

/// The controls of the last frame, as a screen reader gets them.
#[derive(Default)]
pub(super) struct Controls(Vec<Value>);

impl egui::Plugin for Controls {
    fn debug_name(&self) -> &'static str {
        "controls"
    }

    fn setup(&mut self, context: &egui::Context) {
        context.enable_accesskit();
        context.request_repaint();
    }

    fn output_hook(&mut self, _: &egui::Context, output: &mut egui::FullOutput) {
        if let Some(update) = &output.platform_output.accesskit_update {
            let nodes: HashMap<NodeId, &Node> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
            self.0 = update.nodes.iter().filter_map(|(_, node)| told(node, &nodes)).collect();
        }
    }
}

/// Returns a control with a name and a position, in points.
fn told(node: &Node, nodes: &HashMap<NodeId, &Node>) -> Option<Value> {
    let place = node.bounds()?;
    let labels = || node.labelled_by().iter().filter_map(|id| nodes.get(id).and_then(|label| label.label().or(label.value())));
    let name = node.label().map_or_else(|| labels().collect::<Vec<_>>().join(" "), str::to_owned);
    let value = node.value().map(Value::from).or_else(|| node.numeric_value().map(Value::from));
    let role = format!("{:?}", node.role());
    Some(json!({ "role": role, "name": name, "value": value, "place": [place.x0, place.y0, place.x1, place.y1] }))
}

/// Returns the controls of the last frame as JSON; `None` before the frame after the first call.
pub(super) fn controls(context: &egui::Context) -> String {
    match context.plugin_opt::<Controls>() {
        Some(controls) => Value::from(controls.lock().0.clone()).to_string(),
        None => {
            context.add_plugin(Controls::default());
            Value::from(Vec::<Value>::new()).to_string()
        }
    }
}
