//! The place where a node is lowered: it implements the node's requests on the state of the program.

use num_rational::BigRational;

use super::state::{Asked, Scope, State, turning};
use crate::error::{Error, Result};
use crate::graph::affine::{Affine, Space};
use crate::graph::color::Lanes;
use crate::graph::derivation::Derivation;
use crate::graph::fractal::Octaves;
use crate::graph::interval::Interval;
use crate::graph::lattice::{Lattice, Noise};
use crate::graph::lowering::{AXES, Along, Differentiable, Dual, Formula, Lowering, OctaveStep, RepeatedBody, Repetition, Weighing};
use crate::graph::{ColorChannel, Input};
use crate::program::{Operand, Operation};

/// The place of a node, its scope and the number of its space.
pub(super) struct Site<'s, 'a> {
    pub(super) state: &'s mut State<'a>,
    pub(super) scope: &'s mut Scope,
    pub(super) place: &'s str,
    pub(super) space: usize,
}

impl Lowering for Site<'_, '_> {
    fn input(&mut self, key: &str, input: &Input) -> Result<Dual> {
        self.state.input(input, &format!("{}.{key}", self.place), self.scope, self.space)
    }

    fn channel(&self) -> ColorChannel {
        self.state.channel.unwrap_or_default()
    }

    fn lanes(&self, input: &Input) -> Lanes {
        self.state.colored.input(input)
    }

    fn lane(&mut self, channel: ColorChannel, key: &str, input: &Input) -> Result<Dual> {
        if channel == ColorChannel::Alpha && self.lanes(input) < Lanes::ColorAndAlpha {
            return Ok(Dual::flat(self.number(1.0)));
        }
        let before = self.state.channel.replace(channel);
        let dual = self.input(key, input);
        self.state.channel = before;
        dual
    }

    fn input_in(&mut self, space: &Space, key: &str, input: &Input) -> Result<Dual> {
        let space = self.state.space(space.clone(), self.place)?;
        self.state.input(input, &format!("{}.{key}", self.place), self.scope, space)
    }

    fn source_in(&mut self, source: &Input, make: &mut dyn FnMut(&mut dyn Lowering) -> Result<Space>) -> Result<Dual> {
        let asked = self.state.asked_now;
        if self.state.graph.is_differential(source) {
            self.state.asked_now = asked.max(Asked::Warp);
        }
        let space = make(self);
        self.state.asked_now = asked;
        self.input_in(&space?, "source", source)
    }

    fn source_on(&mut self, source: &Input, make: &mut dyn FnMut(&mut dyn Lowering) -> Result<Space>) -> Result<Dual> {
        let along = self.state.along;
        let asked = self.state.asked_now;
        if self.state.graph.is_differential(source) {
            self.state.asked_now = asked.max(Asked::Warp);
        }
        let aside = self.state.aside.take();
        let space = make(self).map(|mut space| {
            if let Some((axis, by)) = &aside {
                space.axes[*axis].add(&Affine::constant(by.clone(), self.state.enclosing.len()));
            }
            space
        });
        self.state.asked_now = asked;
        self.state.along = if along == Along::Object { Along::Within } else { Along::Domain };
        let dual = space.and_then(|space| self.input_in(&space, "source", source));
        self.state.along = along;
        self.state.aside = aside;
        dual
    }

    fn along(&self) -> Along {
        self.state.along
    }

    fn direction(&mut self, key: &str, source: &Input, along: Option<Along>) -> Result<Option<[Dual; 3]>> {
        if self.state.aside.is_some() || self.state.asked_now == Asked::Derivatives {
            return Err(turning(self.place));
        }
        let graph = self.state.graph;
        let Some(map) = graph.body_of(source, &format!("{}.source", self.place)).map_err(|problem| self.refused(key, &problem))? else {
            return Ok(None);
        };
        let Some(along) = along else { return map.direction(self).map(Some) };
        let before = self.state.differentiate(along, self.place)?;
        let space = if along == Along::Domain { self.own_coordinates(&self.space())? } else { self.space };
        let direction = map.direction(&mut Site { state: self.state, scope: self.scope, place: self.place, space });
        self.state.ask(before);
        direction.map(Some)
    }

