//! The command line that bakes exactly the present view.

use lacuna_bake::jobs::{LensName, PaletteName, Preview, View};
use lacuna_bake::{Area, Job};

use crate::work::{Make, Task};

/// Returns a shell command that writes the recipe into a file and bakes it. An unchanged recipe file or preset is named instead.
pub fn command(task: &Task, source: Option<&str>, file: &str) -> String {
    let mut words = vec!["lacuna".to_owned(), "bake".to_owned(), quoted(source.unwrap_or("recipe.toml"))];
    let mut flag = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if let Some(output) = &task.output {
        flag("--output", quoted(output));
    }
    match &task.job {
        Job::Picture(area) => of_area(area, &mut flag),
        Job::View(view) => of_view(view, &mut flag),
        Job::Preview(preview) => of_preview(preview, &mut flag),
        // The studio makes no other jobs.
        _ => {}
    }
    if let Job::View(View { shadows, wireframe, .. }) = &task.job {
        words.extend(wireframe.map(|lines| format!("--wireframe={lines}")));
        words.extend(shadows.then(|| "--shadows".to_owned()));
    }
    if let Make::Files { depth, is_replacing, .. } = &task.make {
        words.extend(depth.map(|depth| format!("--depth {depth}")));
        words.extend(is_replacing.then(|| "--force".to_owned()));
    }
    words.extend(["-o".to_owned(), quoted(file)]);
    let line = words.join(" ");
    match source {
        Some(_) => line,
        None => {
            let (recipe, end) = (task.recipe.trim_end(), end_of(&task.recipe));
            format!("cat > recipe.toml << '{end}'\n{recipe}\n{end}\n{line}")
        }
    }
}

/// Returns a line that marks the end of a recipe in a shell: one that the recipe does not contain.
fn end_of(recipe: &str) -> String {
    let is_there = |end: &str| recipe.lines().any(|line| line == end);
    std::iter::successors(Some("END_OF_RECIPE".to_owned()), |end| Some(format!("{end}_"))).find(|end| !is_there(end)).unwrap_or_default()
}

fn of_area(area: &Area, flag: &mut impl FnMut(&str, String)) {
    flag("--size", area.size.to_string());
    if let Some(region) = area.region {
        flag("--region", region.to_string());
    }
    flag("--z", area.z.to_string());
    if !area.w.is_zero() {
        flag("--w", area.w.to_string());
    }
}

/// Returns the name of a choice on the command line.
fn name(choice: impl serde::Serialize) -> String {
    serde_json::to_value(choice).ok().and_then(|name| name.as_str().map(|name| name.replace('_', "-"))).unwrap_or_default()
}

fn of_view(view: &View, flag: &mut impl FnMut(&str, String)) {
    flag("--view", if view.relief.is_some() { "relief" } else { "hillshade" }.to_owned());
    of_area(&view.area, flag);
    if let Some(relief) = &view.relief {
        flag("--terrain", relief.terrain.to_string());
        let lens = if relief.lens == LensName::Perspective { "perspective" } else { "orthographic" };
        flag("--camera", lens.to_owned());
        for (name, number) in [("--heading", relief.heading), ("--pitch", relief.pitch), ("--zoom", relief.zoom), ("--haze", relief.haze)] {
            flag(name, number.to_string());
        }
    }
    flag("--relief-height", view.relief_height.to_string());
    flag("--sun", format!("{},{}", view.sun[0], view.sun[1]));
    if let Some(water) = view.water {
        flag("--water", water.to_string());
    }
    flag("--light", name(view.light));
    flag("--brightness", view.brightness.to_string());
    flag("--palette", if view.palette == PaletteName::Grey { "grey" } else { "terrain" }.to_owned());
    // The palette by name leaves the recipe's own colours out, unless they are named, too.
    if let Some(drape) = &view.drape {
        flag("--drape", quoted(drape));
    }
    flag("--antialias", view.antialias.to_string());
}

fn of_preview(preview: &Preview, flag: &mut impl FnMut(&str, String)) {
    flag("--view", "material".to_owned());
    of_area(&preview.area, flag);
    flag("--shape", name(preview.shape));
    flag("--light", name(preview.light));
    flag("--map", preview.map.to_string());
    for (name, number) in [
        ("--relief-height", preview.relief_height),
        ("--repeat", preview.repeat),
        ("--heading", preview.heading),
        ("--pitch", preview.pitch),
        ("--zoom", preview.zoom),
    ] {
        flag(name, number.to_string());
    }
    flag("--antialias", preview.antialias.to_string());
}

/// Quotes a word for a shell if necessary.
fn quoted(word: &str) -> String {
    let is_plain = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "._-/,=:+@%".contains(c));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_ends_in_a_shell_where_it_ends_and_not_at_a_line_of_its_own() {
        let recipe = "version = 2\noutput = \"a\"\nEND_OF_RECIPE\n# END_OF_RECIPE_\nEND_OF_RECIPE_\n";
        let job = Job::Picture(Area { w: 2.into(), ..Area::default() });
        let make = Make::Files { name: "a.png".to_owned(), depth: None, is_replacing: false };
        let line = command(&Task { recipe: recipe.into(), output: None, job, make }, None, "a.png");
        let (head, rest) = line.split_once('\n').unwrap();
        assert_eq!(head, "cat > recipe.toml << 'END_OF_RECIPE__'");
        let (text, line) = rest.split_once("\nEND_OF_RECIPE__\n").unwrap();
        assert_eq!(text, recipe.trim_end());
        assert_eq!(line, "lacuna bake recipe.toml --size 1024x1024 --z 0 --w 2 -o a.png");
    }
}
