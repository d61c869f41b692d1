//! The part of a kernel that the linker generates: the graph's value, in terms of the shaders' functions.

use std::fmt::Write as _;

use super::alike;
use super::layout::{KernelForm, TargetKind};
use super::plan::KernelPlan;
use crate::coordinates::AXES;
use crate::permutation::HashKind;
use crate::program::{Basis, LatticeAxis, Operand, Operation, Register, Scalar, Structure, Values};
use crate::region::DomainKind;
use crate::value::stages::Stages;

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
    let writer = Writer { structure, domain, side, form, numbers: Numbers::Bound, reads: structure.reads() };
    let sample = sample_type(channels);
    let alone = Writer { side: 1, form: KernelForm::PerSample, reads: writer.reads.clone(), ..writer };
    let outputs = sample_of(&structure.outputs.iter().map(|output| writer.numbers.operand(*output, None, "")).collect::<Vec<_>>());
    let what = if channels == 1 { "value" } else { "channels" };
    if writer.is_in_columns() {
        writer.columns(phases.along(structure), &mut text);
        let _ = writeln!(text, "\n// Stores the {what} of the graph for a lane's samples, given the workgroup's first sample.");
        text.push_str("fn evaluate_columns(first: vec3<u32>, at: vec3<u32>, lane: u32) {\n");
        writer.operations(phases.along(structure), None, 1, &mut text);
        let registers = |ending: &str| phases.kept.iter().map(|register| format!(", r{}{ending}", register.0)).collect::<String>();
        let endings = writer.endings();
        if phases.is_short_after() {
            for (number, ending) in endings.iter().enumerate() {
                let _ = writeln!(text, "    finish(below(at, {number}u){});", registers(ending));
            }
        } else {
            text.push_str("    for (var number = 0u; number < SIDE; number += 1u) {\n");
            phases.kept.iter().for_each(|register| text.push_str(&writer.one_of(*register, 2)));
            let _ = writeln!(text, "        finish(below(at, number){});\n    }}", registers(""));
        }
        let parameters: String = phases.kept.iter().map(|register| format!(", r{}: f32", register.0)).collect();
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
            for (slot, register) in phases.kept.iter().enumerate().filter(|(_, register)| results.contains(register)) {
                for (number, ending) in writer.endings().iter().enumerate() {
                    let _ = writeln!(text, "    samples[to + {}u] = r{}{ending};", number * kept + slot, register.0);
                }
            }
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

/// The source of a program's numbers in a text.
#[derive(Clone, Copy)]
pub(crate) enum Numbers<'a> {
    /// The bindings of a kernel.
    Bound,
    /// The text itself, as constants.
    Written(&'a Written<'a>),
}

/// Returns the WGSL of a coordinate, given the WGSL of the octave and the name of the domain's axis.
pub(crate) type TermText<'a> = Box<dyn Fn(&str, &str) -> String + 'a>;

/// The numbers that a text holds as constants, and the source of its lattice coordinates.
pub(crate) struct Written<'a> {
    pub(crate) values: &'a Values,
    /// For each octave scalar and each table, its number in the text.
    pub(crate) octave_scalars: Vec<u32>,
    pub(crate) tables: Vec<u32>,
    /// The text of each term.
    pub(crate) terms: Vec<TermText<'a>>,
}

