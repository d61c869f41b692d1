//! Scratches: the highest of all whose middles lie in the cells around, and beyond these as well.

use lacuna::nodes::ScratchesOutput;

use crate::in_f64::hash::Hash;
use crate::in_f64::lattice::{Basis, Cell, Lattice};
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Scratches {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let scratches = Scratches {
            hash: Hash::new(self.seed),
            output: self.output,
            layers: self.layers.into(),
            length: self.length.to_f64(),
            width: self.width.to_f64(),
            angle: self.angle.to_f64().to_radians(),
            spread: self.spread.to_f64().to_radians(),
            bend: self.bend.to_f64(),
        };
        Lattice::new(Some(2), self.frequency, self.offset.as_ref()).repeating(self.period.as_ref()).seeded(self.seed).under(scratches)
    }
}

struct Scratches {
    hash: Hash,
    output: ScratchesOutput,
    layers: i64,
    length: f64,
    width: f64,
    angle: f64,
    spread: f64,
    bend: f64,
}

impl Basis for Scratches {
    fn value<const N: usize>(&self, at: &Cell, pieces: &mut Pieces) -> f64 {
        let (mut highest, mut second, mut point, mut side) = (0.0, f64::NEG_INFINITY, None, 0.0);
        for (layer, cell) in (0..self.layers).flat_map(|layer| (0..25).map(move |cell| (layer, cell))) {
            let steps = [cell % 5 - 2, cell / 5 - 2, 0, 0];
            let [x, y, ..] = at.point::<2>(steps);
            let hash = self.hash.of::<3>(&[x, y, layer, 0]);
            let random = |number: u32| self.hash.value(if number == 0 { hash } else { self.hash.more(hash, number) });
            let from = [0, 1].map(|axis| at.fraction[axis] - steps[axis] as f64 - 0.5 - random(axis as u32) / 2.0);
            let (sine, cosine) = (self.angle + self.spread / 2.0 * random(2)).sin_cos();
            // From an end to the other -1 to 1, of which the middle is moved.
            let along = (cosine * from[0] + sine * from[1]) * 2.0 / self.length;
            let line = random(3) * self.bend * self.length / 4.0 * (1.0 - along * along);
            let aside = cosine * from[1] - sine * from[0] - line;
            let height = 1.0 - along * along - aside.abs() * 2.0 / self.width;
            if height > highest {
                (second, highest, point, side) = (highest, height, Some((x, y, layer, random(4))), aside);
            } else {
                second = f64::max(second, height);
            }
        }
        // There is always one that is 0 high.
        pieces.is_near |= (highest - second.max(0.0)).abs() < 4e-6 && highest > 0.0 || second.abs() < 4e-6 && highest == 0.0;
        let Some((x, y, layer, id)) = point else {
            pieces.note(0);
            return 0.0;
        };
        [1, x, y, layer].into_iter().for_each(|number| pieces.note(number));
        pieces.border(side * 2.0 / self.width, 0.0);
        match self.output {
            ScratchesOutput::Value => highest,
            ScratchesOutput::Id => id,
            other => panic!("there is no definition of {other:?}"),
        }
    }
}
