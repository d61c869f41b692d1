//! Helpers of several tests.
//!
//! The head of `tests/run.sh` lists the environment variables that the tests read.

#![allow(dead_code, unreachable_pub, reason = "a module of several test binaries, each of which uses a part")]

use std::io::Write as _;

use lacuna::cpu::VectorLevel;
use lacuna::{Cpu, Domain, Graph, Program};

/// Prints a line past the capture of a test's output.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Reports that something was skipped, and why.
pub fn skipped(why: &str) {
    say(&format!("skipped: {why}"));
}

/// Returns `true` if an environment variable is 1.
pub fn is_set(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| value == "1")
}

/// Returns `true` if everything is to be tested, with `LACUNA_ALL=1`. Otherwise prints what is left out, for the last line of `tests/run.sh`.
pub fn is_all(left: &str) -> bool {
    let is_all = is_set("LACUNA_ALL");
    if !is_all {
        say(&format!("only with --all: {left}"));
    }
    is_all
}

/// Returns a node with optional keys set.
pub fn with<N>(mut node: N, change: impl FnOnce(&mut N)) -> N {
    change(&mut node);
    node
}

/// Returns the samples of the CPU engine.
pub fn cpu(program: &Program, domain: &Domain) -> Vec<f32> {
    Cpu::new().sample(program, domain).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a test with the CPU engine at every vector level. The test gets the level's name and a function that samples.
pub fn with_levels(test: impl Fn(&str, &dyn Fn(&Program, &Domain) -> Vec<f32>)) {
    for level in VectorLevel::all() {
        let engine = Cpu::new().with_level(level);
        test(&level.to_string(), &|program, domain| engine.sample(program, domain).unwrap_or_else(|error| panic!("{error}")));
    }
}

/// Lowers a graph that must be legal.
pub fn lower(graph: impl Into<Graph>) -> Program {
    Program::new(graph).unwrap_or_else(|error| panic!("{error}"))
}

/// Fails at the first sample whose bits differ.
#[track_caller]
pub fn assert_same_bits(what: &str, a: &[f32], b: &[f32]) {
    assert_eq!(a.len(), b.len(), "{what}: the numbers of samples differ");
    assert!(!a.is_empty(), "{what}: there is nothing to compare");
    for (index, (a, b)) in a.iter().zip(b).enumerate() {
        assert!(a.to_bits() == b.to_bits(), "{what}: sample {index} is {a:?} ({:#010x}) and {b:?} ({:#010x})", a.to_bits(), b.to_bits());
    }
}

/// A small random generator, so that a failure repeats (xorshift64*, Vigna, 2016).
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

    /// Returns a whole number from `low` to `high`, both included.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        let span = (high - low) as u64 + 1;
        low + ((u128::from(self.next()) * u128::from(span)) >> 64) as i64
    }
}