impl Numbers<'_> {
    /// Returns the WGSL of an operand. `octave` counts over all enclosing loops; `ending` is the suffix of the sample's names.
    pub(super) fn operand(self, operand: Operand, octave: Option<&str>, ending: &str) -> String {
        let octave = octave.unwrap_or("0u");
        match (operand, self) {
            (Operand::Register(register), _) => format!("r{}{ending}", register.0),
            (Operand::Scalar(scalar), Self::Bound) => format!("scalar({}u)", scalar.0),
            (Operand::Scalar(scalar), Self::Written(Written { values, .. })) => format!("{:?}f", values.scalar(scalar)),
            (Operand::Octave(scalar), Self::Bound) => format!("octave_scalar({}u, {octave})", scalar.0),
            (Operand::Octave(scalar), Self::Written(Written { octave_scalars, .. })) => {
                format!("OCTAVES_{}[{octave}]", octave_scalars[scalar.0 as usize])
            }
        }
    }

    /// Returns the WGSL of the hash of a basis, by its number in the program: Perlin noise takes its kind, too, and others the key of the lattice hash.
    pub(super) fn hash_of(self, basis: Basis, index: u32) -> String {
        let kind = basis.hash as u32;
        match self {
            Self::Bound if basis.function.takes_table() => format!("hash_of({index}u, {kind}u)"),
            Self::Bound => format!("key_of({index}u)"),
            Self::Written(Written { values, tables, .. }) => {
                let [low, high] = values.keys[index as usize];
                let low = if basis.hash == HashKind::Table { tables[low as usize] } else { low };
                let key = format!("vec2<u32>({low}u, {high}u)");
                if basis.function.takes_table() { format!("Hash({kind}u, {low}u, {key})") } else { key }
            }
        }
    }

    /// Returns the WGSL of the octave count of a loop, by its number in the program.
    fn octaves(self, index: u32) -> String {
        match self {
            Self::Bound => format!("octaves({index}u)"),
            Self::Written(Written { values, .. }) => format!("{}u", values.octaves[index as usize]),
        }
    }

    /// Returns the WGSL of a lattice coordinate before it is warped, given the function that reads its terms and the index along each axis of the
    /// domain.
    fn sum_of_terms(self, axis: &LatticeAxis, read: &str, octave: &str, index: impl Fn(u8) -> &'static str) -> String {
        let term = |(&axis, number): (&u8, u32)| match self {
            Self::Bound => format!("{read}({number}u, {octave}, {})", index(axis)),
            Self::Written(Written { terms, .. }) => terms[number as usize](octave, index(axis)),
        };
        let mut terms = axis.terms.iter().zip(axis.first..).map(term);
        let first = terms.next().expect("an axis has terms");
        terms.fold(first, |sum, term| format!("added({sum}, {term})"))
    }
}

/// Returns statements that evaluate a program whose numbers are constants of the text, and the WGSL of the sample. The coordinates have the names of
/// the domain's axes.
pub(crate) fn statements(structure: &Structure, numbers: &Written<'_>) -> (String, String) {
    let numbers = Numbers::Written(numbers);
    let form = KernelForm::PerSample;
    let writer = Writer { structure, domain: DomainKind::Points, side: 1, form, numbers, reads: structure.reads() };
    let mut text = String::new();
    writer.operations(&structure.body, None, 1, &mut text);
    let canonical = |output: &Operand| {
        let value = numbers.operand(*output, None, "");
        if is_canonical(structure, *output) { value } else { format!("canonical({value})") }
    };
    (text, sample_of(&structure.outputs.iter().map(canonical).collect::<Vec<_>>()))
}

/// What the shaders call that blends the corners of cells of some stages in rows and columns.
#[derive(Clone, Copy)]
pub(super) struct Blend {
    /// The prefix of the functions' names.
    pub(super) stage: &'static str,
    /// The type of the form over x that a cell leaves in a row.
    cell: &'static str,
    /// The last arguments of the function that blends two corners along y.
    column: &'static str,
    /// The components of an entry of `lattice` that the function of a sample takes.
    pixel: &'static [&'static str],
    /// The form of a corner over x and y, as a workgroup stores it.
    pub(super) form: &'static str,
}

impl Blend {
    pub(super) fn of(stages: Stages) -> Self {
        match stages {
            Stages::Perlin => Self {
                stage: "perlin",
                cell: "PerlinCell",
                column: ", row.y",
                pixel: &["z", "w"],
                form: "vec4<f32>(corner.c, corner.gx, corner.gy, 0.0f)",
            },
            Stages::Value => {
                Self { stage: "value", cell: "ValueCell", column: "", pixel: &["w"], form: "vec4<f32>(corner, 0.0f, 0.0f, 0.0f)" }
            }
            Stages::ValueCubic => unreachable!("cells of four points along an axis have neither rows nor columns"),
        }
    }
}

