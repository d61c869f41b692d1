//! Bakes into files, compared with the least time that a file takes.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use lacuna::recipe::Recipe;
use lacuna::{Axis, Cpu, Domain, Grid};
use lacuna_bake::formats::{Encoding, Format, Meaning, Shape, StoredFacts};
use lacuna_bake::{Area, Engine, Job, Range, Region, Request, Sink, Size, Source, Store, encode};

use super::cases::Case;
use super::{BakeFigure, Bench, Report};
use crate::failure::{Failure, Result};

/// The bytes per write when a file is only written.
const WRITE: usize = 1 << 20;

impl Bench {
    /// Bakes with the CPU engine on all threads, into files in a temporary folder.
    pub(super) fn bakes(&self, cases: &[Case], report: &mut Report) -> Result<()> {
        let failed = |error: io::Error| Failure::failed(format!("can't write a temporary file: {error}; set TMPDIR to another folder"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let path = folder.path().join("bench");
        let engine = Engine::cpu(Engine::usual_threads());
        let threads = engine.threads();
        let size = Size { width: self.bake_side, height: self.bake_side };
        let area = Area { size, region: Some(Region([0.into(), 0.into(), 1.into(), 1.into()])), ..Area::default() };
        let side = Axis::extent(0, 1, self.bake_side);
        let domain = Domain::from(Grid::plane(side, side));
        let samples_in_all = domain.whole().samples();
        for case in cases.iter().filter(|case| ["perlin2", "fbm2x6"].contains(&case.name)) {
            let samples = Cpu::new().sample(&case.program, &domain)?;
            for (name, format, depth, beside) in
                [("bake png 16 bit", "png", 16, "the encoder alone"), ("bake r32", "r32", 32, "writing alone")]
            {
                let format: Format =
                    format.parse().map_err(|error: lacuna_bake::formats::NoSuchFormat| Failure::failed(error.to_string()))?;
                let encoding = Encoding {
                    format,
                    depth,
                    size,
                    channels: 1,
                    meaning: Meaning::Data,
                    range: Range::DEFAULT,
                    shape: Shape::Picture,
                    place: None,
                    facts: StoredFacts::default(),
                };
                let source = Source::from(Recipe::from(case.graph.clone()));
                let request = Request { job: Job::Picture(area), format: Some(format), depth: Some(depth), ..Request::new(source, &path)? };
                let bake = |file: File| -> Result<()> {
                    request.plan()?.run(&engine, &mut Plain(Some(file)), &())?;
                    Ok(())
                };
                let alone = |mut file: File| -> Result<()> {
                    if format.name() == "r32" {
                        return bytemuck::cast_slice(&samples).chunks(WRITE).try_for_each(|bytes| file.write_all(bytes)).map_err(failed);
                    }
                    Ok(encode(&encoding, &samples, threads, Box::new(file))?)
                };
                // Alternately, so that both see the same state of the machine.
                let (mut bakes, mut alones) = (Vec::new(), Vec::new());
                let started = Instant::now();
                while bakes.len() < 6 || started.elapsed().as_secs_f64() < 2.0 * self.seconds {
                    for (times, write) in [(&mut bakes, &bake as &dyn Fn(File) -> Result<()>), (&mut alones, &alone)] {
                        let file = File::create_new(&path).map_err(failed)?;
                        let started = Instant::now();
                        write(file)?;
                        times.push(started.elapsed());
                        std::fs::remove_file(&path).map_err(failed)?;
                    }
                }
                // The first ones found cold caches.
                let median = |mut times: Vec<Duration>| {
                    times.remove(0);
                    times.sort_unstable();
                    times[times.len() / 2].as_secs_f64()
                };
                let (seconds, beside_seconds) = (median(bakes), median(alones));
                report.bakes.push(BakeFigure {
                    name,
                    case: case.name,
                    threads: threads.get(),
                    samples: samples_in_all as u64,
                    seconds,
                    beside,
                    beside_seconds,
                    ratio: seconds / beside_seconds,
                });
            }
        }
        Ok(())
    }
}

/// Takes one file, which is already open, and does nothing else to it.
struct Plain(Option<File>);

impl Store for Plain {
    fn check(&self, _files: &[&Path]) -> lacuna_bake::Result<()> {
        Ok(())
    }

    fn open(&mut self, file: &Path, _seeks: bool) -> lacuna_bake::Result<Box<dyn Sink>> {
        let open = self.0.take().ok_or_else(|| lacuna_bake::Error::failed(format!("{}: only one file is taken", file.display())))?;
        Ok(Box::new(open))
    }

    fn has_room_beside(&self, _file: &Path) -> bool {
        false
    }

    fn commit(&mut self) -> lacuna_bake::Result<()> {
        Ok(())
    }
}
