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
/// The most bytes of samples under way, if two bands don't take more.
const UNDER_WAY: usize = 1 << 30;

/// Evaluates a tile into samples, of which it makes as many as it needs; the second is room for its own use.
type Evaluate<'a> = dyn Fn(Tile, &mut Vec<f32>, &mut Vec<f32>) -> Result<()> + Sync + 'a;

/// Where samples come from.
pub(crate) enum Source<'a> {
    /// The threads that encode evaluate their pieces themselves, which so stay in their caches.
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
    pub(crate) extremes: Extremes,
    pub(crate) saturated: u64,
    pub(crate) hash: Option<blake3::Hash>,
    /// Summed over the threads.
    pub(crate) evaluating: Duration,
    /// Summed over the threads; of the one that writes, all but its waiting.
    pub(crate) encoding: Duration,
}

impl Line<'_> {
    /// The columns and rows that are evaluated at once.
    fn band(&self) -> [u32; 2] {
        let (piece, width) = (self.encoding.piece(), self.encoding.size.0);
        match self.source {
            Source::Bands(_, most) if piece[0] < width => [width.min(most as u32), (most as u32 / width).max(1)],
            Source::Bands(_, most) => [width, (most as u32 / width / piece[1]).max(1).saturating_mul(piece[1])],
            _ => piece,
        }
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
            _ => 2 * self.threads.get() + 2,
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
            left: self.encoding.samples(),
            free,
            hasher: self.is_hashed.then(blake3::Hasher::new),
            extremes: Extremes::NONE,
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
                let InOrder { failure, extremes, saturated, hasher, waited, .. } = in_order;
                // What is left of the channels is dropped here, so that whoever waits on them learns that nothing more is taken.
                (written, failure, extremes, saturated, hasher, started.elapsed().saturating_sub(waited))
            };
            let writer = std::thread::Builder::new().spawn_scoped(scope, writer).map_err(|error| no_thread(&error))?;
            let handed_out = self.hand_out(&jobs, &to_fill, &times);
            drop(jobs);
            let stopped = |_| Failure::failed("a thread stopped; please report this");
            let (written, failure, extremes, saturated, hasher, writing) = writer.join().map_err(stopped)?;
            workers.into_iter().try_for_each(|worker| worker.join().map_err(stopped))?;
            bar.finish_and_clear();
            handed_out?;
            if let Some(failure) = failure {
                return Err(failure);
            }
            Ok(written.map(|()| Seen {
                extremes,
                saturated,
                hash: hasher.map(|hasher| hasher.finalize()),
                evaluating: times.evaluating(),
                encoding: times.encoding() + writing,
            }))
        })
    }

    /// Hands out all pieces, as fast as there are buffers for them.
    fn hand_out<'a>(&'a self, jobs: &mpsc::SyncSender<Job<'a>>, free: &mpsc::Receiver<Vec<f32>>, times: &Times) -> Result<()> {
        let [columns, rows] = self.encoding.piece();
        let piece = columns as usize * rows as usize * usize::from(self.encoding.channels);
        let (mut number, mut first) = (0, 0);
        // What does not take a job has gone, and tells why where it is joined.
        let mut send = |length: usize, samples| {
            let job = Job { number, first, samples };
            number += 1;
            first += length as u64;
            jobs.send(job).is_ok()
        };
        if let Source::Memory(samples) = self.source {
            for piece in samples.chunks(piece) {
                if free.recv().is_err() || !send(piece.len(), Samples::Lent(piece)) {
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
                if send(band.samples() * usize::from(self.encoding.channels), Samples::Wanted(band, samples)) {
                    continue;
                }
                break;
            };
            times.evaluate(|| evaluate(band, &mut samples, &mut scratch))?;
            let samples = Arc::new(samples);
            for start in (0..samples.len()).step_by(piece) {
                let part = start..(start + piece).min(samples.len());
                if !send(part.len(), Samples::Shared(Arc::clone(&samples), part)) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn work<'a>(&'a self, jobs: &Mutex<mpsc::Receiver<Job<'a>>>, done: &mpsc::Sender<(u64, Result<Done<'a>, Stop>)>, times: &Times) {
        let mut encoder = Encoder::new(self.encoding);
        let mut scratch = Vec::new();
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { break };
            let number = job.number;
            if done.send((number, self.finish(job, &mut encoder, &mut scratch, times))).is_err() {
                break;
            }
        }
    }

    /// Evaluates a piece if it is not there, and encodes it.
    fn finish<'a>(&self, job: Job<'a>, encoder: &mut Encoder, scratch: &mut Vec<f32>, times: &Times) -> Result<Done<'a>, Stop> {
        let samples = match (job.samples, &self.source) {
            (Samples::Wanted(tile, mut samples), Source::Threads(evaluate)) => {
                times.evaluate(|| evaluate(tile, &mut samples, scratch)).map_err(Stop::Evaluation)?;
                Samples::Own(samples)
            }
            (samples, _) => samples,
        };
        let started = Instant::now();
        let extremes = Extremes::of(samples.get());
        let encoded = encoder.encode(job.first, samples.get()).map_err(Stop::Encoding)?;
        Times::add(&times.encoding, started);
        Ok(Done { samples, encoded, extremes })
    }
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

