//! Modules in C++, Rust, JavaScript and C# give the bits of the CPU engine, whatever optimisations compilers may make, and are valid in every language.

mod common;
#[path = "common/languages.rs"]
mod languages;
#[path = "common/places.rs"]
mod places;
#[path = "common/presets.rs"]
mod presets;
#[path = "common/settings.rs"]
mod settings;

use std::path::Path;
use std::process::Command;

use common::{assert_same_bits, is_all, is_set, lower, say};
use lacuna::export::{Language, ModuleOptions, Parameters, check_exact, dimensions, with_gradient};
use lacuna::internal::parity::covering_graphs;
use lacuna::presets::{PRESETS, Preset};
use lacuna::recipe::{Draft, ParameterKey};
use lacuna::{Error, Graph, Problem, Program};
use languages::{axes, exact_call, has_csharp, in_cpp, in_csharp, in_javascript, in_rust, is_there};
use places::{Place, expected, places};
use settings::{programs, with_parameters};

/// Returns some of the graphs that cover the catalogue, and a preset, each with a name for its module.
fn covering_programs() -> Vec<(String, Program)> {
    let every = if is_set("LACUNA_ALL") { 1 } else { 12 };
    let graphs = covering_graphs().into_iter().step_by(every).map(|(_, graph)| graph);
    let programs = graphs.chain([preset("granite")]).map(lower);
    let is_exact = |program: &Program| check_exact(program).is_ok();
    programs.filter(is_exact).enumerate().map(|(number, program)| (format!("g{number}x"), program)).collect()
}

fn all_expected(programs: &[(String, Program)], places: &[[Place; 4]]) -> Vec<f32> {
    programs.iter().flat_map(|(_, program)| expected(program, places)).collect()
}

fn count() -> usize {
    if is_set("LACUNA_ALL") { 100_000 } else { 1000 }
}

/// Returns the calls of modules' functions of a position.
fn exact_calls(language: Language, programs: &[(String, Program)]) -> Vec<String> {
    programs.iter().map(|(name, program)| exact_call(language, name, program)).collect()
}

fn preset(name: &str) -> Graph {
    presets::graph_of(Preset::of(name).expect("a preset")).expect("a graph without layers")
}

#[test]
fn a_module_in_cpp_gives_the_bits_of_the_cpu_engine_whatever_compilers_are_allowed() {
    let (programs, places) = (covering_programs(), places(count(), 7));
    let (calls, expected) = (exact_calls(Language::Cpp, &programs), all_expected(&programs, &places));
    for (compiler, found) in in_cpp(&strict_modules(&programs, Language::Cpp), &calls, &places) {
        assert_same_bits(compiler, &found, &expected);
    }
    say(&format!("{} modules as C++: {} samples, 0 differ", programs.len(), expected.len()));
}

#[test]
fn a_module_of_several_programs_gives_the_bits_of_each_and_has_what_they_share_once() {
    let (hills, trees) = (preset("dunes"), preset("granite"));
    let gradient = lower(with_gradient(&hills).expect("a gradient"));
    let (hills, trees) = (lower(hills), lower(trees));
    let options = ModuleOptions::new("hills").strict(true).with("hills_gradient", gradient.clone()).with("trees", trees.clone());
    let module = hills.module(Language::Cpp, &options).expect("a module");
    let alone = |name: &str, program: &Program| program.module(Language::Cpp, &ModuleOptions::new(name)).expect("a module");
    let apart: usize = [&hills, &gradient, &trees].iter().map(|program| alone("hills", program).len()).sum();
    assert!(2 * module.len() < 2 * apart - alone("hills", &hills).len(), "{} of {apart}", module.len());
    let places = places(count(), 11);
    let programs = [("hills", hills), ("hills_gradient", gradient), ("trees", trees)].map(|(name, program)| (name.to_owned(), program));
    let (calls, expected) = (exact_calls(Language::Cpp, &programs), all_expected(&programs, &places));
    for (compiler, found) in in_cpp(&[("hills".to_owned(), module.clone())], &calls, &places) {
        assert_same_bits(compiler, &found, &expected);
    }
}

