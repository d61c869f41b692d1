//! Recipes with parts, uses, parameters, references and cells, drawn or any text, with keys set in them.

use std::fmt::Write as _;

use lacuna::recipe::Draft;

use crate::Came;
use crate::bytes::Bytes;
use crate::expressions::{drawn, quoted};
use crate::written_check::{read, written};

/// Names of nodes: those that uses make are among them.
const NAMES: [&str; 24] = [
    "o", "a", "m", "moss", "h", "s", "moss-h", "moss-s", "moss-x", "m-s", "m-", "moss--h", "use", "use-s", "by", "a-edge", "t", "b-2",
    "1-a", "-a", "2", "min", "m-m-s", "p",
];
const PARTS: [&str; 4] = ["moss", "p", "bricks", "q-1"];
const PRESETS: [&str; 2] = ["bricks", "marble"];
const INPUTS: [&str; 3] = ["h", "dark", "s2"];
const PARAMS: [&str; 4] = ["k", "n", "tint", "word"];
const OUTPUTS: [&str; 4] = ["x", "mask", "edge", "h"];

/// A byte that begins no text, and choices; or a text. Behind a line of `%` are keys that are set.
pub(crate) fn body(data: &[u8]) -> Came {
    if let [0xff, drawn @ ..] = data {
        let bytes = &mut Bytes::new(drawn);
        let text = document(bytes);
        let text = if bytes.once_in(3) { corrupted(bytes, text) } else { text };
        let Ok((mut draft, _)) = read(&text) else { return Came::Short };
        let mut keys = String::new();
        (0..bytes.below(4)).for_each(|_| setting(bytes, &mut keys));
        set_all(&mut draft, &keys, bytes.byte());
        return Came::AllTheWay;
    }
    let Ok(text) = std::str::from_utf8(data) else { return Came::Short };
    let (text, keys) = text.split_once("\n%\n").unwrap_or((text, ""));
    let Ok((mut draft, _)) = read(text) else { return Came::Short };
    set_all(&mut draft, keys, 0);
    Came::AllTheWay
}

/// Sets keys, a line each, and a seed. What is legal then is a recipe like any other.
fn set_all(draft: &mut Draft, lines: &str, seed: u8) {
    for line in lines.lines() {
        let Some((key, value)) = line.split_once('=') else { continue };
        if let Err(error) = draft.set(key.trim(), value.trim()) {
            assert!(error.to_string().len() <= 16 << 10, "{error}");
        }
        draft.takers(key.trim());
        let _ = draft.params();
    }
    if seed % 4 == 1 {
        let _ = draft.set_seed(u64::from(seed));
        let _ = draft.set_on_bases("seed", "3");
    }
    match draft.recipe() {
        Ok(recipe) => written(draft, &recipe),
        Err(error) => assert!(error.to_string().len() <= 16 << 10, "{error}"),
    }
    let _ = draft.short_text();
}

/// Draws a recipe.
fn document(bytes: &mut Bytes<'_>) -> String {
    let mut text = String::from("version = 2\n");
    if bytes.once_in(3) {
        let _ = writeln!(text, "wrap = {}", bytes.one_of(&["8", "[8, 4]", "\"$n * 2\"", "[2, 4, 8]", "0.1"]));
    }
    let outputs = bytes.once_in(2);
    if !outputs {
        let _ =
            writeln!(text, "output = {}", bytes.one_of(&["\"o\"", "\"moss.x\"", "[\"o\", \"a\"]", "[\"a.edge\", \"m\", \"moss.mask\"]"]));
    }
    params(bytes, &mut text, "");
    let parts = bytes.below(4);
    for part in &PARTS[..parts] {
        let _ = writeln!(text, "[parts.{part}]");
        let inputs = bytes.below(3);
        for input in &INPUTS[..inputs] {
            let _ = writeln!(text, "inputs.{input} = {}", bytes.one_of(&["0", "0.5", "\"#102030\"", "1e-9"]));
        }
        params(bytes, &mut text, "");
        nodes(bytes, &mut text, 4);
        let count = 1 + bytes.below(3);
        for output in &OUTPUTS[..count] {
            let value = match bytes.below(6) {
                0 => format!("{{ channels = {} }}", input(bytes, 1)),
                1 => format!("{{ ramp = {{ source = {}, stops = [[0, \"#000000\"], [1, \"$tint\"]] }} }}", input(bytes, 1)),
                _ => input(bytes, 2),
            };
            let _ = writeln!(text, "outputs.{output} = {value}");
        }
        if bytes.once_in(3) {
            let _ = writeln!(text, "output = \"{}\"", bytes.one_of(&OUTPUTS));
        }
    }
    if parts > 0 {
        text += "[nodes]\n";
    }
    let prefix = if parts > 0 { "" } else { "nodes." };
    let mut own = String::new();
    nodes(bytes, &mut own, 8);
    for line in own.lines() {
        let _ = writeln!(text, "{prefix}{}", line.trim_start_matches("nodes."));
    }
    if outputs {
        text += "[outputs]\n";
        for output in 0..1 + bytes.below(3) {
            let value = match bytes.below(5) {
                0 => format!("{{ channels = [{}, {}] }}", input(bytes, 2), input(bytes, 1)),
                1 => format!("{{ normal = {{ source = {}, strength = \"$k / 2\" }}, depth = 8 }}", input(bytes, 1)),
                2 => format!("{{ ramp = {{ source = {}, stops = [[0, \"$tint\"], [\"$k\", \"#ffffff\"]] }} }}", input(bytes, 1)),
                _ => format!("{{ channels = {} }}", input(bytes, 2)),
            };
            let _ = writeln!(text, "o{output} = {value}");
        }
    }
    text
}

