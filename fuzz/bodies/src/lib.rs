//! The bodies of the fuzzers, one per target, in a file each. A body takes any bytes, and panics if a promise is broken.
//!
//! The programs in `fuzz/targets/` pass them the bytes that libFuzzer invents; the tests of this package pass those of `fuzz/corpus/` and some of a
//! generator with a fixed seed. To add one, write its file, and name it in the list below and in `fuzz/Cargo.toml`.

mod bake;
mod bytes;
mod command_line;
pub mod dictionary;
mod expressions;
mod facts;
mod graph;
mod numbers;
mod recipe_structure;
mod recipe_text;
mod regions;
mod set_paths;
mod written;
mod written_check;

/// The progress of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// It was refused on the way.
    Short,
    /// It was legal, so that all promises were checked.
    AllTheWay,
}

impl Came {
    /// Returns the progress of an input with this result.
    fn all_the_way<T, E>(result: &Result<T, E>) -> Self {
        if result.is_ok() { Self::AllTheWay } else { Self::Short }
    }
}

/// Prints the recipe that bytes became, if `LACUNA_FUZZ_SHOW` is set: nothing else could explain a panic within the library.
#[expect(clippy::print_stderr, reason = "it is for whoever looks into a crash")]
fn show(recipe: impl FnOnce() -> lacuna::recipe::Recipe) {
    if std::env::var_os("LACUNA_FUZZ_SHOW").is_some() {
        eprintln!("{}", lacuna::recipe::write(&recipe()).unwrap_or_else(|error| error.to_string()));
    }
}

/// A body with its settings for a fuzzer.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name, which the program and the folder of its corpus share.
    pub name: &'static str,
    /// The body.
    pub body: fn(&[u8]) -> Came,
    /// The most bytes that are worth trying.
    pub max_length: usize,
}

macro_rules! targets {
    ($($name:ident $max_length:literal)*) => {
        /// Every target.
        pub const TARGETS: &[Target] = &[$(Target { name: stringify!($name), body: $name::body, max_length: $max_length }),*];
    };
}

targets! {
    recipe_text 4096
    recipe_structure 512
    set_paths 512
    numbers 256
    regions 128
    facts 4096
    bake 512
    command_line 512
    expressions 1024
    written 2048
}

impl Target {
    /// Returns the target of a name.
    pub fn of(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }
}
