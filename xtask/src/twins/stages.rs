//! The stages of separable noise: implementations of the trait `Separable` (src/strict/separable.rs) by functions of the shaders.
//!
//! A corner function names its stages, `//@ stages: perlin`: functions of its file whose names begin with that word and end in their task. The
//! parameters of a stage are recognised by their names:
//!
//! | function | once per | takes, beside the values local to its stage |
//! |---|---|---|
//! | `_column` | lattice column and row | the kept values of two or four lattice points along y |
//! | `_column_slope` | | the same, for the derivative by y |
//! | `_cell` | cell and row | two or four columns |
//! | `_pixel` | sample | a cell |
//! | `_pixel_slope` | | the same, for the derivative by x |
//! | `_tilted`, optional | sample | the pixel of columns by `_column_slope`, and `dt` of y |
//!
//! Local are `y` or `x`, the distance of the sample from the lattice point below; `t`, its fade; `dt`, the fade's slope; and `interpolation`, the kind of fade.

use std::fmt::Write as _;

use wgsl_parse::syntax::GlobalDeclaration;

use super::file::first_line;
use super::list::variant;
use super::types::{Declarations, Scalar, Signature, Type};
use crate::shader::{Shader, is_mark};

/// Stages: their name, their file, and a line that requests them.
pub(super) struct Stages<'a> {
    pub(super) name: &'a str,
    shader: &'a Shader,
    line: usize,
}

/// Returns all stages that shaders request.
pub(super) fn asked_for(shaders: &[Shader]) -> Vec<Stages<'_>> {
    let mut found: Vec<Stages<'_>> = vec![];
    for shader in shaders {
        for (number, line) in shader.text.lines().enumerate().filter(|(_, line)| is_mark(line)) {
            let Some(name) = line.trim().strip_prefix("//@ stages:").map(str::trim) else { continue };
            if !found.iter().any(|stages| stages.name == name) {
                found.push(Stages { name, shader, line: number + 1 });
            }
        }
    }
    found
}

