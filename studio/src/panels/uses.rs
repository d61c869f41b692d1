//! The parameters of a recipe, and the uses of parts, as controls.

use eframe::egui::{RichText, Ui};
use lacuna::graph::KeyKind;
use lacuna::recipe::Param;
use toml_edit::Value;

use super::parameters::{Panel, capitalized};
use super::value::Of;
use crate::document::{Document, InputView, NodeView, SEED};
use crate::theme;

impl Panel {
    /// Draws the recipe's own parameters.
    pub(super) fn params(&mut self, ui: &mut Ui, document: &mut Document) {
        let params = document.params().to_vec();
        for param in &params {
            let place = format!("params.{}.value", param.name);
            ui.push_id(&place, |ui| self.param(ui, document, param, &place, None));
        }
        if !params.is_empty() {
            ui.add_space(theme::STEP);
            ui.separator();
        }
    }

    /// Draws a parameter: the recipe's own, or one that a use may give, with its value in the part.
    fn param(&mut self, ui: &mut Ui, document: &mut Document, param: &Param, place: &str, in_part: Option<&str>) {
        let name = param.label.as_ref().unwrap_or(&param.name);
        let text = document.value(place);
        let value = text.as_deref().or(in_part).and_then(|text| text.parse::<Value>().ok());
        ui.add_space(theme::STEP);
        let label = ui
            .horizontal(|ui| {
                let label = ui.label(RichText::new(name).strong()).on_hover_text(format!("${}", param.name)).id;
                if text.is_some() && in_part.is_some() {
                    self.reset(ui, document, place, name);
                }
                label
            })
            .inner;
        if let Some(description) = &param.description {
            ui.label(RichText::new(capitalized(description)).weak().small());
        }
        self.controls.param(ui, Of { name, suffix: "", usual: 1.0, label: Some(label) }, param, value.as_ref());
        self.applied(ui, document, place, text.is_some(), value.as_ref());
    }

    /// Draws the keys of a use of a part.
    pub(super) fn part(&mut self, ui: &mut Ui, document: &mut Document, node: &NodeView, selected: &mut Option<String>) {
        let path = &node.path;
        let part = document.part_of(path);
        self.whole(ui, document, path, "of", |panel, ui, of, value| {
            panel.controls.expression(ui, of, None, value.and_then(Value::as_str).unwrap_or_default());
        });
        for (param, value) in &part.params {
            let place = format!("{path}.params.{}", param.name);
            ui.push_id(&place, |ui| self.param(ui, document, param, &place, Some(value)));
        }
        for (name, default) in &part.inputs {
            self.input_of(ui, document, node, name, default, selected);
        }
        self.whole(ui, document, path, SEED, |panel, ui, of, value| {
            panel.controls.show(ui, of, &KeyKind::Whole { least: 0, most: u64::MAX }, value);
        });
        if part.outputs.len() > 1 {
            self.whole(ui, document, path, "output", |panel, ui, of, value| {
                let word = value.and_then(Value::as_str).unwrap_or_default();
                panel.controls.words(ui, of, word, part.outputs.iter().map(|output| (output.as_str(), None)));
            });
        }
    }

    /// Draws a key of a use with a control.
    fn whole(
        &mut self,
        ui: &mut Ui,
        document: &mut Document,
        path: &str,
        key: &'static str,
        control: impl FnOnce(&mut Self, &mut Ui, Of<'_>, Option<&Value>),
    ) {
        let place = format!("{path}.{key}");
        let text = document.value(&place);
        let value = text.as_ref().and_then(|text| text.parse::<Value>().ok());
        ui.push_id(&place, |ui| {
            ui.add_space(theme::STEP);
            let label = ui.horizontal(|ui| {
                let told = match key {
                    "of" => "The part, or a preset by its name.",
                    SEED => "Varies all seeds of the part, so that two uses of it differ.",
                    _ => "The output that the name of the use alone stands for.",
                };
                let label = ui.label(RichText::new(key).strong()).on_hover_text(told).id;
                if key == SEED {
                    self.dice(ui, document, path);
                }
                if text.is_some() && key != "of" {
                    self.reset(ui, document, &place, key);
                }
                label
            });
            control(self, ui, Of { name: key, suffix: "", usual: 0.0, label: Some(label.inner) }, value.as_ref());
            self.applied(ui, document, &place, text.is_some(), value.as_ref());
        });
    }

    /// Draws an input of a part in a use of it.
    fn input_of(
        &mut self,
        ui: &mut Ui,
        document: &mut Document,
        node: &NodeView,
        name: &str,
        default: &str,
        selected: &mut Option<String>,
    ) {
        let key = format!("inputs.{name}");
        let place = format!("{}.{key}", node.path);
        let link = node.inputs.iter().find(|input| input.key == key).map(|InputView { link, .. }| link);
        let text = document.value(&place);
        let value = text.as_deref().unwrap_or(default).parse::<Value>().ok();
        ui.push_id(&place, |ui| {
            ui.add_space(theme::STEP);
            let label = ui.horizontal(|ui| {
                let label = ui.label(RichText::new(name).strong()).on_hover_text("An input of the part").id;
                if text.is_some() {
                    self.reset(ui, document, &place, name);
                }
                label
            });
            let of = Of { name, suffix: "", usual: 1.0, label: Some(label.inner) };
            self.input(ui, document, &node.path, of, link, value.as_ref(), selected);
            self.applied(ui, document, &place, text.is_some(), value.as_ref());
        });
    }
}
