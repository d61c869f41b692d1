//! The shaders of the npm package: modules of twelve octaves, in which npm/src/shader.js fills in the key, the offsets and the weights.

use std::fmt::Write as _;

use lacuna::export::{Language, ModuleOptions};
use lacuna::nodes::{Perlin, Simplex, Value};
use lacuna::{NodeExt as _, Program};

/// The most octaves, as in npm/src/shader.js.
const OCTAVES: u32 = 12;
/// The seed whose key is replaced.
const SEED: u64 = 7;

/// Returns the module of the texts in a language.
pub(super) fn made(language: Language) -> String {
    let mut text = String::from("// Written by `cargo xtask npm` from lacuna's shaders. Do not edit.\n");
    for dimensions in [2, 3] {
        let perlin = Program::new(Perlin::new().dimensions(dimensions).seed(SEED).fbm().octaves(OCTAVES));
        let value = Program::new(Value::new().dimensions(dimensions).seed(SEED).fbm().octaves(OCTAVES));
        let simplex = Program::new(Simplex::new().dimensions(dimensions).seed(SEED).fbm().octaves(OCTAVES));
        for (name, program) in [("perlin", perlin), ("value", value), ("simplex", simplex)] {
            let program = program.expect("the noise is legal");
            let module = program.module(language, &ModuleOptions::new("noise").strict(true)).expect("the module is legal");
            let _ = write!(text, "\nexport const {name}{dimensions} = `{}`;\n", with_blanks(&without_comments(&module)));
        }
    }
    text
}

fn without_comments(module: &str) -> String {
    let lines = module.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end()).filter(|line| !line.is_empty());
    // Lists are on one line.
    lines.map(|line| line.trim_start().to_owned() + "\n").collect::<String>().replace(",\n", ", ").replace("(\n", "(").replace("\n)", ")")
}

/// Returns a module with marks in place of what depends on options.
fn with_blanks(module: &str) -> String {
    let [low, high] = key();
    let mut text = module.replace(&format!("{low}u, {high}u"), "$KEY").replace(&format!("k0 < {OCTAVES}u"), "k0 < $COUNT");
    let mut lists: Vec<String> = (0..4).map(|number| format!("SHIFTS_{number}")).collect();
    lists.extend(["OCTAVES_0", "PLACES"].map(str::to_owned));
    for list in &lists {
        // A name that ends with a digit has a `d` after it.
        let name = if list == "PLACES" { format!("noise_{list}") } else { format!("noise_{list}d") };
        let declares =
            |line: &&str| line.split_once(" = ").is_some_and(|(head, _)| head.ends_with(&name) || head.contains(&format!("{name}: array")));
        let Some(line) = text.lines().find(declares).map(str::to_owned) else { continue };
        let (head, items) = line.split_once(" = ").expect("a list has a value");
        let (ty, items) = items.split_once('(').expect("a list has items");
        let items = items.trim_end_matches(");");
        // What the octaves of simplex noise share stays as it is.
        let rest = if list == "PLACES" { shared(items) } else { String::new() };
        text = text.replace(&line, &format!("{head} = {ty}(${list}{rest});"));
    }
    text
}

/// Returns the words of a list after those of the octaves.
fn shared(items: &str) -> String {
    let items: Vec<&str> = items.split_inclusive(')').map(|item| item.trim_start_matches(", ")).collect();
    let count = items.len() / OCTAVES as usize * OCTAVES as usize;
    items[count..].iter().fold(String::new(), |text, item| text + ", " + item)
}

/// Returns the key of the seed.
fn key() -> [u32; 2] {
    lacuna::seeding::lattice_key(SEED)
}