impl Stages<'_> {
    fn refuse<T>(&self, problem: impl AsRef<str>) -> Result<T, String> {
        Err(format!("{}.wgsl:{}: {}", self.shader.name, self.line, problem.as_ref()))
    }

    fn function<'d>(&self, declarations: &'d Declarations, stage: &str) -> Result<(String, &'d Signature), String> {
        let name = format!("{}_{stage}", self.name);
        match declarations.functions.get(&name).filter(|signature| signature.file == self.shader.name) {
            Some(signature) => Ok((name, signature)),
            None => self.refuse(format!("the stages `{}` have no function `{name}`", self.name)),
        }
    }

    /// Returns the Rust of numbers of a type.
    fn numbers(&self, ty: &Type) -> Result<String, String> {
        match ty {
            Type::Scalar { scalar: Scalar::F32, .. } => Ok("f32".to_owned()),
            Type::Struct(name) => Ok(format!("{}::{name}", self.shader.name)),
            _ => self.refuse("stages keep an f32, or a struct of up to four"),
        }
    }

    /// Returns the call of a stage, with local values by name and all others in order from `given`. Also returns the number of the others, and their type.
    fn call(&self, (name, signature): &(String, &Signature), at: &str, given: &str) -> Result<(String, usize, String), String> {
        let (mut arguments, mut count, mut kept) = (vec![], 0, String::new());
        for (parameter, ty) in &signature.parameters {
            arguments.push(match parameter.as_str() {
                name if name == at => "local.at".to_owned(),
                "t" | "dt" | "interpolation" => format!("local.{parameter}"),
                _ => {
                    let numbers = self.numbers(ty)?;
                    if count > 0 && numbers != kept {
                        return self.refuse(format!("`{name}` takes {kept} and {numbers}"));
                    }
                    (count, kept) = (count + 1, numbers);
                    format!("Numbers::of({given}{})", if given == "cell" { String::new() } else { format!("[{}]", count - 1) })
                }
            });
        }
        Ok((format!("{}::{name}::<F>({})", self.shader.name, arguments.join(", ")), count, kept))
    }

    fn implementation(&self, declarations: &Declarations) -> Result<String, String> {
        let functions = ["column", "column_slope", "cell", "pixel", "pixel_slope"].map(|stage| self.function(declarations, stage));
        let [column, column_slope, cell, pixel, pixel_slope] = functions;
        let (column, cell) = (column?, cell?);
        let (call_column, points, corner) = self.call(&column, "y", "corners")?;
        let (call_column_slope, slope_points, slope_corner) = self.call(&column_slope?, "y", "corners")?;
        let (call_cell, columns, of_column) = self.call(&cell, "", "columns")?;
        let (call_pixel, _, of_cell) = self.call(&pixel?, "x", "cell")?;
        let (call_pixel_slope, _, of_slope) = self.call(&pixel_slope?, "x", "cell")?;
        let kept = [self.numbers(&column.1.result)?, self.numbers(&cell.1.result)?];
        if ![2, 4].contains(&points) || [slope_points, columns] != [points; 2] || slope_corner != corner {
            return self.refuse(format!("the columns and cells of `{}` are not all of two or of four", self.name));
        }
        if [&of_column, &of_cell, &of_slope] != [&kept[0], &kept[1], &kept[1]] {
            return self.refuse(format!("the stages of `{}` don't take what those before leave", self.name));
        }
        let name = variant(self.name);
        let mut text =
            format!("\npub(crate) struct {name}Stages;\n\nimpl Separable for {name}Stages {{\n    const POINTS: usize = {points};\n");
        for (count, ty) in [("CORNER", &corner), ("COLUMN", &kept[0]), ("CELL", &kept[1])] {
            let ty = if ty == "f32" { ty.clone() } else { format!("{ty}<f32>") };
            let _ = writeln!(text, "    const {count}: usize = <{ty} as Numbers<f32>>::COUNT;");
        }
        for (stage, parameters, call) in [
            ("column", "local: Local<F>, corners: [[F; 4]; 4]", call_column),
            ("column_slope", "local: Local<F>, corners: [[F; 4]; 4]", call_column_slope),
            ("cell", "columns: [[F; 4]; 4]", call_cell),
        ] {
            let unused = if call.contains("local.") || stage == "cell" { parameters.to_owned() } else { format!("_{parameters}") };
            let _ =
                write!(text, "\n    #[inline(always)]\n    fn {stage}<F: Real>({unused}) -> [F; 4] {{\n        {call}.numbers()\n    }}\n");
        }
        for (stage, call) in [("pixel", call_pixel), ("pixel_slope", call_pixel_slope)] {
            let _ = write!(
                text,
                "\n    #[inline(always)]\n    fn {stage}<F: Real>(cell: [F; 4], local: Local<F>) -> F {{\n        {call}\n    }}\n"
            );
        }
        if let Ok((tilted, signature)) = self.function(declarations, "tilted") {
            if signature.parameters.len() != 2 || signature.parameters[1].0 != "dt" {
                return self.refuse(format!("`{tilted}` takes a pixel and `dt`"));
            }
            let call = format!("{}::{tilted}(pixel, dt)", self.shader.name);
            let _ = write!(text, "\n    #[inline(always)]\n    fn tilted<F: Real>(pixel: F, dt: F) -> F {{\n        {call}\n    }}\n");
        }
        Ok(text + "}\n")
    }
}

