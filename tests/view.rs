//! Views of terrain: tiles, light and shadow against the formulas, and errors.

mod common;
#[path = "common/scenes.rs"]
mod scenes;

use common::{Random, assert_same_bits, cpu};
use lacuna::internal::{SKYLIGHT, SUNLIGHT};
use lacuna::view::{Camera, Law, Lens, Light, Palette, Projection, Scene, Sun, Terrain, View};
use lacuna::{Axis, Cpu, Domain, Error, Grid, Number, Tile};
use scenes::{LIGHTS, colours, grid, hills, relief, rendered, scenes, terrain, whole};

#[test]
fn every_view_shows_something_and_nothing_is_nan() {
    for (name, scene) in scenes() {
        let pixels = rendered(&scene, whole(scene.size()));
        assert!(pixels.iter().all(|value| (0.0..4.0).contains(value)), "{name}");
        let mean = pixels.iter().sum::<f32>() / pixels.len() as f32;
        let variance = pixels.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / pixels.len() as f32;
        assert!((0.02..0.9).contains(&mean) && variance > 4e-4, "{name}: mean {mean}, variance {variance}");
    }
}

#[test]
fn tiles_of_a_hillshade_equal_the_whole() {
    let program = hills();
    let mut random = Random::new(5);
    let flat = |law| Light { law, is_smooth: false };
    let lights = [Light::default(), Light::default(), flat(Law::Lambert), flat(Law::HeightDifference)];
    for ((azimuth, altitude), light) in [(315.0, 12.0), (10.0, 30.0), (180.0, 25.0), (101.0, 60.0)].into_iter().zip(lights) {
        let view = View {
            sun: Sun { azimuth, altitude },
            light,
            shadows: true,
            relief_height: 0.8,
            water: Some(-0.2),
            wireframe: Some(9),
            ..View::default()
        };
        let (width, height) = (150, 90);
        let grid = grid(width, height);
        let scene = |tile: Tile| {
            let heights = terrain(&program, &grid, tile, &view);
            Scene::new(&view, heights, [tile.size[0], tile.size[1]]).expect("a legal scene")
        };
        let all = rendered(&scene(whole([width, height])), whole([width, height]));
        for _ in 0..6 {
            let side = |random: &mut Random, most: u32| {
                let start = random.within(0, i64::from(most) - 1) as u32;
                (start, random.within(1, i64::from(most - start)) as u32)
            };
            let ((left, columns), (above, rows)) = (side(&mut random, width), side(&mut random, height));
            let tile = Tile { origin: [left, above, 0], size: [columns, rows, 1] };
            let part = rendered(&scene(tile), whole([columns, rows]));
            let expected: Vec<f32> =
                whole([width, height]).rows_of(tile).flat_map(|row| all[3 * row.start..3 * row.end].to_vec()).collect();
            assert_same_bits(&format!("{tile:?} under {azimuth}, {altitude}"), &part, &expected);
        }
    }
}

#[test]
fn tiles_of_a_relief_equal_the_whole() {
    let (_, scene) = scenes().into_iter().find(|(name, _)| *name == "relief in perspective").expect("the scene");
    let all = whole(scene.size());
    let pixels = rendered(&scene, all);
    for tile in all.cut([37, 20, 1]) {
        let expected: Vec<f32> = all.rows_of(tile).flat_map(|row| pixels[3 * row.start..3 * row.end].to_vec()).collect();
        assert_same_bits(&format!("{tile:?}"), &rendered(&scene, tile), &expected);
    }
}

/// Returns a view with white ground, which shows only the light.
fn white(azimuth: f64, altitude: f64) -> View {
    let palette = Palette { ramp: vec![(0.0, [255; 3])], is_rocky: false, ..Palette::grey() };
    View { sun: Sun { azimuth, altitude }, antialias: 1, palette, ..View::default() }
}

/// Returns terrain with samples a unit apart, by a function of the place in samples from the first one shown.
fn shaped(view: &View, size: [u32; 2], height: impl Fn(f64, f64) -> f64) -> Terrain {
    let margin = view.margin([1.0; 2]).expect("a legal view");
    let [columns, rows] = size.map(|side| side + 2 * margin);
    let place = |number: u32| f64::from(number) - f64::from(margin);
    let heights = (0..columns * rows).map(|number| height(place(number % columns), place(number / columns)) as f32).collect();
    Terrain { heights, size: [columns, rows], spacing: [1.0; 2], first: [0; 2] }
}

