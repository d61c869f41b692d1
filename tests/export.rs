//! Modules in C++, Rust and JavaScript give the bits of the CPU engine, whatever compilers are allowed, and are legal in every language.

mod common;
#[path = "common/places.rs"]
mod places;

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{assert_same_bits, is_set, lower, say, skipped};
use lacuna::export::{Language, ModuleOptions, dimensions};
use lacuna::parity::covering_graphs;
use lacuna::presets::PRESETS;
use lacuna::{Program, recipe};
use places::{Place, expected, places};

/// Some of the graphs that cover all, and a preset, each with a name for its module.
fn programs() -> Vec<(String, Program)> {
    let every = if is_set("LACUNA_ALL") { 1 } else { 12 };
    let graphs = covering_graphs().into_iter().step_by(every).map(|(_, graph)| graph);
    let granite = PRESETS.iter().find(|preset| preset.name == "granite").expect("a preset");
    let granite = recipe::read(granite.text).and_then(|recipe| recipe.graph()).expect("a legal recipe");
    let programs = graphs.chain([granite]).map(lower);
    let is_told = |program: &Program| program.module(Language::Wgsl, &ModuleOptions::new("hills")).is_ok();
    programs.filter(is_told).enumerate().map(|(number, program)| (format!("g{number}x"), program)).collect()
}

/// What a program prints of positions that it reads: the bits of each channel, module by module.
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

/// Runs a compiler.
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

/// Writes the modules into a folder, each with the ending of its language.
fn write_modules(programs: &[(String, Program)], language: Language, ending: &str, folder: &Path) {
    for (name, program) in programs {
        let module = program.module(language, &ModuleOptions::new(name.as_str()).strict(true)).expect("a module");
        std::fs::write(folder.join(format!("{name}.{ending}")), module).expect("a file");
    }
}

fn all_expected(programs: &[(String, Program)], places: &[[Place; 4]]) -> Vec<f32> {
    programs.iter().flat_map(|(_, program)| expected(program, places)).collect()
}

fn count() -> usize {
    if is_set("LACUNA_ALL") { 100_000 } else { 1000 }
}

#[test]
fn a_module_in_cpp_gives_the_bits_of_the_cpu_engine_whatever_compilers_are_allowed() {
    let (programs, places, folder) = (programs(), places(count(), 7), tempfile::tempdir().expect("a folder"));
    write_modules(&programs, Language::Cpp, "hpp", folder.path());
    let mut main = String::from("#include <cstdio>\n#include <vector>\n");
    programs.iter().for_each(|(name, _)| writeln!(main, "#include \"{name}.hpp\"").expect("memory"));
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
    for (name, program) in &programs {
        let of = |what: &str| (0..dimensions(program)).map(|axis| format!("p.{what}[{axis}]")).collect::<Vec<_>>().join(", ");
        writeln!(main, "    for (const Point& p : points) print({name}_at({{{{{}}}}}, {{{{{}}}}}));", of("unit"), of("fraction"))
            .expect("memory");
    }
    main.push_str("}\n");
    let source = folder.path().join("main.cpp");
    std::fs::write(&source, main).expect("a file");
    let expected = all_expected(&programs, &places);
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| is_there(compiler)) {
        let built = folder.path().join(compiler);
        compile(
            Command::new(compiler)
                .args(["-std=c++17", "-O3", "-ffast-math", "-march=native", "-Wall", "-Werror", "-o"])
                .arg(&built)
                .arg(&source),
        );
        assert_same_bits(compiler, &printed(Command::new(&built), &places), &expected);
    }
    say(&format!("{} modules as C++: {} samples, 0 differ", programs.len(), expected.len()));
}

