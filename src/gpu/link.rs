//! The linker: from a program's structure to the text of one WGSL kernel.

use std::fmt::Write as _;

use super::kernel::TargetKind;
use crate::program::{Basis, Fractal, Operation, Structure};
use crate::region::DomainKind;

/// A file of `shaders/`.
#[derive(Debug, Clone, Copy)]
pub struct Shader {
    /// The name without its ending.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

macro_rules! shaders {
    ($($name:literal),*) => {
        &[$(Shader { name: $name, text: include_str!(concat!("../../shaders/", $name, ".wgsl")) }),*]
    };
}

/// Every shader file, each after those it needs. Only `field` has bindings; the others are pure functions.
pub const SHADERS: &[Shader] = shaders![
    "strict",
    "lattice",
    "arithmetic",
    "hash",
    "field",
    "perlin",
    "value",
    "simplex",
    "cellular",
    "white",
    "checker",
    "fractal",
    "modify"
];

/// Invocations of a workgroup along x; along y and z it has one.
pub const WORKGROUP: u32 = 64;

/// The words of a permutation table in the binding `permutations`.
pub const PERMUTATION_WORDS: usize = 256;

/// How a kernel evaluates the bases of a grid. The samples don't depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// Each sample by itself.
    Straight,
    /// Where cells are wide enough, hashes once a lattice cell and linear forms once a cell and row, in the passes `corners` and `cells` before `main`.
    Rows,
}

impl Form {
    /// The entry points of a kernel, in the order in which they run.
    pub fn entry_points(self) -> &'static [&'static str] {
        match self {
            Self::Straight => &["main"],
            Self::Rows => &["corners", "cells", "main"],
        }
    }

    /// The form for a structure: rows where it has bases that take them and the domain is a grid.
    pub fn of(structure: &Structure, domain: DomainKind) -> Self {
        let takes_rows = domain == DomainKind::Grid && structure.body.iter().any(Operation::has_rows);
        if takes_rows { Self::Rows } else { Self::Straight }
    }
}

/// The WGSL of a kernel that evaluates programs of this structure.
///
/// The text is the same for equal arguments and holds no value of the graph. Its entry point is `main`; with [`Form::Rows`] also `corners` and
/// `cells`, which run before it.
pub fn link(structure: &Structure, domain: DomainKind, target: TargetKind, form: Form) -> String {
    let mut needed = vec!["strict", "lattice", "arithmetic", "hash", "field"];
    needed_by(&structure.body, &mut needed);
    let sections = [
        match target {
            TargetKind::Buffer => "//[buffer]",
            TargetKind::Texture => "//[texture]",
        },
        match form {
            Form::Rows => "//[rows]",
            Form::Straight => "//[end]",
        },
    ];
    let mut text = String::new();
    for shader in SHADERS.iter().filter(|shader| needed.contains(&shader.name)) {
        let _ = writeln!(text, "// ---- {} ----\n", shader.name);
        append(shader.text, sections, &mut text);
        text.push('\n');
    }
    text.push_str("// ---- the graph ----\n\n");
    for (name, count) in [
        ("LOOPS", structure.loops),
        ("BASES", structure.bases),
        ("AXES", structure.axes.len() as u32),
        ("SCALARS", structure.scalars),
        ("OCTAVE_SCALARS", structure.octave_scalars),
    ] {
        let _ = writeln!(text, "const {name}: u32 = {count}u;");
    }
    let writer = Writer { structure, domain };
    let bases = structure.bases();
    if form == Form::Rows {
        writer.corner(&bases, &mut text);
    }
    for (index, (basis, axis)) in bases.iter().enumerate() {
        writer.basis(index, *basis, *axis, &mut text);
    }
    text.push_str("\n// The value of the graph at a sample of the tile.\nfn evaluate(at: vec3<u32>) -> f32 {\n");
    writer.operations(&structure.body, None, form == Form::Rows, 1, &mut text);
    let _ = writeln!(text, "    return r{};\n}}", structure.outputs[0].0);
    text
}

fn needed_by(operations: &[Operation], needed: &mut Vec<&'static str>) {
    for operation in operations {
        let shader = match operation {
            Operation::Basis { basis: Basis::Perlin { .. }, .. } => "perlin",
            Operation::Fractal { body, .. } => {
                needed_by(body, needed);
                "fractal"
            }
            Operation::ScaleOffset { .. } => "modify",
        };
        needed.push(shader);
    }
}

/// Appends a shader's text without the lines for the linker and the sections that are not wanted.
fn append(shader: &str, sections: [&str; 2], text: &mut String) {
    let mut skipping = false;
    for line in shader.lines() {
        if line.starts_with("//[") {
            skipping = line != "//[end]" && !sections.contains(&line);
        } else if !skipping && !line.starts_with("// needs:") && !line.starts_with("// calls:") {
            text.push_str(line);
            text.push('\n');
        }
    }
}

struct Writer<'a> {
    structure: &'a Structure,
    domain: DomainKind,
}

