//! The linker: writes one WGSL kernel for a program's structure.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use super::layout::{KernelForm, TargetKind};
use super::plan::{KernelPlan, Speed};
use super::texel::TexelFormat;
use super::write::graph_text;
use crate::program::{Basis, Structure};
use crate::region::DomainKind;
use crate::value::list::shaders;

/// A file of `shaders/`.
#[derive(Debug, Clone, Copy)]
pub struct Shader {
    /// The file's name without its extension.
    pub name: &'static str,
    /// The file's text.
    pub text: &'static str,
}

const FIELD: &str = include_str!("../../shaders/field.wgsl");

macro_rules! shader_files {
    ($($name:literal),* $(,)?) => {
        // The file with the bindings comes last; each of the others follows those that it uses.
        &[$(Shader { name: $name, text: include_str!(concat!("../../shaders/", $name, ".wgsl")) },)*
            Shader { name: "field", text: FIELD }]
    };
}

/// All shader files, each after those that it uses. Only `field` has bindings; the others are pure functions.
pub const SHADERS: &[Shader] = shaders!(shader_files);

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
    let sections = [
        match plan.target {
            TargetKind::Buffer => "//[buffer]",
            TargetKind::Texture(_) => "//[texture]",
        },
        match (plan.form, plan.domain) {
            (KernelForm::Rows { .. }, _) => "//[rows]",
            (KernelForm::Columns { .. }, _) => "//[columns]",
            (KernelForm::PerSample, DomainKind::Points) => "//[points]",
            (KernelForm::PerSample | KernelForm::PerSampleWide, _) => "//[grid]",
        },
    ];
    let format = match plan.target {
        TargetKind::Buffer => TexelFormat::R32Float,
        TargetKind::Texture(format) => format,
    };
    let field = text_of(FIELD, &sections).replace("<r32float, write>", &format!("<{}, write>", format.name()));
    let (field, graph) = (parts(&field), parts(&graph_text(structure, plan)));
    linked(&[("field", &field), ("the graph", &graph)], &Choices::of(&[structure]))
}

/// Returns the WGSL of a kernel whose bindings and entry point are in a file of their own.
pub(super) fn linked_file(bindings: Shader) -> String {
    linked(&[(bindings.name, &parts(&text_of(bindings.text, &[])))], &Choices::default()).text
}

