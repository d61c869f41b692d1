//! The powers of lacunarities by octave, computed once for the enclosing loops, however many coordinates they scale.

use std::ops::Range;
use std::rc::Rc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::lacunarity::{Power, Powers, rounded_quotient};
use super::lowerer::Lowerer;

impl Lowerer<'_> {
    /// Returns the powers of a range of the enclosing fractals, the outermost of which is the first.
    pub(super) fn powers(&mut self, fractals: Range<usize>) -> Rc<Powers> {
        let key = (fractals.start, fractals.end);
        if let Some(known) = self.known_powers.powers.get(&key) {
            return known.clone();
        }
        let product = |flat| {
            let octave = self.octave_of(flat);
            let of_each = self.enclosing[fractals.clone()].iter().zip(&octave[fractals.clone()]);
            of_each.fold(Power::one(), |product, (fractal, &k)| product.times(&fractal.powers[k as usize]))
        };
        let exact: Vec<Power> = (0..self.octave_count()).map(product).collect();
        let rounded: Vec<BigRational> = exact.iter().map(Power::rounded_to_64_bits).collect();
        let as_f64 = rounded.iter().map(|power| power.to_f64().unwrap_or(f64::MAX)).collect();
        let powers = Rc::new(Powers { exact, rounded, as_f64 });
        self.known_powers.powers.insert(key, powers.clone());
        powers
    }

    /// Returns the cells of a period by octave, each the nearest whole number, if all fractals from `since` on scale it.
    pub(super) fn cells(&mut self, since: usize, period: u32) -> Rc<Vec<BigInt>> {
        if let Some(known) = self.known_powers.cells.get(&(since, period)) {
            return known.clone();
        }
        let powers = self.powers(since..self.enclosing.len());
        let cells: Vec<BigInt> = powers.exact.iter().map(|power| rounded_quotient(&(&power.numer * period), &power.denom)).collect();
        let cells = Rc::new(cells);
        self.known_powers.cells.insert((since, period), cells.clone());
        cells
    }
}
