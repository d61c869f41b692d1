//! Octaves folded back and forth.

use crate::in_f64::octaves::octaves_of;
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::PingPong {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let strength = self.strength.to_f64();
        octaves_of!(self, compiler).sum(move |n, pieces| folded((n + 1.0) * strength, pieces))
    }
}

/// Returns a triangle wave: -1 at even numbers, 1 at odd ones.
fn folded(x: f64, pieces: &mut Pieces) -> f64 {
    let below = pieces.floor(x);
    let up = x - below;
    if below.rem_euclid(2.0) == 0.0 { 2.0 * up - 1.0 } else { 1.0 - 2.0 * up }
}
