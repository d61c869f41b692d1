//! An output's keys as controls: its inputs, its range, its depth and its blur.

use eframe::egui::{ComboBox, RichText, Slider, Ui};
use lacuna::recipe::{Content, MAX_BLUR_PASSES, MAX_BLUR_RADIUS, OutputRange};
use toml_edit::Value;

use super::parameters::Panel;
use super::value::{Of, quoted};
use crate::document::{Document, Gesture, Link, NodeView, OutputView, has_params};
use crate::theme;

/// The choices for the range of an output.
const RANGES: [&str; 3] = ["usual", "measured", "from ... to"];

impl Panel {
    /// Draws the controls of an output of the recipe: only its inputs if it has no table of its own.
    pub(super) fn output(&mut self, ui: &mut Ui, document: &mut Document, output: &OutputView) {
        self.shows(ui, document, output);
        let Some(content) = document.recipe().outputs.get(&output.name).map(|output| output.content.clone()) else { return };
        let path = format!("outputs.{}", output.name);
        // The range of a normal map is fixed.
        if !matches!(content, Content::Normal(_)) {
            self.range(ui, document, &path, &output.name);
        }
        self.depth(ui, document, &path);
        self.blur(ui, document, &path);
    }

    /// Draws the choice of the nodes that it shows, by name.
    fn shows(&mut self, ui: &mut Ui, document: &mut Document, output: &OutputView) {
        for input in &output.inputs {
            let is_table = document.recipe().outputs.contains_key(&output.name);
            let place = if is_table { format!("outputs.{}.{}", output.name, input.key) } else { input.key.clone() };
            ui.add_space(theme::STEP);
            let label = ui.label(RichText::new(&input.key).strong()).id;
            let told = match &input.link {
                Link::Name(name) => name.clone(),
                Link::Node(path) => format!("{}, in place", document.node(path).map_or("node", |node| node.form.name())),
                Link::Number(number) => number.to_string(),
                Link::Text(..) => "expression".to_owned(),
            };
            let is_named = |node: &&NodeView| node.depth == 0 && node.part.is_none();
            let names: Vec<String> = document.nodes().iter().filter(is_named).map(|node| node.path.clone()).collect();
            let combo = ComboBox::from_id_salt(&place).selected_text(told.as_str()).width(ui.available_width()).truncate();
            let chosen = combo.show_ui(ui, |ui| {
                let is_here = |name: &String| input.link == Link::Name(name.clone());
                names.into_iter().find(|name| ui.selectable_label(is_here(name), name).clicked())
            });
            chosen.response.labelled_by(label);
            if let Some(name) = chosen.inner.flatten() {
                let set = document.set(&place, &quoted(&name), &Gesture::Single);
                self.note(&place, set);
            }
            if let Link::Name(text) | Link::Text(text, _) = &input.link {
                let of = Of { name: &input.key, suffix: "", usual: 0.0, label: None };
                ui.push_id(&place, |ui| self.controls.expression(ui, of, Some(&format!("{}, as text", input.key)), text));
            }
            self.applied(ui, document, &place, true, None);
        }
    }

    fn range(&mut self, ui: &mut Ui, document: &mut Document, path: &str, name: &str) {
        let place = format!("{path}.range");
        let value = document.value(&place).and_then(|text| text.parse::<Value>().ok());
        if value.as_ref().and_then(Value::as_str).is_some_and(has_params) {
            return self.typed(ui, document, &place, "range");
        }
        let present = match &value {
            None => 0,
            Some(Value::Array(_)) => 2,
            Some(_) => 1,
        };
        let mut next = present;
        ui.add_space(theme::STEP);
        let told = "The values that become black and white: those that the noise declares, the least and the greatest of the picture, or two of your own.";
        let label = ui.label(RichText::new("range").strong()).on_hover_text(told).id;
        let combo = ComboBox::from_id_salt("range").selected_text(RANGES[present]).width(ui.available_width());
        combo.show_index(ui, &mut next, RANGES.len(), |index| RANGES[index]).labelled_by(label);
        if next != present {
            let result = match next {
                0 => document.remove(&place, &Gesture::Single),
                1 => document.set(&place, "\"auto\"", &Gesture::Single),
                _ => {
                    let [least, greatest] = range_of(document, name);
                    document.set(&place, &format!("[{least}, {greatest}]"), &Gesture::Single)
                }
            };
            self.note(&place, result);
        } else if let Some(list) = value.as_ref().and_then(Value::as_array) {
            let [least, greatest] = range_of(document, name);
            for (index, (name, usual)) in [("range from", least), ("range to", greatest)].into_iter().enumerate() {
                let suffix = format!("[{index}]");
                let of = Of { name, suffix: &suffix, usual, label: None };
                ui.push_id(index, |ui| self.controls.number(ui, of, None, list.get(index)));
            }
            for asked in self.controls.asked() {
                self.apply(document, &place, true, value.as_ref(), &asked);
            }
        }
        self.told(ui, &place);
    }

