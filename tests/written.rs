//! Recipes as they are written: expressions, outputs of nodes, parameters, parts and cells are the nodes that they stand for.

#![cfg(feature = "recipe")]

#[path = "common/expressions.rs"]
mod expressions;

use std::sync::Arc;

use expressions::{NODES, Random, expression, graph_of};
use lacuna::recipe::{self, Draft, Library, ParamValue, Recipe};
use lacuna::seeding::mixed_seed;
use lacuna::{Axis, Cpu, Domain, Error, Grid, Node, Program};

fn read(text: &str) -> Recipe {
    recipe::read(&format!("version = 2\n{text}")).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the position and the message of the error of a text that is no recipe.
#[track_caller]
fn refused(text: &str) -> ([usize; 2], String) {
    match recipe::read(&format!("version = 2\n{text}")) {
        Err(Error::Recipe { position: Some(position), message }) => (position, message),
        other => panic!("{other:?}: {text}"),
    }
}

/// Returns the plain node of an expression over the nodes `a` and `b`.
fn node_of(expression: &str) -> Node {
    let nodes = "nodes.a = { kind = \"perlin\" }\nnodes.b = { kind = \"white\" }\nnodes.a-b = { kind = \"value\" }\n";
    read(&format!("output = \"o\"\nnodes.o = \"{expression}\"\n{nodes}")).nodes["o"].clone()
}

/// Returns the node of a table.
fn table(table: &str) -> Node {
    let nodes = "nodes.a = { kind = \"perlin\" }\nnodes.b = { kind = \"white\" }\nnodes.a-b = { kind = \"value\" }\n";
    read(&format!("output = \"o\"\nnodes.o = {table}\n{nodes}")).nodes["o"].clone()
}

#[test]
fn expressions_are_their_nodes_from_left_to_right_and_nothing_is_folded() {
    for (expression, node) in [
        ("a + b", r#"{ kind = "add", a = "a", b = "b" }"#),
        ("a - b - 1", r#"{ kind = "subtract", a = { kind = "subtract", a = "a", b = "b" }, b = 1 }"#),
        ("a - (b - 1)", r#"{ kind = "subtract", a = "a", b = { kind = "subtract", a = "b", b = 1 } }"#),
        ("a + b * 2", r#"{ kind = "add", a = "a", b = { kind = "multiply", a = "b", b = 2 } }"#),
        ("2*3", r#"{ kind = "multiply", a = 2, b = 3 }"#),
        ("1 / a * b", r#"{ kind = "multiply", a = { kind = "quotient", a = 1, b = "a" }, b = "b" }"#),
        ("a-b", r#"{ kind = "value" }"#),
        ("a-b + 1", r#"{ kind = "add", a = "a-b", b = 1 }"#),
        ("-a", r#"{ kind = "negate", source = "a" }"#),
        ("-a * 2", r#"{ kind = "multiply", a = { kind = "negate", source = "a" }, b = 2 }"#),
        ("-2 * a", r#"{ kind = "multiply", a = -2, b = "a" }"#),
        ("(a)-2", r#"{ kind = "subtract", a = "a", b = 2 }"#),
        ("a*-2", r#"{ kind = "multiply", a = "a", b = -2 }"#),
        ("1 - -b", r#"{ kind = "subtract", a = 1, b = { kind = "negate", source = "b" } }"#),
        ("-(2)", r#"{ kind = "negate", source = 2 }"#),
        ("a + 1e-3", r#"{ kind = "add", a = "a", b = 0.001 }"#),
        ("1 + 0.1234567890123456789012345", r#"{ kind = "add", a = 1, b = "0.1234567890123456789012345" }"#),
        ("step(0.5, a)", r#"{ kind = "threshold", level = 0.5, source = "a" }"#),
        ("smoothstep(0.1, 0.9, a)", r#"{ kind = "smoothstep", low = 0.1, high = 0.9, source = "a" }"#),
        ("levels(a, 0.9, 0.1)", r#"{ kind = "levels", source = "a", from = [0.9, 0.1] }"#),
        ("floor(a)", r#"{ kind = "quantize", source = "a", steps = 1 }"#),
        (
            "mix(#ff0000, #00ff00, a)",
            r##"{ kind = "mix", a = { kind = "colour", value = "#ff0000" }, b = { kind = "colour", value = "#00ff00" }, mask = "a" }"##,
        ),
        ("#8b8078", r##"{ kind = "colour", value = "#8b8078" }"##),
        ("3", r#"{ kind = "constant", value = 3 }"#),
        (" ( a + b ) ", r#"{ kind = "add", a = "a", b = "b" }"#),
    ] {
        assert_eq!(node_of(expression), table(node), "{expression}");
    }
}

#[test]
fn a_name_of_a_node_comes_before_an_expression() {
    let nodes = "nodes.1-a = { kind = \"perlin\" }\nnodes.-a = { kind = \"white\" }\nnodes.min = { kind = \"value\" }\nnodes.2 = { kind = \"blue\" }\n";
    for name in ["1-a", "-a", "min", "2"] {
        let recipe = read(&format!("{nodes}outputs.o.channels = \"{name}\"\n"));
        assert_eq!(recipe.graph().unwrap().outputs, [name]);
    }
    let (position, message) = refused(&format!("{nodes}outputs.o.channels = \"min + 1\"\n"));
    assert_eq!((position, message.starts_with("outputs.o.channels: `min` is a function here")), ([6, 23], true), "{message}");
}

#[test]
fn errors_of_expressions_point_at_the_column() {
    for (expression, column, told) in [
        ("a +", 11, "at the end the expression wants a value"),
        ("a + q", 12, "there is no node `q`"),
        ("a -b", 11, "a space on each side of the minus"),
        ("(a + 1", 14, "an operator, or `)`"),
        ("a b", 10, "an operator or the end"),
        ("sin(a)", 8, "`sine(x)`"),
        ("foo(a)", 8, "there is no function `foo`"),
        ("abs(a, a)", 8, "`abs(x)` takes other values than these 2"),
        ("power(a, a)", 17, "is no number"),
        ("1 + $x", 12, "there is no parameter `$x`"),
        ("a + #12", 12, "the expression wants a value"),
        ("a.f2 + 1", 8, "`a` is a perlin, which has one value alone"),
    ] {
        let (position, message) = refused(&format!("output = \"o\"\nnodes.o=\"{expression}\"\nnodes.a.kind = \"perlin\"\n"));
        assert!(position == [3, column + 2] && message.contains(told), "{expression}: {position:?} {message}");
    }
}

#[test]
fn expressions_that_are_nested_too_deep_are_refused() {
    for text in [
        format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000)),
        format!("{}a", "-".repeat(100_000)),
        format!("a{}", " + a".repeat(60_000)),
        format!("{}a{}", "abs(".repeat(50_000), ")".repeat(50_000)),
    ] {
        let (_, message) = refused(&format!("output = \"o\"\nnodes.o = \"{text}\"\nnodes.a = {{ kind = \"perlin\" }}\n"));
        assert!(message.contains("fewer operations"), "{message}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn random_expressions_have_the_samples_of_their_nodes_written_out() {
    let mut random = Random(77);
    let domain = Domain::from(Grid::plane(Axis::extent(-3, 5, 64), Axis::extent(2, 9, 32)));
    let (mut samples, mut deepest) = (0, 0);
    while samples < 1_000_000 {
        let (text, _, node) = expression(&mut random, 8);
        let recipe = recipe::read(&format!("version = 2\noutput = \"o\"\n{NODES}nodes.o = {}\n", toml::Value::from(text.as_str())));
        // A name or a number alone is a node by another name.
        let lacuna::Input::Node(_) = node else { continue };
        let graph = graph_of(node);
        let recipe = match (recipe, Program::new(&graph)) {
            (Ok(recipe), Ok(_)) => recipe,
            // Values could grow without bound.
            (_, Err(_)) => continue,
            (Err(error), _) => panic!("{error}: {text}"),
        };
        assert_eq!(recipe.nodes["o"], graph.nodes["o"], "{text}");
        let again = recipe::read(&recipe::write(&recipe).unwrap()).unwrap();
        assert_eq!(again, recipe, "{text}");
        let sample = |graph: &lacuna::Graph| Cpu::new().sample(&Program::new(graph).unwrap(), &domain).unwrap();
        let [ours, theirs] = [sample(&recipe.graph().unwrap()), sample(&graph)];
        assert!(ours.iter().map(|x| x.to_bits()).eq(theirs.iter().map(|x| x.to_bits())), "{text}");
        samples += ours.len();
        deepest = deepest.max(text.len());
    }
    assert!(deepest > 1000, "{deepest}");
}

#[test]
fn one_node_has_all_its_outputs_through_coordinates() {
    let stone = r#"
        output = ["stone.edge", "stone.id", "plain"]
        nodes.bond = { kind = "tiles", joint = 0.2 }
        nodes.wob = { kind = "perlin" }
        nodes.stone = { kind = "warp", x = "wob", source = { kind = "transform", scale = 2, source = "bond" } }
        nodes.plain = "stone.u"
    "#;
    let recipe = read(stone);
    // The node itself has the output `edge`.
    assert_eq!(recipe.output, ["stone", "stone-id", "plain"]);
    let names: Vec<&str> = recipe.nodes.keys().map(String::as_str).collect();
    assert_eq!(names, ["bond", "bond-id", "bond-u", "plain", "stone", "stone-id", "wob"]);
    let graph = recipe.graph().unwrap();
    assert_eq!(graph.outputs.len(), 3);
    // A key of the one node is a key of all its outputs.
    let mut draft = Draft::read(&format!("version = 2\n{stone}")).unwrap();
    draft.set("bond.joint", "0.3").unwrap();
    let changed = draft.recipe().unwrap();
    for name in ["bond", "bond-id", "bond-u"] {
        let Node::Tiles(tiles) = &changed.nodes[name] else { panic!("{name}") };
        assert_eq!(tiles.joint, 0.3.into());
    }
    for (expression, told) in [
        ("bond.edges", "did you mean `edge`?"),
        ("wob.edge", "has one value alone"),
        ("stone.edge.u", "an operator or the end"),
        ("none.edge", "there is no node `none`"),
    ] {
        let (_, message) = refused(&stone.replace("stone.u", expression));
        assert!(message.contains(told), "{message}");
    }
}

#[test]
fn a_warp_by_one_noise_moves_each_axis_by_it_at_another_place() {
    let [by, written] = [
        r#"{ kind = "warp", source = "a", by = "b", strength = 0.5 }"#,
        r#"{ kind = "warp", source = "a", x = "b", y = { kind = "transform", source = "b", translate = [83.7, 131.3, 47.9] }, z = { kind = "transform", source = "b", translate = [-61.1, 19.7, 113.3] }, strength = 0.5 }"#,
    ]
    .map(table);
    assert_eq!(by, written);
    let (_, message) = refused("output = \"o\"\nnodes.o = { kind = \"warp\", source = { kind = \"perlin\" }, by = 1, y = 2 }\n");
    assert!(message.starts_with("o.by: it stands for"), "{message}");
}

#[test]
fn parameters_are_exact_in_keys_and_numbers_in_expressions() {
    let recipe = r##"
        output = "o"
        params.joint = { value = 0.1, min = 0, max = 0.3, step = 0.01, label = "Joint", description = "The width." }
        params.bricks = { value = 3 }
        params.layout = { value = "stack", choices = ["bond", "stack"] }
        params.smooth = { value = true }
        params.tint = { value = "#102030" }
        nodes.o = { kind = "tiles", joint = "$joint", frequency = ["$bricks / 8", "$bricks * 2"], seed = "$bricks", layout = "$layout" }
        nodes.f = { kind = "fbm", octaves = "$bricks", normalize = "$smooth", gain = "1 / $bricks", source = "o - 3 * -$joint" }
        nodes.r = { kind = "ramp", source = "f", stops = [[0, "$tint"], ["$joint * 2", "#ffffff"]] }
        nodes.m = { kind = "mix", a = "$tint", b = "r", mask = "levels(o, $joint, 1 - $joint)" }
    "##;
    let plain = r##"
        output = "o"
        nodes.o = { kind = "tiles", joint = 0.1, frequency = [0.375, 6], seed = 3, layout = "stack" }
        nodes.f = { kind = "fbm", octaves = 3, normalize = true, gain = "0.33333333333333333333333333333333333333", source = { kind = "subtract", a = "o", b = -0.3 } }
        nodes.r = { kind = "ramp", source = "f", stops = [[0, "#102030"], [0.2, "#ffffff"]] }
        nodes.m = { kind = "mix", a = { kind = "colour", value = "#102030" }, b = "r", mask = { kind = "levels", source = "o", from = [0.1, 0.9] } }
    "##;
    assert_eq!(read(recipe), read(plain));
    let mut draft = Draft::read(&format!("version = 2\n{recipe}")).unwrap();
    let params = draft.params().unwrap();
    assert_eq!(params.iter().map(|param| param.name.as_str()).collect::<Vec<_>>(), ["bricks", "joint", "layout", "smooth", "tint"]);
    assert_eq!((&params[1].value, params[1].label.as_deref()), (&ParamValue::Number(0.1.into()), Some("Joint")));
    draft.set("joint", "0.2").unwrap();
    draft.set("layout", "bond").unwrap();
    draft.set("params.smooth", "false").unwrap();
    let expected = plain
        .replace("joint = 0.1", "joint = 0.2")
        .replace("b = -0.3", "b = -0.6")
        .replace("[0.2,", "[0.4,")
        .replace("[0.1, 0.9]", "[0.2, 0.8]");
    assert_eq!(draft.recipe().unwrap(), read(&expected.replace("\"stack\"", "\"bond\"").replace("= true", "= false")));
    // What was written is kept, and reads back.
    let text = draft.text().unwrap();
    assert!(text.contains("\"$bricks / 8\"") && text.contains("value = 0.2"), "{text}");
    assert_eq!(recipe::read(&text).unwrap(), draft.recipe().unwrap());
    assert_eq!(recipe::read(&draft.short_text().unwrap()).unwrap(), draft.recipe().unwrap());
    for (key, value, told) in [
        ("joint", "0.4", "params.joint.value: 0.4 is more than 0.3"),
        ("layout", "stac", "did you mean `stack`?"),
        ("smooth", "2", "o"),
        ("bricks", "0", "this divides by 0"),
        ("tint", "\"#12\"", "is no colour"),
    ] {
        let mut draft = draft.clone();
        draft.set(key, value).unwrap();
        let error = draft.recipe().unwrap_err().to_string();
        assert!(error.contains(told), "{key} = {value}: {error}");
    }
    for (from, to, told) in [
        ("value = 3", "value = 3, mim = 1", "unknown key (did you mean `min`?)"),
        ("value = 3", "min = 1", "the parameter has no `value`"),
        ("{ value = 3 }", "3", "this is no parameter"),
        ("value = true", "value = true, max = 1", "only a parameter that is a number has it"),
        ("\"$joint\", frequency", "\"$joynt\", frequency", "there is no parameter `$joynt` (did you mean `joint`?)"),
        ("\"$joint\", frequency", "\"$tint\", frequency", "o.joint"),
        ("\"$joint\", frequency", "\"$joint * o\", frequency", "`o` is no number"),
    ] {
        let (_, message) = refused(&recipe.replace(from, to));
        assert!(message.contains(told), "{to}: {message}");
    }
}

#[test]
fn setting_a_parameter_that_does_not_exist_names_those_that_do() {
    let recipe = "version = 2\noutput = \"o\"\nparams.joint = { value = 0.1 }\nparams.tint = { value = 0.2 }\nnodes.o = { kind = \"perlin\", frequency = \"$joint + $tint\" }";
    let error = Draft::read(recipe).unwrap().set("params.joynt", "0.3").unwrap_err().to_string();
    assert_eq!(error, "params.joynt: unknown key (did you mean `joint`?); allowed are `joint`, `tint`");
}

#[test]
fn moving_a_parameter_changes_data_and_no_kernel() {
    let recipe = r#"
        version = 2
        output = "o"
        params.p = { value = 0.37, min = 0.01, max = 0.9 }
        nodes.tiles = { kind = "tiles", joint = "$p / 2", frequency = ["$p", "$p * 2"], seed = 3 }
        nodes.noise = { kind = "fbm", gain = "$p", octaves = 5, source = { kind = "perlin", frequency = "3 * $p", seed = 1 } }
        nodes.o = "tiles + $p * noise - levels(noise, $p, 1) * (1 - $p)"
    "#;
    let mut draft = Draft::read(recipe).unwrap();
    let program = |draft: &Draft| Program::new(draft.recipe().unwrap().graph().unwrap()).unwrap();
    let before = program(&draft);
    draft.set("p", "0.21").unwrap();
    let after = program(&draft);
    assert_eq!(before.structure(), after.structure());
    assert_ne!(before, after);
}

const MOSS: &str = r##"
    [parts.moss]
    inputs = { height = 0, dark = "#101010" }
    params.amount = { value = 0.5, min = 0, max = 1 }
    nodes.spots = { kind = "perlin", seed = 4 }
    nodes.deep = { kind = "perlin" }
    outputs.mask = "$amount * spots - height"
    outputs.albedo = { kind = "mix", a = "dark", b = "#ffffff", mask = "deep" }
"##;

#[test]
fn uses_of_a_part_are_its_nodes_with_inputs_parameters_and_seeds() {
    let recipe = read(&format!(
        r#"
        output = "a"
        nodes.ground = {{ kind = "white" }}
        nodes.moss = {{ kind = "use", of = "moss", inputs = {{ height = "ground + 1" }}, params = {{ amount = 0.25 }}, seed = 9 }}
        nodes.bare = {{ kind = "use", of = "moss", output = "mask" }}
        nodes.one = "moss.mask + 1"
        nodes.two = "bare"
        outputs.a.channels = "moss.albedo"
        outputs.b.channels = "two * one"
        {MOSS}
        "#
    ));
    let seed_of = |name: &str| match &recipe.nodes[name] {
        Node::Perlin(perlin) => perlin.seed,
        other => panic!("{other:?}"),
    };
    assert_eq!((seed_of("moss-spots"), seed_of("moss-deep")), (Some(mixed_seed(4, 9)), Some(mixed_seed(0, 9))));
    assert_eq!((seed_of("bare-spots"), seed_of("bare-deep")), (Some(4), None));
    let expected = [
        ("moss-height", r#"{ kind = "add", a = "ground", b = 1 }"#),
        ("moss-mask", r#"{ kind = "subtract", a = { kind = "multiply", a = 0.25, b = "moss-spots" }, b = "moss-height" }"#),
        ("bare-mask", r#"{ kind = "subtract", a = { kind = "multiply", a = 0.5, b = "bare-spots" }, b = 0 }"#),
        ("one", r#"{ kind = "add", a = "moss-mask", b = 1 }"#),
    ];
    let others =
        "nodes.ground = { kind = \"white\" }\nnodes.moss-spots = { kind = \"perlin\" }\nnodes.bare-spots = { kind = \"perlin\" }\n";
    let tables: String = expected.iter().map(|(name, node)| format!("nodes.{name} = {node}\n")).collect();
    let written = read(&format!("output = \"one\"\n{tables}{others}"));
    for (name, _) in expected {
        assert_eq!(recipe.nodes[name], written.nodes[name], "{name}");
    }
}

#[test]
fn flaws_of_parts_are_told_with_their_places() {
    let used = |keys: &str, part: &str| {
        refused(&format!("output = \"o\"\nnodes.m = {{ kind = \"use\", {keys} }}\nnodes.o = \"m.mask\"\n{part}")).1
    };
    for (keys, part, told) in [
        ("of = \"mos\"", MOSS.to_owned(), "m.of: there is no part and no preset `mos` (did you mean `moss`?)"),
        ("of = \"moss\", seeds = 1", MOSS.to_owned(), "m.seeds: unknown key (did you mean `seed`?)"),
        (
            "of = \"moss\", params = { amont = 1 }",
            MOSS.to_owned(),
            "m.params.amont: the part has no parameter `amont` (did you mean `amount`?)",
        ),
        ("of = \"moss\", params = { amount = 2 }", MOSS.to_owned(), "m.params.amount: 2 is more than 1"),
        ("of = \"moss\", inputs = { heigt = 1 }", MOSS.to_owned(), "m.inputs.heigt: the part has no input `heigt`"),
        ("of = \"moss\"", MOSS.replace("seed = 4", "sede = 4"), "parts.moss.nodes.spots.sede: unknown key"),
        ("of = \"moss\"", MOSS.replace("* spots", "* spot"), "parts.moss.outputs.mask: there is no node `spot`"),
        ("of = \"moss\"", MOSS.replace("outputs.mask", "outputs.musk"), "the part has no output `mask`"),
        ("of = \"moss\"", MOSS.replace("seed = 4", "seed = 4, frequency = -1"), "parts.moss.nodes.spots.frequency: -1"),
        ("of = \"lib.toml#moss\"", String::new(), "m.of: `lib.toml`: a recipe from here opens no files"),
    ] {
        let message = used(keys, &part);
        assert!(message.contains(told), "{keys}: {message}");
    }
    let (position, _) = refused(&format!(
        "output = \"o\"\nnodes.o = {{ kind = \"use\", of = \"moss\", output = \"mask\" }}\n{}",
        MOSS.replace("* spots", "* spot")
    ));
    assert_eq!(position, [10, 31]);
}

#[test]
fn seeds_that_parameters_give_are_varied_where_they_are_known() {
    let text = "version = 2\noutput = \"o\"\nparams.s = { value = 18446744073709551615 }\nnodes.o = { kind = \"perlin\", seed = \"$s\" }\n\
                nodes.u = { kind = \"use\", of = \"p\" }\n[parts.p]\nparams.own = { value = 3 }\nnodes.n = { kind = \"value\", seed = \"$own + 1\" }\noutputs.n = \"n\"\n";
    let mut draft = Draft::read(text).unwrap();
    let seed_of = |draft: &Draft| match &draft.recipe().unwrap().nodes["o"] {
        Node::Perlin(perlin) => perlin.seed,
        other => panic!("{other:?}"),
    };
    assert_eq!(seed_of(&draft), Some(u64::MAX));
    draft.set_seed(7).unwrap();
    assert_eq!(seed_of(&draft), Some(mixed_seed(u64::MAX, 7)));
    let Node::Value(value) = &draft.recipe().unwrap().nodes["u-n"] else { panic!() };
    // That of the part is varied, and mixed with that of its use.
    assert_eq!(value.seed, Some(mixed_seed(mixed_seed(4, 7), mixed_seed(0, 7))));
}

#[test]
fn what_is_wrong_in_a_noise_that_moves_all_axes_or_in_an_input_is_told_at_its_place() {
    for (text, told) in [
        (
            "output = \"o\"\nnodes.by = { kind = \"white\" }\nnodes.o = { kind = \"warp\", source = \"by\", by = { kind = \"perlin\", frequency = -1 } }\n".to_owned(),
            "o.by.frequency: -1",
        ),
        (
            format!("output = \"o\"\nnodes.m = {{ kind = \"use\", of = \"moss\", inputs = {{ height = {{ kind = \"perlin\", frequency = -1 }} }} }}\nnodes.o = \"m.mask\"\n{MOSS}"),
            "m.inputs.height.frequency: -1",
        ),
    ] {
        let ([line, column], message) = refused(&text);
        let expected = text.lines().nth(line - 2).and_then(|line| line.find("frequency = -1"));
        assert!(expected == Some(column - 1) && message.starts_with(told), "{line}, {column}: {message}");
    }
    let (_, message) = refused(&format!(
        "output = \"o\"\nnodes.o = \"m.albedo\"\nnodes.m = {{ kind = \"use\", of = \"moss\" }}\n{}",
        MOSS.replace("a = \"dark\"", "opacity = 2, a = \"dark\"")
    ));
    assert!(message.starts_with("parts.moss.outputs.albedo.opacity: 2"), "{message}");
}

#[test]
fn uses_that_double_or_use_themselves_are_refused_soon() {
    let mut text = String::from("output = \"o\"\nnodes.o = { kind = \"use\", of = \"p0\", output = \"o\" }\n");
    for part in 0..15 {
        let next = part + 1;
        text += &format!("[parts.p{part}]\noutputs.o = \"a.o + b.o\"\n");
        text += &format!(
            "nodes.a = {{ kind = \"use\", of = \"p{next}\", seed = 1 }}\nnodes.b = {{ kind = \"use\", of = \"p{next}\", seed = 2 }}\n"
        );
    }
    text += "[parts.p15]\noutputs.o = \"n\"\nnodes.n = { kind = \"perlin\" }\n";
    assert!(refused(&text).1.contains("bytes of text"), "{}", refused(&text).1);
    let own = "output = \"o\"\nnodes.o = { kind = \"use\", of = \"p\" }\n[parts.p]\nnodes.a = { kind = \"use\", of = \"p\" }\noutputs.o = \"a\"\n";
    assert!(refused(own).1.contains("more than 16 deep"), "{}", refused(own).1);
    let circle = "output = \"a\"\nnodes.a = { kind = \"use\", of = \"p\", inputs = { x = \"b.o\" } }\nnodes.b = { kind = \"use\", of = \"p\", inputs = { x = \"a.o\" } }\n[parts.p]\ninputs.x = 0\noutputs.o = \"x + 1\"\n";
    assert!(refused(circle).1.contains("no value can come before itself"), "{}", refused(circle).1);
}

/// A library of one file.
#[derive(Debug)]
struct One;

impl Library for One {
    fn read(&self, name: &str) -> Result<String, String> {
        match name {
            "lib.toml" => {
                Ok(format!("version = 2\noutput = \"all\"\nnodes.all = {{ kind = \"use\", of = \"moss\", output = \"mask\" }}\n{MOSS}"))
            }
            _ => Err("there is none".to_owned()),
        }
    }
}

#[test]
fn parts_of_files_and_presets_are_used_and_texts_need_no_file() {
    let text = "version = 2\nnodes.m = { kind = \"use\", of = \"lib.toml#moss\" }\nnodes.all = { kind = \"use\", of = \"lib.toml\" }\nnodes.o = \"m.mask * all\"\noutputs.o.channels = \"o\"\n";
    let draft = Draft::read_with(text, Arc::new(One)).unwrap();
    let recipe = draft.recipe().unwrap();
    assert!(recipe.nodes.contains_key("m-spots") && recipe.nodes.contains_key("all-all-spots"), "{:?}", recipe.nodes.keys());
    // A file that is baked from it is baked again without the library.
    let told = draft.text().unwrap();
    assert!(!told.contains("lib.toml"), "{told}");
    assert_eq!(recipe::read(&told).unwrap().graph().unwrap(), recipe.graph().unwrap());
    assert!(Draft::read(text).unwrap_err().to_string().contains("opens no files"));
    let error = Draft::read_with(&text.replace("#moss", "#mos"), Arc::new(One)).unwrap_err().to_string();
    assert!(error.contains("`lib.toml` has no part `mos` (did you mean `moss`?)"), "{error}");
    let preset = read(
        "nodes.m = { kind = \"use\", of = \"marble\", seed = 3 }\noutputs.o.channels = \"m.color\"\n".replace("m.color", "m").as_str(),
    );
    assert!(preset.nodes.keys().any(|name| name.starts_with("m-")));
}

#[test]
fn cells_are_the_frequency_and_the_period_on_the_wrap() {
    let wrapped = r#"
        wrap = 8
        output = "o"
        nodes.a = { kind = "perlin", cells = 5 }
        nodes.b = { kind = "tiles", cells = [6, 8] }
        nodes.c = { kind = "perlin", cells = [4, 2], seed = 1 }
        nodes.d = { kind = "cellular", cells = 16, dimensions = 3 }
        nodes.e = { kind = "mosaic", cells = 24, source = "a" }
        nodes.o = "a + b + c + d"
    "#;
    let written = r#"
        output = "o"
        nodes.a = { kind = "perlin", dimensions = 2, frequency = 0.625, period = 5 }
        nodes.b = { kind = "tiles", frequency = [0.75, 1], period = [6, 8] }
        nodes.c = { kind = "transform", scale = [0.5, 0.25], source = { kind = "perlin", dimensions = 2, period = [4, 2], seed = 1 } }
        nodes.d = { kind = "cellular", dimensions = 3, frequency = 2, period = [16, 16] }
        nodes.e = { kind = "mosaic", dimensions = 2, frequency = 3, period = 24, source = "a" }
        nodes.o = "a + b + c + d"
    "#;
    assert_eq!(read(wrapped), read(written));
    for (from, to, told) in [
        ("wrap = 8", "wrap = 7.5", "a.cells: 2/3 cells a unit are no decimal"),
        ("wrap = 8\n", "", "a.cells: cells are counted on the length"),
        ("wrap = 8", "wrap = 0", "wrap: this is no length"),
        ("cells = 5", "cells = 0", "a.cells: this is no number of cells"),
        ("cells = 5", "cells = 5, period = 5", "a.cells: cells stand for `frequency` and `period`"),
        ("cells = 5", "frequency = 5", "a: does not repeat after 8 units along x"),
        ("cells = 5", "frequency = 0.6, period = 4", "a: does not repeat after 8 units along x"),
    ] {
        let (_, message) = refused(&wrapped.replace(from, to));
        assert!(message.starts_with(told) || message.contains(told), "{to}: {message}");
    }
    let mut draft = Draft::read("version = 2\noutput = \"a\"\nnodes.a = { kind = \"perlin\" }\n").unwrap();
    draft.set("wrap", "8").unwrap();
    assert!(draft.recipe().unwrap_err().to_string().contains("does not repeat after 8 units"));
    draft.set("a.period", "8").unwrap();
    assert_eq!(draft.recipe().unwrap().region, None);
    draft.set("wrap", "[16, 8]").unwrap();
    assert_eq!(draft.recipe().unwrap().region, Some([0, 0, 16, 8].map(Into::into)));
    // A part that repeats by itself needs no wrap around it.
    let part = read("nodes.m = { kind = \"use\", of = \"bricks\", output = \"height\" }\noutputs.o.channels = \"m\"\n");
    assert!(part.nodes.keys().any(|name| name.starts_with("m-")), "{:?}", part.nodes.keys());
}

#[test]
fn all_kinds_and_presets_read_back_from_their_short_text() {
    for kind in lacuna::graph::NODE_KINDS {
        let recipe = Recipe::from(lacuna::Graph::from((kind.example)()));
        assert_eq!(recipe::read(&recipe::write(&recipe).unwrap()).unwrap(), recipe, "{}", kind.name);
    }
    for preset in lacuna::presets::PRESETS {
        let draft = Draft::read(preset.text).unwrap();
        let recipe = draft.recipe().unwrap();
        for text in
            [draft.text().unwrap(), draft.short_text().unwrap(), recipe::write(&recipe).unwrap(), recipe::write_full(&recipe).unwrap()]
        {
            let again = recipe::read(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", preset.name));
            assert_eq!(again.plan(&again.output_names()[..1]).unwrap().graph.validate(), Ok(()));
            if !text.contains("lacuna") {
                assert_eq!(again.outputs, recipe.outputs, "{}", preset.name);
            }
        }
    }
}

/// Reads a text, and checks that it is the same recipe as it is written, short, and as plain nodes.
#[track_caller]
fn reads_back(text: &str) -> Recipe {
    let text = format!("version = 2\n{text}");
    let draft = Draft::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let recipe = draft.recipe().unwrap();
    for text in [draft.text().unwrap(), draft.short_text().unwrap(), recipe::write(&recipe).unwrap()] {
        assert_eq!(recipe::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}")), recipe, "{text}");
    }
    recipe
}

#[test]
fn short_texts_keep_the_meaning_of_names_and_texts_that_expressions_would_read_otherwise() {
    let nodes = "output = \"o\"\nnodes.a = { kind = \"perlin\" }\n";
    // A node whose name begins with a minus.
    reads_back(&format!("{nodes}nodes.-a = {{ kind = \"white\" }}\nnodes.o = {{ kind = \"negate\", source = \"a\" }}\n"));
    reads_back(&format!("{nodes}nodes.-a = {{ kind = \"white\" }}\nnodes.o = {{ kind = \"add\", a = \"-a\", b = 1 }}\n"));
    // Spaces and ends of lines in texts.
    for source in [" 5", "- 5", "( 5 )", "a +\\n\\tb", " a"] {
        reads_back(&format!("{nodes}nodes.b = \"a\"\nnodes.o = {{ kind = \"negate\", source = \"{source}\" }}\n"));
    }
    // Parentheses of a text within those of tables.
    let text = format!("{}a{}", "(".repeat(60), ")".repeat(60));
    let tables = |text: String, _| format!("{{ kind = \"negate\", source = {{ kind = \"add\", a = 1, b = {text} }} }}");
    reads_back(&format!("{nodes}nodes.o = {}\n", (0..6).fold(format!("\"{text}\""), tables)));
    // Tables of parameters are nodes, and expressions of them numbers.
    let params = "params.p = { value = 3 }\nparams.q = { value = 7 }\n";
    for node in
        ["{ kind = \"negate\", source = \"$p\" }", "{ kind = \"add\", a = \"$p - $q\", b = { kind = \"quotient\", a = 1, b = \"$p\" } }"]
    {
        reads_back(&format!("{nodes}nodes.o = {{ kind = \"abs\", source = {node} }}\n{params}"));
    }
    // A part without outputs that no node uses.
    reads_back(&format!("{nodes}nodes.o = \"a * 2\"\n[parts.p]\noutputs = {{}}\n"));
}

#[test]
fn what_is_wrong_in_a_node_that_others_name_is_told_there() {
    let part = "[parts.p]\ninputs.h = 0\nparams.k = { value = 1, max = 2 }\noutputs.x = \"h\"\n";
    let in_tiles = "{ kind = \"tiles\", joint = \"1 + $q\" }";
    for (first, second, place, told) in [
        ("nodes.o = \"s.id\"", format!("nodes.s = {in_tiles}"), "$q", "s.joint: there is no parameter `$q`"),
        (
            "nodes.o = \"s.id\"",
            format!("nodes.s = {{ kind = \"transform\", source = {in_tiles} }}"),
            "$q",
            "s.source.joint: there is no parameter `$q`",
        ),
        (
            "nodes.o = \"s.x\"",
            "nodes.s = { kind = \"use\", of = \"p\", inputs = { h = \"1 + 2 + q\" } }".to_owned(),
            "q\"",
            "s.inputs.h: there is no node `q`",
        ),
        (
            "nodes.o = \"s.x\"",
            "nodes.s = { kind = \"use\", of = \"p\", params = { k = 3 } }".to_owned(),
            "k = 3",
            "s.params.k: 3 is more than 2",
        ),
        ("nodes.o = \"s + 1\"", "nodes.s = \"q\"".to_owned(), "s =", "s: there is no node `q`"),
        ("nodes.o = \"1 + s.ix\"", "nodes.s = { kind = \"tiles\" }".to_owned(), "s.ix", "o: `s`, a tiles, has no output `ix`"),
    ] {
        let (position, message) = refused(&format!("output = \"o\"\n{first}\n{second}\n{part}"));
        assert!(message.starts_with(told), "{message}");
        let (line, of) = if told.starts_with('o') { (3, first) } else { (4, second.as_str()) };
        assert_eq!(position, [line, of.rfind(place).unwrap() + 1], "{message}");
    }
}

#[test]
fn names_and_uses_and_numbers_that_would_grow_without_bound_are_refused_soon() {
    let head = "output = \"o\"\nnodes.a = { kind = \"white\" }\n";
    let long = "u".repeat(60_000);
    let halves = |text: String, _| format!("({text}+{text})");
    let many = (0..14).fold("b".to_owned(), halves);
    for (text, told) in [
        (format!("nodes.{long} = \"a * 2\"\nnodes.b = \"{long}\"\nnodes.o = \"{many}\"\n"), "bytes of text"),
        (
            format!(
                "nodes.o = \"a\"\nnodes.{long} = {{ kind = \"use\", of = \"p\" }}\n[parts.p]\noutputs.x = 0\n{}",
                (0..5000).map(|number| format!("nodes.n{number} = \"n\"\n")).collect::<String>()
            ),
            "bytes of text",
        ),
        (
            format!("nodes.o = {{ kind = \"perlin\", frequency = \"$p{}\" }}\nparams.p = {{ value = 1 }}\n", " * 1e399".repeat(60)),
            "out of range",
        ),
        (format!("nodes.o = \"a\"\nparams.w = {{ value = \"{long}\", choices = [\"{long}\"] }}\n"), "at most 100 bytes"),
    ] {
        let (_, message) = refused(&format!("{head}{text}"));
        assert!(message.contains(told), "{message}");
    }
    // Thousands of uses that want one name.
    let uses: String =
        (0..3000).map(|number| format!("nodes.n{number} = {{ kind = \"abs\", source = {{ kind = \"use\", of = \"p\" }} }}\n")).collect();
    let recipe = read(&format!("{head}nodes.o = \"a + 1\"\n{uses}[parts.p]\nnodes.s = {{ kind = \"value\" }}\noutputs.x = \"s\"\n"));
    assert!(recipe.nodes.keys().all(|name| name.len() < 20) && recipe.nodes.contains_key("use-2-s"));
}

#[test]
fn an_output_that_stands_for_a_number_is_a_constant() {
    let recipe =
        read("output = [\"o\", \"m.x\"]\nnodes.m = { kind = \"use\", of = \"p\" }\nnodes.o = \"m\"\n[parts.p]\noutputs.x = 0.25\n");
    assert_eq!(recipe.output, ["o", "m-x"]);
    for name in ["o", "m-x"] {
        assert_eq!(recipe.nodes[name], table("{ kind = \"constant\", value = 0.25 }"), "{name}");
    }
}

#[test]
fn seeds_are_varied_that_are_parameters_of_parts_or_nodes_by_mistake() {
    let text = "version = 2\noutput = \"o\"\nnodes.o = { kind = \"use\", of = \"p\" }\n[parts.p]\nparams.k = { value = 3 }\nnodes.s = { kind = \"value\", seed = \"$k\" }\noutputs.x = \"s\"\n";
    let mut draft = Draft::read(text).unwrap();
    draft.set_seed(7).unwrap();
    let Node::Value(value) = &draft.recipe().unwrap().nodes["o-s"] else { panic!() };
    // The use has none, so that there are two seeds.
    assert_eq!(value.seed, Some(mixed_seed(mixed_seed(3, 7), mixed_seed(0, 7))));
    draft.set("o.seed", "{ kind = \"white\", seed = { kind = \"white\" } }").unwrap();
    draft.set_seed(8).unwrap();
    draft.recipe().unwrap();
    draft.set("parts.p.nodes.s.seed", "{ kind = \"white\" }").unwrap();
    draft.set_on_bases("seed", "3").unwrap();
    draft.recipe().unwrap();
}
