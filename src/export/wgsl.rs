//! Modules in WGSL.

use std::fmt::Write as _;

use naga::keywords::wgsl::{BUILTIN_IDENTIFIERS, RESERVED};

use super::parameters::{Number, Parameters};
use super::places::{Places, Position, Shared, Term};
use super::seeds::Seeded;
use crate::coordinates::AXES;
use crate::gpu::{OctaveText, TermText, Written, linked_module, sample_type, statements};
use crate::program::{Program, Structure, Values};
use crate::seeding::HashKind;
use crate::strict::ranks;

/// A function of a module.
pub(super) struct Function<'p> {
    pub(super) name: &'p str,
    pub(super) program: &'p Program,
    /// The reason why it can't be exact, if it can't.
    pub(super) inexact: Option<String>,
}

/// What a module is written for.
#[derive(Clone, Copy)]
pub(super) struct Purpose {
    pub(super) is_strict: bool,
    /// True if the language has functions that change parameters.
    pub(super) has_setters: bool,
    /// True if the language has its own struct of parameters.
    pub(super) is_flat: bool,
}

pub(super) fn module(functions: &[Function<'_>], parameters: Option<&Parameters>, purpose: Purpose) -> String {
    let Purpose { is_strict, has_setters, is_flat } = purpose;
    let of_all = functions
        .iter()
        .enumerate()
        .map(|(number, function)| parameters.and_then(|parameters| parameters.values(number)).unwrap_or_else(|| function.program.values()));
    let of_all: Vec<&Values> = of_all.collect();
    let places = Places::of(of_all.iter().copied(), |program, term| {
        let (first, form) = parameters?.term_of(program, term)?;
        Some(Position::Given { first, form })
    });
    let zero = if is_strict { Some("zero") } else { (!has_setters).then_some("none") };
    let mut lists = Lists { zero, ..Lists::default() };
    let mut text = String::new();
    let mut names = Vec::new();
    if let Some(parameters) = parameters {
        text.push_str(&declared(parameters, is_flat));
    }
    for (number, function) in functions.iter().enumerate() {
        let given = parameters.filter(|parameters| parameters.values(number).is_some());
        let numbers = Numbers { program: number, values: of_all[number], parameters: given };
        let appended = append(function, &numbers, &places, &mut lists, is_strict, &mut text);
        names.extend(appended.into_iter().map(|(name, ending)| (name, format!("{}{ending}", function.name))));
    }
    // The first name is the prefix of all others.
    names.extend(parameters.map(|_| ("defaults".to_owned(), format!("{}_defaults", functions[0].name))));
    let seeded = parameters.map(Parameters::seeded).filter(|seeded| has_setters && !seeded.is_empty());
    if let Some(seeded) = seeded {
        let vectors: Vec<String> = seeded.iter().flat_map(Seeded::words).collect::<Vec<u32>>().chunks(4).map(vector).collect();
        let ty = format!("array<vec4<u32>, {}>", vectors.len());
        // Languages have their own way to change parameters, and this is replaced.
        let _ = writeln!(
            text,
            "var<private> SEEDED: {ty} = {ty}(\n    {}\n);\n\nfn set_seed(low: u32, high: u32) -> u32 {{\n    return seeded(low, high, low, high);\n}}\n",
            vectors.join(",\n    ")
        );
        names.push(("set_seed".to_owned(), format!("{}_set_seed", functions[0].name)));
    }
    let constants = lists.constants(&places);
    let files = [
        ("pairs", true),
        ("module", true),
        ("parameters", parameters.is_some()),
        ("seeds", seeded.is_some()),
        ("close", !is_strict),
        // Where compilers change the last digits anyway.
        ("quick", !is_strict && !has_setters),
    ];
    let files: Vec<&str> = files.into_iter().filter_map(|(file, is_used)| is_used.then_some(file)).collect();
    let structures: Vec<&Structure> = functions.iter().map(|function| function.program.structure()).collect();
    linked_module(&files, &format!("{constants}\n{text}"), &names, &structures)
}

/// Returns true if a function can't have the name: reserved words, what the language declares, and its short names of types, such as `vec3f`.
pub(super) fn is_reserved(name: &str) -> bool {
    let is_alias = |stem: &str| name.strip_prefix(stem).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    RESERVED.contains(&name) || BUILTIN_IDENTIFIERS.contains(&name) || ["vec", "mat"].into_iter().any(is_alias)
}

/// Appends the public functions of a program, given its number, and the functions that they use. Returns the functions' names in the text, each with
/// the suffix of its public name.
fn append(
    function: &Function<'_>,
    numbers: &Numbers<'_>,
    places: &Places,
    lists: &mut Lists,
    is_strict: bool,
    text: &mut String,
) -> Vec<(String, &'static str)> {
    let (program, number) = (function.program, numbers.program);
    let dimensions = super::dimensions(program);
    let ending = if number == 0 { String::new() } else { format!("_{number}") };
    let channels = program.channels();
    let sample = sample_type(channels);
    lists.has_ranks |= program.structure().has_ranks();
    let mut positions = Positions::default();
    let domain_axes = program.structure().axes.iter().flat_map(|axis| &axis.terms);
    let terms = places.terms[number].iter().zip(domain_axes).map(|(term, axis)| positions.term(term, AXES[usize::from(*axis)], lists));
    let terms = terms.collect();
    let (body, value) = statements(program.structure(), &numbers.written(program.structure(), lists, terms));
    let body = with_none(body);
    let listed = |item: &dyn Fn(usize) -> String| (0..dimensions).map(item).collect::<Vec<_>>().join(", ");
    let (given, passed) = if numbers.parameters.is_some() { (", parameters: Parameters", ", parameters") } else { ("", "") };
    let parameters = listed(&|axis| format!("{}: vec2<u32>", AXES[axis]));
    let _ = writeln!(
        text,
        "// At a position in steps of 2^-32 units.\nfn evaluate{ending}({parameters}{given}) -> {sample} {{\n{}{body}    return {value};\n}}\n",
        positions.text
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
            "// The {} at {told}.{close}\nfn {name}({}{given}{zero}) -> {sample} {{\n{set}    return evaluate{ending}({}{passed});\n}}\n",
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

/// Returns the struct of parameters, and the function that returns those of the recipe.
fn declared(parameters: &Parameters, is_flat: bool) -> String {
    let defaults = parameters.defaults();
    let vectors: Vec<String> = defaults.chunks(4).map(vector).collect();
    let ty = format!("array<vec4<u32>, {}>", vectors.len());
    // Where the struct is the language's own, this is replaced.
    let (result, value) =
        if is_flat { ("u32", "let first = DEFAULTS[0];\n    return first[0];") } else { ("Parameters", "return Parameters(DEFAULTS);") };
    format!(
        "// The numbers of a recipe that are parameters, as lacuna computes them from its keys.\nstruct Parameters {{\n    words: {ty},\n}}\n\nvar<private> DEFAULTS: {ty} = {ty}(\n    {}\n);\n\n// The parameters of the recipe itself.\nfn defaults() -> {result} {{\n    {value}\n}}\n\n",
        vectors.join(",\n    ")
    )
}

/// The numbers of a program: constants, or parameters.
struct Numbers<'p> {
    program: usize,
    values: &'p Values,
    parameters: Option<&'p Parameters>,
}

impl Numbers<'_> {
    /// Returns the index of a number's first word, if it is a parameter.
    fn word_of(&self, number: Number) -> Option<usize> {
        self.parameters?.word_of(self.program, number)
    }

    /// Returns the WGSL of all numbers.
    fn written<'t>(&self, structure: &Structure, lists: &mut Lists, terms: Vec<TermText<'t>>) -> Written<'t> {
        let word = |at: usize| format!("word(parameters, {at}u)");
        let scalar = |(n, scalar): (usize, &f32)| match self.word_of(Number::Scalar(n)) {
            Some(at) => format!("bitcast<f32>({})", word(at)),
            None => format!("{scalar:?}f"),
        };
        let octaves = |(n, octaves): (usize, &u32)| self.word_of(Number::Octaves(n)).map_or_else(|| format!("{octaves}u"), word);
        let octave_scalar = |(n, scalars): (usize, &Vec<f32>)| -> OctaveText<'t> {
            if let Some(at) = self.word_of(Number::OctaveScalar(n)) {
                return Box::new(move |octave| format!("bitcast<f32>(word(parameters, {at}u + {octave}))"));
            }
            let list = lists.octaves(scalars);
            Box::new(move |octave| format!("OCTAVES_{list}[{octave}]"))
        };
        let octave_scalars = self.values.octave_scalars.iter().enumerate().map(octave_scalar).collect();
        let tables: Vec<u32> = self.values.tables.iter().map(|table| lists.table(&table.0)).collect();
        let has_table: Vec<u32> =
            structure.bases().into_iter().filter(|(_, basis, _)| basis.hash == HashKind::Table).map(|(index, ..)| index).collect();
        let key = |(n, [low, high]): (usize, &[u32; 2])| match self.word_of(Number::Key(n)) {
            Some(at) => [word(at), word(at + 1)],
            None if has_table.contains(&(n as u32)) => [format!("{}u", tables[*low as usize]), format!("{high}u")],
            None => [format!("{low}u"), format!("{high}u")],
        };
        Written {
            scalars: self.values.scalars.iter().enumerate().map(scalar).collect(),
            octave_scalars,
            octaves: self.values.octaves.iter().enumerate().map(octaves).collect(),
            keys: self.values.keys.iter().enumerate().map(key).collect(),
            terms,
            zero: lists.zero,
        }
    }
}

