//! The kinds of node, a type each.
//!
//! A basis is made by `new`, what stands on other nodes by `of` or by a call of [`Build`](super::Build); then a call for each key sets it. The keys are
//! fields that can be read and changed. A later version may have more of them, so a struct expression makes no node:
//!
//! ```compile_fail
//! # use lacuna::nodes::Perlin;
//! let noise = Perlin { seed: Some(7), ..Perlin::default() };
//! ```
//!
//! ```
//! # use lacuna::nodes::Perlin;
//! let mut noise = Perlin::new().seed(7);
//! noise.seed = None;
//! assert_eq!(noise, Perlin::new());
//! ```

// The rooms: a file a kind of node. It holds all that is particular to the kind: its keys with their limits and docs, what it becomes in a program,
// the bounds and derivatives of its functions, and its cases. What it computes stands in `shaders/`.

/// The one list of all kinds of node: type, file, name in recipes, group, the call of [`Build`](super::Build) that makes it, and
/// what it makes.
#[doc(hidden)]
#[macro_export]
macro_rules! each_node_kind {
    ($then:ident) => {
        $then! {
            Perlin perlin "perlin" Basis [] "improved Perlin noise in 1 to 4 dimensions"
            Value value "value" Basis [] "value noise: random values at lattice points, interpolated, in 1 to 4 dimensions"
            Simplex simplex "simplex" Basis [] "simplex noise in 1 to 4 dimensions, continuous everywhere"
            Cellular cellular "cellular" Basis [] "cellular (Worley) noise: exact distances of feature points, in 1 to 3 dimensions"
            Sparse sparse "sparse" Basis [] "sparse convolution noise: random impulses under a smooth kernel, in 1 to 3 dimensions"
            White white "white" Basis [] "white noise: a random value for each cell"
            Checker checker "checker" Basis [] "a checkerboard of 1 and -1"
            Tiles tiles "tiles" Basis [] "bricks, planks, herringbone, basket weave and hexagons, with joints"
            Constant constant "constant" Basis [] "a number, the same everywhere"
            Colour colour "colour" Basis [] "a colour, the same everywhere"
            Coordinate coordinate "coordinate" Basis [] "a coordinate of the sample, its distance or direction from the origin"
            Shape shape "shape" Basis [] "the signed distance to a circle, box, polygon, star, segment, arc or ring"
            Fbm fbm "fbm" Fractal [fbm()] "fractional Brownian motion: a weighted sum of octaves of its source"
            Turbulence turbulence "turbulence" Fractal [turbulence()] "a weighted sum of the absolute values of octaves"
            Billow billow "billow" Fractal [billow()] "a weighted sum of 2 |n| - 1 over octaves n"
            Ridged ridged "ridged" Fractal [ridged()] "ridged multifractal: sharp crests, rougher where it is high"
            Hybrid hybrid "hybrid" Fractal [hybrid()] "hybrid multifractal: smooth valleys, rough heights"
            Heterogeneous heterogeneous "heterogeneous" Fractal [heterogeneous()] "heterogeneous terrain: rougher with height"
            PingPong ping_pong "ping_pong" Fractal [ping_pong()] "octaves folded to and fro"
            Swiss swiss "swiss" Fractal [swiss()] "Swiss turbulence: ridges that branch, led by the slopes of coarser ones"
            Transform transform "transform" Space [transform()] "its source scaled, rotated and moved, exactly"
            Warp warp "warp" Space [warp()] "its source at coordinates displaced by other nodes"
            Cylinder cylinder "cylinder" Space [cylinder()] "its source wound round a cylinder: seamless along x"
            Torus torus "torus" Space [torus()] "its source on a torus in four dimensions: tiles anything"
            Sphere sphere "sphere" Space [sphere()] "its source on a sphere, as an equirectangular picture"
            Cube cube "cube" Space [cube()] "its source on a sphere, as the six faces of a cube"
            Loop r#loop "loop" Space [loop_()] "its source looping along z, for animations"
            Polar polar "polar" Space [polar()] "its source wound round a centre, by direction and distance"
            Mirror mirror "mirror" Space [mirror()] "its source mirrored at lines, once or to and fro"
            Kaleidoscope kaleidoscope "kaleidoscope" Space [kaleidoscope()] "a sector of its source all round a centre, mirrored"
            Swirl swirl "swirl" Space [swirl()] "its source turned about a centre, most in the middle"
            Mosaic mosaic "mosaic" Space [mosaic()] "its source at the nearest feature point: one value for each cell"
            Abs abs "abs" Step [abs()] "the absolute value"
            Negate negate "negate" Step [negate()] "the negative"
            Invert invert "invert" Step [invert()] "1 less the value"
            Square square "square" Step [square()] "the value times itself"
            Sqrt sqrt "sqrt" Step [sqrt()] "the square root; 0 below 0"
            Power power "power" Step [power()] "a power of the value; 0 below 0"
            Sine sine "sine" Step [sine()] "the sine of the value in turns"
            Clamp clamp "clamp" Step [clamp()] "the value within two bounds"
            Remap remap "remap" Step [remap(from: [impl Into<Number>; 2], to: [impl Into<Number>; 2])] "one range of values mapped onto another"
            Levels levels "levels" Step [levels()] "one range of values stretched onto another and held there, with gamma"
            HistogramScan histogram_scan "histogram_scan" Step [histogram_scan()] "a mask that grows through the values of its source"
            ScaleOffset scale_offset "scale_offset" Step [scale_offset(scale: impl Into<Number>, offset: impl Into<Number>)] "its source times a scale plus an offset"
            Smoothstep smoothstep "smoothstep" Step [smoothstep()] "a smooth step from 0 to 1 between two values"
            Bias bias "bias" Step [bias()] "Schlick's bias of 0..1"
            Gain gain "gain" Step [gain()] "Schlick's gain of 0..1"
            Terrace terrace "terrace" Step [terrace()] "levels with slopes between"
            Curve curve "curve" Step [curve(points: impl IntoIterator<Item = [impl Into<Number>; 2]>)] "a monotone tone curve through points"
            Ramp ramp "ramp" Step [ramp(stops: impl IntoIterator<Item = (impl Into<Number>, impl Into<Color>)>)] "a colour ramp, or a channel of one, as linear light"
            Threshold threshold "threshold" Step [threshold()] "one value below a level, another from it on"
            Quantize quantize "quantize" Step [quantize()] "rounds down to steps"
            Hsv hsv "hsv" Step [hsv()] "a colour with its hue turned, and other saturation and value"
            Split split "split" Step [split()] "a channel of a colour as a number"
            Fraction fraction "fraction" Step [fraction()] "the value modulo 1"
            Add add "add" Combination [add(other: impl Into<Input>)] "the sum of two nodes"
            Subtract subtract "subtract" Combination [subtract(other: impl Into<Input>)] "the difference of two nodes"
            Multiply multiply "multiply" Combination [multiply(other: impl Into<Input>)] "the product of two nodes"
            Quotient quotient "quotient" Combination [quotient(other: impl Into<Input>)] "the quotient of two nodes, held within a limit"
            Min min "min" Combination [min(other: impl Into<Input>)] "the smaller of two nodes"
            Max max "max" Combination [max(other: impl Into<Input>)] "the larger of two nodes"
            SmoothMin smooth_min "smooth_min" Combination [smooth_min(other: impl Into<Input>)] "the smaller of two nodes, rounded off"
            SmoothMax smooth_max "smooth_max" Combination [smooth_max(other: impl Into<Input>)] "the larger of two nodes, rounded off"
            Lerp lerp "lerp" Combination [lerp(other: impl Into<Input>)] "two nodes blended by a mask"
            Select select "select" Combination [select(other: impl Into<Input>, control: impl Into<Input>)] "one of two nodes, chosen by a third with falloff"
            Mix mix "mix" Combination [mix(other: impl Into<Input>)] "one colour over another, by a blend mode, a mask and alpha"
            HeightBlend height_blend "height_blend" Combination [height_blend(other: impl Into<Input>)] "two colours or numbers blended by which height is the larger"
            Join join "join" Combination [] "a colour of three or four numbers"
            Scatter scatter "scatter" Combination [scatter()] "copies of its source strewn over the plane, turned and of many sizes"
            Derivative derivative "derivative" Derivative [derivative()] "the analytic derivative along an axis"
            Slope slope "slope" Derivative [slope()] "how steep its source is"
            Normal normal "normal" Derivative [normal()] "a component of the normal of a height field"
            Curl curl "curl" Derivative [] "a component of curl noise: a flow without divergence"
            Gullies gullies "gullies" Derivative [gullies(detail: impl Into<Input>)] "a detail drawn out down the slopes of heights, as erosion does"
            Erosion erosion "erosion" Derivative [erosion()] "gullies that branch, cut into heights at a point"
        }
    };
}
pub(crate) use each_node_kind as each_kind;

macro_rules! rooms {
    ($($kind:ident $module:ident $name:literal $group:ident [$($build:tt)*] $summary:literal)*) => {
        $(pub(crate) mod $module;)*
        $(pub use $module::$kind;)*
    };
}
each_kind!(rooms);

pub use super::color::{ColorChannel, ColorInterpolation, ColorSpace};
pub use super::derivative::{DomainAxis, SlopeMethod};
pub use super::surface::{Per, Up};
pub use crate::permutation::{HashKind, Seeding};
pub use cellular::{CellularOutput, Metric};
pub use coordinate::CoordinateKind;
pub use erosion::ErosionOutput;
pub use gullies::GulliesOutput;
pub use mirror::MirrorAxis;
pub use mix::BlendMode;
pub use normal::NormalSpace;
pub use perlin::{GradientSet, Interpolation};
pub use ramp::{MAX_STOPS, RampChannel};
pub use scatter::{ScatterCombine, ScatterOutput};
pub use shape::ShapeForm;
pub use tiles::{TileLayout, TileOutput};
pub use value::ValueInterpolation;
pub use warp::WarpMode;
