//! The line from samples to files: threads evaluate and encode pieces side by side, and one more for each file writes them in order.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use lacuna::Tile;

use super::encode::{Encoded, Encoder, Encoding, Piece, Pieces, little_endian};
use super::failure::{Failure, Result};
use super::interrupt;
use super::picture::Size;
use super::work::Scratch;

/// How many bands may be under way where one caller evaluates them: one is evaluated, one encoded, and one written.
const BANDS: usize = 3;
/// About how many samples a thread evaluates at once: few enough for the last level of the cache, and rows enough for what is done once a column not to
/// count.
const BAND_OF_A_THREAD: usize = 1 << 20;
/// The most bytes of samples under way, if two bands don't take more.
const UNDER_WAY: usize = 1 << 30;

/// What gives the samples of bands.
pub(crate) trait Bands: Sync {
    /// Evaluates a band of the pictures into samples, those of each picture apart; it makes as many as it needs.
    fn evaluate(&self, band: Tile, samples: &mut [Vec<f32>], scratch: &mut Scratch) -> Result<()>;

    /// The rows of a band under which much is evaluated twice.
    fn least_rows(&self) -> u32 {
        1
    }

    /// The bytes that a band of so many columns and rows takes beside its samples.
    fn memory(&self, _columns: u32, _rows: u32) -> usize {
        0
    }
}

/// A call that gives the samples of one picture.
pub(crate) struct Call<F>(pub(crate) F);

impl<F: Fn(Tile, &mut Vec<f32>) -> Result<()> + Sync> Bands for Call<F> {
    fn evaluate(&self, band: Tile, samples: &mut [Vec<f32>], _: &mut Scratch) -> Result<()> {
        samples.iter_mut().try_for_each(|samples| self.0(band, samples))
    }
}

