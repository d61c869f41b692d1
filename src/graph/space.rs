//! Nodes that change where their source is evaluated.

use serde::{Deserialize, Serialize};

use super::basis::{Perlin, Simplex};
use super::checks::{at_most_four, finite, positive, within};
use super::defaults::{half, one, two};
use super::fractal::MAX_OCTAVES;
use super::node::{Input, Parts};
use super::per_axis::PerAxis;
use super::setters::setters;
use crate::error::{Error, Result};
use crate::number::Number;

/// Scales, then rotates, then moves the coordinates of its source. All of it is exact, except that sines and cosines are rounded to f64 once.
///
/// ```
/// # use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program};
/// let turned = Perlin::new().dimensions(2).transform().rotate(90).translate([0.25, 0.0]);
/// let program = Program::new(&Graph::from(turned))?;
/// let plain = Program::new(&Graph::from(Perlin::new().dimensions(2)))?;
/// let cpu = Cpu::new();
/// assert_eq!(cpu.sample(&program, &Domain::points([[1.5, 0.5]]))?, cpu.sample(&plain, &Domain::points([[-0.25, 1.5]]))?);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Transform {
    /// What is evaluated elsewhere.
    pub source: Input,
    /// What coordinates are multiplied by, per axis, within ±10^9 and not 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<PerAxis<Number>>,
    /// Degrees: one number turns x towards y; a list of three turns about x, then about y, then about z. Within ±360000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<PerAxis<Number>>,
    /// Added to the coordinates in the end, per axis, within ±2^31.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translate: Option<PerAxis<Number>>,
}

impl Transform {
    /// A transform that changes nothing yet.
    pub fn of(source: impl Into<Input>) -> Self {
        Self { source: source.into(), scale: None, rotate: None, translate: None }
    }
}

setters!(Transform { scale: some PerAxis<Number>, rotate: some PerAxis<Number>, translate: some PerAxis<Number>, } no new);

impl Parts for Transform {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![("source", &self.source)]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![&mut self.source]
    }
    fn validate(&self, place: &str) -> Result<()> {
        for (key, values, most) in
            [("scale", &self.scale, 1e9), ("rotate", &self.rotate, 360_000.0), ("translate", &self.translate, 2_147_483_648.0)]
        {
            let Some(values) = values else { continue };
            let place = format!("{place}.{key}");
            at_most_four(&place, values)?;
            for &value in values.values() {
                within(&place, value, -most, most)?;
                if key == "scale" && value.is_zero() {
                    return Err(Error::parameter(place, "0 is not allowed; give a number that is not 0"));
                }
            }
            if key == "rotate" && !matches!((values, values.values().len()), (PerAxis::All(_), _) | (_, 3)) {
                return Err(Error::parameter(place, "give one angle, or three for the turns about x, y and z"));
            }
        }
        Ok(())
    }
    fn example() -> Self {
        Self::of(Perlin::default())
    }
}

/// How the octaves of a warp follow each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WarpMode {
    /// Each octave displaces where the next is evaluated.
    #[default]
    Progressive,
    /// All octaves are evaluated at the sample itself, and their displacements are added.
    Independent,
}

/// Domain warp: evaluates its source at coordinates displaced by the values of other nodes (Quilez, "Domain Warping", 2002).
///
/// A displacement is held within ±2^20 cells of the source's lattice and taken in units of 2^-24 cell.
///
/// ```
/// # use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program};
/// let warped = Perlin::new().warp().x(Perlin::new().seed(1)).y(Perlin::new().seed(2)).strength(0.4);
/// let program = Program::new(&Graph::from(warped))?;
/// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0].abs() <= 1.1);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Warp {
    /// What is evaluated elsewhere.
    pub source: Input,
    /// What displaces x.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<Input>,
    /// What displaces y.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<Input>,
    /// What displaces z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<Input>,
    /// What displaces w.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub w: Option<Input>,
    /// What displacements are multiplied by, in units of the domain.
    #[serde(default = "one_input")]
    pub strength: Input,
    /// How many times the warp is applied, each `lacunarity` times as fine and `gain` times as strong as the one before, 1 to [`MAX_OCTAVES`].
    #[serde(default = "one_octave")]
    pub octaves: u32,
    /// The ratio of the frequencies of neighbouring octaves, 1/100 to 100.
    #[serde(default = "two")]
    pub lacunarity: Number,
    /// The ratio of the strengths of neighbouring octaves, 0 to 16.
    #[serde(default = "half")]
    pub gain: Number,
    /// How the octaves follow each other.
    #[serde(default)]
    pub mode: WarpMode,
}

fn one_input() -> Input {
    Input::Number(one())
}

fn one_octave() -> u32 {
    1
}

impl Warp {
    /// A warp of a source that displaces nothing yet.
    pub fn of(source: impl Into<Input>) -> Self {
        Self {
            source: source.into(),
            x: None,
            y: None,
            z: None,
            w: None,
            strength: one_input(),
            octaves: 1,
            lacunarity: two(),
            gain: half(),
            mode: WarpMode::Progressive,
        }
    }

