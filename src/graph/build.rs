//! Graphs built by calls: any node, or anything that becomes an input, is the source of the next.

use super::basis::{Cellular, Checker, Constant, Coordinate, Perlin, Simplex, Value, White};
use super::color::Color;
use super::fractal::{Billow, Fbm, Heterogeneous, Hybrid, PingPong, Ridged, Turbulence};
use super::node::{Input, Node, kinds};
use super::ramp::Ramp;
use super::space::{Cube, Curl, Cylinder, Derivative, Loop, Normal, Slope, Sphere, Torus, Transform, Warp};
use super::step::{
    Abs, Add, Bias, Clamp, Curve, Fraction, Gain, Invert, Lerp, Max, Min, Multiply, Negate, Power, Quantize, Quotient, Remap, ScaleOffset,
    Select, Sine, SmoothMax, SmoothMin, Smoothstep, Sqrt, Square, Subtract, Terrace, Threshold,
};
use crate::number::Number;

macro_rules! wrap {
    ($($(#[$doc:meta])* $method:ident -> $node:ident;)*) => {$(
        $(#[$doc])*
        fn $method(self) -> $node {
            $node::of(self)
        }
    )*};
}

macro_rules! combine {
    ($($(#[$doc:meta])* $method:ident -> $node:ident;)*) => {$(
        $(#[$doc])*
        fn $method(self, other: impl Into<Input>) -> $node {
            $node::of(self, other)
        }
    )*};
}

/// Calls that put a node around another. What they give is plain data, with a call for each parameter that has a default.
///
/// ```
/// use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program, Simplex};
/// let ridges = Perlin::new().frequency(2).seed(7).ridged().octaves(8);
/// let hills = Simplex::new().fbm().gain(0.45);
/// let terrain = hills.lerp(ridges).mask(Perlin::new().frequency(0.25).remap([-1, 1], [0, 1])).terrace().steps(12);
/// let program = Program::new(&Graph::from(terrain))?;
/// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0].is_finite());
/// # Ok::<(), lacuna::Error>(())
/// ```
pub trait Build: Into<Input> + Sized {
    wrap! {
        /// Fractional Brownian motion of this.
        fbm -> Fbm;
        /// Turbulence of this.
        turbulence -> Turbulence;
        /// Billowy octaves of this.
        billow -> Billow;
        /// A ridged multifractal of this.
        ridged -> Ridged;
        /// A hybrid multifractal of this.
        hybrid -> Hybrid;
        /// Heterogeneous terrain of this.
        heterogeneous -> Heterogeneous;
        /// Octaves of this, folded to and fro.
        ping_pong -> PingPong;
        /// This, scaled, rotated and moved.
        transform -> Transform;
        /// This at displaced coordinates.
        warp -> Warp;
        /// This round a cylinder.
        cylinder -> Cylinder;
        /// This on a torus in four dimensions, which tiles.
        torus -> Torus;
        /// This on a sphere.
        sphere -> Sphere;
        /// This on the faces of a cube.
        cube -> Cube;
        /// This, looping along z.
        looped -> Loop;
        /// The absolute value.
        abs -> Abs;
        /// The negative.
        negate -> Negate;
        /// 1 less this.
        invert -> Invert;
        /// This times itself.
        square -> Square;
        /// The square root.
        sqrt -> Sqrt;
        /// A power of this.
        power -> Power;
        /// The sine of this, in turns.
        sine -> Sine;
        /// This within bounds.
        clamp -> Clamp;
        /// A smooth step of this.
        smoothstep -> Smoothstep;
        /// Schlick's bias.
        bias -> Bias;
        /// Schlick's gain. (`gain` sets a fractal's ratio of amplitudes.)
        contrast -> Gain;
        /// Terraces of this.
        terrace -> Terrace;
        /// This in steps.
        quantize -> Quantize;
        /// This modulo 1.
        fraction -> Fraction;
        /// One of two values, by this.
        threshold -> Threshold;
        /// The derivative of this along an axis.
        derivative -> Derivative;
        /// How steep this is.
        slope -> Slope;
        /// The normal of the height field that this is.
        normal -> Normal;
    }

    combine! {
        /// The sum.
        add -> Add;
        /// The difference.
        subtract -> Subtract;
        /// The product.
        multiply -> Multiply;
        /// The quotient.
        divide -> Quotient;
        /// The smaller.
        min -> Min;
        /// The larger.
        max -> Max;
        /// The smaller, rounded off.
        smooth_min -> SmoothMin;
        /// The larger, rounded off.
        smooth_max -> SmoothMax;
        /// This where a mask is 0, another where it is 1.
        lerp -> Lerp;
    }

    /// This times a scale plus an offset.
    fn scale_offset(self, scale: impl Into<Number>, offset: impl Into<Number>) -> ScaleOffset {
        ScaleOffset { source: self.into(), scale: scale.into(), offset: offset.into() }
    }

    /// This with one range mapped onto another.
    fn remap<N: Into<Number>>(self, from: [N; 2], to: [N; 2]) -> Remap {
        Remap { source: self.into(), from: from.map(Into::into), to: to.map(Into::into) }
    }

    /// This through a tone curve.
    fn curve<N: Into<Number>>(self, points: impl IntoIterator<Item = [N; 2]>) -> Curve {
        Curve::of(self, points)
    }

    /// A channel of a colour ramp of this.
    fn ramp<N: Into<Number>, C: Into<Color>>(self, stops: impl IntoIterator<Item = (N, C)>) -> Ramp {
        Ramp::of(self, stops)
    }

    /// This where a control lies below a threshold, another above it.
    fn select(self, other: impl Into<Input>, control: impl Into<Input>) -> Select {
        Select::of(self, other, control)
    }
}

impl Build for Node {}
impl Build for Input {}

macro_rules! buildable {
    ($($kind:ident $name:literal $is_basis:literal $summary:literal)*) => {
        $(impl Build for $kind {})*
    };
}
kinds!(buildable);
