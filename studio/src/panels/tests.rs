//! The panels as people and assistive technology use them.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Ui, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use lacuna::graph::NODE_KINDS;
use lacuna::presets::PRESETS;
use lacuna::recipe::Draft;

use super::{gallery, outline, parameters, seeds, text};
use crate::document::{Document, Gesture, Shown};
use crate::theme;

const HILLS: &str = r##"version = 2
output = "hills"

[nodes.hills] # shown
kind = "fbm"
octaves = 5
source = { kind = "perlin", frequency = 4, seed = 7 }

[nodes.flat]
kind = "white"
"##;

struct State {
    document: Document,
    selected: Option<String>,
    shown: Shown,
    parameters: parameters::Panel,
    outline: outline::Panel,
    text: text::Panel,
    gallery: gallery::Panel,
    seeds: seeds::Panel,
    chosen: Option<&'static str>,
}

fn panel<'a>(text: &str, selected: Option<&str>, draw: impl Fn(&mut Ui, &mut State) + 'a) -> Harness<'a, State> {
    let state = State {
        document: Document::new(text).unwrap(),
        selected: selected.map(str::to_owned),
        shown: Shown::default(),
        parameters: parameters::Panel::default(),
        outline: outline::Panel::default(),
        text: text::Panel::default(),
        gallery: gallery::Panel::default(),
        seeds: seeds::Panel::default(),
        chosen: None,
    };
    let mut harness = Harness::builder()
        .with_size(Vec2::new(320.0, 900.0))
        .with_context_setup(theme::apply)
        .build_ui_state(move |ui, state| draw(ui, state), state);
    harness.run();
    harness
}

fn parameters(text: &str, selected: &str) -> Harness<'static, State> {
    panel(text, Some(selected), |ui, state| state.parameters.show(ui, &mut state.document, &mut state.selected))
}

fn value(harness: &Harness<'_, State>, path: &str) -> Option<String> {
    harness.state().document.value(path)
}

/// Returns the right edge of a node; 0 if it has none.
fn right_of(node: &egui_kittest::Node<'_>) -> f64 {
    node.accesskit_node().raw_bounds().map_or(0.0, |bounds| bounds.x1)
}

/// Replaces the text of a field by typing.
fn type_into(harness: &mut Harness<'_, State>, label: &str, text: &str) {
    harness.get_by_label(label).click();
    harness.run();
    harness.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::A);
    harness.run();
    harness.get_by_label(label).type_text(text);
    harness.run();
}

#[test]
fn a_typed_number_is_kept_as_it_is_typed() {
    let mut harness = parameters(HILLS, "hills.source");
    type_into(&mut harness, "frequency, exact", "0.123456789012345678901");
    assert_eq!(value(&harness, "hills.source.frequency").as_deref(), Some("0.123456789012345678901"));
    type_into(&mut harness, "seed", "18446744073709551615");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().document.seeds()[1].1, Some(u64::MAX));
    assert!(harness.state().document.text().contains("# shown"));
}

#[test]
fn a_typed_mistake_is_told_when_typing_ends_and_the_last_value_stays() {
    let told = Document::new(HILLS).unwrap().set("hills.octaves", "99", &Gesture::Single).unwrap_err().message;
    let mut harness = parameters(HILLS, "hills");
    type_into(&mut harness, "octaves, exact", "99");
    assert!(harness.query_by_label(&told).is_none());
    harness.key_press(Key::Enter);
    harness.run();
    assert!(harness.query_by_label(&told).is_some());
    assert_eq!(value(&harness, "hills.octaves").as_deref(), Some("5"));
    type_into(&mut harness, "octaves, exact", "9");
    assert!(harness.query_by_label(&told).is_none());
    assert_eq!(value(&harness, "hills.octaves").as_deref(), Some("9"));
}

