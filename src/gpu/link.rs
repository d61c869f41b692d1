//! The linker: from a program's structure to the text of one WGSL kernel.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use super::layout::{KernelForm, TargetKind, rows_of_main};
use super::texel::TexelFormat;
use crate::program::{Basis, LatticeAxis, Operand, Operation, Scalar, Structure};
use crate::region::DomainKind;
use crate::value::list::shaders;
use crate::value::stages::Stages;

/// A file of `shaders/`.
#[derive(Debug, Clone, Copy)]
pub struct Shader {
    /// The name without its ending.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

const FIELD: &str = include_str!("../../shaders/field.wgsl");

macro_rules! shader_files {
    ($($name:literal),* $(,)?) => {
        // What has the bindings comes last; the order among the others is that of their needs.
        &[$(Shader { name: $name, text: include_str!(concat!("../../shaders/", $name, ".wgsl")) },)*
            Shader { name: "field", text: FIELD }]
    };
}

/// Every shader file, each after those it needs. Only `field` has bindings; the others are pure functions.
pub const SHADERS: &[Shader] = shaders!(shader_files);

/// The WGSL of a kernel that evaluates programs of this structure.
///
/// The text is the same for equal arguments and holds no value of the graph, and no function, struct or constant that it doesn't use. Its entry point is `main`; with
/// [`KernelForm::Rows`] also `corners` and `cells`, which run before it.
pub fn link(structure: &Structure, domain: DomainKind, target: TargetKind, form: KernelForm) -> String {
    linked_kernel(structure, domain, target, form).text
}

/// How large the kernel is that [`link`] writes.
pub fn kernel_size(structure: &Structure, domain: DomainKind, target: TargetKind, form: KernelForm) -> KernelSize {
    linked_kernel(structure, domain, target, form).size
}

/// How much of a kernel a compiler has to do with: what a call calls is counted as often as it is called, since compilers inline it, and the body of a loop
/// once. A branch for an option that no basis of the kernel has does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KernelSize {
    /// Operators, and calls of built-in functions.
    pub operations: u64,
    /// Reads of the elements of storage buffers.
    pub reads: u64,
}

impl KernelSize {
    fn and(self, other: Self) -> Self {
        Self { operations: self.operations.saturating_add(other.operations), reads: self.reads.saturating_add(other.reads) }
    }
}

/// The WGSL of a kernel, and its size.
pub(super) struct Linked {
    pub(super) text: String,
    pub(super) size: KernelSize,
}

pub(super) fn linked_kernel(structure: &Structure, domain: DomainKind, target: TargetKind, form: KernelForm) -> Linked {
    let sweep = rows_of_main(structure, form);
    let main = if sweep == 1 { "//[single]" } else { "//[sweep]" };
    let sections = [
        match target {
            TargetKind::Buffer => "//[buffer]",
            TargetKind::Texture(_) => "//[texture]",
        },
        match form {
            KernelForm::Rows => "//[rows]",
            KernelForm::Straight => main,
        },
        main,
    ];
    let format = match target {
        TargetKind::Buffer => TexelFormat::R32Float,
        TargetKind::Texture(format) => format,
    };
    let field = text_of(FIELD, &sections).replace("<r32float, write>", &format!("<{}, write>", format.name()));
    let (field, graph) = (parts(&field), parts(&graph_text(structure, domain, target, form, sweep)));
    linked(&[("field", &field), ("the graph", &graph)], &Choices::of(structure))
}

/// The WGSL of the kernel of views, whose bindings and entry point stand in a file of their own.
pub(super) fn linked_view(bindings: Shader) -> String {
    linked(&[(bindings.name, &parts(&text_of(bindings.text, &[])))], &Choices::default()).text
}

/// The parts of every shader file that is the same in all kernels.
static PURE: LazyLock<Vec<(&str, Vec<Part>)>> = LazyLock::new(|| {
    let pure = SHADERS.iter().filter(|shader| shader.name != "field");
    pure.map(|shader| (shader.name, parts(&text_of(shader.text, &[])))).collect()
});

/// What the entry points and bindings among some files need of these and of the pure ones, which come first.
fn linked(files: &[(&str, &[Part])], choices: &Choices) -> Linked {
    let pure = PURE.iter().map(|(name, parts)| (*name, parts.as_slice()));
    let files: Vec<_> = pure.chain(files.iter().copied()).collect();
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
        for part in parts {
            let declarations: String = part.declarations.iter().filter(is_used).map(|declaration| declaration.text.as_str()).collect();
            if part.declarations.is_empty() || !declarations.is_empty() {
                let _ = write!(section, "\n{}{declarations}", part.comment);
            }
        }
        sections.push(section);
    }
    Linked { text: sections.join("\n"), size }
}

