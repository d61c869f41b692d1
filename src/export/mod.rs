//! Programs as functions for other shaders and programs: modules without entry points or bindings.

mod parameters;
mod places;
mod seeds;
mod translate;
mod wesl;
mod wgsl;
mod wrap;

pub use parameters::Parameters;
#[cfg(feature = "recipe")]
pub(crate) use parameters::{Tried, check_structure};
use translate::{CSharp, Cpp, Flat, Glsl, Hlsl, JavaScript, Rust, Syntax, is_reserved, translated};
use wrap::wrapped;

use crate::coordinates::AXES;
use crate::error::{Error, Result};
use crate::gpu::{linked_module, own_name};
use crate::graph::{Graph, free_name};
use crate::nodes::{Derivative, DomainAxis};
use crate::program::Program;

/// The language of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// WGSL, for WebGPU and wgpu.
    Wgsl,
    /// WESL, which is WGSL with imports: a file of a package.
    Wesl,
    /// GLSL, from 3.30 and from ES 3.00 on.
    Glsl,
    /// A `.gdshaderinc` of Godot 4.
    Godot,
    /// HLSL, from shader model 4.1 on, for Unity and Unreal.
    Hlsl,
    /// One header of C++17.
    Cpp,
    /// One file of Rust without dependencies.
    Rust,
    /// One ES module of JavaScript.
    JavaScript,
    /// One static class of C#, for Unity and Godot. It has the name of the module in Pascal case.
    CSharp,
}

impl Language {
    /// Every language, with its name in commands.
    pub const ALL: &[(&str, Self)] = &[
        ("wgsl", Self::Wgsl),
        ("wesl", Self::Wesl),
        ("glsl", Self::Glsl),
        ("godot", Self::Godot),
        ("hlsl", Self::Hlsl),
        ("cpp", Self::Cpp),
        ("rust", Self::Rust),
        ("js", Self::JavaScript),
        ("csharp", Self::CSharp),
    ];

    /// Returns what modules are translated to, unless they stay WGSL.
    fn syntax(self, options: &ModuleOptions) -> Option<Box<dyn Syntax>> {
        let (name, users, rounded) = (options.name.clone(), options.users(), options.own("rounded"));
        let syntax: Box<dyn Syntax> = match self {
            Self::Wgsl | Self::Wesl => return None,
            Self::Glsl => Box::new(Glsl::plain(name)),
            Self::Godot => Box::new(Glsl::godot(name)),
            Self::Hlsl => Box::new(Hlsl),
            Self::Cpp => Box::new(Cpp { rounded, name }),
            Self::Rust => Box::new(Rust { name, users }),
            Self::JavaScript => Box::new(JavaScript(Flat { name, users, identity: rounded })),
            Self::CSharp => Box::new(CSharp::new(Flat { name, users, identity: rounded })),
        };
        Some(syntax)
    }

    /// Returns the name in commands.
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, language)| *language == self).map_or("", |(name, _)| name)
    }

    /// Returns true if compilers of the language may change bits unless a module is strict.
    pub fn may_change_bits(self) -> bool {
        !matches!(self, Self::Cpp | Self::Rust | Self::JavaScript | Self::CSharp)
    }
}

/// The options of a module.
///
/// ```
/// use lacuna::export::{self, Language, ModuleOptions};
/// use lacuna::nodes::Perlin;
/// use lacuna::{Graph, NodeExt, Program};
/// let graph = Graph::from(Perlin::new().dimensions(2).frequency(0.37).fbm());
/// let gradient = Program::new(&export::with_gradient(&graph)?)?;
/// let options = ModuleOptions::new("hills").with("hills_gradient", gradient);
/// let module = Program::new(&graph)?.module(Language::Wgsl, &options)?;
/// assert!(module.contains("fn hills(p: vec2<f32>) -> f32 {"));
/// assert!(module.contains("fn hills_at(unit: vec2<i32>, fraction: vec2<u32>) -> f32 {"));
/// assert!(module.contains("fn hills_gradient(p: vec2<f32>) -> vec3<f32> {"));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ModuleOptions {
    /// The name of the function of a float position, and the prefix of all other names: a letter, then letters, digits and underscores, at most
    /// [`MAX_MODULE_NAME`] in all. The last one must not be an underscore, and the name no word of WGSL or of the module's language.
    pub name: String,
    /// If true, no shader compiler can change a bit. Functions of WGSL, GLSL and HLSL then take one argument more: a number from a uniform buffer that
    /// is 0, which the compiler must not know. If false, the last digits of values depend on the compiler. Other languages are strict in any case.
    pub is_strict: bool,
    /// Other programs whose functions are part of the same text, which shares what they have in common. Each has the name of its function of a float
    /// position.
    pub others: Vec<(String, Program)>,
    /// The numbers that functions take as parameters.
    pub parameters: Option<Parameters>,
}