/// The positions that a function computes once for all octaves.
#[derive(Default)]
struct Positions {
    /// Their declarations, and how each is computed.
    text: String,
    known: Vec<String>,
}

impl Positions {
    /// Returns the WGSL of a term along an axis of the domain.
    fn term(&mut self, term: &Term, axis: &'static str, lists: &mut Lists) -> TermText<'static> {
        let Term { position, follows, periods } = term;
        // A constant term can use any axis.
        let axis = if *follows { axis } else { AXES[0] };
        let each = |octave: &str, first: usize, count: usize| {
            let count = if count == 1 { String::new() } else { format!(" * {count}u") };
            if octave == "0u" { format!("{first}u") } else { format!("{first}u + {octave}{count}") }
        };
        let first = periods.first().copied().unwrap_or(0);
        let one = periods.iter().all(|period| *period == first).then_some(first);
        let list = if one.is_none() { lists.periods(periods) } else { 0 };
        let period = move |octave: &str| one.map_or_else(|| format!("PERIODS_{list}[{octave}]"), |period| format!("{period}u"));
        match *position {
            Position::Given { first, form } if form.is_shifted => {
                let name = self.shared(Shared::Given { first, words: form.words }, axis);
                Box::new(move |octave, _| {
                    format!("octave_of(words_of(parameters, {}), {name})", each(octave, first + form.head(), form.each()))
                })
            }
            Position::Given { first, form } => {
                Box::new(move |octave, _| format!("placed_by(parameters, {}, {}u, {axis})", each(octave, first, form.each()), form.words))
            }
            Position::Shifted { of, ref octaves } => {
                let name = self.shared(of, axis);
                if let [only] = &octaves[..] {
                    let only = vector(only);
                    return Box::new(move |_, _| format!("octave_of({only}, {name})"));
                }
                let list = number_of(octaves.clone(), &mut lists.shifts);
                Box::new(move |octave, _| format!("octave_of(SHIFTS_{list}[{octave}], {name})"))
            }
            Position::Circle { first, words, circle } => Box::new(move |octave, _| {
                let (place, circle) = (each(octave, first, words), each(octave, circle, 1));
                format!("on_circle({place}, {words}u, {axis}, {circle}, {})", period(octave))
            }),
            Position::Products { first, words } => {
                Box::new(move |octave, _| format!("placed({}, {words}u, {axis}, {})", each(octave, first, words), period(octave)))
            }
        }
    }

    /// Returns the WGSL of a position that octaves have in common.
    fn shared(&mut self, of: Shared, axis: &str) -> String {
        let position = match of {
            Shared::Nothing => return "vec3<u32>(0u, 0u, 0u)".to_owned(),
            Shared::Units => format!("vec3<u32>(0u, {axis}[0], {axis}[1])"),
            Shared::Halved(by) => format!("halved({by}u, {axis})"),
            Shared::Product { first, words } => format!("multiplied({first}u, {words}u, {axis})"),
            Shared::Given { first, words } => format!("multiplied_by(parameters, {first}u, {words}u, {axis})"),
        };
        let number = self.known.iter().position(|known| *known == position).unwrap_or_else(|| {
            let _ = writeln!(self.text, "    let at{} = {position};", self.known.len());
            self.known.push(position);
            self.known.len() - 1
        });
        format!("at{number}")
    }
}

/// Returns the WGSL of a vector of words.
fn vector(words: &[u32]) -> String {
    format!("vec{}<u32>({})", words.len(), words.iter().map(|word| format!("{word}u")).collect::<Vec<_>>().join(", "))
}

/// The lists that the functions of a module share.
#[derive(Default)]
struct Lists {
    octaves: Vec<Vec<f32>>,
    shifts: Vec<Vec<[u32; 3]>>,
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

impl Lists {
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
        let mut text = String::new();
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
        list("PLACES", "vec2<u32>", places.list.iter().map(|pair| vector(pair)).collect());
        list("CIRCLES", "vec3<u32>", places.circles.iter().map(|circle| vector(circle)).collect());
        for (number, shifts) in self.shifts.iter().enumerate() {
            list(&format!("SHIFTS_{number}"), "vec3<u32>", shifts.iter().map(|shift| vector(shift)).collect());
        }
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
