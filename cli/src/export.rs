//! `lacuna export`: a source as functions for other shaders and programs.

use std::fmt::Write as _;

use clap::Args;
use lacuna::export::{self, Language, ModuleOptions, Parameters, dimensions};
use lacuna::recipe::{Draft, ParameterKey};
use lacuna::{Cpu, Graph, Program};
use lacuna_bake::VERSION;

use crate::failure::{Failure, Result};
use crate::shader::{commented, kernel};
use crate::source::{Resolved, SourceArgs, open};
use crate::text_file::TextFile;

#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(flatten)]
    source: SourceArgs,
    /// The language: wgsl, wesl, glsl (3.30 or ES 3.00 and later), godot (a .gdshaderinc), hlsl (4.1 and later), cpp (one header of C++17), rust (one
    /// file), js (one ES module), csharp (one static class)
    #[arg(long = "as", value_name = "LANGUAGE", default_value = "wgsl", value_parser = language)]
    language: Language,
    /// The name of the function of a float position, and the prefix of all other names
    ///
    /// 1 to 32 letters, digits and single underscores. The first character is a letter, and the last one no underscore. Words of WGSL and of the language are no names.
    #[arg(long, value_name = "NAME", default_value = "noise")]
    name: String,
    /// Makes every compiler of shaders keep the bits
    ///
    /// Functions of WGSL, GLSL and HLSL then take one more argument, the number 0, which the compiler must not know: pass it from a uniform buffer.
    /// Without --strict, values may differ in their last digits from device to device. C++, Rust, JavaScript and C# are always strict.
    #[arg(long)]
    strict: bool,
    /// Adds NAME_gradient, which returns the value and its derivative, per unit, along each axis
    #[arg(long)]
    gradient: bool,
    /// Adds the functions of another source to the same text, with shared functions only once
    ///
    /// SOURCE is a preset, a basis or a file, and NAME is the name of its function of a float position. May be given more than once.
    #[arg(long, value_name = "NAME=SOURCE", value_parser = named_source)]
    with: Vec<(String, String)>,
    /// Makes keys of the recipe parameters, which change at run time: KEY, or KEY=MOST for whole numbers
    ///
    /// `--params seed,frequency,octaves=8,gain`. The functions then take a struct NAME_Parameters after the position, and NAME_defaults() returns that of the
    /// recipe itself. KEY is named as for --set; `seed` varies all seeds, as --seed does. MOST is the greatest number of octaves for which the struct has room,
    /// 12 by default. The bits are those of a module exported with these values.
    #[arg(long, value_name = "KEY[=MOST],…", value_delimiter = ',')]
    params: Vec<String>,
    /// Prints the words of the struct for this source and these flags instead, as a list in JSON
    ///
    /// Give the same --params and --gradient as for the module, and the values by --seed, --set and the other flags.
    #[arg(long, requires = "params")]
    words: bool,
    /// Prints a whole compute kernel in WGSL instead, as `lacuna shader` does
    #[arg(long, conflicts_with_all = ["name", "strict", "language", "gradient", "with", "params"])]
    kernel: bool,
    /// Prints the kernel's form that shares work between samples, in rows or columns
    #[arg(long, requires = "kernel")]
    rows: bool,
    #[command(flatten)]
    into: TextFile,
}

fn language(word: &str) -> std::result::Result<Language, String> {
    let found = Language::ALL.iter().find(|(name, _)| *name == word);
    let names: Vec<&str> = Language::ALL.iter().map(|(name, _)| *name).collect();
    found.map(|(_, language)| *language).ok_or_else(|| format!("there are {}", names.join(", ")))
}

fn named_source(text: &str) -> std::result::Result<(String, String), String> {
    let (name, source) = text.split_once('=').ok_or("give NAME=SOURCE")?;
    Ok((name.to_owned(), source.to_owned()))
}

/// The positions of the test values in a module, as whole units and a fraction in units of 2^-32.
const VECTORS: [([i32; 4], [u32; 4]); 8] = [
    ([0, 0, 0, 0], [1 << 31, 1 << 30, 3 << 30, 1 << 29]),
    ([1, -1, 2, 0], [0x1999_9999, 0x6666_6666, 0x4ccc_cccc, 0]),
    ([-7, 3, -2, 5], [0xdead_beef, 0x0bad_cafe, 1, u32::MAX]),
    ([12, 34, 56, 78], [0x1234_5678, 0x9abc_def0, 0x0fed_cba9, 0x8765_4321]),
    ([-1000, 999, 1, -1], [u32::MAX, 1, 0x8000_0001, 0x7fff_ffff]),
    ([65_536, -65_536, 4, 3], [0x5555_5555, 0xaaaa_aaaa, 0x3333_3333, 0xcccc_cccc]),
    ([1_000_000, 1_000_000, 7, 9], [0x0000_ffff, 0xffff_0000, 0x00ff_00ff, 0xff00_ff00]),
    ([-1_000_000, 271_828, -3, -4], [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344]),
];

