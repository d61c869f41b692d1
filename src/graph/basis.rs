//! Bases: nodes that stand by themselves.

use serde::{Deserialize, Serialize};

use super::checks::{at_most_four, positive, within};
use super::defaults::{is_default, one};
use super::node::{Input, Parts};
use super::per_axis::PerAxis;
use super::setters::setters;
use crate::error::{Error, Result};
use crate::number::Number;

/// The longest period of the permutation table, in cells: the table repeats after so many.
pub const MAX_TABLE_PERIOD: u32 = 256;
/// The longest period of the lattice hash, in cells.
pub const MAX_LATTICE_PERIOD: u32 = 1 << 30;

/// Where a basis takes what is random about its lattice points from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HashKind {
    /// A permutation table of 256 entries: 8 bits a point, and every 256 cells the noise comes again.
    #[default]
    Table,
    /// Integer products and shifts: 32 bits a point, and the noise comes again after 2^32 cells.
    Lattice,
}

/// How lattice points are interpolated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// t.
    Linear,
    /// (1 - cos(pi t)) / 2.
    Cosine,
    /// 3t^2 - 2t^3 (Perlin 1985).
    Cubic,
    /// 6t^5 - 15t^4 + 10t^3 (Perlin 2002), whose second derivative is continuous.
    #[default]
    Quintic,
}

/// How value noise interpolates its lattice values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ValueInterpolation {
    /// As [`Interpolation::Linear`].
    Linear,
    /// As [`Interpolation::Cosine`].
    Cosine,
    /// As [`Interpolation::Cubic`].
    Cubic,
    /// As [`Interpolation::Quintic`].
    #[default]
    Quintic,
    /// The cubic through four neighbours (Catmull and Rom 1974), in one to three dimensions; it overshoots the values.
    CatmullRom,
}

/// A set of gradients.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GradientSet {
    /// The twelve edges of a cube (Perlin 2002), in four dimensions the thirty-two of a hypercube.
    #[default]
    Improved,
    /// Eight unit vectors, 45 degrees apart; in two dimensions alone.
    Classic,
}

/// How far apart two points are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// The straight distance.
    #[default]
    Euclidean,
    /// Its square.
    Squared,
    /// The sum of the distances along the axes.
    Manhattan,
    /// The largest of the distances along the axes.
    Chebyshev,
}

/// What cellular noise makes of the feature points near a sample.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CellularOutput {
    /// The distance of the nearest.
    #[default]
    F1,
    /// The distance of the second nearest.
    F2,
    /// The second less the first: 0 on the borders between cells.
    F2MinusF1,
    /// A number from -1 to 1 that the nearest point's cell has to itself.
    CellValue,
}

/// The coordinate that a [`Coordinate`] gives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CoordinateKind {
    /// The first coordinate.
    #[default]
    X,
    /// The second.
    Y,
    /// The third.
    Z,
    /// The fourth.
    W,
    /// The distance from the origin in the plane of x and y.
    Radius,
    /// The direction from the origin in the plane of x and y, in turns from x towards y, -1/2 to 1/2.
    Angle,
}

/// What all lattice bases have in common.
pub(crate) struct Lattice<'a> {
    pub(crate) dimensions: Option<u8>,
    pub(crate) frequency: Number,
    pub(crate) offset: Option<&'a PerAxis<Number>>,
    pub(crate) hash: HashKind,
    pub(crate) seed: Option<u64>,
    pub(crate) period: Option<&'a PerAxis<u32>>,
}

impl Lattice<'_> {
    fn validate(&self, most_dimensions: u8, place: &str) -> Result<()> {
        if let Some(dimensions) = self.dimensions
            && !(1..=most_dimensions).contains(&dimensions)
        {
            let allowed = ["1", "1 or 2", "1, 2 or 3", "1, 2, 3 or 4"][usize::from(most_dimensions) - 1];
            return Err(Error::parameter(format!("{place}.dimensions"), format!("{dimensions} is not allowed; give {allowed}")));
        }
        positive(&format!("{place}.frequency"), self.frequency)?;
        if let Some(offset) = self.offset {
            at_most_four(&format!("{place}.offset"), offset)?;
            for number in offset.values() {
                within(&format!("{place}.offset"), *number, -2_147_483_648.0, 2_147_483_648.0)?;
            }
        }
        if let Some(period) = self.period {
            at_most_four(&format!("{place}.period"), period)?;
            let most = match self.hash {
                HashKind::Table => MAX_TABLE_PERIOD,
                HashKind::Lattice => MAX_LATTICE_PERIOD,
            };
            for &cells in period.values() {
                if cells > most {
                    let why = match self.hash {
                        HashKind::Table => format!(
                            "is too long for the permutation table, which repeats after {most}; give 1 to {most}, 0 for none, or `hash = \"lattice\"`"
                        ),
                        HashKind::Lattice => format!("is too long; give 1 to {most}, or 0 for none"),
                    };
                    return Err(Error::parameter(format!("{place}.period"), format!("{cells} cells {why}")));
                }
            }
        }
        Ok(())
    }
}

