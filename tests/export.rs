//! Modules in C++, Rust and JavaScript give the bits of the CPU engine, whatever optimisations compilers may make, and are valid in every language.

mod common;
#[path = "common/places.rs"]
mod places;

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{assert_same_bits, is_all, is_set, lower, say, skipped};
use lacuna::export::{Language, ModuleOptions, check_exact, dimensions, with_gradient};
use lacuna::internal::parity::covering_graphs;
use lacuna::presets::{PRESETS, Preset};
use lacuna::{Error, Graph, Problem, Program, recipe};
use places::{Place, expected, places};

/// Returns some of the graphs that cover the catalogue, and a preset, each with a name for its module.
fn programs() -> Vec<(String, Program)> {
    let every = if is_set("LACUNA_ALL") { 1 } else { 12 };
    let graphs = covering_graphs().into_iter().step_by(every).map(|(_, graph)| graph);
    let programs = graphs.chain([preset("granite")]).map(lower);
    let is_exact = |program: &Program| check_exact(program).is_ok();
    programs.filter(is_exact).enumerate().map(|(number, program)| (format!("g{number}x"), program)).collect()
}

/// Runs a program that reads positions and prints the bits of each channel, module by module. Returns them.
fn printed(mut command: Command, places: &[[Place; 4]]) -> Vec<f32> {
    let mut input = String::new();
    for place in places {
        place.iter().for_each(|axis| write!(input, "{} ", axis.unit).expect("memory"));
        place.iter().for_each(|axis| write!(input, "{} ", axis.fraction).expect("memory"));
        input.push('\n');
    }
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), input).expect("a file");
    let output = command.stdin(Stdio::from(std::fs::File::open(file.path()).expect("a file"))).output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.split_whitespace().map(|bits| f32::from_bits(bits.parse().expect("bits"))).collect()
}

fn compile(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn is_there(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        assert!(!is_set("LACUNA_REQUIRE_COMPILERS"), "{program} is not installed");
        skipped(&format!("{program} is not installed"));
    }
    is_there
}

fn all_expected(programs: &[(String, Program)], places: &[[Place; 4]]) -> Vec<f32> {
    programs.iter().flat_map(|(_, program)| expected(program, places)).collect()
}

fn count() -> usize {
    if is_set("LACUNA_ALL") { 100_000 } else { 1000 }
}

/// Writes modules into a folder, and returns the lines by which a program takes them.
fn written(folder: &Path, modules: &[(String, String)], ending: &str, line: impl Fn(&str) -> String) -> String {
    let each = |(name, text): &(String, String)| {
        std::fs::write(folder.join(format!("{name}.{ending}")), text).expect("a file");
        line(name)
    };
    modules.iter().map(each).collect()
}