/// Returns the WGSL of a module without entry points or bindings. It consists of `functions` of the text `graph`, each with the new name that it gets,
/// and of all that they use: of the graph, of `file` with the given sections, and of the pure shaders. Declarations of the file replace those of the
/// same names in the shaders. Branches that the program's bases never choose are left out. All other names get the first new name as a prefix.
pub(crate) fn linked_module(
    file: &str,
    sections: &[&str],
    graph: &str,
    functions: &[(String, String)],
    structures: &[&Structure],
) -> String {
    let (file, mut graph) = (parts(&text_of(file, sections)), parts(graph));
    for declaration in graph.iter_mut().flat_map(|part| &mut part.declarations) {
        declaration.is_root = functions.iter().any(|(function, _)| *function == declaration.name);
    }
    // The code that reads tables is shared with kernels, except for the reading of a single entry.
    let mut tables = parts(&text_of(FIELD, &[]));
    tables.retain(|part| !part.declarations.is_empty());
    tables.iter_mut().flat_map(|part| &mut part.declarations).for_each(|declaration| declaration.is_root = false);
    let own: HashSet<String> = file.iter().flat_map(|part| &part.declarations).map(|declaration| declaration.name.clone()).collect();
    let mut files: Vec<(&str, Vec<Part>)> = PURE.iter().cloned().chain([("tables", tables)]).collect();
    for part in files.iter_mut().flat_map(|(_, parts)| parts) {
        part.declarations.retain(|declaration| !own.contains(&declaration.name));
    }
    files.extend([("module", file), ("the graph", graph)]);
    let choices = Choices::of(structures);
    choices.choose(files.iter_mut().flat_map(|(_, parts)| parts));
    let files: Vec<(&str, &[Part])> = files.iter().map(|(name, parts)| (*name, parts.as_slice())).collect();
    let text = linked_files(&files, &choices).text;
    renamed(&text, &files, functions)
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

/// Renames the functions of a text as given, and prefixes all other names that these files declare with the first of the new names, by [`own_name`].
fn renamed(text: &str, files: &[(&str, &[Part])], functions: &[(String, String)]) -> String {
    let declared = files.iter().flat_map(|(_, parts)| *parts).flat_map(|part| &part.declarations);
    let declared: HashMap<&str, bool> = declared.map(|declaration| (declaration.name.as_str(), declaration.is_function())).collect();
    // Also the names of variables.
    let taken: HashSet<&str> = functions
        .iter()
        .map(|(_, name)| name.as_str())
        .chain(text.lines().flat_map(|line| words(code_of(line))).map(|(word, _)| word))
        .collect();
    let mut renamed = String::with_capacity(text.len() * 2);
    for line in text.lines() {
        let code = code_of(line);
        let mut from = 0;
        for (word, is_called) in words(code) {
            let is_meant = declared.get(word).is_some_and(|is_function| is_called || !is_function);
            if !is_meant {
                continue;
            }
            let at = word.as_ptr() as usize - code.as_ptr() as usize;
            renamed.push_str(&line[from..at]);
            if let Some((_, name)) = functions.iter().find(|(function, _)| *function == word) {
                renamed.push_str(name);
            } else {
                renamed.push_str(&own_name(&functions[0].1, word, |name| taken.contains(name)));
            }
            from = at + word.len();
        }
        let _ = writeln!(renamed, "{}", &line[from..]);
    }
    renamed
}

/// The parts of every shader file that is the same in all kernels.
static PURE: LazyLock<Vec<(&str, Vec<Part>)>> = LazyLock::new(|| {
    let pure = SHADERS.iter().filter(|shader| shader.name != "field");
    pure.map(|shader| (shader.name, parts(&text_of(shader.text, &[])))).collect()
});

/// Links the entry points and bindings of some files with all that they use, from these and from the pure files, which come first, without their branches that
/// never run.
fn linked(files: &[(&str, &[Part])], choices: &Choices) -> Linked {
    let mut pure = PURE.clone();
    choices.choose(pure.iter_mut().flat_map(|(_, parts)| parts));
    let pure = pure.iter().map(|(name, parts)| (*name, parts.as_slice()));
    let files: Vec<_> = pure.chain(files.iter().copied()).collect();
    linked_files(&files, choices)
}

/// Links the entry points and bindings of some files with all that they use from these.
fn linked_files(files: &[(&str, &[Part])], choices: &Choices) -> Linked {
    let declarations = files.iter().flat_map(|(_, parts)| *parts).flat_map(|part| &part.declarations);
    let declared: Declared<'_> = declarations.clone().map(|declaration| (declaration.name.as_str(), declaration)).collect();
    debug_assert_eq!(declared.len(), declarations.count(), "two declarations of one name");
    let used = reachable(&declared);
    let size = inlined_size(&declared, choices);
    let mut sections = Vec::new();
    for (name, parts) in files {
        let is_used = |declaration: &&Declaration| used.contains(declaration.name.as_str());
        if !parts.iter().flat_map(|part| &part.declarations).any(|declaration| is_used(&declaration)) {
            continue;
        }
        let mut section = format!("// ---- {name} ----\n");
        for part in *parts {
            let declarations: String = part.declarations.iter().filter(is_used).map(|declaration| declaration.text.as_str()).collect();
            if part.declarations.is_empty() || !declarations.is_empty() {
                let _ = write!(section, "\n{}{declarations}", part.comment);
            }
        }
        sections.push(section);
    }
    Linked { text: sections.join("\n"), size }
}

/// Declarations of a shader file without an empty line between them, or a comment that stands alone.
#[derive(Default, Clone)]
struct Part {
    /// The text before the first declaration.
    comment: String,
    declarations: Vec<Declaration>,
}

#[derive(Clone)]
struct Declaration {
    name: String,
    text: String,
    /// True if the text includes it in any case: an entry point, a binding, or a function that a module exports.
    is_root: bool,
    /// The names in it that may be declarations, each with true if it is called.
    mentions: Vec<(String, bool)>,
}

/// The declarations of a kernel's files, by name.
type Declared<'a> = HashMap<&'a str, &'a Declaration>;

/// Splits a file into declarations. This works for the files of `shaders/` only: a declaration starts at the beginning of a line, and ends with a line
/// that ends in `;` or `}`.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut part, mut comment, mut current) = (Part::default(), String::new(), String::new());
    let mut depth = 0;
    for line in text.lines().chain([""]) {
        let code = code_of(line).trim_end();
        depth += code.matches('{').count();
        depth -= code.matches('}').count();
        if line.is_empty() && current.is_empty() {
            part.comment.push_str(&std::mem::take(&mut comment));
            if !(part.comment.is_empty() && part.declarations.is_empty()) {
                parts.push(std::mem::take(&mut part));
            }
            continue;
        }
        let to = if code.is_empty() && current.is_empty() { &mut comment } else { &mut current };
        to.push_str(line);
        to.push('\n');
        if depth == 0 && !current.is_empty() && code.ends_with([';', '}']) {
            let before = std::mem::take(&mut comment);
            let text = std::mem::take(&mut current);
            if part.declarations.is_empty() {
                part.comment = before;
                part.declarations.push(Declaration::new(text));
            } else {
                part.declarations.push(Declaration::new(before + &text));
            }
        }
    }
    parts
}

