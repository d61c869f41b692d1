//! The sizes of kernels.

use std::collections::{HashMap, HashSet};

use super::reach::Reached;
use super::table::{Part, Size};
use crate::program::{Basis, Structure};

/// The amount of code that a compiler has to process for a kernel. A called function counts once for each call, since compilers inline it; the body of
/// a loop counts once. Branches for options that no basis of the kernel uses do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KernelSize {
    /// The number of operators and of calls of built-in functions.
    pub operations: u64,
    /// The number of reads of elements of storage buffers.
    pub reads: u64,
}

impl KernelSize {
    fn and(self, other: Self) -> Self {
        Self { operations: self.operations.saturating_add(other.operations), reads: self.reads.saturating_add(other.reads) }
    }

    fn times(self, count: u64) -> Self {
        Self { operations: self.operations.saturating_mul(count), reads: self.reads.saturating_mul(count) }
    }
}

/// Returns the size of a structure's kernel.
pub(super) fn size_of(kernel: &Reached<'_>, structure: &Structure) -> KernelSize {
    Sizes { kernel, choices: choices(structure), known: HashMap::new() }.of("main")
}

struct Sizes<'k> {
    kernel: &'k Reached<'k>,
    choices: Choices,
    known: HashMap<&'k str, KernelSize>,
}

impl<'k> Sizes<'k> {
    /// Returns the size of a function with all that it calls.
    fn of(&mut self, name: &'k str) -> KernelSize {
        if let Some(size) = self.known.get(name) {
            return *size;
        }
        let kernel = self.kernel;
        let size = match kernel.declared.get(name).and_then(|declaration| declaration.size.as_ref()) {
            Some(size) => self.of_part(size),
            None => {
                let item = kernel.graph.iter().find(|item| item.name == name);
                let calls = item.iter().flat_map(|item| &item.words).filter(|(word, is_called)| *is_called && *word != name);
                calls.fold(item.map(|item| size_of_text(item.text)).unwrap_or_default(), |sum, (word, _)| {
                    let called = if kernel.is_function(word) { self.of(word) } else { KernelSize { operations: 1, reads: 0 } };
                    sum.and(called)
                })
            }
        };
        self.known.insert(name, size);
        size
    }

    fn of_part(&mut self, size: &'k Size) -> KernelSize {
        let own = KernelSize { operations: size.operations, reads: size.reads };
        let called = size.calls.iter().fold(own, |sum, (name, count)| sum.and(self.of(name).times(*count)));
        let parts: Vec<_> = size.parts.iter().filter(|part| runs(part, &self.choices)).collect();
        parts.into_iter().fold(called, |sum, part| sum.and(self.of_part(&part.size)))
    }
}

/// Returns the size of a text, without the functions that it calls.
fn size_of_text(text: &str) -> KernelSize {
    let (mut operations, mut reads) = (0, 0);
    for line in text.lines().map(|line| line.split("//").next().unwrap_or_default()) {
        operations += line.split(|c| !"+-*/%&|^<>=!".contains(c)).filter(|run| !matches!(*run, "" | "=" | "->")).count();
        reads += ["scalars[", "lattice[", "permutations["].iter().map(|read| line.matches(read).count()).sum::<usize>();
    }
    KernelSize { operations: operations as u64, reads: reads as u64 }
}

/// The options of a kernel's bases with their values, by their names in the shaders, and the kinds of hash of Perlin noise.
type Choices = HashSet<(&'static str, u32)>;

fn choices(structure: &Structure) -> Choices {
    // An option may pack several, which functions of the basis take one by one.
    let unpacked =
        |value: u32| [value].into_iter().chain((0..4).map(move |place| value >> (4 * place) & 15).filter(move |_| value > 0xffff));
    let of_basis = |(_, basis, _): (u32, Basis, u32)| {
        let options = basis.function.options().iter().copied().zip(basis.options);
        let options = options.flat_map(move |(name, value)| unpacked(value).map(move |value| (name, value)));
        options.chain(basis.function.takes_table().then_some(("hash.kind", basis.hash as u32)))
    };
    structure.bases().into_iter().flat_map(of_basis).collect()
}

/// Returns false if no basis runs a part.
fn runs(part: &Part, choices: &Choices) -> bool {
    let mut values = choices.iter().filter(|(option, _)| *option == part.option).map(|(_, value)| *value).peekable();
    values.peek().is_none() || values.any(|value| (value == part.value) == part.has_value)
}
