//! The part of a kernel that the linker generates: the graph's value, in terms of the shaders' functions.

use std::fmt::Write as _;

use super::alike;
use super::layout::{KernelForm, TargetKind};
use super::numbers::{Names, Numbers, Written};
use super::plan::KernelPlan;
use super::shared::columns;
use crate::coordinates::AXES;
use crate::domain::DomainKind;
use crate::program::{Basis, LatticeAxis, Operand, Operation, Register, Scalar, Structure};

/// Returns constants, the functions of each basis in rows, and the graph's value.
pub(super) fn graph_text(structure: &Structure, plan: &KernelPlan) -> String {
    let mut text = String::new();
    let &KernelPlan { domain, target, form, ref phases, is_once, .. } = plan;
    let channels = structure.outputs.len();
    let side = form.side();
    let after: Vec<&Operation> = phases.after(structure).collect();
    let kept = phases.kept.len();
    for (name, count) in [
        ("LOOPS", structure.loops),
        ("BASES", structure.bases),
        ("TERMS", structure.terms),
        ("SCALARS", structure.scalars),
        ("OCTAVE_SCALARS", structure.octave_scalars),
        ("CHANNELS", channels as u32),
        ("KEPT", kept as u32),
        ("SIDE", side),
        ("FOURS", side / 4),
        ("LINES", plan.workgroup()[1]),
    ] {
        let _ = writeln!(text, "const {name}: u32 = {count}u;");
    }
    let reads = structure.reads();
    let writer = Writer { structure, domain, side, form, numbers: Numbers::Bound(Names::Own), reads: &reads };
    let sample = sample_type(channels);
    let alone = Writer { side: 1, form: KernelForm::PerSample, ..writer };
    let outputs = sample_of(&structure.outputs.iter().map(|output| writer.numbers.operand(*output, None, "")).collect::<Vec<_>>());
    let what = if channels == 1 { "value" } else { "channels" };
    let kept_as = |of: &dyn Fn(u32) -> String| phases.kept.iter().map(|register| of(register.0)).collect::<String>();
    if writer.is_in_columns() {
        writer.columns(phases.along(structure), &mut text);
        let _ = writeln!(text, "\n// Stores the {what} of the graph for a lane's samples, given the workgroup's first sample.");
        text.push_str("fn evaluate_columns(first: vec3<u32>, at: vec3<u32>, lane: u32) {\n");
        writer.operations(phases.along(structure), None, 1, &mut text);
        // A second phase that is short is written for each sample.
        let registers = if phases.is_short_after() {
            kept_as(&|register| format!(", r{register}[number]"))
        } else {
            kept_as(&|register| format!(", one_of(number, r{register})"))
        };
        let _ = writeln!(
            text,
            "    for (var number = 0u; number < SIDE; number += 1u) {{\n        finish(below(at, number){registers});\n    }}"
        );
        let parameters = kept_as(&|register| format!(", r{register}: f32"));
        let _ = writeln!(text, "}}\n\n// Stores the {what} of the graph at a sample.\nfn finish(at: vec3<u32>{parameters}) {{");
        text.push_str("    if !(at.x < parameters.size.x && at.y < parameters.size.y) {\n        return;\n    }\n");
        alone.whole(&after, is_once, &mut text);
        let _ = writeln!(text, "    store(at, {outputs});\n}}");
    } else if writer.is_in_rows() {
        // True if the operations after the noise are few enough to be written twice.
        let _ = writeln!(text, "const IS_SHORT: bool = {};", phases.is_short_after());
        writer.rows(&mut text);
        let _ = writeln!(text, "\n// Stores the inputs of the graph's {what} for neighbouring samples, from `to` on.");
        text.push_str("fn evaluate_rows(at: vec3<u32>, to: u32) {\n");
        for operation in phases.along(structure) {
            writer.operations([operation], None, 1, &mut text);
            // Immediately, to free their registers.
            let results = operation.results();
            let stored = phases.kept.iter().enumerate().filter(|(_, register)| results.contains(register));
            let stored: Vec<_> = stored.map(|(slot, register)| format!("samples[to + n * KEPT + {slot}u] = r{}[n];", register.0)).collect();
            each(&stored, 1, &mut text);
        }
        let _ = writeln!(text, "}}\n\n// The {what} of the graph at a sample, from the stored inputs at `place`.");
        let _ = writeln!(text, "fn evaluate(at: vec3<u32>, place: u32) -> {sample} {{");
        for (slot, register) in phases.kept.iter().enumerate() {
            let _ = writeln!(text, "    let r{} = samples[place + {slot}u];", register.0);
        }
        alone.whole(&after, is_once, &mut text);
        let _ = writeln!(text, "    return {outputs};\n}}");
    } else {
        let _ = writeln!(text, "\n// The {what} of the graph at a sample of the tile.\nfn evaluate(at: vec3<u32>) -> {sample} {{");
        writer.whole(&after, is_once, &mut text);
        let _ = writeln!(text, "    return {outputs};\n}}");
    }
    let _ = writeln!(text, "\nfn store(at: vec3<u32>, sample: {sample}) {{");
    store(structure, target, &mut text);
    text.push_str("}\n");
    text
}

