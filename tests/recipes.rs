//! Recipes as people write them: they read back as they were written, and no text makes the library panic.

#![cfg(feature = "schema")]

#[path = "common/terrain.rs"]
mod terrain;

use std::io::Write as _;
use std::process::Command;

use lacuna::graph::{Key, KeyKind, NODE_KINDS, NodeKind};
use lacuna::recipe::{self, Content, Draft, OutputRange, Recipe};
use lacuna::seeding::mixed_seed;
use lacuna::{Axis, Cpu, Domain, Error, Graph, Grid, Node, Problem, Program};
use proptest::prelude::*;
use terrain::{TERRAIN, terrain};

#[test]
fn a_recipe_with_outputs_reads_back_as_it_was_written() {
    let read = recipe::read(TERRAIN).unwrap();
    assert_eq!(recipe::read(&recipe::write(&read).unwrap()).unwrap(), read);
    assert_eq!(read.output_names(), ["albedo", "height", "normal", "slope", "soft"]);
    assert_eq!(read.default_output().unwrap(), "height");
    assert_eq!(read.outputs["height"].format.as_ref().map(recipe::FormatName::as_str), Some("exr"));
    assert!(matches!(read.outputs["albedo"].content, Content::Ramp(_)));
    let several = recipe::read(&terrain("output = \"height\"\n", "")).unwrap();
    assert!(matches!(several.default_output(), Err(Error::Parameter { place, .. }) if place == "outputs"));
}

#[test]
fn outputs_that_are_planned_together_have_the_samples_that_they_have_alone() {
    let recipe = recipe::read(&terrain("blur = { radius = 3, passes = 2 }", "")).unwrap();
    let domain = Domain::from(Grid::plane(Axis::extent(-2, 3, 41), Axis::extent(1, 4, 23)));
    let names = recipe.output_names();
    let plan = recipe.plan(&names).unwrap();
    let sample = |graph: &Graph| Cpu::new().sample(&Program::new(graph).unwrap(), &domain).unwrap();
    let all = sample(&plan.graph);
    let count = plan.graph.outputs.len();
    // hills, rough, white, 0.25, x, y, z, the slope, red, green and blue: each once.
    assert_eq!(count, 11);
    for picture in &plan.pictures {
        let alone = sample(&recipe.graph_of(&picture.name).unwrap());
        let channels = usize::from(picture.channel_count());
        assert_eq!(alone.len(), channels * 41 * 23, "{}", picture.name);
        for (alone, all) in alone.chunks(channels).zip(all.chunks(count)) {
            assert!(picture.channels.iter().map(|&channel| all[channel]).eq(alone.iter().copied()), "{}", picture.name);
        }
    }
}

#[test]
fn keys_of_outputs_and_of_nodes_in_them_are_set_by_path() {
    let recipe = recipe::read(TERRAIN).unwrap();
    let set = |key: &str, value: &str| {
        let mut draft = Draft::new(&recipe)?;
        draft.set(key, value)?;
        draft.recipe()
    };
    assert_eq!(set("outputs.normal.depth", "16").unwrap().outputs["normal"].depth, Some(16));
    assert_eq!(set("outputs.height.blur.radius", "9").unwrap().outputs["height"].blur.unwrap().radius, 9);
    assert_eq!(set("outputs.height.blur", "{ radius = 4 }").unwrap().outputs["height"].blur.unwrap().radius, 4);
    assert_eq!(set("outputs.soft.channels[1].seed", "4").unwrap(), recipe::read(&terrain("seed = 3", "seed = 4")).unwrap());
    assert_eq!(set("outputs.albedo.ramp.interpolation", "linear").unwrap().outputs.len(), 5);
    let mut periodic = Draft::new(&recipe).unwrap();
    periodic.set_on_bases("period", "11").unwrap();
    let text = recipe::write(&periodic.recipe().unwrap()).unwrap();
    assert_eq!(text.matches("period = 11").count(), 2, "{text}");
}

