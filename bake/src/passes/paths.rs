//! Blurs along paths: straight ones, and those that descend a slope. Samples between pixels are interpolated.

use super::sample;
use crate::error::Result;

use super::{Between, Part, Window, direction, mix};

/// The number of pixels of a row that are summed side by side.
const ABREAST: usize = 64;

/// Computes the mean along a segment around each pixel, with a sample per pixel of its length.
pub(super) fn along(source: Window<'_>, angle: f64, length: f64, part: Part<'_, '_>, to: &mut [f32]) -> Result<()> {
    let [width, _] = part.size;
    let [cosine, sine] = direction(angle);
    let segment = [cosine * length * part.scale.0[0], sine * length * part.scale.0[1]];
    let pixels = (segment[0] * segment[0] + segment[1] * segment[1]).sqrt();
    let half = (pixels / 2.0) as usize;
    let count = (2 * half + 1) as f64;
    let taps: Vec<[Between; 2]> =
        (1..=half).map(|tap| [1.0, -1.0].map(|sign| Between::new(segment.map(|length| length * (sign * tap as f64 / count))))).collect();
    for (y, to) in (0..).zip(to.chunks_exact_mut(width)) {
        for (x, to) in (0..).step_by(ABREAST).zip(to.chunks_mut(ABREAST)) {
            part.pace.count(to.len() * (1 + 2 * half))?;
            let mut sums = [0.0; ABREAST];
            let sums = &mut sums[..to.len()];
            sums.iter_mut().zip(source.row(x, y, to.len())).for_each(|(sum, &value)| *sum = f64::from(value));
            for &[after, before] in &taps {
                let mut pairs = [0.0; ABREAST];
                let pairs = &mut pairs[..to.len()];
                add(source, [x, y], after, pairs);
                add(source, [x, y], before, pairs);
                sums.iter_mut().zip(pairs).for_each(|(sum, pair)| *sum += *pair);
            }
            to.iter_mut().zip(sums).for_each(|(to, sum)| *to = sample(*sum / count));
        }
    }
    Ok(())
}

/// Adds the values of a row at a place beside each of its pixels.
fn add(source: Window<'_>, [x, y]: [isize; 2], place: Between, sums: &mut [f64]) {
    let ([dx, dy], [along, down], count) = (place.pixel, place.along, sums.len());
    let row = |y: isize, shift: isize| source.row(x + dx + shift, y, count);
    let (near, far) = (row(y + dy, 0).iter().zip(row(y + dy, 1)), row(y + dy + 1, 0).iter().zip(row(y + dy + 1, 1)));
    let in_row = |(&left, &right): (&f32, &f32)| mix(left.into(), right.into(), along);
    for ((sum, near), far) in sums.iter_mut().zip(near.map(in_row)).zip(far.map(in_row)) {
        *sum += mix(near, far, down);
    }
}

/// Computes the mean of the source at each pixel and after each of `taps` steps that descend `slope`. Where the ground is level, the path stays.
pub(super) fn descend(source: Window<'_>, slope: Window<'_>, length: f64, taps: u32, part: Part<'_, '_>, to: &mut [f32]) -> Result<()> {
    /// About the operations of a step.
    const OF_A_STEP: usize = 32;
    let [width, _] = part.size;
    let step = length / f64::from(taps.max(1));
    let [per_x, per_y] = part.scale.0;
    for (y, to) in (0..).zip(to.chunks_exact_mut(width)) {
        for (x, to) in (0..).zip(to) {
            part.pace.count((taps as usize).saturating_mul(OF_A_STEP))?;
            // Relative to the pixel: a coordinate in the part would be rounded otherwise in another part.
            let mut offset = [0.0; 2];
            let mut value = source.at(x, y);
            let mut sum = value;
            for _ in 0..taps {
                let place = Between::new(offset);
                let rise = |dx, dy| place.mix(|px, py| slope.at(x + px + dx, y + py + dy) - slope.at(x + px - dx, y + py - dy));
                let [down_x, down_y] = [-per_x * rise(1, 0), -per_y * rise(0, 1)];
                let steepness = (down_x * down_x + down_y * down_y).sqrt();
                if steepness > 0.0 {
                    offset[0] += per_x * step * (down_x / steepness);
                    offset[1] += per_y * step * (down_y / steepness);
                    value = Between::new(offset).mix(|px, py| source.at(x + px, y + py));
                }
                sum += value;
            }
            *to = sample(sum / (f64::from(taps) + 1.0));
        }
    }
    Ok(())
}
