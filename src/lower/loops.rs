//! Loops over octaves: sums of fractals, whose bounds are computed octave by octave, and repetitions that carry bounded values.

use super::dual::{Along, Dual};
use super::functions::FBM_TOTAL;
use super::lowerer::Lowerer;
use super::octaves::{Octaves, Weighing};
use crate::error::Result;
use crate::number::Number;
use crate::program::{Carried, Operand, Operation};

/// One octave of a sum, from which a fractal computes the next sum.
#[derive(Clone, Copy)]
pub(crate) struct Octave<'o> {
    /// The sum of the octaves before; 0 at first.
    pub(crate) sum: Dual,
    /// The values that the octave before passed on.
    pub(crate) left: &'o [Dual],
    /// The octave's weight.
    pub(crate) weight: Dual,
    /// The source's value.
    pub(crate) value: Dual,
}

/// A loop over octaves.
pub(crate) struct Repetition {
    pub(crate) octaves: u32,
    pub(crate) lacunarity: Number,
    /// The ratio of the weights of consecutive octaves; the first weight is 1.
    pub(crate) gain: f64,
    /// True if each octave sees noise of its own.
    pub(crate) decorrelate: bool,
    /// The initial values of those that the loop carries.
    pub(crate) first: Vec<Operand>,
    /// The bound of the carried values and of their derivatives.
    pub(crate) bound: f64,
}

impl Lowerer<'_> {
    /// Returns a sum of octaves. Each octave passes as many values to the next as `first` has; `first` holds those that the first octave receives. `step`
    /// returns the next sum, and the values for the next octave. The source and the step of a damped sum are differentiated along the coordinates that the
    /// source sees in its octave.
    pub(crate) fn octaves(
        &mut self,
        octaves: &Octaves<'_>,
        weighing: Weighing,
        first: &[f64],
        step: impl Fn(&mut Self, Octave<'_>) -> Result<(Dual, Vec<Dual>)>,
    ) -> Result<Dual> {
        let index = self.enter(octaves.count(), octaves.lacunarity, octaves.decorrelate)?;
        let outer = std::mem::take(&mut self.scope);
        let (carried, sum, scale) = if octaves.is_damped() {
            let space = self.number_of_space(self.space().seen(self.depth()))?;
            let before = std::mem::replace(&mut self.space, space);
            let made = self.differentiating(Along::Domain, |this| this.summed(octaves, weighing, first, step))?;
            self.space = before;
            made
        } else {
            self.summed(octaves, weighing, first, step)?
        };
        self.leave();
        let body = std::mem::replace(&mut self.scope, outer).body;
        self.push(Operation::Loop { index, body, carried })?;
        let scale = self.constant(scale);
        self.call(&FBM_TOTAL, &[sum, scale])
    }

    /// Lowers the body of such a loop. Returns what it carries, the sum, and the factor of the sum.
    fn summed(
        &mut self,
        octaves: &Octaves<'_>,
        weighing: Weighing,
        first: &[f64],
        step: impl Fn(&mut Self, Octave<'_>) -> Result<(Dual, Vec<Dual>)>,
    ) -> Result<(Vec<Carried>, Dual, f64)> {
        let count = octaves.count() as usize;
        let (weights, scale) = octaves.weights(weighing);
        let weight = Dual::flat(Operand::Octave(self.octave_scalar(|flat| f64::from(weights[flat % count]))?));
        let source = self.input("source", octaves.source)?;
        // To bound what the loop carries, its bounds are run through it octave by octave; only the operations of the last run are kept.
        let start = self.mark();
        let mut bounds: Vec<(f64, f64)> =
            std::iter::once(0.0).chain(first.iter().map(|first| first.abs())).map(|first| (first, 0.0)).collect();
        let mut largest = bounds.clone();
        let steepest =
            |this: &Self, dual: Dual| dual.derivatives.iter().flatten().fold(0.0_f64, |most, derivative| most.max(this.bound(*derivative)));
        let stepped = |this: &mut Self, bounds: &[(f64, f64)]| -> Result<[Vec<Dual>; 2]> {
            this.go_back(&start);
            let carried = bounds.iter().map(|&(bound, steep)| this.carried(bound, (!octaves.is_damped()).then_some(steep)));
            let found = carried.collect::<Result<Vec<_>>>()?;
            let (next, left) = step(this, Octave { sum: found[0], left: &found[1..], weight, value: source })?;
            Ok([found, std::iter::once(next).chain(left).collect()])
        };
        for k in 0..count {
            self.bounded = Some((k, count));
            let [_, next] = stepped(self, &bounds)?;
            bounds = next.iter().map(|&next| (self.bound(next.value), steepest(self, next))).collect();
            for (largest, bound) in largest.iter_mut().zip(&bounds) {
                *largest = (largest.0.max(bound.0), largest.1.max(bound.1));
            }
        }
        self.bounded = None;
        let [found, next] = stepped(self, &vec![(0.0, 0.0); bounds.len()])?;
        for (dual, (bound, derivative_bound)) in found.iter().zip(largest) {
            self.bound_by(dual.value, bound);
            dual.derivatives.iter().flatten().for_each(|operand| self.bound_by(*operand, derivative_bound));
        }
        let firsts = std::iter::once(0.0).chain(first.iter().copied());
        let mut carried = Vec::new();
        for ((found, first), next) in found.iter().zip(firsts).zip(next) {
            let first = self.number(first);
            carried.extend(self.carry(*found, first, next));
        }
        Ok((carried, found[0], scale))
    }

    /// Returns the values of a loop over octaves that carries them, each within ± a bound, as are its derivatives. `body` returns the next values from the
    /// octave's weight and the values so far.
    pub(crate) fn repeated(
        &mut self,
        repetition: &Repetition,
        body: impl FnOnce(&mut Self, Dual, &[Dual]) -> Result<Vec<Dual>>,
    ) -> Result<Vec<Dual>> {
        let Repetition { octaves, lacunarity, gain, decorrelate, ref first, bound } = *repetition;
        let index = self.enter(octaves, lacunarity, decorrelate)?;
        let weight = self.octave_scalar(|flat| (0..flat % octaves as usize).fold(1.0, |weight, _| weight * gain))?;
        let values = first.iter().map(|_| self.carried(bound, Some(bound))).collect::<Result<Vec<_>>>()?;
        let outer = std::mem::take(&mut self.scope);
        let next = body(self, Dual::flat(Operand::Octave(weight)), &values)?;
        let mut carried = Vec::new();
        for ((value, first), next) in values.iter().zip(first).zip(next) {
            carried.extend(self.carry(*value, *first, next));
        }
        self.leave();
        let body = std::mem::replace(&mut self.scope, outer).body;
        self.push(Operation::Loop { index, body, carried })?;
        Ok(values)
    }
}
