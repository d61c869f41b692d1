//! Recipes with every default filled in.

use toml::{Table, Value};

use super::document::{OUTPUTS, Recipe};
use super::text;
use super::written::{Arithmetic, laid_out};
use crate::error::{Error, Result};
use crate::graph::NodeKind;

/// Writes a recipe as TOML text in which every node has all of its keys. Keys that were left out get their defaults. Keys without a default, such as a
/// seed, and keys whose default depends on another key stay left out.
///
/// The text reads as a recipe that gives the same values.
///
/// ```
/// let short = lacuna::recipe::read("version = 2\noutput = \"a\"\nnodes.a = { kind = \"perlin\" }\n")?;
/// let full = lacuna::recipe::write_full(&short)?;
/// assert!(full.contains("frequency = 1,"));
/// assert_eq!(lacuna::recipe::read(&full)?.graph()?.nodes, short.graph()?.nodes);
/// # Ok::<(), lacuna::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`write`](super::write).
pub fn write_full(recipe: &Recipe) -> Result<String> {
    recipe.validate()?;
    let failed = Error::recipe;
    let mut table = Table::try_from(recipe).map_err(|error| failed(&error))?;
    for key in ["nodes", OUTPUTS] {
        if let Some(Value::Table(named)) = table.get_mut(key) {
            named.iter_mut().for_each(|(_, value)| fill(value));
        }
    }
    let text = laid_out(&table, Arithmetic::AsNodes);
    text::read(&text)?;
    Ok(text)
}

/// Fills in the nodes in a value: tables with a kind, at any depth.
fn fill(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(fill),
        Value::Table(table) => {
            table.iter_mut().for_each(|(_, value)| fill(value));
            let kind = table.get("kind").and_then(Value::as_str).and_then(NodeKind::of);
            for key in kind.map_or(&[][..], |kind| kind.keys) {
                if let (false, Some(default)) = (table.contains_key(key.name), (key.default)()) {
                    table.extend(Value::try_from(&default).ok().map(|value| (key.name.to_owned(), value)));
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::write_full;
    use crate::graph::{Graph, Group, NODE_KINDS};
    use crate::program::Program;
    use crate::recipe::{Recipe, read};

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_full_recipe_of_every_kind_reads_as_the_same_program() {
        for kind in NODE_KINDS {
            let is_layer = kind.group == Group::Layer;
            let recipe = Recipe::from(Graph::from((kind.example)()));
            let full = write_full(&recipe).unwrap_or_else(|error| panic!("{}: {error}", kind.name));
            let again = read(&full).unwrap();
            let program = |recipe: &Recipe| Program::new(recipe.graph().unwrap()).unwrap();
            assert!(is_layer || program(&again) == program(&recipe), "{full}");
            let of_kind = |key: &&crate::graph::Key| (key.default)().is_some();
            for key in kind.keys.iter().filter(of_kind) {
                assert!(full.contains(&format!("{} = ", key.name)) || full.contains(&format!(".{}]", key.name)), "{}: {full}", key.name);
            }
            assert_eq!(write_full(&again).unwrap(), full);
        }
    }
}
