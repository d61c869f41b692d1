//! Where a node is evaluated: each coordinate as an exact sum over the domain's axes, displaced by values.

use std::ops::Range;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::lowering::{Dual, Lowering};
use super::nodes::scale_offset::scale_offset;
use super::nodes::sine::SINE;
use crate::error::Result;
use crate::number::{product, sum};
use crate::program::Wave;

/// The coordinates that a node sees.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Space {
    pub(crate) axes: [Affine; 4],
}

/// One coordinate: a sum of terms, constants and displacements. Each is scaled by the fractals entered after it was made, of which `since` is the first.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Affine {
    pub(crate) terms: Vec<Term>,
    pub(crate) constants: Vec<(usize, BigRational)>,
    pub(crate) displaced: Vec<Displacement>,
    /// What derivatives follow in place of the terms' axes, where that is the coordinates that a node sees.
    pub(crate) seen: Option<Vec<Seen>>,
}

/// How much of a coordinate that a node sees another one is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    pub(crate) axis: u8,
    pub(crate) factor: BigRational,
    pub(crate) since: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Term {
    /// The domain axis, 0 for x to 3 for w.
    pub(crate) axis: u8,
    pub(crate) shape: Shape,
    pub(crate) factor: BigRational,
    pub(crate) since: usize,
}

/// What of a domain coordinate a term takes: a [`Wave`] whose octave is not known yet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    Linear,
    Cosine(Angle),
    Sine(Angle),
}

/// An angle in turns: a rate times the domain's coordinate, and phases, each scaled by the fractals entered after it was made and before the circle was.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Angle {
    pub(crate) rate: BigRational,
    pub(crate) since: usize,
    phases: Vec<(usize, BigRational)>,
    pub(crate) until: usize,
    /// Whether only a part of a turn is meant.
    is_an_arc: bool,
}

impl Shape {
    fn size(&self) -> usize {
        match self {
            Self::Linear => 0,
            Self::Cosine(angle) | Self::Sine(angle) => {
                words(&angle.rate) + angle.phases.iter().map(|(_, phase)| words(phase)).sum::<usize>()
            }
        }
    }

