//! Steps of one value against f64.

use super::arithmetic::{assert_alike, lists};
use crate::strict::modify::*;

const MANY: usize = super::cases(1 << 14);

/// Returns random lists in which the product of the first two fits into a register.
fn held<const N: usize>(seed: u64) -> Vec<[f32; N]> {
    let is_held = |list: &[f32; N]| ((f64::from(list[0]) + 1.0) * f64::from(list[1])).abs() < 1e38 && list[1].abs() < 5e37;
    lists::<N>(2 * MANY, seed).into_iter().filter(is_held).collect()
}

#[test]
fn steps_that_modify_are_the_same_side_by_side_and_legal() {
    assert_alike!(abs_of(v), lists::<1>(MANY, 1));
    assert_alike!(smoothstep_of(v, low, high), lists::<3>(MANY, 2));
    assert_alike!(smoothstep_slope(v, low, high), lists::<3>(MANY, 3));
    assert_alike!(bias(v, amount), lists::<2>(MANY, 4));
    assert_alike!(bias_slope(v, amount), lists::<2>(MANY, 5));
    assert_alike!(gain(v, amount), lists::<2>(MANY, 6));
    assert_alike!(gain_slope(v, amount), lists::<2>(MANY, 7));
    let levels = || held::<3>(8).into_iter().map(|[v, steps, c]| [v, steps, if steps.abs() > 1e-20 { 1.0 / steps } else { 0.0 }, c]);
    assert_alike!(terrace(v, steps, height, sharpness), levels().collect());
    assert_alike!(terrace_slope(v, steps, sharpness), held::<3>(9));
    assert_alike!(quantize(v, steps, height), levels().map(|[a, b, c, _]| [a, b, c]).collect());
    let pieces = lists::<7>(MANY, 10).into_iter().map(|[a, b, c, curve @ ..]| {
        let [d, e, f, g] = curve.map(|c| if c.abs() > 1e9 { 1.0 } else { c });
        [a, b, c, d, e, f, g]
    });
    assert_alike!(curve_piece(before, v, start, c0, c1, c2, c3), pieces.collect());
    assert_alike!(ping_pong(v, strength), held::<2>(11));
    assert_alike!(ping_pong_slope(v, strength), held::<2>(12));
    assert_alike!(fraction_of(v), lists::<1>(MANY, 13));
    assert_alike!(power_slope(v, exponent), lists::<2>(MANY, 14));
    assert_alike!(sqrt_slope(v), lists::<1>(MANY, 15));
}

#[test]
fn curves_hold_their_ends_and_range_and_fall_only_where_asked_to() {
    assert_eq!([smoothstep_of(-1.0, -0.5, 0.5), smoothstep_of(0.0, -0.5, 0.5), smoothstep_of(2.0, -0.5, 0.5)], [0.0, 0.5, 1.0]);
    assert_eq!([smoothstep_of(0.249_999_99, 0.25, 0.25), smoothstep_of(0.25, 0.25, 0.25)], [0.0, 1.0], "a step");
    assert_eq!(smoothstep_slope(0.25, 0.25, 0.25), 0.0);
    assert_eq!([-1.0, -0.5, 0.0, 0.5, 2.0].map(|v| smoothstep_of(v, 0.5, -0.5)), [1.0, 1.0, 0.5, 0.0, 0.0], "it falls");
    assert_eq!([smoothstep_slope(0.0, 0.5, -0.5), smoothstep_slope(0.0, -0.5, 0.5)], [-1.5, 1.5]);
    for amount in [0.0, 1e-20, 0.001, 0.1, 0.5, 0.7, 0.999, 1.0] {
        assert_eq!([bias(-1.0, amount), bias(0.0, amount), bias(1.0, amount), bias(9.0, amount)], [0.0, 0.0, 1.0, 1.0]);
        assert_eq!([gain(-1.0, amount), gain(0.0, amount), gain(0.5, amount), gain(1.0, amount)], [0.0, 0.0, 0.5, 1.0]);
        if (0.001..1.0).contains(&amount) {
            assert!((bias(0.5, amount) - amount).abs() < 1e-7 && (gain(0.25, amount) - 0.5 * amount).abs() < 1e-7);
        }
        let mut before = [0.0; 4];
        let count = super::cases(10_000) as u16;
        for at in 0..=count {
            let v = f32::from(at) / f32::from(count);
            let now = [bias(v, amount), gain(v, amount), terrace(v, 4.0, 0.25, amount), smoothstep_of(v, 0.0, amount)];
            for (before, now) in before.iter().zip(now) {
                assert!(before - now < 2e-7 && (0.0..=1.0).contains(&now), "{v}, {amount}: {now}");
            }
            assert!(amount != 0.5 || (now[0] - v).abs() < 1e-7 && (now[1] - v).abs() < 1e-7);
            before = now;
        }
    }
}

#[test]
fn terraces_go_from_what_they_are_given_to_hard_levels() {
    for [v, steps] in lists::<2>(MANY, 16) {
        let (v, steps) = (v % 10.0, 1.0 + steps.abs() % 20.0);
        let height = 1.0 / steps;
        assert!((terrace(v, steps, height, 0.0) - v).abs() < 2e-6);
        assert_eq!(terrace(v, steps, height, 1.0), quantize(v, steps, height));
        let level = quantize(v, steps, height);
        let eased = terrace(v, steps, height, 0.8);
        assert!(level <= eased && eased <= v + 2e-6, "{level}, {eased}, {v}");
    }
    assert_eq!([quantize(0.74, 4.0, 0.25), quantize(-0.01, 4.0, 0.25), quantize(-2.6e-29, 1e-9, 1e9)], [0.5, -0.25, 0.0]);
}