#[test]
fn a_drag_of_a_slider_is_one_entry_of_the_history() {
    let mut harness = parameters(HILLS, "hills.source");
    let rect = harness.get_by_role_and_label(Role::Slider, "frequency").rect();
    harness.drag_at(rect.center());
    for step in 1..6 {
        harness.run();
        harness.hover_at(rect.center() + Vec2::new(5.0 * step as f32, 0.0));
    }
    harness.run();
    harness.drop_at(rect.center() + Vec2::new(25.0, 0.0));
    harness.run();
    assert_ne!(value(&harness, "hills.source.frequency").as_deref(), Some("4"));
    let document = &mut harness.state_mut().document;
    document.undo();
    assert_eq!((document.text(), document.can_undo()), (HILLS, false));
}

#[test]
fn a_seed_is_drawn_unless_it_is_locked() {
    let mut harness = parameters(HILLS, "hills.source");
    harness.get_by_label("New seed for this node").click();
    harness.run();
    let drawn = value(&harness, "hills.source.seed");
    assert_ne!(drawn.as_deref(), Some("7"));
    harness.get_by_label("Lock seed").click();
    harness.run();
    assert!(harness.state().document.is_locked("hills.source"));
    harness.get_by_label("New seed for this node").click();
    harness.run();
    assert_eq!(value(&harness, "hills.source.seed"), drawn);
}

#[test]
fn a_key_is_reset_chosen_and_linked() {
    let mut harness = parameters(HILLS, "hills");
    harness.get_by_label("Reset octaves").click();
    harness.run();
    assert_eq!(value(&harness, "hills.octaves"), None);
    assert!(harness.query_by_label("Reset octaves").is_none());
    harness.get_by_label("normalize").click();
    harness.run();
    assert_eq!(value(&harness, "hills.normalize").as_deref(), Some("false"));
    harness.get_by_label("Edit source").click();
    harness.run();
    assert_eq!(harness.state().selected.as_deref(), Some("hills.source"));
    harness.get_by_label("fade").click();
    harness.run();
    harness.get_by_label("cubic").click();
    harness.run();
    assert_eq!(value(&harness, "hills.source.fade").as_deref(), Some("\"cubic\""));
    harness.get_by_label("Up to hills").click();
    harness.run();
    harness.get_by_label("source").click();
    harness.run();
    assert!(harness.query_by_label("hills").is_none_or(|node| node.accesskit_node().role() == Role::Label), "a cycle is not offered");
    harness.get_by_label("flat").click();
    harness.run();
    assert_eq!(value(&harness, "hills.source").as_deref(), Some("\"flat\""));
}

#[test]
fn every_kind_of_node_has_controls_that_fit_the_panel() {
    for kind in NODE_KINDS {
        let text = Draft::new(&lacuna::Graph::from((kind.example)()).into()).unwrap().text().unwrap();
        let harness = parameters(&text, kind.name);
        for key in kind.keys {
            assert!(harness.query_all_by_label_contains(key.name).next().is_some(), "{}.{}", kind.name, key.name);
        }
        for node in harness.root().children_recursive() {
            let right = right_of(&node);
            assert!(right <= 320.5, "{}: {:?} ends at {right}", kind.name, node.accesskit_node().label());
        }
    }
}

#[test]
fn the_stops_of_a_ramp_are_changed_added_and_removed() {
    let stops = r##"[[0, "#fcfbf8"], [0.2, "#f0eeea"], [0.4, "#cfcdcc"], [0.65, "#8d8c90"], [0.9, "#45444b"]]"##;
    let text =
        format!("version = 2\nnodes.a = {{ kind = \"perlin\" }}\noutputs.albedo = {{ ramp = {{ source = \"a\", stops = {stops} }} }}\n");
    let mut harness = parameters(&text, "outputs.albedo");
    type_into(&mut harness, "stops 1 1, exact", "-0.5");
    assert_eq!(value(&harness, "outputs.albedo.ramp.stops[0][0]").as_deref(), Some("-0.5"));
    harness.get_by_label("Add to stops").click();
    harness.run();
    assert_eq!(value(&harness, "outputs.albedo.ramp.stops[5]").as_deref(), Some("[1.9, \"#45444b\"]"));
    harness.get_by_label("Remove stops 2").click();
    harness.run();
    assert_eq!(value(&harness, "outputs.albedo.ramp.stops[1][0]").as_deref(), Some("0.4"));
}

