//! The samples of pictures: one evaluation for several of them, and the steps between evaluation and encoding.

use lacuna::recipe::{Blur, Finish, NormalY, Picture};
use lacuna::{Cpu, Domain, Program, Tile};

use crate::blur::{Columns, Plane};
use crate::cost::OF_A_PASS;
use crate::engine::{Engine, Evaluator};
use crate::error::{Error, Result};
use crate::extremes::Extremes;
use crate::meaning::{Meaning, visible};
use crate::observer::{Observer, Progress, Stage, check};

/// The most samples in a band, all channels counted: 64 MiB. A longer row is cut.
pub(crate) const MAX_BAND: usize = 1 << 24;
/// The samples that one call evaluates on all threads or on a device, all channels counted: enough to outweigh its overhead, few enough to be encoded soon.
pub(crate) const BAND: usize = 1 << 22;
/// The approximate number of samples that are evaluated at once before a blur.
const STRIP: usize = 1 << 22;
/// The most bytes of blurred rows to hold in order to keep the margin a small part of the evaluation.
const MOST_BLURRED: usize = 1 << 28;

/// The least number of columns and rows per call: neighbours share work.
const LEAST_SIDE: u32 = 16;

/// A program, and the pictures that are made from it.
#[derive(Debug)]
pub(crate) struct Sampler {
    pub(crate) program: Program,
    pub(crate) pictures: Vec<Picture>,
    /// The longest side of a tile that the caller wants.
    pub(crate) tile: Option<u32>,
}

/// A part of a domain that pictures show. The margin that blurs read lies around it.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) domain: Domain,
    pub(crate) shown: Tile,
}

/// Buffers for the intermediate results of a band.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// All channels of some columns, with the margin above and below.
    channels: Vec<f32>,
    /// A tile of those.
    tile: Vec<f32>,
    planes: Vec<Plane>,
    /// The samples of a cell, each picture apart.
    pub(crate) cell: Vec<Vec<f32>>,
}

impl Sampler {
    /// Evaluates one sample. It costs nothing and finds any error of the program over the domain.
    pub(crate) fn check(&self, cell: &Cell) -> Result<()> {
        let first = Tile { size: [1; 3], ..cell.shown };
        let mut samples = vec![0.0; self.program.channels()];
        Ok(Cpu::with_threads(std::num::NonZeroUsize::MIN).evaluate(&self.program, &cell.domain, first, &mut samples)?)
    }

    /// Returns the pixels beyond the edges of a tile that the widest blur reads.
    pub(crate) fn margin(&self) -> u32 {
        self.blurs().map(|(_, blur)| blur.margin()).max().unwrap_or(0)
    }

    /// Returns the number of rows below which most of a band of `columns` columns would be margin, if that many fit into memory.
    pub(crate) fn least_rows(&self, columns: u32) -> u32 {
        let margin = 2 * self.margin();
        let row = (columns as usize).saturating_add(margin as usize).saturating_mul(Plane::BYTES_A_VALUE * self.planes().max(1));
        margin.min((MOST_BLURRED / row).try_into().unwrap_or(u32::MAX)).max(1)
    }

    /// Returns the pictures that are blurred.
    pub(crate) fn blurs(&self) -> impl Iterator<Item = (&Picture, Blur)> {
        self.pictures.iter().filter_map(|picture| Some((picture, picture.output.blur?)))
    }

    /// Estimates the evaluations of a rectangle of samples, blurs included.
    pub(crate) fn evaluations(&self, sides: [u32; 2]) -> u64 {
        let around = |margin: u32| sides.iter().map(|side| u64::from(*side) + 2 * u64::from(margin)).fold(1, u64::saturating_mul);
        let of_blur = |(picture, blur): (&Picture, Blur)| {
            let passes = planes_of(picture).len() as u64 * u64::from(blur.passes) * OF_A_PASS;
            around(blur.margin()).saturating_mul(passes)
        };
        self.blurs().map(of_blur).fold(around(self.margin()).saturating_mul(self.program.evaluations()), u64::saturating_add)
    }

