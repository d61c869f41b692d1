//! A program has a limited number of operations, and takes a limited number of steps per sample. A graph that would unfold into more is refused, and
//! everything that comes with the library stays far below.

#![cfg(feature = "recipe")]

#[path = "common/presets.rs"]
mod presets;

use lacuna::internal::parity::{catalogue_graphs, corpus_graphs};
use lacuna::nodes::Perlin;
use lacuna::program::{MAX_OPERATIONS, MAX_STEPS};
use lacuna::{Cpu, Domain, Error, Graph, Input, Node, NodeExt, Program, recipe};

/// Returns the number of operations of a graph.
fn operations(graph: &Graph) -> u32 {
    Program::new(graph).unwrap_or_else(|error| panic!("{error}")).operations()
}

/// Returns the place and the problem of a graph of too many operations or steps.
fn refused(graph: &Graph) -> (String, String) {
    match Program::new(graph) {
        Err(Error::Limit { what, problem }) if [MAX_OPERATIONS, MAX_STEPS].iter().any(|most| problem.contains(&most.to_string())) => {
            (what, problem)
        }
        Err(error) => panic!("another error: {error}"),
        Ok(program) => panic!("{} operations", program.operations()),
    }
}

fn named(name: &str) -> Input {
    name.into()
}

/// Returns nodes named n0, n1 and so on, each made from the previous one; the last is the output.
fn levels(count: u32, first: impl Into<Node>, next: impl Fn(Input) -> Node) -> Graph {
    let graph = Graph::of_channels([format!("n{count}")]).node("n0", first);
    (1..=count).fold(graph, |graph, level| graph.node(format!("n{level}"), next(named(&format!("n{}", level - 1)))))
}

/// Returns levels that evaluate the previous one in two loops each.
fn through_fractals(count: u32) -> Graph {
    levels(count, Perlin::new(), |name| name.clone().fbm().octaves(1).add(name.turbulence().octaves(1)).into())
}

/// Returns levels that evaluate the previous one in two places each.
fn through_warps(count: u32, first: impl Into<Node>) -> Graph {
    levels(count, first, |name| name.clone().warp().x(name).strength(0.01).into())
}

/// Returns `count` sums, each of two later ones or of Perlin noise: one operation each, and two for the noise.
fn sums(count: u32) -> Graph {
    let graph = Graph::of_channels(["0"]).node("noise", Perlin::new().dimensions(1));
    let operand = |index: u32| if index < count { index.to_string() } else { "noise".to_owned() };
    (0..count).fold(graph, |graph, index| graph.node(index.to_string(), named(&operand(2 * index + 1)).add(named(&operand(2 * index + 2)))))
}

#[test]
fn a_graph_that_unfolds_through_fractals_is_refused() {
    assert!(operations(&through_fractals(8)) < MAX_OPERATIONS);
    let (place, problem) = refused(&through_fractals(20));
    assert!(place.starts_with('n'), "{place}");
    assert!(problem.contains("`n20`") && problem.contains(&MAX_OPERATIONS.to_string()), "{problem}");
}

#[test]
fn a_graph_that_unfolds_through_warps_is_refused() {
    assert!(operations(&through_warps(8, Perlin::new())) < MAX_OPERATIONS);
    refused(&through_warps(20, Perlin::new()));
}

#[test]
fn places_count_where_nothing_else_is_made() {
    // A constant is evaluated by no operation, wherever it is.
    refused(&through_warps(20, lacuna::nodes::Constant::of(0.5)));
    let sums =
        levels(20, Perlin::new(), |name| name.clone().transform().rotate([30, 0, 0]).add(name.transform().rotate([0, 40, 0])).into());
    refused(&sums);
}

#[test]
fn the_length_of_numbers_counts() {
    // Without a limit the factors of a coordinate grow with every rotation, and their cost with the square of that.
    let turned = |count| levels(count, Perlin::new(), |name| name.transform().rotate([17, 29, 31]).into());
    assert!(operations(&turned(8)) < MAX_OPERATIONS / 4);
    refused(&turned(200));
}

#[test]
fn a_graph_near_the_limits_gives_its_first_sample_soon_whatever_scales_it() {
    let [fractals, seconds] = [32, 15];
    let within = |what: &str, lacunarity: &str, source: &dyn Fn(u32) -> Input, count: u32| {
        let lacunarity: lacuna::Number = lacunarity.parse().unwrap();
        let sum = (1..count).fold(source(0), |sum, number| sum.add(source(number)).into());
        let graph = Graph::from(sum.fbm().octaves(fractals).lacunarity(lacunarity).fbm().octaves(fractals).lacunarity(lacunarity));
        let started = std::time::Instant::now();
        let program = Program::new(&graph).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(program.steps() > MAX_STEPS / 4, "{what}: {} steps", program.steps());
        Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]])).unwrap();
        // A second and less in a release build on an idle machine; circles took half a minute, and long numbers as long at the limits.
        assert!(started.elapsed().as_secs() < seconds, "{what}: {:?}", started.elapsed());
    };
    let perlin = |seed: u32| Perlin::new().dimensions(4).seed(seed);
    // Each octave has circles of its own.
    within("circles", "1.9", &|number| perlin(number).torus().width(number + 3).height(number + 4).into(), 30);
    let far = |seed: u32| {
        let [offset, frequency] = ["7e-383", "3e-301"].map(|number| number.parse::<lacuna::Number>().unwrap());
        perlin(seed).offset(offset).frequency(frequency).into()
    };
    within("numbers of many places", "0.01", &far, 30);
    within("long numbers", "1.9000000000000000000000000000000000001", &|number| perlin(number).into(), 30);
}

