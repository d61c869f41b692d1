//! The Euclidean distance to the outline of a shape, below 0 inside. For a shape with corners it is the least distance to any side, and a ray that crosses the
//! sides an odd number of times starts inside.

use lacuna::nodes::ShapeForm;

use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Shape {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let ([cx, cy], round) = (self.centre.map(|place| place.to_f64()), self.round.to_f64());
        let radius = self.size.get(0).unwrap().to_f64();
        let height = self.size.get(1).map_or(radius, |height| height.to_f64());
        let inner = radius * self.inner.to_f64();
        let (sine, cosine) = self.rotate.to_f64().to_radians().sin_cos();
        let opening = self.opening.to_f64().to_radians();
        let (form, sides) = (self.form, f64::from(self.sides));
        let round_about = move |distance: f64, number: usize, of: f64| {
            let (sine, cosine) = (number as f64 / of * std::f64::consts::TAU).sin_cos();
            [distance * cosine, distance * sine]
        };
        let corners: Vec<[f64; 2]> = match form {
            ShapeForm::Box => vec![[radius, height], [-radius, height], [-radius, -height], [radius, -height]],
            ShapeForm::Polygon => (0..self.sides as usize).map(|number| round_about(radius, number, sides)).collect(),
            ShapeForm::Star => (0..2 * self.sides as usize)
                .map(|number| round_about(if number % 2 == 0 { radius } else { inner }, number, 2.0 * sides))
                .collect(),
            ShapeForm::Segment => vec![[-radius, 0.0], [radius, 0.0]],
            _ => vec![],
        };
        Box::new(move |at, pieces| {
            let (x, y) = (at.point[0] - cx, at.point[1] - cy);
            let [x, y] = [cosine * x + sine * y, cosine * y - sine * x];
            let out = x.hypot(y);
            let distance = match form {
                ShapeForm::Circle => {
                    pieces.is_near |= out < 1e-3;
                    out - radius
                }
                ShapeForm::Ring => {
                    pieces.is_near |= out < 1e-3;
                    pieces.larger(out - radius, inner - out)
                }
                ShapeForm::Arc => {
                    let angle = y.atan2(x);
                    pieces.is_near |= out < 1e-3;
                    pieces.border(y, 0.0);
                    let end = |sign: f64| (x - radius * (0.5 * opening).cos()).hypot(y - sign * radius * (0.5 * opening).sin());
                    if angle.abs() <= 0.5 * opening { pieces.absolute(out - radius) } else { end(1.0).min(end(-1.0)) }
                }
                _ => polyline(&corners, [x, y], pieces),
            };
            pieces.is_near |= distance.abs() < 1e-4;
            distance - round
        })
    }
}

/// Returns the signed distance to a closed polyline.
fn polyline(corners: &[[f64; 2]], [x, y]: [f64; 2], pieces: &mut Pieces) -> f64 {
    let (mut found, mut is_inside) = (vec![], false);
    for (number, a) in corners.iter().enumerate() {
        let b = corners[(number + 1) % corners.len()];
        let way = [b[0] - a[0], b[1] - a[1]];
        let along = ((x - a[0]) * way[0] + (y - a[1]) * way[1]) / (way[0] * way[0] + way[1] * way[1]);
        let nearest = [0, 1].map(|axis| a[axis] + along.clamp(0.0, 1.0) * way[axis]);
        found.push(((x - nearest[0]).hypot(y - nearest[1]), nearest));
        if (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / way[1] * way[0] {
            is_inside = !is_inside;
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (distance, [near_x, near_y]) = found[0];
    pieces.is_near |= distance < 1e-4;
    // There is a kink where two points of the line are equally near, in different directions.
    let [way_x, way_y] = [(x - near_x) / distance, (y - near_y) / distance];
    let is_elsewhere = |other: f64, place: [f64; 2]| ((x - place[0]) / other - way_x).hypot((y - place[1]) / other - way_y) > 0.05;
    pieces.is_near |= found.iter().any(|(other, place)| other - distance < 4e-5 && is_elsewhere(*other, *place));
    if is_inside { -distance } else { distance }
}
