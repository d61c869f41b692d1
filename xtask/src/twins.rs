//! The translation of the pure functions of `shaders/` into Rust that evaluates one sample or many side by side.
//!
//! # Output
//!
//! Each shader without the mark `//@ kernel` becomes a Rust file with the same structs, constants and functions, under the same names, in the same order
//! and with the same comments. A number that differs from sample to sample is a *lane value*: `f32` becomes `F`, `u32` becomes `F::Word` and `bool` the
//! mask `F::Mask`, where `F` is one f32 or sixteen of them (`Real` in src/strict/real.rs). Functions of words alone are generic over the word,
//! `W`. A number that is the same for all samples has the type `Uniform` in the shader and is a u32 in Rust. Vectors become arrays.
//!
//! - Locals need no type: a value computed from uniform numbers alone is uniform, all else has lanes. A `var` has lanes as soon as one of its values
//!   does.
//! - A literal, a constant or a uniform number that is combined with a lane value is spread over the lanes by a parameter that has lanes:
//!   `t.real(0.5)`, `x.cell.word(7)`.
//! - Whole numbers wrap, as in WGSL. `&&` and `||` of masks evaluate both sides. Comparisons of lanes are functions: `less(a, b)`.
//! - WGSL's built-in functions are those of src/strict/builtin.rs. `bitcast<u32>(v)` is `bitcast_u32(v)`, `f32(v)` is `f32_of(v)`.
//! - In a file with the mark `//@ lanes: one` every number is uniform: `f32`, `i32`, `u32` and `bool` are Rust's own.
//!
//! # Marks
//!
//! - An `if` whose condition has lanes is taken if it holds in any of them. So `//@ any:` stands above it, with the reason why the extra work changes
//!   nothing.
//! - `//@ outlined` above a function compiles it by itself, since unlimited inlining takes the compiler minutes; `//@ outlined: hash.table` if the
//!   field `is_outlined` of that value is true, which only Rust has, `//@ outlined: lanes` if there are many lanes, and `//@ outlined: narrow` if
//!   they consist of many narrow vectors. A function compiled by itself does not know the values of its caller. So a struct argument with a field
//!   written by hand, as `hash` is, is built again and records whether its user is outlined: `hash.table.with_outlined(true)`.
//! - `//@ by hand:` names primitives, which are intrinsics: functions that the machine can compute faster, or that lanes need a special form of.
//!   Their Rust is in by_hand.rs; their shader's version is translated for one lane into primitives.rs, and a test compares the two. It also names
//!   aliases of types that only the bindings know, such as `Table`.
//! - `//@ host-shareable` above a struct gives it the shader's layout in Rust.
//!
//! - `//@ operation` above a function of f32 lists it among those that programs call on registers.
//! - `//@ basis` above a function lists it among the bases. It takes options of the type `Uniform`, f32 scalars, a `key: vec2<Uniform>` of
//!   the lattice hash or a `hash: Hash`, and one to six `Coordinate`s, in this order, and may lack all but the last; one more, `skew`, is their sum times a number. A function with `_slope` at the end
//!   of its name computes its derivatives from the same parameters (or other parts of it, for `noise_parts`); one with `_corner` computes the
//!   contribution of a lattice corner from some of the options, the hash and the coordinates.
//! - `//@ known: smoothed = 0` above a basis or its derivatives lists them once more, to be compiled for these values of options, each a number or a
//!   constant of the same file; `hash = LATTICE` and `hash = TABLE` are the kinds of hash. Of several such marks the first that holds applies.
//! - `//@ stages: perlin` above a corner names the functions that blend corners: `perlin_column`, `perlin_cell`, `perlin_pixel` and others, which
//!   `stages.rs` lists. `//@ gradients: perlin_gradient` names the function that returns its gradients' components.
//!
//! Beside the twins, [`all`] writes the table of all declarations, from which kernels are linked.
//!
//! # Refusals, each with its line
//!
//! A lane value in place of a `Uniform`; an `if` on lanes without its mark, and a `return` in one; loops on lanes; an array indexed by lanes, a
//! division, a remainder and a shift by lanes (each is a primitive); literals of floats without a suffix; pointers, swizzles, `for`, `loop` and
//! `switch`, atomics, barriers, and calls to functions that no shader declares. Unknown marks, and marks in places where they have no meaning.