impl Declaration {
    fn new(text: String) -> Self {
        let code = || text.lines().map(code_of);
        let declared = |line: &str| {
            let rest = ["fn ", "struct ", "const ", "alias ", "var ", "var<"].iter().find_map(|word| line.split_once(word))?.1;
            let name = rest.split_once("> ").filter(|_| line.contains("var<")).map_or(rest, |(_, rest)| rest);
            words(name).next().map(|(name, _)| name.to_owned())
        };
        let name = code().find_map(declared).unwrap_or_default();
        let is_root = code().any(|line| line.starts_with("@compute") || line.starts_with("@group"));
        let mentions = code().flat_map(words).map(|(name, is_called)| (name.to_owned(), is_called)).collect();
        Self { name, text, is_root, mentions }
    }

    fn is_function(&self) -> bool {
        self.mentions.first().is_some_and(|(word, _)| word == "fn")
    }
}

/// Returns a line without its comment.
fn code_of(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// Returns the names in a line that are not members, each with true if arguments follow.
fn words(line: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = move |at: &usize| line[*at..].starts_with(is_part) && !line[..*at].ends_with(is_part);
    (0..line.len()).filter(starts).filter(|at| !line[..*at].ends_with('.')).map(move |at| {
        let word = line[at..].split(|c| !is_part(c)).next().unwrap_or_default();
        (word, line[at + word.len()..].starts_with('('))
    })
}

/// The choices of a kernel's bases, by their names in the shaders: their options, and the kinds of hash of Perlin noise.
#[derive(Default)]
struct Choices(HashSet<(&'static str, u32)>);

/// Returns the values that an option takes in the functions of its basis: its own, and those that it packs.
fn unpacked(value: u32) -> impl Iterator<Item = u32> {
    let packed = (0..4).map(move |place| value >> (4 * place) & 15).filter(move |_| value > 0xffff);
    std::iter::once(value).chain(packed)
}

impl Choices {
    fn of(structures: &[&Structure]) -> Self {
        let of_basis = |(_, basis, _): (u32, Basis, u32)| {
            let options = basis.function.options().iter().copied().zip(basis.options);
            let options = options.flat_map(|(name, value)| unpacked(value).map(move |value| (name, value)));
            options.chain(basis.function.takes_table().then_some(("hash.kind", basis.hash as u32)))
        };
        Self(structures.iter().flat_map(|structure| structure.bases()).flat_map(of_basis).collect())
    }

    /// Returns true if all bases run the block that a line begins, false if none does, and None if this is unknown or they differ.
    fn runs(&self, line: &str, declared: &Declared<'_>) -> Option<bool> {
        let condition = line.trim().strip_prefix("if ").and_then(|line| line.strip_suffix(" {"));
        let (name, value) = condition.and_then(|condition| condition.split_once(" == "))?;
        let literal = match declared.get(value) {
            Some(constant) => constant.text.rsplit_once("= ").map_or("", |(_, literal)| literal.trim().trim_end_matches(';')),
            None => value,
        };
        let value = literal.strip_suffix('u').and_then(|number| number.parse::<u32>().ok())?;
        let mut chosen = self.0.iter().filter(|(known, _)| *known == name).map(|(_, chosen)| *chosen == value);
        let first = chosen.next()?;
        chosen.all(|is_it| is_it == first).then_some(first)
    }

    /// Leaves out the branches of declarations that never run: drivers' compilers take their time with them.
    fn choose<'p>(&self, parts: impl Iterator<Item = &'p mut Part>) {
        let constants = PURE.iter().flat_map(|(_, parts)| parts).flat_map(|part| &part.declarations).filter(|one| !one.is_function());
        let constants: Declared<'_> = constants.map(|constant| (constant.name.as_str(), constant)).collect();
        for declaration in parts.flat_map(|part| &mut part.declarations) {
            if self.0.iter().any(|(name, _)| declaration.text.contains(&format!("if {name} == "))) {
                let is_root = declaration.is_root;
                *declaration = Declaration { is_root, ..Declaration::new(self.chosen(&declaration.text, &constants)) };
            }
        }
    }

    /// Returns a declaration without the branches that never run. A branch that always runs replaces all that would follow it.
    fn chosen(&self, text: &str, declared: &Declared<'_>) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let Some(start) = lines.iter().position(|line| line.starts_with("fn ") && line.ends_with('{')) else { return text.to_owned() };
        let (head, body) = lines.split_at(start + 1);
        let Some((end, body)) = body.split_last() else { return text.to_owned() };
        let body = self.chosen_lines(body, declared);
        let lines = head.iter().map(|line| (*line).to_owned()).chain(body).chain([(*end).to_owned()]);
        lines.map(|line| line + "\n").collect()
    }

    /// Does the same with the lines of a block.
    fn chosen_lines(&self, lines: &[&str], declared: &Declared<'_>) -> Vec<String> {
        let mut chosen: Vec<String> = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at];
            let closing = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
            let end = lines[at..].iter().position(|line| *line == closing);
            let Some((length, runs)) = end.zip(self.runs(code_of(line).trim_end(), declared)) else {
                chosen.push(line.to_owned());
                at += 1;
                continue;
            };
            if runs {
                let inner: Vec<&str> = lines[at + 1..at + length].iter().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
                chosen.extend(self.chosen_lines(&inner, declared));
                if chosen.last().is_some_and(|line| line.trim_start().starts_with("return")) {
                    break;
                }
            }
            at += length + 1;
        }
        chosen
    }

    /// Returns the lines of a declaration that may run, without comments.
    fn live<'a>(&self, text: &'a str, declared: &Declared<'_>) -> Vec<&'a str> {
        let (mut live, mut depth) = (Vec::new(), 0);
        for line in text.lines().map(code_of) {
            if depth > 0 {
                depth += line.matches('{').count();
                depth -= line.matches('}').count();
            } else if self.runs(line, declared) == Some(false) {
                depth = 1;
            } else {
                live.push(line);
            }
        }
        live
    }
}

/// Returns the size of a line of code, without the functions that it calls.
fn size_of_line(line: &str) -> KernelSize {
    let runs = line.split(|c| !"+-*/%&|^<>=!".contains(c));
    let operators = runs.filter(|run| !matches!(*run, "" | "=" | "->")).count();
    let reads = ["scalars[", "lattice[", "permutations["].iter().map(|read| line.matches(read).count()).sum::<usize>();
    KernelSize { operations: operators as u64, reads: reads as u64 }
}

/// Returns the size of all entry points, with all that they call.
fn inlined_size(declared: &Declared<'_>, choices: &Choices) -> KernelSize {
    type Known<'a> = HashMap<&'a str, KernelSize>;
    fn size_of<'a>(declaration: &'a Declaration, declared: &Declared<'a>, choices: &Choices, known: &mut Known<'a>) -> KernelSize {
        if let Some(size) = known.get(declaration.name.as_str()) {
            return *size;
        }
        let mut size = KernelSize::default();
        for line in choices.live(&declaration.text, declared) {
            size = size.and(size_of_line(line));
            for (name, _) in words(line).filter(|(name, is_called)| *is_called && *name != declaration.name) {
                let function = declared.get(name).filter(|called| called.is_function());
                let called = KernelSize { operations: 1, reads: 0 };
                size = size.and(function.map_or(called, |function| size_of(function, declared, choices, known)));
            }
        }
        known.insert(&declaration.name, size);
        size
    }
    let mut known = HashMap::new();
    let is_entry = |declaration: &&&Declaration| declaration.is_root && declaration.mentions.iter().any(|(word, _)| word == "fn");
    let entries = declared.values().filter(is_entry);
    entries.fold(KernelSize::default(), |sum, entry| sum.and(size_of(entry, declared, choices, &mut known)))
}

/// Returns the names of the roots, and of all that they use.
fn reachable<'a>(declared: &Declared<'a>) -> HashSet<&'a str> {
    let mut stack: Vec<&'a Declaration> = declared.values().copied().filter(|declaration| declaration.is_root).collect();
    let mut used: HashSet<&str> = stack.iter().map(|root| root.name.as_str()).collect();
    while let Some(declaration) = stack.pop() {
        for (word, is_called) in &declaration.mentions {
            // A function is used only where it is called: parameters and locals may have the same name.
            let meant = declared.get(word.as_str()).filter(|meant| *is_called || !meant.is_function());
            if let Some(meant) = meant
                && used.insert(&meant.name)
            {
                stack.push(meant);
            }
        }
    }
    used
}

/// Returns a shader's text without the linker's marks and without the sections that are not listed.
fn text_of(shader: &str, sections: &[&str]) -> String {
    let mut text = String::new();
    let mut skipping = false;
    for line in shader.lines() {
        if line.starts_with("//[") {
            skipping = line != "//[end]" && !sections.contains(&line);
        } else if !skipping && !is_mark(line) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Returns true for a line that is a mark for the linker or for the translation into Rust, and not part of the kernel.
fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with("//@")
}
