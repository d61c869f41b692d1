//! Versions of recipes: the defaults of missing keys. Version 1 means what it always did, and keeps every bit.

mod common;

use std::collections::BTreeMap;

use common::{assert_same_bits, cpu, lower};
use lacuna::graph::{Build as _, GRAPH_VERSION, NODE_KINDS};
use lacuna::nodes::{Cellular, Fbm, GradientSet, HashKind, Perlin, Seeding, Value, White};
use lacuna::presets::PRESETS;
use lacuna::recipe::{self, Draft, OutputRange, Recipe};
use lacuna::{Axis, Domain, Graph, Grid, Node, Number, Program};

/// Returns the only node of a recipe of a version.
fn node(version: u32, keys: &str) -> Node {
    let recipe = recipe::read(&format!("version = {version}\noutput = \"a\"\n[nodes.a]\n{keys}\n")).unwrap();
    assert_eq!(recipe.version, version);
    recipe.nodes["a"].clone()
}

#[test]
fn a_version_decides_what_keys_mean_that_are_left_out_and_no_others() {
    let (table, lattice) = (HashKind::Table, HashKind::Lattice);
    let plain = Seeding::Plain;
    for (keys, first, second) in [
        ("kind = \"value\"", Node::from(Value::new().hash(table)), Node::from(Value::new())),
        ("kind = \"value\"\nseed = 3", Value::new().hash(table).seed(3).into(), Value::new().seed(3).into()),
        ("kind = \"perlin\"", Perlin::new().hash(table).into(), Perlin::new().into()),
        ("kind = \"perlin\"\nhash = \"lattice\"", Perlin::new().hash(lattice).seeding(plain).into(), Perlin::new().hash(lattice).into()),
        (
            "kind = \"perlin\"\ndimensions = 1",
            Perlin::new().hash(table).dimensions(1).gradients(GradientSet::Improved).into(),
            Perlin::new().dimensions(1).into(),
        ),
        ("kind = \"white\"", White::new().hash(lattice).seeding(plain).into(), White::new().into()),
        (
            "kind = \"cellular\"\nhash = \"lattice\"\nseeding = \"mixed\"",
            Cellular::new().hash(lattice).seeding(Seeding::Mixed).into(),
            Cellular::new().hash(lattice).seeding(Seeding::Mixed).into(),
        ),
    ] {
        assert_eq!(node(1, keys), first, "{keys}");
        assert_eq!(node(2, keys), second, "{keys}");
    }
    // Of nodes nested in others, and in outputs.
    let text =
        "version = 1\n[nodes.a]\nkind = \"fbm\"\nsource = { kind = \"simplex\" }\n[outputs.b]\nslope = { source = { kind = \"value\" } }\n";
    let read = recipe::read(text).unwrap();
    let written = toml::to_string(&read).unwrap();
    assert_eq!(written.matches("hash = \"table\"").count(), 2, "{written}");
    assert_eq!(recipe::write(&read).unwrap().matches("hash").count(), 0);
}

#[test]
fn what_is_left_out_in_version_2_is_the_lattice_hash_but_perlins_own_table_where_there_is_no_seed() {
    let domain = Domain::from(Grid::plane(Axis::extent(-3, 5, 64), Axis::extent(-2, 4, 48)));
    let samples = |graph: Graph| cpu(&lower(graph), &domain);
    assert_same_bits("perlin", &samples(Perlin::new().into()), &samples(Perlin::new().hash(HashKind::Table).into()));
    assert_same_bits("a seed", &samples(Perlin::new().seed(7).into()), &samples(Perlin::new().hash(HashKind::Lattice).seed(7).into()));
    assert_same_bits("value", &samples(Value::new().into()), &samples(Value::new().hash(HashKind::Lattice).into()));
    assert_same_bits("no seed", &samples(Value::new().into()), &samples(Value::new().seed(0).into()));
    let line = Perlin::new().dimensions(1);
    assert_same_bits("1-D", &samples(line.clone().into()), &samples(line.gradients(GradientSet::Slopes).into()));
}

