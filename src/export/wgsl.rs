//! Modules in WGSL.

use std::fmt::Write as _;

use naga::keywords::wgsl::{BUILTIN_IDENTIFIERS, RESERVED};

use super::places::{Places, Term};
use crate::coordinates::AXES;
use crate::gpu::{TermText, Written, linked_module, sample_type, statements};
use crate::program::{Program, Structure};
use crate::strict::ranks;

/// A function of a module.
pub(super) struct Function<'p> {
    pub(super) name: &'p str,
    pub(super) program: &'p Program,
    /// The reason why it can't be exact, if it can't.
    pub(super) inexact: Option<String>,
}

/// Returns a module. If it is not strict, `is_close` is true if compilers change its last digits anyway.
pub(super) fn module(functions: &[Function<'_>], is_strict: bool, is_close: bool) -> String {
    let places = Places::of(functions.iter().map(|function| function.program));
    let zero = if is_strict { Some("zero") } else { is_close.then_some("none") };
    let mut shared = Shared { zero, ..Shared::default() };
    let mut text = String::new();
    let mut names = Vec::new();
    for (number, function) in functions.iter().enumerate() {
        let appended = append(number, function, &places, &mut shared, is_strict, &mut text);
        names.extend(appended.into_iter().map(|(name, ending)| (name, format!("{}{ending}", function.name))));
    }
    let constants = shared.constants(&places);
    let files: &[&str] = match (is_strict, is_close) {
        (true, _) => &["pairs", "module"],
        (false, false) => &["pairs", "module", "close"],
        (false, true) => &["pairs", "module", "close", "quick"],
    };
    let structures: Vec<&Structure> = functions.iter().map(|function| function.program.structure()).collect();
    linked_module(files, &format!("{constants}\n{text}"), &names, &structures)
}

/// Returns true if a function can't have the name: reserved words, what the language declares, and its short names of types, such as `vec3f`.
pub(super) fn is_reserved(name: &str) -> bool {
    let is_alias = |stem: &str| name.strip_prefix(stem).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    RESERVED.contains(&name) || BUILTIN_IDENTIFIERS.contains(&name) || ["vec", "mat"].into_iter().any(is_alias)
}

/// Appends the public functions of a program, given its number, and the functions that they use. Returns the functions' names in the text, each with
/// the suffix of its public name.
fn append(
    number: usize,
    function: &Function<'_>,
    places: &Places,
    shared: &mut Shared,
    is_strict: bool,
    text: &mut String,
) -> Vec<(String, &'static str)> {
    let program = function.program;
    let dimensions = super::dimensions(program);
    let ending = if number == 0 { String::new() } else { format!("_{number}") };
    let channels = program.channels();
    let sample = sample_type(channels);
    let octave_scalars = program.values().octave_scalars.iter().map(|scalars| shared.octaves(scalars)).collect();
    let tables = program.values().tables.iter().map(|table| shared.table(&table.0)).collect();
    shared.has_ranks |= program.structure().has_ranks();
    let terms = places.terms[number].iter().map(|term| term_text(term, places.words, shared)).collect();
    let (body, value) =
        statements(program.structure(), &Written { values: program.values(), octave_scalars, tables, terms, zero: shared.zero });
    let body = with_none(body);
    let listed = |item: &dyn Fn(usize) -> String| (0..dimensions).map(item).collect::<Vec<_>>().join(", ");
    let parameters = listed(&|axis| format!("{}: vec2<u32>", AXES[axis]));
    let _ = writeln!(
        text,
        "// At a position in steps of 2^-32 units.\nfn evaluate{ending}({parameters}) -> {sample} {{\n{body}    return {value};\n}}\n"
    );
    let (zero, set) = if is_strict { (", unknown_zero: u32", "    zero = unknown_zero;\n") } else { ("", "") };
    let exact = if is_strict { ". `unknown_zero` is 0, which the compiler must not know, for every bit to be lacuna's" } else { "" };
    let close = function.inexact.as_ref().map(|why| format!("\n// As precise as floats are: {why}."));
    let close = close.unwrap_or_default();
    let mut names = Vec::new();
    let mut add = |name: &str, called: &'static str, told: &str, parameters: &[(&str, &str)], steps: &dyn Fn(usize) -> String| {
        let name = format!("{name}{ending}");
        let parameters: Vec<String> = parameters.iter().map(|(name, ty)| format!("{name}: vec{dimensions}<{ty}>")).collect();
        let _ = writeln!(
            text,
            "// The {} at {told}.{close}\nfn {name}({}{zero}) -> {sample} {{\n{set}    return evaluate{ending}({});\n}}\n",
            if channels == 1 { "value" } else { "channels" },
            parameters.join(", "),
            listed(steps)
        );
        names.push((name, called));
    };
    add("value_at_float", "", "a position in units", &[("p", "f32")], &|axis| format!("steps_of_float(p[{axis}])"));
    if function.inexact.is_none() {
        let told = format!("a position, given as whole units and 2^-32 units above them{exact}");
        add("value_at_steps", "_at", &told, &[("unit", "i32"), ("fraction", "u32")], &|axis| {
            format!("steps_of(unit[{axis}], fraction[{axis}])")
        });
    }
    let told = "`away` units from an origin, which is given as whole units and 2^-32 units above them";
    let parameters = [("unit", "i32"), ("fraction", "u32"), ("away", "f32")];
    add("value_near", "_near", told, &parameters, &|axis| format!("steps_near(unit[{axis}], fraction[{axis}], away[{axis}])"));
    names
}

