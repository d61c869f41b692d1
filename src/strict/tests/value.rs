//! Value noise against its definition.

use super::reference::{Random, blend, fraction, key, slopes, worst};
use crate::strict::hash::*;
use crate::strict::lattice::*;
use crate::strict::value::*;

fn moved(at: Coordinate, by: i32) -> Coordinate {
    (0..by.abs()).fold(at, |at, _| if by > 0 { point_after(at) } else { point_before(at) })
}

/// Returns the value of the lattice point at an offset in cells from a sample. If smoothed, it is averaged with the products of 1/4, 1/2, 1/4 as
/// weights.
fn lattice_value(smoothed: bool, key: [u32; 2], at: &[Coordinate], steps: &[i32]) -> f64 {
    if smoothed {
        return (0..3_usize.pow(at.len() as u32))
            .map(|number| {
                let offsets: Vec<i32> = (0..at.len() as u32).map(|axis| (number / 3_usize.pow(axis) % 3) as i32 - 1).collect();
                let weight: f64 = offsets.iter().map(|offset| 0.5 - 0.25 * f64::from(offset.abs())).product();
                let steps: Vec<i32> = steps.iter().zip(&offsets).map(|(step, offset)| step + offset).collect();
                weight * lattice_value(false, key, at, &steps)
            })
            .sum();
    }
    let cell = |axis: usize| at.get(axis).map_or(std::num::Wrapping(0), |at| moved(*at, steps[axis]).cell);
    let h = if at.len() == 4 { hash_4(key, cell(0), cell(1), cell(2), cell(3)) } else { hash_3(key, cell(0), cell(1), cell(2)) };
    f64::from(hash_value(h))
}

/// The spline of Catmull and Rom, in the form of its weights.
fn cubic_reference(f: &[f64], value: &dyn Fn(&[i32]) -> f64) -> f64 {
    let weights = |t: f64| {
        let (t2, t3) = (t * t, t * t * t);
        [-t + 2.0 * t2 - t3, 2.0 - 5.0 * t2 + 3.0 * t3, t + 4.0 * t2 - 3.0 * t3, t3 - t2].map(|weight| weight / 2.0)
    };
    let points = (0..4_usize.pow(f.len() as u32)).map(|number| {
        let steps: Vec<usize> = (0..f.len() as u32).map(|axis| number / 4_usize.pow(axis) % 4).collect();
        let weight: f64 = steps.iter().zip(f).map(|(step, f)| weights(*f)[*step]).product();
        weight * value(&steps.iter().map(|step| *step as i32 - 1).collect::<Vec<_>>())
    });
    points.sum()
}

fn samples(count: u32, mut check: impl FnMut(u32, [u32; 2], &[Coordinate], &[f64])) {
    let mut random = Random(2);
    for number in 0..super::cases(count as usize) as u32 {
        let at: [Coordinate; 4] = std::array::from_fn(|axis| random.coordinate([0, 1, 2, 7][(axis + number as usize) % 4]));
        let f = at.map(fraction);
        (1..=4).for_each(|dimensions| check(number, key(number), &at[..dimensions], &f[..dimensions]));
    }
}

#[test]
fn values_and_slopes_are_those_of_the_definition_in_f64() {
    samples(3000, |number, key, at, f| {
        let (interpolation, smoothed) = (number % 4, number / 4 % 2);
        let lattice = |steps: &[u32]| {
            let steps: Vec<i32> = steps.iter().map(|step| *step as i32).collect();
            lattice_value(smoothed == 1 && at.len() < 4, key, at, &steps)
        };
        let noise = |f: &[f64]| blend(interpolation, f, &|steps, _| lattice(steps));
        let (value, slope) = match *at {
            [x] => (value_1(smoothed, interpolation, key, x), value_1_slope(smoothed, interpolation, key, x)),
            [x, y] => (value_2(smoothed, interpolation, key, x, y), value_2_slope(smoothed, interpolation, key, x, y)),
            [x, y, z] => (value_3(smoothed, interpolation, key, x, y, z), value_3_slope(smoothed, interpolation, key, x, y, z)),
            [x, y, z, w] => (value_4(interpolation, key, x, y, z, w), value_4_slope(interpolation, key, x, y, z, w)),
            _ => unreachable!(),
        };
        assert!((f64::from(value) - noise(f)).abs() < 1e-6, "{at:?}: {value}, {}", noise(f));
        assert!(worst(slope, slopes(f, &noise)) < 4e-6, "{at:?}: {slope:?}, {:?}", slopes(f, &noise));
    });
}

#[test]
fn cubic_values_and_slopes_are_those_of_catmull_and_rom_in_f64() {
    samples(1000, |number, key, at, f| {
        let smoothed = number % 2;
        let is_smoothed = smoothed == 1 && at.len() < 3;
        let noise = |f: &[f64]| cubic_reference(f, &|steps| lattice_value(is_smoothed, key, at, steps));
        let (value, slope) = match *at {
            [x] => (value_cubic_1(smoothed, key, x), value_cubic_1_slope(smoothed, key, x)),
            [x, y] => (value_cubic_2(smoothed, key, x, y), value_cubic_2_slope(smoothed, key, x, y)),
            [x, y, z] => (value_cubic_3(key, x, y, z), value_cubic_3_slope(key, x, y, z)),
            _ => return,
        };
        assert!((f64::from(value) - noise(f)).abs() < 2e-6, "{at:?}: {value}, {}", noise(f));
        assert!(worst(slope, slopes(f, &noise)) < 4e-6, "{at:?}: {slope:?}, {:?}", slopes(f, &noise));
    });
}

#[test]
fn a_lattice_point_has_its_value() {
    samples(1000, |_, key, at, _| {
        let at: Vec<_> = at.iter().map(|at| Coordinate { fraction: std::num::Wrapping(0), ..*at }).collect();
        if let [x, y] = *at {
            assert_eq!(value_2(0, QUINTIC, key, x, y), value_lattice_2(0, key, x, y));
            assert_eq!(value_cubic_2(1, key, x, y), value_lattice_2(1, key, x, y));
        }
    });
}
