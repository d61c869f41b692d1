//! Draws a sheet of presets: `cargo run --release --example gallery -- docs/src/pictures/gallery.png`. Pictures are evaluated at twice their size and halved.

use std::error::Error;

use image::{Rgb, RgbImage};
use lacuna::presets::Preset;
use lacuna::recipe::{self, OutputRange};
use lacuna::{Axis, Cpu, Domain, Grid, Program};

/// The side of a picture, in pixels.
const SIDE: u32 = 188;
/// The distance between pictures, and the width of the border.
const GAP: u32 = 4;
const COLUMNS: u32 = 6;
/// Each pixel is the mean of this number of samples, squared.
const FINER: u32 = 2;

/// A preset, one of its outputs, and the first corner and the side of its square of the domain.
const SHOWN: &[(&str, &str, [i32; 2], i32)] = &[
    ("terrain-ridged", "relief", [0, 0], 16),
    ("planet", "color", [2, 0], 4),
    ("marble", "albedo", [0, 0], 8),
    ("fire", "albedo", [0, 0], 8),
    ("clouds", "albedo", [0, 0], 8),
    ("classic-perlin-2d", "noise", [0, 0], 8),
    ("wood", "albedo", [0, 0], 8),
    ("lava", "albedo", [0, 0], 8),
    ("terrain-warped", "relief", [0, 0], 16),
    ("hash-value-clouds", "clouds", [0, 0], 8),
    ("ocean", "albedo", [0, 0], 8),
    ("skybox", "albedo", [0, 0], 8),
    ("camouflage", "albedo", [0, 0], 8),
    ("lightning", "albedo", [0, 0], 8),
    ("granite", "albedo", [0, 0], 5),
    ("water-caustics", "albedo", [0, 0], 8),
    ("brick-dirt-mask", "albedo", [0, 0], 8),
    ("smoke", "density", [0, 0], 8),
    ("cyan-clouds", "albedo", [0, 0], 8),
    ("rust", "albedo", [0, 0], 8),
    ("perlin-worley", "base", [0, 0], 8),
    ("terrain-hybrid", "relief", [0, 0], 16),
    ("octave-waves", "albedo", [0, 0], 8),
    ("paper", "height", [0, 0], 3),
    ("bricks", "albedo", [0, 0], 8),
    ("cobblestone", "albedo", [0, 0], 8),
    ("cracked-mud", "albedo", [0, 0], 8),
    ("planks", "albedo", [0, 0], 8),
    ("terrazzo", "albedo", [0, 0], 8),
    ("hammered-metal", "albedo", [0, 0], 8),
];

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give the file: gallery -- docs/src/pictures/gallery.png")?;
    let rows = (SHOWN.len() as u32).div_ceil(COLUMNS);
    let [width, height] = [COLUMNS, rows].map(|count| count * (SIDE + GAP) + GAP);
    let mut sheet = RgbImage::from_pixel(width, height, Rgb([255; 3]));
    for (number, shown) in (0..).zip(SHOWN) {
        let corner = [number % COLUMNS, number / COLUMNS].map(|place| GAP + place * (SIDE + GAP));
        draw(shown, corner, &mut sheet).map_err(|error| format!("{}: {error}", shown.0))?;
    }
    sheet.save(path)?;
    Ok(())
}

fn draw(&(name, output, [x, y], side): &(&str, &str, [i32; 2], i32), corner: [u32; 2], sheet: &mut RgbImage) -> Result<(), Box<dyn Error>> {
    let recipe = recipe::read(Preset::of(name).ok_or("there is no such preset")?.text)?;
    let picture = recipe.plan(&[output])?.pictures.swap_remove(0);
    let OutputRange::Between(range) = picture.range else {
        return Err("the range is not told".into());
    };
    let [least, greatest] = range.map(|end| end.to_f64() as f32);
    let axis = |start: i32| Axis::extent(start, start + side, FINER * SIDE);
    let program = Program::new(&recipe.graph_of(output)?)?;
    let samples = Cpu::new().sample(&program, &Domain::from(Grid::plane(axis(x), axis(y))))?;
    let channels = program.channels();
    for (column, row) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (column, row))) {
        let shade = |channel: usize| {
            let inner = (0..FINER * FINER).map(|at| (row * FINER + at / FINER) * FINER * SIDE + column * FINER + at % FINER);
            let sum: f32 = inner.map(|at| ((samples[at as usize * channels + channel] - least) / (greatest - least)).clamp(0.0, 1.0)).sum();
            let mean = sum / (FINER * FINER) as f32;
            let shown = if picture.output.content.is_color() { srgb(mean) } else { mean };
            (255.0 * shown + 0.5) as u8
        };
        let color = if channels < 3 { [shade(0); 3] } else { [shade(0), shade(1), shade(2)] };
        sheet.put_pixel(corner[0] + column, corner[1] + row, Rgb(color));
    }
    Ok(())
}

/// Returns the sRGB encoding of linear light (IEC 61966-2-1).
fn srgb(light: f32) -> f32 {
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::powf(light, 1.0 / 2.4) - 0.055 }
}