/// Returns statements after those that they need for a zero that compilers don't know.
fn with_none(body: String) -> String {
    if !body.contains(" + none;") {
        return body;
    }
    // The square of an odd number is one more than a multiple of 8.
    let x = AXES[0];
    format!(
        "    let odd = {x}[0] | 1u;\n    // Always 0, which compilers don't know: they would unroll the loops.\n    let none = (odd * odd) & 4u;\n{body}"
    )
}

/// Returns the WGSL of a term.
fn term_text(term: &Term, words: usize, shared: &mut Shared) -> TermText<'static> {
    let Term { first, circle, follows, ref periods } = *term;
    let one = periods.iter().all(|period| *period == periods[0]).then_some(periods[0]);
    let list = if one.is_none() { shared.periods(periods) } else { 0 };
    Box::new(move |octave, axis| {
        let each = |first: usize, count: usize| {
            let count = if count == 1 { String::new() } else { format!(" * {count}u") };
            if octave == "0u" { format!("{first}u") } else { format!("{first}u + {octave}{count}") }
        };
        let period = one.map_or_else(|| format!("PERIODS_{list}[{octave}]"), |period| format!("{period}u"));
        // A constant term can use any axis.
        let (place, axis) = (each(first, words), if follows { axis } else { AXES[0] });
        match circle {
            None => format!("placed({place}, {axis}, {period})"),
            Some(circle) => format!("on_circle({place}, {axis}, {}, {period})", each(circle, 1)),
        }
    })
}

/// The lists that the functions of a module share.
#[derive(Default)]
struct Shared {
    octaves: Vec<Vec<f32>>,
    periods: Vec<Vec<u32>>,
    tables: Vec<[u8; 256]>,
    /// True if a function uses the table of blue noise.
    has_ranks: bool,
    /// The text of a zero that compilers don't know.
    zero: Option<&'static str>,
}

/// Returns the index of a list among others, and appends it if it is new.
fn number_of<T: PartialEq>(list: T, among: &mut Vec<T>) -> u32 {
    let number = among.iter().position(|known| *known == list).unwrap_or(among.len());
    if number == among.len() {
        among.push(list);
    }
    number as u32
}

impl Shared {
    fn octaves(&mut self, scalars: &[f32]) -> u32 {
        number_of(scalars.to_vec(), &mut self.octaves)
    }

    fn periods(&mut self, periods: &[u32]) -> u32 {
        number_of(periods.to_vec(), &mut self.periods)
    }

    fn table(&mut self, table: &[u8; 256]) -> u32 {
        number_of(*table, &mut self.tables)
    }

    /// Returns the declarations of constants that the functions use.
    fn constants(&self, places: &Places) -> String {
        let mut text = format!("const WORDS: u32 = {}u;\n", places.words);
        // Variables, since compilers copy a constant array wherever it is indexed: to the same code, but RADV then compiles `marble` in five times the time.
        let mut list = |name: &str, ty: &str, items: Vec<String>| {
            if items.is_empty() {
                return;
            }
            let lines: Vec<String> = items.chunks(6).map(|items| items.join(", ")).collect();
            let ty = format!("array<{ty}, {}>", items.len());
            let _ = writeln!(text, "var<private> {name}: {ty} = {ty}(\n    {}\n);", lines.join(",\n    "));
        };
        let words = |words: &[u32]| words.iter().map(|word| format!("{word}u")).collect::<Vec<_>>();
        let vector = |of: &[u32]| format!("vec{}<u32>({})", of.len(), words(of).join(", "));
        list("PLACES", "vec2<u32>", places.list.iter().map(|pair| vector(pair)).collect());
        list("CIRCLES", "vec3<u32>", places.circles.iter().map(|circle| vector(circle)).collect());
        for (number, periods) in self.periods.iter().enumerate() {
            list(&format!("PERIODS_{number}"), "u32", words(periods));
        }
        for (number, scalars) in self.octaves.iter().enumerate() {
            list(&format!("OCTAVES_{number}"), "f32", scalars.iter().map(|scalar| format!("{scalar:?}f")).collect());
        }
        let mut tables: Vec<u32> =
            self.tables.iter().flat_map(|table| table.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four))).collect();
        // Perlin noise refers to it even if its hash has no table.
        tables.extend(tables.is_empty().then_some(0));
        list("TABLES", "u32", words(&tables));
        if self.has_ranks {
            list("RANKS", "u32", words(&ranks::words().collect::<Vec<u32>>()));
        }
        text
    }
}