/// Returns the values of modules in C++ at positions, by each compiler. The modules are headers by name, the calls expressions of a position `p`.
fn in_cpp(modules: &[(String, String)], calls: &[String], places: &[[Place; 4]]) -> Vec<(&'static str, Vec<f32>)> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut main = String::from("#include <cstdio>\n#include <vector>\n");
    main.push_str(&written(folder.path(), modules, "hpp", |name| format!("#include \"{name}.hpp\"\n")));
    main.push_str(
        "struct Point { std::int32_t unit[4]; std::uint32_t fraction[4]; };
static void print(float v) { std::uint32_t bits; std::memcpy(&bits, &v, 4); std::printf(\"%u\\n\", bits); }
template <std::size_t N> static void print(const std::array<float, N>& v) { for (float one : v) print(one); }
int main() {
    std::vector<Point> points;
    Point p;
    while (std::scanf(\"%d %d %d %d %u %u %u %u\", &p.unit[0], &p.unit[1], &p.unit[2], &p.unit[3], &p.fraction[0], &p.fraction[1], &p.fraction[2], &p.fraction[3]) == 8) points.push_back(p);
",
    );
    for call in calls {
        writeln!(main, "    for (const Point& p : points) print({call});").expect("memory");
    }
    main.push_str("}\n");
    let source = folder.path().join("main.cpp");
    std::fs::write(&source, main).expect("a file");
    let by = |compiler: &'static str| {
        let built = folder.path().join(compiler);
        compile(
            Command::new(compiler)
                .args(["-std=c++17", "-O3", "-ffast-math", "-march=native", "-Wall", "-Werror", "-o"])
                .arg(&built)
                .arg(&source),
        );
        (compiler, printed(Command::new(&built), places))
    };
    ["g++", "clang++"].into_iter().filter(|compiler| is_there(compiler)).map(by).collect()
}

/// Returns a list in C++ with one item per axis.
fn axes(dimensions: usize, of: &str) -> String {
    let each = (0..dimensions).map(|axis| of.replace('#', &axis.to_string()));
    format!("{{{{{}}}}}", each.collect::<Vec<_>>().join(", "))
}

/// Returns the call in C++ of a module's function of a position `p`.
fn exact_call(name: &str, program: &Program) -> String {
    let dimensions = dimensions(program);
    format!("{name}_at({}, {})", axes(dimensions, "p.unit[#]"), axes(dimensions, "p.fraction[#]"))
}

fn graph_of(preset: &Preset) -> Graph {
    recipe::read(preset.text).and_then(|recipe| recipe.graph()).expect("a legal recipe")
}

fn preset(name: &str) -> Graph {
    graph_of(Preset::of(name).expect("a preset"))
}

#[test]
fn a_module_in_cpp_gives_the_bits_of_the_cpu_engine_whatever_compilers_are_allowed() {
    let (programs, places) = (programs(), places(count(), 7));
    let calls: Vec<_> = programs.iter().map(|(name, program)| exact_call(name, program)).collect();
    let expected = all_expected(&programs, &places);
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
    let calls = [exact_call("hills", &hills), exact_call("hills_gradient", &gradient), exact_call("trees", &trees)];
    let expected: Vec<f32> = [&hills, &gradient, &trees].into_iter().flat_map(|program| expected(program, &places)).collect();
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
    let away = |of: &str| axes(dimensions, of);
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
    for preset in PRESETS {
        let program = lower(graph_of(preset));
        let Err(error) = check_exact(&program) else { continue };
        assert!(matches!(error, Error::Parameter { problem: Problem::Unfit, .. }), "{error}");
        assert!(program.module(Language::Cpp, &ModuleOptions::new("hills").strict(true)).is_err(), "{}", preset.name);
        names.push((preset.name.replace('-', "_"), program));
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
        let call =
            format!("{name}_near({}, {}, {})", axes(dimensions, "p.unit[#]"), axes(dimensions, "p.fraction[#]"), axes(dimensions, "0.0f"));
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

/// Returns the values of modules in Rust at positions. The calls are expressions of a position `p`, eight whole numbers, and give arrays.
fn in_rust(modules: &[(String, String)], calls: &[String], places: &[[Place; 4]]) -> Vec<f32> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut main = written(folder.path(), modules, "rs", |name| format!("#[allow(dead_code)] mod {name};\n"));
    main.push_str("fn main() {\n    let text = std::io::read_to_string(std::io::stdin()).unwrap();\n    let points: Vec<Vec<i64>> = text.lines().map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect()).collect();\n");
    for call in calls {
        writeln!(main, "    for p in &points {{ for one in {call} {{ println!(\"{{}}\", f32::to_bits(one)); }} }}").expect("memory");
    }
    main.push_str("}\n");
    let source = folder.path().join("main.rs");
    std::fs::write(&source, main).expect("a file");
    let built = folder.path().join("main");
    compile(Command::new("rustc").args(["--edition", "2021", "-D", "warnings", "-O", "-o"]).arg(&built).arg(&source));
    printed(Command::new(&built), places)
}

/// Returns the values of modules in JavaScript at positions. The calls are expressions of a position `p`, eight whole numbers.
fn in_javascript(modules: &[(String, String)], calls: &[String], places: &[[Place; 4]]) -> Vec<f32> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut main = String::from("import { readFileSync } from \"node:fs\";\n");
    main.push_str(&written(folder.path(), modules, "mjs", |name| format!("import * as {name} from \"./{name}.mjs\";\n")));
    main.push_str("const points = readFileSync(0, \"utf8\").trim().split(\"\\n\").map((line) => line.trim().split(\" \").map(Number));\nconst out = [];\nconst view = new DataView(new ArrayBuffer(4));\nfunction float(bits) { view.setUint32(0, bits); return view.getFloat32(0); }\nfunction print(v) { for (const one of [v].flat()) { view.setFloat32(0, one); if (!Object.is(one, view.getFloat32(0))) throw new Error(`${one} is no float`); out.push(view.getUint32(0)); } }\n");
    for call in calls {
        writeln!(main, "for (const p of points) print({call});").expect("memory");
    }
    main.push_str("console.log(out.join(\"\\n\"));\n");
    let source = folder.path().join("main.mjs");
    std::fs::write(&source, main).expect("a file");
    let mut node = Command::new("node");
    node.arg(&source);
    printed(node, places)
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
    let (programs, places) = (programs(), places(count(), 8));
    let call = |(name, program): &(String, Program)| {
        let of = |from: usize, ty: &str| {
            (from..from + dimensions(program)).map(|axis| format!("p[{axis}] as {ty}")).collect::<Vec<_>>().join(", ")
        };
        let sample = format!("{name}::{name}_at([{}], [{}])", of(0, "i32"), of(4, "u32"));
        if program.channels() == 1 { format!("[{sample}]") } else { sample }
    };
    let calls: Vec<_> = programs.iter().map(call).collect();
    let expected = all_expected(&programs, &places);
    assert_same_bits("Rust", &in_rust(&strict_modules(&programs, Language::Rust), &calls, &places), &expected);
    say(&format!("{} modules as Rust: {} samples, 0 differ", programs.len(), expected.len()));
}

#[test]
fn a_module_in_javascript_gives_the_bits_of_the_cpu_engine() {
    if !is_there("node") {
        return;
    }
    let (programs, places) = (programs(), places(count(), 9));
    let call = |(name, program): &(String, Program)| {
        let count = dimensions(program);
        format!("{name}.{name}_at(...p.slice(0, {count}), ...p.slice(4, {}))", 4 + count)
    };
    let calls: Vec<_> = programs.iter().map(call).collect();
    let expected = all_expected(&programs, &places);
    assert_same_bits("JavaScript", &in_javascript(&strict_modules(&programs, Language::JavaScript), &calls, &places), &expected);
    say(&format!("{} modules as JavaScript: {} samples, 0 differ", programs.len(), expected.len()));
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
    for (number, preset) in PRESETS.iter().enumerate() {
        let program = lower(graph_of(preset));
        let is_exact = check_exact(&program).is_ok();
        for (turn, (name, language)) in Language::ALL.iter().enumerate() {
            if !is_all && !(number + turn).is_multiple_of(5) {
                continue;
            }
            for is_strict in [false, true] {
                let module = program.module(*language, &ModuleOptions::new("hills").strict(is_strict));
                if is_strict && (!is_exact || *language == Language::Godot) {
                    assert!(module.is_err(), "{}, {name}", preset.name);
                    continue;
                }
                let text = module.expect("a module");
                let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let longest = words.max_by_key(|word| word.len()).unwrap_or_default();
                assert!(longest.len() <= 48, "{}, {name}: {longest}", preset.name);
                assert!(!text.contains("scalar("), "{}, {name}", preset.name);
                let widest = text.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::len).max();
                assert!(widest <= Some(160), "{}, {name}: a line of {widest:?} characters", preset.name);
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
fn a_module_may_have_the_name_of_a_function_of_lacunas_own() {
    let program = lower(lacuna::nodes::Perlin::new());
    for name in ["fade", "placed", "rounded", "evaluate", "perlin"] {
        for (_, language) in Language::ALL {
            let text = program.module(*language, &ModuleOptions::new(name)).expect("a module");
            // Its inner functions are part of the outer ones in JavaScript.
            let inner = if *language == Language::JavaScript { "evaluate" } else { "fade" };
            assert!(text.contains(&format!(" {name}(")) && text.contains(&format!(" {name}_{inner}(")), "{name}: {text}");
        }
    }
}

#[test]
fn a_name_that_no_language_has_is_refused() {
    let program = lower(lacuna::nodes::Perlin::new());
    for name in ["", "2hills", "hills 2", "hügel", "hills_", "hills2", "a__b", "a_name_that_is_too_long"] {
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