mod body;
mod context;
mod expression;
mod file;
mod list;
mod names;
mod stages;
mod statement;
mod types;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::declarations;
use crate::shader::Shader;
pub use context::Paths;
use types::Declarations;

/// A generated file.
pub struct Generated {
    /// Its path from the root of the repository.
    pub path: String,
    /// The text that it should have.
    pub text: String,
}

/// The shaders of the library, and those that test each construct.
pub const ALL: [Paths; 2] = [
    Paths { shaders: "shaders", folder: "src/strict/generated", own: "super::super", elsewhere: "crate::strict" },
    Paths {
        shaders: "src/strict/tests/constructs",
        folder: "src/strict/tests/constructs/generated",
        own: "crate::strict",
        elsewhere: "crate::strict",
    },
];

/// Generates every file of the repository from the present shaders.
///
/// # Errors
///
/// A message with the line of a construct that can't be translated, or that rustfmt is missing.
pub fn all(root: &Path) -> Result<Vec<Generated>, String> {
    let mut files = Vec::new();
    for paths in &ALL {
        files.extend(translated(&Shader::read_all(&root.join(paths.shaders))?, paths)?);
    }
    files.push(Generated { path: declarations::PATH.to_owned(), text: declarations::table(root)? });
    for file in &mut files {
        file.text = formatted(root, &file.text).map_err(|error| format!("{}: {error}", file.path))?;
    }
    Ok(files)
}

/// Returns the generated files that differ from the checked-in ones.
///
/// # Errors
///
/// The errors of [`all`].
pub fn stale(root: &Path) -> Result<Vec<Generated>, String> {
    let mut files = all(root)?;
    files.retain(|file| std::fs::read_to_string(root.join(&file.path)).ok().as_ref() != Some(&file.text));
    Ok(files)
}

/// Translates shaders to Rust that is not formatted yet: a file each, one for the primitives, one of lists for programs, and one with their modules.
///
/// # Errors
///
/// A message with the line of a construct that can't be translated.
pub fn translated(shaders: &[Shader], paths: &Paths) -> Result<Vec<Generated>, String> {
    let declarations = Declarations::of(shaders)?;
    let mut files = Vec::new();
    let mut modules = Vec::new();
    for shader in shaders.iter().filter(|shader| !shader.is_kernel()) {
        let path = match shader.mark("rust")[..] {
            [path] => path.to_owned(),
            _ => {
                modules.push(shader.name.as_str());
                format!("{}/{}.rs", paths.folder, shader.name)
            }
        };
        files.push(Generated { path, text: file::translated(shader, &declarations, paths)? });
    }
    if let Some(text) = file::primitives(shaders, &declarations, paths)? {
        files.push(Generated { path: format!("{}/primitives.rs", paths.folder), text });
        modules.push("primitives");
    }
    if let Some(text) = list::translated(shaders)? {
        files.push(Generated { path: format!("{}/list.rs", paths.folder), text });
        modules.push("list");
    }
    if let Some(text) = stages::translated(shaders, &declarations, paths.own)? {
        files.push(Generated { path: format!("{}/stages.rs", paths.folder), text });
        modules.push("stages");
    }
    files.push(Generated { path: format!("{}/mod.rs", paths.folder), text: file::modules(&modules) });
    Ok(files)
}

/// Returns the text as `cargo fmt` formats it.
fn formatted(root: &Path, text: &str) -> Result<String, String> {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024", "--config-path"]).arg(root).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let missing = |error| format!("rustfmt can't be run ({error}); run: rustup component add rustfmt");
    let mut process = command.spawn().map_err(missing)?;
    process.stdin.take().expect("a pipe").write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    let output = process.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("rustfmt refuses what was translated: {}\n{text}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
