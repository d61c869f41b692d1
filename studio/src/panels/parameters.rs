//! A node's keys as controls.

use eframe::egui::{Button, ComboBox, Id, Label, RichText, Ui};
use lacuna::graph::{KeyKind, NODE_KINDS, NodeKind};
use lacuna::recipe::Content;
use toml_edit::Value;

use super::value::{Asked, Controls, Of, plain, quoted, written};
use crate::document::{Document, Form, Gesture, KeyView, Link, NodeView, OutputView, Problem, SEED, Shown};
use crate::theme;

/// The keys of the selected node or output.
#[derive(Debug, Default)]
pub struct Panel {
    pub(super) controls: Controls,
    /// The path of a key, and the error of its last change.
    error: Option<(String, String)>,
    /// The number of random draws.
    draws: u64,
}

impl Panel {
    /// Draws the recipe's parameters and the controls of the selected node, and edits the document. They may select another node, such as one in place of
    /// an input.
    pub fn show(&mut self, ui: &mut Ui, document: &mut Document, selected: &mut Option<String>) {
        self.params(ui, document);
        self.selected(ui, document, selected);
        let is_released = ui.input(|input| input.pointer.any_released());
        if is_released || std::mem::take(&mut self.controls.has_ended) {
            self.controls.has_ended = false;
            document.end_gesture();
        }
    }

    fn selected(&mut self, ui: &mut Ui, document: &mut Document, selected: &mut Option<String>) {
        let Some(path) = selected.clone().filter(|path| document.node(path).is_some() || output_of(document, path).is_some()) else {
            *selected = None;
            ui.weak("Choose a node in the graph to change it.");
            return;
        };
        self.heading(ui, document, &path, selected);
        match document.node(&path).cloned() {
            Some(node) if matches!(node.form, Form::Text) => return self.text(ui, document, &node, selected),
            Some(node) if matches!(node.form, Form::Use) => return self.part(ui, document, &node, selected),
            Some(_) => {}
            None => {
                if let Some(output) = output_of(document, &path) {
                    self.output(ui, document, &output);
                }
            }
        }
        let ramp = ramp_of(document, &path);
        let values = ramp.as_ref().map_or_else(|| document.values(&path), |ramp| keys_of_ramp(document, ramp));
        let owner = ramp.unwrap_or(path);
        for view in &values {
            ui.push_id((&owner, view.name), |ui| self.key(ui, document, &owner, view, &values, selected));
        }
    }

    /// Draws the text of a node that is an expression, and the way to the nodes that it names.
    fn text(&mut self, ui: &mut Ui, document: &mut Document, node: &NodeView, selected: &mut Option<String>) {
        let Some(link) = node.inputs.first().map(|input| &input.link) else { return };
        let text = match link {
            Link::Name(_) => {
                link.paths().first().and_then(|path| document.node(path)).map(|other| other.name().to_owned()).unwrap_or_default()
            }
            Link::Text(text, _) => text.clone(),
            Link::Number(_) | Link::Node(_) => return,
        };
        let place = node.place();
        let as_text = format!("{}, as text", node.name());
        ui.push_id(&place, |ui| {
            self.controls.expression(ui, Of { name: node.name(), suffix: "", usual: 0.0, label: None }, Some(&as_text), &text);
            self.ways(ui, document, link.paths(), selected);
        });
        self.applied(ui, document, &place, true, None);
    }

    /// Draws a button for each of several nodes that selects it.
    fn ways(&self, ui: &mut Ui, document: &Document, paths: &[String], selected: &mut Option<String>) {
        ui.horizontal_wrapped(|ui| {
            for path in paths {
                let name = document.node(path).map_or(path.as_str(), NodeView::name);
                if ui.small_button(name).on_hover_text(format!("To {path}")).accessible_name(format!("Edit {path}")).clicked() {
                    *selected = Some(path.clone());
                }
            }
        });
    }

    fn heading(&self, ui: &mut Ui, document: &Document, path: &str, selected: &mut Option<String>) {
        let Some(node) = document.node(path) else {
            let name = path.trim_start_matches("outputs.");
            ui.label(RichText::new(name).strong().size(16.0));
            ui.label(RichText::new("An output: a picture that the recipe makes.").weak().small());
            return;
        };
        ui.horizontal_wrapped(|ui| {
            let outers = std::iter::successors(Some(path), |path| path.rsplit_once('.').map(|(outer, _)| outer)).skip(1);
            if let Some(outer) = outers.into_iter().find(|outer| document.node(outer).is_some()) {
                let up = ui.button("Up").on_hover_text(format!("Up to {outer}")).accessible_name(format!("Up to {outer}"));
                if up.clicked() {
                    *selected = Some(outer.to_owned());
                }
            }
            ui.label(RichText::new(path).strong().size(16.0));
            let doc = node.form.kind().map_or_else(|| node.form.summary().to_owned(), NodeKind::doc);
            ui.weak(node.form.name()).on_hover_text(capitalized(&plain(&doc)));
        });
        ui.label(RichText::new(capitalized(&plain(node.form.summary()))).weak().small());
    }

