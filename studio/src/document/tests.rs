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
            for KeyView { key, text } in document.values(&path) {
                let text = text.or_else(|| (key.default)().map(|value| value.to_string()));
                let Some(text) = text else { continue };
                let place = format!("{path}.{}", key.name);
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
        let mut draft = Draft::new(document.recipe()).unwrap();
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
        for node in document.nodes() {
            let (text, _) = document.shown_as(&Shown::Node(node.path.clone())).unwrap();
            let recipe = lacuna_bake::read_recipe(&text).unwrap();
            assert_eq!(recipe.nodes[&recipe.output[0]].kind(), node.kind.name);
        }
        for output in document.outputs() {
            let (text, name) = document.shown_as(&Shown::Output(Some(output.name.clone()))).unwrap();
            assert_eq!((&*text, name), (preset.text, Some(output.name)));
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