    /// Returns the number of planes that are blurred, of all pictures.
    fn planes(&self) -> usize {
        self.blurs().map(|(picture, _)| planes_of(picture).len()).sum()
    }

    /// Returns the number of columns that are evaluated at once, for a tile with its margin.
    fn strip(&self, [width, height]: [u32; 2]) -> u32 {
        // Narrower strips take longer per sample.
        const LEAST: u32 = 64;
        match self.margin() {
            0 => width,
            _ => width.min(((STRIP / self.program.channels()) as u32 / height).max(LEAST)),
        }
    }

    /// Returns `true` if the program's channels are the samples of the only picture.
    fn is_direct(&self) -> bool {
        match &self.pictures[..] {
            [only] => only.output.blur.is_none() && only.channels.iter().copied().eq(0..self.program.channels()),
            _ => false,
        }
    }

    /// Returns the bytes that a band takes beside its samples.
    pub(crate) fn memory(&self, columns: u32, rows: u32) -> usize {
        let evaluating = |columns: u32, rows: u32| usize::try_from(Cpu::memory(&self.program, [columns, rows, 1])).unwrap_or(usize::MAX);
        if self.is_direct() {
            return evaluating(columns, rows);
        }
        let margin = 2 * self.margin();
        let [width, height] = [columns.saturating_add(margin), rows.saturating_add(margin)];
        let product = |factors: [usize; 3]| factors.into_iter().fold(1, usize::saturating_mul);
        let evaluated = product([self.strip([width, height]) as usize, height as usize, size_of::<f32>() * self.program.channels()]);
        let planes = product([width as usize, rows as usize, Plane::BYTES_A_VALUE * self.planes()]);
        [evaluated, planes, evaluating(width, height)].into_iter().fold(0, usize::saturating_add)
    }

    /// Returns the columns and rows that one call evaluates for a tile of this width. A call ends soon however costly a sample is.
    fn at_once(&self, evaluator: Evaluator<'_>, width: u32) -> [u32; 2] {
        let side = self.tile.unwrap_or(u32::MAX);
        let samples = evaluator.samples_at_once(&self.program);
        let columns = width.min(side).min((samples / LEAST_SIDE).max(LEAST_SIDE));
        [columns, side.min((samples / columns).max(LEAST_SIDE))]
    }

    /// Evaluates the channels of a tile of the domain, through `scratch` if the caller's tiles are smaller.
    fn channels(&self, on: On<'_>, domain: &Domain, of: Tile, samples: &mut Vec<f32>, scratch: &mut Vec<f32>) -> Result<()> {
        check(on.observer)?;
        let channels = self.program.channels();
        resize(samples, of.samples() * channels)?;
        let width = of.size[0];
        let [columns, rows] = self.at_once(on.evaluator, width);
        if columns >= width {
            for (rows, samples) in of.cut([width, rows, 1]).zip(samples.chunks_mut(rows as usize * width as usize * channels)) {
                check(on.observer)?;
                on.evaluator.evaluate(&self.program, domain, rows, samples)?;
            }
            return Ok(());
        }
        for tile in of.cut([columns, rows, 1]) {
            check(on.observer)?;
            resize(scratch, tile.samples() * channels)?;
            on.evaluator.evaluate(&self.program, domain, tile, scratch)?;
            for (to, from) in of.rows_of(tile).zip(scratch.chunks_exact(tile.size[0] as usize * channels)) {
                samples[to.start * channels..to.end * channels].copy_from_slice(from);
            }
        }
        Ok(())
    }