    fn input_aside(&mut self, axis: usize, by: &BigRational, key: &str, input: &Input) -> Result<Dual> {
        let before = self.state.aside.replace((axis, by.clone()));
        let dual = self.input(key, input);
        self.state.aside = before;
        dual
    }

    fn refuse_on_surface(&self, source: &Input) -> Result<()> {
        let state = &self.state;
        let is_on_surface = state.asked_now == Asked::Derivatives && matches!(state.along, Along::Lines | Along::Square | Along::Object);
        let is_turning = state.aside.is_some() || is_on_surface && state.graph.lies_on_surface(source);
        if is_turning { Err(turning(self.place)) } else { Ok(()) }
    }

    fn lies_on_surface(&self, input: &Input) -> bool {
        self.state.graph.lies_on_surface(input)
    }

    fn declared_range(&self, input: &Input) -> Interval {
        self.state.graph.range_of(input)
    }

    fn refused(&self, key: &str, problem: &str) -> Error {
        Error::parameter(format!("{}.{key}", self.place), problem)
    }

    fn bound(&self, operand: Operand) -> f64 {
        self.state.bound(operand)
    }

    fn differentiated(&mut self, key: &str, input: &Input, along: Along) -> Result<Dual> {
        let along = if self.state.graph.lies_on_surface(input) { along } else { Along::Domain };
        let before = self.state.differentiate(along, self.place)?;
        let dual = self.input(key, input);
        self.state.ask(before);
        dual
    }

    fn differentiated_in(&mut self, space: &Space, key: &str, input: &Input) -> Result<Dual> {
        let space = self.own_coordinates(space)?;
        let before = self.state.differentiate(Along::Domain, self.place)?;
        let dual = self.state.input(input, &format!("{}.{key}", self.place), self.scope, space);
        self.state.ask(before);
        dual
    }

    fn number(&mut self, value: f64) -> Operand {
        self.state.number(value)
    }

    fn number_of(&self, operand: Operand) -> f64 {
        self.state.value_of(operand)
    }

    fn call(&mut self, function: &Differentiable, arguments: &[Dual]) -> Result<Dual> {
        self.state.call(function, arguments, self.place, self.scope)
    }

    fn call_flat(&mut self, formula: &Formula, arguments: &[Operand]) -> Result<Operand> {
        self.state.call_flat(formula, arguments, self.place, self.scope)
    }

    fn call_made_of(
        &mut self,
        formula: &Formula,
        arguments: &[Operand],
        steps: &dyn Fn(&mut dyn Lowering) -> Result<Dual>,
    ) -> Result<Dual> {
        let start = self.state.mark(self.scope);
        let mut derivatives = steps(self)?.derivatives;
        if !self.state.wants_derivatives() {
            // The steps only showed that each value stays within its bounds.
            self.state.go_back(&start, self.scope);
            derivatives = [None; AXES];
        }
        Ok(Dual { value: self.call_flat(formula, arguments)?, derivatives })
    }

    fn bound_by(&mut self, value: Operand, bound: f64) {
        self.state.bound_by(value, bound);
    }

    fn let_go(&mut self, value: Operand) {
        self.state.let_go(value);
    }

    fn noise(&mut self, noise: &Noise<'_>) -> Result<Dual> {
        self.state.noise(noise, self.place, self.scope, self.space)
    }

    fn noise_parts(&mut self, noise: &Noise<'_>, values: &[Dual], count: usize) -> Result<Vec<Dual>> {
        self.state.noise_parts(noise, (values, count), self.place, self.scope, self.space)
    }

    fn outputs_of(&self, search: &str) -> Vec<u32> {
        self.state.searches.get(search).map_or_else(Vec::new, |outputs| outputs.iter().copied().collect())
    }

    fn units_of_cell(&mut self, lattice: &Lattice<'_>, number: usize) -> Result<Operand> {
        let since = self.state.spaces[self.space].axes[number].terms.first().map_or(0, |term| term.since);
        self.state.units_of_cell(lattice, number, since, self.place)
    }

    fn coordinate(&mut self, affine: &Affine, lattice: &Lattice<'_>, number: usize) -> Result<Dual> {
        self.state.coordinate(affine, lattice, number, self.place, self.scope)
    }

    fn space(&self) -> Space {
        self.state.spaces[self.space].clone()
    }

