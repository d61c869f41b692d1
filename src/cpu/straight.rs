//! Bases and their derivatives sample by sample, sixteen side by side: where samples of a grid share nothing, or its lattice does not lie along it.
//!
//! `bases.rs` calls [`Evaluator::straight`] and [`Evaluator::straight_slope`]. Both go through the lists that the shaders give.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::corners::{Slice, outlined};
use super::evaluator::Evaluator;
use super::lines::{self, Along, Coordinates, Line, load_all};
use super::registers::Vector;
use super::strip::{At, ORIGIN, Samples, Then};
use crate::program::{BasisFunction, OctaveScalar, Operand, Operation, Scalar};
use crate::region::DomainKind;
use crate::value::hash::{self, Hash};
use crate::value::lanes::{Block, LANES, is_kept_short};
use crate::value::lattice::{Coordinate, added, moved};
use crate::value::list::{bases, known_bases, known_slopes};
use crate::value::strict::{rounded, settled};
use crate::value::*;

/// A hash whose kind the compiler knows, which then compiles to less, or which may be of any.
#[inline(always)]
fn of_kind(hash: Hash<'_>, kind: Option<u32>) -> Hash<'_> {
    match kind {
        Some(kind) => Hash { kind, table: hash.table.with_outlined(false), ..hash },
        None => outlined(hash),
    }
}

/// The derivatives of a function that has some: of what is known and of which kind the hash is.
macro_rules! slopes {
    ($this:ident, $at:expr, $given:expr, () $file:ident $($lists:tt)*) => {
        // Lowering asks for no derivatives of a function without.
        {}
    };
    (
        $this:ident, ($axis:expr, $octave:expr, $at:expr, $targets:expr), ($basis:expr, $numbers:expr, $hashed:expr), ($slope:ident) $file:ident
        ($($option:ident)*) ($($scalar:ident)*) ($($hash:ident)?) ($($coordinate:ident)+) known($($known:ident = $value:expr,)*) kind($kind:expr)
    ) => {{
        #[allow(unused_variables, reason = "what is known is not asked for")]
        let [$($option,)* ..] = $basis.options;
        let [$($scalar),*] = $this.scalars($numbers);
        $this.blocks_of_slopes($axis, $octave, $at, $targets, &|[$($coordinate),+]| {
            $this.simd.vectorize(
                #[inline(always)]
                || {
                    $(let $known = $value;)*
                    $(let $hash = of_kind($hashed, $kind);)?
                    $file::$slope($($option,)* $($scalar,)* $($hash,)? $($coordinate),+)
                },
            )
        });
    }};
}

impl<S: Simd> Evaluator<'_, S> {
    /// The values of a basis. Then something is done with each row, as soon as it is there.
    pub(super) fn straight(&self, operation: &Operation, octave: usize, at: &At, target: &mut Samples<'_>, then: Then<'_>) {
        let Operation::Basis { basis, index, axis, scalars, .. } = operation else { unreachable!("a basis") };
        let hashed = self.hash(*basis, *index);
        macro_rules! known {
            ($(
                $variant:ident $file:ident $name:ident
                options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
                known($($known:ident = $value:expr,)*) kind($kind:expr),
            )*) => {$(
                let is_known = basis.function == BasisFunction::$variant $(&& basis.option(stringify!($known)) == $value)*;
                if is_known && $kind.is_none_or(|kind: u32| hashed.kind == kind) {
                    #[allow(unused_variables, reason = "what is known is not asked for")]
                    let [$($option,)* ..] = basis.options;
                    let [$($scalar),*] = self.scalars(scalars);
                    return self.blocks(
                        *axis,
                        octave,
                        at,
                        (target, then),
                        #[inline(always)]
                        |[$($coordinate),+]| {
                            $(let $known = $value;)*
                            $(let $hash = of_kind(hashed, $kind);)?
                            $file::$name($($option,)* $($scalar,)* $($hash,)? $($coordinate),+)
                        },
                    );
                }
            )*};
        }
        if const { !is_kept_short::<S>() } {
            known_bases!(known);
        }
        macro_rules! any {
            ($(
                $variant:ident $file:ident $name:ident
                options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
                slope($($slope:ident)?) corner($($corner:tt)*),
            )*) => {
                match basis.function {
                    $(BasisFunction::$variant => {
                        let [$($option,)* ..] = basis.options;
                        let [$($scalar),*] = self.scalars(scalars);
                        self.blocks(
                            *axis,
                            octave,
                            at,
                            (target, then),
                            #[inline(always)]
                            |[$($coordinate),+]| {
                                $(let $hash = outlined(hashed);)?
                                $file::$name($($option,)* $($scalar,)* $($hash,)? $($coordinate),+)
                            },
                        );
                    })*
                }
            };
        }
        bases!(any);
    }

    /// The derivatives of a basis along its lattice axes, each to the register of its axis.
    pub(super) fn straight_slope(&self, operation: &Operation, octave: usize, at: &At, targets: &mut [Vec<Vector>]) {
        let Operation::Slope { basis, index, axis, scalars, .. } = operation else { unreachable!("a slope") };
        let hashed = self.hash(*basis, *index);
        macro_rules! known {
            ($(
                $variant:ident $file:ident $slope:ident
                options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
                known($($known:ident = $value:expr,)*) kind($kind:expr),
            )*) => {$(
                let is_known = basis.function == BasisFunction::$variant $(&& basis.option(stringify!($known)) == $value)*;
                if is_known && $kind.is_none_or(|kind: u32| hashed.kind == kind) {
                    return slopes!(
                        self, (*axis, octave, at, targets), (basis, scalars, hashed), ($slope) $file
                        ($($option)*) ($($scalar)*) ($($hash)?) ($($coordinate)+) known($($known = $value,)*) kind($kind)
                    );
                }
            )*};
        }
        if const { !is_kept_short::<S>() } {
            known_slopes!(known);
        }
        macro_rules! any {
            ($(
                $variant:ident $file:ident $name:ident
                options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
                slope($($slope:ident)?) corner($($corner:tt)*),
            )*) => {
                match basis.function {
                    $(BasisFunction::$variant => slopes!(
                        self, (*axis, octave, at, targets), (basis, scalars, hashed), ($($slope)?) $file
                        ($($option)*) ($($scalar)*) ($($hash)?) ($($coordinate)+) known() kind(None::<u32>)
                    ),)*
                }
            };
        }
        bases!(any);
    }

    /// The numbers that a basis takes, the same for all samples.
    fn scalars<const N: usize>(&self, scalars: &[Scalar]) -> [f32x16<S>; N] {
        std::array::from_fn(|number| f32x16::splat(self.simd, self.scalar(scalars[number])))
    }

    /// A function of the coordinates on the lattice axes from one on.
    fn blocks<const N: usize>(
        &self,
        axis: u32,
        octave: usize,
        at: &At,
        (target, then): (&mut Samples<'_>, Then<'_>),
        function: impl Fn([Coordinate<f32x16<S>>; N]) -> f32x16<S>,
    ) {
        // With debug assertions every comparison of lanes checks addresses, and the compiler moves all these checks before the loop that the function is
        // inlined into, where it takes minutes for them. So there the function is called.
        #[cfg(debug_assertions)]
        let function: &dyn Fn([Coordinate<f32x16<S>>; N]) -> f32x16<S> = &|coordinates| {
            self.simd.vectorize(
                #[inline(always)]
                || function(coordinates),
            )
        };
        self.each_row(axis, octave, at, (target, then), function);
    }

    /// [`Evaluator::blocks`] around a function that is inlined or called.
    fn each_row<const N: usize>(
        &self,
        axis: u32,
        octave: usize,
        at: &At,
        (target, then): (&mut Samples<'_>, Then<'_>),
        function: impl Fn([Coordinate<f32x16<S>>; N]) -> f32x16<S>,
    ) {
        let simd = self.simd;
        let mut lines = std::array::from_fn(|_| Line::default());
        let are_rows_alike = !self.changes_along::<N>(axis, 1);
        let is_row_alike = !self.changes_along::<N>(axis, 0);
        let rows = if are_rows_alike { 1 } else { at.rows };
        simd.vectorize(
            #[inline(always)]
            || {
                for number in 0..rows {
                    let row = &mut target.slice[number * target.stride..][..target.count];
                    let axes = self.along_row(axis, octave, at, number, &mut lines);
                    let blocks = if is_row_alike { 1 } else { self.stride() / LANES };
                    let (whole, rest) = row.as_chunks_mut();
                    let mut last = 0.0;
                    // The function is inlined, so it is called in one place.
                    for block in 0..blocks {
                        let value: Block = settled(function(load_all(simd, &axes, block))).into();
                        match whole.get_mut(block) {
                            Some(samples) => *samples = value,
                            None => rest.copy_from_slice(&value[..rest.len()]),
                        }
                        last = value[0];
                    }
                    if is_row_alike {
                        row.fill(last);
                    }
                    if !are_rows_alike {
                        then(number, target.padded_row(number));
                    }
                }
            },
        );
        if are_rows_alike {
            let Samples { slice, stride, count } = target;
            (1..at.rows).for_each(|row| slice.copy_within(..*count, row * *stride));
            (0..at.rows).for_each(|row| then(row, target.padded_row(row)));
        }
    }

    /// Whether the coordinates on the lattice axes from one on change along an axis of the domain.
    fn changes_along<const N: usize>(&self, axis: u32, domain_axis: u8) -> bool {
        (axis as usize..axis as usize + N).any(|axis| {
            let changes = |of: u8| of == domain_axis || self.kind == DomainKind::Points;
            !self.program.structure().axes[axis].displaced.is_empty() || self.terms(axis).any(|(_, of)| changes(of))
        })
    }

    /// Derivatives as functions of the coordinates on the lattice axes from one on, each to the register of its axis. The functions are compiled by
    /// themselves, with the instructions of their lanes, so what calls them is compiled once for all.
    fn blocks_of_slopes<const N: usize>(
        &self,
        axis: u32,
        octave: usize,
        at: &At,
        targets: &mut [Vec<Vector>],
        function: &dyn Fn([Coordinate<f32x16<S>>; N]) -> [f32x16<S>; 4],
    ) {
        let simd = self.simd;
        let blocks = self.stride() / LANES;
        let mut lines = std::array::from_fn(|_| Line::default());
        simd.vectorize(
            #[inline(always)]
            || {
                for number in 0..at.rows {
                    let axes = self.along_row(axis, octave, at, number, &mut lines);
                    for block in 0..blocks {
                        let slopes = function(load_all(simd, &axes, block));
                        for (target, slope) in targets.iter_mut().zip(slopes) {
                            target[number * blocks + block].store(settled(slope));
                        }
                    }
                }
            },
        );
    }
}

