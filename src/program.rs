//! What both engines run: a graph lowered to single assignments over f32 registers.
//!
//! A program has two halves. Its [`Structure`] decides the text of a kernel and is the key under which pipelines are cached. Its values (numbers
//! of nodes, octave counts, weights, frequencies, tables) are data that kernels read, so changing one compiles nothing.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed};

use crate::error::{Error, Result};
use crate::graph::{Fbm, GradientSet, Graph, HashKind, Input, Interpolation, MAX_DEPTH, Node, Perlin};
use crate::number::Number;
use crate::permutation::{Permutation, octave_offset};

/// The number of an f32 value: each is assigned once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Register(pub u32);

/// A graph, lowered. Cheap to make; both engines evaluate it.
///
/// ```
/// use lacuna::{Graph, Perlin, Program};
/// let one = Program::new(&Graph::from(Perlin::default())).unwrap();
/// let other = Program::new(&Graph::from(Perlin { seed: Some(7), ..Perlin::default() })).unwrap();
/// assert_eq!(one.structure(), other.structure());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    structure: Structure,
    values: Values,
}

/// The half of a program that decides a kernel's text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Structure {
    /// The operations in order.
    pub body: Vec<Operation>,
    /// The registers that are the channels of the field.
    pub outputs: Vec<Register>,
    /// How many registers are assigned, in the body and in the loops' bodies.
    pub registers: u32,
    /// The domain axis, 0 for x to 3 for w, of each lattice axis.
    pub axes: Vec<u8>,
    /// How many loops over octaves there are.
    pub loops: u32,
    /// How many basis functions there are; each has its permutation table.
    pub bases: u32,
    /// How many numbers there are that stay the same in every octave.
    pub scalars: u32,
    /// How many numbers there are that differ by octave.
    pub octave_scalars: u32,
}

impl Structure {
    /// The basis functions by their number, each with the first of its lattice axes.
    pub fn bases(&self) -> Vec<(Basis, u32)> {
        fn visit(operations: &[Operation], found: &mut Vec<(u32, Basis, u32)>) {
            for operation in operations {
                match operation {
                    Operation::Basis { basis, index, axis, .. } => found.push((*index, *basis, *axis)),
                    Operation::Fractal { body, .. } => visit(body, found),
                    Operation::ScaleOffset { .. } => {}
                }
            }
        }
        let mut found = Vec::new();
        visit(&self.body, &mut found);
        found.sort_by_key(|(index, ..)| *index);
        found.into_iter().map(|(_, basis, axis)| (basis, axis)).collect()
    }
}

/// One assignment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The value of a basis function, settled.
    Basis {
        /// Which function.
        basis: Basis,
        /// The number of the basis in the program, which finds its permutation table.
        index: u32,
        /// The first of its lattice axes; it has as many as the basis has dimensions.
        axis: u32,
        /// Assigned.
        result: Register,
    },
    /// A loop over octaves that reduces the value of its body.
    Fractal {
        /// How the octaves are reduced.
        fractal: Fractal,
        /// The number of the loop in the program, which finds how many octaves there are.
        index: u32,
        /// Evaluated once an octave.
        body: Vec<Operation>,
        /// The register of the body that is reduced.
        source: Register,
        /// The octave's weight, within ±1.
        weight: OctaveScalar,
        /// What the sum is multiplied by, a power of two.
        scale: Scalar,
        /// Assigned.
        result: Register,
    },
    /// `source * scale + offset`, settled.
    ScaleOffset {
        /// The value.
        source: Register,
        /// The factor.
        scale: Scalar,
        /// The summand.
        offset: Scalar,
        /// Assigned.
        result: Register,
    },
}

impl Operation {
    /// Whether rows of a grid can share work: a basis that has rows, or a fractal of such that holds no other fractal.
    pub fn has_rows(&self) -> bool {
        match self {
            Self::Basis { basis, .. } => basis.has_rows(),
            Self::Fractal { body, .. } => {
                body.iter().any(Self::has_rows) && !body.iter().any(|operation| matches!(operation, Self::Fractal { .. }))
            }
            Self::ScaleOffset { .. } => false,
        }
    }

    /// The register that the operation assigns.
    pub fn result(&self) -> Register {
        match self {
            Self::Basis { result, .. } | Self::Fractal { result, .. } | Self::ScaleOffset { result, .. } => *result,
        }
    }
}

