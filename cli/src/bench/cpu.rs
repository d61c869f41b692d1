//! The CPU engine at every vector level, compared with the rate of filling memory.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use lacuna::Cpu;
use lacuna::cpu::VectorLevel;

use super::cases::{Case, SIDE};
use super::{Bench, Figure, Limit, Report};
use crate::failure::Result;

/// The samples of a fill that stays in the first level of the cache.
const IN_CACHE: usize = 4096;

impl Bench {
    pub(super) fn cpu(&self, cases: &[Case], report: &mut Report) -> Result<()> {
        let room = cases.iter().map(Case::values).max().unwrap_or_default().max(IN_CACHE);
        let mut samples = vec![0.0_f32; room];
        let in_cache = self.rate(IN_CACHE * 256, || {
            Ok(timed(|| {
                for _ in 0..256 {
                    samples[..IN_CACHE].fill(black_box(0.5));
                    black_box(&mut samples);
                }
            }))
        })?;
        let whole = self.rate(samples.len(), || {
            Ok(timed(|| {
                samples.fill(black_box(0.5));
                black_box(&mut samples);
            }))
        })?;
        let limit = "fill of the samples, one thread";
        report.limits.push(Limit { name: "fill in cache, one thread".into(), samples_per_second: in_cache });
        report.limits.push(Limit { name: limit.into(), samples_per_second: whole });
        let all = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let mut engines: Vec<_> = VectorLevel::all().into_iter().map(|level| (level, NonZeroUsize::MIN, false)).collect();
        engines[0].2 = true;
        if all > NonZeroUsize::MIN {
            engines.insert(1, (engines[0].0, all, true));
        }
        for (level, threads, is_best) in engines {
            let cpu = Cpu::with_threads(threads).with_level(level);
            for case in cases.iter().filter(|case| !case.is_preset || is_best) {
                let (samples, domain) = (&mut samples[..case.values()], case.domain(SIDE, 0));
                let rate = self.rate(case.samples(), || {
                    let started = Instant::now();
                    cpu.evaluate(&case.program, &domain, domain.whole(), samples)?;
                    Ok(started.elapsed())
                })?;
                report.add(Figure {
                    engine: "cpu",
                    adapter: None,
                    form: level.to_string(),
                    threads: Some(threads.get()),
                    case: case.name,
                    samples_per_second: rate,
                    submitted_per_second: None,
                    with_readback_per_second: None,
                    limit: limit.into(),
                    fraction_of_limit: rate / whole,
                });
            }
        }
        Ok(())
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}