/// The lattice coordinates of rows.
impl<S: Simd> Evaluator<'_, S> {
    /// What of a lattice axis changes along a row.
    pub(super) fn line(&self, axis: usize, octave: usize) -> Line {
        Line::new(self.stride() / LANES, |index| {
            let index = self.start + index.min(self.count - 1);
            let terms = self.terms(axis).filter(|(_, domain_axis)| self.changes_along_rows(*domain_axis));
            terms.map(|(term, _)| self.tables.term(term, octave, index)).reduce(added).expect("a line has terms")
        })
    }

    /// The lattice axes of a basis along one row. What is displaced is written into a line of its own.
    pub(super) fn along_row<'l, const N: usize>(
        &'l self,
        first: u32,
        octave: usize,
        at: &At,
        row: usize,
        lines: &'l mut [Line; N],
    ) -> [Along<'l, S>; N] {
        let mut axis = first as usize..;
        lines.each_mut().map(|line| {
            let axis = axis.next().expect("without end");
            let along = self.along(axis, octave, at, row);
            if self.program.structure().axes[axis].displaced.is_empty() {
                return along;
            }
            let period = self.displace(along, axis, octave, row, line);
            Along::Line(line, period)
        })
    }

    /// A lattice axis along one row, before it is displaced.
    #[inline(never)]
    fn along(&self, axis: usize, octave: usize, at: &At, row: usize) -> Along<'_, S> {
        let constant = self.constant_along(axis, octave, at, row).map(|constant| lines::splat(self.simd, constant));
        match (self.lines[axis].get(octave), constant) {
            (Some(line), Some(constant)) => Along::Sum(line, constant),
            (Some(line), None) => Along::Line(line, self.tables.period(self.program.structure().axes[axis].first as usize, octave)),
            (None, constant) => Along::Constant(constant.expect("an axis has terms")),
        }
    }

    /// What of a lattice axis is the same along one row.
    pub(super) fn constant_along(&self, axis: usize, octave: usize, at: &At, row: usize) -> Option<Coordinate> {
        let constants = self.terms(axis).filter(|(_, domain_axis)| !self.changes_along_rows(*domain_axis)).map(|(term, domain_axis)| {
            let index = match domain_axis {
                1 => at.y + row,
                2 => at.z,
                _ => 0,
            };
            self.tables.term(term, octave, index)
        });
        constants.reduce(added)
    }

    /// The coordinates other than x and y along one row, of a lattice where these are the same all along it.
    pub(super) fn slice(&self, first: u32, dimensions: usize, octave: usize, at: &At, row: usize) -> Slice {
        let other = |number: usize| (number < dimensions).then(|| self.constant_along(first as usize + number, octave, at, row)).flatten();
        Slice { z: other(2).unwrap_or(ORIGIN), w: other(3).unwrap_or(ORIGIN) }
    }

    /// Writes the coordinates of a row, displaced by what their lattice axis is displaced by, and gives their period.
    #[inline(never)]
    fn displace(&self, along: Along<'_, S>, axis: usize, octave: usize, row: usize, line: &mut Line) -> u32 {
        line.resize(self.stride() / LANES);
        let (line, period) = (&mut line.blocks[..], along.load(self.simd, 0).period);
        let mut along = Some(along);
        for displaced in self.program.structure().axes[axis].displaced.chunks(3) {
            let from = along.take();
            match displaced {
                [a] => self.displace_by([a], from, octave, row, line, period),
                [a, b] => self.displace_by([a, b], from, octave, row, line, period),
                [a, b, c] => self.displace_by([a, b, c], from, octave, row, line, period),
                _ => unreachable!("chunks of three"),
            }
        }
        period
    }

    /// Displaces the coordinates of a row by several values one after the other: those of a lattice axis, or those that are in the line already.
    #[inline(always)]
    fn displace_by<const N: usize>(
        &self,
        displaced: [&(Operand, OctaveScalar); N],
        from: Option<Along<'_, S>>,
        octave: usize,
        row: usize,
        line: &mut [Coordinates],
        period: u32,
    ) {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || {
                // A number is as many blocks as a row has: numbers are rare, and the loop need not ask.
                let mut numbers: [Vec<Vector>; N] = std::array::from_fn(|_| vec![]);
                for (number, (by, _)) in numbers.iter_mut().zip(displaced) {
                    if !matches!(by, Operand::Register(_)) {
                        number.resize(line.len(), Vector::splat(self.number(*by, octave)));
                    }
                }
                let mut all = [(&numbers[0][..0], f32x16::splat(simd, 0.0)); N];
                for ((all, number), (by, scale)) in all.iter_mut().zip(&numbers).zip(displaced) {
                    let blocks = match by {
                        Operand::Register(register) => &self.registers[register.0 as usize][row * line.len()..],
                        _ => &number[..],
                    };
                    *all = (&blocks[..line.len()], f32x16::splat(simd, self.number(Operand::Octave(*scale), octave)));
                }
                // A loop for each way that the coordinates come, in which nothing is asked.
                macro_rules! each {
                    (|$block:ident, $own:ident| $from:expr) => {
                        for ($block, $own) in line.iter_mut().enumerate() {
                            let mut at = $from;
                            for (blocks, scale) in &all {
                                at = moved(at, rounded(blocks[$block].load(simd) * *scale));
                            }
                            $own.store(at);
                        }
                    };
                }
                match from {
                    None => each!(|block, own| own.load(simd, period)),
                    Some(Along::Constant(constant)) => each!(|block, own| constant),
                    Some(Along::Line(from, period)) => {
                        let from = &from.blocks[..line.len()];
                        each!(|block, own| from[block].load(simd, period));
                    }
                    Some(Along::Sum(from, constant)) => {
                        let from = &from.blocks[..line.len()];
                        each!(|block, own| added(from[block].load(simd, constant.period), constant));
                    }
                }
            },
        );
    }
}
