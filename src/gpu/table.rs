//! What the linker knows of the shaders: the types of the table that `cargo xtask twins` writes into `generated/declarations.rs`.

use std::collections::HashSet;
use std::ops::Range;

use crate::program::{Basis, Structure};

/// A file of `shaders/`.
pub(super) struct File {
    /// Its name without the extension.
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    /// True if it is only for the kernels or modules that name it. All others are pure functions, for all of them.
    pub(super) is_kernel: bool,
    pub(super) declarations: &'static [Declaration],
}

/// A declaration of a file.
pub(super) struct Declaration {
    pub(super) name: &'static str,
    /// The bytes of the file's text that are the declaration with the comment directly above it.
    pub(super) bytes: Range<usize>,
    /// True for entry points and bindings, which each kernel of the file has.
    pub(super) is_root: bool,
    /// The names of the declarations that it uses, of shaders and of the graph's text, beside its parts.
    pub(super) uses: &'static [&'static str],
    /// The size of a function. None for other declarations.
    pub(super) size: Option<Size>,
}

/// The size of a function or of a part of one.
pub(super) struct Size {
    /// The operators, the calls of built-in functions, and the structs made.
    pub(super) operations: u64,
    /// The reads of elements of storage buffers.
    pub(super) reads: u64,
    /// The functions of shaders and of the graph's text that it calls, and how often.
    pub(super) calls: &'static [(&'static str, u64)],
    /// Parts that only some values of options run.
    pub(super) parts: &'static [Part],
}

/// A part of a function that only runs if an option of a basis has a value, or another one.
pub(super) struct Part {
    pub(super) option: &'static str,
    pub(super) value: u32,
    /// True if it is a statement that runs with this value, false if it is what follows the statement, which returns, and runs with all others.
    pub(super) has_value: bool,
    /// The name of the value; empty if it has none.
    constant: &'static str,
    /// The bytes of the file's text that are the whole statement, and those of the statements in it.
    bytes: [Range<usize>; 2],
    /// What the statements in it use, beside its own parts.
    uses: &'static [&'static str],
    pub(super) size: Size,
}

/// Returns the text of a file, whose bytes the table counts.
pub(super) const fn checked(text: &'static str, bytes: usize) -> &'static str {
    assert!(text.len() == bytes, "the table is older than the shader, or its lines do not end in LF alone; run: cargo xtask twins");
    text
}

/// Returns a declaration that is no function.
pub(super) const fn other(name: &'static str, bytes: Range<usize>, is_root: bool, uses: &'static [&'static str]) -> Declaration {
    Declaration { name, bytes, is_root, uses, size: None }
}

/// Returns a function.
pub(super) const fn function(
    name: &'static str,
    bytes: Range<usize>,
    is_root: bool,
    uses: &'static [&'static str],
    size: Size,
) -> Declaration {
    Declaration { name, bytes, is_root, uses, size: Some(size) }
}

pub(super) const fn size(operations: u64, reads: u64, calls: &'static [(&'static str, u64)], parts: &'static [Part]) -> Size {
    Size { operations, reads, calls, parts }
}

pub(super) const fn part(
    option: &'static str,
    value: u32,
    has_value: bool,
    constant: &'static str,
    bytes: [Range<usize>; 2],
    uses: &'static [&'static str],
    size: Size,
) -> Part {
    Part { option, value, has_value, constant, bytes, uses, size }
}

/// The options of a kernel's bases with their values, by their names in the shaders, and the kinds of hash of Perlin noise.
pub(super) struct Choices(HashSet<(&'static str, u32)>);

impl Choices {
    pub(super) fn of(structures: &[&Structure]) -> Self {
        // An option may pack several, which functions of the basis take one by one.
        let unpacked =
            |value: u32| [value].into_iter().chain((0..4).map(move |place| value >> (4 * place) & 15).filter(move |_| value > 0xffff));
        let of_basis = |(_, basis, _): (u32, Basis, u32)| {
            let options = basis.function.options().iter().copied().zip(basis.options);
            let options = options.flat_map(move |(name, value)| unpacked(value).map(move |value| (name, value)));
            options.chain(basis.function.takes_table().then_some(("hash.kind", basis.hash as u32)))
        };
        Self(structures.iter().flat_map(|structure| structure.bases()).flat_map(of_basis).collect())
    }

    /// Returns false if no basis runs a part.
    pub(super) fn runs(&self, part: &Part) -> bool {
        let mut values = self.0.iter().filter(|(option, _)| *option == part.option).map(|(_, value)| *value).peekable();
        values.peek().is_none() || values.any(|value| (value == part.value) == part.has_value)
    }

    /// Returns true if all bases run a part, by its number, and it returns.
    fn is_always(&self, parts: &[Part], number: usize) -> bool {
        let part = &parts[number];
        let is_rest = |next: &&Part| (next.option, next.value, next.has_value) == (part.option, part.value, false);
        part.has_value && parts.get(number + 1).filter(is_rest).is_some_and(|rest| !self.runs(rest))
    }

    /// Returns what the parts use that some basis runs.
    pub(super) fn uses(&self, parts: &'static [Part]) -> Vec<&'static str> {
        let mut uses = Vec::new();
        for (number, part) in parts.iter().enumerate().filter(|(_, part)| self.runs(part)) {
            uses.extend(part.uses);
            uses.extend(Some(part.constant).filter(|constant| !constant.is_empty() && !self.is_always(parts, number)));
            uses.extend(self.uses(part.size.parts));
        }
        uses
    }

    /// Returns some bytes of a file's text without the parts that no basis runs. A statement that all run, and that returns, replaces its branch.
    pub(super) fn text(&self, text: &str, bytes: Range<usize>, parts: &[Part]) -> String {
        let (mut chosen, mut at) = (String::new(), bytes.start);
        for (number, part) in parts.iter().enumerate() {
            let [whole, body] = part.bytes.clone();
            let runs = self.runs(part);
            let kept = if runs && !self.is_always(parts, number) { body.clone() } else { whole };
            chosen += &text[at..kept.start];
            if runs {
                let inner = self.text(text, body.clone(), part.size.parts);
                match kept == body {
                    true => chosen += &inner,
                    false => inner.lines().for_each(|line| chosen.extend([line.strip_prefix("    ").unwrap_or(line), "\n"])),
                }
            }
            at = kept.end;
        }
        chosen + &text[at..bytes.end]
    }
}