/// Where samples come from.
pub(crate) enum Source<'a> {
    /// The threads that encode evaluate bands of their own.
    Threads(&'a dyn Bands),
    /// One caller evaluates bands of about so many samples, each worth many pieces.
    Bands(&'a dyn Bands, usize),
    /// They are all there, of one picture.
    Memory(&'a [f32]),
}

/// The line, ready to start: from one run of bands to one file or several, all of the same size.
pub(crate) struct Line<'a> {
    pub(crate) encodings: &'a [Encoding],
    pub(crate) source: Source<'a>,
    pub(crate) threads: NonZeroUsize,
    pub(crate) is_hashed: bool,
}

/// What writes a file of its pieces.
pub(crate) type Write<'a> = Box<dyn FnOnce(&mut dyn Pieces) -> io::Result<()> + Send + 'a>;

/// What was seen on the way.
#[derive(Debug)]
pub(crate) struct Seen {
    /// Of each file.
    pub(crate) files: Vec<SeenOfFile>,
    /// Summed over the threads.
    pub(crate) evaluating: Duration,
    /// Summed over the threads; of those that write, all but their waiting.
    pub(crate) encoding: Duration,
}

/// What was seen of the samples of a file.
#[derive(Debug)]
pub(crate) struct SeenOfFile {
    /// Whether every sample is 0.
    pub(crate) is_zero: bool,
    pub(crate) saturated: u64,
    pub(crate) hash: Option<blake3::Hash>,
}

/// A file that could not be written.
#[derive(Debug)]
pub(crate) struct Unwritten {
    /// The number of the file.
    pub(crate) file: usize,
    pub(crate) error: io::Error,
}

impl Line<'_> {
    fn size(&self) -> Size {
        self.encodings[0].size
    }

    /// Samples a pixel, of all files.
    fn channels(&self) -> usize {
        self.encodings.iter().map(|encoding| usize::from(encoding.channels)).sum()
    }

    fn pixels(&self) -> u64 {
        u64::from(self.size().0) * u64::from(self.size().1)
    }

    /// The columns and rows that are evaluated at once: whole pieces of every file.
    fn band(&self) -> [u32; 2] {
        let Size(width, height) = self.size();
        let pieces = self.encodings.iter().map(Encoding::piece);
        // Those that are cut within a row may be cut anywhere.
        let piece = pieces.fold([width.min(1), 1], |a, b| [a[0].max(b[0]), a[1].max(b[1])]);
        let (samples, least_rows) = match self.source {
            Source::Bands(bands, most) => (most, bands.least_rows()),
            // Some for each thread, so that all end at about the same time.
            Source::Threads(bands) => {
                let all = self.pixels() as usize * self.channels();
                (BAND_OF_A_THREAD.min(all / (4 * self.threads.get())), bands.least_rows())
            }
            Source::Memory(_) => return piece,
        };
        let most = samples / self.channels();
        let rows = ((most / width as usize) as u32).max(least_rows).min(height);
        if piece[0] < width {
            let columns = (most as u32).max(piece[0]) / piece[0] * piece[0];
            return [width.min(columns), rows.max(1)];
        }
        // The rows of pieces are powers of two, so that those of the largest are whole pieces of all.
        [width, (rows / piece[1]).max(1).saturating_mul(piece[1])]
    }

    fn bands(&self) -> impl Iterator<Item = Tile> + use<> {
        let [columns, rows] = self.band();
        let size = self.size();
        Tile { origin: [0; 3], size: [size.0, size.1, 1] }.cut([columns, rows, 1])
    }

    fn band_samples(&self) -> usize {
        let [columns, rows] = self.band();
        columns as usize * rows.min(self.size().1) as usize * self.channels()
    }

    /// How many bands are under way at once.
    fn under_way(&self) -> usize {
        let wished = match self.source {
            Source::Bands(..) => BANDS,
            Source::Threads(_) => self.threads.get() + 2,
            Source::Memory(_) => 2 * self.threads.get() + 2,
        };
        let all = self.bands_in_all().try_into().unwrap_or(usize::MAX);
        wished.min((UNDER_WAY / 4 / self.band_samples()).max(2)).min(all)
    }

    fn bands_in_all(&self) -> u64 {
        let ([columns, rows], size) = (self.band(), self.size());
        u64::from(size.0.div_ceil(columns)) * u64::from(size.1.div_ceil(rows))
    }

    fn workers(&self) -> usize {
        match self.source {
            Source::Bands(..) => self.threads.get(),
            _ => self.threads.get().min(self.under_way()),
        }
    }

    /// The bytes that are needed beside what does not depend on the picture.
    pub(crate) fn memory(&self) -> usize {
        let [columns, rows] = self.band();
        let (samples, evaluators) = match self.source {
            Source::Memory(_) => (0, 0),
            Source::Bands(bands, _) => (4 * self.band_samples() * self.under_way(), bands.memory(columns, rows)),
            Source::Threads(bands) => {
                (4 * self.band_samples() * self.under_way(), bands.memory(columns, rows).saturating_mul(self.workers()))
            }
        };
        let encoders: usize = self.encodings.iter().map(Encoding::memory).sum();
        samples.saturating_add(evaluators).saturating_add((self.workers() + 1).saturating_mul(encoders))
    }

    /// Finds out whether the memory is there, so that nothing fails in the middle.
    pub(crate) fn reserve(&self) -> Result<()> {
        let bytes = self.memory();
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
            let width = self.size().0;
            Failure::failed(format!(
                "rows of {width} samples don't fit into memory, of which they take {bytes} bytes; give a smaller --size, fewer --threads, or write .r32 \
                 or .r16"
            ))
        })
    }

    /// Runs what writes the files on their pieces, each on a thread of its own. The outer result is the evaluation's, the inner one the writers'.
    pub(crate) fn run(&self, writes: Vec<Write<'_>>) -> Result<Result<Seen, Unwritten>> {
        let under_way = self.under_way();
        let (jobs, to_do) = mpsc::sync_channel(under_way);
        let times = Times::default();
        let to_do = Arc::new(Mutex::new(to_do));
        let bar = progress(self.bands_in_all(), "bake");
        let (mut done, mut to_fill, mut files) = (Vec::new(), Vec::new(), Vec::new());
        for (number, encoding) in self.encodings.iter().enumerate() {
            let (done_of_file, to_write) = mpsc::channel();
            let (free, to_fill_of_file) = mpsc::channel();
            for _ in 0..under_way {
                let _ = free.send(Vec::new());
            }
            done.push(done_of_file);
            to_fill.push(to_fill_of_file);
            files.push(InOrder {
                done: to_write,
                early: BTreeMap::new(),
                next: 0,
                all: encoding.samples(),
                free,
                hasher: self.is_hashed.then(blake3::Hasher::new),
                is_zero: true,
                saturated: 0,
                failure: None,
                is_cut_short: false,
                waited: Duration::ZERO,
                bar: (number == 0).then(|| bar.clone()),
            });
        }
        std::thread::scope(|scope| {
            let mut workers = Vec::new();
            for _ in 0..self.workers() {
                let (to_do, done, times) = (Arc::clone(&to_do), done.clone(), &times);
                let worker = move || self.work(&to_do, &done, times);
                match std::thread::Builder::new().spawn_scoped(scope, worker) {
                    Ok(worker) => workers.push(worker),
                    // One is enough.
                    Err(_) if !workers.is_empty() => break,
                    Err(error) => return Err(no_thread(&error)),
                }
            }
            // These are the workers' alone, so that whoever waits for them learns that they have gone.
            drop((to_do, done));
            let mut writers = Vec::new();
            for (write, mut in_order) in writes.into_iter().zip(files) {
                let writer = move || {
                    let started = Instant::now();
                    let written = write(&mut in_order);
                    let InOrder { failure, is_zero, saturated, hasher, waited, is_cut_short, .. } = in_order;
                    // What is left of the channels is dropped here, so that whoever waits on them learns that nothing more is taken.
                    let seen = SeenOfFile { is_zero, saturated, hash: hasher.map(|hasher| hasher.finalize()) };
                    Written { result: written.map(|()| seen), failure, is_cut_short, time: started.elapsed().saturating_sub(waited) }
                };
                writers.push(std::thread::Builder::new().spawn_scoped(scope, writer).map_err(|error| no_thread(&error))?);
            }
            let handed_out = self.hand_out(&jobs, &to_fill, &times);
            // Whoever still waits for something learns that nothing more comes.
            drop((jobs, to_fill));
            let stopped = |_| Failure::failed("a thread stopped; please report this");
            let written = writers.into_iter().map(|writer| writer.join().map_err(stopped)).collect::<Result<Vec<_>>>()?;
            workers.into_iter().try_for_each(|worker| worker.join().map_err(stopped))?;
            bar.finish_and_clear();
            handed_out?;
            conclude(written, &times)
        })
    }

    /// The samples of a piece of a file, of which the last may have fewer.
    fn piece_samples(&self, file: usize) -> usize {
        let encoding = &self.encodings[file];
        let [columns, rows] = encoding.piece();
        columns as usize * rows as usize * usize::from(encoding.channels)
    }

    /// Hands out all bands, as fast as there are buffers for them.
    fn hand_out<'a>(&'a self, jobs: &mpsc::SyncSender<Job<'a>>, free: &[mpsc::Receiver<Vec<f32>>], times: &Times) -> Result<()> {
        // Whoever does not take a job has gone, and tells why where it is joined.
        if let Source::Memory(samples) = self.source {
            let mut first = 0;
            for piece in samples.chunks(self.piece_samples(0)) {
                if free[0].recv().is_err() || jobs.send(Job::Encode { file: 0, first, samples: Samples::Lent(piece) }).is_err() {
                    break;
                }
                first += piece.len() as u64;
            }
            return Ok(());
        }
        let mut scratch = Scratch::default();
        let mut pixels = 0;
        for band in self.bands() {
            let Ok(mut samples) = free.iter().map(mpsc::Receiver::recv).collect::<Result<Vec<_>, _>>() else { break };
            interrupt::check()?;
            let first_pixel = pixels;
            pixels += band.samples() as u64;
            let Source::Bands(bands, _) = self.source else {
                if jobs.send(Job::Evaluate { band, first_pixel, samples }).is_ok() {
                    continue;
                }
                break;
            };
            times.evaluate(|| bands.evaluate(band, &mut samples, &mut scratch))?;
            for (file, samples) in samples.into_iter().enumerate() {
                for (first, samples) in self.pieces(file, first_pixel, samples) {
                    if jobs.send(Job::Encode { file, first, samples }).is_err() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The pieces of a file in a band, each with the number of its first sample.
    fn pieces<'a>(&self, file: usize, first_pixel: u64, band: Vec<f32>) -> impl Iterator<Item = (u64, Samples<'a>)> + use<'a> {
        let mut first = first_pixel * u64::from(self.encodings[file].channels);
        parts(band, self.piece_samples(file)).map(move |part| {
            let length = part.get().len() as u64;
            first += length;
            (first - length, part)
        })
    }

    fn work<'a>(&'a self, jobs: &Mutex<mpsc::Receiver<Job<'a>>>, done: &[mpsc::Sender<Done<'a>>], times: &Times) {
        let mut encoders: Vec<_> = self.encodings.iter().map(Encoder::new).collect();
        let mut scratch = Scratch::default();
        let mut encode = |file: usize, first: u64, samples: Samples<'a>| {
            let started = Instant::now();
            let encoded = encoders[file].encode(first, samples.get());
            Times::add(&times.encoding, started);
            let result = encoded.map(|encoded| (samples, encoded)).map_err(Stop::Encoding);
            // A file that could not be written takes no more; the others go on until no more is handed out.
            let _ = done[file].send(Done { first, result });
        };
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            match (job, &self.source) {
                (Err(_), _) => break,
                (Ok(Job::Encode { file, first, samples }), _) => encode(file, first, samples),
                (Ok(Job::Evaluate { band, first_pixel, mut samples }), Source::Threads(bands)) => {
                    if let Err(failure) = times.evaluate(|| bands.evaluate(band, &mut samples, &mut scratch)) {
                        // Every file waits for this band; the first tells why it does not come.
                        let mut failure = Some(failure);
                        for (encoding, done) in self.encodings.iter().zip(done) {
                            let eof = || Stop::Encoding(io::ErrorKind::UnexpectedEof.into());
                            let first = first_pixel * u64::from(encoding.channels);
                            let _ = done.send(Done { first, result: Err(failure.take().map_or_else(eof, Stop::Evaluation)) });
                        }
                        continue;
                    }
                    for (file, samples) in samples.into_iter().enumerate() {
                        for (first, samples) in self.pieces(file, first_pixel, samples) {
                            encode(file, first, samples);
                        }
                    }
                }
                (Ok(Job::Evaluate { .. }), _) => {}
            }
        }
    }
}

