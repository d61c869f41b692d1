//! The promises of nodes, checked on the CPU engine: periods and seams in every bit, nodes made from derivatives, definitions against octaves sampled
//! one by one, shared nodes, and errors that name their place.

mod common;

use common::{Random, assert_same_bits, cpu, lower};
use lacuna::nodes::{
    Add, Cellular, CellularOutput, Checker, Constant, Coordinate, Curl, DomainAxis, GradientSet, HashKind, Interpolation, Metric,
    MirrorAxis, Perlin, Shape, ShapeForm, Simplex, Transform, Value, ValueInterpolation, White,
};
use lacuna::{Axis, Cpu, Domain, Error, Graph, Grid, Input, Node, NodeExt, Number, PerAxis, Program};

fn sample(node: impl Into<Graph>, points: &[[f64; 4]]) -> Vec<f32> {
    cpu(&lower(node), &Domain::points(points.iter().copied()))
}

/// Returns points on multiples of 1/4096, on both sides of the origin.
fn dyadic_points(seed: u64, count: usize, reach: i64) -> Vec<[f64; 4]> {
    let mut random = Random::new(seed);
    (0..count).map(|_| std::array::from_fn(|_| random.within(-reach * 4096, reach * 4096) as f64 / 4096.0)).collect()
}

fn moved(points: &[[f64; 4]], axis: usize, by: f64) -> Vec<[f64; 4]> {
    points
        .iter()
        .map(|point| {
            let mut point = *point;
            point[axis] += by;
            point
        })
        .collect()
}

fn assert_varied(what: &str, samples: &[f32]) {
    assert!(samples.iter().all(|value| value.is_finite()), "{what}: a sample is not finite");
    assert!(samples.iter().any(|value| value != &samples[0]), "{what}: all samples are {}", samples[0]);
}

// Periods.

const PERIODS: [u32; 8] = [1, 2, 3, 7, 8, 255, 256, 1000];
/// The periods that a permutation table can have.
const PERIODS_OF_TABLES: &[u32] = PERIODS.split_at(7).0;

/// Returns points as whole ten-thousandths, exact as decimals.
fn decimal_points(seed: u64, count: usize) -> Vec<[i64; 4]> {
    let mut random = Random::new(seed);
    // A few lie on lattice points at the frequency 1.25.
    let coordinate =
        |random: &mut Random| if random.within(0, 7) == 0 { random.within(-60, 60) * 8000 } else { random.within(-400_000, 400_000) };
    (0..count).map(|_| std::array::from_fn(|_| coordinate(&mut random))).collect()
}

fn decimal_domain(points: &[[i64; 4]]) -> Domain {
    Domain::Points(points.iter().map(|point| point.map(|mantissa| format!("{mantissa}e-4").parse().unwrap())).collect())
}

/// Checks that a node of frequency 1.25 has its period on each axis, at points `period / 1.25` apart, and no shorter one.
fn hold_period(what: &str, node: Node, dimensions: u8, period: u32) {
    let program = lower(node);
    let points = decimal_points(u64::from(period), 48);
    let here = cpu(&program, &decimal_domain(&points));
    assert!(here.iter().all(|value| value.is_finite()), "{what}: a sample is not finite");
    for axis in 0..usize::from(dimensions) {
        let there = |cells: i64| {
            let mut points = points.clone();
            points.iter_mut().for_each(|point| point[axis] += cells * 8000);
            cpu(&program, &decimal_domain(&points))
        };
        for times in [1, -1, -37] {
            assert_same_bits(
                &format!("{what}, period {period}, {times} periods along axis {axis}"),
                &here,
                &there(times * i64::from(period)),
            );
        }
        // Smoothed values of two cells are all equal.
        if period > 2 {
            assert_ne!(here, there(1), "{what}: one cell along axis {axis} changes nothing, with a period of {period}");
        }
    }
}

/// Checks the periods of a basis, by itself and under every fractal.
fn hold_periods(name: &str, most: u8, basis: impl Fn(u8, u32) -> Node) {
    hold_each_period(name, most, &PERIODS, basis);
}

fn hold_each_period(name: &str, most: u8, periods: &[u32], basis: impl Fn(u8, u32) -> Node) {
    type Fractal = fn(Node) -> Node;
    let fractals: [(&str, Fractal); 8] = [
        ("the basis", |node| node),
        ("fbm", |node| node.fbm().octaves(3).into()),
        ("turbulence", |node| node.turbulence().octaves(2).lacunarity(3).into()),
        ("billow", |node| node.billow().octaves(2).into()),
        ("ridged", |node| node.ridged().octaves(3).lacunarity(2.17).into()),
        ("hybrid", |node| node.hybrid().octaves(3).into()),
        ("heterogeneous", |node| node.heterogeneous().octaves(3).lacunarity(1.9).into()),
        ("ping-pong", |node| node.ping_pong().octaves(2).into()),
    ];
    for dimensions in 1..=most {
        for &period in periods {
            for (fractal, over) in fractals {
                hold_period(&format!("{fractal} of {name} {dimensions}-D"), over(basis(dimensions, period)), dimensions, period);
            }
        }
    }
}

/// Does the same for Perlin noise, with the table up to its own period, and with the lattice hash.
fn hold_periods_of_perlin(name: &str, most: u8, perlin: impl Fn(u8) -> Perlin) {
    let of = |dimensions, period: u32| perlin(dimensions).period(period).seed(5).frequency(1.25);
    hold_each_period(&format!("{name}, table"), most, PERIODS_OF_TABLES, |dimensions, period| {
        of(dimensions, period).hash(HashKind::Table).into()
    });
    hold_periods(name, most, |dimensions, period| of(dimensions, period).into());
}

