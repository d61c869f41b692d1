//! Compares values and analytic derivatives of every node with its definition: an evaluator of whole graphs in f64.
//!
//! Derivatives are compared with central differences of the f64 evaluator. Points are left out
//!
//! - if their differences span a kink: the evaluator notes the piece that it takes of each piecewise function, and the two ends take different ones;
//! - if they are so close to a border between pieces that rounding to f32 may take the other;
//! - if the function curves so much that the 2^-24 of a cell to which the engine resolves a position would change the derivative.

mod common;
mod in_f64;

use std::sync::OnceLock;

use common::{Random, cpu, is_all, lower};
use in_f64::{Definition, Pieces, STEP};
use lacuna::graph::{Group, NODE_KINDS, NodeKind};
use lacuna::internal::parity::random_graph;
use lacuna::nodes::{
    Cellular, ColorChannel, ColorInterpolation, Coordinate, CoordinateKind, Curl, DomainAxis, MirrorAxis, Perlin, Shape, ShapeForm,
    Simplex, Value, WarpMode, White,
};
use lacuna::{Axis, Domain, Graph, Grid, Input, Node, NodeExt, Number, Program};

/// Returns the number of points at which derivatives are compared.
fn count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| if is_all("definitions at 100,000 points instead of 4,000") { 100_000 } else { 4_000 })
}

/// The points at which graphs are evaluated, in integer millionths of a unit within about ±6 units.
struct TestPoints {
    millionths: Vec<[i64; 4]>,
    /// Returns the domain of the first points, given their number.
    domain: Box<dyn Fn(usize) -> Domain + Send + Sync>,
}

/// Returns random points.
fn scattered() -> &'static TestPoints {
    static POINTS: OnceLock<TestPoints> = OnceLock::new();
    POINTS.get_or_init(|| {
        let mut random = Random::new(0xD1FF);
        let millionths: Vec<[i64; 4]> = (0..count()).map(|_| std::array::from_fn(|_| random.within(-6_000_000, 6_000_000))).collect();
        let number = |at| format!("{at}e-6").parse().unwrap();
        let numbers: Vec<[Number; 4]> = millionths.iter().map(|point| point.map(number)).collect();
        TestPoints { millionths, domain: Box::new(move |count| Domain::Points(numbers[..count].to_vec())) }
    })
}

/// Returns the pixels of a plane, for coordinates that run around circles, since tables for single points take long.
fn plane() -> &'static TestPoints {
    static POINTS: OnceLock<TestPoints> = OnceLock::new();
    POINTS.get_or_init(|| {
        const WIDTH: usize = 400;
        let (start, half) = ([-6_233_117_i64, -5_981_403], [15_623_i64, 24_131]);
        let centre = |axis: usize, index: usize| start[axis] + half[axis] * (2 * index as i64 + 1);
        let point = |index: usize| [centre(0, index % WIDTH), centre(1, index / WIDTH), 371_293, -1_713_577];
        let number = |at: i64| -> Number { format!("{at}e-6").parse().unwrap() };
        let extent = move |axis: usize, samples: usize| {
            Axis::extent(number(start[axis]), number(start[axis] + 2 * half[axis] * samples as i64), samples as u32)
        };
        let domain = move |count: usize| {
            let (z, w) = (Axis::Constant(number(371_293)), number(-1_713_577));
            Grid { x: extent(0, WIDTH), y: extent(1, count / WIDTH), z, w }.into()
        };
        TestPoints { millionths: (0..count()).map(point).collect(), domain: Box::new(domain) }
    })
}

fn at(millionths: [i64; 4]) -> [f64; 4] {
    millionths.map(|at| at as f64 / 1e6)
}

/// The tolerance of a node: the largest error of a value, relative to the value's size if that is above 1.
#[derive(Clone, Copy)]
struct Known {
    values: f64,
}

/// The tolerance of everything that has no reason to be worse.
const CLOSE: Known = Known { values: 2e-6 };

/// Returns the number of points at which values are compared.
fn values() -> usize {
    count().min(20_000)
}