/// A piece to be made.
struct Job<'a> {
    number: u64,
    /// Its first sample.
    first: u64,
    samples: Samples<'a>,
}

enum Samples<'a> {
    /// Still to be evaluated, into a buffer.
    Wanted(Tile, Vec<f32>),
    Own(Vec<f32>),
    /// A part of a band.
    Shared(Arc<Vec<f32>>, Range<usize>),
    Lent(&'a [f32]),
}

impl Samples<'_> {
    fn get(&self) -> &[f32] {
        match self {
            Self::Wanted(..) => &[],
            Self::Own(samples) => samples,
            Self::Shared(band, part) => &band[part.clone()],
            Self::Lent(samples) => samples,
        }
    }

    /// The buffer that is free after the last piece of a band.
    fn into_buffer(self) -> Option<Vec<f32>> {
        match self {
            Self::Wanted(_, buffer) | Self::Own(buffer) => Some(buffer),
            Self::Shared(band, _) => Arc::into_inner(band),
            Self::Lent(_) => Some(Vec::new()),
        }
    }
}

struct Done<'a> {
    samples: Samples<'a>,
    encoded: Encoded,
    extremes: Extremes,
}

/// Why a piece could not be made.
enum Stop {
    Evaluation(Failure),
    Encoding(io::Error),
}

/// The pieces as the one that writes takes them.
struct InOrder<'a> {
    done: mpsc::Receiver<(u64, Result<Done<'a>, Stop>)>,
    /// Done before one that stands before them.
    early: BTreeMap<u64, Result<Done<'a>, Stop>>,
    next: u64,
    /// Samples that are still to come.
    left: u64,
    free: mpsc::Sender<Vec<f32>>,
    hasher: Option<blake3::Hasher>,
    extremes: Extremes,
    saturated: u64,
    failure: Option<Failure>,
    waited: Duration,
    bar: ProgressBar,
}

impl<'a> InOrder<'a> {
    fn take(&mut self) -> io::Result<Done<'a>> {
        let waiting = Instant::now();
        let result = loop {
            if let Some(result) = self.early.remove(&self.next) {
                break result;
            }
            // Whoever hands out has given up and says why.
            let (number, result) = self.done.recv().map_err(|_| io::Error::from(io::ErrorKind::UnexpectedEof))?;
            self.early.insert(number, result);
        };
        self.waited += waiting.elapsed();
        self.next += 1;
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
        while self.left > 0 {
            let Done { samples, encoded, extremes } = self.take()?;
            self.left -= samples.get().len() as u64;
            self.extremes.extend(extremes);
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
