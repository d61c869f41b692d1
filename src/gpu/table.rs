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
    pub(super) fn run(&self, part: &Part) -> bool {
        let mut values = self.0.iter().filter(|(option, _)| *option == part.option).map(|(_, value)| *value).peekable();
        values.peek().is_none() || values.any(|value| (value == part.value) == part.has_value)
    }

    /// Returns the parts that some basis runs, each with true if all of them do, and it returns.
    fn running<'p>(&self, parts: &'p [Part]) -> impl Iterator<Item = (&'p Part, bool)> {
        let running = parts.iter().enumerate().filter(|(_, part)| self.run(part));
        running.map(|(number, part)| {
            let is_rest = |next: &&Part| (next.option, next.value, next.has_value) == (part.option, part.value, false);
            let rest = parts.get(number + 1).filter(|next| part.has_value && is_rest(next));
            (part, rest.is_some_and(|rest| !self.run(rest)))
        })
    }

    /// Returns what the parts use that some basis runs.
    pub(super) fn uses(&self, parts: &'static [Part]) -> Vec<&'static str> {
        let of_each = self.running(parts).flat_map(|(part, is_always)| {
            let constant = (!is_always && !part.constant.is_empty()).then_some(part.constant);
            part.uses.iter().copied().chain(constant).chain(self.uses(part.size.parts))
        });
        of_each.collect()
    }

    /// Returns some bytes of a file's text without the parts that no basis runs. A statement that all run, and that returns, replaces its branch.
    pub(super) fn text(&self, text: &str, bytes: Range<usize>, parts: &[Part]) -> String {
        let (mut chosen, mut at) = (String::new(), bytes.start);
        for part in parts {
            let [whole, body] = part.bytes.clone();
            let inner = || self.text(text, body.clone(), part.size.parts);
            let (until, then, text_of_part) = match self.running(parts).find(|(running, _)| std::ptr::eq(*running, part)) {
                Some((_, true)) => (
                    whole.start,
                    whole.end,
                    inner().lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line))).collect(),
                ),
                Some((_, false)) => (body.start, body.end, inner()),
                None => (whole.start, whole.end, String::new()),
            };
            chosen = chosen + &text[at..until] + &text_of_part;
            at = then;
        }
        chosen + &text[at..bytes.end]
    }
}
