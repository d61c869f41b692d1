//! Tests of shading: against f64, and of the promises of its formulas.

use super::pyramid::Pyramid;
use super::shading::*;
use super::{Law, Light, Projection, Scene, Terrain, View};
use crate::strict::arithmetic::{quotient, sqrt_of};

/// Returns an endless sequence of numbers from -1 to 1 (xorshift64*, Vigna, 2016).
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed | 1;
    move || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40) as f64 / f64::from(1 << 23) - 1.0
    }
}

/// Returns the height of a ray above the ground in f64, by the definition. None beyond the samples.
fn clearance(heights: &Pyramid, size: [i32; 2], ray: &Ray, t: f64) -> Option<f64> {
    let at = |cell: i32, place: f32, step: f32| f64::from(cell) + f64::from(place) + t * f64::from(step);
    let (x, y) = (at(ray.cell_x, ray.x, ray.dx), at(ray.cell_y, ray.y, ray.dy));
    let [last_x, last_y] = size.map(|samples| f64::from(samples - 1));
    if !(0.0..last_x).contains(&x) || !(0.0..last_y).contains(&y) {
        return None;
    }
    let height = |x: f64, y: f64| f64::from(heights.height(x as usize, y as usize));
    let (x0, y0) = (x.floor(), y.floor());
    let (u, v) = (x - x0, y - y0);
    let blend = |t: f64, a: f64, b: f64| a + t * (b - a);
    let ground = blend(v, blend(u, height(x0, y0), height(x0 + 1.0, y0)), blend(u, height(x0, y0 + 1.0), height(x0 + 1.0, y0 + 1.0)));
    Some(f64::from(ray.z) + t * f64::from(ray.dz) - ground)
}

/// Returns the ground in smooth light by Lambert's law, in a direct form.
fn smooth_land(heights: &Pyramid, look: &Look, at: Place) -> Rgb {
    let ground = ground_at(heights, look, at);
    let across = ground.rise_x * ground.rise_x + ground.rise_y * ground.rise_y;
    let cosine = quotient(1.0, sqrt_of(across + 1.0), 1.0);
    let light = light_on(
        look,
        -(ground.rise_x * cosine),
        -(ground.rise_y * cosine),
        cosine,
        sunlit(heights, look, at, ground.height),
        open_sky(heights, look, at, ground.height),
    );
    let colour = colour_of(look, ground.height, cosine);
    Rgb { r: colour.r * light.r, g: colour.g * light.g, b: colour.b * light.b }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn each_light_is_made_of_the_ground_as_it_says() {
    let mut next = random(5);
    let samples: Vec<f32> = (0..64 * 64).map(|_| next() as f32).collect();
    let scene = |light: Light, shadows: bool| {
        let view = View { projection: Projection::Relief(super::Camera::default()), light, shadows, ..View::default() };
        let terrain = Terrain { heights: samples.clone(), size: [64; 2], spacing: [2.0; 2], first: [0; 2] };
        Scene::new(&view, terrain, [8; 2]).expect("a legal scene")
    };
    let land_at = |scene: &Scene, at: Place| land(&scene.heights, &scene.look, at, ground_at(&scene.heights, &scene.look, at));
    let flat = |law| Light { law, is_smooth: false };
    let [none, difference, lambert, shadow] =
        [(Law::None, false), (Law::HeightDifference, false), (Law::Lambert, false), (Law::Lambert, true)]
            .map(|(law, shadows)| [scene(flat(law), shadows), scene(Light { law, is_smooth: true }, shadows)]);
    let mut differing = [0; 3];
    for number in 0..400 {
        let mut inside = || 0.5 + 0.499 * next() as f32;
        let at = Place { cell_x: 1 + number % 20 * 3, cell_y: 1 + number / 20 * 3, x: inside(), y: inside() };
        for [_, smooth] in [&lambert, &shadow] {
            let (found, expected) = (land_at(smooth, at), smooth_land(&smooth.heights, &smooth.look, at));
            assert_eq!(found, expected, "{at:?}");
        }
        // Without light only the colour is left.
        let ground = ground_at(&none[1].heights, &none[1].look, at);
        let across = ground.rise_x * ground.rise_x + ground.rise_y * ground.rise_y;
        assert_eq!(land_at(&none[1], at), colour_of(&none[1].look, ground.height, quotient(1.0, sqrt_of(across + 1.0), 1.0)));
        for (count, [flat, smooth]) in differing.iter_mut().zip([&difference, &lambert, &shadow]) {
            *count += u32::from(land_at(flat, at) != land_at(smooth, at));
        }
    }
    assert!(differing.iter().all(|&count| count > 200), "{differing:?}");
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_ray_meets_the_first_ground_on_its_way() {
    let (mut met, mut missed) = (0, 0);
    let mut next = random(7);
    for size in [[33, 21], [64, 64], [2, 2], [7, 130]] {
        let [columns, rows] = size;
        let samples: Vec<f32> = (0..columns * rows).map(|_| (next() * next() * 3.0) as f32).collect();
        let heights = &Pyramid::new(samples, size.map(|side: i32| side as u32)).expect("legal heights");
        let levels = heights.bindings().1.len() as u32 - 1;
        for number in 0..400 {
            let mut inside = |samples: i32| ((next() + 1.0) / 2.0 * f64::from(samples - 1)) as f32;
            let (x, y) = (inside(columns), inside(rows));
            let (cell_x, cell_y) = ((x as i32).min(columns - 2), (y as i32).min(rows - 2));
            let steps = [next(), next(), next()].map(|step| step as f32);
            // Some along an axis, and some vertical.
            let [dx, dy] = match number % 8 {
                0 => [0.0, steps[1]],
                1 => [steps[0], 0.0],
                2 => [0.0, 0.0],
                _ => [steps[0], steps[1]],
            };
            let ray = &Ray { cell_x, cell_y, x: x - cell_x as f32, y: y - cell_y as f32, z: 3.5, dx, dy, dz: 0.6 * steps[2] - 0.61 };
            let hit = f64::from(march(heights, columns, rows, levels, *ray, 0.0, 60.0));
            let step = 1e-3;
            let mut closest = f64::INFINITY;
            let mut t = 0.0;
            let expected = loop {
                match clearance(heights, size, ray, t) {
                    None => break -1.0,
                    Some(above) if above < 0.0 => break t,
                    Some(above) => closest = closest.min(above),
                }
                if t > 60.0 {
                    break -1.0;
                }
                t += step;
            };
            // Where a ray grazes the ground, either result is right.
            if hit < 0.0 && expected < 0.0 {
                missed += 1;
            } else if (hit - expected).abs() < 3e-3 {
                met += 1;
            } else {
                let at_hit = if hit < 0.0 { closest } else { clearance(heights, size, ray, hit).map_or(0.0, f64::abs) };
                assert!(at_hit < 2e-3 && closest < 2e-3, "{size:?}, {ray:?}: {hit}, not {expected}; closest {closest}");
            }
        }
    }
    assert!(met > 800 && missed > 400, "{met} met the ground, {missed} missed it");
}
