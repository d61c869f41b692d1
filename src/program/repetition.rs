//! Repetition of a program's samples along the axes of the domain, and of its permutation tables.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed as _, ToPrimitive as _, Zero};

use super::basis::Basis;
use super::structure::{Operand, Operation, Structure};
use super::term::TermOctave;
use super::values::Values;
use super::wave::Wave;
use crate::seeding::{HashKind, MAX_TABLE_PERIOD};

/// The repetition along an axis of the domain that a program's nodes ask for, by the periods of lattices and by circles.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Repeats {
    /// Nothing that depends on the axis has a period or goes round a circle; or the coordinate itself is used as a value, which never repeats.
    Unasked,
    /// Everything repeats after this length, in units, as the nearest f64, and after no shorter one.
    After(f64),
    /// Only a part repeats: other noise has neither a period nor a circle.
    Partly,
    /// A lattice with a period is rotated against the axis, so that it lies along no axis of the domain.
    Turned,
}

/// Returns the terms that depend on an axis of the domain, in every octave, each with the basis that uses it and the path of its node.
pub(super) fn along<'p>(
    structure: &'p Structure,
    values: &'p Values,
    axis: usize,
) -> impl Iterator<Item = (&'p TermOctave, Option<Basis>, &'p str)> {
    let mut bases = vec![None; structure.axes.len()];
    for (_, basis, first) in structure.bases() {
        bases[first as usize..][..usize::from(basis.axes())].fill(Some(basis));
    }
    let axes = structure.axes.iter().zip(&values.axes).zip(bases);
    let terms = axes.flat_map(|((structure, values), basis)| {
        structure.terms.iter().zip(&values.terms).map(move |(along, term)| (along, term, basis, values.place.as_str()))
    });
    let terms = terms.filter(move |(along, ..)| usize::from(**along) == axis);
    terms.flat_map(|(_, term, basis, place)| term.octaves.iter().map(move |octave| (octave, basis, place)))
}

/// Returns true if a lattice depends on an axis of the domain.
pub(super) fn depends_on(structure: &Structure, values: &Values, axis: usize) -> bool {
    along(structure, values, axis).any(|(octave, ..)| !octave.exact.factor.is_zero())
}

/// Returns the path of a node that does not repeat after a length, if there is one: of those that have a period, if any of these do not.
pub(super) fn broken_after<'p>(structure: &'p Structure, values: &'p Values, axis: usize, length: &BigRational) -> Option<&'p str> {
    let broken = || along(structure, values, axis).filter(|(octave, basis, _)| !octave.repeats_after(length, *basis));
    let with_period = broken().find(|(octave, ..)| octave.period != 0 || octave.wave != Wave::Linear);
    with_period.or_else(|| broken().next()).map(|(_, _, place)| place)
}

/// Returns the paths of the nodes whose lattices follow an angle and do not repeat after a turn.
pub(super) fn cuts<'p>(structure: &'p Structure, values: &'p Values) -> Vec<&'p str> {
    fn angles(operations: &[Operation], found: &mut Vec<Operand>) {
        for operation in operations {
            match operation {
                Operation::Call { function, result, .. } if function.name() == "angle" => found.push(Operand::Register(*result)),
                Operation::Loop { body, .. } => angles(body, found),
                _ => {}
            }
        }
    }
    let mut turning = Vec::new();
    angles(&structure.body, &mut turning);
    let mut places = Vec::new();
    for (_, basis, first) in structure.bases().into_iter().filter(|(_, basis, _)| !basis.is_coordinate()) {
        let axes = first as usize..first as usize + usize::from(basis.dimensions());
        for (axis, of_values) in structure.axes[axes.clone()].iter().zip(&values.axes[axes]) {
            let own = |octave: usize| own_cells(of_values.terms[0].octaves[octave].period, Some(basis));
            let is_open = axis.displaced.iter().filter(|(by, _)| turning.contains(by)).any(|(_, scale)| {
                values.octave_scalars[scale.0 as usize].iter().enumerate().any(|(octave, cells)| {
                    let turns = f64::from(*cells) / f64::from(own(octave).unwrap_or(u32::MAX));
                    *cells != 0.0 && (turns - turns.round()).abs() > 1e-6 * turns.abs()
                })
            });
            if is_open && !places.contains(&of_values.place.as_str()) {
                places.push(of_values.place.as_str());
            }
        }
    }
    places
}

