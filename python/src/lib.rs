//! lacuna for Python. The package's Python files wrap these few functions in the interface that NumPy's users expect; all computation happens here.

#![allow(clippy::needless_pass_by_value, reason = "functions for Python are given what was made for them")]

mod bake;
mod batch;
mod expression;
mod failure;
mod grid;
mod kinds;
mod node;
mod points;
mod pool;

/// The part of the module `lacuna_noise` that is written in Rust.
#[pyo3::pymodule]
mod _lacuna {
    use std::ffi::OsString;

    use pyo3::prelude::*;

    #[pymodule_export]
    use super::bake::{bake, picture};
    #[pymodule_export]
    use super::grid::grid;
    #[pymodule_export]
    use super::kinds::kinds;
    #[pymodule_export]
    use super::node::Core;
    #[pymodule_export]
    use super::points::{at, outer, points};
    #[pymodule_export]
    use super::pool::set_threads;

    /// The version of the library.
    #[pymodule_export]
    const VERSION: &str = lacuna_bake::VERSION;

    /// Returns the part of a version that a change of bits raises; what is no version itself.
    #[pyfunction]
    fn version_of_bits(version: &str) -> &str {
        lacuna_bake::version_of_bits(version).unwrap_or(version)
    }

    /// Runs the command with its arguments, its name first, and returns the exit code.
    #[pyfunction]
    fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        py.detach(|| lacuna_cli::run(&arguments))
    }

    /// Returns the names of all presets, each with its summary.
    #[pyfunction]
    fn presets() -> Vec<(&'static str, &'static str)> {
        lacuna::presets::PRESETS.iter().map(|preset| (preset.name, preset.summary())).collect()
    }
}
