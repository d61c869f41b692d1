//! Normals and slopes on the surfaces of maps, against differences of positions on them; and normals in object space.

mod common;

use common::{assert_same_bits, cpu, lower};
use lacuna::graph::NodeExt as _;
use lacuna::nodes::{Constant, Coordinate, CoordinateKind, DomainAxis, NormalSpace, Per, Perlin, Simplex, SlopeMethod, Up, Value};
use lacuna::{Axis, Domain, Error, Graph, Grid, Input, Node, Number, Problem, Program};

fn points(at: &[[f64; 3]]) -> Domain {
    Domain::Points(at.iter().map(|[x, y, z]| [*x, *y, *z, 0.0].map(Number::from)).collect())
}

/// Returns a plane through the centre.
fn plane(axis: CoordinateKind) -> Coordinate {
    Coordinate::new().axis(axis)
}

/// Returns the row of a latitude in degrees on a sphere that is 4 units high.
fn row(latitude: f64) -> f64 {
    4.0 * (90.0 - latitude) / 180.0
}

#[test]
fn a_plane_through_a_planet_is_as_steep_at_every_latitude() {
    let normal = |per: Per| lower(plane(CoordinateKind::Y).sphere().normal().strength(0.2).per(per));
    let at: Vec<[f64; 3]> = [0.0, 30.0, 70.0, 85.0, 89.0, -70.0, -89.0].map(|latitude| [4.0, row(latitude), 0.0]).to_vec();
    for x in cpu(&normal(Per::Surface), &points(&at)) {
        assert!((x.abs() - 0.196_116).abs() < 2e-4, "{x}");
    }
    // Per unit of the picture it fades.
    let faded = cpu(&normal(Per::Unit), &points(&at));
    assert!((faded[2].abs() - 0.053).abs() < 0.02 && faded[3].abs() < 0.02, "{faded:?}");
    // Also on a sphere of another radius and a picture of another size.
    let wide = plane(CoordinateKind::Y).sphere().radius(3).width(20).height(7).normal().strength(0.2);
    let x = cpu(&lower(wide), &points(&[[10.0, 7.0 * 10.0 / 180.0, 0.0]]))[0];
    assert!((x.abs() - 0.196_116).abs() < 2e-4, "{x}");
    // At the pole itself x has no direction, but there is a value.
    for pole in [0.0, 4.0] {
        let at = cpu(&normal(Per::Surface), &points(&[[4.0, pole, 0.0], [1.7, pole, 0.0]]));
        assert!(at.iter().all(|x| *x == 0.0), "{at:?}");
    }
}

#[test]
fn normals_by_differences_on_a_body_are_those_by_derivatives() {
    let at: Vec<[f64; 3]> =
        [0.0, 60.0, -60.0, 80.0, -80.0].iter().flat_map(|latitude| [0.3, 2.9, 6.6].map(|x| [x, row(*latitude), 0.0])).collect();
    let on_faces: Vec<[f64; 3]> =
        (0..6).flat_map(|face| [[0.4, 7.1], [3.9, 4.2], [5.8, 1.3]].map(|[x, y]| [x, y, f64::from(face)])).collect();
    for axis in [CoordinateKind::X, CoordinateKind::Y, CoordinateKind::Z] {
        let maps: [(Node, &[[f64; 3]]); 4] = [
            (plane(axis).sphere().into(), &at),
            (plane(axis).sphere().radius(3).up(Up::Y).into(), &at),
            (plane(axis).cube().into(), &on_faces),
            (plane(axis).cube().radius(0.5).up(Up::Z).into(), &on_faces),
        ];
        for (map, at) in maps {
            let hold = |by: &dyn Fn(SlopeMethod) -> Node| {
                let [exact, found] = [SlopeMethod::Analytic, SlopeMethod::Difference].map(|method| cpu(&lower(by(method)), &points(at)));
                for ((exact, found), at) in exact.iter().zip(&found).zip(at) {
                    assert!((exact - found).abs() < 1e-3, "{map:?} at {at:?}: {found}, not {exact}");
                }
            };
            hold(&|method| map.clone().slope().method(method).into());
            for part in [DomainAxis::X, DomainAxis::Y, DomainAxis::Z] {
                hold(&|method| map.clone().normal().strength(0.4).axis(part).method(method).into());
                hold(&|method| map.clone().normal().strength(0.4).axis(part).space(NormalSpace::Object).method(method).into());
            }
        }
    }
}

