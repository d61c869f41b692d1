//! A checked bake, and its execution.

use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use lacuna::program::TableRepeat;
use lacuna::recipe::OutputRange;
use lacuna::{Axis, Domain, Grid, Number, Program, Tile};

use crate::checksum::{Checksum, Summing};
use crate::clock::{Started, Sum};
use crate::engine::{Engine, Evaluator};
use crate::error::{Error, Result};
use crate::extremes::Extremes;
use crate::facts::{Facts, beside};
use crate::formats::{Encoding, FactsPlace, Place, WriteSeek};
use crate::ground::Ground;
use crate::jobs::Job;
use crate::observer::{Observer, Progress, Stage, check};
use crate::pipeline::{self, Bands, Pipeline, SeenOfFile, Unwritten};
use crate::range::Range;
use crate::report::{FileReport, Report, Seconds};
use crate::roles::Roles;
use crate::sampling::{BAND, Cell, On, Sampler};
use crate::sheet::Sheet;
use crate::size::Size;
use crate::store::{Memory, Sink, Store};
use crate::targets::{Made, Target};

/// A bake that was checked and can run: the files that it makes, and the evaluations behind them.
#[derive(Debug)]
pub struct Plan {
    pub(crate) evaluation: Evaluation,
    pub(crate) passes: Vec<Pass>,
    size: Size,
    is_hashed: bool,
    beside: Option<Beside>,
}

/// A file that belongs to the pictures of a bake.
#[derive(Debug)]
pub(crate) enum Beside {
    /// A text that names them.
    Text { path: PathBuf, target: Target, made: Made },
    /// The file that holds them, in the place of their own.
    Around { path: PathBuf, made: Made },
}

/// The kind of evaluation.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one a bake")]
pub(crate) enum Evaluation {
    /// Of as many outputs at once as have few channels enough.
    Pictures(Vec<Sampler>),
    View(Ground),
    Preview(Roles),
}

/// One evaluation: cells of one size in row order, and the files that all of them together become, one per picture.
#[derive(Debug)]
pub(crate) struct Pass {
    /// The number of the evaluation of pictures.
    pub(crate) group: usize,
    pub(crate) cells: Vec<Cell>,
    pub(crate) columns: u32,
    pub(crate) cell_size: Size,
    pub(crate) files: Vec<FilePlan>,
}

impl Pass {
    /// Returns a pass of one file and of these cells.
    pub(crate) fn of_one(cells: Vec<Cell>, cell_size: Size, file: FilePlan) -> Self {
        Self { group: 0, cells, columns: 1, cell_size, files: vec![file] }
    }
}

/// A file to be written.
#[derive(Debug)]
pub(crate) struct FilePlan {
    /// The name of the output.
    pub(crate) output: String,
    pub(crate) path: PathBuf,
    /// With the default range and without metadata until the range is known.
    pub(crate) encoding: Encoding,
    pub(crate) range: OutputRange,
    pub(crate) facts: Facts,
}

impl FilePlan {
    /// Returns the same file with `job` in its metadata.
    pub(crate) fn of_job(mut self, job: Job) -> Self {
        self.facts.job = Some(job);
        self
    }

    /// Returns the same file with the length of a unit in metres, and with the place that follows from it.
    pub(crate) fn in_metres(mut self, unit: Option<Number>, place: impl Fn(Number) -> Place) -> Self {
        self.facts.unit_metres = unit;
        self.encoding.place = unit.map(place);
        self
    }

    /// Returns the path of the sidecar, if the format has no room for metadata and the store takes sidecars.
    fn facts_beside(&self, store: &dyn Store) -> Option<PathBuf> {
        let is_beside = self.encoding.format.description().facts == FactsPlace::Beside;
        (is_beside && store.has_room_beside(&self.path)).then(|| beside(&self.path))
    }
}

impl Plan {
    /// Plans a view. `is_hashed` requests hashes of the samples.
    pub(crate) fn of_view(is_hashed: bool, size: Size, ground: Ground, file: FilePlan) -> Self {
        Self { evaluation: Evaluation::View(ground), passes: vec![Pass::of_one(vec![], size, file)], size, is_hashed, beside: None }
    }

    /// Plans a picture of a material.
    pub(crate) fn of_preview(is_hashed: bool, size: Size, roles: Roles, file: FilePlan) -> Self {
        Self { evaluation: Evaluation::Preview(roles), passes: vec![Pass::of_one(vec![], size, file)], size, is_hashed, beside: None }
    }

