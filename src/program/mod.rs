//! Programs, which both engines evaluate: graphs lowered to single assignments over f32 registers.
//!
//! A program has two halves. Its structure determines the text of a kernel, and is the key of cached pipelines. Its values (numbers of nodes,
//! octave counts, weights, frequencies, tables) are data that kernels read, so a change of a value compiles nothing.

pub(crate) mod basis;
mod corner;
mod cost;
mod fixed;
pub(crate) mod function;
mod linear;
mod repetition;
mod resolution;
mod sharing;
pub(crate) mod structure;
mod term;
mod values;
mod wave;
#[cfg(not(feature = "cpu"))]
mod without_cpu;

use crate::domain::{Axis, Tile};
use crate::error::{Error, Result};
use crate::number::Number;
pub(crate) use basis::{Basis, BasisFunction, Corner};
pub(crate) use fixed::{Scaled, mantissa};
pub(crate) use function::Function;
pub(crate) use linear::{LinearFunction, Whole};
use num_rational::BigRational;
pub use repetition::{Repeats, TableRepeat};
pub use resolution::TooFine;
pub(crate) use sharing::Sharing;
pub(crate) use structure::{Carried, LatticeAxis, OctaveScalar, Operand, Operation, Register, Scalar, SharedStructure, Structure};
pub(crate) use term::TermOctave;
pub(crate) use values::{AxisValues, TermValues, Values};
pub(crate) use wave::{Wave, cosine_of, quarter, sine_of};

/// The largest product of the octaves of nested fractals.
pub const MAX_NESTED_OCTAVES: u32 = 1024;

/// The most operations of a program. A small graph can expand to a huge program, since every fractal, warp and transform evaluates its source anew.
/// Such a graph is rejected before it takes time and memory.
///
/// Besides the steps of a program, the coordinates of its nodes count: each summand of a coordinate is one operation for every 64 bits of its factor,
/// and numbers that differ by octave are one operation for every 16 octaves, multiplied over the enclosing fractals. [`Program::operations`] returns
/// the count.
pub const MAX_OPERATIONS: u32 = 1 << 14;

/// The most steps of a program for one sample: its operations, with those in a loop counted once for each octave. [`Program::steps`] returns the count.
/// A step takes some nanoseconds, so every program returns its first samples within a second.
pub const MAX_STEPS: u32 = 1 << 16;

/// A lowered graph. It is cheap to make, and both engines evaluate it.
///
/// ```
/// use lacuna::nodes::Perlin;
/// use lacuna::Program;
/// let program = Program::new(Perlin::new().seed(7))?;
/// assert_eq!((program.channels(), program.varies_along(0)), (1, true));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    structure: SharedStructure,
    values: Values,
    operations: u32,
    steps: u32,
    /// The number of coordinates that are read, and the greatest that makes sense.
    coordinates: [usize; 2],
}

impl Program {
    /// Creates a program from its parts, which lowering produces.
    pub(crate) fn of(structure: Structure, values: Values, operations: u32, steps: u32) -> Self {
        let reads = |axis: &usize| repetition::depends_on(&structure, &values, *axis);
        let least = (0..4).rev().find(reads).map_or(0, |last| last + 1);
        let is_plain = structure.bases().iter().all(|(_, basis, _)| basis.is_coordinate());
        let coordinates = [least, if is_plain { 4 } else { least }];
        Self { structure: SharedStructure::new(structure), values, operations, steps, coordinates }
    }

    /// Returns the half that determines a kernel's text. Programs of equal structure share a pipeline.
    #[doc(hidden)]
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// Returns the same, to be kept.
    #[cfg(feature = "gpu")]
    pub(crate) fn shared_structure(&self) -> &SharedStructure {
        &self.structure
    }

    /// Returns the number of operations, at most [`MAX_OPERATIONS`].
    pub fn operations(&self) -> u32 {
        self.operations
    }

