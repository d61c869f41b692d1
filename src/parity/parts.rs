//! Parts of noise by themselves, for the test vectors of the specification.

use std::num::Wrapping;

use crate::coordinates::{Tables, terms};
use crate::cpu::{MOST_OPERANDS, call};
use crate::domain::{Domain, Tile};
use crate::error::Result;
use crate::number::Number;
use crate::program::{Function, Program};
use crate::strict::by_hand::Table;
use crate::strict::lattice::{Coordinate, added};
use crate::strict::table::{Hash, LATTICE};
use crate::strict::{cellular, hash as lattice_hash, lattice, perlin, simplex, strict};

/// Returns the canonical value of a number.
pub fn canonical(v: f32) -> f32 {
    strict::canonical(v)
}

/// Returns the lattice hash of a point of one to four coordinates.
pub fn hash(key: [u32; 2], cells: &[u32]) -> u32 {
    let cell = |axis: usize| Wrapping(cells.get(axis).copied().unwrap_or(0));
    let [x, y, z, w] = [0, 1, 2, 3].map(cell);
    if cells.len() == 4 { lattice_hash::hash_4(key, x, y, z, w).0 } else { lattice_hash::hash_3(key, x, y, z).0 }
}

/// Returns a further hash of a point.
pub fn further_hash(key: [u32; 2], hash: u32, number: u32) -> u32 {
    lattice_hash::hash_more(key, Wrapping(hash), number).0
}

/// Returns a hash as a number from -1 to below 1.
pub fn value_of(hash: u32) -> f32 {
    lattice_hash::hash_value(Wrapping(hash))
}

/// Returns an interpolation, by its number, and its derivative.
pub fn fade(interpolation: u32, t: f32) -> [f32; 2] {
    [lattice::eased(interpolation, t), lattice::eased_slope(interpolation, t)]
}

/// Returns 1 / sqrt(v) as cellular noise computes it.
pub fn inverse_root(v: f32) -> f32 {
    cellular::cellular_inverse_root(v)
}

/// Returns the coordinate of a sample, given its cell, fraction and period, and its cell and fraction after a displacement.
pub fn moved([cell, fraction, period]: [u32; 3], by: f32) -> [u32; 2] {
    let moved = lattice::moved(coordinate([cell, fraction, period]), by);
    [moved.cell.0, moved.fraction.0]
}

fn coordinate([cell, fraction, period]: [u32; 3]) -> Coordinate {
    Coordinate { cell: Wrapping(cell), fraction: Wrapping(fraction), period }
}

/// Returns the linear form of a corner of Perlin noise with the quintic fade, from the coordinates of a sample in its cell.
pub fn perlin_corner(key: [u32; 2], at: &[[u32; 2]]) -> [f32; 3] {
    let hash = Hash { kind: LATTICE, table: Table::NONE, key };
    let at: Vec<Coordinate> = at.iter().map(|[cell, fraction]| coordinate([*cell, *fraction, 0])).collect();
    let form = match at[..] {
        [x, y] => perlin::perlin_2_corner(perlin::IMPROVED, hash, x, y),
        [x, y, z] => perlin::perlin_3_corner(lattice::QUINTIC, hash, x, y, z),
        [x, y, z, w] => perlin::perlin_4_corner(lattice::QUINTIC, hash, x, y, z, w),
        _ => unreachable!("noise has forms in two to four dimensions"),
    };
    [form.c, form.gx, form.gy]
}

/// Returns what a vertex adds to simplex noise, before the sum is scaled, from its hash and the offset from it.
pub fn simplex_vertex(hash: u32, from: &[f32]) -> f32 {
    let hash = Wrapping(hash);
    match *from {
        [x] => simplex::simplex_vertex_1(hash, x),
        [x, y] => simplex::simplex_vertex_2(hash, [x, y]),
        [x, y, z] => simplex::simplex_vertex_3(hash, [x, y, z]),
        [x, y, z, w] => simplex::simplex_vertex_4(hash, [x, y, z, w]),
        _ => unreachable!("noise has one to four dimensions"),
    }
}

/// Returns the component of the vector from a sample to a feature point, from sixteen bits of the point's hash and the number of its cell.
pub fn feature_way(jitter: f32, fraction: f32, bits: u32, cell: f32) -> f32 {
    let axis = cellular::cellular_axis(jitter, fraction);
    cellular::cellular_way(cellular::cellular_offset(jitter, Wrapping(bits)), strict::rounded(cell - axis.centre))
}

/// Returns the result of an operation of fractals, by its name in the shaders.
///
/// # Panics
///
/// Panics where there is no such operation.
pub fn octave_step(name: &str, operands: &[f32]) -> f32 {
    use Function::{BillowOctave, FbmOctave, FbmTotal, RidgedFactor, RidgedSignal, TurbulenceOctave};
    let all = [FbmOctave, TurbulenceOctave, BillowOctave, RidgedSignal, RidgedFactor, FbmTotal];
    let function = all.into_iter().find(|function| function.name() == name).expect("a step of a fractal");
    let mut given = [0.0; MOST_OPERANDS];
    given[..operands.len()].copy_from_slice(operands);
    call(function, given)
}

/// Returns the cell, the fraction and the period of a point on each lattice axis of a program, by octave.
///
/// # Errors
///
/// Those of the evaluation at the point.
pub fn positions(program: &Program, at: [Number; 4]) -> Result<Vec<Vec<[u32; 3]>>> {
    let tables = Tables::new(program, &Domain::points([at]), Tile { origin: [0; 3], size: [1; 3] })?;
    let octaves = terms(program).map(|(.., octaves)| octaves.len()).max().unwrap_or(0);
    let position = |axis: &crate::program::LatticeAxis, octave: usize| {
        let term = |number: usize| tables.term(axis.first as usize + number, octave, 0);
        let at = (1..axis.terms.len()).fold(term(0), |sum, number| added(sum, term(number)));
        [at.cell.0, at.fraction.0, at.period]
    };
    let axes = &program.structure().axes;
    Ok((0..octaves).map(|octave| axes.iter().map(|axis| position(axis, octave)).collect()).collect())
}

/// Returns the factor of the first coordinate in each octave, as fractions: the frequency times the power of the lacunarity.
pub fn factors(program: &Program) -> Vec<String> {
    terms(program).next().map(|(.., octaves)| octaves.iter().map(|octave| octave.factor().to_string()).collect()).unwrap_or_default()
}

/// Returns the weights of the octaves of a sum, and the factor of the sum.
pub fn weights(program: &Program) -> (Vec<f32>, f32) {
    let values = program.values();
    (values.octave_scalars[0].clone(), *values.scalars.last().expect("a sum has a factor"))
}
