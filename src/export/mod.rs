//! A program as functions for other people's shaders and programs: modules without entry points or bindings.

mod places;
mod translate;
mod wgsl;

use translate::{Cpp, Glsl, JavaScript, Rust, translated};

use crate::error::{Error, Result};
use crate::program::Program;

/// A language that modules are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// WGSL, for WebGPU and wgpu.
    Wgsl,
    /// GLSL, from 3.30 and from ES 3.10 on.
    Glsl,
    /// One header of C++17.
    Cpp,
    /// One file of Rust without dependencies.
    Rust,
    /// One ES module of JavaScript.
    JavaScript,
}

impl Language {
    /// Every language, with its name in commands.
    pub const ALL: &[(&str, Self)] =
        &[("wgsl", Self::Wgsl), ("glsl", Self::Glsl), ("cpp", Self::Cpp), ("rust", Self::Rust), ("js", Self::JavaScript)];

    /// Whether compilers of the language may change bits, so that a module has to be told to be strict.
    pub fn may_change_bits(self) -> bool {
        matches!(self, Self::Wgsl | Self::Glsl)
    }
}

/// How a module is written.
///
/// ```
/// use lacuna::export::{Language, ModuleOptions};
/// use lacuna::nodes::Perlin;
/// use lacuna::{Build, Graph, Program};
/// let program = Program::new(&Graph::from(Perlin::new().dimensions(2).frequency(0.37).fbm()))?;
/// let module = program.module(Language::Wgsl, &ModuleOptions::new("hills"))?;
/// assert!(module.contains("fn hills(p: vec2<f32>) -> f32 {"));
/// assert!(module.contains("fn hills_at(unit: vec2<i32>, fraction: vec2<u32>) -> f32 {"));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModuleOptions {
    /// The name of the function of a float position, with which all other names begin: a letter, then letters, digits and underscores, at most
    /// [`MAX_MODULE_NAME`] of them, and the last one no digit or underscore.
    pub name: String,
    /// Whether no compiler of shaders can change a bit. Functions of WGSL and GLSL then take one argument more, which is to be 0 without the compiler knowing it: a
    /// number from a uniform buffer. Without it the last places of values depend on the compiler. Other languages are strict in any case.
    pub is_strict: bool,
}

/// The most letters of a module's name.
pub const MAX_MODULE_NAME: usize = 16;

impl ModuleOptions {
    /// A module of this name that is not strict.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_strict: false }
    }

    /// Whether no compiler of shaders can change a bit.
    #[must_use]
    pub fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    fn validate(&self) -> Result<()> {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let is_name = self.name.starts_with(is_letter)
            && self.name.ends_with(is_letter)
            && self.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !self.name.contains("__");
        if is_name && self.name.len() <= MAX_MODULE_NAME {
            return Ok(());
        }
        Err(Error::parameter(
            "name",
            format!(
                "`{}` can't begin the names of a module; give 1 to {MAX_MODULE_NAME} letters, digits and single underscores that begin and end with a letter",
                self.name
            ),
        ))
    }
}

/// How many coordinates the functions of a module of a program take: those that it varies along, at least two.
pub fn dimensions(program: &Program) -> usize {
    (2..4).rev().find(|axis| program.varies_along(*axis)).map_or(2, |axis| axis + 1)
}

impl Program {
    /// The program as functions in a language, for other people's shaders and programs: without an entry point, without a binding, with the program's values as
    /// constants, and with what they use and nothing else.
    ///
    /// Of a module named `hills` these are for its user, in as many [`dimensions`] as the program varies along:
    ///
    /// - `hills(p)`: the value at a float position in units.
    /// - `hills_at(unit, fraction)`: at a position in whole units and 2^-32 units above them, the value that lacuna has there, in every bit if the module is strict, as long
    ///   as lacuna has one there.
    ///
    /// Several channels are a vector.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the name is none, or the program goes round circles, of which only the host has the sines. [`Error::Limit`] where a program has more
    /// than four channels, or its positions have denominators too large for a shader.
    pub fn module(&self, language: Language, options: &ModuleOptions) -> Result<String> {
        options.validate()?;
        let is_strict = options.is_strict && language.may_change_bits();
        let wgsl = wgsl::module(self, &options.name, is_strict)?;
        let name = options.name.clone();
        Ok(match language {
            Language::Wgsl => wgsl,
            Language::Glsl => translated(&wgsl, &Glsl),
            Language::Cpp => translated(&wgsl, &Cpp { name }),
            Language::Rust => translated(&wgsl, &Rust { name }),
            Language::JavaScript => translated(&wgsl, &JavaScript { name }),
        })
    }
}
