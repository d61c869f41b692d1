use lacuna::presets::PRESETS;
use lacuna::recipe::Draft;

use super::*;

const HILLS: &str = r##"# Hills.
version = 2
output = "hills"

# The one that is shown.
[nodes.hills]
kind = "fbm" # sums
octaves = 5 # few
source = { kind = "perlin", frequency = 4, seed = 7 } # below

[nodes.flat.source]
kind = "white"
[nodes.flat]
kind = "abs"
"##;

fn hills() -> Document {
    Document::new(HILLS).unwrap()
}

fn of(name: &str) -> Gesture {
    Gesture::Of(name.to_owned())
}

#[test]
fn a_set_key_changes_nothing_else_of_the_text() {
    for (path, value, old, new) in [
        ("hills.octaves", "6", "octaves = 5 # few", "octaves = 6 # few"),
        ("hills.octaves", "6.50", "octaves = 5 # few", "octaves = 6.50 # few"),
        ("hills.source.frequency", ".25", "frequency = 4", "frequency = 0.25"),
        ("hills.source.frequency", "0.12345678901234567890123", "frequency = 4", "frequency = 0.12345678901234567890123"),
        ("hills.source.seed", "18446744073709551615", "seed = 7", "seed = \"18446744073709551615\""),
        ("hills.source.dimensions", "2", "seed = 7 }", "seed = 7, dimensions = 2 }"),
        ("hills.source", "flat", "{ kind = \"perlin\", frequency = 4, seed = 7 } # below", "\"flat\" # below"),
        ("hills.gain", "0.4", "# below\n", "# below\ngain = 0.4\n"),
        (
            "flat.source",
            "3",
            "\n[nodes.flat.source]\nkind = \"white\"\n[nodes.flat]\nkind = \"abs\"\n",
            "[nodes.flat]\nkind = \"abs\"\nsource = 3\n",
        ),
        ("flat.source.seed", "3", "kind = \"white\"\n", "kind = \"white\"\nseed = 3\n"),
        ("output", "flat", "output = \"hills\"", "output = \"flat\""),
        ("size", "[8, 4]", "output = \"hills\"\n", "output = \"hills\"\nsize = [8, 4]\n"),
    ] {
        let mut document = hills();
        document.set(path, value, &Gesture::Single).unwrap_or_else(|problem| panic!("{path}: {problem}"));
        assert_eq!(document.text(), HILLS.replacen(old, new, 1), "{path} = {value}");
        assert_eq!(document.revision(), 2);
    }
}

#[test]
fn a_removed_key_has_its_default() {
    let mut document = hills();
    document.remove("hills.source.seed", &Gesture::Single).unwrap();
    document.remove("hills.octaves", &Gesture::Single).unwrap();
    document.remove("hills.gain", &Gesture::Single).unwrap();
    assert_eq!(document.text(), HILLS.replace(", seed = 7", "").replace("octaves = 5 # few\n", ""));
    let message = document.remove("hills.source", &Gesture::Single).unwrap_err().message;
    assert!(message.starts_with("hills: ") && message.contains("`source`"), "{message}");
}

#[test]
fn elements_of_lists_are_set_added_and_removed() {
    let text = "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"ramp\"\nsource = 0\nstops = [\n  [0, \"#000000\"], # low\n  [1, \"#ffffff\"], # high\n]\n";
    let mut document = Document::new(text).unwrap();
    document.set("a.stops[0][1]", "\"#102030\"", &Gesture::Single).unwrap();
    assert_eq!(document.text(), text.replace("#000000", "#102030"));
    document.set("a.stops[2]", "[2, \"#ff0000\"]", &Gesture::Single).unwrap();
    assert_eq!(document.value("a.stops[2][0]").as_deref(), Some("2"));
    document.remove("a.stops[2]", &Gesture::Single).unwrap();
    assert!(document.text().contains("# low") && document.text().contains("# high"));
    assert!(document.set("a.stops[9]", "[2, \"#ff0000\"]", &Gesture::Single).is_err());
}

