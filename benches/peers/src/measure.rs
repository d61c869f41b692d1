//! Measures times: every contender once a round, so that a machine that slows down does so for all of them. The clock is the thread's own: it stands
//! still while the thread waits for a core that others use.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use serde::Serialize;

use crate::cases::{SAMPLES, Sampler};

/// The least time of a measurement: the sampler is repeated until then.
const LEAST: Duration = Duration::from_millis(20);

/// Million samples per second over the rounds.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Rate {
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

/// One implementation of a case, with a buffer of its own.
pub struct Contender {
    pub name: &'static str,
    sampler: Sampler,
    samples: Vec<f32>,
    repeats: u32,
    rates: Vec<f64>,
}

impl Contender {
    pub fn new(name: &'static str, sampler: Sampler, samples: Vec<f32>) -> Self {
        Self { name, sampler, samples, repeats: 1, rates: Vec::new() }
    }

    /// Samples once and returns the samples.
    pub fn sample(&mut self) -> &[f32] {
        (self.sampler)(&mut self.samples);
        &self.samples
    }

    fn time(&mut self) -> Duration {
        let start = ThreadTime::now();
        for _ in 0..self.repeats {
            (self.sampler)(black_box(&mut self.samples));
        }
        start.elapsed()
    }

    /// Finds the number of repetitions; this warms up, too.
    fn calibrate(&mut self) {
        loop {
            let time = self.time();
            if time >= LEAST {
                break;
            }
            let factor = LEAST.as_secs_f64() / time.as_secs_f64().max(1e-6);
            self.repeats = (f64::from(self.repeats) * factor * 1.1).ceil() as u32;
        }
    }

    fn rate(&mut self) -> Rate {
        self.rates.sort_by(f64::total_cmp);
        let (count, at) = (self.rates.len(), |index: usize| self.rates[index]);
        Rate { median: (at((count - 1) / 2) + at(count / 2)) / 2.0, min: at(0), max: at(count - 1) }
    }
}

/// Measures all contenders, in turns.
pub fn rates(contenders: &mut [Contender], rounds: usize) -> Vec<Rate> {
    contenders.iter_mut().for_each(Contender::calibrate);
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let count = contenders.len();
            let contender = &mut contenders[(round + turn) % count];
            let samples = f64::from(contender.repeats) * SAMPLES as f64;
            let rate = samples / contender.time().as_secs_f64() / 1e6;
            contender.rates.push(rate);
        }
    }
    contenders.iter_mut().map(Contender::rate).collect()
}
