//! Writes the page of statistics: what `lacuna statistics --markdown` prints, and what [`character`](crate::character) measures.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use lacuna::graph::NODE_KINDS;
use lacuna::nodes::{GradientSet, Perlin};
use lacuna::{Axis, Cpu, Domain, Grid, Node, Number, Program};

use crate::character::{A_CELL, Character, SIDE, mirror};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The page, from the root of the repository.
pub const FILE: &str = "docs/src/reference/statistics.md";

/// The line between what the command prints and what this module adds.
pub const MARK: &str = "<!-- From here on by `cargo xtask statistics`. -->";

/// The pictures of each basis.
const PICTURES: u64 = 32;

/// Returns every basis in every dimension, and Perlin noise without a seed and with one, and in the plane with both sets of gradients.
fn cases() -> Vec<(String, Node, u8)> {
    let mut cases = vec![];
    for kind in NODE_KINDS {
        cases.extend(
            lacuna::internal::parity::surveys_of_kind(kind)
                .into_iter()
                .map(|(label, node, dimensions)| (format!("{} {label}", kind.name), node, dimensions)),
        );
        if kind.name == "perlin" {
            let classic = Perlin::new().dimensions(2).gradients(GradientSet::Classic);
            cases.push(("perlin 2-D, classic, table".into(), classic.clone().into(), 2));
            cases.push(("perlin 2-D, classic, lattice hash".into(), classic.seed(0).into(), 2));
        }
    }
    cases
}

/// Returns a picture of samples, or a line in one dimension, moved along the diagonal by a distance. The corners are those of `lacuna statistics`: points of
/// the sequence R4 (Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018) in a cube of 1000 cells.
fn domain(number: u64, dimensions: u8, moved: f64) -> Result<Domain> {
    // The root above 1 of g^5 = g + 1.
    const RATIO: f64 = 1.167_303_978_261_418_7;
    let mut step = 1.0;
    let corner: [f64; 4] = std::array::from_fn(|_| {
        step /= RATIO;
        (0.5 + step * number as f64).fract() * 1000.0
    });
    let along = libm::sqrt(moved * moved / 2.0);
    let exact = |value: f64| -> Result<Number> { Ok(format!("{value:.6}").parse()?) };
    let extent = |axis: usize, samples: usize| -> Result<Axis> {
        let start = corner[axis] + along;
        Ok(Axis::extent(exact(start)?, exact(start + (samples / A_CELL) as f64)?, samples as u32))
    };
    let (x, y) = match dimensions {
        1 => (extent(0, SIDE * SIDE)?, Axis::Constant(Number::ZERO)),
        _ => (extent(0, SIDE)?, extent(1, SIDE)?),
    };
    Ok(Grid { x, y, z: Axis::Constant(exact(corner[2])?), w: exact(corner[3])? }.into())
}

/// Returns the correlation of the samples around the origin, two per cell, with their mirror image.
fn mirrored(program: &Program, dimensions: u8) -> Result<Option<f64>> {
    let picture = |z: &str, w: &str| -> Result<Vec<f32>> {
        let line = |half: i64| Axis::extent(-half, half, 4 * half as u32);
        let (x, y) = match dimensions {
            1 => (line(8192), Axis::Constant(Number::ZERO)),
            _ => (line(64), line(64)),
        };
        Ok(Cpu::new().sample(program, &Grid { x, y, z: Axis::Constant(z.parse()?), w: w.parse()? }.into())?)
    };
    Ok(mirror(&picture("0.37", "0.61")?, &picture("-0.37", "-0.61")?))
}

fn measured(node: Node, dimensions: u8) -> Result<(Character, Option<f64>)> {
    let program = Program::new(node)?;
    let cpu = Cpu::new();
    let mut character = Character::new(dimensions == 1);
    for number in 0..PICTURES {
        let picture = cpu.sample(&program, &domain(number, dimensions, 0.0)?)?;
        let moved = if dimensions == 1 { vec![] } else { cpu.sample(&program, &domain(number, dimensions, 0.5)?)? };
        character.add(&picture, &moved);
    }
    Ok((character, mirrored(&program, dimensions)?))
}

