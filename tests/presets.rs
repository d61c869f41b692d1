//! What is true of presets as texts: they are the files of their folder, the book names them, and they have defaults. What they show is tested in `bake/tests/presets.rs`.

#![cfg(feature = "recipe")]

use std::collections::BTreeSet;
use std::fs;

use lacuna::Number;
use lacuna::graph::NodeKind;
use lacuna::presets::{PRESETS, Preset};
use lacuna::recipe;

#[test]
fn the_folder_of_presets_and_the_table_are_the_same() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/presets");
    let files: BTreeSet<String> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let table: BTreeSet<String> = PRESETS.iter().map(|preset| format!("{}.toml", preset.name)).collect();
    assert_eq!(files, table);
    assert_eq!(table.len(), PRESETS.len(), "a name is there twice");
    for preset in PRESETS {
        assert_eq!(fs::read_to_string(format!("{folder}/{}.toml", preset.name)).unwrap(), preset.text);
        assert!(NodeKind::of(preset.name).is_none(), "{} is a kind of node", preset.name);
        let summary = preset.summary();
        assert!(preset.text.starts_with("# ") && summary.ends_with('.') && summary.len() > 30, "{}: `{summary}`", preset.name);
    }
}

#[test]
fn the_book_names_every_preset() {
    let page = include_str!("../docs/src/reference/presets.md");
    for preset in PRESETS {
        assert!(page.contains(&format!("| `{}` |", preset.name)), "{}", preset.name);
    }
}

#[test]
fn every_preset_has_a_default_output() {
    for preset in PRESETS {
        let recipe = recipe::read(preset.text).unwrap();
        let name = recipe.default_output().unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        assert!(recipe.outputs.contains_key(name), "{}", preset.name);
    }
}

#[test]
fn a_preset_made_for_a_region_covers_it_with_square_pixels() {
    let of = |name: &str| recipe::read(Preset::of(name).unwrap().text).unwrap();
    let planet = of("planet");
    assert_eq!((planet.size, planet.region), (Some([2048, 1024]), Some([0, 0, 8, 4].map(Number::from))));
    assert_eq!(of("fire").region, Some([0, 0, 8, 8].map(Number::from)), "the flames end at the upper edge");
    for preset in PRESETS {
        let recipe = of(preset.name);
        let Some([x0, y0, x1, y1]) = recipe.region.map(|region| region.map(Number::to_f64)) else { continue };
        let [width, height] = recipe.size.unwrap_or_else(|| panic!("{}: a region without a size", preset.name)).map(f64::from);
        assert_eq!((x1 - x0) / width, (y1 - y0) / height, "{}", preset.name);
    }
}
