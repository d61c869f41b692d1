//! The graph as a tree.

use std::collections::BTreeSet;

use eframe::egui::collapsing_header::CollapsingState;
use eframe::egui::{Button, ComboBox, Id, Label, RichText, Role, Ui, WidgetInfo};
use lacuna::graph::{Group, NODE_KINDS};

use super::value::plain;
use crate::document::{Document, Form, InputView, Link, NodeView, Shown};
use crate::theme;

/// The depth to which the tree is open at first.
const OPEN: usize = 2;

/// The graph as a tree, from the outputs down.
#[derive(Debug, Default)]
pub struct Panel {
    /// The nodes that were drawn with their inputs; elsewhere only their names are drawn.
    drawn: BTreeSet<String>,
    /// The nodes that an output depends on.
    reached: BTreeSet<String>,
    /// The revision of the recipe that `reached` belongs to.
    revision: u64,
    /// The reason why the last change failed.
    problem: Option<String>,
}

impl Panel {
    /// Draws the tree. A click selects a node or shows an output; "Show" shows a node alone.
    pub fn show(&mut self, ui: &mut Ui, document: &mut Document, selected: &mut Option<String>, shown: &mut Shown) {
        self.tree(ui, document, selected, shown);
        ui.add_space(2.0 * theme::STEP);
        ui.horizontal_wrapped(|ui| self.change(ui, document, selected));
        if let Some(problem) = &self.problem {
            ui.label(RichText::new(problem).color(theme::warning(ui.theme())).small());
        }
    }

    /// Draws the controls that add a node, and that remove the selected one.
    fn change(&mut self, ui: &mut Ui, document: &mut Document, selected: &mut Option<String>) {
        let combo = ComboBox::from_id_salt("add a node").selected_text("Add a node").width(36.0 * theme::STEP).height(80.0 * theme::STEP);
        let chosen = combo.show_ui(ui, |ui| {
            let mut chosen = None;
            if ui
                .selectable_label(false, "expression")
                .on_hover_text(plain(Form::Text.summary()))
                .accessible_name("Add expression")
                .clicked()
            {
                chosen = Some(None);
            }
            for group in Group::ALL {
                ui.weak(group.title());
                for kind in NODE_KINDS.iter().filter(|kind| kind.group == group) {
                    let entry = ui.selectable_label(false, kind.name).on_hover_text(plain(kind.summary));
                    if entry.accessible_name(format!("Add {}", kind.name)).clicked() {
                        chosen = Some(Some(kind));
                    }
                }
            }
            chosen
        });
        chosen.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Add a node"));
        if let Some(kind) = chosen.inner.flatten() {
            let added = if let Some(kind) = kind { document.add_node(kind) } else { document.add_expression() };
            self.problem = added.as_ref().err().map(|problem| problem.message.clone());
            *selected = added.ok().or(selected.take());
        }
        let unused = selected.clone().filter(|path| !path.contains('.') && !self.reached.contains(path));
        if let Some(name) = unused.filter(|name| document.node(name).is_some())
            && ui.button("Remove").on_hover_text(format!("Take {name} out")).accessible_name(format!("Remove {name}")).clicked()
        {
            self.problem = document.remove_node(&name).err().map(|problem| problem.message);
            if self.problem.is_none() {
                *selected = None;
            }
        }
    }

    fn tree(&mut self, ui: &mut Ui, document: &Document, selected: &mut Option<String>, shown: &mut Shown) {
        self.drawn.clear();
        self.find_reached(document);
        let default = document.recipe().default_output().ok().map(str::to_owned);
        let outputs = document.outputs();
        for output in outputs {
            let is_shown = match &*shown {
                Shown::Output(Some(name)) => *name == output.name,
                Shown::Output(None) => default.as_ref().unwrap_or(&outputs[0].name) == &output.name,
                Shown::Node(_) => false,
            };
            let id = ui.make_persistent_id(("output", &output.name));
            CollapsingState::load_with_default_open(ui.ctx(), id, is_shown)
                .show_header(ui, |ui| {
                    let name = RichText::new(&output.name).strong();
                    let told = format!("Show output {}", output.name);
                    if ui.selectable_label(is_shown, name).on_hover_text(&told).accessible_name(told).clicked() {
                        *shown = Shown::Output(Some(output.name.clone()));
                        *selected = Some(format!("outputs.{}", output.name));
                    }
                    ui.weak("output");
                })
                .body(|ui| self.inputs(ui, document, &output.inputs, selected, shown, id, 0));
        }
        let unused = |node: &&NodeView| node.depth == 0 && node.part.is_none() && !self.reached.contains(&node.path);
        let unused: Vec<_> = document.nodes().iter().filter(unused).collect();
        self.list(ui, document, "In no output", &unused, selected, shown);
        let parts: BTreeSet<&String> = document.nodes().iter().filter_map(|node| node.part.as_ref()).collect();
        for part in parts {
            let nodes: Vec<_> = document.nodes().iter().filter(|node| node.part.as_ref() == Some(part)).collect();
            self.list(ui, document, &format!("Part {part}"), &nodes, selected, shown);
        }
    }

