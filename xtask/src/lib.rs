//! Tasks for development: `cargo xtask twins` translates the shaders into the Rust of the CPU engine and lists their declarations, `cargo xtask book`
//! writes the pages of the book that are made from the library's own data, `cargo xtask blue` writes the table of blue noise, `cargo xtask hashes` the
//! table that compares hashes, `cargo xtask statistics` the page of statistics, `cargo xtask vectors` the
//! specification's test vectors, `cargo xtask npm` the kernels of the npm package, `cargo xtask parity` what the parity
//! page compares; `cargo xtask release` prepares a release.
//!
//! [`shader`] reads the files of `shaders/`, [`twins`] translates them, [`declarations`] lists what they declare. The library's tests use them: they
//! compare the checked-in Rust with a new translation, and link single files.

pub mod blue;
#[cfg(feature = "book")]
pub mod book;
#[cfg(feature = "book")]
pub mod character;
pub mod declarations;
pub mod hashes;
#[cfg(feature = "book")]
pub mod npm;
#[cfg(feature = "book")]
pub mod parity;
pub mod release;
pub mod shader;
#[cfg(feature = "book")]
pub mod statistics;
pub mod twins;
#[cfg(feature = "book")]
pub mod vectors;