    /// Evaluates a part of a cell into samples, each picture apart.
    pub(crate) fn evaluate(&self, on: On<'_>, cell: &Cell, part: Tile, samples: &mut [Vec<f32>], scratch: &mut Scratch) -> Result<()> {
        let origin: [u32; 3] = std::array::from_fn(|axis| cell.shown.origin[axis] + part.origin[axis]);
        let Scratch { channels, tile, planes, .. } = scratch;
        if let (true, [only]) = (self.is_direct(), &mut *samples) {
            return self.channels(on, &cell.domain, Tile { origin, ..part }, only, tile);
        }
        let margin = self.margin();
        let around = |margin: u32| Tile {
            origin: [origin[0] - margin, origin[1] - margin, origin[2]],
            size: [part.size[0] + 2 * margin, part.size[1] + 2 * margin, 1],
        };
        let wide = around(margin);
        planes.resize_with(self.planes(), Plane::default);
        let mut of_pictures = &mut planes[..];
        let mut blurred = Vec::new();
        for (picture, samples) in self.pictures.iter().zip(&mut *samples) {
            resize(samples, part.samples() * usize::from(picture.channel_count()))?;
            let Some(blur) = picture.output.blur else { continue };
            let (own, others) = std::mem::take(&mut of_pictures).split_at_mut(planes_of(picture).len());
            of_pictures = others;
            let inner = around(blur.margin());
            own.iter_mut().try_for_each(|plane| plane.begin(inner.size[0] as usize, part.size[1] as usize))?;
            blurred.push(Blurred { picture, blur, inner, of: planes_of(picture), planes: own });
        }
        for strip in wide.cut([self.strip([wide.size[0], wide.size[1]]), wide.size[1], 1]) {
            self.channels(on, &cell.domain, strip, channels, tile)?;
            let source = Channels { samples: channels, count: self.program.channels(), tile: strip };
            // Colours with alpha, too: where nothing can be seen around a pixel, it keeps its own colour.
            let is_gathered = |picture: &Picture| picture.output.blur.is_none() || alpha_of(picture).is_some();
            for (picture, samples) in self.pictures.iter().zip(&mut *samples).filter(|(picture, _)| is_gathered(picture)) {
                source.gather(around(0), &picture.channels, samples);
            }
            for Blurred { blur, inner, of, planes, .. } in &mut blurred {
                let Some(shared) = source.shared(*inner) else { continue };
                let first = (shared.origin[0] - inner.origin[0]) as usize;
                for (plane, &of) in planes.iter_mut().zip(&*of) {
                    source.fill(plane, *blur, first, shared, of, on.observer)?;
                }
            }
        }
        for (picture, samples) in self.pictures.iter().zip(samples) {
            let Some(Blurred { blur, planes, .. }) = blurred.iter_mut().find(|blurred| std::ptr::eq(blurred.picture, picture)) else {
                continue;
            };
            planes.iter_mut().try_for_each(|plane| plane.finish(*blur, on.observer))?;
            finish(picture, planes, part.size[0] as usize, samples);
        }
        Ok(())
    }

    /// Finds the least and the greatest sample of each picture, over several cells.
    pub(crate) fn measure<'c>(
        &self,
        engine: &Engine,
        cells: impl Iterator<Item = &'c Cell> + Clone,
        observer: &dyn Observer,
    ) -> Result<Vec<Extremes>> {
        let on = On { evaluator: engine.evaluator(), observer };
        let most = BAND / self.program.channels();
        let bands = |cell: &Cell| {
            let [width, height, _] = cell.shown.size;
            let columns = width.min(most as u32);
            let rows = (most as u32 / width).max(self.least_rows(columns)).clamp(1, self.tile.unwrap_or(u32::MAX));
            ([columns, rows, 1], u64::from(width.div_ceil(columns)) * u64::from(height.div_ceil(rows)))
        };
        let total = cells.clone().map(|cell| bands(cell).1).sum();
        let mut samples = vec![Vec::new(); self.pictures.len()];
        let mut scratch = Scratch::default();
        let mut extremes = vec![Extremes::NONE; self.pictures.len()];
        let mut done = 0;
        for cell in cells {
            for band in (Tile { origin: [0; 3], size: cell.shown.size }).cut(bands(cell).0) {
                self.evaluate(on, cell, band, &mut samples, &mut scratch)?;
                for (extremes, samples) in extremes.iter_mut().zip(&samples) {
                    extremes.extend(Extremes::of(samples));
                }
                done += 1;
                observer.progress(Progress { stage: Stage::Range, done, total });
            }
        }
        Ok(extremes)
    }
}

/// A picture of which a blurred part is made.
struct Blurred<'p, 'b> {
    picture: &'p Picture,
    blur: Blur,
    /// The part, with the margin of the blur.
    inner: Tile,
    of: Vec<Values>,
    planes: &'b mut [Plane],
}

