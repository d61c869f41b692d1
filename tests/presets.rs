//! The promises of presets: they are the files of their folder, those that tile do so in every bit, and their ranges are used.

#![cfg(feature = "recipe")]

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{assert_same_bits, cpu};
use lacuna::graph::NodeKind;
use lacuna::presets::{PRESETS, Preset};
use lacuna::recipe::{self, OutputRange, Plan};
use lacuna::{Axis, Domain, Grid, Number, Program};

/// Returns one evaluation for every output of a preset.
fn plan(preset: &Preset) -> Plan {
    let recipe = recipe::read(preset.text).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
    recipe.plan(&recipe.output_names()).unwrap_or_else(|error| panic!("{}: {error}", preset.name))
}

fn program(preset: &Preset) -> Program {
    Program::new(&plan(preset).graph).unwrap_or_else(|error| panic!("{}: {error}", preset.name))
}

/// Returns a plane from the origin on, at 6 pixels a unit and the given z.
fn domain([width, height]: [u32; 2], z: impl Into<Number>) -> Domain {
    let plane = Grid::plane(Axis::extent(0, width, 6 * width), Axis::extent(0, height, 6 * height));
    Domain::from(Grid { z: Axis::Constant(z.into()), ..plane })
}

/// Returns the axes along which a preset tiles, by its first line.
fn tiles(preset: &Preset) -> [bool; 2] {
    let summary = preset.summary();
    match summary {
        _ if summary.ends_with(" Tiles.") => [true, true],
        _ if summary.ends_with(" Tiles along x.") => [true, false],
        _ => {
            assert!(!summary.to_lowercase().contains("tile"), "{}: `{summary}`", preset.name);
            [false, false]
        }
    }
}

/// Returns the period along z that a preset states, in units.
fn turn(preset: &Preset) -> Option<u32> {
    let (_, after) = preset.text.split_once("along z after ")?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

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

#[test]
fn a_preset_that_says_so_tiles_in_every_bit() {
    let mut tiling = 0;
    for preset in PRESETS {
        let [along_x, along_y] = tiles(preset);
        if !along_x {
            continue;
        }
        tiling += 1;
        let program = program(preset);
        let channels = program.channels();
        let tile = cpu(&program, &domain([8, 8], 0.25));
        let area = [16, if along_y { 16 } else { 8 }];
        let repeated: Vec<f32> = (0..6 * area[1] as usize)
            .flat_map(|row| {
                let row = &tile[row % 48 * 48 * channels..][..48 * channels];
                [row, row].concat()
            })
            .collect();
        assert_same_bits(preset.name, &cpu(&program, &domain(area, 0.25)), &repeated);
    }
    assert!(tiling >= 15, "{tiling}");
}

#[test]
fn a_preset_that_comes_round_along_z_does_so_in_every_bit() {
    let mut turning = 0;
    for preset in PRESETS {
        let Some(turn) = turn(preset) else { continue };
        turning += 1;
        let program = program(preset);
        let at = |z: f64| cpu(&program, &domain([8, 8], z));
        assert_same_bits(preset.name, &at(0.125 + f64::from(turn)), &at(0.125));
        assert_ne!(at(0.125 + f64::from(turn) / 2.0), at(0.125), "{}: all slices are the same", preset.name);
        assert!(program.varies_along(2) && program.repeats_after(2, turn), "{}: that it comes round is not found out", preset.name);
    }
    assert!(turning >= 5, "{turning}");
}

/// Returns the sRGB encoding of linear light (IEC 61966-2-1).
fn srgb(light: f64) -> f64 {
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 }
}

#[test]
fn a_preset_uses_half_of_its_range_and_more() {
    let mut wrong = Vec::new();
    for preset in PRESETS {
        let recipe = recipe::read(preset.text).unwrap();
        let plan = recipe.plan(&[recipe.default_output().unwrap()]).unwrap();
        let picture = &plan.pictures[0];
        let OutputRange::Between([least, greatest]) = picture.range else {
            panic!("{}: the range is not told", preset.name);
        };
        let (least, greatest) = (least.to_f64(), greatest.to_f64());
        let [x0, y0, x1, y1] = recipe.region.unwrap_or([0, 0, 8, 8].map(Number::from));
        let [width, height] = recipe.size.unwrap_or([1024; 2]);
        let domain = Domain::from(Grid::plane(Axis::extent(x0, x1, width / 8), Axis::extent(y0, y1, height / 8)));
        let samples = cpu(&Program::new(&plan.graph).unwrap(), &domain);
        let is_color = picture.output.content.is_color();
        let mut shown: Vec<f64> = samples
            .into_iter()
            .map(|sample| ((f64::from(sample) - least) / (greatest - least)).clamp(0.0, 1.0))
            .map(|share| if is_color { srgb(share) } else { share })
            .collect();
        shown.sort_by(f64::total_cmp);
        let [low, high] = [shown.len() / 100, shown.len() * 99 / 100].map(|place| shown[place]);
        if high - low < 0.5 {
            wrong.push(format!("{}: {low:.3} to {high:.3}", preset.name));
        }
        let saturated = shown.iter().filter(|&&share| share == 0.0 || share == 1.0).count();
        if !is_color && saturated * 20 > shown.len() && !["brick-dirt-mask", "smoke"].contains(&preset.name) {
            wrong.push(format!("{}: {saturated} of {} lie at an end of the range or beyond it", preset.name, shown.len()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
