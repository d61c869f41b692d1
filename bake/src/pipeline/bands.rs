//! What a pipeline runs, and how that is cut: into bands, which are evaluated at once, and those into pieces, which are encoded at once.

use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use lacuna::Tile;

use crate::error::{Error, Result};
use crate::formats::{Encoding, Pieces};
use crate::observer::Observer;
use crate::sampling::Scratch;
use crate::size::Size;

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

    pub(super) fn bands(&self) -> impl Iterator<Item = Tile> + use<> {
        let [columns, rows] = self.band();
        let size = self.size();
        Tile { origin: [0; 3], size: [size.width, size.height, 1] }.cut([columns, rows, 1])
    }

    fn band_samples(&self) -> usize {
        let [columns, rows] = self.band();
        columns as usize * rows.min(self.size().height) as usize * self.channels()
    }

    /// How many bands are under way at once.
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
    pub(super) fn reserve(&self) -> Result<()> {
        let bytes = self.memory();
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
            Error::failed(format!(
                "a picture of {} does not fit into memory, of which it takes {bytes} bytes; give a smaller size, fewer threads, or write .r32 or .r16",
                self.size()
            ))
        })
    }

    /// The samples of a piece of a file, of which the last may have fewer.
    pub(super) fn piece_samples(&self, file: usize) -> usize {
        let encoding = &self.encodings[file];
        let [columns, rows] = encoding.piece();
        columns as usize * rows as usize * usize::from(encoding.channels)
    }
}
