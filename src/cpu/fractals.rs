//! Loops over octaves that end in one of a few forms, which fractals are: what becomes of an octave's value goes through no register.
//!
//! `plan.rs` finds them among the operations. In columns an octave takes one way over the pixels, in which the noise itself is found; elsewhere its value lies in
//! a register, and the calls after it are one.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::column_forms::Found;
use super::columns::Columns;
use super::evaluator::Evaluator;
use super::forms::{FORMS, Form, MOST_CARRIED, MOST_NUMBERS, Visitor, total};
use super::registers::Vector;
use super::steps::{Fractal, Step};
use super::strip::At;
use crate::program::{Operand, Operation, Register};
use crate::value::fractal;

impl<'a, S: Simd> Evaluator<'a, S> {
    /// The fractal that a loop is, if it ends in the calls of a form, whose registers are read by nobody else.
    pub(super) fn fractal(&self, operation: &'a Operation) -> Option<Fractal<'a>> {
        let Operation::Loop { index, body, carried } = operation else { return None };
        FORMS.iter().find_map(|names| {
            let (body, calls) = body.split_at(body.len().checked_sub(names.calls.len())?);
            let meaning = names.meaning(calls, carried)?;
            let inside = self.program.structure().reads_by(std::slice::from_ref(operation));
            let is_alone = |register: Register| self.reads[register.0 as usize] == inside[register.0 as usize];
            if !calls.iter().flat_map(Operation::results).all(is_alone) {
                return None;
            }
            let first = |[name, _]: &[&str; 2]| {
                let register = meaning.register(name)?;
                carried.iter().find(|carried| carried.register == register).map(|carried| (register, carried.first))
            };
            Some(Fractal {
                index: *index,
                body,
                form: names.form,
                value: meaning.register(names.value)?,
                takes_unsettled: names.takes_unsettled(&meaning, |operand| self.all_numbers(operand)),
                numbers: names.numbers.iter().filter_map(|name| meaning.of(name)).collect(),
                carried: names.carried.iter().filter_map(first).collect(),
                total: None,
                is_turned: false,
            })
        })
    }

    /// The fractal that a loop is whose value is that of a basis and read by nobody else; with the call after the loop, if that gives the sum its size.
    pub(super) fn fractal_of_basis(&self, operation: &'a Operation, rest: &'a [Operation]) -> Option<Fractal<'a>> {
        let fractal = self.fractal(operation)?;
        let [Operation::Basis { result, .. }] = fractal.body else { return None };
        let are_numbers = fractal.carried.iter().all(|(_, first)| !matches!(first, Operand::Register(_)));
        if *result != fractal.value || self.reads[result.0 as usize] != 1 || !are_numbers || !fractal.takes_unsettled {
            return None;
        }
        let inside = self.program.structure().reads_by(std::slice::from_ref(operation));
        let (sum, _) = fractal.carried[0];
        let is_plain = |&(summed, scale, _): &(Operand, Operand, Register)| {
            summed == Operand::Register(sum)
                && !matches!(scale, Operand::Register(_))
                && self.reads[sum.0 as usize] == inside[sum.0 as usize] + 1
        };
        let total = total(rest).filter(is_plain).map(|(_, scale, result)| (scale, result));
        Some(Fractal { total, ..fractal })
    }

    /// Evaluates a fractal whose values lie in a register.
    pub(super) fn fractal_in_rows(&mut self, fractal: &Fractal<'a>, body: &[Step<'a>], octave: usize, at: &At) {
        let octaves = self.program.values().octaves[fractal.index as usize] as usize;
        let octave = octave * octaves;
        for &(register, first) in &fractal.carried {
            self.copy(first, register, octave);
        }
        for octave in octave..octave + octaves {
            self.run(body, octave, at, &mut None);
            self.carry_on(fractal, octave);
        }
    }

    /// What an operand is in any octave, if it is a number.
    fn all_numbers(&self, operand: Operand) -> Vec<f32> {
        match operand {
            Operand::Octave(scalar) => self.program.values().octave_scalars[scalar.0 as usize].clone(),
            Operand::Scalar(_) => vec![self.number(operand, 0)],
            Operand::Register(_) => vec![],
        }
    }

    /// The numbers of a fractal's form in an octave.
    pub(super) fn numbers(&self, fractal: &Fractal<'a>, octave: usize) -> [f32; MOST_NUMBERS] {
        let mut numbers = [0.0; MOST_NUMBERS];
        for (number, operand) in numbers.iter_mut().zip(&fractal.numbers) {
            *number = self.number(*operand, octave);
        }
        numbers
    }

    /// Takes what a fractal carries from an octave to the next, its value lying in a register.
    pub(super) fn carry_on(&mut self, fractal: &Fractal<'a>, octave: usize) {
        let simd = self.simd;
        let numbers = self.numbers(fractal, octave);
        let mut carried: [Vec<Vector>; MOST_CARRIED] = Default::default();
        for (vectors, (register, _)) in carried.iter_mut().zip(&fractal.carried) {
            *vectors = std::mem::take(&mut self.registers[register.0 as usize]);
        }
        let value = &self.registers[fractal.value.0 as usize];
        simd.vectorize(
            #[inline(always)]
            || fractal.form.visit(simd, numbers, InRegisters { simd, value, carried: &mut carried }),
        );
        for (vectors, (register, _)) in carried.into_iter().zip(&fractal.carried) {
            self.put(*register, vectors);
        }
    }
}

/// As many vectors as are carried.
#[inline(always)]
fn slices<const M: usize>(carried: &mut [Vec<Vector>; MOST_CARRIED]) -> [&mut [Vector]; M] {
    let mut slices: [&mut [Vector]; M] = std::array::from_fn(|_| Default::default());
    for (slice, carried) in slices.iter_mut().zip(carried) {
        *slice = carried;
    }
    slices
}