#[test]
fn the_outline_selects_nodes_and_shows_them_alone() {
    let draw = |ui: &mut Ui, state: &mut State| state.outline.show(ui, &mut state.document, &mut state.selected, &mut state.shown);
    let mut harness = panel(HILLS, None, draw);
    harness.get_by_label("Select hills.source").click();
    harness.run();
    assert_eq!(harness.state().selected.as_deref(), Some("hills.source"));
    harness.get_by_label("Show hills.source alone").click();
    harness.run();
    assert_eq!(harness.state().shown, Shown::Node("hills.source".to_owned()));
    harness.get_by_label("Show output hills").click();
    harness.run();
    assert_eq!(harness.state().shown, Shown::Output(Some("hills".to_owned())));
    assert!(harness.query_by_label("In no output").is_some() && harness.query_by_label("Select flat").is_some());
    for preset in PRESETS {
        let harness = panel(preset.text, None, draw);
        for node in harness.root().children_recursive() {
            assert!(right_of(&node) <= 320.5, "{}: {:?}", preset.name, node.accesskit_node().label());
        }
    }
}

#[test]
fn typed_text_becomes_the_recipe_and_a_mistake_is_told() {
    let mut harness = panel(HILLS, None, |ui, state| state.text.show(ui, &mut state.document));
    type_into(&mut harness, "Recipe as text", &HILLS.replace("octaves = 5", "octaves = 99"));
    let told = harness.state().document.problem().unwrap().message.clone();
    assert!(harness.query_by_label(&told).is_some());
    assert_eq!(&**harness.state().document.recipe_text(), HILLS);
    let right = HILLS.replace("octaves = 5", "octaves = 3");
    type_into(&mut harness, "Recipe as text", &right);
    assert_eq!(harness.state().document.recipe_text().to_string(), right);
    harness.state_mut().document.undo();
    harness.run();
    let before = harness.get_by_label("Recipe as text").value().unwrap_or_default();
    assert!(before.contains("octaves = 99"), "a pause ended the first typing: {before}");
    while harness.state().document.can_undo() {
        harness.state_mut().document.undo();
    }
    harness.run();
    assert_eq!(harness.get_by_label("Recipe as text").value().as_deref(), Some(HILLS));
}

#[test]
fn thumbnails_are_wanted_taken_and_pressed() {
    let mut harness = panel(HILLS, None, |ui, state| {
        state.chosen = state.chosen.or(state.gallery.show(ui));
    });
    assert_eq!(harness.state_mut().gallery.wanted(), Some((0, PRESETS[0].text)));
    assert_eq!(harness.state_mut().gallery.wanted(), Some((1, PRESETS[1].text)));
    let context = harness.ctx.clone();
    harness.state_mut().gallery.take(0, &context, [2, 2], &[255; 16]);
    harness.state_mut().gallery.take(1, &context, [2, 2], &[255; 3]);
    harness.get_by_label(PRESETS[2].name).click();
    harness.run();
    assert_eq!(harness.state().chosen, Some(PRESETS[2].name));
}

#[test]
fn a_pressed_seed_is_that_of_the_recipe() {
    let text = HILLS.replace("\n[nodes.flat]\nkind = \"white\"\n", "");
    let mut harness = panel(&text, None, |ui, state| {
        state.seeds.show(ui, &mut state.document);
    });
    let state = harness.state_mut();
    let (place, wanted) = state.seeds.wanted(&state.document).unwrap();
    let seed = state.seeds.seed(place);
    assert!(wanted.contains(&format!("seed = {seed}")), "{wanted}");
    harness.get_by_label(&format!("Seed {seed}")).click();
    harness.run();
    assert_eq!((&**harness.state().document.recipe_text(), harness.state().document.seed()), (&*wanted, Some(seed)));
    let state = harness.state_mut();
    let again: Vec<u8> = std::iter::from_fn(|| state.seeds.wanted(&state.document).map(|(place, _)| place)).collect();
    assert_eq!(again, [1, 2, 3, 4, 5, 6, 7, 8], "the first is still being made");
    harness.get_by_label("New nine").click();
    harness.run();
    assert_ne!(harness.state().seeds.seed(place), seed);
}

