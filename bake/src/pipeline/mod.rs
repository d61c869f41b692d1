//! From samples to files: threads evaluate and encode pieces side by side, and one more for each file writes them in order.

mod alone;
mod in_order;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use lacuna::Tile;

use crate::clock::{Started, Sum};
use crate::error::{Error, Result};
use crate::formats::{Encoder, Encoding, Pieces, WriteSeek};
use crate::observer::{Observer, check};
use crate::sampling::Scratch;
use crate::size::Size;
use crate::store::Sink;
use in_order::{Counter, Done, InOrder, NEVER, Stop};

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

    /// The rows of a band of so many columns under which much is evaluated twice.
    fn least_rows(&self, _columns: u32) -> u32 {
        1
    }

    /// The bytes that a band of so many columns and rows takes beside its samples.
    fn memory(&self, _columns: u32, _rows: u32) -> usize {
        0
    }
}

/// Where samples come from.
pub(crate) enum Feed<'a> {
    /// The threads that encode evaluate bands of their own.
    Threads(&'a dyn Bands),
    /// One caller evaluates bands of about so many samples, each worth many pieces.
    Bands(&'a dyn Bands, usize),
    /// They are all there, of one picture.
    Memory(&'a [f32]),
}

/// A pipeline, ready to start: from one run of bands to one file or several, all of the same size.
pub(crate) struct Pipeline<'a> {
    pub(crate) encodings: &'a [Encoding],
    pub(crate) feed: Feed<'a>,
    pub(crate) threads: NonZeroUsize,
    pub(crate) is_hashed: bool,
    /// Whether the files' checksums are asked for.
    pub(crate) is_summed: bool,
    pub(crate) observer: &'a dyn Observer,
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

impl Pipeline<'_> {
    fn size(&self) -> Size {
        self.encodings[0].size
    }

    /// Samples a pixel, of all files.
    fn channels(&self) -> usize {
        self.encodings.iter().map(|encoding| usize::from(encoding.channels)).sum()
    }

    fn pixels(&self) -> u64 {
        u64::from(self.size().width) * u64::from(self.size().height)
    }

    /// The columns and rows that are evaluated at once: whole pieces of every file.
    fn band(&self) -> [u32; 2] {
        let Size { width, height } = self.size();
        let pieces = self.encodings.iter().map(Encoding::piece);
        // Those that are cut within a row may be cut anywhere.
        let piece = pieces.fold([width.min(1), 1], |a, b| [a[0].max(b[0]), a[1].max(b[1])]);
        let (samples, least_rows) = match self.feed {
            Feed::Bands(bands, most) => (most, bands.least_rows(width)),
            // Some for each thread, so that all end at about the same time.
            Feed::Threads(bands) => {
                let all = self.pixels() as usize * self.channels();
                (BAND_OF_A_THREAD.min(all / (4 * self.threads.get())), bands.least_rows(width))
            }
            Feed::Memory(_) => return piece,
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
        Tile { origin: [0; 3], size: [size.width, size.height, 1] }.cut([columns, rows, 1])
    }

    fn band_samples(&self) -> usize {
        let [columns, rows] = self.band();
        columns as usize * rows.min(self.size().height) as usize * self.channels()
    }

    /// How many bands are under way at once.
    fn under_way(&self) -> usize {
        let wished = match self.feed {
            Feed::Bands(..) => BANDS,
            Feed::Threads(_) => self.threads.get() + 2,
            Feed::Memory(_) => 2 * self.threads.get() + 2,
        };
        let all = self.bands_in_all().try_into().unwrap_or(usize::MAX);
        wished.min((UNDER_WAY / 4 / self.band_samples()).max(2)).min(all)
    }

    fn bands_in_all(&self) -> u64 {
        let ([columns, rows], size) = (self.band(), self.size());
        u64::from(size.width.div_ceil(columns)) * u64::from(size.height.div_ceil(rows))
    }

    fn workers(&self) -> usize {
        match self.feed {
            Feed::Bands(..) => self.threads.get(),
            _ => self.threads.get().min(self.under_way()),
        }
    }

    /// The bytes that are needed beside what does not depend on the picture.
    fn memory(&self) -> usize {
        let [columns, rows] = self.band();
        let (samples, evaluators) = match self.feed {
            Feed::Memory(_) => (0, 0),
            Feed::Bands(bands, _) => (4 * self.band_samples() * self.under_way(), bands.memory(columns, rows)),
            Feed::Threads(bands) => {
                (4 * self.band_samples() * self.under_way(), bands.memory(columns, rows).saturating_mul(self.workers()))
            }
        };
        let encoders: usize = self.encodings.iter().map(Encoding::memory).sum();
        let writers: usize = self.encodings.iter().map(Encoding::writer_memory).sum();
        [evaluators, (self.workers() + 1).saturating_mul(encoders), writers].into_iter().fold(samples, usize::saturating_add)
    }

    /// Finds out whether the memory is there, so that nothing fails in the middle.
    fn reserve(&self) -> Result<()> {
        let bytes = self.memory();
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
            Error::failed(format!(
                "a picture of {} does not fit into memory, of which it takes {bytes} bytes; give a smaller size, fewer threads, or write .r32 or .r16",
                self.size()
            ))
        })
    }

    /// Runs what writes the files on their pieces. The outer result is the evaluation's, the inner one the writers'.
    pub(crate) fn run(&self, writes: Vec<Write<'_>>) -> Result<Result<Seen, Unwritten>> {
        self.reserve()?;
        // A browser's page has one thread.
        if cfg!(target_family = "wasm") { self.run_alone(writes) } else { self.run_on_threads(writes) }
    }

    /// Each file is written by a thread of its own.
    fn run_on_threads(&self, writes: Vec<Write<'_>>) -> Result<Result<Seen, Unwritten>> {
        let under_way = self.under_way();
        let (jobs, to_do) = mpsc::sync_channel(under_way);
        let times = Times::default();
        let to_do = Arc::new(Mutex::new(to_do));
        let total = self.bands_in_all();
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
                progress: (number == 0).then_some(Counter { observer: self.observer, done: 0, total }),
                observer: self.observer,
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
                    let started = Started::now();
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
            let written = writers.into_iter().map(|writer| writer.join().map_err(|_| stopped())).collect::<Result<Vec<_>>>()?;
            workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| stopped()))?;
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
        if let Feed::Memory(samples) = self.feed {
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
            check(self.observer)?;
            let first_pixel = pixels;
            pixels += band.samples() as u64;
            let Feed::Bands(bands, _) = self.feed else {
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
        let _watched = Watched(done);
        let mut encoders: Vec<_> = self.encodings.iter().map(|encoding| Encoder::new(encoding, self.is_summed)).collect();
        let mut scratch = Scratch::default();
        let mut encode = |file: usize, first: u64, samples: Samples<'a>| {
            let started = Started::now();
            let encoded = encoders[file].encode(first, samples.get());
            times.encoding.add(started.elapsed());
            let result = encoded.map(|encoded| (samples, encoded)).map_err(Stop::Encoding);
            // A file that could not be written takes no more; the others go on until no more is handed out.
            let _ = done[file].send(Done { first, result });
        };
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            match (job, &self.feed) {
                (Err(_), _) => break,
                (Ok(Job::Encode { file, first, samples }), _) => encode(file, first, samples),
                (Ok(Job::Evaluate { band, first_pixel, mut samples }), Feed::Threads(bands)) => {
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

/// Tells every file where a worker panics, so that none waits for its pieces for ever.
struct Watched<'a, 'd>(&'d [mpsc::Sender<Done<'a>>]);

impl Drop for Watched<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for done in self.0 {
                let _ = done.send(Done { first: NEVER, result: Err(Stop::Evaluation(stopped())) });
            }
        }
    }
}

