//! The native side of the comparison.

use std::process::Command;

fn hashes(arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_parity-page")).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn every_graph_has_a_hash_of_its_own_samples() {
    let few = hashes(&["64", "64"]);
    assert!(few.len() > 8, "{few:?}");
    assert_eq!(few, hashes(&["64", "64"]));
    let more = hashes(&["4096", "64"]);
    assert!(more.len() == few.len() && few.iter().zip(&more).all(|(a, b)| a != b), "{few:?} {more:?}");
}
