//! Noise evaluated per sample, sixteen side by side: for samples that share nothing, or a lattice that does not lie along the grid.
//!
//! Each basis, and the derivatives of each, have a kernel that evaluates rows. The kernels are generated from the lists of the shaders' functions.

pub(super) mod coordinates;
pub(super) mod runs;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::band::{Band, ORIGIN, Samples, Scalars, Strip, given_hash, kind_of, scalars_of};
use super::lattice::outlined;
use super::registers::{Registers, Row};
use crate::domain::DomainKind;
use crate::program::{Basis, BasisFunction, Operation};
use crate::strict::lanes::{Block, LANES};
use crate::strict::lattice::Coordinate;
use crate::strict::list::{bases, known_bases, known_slopes};
use crate::strict::strict::canonical;
use crate::strict::table::Hash;
use crate::strict::*;
use coordinates::{Along, Coordinated, MOST_AXES};
use runs::Runs;

/// The most outputs of a kernel: derivatives along four axes.
const MOST_OUTPUTS: usize = 4;

/// The inputs of a kernel for one row.
struct Given<'r> {
    basis: Basis,
    hash: Hash<'r>,
    scalars: Scalars,
    axes: [Along<'r>; MOST_AXES],
}

/// Evaluates blocks of a row, from a given one on: the same number for each output.
type Kernel<S> = fn(S, &Given<'_>, usize, &mut [&mut [Block]]);

/// Evaluates a basis, or its derivatives along its lattice axes, each to its own rows. Works for every lattice.
pub(super) fn evaluate<'a, S: Simd>(
    simd: S,
    strip: &Strip<'a>,
    (coordinated, runs, registers): (&mut Coordinated, &mut Runs, &Registers<'a>),
    operation: &Operation,
    (octave, band): (usize, &Band),
    targets: &mut [Samples<'_>],
) {
    let (kernel, basis, index, axis, scalars) = match operation {
        Operation::Basis { basis, index, axis, scalars, .. } => (value_kernel::<S>(*basis), basis, index, axis, scalars),
        Operation::Derivatives { basis, index, axis, scalars, .. } => (derivatives_kernel::<S>(*basis), basis, index, axis, scalars),
        _ => unreachable!("a basis or its derivatives"),
    };
    let scalars = scalars_of(strip.program, scalars);
    let hash = strip.hash(*basis, *index);
    let axes = (*axis as usize, usize::from(basis.axes()));
    let are_rows_alike = !changes_by_row(strip, axes);
    let in_runs = runs::noise_in_runs(strip, operation);
    for row in 0..if are_rows_alike { 1 } else { band.rows } {
        let axes = coordinated.row(simd, strip, registers, axes, (octave, band, row));
        if in_runs.is_some_and(|noise| runs.evaluate(simd, *basis, noise, &axes, targets[0].row(row))) {
            continue;
        }
        let given = Given { basis: *basis, hash, scalars, axes };
        let is_alike = given.axes.iter().all(Along::is_constant);
        let mut rows: [&mut [f32]; MOST_OUTPUTS] = Default::default();
        let outputs = targets.len();
        for (to, target) in rows.iter_mut().zip(&mut *targets) {
            *to = target.row(row);
        }
        along_row(simd, kernel, &given, is_alike, rows, outputs);
    }
    if are_rows_alike {
        for target in targets {
            for row in 1..band.rows {
                target.slice.copy_within(..target.count, row * target.stride);
            }
        }
    }
}

/// Returns true if some of `count` lattice axes, from `first` on, change from row to row.
fn changes_by_row(strip: &Strip<'_>, (first, count): (usize, usize)) -> bool {
    let axes = &strip.program.structure().axes[first..first + count];
    axes.iter().any(|axis| !axis.displaced.is_empty() || (strip.kind == DomainKind::Grid && axis.terms.contains(&1)))
}

/// Evaluates one row of `outputs` outputs. If `is_alike`, all samples of the row are equal.
fn along_row<S: Simd>(simd: S, kernel: Kernel<S>, given: &Given<'_>, is_alike: bool, rows: [&mut [f32]; MOST_OUTPUTS], outputs: usize) {
    if is_alike {
        let mut values = [[[0.0; LANES]; 1]; MOST_OUTPUTS];
        let mut blocks = values.each_mut().map(|block| &mut block[..]);
        kernel(simd, given, 0, &mut blocks[..outputs]);
        rows.into_iter().zip(values).for_each(|(row, [values])| row.fill(values[0]));
        return;
    }
    let mut rows = rows.map(Row::new);
    let [mut whole, mut filled]: [[&mut [Block]; MOST_OUTPUTS]; 2] = Default::default();
    for ((row, whole), filled) in rows.iter_mut().zip(&mut whole).zip(&mut filled) {
        [*whole, *filled] = row.parts();
    }
    kernel(simd, given, 0, &mut whole[..outputs]);
    kernel(simd, given, whole[0].len(), &mut filled[..outputs]);
    rows.into_iter().for_each(Row::end);
}

/// Evaluates blocks with a function of coordinates, which is inlined.
#[inline(always)]
fn each_block<S: Simd, const N: usize, const K: usize>(
    simd: S,
    given: &Given<'_>,
    first: usize,
    to: &mut [&mut [Block]],
    function: impl Fn([Coordinate<f32x16<S>>; N]) -> [f32x16<S>; K],
) {
    // Debug assertions add an address check to every comparison of lanes. The compiler moves all these checks out of the loop that the function is
    // inlined into, which takes it minutes. So the function is not inlined then.
    #[cfg(debug_assertions)]
    let function: &dyn Fn([Coordinate<f32x16<S>>; N]) -> [f32x16<S>; K] = &|coordinates| {
        simd.vectorize(
            #[inline(always)]
            || function(coordinates),
        )
    };
    simd.vectorize(
        #[inline(always)]
        || {
            for number in 0..to[0].len() {
                let mut at = [coordinates::splat(simd, ORIGIN); N];
                for (at, along) in at.iter_mut().zip(&given.axes) {
                    *at = along.load(simd, first + number);
                }
                for (to, value) in to.iter_mut().zip(function(at)) {
                    to[number] = canonical(value).into();
                }
            }
        },
    );
}

/// Returns a hash whose kind is a constant for the compiler, which makes the code smaller, or a hash of any kind.
#[inline(always)]
fn of_kind(hash: Hash<'_>, kind: Option<u32>) -> Hash<'_> {
    match kind {
        Some(kind) => Hash { kind, table: hash.table.with_outlined(false), ..hash },
        None => outlined(hash),
    }
}

/// The kernel of a function that returns a value or an array of derivatives, with some options as constants.
macro_rules! kernel {
    (
        $outputs:ident $file:ident $function:ident options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
        known($($known:ident = $value:expr,)*) kind($kind:expr)
    ) => {
        |simd, given, first, to| {
            each_block(
                simd,
                given,
                first,
                to,
                #[inline(always)]
                |[$($coordinate),+]| {
                    #[allow(unused_variables, reason = "what is known is not asked for")]
                    let [$($option,)* ..] = given.basis.options;
                    $(let $known = $value;)*
                    let [$($scalar,)* ..] = given.scalars;
                    $(let $scalar = f32x16::splat(simd, $scalar);)*
                    $(let $hash = given_hash!($hash of_kind(given.hash, $kind));)?
                    $outputs!($file::$function($($option,)* $($scalar,)* $($hash,)? $($coordinate),+))
                },
            );
        }
    };
}

macro_rules! value {
    ($value:expr) => {
        [$value]
    };
}

macro_rules! derivatives {
    ($derivatives:expr) => {
        $derivatives
    };
}

/// Returns the kernel of a basis with constant options if they match.
macro_rules! known {
    ($basis:ident $outputs:ident $(
        $variant:ident $file:ident $function:ident
        options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
        known($($known:ident = $value:expr,)*) kind($kind:expr),
    )*) => {$(
        let is_known = $basis.function == BasisFunction::$variant $(&& $basis.option(stringify!($known)) == $value)*;
        if is_known && $kind.is_none_or(|kind: u32| kind_of($basis.hash) == kind) {
            return kernel!(
                $outputs $file $function options($($option)*) scalars($($scalar)*) hash($($hash)?) coordinates($($coordinate)+)
                known($($known = $value,)*) kind($kind)
            );
        }
    )*};
}

/// Returns the kernel of a basis' values.
fn value_kernel<S: Simd>(basis: Basis) -> Kernel<S> {
    macro_rules! known_values {
        ($($row:tt)*) => {
            known! { basis value $($row)* }
        };
    }
    known_bases!(known_values);
    macro_rules! any {
        ($(
            $variant:ident $file:ident $name:ident
            options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
            slope($($slope:ident)?) corner($($corner:tt)*),
        )*) => {
            match basis.function {
                $(BasisFunction::$variant => kernel!(
                    value $file $name options($($option)*) scalars($($scalar)*) hash($($hash)?) coordinates($($coordinate)+) known() kind(None::<u32>)
                ),)*
            }
        };
    }
    bases!(any)
}

/// Returns the kernel of a basis' derivatives.
fn derivatives_kernel<S: Simd>(basis: Basis) -> Kernel<S> {
    macro_rules! known_derivatives {
        ($($row:tt)*) => {
            known! { basis derivatives $($row)* }
        };
    }
    known_slopes!(known_derivatives);
    macro_rules! of {
        (() $($rest:tt)*) => {
            unreachable!("lowering asks for no derivatives of a function without")
        };
        (($slope:ident) $file:ident $($rest:tt)*) => {
            kernel!(derivatives $file $slope $($rest)*)
        };
    }
    macro_rules! any {
        ($(
            $variant:ident $file:ident $name:ident
            options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
            slope($($slope:ident)?) corner($($corner:tt)*),
        )*) => {
            match basis.function {
                $(BasisFunction::$variant => of!(
                    ($($slope)?) $file
                    options($($option)*) scalars($($scalar)*) hash($($hash)?) coordinates($($coordinate)+) known() kind(None::<u32>)
                ),)*
            }
        };
    }
    bases!(any)
}
