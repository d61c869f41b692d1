//! The node `scatter`.

use super::fbm::FBM_OCTAVE;
use crate::graph::prelude::*;

choices! {
    /// The way in which overlapping copies combine.
    pub enum ScatterCombine = Max {
        /// The largest value, including that of the background.
        Max "max",
        /// The smallest value, including that of the background.
        Min "min",
        /// The sum of all values and that of the background.
        Add "add",
        /// The value of the top copy, which is the one with the largest random number among those whose values are above that of the background.
        Over "over",
    }
}

choices! {
    /// The value that `scatter` returns.
    pub enum ScatterOutput = Value {
        /// The combined values of the copies.
        Value "value",
        /// The random number of the visible copy, from -1 to below 1, or 0 where there is none. In a sum it is the copy that `over` would show.
        Id "id",
        /// The position along the x axis of the visible copy, -1/2 to 1/2, or 0 where there is none.
        U "u",
        /// The position along the y axis of the visible copy, -1/2 to 1/2, or 0 where there is none.
        V "v",
    }
}

kind! {
    /// Scatters copies of its source over the plane of x and y: leaves, pebbles, rivets, stars. A copy shows its source from -1/2 to 1/2 along x and y. The
    /// source's z is the copy's own random number, so a source in three dimensions differs from copy to copy.
    ///
    /// A copy is a square. A source that is 0 at the border of the square leaves no edges. The node evaluates its source for every copy that may reach a
    /// sample, so nothing is cut off between cells: 9 times the number of copies in a cell, or 25 times that number if copies can be larger than 1.4 cells.
    /// Only the method `difference` can measure the slope of the result.
    ///
    /// ```
    /// # use lacuna::nodes::{Shape, ShapeForm};
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// // A round pebble at the centre of each cell.
    /// let pebble = Shape::new().form(ShapeForm::Circle).size(0.5).negate();
    /// let pebbles = pebble.scatter().jitter(0).scale([1, 1]);
    /// let program = Program::new(pebbles)?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.5, 0.5], [1.0, 1.0]]))?;
    /// assert_eq!(samples, [0.5, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Scatter(
        /// The node to copy.
        source: Input;
    ) {
        /// Cells per unit, above 0.
        frequency: Number = 1, in POSITIVE;
        /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
        offset: Option<PerAxis<Number>>, in OFFSET;
        /// The number of copies per cell, 1 to 8.
        copies: u32 = 1, in whole(1, 8);
        /// The randomness of the copies' positions, 0 to 1. With 0 their centres lie at the centres of their cells, with 1 anywhere in them.
        jitter: Number = 1, in number(0.0, 1.0);
        /// The least and the greatest size of a copy, in cells, each 0.05 to 2.8.
        scale: [Number; 2] = [0.5, 1.0], in SIZES;
        /// The least and the greatest angle by which a copy is rotated, in degrees from x towards y, each within ±360.
        rotate: [Number; 2] = [0, 0], in ANGLES;
        /// The probability that a copy exists, 0 to 1, evaluated at the copy's centre.
        density: Input = 1;
        /// The way in which overlapping copies combine.
        combine: ScatterCombine;
        /// The value where there is no copy, within ±10^6.
        background: Number = 0, in number(-1e6, 1e6);
        /// The seed. No seed is seed 0. A negative seed means its two's complement: -1 is 2^64 - 1.
        seed: Seed;
        /// The period of the copies on each axis, in cells: at most 2^30. With 0 they do not repeat.
        period: Option<PerAxis<u32>>, in PERIOD;
        /// The value that the node returns.
        output: ScatterOutput;
    }, also ["splatter", "tile_sampler", "bombing", "instances", "sprites"]
}

/// The limits of the sizes of copies. The corners of a copy are 0.71 times its size from its centre.
const SIZES: KeyKind = pair(&[number(0.05, 2.8); 2]);
/// The largest size of copies that reach no farther than the cells next to their own.
const REACHES_ONE: f64 = 1.4;
const ANGLES: KeyKind = pair(&[number(-360.0, 360.0); 2]);
/// The limit of the absolute value of a copy, which is clamped to it.
const MOST: f64 = 1e9;

