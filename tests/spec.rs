//! Exported modules give the bits of the specification's test vectors. The CPU engine makes these (`cargo xtask vectors`); `gpu/spec.rs` compares GPUs.

#![cfg(feature = "recipe")]

mod common;
#[path = "common/languages.rs"]
#[allow(dead_code, reason = "the tests of exported modules use all of it")]
mod languages;
#[path = "common/places.rs"]
#[allow(dead_code, reason = "the tests of exported modules use all of it")]
mod places;
#[path = "common/vectors.rs"]
#[allow(dead_code, reason = "the tests on GPUs use the rest")]
mod vectors;

use common::{assert_same_bits, is_all, say};
use lacuna::export::{Language, ModuleOptions};
use languages::{exact_call, has_csharp, in_cpp, in_csharp, in_javascript, in_rust, is_there};
use places::Place;
use vectors::{Vector, place, vectors};

/// Compares modules in a language at each list of points. `run` takes the modules, the calls of them with their numbers of channels, and the places.
fn hold(language: Language, every: usize, run: impl Fn(&[(String, String)], &[(String, usize)], &[[Place; 4]]) -> Vec<Vec<f32>>) {
    let all = vectors(every);
    let mut compared = 0;
    for list in ["points", "far"] {
        let chosen: Vec<&Vector> = all.iter().filter(|vector| vector.list == list).collect();
        let name = |number: usize| format!("v{number}x");
        let module = |(number, vector): (usize, &&Vector)| {
            let options = ModuleOptions::new(name(number)).strict(true);
            (name(number), vector.program.module(language, &options).unwrap_or_else(|error| panic!("{}: {error}", vector.noise)))
        };
        let modules: Vec<_> = chosen.iter().enumerate().map(module).collect();
        let call = |(number, vector): (usize, &&Vector)| (exact_call(language, &name(number), &vector.program), vector.program.channels());
        let calls: Vec<_> = chosen.iter().enumerate().map(call).collect();
        let places: Vec<_> = chosen[0].points.iter().filter_map(|point| place(point)).collect();
        assert!(places.len() * 10 > chosen[0].points.len() * 8, "{} places", places.len());
        for found in run(&modules, &calls, &places) {
            let mut rest = &found[..];
            for vector in &chosen {
                let (samples, others) = rest.split_at(places.len() * vector.program.channels());
                assert_same_bits(&vector.noise, &vector.kept(samples), &vector.expected(|point| place(point).is_some()));
                (rest, compared) = (others, compared + samples.len());
            }
            assert!(rest.is_empty(), "{} values too many", rest.len());
        }
    }
    say(&format!("{} functions of the specification in {language:?}: {compared} samples, 0 differ", all.len()));
}

fn texts(calls: &[(String, usize)]) -> Vec<String> {
    calls.iter().map(|(call, _)| call.clone()).collect()
}

/// Returns 1 if all functions are compared, otherwise a larger number: one function of so many is.
fn some(language: &str, every: usize) -> usize {
    if is_all(&format!("most functions of the specification, as {language}")) { 1 } else { every }
}

#[test]
fn a_module_in_javascript_gives_the_bits_of_the_specification() {
    if is_there("node") {
        hold(Language::JavaScript, 1, |modules, calls, places| vec![in_javascript(modules, &texts(calls), places)]);
    }
}

#[test]
fn a_module_in_cpp_gives_the_bits_of_the_specification_whatever_compilers_are_allowed() {
    let run =
        |modules: &[_], calls: &[_], places: &[_]| in_cpp(modules, &texts(calls), places).into_iter().map(|(_, found)| found).collect();
    hold(Language::Cpp, some("C++", 4), run);
}

#[test]
fn a_module_in_rust_gives_the_bits_of_the_specification() {
    hold(Language::Rust, some("Rust", 2), |modules, calls, places| vec![in_rust(modules, &texts(calls), places)]);
}

#[test]
fn a_module_in_csharp_gives_the_bits_of_the_specification_whether_or_not_a_project_checks_for_overflow() {
    if has_csharp() {
        let run = |modules: &[_], calls: &[_], places: &[_]| {
            ["-checked-", "-checked+"].map(|option| in_csharp(modules, calls, places, option)).into()
        };
        hold(Language::CSharp, 1, run);
    }
}

#[test]
fn every_part_that_the_page_names_has_vectors_and_every_list_of_vectors_is_named() {
    let page = include_str!("../docs/src/spec/noise.md");
    let parts: serde_json::Value = serde_json::from_str(include_str!("../docs/src/spec/parts.json")).expect("JSON");
    let parts = parts.as_object().expect("an object");
    for (part, cases) in parts.iter().filter(|(part, _)| *part != "edition") {
        assert!(page.contains(&format!("`{part}`")), "the page does not name {part}");
        for key in cases[0].as_object().expect("an object").keys() {
            assert!(page.contains(&format!("`{key}`")), "the page does not name {key} of {part}");
        }
    }
    for part in page.split("art `").skip(1).filter_map(|rest| rest.split('`').next()) {
        assert!(parts.contains_key(part), "{part} has no vectors");
    }
}

#[test]
fn the_implementation_that_was_written_from_the_page_agrees_with_every_vector() {
    let python = std::env::var_os("LACUNA_PYTHON").unwrap_or("python3".into());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/spec");
    match std::process::Command::new(python).arg(format!("{folder}/reference.py")).arg(folder).output() {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout);
            let all = said.lines().find(|line| line.starts_with("all ")).unwrap_or_default();
            assert!(output.status.success() && all.ends_with(" 0 differ"), "{said}{}", String::from_utf8_lossy(&output.stderr));
            say(&format!("docs/src/spec/reference.py: {all}"));
        }
        Err(error) => {
            assert!(!common::is_set("LACUNA_REQUIRE_READERS"), "no Python: {error}");
            common::skipped("Python; set LACUNA_PYTHON to one");
        }
    }
}
