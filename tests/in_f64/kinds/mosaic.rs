//! The source, evaluated at the nearest feature point.

use lacuna::nodes::{Cellular, CellularOutput};

use crate::in_f64::lattice::Lattice;
use crate::in_f64::{At, Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Mosaic {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let way = |output: CellularOutput| {
            let mut cells = Cellular::new().metric(self.metric).jitter(self.jitter).frequency(self.frequency).output(output);
            cells.dimensions = self.dimensions;
            cells.offset = self.offset.clone();
            cells.seed = self.seed;
            cells.period = self.period.clone();
            Kind::define(&cells, compiler)
        };
        let ways: Vec<Function> = [CellularOutput::PointX, CellularOutput::PointY, CellularOutput::PointZ]
            .into_iter()
            .take(self.dimensions.unwrap_or(3).into())
            .map(way)
            .collect();
        let lattice = Lattice::new(self.dimensions, self.frequency, None).repeating(self.period.as_ref());
        let source = compiler.input(&self.source);
        Box::new(move |at, pieces| {
            let to_point = |at: &At<'_>, pieces: &mut Pieces| {
                let mut point = at.point;
                for (axis, way) in ways.iter().enumerate() {
                    point[axis] -= way(at, pieces) / lattice.cells_a_unit(axis, at.octaves.scale);
                }
                point
            };
            source(&at.moved(&to_point, pieces), pieces)
        })
    }
}