#[test]
fn an_output_gets_its_range_depth_blur_and_what_it_shows_by_controls() {
    let text = "version = 2\nnodes.hills = { kind = \"perlin\" }\nnodes.flat = { kind = \"white\" }\n\n[outputs.height] # shown\nchannels = \"hills\"\n";
    let mut harness = parameters(text, "outputs.height");
    let click = |harness: &mut Harness<'_, State>, role, label: &str| {
        harness.get_by_role_and_label(role, label).click();
        harness.run();
    };
    click(&mut harness, Role::ComboBox, "range");
    harness.get_by_label("measured").click();
    harness.run();
    assert_eq!(value(&harness, "outputs.height.range").as_deref(), Some("\"auto\""));
    click(&mut harness, Role::ComboBox, "range");
    harness.get_by_label("from ... to").click();
    harness.run();
    assert_eq!(value(&harness, "outputs.height.range").as_deref(), Some("[-1, 1]"));
    type_into(&mut harness, "range to, exact", "0.25");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(value(&harness, "outputs.height.range").as_deref(), Some("[-1, 0.25]"));
    type_into(&mut harness, "range from, exact", "0.5");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(value(&harness, "outputs.height.range").as_deref(), Some("[-1, 0.25]"), "a falling range is none");
    click(&mut harness, Role::Button, "depth 16");
    assert_eq!(value(&harness, "outputs.height.depth").as_deref(), Some("16"));
    click(&mut harness, Role::Button, "usual depth");
    assert_eq!(value(&harness, "outputs.height.depth"), None);
    harness.get_by_role_and_label(Role::Slider, "blur radius").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    let blur = |harness: &Harness<'_, State>| harness.state().document.recipe().outputs["height"].blur;
    assert!(blur(&harness).is_some_and(|blur| blur.radius > 0 && blur.passes == 1), "{:?}", blur(&harness));
    harness.get_by_role_and_label(Role::Slider, "blur passes").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(blur(&harness).map(|blur| blur.passes), Some(2));
    click(&mut harness, Role::ComboBox, "channels");
    harness.get_by_label("flat").click();
    harness.run();
    assert_eq!(value(&harness, "outputs.height.channels").as_deref(), Some("\"flat\""));
    assert!(harness.state().document.text().contains("[outputs.height] # shown"), "comments stay");
    for node in harness.root().children_recursive() {
        assert!(right_of(&node) <= 320.5, "{:?}", node.accesskit_node().label());
    }
}

#[test]
fn a_node_is_added_from_a_list_and_removed_while_nothing_is_made_of_it() {
    for text in [HILLS, "version = 2\noutput = \"hills\"\nnodes.hills = { kind = \"perlin\" } # shown\n"] {
        let draw = |ui: &mut Ui, state: &mut State| state.outline.show(ui, &mut state.document, &mut state.selected, &mut state.shown);
        let mut harness = panel(text, None, draw);
        for name in ["ridged", "ridged2"] {
            harness.get_by_role_and_label(Role::ComboBox, "Add a node").click();
            harness.run();
            harness.get_by_label("Add ridged").scroll_to_me();
            harness.run();
            harness.get_by_label("Add ridged").click();
            harness.run();
            assert_eq!(harness.state().selected.as_deref(), Some(name), "{}", harness.state().document.text());
            assert!(harness.query_by_label(&format!("Select {name}")).is_some());
        }
        assert!(harness.state().document.text().contains("# shown"), "comments stay");
        for name in ["ridged2", "ridged"] {
            harness.get_by_label(&format!("Select {name}")).click();
            harness.run();
            harness.get_by_label(&format!("Remove {name}")).click();
            harness.run();
            assert!(harness.state().document.node(name).is_none());
        }
        assert_eq!(harness.state().document.text().trim_end(), text.trim_end());
        harness.get_by_label("Select hills").click();
        harness.run();
        assert!(harness.query_by_label("Remove hills").is_none(), "the output is made of it");
        while harness.state().document.can_undo() {
            harness.state_mut().document.undo();
        }
        assert_eq!(harness.state().document.text(), text);
    }
}

