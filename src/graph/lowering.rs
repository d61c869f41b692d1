//! The interface between nodes and lowering: `lower/` implements [`Lowering`], and the modules of `graph/nodes/` call it.

use num_rational::BigRational;

use super::affine::{Affine, Space};
use super::color::{ColorChannel, Lanes};
use super::derivation::Derivation;
use super::fractal::Octaves;
use super::interval::Interval;
use super::lattice::{Lattice, Noise};
use super::node::Input;
use super::nodes::multiply::MULTIPLY;
use crate::error::{Error, Result};
use crate::number::Number;
use crate::program::{Function, Operand};

/// The number of domain axes that have derivatives: x, y and z.
pub(crate) const AXES: usize = 3;

/// The directions that derivatives follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Along {
    /// The axes of the domain, per unit of it.
    Domain,
    /// The lines of the domain's axes on the surface that a map wraps, per unit of length there.
    Lines,
    /// On the surface, the first of these lines and the direction perpendicular to it.
    Square,
    /// The axes of the space that contains the surface.
    Object,
    /// These axes, inside the map, where the coordinates are what the map returned.
    Within,
}

/// A value, and its derivatives along the axes of the domain, or along the directions of [`Along`]; none where they are not requested or are 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Dual {
    pub(crate) value: Operand,
    pub(crate) derivatives: [Option<Operand>; AXES],
}

impl Dual {
    /// Returns a value without derivatives.
    pub(crate) fn flat(value: Operand) -> Self {
        Self { value, derivatives: [None; AXES] }
    }
}

/// The context in which a node is lowered: its place in the graph, its coordinates, and the operations so far.
///
/// Errors name the node's place. Everything that a program consists of is counted, so any call may return [`Error::Limit`](crate::Error::Limit).
pub(crate) trait Lowering {
    /// Returns the value of the input with this key.
    fn input(&mut self, key: &str, input: &Input) -> Result<Dual>;

    /// Returns the channel that is requested of the node if it is a colour.
    fn channel(&self) -> ColorChannel;

    /// Returns the channels of an input.
    fn lanes(&self, input: &Input) -> Lanes;

    /// Returns a channel of an input: a number is grey, and an input without alpha is opaque.
    fn lane(&mut self, channel: ColorChannel, key: &str, input: &Input) -> Result<Dual>;

    /// Returns the value of an input at other coordinates.
    fn input_in(&mut self, space: &Space, key: &str, input: &Input) -> Result<Dual>;

    /// Returns the value of the node's source at coordinates that `make` returns. They have derivatives if the node must return derivatives or the source
    /// uses some.
    fn source_in(&mut self, source: &Input, make: &mut dyn FnMut(&mut dyn Lowering) -> Result<Space>) -> Result<Dual>;

    /// Returns the value of the source of a map at the coordinates on a surface that `make` returns. There, derivatives follow the axes of the domain, or in
    /// object space the axes of the space that contains the surface.
    fn source_on(&mut self, source: &Input, make: &mut dyn FnMut(&mut dyn Lowering) -> Result<Space>) -> Result<Dual>;

    /// Returns the value of an input with its derivatives along `along`. Fails in a node that is itself differentiated.
    fn differentiated(&mut self, key: &str, input: &Input, along: Along) -> Result<Dual>;

    /// Returns the value of an input at coordinates, with its derivatives along them, whatever they consist of. Fails in a node that is itself differentiated.
    fn differentiated_in(&mut self, space: &Space, key: &str, input: &Input) -> Result<Dual>;

    /// Returns the directions of the derivatives, if any are requested.
    fn along(&self) -> Along;

    /// Returns the direction from the origin to the surface of the body that all of a source lies on, if there is one, with its derivatives along `along` if
    /// that is given: for [`Along::Domain`] along the node's coordinates. A distorted body, or more than one, is an error of the node's key.
    fn direction(&mut self, key: &str, source: &Input, along: Option<Along>) -> Result<Option<[Dual; 3]>>;

    /// Returns the value of an input whose maps place their sources some units aside, along an axis of the space that contains the surface.
    fn input_aside(&mut self, axis: usize, by: &BigRational, key: &str, input: &Input) -> Result<Dual>;

    /// Refuses a difference per unit of a source on a surface, if its own slope on that is asked for.
    fn refuse_on_surface(&self, source: &Input) -> Result<()>;

    /// Returns true if an input lies on a surface that a map makes.
    fn lies_on_surface(&self, input: &Input) -> bool;

    /// Returns the range that an input declares.
    fn declared_range(&self, input: &Input) -> Interval;

    /// Returns an error about a key of the node.
    fn refused(&self, key: &str, problem: &str) -> Error;

    /// Returns the bound of an operand's absolute value.
    fn bound(&self, operand: Operand) -> f64;

    /// Returns a number as an operand, rounded to f32.
    fn number(&mut self, value: f64) -> Operand;

    /// Returns the number that an operand is, or 0 if it is computed.
    fn number_of(&self, operand: Operand) -> f64;

    /// Returns a function of values, with its derivatives if they are requested.
    fn call(&mut self, function: &Differentiable, arguments: &[Dual]) -> Result<Dual>;

    /// Returns a function of values, without derivatives.
    fn call_flat(&mut self, formula: &Formula, arguments: &[Operand]) -> Result<Operand>;

    /// Returns a function of values that is composed of others: `formula` gives its value, and `steps` its derivatives if they are requested.
    fn call_made_of(&mut self, formula: &Formula, arguments: &[Operand], steps: &dyn Fn(&mut dyn Lowering) -> Result<Dual>)
    -> Result<Dual>;

    /// Replaces the bound of an absolute value where a tighter one is known than that of the formula.
    fn bound_by(&mut self, value: Operand, bound: f64);

