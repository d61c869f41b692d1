//! What every kind of node is: a file a kind.

use lacuna::Node;

use super::{Compiler, Function, Kind};

/// Passes every kind of node to a macro: its type and its module.
macro_rules! node_kinds {
    ($then:ident) => {
        $then! {
            Perlin perlin,
            Value value,
            Simplex simplex,
            Cellular cellular,
            White white,
            Checker checker,
            Constant constant,
            Coordinate coordinate,
            Fbm fbm,
            Turbulence turbulence,
            Billow billow,
            Ridged ridged,
            Hybrid hybrid,
            Heterogeneous heterogeneous,
            PingPong ping_pong,
            Transform transform,
            Warp warp,
            Cylinder cylinder,
            Torus torus,
            Sphere sphere,
            Cube cube,
            Loop r#loop,
            Abs abs,
            Negate negate,
            Invert invert,
            Square square,
            Sqrt sqrt,
            Power power,
            Sine sine,
            Clamp clamp,
            Remap remap,
            ScaleOffset scale_offset,
            Smoothstep smoothstep,
            Bias bias,
            Gain gain,
            Terrace terrace,
            Curve curve,
            Ramp ramp,
            Threshold threshold,
            Quantize quantize,
            Fraction fraction,
            Add add,
            Subtract subtract,
            Multiply multiply,
            Quotient quotient,
            Min min,
            Max max,
            SmoothMin smooth_min,
            SmoothMax smooth_max,
            Lerp lerp,
            Select select,
            Derivative derivative,
            Slope slope,
            Normal normal,
            Curl curl,
        }
    };
}

macro_rules! definitions {
    ($($kind:ident $module:ident,)*) => {
        $(mod $module;)*

        /// A node as a function.
        pub fn define(node: &Node, compiler: &Compiler<'_>) -> Function {
            match node {
                $(Node::$kind(node) => node.define(compiler),)*
                other => panic!("there is no definition of `{}`", other.kind()),
            }
        }
    };
}
node_kinds!(definitions);
