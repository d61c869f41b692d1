//! The sizes of kernels.

use std::collections::HashMap;

use super::reach::Reached;
use super::table::Size;

/// The amount of code that a compiler has to process for a kernel. A called function counts once for each call, since compilers inline it; the body of
/// a loop counts once. Branches for options that no basis of the kernel uses do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
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

/// Returns the size of a kernel.
pub(super) fn size_of(kernel: &Reached<'_>) -> KernelSize {
    Sizes { kernel, known: HashMap::new() }.of("main")
}

struct Sizes<'k> {
    kernel: &'k Reached<'k>,
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
        let parts: Vec<_> = size.parts.iter().filter(|part| self.kernel.choices.runs(part)).collect();
        parts.into_iter().fold(called, |sum, part| sum.and(self.of_part(&part.size)))
    }
}

/// Returns the size of a text, without the functions that it calls, counted as the table counts.
fn size_of_text(text: &str) -> KernelSize {
    let (mut operations, mut reads) = (0, 0);
    for line in text.lines().map(|line| line.split("//").next().unwrap_or_default()) {
        operations += line.split(|c| !"+-*/%&|^<>=!".contains(c)).filter(|run| !matches!(*run, "" | "=" | "->")).count();
        reads += ["scalars[", "lattice[", "permutations["].iter().map(|read| line.matches(read).count()).sum::<usize>();
    }
    KernelSize { operations: operations as u64, reads: reads as u64 }
}