    /// The wave in an octave, of which the fractals in a range have a power of their lacunarities.
    pub(crate) fn wave(&self, mut power: impl FnMut(Range<usize>) -> BigRational) -> Wave {
        let mut parts = |angle: &Angle| {
            let phase = angle
                .phases
                .iter()
                .fold(BigRational::zero(), |all, (since, phase)| sum(&all, &product(phase, &power(*since..angle.until))));
            (product(&angle.rate, &power(angle.since..angle.until)), phase)
        };
        let (wave, angle): (fn(&BigRational, &BigRational) -> Wave, _) = match self {
            Self::Linear => return Wave::Linear,
            Self::Cosine(angle) => (Wave::cosine, angle),
            Self::Sine(angle) => (Wave::sine, angle),
        };
        let (rate, phase) = parts(angle);
        let wave = wave(&rate, &phase);
        if angle.is_an_arc { wave.of_an_arc() } else { wave }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Displacement {
    pub(crate) by: Dual,
    pub(crate) factor: BigRational,
    pub(crate) since: usize,
}

/// An exact linear map of the coordinates, row by row.
pub(crate) type Matrix = [[BigRational; 4]; 4];

impl Space {
    /// The domain itself.
    pub(crate) fn domain() -> Self {
        Self {
            axes: std::array::from_fn(|axis| Affine {
                terms: vec![Term { axis: axis as u8, shape: Shape::Linear, factor: BigRational::one(), since: 0 }],
                ..Affine::default()
            }),
        }
    }

    /// The same coordinates where derivatives follow them, whatever they are made of.
    pub(crate) fn seen(&self, since: usize) -> Self {
        let mut space = self.clone();
        for (axis, affine) in (0..).zip(&mut space.axes) {
            affine.displaced.iter_mut().for_each(|displacement| displacement.by = Dual::flat(displacement.by.value));
            affine.seen = Some(vec![Seen { axis, factor: BigRational::one(), since }]);
        }
        space
    }

    /// The coordinates after a linear map.
    pub(crate) fn mapped(&self, matrix: &Matrix) -> Self {
        Self {
            axes: std::array::from_fn(|row| {
                let mut sum = Affine::default();
                for (axis, factor) in self.axes.iter().zip(&matrix[row]) {
                    sum.add(&axis.scaled(factor));
                }
                sum
            }),
        }
    }
}

impl Affine {
    /// A constant.
    pub(crate) fn constant(value: BigRational, since: usize) -> Self {
        Self { constants: vec![(since, value)], ..Self::default() }
    }

    /// A displacement alone.
    pub(crate) fn displaced(by: Dual, factor: BigRational, since: usize) -> Self {
        Self { displaced: vec![Displacement { by, factor, since }], ..Self::default() }
    }

    /// How many operations it counts for: one a summand, and one more for every 64 bits of a factor.
    pub(crate) fn size(&self) -> usize {
        let terms = self.terms.iter().map(|term| words(&term.factor) + term.shape.size());
        let constants = self.constants.iter().map(|(_, constant)| words(constant));
        let displaced = self.displaced.iter().map(|displacement| words(&displacement.factor));
        terms.chain(constants).chain(displaced).sum()
    }

    /// This times a number.
    pub(crate) fn scaled(&self, by: &BigRational) -> Self {
        if by.is_zero() {
            return Self::default();
        }
        let mut scaled = self.clone();
        scaled.terms.iter_mut().for_each(|term| term.factor *= by);
        scaled.constants.iter_mut().for_each(|(_, constant)| *constant *= by);
        scaled.displaced.iter_mut().for_each(|displaced| displaced.factor *= by);
        scaled.seen.iter_mut().flatten().for_each(|seen| seen.factor *= by);
        scaled
    }

    /// Adds another, putting together what is alike.
    pub(crate) fn add(&mut self, other: &Self) {
        for term in &other.terms {
            let alike = |known: &&mut Term| known.axis == term.axis && known.shape == term.shape && known.since == term.since;
            match self.terms.iter_mut().find(alike) {
                Some(known) => known.factor += &term.factor,
                None => self.terms.push(term.clone()),
            }
        }
        self.terms.retain(|term| !term.factor.is_zero());
        for (since, constant) in &other.constants {
            match self.constants.iter_mut().find(|(known, _)| known == since) {
                Some((_, known)) => *known += constant,
                None => self.constants.push((*since, constant.clone())),
            }
        }
        for displacement in &other.displaced {
            match self.displaced.iter_mut().find(|known| known.by == displacement.by && known.since == displacement.since) {
                Some(known) => known.factor += &displacement.factor,
                None => self.displaced.push(displacement.clone()),
            }
        }
        self.displaced.retain(|displacement| !displacement.factor.is_zero());
        if let Some(other) = &other.seen {
            self.seen.get_or_insert_default().extend_from_slice(other);
        }
    }

    /// The domain axis, and the coordinate as an angle that comes round after so many units, where it follows one axis and nothing displaces it.
    pub(crate) fn as_angle(&self, units: &BigRational, depth: usize) -> Option<(u8, Angle)> {
        let [Term { axis, shape: Shape::Linear, factor, since }] = &self.terms[..] else { return None };
        let phases = self.constants.iter().map(|(since, constant)| (*since, constant / units)).collect();
        (self.displaced.is_empty() && self.seen.is_none())
            .then(|| (*axis, Angle { rate: factor / units, since: *since, phases, until: depth, is_an_arc: false }))
    }
}

/// How long a number is: 1, and 1 more for every 64 bits.
fn words(number: &BigRational) -> usize {
    1 + ((number.numer().bits() + number.denom().bits()) / 64) as usize
}

/// The cosine and sine of a coordinate that comes round after so many units: exact tables where it follows one axis of the domain, values where not.
pub(crate) fn circle(at: &mut dyn Lowering, affine: &Affine, units: &BigRational) -> Result<[Affine; 2]> {
    circle_or_arc(at, affine, units, false)
}

/// The same, of a coordinate that is meant to go from pole to pole, through so many units, which are half a turn.
pub(crate) fn arc(at: &mut dyn Lowering, affine: &Affine, units: &BigRational) -> Result<[Affine; 2]> {
    circle_or_arc(at, affine, &(units * BigInt::from(2)), true)
}

fn circle_or_arc(at: &mut dyn Lowering, affine: &Affine, units: &BigRational, is_an_arc: bool) -> Result<[Affine; 2]> {
    let depth = at.depth();
    if let Some((axis, angle)) = affine.as_angle(units, depth) {
        let angle = Angle { is_an_arc, ..angle };
        let term = |shape| Affine { terms: vec![Term { axis, shape, factor: BigRational::one(), since: depth }], ..Affine::default() };
        return Ok([term(Shape::Cosine(angle.clone())), term(Shape::Sine(angle))]);
    }
    let turns = at.plain_coordinate(&affine.scaled(&units.recip()))?;
    let ahead = scale_offset(at, turns, 1.0, 0.25)?;
    let cosine = at.call(&SINE, &[ahead])?;
    let sine = at.call(&SINE, &[turns])?;
    Ok([cosine, sine].map(|value| Affine::displaced(value, BigRational::one(), depth)))
}