#[test]
fn an_invalid_value_changes_nothing_and_tells_why() {
    for (path, value, expected) in [
        ("hills.octaves", "33", "hills.octaves: "),
        ("hills.octaves", "1,2", "`1,2` "),
        ("hills.octaves", "1\nversion = 2", "`1\\nversion = 2` "),
        ("hills.octave", "3", "hills.octave: "),
        ("hills.octaves.x", "3", "hills.octaves.x: "),
        ("hills.source", "hills", "hills: "),
        ("hill.octaves", "3", "hill: "),
    ] {
        let mut document = hills();
        let problem = document.set(path, value, &Gesture::Single).unwrap_err();
        assert!(problem.message.starts_with(expected), "{path} = {value}: {problem}");
        assert_eq!((document.text(), document.revision(), document.can_undo()), (HILLS, 1, false));
    }
}

#[test]
fn a_wrong_text_keeps_the_last_recipe_and_tells_the_place() {
    let mut document = hills();
    for (old, new, marked) in [
        ("octaves = 5", "octaves = 33", "octaves = 33"),
        ("seed = 7", "seed = 7.5", "seed = 7.5"),
        ("seed = 7", "sed = 7", "sed = 7"),
        ("[nodes.hills]", "[nodes.hüls]", "ü"),
        ("[nodes.hills]", "[nodes.hulls]", "output = \"hills\""),
        ("# Hills.", "# Hü", ""),
        ("octaves = 5", "octaves = [", "="),
        ("source = {", "weights = [1, 1, inf, 1, 1]\nsource = {", "inf"),
    ] {
        let text = HILLS.replace(old, new);
        document.edit_text(text.as_str(), &Gesture::Single);
        assert_eq!(document.text(), text);
        match (document.problem(), marked) {
            (None, "") => {}
            (Some(problem), _) => {
                let span = problem.span.clone().unwrap_or_else(|| panic!("{problem}"));
                assert!(text[span.clone()].starts_with(marked), "{:?}: {problem}", &text[span]);
                assert_eq!(&**document.recipe_text(), HILLS);
                let told = problem.message.clone();
                assert!(document.set("hills.octaves", "3", &Gesture::Single).is_err_and(|refused| refused.message.contains(&told)));
            }
            (None, _) => panic!("{new} is right"),
        }
        document.edit_text(HILLS, &Gesture::Single);
        assert_eq!(document.problem(), None);
    }
    assert_eq!(document.revision(), 1, "comments are no change of the recipe");
}

#[test]
fn a_gesture_is_one_entry_of_the_history() {
    let mut document = hills();
    for octaves in ["6", "7", "8"] {
        document.set("hills.octaves", octaves, &of("octaves")).unwrap();
    }
    document.set("hills.gain", "0.4", &of("gain")).unwrap();
    document.set("hills.gain", "0.3", &of("gain")).unwrap();
    document.end_gesture();
    document.set("hills.gain", "0.2", &of("gain")).unwrap();
    document.undo();
    assert_eq!(document.value("hills.gain").as_deref(), Some("0.3"));
    document.undo();
    assert_eq!(document.value("hills.octaves").as_deref(), Some("8"));
    document.undo();
    assert_eq!((document.text(), document.can_undo(), document.is_changed()), (HILLS, false, false));
    for _ in 0..3 {
        document.redo();
    }
    assert_eq!((document.value("hills.gain").as_deref(), document.can_redo()), (Some("0.2"), false));
    document.set("hills.gain", "0.9", &of("back")).unwrap();
    document.set("hills.gain", "0.2", &of("back")).unwrap();
    document.end_gesture();
    document.undo();
    assert_eq!(document.value("hills.gain").as_deref(), Some("0.3"), "a gesture that came back leaves no entry");
}

#[test]
fn a_thousand_edits_are_undone_within_bounds() {
    let mut document = hills();
    for edit in 0..1000 {
        document.set("hills.source.seed", &edit.to_string(), &Gesture::Single).unwrap();
    }
    let mut undone = 0;
    while document.can_undo() {
        document.undo();
        undone += 1;
    }
    assert_eq!((undone, document.value("hills.source.seed").as_deref()), (256, Some("743")));
    let long = format!("{HILLS}# {}\n", "x".repeat(200_000));
    for edit in 0..100 {
        document.edit_text(format!("{long}# {edit}\n"), &Gesture::Single);
    }
    let undone = std::iter::from_fn(|| document.can_undo().then(|| document.undo())).count();
    assert!((20..60).contains(&undone), "{undone} texts of 200 kB are kept");
}

