//! The node `gullies`.

use super::perlin::Perlin;
use super::smoothstep::SMOOTHSTEP;
use crate::graph::prelude::*;

choices! {
    /// The value that `gullies` returns.
    pub enum GulliesOutput = Height {
        /// The source with the gullies on it: source + strength * mask * gullies.
        Height "height",
        /// The mean of the detail along the slope.
        Gullies "gullies",
        /// The strength of the gullies: 0 where the source is level, 1 where it is steep.
        Mask "mask",
    }
}

kind! {
    /// Gullies down the slopes of a smooth source. They are the mean of a detail along a line in the direction of steepest descent, which smears the detail
    /// downhill, and they fade out on level ground. Line integral convolution uses the same principle (Cabral and Leedom, "Imaging vector fields using line
    /// integral convolution", 1993).
    ///
    /// The slope is taken along the node's own x and y. With `dimensions` 3, for use as the source of a `sphere` or a `cube`, it is taken along the surface
    /// of the sphere about the origin. Only the method `difference` can measure the slope of the result.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let eroded = Perlin::new().gullies(Perlin::new().frequency(9).ridged()).length(0.5).strength(0.1);
    /// let program = Program::new(eroded)?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0].is_finite());
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Gullies(
        /// The heights.
        source: Input;
        /// The detail that is smeared downhill.
        detail: Input;
    ) {
        /// The length of the line, 0 to 100 units.
        length: Number = 1, in number(0.0, 100.0);
        /// The number of points on the line at which the detail is evaluated, 1 to 33.
        taps: u32 = 9, in whole(1, 33);
        /// The factor of the gullies, within ±10^6.
        strength: Number = 0.1, in number(-1e6, 1e6);
        /// The slopes between which the gullies fade in, each 0 to 10^6. The line also gets shorter on ground that is more level than the first slope: its
        /// length is multiplied by |gradient| / sqrt(|gradient|^2 + first^2).
        slope: [Number; 2] = [0, 1], in SLOPES;
        /// The surface that the gullies run down: 2 for a plane, 3 for a sphere about the origin.
        dimensions: u32 = 2, in whole(2, 3);
        /// The value that the node returns.
        output: GulliesOutput;
    }, example Self::of(Perlin::default(), Perlin::default().frequency(8)), also ["erode", "drainage"]
}

/// Two slopes.
const SLOPES: KeyKind = pair(&[number(0.0, 1e6); 2]);

/// Added to squared slopes, so that directions stay finite on level ground.
const LEAST: f64 = 1e-12;

impl Gullies {
    /// Returns the gradient of the source. On a sphere, its component away from the origin is removed.
    fn gradient(&self, at: &mut Lowerer<'_>, source: Dual) -> Result<Vec<Dual>> {
        let mut gradient = Vec::new();
        for axis in 0..self.dimensions as usize {
            let along = at.derivative_or_zero(source, axis);
            gradient.push(Dual::flat(held(at, along.value, STEEPEST)?));
        }
        if self.dimensions == 3 {
            let mut place = Vec::new();
            for axis in &at.space().axes[..3] {
                let coordinate = at.plain_coordinate(axis)?;
                place.push(Dual::flat(coordinate.value));
            }
            let (up, squared) = (dot(at, &gradient, &place)?, dot(at, &place, &place)?);
            let limit = at.constant(STEEPEST);
            let outward = at.call(&QUOTIENT, &[up, squared, limit])?;
            for (along, place) in gradient.iter_mut().zip(place) {
                *along = at.value(*along - outward * place)?;
            }
        }
        Ok(gradient)
    }

    /// Returns the mean of the detail along a direction.
    fn drawn(&self, at: &mut Lowerer<'_>, direction: &[Dual]) -> Result<Dual> {
        let since = at.depth();
        let mut by = [None; 4];
        by.iter_mut().zip(direction).for_each(|(by, along)| *by = Some(*along));
        let mut sum = None;
        for tap in 0..self.taps {
            // From -length / 2 to length / 2.
            let part =
                BigRational::new((2 * i64::from(tap) - i64::from(self.taps - 1)).into(), (2 * i64::from(self.taps - 1).max(1)).into());
            let place = at.displaced(&by, &(self.length.to_ratio() * part), since);
            let value = at.input_in(&place, "detail", &self.detail)?;
            let value = Dual::flat(value.value);
            sum = Some(match sum {
                Some(sum) => at.value(sum + value)?,
                None => value,
            });
        }
        let sum = sum.unwrap_or_else(|| at.constant(0.0));
        at.value(sum * (1.0 / f64::from(self.taps)))
    }
}

impl Kind for Gullies {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let space = at.space();
        let source = at.differentiated_in(&space, "source", &self.source)?;
        let gradient = self.gradient(at, source)?;
        let squared = dot(at, &gradient, &gradient)?;
        let steepness = at.value(sqrt(squared))?;
        // Level ground has no direction, and all directions meet near it.
        let least = self.slope[0].to_f64();
        let length = at.value(sqrt(squared + (least * least + LEAST)))?;
        let [low, high] = self.slope.map(|slope| at.constant(slope.to_f64()));
        let mask = at.call(&SMOOTHSTEP, &[steepness, low, high])?;
        if self.output == GulliesOutput::Mask {
            return Ok(mask);
        }
        let direction = gradient.into_iter().map(|along| at.value(quotient(along, length))).collect::<Result<Vec<_>>>()?;
        let gullies = self.drawn(at, &direction)?;
        if self.output == GulliesOutput::Gullies {
            return Ok(gullies);
        }
        at.value(Dual::flat(source.value) + gullies * self.strength.to_f64() * mask)
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let gullies = of(&self.detail);
        match self.output {
            GulliesOutput::Mask => Interval::UNIT,
            GulliesOutput::Gullies => gullies,
            GulliesOutput::Height => of(&self.source).plus(gullies.scaled(self.strength.to_f64(), 0.0).times(Interval::UNIT)),
        }
    }

    fn differentiates(&self, key: &str) -> bool {
        key == "source"
    }
}
