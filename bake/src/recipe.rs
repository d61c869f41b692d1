//! Recipes with the formats that this package writes.

use std::sync::Arc;

use lacuna::recipe::{Draft, Library, NoFiles, Output, Recipe};
use lacuna::{Error, Problem, Result, internal};

use crate::formats::{Format, ShapeKind, quoted};

/// Reads a recipe from TOML text, validates it, and checks its formats. An alias of a format is replaced by its name: `tif` by `tiff`.
///
/// # Errors
///
/// [`Error::Recipe`] with the line, the column and the path of what is wrong, also if [`check_recipe`] finds it.
pub fn read_recipe(text: &str) -> Result<Recipe> {
    Ok(read_draft(text, Arc::new(NoFiles))?.1)
}

/// Does the same for a recipe with parts from a library. Returns it as it is written, and its nodes.
pub(crate) fn read_draft(text: &str, library: Arc<dyn Library>) -> Result<(Draft, Recipe)> {
    let (draft, recipe) = internal::read_checked(text, library, check_recipe)?;
    Ok((draft, with_own_names(recipe)))
}

/// Returns a recipe whose formats have their own names.
pub(crate) fn with_own_names(mut recipe: Recipe) -> Recipe {
    for output in recipe.outputs.values_mut() {
        let name = output.format.as_ref().and_then(|format| format.as_str().parse::<Format>().ok());
        output.format = name.and_then(|format| format.name().parse().ok());
    }
    recipe
}

/// Checks that every format that a recipe names exists, holds pictures of that many channels, and has that depth.
///
/// [`Recipe::validate`] checks everything else.
///
/// # Errors
///
/// [`Error::Parameter`], which names the path: `outputs.albedo.format` or `outputs.albedo.depth`.
pub fn check_recipe(recipe: &Recipe) -> Result<()> {
    recipe.outputs.iter().try_for_each(|(name, output)| check_output(&format!("outputs.{name}"), output))
}

/// Returns the formats that hold pictures.
fn of_pictures() -> impl Iterator<Item = Format> {
    Format::all().filter(|format| format.holds(ShapeKind::Picture))
}

fn check_output(place: &str, output: &Output) -> Result<()> {
    let Some(name) = &output.format else { return Ok(()) };
    let refuse = |key: &str, problem: Problem, message: String| Err(Error::Parameter { place: format!("{place}.{key}"), problem, message });
    let Some(format) = name.as_str().parse().ok().filter(|format: &Format| format.holds(ShapeKind::Picture)) else {
        let nearest = internal::nearest(name.as_str(), of_pictures().map(Format::name));
        let nearest = nearest.map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)"));
        return refuse("format", Problem::Unknown, format!("unknown variant `{name}`{nearest}; give one of {}", quoted(of_pictures())));
    };
    if let Some(depth) = output.depth.filter(|depth| format.has_depths() && !format.depths().contains(depth)) {
        let allowed: Vec<_> = format.depths().iter().map(u8::to_string).collect();
        return refuse(
            "depth",
            Problem::Unfit,
            format!("{depth} bits a sample are not allowed for {format}; give {}", allowed.join(" or ")),
        );
    }
    let count = output.content.channel_count();
    if !format.channels().contains(&count) {
        let others = quoted(of_pictures().filter(|format| format.channels().contains(&count)));
        return refuse("format", Problem::Unfit, format!("{format} holds no picture of {count} channels; give one of {others}"));
    }
    Ok(())
}

/// Returns the JSON schema (draft 2020-12) of recipes, as [`lacuna::recipe::schema`], with the formats that this package writes.
#[cfg(feature = "schema")]
pub fn schema() -> serde_json::Value {
    let mut schema = lacuna::recipe::schema();
    let one = |format: Format| {
        let description = format.description().summary;
        serde_json::json!({ "const": format.name(), "description": description, "type": "string" })
    };
    let all: Vec<_> = of_pictures().map(one).collect();
    schema["$defs"]["Format"] = serde_json::json!({ "description": "A format of files.", "oneOf": all });
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(output: &str) -> String {
        format!("version = 2\n[nodes.a]\nkind = \"perlin\"\n[outputs.b]\n{output}\n")
    }

    #[test]
    fn formats_that_are_wrong_are_refused_with_line_column_and_place() {
        for (output, at, place, names) in [
            ("channels = \"a\"\nformat = \"exe\"", [6, 1], "outputs.b.format: ", "`exr`?"),
            ("channels = \"a\"\nformat = \"csv\"", [6, 1], "outputs.b.format: ", "`csv`"),
            ("channels = \"a\"\nformat = 3", [6, 1], "outputs.b.format: ", "`3`"),
            ("normal = { source = \"a\" }\nformat = \"png\"\ndepth = 32", [7, 1], "outputs.b.depth: ", "png"),
            (
                "channels = [\"a\", \"a\"]\nformat = \"jpeg\"",
                [6, 1],
                "outputs.b.format: ",
                "`png`, `r32`, `r16`, `exr`, `tiff`, `npy`, `ktx2`, `dds`, `webp`",
            ),
            ("channels = \"a\"\nformat = \"exe\"\nrange = [1, 0]", [7, 1], "outputs.b.range: ", ""),
        ] {
            match read_recipe(&text(output)) {
                Err(Error::Recipe { position: Some(position), message }) if position == at => {
                    assert!(message.starts_with(place) && message.contains(names), "{message}");
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_depth_is_for_formats_that_have_depths() {
        for format in ["exr", "r32", "npy", "r16", "webp", "jpeg", "bmp"] {
            for depth in [8, 16, 32] {
                let read = read_recipe(&text(&format!("channels = \"a\"\nformat = \"{format}\"\ndepth = {depth}")));
                assert_eq!(read.unwrap().outputs["b"].depth, Some(depth), "{format} of {depth}");
            }
        }
    }

    #[test]
    fn formats_are_read_by_every_name_and_written_by_their_own() {
        for (name, own) in [("png", "png"), ("tif", "tiff"), ("jpg", "jpeg"), ("qoi", "qoi")] {
            let channels = if own == "qoi" { "[\"a\", \"a\", \"a\"]" } else { "\"a\"" };
            let read = read_recipe(&text(&format!("channels = {channels}\nformat = \"{name}\""))).unwrap();
            assert_eq!(read.outputs["b"].format.as_ref().map(|name| name.as_str()), Some(own));
        }
    }

    #[cfg(feature = "schema")]
    #[test]
    fn the_schema_lists_the_formats_of_pictures() {
        let schema = schema();
        let listed: Vec<_> = schema["$defs"]["Format"]["oneOf"].as_array().unwrap().iter().map(|one| one["const"].clone()).collect();
        assert_eq!(listed, of_pictures().map(|format| serde_json::Value::from(format.name())).collect::<Vec<_>>());
        assert_eq!(schema["$defs"]["Format"]["oneOf"][0]["description"], "PNG of 8 or 16 bit; carries the recipe");
    }
}