#[test]
fn a_module_in_rust_gives_the_bits_of_the_cpu_engine() {
    let (programs, places, folder) = (programs(), places(count(), 8), tempfile::tempdir().expect("a folder"));
    write_modules(&programs, Language::Rust, "rs", folder.path());
    let mut main = String::new();
    programs.iter().for_each(|(name, _)| writeln!(main, "mod {name};").expect("memory"));
    main.push_str("fn main() {\n    let text = std::io::read_to_string(std::io::stdin()).unwrap();\n    let points: Vec<Vec<i64>> = text.lines().map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect()).collect();\n");
    for (name, program) in &programs {
        let of = |from: usize, ty: &str| {
            (from..from + dimensions(program)).map(|axis| format!("p[{axis}] as {ty}")).collect::<Vec<_>>().join(", ")
        };
        let each = if program.channels() == 1 { "let all = [sample];" } else { "let all = sample;" };
        writeln!(
            main,
            "    for p in &points {{ let sample = {name}::{name}_at([{}], [{}]); {each} for one in all {{ println!(\"{{}}\", one.to_bits()); }} }}",
            of(0, "i32"),
            of(4, "u32")
        )
        .expect("memory");
    }
    main.push_str("}\n");
    let source = folder.path().join("main.rs");
    std::fs::write(&source, main).expect("a file");
    let built = folder.path().join("main");
    compile(Command::new("rustc").args(["--edition", "2021", "-D", "warnings", "-O", "-o"]).arg(&built).arg(&source));
    let expected = all_expected(&programs, &places);
    assert_same_bits("Rust", &printed(Command::new(&built), &places), &expected);
    say(&format!("{} modules as Rust: {} samples, 0 differ", programs.len(), expected.len()));
}

#[test]
fn a_module_in_javascript_gives_the_bits_of_the_cpu_engine() {
    if !is_there("node") {
        return;
    }
    let (programs, places, folder) = (programs(), places(count(), 9), tempfile::tempdir().expect("a folder"));
    write_modules(&programs, Language::JavaScript, "mjs", folder.path());
    let mut main = String::from("import { readFileSync } from \"node:fs\";\n");
    programs.iter().for_each(|(name, _)| writeln!(main, "import {{ {name}_at }} from \"./{name}.mjs\";").expect("memory"));
    main.push_str("const points = readFileSync(0, \"utf8\").trim().split(\"\\n\").map((line) => line.trim().split(\" \").map(Number));\nconst out = [];\nconst view = new DataView(new ArrayBuffer(4));\nfunction print(v) { for (const one of [v].flat()) { view.setFloat32(0, one); if (!Object.is(one, view.getFloat32(0))) throw new Error(`${one} is no float`); out.push(view.getUint32(0)); } }\n");
    for (name, program) in &programs {
        let count = dimensions(program);
        writeln!(main, "for (const p of points) print({name}_at(p.slice(0, {count}), p.slice(4, {})));", 4 + count).expect("memory");
    }
    main.push_str("console.log(out.join(\"\\n\"));\n");
    let source = folder.path().join("main.mjs");
    std::fs::write(&source, main).expect("a file");
    let mut node = Command::new("node");
    node.arg(&source);
    let expected = all_expected(&programs, &places);
    assert_same_bits("JavaScript", &printed(node, &places), &expected);
    say(&format!("{} modules as JavaScript: {} samples, 0 differ", programs.len(), expected.len()));
}

#[test]
fn every_preset_has_a_module_in_every_language_or_a_reason() {
    for preset in PRESETS {
        let program = lower(recipe::read(preset.text).and_then(|recipe| recipe.graph()).expect("a legal recipe"));
        for (name, language) in Language::ALL {
            match program.module(*language, &ModuleOptions::new("hills").strict(true)) {
                Ok(text) => {
                    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                    let longest = words.max_by_key(|word| word.len()).unwrap_or_default();
                    assert!(longest.len() <= 48, "{}, {name}: {longest}", preset.name);
                    assert!(!text.contains("scalar("), "{}, {name}", preset.name);
                }
                Err(error) => assert!(error.to_string().contains("circle"), "{}, {name}: {error}", preset.name),
            }
        }
    }
}

#[test]
fn a_module_may_have_the_name_of_a_function_of_lacunas_own() {
    let program = lower(lacuna::nodes::Perlin::new());
    for name in ["fade", "sky", "rounded", "evaluate", "perlin"] {
        for (_, language) in Language::ALL {
            let text = program.module(*language, &ModuleOptions::new(name)).expect("a module");
            assert!(text.contains(&format!(" {name}(")) && text.contains(&format!(" {name}_fade(")), "{name}: {text}");
        }
    }
}

#[test]
fn a_name_that_no_language_has_is_refused() {
    let program = lower(lacuna::nodes::Perlin::new());
    for name in ["", "2hills", "hills 2", "hügel", "hills_", "hills2", "a__b", "a_name_that_is_too_long"] {
        let error = program.module(Language::Wgsl, &ModuleOptions::new(name)).expect_err(name).to_string();
        assert!(error.contains("letters"), "{error}");
    }
}
