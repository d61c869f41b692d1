//! The structure of programs.

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::graph::nodes::{Fbm, Perlin, ScaleOffset, Simplex, Up};
use crate::graph::{Graph, Input, Node, NodeExt, PerAxis};
use crate::program::Operation;
use crate::{Error, Program};

fn lower(node: impl Into<Graph>) -> Program {
    Program::new(node).unwrap()
}

#[test]
fn the_cells_of_an_octave_come_from_the_exact_power_halves_up() {
    let source = Perlin::new().period(255).dimensions(1);
    let program = lower(Fbm { lacunarity: 1.9.into(), ..source.fbm().octaves(2) });
    // 255 * 1.9 = 484.5.
    assert_eq!(program.values().axes[0].terms[0].octaves[1].period, 485);
}

#[test]
fn a_value_changes_no_structure() {
    let fbm = |octaves: u32, seed, period| Fbm {
        octaves: Some(octaves.into()),
        ..Fbm::of(Perlin { seed, period: Some(PerAxis::All(period)), frequency: 3.7.into(), ..Perlin::default() })
    };
    assert_eq!(lower(fbm(1, Some(0), 0)).structure(), lower(fbm(12, Some(9), 7)).structure());
    assert_ne!(lower(fbm(1, Some(0), 0)).structure(), lower(Perlin::default()).structure());
}

#[test]
fn a_shared_node_is_lowered_once_a_scope() {
    let shared = |name: &str| ScaleOffset { source: name.into(), scale: 2.into(), offset: 0.into() };
    let mut graph = Graph::from((0..50).fold(Node::from(shared("a")), |sum, _| sum.add(shared("a")).into()));
    graph.nodes.insert("a".into(), Perlin::default().into());
    assert_eq!(Program::new(&graph).unwrap().structure().bases, 1);
    let slope = Input::from("a").slope().add("a");
    let slopes = Graph::of_channels(["b"]).node("a", Perlin::default()).node("b", slope);
    assert_eq!(Program::new(&slopes).unwrap().structure().bases, 1);
}

#[test]
fn a_source_that_several_cubes_or_spheres_of_one_size_show_is_lowered_once() {
    let shown = |of: fn(Input) -> Node, other: fn(Input) -> Node| {
        let graph = Graph::of_channels(["a", "b", "c"]).node("noise", Simplex::new().dimensions(3));
        let graph = graph.node("a", of("noise".into())).node("b", other(Input::from("noise").abs().into()));
        let program = Program::new(graph.node("c", of("noise".into()))).unwrap();
        let noises = program.structure().bases().into_iter().filter(|(_, basis, _)| basis.function.takes_hash());
        noises.count()
    };
    let cube: fn(Input) -> Node = |source| source.cube().size(3).into();
    let sphere: fn(Input) -> Node = |source| source.sphere().width(3).into();
    assert_eq!((shown(cube, cube), shown(sphere, sphere)), (1, 1));
    let others: [fn(Input) -> Node; 4] =
        [|source| source.cube().into(), |source| source.cube().size(3).up(Up::Z).into(), sphere, |source| source.sphere().into()];
    assert_eq!(others.map(|other| shown(cube, other)), [2; 4]);
}

#[test]
fn what_channels_share_is_lowered_once() {
    let graph = Graph::of_channels(["fbm", "steep", "base", "fbm"])
        .node("base", Perlin::default())
        .node("fbm", Fbm::of(Perlin::new().seed(1)))
        .node("steep", Input::from("fbm").slope().add("base"));
    let program = Program::new(&graph).unwrap();
    assert_eq!((program.channels(), program.structure().bases, program.structure().loops), (4, 2, 1));
    assert_eq!(program.structure().outputs[0], program.structure().outputs[3]);
}

#[test]
fn an_octave_period_is_a_whole_number_of_cells_for_every_lacunarity() {
    let program = lower(Perlin::new().period(8).dimensions(1).fbm().lacunarity(2.17).octaves(4));
    let octaves = &program.values().axes[0].terms[0].octaves;
    let periods: Vec<u32> = octaves.iter().map(|octave| octave.period).collect();
    assert_eq!(periods, [8, 17, 38, 82]);
    for octave in octaves {
        assert_eq!(octave.factor() * BigInt::from(8), BigRational::from_integer(octave.period.into()));
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_hundred_nodes_deep_is_no_deeper_than_a_stack() {
    let deep = (0..100).fold(Node::from(Perlin::default()), |node, _| node.scale_offset(0.5, 0.1).into());
    let program = lower(deep);
    assert_eq!(program.structure().body.len(), 101);
}

#[test]
fn a_derivative_of_a_derivative_is_refused() {
    let program = Program::new(Perlin::new().derivative().slope());
    assert!(matches!(program, Err(Error::Parameter { place, .. }) if place == "slope.source"));
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn what_displaces_a_derivative_is_differentiated_and_may_take_derivatives_as_level() {
    let derivatives_of = |node: Node| {
        let are_derivatives = |operation: &&Operation| matches!(operation, Operation::Derivatives { .. });
        lower(node).structure().body.iter().filter(are_derivatives).count()
    };
    let warp = |source: Node, by: Node| Node::from(source.warp().x(by));
    let (level, steep) = (|| Node::from(Perlin::new()), || Node::from(Perlin::new().slope()));
    assert_eq!(derivatives_of(warp(level(), level())), 0);
    assert_eq!(derivatives_of(warp(level(), steep())), 1);
    assert_eq!(derivatives_of(warp(steep(), level())), 2);
    assert_eq!(derivatives_of(warp(steep(), steep())), 2);
    // All of it would be differentiated twice, which is an error.
    assert!(Program::new(warp(level(), steep()).slope()).is_err());
    // A named node that warps is evaluated once, with its derivatives.
    let named = Graph::from(Node::from(steep().warp().x("by").y("by"))).node("by", Perlin::new());
    assert_eq!(Program::new(&named).unwrap().structure().bases, 2);
}
