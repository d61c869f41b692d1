//! What a bake costs, as one count: budgets are held to it, and a command chooses its engine by it.
//!
//! The unit is an evaluation, as [`Program::evaluations`](lacuna::Program::evaluations) counts them. What is no sample is counted by how long it takes beside
//! one. All of it was measured on one core of an AMD EPYC (Zen 3) that ran at about half of its speed.

use std::num::NonZeroUsize;

use crate::error::Result;

/// What an evaluation takes on one core: octaves of Perlin, value, cellular and sparse noise over a grid, in two to four dimensions, took 3 to 6 ns for each lattice
/// point.
const NANOSECONDS: f64 = 4.0;

/// What a pass of a blur takes for each sample: 16 passes of radius 256 took 300 ns, those along both axes together.
pub(crate) const OF_A_PASS: u64 = 5;

/// What a ray of a view takes: 600 ns in a relief, 900 ns in a hillshade.
pub(crate) const OF_A_RAY: u64 = 200;

/// The most evaluations for a pixel by itself, those of what a blur or a shadow reaches around it included: about half a minute of one core.
pub(crate) const MOST_FOR_A_PIXEL: u64 = 1 << 33;

/// The most samples that a source makes by itself, those of all channels counted: [`Request::new`](crate::Request::new) refuses more, since nobody asked for so many.
pub const MOST_UNASKED: u64 = 1 << 30;

/// About how many seconds the CPU engine takes for so many evaluations.
pub fn cpu_seconds(evaluations: u64, threads: NonZeroUsize) -> f64 {
    evaluations as f64 * NANOSECONDS / 1e9 / threads.get() as f64
}

/// Refuses what keeps a single pixel busy for too long.
pub(crate) fn check_pixel(place: &str, evaluations: u64, mend: &str) -> Result<()> {
    if evaluations <= MOST_FOR_A_PIXEL {
        return Ok(());
    }
    let around = lacuna::Error::Limit {
        what: place.to_owned(),
        problem: format!(
            "a pixel takes {evaluations} evaluations, those of all samples around that it sees; at most {MOST_FOR_A_PIXEL}: {mend}"
        ),
    };
    Err(around.into())
}
