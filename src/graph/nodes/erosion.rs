//! The node `erosion`.

use super::fbm::FBM_OCTAVE;
use super::lerp::LERP;
use super::power::POWER;
use crate::graph::prelude::*;

choices! {
    /// The value that `erosion` returns.
    pub enum ErosionOutput = Height {
        /// The eroded heights: source + delta.
        Height "height",
        /// The height that erosion adds to the source.
        Delta "delta",
        /// A map of ridges: 1 on ridges, -1 on the beds of gullies, and 0 in between.
        Ridge "ridge",
    }
}

kind! {
    /// Branching gullies cut into a height field, per sample (Rune Skovbo Johansen, "Fast and gorgeous erosion filter", 2026). Octaves of stripes run down
    /// the slope, and each octave turns the slope that the finer octaves follow.
    ///
    /// The stripes of an octave fade out at the ridges and beds of coarser octaves, so these keep their shape, and there are no stripes where the source is
    /// level. A slope below 10^-6 of the slope of the steepest stripes counts as level. Exactly on its ridge a stripe does not turn the slope.
    ///
    /// The slope is taken along the node's own x and y. With `dimensions` 3, for use as the source of a `sphere` or a `cube`, it is taken along the surface
    /// of the sphere about the origin.
    ///
    /// Octaves of the source that are finer than the stripes make the stripes rough: erode the coarse octaves of the source, and add the fine ones
    /// afterwards. Only the method `difference` can measure the slope of the result.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let eroded = Perlin::new().fbm().octaves(3).erosion().strength(0.1);
    /// let program = Program::new(eroded)?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0].abs() < 1.5);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Erosion(
        /// The heights.
        source: Input;
    ) {
        /// Cells per unit of the coarsest stripes, above 0. A stripe is 1.4 cells wide, from gully to gully.
        frequency: Number = 4, in POSITIVE;
        /// The number of octaves of stripes, 1 to 8.
        octaves: u32 = 5, in whole(1, 8);
        /// The ratio of the frequencies of consecutive octaves, 1 to 10.
        lacunarity: Number = 2, in number(1.0, 10.0);
        /// The ratio of the heights of consecutive octaves, 0 to 1.
        gain: Number = 0.5, in number(0.0, 1.0);
        /// The height of the coarsest stripes, 0 to 10^6.
        strength: Number = 0.05, in number(0.0, 1e6);
        /// The fraction of their height that the stripes get, 0 to 1, apart from what `fade` adds. It also scales how much they turn the slope.
        gullies: Number = 0.5, in number(0.0, 1.0);
        /// The closeness of finer octaves to the ridges and beds of coarser ones, 0 to 8: a larger value brings them closer. With 0 there is only one octave.
        detail: Number = 1.5, in number(0.0, 8.0);
        /// The softness with which stripes begin beside ridges, beds and level ground, 0 to 1. It is a slope, as a fraction of the slope of the steepest
        /// stripes, up to which stripes grow with the square of the slope. With 0 they begin at once.
        rounding: Number = 0.1, in number(0.0, 1.0);
        /// The speed with which stripes grow where the ground gets steeper, 0 to 1000: the reciprocal of the slope, as a fraction of the slope of the
        /// steepest stripes, from which on they have their full strength.
        onset: Number = 1.25, in number(0.0, 1000.0);
        /// The straightness of finer stripes, 0 to 1: a larger value lets coarser stripes turn them less. With 1 all stripes run straight down the
        /// slope of the source.
        straight: Number = 0, in number(0.0, 1.0);
        /// The value added where there are no stripes, clamped to ±1 and then multiplied by `strength`. By default it runs from -1 where the source is lowest
        /// to 1 where it is highest, according to the range that the source declares, and is 0 if the source declares none.
        fade: MaybeInput;
        /// The cell width below which an octave fades, 0 to 10^9 units; at half that width it is gone. A width of two pixels leaves out what the image cannot
        /// show. With 0 no octave fades.
        finest: Number = 0, in number(0.0, 1e9);
        /// The surface that the gullies run down: 2 for a plane, 3 for a sphere about the origin.
        dimensions: u32 = 2, in whole(2, 3);
        /// The seed. No seed is seed 0. A negative seed means its two's complement: -1 is 2^64 - 1.
        seed: Seed;
        /// The number of cells after which the coarsest stripes repeat, per axis, at most 2^30. With 0 they do not repeat.
        period: Option<PerAxis<u32>>, in PERIOD;
        /// The value that the node returns.
        output: ErosionOutput;
    }, also ["eroded", "gully_filter", "drainage_network", "hydraulic_erosion"]
}

