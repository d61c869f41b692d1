//! Cellular noise (Worley 1996): the distances to all feature points up to three cells away.

use lacuna::nodes::{CellularOutput, Metric};

use crate::in_f64::hash::{Hash, PRIMES};
use crate::in_f64::lattice::{Basis, Cell, Lattice};
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Cellular {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let lattice = Lattice::new(self.dimensions, self.frequency, self.offset.as_ref()).repeating(self.period.as_ref()).seeded(self.seed);
        let cellular = Cellular {
            hash: Hash::new(self.seed),
            metric: self.metric,
            output: self.output,
            jitter: self.jitter.to_f64(),
            smoothness: self.smoothness.to_f64(),
            near: cells_around(self.metric, lattice.dimensions()),
        };
        lattice.under(cellular)
    }
}

struct Cellular {
    hash: Hash,
    metric: Metric,
    output: CellularOutput,
    jitter: f64,
    smoothness: f64,
    /// The cells around the sample's own, each with the least distance to a feature point in it, in order of these distances.
    near: Vec<(f64, [i64; 3])>,
}

/// A feature point.
#[derive(Clone, Copy)]
struct Feature {
    /// The distance from the sample by the metric, squared for the Euclidean one.
    distance: f64,
    way: [f64; 3],
    /// The hash of its cell.
    point: u32,
    /// The steps from the sample's cell to its own.
    steps: [i64; 3],
}

impl Basis for Cellular {
    fn value<const N: usize>(&self, at: &Cell, pieces: &mut Pieces) -> f64 {
        let (first, second, third) = self.nearest::<N>(at);
        if self.output == CellularOutput::Edge {
            return self.edge::<N>(&first, at, pieces);
        }
        if self.output == CellularOutput::SmoothF1 {
            return self.smooth::<N>(&first, at, pieces);
        }
        if self.output != CellularOutput::F2 {
            self.note::<N>(&first, at, pieces);
        }
        if self.output == CellularOutput::F2 || self.output == CellularOutput::F2MinusF1 {
            self.note::<N>(&second, at, pieces);
        }
        pieces.is_near |= second.distance - first.distance < 4e-6 || third - second.distance < 4e-6;
        let distance = |to: &Feature| if self.metric == Metric::Euclidean { to.distance.sqrt() } else { to.distance };
        match self.output {
            CellularOutput::F1 => distance(&first),
            CellularOutput::F2 => distance(&second),
            CellularOutput::F2MinusF1 => distance(&second) - distance(&first),
            CellularOutput::PointX => -first.way[0],
            CellularOutput::PointY => -first.way[1],
            CellularOutput::PointZ => -first.way[2],
            CellularOutput::CellValue => self.hash.value(self.hash.more(first.point, 3)),
            other => panic!("there is no definition of {other:?}"),
        }
    }
}

impl Cellular {
    /// Returns the two nearest points and the distance to the third. The search starts with the nearest cells and ends when the others are too far away.
    fn nearest<const N: usize>(&self, at: &Cell) -> (Feature, Feature, f64) {
        let nothing = Feature { distance: f64::INFINITY, way: [0.0; 3], point: 0, steps: [0; 3] };
        let (mut first, mut second, mut third) = (nothing, nothing, f64::INFINITY);
        for (gap, steps) in &self.near {
            if *gap > third {
                break;
            }
            let found = self.feature::<N>(*steps, at);
            if found.distance < first.distance {
                (first, second, third) = (found, first, second.distance);
            } else if found.distance < second.distance {
                (second, third) = (found, second.distance);
            } else if found.distance < third {
                third = found.distance;
            }
        }
        (first, second, third)
    }

    /// Returns the smooth minimum of the smallest distance and, row by row, the distances to all points up to five cells away. The nearest point is also
    /// blended with itself. The last step adds back what that takes off.
    fn smooth<const N: usize>(&self, first: &Feature, at: &Cell, pieces: &mut Pieces) -> f64 {
        let radius = self.smoothness;
        let distance = |to: &Feature| if self.metric == Metric::Euclidean { to.distance.sqrt() } else { to.distance };
        let mut least = distance(first);
        for number in 0..11_i64.pow(N as u32) {
            let steps: [i64; 3] = std::array::from_fn(|axis| if axis < N { number / 11_i64.pow(axis as u32) % 11 - 5 } else { 0 });
            let gap = size(self.metric, steps.map(|step| (step.abs() - 1).max(0) as f64));
            if (if self.metric == Metric::Euclidean { gap.sqrt() } else { gap }) > least + radius + 1e-3 {
                continue;
            }
            let other = self.feature::<N>(steps, at);
            let one = distance(&other);
            if one < least + radius + 1e-3 {
                self.note::<N>(&other, at, pieces);
                pieces.is_near |= (one - least).abs() > radius - 1e-6;
            }
            let closeness = (1.0 - (one - least).abs() / radius).max(0.0);
            least = least.min(one) - closeness * closeness * radius / 4.0;
        }
        least + radius / 4.0
    }

