//! Steps of two values against f64.

use super::arithmetic::{assert_alike, lists};
use crate::strict::combine::*;

const MANY: usize = super::cases(1 << 14);

/// Returns random lists in which the product of the first two fits into a register.
fn held<const N: usize>(seed: u64) -> Vec<[f32; N]> {
    lists::<N>(MANY, seed).into_iter().map(|list| list.map(|v| if v.abs() < 1e18 { v } else { 3.0 })).collect()
}

#[test]
fn steps_that_combine_are_the_same_side_by_side_and_legal() {
    assert_alike!(add(a, b), lists::<2>(MANY, 1));
    assert_alike!(subtract(a, b), lists::<2>(MANY, 2));
    assert_alike!(multiply(a, b), held::<2>(3));
    assert_alike!(min_of(a, b), lists::<2>(MANY, 4));
    assert_alike!(max_of(a, b), lists::<2>(MANY, 5));
    assert_alike!(smooth_min(a, b, radius), lists::<3>(MANY, 6));
    assert_alike!(smooth_max(a, b, radius), lists::<3>(MANY, 7));
    assert_alike!(smooth_min_share(a, b, radius), lists::<3>(MANY, 8));
    assert_alike!(smooth_max_share(a, b, radius), lists::<3>(MANY, 9));
    assert_alike!(lerp_of(a, b, mask), lists::<3>(MANY, 10));
    assert_alike!(threshold(v, bound, below, otherwise), lists::<4>(MANY, 11));
}

#[test]
fn smooth_minima_are_hard_beyond_the_radius_and_share_their_slope() {
    for [a, b, radius] in held::<3>(12) {
        let (a, b, radius) = (a % 4.0, b % 4.0, radius.abs() % 2.0);
        let (low, high) = (smooth_min(a, b, radius), smooth_max(a, b, radius));
        let h = if radius > 0.0 { ((f64::from(radius) - (f64::from(a) - f64::from(b)).abs()) / f64::from(radius)).max(0.0) } else { 0.0 };
        let less = h * h * f64::from(radius) / 4.0;
        assert!((f64::from(low) - (f64::from(a.min(b)) - less)).abs() < 1e-6, "{a}, {b}, {radius}: {low}");
        assert!((f64::from(high) - (f64::from(a.max(b)) + less)).abs() < 1e-6, "{a}, {b}, {radius}: {high}");
        assert_eq!(low, smooth_min(b, a, radius));
        if (a - b).abs() >= radius {
            assert_eq!([low, high], [a.min(b), a.max(b)]);
        }
        let (share, other) = (smooth_min_share(a, b, radius), smooth_min_share(b, a, radius));
        assert!(a == b || (share + other - 1.0).abs() < 1e-6, "{share}, {other}");
        assert!(a == b || smooth_max_share(b, a, radius) == share);
        let slope = |a: f64| {
            let h = ((f64::from(radius) - (a - f64::from(b)).abs()) / f64::from(radius)).max(0.0);
            a.min(f64::from(b)) - h * h * f64::from(radius) / 4.0
        };
        if radius > 0.01 && (a - b).abs() > 1e-5 {
            let expected = (slope(f64::from(a) + 1e-6) - slope(f64::from(a) - 1e-6)) / 2e-6;
            assert!((f64::from(share) - expected).abs() < 1e-3, "{a}, {b}, {radius}: {share}, not {expected}");
        }
    }
    assert_eq!([smooth_min_share(1.0, 1.0, 0.5), smooth_min_share(1.0, 1.0, 0.0)], [0.5, 1.0]);
    assert_eq!([smooth_min(1.0, 1.0, 0.5), smooth_min(1.0, 1.1, -3.0)], [0.875, 1.0]);
}

#[test]
fn blends_start_and_end_exactly_and_stay_between() {
    for [a, b, mask] in lists::<3>(MANY, 13) {
        let found = lerp_of(a, b, mask);
        assert!(a.min(b) <= found && found <= a.max(b), "{a}, {b}, {mask}: {found}");
        assert!(mask > 0.0 || found == a);
        assert!(mask < 1.0 || found == b);
        let truth = f64::from(a) + f64::from(mask.clamp(0.0, 1.0)) * (f64::from(b) - f64::from(a));
        assert!((f64::from(found) - truth).abs() <= 2e-7 * f64::from(a.abs().max(b.abs())) + 3e-29, "{a}, {b}, {mask}: {found}");
    }
    assert_eq!([threshold(0.5, 0.5, 1.0, 2.0), threshold(0.4, 0.5, 1.0, 2.0)], [2.0, 1.0]);
}
