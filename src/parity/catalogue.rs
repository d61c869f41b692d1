//! The cases of `all-corpus`: every basis in every dimension, and Perlin noise with each hash, with and without a period, alone and under fractals; every other kind of node;
//! random graphs; and graphs of several channels.

use std::collections::BTreeSet;

use super::case::{Case, PLACES, grid, points};
use super::kinds::cases_of_kind;
use crate::error::Result;
use crate::graph::nodes::*;
use crate::graph::{Graph, Input, NODE_KINDS, Node, NodeExt as _, NodeKind};
use crate::program::{Basis, Operation, Program};
use crate::seeding::HashKind;
#[cfg(feature = "gpu")]
use crate::{domain::DomainKind, gpu::layout::KernelForm};

/// The number of random graphs.
const RANDOM_GRAPHS: u64 = 200;
/// The most channels of random graphs of several channels.
const RANDOM_CHANNELS: u64 = 7;

/// Returns a case of every graph of the catalogue, by name, one by one. They alternate between grids and lists of points, near the origin and far from
/// it. A graph of a single basis has at least `samples` samples. Graphs of several nodes, of which there are many more, have a sixteenth of that, but
/// at least 2^14, and at most `samples`.
///
/// # Errors
///
/// None are expected; they would be those of [`Program::new`].
pub fn each_of_catalogue(samples: usize) -> impl Iterator<Item = Result<Case>> {
    cases(catalogue_graphs(), samples)
}

/// Returns the cases of [`each_of_catalogue`] for the graphs of [`covering_graphs`].
///
/// # Errors
///
/// The errors of [`each_of_catalogue`].
pub fn each_of_covering(samples: usize) -> impl Iterator<Item = Result<Case>> {
    cases(covering_graphs(), samples)
}

/// Returns the cases of [`each_of_catalogue`] for the graphs of [`pairing_graphs`].
///
/// # Errors
///
/// The errors of [`each_of_catalogue`].
#[cfg(feature = "gpu")]
pub fn each_of_pairing(samples: usize) -> impl Iterator<Item = Result<Case>> {
    cases(pairing_graphs(), samples)
}

/// Returns the place of a graph's case. By name, so that adding a graph changes no other case.
fn place_of(name: &str, graph: &Graph) -> (&'static str, bool, i64) {
    // FNV-1a, 64 bits (Fowler, Noll and Vo).
    let number = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3));
    let places = if is_near(graph) { 2 } else { PLACES.len() };
    PLACES[(number >> 32) as usize % places]
}

fn cases(graphs: Vec<(String, Graph)>, samples: usize) -> impl Iterator<Item = Result<Case>> {
    graphs.into_iter().map(move |(name, graph)| {
        let program = Program::new(&graph)?;
        let (place, is_grid, origin) = place_of(&name, &graph);
        // Frequencies, rotations and the skew of simplex noise make the distance in cells larger than that in units.
        let origin = origin / 10;
        let is_basis = graph.outputs.iter().all(|output| NodeKind::of(graph.nodes[output].kind()).is_some_and(|kind| kind.is_basis));
        let samples = if is_basis { samples } else { samples.min((samples / 16).max(1 << 14)) };
        let domain = if is_grid { grid(origin, 1.0, samples) } else { points(origin, 1.0, samples) };
        Ok(Case { name: format!("{name}, {}", place.replace("10^9", "10^8")), program, domain })
    })
}

/// Returns every node of a graph, including nested ones.
fn nodes(graph: &Graph) -> Vec<&Node> {
    let mut nodes: Vec<&Node> = graph.nodes.values().collect();
    let mut next = 0;
    while let Some(node) = nodes.get(next) {
        next += 1;
        let inputs = node.inputs();
        nodes.extend(inputs.into_iter().filter_map(|(_, input)| match input {
            Input::Node(inner) => Some(&**inner),
            _ => None,
        }));
    }
    nodes
}

/// Returns true if samples of a graph must be near the origin: coordinates used as values are limited to 2^23.
fn is_near(graph: &Graph) -> bool {
    nodes(graph).into_iter().any(|node| node.as_kind().is_near())
}

/// Returns a subset of the catalogue that has every kind of node, and calls every function that the catalogue calls: each basis in each number of
/// dimensions with its values and its derivatives, and every operation. The graphs are visited from the fewest operations on, and a graph is kept if it
/// adds a kind or a function.
pub fn covering_graphs() -> Vec<(String, Graph)> {
    chosen(|_, graph| parts(graph))
}

