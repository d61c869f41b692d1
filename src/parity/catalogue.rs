//! The cases of `all-corpus`: every basis in every dimension and hash, with and without a period, by itself and under fractals, every other kind of node,
//! random graphs, and graphs of several channels.

use super::case::{Case, PLACES, grid, points};
use crate::error::Result;
use crate::graph::*;
use crate::program::Program;

/// How many graphs are drawn at random.
const RANDOM_GRAPHS: u64 = 200;
/// The most channels of those that are drawn at random.
const RANDOM_CHANNELS: u64 = 7;

/// Every graph, by name, made one by one: grids and lists of points, near the origin and far from it, in turn. A basis by itself has at least `samples`
/// samples; graphs of several nodes, of which there are many more, a sixteenth of them, or 2^14 where that is more and no more than `samples`.
///
/// # Errors
///
/// None are expected; they would be [`Program::new`]'s.
pub fn each_of_catalogue(samples: usize) -> impl Iterator<Item = Result<Case>> {
    catalogue_graphs().into_iter().map(move |(name, graph)| {
        let program = Program::new(&graph)?;
        let places = if is_near(&graph) { 2 } else { PLACES.len() };
        // By name, so that a graph that is added moves no other. FNV-1a, 64 bits (Fowler, Noll and Vo).
        let number = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3));
        let (place, is_grid, origin) = PLACES[(number >> 32) as usize % places];
        // Frequencies, rotations and the skew of simplex noise take cells farther out than units.
        let origin = origin / 10;
        let is_basis = graph.outputs.iter().all(|output| NodeKind::of(graph.nodes[output].kind()).is_some_and(|kind| kind.is_basis));
        let samples = if is_basis { samples } else { samples.min((samples / 16).max(1 << 14)) };
        let domain = if is_grid { grid(origin, samples) } else { points(origin, samples) };
        Ok(Case { name: format!("{name}, {}", place.replace("10^9", "10^8")), program, domain })
    })
}

/// Whether samples of a graph lie near the origin alone: coordinates as values reach no farther than 2^23.
fn is_near(graph: &Graph) -> bool {
    let mut stack: Vec<&Node> = graph.nodes.values().collect();
    while let Some(node) = stack.pop() {
        if matches!(node, Node::Coordinate(_) | Node::Cylinder(_) | Node::Torus(_) | Node::Sphere(_) | Node::Cube(_) | Node::Loop(_)) {
            return true;
        }
        stack.extend(node.inputs().into_iter().filter_map(|(_, input)| match input {
            Input::Node(inner) => Some(&**inner),
            _ => None,
        }));
    }
    false
}