/// The most characters of a module's name.
pub const MAX_MODULE_NAME: usize = 32;

impl ModuleOptions {
    /// Returns the options of a module with this name that is not strict.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_strict: false, others: Vec::new(), parameters: None }
    }

    /// Sets [`is_strict`](Self::is_strict): true if no shader compiler can change a bit.
    #[must_use]
    pub fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    /// Makes numbers parameters, of this program and of as many of the others as the parameters have programs. Their functions take a struct
    /// `NAME_Parameters` after the position, and `NAME_defaults()` returns that of the programs themselves.
    #[must_use]
    pub fn parameters(self, parameters: Parameters) -> Self {
        Self { parameters: Some(parameters), ..self }
    }

    /// Adds functions of another program to the same text. Their name has at most twice [`MAX_MODULE_NAME`] characters.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, program: Program) -> Self {
        self.others.push((name.into(), program));
        self
    }

    fn validate(&self) -> Result<()> {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        for (name, most) in
            std::iter::once((&self.name, MAX_MODULE_NAME)).chain(self.others.iter().map(|(name, _)| (name, 2 * MAX_MODULE_NAME)))
        {
            let is_name = name.starts_with(is_letter)
                && !name.ends_with('_')
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && !name.contains("__");
            if !is_name || name.len() > most {
                return Err(Error::parameter(
                    "name",
                    format!(
                        "`{name}` can't begin the names of a module; give 1 to {most} letters, digits and single underscores that begin with a letter and don't end with an underscore"
                    ),
                ));
            }
        }
        let mut of_users = self.users();
        // What languages have in their own way keeps its name.
        of_users.extend(self.parameters.iter().flat_map(|_| ["word", "seeded"].map(|own| format!("{}_{own}", self.name))));
        of_users.extend(HELPERS.map(|own| format!("{}_{own}", self.name)));
        match of_users.iter().enumerate().find(|(number, name)| of_users[..*number].contains(name)) {
            Some((_, twice)) => Err(Error::parameter("name", format!("two functions would be named `{twice}`; give names that differ"))),
            None => Ok(()),
        }
    }

    /// Checks that a language has the names free, and WGSL, which every module is written in first.
    fn check_words(&self, language: Language, syntax: Option<&dyn Syntax>) -> Result<()> {
        for name in self.users() {
            let (owner, why) = if syntax.is_some_and(|syntax| is_reserved(&name, syntax)) {
                (language, "")
            } else if wgsl::is_reserved(&name) {
                (Language::Wgsl, if syntax.is_some() { ", which modules in other languages are translated from" } else { "" })
            } else {
                continue;
            };
            return Err(Error::parameter("name", format!("`{name}` is a word of {}{why}; give another name", owner.name())));
        }
        Ok(())
    }

    /// Returns the name of an inner function.
    fn own(&self, function: &str) -> String {
        let users = self.users();
        own_name(&self.name, function, |own| users.iter().any(|user| user == own))
    }

    /// Returns the names of the public functions, and with parameters those that languages have their own way to.
    fn users(&self) -> Vec<String> {
        let of_parameters = self.parameters.iter().flat_map(|_| OF_PARAMETERS.map(|own| format!("{}_{own}", self.name)));
        self.functions().into_iter().chain(of_parameters).collect()
    }

    /// Returns the names of the functions of positions.
    fn functions(&self) -> Vec<String> {
        let names = std::iter::once(&self.name).chain(self.others.iter().map(|(name, _)| name));
        names.flat_map(|name| ENDINGS.map(|ending| format!("{name}{ending}"))).collect()
    }
}

/// The suffixes of what languages add to modules.
const HELPERS: [&str; 8] = ["bits32", "float32", "floats32", "words32", "Both32", "min2", "max2", "copy1"];
/// The suffixes of the names of a module's functions and types of parameters.
const OF_PARAMETERS: [&str; 3] = ["defaults", "set_seed", "Parameters"];
/// The suffixes of the names of a module's public functions.
const ENDINGS: [&str; 3] = ["", "_at", "_near"];

/// Returns a text that a compiler reads once, however often it is included. The last underscore keeps the name of the guard from those of functions.
fn guarded(name: &str, text: &str) -> String {
    format!("#ifndef {name}_included_\n#define {name}_included_\n\n{text}\n#endif\n")
}

/// Returns the number of coordinates of a module's functions: those that the program depends on, but at least two.
pub fn dimensions(program: &Program) -> usize {
    (2..4).rev().find(|axis| program.varies_along(*axis)).map_or(2, |axis| axis + 1)
}

