//! Lattice noise and coordinates as values: their lattice axes, in every octave, and their derivatives along the axes of the domain.

use std::ops::Range;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::affine::{Affine, Shape, Space, Term};
use super::derivation::no_steeper;
use super::dual::{AXES, Along, Dual};
use super::functions::{ADD, MULTIPLY, POSITION};
use super::lacunarity::octave_period;
use super::lattice::{Lattice, Noise};
use super::lowerer::{Asked, Lowerer};
use crate::error::Result;
use crate::number::{exact, product, sum};
use crate::program::{AxisValues, Basis, LatticeAxis, OctaveScalar, Operand, Operation, Scalar, TermOctave, TermValues};
use crate::seeding::{HashKind, octave_offset};

impl Lowerer<'_> {
    /// Returns noise over a lattice, at the node's coordinates.
    pub(crate) fn noise(&mut self, noise: &Noise<'_>) -> Result<Dual> {
        let lattice = &noise.lattice;
        let basis = Basis::new(noise.function, lattice.hash, noise.options);
        let scalars: Vec<Scalar> = noise.scalars.iter().map(|&scalar| self.scalar(scalar)).collect();
        let dimensions = usize::from(basis.dimensions());
        let plain: Vec<Affine> = self.spaces[self.space].axes[..dimensions].to_vec();
        let first = self.axes.len() as u32;
        let unskew = exact(noise.unskew);
        for (number, affine) in plain.iter().enumerate() {
            let offsets = Offsets { own: Some(number), sum: -&unskew, dimensions };
            self.lattice_axis(affine, lattice, number, &offsets, 31)?;
        }
        if basis.function.is_skewed() {
            let offsets = Offsets { own: None, sum: unskew, dimensions };
            self.lattice_axis(&skew_of(&plain, &offsets.sum), lattice, dimensions, &offsets, 31)?;
        }
        let key = self.key(basis.hash, lattice);
        self.values.keys.push(key);
        let index = self.values.keys.len() as u32 - 1;
        let result = self.register(noise.bound)?;
        self.push(Operation::Basis { basis, index, axis: first, scalars: scalars.clone(), result })?;
        let mut derivatives = [None; AXES];
        if self.wants_derivatives() && noise.steepest > 0.0 {
            let mut results = Vec::new();
            for _ in 0..dimensions {
                results.push(self.register(noise.steepest)?);
            }
            self.push(Operation::Derivatives { basis, index, axis: first, scalars, results: results.clone() })?;
            for (number, (affine, along)) in plain.iter().zip(results).enumerate() {
                self.chain(affine, Operand::Register(along), (lattice, number), &mut derivatives)?;
            }
        }
        Ok(Dual { value: Operand::Register(result), derivatives })
    }

    /// Returns the `count` values of the `_slope` function of noise, without derivatives, each within the noise's bound. Its coordinates are `values`, preceded by
    /// as many of the node's coordinates as the function then still takes.
    pub(crate) fn noise_parts(&mut self, noise: &Noise<'_>, values: &[Dual], count: usize) -> Result<Vec<Dual>> {
        let known = values.is_empty().then(|| (format!("{noise:?}"), self.space));
        if let Some(parts) = known.as_ref().and_then(|known| self.scope.parts.get(known)) {
            return Ok(parts.clone());
        }
        let lattice = &noise.lattice;
        let basis = Basis::new(noise.function, lattice.hash, noise.options);
        let scalars: Vec<Scalar> = noise.scalars.iter().map(|&scalar| self.scalar(scalar)).collect();
        let dimensions = usize::from(basis.dimensions()) - values.len();
        let plain: Vec<Affine> = self.spaces[self.space].axes[..dimensions].to_vec();
        let first = self.axes.len() as u32;
        for (number, affine) in plain.iter().enumerate() {
            let offsets = Offsets { own: Some(number), sum: BigRational::zero(), dimensions };
            self.lattice_axis(affine, lattice, number, &offsets, 31)?;
        }
        for value in values {
            let affine = Affine::displaced(*value, BigRational::one(), self.enclosing.len());
            let offsets = Offsets { own: None, sum: BigRational::zero(), dimensions: 0 };
            self.lattice_axis(&affine, &Lattice::PLAIN, 0, &offsets, 31)?;
        }
        let key = self.key(basis.hash, lattice);
        self.values.keys.push(key);
        let index = self.values.keys.len() as u32 - 1;
        let mut results = Vec::new();
        for _ in 0..count {
            results.push(self.register(noise.bound)?);
        }
        self.push(Operation::Derivatives { basis, index, axis: first, scalars, results: results.clone() })?;
        let parts: Vec<Dual> = results.into_iter().map(|result| Dual::flat(Operand::Register(result))).collect();
        self.scope.parts.extend(known.map(|known| (known, parts.clone())));
        Ok(parts)
    }

    /// Returns the width of a lattice cell on an axis, in units of the node's space. With a period it makes the cells of each octave whole.
    pub(crate) fn units_of_cell(&mut self, lattice: &Lattice<'_>, number: usize) -> Result<Operand> {
        let since = self.spaces[self.space].axes[number].terms.first().map_or(0, |term| term.since);
        let cells = lattice.cells_a_unit(number).to_f64().unwrap_or(f64::MAX);
        let period = lattice.cells_of_period(number);
        if period == 0 || self.enclosing.is_empty() {
            return Ok(self.number(cells.recip()));
        }
        let powers = self.powers(since..self.enclosing.len());
        let of_period = self.cells(since, period);
        let units =
            self.octave_scalar(|flat| powers.as_f64[flat] * f64::from(period) / (of_period[flat].to_f64().unwrap_or(f64::MAX) * cells))?;
        Ok(Operand::Octave(units))
    }

    /// Adds the contribution of a lattice axis to the derivatives along the domain's axes, given the derivative along the lattice axis.
    fn chain(
        &mut self,
        affine: &Affine,
        along: Operand,
        (lattice, number): (&Lattice<'_>, usize),
        derivatives: &mut [Option<Operand>; AXES],
    ) -> Result<()> {
        if self.along() == Along::Object {
            // Only inside a map are there derivatives along the axes of the space.
            return Ok(());
        }
        let frequency = lattice.cells_a_unit(number);
        let period = lattice.cells_of_period(number);
        let mut add = |this: &mut Self, axis: usize, value: Dual| -> Result<()> {
            derivatives[axis] = Some(match derivatives[axis] {
                None => value.value,
                Some(known) => this.call_flat(&ADD.formula, &[known, value.value])?,
            });
            Ok(())
        };
        for seen in affine.seen.iter().flatten().filter(|seen| usize::from(seen.axis) < AXES) {
            let scale = self.rate(&(&frequency * &seen.factor), period, seen.since, 0..0)?;
            let value = self.call_flat(&MULTIPLY.formula, &[along, Operand::Octave(scale)])?;
            add(self, usize::from(seen.axis), Dual::flat(value))?;
        }
        for term in affine.terms.iter().filter(|term| affine.seen.is_none() && usize::from(term.axis) < AXES) {
            let here = self.enclosing.len();
            // d cos(a) = -sin(a) da, d sin(a) = cos(a) da.
            let turned = match &term.shape {
                Shape::Linear => None,
                Shape::Cosine(angle) => Some((Shape::Sine(angle.clone()), angle, -std::f64::consts::TAU)),
                Shape::Sine(angle) => Some((Shape::Cosine(angle.clone()), angle, std::f64::consts::TAU)),
            };
            let cells = &frequency * &term.factor;
            let value = match turned {
                None => {
                    let scale = self.rate(&cells, period, term.since, 0..0)?;
                    self.call_flat(&MULTIPLY.formula, &[along, Operand::Octave(scale)])?
                }
                Some((shape, angle, turn)) => {
                    let scale = self.rate(&(cells * &angle.rate * exact(turn)), period, term.since, angle.since..angle.until)?;
                    let value = self.call_flat(&MULTIPLY.formula, &[along, Operand::Octave(scale)])?;
                    let term = Term { axis: term.axis, shape, factor: BigRational::one(), since: here };
                    // Its own derivative is not needed.
                    let asked = std::mem::replace(&mut self.asked_now, Asked::Value);
                    let steepness = self.coordinate(&Affine { terms: vec![term], ..Affine::default() }, &Lattice::PLAIN, 0);
                    self.asked_now = asked;
                    let steepness = steepness?;
                    self.call_flat(&MULTIPLY.formula, &[value, steepness.value])?
                }
            };
            add(self, usize::from(term.axis), Dual::flat(value))?;
        }
        for displacement in &affine.displaced {
            if displacement.by.derivatives.iter().all(Option::is_none) {
                continue;
            }
            let scale = self.rate(&(&frequency * &displacement.factor), 0, displacement.since, 0..0)?;
            let value = self.call_flat(&MULTIPLY.formula, &[along, Operand::Octave(scale)])?;
            for (axis, derivative) in displacement.by.derivatives.into_iter().enumerate() {
                if let Some(derivative) = derivative {
                    let value = self.call_flat(&MULTIPLY.formula, &[value, derivative])?;
                    let value = no_steeper(self, value)?;
                    add(self, axis, Dual::flat(value))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the cells per unit of a summand of a coordinate, by octave: a number, times the powers of the fractals since the summand was made and of those
    /// inside a circle. With a period, the powers since are replaced by those that give it a whole number of cells.
    fn rate(&mut self, cells: &BigRational, period: u32, since: usize, inside: Range<usize>) -> Result<OctaveScalar> {
        let cells = cells.to_f64().unwrap_or(0.0);
        let (powers, inside) = (self.powers(since..self.enclosing.len()), self.powers(inside));
        let of_period = (period != 0).then(|| self.cells(since, period));
        self.octave_scalar(|flat| {
            let scale = match &of_period {
                None => powers.as_f64[flat],
                Some(cells) => cells[flat].to_f64().unwrap_or(f64::MAX) / f64::from(period),
            };
            cells * scale * inside.as_f64[flat]
        })
    }

    /// Adds a lattice axis over a coordinate of a space.
    fn lattice_axis(&mut self, affine: &Affine, lattice: &Lattice<'_>, number: usize, offsets: &Offsets, most_bits: u32) -> Result<()> {
        self.count_by_octave(affine.size().max(1))?;
        let nothing = Term { axis: 3, shape: Shape::Linear, factor: BigRational::zero(), since: 0 };
        let terms = if affine.terms.is_empty() { vec![nothing] } else { affine.terms.clone() };
        let frequency = lattice.cells_a_unit(number);
        let period = lattice.cells_of_period(number);
        let (around, given) = (self.enclosing.len(), offsets.given(lattice));
        let mut constants = Vec::new();
        for (since, constant) in &affine.constants {
            constants.push((self.powers(*since..around), &frequency * constant));
        }
        let mut values = Vec::new();
        for (position, term) in terms.iter().enumerate() {
            let mut octaves = Vec::new();
            let (powers, cells) = (self.powers(term.since..around), &frequency * &term.factor);
            let of_period = (period != 0).then(|| self.cells(term.since, period));
            for flat in 0..self.octave_count() as usize {
                let (factor, cells_of_period) = match &of_period {
                    None => (product(&cells, &powers.rounded[flat]), 0),
                    Some(of_period) => {
                        let factor = product(&cells, &BigRational::new(of_period[flat].clone(), period.into()));
                        (factor, octave_period(&of_period[flat], lattice.hash, &self.place)?)
                    }
                };
                let mut at = BigRational::zero();
                if position == 0 {
                    let octave = self.octave_of(flat as u32);
                    let decorrelated: Vec<u32> =
                        self.enclosing.iter().zip(&octave).filter(|(fractal, _)| fractal.decorrelate).map(|(_, &k)| k).collect();
                    at = sum(&given, &offsets.moved(lattice, &decorrelated));
                    for (powers, constant) in &constants {
                        at = sum(&at, &product(constant, &powers.rounded[flat]));
                    }
                }
                let wave = term.shape.wave(|fractals| self.powers(fractals).rounded[flat].clone());
                octaves.push(TermOctave::new(wave, &factor, &at, cells_of_period));
            }
            values.push(TermValues { octaves });
        }
        let mut displaced = Vec::new();
        for displacement in &affine.displaced {
            let scale = self.rate(&(&frequency * &displacement.factor), 0, displacement.since, 0..0)?;
            displaced.push((displacement.by.value, scale));
        }
        self.axes.push(LatticeAxis { first: self.terms, terms: terms.iter().map(|term| term.axis).collect(), displaced });
        self.terms += terms.len() as u32;
        self.values.axes.push(AxisValues::new(self.place.clone(), most_bits, values));
        Ok(())
    }

    /// Returns a coordinate as a value, with the frequency and offset of a lattice on the lattice's axis `number`.
    pub(crate) fn coordinate(&mut self, affine: &Affine, lattice: &Lattice<'_>, number: usize) -> Result<Dual> {
        let first = self.axes.len() as u32;
        // A coordinate is the same in every octave but for the fractals' scales: decorrelation does not move it.
        let decorrelated: Vec<bool> = self.enclosing.iter_mut().map(|around| std::mem::take(&mut around.decorrelate)).collect();
        let offsets = Offsets { own: Some(number), sum: BigRational::zero(), dimensions: 0 };
        let made = self.lattice_axis(affine, lattice, number, &offsets, 23);
        for (around, decorrelate) in self.enclosing.iter_mut().zip(decorrelated) {
            around.decorrelate = decorrelate;
        }
        made?;
        self.values.keys.push([0, 0]);
        let index = self.values.keys.len() as u32 - 1;
        let farthest = self.farthest(affine, lattice);
        let result = self.register(farthest)?;
        self.push(Operation::Basis { basis: Basis::new(POSITION, HashKind::Lattice, &[]), index, axis: first, scalars: vec![], result })?;
        let mut derivatives = [None; AXES];
        if self.wants_derivatives() {
            let one = self.number(1.0);
            self.chain(affine, one, (lattice, number), &mut derivatives)?;
        }
        Ok(Dual { value: Operand::Register(result), derivatives })
    }

    /// Returns a coordinate as a value, without frequency and offset.
    pub(crate) fn plain_coordinate(&mut self, affine: &Affine) -> Result<Dual> {
        self.coordinate(affine, &Lattice::PLAIN, 0)
    }

    /// Returns the coordinates displaced along each axis by a number of cells of a lattice, times a factor.
    pub(crate) fn displaced_in_cells(&mut self, lattice: &Lattice<'_>, ways: &[Dual], factor: &BigRational) -> Result<Space> {
        let mut by = [None; 4];
        for (axis, way) in ways.iter().enumerate() {
            let units = Dual::flat(self.units_of_cell(lattice, axis)?);
            by[axis] = Some(self.call(&MULTIPLY, &[*way, units])?);
        }
        Ok(self.displaced(&by, factor, self.depth()))
    }

    /// Returns the coordinates displaced by values, each times a factor.
    pub(crate) fn displaced(&self, by: &[Option<Dual>; 4], factor: &BigRational, since: usize) -> Space {
        let mut space = self.space();
        for (axis, by) in space.axes.iter_mut().zip(by) {
            if let Some(by) = by {
                axis.add(&Affine::displaced(*by, factor.clone(), since));
            }
        }
        space
    }

    /// Returns the bound of a coordinate as a value; for a sum of circles alone, the sum of their radii.
    fn farthest(&mut self, affine: &Affine, lattice: &Lattice<'_>) -> f64 {
        let most = f64::from(1 << 24);
        let is_round = affine.displaced.is_empty() && affine.terms.iter().all(|term| term.shape != Shape::Linear);
        if !is_round || lattice.offset.is_some() {
            return most;
        }
        let around = self.enclosing.len();
        let parts =
            affine.terms.iter().map(|term| (term.since, &term.factor)).chain(affine.constants.iter().map(|(since, part)| (*since, part)));
        let mut sum = 0.0;
        for (since, factor) in parts {
            let powers = self.powers(since..around);
            let largest = powers.as_f64.iter().fold(0.0_f64, |largest, power| largest.max(*power));
            sum += (lattice.cells_a_unit(0) * factor).to_f64().unwrap_or(most).abs() * largest;
        }
        // A little more, to allow for rounding.
        (sum * 1.000_001 + 1e-6).min(most)
    }
}

/// The offsets of a lattice that are added to a lattice axis. They are offsets on the skewed lattice, which consist of a coordinate and the skew.
struct Offsets {
    /// The axis whose offset is added.
    own: Option<usize>,
    /// The factor of the sum of the offsets on all axes, and the number of these axes.
    sum: BigRational,
    dimensions: usize,
}

impl Offsets {
    /// Returns the offset that is the same in every octave.
    fn given(&self, lattice: &Lattice<'_>) -> BigRational {
        self.of(|axis| lattice.offset_along(axis))
    }

    /// Returns the additional offset in an octave of a fractal that decorrelates.
    fn moved(&self, lattice: &Lattice<'_>, octave: &[u32]) -> BigRational {
        self.of(|axis| BigRational::new(octave_offset(lattice.seed.unwrap_or(0), octave, axis).into(), BigInt::one() << 32))
    }

    fn of(&self, offset: impl Fn(usize) -> BigRational) -> BigRational {
        let own = self.own.map_or_else(BigRational::zero, &offset);
        if self.sum.is_zero() { own } else { own + &self.sum * (0..self.dimensions).map(offset).sum::<BigRational>() }
    }
}

/// Returns the skew of a lattice whose points lie at their coordinates minus `unskew` times their sum: the multiple of the coordinates' sum that, added to
/// each coordinate, inverts this.
fn skew_of(axes: &[Affine], unskew: &BigRational) -> Affine {
    let mut sum = Affine::default();
    axes.iter().for_each(|axis| sum.add(axis));
    sum.scaled(&(unskew / (BigRational::one() - unskew * BigRational::from_integer(axes.len().into()))))
}
