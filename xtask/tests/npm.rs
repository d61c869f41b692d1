//! The files of the npm package that are made of the shaders are up to date.

use std::path::Path;

use xtask::npm;

#[test]
fn the_kernels_and_the_shaders_of_the_npm_package_are_those_of_the_shaders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let stale: Vec<&str> = npm::stale(root).into_iter().map(|(path, _)| path).collect();
    assert!(stale.is_empty(), "run `cargo xtask npm`: {stale:?}");
}
