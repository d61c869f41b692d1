//! Words that people look for as kinds of node although there are none, and what to do instead.

use crate::error_words::bare;

/// Words in lower case, with `_` between their parts, and the end of a sentence about each: what to do instead.
const INSTEAD: &[(&[&str], &str)] = &[
    (&["radial_blur"], "`blur` blurs in all directions and `directional_blur` in one"),
    (&["sobel"], "`slope` with method = \"pixel\" is the gradient of an image, and `curvature` finds edges"),
    (
        &["emboss", "convolution", "convolve", "median", "filter"],
        "the filters that there are have kinds of their own: `blur`, `high_pass`, `slope_blur`, `directional_blur`, `curvature`, `distance` and `ao`",
    ),
    (
        &["image", "bitmap", "picture", "texture", "photo", "heightmap", "file", "load", "import", "input", "svg", "text", "video"],
        "no node reads a file; a recipe is made of noise and formulas alone, and other pictures meet it in the program that uses both",
    ),
    (
        &["histogram", "histogram_range", "histogram_shift", "histogram_equalize", "equalize", "normalize", "normalise", "auto_contrast"],
        "`levels` maps a range of values to another, `histogram_scan` makes a mask, and range = \"auto\" in a table [outputs.NAME] takes the least and the greatest value of a picture",
    ),
    (
        &["flood_fill", "flood_fill_to_random", "random_color", "random_colour", "color_id", "id", "id_map"],
        "there is a random number for each piece already, output = \"id\" of `tiles`, `weave`, `scratches` and `scatter`, output = \"cell_value\" of `cellular`, and `mosaic`",
    ),
    (
        &["output", "material", "pbr", "albedo", "base_color", "roughness", "metallic", "emission", "height"],
        "pictures are tables beside the nodes; write [outputs.NAME] with channels = \"a node's name\"",
    ),
    (
        &["light", "lighting", "shade", "shadow", "hillshade", "sun"],
        "light is no part of a recipe; a bake of a view has it, of the kind hillshade or relief, and an output takes normals, normal = { source = \"a node's name\" }",
    ),
    (
        &["math", "expression", "formula", "function", "pixel_processor", "fx_map", "code", "script", "shader"],
        "write an expression as the node or in place of an input, such as \"plate + 0.06 * abs(rust)\"",
    ),
    (
        &["round", "ceil", "sign", "exp", "tan", "logarithm", "exponential"],
        "an expression has `floor(x)` and `step(0, x)`, and `curve` draws any function that rises or falls",
    ),
    (
        &["group", "subgraph", "node_group", "reroute", "frame"],
        "give a node a name and write that wherever a source stands; a piece to use more than once is a part, [parts.NAME], and each use { kind = \"use\", of = \"NAME\" }",
    ),
    (
        &["thermal_erosion", "thermal", "sediment", "deposition", "rivers", "hydrology", "flow_map"],
        "nothing is simulated; `erosion`, `gullies` and `swiss` shape terrain at once, and `smoothstep` and `slope` mask it by height and steepness",
    ),
    (&["make_it_tile", "make_tileable"], "write wrap = 8 at the top and `cells` in every basis, or put the source on a `torus`"),
    (
        &["crop", "resize", "resolution", "canvas_size", "viewport"],
        "size and region belong to the recipe, size = [2048, 1024] and region = [0, 0, 8, 4], or to the bake",
    ),
    (&["grunge", "grunge_map"], "combine an `fbm` with `warp` and `histogram_scan`, as the presets `brick-dirt-mask` and `rust` do"),
];

/// Returns what to do instead of using a kind of node that many programs have and lacuna has not: the end of a sentence.
///
/// ```
/// use lacuna::internal::instead;
/// assert!(instead("Histogram Range").is_some_and(|told| told.contains("[outputs.NAME]")));
/// assert_eq!(instead("perlin"), None);
/// ```
pub fn instead(word: &str) -> Option<&'static str> {
    let word = bare(word);
    INSTEAD.iter().find(|(words, _)| words.iter().any(|known| bare(known) == word)).map(|(_, told)| *told)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::graph::NodeKind;
    use crate::presets::Preset;

    #[test]
    fn a_word_that_is_no_kind_leads_to_one_sentence_and_to_kinds_that_exist() {
        let mut seen = BTreeSet::new();
        for (words, told) in INSTEAD {
            for word in *words {
                assert!(seen.insert(bare(word)), "{word} twice");
                assert_eq!(NodeKind::meant_by(word).next().map(|kind| kind.name), None, "{word}");
                assert_eq!(instead(word), Some(*told));
            }
            for name in told.split('`').skip(1).step_by(2) {
                let is_key = ["cells", "floor(x)", "step(0, x)"].contains(&name);
                assert!(is_key || NodeKind::of(name).is_some() || Preset::of(name).is_some(), "{told}: {name}");
            }
        }
    }
}