/// A basis function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Improved Perlin noise.
    Perlin {
        /// 1 to 4.
        dimensions: u8,
        /// Where gradients are drawn from.
        hash: HashKind,
        /// The gradients.
        gradients: GradientSet,
        /// How they are interpolated.
        interpolation: Interpolation,
    },
}

impl Basis {
    /// Whether rows of a grid share what lies at its lattice corners: in one dimension there is too little to share.
    pub fn has_rows(self) -> bool {
        self.dimensions() > 1
    }

    /// Where the function takes its hashes from.
    pub fn hash(self) -> HashKind {
        match self {
            Self::Perlin { hash, .. } => hash,
        }
    }

    /// How many lattice axes the function takes.
    pub fn dimensions(self) -> u8 {
        match self {
            Self::Perlin { dimensions, .. } => dimensions,
        }
    }
}

/// How a loop reduces its octaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fractal {
    /// The weighted sum.
    Fbm,
}

/// The place of a number that stays the same in every octave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scalar(pub u32);

/// The place of a number that differs by octave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OctaveScalar(pub u32);

/// The half of a program that kernels read as data.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Values {
    /// By [`Scalar`].
    pub(crate) scalars: Vec<f32>,
    /// By [`OctaveScalar`], then by octave of its own loop.
    pub(crate) octave_scalars: Vec<Vec<f32>>,
    /// The octaves of each loop.
    pub(crate) octaves: Vec<u32>,
    /// Of each lattice axis.
    pub(crate) axes: Vec<AxisValues>,
    /// What the hash of each basis is keyed with: the index of its table in `tables`, or the two words of its seed.
    pub(crate) keys: Vec<[u32; 2]>,
    pub(crate) tables: Vec<Permutation>,
}

/// How a lattice axis gets its coordinate from a domain axis, in every octave.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AxisValues {
    /// The path of the node, for errors.
    pub(crate) place: String,
    /// By octave: the octaves of nested loops are numbered with the innermost running fastest.
    pub(crate) octaves: Vec<AxisOctave>,
}

/// lattice position = frequency * domain coordinate + offset, modulo the period.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AxisOctave {
    pub(crate) frequency: BigRational,
    pub(crate) offset: BigRational,
    /// Cells, below 2^31; 0 for none.
    pub(crate) period: u32,
}

impl Program {
    /// Validates a graph and lowers it.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] and [`Error::Limit`], which name the place in the graph.
    pub fn new(graph: &Graph) -> Result<Self> {
        graph.validate()?;
        let mut lowering = Lowering::empty(graph);
        let mut scope = Scope::default();
        let output = lowering.named(&graph.output, &mut scope, 0)?;
        let values = lowering.values;
        let structure = Structure {
            body: scope.body,
            outputs: vec![output],
            registers: lowering.registers,
            axes: lowering.axes,
            loops: values.octaves.len() as u32,
            bases: values.keys.len() as u32,
            scalars: values.scalars.len() as u32,
            octave_scalars: values.octave_scalars.len() as u32,
        };
        Ok(Self { structure, values })
    }

    /// The half that decides a kernel's text. Programs of equal structure run on the same pipeline.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    pub(crate) fn values(&self) -> &Values {
        &self.values
    }
}

/// The operations of one loop body (or of the whole), and the nodes already evaluated in it.
#[derive(Default)]
struct Scope {
    body: Vec<Operation>,
    named: BTreeMap<String, Register>,
}

struct Lowering<'a> {
    graph: &'a Graph,
    values: Values,
    axes: Vec<u8>,
    registers: u32,
    /// By register, what no absolute value exceeds.
    bounds: Vec<f64>,
    /// The fractals around the node being lowered, outermost first.
    enclosing: Vec<Enclosing>,
}

struct Enclosing {
    octaves: u32,
    /// lacunarity^k by octave, exact.
    powers: Vec<Power>,
    decorrelate: bool,
}

impl<'a> Lowering<'a> {
    fn empty(graph: &'a Graph) -> Self {
        let values = Values { scalars: vec![], octave_scalars: vec![], octaves: vec![], axes: vec![], keys: vec![], tables: vec![] };
        Self { graph, values, axes: vec![], registers: 0, bounds: vec![], enclosing: vec![] }
    }

