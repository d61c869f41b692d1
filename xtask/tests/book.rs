//! The pages of the book that are made from the library's own data are up to date.

use std::path::Path;

use xtask::book;

#[test]
fn the_pages_and_pictures_of_nodes_and_presets_are_of_this_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let stale = book::stale(root).unwrap();
    assert!(stale.is_empty(), "run `cargo xtask book`: {stale:?}");
}