#[test]
fn perlin_noise_and_its_fractals_repeat_after_their_period() {
    hold_periods_of_perlin("perlin", 4, |dimensions| Perlin::new().dimensions(dimensions));
}

#[test]
fn perlin_noise_of_other_gradients_and_fades_repeats_after_its_period() {
    for fade in [Interpolation::Linear, Interpolation::Cosine, Interpolation::Cubic] {
        hold_periods_of_perlin(&format!("perlin of the fade {fade:?}"), 2, |dimensions| Perlin::new().dimensions(dimensions).fade(fade));
    }
    hold_periods_of_perlin("perlin of classic gradients", 2, |_| Perlin::new().dimensions(2).gradients(GradientSet::Classic));
}

#[test]
fn value_noise_and_its_fractals_repeat_after_their_period() {
    hold_periods("value", 4, |dimensions, period| Value::new().dimensions(dimensions).period(period).seed(5).frequency(1.25).into());
}

#[test]
fn value_noise_of_wide_neighbourhoods_repeats_after_its_period() {
    hold_periods("catmull-rom value", 3, |dimensions, period| {
        let value = Value::new().dimensions(dimensions).period(period).frequency(1.25);
        value.interpolation(ValueInterpolation::CatmullRom).into()
    });
    hold_periods("smoothed value", 3, |dimensions, period| {
        Value::new().dimensions(dimensions).period(period).frequency(1.25).smoothed(true).into()
    });
    hold_periods("smoothed catmull-rom value", 2, |dimensions, period| {
        let value = Value::new().dimensions(dimensions).period(period).frequency(1.25).smoothed(true);
        value.interpolation(ValueInterpolation::CatmullRom).into()
    });
}

#[test]
fn cellular_noise_and_its_fractals_repeat_after_their_period() {
    let metrics = [Metric::Euclidean, Metric::Squared, Metric::Manhattan, Metric::Chebyshev, Metric::Euclidean];
    let outputs = [CellularOutput::F1, CellularOutput::F2, CellularOutput::F2MinusF1, CellularOutput::CellValue, CellularOutput::Edge];
    for (metric, output) in metrics.into_iter().zip(outputs) {
        hold_periods(&format!("cellular {metric:?}, {output:?}"), 3, |dimensions, period| {
            let cellular = Cellular::new().dimensions(dimensions).period(period).seed(5).frequency(1.25).metric(metric);
            // With a period of 1 the feature point is the same in every cell, and so is the cell's value.
            cellular.output(if period == 1 { CellularOutput::F1 } else { output }).into()
        });
    }
}

#[test]
fn white_noise_and_its_fractals_repeat_after_their_period() {
    hold_periods("white", 4, |dimensions, period| White::new().dimensions(dimensions).period(period).seed(5).frequency(1.25).into());
}

#[test]
fn each_axis_has_a_period_of_its_own() {
    let node = Perlin::new().dimensions(3).period([3_u32, 0, 5]).fbm().octaves(4);
    let points = dyadic_points(1, 200, 20);
    let here = sample(node.clone(), &points);
    assert_varied("perlin", &here);
    assert_same_bits("x", &here, &sample(node.clone(), &moved(&points, 0, -6.0)));
    assert_same_bits("z", &here, &sample(node.clone(), &moved(&points, 2, 15.0)));
    assert_ne!(here, sample(node.clone(), &moved(&points, 1, 15.0)));
    assert_ne!(here, sample(node, &moved(&points, 0, 5.0)));
}

// Nodes made from derivatives.

fn derivatives(node: &Node, points: &[[f64; 4]], axis: usize) -> Vec<f64> {
    let axis = [DomainAxis::X, DomainAxis::Y, DomainAxis::Z][axis];
    sample(node.clone().derivative().axis(axis), points).into_iter().map(f64::from).collect()
}

fn a() -> Perlin {
    Perlin::new().seed(11)
}

fn b() -> Value {
    Value::new().seed(12).frequency(0.7)
}

#[test]
fn a_chain_of_roots_and_powers_has_normals_and_slopes_whatever_bounds_their_derivatives_have() {
    let chain = || {
        let steep = (0..4).fold(Node::from(a().clamp().low(0).high(1)), |source, _| source.sqrt().into());
        Node::from(steep.power().exponent(0.3))
    };
    let points = dyadic_points(4, 200, 6);
    for node in [
        Node::from(chain().slope()),
        chain().normal().into(),
        chain().derivative().into(),
        Node::from(a().warp().x(chain()).strength(3)).slope().into(),
    ] {
        assert_varied("a chain", &sample(node, &points));
    }
}

#[test]
fn slopes_normals_and_curls_are_made_of_derivatives() {
    let points = dyadic_points(3, 500, 6);
    let (x, y, z) = (a(), b(), Simplex::new());
    let along = |node: Node, axis: usize| derivatives(&node, &points, axis);
    let (dx, dy) = (along(x.clone().into(), 0), along(x.clone().into(), 1));
    let close = |what: &str, found: Vec<f32>, expected: &dyn Fn(usize) -> f64| {
        for (index, found) in found.iter().enumerate() {
            let expected = expected(index);
            assert!((f64::from(*found) - expected).abs() < 1e-5, "{what} at {:?}: {found}, not {expected}", points[index]);
        }
    };
    close("slope", sample(x.clone().slope(), &points), &|i| (dx[i] * dx[i] + dy[i] * dy[i]).sqrt());
    let length = |i: usize| (4.0 * dx[i] * dx[i] + 4.0 * dy[i] * dy[i] + 1.0).sqrt();
    let normal = |axis: DomainAxis| sample(x.clone().normal().strength(2).axis(axis), &points);
    close("normal x", normal(DomainAxis::X), &|i| -2.0 * dx[i] / length(i));
    close("normal y", normal(DomainAxis::Y), &|i| -2.0 * dy[i] / length(i));
    close("normal z", normal(DomainAxis::Z), &|i| 1.0 / length(i));
    let parts: [Node; 3] = [x.into(), y.into(), z.into()];
    let slopes: Vec<Vec<Vec<f64>>> = parts.iter().map(|part| (0..3).map(|axis| along(part.clone(), axis)).collect()).collect();
    let [x, y, z] = parts;
    let curl = |axis: DomainAxis| sample(Curl::of(x.clone(), y.clone(), z.clone()).axis(axis), &points);
    close("curl x", curl(DomainAxis::X), &|i| slopes[2][1][i] - slopes[1][2][i]);
    close("curl y", curl(DomainAxis::Y), &|i| slopes[0][2][i] - slopes[2][0][i]);
    close("curl z", curl(DomainAxis::Z), &|i| slopes[1][0][i] - slopes[0][1][i]);
}

