//! The half of a program that determines the text of a kernel: operations over registers, and the lattices of bases.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use super::basis::Basis;
use super::function::Function;

/// The number of an f32 value. Each is assigned once, except those that a loop carries from one octave to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Register(pub u32);

/// The half of a program that determines a kernel's text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Structure {
    /// The operations, in order.
    pub body: Vec<Operation>,
    /// The values of the field's channels, in order.
    pub outputs: Vec<Operand>,
    /// The number of registers, including those of loops.
    pub registers: u32,
    /// The number of registers whose values the program is given; they come first.
    pub given: u32,
    /// The axes of the lattices; those of a basis are consecutive.
    pub axes: Vec<LatticeAxis>,
    /// The number of terms of all axes together.
    pub terms: u32,
    /// The number of loops over octaves.
    pub loops: u32,
    /// The number of basis functions. Each has its own hash.
    pub bases: u32,
    /// The number of scalars, which are the same in every octave.
    pub scalars: u32,
    /// The number of octave scalars, which have one value for each octave.
    pub octave_scalars: u32,
}

/// A structure that its clones share, with its hash, so that a kernel of it is found at the cost of a number.
#[derive(Debug, Clone)]
pub(crate) struct SharedStructure {
    structure: Arc<Structure>,
    hash: u64,
}

impl SharedStructure {
    pub(super) fn new(structure: Structure) -> Self {
        let mut hasher = DefaultHasher::new();
        structure.hash(&mut hasher);
        Self { structure: Arc::new(structure), hash: hasher.finish() }
    }
}

impl Deref for SharedStructure {
    type Target = Structure;

    fn deref(&self) -> &Structure {
        &self.structure
    }
}

impl PartialEq for SharedStructure {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && (Arc::ptr_eq(&self.structure, &other.structure) || self.structure == other.structure)
    }
}

impl Eq for SharedStructure {}

impl Hash for SharedStructure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The coordinate of a lattice axis: a sum of table entries, warped by registers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LatticeAxis {
    /// The number of the first term; the others follow it.
    pub first: u32,
    /// For each term, the domain axis of its entries, from 0 for x to 3 for w.
    pub terms: Vec<u8>,
    /// The operands that warp the sum, each times a number of the octave, in cells.
    pub displaced: Vec<(Operand, OctaveScalar)>,
}

impl LatticeAxis {
    /// Returns true if the coordinate is only an entry along this domain axis.
    pub fn is_plain(&self, axis: u8) -> bool {
        self.terms == [axis] && self.displaced.is_empty()
    }
}

impl Structure {
    /// Returns the basis functions whose values or derivatives are evaluated: the number of each, the basis, and the number of its first lattice axis.
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

    /// Returns true if a basis reads the table of blue noise.
    pub(crate) fn has_ranks(&self) -> bool {
        self.bases().iter().any(|(_, basis, _)| basis.reads_ranks())
    }

    /// Returns the number of reads of each register.
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

    /// Returns the number of reads of each register by some operations, without the reads that warp their lattices.
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

    /// Calls a function with each register that an operation reads or assigns, including those in loops and those that warp lattices.
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

    /// Returns true if an operation is a basis whose rows on a grid can share work: one that supports rows, over a lattice that lies along the grid.
    pub fn is_in_rows(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Basis { basis, axis, .. } => self.lattice_has_rows(*basis, *axis),
            _ => false,
        }
    }

    /// Returns true if rows of a grid can share work in a basis over the lattice whose first axis is given.
    pub fn lattice_has_rows(&self, basis: Basis, axis: u32) -> bool {
        basis.has_rows() && self.lies_in_slices(basis, axis)
    }

    /// Returns true if a lattice lies along the slices of a grid: its x and y are the domain's, and its other coordinates are constant over a slice.
    pub fn lies_in_slices(&self, basis: Basis, axis: u32) -> bool {
        let axes = &self.axes[axis as usize..][..usize::from(basis.dimensions())];
        let is_alike = |axis: &LatticeAxis| axis.displaced.is_empty() && axis.terms.iter().all(|&axis| axis > 1);
        axes.iter().zip(0..).all(|(axis, number)| if number < 2 { axis.is_plain(number) } else { is_alike(axis) })
    }

    /// Returns true if rows of a grid can share work in an operation: a basis, or a loop with such a basis and without another loop.
    pub fn has_rows(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Loop { body, .. } => {
                body.iter().any(|operation| self.is_in_rows(operation))
                    && !body.iter().any(|operation| matches!(operation, Operation::Loop { .. }))
            }
            _ => self.is_in_rows(operation),
        }
    }

    /// Returns true if every axis of a basis' lattice is the domain's own.
    pub fn lies_along_the_grid(&self, basis: Basis, axis: u32) -> bool {
        (0..basis.dimensions()).all(|number| self.axes[axis as usize + usize::from(number)].is_plain(number))
    }
}

/// An operand of an operation: a register, or a number from the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A computed value.
    Register(Register),
    /// A number that is the same in every octave.
    Scalar(Scalar),
    /// A number of the octave that the operation is evaluated in.
    Octave(OctaveScalar),
}

/// An operation of a program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// Assigns the canonical value of a basis function.
    Basis {
        /// The function.
        basis: Basis,
        /// The number of the basis in the program, which identifies its hash.
        index: u32,
        /// The first of its lattice axes; their number is [`Basis::axes`].
        axis: u32,
        /// The scalars that the function takes.
        scalars: Vec<Scalar>,
        /// The register to assign.
        result: Register,
    },
    /// Assigns the canonical derivatives of a basis function along its lattice axes.
    Derivatives {
        /// The function.
        basis: Basis,
        /// The number of the basis in the program, which identifies its hash.
        index: u32,
        /// The first of its lattice axes.
        axis: u32,
        /// The scalars that the function takes.
        scalars: Vec<Scalar>,
        /// The registers to assign, one for each axis.
        results: Vec<Register>,
    },
    /// Assigns a function of operands.
    Call {
        /// The function.
        function: Function,
        /// The operands, as many as the function takes.
        arguments: Vec<Operand>,
        /// The register to assign.
        result: Register,
    },
    /// A loop over octaves. Each carried register starts from an operand, and is assigned another operand after each octave.
    Loop {
        /// The number of the loop in the program, which identifies its number of octaves.
        index: u32,
        /// The operations that are evaluated in each octave.
        body: Vec<Operation>,
        /// The carried registers. After the loop they hold their last values.
        carried: Vec<Carried>,
    },
}

/// A register that a loop carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Carried {
    /// The register.
    pub register: Register,
    /// Its value in the first octave.
    pub first: Operand,
    /// Its value in the next octave.
    pub next: Operand,
}

impl Operation {
    /// Returns the registers that the operation assigns.
    pub fn results(&self) -> Vec<Register> {
        match self {
            Self::Basis { result, .. } | Self::Call { result, .. } => vec![*result],
            Self::Derivatives { results, .. } => results.clone(),
            Self::Loop { carried, .. } => carried.iter().map(|carried| carried.register).collect(),
        }
    }
}

/// The index of a number that is the same in every octave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scalar(pub u32);

/// The index of a number that differs by octave. The octaves count over all enclosing loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OctaveScalar(pub u32);