/// Returns the seeds after all were varied, of a recipe of four nodes of Perlin noise with more keys.
fn varied(keys: [&str; 4], number: u64) -> [Option<u64>; 4] {
    let nodes: String =
        keys.iter().zip(["a", "b", "c", "d"]).map(|(keys, name)| format!("[nodes.{name}]\nkind = \"perlin\"\n{keys}\n")).collect();
    let mut draft = Draft::new(&recipe::read(&format!("version = 2\noutput = [\"a\", \"b\", \"c\", \"d\"]\n{nodes}")).unwrap()).unwrap();
    draft.set_seed(number).unwrap();
    let recipe = draft.recipe().unwrap();
    assert_eq!(recipe::read(&recipe::write(&recipe).unwrap()).unwrap(), recipe);
    ["a", "b", "c", "d"].map(|name| if let Node::Perlin(perlin) = &recipe.nodes[name] { perlin.seed } else { panic!("{name}") })
}

#[test]
fn seeds_of_a_recipe_are_varied_by_one_number_that_keeps_parts_apart() {
    let [a, b, c, d] = varied(["seed = 1", "seed = 2", "seed = 1", ""], 7);
    assert_eq!([a, b, d], [1, 2, 0].map(|seed| Some(mixed_seed(seed, 7))));
    assert_eq!(a, c, "equal seeds stay equal");
    assert!(a != b && a != d && b != d, "different ones stay different");
    assert_ne!(varied(["seed = 1", "seed = 2", "seed = 1", ""], 8)[0], a);
    let [a, b, ..] = varied(["", "", "seed = \"18446744073709551615\"", ""], u64::MAX);
    assert_eq!((a, b), (Some(mixed_seed(0, u64::MAX)), a), "bases without a seed stay equal");
}

#[test]
fn seeds_that_are_but_one_become_the_number_itself() {
    assert_eq!(varied(["seed = 5"; 4], 7), [Some(7); 4]);
    assert_eq!(varied([""; 4], u64::MAX), [Some(u64::MAX); 4]);
    let mut draft = Draft::new(&Graph::from(lacuna::nodes::Checker::new()).into()).unwrap();
    assert!(matches!(draft.set_seed(7), Err(Error::Parameter { place, problem: Problem::Unknown, .. }) if place == "seed"));
}

/// Returns the range of the only picture of a recipe of nodes a and b, whose output shows a.
fn range_of(nodes: &str) -> [f64; 2] {
    let recipe = recipe::read(&format!("version = 2\noutput = \"a\"\n{nodes}")).unwrap();
    match recipe.plan(&recipe.output_names()).unwrap().pictures[0].range {
        OutputRange::Between(range) => range.map(lacuna::Number::to_f64),
        OutputRange::Auto => panic!("nothing is measured"),
    }
}

