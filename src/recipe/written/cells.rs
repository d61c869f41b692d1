//! Tiling without arithmetic: a length after which all repeats, and bases that have whole numbers of cells on it. And the key `by` of `warp`.

use num_rational::BigRational;
use toml::{Table, Value};

use super::made::{node, number_value};
use super::params;
use crate::domain::Axis;
use crate::error::{self, Error};
use crate::graph::{KeyKind, NodeKind};
use crate::number::Number;
use crate::recipe::Recipe;
use crate::recipe::flaw::{Flaw, Located as _};
use crate::seeding::MAX_TABLE_PERIOD;

/// The key of the lengths after which a recipe repeats.
pub(in crate::recipe) const WRAP: &str = "wrap";
/// The key of the number of cells on that length.
pub(in crate::recipe) const CELLS: &str = "cells";

/// The key of the number of dimensions.
const DIMENSIONS: &str = "dimensions";

/// The kind that takes one noise for all axes, and the key.
pub(in crate::recipe) const WARP: &str = "warp";
pub(in crate::recipe) const BY: &str = "by";
/// The places of that noise for y and for z, in units: far from each other, and no multiples of common periods.
pub(super) const BY_OFFSETS: [[f64; 3]; 2] = [[83.7, 131.3, 47.9], [-61.1, 19.7, 113.3]];

/// Returns true for kinds of node that take `cells`.
pub(in crate::recipe) fn has_cells(kind: &NodeKind) -> bool {
    ["frequency", "period"].into_iter().all(|key| kind.key(key).is_some())
}

/// Returns a number above 0.
fn positive(value: &Value) -> Option<Number> {
    params::as_number(value).filter(|number| !number.is_negative() && !number.is_zero())
}

/// Returns values for the first axes: one for x and y, or a list of one to four.
fn per_axis<T: Clone>(value: &Value, one: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    match value {
        Value::Array(values) if (1..=4).contains(&values.len()) => values.iter().map(one).collect(),
        value => one(value).map(|value| vec![value; 2]),
    }
}

/// Returns the lengths after which a document repeats, if it tells them.
pub(super) fn wrap_of(document: &Table, params: &params::Values) -> Result<Option<Vec<Number>>, Flaw> {
    let Some(value) = document.get(WRAP) else { return Ok(None) };
    let lengths = per_axis(&params::filled(value, params).located(WRAP)?, positive);
    lengths.map(Some).ok_or_else(|| {
        Flaw::here("this is no length after which a picture repeats; give units, one number above 0 for x and y, or a list such as [8, 4]")
            .located(WRAP)
    })
}

/// Replaces the cells of a basis by its frequency and its period, and a basis of unequal frequencies by one that is stretched.
pub(super) fn filled(mut basis: Table, kind: &NodeKind, wrap: Option<&[Number]>) -> Result<Table, Flaw> {
    let Some(wrap) = wrap else {
        return Err(Flaw::here("cells are counted on the length after which the recipe repeats; give it, such as wrap = 8 at the top"));
    };
    if let Some(key) = ["frequency", "period"].into_iter().find(|key| basis.contains_key(*key)) {
        return Err(Flaw::here(format!("cells stand for `frequency` and `period`; leave them or `{key}` out")));
    }
    let whole = |value: &Value| value.as_integer().and_then(|cells| u32::try_from(cells).ok()).filter(|cells| *cells > 0);
    let value = basis.remove(CELLS).expect("the caller saw it");
    let Some(mut cells) = per_axis(&value, whole) else {
        return Err(Flaw::here(format!(
            "this is no number of cells; give a whole number from 1 on, or a list such as [6, 8] for each axis; a table has at most {MAX_TABLE_PERIOD}"
        )));
    };
    let dimensions = match basis.get(DIMENSIONS).map(Value::as_integer) {
        Some(Some(dimensions)) => usize::try_from(dimensions).unwrap_or(usize::MAX),
        _ if kind.key(DIMENSIONS).is_none() => 2,
        _ => {
            let axes = wrap.len().max(cells.len());
            basis.insert(DIMENSIONS.to_owned(), Value::Integer(axes as i64));
            axes
        }
    };
    // Further axes have cells as long as those along x, and no period.
    let given = cells.len().max(wrap.len()).min(dimensions);
    let is_for_all = value.is_integer() && given == dimensions;
    cells.resize(given, cells[0]);
    let lengths = wrap.iter().chain(std::iter::repeat(&wrap[0]));
    let frequencies: Vec<BigRational> =
        cells.iter().zip(lengths).map(|(cells, length)| BigRational::from_integer((*cells).into()) / length.to_ratio()).collect();
    let exact = |ratio: &BigRational| match Number::nearest(ratio).filter(|number| number.to_ratio() == *ratio) {
        Some(number) => Ok(number_value(number)),
        None => Err(Flaw::here(format!("{ratio} cells a unit are no decimal; take another `wrap`, such as {}", cells[0]))),
    };
    let is_uneven = frequencies.iter().any(|frequency| *frequency != frequencies[0]);
    let periods = || Value::Array(cells.iter().map(|&one| Value::Integer(one.into())).collect());
    let period = if is_for_all && !is_uneven { Value::Integer(cells[0].into()) } else { periods() };
    basis.insert("period".to_owned(), period);
    let is_each = kind.key("frequency").is_some_and(|key| matches!(key.kind, KeyKind::PerAxis { .. }));
    if is_each && is_uneven {
        let each = frequencies.iter().map(exact).collect::<Result<_, Flaw>>()?;
        basis.insert("frequency".to_owned(), Value::Array(each));
        return Ok(basis);
    }
    if !is_uneven {
        basis.insert("frequency".to_owned(), exact(&frequencies[0])?);
        return Ok(basis);
    }
    if !kind.is_basis {
        return Err(Flaw::here("this kind has one frequency for all axes; give one number of cells, and as many on each length of `wrap`"));
    }
    let scale = frequencies.iter().map(exact).collect::<Result<_, Flaw>>()?;
    let stretched = node("transform", [("source".to_owned(), Value::Table(basis)), ("scale".to_owned(), Value::Array(scale))]);
    match stretched {
        Value::Table(stretched) => Ok(stretched),
        _ => unreachable!("a node is a table"),
    }
}

/// Checks that all that the outputs of a recipe show repeats after the lengths that it asks for.
pub(in crate::recipe) fn check_wrap(recipe: &Recipe, wrap: &[Number]) -> error::Result<()> {
    if wrap.is_empty() {
        return Ok(());
    }
    let plans = recipe.plans(&recipe.output_names())?;
    for program in plans.iter().flat_map(|plan| plan.programs()) {
        let program = program?;
        for (axis, (letter, length)) in ["x", "y", "z", "w"].into_iter().zip(wrap).enumerate() {
            let Some(node) = program.breaks_beyond(axis, &Axis::extent(Number::ZERO, *length, 1), 1) else { continue };
            let problem = format!(
                "does not repeat after {length} units along {letter}, as `wrap` asks; give the basis `cells`, or a `period` that fits, or put it on a `torus`; a picture that need not repeat has no `wrap`"
            );
            return Err(Error::parameter(node, problem));
        }
    }
    Ok(())
}