// Seams.

fn spatial_sources() -> Vec<(&'static str, Node)> {
    vec![
        ("perlin", Perlin::new().seed(1).frequency(2).into()),
        ("4-D perlin", Perlin::new().dimensions(4).hash(HashKind::Lattice).frequency(2).into()),
        ("value", Value::new().frequency(1.7).into()),
        ("simplex", Simplex::new().seed(2).frequency(1.3).into()),
        ("4-D simplex", Simplex::new().dimensions(4).frequency(1.3).into()),
        ("cellular", Cellular::new().frequency(1.9).into()),
        ("fbm", Perlin::new().frequency(1.5).fbm().octaves(4).into()),
        ("ridged", Simplex::new().ridged().octaves(3).lacunarity(2.17).into()),
        ("warp", Perlin::new().warp().x(b()).y(a()).strength(0.4).into()),
        ("rotated", Simplex::new().transform().rotate([10.0, 20.0, 30.0]).translate(0.3).into()),
    ]
}

#[test]
fn a_cylinder_a_torus_and_a_loop_come_round_in_every_bit() {
    let points = dyadic_points(4, 150, 30);
    for (name, source) in spatial_sources() {
        let hold = |what: &str, node: Node, axis: usize, length: f64| {
            let here = sample(node.clone(), &points);
            assert_varied(&format!("{what} of {name}"), &here);
            for times in [1.0, -1.0, 5.0] {
                let there = sample(node.clone(), &moved(&points, axis, times * length));
                assert_same_bits(&format!("{what} of {name}, {times} turns"), &here, &there);
            }
        };
        hold("cylinder", source.clone().cylinder().width(3.5).radius(1.3).into(), 0, 3.5);
        let torus: Node = source.clone().torus().width(3.5).height(5).radius(0.7).into();
        hold("torus", torus.clone(), 0, 3.5);
        hold("torus", torus, 1, 5.0);
        hold("loop", source.clone().looped().length(24).into(), 2, 24.0);
        hold("sphere", source.clone().sphere().width(12).height(5).radius(1.7).into(), 0, 12.0);
    }
}

#[test]
fn circles_in_fractals_of_whole_lacunarities_come_round_in_every_bit() {
    let points = dyadic_points(19, 150, 30);
    for (name, source) in spatial_sources() {
        let torus = || Node::from(source.clone().torus().width(3.5).height(5).radius(0.7));
        let hold = |what: &str, node: Node, axis: usize, length: f64| {
            let here = sample(node.clone(), &points);
            assert_varied(&format!("{what} of {name}"), &here);
            assert_same_bits(&format!("{what} of {name}"), &here, &sample(node, &moved(&points, axis, length)));
        };
        hold("fbm of a torus", torus().fbm().octaves(3).into(), 0, 3.5);
        hold("ridged of a torus", torus().ridged().octaves(3).lacunarity(3).into(), 1, -5.0);
        hold("fbm of an fbm of a torus", Node::from(torus().fbm().octaves(2).lacunarity(3)).fbm().octaves(2).into(), 0, 3.5);
        hold("fbm of a moved torus", Node::from(torus().transform().translate([0.3, 0.7])).fbm().octaves(3).into(), 0, 7.0);
        hold("fbm of a cylinder", Node::from(source.clone().cylinder().width(3.5)).fbm().octaves(3).into(), 0, 3.5);
        hold("fbm of a sphere", Node::from(source.clone().sphere().width(12).height(5)).fbm().octaves(2).into(), 0, 12.0);
        hold("fbm of a loop", Node::from(source.looped().length(24)).fbm().octaves(3).into(), 2, 24.0);
    }
}

#[test]
fn a_torus_behind_a_rotation_comes_round_as_closely_as_its_angle_is_rounded() {
    let points = dyadic_points(20, 150, 30);
    // A rotation by an angle whose cosine and sine are 3/5 and 4/5 takes (3, -4) to (5, 0).
    let degrees = (4.0_f64 / 3.0).atan().to_degrees();
    for (name, source) in spatial_sources() {
        let node = source.torus().width(5).height(5).radius(0.7).transform().rotate(degrees);
        let (here, there) = (sample(node.clone(), &points), sample(node, &moved(&moved(&points, 0, 3.0), 1, -4.0)));
        assert!(here.iter().zip(there).all(|(here, there)| (here - there).abs() < 1e-4), "{name}");
    }
}

