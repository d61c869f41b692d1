//! Where a node is evaluated: each coordinate as an exact sum over the domain's axes, displaced by values.

use std::ops::Range;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::dual::Dual;
use super::octaves;
use super::term::Wave;
use crate::number::Number;

/// The coordinates that a node sees.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Space {
    pub(super) axes: [Affine; 4],
}

/// One coordinate: a sum of terms, constants and displacements. Each is scaled by the fractals entered after it was made, of which `since` is the first.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Affine {
    pub(super) terms: Vec<Term>,
    pub(super) constants: Vec<(usize, BigRational)>,
    pub(super) displaced: Vec<Displacement>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    /// The domain axis, 0 for x to 3 for w.
    pub(super) axis: u8,
    pub(super) shape: Shape,
    pub(super) factor: BigRational,
    pub(super) since: usize,
}

/// What of a domain coordinate a term takes: a [`Wave`] whose octave is not known yet.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    Linear,
    Cosine(Angle),
    Sine(Angle),
}

/// An angle in turns: a rate times the domain's coordinate, and phases, each scaled by the fractals entered after it was made and before the circle was.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Angle {
    pub(super) rate: BigRational,
    pub(super) since: usize,
    phases: Vec<(usize, BigRational)>,
    pub(super) until: usize,
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
    pub(super) fn wave(&self, power: impl Fn(Range<usize>) -> BigRational) -> Wave {
        let parts = |angle: &Angle| {
            let phase = angle.phases.iter().map(|(since, phase)| phase * power(*since..angle.until)).sum();
            (&angle.rate * power(angle.since..angle.until), phase)
        };
        match self {
            Self::Linear => Wave::Linear,
            Self::Cosine(angle) => {
                let (rate, phase) = parts(angle);
                Wave::Cosine { rate, phase }
            }
            Self::Sine(angle) => {
                let (rate, phase) = parts(angle);
                Wave::Sine { rate, phase }
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Displacement {
    pub(super) by: Dual,
    pub(super) factor: BigRational,
    pub(super) since: usize,
}

/// An exact linear map of the coordinates, row by row.
pub(super) type Matrix = [[BigRational; 4]; 4];

impl Space {
    /// The domain itself.
    pub(super) fn domain() -> Self {
        Self {
            axes: std::array::from_fn(|axis| Affine {
                terms: vec![Term { axis: axis as u8, shape: Shape::Linear, factor: BigRational::one(), since: 0 }],
                ..Affine::default()
            }),
        }
    }

    /// The coordinates after a linear map.
    pub(super) fn mapped(&self, matrix: &Matrix) -> Self {
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
    pub(super) fn constant(value: BigRational, since: usize) -> Self {
        Self { constants: vec![(since, value)], ..Self::default() }
    }

    /// A displacement alone.
    pub(super) fn displaced(by: Dual, factor: BigRational, since: usize) -> Self {
        Self { displaced: vec![Displacement { by, factor, since }], ..Self::default() }
    }

    /// How many operations it counts for: one a summand, and one more for every 64 bits of a factor.
    pub(super) fn size(&self) -> usize {
        let terms = self.terms.iter().map(|term| words(&term.factor) + term.shape.size());
        let constants = self.constants.iter().map(|(_, constant)| words(constant));
        let displaced = self.displaced.iter().map(|displacement| words(&displacement.factor));
        terms.chain(constants).chain(displaced).sum()
    }

    /// This times a number.
    pub(super) fn scaled(&self, by: &BigRational) -> Self {
        if by.is_zero() {
            return Self::default();
        }
        let mut scaled = self.clone();
        scaled.terms.iter_mut().for_each(|term| term.factor *= by);
        scaled.constants.iter_mut().for_each(|(_, constant)| *constant *= by);
        scaled.displaced.iter_mut().for_each(|displaced| displaced.factor *= by);
        scaled
    }

    /// Adds another, putting together what is alike.
    pub(super) fn add(&mut self, other: &Self) {
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
    }

    /// The domain axis, and the coordinate as an angle that comes round after so many units, where it follows one axis and nothing displaces it.
    pub(super) fn as_angle(&self, units: &BigRational, depth: usize) -> Option<(u8, Angle)> {
        let [Term { axis, shape: Shape::Linear, factor, since }] = &self.terms[..] else { return None };
        let phases = self.constants.iter().map(|(since, constant)| (*since, constant / units)).collect();
        self.displaced.is_empty().then(|| (*axis, Angle { rate: factor / units, since: *since, phases, until: depth }))
    }
}

/// The map of a [`Transform`](crate::graph::Transform): scales, then turns about x, y and z.
pub(super) fn scaled_and_rotated(scale: [BigRational; 4], degrees: [Number; 3]) -> Matrix {
    let identity = || -> Matrix { std::array::from_fn(|row| std::array::from_fn(|column| integer(i64::from(row == column)))) };
    let mut matrix = identity();
    for (axis, scale) in scale.into_iter().enumerate() {
        matrix[axis][axis] = scale;
    }
    for (axis, degrees) in degrees.into_iter().enumerate() {
        if degrees.is_zero() {
            continue;
        }
        let turns = degrees.to_ratio() / BigInt::from(360);
        let (cosine, sine) = (octaves::exact(cosine_of(&turns)), octaves::exact(sine_of(&turns)));
        let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut turn = identity();
        (turn[first][first], turn[first][second]) = (cosine.clone(), -sine.clone());
        (turn[second][first], turn[second][second]) = (sine, cosine);
        matrix = product(&turn, &matrix);
    }
    matrix
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| (0..4).fold(BigRational::zero(), |sum, k| sum + &a[row][k] * &b[k][column])))
}

/// How long a number is: 1, and 1 more for every 64 bits.
fn words(number: &BigRational) -> usize {
    1 + ((number.numer().bits() + number.denom().bits()) / 64) as usize
}

pub(super) fn integer(value: i64) -> BigRational {
    BigRational::from_integer(value.into())
}

/// The cosine of an angle in turns, exact at every quarter and the same at every turn.
pub(crate) fn cosine_of(turns: &BigRational) -> f64 {
    sine_of(&(turns + BigRational::new(1.into(), 4.into())))
}

/// The sine of an angle in turns, exact at every quarter, odd, and the same at every turn.
pub(crate) fn sine_of(turns: &BigRational) -> f64 {
    use num_traits::ToPrimitive;
    let turn = turns - turns.floor();
    // An eighth of a turn at most is left, so that what is symmetric stays so in every bit.
    let eighths = (&turn * BigInt::from(8)).floor().to_integer().to_u8().unwrap_or(0);
    let angle = |part: BigRational| part.to_f64().unwrap_or(0.0) * std::f64::consts::TAU;
    let quarter = |number: i64| BigRational::new(number.into(), 4.into());
    match eighths {
        0 => libm::sin(angle(turn)),
        1 => libm::cos(angle(quarter(1) - turn)),
        2 => libm::cos(angle(turn - quarter(1))),
        3 => libm::sin(angle(quarter(2) - turn)),
        4 => -libm::sin(angle(turn - quarter(2))),
        5 => -libm::cos(angle(quarter(3) - turn)),
        6 => -libm::cos(angle(turn - quarter(3))),
        _ => -libm::sin(angle(integer(1) - turn)),
    }
}
