//! What several tests need.
//!
//! Environment variables that the tests read: `LACUNA_REQUIRE_GPU=1` turns the skipping of a test that finds no adapter into a failure, and
//! `LACUNA_REQUIRE_COMPILERS=1` that of one that finds no C++ compiler.

#![allow(dead_code, unreachable_pub, reason = "each test uses its own part of this")]

pub mod linked;
pub mod wgsl;

use lacuna::Gpu;

/// Whether an environment variable is set to 1.
pub fn is_required(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| value == "1")
}

/// Says on stderr, past the capture of the test's output, that something was left out.
pub fn skipped(what: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "skipped: {what}");
}

/// Every adapter that opens, the best first. Where there is none the test is to return: it was counted as skipped here, or failed.
pub fn adapters() -> Vec<Gpu> {
    let mut open = Vec::new();
    for (description, gpu) in Gpu::all() {
        match gpu {
            Ok(gpu) => open.push(gpu),
            Err(error) => skipped(&format!("adapter {description}: {error}")),
        }
    }
    if open.is_empty() {
        assert!(!is_required("LACUNA_REQUIRE_GPU"), "no adapter, and LACUNA_REQUIRE_GPU=1");
        skipped("no adapter");
    }
    open
}
