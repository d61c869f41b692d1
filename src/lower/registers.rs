//! What a program consists of, while it is lowered: registers with the bounds of their values, numbers, loops, and the limits of all of these.

use super::dual::{AXES, Dual};
use super::lacunarity::{KnownPowers, flushed, lacunarity_powers};
use super::lattice::Lattice;
use super::lowerer::{Enclosing, Lowerer, Made};
use crate::error::{Error, Result};
use crate::number::Number;
use crate::program::{Carried, MAX_NESTED_OCTAVES, MAX_OPERATIONS, MAX_STEPS, OctaveScalar, Operand, Operation, Register, Scalar};
use crate::seeding::{HashKind, Permutation, lattice_key};

/// The limit of a program's values, so that f32, up to 3.4 * 10^38, never overflows.
pub(super) const MAX_MAGNITUDE: f64 = 1e38;

/// The square of a greater value could exceed that limit.
const GREAT: f64 = 1e19;

/// The number of octaves of a number that count as one operation.
const OCTAVES_AN_OPERATION: u32 = 16;

/// The amount of everything that calls make. Later calls can be undone to a mark.
pub(super) struct Mark {
    operations: usize,
    registers: usize,
    scalars: usize,
    made: Made,
}

impl Lowerer<'_> {
    /// Returns the error of a number from a node's keys that does not fit into an f32.
    fn beyond(&self) -> Error {
        let problem = "a number made of the node's keys is beyond what an f32 holds, up to 3.4e38; give wider widths, and smaller scales, weights or gains";
        Error::parameter(&*self.place, problem)
    }

    /// Counts operations. Everything that grows as a graph unfolds is counted here before it is made.
    pub(super) fn count(&mut self, operations: usize) -> Result<()> {
        self.made.operations = self.made.operations.saturating_add(u32::try_from(operations).unwrap_or(u32::MAX));
        if self.made.operations > MAX_OPERATIONS {
            let problem = format!(
                "here the output `{}` takes the program beyond {MAX_OPERATIONS} operations; give fewer nodes, or share them through fewer fractals, warps \
                 and transforms, each of which evaluates its source anew",
                self.output
            );
            return Err(Error::limit(&*self.place, problem));
        }
        Ok(())
    }

    /// Returns the current amounts.
    pub(super) fn mark(&self) -> Mark {
        Mark { operations: self.scope.body.len(), registers: self.bounds.len(), scalars: self.values.scalars.len(), made: self.made }
    }

    /// Undoes all calls since a mark.
    pub(super) fn go_back(&mut self, to: &Mark) {
        self.scope.body.truncate(to.operations);
        self.bounds.truncate(to.registers);
        self.values.scalars.truncate(to.scalars);
        self.finite = self.finite.min(to.scalars);
        self.made = to.made;
    }

    pub(super) fn push(&mut self, operation: Operation) -> Result<()> {
        self.count(1)?;
        self.made.steps = self.made.steps.saturating_add(self.octave_count());
        if self.made.steps > MAX_STEPS {
            let problem = format!(
                "here the output `{}` takes more than {MAX_STEPS} steps a sample, those of fractals counted once an octave; give fewer octaves, or \
                 fewer nodes in fractals",
                self.output
            );
            return Err(Error::limit(&*self.place, problem));
        }
        self.scope.body.push(operation);
        Ok(())
    }

    /// Returns a register whose value stays within a bound. It is refused if f32 could overflow, since what follows (infinity times 0) is not a number.
    pub(super) fn register(&mut self, bound: f64) -> Result<Register> {
        self.check_scalars()?;
        if bound.is_nan() {
            return Err(self.beyond());
        }
        if bound > MAX_MAGNITUDE {
            let since = match &self.great {
                Some((_, first, great)) if *first != self.place => {
                    format!(", since values or derivatives of `{first}` could reach {great:.1e}")
                }
                _ => String::new(),
            };
            return Err(Error::parameter(
                &*self.place,
                format!(
                    "values could reach {bound:.1e}{since}; keep them within ±{MAX_MAGNITUDE:e} by smaller scales, offsets, weights or gains"
                ),
            ));
        }
        self.bounds.push(bound);
        let register = Register(self.bounds.len() as u32 - 1);
        if bound > GREAT && self.great.is_none() {
            self.great = Some((register, self.place.clone(), bound));
        }
        Ok(register)
    }

    /// Refuses numbers added since the last call that do not fit into an f32: the reciprocal of a tiny width is infinite, and leads to NaN.
    pub(super) fn check_scalars(&mut self) -> Result<()> {
        let is_finite = self.values.scalars[self.finite..].iter().all(|scalar| scalar.is_finite());
        self.finite = self.values.scalars.len();
        if is_finite { Ok(()) } else { Err(self.beyond()) }
    }

    pub(super) fn scalar(&mut self, value: f64) -> Scalar {
        let value = flushed(value);
        // Equal numbers keep separate places, so that no value changes the structure.
        self.values.scalars.push(value);
        Scalar(self.values.scalars.len() as u32 - 1)
    }

    pub(crate) fn number(&mut self, value: f64) -> Operand {
        Operand::Scalar(self.scalar(value))
    }

    pub(crate) fn number_of(&self, operand: Operand) -> f64 {
        match operand {
            Operand::Scalar(scalar) => f64::from(self.values.scalars[scalar.0 as usize]),
            _ => 0.0,
        }
    }

    /// Adds a number that differs by octave, with one value for each octave counted over all enclosing loops.
    pub(super) fn octave_scalar(&mut self, by_octave: impl Fn(usize) -> f64) -> Result<OctaveScalar> {
        self.count_by_octave(1)?;
        let numbers: Vec<f32> = (0..self.octave_count() as usize).map(|flat| flushed(by_octave(flat))).collect();
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(self.beyond());
        }
        self.values.octave_scalars.push(numbers);
        Ok(OctaveScalar(self.values.octave_scalars.len() as u32 - 1))
    }

    /// Returns the bound of an operand's absolute value.
    pub(crate) fn bound(&self, operand: Operand) -> f64 {
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
    pub(super) fn count_by_octave(&mut self, operations: usize) -> Result<()> {
        self.count(operations.saturating_mul(self.octave_count().div_ceil(OCTAVES_AN_OPERATION) as usize))
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
    pub(super) fn enter(&mut self, octaves: u32, lacunarity: Number, decorrelate: bool) -> Result<u32> {
        let all = self.octave_count().saturating_mul(octaves);
        if all > MAX_NESTED_OCTAVES {
            return Err(Error::limit(
                format!("{}.octaves", self.place),
                format!("{all} octaves, multiplied by those of the enclosing fractals; give at most {MAX_NESTED_OCTAVES}"),
            ));
        }
        self.values.octaves.push(octaves);
        self.known_powers = KnownPowers::default();
        self.enclosing.push(Enclosing { octaves, powers: lacunarity_powers(lacunarity, octaves), decorrelate });
        Ok(self.values.octaves.len() as u32 - 1)
    }

    pub(super) fn leave(&mut self) {
        self.known_powers = KnownPowers::default();
        self.enclosing.pop();
    }

    /// Returns a register that a loop carries, with its derivatives if they have a bound and are requested.
    pub(super) fn carried(&mut self, bound: f64, derivative_bound: Option<f64>) -> Result<Dual> {
        let value = Operand::Register(self.register(bound)?);
        let mut derivatives = [None; AXES];
        if let Some(derivative_bound) = derivative_bound.filter(|_| self.wants_derivatives()) {
            for derivative in &mut derivatives {
                *derivative = Some(Operand::Register(self.register(derivative_bound)?));
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
    pub(crate) fn let_go(&mut self, operand: Operand) {
        self.great = self.great.take().filter(|(register, ..)| operand != Operand::Register(*register));
    }

    /// Replaces the bound of a register by a tighter one.
    pub(crate) fn bound_by(&mut self, operand: Operand, bound: f64) {
        if let Operand::Register(register) = operand {
            self.bounds[register.0 as usize] = bound;
        }
    }
}
