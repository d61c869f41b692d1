//! Ambient occlusion.

use std::f64::consts::{FRAC_PI_2, PI};

use super::*;

/// Interpolates between pixels.
fn between(picture: &Picture, x: f64, y: f64) -> f64 {
    let [left, top] = [x, y].map(|at| libm::floor(at) as isize);
    let [along, down] = [x - left as f64, y - top as f64];
    let row = |y: isize| (1.0 - along) * picture.at(left, y) + along * picture.at(left + 1, y);
    (1.0 - down) * row(top) + down * row(top + 1)
}

/// Returns the visible share of the sky at a pixel: an integral over many directions, each with many steps and angles of elevation.
fn brute_force(picture: &Picture, scale: Scale, [height, radius]: [f64; 2], [x, y]: [isize; 2]) -> f64 {
    const DIRECTIONS: usize = 90;
    const ELEVATIONS: usize = 360;
    let here = picture.at(x, y);
    let slope_x = (picture.at(x + 1, y) - picture.at(x - 1, y)) * height * scale.0[0] / 2.0;
    let slope_y = (picture.at(x, y + 1) - picture.at(x, y - 1)) * height * scale.0[1] / 2.0;
    let length = libm::sqrt(1.0 + slope_x * slope_x + slope_y * slope_y);
    let normal = [-slope_x / length, -slope_y / length, 1.0 / length];
    let steps = (4.0 * radius * scale.0[0].max(scale.0[1])) as usize;
    let mut hidden = 0.0;
    for direction in 0..DIRECTIONS {
        let azimuth = 2.0 * PI * direction as f64 / DIRECTIONS as f64;
        let (cosine, sine) = (libm::cos(azimuth), libm::sin(azimuth));
        let tangent = libm::sin(libm::atan(slope_x * cosine + slope_y * sine));
        let horizon = (4..steps).map(|step| {
            let distance = radius * step as f64 / steps as f64;
            let value = between(picture, x as f64 + distance * cosine * scale.0[0], y as f64 + distance * sine * scale.0[1]);
            let elevation = libm::atan2(height * (value - here), distance);
            tangent + (1.0 - libm::pow(distance / radius, 2.0)) * (libm::sin(elevation) - tangent)
        });
        let horizon = horizon.fold(tangent, f64::max);
        for step in 0..ELEVATIONS {
            let elevation = FRAC_PI_2 * (2.0 * (step as f64 + 0.5) / ELEVATIONS as f64 - 1.0);
            let up = libm::sin(elevation);
            let along = libm::cos(elevation);
            let facing = normal[0] * along * cosine + normal[1] * along * sine + normal[2] * up;
            if up < horizon && facing > 0.0 {
                hidden += facing * along;
            }
        }
    }
    1.0 - hidden * (PI / ELEVATIONS as f64) * (2.0 * PI / DIRECTIONS as f64) / PI
}

#[test]
fn occlusion_is_near_that_of_many_directions_and_steps() {
    let [height, radius] = [0.5, 1.4];
    for scale in [Scale([14.0; 2]), Scale([14.0, 9.0])] {
        let rough = Picture::noise([24, 24], 21 + 2);
        // Means of 25 values: slopes between pixels of up to 4, and no detail that steps would miss.
        let smooth = |x: isize, y: isize| (0..25).map(|near| rough.at(x + near % 5 - 2, y + near / 5 - 2)).sum::<f64>() / 25.0;
        let places = (-21..45).flat_map(|y| (-21..45).map(move |x| (x, y)));
        let picture = Picture { values: places.map(|(x, y)| smooth(x, y) as f32).collect(), size: [24, 24], margin: 21 };
        let pixels: Vec<usize> = (0..576).step_by(7).collect();
        let expected: Vec<f64> =
            pixels.iter().map(|at| brute_force(&picture, scale, [height, radius], [at % 24, at / 24].map(usize::cast_signed))).collect();
        assert!(expected.iter().any(|visible| *visible < 0.75) && expected.iter().any(|visible| *visible > 0.99));
        // Eight directions are enough here. The errors are those of steps that miss the highest point by up to an eighth of its distance.
        for directions in [8, 64] {
            let found = picture.run(Pass::Ao { height, radius, directions, strength: 1.0 }, scale);
            let errors = || pixels.iter().zip(&expected).map(|(at, expected)| f64::from(found[*at]) - expected);
            let most = errors().map(f64::abs).fold(0.0, f64::max);
            let mean_square = errors().map(|error| error * error).sum::<f64>() / pixels.len() as f64;
            assert!(most < 0.04 && mean_square.sqrt() < 0.011, "{directions}: {most}, {}", mean_square.sqrt());
        }
    }
}