/// The graphs of [`each_of_catalogue`], by name: the cases of every kind of node, each of noise over a lattice also under two fractals,
/// and random graphs.
pub fn catalogue_graphs() -> Vec<(String, Graph)> {
    let mut graphs: Vec<(String, Graph)> = Vec::new();
    for kind in NODE_KINDS {
        for (number, (label, node)) in cases(kind.name).into_iter().enumerate() {
            let name = format!("{} {label}", kind.name).trim_end().to_owned();
            if (kind.keys)().contains(&"dimensions") {
                // So that each fractal meets every basis, hash and dimension somewhere.
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

type Cases = Vec<(String, Node)>;

const HASHES: [(&str, HashKind, u32); 2] = [("table", HashKind::Table, 7), ("lattice hash", HashKind::Lattice, 1000)];

/// A basis in every dimension and hash, with and without a period.
fn lattice_cases(most: u8, periods: bool, make: impl Fn(u8, HashKind, u32) -> Node) -> Cases {
    let mut cases = Cases::new();
    for (hash_name, hash, cells) in HASHES {
        for dimensions in 1..=most {
            cases.push((format!("{dimensions}-D, {hash_name}"), make(dimensions, hash, 0)));
            if periods {
                cases.push((format!("{dimensions}-D with a period, {hash_name}"), make(dimensions, hash, cells)));
            }
        }
    }
    cases
}

/// Nodes of one kind, numbered.
fn numbered(nodes: &[fn() -> Node]) -> Cases {
    nodes.iter().enumerate().map(|(number, node)| (if nodes.len() == 1 { String::new() } else { number.to_string() }, node())).collect()
}

fn a() -> Perlin {
    Perlin::new().seed(11)
}

fn b() -> Value {
    Value::new().seed(12).frequency(0.7)
}

fn four() -> Simplex {
    Simplex::new().dimensions(4).frequency(2)
}

/// The cases of a kind, by its name.
fn cases(kind: &str) -> Cases {
    match kind {
        "perlin" => {
            let make = |dimensions: u8, hash, period: u32| {
                Perlin::new().dimensions(dimensions).hash(hash).seed(dimensions.into()).period(period).frequency(1.3).into()
            };
            let mut cases = lattice_cases(4, true, make);
            for fade in [Interpolation::Linear, Interpolation::Cosine, Interpolation::Cubic] {
                cases.push((format!("{fade:?}"), Perlin::new().fade(fade).into()));
            }
            cases.push(("with classic gradients".into(), Perlin::new().dimensions(2).gradients(GradientSet::Classic).into()));
            cases
        }
        "value" => {
            let make = |dimensions: u8, hash, period: u32| {
                Value::new().dimensions(dimensions).hash(hash).seed(dimensions.into()).period(period).frequency(1.3).into()
            };
            let mut cases = lattice_cases(4, true, make);
            for interpolation in
                [ValueInterpolation::Linear, ValueInterpolation::Cosine, ValueInterpolation::Cubic, ValueInterpolation::CatmullRom]
            {
                for dimensions in 1..=3_u8 {
                    let value = Value::new().dimensions(dimensions).interpolation(interpolation);
                    cases.push((format!("{dimensions}-D, {interpolation:?}"), value.into()));
                }
            }
            for dimensions in 1..=3_u8 {
                cases.push((format!("{dimensions}-D, smoothed"), Value::new().dimensions(dimensions).smoothed(true).period(5).into()));
            }
            cases
        }
        "simplex" => lattice_cases(4, false, |dimensions: u8, hash, _| {
            Simplex::new().dimensions(dimensions).hash(hash).seed(dimensions.into()).frequency(1.3).into()
        }),
        "cellular" => {
            let make = |dimensions: u8, hash, period: u32| {
                Cellular::new().dimensions(dimensions).hash(hash).seed(dimensions.into()).period(period).frequency(1.3).into()
            };
            let mut cases = lattice_cases(3, true, make);
            for dimensions in 2..=3_u8 {
                for metric in [Metric::Euclidean, Metric::Squared, Metric::Manhattan, Metric::Chebyshev] {
                    for output in [CellularOutput::F1, CellularOutput::F2, CellularOutput::F2MinusF1, CellularOutput::CellValue] {
                        let cellular =
                            Cellular::new().dimensions(dimensions).metric(metric).output(output).jitter(0.9).hash(HashKind::Lattice);
                        cases.push((format!("{dimensions}-D, {metric:?}, {output:?}"), cellular.into()));
                    }
                }
            }
            cases
        }
        "white" => lattice_cases(4, true, |dimensions: u8, hash, period: u32| {
            White::new().dimensions(dimensions).hash(hash).seed(dimensions.into()).period(period).frequency(1.3).into()
        }),
        "checker" => {
            (1..=4_u8).map(|dimensions| (format!("{dimensions}-D"), Checker::new().dimensions(dimensions).frequency(3).into())).collect()
        }
        "constant" => numbered(&[|| Constant::of(0.7).into()]),
        "coordinate" => {
            [CoordinateKind::X, CoordinateKind::Y, CoordinateKind::Z, CoordinateKind::W, CoordinateKind::Radius, CoordinateKind::Angle]
                .map(|axis| (format!("{axis:?}"), Coordinate::new().axis(axis).frequency(0.37).into()))
                .into()
        }
        "fbm" => numbered(&[
            || a().fbm().octaves(5.5).gain(0.7).lacunarity(1.9).into(),
            || a().fbm().weights([1.0, -0.5, 2.0]).normalize(false).decorrelate(false).into(),
            || Node::from(a().fbm().octaves(2)).fbm().octaves(2).into(),
        ]),
        "turbulence" => numbered(&[|| a().turbulence().octaves(4).into()]),
        "billow" => numbered(&[|| a().billow().octaves(4).into()]),
        "ridged" => numbered(&[|| a().ridged().octaves(4).offset(0.9).feedback(1.5).into()]),
        "hybrid" => numbered(&[|| a().hybrid().octaves(4).offset(0.5).into()]),
        "heterogeneous" => numbered(&[|| a().heterogeneous().octaves(4).offset(0.8).into()]),
        "ping_pong" => numbered(&[|| a().ping_pong().octaves(3).strength(3).into()]),
        "transform" => numbered(&[
            || a().transform().scale([2.0, 0.5, -1.0]).rotate(30).translate([0.1, 0.2, 0.3]).into(),
            || Simplex::new().transform().rotate([10.0, 20.0, 30.0]).into(),
            || a().fbm().octaves(5).transform().rotate(37.5).into(),
            || Node::from(a().transform().rotate(45).translate(0.3)).fbm().octaves(4).into(),
        ]),
        "warp" => numbered(&[
            || a().warp().x(b()).y(a()).strength(0.4).into(),
            || a().period(6).fbm().octaves(3).warp().x(b().period(6)).strength(b()).into(),
            || a().warp().x(b()).y(b().seed(3)).octaves(3).strength(0.3).into(),
            || a().warp().x(b()).z(b().seed(3)).octaves(3).mode(WarpMode::Independent).into(),
            || Node::from(a().warp().x(b()).strength(0.2)).fbm().octaves(3).into(),
            || Node::from(a().warp().x(b()).strength(0.2)).warp().y(b()).into(),
        ]),
        "cylinder" => numbered(&[|| a().cylinder().into(), || Node::from(a().cylinder()).warp().x(b()).strength(0.3).into()]),
        "torus" => numbered(&[
            || four().torus().width(4).height(3).radius(0.5).into(),
            || four().fbm().octaves(3).torus().into(),
            || Node::from(four().torus()).fbm().octaves(3).into(),
        ]),
        "sphere" => numbered(&[
            || a().sphere().radius(2).into(),
            || a().fbm().octaves(4).sphere().into(),
            || Node::from(a().sphere()).transform().rotate(15).into(),
        ]),
        "cube" => numbered(&[|| a().cube().size(8).radius(2).into(), || a().fbm().octaves(3).cube().into()]),
        "loop" => numbered(&[|| four().looped().length(5).into()]),
        "abs" => numbered(&[|| a().abs().into()]),
        "negate" => numbered(&[|| a().negate().into()]),
        "invert" => numbered(&[|| a().invert().into()]),
        "square" => numbered(&[|| a().square().into()]),
        "sqrt" => numbered(&[|| a().abs().sqrt().into()]),
        "power" => numbered(&[|| a().power().exponent(1.7).into(), || a().power().exponent(-0.5).into()]),
        "sine" => numbered(&[|| a().scale_offset(3, 0).sine().into()]),
        "clamp" => numbered(&[|| a().clamp().low(-0.2).high(b()).into()]),
        "remap" => numbered(&[|| a().remap([-1, 1], [0, 255]).into()]),
        "scale_offset" => numbered(&[|| a().scale_offset(1e20, -0.3).into()]),
        "smoothstep" => numbered(&[|| a().smoothstep().low(-0.3).high(0.4).into()]),
        "bias" => numbered(&[|| a().scale_offset(0.5, 0.5).bias().amount(0.3).into()]),
        "gain" => numbered(&[|| a().scale_offset(0.5, 0.5).contrast().amount(0.8).into()]),
        "terrace" => numbered(&[|| a().terrace().steps(7).sharpness(0.8).into(), || a().terrace().slope().into()]),
        "curve" => numbered(&[
            || a().curve([[-1.0, 0.0], [-0.2, 0.1], [0.1, 0.7], [0.8, 0.8]]).into(),
            || a().curve([[-1.0, 0.0], [0.1, 0.7], [0.8, 0.8]]).slope().into(),
        ]),
        "ramp" => numbered(&[
            || a().ramp([(-0.5, [0_u8, 10, 40]), (0.1, [200, 120, 90]), (0.1, [0, 255, 0]), (0.6, [255, 255, 255])]).into(),
            || a().ramp([(-1, [0.1, 0.2, 0.9]), (1, [1.0, 0.5, 0.0])]).channel(ColorChannel::Blue).space(ColorSpace::Linear).into(),
            || {
                a().ramp([(-0.5, [0_u8, 10, 40]), (0.6, [255; 3])])
                    .interpolation(ColorInterpolation::Linear)
                    .channel(ColorChannel::Green)
                    .into()
            },
            || a().ramp([(-0.5, [0_u8, 10, 40]), (0.1, [200, 120, 90]), (0.6, [255; 3])]).slope().into(),
        ]),
        "threshold" => numbered(&[|| a().threshold().level(0.1).low(b()).high(-1).into()]),
        "quantize" => numbered(&[|| a().quantize().steps(9).into()]),
        "fraction" => numbered(&[|| a().scale_offset(5, 0).fraction().into()]),
        "add" => numbered(&[|| a().add(b()).into()]),
        "subtract" => numbered(&[|| a().subtract(b()).into()]),
        "multiply" => numbered(&[|| a().multiply(b()).into()]),
        "quotient" => numbered(&[|| a().divide(b()).limit(20).into(), || a().divide(b().scale_offset(1, 3)).slope().into()]),
        "min" => numbered(&[|| a().min(b()).into()]),
        "max" => numbered(&[|| a().max(b()).into()]),
        "smooth_min" => numbered(&[|| a().smooth_min(b()).radius(0.4).into(), || a().smooth_min(b()).radius(0.4).slope().into()]),
        "smooth_max" => numbered(&[|| a().smooth_max(b()).radius(0.4).into()]),
        "lerp" => numbered(&[|| a().lerp(b()).mask(a().frequency(0.3)).into(), || a().lerp(b()).mask(a().frequency(0.3)).slope().into()]),
        "select" => numbered(&[|| a().select(b(), a().frequency(0.3)).falloff(0.2).into()]),
        "derivative" => numbered(&[
            || a().derivative().into(),
            || a().fbm().octaves(5).derivative().axis(DomainAxis::Y).into(),
            || Cellular::new().metric(Metric::Manhattan).output(CellularOutput::F2MinusF1).derivative().into(),
            || White::new().derivative().into(),
        ]),
        "slope" => numbered(&[
            || Simplex::new().ridged().octaves(3).slope().into(),
            || Simplex::new().hybrid().octaves(3).slope().into(),
            || Cellular::new().slope().into(),
            || Node::from(a().warp().x(b()).y(b()).strength(0.3)).slope().into(),
            || Node::from(a().warp().x(b()).octaves(3)).slope().into(),
            || Node::from(four().torus()).slope().into(),
            || Node::from(a().sphere()).slope().into(),
            || a().transform().rotate(30).scale(2).slope().into(),
            || a().abs().sqrt().slope().into(),
            || Node::from(Coordinate::new().axis(CoordinateKind::Angle)).slope().into(),
        ]),
        "normal" => numbered(&[|| b().normal().strength(2).into(), || b().heterogeneous().octaves(3).normal().axis(DomainAxis::Z).into()]),
        "curl" => {
            numbered(&[|| Curl::of(0, 0, a().fbm().octaves(3)).into(), || Curl::of(a(), b(), Simplex::new()).axis(DomainAxis::Z).into()])
        }
        _ => Cases::new(),
    }
}

/// A graph drawn at random, the same for the same seed: a few nodes deep, and the first that is legal.
pub fn random_graph(seed: u64) -> Graph {
    let mut draw = Draw(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    loop {
        let graph = Graph::from(draw.node(4));
        if Program::new(&graph).is_ok() {
            return graph;
        }
    }
}

/// A graph of so many channels drawn at random, the same for the same seed: each but the first is made of those before it and of noise.
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
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % count
    }

    /// A hundredth from one number of hundredths to below another.
    fn number(&mut self, low: i64, high: i64) -> f64 {
        (low + self.below((high - low) as u64) as i64) as f64 / 100.0
    }

    fn basis(&mut self) -> Node {
        let hash = if self.below(2) == 0 { HashKind::Table } else { HashKind::Lattice };
        let dimensions = 2 + self.below(2) as u8;
        let (seed, frequency) = (self.below(1000), self.number(20, 300));
        match self.below(8) {
            0 | 1 => Perlin::new().dimensions(dimensions).hash(hash).seed(seed).frequency(frequency).into(),
            2 | 3 => Simplex::new().dimensions(dimensions).hash(hash).seed(seed).frequency(frequency).into(),
            4 | 5 => Value::new().dimensions(dimensions).hash(hash).seed(seed).frequency(frequency).into(),
            6 => Cellular::new().dimensions(2).hash(hash).seed(seed).frequency(frequency).into(),
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
            17 => source.divide(self.basis()).limit(10).into(),
            18 => source.select(self.basis(), self.basis()).falloff(self.number(0, 50)).into(),
            19 => source.abs().sqrt().into(),
            20 => source.power().exponent(self.number(-200, 300)).into(),
            21 => source.curve([[-1.0, self.number(-100, 100)], [0.0, self.number(-100, 100)], [1.0, 0.5]]).into(),
            22 => source.invert().into(),
            _ => source.billow().octaves(2).into(),
        }
    }
}
