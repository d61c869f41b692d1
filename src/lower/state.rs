//! A program in the making: what was lowered so far, and how numbers, registers and loops are added. The other files of `lower/` work on it.

use std::collections::{BTreeMap, BTreeSet};

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

/// What no value of a program may exceed, so that f32, up to 3.4 * 10^38, never overflows.
const MAX_MAGNITUDE: f64 = 1e38;

/// What is greater could, as a square, exceed that.
const GREAT: f64 = 1e19;

/// As many octaves of a number count as one operation.
const OCTAVES_AN_OPERATION: u32 = 16;

/// The operations of one loop body (or of the whole), and what was already evaluated in it: nodes, by space, what their derivatives
/// follow and the channel that is asked of a colour, and what nodes share, by key, space, what derivatives follow and whether they are wanted.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) body: Vec<Operation>,
    pub(super) known: BTreeMap<(String, usize, Along, Option<ColorChannel>), Dual>,
    pub(super) shared: BTreeMap<(String, usize, Along, bool), Vec<Dual>>,
    /// Parts of noise, by the noise and the space.
    pub(super) parts: BTreeMap<(String, usize), Vec<Dual>>,
    /// The directions from the origin to the surfaces of bodies, by space.
    pub(super) stands_on: BTreeMap<(String, usize), [Dual; 3]>,
}

/// What was lowered so far, and where lowering stands.
pub(super) struct State<'a> {
    pub(super) graph: &'a Graph,
    /// Which nodes are colours.
    pub(super) colored: Colored<'a>,
    /// The channel that is asked of the colour being lowered, if it is one.
    pub(super) channel: Option<ColorChannel>,
    /// The name of the output being lowered.
    pub(super) output: &'a str,
    /// The named nodes that are asked for more than their value somewhere, so that a shared one is evaluated once, with all.
    pub(super) asked: BTreeMap<String, Asked>,
    /// By the search of feature points, the outputs that nodes take of it.
    pub(super) searches: BTreeMap<String, BTreeSet<u32>>,
    pub(super) values: Values,
    pub(super) axes: Vec<LatticeAxis>,
    pub(super) terms: u32,
    pub(super) made: Made,
    /// By register, what no absolute value exceeds.
    pub(super) bounds: Vec<f64>,
    /// The loops around the node being lowered, outermost first.
    pub(super) enclosing: Vec<Enclosing>,
    /// Of `enclosing`, as it is now.
    pub(super) known: KnownPowers,
    pub(super) spaces: Vec<Space>,
    /// What the node being lowered is asked for.
    pub(super) asked_now: Asked,
    /// What its derivatives follow.
    pub(super) along: Along,
    /// What those of named nodes follow that are never asked for those along the domain.
    pub(super) followed: BTreeMap<String, Along>,
    /// How many nodes are being lowered, each inside of another.
    pub(super) depth: usize,
    /// How many of the scalars are known to be finite.
    pub(super) finite: usize,
    /// Where values or derivatives of the output first could be greater than [`GREAT`], and how great.
    pub(super) great: Option<(Register, String, f64)>,
    /// The octave of the innermost loop whose values are being bounded, and how many it has.
    pub(super) bounded: Option<(usize, usize)>,
}

/// How much of a program's limits is made.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Made {
    /// Of [`MAX_OPERATIONS`].
    pub(super) operations: u32,
    /// Of [`MAX_STEPS`].
    pub(super) steps: u32,
}

/// How much there was of all that is made by calls: those after it are taken back.
pub(super) struct Mark {
    operations: usize,
    registers: usize,
    scalars: usize,
    made: Made,
}

/// What a node is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    Value,
    /// Its derivatives too, since it bends the coordinates of a node that takes some. What it takes of derivatives itself counts as level there, for
    /// there are no second ones.
    Bend,
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

/// That a number made of a node's keys is none that an f32 holds.
fn beyond(place: &str) -> Error {
    let problem = "a number made of the node's keys is beyond what an f32 holds, up to 3.4e38; give wider widths, and smaller scales, weights or gains";
    Error::parameter(place, problem)
}