    /// A register whose value stays within a bound; refused where f32 could overflow, since what follows (infinity times 0) is no number.
    fn register(&mut self, bound: f64, place: &str) -> Result<Register> {
        if bound > MAX_MAGNITUDE {
            return Err(Error::parameter(
                place,
                format!("values could reach {bound:.1e}; keep them within ±{MAX_MAGNITUDE:e} by smaller scales, offsets, weights or gains"),
            ));
        }
        self.bounds.push(bound);
        self.registers += 1;
        Ok(Register(self.registers - 1))
    }

    fn scalar(&mut self, value: f64) -> Scalar {
        self.values.scalars.push(flushed(value));
        Scalar(self.values.scalars.len() as u32 - 1)
    }

    fn named(&mut self, name: &str, scope: &mut Scope, depth: usize) -> Result<Register> {
        if let Some(register) = scope.named.get(name) {
            return Ok(*register);
        }
        let register = self.node(&self.graph.nodes[name], name, scope, depth)?;
        scope.named.insert(name.to_owned(), register);
        Ok(register)
    }

    fn input(&mut self, input: &Input, place: &str, scope: &mut Scope, depth: usize) -> Result<Register> {
        match input {
            Input::Name(name) => self.named(name, scope, depth + 1),
            Input::Node(node) => self.node(node, place, scope, depth + 1),
        }
    }

    fn node(&mut self, node: &Node, place: &str, scope: &mut Scope, depth: usize) -> Result<Register> {
        if depth > MAX_DEPTH {
            return Err(Error::limit(place, format!("more than {MAX_DEPTH} nodes stand between the output and this one")));
        }
        match node {
            Node::Perlin(perlin) => self.perlin(perlin, place, scope),
            Node::Fbm(fbm) => self.fbm(fbm, place, scope, depth),
            Node::ScaleOffset(node) => {
                let source = self.input(&node.source, &format!("{place}.source"), scope, depth)?;
                let (scale, offset) = (node.scale.to_f64(), node.offset.to_f64());
                let result = self.register(self.bounds[source.0 as usize] * scale.abs() + offset.abs(), place)?;
                let (scale, offset) = (self.scalar(scale), self.scalar(offset));
                scope.body.push(Operation::ScaleOffset { source, scale, offset, result });
                Ok(result)
            }
        }
    }

    fn perlin(&mut self, perlin: &Perlin, place: &str, scope: &mut Scope) -> Result<Register> {
        let dimensions = perlin.dimensions.unwrap_or(3);
        let axis = self.axes.len() as u32;
        for domain_axis in 0..dimensions {
            let octaves = self.axis_octaves(perlin, usize::from(domain_axis), place)?;
            self.values.axes.push(AxisValues { place: place.to_owned(), octaves });
            self.axes.push(domain_axis);
        }
        let key = self.key(perlin.hash, perlin.seed);
        self.values.keys.push(key);
        let result = self.register(PERLIN_BOUND, place)?;
        let basis = Basis::Perlin { dimensions, hash: perlin.hash, gradients: perlin.gradients, interpolation: perlin.fade };
        let index = self.values.keys.len() as u32 - 1;
        scope.body.push(Operation::Basis { basis: basis, index, axis, result });
        Ok(result)
    }

    /// What a hash is keyed with. The lattice hash without a seed is the one of seed 0.
    fn key(&mut self, hash: HashKind, seed: Option<u64>) -> [u32; 2] {
        match hash {
            HashKind::Lattice => {
                let seed = seed.unwrap_or(0);
                [seed as u32, (seed >> 32) as u32]
            }
            HashKind::Table => {
                let table = Permutation::new(seed);
                let known = self.values.tables.iter().position(|other| *other == table);
                let number = known.unwrap_or_else(|| {
                    self.values.tables.push(table);
                    self.values.tables.len() - 1
                });
                [number as u32, 0]
            }
        }
    }