#[test]
fn the_normals_of_an_eroded_planet_are_those_of_differences_on_its_surface() {
    let eroded = || Node::from(Simplex::new().frequency(0.7).erosion().dimensions(3).octaves(2)).sphere().radius(2);
    let step = 1.0 / 256.0;
    let at: Vec<[f64; 3]> =
        [0.0, 45.0, 75.0].iter().flat_map(|latitude| (0..64).map(|x| [0.06 + f64::from(x) / 8.0, row(*latitude), 0.0])).collect();
    let normal = |axis| {
        cpu(&lower(eroded().normal().strength(0.4).axis(axis).method(SlopeMethod::Difference).step(Number::from(step))), &points(&at))
    };
    let found = [DomainAxis::X, DomainAxis::Y, DomainAxis::Z].map(normal);
    // The same lengths along the lines of the picture.
    let lengths = |[_, y, _]: [f64; 3]| {
        [2.0 * libm::sin(y / 4.0 * std::f64::consts::PI) * std::f64::consts::TAU / 8.0, 2.0 * std::f64::consts::PI / 4.0]
    };
    let beside = |axis: usize, by: f64| {
        let moved =
            |point: &[f64; 3]| std::array::from_fn(|other| point[other] + if other == axis { by / lengths(*point)[axis] } else { 0.0 });
        cpu(&lower(eroded()), &points(&at.iter().map(moved).collect::<Vec<_>>()))
    };
    let slopes = [0, 1].map(|axis| {
        let (above, below) = (beside(axis, step / 2.0), beside(axis, -step / 2.0));
        above.iter().zip(below).map(|(a, b)| f64::from(a - b) / step).collect::<Vec<_>>()
    });
    let (mut worst, mut sum) = (0.0_f64, 0.0);
    for index in 0..at.len() {
        let expected = [-0.4 * slopes[0][index], -0.4 * slopes[1][index], 1.0];
        let length = expected.iter().map(|part| part * part).sum::<f64>().sqrt();
        let cosine: f64 = (0..3).map(|part| f64::from(found[part][index]) * expected[part] / length).sum();
        let apart = libm::acos(cosine.min(1.0)).to_degrees();
        (worst, sum) = (worst.max(apart), sum + apart);
    }
    // Gullies have creases, where the ways of a difference differ.
    let mean = sum / at.len() as f64;
    assert!(mean < 0.1 && worst < 1.0, "{mean} and {worst} degrees");
}

/// A position on the surface of a map, for a point of the domain.
type Place = fn([f64; 3]) -> [f64; 4];

fn on_sphere([x, y, _]: [f64; 3]) -> [f64; 4] {
    let ((sine, cosine), (level, polar)) = (libm::sincos(x / 8.0 * std::f64::consts::TAU), libm::sincos(y / 4.0 * std::f64::consts::PI));
    [-2.0 * level * cosine, -2.0 * level * sine, 2.0 * polar, 0.0]
}

fn on_cylinder([x, y, _]: [f64; 3]) -> [f64; 4] {
    let (sine, cosine) = libm::sincos(x / 8.0 * std::f64::consts::TAU);
    [2.0 * cosine, y, 2.0 * sine, 0.0]
}

fn on_torus([x, y, _]: [f64; 3]) -> [f64; 4] {
    let ((sx, cx), (sy, cy)) = (libm::sincos(x / 8.0 * std::f64::consts::TAU), libm::sincos(y / 5.0 * std::f64::consts::TAU));
    [cx, sx, cy, sy].map(|part| 2.0 * part)
}

