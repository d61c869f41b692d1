//! The half of a program that decides the text of a kernel: operations over registers, and the lattices of bases.

use super::basis::Basis;
use super::function::Function;

/// The number of an f32 value. Each is assigned once, but for those that a loop carries from one octave to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Register(pub u32);

/// The half of a program that decides a kernel's text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Structure {
    /// The operations in order.
    pub body: Vec<Operation>,
    /// The values that are the channels of the field, in order.
    pub outputs: Vec<Operand>,
    /// How many registers are assigned, in the body and in the loops' bodies.
    pub registers: u32,
    /// The axes of the lattices, each basis' side by side.
    pub axes: Vec<LatticeAxis>,
    /// How many terms the axes have, all together.
    pub terms: u32,
    /// How many loops over octaves there are.
    pub loops: u32,
    /// How many basis functions there are; each has its hash.
    pub bases: u32,
    /// How many numbers there are that stay the same in every octave.
    pub scalars: u32,
    /// How many numbers there are that differ by octave.
    pub octave_scalars: u32,
}

/// How a lattice axis gets its coordinate: the sum of table entries, displaced by registers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LatticeAxis {
    /// The number of the first term; the others follow it.
    pub first: u32,
    /// The domain axis, 0 for x to 3 for w, that each term's entries go along.
    pub terms: Vec<u8>,
    /// What the sum is displaced by: registers, each times a number of the octave, in cells.
    pub displaced: Vec<(Operand, OctaveScalar)>,
}

impl LatticeAxis {
    /// Whether the coordinate is an entry along this domain axis and nothing else.
    pub fn is_plain(&self, axis: u8) -> bool {
        self.terms == [axis] && self.displaced.is_empty()
    }
}

impl Structure {
    /// The basis functions of which values or derivatives are evaluated: the number of each, itself and the first of its lattice axes, by number.
    pub fn bases(&self) -> Vec<(u32, Basis, u32)> {
        fn visit(operations: &[Operation], found: &mut Vec<(u32, Basis, u32)>) {
            for operation in operations {
                match operation {
                    Operation::Basis { basis, index, axis, .. } | Operation::Derivatives { basis, index, axis, .. } => {
                        found.push((*index, *basis, *axis));
                    }
                    Operation::Loop { body, .. } => visit(body, found),
                    Operation::Call { .. } => {}
                }
            }
        }
        let mut found = Vec::new();
        visit(&self.body, &mut found);
        found.sort_by_key(|(index, ..)| *index);
        found.dedup_by_key(|(index, ..)| *index);
        found
    }

    /// How often each register is read, by number.
    pub fn reads(&self) -> Vec<u32> {
        let mut reads = self.reads_by(&self.body);
        let others = self.axes.iter().flat_map(|axis| &axis.displaced).map(|(by, _)| by).chain(&self.outputs);
        for operand in others {
            if let Operand::Register(register) = operand {
                reads[register.0 as usize] += 1;
            }
        }
        reads
    }

    /// How often some operations read each register, by number, but for what displaces their lattices.
    pub fn reads_by(&self, operations: &[Operation]) -> Vec<u32> {
        fn visit(operations: &[Operation], read: &mut impl FnMut(Operand)) {
            for operation in operations {
                match operation {
                    Operation::Basis { .. } | Operation::Derivatives { .. } => {}
                    Operation::Call { arguments, .. } => arguments.iter().for_each(|operand| read(*operand)),
                    Operation::Loop { body, carried, .. } => {
                        visit(body, read);
                        carried.iter().for_each(|carried| [carried.first, carried.next].into_iter().for_each(&mut *read));
                    }
                }
            }
        }
        let mut reads = vec![0; self.registers as usize];
        visit(operations, &mut |operand| {
            if let Operand::Register(register) = operand {
                reads[register.0 as usize] += 1;
            }
        });
        reads
    }

    /// Calls a function with each register that an operation reads, also in loops and to displace lattices, or assigns.
    pub fn each_register(&self, operation: &Operation, function: &mut impl FnMut(Register)) {
        let mut read = |operand: &Operand| {
            if let Operand::Register(register) = operand {
                function(*register);
            }
        };
        match operation {
            Operation::Basis { basis, axis, .. } | Operation::Derivatives { basis, axis, .. } => {
                let axes = &self.axes[*axis as usize..][..usize::from(basis.axes())];
                axes.iter().flat_map(|axis| &axis.displaced).for_each(|(by, _)| read(by));
            }
            Operation::Call { arguments, .. } => arguments.iter().for_each(read),
            Operation::Loop { body, carried, .. } => {
                carried.iter().for_each(|carried| [&carried.first, &carried.next].into_iter().for_each(&mut read));
                body.iter().for_each(|operation| self.each_register(operation, function));
            }
        }
        operation.results().into_iter().for_each(function);
    }

