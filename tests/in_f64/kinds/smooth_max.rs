//! The smooth maximum: the negative of the smooth minimum of the negatives.

use crate::in_f64::shapes::smooth_min;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::SmoothMax {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let radius = self.radius.to_f64();
        compiler.step([&self.a, &self.b], move |[a, b], pieces| -smooth_min(-a, -b, radius, pieces))
    }
}
