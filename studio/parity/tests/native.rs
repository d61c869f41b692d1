//! The native side of the comparison.

use std::process::Command;

fn hashes(arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_parity-page")).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn every_graph_has_a_hash_of_its_own_samples() {
    let few = hashes(&["16", "covering"]);
    assert!(few.len() > 50 && hashes(&["16", "all"]).len() > 4 * few.len(), "{few:?}");
    assert_eq!(few, hashes(&["16", "covering"]));
    let more = hashes(&["64", "covering"]);
    let is_other = few.iter().zip(&more).filter(|(a, b)| a != b).count();
    // A constant has one hash per number of samples.
    assert!(more.len() == few.len() && is_other == few.len(), "{few:?} {more:?}");
}
