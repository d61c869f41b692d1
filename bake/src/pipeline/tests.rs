//! The pipeline writes the same bytes on many threads, on one, and without any.

use std::io::Cursor;
use std::num::NonZeroUsize;
use std::path::Path;

use lacuna::Tile;

use super::{Bands, Feed, Pipeline, Seen, Write};
use crate::area::Area;
use crate::checksum::Checksum;
use crate::engine::Engine;
use crate::error::Result;
use crate::facts::beside;
use crate::formats::{Encoding, Meaning, Shape, StoredFacts};
use crate::jobs::{Job, Line};
use crate::observer::Observer;
use crate::random::noise;
use crate::range::Range;
use crate::request::Request;
use crate::sampling::Scratch;
use crate::size::Size;
use crate::source::Source;
use crate::store::Memory;

/// Several pieces; few pixels under Miri.
const SIZE: Size = if cfg!(miri) { Size { width: 31, height: 40 } } else { Size { width: 301, height: 500 } };
const CHANNELS: [u8; 3] = [1, 3, 1];

/// Pictures in memory.
struct Ready(Vec<Vec<f32>>);

impl Bands for Ready {
    fn evaluate(&self, band: Tile, samples: &mut [Vec<f32>], _: &mut Scratch) -> Result<()> {
        let whole = Tile { origin: [0; 3], size: [SIZE.width, SIZE.height, 1] };
        for ((to, from), channels) in samples.iter_mut().zip(&self.0).zip(CHANNELS.map(usize::from)) {
            to.clear();
            whole.rows_of(band).for_each(|row| to.extend_from_slice(&from[row.start * channels..row.end * channels]));
        }
        Ok(())
    }
}

fn encodings() -> Vec<Encoding> {
    let encoding = |(name, depth, channels): (&str, u8, u8)| Encoding {
        format: name.parse().unwrap(),
        depth,
        size: SIZE,
        channels,
        meaning: Meaning::Data,
        range: Range::DEFAULT,
        shape: Shape::Picture,
        place: None,
        facts: StoredFacts::default(),
    };
    [("png", 16, CHANNELS[0]), ("tiff", 8, CHANNELS[1]), ("r32", 32, CHANNELS[2])].map(encoding).into()
}

/// Returns the files and the statistics.
fn run(threads: Option<usize>, is_shared: bool, observer: &dyn Observer) -> Result<(Vec<Vec<u8>>, Seen)> {
    let encodings = encodings();
    let ready = Ready(encodings.iter().map(|encoding| noise(encoding.samples() as usize)).collect());
    let mut files: Vec<Cursor<Vec<u8>>> = encodings.iter().map(|_| Cursor::default()).collect();
    let write = |(encoding, file)| -> Write<'_> {
        let (encoding, file): (&Encoding, &mut Cursor<Vec<u8>>) = (encoding, file);
        Box::new(move |pieces| encoding.write(file, pieces))
    };
    let writes = encodings.iter().zip(&mut files).map(write).collect();
    let feed = if is_shared { Feed::Threads(&ready) } else { Feed::Bands(&ready, SIZE.width as usize * SIZE.height as usize / 9) };
    let count = NonZeroUsize::new(threads.unwrap_or(1)).unwrap();
    let pipeline = Pipeline { encodings: &encodings, feed, threads: count, is_hashed: true, is_summed: true, observer };
    let seen = if threads.is_some() { pipeline.run_on_threads(writes)? } else { pipeline.run_alone(writes)? };
    let seen = seen.unwrap_or_else(|unwritten| panic!("{unwritten:?}"));
    Ok((files.into_iter().map(Cursor::into_inner).collect(), seen))
}

#[test]
fn with_threads_and_without_the_files_are_the_same_bytes() {
    let (expected, seen) = run(Some(1), true, &()).unwrap();
    let hashes: Vec<_> = seen.files.iter().map(|file| (file.hash, file.saturated, file.is_zero)).collect();
    for (threads, is_shared) in [(Some(4), true), (Some(1), false), (Some(3), false), (None, true), (None, false)] {
        let (files, seen) = run(threads, is_shared, &()).unwrap();
        assert!(files == expected, "{threads:?} {is_shared}");
        assert_eq!(seen.files.iter().map(|file| (file.hash, file.saturated, file.is_zero)).collect::<Vec<_>>(), hashes);
    }
}

fn area(width: u32, height: u32) -> Area {
    Area { size: Size { width, height }, ..Area::default() }
}

/// Stops at once.
struct Stopped;

impl Observer for Stopped {
    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_cancelled_pipeline_says_so() {
    for threads in [Some(2), None] {
        assert!(matches!(run(threads, true, &Stopped), Err(crate::Error::Cancelled)), "{threads:?}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn the_checksum_beside_a_file_is_that_of_its_bytes() {
    for (name, job) in [
        ("noise.r32", Job::Picture(area(700, 600))),
        ("noise.r16", Job::Picture(area(301, 500))),
        ("noise.npy", Job::Picture(area(700, 600))),
        ("noise.tiff", Job::Picture(area(700, 600))),
        ("noise.bmp", Job::Picture(area(301, 500))),
        ("noise.csv", Job::Line(Line { ends: [0.into(), 9.into()], samples: 300_000, z: 0.into() })),
    ] {
        for threads in [1, 3] {
            let mut request = Request::new(Source::named("perlin").unwrap(), name).unwrap();
            request.job = job.clone();
            let mut store = Memory::default();
            request.plan().unwrap().run(&Engine::cpu(NonZeroUsize::new(threads).unwrap()), &mut store, &()).unwrap();
            let files = store.into_files();
            let facts: serde_json::Value = serde_json::from_slice(&files[&beside(Path::new(name))]).unwrap();
            let sum = Checksum::of(&*files[Path::new(name)]).unwrap();
            assert_eq!(facts["checksum"], sum.to_string(), "{name} on {threads} threads");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_bake_on_many_threads_is_the_same_file() {
    let baked = |threads| {
        let mut request = Request::new(Source::named("fbm").unwrap(), "noise.png").unwrap();
        request.job = Job::Picture(area(190, 130));
        // The engine's own threads measure the range.
        request.range = Some(lacuna::recipe::OutputRange::Auto);
        let mut store = Memory::default();
        request.plan().unwrap().run(&Engine::cpu(NonZeroUsize::new(threads).unwrap()), &mut store, &()).unwrap();
        store.into_files()
    };
    assert_eq!(baked(1), baked(4));
}
