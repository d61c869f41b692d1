//! Woven threads: of the two at a sample the one that lies higher is on top.

use lacuna::Number;
use lacuna::nodes::WeaveOutput;

use crate::in_f64::compiler::per_axis;
use crate::in_f64::hash::Hash;
use crate::in_f64::lattice::{Basis, Cell, Lattice};
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Weave {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let [columns, rows, ..] = per_axis(Some(&self.frequency), 1.0);
        let repeat = self.over + self.under;
        let weave = Weave {
            hash: Hash::new(self.seed),
            output: self.output,
            over: self.over.into(),
            repeat: repeat.into(),
            step: self.step.into(),
            width: self.width.to_f64(),
        };
        Lattice::new(Some(2), Number::ONE, self.offset.as_ref())
            .repeating(self.period.as_ref())
            .split([columns, rows], [1.0; 2], [f64::from(repeat); 2])
            .seeded(self.seed)
            .under(weave)
    }
}

struct Weave {
    hash: Hash,
    output: WeaveOutput,
    over: i64,
    repeat: i64,
    step: i64,
    width: f64,
}

impl Basis for Weave {
    fn value<const N: usize>(&self, at: &Cell, pieces: &mut Pieces) -> f64 {
        let [column, row, ..] = at.cell;
        let [x, y, ..] = at.fraction;
        for axis in 0..2 {
            pieces.note(at.cell[axis]);
            pieces.is_near |= at.fraction[axis].min(1.0 - at.fraction[axis]) < 4e-6;
        }
        let weft_is_over = |column: i64, row: i64| (column + self.step * row).rem_euclid(self.repeat) < self.over;
        // Where the sample lies across each, in widths, and how high it would be there.
        let across = [(x - 0.5) / self.width, (y - 0.5) / self.width];
        let levels = [[-1, 0, 1].map(|step| !weft_is_over(column, row + step)), [-1, 0, 1].map(|step| weft_is_over(column + step, row))];
        let heights = [0, 1].map(|thread| middle(levels[thread], [y, x][thread]) * (1.0 - 4.0 * across[thread].powi(2)));
        let [is_on_warp, is_on_weft] = across.map(|across| pieces.above(0.5, across.abs()));
        let is_warp = if is_on_warp && is_on_weft { pieces.above(heights[0], heights[1]) } else { is_on_warp };
        let is_on_any = is_on_warp || is_on_weft;
        let top = usize::from(!is_warp);
        match self.output {
            WeaveOutput::Height if is_on_any => heights[top],
            WeaveOutput::Height => 0.0,
            WeaveOutput::Id => {
                let thread = at.point::<2>([0; 4])[top];
                self.hash.value(self.hash.of::<3>(&[thread, i64::from(is_warp), 0, 0]))
            }
            WeaveOutput::U => [1.0, -1.0][top] * across[top].clamp(-0.5, 0.5),
            WeaveOutput::V => [y, x][top] - 0.5,
            WeaveOutput::Mask => f64::from(u8::from(is_on_any)),
            other => panic!("there is no definition of {other:?}"),
        }
    }
}

/// How high the middle of a thread lies, which passes over or under at the crossing before, here and at the next one.
fn middle(is_over: [bool; 3], along: f64) -> f64 {
    let level = |crossing: usize| if is_over[crossing] { 1.0 } else { 0.25 };
    let (first, t) = if along < 0.5 { (0, along + 0.5) } else { (1, along - 0.5) };
    level(first) + (level(first + 1) - level(first)) * (3.0 - 2.0 * t) * t * t
}