/// Translates all stages; `None` if no shader requests any.
pub(super) fn translated(shaders: &[Shader], declarations: &Declarations, own: &str) -> Result<Option<String>, String> {
    let all = asked_for(shaders);
    if all.is_empty() {
        return Ok(None);
    }
    let mut files: Vec<&str> = all.iter().map(|stages| stages.shader.name.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    let variants: Vec<String> = all.iter().map(|stages| variant(stages.name)).collect();
    let mut text = first_line("the shaders");
    let _ = write!(
        text,
        "//\n// The stages of separable noise.\n\nuse {own}::real::Real;\nuse {own}::separable::{{Local, Numbers, Separable}};\nuse super::{{{}}};\n\n\
         /// The stages of a kind of noise.\n#[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub(crate) enum Stages {{\n    {},\n}}\n\n\
         impl Stages {{\n    /// Returns the number of lattice points along an axis that each stage takes.\n    pub(crate) const fn points(self) -> usize {{\n        match self {{\n{}        }}\n    }}\n\n    \
         /// Returns the prefix of the names of the functions in shaders.\n    #[cfg(feature = \"gpu\")]\n    pub(crate) const fn name(self) -> &'static str {{\n        match self {{\n{}        }}\n    }}\n\n    \
         /// Returns the type in shaders of the form of a cell.\n    #[cfg(feature = \"gpu\")]\n    pub(crate) const fn cell(self) -> &'static str {{\n        match self {{\n{}        }}\n    }}\n}}\n\n\
         /// Evaluates an expression for the type that has some stages.\nmacro_rules! with_stages {{\n    ($stages:expr, $type:ident => $expression:expr) => {{\n        match $stages {{\n{}        }}\n    }};\n}}\npub(crate) use with_stages;\n",
        files.join(", "),
        variants.join(",\n    "),
        variants.iter().map(|name| format!("            Self::{name} => {name}Stages::POINTS,\n")).collect::<String>(),
        all.iter().map(|stages| format!("            Self::{} => \"{}\",\n", variant(stages.name), stages.name)).collect::<String>(),
        all.iter()
            .map(|stages| {
                let signature = declarations.functions.get(&format!("{}_cell", stages.name));
                let cell = match signature.map(|signature| &signature.result) {
                    Some(Type::Struct(name)) => name.as_str(),
                    _ => "f32",
                };
                format!("            Self::{} => \"{cell}\",\n", variant(stages.name))
            })
            .collect::<String>(),
        variants
            .iter()
            .map(|name| format!("            Stages::{name} => {{\n                type $type = {name}Stages;\n                $expression\n            }}\n"))
            .collect::<String>(),
    );
    // The types that stages keep, each once.
    let mut kept: Vec<(String, String)> = vec![];
    for stages in &all {
        for declaration in &stages.shader.syntax.global_declarations {
            let GlobalDeclaration::Struct(structure) = declaration.node() else { continue };
            let name = structure.ident.name().clone();
            let fields = &declarations.structs[&name].fields;
            let is_kept = (1..=4).contains(&fields.len())
                && fields.iter().all(|(_, ty)| matches!(ty, Type::Scalar { scalar: Scalar::F32, .. }))
                && ["column", "cell", "pixel"].iter().any(|stage| {
                    let function = declarations.functions.get(&format!("{}_{stage}", stages.name));
                    let is_it = |ty: &Type| matches!(ty, Type::Struct(other) if *other == name);
                    function.is_some_and(|function| is_it(&function.result) || function.parameters.iter().any(|(_, ty)| is_it(ty)))
                });
            let path = format!("{}::{name}", stages.shader.name);
            if is_kept && !kept.iter().any(|(other, _)| *other == path) {
                let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
                let zeros = vec![format!("self.{}.real(0.0)", names[0]); 4 - names.len()];
                let all: Vec<String> = names.iter().map(|name| format!("self.{name}")).chain(zeros).collect();
                let taken: Vec<String> = names.iter().enumerate().map(|(number, name)| format!("{name}: numbers[{number}]")).collect();
                let count = names.len();
                kept.push((
                    path.clone(),
                    format!(
                        "\nimpl<F: Real> Numbers<F> for {path}<F> {{\n    const COUNT: usize = {count};\n\n    #[inline(always)]\n    fn numbers(self) -> [F; 4] {{\n        [{}]\n    }}\n\n    \
                         #[inline(always)]\n    fn of(numbers: [F; 4]) -> Self {{\n        Self {{ {} }}\n    }}\n}}\n",
                        all.join(", "),
                        taken.join(", "),
                    ),
                ));
            }
        }
        text += &stages.implementation(declarations)?;
    }
    kept.iter().for_each(|(_, implementation)| text += implementation);
    Ok(Some(text))
}
