//! The linker: writes one WGSL kernel for a program's structure, of the shaders' declarations that it reaches and of the graph's text.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::layout::{KernelForm, TargetKind};
use super::plan::{KernelPlan, Speed};
use super::reach::{Reached, words};
use super::size::{KernelSize, size_of};
use super::write::graph_text;
use crate::domain::DomainKind;
use crate::program::Structure;

/// Returns the WGSL of the kernel that evaluates programs of this structure.
///
/// The text depends only on the arguments. It holds no value of the graph, and only functions, structs and constants that it uses. Its entry point is
/// `main`. Over a grid, samples are evaluated along rows if that shares work.
pub fn link(structure: &Structure, domain: DomainKind, target: TargetKind) -> String {
    linked_kernel(structure, KernelPlan::fastest(structure, domain, target), false).1.text
}

/// Returns the kernel that evaluates each sample by itself: shorter, slower, and with the same bits.
pub fn link_per_sample(structure: &Structure, domain: DomainKind, target: TargetKind) -> String {
    link_form(structure, domain, target, KernelForm::PerSample)
}

/// Returns the texts that a kernel for a speed may have: with usual and with the largest workgroups.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn texts(structure: &Structure, domain: DomainKind, target: TargetKind, speed: Speed) -> [String; 2] {
    [false, true].map(|is_wide| linked_kernel(structure, KernelPlan::for_speed(structure, domain, target, speed), is_wide).1.text)
}

/// Returns the kernel of a given form.
pub fn link_form(structure: &Structure, domain: DomainKind, target: TargetKind, form: KernelForm) -> String {
    linked_kernel(structure, KernelPlan::in_form(structure, domain, target, form), false).1.text
}

/// Returns the size of a kernel: with [`Speed::Throughput`] in the form that runs fastest, otherwise in that of each sample by itself. Each noise counts, even
/// where noises that are alike are written once.
pub fn kernel_size(structure: &Structure, domain: DomainKind, target: TargetKind, speed: Speed) -> KernelSize {
    written(structure, &KernelPlan::for_speed(structure, domain, target, speed)).size
}

/// The operations of the largest kernel that is written and run like any other.
const LARGE: u64 = 8000;

/// The WGSL of a kernel, and its size.
pub(super) struct Linked {
    pub(super) text: String,
    pub(super) size: KernelSize,
}

/// Returns the kernel of a plan, which is [enlarged](KernelPlan::enlarged) if the kernel is large, with the plan.
pub(super) fn linked_kernel(structure: &Structure, plan: KernelPlan, is_wide: bool) -> (KernelPlan, Linked) {
    let linked = written(structure, &plan);
    if linked.size.operations <= LARGE {
        return (plan, linked);
    }
    let plan = plan.enlarged(is_wide);
    let linked = written(structure, &plan);
    (plan, linked)
}

/// Writes the kernel of a plan.
fn written(structure: &Structure, plan: &KernelPlan) -> Linked {
    let target = match plan.target {
        TargetKind::Buffer => "buffer",
        TargetKind::Texture(_) => "texture",
    };
    let form: &[&str] = match (plan.form, plan.domain) {
        (KernelForm::Rows { .. }, _) => &["lanes", "rows"],
        (KernelForm::Columns { .. }, _) => &["lanes", "columns"],
        (KernelForm::PerSample, DomainKind::Points) => &["points"],
        (KernelForm::PerSample | KernelForm::PerSampleWide, _) => &["grid"],
    };
    let graph = graph_text(structure, plan);
    let reached = Reached::from(&[&["pairs", "field", target], form].concat(), &graph, std::iter::empty(), &[structure]);
    let mut text = reached.text();
    if let TargetKind::Texture(format) = plan.target {
        text = text.replace("<r32float, write>", &format!("<{}, write>", format.name()));
    }
    Linked { text, size: size_of(&reached) }
}

/// Returns the WGSL of a kernel whose bindings and entry point are in a file of their own.
pub(super) fn linked_file(name: &str) -> String {
    Reached::from(&[name], "", std::iter::empty(), &[]).text()
}

/// Returns the WGSL of a module without entry points or bindings: the text `graph`, whose `functions` get other names, with all that it uses of the given files
/// and of the pure ones. All other names get the first new name as a prefix.
pub(crate) fn linked_module(files: &[&str], graph: &str, functions: &[(String, String)], structures: &[&Structure]) -> String {
    let reached = Reached::from(files, graph, functions.iter().map(|(function, _)| function.as_str()), structures);
    let text = reached.text();
    // Also the names of variables.
    let taken: HashSet<&str> =
        functions.iter().map(|(_, name)| name.as_str()).chain(text.lines().flat_map(words).map(|(word, _)| word)).collect();
    let mut renamed = String::with_capacity(text.len() * 2);
    for line in text.lines() {
        let mut from = 0;
        for (word, _) in words(line).filter(|(word, is_called)| reached.is_declared(word, *is_called)) {
            let at = word.as_ptr() as usize - line.as_ptr() as usize;
            renamed.push_str(&line[from..at]);
            match functions.iter().find(|(function, _)| *function == word) {
                Some((_, name)) => renamed.push_str(name),
                None => renamed.push_str(&own_name(&functions[0].1, word, |name| taken.contains(name))),
            }
            from = at + word.len();
        }
        let _ = writeln!(renamed, "{}", &line[from..]);
    }
    renamed
}

/// Returns the name of a function that no caller knows: a word with a prefix. A name that is taken, or that ends in a digit, gets a `d` at its end;
/// compilers that number names then leave it unchanged.
pub(crate) fn own_name(prefix: &str, word: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = format!("{prefix}_{word}");
    while is_taken(&name) || name.ends_with(|c: char| c.is_ascii_digit()) {
        name.push('d');
    }
    name
}