#[test]
fn ranges_that_a_recipe_does_not_tell_are_those_that_its_graph_declares() {
    let over = |key: &str| range_of(&format!("[nodes.a]\n{key}\n[nodes.b]\nkind = \"perlin\"\n"));
    for (keys, expected) in [
        // A basis keeps its own range, whatever its values are.
        ("kind = \"perlin\"", [-1.0, 1.0]),
        ("kind = \"cellular\"\noutput = \"cell_value\"", [-1.0, 1.0]),
        ("kind = \"constant\"\nvalue = 3", [-1.0, 1.0]),
        ("kind = \"fbm\"\nsource = \"b\"", [-1.0, 1.0]),
        ("kind = \"fbm\"\nsource = \"b\"\nweights = [1, 0.3, -0.1]", [-1.0, 1.0]),
        ("kind = \"ridged\"\nsource = \"b\"", [0.0, 1.0]),
        ("kind = \"turbulence\"\nsource = \"b\"", [0.0, 1.0]),
        ("kind = \"scale_offset\"\nsource = \"b\"\nscale = 0.1\noffset = 0.2", [0.1, 0.3]),
        ("kind = \"warp\"\nx = \"b\"\nsource = { kind = \"invert\", source = \"b\" }", [0.0, 2.0]),
        ("kind = \"remap\"\nsource = \"b\"\nto = [0, 255]", [0.0, 255.0]),
        ("kind = \"add\"\na = \"b\"\nb = { kind = \"clamp\", source = \"b\", low = 0 }", [-1.0, 2.0]),
        ("kind = \"multiply\"\na = \"b\"\nb = \"b\"", [0.0, 1.0]),
        // Distances are never below 0.
        ("kind = \"cellular\"\ndimensions = 2\noutput = \"f2\"\nmetric = \"manhattan\"", [0.0, 2.5]),
        ("kind = \"cellular\"\ndimensions = 2\nmetric = \"chebyshev\"", [0.0, 1.0]),
        ("kind = \"cellular\"\nmetric = \"squared\"\njitter = 0", [0.0, 0.75]),
        // The graph declares none.
        ("kind = \"slope\"\nsource = \"b\"", [-1.0, 1.0]),
        ("kind = \"abs\"\nsource = { kind = \"coordinate\" }", [-1.0, 1.0]),
        ("kind = \"abs\"\nsource = 3", [-1.0, 1.0]),
        // The declared ends differ by less than an f32 can show.
        ("kind = \"min\"\na = 1.8e-82\nb = { kind = \"smoothstep\", source = 116, low = 0, high = 1 }", [-1.0, 1.0]),
    ] {
        assert_eq!(over(keys), expected, "{keys}");
    }
    let several = "version = 2\n[nodes.a]\nkind = \"ridged\"\nsource = { kind = \"perlin\" }\n";
    for (output, expected) in [
        ("channels = [\"a\", { kind = \"invert\", source = { kind = \"invert\", source = 2 } }]", [0.0, 2.0]),
        ("channels = [\"a\", 0.5]", [0.0, 1.0]),
        ("channels = [\"a\", { kind = \"white\" }]", [-1.0, 1.0]),
        ("channels = \"a\"\nrange = [0.2, 0.4]", [0.2, 0.4]),
        ("channels = [\"a\", \"a\", \"a\"]\ncolour = true", [0.0, 1.0]),
        ("normal = { source = \"a\" }", [-1.0, 1.0]),
        ("slope = { source = \"a\" }", [0.0, 1.0]),
    ] {
        let recipe = recipe::read(&format!("{several}[outputs.o]\n{output}\n")).unwrap();
        let range = recipe.plan(&["o"]).unwrap().pictures[0].range;
        assert_eq!(range, OutputRange::Between(expected.map(lacuna::Number::from)), "{output}");
    }
}