    /// Plans pictures, and checks their evaluation. `size` is that of a picture.
    pub(crate) fn of_pictures(is_hashed: bool, size: Size, samplers: Vec<Sampler>, passes: Vec<Pass>) -> Result<Self> {
        for pass in &passes {
            pass.cells.iter().try_for_each(|cell| samplers[pass.group].check(cell))?;
        }
        Ok(Self { evaluation: Evaluation::Pictures(samplers), passes, size, is_hashed, beside: None })
    }

    /// Returns the same plan with a file that belongs to its pictures.
    pub(crate) fn beside(self, beside: Option<Beside>) -> Self {
        Self { beside, ..self }
    }

    /// Returns the paths of the files, without sidecars.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let pictures = self.file_plans().map(|file| file.path.as_path());
        let (beside, is_alone) = match &self.beside {
            None => (None, false),
            Some(Beside::Text { path, .. }) => (Some(path.as_path()), false),
            Some(Beside::Around { path, .. }) => (Some(path.as_path()), true),
        };
        pictures.filter(move |_| !is_alone).chain(beside)
    }

    /// Returns the samples of a picture along x and y.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the programs that are evaluated over grids: one, unless the outputs have too many channels for one evaluation, terrain has an output's
    /// colours, or layers lie between them.
    pub fn programs(&self) -> Vec<&Program> {
        match &self.evaluation {
            Evaluation::Pictures(samplers) => samplers.iter().flat_map(Sampler::programs).collect(),
            Evaluation::View(ground) => ground.programs().collect(),
            Evaluation::Preview(roles) => roles.programs().collect(),
        }
    }

    /// Estimates the cost of the bake in the unit of [`Program::evaluations`]: samples with the neighbourhoods of their blurs, once more for a range
    /// that has to be measured, and rays of views. [`Work`](crate::Work) converts it to time.
    pub fn evaluations(&self) -> u64 {
        match &self.evaluation {
            Evaluation::View(ground) => ground.evaluations_in_all(),
            Evaluation::Preview(roles) => roles.evaluations(),
            Evaluation::Pictures(samplers) => {
                let of_pass = |pass: &Pass| {
                    let of_cell = |cell: &Cell| samplers[pass.group].evaluations(&cell.reach, [cell.shown.size[0], cell.shown.size[1]]);
                    let all = pass.cells.iter().map(of_cell).fold(0, u64::saturating_add);
                    if self.is_measured(pass.group) { all.saturating_mul(2) } else { all }
                };
                self.passes.iter().map(of_pass).fold(0, u64::saturating_add)
            }
        }
    }

    /// Returns the passes of an evaluation.
    fn of_group(&self, group: usize) -> impl Iterator<Item = &Pass> + Clone {
        self.passes.iter().filter(move |pass| pass.group == group)
    }

    /// Returns `true` if a range is measured from the samples of an evaluation.
    fn is_measured(&self, group: usize) -> bool {
        let mut files = self.of_group(group).flat_map(|pass| &pass.files);
        files.any(|file| file.range == OutputRange::Auto && !file.encoding.holds_values())
    }

    /// Returns the nearest repeat of a permutation table within the evaluated area; `None` if there is none, or if a period was requested.
    pub fn table_repeat(&self) -> Option<TableRepeat> {
        let mut edges: [Option<[f64; 2]>; 3] = [None; 3];
        let mut cover = |grid: &Grid, shown: Tile| {
            for (axis, edges) in edges.iter_mut().enumerate() {
                let along = grid.axes()[axis];
                let start = match along {
                    Axis::Constant(at) | Axis::Extent { start: at, .. } => at.to_f64(),
                };
                let ends =
                    [shown.origin[axis], shown.origin[axis] + shown.size[axis]].map(|sample| start + along.spacing() * f64::from(sample));
                let [least, most] = edges.unwrap_or(ends);
                *edges = Some([least.min(ends[0]), most.max(ends[1])]);
            }
        };
        match &self.evaluation {
            Evaluation::View(ground) => cover(&ground.grid, ground.shown),
            Evaluation::Preview(roles) => cover(&roles.grid, roles.shown),
            Evaluation::Pictures(_) => {
                for cell in self.passes.iter().flat_map(|pass| &pass.cells) {
                    if let Domain::Grid(grid) = &cell.domain {
                        cover(grid, cell.shown);
                    }
                }
            }
        }
        let sides = edges.map(|edges| edges.map_or(0.0, |[least, most]| most - least));
        let repeats = self.programs().into_iter().filter_map(|program| program.table_repeat(sides));
        repeats.min_by(|a, b| a.distance().total_cmp(&b.distance()))
    }

    pub(crate) fn file_plans(&self) -> impl Iterator<Item = &FilePlan> {
        self.passes.iter().flat_map(|pass| &pass.files)
    }

    /// Checks that a store can take the files and their sidecars.
    ///
    /// # Errors
    ///
    /// The errors of the store.
    pub fn check(&self, store: &dyn Store) -> Result<()> {
        let beside: Vec<PathBuf> = self.file_plans().filter_map(|file| file.facts_beside(store)).collect();
        let all: Vec<&Path> = self.files().chain(beside.iter().map(PathBuf::as_path)).collect();
        store.check(&all)
    }

    /// Evaluates, encodes and writes all files, side by side. Either all of them get their names or none does.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`] if the observer cancels, and the errors of the engine and the files. Nothing is left behind.
    pub fn run(mut self, engine: &Engine, store: &mut dyn Store, observer: &dyn Observer) -> Result<Report> {
        match self.beside.take() {
            None => self.run_beside(None, engine, store, observer),
            Some(Beside::Text { path, target, made }) => {
                let text = target.text_beside(&made, &self.facts_of_all()?);
                self.run_beside(Some((&path, &text)), engine, store, observer)
            }
            Some(Beside::Around { path, made }) => self.run_within(&path, &made, engine, store, observer),
        }
    }

    /// Returns the metadata of a file that belongs to all pictures, as JSON in one line: those of the first.
    fn facts_of_all(&self) -> Result<String> {
        serde_json::to_string(&self.file_plans().next().map(|file| &file.facts)).map_err(|error| Error::failed(error.to_string()))
    }

    /// Runs the bake in memory, and writes the file that holds all pictures.
    fn run_within(self, path: &Path, made: &Made, engine: &Engine, store: &mut dyn Store, observer: &dyn Observer) -> Result<Report> {
        let mut sink = store.open(path, false)?;
        let paths: Vec<PathBuf> = self.file_plans().map(|file| file.path.clone()).collect();
        let facts = self.facts_of_all()?;
        let mut memory = Memory::default();
        let mut report = self.run_beside(None, engine, &mut memory, observer)?;
        let mut files = memory.into_files();
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pictures: Vec<_> = paths.iter().filter_map(|path| Some((name(path), files.remove(path)?))).collect();
        let bytes = Target::around(made, &pictures, &facts)?;
        sink.write_all(&bytes).and_then(|()| sink.finish()).map_err(|error| Error::unwritten(path, error))?;
        drop(sink);
        store.sync(observer)?;
        check(observer)?;
        store.commit()?;
        report.files.iter_mut().for_each(|file| path.clone_into(&mut file.path));
        Ok(report)
    }

    /// Runs the bake, with a text beside the pictures.
    fn run_beside(
        mut self,
        beside: Option<(&Path, &str)>,
        engine: &Engine,
        store: &mut dyn Store,
        observer: &dyn Observer,
    ) -> Result<Report> {
        let opening = Started::now();
        let mut sinks = Vec::new();
        for file in self.file_plans() {
            sinks.push(store.open(&file.path, file.encoding.seeks())?);
        }
        let mut sinks = sinks.into_iter();
        let opened = opening.elapsed();

        let measuring = Started::now();
        let extremes = self.measure(engine, observer)?;
        let mut evaluating = measuring.elapsed();
        let readback = engine.readback_time();
        // Bands that have rows in common are evaluated one after another, each on all threads, and so are the pixels of a material.
        let is_rolling = match &self.evaluation {
            Evaluation::Pictures(samplers) => samplers.iter().any(Sampler::is_rolling),
            Evaluation::View(_) => false,
            Evaluation::Preview(_) => true,
        };
        let alone = engine.cpu_on_one_thread().filter(|_| !is_rolling);
        let all = On::new(engine, observer);
        let on = alone.as_ref().map_or(all, |cpu| On { evaluator: Evaluator::Cpu(cpu), threads: 1, ..all });
        let (mut encoding, mut files) = (std::time::Duration::ZERO, Vec::new());
        let writing = Arc::new(Sum::default());
        let mut passes = std::mem::take(&mut self.passes);
        for pass in &mut passes {
            for (number, file) in pass.files.iter_mut().enumerate() {
                file.settle(extremes[pass.group].get(number))?;
            }
            let encodings: Vec<Encoding> = pass.files.iter().map(|file| file.encoding.clone()).collect();
            let sums: Vec<Option<Arc<Found>>> = pass.files.iter().map(|file| file.facts_beside(store).map(|_| Arc::default())).collect();
            let write = |((encoding, sum), sink): ((_, &Option<Arc<Found>>), _)| write(encoding, sink, sum.clone(), &writing, observer);
            let writes = encodings.iter().zip(&sums).zip(sinks.by_ref()).map(write).collect();
            let feed = |bands: &dyn Bands| {
                let feed = match alone {
                    Some(_) => pipeline::Feed::Threads(bands),
                    None => pipeline::Feed::Bands(bands, BAND),
                };
                let (threads, is_hashed, is_summed) = (engine.threads(), self.is_hashed, sums.iter().any(Option::is_some));
                Pipeline { encodings: &encodings, feed, threads, is_hashed, is_summed, observer }.run(writes)
            };
            let mut blank = 0;
            let seen = match &self.evaluation {
                Evaluation::Pictures(samplers) => {
                    let Pass { group, cells, columns, cell_size, .. } = &*pass;
                    let sheet =
                        Sheet { sampler: &samplers[*group], cells, cell_size: *cell_size, size: encodings[0].size, columns: *columns, on };
                    blank = sheet.blank();
                    feed(&sheet)
                }
                Evaluation::View(view) => view.with_bands(engine, on, feed),
                Evaluation::Preview(roles) => roles.with_bands(engine, observer, feed),
            };
            check(observer)?;
            let seen = seen?.map_err(|Unwritten { file, error }| Error::unwritten(&pass.files[file].path, error))?;
            for (file, sum) in pass.files.iter_mut().zip(sums) {
                file.facts.checksum = sum.and_then(|sum| *sum.lock().unwrap_or_else(PoisonError::into_inner));
            }
            evaluating += seen.evaluating;
            encoding += seen.encoding;
            files.extend(seen.files.into_iter().zip(&pass.files).map(|(seen, file)| file.report(&seen, blank)));
        }
        let finishing = Started::now();
        for file in passes.iter().flat_map(|pass| &pass.files) {
            file.write_facts_beside(store)?;
        }
        if let Some((path, text)) = beside {
            write_text(path, text, store)?;
        }
        store.sync(observer)?;
        check(observer)?;
        observer.progress(Progress { stage: Stage::Name, done: 0, total: 1 });
        store.commit()?;
        let readback = engine.readback_time().saturating_sub(readback);
        let seconds = Seconds {
            evaluate: evaluating.saturating_sub(readback).as_secs_f64(),
            readback: readback.as_secs_f64(),
            encode: encoding.saturating_sub(writing.total()).as_secs_f64(),
            write: (opened + writing.total() + finishing.elapsed()).as_secs_f64(),
        };
        Ok(Report { size: self.size, seconds, files })
    }

    /// Finds the least and the greatest sample of each picture of each evaluation over all passes, where a range has to be measured.
    pub(crate) fn measure(&self, engine: &Engine, observer: &dyn Observer) -> Result<Vec<Vec<Extremes>>> {
        let samplers = match &self.evaluation {
            Evaluation::Pictures(samplers) => samplers,
            Evaluation::View(_) | Evaluation::Preview(_) => return Ok(vec![vec![]]),
        };
        let of_group = |(group, sampler): (usize, &Sampler)| match self.is_measured(group) {
            true => sampler.measure(engine, self.of_group(group).flat_map(|pass| &pass.cells), observer),
            false => Ok(vec![]),
        };
        samplers.iter().enumerate().map(of_group).collect()
    }
}

