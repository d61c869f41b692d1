//! A recipe as text, with its history. All editing of noise goes through it.

mod edit;
mod graph;
mod history;
mod names;
mod nudge;
mod parts;
mod problem;
mod seeds;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use lacuna::graph::NodeKind;
use lacuna::internal::short;
use lacuna::recipe::{self, Draft, Param, Recipe};
use lacuna::{Graph, Input, Node};
use lacuna_bake::Source;
use toml_edit::{DocumentMut, InlineTable, Value};

pub use graph::{Form, InputView, KeyView, Link, NodeView, OutputView, Shown};
pub use history::Gesture;
use history::History;
pub(crate) use names::has_params;
pub use nudge::Nudge;
pub(crate) use nudge::{rounded, within};
pub use parts::Part;
pub use problem::Problem;
pub use seeds::SEED;

/// The text of a recipe, and the name of its output to show.
type Task = (Arc<str>, Option<String>);

/// A recipe as text.
#[derive(Debug)]
pub struct Document {
    text: Arc<str>,
    history: History,
    saved: Arc<str>,
    problem: Option<Problem>,
    good: Good,
    revision: u64,
    b: Option<Good>,
    locked: BTreeSet<String>,
    alone: RefCell<BTreeMap<String, Task>>,
    /// The parts that uses name.
    parts: RefCell<BTreeMap<String, Arc<Part>>>,
}

/// A valid recipe.
#[derive(Debug, Clone)]
struct Good {
    text: Arc<str>,
    recipe: Arc<Recipe>,
    /// The text as a tree for edits of keys.
    tree: DocumentMut,
    nodes: Arc<[NodeView]>,
    outputs: Arc<[OutputView]>,
    params: Arc<[Param]>,
}

impl Good {
    fn new(text: &Arc<str>) -> Result<Self, Problem> {
        Self::of(text, &read(text).map_err(|error| Problem::of_text(text, &error))?)
    }

    /// Does the same for a text that the user does not see.
    fn hidden(text: &Arc<str>) -> Result<Self, Problem> {
        Self::of(text, &read(text).map_err(Problem::of_hidden_text)?)
    }

    fn of(text: &Arc<str>, source: &Source) -> Result<Self, Problem> {
        let tree = edit::tree(text)?;
        let (nodes, outputs) = graph::views(&tree, source.recipe());
        let params = source.draft().ok().and_then(|draft| parts::params_of(&draft, &tree)).unwrap_or_default();
        let recipe = Arc::new(source.recipe().clone());
        Ok(Self { text: text.clone(), recipe, tree, nodes: nodes.into(), outputs: outputs.into(), params: params.into() })
    }

    fn node(&self, path: &str) -> Option<&NodeView> {
        self.nodes.binary_search_by(|node| node.path.as_str().cmp(path)).ok().map(|index| &self.nodes[index])
    }

    /// Returns the name of the output to show.
    fn output_name(&self, name: Option<&str>) -> Result<Option<String>, Problem> {
        let names = self.recipe.output_names();
        match name {
            Some(name) if names.contains(&name) => Ok(Some(name.to_owned())),
            Some(name) => Err(Problem::new(format!("there is no output `{}`; choose one of {}", short(name), names.join(", ")))),
            None if self.recipe.default_output().is_ok() => Ok(None),
            None => Ok(names.first().map(|&name| name.to_owned())),
        }
    }

    fn shown_as(&self, shown: &Shown) -> Result<Task, Problem> {
        match shown {
            Shown::Output(name) => Ok((self.text.clone(), self.output_name(name.as_deref())?)),
            Shown::Node(path) => {
                let alone = self.alone(path)?;
                let text = recipe::write(&alone).map_err(|error| Problem::new(error.to_string()))?;
                Ok((text.into(), None))
            }
        }
    }