/// The number of stripes in a cell, as in `shaders/erosion.wgsl`.
const STRIPES: f64 = 0.7;

/// Added to squared slopes, relative to the steepest stripes, so that directions stay finite on level ground.
const LEAST: f64 = 1e-12;

impl Erosion {
    /// Returns the upper bound of a sum of octaves, before the strength.
    fn highest(&self) -> f64 {
        (0..self.octaves).fold((0.0, 1.0), |(sum, height), _| (sum + height, height * self.gain.to_f64())).0
    }

    /// Returns the slope of the source over the slope of the steepest stripes, and on a sphere the direction away from its centre.
    fn slope(&self, at: &mut Lowerer<'_>, source: Dual) -> Result<(Vec<Dual>, Vec<Dual>)> {
        let steepest = self.strength.to_f64() * self.frequency.to_f64() * STRIPES * std::f64::consts::TAU;
        let mut slope = Vec::new();
        for axis in 0..self.dimensions as usize {
            let along = at.derivative_or_zero(source, axis);
            let along = Dual::flat(held(at, along.value, STEEPEST)?);
            let along = at.value(along * (1.0 / steepest.max(LEAST)))?;
            slope.push(Dual::flat(held(at, along.value, STEEPEST)?));
        }
        let mut up = Vec::new();
        if self.dimensions == 3 {
            let mut place = Vec::new();
            for axis in &at.space().axes[..3] {
                place.push(Dual::flat(at.plain_coordinate(axis)?.value));
            }
            up = direction(at, &place)?;
            let outward = dot(at, &slope, &up)?;
            for (along, up) in slope.iter_mut().zip(&up) {
                *along = at.value(*along - outward * *up)?;
            }
        }
        Ok((slope, up))
    }

    /// Returns the value that stands in place of stripes at first.
    fn faded(&self, at: &mut Lowerer<'_>, height: Dual) -> Result<Dual> {
        let fade = match &self.fade {
            Some(fade) => at.input("fade", fade)?.value,
            None => {
                let Interval { least, greatest } = at.declared_range(&self.source);
                let (scale, middle) = (2.0 / (greatest - least), (greatest + least) / 2.0);
                let (scale, middle) = if scale.is_finite() && middle.is_finite() { (scale, middle) } else { (0.0, 0.0) };
                at.value(height * scale - scale * middle)?.value
            }
        };
        Ok(Dual::flat(held(at, fade, 1.0)?))
    }

    /// Returns the share of the stripes at a slope of 0 or more.
    fn eased(&self, at: &mut Lowerer<'_>, slope: Dual) -> Result<Dual> {
        // Up to the rounding r it is slope^2 / 2r, and from there slope - r / 2.
        let rounding = self.rounding.to_f64().max(1e-6);
        let gentle = at.value(min(slope, rounding))?;
        let part = at.value(min((slope - gentle + gentle * gentle * (0.5 / rounding)) * self.onset.to_f64(), 1.0))?;
        at.bound_by(part.value, 1.0);
        // 1 - (1 - part)^2.
        let eased = at.value((2.0 - part) * part)?;
        at.bound_by(eased.value, 1.0);
        Ok(eased)
    }

