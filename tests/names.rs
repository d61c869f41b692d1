//! Names of exported modules: one that its language reserves is refused, and all others give texts that other people's compilers take.

#![cfg(feature = "recipe")]

mod common;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use common::{is_all, is_set, lower, say, skipped};
use lacuna::export::{Language, MAX_MODULE_NAME, ModuleOptions};
use lacuna::nodes::{Coordinate, Perlin};
use lacuna::presets::Preset;
use lacuna::{Error, NodeExt, Problem, recipe};

/// Returns all words, those that naga knows for WGSL among them, that may be names.
fn words() -> Vec<&'static str> {
    let listed = include_str!("names/words.txt").lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    let of_wgsl = naga::keywords::wgsl::RESERVED.iter().chain(naga::keywords::wgsl::BUILTIN_IDENTIFIERS).copied();
    let is_name = |word: &&str| !word.ends_with('_') && word.len() <= 2 * MAX_MODULE_NAME;
    let mut words: Vec<&str> = listed.chain(of_wgsl).filter(is_name).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// A module, and the names of its functions of a float position.
struct Module {
    text: String,
    functions: Vec<String>,
}

fn options(name: &str, language: Language) -> ModuleOptions {
    ModuleOptions::new(name).strict(language != Language::Godot)
}

/// Returns the words that a language takes as names, and those that it refuses.
fn sorted(name: &str, language: Language) -> [Vec<&'static str>; 2] {
    // No text is made of a program that can't be exact, if it has to be, but its names are checked first.
    let program = lower(Perlin::new().dimensions(3).cylinder());
    let is_taken = |word: &&str| {
        let options = ModuleOptions::new("host").strict(true).with(*word, program.clone());
        let Err(Error::Parameter { place, problem: Problem::Unfit, message }) = program.module(language, &options) else {
            panic!("{name}: {word}: it is not exact");
        };
        let is_refused = message.contains(&format!("`{word}` is a word of "));
        assert_eq!(is_refused, place == "name", "{name}: {word}: {message}");
        !is_refused
    };
    words().into_iter().partition::<Vec<_>, _>(is_taken).into()
}

/// Returns one module with a function for each word, or, of all words that are short enough, a module of each.
fn modules(words: &[&str], language: Language, is_each: bool) -> Vec<Module> {
    let program = lower(Coordinate::new());
    let module = |functions: &[&str]| {
        let others = functions[1..].iter().fold(options(functions[0], language), |options, name| options.with(*name, program.clone()));
        let text = program.module(language, &others).unwrap_or_else(|error| panic!("{language:?}: {error}"));
        Module { text, functions: functions.iter().map(|&name| name.to_owned()).collect() }
    };
    if is_each {
        words.iter().filter(|word| word.len() <= MAX_MODULE_NAME).map(|word| module(&[word])).collect()
    } else {
        vec![module(&[&["host"], words].concat())]
    }
}

/// Runs a compiler, which has to take what it is given.
#[track_caller]
fn takes(command: &mut Command) {
    match command.output() {
        Ok(output) => assert!(
            output.status.success(),
            "{command:?}: {}{}",
            String::from_utf8_lossy(&output.stdout).chars().take(4000).collect::<String>(),
            String::from_utf8_lossy(&output.stderr).chars().take(4000).collect::<String>()
        ),
        Err(error) => {
            assert!(!is_set("LACUNA_REQUIRE_COMPILERS"), "{command:?}: {error}");
            skipped(&format!("{:?} is not installed", command.get_program()));
        }
    }
}