    /// Returns a recipe of one node.
    fn alone(&self, path: &str) -> Result<Recipe, Problem> {
        let view = self.node(path).ok_or_else(|| graph::no_node(path))?;
        if let Some(part) = &view.part {
            return Err(Problem::new(format!("{path}: a node of the part `{part}` has values where the part is used; show a use of it")));
        }
        if let Some(node) = graph::find(&self.recipe, path) {
            return Ok(graph::alone(&self.recipe, path, node));
        }
        // A name of another node, and a use, are no nodes of the plain recipe: another node whose source they are tells what they stand for.
        let written = || edit::item_of_node(&self.tree, path).and_then(|item| item.clone().into_value().ok());
        let source = match written() {
            // Of several outputs a use shows the first, unless it names one.
            Some(Value::InlineTable(mut used)) if used.get("of").is_some() && used.get("output").is_none() => {
                let of = used.get("of").and_then(Value::as_str).unwrap_or_default();
                let outputs = Part::of(&self.tree, of).outputs;
                if let (Some(first), true) = (outputs.first(), outputs.len() > 1) {
                    used.insert("output", first.as_str().into());
                }
                Some(Value::InlineTable(used))
            }
            _ if view.depth == 0 => Some(path.into()),
            written => written,
        };
        let mut name = "shown".to_owned();
        while self.node(&name).is_some() {
            name.push('-');
        }
        let mut tree = self.tree.clone();
        let node = [("kind", Value::from("transform"))].into_iter().chain(source.map(|source| ("source", source)));
        edit::add_node(&mut tree, &name, Value::InlineTable(InlineTable::from_iter(node)))?;
        let recipe = lacuna_bake::read_recipe(&tree.to_string()).map_err(Problem::of_hidden_text)?;
        let inputs = recipe.nodes.get(&name).map(Node::inputs).unwrap_or_default();
        let (named, node) = match inputs.into_iter().next() {
            Some((_, Input::Name(other))) => (other.clone(), recipe.nodes.get(other).cloned()),
            Some((_, Input::Node(node))) => (path.to_owned(), Some((**node).clone())),
            Some((_, Input::Number(number))) => (path.to_owned(), Some(lacuna::nodes::Constant::of(*number).into())),
            None => (path.to_owned(), None),
        };
        Ok(graph::alone(&recipe, &named, &node.ok_or_else(|| graph::no_node(path))?))
    }
}

/// Reads a recipe as it is written, without files.
fn read(text: &str) -> Result<Source, lacuna::Error> {
    Source::of_text(text).map_err(|error| match error {
        lacuna_bake::Error::Engine { source, .. } => source,
        error => lacuna::Error::Recipe { position: None, message: error.to_string() },
    })
}

impl Document {
    /// Starts with the text of a valid recipe.
    ///
    /// # Errors
    ///
    /// The error in the text.
    pub fn new(text: &str) -> Result<Self, Problem> {
        let text: Arc<str> = text.into();
        let good = Good::new(&text)?;
        Ok(Self {
            saved: text.clone(),
            text,
            history: History::default(),
            problem: None,
            good,
            revision: 1,
            b: None,
            locked: BTreeSet::new(),
            alone: RefCell::default(),
            parts: RefCell::default(),
        })
    }

    /// Returns the text being edited, which may be invalid.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the same text. It is the identical `Arc` again when undo or redo returns to it.
    pub(crate) fn shared_text(&self) -> &Arc<str> {
        &self.text
    }

    /// Returns the last valid recipe.
    pub fn recipe(&self) -> &Arc<Recipe> {
        &self.good.recipe
    }

    /// Returns the text of the last valid recipe.
    pub fn recipe_text(&self) -> &Arc<str> {
        &self.good.text
    }

    /// Returns the error in the text, if there is one.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// Returns a number that grows with every change of the recipe. Changes of comments or layout don't count.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Sets the text. If it is a valid recipe, it becomes the recipe; otherwise [`problem`](Self::problem) returns the error, and the last valid recipe stays.
    pub fn edit_text(&mut self, text: impl Into<Arc<str>>, gesture: &Gesture) {
        let text = text.into();
        if text != self.text {
            self.history.record(&self.text, gesture);
            self.adopt(text);
        }
    }

    /// Sets a key, named as in [`lacuna::recipe::Draft::set`] (`fbm.source.frequency`, `outputs.height.range`), to a value in TOML syntax. An element
    /// of a list is `weights[1]`; the index after the last adds an element. Comments and layout stay.
    ///
    /// # Errors
    ///
    /// The error in the value, or in the text as it is; then nothing changes.
    pub fn set(&mut self, path: &str, value: &str, gesture: &Gesture) -> Result<(), Problem> {
        self.change(&[(path.to_owned(), Some(value.to_owned()))], gesture)
    }

    /// Removes a key, so that it has its default again, or an element of a list.
    ///
    /// # Errors
    ///
    /// An error if the recipe would be invalid without it; then nothing changes.
    pub fn remove(&mut self, path: &str, gesture: &Gesture) -> Result<(), Problem> {
        self.change(&[(path.to_owned(), None)], gesture)
    }