#[test]
fn every_kind_of_node_can_be_added() {
    for kind in NODE_KINDS {
        let mut document = Document::new(HILLS).unwrap();
        let name = document.add_node(kind).unwrap();
        assert_eq!((document.node(&name).unwrap().form.name(), document.problem()), (kind.name, None));
    }
}

/// A recipe with knobs, an expression and a use.
const WALL: &str = r##"version = 2
output = "wall"

[params]
wear = { value = 0.5, min = 0, max = 1, step = 0.25, label = "Wear", description = "how old the wall is" } # shown
gain = { value = 0.4 }
is_wet = { value = true }
bond = { value = "stack", choices = ["stack", "running"] }
stone = { value = "#8b8078", label = "Stone" }

[parts.moss]
inputs.base = 0.5
params.size = { value = 2, min = 1, max = 8, label = "Size" }
nodes.rock = { kind = "perlin", frequency = "$size" }
outputs.height = "rock + base"

[nodes]
wall = "rough + $wear * moss"
rough = { kind = "fbm", gain = "$gain", source = "hills" }
hills = { kind = "perlin" }
moss = { kind = "use", of = "moss" }
"##;

fn text_of(harness: &Harness<'_, State>) -> String {
    harness.state().document.text().to_owned()
}

#[test]
fn knobs_come_first_and_edit_the_parameters() {
    let mut harness = parameters(WALL, "rough");
    let top = |harness: &Harness<'_, State>, label| harness.get_by_role_and_label(Role::Slider, label).rect().top();
    assert!(top(&harness, "Wear") < top(&harness, "gain") && top(&harness, "gain") < harness.get_by_label("rough").rect().top());
    assert!(harness.query_by_label("How old the wall is").is_some());
    harness.get_by_role_and_label(Role::Slider, "Wear").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(text_of(&harness), WALL.replace("value = 0.5", "value = 0.75"), "a step, and comments stay");
    type_into(&mut harness, "Wear, exact", "0.123");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(value(&harness, "params.wear.value").as_deref(), Some("0.123"));
    harness.get_by_label("is_wet").click();
    harness.run();
    assert_eq!(value(&harness, "params.is_wet.value").as_deref(), Some("false"));
    harness.get_by_role_and_label(Role::ComboBox, "bond").click();
    harness.run();
    harness.get_by_label("running").click();
    harness.run();
    assert_eq!(value(&harness, "params.bond.value").as_deref(), Some("\"running\""));
    assert!(harness.query_by_label("Stone").is_some());
    for _ in 0..4 {
        harness.state_mut().document.undo();
    }
    assert_eq!(text_of(&harness), WALL);
}

#[test]
fn a_drag_of_a_knob_is_one_entry_of_the_history() {
    let mut harness = parameters(WALL, "hills");
    let rect = harness.get_by_role_and_label(Role::Slider, "Wear").rect();
    harness.drag_at(rect.center());
    for step in 1..6 {
        harness.run();
        harness.hover_at(rect.center() + Vec2::new(10.0 * step as f32, 0.0));
    }
    harness.run();
    harness.drop_at(rect.center() + Vec2::new(50.0, 0.0));
    harness.run();
    assert_eq!(value(&harness, "params.wear.value").as_deref(), Some("0.75"));
    let document = &mut harness.state_mut().document;
    document.undo();
    assert_eq!((document.text(), document.can_undo()), (WALL, false));
}

#[test]
fn an_expression_is_one_line_and_its_nodes_are_selected_from_it() {
    let mut harness = parameters(WALL, "wall");
    type_into(&mut harness, "wall, as text", "rough - 0.5 * hills");
    assert_eq!(text_of(&harness), WALL.replace("rough + $wear * moss", "rough - 0.5 * hills"));
    type_into(&mut harness, "wall, as text", "rough -");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(text_of(&harness), WALL.replace("rough + $wear * moss", "rough - 0.5 * hills"), "a mistake changes nothing");
    assert!(harness.query_by_label_contains("the expression wants").is_some());
    harness.get_by_label("Edit hills").click();
    harness.run();
    assert_eq!(harness.state().selected.as_deref(), Some("hills"));
}