/// The values of a plane.
#[derive(Debug, Clone, Copy)]
enum Values {
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
fn planes_of(picture: &Picture) -> Vec<Values> {
    let channels = &picture.channels;
    let Some(alpha) = alpha_of(picture) else { return channels.iter().copied().map(Values::Channel).collect() };
    let weights = channels[alpha];
    let of = |(place, &channel)| if place == alpha { Values::Channel(channel) } else { Values::Weighted(channel, weights) };
    channels.iter().enumerate().map(of).chain([Values::Weights(weights)]).collect()
}

/// An engine, and the observer.
#[derive(Clone, Copy)]
pub(crate) struct On<'a> {
    pub(crate) evaluator: Evaluator<'a>,
    pub(crate) observer: &'a dyn Observer,
}

/// The channels of a tile, interleaved.
#[derive(Clone, Copy)]
struct Channels<'a> {
    samples: &'a [f32],
    count: usize,
    tile: Tile,
}

impl Channels<'_> {
    /// Returns the columns of the tile that a part of its rows also has.
    fn shared(self, part: Tile) -> Option<Tile> {
        let left = part.origin[0].max(self.tile.origin[0]);
        let right = (part.origin[0] + part.size[0]).min(self.tile.origin[0] + self.tile.size[0]);
        (left < right).then(|| Tile { origin: [left, part.origin[1], part.origin[2]], size: [right - left, part.size[1], 1] })
    }

    /// Sums values in a part of the tile into the columns of a plane from `first` on.
    fn fill(self, plane: &mut Plane, blur: Blur, first: usize, part: Tile, of: Values, observer: &dyn Observer) -> Result<()> {
        let row = self.tile.size[0] as usize * self.count;
        let [left, above] = [0, 1].map(|axis: usize| (part.origin[axis] - self.tile.origin[axis]) as usize);
        let [count, rows, _] = part.size.map(|side| side as usize);
        let pixels = &self.samples[above * row + left * self.count..];
        let at = |channel: usize, x: usize, y: usize| f64::from(pixels[y * row + x * self.count + channel]);
        match of {
            Values::Channel(channel) => {
                let value = |x, y| at(channel, x, y);
                plane.take(blur, first, Columns { value, count, rows }, observer)
            }
            Values::Weighted(channel, alpha) => {
                let value = |x, y| at(channel, x, y) * visible(at(alpha, x, y));
                plane.take(blur, first, Columns { value, count, rows }, observer)
            }
            Values::Weights(alpha) => {
                let value = |x, y| visible(at(alpha, x, y));
                plane.take(blur, first, Columns { value, count, rows }, observer)
            }
        }
    }

    /// Copies several channels, interleaved, into the columns of a picture that this tile covers.
    fn gather(self, picture: Tile, channels: &[usize], to: &mut [f32]) {
        let Some(shared) = self.shared(picture) else { return };
        for (to_row, row) in picture.rows_of(shared).zip(self.tile.rows_of(shared)) {
            let pixels = self.samples[row.start * self.count..row.end * self.count].chunks_exact(self.count);
            for (to, pixel) in to[to_row.start * channels.len()..].chunks_exact_mut(channels.len()).zip(pixels) {
                for (to, &channel) in to.iter_mut().zip(channels) {
                    *to = pixel[channel];
                }
            }
        }
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

/// Returns the nearest f32, without a negative zero and without subnormals, like evaluation itself.
pub(crate) fn sample(value: f64) -> f32 {
    let nearest = value as f32;
    if nearest.abs() < f32::from_bits(0x0D80_0000) { 0.0 } else { nearest }
}

/// Resizes `samples` to `length`.
pub(crate) fn resize(samples: &mut Vec<f32>, length: usize) -> Result<()> {
    samples
        .try_reserve_exact(length.saturating_sub(samples.len()))
        .map_err(|_| Error::failed(format!("{length} samples don't fit into memory; give a smaller size")))?;
    samples.resize(length, f32::NAN);
    Ok(())
}