/// Declarations of a shader file with no empty line between them, or a comment by itself.
#[derive(Default)]
struct Part {
    /// What stands before the first declaration.
    comment: String,
    declarations: Vec<Declaration>,
}

struct Declaration {
    name: String,
    text: String,
    /// Whether the kernel has it in any case: an entry point, or a binding.
    is_root: bool,
    /// The names in it that may be declarations, and whether each is called.
    mentions: Vec<(String, bool)>,
}

/// The declarations of a kernel's files, by name.
type Declared<'a> = HashMap<&'a str, &'a Declaration>;

/// Cuts a file up at its declarations. It is one of ours: a declaration begins at the left and ends with a line, at `;` or `}`.
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

/// A line without its comment.
fn code_of(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The names in a line that are not those of members, and whether each is followed by arguments.
fn words(line: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = move |at: &usize| line[*at..].starts_with(is_part) && !line[..*at].ends_with(is_part);
    (0..line.len()).filter(starts).filter(|at| !line[..*at].ends_with('.')).map(move |at| {
        let word = line[at..].split(|c| !is_part(c)).next().unwrap_or_default();
        (word, line[at + word.len()..].starts_with('('))
    })
}

/// What the bases of a kernel chose, by the names that shaders have for it: their options, and where their hashes come from.
#[derive(Default)]
struct Choices(HashSet<(&'static str, u32)>);

impl Choices {
    fn of(structure: &Structure) -> Self {
        let of_basis = |(_, basis, _): (u32, Basis, u32)| {
            let options = basis.function.options().iter().copied().zip(basis.options);
            options.chain(basis.function.takes_hash().then_some(("hash.kind", basis.hash as u32)))
        };
        Self(structure.bases().into_iter().flat_map(of_basis).collect())
    }

    /// Whether a line begins a block that is never run, since no basis has the value that it is for.
    fn skip(&self, line: &str, declared: &Declared<'_>) -> bool {
        let condition = line.trim().strip_prefix("if ").and_then(|line| line.strip_suffix(" {"));
        let Some((name, value)) = condition.and_then(|condition| condition.split_once(" == ")) else { return false };
        let literal = match declared.get(value) {
            Some(constant) => constant.text.rsplit_once("= ").map_or("", |(_, literal)| literal.trim().trim_end_matches(';')),
            None => value,
        };
        let Some(value) = literal.strip_suffix('u').and_then(|number| number.parse::<u32>().ok()) else { return false };
        self.0.iter().any(|(known, _)| *known == name) && !self.0.iter().any(|(known, chosen)| *known == name && *chosen == value)
    }

    /// The lines of a declaration that may run, without comments.
    fn live<'a>(&self, text: &'a str, declared: &Declared<'_>) -> Vec<&'a str> {
        let (mut live, mut depth) = (Vec::new(), 0);
        for line in text.lines().map(code_of) {
            if depth > 0 {
                depth += line.matches('{').count();
                depth -= line.matches('}').count();
            } else if self.skip(line, declared) {
                depth = 1;
            } else {
                live.push(line);
            }
        }
        live
    }
}

/// What stands in a line of code, but for calls.
fn size_of_line(line: &str) -> KernelSize {
    let runs = line.split(|c| !"+-*/%&|^<>=!".contains(c));
    let operators = runs.filter(|run| !matches!(*run, "" | "=" | "->")).count();
    let reads = ["scalars[", "lattice[", "permutations[", "forms["].iter().map(|read| line.matches(read).count()).sum::<usize>();
    KernelSize { operations: operators as u64, reads: reads as u64 }
}

/// The size of all entry points, with all that they call.
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

/// The names of the roots, and of what they need.
fn reachable<'a>(declared: &Declared<'a>) -> HashSet<&'a str> {
    let mut stack: Vec<&'a Declaration> = declared.values().copied().filter(|declaration| declaration.is_root).collect();
    let mut used: HashSet<&str> = stack.iter().map(|root| root.name.as_str()).collect();
    while let Some(declaration) = stack.pop() {
        for (word, is_called) in &declaration.mentions {
            // A function is called wherever it is meant: parameters and locals may have its name.
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

/// A shader's text without the lines for the linker and the sections that are not wanted.
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

/// Whether a line of a shader is for the linker, or for the translation into Rust, and says nothing of the kernel.
fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with("//@")
}

/// What the linker writes itself: constants, a function for each basis, and the graph's value.
fn graph_text(structure: &Structure, domain: DomainKind, target: TargetKind, form: KernelForm, sweep: u32) -> String {
    let mut text = String::new();
    let channels = structure.outputs.len();
    for (name, count) in [
        ("LOOPS", structure.loops),
        ("BASES", structure.bases),
        ("TERMS", structure.terms),
        ("SCALARS", structure.scalars),
        ("OCTAVE_SCALARS", structure.octave_scalars),
        ("CHANNELS", channels as u32),
    ] {
        let _ = writeln!(text, "const {name}: u32 = {count}u;");
    }
    let writer = Writer { structure, domain, sweep };
    if form == KernelForm::Rows {
        writer.corner(&mut text);
    }
    let sample = match channels {
        1 => "f32".to_owned(),
        2..=4 => format!("vec{channels}<f32>"),
        _ => format!("array<f32, {channels}>"),
    };
    let what = if channels == 1 { "value" } else { "channels" };
    let endings = writer.endings();
    let parameters: Vec<_> = endings.iter().map(|ending| format!("at{ending}: vec3<u32>")).collect();
    let parameters = parameters.join(", ");
    let made: Vec<_> = endings.iter().map(|ending| made(structure, &sample, ending)).collect();
    let made = made.join(", ");
    let _ = if sweep == 1 {
        writeln!(text, "\n// The {what} of the graph at a sample of the tile.\nfn evaluate({parameters}) -> {sample} {{")
    } else {
        writeln!(text, "\n// The {what} of the graph at samples of one column.\nfn evaluate({parameters}) -> array<{sample}, {sweep}> {{")
    };
    writer.operations(&structure.body, None, form == KernelForm::Rows, 1, &mut text);
    let _ = if sweep == 1 {
        writeln!(text, "    return {made};\n}}")
    } else {
        writeln!(text, "    return array<{sample}, {sweep}>({made});\n}}")
    };
    let _ = writeln!(text, "\nfn store(at: vec3<u32>, sample: {sample}) {{");
    store(structure, target, &mut text);
    text.push_str("}\n");
    text
}

/// The WGSL of a sample, whose type is given, of the registers with this ending.
fn made(structure: &Structure, sample: &str, ending: &str) -> String {
    let outputs: Vec<_> = structure.outputs.iter().map(|output| operand(*output, None, ending)).collect();
    if outputs.len() == 1 { outputs.join("") } else { format!("{sample}({})", outputs.join(", ")) }
}

/// Whether an operand is settled before it is stored: the host settles numbers, and what a basis assigns is settled there.
fn is_settled(structure: &Structure, operand: Operand) -> bool {
    let Operand::Register(register) = operand else { return true };
    let is_noise = |operation: &&Operation| matches!(operation, Operation::Basis { .. } | Operation::Derivatives { .. });
    structure.body.iter().filter(is_noise).any(|operation| operation.results().contains(&register))
}

/// Appends the body of the function that writes a sample, settled, into the target.
fn store(structure: &Structure, target: TargetKind, text: &mut String) {
    let channels = structure.outputs.len();
    let settled = |channel: usize| {
        let value = if channels == 1 { "sample".to_owned() } else { format!("sample[{channel}]") };
        if is_settled(structure, structure.outputs[channel]) { value } else { format!("settled({value})") }
    };
    match target {
        TargetKind::Buffer if channels == 1 => {
            let _ = writeln!(text, "    field[place(at)] = {};", settled(0));
        }
        TargetKind::Buffer => {
            let _ = writeln!(text, "    let first = place(at);");
            for channel in 0..channels {
                let _ = writeln!(text, "    field[first + {channel}u] = {};", settled(channel));
            }
        }
        TargetKind::Texture(format) => {
            // WGSL's texels have four channels, of which those that the format lacks are dropped.
            let texel: Vec<_> = (0..4)
                .map(|channel| match format.rounding() {
                    _ if channel >= channels.min(format.channels()) => if channel == 3 { "1.0f" } else { "0.0f" }.to_owned(),
                    Some(rounding) => format!("{rounding}({})", settled(channel)),
                    None => settled(channel),
                })
                .collect();
            let _ = writeln!(text, "    textureStore(field, place(at), vec4<f32>({}));", texel.join(", "));
        }
    }
}

/// The WGSL of an operand, in the octave that counts over all the loops around, at the sample whose names have this ending.
fn operand(operand: Operand, octave: Option<&str>, ending: &str) -> String {
    match operand {
        Operand::Register(register) => format!("r{}{ending}", register.0),
        Operand::Scalar(scalar) => format!("scalar({}u)", scalar.0),
        Operand::Octave(scalar) => format!("octave_scalar({}u, {})", scalar.0, octave.unwrap_or("0u")),
    }
}

/// The WGSL of the hash of a basis, by its number in the program.
fn hash_of(basis: Basis, index: u32) -> String {
    format!("hash_of({index}u, {}u)", basis.hash as u32)
}

/// The WGSL of a lattice coordinate before it is displaced, given the function that reads its terms and the index along each axis of the domain.
fn sum_of_terms(axis: &LatticeAxis, read: &str, octave: &str, index: impl Fn(u8) -> &'static str) -> String {
    let mut terms = axis.terms.iter().zip(axis.first..).map(|(&axis, number)| format!("{read}({number}u, {octave}, {})", index(axis)));
    let first = terms.next().expect("an axis has terms");
    terms.fold(first, |sum, term| format!("added({sum}, {term})"))
}

struct Writer<'a> {
    structure: &'a Structure,
    domain: DomainKind,
    /// The rows that are evaluated side by side.
    sweep: u32,
}

impl Writer<'_> {
    /// How the names end of what each sample has by itself.
    fn endings(&self) -> Vec<String> {
        if self.sweep == 1 { vec![String::new()] } else { (0..self.sweep).map(|number| format!("_{number}")).collect() }
    }

    /// Appends the function that makes a corner of any basis in rows.
    fn corner(&self, text: &mut String) {
        text.push_str("\n// What a basis takes of the lattice corner x, y in an octave and a slice.\n");
        text.push_str("fn corner(basis: u32, octave: u32, x: u32, y: u32, slice: u32) -> PerlinCorner {\n");
        let is_in_rows = |&(_, basis, axis): &(u32, Basis, u32)| self.structure.lattice_has_rows(basis, axis);
        let corners: Vec<_> = self.structure.bases().into_iter().filter(is_in_rows).collect();
        for (number, &(index, basis, axis)) in corners.iter().enumerate() {
            let Some(corner) = basis.function.corner() else { continue };
            let first = |number: u8| self.structure.axes[axis as usize + usize::from(number)].first;
            let mut arguments: Vec<String> = corner.options.iter().map(|option| format!("{}u", basis.option(option))).collect();
            arguments.push("hash".to_owned());
            arguments.extend(
                [(0, "x"), (1, "y")].map(|(number, cell)| format!("Coordinate({cell}, 0u, period_of({}u, octave))", first(number))),
            );
            let others = &self.structure.axes[axis as usize..][2..usize::from(basis.dimensions())];
            arguments.extend(
                others
                    .iter()
                    .map(|axis| sum_of_terms(axis, "coordinate", "octave", |domain_axis| if domain_axis == 2 { "slice" } else { "0u" })),
            );
            let made = format!("{}({})", corner.name, arguments.join(", "));
            let made = if corner.stages == Stages::Perlin { made } else { format!("PerlinCorner({made}, 0.0f, 0.0f)") };
            let hash = hash_of(basis, index);
            let _ = if number + 1 == corners.len() {
                writeln!(text, "    let hash = {hash};\n    return {made};")
            } else {
                writeln!(text, "    if basis == {index}u {{\n        let hash = {hash};\n        return {made};\n    }}")
            };
        }
        text.push_str("}\n");
    }

    /// The call of a basis at a sample, evaluated by itself. `kind` is the ending of the function's name.
    fn basis(&self, basis: Basis, index: u32, axis: u32, scalars: &[Scalar], octave: Option<&str>, kind: &str) -> String {
        let options = basis.options.iter().take(basis.function.options().len());
        let mut arguments: Vec<String> = options.map(|option| format!("{option}u")).collect();
        arguments.extend(scalars.iter().map(|scalar| format!("scalar({}u)", scalar.0)));
        if basis.function.takes_hash() {
            arguments.push(hash_of(basis, index));
        }
        for number in 0..basis.axes() {
            let read = if number < basis.dimensions() { "coordinate" } else { "coordinate_of_skew" };
            arguments.push(self.coordinate(&self.structure.axes[axis as usize + usize::from(number)], read, octave));
        }
        format!("{}{kind}({})", basis.function.name(), arguments.join(", "))
    }

    /// The WGSL of a lattice coordinate, given the function that reads its terms.
    fn coordinate(&self, axis: &LatticeAxis, read: &str, octave: Option<&str>) -> String {
        let sum = sum_of_terms(axis, read, octave.unwrap_or("0u"), |domain_axis| self.index(domain_axis));
        axis.displaced.iter().fold(sum, |at, (by, scale)| {
            format!("moved({at}, rounded({} * {}))", operand(*by, octave, ""), operand(Operand::Octave(*scale), octave, ""))
        })
    }

    /// Appends assignments. `octave` is the WGSL of the octave that counts over all the loops around, None outside of loops; `rows` says whether bases
    /// that take rows are read from theirs. Side by side there are only bases in rows and calls.
    fn operations(&self, operations: &[Operation], octave: Option<&str>, rows: bool, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        let endings = self.endings();
        for operation in operations {
            match operation {
                Operation::Basis { index, result, .. } if rows && self.structure.is_in_rows(operation) => {
                    let column = format!("column{}", result.0);
                    let job = format!("job_of_basis({index}u, {})", octave.unwrap_or("0u"));
                    let _ = writeln!(text, "{indent}let {column} = column_of({job}, at{});", endings[0]);
                    for ending in &endings {
                        let _ = writeln!(text, "{indent}let r{}{ending} = settled(swept({column}, at{ending}.y));", result.0);
                    }
                }
                Operation::Basis { basis, index, axis, scalars, result } => {
                    let value = self.basis(*basis, *index, *axis, scalars, octave, "");
                    let _ = writeln!(text, "{indent}let r{} = settled({value});", result.0);
                }
                Operation::Derivatives { basis, index, axis, scalars, results } => {
                    let all = format!("slopes{}", results[0].0);
                    let value = self.basis(*basis, *index, *axis, scalars, octave, "_slope");
                    let _ = writeln!(text, "{indent}let {all} = {value};");
                    for (result, component) in results.iter().zip(["x", "y", "z", "w"]) {
                        let _ = writeln!(text, "{indent}let r{} = settled({all}.{component});", result.0);
                    }
                }
                Operation::Call { function, arguments, result } => {
                    for ending in &endings {
                        let arguments: Vec<_> = arguments.iter().map(|argument| operand(*argument, octave, ending)).collect();
                        let _ = writeln!(text, "{indent}let r{}{ending} = {}({});", result.0, function.name(), arguments.join(", "));
                    }
                }
                Operation::Loop { index, body, carried } => {
                    let k = format!("k{index}");
                    let all = match octave {
                        None => k.clone(),
                        Some(around) => format!("({around} * octaves({index}u) + {k})"),
                    };
                    for carried in carried {
                        let _ = writeln!(text, "{indent}var r{} = {};", carried.register.0, operand(carried.first, octave, ""));
                    }
                    let _ = writeln!(text, "{indent}var {k} = 0u;");
                    // Octaves come from the coarsest on, so those in rows come first. Loops in loops are evaluated sample by sample.
                    let mut loops = vec![(false, format!("octaves({index}u)"))];
                    if rows && self.structure.has_rows(operation) {
                        loops.insert(0, (true, format!("octaves_in_rows({index}u)")));
                    }
                    for (rows, end) in loops {
                        let _ = writeln!(text, "{indent}for (; {k} < {end}; {k} += 1u) {{");
                        self.operations(body, Some(&all), rows, depth + 1, text);
                        for carried in carried {
                            let _ = writeln!(text, "{indent}    r{} = {};", carried.register.0, operand(carried.next, Some(&all), ""));
                        }
                        let _ = writeln!(text, "{indent}}}");
                    }
                }
            }
        }
    }

    /// The WGSL of a sample's index along an axis of the domain.
    fn index(&self, axis: u8) -> &'static str {
        match (self.domain, axis) {
            (DomainKind::Points, _) | (DomainKind::Grid, 0) => "at.x",
            (DomainKind::Grid, 1) => "at.y",
            (DomainKind::Grid, 2) => "at.z",
            (DomainKind::Grid, _) => "0u",
        }
    }
}