/// Returns the repetition that they ask for.
pub(super) fn asked(structure: &Structure, values: &Values, axis: usize) -> Repeats {
    let (mut lengths, mut unasked, mut is_asked) = (Vec::new(), Vec::new(), false);
    for (octave, basis, _) in along(structure, values, axis) {
        let Some(length) = octave.length(basis) else { continue };
        match (&octave.wave, octave.period, basis) {
            (Wave::Sine(turns), ..) if turns.is_an_arc() => return Repeats::Unasked,
            (Wave::Sine(_), ..) | (Wave::Linear, 1.., _) => is_asked = true,
            (Wave::Linear, 0, Some(basis)) if basis.is_coordinate() => return Repeats::Unasked,
            (Wave::Linear, 0, Some(basis)) if basis.pattern().is_some() => {}
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
        // The least common multiple of two ratios in lowest terms.
        BigRational::new(a.numer().lcm(b.numer()), a.denom().gcd(b.denom()))
    });
    match all.filter(|_| is_asked) {
        None => Repeats::Unasked,
        // A table repeats by itself, and its length may divide the others'.
        Some(length) if !unasked.iter().all(|own| (&length / own).is_integer()) => Repeats::Partly,
        Some(length) => Repeats::After(length.to_f64().unwrap_or(f64::INFINITY)),
    }
}

/// Returns true if a lattice coordinate with a period depends on the axis and on another one. The sines and cosines of the rotation are rounded, so an
/// exact length along one axis is meaningless.
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

/// Returns the cells after which a lattice repeats. Without a period a table repeats after 256 cells.
fn own_cells(period: u32, basis: Option<Basis>) -> Option<u32> {
    match (period, basis) {
        (0, Some(Basis { hash: HashKind::Table, .. })) => Some(MAX_TABLE_PERIOD),
        (0, Some(basis)) => basis.pattern(),
        (period, _) => (period > 0).then_some(period),
    }
}

impl TermOctave {
    /// Returns true if the term repeats after a length.
    pub(super) fn repeats_after(&self, length: &BigRational, basis: Option<Basis>) -> bool {
        self.length(basis).is_none_or(|own| (length / own).is_integer())
    }

    /// Returns the length after which the term repeats. None if it is constant.
    fn length(&self, basis: Option<Basis>) -> Option<BigRational> {
        if self.exact.factor.is_zero() {
            return None;
        }
        match &self.wave {
            Wave::Sine(turns) => turns.length(),
            Wave::Linear => {
                // Cells wrap after 2^32.
                let cells = own_cells(self.period, basis).map_or_else(|| BigInt::one() << 32, BigInt::from);
                Some(BigRational::from_integer(cells) / self.factor().abs())
            }
        }
    }
}

/// The repeat of a node's permutation table, and so of everything random in the node.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TableRepeat {
    /// The path of the node in the graph.
    pub place: String,
    /// The vector from a sample to the nearest sample with the same lattice points, along x, y and z, in units of the domain.
    pub way: [f64; 3],
}

impl TableRepeat {
    /// Returns the length of the vector.
    pub fn distance(&self) -> f64 {
        libm::sqrt(self.way.iter().map(|along| along * along).sum())
    }
}

/// Returns the nearest repeat of a table within a box of these lengths in units along x, y and z. It considers lattices that are not warped, in their
/// first octaves, and vectors along which no lattice has a period or goes round a circle. Finer octaves repeat sooner, but all octaves together do not.
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
        let way = nearest(&rows, lengths)?;
        Some(TableRepeat { place: values.axes[axes.start].place.clone(), way })
    });
    found.min_by(|a, b| a.distance().total_cmp(&b.distance()))
}

/// Returns the shortest vector within a box along which each coordinate of a lattice grows by 256, 0 or -256 cells. `rows` holds each coordinate's
/// cells per unit along x, y and z.
fn nearest(rows: &[[f64; 3]], lengths: [f64; 3]) -> Option<[f64; 3]> {
    let varied: Vec<usize> = (0..3).filter(|&axis| lengths[axis] > 0.0 && rows.iter().any(|row| row[axis] != 0.0)).collect();
    let ways = (0..3_u32.pow(rows.len() as u32)).filter_map(|number| {
        let cells = |row: usize| f64::from(MAX_TABLE_PERIOD) * (f64::from(number / 3_u32.pow(row as u32) % 3) - 1.0);
        let cells: Vec<f64> = (0..rows.len()).map(cells).collect();
        let way = solved(rows, &varied, &cells)?;
        let is_it =
            |(row, cells): (&[f64; 3], &f64)| (row.iter().zip(way).map(|(row, along)| row * along).sum::<f64>() - cells).abs() < 1e-3;
        let is_inside = way.iter().zip(lengths).all(|(along, length)| along.abs() < length * (1.0 - 1e-9) || *along == 0.0);
        // Of two opposite vectors, one is enough.
        let is_forward = way.iter().find(|along| along.abs() > 0.0).is_some_and(|along| *along > 0.0);
        (is_forward && is_inside && rows.iter().zip(&cells).all(is_it)).then_some(way)
    });
    let length = |way: &[f64; 3]| way.iter().map(|along| along * along).sum::<f64>();
    ways.min_by(|a, b| length(a).total_cmp(&length(b)))
}

/// Returns the vector along some of the axes whose growth is nearest to the given cells of each row (least squares). None if it is not unique.
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
    // Values that are 0 but for rounding.
    let most = way.iter().fold(0.0_f64, |most, along| most.max(along.abs()));
    Some(way.map(|along| if along.abs() < most * 1e-9 { 0.0 } else { along }))
}