    fn key(&mut self, ui: &mut Ui, document: &mut Document, path: &str, view: &KeyView, values: &[KeyView], selected: &mut Option<String>) {
        let place = format!("{path}.{}", view.name);
        ui.add_space(theme::STEP);
        let label = self.label(ui, document, path, view);
        let usual = usual(document, path, view, values);
        let value = view.text.as_ref().or(usual.as_ref()).and_then(|text| text.parse::<Value>().ok());
        let centre = usual.as_ref().and_then(|text| text.parse::<f64>().ok()).unwrap_or(1.0);
        let of = Of { name: view.name, suffix: "", usual: centre, label: Some(label) };
        match view.kind {
            KeyKind::Input => {
                let link = document.node(path).and_then(|node| node.inputs.iter().find(|input| input.key == view.name));
                let link = link.map(|input| input.link.clone());
                self.input(ui, document, path, of, link.as_ref(), value.as_ref(), selected);
            }
            KeyKind::PerAxis { .. } | KeyKind::List { .. } | KeyKind::Tuple { .. } if value.is_none() => {
                if ui.button("Set").accessible_name(format!("Set {}", view.name)).clicked() {
                    self.set_first(document, &place, &view.kind);
                }
            }
            _ => self.controls.show(ui, of, &view.kind, value.as_ref()),
        }
        self.applied(ui, document, &place, view.text.is_some(), value.as_ref());
    }

    /// Makes the changes of a key's controls, and shows the error if one is not allowed.
    pub(super) fn applied(&mut self, ui: &mut Ui, document: &mut Document, place: &str, is_there: bool, value: Option<&Value>) {
        for asked in self.controls.asked() {
            self.apply(document, place, is_there, value, &asked);
        }
        self.told(ui, place);
    }

    /// Shows the error of the last change of a key.
    pub(super) fn told(&self, ui: &mut Ui, place: &str) {
        if let Some((_, message)) = self.error.as_ref().filter(|(at, _)| *at == place) {
            ui.label(RichText::new(message).color(theme::warning(ui.theme())).small());
        }
    }

    /// Draws the name of a key with its documentation, and the buttons for the key as a whole.
    fn label(&mut self, ui: &mut Ui, document: &mut Document, path: &str, view: &KeyView) -> Id {
        let told = format!("{}\n\n{}.", plain(&view.doc()), capitalized(&plain(&view.kind.to_string())));
        ui.horizontal(|ui| {
            let label = ui.label(RichText::new(view.name).strong()).on_hover_text(told).id;
            if view.name == SEED {
                self.dice(ui, document, path);
            }
            if view.text.is_some() && !view.is_required() {
                self.reset(ui, document, &format!("{path}.{}", view.name), view.name);
            }
            if matches!(view.kind, KeyKind::Number(_) | KeyKind::Whole { .. }) {
                let limits = view.kind.to_string();
                let limits = limits.strip_prefix("a number ").or(limits.strip_prefix("a whole number ")).unwrap_or(&limits);
                ui.add(Label::new(RichText::new(limits).weak().small()).truncate());
            }
            label
        })
        .inner
    }

    /// Draws the button that takes a key out.
    pub(super) fn reset(&mut self, ui: &mut Ui, document: &mut Document, place: &str, name: &str) {
        if ui.small_button("Reset").on_hover_text("Back to the default").accessible_name(format!("Reset {name}")).clicked() {
            let removed = document.remove(place, &Gesture::Single);
            self.note(place, removed);
        }
    }

    pub(super) fn dice(&mut self, ui: &mut Ui, document: &mut Document, path: &str) {
        let mut is_locked = document.is_locked(path);
        let dice = ui.add_enabled(!is_locked, Button::new("Dice").small());
        if dice.on_hover_text("A new seed for this node alone").accessible_name("New seed for this node").clicked() {
            self.draws += 1;
            let time = ui.input(|input| input.time).to_bits();
            let number = lacuna::seeding::mixed_seed(self.draws, time) % 1_000_000;
            let place = format!("{path}.{SEED}");
            let set = document.set(&place, &number.to_string(), &Gesture::Single);
            self.note(&place, set);
        }
        let told = if is_locked { "Locked" } else { "Lock" };
        let lock = ui.toggle_value(&mut is_locked, told);
        if lock.on_hover_text("Locked seeds stay when all seeds are varied").accessible_name("Lock seed").changed() {
            document.set_locked(path, is_locked);
        }
    }