#[test]
fn a_graph_of_as_many_operations_as_fit_is_lowered() {
    let most = sums(MAX_OPERATIONS - 2);
    assert_eq!(operations(&most), MAX_OPERATIONS);
    let sample = Cpu::new().sample(&Program::new(&most).unwrap(), &Domain::points([[0.3]])).unwrap();
    assert!(sample[0] != 0.0 && sample[0].is_finite());
    refused(&sums(MAX_OPERATIONS - 1));
}

#[test]
fn what_is_shared_in_one_place_counts_once() {
    let sums = levels(40, Perlin::new(), |name| name.clone().lerp(name.clone()).mask(name).into());
    assert!(operations(&sums) < 50);
}

#[test]
fn derivatives_count() {
    let graph = through_fractals(7);
    let plain = operations(&graph);
    let steep = operations(&Graph { outputs: vec!["steep".into()], ..graph }.node("steep", named("n7").slope()));
    assert!(steep > 2 * plain && steep < MAX_OPERATIONS, "{plain}, {steep}");
    for graph in [through_fractals(20), through_warps(20, Perlin::new())] {
        refused(&Graph { outputs: vec!["steep".into()], ..graph }.node("steep", named("n20").slope()));
    }
}

#[test]
fn channels_count_together() {
    let channels = |count: u64| {
        let names = (0..count).map(|channel| channel.to_string());
        (0..count).fold(Graph::of_channels(names), |graph, channel| {
            let unfolded = (0..7).fold(Input::from(Node::from(Perlin::new().seed(channel))), |source, _| {
                source.clone().fbm().octaves(1).add(source.turbulence().octaves(1)).into()
            });
            graph.node(channel.to_string(), unfolded.abs())
        })
    };
    let one = operations(&channels(1));
    assert_eq!(operations(&channels(3)), 3 * one);
    let (place, problem) = refused(&channels(16));
    let last = MAX_OPERATIONS / one;
    assert!(place.starts_with(&format!("{last}.")) && problem.contains(&format!("`{last}`")), "{place}: {problem}");
}

#[test]
fn octaves_count_by_their_numbers_and_not_by_what_is_evaluated() {
    let nested = |octaves: u32| Perlin::new().fbm().octaves(octaves).fbm().octaves(octaves);
    assert_eq!(operations(&nested(1).into()), operations(&nested(4).into()));
    assert!(operations(&nested(32).into()) < MAX_OPERATIONS / 16);
    // Sums of sums, of two to this power.
    let many = |power: u32| (0..power).fold(Input::from(nested(32)), |sum, _| sum.clone().add(sum).into());
    assert!(operations(&many(4).abs().into()) < MAX_OPERATIONS / 2);
    refused(&many(8).abs().into());
}

/// Returns `count` sums of sums in 32 octaves of 32 octaves, each a step.
fn steps_in_octaves(count: u32) -> Graph {
    let graph = Graph::of_channels(["all"]).node("all", Input::from(named("sum").fbm().octaves(32)).fbm().octaves(32));
    let next = |graph: Graph, index: u32| {
        let before = if index == 0 { "noise".to_owned() } else { format!("sum{}", index - 1) };
        graph.node(format!("sum{index}"), named(&before).abs())
    };
    let graph = (0..count).fold(graph.node("noise", Perlin::new().dimensions(1)), next);
    graph.node("sum", named(&format!("sum{}", count - 1)).abs())
}

#[test]
fn steps_count_once_an_octave() {
    let steps = |graph: &Graph| Program::new(graph).unwrap().steps();
    assert_eq!(steps(&Perlin::new().into()), 1);
    let [few, more] = [10, 20].map(|count| steps(&steps_in_octaves(count)));
    assert_eq!(more - few, 10 * 1024);
    let most = (MAX_STEPS - few) / 1024 + 10;
    assert!(steps(&steps_in_octaves(most)) <= MAX_STEPS);
    match Program::new(steps_in_octaves(most + 1)) {
        Err(Error::Limit { problem, .. }) => assert!(problem.contains(&MAX_STEPS.to_string()), "{problem}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_recipe_that_unfolds_is_refused_where_it_is_lowered() {
    let mut text = "version = 2\noutput = \"n20\"\nnodes.n0.kind = \"perlin\"\n".to_owned();
    for level in 1..=20 {
        let source = format!("source = \"n{}\", octaves = 1", level - 1);
        text +=
            &format!("[nodes.n{level}]\nkind = \"add\"\na = {{ kind = \"fbm\", {source} }}\nb = {{ kind = \"turbulence\", {source} }}\n");
    }
    let recipe = recipe::read(&text).unwrap();
    assert_eq!(recipe.graph().unwrap(), through_fractals(20));
    refused(&recipe.plan(&["n20"]).unwrap().graph);
}

#[test]
fn what_comes_with_the_library_stays_below_a_quarter_of_the_limit() {
    let presets = presets::graphs_of_all_outputs().map(|(name, graph)| (name.to_owned(), graph));
    for (name, graph) in presets.chain(catalogue_graphs()).chain(corpus_graphs()) {
        let program = Program::new(&graph).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (operations, steps) = (program.operations(), program.steps());
        assert!(operations < MAX_OPERATIONS / 4 && steps < MAX_STEPS / 4, "{name}: {operations} operations, {steps} steps");
    }
}