/// Returns the ranges of all pictures of a recipe.
fn ranges(recipe: &Recipe) -> BTreeMap<String, OutputRange> {
    let names = recipe.output_names();
    names.iter().map(|&name| (name.to_owned(), recipe.plan(&[name]).unwrap().pictures[0].range)).collect()
}

/// Returns recipes of version 1: the presets, and every case of every kind of node, shortened as a person would write it.
fn of_version_1() -> Vec<(String, Recipe)> {
    let presets = PRESETS.iter().map(|preset| (preset.name.to_owned(), recipe::read(preset.text).unwrap()));
    let cases = NODE_KINDS.iter().flat_map(|kind| (kind.cases)().into_iter().map(|(label, node)| (format!("{} {label}", kind.name), node)));
    let cases = cases.map(|(name, node)| {
        let text = recipe::write(&Graph::from(node).into()).unwrap();
        (name, recipe::read(&text.replace("version = 2", "version = 1")).unwrap())
    });
    presets.filter(|(_, recipe)| recipe.version == 1).chain(cases).collect()
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_recipe_of_version_1_and_its_upgrade_give_the_same_bits_and_ranges_with_any_seed() {
    let recipes = of_version_1();
    assert!(recipes.len() > 250, "{}", recipes.len());
    let mut changed = 0;
    for (name, recipe) in recipes {
        let upgraded = recipe::read(&recipe::write(&recipe.upgraded().unwrap()).unwrap()).unwrap();
        assert_eq!((recipe.version, upgraded.version), (1, GRAPH_VERSION), "{name}");
        let program = |recipe: &Recipe| Program::new(&recipe.plan(&recipe.output_names()).unwrap().graph).unwrap();
        assert_eq!(program(&recipe), program(&upgraded), "{name}");
        assert_eq!(ranges(&recipe), ranges(&upgraded), "{name}");
        assert_eq!(upgraded.upgraded().unwrap(), upgraded, "{name}");
        let seeded = |recipe: &Recipe| {
            let mut draft = Draft::new(recipe).unwrap();
            draft.set_seed(1 << 48).ok().map(|()| program(&draft.recipe().unwrap()))
        };
        assert_eq!(seeded(&recipe), seeded(&upgraded), "{name}");
        // The same text in version 2 is another recipe, wherever there is a seed or another basis than Perlin's.
        let second = recipe::read(&recipe::write(&recipe).unwrap().replace("version = 1", "version = 2"));
        // In version 2 there is none if it uses a ramp as a number.
        changed += usize::from(second.is_ok_and(|second| program(&second) != program(&recipe)));
    }
    assert!(changed > 200, "{changed}");
}

#[test]
fn distances_by_themselves_have_their_own_range_since_version_2() {
    let range = |version: u32, keys: &str| {
        let recipe = recipe::read(&format!("version = {version}\noutput = \"a\"\n[nodes.a]\nkind = \"cellular\"\n{keys}\n")).unwrap();
        match ranges(&recipe)["a"] {
            OutputRange::Between(range) => range.map(Number::to_f64),
            OutputRange::Auto => panic!("nothing is measured"),
        }
    };
    for (keys, expected) in [
        ("dimensions = 2\noutput = \"f2\"\nmetric = \"manhattan\"", [0.0, 2.5]),
        ("dimensions = 2\nmetric = \"chebyshev\"", [0.0, 1.0]),
        ("metric = \"squared\"\njitter = 0", [0.0, 0.75]),
        ("output = \"cell_value\"", [-1.0, 1.0]),
    ] {
        assert_eq!(range(1, keys), [-1.0, 1.0], "{keys}");
        assert_eq!(range(2, keys), expected, "{keys}");
    }
    // A recipe without tables gets one, and keeps the names of its pictures.
    let several =
        "version = 1\noutput = [\"a\", \"b\"]\nnodes.a = { kind = \"cellular\" }\nnodes.b = { kind = \"cellular\", output = \"f2\" }\n";
    let upgraded = recipe::read(several).unwrap().upgraded().unwrap();
    assert_eq!(upgraded.output_names(), ["output"]);
    assert_eq!(ranges(&upgraded)["output"], OutputRange::Between([(-1).into(), 1.into()]));
    let five = several.replace("[\"a\", \"b\"]", "[\"a\", \"b\", \"a\", \"b\", \"a\"]");
    let error = recipe::read(&five).unwrap().upgraded().unwrap_err().to_string();
    assert!(error.starts_with("output: distances are among the 5 channels"), "{error}");
}

#[test]
fn a_recipe_is_written_by_its_own_version_without_what_that_means_anyway() {
    let first = "version = 1\noutput = \"a\"\n\n[nodes.a]\nkind = \"perlin\"\ndimensions = 1\nfrequency = 2\nhash = \"table\"\ngradients = \"improved\"\nseed = 3\n";
    let written = recipe::write(&recipe::read(first).unwrap()).unwrap();
    assert_eq!(written, "version = 1\noutput = \"a\"\n\n[nodes.a]\nkind = \"perlin\"\ndimensions = 1\nfrequency = 2\nseed = 3\n");
    let upgraded = recipe::write(&recipe::read(&written).unwrap().upgraded().unwrap()).unwrap();
    assert_eq!(upgraded, first.replace("version = 1", "version = 2"));
    // A node inserted after a recipe was read has the same meaning as in memory.
    let mut edited = recipe::read(&written).unwrap();
    edited.nodes.insert("a".into(), Value::new().seed(4).into());
    let again = recipe::read(&recipe::write(&edited).unwrap()).unwrap();
    assert_eq!(again.version, 1);
    let program = |recipe: &Recipe| Program::new(&recipe.graph().unwrap()).unwrap();
    assert_eq!(program(&again), program(&edited));
    assert_eq!(program(&Draft::new(&edited).unwrap().recipe().unwrap()), program(&edited));
    let named = |node: Node| lower(Graph::of_channels(["a"]).node("a", node));
    assert_eq!(program(&again), named(Value::new().seed(4).hash(HashKind::Lattice).into()));
    // A key set by name has the meaning of the recipe's version.
    let mut draft = Draft::new(&recipe::read(&written).unwrap()).unwrap();
    draft.set("hash", "lattice").unwrap();
    let seeded = Perlin::new().dimensions(1).frequency(2).seed(3).hash(HashKind::Lattice);
    let expected = seeded.gradients(GradientSet::Improved).seeding(Seeding::Plain);
    assert_eq!(program(&draft.recipe().unwrap()), named(expected.into()));
}

#[test]
fn a_full_recipe_spells_out_what_its_version_means() {
    for (version, hash, gradients) in [(1, "table", "improved"), (2, "lattice", "slopes")] {
        let text = format!("version = {version}\noutput = \"a\"\nnodes.a = {{ kind = \"perlin\", dimensions = 1, seed = 1 }}\n");
        let full = recipe::write_full(&recipe::read(&text).unwrap()).unwrap();
        assert!(full.contains(&format!("version = {version}\n")), "{full}");
        assert!(full.contains(&format!("hash = \"{hash}\"\n")) && full.contains(&format!("gradients = \"{gradients}\"\n")), "{full}");
        assert_eq!(full.contains("seeding = \"mixed\"\n"), version == 2, "{full}");
    }
}

#[test]
fn a_graph_of_version_1_is_read_as_what_it_meant() {
    let graph = Graph::from(Fbm::of(Value::new().seed(5)));
    let mut json = serde_json::to_value(&graph).unwrap();
    assert_eq!((&json["version"], graph.version), (&2.into(), GRAPH_VERSION));
    assert_eq!(serde_json::from_value::<Graph>(json.clone()).unwrap(), graph);
    json["version"] = 1.into();
    let first: Graph = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(first, Fbm::of(Value::new().seed(5).hash(HashKind::Table)).into());
    json["version"] = 3.into();
    let error = serde_json::from_value::<Graph>(json).unwrap().validate().unwrap_err().to_string();
    assert!(error.starts_with("version: 3 is not known"), "{error}");
    let slope = Graph::from(Value::new().slope());
    assert_eq!(Recipe::from(slope).version, GRAPH_VERSION);
}
