//! The direction from a centre modulo a segment, mirrored at the segment's middle, at the same distance.

use std::f64::consts::TAU;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Kaleidoscope {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let ([cx, cy], segments) = (self.centre.map(|place| place.to_f64()), f64::from(self.segments));
        compiler.elsewhere(&self.source, move |[x, y, z, w], pieces| {
            let (x, y) = (x - cx, y - cy);
            let distance = x.hypot(y);
            pieces.is_near |= distance < 0.01;
            let within = y.atan2(x) / TAU * segments;
            let part = within - pieces.floor(within);
            let angle = pieces.smaller(part, 1.0 - part) / segments * TAU;
            [cx + distance * angle.cos(), cy + distance * angle.sin(), z, w]
        })
    }
}