#[test]
fn a_place_near_an_origin_is_exact_however_far_out_that_is() {
    let program = lower(preset("granite"));
    let module = program.module(Language::Cpp, &ModuleOptions::new("hills")).expect("a module");
    let (places, dimensions) = (places(count(), 12), dimensions(&program));
    // An origin some units and steps away, and the way back from there.
    let away = |of: &str| format!("{{{{{}}}}}", axes(dimensions, of));
    let call = format!(
        "hills_near({}, {}, {})",
        away("p.unit[#] - 37 + (p.fraction[#] < (1u << 30) ? -1 : 0)"),
        away("p.fraction[#] - (1u << 30)"),
        away("37.25f")
    );
    for (compiler, found) in in_cpp(&[("hills".to_owned(), module)], &[call], &places) {
        assert_same_bits(compiler, &found, &expected(&program, &places));
    }
}

#[test]
fn a_module_that_goes_round_circles_is_as_precise_as_floats_are() {
    let mut names = Vec::new();
    for (name, graph) in presets::graphs() {
        let program = lower(graph);
        let Err(error) = check_exact(&program) else { continue };
        assert!(matches!(error, Error::Parameter { problem: Problem::Unfit, .. }), "{error}");
        assert!(program.module(Language::Cpp, &ModuleOptions::new("hills").strict(true)).is_err(), "{name}");
        names.push((name.replace('-', "_"), program));
    }
    assert!(names.len() >= 4, "{names:?}");
    if !is_all("most presets that go round circles, as C++") {
        names.truncate(1);
    }
    let places: Vec<_> = places(count(), 13).into_iter().filter(|place| place.iter().all(|axis| axis.unit.abs() < 50)).collect();
    let module = |(name, program): &(String, Program)| {
        let name = name.split('_').next().expect("a word").to_owned();
        let text = program.module(Language::Cpp, &ModuleOptions::new(name.as_str())).expect("a module");
        assert!(!text.contains(&format!(" {name}_at(")), "{text}");
        (name, text)
    };
    let modules: Vec<_> = names.iter().map(module).collect();
    for ((name, text), (_, program)) in modules.iter().zip(&names) {
        let dimensions = dimensions(program);
        let [unit, fraction, away] = ["p.unit[#]", "p.fraction[#]", "0.0f"].map(|of| axes(dimensions, of));
        let call = format!("{name}_near({{{{{unit}}}}}, {{{{{fraction}}}}}, {{{{{away}}}}})");
        let expected = expected(program, &places);
        for (compiler, found) in in_cpp(&[(name.clone(), text.clone())], &[call], &places) {
            let far = found.iter().zip(&expected).map(|(a, b)| f64::from((a - b).abs()));
            let (most, sum) = far.fold((0.0_f64, 0.0), |(most, sum), far| (most.max(far), sum + far));
            let mean = sum / expected.len() as f64;
            say(&format!("{name} by {compiler}: {} samples, {most:e} at most, {mean:e} on average", expected.len()));
            assert!(mean < 1e-5, "{name} by {compiler}: {mean}");
        }
    }
}

/// Returns strict modules in a language, each with its name.
fn strict_modules(programs: &[(String, Program)], language: Language) -> Vec<(String, String)> {
    let module = |(name, program): &(String, Program)| {
        (name.clone(), program.module(language, &ModuleOptions::new(name.as_str()).strict(true)).expect("a module"))
    };
    programs.iter().map(module).collect()
}

#[test]
fn a_module_in_rust_gives_the_bits_of_the_cpu_engine() {
    let (programs, places) = (covering_programs(), places(count(), 8));
    let (calls, expected) = (exact_calls(Language::Rust, &programs), all_expected(&programs, &places));
    assert_same_bits("Rust", &in_rust(&strict_modules(&programs, Language::Rust), &calls, &places), &expected);
    say(&format!("{} modules as Rust: {} samples, 0 differ", programs.len(), expected.len()));
}