#[test]
fn a_plane_sees_all_of_its_sky() {
    for directions in [1, 3, 8] {
        let pass = Pass::Ao { height: 0.7, radius: 1.0, directions, strength: 1.0 };
        let level = Picture::of([20, 10], 9, OBLONG, |_, _| 0.3);
        assert_eq!(level.run(pass, OBLONG), [1.0; 200]);
        let tilted = Picture::of([20, 10], 9, OBLONG, |x, y| 1.5 * x - 2.0 * y).run(pass, OBLONG);
        // The slopes are rounded.
        assert!(tilted.iter().all(|value| *value > 0.999_999), "{tilted:?}");
        let crest = Picture::of([20, 10], 9, OBLONG, |x, y| -(x - 1.0).abs() - y * y).run(pass, OBLONG);
        assert!(crest.iter().all(|value| *value > 0.999_999), "{crest:?}");
    }
}

#[test]
fn strength_scales_what_is_hidden() {
    let picture = Picture::noise([24, 24], 10);
    let of = |strength: f64| picture.run(Pass::Ao { height: 0.2, radius: 1.1, directions: 8, strength }, SQUARE);
    for strength in [0.0, 0.5, 3.0] {
        for (scaled, whole) in of(strength).into_iter().zip(of(1.0)) {
            let expected = (1.0 - strength * (1.0 - f64::from(whole))).clamp(0.0, 1.0);
            assert!((f64::from(scaled) - expected).abs() < 1e-6, "{strength}: {scaled}, not {expected}");
        }
    }
    assert!(of(3.0).contains(&0.0));
}

#[test]
fn heights_too_great_for_slopes_hide_between_nothing_and_all() {
    let picture = Picture::noise([24, 24], 10);
    let high = Picture { values: picture.values.iter().map(|value| value.signum() * f32::MAX).collect(), ..picture };
    for height in [0.0, 1.0, 1e30, 1e300] {
        let found = high.run(Pass::Ao { height, radius: 1.1, directions: 8, strength: 1.0 }, SQUARE);
        assert!(found.iter().all(|visible| (0.0..=1.0).contains(visible)), "{height}: {found:?}");
    }
    let pit =
        Picture::of([5, 5], 10, SQUARE, |x, y| f64::from(f32::MAX) * if libm::hypot(x - 0.3125, y - 0.3125) < 0.3 { -1.0 } else { 1.0 });
    let found = pit.run(Pass::Ao { height: 1.0, radius: 1.1, directions: 8, strength: 1.0 }, SQUARE);
    assert!(found[12] < 0.3, "{found:?}");
}

/// A radius so far that the falloff is nearly 1 around a pixel.
const FAR: Pass = Pass::Ao { height: 1.0, radius: 400.0, directions: 32, strength: 1.0 };
/// Sixteen steps to there: the ratio between the distances of neighbours. A wall is seen up to so much further away than it is.
const RATIO: f64 = 1.455;

#[test]
fn a_wall_hides_what_its_angle_of_elevation_says() {
    let scale = Scale([1.0; 2]);
    for height in [3.0, 20.0, 90.0] {
        let wall = Picture::of([40, 1], 401, scale, |x, _| if x > 0.0 { 0.0 } else { height });
        for (x, found) in wall.run(FAR, scale).iter().enumerate().skip(2) {
            let visible = |distance: f64| 0.5 + 0.5 * distance / libm::hypot(distance, height);
            // The wall's last pixel is that far away; the bilinear samples before it rise already.
            let distance = x as f64 + 1.0;
            let bounds = visible(distance - 1.0)..visible(RATIO * distance);
            assert!(bounds.contains(&f64::from(*found)), "{height}, {x}: {found}, not in {bounds:?}");
        }
    }
}

#[test]
fn a_pit_sees_the_cone_above_it() {
    let (scale, radius) = (Scale([1.0; 2]), 20.0);
    for height in [5.0, 20.0, 60.0] {
        let pit = Picture::of([1, 1], 401, scale, |x, y| if libm::hypot(x - 0.5, y - 0.5) < radius { 0.0 } else { height });
        let found = f64::from(pit.run(FAR, scale)[0]);
        let visible = |radius: f64| radius * radius / (radius * radius + height * height);
        let bounds = visible(radius - 1.0)..visible(RATIO * radius);
        assert!(bounds.contains(&found), "{height}: {found}, not in {bounds:?}");
    }
}
