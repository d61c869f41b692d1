//! Samples become files: threads evaluate and encode pieces side by side, and another thread per file writes them in order.

mod alone;
mod bands;
mod in_order;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use lacuna::Tile;

pub(crate) use bands::{Bands, Feed, Pipeline, Seen, SeenOfFile, Unwritten, Write};

use crate::clock::{Started, Sum};
use crate::error::{Error, Field, Problem, Result};
use crate::formats::{Encoder, Encoding, WriteSeek};
use crate::observer::check;
use crate::sampling::Scratch;
use crate::store::Sink;
use in_order::{Counter, Done, InOrder, NEVER, Samples, Stop};

impl Pipeline<'_> {
    /// Runs the writers on the pieces of their files. The outer result is that of evaluation, the inner one that of the writers.
    pub(crate) fn run(&self, writes: Vec<Write<'_>>) -> Result<Result<Seen, Unwritten>> {
        self.reserve()?;
        // A browser's page has one thread.
        if cfg!(target_family = "wasm") { self.run_alone(writes) } else { self.run_on_threads(writes) }
    }

    /// Writes each file on a thread of its own.
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
                    // One worker is enough.
                    Err(_) if !workers.is_empty() => break,
                    Err(error) => return Err(no_thread(error)),
                }
            }
            // Only the workers keep these, so a thread that waits for them notices when they have gone.
            drop((to_do, done));
            let mut writers = Vec::new();
            for (write, mut in_order) in writes.into_iter().zip(files) {
                let writer = move || {
                    let started = Started::now();
                    let written = write(&mut in_order);
                    let InOrder { failure, is_zero, saturated, hasher, waited, is_cut_short, .. } = in_order;
                    // The rest of `in_order` is dropped here, so threads that wait on its channels notice that nothing more is taken.
                    let seen = SeenOfFile { is_zero, saturated, hash: hasher.map(|hasher| hasher.finalize()) };
                    Written { result: written.map(|()| seen), failure, is_cut_short, time: started.elapsed().saturating_sub(waited) }
                };
                writers.push(std::thread::Builder::new().spawn_scoped(scope, writer).map_err(no_thread)?);
            }
            let handed_out = self.hand_out(&jobs, &to_fill, &times);
            // Threads that still wait notice that nothing more comes.
            drop((jobs, to_fill));
            let written = writers.into_iter().map(|writer| writer.join().map_err(|_| stopped())).collect::<Result<Vec<_>>>()?;
            workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| stopped()))?;
            handed_out?;
            conclude(written, &times)
        })
    }

    /// Hands out all bands, as fast as buffers become free.
    fn hand_out<'a>(&'a self, jobs: &mpsc::SyncSender<Job<'a>>, free: &[mpsc::Receiver<Vec<f32>>], times: &Times) -> Result<()> {
        // A worker that takes no job has gone. Joining it reports why.
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

    /// Returns the pieces of a file in a band, each with the number of its first sample.
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
            // A file that could not be written takes no more pieces. The others continue until the end.
            let _ = done[file].send(Done { first, result });
        };
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            match (job, &self.feed) {
                (Err(_), _) => break,
                (Ok(Job::Encode { file, first, samples }), _) => encode(file, first, samples),
                (Ok(Job::Evaluate { band, first_pixel, mut samples }), Feed::Threads(bands)) => {
                    if let Err(failure) = times.evaluate(|| bands.evaluate(band, &mut samples, &mut scratch)) {
                        // Every file waits for this band. The first reports why it does not come.
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

/// Notifies every file if a worker panics, so that none waits for its pieces for ever.
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

/// The result of writing a file.
struct Written {
    result: io::Result<SeenOfFile>,
    failure: Option<Error>,
    is_cut_short: bool,
    time: Duration,
}

/// Returns the statistics, or the first error: a failed evaluation, or a file that could not be written for a reason of its own.
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

/// Cuts a band into pieces. The last piece takes the band along, so its last owner has the buffer.
fn parts<'a>(band: Vec<f32>, piece: usize) -> impl Iterator<Item = Samples<'a>> {
    let length = band.len();
    let mut band = Some(Arc::new(band));
    (0..length).step_by(piece).map_while(move |start| {
        let end = length.min(start + piece);
        let band = if end == length { band.take() } else { band.clone() };
        Some(Samples::Shared(band?, start..end))
    })
}

fn no_thread(error: io::Error) -> Error {
    Error::of_system("a thread could not be started", error, "; free memory or raise the limit of processes")
}

/// The times of all threads, summed.
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

/// A job for a worker.
enum Job<'a> {
    /// Evaluate a band into buffers, one per file, and encode it.
    Evaluate { band: Tile, first_pixel: u64, samples: Vec<Vec<f32>> },
    /// Encode a piece of a file, whose first sample has the number `first`.
    Encode { file: usize, first: u64, samples: Samples<'a> },
}

impl<'a> WriteSeek for &mut (dyn Sink + 'a) {}

/// Encodes samples in memory on several threads. The channels of a pixel are interleaved.
///
/// # Errors
///
/// [`Error::Request`] if the format can't hold the samples, or if their number is not that of the encoding; and the errors of writing.
pub fn encode(encoding: &Encoding, samples: &[f32], threads: NonZeroUsize, mut sink: Box<dyn Sink>) -> Result<()> {
    encoding.check()?;
    if samples.len() as u64 != encoding.samples() {
        return Err(Error::request(
            Field::Size,
            Problem::Clash(Field::Format),
            format!("{} samples; the encoding has {}", samples.len(), encoding.samples()),
        ));
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
    written.map(drop).map_err(|Unwritten { error, .. }| Error::of_system("can't write", error, ""))
}