    /// The nodes that displace, by axis.
    pub(crate) fn by(&self) -> [(&'static str, Option<&Input>); 4] {
        [("x", self.x.as_ref()), ("y", self.y.as_ref()), ("z", self.z.as_ref()), ("w", self.w.as_ref())]
    }
}

setters!(Warp {
    x: some Input, y: some Input, z: some Input, w: some Input, strength: plain Input, octaves: exact u32, lacunarity: plain Number,
    gain: plain Number, mode: exact WarpMode,
} no new);

impl Parts for Warp {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        let mut inputs = vec![("source", &self.source), ("strength", &self.strength)];
        inputs.extend(self.by().into_iter().filter_map(|(key, input)| Some((key, input?))));
        inputs
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        let mut inputs = vec![&mut self.source, &mut self.strength];
        inputs.extend([&mut self.x, &mut self.y, &mut self.z, &mut self.w].into_iter().flatten());
        inputs
    }
    fn validate(&self, place: &str) -> Result<()> {
        if !(1..=MAX_OCTAVES).contains(&self.octaves) {
            return Err(Error::parameter(format!("{place}.octaves"), format!("{} octaves; give 1 to {MAX_OCTAVES}", self.octaves)));
        }
        within(&format!("{place}.lacunarity"), self.lacunarity, 0.01, 100.0)?;
        within(&format!("{place}.gain"), self.gain, 0.0, 16.0)
    }
    fn example() -> Self {
        Self::of(Perlin::default()).x(Perlin { seed: Some(1), ..Perlin::default() }).y(Perlin { seed: Some(2), ..Perlin::default() })
    }
}

macro_rules! map {
    (
        $(#[$doc:meta])*
        $name:ident over $example:expr => {
            $($(#[$field_doc:meta])* $field:ident = $default:ident $path:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// What is evaluated elsewhere.
            pub source: Input,
            $($(#[$field_doc])* #[serde(default = $path)] pub $field: Number,)*
        }

        impl $name {
            /// The map with its defaults.
            pub fn of(source: impl Into<Input>) -> Self {
                Self { source: source.into(), $($field: $default(),)* }
            }
        }

        setters!($name { $($field: plain Number,)* } no new);

        impl Parts for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                vec![("source", &self.source)]
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                vec![&mut self.source]
            }
            fn validate(&self, place: &str) -> Result<()> {
                $(
                    positive(&format!("{place}.{}", stringify!($field)), self.$field)?;
                    within(&format!("{place}.{}", stringify!($field)), self.$field, 0.0, 1e9)?;
                )*
                Ok(())
            }
            fn example() -> Self {
                Self::of($example)
            }
        }
    };
}

fn eight() -> Number {
    8.into()
}

fn four() -> Number {
    4.into()
}

map! {
    /// Winds x round a cylinder: the source sees (radius cos a, y, radius sin a), with a one turn over `width` units. Seamless along x.
    ///
    /// ```
    /// # use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().cylinder().width(8)))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.3, 0.7], [8.3, 0.7]]))?;
    /// assert_eq!(samples[0], samples[1]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Cylinder over Perlin::default() => {
        /// After how many units x comes round, above 0.
        width = eight "eight",
        /// The radius, in units, above 0. With width / (2 pi) distances along x stay what they are.
        radius = one "one",
    }
}

map! {
    /// Winds x and y round a torus in four dimensions: the source sees (radius cos a, radius sin a, radius cos b, radius sin b). Tiles any node.
    ///
    /// In a fractal of whole lacunarity it tiles too. Where its coordinates are rotated, skewed or displaced, the angles are values, and it repeats as
    /// closely as f32 rounds them.
    ///
    /// ```
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program, Simplex};
    /// let tiling = Simplex::new().dimensions(4).torus().width(4).height(4);
    /// let samples = Cpu::new().sample(&Program::new(&Graph::from(tiling))?, &Domain::points([[0.3, 0.7], [4.3, -3.3]]))?;
    /// assert_eq!(samples[0], samples[1]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Torus over Simplex { dimensions: Some(4), ..Simplex::default() } => {
        /// After how many units x comes round, above 0.
        width = eight "eight",
        /// After how many units y comes round, above 0.
        height = eight "eight",
        /// The radius of both circles, in units, above 0.
        radius = one "one",
    }
}

map! {
    /// Evaluates its source on a sphere about the origin, x being the longitude and y the latitude (equirectangular). Seamless along x, and the same
    /// all over each pole.
    ///
    /// The middle of the picture looks along x; y = 0 is the north pole, which looks along z.
    ///
    /// ```
    /// # use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().sphere().radius(3)))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.3, 1.7], [8.3, 1.7], [0.0, 0.0], [2.5, 0.0]]))?;
    /// assert_eq!((samples[0], samples[2]), (samples[1], samples[3]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sphere over Perlin::default() => {
        /// How many units make a turn of the longitude, above 0.
        width = eight "eight",
        /// How many units lie between the poles, above 0.
        height = four "four",
        /// The radius, in units, above 0.
        radius = one "one",
    }
}

