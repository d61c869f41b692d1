//! Turbulence (Perlin 1985): the weighted sum of absolute values.

use crate::in_f64::octaves::octaves_of;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Turbulence {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        octaves_of!(self, compiler).sum(|n, pieces| pieces.absolute(n))
    }
}
