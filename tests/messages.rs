//! What the library refuses, with the kind and the place of each error, and all its messages.
//!
//! `messages.txt` holds the messages, each below what it is about. Other tests look at kinds, places and names, never at sentences. So other words are a
//! change of that file alone: `LACUNA_WRITE_MESSAGES=1` writes it anew.

#![cfg(feature = "recipe")]

#[path = "common/blessed.rs"]
mod blessed;
#[path = "common/noop.rs"]
mod noop;
#[path = "common/terrain.rs"]
mod terrain;

use blessed::assert_blessed;
use lacuna::Problem::{Count, NotFinite, Outside, Unfit, Unknown};
use lacuna::export::{Language, ModuleOptions, check_exact, with_gradient};
use lacuna::gpu::{Cache, KernelSize, Speed};
use lacuna::graph::{MAX_CHANNELS, MAX_DEPTH, NodeKind};
use lacuna::internal::kernel_size;
use lacuna::nodes::{
    Add, Cellular, CellularOutput, Constant, Coordinate, Curl, Curve, Fbm, GradientSet, HashKind, Heterogeneous, Metric, NormalSpace, Per,
    Perlin, ScaleOffset, Shape, ShapeForm, Simplex, TileLayout, Tiles, Value, ValueInterpolation, Weave,
};
use lacuna::recipe::{self, Content, Draft, MAX_NESTING, MAX_TEXT, Recipe};
use lacuna::view::{Camera, Law, Lens, Light, Palette, Projection, Scene, Sun, Terrain, View};
use lacuna::wgpu;
use lacuna::{
    Axis, Cpu, Domain, DomainKind, Error, Graph, Grid, Input, Node, NodeExt, Number, Problem, Program, TargetKind, TexelFormat, Tile,
};
use terrain::terrain;

/// The messages so far, each with what it is about.
#[derive(Default)]
struct Messages(Vec<(String, String)>);

impl Messages {
    /// Adds what a parameter is refused with.
    #[track_caller]
    fn parameter<T>(&mut self, about: impl Into<String>, place: &str, problem: Problem, result: Result<T, Error>) {
        self.error(
            about,
            result,
            |error| matches!(error, Error::Parameter { place: at, problem: of, .. } if at == place && *of == problem),
        );
    }

    /// Adds what a recipe is refused with at a line and a column. The place in the recipe is empty where there is none.
    #[track_caller]
    fn recipe(&mut self, about: impl Into<String>, at: [usize; 2], place: &str, text: &str) {
        let begins = if place.is_empty() { String::new() } else { format!("{place}: ") };
        self.error(
            about,
            recipe::read(text),
            |error| matches!(error, Error::Recipe { position: Some(position), message } if *position == at && message.starts_with(&begins)),
        );
    }

    /// Adds what exceeds a limit.
    #[track_caller]
    fn limit<T>(&mut self, about: impl Into<String>, what: &str, result: Result<T, Error>) {
        self.error(about, result, |error| matches!(error, Error::Limit { what: found, .. } if found == what));
    }

    #[track_caller]
    fn error<T>(&mut self, about: impl Into<String>, result: Result<T, Error>, is_expected: impl Fn(&Error) -> bool) {
        let about = about.into();
        let Err(error) = result else { panic!("{about}: it is taken") };
        assert!(is_expected(&error), "{about}: {error:?}");
        self.0.push((about, error.to_string()));
    }
}

