//! A mask of the values above a level. The position moves the level from the upper end of the range to below the lower end, and the contrast narrows the
//! transition.

use lacuna::Number;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::HistogramScan {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let [from, to] = self.from.map(Number::to_f64);
        let (position, width) = (self.position.to_f64(), (1.0 - self.contrast.to_f64()).max(1e-6));
        compiler.step([&self.source], move |[v], pieces| {
            let t = (v - from) / (to - from);
            pieces.clamp((t - 1.0) / width + position * (1.0 + width) / width, 0.0, 1.0)
        })
    }
}
