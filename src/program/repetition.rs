//! Whether a program's samples come again along an axis of the domain, and where its permutation tables do.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed as _, ToPrimitive as _, Zero};

use super::basis::Basis;
use super::structure::{Operand, Structure};
use super::term::TermOctave;
use super::values::Values;
use super::wave::Wave;
use crate::permutation::{HashKind, MAX_TABLE_PERIOD};

/// What of a program was given to come again along an axis of the domain: the periods of lattices, and circles.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Repeats {
    /// Nothing that follows the axis has a period or goes round a circle; or the coordinate itself is made something of, and comes never again.
    Unasked,
    /// All comes again after this length, in units, as the nearest f64, and after no shorter one.
    After(f64),
    /// Some of it comes again, and noise beside it has neither a period nor a circle.
    Partly,
    /// A lattice that has a period is turned against the axis, so that it lies along no axis of the domain.
    Turned,
}

/// What follows an axis of the domain, in every octave, with the basis whose lattice it leads to.
pub(super) fn along<'p>(
    structure: &'p Structure,
    values: &'p Values,
    axis: usize,
) -> impl Iterator<Item = (&'p TermOctave, Option<Basis>)> {
    let mut bases = vec![None; structure.axes.len()];
    for (_, basis, first) in structure.bases() {
        bases[first as usize..][..usize::from(basis.axes())].fill(Some(basis));
    }
    let axes = structure.axes.iter().zip(&values.axes).zip(bases);
    let terms = axes
        .flat_map(|((structure, values), basis)| structure.terms.iter().zip(&values.terms).map(move |(along, term)| (along, term, basis)));
    let terms = terms.filter(move |(along, ..)| usize::from(**along) == axis);
    terms.flat_map(|(_, term, basis)| term.octaves.iter().map(move |octave| (octave, basis)))
}

/// What of that was given to come again.
pub(super) fn asked(structure: &Structure, values: &Values, axis: usize) -> Repeats {
    let (mut lengths, mut unasked, mut is_asked) = (Vec::new(), Vec::new(), false);
    for (octave, basis) in along(structure, values, axis) {
        let Some(length) = octave.length(basis) else { continue };
        match (&octave.wave, octave.period, basis) {
            (Wave::Sine(turns), ..) if turns.is_an_arc() => return Repeats::Unasked,
            (Wave::Sine(_), ..) | (Wave::Linear, 1.., _) => is_asked = true,
            (Wave::Linear, 0, Some(basis)) if is_coordinate(basis) => return Repeats::Unasked,
            (Wave::Linear, 0, Some(basis)) if is_checker(basis) => {}
            (Wave::Linear, 0, _) => {
                unasked.push(length);
                continue;
            }
        }
        lengths.push(length);
    }
    if is_turned(structure, values, axis) {
        return Repeats::Turned;
    }
    let all = lengths.into_iter().reduce(|a, b| {
        // Of ratios in lowest terms: the least that is a multiple of both.
        BigRational::new(a.numer().lcm(b.numer()), a.denom().gcd(b.denom()))
    });
    match all.filter(|_| is_asked) {
        None => Repeats::Unasked,
        // A table comes again by itself, and may do so in time.
        Some(length) if !unasked.iter().all(|own| (&length / own).is_integer()) => Repeats::Partly,
        Some(length) => Repeats::After(length.to_f64().unwrap_or(f64::INFINITY)),
    }
}

/// Whether a lattice coordinate that has a period follows an axis of the domain and another one: sines and cosines are rounded, and what is said of one axis by
/// their ratios means nothing.
fn is_turned(structure: &Structure, values: &Values, axis: usize) -> bool {
    structure.axes.iter().zip(&values.axes).any(|(structure, values)| {
        let followed = structure.terms.iter().zip(&values.terms).filter(|(_, term)| {
            let octave = &term.octaves[0];
            octave.period != 0 && octave.wave == Wave::Linear && !octave.exact.factor.is_zero()
        });
        let followed: Vec<usize> = followed.map(|(along, _)| usize::from(*along)).collect();
        followed.contains(&axis) && followed.iter().any(|other| *other != axis)
    })
}

/// Whether a basis comes again after two cells whatever its hash.
fn is_checker(basis: Basis) -> bool {
    basis.function.shader() == "checker"
}

/// Whether a basis is the coordinate itself, as a value.
fn is_coordinate(basis: Basis) -> bool {
    basis.function.shader() == "coordinate"
}

impl TermOctave {
    /// Whether the term comes round after a length.
    pub(super) fn repeats_after(&self, length: &BigRational, basis: Option<Basis>) -> bool {
        self.length(basis).is_none_or(|own| (length / own).is_integer())
    }

    /// After which length it comes round; none where it is the same everywhere.
    fn length(&self, basis: Option<Basis>) -> Option<BigRational> {
        if self.exact.factor.is_zero() {
            return None;
        }
        match &self.wave {
            Wave::Sine(turns) => turns.length(),
            Wave::Linear => {
                // Without a period the table comes again after 256 cells, and cells wrap after 2^32.
                let cells = match (self.period, basis) {
                    (0, Some(basis)) if is_checker(basis) => BigInt::from(2),
                    (0, Some(Basis { hash: HashKind::Table, .. })) => BigInt::from(MAX_TABLE_PERIOD),
                    (0, _) => BigInt::one() << 32,
                    (period, _) => period.into(),
                };
                Some(BigRational::from_integer(cells) / self.factor().abs())
            }
        }
    }
}