    /// An axis of a lattice in every octave of the enclosing fractals.
    fn axis_octaves(&self, perlin: &Perlin, axis: usize, place: &str) -> Result<Vec<AxisOctave>> {
        let offset = perlin.offset.as_ref().and_then(|offset| offset.get(axis)).unwrap_or(Number::ZERO).to_ratio();
        let period = perlin.period.as_ref().and_then(|period| period.get(axis)).unwrap_or(0);
        let frequency = perlin.frequency.to_ratio();
        let count: u32 = self.enclosing.iter().map(|fractal| fractal.octaves).product();
        (0..count)
            .map(|flat| {
                let octave = self.octave_of(flat);
                let power =
                    self.enclosing.iter().zip(&octave).fold(Power::one(), |power, (fractal, &k)| power.times(&fractal.powers[k as usize]));
                let decorrelated: Vec<u32> =
                    self.enclosing.iter().zip(&octave).filter(|(fractal, _)| fractal.decorrelate).map(|(_, &k)| k).collect();
                let shift = BigRational::new(octave_offset(perlin.seed, &decorrelated, axis).into(), BigInt::one() << 32);
                let offset = &offset + shift;
                if period == 0 {
                    return Ok(AxisOctave { frequency: &frequency * power.rounded_to_64_bits(), offset, period: 0 });
                }
                let cells = rounded_quotient(&(&power.numer * period), &power.denom);
                let frequency = &frequency * BigRational::new(cells.clone(), period.into());
                Ok(AxisOctave { frequency, offset, period: octave_period(&cells, place)? })
            })
            .collect()
    }

    /// The octave of each enclosing fractal, outermost first, from the number that counts them all.
    fn octave_of(&self, mut flat: u32) -> Vec<u32> {
        let mut octaves: Vec<u32> = Vec::with_capacity(self.enclosing.len());
        for fractal in self.enclosing.iter().rev() {
            octaves.push(flat % fractal.octaves);
            flat /= fractal.octaves;
        }
        octaves.reverse();
        octaves
    }

    fn fbm(&mut self, fbm: &Fbm, place: &str, scope: &mut Scope, depth: usize) -> Result<Register> {
        let octaves = fbm.octave_count();
        let all: u32 = self.enclosing.iter().map(|fractal| fractal.octaves).product::<u32>().saturating_mul(octaves);
        if all > MAX_NESTED_OCTAVES {
            return Err(Error::limit(
                format!("{place}.octaves"),
                format!("{all} octaves, counted with the fractals around; at most {MAX_NESTED_OCTAVES}"),
            ));
        }
        let index = self.values.octaves.len() as u32;
        self.values.octaves.push(octaves);
        let (weights, scale) = octave_weights(fbm);
        let gain = weights.iter().map(|weight| f64::from(weight.abs())).sum::<f64>() * scale;
        let weight = OctaveScalar(self.values.octave_scalars.len() as u32);
        self.values.octave_scalars.push(weights);
        let scale = self.scalar(scale);

        let powers = lacunarity_powers(fbm.lacunarity, octaves);
        self.enclosing.push(Enclosing { octaves, powers, decorrelate: fbm.decorrelate });
        let mut inner = Scope::default();
        let source = self.input(&fbm.source, &format!("{place}.source"), &mut inner, depth)?;
        self.enclosing.pop();
        let result = self.register(self.bounds[source.0 as usize] * gain, place)?;
        scope.body.push(Operation::Fractal { fractal: Fractal::Fbm, index, body: inner.body, source, weight, scale, result });
        Ok(result)
    }
}

/// What no value of a program may exceed, so that f32, up to 3.4 * 10^38, never overflows.
const MAX_MAGNITUDE: f64 = 1e38;
/// Above every value of Perlin noise: at most three components of a gradient, each times a local coordinate within ±1.
const PERLIN_BOUND: f64 = 3.0;

/// The most octaves of fractals in fractals, multiplied.
pub const MAX_NESTED_OCTAVES: u32 = 1024;

/// The f32 of a number as kernels get it: settled, since a device may flush what is smaller.
fn flushed(value: f64) -> f32 {
    let value = value as f32;
    crate::cpu::strict::settled(value)
}