fn on_cube([x, y, z]: [f64; 3]) -> [f64; 4] {
    let (u, v) = (x / 4.0 - 1.0, y / 4.0 - 1.0);
    let way = [[1.0, -v, -u], [-1.0, -v, u], [u, 1.0, v], [u, -1.0, -v], [u, -v, 1.0], [-u, -v, -1.0]][z as usize];
    let length = way.iter().map(|part| part * part).sum::<f64>().sqrt() / 2.0;
    [way[0] / length, way[1] / length, way[2] / length, 0.0]
}

/// Returns points all over a map: on a sphere from 89 degrees south to 89 degrees north.
fn everywhere(is_cube: bool) -> Vec<[f64; 3]> {
    let mut found = vec![];
    for row_number in 0..60 {
        for column in 0..24 {
            let x = 0.05 + f64::from(column) * 0.329;
            let y = if is_cube { 0.03 + f64::from(row_number) * 0.1343 } else { row(89.0 - f64::from(row_number) * 178.0 / 59.0) };
            found.push([x, y, f64::from((column + row_number) % 6) * f64::from(u8::from(is_cube))]);
        }
    }
    found
}

#[test]
fn normals_and_slopes_on_surfaces_are_those_of_differences_on_them() {
    let noise = || Simplex::new().frequency(0.7).seed(3);
    let maps: [(&str, Node, Place); 4] = [
        ("sphere", noise().sphere().radius(2).into(), on_sphere),
        ("cylinder", noise().cylinder().radius(2).into(), on_cylinder),
        ("torus", noise().dimensions(4).torus().radius(2).height(5).into(), on_torus),
        ("cube", noise().cube().radius(2).into(), on_cube),
    ];
    for (name, map, place) in maps {
        let at = everywhere(name == "cube");
        let program = |graph: Graph| cpu(&lower(graph), &points(&at));
        let [x, y] = [DomainAxis::X, DomainAxis::Y].map(|axis| program(Node::from(map.clone().normal().strength(0.4).axis(axis)).into()));
        let slope = program(map.clone().slope().into());
        // Towards a pole a step of x is as long on the sphere as elsewhere: shorter ones would be lost in the rounding of f32.
        let step = |[_, y, _]: [f64; 3], axis: usize| match name {
            "sphere" if axis == 0 => 1e-3 / libm::sin(y / 4.0 * std::f64::consts::PI),
            _ => 1e-3,
        };
        let beside = |axis: usize, sign: f64| -> Vec<[f64; 3]> {
            let moved = |point: [f64; 3], other: usize| point[other] + if other == axis { sign * step(point, axis) } else { 0.0 };
            at.iter().map(|point| std::array::from_fn(|other| moved(*point, other))).collect()
        };
        let values = |at: &[[f64; 3]]| cpu(&lower(map.clone()), &points(at));
        let distance = |a: [f64; 4], b: [f64; 4]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
        let along = |axis: usize| -> Vec<f64> {
            let (above, below) = (beside(axis, 1.0), beside(axis, -1.0));
            let differences = values(&above).into_iter().zip(values(&below)).map(|(a, b)| f64::from(a) - f64::from(b));
            differences.zip(above.iter().zip(&below)).map(|(moved, (a, b))| moved / distance(place(*a), place(*b))).collect()
        };
        let (along_x, along_y) = (along(0), along(1));
        let mut worst = 0.0_f64;
        for index in 0..at.len() {
            let (lean_x, lean_y) = (-0.4 * along_x[index], -0.4 * along_y[index]);
            let length = (lean_x * lean_x + lean_y * lean_y + 1.0).sqrt();
            for (found, expected) in [(x[index], lean_x / length), (y[index], lean_y / length)] {
                worst = worst.max((f64::from(found) - expected).abs());
            }
            // Only if x and y are perpendicular.
            if name != "cube" {
                worst = worst.max((f64::from(slope[index]) - libm::hypot(along_x[index], along_y[index])).abs());
            }
        }
        assert!(worst < 1e-3, "{name}: {worst}");
    }
}