    /// Returns the number of steps for a sample, at most [`MAX_STEPS`].
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns the approximate cost of a sample. For each octave of the enclosing loops it counts one for every lattice point that a basis reads, twice
    /// that for derivatives, and one for every other step. A CPU core takes some nanoseconds for each.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{NodeExt, Program};
    /// let program = Program::new(Perlin::new().dimensions(3).fbm().octaves(5))?;
    /// // The eight corners of a cell and a weight in each octave, and one step that normalizes their sum.
    /// assert_eq!(program.evaluations(), 5 * (8 + 1) + 1);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn evaluations(&self) -> u64 {
        cost::of(&self.structure.body, &self.values, 1)
    }

    /// Returns the number of values of a sample: one for each of the graph's outputs.
    pub fn channels(&self) -> usize {
        self.structure.outputs.len()
    }

    /// Returns the number of coordinates that the program reads, from x on: 0 to 4.
    ///
    /// ```
    /// use lacuna::Program;
    /// use lacuna::nodes::Perlin;
    /// assert_eq!(Program::new(Perlin::new().dimensions(2))?.dimensions(), 2);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn dimensions(&self) -> usize {
        self.coordinates[0]
    }

    /// Checks that a caller gives as many coordinates as the program reads. Without noise it may be given more.
    pub(crate) fn check_count(&self, place: &str, count: usize) -> Result<()> {
        let [least, most] = self.coordinates;
        if (least..=most).contains(&count) {
            return Ok(());
        }
        let message = format!(
            "{count} coordinate{}; this noise has {least} dimension{}: give as many, or set `dimensions` of its nodes",
            if count == 1 { "" } else { "s" },
            if least == 1 { "" } else { "s" },
        );
        Err(Error::count(place, [least as u64, most as u64], message))
    }

    /// Returns true if the program depends on a coordinate of the domain, 0 for x to 3 for w. Otherwise samples are constant along that axis.
    pub fn varies_along(&self, axis: usize) -> bool {
        repetition::depends_on(&self.structure, &self.values, axis)
    }

    /// Returns true if every sample repeats, bit for bit, after a length along an axis of the domain, 0 for x to 3 for w.
    ///
    /// This follows from the nodes' use of the coordinate, without evaluating a sample: each lattice has to repeat after the length, by its period or
    /// by that of the permutation table, and each circle after whole turns. A value computed from the coordinate itself does not repeat.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{NodeExt, Program};
    /// let looped = Program::new(Perlin::new().dimensions(4).looped().length(3))?;
    /// assert!(looped.repeats_after(2, 6) && !looped.repeats_after(2, 4));
    /// let periodic = Program::new(Perlin::new().frequency(2).period(8))?;
    /// assert!(periodic.repeats_after(0, 4) && !periodic.repeats_after(0, 3));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn repeats_after(&self, axis: usize, length: impl Into<Number>) -> bool {
        repetition::broken_after(&self.structure, &self.values, axis, &length.into().to_ratio()).is_none()
    }

    /// Returns true if every sample repeats, bit for bit, after the first `samples` of a grid's axis, 0 for x to 3 for w: then a picture of these
    /// samples tiles without a seam. Always true for an axis with a constant coordinate.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{Axis, Program};
    /// let periodic = Program::new(Perlin::new().frequency(3).period(8))?;
    /// // 8/3 units, which is not a decimal.
    /// assert!(periodic.repeats_beyond(1, &Axis::extent(0, 8, 96), 32));
    /// assert!(!periodic.repeats_beyond(1, &Axis::extent(0, 8, 96), 31));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn repeats_beyond(&self, axis: usize, along: &Axis, samples: u32) -> bool {
        self.breaks_beyond(axis, along, samples).is_none()
    }

    /// Returns the path of a node that does not repeat there, if there is one.
    pub fn breaks_beyond(&self, axis: usize, along: &Axis, samples: u32) -> Option<&str> {
        let Axis::Extent { start, end, samples: all } = along else { return None };
        let shown = BigRational::new(samples.into(), (*all).max(1).into());
        repetition::broken_after(&self.structure, &self.values, axis, &((end.to_ratio() - start.to_ratio()) * shown))
    }

    /// Returns the paths of the nodes that do not close around the centre of a `polar` node, so that they show a cut at half a turn.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{NodeExt, Program};
    /// let polar = |period| Program::new(Perlin::new().dimensions(2).period([period, 0_u32]).polar().repeat(6));
    /// assert_eq!(polar(6)?.cuts(), Vec::<&str>::new());
    /// assert_eq!(polar(4)?.cuts(), ["polar.source"]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn cuts(&self) -> Vec<&str> {
        repetition::cuts(&self.structure, &self.values)
    }

    /// Returns the nodes with octaves too fine for samples at these distances along x, y and z, in units.
    ///
    /// This follows from the lattices, without evaluating a sample. It ignores warps, and lattices that go round a circle.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{NodeExt, Program};
    /// let program = Program::new(Perlin::new().fbm().octaves(8))?;
    /// let found = &program.too_fine([1.0 / 16.0; 3])[0];
    /// // From 1/8 of a unit on, two samples.
    /// assert_eq!((found.place.as_str(), found.octaves, found.of, found.narrowest), ("fbm.source", 4, 8, 0.125));
    /// assert!(program.too_fine([1.0 / 256.0; 3]).is_empty());
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn too_fine(&self, spacing: [f64; 3]) -> Vec<TooFine> {
        resolution::too_fine(&self.structure, &self.values, spacing)
    }

    /// Returns the repetition that the nodes ask for along an axis of the domain, 0 for x to 3 for w.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::program::Repeats;
    /// use lacuna::{NodeExt, Program};
    /// let periodic = Program::new(Perlin::new().frequency(2).period(8))?;
    /// assert_eq!(periodic.repeats_along(0), Repeats::After(4.0));
    /// let map = Program::new(Perlin::new().sphere())?;
    /// assert_eq!([0, 1].map(|axis| map.repeats_along(axis)), [Repeats::After(8.0), Repeats::Unasked]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn repeats_along(&self, axis: usize) -> Repeats {
        repetition::asked(&self.structure, &self.values, axis)
    }

    /// Returns the nearest repeat of a permutation table within a box of these lengths in units along x, y and z. None if there is no repeat, or if a
    /// period was asked for.
    ///
    /// This follows from the first octaves, without evaluating a sample. It ignores warped lattices, and directions along which a lattice has a period
    /// or goes round a circle.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::Program;
    /// let table = Program::new(Perlin::new().frequency(0.1))?;
    /// let repeat = table.table_repeat([4096.0, 1000.0, 0.0]).expect("2560 units along x");
    /// assert_eq!((repeat.place.as_str(), repeat.distance() as f32), ("perlin", 2560.0));
    /// assert_eq!(table.table_repeat([2560.0, 1000.0, 0.0]), None);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn table_repeat(&self, lengths: [f64; 3]) -> Option<TableRepeat> {
        repetition::of_tables(&self.structure, &self.values, lengths)
    }

    /// Returns true if noise has a lattice point at a point, where gradient noise is 0 whatever its seed.
    ///
    /// This follows from the first octaves, without evaluating a sample. It ignores lattices that are warped or go round a circle.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{Number, Program};
    /// let program = Program::new(Perlin::new().frequency(0.1))?;
    /// assert!(program.is_at_lattice_point([20, 30, 0, 0].map(Number::from)));
    /// assert!(!program.is_at_lattice_point([2, 3, 0, 0].map(Number::from)));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn is_at_lattice_point(&self, point: [Number; 4]) -> bool {
        point.iter().all(|number| number.is_finite())
            && corner::is_at(&self.structure, &self.values, &point.map(|number| number.to_ratio()))
    }

    /// Returns the number of values of a tile's samples, with all channels.
    pub(crate) fn elements(&self, tile: Tile) -> usize {
        tile.samples().saturating_mul(self.channels())
    }

    /// Returns true if every lattice equals that of another program, with the same number of octaves.
    #[cfg(feature = "gpu")]
    pub(crate) fn has_lattices_of(&self, other: &Self) -> bool {
        self.values.axes == other.values.axes && self.values.octaves == other.values.octaves
    }

    pub(crate) fn values(&self) -> &Values {
        &self.values
    }
}