/// Returns the WGSL type of a sample.
pub(crate) fn sample_type(channels: usize) -> String {
    match channels {
        1 => "f32".to_owned(),
        2..=4 => format!("vec{channels}<f32>"),
        _ => format!("array<f32, {channels}>"),
    }
}

/// Returns the WGSL of a sample with these channels.
fn sample_of(values: &[String]) -> String {
    match values {
        [only] => only.clone(),
        several => format!("{}({})", sample_type(several.len()), several.join(", ")),
    }
}

/// Returns true if an operand is canonical before it is stored: the host makes numbers canonical, and the kernel does so with the values of a basis.
fn is_canonical(structure: &Structure, operand: Operand) -> bool {
    let Operand::Register(register) = operand else { return true };
    let is_noise = |operation: &&Operation| matches!(operation, Operation::Basis { .. } | Operation::Derivatives { .. });
    structure.body.iter().filter(is_noise).any(|operation| operation.results().contains(&register))
}

/// Appends the body of the function that writes a canonical sample to the target.
fn store(structure: &Structure, target: TargetKind, text: &mut String) {
    let channels = structure.outputs.len();
    let canonical = |channel: usize| {
        let value = if channels == 1 { "sample".to_owned() } else { format!("sample[{channel}]") };
        if is_canonical(structure, structure.outputs[channel]) { value } else { format!("canonical({value})") }
    };
    match target {
        TargetKind::Buffer if channels == 1 => {
            let _ = writeln!(text, "    field[place(at)] = {};", canonical(0));
        }
        TargetKind::Buffer => {
            let _ = writeln!(text, "    let first = place(at);");
            for channel in 0..channels {
                let _ = writeln!(text, "    field[first + {channel}u] = {};", canonical(channel));
            }
        }
        TargetKind::Texture(format) => {
            // Texels have four channels in WGSL; those that the format lacks are ignored.
            let texel: Vec<_> = (0..4)
                .map(|channel| match format.rounding() {
                    _ if channel >= channels.min(format.channels()) => if channel == 3 { "1.0f" } else { "0.0f" }.to_owned(),
                    Some(rounding) => format!("{rounding}({})", canonical(channel)),
                    None => canonical(channel),
                })
                .collect();
            let _ = writeln!(text, "    textureStore(field, place(at), vec4<f32>({}));", texel.join(", "));
        }
    }
}

/// Returns statements that evaluate a program whose numbers are constants of the text, and the WGSL of the sample. The coordinates have the names of
/// the domain's axes.
pub(crate) fn statements(structure: &Structure, numbers: &Written<'_>) -> (String, String) {
    let numbers = Numbers::Written(numbers);
    let form = KernelForm::PerSample;
    let writer = Writer { structure, domain: DomainKind::Points, side: 1, form, numbers, reads: &structure.reads() };
    let mut text = String::new();
    writer.operations(&structure.body, None, 1, &mut text);
    let canonical = |output: &Operand| {
        let value = numbers.operand(*output, None, "");
        if is_canonical(structure, *output) { value } else { format!("canonical({value})") }
    };
    (text, sample_of(&structure.outputs.iter().map(canonical).collect::<Vec<_>>()))
}

