//! Reading and writing recipes as TOML text.

use std::sync::Arc;

use toml::de::DeTable;

use super::document::Recipe;
use super::draft::Draft;
use super::flaw::at;
use super::limits::{check_length, syntax_problem};
use super::plain::plain_table;
use super::written::{Library, NoFiles};
use crate::error::Result;

/// Reads a recipe from TOML text, and validates it. Expressions, parts and parameters become nodes; [`Draft::read`] keeps them.
///
/// # Errors
///
/// [`Error::Recipe`](crate::Error::Recipe) with the line, the column and the place of the problem: the syntax, an unknown key, a type, or a value out of range; also if the text is
/// longer than [`MAX_TEXT`](super::MAX_TEXT).
pub fn read(text: &str) -> Result<Recipe> {
    Ok(read_checked(text, Arc::new(NoFiles), |_| Ok(()))?.1)
}

/// Reads a recipe from TOML text, with parts from a library. Validates it, and runs a further check of yours: of file formats, for instance, which you may know.
/// Returns it as it is written, and its nodes.
///
/// # Errors
///
/// The errors of [`read`]. An [`Error::Parameter`](crate::Error::Parameter) or an [`Error::Limit`](crate::Error::Limit) from your check becomes an [`Error::Recipe`](crate::Error::Recipe) with the line and the column of its
/// place (`outputs.albedo.format`, `fbm.source.frequency`); other errors are returned unchanged.
pub fn read_checked(text: &str, library: Arc<dyn Library>, check: impl FnOnce(&Recipe) -> Result<()>) -> Result<(Draft, Recipe)> {
    check_length(text)?;
    let document = DeTable::parse(text).map_err(|error| at(text, error.span().map_or(0, |span| span.start), syntax_problem(&error)))?;
    let document = document.into_inner();
    let draft = Draft::of(plain_table(&document), library);
    match draft.expanded(check)? {
        Ok(recipe) => Ok((draft, recipe)),
        Err(flaw) => Err(at(text, flaw.offset(text, &document), flaw)),
    }
}

impl Draft {
    /// Reads a recipe from TOML text as it is written, with its expressions, parameters and parts, and validates it. It uses no parts of files.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](super::read).
    pub fn read(text: &str) -> Result<Self> {
        Self::read_with(text, Arc::new(NoFiles))
    }

    /// Does the same for a recipe that may use parts of files.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](super::read), and those of the library.
    pub fn read_with(text: &str, library: Arc<dyn Library>) -> Result<Self> {
        Ok(read_checked(text, library, |_| Ok(()))?.0)
    }
}