/// Returns a larger subset of the catalogue. It also has each basis, with its values and its derivatives, with every pair of values of its options, alone
/// and in octaves, and in every form of kernel in which the catalogue evaluates it: per sample, in rows and in columns of each length.
#[cfg(feature = "gpu")]
pub fn pairing_graphs() -> Vec<(String, Graph)> {
    chosen(|name, graph| {
        let mut parts = parts(graph);
        let Ok(program) = Program::new(graph) else { return parts };
        let domain = if place_of(name, graph).1 { DomainKind::Grid } else { DomainKind::Points };
        let form = KernelForm::fastest(program.structure(), domain);
        each_basis(&program.structure().body, "alone", &mut |what, place, basis| {
            let what = format!("{what} of {:?}", basis.function);
            let family = format!("{:?}", basis.function);
            parts.insert(format!("{form:?} of {}", family.trim_end_matches(|c: char| c.is_ascii_digit())));
            parts.insert(format!("{what} {place} in {:?}, {domain:?}", std::mem::discriminant(&form)));
            let options = || basis.function.options().iter().zip(basis.options);
            for ((one, value), number) in options().zip(1..) {
                parts.insert(format!("{what} with {one} = {value}"));
                parts.extend(options().skip(number).map(|(other, second)| format!("{what} with {one} = {value} and {other} = {second}")));
            }
        });
        parts
    })
}

/// Visits the graphs of the catalogue from the fewest operations on, and keeps each that has a part which no graph before it has.
fn chosen(parts: impl Fn(&str, &Graph) -> BTreeSet<String>) -> Vec<(String, Graph)> {
    let mut covered = BTreeSet::new();
    let mut graphs = catalogue_graphs();
    graphs.sort_by_cached_key(|(_, graph)| Program::new(graph).map_or(u32::MAX, |program| program.operations()));
    graphs.retain(|(name, graph)| {
        let before = covered.len();
        covered.extend(parts(name, graph));
        covered.len() > before
    });
    graphs
}

/// Calls a function with each evaluation of a basis: its values or derivatives, alone or in octaves, and the basis.
fn each_basis(operations: &[Operation], place: &str, visit: &mut impl FnMut(&str, &str, &Basis)) {
    for operation in operations {
        match operation {
            Operation::Basis { basis, .. } => visit("value", place, basis),
            Operation::Derivatives { basis, .. } => visit("derivatives", place, basis),
            Operation::Call { .. } => {}
            Operation::Loop { body, .. } => each_basis(body, "in octaves", visit),
        }
    }
}

/// Returns the kinds of a graph's nodes and the functions that its program calls. A graph that is not legal calls none.
fn parts(graph: &Graph) -> BTreeSet<String> {
    fn each_call(operations: &[Operation], parts: &mut BTreeSet<String>) {
        for operation in operations {
            match operation {
                Operation::Call { function, .. } => parts.extend([format!("{function:?}")]),
                Operation::Loop { body, .. } => each_call(body, parts),
                Operation::Basis { .. } | Operation::Derivatives { .. } => {}
            }
        }
    }
    let mut parts: BTreeSet<String> = nodes(graph).into_iter().map(|node| format!("node {}", node.kind())).collect();
    if let Ok(program) = Program::new(graph) {
        each_call(&program.structure().body, &mut parts);
        each_basis(&program.structure().body, "", &mut |what, _, basis| parts.extend([format!("{what} of {:?}", basis.function)]));
    }
    parts
}

/// Returns the graphs of [`each_of_catalogue`], by name: the cases of every kind of node, those of noise over a lattice also under two fractals, and
/// random graphs.
pub fn catalogue_graphs() -> Vec<(String, Graph)> {
    let mut graphs: Vec<(String, Graph)> = Vec::new();
    for kind in NODE_KINDS {
        for (number, (label, node)) in cases_of_kind(kind).into_iter().enumerate() {
            let name = format!("{} {label}", kind.name).trim_end().to_owned();
            if kind.key("dimensions").is_some() {
                // So that each fractal is combined with every basis and dimension somewhere.
                let fractals = fractals_of(&node);
                for turn in [number, number + 3] {
                    let (fractal, over) = &fractals[turn % fractals.len()];
                    graphs.push((format!("{fractal} of {name}"), over.clone().into()));
                }
            }
            graphs.push((name, node.into()));
        }
    }
    graphs.extend((0..RANDOM_GRAPHS).map(|seed| (format!("random graph {seed}"), random_graph(seed))));
    for channels in 2..=RANDOM_CHANNELS {
        graphs.extend((0..4).map(|seed| (format!("random graph {seed} of {channels} channels"), random_channels(seed, channels))));
    }
    graphs
}

fn fractals_of(source: &Node) -> Vec<(&'static str, Node)> {
    let source = || source.clone();
    vec![
        ("fbm", source().fbm().octaves(4).into()),
        ("turbulence", source().turbulence().octaves(3).into()),
        ("billow", source().billow().octaves(3).lacunarity(2.17).into()),
        ("ridged", source().ridged().octaves(4).into()),
        ("hybrid", source().hybrid().octaves(4).normalize(false).into()),
        ("heterogeneous", source().heterogeneous().octaves(3).into()),
        ("ping_pong", source().ping_pong().octaves(2.5).into()),
    ]
}