#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) structure: &'a Structure,
    domain: DomainKind,
    /// The number of samples that are evaluated at once.
    pub(super) side: u32,
    form: KernelForm,
    pub(super) numbers: Numbers<'a>,
    /// The number of reads of each register.
    reads: &'a [u32],
}

impl Writer<'_> {
    fn is_in_rows(&self) -> bool {
        matches!(self.form, KernelForm::Rows { .. })
    }

    fn is_in_columns(&self) -> bool {
        matches!(self.form, KernelForm::Columns { .. })
    }

    /// Appends the functions of each basis that is evaluated in rows.
    fn rows(&self, text: &mut String) {
        for (index, basis, axis) in self.structure.bases() {
            let Some(corner) = basis.function.corner().filter(|_| self.structure.lattice_has_rows(basis, axis)) else { continue };
            let axes = &self.structure.axes[axis as usize..][..usize::from(basis.dimensions())];
            let options = corner.options.iter().map(|option| format!("{}u, ", basis.option(option))).collect::<String>();
            let others = axes[2..].iter().zip(["z", "w"]);
            let others: Vec<_> = others
                .map(|(axis, name)| {
                    (name, self.numbers.sum_of_terms(axis, "coordinate", "octave", |axis| if axis == 2 { "slice" } else { "0u" }))
                })
                .collect();
            let names: String = others.iter().map(|(name, _)| format!(", {name}")).collect();
            let made = |x: &str, y: &str| format!("{}({options}hash, {x}, {y}{names})", corner.name);
            let (stage, ty) = (corner.stages.name(), corner.stages.cell());
            let column = |x: &str| format!("{stage}_between(row, {}, {})", made(x, "y"), made(x, "y1"));
            let _ = writeln!(text, "\n// The form of basis {index} over x that the cell from a lattice point on leaves in a row.");
            let _ = writeln!(text, "fn cell_{index}(octave: u32, point: u32, row: Row, slice: u32) -> {ty} {{");
            let _ = writeln!(text, "    let hash = {};", self.numbers.hash_of(basis, index));
            for (name, axis, cell) in [("x", &axes[0], "point"), ("y", &axes[1], "row.cell")] {
                let _ =
                    writeln!(text, "    let {name} = point_at({}u, octave, {cell});\n    let {name}1 = point_next({name});", axis.first);
            }
            for (name, coordinate) in &others {
                let _ = writeln!(text, "    let {name} = {coordinate};");
            }
            let _ = writeln!(
                text,
                "    let left = {};\n    let right = {};\n    return {stage}_cell(left, right);\n}}",
                column("x"),
                column("x1")
            );
            row(stage, index, self.side, text);
        }
    }

    /// Returns the call of a basis at the sample `at`, evaluated by itself. `kind` is the suffix of the function's name.
    pub(super) fn basis(&self, basis: Basis, index: u32, axis: u32, scalars: &[Scalar], octave: Option<&str>, kind: &str) -> String {
        let options = basis.options.iter().take(basis.function.options().len());
        let mut arguments: Vec<String> = options.map(|option| format!("{option}u")).collect();
        arguments.extend(scalars.iter().map(|scalar| self.numbers.operand(Operand::Scalar(*scalar), None, "")));
        if basis.function.takes_hash() {
            arguments.push(self.numbers.hash_of(basis, index));
        }
        arguments.extend((0..basis.axes()).map(|number| self.coordinate_of(basis, axis, number, octave)));
        format!("{}{kind}({})", basis.function.name(), arguments.join(", "))
    }

    /// Returns the WGSL of a coordinate of a basis by its number, given its first lattice axis.
    pub(super) fn coordinate_of(&self, basis: Basis, axis: u32, number: u8, octave: Option<&str>) -> String {
        let read = if number < basis.dimensions() { "coordinate" } else { "coordinate_of_skew" };
        self.coordinate(&self.structure.axes[axis as usize + usize::from(number)], read, octave)
    }

    /// Returns the WGSL of a lattice coordinate, given the function that reads its terms.
    fn coordinate(&self, axis: &LatticeAxis, read: &str, octave: Option<&str>) -> String {
        let sum = self.numbers.sum_of_terms(axis, read, octave.unwrap_or("0u"), |domain_axis| self.index(domain_axis));
        axis.displaced.iter().fold(sum, |at, (by, scale)| {
            let by = self.numbers.operand(*by, octave, "");
            format!("moved({at}, rounded({by} * {}))", self.numbers.operand(Operand::Octave(*scale), octave, ""))
        })
    }

    /// Returns statements that assign the components of the value `of` to the registers that are read.
    fn assigned(&self, of: &str, registers: &[Register], components: &[&str]) -> Vec<String> {
        let read = registers.iter().zip(components).filter(|(register, _)| self.reads[register.0 as usize] > 0);
        read.map(|(register, component)| self.assigns(*register, &format!("canonical({of}{component})"))).collect()
    }

    /// Returns the statement that assigns a value to a register: of one sample, or of the sample `n`.
    fn assigns(&self, register: Register, value: &str) -> String {
        let register = self.numbers.register(register);
        if self.side == 1 { format!("let {register} = {value};") } else { format!("{register}[n] = {value};") }
    }

    /// Appends assignments outside of loops.
    fn whole(&self, operations: &[&Operation], is_once: bool, text: &mut String) {
        if !is_once {
            return self.operations(operations.iter().copied(), None, 1, text);
        }
        let text_of = |operation: &Operation, names: Names<'_>| {
            let mut text = String::new();
            Writer { numbers: Numbers::Bound(names), ..*self }.operations([operation], None, 1, &mut text);
            text
        };
        alike::write(self.structure, operations, &text_of, text);
    }

    /// Appends assignments. `octave` is the WGSL of the octave, which counts over all enclosing loops; None outside of loops.
    fn operations<'o>(&self, operations: impl IntoIterator<Item = &'o Operation>, octave: Option<&str>, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        let ending = if self.side == 1 { "" } else { "[n]" };
        // Statements for one sample, which are written for each.
        let mut of_each: Vec<String> = Vec::new();
        for operation in operations {
            if self.side > 1 {
                for register in operation.results().iter().filter(|register| self.reads[register.0 as usize] > 0) {
                    let _ = writeln!(text, "{indent}var r{}: array<f32, SIDE>;", register.0);
                }
            }
            match operation {
                Operation::Basis { .. } | Operation::Derivatives { .. } => {
                    self.put(&mut of_each, depth, text);
                    self.noise(operation, octave, depth, &mut of_each, text);
                }
                Operation::Call { function, arguments, result } => {
                    let arguments: Vec<_> = arguments.iter().map(|argument| self.numbers.operand(*argument, octave, ending)).collect();
                    of_each.push(self.assigns(*result, &format!("{}({})", function.name(), arguments.join(", "))));
                }
                Operation::Loop { index, body, carried } => {
                    self.put(&mut of_each, depth, text);
                    let (k, count) = (self.numbers.local('k', *index), self.numbers.octaves(*index));
                    let all = match octave {
                        None => k.clone(),
                        Some(around) => format!("({around} * {count} + {k})"),
                    };
                    let declared = if self.side == 1 { "var " } else { "" };
                    for carried in carried {
                        let first = self.numbers.operand(carried.first, octave, ending);
                        of_each.push(format!("{declared}{}{ending} = {first};", self.numbers.register(carried.register)));
                    }
                    self.put(&mut of_each, depth, text);
                    let end = self.numbers.end(&count, is_large(body));
                    let _ = writeln!(text, "{indent}for (var {k} = 0u; {k} < {end}; {k} += 1u) {{");
                    self.operations(body, Some(&all), depth + 1, text);
                    for carried in carried {
                        let next = self.numbers.operand(carried.next, Some(&all), ending);
                        of_each.push(format!("{}{ending} = {next};", self.numbers.register(carried.register)));
                    }
                    self.put(&mut of_each, depth + 1, text);
                    let _ = writeln!(text, "{indent}}}");
                }
            }
        }
        self.put(&mut of_each, depth, text);
    }

    /// Appends statements for each sample.
    fn put(&self, of_each: &mut Vec<String>, depth: usize, text: &mut String) {
        let statements = std::mem::take(of_each);
        if self.side > 1 {
            return each(&statements, depth, text);
        }
        for statement in statements {
            let _ = writeln!(text, "{}{statement}", "    ".repeat(depth));
        }
    }

    /// Appends the evaluation of a basis, and adds the assignments of its results to the statements for each sample.
    fn noise(&self, operation: &Operation, octave: Option<&str>, depth: usize, of_each: &mut Vec<String>, text: &mut String) {
        let indent = "    ".repeat(depth);
        let (basis, index, axis, scalars, kind) = match operation {
            Operation::Basis { basis, index, axis, scalars, .. } => (basis, index, axis, scalars, ""),
            Operation::Derivatives { basis, index, axis, scalars, .. } => (basis, index, axis, scalars, "_slope"),
            Operation::Call { .. } | Operation::Loop { .. } => unreachable!("a basis"),
        };
        let results = operation.results();
        let v = self.numbers.local('v', results[0].0);
        let components: &[&str] = if kind.is_empty() { &[""] } else { &[".x", ".y", ".z", ".w"] };
        if self.is_in_columns() {
            let _ = writeln!(text, "{indent}let {v} = {};", self.column_call(operation, octave.unwrap_or("0u")));
            of_each.extend(self.assigned(&format!("{v}[n]"), &results, components));
        } else if self.is_in_rows() && self.structure.is_in_rows(operation) {
            let [x, y] = [0, 1].map(|number| self.structure.axes[*axis as usize + number].first);
            let octave = octave.unwrap_or("0u");
            let row = format!("row_{index}({octave}, entries_of({x}u, {octave}).x + at.x, row_of({y}u, {octave}, at.y), at.z)");
            let _ = writeln!(text, "{indent}let {v} = {row};");
            of_each.extend(self.assigned(&format!("{v}[n / 4u][n % 4u]"), &results, components));
        } else if self.is_in_rows() {
            let value = self.basis(*basis, *index, *axis, scalars, octave, kind);
            let warps = columns([operation]).iter().map(|column| column.warps_of_one(self.structure, depth + 1)).collect::<String>();
            let ty = if kind.is_empty() { "f32" } else { "vec4<f32>" };
            let _ = writeln!(text, "{indent}var {v}: array<{ty}, SIDE>;");
            text.push_str(&one_by_one(&v, "vec3<u32>(at.x + number, at.y, at.z)", &warps, &value, depth));
            of_each.extend(self.assigned(&format!("{v}[n]"), &results, components));
        } else {
            of_each.push(format!("let {v} = {};", self.basis(*basis, *index, *axis, scalars, octave, kind)));
            of_each.extend(self.assigned(&v, &results, components));
        }
    }

    /// Returns the WGSL of a sample's index along an axis of the domain.
    fn index(&self, axis: u8) -> &'static str {
        match (self.domain, axis) {
            _ if matches!(self.numbers, Numbers::Written(_)) => AXES[usize::from(axis)],
            (DomainKind::Grid, 0) if self.side > 1 => "here.x",
            (DomainKind::Grid, 1) if self.is_in_columns() => "here.y",
            (DomainKind::Grid, 2) if self.is_in_columns() => "here.z",
            (DomainKind::Points, _) | (DomainKind::Grid, 0) => "at.x",
            (DomainKind::Grid, 1) => "at.y",
            (DomainKind::Grid, 2) => "at.z",
            (DomainKind::Grid, _) => "0u",
        }
    }
}