#[test]
fn frame_0_of_a_loop_is_the_frame_after_the_last() {
    let node = Perlin::new().dimensions(4).fbm().octaves(3).looped().length(24).radius(2);
    let frame = |z: f64| -> Vec<f32> {
        let points: Vec<[f64; 4]> = dyadic_points(5, 200, 8).into_iter().map(|[x, y, ..]| [x, y, z, 0.0]).collect();
        sample(node.clone(), &points)
    };
    assert_same_bits("frame 24", &frame(0.0), &frame(24.0));
    assert_same_bits("frame -1", &frame(23.0), &frame(-1.0));
    assert_ne!(frame(0.0), frame(23.0));
}

#[test]
fn a_sphere_is_constant_at_each_pole() {
    for (name, source) in spatial_sources() {
        let node = source.sphere().width(12).height(5).radius(1.7);
        let row = |y: f64| -> Vec<f32> { sample(node.clone(), &(0..97).map(|k| [f64::from(k) / 8.0, y, 0.0, 0.0]).collect::<Vec<_>>()) };
        for y in [0.0, 5.0] {
            let row = row(y);
            assert!(row.iter().all(|value| value.to_bits() == row[0].to_bits()), "{name} at y = {y}: {row:?}");
        }
        assert_ne!(row(0.0)[0], row(5.0)[0], "{name}");
        assert_varied(name, &row(2.5));
    }
}

/// Returns the direction of a face's point, u and v being -64 to 64 (the Vulkan specification, "Cube Map Face Selection").
fn direction(face: usize, u: i64, v: i64) -> [i64; 3] {
    [[64, -v, -u], [-64, -v, u], [u, 64, v], [u, -64, -v], [u, -v, 64], [-u, -v, -64]][face]
}

#[test]
fn the_faces_of_a_cube_meet_in_every_bit_on_all_its_edges() {
    use std::collections::BTreeMap;
    let mut places: BTreeMap<[i64; 3], Vec<(usize, [i64; 2])>> = BTreeMap::new();
    for face in 0..6 {
        for along in -64..=64 {
            for at in [[along, -64], [along, 64], [-64, along], [64, along]] {
                let known = places.entry(direction(face, at[0], at[1])).or_default();
                if !known.contains(&(face, at)) {
                    known.push((face, at));
                }
            }
        }
    }
    assert_eq!(places.len(), 12 * 127 + 8);
    assert!(places.values().all(|alike| (2..=3).contains(&alike.len())));
    for (name, source) in spatial_sources() {
        for size in [2.0, 8.0, 3.0] {
            let flat: Vec<(usize, [i64; 2])> = places.values().flatten().copied().collect();
            let points: Vec<[f64; 4]> = flat
                .iter()
                .map(|(face, at)| {
                    let [x, y] = at.map(|side| (side + 64) as f64 / 128.0 * size);
                    [x, y, *face as f64 + if face % 2 == 0 { 0.0 } else { 0.5 }, 0.0]
                })
                .collect();
            let samples = sample(source.clone().cube().size(size).radius(1.7), &points);
            assert_varied(name, &samples);
            let mut samples = samples.into_iter();
            for (place, alike) in &places {
                let values: Vec<f32> = samples.by_ref().take(alike.len()).collect();
                assert!(
                    values.iter().all(|value| value.to_bits() == values[0].to_bits()),
                    "{name}, size {size}, at {place:?}: {values:?} on {alike:?}"
                );
            }
        }
    }
}

#[test]
fn a_cube_and_a_sphere_show_the_same_ball() {
    // The centres of the faces, and their positions on a sphere of width 8 and height 4.
    let source = Value::new;
    let faces: Vec<[f64; 4]> = (0..6).map(|face| [4.0, 4.0, f64::from(face), 0.0]).collect();
    let cube = sample(source().cube().size(8).radius(1.25), &faces);
    let views = [
        [4.0, 2.0, 0.0, 0.0],
        [0.0, 2.0, 0.0, 0.0],
        [6.0, 2.0, 0.0, 0.0],
        [2.0, 2.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0],
        [1.0, 4.0, 0.0, 0.0],
    ];
    let sphere = sample(source().sphere().radius(1.25), &views);
    assert_same_bits("axes", &cube, &sphere);
    let axes = [
        [1.25, 0.0, 0.0, 0.0],
        [-1.25, 0.0, 0.0, 0.0],
        [0.0, 1.25, 0.0, 0.0],
        [0.0, -1.25, 0.0, 0.0],
        [0.0, 0.0, 1.25, 0.0],
        [0.0, 0.0, -1.25, 0.0],
    ];
    assert_same_bits("the source", &cube, &sample(source(), &axes));
}

// Exact transforms.

#[test]
fn four_quarter_turns_change_no_bit() {
    let points = dyadic_points(6, 200, 50);
    for (name, source) in spatial_sources() {
        let here = sample(source.clone(), &points);
        for turn in [PerAxis::All(Number::from(90)), [90, 0, 0].into(), [0, 90, 0].into(), [0, 0, -90].into(), [0, 180, 180].into()] {
            let mut node = source.clone();
            for _ in 0..4 {
                node = Transform::of(node).rotate(turn.clone()).into();
            }
            assert_same_bits(&format!("{name}, {turn:?}"), &here, &sample(node, &points));
        }
    }
}

#[test]
fn a_quarter_turn_is_a_swap_of_coordinates() {
    let points = dyadic_points(7, 200, 50);
    let turned: Vec<[f64; 4]> = points.iter().map(|[x, y, z, w]| [-y, *x, *z, *w]).collect();
    for (name, source) in spatial_sources() {
        assert_same_bits(name, &sample(source.clone().transform().rotate(90), &points), &sample(source, &turned));
    }
}