    /// Whether an operation is a basis whose rows on a grid can share work: one that has rows, over a lattice that lies along the grid.
    pub fn is_in_rows(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Basis { basis, axis, .. } => self.lattice_has_rows(*basis, *axis),
            _ => false,
        }
    }

    /// Whether rows of a grid can share work in a basis over the lattice from an axis on.
    pub fn lattice_has_rows(&self, basis: Basis, axis: u32) -> bool {
        basis.has_rows() && self.lies_in_slices(basis, axis)
    }

    /// Whether a lattice lies along the slices of a grid: x and y are the domain's own, and the others the same over a slice.
    pub fn lies_in_slices(&self, basis: Basis, axis: u32) -> bool {
        let axes = &self.axes[axis as usize..][..usize::from(basis.dimensions())];
        let is_alike = |axis: &LatticeAxis| axis.displaced.is_empty() && axis.terms.iter().all(|&axis| axis > 1);
        axes.iter().zip(0..).all(|(axis, number)| if number < 2 { axis.is_plain(number) } else { is_alike(axis) })
    }

    /// Whether rows of a grid can share work in an operation: in a basis, or in a loop that holds some and no other loop.
    pub fn has_rows(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Loop { body, .. } => {
                body.iter().any(|operation| self.is_in_rows(operation))
                    && !body.iter().any(|operation| matches!(operation, Operation::Loop { .. }))
            }
            _ => self.is_in_rows(operation),
        }
    }

    /// Whether every axis of a basis' lattice is the domain's own.
    pub fn lies_along_the_grid(&self, basis: Basis, axis: u32) -> bool {
        (0..basis.dimensions()).all(|number| self.axes[axis as usize + usize::from(number)].is_plain(number))
    }
}

/// What an operation takes: a register, or a number from the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value that was computed.
    Register(Register),
    /// A number that stays the same in every octave.
    Scalar(Scalar),
    /// A number of the octave that the operation stands in.
    Octave(OctaveScalar),
}

/// One step of a program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// Assigns the value of a basis function, settled.
    Basis {
        /// Which function.
        basis: Basis,
        /// The number of the basis in the program, which finds its hash.
        index: u32,
        /// The first of its lattice axes; it has as many as the basis takes.
        axis: u32,
        /// Numbers that the function takes.
        scalars: Vec<Scalar>,
        /// Assigned.
        result: Register,
    },
    /// Assigns the derivatives of a basis function along its lattice axes, settled.
    Derivatives {
        /// Which function.
        basis: Basis,
        /// The number of the basis in the program, which finds its hash.
        index: u32,
        /// The first of its lattice axes.
        axis: u32,
        /// Numbers that the function takes.
        scalars: Vec<Scalar>,
        /// Assigned, one an axis.
        results: Vec<Register>,
    },
    /// Assigns a function of operands.
    Call {
        /// Which function.
        function: Function,
        /// As many as it takes.
        arguments: Vec<Operand>,
        /// Assigned.
        result: Register,
    },
    /// A loop over octaves. What it carries starts from an operand, and takes on the value of another after each octave.
    Loop {
        /// The number of the loop in the program, which finds how many octaves there are.
        index: u32,
        /// Evaluated once an octave.
        body: Vec<Operation>,
        /// The registers carried, which hold their last values after the loop.
        carried: Vec<Carried>,
    },
}

/// A register that a loop carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Carried {
    /// The register.
    pub register: Register,
    /// What it holds in the first octave.
    pub first: Operand,
    /// What it holds in the next.
    pub next: Operand,
}

impl Operation {
    /// The registers that the operation assigns.
    pub fn results(&self) -> Vec<Register> {
        match self {
            Self::Basis { result, .. } | Self::Call { result, .. } => vec![*result],
            Self::Derivatives { results, .. } => results.clone(),
            Self::Loop { carried, .. } => carried.iter().map(|carried| carried.register).collect(),
        }
    }
}

/// The place of a number that stays the same in every octave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scalar(pub u32);

/// The place of a number that differs by octave, counted over all the loops around.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OctaveScalar(pub u32);
