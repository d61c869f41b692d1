//! The common part of the programs: they pass bytes to a body, and sometimes report figures that libFuzzer does not know.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use lacuna_fuzz_bodies::{Came, Target};

/// Defines the program of the target with this name.
#[macro_export]
macro_rules! program {
    ($name:literal) => {
        libfuzzer_sys::fuzz_target!(init: { $crate::warm_up($name); }, |data: &[u8]| $crate::run($name, data));
    };
}

fn target(name: &str) -> &'static Target {
    static TARGET: OnceLock<&'static Target> = OnceLock::new();
    TARGET.get_or_init(|| Target::of(name).expect("a target"))
}

/// Runs the body once, so that everything that is made once is made before the first input is timed.
pub fn warm_up(name: &str) {
    (target(name).body)(&[]);
    (target(name).body)(&[0; 64]);
}

/// Runs the body. Prints the number of legal inputs, and the time of the slowest, after every thousand more or a slower one.
pub fn run(name: &str, data: &[u8]) {
    static ALL_THE_WAY: AtomicU64 = AtomicU64::new(0);
    static SLOWEST: AtomicU64 = AtomicU64::new(0);
    let started = Instant::now();
    let came = (target(name).body)(data);
    let took = started.elapsed().as_millis() as u64;
    let is_slower = SLOWEST.fetch_max(took, Ordering::Relaxed) < took;
    let is_counted = came == Came::AllTheWay && (ALL_THE_WAY.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(1000);
    if is_counted || is_slower {
        let (count, slowest) = (ALL_THE_WAY.load(Ordering::Relaxed), SLOWEST.load(Ordering::Relaxed));
        eprintln!("all the way: {count}, slowest: {slowest} ms");
    }
}
