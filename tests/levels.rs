//! The CPU engine gives the same bits at every vector level that this machine has.
//!
//! `LACUNA_PARITY_SAMPLES`: samples a case, 2^14 without it; a quarter of that for each graph of the catalogue.

mod engines;

use engines::{cpu, samples_a_case, say};
use lacuna::Cpu;
use lacuna::cpu::VectorLevel;
use lacuna::parity::{compare, corpus, each_of_catalogue};

#[test]
fn g6_every_vector_level_matches_the_others_over_the_catalogue() {
    let levels = VectorLevel::all();
    for case in each_of_catalogue(samples_a_case() / 4) {
        let case = case.unwrap_or_else(|error| panic!("{error}"));
        let expected = cpu(&case.program, &case.domain);
        for level in &levels {
            let samples = Cpu::new().with_level(*level).sample(&case.program, &case.domain).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(compare(&samples, &expected).unwrap().differing, 0, "{level}, {}", case.name);
        }
    }
}

#[test]
fn g6_every_vector_level_matches_the_others() {
    let levels = VectorLevel::all();
    for case in corpus(samples_a_case()).unwrap() {
        let expected = cpu(&case.program, &case.domain);
        for level in &levels {
            let samples = Cpu::new().with_level(*level).sample(&case.program, &case.domain).unwrap();
            assert_eq!(compare(&samples, &expected).unwrap().differing, 0, "{level}, {}", case.name);
        }
    }
    let names: Vec<String> = levels.iter().map(ToString::to_string).collect();
    say(&format!("vector levels compared: {}", names.join(", ")));
}