#[test]
fn moving_by_whole_periods_of_the_table_changes_no_bit() {
    let points = dyadic_points(8, 200, 50);
    let nodes: [Node; 4] = [
        Perlin::new().into(),
        Perlin::new().dimensions(2).seed(3).hash(HashKind::Table).into(),
        Perlin::new().dimensions(4).period(256).into(),
        Perlin::new().frequency(2).fbm().octaves(3).into(),
    ];
    for node in nodes {
        let there = node.clone().transform().translate([256, -512, 1024, 256]);
        assert_same_bits(node.kind(), &sample(node, &points), &sample(there, &points));
    }
    let simplex = Simplex::new().dimensions(2);
    assert_ne!(sample(simplex.clone(), &points), sample(simplex.transform().translate([256, 0]), &points));
}

#[test]
fn moving_moves_the_samples() {
    let points = dyadic_points(9, 200, 50);
    for (name, source) in spatial_sources() {
        let there = moved(&moved(&points, 0, 0.375), 1, -7.25);
        let (by_node, by_points) = (sample(source.clone().transform().translate([0.375, -7.25]), &points), sample(source, &there));
        // A skewed or rotated coordinate is a sum, each part of which is floored to 2^-32 of a cell.
        if name.contains("simplex") || ["ridged", "rotated"].contains(&name) {
            assert!(by_node.iter().zip(&by_points).all(|(a, b)| (a - b).abs() < 1e-5), "{name}");
        } else {
            assert_same_bits(name, &by_node, &by_points);
        }
    }
}

#[test]
fn scaling_by_2_is_twice_the_frequency() {
    let points = dyadic_points(10, 200, 50);
    let pairs: Vec<(Node, Node)> = vec![
        (Perlin::new().into(), Perlin::new().frequency(2).into()),
        (Value::new().dimensions(4).into(), Value::new().dimensions(4).frequency(2).into()),
        (Simplex::new().into(), Simplex::new().frequency(2).into()),
        (Cellular::new().into(), Cellular::new().frequency(2).into()),
        (White::new().into(), White::new().frequency(2).into()),
        (Checker::new().into(), Checker::new().frequency(2).into()),
        (Coordinate::new().into(), Coordinate::new().frequency(2).into()),
        (Perlin::new().period(7).fbm().octaves(5).into(), Perlin::new().period(7).frequency(2).fbm().octaves(5).into()),
        (Simplex::new().ridged().lacunarity(2.17).into(), Simplex::new().frequency(2).ridged().lacunarity(2.17).into()),
    ];
    for (plain, fine) in pairs {
        let expected = sample(fine, &points);
        assert_same_bits(plain.kind(), &expected, &sample(plain.clone().transform().scale(2), &points));
        let doubled: Vec<[f64; 4]> = points.iter().map(|point| point.map(|at| 2.0 * at)).collect();
        assert_same_bits(plain.kind(), &expected, &sample(plain, &doubled));
    }
}

// Identities.

#[test]
fn one_octave_is_a_function_of_its_source_alone() {
    let points = dyadic_points(11, 500, 20);
    // A source with octaves of its own shifts them by the number of all enclosing octaves.
    for (name, source) in spatial_sources().into_iter().filter(|(name, _)| !["fbm", "ridged"].contains(name)) {
        let here = sample(source.clone(), &points);
        assert_same_bits(name, &sample(source.clone().fbm().octaves(1), &points), &here);
        let absolute: Vec<f32> = here.iter().map(|value| value.abs()).collect();
        assert_same_bits(name, &sample(source.clone().turbulence().octaves(1), &points), &absolute);
        for (found, value) in sample(source.billow().octaves(1), &points).iter().zip(&absolute) {
            assert!((found - (2.0 * value - 1.0)).abs() < 1e-6, "{name}: {found} of {value}");
        }
    }
}

/// Returns a whole power, by products.
fn power(base: f64, exponent: usize) -> f64 {
    std::iter::repeat_n(base, exponent).product()
}

/// Samples the octaves of unshifted noise one by one: first by octave, then by point.
fn octaves(source: &dyn Fn(f64) -> Node, count: usize, lacunarity: f64, points: &[[f64; 4]]) -> Vec<Vec<f64>> {
    (0..count).map(|octave| sample(source(power(lacunarity, octave)), points).into_iter().map(f64::from).collect()).collect()
}

fn hold_definition(what: &str, node: impl Into<Graph>, points: &[[f64; 4]], expected: impl Fn(usize) -> f64) {
    for (index, found) in sample(node, points).iter().enumerate() {
        let expected = expected(index);
        assert!(
            (f64::from(*found) - expected).abs() <= 1e-5 * expected.abs().max(1.0),
            "{what} at {:?}: {found}, not {expected}",
            points[index]
        );
    }
}

