//! The lists of the shaders' functions for programs, as macros that the library calls: operations and bases.

use std::fmt::Write as _;

use wgsl_parse::syntax::{DeclarationKind, Function, GlobalDeclaration};

use super::file::first_line;
use crate::shader::{Shader, is_mark};

/// The marks at the head of a file, above statements and above structs, which other modules handle.
const OTHER_MARKS: [&str; 11] =
    ["kernel", "graph", "packs", "needs", "calls", "by hand", "lanes", "rust", "outlined", "host-shareable", "any"];

/// The marks directly above a function that these lists read.
const MARKS: [&str; 5] = ["operation", "basis", "known", "stages", "gradients"];

/// The head of the list, which explains its rows.
const HEAD: &str = "\
//
// The functions that programs call. Each macro passes its rows to another macro, whose name is its argument.
//
// Variants are the functions' names in CamelCase, an operation's without `_of` at the end; the next two words of a row are the shader's file and the function.
// Names of constants are resolved where the rows are used, with the modules of the shaders in scope.
//
// operations!: $($variant:ident $file:ident $name:ident($($parameter:ident)*),)*
//
// bases!, where lists may be empty:
//     $(
//         $variant:ident $file:ident $name:ident
//         options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
//         slope($($slope:ident)?)
//         corner($(
//             $corner:ident $stages:ident
//             options($($corner_option:ident)*) coordinates($($corner_coordinate:ident)+) gradients($($gradients:ident)?)
//             slope($($corner_slope:ident)?)
//         )?),
//     )*
// The parameters are in order; `hash` is `hash`, the hash of Perlin noise, or `key`, the key of the lattice hash. The slope has the same ones; a corner has the named options, then the hash and the coordinates. Its stages are those of
// stages.rs. `gradients` is the function of (set, hash, axis) that returns the gradients' components, and the corner's slope its derivative by z.
//
// known_bases!, the bases that are compiled once more for known values of options:
//     $(
//         $variant:ident $file:ident $name:ident
//         options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
//         known($($known:ident = $value:expr,)*) kind($kind:expr),
//     )*
// `kind` is the kind of hash if it is known, otherwise `None`. The first row that holds applies.
//
// known_slopes!, the same for their derivatives: the name is that of the derivatives' function.
";

/// Returns an error at a line of a shader.
fn refuse<T>(shader: &Shader, line: usize, problem: impl AsRef<str>) -> Result<T, String> {
    Err(format!("{}.wgsl:{line}: {}", shader.name, problem.as_ref()))
}

/// A mark: its line, its name and its value.
struct Mark<'a> {
    line: usize,
    name: &'a str,
    value: &'a str,
}

/// Parses the mark in a line.
fn mark(line: usize, text: &str) -> Option<Mark<'_>> {
    let text = text.trim().strip_prefix("//@")?.trim();
    let (name, value) = text.split_once(':').unwrap_or((text, ""));
    Some(Mark { line, name: name.trim(), value: value.trim() })
}

/// A function that has marks, and its first line.
struct Marked<'a> {
    function: &'a Function,
    line: usize,
    marks: Vec<Mark<'a>>,
}

impl Marked<'_> {
    fn is(&self, name: &str) -> bool {
        self.marks.iter().any(|mark| mark.name == name)
    }
}

/// Returns the functions of a shader, each with its marks.
fn functions(shader: &Shader) -> Vec<Marked<'_>> {
    let mut found = Vec::new();
    for declaration in &shader.syntax.global_declarations {
        let GlobalDeclaration::Function(function) = declaration.node() else { continue };
        let at = declaration.span().start;
        let line = shader.line(at);
        let comment = shader.comment_above(at, false);
        let marks = comment.iter().enumerate().filter_map(|(number, text)| mark(line - comment.len() + number, text));
        found.push(Marked { function, line, marks: marks.collect() });
    }
    found
}

