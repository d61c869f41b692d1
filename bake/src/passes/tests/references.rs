//! The passes other than occlusion.

use super::*;

/// The most that a result in f32 of values up to 1 may differ: twice its rounding.
const ROUNDING: f64 = 1.2e-7;

fn assert_near(found: &[f32], expected: impl Fn(isize, isize) -> f64, width: usize, tolerance: f64) {
    for (index, &found) in found.iter().enumerate() {
        let (x, y) = (index % width, index / width);
        let expected = expected(x as isize, y as isize);
        assert!((f64::from(found) - expected).abs() <= tolerance, "at {x}, {y}: {found}, not {expected}");
    }
}

/// Returns the mean of all values of `value` in a rectangle around a pixel by the weights of a Gaussian, all at once.
fn naive(radius: f64, scale: Scale, [x, y]: [isize; 2], value: impl Fn(isize, isize) -> f64) -> f64 {
    let [across, down] = scale.0.map(|scale| (radius * scale) as isize);
    let deviations = |distance: isize, axis: usize| distance as f64 / scale.0[axis] / (radius / 3.0);
    let (mut sum, mut total) = (0.0, 0.0);
    for dy in -down..=down {
        for dx in -across..=across {
            let weight = libm::exp(-(libm::pow(deviations(dx, 0), 2.0) + libm::pow(deviations(dy, 1), 2.0)) / 2.0);
            sum += weight * value(x + dx, y + dy);
            total += weight;
        }
    }
    sum / total
}

#[test]
fn a_blur_is_a_convolution_with_a_gaussian_of_a_third_of_the_radius() {
    for scale in [SQUARE, OBLONG] {
        for radius in [0.13, 0.5, 1.1] {
            let picture = Picture::noise([37, 19], 8);
            let mean = |x, y| naive(radius, scale, [x, y], |x, y| picture.at(x, y));
            assert_near(&picture.run(Pass::Blur { radius }, scale), mean, 37, ROUNDING);
            assert_near(&picture.run(Pass::HighPass { radius }, scale), |x, y| picture.at(x, y) - mean(x, y), 37, ROUNDING);
        }
    }
}

#[test]
fn the_sums_of_all_pixels_run_in_the_same_order() {
    // Of a level picture, a high pass leaves the rounding of the sums.
    let level = Picture::of([37, 3], 9, SQUARE, |_, _| 0.3);
    for radius in [0.7, 0.8, 0.9, 1.0, 1.1] {
        let found = bits(&level.run(Pass::HighPass { radius }, SQUARE));
        assert!(found.iter().all(|value| *value == found[0]), "{radius}: {found:x?}");
    }
}

#[test]
fn a_weighted_blur_takes_values_by_their_weights_from_0_to_1() {
    let (picture, weights) = (Picture::noise([37, 19], 7), Picture::noise([37, 19], 8));
    let weight = |x, y| weights.at(x, y).clamp(0.0, 1.0);
    let found = run(Pass::Blur { radius: 0.8 }, OBLONG, &[picture.window(), weights.window()], [37, 19]);
    let mean = |x, y| {
        let weighted = naive(0.8, OBLONG, [x, y], |x, y| picture.at(x, y) * weight(x, y));
        weighted / naive(0.8, OBLONG, [x, y], weight)
    };
    assert_near(&found, mean, 37, ROUNDING);
}

#[test]
fn a_pixel_without_weight_around_it_keeps_its_value() {
    let picture = Picture::noise([37, 19], 8);
    let weights = Picture::of([37, 19], 8, SQUARE, |x, _| if x < 2.0 { 0.0 } else { 1.0 });
    let found = run(Pass::Blur { radius: 0.5 }, SQUARE, &[picture.window(), weights.window()], [37, 19]);
    for (y, row) in found.chunks(37).enumerate() {
        assert_eq!(row[..12], picture.window().row(0, y as isize, 37)[..12]);
        assert!(row[12..].iter().zip(&picture.window().row(0, y as isize, 37)[12..]).all(|(blurred, own)| blurred != own));
    }
}

#[test]
fn curvature_is_grey_on_a_plane_and_parts_into_cavity_and_edges() {
    let (radius, strength) = (0.7, 0.8);
    let plane = Picture::of([20, 10], 6, OBLONG, |x, y| 0.2 * x - 0.1 * y);
    assert_near(&plane.run(Pass::Curvature { radius, strength }, OBLONG), |_, _| 0.5, 20, ROUNDING);
    let picture = Picture::noise([37, 19], 6);
    let curvature = |x, y| 0.5 + strength * (picture.at(x, y) - naive(radius, OBLONG, [x, y], |x, y| picture.at(x, y)));
    let found = [Pass::Curvature { radius, strength }, Pass::Cavity { radius, strength }, Pass::Edges { radius, strength }];
    let [whole, cavity, edges] = found.map(|pass| picture.run(pass, OBLONG));
    assert_near(&whole, |x, y| curvature(x, y).clamp(0.0, 1.0), 37, ROUNDING);
    assert_near(&cavity, |x, y| (2.0 * curvature(x, y)).clamp(0.0, 1.0), 37, ROUNDING);
    assert_near(&edges, |x, y| (2.0 * curvature(x, y) - 1.0).clamp(0.0, 1.0), 37, ROUNDING);
    assert!([0.0, 1.0].iter().all(|end| whole.contains(end)));
}

