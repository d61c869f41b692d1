//! Recipes by their names.

use lacuna::Graph;
use lacuna::graph::{NODE_KINDS, NodeKind};
use lacuna::internal::{meant, nearest, short};
use lacuna::presets::{PRESETS, Preset};
use lacuna::recipe::Draft;
use wasm_bindgen::JsError;

/// Returns a preset, or a kind of node with its defaults.
pub(crate) fn named(name: &str) -> Result<Draft, JsError> {
    if let Some(preset) = Preset::of(name) {
        return Ok(Draft::read(preset.text)?);
    }
    if let Some(kind) = NodeKind::of(name) {
        return Ok(Draft::new(&Graph::from((kind.example)()).into())?);
    }
    let known = PRESETS.iter().map(|preset| preset.name).chain(NODE_KINDS.iter().map(|kind| kind.name));
    let suggestion = meant(nearest(name, known).as_slice());
    Err(JsError::new(&format!(
        "there is no preset and no kind of node `{}`{suggestion}; give one of them, or the text of a recipe",
        short(name)
    )))
}