/// Returns the sections that this module adds.
///
/// # Errors
///
/// An error if a basis can't be evaluated.
pub fn sections() -> Result<String> {
    let mut text = format!(
        "{MARK}\n\n## Likeness and evenness\n\n\
         Each row is of {PICTURES} pictures as above, with {A_CELL} samples per cell along each axis. `perlin` is there without a seed, with its permutation \
         table, and with seed 0, with the lattice hash, which all other bases have.\n\n\
         - **x**, **y** and **diagonal** are the variogram half a cell away along x, along y and along the diagonal: the mean squared difference of two values \
         divided by twice the variance. At 0 they are equal, at 1 independent, and a noise that prefers no direction has the same in all three.\n\
         - **sill** is the variance, at which the variogram ends, and **range** the distance along x, in cells, at which it first reaches 95 % of it. Cells \
         without a range reach it nowhere within four cells.\n\
         - **kurtosis** is 3 for a normal distribution and 1.8 for a uniform one.\n\
         - **power** is the standard deviation of the power over 36 directions, from 0.125 to 2 cycles per cell, divided by its mean. At 0 the spectrum is even.\n\
         - **gradient** is how many times as many gradients point in the most frequent of 36 directions as in the least frequent. Cells without a number have \
         directions in which none points.\n\
         - **mirror** is the correlation with the mirror image through the origin, within 64 cells of it along each axis (in one dimension 8192). Of random \
         values it is below 0.03 in magnitude. Cells without a number have equal samples there.\n\n\
         | basis | x | y | diagonal | sill | range | kurtosis | power | gradient | mirror |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut variograms = vec![];
    for (name, node, dimensions) in cases() {
        let (character, mirror) = measured(node, dimensions)?;
        let number = |value: Option<f64>, count: usize| value.map_or_else(String::new, |value| decimals(value, count));
        let [x, y, diagonal] = character.half_a_cell().map(|share| number(share, 3));
        let _ = writeln!(
            text,
            "| {name} | {x} | {y} | {diagonal} | {:.4} | {} | {:.2} | {} | {} | {} |",
            character.variance(),
            character.range().map_or_else(String::new, |range| range.to_string()),
            character.kurtosis(),
            number(character.power_by_direction(), 3),
            number(character.gradients(), 2),
            number(mirror, 3),
        );
        variograms.push((name, x, y));
    }
    let of = |name: &str| {
        variograms.iter().find(|(key, ..)| key == name).map(|(_, x, y)| (x.clone(), y.clone())).ok_or("perlin is not measured")
    };
    let (improved, classic) = (of("perlin 2-D, lattice hash")?, of("perlin 2-D, classic, lattice hash")?);
    let _ = write!(
        text,
        "\nImproved Perlin noise is not even: half a cell away its variogram is {} along x and {} along y in two dimensions. Its sixteen gradients are the \
         directions to the twelve edges of a cube, four of which occur twice (Perlin, \"Improving Noise\", 2002), and all of these four have a part along y, but \
         only two have one along x. `gradients = \"classic\"`, eight directions 45 degrees apart, is even in the plane: {} along x and {} along y.\n",
        improved.0, improved.1, classic.0, classic.1,
    );
    Ok(text)
}

/// Returns the page, given what the command prints.
///
/// # Errors
///
/// Those of [`sections`].
pub fn page(printed: &str) -> Result<String> {
    Ok(format!("{printed}\n{}", sections()?))
}

/// Runs the command and writes the page.
///
/// # Errors
///
/// Those of [`sections`], and an error if the command fails or the page can't be written.
pub fn write(root: &Path) -> Result<()> {
    let mut cargo = std::process::Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["run", "--quiet", "--release", "--package", "lacuna-cli", "--", "statistics", "--markdown"]).current_dir(root);
    let ran = cargo.stderr(std::process::Stdio::inherit()).output()?;
    if !ran.status.success() {
        return Err("`lacuna statistics --markdown` failed".into());
    }
    std::fs::write(root.join(FILE), page(std::str::from_utf8(&ran.stdout)?)?)?;
    Ok(())
}

/// Formats a number with `count` decimals, without a negative zero.
fn decimals(value: f64, count: usize) -> String {
    let text = format!("{value:.count$}");
    if text.trim_start_matches('-').trim_matches(['0', '.']).is_empty() { text.trim_start_matches('-').to_owned() } else { text }
}