/// The weights of the octaves, each within ±1, and the power of two that gives them back their size.
fn octave_weights(fbm: &Fbm) -> (Vec<f32>, f64) {
    let mut weights: Vec<f64> = match &fbm.weights {
        Some(weights) => weights.iter().map(|weight| weight.to_f64()).collect(),
        None => {
            let gain = fbm.gain.map_or(0.5, Number::to_f64);
            std::iter::successors(Some(1.0), |weight| Some(weight * gain)).take(fbm.octave_count() as usize).collect()
        }
    };
    if fbm.normalize {
        let sum: f64 = weights.iter().map(|weight| weight.abs()).sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
    }
    let largest = weights.iter().fold(0.0_f64, |largest, weight| largest.max(weight.abs()));
    let mut scale = 1.0;
    while scale < largest {
        scale *= 2.0;
    }
    let mut weights: Vec<f32> = weights.into_iter().map(|weight| flushed(weight / scale)).collect();
    if fbm.normalize && weights.iter().all(|weight| *weight >= 0.0) {
        absorb_rounding(&mut weights);
    }
    (weights, scale)
}

/// Moves the largest weight by what rounding left over, until the sum in f32, in the engines' order, is 1: a constant source stays what it is.
fn absorb_rounding(weights: &mut [f32]) {
    let largest = (0..weights.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b])).expect("a fractal has at least one octave");
    for _ in 0..4 {
        weights[largest] += 1.0 - weights.iter().fold(0.0_f32, |sum, weight| sum + weight);
    }
}

/// lacunarity^k for every octave.
fn lacunarity_powers(lacunarity: Number, octaves: u32) -> Vec<Power> {
    let lacunarity = lacunarity.to_ratio();
    let lacunarity = Power { numer: lacunarity.numer().clone(), denom: lacunarity.denom().clone() };
    std::iter::successors(Some(Power::one()), |power| Some(power.times(&lacunarity))).take(octaves as usize).collect()
}

/// An exact product of powers of lacunarities, above 0. Unlike a `BigRational` it is not reduced, which would take far longer than all else.
#[derive(Debug, Clone, PartialEq)]
struct Power {
    numer: BigInt,
    denom: BigInt,
}

impl Power {
    fn one() -> Self {
        Self { numer: BigInt::one(), denom: BigInt::one() }
    }

    fn times(&self, other: &Self) -> Self {
        Self { numer: &self.numer * &other.numer, denom: &self.denom * &other.denom }
    }

    /// An integer as it is, anything else rounded to 64 significant bits, halves up: exact positions at it would take ever longer numbers.
    fn rounded_to_64_bits(&self) -> BigRational {
        if self.numer.is_multiple_of(&self.denom) {
            return BigRational::from_integer(&self.numer / &self.denom);
        }
        // 2^(bits-1) < value < 2^(bits+1), so one more bit than needed may be kept at first.
        let bits = self.numer.bits() as i64 - self.denom.bits() as i64;
        let scaled = |shift: i64| match usize::try_from(shift) {
            Ok(shift) => rounded_quotient(&(&self.numer << shift), &self.denom),
            Err(_) => rounded_quotient(&self.numer, &(&self.denom << shift.unsigned_abs())),
        };
        let mut shift = 64 - bits;
        if scaled(shift).bits() > 64 {
            shift -= 1;
        }
        BigRational::from_integer(scaled(shift)) / power_of_two(shift)
    }
}

fn power_of_two(exponent: i64) -> BigRational {
    let power = BigInt::one() << exponent.unsigned_abs();
    if exponent >= 0 { BigRational::from_integer(power) } else { BigRational::new(BigInt::one(), power) }
}

/// The integer nearest to a quotient, halves up.
fn rounded_quotient(numer: &BigInt, denom: &BigInt) -> BigInt {
    (numer * 2_u32 + denom).div_floor(&(denom * 2_u32))
}

