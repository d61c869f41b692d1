//! Presets as graphs. What takes a layer has no value at a point, and is evaluated by no program alone.

use lacuna::Graph;
use lacuna::presets::{PRESETS, Preset};
use lacuna::recipe::{self, Recipe};

fn recipe_of(preset: &Preset) -> Recipe {
    recipe::read(preset.text).unwrap_or_else(|error| panic!("{}: {error}", preset.name))
}

/// Returns true if an output of a recipe takes no layer.
fn is_of_points(recipe: &Recipe, name: &str) -> bool {
    !recipe.plan(&[name]).expect("an output").has_layers()
}

/// Returns the graph of a preset's default output, or of the first that takes no layer.
#[allow(dead_code, reason = "not every test uses it")]
pub(crate) fn graph_of(preset: &Preset) -> Option<Graph> {
    let recipe = recipe_of(preset);
    let default = recipe.default_output().expect("a default output");
    let name = std::iter::once(default).chain(recipe.output_names()).find(|name| is_of_points(&recipe, name))?;
    Some(recipe.graph_of(name).expect("a legal recipe"))
}

/// Returns every preset with such a graph.
#[allow(dead_code, reason = "not every test uses it")]
pub(crate) fn graphs() -> impl Iterator<Item = (&'static str, Graph)> {
    PRESETS.iter().filter_map(|preset| Some((preset.name, graph_of(preset)?)))
}

/// Returns every preset with a graph of all its outputs that take no layer.
#[allow(dead_code, reason = "not every test uses it")]
pub(crate) fn graphs_of_all_outputs() -> impl Iterator<Item = (&'static str, Graph)> {
    PRESETS.iter().filter_map(|preset| {
        let recipe = recipe_of(preset);
        let names: Vec<&str> = recipe.output_names().into_iter().filter(|name| is_of_points(&recipe, name)).collect();
        let plan = recipe.plan(&names).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        (!names.is_empty()).then_some((preset.name, plan.graph))
    })
}
