//! The crates that lacuna is built with are what `deny.toml` allows: their licences, where they come from, and which of them are there twice.
//! `cargo deny` reads the same file and knows more, but takes longer to build than all of this.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

fn packages() -> Vec<Value> {
    // Of all platforms, so crates may have to be fetched that nothing here was built with.
    let arguments = ["metadata", "--locked", "--format-version", "1", "--all-features"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().clone();
    assert!(packages.len() > 100, "the dependencies were not found");
    packages
}

fn allowed() -> toml::Table {
    include_str!("../deny.toml").parse().unwrap()
}

fn texts(list: &toml::Value) -> BTreeSet<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// Whether an SPDX expression of AND, OR, WITH and parentheses can be met with some licences.
fn is_met(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    // An older way of writing OR.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let met = any(&mut words, allowed);
    assert_eq!(words.next(), None, "{expression}");
    met
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any(words: &mut Words, allowed: &BTreeSet<&str>) -> bool {
    let mut met = all(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        met |= all(words, allowed);
    }
    met
}

fn all(words: &mut Words, allowed: &BTreeSet<&str>) -> bool {
    let mut met = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut Words, allowed: &BTreeSet<&str>) -> bool {
    let word = words.next().unwrap();
    if word == "(" {
        let met = any(words, allowed);
        assert_eq!(words.next(), Some(")"));
        return met;
    }
    // An exception is another licence.
    match words.next_if_eq(&"WITH") {
        Some(_) => allowed.contains(format!("{word} WITH {}", words.next().unwrap()).as_str()),
        None => allowed.contains(word),
    }
}

#[test]
fn licences_of_expressions_are_met_as_they_are_written() {
    let allowed = BTreeSet::from(["MIT", "Zlib"]);
    for (expression, expected) in [
        ("MIT", true),
        ("Apache-2.0", false),
        ("MIT/Apache-2.0", true),
        ("Apache-2.0 AND MIT OR Zlib", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", false),
        ("(MIT OR Apache-2.0) AND Zlib", true),
        ("MIT WITH LLVM-exception", false),
    ] {
        assert_eq!(is_met(expression, &allowed), expected, "{expression}");
    }
}

#[test]
fn every_dependency_has_an_allowed_licence_and_every_allowed_licence_is_needed() {
    let (packages, allowed) = (packages(), allowed());
    let licences = texts(&allowed["licenses"]["allow"]);
    let refused = |licences: &BTreeSet<&str>| -> Vec<String> {
        let is_refused = |package: &&Value| !package["license"].as_str().is_some_and(|licence| is_met(licence, licences));
        packages.iter().filter(is_refused).map(|package| format!("{}: {}", package["name"], package["license"])).collect()
    };
    assert_eq!(refused(&licences), Vec::<String>::new(), "licences that deny.toml does not allow");
    for licence in &licences {
        let fewer = licences.iter().copied().filter(|other| other != licence).collect();
        assert!(!refused(&fewer).is_empty(), "nothing needs {licence}, which deny.toml allows");
    }
}

#[test]
fn every_dependency_comes_from_the_registry() {
    let own = ["lacuna", "lacuna-bake", "lacuna-cli", "lacuna-fuzz-bodies", "lacuna-studio", "parity-page", "xtask"];
    for package in packages() {
        let is_allowed = match package["source"].as_str() {
            // The only one that cargo knows by itself; `.cargo/config.toml` names no other.
            Some(source) => source.starts_with("registry+"),
            None => own.contains(&package["name"].as_str().unwrap()),
        };
        assert!(is_allowed, "{} comes from {}", package["name"], package["source"]);
    }
}

#[test]
fn crates_that_are_there_in_several_versions_are_listed() {
    let (packages, allowed) = (packages(), allowed());
    let skipped: BTreeSet<&str> = allowed["bans"]["skip"].as_array().unwrap().iter().map(|skip| skip["crate"].as_str().unwrap()).collect();
    let mut versions = BTreeMap::<&str, BTreeSet<Vec<u64>>>::new();
    for package in &packages {
        let version = package["version"].as_str().unwrap().split(['.', '+', '-']).map_while(|part| part.parse().ok()).collect();
        versions.entry(package["name"].as_str().unwrap()).or_default().insert(version);
    }
    let shown = |version: &Vec<u64>| version.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
    let older = |(name, versions): (&&str, &BTreeSet<Vec<u64>>)| -> Vec<String> {
        versions.iter().rev().skip(1).map(|version| format!("{name}@{}", shown(version))).collect()
    };
    let found: BTreeSet<String> = versions.iter().flat_map(older).collect();
    assert_eq!(
        found.iter().map(String::as_str).collect::<BTreeSet<_>>(),
        skipped,
        "on the left what is there beside a newer version, on the right what deny.toml lists"
    );
}