/// Returns the light on white ground by the definitions, in f64: the sun's by Lambert's law, the sky's by the eight horizons.
fn light(view: &View, rise: [f64; 2], height: &dyn Fn(f64, f64) -> f64, [x, y]: [f64; 2]) -> [f64; 3] {
    let radians = |degrees: f64| degrees.to_radians();
    let (azimuth, altitude) = (radians(view.sun.azimuth), radians(view.sun.altitude));
    let along = libm::cos(altitude);
    let sun = [libm::sin(azimuth) * along, -libm::cos(azimuth) * along, libm::sin(altitude)];
    let scale = 1.0 / libm::sqrt(rise[0] * rise[0] + rise[1] * rise[1] + 1.0);
    let normal = [-rise[0] * scale, -rise[1] * scale, scale];
    let cosine = (0..3).map(|axis| sun[axis] * normal[axis]).sum::<f64>().max(0.0);
    let mut open = 0.0;
    for (dx, dy) in [(-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 1.0)] {
        let away = libm::sqrt(dx * dx + dy * dy);
        let steepest =
            [1.0, 2.0, 4.0, 8.0, 16.0].map(|distance| (height(x + dx * distance, y + dy * distance) - height(x, y)) / (away * distance));
        let steepest = steepest.into_iter().fold(0.0, f64::max) * view.relief_height;
        open += 1.0 / (1.0 + steepest * steepest) / 8.0;
    }
    std::array::from_fn(|channel| SUNLIGHT[channel] * cosine + SKYLIGHT[channel] * open * (0.5 + 0.5 * normal[2]))
}

