//! The samples of pictures: one evaluation for several of them, and the steps between evaluation and encoding.
//!
//! Steps fill planes, which hold the values of some rows of pixels and of those around them that later steps read. From one band of a picture to the next only
//! the rows that are new are evaluated.

mod blurred;
mod lowered;
mod on;
mod reach;
mod rolls;

use lacuna::recipe::{Blur, Picture, Step};
use lacuna::{Axis, Cpu, Domain, Grid, MAX_SAMPLES, Program, Tile};

use blurred::{BlurredRows, planes_of};
use lowered::{Lowered, lowered};
pub(crate) use on::{On, in_rows, resize};
pub(crate) use reach::Cell;
use reach::Reach;
use rolls::Roll;

use crate::blur::Plane;
use crate::cost::{OF_A_PASS, check_pixel};
use crate::engine::{Engine, Evaluator};
use crate::error::{Error, Field, Problem, Result, message};
use crate::extremes::Extremes;
use crate::observer::{Observer, Progress, Stage, check};

/// The most samples in a band, all channels counted: 64 MiB. A longer row is cut.
pub(crate) const MAX_BAND: usize = 1 << 24;
/// The samples that one call evaluates on all threads or on a device, all channels counted: enough to outweigh its overhead, few enough to be encoded soon.
pub(crate) const BAND: usize = 1 << 22;
/// The most bytes of rows to hold in order to keep the margin a small part of the evaluation.
const MOST_ROWS: usize = 1 << 28;

/// The least number of columns and rows per call: neighbours share work.
const LEAST_SIDE: u32 = 16;

/// The steps of an evaluation, and the pictures that are made from its planes.
#[derive(Debug)]
pub(crate) struct Sampler {
    steps: Vec<Lowered>,
    /// The step that makes each plane.
    made_by: Vec<usize>,
    pub(crate) pictures: Vec<Picture>,
    /// The samples across a pixel. The steps are computed for samples; pixels are their means.
    across: u32,
    /// The longest side of a tile that the caller wants.
    pub(crate) tile: Option<u32>,
}

/// Buffers for the intermediate results of a band.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// The channels of a program over some rows.
    channels: Vec<f32>,
    /// A tile of those.
    tile: Vec<f32>,
    /// The planes of pictures of which more bands follow.
    rolls: Vec<Roll>,
    /// The samples of a cell, each picture apart.
    pub(crate) cell: Vec<Vec<f32>>,
}

impl Sampler {
    /// Lowers the steps of a plan, whose pictures have equally many samples a pixel.
    pub(crate) fn new(steps: Vec<Step>, pictures: Vec<Picture>, tile: Option<u32>) -> Result<Self> {
        let (steps, made_by) = lowered(steps)?;
        let across = pictures.first().and_then(|picture| picture.output.samples).unwrap_or(1);
        Ok(Self { steps, made_by, pictures, across, tile })
    }

    /// Returns a sampler of one program, whose channels are the planes of the pictures, of one sample a pixel.
    pub(crate) fn of_program(program: Program, pictures: Vec<Picture>) -> Self {
        let made_by = vec![0; program.channels()];
        Self { steps: vec![Lowered::Program { program, given: vec![] }], made_by, pictures, across: 1, tile: None }
    }

