//! Loops over octaves: sums of fractals, whose bounds are computed octave by octave, and repetitions that carry bounded values.

use super::octaves::octave_weights;
use super::site::Site;
use super::state::{Scope, State};
use crate::error::Result;
use crate::graph::fractal::Octaves;
use crate::graph::lowering::{Along, Dual, Octave, OctaveStep, RepeatedBody, Repetition, Weighing};
use crate::graph::nodes::fbm::FBM_TOTAL;
use crate::program::{Operand, Operation};

impl State<'_> {
    /// Lowers a sum of octaves to a loop. `step` takes the sum so far, the values that the octave before passed on, the octave's weight and the source's
    /// value, and returns the next sum and the values for the next octave. The source and the step of a damped sum are differentiated along the coordinates
    /// that the source sees in its octave.
    pub(super) fn octaves(
        &mut self,
        octaves: &Octaves<'_>,
        weighing: Weighing,
        first: &[f64],
        step: OctaveStep<'_>,
        (place, scope, mut space): (&str, &mut Scope, usize),
    ) -> Result<Dual> {
        let count = octaves.count();
        let index = self.enter(count, octaves.lacunarity, octaves.decorrelate, place)?;
        let (weights, scale) = octave_weights(octaves, weighing);
        let weight = self.octave_scalar(place, |flat| f64::from(weights[flat % count as usize]))?;
        let weight = Dual::flat(Operand::Octave(weight));
        let is_level = octaves.is_damped();
        let mut before = None;
        if is_level {
            space = self.space(self.spaces[space].seen(self.enclosing.len()), place)?;
            before = Some(self.differentiate(Along::Domain, place)?);
        }

        let mut inner = Scope::default();
        let source = self.input(octaves.source, &format!("{place}.source"), &mut inner, space)?;
        // To bound what the loop carries, its bounds are run through it octave by octave; only the operations of the last run are kept.
        let start = self.mark(&inner);
        let mut bounds: Vec<(f64, f64)> =
            std::iter::once(0.0).chain(first.iter().map(|first| first.abs())).map(|first| (first, 0.0)).collect();
        let mut largest = bounds.clone();
        let steepest =
            |this: &Self, dual: Dual| dual.derivatives.iter().flatten().fold(0.0_f64, |most, derivative| most.max(this.bound(*derivative)));
        let carried = |this: &mut Self, bounds: &[(f64, f64)]| -> Result<Vec<Dual>> {
            bounds.iter().map(|&(bound, steep)| this.carried(bound, (!is_level).then_some(steep), place)).collect()
        };
        let stepped = |this: &mut Self, inner: &mut Scope, found: &[Dual]| -> Result<Vec<Dual>> {
            let mut site = Site { state: this, scope: inner, place, space };
            let (next, left) = step(&mut site, Octave { sum: found[0], left: &found[1..], weight, value: source })?;
            Ok(std::iter::once(next).chain(left).collect())
        };
        for k in 0..count {
            self.bounded = Some((k as usize, count as usize));
            self.go_back(&start, &mut inner);
            let found = carried(self, &bounds)?;
            let next = stepped(self, &mut inner, &found)?;
            bounds = next.iter().map(|&next| (self.bound(next.value), steepest(self, next))).collect();
            for (largest, bound) in largest.iter_mut().zip(&bounds) {
                *largest = (largest.0.max(bound.0), largest.1.max(bound.1));
            }
        }
        self.bounded = None;
        self.go_back(&start, &mut inner);
        let found = carried(self, &vec![(0.0, 0.0); bounds.len()])?;
        let next = stepped(self, &mut inner, &found)?;
        for (dual, (bound, derivative_bound)) in found.iter().zip(largest) {
            self.bound_by(dual.value, bound);
            dual.derivatives.iter().flatten().for_each(|operand| self.bound_by(*operand, derivative_bound));
        }
        let firsts = std::iter::once(0.0).chain(first.iter().copied());
        let mut kept = Vec::new();
        for ((found, first), next) in found.iter().zip(firsts).zip(next) {
            let first = self.number(first);
            kept.extend(self.carry(*found, first, next));
        }
        self.leave();
        if let Some(before) = before {
            self.ask(before);
        }
        self.push(Operation::Loop { index, body: inner.body, carried: kept }, place, scope)?;
        let scale = Dual::flat(self.number(scale));
        self.call(&FBM_TOTAL, &[found[0], scale], place, scope)
    }

    /// Lowers a loop whose body computes the next of some values.
    pub(super) fn repeated(
        &mut self,
        repetition: &Repetition,
        body: RepeatedBody<'_>,
        (place, scope, space): (&str, &mut Scope, usize),
    ) -> Result<Vec<Dual>> {
        let index = self.enter(repetition.octaves, repetition.lacunarity, repetition.decorrelate, place)?;
        let weight =
            self.octave_scalar(place, |flat| (0..flat % repetition.octaves as usize).fold(1.0, |weight, _| weight * repetition.gain))?;
        let mut values = Vec::new();
        for _ in &repetition.first {
            values.push(self.carried(repetition.bound, Some(repetition.bound), place)?);
        }
        let mut inner = Scope::default();
        let mut site = Site { state: self, scope: &mut inner, place, space };
        let next = body(&mut site, Dual::flat(Operand::Octave(weight)), &values)?;
        let mut carried = Vec::new();
        for ((value, first), next) in values.iter().zip(&repetition.first).zip(next) {
            carried.extend(self.carry(*value, *first, next));
        }
        self.leave();
        self.push(Operation::Loop { index, body: inner.body, carried }, place, scope)?;
        Ok(values)
    }
}
