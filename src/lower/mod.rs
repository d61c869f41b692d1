//! Lowers a graph to a program.
//!
//! Each node lowers itself (`graph/nodes/`) through [`Lowering`](crate::graph::lowering::Lowering), which `site.rs` implements on the [`State`] of `state.rs`.
//! Lattice noise and coordinates are in `noise.rs`, loops over octaves in `loops.rs`, and the numbers for them in `octaves.rs` and `powers.rs`.

#[cfg(all(test, feature = "cpu"))]
#[path = "tests/bounds.rs"]
mod bounds;
mod loops;
mod noise;
mod octaves;
mod powers;
mod prune;
mod site;
mod state;

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Result};
use crate::graph::affine::Space;
use crate::graph::color::Lanes;
use crate::graph::colored::Colored;
use crate::graph::lowering::{Along, Dual};
use crate::graph::{Graph, Input, MAX_DEPTH, Node};
use crate::program::{Program, Structure, Values};
use site::Site;
use state::{Asked, Made, Scope, State};

impl Program {
    /// Validates a graph and lowers it.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] and [`Error::Limit`], which name the place in the graph. A graph beyond [`MAX_OPERATIONS`](crate::program::MAX_OPERATIONS) or
    /// [`MAX_STEPS`](crate::program::MAX_STEPS) is refused before its operations are made.
    pub fn new(graph: &Graph) -> Result<Self> {
        graph.validate()?;
        lower(graph)
    }
}

/// Lowers a valid graph.
fn lower(graph: &Graph) -> Result<Program> {
    let values =
        Values { scalars: vec![], octave_scalars: vec![], octaves: vec![], axes: vec![], keys: vec![], tables: vec![], twice: vec![] };
    let Walked { asked, alongs, searches } = walked(graph);
    let mut state = State {
        graph,
        colored: Colored::of(&graph.nodes),
        channel: None,
        output: "",
        asked,
        searches,
        values,
        axes: vec![],
        terms: 0,
        made: Made::default(),
        bounds: vec![],
        enclosing: vec![],
        known: octaves::KnownPowers::default(),
        spaces: vec![Space::domain()],
        asked_now: Asked::Value,
        along: Along::Domain,
        aside: None,
        followed: alongs.into_iter().filter_map(only_followed).collect(),
        depth: 0,
        finite: 0,
        great: None,
        bounded: None,
    };
    let mut scope = Scope::default();
    let mut outputs = Vec::new();
    for name in &graph.outputs {
        state.output = name;
        state.great = None;
        for channel in state.colored.name(name).channels() {
            state.channel = *channel;
            outputs.push(state.named(name, &mut scope, 0)?.value);
        }
        state.check_scalars(name)?;
    }
    prune::prune(&mut scope.body, &state.axes, state.bounds.len(), &outputs);
    let values = state.values;
    let structure = Structure {
        body: scope.body,
        outputs,
        registers: state.bounds.len() as u32,
        axes: state.axes,
        terms: state.terms,
        loops: values.octaves.len() as u32,
        bases: values.keys.len() as u32,
        scalars: values.scalars.len() as u32,
        octave_scalars: values.octave_scalars.len() as u32,
    };
    Ok(Program::of(structure, values, state.made.operations, state.made.steps))
}

/// Returns the directions that the derivatives of a named node follow, unless some of those requested follow the domain.
fn only_followed((name, alongs): (String, BTreeSet<Along>)) -> Option<(String, Along)> {
    alongs.first().filter(|along| **along != Along::Domain).map(|along| (name, *along))
}

/// The requests to a graph's nodes, found before it is lowered.
#[derive(Default)]
struct Walked {
    /// The requests to named nodes in addition to their values.
    asked: BTreeMap<String, Asked>,
    /// The directions of their requested derivatives.
    alongs: BTreeMap<String, BTreeSet<Along>>,
    /// The outputs that nodes take from each search of feature points.
    searches: BTreeMap<String, BTreeSet<u32>>,
}

