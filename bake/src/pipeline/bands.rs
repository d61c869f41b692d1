//! The work of a pipeline, and its division into bands, which are evaluated at once, and those into pieces, which are encoded at once.

use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use lacuna::Tile;

use crate::error::{Error, Result};
use crate::formats::{Encoding, Pieces};
use crate::observer::Observer;
use crate::sampling::Scratch;
use crate::size::Size;

/// The number of bands under way if one caller evaluates them: one is evaluated, one encoded, and one written.
const BANDS: usize = 3;
/// The approximate number of samples that a thread evaluates at once: few enough for the last level of the cache, and rows enough to make the work
/// per column negligible.
const BAND_OF_A_THREAD: usize = 1 << 20;
/// The most bytes of samples under way, unless two bands take more.
const UNDER_WAY: usize = 1 << 30;

/// A source of samples, band by band.
pub(crate) trait Bands: Sync {
    /// Evaluates a band of the pictures into samples, each picture apart. It resizes the lists as needed.
    fn evaluate(&self, band: Tile, samples: &mut [Vec<f32>], scratch: &mut Scratch) -> Result<()>;

    /// Returns the number of rows below which a band of `columns` columns evaluates much twice.
    fn least_rows(&self, _columns: u32) -> u32 {
        1
    }

    /// Returns the number of samples of which a pixel is the mean.
    fn samples_a_pixel(&self) -> usize {
        1
    }

    /// Returns the bytes that a band takes beside its samples.
    fn memory(&self, _columns: u32, _rows: u32) -> usize {
        0
    }
}

/// The source of samples.
pub(crate) enum Feed<'a> {
    /// The threads that encode also evaluate bands.
    Threads(&'a dyn Bands),
    /// One caller evaluates bands of about this many samples, each of many pieces.
    Bands(&'a dyn Bands, usize),
    /// All samples of one picture are in memory.
    Memory(&'a [f32]),
}

/// A pipeline, ready to start: from one run of bands to one or several files of the same size.
pub(crate) struct Pipeline<'a> {
    pub(crate) encodings: &'a [Encoding],
    pub(crate) feed: Feed<'a>,
    pub(crate) threads: NonZeroUsize,
    pub(crate) is_hashed: bool,
    /// Requests the checksums of the files.
    pub(crate) is_summed: bool,
    pub(crate) observer: &'a dyn Observer,
}

/// A function that writes a file from its pieces.
pub(crate) type Write<'a> = Box<dyn FnOnce(&mut dyn Pieces) -> io::Result<()> + Send + 'a>;

/// The statistics of a run.
#[derive(Debug)]
pub(crate) struct Seen {
    /// Those of each file.
    pub(crate) files: Vec<SeenOfFile>,
    /// Summed over all threads.
    pub(crate) evaluating: Duration,
    /// Summed over all threads. Threads that write count everything but their waiting.
    pub(crate) encoding: Duration,
}

/// The statistics of a file's samples.
#[derive(Debug)]
pub(crate) struct SeenOfFile {
    /// Set if every sample is 0.
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

    /// Returns the samples per pixel, of all files together.
    fn channels(&self) -> usize {
        self.encodings.iter().map(|encoding| usize::from(encoding.channels)).sum()
    }

    fn pixels(&self) -> u64 {
        u64::from(self.size().width) * u64::from(self.size().height)
    }

    /// Returns the columns and rows that are evaluated at once: whole pieces of every file.
    fn band(&self) -> [u32; 2] {
        let Size { width, height } = self.size();
        let pieces = self.encodings.iter().map(Encoding::piece);
        // Pieces that are cut within a row may be cut anywhere.
        let piece = pieces.fold([width.min(1), 1], |a, b| [a[0].max(b[0]), a[1].max(b[1])]);
        let (samples, least_rows) = match self.feed {
            Feed::Bands(bands, most) => (most / bands.samples_a_pixel(), bands.least_rows(width)),
            // Several bands per thread, so that all threads end at about the same time.
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
        // The rows of pieces are powers of two, so the largest piece is made of whole pieces of every file.
        [width, (rows / piece[1]).max(1).saturating_mul(piece[1])]
    }

    pub(super) fn bands(&self) -> impl Iterator<Item = Tile> + use<> {
        let [columns, rows] = self.band();
        let size = self.size();
        Tile { origin: [0; 3], size: [size.width, size.height, 1] }.cut([columns, rows, 1])
    }

    fn band_samples(&self) -> usize {
        let [columns, rows] = self.band();
        columns as usize * rows.min(self.size().height) as usize * self.channels()
    }

    /// Returns the number of bands under way at once.
    pub(super) fn under_way(&self) -> usize {
        let wished = match self.feed {
            Feed::Bands(..) => BANDS,
            Feed::Threads(_) => self.threads.get() + 2,
            Feed::Memory(_) => 2 * self.threads.get() + 2,
        };
        let all = self.bands_in_all().try_into().unwrap_or(usize::MAX);
        wished.min((UNDER_WAY / 4 / self.band_samples()).max(2)).min(all)
    }

    pub(super) fn bands_in_all(&self) -> u64 {
        let ([columns, rows], size) = (self.band(), self.size());
        u64::from(size.width.div_ceil(columns)) * u64::from(size.height.div_ceil(rows))
    }

    pub(super) fn workers(&self) -> usize {
        match self.feed {
            Feed::Bands(..) => self.threads.get(),
            _ => self.threads.get().min(self.under_way()),
        }
    }

    /// Returns the bytes that depend on the picture.
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

    /// Checks that the memory is available, so that nothing fails later.
    pub(super) fn reserve(&self) -> Result<()> {
        let bytes = self.memory();
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
            Error::failed(format!(
                "a picture of {} does not fit into memory, of which it takes {bytes} bytes; give a smaller size, fewer threads, or write .r32 or .r16",
                self.size()
            ))
        })
    }

    /// Returns the samples of a piece of a file. The last piece may have fewer.
    pub(super) fn piece_samples(&self, file: usize) -> usize {
        let encoding = &self.encodings[file];
        let [columns, rows] = encoding.piece();
        columns as usize * rows as usize * usize::from(encoding.channels)
    }
}
