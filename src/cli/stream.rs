//! The line from samples to a file: threads evaluate and encode pieces side by side, and one more writes them in order.

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

/// How many bands may be under way where one caller evaluates them: one is evaluated, one encoded, and one written.
const BANDS: usize = 3;
/// About how many samples a thread evaluates at once: few enough for the last level of the cache, and rows enough for what is done once a column not to
/// count.
const BAND_OF_A_THREAD: usize = 1 << 20;
/// The most bytes of samples under way, if two bands don't take more.
const UNDER_WAY: usize = 1 << 30;

/// Evaluates a tile into samples, of which it makes as many as it needs; the second is room for its own use.
type Evaluate<'a> = dyn Fn(Tile, &mut Vec<f32>, &mut Vec<f32>) -> Result<()> + Sync + 'a;

/// Where samples come from.
pub(crate) enum Source<'a> {
    /// The threads that encode evaluate bands of their own.
    Threads(&'a Evaluate<'a>),
    /// One caller evaluates bands of about so many samples, each worth many pieces.
    Bands(&'a Evaluate<'a>, usize),
    /// They are all there.
    Memory(&'a [f32]),
}

/// The line, ready to start.
pub(crate) struct Line<'a> {
    pub(crate) encoding: &'a Encoding,
    pub(crate) source: Source<'a>,
    pub(crate) threads: NonZeroUsize,
    pub(crate) is_hashed: bool,
}

/// What was seen on the way.
#[derive(Debug)]
pub(crate) struct Seen {
    /// Whether every sample is 0.
    pub(crate) is_zero: bool,
    pub(crate) saturated: u64,
    pub(crate) hash: Option<blake3::Hash>,
    /// Summed over the threads.
    pub(crate) evaluating: Duration,
    /// Summed over the threads; of the one that writes, all but its waiting.
    pub(crate) encoding: Duration,
}

