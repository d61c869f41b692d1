//! The program during lowering: what is lowered so far, and the functions that add numbers, registers and loops. The other files of `lower/` use it.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;

use super::octaves::{KnownPowers, Power, flushed, lacunarity_powers};
use crate::error::{Error, Result};
use crate::graph::affine::{Affine, Space};
use crate::graph::colored::Colored;
use crate::graph::lattice::Lattice;
use crate::graph::lowering::{AXES, Along, Dual};
use crate::graph::{ColorChannel, Graph};
use crate::number::Number;
use crate::permutation::{HashKind, Permutation, lattice_key};
use crate::program::{
    Carried, LatticeAxis, MAX_NESTED_OCTAVES, MAX_OPERATIONS, MAX_STEPS, OctaveScalar, Operand, Operation, Register, Scalar, Values,
};

/// The limit of a program's values, so that f32, up to 3.4 * 10^38, never overflows.
pub(super) const MAX_MAGNITUDE: f64 = 1e38;

/// The square of a greater value could exceed that limit.
const GREAT: f64 = 1e19;

/// The number of octaves of a number that count as one operation.
const OCTAVES_AN_OPERATION: u32 = 16;

/// The operations of one loop body (or of the whole program), and what is already evaluated in it: nodes, by space, the directions of their derivatives and
/// the requested channel of a colour; and what nodes share, by key, space, the directions of derivatives and whether they are requested. Both also by where
/// maps place their sources.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) body: Vec<Operation>,
    pub(super) known: BTreeMap<(String, usize, Along, Option<ColorChannel>, Aside), Dual>,
    pub(super) shared: BTreeMap<(String, usize, Along, bool, Aside), Vec<Dual>>,
    /// Parts of noise, by the noise and the space.
    pub(super) parts: BTreeMap<(String, usize), Vec<Dual>>,
}

/// The axis and the distance by which maps place their sources aside of the surface.
pub(super) type Aside = Option<(usize, BigRational)>;

/// Everything that is lowered so far, and the current position of lowering.
pub(super) struct State<'a> {
    pub(super) graph: &'a Graph,
    /// The colours among the nodes.
    pub(super) colored: Colored<'a>,
    /// The requested channel of the colour being lowered, if it is one.
    pub(super) channel: Option<ColorChannel>,
    /// The name of the output being lowered.
    pub(super) output: &'a str,
    /// The named nodes of which more than the value is requested somewhere, so that a shared node is evaluated once, with everything.
    pub(super) asked: BTreeMap<String, Asked>,
    /// By the search of feature points, the outputs that nodes take of it.
    pub(super) searches: BTreeMap<String, BTreeSet<u32>>,
    pub(super) values: Values,
    pub(super) axes: Vec<LatticeAxis>,
    pub(super) terms: u32,
    pub(super) made: Made,
    /// The bound of the absolute value, by register.
    pub(super) bounds: Vec<f64>,
    /// The loops around the node being lowered, outermost first.
    pub(super) enclosing: Vec<Enclosing>,
    /// The powers of `enclosing` in its current state.
    pub(super) known: KnownPowers,
    pub(super) spaces: Vec<Space>,
    /// What is requested of the node being lowered.
    pub(super) asked_now: Asked,
    /// The directions of its derivatives.
    pub(super) along: Along,
    /// Where the next map places its source.
    pub(super) aside: Aside,
    /// The directions of the derivatives of named nodes that never follow the domain.
    pub(super) followed: BTreeMap<String, Along>,
    /// The number of nested nodes being lowered.
    pub(super) depth: usize,
    /// The number of scalars that are known to be finite.
    pub(super) finite: usize,
    /// The first place where values or derivatives of the output could be greater than [`GREAT`], and the bound there.
    pub(super) great: Option<(Register, String, f64)>,
    /// The octave of the innermost loop whose values are being bounded, and the loop's number of octaves.
    pub(super) bounded: Option<(usize, usize)>,
}

/// The used part of a program's limits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Made {
    /// Of [`MAX_OPERATIONS`].
    pub(super) operations: u32,
    /// Of [`MAX_STEPS`].
    pub(super) steps: u32,
}

