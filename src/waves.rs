//! Samples along an axis as exact ratios, and the values of waves at them: the sines of coordinates on circles.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use crate::domain::{Axis, Domain, Tile};
use crate::error::Result;
use crate::number::Number;
use crate::program::{Wave, Whole, quarter};
use crate::storage::room;

pub(crate) const UNBOUNDED: &str = "integers without bounds hold every number";

/// Samples of an axis: `count` of the `samples` between two ends, from `origin` on.
pub(crate) struct Along {
    pub(crate) ends: [Number; 2],
    pub(crate) samples: u32,
    pub(crate) origin: u32,
    pub(crate) count: usize,
}

/// Samples of an axis in units of half their distance, over a common divisor.
pub(crate) struct Halves<I> {
    pub(crate) start: I,
    pub(crate) extent: I,
    pub(crate) below: I,
}

impl Along {
    pub(crate) fn halves<I: Whole>(&self) -> Option<Halves<I>> {
        let exponent = self.ends[0].exponent().min(self.ends[1].exponent()).min(0);
        let [start, end] = self.ends.map(|at| at.aligned::<I>(exponent));
        let (start, halves) = (start?, I::from(2 * u64::from(self.samples)));
        let extent = end?.checked_sub(&start)?;
        let below = Number::ONE.aligned::<I>(exponent)?.checked_mul(&halves)?;
        Some(Halves { start: start.checked_mul(&halves)?, extent, below })
    }
}

/// Returns the points of a tile.
pub(crate) fn of_tile(points: &[[Number; 4]], tile: Tile) -> &[[Number; 4]] {
    &points[tile.origin[0] as usize..][..tile.size[0] as usize]
}

/// The values of waves at the samples of a tile. Most octaves and terms share them.
pub(crate) struct Waves<'a> {
    pub(crate) domain: &'a Domain,
    pub(crate) tile: Tile,
    /// By the domain's axis and the wave. A circle inside of fractals is a different wave in each octave.
    known: HashMap<(usize, &'a Wave), Vec<f64>>,
}

impl<'a> Waves<'a> {
    pub(crate) fn new(domain: &'a Domain, tile: Tile) -> Self {
        Self { domain, tile, known: HashMap::new() }
    }

    /// Returns the values of a wave along an axis of the domain.
    pub(crate) fn of(&mut self, wave: &'a Wave, axis: usize) -> Result<&[f64]> {
        if !self.known.contains_key(&(axis, wave)) {
            let values = self.values(wave, axis)?;
            self.known.insert((axis, wave), values);
        }
        Ok(&self.known[&(axis, wave)])
    }

    fn values(&self, wave: &Wave, axis: usize) -> Result<Vec<f64>> {
        let values = |count: usize| room(count, "tables", "evaluate smaller tiles");
        Ok(match self.domain {
            Domain::Grid(grid) => match grid.axes()[axis] {
                Axis::Constant(at) => vec![wave.at(at)],
                Axis::Extent { start, end, samples } => {
                    let (origin, count) = (self.tile.origin[axis], self.tile.size[axis] as usize);
                    let along = Along { ends: [start, end], samples, origin, count };
                    let mut values = values(count)?;
                    wave.along::<i128>(&along, &mut values).or_else(|| wave.along::<BigInt>(&along, &mut values)).expect(UNBOUNDED);
                    values
                }
            },
            Domain::Points(points) => {
                let points = of_tile(points, self.tile);
                let mut values = values(points.len())?;
                values.extend(points.iter().map(|point| wave.at(point[axis])));
                values
            }
        })
    }
}

/// Returns a coordinate as a ratio.
pub(crate) fn parts<I: Whole>(at: Number) -> Option<[I; 2]> {
    let exponent = at.exponent().min(0);
    Some([at.aligned::<I>(exponent)?, Number::ONE.aligned::<I>(exponent)?])
}

impl Wave {
    /// Returns the wave at the coordinate numer / denom.
    pub(crate) fn value<I: Whole>(&self, [numer, denom]: &[I; 2]) -> Option<f64> {
        match self {
            Self::Linear => unreachable!("the coordinate itself is no f64"),
            Self::Sine(turns) => turns.sine_at(numer, denom),
        }
    }

    /// Returns the wave at a coordinate.
    fn at(&self, at: Number) -> f64 {
        let value = parts::<i128>(at).and_then(|at| self.value(&at));
        value.or_else(|| self.value(&parts::<BigInt>(at)?)).expect(UNBOUNDED)
    }