/// Visits all nodes that the outputs need.
fn walked(graph: &Graph) -> Walked {
    let mut walked = Walked::default();
    let mut visited = BTreeSet::new();
    let mut stack: Vec<(&Node, Asked, Along)> =
        graph.outputs.iter().map(|name| (&graph.nodes[name], Asked::Value, Along::Domain)).collect();
    while let Some((node, asked, along)) = stack.pop() {
        if let Some((search, outputs)) = node.search() {
            walked.searches.entry(search).or_default().extend(outputs);
        }
        let inputs = node.inputs();
        let lies_on_surface = inputs.iter().any(|(_, input)| graph.lies_on_surface(input));
        let is_warped = inputs.iter().any(|(key, _)| node.warps(key))
            && inputs.iter().any(|(key, input)| !node.warps(key) && graph.is_differential(input));
        for (key, input) in inputs {
            let (asked, along) = match node.differentiates(key) {
                true if lies_on_surface => (Asked::Derivatives, node.along()),
                true => (Asked::Derivatives, Along::Domain),
                false if is_warped && node.warps(key) => (asked.max(Asked::Warp), along),
                false => (asked, along),
            };
            let within = match along {
                _ if !node.is_surface() => along,
                Along::Object => Along::Within,
                _ => Along::Domain,
            };
            match input {
                Input::Node(inner) => stack.push((inner, asked, within)),
                Input::Name(name) => {
                    if asked > Asked::Value {
                        let most = walked.asked.entry(name.clone()).or_insert(asked);
                        *most = asked.max(*most);
                        walked.alongs.entry(name.clone()).or_default().insert(within);
                    }
                    if visited.insert((name.as_str(), asked, within)) {
                        stack.push((&graph.nodes[name], asked, within));
                    }
                }
                Input::Number(_) => {}
            }
        }
    }
    walked
}

impl State<'_> {
    fn named(&mut self, name: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        let along = if self.wants_derivatives() { self.along } else { self.followed.get(name).copied().unwrap_or(Along::Domain) };
        let lanes = self.colored.name(name);
        let asked = std::mem::replace(&mut self.asked_now, self.asked.get(name).copied().unwrap_or(Asked::Value));
        let before = std::mem::replace(&mut self.along, along);
        let dual = self.once(name.to_owned(), lanes, scope, space, |state, scope| state.node(&state.graph.nodes[name], name, scope, space));
        (self.asked_now, self.along) = (asked, before);
        dual
    }

    /// Lowers something once for each channel that is requested of it, or only once if it is a number.
    fn once(
        &mut self,
        name: String,
        lanes: Lanes,
        scope: &mut Scope,
        space: usize,
        make: impl FnOnce(&mut Self, &mut Scope) -> Result<Dual>,
    ) -> Result<Dual> {
        let channel = self.channel.filter(|_| lanes > Lanes::Number);
        let key = (name, space, self.along, channel, self.aside.clone());
        if let Some(known) = scope.known.get(&key) {
            return Ok(*known);
        }
        let before = std::mem::replace(&mut self.channel, channel);
        let dual = make(self, scope);
        self.channel = before;
        let dual = dual?;
        scope.known.insert(key, dual);
        Ok(dual)
    }

    fn input(&mut self, input: &Input, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        match input {
            Input::Number(number) => Ok(Dual::flat(self.number(number.to_f64()))),
            Input::Name(name) => self.named(name, scope, space),
            Input::Node(node) if self.channel.is_none() => self.node(node, place, scope, space),
            Input::Node(node) => {
                // Each channel is lowered here. Names contain no point.
                let known = format!("{place}.{}", u8::from(self.wants_derivatives()));
                let lanes = self.colored.node(node);
                self.once(known, lanes, scope, space, |state, scope| state.node(node, place, scope, space))
            }
        }
    }

    fn node(&mut self, node: &Node, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        if self.depth > MAX_DEPTH {
            return Err(Error::limit(place, format!("more than {MAX_DEPTH} nodes lie between the output and this one")));
        }
        self.depth += 1;
        let dual = node.lower(&mut Site { state: self, scope, place, space });
        self.depth -= 1;
        dual
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use num_rational::BigRational;

    use super::*;
    use crate::Program;
    use crate::graph::nodes::{Fbm, Perlin, ScaleOffset, Simplex, Up};
    use crate::graph::{Build, PerAxis};
    use crate::program::Operation;

    fn lower(node: impl Into<Graph>) -> Program {
        Program::new(&node.into()).unwrap()
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
            let program = Program::new(&graph.node("c", of("noise".into()))).unwrap();
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
        let program = Program::new(&Perlin::new().derivative().slope().into());
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
        assert!(Program::new(&warp(level(), steep()).slope().into()).is_err());
        // A named node that warps is evaluated once, with its derivatives.
        let named = Graph::from(Node::from(steep().warp().x("by").y("by"))).node("by", Perlin::new());
        assert_eq!(Program::new(&named).unwrap().structure().bases, 2);
    }
}