/// The amount of everything that calls make. Later calls can be undone to a mark.
pub(super) struct Mark {
    operations: usize,
    registers: usize,
    scalars: usize,
    made: Made,
}

/// The part of a node's result that is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    Value,
    /// Its derivatives too, since it warps the coordinates of a node that takes some. The derivatives that it takes itself count as constant there, since
    /// there are no second derivatives.
    Warp,
    /// Its derivatives too, which are a value of the program.
    Derivatives,
}

/// A loop around the node being lowered.
pub(super) struct Enclosing {
    pub(super) octaves: u32,
    /// lacunarity^k by octave, exact.
    pub(super) powers: Vec<Power>,
    pub(super) decorrelate: bool,
}

/// Returns the error of a number from a node's keys that does not fit into an f32.
fn beyond(place: &str) -> Error {
    let problem = "a number made of the node's keys is beyond what an f32 holds, up to 3.4e38; give wider widths, and smaller scales, weights or gains";
    Error::parameter(place, problem)
}

/// Returns the error of a node that takes slopes on a surface, and whose own slope on it is asked for.
pub(super) fn turning(place: &str) -> Error {
    let problem = "this node takes slopes on a surface, and its own slope on it is asked for, too, but these turn with the surface; give the outer node `per = \"unit\"` and `method = \"difference\"`, \
                   or put the inner one into the source of the map";
    Error::parameter(place, problem)
}