/// How the writing of a file ended.
struct Written {
    result: io::Result<SeenOfFile>,
    failure: Option<Failure>,
    is_cut_short: bool,
    time: Duration,
}

/// What was seen, or the first thing that went wrong: a failure to evaluate, or a file that could not be written for a reason of its own.
fn conclude(mut written: Vec<Written>, times: &Times) -> Result<Result<Seen, Unwritten>> {
    if let Some(failure) = written.iter_mut().find_map(|written| written.failure.take()) {
        return Err(failure);
    }
    let encoding = times.encoding() + written.iter().map(|written| written.time).sum::<Duration>();
    let is_failed = |written: &Written| written.result.is_err();
    let cause =
        written.iter().position(|written| is_failed(written) && !written.is_cut_short).or_else(|| written.iter().position(is_failed));
    if let Some(file) = cause {
        return Ok(match written.swap_remove(file).result {
            Err(error) => Err(Unwritten { file, error }),
            Ok(_) => Err(Unwritten { file, error: io::ErrorKind::UnexpectedEof.into() }),
        });
    }
    let files = written.into_iter().filter_map(|written| written.result.ok()).collect();
    Ok(Ok(Seen { files, evaluating: times.evaluating(), encoding }))
}

/// Cuts a band into pieces. The last takes the band along, so that whoever drops that one last of all has the buffer.
fn parts<'a>(band: Vec<f32>, piece: usize) -> impl Iterator<Item = Samples<'a>> {
    let length = band.len();
    let mut band = Some(Arc::new(band));
    (0..length).step_by(piece).map_while(move |start| {
        let end = length.min(start + piece);
        let band = if end == length { band.take() } else { band.clone() };
        Some(Samples::Shared(band?, start..end))
    })
}