/// Returns the text of the lists, not formatted yet; `None` if no function is listed.
///
/// # Errors
///
/// A message with the line of an unknown or misplaced mark.
pub(super) fn translated(shaders: &[Shader]) -> Result<Option<String>, String> {
    let (mut operations, mut bases, mut known, mut known_slopes) =
        (ListRows::default(), ListRows::default(), ListRows::default(), ListRows::default());
    for shader in shaders {
        let functions = functions(shader);
        check_marks(shader, &functions)?;
        let file = File { shader, functions: &functions };
        for marked in &functions {
            if marked.is("operation") {
                operations.push(shader, marked, &file.operation(marked)?)?;
            }
            if marked.is("basis") {
                let basis = file.basis(marked)?;
                bases.push(shader, marked, &file.basis_row(marked, &basis)?)?;
                for (function, rows) in [(Some(marked), &mut known), (file.slope(marked), &mut known_slopes)] {
                    let Some(function) = function else { continue };
                    for mark in function.marks.iter().filter(|mark| mark.name == "known") {
                        let _ = writeln!(rows.text, "{},", file.known_row(marked, function, &basis, mark)?);
                    }
                }
            }
        }
    }
    if operations.text.is_empty() && bases.text.is_empty() {
        return Ok(None);
    }
    let mut text = first_line("the shaders") + HEAD;
    for (name, what, rows) in [
        ("operations", "The functions of registers that programs call.", &operations.text),
        ("bases", "The basis functions.", &bases.text),
        ("known_bases", "The basis functions of which something is known.", &known.text),
        ("known_slopes", "Their derivatives of which something is known.", &known_slopes.text),
    ] {
        let _ = write!(text, "\n// {what}\nmacro_rules! {name} {{\n    ($then:ident) => {{\n        $then! {{\n");
        // rustfmt does not format the arguments of macros.
        rows.lines().for_each(|row| text.extend(["            ", row, "\n"]));
        let _ = write!(text, "        }}\n    }};\n}}\npub(crate) use {name};\n");
    }
    Ok(Some(text))
}

