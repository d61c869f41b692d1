//! The node `swirl`.

use super::add::ADD;
use super::coordinate::squares;
use super::multiply::MULTIPLY;
use super::quotient::QUOTIENT;
use super::scale_offset::scale_offset;
use super::sine::SINE;
use super::subtract::SUBTRACT;
use crate::graph::prelude::*;

keyed! {
    /// Rotates the coordinates of its source about a centre: most at the centre, less with distance, and not beyond a radius. At the distance d from the
    /// centre, up to the radius r, the rotation is `turns` * (1 - d^2 / r^2)^2 turns, from x towards y like `rotate` of `transform`, so the image turns the other way. The
    /// value and its slope are continuous at the radius.
    ///
    /// Beyond the radius the source is unchanged, bit for bit. The coordinates are warped in the same way as by `warp`.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let cpu = Cpu::new();
    /// let places = Domain::points([[1.3, 0.9]]);
    /// let samples = cpu.sample(&Program::new(&Graph::from(Perlin::new().swirl().turns(2).radius(1.5)))?, &places)?;
    /// assert_eq!(samples, cpu.sample(&Program::new(&Graph::from(Perlin::new()))?, &places)?);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Swirl(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The centre, as x and y, each within ±2^31.
        centre: [Number; 2] = [0, 0], in PLACE;
        /// The rotation at the centre, in turns, within ±8. With 0 nothing is rotated.
        turns: Number = 0.5, in number(-8.0, 8.0);
        /// The distance at which the rotation ends, in units, above 0.
        radius: Number = 2, in LENGTH;
    }
}

impl NodeSpec for Swirl {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.source_in(&self.source, &mut |at| {
            let [x, y] = values_from(at, self.centre)?;
            let (turns, radius) = (self.turns.to_f64(), self.radius.to_f64());
            let (squared, of_radius, one) = (squares(at, x, y)?, at.constant(radius * radius), at.constant(1.0));
            let out = at.call(&QUOTIENT, &[squared, of_radius, one])?;
            let left = scale_offset(at, out, -1.0, 1.0)?;
            let falloff = at.call(&MULTIPLY, &[left, left])?;
            let angle = scale_offset(at, falloff, turns, 0.0)?;
            let ahead = scale_offset(at, angle, 1.0, 0.25)?;
            let (cosine, sine) = (at.call(&SINE, &[ahead])?, at.call(&SINE, &[angle])?);
            // The displacement of the coordinates, which is 0 beyond the radius.
            let shrunk = scale_offset(at, cosine, 1.0, -1.0)?;
            let [xs, xt, ys, yt] = [(x, shrunk), (y, sine), (y, shrunk), (x, sine)].map(|(a, b)| at.call(&MULTIPLY, &[a, b]));
            let by = [at.call(&SUBTRACT, &[xs?, xt?])?, at.call(&ADD, &[ys?, yt?])?];
            for part in by {
                // At its steepest, at half the square of the radius, the angle changes by 2 pi times `turns` over the distance.
                hold_slopes(at, part, [x, y], 2.0 + std::f64::consts::TAU * turns.abs());
            }
            Ok(at.displaced(&[Some(by[0]), Some(by[1]), None, None], &BigRational::one(), at.depth()))
        })
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.source)
    }

    fn cases() -> Cases {
        numbered(&[
            || a().swirl().centre([0.3, -0.7]).radius(3).into(),
            || a().fbm().octaves(3).swirl().turns(-3).into(),
            || Node::from(b().swirl().centre([0.3, 0.1])).fbm().octaves(2).into(),
            || Node::from(a().swirl().centre([0.3, -0.7]).turns(1.5).radius(4)).slope().into(),
            || b().slope().swirl().turns(-0.7).radius(5).into(),
        ])
    }

    fn is_near() -> bool {
        true
    }

    fn synonyms() -> &'static [&'static str] {
        &["twirl", "vortex", "spiral", "twist"]
    }
}
