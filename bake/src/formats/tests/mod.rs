//! The encoders' files, as other readers see them.

mod alpha;
mod facts;
mod kinds;
mod libpng;
mod readers;
mod textures;

use std::fs;
use std::io::{self, BufWriter, Cursor};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::samples::Kind;
use super::*;
use crate::{Range, Size};

impl WriteSeek for Cursor<Vec<u8>> {}

impl WriteSeek for fs::File {}

fn format(name: &str) -> Format {
    name.parse().unwrap()
}

fn size(width: u32, height: u32) -> Size {
    Size { width, height }
}

fn encoding(name: &str, depth: u8, size: Size, channels: u8) -> Encoding {
    let texts = [("Software", "lacuna of a test"), ("lacuna:recipe", "version = 2 # über")];
    let texts = texts.map(|(keyword, text)| (keyword.to_owned(), text.to_owned())).into();
    let facts = StoredFacts { texts, json: "{}".to_owned() };
    Encoding {
        format: format(name),
        depth,
        size,
        channels,
        meaning: Meaning::Data,
        range: Range::DEFAULT,
        shape: Shape::Picture,
        place: None,
        facts,
    }
}

/// Returns samples without a pattern that would survive a wrong stride or order, a few of them outside the range.
fn samples(encoding: &Encoding) -> Vec<f32> {
    crate::random::noise(encoding.samples() as usize).into_iter().map(|sample| 1.05 * sample).collect()
}

/// The pieces of samples, encoded by several encoders in turn.
struct Fed<'a> {
    encoding: &'a Encoding,
    samples: &'a [f32],
    encoders: Vec<Encoder<'a>>,
    saturated: u64,
}

impl<'a> Fed<'a> {
    fn new(encoding: &'a Encoding, samples: &'a [f32], encoders: usize) -> Self {
        Self { encoding, samples, encoders: (0..encoders).map(|_| Encoder::new(encoding, false)).collect(), saturated: 0 }
    }
}

impl Pieces for Fed<'_> {
    fn each(&mut self, write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>) -> io::Result<()> {
        let [columns, rows] = self.encoding.piece();
        let length = columns as usize * rows as usize * usize::from(self.encoding.channels);
        let mut first = 0;
        for (number, samples) in self.samples.chunks(length).enumerate() {
            let count = self.encoders.len();
            let encoded = self.encoders[number % count].encode(first, samples)?;
            self.saturated += encoded.saturated;
            first += samples.len() as u64;
            write(Piece { samples, encoded })?;
        }
        Ok(())
    }
}

/// Returns the bytes of a file, encoded by several encoders in turn.
fn bytes(encoding: &Encoding, samples: &[f32], encoders: usize) -> Vec<u8> {
    encoding.check().unwrap();
    let mut file = Cursor::new(Vec::new());
    let mut fed = Fed::new(encoding, samples, encoders);
    encoding.write(&mut file, &mut fed).unwrap();
    let outside = samples.iter().filter(|sample| sample.abs() > 1.0).count() as u64;
    let is_counted = encoding.range == Range::DEFAULT && encoding.depth < 32 && !encoding.holds_values();
    assert!(!is_counted || fed.saturated == outside);
    file.into_inner()
}

fn path(folder: &TempDir, encoding: &Encoding) -> PathBuf {
    let Encoding { format, depth, channels, meaning, .. } = encoding;
    folder.path().join(format!("{depth}-{channels}-{}.{format}", meaning.is_color()))
}

fn written(encoding: &Encoding, samples: &[f32], path: &Path) {
    let mut file = BufWriter::new(fs::File::create(path).unwrap());
    encoding.write(&mut file, &mut Fed::new(encoding, samples, 3)).unwrap();
}

/// Returns the numbers that a file should hold.
fn expected(encoding: &Encoding, samples: &[f32]) -> Vec<f64> {
    let levels = match encoding.kind() {
        Kind::Half => return samples.iter().map(|&sample| nearest_half(sample)).collect(),
        Kind::F32 => return samples.iter().map(|&sample| f64::from(sample)).collect(),
        Kind::U16 => 65_535.0,
        Kind::U8 => 255.0,
    };
    samples.iter().map(|&sample| ((f64::from(sample) + 1.0) / 2.0 * levels + 0.5).floor().clamp(0.0, levels)).collect()
}

/// Rounds to half precision by arithmetic: to 11 significant bits, or to multiples of 2^-24, ties to even.
fn nearest_half(sample: f32) -> f64 {
    let sample = f64::from(sample);
    let exponent = ((sample.abs().to_bits() >> 52) as i32 - 1023).max(-14);
    let unit = f64::from_bits(((exponent - 10 + 1023) as u64) << 52);
    (sample / unit).round_ties_even() * unit
}