#[test]
fn multifractals_are_musgraves() {
    let points = dyadic_points(12, 1000, 20);
    let sources: [&dyn Fn(f64) -> Node; 2] = [&|frequency| Perlin::new().seed(3).frequency(frequency).into(), &|frequency| {
        Simplex::new().dimensions(2).frequency(frequency).into()
    }];
    for source in sources {
        let octaves = octaves(source, 5, 2.0, &points);
        let values = |point: usize| octaves.iter().map(move |octave| octave[point]);
        let weights = |gain: f64| (0..5).map(move |octave| power(gain, octave));
        for (gain, offset, feedback) in [(0.5, 1.0, 2.0), (0.8, 0.9, 0.7), (0.5, 1.2, 20.0), (1.0, 0.3, 2.0)] {
            let ridged = source(1.0).ridged().octaves(5).gain(gain).offset(offset).feedback(feedback).normalize(false).decorrelate(false);
            hold_definition(&format!("ridged {gain} {offset} {feedback}"), ridged, &points, |point| {
                let (mut result, mut weight) = (0.0, 1.0);
                for (value, exponent) in values(point).zip(weights(gain)) {
                    let signal = (offset - value.abs()) * (offset - value.abs()) * weight;
                    result += signal * exponent;
                    weight = (signal * feedback).clamp(0.0, 1.0);
                }
                result
            });
        }
        for (gain, offset) in [(0.5, 0.7), (0.8, 0.1), (1.0, 2.5), (0.5, -0.5)] {
            let hybrid = source(1.0).hybrid().octaves(5).gain(gain).offset(offset).normalize(false).decorrelate(false);
            hold_definition(&format!("hybrid {gain} {offset}"), hybrid, &points, |point| {
                let signals: Vec<f64> = values(point).zip(weights(gain)).map(|(value, exponent)| (value + offset) * exponent).collect();
                let (mut result, mut weight) = (signals[0], signals[0]);
                for signal in &signals[1..] {
                    weight = f64::min(weight, 1.0);
                    result += weight * signal;
                    weight *= signal;
                }
                result
            });
            let terrain = source(1.0).heterogeneous().octaves(5).gain(gain).offset(offset).normalize(false).decorrelate(false);
            hold_definition(&format!("heterogeneous {gain} {offset}"), terrain, &points, |point| {
                let mut weighted = values(point).zip(weights(gain));
                let mut value = offset + weighted.next().unwrap().0;
                for (octave, exponent) in weighted {
                    value += (octave + offset) * exponent * value;
                }
                value
            });
        }
    }
}

#[test]
fn sums_of_octaves_are_their_definitions() {
    let points = dyadic_points(13, 1000, 20);
    let source = |frequency: f64| -> Node { Perlin::new().seed(3).frequency(frequency).into() };
    let octaves = octaves(&source, 4, 2.0, &points);
    let total = |point: usize, of: &dyn Fn(f64) -> f64| -> f64 {
        octaves.iter().enumerate().map(|(number, octave)| of(octave[point]) * power(0.6, number)).sum::<f64>()
    };
    let one = || source(1.0);
    hold_definition("fbm", one().fbm().octaves(4).gain(0.6).normalize(false).decorrelate(false), &points, |p| total(p, &|n| n));
    let all = (1.0 - power(0.6, 4)) / 0.4;
    hold_definition("normalised", one().fbm().octaves(4).gain(0.6).decorrelate(false), &points, |p| total(p, &|n| n) / all);
    let turbulence = one().turbulence().octaves(4).gain(0.6).normalize(false).decorrelate(false);
    hold_definition("turbulence", turbulence, &points, |p| total(p, &f64::abs));
    let billow = one().billow().octaves(4).gain(0.6).normalize(false).decorrelate(false);
    hold_definition("billow", billow, &points, |p| total(p, &|n| 2.0 * n.abs() - 1.0));
    let listed = one().fbm().weights([1.0, 0.6, 0.36, 0.216]).normalize(false).decorrelate(false);
    hold_definition("listed weights", listed, &points, |p| total(p, &|n| n));
}

#[test]
fn hybrid_weights_stay_at_or_under_1() {
    let points = dyadic_points(14, 1000, 20);
    // Octaves of 1.5 to 4.5, whose products would grow past 100.
    let source = |frequency: f64| -> Node { Perlin::new().frequency(frequency).into() };
    let octaves = octaves(&source, 5, 2.0, &points);
    let hybrid = source(1.0).hybrid().octaves(5).gain(1).offset(3).normalize(false).decorrelate(false);
    for (index, found) in sample(hybrid, &points).iter().enumerate() {
        let sum: f64 = octaves.iter().map(|octave| octave[index] + 3.0).sum();
        assert!((f64::from(*found) - sum).abs() < 1e-5, "{found}, not the plain sum {sum}");
    }
}

#[test]
fn a_fraction_of_an_octave_lies_between_its_neighbours() {
    let points = dyadic_points(15, 500, 20);
    type Fractal = fn(Number) -> Node;
    let fractals: [(&str, Fractal); 7] = [
        ("fbm", |octaves| Perlin::new().fbm().octaves(octaves).normalize(false).into()),
        ("turbulence", |octaves| Perlin::new().turbulence().octaves(octaves).normalize(false).into()),
        ("billow", |octaves| Perlin::new().billow().octaves(octaves).normalize(false).into()),
        ("ridged", |octaves| Perlin::new().ridged().octaves(octaves).normalize(false).into()),
        ("hybrid", |octaves| Perlin::new().hybrid().octaves(octaves).normalize(false).into()),
        ("heterogeneous", |octaves| Perlin::new().heterogeneous().octaves(octaves).normalize(false).into()),
        ("ping-pong", |octaves| Perlin::new().ping_pong().octaves(octaves).normalize(false).into()),
    ];
    for (name, fractal) in fractals {
        let at = |octaves: f64| sample(fractal(octaves.into()), &points);
        let (below, above) = (at(5.0), at(6.0));
        assert_ne!(below, above, "{name}");
        for share in [0.5, 0.25, 0.001] {
            for (index, found) in at(5.0 + share).iter().enumerate() {
                let (below, above) = (f64::from(below[index]), f64::from(above[index]));
                let expected = below + share * (above - below);
                assert!((f64::from(*found) - expected).abs() < 2e-6 * expected.abs().max(1.0), "{name}, {share}: {found}, not {expected}");
            }
        }
    }
}

// Shared nodes.