/// Compares values with the definition.
fn hold_values(what: &str, graph: &Graph, points: &TestPoints, known: Known) -> Result<(), String> {
    let definition = Definition::new(graph).floored();
    let found = cpu(&lower(graph.clone()), &(points.domain)(values()));
    let (mut held, mut worst) = (0, (0.0, String::new()));
    for (millionths, found) in points.millionths.iter().zip(found) {
        let mut pieces = Pieces::default();
        let expected = definition.value(at(*millionths), &mut pieces);
        if pieces.is_near {
            continue;
        }
        held += 1;
        let error = (f64::from(found) - expected).abs() / expected.abs().max(1.0);
        if error.is_nan() || error > worst.0 {
            worst = (error, format!("{found}, not {expected}, at {:?}", at(*millionths)));
        }
    }
    if worst.0.is_nan() || worst.0 > known.values {
        return Err(format!("{what}: a value is off by {:.1e}: {}", worst.0, worst.1));
    }
    if held < values() / 100 * 98 {
        return Err(format!("{what}: the definition is of use at only {held} points"));
    }
    Ok(())
}

/// The tolerance of derivatives, relative to the root mean square of the gradient.
const TOLERANCE: f64 = 1e-3;

/// Returns the differences along x and y at a point, and the change of each over the rounding of a position; none at a kink.
fn differences(definition: &Definition, middle: [f64; 4]) -> Option<[(f64, f64); 2]> {
    let mut pieces = Pieces::default();
    let value = definition.value(middle, &mut pieces);
    if pieces.is_near {
        return None;
    }
    let mut found = [(0.0, 0.0); 2];
    for (axis, found) in found.iter_mut().enumerate() {
        let mut ends = [0.0; 2];
        for (end, by) in ends.iter_mut().zip([STEP, -STEP]) {
            let (mut point, mut there) = (middle, Pieces::default());
            point[axis] += by;
            *end = definition.value(point, &mut there);
            if there.signature != pieces.signature {
                return None;
            }
        }
        let [above, below] = ends;
        *found = ((above - below) / (2.0 * STEP), (above - 2.0 * value + below).abs() / (STEP * STEP) / 4_194_304.0);
    }
    Some(found)
}

/// Compares the derivatives of a graph along x and y with the differences at the first `count` points. At most `missed` may be wrong. Returns the number of
/// usable points.
fn hold_derivatives(what: &str, graph: &Graph, points: &TestPoints, count: usize, missed: usize) -> Result<usize, String> {
    let definition = Definition::new(graph);
    let millionths = &points.millionths[..count];
    let expected: Vec<Option<[(f64, f64); 2]>> = millionths.iter().map(|millionths| differences(&definition, at(*millionths))).collect();
    let smooth = || expected.iter().flatten();
    let sum: f64 = smooth().flatten().map(|(slope, _)| slope * slope).sum();
    let size = (sum / smooth().count() as f64).sqrt();
    let node = &graph.nodes[&graph.outputs[0]];
    let domain = (points.domain)(count);
    let found = [DomainAxis::X, DomainAxis::Y].map(|axis| cpu(&lower(node.clone().derivative().axis(axis)), &domain));
    let (mut held, mut off, mut worst) = (0, 0, (0.0, String::new()));
    for (index, expected) in expected.iter().enumerate() {
        let Some(expected) = expected.filter(|both| both.iter().all(|(_, bend)| *bend <= TOLERANCE / 4.0 * size)) else { continue };
        held += 1;
        for axis in 0..2 {
            let (found, (expected, _)) = (f64::from(found[axis][index]), expected[axis]);
            let error = (found - expected).abs() / size;
            off += usize::from(error.is_nan() || error > TOLERANCE);
            if error.is_nan() || error > worst.0 {
                worst = (error, format!("{found}, not {expected}, along axis {axis} at {:?}", at(millionths[index])));
            }
        }
    }
    if off > missed {
        return Err(format!("{what}: {off} derivatives are off, one by {:.1e} of {size:.3}: {}", worst.0, worst.1));
    }
    if size <= 0.01 {
        return Err(format!("{what}: it is flat, {size}"));
    }
    Ok(held)
}

/// Compares values and derivatives with the definition, and returns the errors.
fn hold_both(what: &str, node: Node, points: &TestPoints, known: Known) -> Vec<String> {
    let graph = Graph::from(node);
    let derivatives = match hold_derivatives(what, &graph, points, count(), 0) {
        Ok(held) if held < count() / 100 * 98 => Err(format!("{what}: the differences are of use at only {held} points")),
        held => held.map(drop),
    };
    [hold_values(what, &graph, points, known), derivatives].into_iter().filter_map(Result::err).collect()
}

