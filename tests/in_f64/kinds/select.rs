//! One of two values, selected by a third, with a smooth step over the falloff on either side of the threshold.

use crate::in_f64::shapes::smoothstep;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Select {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (threshold, falloff) = (self.threshold.to_f64(), self.falloff.to_f64());
        compiler.step([&self.a, &self.b, &self.control], move |[a, b, control], pieces| {
            a + smoothstep(control, threshold - falloff, threshold + falloff, pieces) * (b - a)
        })
    }
}