impl Writer<'_> {
    /// Appends the function that makes a corner of any basis that takes rows.
    fn corner(&self, bases: &[(Basis, u32)], text: &mut String) {
        text.push_str("\n// What a basis takes of the lattice corner x, y in an octave and a slice.\n");
        text.push_str("fn corner(basis: u32, octave: u32, x: u32, y: u32, slice: u32) -> PerlinCorner {\n");
        let corners: Vec<_> = bases.iter().enumerate().filter(|(_, (basis, _))| basis.has_rows()).collect();
        for (number, (index, (Basis::Perlin { dimensions, hash, gradients, interpolation }, axis))) in corners.iter().enumerate() {
            let others: String = (*axis + 2..*axis + u32::from(*dimensions))
                .map(|axis| {
                    format!(", coordinate({axis}u, octave, {})", if self.structure.axes[axis as usize] == 2 { "slice" } else { "0u" })
                })
                .collect();
            let options = if *dimensions == 2 { *gradients as u32 } else { *interpolation as u32 };
            let made = format!("return perlin_corner_{dimensions}({options}u, hash_of({index}u, {}u), x, y{others});", *hash as u32);
            let _ = if number + 1 == corners.len() {
                writeln!(text, "    {made}")
            } else {
                writeln!(text, "    if basis == {index}u {{\n        {made}\n    }}")
            };
        }
        text.push_str("}\n");
    }

    /// Appends the function that is a basis at a sample, evaluated by itself.
    fn basis(&self, index: usize, basis: Basis, axis: u32, text: &mut String) {
        let Basis::Perlin { dimensions, hash, gradients, interpolation } = basis;
        let gradients = if dimensions == 2 { format!("{}u, ", gradients as u32) } else { String::new() };
        let coordinates: String =
            (axis..axis + u32::from(dimensions)).map(|axis| format!(", coordinate({axis}u, octave, {})", self.index(axis))).collect();
        let _ = writeln!(text, "\nfn basis_{index}(octave: u32, at: vec3<u32>) -> f32 {{");
        let _ = writeln!(
            text,
            "    return settled(perlin_{dimensions}({gradients}{}u, hash_of({index}u, {}u){coordinates}));\n}}",
            interpolation as u32, hash as u32
        );
    }

    /// Appends assignments. `octave` is the WGSL of the octave that counts over all the loops around, None outside of loops; `rows` says whether bases
    /// that take rows are read from theirs.
    fn operations(&self, operations: &[Operation], octave: Option<&str>, rows: bool, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        for operation in operations {
            let result = operation.result().0;
            match operation {
                Operation::Basis { basis, index, .. } => {
                    let octave = octave.unwrap_or("0u");
                    let value = if rows && basis.has_rows() {
                        format!("settled(swept(job_of_basis({index}u, {octave}), at))")
                    } else {
                        format!("basis_{index}({octave}, at)")
                    };
                    let _ = writeln!(text, "{indent}let r{result} = {value};");
                }
                Operation::Fractal { fractal: Fractal::Fbm, index, body, source, weight, scale, .. } => {
                    let k = format!("k{index}");
                    let all = match octave {
                        None => k.clone(),
                        Some(around) => format!("({around} * octaves({index}u) + {k})"),
                    };
                    let _ = writeln!(text, "{indent}var sum{result} = 0.0f;");
                    let _ = writeln!(text, "{indent}var {k} = 0u;");
                    // Octaves come from the coarsest on, so those in rows come first. Fractals in fractals are evaluated sample by sample.
                    let mut loops = vec![(false, format!("octaves({index}u)"))];
                    if rows && operation.has_rows() {
                        loops.insert(0, (true, format!("octaves_in_rows({index}u)")));
                    }
                    for (rows, end) in loops {
                        let _ = writeln!(text, "{indent}for (; {k} < {end}; {k} += 1u) {{");
                        self.operations(body, Some(&all), rows, depth + 1, text);
                        let add = format!("fbm_octave(sum{result}, octave_scalar({}u, {k}), r{})", weight.0, source.0);
                        let _ = writeln!(text, "{indent}    sum{result} = {add};\n{indent}}}");
                    }
                    let _ = writeln!(text, "{indent}let r{result} = fbm_total(sum{result}, scalar({}u));", scale.0);
                }
                Operation::ScaleOffset { source, scale, offset, .. } => {
                    let _ =
                        writeln!(text, "{indent}let r{result} = scale_offset(r{}, scalar({}u), scalar({}u));", source.0, scale.0, offset.0);
                }
            }
        }
    }

    /// The WGSL of a sample's index along the domain axis of a lattice axis.
    fn index(&self, axis: u32) -> &'static str {
        match (self.domain, self.structure.axes[axis as usize]) {
            (DomainKind::Points, _) | (DomainKind::Grid, 0) => "at.x",
            (DomainKind::Grid, 1) => "at.y",
            (DomainKind::Grid, 2) => "at.z",
            (DomainKind::Grid, _) => "0u",
        }
    }
}
