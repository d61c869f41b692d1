//! The table of the measures of all hashes, `cargo xtask hashes`.

use std::fmt::Write as _;
use std::path::Path;

use super::measures::{
    Turn, along_axes, anywhere, coordinate_bias, equal_moved, equal_pairs, equal_turned, key_bias, lag_of_bits, lag_of_values,
    mirror_of_bits, mirror_of_gradients, short_vectors,
};
use super::{FastNoiseLite, Hash, Key, Lattice, Pcg, Sum, Xor, XxHash, key, uses};

/// The page that has the table, from the root of the repository.
pub const FILE: &str = "docs/src/reference/hashes.md";

/// The comments around it.
const MARKS: [&str; 2] = ["<!-- hashes -->", "<!-- end of hashes -->"];

/// A measure of one hash: its name, what it is by chance, the limit that lacuna's tests hold its hash to, and what it is.
type Measure = (&'static str, &'static str, &'static str, String);

/// Returns the page with a new table.
///
/// # Errors
///
/// What is missing: the page, or a comment around the table.
pub fn page(root: &Path) -> Result<String, String> {
    let page = std::fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    let missing = |mark: &str| format!("{FILE} has no line `{mark}`");
    let (before, rest) = page.split_once(MARKS[0]).ok_or_else(|| missing(MARKS[0]))?;
    let (_, after) = rest.split_once(MARKS[1]).ok_or_else(|| missing(MARKS[1]))?;
    Ok(format!("{before}{}\n\n{}\n{}{after}", MARKS[0], table(), MARKS[1]))
}

/// The name of a hash, and what measures it.
type Column = (&'static str, fn() -> Vec<Measure>);

fn column<H: Hash>() -> Column {
    (H::NAME, measures::<H>)
}

/// Returns the table as Markdown.
fn table() -> String {
    let columns = [column::<Lattice>(), column::<Xor>(), column::<Sum>(), column::<Pcg>(), column::<XxHash>(), column::<FastNoiseLite>()];
    let found = std::thread::scope(|scope| {
        let running = columns.map(|(_, measures)| scope.spawn(measures));
        running.map(|thread| thread.join().expect("a measure ends"))
    });
    let names = columns.map(|(name, _)| name).join(" | ");
    let mut text = format!("| measure | chance | limit | {names} |\n{}|\n", "|---".repeat(3 + columns.len()));
    for (row, (name, chance, limit, _)) in found[0].iter().enumerate() {
        let cells: Vec<&str> = found.iter().map(|column| column[row].3.as_str()).collect();
        let _ = writeln!(text, "| {name} | {chance} | {limit} | {} |", cells.join(" | "));
    }
    text
}

/// Returns the greatest measure in one to four dimensions, as many as a hash takes.
macro_rules! greatest {
    ($hash:ident: $measure:ident($($argument:expr),*)) => {{
        let fewer: [f64; 3] =
            [$measure($hash::of::<1>, $($argument),*), $measure($hash::of::<2>, $($argument),*), $measure($hash::of::<3>, $($argument),*)];
        let four = if $hash::MOST == 4 { $measure($hash::of::<4>, $($argument),*) } else { 0.0 };
        fewer.into_iter().fold(four, f64::max)
    }};
}

/// Returns all measures of a hash.
fn measures<H: Hash>() -> Vec<Measure> {
    [turns::<H>(), translations::<H>(), pairs::<H>(), biases::<H>(), resemblance::<H>()].concat()
}

fn turns<H: Hash>() -> Vec<Measure> {
    const POINTS: u64 = 10_000_000;
    let hundred: Vec<Turn<4>> = Turn::all().into_iter().step_by(3).take(99).chain([Turn::MIRROR]).collect();
    let in_four = if H::MOST == 4 { equal_turned(H::of::<4>, &hundred[..], POINTS).to_string() } else { String::new() };
    vec![
        (
            "equal pairs under the 7 mirrors and turns of 2-D, 10^7 points each",
            "0",
            "5",
            equal_turned(H::of::<2>, &Turn::all(), POINTS).to_string(),
        ),
        ("the same under the 47 of 3-D", "0", "5", equal_turned(H::of::<3>, &Turn::all(), POINTS).to_string()),
        ("the same under 100 of 4-D", "0", "5", in_four),
    ]
}

fn translations<H: Hash>() -> Vec<Measure> {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let in_four = if H::MOST == 4 { equal_moved(H::of::<4>, short_vectors(300), 8, 1000) } else { 0.0 };
    let short = [equal_moved(H::of::<2>, short_vectors(1 << 18), 8, 1000), equal_moved(H::of::<3>, short_vectors(3000), 8, 1000)];
    vec![
        (
            "equal numbers after a translation of up to 2^16 along an axis, the most of all",
            "0",
            "2 %",
            percent(greatest!(H: equal_moved(along_axes(1 << 16), 1, 100))),
        ),
        ("the same, 10^4 random translations of up to 2^24", "0", "2 %", percent(greatest!(H: equal_moved(anywhere(10_000), 1, 400)))),
        (
            "the same, the shortest translations that keep the sum of the products, with all signs",
            "0",
            "2 %",
            percent(short.into_iter().fold(in_four, f64::max)),
        ),
    ]
}

fn pairs<H: Hash>() -> Vec<Measure> {
    let most = |corner: u32| (0..8).map(|seed| equal_pairs(H::of::<2>, key(seed), [corner; 2], 2048)).max().unwrap_or(0).to_string();
    vec![
        ("equal pairs in 2048 x 2048 cells around the origin, the most of eight keys", "2048", "8192", most(1024_u32.wrapping_neg())),
        ("the same, 10^9 cells away", "2048", "8192", most(1_000_000_000)),
    ]
}

fn biases<H: Hash>() -> Vec<Measure> {
    const INPUTS: u32 = 100_000;
    let decimals = |found: f64| format!("{found:.3}");
    vec![
        (
            "bias of a bit when a bit of a coordinate changes, the greatest",
            "0.015",
            "0.04",
            decimals(greatest!(H: coordinate_bias(INPUTS))),
        ),
        ("the same, a bit of the key", "0.014", "0.04", decimals(greatest!(H: key_bias(H::WORDS, INPUTS)))),
    ]
}

fn resemblance<H: Hash>() -> Vec<Measure> {
    const POINTS: u32 = 4_000_000;
    fn mirrored<const N: usize>(uses: [fn(Key, [u32; N]) -> u32; 4]) -> f64 {
        uses.into_iter().map(|hash| mirror_of_bits(hash, POINTS)).fold(0.0, f64::max)
    }
    let errors = |found: f64| format!("{found:.1}");
    let lag = (0..8).map(|seed| lag_of_values(H::of::<2>, key(seed), [0, 0], 1024)).fold(0.0, f64::max);
    let of_bits = |hash| (0..4).map(|seed| lag_of_bits(hash, key(seed), [0, 0], 768)).fold(0.0, f64::max);
    let four = if H::MOST == 4 { mirrored(uses::<H, 4>()) } else { 0.0 };
    let mirror = [mirrored(uses::<H, 1>()), mirrored(uses::<H, 2>()), mirrored(uses::<H, 3>()), four];
    vec![
        ("correlation of values at a lag of up to 12 cells, the greatest, in standard errors", "3.7", "5", errors(lag)),
        ("the same of each bit that bases use", "4.6", "5.5", errors(uses::<H, 2>().into_iter().map(of_bits).fold(0.0, f64::max))),
        (
            "correlation of a bit that bases use with its mirror image, the greatest, in standard errors",
            "3.3",
            "5",
            errors(mirror.into_iter().fold(0.0, f64::max)),
        ),
        (
            "unevenness of the pairs of a gradient and its mirror image, in standard deviations",
            "1",
            "5",
            errors(greatest!(H: mirror_of_gradients(POINTS))),
        ),
    ]
}