macro_rules! basis {
    (
        $(#[$doc:meta])*
        $name:ident, $most:literal dimensions, $hash:ident hash $hash_text:literal {
            $($(#[$field_doc:meta])* $field:ident: $ty:ty = $default:expr, $skip:literal,)*
        } $(with $check:ident)?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            /// How many coordinates the noise takes; without it 3, or 4 where the domain has four coordinates and the noise takes them.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub dimensions: Option<u8>,
            /// Cells per unit, above 0.
            pub frequency: Number,
            /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub offset: Option<PerAxis<Number>>,
            /// Where what is random about a lattice point comes from.
            #[serde(skip_serializing_if = $hash_text)]
            pub hash: HashKind,
            $($(#[$field_doc])* #[serde(skip_serializing_if = $skip)] pub $field: $ty,)*
            /// Shuffles the permutation table, or keys the lattice hash. A table without a seed is Perlin's own.
            #[serde(skip_serializing_if = "Option::is_none", with = "super::seed")]
            #[cfg_attr(feature = "cli", schemars(schema_with = "super::seed::schema"))]
            pub seed: Option<u64>,
            /// After how many cells the noise repeats, per axis; 0 for no period. At most [`MAX_TABLE_PERIOD`] with the table and
            /// [`MAX_LATTICE_PERIOD`] with the lattice hash.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub period: Option<PerAxis<u32>>,
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    dimensions: None,
                    frequency: Number::ONE,
                    offset: None,
                    hash: HashKind::$hash,
                    $($field: $default,)*
                    seed: None,
                    period: None,
                }
            }
        }

        impl $name {
            pub(crate) fn lattice(&self) -> Lattice<'_> {
                Lattice {
                    dimensions: self.dimensions,
                    frequency: self.frequency,
                    offset: self.offset.as_ref(),
                    hash: self.hash,
                    seed: self.seed,
                    period: self.period.as_ref(),
                }
            }
        }

        setters!($name {
            dimensions: some_exact u8, frequency: plain Number, offset: some PerAxis<Number>, hash: exact HashKind, seed: some_exact u64,
            period: some PerAxis<u32>, $($field: plain $ty,)*
        });

        impl Parts for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                vec![]
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                vec![]
            }
            fn validate(&self, place: &str) -> Result<()> {
                self.lattice().validate($most, place)?;
                $(self.$check(place)?;)?
                Ok(())
            }
            fn example() -> Self {
                Self::default()
            }
            fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
                Some((&mut self.dimensions, $most))
            }
        }
    };
}

fn is_table(hash: &HashKind) -> bool {
    *hash == HashKind::Table
}

fn is_lattice(hash: &HashKind) -> bool {
    *hash == HashKind::Lattice
}

fn is_one(number: &Number) -> bool {
    *number == Number::ONE
}

basis! {
    /// Improved Perlin noise (Ken Perlin, "Improving Noise", SIGGRAPH 2002).
    ///
    /// Values lie within ±0.5 in one dimension, ±1 in two, ±1.04 in three and ±1.54 in four, of which ±1.2 is ever seen; at every lattice point they
    /// are 0. 2-D is the plane z = 0 of 3-D, 1-D the line y = z = 0; 4-D is another noise.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Perlin, Program};
    /// let program = Program::new(&Graph::from(Perlin::new()))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[3.14, 42.0, 7.0]]))?;
    /// assert_eq!(samples, [0.13691995]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Perlin, 4 dimensions, Table hash "is_table" {
        /// The gradients at lattice points.
        gradients: GradientSet = GradientSet::Improved, "is_default",
        /// How lattice points are interpolated.
        fade: Interpolation = Interpolation::Quintic, "is_default",
    } with validate_gradients
}