/// Writes a recipe as short TOML text, which [`read`] reads as the same recipe: arithmetic is written as expressions.
///
/// # Errors
///
/// The errors of [`Recipe::validate`], and [`Error::Recipe`](crate::Error::Recipe) if the text would be longer than [`MAX_TEXT`](super::MAX_TEXT).
pub fn write(recipe: &Recipe) -> Result<String> {
    Draft::new(recipe)?.short_text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::nodes::{Fbm, Perlin};
    use crate::recipe::{Draft, MAX_NESTING, MAX_TEXT};
    use crate::{Error, Graph, Node, PerAxis};

    const HEAD: &str = "version = 2\noutput = \"a\"\n";

    #[test]
    fn a_recipe_reads_back_as_it_was_written() {
        let perlin = Perlin {
            seed: Some(u64::MAX),
            frequency: "0.12345678901234567890123456789".parse().unwrap(),
            offset: Some(PerAxis::Each(vec![0.1.into(), "1e-300".parse().unwrap()])),
            period: Some(PerAxis::All(7)),
            ..Perlin::default()
        };
        let recipe = Recipe::from(Graph::from(Fbm { octaves: Some(3.into()), ..Fbm::of(Fbm::of(perlin)) }));
        assert_eq!(read(&write(&recipe).unwrap()).unwrap(), recipe);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_recipe_of_too_many_layers_is_refused_both_ways() {
        let nested = |depth: usize| {
            let around = |node: Node, _| crate::nodes::ScaleOffset { source: node.into(), scale: 1.into(), offset: 0.into() }.into();
            Recipe::from(Graph::from((0..depth).fold(Node::from(Perlin::default()), around)))
        };
        let deepest = nested(MAX_NESTING);
        assert_eq!(read(&write(&deepest).unwrap()).unwrap(), deepest);
        assert!(matches!(write(&nested(MAX_NESTING + 1)), Err(Error::Limit { what, .. }) if what.starts_with("scale_offset.source")));
        for depth in [MAX_NESTING + 1, 79, 80, 5000] {
            let (open, close) = ("{ kind = \"scale_offset\", source = ".repeat(depth), " }".repeat(depth));
            let error = read(&format!("{HEAD}[nodes]\na = {open}{{ kind = \"perlin\" }}{close}")).unwrap_err();
            assert!(matches!(error, Error::Recipe { position: Some([4, _]), .. }), "{error}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_recipe_of_too_long_a_text_is_refused_both_ways() {
        fn is_too_long<T>(result: Result<T>) -> bool {
            matches!(result, Err(Error::Recipe { position: None, message }) if message.contains(&MAX_TEXT.to_string()))
        }
        let node = |number: usize| format!("[nodes.n{number}]\nkind = \"perlin\"\n");
        let text = (0..MAX_TEXT / 24).map(node).fold(HEAD.replace("\"a\"", "\"n0\""), |text, node| text + &node);
        let recipe = read(&text[..text[..MAX_TEXT].rfind('[').unwrap()]).unwrap();
        assert!(is_too_long(read(&text)));
        let mut graph = recipe.graph().unwrap();
        (0..2000).for_each(|number| drop(graph.nodes.insert(format!("m{number}"), Perlin::default().into())));
        assert!(is_too_long(write(&graph.into())));
    }

    #[test]
    fn a_recipe_keeps_every_digit() {
        let text = format!("{HEAD}[nodes.a]\nkind = \"perlin\"\nfrequency = 1_0.12345678901234567890123\nseed = 18446744073709551615\n");
        let Node::Perlin(perlin) = &read(&text).unwrap().nodes["a"] else { panic!() };
        assert_eq!(perlin.frequency.to_string(), "10.12345678901234567890123");
        assert_eq!(perlin.seed, Some(u64::MAX));
    }

    #[test]
    fn a_negative_seed_is_its_twos_complement_however_it_is_written_and_set() {
        for (written, expected) in [
            ("-1", u64::MAX),
            ("-9223372036854775808", 1 << 63),
            ("\"-9223372036854775808\"", 1 << 63),
            ("\"-2\"", u64::MAX - 1),
            ("9223372036854775807", (1 << 63) - 1),
        ] {
            let text = format!("{HEAD}[nodes.a]\nkind = \"perlin\"\nseed = {written}\n[nodes.b]\nkind = \"value\"\nseed = 3\n");
            let recipe = read(&text).unwrap();
            let Node::Perlin(perlin) = &recipe.nodes["a"] else { panic!() };
            assert_eq!(perlin.seed, Some(expected), "{written}");
            assert_eq!(read(&write(&recipe).unwrap()).unwrap(), recipe);
            let mut draft = Draft::new(&read(&text.replace(written, "7")).unwrap()).unwrap();
            draft.set("a.seed", written).unwrap();
            assert_eq!(draft.recipe().unwrap(), recipe, "{written}");
            // Once varied, it counts as the number that it is.
            draft.set_seed(5).unwrap();
            let Node::Perlin(perlin) = &draft.recipe().unwrap().nodes["a"] else { panic!() };
            assert_eq!(perlin.seed, Some(crate::seeding::mixed_seed(expected, 5)), "{written}");
        }
        for bad in ["\"-9223372036854775809\"", "\"18446744073709551616\"", "\"--1\"", "\"\"", "-1.0"] {
            let error = read(&format!("{HEAD}[nodes.a]\nkind = \"perlin\"\nseed = {bad}\n")).unwrap_err();
            assert!(matches!(&error, Error::Recipe { message, .. } if message.starts_with("a.seed: ")), "{error}");
        }
    }

    #[test]
    fn one_output_is_written_as_a_name_and_several_as_a_list() {
        let nodes = "[nodes.a]\nkind = \"perlin\"\n";
        let one = read(&format!("version = 2\noutput = [\"a\"]\n{nodes}")).unwrap();
        assert!(write(&one).unwrap().contains("output = \"a\"\n"));
        let several = read(&format!("version = 2\noutput = [\"a\", \"a\"]\n{nodes}")).unwrap();
        assert!(write(&several).unwrap().contains("output = [\"a\", \"a\"]\n"));
        assert_eq!(read(&write(&several).unwrap()).unwrap(), several);
        assert_eq!(Draft::new(&several).unwrap().recipe().unwrap(), several);
        assert_eq!(several.graph().unwrap().outputs, ["a", "a"]);
    }
}