impl Export {
    pub(crate) fn run(&self) -> Result<()> {
        self.into.write(&self.text()?)
    }

    /// Checks the request by making the text.
    pub(crate) fn check(&self) -> Result<()> {
        self.text().map(drop)
    }

    fn text(&self) -> Result<String> {
        if self.kernel {
            return kernel(&self.source, self.rows);
        }
        let source = self.source.resolve()?;
        let graph = source.graph()?;
        let programs = self.programs(&graph)?;
        let program = &programs[0];
        let mut options = ModuleOptions::new(self.name.as_str()).strict(self.strict);
        if let Some(gradient) = programs.get(1) {
            options = options.with(format!("{}_gradient", self.name), gradient.clone());
        }
        if !self.params.is_empty() {
            let parameters = self.parameters(&source)?;
            if self.words {
                return Ok(format!("{:?}\n", parameters.words(&programs)?));
            }
            options = options.parameters(parameters);
        }
        let mut recipes = vec![(&self.name, source.source.draft()?.short_text()?)];
        for (name, other) in &self.with {
            let source = open(other, false)?;
            options = options.with(name.as_str(), Program::new(&source.recipe().graph()?)?);
            recipes.push((name, source.draft()?.short_text()?));
        }
        let module = program.module(self.language, &options)?;
        let mut text = String::new();
        for (name, recipe) in recipes {
            let _ = write!(text, "// {name}: noise by lacuna {VERSION}, made of this recipe:\n//\n{}//\n", commented(&recipe));
        }
        text.push_str("// This text is yours: use it under any licence or none.\n");
        text.push_str(match export::check_exact(program) {
            Err(_) => "// Its values are as precise as floats are.\n",
            Ok(()) if self.strict || !self.language.may_change_bits() => "// Its values have the bits of lacuna's.\n",
            Ok(()) if self.language == Language::Godot => "// Its values are close to lacuna's.\n",
            Ok(()) => "// Its values are close to lacuna's; a module that is exported with --strict has their bits.\n",
        });
        self.vectors(program, &mut text)?;
        text.push('\n');
        text.push_str(&module);
        Ok(text)
    }

    /// Returns the programs of the source's functions.
    fn programs(&self, graph: &Graph) -> lacuna::Result<Vec<Program>> {
        let gradient = self.gradient.then(|| export::with_gradient(graph)).transpose()?;
        [Some(graph), gradient.as_ref()].into_iter().flatten().map(Program::new).collect()
    }

    /// Returns what keys of the source change.
    fn parameters(&self, source: &Resolved) -> Result<Parameters> {
        let keys = self.params.iter().map(|key| key.parse()).collect::<lacuna::Result<Vec<ParameterKey>>>()?;
        let output = source.output()?;
        let programs = |draft: &Draft| self.programs(&draft.recipe()?.graph_of(output)?);
        Parameters::of_keys(&source.source.draft()?, &keys, programs).map_err(|error| Failure::from(error).of("--params"))
    }

    /// Appends some values, with their bits.
    fn vectors(&self, program: &Program, text: &mut String) -> Result<()> {
        let (dimensions, is_exact) = (dimensions(program), export::check_exact(program).is_ok());
        let _ = match is_exact {
            true => writeln!(text, "//\n// {}_at of whole units and 2^-32 units above them:\n//", self.name),
            false => writeln!(text, "//\n// {} of positions:\n//", self.name),
        };
        for (unit, fraction) in VECTORS {
            let at: [f64; 4] = std::array::from_fn(|axis| match f64::from(unit[axis]) + f64::from(fraction[axis]) / 4_294_967_296.0 {
                _ if axis >= dimensions => 0.0,
                at if is_exact => at,
                at => f64::from(at as f32),
            });
            let mut sample = vec![0.0; program.channels()];
            // A point may lie outside the reach of the source's lattices.
            if Cpu::new().sample_points(program, &[at], &mut sample).is_err() {
                continue;
            }
            let values: Vec<String> = sample.iter().map(|value| format!("{value:?} (0x{:08x})", value.to_bits())).collect();
            let list = |item: &dyn Fn(usize) -> String| format!("({})", (0..dimensions).map(item).collect::<Vec<_>>().join(", "));
            let position = match is_exact {
                true => format!("{} {}", list(&|axis| unit[axis].to_string()), list(&|axis| fraction[axis].to_string())),
                false => list(&|axis| (at[axis] as f32).to_string()),
            };
            let _ = writeln!(text, "//     {position}: {}", values.join(", "));
        }
        Ok(())
    }
}
