//! The node `ramp`, which turns a value into a colour, and its functions.

use super::perlin::Perlin;
use crate::graph::prelude::*;

/// The most stops of a ramp.
pub const MAX_STOPS: usize = 32;

choices! {
    /// The output of a [`Ramp`].
    pub enum RampChannel = All {
        /// All channels: the output is a colour.
        All "all",
        /// Red.
        Red "red",
        /// Green.
        Green "green",
        /// Blue.
        Blue "blue",
        /// Alpha, 1 where the stops have none.
        Alpha "alpha",
    }
}

impl From<ColorChannel> for RampChannel {
    fn from(channel: ColorChannel) -> Self {
        match channel {
            ColorChannel::Red => Self::Red,
            ColorChannel::Green => Self::Green,
            ColorChannel::Blue => Self::Blue,
            ColorChannel::Alpha => Self::Alpha,
        }
    }
}

kind! {
    /// A colour ramp, as linear light from 0 to 1: a value becomes the colour at that position of the ramp. With `channel` the result is a number, that
    /// channel alone.
    ///
    /// Ramps of one source with the same stops, one for each channel, share their work if you give the source a name.
    ///
    /// ```
    /// # use lacuna::nodes::Ramp;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let ramp = Ramp::of(0.5, [(0.0, [0_u8, 0, 0]), (1.0, [255, 0, 0])]);
    /// let [red, _, blue] = Cpu::new().sample(&Program::new(ramp)?, &Domain::points([[0.0]]))?[..] else { panic!() };
    /// // Half the lightness to the eye is an eighth of the light.
    /// assert!((red - 0.125).abs() < 1e-6 && blue < 1e-6);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Ramp(
        /// The value.
        source: Input;
        /// Pairs of a position, within ±10^6, and the colour there: 1 to 32 pairs in ascending order. Two stops at one position make a hard edge. Before the
        /// first stop and after the last the colour is constant. If any stop has alpha, stops without it are opaque, and alpha is interpolated linearly.
        /// Next to an invisible stop the colour is that of the other one.
        stops: Stops, in KeyKind::List { of: &STOP, least: 1, most: MAX_STOPS };
    ) {
        /// The colour space of the colours.
        space: ColorSpace;
        /// The interpolation of colours between two stops.
        interpolation: ColorInterpolation;
        /// The shares of two stops whose alpha differs.
        alpha: AlphaMode;
        /// The output.
        channel: RampChannel;
    }, example Self::of(Perlin::default(), [(-1, [0_u8; 3]), (1, [255; 3])]), with validate_order, also ["color_ramp", "colour_ramp", "colorize", "gradient_map"]
}

impl Ramp {
    /// Returns the segments of a piecewise linear function: its values at both ends of each, given the colours there.
    fn segments(&self, ends: impl Fn(&Color, &Color) -> [f64; 2]) -> Vec<Segment> {
        let next = |index: usize| &self.stops[(index + 1).min(self.stops.len() - 1)];
        let segment = |(index, (start, color)): (usize, &(Number, Color))| {
            let (end, other) = next(index);
            Segment { places: [start.to_f64(), end.to_f64()], values: ends(color, other) }
        };
        self.stops.iter().enumerate().map(segment).collect()
    }

    /// Returns the weights of two stops' colours between them. Next to an invisible stop, and where nothing differs, they are 1.
    fn weights_of(&self, one: &Color, other: &Color) -> [f64; 2] {
        match [one, other].map(|color| color.alpha().unwrap_or(1.0)) {
            [a, b] if self.alpha == AlphaMode::Straight || a == b || a.min(b) <= 0.0 => [1.0, 1.0],
            both => both,
        }
    }

    fn weights(&self) -> Vec<Segment> {
        self.segments(|one, other| self.weights_of(one, other))
    }

    /// Returns the segments of a part of the colours, each value times its weight.
    fn weighted(&self, part: impl Fn(&Color) -> f64) -> Vec<Segment> {
        let is_seen = |stop: usize| self.alpha == AlphaMode::Straight || self.stops[stop].1.alpha().is_none_or(|alpha| alpha > 0.0);
        let mut segments = self.weights();
        let last = segments.len() - 1;
        for (stop, segment) in segments.iter_mut().enumerate() {
            let next = (stop + 1).min(last);
            let ends = match (is_seen(stop), is_seen(next)) {
                (true, true) => [stop, next],
                (true, false) => [stop; 2],
                (false, true) => [next; 2],
                // The nearest visible one, so that no other colour shows when pixels are averaged.
                (false, false) => {
                    let near = (0..stop).rev().chain(next..=last).find(|near| is_seen(*near));
                    near.map_or([stop, next], |near| [near; 2])
                }
            };
            let parts = ends.map(|end| part(&self.stops[end].1));
            segment.values = [segment.values[0] * parts[0], segment.values[1] * parts[1]];
        }
        segments
    }

    /// Returns a part of the colours from its weighted values.
    fn unweighted(&self, at: &mut Lowerer<'_>, source: Dual, weighted: &[Segment]) -> Result<Dual> {
        let part = pieces(at, source, weighted)?;
        if self.alpha == AlphaMode::Straight || !self.has_alpha() {
            return Ok(part);
        }
        let weights = self.weights();
        let weight = at.shared(format!("weights {source:?} {weights:?}"), |at| Ok(vec![pieces(at, source, &weights)?]))?[0];
        let one = at.constant(1.0);
        at.call(&QUOTIENT, &[part, weight, one])
    }