#[test]
fn ranges_hold_the_values_of_every_kind_of_node() {
    let domain = Domain::from(Grid::plane(Axis::extent(-3, 5, 64), Axis::extent(-2, 4, 48)));
    let (mut wrong, mut told) = (vec![], 0);
    for kind in NODE_KINDS {
        for (label, node) in lacuna::internal::parity::cases_of_kind(kind) {
            let graph = Graph::from(node);
            let Some([least, greatest]) = graph.declared_range(kind.name) else { continue };
            assert!(least <= greatest, "{} {label}", kind.name);
            told += 1;
            let samples = Cpu::new().sample(&Program::new(&graph).unwrap(), &domain).unwrap();
            let found = samples.iter().fold([f32::MAX, f32::MIN], |[least, most], &value| [least.min(value), most.max(value)]);
            // Numbers and sums are rounded to f32. A few values of sparse noise lie outside its range, as documented.
            let room = if kind.name == "sparse" { 0.5 } else { 1e-5 * (greatest - least) + 1e-7 * greatest.abs() };
            if f64::from(found[0]) < least - room || f64::from(found[1]) > greatest + room {
                wrong.push(format!("{} {label}: {found:?} in {least} to {greatest}", kind.name));
            }
        }
    }
    assert!(told > 150, "{told}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn version_1_is_refused_before_anything_else() {
    let graph = Graph { version: 1, ..Graph::from((NODE_KINDS[0].example)()) };
    let refused = graph.validate().unwrap_err();
    assert!(matches!(&refused, Error::Parameter { place, .. } if place == "version"), "{refused}");
    let recipe = Recipe::from(graph.clone());
    for result in [recipe.validate(), Draft::new(&recipe).map(drop), recipe::write(&recipe).map(drop)] {
        assert_eq!(result, Err(refused.clone()));
    }
    // Also where keys are unknown.
    for text in ["[nodes.a]\nkind = \"perlin\"\n", "[nodes.a]\nkind = \"perlin\"\nfrequncy = 2\n", "[node.a]\n"] {
        let error = recipe::read(&format!("output = \"a\"\nversion = 1\n{text}")).unwrap_err();
        assert_eq!(error, Error::Recipe { position: Some([2, 1]), message: refused.to_string() });
    }
    let json = serde_json::to_string(&graph).unwrap();
    for json in [json.replace("\"kind\"", "\"former\":1,\"kind\""), json] {
        let error = serde_json::from_str::<Graph>(&json).unwrap_err().to_string();
        assert!(error.starts_with(&refused.to_string()), "{error}");
        let error = serde_json::from_str::<Recipe>(&json).unwrap_err().to_string();
        assert!(error.starts_with(&refused.to_string()), "{error}");
    }
    assert!(Graph { version: 3, ..graph }.validate().is_err_and(|unknown| unknown != refused));
}

#[test]
fn areas_of_a_recipe_are_read_and_written() {
    let text = "version = 2\noutput = \"a\"\nsize = [2048, 1024]\nregion = [-0.5, 0, 7.5, 4]\n[nodes.a]\nkind = \"perlin\"\n";
    let read = recipe::read(text).unwrap();
    assert_eq!(read.size, Some([2048, 1024]));
    assert_eq!(read.region.map(|region| region.map(lacuna::Number::to_f64)), Some([-0.5, 0.0, 7.5, 4.0]));
    assert_eq!(recipe::read(&recipe::write(&read).unwrap()).unwrap(), read);
    assert_eq!(Draft::new(&read).unwrap().recipe().unwrap(), read);
}

#[test]
fn a_recipe_has_at_most_so_many_channels_at_once() {
    let tables: String = (0..6).map(|n| format!("[outputs.o{n}]\nchannels = [0.{n}1, 0.{n}2, 0.{n}3]\n")).collect();
    let recipe = recipe::read(&format!("version = 2\n{tables}")).unwrap();
    assert!(recipe.plan(&["o1", "o2"]).is_ok());
    assert!(matches!(recipe.plan(&recipe.output_names()), Err(Error::Limit { what, .. }) if what == "outputs"));
}

#[test]
fn outputs_of_more_channels_than_one_evaluation_has_are_planned_in_several() {
    let tables: String = (0..9).map(|n| format!("[outputs.o{n}]\nchannels = [0.{n}1, 0.{n}2, 0.{n}3, 0.{n}4]\n")).collect();
    let recipe = recipe::read(&format!("version = 2\n{tables}[outputs.same]\nchannels = 0.5\n")).unwrap();
    let names = recipe.output_names();
    let plans = recipe.plans(&names).unwrap();
    let counts: Vec<usize> = plans.iter().map(|plan| plan.graph.outputs.len()).collect();
    assert_eq!(counts, [16, 16, 5]);
    let planned: Vec<&str> = plans.iter().flat_map(|plan| &plan.pictures).map(|picture| picture.name.as_str()).collect();
    assert_eq!(planned, names);
    for plan in &plans {
        plan.graph.validate().unwrap();
        let alone: Vec<&str> = plan.pictures.iter().map(|picture| picture.name.as_str()).collect();
        assert_eq!(&recipe.plan(&alone).unwrap(), plan);
    }
    // As many outputs as share their channels stay together.
    let shared: String = (0..40).map(|n| format!("[outputs.o{n}]\nchannels = \"a\"\n")).collect();
    let recipe = recipe::read(&format!("version = 2\n[nodes.a]\nkind = \"perlin\"\n{shared}")).unwrap();
    assert_eq!(recipe.plans(&recipe.output_names()).unwrap().len(), 1);
    assert!(recipe.plans(&[]).unwrap().is_empty());
    assert!(recipe.plans(&["nothing"]).is_err());
}

#[test]
fn a_kind_that_there_is_not_is_answered_by_what_to_do_instead() {
    let told = |kind: &str| recipe::read(&terrain("\"scale_offset\"", &format!("{kind:?}"))).unwrap_err().to_string();
    for (kind, expected) in [
        ("sobel", "`curvature`"),
        ("Radial Blur", "`directional_blur`"),
        ("convolution", "`high_pass`"),
        ("image", "reads a file"),
        ("histogram", "`levels`"),
        ("flood_fill", "`tiles`"),
        ("roughness", "[outputs.NAME]"),
    ] {
        let told = told(kind);
        assert!(told.contains(expected), "{kind}: {told}");
        assert!(!told.contains("bases are") && !told.contains("did you mean") && !told.contains("`blue`"), "{kind}: {told}");
    }
    assert!(told("blu").contains("did you mean `blue`?"));
}

/// Returns a recipe as readers of JSON see it.
fn json(text: &str) -> serde_json::Value {
    serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap()
}

/// Returns another validator's errors in recipes by the schema. If it is not installed, prints that and returns `None`, or fails if it is required.
fn found_by_schema(texts: &[String]) -> Option<Vec<Vec<String>>> {
    let folder = tempfile::TempDir::new().unwrap();
    let task = folder.path().join("task.json");
    let documents: Vec<_> = texts.iter().map(|text| json(text)).collect();
    std::fs::write(&task, serde_json::json!({ "schema": recipe::schema(), "documents": documents }).to_string()).unwrap();
    let python = std::env::var_os("LACUNA_PYTHON").unwrap_or("python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/readers/schema.py");
    let output = match Command::new(python).arg(script).arg(&task).output() {
        Ok(output) if output.status.code() != Some(77) => output,
        missing => {
            let why = missing.map_or_else(|error| error.to_string(), |output| String::from_utf8_lossy(&output.stderr).trim().to_owned());
            assert!(std::env::var("LACUNA_REQUIRE_READERS").map_or(true, |value| value != "1"), "no validator: {why}");
            let _ = writeln!(std::io::stderr(), "skipped: validator of schemas: {why}; run: pip install jsonschema");
            return None;
        }
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let found: Vec<Vec<String>> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(found.len(), texts.len(), "{errors}");
    Some(found)
}

/// A recipe with all that recipes have as they are written.
const LANGUAGE: &str = r##"
    version = 2
    wrap = [8, "$tall"]
    output = "o"
    [params]
    tall = { value = 4, min = 1, max = 8, step = 1, label = "Height", description = "Units." }
    layout = { value = "stack", choices = ["bond", "stack"] }
    smooth = { value = true }
    tint = { value = "#102030" }
    [parts.moss]
    inputs = { height = 0, dark = "#101010" }
    params.amount = { value = 0.5, min = 0, max = 1 }
    nodes.spots = { kind = "perlin", cells = 4, seed = 4 }
    outputs.mask = "$amount * spots - height"
    outputs.albedo = { kind = "mix", a = "dark", b = "#ffffff", mask = "spots" }
    output = "mask"
    [nodes]
    moss = { kind = "use", of = "moss", inputs = { height = "bond.id + 1" }, params = { amount = "$tall / 16" }, seed = 9 }
    bond = { kind = "tiles", cells = [4, "$tall"], layout = "$layout", seed = "$tall" }
    wob = { kind = "fbm", octaves = "$tall", normalize = "$smooth", source = { kind = "perlin", cells = "2 * $tall" } }
    stone = { kind = "warp", by = "wob", strength = 0.1, source = "bond" }
    tone = { kind = "ramp", source = "stone.id", stops = [[0, "$tint"], ["1 / $tall", "#ffffff"]] }
    o = "mix(tone, moss.albedo, clamp(0.5 * (1 - abs(stone.v)), 0, 1))"
    other = "#8b8078"
    [outputs]
    o = { channels = "o", depth = "2 * $tall" }
    grey = { channels = ["moss + 1", 0.5, { kind = "use", of = "moss" }], blur = { radius = "$tall" } }
"##;

#[test]
fn the_schema_takes_every_recipe_that_is_read() {
    let mut texts = vec![TERRAIN.to_owned(), terrain("seed = 7", "seed = \"18446744073709551615\"")];
    // Every kind of node with its defaults, as `write` writes it.
    for kind in lacuna::graph::NODE_KINDS {
        texts.push(recipe::write(&Graph::from((kind.example)()).into()).unwrap());
    }
    texts.push(LANGUAGE.to_owned());
    // The recipes of the documentation, and those that come with the package.
    for page in [
        include_str!("../README.md"),
        include_str!("../docs/src/guide/frames.md"),
        include_str!("../docs/src/guide/recipes.md"),
        include_str!("../docs/src/reference/steps.md"),
    ] {
        let before = texts.len();
        texts.extend(page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned));
        assert!(texts.len() > before);
    }
    if let Ok(presets) = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/presets")) {
        let files = presets.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
        texts.extend(files.map(|path| std::fs::read_to_string(path).unwrap()));
    }
    for text in &texts {
        recipe::read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
    for (text, errors) in texts.iter().zip(found_by_schema(&texts).into_iter().flatten()) {
        assert!(errors.is_empty(), "{errors:?}: {text}");
    }
}

#[test]
fn the_schema_refuses_what_is_no_recipe() {
    let changes = [
        ("version = 2", "version = 1"),
        ("version = 2", "verison = 2"),
        ("\"height\"", "3"),
        ("[nodes.rough]", "[node.rough]"),
        ("\"fbm\"", "\"fbn\""),
        ("kind = \"fbm\"\n", ""),
        ("octaves = 5", "octave = 5"),
        ("octaves = 5", "octaves = \"many\""),
        ("octaves = 5", "octaves = true"),
        ("seed = 7", "sead = 7"),
        ("seed = 7", "seed = \"seven\""),
        ("seed = 7", "seed = 1.5"),
        ("source = \"rough\"\n", ""),
        ("period = 16", "period = \"16\""),
        ("channels = \"hills\"", "channel = \"hills\""),
        ("channels = \"hills\"\n", ""),
        ("range = [0, 1]", "range = [0, 1, 2]"),
        ("range = [0, 1]", "range = \"automatic\""),
        ("format = \"exr\"", "format = \".exr\""),
        ("\"rough\"]", "\"rough\", 1]"),
        ("radius = 3", "radius = -3"),
        ("radius = 3", "radius = 0"),
        ("radius = 3", "radius = 257"),
        ("passes = 2", "passes = 17"),
        ("version = 2", "version = 2\nsize = [0, 4]"),
        ("version = 2", "version = 2\nsize = [4, 2147483648]"),
        ("strength = 0.5", "strength = 1000001"),
        ("y = \"down\"", "step = 0"),
        ("slope = { source = \"hills\"", "slope = { strength = -0.001, source = \"hills\""),
        ("[[", "[[1000001, \"#000000\"], ["),
        ("depth = 8", "depth = 12"),
        ("passes", "pases"),
        ("y = \"down\"", "y = \"dwon\""),
        ("depth = 8", "depth = \"8\""),
        ("depth = 8", "slope = { source = \"hills\" }"),
        ("\"#ffffff\"", "\"white\""),
        ("\"#ffffff\"", "[0, 1]"),
    ];
    let texts = changes.map(|(from, to)| terrain(from, to));
    for ((from, to), text) in changes.iter().zip(&texts) {
        assert!(recipe::read(text).is_err(), "{from} -> {to}");
    }
    for ((from, to), errors) in changes.iter().zip(found_by_schema(&texts).into_iter().flatten()) {
        assert!(!errors.is_empty(), "{from} -> {to}");
    }
}

/// Returns values at the ends of what keys of a kind may have, and values just beyond.
fn ends(kind: &KeyKind) -> [Vec<toml::Value>; 2] {
    use std::ops::Bound::{Excluded, Included};

    use toml::Value::{Array, Float, Integer};
    let numbers = |least, most| [vec![Float(least), Float(most)], vec![Float(least.next_down()), Float(most.next_up())]];
    match *kind {
        KeyKind::Input => numbers(-1e30, 1e30),
        KeyKind::Number(limits) => {
            let (mut within, mut beyond) = match limits.least {
                Included(least) => (vec![Float(least)], vec![Float(least.next_down())]),
                Excluded(least) => (vec![Float(least + 1e-9)], vec![Float(least)]),
                _ => panic!("{kind}: a number has a least value"),
            };
            if let Included(most) = limits.most {
                within.push(Float(most));
                beyond.push(Float(most.next_up()));
            }
            if limits.is_without_zero {
                beyond.extend([Float(0.0), Integer(0)]);
            }
            [within, beyond]
        }
        KeyKind::Whole { least: 0, most: u64::MAX } => [vec![Integer(i64::MIN), Integer(i64::MAX)], vec![]],
        KeyKind::Whole { least, most } => {
            let [least, most] = [least, most].map(|number| i64::try_from(number).expect("no seed"));
            [vec![Integer(least), Integer(most)], vec![Integer(least - 1), Integer(most + 1)]]
        }
        KeyKind::Truth | KeyKind::Choice(_) => [vec![], vec![]],
        KeyKind::Color => {
            let color = |channel: f64| Array(vec![Float(0.0), Float(channel), Float(1.0)]);
            [vec![color(0.0), color(1.0)], vec![color(0.0_f64.next_down()), color(1.0_f64.next_up())]]
        }
        KeyKind::PerAxis { of } => {
            let [within, beyond] = ends(of);
            let one = |values: Vec<toml::Value>| values.into_iter().flat_map(|value| [value.clone(), Array(vec![value])]).collect();
            let five = Array(vec![within[0].clone(); 5]);
            [one(within), [one(beyond), vec![Array(vec![]), five]].concat()]
        }
        KeyKind::Tuple { of } => {
            let each: Vec<_> = of.iter().map(ends).collect();
            let legal: Vec<_> = each.iter().map(|[within, _]| within[0].clone()).collect();
            [0, 1].map(|which| {
                let with = |(at, value): (usize, &toml::Value)| {
                    let mut all = legal.clone();
                    all[at] = value.clone();
                    Array(all)
                };
                each.iter().enumerate().flat_map(|(at, ends)| ends[which].iter().map(move |value| (at, value))).map(with).collect()
            })
        }
        KeyKind::List { of, least, most } => {
            let [within, beyond] = ends(of);
            let of_length = |length: usize| Array(vec![within[0].clone(); length]);
            let with = |value: &toml::Value| Array([vec![value.clone()], vec![within[0].clone(); least.max(1) - 1]].concat());
            let longer = of_length(most + 1);
            let shorter = (least > 0).then(|| of_length(least - 1));
            [within.iter().map(with).chain([of_length(most)]).collect(), beyond.iter().map(with).chain([longer]).chain(shorter).collect()]
        }
        _ => panic!("{kind} is new"),
    }
}

#[test]
fn the_schema_has_the_limits_of_every_key_as_another_validator_reads_them() {
    let text_of = |kind: &NodeKind, key: &Key, value: &toml::Value| {
        let mut document = toml::Table::try_from(Recipe::from(Graph::from((kind.example)()))).unwrap();
        document["nodes"][kind.name].as_table_mut().unwrap().insert(key.name.to_owned(), value.clone());
        document.to_string()
    };
    let [within, beyond] = [0, 1].map(|which| {
        let of_key = |kind, key: &'static Key| ends(&key.kind)[which].iter().map(|value| text_of(kind, key, value)).collect::<Vec<_>>();
        NODE_KINDS.iter().flat_map(|kind| kind.keys.iter().flat_map(|key| of_key(kind, key))).collect::<Vec<_>>()
    });
    for text in &beyond {
        assert!(recipe::read(text).is_err(), "{text}");
    }
    assert!(within.len() > 300 && beyond.len() > 300, "{} and {}", within.len(), beyond.len());
    for (text, errors) in within.iter().zip(found_by_schema(&within).into_iter().flatten()) {
        assert!(errors.is_empty(), "{errors:?}: {text}");
    }
    for (text, errors) in beyond.iter().zip(found_by_schema(&beyond).into_iter().flatten()) {
        assert!(!errors.is_empty(), "{text}");
    }
}

#[test]
fn the_schema_describes_every_kind_and_key_in_words() {
    let schema = recipe::schema();
    let text = schema.to_string();
    assert!(!text.contains("```") && !text.contains("lacuna::"), "{text}");
    let nodes: Vec<_> = schema["$defs"]["Node"]["allOf"].as_array().unwrap().iter().map(|choice| &choice["then"]).collect();
    // The last is the use of a part.
    assert_eq!(nodes.len(), lacuna::graph::NODE_KINDS.len() + 1);
    for (kind, node) in lacuna::graph::NODE_KINDS.iter().zip(nodes) {
        assert_eq!(node["properties"]["kind"]["const"], kind.name);
        let mut keys: Vec<&str> = node["properties"].as_object().unwrap().keys().map(String::as_str).filter(|key| *key != "kind").collect();
        let written = ["cells", "by"].into_iter().filter(|key| node["properties"].get(key).is_some());
        let mut expected: Vec<&str> = kind.key_names().into_iter().chain(written).collect();
        keys.sort_unstable();
        expected.sort_unstable();
        assert_eq!(keys, expected, "{}", kind.name);
        for key in keys {
            assert!(node["properties"][key].get("description").is_some(), "{}.{key}", kind.name);
        }
    }
}

/// A change of a text that people, or programs, may make.
#[derive(Debug, Clone)]
enum Change {
    Remove(usize, usize),
    Insert(usize, String),
    Copy(usize, usize, usize),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let words = proptest::sample::select(vec![
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        ".",
        ",",
        "\n",
        "1e400",
        "-1",
        "nan",
        "inf",
        "0",
        "true",
        "\"hills\"",
        "kind",
        "outputs",
        "nodes",
        "source",
        "[outputs.x]\n",
        "channels",
        "ramp",
        "[[nodes.a]]\n",
        "{ kind = \"fbm\", source = ",
        "é",
        "\u{0}",
        "\\",
        "'",
        "1979-05-27",
        "99999999999999999999",
        "0x",
        "[-1]",
        "[9]",
        "blur",
        "radius = 4294967295",
        "passes = 4294967295",
    ]);
    let change = prop_oneof![
        (any::<usize>(), 0_usize..12).prop_map(|(at, length)| Change::Remove(at, length)),
        (any::<usize>(), words).prop_map(|(at, word)| Change::Insert(at, word.to_owned())),
        (any::<usize>(), any::<usize>(), 0_usize..40).prop_map(|(from, to, length)| Change::Copy(from, to, length)),
    ];
    proptest::collection::vec(change, 1..6)
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for change in changes {
        let place = |at: usize| at % (text.len() + 1);
        match change {
            Change::Remove(at, length) => {
                let at = place(*at);
                text.drain(at..(at + length).min(text.len()));
            }
            Change::Insert(at, word) => {
                let at = place(*at);
                text.splice(at..at, word.chars());
            }
            Change::Copy(from, to, length) => {
                let (from, to) = (place(*from), place(*to));
                let part: Vec<char> = text[from..(from + length).min(text.len())].to_vec();
                text.splice(to..to, part);
            }
        }
    }
    text.into_iter().collect()
}

/// Calls everything that a caller may do with a recipe.
fn use_recipe(recipe: &Recipe) {
    let _ = recipe.graph();
    for name in recipe.output_names() {
        let plan = recipe.plan(&[name]).unwrap();
        assert_eq!(plan.pictures[0].name, name);
    }
    let text = recipe::write(recipe).unwrap();
    assert_eq!(&recipe::read(&text).unwrap(), recipe, "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_recipe_is_read_or_refused_with_a_place_and_never_panics(changes in changes()) {
        match recipe::read(&changed(TERRAIN, &changes)) {
            Ok(recipe) => use_recipe(&recipe),
            Err(error) => prop_assert!(error.to_string().starts_with("line "), "{error}"),
        }
    }

    #[test]
    fn a_key_that_is_set_is_taken_or_refused_and_never_panics(
        key in r"(outputs|rough|hills|nodes)?\.?(soft|height|albedo|normal|source)?(\[[0-9]{1,2}\])?\.?(blur|ramp|channels|octaves|seed|kind|y|depth)(\[[0-9]\])?",
        value in r#"[-0-9.e]{0,6}|true|auto|\{ radius = [0-9]{1,11} \}|\[[0-9, ]{0,6}\]|"[a-z]{0,4}""#,
    ) {
        let mut draft = Draft::new(&recipe::read(TERRAIN).unwrap()).unwrap();
        if draft.set(&key, &value).is_ok() && let Ok(recipe) = draft.recipe() {
            use_recipe(&recipe);
        }
    }
}

#[test]
fn a_blurred_normal_and_slope_by_difference_take_no_derivative() {
    let recipe = recipe::read(
        r#"
        version = 2
        nodes.eroded = { kind = "erosion", source = { kind = "fbm", source = { kind = "perlin" } } }
        outputs.normal = { normal = { source = "eroded", method = "difference", step = 0.01 }, blur = { radius = 2 } }
        outputs.slope = { slope = { source = "eroded", method = "difference" }, blur = { radius = 2 } }
        "#,
    )
    .unwrap();
    for output in ["normal", "slope"] {
        let plan = recipe.plan(&[output]).unwrap();
        Program::new(&plan.graph).unwrap_or_else(|error| panic!("{output}: {error}"));
    }
}
