//! The node `curvature`.

use crate::graph::prelude::*;

choices! {
    /// The value that `curvature` returns.
    pub enum CurvatureOutput = Curvature {
        /// 1/2 where the source is level or evenly sloped, more on ridges and edges, less in grooves.
        Curvature "curvature",
        /// The grooves: 1 where there are none, and 0 in the deepest.
        Cavity "cavity",
        /// The ridges and edges: 0 where there are none, and 1 on the sharpest.
        Edges "edges",
    }
}

kind! {
    /// The bumps and grooves of its source: 1/2 + strength * (source - mean of its surroundings), clamped to 0..1. The mean is that of the node `blur`.
    ///
    /// It is computed from the pixels of the picture, at most 512 of them in each direction.
    Curvature(
        /// The heights.
        source: Input;
    ) {
        /// The output.
        output: CurvatureOutput;
        /// The radius of the surroundings in units: above 0, at most 10^9 and 512 pixels.
        radius: Number = 0.1, in LENGTH;
        /// The factor of the differences, within ±10^6.
        strength: Number = 10, in number(-1e6, 1e6);
    }, also ["cavity", "convexity", "concavity", "edge_wear", "edge_mask", "edge_detect", "edges"]
}

impl Kind for Curvature {
    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNIT
    }
}