#[test]
fn folds_and_pieces_are_what_they_say() {
    for (v, expected) in [(-1.0, -1.0), (-0.5, 0.0), (0.0, 1.0), (0.5, 0.0), (1.0, -1.0), (-1.5, 0.0), (-2.0, 1.0), (1e30, -1.0)] {
        assert_eq!(ping_pong(v, 1.0), expected, "{v}");
    }
    assert_eq!([ping_pong_slope(-1.0, 3.0), ping_pong_slope(0.0, 1.0), ping_pong_slope(0.5, 0.0)], [6.0, -2.0, 0.0]);
    assert_eq!([fraction_of(1.75), fraction_of(-0.25), fraction_of(-1e-20), fraction_of(3.0)], [0.75, 0.75, 0.999_999_94, 0.0]);
    assert_eq!(curve_piece(7.0, 0.9, 1.0, 1.0, 2.0, 3.0, 4.0), 7.0);
    assert_eq!([curve_piece(7.0, 1.0, 1.0, 1.0, 2.0, 3.0, 4.0), curve_piece(7.0, 3.0, 1.0, 1.0, 2.0, 3.0, 4.0)], [1.0, 49.0]);
    assert!(curve_piece(0.0, 1e38, -1e38, 1e9, 1e9, 1e9, 1e9) < 2e36);
}

/// Asserts that slopes equal difference quotients of the f64 function that the f32 one implements.
fn assert_slopes(what: &str, slope: impl Fn(f32) -> f32, truth: impl Fn(f64) -> f64, from: f64, to: f64) {
    for number in 1..1000 {
        let v = (from + (to - from) * f64::from(number) / 1000.0) as f32;
        let (at, step) = (f64::from(v), 1e-6);
        let expected = (truth(at + step) - truth(at - step)) / (2.0 * step);
        let found = f64::from(slope(v));
        assert!((found - expected).abs() < 1e-4 * expected.abs().max(1.0), "{what} at {v}: {found}, not {expected}");
    }
}

#[test]
fn slopes_are_those_of_the_functions() {
    let biased = |t: f64, a: f64| t / ((1.0 / a - 2.0) * (1.0 - t) + 1.0);
    let gained = |t: f64, a: f64| if t < 0.5 { 0.5 * biased(2.0 * t, a) } else { 1.0 - 0.5 * biased(2.0 - 2.0 * t, a) };
    for amount in [0.125f32, 0.5, 0.75] {
        let a = f64::from(amount);
        assert_slopes("bias", |v| bias_slope(v, amount), |v| biased(v, a), 0.0, 1.0);
        assert_slopes("gain", |v| gain_slope(v, amount), |v| gained(v, a), 0.0, 1.0);
        let count = super::cases(1000) as u16;
        for at in 0..=count {
            let v = f32::from(at) / f32::from(count);
            assert!((f64::from(bias(v, amount)) - biased(f64::from(v), a)).abs() < 2e-7);
            assert!((f64::from(gain(v, amount)) - gained(f64::from(v), a)).abs() < 2e-7);
        }
    }
    assert_eq!([bias_slope(-0.1, 0.3), bias_slope(1.1, 0.3), gain_slope(-0.1, 0.3), gain_slope(1.1, 0.3)], [0.0; 4]);
    let cubic = |v: f64| (v + 1.0) / 3.0;
    assert_slopes("smoothstep_of", |v| smoothstep_slope(v, -1.0, 2.0), |v| cubic(v) * cubic(v) * (3.0 - 2.0 * cubic(v)), -1.0, 2.0);
    // Within one level: there are 3 levels a unit, so from 1/3 to 2/3.
    let terraced = |v: f64| (1.0 + biased(3.0 * v - 1.0, 0.125)) / 3.0;
    assert_slopes("terrace", |v| terrace_slope(v, 3.0, 0.75), terraced, 0.3334, 0.6666);
    assert_slopes("power", |v| power_slope(v, 2.5), |v| libm::pow(v, 2.5), 0.01, 3.0);
    assert_slopes("power", |v| power_slope(v, -1.5), |v| libm::pow(v, -1.5), 0.1, 3.0);
    assert_slopes("sqrt_of", sqrt_slope, libm::sqrt, 0.1, 100.0);
    assert_slopes("ping_pong", |v| ping_pong_slope(v, 0.7), |v| 2.0 * (v + 1.0) * 0.7 - 1.0, -0.99, 0.4);
    assert_eq!([power_slope(0.0, 1.0), power_slope(0.0, 0.5), power_slope(0.0, 2.0), power_slope(-1.0, 1.0)], [1.0, 5e29, 0.0, 0.0]);
    assert_eq!([power_slope(0.0, -2.0), sqrt_slope(-1.0), sqrt_slope(0.0)], [-1e30, 0.0, 140_737_490_000_000.0]);
    assert_eq!([terrace_slope(0.1, 3.0, 1.0), terrace_slope(0.1, 3.0, 0.0)], [0.0, 1.0]);
}