    /// Returns the smallest distance from the sample to a plane half way between the nearest point and another point, over all points up to five cells away.
    fn edge<const N: usize>(&self, first: &Feature, at: &Cell, pieces: &mut Pieces) -> f64 {
        let (mut least, mut next, mut beyond) = (f64::INFINITY, f64::INFINITY, first.steps);
        for number in 0..11_i64.pow(N as u32) {
            let steps: [i64; 3] = std::array::from_fn(|axis| if axis < N { number / 11_i64.pow(axis as u32) % 11 - 5 } else { 0 });
            let gap = size(Metric::Squared, steps.map(|step| (step.abs() - 1).max(0) as f64)).sqrt();
            if steps == first.steps || gap > first.distance.sqrt() + 2.0 * next {
                continue;
            }
            let other = self.feature::<N>(steps, at);
            let across: [f64; 3] = std::array::from_fn(|axis| other.way[axis] - first.way[axis]);
            let apart = size(Metric::Squared, across).sqrt();
            let along: f64 = (0..N).map(|axis| across[axis] * (other.way[axis] + first.way[axis])).sum();
            let distance = 0.5 * along / apart;
            // In f32 the direction from one point to the other is lost.
            pieces.is_near |= apart < 0.1 && distance < next + 0.01;
            if distance < least {
                (least, next, beyond) = (distance, least, steps);
            } else {
                next = next.min(distance);
            }
        }
        self.note::<N>(first, at, pieces);
        (0..N).for_each(|axis| pieces.note(at.cell[axis] + beyond[axis]));
        pieces.is_near |= least < 4e-6 || next - least < 4e-6;
        least
    }

    /// Returns the feature point of a cell.
    fn feature<const N: usize>(&self, steps: [i64; 3], at: &Cell) -> Feature {
        let point = self.hash.of::<N>(&at.point::<N>([steps[0], steps[1], steps[2], 0]));
        let bits = [point & 0xffff, point >> 16, point.wrapping_mul(PRIMES[2]) >> 16];
        let mut way = [0.0; 3];
        for axis in 0..N {
            way[axis] = steps[axis] as f64 + 0.5 + self.jitter * ((f64::from(bits[axis]) + 0.5) / 65_536.0 - 0.5) - at.fraction[axis];
        }
        Feature { distance: size(self.metric, way), way, point, steps }
    }

    /// Notes the cell of a feature point, and the side of each kink of its distance on which the sample lies.
    fn note<const N: usize>(&self, feature: &Feature, at: &Cell, pieces: &mut Pieces) {
        let way = &feature.way;
        (0..N).for_each(|axis| pieces.note(at.cell[axis] + feature.steps[axis]));
        match self.metric {
            Metric::Manhattan => way[..N].iter().for_each(|part| pieces.border(*part, 0.0)),
            Metric::Chebyshev => {
                for axis in 0..N {
                    pieces.border(way[axis], 0.0);
                    way[..axis].iter().for_each(|other| pieces.border(way[axis].abs(), other.abs()));
                }
            }
            Metric::Euclidean => pieces.is_near |= size(Metric::Squared, *way) < 1e-6,
            Metric::Squared => {}
            other => panic!("there is no definition of {other:?}"),
        }
    }
}

/// Returns the length of a vector by a metric, squared for the Euclidean one.
fn size(metric: Metric, way: [f64; 3]) -> f64 {
    match metric {
        Metric::Manhattan => way.iter().map(|part| part.abs()).sum(),
        Metric::Chebyshev => way.iter().fold(0.0, |most: f64, part| most.max(part.abs())),
        Metric::Euclidean | Metric::Squared => way.iter().map(|part| part * part).sum(),
        other => panic!("there is no definition of {other:?}"),
    }
}

/// Returns the cells up to three away, each with the least distance to a feature point in it, in order of these distances.
fn cells_around(metric: Metric, dimensions: usize) -> Vec<(f64, [i64; 3])> {
    let mut cells: Vec<(f64, [i64; 3])> = (0..7_i64.pow(dimensions as u32))
        .map(|number| {
            let steps: [i64; 3] = std::array::from_fn(|axis| if axis < dimensions { number / 7_i64.pow(axis as u32) % 7 - 3 } else { 0 });
            (size(metric, steps.map(|step| (step.abs() - 1).max(0) as f64)), steps)
        })
        .collect();
    cells.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    cells
}
