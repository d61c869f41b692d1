//! The node `mirror`.

use super::abs::ABS;
use super::fraction::FRACTION;
use super::min::MIN;
use super::perlin::Perlin;
use super::scale_offset::scale_offset;
use super::shape::{Shape, ShapeForm};
use crate::graph::room::*;

choices! {
    /// The coordinates that are mirrored.
    pub enum MirrorAxis = X {
        /// x: a line along y is the mirror.
        X "x",
        /// y: a line along x.
        Y "y",
        /// Both, each by itself.
        Both "both",
    }
}

keyed! {
    /// Mirrors its source: what lies above a place along an axis is seen below it, too. With the place m the source sees m + |x - m|; with a `width` w it sees
    /// m + w * (1 - |1 - t|), where t is (x - m) / w modulo 2, so that it goes to and fro between m and m + w and repeats after 2 w.
    ///
    /// Both sides are equal in every bit, but for places that lie an odd multiple of 2^-25 from the mirror, with `width` of 2 w. What `width` repeats is equal in
    /// every bit, too, unless a fractal stands around it. Without `width` |x - m| is held within 2^20 cells of the source's lattice.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let mirrored = Perlin::new().mirror().at(0.5).width(2);
    /// let samples = Cpu::new().sample(&Program::new(&Graph::from(mirrored))?, &Domain::points([[0.8, 0.7], [0.2, 0.7], [4.2, 0.7]]))?;
    /// assert_eq!((samples[0], samples[0]), (samples[1], samples[2]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Mirror {
        /// What is evaluated elsewhere.
        source: Input;
        /// Which coordinates are mirrored.
        axis: MirrorAxis = MirrorAxis::X, [serde(default)];
        /// Where the mirror stands, per axis, within ±2^31.
        at: PerAxis<Number> = PerAxis::All(zero()), in KeyKind::PerAxis { of: &OFFSET }, [serde(default = "at_zero")];
        /// How far from it the next mirror stands, and the next from that, in units, above 0. Unless it is given there is one.
        width: Option<Number> = None, in LENGTH, [serde(default, skip_serializing_if = "Option::is_none")];
    } example Self::of(Perlin::default())
}

fn at_zero() -> PerAxis<Number> {
    PerAxis::All(zero())
}

impl Mirror {
    /// A source mirrored at x = 0.
    pub fn of(source: impl Into<Input>) -> Self {
        Self { source: source.into(), axis: MirrorAxis::X, at: at_zero(), width: None }
    }

    /// How far a coordinate lies from the mirror, with the factor that it is still to be multiplied by.
    fn folded(&self, at: &mut dyn Lowering, aside: &Affine) -> Result<(Dual, BigRational)> {
        let Some(width) = self.width else {
            let aside = at.plain_coordinate(aside)?;
            return Ok((at.call(&ABS, &[aside])?, BigRational::one()));
        };
        let whole = twice(&width.to_ratio());
        // Where no fractal scales it the coordinate comes round in whole numbers.
        let period = PerAxis::All(1);
        let lattice = Lattice { period: (at.depth() == 0).then_some(&period), ..Lattice::PLAIN };
        let turns = at.coordinate(&aside.scaled(&whole.recip()), &lattice, 0)?;
        let there = at.call(&FRACTION, &[turns])?;
        let back = scale_offset(at, there, -1.0, 1.0)?;
        Ok((at.call(&MIN, &[there, back])?, whole))
    }
}

setters!(Mirror { axis: exact MirrorAxis, at: plain PerAxis<Number>, width: some Number, } no new);

impl NodeSpec for Mirror {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.source_in(&self.source, &mut |at| {
            let depth = at.depth();
            let mut space = at.space();
            for (number, other) in [MirrorAxis::Y, MirrorAxis::X].into_iter().enumerate() {
                if self.axis == other {
                    continue;
                }
                let place = self.at.get(number).unwrap_or(Number::ZERO).to_ratio();
                let mut aside = space.axes[number].clone();
                if !place.is_zero() {
                    aside.add(&Affine::constant(-&place, depth));
                }
                let (folded, factor) = self.folded(at, &aside)?;
                let mut mirrored = Affine::displaced(folded, factor, depth);
                if !place.is_zero() {
                    mirrored.add(&Affine::constant(place, depth));
                }
                space.axes[number] = mirrored;
            }
            Ok(space)
        })
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.source)
    }

    fn cases() -> Cases {
        numbered(&[
            || a().mirror().at(0.3).into(),
            || a().mirror().axis(MirrorAxis::Both).at([0.3, -0.7]).width(1.7).into(),
            || Node::from(b().mirror().axis(MirrorAxis::Y).width(0.9)).fbm().octaves(3).lacunarity(1.9).into(),
            || Node::from(a().mirror().axis(MirrorAxis::Both).at(0.2).width(1.3)).slope().into(),
            || Shape::new().form(ShapeForm::Star).centre([1.2, 0.4]).slope().mirror().width(2).into(),
        ])
    }

    fn is_near() -> bool {
        true
    }

    fn synonyms() -> &'static [&'static str] {
        &["reflect", "reflection", "symmetry", "mirror_repeat", "flip"]
    }
}
