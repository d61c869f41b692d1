//! Draws a sheet of presets: materials on spheres, terrain as slabs, everything else as it is baked.
//!
//! `cargo run --release --package lacuna-bake --example gallery -- docs/src/pictures/gallery.jpeg`, and with `materials` behind it of materials alone.

use std::error::Error;
use std::path::Path;

use image::imageops::FilterType;
use image::{DynamicImage, RgbImage};
use lacuna::presets::PRESETS;
use lacuna_bake::jobs::{LightsName, Preview, ShapeName};
use lacuna_bake::{Area, Engine, Job, Memory, Request, Size, Source};

/// The side of a picture, and the longest side of the samples that it is made of.
const SIDE: u32 = 168;
const SAMPLES: u32 = 512;
const GAP: u32 = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("give the file: gallery -- docs/src/pictures/gallery.jpeg")?;
    let is_all = arguments.next().is_none();
    let sources = PRESETS.iter().map(|preset| Source::named(preset.name)).collect::<Result<Vec<_>, _>>()?;
    let shown: Vec<Source> = sources.into_iter().filter(|source| is_all || source.recipe().material.is_some()).collect();
    let columns = if is_all { 8 } else { 6 };
    let rows = (shown.len() as u32).div_ceil(columns);
    let mut sheet = RgbImage::new(columns * (SIDE + GAP) - GAP, rows * (SIDE + GAP) - GAP);
    for (number, source) in (0..).zip(shown) {
        let [x, y] = [number % columns, number / columns].map(|place| i64::from(place * (SIDE + GAP)));
        image::imageops::overlay(&mut sheet, &drawn(source)?, x, y);
    }
    sheet.save(path)?;
    Ok(())
}

/// Returns the picture of a preset.
fn drawn(source: Source) -> Result<RgbImage, Box<dyn Error>> {
    let recipe = source.recipe();
    let area = Area::of_recipe(recipe);
    let square = Area { size: Size { width: 2 * SIDE, height: 2 * SIDE }, ..area };
    let is_flat = area.size.width == area.size.height;
    let job = match (recipe.material, recipe.outputs.contains_key("height") && Preview::is_in(recipe) && is_flat) {
        (Some(_), _) => Job::Preview(Preview { map: sides(area), ..Preview::of(recipe, square, ShapeName::Sphere) }),
        (None, true) => {
            let slab = Preview::of(recipe, square, ShapeName::Plane);
            Job::Preview(Preview { map: sides(area), light: LightsName::Sun, zoom: 1.25.into(), ..slab })
        }
        (None, false) => Job::Picture(Area { size: sides(area), ..area }),
    };
    let mut request = Request::of(source, job, "shown.png");
    request.depth = Some(8);
    let mut store = Memory::default();
    request.plan()?.run(&Engine::cpu(Engine::usual_threads()), &mut store, &())?;
    let picture = image::load_from_memory(&store.into_files()[Path::new("shown.png")])?;
    Ok(DynamicImage::from(picture.into_rgb8()).resize_to_fill(SIDE, SIDE, FilterType::Triangle).into_rgb8())
}

/// Returns as many samples along the longest side as a preview needs.
fn sides(Area { size: Size { width, height }, .. }: Area) -> Size {
    let longest = width.max(height);
    Size { width: width * SAMPLES / longest, height: height * SAMPLES / longest }
}