/// Writes a text into a folder and returns its path.
fn written(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// Returns the name of the class that a module in C# is.
fn class(text: &str) -> &str {
    let (_, rest) = text.split_once("public static class ").expect("a class");
    rest.split_whitespace().next().expect("a name")
}

/// Has a compiler of the language read all modules, which share one program of two dimensions.
fn read(language: Language, modules: &[Module]) {
    let folder = tempfile::tempdir().expect("a folder");
    // What a preprocessor includes twice is read once.
    let twice = || modules.iter().flat_map(|module| [module.text.as_str(), "\n", module.text.as_str(), "\n"]).collect::<String>();
    match language {
        Language::Glsl | Language::Godot => {
            for version in ["#version 330\n", "#version 430\n", "#version 300 es\nprecision highp float;\nprecision highp int;\n"] {
                let file = written(folder.path(), "all.frag", &format!("{version}{}void main() {{}}\n", twice()));
                takes(Command::new("glslangValidator").arg(file));
            }
        }
        Language::Hlsl => {
            let main = "float4 main(float4 at : SV_Position) : SV_Target { return at; }\n";
            let file = written(folder.path(), "all.frag.hlsl", &(twice() + main));
            takes(Command::new("glslangValidator").args(["-D", "-V", "-e", "main", "-S", "frag", "-o", "/dev/null"]).arg(file));
        }
        Language::Cpp => {
            let mut main = String::new();
            for (number, module) in modules.iter().enumerate() {
                written(folder.path(), &format!("{number}.hpp"), &module.text);
                let _ = writeln!(main, "#include \"{number}.hpp\"");
            }
            main.push_str("int main() { float sum1 = 0.0f;\n");
            for function in modules.iter().flat_map(|module| &module.functions) {
                let _ = writeln!(main, "    sum1 += {function}({{{{0.25f, 0.5f}}}});");
            }
            main.push_str("    return sum1 > 0.0f;\n}\n");
            let file = written(folder.path(), "main.cpp", &main);
            for compiler in ["g++", "clang++"] {
                takes(Command::new(compiler).args(["-std=c++17", "-fsyntax-only", "-Wall", "-Werror"]).arg(&file));
            }
        }
        Language::Rust => {
            let mut main = String::new();
            let mut calls = String::new();
            for (number, module) in modules.iter().enumerate() {
                written(folder.path(), &format!("m{number}.rs"), &module.text);
                let _ = writeln!(main, "mod m{number};");
                for function in &module.functions {
                    let _ = writeln!(calls, "    sum += m{number}::{function}([0.25, 0.5]);");
                }
            }
            let _ = writeln!(main, "fn main() {{ let mut sum = 0.0;\n{calls}    println!(\"{{sum}}\"); }}");
            let file = written(folder.path(), "main.rs", &main);
            for edition in ["2021", "2024"] {
                let rustc = ["--edition", edition, "-D", "warnings", "--emit=metadata", "-o"];
                takes(Command::new("rustc").args(rustc).arg(folder.path().join("main.rmeta")).arg(&file));
            }
        }
        Language::JavaScript => {
            let mut main = String::from("const values = new Set();\n");
            for (number, module) in modules.iter().enumerate() {
                written(folder.path(), &format!("m{number}.mjs"), &module.text);
                let _ = writeln!(main, "const m{number} = await import(\"./m{number}.mjs\");");
                for function in &module.functions {
                    let _ = writeln!(main, "values.add(m{number}[\"{function}\"]([0.25, 0.5]));");
                }
            }
            main.push_str("if (values.size !== 1 || Number.isNaN([...values][0])) throw new Error(`${[...values]}`);\n");
            takes(Command::new("node").arg(written(folder.path(), "main.mjs", &main)));
        }
        Language::CSharp => {
            let mut mcs = Command::new("mcs");
            mcs.current_dir(folder.path()).args(["-langversion:6", "-warn:4", "-warnaserror", "-target:library", "-out:all.dll"]);
            for (number, Module { text, functions }) in modules.iter().enumerate() {
                let calls =
                    functions.iter().map(|function| format!("{}.{function}(0.25f, 0.5f)", class(text))).collect::<Vec<_>>().join(" + ");
                let sum = format!("static class Sum1 {{ static float Of() {{ return {calls}; }} }}");
                mcs.arg(written(folder.path(), &format!("{number}.cs"), &format!("namespace N{number} {{\n{text}{sum}\n}}\n")));
            }
            takes(&mut mcs);
        }
        _ => {
            for Module { text, functions } in modules {
                let module = naga::front::wgsl::parse_str(text).unwrap_or_else(|error| panic!("{functions:?}: {error}"));
                let mut validator = naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
                validator.validate(&module).unwrap_or_else(|error| panic!("{functions:?}: {error:?}"));
            }
        }
    }
}

#[test]
fn a_name_that_a_language_has_for_itself_is_refused_and_every_other_gives_a_text_that_compilers_take() {
    let is_all = is_all("names of modules as prefixes, each in a module of its own");
    for (name, language) in Language::ALL {
        let [taken, refused] = sorted(name, *language);
        read(*language, &modules(&taken, *language, false));
        if is_all {
            read(*language, &modules(&taken, *language, true));
        }
        for word in ["noise", "hills", "terrain", "mask", "tile", "value", "rock", "p", "x"] {
            assert!(taken.contains(&word), "{name}: {word}");
        }
        for word in ["filter", "struct", "private", "sin"] {
            assert!(refused.contains(&word), "{name}: {word}");
        }
        say(&format!("{name}: {} words as names, {} refused", taken.len(), refused.len()));
    }
}

#[test]
fn words_of_each_language_are_refused_in_it() {
    let program = lower(Perlin::new().dimensions(2));
    for (language, words) in [
        (Language::Wgsl, &["fn", "vec3f", "textureSample", "select", "storage"][..]),
        (Language::Wesl, &["import", "package", "super"]),
        (Language::Glsl, &["texture", "float", "half", "main", "double", "int", "sample", "mod", "gl", "gl_hills", "input", "lessThan"]),
        (Language::Godot, &["texture", "fragment", "light", "TIME", "float"]),
        (Language::Hlsl, &["texture", "float", "half", "main", "double", "int", "sample", "lerp", "Pass", "SamplerState", "point", "mul"]),
        (Language::Cpp, &["float", "main", "double", "int", "std", "NAN", "wchar_t", "uint", "size_t", "INT_MAX", "char"]),
        (Language::Rust, &["dyn", "abstract", "gen", "box"]),
        (Language::JavaScript, &["eval", "arguments", "Math", "then", "delete"]),
        (Language::CSharp, &["params", "object", "float", "stackalloc", "unchecked"]),
    ] {
        for word in words {
            let [alone, other] = [ModuleOptions::new(*word), ModuleOptions::new("hills").with(*word, program.clone())];
            for options in [alone, other] {
                let module = program.module(language, &options);
                let is_told = matches!(&module, Err(Error::Parameter { place, message, .. }) if place == "name" && message.contains(word));
                assert!(is_told, "{language:?}: {word}: {module:?}");
            }
        }
    }
}

#[test]
fn a_class_in_csharp_has_the_name_of_the_module_in_pascal_case_and_hides_no_namespace() {
    let program = lower(Perlin::new().dimensions(2));
    let module = |name: &str| program.module(Language::CSharp, &ModuleOptions::new(name));
    for (name, of_class) in [("hills", "Hills"), ("far_hills", "FarHills"), ("farHills", "FarHills"), ("Hills", "Hills_"), ("H", "H_")] {
        assert_eq!(class(&module(name).expect("a module")), of_class, "{name}");
    }
    for name in ["system", "unity", "unity_engine", "godot"] {
        assert!(matches!(&module(name), Err(Error::Parameter { place, .. }) if place == "name"), "{name}");
    }
}

#[test]
fn names_that_functions_and_variables_of_a_module_have_already_are_left_to_the_caller() {
    let preset =
        |name: &str| recipe::read(Preset::of(name).expect("a preset").text).and_then(|recipe| recipe.graph()).expect("a legal recipe");
    let graphs = [preset("granite"), preset("dunes")];
    let own = [
        "bits",
        "float",
        "floats",
        "words",
        "word",
        "min",
        "max",
        "copy",
        "rounded",
        "roundedd",
        "evaluate",
        "placed",
        "Coordinate",
        "Coordinate_of",
        "included",
        "fade",
        "faded",
        "lerp",
        "canonical",
        "held",
        "zero",
    ];
    let program = lower(Perlin::new().dimensions(2));
    for (name, language) in Language::ALL {
        let mut hills = options("hills", *language);
        for word in own {
            hills = hills.with(format!("hills_{word}"), program.clone());
        }
        let module = Module {
            text: program.module(*language, &hills).unwrap_or_else(|error| panic!("{name}: {error}")),
            functions: std::iter::once("hills".to_owned()).chain(own.map(|word| format!("hills_{word}"))).collect(),
        };
        read(*language, &[module]);
        // These prefixes make names of functions those of variables.
        for graph in &graphs {
            let program = lower(graph.clone());
            for prefix in ["is", "unknown"] {
                if prefix == "is" && *language == Language::CSharp {
                    continue;
                }
                let text =
                    program.module(*language, &options(prefix, *language)).unwrap_or_else(|error| panic!("{name}: {prefix}: {error}"));
                if matches!(language, Language::Wgsl | Language::Wesl) {
                    read(*language, &[Module { text, functions: vec![prefix.to_owned()] }]);
                }
            }
        }
    }
}