#[test]
fn a_distance_is_that_to_the_nearest_pixel_of_all() {
    for (scale, reach, level) in [(SQUARE, 2.0, 0.97), (SQUARE, 0.7, 0.9), (OBLONG, 2.0, 0.97), (OBLONG, 0.05, 0.5)] {
        let picture = Picture::noise([53, 31], 16);
        let nearest = |x: isize, y: isize| {
            let pixels = (-16..47).flat_map(|row| (-16..69).map(move |column| (column, row)));
            let set = pixels.filter(|&(column, row)| picture.at(column, row) >= level);
            let distance = |(column, row): (isize, isize)| {
                let [dx, dy] = [(column - x) as f64 / scale.0[0], (row - y) as f64 / scale.0[1]];
                (dx * dx + dy * dy).sqrt()
            };
            set.map(distance).fold(reach, f64::min)
        };
        assert_near(&picture.run(Pass::Distance { level, reach }, scale), nearest, 53, ROUNDING);
    }
}

#[test]
fn the_distance_is_0_at_the_level_and_the_reach_where_no_pixel_is_as_high() {
    let level = f64::from(0.3_f32);
    let one = |value: f64| Picture::of([5, 1], 2, Scale([1.0; 2]), move |x, y| if x == 2.5 && y == 0.5 { value } else { -1.0 });
    let run = |value: f64, level: f64| one(value).run(Pass::Distance { level, reach: 1.5 }, Scale([1.0; 2]));
    assert_eq!(run(level, level), [1.5, 1.0, 0.0, 1.0, 1.5]);
    // No f32 lies between the level and 0.3.
    assert_eq!(run(level, level + 1e-12), [1.5; 5]);
    assert_eq!(run(level, f64::MAX), [1.5; 5]);
}

#[test]
fn a_directional_blur_is_the_mean_along_a_segment() {
    for (scale, angle, length) in [(SQUARE, 0.15, 1.5), (OBLONG, 0.3, 1.7), (OBLONG, 0.25, 1.0), (OBLONG, -0.5, 0.9)] {
        let picture = Picture::noise([79, 19], 9);
        let [dx, dy] = [libm::cos(angle * std::f64::consts::TAU) * scale.0[0], libm::sin(angle * std::f64::consts::TAU) * scale.0[1]];
        let count = 1 + 2 * (length * libm::hypot(dx, dy) / 2.0) as isize;
        let value = |x: f64, y: f64| {
            let weight = |at: f64, pixel: isize| (1.0 - (at - pixel as f64).abs()).max(0.0);
            let [left, top] = [x, y].map(|at| libm::floor(at) as isize);
            let pixels = (top..top + 2).flat_map(|row| (left..left + 2).map(move |column| (column, row)));
            pixels.map(|(column, row)| weight(x, column) * weight(y, row) * picture.at(column, row)).sum::<f64>()
        };
        let mean = |x: isize, y: isize| {
            let along = |tap: isize| length * ((tap as f64 + 0.5) / count as f64 - 0.5);
            (0..count).map(|tap| value(x as f64 + along(tap) * dx, y as f64 + along(tap) * dy)).sum::<f64>() / count as f64
        };
        assert_near(&picture.run(Pass::DirectionalBlur { angle, length }, scale), mean, 79, ROUNDING);
    }
}

#[test]
fn a_slope_blur_takes_the_mean_along_the_way_down() {
    // Down a plane, the way is straight; of a plane, the mean is the value in the middle.
    let [slope_x, slope_y] = [0.6, -0.8];
    let slope = Picture::of([40, 20], 12, OBLONG, |x, y| 3.0 * (slope_x * x + slope_y * y));
    let source = Picture::of([40, 20], 12, OBLONG, |x, y| 0.2 * x - 0.05 * y);
    let found = run(Pass::SlopeBlur { length: 1.1, taps: 4 }, OBLONG, &[source.window(), slope.window()], [40, 20]);
    let expected = |x, y| source.at(x, y) - 0.55 * (0.2 * slope_x - 0.05 * slope_y);
    assert_near(&found, expected, 40, 1e-6);
}

#[test]
fn the_path_of_a_slope_blur_stays_where_the_ground_is_level() {
    let slope = Picture::of([40, 1], 12, SQUARE, |x, _| (x - 2.0).max(0.0));
    let source = Picture::of([40, 1], 12, SQUARE, |x, _| x);
    let found = run(Pass::SlopeBlur { length: 1.0, taps: 1 }, SQUARE, &[source.window(), slope.window()], [40, 1]);
    // The first pixels have level ground on both sides; the others see the mean of their place and that a unit to the left.
    assert_near(&found, |x, y| source.at(x, y) - if x < 15 { 0.0 } else { 0.5 }, 40, 5e-7);
    // Steps of half a pixel: once on level ground, all further samples are the same.
    let found = run(Pass::SlopeBlur { length: 1.0, taps: 16 }, SQUARE, &[source.window(), slope.window()], [40, 1]);
    let first_on_slope = source.at(16, 0);
    assert!(f64::from(found[16]) > first_on_slope - 0.26 && f64::from(found[16]) < first_on_slope, "{}", found[16]);
}

#[test]
fn a_difference_is_the_derivative_of_a_square() {
    let picture = Picture::of([20, 10], 1, OBLONG, |x, y| x * x / 4.0 - y * y / 8.0);
    let centre = |at: isize, axis: usize| (at as f64 + 0.5) / OBLONG.0[axis];
    // The rounding of each value, times half of the pixels per unit.
    assert_near(&picture.run(Pass::Difference { axis: 0, most: 1e6 }, OBLONG), |x, _| centre(x, 0) / 2.0, 20, 2e-6);
    assert_near(&picture.run(Pass::Difference { axis: 1, most: 1e6 }, OBLONG), |_, y| -centre(y, 1) / 4.0, 20, 2e-6);
}