/// Returns a node over another, of a different kind for each number.
fn doing(number: usize, source: Input) -> Node {
    let amount = 1.0 + number as f64 / 16.0;
    match number % 10 {
        0 => source.abs().into(),
        1 => source.transform().scale(amount).into(),
        2 => source.fbm().octaves(2).gain(amount / 8.0).into(),
        3 => source.derivative().into(),
        4 => Perlin::new().warp().x(source).strength(amount / 8.0).into(),
        5 => source.warp().x(Value::new()).strength(amount / 8.0).into(),
        6 => source.scale_offset(amount, -amount).into(),
        7 => source.slope().into(),
        8 => source.ridged().octaves(2).feedback(amount).into(),
        _ => source.sine().into(),
    }
}

#[test]
fn a_node_shared_with_what_is_evaluated_after_it_may_be_the_output() {
    // With a displacement of 0 the strength of a warp changes nothing, but it is evaluated.
    let shared = || Node::from(a().abs());
    let strength = Input::from("shared").smooth_max(b());
    let graph = Graph::of_channels(["out"]).node("shared", shared()).node("out", Input::from("shared").warp().strength(strength));
    let points = dyadic_points(5, 40, 6);
    let domain = Domain::from(Grid::plane(Axis::extent(0, 4, 33), Axis::extent(0, 4, 3)));
    assert_same_bits("points", &sample(graph.clone(), &points), &sample(shared(), &points));
    assert_same_bits("a grid", &cpu(&lower(graph), &domain), &cpu(&lower(shared()), &domain));
}

#[test]
fn a_node_shared_by_fifty_gives_the_bits_of_fifty_copies() {
    let shared: Node = Perlin::new().seed(7).fbm().octaves(3).warp().x(Simplex::new()).strength(0.3).into();
    let graph = |source: &dyn Fn() -> Input| {
        let mut graph = Graph::from(Constant::of(0));
        graph.nodes.insert("shared".to_owned(), shared.clone());
        graph.nodes.insert("sum-0".to_owned(), doing(0, source()));
        for number in 1..50 {
            let sum = Add::of(Input::Name(format!("sum-{}", number - 1)), doing(number, source()));
            graph.nodes.insert(format!("sum-{number}"), sum.into());
        }
        graph.outputs = vec!["sum-49".to_owned()];
        graph
    };
    let points = dyadic_points(16, 300, 20);
    let by_name = sample(graph(&|| "shared".into()), &points);
    assert_varied("shared", &by_name);
    assert_same_bits("copies", &by_name, &sample(graph(&|| shared.clone().into()), &points));
    let mut sum = sample(doing(0, shared.clone().into()), &points);
    for number in 1..50 {
        for (sum, value) in sum.iter_mut().zip(sample(doing(number, shared.clone().into()), &points)) {
            *sum += value;
        }
    }
    assert_same_bits("one by one", &by_name, &sum);
}

#[test]
fn sharing_at_every_level_takes_no_time_of_its_own() {
    // 2^60 paths lead to the first node.
    let mut graph = Graph::from(Perlin::new());
    graph.nodes.insert("level-0".to_owned(), Perlin::new().into());
    for level in 1..=60 {
        let below = || Input::Name(format!("level-{}", level - 1));
        graph.nodes.insert(format!("level-{level}"), below().lerp(below()).into());
    }
    graph.outputs = vec!["level-60".to_owned()];
    let points = dyadic_points(17, 100, 20);
    assert_same_bits("sixty blends of the same", &sample(graph, &points), &sample(Perlin::new(), &points));
}

#[test]
fn a_chain_a_hundred_nodes_deep_is_evaluated() {
    let points = dyadic_points(18, 100, 20);
    let expected = sample(Perlin::new(), &points);
    let mut node: Node = Perlin::new().into();
    let mut graph = Graph::from(Perlin::new());
    graph.nodes.insert("link-0".to_owned(), Perlin::new().into());
    for number in 1..=100 {
        node = node.negate().into();
        graph.nodes.insert(format!("link-{number}"), Input::Name(format!("link-{}", number - 1)).negate().into());
    }
    graph.outputs = vec!["link-100".to_owned()];
    assert_same_bits("in place", &sample(node.clone(), &points), &expected);
    assert_same_bits("by name", &sample(graph, &points), &expected);
    let slopes = sample(Perlin::new().derivative(), &points);
    assert_same_bits("differentiated", &sample(node.derivative(), &points), &slopes);
}

// Errors.

/// Returns the place at which a graph is not legal.
fn refusal(graph: impl Into<Graph>) -> String {
    match Program::new(graph).expect_err("the graph is illegal") {
        Error::Parameter { place, .. } | Error::Limit { what: place, .. } => place,
        error => panic!("{error}"),
    }
}

#[test]
fn a_circle_that_leaves_the_lattice_between_its_ends_is_refused() {
    // From a quarter turn to three: at both ends its cosine is 0, between them -1.
    let wide = |radius: i64| lower(Perlin::new().dimensions(2).frequency(4).cylinder().width(8).radius(radius));
    let row = |start: i64, end: i64| Domain::from(Grid::plane(Axis::extent(start, end, 8), Axis::Constant(Number::ZERO)));
    assert!(matches!(Cpu::new().sample(&wide(600_000_000), &row(2, 6)), Err(Error::Parameter { place, .. }) if place == "region.x"));
    assert!(Cpu::new().sample(&wide(500_000_000), &row(2, 6)).is_ok());
    // A narrow strip around the maximum of the sine, where the cosine is small.
    let strip = Domain::from(Grid::plane(Axis::extent(1.99, 2.01, 8), Axis::Constant(Number::ZERO)));
    assert!(Cpu::new().sample(&wide(600_000_000), &strip).is_ok());
}

#[test]
fn a_derivative_of_a_derivative_is_refused_by_name_too() {
    let mut graph = Graph::from(Input::from("steep").slope());
    graph.nodes.insert("steep".to_owned(), a().derivative().into());
    assert_eq!(refusal(graph), "steep");
}