#[test]
fn a_plane_has_the_light_of_lamberts_law() {
    for (azimuth, altitude) in [(315.0, 45.0), (90.0, 20.0), (200.0, 70.0), (0.0, 90.0)] {
        for (across, along) in [(0.0, 0.0), (0.3, -0.2), (-1.5, 0.0), (0.0, 2.0), (-0.7, -0.9)] {
            let view = View { relief_height: 0.5, ..white(azimuth, altitude) };
            let height = move |x: f64, y: f64| across * x + along * y;
            let scene = Scene::new(&view, shaped(&view, [5, 4], height), [5, 4]).expect("a legal scene");
            let rise = [across * view.relief_height, along * view.relief_height];
            let expected = light(&view, rise, &height, [2.0, 2.0]);
            for pixel in rendered(&scene, whole([5, 4])).chunks_exact(3) {
                for (value, expected) in pixel.iter().zip(expected) {
                    assert!(
                        (f64::from(*value) - expected).abs() < 2e-6,
                        "{azimuth}, {altitude}, {across}, {along}: {value}, not {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_plane_by_the_difference_of_heights_is_brighter_in_proportion_to_its_fall_towards_the_sun() {
    for is_smooth in [false, true] {
        for (azimuth, altitude) in [(315.0, 45.0), (90.0, 20.0), (200.0, 70.0)] {
            for (across, along) in [(0.0, 0.0), (0.3, -0.2), (-1.5, 0.0), (0.0, 2.0), (-0.7, -0.9)] {
                let light = Light { law: Law::HeightDifference, is_smooth };
                let view = View { relief_height: 0.5, light, brightness: 2.0, ..white(azimuth, altitude) };
                let scene = Scene::new(&view, shaped(&view, [5, 4], |x, y| across * x + along * y), [5, 4]).expect("a legal scene");
                let (azimuth, altitude) = (f64::to_radians(azimuth), f64::to_radians(altitude));
                let fall = -0.5 * (across * libm::sin(azimuth) - along * libm::cos(azimuth)) * libm::cos(altitude);
                let share = (libm::sin(altitude) + fall).clamp(0.0, 1.0);
                for pixel in rendered(&scene, whole([5, 4])).chunks_exact(3) {
                    for (channel, &value) in pixel.iter().enumerate() {
                        let expected = 2.0 * (SUNLIGHT[channel] * share + SKYLIGHT[channel]);
                        assert!((f64::from(value) - expected).abs() < 4e-6, "{view:?}, {across}, {along}: {value}, not {expected}");
                    }
                }
            }
        }
    }
}

#[test]
fn without_light_white_ground_is_as_bright_as_it_is_told() {
    for projection in [Projection::Hillshade, Projection::Relief(Camera { zoom: 3.0, pitch: 90.0, ..Camera::default() })] {
        let light = Light { law: Law::None, is_smooth: true };
        let view = View { projection, light, brightness: 0.75, ..white(300.0, 30.0) };
        let scene = Scene::new(&view, shaped(&view, [40, 40], |x, y| libm::sin(x) + libm::cos(y)), [40, 40]).expect("a legal scene");
        assert!(rendered(&scene, whole([40, 40])).iter().all(|&value| value == 0.75), "{projection:?}");
    }
}

#[test]
fn a_flat_cell_has_one_light_and_a_smooth_one_has_many() {
    let height = |x: f64, y: f64| 2.0 * libm::sin(0.7 * x) * libm::cos(0.4 * y);
    for law in [Law::Lambert, Law::HeightDifference] {
        for shadows in [false, true] {
            let levels = |is_smooth| {
                // Seen from above, each cell of 8 x 8 is 9 pixels wide.
                let camera = Camera { heading: 0.0, pitch: 90.0, zoom: 1.06, ..Camera::default() };
                let view = View { light: Light { law, is_smooth }, shadows, relief_height: 0.4, ..white(300.0, 35.0) };
                let view = View { projection: Projection::Relief(camera), ..view };
                let scene = Scene::new(&view, shaped(&view, [9, 9], height), [72, 72]).expect("a legal scene");
                let pixels = rendered(&scene, whole([72, 72]));
                let level = |x: usize, y: usize| pixels[3 * (72 * y + x)].to_bits();
                let inside = |cell: usize, part: usize| 9 * cell + 2 + 2 * part;
                let of_cell = |column: usize, row: usize| {
                    let all = (0..9).map(|number| level(inside(column, number % 3), inside(row, number / 3)));
                    all.collect::<std::collections::HashSet<_>>()
                };
                let cells: Vec<_> = (0..64).map(|cell| of_cell(cell % 8, cell / 8)).collect();
                let lights: std::collections::HashSet<_> = cells.iter().flatten().collect();
                (cells.iter().filter(|levels| levels.len() == 1).count(), lights.len())
            };
            let ((flat, of_flat), (smooth, of_smooth)) = (levels(false), levels(true));
            assert!(flat == 64 && of_flat > 20, "{law:?}: {flat} cells of one light, {of_flat} lights");
            assert!(smooth < 16 && of_smooth > 200, "{law:?}: {smooth} cells of one light, {of_smooth} lights");
        }
    }
}

#[test]
fn a_scene_that_is_looked_at_again_is_the_scene_of_that_view() {
    let program = hills();
    let wide = Camera { lens: Lens::Perspective, heading: 70.0, zoom: 1.4, ..Camera::default() };
    let ground = |view: &View| terrain(&program, &grid(64, 48), whole([64, 48]), view);
    let mut scene = Scene::new(&relief(Camera::default()), ground(&relief(Camera::default())), [30, 20]).expect("a legal scene");
    for light in LIGHTS {
        let view = View { light, shadows: light.law != Law::None, water: Some(0.1), wireframe: Some(5), ..relief(wide) };
        scene.look_again(&view, [60, 44]).expect("a legal view");
        assert_eq!(scene.size(), [60, 44]);
        let anew = Scene::new(&view, ground(&view), [60, 44]).expect("a legal scene");
        let [again, anew] = [&scene, &anew].map(|scene| rendered(scene, whole([60, 44])));
        assert_same_bits(&format!("{light:?}"), &again, &anew);
    }
    let before = rendered(&scene, whole([60, 44]));
    let error = scene.look_again(&View { projection: Projection::Hillshade, ..relief(wide) }, [64, 48]).unwrap_err();
    assert!(matches!(&error, Error::Parameter { place, .. } if place == "terrain"), "{error}");
    assert!(scene.look_again(&View { antialias: 0, ..relief(wide) }, [60, 44]).is_err());
    assert_same_bits("what failed changed nothing", &rendered(&scene, whole([60, 44])), &before);
}

#[test]
fn a_hemisphere_has_the_light_of_lamberts_law() {
    const SIDE: u32 = 161;
    let radius = 120.0;
    let height = |x: f64, y: f64| {
        let (x, y) = (x - 80.0, y - 80.0);
        libm::sqrt((radius * radius - x * x - y * y).max(0.0))
    };
    let mut seen = [0; 2];
    for (azimuth, altitude) in [(315.0, 45.0), (60.0, 15.0)] {
        let view = white(azimuth, altitude);
        let scene = Scene::new(&view, shaped(&view, [SIDE; 2], height), [SIDE; 2]).expect("a legal scene");
        let pixels = rendered(&scene, whole([SIDE; 2]));
        for (number, pixel) in (0..).zip(pixels.chunks_exact(3)) {
            let (x, y) = (f64::from(number % SIDE), f64::from(number / SIDE));
            let (right, down, up) = (x - 80.0, y - 80.0, height(x, y));
            if right * right + down * down > 0.5 * radius * radius {
                continue;
            }
            // The true normal is the direction from the centre.
            let expected = light(&view, [-right / up, -down / up], &height, [x, y]);
            seen[usize::from(right * libm::sin(azimuth.to_radians()) > down * libm::cos(azimuth.to_radians()))] += 1;
            for (value, expected) in pixel.iter().zip(expected) {
                assert!((f64::from(*value) - expected).abs() < 2e-4, "{x}, {y}: {value}, not {expected}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5000), "{seen:?}");
}

#[test]
fn a_wall_casts_a_shadow_of_its_height_over_the_tangent_of_the_suns_altitude() {
    for (altitude, expected) in [(45.0, 12.0), (30.0, 12.0 * libm::sqrt(3.0)), (15.0, 12.0 / libm::tan(15.0_f64.to_radians()))] {
        // From the left, the right, above and below. The wall is 24 high, and the scale of heights is one half.
        for (azimuth, towards) in [(270.0, [1.0, 0.0]), (90.0, [-1.0, 0.0]), (0.0, [0.0, 1.0]), (180.0, [0.0, -1.0])] {
            let view = View { shadows: true, relief_height: 0.5, range: [0.0, 24.0], ..white(azimuth, altitude) };
            let away = |x: f64, y: f64| (x - 60.0) * towards[0] + (y - 60.0) * towards[1];
            let height = |x: f64, y: f64| if (-3.0..=0.0).contains(&away(x, y)) { 24.0 } else { 0.0 };
            let scene = Scene::new(&view, shaped(&view, [121; 2], height), [121; 2]).expect("a legal scene");
            let pixels = rendered(&scene, whole([121; 2]));
            let sunny = f64::from(pixels[(if towards[0] + towards[1] > 0.0 { 0 } else { 120 * 121 + 120 }) * 3]);
            let mut dark = 0.0;
            for step in 2..60 {
                let at = |start: f64, by: f64| (start + by * f64::from(step)) as usize;
                let pixel = 3 * (at(60.0, towards[1]) * 121 + at(60.0, towards[0]));
                let is_dark = f64::from(pixels[pixel]) < 0.6 * sunny;
                assert!(!is_dark || dark == f64::from(step - 2), "the shadow has a hole before {step}");
                dark += f64::from(u8::from(is_dark));
            }
            // The samples 2, 3, ... up to the end of the shadow; rays start a twentieth of a step above the ground.
            let length = dark + 1.0;
            let end = expected - 0.05 / libm::tan(f64::to_radians(altitude));
            assert!(length <= end + 1e-3 && end - 1.0 <= length + 1e-3, "{azimuth}, {altitude}: {length} samples, not {expected}");
        }
    }
}

#[test]
fn a_relief_shows_the_whole_block_and_the_sky_around_it() {
    let program = hills();
    let size = [64, 64];
    let sky = Palette { sky: [[255, 0, 255]; 2], ..Palette::grey() };
    for lens in [Lens::Orthographic, Lens::Perspective] {
        for (heading, pitch) in [(0.0, 30.0), (45.0, 15.0), (200.0, 60.0), (10.0, 90.0)] {
            let camera = Camera { lens, heading, pitch, ..Camera::default() };
            let view = View { antialias: 1, palette: sky.clone(), ..relief(camera) };
            let scene = Scene::new(&view, terrain(&program, &grid(64, 64), whole(size), &view), [100, 80]).expect("a legal scene");
            let pixels = rendered(&scene, whole([100, 80]));
            let is_sky = |x: usize, y: usize| {
                let at = 3 * (y * 100 + x);
                pixels[at] > 0.99 && pixels[at + 1] < 0.01
            };
            let mut edge = (0..100).flat_map(|x| [(x, 0), (x, 79)]).chain((0..80).flat_map(|y| [(0, y), (99, y)]));
            assert!(edge.all(|(x, y)| is_sky(x, y)), "{camera:?}: the block leaves the picture");
            let seen = (0..8000).filter(|pixel| !is_sky(pixel % 100, pixel / 100)).count();
            assert!(seen > 1500, "{camera:?}: {seen} pixels of terrain");
            assert!(!is_sky(50, 42), "{camera:?}");
        }
    }
}

/// Paints a scene of a view of hills, and returns its pixels.
fn painted(view: &View, picture: [u32; 2], colours: impl Fn([u32; 2]) -> Vec<f32>) -> Vec<f32> {
    let ground = terrain(&hills(), &grid(64, 48), whole([64, 48]), view);
    let colours = colours(ground.size);
    let mut scene = Scene::new(view, ground, picture).expect("a legal scene");
    scene.paint(&colours).expect("legal colours");
    rendered(&scene, whole(picture))
}

#[test]
fn painted_ground_has_its_own_colours_where_no_light_falls() {
    let light = LIGHTS[0];
    let view = View { light, antialias: 1, ..View::default() };
    let margin = view.margin([1.0 / 32.0; 2]).expect("a legal view") as usize;
    let pixels = painted(&view, [64, 48], colours);
    let all = colours([64 + 2 * margin as u32, 48 + 2 * margin as u32]);
    for (row, pixels) in pixels.chunks_exact(3 * 64).enumerate() {
        let first = 3 * ((row + margin) * (64 + 2 * margin) + margin);
        assert_same_bits(&format!("row {row}"), pixels, &all[first..first + 3 * 64]);
    }
}

#[test]
fn painted_white_a_scene_is_that_of_a_white_palette() {
    let wide = Camera { lens: Lens::Perspective, haze: 0.3, ..Camera::default() };
    let palette = white(300.0, 30.0).palette;
    let relief = View { water: Some(-0.1), wireframe: Some(8), palette, ..relief(wide) };
    let map = View { projection: Projection::Hillshade, ..relief.clone() };
    for (view, picture) in [(relief, [90, 60]), (map, [64, 48])] {
        let scene = Scene::new(&view, terrain(&hills(), &grid(64, 48), whole([64, 48]), &view), picture).expect("a legal scene");
        let of_palette = rendered(&scene, whole(picture));
        let white = |[columns, rows]: [u32; 2]| vec![1.0; (3 * columns * rows) as usize];
        assert_same_bits("white", &painted(&view, picture, white), &of_palette);
        assert!(painted(&view, picture, colours) != of_palette);
    }
}

#[test]
fn painted_ground_stays_painted_when_it_is_looked_at_again() {
    let view = relief(Camera::default());
    let turned = relief(Camera { heading: 100.0, ..Camera::default() });
    let ground = terrain(&hills(), &grid(64, 48), whole([64, 48]), &view);
    let size = ground.size;
    let mut scene = Scene::new(&view, ground, [30, 20]).expect("a legal scene");
    for wrong in [vec![0.5; 7], vec![1.5; colours(size).len()], vec![f32::NAN; colours(size).len()]] {
        assert!(scene.paint(&wrong).is_err());
    }
    scene.paint(&vec![0.25; colours(size).len()]).expect("legal colours");
    scene.paint(&colours(size)).expect("legal colours");
    scene.look_again(&turned, [60, 44]).expect("a legal view");
    assert_same_bits("turned", &rendered(&scene, whole([60, 44])), &painted(&turned, [60, 44], colours));
}

#[test]
fn a_grid_around_a_tile_has_the_same_samples() {
    let program = hills();
    let thirds = Grid::plane(Axis::extent(0, 1, 3), Axis::extent(Number::from(-0.1), Number::from(0.7), 30));
    for (grid, tile) in [
        (thirds, Tile { origin: [1, 4, 0], size: [2, 9, 1] }),
        (grid(40, 30), Tile { origin: [10, 5, 0], size: [20, 20, 1] }),
        (grid(40, 30), whole([40, 30])),
    ] {
        for margin in [0, 1, 5, 50] {
            let (around, place) = grid.around(tile, margin).expect("a legal grid");
            assert_eq!(place.size, [tile.size[0] + 2 * margin, tile.size[1] + 2 * margin, 1]);
            let inside = Tile { origin: [place.origin[0] + margin, place.origin[1] + margin, 0], size: tile.size };
            let sample = |grid: Grid, tile: Tile| {
                let mut samples = vec![f32::NAN; tile.samples()];
                Cpu::new().evaluate(&program, &Domain::from(grid), tile, &mut samples).expect("a legal tile");
                samples
            };
            assert_same_bits(&format!("{tile:?}, {margin}"), &sample(around, inside), &sample(grid, tile));
            assert_eq!((around.x.spacing(), around.y.spacing()), (grid.x.spacing(), grid.y.spacing()));
        }
    }
    let constant = Grid { y: Axis::Constant(Number::ZERO), ..grid(4, 1) };
    assert!(matches!(constant.around(whole([4, 1]), 1), Err(Error::Parameter { place, .. }) if place == "region.y"));
    let huge = Grid::plane(Axis::extent(0, 1, 2_000_000_000), Axis::extent(0, 1, 4));
    assert!(matches!(huge.around(Tile { origin: [0; 3], size: [4, 4, 1] }, 1), Err(Error::Limit { what, .. }) if what == "region.x"));
    assert_eq!(cpu(&program, &Domain::from(grid(4, 4))).len(), 16);
}