    /// Returns the heights, the heights that erosion adds, and the map of ridges.
    fn eroded(&self, at: &mut Lowerer<'_>) -> Result<Vec<Dual>> {
        let space = at.space();
        let source = at.differentiated_in(&space, "source", &self.source)?;
        let height = Dual::flat(source.value);
        let (slope, up) = self.slope(at, source)?;
        let squared = dot(at, &slope, &slope)?;
        let steep = at.value(sqrt(squared))?;
        let mask = self.eased(at, steep)?;
        let fade = self.faded(at, height)?;
        let (gain, gullies) = (self.gain.to_f64(), self.gullies.to_f64());
        // The sum, the density of stripes, the value in place of stripes and their share, the same two for ridges, and the slope.
        let [zero, one] = [0.0, 1.0].map(|number| at.constant(number));
        let first = [zero, one, fade, mask, fade, mask].into_iter().chain(slope).map(|first| first.value).collect();
        let repetition = Repetition { octaves: self.octaves, lacunarity: self.lacunarity, gain, decorrelate: true, first, bound: 1e9 };
        let values = at.repeated(&repetition, |at, weight, values| {
            let [sum, density, fade, mask, ridge, left, ref slope @ ..] = *values else { unreachable!("as many as there were at first") };
            at.bound_by(sum.value, self.highest());
            [fade, mask, ridge, left].into_iter().for_each(|value| at.bound_by(value.value, 1.0));
            let across = across(at, slope, &up)?;
            let noise = Noise {
                lattice: Lattice { frequency: self.frequency, seed: self.seed, period: self.period.as_ref(), ..Lattice::PLAIN },
                function: if self.dimensions == 3 { BasisFunction::Erosion3 } else { BasisFunction::Erosion2 },
                options: &[],
                scalars: &[],
                bound: 1.0,
                steepest: 0.0,
                unskew: 0.0,
            };
            let [cosine, sine] = at.noise_parts(&noise, &across, 2)?[..] else { unreachable!("as many as were asked for") };
            let stripes = at.value(LERP.of([fade.into(), cosine * gullies, mask.into()]))?;
            let seen = at.value(within_unit(density * (-self.frequency.to_f64() * self.finest.to_f64()) + 2.0))?;
            at.bound_by(seen.value, 1.0);
            let sum = at.value(FBM_OCTAVE.of([sum.into(), weight.into(), stripes * seen]))?;
            let mut next = vec![sum, at.value(density * self.lacunarity.to_f64())?];

            let size = at.value(abs(sine))?;
            let eased = self.eased(at, size)?;
            let mask = at.value((1.0 - POWER.of([1.0 - mask, self.detail.to_f64().into()])) * eased)?;
            let ridge = at.value(LERP.of([ridge.into(), cosine.into(), left.into()]))?;
            let left = at.value(left * eased)?;
            // The slope of the stripes, always as large as at their steepest.
            let sign = if_below(sine, 0.0, 1.0, if_below(0.0, sine, -1.0, 0.0));
            let rate = at.value(weight * density * (gullies * (1.0 - self.straight.to_f64())) * sign)?;
            next.extend([stripes, mask, ridge, left]);
            for (slope, across) in slope.iter().zip(&across) {
                next.push(at.call(&FBM_OCTAVE, &[*slope, rate, *across])?);
            }
            Ok(next.into_iter().map(|next| Dual::flat(next.value)).collect())
        })?;
        let [sum, _, _, _, ridge, left, ..] = values[..] else { unreachable!("as many as there were at first") };
        let [sum, ridge, left] = [sum, ridge, left].map(|value| Dual::flat(value.value));
        let delta = at.value(sum * self.strength.to_f64())?;
        Ok(vec![at.value(height + delta)?, delta, at.value(ridge * (1.0 - left))?])
    }
}

/// Returns the direction of a vector: the vector over its length.
fn direction(at: &mut Lowerer<'_>, way: &[Dual]) -> Result<Vec<Dual>> {
    let squared = dot(at, way, way)?;
    let length = at.value(sqrt(squared + LEAST))?;
    way.iter().map(|along| at.value(quotient(*along, length))).collect()
}

/// Returns the direction perpendicular to a slope: a quarter of a turn from it in the plane, or about the upward direction.
fn across(at: &mut Lowerer<'_>, slope: &[Dual], up: &[Dual]) -> Result<Vec<Dual>> {
    let steepest = direction(at, slope)?;
    let &[x, y, z] = up else {
        return Ok(vec![at.value(-steepest[1])?, steepest[0]]);
    };
    let parts = [([y, z], [1, 2]), ([z, x], [2, 0]), ([x, y], [0, 1])];
    parts.into_iter().map(|([a, b], [c, d])| at.value(a * steepest[d] - b * steepest[c])).collect()
}

impl Kind for Erosion {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        // The outputs of equal erosions share one computation.
        let shared = Self { output: ErosionOutput::Height, ..self.clone() };
        let made = at.shared(format!("{shared:?}"), |at| self.eroded(at))?;
        Ok(made[self.output as usize])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let delta = Interval::SIGNED.scaled(self.strength.to_f64() * self.highest(), 0.0);
        match self.output {
            ErosionOutput::Height => of(&self.source).plus(delta),
            ErosionOutput::Delta => delta,
            ErosionOutput::Ridge => Interval::SIGNED,
        }
    }

    fn differentiates(&self, key: &str) -> bool {
        key == "source"
    }
}
