//! The place where a node is lowered: it implements the node's requests on the state of the program.

use super::state::{Asked, Scope, State};
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
        let space = make(self);
        self.state.asked_now = asked;
        self.state.along = if along == Along::Object { Along::Within } else { Along::Domain };
        let dual = space.and_then(|space| self.input_in(&space, "source", source));
        self.state.along = along;
        dual
    }

    fn along(&self) -> Along {
        self.state.along
    }

    fn stand_on(&mut self, body: String, direction: [Dual; 3]) {
        self.scope.stands_on.insert((body, self.space), direction);
    }

    fn stands_on(&self, key: &str, source: &Input) -> Result<Option<[Dual; 3]>> {
        let body = self.state.graph.body_of(source, &format!("{}.source", self.place)).map_err(|problem| self.refused(key, &problem))?;
        Ok(body.and_then(|body| self.scope.stands_on.get(&(body, self.space)).copied()))
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
        // At the coordinates of the domain the derivatives are the same, and known ones are shared.
        let space = if *space == Space::domain() { space.clone() } else { space.seen(self.depth()) };
        let before = self.state.differentiate(Along::Domain, self.place)?;
        let dual = self.input_in(&space, key, input);
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
        let key = (key, self.space, self.state.along, self.state.wants_derivatives());
        if let Some(known) = self.scope.shared.get(&key) {
            return Ok(known.clone());
        }
        let made = make(self)?;
        self.scope.shared.insert(key, made.clone());
        Ok(made)
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
        self.push(Operation::Call { function: formula.function, arguments: arguments.to_vec(), result }, place, scope)?;
        Ok(Operand::Register(result))
    }
}