/// Checks that each mark is known, and that those for the lists stand above functions of pure shaders to which they apply.
fn check_marks(shader: &Shader, functions: &[Marked<'_>]) -> Result<(), String> {
    for (number, text) in shader.text.lines().enumerate().filter(|(_, text)| is_mark(text)) {
        let Some(mark) = mark(number + 1, text) else { continue };
        if OTHER_MARKS.contains(&mark.name) {
            continue;
        }
        if !MARKS.contains(&mark.name) {
            return refuse(shader, mark.line, format!("there is no mark `{}`", mark.name));
        }
        let Some(marked) = functions.iter().find(|marked| marked.marks.iter().any(|other| other.line == mark.line)) else {
            return refuse(shader, mark.line, format!("the mark `{}` stands directly above a function, and here is none", mark.name));
        };
        if shader.is_kernel() || !shader.mark("rust").is_empty() {
            return refuse(shader, mark.line, format!("the mark `{}` is for functions that are generated with all others", mark.name));
        }
        let is_of_basis = |suffix: &str| {
            let basis = marked.function.ident.name().strip_suffix(suffix).map(str::to_owned);
            functions.iter().any(|other| other.is("basis") && Some(other.function.ident.name().as_str()) == basis.as_deref())
        };
        let is_twice = marked.marks.iter().any(|other| other.name == mark.name && other.line < mark.line);
        match mark.name {
            "operation" | "basis" | "stages" | "gradients" if is_twice => {
                return refuse(shader, mark.line, format!("the mark `{}` stands here twice", mark.name));
            }
            "known" if !marked.is("basis") && !is_of_basis("_slope") => {
                return refuse(shader, mark.line, "only of a basis and of its derivatives something is known");
            }
            "stages" | "gradients" if !is_of_basis("_corner") => {
                return refuse(shader, mark.line, format!("only the corner of a basis has {}", mark.name));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The rows of a list.
#[derive(Default)]
struct ListRows {
    text: String,
    variants: Vec<String>,
}

impl ListRows {
    /// Appends a function's row, which begins with its variant.
    fn push(&mut self, shader: &Shader, marked: &Marked<'_>, row: &str) -> Result<(), String> {
        let variant = row.split(' ').next().unwrap_or_default().to_owned();
        if self.variants.contains(&variant) {
            return refuse(shader, marked.line, format!("another function is `{variant}` already"));
        }
        self.variants.push(variant);
        let _ = writeln!(self.text, "{row},");
        Ok(())
    }
}

/// The names of a basis' parameters, in their order.
struct Basis {
    options: Vec<String>,
    scalars: Vec<String>,
    hash: Option<String>,
    coordinates: Vec<String>,
}

impl Basis {
    /// Formats the lists of the parameters.
    fn lists(&self) -> String {
        let (options, scalars, coordinates) = (self.options.join(" "), self.scalars.join(" "), self.coordinates.join(" "));
        format!("options({options}) scalars({scalars}) hash({}) coordinates({coordinates})", self.hash.as_deref().unwrap_or_default())
    }
}

/// Returns a function's parameters, each a name and a type, and its result.
fn signature(function: &Function) -> (Vec<(String, String)>, String) {
    let parameters = function.parameters.iter().map(|parameter| (parameter.ident.name().clone(), parameter.ty.to_string()));
    (parameters.collect(), function.return_type.as_ref().map(ToString::to_string).unwrap_or_default())
}

/// A file whose functions are listed.
struct File<'a> {
    shader: &'a Shader,
    functions: &'a [Marked<'a>],
}

impl File<'_> {
    fn named(&self, name: &str) -> Option<&Marked<'_>> {
        self.functions.iter().find(|marked| marked.function.ident.name().as_str() == name)
    }

    /// Returns the function of a basis' derivatives.
    fn slope(&self, basis: &Marked<'_>) -> Option<&Marked<'_>> {
        self.named(&format!("{}_slope", basis.function.ident.name()))
    }

    /// Returns the row of an operation.
    fn operation(&self, marked: &Marked<'_>) -> Result<String, String> {
        let name = marked.function.ident.name().clone();
        let (parameters, result) = signature(marked.function);
        if result != "f32" || parameters.is_empty() || parameters.iter().any(|(_, ty)| ty != "f32") {
            return refuse(self.shader, marked.line, format!("`{name}` is an operation, so it makes an f32 of some f32"));
        }
        let parameters: Vec<&str> = parameters.iter().map(|(name, _)| name.as_str()).collect();
        let variant = variant(name.strip_suffix("_of").unwrap_or(&name));
        Ok(format!("{variant} {} {name}({})", self.shader.name, parameters.join(" ")))
    }

    /// Returns the parameters of a basis or of one of its functions.
    fn parameters(&self, marked: &Marked<'_>) -> Result<Basis, String> {
        let mut basis = Basis { options: vec![], scalars: vec![], hash: None, coordinates: vec![] };
        // The position in the order: 0 options, 1 scalars, 2 the hash, 3 coordinates.
        let mut come = 0;
        for (name, ty) in signature(marked.function).0 {
            let (part, is_second) = match ty.as_str() {
                "Uniform" => (0, false),
                "f32" => (1, false),
                "Hash" if name == "hash" => (2, basis.hash.is_some()),
                "vec2<Uniform>" if name == "key" => (2, basis.hash.is_some()),
                "Coordinate" => (3, false),
                _ => return refuse(self.shader, marked.line, format!("a basis takes no `{name}: {ty}`")),
            };
            if part < come || is_second {
                let order = "options of the type Uniform, f32 scalars, one hash or key, coordinates";
                return refuse(self.shader, marked.line, format!("`{name}` is out of order, which is: {order}"));
            }
            come = part;
            match part {
                0 => basis.options.push(name),
                1 => basis.scalars.push(name),
                2 => basis.hash = Some(name),
                _ => basis.coordinates.push(name),
            }
        }
        if !(1..=6).contains(&basis.coordinates.len()) {
            return refuse(self.shader, marked.line, "a basis takes one to six coordinates, of which one may be a skew");
        }
        Ok(basis)
    }

    /// Returns a basis, after its functions were checked.
    fn basis(&self, marked: &Marked<'_>) -> Result<Basis, String> {
        let name = marked.function.ident.name();
        if signature(marked.function).1 != "f32" {
            return refuse(self.shader, marked.line, format!("the basis `{name}` does not give an f32"));
        }
        if let Some(slope) = self.slope(marked)
            && signature(slope.function) != (signature(marked.function).0, "vec4<f32>".to_owned())
        {
            return refuse(self.shader, slope.line, format!("`{name}_slope` does not make a vec4<f32> of what `{name}` takes"));
        }
        self.parameters(marked)
    }

    /// Returns the row of a basis.
    fn basis_row(&self, marked: &Marked<'_>, basis: &Basis) -> Result<String, String> {
        let name = marked.function.ident.name();
        let slope = self.slope(marked).map(|slope| slope.function.ident.name().clone()).unwrap_or_default();
        let corner = match self.named(&format!("{name}_corner")) {
            Some(corner) => self.corner(corner, basis)?,
            None => String::new(),
        };
        Ok(format!("{} {} {name} {}\n    slope({slope}) corner({corner})", variant(&name), self.shader.name, basis.lists()))
    }

    /// Returns the part of a row for a corner.
    fn corner(&self, marked: &Marked<'_>, basis: &Basis) -> Result<String, String> {
        let name = marked.function.ident.name();
        let corner = self.parameters(marked)?;
        if let Some(option) = corner.options.iter().find(|option| !basis.options.contains(option)) {
            return refuse(self.shader, marked.line, format!("the basis of `{name}` has no option `{option}`"));
        }
        if !corner.scalars.is_empty() || corner.hash.is_none() || corner.hash != basis.hash || corner.coordinates != basis.coordinates {
            return refuse(
                self.shader,
                marked.line,
                format!("`{name}` does not take the hash and the coordinates of its basis, and no scalars"),
            );
        }
        if corner.coordinates.len() < 2 {
            return refuse(self.shader, marked.line, format!("`{name}` is of one dimension, and rows share corners from two on"));
        }
        let Some(stages) = marked.marks.iter().find(|mark| mark.name == "stages") else {
            return refuse(self.shader, marked.line, format!("`{name}` names no `//@ stages:` that blend it"));
        };
        let (column, kept) = (format!("{}_column", stages.value), signature(marked.function).1);
        if let Some(function) = self.named(&column)
            && !signature(function.function).0.iter().any(|(_, ty)| *ty == kept)
        {
            return refuse(self.shader, marked.line, format!("`{name}` makes a `{kept}`, which `{column}` does not take"));
        }
        let stages = variant(stages.value);
        let slope = self.named(&format!("{name}_slope"));
        if let Some(slope) = slope
            && signature(slope.function).0 != signature(marked.function).0
        {
            return refuse(self.shader, slope.line, format!("`{name}_slope` does not take what `{name}` takes"));
        }
        let slope = slope.map(|slope| slope.function.ident.name().clone()).unwrap_or_default();
        let mut gradients = "";
        for mark in marked.marks.iter().filter(|mark| mark.name == "gradients") {
            gradients = mark.value;
            let types = self.named(gradients).map(|named| signature(named.function));
            let types = types.map(|(parameters, result)| parameters.into_iter().map(|(_, ty)| ty).chain([result]).collect::<Vec<_>>());
            if types.is_none_or(|types| types != ["Uniform", "u32", "Uniform", "f32"]) {
                let expected =
                    "a corner names a function of this file that makes an f32 of a set, a hash and an axis: Uniform, u32, Uniform";
                return refuse(self.shader, mark.line, format!("`{gradients}` has no gradients of this corner; {expected}"));
            }
        }
        let (options, coordinates) = (corner.options.join(" "), corner.coordinates.join(" "));
        Ok(format!("{name} {stages} options({options}) coordinates({coordinates}) gradients({gradients}) slope({slope})"))
    }

    /// Returns the row of a basis' function with known values.
    fn known_row(&self, of: &Marked<'_>, marked: &Marked<'_>, basis: &Basis, mark: &Mark<'_>) -> Result<String, String> {
        let name = marked.function.ident.name();
        let (mut known, mut kind) = (Vec::new(), "None".to_owned());
        for part in mark.value.split(',') {
            let Some((option, value)) = part.split_once('=').map(|(option, value)| (option.trim(), value.trim())) else {
                return refuse(self.shader, mark.line, format!("`{}` says not what an option is: `option = value`", part.trim()));
            };
            if option == "hash" && basis.hash.as_deref() == Some(option) {
                if !["LATTICE", "TABLE"].contains(&value) {
                    return refuse(self.shader, mark.line, format!("a hash is known to be LATTICE or TABLE, and not `{value}`"));
                }
                kind = format!("Some(table::{value})");
            } else if !basis.options.iter().any(|name| name == option) {
                return refuse(self.shader, mark.line, format!("`{name}` has no option `{option}`"));
            } else {
                known.push(format!("{option} = {},", self.known_value(value, mark)?));
            }
        }
        let lists = basis.lists();
        let variant = variant(&of.function.ident.name());
        Ok(format!("{variant} {} {name} {lists}\n    known({}) kind({kind})", self.shader.name, known.join(" ")))
    }

    /// Returns the Rust of an option's known value: a literal, or a constant of the same file.
    fn known_value(&self, value: &str, mark: &Mark<'_>) -> Result<String, String> {
        let digits = value.strip_suffix('u').unwrap_or(value);
        if digits.parse::<u32>().is_ok() {
            return Ok(digits.to_owned());
        }
        let is_constant = self.shader.syntax.global_declarations.iter().any(|declaration| {
            matches!(declaration.node(), GlobalDeclaration::Declaration(constant)
                if matches!(constant.kind, DeclarationKind::Const) && constant.ident.name().as_str() == value)
        });
        if !is_constant {
            return refuse(self.shader, mark.line, format!("`{value}` is no number and no constant of this file"));
        }
        Ok(format!("{}::{value}", self.shader.name))
    }
}

/// Converts a name to CamelCase.
pub(super) fn variant(name: &str) -> String {
    let capitalized = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').filter(|word| !word.is_empty()).map(capitalized).collect()
}