#[test]
fn what_is_named_is_measured_by_what_each_asks_for() {
    let at = points(&everywhere(false));
    let planet = || Graph::of_channels(["normal", "picture", "planet"]).node("planet", Simplex::new().sphere());
    let all = planet()
        .node("normal", lacuna::Input::from("planet").slope())
        .node("picture", lacuna::Input::from("planet").slope().per(Per::Unit));
    let all = cpu(&lower(all), &at);
    for (channel, node) in
        [Node::from(Simplex::new().sphere().slope()), Simplex::new().sphere().slope().per(Per::Unit).into(), Simplex::new().sphere().into()]
            .into_iter()
            .enumerate()
    {
        let alone = cpu(&lower(node), &at);
        let channel: Vec<f32> = all.iter().skip(channel).step_by(3).copied().collect();
        assert_same_bits("a channel", &channel, &alone);
    }
    // A value whose slope is also requested is evaluated once.
    let two = Graph::of_channels(["planet", "steep"])
        .node("planet", Simplex::new().sphere())
        .node("steep", lacuna::Input::from("planet").slope());
    assert_eq!(Program::new(&two).unwrap().structure().bases().iter().filter(|(_, basis, _)| basis.function.takes_hash()).count(), 1);
}

/// Returns the three components of the normal in object space.
fn in_object(map: &Node, at: &[[f64; 3]]) -> Vec<[f32; 3]> {
    let component = |axis| cpu(&lower(map.clone().normal().space(NormalSpace::Object).strength(0.3).axis(axis)), &points(at));
    let [x, y, z] = [DomainAxis::X, DomainAxis::Y, DomainAxis::Z].map(component);
    (0..at.len()).map(|index| [x[index], y[index], z[index]]).collect()
}