fn no_thread(error: &io::Error) -> Failure {
    Failure::failed(format!("a thread could not be started: {error}; free memory or raise the limit of processes"))
}

/// Nanoseconds, summed over threads.
#[derive(Debug, Default)]
struct Times {
    evaluating: AtomicU64,
    encoding: AtomicU64,
}

impl Times {
    fn add(sum: &AtomicU64, since: Instant) {
        sum.fetch_add(since.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    fn evaluate(&self, evaluate: impl FnOnce() -> Result<()>) -> Result<()> {
        let started = Instant::now();
        evaluate()?;
        Self::add(&self.evaluating, started);
        Ok(())
    }

    fn evaluating(&self) -> Duration {
        Duration::from_nanos(self.evaluating.load(Ordering::Relaxed))
    }

    fn encoding(&self) -> Duration {
        Duration::from_nanos(self.encoding.load(Ordering::Relaxed))
    }
}

/// What a worker is to do.
enum Job<'a> {
    /// To evaluate a band into buffers, one a file, and encode it.
    Evaluate { band: Tile, first_pixel: u64, samples: Vec<Vec<f32>> },
    /// To encode a piece of a file, given the number of its first sample.
    Encode { file: usize, first: u64, samples: Samples<'a> },
}

enum Samples<'a> {
    /// A part of a band.
    Shared(Arc<Vec<f32>>, Range<usize>),
    Lent(&'a [f32]),
}

impl Samples<'_> {
    fn get(&self) -> &[f32] {
        match self {
            Self::Shared(band, part) => &band[part.clone()],
            Self::Lent(samples) => samples,
        }
    }

    /// The buffer that is free after the last piece of a band.
    fn into_buffer(self) -> Option<Vec<f32>> {
        match self {
            Self::Shared(band, _) => Arc::into_inner(band),
            Self::Lent(_) => Some(Vec::new()),
        }
    }
}

/// A piece that was made, or why not.
struct Done<'a> {
    first: u64,
    result: Result<(Samples<'a>, Encoded), Stop>,
}

/// Why a piece could not be made.
enum Stop {
    Evaluation(Failure),
    Encoding(io::Error),
}

/// The pieces as the one that writes takes them.
struct InOrder<'a> {
    done: mpsc::Receiver<Done<'a>>,
    /// Done before one that stands before them.
    early: BTreeMap<u64, Result<(Samples<'a>, Encoded), Stop>>,
    /// The first sample of the piece to come.
    next: u64,
    all: u64,
    free: mpsc::Sender<Vec<f32>>,
    hasher: Option<blake3::Hasher>,
    is_zero: bool,
    saturated: u64,
    failure: Option<Failure>,
    /// Whether nothing more came before the end.
    is_cut_short: bool,
    waited: Duration,
    /// Of one file alone.
    bar: Option<ProgressBar>,
}

impl<'a> InOrder<'a> {
    fn take(&mut self) -> io::Result<(Samples<'a>, Encoded)> {
        let waiting = Instant::now();
        let result = loop {
            if let Some(result) = self.early.remove(&self.next) {
                break result;
            }
            // Whoever hands out has given up and says why.
            let Ok(Done { first, result }) = self.done.recv() else {
                self.is_cut_short = true;
                return Err(io::ErrorKind::UnexpectedEof.into());
            };
            self.early.insert(first, result);
        };
        self.waited += waiting.elapsed();
        result.map_err(|stop| match stop {
            Stop::Encoding(error) => error,
            Stop::Evaluation(failure) => {
                self.failure = Some(failure);
                io::ErrorKind::UnexpectedEof.into()
            }
        })
    }
}

impl Pieces for InOrder<'_> {
    fn each(&mut self, write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>) -> io::Result<()> {
        while self.next < self.all {
            let (samples, encoded) = self.take()?;
            self.next += samples.get().len() as u64;
            self.is_zero = self.is_zero && samples.get().iter().all(|&sample| sample == 0.0);
            self.saturated += encoded.saturated;
            if let Some(hasher) = &mut self.hasher {
                hasher.update(&little_endian(samples.get()));
            }
            write(Piece { samples: samples.get(), encoded })?;
            if let Some(buffer) = samples.into_buffer() {
                // Nobody takes the last ones back.
                let _ = self.free.send(buffer);
                if let Some(bar) = &self.bar {
                    bar.inc(1);
                }
            }
        }
        Ok(())
    }
}

