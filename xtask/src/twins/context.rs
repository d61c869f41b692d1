//! The file that is being written: its place, the names that it uses, and its errors.

use std::collections::{BTreeMap, BTreeSet};

use super::types::{Declarations, Type};
use crate::shader::{Shader, is_mark};

/// The places of shaders and of generated files, and the names by which these refer to others.
pub struct Paths {
    /// The folder of the shaders.
    pub shaders: &'static str,
    /// The folder of the Rust of those that have no `//@ rust:` mark; `by_hand.rs` lies above it.
    pub folder: &'static str,
    /// The module that has `builtin` and `number`, as seen from that folder's files.
    pub own: &'static str,
    /// The same, as seen from files elsewhere, and the module of the generated ones.
    pub elsewhere: &'static str,
}

/// The modules that a file imports from, with the names.
pub(super) type Used = BTreeMap<String, BTreeSet<String>>;

/// The file that is being written.
pub(super) struct Context<'a> {
    pub(super) shader: &'a Shader,
    pub(super) declarations: &'a Declarations,
    pub(super) paths: &'a Paths,
    /// Set if every number is uniform.
    pub(super) one: bool,
    /// Set for the file of primitives.
    pub(super) primitives: bool,
    pub(super) used: Used,
}

impl Context<'_> {
    /// Returns an error at a byte of the shader.
    pub(super) fn refuse<T>(&self, at: usize, problem: impl AsRef<str>) -> Result<T, String> {
        Err(format!("{}.wgsl:{}: {}", self.shader.name, self.shader.line(at), problem.as_ref()))
    }

    fn lies_elsewhere(&self) -> bool {
        !self.shader.mark("rust").is_empty()
    }

    /// Records that a name of the own module of strict arithmetic is used.
    pub(super) fn uses_own(&mut self, module: &str, name: &str) {
        let own = if self.lies_elsewhere() { self.paths.elsewhere } else { self.paths.own };
        self.uses(format!("{own}::{module}"), name);
    }

    /// Records that a declaration of a shader is used.
    pub(super) fn uses_declared(&mut self, file: &str, by_hand: bool, name: &str) {
        if self.primitives && by_hand && self.declarations.functions.contains_key(name) {
            return;
        }
        if by_hand && !self.declarations.is_by_hand(name) {
            // It lies in a file for kernels.
            let by_hand = self.by_hand();
            self.uses(by_hand, name);
        } else if self.primitives || file != self.shader.name {
            let module = if self.lies_elsewhere() { format!("{}::{file}", self.paths.elsewhere) } else { format!("super::{file}") };
            self.uses(module, name);
        }
    }

    /// Returns the module of intrinsics.
    pub(super) fn by_hand(&self) -> String {
        if self.lies_elsewhere() { "super::by_hand".into() } else { "super::super::by_hand".into() }
    }

    /// Records that a name of a module is used.
    pub(super) fn uses(&mut self, module: String, name: &str) {
        self.used.entry(module).or_default().insert(name.to_owned());
    }

    /// Records that the structs in a type are used.
    pub(super) fn uses_types_of(&mut self, ty: &Type) {
        match ty {
            Type::Struct(name) => {
                let file = self.declarations.structs[name].file.clone();
                self.uses_declared(&file, false, name);
            }
            Type::ByHand(name) => {
                let file = self.declarations.file_by_hand(name).to_owned();
                self.uses_declared(&file, true, name);
            }
            Type::Array { element, .. } => self.uses_types_of(element),
            Type::Scalar { .. } | Type::Vector { .. } => {}
        }
    }
}

/// Formats comment lines of a shader, without marks.
pub(super) fn comments(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines.iter().filter(|line| !is_mark(line)) {
        text.push_str(line);
        text.push('\n');
    }
    text
}