/// Returns a random graph, which the seed determines: the first legal one, a few nodes deep.
pub fn random_graph(seed: u64) -> Graph {
    let mut draw = Draw(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    loop {
        let graph = Graph::from(draw.node(4));
        if Program::new(&graph).is_ok() {
            return graph;
        }
    }
}

/// Returns a random graph with several channels, which the seed determines. Each channel but the first combines noise with the channels before it.
fn random_channels(seed: u64, channels: u64) -> Graph {
    let mut draw = Draw((seed * 100 + channels).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    loop {
        let mut graph = Graph::of_channels((0..channels).map(|channel| format!("channel-{channel}")));
        for channel in 0..channels {
            let node = match channel {
                0 => draw.node(2),
                _ => {
                    let other = Input::Name(format!("channel-{}", draw.below(channel)));
                    match draw.below(4) {
                        0 => other.slope().into(),
                        1 => other.lerp(draw.basis()).mask(draw.basis()).into(),
                        2 => draw.basis().warp().x(other).into(),
                        _ => other.multiply(draw.node(1)).into(),
                    }
                }
            };
            graph = graph.node(format!("channel-{channel}"), node);
        }
        if Program::new(&graph).is_ok() {
            return graph;
        }
    }
}

/// xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016).
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % count
    }

    /// Returns a multiple of a hundredth, from `low` hundredths up to but not including `high` hundredths.
    fn number(&mut self, low: i64, high: i64) -> f64 {
        (low + self.below((high - low) as u64) as i64) as f64 / 100.0
    }

    fn basis(&mut self) -> Node {
        let hash = if self.below(2) == 0 { HashKind::Table } else { HashKind::Lattice };
        let dimensions = 2 + self.below(2) as u8;
        let (seed, frequency) = (self.below(1000), self.number(20, 300));
        match self.below(8) {
            0 | 1 => Perlin::new().dimensions(dimensions).hash(hash).seed(seed).frequency(frequency).into(),
            2 | 3 => Simplex::new().dimensions(dimensions).seed(seed).frequency(frequency).into(),
            4 | 5 => Value::new().dimensions(dimensions).seed(seed).frequency(frequency).into(),
            6 => Cellular::new().dimensions(2).seed(seed).frequency(frequency).into(),
            _ => Perlin::new().dimensions(2).gradients(GradientSet::Classic).fade(Interpolation::Cubic).seed(seed).into(),
        }
    }

    fn node(&mut self, depth: u32) -> Node {
        if depth == 0 {
            return self.basis();
        }
        let source = self.node(depth - 1);
        match self.below(24) {
            0 => source.fbm().octaves(self.number(100, 400)).gain(self.number(20, 80)).into(),
            1 => source.turbulence().octaves(2).into(),
            2 => source.ridged().octaves(2).into(),
            3 => source.ping_pong().octaves(2).strength(self.number(50, 300)).into(),
            4 => source.transform().rotate(self.number(0, 36000)).scale(self.number(30, 300)).into(),
            5 => source.warp().x(self.basis()).y(self.basis()).strength(self.number(0, 100)).into(),
            6 => source.abs().into(),
            7 => source.scale_offset(self.number(-300, 300), self.number(-100, 100)).into(),
            8 => source.smoothstep().low(self.number(-100, 0)).high(self.number(1, 100)).into(),
            9 => source.terrace().steps(1 + self.below(9) as u32).sharpness(self.number(0, 100)).into(),
            10 => source.sine().into(),
            11 => source.clamp().low(self.number(-50, 0)).high(self.number(0, 50)).into(),
            12 => source.add(self.node(depth - 1)).into(),
            13 => source.multiply(self.node(depth - 1)).into(),
            14 => source.min(self.basis()).into(),
            15 => source.smooth_max(self.basis()).radius(self.number(0, 100)).into(),
            16 => source.lerp(self.basis()).mask(self.basis()).into(),
            17 => source.quotient(self.basis()).limit(10).into(),
            18 => source.select(self.basis(), self.basis()).falloff(self.number(0, 50)).into(),
            19 => source.abs().sqrt().into(),
            20 => source.power().exponent(self.number(-200, 300)).into(),
            21 => source.curve([[-1.0, self.number(-100, 100)], [0.0, self.number(-100, 100)], [1.0, 0.5]]).into(),
            22 => source.invert().into(),
            _ => source.billow().octaves(2).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn the_covering_graphs_have_every_kind_of_node_and_every_function_of_the_catalogue() {
        let of = |graphs: &[(String, Graph)]| graphs.iter().flat_map(|(_, graph)| parts(graph)).collect::<BTreeSet<String>>();
        let (all, covering) = (catalogue_graphs(), covering_graphs());
        assert_eq!(of(&covering), of(&all));
        assert!(covering.len() * 4 < all.len(), "{} of {} graphs", covering.len(), all.len());
        assert!(
            NODE_KINDS
                .iter()
                .all(|kind| kind.group == crate::graph::Group::Layer || of(&covering).contains(&format!("node {}", kind.name)))
        );
        let names: Vec<&String> = all.iter().map(|(name, _)| name).collect();
        assert!(covering.iter().all(|(name, _)| names.contains(&name)));
        #[cfg(feature = "gpu")]
        {
            let pairing = pairing_graphs();
            assert_eq!(of(&pairing), of(&all));
            assert!(covering.len() < pairing.len() && pairing.len() * 2 < all.len(), "{} of {} graphs", pairing.len(), all.len());
        }
    }
}
