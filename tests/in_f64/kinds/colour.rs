//! A colour as linear light, with alpha.

use lacuna::nodes::ColorSpace;

use crate::in_f64::colors::light;
use crate::in_f64::compiler::{ALPHA, constant};
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Colour {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        if compiler.channel == ALPHA {
            return constant(self.value.alpha().unwrap_or(1.0).into());
        }
        let written = self.value.channels()[compiler.channel];
        constant(if self.space == ColorSpace::Srgb { light(written) } else { written }.into())
    }
}
