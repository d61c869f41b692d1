//! What is evaluated for several pictures at once, and what becomes of it before it is encoded.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use lacuna::recipe::{Finish, NormalY, Picture};
use lacuna::{Domain, Program, Tile};

use super::blur::Plane;
use super::encode::Encoding;
use super::engine::Engine;
use super::failure::Result;
use super::interrupt;
use super::stream::{self, Bands, Extremes, Line, Seen, Unwritten, progress, resize};

/// The most samples in a band, those of every channel counted: 64 MiB; a longer row is cut.
const MAX_BAND: usize = 1 << 24;

/// What is evaluated, in what pieces, and the pictures that are made of it.
pub(crate) struct Work<'a> {
    pub(crate) program: &'a Program,
    pub(crate) domain: &'a Domain,
    /// The part of the domain that the pictures show; about it lies the margin that blurs see.
    pub(crate) shown: Tile,
    /// The longest side of a tile that the user wishes.
    pub(crate) tile: Option<u32>,
    pub(crate) pictures: &'a [Picture],
}

/// Room for what is evaluated on the way to a band's samples.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// All channels, with the margin.
    channels: Vec<f32>,
    /// A tile of them.
    tile: Vec<f32>,
    planes: Vec<Plane>,
}

impl Work<'_> {
    /// One sample costs nothing and finds whatever is wrong with the program over the domain.
    pub(crate) fn check(&self) -> Result<()> {
        let first = Tile { size: [1; 3], ..self.shown };
        let mut samples = vec![0.0; self.program.channels()];
        Ok(lacuna::Cpu::with_threads(NonZeroUsize::MIN).evaluate(self.program, self.domain, first, &mut samples)?)
    }

    /// The pixels beyond the edges of a tile that the widest blur sees.
    fn margin(&self) -> u32 {
        self.pictures.iter().filter_map(|picture| picture.output.blur).map(lacuna::recipe::Blur::margin).max().unwrap_or(0)
    }

    /// Whether the program's channels are the samples of the only picture.
    fn is_direct(&self) -> bool {
        match self.pictures {
            [only] => only.output.blur.is_none() && only.channels.iter().copied().eq(0..self.program.channels()),
            _ => false,
        }
    }

    /// Evaluates the channels of a tile of the domain, by way of `scratch` where the user's tiles are smaller.
    fn channels(&self, engine: &Engine, of: Tile, samples: &mut Vec<f32>, scratch: &mut Vec<f32>) -> Result<()> {
        interrupt::check()?;
        let channels = self.program.channels();
        resize(samples, of.samples() * channels)?;
        let [width, height, _] = of.size;
        let side = self.tile.unwrap_or(u32::MAX);
        if side >= width && side >= height {
            return engine.evaluate(self.program, self.domain, of, samples);
        }
        for tile in of.cut([side, side, 1]) {
            resize(scratch, tile.samples() * channels)?;
            engine.evaluate(self.program, self.domain, tile, scratch)?;
            for (to, from) in of.rows_of(tile).zip(scratch.chunks_exact(tile.size[0] as usize * channels)) {
                samples[to.start * channels..to.end * channels].copy_from_slice(from);
            }
        }
        Ok(())
    }

    /// Evaluates a band of the pictures into samples, those of each picture apart.
    pub(crate) fn evaluate(&self, engine: &Engine, band: Tile, samples: &mut [Vec<f32>], scratch: &mut Scratch) -> Result<()> {
        let origin: [u32; 3] = std::array::from_fn(|axis| self.shown.origin[axis] + band.origin[axis]);
        let Scratch { channels, tile, planes } = scratch;
        if let (true, [only]) = (self.is_direct(), &mut *samples) {
            return self.channels(engine, Tile { origin, ..band }, only, tile);
        }
        let margin = self.margin();
        let [width, height, _] = band.size;
        let wide = Tile { origin: [origin[0] - margin, origin[1] - margin, origin[2]], size: [width + 2 * margin, height + 2 * margin, 1] };
        self.channels(engine, wide, channels, tile)?;
        for (picture, samples) in self.pictures.iter().zip(samples) {
            let own = picture.output.blur.map_or(0, lacuna::recipe::Blur::margin);
            let inner = Tile {
                origin: [wide.origin[0] + margin - own, wide.origin[1] + margin - own, origin[2]],
                size: [width + 2 * own, height + 2 * own, 1],
            };
            resize(samples, band.samples() * usize::from(picture.channel_count()))?;
            let source = Channels { samples: channels, count: self.program.channels(), tile: wide };
            match picture.output.blur {
                None => source.gather(inner, &picture.channels, samples),
                Some(blur) => {
                    planes.resize_with(picture.channels.len().max(planes.len()), Plane::default);
                    for (plane, &channel) in planes.iter_mut().zip(&picture.channels) {
                        plane.fill(source.channel(inner, channel));
                        plane.blur(blur, inner.size[0] as usize);
                    }
                    finish(picture, planes, inner.size[0] as usize, width as usize, samples);
                }
            }
        }
        Ok(())
    }

    /// Finds the least and the greatest sample of each picture.
    pub(crate) fn measure(&self, engine: &Engine, evaluating: &mut Duration) -> Result<Vec<Extremes>> {
        let started = Instant::now();
        let most = engine.worthwhile_samples().min(MAX_BAND) / self.program.channels();
        let [width, height, _] = self.shown.size;
        let columns = width.min(most as u32);
        let rows = (most as u32 / width).max(self.least_rows()).clamp(1, self.tile.unwrap_or(u32::MAX));
        let mut samples = vec![Vec::new(); self.pictures.len()];
        let mut scratch = Scratch::default();
        let mut extremes = vec![Extremes::NONE; self.pictures.len()];
        let bar = progress(u64::from(width.div_ceil(columns)) * u64::from(height.div_ceil(rows)), "range");
        for band in (Tile { origin: [0; 3], size: self.shown.size }).cut([columns, rows, 1]) {
            self.evaluate(engine, band, &mut samples, &mut scratch)?;
            for (extremes, samples) in extremes.iter_mut().zip(&samples) {
                extremes.extend(Extremes::of(samples));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        *evaluating += started.elapsed();
        Ok(extremes)
    }

    /// The rows of a band under which the margin is most of what is evaluated.
    fn least_rows(&self) -> u32 {
        (2 * self.margin()).max(1)
    }
}

/// The channels of a tile, side by side.
#[derive(Clone, Copy)]
struct Channels<'a> {
    samples: &'a [f32],
    count: usize,
    tile: Tile,
}