    /// Sets keys, and removes those without a value: all at once or none.
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Self::set).
    pub fn change(&mut self, changes: &[(String, Option<String>)], gesture: &Gesture) -> Result<(), Problem> {
        let text = self.changed(changes)?;
        if *text != *self.text {
            let good = Good::hidden(&text)?;
            self.history.record(&self.text, gesture);
            self.take(good);
        }
        Ok(())
    }

    /// Returns the text with keys set or removed.
    fn changed(&self, changes: &[(String, Option<String>)]) -> Result<Arc<str>, Problem> {
        self.check_text()?;
        let mut tree = self.good.tree.clone();
        for (path, value) in changes {
            match value {
                Some(value) => edit::set(&mut tree, path, edit::parse_value(value)?)?,
                None => edit::remove(&mut tree, path)?,
            }
        }
        Ok(tree.to_string().into())
    }

    /// Adds a node of a kind with its defaults, which no output shows yet. Returns its name: that of the kind, followed by a number if that is taken.
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Self::set).
    pub fn add_node(&mut self, kind: &NodeKind) -> Result<String, Problem> {
        let node = Self::example(kind).ok_or_else(|| Problem::new(format!("{} has no example", kind.name)))?;
        self.add(kind.name, edit::parse_value(&node)?)
    }

    /// Does the same for a node that is an expression.
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Self::set).
    pub fn add_expression(&mut self) -> Result<String, Problem> {
        self.add(Form::Text.name(), "0".into())
    }

    fn add(&mut self, name: &str, node: Value) -> Result<String, Problem> {
        let is_free = |name: &String| self.node(name).is_none();
        let names = std::iter::once(name.to_owned()).chain((2..).map(|number: u32| format!("{name}{number}")));
        let name = names.into_iter().find(is_free).unwrap_or_default();
        self.rewrite(|tree| edit::add_node(tree, &name, node))?;
        Ok(name)
    }

    /// Removes a named node.
    ///
    /// # Errors
    ///
    /// An error if another node or an output depends on it; then nothing changes.
    pub fn remove_node(&mut self, name: &str) -> Result<(), Problem> {
        self.rewrite(|tree| {
            edit::remove_node(tree, name);
            Ok(())
        })
    }

    /// Changes the tree of the text, as one entry of the history.
    fn rewrite(&mut self, change: impl FnOnce(&mut DocumentMut) -> Result<(), Problem>) -> Result<(), Problem> {
        self.check_text()?;
        let mut tree = self.good.tree.clone();
        change(&mut tree)?;
        let good = Good::hidden(&tree.to_string().into())?;
        self.history.record(&self.text, &Gesture::Single);
        self.take(good);
        Ok(())
    }

    /// Checks that the text is valid: only then it can be edited by keys.
    fn check_text(&self) -> Result<(), Problem> {
        let wrong = |problem: &Problem| Problem::new(format!("the text is wrong: mend it first, or undo ({})", problem.message));
        self.problem.as_ref().map_or(Ok(()), |problem| Err(wrong(problem)))
    }

    /// Loads another recipe, as one entry of the history. All seeds are unlocked.
    ///
    /// # Errors
    ///
    /// The error in the text; then nothing changes.
    pub fn replace(&mut self, text: &str) -> Result<(), Problem> {
        let good = Good::new(&text.into())?;
        self.history.record(&self.text, &Gesture::Single);
        self.locked.clear();
        self.take(good);
        Ok(())
    }

    /// Makes a text the present one, valid or not.
    fn adopt(&mut self, text: Arc<str>) {
        match Good::new(&text) {
            Ok(good) => self.take(good),
            Err(problem) => {
                self.text = text;
                self.problem = Some(problem);
            }
        }
    }

    fn take(&mut self, good: Good) {
        // Another name of a node is no change of the plain recipe.
        if good.recipe != self.good.recipe || good.nodes != self.good.nodes {
            self.revision += 1;
            self.alone.borrow_mut().clear();
        }
        self.parts.borrow_mut().clear();
        self.text = good.text.clone();
        self.problem = None;
        self.good = good;
    }

    /// Ends a gesture: the next edit is an entry of its own.
    pub fn end_gesture(&mut self) {
        self.history.end_gesture(&self.text);
    }

    /// Returns `true` if there is an edit to undo.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Returns `true` if there is an edit to redo.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// Undoes the last edit, if there is one.
    pub fn undo(&mut self) {
        if let Some(text) = self.history.undo(&self.text) {
            self.adopt(text);
        }
    }

    /// Redoes the edit that was undone last, if there is one.
    pub fn redo(&mut self) {
        if let Some(text) = self.history.redo(&self.text) {
            self.adopt(text);
        }
    }

    /// Returns `true` if the text differs from the one that was last saved or started with.
    pub fn is_changed(&self) -> bool {
        self.text != self.saved
    }

    /// Records that the text is saved.
    pub fn mark_saved(&mut self) {
        self.saved = self.text.clone();
    }

    /// Keeps the present recipe as B, for comparison.
    pub fn keep_b(&mut self) {
        self.b = Some(self.good.clone());
    }

    /// Returns the text of the recipe kept as B.
    pub fn b(&self) -> Option<&Arc<str>> {
        self.b.as_ref().map(|b| &b.text)
    }

    /// Returns the recipe kept as B.
    pub fn b_recipe(&self) -> Option<&Arc<Recipe>> {
        self.b.as_ref().map(|b| &b.recipe)
    }

    /// Swaps B and the present recipe, if there is a B.
    pub fn swap_b(&mut self) {
        if let Some(b) = self.b.replace(self.good.clone()) {
            self.history.record(&self.text, &Gesture::Single);
            self.take(b);
        }
    }

    /// Returns every node of the last valid recipe, in the order of their paths.
    pub fn nodes(&self) -> &[NodeView] {
        &self.good.nodes
    }

    /// Returns the node at a path.
    pub fn node(&self, path: &str) -> Option<&NodeView> {
        self.good.node(path)
    }

    /// Returns the outputs, in the order of their names.
    pub fn outputs(&self) -> &[OutputView] {
        &self.good.outputs
    }

    /// Returns the keys of the node at a path; an empty list if there is no such node, or if it is no table of keys.
    pub fn values(&self, path: &str) -> Vec<KeyView> {
        let Some(kind) = self.node(path).and_then(|node| node.form.kind()) else { return vec![] };
        let text = |key: &str| edit::value_of_node(&self.good.tree, path, key);
        let keys = graph::keys(kind, |key| text(key).is_some(), self.good.tree.contains_key("wrap"));
        keys.into_iter().map(|view| KeyView { text: text(view.name), ..view }).collect()
    }

    /// Returns the text of the value at the path of a key, as [`set`](Self::set) takes it; `None` if there is none.
    pub fn value(&self, path: &str) -> Option<String> {
        edit::value(&self.good.tree, path)
    }

    /// Returns the node at a path as a table in one line; `None` if there is no such node.
    pub fn node_text(&self, path: &str) -> Option<String> {
        edit::node(&self.good.tree, path)
    }

    /// Returns a node of a kind with its defaults, as a table in one line.
    pub fn example(kind: &NodeKind) -> Option<String> {
        let text = Draft::new(&Graph::from((kind.example)()).into()).and_then(|draft| draft.text()).ok()?;
        Self::new(&text).ok()?.node_text(kind.name)
    }

    /// Returns the nodes that an output or a node depends on, the nearest first.
    pub fn below(&self, shown: &Shown) -> Vec<&NodeView> {
        let mut open: VecDeque<String> = match shown {
            Shown::Node(path) => VecDeque::from([path.clone()]),
            Shown::Output(name) => {
                let outputs = self.outputs();
                let name = name.as_deref().or_else(|| self.good.recipe.default_output().ok());
                let output = outputs.iter().find(|output| Some(output.name.as_str()) == name).or(outputs.first());
                output.iter().flat_map(|output| &output.inputs).flat_map(|input| input.link.paths()).cloned().collect()
            }
        };
        let mut seen = BTreeSet::new();
        let mut below = Vec::new();
        while let Some(path) = open.pop_front() {
            let Some(node) = self.node(&path).filter(|_| seen.insert(path.clone())) else { continue };
            open.extend(node.inputs.iter().flat_map(|input| input.link.paths()).cloned());
            below.push(node);
        }
        below
    }

    /// Returns the text of a recipe, and the name of its output, for an output or a node: the recipe itself for an output, and a recipe of its own for a node.
    ///
    /// # Errors
    ///
    /// An error if there is no such output or node.
    pub fn shown_as(&self, shown: &Shown) -> Result<(Arc<str>, Option<String>), Problem> {
        let Shown::Node(path) = shown else { return self.good.shown_as(shown) };
        if let Some(task) = self.alone.borrow().get(path) {
            return Ok(task.clone());
        }
        let task = self.good.shown_as(shown)?;
        self.alone.borrow_mut().insert(path.clone(), task.clone());
        Ok(task)
    }

    /// Does the same for the recipe kept as B. If that has no such output or node, its default output is returned.
    ///
    /// # Errors
    ///
    /// An error if no recipe was kept.
    pub fn b_shown_as(&self, shown: &Shown) -> Result<(Arc<str>, Option<String>), Problem> {
        let b = self.b.as_ref().ok_or_else(|| Problem::new("there is no B yet; keep one to compare with"))?;
        b.shown_as(shown).or_else(|_| b.shown_as(&Shown::default()))
    }
}

#[cfg(test)]
mod tests;
