//! The test vectors of the specification are those of this version. If one is not, a bit of the noise has changed, which no version may do.

use std::path::Path;

use xtask::vectors;

#[test]
fn the_vectors_of_the_specification_are_what_the_cpu_engine_gives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let stale = vectors::stale(root).unwrap();
    assert!(stale.is_empty(), "run `cargo xtask vectors` if functions were added: {stale:?}");
}
