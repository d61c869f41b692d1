//! Coordinates folded at a mirror, or back and forth between two.

use lacuna::nodes::MirrorAxis;

use crate::in_f64::compiler::per_axis;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Mirror {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (place, width) = (per_axis(Some(&self.at), 0.0), self.width.map(|width| width.to_f64()));
        let axes: &[usize] = match self.axis {
            MirrorAxis::X => &[0],
            MirrorAxis::Y => &[1],
            MirrorAxis::Both => &[0, 1],
            other => panic!("there is no definition of {other:?}"),
        };
        compiler.elsewhere(&self.source, move |mut point, pieces| {
            for &axis in axes {
                let mut aside = point[axis] - place[axis];
                if let Some(width) = width {
                    // The nearest of the repeated mirrors.
                    aside -= 2.0 * width * pieces.floor(aside / (2.0 * width) + 0.5);
                }
                point[axis] = place[axis] + pieces.absolute(aside);
            }
            point
        })
    }
}