impl FilePlan {
    /// Sets the range, and the metadata that depends on it.
    pub(crate) fn settle(&mut self, extremes: Option<&Extremes>) -> Result<()> {
        self.encoding.range = match (self.range, extremes) {
            (OutputRange::Between([least, greatest]), _) => Range { least, greatest },
            (OutputRange::Auto, Some(extremes)) => Range::measured(extremes.min, extremes.max),
            (OutputRange::Auto, None) => Range::DEFAULT,
        };
        // The colours of a view have no range.
        let is_view = matches!(self.facts.job, Some(Job::View(_) | Job::Preview(_)));
        self.facts.range = (!self.encoding.holds_values() && !is_view).then_some(self.encoding.range);
        if let Some(Job::Tiles(tiles)) = &self.facts.job {
            self.facts.scale = tiles.scale(self.facts.unit_metres.unwrap_or(Number::ONE), self.facts.range);
        }
        self.encoding.facts = self.facts.stored()?;
        Ok(())
    }

    /// Writes the sidecar, if there is to be one.
    fn write_facts_beside(&self, store: &mut dyn Store) -> Result<()> {
        let Some(path) = self.facts_beside(store) else { return Ok(()) };
        write_text(&path, &self.facts.stored()?.json, store)
    }

    /// Returns the report of the file, of whose pixels `blank` are blank.
    fn report(&self, seen: &SeenOfFile, blank: u64) -> FileReport {
        let [least, greatest] = self.encoding.range.ends();
        let is_outside = !self.encoding.holds_values() && !(least..=greatest).contains(&0.0);
        let blank = if is_outside { blank * u64::from(self.encoding.channels) } else { 0 };
        FileReport {
            output: self.output.clone(),
            path: self.path.clone(),
            format: self.encoding.format,
            depth: self.encoding.depth,
            channels: self.encoding.channels,
            is_color: self.encoding.meaning.is_color(),
            range: (!self.encoding.holds_values()).then_some(self.encoding.range),
            limits: self.encoding.limits(),
            scale: self.facts.scale.clone(),
            samples: self.encoding.samples(),
            saturated: seen.saturated - blank,
            is_zero: seen.is_zero,
            blake3: seen.hash.map(|hash| hash.to_hex().to_string()),
        }
    }
}

