//! Modules in WGSL.

use std::fmt::Write as _;

use super::places::Places;
use crate::coordinates::AXES;
use crate::error::{Error, Result};
use crate::gpu::{TermText, Written, linked_module, statements};
use crate::program::Program;

const MODULE: &str = include_str!("../../shaders/export/module.wgsl");

pub(super) fn module(program: &Program, name: &str, is_strict: bool) -> Result<String> {
    let (structure, values) = (program.structure(), program.values());
    let places = Places::of(program)?;
    let sample = match program.channels() {
        1 => "f32".to_owned(),
        channels @ 2..=4 => format!("vec{channels}<f32>"),
        channels => {
            return Err(Error::limit(
                "outputs",
                format!("the graph has {channels} channels, and a module has at most 4; export fewer at a time"),
            ));
        }
    };
    let dimensions = super::dimensions(program);
    let mut text = String::new();
    constants(program, &places, &mut text);

    let terms = places.firsts.iter().zip(&places.periods).enumerate().map(|(number, (first, periods))| {
        let words = places.words;
        let follows = places.follows[number];
        let is_one = periods.iter().all(|period| *period == periods[0]);
        let term: TermText<'_> = Box::new(move |octave, axis| {
            let first = if octave == "0u" { format!("{first}u") } else { format!("{first}u + {octave} * {words}u") };
            let period = if is_one { format!("{}u", periods[0]) } else { format!("PERIODS_{number}[{octave}]") };
            // What is the same everywhere is so along any axis.
            format!("placed({first}, {}, {period})", if follows { axis } else { AXES[0] })
        });
        term
    });
    let (body, outputs) = statements(structure, &Written { values, terms: terms.collect() });
    let axes = &AXES[..dimensions];
    let listed = |item: &dyn Fn(usize) -> String| (0..dimensions).map(item).collect::<Vec<_>>().join(", ");
    let outputs = if outputs.len() == 1 { outputs.join("") } else { format!("{sample}({})", outputs.join(", ")) };
    let (zero, set) = if is_strict { (", unknown_zero: u32", "    zero = unknown_zero;\n") } else { ("", "") };
    let parameters = listed(&|axis| format!("{}: vec2<u32>", axes[axis]));
    let _ = writeln!(
        text,
        "\n// At a position in steps of 2^-32 units.\nfn evaluate({parameters}) -> {sample} {{\n{body}    return {outputs};\n}}\n"
    );
    let told = "a position in units";
    let exact = if is_strict { ". `unknown_zero` is 0, which the compiler must not know, for every bit to be lacuna's" } else { "" };
    let _ = writeln!(text, "// The value at {told}: whole ones, and 2^-32 units above them{exact}.");
    let steps = listed(&|axis| format!("steps_of(unit[{axis}], fraction[{axis}])"));
    let _ = writeln!(
        text,
        "fn value_at_steps(unit: vec{dimensions}<i32>, fraction: vec{dimensions}<u32>{zero}) -> {sample} {{\n{set}    return evaluate({steps});\n}}\n"
    );
    let steps = listed(&|axis| format!("steps_of_float(p[{axis}])"));
    let _ = writeln!(
        text,
        "// The value at {told}.\nfn value_at_float(p: vec{dimensions}<f32>{zero}) -> {sample} {{\n{set}    return evaluate({steps});\n}}"
    );
    let functions = [("value_at_float", name.to_owned()), ("value_at_steps", format!("{name}_at"))];
    let sections = if is_strict { &[][..] } else { &["//[close]"] };
    Ok(linked_module(MODULE, sections, &text, &functions, structure))
}

/// Appends the numbers of a program that its text does not hold where they are needed.
fn constants(program: &Program, places: &Places, text: &mut String) {
    let values = program.values();
    let _ = writeln!(text, "const WORDS: u32 = {}u;", places.words);
    // Variables, since compilers copy a constant array wherever it is indexed.
    let mut list = |name: &str, ty: &str, items: Vec<String>| {
        let lines: Vec<String> = items.chunks(6).map(|items| items.join(", ")).collect();
        let ty = format!("array<{ty}, {}>", items.len());
        let _ = writeln!(text, "var<private> {name}: {ty} = {ty}(\n    {}\n);", lines.join(",\n    "));
    };
    if !places.list.is_empty() {
        let pairs = places.list.iter().map(|[factor, summand]| format!("vec2<u32>({factor}u, {summand}u)"));
        list("PLACES", "vec2<u32>", pairs.collect());
    }
    for (number, periods) in places.periods.iter().enumerate() {
        list(&format!("PERIODS_{number}"), "u32", periods.iter().map(|period| format!("{period}u")).collect());
    }
    for (number, scalars) in values.octave_scalars.iter().enumerate() {
        list(&format!("OCTAVES_{number}"), "f32", scalars.iter().map(|scalar| format!("{scalar:?}f")).collect());
    }
    if !values.tables.is_empty() {
        let words = values.tables.iter().flat_map(|table| table.0.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)));
        list("TABLES", "u32", words.map(|word| format!("{word}u")).collect());
    }
}
