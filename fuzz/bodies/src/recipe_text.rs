//! Any text as a recipe, or a drawn one: it is refused with a short message, or is the same recipe however it is written, and lowered within the limits.

use lacuna::recipe::{Draft, Recipe};
use lacuna::{Program, program::MAX_OPERATIONS};
use lacuna_bake::{check_recipe, read_recipe};

use crate::bytes::Bytes;
use crate::graph::recipe;
use crate::{Came, show};

/// The longest message: its quotations are shortened.
const MAX_MESSAGE: usize = 16 << 10;

/// Reads a text or, after a byte that begins none, draws a recipe.
pub(crate) fn body(data: &[u8]) -> Came {
    if let [0xff, drawn @ ..] = data {
        let Some(recipe) = recipe(&mut Bytes::new(drawn)) else { return Came::Short };
        if recipe.validate().is_err() || check_recipe(&recipe).is_err() {
            return Came::Short;
        }
        check(&recipe);
        return Came::AllTheWay;
    }
    let Ok(text) = std::str::from_utf8(data) else { return Came::Short };
    match read_recipe(text) {
        Ok(recipe) => {
            check(&recipe);
            Came::AllTheWay
        }
        Err(error) => {
            let message = error.to_string();
            assert!(message.len() <= MAX_MESSAGE, "a message of {} bytes: {message}", message.len());
            Came::Short
        }
    }
}

/// Checks all promises about a legal recipe.
pub(crate) fn check(recipe: &Recipe) {
    show(|| recipe.clone());
    // A text may be refused if nodes are nested too deeply.
    if let Ok(written) = lacuna::recipe::write(recipe) {
        let read = read_recipe(&written).unwrap_or_else(|error| panic!("what was written is refused: {error}\n{written}"));
        assert_eq!(read, *recipe, "\n{written}");
    }
    let draft = Draft::new(recipe).unwrap_or_else(|error| panic!("no draft: {error}"));
    assert_eq!(draft.recipe().unwrap_or_else(|error| panic!("the draft is refused: {error}")), *recipe);
    let names = recipe.output_names();
    for name in names.iter().take(2) {
        let output = recipe.output(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Ok(graph) = recipe.graph_of(name) {
            graph.validate().unwrap_or_else(|error| panic!("the graph of {name}: {error}\n{output:?}"));
            if let Ok(program) = Program::new(&graph) {
                assert!(program.operations() <= MAX_OPERATIONS, "{name}: {} operations", program.operations());
            }
        }
    }
    // It may be refused if all outputs together are too large.
    let _ = recipe.plan(&names);
}
