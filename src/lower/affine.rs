//! Coordinates of a node: each is an exact sum over the domain's axes, warped by values.

use std::ops::Range;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::dual::Dual;
use crate::number::{product, sum};
use crate::program::Wave;

/// The coordinates at which a node is evaluated.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Space {
    pub(crate) axes: [Affine; 4],
}

/// One coordinate: a sum of terms, constants and displacements. Each summand is scaled by the fractals entered after it was made; `since` is the index of the
/// first of these.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Affine {
    pub(crate) terms: Vec<Term>,
    pub(crate) constants: Vec<(usize, BigRational)>,
    pub(crate) displaced: Vec<Displacement>,
    /// The coordinates that derivatives follow instead of the terms' axes, where they follow the coordinates of a node.
    pub(crate) seen: Option<Vec<Seen>>,
}

/// The share of one of the node's coordinates in this coordinate.
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

/// The function of a domain coordinate in a term: a [`Wave`] whose octave is not known yet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    Linear,
    Cosine(Angle),
    Sine(Angle),
}

/// An angle in turns: a rate times the domain's coordinate, plus phases. Each is scaled by the fractals entered after it was made and before the circle was.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Angle {
    pub(crate) rate: BigRational,
    pub(crate) since: usize,
    pub(super) phases: Vec<(usize, BigRational)>,
    pub(crate) until: usize,
    /// True if the angle covers only a part of a turn.
    pub(super) is_an_arc: bool,
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

    /// Returns the wave in an octave. `power` gives the product of the lacunarities' powers in that octave over a range of fractals.
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

    /// Returns the same coordinates, with derivatives that follow them, whatever they consist of.
    pub(crate) fn seen(&self, since: usize) -> Self {
        let mut space = self.clone();
        for (axis, affine) in (0..).zip(&mut space.axes) {
            affine.displaced.iter_mut().for_each(|displacement| displacement.by = Dual::flat(displacement.by.value));
            affine.seen = Some(vec![Seen { axis, factor: BigRational::one(), since }]);
        }
        space
    }

    /// Returns the coordinates after a linear map.
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
    pub(crate) fn constant(value: BigRational, since: usize) -> Self {
        Self { constants: vec![(since, value)], ..Self::default() }
    }

    /// Returns a displacement alone.
    pub(crate) fn displaced(by: Dual, factor: BigRational, since: usize) -> Self {
        Self { displaced: vec![Displacement { by, factor, since }], ..Self::default() }
    }

    /// Returns the number of operations that the coordinate counts for: one for each summand, and one more for every 64 bits of a factor.
    pub(crate) fn size(&self) -> usize {
        let terms = self.terms.iter().map(|term| words(&term.factor) + term.shape.size());
        let constants = self.constants.iter().map(|(_, constant)| words(constant));
        let displaced = self.displaced.iter().map(|displacement| words(&displacement.factor));
        terms.chain(constants).chain(displaced).sum()
    }

    /// Returns the coordinate times a number.
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

    /// Adds another coordinate and merges like summands.
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

    /// Returns the domain axis, and the coordinate as an angle that repeats after `units`, if the coordinate follows one axis and nothing displaces it.
    pub(crate) fn as_angle(&self, units: &BigRational, depth: usize) -> Option<(u8, Angle)> {
        let [Term { axis, shape: Shape::Linear, factor, since }] = &self.terms[..] else { return None };
        let phases = self.constants.iter().map(|(since, constant)| (*since, constant / units)).collect();
        (self.displaced.is_empty() && self.seen.is_none())
            .then(|| (*axis, Angle { rate: factor / units, since: *since, phases, until: depth, is_an_arc: false }))
    }
}

/// Returns the length of a number: 1, and 1 more for every 64 bits.
fn words(number: &BigRational) -> usize {
    1 + ((number.numer().bits() + number.denom().bits()) / 64) as usize
}