    /// Draws the choice of a value's source: a number, a node by its name, a node in place, or an expression.
    #[expect(clippy::too_many_arguments, reason = "a control, with what it shows and selects")]
    pub(super) fn input(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        path: &str,
        of: Of<'_>,
        link: Option<&Link>,
        value: Option<&Value>,
        selected: &mut Option<String>,
    ) {
        let name_of = |path: &str| document.node(path).map_or(path, NodeView::name).to_owned();
        let told = match link {
            Some(Link::Name(path)) => name_of(path),
            Some(Link::Node(inner)) => format!("{}, in place", document.node(inner).map_or("node", |node| node.form.name())),
            Some(Link::Text(..)) => "expression".to_owned(),
            Some(Link::Number(_)) => "number".to_owned(),
            None if value.is_some_and(Value::is_str) => "colour".to_owned(),
            None if value.is_some() => "number".to_owned(),
            None => "none".to_owned(),
        };
        ui.horizontal(|ui| {
            let to = if let Some(Link::Name(to) | Link::Node(to)) = link { Some(to) } else { None };
            let room = if to.is_some() { 15.0 * theme::STEP } else { 0.0 };
            let combo = ComboBox::from_id_salt("input").selected_text(told.as_str()).width(ui.available_width() - room).truncate();
            let combo = combo.show_ui(ui, |ui| self.choices(ui, document, path, link));
            of.named(combo.response);
            if let Some(to) = to
                && ui.button("Edit").on_hover_text(format!("To {to}")).accessible_name(format!("Edit {}", of.name)).clicked()
            {
                *selected = Some(to.clone());
            }
        });
        let as_text = format!("{}, as text", of.name);
        match link {
            Some(Link::Name(path)) => self.controls.expression(ui, of, Some(&as_text), &name_of(path)),
            Some(Link::Text(text, paths)) => {
                self.controls.expression(ui, of, Some(&as_text), text);
                self.ways(ui, document, paths, selected);
            }
            None if !value.is_some_and(Value::is_integer) && !value.is_some_and(Value::is_float) => {}
            None | Some(Link::Number(_)) => self.controls.number(ui, Of { label: None, ..of }, None, value),
            Some(Link::Node(_)) => {}
        }
    }