/// Writes a text as a file.
fn write_text(path: &Path, text: &str, store: &mut dyn Store) -> Result<()> {
    let mut sink = store.open(path, false)?;
    let written = sink.write_all(text.as_bytes()).and_then(|()| sink.finish());
    written.map_err(|error| Error::unwritten(path, error))
}

/// The checksum of a written file.
type Found = Mutex<Option<Checksum>>;

/// Returns the job that writes a file: it encodes into a sink and, on request, computes the file's checksum on the way.
fn write<'a>(
    encoding: &'a Encoding,
    sink: Box<dyn Sink>,
    sum: Option<Arc<Found>>,
    time: &Arc<Sum>,
    observer: &'a dyn Observer,
) -> pipeline::Write<'a> {
    let summing = sum.is_some().then(Summing::default);
    let timed = Timed { inner: sink, summing, time: Arc::clone(time), error: None, observer };
    let mut writer = BufWriter::with_capacity(1 << 18, timed);
    Box::new(move |pieces| {
        let written = encoding.write(&mut writer, pieces).and_then(|()| {
            writer.flush()?;
            writer.get_mut().count(|sink| sink.finish())
        });
        if let (Some(sum), Some(summing)) = (&sum, &writer.get_ref().summing) {
            *sum.lock().unwrap_or_else(PoisonError::into_inner) = summing.checksum();
        }
        // The writer's own error: some encoders keep only its text.
        written.map_err(|error| writer.get_mut().error.take().unwrap_or(error))
    })
}