impl Line<'_> {
    /// The columns and rows that are evaluated at once: whole pieces.
    fn band(&self) -> [u32; 2] {
        let (piece, width) = (self.encoding.piece(), self.encoding.size.0);
        let samples = match self.source {
            Source::Bands(_, most) => most,
            // Some for each thread, so that all end at about the same time.
            Source::Threads(_) => BAND_OF_A_THREAD.min(self.encoding.samples() as usize / (4 * self.threads.get())),
            Source::Memory(_) => return piece,
        };
        let most = samples / usize::from(self.encoding.channels);
        let rows = (most / width as usize) as u32;
        if piece[0] < width {
            let columns = (most as u32).max(piece[0]) / piece[0] * piece[0];
            return [width.min(columns), rows.max(1)];
        }
        [width, (rows / piece[1]).max(1).saturating_mul(piece[1])]
    }

    fn bands(&self) -> impl Iterator<Item = Tile> + use<> {
        let [columns, rows] = self.band();
        let size = self.encoding.size;
        Tile { origin: [0; 3], size: [size.0, size.1, 1] }.cut([columns, rows, 1])
    }

    fn band_samples(&self) -> usize {
        let [columns, rows] = self.band();
        columns as usize * rows.min(self.encoding.size.1) as usize * usize::from(self.encoding.channels)
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
        let ([columns, rows], size) = (self.band(), self.encoding.size);
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
        let samples = if matches!(self.source, Source::Memory(_)) { 0 } else { 4 * self.band_samples() * self.under_way() };
        samples.saturating_add((self.workers() + 1).saturating_mul(self.encoding.memory()))
    }

    /// Finds out whether the memory is there, so that nothing fails in the middle.
    pub(crate) fn reserve(&self) -> Result<()> {
        let bytes = self.memory();
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
            let width = self.encoding.size.0;
            Failure::failed(format!(
                "rows of {width} samples don't fit into memory, of which they take {bytes} bytes; give a smaller --size, fewer --threads, or write .r32 \
                 or .r16"
            ))
        })
    }

    /// Runs `write` on the pieces, on a thread of its own. The outer result is the evaluation's, the inner one the writer's.
    pub(crate) fn run(&self, write: impl FnOnce(&mut dyn Pieces) -> io::Result<()> + Send) -> Result<io::Result<Seen>> {
        let under_way = self.under_way();
        let (jobs, to_do) = mpsc::sync_channel(under_way);
        let (done, to_write) = mpsc::channel();
        let (free, to_fill) = mpsc::channel();
        for _ in 0..under_way {
            let _ = free.send(Vec::new());
        }
        let times = Times::default();
        let to_do = Arc::new(Mutex::new(to_do));
        let bar = progress(self.bands_in_all(), "bake");
        let mut in_order = InOrder {
            done: to_write,
            early: BTreeMap::new(),
            next: 0,
            all: self.encoding.samples(),
            free,
            hasher: self.is_hashed.then(blake3::Hasher::new),
            is_zero: true,
            saturated: 0,
            failure: None,
            waited: Duration::ZERO,
            bar: bar.clone(),
        };
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
            let writer = move || {
                let started = Instant::now();
                let written = write(&mut in_order);
                let InOrder { failure, is_zero, saturated, hasher, waited, .. } = in_order;
                // What is left of the channels is dropped here, so that whoever waits on them learns that nothing more is taken.
                (written, failure, is_zero, saturated, hasher, started.elapsed().saturating_sub(waited))
            };
            let writer = std::thread::Builder::new().spawn_scoped(scope, writer).map_err(|error| no_thread(&error))?;
            let handed_out = self.hand_out(&jobs, &to_fill, &times);
            drop(jobs);
            let stopped = |_| Failure::failed("a thread stopped; please report this");
            let (written, failure, is_zero, saturated, hasher, writing) = writer.join().map_err(stopped)?;
            workers.into_iter().try_for_each(|worker| worker.join().map_err(stopped))?;
            bar.finish_and_clear();
            handed_out?;
            if let Some(failure) = failure {
                return Err(failure);
            }
            Ok(written.map(|()| Seen {
                is_zero,
                saturated,
                hash: hasher.map(|hasher| hasher.finalize()),
                evaluating: times.evaluating(),
                encoding: times.encoding() + writing,
            }))
        })
    }

    /// The samples of a piece, of which the last may have fewer.
    fn piece_samples(&self) -> usize {
        let [columns, rows] = self.encoding.piece();
        columns as usize * rows as usize * usize::from(self.encoding.channels)
    }

    /// Hands out all bands, as fast as there are buffers for them.
    fn hand_out<'a>(&'a self, jobs: &mpsc::SyncSender<Job<'a>>, free: &mpsc::Receiver<Vec<f32>>, times: &Times) -> Result<()> {
        let piece = self.piece_samples();
        let mut first = 0;
        // Whoever does not take a job has gone, and tells why where it is joined.
        let mut send = |samples: Samples<'a>, length: usize| {
            let job = Job { first, samples };
            first += length as u64;
            jobs.send(job).is_ok()
        };
        if let Source::Memory(samples) = self.source {
            for piece in samples.chunks(piece) {
                if free.recv().is_err() || !send(Samples::Lent(piece), piece.len()) {
                    break;
                }
            }
            return Ok(());
        }
        let mut scratch = Vec::new();
        for band in self.bands() {
            let Ok(mut samples) = free.recv() else { break };
            interrupt::check()?;
            let Source::Bands(evaluate, _) = self.source else {
                if send(Samples::Wanted(band, samples), band.samples() * usize::from(self.encoding.channels)) {
                    continue;
                }
                break;
            };
            times.evaluate(|| evaluate(band, &mut samples, &mut scratch))?;
            for part in parts(samples, piece) {
                let length = part.get().len();
                if !send(part, length) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn work<'a>(&'a self, jobs: &Mutex<mpsc::Receiver<Job<'a>>>, done: &mpsc::Sender<Done<'a>>, times: &Times) {
        let mut encoder = Encoder::new(self.encoding);
        let mut scratch = Vec::new();
        let mut encode = |first: u64, samples: Samples<'a>| {
            let started = Instant::now();
            let encoded = encoder.encode(first, samples.get());
            Times::add(&times.encoding, started);
            let result = encoded.map(|encoded| (samples, encoded)).map_err(Stop::Encoding);
            done.send(Done { first, result }).is_ok()
        };
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Job { first, samples }) = job else { break };
            let is_taken = match (samples, &self.source) {
                (Samples::Wanted(band, mut samples), Source::Threads(evaluate)) => {
                    match times.evaluate(|| evaluate(band, &mut samples, &mut scratch)) {
                        Err(failure) => done.send(Done { first, result: Err(Stop::Evaluation(failure)) }).is_ok(),
                        Ok(()) => {
                            let mut first = first;
                            parts(samples, self.piece_samples()).all(|part| {
                                let length = part.get().len() as u64;
                                first += length;
                                encode(first - length, part)
                            })
                        }
                    }
                }
                (samples, _) => encode(first, samples),
            };
            if !is_taken {
                break;
            }
        }
    }
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

/// A band or a piece to be made.
struct Job<'a> {
    /// The number of its first sample.
    first: u64,
    samples: Samples<'a>,
}

enum Samples<'a> {
    /// Still to be evaluated, into a buffer.
    Wanted(Tile, Vec<f32>),
    /// A part of a band.
    Shared(Arc<Vec<f32>>, Range<usize>),
    Lent(&'a [f32]),
}

impl Samples<'_> {
    fn get(&self) -> &[f32] {
        match self {
            Self::Wanted(..) => &[],
            Self::Shared(band, part) => &band[part.clone()],
            Self::Lent(samples) => samples,
        }
    }

    /// The buffer that is free after the last piece of a band.
    fn into_buffer(self) -> Option<Vec<f32>> {
        match self {
            Self::Wanted(_, buffer) => Some(buffer),
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
    waited: Duration,
    bar: ProgressBar,
}

impl<'a> InOrder<'a> {
    fn take(&mut self) -> io::Result<(Samples<'a>, Encoded)> {
        let waiting = Instant::now();
        let result = loop {
            if let Some(result) = self.early.remove(&self.next) {
                break result;
            }
            // Whoever hands out has given up and says why.
            let Done { first, result } = self.done.recv().map_err(|_| io::Error::from(io::ErrorKind::UnexpectedEof))?;
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
                self.bar.inc(1);
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
