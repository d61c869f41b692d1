//! The source, evaluated at the nearest feature point.

use lacuna::nodes::{Cellular, CellularOutput};

use crate::in_f64::{At, Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Mosaic {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let way = |output: CellularOutput| {
            let mut cells = Cellular::new().metric(self.metric).jitter(self.jitter).frequency(self.frequency).output(output);
            cells.dimensions = self.dimensions;
            cells.offset = self.offset.clone();
            cells.hash = self.hash;
            cells.seed = self.seed;
            cells.seeding = self.seeding;
            cells.period = self.period.clone();
            Kind::define(&cells, compiler)
        };
        let ways: Vec<Function> = [CellularOutput::PointX, CellularOutput::PointY, CellularOutput::PointZ]
            .into_iter()
            .take(self.dimensions.unwrap_or(3).into())
            .map(way)
            .collect();
        let frequency = self.frequency.to_f64();
        let periods: [u32; 4] = std::array::from_fn(|axis| self.period.as_ref().and_then(|period| period.get(axis)).unwrap_or(0));
        let source = compiler.input(&self.source);
        Box::new(move |at, pieces| {
            let to_point = |at: &At<'_>, pieces: &mut Pieces| {
                let mut point = at.point;
                for (axis, way) in ways.iter().enumerate() {
                    // A period of an octave has a whole number of cells.
                    let (period, scale) = (f64::from(periods[axis]), at.octaves.scale);
                    let stretched = if period == 0.0 { 1.0 } else { (period * scale + 0.5).floor() / (period * scale) };
                    point[axis] -= way(at, pieces) / (frequency * stretched);
                }
                point
            };
            source(&at.moved(&to_point, pieces), pieces)
        })
    }
}
