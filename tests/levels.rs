//! The CPU engine gives the same bits at every vector level that this machine has.
//!
//! `LACUNA_PARITY_SAMPLES`: samples a case, 2^14 without it; a quarter of that for each graph of the catalogue.

mod engines;

use engines::{cpu, samples_a_case, say};
use lacuna::Cpu;
use lacuna::cpu::VectorLevel;
use lacuna::parity::{Case, compare, corpus, each_of_catalogue};

/// Holds every vector level to the engine's own.
fn hold(case: &Case) {
    let expected = cpu(&case.program, &case.domain);
    for level in VectorLevel::all() {
        let samples = Cpu::new().with_level(level).sample(&case.program, &case.domain).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(compare(&samples, &expected).unwrap().differing, 0, "{level}, {}", case.name);
    }
}

#[test]
fn g6_every_vector_level_matches_the_others_over_the_catalogue() {
    for case in each_of_catalogue(samples_a_case() / 4) {
        hold(&case.unwrap_or_else(|error| panic!("{error}")));
    }
}

#[test]
fn g6_every_vector_level_matches_the_others() {
    corpus(samples_a_case()).unwrap().iter().for_each(hold);
    let names: Vec<String> = VectorLevel::all().iter().map(ToString::to_string).collect();
    say(&format!("vector levels compared: {}", names.join(", ")));
}
