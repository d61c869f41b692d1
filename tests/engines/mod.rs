//! What several tests share: the engines that this machine has, and random numbers.

#![allow(dead_code, unreachable_pub, reason = "a module of several test binaries, each of which uses a part")]

use std::io::Write as _;
use std::sync::{Mutex, OnceLock, PoisonError};

use lacuna::cpu::VectorLevel;
use lacuna::{Cpu, Domain, Gpu, Graph, Program};

/// Every GPU of this machine, opened once and lent to one test at a time, since OpenGL's contexts don't like to be shared.
///
/// Where there is none, a line says that the test is skipped, and with `LACUNA_REQUIRE_GPU=1` it fails.
pub fn with_gpus(test: impl Fn(&Gpu)) {
    static GPUS: OnceLock<Mutex<Vec<Gpu>>> = OnceLock::new();
    let gpus = GPUS.get_or_init(|| {
        let mut opened = Vec::new();
        for (description, gpu) in Gpu::all() {
            match gpu {
                Ok(gpu) => opened.push(gpu),
                Err(error) => say(&format!("skipped: {description}: {error}")),
            }
        }
        Mutex::new(opened)
    });
    let gpus = gpus.lock().unwrap_or_else(PoisonError::into_inner);
    if gpus.is_empty() {
        assert!(!is_set("LACUNA_REQUIRE_GPU"), "LACUNA_REQUIRE_GPU is set, and no GPU adapter opens");
        say("skipped: no GPU adapter opens on this machine");
    }
    gpus.iter().for_each(test);
}

/// Prints a line past the capture of a test's output.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Runs a test with the CPU engine at every vector level and then with every GPU: it gets the engine's name and its way to sample.
pub fn with_engines(test: impl Fn(&str, &dyn Fn(&Program, &Domain) -> Vec<f32>)) {
    for level in VectorLevel::all() {
        let engine = Cpu::new().with_level(level);
        test(&format!("cpu with {level}"), &|program, domain| engine.sample(program, domain).unwrap_or_else(|error| panic!("{error}")));
    }
    with_gpus(|gpu| {
        test(&gpu.adapter().to_string(), &|program, domain| {
            gpu.sample(program, domain).unwrap_or_else(|error| panic!("{}: {error}", gpu.adapter()))
        });
    });
}

/// Whether an environment variable is 1.
pub fn is_set(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| value == "1")
}

/// Samples a case of the comparisons between engines.
pub fn samples_a_case() -> usize {
    match std::env::var("LACUNA_PARITY_SAMPLES") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("LACUNA_PARITY_SAMPLES={text} is no number of samples")),
        Err(_) => 1 << 14,
    }
}

/// The samples of the CPU engine.
pub fn cpu(program: &Program, domain: &Domain) -> Vec<f32> {
    Cpu::new().sample(program, domain).unwrap_or_else(|error| panic!("{error}"))
}

/// A graph that must be legal, lowered.
pub fn lower(graph: impl Into<Graph>) -> Program {
    Program::new(&graph.into()).unwrap_or_else(|error| panic!("{error}"))
}

/// Fails at the first sample whose bits differ.
pub fn assert_same_bits(what: &str, a: &[f32], b: &[f32]) {
    assert_eq!(a.len(), b.len(), "{what}: the numbers of samples differ");
    assert!(!a.is_empty(), "{what}: there is nothing to compare");
    for (index, (a, b)) in a.iter().zip(b).enumerate() {
        assert!(a.to_bits() == b.to_bits(), "{what}: sample {index} is {a:?} ({:#010x}) and {b:?} ({:#010x})", a.to_bits(), b.to_bits());
    }
}

/// A small generator of our own, so that a failure repeats (xorshift64*, Vigna, 2016).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A whole number from `low` to `high`, both included.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        let span = (high - low) as u64 + 1;
        low + ((u128::from(self.next()) * u128::from(span)) >> 64) as i64
    }
}
