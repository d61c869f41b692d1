//! Programs in other languages that call exported modules.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use lacuna::Program;
use lacuna::export::{Language, dimensions};

use crate::common::{is_set, skipped};
use crate::places::Place;

/// A program in C#, but for the calls that it makes of each position.
const CSHARP: &str = "using System;
static partial class Program {
    static readonly System.Text.StringBuilder Out = new System.Text.StringBuilder();
    static readonly int[] Unit = new int[4];
    static readonly uint[] Fraction = new uint[4];
    static float Float(uint bits) { return BitConverter.ToSingle(BitConverter.GetBytes(bits), 0); }
    static void Print(params float[] all) { foreach (float one in all) Out.Append(BitConverter.ToUInt32(BitConverter.GetBytes(one), 0)).Append('\\n'); }
    static void Main() {
        string[] words = Console.In.ReadToEnd().Split(new char[0], StringSplitOptions.RemoveEmptyEntries);
        foreach (Action call in Calls) {
            for (int at = 0; at < words.Length; at += 8) {
                for (int axis = 0; axis < 4; axis++) { Unit[axis] = int.Parse(words[at + axis]); Fraction[axis] = uint.Parse(words[at + 4 + axis]); }
                call();
            }
        }
        Console.Write(Out);
    }
}
";

/// Runs a program that reads positions and prints the bits of each channel, module by module. Returns them.
pub(crate) fn printed(mut command: Command, places: &[[Place; 4]]) -> Vec<f32> {
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

pub(crate) fn compile(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

pub(crate) fn is_there(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        assert!(!is_set("LACUNA_REQUIRE_COMPILERS"), "{program} is not installed");
        skipped(&format!("{program} is not installed"));
    }
    is_there
}

pub(crate) fn has_csharp() -> bool {
    ["mcs", "mono"].into_iter().all(is_there)
}

/// Returns a list with one item per axis.
pub(crate) fn axes(dimensions: usize, of: &str) -> String {
    (0..dimensions).map(|axis| of.replace('#', &axis.to_string())).collect::<Vec<_>>().join(", ")
}

/// Returns the call of a module's function of a position, as the programs below take it.
pub(crate) fn exact_call(language: Language, name: &str, program: &Program) -> String {
    let axes = |of: &str| axes(dimensions(program), of);
    match language {
        Language::Cpp => format!("{name}_at({{{{{}}}}}, {{{{{}}}}})", axes("p.unit[#]"), axes("p.fraction[#]")),
        Language::Rust if program.channels() > 1 => format!("{name}::{name}_at([{}], [{}])", axes("p[#] as i32"), axes("p[4 + #] as u32")),
        Language::Rust => format!("[{name}::{name}_at([{}], [{}])]", axes("p[#] as i32"), axes("p[4 + #] as u32")),
        Language::JavaScript => format!("{name}.{name}_at({}, {})", axes("p[#]"), axes("p[4 + #]")),
        Language::CSharp => format!("{}{}.{name}_at({}, {})", name[..1].to_uppercase(), &name[1..], axes("Unit[#]"), axes("Fraction[#]")),
        _ => unreachable!("no program below is in {language:?}"),
    }
}

/// Writes modules into a folder, and returns the lines by which a program takes them.
pub(crate) fn written(folder: &Path, modules: &[(String, String)], ending: &str, line: impl Fn(&str) -> String) -> String {
    let each = |(name, text): &(String, String)| {
        std::fs::write(folder.join(format!("{name}.{ending}")), text).expect("a file");
        line(name)
    };
    modules.iter().map(each).collect()
}

/// Returns the values of modules in C++ at positions, by each compiler. The modules are headers by name, the calls expressions of a position `p`.
pub(crate) fn in_cpp(modules: &[(String, String)], calls: &[String], places: &[[Place; 4]]) -> Vec<(&'static str, Vec<f32>)> {
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
                .args(["-std=c++17", "-O3", "-ffast-math", "-march=native", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-o"])
                .arg(&built)
                .arg(&source),
        );
        (compiler, printed(Command::new(&built), places))
    };
    ["g++", "clang++"].into_iter().filter(|compiler| is_there(compiler)).map(by).collect()
}

/// Returns the values of modules in Rust at positions. The calls are expressions of a position `p`, eight whole numbers, and give arrays.
pub(crate) fn in_rust(modules: &[(String, String)], calls: &[String], places: &[[Place; 4]]) -> Vec<f32> {
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
pub(crate) fn in_javascript(modules: &[(String, String)], calls: &[String], places: &[[Place; 4]]) -> Vec<f32> {
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

/// Returns the values of modules in C# at positions, compiled with an option. The calls are expressions of `Unit` and `Fraction`, each with its number of
/// channels.
pub(crate) fn in_csharp(modules: &[(String, String)], calls: &[(String, usize)], places: &[[Place; 4]], option: &str) -> Vec<f32> {
    let folder = tempfile::tempdir().expect("a folder");
    written(folder.path(), modules, "cs", |_| String::new());
    let mut main = format!("{CSHARP}static partial class Program {{\n    static readonly Action[] Calls = {{\n");
    for (call, channels) in calls {
        let channel = |channel: usize| match channels {
            1 => "v".to_owned(),
            2..=4 => format!("v.{}", &"xyzw"[channel..=channel]),
            _ => format!("v.c{channel}"),
        };
        let channels: Vec<_> = (0..*channels).map(channel).collect();
        writeln!(main, "        () => {{ var v = {call}; Print({}); }},", channels.join(", ")).expect("memory");
    }
    main.push_str("    };\n}\n");
    std::fs::write(folder.path().join("main.cs"), main).expect("a file");
    let mut mcs = Command::new("mcs");
    mcs.current_dir(folder.path()).args(["-langversion:6", "-warn:4", "-warnaserror", option, "-out:main.exe", "main.cs"]);
    compile(mcs.args(modules.iter().map(|(name, _)| format!("{name}.cs"))));
    let mut mono = Command::new("mono");
    mono.arg(folder.path().join("main.exe"));
    printed(mono, places)
}
