//! Expressions, any text or drawn ones, in every place that takes one: each is refused at its place, or is a recipe that is the same however it is written.

use std::fmt::Write as _;

use crate::Came;
use crate::bytes::Bytes;
use crate::written_check::read;

/// The places of an expression, each a line with `@` in place of its text.
const PLACES: [&str; 16] = [
    "nodes.o = @",
    "nodes.o = { kind = \"abs\", source = @ }",
    "nodes.o = { kind = \"add\", a = @, b = { kind = \"negate\", source = @ } }",
    "nodes.o = { kind = \"subtract\", a = { kind = \"quotient\", a = @, b = @ }, b = { kind = \"min\", a = @, b = 2 } }",
    "nodes.o = { kind = \"perlin\", frequency = @, seed = 3 }",
    "nodes.o = { kind = \"power\", source = \"a\", exponent = @ }",
    "nodes.o = { kind = \"levels\", source = \"a\", from = [@, @] }",
    "nodes.o = { kind = \"transform\", source = @, translate = [@, 1] }",
    "nodes.o = { kind = \"warp\", source = \"stone\", by = @ }",
    "nodes.o = { kind = \"ramp\", source = \"a\", stops = [[0, @], [1, \"#ffffff\"]] }",
    "nodes.o = { kind = \"use\", of = \"p\", inputs = { h = @ } }",
    "nodes.o = { kind = \"use\", of = \"p\", params = { k = @ }, seed = @ }",
    "nodes.o = { kind = \"perlin\", cells = @ }",
    "outputs.o = { channels = @ }",
    "outputs.o = { channels = [@, \"a\"] }",
    "outputs.o = { normal = { source = @, strength = @ } }",
];

const NODES: &str = r##"params.p = { value = 0.375 }
params.n = { value = 3, min = -8, max = 8 }
params.tint = { value = "#203040" }
nodes.a = { kind = "white" }
nodes.b-2 = { kind = "perlin", seed = 5 }
nodes.stone = { kind = "warp", source = "laid", x = "a" }
nodes.laid = { kind = "transform", scale = 2, source = { kind = "tiles", joint = 0.2 } }
nodes.two = "stone.id * 2"
nodes.other = "stone"
nodes.m = { kind = "use", of = "p", inputs = { h = "a" } }
parts.p.inputs.h = 0
parts.p.params.k = { value = 2 }
parts.p.nodes.s = { kind = "value", seed = "$k" }
parts.p.outputs.x = "s * $k - h"
"##;

/// Names and numbers that expressions consist of.
const WORDS: [&str; 32] = [
    "a",
    "b-2",
    "stone",
    "stone.id",
    "stone.edge",
    "two",
    "other.u",
    "m",
    "m.x",
    "laid.id",
    "$p",
    "$n",
    "$tint",
    "#8b8078",
    "#fff",
    "0",
    "1",
    "2.",
    ".5",
    "1e3",
    "1e-400",
    "9e399",
    "0.12345678901234567890123456789",
    "none",
    "q.id",
    "$q",
    "min",
    "a-b",
    "1-a",
    "o",
    "-1",
    "x",
];

const FUNCTIONS: [(&str, usize); 18] = [
    ("abs", 1),
    ("clamp", 3),
    ("fract", 1),
    ("floor", 1),
    ("lerp", 3),
    ("levels", 3),
    ("max", 2),
    ("min", 2),
    ("mix", 3),
    ("pow", 2),
    ("power", 2),
    ("saturate", 1),
    ("sine", 1),
    ("smoothstep", 3),
    ("sqrt", 1),
    ("step", 2),
    ("sin", 1),
    ("ab", 2),
];

/// The first byte chooses the place, and whether what follows is the text or draws it.
pub(crate) fn body(data: &[u8]) -> Came {
    let Some((&first, rest)) = data.split_first() else { return Came::Short };
    let place = PLACES[usize::from(first >> 1) % PLACES.len()];
    let text = if first % 2 == 0 {
        let Ok(text) = std::str::from_utf8(rest) else { return Came::Short };
        text.to_owned()
    } else {
        drawn(&mut Bytes::new(rest), 5)
    };
    let line = place.replace('@', &quoted(&text));
    let is_output = place.starts_with("outputs");
    let head = if is_output { "" } else { "output = \"o\"\n" };
    let area = if place.contains("cells") { "wrap = 8" } else { "size = [8, 8]" };
    match read(&format!("version = 2\n{area}\n{head}{line}\n{NODES}")) {
        Ok(_) => Came::AllTheWay,
        Err((found, message)) => {
            // The rest is right: it is refused where it is used at most.
            let lines = if is_output { 3..=3 } else { 3..=4 };
            // A value that a part can't take is told where the part takes it.
            let is_used = place.contains("\"use\"");
            assert!(is_used || lines.contains(&found), "line {found} is none of {lines:?}: {message}\n{line}");
            Came::Short
        }
    }
}

/// Returns a text in quotes, as it is if it can stand so.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Draws an expression of at most so many operations within each other. It is a little wrong now and then.
pub(crate) fn drawn(bytes: &mut Bytes<'_>, depth: usize) -> String {
    let room = |bytes: &mut Bytes<'_>| bytes.one_of(&["", "", "", " ", "\t"]);
    match if depth == 0 { 0 } else { bytes.below(16) } {
        0..=2 => bytes.one_of(&WORDS).to_owned(),
        3 => bytes.number().to_string(),
        4..=8 => {
            let (left, right) = (drawn(bytes, depth - 1), drawn(bytes, depth - 1));
            format!("{left} {} {right}", bytes.one_of(&['+', '-', '*', '/']))
        }
        9 => format!("({}{}{})", room(bytes), drawn(bytes, depth - 1), room(bytes)),
        10 => format!("-{}{}", room(bytes), drawn(bytes, depth - 1)),
        11..=14 => {
            let (name, count) = bytes.one_of(&FUNCTIONS);
            let arguments: Vec<String> = (0..count).map(|_| drawn(bytes, depth - 1)).collect();
            format!("{name}({})", arguments.join(if bytes.once_in(2) { "," } else { ", " }))
        }
        _ => {
            // A chain of one operation is long, or deep.
            let (count, inner) = (bytes.below(80), drawn(bytes, depth.min(2) - 1));
            match bytes.below(5) {
                0 => format!("{}{inner}", "-".repeat(count)),
                1 => format!("{}{inner}{}", "(".repeat(count), ")".repeat(count)),
                2 => format!("{}{inner}{}", "abs(".repeat(count), ")".repeat(count)),
                3 => vec![inner.as_str(); count + 1].join(" * "),
                _ => format!("{inner}{}", bytes.one_of(&["", " +", ".", " é", "-", "\n", " - 1"])),
            }
        }
    }
}
