//! The pieces of a file in their order, whatever order they were made in.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use crate::clock::Started;
use crate::error::{Error, Result};
use crate::formats::{Encoded, Piece, Pieces, little_endian};
use crate::observer::{Observer, Progress, Stage};

/// The number that stands for a piece that never comes.
pub(super) const NEVER: u64 = u64::MAX;

/// The samples of a piece.
pub(super) enum Samples<'a> {
    /// A part of a band.
    Shared(Arc<Vec<f32>>, Range<usize>),
    Lent(&'a [f32]),
}

impl Samples<'_> {
    pub(super) fn get(&self) -> &[f32] {
        match self {
            Self::Shared(band, part) => &band[part.clone()],
            Self::Lent(samples) => samples,
        }
    }

    /// Returns the buffer that is free after the last piece of a band.
    fn into_buffer(self) -> Option<Vec<f32>> {
        match self {
            Self::Shared(band, _) => Arc::into_inner(band),
            Self::Lent(_) => Some(Vec::new()),
        }
    }
}

/// A piece, or the reason why it could not be made.
pub(super) struct Done<'a> {
    pub(super) first: u64,
    pub(super) result: Result<(Samples<'a>, Encoded), Stop>,
}

/// The reason why a piece could not be made.
pub(super) enum Stop {
    Evaluation(Error),
    Encoding(io::Error),
}

/// The pieces as a writer takes them.
pub(super) struct InOrder<'a> {
    pub(super) done: mpsc::Receiver<Done<'a>>,
    /// Pieces that were done before an earlier one.
    pub(super) early: BTreeMap<u64, Result<(Samples<'a>, Encoded), Stop>>,
    /// The first sample of the next piece.
    pub(super) next: u64,
    pub(super) all: u64,
    pub(super) free: mpsc::Sender<Vec<f32>>,
    pub(super) hasher: Option<blake3::Hasher>,
    pub(super) is_zero: bool,
    pub(super) saturated: u64,
    pub(super) failure: Option<Error>,
    /// Set if the channel closed before the last piece.
    pub(super) is_cut_short: bool,
    pub(super) waited: Duration,
    /// Set for one file only.
    pub(super) progress: Option<Counter<'a>>,
    pub(super) observer: &'a dyn Observer,
}

/// Counts bands.
pub(super) struct Counter<'a> {
    pub(super) observer: &'a dyn Observer,
    pub(super) done: u64,
    pub(super) total: u64,
}

impl Counter<'_> {
    fn count(&mut self) {
        self.done += 1;
        self.observer.progress(Progress { stage: Stage::Bake, done: self.done, total: self.total });
    }
}

impl<'a> InOrder<'a> {
    fn take(&mut self) -> io::Result<(Samples<'a>, Encoded)> {
        let waiting = Started::now();
        let result = loop {
            if let Some(result) = self.early.remove(&self.next) {
                break result;
            }
            // The thread that hands out bands has given up, and reports why.
            let Ok(Done { first, result }) = self.done.recv() else {
                self.is_cut_short = true;
                return Err(io::ErrorKind::UnexpectedEof.into());
            };
            if first == NEVER {
                break result;
            }
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
            self.check()?;
            let (samples, encoded) = self.take()?;
            self.next += samples.get().len() as u64;
            self.is_zero = self.is_zero && samples.get().iter().all(|&sample| sample == 0.0);
            self.saturated += encoded.saturated;
            if let Some(hasher) = &mut self.hasher {
                hasher.update(&little_endian(samples.get()));
            }
            write(Piece { samples: samples.get(), encoded })?;
            if let Some(buffer) = samples.into_buffer() {
                // At the end nobody takes the buffers back.
                let _ = self.free.send(buffer);
                if let Some(progress) = &mut self.progress {
                    progress.count();
                }
            }
        }
        Ok(())
    }

    fn check(&mut self) -> io::Result<()> {
        if self.observer.is_cancelled() {
            self.failure = Some(Error::Cancelled);
            return Err(io::ErrorKind::Other.into());
        }
        Ok(())
    }
}
