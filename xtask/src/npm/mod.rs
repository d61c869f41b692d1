//! Writes the kernels of the npm package: for each basis in JavaScript a function that sums its octaves, and one that sums their slopes.
//!
//! The library translates `noise.wgsl`. What is left is text around each function: where an octave places the coordinates, and how it adds to the sum. The
//! fields of `k` are those that npm/src/octaves.js makes.

mod texts;

use std::fmt::Write as _;
use std::path::Path;

use lacuna::export::{self, Language};

const NOISE: &str = include_str!("noise.wgsl");

/// The numbers of a place: see npm/src/place.js.
const PLACE: usize = 13;

const HEAD: &str = "// Written by `cargo xtask npm` from lacuna's shaders. Do not edit.
import { cells, placed } from \"./place.js\";

const _f = Math.fround;
const _i = Math.imul;
";

/// A function of `noise.wgsl`.
struct Kernel<'t> {
    name: &'t str,
    /// The names of its coordinates.
    axes: Vec<&'t str>,
    /// The names of its other numbers.
    options: Vec<&'t str>,
    body: &'t str,
}

impl<'t> Kernel<'t> {
    /// Reads a function in JavaScript.
    fn read(text: &'t str) -> Self {
        let (head, rest) = text.split_once(") {\n").expect("a function has a body");
        let (name, arguments) = head.split_once('(').expect("a function has arguments");
        let body = rest.split_once("\n}\n").map_or(rest, |(body, _)| body);
        let (axes, options) = arguments
            .split(", ")
            .filter(|argument| !argument.starts_with("key_"))
            .partition(|argument| ["x", "y", "z", "skew"].contains(argument));
        Self { name, axes, options, body }
    }

    /// Returns the function that sums octaves.
    fn written(&self) -> String {
        let is_slope = self.name.ends_with("_slope");
        let points: Vec<&str> = self.axes.iter().copied().filter(|axis| *axis != "skew").collect();
        let mut text = format!("\nexport function {}(k, {}", self.name, points.join(", "));
        text.push_str(if is_slope { ", out) {\n" } else { ") {\n" });
        let is_skewed = self.axes.contains(&"skew");
        text.push_str("    const { low: key_x, high: key_y, isShift, places, weights } = k;\n");
        for option in &self.options {
            let _ = writeln!(text, "    const {option} = k.{option};");
        }
        let sums: Vec<String> = if is_slope { points.iter().map(|axis| format!("sum_{axis}")).collect() } else { vec!["sum".to_owned()] };
        for sum in &sums {
            let _ = writeln!(text, "    let {sum} = 0;");
        }
        if !is_slope {
            text.push_str("    let factor = 1;\n");
        }
        let stride = PLACE * if is_skewed { 2 * points.len() } else { points.len() };
        let _ = writeln!(text, "    for (let octave = 0, place = 0; octave < weights.length; octave += 1, place += {stride}) {{");
        for axis in &self.axes {
            text.push_str(&place(axis, &points, is_skewed));
        }
        let (body, result) = self.body.rsplit_once("    return ").expect("a function returns something");
        let result = result.trim_end_matches([';', '\n']);
        // In a block of its own, whose names hide no others.
        let results: Vec<String> = sums.iter().map(|sum| sum.replace("sum", if is_slope { "slope" } else { "value" })).collect();
        let _ = writeln!(text, "        let {};\n        {{", results.join(", "));
        text.push_str(&indented(&fields_as_names(body, &self.axes)));
        let result = fields_as_names(result, &self.axes);
        if is_slope {
            let _ = writeln!(text, "            [{}] = {result};\n        }}", results.join(", "));
            for (number, (result, sum)) in results.iter().zip(&sums).enumerate() {
                let rate = PLACE * number + PLACE - 1;
                let _ = writeln!(
                    text,
                    "        {sum} = Math.fround({sum} + sizable(Math.fround(weights[octave] * sizable(Math.fround(sizable({result}) * places[place + {rate}])))));"
                );
            }
            text.push_str("    }\n");
            for (number, sum) in sums.iter().enumerate() {
                let _ = writeln!(text, "    out[{number}] = sizable({sum});");
            }
            text.push_str("}\n");
        } else {
            let _ = writeln!(text, "            value = {result};\n        }}");
            text.push_str(SUMMED);
        }
        text
    }
}

/// How an octave adds to the sum, and what the function returns.
const SUMMED: &str = "        if (k.feedback >= 0) {
            const crest = Math.fround(k.offset - Math.abs(value));
            value = sizable(Math.fround(Math.fround(crest * crest) * factor));
            factor = Math.min(sizable(Math.fround(value * k.feedback)), 1);
        }
        sum = Math.fround(sum + sizable(Math.fround(weights[octave] * value)));
    }
    return sizable(sum);
}
";

/// What functions share.
const SHARED: &str = "
// Negative zeros and numbers below 2^-95 become 0.
function sizable(v) {
    return Math.abs(v) >= 2.524354896707238e-29 ? v : 0;
}
";