    /// Computes the wave at the samples of an axis.
    fn along<I: Whole>(&self, along: &Along, into: &mut Vec<f64>) -> Option<()> {
        into.clear();
        let Halves { start, extent, below } = along.halves::<I>()?;
        let first = 2 * u64::from(along.origin) + 1;
        let at = |index: usize| start.checked_add(&extent.checked_mul(&I::from(first + 2 * index as u64))?);
        for index in 0..along.count {
            into.push(self.value(&[at(index)?, below.clone()])?);
        }
        Some(())
    }

    /// Returns the minimum and the maximum of the wave between two coordinates.
    pub(crate) fn range(&self, ends: [Number; 2]) -> [f64; 2] {
        let [a, b] = ends.map(|end| self.at(end));
        let mut range = if a < b { [a, b] } else { [b, a] };
        let Self::Sine(turns) = self else { return range };
        if ends[0] == ends[1] {
            return range;
        }
        // A sine is 1 a quarter of a turn after every whole one, and -1 half a turn later.
        let [a, b] = ends.map(|at| turns.at(&at.to_ratio()) - quarter());
        let (first, last) = if a < b { (a, b) } else { (b, a) };
        let comes_by = |part: BigRational| (&last - &part).floor() >= (&first - part).ceil();
        if comes_by(quarter() + quarter()) {
            range[0] = -1.0;
        }
        if comes_by(BigRational::zero()) {
            range[1] = 1.0;
        }
        range
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::exact;
    use crate::program::TermOctave;

    fn ratio(numer: i64, denom: u64) -> BigRational {
        BigRational::new(numer.into(), denom.into())
    }

    #[test]
    fn a_wave_is_bounded_by_what_it_comes_by_between_its_ends() {
        let quarters = |from: i64, to: i64, rate: i64, phase: i64| {
            let (rate, phase) = (ratio(rate, 8), ratio(phase, 8));
            let ends = [Number::from(from), Number::from(to)];
            let [cosine, sine] = [Wave::cosine(&rate, &phase), Wave::sine(&rate, &phase)];
            // To fifteen decimal places, since a cosine and the sine of the same angle may differ in the last one.
            let places = |end: f64| libm::round(end * 1e15) / 1e15;
            [cosine.range(ends), sine.range(ends)].map(|range| range.map(places))
        };
        let eighth = libm::round(libm::cos(std::f64::consts::FRAC_PI_4) * 1e15) / 1e15;
        assert_eq!(quarters(2, 6, 1, 0), [[-1.0, 0.0], [-1.0, 1.0]], "from a quarter of a turn to three");
        assert_eq!(quarters(2, 6, -1, 0), [[-1.0, 0.0], [-1.0, 1.0]], "backwards");
        assert_eq!(quarters(1, 2, 1, 0), [[0.0, eighth], [eighth, 1.0]]);
        assert_eq!(quarters(-1, 1, 1, 0), [[eighth, 1.0], [-eighth, eighth]]);
        assert_eq!(quarters(3, 3, 1, 0), [[-eighth, -eighth], [eighth, eighth]], "a single place");
        assert_eq!(quarters(0, 1, 1, 3), [[-1.0, -eighth], [0.0, eighth]]);
        assert_eq!(quarters(-100, 100, 1, 3), [[-1.0, 1.0], [-1.0, 1.0]]);
    }

    #[test]
    fn usual_circles_are_computed_in_narrow_integers() {
        let (rate, phase, radius) = (ratio(1, 8), ratio(3, 16), exact(8.0 / std::f64::consts::TAU) * ratio(17, 20));
        let octave = TermOctave::new(Wave::cosine(&rate, &phase), &radius, &ratio(1, 7), 0);
        let at = parts::<i128>("7.654321".parse().unwrap()).unwrap();
        let value = octave.wave.value(&at).unwrap();
        assert!(octave.of_wave::<i128>(value).is_some());
        let ends = ["-0.125", "17.3"].map(|end| end.parse().unwrap());
        let along = Along { ends, samples: 1 << 20, origin: 8000, count: 3 };
        let (mut narrow, mut exact) = (vec![], vec![]);
        octave.wave.along::<i128>(&along, &mut narrow).unwrap();
        octave.wave.along::<BigInt>(&along, &mut exact).unwrap();
        assert_eq!(narrow, exact);
    }
}
