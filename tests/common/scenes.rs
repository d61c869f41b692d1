//! The scenes that the tests of views and of golden bits render.

#![allow(dead_code, unreachable_pub, reason = "a module of several test binaries, each of which uses a part")]

use lacuna::nodes::{Fbm, HashKind, Perlin};
use lacuna::view::{Camera, Law, Lens, Light, Palette, Projection, Scene, Sun, Terrain, View};
use lacuna::{Axis, Cpu, Domain, Grid, Number, Program, Tile};

use super::common::lower;

pub fn hills() -> Program {
    lower(Fbm::of(Perlin::new().seed(3).hash(HashKind::Table)).octaves(5))
}

pub fn grid(width: u32, height: u32) -> Grid {
    // Samples 1/32 of a unit apart.
    let end = |samples: u32| Number::from(f64::from(samples) / 32.0);
    Grid::plane(Axis::extent(0, end(width), width), Axis::extent(0, end(height), height))
}

/// Returns the heights of a tile of a grid, with the margin that a view needs.
pub fn terrain(program: &Program, grid: &Grid, tile: Tile, view: &View) -> Terrain {
    let spacing = [grid.x.spacing(), grid.y.spacing()];
    let (around, place) = grid.around(tile, view.margin(spacing).expect("a legal view")).expect("a legal grid");
    let mut heights = vec![f32::NAN; place.samples()];
    Cpu::new().evaluate(program, &Domain::from(around), place, &mut heights).expect("a legal tile");
    Terrain { heights, size: [place.size[0], place.size[1]], spacing, first: [tile.origin[0], tile.origin[1]] }
}

pub fn whole(size: [u32; 2]) -> Tile {
    Tile { origin: [0; 3], size: [size[0], size[1], 1] }
}

pub fn rendered(scene: &Scene, tile: Tile) -> Vec<f32> {
    let mut pixels = vec![f32::NAN; 3 * tile.samples()];
    Cpu::new().render(scene, tile, &mut pixels).expect("a tile of the picture");
    pixels
}

pub fn relief(camera: Camera) -> View {
    View { projection: Projection::Relief(camera), shadows: true, relief_height: 0.7, ..View::default() }
}

/// Each light except the usual one.
pub const LIGHTS: [Light; 5] = [
    Light { law: Law::None, is_smooth: true },
    Light { law: Law::None, is_smooth: false },
    Light { law: Law::HeightDifference, is_smooth: false },
    Light { law: Law::HeightDifference, is_smooth: true },
    Light { law: Law::Lambert, is_smooth: false },
];

/// Returns colours for the samples of a terrain, each of which differs from its neighbours.
pub fn colours([columns, rows]: [u32; 2]) -> Vec<f32> {
    (0..3 * columns * rows).map(|number| (number.wrapping_mul(2_654_435_769) >> 8) as f32 / (1 << 24) as f32).collect()
}

/// Returns a scene of each kind, by name.
pub fn scenes() -> Vec<(&'static str, Scene)> {
    let (program, size) = (hills(), [97, 61]);
    let map = View { shadows: true, relief_height: 0.6, sun: Sun { azimuth: 300.0, altitude: 20.0 }, ..View::default() };
    let wide = Camera { lens: Lens::Perspective, heading: 211.0, pitch: 25.0, zoom: 1.6, haze: 0.4 };
    let [unlit, flat_unlit, by_difference, smooth_difference, flat] = LIGHTS;
    let lake = View { water: Some(-0.1), ..relief(wide) };
    let painted_map = View { water: Some(0.05), wireframe: Some(7), antialias: 3, ..map.clone() };
    let painted_relief = View { light: flat, antialias: 3, ..lake.clone() };
    [
        ("hillshade", map.clone()),
        ("hillshade of a ray a pixel, without shadows", View { shadows: false, antialias: 1, palette: Palette::grey(), ..map.clone() }),
        ("hillshade with water and lines", View { water: Some(0.05), wireframe: Some(7), antialias: 3, ..map.clone() }),
        ("hillshade under a sun along an axis", View { sun: Sun { azimuth: 90.0, altitude: 30.0 }, ..map.clone() }),
        ("hillshade under a sun overhead", View { sun: Sun { azimuth: 0.0, altitude: 90.0 }, ..map.clone() }),
        ("hillshade of flat cells", View { light: flat, water: Some(0.05), brightness: 1.3, ..map.clone() }),
        ("hillshade of flat cells by the difference of heights", View { light: by_difference, ..map.clone() }),
        ("hillshade by the difference of heights", View { light: smooth_difference, shadows: false, ..map.clone() }),
        ("hillshade without light", View { light: unlit, shadows: false, ..map }),
        ("relief", relief(Camera::default())),
        (
            "relief with water and lines",
            View { water: Some(-0.1), wireframe: Some(16), ..relief(Camera { heading: 135.0, ..Camera::default() }) },
        ),
        ("relief in perspective", View { water: Some(-0.1), antialias: 3, ..relief(wide) }),
        ("relief of flat cells", View { light: flat, ..lake.clone() }),
        ("relief of flat cells by the difference of heights", View { light: by_difference, shadows: false, ..lake.clone() }),
        ("relief by the difference of heights", View { light: smooth_difference, brightness: 0.6, ..lake.clone() }),
        ("relief without light", View { light: flat_unlit, shadows: false, ..lake }),
        ("relief from above", relief(Camera { heading: 0.0, pitch: 90.0, ..Camera::default() })),
        ("relief along an axis", relief(Camera { heading: 90.0, pitch: 10.0, ..Camera::default() })),
        ("painted hillshade with water and lines", painted_map),
        ("painted relief in perspective", painted_relief),
    ]
    .into_iter()
    .map(|(name, view)| {
        let picture = if view.projection == Projection::Hillshade { size } else { [120, 75] };
        let heights = terrain(&program, &grid(size[0], size[1]), whole(size), &view);
        let colours = name.starts_with("painted").then(|| colours(heights.size));
        let mut scene = Scene::new(&view, heights, picture).unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Some(colours) = colours {
            scene.paint(&colours).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        (name, scene)
    })
    .collect()
}