    /// Draws a key as a text: one whose value is computed from parameters.
    fn typed(&mut self, ui: &mut Ui, document: &mut Document, place: &str, name: &str) {
        let value = document.value(place).and_then(|text| text.parse::<Value>().ok());
        ui.push_id(place, |ui| {
            let label = ui.label(RichText::new(name).strong()).id;
            self.controls.typed(ui, Of { name, suffix: "", usual: 0.0, label: Some(label) }, value.as_ref());
        });
        self.applied(ui, document, place, true, value.as_ref());
    }

    fn depth(&mut self, ui: &mut Ui, document: &mut Document, path: &str) {
        let place = format!("{path}.depth");
        let present = document.value(&place);
        ui.add_space(theme::STEP);
        if present.as_deref().is_some_and(has_params) {
            return self.typed(ui, document, &place, "depth");
        }
        ui.label(RichText::new("depth").strong())
            .on_hover_text("Bits a sample in files; usually 8 for colour, and for data the format's usual ones.");
        ui.horizontal_wrapped(|ui| {
            for depth in [None, Some("8"), Some("16"), Some("32")] {
                let (told, name) =
                    depth.map_or(("usual".to_owned(), "usual depth".to_owned()), |bits| (format!("{bits} bit"), format!("depth {bits}")));
                let is_here = present.as_deref() == depth;
                if ui.selectable_label(is_here, told).accessible_name(name).clicked() && !is_here {
                    let result = match depth {
                        Some(bits) => document.set(&place, bits, &Gesture::Single),
                        None => document.remove(&place, &Gesture::Single),
                    };
                    self.note(&place, result);
                }
            }
        });
        self.told(ui, &place);
    }

    fn blur(&mut self, ui: &mut Ui, document: &mut Document, path: &str) {
        let place = format!("{path}.blur");
        let blur = path.strip_prefix("outputs.").and_then(|name| document.recipe().outputs.get(name)).and_then(|output| output.blur);
        let (radius, passes) = blur.map_or((0, 1), |blur| (blur.radius, blur.passes));
        let (mut next_radius, mut next_passes) = (radius, passes);
        ui.add_space(theme::STEP);
        if document.value(&place).is_some_and(|text| has_params(&text)) {
            self.typed(ui, document, &format!("{place}.radius"), "blur radius");
            return self.typed(ui, document, &format!("{place}.passes"), "blur passes");
        }
        let told = "Each pixel becomes the mean of the pixels around it, this many to each side, once per pass.";
        let label = ui.label(RichText::new("blur radius").strong()).on_hover_text(told).id;
        let mut has_ended = false;
        let mut slider = |ui: &mut Ui, slider: Slider<'_>, label| {
            let response = ui.add(slider).labelled_by(label);
            has_ended |= response.drag_stopped() || response.lost_focus();
        };
        slider(ui, Slider::new(&mut next_radius, 0..=MAX_BLUR_RADIUS).logarithmic(true), label);
        if blur.is_some() {
            let label = ui.label(RichText::new("blur passes").strong()).id;
            slider(ui, Slider::new(&mut next_passes, 1..=MAX_BLUR_PASSES), label);
        }
        self.controls.has_ended |= has_ended;
        let gesture = Gesture::Of(place.clone());
        let result = match (next_radius, blur) {
            _ if (next_radius, next_passes) == (radius, passes) => None,
            (0, _) => Some(document.remove(&place, &gesture)),
            (_, None) => Some(document.set(&place, &format!("{{ radius = {next_radius} }}"), &gesture)),
            _ if next_radius != radius => Some(document.set(&format!("{place}.radius"), &next_radius.to_string(), &gesture)),
            _ => Some(document.set(&format!("{place}.passes"), &next_passes.to_string(), &gesture)),
        };
        if let Some(result) = result {
            self.note(&place, result);
        }
        self.told(ui, &place);
    }
}

/// Returns the range of an output as numbers: its own, or the one that the noise declares, or -1 to 1.
fn range_of(document: &Document, name: &str) -> [f64; 2] {
    let plan = document.recipe().plan(&[name]);
    match plan.map(|plan| plan.pictures[0].range) {
        Ok(OutputRange::Between(range)) => range.map(lacuna::Number::to_f64),
        _ => [-1.0, 1.0],
    }
}