    fn depth(&self) -> usize {
        self.state.enclosing.len()
    }

    fn octaves(&mut self, octaves: &Octaves<'_>, weighing: Weighing, first: &[f64], step: OctaveStep<'_>) -> Result<Dual> {
        self.state.octaves(octaves, weighing, first, step, (self.place, self.scope, self.space))
    }

    fn repeated(&mut self, repetition: &Repetition, body: RepeatedBody<'_>) -> Result<Vec<Dual>> {
        self.state.repeated(repetition, body, (self.place, self.scope, self.space))
    }

    fn shared(&mut self, key: String, make: &mut dyn FnMut(&mut dyn Lowering) -> Result<Vec<Dual>>) -> Result<Vec<Dual>> {
        let key = (key, self.space, self.state.along, self.state.wants_derivatives(), self.state.aside.clone());
        if let Some(known) = self.scope.shared.get(&key) {
            return Ok(known.clone());
        }
        let made = make(self)?;
        self.scope.shared.insert(key, made.clone());
        Ok(made)
    }
}

impl Site<'_, '_> {
    /// Returns the number of a space in which derivatives are along the coordinates, whatever these consist of.
    fn own_coordinates(&mut self, space: &Space) -> Result<usize> {
        // At the coordinates of the domain the derivatives are the same, and known ones are shared.
        let space = if *space == Space::domain() { space.clone() } else { space.seen(self.depth()) };
        self.state.space(space, self.place)
    }
}

impl State<'_> {
    /// Lowers a function of values, with its derivatives if they are requested.
    pub(super) fn call(&mut self, function: &Differentiable, arguments: &[Dual], place: &str, scope: &mut Scope) -> Result<Dual> {
        let operands: Vec<Operand> = arguments.iter().map(|argument| argument.value).collect();
        let value = self.call_flat(&function.formula, &operands, place, scope)?;
        let mut dual = Dual::flat(value);
        if self.wants_derivatives() {
            for axis in 0..dual.derivatives.len() {
                let derivatives: Vec<Option<Operand>> = arguments.iter().map(|argument| argument.derivatives[axis]).collect();
                if derivatives.iter().any(Option::is_some) {
                    // A derivative consists of calls alone and does not use the space.
                    let mut site = Site { state: self, scope, place, space: 0 };
                    let mut derivation = Derivation { at: &mut site, arguments: &operands, derivatives: &derivatives, value };
                    dual.derivatives[axis] = (function.derivative)(&mut derivation)?;
                }
            }
        }
        Ok(dual)
    }

    /// Lowers a function of values, without derivatives.
    pub(super) fn call_flat(&mut self, formula: &Formula, arguments: &[Operand], place: &str, scope: &mut Scope) -> Result<Operand> {
        debug_assert_eq!(arguments.len(), formula.function.arity());
        let bounds: Vec<f64> = arguments.iter().map(|argument| self.bound(*argument)).collect();
        let numbers: Vec<f64> = arguments.iter().map(|argument| self.value_of(*argument)).collect();
        let result = self.register((formula.bound)(&bounds, &numbers), place)?;
        #[cfg(all(test, feature = "cpu"))]
        CALLS.with_borrow_mut(|calls| {
            let called = Called { function: formula.function, bound: formula.bound, arguments: arguments.to_vec(), bounds, numbers };
            calls.extend(std::iter::once(called));
        });
        self.push(Operation::Call { function: formula.function, arguments: arguments.to_vec(), result }, place, scope)?;
        Ok(Operand::Register(result))
    }
}

/// A call that was lowered, for the test of bounds.
#[cfg(all(test, feature = "cpu"))]
#[derive(Clone)]
pub(super) struct Called {
    pub(super) function: crate::program::Function,
    pub(super) bound: fn(&[f64], &[f64]) -> f64,
    pub(super) arguments: Vec<Operand>,
    pub(super) bounds: Vec<f64>,
    pub(super) numbers: Vec<f64>,
}

#[cfg(all(test, feature = "cpu"))]
thread_local! {
    /// The calls of this thread since they were taken last.
    pub(super) static CALLS: std::cell::RefCell<Vec<Called>> = const { std::cell::RefCell::new(vec![]) };
}