/// Returns the text that places a coordinate: its cell, its fraction, and the period.
fn place(axis: &str, points: &[&str], is_skewed: bool) -> String {
    let first = points.len();
    if axis == "skew" {
        // The sum of one part for each coordinate.
        let mut text = String::from("        let skew_fraction = 0;\n        let skew_cell = 0;\n");
        for (number, point) in points.iter().enumerate() {
            let _ = write!(
                text,
                "        const {point}_part = placed(k, place + {}, {point}) >>> 0;
        skew_fraction = (skew_fraction + {point}_part) >>> 0;
        skew_cell = (skew_cell + cells[0] + (skew_fraction < {point}_part ? 1 : 0)) >>> 0;\n",
                PLACE * (first + number)
            );
        }
        return text;
    }
    let at = PLACE * points.iter().position(|point| *point == axis).expect("a coordinate");
    let [near, whole, steps, period, carries] = [at, at + 1, at + 2, at + 3, at + 4];
    // Offsets along skewed axes are finer than steps.
    let carry = format!(
        "({axis}_fine - {axis}_floor >= places[place + {carries}] && {axis}_fine >= {axis}_floor + places[place + {carries}] ? 1 : 0)"
    );
    let (period_of, wrap, sum) = if is_skewed {
        (String::new(), format!("{axis}_whole"), format!(" + {carry}"))
    } else {
        let wrap =
            format!("({axis}_period === 0 ? {axis}_whole : {axis}_whole - Math.floor({axis}_whole / {axis}_period) * {axis}_period)");
        (format!("        const {axis}_period = places[place + {period}];\n"), wrap, String::new())
    };
    format!(
        "{period_of}        let {axis}_cell = 0;
        let {axis}_fraction = 0;
        if (isShift) {{
            const {axis}_at = {axis} * places[place + {near}];
            const {axis}_fine = {axis}_at * 4294967296;
            const {axis}_floor = Math.floor({axis}_fine);
            const {axis}_steps = ({axis}_floor >>> 0) + places[place + {steps}]{sum};
            const {axis}_whole = Math.floor({axis}_at) + places[place + {whole}] + ({axis}_steps >= 4294967296 ? 1 : 0);
            {axis}_cell = {wrap} >>> 0;
            {axis}_fraction = {axis}_steps >>> 0;
        }} else {{
            {axis}_fraction = placed(k, place + {at}, {axis}) >>> 0;
            {axis}_cell = cells[0] >>> 0;
        }}
"
    )
}

/// Returns the text with `x.cell` as `x_cell`, and so on.
fn fields_as_names(text: &str, axes: &[&str]) -> String {
    let fields = axes.iter().flat_map(|axis| ["cell", "fraction", "period"].map(|field| (axis, field)));
    fields.fold(text.to_owned(), |text, (axis, field)| text.replace(&format!("{axis}.{field}"), &format!("{axis}_{field}")))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("        {line}\n") }).collect()
}

/// Returns the text of the kernels.
fn kernels() -> String {
    let names = NOISE.lines().filter_map(|line| line.strip_prefix("fn ")?.split('(').next()).filter(|name| *name != "hash_of");
    // JavaScript's compilers make only so many calls part of a function. So the values of noise have no calls, and what is longer has those of its hashes.
    let (long, short): (Vec<&str>, Vec<&str>) = names.partition(|name| name.ends_with("_slope") || name.starts_with("cellular"));
    let text = made_of(&short, &[], "_") + SHARED + &made_of(&long, &["lattice_hash"], "_long_");
    format!("{HEAD}{}", text.replace("Math.fround(", "_f(").replace("Math.imul(", "_i("))
}

/// Returns kernels, and what they share under names with a prefix.
fn made_of(names: &[&str], kept: &[&str], prefix: &str) -> String {
    // What they share begins with the first name.
    let (first, head) = (format!("{}_", names[0]), "\nexport function ");
    let made = export::javascript(NOISE, names, kept);
    let mut functions = made.split(head);
    let mut text = functions.next().unwrap_or_default().replace(&first, prefix);
    for function in functions {
        text.push_str(&match function.strip_prefix(&first) {
            Some(kept) => format!("\nfunction {prefix}{kept}"),
            None => Kernel::read(function).written().replace(&first, prefix),
        });
    }
    text
}

/// Returns each file by its path from the root of the repository.
pub fn made() -> [(&'static str, String); 3] {
    [
        ("npm/src/kernels.js", kernels()),
        ("npm/src/glsl-texts.js", texts::made(Language::Glsl)),
        ("npm/src/wgsl-texts.js", texts::made(Language::Wgsl)),
    ]
}

/// Returns the files that differ from the checked-in ones.
pub fn stale(root: &Path) -> Vec<(&'static str, String)> {
    let is_stale = |(path, text): &(&'static str, String)| std::fs::read_to_string(root.join(path)).ok().as_ref() != Some(text);
    made().into_iter().filter(is_stale).collect()
}