    /// Returns the programs of all steps.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &Program> {
        self.steps.iter().filter_map(|step| match step {
            Lowered::Program { program, .. } => Some(program),
            Lowered::Layer { .. } => None,
        })
    }

    /// Returns `true` if pixels are computed from the pixels around them.
    pub(crate) fn has_layers(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Lowered::Layer { .. }))
    }

    /// Returns `true` if bands have something in common, or take much memory, so that they are evaluated one after another.
    pub(crate) fn is_rolling(&self) -> bool {
        self.has_layers() || self.blurs().next().is_some()
    }

    /// Returns the number of samples across a pixel.
    pub(crate) fn across(&self) -> u32 {
        self.across
    }

    /// Returns the number of samples of which a pixel is the mean.
    pub(crate) fn samples_a_pixel(&self) -> usize {
        (self.across * self.across) as usize
    }

    /// Returns a tile of pixels as a tile of samples.
    fn finer(&self, tile: Tile) -> Tile {
        let finer = |[x, y, z]: [u32; 3]| [x * self.across, y * self.across, z];
        Tile { origin: finer(tile.origin), size: finer(tile.size) }
    }

    /// Returns a grid of pixels as a grid of samples.
    fn finer_grid(&self, grid: &Grid) -> Result<Grid> {
        let along = |axis: Axis| match axis {
            _ if self.across == 1 => Ok(axis),
            Axis::Extent { start, end, samples } if samples <= MAX_SAMPLES / self.across => {
                Ok(Axis::Extent { start, end, samples: samples * self.across })
            }
            _ => {
                let told = format!(": a picture has at most {MAX_SAMPLES} samples along x and y; give fewer, or a smaller picture");
                Err(Error::request(Field::Samples, Problem::more_than(MAX_SAMPLES.into()), message![Field::Samples.at(self.across), told]))
            }
        };
        Ok(Grid { x: along(grid.x)?, y: along(grid.y)?, ..*grid })
    }

    /// Returns how far steps reach over a grid of samples.
    fn reach(&self, grid: &Grid) -> Result<Reach> {
        let reach = Reach::new(&self.steps, &self.made_by, &self.pictures, self.across, grid)?;
        let blurs = self.blurs().filter(|(_, blur)| blur.passes > 0);
        let widest = blurs.max_by_key(|(_, blur)| blur.margin()).map(|(picture, _)| format!("outputs.{}.blur", picture.name));
        let of_layer = self.steps.iter().find_map(|step| match step {
            Lowered::Layer { place, .. } => Some(place.clone()),
            Lowered::Program { .. } => None,
        });
        if let Some(place) = widest.or(of_layer) {
            check_pixel(&place, self.evaluations(&reach, [self.across; 2]), "give fewer octaves, a smaller radius or fewer passes")?;
        }
        Ok(reach)
    }

    /// Returns a tile of a grid of pixels as a cell, with the margin that steps and blurs read.
    pub(crate) fn cell(&self, grid: &Grid, tile: Tile) -> Result<Cell> {
        let grid = self.finer_grid(grid)?;
        let tile = self.finer(tile);
        let reach = self.reach(&grid)?;
        if reach.margin == 0 {
            grid.validate()?;
            return Ok(Cell { domain: grid.into(), shown: tile, reach });
        }
        let (grid, Tile { origin: [left, above, slice], .. }) = grid.around(tile, reach.margin)?;
        grid.validate()?;
        let shown = Tile { origin: [left + reach.margin, above + reach.margin, slice], ..tile };
        Ok(Cell { domain: grid.into(), shown, reach })
    }

    /// Evaluates one sample of each program. It costs nothing and finds any error of the programs over the domain.
    pub(crate) fn check(&self, cell: &Cell) -> Result<()> {
        let first = Tile { size: [1; 3], ..cell.shown };
        let alone = Cpu::with_threads(std::num::NonZeroUsize::MIN);
        for step in &self.steps {
            let Lowered::Program { program, given, .. } = step else { continue };
            let mut samples = vec![0.0; program.channels()];
            match given[..] {
                [] => alone.evaluate(program, &cell.domain, first, &mut samples)?,
                _ => alone.evaluate_given(program, &cell.domain, first, (&vec![&[0.0][..]; given.len()], 1), &mut samples)?,
            }
        }
        Ok(())
    }

    /// Returns the blur of a picture of means, of no pass if its means are those of the samples of each pixel.
    fn blur_of(&self, picture: &Picture) -> Option<Blur> {
        picture.output.blur.or((self.across > 1).then_some(Blur { radius: 0, passes: 0 }))
    }

    /// Returns the pictures of means, each with its blur.
    fn blurs(&self) -> impl Iterator<Item = (&Picture, Blur)> {
        self.pictures.iter().filter_map(|picture| Some((picture, self.blur_of(picture)?)))
    }

    /// Estimates the evaluations of a rectangle of samples, layers and blurs included.
    pub(crate) fn evaluations(&self, reach: &Reach, sides: [u32; 2]) -> u64 {
        let around = |margin: u32, across: u32| {
            let sides = sides.iter().map(|side| u64::from(side / across) + 2 * u64::from(margin));
            sides.fold(1, u64::saturating_mul)
        };
        let of_step = |(step, &need): (&Lowered, &u32)| match step {
            Lowered::Program { program, .. } => around(need, 1).saturating_mul(program.evaluations()),
            Lowered::Layer { pass, planes, .. } => around(need, 1).saturating_mul(planes.len() as u64 * pass.evaluations(reach.scale)),
        };
        let of_blur = |(picture, blur): (&Picture, Blur)| {
            let passes = planes_of(picture).len() as u64 * u64::from(blur.passes) * OF_A_PASS;
            around(blur.margin(), self.across).saturating_mul(passes)
        };
        self.steps.iter().zip(&reach.needs).map(of_step).chain(self.blurs().map(of_blur)).fold(0, u64::saturating_add)
    }

    /// Estimates the same for a rectangle of pixels of a grid; none if the layers reach too far there, which is refused elsewhere.
    pub(crate) fn evaluations_on(&self, grid: &Grid, sides: [u32; 2]) -> u64 {
        let reach = self.finer_grid(grid).and_then(|grid| self.reach(&grid));
        reach.map_or(0, |reach| self.evaluations(&reach, sides.map(|side| side * self.across)))
    }

    /// Returns the number of rows below which much of a band of `columns` columns would be margin, if that many fit into memory.
    pub(crate) fn least_rows(&self, reach: &Reach, columns: u32) -> u32 {
        let samples = (columns as usize).saturating_mul(self.across as usize).saturating_add(2 * reach.margin as usize);
        let row = samples.saturating_mul(self.bytes_a_sample().iter().sum());
        (reach.margin.min((MOST_ROWS / row).try_into().unwrap_or(u32::MAX)) / self.across).max(1)
    }

    /// Returns the bytes of the planes for a sample, and of those of means for a pixel.
    fn bytes_a_sample(&self) -> [usize; 2] {
        let blurred = self.blurs().map(|(picture, _)| planes_of(picture).len()).max().unwrap_or(0);
        [size_of::<f32>() * self.made_by.len(), Plane::BYTES_A_VALUE * blurred]
    }

    /// Returns the only program, if its channels are the samples of the only picture.
    fn direct(&self) -> Option<&Program> {
        match (&self.steps[..], &self.pictures[..]) {
            ([Lowered::Program { program, .. }], [only]) => {
                (self.blur_of(only).is_none() && only.channels.iter().copied().eq(0..program.channels())).then_some(program)
            }
            _ => None,
        }
    }

    /// Returns the bytes that a band takes beside its samples.
    pub(crate) fn memory(&self, reach: &Reach, columns: u32, rows: u32) -> usize {
        let evaluating =
            |program: &Program, columns: u32, rows: u32| usize::try_from(Cpu::memory(program, [columns, rows, 1])).unwrap_or(usize::MAX);
        if let Some(program) = self.direct() {
            return evaluating(program, columns, rows);
        }
        let margin = 2 * reach.margin;
        let [width, height] = [columns, rows].map(|side| side.saturating_mul(self.across).saturating_add(margin));
        let product = |factors: [usize; 3]| factors.into_iter().fold(1, usize::saturating_mul);
        let [of_planes, of_blurs] = self.bytes_a_sample();
        let planes =
            product([width as usize, height as usize, of_planes]).saturating_add(product([width as usize, rows as usize, of_blurs]));
        let of_program = |program: &Program| evaluating(program, width, height - margin).saturating_add(size_of::<f32>() * BAND);
        planes.saturating_add(self.programs().map(of_program).max().unwrap_or(0))
    }

    /// Returns the columns and rows that one call evaluates for a tile of this width. A call ends soon however costly a sample is, and has rows for every thread.
    fn at_once(&self, on: On<'_>, program: &Program, width: u32) -> [u32; 2] {
        let side = self.tile.unwrap_or(u32::MAX);
        let threads = if let Evaluator::Cpu(_) = on.evaluator { on.threads as u32 } else { 1 };
        let samples = on.evaluator.samples_at_once(program).saturating_mul(threads);
        let columns = width.min(side).min((samples / LEAST_SIDE).max(LEAST_SIDE));
        [columns, side.min((samples / columns).max(LEAST_SIDE * threads))]
    }

    /// Evaluates the channels of a tile of the domain, through `scratch` if the caller's tiles are smaller. The planes that a program is given begin at the
    /// tile's first sample, and have rows of `pitch` values.
    fn channels(
        &self,
        on: On<'_>,
        program: &Program,
        (domain, of): (&Domain, Tile),
        (given, pitch): (&[&[f32]], usize),
        samples: &mut Vec<f32>,
        scratch: &mut Vec<f32>,
    ) -> Result<()> {
        check(on.observer)?;
        let channels = program.channels();
        resize(samples, of.samples() * channels)?;
        let width = of.size[0];
        let evaluate = |tile: Tile, samples: &mut [f32]| {
            check(on.observer)?;
            if given.is_empty() {
                return on.evaluator.evaluate(program, domain, tile, samples);
            }
            let first = (tile.origin[1] - of.origin[1]) as usize * pitch + (tile.origin[0] - of.origin[0]) as usize;
            let given: Vec<&[f32]> = given.iter().map(|plane| &plane[first..]).collect();
            // The bits are those of every engine.
            let cpu = Cpu::with_threads(std::num::NonZeroUsize::new(on.threads).unwrap_or(std::num::NonZeroUsize::MIN));
            Ok(cpu.evaluate_given(program, domain, tile, (&given, pitch), samples)?)
        };
        let [columns, rows] = self.at_once(on, program, width);
        if columns >= width {
            for (rows, samples) in of.cut([width, rows, 1]).zip(samples.chunks_mut(rows as usize * width as usize * channels)) {
                evaluate(rows, samples)?;
            }
            return Ok(());
        }
        for tile in of.cut([columns, rows, 1]) {
            resize(scratch, tile.samples() * channels)?;
            evaluate(tile, scratch)?;
            for (to, from) in of.rows_of(tile).zip(scratch.chunks_exact(tile.size[0] as usize * channels)) {
                samples[to.start * channels..to.end * channels].copy_from_slice(from);
            }
        }
        Ok(())
    }

    /// Evaluates a part of a cell, given in pixels, into samples, each picture apart.
    pub(crate) fn evaluate(&self, on: On<'_>, cell: &Cell, part: Tile, samples: &mut [Vec<f32>], scratch: &mut Scratch) -> Result<()> {
        if let (Some(program), [only]) = (self.direct(), &mut *samples) {
            let origin = std::array::from_fn(|axis| cell.shown.origin[axis] + part.origin[axis]);
            return self.channels(on, program, (&cell.domain, Tile { origin, ..part }), (&[], 0), only, &mut scratch.tile);
        }
        let finer = self.finer(part);
        let mut roll = Roll::take(&mut scratch.rolls, cell, finer, self.steps.len());
        for number in 0..self.steps.len() {
            self.step(on, cell, finer, number, &mut roll, scratch)?;
        }
        for (picture, samples) in self.pictures.iter().zip(samples) {
            let count = usize::from(picture.channel_count());
            resize(samples, part.samples() * count)?;
            match self.blur_of(picture) {
                None => roll.gather(&self.made_by, picture, samples),
                Some(blur) => {
                    let [across, width] = [self.across, part.size[0]].map(|count| count as usize);
                    let margin = across * blur.margin() as usize;
                    let windows = |plane: usize, row: usize| roll.window(self.made_by[plane], plane, margin, across * row);
                    BlurredRows { picture, blur, across, width, windows: &windows }.finish(on, samples)?;
                }
            }
        }
        roll.put_back(&mut scratch.rolls, cell, finer);
        Ok(())
    }

    /// Computes the rows of a step that a part needs and that are not there yet.
    fn step(&self, on: On<'_>, cell: &Cell, part: Tile, number: usize, roll: &mut Roll, scratch: &mut Scratch) -> Result<()> {
        let need = cell.reach.needs[number];
        let top = cell.shown.origin[1] + part.origin[1];
        let rows = roll.begin(number, top - need, top + part.size[1] + need, self.planes_by(number))?;
        match &self.steps[number] {
            Lowered::Program { program, given } => {
                let left = cell.shown.origin[0] + part.origin[0] - need;
                let width = part.size[0] + 2 * need;
                let together = ((BAND / program.channels()) as u32 / width).max(1);
                let new = Tile { origin: [left, rows.start, cell.shown.origin[2] + part.origin[2]], size: [width, rows.len() as u32, 1] };
                for tile in new.cut([width, together, 1]) {
                    let planes: Vec<&[f32]> =
                        given.iter().map(|&plane| roll.from(self.made_by[plane], plane, need, tile.origin[1])).collect();
                    let Scratch { channels, tile: of_tile, .. } = scratch;
                    self.channels(on, program, (&cell.domain, tile), (&planes, roll.pitch()), channels, of_tile)?;
                    roll.spread(number, need, tile.origin[1], channels);
                }
                Ok(())
            }
            Lowered::Layer { pass, sources, planes, .. } => {
                for plane in planes.clone() {
                    let channel = plane - planes.start;
                    // A source of one channel is that of all channels; the weight of a colour is its alpha.
                    let mut of_channel: Vec<usize> = sources.iter().map(|planes| planes.start + channel.min(planes.len() - 1)).collect();
                    if let [only] = &sources[..]
                        && only.len() == 4
                        && channel < 3
                    {
                        of_channel.push(only.start + 3);
                    }
                    let windows: Vec<(usize, usize)> = of_channel.into_iter().map(|plane| (self.made_by[plane], plane)).collect();
                    roll.pass(on, (pass, cell.reach.scale), (number, plane, need), rows.clone(), &windows)?;
                }
                Ok(())
            }
        }
    }

    /// Returns the planes of a step.
    fn planes_by(&self, step: usize) -> std::ops::Range<usize> {
        let start = self.made_by.partition_point(|&by| by < step);
        start..start + self.made_by[start..].partition_point(|&by| by == step)
    }

    /// Returns a cell in parts that are evaluated one after another, in pixels.
    pub(crate) fn bands(&self, cell: &Cell) -> impl Iterator<Item = Tile> + use<> {
        let most = (BAND / self.made_by.len() / self.samples_a_pixel()).max(1) as u32;
        let [width, height, _] = cell.shown.size.map(|side| side / self.across);
        let columns = width.min(most);
        let rows = (most / width).max(self.least_rows(&cell.reach, columns)).clamp(1, self.tile.unwrap_or(u32::MAX));
        Tile { origin: [0; 3], size: [width, height, 1] }.cut([columns, rows, 1])
    }

    /// Finds the least and the greatest sample of each picture, over several cells.
    pub(crate) fn measure<'c>(
        &self,
        engine: &Engine,
        cells: impl Iterator<Item = &'c Cell> + Clone,
        observer: &dyn Observer,
    ) -> Result<Vec<Extremes>> {
        let on = On::new(engine, observer);
        let bands = |cell: &Cell| self.bands(cell).count() as u64;
        let total = cells.clone().map(bands).sum();
        let mut samples = vec![Vec::new(); self.pictures.len()];
        let mut scratch = Scratch::default();
        let mut extremes = vec![Extremes::NONE; self.pictures.len()];
        let mut done = 0;
        for cell in cells {
            for band in self.bands(cell) {
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
