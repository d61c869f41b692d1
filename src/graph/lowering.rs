//! What a node asks of lowering, and what it gives: the border between the rooms of `graph/nodes/` and `lower/`, which implements [`Lowering`].

use num_rational::BigRational;

use super::affine::{Affine, Space};
use super::color::{ColorChannel, Lanes};
use super::derivation::Derivation;
use super::fractal::Octaves;
use super::interval::Interval;
use super::lattice::{Lattice, Noise};
use super::node::Input;
use crate::error::{Error, Result};
use crate::number::Number;
use crate::program::{Function, Operand};

/// The axes of the domain that derivatives follow: x, y and z.
pub(crate) const AXES: usize = 3;

/// What derivatives follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Along {
    /// The axes of the domain, per unit of it.
    Domain,
    /// The same lines on the surface that a map winds them round, per unit of that.
    Lines,
    /// There the first of them, and what is square to it.
    Square,
    /// The axes of the space in which the surface lies.
    Object,
    /// These axes, where they are what the map has made of coordinates.
    Within,
}

/// A value, and its derivatives along the axes of the domain, or what else [`Along`] tells, where they are wanted and not 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Dual {
    pub(crate) value: Operand,
    pub(crate) derivatives: [Option<Operand>; AXES],
}

impl Dual {
    /// A value without derivatives.
    pub(crate) fn flat(value: Operand) -> Self {
        Self { value, derivatives: [None; AXES] }
    }
}

/// Where a node is lowered: its place in the graph, the coordinates that it sees, and the operations so far.
///
/// Errors name the node's place. All that a program is made of is counted, so any call may end in [`Error::Limit`](crate::Error::Limit).
pub(crate) trait Lowering {
    /// The value of an input, under the name of its key.
    fn input(&mut self, key: &str, input: &Input) -> Result<Dual>;

    /// The channel that is asked of the node where it is a colour.
    fn channel(&self) -> ColorChannel;

    /// The channels of an input.
    fn lanes(&self, input: &Input) -> Lanes;

    /// A channel of an input: a number is grey, and what has no alpha covers all.
    fn lane(&mut self, channel: ColorChannel, key: &str, input: &Input) -> Result<Dual>;

    /// The value of an input at other coordinates.
    fn input_in(&mut self, space: &Space, key: &str, input: &Input) -> Result<Dual>;

    /// The value of the node's source at coordinates that are made here, with their derivatives where the node is asked for these or the source takes
    /// some.
    fn source_in(&mut self, source: &Input, make: &mut dyn FnMut(&mut dyn Lowering) -> Result<Space>) -> Result<Dual>;

    /// The value of the node's source on a surface: at coordinates that are made here, whose derivatives follow what the surface does not change.
    fn source_on(&mut self, source: &Input, make: &mut dyn FnMut(&mut dyn Lowering) -> Result<Space>) -> Result<Dual>;

    /// The value of an input with its derivatives along something. In a node that is differentiated itself this is an error.
    fn differentiated(&mut self, key: &str, input: &Input, along: Along) -> Result<Dual>;

    /// The value of an input at coordinates, with its derivatives along them, whatever they are made of. In a node that is differentiated itself this is an error.
    fn differentiated_in(&mut self, space: &Space, key: &str, input: &Input) -> Result<Dual>;

    /// What derivatives follow here, if any are asked for.
    fn along(&self) -> Along;

    /// Tells the direction from the origin to the surface of a body, for normals in its space.
    fn stand_on(&mut self, body: String, direction: [Dual; 3]);

    /// The direction that was told of the body whose surface all of a source lies on, if there is one. A distorted one, or more than one, is an error of the
    /// node's key.
    fn stands_on(&self, key: &str, source: &Input) -> Result<Option<[Dual; 3]>>;

    /// Whether an input lies on a surface that a map makes.
    fn lies_on_surface(&self, input: &Input) -> bool;

    /// The range that an input declares.
    fn declared_range(&self, input: &Input) -> Interval;

    /// What is wrong with a key of the node.
    fn refused(&self, key: &str, problem: &str) -> Error;

    /// What no absolute value of an operand exceeds.
    fn bound(&self, operand: Operand) -> f64;

    /// A number as an operand, rounded to f32.
    fn number(&mut self, value: f64) -> Operand;

    /// The number that an operand is; 0 for what is computed.
    fn number_of(&self, operand: Operand) -> f64;

    /// A function of values, with its derivatives where they are wanted.
    fn call(&mut self, function: &Differentiable, arguments: &[Dual]) -> Result<Dual>;

    /// A function of values alone.
    fn call_flat(&mut self, formula: &Formula, arguments: &[Operand]) -> Result<Operand>;

    /// A function of values that is made of others: its value by one formula, and its derivatives, where they are wanted, by those steps.
    fn call_made_of(&mut self, formula: &Formula, arguments: &[Operand], steps: &dyn Fn(&mut dyn Lowering) -> Result<Dual>)
    -> Result<Dual>;

    /// Says that an absolute value exceeds this in no sample, where that is known better than by the formula.
    fn bound_by(&mut self, value: Operand, bound: f64);

    /// Says that nothing is made of a value but what is held within less, so that nothing great comes from it.
    fn let_go(&mut self, value: Operand);

