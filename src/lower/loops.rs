//! Loops over octaves: sums of fractals, whose bounds are found octave by octave, and repetitions that carry bounded values.

use super::octaves::octave_weights;
use super::site::Site;
use super::state::{Scope, State};
use crate::error::Result;
use crate::graph::fractal::Octaves;
use crate::graph::lowering::{Dual, Octave, OctaveStep, RepeatedBody, Repetition, Weighing};
use crate::graph::nodes::fbm::FBM_TOTAL;
use crate::program::{Operand, Operation};

impl State<'_> {
    /// A loop over octaves. `step` makes of the sum so far, a factor that starts at 1, the octave's weight and the source's value the next sum, and the
    /// next factor where it has one.
    pub(super) fn octaves(
        &mut self,
        octaves: &Octaves<'_>,
        weighing: Weighing,
        step: OctaveStep<'_>,
        (place, scope, space): (&str, &mut Scope, usize),
    ) -> Result<Dual> {
        let count = octaves.count();
        let index = self.enter(count, octaves.lacunarity, octaves.decorrelate, place)?;
        let (weights, scale) = octave_weights(octaves, weighing);
        let weight = self.octave_scalar(place, |flat| f64::from(weights[flat % count as usize]))?;
        let weight = Dual::flat(Operand::Octave(weight));

        let mut inner = Scope::default();
        let source = self.input(octaves.source, &format!("{place}.source"), &mut inner, space)?;
        // What the loop carries is bounded by running its bounds through it, octave by octave; the operations are those of the last run.
        let start = self.mark(&inner);
        let (mut sum_bounds, mut factor_bounds) = ((0.0, 0.0), (1.0, 0.0));
        let mut largest = ((0.0_f64, 0.0_f64), (1.0_f64, 0.0_f64));
        let steepest =
            |this: &Self, dual: Dual| dual.derivatives.iter().flatten().fold(0.0_f64, |most, derivative| most.max(this.bound(*derivative)));
        for k in 0..count {
            self.bounded = Some((k as usize, count as usize));
            self.go_back(&start, &mut inner);
            let sum = self.carried(sum_bounds.0, sum_bounds.1, place)?;
            let factor = self.carried(factor_bounds.0, factor_bounds.1, place)?;
            let mut site = Site { state: self, scope: &mut inner, place, space };
            let (next, next_factor) = step(&mut site, Octave { sum, factor, weight, value: source })?;
            sum_bounds = (self.bound(next.value), steepest(self, next));
            largest.0 = (largest.0.0.max(sum_bounds.0), largest.0.1.max(sum_bounds.1));
            if let Some(next_factor) = next_factor {
                factor_bounds = (self.bound(next_factor.value), steepest(self, next_factor));
                largest.1 = (largest.1.0.max(factor_bounds.0), largest.1.1.max(factor_bounds.1));
            }
        }
        self.bounded = None;
        self.go_back(&start, &mut inner);
        let sum = self.carried(0.0, 0.0, place)?;
        let factor = self.carried(0.0, 0.0, place)?;
        let mut site = Site { state: self, scope: &mut inner, place, space };
        let (next, next_factor) = step(&mut site, Octave { sum, factor, weight, value: source })?;
        for (dual, (bound, derivative_bound)) in [(sum, largest.0), (factor, largest.1)] {
            self.bound_by(dual.value, bound);
            dual.derivatives.iter().flatten().for_each(|operand| self.bound_by(*operand, derivative_bound));
        }
        let mut carried = self.carry(sum, 0.0, next);
        if let Some(next_factor) = next_factor {
            carried.extend(self.carry(factor, 1.0, next_factor));
        }
        self.leave();
        self.push(Operation::Loop { index, body: inner.body, carried }, place, scope)?;
        let scale = Dual::flat(self.number(scale));
        self.call(&FBM_TOTAL, &[sum, scale], place, scope)
    }

    /// A loop whose body makes the next of some values, which are 0 at first.
    pub(super) fn repeated(
        &mut self,
        repetition: &Repetition,
        body: RepeatedBody<'_>,
        (place, scope, space): (&str, &mut Scope, usize),
    ) -> Result<Vec<Dual>> {
        let index = self.enter(repetition.octaves, repetition.lacunarity, true, place)?;
        let weight =
            self.octave_scalar(place, |flat| (0..flat % repetition.octaves as usize).fold(1.0, |weight, _| weight * repetition.gain))?;
        let mut values = Vec::new();
        for _ in 0..repetition.carried {
            values.push(self.carried(repetition.bound, repetition.bound, place)?);
        }
        let mut inner = Scope::default();
        let mut site = Site { state: self, scope: &mut inner, place, space };
        let next = body(&mut site, Dual::flat(Operand::Octave(weight)), &values)?;
        let mut carried = Vec::new();
        for (value, next) in values.iter().zip(next) {
            carried.extend(self.carry(*value, 0.0, next));
        }
        self.leave();
        self.push(Operation::Loop { index, body: inner.body, carried }, place, scope)?;
        Ok(values)
    }
}
