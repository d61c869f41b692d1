//! Draws a sheet of the presets that are materials, each on a sphere: those with the outputs `albedo` and `normal`, by their names.
//!
//! `cargo run --release --package lacuna-bake --example spheres -- docs/src/pictures/materials.jpeg`

use std::error::Error;

use image::{Rgb, RgbImage};
use lacuna::presets::PRESETS;
use lacuna_bake::jobs::{Preview, ShapeName};
use lacuna_bake::{Area, Engine, Request, Size, Source, srgb_level};

/// The side of a picture, and the pictures in a row.
const SIDE: u32 = 192;
const COLUMNS: u32 = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give the file: spheres -- docs/src/pictures/materials.jpeg")?;
    let mut materials = Vec::new();
    for preset in PRESETS {
        let source = Source::named(preset.name)?;
        if ["albedo", "normal"].iter().all(|output| source.recipe().outputs.contains_key(*output)) {
            materials.push(source);
        }
    }
    let rows = (materials.len() as u32).div_ceil(COLUMNS);
    let mut sheet = RgbImage::new(COLUMNS * SIDE, rows * SIDE);
    for (number, source) in (0..).zip(materials) {
        draw(source, [number % COLUMNS * SIDE, number / COLUMNS * SIDE], &mut sheet)?;
    }
    sheet.save(path)?;
    Ok(())
}

fn draw(source: Source, corner: [u32; 2], sheet: &mut RgbImage) -> Result<(), lacuna_bake::Error> {
    let engine = Engine::cpu(Engine::usual_threads());
    let area = Area { size: Size { width: SIDE, height: SIDE }, ..Area::of_recipe(source.recipe()) };
    let map = Size { width: 512, height: 512 };
    let preview = Preview { map, antialias: 3, ..Preview::of(source.recipe(), area, ShapeName::Sphere) };
    let maps = preview.roles(&Request::new(source, "-")?)?.maps(&engine, &())?;
    for (number, light) in (0..).zip(preview.scene(maps).pixels(&engine, &())?.chunks_exact(3)) {
        let [column, row] = [number % SIDE, number / SIDE];
        sheet.put_pixel(corner[0] + column, corner[1] + row, Rgb([0, 1, 2].map(|part| srgb_level(light[part]))));
    }
    Ok(())
}
