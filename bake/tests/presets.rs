//! The promises of presets: those that tile or loop do so in every bit, their ranges are used, and surfaces have the colours of surfaces.

use lacuna::presets::{PRESETS, Preset};
use lacuna::recipe::{self, OutputRange, Recipe};
use lacuna::{Axis, Grid, Number, Program, Tile};
use lacuna_bake::{Engine, Samples, srgb_level};

fn recipe_of(preset: &Preset) -> Recipe {
    recipe::read(preset.text).unwrap_or_else(|error| panic!("{}: {error}", preset.name))
}

/// Returns the samples of an output over pixels, which are interleaved.
fn evaluated(recipe: &Recipe, output: &str, grid: &Grid, size: [u32; 2]) -> (Vec<f32>, usize) {
    let samples = Samples::new(recipe, output).unwrap_or_else(|error| panic!("{output}: {error}"));
    let tile = Tile { origin: [0; 3], size: [size[0], size[1], 1] };
    (samples.evaluate(&Engine::cpu(Engine::usual_threads()), grid, tile, &()).unwrap(), samples.channels())
}

/// Returns an output over whole units from the origin on, at 6 pixels a unit and the given z.
fn plane(recipe: &Recipe, output: &str, units: [u32; 2], z: impl Into<Number>) -> (Vec<f32>, usize) {
    let [width, height] = units.map(|side| 6 * side);
    let plane = Grid::plane(Axis::extent(0, units[0], width), Axis::extent(0, units[1], height));
    evaluated(recipe, output, &Grid { z: Axis::Constant(z.into()), ..plane }, [width, height])
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

fn bits(samples: &[f32]) -> Vec<u32> {
    samples.iter().map(|sample| sample.to_bits()).collect()
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
        let recipe = recipe_of(preset);
        for name in recipe.output_names() {
            let (tile, channels) = plane(&recipe, name, [8, 8], 0.25);
            let area = [16, if along_y { 16 } else { 8 }];
            let repeated: Vec<f32> = (0..6 * area[1] as usize)
                .flat_map(|row| {
                    let row = &tile[row % 48 * 48 * channels..][..48 * channels];
                    [row, row].concat()
                })
                .collect();
            assert!(bits(&plane(&recipe, name, area, 0.25).0) == bits(&repeated), "{}: {name}", preset.name);
        }
    }
    assert!(tiling >= 30, "{tiling}");
}

#[test]
fn a_preset_that_comes_round_along_z_does_so_in_every_bit() {
    let mut turning = 0;
    for preset in PRESETS {
        let Some(turn) = turn(preset) else { continue };
        turning += 1;
        let recipe = recipe_of(preset);
        for name in recipe.output_names() {
            let at = |z: f64| bits(&plane(&recipe, name, [8, 8], z).0);
            assert!(at(0.125 + f64::from(turn)) == at(0.125), "{}: {name}", preset.name);
            assert!(at(0.125 + f64::from(turn) / 2.0) != at(0.125), "{}: all slices of {name} are the same", preset.name);
            if let Ok(program) = recipe.graph_of(name).and_then(Program::new) {
                let is_found = program.varies_along(2) && program.repeats_after(2, turn);
                assert!(is_found, "{}: that {name} comes round is not found out", preset.name);
            }
        }
    }
    assert!(turning >= 7, "{turning}");
}

/// Returns the levels of the samples of an output, at an eighth of its size, from 0 to 1: colours in sRGB.
fn shown(preset: &Preset, recipe: &Recipe, name: &str) -> Vec<f64> {
    let plan = recipe.plan(&[name]).unwrap();
    let picture = &plan.pictures[0];
    let OutputRange::Between([least, greatest]) = picture.range else { panic!("{}: the range of {name} is not told", preset.name) };
    let (least, greatest) = (least.to_f64(), greatest.to_f64());
    let [x0, y0, x1, y1] = recipe.region.unwrap_or([0, 0, 8, 8].map(Number::from));
    let size = recipe.size.unwrap_or([1024; 2]).map(|side| side / 8);
    let (samples, _) = evaluated(recipe, name, &Grid::plane(Axis::extent(x0, x1, size[0]), Axis::extent(y0, y1, size[1])), size);
    let is_color = picture.output.content.is_color();
    let level = |sample: f32| match is_color {
        true => f64::from(srgb_level(sample)) / 255.0,
        false => ((f64::from(sample) - least) / (greatest - least)).clamp(0.0, 1.0),
    };
    let mut shown: Vec<f64> = samples.into_iter().map(level).collect();
    shown.sort_by(f64::total_cmp);
    shown
}

/// Returns the first and the last percentile of sorted levels.
fn percentiles(shown: &[f64]) -> [f64; 2] {
    [shown.len() / 100, shown.len() * 99 / 100].map(|place| shown[place])
}

#[test]
fn a_preset_uses_half_of_its_range_and_more() {
    let mut wrong = Vec::new();
    for preset in PRESETS {
        let recipe = recipe_of(preset);
        // The colours of a surface are as far apart as the surface's are.
        if recipe.material.is_some() {
            continue;
        }
        let name = recipe.default_output().unwrap();
        let shown = shown(preset, &recipe, name);
        let [low, high] = percentiles(&shown);
        if high - low < 0.5 {
            wrong.push(format!("{}: {name} is {low:.3} to {high:.3}", preset.name));
        }
        let is_color = recipe.output(name).unwrap().content.is_color();
        let saturated = shown.iter().filter(|&&share| share == 0.0 || share == 1.0).count();
        if !is_color && saturated * 20 > shown.len() && !["brick-dirt-mask", "smoke"].contains(&preset.name) {
            wrong.push(format!("{}: {saturated} of {} lie at an end of the range or beyond it", preset.name, shown.len()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_material_has_colours_that_surfaces_have_and_heights_within_their_range() {
    // Coal is about 20 and fresh snow 245 of 255 in sRGB (S. Lagarde, "Feeding a physically based shading model", 2011). The colours of water are its depth and foam.
    let mut wrong = Vec::new();
    for preset in PRESETS {
        let recipe = recipe_of(preset);
        if recipe.material.is_some() {
            let [low, high] = percentiles(&shown(preset, &recipe, "albedo")).map(|level| level * 255.0);
            if (low < 20.0 || high > 250.0) && !["ocean", "toon-water"].contains(&preset.name) {
                wrong.push(format!("{}: {low:.0} to {high:.0}", preset.name));
            }
            let heights = shown(preset, &recipe, "height");
            let outside = heights.iter().filter(|&&height| height == 0.0 || height == 1.0).count();
            if outside * 100 > heights.len() {
                wrong.push(format!("{}: {outside} of {} heights lie at an end or beyond it", preset.name, heights.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
