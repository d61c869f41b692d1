//! A file of `shaders/`: its syntax tree, its marks and its comments.
//!
//! Marks are comments that begin with `//@`; neither the linker nor the translator keeps them. At the head of a file:
//!
//! | mark | meaning |
//! |---|---|
//! | `//@ kernel` | it is for the kernels or modules that name it, and has no Rust; the other files are pure functions |
//! | `//@ graph: evaluate CHANNELS` | what the text of a graph declares for it |
//! | `//@ needs: strict hash` | the files whose declarations this one uses |
//! | `//@ calls: permute` | functions that it calls and that lie in files for kernels |
//! | `//@ by hand: sign_of Table` | intrinsics: functions and aliases whose Rust is written separately |
//! | `//@ lanes: one` | its Rust is for one sample, not for many side by side |
//! | `//@ rust: src/view/shading.rs` | the file of its Rust, if it is not in the folder of all others |
//!
//! Directly above a declaration or a statement: `//@ outlined`, `//@ outlined: hash.table`, `//@ outlined: lanes`, `//@ outlined: narrow`,
//! `//@ host-shareable`, `//@ any: ...`, `//@ operation`, `//@ basis`, `//@ known: ...`, `//@ stages: ...`, `//@ gradients: ...`; see [`crate::twins`].
//! `//@ packs: output` stands above a function that passes on, as the option `output`, values that an option of its basis packs.

use std::path::Path;

use wgsl_parse::syntax::{GlobalDeclaration, TranslationUnit};

/// A file of `shaders/`.
pub struct Shader {
    /// Its name without the extension.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its declarations.
    pub syntax: TranslationUnit,
}

impl Shader {
    /// Parses a file.
    ///
    /// # Errors
    ///
    /// A message with the error and its place.
    pub fn parse(name: &str, text: String) -> Result<Self, String> {
        let syntax = wgsl_parse::parse_str(&without_hexadecimal_floats(&text)).map_err(|error| format!("{name}.wgsl: {error}"))?;
        Ok(Self { name: name.to_owned(), text, syntax })
    }

    /// Reads every file of a folder whose name ends in `.wgsl`, sorted by name.
    ///
    /// # Errors
    ///
    /// A message if a file can't be read or is not WGSL.
    pub fn read_all(folder: &Path) -> Result<Vec<Self>, String> {
        let at = |error: std::io::Error| format!("{}: {error}", folder.display());
        let mut files = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(at)?;
        files.sort_by_key(std::fs::DirEntry::file_name);
        let files = files.iter().map(std::fs::DirEntry::path).filter(|path| path.extension().is_some_and(|ending| ending == "wgsl"));
        files
            .map(|path| {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                Self::parse(&name, text)
            })
            .collect()
    }

    /// Returns the words of a mark at the head of the file; an empty list if it lacks the mark.
    pub fn mark(&self, mark: &str) -> Vec<&str> {
        let head = self.text.lines().take_while(|line| line.starts_with("//"));
        head.filter_map(|line| line.strip_prefix("//@ ")?.strip_prefix(mark)?.strip_prefix(':')).flat_map(str::split_whitespace).collect()
    }

    /// Returns `true` if it is for kernels only and has no Rust.
    pub fn is_kernel(&self) -> bool {
        self.text.lines().take_while(|line| line.starts_with("//")).any(|line| line == "//@ kernel")
    }

    /// Returns the functions with their parameters, each a name and a type, and the type of the result.
    pub fn functions(&self) -> impl Iterator<Item = Function> {
        self.syntax.global_declarations.iter().filter_map(|declaration| match declaration.node() {
            GlobalDeclaration::Function(function) => Some(Function {
                name: function.ident.name().clone(),
                parameters: function
                    .parameters
                    .iter()
                    .map(|parameter| (parameter.ident.name().clone(), parameter.ty.to_string()))
                    .collect(),
                result: function.return_type.as_ref().map(ToString::to_string),
            }),
            _ => None,
        })
    }

    /// Returns the number of the line that holds a byte, from 1 on.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.text[..at.min(self.text.len())].matches('\n').count() + 1
    }

    /// Returns the comment directly above a byte: the lines without `//`, down to the last. Empty lines between comments are kept if `across` is set.
    pub(crate) fn comment_above(&self, at: usize, across: bool) -> Vec<&str> {
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let above: Vec<&str> = self.text[..start].lines().collect();
        let is_comment = |line: &&&str| line.trim_start().starts_with("//") || across && line.trim().is_empty();
        let count = above.iter().rev().take_while(is_comment).count();
        above[above.len() - count..].iter().map(|line| line.trim()).skip_while(|line| line.is_empty()).collect()
    }

    /// Returns the first byte of the comment directly above a byte, or of its line.
    pub(crate) fn start_of_comment_above(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let above = self.text[..start].lines().rev().take(self.comment_above(at, false).len());
        start - above.map(|line| line.len() + 1).sum::<usize>()
    }

    /// Returns `true` if an empty line stands above the comment of `comment` lines that is above a byte.
    pub(crate) fn is_after_empty_line(&self, at: usize, comment: usize) -> bool {
        let start = self.text[..at].rfind('\n').unwrap_or(0);
        self.text[..start].rsplit('\n').nth(comment).is_some_and(|line| line.trim().is_empty())
    }
}

/// Replaces each hexadecimal float by another float of the same length: the parser rejects them (wgsl-parse 0.4). The translator reads literals from
/// the text itself.
fn without_hexadecimal_floats(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("0x") {
        let (before, literal) = rest.split_at(start);
        found.push_str(before);
        let is_part = |(at, c): (usize, char)| c.is_ascii_alphanumeric() || "+-".contains(c) && literal[..at].ends_with('p');
        let length = literal.char_indices().find(|part| !is_part(*part)).map_or(literal.len(), |(at, _)| at);
        let (literal, after) = literal.split_at(length);
        if literal.contains('p') && literal.ends_with('f') {
            found.push_str(&format!("0.{}f", "0".repeat(length - 3)));
        } else {
            found.push_str(literal);
        }
        rest = after;
    }
    found + rest
}

/// The signature of a function.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters: name and type.
    pub parameters: Vec<(String, String)>,
    /// The type of its result, if it has one.
    pub result: Option<String>,
}

/// Returns `true` if a line of a comment is meant for the translator or the linker, not for readers of the Rust.
pub(crate) fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with("//@")
}
