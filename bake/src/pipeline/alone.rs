//! The pipeline on the caller's thread alone: samples are evaluated when a file asks for them.

use std::io;

use super::bands::{Feed, Pipeline, Seen, SeenOfFile, Unwritten, Write};
use crate::clock::{Started, Sum};
use crate::error::{Error, Result};
use crate::formats::{Encoder, Piece, Pieces, little_endian};
use crate::observer::{Progress, Stage, check};
use crate::sampling::Scratch;

impl Pipeline<'_> {
    /// Writes the files one after another. Each evaluates its own samples.
    pub(super) fn run_alone(&self, writes: Vec<Write<'_>>) -> Result<Result<Seen, Unwritten>> {
        let evaluating = Sum::default();
        let encoding = Sum::default();
        let mut files = Vec::new();
        for (file, write) in writes.into_iter().enumerate() {
            let hasher = self.is_hashed.then(blake3::Hasher::new);
            let mut alone = Alone {
                pipeline: self,
                file,
                evaluating: &evaluating,
                encoding: &encoding,
                seen: SeenOfFile { is_zero: true, saturated: 0, hash: None },
                hasher,
                failure: None,
            };
            let written = write(&mut alone);
            let Alone { seen, hasher, failure, .. } = alone;
            if let Some(failure) = failure {
                return Err(failure);
            }
            if let Err(error) = written {
                return Ok(Err(Unwritten { file, error }));
            }
            files.push(SeenOfFile { hash: hasher.map(|hasher| hasher.finalize()), ..seen });
        }
        Ok(Ok(Seen { files, evaluating: evaluating.total(), encoding: encoding.total() }))
    }
}

/// The pieces of a file, made one after another.
struct Alone<'a, 'p> {
    pipeline: &'a Pipeline<'p>,
    file: usize,
    evaluating: &'a Sum,
    encoding: &'a Sum,
    seen: SeenOfFile,
    hasher: Option<blake3::Hasher>,
    failure: Option<Error>,
}

impl Alone<'_, '_> {
    /// Encodes samples and hands them over, piece by piece. `first` is the number of the first sample.
    fn pieces(
        &mut self,
        encoder: &mut Encoder<'_>,
        mut first: u64,
        samples: &[f32],
        write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        for samples in samples.chunks(self.pipeline.piece_samples(self.file)) {
            let started = Started::now();
            let encoded = encoder.encode(first, samples)?;
            self.encoding.add(started.elapsed());
            first += samples.len() as u64;
            self.seen.is_zero = self.seen.is_zero && samples.iter().all(|&sample| sample == 0.0);
            self.seen.saturated += encoded.saturated;
            if let Some(hasher) = &mut self.hasher {
                hasher.update(&little_endian(samples));
            }
            write(Piece { samples, encoded })?;
        }
        Ok(())
    }

    /// Stores an error that does not come from writing.
    fn stop(&mut self, failure: Error) -> io::Error {
        self.failure = Some(failure);
        io::ErrorKind::Other.into()
    }
}

impl Pieces for Alone<'_, '_> {
    fn each(&mut self, write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>) -> io::Result<()> {
        let Pipeline { encodings, feed, is_summed, observer, .. } = self.pipeline;
        let mut encoder = Encoder::new(&encodings[self.file], *is_summed);
        let bands = match feed {
            Feed::Memory(samples) => return self.pieces(&mut encoder, 0, samples, write),
            Feed::Threads(bands) | Feed::Bands(bands, _) => *bands,
        };
        let mut samples = vec![Vec::new(); encodings.len()];
        let mut scratch = Scratch::default();
        let (mut pixels, mut done, total) = (0, 0, self.pipeline.bands_in_all());
        for band in self.pipeline.bands() {
            self.check()?;
            let started = Started::now();
            bands.evaluate(band, &mut samples, &mut scratch).map_err(|failure| self.stop(failure))?;
            self.evaluating.add(started.elapsed());
            let first = pixels * u64::from(encodings[self.file].channels);
            self.pieces(&mut encoder, first, &samples[self.file], write)?;
            pixels += band.samples() as u64;
            done += 1;
            observer.progress(Progress { stage: Stage::Bake, done, total });
        }
        Ok(())
    }

    fn check(&mut self) -> io::Result<()> {
        check(self.pipeline.observer).map_err(|failure| self.stop(failure))
    }
}