/// Returns true if a loop's body has so many instructions that a GPU keeps few registers free where the loop is unrolled: more than one noise, one in three
/// dimensions or with derivatives, or a loop.
fn is_large(body: &[Operation]) -> bool {
    let noises = body.iter().filter(|operation| !matches!(operation, Operation::Call { .. }));
    let is_small = |operation: &Operation| matches!(operation, Operation::Basis { basis, .. } if basis.dimensions() < 3);
    noises.clone().count() > 1 || !noises.into_iter().all(is_small)
}

/// Returns the loop that evaluates samples by themselves, one after another, into an array, given the place of the sample `number`, statements that take what
/// warps it, and its value. The value is written once: it may be long.
pub(super) fn one_by_one(to: &str, here: &str, warps: &str, value: &str, depth: usize) -> String {
    let indent = "    ".repeat(depth);
    format!(
        "{indent}for (var number = 0u; number < SIDE; number += 1u) {{
{indent}    let here = {here};
{warps}{indent}    let one = {value};
{indent}    for (var n = 0u; n < SIDE; n += 1u) {{
{indent}        {to}[n] = select({to}[n], one, n == number);
{indent}    }}
{indent}}}
"
    )
}

/// Appends statements for the sample `n`, for each.
fn each(statements: &[String], depth: usize, text: &mut String) {
    if statements.is_empty() {
        return;
    }
    let indent = "    ".repeat(depth);
    let _ = writeln!(text, "{indent}for (var n = 0u; n < SIDE; n += 1u) {{");
    for statement in statements {
        let _ = writeln!(text, "{indent}    {statement}");
    }
    let _ = writeln!(text, "{indent}}}");
}