/// Compares all nodes of a list, and reports all errors.
fn hold_all(points: &TestPoints, nodes: Vec<(String, Node, Known)>) {
    let wrong: Vec<String> = nodes.into_iter().flat_map(|(what, node, known)| hold_both(&what, node, points, known)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Returns true if the definition is constant around every point without a kink.
fn is_level(node: &Node) -> bool {
    let definition = Definition::new(&node.clone().into());
    let found = scattered().millionths[..1000].iter().filter_map(|millionths| differences(&definition, at(*millionths)));
    found.flatten().all(|(slope, _)| slope == 0.0)
}

/// Compares the values of a piecewise constant node with the definition, and its derivatives with 0.
fn hold_level(what: &str, node: Node) -> Vec<String> {
    let values = hold_values(what, &node.clone().into(), scattered(), CLOSE);
    let slopes = cpu(&lower(node.derivative()), &(scattered().domain)(self::values()));
    let is_flat = slopes.iter().all(|slope| slope.to_bits() == 0);
    let flat = if is_flat { Ok(()) } else { Err(format!("{what}: it is level, and a derivative is not 0")) };
    [values, flat].into_iter().filter_map(Result::err).collect()
}

fn named<const N: usize>(nodes: [(&str, Node, Known); N]) -> Vec<(String, Node, Known)> {
    nodes.into_iter().map(|(what, node, known)| (what.to_owned(), node, known)).collect()
}

/// Returns the channels of a node, one by one if it is a colour.
fn channels(what: &str, node: Node) -> Vec<(String, Node)> {
    let count = lower(node.clone()).channels();
    if count == 1 {
        return vec![(what.to_owned(), node)];
    }
    let channels = [ColorChannel::Red, ColorChannel::Green, ColorChannel::Blue, ColorChannel::Alpha].into_iter().take(count);
    channels.map(|channel| (format!("{what}, {channel:?}"), node.clone().split().channel(channel).into())).collect()
}

/// Compares all cases of a basis with its definition, and returns the errors.
fn hold_basis(kind: &NodeKind) -> Vec<String> {
    let hold = |(what, node): (String, Node)| {
        if is_level(&node) { hold_level(&what, node) } else { hold_both(&what, node, scattered(), CLOSE) }
    };
    lacuna::internal::parity::cases_of_kind(kind)
        .into_iter()
        .flat_map(|(label, node)| channels(&format!("{} {label}", kind.name), node))
        .flat_map(hold)
        .collect()
}

#[test]
fn every_basis_and_its_derivatives_are_the_definition() {
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let bases = NODE_KINDS.iter().filter(|kind| kind.is_basis);
        let started: Vec<_> = bases.map(|kind| scope.spawn(|| hold_basis(kind))).collect();
        started.into_iter().flat_map(|held| held.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn bases_with_offsets_are_the_definitions() {
    hold_all(
        scattered(),
        named([
            ("perlin", Perlin::new().dimensions(2).seed(4).frequency(1.3).period(7).offset([0.3, -5.7]).into(), CLOSE),
            ("value", Value::new().frequency(1.3).offset([0.3, -5.7, 2.25]).into(), CLOSE),
            ("simplex", Simplex::new().frequency(0.8).offset([0.3, -5.7]).into(), CLOSE),
            ("cellular", Cellular::new().dimensions(2).frequency(0.5).jitter(0.9).period(3).offset(0.3).into(), CLOSE),
            ("coordinate", Coordinate::new().axis(CoordinateKind::Radius).frequency(0.37).offset(0.2).into(), CLOSE),
        ]),
    );
}

fn a() -> Perlin {
    Perlin::new().seed(11)
}

fn b() -> Value {
    Value::new().seed(12).frequency(0.7)
}

#[test]
fn nodes_over_what_is_level_or_in_steps_are_the_definition_and_have_the_derivative_0() {
    for node in [Node::from(a().quantize().steps(9)), White::new().fbm().octaves(3).into()] {
        let kind = node.kind();
        assert!(is_level(&node), "{kind}");
        assert_eq!(hold_level(kind, node), Vec::<String>::new());
    }
}

#[test]
fn fractals_and_their_derivatives_are_the_definitions() {
    let source = || Perlin::new().frequency(0.5);
    hold_all(
        scattered(),
        named([
            ("fbm", source().fbm().octaves(3).into(), CLOSE),
            ("fbm of 2.5 octaves", source().fbm().octaves(2.5).lacunarity(1.7).gain(0.7).into(), CLOSE),
            ("fbm of weights", source().seed(9).fbm().weights([1.0, -0.5, 2.0]).normalize(false).into(), CLOSE),
            ("fbm of simplex", Simplex::new().frequency(0.3).fbm().octaves(3).into(), CLOSE),
            ("fbm with a period", source().period(4).fbm().octaves(3).into(), CLOSE),
            ("fbm with a period, lacunarity 1.7", source().period(4).fbm().octaves(3).lacunarity(1.7).into(), CLOSE),
            ("turbulence", source().turbulence().octaves(3).into(), CLOSE),
            ("billow", source().billow().octaves(3).into(), CLOSE),
            ("ridged", source().ridged().octaves(3).into(), CLOSE),
            ("ridged with little feedback", source().ridged().octaves(3).feedback(0.7).normalize(false).into(), CLOSE),
            ("hybrid", source().hybrid().octaves(3).into(), CLOSE),
            ("hybrid of large weights", source().hybrid().octaves(3).offset(1.5).gain(1.6).normalize(false).into(), CLOSE),
            ("heterogeneous", source().heterogeneous().octaves(3).into(), CLOSE),
            ("heterogeneous of large weights", source().heterogeneous().octaves(3).gain(1.4).into(), CLOSE),
            ("ping-pong", source().ping_pong().octaves(2).into(), CLOSE),
            ("fbm of fbm", Node::from(source().fbm().octaves(2)).fbm().octaves(2).into(), CLOSE),
            ("fbm of an unmoved fbm", Node::from(source().fbm().octaves(2).decorrelate(false)).fbm().octaves(2).into(), CLOSE),
            ("fbm of a step", Node::from(source().square()).fbm().octaves(2).into(), CLOSE),
        ]),
    );
}

#[test]
fn changed_coordinates_and_their_derivatives_are_the_definitions() {
    let four = || Simplex::new().dimensions(4).frequency(0.7);
    let gentle = || Perlin::new().seed(3).frequency(0.5);
    hold_all(
        plane(),
        named([
            ("scale, rotate, translate", a().transform().scale([1.5, 0.5, -1.0]).rotate(30).translate([0.1, 0.2, 0.3]).into(), CLOSE),
            ("three rotations", Simplex::new().frequency(0.7).transform().rotate([10.0, 20.0, 30.0]).into(), CLOSE),
            ("transform in an fbm", Node::from(gentle().transform().rotate(45).translate(0.3)).fbm().octaves(3).into(), CLOSE),
            ("transform round an fbm", gentle().fbm().octaves(3).transform().rotate(45).into(), CLOSE),
            ("warp", gentle().warp().x(b()).y(a().frequency(0.6)).strength(0.4).into(), CLOSE),
            ("warp of simplex", Simplex::new().frequency(0.5).warp().x(b()).z(a().frequency(0.6)).strength(0.4).into(), CLOSE),
            ("warp by a node's strength", gentle().warp().x(b()).strength(Simplex::new().frequency(0.3)).into(), CLOSE),
            ("warp of three octaves", gentle().warp().x(b().frequency(0.4)).y(gentle()).octaves(3).strength(0.3).into(), CLOSE),
            (
                "independent warp of three octaves",
                gentle().warp().x(b().frequency(0.4)).y(gentle()).octaves(3).strength(0.3).mode(WarpMode::Independent).into(),
                CLOSE,
            ),
            ("warp in an fbm", Node::from(gentle().warp().x(b()).strength(0.2)).fbm().octaves(2).into(), CLOSE),
            ("warp of a warp", Node::from(gentle().warp().x(b()).strength(0.2)).warp().y(b()).strength(0.4).into(), CLOSE),
            ("warp by a warp", gentle().warp().x(gentle().warp().y(b())).strength(0.4).into(), CLOSE),
            ("cylinder", a().cylinder().into(), CLOSE),
            ("torus", four().torus().width(5).height(7).into(), CLOSE),
            ("loop", four().looped().length(5).into(), CLOSE),
            ("sphere", a().sphere().radius(1.5).into(), CLOSE),
            ("sphere of an fbm", gentle().fbm().octaves(3).sphere().radius(2).into(), CLOSE),
            ("cylinder in a warp", gentle().warp().x(a().cylinder()).strength(0.3).into(), CLOSE),
            ("scaled torus", Node::from(four().torus().width(5).height(7)).transform().scale([2, -1]).translate(0.3).into(), CLOSE),
            ("fbm of a cylinder", Node::from(gentle().cylinder()).fbm().octaves(2).into(), CLOSE),
            ("torus of an fbm", four().frequency(0.4).fbm().octaves(3).torus().into(), CLOSE),
            ("cube", a().cube().radius(1.5).into(), CLOSE),
            ("rotated cylinder", Node::from(a().cylinder()).transform().rotate(25).into(), CLOSE),
            ("warped cylinder", Node::from(a().cylinder()).warp().x(b()).strength(0.3).into(), CLOSE),
            (
                "warped torus",
                Node::from(four().torus()).warp().x(b()).y(a().frequency(0.5)).strength(0.3).into(),
                // Its angles are values.
                Known { values: 4e-6 },
            ),
            ("fbm of a torus", Node::from(four().torus()).fbm().octaves(2).into(), CLOSE),
            (
                "fbm of a moved torus in a moved fbm",
                Node::from(Node::from(four().frequency(0.3).torus()).transform().translate(0.3).fbm().octaves(2).lacunarity(1.5))
                    .transform()
                    .translate([0.1, 0.2])
                    .fbm()
                    .octaves(2)
                    .into(),
                CLOSE,
            ),
            (
                "polar",
                gentle().dimensions(2).frequency(1).period([6, 0]).polar().centre([0.3, -0.7]).repeat(6).into(),
                // An angle is accurate to 6e-8 of a turn.
                Known { values: 4e-6 },
            ),
            ("polar in an fbm", Node::from(b().frequency(0.5).polar().repeat(2)).fbm().octaves(2).into(), CLOSE),
            ("mirror", a().mirror().at(0.3).into(), CLOSE),
            ("mirrors", a().mirror().axis(MirrorAxis::Both).at([0.3, -0.7]).width(1.7).into(), CLOSE),
            ("mirrors in an fbm", Node::from(b().mirror().axis(MirrorAxis::Y).width(0.9)).fbm().octaves(2).lacunarity(1.9).into(), CLOSE),
            ("warped mirror", Node::from(a().mirror().width(2)).warp().x(b()).strength(0.3).into(), CLOSE),
            ("kaleidoscope", gentle().kaleidoscope().segments(7).centre([0.3, -0.7]).into(), Known { values: 4e-6 }),
            ("kaleidoscope of two", gentle().kaleidoscope().segments(2).into(), CLOSE),
            ("kaleidoscope of 64", gentle().kaleidoscope().segments(64).into(), Known { values: 4e-6 }),
            ("kaleidoscope in an fbm", Node::from(b().frequency(0.3).kaleidoscope()).fbm().octaves(2).into(), Known { values: 4e-6 }),
            ("swirl", gentle().swirl().centre([0.3, -0.7]).radius(4).into(), CLOSE),
            ("swirl of an fbm", gentle().fbm().octaves(2).swirl().turns(-1.5).radius(5).into(), Known { values: 4e-6 }),
            ("swirl in an fbm", Node::from(b().frequency(0.4).swirl()).fbm().octaves(2).into(), CLOSE),
            ("swirl of a shape", Shape::new().form(ShapeForm::Star).size(3).swirl().radius(5).into(), Known { values: 4e-6 }),
            ("x", Coordinate::new().frequency(0.37).offset(0.2).add(Coordinate::new().axis(CoordinateKind::Y)).into(), CLOSE),
            ("radius", Coordinate::new().axis(CoordinateKind::Radius).frequency(0.37).into(), CLOSE),
            ("angle", Coordinate::new().axis(CoordinateKind::Angle).frequency(0.37).into(), CLOSE),
            ("warped radius", Node::from(Coordinate::new().axis(CoordinateKind::Radius)).warp().x(a()).into(), CLOSE),
        ]),
    );
}

#[test]
fn steps_and_their_derivatives_are_the_definitions() {
    let a = || Perlin::new().seed(11).frequency(0.7);
    let c = || Simplex::new().seed(13).frequency(0.4);
    let unit = || a().scale_offset(0.6, 0.5);
    hold_all(
        scattered(),
        named([
            ("abs", a().abs().into(), CLOSE),
            ("negate", a().negate().into(), CLOSE),
            ("invert", a().invert().into(), CLOSE),
            ("square", a().square().into(), CLOSE),
            ("sqrt", a().scale_offset(0.5, 1).sqrt().into(), CLOSE),
            ("sqrt of either sign", a().sqrt().into(), CLOSE),
            ("power 1.7", a().scale_offset(0.5, 1).power().exponent(1.7).into(), CLOSE),
            ("power -1.5", a().scale_offset(0.5, 1.5).power().exponent(-1.5).into(), CLOSE),
            ("power of either sign", a().power().exponent(3).into(), CLOSE),
            ("sine", a().sine().into(), CLOSE),
            ("clamp", a().clamp().low(-0.2).high(b()).into(), CLOSE),
            ("scale_offset", a().scale_offset(-3, 0.5).into(), CLOSE),
            ("remap", a().remap([-1, 1], [5, 0]).into(), CLOSE),
            ("smoothstep", a().smoothstep().low(-0.4).high(0.5).into(), CLOSE),
            ("bias", unit().bias().amount(0.3).into(), CLOSE),
            ("gain", unit().gain().amount(0.3).into(), CLOSE),
            ("steep gain", unit().gain().amount(0.8).into(), CLOSE),
            ("terrace", a().terrace().steps(3).sharpness(0.7).into(), CLOSE),
            ("curve", a().frequency(0.3).curve([[-0.6, 0.0], [-0.2, 0.1], [0.1, 0.7], [0.8, 0.8]]).into(), CLOSE),
            ("falling curve", a().frequency(0.3).curve([[-0.6, 1.0], [0.0, 0.1], [0.6, 0.5]]).into(), CLOSE),
            ("ramp", a().ramp([(-0.7, [20_u8, 0, 40]), (0.7, [255, 240, 200])]).channel(ColorChannel::Blue).into(), CLOSE),
            (
                "ramp of many stops",
                a().ramp([(-0.4, [0_u8, 0, 90]), (0.1, [130, 90, 90]), (0.3, [255, 240, 90])]).channel(ColorChannel::Red).into(),
                CLOSE,
            ),
            (
                "linear ramp",
                a().ramp([(-0.4, [0_u8, 40, 255]), (0.3, [255, 200, 90])])
                    .interpolation(ColorInterpolation::Linear)
                    .channel(ColorChannel::Red)
                    .into(),
                CLOSE,
            ),
            ("fraction", a().scale_offset(2, 0).fraction().into(), CLOSE),
            ("threshold", a().threshold().level(0.1).low(b()).high(c()).into(), CLOSE),
            ("add", a().add(b()).into(), CLOSE),
            ("subtract", a().subtract(b()).into(), CLOSE),
            ("multiply", a().multiply(b()).into(), CLOSE),
            ("quotient", a().quotient(b().scale_offset(1, 2)).into(), CLOSE),
            ("quotient by a negative", a().quotient(b().scale_offset(1, -2)).into(), CLOSE),
            // A small divisor amplifies the rounding errors of both.
            ("quotient at its limit", a().quotient(b()).limit(2).into(), Known { values: 1e-4 }),
            ("quotient of a number", Input::from(2).quotient(b().scale_offset(1, 2)).into(), CLOSE),
            ("min", a().min(b()).into(), CLOSE),
            ("max", a().max(b()).into(), CLOSE),
            ("smooth_min", a().smooth_min(b()).radius(0.4).into(), CLOSE),
            ("smooth_max", a().smooth_max(b()).radius(0.4).into(), CLOSE),
            ("lerp", a().lerp(b()).mask(c().scale_offset(0.4, 0.5)).into(), CLOSE),
            ("lerp by a mask beyond 0 and 1", a().lerp(b()).mask(c()).into(), CLOSE),
            ("select", a().select(b(), c()).threshold(0.1).falloff(0.5).into(), CLOSE),
            ("hard select", a().select(b(), c()).into(), CLOSE),
        ]),
    );
}

#[test]
fn what_blends_and_changes_colours_is_the_definition_channel_by_channel() {
    let kinds = ["mix", "hsv", "height_blend", "ramp", "split", "join"].map(|name| NodeKind::of(name).unwrap());
    let cases = kinds.into_iter().flat_map(|kind| {
        lacuna::internal::parity::cases_of_kind(kind).into_iter().map(|(label, node)| (format!("{} {label}", kind.name), node))
    });
    // There are no second derivatives of nodes that take derivatives themselves.
    let channels = cases.filter(|(_, node)| !matches!(node, Node::Slope(_))).flat_map(|(what, node)| channels(&what, node));
    let is_level = |what: &str| ["join 0, Blue", "join 1, Blue", "mix normal, Alpha"].contains(&what);
    let wrong: Vec<String> =
        channels.flat_map(|(what, node)| if is_level(&what) { vec![] } else { hold_both(&what, node, scattered(), COLORS) }).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The tolerance of colours: powers and roots of values near 0 amplify rounding errors.
const COLORS: Known = Known { values: 1e-5 };

#[test]
fn derivatives_of_fifty_random_graphs_are_the_differences() {
    // As many points of each as of a node would take too long.
    let count = count() / 10;
    // Nested steps amplify rounding errors of f32: five points in ten thousand may exceed the tolerance of nodes.
    let missed = count / 2000;
    // Slopes of large values may be refused as too large.
    let is_legal = |graph: &Graph| Program::new(graph.nodes[&graph.outputs[0]].clone().derivative()).is_ok();
    let graphs = (0..).map(|seed| (seed, random_graph(seed))).filter(|(_, graph)| is_legal(graph)).take(50);
    let held: Vec<Result<usize, String>> =
        graphs.map(|(seed, graph)| hold_derivatives(&format!("random graph {seed}"), &graph, scattered(), count, missed)).collect();
    let wrong: Vec<&String> = held.iter().filter_map(|held| held.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Some are clamped to a limit over most of the plane, where differences are of no use.
    let held: usize = held.iter().flatten().sum();
    assert!(held > 40 * count, "the differences are of use at only {held} points");
}

/// The tolerance of nodes that return derivatives, relative to the value's size if that is above 1. The worst error found is 2.5e-6: a derivative is a sum of
/// a few terms, each rounded to f32. The error of the differences themselves is a thousandth of that.
const SLOPES: Known = Known { values: 5e-6 };

#[test]
fn nodes_of_derivatives_are_their_formulas_over_differences() {
    let axes = [DomainAxis::X, DomainAxis::Y, DomainAxis::Z];
    let sources: [(&str, Node); 3] = [
        ("perlin", a().frequency(1.3).into()),
        ("fbm of simplex", Simplex::new().frequency(0.6).fbm().octaves(3).into()),
        ("value", b().into()),
    ];
    let mut nodes: Vec<(String, Node)> = vec![];
    for (what, source) in &sources {
        let source = || source.clone();
        nodes.push((format!("slope of {what}"), source().slope().into()));
        for axis in axes {
            nodes.push((format!("derivative of {what} along {axis:?}"), source().derivative().axis(axis).into()));
            nodes.push((format!("normal of {what} along {axis:?}"), source().normal().strength(0.7).axis(axis).into()));
        }
    }
    for axis in axes {
        let [x, y, z] = sources.clone().map(|(_, source)| source);
        nodes.push((format!("curl along {axis:?}"), Curl::of(x, y, z).axis(axis).into()));
    }
    // They follow the axes of the domain, wherever they are in the graph.
    let along_x = || Node::from(Simplex::new().dimensions(4).frequency(0.7).derivative());
    nodes.push(("transform of a derivative".to_owned(), along_x().transform().scale([2.0, 0.5]).rotate(30).into()));
    nodes.push(("torus of a derivative".to_owned(), along_x().torus().width(5).height(7).into()));
    nodes.push(("cylinder of a derivative".to_owned(), along_x().cylinder().into()));
    nodes.push(("loop of a derivative".to_owned(), along_x().looped().length(5).into()));
    nodes.push(("fbm of a slope".to_owned(), Node::from(b().slope()).fbm().octaves(2).into()));
    nodes.push(("abs of a derivative of a ridged fractal".to_owned(), b().ridged().octaves(2).derivative().abs().into()));
    let wrong: Vec<String> = nodes.into_iter().filter_map(|(what, node)| hold_values(&what, &node.into(), plane(), SLOPES).err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn nodes_of_derivatives_see_how_coordinates_are_bent_around_them() {
    let gentle = || Perlin::new().seed(3).frequency(0.5);
    let four = || Node::from(Simplex::new().dimensions(4).frequency(0.5).derivative().axis(DomainAxis::Y));
    let (x, y) = (|| b().frequency(0.4), || a().frequency(0.6));
    let flow = || Curl::of(0, 0, gentle().fbm().octaves(2)).axis(DomainAxis::X);
    let nodes: [(&str, Node); 21] = [
        ("warp of a derivative", gentle().derivative().warp().x(x()).y(y()).strength(0.4).into()),
        ("warp of a slope beside what has none", gentle().slope().add(gentle()).warp().x(x()).z(y()).strength(0.4).into()),
        ("warp of a curl by a node's strength", Node::from(flow()).warp().x(x()).strength(Simplex::new().frequency(0.3)).into()),
        ("warp of three octaves of a slope", gentle().slope().warp().x(x()).y(y()).octaves(3).strength(0.3).into()),
        (
            "independent warp of three octaves of a normal",
            gentle().normal().warp().x(x()).y(y()).octaves(3).strength(0.3).mode(WarpMode::Independent).into(),
        ),
        ("warp in an fbm of a derivative", Node::from(gentle().derivative().warp().x(x()).strength(0.2)).fbm().octaves(2).into()),
        (
            "warp of a warp of a derivative",
            Node::from(gentle().derivative().warp().x(x()).strength(0.2)).warp().y(y()).strength(0.4).into(),
        ),
        ("derivative of a warp in a warp", Node::from(gentle().warp().x(x()).strength(0.4)).derivative().warp().y(y()).into()),
        ("warp by a warp, of a slope", gentle().slope().warp().x(gentle().warp().y(x())).strength(0.4).into()),
        ("sphere of a slope", gentle().slope().sphere().radius(1.5).into()),
        ("sphere of an fbm's normal", gentle().fbm().octaves(2).normal().axis(DomainAxis::Y).sphere().radius(1.5).into()),
        ("cube of a derivative", gentle().derivative().cube().radius(1.5).into()),
        ("rotated cylinder of a derivative", Node::from(gentle().derivative().cylinder()).transform().rotate(25).into()),
        ("rotated torus of a derivative", Node::from(four().torus().width(5).height(7)).transform().rotate(25).into()),
        ("warped torus of a derivative", Node::from(four().torus()).warp().x(x()).y(y()).strength(0.3).into()),
        ("warped loop of a derivative", Node::from(four().looped().length(5)).warp().z(x()).strength(0.3).into()),
        ("warped radius", Node::from(Coordinate::new().axis(CoordinateKind::Radius)).slope().warp().x(x()).into()),
        ("polar of a slope", gentle().slope().polar().repeat(4).into()),
        ("mirror of a derivative", gentle().derivative().mirror().width(1.3).into()),
        ("kaleidoscope of a slope", gentle().slope().kaleidoscope().into()),
        ("swirl of a normal", gentle().normal().swirl().radius(4).into()),
    ];
    let wrong: Vec<String> = nodes.into_iter().filter_map(|(what, node)| hold_values(what, &node.into(), plane(), SLOPES).err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));

    // The node that displaces may be used elsewhere in the graph too, before or after.
    let mut graph = Graph::from(Node::from(Input::from("by").add(Node::from(gentle().slope().warp().x("by").strength(0.4)))));
    graph.nodes.insert("by".to_owned(), x().into());
    let held = hold_values("warp of a slope by a named node", &graph, plane(), SLOPES);
    assert_eq!(held, Ok(()));
}

#[test]
fn every_kind_of_node_has_a_definition() {
    for kind in NODE_KINDS.iter().filter(|kind| kind.group != Group::Layer) {
        Definition::new(&(kind.example)().into());
    }
}