/// Values that lie in a register.
struct InRegisters<'v, S> {
    simd: S,
    value: &'v [Vector],
    carried: &'v mut [Vec<Vector>; MOST_CARRIED],
}

impl<S: Simd> Visitor<S> for InRegisters<'_, S> {
    #[inline(always)]
    fn visit<const M: usize>(self, function: impl Fn([f32x16<S>; M], f32x16<S>) -> [f32x16<S>; M] + Copy) {
        let (simd, count) = (self.simd, self.value.len());
        let mut carried = slices::<M>(self.carried);
        for vectors in &mut carried {
            *vectors = &mut std::mem::take(vectors)[..count];
        }
        for (at, value) in self.value.iter().enumerate() {
            let mut before = [f32x16::splat(simd, 0.0); M];
            for (before, vectors) in before.iter_mut().zip(&carried) {
                *before = vectors[at].load(simd);
            }
            for (after, vectors) in function(before, value.load(simd)).into_iter().zip(&mut carried) {
                vectors[at].store(after);
            }
        }
    }
}

/// A way over the values of an octave.
pub(super) trait Way<S: Simd> {
    /// Of M numbers that are carried the first K become a function of what all were and of the value.
    fn each<const M: usize, const K: usize>(self, simd: S, function: impl Fn([f32x16<S>; M], f32x16<S>) -> [f32x16<S>; K] + Copy);
}

/// An octave of a fractal of a basis: in the first what is carried starts from numbers, in the last the sum alone is assigned, and given its size.
#[derive(Clone, Copy)]
pub(super) struct Octave<S> {
    pub(super) simd: S,
    pub(super) form: Form,
    pub(super) numbers: [f32; MOST_NUMBERS],
    pub(super) first: Option<[f32; MOST_CARRIED]>,
    pub(super) scale: Option<f32>,
}

impl<S: Simd> Octave<S> {
    /// Takes all values of a way on.
    #[inline(always)]
    pub(super) fn go<W: Way<S>>(self, way: W) {
        let Self { simd, form, numbers, .. } = self;
        simd.vectorize(
            #[inline(always)]
            || form.visit(simd, numbers, OnWay { octave: self, way }),
        );
    }
}

struct OnWay<S, W> {
    octave: Octave<S>,
    way: W,
}

impl<S: Simd, W: Way<S>> Visitor<S> for OnWay<S, W> {
    #[inline(always)]
    fn visit<const M: usize>(self, function: impl Fn([f32x16<S>; M], f32x16<S>) -> [f32x16<S>; M] + Copy) {
        let Self { octave: Octave { simd, first, scale, .. }, way } = self;
        if let Some(numbers) = first {
            let mut first = [f32x16::splat(simd, 0.0); M];
            for (first, number) in first.iter_mut().zip(numbers) {
                *first = f32x16::splat(simd, number);
            }
            way.each(
                simd,
                #[inline(always)]
                |_: [f32x16<S>; M], value| function(first, value),
            );
        } else if let Some(scale) = scale {
            let scale = f32x16::splat(simd, scale);
            way.each(
                simd,
                #[inline(always)]
                |before: [f32x16<S>; M], value| [fractal::fbm_total(function(before, value)[0], scale)],
            );
        } else {
            way.each(simd, function);
        }
    }
}

/// Over values that are found in columns.
pub(super) struct InColumns<'v, 'a> {
    pub(super) columns: &'v Columns<'a>,
    pub(super) found: &'v mut Found,
    pub(super) pixels: std::ops::Range<usize>,
    pub(super) carried: &'v mut [Vec<Vector>; MOST_CARRIED],
}

impl<S: Simd> Way<S> for InColumns<'_, '_> {
    #[inline(always)]
    fn each<const M: usize, const K: usize>(self, simd: S, function: impl Fn([f32x16<S>; M], f32x16<S>) -> [f32x16<S>; K] + Copy) {
        let Self { columns, found, pixels, carried } = self;
        columns.add(simd, found, pixels, slices::<M>(carried), function);
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::Level;

    use super::*;
    use crate::coordinates::Tables;
    use crate::graph::nodes::Perlin;
    use crate::program::Program;
    use crate::value::level::with_level_of_engine;
    use crate::{Axis, Build as _, Domain, Graph, Grid};

    #[test]
    fn every_fractal_of_a_basis_has_a_form_and_is_given_its_size_on_the_way() {
        let fractals: [Graph; 7] = [
            Perlin::new().fbm().into(),
            Perlin::new().turbulence().into(),
            Perlin::new().billow().into(),
            Perlin::new().ridged().into(),
            Perlin::new().hybrid().into(),
            Perlin::new().heterogeneous().into(),
            Perlin::new().ping_pong().into(),
        ];
        let domain = Domain::from(Grid::plane(Axis::extent(0, 1, 16), Axis::extent(0, 1, 16)));
        let mut forms = vec![];
        for graph in fractals {
            let program = Program::new(&graph).unwrap();
            let tables = Tables::new(&program, &domain, domain.whole()).unwrap();
            let [operation, rest @ ..] = &program.structure().body[..] else { panic!("{graph:?}") };
            with_level_of_engine!(Level::new(), simd => {
                let evaluator = Evaluator::new(simd, &program, &tables, domain.kind(), 0, 16, 16);
                let fractal = evaluator.fractal_of_basis(operation, rest).unwrap_or_else(|| panic!("{graph:?}"));
                assert!(fractal.total.is_some(), "{graph:?}");
                forms.push(fractal.form);
            });
        }
        assert!(FORMS.iter().all(|names| forms.contains(&names.form)), "{forms:?}");
    }
}