/// Appends the function that evaluates a basis, by its number, at samples of a row.
fn row(stage: &str, index: u32, side: u32, text: &mut String) {
    let pixel = |at: &str| format!("{stage}_sample(f, {at})");
    let pixels: Vec<_> = (0..4).map(|number| pixel(&format!("at{number}"))).collect();
    // The results of four samples at a time are passed through variables: a GPU keeps an array with a variable index in local memory, which costs a
    // third of the speed. Compilers inline every call and take long if the code of a cell occurs often, so it is called in only two places.
    let names: Vec<_> = (0..side / 4).map(|four| format!("made{four}")).collect();
    let declared: String = names.iter().map(|name| format!("    var {name} = vec4<f32>();\n")).collect();
    let moved: String = names.windows(2).map(|pair| format!("        {} = {};\n", pair[0], pair[1])).collect();
    let last = names.last().map_or("", String::as_str);
    let _ = write!(
        text,
        "
// Basis {index} at SIDE samples of a row, by fours, the first of which has this entry on x.
fn row_{index}(octave: u32, entry: u32, row: Row, slice: u32) -> array<vec4<f32>, FOURS> {{
{declared}    var cell = lattice[entry].x;
    var f = cell_{index}(octave, cell, row, slice);
    for (var four = 0u; four < FOURS; four += 1u) {{
        let first = entry + 4u * four;
        let at0 = lattice[first];
        let at1 = lattice[first + 1u];
        let at2 = lattice[first + 2u];
        let at3 = lattice[first + 3u];
        var v: vec4<f32>;
        if ((at0.x ^ cell) | (at1.x ^ cell) | (at2.x ^ cell) | (at3.x ^ cell)) == 0u {{
            v = vec4<f32>({});
        }} else {{
            var v0 = 0.0f;
            var v1 = 0.0f;
            var v2 = 0.0f;
            var v3 = 0.0f;
            for (var number = 0u; number < 4u; number += 1u) {{
                let at = lattice[first + number];
                if at.x != cell {{
                    cell = at.x;
                    f = cell_{index}(octave, cell, row, slice);
                }}
                let one = {};
                v0 = select(v0, one, number == 0u);
                v1 = select(v1, one, number == 1u);
                v2 = select(v2, one, number == 2u);
                v3 = select(v3, one, number == 3u);
            }}
            v = vec4<f32>(v0, v1, v2, v3);
        }}
{moved}        {last} = v;
    }}
    return array<vec4<f32>, FOURS>({});
}}
",
        pixels.join(", "),
        pixel("at"),
        names.join(", "),
    );
}