impl<'a> Channels<'a> {
    /// The samples of a channel in a part of the tile.
    fn channel(self, part: Tile, channel: usize) -> impl Iterator<Item = f32> + 'a {
        let Self { samples, count, tile } = self;
        tile.rows_of(part).flat_map(move |row| samples[row.start * count..row.end * count].iter().skip(channel).step_by(count).copied())
    }

    /// The samples of several channels in a part of the tile, side by side.
    fn gather(self, part: Tile, channels: &[usize], to: &mut [f32]) {
        let pixels =
            self.tile.rows_of(part).flat_map(|row| self.samples[row.start * self.count..row.end * self.count].chunks_exact(self.count));
        for (to, pixel) in to.chunks_exact_mut(channels.len()).zip(pixels) {
            for (to, &channel) in to.iter_mut().zip(channels) {
                *to = pixel[channel];
            }
        }
    }
}

/// Makes a picture of blurred planes, whose rows begin `pitch` values apart.
fn finish(picture: &Picture, planes: &[Plane], pitch: usize, width: usize, to: &mut [f32]) {
    let count = usize::from(picture.channel_count());
    let colours = if let Finish::Ramp(map) = &picture.finish { Some(map.colors()) } else { None };
    for (y, row) in to.chunks_exact_mut(width * count).enumerate() {
        let of = |channel: usize| planes[channel].row(y * pitch, width);
        match &picture.finish {
            Finish::Nothing => {
                for channel in 0..count {
                    for (to, &value) in row.iter_mut().skip(channel).step_by(count).zip(of(channel)) {
                        *to = sample(value);
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

/// The nearest f32, without a negative zero and without subnormals, as evaluation leaves none.
fn sample(value: f64) -> f32 {
    let nearest = value as f32;
    if nearest.abs() < f32::from_bits(0x0D80_0000) { 0.0 } else { nearest }
}

/// Work on an engine.
struct On<'a> {
    work: &'a Work<'a>,
    engine: &'a Engine,
}

impl Bands for On<'_> {
    fn evaluate(&self, band: Tile, samples: &mut [Vec<f32>], scratch: &mut Scratch) -> Result<()> {
        self.work.evaluate(self.engine, band, samples, scratch)
    }

    fn least_rows(&self) -> u32 {
        self.work.least_rows()
    }

    fn memory(&self, columns: u32, rows: u32) -> usize {
        if self.work.is_direct() {
            return 0;
        }
        let margin = 2 * self.work.margin() as usize;
        let pixels = (columns as usize + margin).saturating_mul(rows as usize + margin);
        let planes = self.work.pictures.iter().filter(|picture| picture.output.blur.is_some()).map(|picture| picture.channels.len()).max();
        pixels.saturating_mul(4 * self.work.program.channels() + Plane::BYTES_A_VALUE * planes.unwrap_or(0))
    }
}

/// A bake, ready to start.
pub(crate) struct Pipeline<'a> {
    pub(crate) work: &'a Work<'a>,
    pub(crate) engine: &'a Engine,
    /// One a picture.
    pub(crate) encodings: &'a [Encoding],
    pub(crate) threads: NonZeroUsize,
    pub(crate) is_hashed: bool,
}

impl Pipeline<'_> {
    /// Writes each file by its call. The outer result is the evaluation's, the inner one the writers'.
    pub(crate) fn run(&self, writes: Vec<stream::Write<'_>>) -> Result<Result<Seen, Unwritten>> {
        let on_one_thread = self.engine.on_one_thread();
        let engine = on_one_thread.as_ref().unwrap_or(self.engine);
        let bands = On { work: self.work, engine };
        let source = match on_one_thread {
            Some(_) => stream::Source::Threads(&bands),
            None => stream::Source::Bands(&bands, engine.worthwhile_samples().min(MAX_BAND)),
        };
        let line = Line { encodings: self.encodings, source, threads: self.threads, is_hashed: self.is_hashed };
        line.reserve()?;
        line.run(writes)
    }
}
