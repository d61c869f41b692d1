//! Keys set by paths: each is refused, or the result of all is a recipe like any other.

use std::sync::OnceLock;

use lacuna::presets::PRESETS;
use lacuna::recipe::{Draft, Recipe};
use lacuna_bake::read_recipe;

use crate::Came;
use crate::recipe_text::check;

/// A recipe with every kind of output.
const OUTPUTS: &str = r##"
version = 2
output = "height"
[nodes.rough]
kind = "fbm"
octaves = 5
source = { kind = "perlin", frequency = 2, seed = 7, period = 16 }
[nodes.hills]
kind = "curve"
source = "rough"
points = [[-1, 0], [1, 1]]
[outputs.height]
channels = "hills"
range = [0, 1]
[outputs.soft]
channels = ["hills", { kind = "white", seed = 3 }, 0.25, "rough"]
blur = { radius = 3, passes = 2 }
[outputs.normal]
normal = { source = "hills", strength = 0.5, y = "down" }
depth = 8
[outputs.slope]
slope = { source = "hills" }
[outputs.albedo]
ramp = { source = "hills", stops = [[0.3, "#203010"], [0.7, "#ffffff"]] }
"##;

fn recipes() -> &'static [Recipe] {
    static RECIPES: OnceLock<Vec<Recipe>> = OnceLock::new();
    RECIPES.get_or_init(|| {
        let texts = std::iter::once(OUTPUTS).chain(PRESETS.iter().map(|preset| preset.text));
        texts.map(|text| read_recipe(text).expect("a recipe")).collect()
    })
}

/// The first byte chooses a recipe; the following lines are keys and values.
pub(crate) fn body(data: &[u8]) -> Came {
    let Some((&first, rest)) = data.split_first() else { return Came::Short };
    let Ok(text) = std::str::from_utf8(rest) else { return Came::Short };
    let recipe = &recipes()[usize::from(first) % recipes().len()];
    let mut draft = Draft::new(recipe).expect("a legal recipe");
    let mut is_set = false;
    for line in text.lines() {
        let Some((key, value)) = line.split_once('=') else { continue };
        match draft.set(key.trim(), value.trim()) {
            Ok(()) => is_set = true,
            Err(error) => assert!(error.to_string().len() <= 16 << 10, "{error}"),
        }
    }
    let changed = draft.recipe();
    match &changed {
        Ok(recipe) if is_set => check(recipe),
        Ok(unchanged) => assert_eq!(unchanged, recipe),
        Err(_) => {}
    }
    Came::all_the_way(&changed)
}
