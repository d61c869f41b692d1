//! Pictures of means: of several samples a pixel, and of the pixels around each. Their planes, and the last steps after the means.

use lacuna::recipe::{Blur, Finish, NormalY, Picture};

use super::on::{On, in_rows};
use crate::blur::{Columns, Plane};
use crate::error::Result;
use crate::meaning::{Meaning, visible};
use crate::passes::{Window, sample};

/// The values of a plane of means.
#[derive(Debug, Clone, Copy)]
pub(super) enum Values {
    /// Those of a channel.
    Channel(usize),
    /// Those of a channel of colour, weighted by the channel of alpha.
    Weighted(usize, usize),
    /// The weights, from the channel of alpha.
    Weights(usize),
}

/// Returns the place of alpha in a pixel of a picture.
fn alpha_of(picture: &Picture) -> Option<usize> {
    Meaning::of(picture).alpha(picture.channel_count())
}

/// Returns the planes that a picture of means is made from. What can't be seen has no colour: colours are weighted by alpha, and the weights follow last.
pub(super) fn planes_of(picture: &Picture) -> Vec<Values> {
    let channels = &picture.channels;
    let Some(alpha) = alpha_of(picture) else { return channels.iter().copied().map(Values::Channel).collect() };
    let weights = channels[alpha];
    let of = |(place, &channel)| if place == alpha { Values::Channel(channel) } else { Values::Weighted(channel, weights) };
    channels.iter().enumerate().map(of).chain([Values::Weights(weights)]).collect()
}

/// Returns the means of blocks of `across` by `across` values, by the column and the row of a block. Each is summed in the same order.
fn means(across: usize, pitch: usize, value: impl Fn(usize) -> f64) -> impl Fn(usize, usize) -> f64 {
    let count = (across * across) as f64;
    move |x, y| {
        let first = across * (y * pitch + x);
        let row = |down: usize| (first + down * pitch..).take(across).map(&value).sum::<f64>();
        (0..across).map(row).sum::<f64>() / count
    }
}

/// A part of a picture of means.
pub(super) struct BlurredRows<'a> {
    pub(super) picture: &'a Picture,
    /// The blur of the pixels; of no pass if there is none.
    pub(super) blur: Blur,
    /// The samples across a pixel.
    pub(super) across: usize,
    /// The columns of the part.
    pub(super) width: usize,
    /// Returns the samples of a plane around a row of pixels of the part, with the margin of the blur.
    pub(super) windows: &'a (dyn Fn(usize, usize) -> Window<'a> + Sync),
}

impl BlurredRows<'_> {
    /// Computes the samples on several threads.
    pub(super) fn finish(&self, on: On<'_>, samples: &mut [f32]) -> Result<()> {
        let of = planes_of(self.picture);
        in_rows(on, samples, self.width * usize::from(self.picture.channel_count()), |first, samples| self.rows(on, &of, first, samples))
    }

    fn rows(&self, on: On<'_>, of: &[Values], first: usize, samples: &mut [f32]) -> Result<()> {
        let Self { picture, blur, across, width, windows } = *self;
        let count = usize::from(picture.channel_count());
        let rows = samples.len() / (width * count);
        let margin = blur.margin() as usize;
        // Where nothing can be seen around a pixel, it keeps its own colour.
        if alpha_of(picture).is_some() {
            for (channel, &plane) in picture.channels.iter().enumerate() {
                let Window { values, pitch, .. } = windows(plane, first);
                let own = means(across, pitch, |at| values[at].into());
                for (y, row) in samples.chunks_exact_mut(width * count).enumerate() {
                    let pixels = row[channel..].iter_mut().step_by(count).enumerate();
                    pixels.for_each(|(x, to)| *to = sample(own(margin + x, margin + y)));
                }
            }
        }
        let mut planes = Vec::new();
        for values in of {
            let window = |plane: usize| {
                let Window { values, pitch, .. } = windows(plane, first);
                (move |at: usize| f64::from(values[at]), pitch)
            };
            let (count, rows) = (width + 2 * margin, rows + 2 * margin);
            let mut plane = Plane::default();
            plane.begin(count, rows - 2 * margin)?;
            match *values {
                Values::Channel(channel) => {
                    let (value, pitch) = window(channel);
                    plane.take(blur, 0, Columns { value: means(across, pitch, value), count, rows }, on.observer)?;
                }
                Values::Weighted(channel, alpha) => {
                    let ((color, pitch), (alpha, _)) = (window(channel), window(alpha));
                    let value = means(across, pitch, |at| color(at) * visible(alpha(at)));
                    plane.take(blur, 0, Columns { value, count, rows }, on.observer)?;
                }
                Values::Weights(alpha) => {
                    let (alpha, pitch) = window(alpha);
                    plane.take(blur, 0, Columns { value: means(across, pitch, |at| visible(alpha(at))), count, rows }, on.observer)?;
                }
            }
            plane.finish(blur, on.observer)?;
            planes.push(plane);
        }
        finish(picture, &planes, width, samples);
        Ok(())
    }
}

/// Finishes a picture from planes of means.
fn finish(picture: &Picture, planes: &[Plane], width: usize, to: &mut [f32]) {
    let count = usize::from(picture.channel_count());
    let (lengthen, alpha, mut mean) = (Meaning::of(picture).lengthen(), alpha_of(picture), Vec::new());
    let colours = if let Finish::Ramp(map) = &picture.finish { Some(map.colors()) } else { None };
    for (y, row) in to.chunks_exact_mut(width * count).enumerate() {
        let of = |channel: usize| planes[channel].row(y, width);
        match &picture.finish {
            Finish::Nothing => {
                for channel in 0..count {
                    let to = row.iter_mut().skip(channel).step_by(count);
                    match alpha.filter(|&alpha| alpha != channel) {
                        None => to.zip(of(channel)).for_each(|(to, &mean)| *to = sample(mean)),
                        Some(_) => {
                            for ((to, &mean), &weight) in to.zip(of(channel)).zip(of(count)).filter(|(_, weight)| **weight > 0.0) {
                                *to = sample(mean / weight);
                            }
                        }
                    }
                }
                if let Some(lengthen) = &lengthen {
                    for (x, pixel) in row.chunks_exact_mut(count).enumerate() {
                        mean.clear();
                        mean.extend((0..count).map(|channel| of(channel)[x]));
                        lengthen(&mut mean);
                        pixel.iter_mut().zip(&mean).for_each(|(to, &mean)| *to = sample(mean));
                    }
                }
            }
            Finish::Ramp(_) => {
                let Some(colours) = &colours else { continue };
                for (to, &value) in row.chunks_exact_mut(3).zip(of(0)) {
                    to.copy_from_slice(&colours.light(value).map(sample));
                }
            }
            Finish::Normal(map) => {
                let strength = map.strength.to_f64();
                let down = if map.y == NormalY::Down { 1.0 } else { -1.0 };
                for ((to, dx), dy) in row.chunks_exact_mut(3).zip(of(0)).zip(of(1)) {
                    let (x, y) = (-strength * dx, -strength * dy);
                    let length = libm::sqrt(x * x + y * y + 1.0);
                    to.copy_from_slice(&[x / length, down * y / length, 1.0 / length].map(sample));
                }
            }
            Finish::Slope(map) => {
                let strength = map.strength.to_f64();
                for ((to, dx), dy) in row.iter_mut().zip(of(0)).zip(of(1)) {
                    *to = sample(strength * libm::sqrt(dx * dx + dy * dy));
                }
            }
        }
    }
}
