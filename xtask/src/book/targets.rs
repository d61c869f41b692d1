//! The page of the programs that take materials.

use std::fmt::Write as _;

use lacuna::recipe::{NormalY, Role};
use lacuna_bake::targets::{Channel, Holds, Target};

use super::{HEAD, PAGES, Page, cell};

const INTRODUCTION: &str = "\
`lacuna bake SOURCE --material PROGRAM -o FOLDER/` writes the files that a program expects of a [material](../guide/materials.md), in one run. X stands for the name
of the source: `bricks` and `bricks.toml` make `T_bricks_BC.png` and so on. The roles are the recipe's outputs of these names.

- A picture is written if the recipe has one of its roles. A channel whose role is missing is 1 for occlusion, 0.5 for roughness and 0 for metalness.
- Colours are sRGB with 8 bit, heights linear with 16 bit over the range of `height`, everything else linear with 8 bit. All pictures are PNG.
- `opacity` is the alpha of the colour, or a picture of its own. Without the role, the alpha of `albedo` is taken.
- Every picture carries the recipe and its place in the set, and so do the files that name or hold pictures. Each of them is a source: as a file it
  bakes itself again, and into a folder the whole set. `--material` with another program bakes the same material for that.
- The command prints the width of the material in metres and the distance between the least and the greatest height, which an engine asks for beside the files.
";

/// Returns the page.
pub(super) fn page() -> Page {
    let mut text = format!(
        "# Materials for other programs\n\n{}{INTRODUCTION}",
        HEAD.replace("src/graph/", "bake/src/targets/ and xtask/src/book/targets.rs")
    );
    for target in Target::all() {
        let description = target.description();
        let names: Vec<String> =
            [description.name].into_iter().chain(description.aliases.iter().copied()).map(|name| format!("`{name}`")).collect();
        let _ = write!(text, "\n## {}\n\n{}\n\n| file | channels |\n|---|---|\n", names.join(", "), description.summary);
        for map in description.maps {
            let _ = writeln!(text, "| `{}.png` | {} |", map.of("X"), cell(&channels(map.holds)));
        }
    }
    Page { path: format!("{PAGES}/materials.md"), text }
}

/// Returns what the channels of a picture are.
fn channels(holds: Holds) -> String {
    match holds {
        Holds::ColorAndOpacity => "RGB: albedo; A: opacity, if there is one".to_owned(),
        Holds::Color(role) => format!("RGB: {}", role.name()),
        Holds::Normal(NormalY::Up) => "RGB: normal, y up".to_owned(),
        Holds::Normal(NormalY::Down) => "RGB: normal, y down".to_owned(),
        Holds::Height => "grey of 16 bit: height".to_owned(),
        Holds::Numbers([only]) => format!("grey: {}", said(*only)),
        Holds::Numbers(all) => {
            let each = "RGBA".chars().zip(all).map(|(letter, channel)| format!("{letter}: {}", said(*channel)));
            each.collect::<Vec<_>>().join("; ")
        }
        other => format!("{other:?}"),
    }
}

fn said(channel: Channel) -> String {
    match channel {
        Channel::Of(Role::Ao) => "occlusion".to_owned(),
        Channel::Of(role) => role.name().to_owned(),
        Channel::Smoothness => "1 - roughness".to_owned(),
        Channel::One => "1".to_owned(),
        other => format!("{other:?}"),
    }
}