#[test]
fn messages_are_those_of_the_blessed_file() {
    let mut messages = Messages::default();
    for section in [
        of_a_document,
        of_nodes_and_outputs,
        of_small_recipes,
        of_areas_and_colours,
        of_long_and_deep_texts,
        of_other_versions,
        of_drafts,
        of_outputs,
        of_bases,
        of_fractals_and_maps,
        of_steps,
        of_weaves_and_tiles,
        of_values_and_derivatives,
        of_graphs,
        of_limits,
        of_domains,
        of_tiles_and_points,
        of_views,
        of_scenes,
        of_modules,
        of_kernels_and_texels,
    ] {
        section(&mut messages);
    }
    assert_blessed(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/messages.txt"), &messages.0);
}

fn outside(least: f64, most: f64) -> Problem {
    Outside { least, most }
}

/// The problem of a number that has to be above 0.
const POSITIVE: Problem = Outside { least: 0.0, most: f64::MAX };

// Recipes.

/// Adds what a recipe of terrain is refused with after a part of its text was replaced, by lines, columns and places.
fn of_terrain(messages: &mut Messages, cases: &[(&str, &str, [usize; 2], &str)]) {
    for (from, to, at, place) in cases {
        let [from_line, to_line] = [from, to].map(|part| part.replace('\n', "\\n"));
        let to_line = if to.is_empty() { "nothing" } else { &to_line };
        messages.recipe(format!("terrain: {from_line} -> {to_line}"), *at, place, &terrain(from, to));
    }
}

fn of_a_document(messages: &mut Messages) {
    of_terrain(
        messages,
        &[
            ("version = 2", "version = 3", [1, 1], "version"),
            ("version = 2", r#"version = "2""#, [1, 1], "version"),
            ("version = 2\n", "", [1, 1], ""),
            ("version = 2", "verison = 2", [1, 1], "verison"),
            ("[nodes.rough]", "[node.rough]", [4, 2], "node"),
            ("[nodes.rough]", "[nodes.rough", [4, 13], ""),
            ("[outputs.slope]", "[outputs.soft]", [28, 10], ""),
            (r#""height""#, r#""heigth""#, [2, 1], "output"),
            (r#""height""#, r#"["height", "soft"]"#, [2, 1], "output"),
            ("[outputs.albedo]", r#"[outputs."a b"]"#, [15, 2], "outputs"),
            ("[nodes.rough]", "[nodes.outputs]\nkind = \"perlin\"\n[nodes.rough]", [4, 2], "nodes"),
        ],
    );
}

fn of_nodes_and_outputs(messages: &mut Messages) {
    of_terrain(
        messages,
        &[
            (r#""fbm""#, r#""fbn""#, [5, 1], "rough.kind"),
            ("kind = \"fbm\"\n", "", [4, 8], "rough"),
            ("octaves = 5", "octave = 5", [6, 1], "rough.octave"),
            ("octaves = 5", "octaves = 0", [6, 1], "rough.octaves"),
            ("octaves = 5", r#"octaves = "many""#, [6, 1], "rough.octaves"),
            ("seed = 7", "sead = 7", [7, 44], "rough.source.sead"),
            ("seed = 7", r#"seed = "seven""#, [7, 44], "rough.source.seed"),
            ("frequency = 2", "frequency = 0", [7, 29], "rough.source.frequency"),
            (r#"source = "rough""#, r#"source = "rouhg""#, [11, 11], "hills.source"),
            (r#"source = "rough""#, r#"source = "hills""#, [9, 8], "hills"),
            ("source = \"rough\"\n", "", [9, 8], "hills"),
            ("scale = 0.5", "scale = nan", [12, 1], "hills.scale"),
            (r#"channels = "hills""#, r#"channel = "hills""#, [16, 1], "outputs.height.channel"),
            (r#"channels = "hills""#, r#"channels = "hils""#, [16, 13], "outputs.height.channels"),
            ("channels = \"hills\"\n", "", [15, 10], "outputs.height"),
            ("range = [0, 1]", "range = [1, 0]", [17, 1], "outputs.height.range"),
            ("range = [0, 1]", r#"range = "automatic""#, [17, 1], "outputs.height.range"),
            (r#"format = "exr""#, r#"format = ".exr""#, [18, 1], "outputs.height.format"),
            (r#""rough"]"#, r#""rough", 1]"#, [21, 1], "outputs.soft.channels"),
            (r#""white""#, r#""whit""#, [21, 24], "outputs.soft.channels[1].kind"),
            (r#""rough"]"#, r#""ruogh"]"#, [21, 59], "outputs.soft.channels[3]"),
            (r#""rough"]"#, "true]", [21, 58], "outputs.soft.channels[3]"),
            ("radius = 3", "radius = 0", [22, 10], "outputs.soft.blur.radius"),
            ("passes", "pases", [22, 22], "outputs.soft.blur.pases"),
            ("{ radius = 3, passes = 2 }", "3", [22, 1], "outputs.soft.blur"),
            (r#"y = "down""#, r#"y = "dwon""#, [25, 46], "outputs.normal.normal.y"),
            ("strength = 0.5", "strength = 1e7", [25, 30], "outputs.normal.normal.strength"),
            ("depth = 8", "depth = 12", [26, 1], "outputs.normal.depth"),
            ("depth = 8", "samples = 0", [26, 1], "outputs.normal.samples"),
            ("depth = 8", "samples = 1.5", [26, 1], "outputs.normal.samples"),
            ("depth = 8", "range = [0, 1]", [26, 1], "outputs.normal.range"),
            ("depth = 8", "colour = true", [26, 1], "outputs.normal.colour"),
            ("depth = 8", r#"slope = { source = "hills" }"#, [26, 1], "outputs.normal.slope"),
            (r#"slope = { source = "hills" }"#, "slope = {}", [29, 1], "outputs.slope.slope"),
            (r##"[0.7, "#ffffff"]"##, r#"[0.7, "white"]"#, [33, 28], "outputs.albedo.ramp.stops"),
            ("[0.7,", "[0.1,", [33, 28], "outputs.albedo.ramp.stops"),
            (r##"[0.7, "#ffffff"]"##, r##"[0.7, "#ffffff80"]"##, [33, 55], "outputs.albedo.ramp.stops[1]"),
        ],
    );
}

/// Adds what recipes of few lines are refused with. The lines of their texts are divided by `;`.
fn of_lines(messages: &mut Messages, cases: &[(&str, [usize; 2], &str)]) {
    for (lines, at, place) in cases {
        messages.recipe(*lines, *at, place, &lines.replace("; ", "\n"));
    }
}

fn of_small_recipes(messages: &mut Messages) {
    messages.recipe("an empty text", [1, 1], "", "");
    of_lines(
        messages,
        &[
            (r#"version = 2; output = "a"; [nodes.a; kind = "perlin""#, [3, 9], ""),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "perlinn""#, [4, 1], "a.kind"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "voronoi""#, [4, 1], "a.kind"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "Musgrave""#, [4, 1], "a.kind"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "Perlin""#, [4, 1], "a.kind"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "sobel""#, [4, 1], "a.kind"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "ambient occlusion""#, [4, 1], "a.kind"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "sphere"; source = 1; up = "Z""#, [6, 1], "a.up"),
            (r#"version = 2; output = "a"; [nodes.a]; seed = 3"#, [3, 8], "a"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "fbm""#, [3, 8], "a"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "perlin"; frequncy = 3"#, [5, 1], "a.frequncy"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "perlin"; frequency = true"#, [5, 1], "a.frequency"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "perlin"; frequency = -1"#, [5, 1], "a.frequency"),
            (
                r#"version = 2; output = "a"; [nodes.a]; kind = "fbm"; source = { kind = "perlin", seed = "-1.5" }"#,
                [5, 29],
                "a.source.seed",
            ),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "fbm"; source = "a""#, [3, 8], "a"),
            (r#"version = 2; output = "a"; [nodes.a]; kind = "fbm"; weights = [1, inf]; source = 0"#, [5, 15], "a.weights[1]"),
            (r#"version = 2; output = "a"; [nodes.b]; kind = "perlin""#, [2, 1], "output"),
            (r#"version = 2; output = "a"; nodes = 3"#, [3, 1], "nodes"),
            (r#"version = 2; output = "a"; [node.a]; kind = "perlin""#, [3, 2], "node"),
            (r#"version = 3; output = "a"; [nodes.a]; kind = "perlin""#, [1, 1], "version"),
            (r#"version = 2; output = []; [nodes.a]; kind = "perlin""#, [2, 1], "output"),
            (r#"version = 2; output = ["a", "b"]; [nodes.a]; kind = "perlin""#, [2, 16], "output[1]"),
            (r#"version = 2; output = 3; [nodes.a]; kind = "perlin""#, [2, 1], "output"),
            (r#"version = 2; output = ["a", 3]; [nodes.a]; kind = "perlin""#, [2, 1], "output"),
        ],
    );
}

fn of_areas_and_colours(messages: &mut Messages) {
    let perlin = r#"[nodes.a]; kind = "perlin""#;
    for (line, place) in [
        ("size = [2048, 0]", "size"),
        ("size = [2048, 1024, 1]", "size"),
        (r#"size = "2048x1024""#, "size"),
        ("region = [-0.5, 0, -2, 4]", "region"),
        ("region = [-0.5, 0, inf, 4]", "region"),
        ("region = [-0.5, 0, 7.5]", "region"),
    ] {
        of_lines(messages, &[(&format!(r#"version = 2; output = "a"; {line}; {perlin}"#), [3, 1], place)]);
    }
    for (stops, column, place) in [
        (r##"[[0, "#0a0b0"]]"##, 1, "a.stops"),
        (r#"[[0, "red"]]"#, 1, "a.stops"),
        ("[[0, [0, 1]]]", 1, "a.stops"),
        ("[[0, [0, 1, 2]]]", 10, "a.stops[0]"),
        ("[[0]]", 1, "a.stops"),
        (r##"[[1, "#000000"], [0, "#000000"]]"##, 1, "a.stops"),
    ] {
        let lines = format!(r#"version = 2; output = "a"; [nodes.a]; kind = "ramp"; source = 0; channel = "blue"; stops = {stops}"#);
        of_lines(messages, &[(&lines, [7, column], place)]);
    }
}

fn of_long_and_deep_texts(messages: &mut Messages) {
    let nested = |depth: usize| {
        let (open, close) = (r#"{ kind = "scale_offset", source = "#.repeat(depth), " }".repeat(depth));
        format!("version = 2\noutput = \"a\"\nnodes.a = {open}{{ kind = \"perlin\" }}{close}")
    };
    let deepest = format!("a{}", ".source".repeat(MAX_NESTING + 1));
    messages.recipe("nodes that are nested too deep", [3, 2212], &deepest, &nested(MAX_NESTING + 1));
    messages.recipe("nodes that are nested too deep for the reader of TOML", [3, 2731], "", &nested(1000));
    let without_position = |error: &Error| matches!(error, Error::Recipe { position: None, .. });
    messages.error("a text that is too long", recipe::read(&"#".repeat(MAX_TEXT + 1)), without_position);
    let name = |number: usize| format!("{number:0200}");
    let graph = (0..MAX_TEXT / 200).fold(Graph::of_channels([name(0)]), |graph, number| graph.node(name(number), Perlin::new()));
    messages.error("a recipe whose text would be too long", recipe::write(&graph.into()), without_position);
}

fn of_other_versions(messages: &mut Messages) {
    of_lines(messages, &[(r#"output = "a"; version = 1; [node.a]"#, [2, 1], "version")]);
    for version in [1, 3] {
        let graph = Graph { version, ..Perlin::new().into() };
        messages.parameter(format!("a graph of version {version}"), "version", Unfit, graph.validate());
    }
}

fn of_drafts(messages: &mut Messages) {
    let mut graph = Graph::from(Perlin::new().fbm().fbm().octaves(2));
    graph.nodes.insert("user".into(), Fbm::of("fbm").into());
    let recipes = [("fbm of fbm", Recipe::from(graph)), ("terrain", recipe::read(terrain::TERRAIN).expect("a recipe"))];
    let [of_fbm, of_terrain] = [0, 1].map(|which| {
        let (name, recipe) = &recipes[which];
        move |messages: &mut Messages, key: &str, value: &str, place: &str, problem: Problem| {
            let mut draft = Draft::new(recipe).expect("a good recipe");
            let set = draft.set(key, value).and_then(|()| draft.recipe());
            messages.parameter(format!("{name}: {key} = {value}"), place, problem, set);
        }
    });
    for (key, value, place, problem) in [
        ("", "3", "an empty key", Unknown),
        ("octave", "3", "octave", Unknown),
        ("octaves", "3", "octaves", Unfit),
        ("fmb.octaves", "3", "fmb", Unknown),
        ("user.source.octaves", "3", "user.source", Unfit),
        ("fbm.octaves.x", "3", "fbm.octaves", Unfit),
        ("fbm.octavs", "3", "fbm.octavs", Unknown),
        ("fbm.source.source.source.octaves", "3", "fbm.source.source.source", Unknown),
        ("outputs.a.depth", "8", "outputs", Unfit),
        ("frequency", "1,2", "frequency", Unfit),
        ("fbm.octaves", "0", "fbm.octaves", outside(0.001, 32.0)),
        ("fbm.octaves", "many", "fbm.octaves", Unfit),
        ("frequency", "nan", "fbm.source.source.frequency", NotFinite),
        ("user.source", "nobody", "user.source", Unknown),
    ] {
        of_fbm(messages, key, value, place, problem);
    }
    for (key, value, place, problem) in [
        ("outputs.hight.depth", "8", "outputs.hight", Unknown),
        ("outputs.height.dept", "8", "outputs.height.dept", Unknown),
        ("outputs.height.depth", "9", "outputs.height.depth", Unfit),
        ("outputs.soft.channels[9].seed", "4", "outputs.soft.channels[9]", Unknown),
        ("outputs.soft.channels.seed", "4", "outputs.soft.channels", Unfit),
        ("outputs.normal.normal.y", "left", "outputs.normal.normal.y", Unfit),
        ("outputs.height", "8", "outputs.height", Unknown),
    ] {
        of_terrain(messages, key, value, place, problem);
    }
    let mut draft = Draft::new(&Graph::from(lacuna::nodes::Checker::new()).into()).expect("a good recipe");
    messages.parameter("a seed of a recipe without noise", "seed", Unknown, draft.set_seed(7));
}

fn of_outputs(messages: &mut Messages) {
    let read = |text: &str| recipe::read(text).expect("a good recipe");
    let several = read(&terrain("output = \"height\"\n", ""));
    messages.parameter("the default of several outputs", "outputs", Unfit, several.default_output());
    messages.parameter("an output that there is not", "outputs", Unknown, several.output("heigth"));
    let tables: String = (0..6).map(|n| format!("[outputs.o{n}]\nchannels = [0.{n}1, 0.{n}2, 0.{n}3]\n")).collect();
    let many = read(&format!("version = 2\n{tables}"));
    messages.limit("outputs of too many channels in all", "outputs", many.plan(&many.output_names()));
    let mut colour = several;
    colour.outputs.insert("empty".into(), Content::channels(Vec::<Input>::new()).into());
    messages.parameter("an output without channels", "outputs.empty.channels", Count { least: 1, most: 4 }, colour.validate());
}

// Nodes.

fn a() -> Node {
    Perlin::new().into()
}

fn b() -> Node {
    Perlin::new().seed(1).into()
}

/// Returns a value as people write it in one line: the kind of a node comes first, and keys with their defaults are left out.
fn inline(value: &toml::Value) -> String {
    match value {
        toml::Value::Table(table) => {
            let kind = table.get("kind").and_then(|kind| NodeKind::of(kind.as_str()?)).expect("a kind of node");
            let is_default = |key: &str, value: &str| {
                let default = kind.key(key).and_then(|key| (key.default)());
                default.is_some_and(|default| default.to_string() == value)
            };
            let keys =
                table.iter().map(|(key, value)| (key, inline(value))).filter(|(key, value)| *key != "kind" && !is_default(key, value));
            let mut keys: Vec<String> = keys.map(|(key, value)| format!(", {key} = {value}")).collect();
            keys.sort();
            format!("{{ kind = \"{}\"{} }}", kind.name, keys.concat())
        }
        toml::Value::Array(values) => format!("[{}]", values.iter().map(inline).collect::<Vec<_>>().join(", ")),
        toml::Value::Float(number) => format!("{number:?}").to_lowercase(),
        value => value.to_string(),
    }
}

/// Adds what graphs of a node are refused with. They are told as the recipe has them.
fn of_nodes(messages: &mut Messages, cases: impl IntoIterator<Item = (Node, &'static str, Problem)>) {
    for (node, place, problem) in cases {
        let table = toml::Value::try_from(&node).expect("a table");
        messages.parameter(inline(&table), place, problem, Program::new(node));
    }
}

fn of_bases(messages: &mut Messages) {
    of_nodes(
        messages,
        [
            (Simplex::new().period(8).into(), "simplex.period", Unfit),
            (Simplex::new().period(8).fbm().into(), "fbm.source.period", Unfit),
            (Add::of(1, Simplex::new().period(1)).into(), "add.b.period", Unfit),
            (Simplex::new().dimensions(0).into(), "simplex.dimensions", outside(1.0, 4.0)),
            (Perlin::new().dimensions(5).fbm().into(), "fbm.source.dimensions", outside(1.0, 4.0)),
            (Perlin::new().gradients(GradientSet::Classic).into(), "perlin.gradients", Unfit),
            (Perlin::new().gradients(GradientSet::Classic).dimensions(3).into(), "perlin.gradients", Unfit),
            (Perlin::new().period(257).into(), "perlin.period", outside(0.0, 256.0)),
            (Perlin::new().period([1_u32, 257]).into(), "perlin.period", outside(0.0, 256.0)),
            (Perlin::new().hash(HashKind::Lattice).period((1 << 30) + 1).into(), "perlin.period", outside(0.0, 1_073_741_824.0)),
            (Perlin::new().period([1_u32, 2, 3, 4, 5]).into(), "perlin.period", Count { least: 1, most: 4 }),
            (Perlin::new().frequency(0).into(), "perlin.frequency", POSITIVE),
            (Perlin::new().frequency(-1).fbm().into(), "fbm.source.frequency", POSITIVE),
            (Perlin::new().frequency(f64::INFINITY).into(), "perlin.frequency", NotFinite),
            (Perlin::new().frequency(f64::NAN).fbm().into(), "fbm.source.frequency", NotFinite),
            (Perlin::new().offset(1e10).into(), "perlin.offset", outside(-2_147_483_648.0, 2_147_483_648.0)),
            (Value::new().dimensions(4).smoothed(true).into(), "value.smoothed", Unfit),
            (Value::new().dimensions(4).interpolation(ValueInterpolation::CatmullRom).into(), "value.interpolation", Unfit),
            (Value::new().smoothed(true).interpolation(ValueInterpolation::CatmullRom).into(), "value.smoothed", Unfit),
            (Cellular::new().dimensions(4).into(), "cellular.dimensions", outside(1.0, 3.0)),
            (Cellular::new().jitter(-0.1).into(), "cellular.jitter", outside(0.0, 1.0)),
            (Cellular::new().dimensions(2).output(CellularOutput::PointZ).into(), "cellular.output", Unfit),
            (Cellular::new().metric(Metric::Manhattan).output(CellularOutput::Edge).into(), "cellular.metric", Unfit),
            (Cellular::new().jitter(1.5).into(), "cellular.jitter", outside(0.0, 1.0)),
            (Cellular::new().jitter(f64::NAN).into(), "cellular.jitter", NotFinite),
            (Constant::of(1e31).into(), "constant.value", outside(-1e30, 1e30)),
            (Coordinate::new().frequency(-1).into(), "coordinate.frequency", POSITIVE),
            (Shape::new().size([1, 2]).into(), "shape.size", Count { least: 1, most: 1 }),
            (Shape::new().form(ShapeForm::Box).size([1, 2, 3]).into(), "shape.size", Count { least: 1, most: 2 }),
        ],
    );
}

fn of_fractals_and_maps(messages: &mut Messages) {
    let octaves = || outside(0.001, 32.0);
    of_nodes(
        messages,
        [
            (a().fbm().octaves(0).into(), "fbm.octaves", octaves()),
            (a().fbm().octaves(-0.5).into(), "fbm.octaves", octaves()),
            (a().fbm().octaves(33).into(), "fbm.octaves", octaves()),
            (a().ridged().octaves(32.5).into(), "ridged.octaves", octaves()),
            (a().ridged().feedback(-1).into(), "ridged.feedback", outside(0.0, 100.0)),
            (a().hybrid().offset(f64::NAN).into(), "hybrid.offset", NotFinite),
            (a().ping_pong().strength(1001).into(), "ping_pong.strength", outside(0.0, 1000.0)),
            (a().fbm().lacunarity(0).into(), "fbm.lacunarity", outside(0.01, 100.0)),
            (a().fbm().gain(f64::INFINITY).into(), "fbm.gain", NotFinite),
            (a().fbm().weights([1, 2]).gain(0.5).into(), "fbm.gain", Unfit),
            (a().fbm().weights([0; 0]).into(), "fbm.weights", Count { least: 1, most: 32 }),
            (a().fbm().octaves(2).weights([1]).into(), "fbm.weights", Unfit),
            (a().fbm().weights([0]).into(), "fbm.weights", Unfit),
            (a().transform().scale([1, 0]).into(), "transform.scale", Unfit),
            (a().transform().rotate([1, 2]).into(), "transform.rotate", Unfit),
            (a().transform().translate(1e300).into(), "transform.translate", outside(-2_147_483_648.0, 2_147_483_648.0)),
            (a().warp().octaves(0).into(), "warp.octaves", outside(1.0, 32.0)),
            (a().warp().x(Perlin::new().seed(1).frequency(-1)).into(), "warp.x.frequency", POSITIVE),
            (a().warp().strength(f64::NAN).into(), "warp.strength", NotFinite),
            (a().cylinder().width(0).into(), "cylinder.width", POSITIVE),
            (a().torus().radius(-1).into(), "torus.radius", POSITIVE),
            (a().sphere().height(f64::NAN).into(), "sphere.height", NotFinite),
            (a().cube().size(0).into(), "cube.size", POSITIVE),
            (a().looped().length(1e10).into(), "loop.length", outside(0.0, 1e9)),
            (a().polar().repeat(0).into(), "polar.repeat", outside(1.0, 1024.0)),
            (a().kaleidoscope().segments(65).into(), "kaleidoscope.segments", outside(2.0, 64.0)),
            (a().swirl().radius(0).into(), "swirl.radius", POSITIVE),
        ],
    );
}

fn of_steps(messages: &mut Messages) {
    let stop = |at: f64, red: f64| a().ramp([(at, [red, 0.0, 0.0])]).into();
    let many = a().ramp((0..33).map(|at| (at, [0_u8; 3])));
    messages.parameter("a ramp of 33 stops", "ramp.stops", Count { least: 1, most: 32 }, Program::new(many));
    of_nodes(
        messages,
        [
            (a().bias().amount(0).into(), "bias.amount", outside(0.001, 0.999)),
            (a().gain().amount(1).into(), "gain.amount", outside(0.001, 0.999)),
            (a().terrace().steps(0).into(), "terrace.steps", outside(1.0, 10_000.0)),
            (a().terrace().sharpness(1.1).into(), "terrace.sharpness", outside(0.0, 1.0)),
            (a().quantize().steps(0.5).into(), "quantize.steps", outside(1.0, 10_000.0)),
            (a().power().exponent(65).into(), "power.exponent", outside(-64.0, 64.0)),
            (a().remap([1, 1], [0, 1]).into(), "remap.from", Unfit),
            (a().quotient(b()).limit(0).into(), "quotient.limit", outside(1e-6, 1e12)),
            (a().smooth_min(b()).radius(-1).into(), "smooth_min.radius", outside(0.0, 1e6)),
            (a().select(b(), a()).falloff(-1).into(), "select.falloff", outside(0.0, 1e6)),
            (Curve::of(a(), [[0, 0]]).into(), "curve.points", Count { least: 2, most: 64 }),
            (Curve::of(a(), [[0, 0], [0, 1]]).into(), "curve.points", Unfit),
            (Curve::of(a(), [[0, 0], [2, 1], [1, 3]]).into(), "curve.points", Unfit),
            (Curve::of(a(), [[0.0, 0.0], [0.9e-9, 1.0]]).into(), "curve.points", Unfit),
            (Curve::of(a(), [[0.0, 0.0], [1.0, f64::NAN]]).into(), "curve.points[1]", NotFinite),
            (a().ramp(std::iter::empty::<(i32, [u8; 3])>()).into(), "ramp.stops", Count { least: 1, most: 32 }),
            (a().ramp([(1, [0_u8; 3]), (0, [0; 3])]).into(), "ramp.stops", Unfit),
            (stop(f64::NAN, 0.0), "ramp.stops[0]", NotFinite),
            (stop(0.0, 1.5), "ramp.stops[0]", outside(0.0, 1.0)),
            (a().add(f64::NAN).into(), "add.b", NotFinite),
            (a().add(1e31).into(), "add.b", outside(-1e30, 1e30)),
            (a().add("nowhere").into(), "add.b", Unknown),
            (a().abs().add(a().ramp([(0, [0_u8; 3])])).into(), "add.b", Unfit),
        ],
    );
}

fn of_weaves_and_tiles(messages: &mut Messages) {
    let tiles = |layout| Tiles::new().layout(layout);
    of_nodes(
        messages,
        [
            (Weave::new().over(2).period([6, 4]).into(), "weave.period", Unfit),
            (Weave::new().over(2).step(3).into(), "weave.step", Unfit),
            (tiles(TileLayout::Bond).period([3, 5]).into(), "tiles.period", Unfit),
            (tiles(TileLayout::Bond).shift_every(3).period([3, 2]).into(), "tiles.period", Unfit),
            (tiles(TileLayout::Herringbone).period([3, 4]).into(), "tiles.period", Unfit),
            (tiles(TileLayout::Basket).skip(0.1).into(), "tiles.skip", Unfit),
            (tiles(TileLayout::Hex).size_jitter(0.1).into(), "tiles.size_jitter", Unfit),
            (tiles(TileLayout::Stack).frequency([1, 101]).into(), "tiles.frequency", Unfit),
        ],
    );
}

fn of_values_and_derivatives(messages: &mut Messages) {
    let loud = |source: Node| Node::from(ScaleOffset::of(source, 1e30, 0));
    of_nodes(
        messages,
        [
            (a().normal().strength(f64::NAN).into(), "normal.strength", NotFinite),
            (a().derivative().derivative().into(), "derivative.source", Unfit),
            (Node::from(a().slope()).fbm().normal().into(), "normal.source.source", Unfit),
            (Curl::of(0, 0, a().abs().slope()).into(), "curl.z", Unfit),
            (loud(loud(a())), "scale_offset", Unfit),
            (a().fbm().octaves(32).gain(16).normalize(false).fbm().octaves(32).gain(16).normalize(false).into(), "fbm", Unfit),
            (Heterogeneous::of(loud(a())).gain(0).into(), "heterogeneous", Unfit),
            (Value::new().normal().space(NormalSpace::Object).into(), "normal.space", Unfit),
            (a().sphere().normal().space(NormalSpace::Object).per(Per::Unit).into(), "normal.per", Unfit),
        ],
    );
    let steep = Perlin::new().power().exponent(3).scale_offset(1e20, 0);
    let graph = Graph::of_channels(["n"]).node("hill", steep).node("n", Input::from("hill").multiply("hill"));
    messages.parameter("a product of values that are great already", "n", Unfit, Program::new(&graph));
    let noise = || Perlin::new().seed(2);
    let ball = || Node::from(Perlin::new().seed(1).sphere());
    let beside: [(&str, Node); 6] = [
        ("a sphere, and one whose y is up", ball().add(noise().sphere().up(lacuna::nodes::Up::Y)).into()),
        ("a sphere, and a cylinder", ball().add(noise().cylinder()).into()),
        ("noise, and a sphere", Node::from(noise()).add(ball()).into()),
        ("a cube, and noise", Node::from(noise().cube()).add(noise()).into()),
        ("a sphere that is warped", ball().warp().x(noise()).into()),
        ("noise alone", noise().fbm().into()),
    ];
    for (about, h) in beside {
        let graph = Graph::of_channels(["n"]).node("h", h).node("n", Input::from("h").normal().space(NormalSpace::Object));
        messages.parameter(format!("a normal in the space of the object, of {about}"), "n.space", Unfit, Program::new(&graph));
    }
}

// Graphs and programs.

fn of_graphs(messages: &mut Messages) {
    let cycle = Graph::from(Fbm::of("b")).node("b", Fbm::of("c")).node("c", Fbm::of(Node::from(Fbm::of("b"))));
    let graph = |names: &[&str]| Graph::of_channels(names.iter().copied()).node("a", a()).node("b", Fbm::of("a"));
    let colour = || a().ramp([(0, [0_u8; 3])]);
    let count = Count { least: 1, most: MAX_CHANNELS as u64 };
    for (about, graph, place, problem) in [
        ("a source that there is not", Graph::from(Fbm::of("b")), "fbm.source", Unknown),
        ("a source in a graph of several", graph(&["a"]).node("c", Fbm::of("d")), "c.source", Unknown),
        ("a cycle of two", cycle, "c", Unfit),
        ("a node of itself", Graph::from(Fbm::of("fbm")), "fbm", Unfit),
        ("an output that there is not", graph(&["d"]), "output", Unknown),
        ("a channel that there is not", graph(&["a", "c", "d"]), "output[1]", Unknown),
        ("no nodes", Graph { nodes: std::collections::BTreeMap::new(), ..graph(&["d"]) }, "output", Unknown),
        ("too many channels", graph(&["a"; MAX_CHANNELS + 1]), "output", count),
        ("no channels", graph(&[]), "output", count),
        ("too many channels of colours", Graph::of_channels(["c"; 6]).node("c", colour()), "output", Unfit),
        ("a name with a space", graph(&["a"]).node("a b", a()), "nodes", Unfit),
        ("a colour for a number", Graph::from(colour().ridged()), "ridged.source", Unfit),
    ] {
        messages.parameter(format!("a graph with {about}"), place, problem, Program::new(&graph));
    }
    let two = Graph::of_channels(["first", "second"]).node("first", a()).node("second", b());
    messages.parameter("a gradient of two channels", "output", Unfit, with_gradient(&two));
    let program = Program::new(&two).expect("a good graph");
    messages.parameter("the single value of two channels", "channels", Unfit, program.at([0.5, 0.5, 0.5]));
    messages.parameter("one place for two channels", "channels", Unfit, program.sample_point([0.5; 4], &mut [0.0]));
    let count = Count { least: 3, most: 3 };
    messages.parameter("two coordinates in three dimensions", "point", count, program.channels_at::<2, _, 2>([0.5, 0.5]));
    messages.parameter("a plane of three dimensions", "region", count, program.grid([4, 4], [0, 0], [1, 1]));
    let count = Count { least: 1, most: lacuna::MAX_SAMPLES.into() };
    messages.parameter("an axis without coordinates", "points.x", count, Cpu::new().sample_outer(&program, [&[]], &mut []));
}

/// Returns nodes named n0, n1 and so on, each made from the previous one; the last is the output.
fn levels(count: usize, next: impl Fn(Input) -> Node) -> Graph {
    let graph = Graph::of_channels([format!("n{count}")]).node("n0", Perlin::new());
    (1..=count).fold(graph, |graph, level| graph.node(format!("n{level}"), next(Input::Name(format!("n{}", level - 1)))))
}

fn of_limits(messages: &mut Messages) {
    let unfolding = levels(20, |name| name.clone().fbm().octaves(1).add(name.turbulence().octaves(1)).into());
    let many = Graph::of_channels(["all"]).node("all", Input::from("n200").fbm().octaves(32).fbm().octaves(32));
    let many = Graph { nodes: many.nodes.into_iter().chain(levels(200, |name| name.abs().into()).nodes).collect(), ..many };
    let octaves = (0..3).fold(a(), |node, _| node.fbm().octaves(32).into());
    for (about, graph, what) in [
        ("that unfolds", unfolding, "n1.b"),
        ("of many steps in many octaves", many, "n64"),
        ("of many nodes in a row", levels(MAX_DEPTH + 2, |name| name.abs().into()), "n1"),
        ("of octaves of octaves", octaves.into(), "fbm.source.source.octaves"),
        ("of a period that grows", Perlin::new().period(256).seed(1).fbm().octaves(32).into(), "fbm.source.period"),
    ] {
        messages.limit(format!("a graph {about}"), what, Program::new(&graph));
    }
    let short = Perlin::new().period(1).seed(1).fbm().lacunarity(0.1).octaves(4);
    messages.parameter("a period that shrinks to nothing", "fbm.source.period", Unfit, Program::new(short));
}

// Domains.

fn of_domains(messages: &mut Messages) {
    let good = Grid::plane(Axis::extent(0, 1, 4), Axis::extent(0, 1, 4));
    let long = Axis::extent(0, 1, i32::MAX as u32);
    let samples = || outside(1.0, f64::from(i32::MAX));
    let nan = Number::from(f64::NAN);
    let sample = |domain: &Domain| Cpu::new().sample(&Program::new(a()).expect("a good graph"), domain);
    for (about, domain, place, problem) in [
        ("x from NaN", Grid { x: Axis::extent(nan, 1, 4), ..good }.into(), "region.x", NotFinite),
        ("y to infinity", Grid { y: Axis::extent(0, f64::INFINITY, 4), ..good }.into(), "region.y", NotFinite),
        ("z that is NaN", Grid { z: Axis::Constant(nan), ..good }.into(), "region.z", NotFinite),
        ("x of no samples", Grid { x: Axis::extent(0, 1, 0), ..good }.into(), "region.x", samples()),
        ("y of too many samples", Grid { y: Axis::extent(0, 1, 1 << 31), ..good }.into(), "region.y", samples()),
        ("x from 1 to 0", Grid { x: Axis::extent(1, 0, 4), ..good }.into(), "region.x", Unfit),
        ("y from 0 to 0", Grid { y: Axis::extent(0, 0, 4), ..good }.into(), "region.y", Unfit),
        ("y beyond the lattice", Grid { y: Axis::extent(0, 1e12, 4), ..good }.into(), "region.y", Unfit),
        ("no points", Domain::Points(vec![]), "points", Count { least: 1, most: i32::MAX as u64 }),
        ("a point that is NaN", Domain::Points(vec![[0.into(); 4], [0.into(), nan, 0.into(), 0.into()]]), "points[1]", NotFinite),
    ] {
        messages.parameter(format!("a domain with {about}"), place, problem, sample(&domain));
    }
    let volume = Grid { x: long, y: long, z: Axis::extent(0, 1, 2), ..good };
    messages.limit("a grid of more samples than are counted", "region", sample(&volume.into()));
    let too_much = |error: &Error| matches!(error, Error::Memory { what: "samples", .. });
    messages.error("a grid of more samples than memory holds", sample(&Grid { x: long, y: long, ..good }.into()), too_much);
    messages.parameter("an axis through its ends of one sample", "region", Unfit, Axis::through(0, 1, 1));
    messages.limit("an axis through its ends of as many samples as can be", "region", Axis::through(0, 1, i32::MAX as u32));
    let tile = Tile { origin: [0; 3], size: [4, 4, 1] };
    let constant = Grid { y: Axis::Constant(Number::ZERO), ..good };
    messages.parameter("the neighbours of a single row", "region.y", Unfit, constant.around(Tile { size: [4, 1, 1], ..tile }, 1));
    let huge = Grid { x: Axis::extent(0, 1, 2_000_000_000), ..good };
    messages.limit("the neighbours of as many columns as can be", "region.x", huge.around(tile, 1));
}

fn of_tiles_and_points(messages: &mut Messages) {
    let program = Program::new(Perlin::new().dimensions(2)).expect("a good graph");
    let domain = Domain::from(Grid::plane(Axis::extent(0, 1, 4), Axis::extent(0, 1, 4)));
    for (about, tile, place) in [
        ("of no columns", Tile { origin: [0; 3], size: [0, 4, 1] }, "tile.x"),
        ("beyond the last row", Tile { origin: [0, 3, 0], size: [4, 2, 1] }, "tile.y"),
    ] {
        messages.parameter(format!("a tile {about}"), place, Unfit, Cpu::new().evaluate(&program, &domain, tile, &mut [0.0; 16]));
    }
    for (about, point, place, problem) in [
        ("that is NaN", [f64::NAN, 0.0], "point.x", NotFinite),
        ("beyond the lattice", [0.0, 2_147_483_648.0], "point.y", Unfit),
        ("far beyond it", [-1e300, 0.0], "point.x", Unfit),
    ] {
        messages.parameter(format!("a point {about}"), place, problem, program.at(point));
    }
    messages.parameter("a comparison with nothing", "samples", Unfit, lacuna::internal::parity::compare(&[1.0], &[]));
}

// Views of terrain.

fn of_views(messages: &mut Messages) {
    let good = || View::default();
    let sun = |azimuth, altitude| View { sun: Sun { azimuth, altitude }, ..good() };
    let camera = |camera: Camera| View { projection: Projection::Relief(camera), ..good() };
    let ramp = |ramp: Vec<(f64, [u8; 3])>| View { palette: Palette { ramp, ..Palette::grey() }, ..good() };
    let raking = View { shadows: true, ..sun(0.0, 1.0) };
    let dark = Light { law: Law::None, is_smooth: false };
    for (about, view, place, problem) in [
        ("a sun of azimuth NaN", sun(f64::NAN, 45.0), "view.sun.azimuth", outside(-1e6, 1e6)),
        ("a sun on the horizon", sun(0.0, 0.0), "view.sun.altitude", outside(1.0, 90.0)),
        ("no height", View { relief_height: 0.0, ..good() }, "view.relief_height", outside(1e-9, 1e9)),
        ("an infinite height", View { relief_height: f64::INFINITY, ..good() }, "view.relief_height", outside(1e-9, 1e9)),
        ("no samples a pixel", View { antialias: 0, ..good() }, "view.antialias", outside(1.0, 8.0)),
        ("little brightness", View { brightness: 0.09, ..good() }, "view.brightness", outside(0.1, 10.0)),
        ("brightness NaN", View { brightness: f64::NAN, ..good() }, "view.brightness", outside(0.1, 10.0)),
        ("shadows without a light", View { light: dark, shadows: true, ..good() }, "view.shadows", Unfit),
        ("an empty range", View { range: [1.0, 1.0], ..good() }, "view.range", Unfit),
        ("water at NaN", View { water: Some(f64::NAN), ..good() }, "view.water", outside(-1e9, 1e9)),
        ("no wires", View { wireframe: Some(0), ..good() }, "view.wireframe", outside(1.0, 1_048_576.0)),
        ("a flat camera", camera(Camera { pitch: 1.0, ..Camera::default() }), "view.camera.pitch", outside(5.0, 90.0)),
        ("no zoom", camera(Camera { zoom: 0.0, ..Camera::default() }), "view.camera.zoom", outside(0.1, 100.0)),
        ("nothing but haze", camera(Camera { haze: 1.0, ..Camera::default() }), "view.camera.haze", outside(0.0, 0.99)),
        ("an infinite heading", camera(Camera { heading: f64::INFINITY, ..Camera::default() }), "view.camera.heading", outside(-1e6, 1e6)),
        ("no colours", ramp(vec![]), "view.palette.ramp", Unfit),
        ("two colours at one place", ramp(vec![(0.5, [0; 3]), (0.5, [0; 3])]), "view.palette.ramp", Unfit),
    ] {
        assert_eq!(view.margin([1.0; 2]).err(), view.validate().err(), "{about}");
        messages.parameter(format!("a view with {about}"), place, problem, view.validate());
    }
    messages.limit("a view with long shadows", "view.sun.altitude", raking.margin([1e-3; 2]));
    messages.parameter("a view of samples without a distance", "terrain.spacing", Unfit, good().margin([0.0, 1.0]));
    messages.parameter("a view of samples that are very far apart", "view.relief_height", Unfit, good().margin([1e11; 2]));
}

fn of_scenes(messages: &mut Messages) {
    let flat = |samples: u32, value: f32| Terrain {
        heights: vec![value; (samples * samples) as usize],
        size: [samples; 2],
        spacing: [1.0; 2],
        first: [0; 2],
    };
    let (mut steep, mut peak) = (flat(48, 0.0), flat(48, 0.0));
    steep.heights[5] = 2e6;
    peak.heights.iter_mut().enumerate().for_each(|(number, height)| *height = 30.0 - (number as f32 - 1152.0).abs() / 40.0);
    let camera = Camera { lens: Lens::Perspective, pitch: 5.0, zoom: 50.0, ..Camera::default() };
    let (hillshade, inside) = (View::default(), View { projection: Projection::Relief(camera), ..View::default() });
    for (about, view, terrain, size, place, problem) in [
        ("of more pixels than samples", &hillshade, flat(48, 0.0), [11; 2], "size", Unfit),
        ("of too few samples", &hillshade, flat(30, 0.0), [4; 2], "terrain", Unfit),
        ("of heights that are NaN", &hillshade, flat(48, f32::NAN), [10; 2], "terrain", NotFinite),
        ("of more heights than its size", &hillshade, Terrain { size: [47, 48], ..flat(48, 0.0) }, [10; 2], "terrain", Unfit),
        ("that is too steep", &hillshade, steep, [10; 2], "view.relief_height", Unfit),
        ("from below its ground", &inside, peak, [10; 2], "view.camera", Unfit),
    ] {
        messages.parameter(format!("a scene {about}"), place, problem, Scene::new(view, terrain, size));
    }
    messages.limit("a relief of very many pixels", "size", Scene::new(&inside, flat(48, 0.0), [1 << 23, 1]));
    let mut scene = Scene::new(&View { projection: Projection::Relief(Camera::default()), ..hillshade.clone() }, flat(48, 0.0), [30, 20]);
    let again = scene.as_mut().expect("a good scene").look_again(&hillshade, [10; 2]);
    messages.parameter("a relief that becomes a hillshade", "terrain", Unfit, again);
    let scene = scene.as_mut().expect("a good scene");
    messages.parameter("a scene painted in part", "colours", Unfit, scene.paint(&[0.5; 9]));
    messages.parameter("a scene painted brighter than white", "colours", outside(0.0, 1.0), scene.paint(&[1.5; 3 * 48 * 48]));
}

// Modules and kernels.

fn of_modules(messages: &mut Messages) {
    let program = |node: Node| Program::new(node).expect("a good graph");
    let named = |name: &str| program(a()).module(Language::Wgsl, &ModuleOptions::new(name));
    for name in ["", "2hills", "hügel", "hills_", "a__b", "a_name_that_is_far_too_long_for_it"] {
        messages.parameter(format!("a module named `{name}`"), "name", Unfit, named(name));
    }
    messages.parameter("a module named as a word of WGSL", "name", Unfit, named("filter"));
    let half = ModuleOptions::new("hills").with("half", program(a()));
    messages.parameter("a function named as a word of HLSL", "name", Unfit, program(a()).module(Language::Hlsl, &half));
    let in_cpp = program(a()).module(Language::Cpp, &ModuleOptions::new("fn"));
    messages.parameter("a function named as a word of WGSL, in C++", "name", Unfit, in_cpp);
    let twice = ModuleOptions::new("hills").with("hills_at", program(a()));
    messages.parameter("a module with a name twice", "name", Unfit, program(a()).module(Language::Wgsl, &twice));
    let round = program(Perlin::new().dimensions(3).cylinder().into());
    messages.parameter("exact positions on a circle", "cylinder.source", Unfit, check_exact(&round));
    let long = "0.12345678901234567890123456789012345678".parse::<Number>().expect("a number");
    let long = program((0..5).fold(a(), |node, _| node.transform().scale(long).into()));
    messages.limit("exact positions of many digits", "transform.source.source.source.source.source", check_exact(&long));
}

fn of_kernels_and_texels(messages: &mut Messages) {
    let is_unsupported = |error: &Error| matches!(error, Error::Unsupported(_));
    messages.error("three channels in a texture of two", TexelFormat::Rg32Float.texels(&[0.0; 6], 3), is_unsupported);
    messages.error("five channels in a texture", TexelFormat::Rgba8Unorm.texels(&[0.0; 5], 5), is_unsupported);
    messages.parameter("five values for samples of two", "samples", Unfit, TexelFormat::Rgba8Unorm.texels(&[0.0; 5], 2));
    let limits = wgpu::Limits { max_storage_buffers_per_shader_stage: 3, ..wgpu::Limits::downlevel_defaults() };
    let (device, queue) = noop::noop(&limits);
    let program = Program::new(a()).expect("a good graph");
    let kernel = Cache::new(&device, &queue).kernel(&program, DomainKind::Grid, TargetKind::Buffer);
    messages.error("a device of few buffers", kernel, is_unsupported);
    let (device, queue) = noop::noop(&wgpu::Limits::default());
    let chain = (1..250).fold(Node::from(Simplex::new()), |by, seed| Node::from(Simplex::new().dimensions(3).seed(seed).warp().x(by)));
    let chain = Program::new(chain).expect("a good graph");
    let kernel = Cache::new(&device, &queue).kernel(&chain, DomainKind::Grid, TargetKind::Buffer);
    messages.limit("a kernel that is too large", "kernel", kernel);
    // Its size is another with every change of a shader.
    let KernelSize { operations, reads, .. } = kernel_size(chain.structure(), DomainKind::Grid, TargetKind::Buffer, Speed::PerSample);
    let (_, told) = messages.0.last_mut().expect("the one of the kernel");
    *told = told.replace(&operations.to_string(), "OPERATIONS").replace(&reads.to_string(), "READS");
}