    /// Noise over a lattice, at this node's coordinates.
    fn noise(&mut self, noise: &Noise<'_>) -> Result<Dual>;

    /// What the function with `_slope` of noise makes, so many values without derivatives, each within the noise's bound. Its coordinates are this node's, as many
    /// as are left by the values that follow them.
    fn noise_parts(&mut self, noise: &Noise<'_>, values: &[Dual], count: usize) -> Result<Vec<Dual>>;

    /// The outputs that nodes of the graph take of a search, in order.
    fn outputs_of(&self, search: &str) -> Vec<u32>;

    /// How many units of the node's space a cell of a lattice is wide on an axis.
    fn units_of_cell(&mut self, lattice: &Lattice<'_>, number: usize) -> Result<Operand>;

    /// A coordinate as a value: frequency and offset of a lattice, on the lattice's axis of this number.
    fn coordinate(&mut self, affine: &Affine, lattice: &Lattice<'_>, number: usize) -> Result<Dual>;

    /// The coordinates that the node sees.
    fn space(&self) -> Space;

    /// How many loops over octaves stand around the node.
    fn depth(&self) -> usize;

    /// A sum of octaves, each of which leaves the next as many values as `first` has, which are what the first one finds.
    fn octaves(&mut self, octaves: &Octaves<'_>, weighing: Weighing, first: &[f64], step: OctaveStep<'_>) -> Result<Dual>;

    /// A loop over octaves that carries some values, each within ± a bound, as its derivatives are.
    fn repeated(&mut self, repetition: &Repetition, body: RepeatedBody<'_>) -> Result<Vec<Dual>>;

    /// Values that nodes of one scope share: made once for a key at the same coordinates.
    fn shared(&mut self, key: String, make: &mut dyn FnMut(&mut dyn Lowering) -> Result<Vec<Dual>>) -> Result<Vec<Dual>>;
}

/// One octave of a sum: what a fractal makes the next sum of.
#[derive(Clone, Copy)]
pub(crate) struct Octave<'o> {
    /// The sum of the octaves before; 0 at first.
    pub(crate) sum: Dual,
    /// What the octave before left for this one.
    pub(crate) left: &'o [Dual],
    /// The octave's weight.
    pub(crate) weight: Dual,
    /// The source's value.
    pub(crate) value: Dual,
}

/// Makes the next sum, and what it leaves for the next octave.
pub(crate) type OctaveStep<'s> = &'s dyn Fn(&mut dyn Lowering, Octave<'_>) -> Result<(Dual, Vec<Dual>)>;

/// Makes the next values of a loop from its weight and the values so far.
pub(crate) type RepeatedBody<'s> = &'s mut dyn FnMut(&mut dyn Lowering, Dual, &[Dual]) -> Result<Vec<Dual>>;

/// A loop over octaves.
pub(crate) struct Repetition {
    pub(crate) octaves: u32,
    pub(crate) lacunarity: Number,
    /// The ratio of the weights of neighbouring octaves, of which the first is 1.
    pub(crate) gain: f64,
    /// Whether each octave sees noise of its own.
    pub(crate) decorrelate: bool,
    /// What the carried values are at first.
    pub(crate) first: Vec<Operand>,
    /// What no carried value exceeds, and none of its derivatives.
    pub(crate) bound: f64,
}

/// How octaves weigh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Weighing {
    /// As their shares of the sum, each within ±1, for sums that are linear in the weights.
    Shares,
    /// As they are given, for sums whose octaves weigh those after them.
    AsGiven,
}

/// A function of the shaders, and what bounds its values.
pub(crate) struct Formula {
    pub(crate) function: Function,
    /// What no absolute value exceeds, from the bounds of the arguments and, where these are numbers, the numbers.
    pub(crate) bound: fn(bounds: &[f64], numbers: &[f64]) -> f64,
}

/// A formula with its derivative.
pub(crate) struct Differentiable {
    pub(crate) formula: Formula,
    /// The derivative along one axis, of whose arguments some have one; none where it is 0. At a kink it is that of the side that the function takes.
    pub(crate) derivative: fn(&mut Derivation<'_>) -> Result<Option<Operand>>,
}

impl Differentiable {
    pub(crate) const fn new(
        function: Function,
        bound: fn(&[f64], &[f64]) -> f64,
        derivative: fn(&mut Derivation<'_>) -> Result<Option<Operand>>,
    ) -> Self {
        Self { formula: Formula { function, bound }, derivative }
    }
}

impl dyn Lowering + '_ {
    /// A number as a value.
    pub(crate) fn constant(&mut self, value: f64) -> Dual {
        Dual::flat(self.number(value))
    }

    /// A function of the node's source and of numbers.
    pub(crate) fn call_source(&mut self, function: &Differentiable, source: &Input, numbers: &[f64]) -> Result<Dual> {
        let mut arguments = vec![self.input("source", source)?];
        arguments.extend(numbers.iter().map(|&number| self.constant(number)));
        self.call(function, &arguments)
    }

    /// A function of the node's two inputs and of numbers.
    pub(crate) fn call_both(&mut self, function: &Differentiable, a: &Input, b: &Input, numbers: &[f64]) -> Result<Dual> {
        let mut arguments = vec![self.input("a", a)?, self.input("b", b)?];
        arguments.extend(numbers.iter().map(|&number| self.constant(number)));
        self.call(function, &arguments)
    }

    /// A coordinate as a value, without frequency and offset.
    pub(crate) fn plain_coordinate(&mut self, affine: &Affine) -> Result<Dual> {
        self.coordinate(affine, &Lattice::PLAIN, 0)
    }

    /// The derivative along an axis, which may be 0.
    pub(crate) fn derivative_or_zero(&mut self, dual: Dual, axis: usize) -> Dual {
        Dual::flat(dual.derivatives[axis].unwrap_or_else(|| self.number(0.0)))
    }

    /// What is evaluated at coordinates displaced by values, each times a factor.
    pub(crate) fn displaced(&self, by: &[Option<Dual>; 4], factor: &BigRational, since: usize) -> Space {
        let mut space = self.space();
        for (axis, by) in space.axes.iter_mut().zip(by) {
            if let Some(by) = by {
                axis.add(&Affine::displaced(*by, factor.clone(), since));
            }
        }
        space
    }
}
