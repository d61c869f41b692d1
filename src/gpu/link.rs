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
pub const SHADERS: &[Shader] = shaders!["strict", "lattice", "field", "perlin", "fractal", "modify"];

/// Invocations of a workgroup along x; along y and z it has one.
pub const WORKGROUP: u32 = 64;

/// The words of a permutation table in the binding `permutations`.
pub const PERMUTATION_WORDS: usize = 256;

/// The WGSL of a kernel that evaluates programs of this structure.
///
/// The text is the same for equal arguments and holds no value of the graph. Its entry point is `main`.
pub fn link(structure: &Structure, domain: DomainKind, target: TargetKind) -> String {
    let mut needed = vec!["strict", "lattice", "field"];
    needed_by(&structure.body, &mut needed);
    let mut text = String::new();
    for shader in SHADERS.iter().filter(|shader| needed.contains(&shader.name)) {
        let _ = writeln!(text, "// ---- {} ----\n", shader.name);
        append(shader.text, target, &mut text);
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
    text.push_str("\n// The value of the graph at a sample of the tile.\nfn evaluate(at: vec3<u32>) -> f32 {\n");
    let writer = Writer { structure, domain };
    writer.operations(&structure.body, None, 1, &mut text);
    let _ = writeln!(text, "    return r{};\n}}", structure.outputs[0].0);
    text
}

fn needed_by(operations: &[Operation], needed: &mut Vec<&'static str>) {
    for operation in operations {
        let shader = match operation {
            Operation::Basis { basis: Basis::Perlin(_), .. } => "perlin",
            Operation::Fractal { body, .. } => {
                needed_by(body, needed);
                "fractal"
            }
            Operation::ScaleOffset { .. } => "modify",
        };
        needed.push(shader);
    }
}

/// Appends a shader's text without the lines for the linker and the sections for other targets.
fn append(shader: &str, target: TargetKind, text: &mut String) {
    let section = match target {
        TargetKind::Buffer => "//[buffer]",
        TargetKind::Texture => "//[texture]",
    };
    let mut skipping = false;
    for line in shader.lines() {
        if line.starts_with("//[") {
            skipping = line != section && line != "//[end]";
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
    /// Appends assignments. `octave` is the WGSL of the octave that counts over all the loops around, None outside of loops.
    fn operations(&self, operations: &[Operation], octave: Option<&str>, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        for operation in operations {
            let result = operation.result().0;
            match operation {
                Operation::Basis { basis, index, axis, .. } => {
                    let Basis::Perlin(dimensions) = basis;
                    let octave = octave.unwrap_or("0u");
                    let coordinates: String = (*axis..axis + u32::from(*dimensions))
                        .map(|axis| format!(", coordinate({axis}u, {octave}, {})", self.index(axis)))
                        .collect();
                    let _ = writeln!(text, "{indent}let r{result} = settled(perlin_{dimensions}(table({index}u){coordinates}));");
                }
                Operation::Fractal { fractal: Fractal::Fbm, index, body, source, weight, scale, .. } => {
                    let k = format!("k{index}");
                    let all = match octave {
                        None => k.clone(),
                        Some(around) => format!("({around} * octaves({index}u) + {k})"),
                    };
                    let _ = writeln!(text, "{indent}var sum{result} = 0.0f;");
                    let _ = writeln!(text, "{indent}for (var {k} = 0u; {k} < octaves({index}u); {k} += 1u) {{");
                    self.operations(body, Some(&all), depth + 1, text);
                    let _ = writeln!(
                        text,
                        "{indent}    sum{result} = fbm_octave(sum{result}, octave_scalar({}u, {k}), r{});",
                        weight.0, source.0
                    );
                    let _ = writeln!(text, "{indent}}}");
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