#[test]
fn a_module_in_javascript_gives_the_bits_of_the_cpu_engine() {
    if !is_there("node") {
        return;
    }
    let (programs, places) = (covering_programs(), places(count(), 9));
    let (calls, expected) = (exact_calls(Language::JavaScript, &programs), all_expected(&programs, &places));
    assert_same_bits("JavaScript", &in_javascript(&strict_modules(&programs, Language::JavaScript), &calls, &places), &expected);
    say(&format!("{} modules as JavaScript: {} samples, 0 differ", programs.len(), expected.len()));
}

#[test]
fn a_module_in_csharp_gives_the_bits_of_the_cpu_engine_whether_or_not_a_project_checks_for_overflow() {
    if !has_csharp() {
        return;
    }
    let (mut programs, places) = (covering_programs(), places(count(), 10));
    // More than four channels.
    let mut granite = preset("granite");
    granite.outputs.extend(granite.outputs.clone());
    programs.push(("gsix".to_owned(), lower(granite)));
    let call = |(name, program): &(String, Program)| (exact_call(Language::CSharp, name, program), program.channels());
    let calls: Vec<_> = programs.iter().map(call).collect();
    let (modules, expected) = (strict_modules(&programs, Language::CSharp), all_expected(&programs, &places));
    for option in ["-checked-", "-checked+"] {
        assert_same_bits(&format!("C#, {option}"), &in_csharp(&modules, &calls, &places, option), &expected);
    }
    say(&format!("{} modules as C#: {} samples, 0 differ", programs.len(), expected.len()));
}