    /// Draws the choices for an input: every name that does not make a cycle, a number, and a basis in place.
    fn choices(&mut self, ui: &mut Ui, document: &Document, path: &str, link: Option<&Link>) {
        if ui.selectable_label(matches!(link, Some(Link::Number(_))), "number").clicked() {
            self.controls.ask("", "0");
        }
        ui.separator();
        let owner = document.node(path);
        let part = owner.and_then(|node| node.part.as_ref());
        for node in document.nodes().iter().filter(|node| node.depth == 0 && node.part.as_ref() == part) {
            let is_here = link == Some(&Link::Name(node.path.clone()));
            let is_around = |other: &NodeView| path.strip_prefix(&other.path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
            let makes_cycle = document.below(&Shown::Node(node.path.clone())).into_iter().any(is_around);
            if !makes_cycle && ui.selectable_label(is_here, node.name()).on_hover_text(node.form.name()).clicked() {
                self.controls.ask("", quoted(node.name()));
            }
        }
        ui.separator();
        for kind in NODE_KINDS.iter().filter(|kind| kind.is_basis) {
            let entry = ui.selectable_label(false, format!("new {}", kind.name)).on_hover_text(plain(kind.summary));
            if entry.clicked() {
                self.controls.ask("", Document::example(kind).unwrap_or_default());
            }
        }
    }

    /// Sets a missing list to the first value that is legal.
    fn set_first(&mut self, document: &mut Document, place: &str, kind: &KeyKind) {
        let mut tried = Err(Problem { message: "nothing is allowed here".to_owned(), span: None });
        for count in 1..=4 {
            let texts = ["0", "1", "\"#808080\""].into_iter();
            for one in texts {
                let text = match kind {
                    KeyKind::PerAxis { .. } if count == 1 => one.to_owned(),
                    _ => format!("[{}]", vec![one; count].join(", ")),
                };
                tried = document.set(place, &text, &Gesture::Single);
                if tried.is_ok() {
                    break;
                }
            }
            if tried.is_ok() {
                break;
            }
        }
        self.note(place, tried);
    }

    /// Makes a change, or keeps the reason why it is not allowed.
    pub(super) fn apply(&mut self, document: &mut Document, place: &str, is_there: bool, value: Option<&Value>, asked: &Asked) {
        let gesture = Gesture::Of(place.to_owned());
        let result = match (&asked.text, asked.suffix.as_str()) {
            // Elements of a default are changed in a list that is written out.
            (_, suffix) if !suffix.is_empty() && !is_there => {
                let changed = value.and_then(|value| with_element(value, suffix, asked.text.as_deref()));
                changed.map_or(Ok(()), |text| document.set(place, &text, &gesture))
            }
            (Some(text), suffix) => document.set(&format!("{place}{suffix}"), text, &gesture),
            (None, suffix) => document.remove(&format!("{place}{suffix}"), &gesture),
        };
        if asked.is_typing {
            self.controls.is_wrong = result.is_err();
            if result.is_ok() {
                self.error = None;
            }
        } else {
            self.note(place, result);
        }
    }

    pub(super) fn note(&mut self, place: &str, result: Result<(), Problem>) {
        self.error = result.err().map(|problem| (place.to_owned(), problem.message));
    }
}

/// Returns the output at a path `outputs.NAME`.
fn output_of(document: &Document, path: &str) -> Option<OutputView> {
    let name = path.strip_prefix("outputs.")?;
    document.outputs().iter().find(|output| output.name == name).cloned()
}

/// Returns the path of an output's ramp, if it has one.
fn ramp_of(document: &Document, path: &str) -> Option<String> {
    let output = document.recipe().outputs.get(path.strip_prefix("outputs.")?)?;
    matches!(output.content, Content::Ramp(_)).then(|| format!("{path}.ramp"))
}

/// Returns the keys of an output's ramp: those of the ramp node, without its source and its channel.
fn keys_of_ramp(document: &Document, ramp: &str) -> Vec<KeyView> {
    let keys = NodeKind::of("ramp").map_or(&[][..], |kind| kind.keys).iter().filter(|key| !key.is_input() && key.name != "channel");
    keys.map(|key| KeyView { text: document.value(&format!("{ramp}.{}", key.name)), ..KeyView::from(key) }).collect()
}

/// Returns the value that a missing key stands for: its default or, without one, its documented usual value. Returns `None` if there is neither.
fn usual(document: &Document, path: &str, view: &KeyView, values: &[KeyView]) -> Option<String> {
    let has = |name: &str| values.iter().any(|view| view.name == name && view.text.is_some());
    let usual = || document.node(path).filter(|_| !has("weights")).and_then(|node| node.usual(view.name)).map(str::to_owned);
    view.default().or_else(usual)
}

/// Returns a list with one of its elements changed or removed.
fn with_element(value: &Value, suffix: &str, text: Option<&str>) -> Option<String> {
    let mut changed = value.clone();
    let mut indices: Vec<usize> = suffix.trim_matches(['[', ']']).split("][").map(|index| index.parse().ok()).collect::<Option<_>>()?;
    let last = indices.pop()?;
    let mut inner = &mut changed;
    for index in indices {
        inner = inner.as_array_mut()?.get_mut(index)?;
    }
    let list = inner.as_array_mut()?;
    match text {
        None if last < list.len() => {
            list.remove(last);
            list.fmt();
        }
        None => return None,
        Some(text) => {
            let element = text.parse::<Value>().ok()?;
            if last < list.len() {
                list.replace(last, element);
            } else {
                list.push(element);
            }
        }
    }
    Some(written(&changed))
}

pub(super) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_defaults_are_changed_in_a_list_that_is_written_out() {
        let value: Value = "[[0, 1], [2, 3]]".parse().unwrap();
        assert_eq!(with_element(&value, "[1][0]", Some("5")).as_deref(), Some("[[0, 1], [5, 3]]"));
        assert_eq!(with_element(&value, "[0]", None).as_deref(), Some("[[2, 3]]"));
        assert_eq!(with_element(&value, "[2]", Some("[7, 8]")).as_deref(), Some("[[0, 1], [2, 3], [7, 8]]"));
        assert_eq!(with_element(&value, "[2]", None), None);
    }

    #[test]
    fn every_basis_can_be_written_in_place() {
        for kind in NODE_KINDS {
            let node = Document::example(kind).unwrap();
            assert!(node.starts_with("{ ") && node.contains(&format!("kind = {:?}", kind.name)), "{node}");
        }
    }
}