    /// Declares that only results clamped to a smaller bound use a value, so that no large value comes from it.
    fn let_go(&mut self, value: Operand);

    /// Returns noise over a lattice, at this node's coordinates.
    fn noise(&mut self, noise: &Noise<'_>) -> Result<Dual>;

    /// Returns the `count` values of the `_slope` function of noise, without derivatives, each within the noise's bound. Its coordinates are `values`,
    /// preceded by as many of this node's coordinates as the function then still takes.
    fn noise_parts(&mut self, noise: &Noise<'_>, values: &[Dual], count: usize) -> Result<Vec<Dual>>;

    /// Returns the outputs that nodes of the graph take from a search, in order.
    fn outputs_of(&self, search: &str) -> Vec<u32>;

    /// Returns the width of a lattice cell on an axis, in units of the node's space.
    fn units_of_cell(&mut self, lattice: &Lattice<'_>, number: usize) -> Result<Operand>;

    /// Returns a coordinate as a value, with the frequency and offset of a lattice on the lattice's axis `number`.
    fn coordinate(&mut self, affine: &Affine, lattice: &Lattice<'_>, number: usize) -> Result<Dual>;

    /// Returns the coordinates of the node.
    fn space(&self) -> Space;

    /// Returns the number of loops over octaves around the node.
    fn depth(&self) -> usize;

    /// Returns a sum of octaves. Each octave passes as many values to the next as `first` has; `first` holds those that the first octave receives.
    fn octaves(&mut self, octaves: &Octaves<'_>, weighing: Weighing, first: &[f64], step: OctaveStep<'_>) -> Result<Dual>;

    /// Returns the values of a loop over octaves that carries them, each within ± a bound, as are its derivatives.
    fn repeated(&mut self, repetition: &Repetition, body: RepeatedBody<'_>) -> Result<Vec<Dual>>;

    /// Returns values that nodes of one scope share. They are made once for a key at the same coordinates.
    fn shared(&mut self, key: String, make: &mut dyn FnMut(&mut dyn Lowering) -> Result<Vec<Dual>>) -> Result<Vec<Dual>>;
}

/// One octave of a sum, from which a fractal computes the next sum.
#[derive(Clone, Copy)]
pub(crate) struct Octave<'o> {
    /// The sum of the octaves before; 0 at first.
    pub(crate) sum: Dual,
    /// The values that the octave before passed on.
    pub(crate) left: &'o [Dual],
    /// The octave's weight.
    pub(crate) weight: Dual,
    /// The source's value.
    pub(crate) value: Dual,
}

/// Returns the next sum, and the values that it passes to the next octave.
pub(crate) type OctaveStep<'s> = &'s dyn Fn(&mut dyn Lowering, Octave<'_>) -> Result<(Dual, Vec<Dual>)>;

/// Returns the next values of a loop, from its weight and the values so far.
pub(crate) type RepeatedBody<'s> = &'s mut dyn FnMut(&mut dyn Lowering, Dual, &[Dual]) -> Result<Vec<Dual>>;

/// A loop over octaves.
pub(crate) struct Repetition {
    pub(crate) octaves: u32,
    pub(crate) lacunarity: Number,
    /// The ratio of the weights of consecutive octaves; the first weight is 1.
    pub(crate) gain: f64,
    /// True if each octave sees noise of its own.
    pub(crate) decorrelate: bool,
    /// The initial values of those that the loop carries.
    pub(crate) first: Vec<Operand>,
    /// The bound of the carried values and of their derivatives.
    pub(crate) bound: f64,
}

/// The weights of octaves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Weighing {
    /// Scaled to within ±1, for sums that are linear in the weights.
    Shares,
    /// Unchanged, for sums whose octaves weight those after them.
    AsGiven,
}

/// A function of the shaders, and the bound of its values.
pub(crate) struct Formula {
    pub(crate) function: Function,
    /// Returns the bound of the absolute values, from the bounds of the arguments and the arguments themselves where they are numbers.
    pub(crate) bound: fn(bounds: &[f64], numbers: &[f64]) -> f64,
}

/// A formula with its derivative.
pub(crate) struct Differentiable {
    pub(crate) formula: Formula,
    /// Returns the derivative along one axis, along which some of the arguments have a derivative; none where it is 0. At a kink it is that of the side that
    /// the function takes.
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
    /// Returns a number as a value.
    pub(crate) fn constant(&mut self, value: f64) -> Dual {
        Dual::flat(self.number(value))
    }

    /// Returns a function of the node's source and of numbers.
    pub(crate) fn call_source(&mut self, function: &Differentiable, source: &Input, numbers: &[f64]) -> Result<Dual> {
        let mut arguments = vec![self.input("source", source)?];
        arguments.extend(numbers.iter().map(|&number| self.constant(number)));
        self.call(function, &arguments)
    }

    /// Returns a function of the node's two inputs and of numbers.
    pub(crate) fn call_both(&mut self, function: &Differentiable, a: &Input, b: &Input, numbers: &[f64]) -> Result<Dual> {
        let mut arguments = vec![self.input("a", a)?, self.input("b", b)?];
        arguments.extend(numbers.iter().map(|&number| self.constant(number)));
        self.call(function, &arguments)
    }

    /// Returns a coordinate as a value, without frequency and offset.
    pub(crate) fn plain_coordinate(&mut self, affine: &Affine) -> Result<Dual> {
        self.coordinate(affine, &Lattice::PLAIN, 0)
    }

    /// Returns the derivative along an axis, which may be 0.
    pub(crate) fn derivative_or_zero(&mut self, dual: Dual, axis: usize) -> Dual {
        Dual::flat(dual.derivatives[axis].unwrap_or_else(|| self.number(0.0)))
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
}