/// A sink that measures the time of writing and computes the checksum, outside of the encoders.
struct Timed<'a> {
    inner: Box<dyn Sink>,
    summing: Option<Summing>,
    time: Arc<Sum>,
    /// The first error.
    error: Option<io::Error>,
    observer: &'a dyn Observer,
}

impl Timed<'_> {
    fn count<T>(&mut self, write: impl FnOnce(&mut dyn Sink) -> io::Result<T>) -> io::Result<T> {
        let started = Started::now();
        let result = write(&mut *self.inner);
        self.time.add(started.elapsed());
        result.inspect_err(|error| {
            let copy = error.raw_os_error().map_or_else(|| io::Error::new(error.kind(), error.to_string()), io::Error::from_raw_os_error);
            self.error.get_or_insert(copy);
        })
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A limited length per call, so that a cancelled bake ends soon.
        const MOST: usize = 1 << 22;
        if self.observer.is_cancelled() {
            return Err(io::ErrorKind::Other.into());
        }
        let written = self.count(|inner| inner.write(&bytes[..bytes.len().min(MOST)]))?;
        if let Some(summing) = &mut self.summing {
            summing.wrote(&bytes[..written]);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.count(|inner| inner.flush())
    }
}

impl WriteSeek for Timed<'_> {
    fn write_summed(&mut self, bytes: &[u8], checksum: Checksum) -> io::Result<()> {
        let summing = self.summing.take();
        self.write_all(bytes)?;
        self.summing = summing.map(|mut summing| {
            summing.wrote_summed(bytes, checksum);
            summing
        });
        Ok(())
    }
}

impl Seek for Timed<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = self.count(|inner| inner.seek(to))?;
        if let Some(summing) = &mut self.summing {
            summing.moved(place);
        }
        Ok(place)
    }
}