impl Perlin {
    fn validate_gradients(&self, place: &str) -> Result<()> {
        if self.gradients == GradientSet::Classic && self.dimensions != Some(2) {
            return Err(Error::parameter(
                format!("{place}.gradients"),
                "the classic gradients are those of the plane; add `dimensions = 2`",
            ));
        }
        Ok(())
    }
}

basis! {
    /// Value noise: random values at lattice points, interpolated.
    ///
    /// Values lie within ±1, with [`ValueInterpolation::CatmullRom`] beyond it.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Value};
    /// let program = Program::new(&Graph::from(Value::new().dimensions(2).seed(7)))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75]]))?;
    /// assert!(samples[0].abs() <= 1.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Value, 4 dimensions, Table hash "is_table" {
        /// How lattice values are interpolated.
        interpolation: ValueInterpolation = ValueInterpolation::Quintic, "is_default",
        /// Whether each lattice value is first averaged with its neighbours: in two dimensions 1/4 of itself, 1/8 of each neighbour on the axes and
        /// 1/16 of each at the corners. In one to three dimensions, with `catmull_rom` in one and two.
        smoothed: bool = false, "is_default",
    } with validate_smoothed
}

impl Value {
    fn validate_smoothed(&self, place: &str) -> Result<()> {
        let dimensions = self.dimensions.unwrap_or(3);
        let is_cubic = self.interpolation == ValueInterpolation::CatmullRom;
        if is_cubic && dimensions == 4 {
            return Err(Error::parameter(format!("{place}.interpolation"), "catmull_rom is there for 1, 2 and 3 dimensions"));
        }
        if self.smoothed && (dimensions == 4 || is_cubic && dimensions == 3) {
            let most = if is_cubic { "1 and 2" } else { "1, 2 and 3" };
            return Err(Error::parameter(
                format!("{place}.smoothed"),
                format!("smoothed values are there for {most} dimensions; set `dimensions`"),
            ));
        }
        Ok(())
    }
}

basis! {
    /// Simplex noise (Perlin, "Noise Hardware", 2001), continuous everywhere.
    ///
    /// Values lie within ±1. It has no period of its own: seamless simplex noise is four-dimensional noise on a [`Torus`](super::Torus).
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, Simplex};
    /// let program = Program::new(&Graph::from(Simplex::new().frequency(3)))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75, 0.5]]))?;
    /// assert!(samples[0].abs() <= 1.1);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Simplex, 4 dimensions, Table hash "is_table" {} with validate_period
}

impl Simplex {
    fn validate_period(&self, place: &str) -> Result<()> {
        let repeats = self.period.as_ref().is_some_and(|period| period.values().iter().any(|&cells| cells != 0));
        if repeats {
            return Err(Error::parameter(
                format!("{place}.period"),
                "simplex noise has no period along the axes; wrap it in a node of kind `torus`, which tiles any 4-D noise, or take `perlin`",
            ));
        }
        Ok(())
    }
}

basis! {
    /// Cellular noise (Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996): distances of the feature points nearby, one a cell, found exactly.
    ///
    /// By the Euclidean metric F1 lies from 0 to 1.42 in two and three dimensions, with a mean of 0.43 and 0.52, and F2 to 1.6, as found.
    ///
    /// ```
    /// # use lacuna::{Cellular, CellularOutput, Cpu, Domain, Graph, Program};
    /// let borders = Cellular::new().dimensions(2).output(CellularOutput::F2MinusF1);
    /// let program = Program::new(&Graph::from(borders))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75]]))?;
    /// assert!(samples[0] >= 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Cellular, 3 dimensions, Table hash "is_table" {
        /// How distances are measured.
        metric: Metric = Metric::Euclidean, "is_default",
        /// What is made of them.
        output: CellularOutput = CellularOutput::F1, "is_default",
        /// How far feature points may lie from the centres of their cells, 0 (a regular grid) to 1 (anywhere in the cell).
        jitter: Number = Number::ONE, "is_one",
    } with validate_jitter
}

impl Cellular {
    fn validate_jitter(&self, place: &str) -> Result<()> {
        within(&format!("{place}.jitter"), self.jitter, 0.0, 1.0)
    }
}