pub(super) struct Writer<'a> {
    pub(super) structure: &'a Structure,
    domain: DomainKind,
    /// The number of samples that are evaluated at once.
    pub(super) side: u32,
    form: KernelForm,
    pub(super) numbers: Numbers<'a>,
    /// The number of reads of each register.
    reads: Vec<u32>,
}

impl Writer<'_> {
    /// Returns the suffixes of the names that each sample has for itself.
    fn endings(&self) -> Vec<String> {
        if self.side == 1 { vec![String::new()] } else { (0..self.side).map(|number| format!("_{number}")).collect() }
    }

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
            let blend @ Blend { stage, cell: ty, column: at, .. } = Blend::of(corner.stages);
            let column = |x: &str| format!("{stage}_column(row.t, {}, {}{at})", made(x, "y"), made(x, "y1"));
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
            row(blend, index, self.side, text);
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
            let by = match by {
                Operand::Register(register) if self.is_in_rows() => {
                    let values: Vec<_> = self.endings().iter().map(|ending| format!("r{}{ending}", register.0)).collect();
                    format!("one_of(number, {})", values.join(", "))
                }
                _ => self.numbers.operand(*by, octave, ""),
            };
            format!("moved({at}, rounded({by} * {}))", self.numbers.operand(Operand::Octave(*scale), octave, ""))
        })
    }

    /// Appends the assignment of `components` of a basis' value to registers, for one sample after another.
    fn each(&self, value: &str, registers: &[Register], components: &[&str], depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        let all = format!("v{}", registers[0].0);
        let is_read = |(register, _): &(&Register, &&str)| self.reads[register.0 as usize] > 0;
        let (registers, components): (Vec<Register>, Vec<&str>) =
            registers.iter().zip(components).filter(is_read).map(|(register, component)| (*register, *component)).unzip();
        let made = registers.iter().zip(components).map(|(register, component)| (register.0, format!("canonical({all}{component})")));
        if !self.is_in_rows() {
            let _ = writeln!(text, "{indent}let {all} = {value};");
            for (register, made) in made {
                let _ = writeln!(text, "{indent}let r{register} = {made};");
            }
            return;
        }
        let endings = self.endings();
        for (register, ending) in registers.iter().flat_map(|register| endings.iter().map(move |ending| (register.0, ending))) {
            let _ = writeln!(text, "{indent}var r{register}{ending} = 0.0f;");
        }
        let _ = writeln!(
            text,
            "{indent}for (var number = 0u; number < SIDE; number += 1u) {{\n{indent}    let here = vec3<u32>(at.x + number, at.y, at.z);"
        );
        let _ = writeln!(text, "{indent}    let {all} = {value};");
        for (register, made) in made {
            let _ = writeln!(text, "{indent}    let s{register} = {made};");
            for (number, ending) in endings.iter().enumerate() {
                let _ = writeln!(text, "{indent}    r{register}{ending} = select(r{register}{ending}, s{register}, number == {number}u);");
            }
        }
        let _ = writeln!(text, "{indent}}}");
    }

    /// Appends assignments outside of loops.
    fn whole(&self, operations: &[&Operation], is_once: bool, text: &mut String) {
        if !is_once {
            return self.operations(operations.iter().copied(), None, 1, text);
        }
        let text_of = |operation| {
            let mut text = String::new();
            self.operations([operation], None, 1, &mut text);
            text
        };
        alike::write(self.structure, operations, &text_of, text);
    }

    /// Appends assignments. `octave` is the WGSL of the octave, which counts over all enclosing loops; None outside of loops.
    fn operations<'o>(&self, operations: impl IntoIterator<Item = &'o Operation>, octave: Option<&str>, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        let endings = self.endings();
        for operation in operations {
            match operation {
                Operation::Basis { index, axis, result, .. }
                    if self.is_in_columns() || self.is_in_rows() && self.structure.is_in_rows(operation) =>
                {
                    let (octave, r) = (octave.unwrap_or("0u"), result.0);
                    let made = if self.is_in_columns() {
                        self.column_call(operation, octave)
                    } else {
                        let [x, y] = [0, 1].map(|number| self.structure.axes[*axis as usize + number].first);
                        format!("row_{index}({octave}, entries_of({x}u, {octave}).x + at.x, row_of({y}u, {octave}, at.y), at.z)")
                    };
                    let _ = writeln!(text, "{indent}let v{r} = {made};");
                    for (number, ending) in endings.iter().enumerate() {
                        let _ = writeln!(
                            text,
                            "{indent}let r{r}{ending} = canonical(v{r}[{}].{});",
                            number / 4,
                            ["x", "y", "z", "w"][number % 4]
                        );
                    }
                }
                Operation::Derivatives { results, .. } if self.is_in_columns() => {
                    let v = results[0].0;
                    let _ = writeln!(text, "{indent}let v{v} = {};", self.column_call(operation, octave.unwrap_or("0u")));
                    for (result, component) in
                        results.iter().zip(["x", "y", "z", "w"]).filter(|(result, _)| self.reads[result.0 as usize] > 0)
                    {
                        for (number, ending) in endings.iter().enumerate() {
                            let _ = writeln!(text, "{indent}let r{}{ending} = canonical(v{v}[{number}].{component});", result.0);
                        }
                    }
                }
                Operation::Basis { basis, index, axis, scalars, result } => {
                    let value = self.basis(*basis, *index, *axis, scalars, octave, "");
                    self.each(&value, &[*result], &[""], depth, text);
                }
                Operation::Derivatives { basis, index, axis, scalars, results } => {
                    let value = self.basis(*basis, *index, *axis, scalars, octave, "_slope");
                    self.each(&value, results, &[".x", ".y", ".z", ".w"], depth, text);
                }
                Operation::Call { function, arguments, result } => {
                    for ending in &endings {
                        let arguments: Vec<_> = arguments.iter().map(|argument| self.numbers.operand(*argument, octave, ending)).collect();
                        let _ = writeln!(text, "{indent}let r{}{ending} = {}({});", result.0, function.name(), arguments.join(", "));
                    }
                }
                Operation::Loop { index, body, carried } => {
                    let (k, count) = (format!("k{index}"), self.numbers.octaves(*index));
                    let all = match octave {
                        None => k.clone(),
                        Some(around) => format!("({around} * {count} + {k})"),
                    };
                    let each = || carried.iter().flat_map(|carried| endings.iter().map(move |ending| (carried, ending)));
                    for (carried, ending) in each() {
                        let _ = writeln!(
                            text,
                            "{indent}var r{}{ending} = {};",
                            carried.register.0,
                            self.numbers.operand(carried.first, octave, ending)
                        );
                    }
                    let _ = writeln!(text, "{indent}for (var {k} = 0u; {k} < {count}; {k} += 1u) {{");
                    self.operations(body, Some(&all), depth + 1, text);
                    for (carried, ending) in each() {
                        let _ = writeln!(
                            text,
                            "{indent}    r{}{ending} = {};",
                            carried.register.0,
                            self.numbers.operand(carried.next, Some(&all), ending)
                        );
                    }
                    let _ = writeln!(text, "{indent}}}");
                }
            }
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

/// Appends the function that evaluates a basis, by its number, at samples of a row.
fn row(Blend { stage, pixel, .. }: Blend, index: u32, side: u32, text: &mut String) {
    let pixel = |at: &str| {
        let inputs: String = pixel.iter().map(|component| format!(", bitcast<f32>({at}.{component})")).collect();
        format!("{stage}_pixel(f{inputs})")
    };
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
