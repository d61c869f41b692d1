//! What parts take and give.

use std::sync::Arc;

use lacuna::presets::Preset;
use lacuna::recipe::{Draft, Param};
use toml_edit::{DocumentMut, Item};

use super::{Document, edit};

/// A recipe with nothing but parameters.
const EMPTY: &str = "version = 2\noutput = \"a\"\nnodes.a = { kind = \"white\" }\n";

/// What a part takes and gives.
#[derive(Debug, Default)]
pub struct Part {
    /// Its parameters in the order in which they are written, each with its value in the recipe's syntax.
    pub params: Vec<(Param, String)>,
    /// The names of its inputs, each with its default in the recipe's syntax.
    pub inputs: Vec<(String, String)>,
    /// The names of its outputs.
    pub outputs: Vec<String>,
}

impl Part {
    /// Returns the part of a recipe's text, or the preset, that a use names; one that takes nothing if there is none.
    pub(super) fn of(tree: &DocumentMut, name: &str) -> Self {
        let own = tree.get("parts").and_then(|parts| parts.get(name));
        own.map(Self::own).or_else(|| Self::preset(Preset::of(name)?.text)).unwrap_or_default()
    }

    fn own(part: &Item) -> Self {
        let table = |key: &str| part.get(key).and_then(Item::as_table_like).into_iter().flat_map(|table| table.iter());
        let params = part.get("params").and_then(|params| {
            let mut alone: DocumentMut = EMPTY.parse().ok()?;
            alone.insert("params", params.clone());
            with_values(&Draft::read(&alone.to_string()).ok()?, &alone)
        });
        Self {
            params: params.unwrap_or_default(),
            inputs: table("inputs").filter_map(|(name, default)| Some((name.to_owned(), edit::text_of(default)?))).collect(),
            outputs: table("outputs").map(|(name, _)| name.to_owned()).collect(),
        }
    }

    fn preset(text: &str) -> Option<Self> {
        let draft = Draft::read(text).ok()?;
        let outputs = draft.recipe().ok()?.output_names().into_iter().map(str::to_owned).collect();
        Some(Self { params: with_values(&draft, &text.parse().ok()?)?, inputs: vec![], outputs })
    }
}

/// Returns the parameters of a recipe, in the order in which they are written.
pub(super) fn params_of(draft: &Draft, tree: &DocumentMut) -> Option<Vec<Param>> {
    let mut params = draft.params().ok()?;
    let written: Vec<&str> =
        tree.get("params").and_then(Item::as_table_like).into_iter().flat_map(|table| table.iter()).map(|(name, _)| name).collect();
    params.sort_by_key(|param| written.iter().position(|name| *name == param.name));
    Some(params)
}

/// Returns the same, each with its value in the recipe's syntax.
fn with_values(draft: &Draft, tree: &DocumentMut) -> Option<Vec<(Param, String)>> {
    let value = |param: &Param| edit::value(tree, &format!("params.{}.value", param.name));
    params_of(draft, tree)?.into_iter().map(|param| value(&param).map(|text| (param, text))).collect()
}

impl Document {
    /// Returns the parameters of the last valid recipe, in the order in which they are written.
    pub fn params(&self) -> &[Param] {
        &self.good.params
    }

    /// Returns what the part that a use at a path names takes and gives.
    pub fn part_of(&self, path: &str) -> Arc<Part> {
        let of = edit::value_of_node(&self.good.tree, path, "of").and_then(|text| text.parse::<toml_edit::Value>().ok());
        let name = of.as_ref().and_then(toml_edit::Value::as_str).unwrap_or_default().to_owned();
        Arc::clone(self.parts.borrow_mut().entry(name).or_insert_with_key(|name| Arc::new(Part::of(&self.good.tree, name))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_tells_what_it_takes_and_gives() {
        let tree: DocumentMut = "[parts.moss]\nparams = { size = { value = 2, min = 1 }, deep = { value = true } }\ninputs.base = 0.5 # low\nnodes.a = \"base\"\noutputs = { height = \"a\" }\n"
            .parse()
            .unwrap();
        let part = Part::of(&tree, "moss");
        assert_eq!(
            part.params.iter().map(|(param, value)| (param.name.as_str(), value.as_str())).collect::<Vec<_>>(),
            [("size", "2"), ("deep", "true")]
        );
        assert_eq!((&part.inputs[..], &part.outputs[..]), (&[("base".to_owned(), "0.5".to_owned())][..], &["height".to_owned()][..]));
        let preset = &lacuna::presets::PRESETS[0];
        assert!(!Part::of(&tree, preset.name).outputs.is_empty());
        assert!(Part::of(&tree, "none").outputs.is_empty());
    }
}
