//! Colours against f64.

use super::arithmetic::{assert_alike, lists};
use crate::strict::color::*;

const MANY: usize = super::cases(1 << 14);

/// Returns numbers of every size up to a bound.
fn within<const N: usize>(seed: u64, most: f32) -> Vec<[f32; N]> {
    lists::<N>(MANY, seed).into_iter().map(|list| list.map(|v| if v.abs() > most { v.signum() * 0.5 * most } else { v })).collect()
}

#[test]
fn steps_of_colour_are_the_same_side_by_side_and_legal() {
    let pieces = within::<6>(1, 1e18).into_iter().map(|[before, v, start, width, c0, c1]| [before, v, start, width.abs(), c0, c1]);
    assert_alike!(ramp_piece(before, v, start, width, c0, c1), pieces.collect());
    assert_alike!(oklab_channel(l, a, b, by_long, by_medium, by_short), within::<6>(2, 5.0));
    let slopes = within::<9>(3, 5.0)
        .into_iter()
        .zip(within::<3>(4, 1e30))
        .map(|([l, a, b, _, _, _, x, y, z], [dl, da, db])| [l, a, b, dl, da, db, x, y, z]);
    assert_alike!(oklab_channel_slope(l, a, b, dl, da, db, by_long, by_medium, by_short), slopes.collect());
}

#[test]
fn a_piece_of_a_ramp_starts_at_its_stop_and_goes_no_farther_than_the_next() {
    assert_eq!(ramp_piece(7.0, 0.499, 0.5, 0.25, 0.1, 2.0), 7.0);
    assert_eq!(ramp_piece(7.0, 0.5, 0.5, 0.25, 0.1, 2.0), 0.1);
    assert_eq!([ramp_piece(7.0, 0.75, 0.5, 0.25, 0.1, 2.0), ramp_piece(7.0, 1e38, 0.5, 0.25, 0.1, 2.0)], [0.6, 0.6]);
}
