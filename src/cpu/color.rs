//! Twin of `color.wgsl`: ramps of colours, and Oklab.

use super::strict::{Real, rounded, select, settled};

#[inline(always)]
pub(crate) fn ramp_piece<F: Real>(before: F, v: F, start: F, width: F, c0: F, c1: F) -> F {
    let d = rounded(v - start).min(width).max(v.like(0.0));
    select(settled(rounded(rounded(c1 * d) + c0)), before, v.below(start))
}

#[inline(always)]
pub(crate) fn long_root<F: Real>(l: F, a: F, b: F) -> F {
    rounded(rounded(l + rounded(l.like(0.396_337_78) * a)) + rounded(l.like(0.215_803_76) * b))
}

#[inline(always)]
pub(crate) fn medium_root<F: Real>(l: F, a: F, b: F) -> F {
    rounded(rounded(l - rounded(l.like(0.105_561_346) * a)) - rounded(l.like(0.063_854_17) * b))
}

#[inline(always)]
pub(crate) fn short_root<F: Real>(l: F, a: F, b: F) -> F {
    rounded(rounded(l - rounded(l.like(0.089_484_18) * a)) - rounded(l.like(1.291_485_5) * b))
}

#[inline(always)]
pub(crate) fn cubed<F: Real>(v: F) -> F {
    settled(rounded(settled(rounded(v * v)) * v))
}

#[inline(always)]
pub(crate) fn weighted<F: Real>(x: F, y: F, z: F, a: F, b: F, c: F) -> F {
    settled(rounded(rounded(settled(rounded(x * a)) + settled(rounded(y * b))) + settled(rounded(z * c))))
}

#[inline(always)]
pub(crate) fn oklab_light<F: Real>(l: F, a: F, b: F, by_long: F, by_medium: F, by_short: F) -> F {
    weighted(cubed(long_root(l, a, b)), cubed(medium_root(l, a, b)), cubed(short_root(l, a, b)), by_long, by_medium, by_short)
}

#[inline(always)]
pub(crate) fn oklab_channel<F: Real>(l: F, a: F, b: F, by_long: F, by_medium: F, by_short: F) -> F {
    oklab_light(l, a, b, by_long, by_medium, by_short).min(l.like(1.0)).max(l.like(0.0))
}

#[inline(always)]
pub(crate) fn cubed_slope<F: Real>(v: F, slope: F) -> F {
    settled(rounded(rounded(v.like(3.0) * settled(rounded(v * v))) * slope))
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "three coordinates, their slopes and three weights")]
pub(crate) fn oklab_channel_slope<F: Real>(l: F, a: F, b: F, dl: F, da: F, db: F, by_long: F, by_medium: F, by_short: F) -> F {
    let light = oklab_light(l, a, b, by_long, by_medium, by_short);
    let long = cubed_slope(long_root(l, a, b), settled(long_root(dl, da, db)));
    let medium = cubed_slope(medium_root(l, a, b), settled(medium_root(dl, da, db)));
    let short = cubed_slope(short_root(l, a, b), settled(short_root(dl, da, db)));
    let slope = weighted(long, medium, short, by_long, by_medium, by_short);
    select(slope, l.like(0.0), light.below(l.like(0.0)) | l.like(1.0).below(light))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::arithmetic::tests::{assert_alike, lists};

    const MANY: usize = 1 << 14;

    /// Numbers of every size up to a bound.
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
}