/// The least and the greatest of some samples.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extremes {
    pub(crate) min: f32,
    pub(crate) max: f32,
}

impl Extremes {
    pub(crate) const NONE: Self = Self { min: f32::INFINITY, max: f32::NEG_INFINITY };

    pub(crate) fn of(samples: &[f32]) -> Self {
        // As many side by side as vectors hold.
        let mut lanes = [Self::NONE; 16];
        let (chunks, rest) = samples.as_chunks::<16>();
        for chunk in chunks {
            for (lane, &sample) in lanes.iter_mut().zip(chunk) {
                lane.see(sample);
            }
        }
        let mut all = Self::NONE;
        rest.iter().for_each(|&sample| all.see(sample));
        lanes.into_iter().for_each(|lane| all.extend(lane));
        all
    }

    fn see(&mut self, sample: f32) {
        self.min = if sample < self.min { sample } else { self.min };
        self.max = if sample > self.max { sample } else { self.max };
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}

/// Shown only where standard error is a terminal.
pub(crate) fn progress(bands: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(bands).with_prefix(what);
    match ProgressStyle::with_template("{prefix} {bar:40} {percent}% {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Makes room for so many samples.
pub(crate) fn resize(samples: &mut Vec<f32>, length: usize) -> Result<()> {
    samples
        .try_reserve_exact(length.saturating_sub(samples.len()))
        .map_err(|_| Failure::failed(format!("{length} samples don't fit into memory; give a smaller --tile")))?;
    samples.resize(length, f32::NAN);
    Ok(())
}
