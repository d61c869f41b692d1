//! One of two values, chosen by a third: a smooth step as far to either side of the threshold as the falloff goes.

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