/// Returns functions of a WGSL text over the declarations of lacuna's shaders, in JavaScript: each of `names`, which take the components of vectors as several
/// arguments, and those of the shaders' functions `kept` that they call. All but the former begin with the first name. `cargo xtask npm` makes a package of them.
#[doc(hidden)]
pub fn javascript(wgsl: &str, names: &[&str], kept: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let same: Vec<(String, String)> = names.iter().map(|name| (name.clone(), name.clone())).collect();
    let text = linked_module(&["pairs", "module"], wgsl, &same, &[]);
    let own = |function: &str| own_name(&names[0], function, |own| names.iter().any(|name| name == own));
    let users = names.iter().cloned().chain(kept.iter().map(|function| own(function))).collect();
    let syntax = JavaScript(Flat { name: names[0].clone(), users, identity: own("rounded") });
    translated(&text, &syntax, &names, &names, None)
}

/// Checks that modules can have exactly the bits that lacuna computes for a program.
///
/// # Errors
///
/// [`Error::Parameter`] where it goes round circles, whose sines only the host computes to the last bit. [`Error::Limit`] where its positions have
/// denominators too large for a shader.
pub fn check_exact(program: &Program) -> Result<()> {
    places::check_exact(program)
}

/// Returns the graph of a value with its derivatives, per unit, along every axis of a module of the graph: each derivative is one more channel.
///
/// # Errors
///
/// [`Error::Parameter`] where the graph is not legal, has several channels, or takes derivatives itself.
pub fn with_gradient(graph: &Graph) -> Result<Graph> {
    let [value] = &graph.outputs[..] else {
        return Err(Error::parameter("output", format!("a gradient needs exactly one channel, and there are {}", graph.outputs.len())));
    };
    let dimensions = dimensions(&Program::new(graph)?);
    let mut graph = graph.clone();
    for (axis, letter) in [DomainAxis::X, DomainAxis::Y, DomainAxis::Z].into_iter().zip(AXES).take(dimensions) {
        let name = free_name(format!("along-{letter}"), |name| graph.nodes.contains_key(name));
        graph = graph.node(name.as_str(), Derivative::of(value.as_str()).axis(axis));
        graph.outputs.push(name);
    }
    Ok(graph)
}

impl Program {
    /// Returns the program as functions in a language, for other shaders and programs. The text has no entry point and no binding, holds the program's
    /// values as constants, and contains only what the functions use.
    ///
    /// A module named `hills` has these public functions, in as many [`dimensions`] as the program depends on:
    ///
    /// - `hills(p)`: the value at a float position in units.
    /// - `hills_at(unit, fraction)`: the value at a position in whole units plus units of 2^-32, wherever lacuna has a value. If the module is strict,
    ///   it equals lacuna's in every bit. Only if the program can be [exact](check_exact).
    /// - `hills_near(unit, fraction, away)`: the value at a distance in units, as floats, from such a position. Values near a camera are smooth
    ///   wherever the camera is.
    ///
    /// Several channels form a vector, more than four an array; in C# a struct.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where a name is not valid or is a word of the language, or where a strict module can't be [exact](check_exact);
    /// [`Error::Limit`] also in the latter case, or where the language has no functions of this many channels.
    pub fn module(&self, language: Language, options: &ModuleOptions) -> Result<String> {
        options.validate()?;
        let syntax = language.syntax(options);
        options.check_words(language, syntax.as_deref())?;
        let others = options.others.iter().map(|(name, program)| (name.as_str(), program));
        let mut functions = Vec::new();
        for (name, program) in std::iter::once((options.name.as_str(), self)).chain(others) {
            let inexact = match check_exact(program) {
                Err(error) if options.is_strict => return Err(error),
                found => found.err().map(|error| error.to_string()),
            };
            if program.channels() > 4 && language == Language::Hlsl {
                return Err(Error::limit(
                    "output",
                    format!(
                        "the graph has {} channels, and an HLSL function returns at most 4; export fewer at a time",
                        program.channels()
                    ),
                ));
            }
            functions.push(wgsl::Function { name, program, inexact });
        }
        if options.is_strict && language == Language::Godot {
            return Err(Error::parameter(
                "strict",
                "Godot shaders have no global variables, so their compilers may change bits; leave it out",
            ));
        }
        let is_strict = options.is_strict && language.may_change_bits();
        let purpose = wgsl::Purpose {
            is_strict,
            has_setters: !language.may_change_bits(),
            is_flat: syntax.as_ref().is_some_and(|syntax| syntax.flat().is_some()),
        };
        let wgsl = wgsl::module(&functions, options.parameters.as_ref(), purpose);
        let Some(syntax) = syntax else {
            return Ok(wrapped(&if language == Language::Wesl { wesl::with_decimals(&wgsl) } else { wgsl }));
        };
        let identity = (!is_strict).then(|| options.own("rounded"));
        let text = wrapped(&translated(&wgsl, &*syntax, &options.users(), &options.functions(), identity.as_deref()));
        Ok(if syntax.is_guarded() { guarded(&options.name, &text) } else { text })
    }
}