#[test]
fn a_graph_says_which_node_breaks_a_limit() {
    let mut node: Node = Perlin::new().into();
    for _ in 0..3 {
        node = node.fbm().octaves(32).into();
    }
    let place = refusal(node);
    assert!(place.starts_with("fbm") && place.ends_with(".octaves"), "{place}");
    let mut loud: Node = a().scale_offset(1e6, 0).into();
    for _ in 0..6 {
        loud = Node::from(loud.scale_offset(1e9, 0));
    }
    let place = refusal(loud);
    assert!(place.starts_with("scale_offset"), "{place}");
}

// The plane around a centre.

/// Moves points in x and y to the place that a function of their ten-thousandths returns.
fn put(points: &[[i64; 4]], place: impl Fn(i64, i64) -> [i64; 2]) -> Domain {
    let put = |point: &[i64; 4]| {
        let [x, y] = place(point[0], point[1]);
        [x, y, point[2], point[3]]
    };
    decimal_domain(&points.iter().map(put).collect::<Vec<_>>())
}

#[test]
fn a_mirrored_source_is_equal_on_both_sides_in_every_bit() {
    let points = decimal_points(81, 400);
    for (what, node) in [("one", a().mirror().at(0.3)), ("many", a().mirror().at(0.3).width(1.7))] {
        let along_x = lower(node.clone());
        let here = cpu(&along_x, &decimal_domain(&points));
        assert_varied(what, &here);
        assert_same_bits(what, &here, &cpu(&along_x, &put(&points, |x, y| [6000 - x, y])));
        let both = lower(node.axis(MirrorAxis::Both));
        let here = cpu(&both, &decimal_domain(&points));
        assert_same_bits(what, &here, &cpu(&both, &put(&points, |x, y| [x, 6000 - y])));
    }
    let program = lower(a().mirror().at(0.25));
    let plain = cpu(&lower(a()), &Domain::points([[0.75, 0.5]]));
    assert_same_bits("above the mirror", &plain, &cpu(&program, &Domain::points([[0.75, 0.5]])));
}

#[test]
fn mirrors_that_come_again_repeat_in_every_bit_however_far() {
    let points = decimal_points(82, 100);
    let program = lower(a().fbm().octaves(4).mirror().at(0.3).width(1.7));
    let here = cpu(&program, &decimal_domain(&points));
    assert_varied("mirrors", &here);
    for times in [1, -37, 2_000_000] {
        assert_same_bits("mirrors", &here, &cpu(&program, &put(&points, |x, y| [x + times * 34_000, y])));
    }
}

#[test]
fn a_swirl_leaves_what_lies_beyond_its_radius_in_every_bit() {
    let (swirled, plain) = (lower(a().fbm().swirl().centre([1, -2]).turns(3).radius(1.5)), lower(a().fbm()));
    let (beyond, within): (Vec<_>, Vec<_>) =
        dyadic_points(83, 2000, 4).into_iter().partition(|point| libm::hypot(point[0] - 1.0, point[1] + 2.0) > 1.5);
    let [[there, was], [turned, before]] =
        [beyond, within].map(|points| [&swirled, &plain].map(|program| cpu(program, &Domain::points(points.iter().copied()))));
    assert_same_bits("beyond", &there, &was);
    assert!(turned.iter().zip(&before).filter(|(a, b)| a == b).count() < turned.len() / 10);
}

#[test]
fn a_shape_is_the_same_about_every_centre_and_right_angles_turn_it_exactly() {
    use ShapeForm::{Arc, Box, Circle, Polygon, Ring, Segment, Star};
    let points = decimal_points(84, 200);
    for form in [Circle, Box, Polygon, Star, Segment, Arc, Ring] {
        let shape = Shape::new().form(form).size(3).round(0.2);
        let here = cpu(&lower(shape.clone()), &decimal_domain(&points));
        assert_varied("shape", &here);
        let far = lower(shape.clone().centre([1_000_000_000, -7]));
        assert_same_bits("far", &here, &cpu(&far, &put(&points, |x, y| [x + 10_000_000_000_000, y - 70_000])));
        let turned = lower(shape.rotate(90));
        assert_same_bits("turned", &here, &cpu(&turned, &put(&points, |x, y| [-y, x])));
    }
}

#[test]
fn a_source_that_repeats_as_often_as_polar_turns_it_has_no_seam() {
    let jump = |period: u32| {
        let program = lower(a().dimensions(2).frequency(2).period([period, 0]).fbm().octaves(3).polar().repeat(6));
        let side = |y: f64| cpu(&program, &Domain::points((1..50).map(|step| [f64::from(step) * -0.1, y])));
        side(1e-6).iter().zip(side(-1e-6)).map(|(above, below)| (above - below).abs()).fold(0.0, f32::max)
    };
    assert!(jump(12) < 1e-3, "{}", jump(12));
    assert!(jump(0) > 0.1, "{}", jump(0));
}

#[test]
fn the_segments_of_a_kaleidoscope_are_equal() {
    let points = decimal_points(85, 200);
    for segments in [2, 4, 12, 64] {
        let program = lower(a().kaleidoscope().segments(segments));
        let here = cpu(&program, &put(&points, |x, y| [x / 100, y / 100]));
        assert_varied("segments", &here);
        let mirrored = cpu(&program, &put(&points, |x, y| [-x / 100, y / 100]));
        let off = here.iter().zip(&mirrored).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 1e-5, "{segments}: {off}");
    }
    let two = lower(a().kaleidoscope().segments(2));
    assert_same_bits("two", &cpu(&two, &decimal_domain(&points)), &cpu(&two, &put(&points, |x, y| [-x, -y])));
}