fn params(bytes: &mut Bytes<'_>, text: &mut String, prefix: &str) {
    let count = bytes.below(PARAMS.len() + 1);
    for param in &PARAMS[..count] {
        let value = match *param {
            "k" => bytes.one_of(&["0.375, min = 0, max = 1", "1, step = 0.1, label = \"K\"", "\"1e-300\"", "true"]),
            "n" => bytes.one_of(&["4", "3, min = -8, max = 8", "18446744073709551615"]),
            "tint" => bytes.one_of(&["\"#203040\"", "\"#fff\""]),
            _ => bytes.one_of(&["\"bond\", choices = [\"bond\", \"stack\"]", "false"]),
        };
        let _ = writeln!(text, "{prefix}params.{param} = {{ value = {value} }}");
    }
}

/// Draws nodes of names that differ.
fn nodes(bytes: &mut Bytes<'_>, text: &mut String, most: usize) {
    let mut names: Vec<&str> = Vec::new();
    for _ in 0..1 + bytes.below(most) {
        let name = if bytes.once_in(4) { bytes.one_of(&NAMES) } else { NAMES[names.len()] };
        if names.contains(&name) {
            continue;
        }
        names.push(name);
        let value = match bytes.below(12) {
            0 | 1 => quoted(bytes.one_of(&NAMES)),
            2 => quoted(&reference(bytes)),
            3 => quoted(&drawn(bytes, 3)),
            4..=6 => used(bytes, 1),
            _ => table(bytes, 3),
        };
        let _ = writeln!(text, "nodes.{name} = {value}");
    }
}

/// Draws a name with an output.
fn reference(bytes: &mut Bytes<'_>) -> String {
    let outputs = ["x", "mask", "edge", "h", "id", "u", "f2", "value", "albedo", "height"];
    format!("{}.{}", bytes.one_of(&NAMES), bytes.one_of(&outputs))
}

/// Draws the value of an input.
fn input(bytes: &mut Bytes<'_>, depth: usize) -> String {
    match if depth == 0 { bytes.below(8) } else { bytes.below(14) } {
        0..=3 => quoted(bytes.one_of(&NAMES)),
        4 | 5 => quoted(&reference(bytes)),
        6 => bytes.one_of(&["0.5", "-2", "\"$k\"", "\"$tint\"", "\"#8b8078\"", "\"-a\"", "\" 5\"", "\"(a)\"", "1e-400", "inf"]).to_owned(),
        7 => quoted(bytes.one_of(&INPUTS)),
        8 | 9 => quoted(&drawn(bytes, 3)),
        10 => used(bytes, depth - 1),
        _ => table(bytes, depth - 1),
    }
}

/// Draws a use of a part or a preset.
fn used(bytes: &mut Bytes<'_>, depth: usize) -> String {
    let of = match bytes.below(12) {
        0 => bytes.one_of(&["lib.toml#p", "none", "lib.toml", "p#q"]),
        1 => bytes.one_of(&PRESETS),
        _ => bytes.one_of(&PARTS[..2]),
    };
    let mut text = format!("{{ kind = \"use\", of = \"{of}\"");
    if bytes.once_in(2) {
        let _ = write!(text, ", inputs = {{ {} = {} }}", INPUTS[bytes.below(2)], input(bytes, depth));
    }
    if bytes.once_in(3) {
        let value = bytes.one_of(&["0.5", "\"$k / 3\"", "\"$n\"", "\"#ff0000\"", "\"$tint\"", "\"stack\"", "\"$word\"", "true"]);
        let _ = write!(text, ", params = {{ {} = {value} }}", bytes.one_of(&PARAMS));
    }
    if bytes.once_in(3) {
        let _ = write!(text, ", seed = {}", bytes.one_of(&["7", "-1", "\"$n\"", "\"18446744073709551615\"", "false"]));
    }
    if bytes.once_in(2) {
        let _ = write!(text, ", output = \"{}\"", bytes.one_of(&OUTPUTS));
    }
    text + " }"
}

