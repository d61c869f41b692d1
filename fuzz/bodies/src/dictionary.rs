//! The dictionaries of libFuzzer, with the words of texts.

use std::collections::BTreeSet;

use lacuna::graph::{KeyKind, NODE_KINDS};
use lacuna_bake::formats::Format;

/// The words of recipes as they are written.
const LANGUAGE: [&str; 33] = [
    "params.p = { value = 1 }\n",
    "[parts.p]\n",
    "parts.p.",
    "kind = \"use\"",
    "of = \"p\"",
    "inputs = ",
    "params = ",
    "choices = ",
    "wrap = 8\n",
    "cells = ",
    "by = ",
    "$p",
    ".edge",
    ".id",
    " + ",
    " - ",
    " * ",
    " / ",
    "abs(",
    "clamp(",
    "fract(",
    "floor(",
    "lerp(",
    "levels(",
    "max(",
    "min(",
    "mix(",
    "pow(",
    "saturate(",
    "sine(",
    "smoothstep(",
    "sqrt(",
    "step(",
];

/// Returns the words of recipes: the kinds of nodes, their keys and their choices.
pub fn of_recipes() -> String {
    let mut words: BTreeSet<String> = BTreeSet::new();
    for kind in NODE_KINDS {
        words.insert(format!("kind = \"{}\"", kind.name));
        for key in kind.keys {
            words.insert(format!("{} = ", key.name));
            choices(&key.kind, &mut words);
        }
    }
    let keys = [
        "version = 2\n",
        "output = ",
        "[nodes.a]\n",
        "[outputs.a]\n",
        "nodes.a",
        "outputs.a.",
        "channels = ",
        "normal = ",
        "slope = ",
        "ramp = ",
        "blur = ",
        "radius = ",
        "passes = ",
        "stops = ",
        "range = ",
        "range = \"auto\"",
        "format = ",
        "depth = ",
        "strength = ",
        "colour = ",
        "y = \"down\"",
        "{ ",
        " }",
        "[",
        "]",
        "\"a\"",
        "true",
        "1e-30",
        "1e400",
        "inf",
        "nan",
        "0x",
        "\"\"\"",
        "#ffffff",
        "18446744073709551615",
        "0.1234567890123456789012345678901234567",
    ];
    words.extend(keys.into_iter().chain(LANGUAGE).map(str::to_owned));
    words.extend(Format::all().map(|format| format!("\"{format}\"")));
    written(&words)
}

/// Returns the words of command lines: commands, flags and their values.
pub fn of_command_lines() -> String {
    let mut words: BTreeSet<String> = ["-o\nx.png\n", "1,2", "8x4", "a.b=1", "--", "auto", "1e-30", "nan"].map(str::to_owned).into();
    for command in lacuna_cli::command().get_subcommands() {
        words.insert(format!("{}\n", command.get_name()));
        for argument in command.get_arguments() {
            words.extend(argument.get_long().map(|long| format!("--{long}\n")));
            words.extend(argument.get_possible_values().iter().map(|value| value.get_name().to_owned()));
        }
    }
    words.extend(NODE_KINDS.iter().map(|kind| kind.name.to_owned()));
    written(&words)
}

fn choices(kind: &KeyKind, words: &mut BTreeSet<String>) {
    match kind {
        KeyKind::Choice(choices) => words.extend(choices.iter().map(|choice| format!("\"{}\"", choice.name))),
        KeyKind::PerAxis { of } | KeyKind::List { of, .. } => choices(of, words),
        KeyKind::Tuple { of } => of.iter().for_each(|kind| choices(kind, words)),
        _ => {}
    }
}

/// Formats one word per line, in quotes.
fn written(words: &BTreeSet<String>) -> String {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", byte as char),
        b' '..=b'~' => (byte as char).to_string(),
        _ => format!("\\x{byte:02X}"),
    };
    words.iter().map(|word| format!("\"{}\"\n", word.bytes().map(escaped).collect::<String>())).collect()
}