basis! {
    /// White noise: every cell has a random value of its own, from -1 to below 1.
    ///
    /// ```
    /// # use lacuna::{Cpu, Domain, Graph, Program, White};
    /// let program = Program::new(&Graph::from(White::new().frequency(128)))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75, 0.5]]))?;
    /// assert!(samples[0].abs() <= 1.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    White, 4 dimensions, Lattice hash "is_lattice" {}
}

/// A checkerboard: 1 and -1 in turn, cell by cell.
///
/// ```
/// # use lacuna::{Checker, Cpu, Domain, Graph, Program};
/// let program = Program::new(&Graph::from(Checker::new().dimensions(2)))?;
/// let samples = Cpu::new().sample(&program, &Domain::points([[0.5, 0.5], [1.5, 0.5]]))?;
/// assert_eq!(samples, [1.0, -1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Checker {
    /// How many coordinates are taken, 1 to 4; without it 3, or 4 where the domain has four coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimensions: Option<u8>,
    /// Cells per unit, above 0.
    pub frequency: Number,
    /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<PerAxis<Number>>,
}

impl Default for Checker {
    fn default() -> Self {
        Self { dimensions: None, frequency: Number::ONE, offset: None }
    }
}

impl Checker {
    pub(crate) fn lattice(&self) -> Lattice<'_> {
        Lattice {
            dimensions: self.dimensions,
            frequency: self.frequency,
            offset: self.offset.as_ref(),
            hash: HashKind::Lattice,
            seed: None,
            period: None,
        }
    }
}

setters!(Checker { dimensions: some_exact u8, frequency: plain Number, offset: some PerAxis<Number>, });

impl Parts for Checker {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![]
    }
    fn validate(&self, place: &str) -> Result<()> {
        self.lattice().validate(4, place)
    }
    fn example() -> Self {
        Self::default()
    }
    fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
        Some((&mut self.dimensions, 4))
    }
}

/// A number, the same everywhere.
///
/// ```
/// # use lacuna::{Constant, Cpu, Domain, Graph, Program};
/// let program = Program::new(&Graph::from(Constant::of(0.5)))?;
/// assert_eq!(Cpu::new().sample(&program, &Domain::points([[1.0, 2.0]]))?, [0.5]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Constant {
    /// The number, within ±10^30.
    pub value: Number,
}

impl Constant {
    /// A constant of a number.
    pub fn of(value: impl Into<Number>) -> Self {
        Self { value: value.into() }
    }
}

impl Parts for Constant {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![]
    }
    fn validate(&self, place: &str) -> Result<()> {
        within(&format!("{place}.value"), self.value, -1e30, 1e30)
    }
    fn example() -> Self {
        Self::default()
    }
}

/// A coordinate of the sample as a value, times a frequency. Its size must stay below 2^23.
///
/// ```
/// # use lacuna::{Coordinate, CoordinateKind, Cpu, Domain, Graph, Program};
/// let program = Program::new(&Graph::from(Coordinate::new().axis(CoordinateKind::Radius)))?;
/// assert_eq!(Cpu::new().sample(&program, &Domain::points([[3.0, 4.0]]))?, [5.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Coordinate {
    /// Which coordinate.
    pub axis: CoordinateKind,
    /// What coordinates are multiplied by, above 0.
    #[serde(skip_serializing_if = "is_one", default = "one")]
    pub frequency: Number,
    /// Added to the coordinate of each axis after that, within ±2^23.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<PerAxis<Number>>,
}

impl Default for Coordinate {
    fn default() -> Self {
        Self { axis: CoordinateKind::X, frequency: Number::ONE, offset: None }
    }
}

setters!(Coordinate { axis: exact CoordinateKind, frequency: plain Number, offset: some PerAxis<Number>, });

impl Parts for Coordinate {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![]
    }
    fn validate(&self, place: &str) -> Result<()> {
        positive(&format!("{place}.frequency"), self.frequency)?;
        if let Some(offset) = &self.offset {
            at_most_four(&format!("{place}.offset"), offset)?;
            for number in offset.values() {
                within(&format!("{place}.offset"), *number, -8_388_608.0, 8_388_608.0)?;
            }
        }
        Ok(())
    }
    fn example() -> Self {
        Self::default()
    }
}