#[test]
fn a_float_is_rounded_down_to_a_position_by_every_language() {
    let mut random = common::Random::new(21);
    let mut floats =
        vec![-1.0 / 1_048_576.0, -1.0 / 2_147_483_648.0, -1.0 / 8_589_934_592.0, -1e-9, -1e-30, -1e-40, -0.0, 0.0, 1e-30, -0.5, -1.0, -1.5];
    // Between -1/2 and 0, of every magnitude.
    floats.extend((0..10_000).map(|_| -f32::from_bits(random.within(0x2000_0000, 0x3eff_ffff) as u32)));
    floats.extend((0..1000).map(|_| random.within(-1 << 24, 1 << 24) as f32 / 32768.0));
    hold_floats(1e5, &floats);
    let far = [f32::EPSILON / 2.0 - 1.0, 2e9, -2e9, 2_147_483_520.0, 1e30, -1e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    hold_floats(0.7, &far);
}

/// Checks modules of noise of a frequency at positions given as floats.
fn hold_floats(frequency: f64, floats: &[f32]) {
    let place = |float: f32, bits: f32| {
        // A NaN is at the end of what positions can be.
        let held = if float.is_nan() { f32::INFINITY } else { float }.clamp(-2_147_483_520.0, 2_147_483_520.0);
        let held = if held.is_subnormal() { 0.0 } else { held };
        let steps = (f64::from(held) * 4_294_967_296.0).floor() as i64;
        let (unit, fraction) = ((steps >> 32) as i32, steps as u32);
        [
            Place { unit, fraction, at: f64::from(unit) + f64::from(fraction) / 4_294_967_296.0 },
            Place { unit: 0, fraction: bits.to_bits(), at: 0.0 },
        ]
    };
    let places: Vec<[Place; 4]> = floats
        .iter()
        .zip(floats.iter().rev())
        .map(|(&x, &y)| {
            let ([x, x_bits], [y, y_bits]) = (place(x, x), place(y, y));
            [x, y, x_bits, y_bits]
        })
        .collect();
    let noise = lower(lacuna::nodes::Perlin::new().dimensions(2).frequency(frequency));
    let programs = [("noise".to_owned(), noise)];
    let expected = all_expected(&programs, &places);
    let modules = |language| strict_modules(&programs, language);
    let calls = |call: &dyn Fn(&str) -> String| programs.iter().map(|(name, _)| call(name)).collect::<Vec<_>>();
    let bits = "[&p] { float v[2]; std::memcpy(v, &p.fraction[2], 8); return";
    for call in [&|name: &str| format!("{bits} {name}({{{{v[0], v[1]}}}}); }}()"), &|name: &str| {
        format!("{bits} {name}_near({{{{0, 0}}}}, {{{{0u, 0u}}}}, {{{{v[0], v[1]}}}}); }}()")
    }] as [&dyn Fn(&str) -> String; 2]
    {
        for (compiler, found) in in_cpp(&modules(Language::Cpp), &calls(call), &places) {
            assert_same_bits(compiler, &found, &expected);
        }
    }
    let float = |number: usize| format!("f32::from_bits(p[{number}] as u32)");
    let call = |name: &str| format!("[{name}::{name}([{}, {}])]", float(6), float(7));
    assert_same_bits("Rust", &in_rust(&modules(Language::Rust), &calls(&call), &places), &expected);
    if is_there("node") {
        let call = |name: &str| format!("{name}.{name}(float(p[6]), float(p[7]))");
        assert_same_bits("JavaScript", &in_javascript(&modules(Language::JavaScript), &calls(&call), &places), &expected);
    }
    if has_csharp() {
        for call in
            ["Noise.noise(Float(Fraction[2]), Float(Fraction[3]))", "Noise.noise_near(0, 0, 0, 0, Float(Fraction[2]), Float(Fraction[3]))"]
        {
            let found = in_csharp(&modules(Language::CSharp), &[(call.to_owned(), 1)], &places, "-checked+");
            assert_same_bits("C#", &found, &expected);
        }
    }
}

#[test]
fn a_module_leaves_out_what_is_the_same_in_every_call() {
    let program = lower(lacuna::nodes::Perlin::new().dimensions(2));
    for language in [Language::Glsl, Language::Godot, Language::Hlsl, Language::Rust] {
        let text = program.module(language, &ModuleOptions::new("hills")).expect("a module");
        // The kind of interpolation, the hash with its table, the period, and a function that returns its argument.
        for word in ["interpolation", "hills_Hash", "period:", " period;", "hills_rounded"] {
            let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            assert!(!code.contains(word), "{language:?}: {word}\n{text}");
        }
        assert!(text.contains("hills_eased("), "{language:?}\n{text}");
    }
    // Two bases differ in what one would leave out.
    let cubic = lacuna::nodes::Perlin::new().dimensions(2).fade(lacuna::nodes::Interpolation::Cubic);
    let two = lower(lacuna::NodeExt::add(cubic, lacuna::nodes::Perlin::new().dimensions(2).period(4)));
    let text = two.module(Language::Glsl, &ModuleOptions::new("hills")).expect("a module");
    assert!(text.contains("uint interpolation") && text.contains("uint period;"), "{text}");
}

#[test]
fn every_preset_has_a_module_in_every_language_that_other_peoples_tools_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let has_glslang = is_there("glslangValidator");
    let is_all = is_all("most languages of each preset, and modules that are not strict read by glslangValidator");
    let mut read = 0;
    for (number, (preset, graph)) in presets::graphs().enumerate() {
        let program = lower(graph);
        let is_exact = check_exact(&program).is_ok();
        for (turn, (name, language)) in Language::ALL.iter().enumerate() {
            if !is_all && !(number + turn).is_multiple_of(5) {
                continue;
            }
            for is_strict in [false, true] {
                let module = program.module(*language, &ModuleOptions::new("hills").strict(is_strict));
                if is_strict && (!is_exact || *language == Language::Godot) {
                    assert!(module.is_err(), "{preset}, {name}");
                    continue;
                }
                let text = module.expect("a module");
                let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let longest = words.max_by_key(|word| word.len()).unwrap_or_default();
                assert!(longest.len() <= 48, "{preset}, {name}: {longest}");
                assert!(!text.contains("scalar("), "{preset}, {name}");
                let widest = text.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::len).max();
                assert!(widest <= Some(160), "{preset}, {name}: a line of {widest:?} characters");
                if has_glslang && (is_strict || is_all || *language == Language::Godot) {
                    read += read_by_glslang(folder.path(), *language, &text, &program, is_strict);
                }
            }
        }
    }
    say(&format!("{read} modules of presets read by glslangValidator"));
}