impl Scatter {
    fn lattice(&self) -> Lattice<'_> {
        Lattice { frequency: self.frequency, ..Lattice::of_keys(self.offset.as_ref(), self.seed, self.period.as_ref()) }
    }

    /// Returns the distance, in cells, of the farthest cells whose copies are evaluated.
    fn reach(&self) -> u32 {
        if self.scale.iter().all(|size| size.to_f64() <= REACHES_ONE) { 1 } else { 2 }
    }

    /// Returns parts of a copy, given its number.
    fn copy(&self, at: &mut Lowerer<'_>, copy: Dual, function: BasisFunction, count: usize) -> Result<Vec<Dual>> {
        let between =
            |[least, greatest]: [Number; 2], unit: f64| [0.5, -0.5].map(|sign| (0.5 * greatest.to_f64() + sign * least.to_f64()) * unit);
        let [size, size_half] = between(self.scale, 1.0);
        let [turns, turns_half] = between(self.rotate, 1.0 / 360.0);
        let scalars = [self.jitter.to_f64(), size, size_half, turns, turns_half];
        let noise = Noise {
            lattice: self.lattice(),
            function,
            options: &[("reach", self.reach()), ("copies", self.copies)],
            scalars: &scalars[..function.scalars().len()],
            bound: 1024.0,
            steepest: 0.0,
            unskew: 0.0,
        };
        at.noise_parts(&noise, &[copy], count)
    }

    /// Returns 1 where a copy covers the sample, 0 where it does not.
    fn covers(&self, at: &mut Lowerer<'_>, copy: Dual, [u, v, chance]: [Dual; 3]) -> Result<Dual> {
        let covers = at.value(if_below(max(abs(u), abs(v)), 0.5, 1.0, 0.0))?;
        let density = match &self.density {
            Input::Number(number) => at.constant(number.to_f64()),
            density => {
                let way = self.copy(at, copy, BasisFunction::ScatterWay2, 2)?;
                let place = at.displaced_in_cells(&self.lattice(), &way, &BigRational::one())?;
                Dual::flat(at.input_in(&place, "density", density)?.value)
            }
        };
        at.value(if_below(chance, density, covers, 0.0))
    }

    /// Returns the value, and the random number of the visible copy and the position on it.
    fn scattered(&self, at: &mut Lowerer<'_>) -> Result<Vec<Dual>> {
        let (background, side) = (self.background.to_f64(), 2 * self.reach() + 1);
        // The rank that a copy must exceed to be visible.
        let least = match self.combine {
            ScatterCombine::Max => background,
            ScatterCombine::Min => -background,
            ScatterCombine::Add | ScatterCombine::Over => -2.0,
        };
        let first = [0.0, least, background, 0.0, 0.0, 0.0].map(|first| at.number(first)).to_vec();
        let repetition =
            Repetition { octaves: side * side * self.copies, lacunarity: Number::ONE, gain: 1.0, decorrelate: false, first, bound: MOST };
        let values = at.repeated(&repetition, |at, weight, values| {
            let [number, rank, sum, id, u, v] = *values else { unreachable!("as many as there were at first") };
            at.bound_by(number.value, f64::from(repetition.octaves));
            at.bound_by(id.value, 1.0);
            [u, v].into_iter().for_each(|place| at.bound_by(place.value, 0.5));
            let [own_u, own_v, own_id, chance] = self.copy(at, number, BasisFunction::Scatter2, 4)?[..] else {
                unreachable!("as many as were asked for")
            };
            [own_id, chance].into_iter().for_each(|random| at.bound_by(random.value, 1.0));
            let covers = self.covers(at, number, [own_u, own_v, chance])?;
            let depth = at.depth();
            let mut space = at.space();
            for (axis, place) in space.axes.iter_mut().zip([own_u, own_v, own_id]) {
                *axis = Affine::displaced(place, BigRational::one(), depth);
            }
            let value = at.input_in(&space, "source", &self.source)?;
            let value = Dual::flat(held(at, value.value, MOST)?);
            let own_rank = match self.combine {
                ScatterCombine::Max => value,
                ScatterCombine::Min => at.value(-value)?,
                ScatterCombine::Add | ScatterCombine::Over => own_id,
            };
            let shown = match self.combine {
                ScatterCombine::Max | ScatterCombine::Min => covers.into(),
                ScatterCombine::Add | ScatterCombine::Over => if_below(background, value, covers, 0.0),
            };
            // 1 where the copy is visible.
            let seen = at.value(if_below(rank, own_rank, shown, 0.0))?;
            let seen_or = |own: Dual, before: Dual| if_below(seen, 0.5, before, own);
            let next_sum = if self.combine == ScatterCombine::Add {
                let sum = at.call(&FBM_OCTAVE, &[sum, covers, value])?;
                Dual::flat(held(at, sum.value, MOST)?)
            } else {
                at.value(seen_or(value, sum))?
            };
            let next =
                [number + weight, seen_or(own_rank, rank), next_sum.into(), seen_or(own_id, id), seen_or(own_u, u), seen_or(own_v, v)];
            next.into_iter().map(|next| at.value(next)).collect()
        })?;
        let [_, _, sum, id, u, v] = values[..] else { unreachable!("as many as there were at first") };
        Ok(vec![sum, id, u, v])
    }
}

impl Kind for Scatter {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        // All outputs of one scatter share its computation.
        let shared = Self { output: ScatterOutput::Value, ..self.clone() };
        let made = at.shared(format!("{shared:?}"), |at| self.scattered(at))?;
        Ok(made[self.output as usize])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let (source, background) = (of(&self.source), Interval::between(self.background.to_f64(), self.background.to_f64()));
        match (self.output, self.combine) {
            (ScatterOutput::Id, _) => Interval::SIGNED,
            (ScatterOutput::U | ScatterOutput::V, _) => Interval::between(-0.5, 0.5),
            (ScatterOutput::Value, ScatterCombine::Add) => {
                let most = f64::from(self.copies) * 25.0;
                let sum = source.or(Interval::between(0.0, 0.0)).scaled(most, 0.0);
                sum.plus(background)
            }
            (ScatterOutput::Value, _) => source.or(background),
        }
    }
}
