//! The kinds of node, one type each.
//!
//! Make a basis with `new`, and a node over other nodes with `of` or a method of [`NodeExt`](super::NodeExt). Then set each key with a method of the same name.
//! The keys are fields that you can read and change. A later version may add fields, so you cannot make a node with a struct expression:
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

// One module per kind of node. It holds everything particular to the kind: its keys with their limits and docs, its lowering to a program, and the bounds and
// derivatives of its functions. Those of functions that several kinds use are in `lower/functions.rs`, the functions themselves in `shaders/`, and the test
// cases of kinds in `parity/kinds/`.

/// The only list of all kinds of node: type, module, name in recipes, group, the method of [`NodeExt`](super::NodeExt) that makes it, and
/// a summary.
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
            Blue blue "blue" Basis [] "blue noise: a random value for each cell, unlike those of the cells around it"
            Checker checker "checker" Basis [] "a checkerboard of 1 and -1"
            Tiles tiles "tiles" Basis [] "bricks, planks, herringbone, basket weave, hexagons and rhombi, with joints"
            Weave weave "weave" Basis [] "woven threads: plain weave, twill and satin"
            Scratches scratches "scratches" Basis [] "scratches of random places and directions, straight or bent"
            Constant constant "constant" Basis [] "a number, the same everywhere"
            Colour colour "colour" Basis [] "a colour, the same everywhere"
            Coordinate coordinate "coordinate" Basis [] "a coordinate of the sample, or its distance or direction from the origin"
            Shape shape "shape" Basis [] "the signed distance to a circle, box, polygon, star, segment, arc or ring"
            Fbm fbm "fbm" Fractal [fbm()] "fractional Brownian motion: a weighted sum of octaves of its source"
            Turbulence turbulence "turbulence" Fractal [turbulence()] "a weighted sum of the absolute values of octaves"
            Billow billow "billow" Fractal [billow()] "a weighted sum of 2 |n| - 1 over octaves n"
            Ridged ridged "ridged" Fractal [ridged()] "ridged multifractal: sharp crests, rougher on high ground"
            Hybrid hybrid "hybrid" Fractal [hybrid()] "hybrid multifractal: smooth valleys, rough peaks"
            Heterogeneous heterogeneous "heterogeneous" Fractal [heterogeneous()] "heterogeneous terrain: rougher with height"
            PingPong ping_pong "ping_pong" Fractal [ping_pong()] "octaves folded back and forth by a triangle wave"
            Swiss swiss "swiss" Fractal [swiss()] "Swiss turbulence: branching ridges, warped by the slopes of coarser octaves"
            Transform transform "transform" Space [transform()] "its source scaled, rotated and translated, exactly"
            Warp warp "warp" Space [warp()] "its source at coordinates warped by other nodes"
            Cylinder cylinder "cylinder" Space [cylinder()] "its source wrapped around a cylinder: seamless along x"
            Torus torus "torus" Space [torus()] "its source on a torus in four dimensions: makes any node tile"
            Sphere sphere "sphere" Space [sphere()] "its source on a sphere, as an equirectangular image"
            Cube cube "cube" Space [cube()] "its source on a sphere, as the six faces of a cube"
            Loop r#loop "loop" Space [looped()] "its source looping along z, for animations"
            Polar polar "polar" Space [polar()] "its source wrapped around a centre, by direction and distance"
            Mirror mirror "mirror" Space [mirror()] "its source mirrored in a line, or repeatedly back and forth"
            Kaleidoscope kaleidoscope "kaleidoscope" Space [kaleidoscope()] "a sector of its source, mirrored and repeated around a centre"
            Swirl swirl "swirl" Space [swirl()] "its source rotated about a centre, most at the centre"
            Mosaic mosaic "mosaic" Space [mosaic()] "its source at the nearest feature point: one value for each cell"
            Abs abs "abs" Step [abs()] "the absolute value"
            Negate negate "negate" Step [negate()] "the value with its sign reversed"
            Invert invert "invert" Step [invert()] "1 minus the value"
            Square square "square" Step [square()] "the square of the value"
            Sqrt sqrt "sqrt" Step [sqrt()] "the square root; 0 below 0"
            Power power "power" Step [power()] "a power of the value; 0 below 0"
            Sine sine "sine" Step [sine()] "the sine of the value in turns"
            Clamp clamp "clamp" Step [clamp()] "the value clamped between two bounds"
            Remap remap "remap" Step [remap(from: [impl Into<Number>; 2], to: [impl Into<Number>; 2])] "a range of values mapped linearly onto another"
            Levels levels "levels" Step [levels()] "a range of values stretched onto another and clamped to it, with gamma"
            HistogramScan histogram_scan "histogram_scan" Step [histogram_scan()] "a mask that spreads from the high values of its source to the low ones"
            ScaleOffset scale_offset "scale_offset" Step [scale_offset(scale: impl Into<Number>, offset: impl Into<Number>)] "its source times a scale plus an offset"
            Smoothstep smoothstep "smoothstep" Step [smoothstep()] "a smooth step from 0 to 1 between two values"
            Bias bias "bias" Step [bias()] "Schlick's bias curve over 0..1"
            Gain gain "gain" Step [gain()] "Schlick's gain curve over 0..1"
            Terrace terrace "terrace" Step [terrace()] "terraces: levels with slopes between them"
            Curve curve "curve" Step [curve(points: impl IntoIterator<Item = [impl Into<Number>; 2]>)] "a monotone tone curve through points"
            Ramp ramp "ramp" Step [ramp(stops: impl IntoIterator<Item = (impl Into<Number>, impl Into<Color>)>)] "a colour ramp, or a channel of one, as linear light"
            Threshold threshold "threshold" Step [threshold()] "one value below a level, another at or above it"
            Quantize quantize "quantize" Step [quantize()] "the value rounded down to steps"
            Hsv hsv "hsv" Step [hsv()] "a colour with its hue, saturation and value adjusted"
            Split split "split" Step [split()] "one channel of a colour, as a number"
            Fraction fraction "fraction" Step [fraction()] "the value modulo 1"
            Add add "add" Combination [add(other: impl Into<Input>)] "the sum of two nodes"
            Subtract subtract "subtract" Combination [subtract(other: impl Into<Input>)] "the difference of two nodes"
            Multiply multiply "multiply" Combination [multiply(other: impl Into<Input>)] "the product of two nodes"
            Quotient quotient "quotient" Combination [quotient(other: impl Into<Input>)] "the quotient of two nodes, clamped to a limit"
            Min min "min" Combination [min(other: impl Into<Input>)] "the smaller of two nodes"
            Max max "max" Combination [max(other: impl Into<Input>)] "the larger of two nodes"
            SmoothMin smooth_min "smooth_min" Combination [smooth_min(other: impl Into<Input>)] "the smaller of two nodes, rounded off"
            SmoothMax smooth_max "smooth_max" Combination [smooth_max(other: impl Into<Input>)] "the larger of two nodes, rounded off"
            Lerp lerp "lerp" Combination [lerp(other: impl Into<Input>)] "two nodes blended by a mask"
            Select select "select" Combination [select(other: impl Into<Input>, control: impl Into<Input>)] "one of two nodes, chosen by a third with falloff"
            Mix mix "mix" Combination [mix(other: impl Into<Input>)] "one colour over another, with a blend mode, a mask and alpha"
            HeightBlend height_blend "height_blend" Combination [height_blend(other: impl Into<Input>)] "two colours or numbers, blended by their heights"
            Join join "join" Combination [] "a colour made from three or four numbers"
            Scatter scatter "scatter" Combination [scatter()] "copies of its source scattered over the plane, with random sizes and angles"
            Derivative derivative "derivative" Derivative [derivative()] "the analytic derivative along an axis"
            Slope slope "slope" Derivative [slope()] "the steepness of its source"
            Normal normal "normal" Derivative [normal()] "a component of the normal of a height field"
            Curl curl "curl" Derivative [] "a component of curl noise: a divergence-free flow"
            Gullies gullies "gullies" Derivative [gullies(detail: impl Into<Input>)] "a detail smeared down the slopes of a height field, like erosion gullies"
            Erosion erosion "erosion" Derivative [erosion()] "branching gullies cut into a height field, per sample"
            Ao ao "ao" Layer [ao()] "ambient occlusion of a height field, from the pixels around"
            Curvature curvature "curvature" Layer [curvature()] "the ridges and grooves of a height field, from the pixels around"
            Blur blur "blur" Layer [blur()] "the mean of the pixels around, weighted by a Gaussian function"
            HighPass high_pass "high_pass" Layer [high_pass()] "a value less the mean of the pixels around"
            SlopeBlur slope_blur "slope_blur" Layer [slope_blur(slope: impl Into<Input>)] "a value smeared down the slopes of another, from pixel to pixel"
            DirectionalBlur directional_blur "directional_blur" Layer [directional_blur()] "a value smeared in one direction, from pixel to pixel"
            Distance distance "distance" Layer [distance()] "the distance to the nearest pixel whose value reaches a level"
        }
    };
}
pub(crate) use each_node_kind as each_kind;

macro_rules! modules {
    ($($kind:ident $module:ident $name:literal $group:ident [$($build:tt)*] $summary:literal)*) => {
        $(pub(crate) mod $module;)*
        $(pub use $module::$kind;)*
    };
}
each_kind!(modules);

pub use super::derivative::{DomainAxis, Per, SlopeMethod};
pub use crate::color::{AlphaMode, ColorChannel, ColorInterpolation, ColorSpace};
pub use crate::seeding::HashKind;
pub use cellular::{CellularOutput, Metric};
pub use coordinate::CoordinateKind;
pub use curvature::CurvatureOutput;
pub use erosion::ErosionOutput;
pub use gullies::GulliesOutput;
pub use mirror::MirrorAxis;
pub use mix::BlendMode;
pub use normal::NormalSpace;
pub use perlin::{GradientSet, Interpolation};
pub use ramp::RampChannel;
pub use scatter::{ScatterCombine, ScatterOutput};
pub use scratches::ScratchesOutput;
pub use shape::ShapeForm;
pub use sphere::Up;
pub use tiles::{TileLayout, TileOutput};
pub use value::ValueInterpolation;
pub use warp::WarpMode;
pub use weave::WeaveOutput;