/// The period of an octave as kernels take it.
///
/// A period that the table's own divides needs no wrapping, however long. Any other has to fit.
fn octave_period(cells: &BigInt, place: &str) -> Result<u32> {
    if !cells.is_positive() {
        return Err(Error::parameter(
            format!("{place}.period"),
            "an octave is left with no cell to repeat; give a longer period or fewer octaves",
        ));
    }
    if cells.is_multiple_of(&BigInt::from(256)) {
        return Ok(0);
    }
    match u32::try_from(cells) {
        Ok(cells) if cells < 1 << 31 => Ok(cells),
        _ => Err(Error::limit(
            format!("{place}.period"),
            format!("an octave has {cells} cells in a period; at most 2^31 fit, so give fewer octaves or a smaller lacunarity"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lower(node: impl Into<Graph>) -> Program {
        Program::new(&node.into()).unwrap()
    }

    #[test]
    fn a_power_of_the_lacunarity_is_exact_or_rounded_to_64_bits() {
        let exact = |lacunarity: Number, k| num_traits::pow(lacunarity.to_ratio(), k);
        assert_eq!(lacunarity_powers(3.into(), 32)[31].rounded_to_64_bits(), exact(3.into(), 31));
        for lacunarity in [2.17, 1.9, 0.5, 0.01, 99.99, 1.0000001] {
            for (k, power) in lacunarity_powers(lacunarity.into(), 32).iter().enumerate() {
                let (rounded, exact) = (power.rounded_to_64_bits(), exact(lacunarity.into(), k));
                let error = ((&rounded - &exact) / &exact).abs();
                assert!(error <= power_of_two(-64), "{lacunarity}, octave {k}");
                let odd = rounded.numer() >> rounded.numer().trailing_zeros().unwrap_or(0);
                assert!(odd.bits() <= 64, "{lacunarity}, octave {k}");
            }
        }
    }

    #[test]
    fn the_cells_of_an_octave_come_from_the_exact_power_halves_up() {
        let source = Perlin { period: Some(crate::PerAxis::All(255)), dimensions: Some(1), ..Perlin::default() };
        let program = lower(Fbm { lacunarity: 1.9.into(), octaves: Some(2), ..Fbm::of(source) });
        // 255 * 1.9 = 484.5.
        assert_eq!(program.values().axes[0].octaves[1].period, 485);
    }

    #[test]
    fn a_value_changes_no_structure() {
        let fbm = |octaves, seed, period| Fbm {
            octaves: Some(octaves),
            ..Fbm::of(Perlin { seed, period: Some(crate::PerAxis::All(period)), frequency: 3.7.into(), ..Perlin::default() })
        };
        assert_eq!(lower(fbm(1, None, 0)).structure(), lower(fbm(12, Some(9), 7)).structure());
        assert_ne!(lower(fbm(1, None, 0)).structure(), lower(Perlin::default()).structure());
    }

    #[test]
    fn a_shared_node_is_lowered_once_a_scope() {
        let mut graph = Graph::from(ScaleOffset2::chain("a", 3));
        graph.nodes.insert("a".into(), Perlin::default().into());
        assert_eq!(Program::new(&graph).unwrap().structure().bases, 1);
    }

    struct ScaleOffset2;
    impl ScaleOffset2 {
        fn chain(name: &str, length: usize) -> Node {
            let mut input = Input::from(name);
            for _ in 0..length {
                let node: Node = crate::ScaleOffset { source: input, scale: 2.into(), offset: 0.into() }.into();
                input = node.into();
            }
            match input {
                Input::Node(node) => *node,
                Input::Name(_) => unreachable!(),
            }
        }
    }

    #[test]
    fn an_octave_period_is_a_whole_number_of_cells_for_every_lacunarity() {
        let program = lower(Fbm {
            lacunarity: 2.17.into(),
            octaves: Some(4),
            ..Fbm::of(Perlin { period: Some(crate::PerAxis::All(8)), dimensions: Some(1), ..Perlin::default() })
        });
        let periods: Vec<u32> = program.values().axes[0].octaves.iter().map(|octave| octave.period).collect();
        assert_eq!(periods, [8, 17, 38, 82]);
        for octave in &program.values().axes[0].octaves {
            assert_eq!(&octave.frequency * BigInt::from(8), BigRational::from_integer(octave.period.into()));
        }
    }

    #[test]
    fn the_weights_of_a_normalised_sum_add_up_to_one_within_an_ulp() {
        for octaves in 1..=32 {
            for gain in [0.0, 0.3, 0.5, 0.65, 0.9, 1.0, 1.7] {
                let fbm = Fbm { octaves: Some(octaves), gain: Some(gain.into()), ..Fbm::of(Perlin::default()) };
                let (weights, scale) = octave_weights(&fbm);
                let sum = weights.iter().fold(0.0_f32, |sum, weight| sum + weight);
                assert_eq!(scale, 1.0);
                assert!((sum - 1.0).abs() <= f32::EPSILON, "{octaves} octaves, gain {gain}: {sum}");
            }
        }
    }
}