/// Reads a module and a fragment shader that calls it in each version of the language, and returns the number of versions.
fn read_by_glslang(folder: &Path, language: Language, module: &str, program: &Program, is_strict: bool) -> usize {
    let dimensions = dimensions(program);
    let zero = if is_strict { ", settings_zero" } else { "" };
    let first = if program.channels() == 1 { "" } else { "[0]" };
    let versions: &[&str] = match language {
        Language::Glsl => &["#version 330\n", "#version 430\n", "#version 300 es\n", "#version 310 es\n"],
        // The preamble that Godot adds.
        Language::Godot => &["#version 330\n#define GODOT\n", "#version 300 es\nprecision highp float;\nprecision highp int;\n"],
        Language::Hlsl => &[""],
        _ => &[],
    };
    for version in versions {
        let (text, ending) = if language == Language::Hlsl {
            (
                format!(
                    "cbuffer Settings {{ uint settings_zero; }};\n{module}\nfloat4 main(float4 at : SV_Position) : SV_Target {{ float{dimensions} p = at.{}; return hills(p{zero}){first}; }}\n",
                    &"xyz"[..dimensions]
                ),
                "frag.hlsl",
            )
        } else {
            (
                format!(
                    "{version}{module}\nuniform uint settings_zero;\nin vec{dimensions} at;\nout vec4 colour;\nvoid main() {{ colour = vec4(hills(at{zero}){first}); }}\n"
                ),
                "frag",
            )
        };
        let file = folder.join(format!("module.{ending}"));
        std::fs::write(&file, &text).expect("a file");
        let mut command = Command::new("glslangValidator");
        if language == Language::Hlsl {
            command.args(["-D", "-V", "-e", "main", "-S", "frag", "-o", "/dev/null"]);
        }
        let output = command.arg(&file).output().expect("it starts");
        assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stdout));
    }
    versions.len()
}