#[test]
fn each_key_of_each_preset_set_to_its_value_changes_no_value() {
    for preset in PRESETS {
        let mut document = Document::new(preset.text).unwrap();
        let recipe = document.recipe().clone();
        let paths: Vec<String> = document.nodes().iter().map(|node| node.path.clone()).collect();
        assert!(!paths.is_empty());
        for path in paths {
            for view in document.values(&path) {
                let Some(text) = view.text.clone().or_else(|| view.default()) else { continue };
                let place = format!("{path}.{}", view.name);
                document
                    .set(&place, &text, &Gesture::Single)
                    .unwrap_or_else(|problem| panic!("{}: {place} = {text}: {problem}", preset.name));
            }
        }
        let plain = |recipe: &Recipe| lacuna::recipe::write_full(recipe).unwrap();
        assert_eq!(plain(document.recipe()), plain(&recipe), "{}", preset.name);
        let comments = |text: &str| text.lines().filter(|line| line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
        if !preset.text.lines().any(|line| line.matches('.').count() > 1 && line.starts_with("[nodes.")) {
            assert_eq!(comments(document.text()), comments(preset.text), "{}", preset.name);
        }
    }
}

#[test]
fn seeds_are_varied_as_drafts_vary_them_but_for_locked_ones() {
    for preset in PRESETS {
        let mut document = Document::new(preset.text).unwrap();
        let mut draft = Draft::read(preset.text).unwrap();
        let varied = draft.set_seed(7).is_ok();
        assert_eq!(document.set_seed(7).is_ok(), varied);
        assert_eq!(**document.recipe(), draft.recipe().unwrap(), "{}", preset.name);
    }
    let mut document = hills();
    document.set_locked("flat.source", true);
    assert_eq!(document.seed(), Some(7));
    document.set_seed(9).unwrap();
    assert_eq!(document.text(), HILLS.replace("seed = 7", "seed = 9"));
    assert!(document.variation(10).unwrap().contains("seed = 10"));
    document.set_locked("hills.source", true);
    assert!(document.set_seed(1).is_err_and(|problem| problem.message.contains("locked")));
}

#[test]
fn numbers_beyond_64_bits_stay_editable() {
    let text = HILLS.replace("seed = 7", "seed = 0xFFFF_FFFF_FFFF_FFFF");
    let mut document = Document::new(&text).unwrap();
    assert_eq!(document.seeds()[1], ("hills.source".to_owned(), Some(u64::MAX)));
    document.set("hills.octaves", "3", &Gesture::Single).unwrap();
    assert!(document.text().contains("seed = \"18446744073709551615\""));
}

#[test]
fn a_node_in_place_is_shown_alone() {
    let document = hills();
    let (text, output) = document.shown_as(&Shown::Node("hills.source".to_owned())).unwrap();
    assert_eq!(output, None);
    let recipe = lacuna_bake::read_recipe(&text).unwrap();
    assert_eq!((recipe.output.as_slice(), recipe.nodes.len()), (&["hills-source".to_owned()][..], 1));
    assert_eq!(document.shown_as(&Shown::Output(None)).unwrap(), (document.recipe_text().clone(), None));
    assert!(document.shown_as(&Shown::Output(Some("none".to_owned()))).is_err());
    for preset in PRESETS {
        let document = Document::new(preset.text).unwrap();
        for node in document.nodes().iter().filter(|node| node.part.is_none()) {
            let (text, _) = document.shown_as(&Shown::Node(node.path.clone())).unwrap();
            let recipe = lacuna_bake::read_recipe(&text).unwrap();
            let kind = recipe.nodes[&recipe.output[0]].kind();
            // Unequal cells are those of a stretched basis.
            let is_of = |form: &NodeKind| form.name == kind || form.is_basis && kind == "transform";
            assert!(node.form.kind().is_none_or(is_of), "{}: {} is a {kind}", preset.name, node.path);
        }
        for output in document.outputs() {
            let (text, name) = document.shown_as(&Shown::Output(Some(output.name.clone()))).unwrap();
            assert_eq!((&*text, name), (preset.text, Some(output.name.clone())));
        }
    }
}

#[test]
fn nudges_stay_within_limits() {
    let shown = Shown::default();
    let mut document = hills();
    for _ in 0..40 {
        document.nudge(Nudge::Octaves(1), &shown).unwrap();
        document.nudge(Nudge::Gain(-0.1), &shown).unwrap();
    }
    assert_eq!(document.value("hills.octaves").as_deref(), Some("32"));
    assert_eq!(document.value("hills.gain").as_deref(), Some("0"));
    for _ in 0..40 {
        document.nudge(Nudge::Octaves(-1), &shown).unwrap();
    }
    assert_eq!(document.value("hills.octaves").as_deref(), Some("1"));
    document.nudge(Nudge::Frequency(1.1), &shown).unwrap();
    assert_eq!(document.value("hills.source.frequency").as_deref(), Some("4.4"));
    assert!(document.nudge(Nudge::Octaves(1), &Shown::Node("flat".to_owned())).is_err());
}

#[test]
fn b_is_compared_with() {
    let mut document = hills();
    assert!(document.b_shown_as(&Shown::default()).is_err());
    document.keep_b();
    document.replace(PRESETS[0].text).unwrap();
    let b: Arc<str> = HILLS.into();
    assert_eq!(document.b_shown_as(&Shown::Output(Some("other".to_owned()))).unwrap(), (b.clone(), None));
    document.swap_b();
    assert_eq!((document.text(), &**document.b().unwrap()), (HILLS, PRESETS[0].text));
    assert!(document.replace("version = 2").is_err());
    document.undo();
    assert_eq!(document.text(), PRESETS[0].text);
}

/// A recipe with all that the language has.
const PLATE: &str = r##"# A plate.
version = 2
output = "height"
wrap = 8

[params]
wear = { value = 0.5, min = 0, max = 1, step = 0.25, label = "Wear" } # how old
seed = { value = 7 }
is_wide = { value = true }

[parts.moss]
inputs.base = 0.5
params.size = { value = 2, min = 1, max = 8 }
nodes.rock = { kind = "perlin", cells = "$size", seed = 3 } # green
nodes.high = "rock + base"
outputs.height = "high"
outputs.rough = "rock"
output = "height"

[nodes]
height = "plate.mask + $wear * (other - moss)" # all of it
plate = { kind = "tiles", cells = 8, seed = "$seed" }
other = "blisters"
blisters = { kind = "fbm", source = { kind = "perlin", cells = 4, seed = "$seed" } }
moss = { kind = "use", of = "moss", params = { size = 3 }, inputs = { base = "blisters * 0.5" } }
moved = { kind = "warp", source = "blisters", by = { kind = "value", cells = [4, 4] } }
"##;

fn plate() -> Document {
    Document::new(PLATE).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn a_knob_edits_its_value_and_keeps_comments() {
    let mut document = plate();
    assert_eq!(document.params().iter().map(|param| param.name.as_str()).collect::<Vec<_>>(), ["wear", "seed", "is_wide"]);
    for wear in ["0.75", "1"] {
        document.set("params.wear.value", wear, &of("wear")).unwrap();
    }
    assert_eq!(document.text(), PLATE.replace("value = 0.5, min", "value = 1, min"));
    assert!(document.set("params.wear.value", "2", &Gesture::Single).unwrap_err().message.starts_with("params.wear.value: "));
    document.set("wear.value", "0", &Gesture::Single).unwrap_err();
    document.undo();
    assert_eq!(document.text(), PLATE);
    assert_eq!(document.value("params.wear.label").as_deref(), Some("\"Wear\""));
    // Without such a table it is a node's name.
    let mut document = Document::new(&HILLS.replace("flat", "params")).unwrap();
    document.set("params.source.seed", "3", &Gesture::Single).unwrap();
    assert!(document.text().contains("[nodes.params.source]\nkind = \"white\"\nseed = 3\n"));
}

#[test]
fn only_what_is_written_is_a_node_to_edit() {
    let document = plate();
    let paths: Vec<_> = document.nodes().iter().map(|node| (node.path.as_str(), node.form.name())).collect();
    assert_eq!(
        paths,
        [
            ("blisters", "fbm"),
            ("blisters.source", "perlin"),
            ("height", "expression"),
            ("moss", "use"),
            ("moved", "warp"),
            ("moved.by", "value"),
            ("other", "expression"),
            ("parts.moss.nodes.high", "expression"),
            ("parts.moss.nodes.rock", "perlin"),
            ("plate", "tiles"),
        ]
    );
    assert!(
        ["plate-mask", "moss-rock"].iter().all(|name| document.recipe().nodes.contains_key(*name)),
        "{:?}",
        document.recipe().nodes.keys()
    );
    let below = |shown: Shown| document.below(&shown).iter().map(|node| node.path.clone()).collect::<Vec<_>>();
    assert_eq!(below(Shown::default()), ["height", "plate", "other", "moss", "blisters", "blisters.source"]);
    assert_eq!(below(Shown::Node("parts.moss.nodes.high".to_owned())), ["parts.moss.nodes.high", "parts.moss.nodes.rock"]);
}

#[test]
fn an_expression_and_a_key_of_a_use_or_a_part_are_set() {
    for (path, value, old, new) in [
        ("nodes.height", "\"plate * 2\"", "\"plate.mask + $wear * (other - moss)\"", "\"plate * 2\""),
        ("nodes.other", "{ kind = \"constant\" }", "other = \"blisters\"", "other = { kind = \"constant\" }"),
        ("plate.joint", "$wear / 10", "seed = \"$seed\" }\nother", "seed = \"$seed\", joint = \"$wear / 10\" }\nother"),
        ("moss.params.size", "$wear * 4", "{ size = 3 }", "{ size = \"$wear * 4\" }"),
        ("moss.inputs.base", "\"other + 1\"", "\"blisters * 0.5\"", "\"other + 1\""),
        ("moss.seed", "5", "* 0.5\" } }", "* 0.5\" }, seed = 5 }"),
        ("moved.by.seed", "2", "cells = [4, 4] }", "cells = [4, 4], seed = 2 }"),
        ("parts.moss.nodes.rock.seed", "4", "seed = 3 } # green", "seed = 4 } # green"),
        ("parts.moss.nodes.high", "\"rock - base\"", "\"rock + base\"", "\"rock - base\""),
        ("wrap", "16", "wrap = 8", "wrap = 16"),
    ] {
        let mut document = plate();
        document.set(path, value, &Gesture::Single).unwrap_or_else(|problem| panic!("{path}: {problem}"));
        assert_eq!(document.text(), PLATE.replacen(old, new, 1), "{path} = {value}");
    }
    let mut document = plate();
    for place in ["height.b.source", "plate-mask.seed", "moss--rock.seed"] {
        document.set(place, "1", &Gesture::Single).unwrap_err();
        assert_eq!(document.text(), PLATE);
    }
}

#[test]
fn keys_that_stand_for_others_are_shown_instead_of_them() {
    let document = plate();
    let names = |path: &str| document.values(path).iter().map(|view| view.name).collect::<Vec<_>>();
    assert!(names("blisters.source").contains(&"cells") && !names("blisters.source").contains(&"frequency"));
    assert!(names("moved").contains(&"by") && !names("moved").contains(&"x"));
    assert!(names("height").is_empty() && names("moss").is_empty());
    let hills = hills();
    let names = |path: &str| hills.values(path).iter().map(|view| view.name).collect::<Vec<_>>();
    assert!(!names("hills.source").contains(&"cells"), "nothing says on what length");
}

#[test]
fn each_written_node_is_shown_alone() {
    let mut document = plate();
    document.set("moved.by", "\"other\"", &Gesture::Single).unwrap();
    let in_tables = PLATE
        .replace("moved = { kind = \"warp\", source = \"blisters\", by = ", "[nodes.moved]\nkind = \"warp\"\nsource = \"blisters\"\nby = ");
    let in_tables = in_tables.replace("by = { kind = \"value\", cells = [4, 4] } }", "[nodes.moved.by]\nkind = \"value\"\ncells = [4, 4]");
    for text in [PLATE, document.text(), &in_tables] {
        let document = Document::new(text).unwrap();
        for node in document.nodes() {
            let alone = document.shown_as(&Shown::Node(node.path.clone()));
            if node.part.is_some() {
                assert!(alone.unwrap_err().message.contains("the part `moss`"));
                continue;
            }
            let recipe = lacuna_bake::read_recipe(&alone.unwrap().0).unwrap();
            recipe.graph().unwrap();
            assert_eq!(recipe.region, document.recipe().region);
            if let (Some(kind), true) = (node.form.kind(), node.path != "moved") {
                assert_eq!(recipe.nodes[&recipe.output[0]].kind(), kind.name);
            }
        }
    }
    // Another name of a node is shown as the node that it now stands for.
    let mut document = plate();
    document.set("nodes.height", "\"moss\"", &Gesture::Single).unwrap();
    let other = Shown::Node("other".to_owned());
    let before = document.shown_as(&other).unwrap();
    document.set("nodes.other", "\"moved\"", &Gesture::Single).unwrap();
    assert_ne!(document.shown_as(&other).unwrap(), before);
    let document = Document::new(
        &PLATE.replace("outputs.height = \"high\"", "outputs.height = \"base\"").replace("base = \"blisters * 0.5\"", "base = 0.25"),
    )
    .unwrap();
    let (text, _) = document.shown_as(&Shown::Node("moss".to_owned())).unwrap();
    let recipe = lacuna_bake::read_recipe(&text).unwrap();
    assert_eq!(recipe.nodes[&recipe.output[0]].kind(), "constant");
}

#[test]
fn an_error_in_an_expression_underlines_its_place() {
    let mut document = plate();
    for (new, marked) in [
        ("plate.msak + 1", "plate.msak"),
        ("plate + 0.06 * blister * 2", "blister"),
        ("plate + $waer", "$waer"),
        ("plate + * 2", "*"),
        ("plate + (moss", "\""),
        ("plate +", "\""),
        ("foo(plate)", "foo"),
    ] {
        let text = PLATE.replace("plate.mask + $wear * (other - moss)", new);
        document.edit_text(text.as_str(), &Gesture::Single);
        let problem = document.problem().unwrap_or_else(|| panic!("{new} is right"));
        assert_eq!(&text[problem.span.clone().unwrap()], marked, "{new}: {problem}");
    }
    let text = PLATE.replace("\"$size\"", "[1, \"$sizes * 2\"]");
    document.edit_text(text.as_str(), &Gesture::Single);
    let problem = document.problem().unwrap();
    assert_eq!(&text[problem.span.clone().unwrap()], "$sizes", "{problem}");
}

#[test]
fn seeds_of_parameters_uses_and_parts_are_varied() {
    let mut document = plate();
    let known = document.seeds();
    let seeded: Vec<_> = known.iter().map(|(path, seed)| (path.as_str(), *seed)).collect();
    assert_eq!(
        seeded,
        [("blisters.source", Some(7)), ("moss", None), ("moved.by", None), ("parts.moss.nodes.rock", Some(3)), ("plate", Some(7)),]
    );
    let mut draft = Draft::read(PLATE).unwrap();
    draft.set_seed(9).unwrap();
    document.set_seed(9).unwrap();
    assert_eq!(**document.recipe(), draft.recipe().unwrap());
    assert!(document.text().contains("seed = \"$seed\""), "the knob stays: {}", document.text());
    // A locked seed holds its parameter.
    document.undo();
    document.set_locked("plate", true);
    document.set_seed(9).unwrap();
    assert!(
        document.text().contains("plate = { kind = \"tiles\", cells = 8, seed = \"$seed\" }\n")
            && document.text().contains("seed = { value = 7 }")
    );
    assert!(document.seeds().iter().all(|(path, seed)| (path == "plate") == (*seed == Some(7))));
    // Within limits, and large.
    let text =
        "version = 2\noutput = \"a\"\nparams.seed = { value = 7, min = 1, max = 10 }\nnodes.a = { kind = \"perlin\", seed = \"$seed\" }\n";
    let mut document = Document::new(text).unwrap();
    document.set_seed(25).unwrap();
    assert_eq!((document.text(), document.seed()), (&*text.replace("value = 7", "value = 6"), Some(6)));
    let mut document = Document::new(&text.replace(", min = 1, max = 10", "")).unwrap();
    document.set_seed(u64::MAX).unwrap();
    assert_eq!(document.seed(), Some(u64::MAX));
    // The parameters of a part are those of its uses.
    let part = "version = 2\noutput = \"a\"\nnodes.a = { kind = \"use\", of = \"p\" }\nparts.p = { params.s = { value = 3 }, nodes.b = { kind = \"perlin\", seed = \"$s\" }, outputs.c = \"b\" }\n";
    let mut document = Document::new(part).unwrap();
    document.set_seed(5).unwrap();
    assert_eq!(document.text(), part.replace("of = \"p\" }", "of = \"p\", seed = 5 }"));
    // Computed seeds follow their parameter.
    let text = text.replace("\"$seed\"", "\"$seed + 1\"");
    let mut document = Document::new(&text).unwrap();
    assert!(document.set_seed(5).unwrap_err().message.contains("parameters"));
    assert_eq!(document.text(), text);
}