impl State<'_> {
    /// Whether derivatives are asked for.
    pub(super) fn wants_derivatives(&self) -> bool {
        self.asked_now > Asked::Value
    }

    /// Asks for derivatives along something, and gives what was asked for before.
    pub(super) fn differentiate(&mut self, along: Along, place: &str) -> Result<(Asked, Along)> {
        if self.asked_now == Asked::Derivatives {
            return Err(Error::parameter(
                place,
                "a derivative of a derivative is asked for, and there are only first derivatives; take this node out of the other's source, or \
                 give the other `method = \"difference\"` if it is a `normal` or a `slope`",
            ));
        }
        Ok((std::mem::replace(&mut self.asked_now, Asked::Derivatives), std::mem::replace(&mut self.along, along)))
    }

    /// Asks for what was asked for before.
    pub(super) fn ask(&mut self, before: (Asked, Along)) {
        (self.asked_now, self.along) = before;
    }

    /// Counts operations; all that grows with a graph's unfolding passes here before it is made.
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

    /// What there is now.
    pub(super) fn mark(&self, scope: &Scope) -> Mark {
        Mark { operations: scope.body.len(), registers: self.bounds.len(), scalars: self.values.scalars.len(), made: self.made }
    }

    /// Takes back all calls since then.
    pub(super) fn go_back(&mut self, to: &Mark, scope: &mut Scope) {
        scope.body.truncate(to.operations);
        self.bounds.truncate(to.registers);
        self.values.scalars.truncate(to.scalars);
        self.finite = self.finite.min(to.scalars);
        self.made = to.made;
    }

    /// Adds an operation to a scope.
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

    /// A register whose value stays within a bound; refused where f32 could overflow, since what follows (infinity times 0) is no number.
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

    /// Refuses numbers made since the last call that no f32 holds: the reciprocal of a tiny width is infinite, and what follows no number.
    pub(super) fn check_scalars(&mut self, place: &str) -> Result<()> {
        let is_finite = self.values.scalars[self.finite..].iter().all(|scalar| scalar.is_finite());
        self.finite = self.values.scalars.len();
        if is_finite { Ok(()) } else { Err(beyond(place)) }
    }

    pub(super) fn scalar(&mut self, value: f64) -> Scalar {
        let value = flushed(value);
        // Equal numbers keep places of their own, so that no value changes the structure.
        self.values.scalars.push(value);
        Scalar(self.values.scalars.len() as u32 - 1)
    }

    pub(super) fn number(&mut self, value: f64) -> Operand {
        Operand::Scalar(self.scalar(value))
    }

    /// The value of a number.
    pub(super) fn value_of(&self, operand: Operand) -> f64 {
        match operand {
            Operand::Scalar(scalar) => f64::from(self.values.scalars[scalar.0 as usize]),
            _ => 0.0,
        }
    }

    /// A number that differs by octave, of which there is one for each that is counted over all the loops around.
    pub(super) fn octave_scalar(&mut self, place: &str, by_octave: impl Fn(usize) -> f64) -> Result<OctaveScalar> {
        self.count_by_octave(1, place)?;
        let numbers: Vec<f32> = (0..self.octave_count() as usize).map(|flat| flushed(by_octave(flat))).collect();
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(beyond(place));
        }
        self.values.octave_scalars.push(numbers);
        Ok(OctaveScalar(self.values.octave_scalars.len() as u32 - 1))
    }

    /// What no absolute value of an operand exceeds.
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

    /// Counts what is made for every octave.
    pub(super) fn count_by_octave(&mut self, operations: usize, place: &str) -> Result<()> {
        self.count(operations.saturating_mul(self.octave_count().div_ceil(OCTAVES_AN_OPERATION) as usize), place)
    }

    /// The number of a space, the same for the same.
    pub(super) fn space(&mut self, space: Space, place: &str) -> Result<usize> {
        self.count(1 + space.axes.iter().map(Affine::size).sum::<usize>(), place)?;
        Ok(self.spaces.iter().position(|known| *known == space).unwrap_or_else(|| {
            self.spaces.push(space);
            self.spaces.len() - 1
        }))
    }

    /// What a hash of a lattice is keyed with.
    pub(super) fn key(&mut self, hash: HashKind, lattice: &Lattice<'_>) -> [u32; 2] {
        match hash {
            HashKind::Lattice => lattice_key(lattice.seed, lattice.seeding),
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

    /// How many octaves the loops around have, multiplied.
    pub(super) fn octave_count(&self) -> u32 {
        self.enclosing.iter().map(|fractal| fractal.octaves).product()
    }

    /// The octave of each enclosing loop, outermost first, from the number that counts them all.
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
                format!("{all} octaves, counted with the fractals around; at most {MAX_NESTED_OCTAVES}"),
            ));
        }
        self.values.octaves.push(octaves);
        self.known = KnownPowers::default();
        self.enclosing.push(Enclosing { octaves, powers: lacunarity_powers(lacunarity, octaves), decorrelate });
        Ok(self.values.octaves.len() as u32 - 1)
    }

    /// Leaves the innermost loop.
    pub(super) fn leave(&mut self) {
        self.known = KnownPowers::default();
        self.enclosing.pop();
    }

    /// A register that a loop carries, with its derivatives where they have a bound and are wanted.
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

    /// What a loop does with a carried register and its derivatives.
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

    /// Takes it that nothing is made of a value but what is held within less.
    pub(super) fn let_go(&mut self, operand: Operand) {
        self.great = self.great.take().filter(|(register, ..)| operand != Operand::Register(*register));
    }

    /// Takes the bound of a register for what is known better.
    pub(super) fn bound_by(&mut self, operand: Operand, bound: f64) {
        if let Operand::Register(register) = operand {
            self.bounds[register.0 as usize] = bound;
        }
    }
}
