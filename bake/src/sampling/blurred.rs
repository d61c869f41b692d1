//! Pictures that are blurred: their planes, and the last steps after the blur.

use lacuna::recipe::{Blur, Finish, NormalY, Picture};

use super::on::{On, in_rows};
use crate::blur::{Columns, Plane};
use crate::error::Result;
use crate::meaning::{Meaning, visible};
use crate::passes::{Window, sample};

/// The values of a plane to be blurred.
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

/// Returns the planes that a blurred picture is made from. What can't be seen has no colour: colours are weighted by alpha, and the weights follow last.
pub(super) fn planes_of(picture: &Picture) -> Vec<Values> {
    let channels = &picture.channels;
    let Some(alpha) = alpha_of(picture) else { return channels.iter().copied().map(Values::Channel).collect() };
    let weights = channels[alpha];
    let of = |(place, &channel)| if place == alpha { Values::Channel(channel) } else { Values::Weighted(channel, weights) };
    channels.iter().enumerate().map(of).chain([Values::Weights(weights)]).collect()
}

/// A part of a picture that is to be blurred.
pub(super) struct BlurredRows<'a> {
    pub(super) picture: &'a Picture,
    pub(super) blur: Blur,
    /// The columns of the part.
    pub(super) width: usize,
    /// Returns a plane around a row of the part, with the margin of the blur.
    pub(super) windows: &'a (dyn Fn(usize, usize) -> Window<'a> + Sync),
}

impl BlurredRows<'_> {
    /// Computes the samples on several threads.
    pub(super) fn finish(&self, on: On<'_>, samples: &mut [f32]) -> Result<()> {
        let of = planes_of(self.picture);
        in_rows(on, samples, self.width * usize::from(self.picture.channel_count()), |first, samples| self.rows(on, &of, first, samples))
    }

    fn rows(&self, on: On<'_>, of: &[Values], first: usize, samples: &mut [f32]) -> Result<()> {
        let Self { picture, blur, width, windows } = *self;
        let count = usize::from(picture.channel_count());
        let rows = samples.len() / (width * count);
        let margin = blur.margin() as usize;
        // Where nothing can be seen around a pixel, it keeps its own colour.
        if alpha_of(picture).is_some() {
            for (channel, &plane) in picture.channels.iter().enumerate() {
                let Window { values, pitch, .. } = windows(plane, first);
                for (to, from) in samples.chunks_exact_mut(width * count).zip(values[margin * pitch + margin..].chunks(pitch)) {
                    to[channel..].iter_mut().step_by(count).zip(from).for_each(|(to, from)| *to = *from);
                }
            }
        }
        let mut planes = Vec::new();
        for values in of {
            let at = |plane: usize| {
                let Window { values, pitch, .. } = windows(plane, first);
                move |x: usize, y: usize| f64::from(values[y * pitch + x])
            };
            let (count, rows) = (width + 2 * margin, rows + 2 * margin);
            let mut plane = Plane::default();
            plane.begin(count, rows - 2 * margin)?;
            match *values {
                Values::Channel(channel) => plane.take(blur, 0, Columns { value: at(channel), count, rows }, on.observer)?,
                Values::Weighted(channel, alpha) => {
                    let (color, alpha) = (at(channel), at(alpha));
                    plane.take(blur, 0, Columns { value: |x, y| color(x, y) * visible(alpha(x, y)), count, rows }, on.observer)?;
                }
                Values::Weights(alpha) => {
                    let alpha = at(alpha);
                    plane.take(blur, 0, Columns { value: |x, y| visible(alpha(x, y)), count, rows }, on.observer)?;
                }
            }
            plane.finish(blur, on.observer)?;
            planes.push(plane);
        }
        finish(picture, &planes, width, samples);
        Ok(())
    }
}

/// Finishes a picture from blurred planes.
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