fn stopped() -> Error {
    Error::failed("a thread stopped; please report this")
}

/// How the writing of a file ended.
struct Written {
    result: io::Result<SeenOfFile>,
    failure: Option<Error>,
    is_cut_short: bool,
    time: Duration,
}

/// What was seen, or the first thing that went wrong: a failure to evaluate, or a file that could not be written for a reason of its own.
fn conclude(mut written: Vec<Written>, times: &Times) -> Result<Result<Seen, Unwritten>> {
    if let Some(failure) = written.iter_mut().find_map(|written| written.failure.take()) {
        return Err(failure);
    }
    let encoding = times.encoding.total() + written.iter().map(|written| written.time).sum::<Duration>();
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
    Ok(Ok(Seen { files, evaluating: times.evaluating.total(), encoding }))
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

fn no_thread(error: &io::Error) -> Error {
    Error::failed(format!("a thread could not be started: {error}; free memory or raise the limit of processes"))
}

/// Times, summed over threads.
#[derive(Debug, Default)]
struct Times {
    evaluating: Sum,
    encoding: Sum,
}

impl Times {
    fn evaluate(&self, evaluate: impl FnOnce() -> Result<()>) -> Result<()> {
        let started = Started::now();
        evaluate()?;
        self.evaluating.add(started.elapsed());
        Ok(())
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

impl<'a> WriteSeek for &mut (dyn Sink + 'a) {}

/// Encodes samples that are there already, all channels of a pixel side by side, on so many threads.
///
/// # Errors
///
/// [`Error::Request`] where the format can't hold them, or where there are not as many as the encoding has; otherwise what kept it from being written.
pub fn encode(encoding: &Encoding, samples: &[f32], threads: NonZeroUsize, mut sink: Box<dyn Sink>) -> Result<()> {
    encoding.check()?;
    if samples.len() as u64 != encoding.samples() {
        return Err(Error::request(format!("{} samples; the encoding has {}", samples.len(), encoding.samples())));
    }
    let encodings = std::slice::from_ref(encoding);
    let pipeline = Pipeline { encodings, feed: Feed::Memory(samples), threads, is_hashed: false, is_summed: false, observer: &() };
    let write: Write<'_> = Box::new(move |pieces| {
        let mut writer = io::BufWriter::with_capacity(1 << 18, &mut *sink);
        encoding.write(&mut writer, pieces)?;
        drop(writer);
        sink.finish()
    });
    let written = pipeline.run(vec![write])?;
    written.map(drop).map_err(|Unwritten { error, .. }| Error::failed(format!("can't write: {error}")))
}