/// Draws the table of a node.
fn table(bytes: &mut Bytes<'_>, depth: usize) -> String {
    let below = depth.saturating_sub(1);
    let number = |bytes: &mut Bytes<'_>| {
        bytes.one_of(&["0.5", "2", "\"$k\"", "\"$n * 2\"", "\"1 / $n\"", "\"(1 + 2) * $k\"", "\"2.50000000000000000000001\""])
    };
    match bytes.below(if depth == 0 { 5 } else { 20 }) {
        0 => "{ kind = \"white\" }".to_owned(),
        1 => format!("{{ kind = \"perlin\", frequency = {}, seed = {} }}", number(bytes), bytes.one_of(&["1", "\"$n\"", "-3"])),
        2 => format!("{{ kind = \"tiles\", joint = {}, layout = {} }}", number(bytes), bytes.one_of(&["\"bond\"", "\"$word\""])),
        3 => format!("{{ kind = \"cellular\", output = \"{}\" }}", bytes.one_of(&["f1", "f2", "id"])),
        4 => format!(
            "{{ kind = \"{}\", cells = {} }}",
            bytes.one_of(&["perlin", "tiles", "cellular", "white"]),
            bytes.one_of(&["4", "[6, 8]", "[2, 2, 2]"])
        ),
        5..=7 => format!("{{ kind = \"transform\", scale = {}, source = {} }}", number(bytes), input(bytes, below)),
        8 | 9 => format!("{{ kind = \"warp\", by = {}, source = {} }}", input(bytes, below), input(bytes, below)),
        10 => format!("{{ kind = \"warp\", x = {}, source = {}, strength = {} }}", input(bytes, below), input(bytes, below), number(bytes)),
        11 => format!("{{ kind = \"fbm\", octaves = \"$n\", gain = {}, source = {} }}", number(bytes), input(bytes, below)),
        12 => format!("{{ kind = \"negate\", source = {} }}", input(bytes, below)),
        13 => format!("{{ kind = \"clamp\", source = {}, low = 0, high = {} }}", input(bytes, below), number(bytes)),
        14 => format!("{{ kind = \"mix\", a = {}, b = \"$tint\", mask = {} }}", input(bytes, below), input(bytes, below)),
        15 => format!("{{ kind = \"constant\", value = {} }}", number(bytes)),
        16 => format!("{{ kind = \"power\", source = {}, exponent = {} }}", input(bytes, below), number(bytes)),
        17 => "{ kind = \"colour\", value = \"$tint\" }".to_owned(),
        kind => {
            let kind = if kind == 18 { bytes.one_of(&["add", "subtract", "multiply"]) } else { bytes.one_of(&["quotient", "min", "max"]) };
            format!("{{ kind = \"{kind}\", a = {}, b = {} }}", input(bytes, below), input(bytes, below))
        }
    }
}

/// Changes a few places of a text.
fn corrupted(bytes: &mut Bytes<'_>, mut text: String) -> String {
    for _ in 0..1 + bytes.below(3) {
        let place = usize::from(bytes.byte()) * 256 + usize::from(bytes.byte());
        let start = (place % (text.len() + 1)..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let end = (start + bytes.below(12)..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        let with = bytes.one_of(&["", "\"", "{", "}", ".", "-", "$", "#", "nodes.", "\n", " ", "é", "(", "= ", "0", "[", "\\n", "a"]);
        text.replace_range(start..end.max(start), with);
    }
    text
}

/// Draws a key and a value to set.
fn setting(bytes: &mut Bytes<'_>, text: &mut String) {
    let name = bytes.one_of(&NAMES);
    let key = match bytes.below(14) {
        0 => bytes.one_of(&PARAMS).to_owned(),
        1 => format!("params.{}{}", bytes.one_of(&PARAMS), bytes.one_of(&["", ".value", ".min", ".q", ".choices[0]"])),
        2 => format!("nodes.{name}"),
        3 => format!("{name}.params.{}", bytes.one_of(&PARAMS)),
        4 => format!("{name}.inputs.{}", bytes.one_of(&INPUTS)),
        5 => format!("parts.{}.nodes.{name}.{}", bytes.one_of(&PARTS), bytes.one_of(&["seed", "source", "frequency", "kind"])),
        6 => format!("parts.{}.{}.k", bytes.one_of(&PARTS), bytes.one_of(&["params", "inputs", "outputs", "nodes"])),
        7 => format!("*.{}", bytes.one_of(&["seed", "source", "frequency", "kind", "a", "by", "cells"])),
        8 => bytes.one_of(&["wrap", "seed", "of", "cells", "frequency", "joint", "by", "", ".", "parts", "nodes", "outputs.o0"]).to_owned(),
        9 => format!(
            "outputs.o0.{}",
            bytes.one_of(&["channels", "channels[0].seed", "blur.radius", "ramp.source", "ramp.stops[0]", "blur.blur.radius"])
        ),
        10 => format!("{name}.{}.seed", bytes.one_of(&["source", "a", "x", "source.source", "inputs.h", "params.k", "stops[0]"])),
        _ => {
            format!("{name}.{}", bytes.one_of(&["seed", "source", "of", "output", "inputs", "params", "by", "cells", "a", "kind", "joint"]))
        }
    };
    let value = match bytes.below(6) {
        0 => quoted(&drawn(bytes, 2)).replace('\n', " "),
        1 => input(bytes, 2),
        _ => bytes
            .one_of(&["3", "0.5", "stack", "true", "[1, 2]", "\"$k\"", "{ kind = \"white\" }", "{}", "[{ kind = \"white\" }]"])
            .to_owned(),
    };
    let _ = writeln!(text, "{key} = {value}");
}