    /// Draws nodes below a title, those in place within what takes them.
    fn list(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        title: &str,
        nodes: &[&NodeView],
        selected: &mut Option<String>,
        shown: &mut Shown,
    ) {
        if nodes.is_empty() {
            return;
        }
        ui.add_space(2.0 * theme::STEP);
        ui.weak(title);
        let is_below = |path: &str| {
            let is_around = |other: &&NodeView| path.strip_prefix(&other.path).is_some_and(|rest| rest.starts_with('.'));
            nodes.iter().any(is_around)
        };
        for node in nodes.iter().filter(|node| !is_below(&node.path)) {
            let link = if node.depth == 0 { Link::Name(node.path.clone()) } else { Link::Node(node.path.clone()) };
            let id = ui.make_persistent_id((title, &node.path));
            self.input(ui, document, "", &link, &node.path, selected, shown, id, OPEN);
        }
    }

    fn find_reached(&mut self, document: &Document) {
        if self.revision != document.revision() {
            self.revision = document.revision();
            let outputs = document.outputs().iter().map(|output| Shown::Output(Some(output.name.clone())));
            self.reached = outputs.flat_map(|output| document.below(&output)).map(|node| node.path.clone()).collect();
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a walk down a tree, with what it changes")]
    fn inputs(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        inputs: &[InputView],
        selected: &mut Option<String>,
        shown: &mut Shown,
        id: Id,
        depth: usize,
    ) {
        let all = inputs.iter().flat_map(|input| input.link.paths().iter().map(move |path| (input, path)));
        for (index, (input, path)) in all.enumerate() {
            self.input(ui, document, &input.key, &input.link, path, selected, shown, id.with(index), depth);
        }
    }

    /// Draws the node at a path, which an input links to, and what it takes itself.
    #[expect(clippy::too_many_arguments, reason = "a walk down a tree, with what it changes")]
    fn input(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        key: &str,
        link: &Link,
        path: &str,
        selected: &mut Option<String>,
        shown: &mut Shown,
        id: Id,
        depth: usize,
    ) {
        let Some(node) = document.node(path) else { return };
        let is_first = self.drawn.insert(node.path.clone());
        let has_inputs = node.inputs.iter().any(|input| !input.link.paths().is_empty());
        let is_named = !matches!(link, Link::Node(_));
        if !is_first || !has_inputs {
            ui.horizontal(|ui| {
                ui.add_space(ui.spacing().indent);
                entry(ui, node, key, is_named, selected, shown, is_first);
            });
            return;
        }
        CollapsingState::load_with_default_open(ui.ctx(), id, depth < OPEN)
            .show_header(ui, |ui| entry(ui, node, key, is_named, selected, shown, true))
            .body(|ui| self.inputs(ui, document, &node.inputs, selected, shown, id, depth + 1));
    }
}

/// Draws a node's name and kind, and the button that shows it alone.
fn entry(ui: &mut Ui, node: &NodeView, key: &str, is_named: bool, selected: &mut Option<String>, shown: &mut Shown, is_first: bool) {
    let name = if is_named { node.name() } else { node.form.name() };
    let name = if is_first { name.to_owned() } else { format!("{name} (above)") };
    let is_selected = selected.as_deref() == Some(&node.path);
    let mut about = plain(node.form.summary());
    if !key.is_empty() {
        about = format!("{key}: {about}");
    }
    let alone = Shown::Node(node.path.clone());
    let is_shown = *shown == alone;
    // A part's nodes have values only where it is used.
    let has_show = is_first && (is_selected || is_shown) && node.part.is_none();
    let room = ui.available_width() - if has_show { 16.0 * theme::STEP } else { 0.0 };
    let button = ui.scope(|ui| {
        ui.set_max_width(room.max(10.0 * theme::STEP));
        ui.add(Button::selectable(is_selected, name).truncate())
    });
    if button.inner.on_hover_text(about).accessible_name(format!("Select {}", node.path)).clicked() {
        *selected = Some(node.path.clone());
    }
    if has_show {
        let told = format!("Show {} alone", node.path);
        if ui.selectable_label(is_shown, "Show").on_hover_text(&told).accessible_name(told).clicked() {
            *shown = if is_shown { Shown::default() } else { alone };
        }
    }
    if is_named && ui.available_width() > 20.0 * theme::STEP {
        ui.add(Label::new(RichText::new(node.form.name()).weak()).truncate());
    }
}