    fn has_alpha(&self) -> bool {
        self.stops.iter().any(|(_, color)| color.alpha().is_some())
    }

    fn validate_order(&self, place: &str) -> Result<()> {
        for pair in self.stops.windows(2) {
            let (a, b) = (pair[0].0, pair[1].0);
            if b.to_f64() < a.to_f64() {
                let problem = format!("{b} follows {a}; give stops in ascending order of their positions");
                return Err(Error::parameter(format!("{place}.stops"), problem));
            }
        }
        Ok(())
    }
}

/// A position and the colour there.
const STOP: KeyKind = pair(&[number(-1e6, 1e6), KeyKind::Color]);

impl Kind for Ramp {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let source = at.input("source", &self.source)?;
        let channel = match self.channel {
            RampChannel::All => at.channel(),
            RampChannel::Red => ColorChannel::Red,
            RampChannel::Green => ColorChannel::Green,
            RampChannel::Blue => ColorChannel::Blue,
            RampChannel::Alpha => ColorChannel::Alpha,
        };
        if channel == ColorChannel::Alpha {
            let alpha = |color: &Color| color.alpha().unwrap_or(1.0);
            return pieces(at, source, &self.segments(|one, other| [alpha(one), alpha(other)]));
        }
        let channel = channel as usize;
        match self.interpolation {
            ColorInterpolation::Oklab => {
                let parts = [0, 1, 2].map(|part| self.weighted(|color| oklab_of_light(light(color, self.space))[part]));
                // The three channels of a ramp share the interpolation in Oklab.
                let mut arguments = at.shared(format!("oklab {source:?} {parts:?} {:?}", self.weights()), |at| {
                    parts.iter().map(|part| self.unweighted(at, source, part)).collect()
                })?;
                arguments.extend(LIGHT_BY_CONES[channel].map(|number| at.constant(number)));
                at.call(&OKLAB_CHANNEL, &arguments)
            }
            ColorInterpolation::Linear => {
                let value = self.unweighted(at, source, &self.weighted(|color| light(color, self.space)[channel]))?;
                at.value(within_unit(value))
            }
        }
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNIT
    }

    fn makes(&self) -> Option<Lanes> {
        Some(match self.channel {
            RampChannel::All if self.has_alpha() => Lanes::ColorAndAlpha,
            RampChannel::All => Lanes::Color,
            _ => Lanes::Number,
        })
    }
}

/// A straight line between the positions of two stops, of which the last has both.
#[derive(Debug)]
struct Segment {
    places: [f64; 2],
    values: [f64; 2],
}

/// Returns a piecewise linear function of a value, constant before the first stop and after the last.
fn pieces(at: &mut Lowerer<'_>, source: Dual, segments: &[Segment]) -> Result<Dual> {
    let rounded = |pair: [f64; 2]| pair.map(|number| f64::from(number as f32));
    let largest = segments.iter().flat_map(|segment| rounded(segment.values)).fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let mut value = at.constant(segments[0].values[0]);
    for segment in segments {
        let ([start, end], [from, to]) = (rounded(segment.places), rounded(segment.values));
        // Two stops at one position, or nearly so, are an edge.
        let width = if end - start > 1e-20 { end - start } else { 0.0 };
        let rise = if width > 0.0 { (to - from) / width } else { 0.0 };
        let mut arguments = vec![value, source];
        arguments.extend([start, width, from, rise].map(|number| at.constant(number)));
        value = at.call(&PIECE, &arguments)?;
        // A piece stays within its stops, except for rounding.
        at.bound_by(value.value, 1.01 * largest);
    }
    Ok(value)
}

/// A straight line at and above a stop, and the value before it below.
static PIECE: Differentiable = Differentiable::new(
    Function::RampPiece,
    |bounds, _| bounds[0].max(bounds[4] + bounds[3] * bounds[5]),
    |call| {
        let [_, v, start, _, _, rise] = *call.arguments else { unreachable!("as many as the function takes") };
        let rise = call.at.number_of(rise).clamp(-STEEPEST, STEEPEST);
        let rise = call.number(rise);
        let here = call.product(call.derivatives[1], rise)?;
        call.chosen([v, start], [call.derivatives[0], here])
    },
);

/// A channel of light from a colour in Oklab.
static OKLAB_CHANNEL: Differentiable = Differentiable::new(
    Function::OklabChannel,
    |_, _| 1.0,
    |call| {
        let [l, a, b, by_long, by_medium, by_short] = *call.arguments else { unreachable!("as many as the function takes") };
        let [dl, da, db] = [call.derivatives[0], call.derivatives[1], call.derivatives[2]].map(|derivative| call.or_zero(derivative));
        call.call(&OKLAB_CHANNEL_SLOPE, &[l, a, b, dl, da, db, by_long, by_medium, by_short]).map(Some)
    },
);

static OKLAB_CHANNEL_SLOPE: Formula = Formula {
    function: Function::OklabChannelSlope,
    bound: |bounds, _| {
        // Roots are at most L + 0.4 a + 1.3 b.
        let root = |from: usize| bounds[from] + 0.4 * bounds[from + 1] + 1.3 * bounds[from + 2];
        3.0 * root(0) * root(0) * root(3) * (bounds[6] + bounds[7] + bounds[8])
    },
};