fn apart(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn a_normal_of_the_object_has_no_seam_and_no_pinch_and_is_the_same_on_a_sphere_and_a_cube() {
    let noise = || Value::new().frequency(1.3).seed(8);
    let sphere: Node = noise().sphere().into();
    // The left and the right edge, and all around both poles.
    let rows: Vec<f64> = (0..40).map(|row| f64::from(row) * 0.1 + 0.05).collect();
    let edge = |x: f64| in_object(&sphere, &rows.iter().map(|&y| [x, y, 0.0]).collect::<Vec<_>>());
    assert!(edge(0.0).iter().zip(edge(8.0)).all(|(a, b)| apart(*a, b) < 1e-5));
    for pole in [0.0, 4.0] {
        let around = in_object(&sphere, &(0..32).map(|turn| [f64::from(turn) * 0.25, pole, 0.0]).collect::<Vec<_>>());
        assert!(around.iter().all(|normal| apart(*normal, around[0]) < 1e-5), "{around:?}");
        let near = if pole == 0.0 { 1e-4 } else { 4.0 - 1e-4 };
        let near = in_object(&sphere, &(0..32).map(|turn| [f64::from(turn) * 0.25, near, 0.0]).collect::<Vec<_>>());
        assert!(near.iter().all(|normal| apart(*normal, around[0]) < 2e-3), "{near:?}");
    }
    // Directions that both cover, with y up and with z up.
    let at = everywhere(true);
    for up in [Up::Y, Up::Z] {
        let of_cube = in_object(&noise().cube().up(up).into(), &at);
        let on_sphere: Vec<[f64; 3]> = at
            .iter()
            .map(|point| {
                let [x, y, z, _] = on_cube(*point);
                // The picture of a sphere has its north along the cube's y, and turns from x to -z.
                let turns = libm::atan2(z, -x) / std::f64::consts::TAU;
                [turns.rem_euclid(1.0) * 8.0, libm::acos(y / (x * x + y * y + z * z).sqrt()) / std::f64::consts::PI * 4.0, 0.0]
            })
            .collect();
        let of_sphere = in_object(&noise().sphere().up(up).into(), &on_sphere);
        let worst = of_cube.iter().zip(&of_sphere).map(|(a, b)| apart(*a, *b)).fold(0.0, f32::max);
        assert!(worst < 2e-3, "{up:?}: {worst}");
    }
    // It points away from the centre, and has length 1.
    for [x, y, z] in in_object(&sphere, &everywhere(false)) {
        assert!((x * x + y * y + z * z - 1.0).abs() < 1e-5);
    }
    assert_refused(&Value::new().normal().space(NormalSpace::Object).into(), "normal.space", &["`sphere`", "`cube`"]);
}

/// Asserts that a graph is refused at a place by a message that has some names, in this order.
#[track_caller]
fn assert_refused(graph: &Graph, expected: &str, names: &[&str]) {
    match Program::new(graph) {
        Err(Error::Parameter { place, problem: Problem::Unfit, message }) if place == expected => {
            let rest = names.iter().try_fold(&*message, |rest, name| rest.split_once(name).map(|(_, rest)| rest));
            assert!(rest.is_some(), "not {names:?}, but: {message}");
        }
        made => panic!("{:?}", made.err()),
    }
}

/// Returns a normal in object space of a graph's node `h`.
fn normal_of(h: impl Into<Node>) -> Graph {
    Graph::of_channels(["n"]).node("h", h).node("n", Input::from("h").normal().space(NormalSpace::Object).strength(0.3))
}

#[test]
fn a_normal_of_the_object_is_refused_where_the_source_lies_on_more_than_one_undistorted_surface() {
    let a = || Node::from(Perlin::new().seed(1).sphere());
    let noise = || Perlin::new().seed(2);
    let beside: [(Node, &[&str]); 7] = [
        (noise().sphere().up(Up::Y).into(), &["`h.b`", "sphere", "`h.a`"]),
        (noise().sphere().width(4).into(), &["`h.b`", "sphere", "`h.a`"]),
        (noise().cube().into(), &["`h.b`", "sphere", "`h.a`"]),
        (noise().cylinder().into(), &["`h.b`", "sphere", "`h.a`", "`sphere`"]),
        (noise().into(), &["`h.b`", "sphere", "`h.a`", "`sphere`"]),
        (plane(CoordinateKind::Y).into(), &["`h.b`", "sphere"]),
        (Node::from(noise().abs().scale_offset(2, 1)), &["`h.b.source.source`", "sphere"]),
    ];
    let refused = |graph: &Graph, names: &[&str]| assert_refused(graph, "n.space", names);
    for (b, names) in beside {
        refused(&normal_of(a().add(b)), names);
    }
    refused(&normal_of(Node::from(noise()).add(a())), &["`h.a`", "sphere", "`h.b`"]);
    refused(&normal_of(Node::from(noise().cube()).add(noise())), &["`h.b`", "cube", "`h.a`"]);
    // Also by names, and for nodes that choose between two.
    let named = normal_of(Input::from("x").max(Input::from("y"))).node("x", a()).node("y", noise());
    refused(&named, &["`y`", "sphere", "`x`"]);
    refused(&normal_of(a().select(a(), noise())), &["`h.control`", "sphere", "`h.a`"]);
    // A node outside of the map moves its position.
    let outside: [(Node, &[&str]); 6] = [
        (a().warp().x(noise()).into(), &["`h`", "`warp`", "`sphere`", "`h.source`"]),
        (a().warp().x(noise()).strength(0).into(), &["`h`", "`warp`"]),
        (a().transform().translate([1.0, 0.0]).into(), &["`h`", "`transform`"]),
        (a().fbm().octaves(2).into(), &["`h`", "`fbm`"]),
        (a().cylinder().into(), &["`h`", "`cylinder`"]),
        (a().sphere().abs().fbm().into(), &["`h`", "`fbm`", "`sphere`", "`h.source.source`"]),
    ];
    for (h, names) in outside {
        refused(&normal_of(h), names);
    }
    refused(&normal_of(noise().fbm()), &["`sphere`", "`cube`"]);
    assert_refused(&a().normal().space(NormalSpace::Object).per(Per::Unit).into(), "normal.per", &[]);
}

#[test]
fn a_normal_of_the_object_is_that_of_a_sum_where_all_of_it_lies_on_one_surface() {
    let at = points(&everywhere(false));
    let program = |graph: Graph| cpu(&lower(graph), &at);
    let noise = || Value::new().frequency(1.3).seed(8);
    // A term of 0 changes nothing, in any form.
    let alone = program(normal_of(noise().sphere()));
    let sums: [Node; 4] = [
        Node::from(noise().sphere()).add(Node::from(Constant::of(3))).into(),
        Node::from(noise().sphere()).add(Node::from(noise().sphere().radius(2)).multiply(0)).into(),
        Node::from(noise().sphere().width(8)).lerp(Node::from(Perlin::new().sphere())).mask(0).into(),
        noise()
            .transform()
            .rotate([10.0, 20.0, 30.0])
            .transform()
            .rotate([-10.0, 0.0, 0.0])
            .transform()
            .rotate([0.0, -20.0, 0.0])
            .transform()
            .rotate([0.0, 0.0, -30.0])
            .sphere()
            .into(),
    ];
    for sum in sums {
        let found = program(normal_of(sum));
        assert!(alone.iter().zip(&found).all(|(a, b)| (a - b).abs() < 2e-3));
    }
}

#[test]
fn normals_of_two_objects_in_one_graph_are_each_that_of_its_own() {
    let at = points(&everywhere(true));
    let normal = |name: &str, axis| Input::from(name).normal().space(NormalSpace::Object).axis(axis);
    let names = ["ball-x", "box-x", "ball-y", "box-y"];
    let axes = [("ball", DomainAxis::X), ("box", DomainAxis::X), ("ball", DomainAxis::Y), ("box", DomainAxis::Y)];
    let objects = |outputs: &[&str]| {
        Graph::of_channels(outputs.iter().copied()).node("ball", Simplex::new().sphere()).node("box", Simplex::new().cube())
    };
    let mut all = objects(&names);
    for (name, (of, axis)) in names.into_iter().zip(axes) {
        all = all.node(name, normal(of, axis));
    }
    let all = cpu(&lower(all), &at);
    for (channel, (name, (of, axis))) in names.into_iter().zip(axes).enumerate() {
        let graph = objects(&[name]).node(name, normal(of, axis));
        let found: Vec<f32> = all.iter().skip(channel).step_by(4).copied().collect();
        assert_same_bits(name, &found, &cpu(&lower(graph), &at));
    }
}

#[test]
fn derivatives_of_what_is_turned_bent_and_stepped_are_bounded_by_what_they_can_be() {
    let turned = |node: Node| Node::from(node.transform().rotate(45));
    let object = |node: Node| Node::from(node.normal().space(NormalSpace::Object));
    let wild = || Perlin::new().seed(3).fbm().octaves(8);
    let bent = || Perlin::new().fbm().octaves(10).warp().octaves(4).x(wild()).y(wild());
    let steps = || Simplex::new().fbm().octaves(6).smoothstep().low(-0.1).high(0.35).smoothstep().smoothstep().smoothstep().smoothstep();
    let nodes: [Node; 8] = [
        turned(object(Perlin::new().sphere().into())),
        turned(object(Perlin::new().fbm().octaves(10).cube().into())),
        turned(Node::from(Perlin::new().sphere().slope())),
        Node::from(turned(Perlin::new().sphere().into()).slope()),
        Node::from(bent().cube()).slope().into(),
        Node::from(bent().cube()).normal().into(),
        Node::from(bent().sphere()).slope().into(),
        Node::from(steps().sphere()).normal().into(),
    ];
    for node in nodes {
        let label = format!("{node:?}");
        let samples = cpu(&Program::new(node).unwrap_or_else(|error| panic!("{error}: {label}")), &points(&everywhere(true)));
        assert!(samples.iter().all(|sample| sample.is_finite()), "{label}");
    }
}

#[test]
fn values_that_could_be_too_great_are_told_with_the_node_that_they_come_from() {
    let steep = Perlin::new().power().exponent(3).scale_offset(1e20, 0);
    let graph = Graph::of_channels(["n"]).node("hill", steep).node("n", Input::from("hill").multiply("hill"));
    assert_refused(&graph, "n", &["`hill`"]);
}

#[test]
fn a_sphere_of_z_up_is_the_one_that_always_was() {
    let grid = Domain::from(Grid::plane(Axis::extent(0, 8, 64), Axis::extent(0, 4, 32)));
    let of = |axis| cpu(&lower(plane(axis).sphere()), &grid);
    let turned = |axis| cpu(&lower(plane(axis).sphere().up(Up::Y)), &grid);
    use CoordinateKind::{X, Y, Z};
    assert_same_bits("x", &of(X), &turned(X));
    assert!(of(Z).iter().zip(turned(Y)).all(|(a, b)| (a - b).abs() < 1e-6));
    assert!(of(Y).iter().zip(turned(Z)).all(|(a, b)| (a + b).abs() < 1e-6));
    assert!(of(Z)[0] > 0.99);
}

#[cfg(feature = "recipe")]
#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn the_planet_has_normals_of_both_spaces_and_slopes() {
    // `relief` is flat, and does not repeat.
    let preset = lacuna::presets::Preset::of("planet").unwrap().text.replace("wrap = [8]", "");
    let more = "[outputs.tangent]\nnormal = { source = \"height\", strength = 0.02 }\n[outputs.steep]\nslope = { source = \"height\" }\n[outputs.flat]\nnormal = { source = \"relief\" }\n";
    let recipe = lacuna::recipe::read(&format!("{preset}\n{more}")).unwrap();
    let graph = recipe.plan(&["tangent", "normal", "steep", "flat"]).unwrap().graph;
    let samples = cpu(&lower(graph), &Grid::plane(Axis::extent(0, 8, 64), Axis::extent(0, 4, 32)).into());
    assert!(samples.iter().all(|sample| sample.is_finite()));
    for pixel in samples.chunks_exact(10) {
        for normal in [&pixel[..3], &pixel[3..6], &pixel[7..]] {
            assert!((normal.iter().map(|part| part * part).sum::<f32>() - 1.0).abs() < 1e-4, "{pixel:?}");
        }
    }
}