map! {
    /// Evaluates its source on a sphere seen from the six faces of a cube, continuous over their edges. x and y run from 0 to `size` over a face; z from
    /// 0 to below 6 chooses it: +x, -x, +y, -y, +z, -z, laid out as in Vulkan, Direct3D and WebGPU.
    ///
    /// ```
    /// # use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().cube().size(2).radius(3)))?;
    /// // The right edge of +z is the left edge of +x.
    /// let samples = Cpu::new().sample(&program, &Domain::points([[2.0, 0.3, 4.0], [0.0, 0.3, 0.0]]))?;
    /// assert_eq!(samples[0], samples[1]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Cube over Perlin::default() => {
        /// The side of a face, in units, above 0.
        size = eight "eight",
        /// The radius of the sphere, in units, above 0.
        radius = one "one",
    }
}

map! {
    /// Loops in time: z goes round a circle in the source's z and w, so that frame 0 follows the last. The source sees (x, y, radius cos a, radius sin a),
    /// and must be four-dimensional to see all of it.
    ///
    /// ```
    /// # use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().dimensions(4).looped().length(24)))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.3, 0.7, 0.0], [0.3, 0.7, 24.0]]))?;
    /// assert_eq!(samples[0], samples[1]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Loop over Perlin { dimensions: Some(4), ..Perlin::default() } => {
        /// After how many units z comes round, above 0.
        length = one "one",
        /// The radius, in units, above 0: how much changes in a turn.
        radius = one "one",
    }
}

/// The coordinate that a derivative follows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DomainAxis {
    /// The first.
    #[default]
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

macro_rules! differential {
    (
        $(#[$doc:meta])*
        $name:ident [$($(#[$input_doc:meta])* $input:ident),+] {
            $($(#[$field_doc:meta])* $field:ident: $ty:ty = $default:expr, $path:literal,)*
        } example $example:expr $(, with $check:ident)?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$input_doc])* pub $input: Input,)+
            $($(#[$field_doc])* #[serde(default = $path)] pub $field: $ty,)*
        }

        impl $name {
            /// The node with its defaults.
            pub fn of($($input: impl Into<Input>),+) -> Self {
                Self { $($input: $input.into(),)+ $($field: $default,)* }
            }
        }

        setters!($name { $($field: plain $ty,)* } no new);

        impl Parts for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                vec![$((stringify!($input), &self.$input)),+]
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                vec![$(&mut self.$input),+]
            }
            #[allow(unused_variables, reason = "some have nothing to check")]
            fn validate(&self, place: &str) -> Result<()> {
                $(self.$check(place)?;)?
                Ok(())
            }
            fn example() -> Self {
                $example
            }
        }
    };
}

differential! {
    /// The analytic derivative of its source along an axis of the domain, per unit.
    ///
    /// ```
    /// # use lacuna::{Build, Cpu, Domain, DomainAxis, Graph, Perlin, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().derivative().axis(DomainAxis::Y)))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] != 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Derivative [
        /// What is differentiated.
        source
    ] {
        /// The axis.
        axis: DomainAxis = DomainAxis::X, "DomainAxis::default",
    } example Self::of(Perlin::default())
}

differential! {
    /// How steep its source is: the length of the gradient in x and y, per unit.
    ///
    /// ```
    /// # use lacuna::{Build, Cpu, Domain, Graph, Perlin, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().slope()))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] > 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Slope [
        /// What is differentiated.
        source
    ] {} example Self::of(Perlin::default())
}

differential! {
    /// A component of the unit normal of the height field that its source is: (-strength dn/dx, -strength dn/dy, 1), normalised.
    ///
    /// ```
    /// # use lacuna::{Build, Cpu, Domain, DomainAxis, Graph, Perlin, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().normal().axis(DomainAxis::Z)))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] > 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Normal [
        /// The heights.
        source
    ] {
        /// The component.
        axis: DomainAxis = DomainAxis::X, "DomainAxis::default",
        /// What heights are multiplied by, within ±10^6.
        strength: Number = one(), "one",
    } example Self::of(Perlin::default()), with validate_strength
}

impl Normal {
    fn validate_strength(&self, place: &str) -> Result<()> {
        finite(&format!("{place}.strength"), self.strength)?;
        within(&format!("{place}.strength"), self.strength, -1e6, 1e6)
    }
}

differential! {
    /// A component of curl noise (Bridson, Hourihan and Nordenstam, SIGGRAPH 2007): the curl of three potentials, a flow without divergence.
    ///
    /// In the plane leave `x` and `y` at 0: then the flow is (dz/dy, -dz/dx) of the potential `z`.
    ///
    /// ```
    /// # use lacuna::{Cpu, Curl, Domain, DomainAxis, Graph, Perlin, Program};
    /// let flow = |axis| Graph::from(Curl::of(0, 0, Perlin::new()).axis(axis));
    /// let x = Program::new(&flow(DomainAxis::X))?;
    /// assert!(Cpu::new().sample(&x, &Domain::points([[0.3, 0.7]]))?[0] != 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Curl [
        /// The potential along x.
        x,
        /// The potential along y.
        y,
        /// The potential along z.
        z
    ] {
        /// The component.
        axis: DomainAxis = DomainAxis::X, "DomainAxis::default",
    } example Self::of(0, 0, Perlin::default())
}