#[test]
fn a_module_with_parameters_gives_the_bits_of_a_fresh_one_for_any_values() {
    for made in with_parameters() {
        let module = |language| made.program.module(language, &made.options).expect("a module");
        let (name, words) = (&made.name, made.words.len());
        let (places, expected) = made.samples();
        // Each also by way of another seed, where a function sets it: not where octaves are no powers of two of each other.
        let sets_seed = module(Language::Cpp).contains("_set_seed(");
        assert_eq!(sets_seed, name == "hills");
        let others = if sets_seed { &made.others } else { &made.words };
        let set = |call: String| if sets_seed { call } else { String::new() };
        let twice = [expected.clone(), expected.clone()].concat();
        let seeds = |ending: &str| made.seeds.iter().map(|seed| format!("{seed}{ending}")).collect::<Vec<_>>().join(", ");
        let lists = |all: &[Vec<u32>], open: &str, close: &str| -> String {
            let four =
                |four: &[u32]| format!("{open}{}{close}", four.iter().map(|word| format!("{word}u32")).collect::<Vec<_>>().join(","));
            let each = all.iter().map(|words| words.chunks(4).map(four).collect::<Vec<_>>().join(","));
            each.map(|words| format!("{name}_Parameters {{{open} {words} {close}}}")).collect::<Vec<_>>().join(",\n")
        };
        let cpp = |all: &[Vec<u32>]| lists(all, "{{", "}}").replace("u32", "u");
        let cpp = format!(
            "{}\nstatic const {name}_Parameters {name}_settings[] = {{ {} }};\nstatic const {name}_Parameters {name}_others[] = {{ {} }};\n[[maybe_unused]] static const std::uint64_t {name}_seeds[] = {{ {} }};\nstatic {name}_Parameters {name}_other(int at) {{ {name}_Parameters p = {name}_others[at]; {} return p; }}\n",
            module(Language::Cpp),
            cpp(&made.words),
            cpp(others),
            seeds("u"),
            set(format!("{name}_set_seed(p, {name}_seeds[at]);"))
        );
        let call = |of: &str| format!("{name}_at({{{{p.unit[0], p.unit[1]}}}}, {{{{p.fraction[0], p.fraction[1]}}}}, {name}_{of})");
        for (compiler, found) in in_cpp(&[(name.clone(), cpp)], &[call("settings[p.unit[2]]"), call("other(p.unit[2])")], &places) {
            assert_same_bits(compiler, &found, &twice);
        }
        let rust = |all: &[Vec<u32>]| lists(all, "[", "]").replace("{[", "{ words: [").replace("]}", "] }");
        let rust = format!(
            "{}\npub static SETTINGS: [{name}_Parameters; {words}] = [{}];\npub static OTHERS: [{name}_Parameters; {words}] = [{}];\npub static SEEDS: [u64; {words}] = [{}];\npub fn other(at: usize) -> {name}_Parameters {{ #[allow(unused_mut)] let mut p = OTHERS[at]; {} p }}\n",
            module(Language::Rust),
            rust(&made.words),
            rust(others),
            seeds(""),
            set(format!("{name}_set_seed(&mut p, SEEDS[at]);"))
        );
        let call = |of: &str| format!("[{name}::{name}_at([p[0] as i32, p[1] as i32], [p[4] as u32, p[5] as u32], &{name}::{of})]");
        let calls = [call("SETTINGS[p[2] as usize]"), call("other(p[2] as usize)")];
        assert_same_bits("Rust", &in_rust(&[(name.clone(), rust)], &calls, &places), &twice);
        if is_there("node") {
            let lists = |all: &[Vec<u32>]| format!("{all:?}.map((words) => Uint32Array.from(words))");
            let text = format!(
                "{}\nexport const settings = {};\nconst others = {};\nconst seeds = [{}];\nexport function other(at) {{ const p = others[at].slice(); {} return p; }}\n",
                module(Language::JavaScript),
                lists(&made.words),
                lists(others),
                seeds("n"),
                set(format!("{name}_set_seed(p, seeds[at]);"))
            );
            let call = |of: &str| format!("{name}.{name}_at(p[0], p[1], p[4], p[5], {name}.{of})");
            let calls = [call("settings[p[2]]"), call("other(p[2])")];
            assert_same_bits("JavaScript", &in_javascript(&[(name.clone(), text)], &calls, &places), &twice);
        }
        if has_csharp() {
            let class = name[..1].to_uppercase() + &name[1..];
            let lists = |all: &[Vec<u32>]| {
                let each =
                    all.iter().map(|words| format!("new uint[] {{ {} }}", words.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")));
                each.collect::<Vec<_>>().join(",\n")
            };
            let text = format!(
                "{}\npublic static class Given {{ public static readonly uint[][] Settings = {{ {} }}; static readonly uint[][] Others = {{ {} }}; public static readonly ulong[] Seeds = {{ {} }};\npublic static uint[] Other(int at) {{ uint[] p = (uint[])Others[at].Clone(); {} return p; }} }}\n",
                module(Language::CSharp),
                lists(&made.words),
                lists(others),
                seeds(""),
                set(format!("{class}.{name}_set_seed(p, Seeds[at]);"))
            );
            let call = |of: &str| (format!("{class}.{name}_at(Unit[0], Unit[1], Fraction[0], Fraction[1], Given.{of})"), 1);
            let calls = [call("Settings[Unit[2]]"), call("Other(Unit[2])")];
            assert_same_bits("C#", &in_csharp(&[(name.clone(), text)], &calls, &places, "-checked+"), &twice);
        }
        say(&format!("{name}: {words} settings in C++, Rust, JavaScript and C#, {} samples, 0 differ", twice.len()));
    }
}

#[test]
fn numbers_and_colours_of_every_preset_are_parameters() {
    let mut found = 0;
    for preset in PRESETS {
        let draft = Draft::read(preset.text).expect("a recipe");
        let Ok(base) = programs(&draft).map(|mut programs| programs.remove(0)) else { continue };
        for param in draft.params().expect("parameters") {
            let key: ParameterKey = param.name.parse().expect("a key");
            match Parameters::of_keys(&draft, &[key], programs) {
                Ok(parameters) => {
                    let options = ModuleOptions::new("hills").parameters(parameters);
                    base.module(Language::Wgsl, &options).expect("a module");
                    found += 1;
                }
                Err(error) => say(&format!("{}.{}: {error}", preset.name, param.name)),
            }
        }
    }
    assert!(found > 100, "{found}");
    say(&format!("{found} parameters of presets"));
}

#[test]
fn a_key_that_is_no_number_is_no_parameter() {
    let draft = Draft::read("version = 2\noutput = \"h\"\nnodes.h = { kind = \"perlin\", hash = \"table\", frequency = 0.37, seed = 3 }")
        .expect("a recipe");
    let refused = |key: &str| {
        let key: ParameterKey = key.parse().expect("a key");
        Parameters::of_keys(&draft, &[key], programs).expect_err("no parameter").to_string()
    };
    assert!(refused("fade").contains("only keys whose values are numbers"), "{}", refused("fade"));
    assert!(refused("seed").contains("hash = \"lattice\""), "{}", refused("seed"));
    assert!(refused("octaves").contains("no node takes it"), "{}", refused("octaves"));
    assert!("octaves=many".parse::<ParameterKey>().is_err());
    // A value that the module holds as a constant.
    let key: ParameterKey = "frequency".parse().expect("a key");
    let parameters = Parameters::of_keys(&draft, &[key], programs).expect("parameters");
    let mut other = draft.clone();
    other.set("seed", "4").expect("a key");
    let words = parameters.words(&programs(&other).expect("a program"));
    assert!(words.is_err_and(|error| error.to_string().contains("export it again")), "another table");
    let unseeded = Draft::read("version = 2\noutput = \"h\"\nnodes.h = { kind = \"perlin\" }").expect("a recipe");
    let refused = Parameters::of_keys(&unseeded, &["seed".parse().expect("a key")], programs).expect_err("no seed").to_string();
    assert!(refused.contains("give the recipe a seed, too"), "{refused}");
    let octaves: ParameterKey = "octaves=8".parse().expect("a key");
    let mut draft =
        Draft::read("version = 2\noutput = \"h\"\nnodes.h = { kind = \"fbm\", source = { kind = \"perlin\", dimensions = 2 } }")
            .expect("a recipe");
    let parameters = Parameters::of_keys(&draft, &[octaves], programs).expect("parameters");
    draft.set("octaves", "9").expect("a key");
    let words = parameters.words(&programs(&draft).expect("a program"));
    assert!(words.is_err_and(|error| error.to_string().contains("room")), "nine octaves");
}

#[test]
fn a_module_may_have_the_name_of_a_function_of_lacunas_own() {
    let program = lower(lacuna::nodes::Perlin::new());
    for name in ["fade", "placed", "rounded", "evaluate", "perlin"] {
        for (_, language) in Language::ALL {
            let text = program.module(*language, &ModuleOptions::new(name)).expect("a module");
            // Its inner functions are part of the outer ones in JavaScript and C#.
            let inner = if matches!(language, Language::JavaScript | Language::CSharp) { "evaluate" } else { "fade" };
            assert!(text.contains(&format!(" {name}(")) && text.contains(&format!(" {name}_{inner}(")), "{name}: {text}");
        }
    }
}

#[test]
fn a_name_that_no_language_has_is_refused() {
    let program = lower(lacuna::nodes::Perlin::new());
    for name in ["", "2hills", "hills 2", "hügel", "hills_", "a__b", "a_name_that_is_far_too_long_for_it"] {
        let module = program.module(Language::Wgsl, &ModuleOptions::new(name));
        assert!(matches!(&module, Err(Error::Parameter { place, .. }) if place == "name"), "{module:?}");
    }
    let twice = ModuleOptions::new("hills").with("hills_at", program.clone());
    let module = program.module(Language::Wgsl, &twice);
    assert!(
        matches!(&module, Err(Error::Parameter { place, message, .. }) if place == "name" && message.contains("`hills_at`")),
        "{module:?}"
    );
}
