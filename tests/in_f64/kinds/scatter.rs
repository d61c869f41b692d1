//! Copies of a source in the cells of a lattice, each with its own rotation and size.

use std::f64::consts::TAU;

use lacuna::Input;
use lacuna::nodes::{ScatterCombine, ScatterOutput};

use crate::in_f64::hash::Hash;
use crate::in_f64::lattice::Lattice;
use crate::in_f64::{At, Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Scatter {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let lattice = Lattice::new(Some(2), self.frequency, self.offset.as_ref()).repeating(self.period.as_ref()).seeded(self.seed);
        let hash = Hash::new(self.seed);
        let (jitter, background) = (self.jitter.to_f64(), self.background.to_f64());
        let (sizes, angles) = (self.scale.map(|size| size.to_f64()), self.rotate.map(|angle| angle.to_f64()));
        let between = |[least, greatest]: [f64; 2], value: f64| least + (greatest - least) * (0.5 + 0.5 * value);
        let (copies, combine, output) = (self.copies, self.combine, self.output);
        let always = matches!(self.density, Input::Number(_));
        let (source, density) = (compiler.input(&self.source), compiler.input(&self.density));
        Box::new(move |at, pieces| {
            let cell = lattice.cell::<2>(0.0, at);
            let cells_a_unit: [f64; 2] = std::array::from_fn(|axis| lattice.cells_a_unit(axis, at.octaves.scale));
            let (mut sum, mut seen) = (background, [0.0; 3]);
            let mut best = match combine {
                ScatterCombine::Max => background,
                ScatterCombine::Min => -background,
                _ => f64::NEG_INFINITY,
            };
            for number in 0..49 * i64::from(copies) {
                let (steps, copy) = (number / i64::from(copies), number % i64::from(copies));
                let steps = [steps % 7 - 3, steps / 7 - 3, copy, 0];
                let mut place = cell.point::<2>(steps);
                place[2] = copy;
                let point = hash.of::<3>(&place);
                let random = |number| hash.value(hash.more(point, number));
                let way: [f64; 2] =
                    std::array::from_fn(|axis| steps[axis] as f64 + 0.5 + 0.5 * jitter * random(axis as u32 + 1) - cell.fraction[axis]);
                let (size, turned) = (between(sizes, random(3)), between(angles, random(4)) / 360.0 * TAU);
                let u = -(turned.cos() * way[0] + turned.sin() * way[1]) / size;
                let v = (turned.sin() * way[0] - turned.cos() * way[1]) / size;
                if u.abs().max(v.abs()) > 0.6 {
                    continue;
                }
                // There are pieces where a copy covers the sample, and where it is visible above the others.
                if !pieces.above(0.5, u.abs().max(v.abs())) {
                    continue;
                }
                let there = if always {
                    density(at, pieces)
                } else {
                    let middle = |at: &At<'_>, _: &mut Pieces| {
                        let mut point = at.point;
                        (0..2).for_each(|axis| point[axis] += way[axis] / cells_a_unit[axis]);
                        point
                    };
                    density(&at.moved(&middle, pieces), pieces)
                };
                let chance = 0.5 + 0.5 * random(5);
                pieces.is_near |= (there - chance).abs() < 4e-6;
                if chance >= there {
                    continue;
                }
                let id = random(6);
                let own = |at: &At<'_>, _: &mut Pieces| [u, v, id, at.point[3]];
                let value = source(&at.moved(&own, pieces), pieces);
                let rank = match combine {
                    ScatterCombine::Max => value,
                    ScatterCombine::Min => -value,
                    _ => id,
                };
                if combine == ScatterCombine::Add {
                    sum += value;
                }
                let is_shown = matches!(combine, ScatterCombine::Max | ScatterCombine::Min) || pieces.above(value, background);
                if is_shown && pieces.above(rank, best) {
                    (best, seen) = (rank, [id, u, v]);
                    if combine != ScatterCombine::Add {
                        sum = value;
                    }
                }
            }
            match output {
                ScatterOutput::Value => sum,
                ScatterOutput::Id => seen[0],
                ScatterOutput::U => seen[1],
                ScatterOutput::V => seen[2],
                other => panic!("there is no definition of {other:?}"),
            }
        })
    }
}