#[test]
fn slopes_of_slopes_that_turn_with_the_surface_are_refused() {
    let ball = || Node::from(plane(CoordinateKind::Z).sphere());
    let by = |method| ball().slope().method(method);
    let object = || ball().normal().space(NormalSpace::Object).method(SlopeMethod::Difference);
    let per_unit = || ball().derivative().method(SlopeMethod::Difference);
    for node in [
        Node::from(by(SlopeMethod::Analytic)).slope().method(SlopeMethod::Difference).into(),
        Node::from(by(SlopeMethod::Difference)).slope().method(SlopeMethod::Difference).into(),
        Node::from(per_unit()).slope().method(SlopeMethod::Difference).into(),
        Node::from(per_unit()).slope().into(),
        Node::from(object()).derivative().into(),
    ] {
        let node: Node = node;
        assert!(Program::new(node.clone()).is_err(), "{node:?}");
    }
    // Per unit of the picture both are taken.
    let twice = Node::from(by(SlopeMethod::Analytic)).slope().method(SlopeMethod::Difference).per(Per::Unit);
    let found = cpu(&lower(twice), &points(&[[1.0, 1.0, 0.0]]));
    // The slope is the cosine of the latitude, and falls by its sine times the radians of a unit.
    let expected = std::f64::consts::FRAC_PI_4 * libm::sin(std::f64::consts::FRAC_PI_4);
    assert!((f64::from(found[0]) - expected).abs() < 1e-2, "{found:?} {expected}");
}