/// Where the permutation table of a node comes again, and all that is random with it.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRepeat {
    /// The path of the node in the graph.
    pub place: String,
    /// The way from a sample to the nearest one of the same lattice points, along x, y and z, in units of the domain.
    pub way: [f64; 3],
}

impl TableRepeat {
    /// How long the way is.
    pub fn distance(&self) -> f64 {
        libm::sqrt(self.way.iter().map(|along| along * along).sum())
    }
}

/// The nearest repeat of a table in a box of so many units along x, y and z: of lattices that no value displaces, in their first octaves, along ways on which
/// nothing goes round and nothing has a period. Finer octaves come again sooner, but all together not before.
pub(super) fn of_tables(structure: &Structure, values: &Values, lengths: [f64; 3]) -> Option<TableRepeat> {
    let tables = structure.bases().into_iter().filter(|(_, basis, _)| basis.hash == HashKind::Table);
    let found = tables.filter_map(|(_, basis, first)| {
        let axes = first as usize..first as usize + usize::from(basis.axes());
        let (mut rows, mut lengths) = (Vec::new(), lengths);
        for axis in axes.clone() {
            let (of_structure, of_values) = (&structure.axes[axis], &values.axes[axis]);
            let mut row = [0.0; 3];
            if of_structure.displaced.iter().any(|(by, _)| matches!(by, Operand::Register(_))) {
                return None;
            }
            for (along, term) in of_structure.terms.iter().zip(&of_values.terms) {
                let octave = &term.octaves[0];
                let cells = octave.factor().to_f64()?;
                let is_bent = octave.period != 0 || octave.wave != Wave::Linear;
                let along = usize::from(*along);
                match (row.get_mut(along), lengths.get_mut(along)) {
                    _ if cells == 0.0 => {}
                    (_, Some(length)) if is_bent => *length = 0.0,
                    (Some(of_axis), _) => *of_axis += cells,
                    _ => {}
                }
            }
            rows.push(row);
        }
        if basis.function.is_skewed() {
            let skew = rows.pop()?;
            rows.iter_mut().for_each(|row| row.iter_mut().zip(skew).for_each(|(cells, skew)| *cells += skew));
        }
        let way = nearest(&rows, lengths)?;
        Some(TableRepeat { place: values.axes[axes.start].place.clone(), way })
    });
    found.min_by(|a, b| a.distance().total_cmp(&b.distance()))
}

/// The shortest way inside of a box along which each of a lattice's coordinates, of so many cells a unit along x, y and z, grows by 256, 0 or -256 cells.
fn nearest(rows: &[[f64; 3]], lengths: [f64; 3]) -> Option<[f64; 3]> {
    let varied: Vec<usize> = (0..3).filter(|&axis| lengths[axis] > 0.0 && rows.iter().any(|row| row[axis] != 0.0)).collect();
    let ways = (0..3_u32.pow(rows.len() as u32)).filter_map(|number| {
        let cells = |row: usize| f64::from(MAX_TABLE_PERIOD) * (f64::from(number / 3_u32.pow(row as u32) % 3) - 1.0);
        let cells: Vec<f64> = (0..rows.len()).map(cells).collect();
        let way = solved(rows, &varied, &cells)?;
        let is_it =
            |(row, cells): (&[f64; 3], &f64)| (row.iter().zip(way).map(|(row, along)| row * along).sum::<f64>() - cells).abs() < 1e-3;
        let is_inside = way.iter().zip(lengths).all(|(along, length)| along.abs() < length * (1.0 - 1e-9) || *along == 0.0);
        // Of a way there and back one is enough.
        let is_forward = way.iter().find(|along| along.abs() > 0.0).is_some_and(|along| *along > 0.0);
        (is_forward && is_inside && rows.iter().zip(&cells).all(is_it)).then_some(way)
    });
    let length = |way: &[f64; 3]| way.iter().map(|along| along * along).sum::<f64>();
    ways.min_by(|a, b| length(a).total_cmp(&length(b)))
}

/// The way along some of the axes that comes nearest to a growth of so many cells a row (least squares); none where it is not the only one.
fn solved(rows: &[[f64; 3]], along: &[usize], cells: &[f64]) -> Option<[f64; 3]> {
    let count = along.len();
    let mut equations = vec![vec![0.0; count + 1]; count];
    for (row, cells) in rows.iter().zip(cells) {
        for (a, equation) in along.iter().zip(&mut equations) {
            along.iter().enumerate().for_each(|(column, b)| equation[column] += row[*a] * row[*b]);
            equation[count] += row[*a] * cells;
        }
    }
    let size = (0..count).map(|at| equations[at][at]).fold(0.0, f64::max);
    for at in 0..count {
        let pivot = (at..count).max_by(|a, b| equations[*a][at].abs().total_cmp(&equations[*b][at].abs()))?;
        equations.swap(at, pivot);
        let first = equations[at].clone();
        if first[at].abs() <= size * 1e-12 {
            return None;
        }
        for (_, equation) in equations.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let share = equation[at] / first[at];
            equation.iter_mut().zip(&first).for_each(|(value, first)| *value -= share * first);
        }
    }
    let mut way = [0.0; 3];
    along.iter().enumerate().for_each(|(at, axis)| way[*axis] = equations[at][count] / equations[at][at]);
    // What is left of 0 by rounding.
    let most = way.iter().fold(0.0_f64, |most, along| most.max(along.abs()));
    Some(way.map(|along| if along.abs() < most * 1e-9 { 0.0 } else { along }))
}
