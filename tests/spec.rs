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
use lacuna::export::{Language, ModuleOptions, dimensions};
use languages::{in_cpp, in_javascript, is_there};
use places::Place;
use vectors::{Vector, place, vectors};

/// Modules in a language with the calls of them, their places, and what is expected of them: one for each list of points.
fn hold(
    language: Language,
    every: usize,
    call: fn(&str, usize) -> String,
    run: impl Fn(&[(String, String)], &[String], &[[Place; 4]]) -> Vec<Vec<f32>>,
) {
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
        let calls: Vec<_> = chosen.iter().enumerate().map(|(number, vector)| call(&name(number), dimensions(&vector.program))).collect();
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

fn listed(count: usize, of: &str) -> String {
    (0..count).map(|axis| of.replace('#', &axis.to_string())).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_module_in_javascript_gives_the_bits_of_the_specification() {
    if is_there("node") {
        let call = |name: &str, count: usize| format!("{name}.{name}_at({}, {})", listed(count, "p[#]"), listed(count, "p[4 + #]"));
        hold(Language::JavaScript, 1, call, |modules, calls, places| vec![in_javascript(modules, calls, places)]);
    }
}

#[test]
fn a_module_in_cpp_gives_the_bits_of_the_specification_whatever_compilers_are_allowed() {
    let every = if is_all("most functions of the specification, as C++") { 1 } else { 4 };
    let call =
        |name: &str, count: usize| format!("{name}_at({{{{{}}}}}, {{{{{}}}}})", listed(count, "p.unit[#]"), listed(count, "p.fraction[#]"));
    hold(Language::Cpp, every, call, |modules, calls, places| in_cpp(modules, calls, places).into_iter().map(|(_, found)| found).collect());
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