#[test]
fn a_key_with_a_parameter_is_edited_as_text_and_a_number_may_become_one() {
    let mut harness = parameters(WALL, "rough");
    assert_eq!(harness.query_all_by_role_and_label(Role::Slider, "gain").count(), 1, "that of the knob alone");
    let fields: Vec<_> = harness.query_all_by_label("gain, exact").filter_map(|node| node.value()).collect();
    assert_eq!(fields, ["0.4", "$gain"]);
    type_into(&mut harness, "octaves, exact", "$wear * 8");
    assert_eq!(value(&harness, "rough.octaves").as_deref(), Some("\"$wear * 8\""));
    type_into(&mut harness, "source, as text", "hills * hills");
    assert_eq!(value(&harness, "rough.source").as_deref(), Some("\"hills * hills\""));
}

#[test]
fn a_use_shows_what_its_part_takes() {
    let mut harness = parameters(WALL, "moss");
    type_into(&mut harness, "Size, exact", "3");
    harness.key_press(Key::Enter);
    harness.run();
    type_into(&mut harness, "base, exact", "0.25");
    harness.key_press(Key::Enter);
    harness.run();
    harness.get_by_label("New seed for this node").click();
    harness.run();
    harness.get_by_label("Lock seed").click();
    harness.run();
    assert_eq!(value(&harness, "moss.params").as_deref(), Some("{ size = 3 }"));
    assert_eq!(value(&harness, "moss.inputs").as_deref(), Some("{ base = 0.25 }"));
    assert!(value(&harness, "moss.seed").is_some() && harness.state().document.is_locked("moss"));
    for name in ["Size", "base", "seed"] {
        harness.get_by_label(&format!("Reset {name}")).click();
        harness.run();
    }
    assert_eq!(harness.state().document.recipe(), Document::new(WALL).unwrap().recipe());
    harness.get_by_role_and_label(Role::ComboBox, "base").click();
    harness.run();
    assert!(harness.query_by_label("wall").is_none(), "a cycle is not offered");
    harness.get_by_label("rough").click();
    harness.run();
    assert_eq!(value(&harness, "moss.inputs.base").as_deref(), Some("\"rough\""));
    type_into(&mut harness, "of", "bricks");
    assert!(value(&harness, "moss.of").as_deref() == Some("\"moss\""), "a preset has no input `base`");
    for node in harness.root().children_recursive() {
        assert!(right_of(&node) <= 320.5, "{:?}", node.accesskit_node().label());
    }
}

#[test]
fn the_outline_shows_expressions_uses_and_parts() {
    let draw = |ui: &mut Ui, state: &mut State| state.outline.show(ui, &mut state.document, &mut state.selected, &mut state.shown);
    let mut harness = panel(WALL, None, draw);
    for path in ["wall", "rough", "hills", "moss", "parts.moss.nodes.rock"] {
        assert!(harness.query_by_label(&format!("Select {path}")).is_some(), "{path}");
    }
    assert!(harness.query_by_label("Part moss").is_some());
    harness.get_by_label("Select parts.moss.nodes.rock").click();
    harness.run();
    assert!(harness.query_by_label_contains("alone").is_none(), "it has values only where the part is used");
    harness.get_by_label("Select moss").click();
    harness.run();
    harness.get_by_label("Show moss alone").click();
    harness.run();
    assert_eq!(harness.state().shown, Shown::Node("moss".to_owned()));
    harness.get_by_role_and_label(Role::ComboBox, "Add a node").click();
    harness.run();
    harness.get_by_label("Add expression").click();
    harness.run();
    assert_eq!((harness.state().selected.as_deref(), value(&harness, "nodes.expression").as_deref()), (Some("expression"), Some("\"0\"")));
}