impl State<'_> {
    /// Returns true if derivatives are requested.
    pub(super) fn wants_derivatives(&self) -> bool {
        self.asked_now > Asked::Value
    }

    /// Requests derivatives along `along`, and returns the previous request.
    pub(super) fn differentiate(&mut self, along: Along, place: &str) -> Result<(Asked, Along)> {
        if self.aside.is_some() {
            return Err(turning(place));
        }
        if self.asked_now == Asked::Derivatives {
            return Err(Error::parameter(
                place,
                "a derivative of a derivative is asked for, and there are only first derivatives; take this node out of the other's source, or \
                 give the other `method = \"difference\"` if it is a `normal`, a `slope` or a `derivative`",
            ));
        }
        Ok((std::mem::replace(&mut self.asked_now, Asked::Derivatives), std::mem::replace(&mut self.along, along)))
    }

    /// Restores the previous request.
    pub(super) fn ask(&mut self, before: (Asked, Along)) {
        (self.asked_now, self.along) = before;
    }

    /// Counts operations. Everything that grows as a graph unfolds is counted here before it is made.
    pub(super) fn count(&mut self, operations: usize, place: &str) -> Result<()> {
        self.made.operations = self.made.operations.saturating_add(u32::try_from(operations).unwrap_or(u32::MAX));
        if self.made.operations > MAX_OPERATIONS {
            let problem = format!(
                "here the output `{}` takes the program beyond {MAX_OPERATIONS} operations; give fewer nodes, or share them through fewer fractals, warps \
                 and transforms, each of which evaluates its source anew",
                self.output
            );
            return Err(Error::limit(place, problem));
        }
        Ok(())
    }

    /// Returns the current amounts.
    pub(super) fn mark(&self, scope: &Scope) -> Mark {
        Mark { operations: scope.body.len(), registers: self.bounds.len(), scalars: self.values.scalars.len(), made: self.made }
    }

    /// Undoes all calls since a mark.
    pub(super) fn go_back(&mut self, to: &Mark, scope: &mut Scope) {
        scope.body.truncate(to.operations);
        self.bounds.truncate(to.registers);
        self.values.scalars.truncate(to.scalars);
        self.finite = self.finite.min(to.scalars);
        self.made = to.made;
    }

    pub(super) fn push(&mut self, operation: Operation, place: &str, scope: &mut Scope) -> Result<()> {
        self.count(1, place)?;
        self.made.steps = self.made.steps.saturating_add(self.octave_count());
        if self.made.steps > MAX_STEPS {
            let problem = format!(
                "here the output `{}` takes more than {MAX_STEPS} steps a sample, those of fractals counted once an octave; give fewer octaves, or \
                 fewer nodes in fractals",
                self.output
            );
            return Err(Error::limit(place, problem));
        }
        scope.body.push(operation);
        Ok(())
    }

    /// Returns a register whose value stays within a bound. It is refused if f32 could overflow, since what follows (infinity times 0) is not a number.
    pub(super) fn register(&mut self, bound: f64, place: &str) -> Result<Register> {
        self.check_scalars(place)?;
        if bound.is_nan() {
            return Err(beyond(place));
        }
        if bound > MAX_MAGNITUDE {
            let since = match &self.great {
                Some((_, first, great)) if first != place => format!(", since values or derivatives of `{first}` could reach {great:.1e}"),
                _ => String::new(),
            };
            return Err(Error::parameter(
                place,
                format!(
                    "values could reach {bound:.1e}{since}; keep them within ±{MAX_MAGNITUDE:e} by smaller scales, offsets, weights or gains"
                ),
            ));
        }
        self.bounds.push(bound);
        let register = Register(self.bounds.len() as u32 - 1);
        if bound > GREAT && self.great.is_none() {
            self.great = Some((register, place.to_owned(), bound));
        }
        Ok(register)
    }

    /// Refuses numbers added since the last call that do not fit into an f32: the reciprocal of a tiny width is infinite, and leads to NaN.
    pub(super) fn check_scalars(&mut self, place: &str) -> Result<()> {
        let is_finite = self.values.scalars[self.finite..].iter().all(|scalar| scalar.is_finite());
        self.finite = self.values.scalars.len();
        if is_finite { Ok(()) } else { Err(beyond(place)) }
    }

    pub(super) fn scalar(&mut self, value: f64) -> Scalar {
        let value = flushed(value);
        // Equal numbers keep separate places, so that no value changes the structure.
        self.values.scalars.push(value);
        Scalar(self.values.scalars.len() as u32 - 1)
    }

    pub(super) fn number(&mut self, value: f64) -> Operand {
        Operand::Scalar(self.scalar(value))
    }

    pub(super) fn value_of(&self, operand: Operand) -> f64 {
        match operand {
            Operand::Scalar(scalar) => f64::from(self.values.scalars[scalar.0 as usize]),
            _ => 0.0,
        }
    }

    /// Adds a number that differs by octave, with one value for each octave counted over all enclosing loops.
    pub(super) fn octave_scalar(&mut self, place: &str, by_octave: impl Fn(usize) -> f64) -> Result<OctaveScalar> {
        self.count_by_octave(1, place)?;
        let numbers: Vec<f32> = (0..self.octave_count() as usize).map(|flat| flushed(by_octave(flat))).collect();
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(beyond(place));
        }
        self.values.octave_scalars.push(numbers);
        Ok(OctaveScalar(self.values.octave_scalars.len() as u32 - 1))
    }

    /// Returns the bound of an operand's absolute value.
    pub(super) fn bound(&self, operand: Operand) -> f64 {
        match operand {
            Operand::Register(register) => self.bounds[register.0 as usize],
            Operand::Scalar(scalar) => f64::from(self.values.scalars[scalar.0 as usize].abs()),
            Operand::Octave(scalar) => {
                let numbers = &self.values.octave_scalars[scalar.0 as usize];
                let of_octave = numbers.iter().enumerate().filter(|(flat, _)| self.bounded.is_none_or(|(k, count)| flat % count == k));
                of_octave.fold(0.0, |most, (_, value)| f64::from(value.abs()).max(most))
            }
        }
    }

    /// Counts operations that are made for every octave.
    pub(super) fn count_by_octave(&mut self, operations: usize, place: &str) -> Result<()> {
        self.count(operations.saturating_mul(self.octave_count().div_ceil(OCTAVES_AN_OPERATION) as usize), place)
    }

    /// Returns the number of a space; equal spaces have the same number.
    pub(super) fn space(&mut self, space: Space, place: &str) -> Result<usize> {
        self.count(1 + space.axes.iter().map(Affine::size).sum::<usize>(), place)?;
        Ok(self.spaces.iter().position(|known| *known == space).unwrap_or_else(|| {
            self.spaces.push(space);
            self.spaces.len() - 1
        }))
    }

    /// Returns the key of a lattice's hash.
    pub(super) fn key(&mut self, hash: HashKind, lattice: &Lattice<'_>) -> [u32; 2] {
        match hash {
            HashKind::Lattice => lattice_key(lattice.seed.unwrap_or(0)),
            HashKind::Table => {
                let table = Permutation::new(lattice.seed);
                let known = self.values.tables.iter().position(|other| *other == table);
                let number = known.unwrap_or_else(|| {
                    self.values.twice.push(table.twice());
                    self.values.tables.push(table);
                    self.values.tables.len() - 1
                });
                [number as u32, 0]
            }
        }
    }

    /// Returns the product of the enclosing loops' numbers of octaves.
    pub(super) fn octave_count(&self) -> u32 {
        self.enclosing.iter().map(|fractal| fractal.octaves).product()
    }

    /// Returns the octave of each enclosing loop, outermost first, from the index that counts them all.
    pub(super) fn octave_of(&self, mut flat: u32) -> Vec<u32> {
        let mut octaves: Vec<u32> = Vec::with_capacity(self.enclosing.len());
        for fractal in self.enclosing.iter().rev() {
            octaves.push(flat % fractal.octaves);
            flat /= fractal.octaves;
        }
        octaves.reverse();
        octaves
    }

    /// Enters a loop; what follows is lowered into its body.
    pub(super) fn enter(&mut self, octaves: u32, lacunarity: Number, decorrelate: bool, place: &str) -> Result<u32> {
        let all = self.octave_count().saturating_mul(octaves);
        if all > MAX_NESTED_OCTAVES {
            return Err(Error::limit(
                format!("{place}.octaves"),
                format!("{all} octaves, multiplied by those of the enclosing fractals; give at most {MAX_NESTED_OCTAVES}"),
            ));
        }
        self.values.octaves.push(octaves);
        self.known = KnownPowers::default();
        self.enclosing.push(Enclosing { octaves, powers: lacunarity_powers(lacunarity, octaves), decorrelate });
        Ok(self.values.octaves.len() as u32 - 1)
    }

    pub(super) fn leave(&mut self) {
        self.known = KnownPowers::default();
        self.enclosing.pop();
    }

    /// Returns a register that a loop carries, with its derivatives if they have a bound and are requested.
    pub(super) fn carried(&mut self, bound: f64, derivative_bound: Option<f64>, place: &str) -> Result<Dual> {
        let value = Operand::Register(self.register(bound, place)?);
        let mut derivatives = [None; AXES];
        if let Some(derivative_bound) = derivative_bound.filter(|_| self.wants_derivatives()) {
            for derivative in &mut derivatives {
                *derivative = Some(Operand::Register(self.register(derivative_bound, place)?));
            }
        }
        Ok(Dual { value, derivatives })
    }

    /// Returns what a loop carries for a register and its derivatives.
    pub(super) fn carry(&mut self, register: Dual, first: Operand, next: Dual) -> Vec<Carried> {
        let as_register = |operand| match operand {
            Operand::Register(register) => register,
            _ => unreachable!("what is carried is a register"),
        };
        let mut carried = vec![Carried { register: as_register(register.value), first, next: next.value }];
        for (derivative, next) in register.derivatives.into_iter().zip(next.derivatives) {
            if let Some(derivative) = derivative {
                let next = next.unwrap_or_else(|| self.number(0.0));
                carried.push(Carried { register: as_register(derivative), first: self.number(0.0), next });
            }
        }
        carried
    }

    /// Forgets that a value is great, since only results clamped to a smaller bound use it.
    pub(super) fn let_go(&mut self, operand: Operand) {
        self.great = self.great.take().filter(|(register, ..)| operand != Operand::Register(*register));
    }

    /// Replaces the bound of a register by a tighter one.
    pub(super) fn bound_by(&mut self, operand: Operand, bound: f64) {
        if let Operand::Register(register) = operand {
            self.bounds[register.0 as usize] = bound;
        }
    }
}
