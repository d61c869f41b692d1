//! The window without a screen: its features by their names for accessibility.

use std::time::{Duration, Instant};

use eframe::egui::{self, Key, Modifiers, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use lacuna_bake::{Engine, Job, Request, Source};
use lacuna_studio::app::{Mode, Start, Studio};
use lacuna_studio::link;
use lacuna_studio::work::Picture;

/// Far longer than any machine takes for a picture.
const LONG: Duration = Duration::from_secs(120);

fn window(size: [f32; 2], start: Start) -> Harness<'static, Studio> {
    let mut harness = Harness::builder().with_size(size).with_max_steps(64).build_eframe(move |creation| Studio::new(creation, start));
    settle(&mut harness);
    harness
}

fn of(name: &str) -> Start {
    Start { name: Some(name.to_owned()), ..Start::default() }
}

/// Runs until the picture is there.
fn settle(harness: &mut Harness<'_, Studio>) {
    let started = Instant::now();
    harness.run_steps(4);
    while harness.state().picture().is_none() {
        assert!(started.elapsed() < LONG, "no picture: {}", harness.state().state());
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(2);
}

fn press(harness: &mut Harness<'_, Studio>, key: Key) {
    harness.key_press(key);
    harness.run_steps(3);
    settle(harness);
}

fn click(harness: &mut Harness<'_, Studio>, role: egui::Role, name: &str) {
    harness.get_by_role_and_label(role, name).click();
    harness.run_steps(3);
}

fn button(harness: &mut Harness<'_, Studio>, name: &str) {
    click(harness, egui::Role::Button, name);
}

fn picture(harness: &Harness<'_, Studio>) -> Picture {
    harness.state().picture().expect("it is settled").clone()
}

/// Returns a number in the recipe's text.
fn number(harness: &Harness<'_, Studio>, key: &str) -> f64 {
    let text = harness.state().document().text();
    let line = text.lines().find(|line| line.trim_start().starts_with(key)).unwrap_or_else(|| panic!("no {key} in {text}"));
    line.split('=').nth(1).and_then(|value| value.trim().parse().ok()).unwrap_or_else(|| panic!("{line}"))
}

/// Returns the 8 bit that `lacuna bake` writes for the view of the map.
fn baked(harness: &Harness<'_, Studio>) -> Vec<u8> {
    let state = harness.state();
    let recipe = lacuna_bake::read_recipe(state.document().recipe_text()).expect("it is right");
    let mut request = Request::new(Source::from(recipe), "picture.png").expect("it is right");
    request.job = serde_json::from_value::<Job>(state.state()["job"].clone()).expect("a job");
    request.depth = Some(8);
    let mut store = lacuna_bake::Memory::default();
    request.plan().expect("it is right").run(&Engine::cpu(Engine::usual_threads()), &mut store, &()).expect("it bakes");
    let file = store.into_files().into_values().next().expect("a file");
    image::load_from_memory(&file).expect("a PNG").to_rgba8().into_raw()
}

#[test]
fn the_first_screen_is_terrain_as_a_bake_of_it_shows() {
    let harness = window([1024.0, 700.0], Start::default());
    let picture = picture(&harness);
    assert_eq!(harness.state().state()["mode"], "terrain");
    assert!(picture.size[0] > 600 && picture.size[1] > 500, "{:?}", picture.size);
    assert!(picture.rgba == baked(&harness));
    let colours: std::collections::HashSet<&[u8]> = picture.rgba.chunks_exact(4).collect();
    assert!(colours.len() > 1000, "{} colours", colours.len());
}

#[test]
fn the_map_is_what_a_bake_of_its_region_holds_in_every_pixel() {
    for name in ["marble", "octave-perlin", "terrain-warped"] {
        let mut harness = window([900.0, 640.0], of(name));
        button(&mut harness, "Map");
        settle(&mut harness);
        assert!(picture(&harness).rgba == baked(&harness), "{name}");
        // Also at another place.
        let middle = Pos2::new(300.0, 300.0);
        harness.drag_at(middle);
        harness.run_steps(1);
        harness.hover_at(middle + Vec2::new(77.0, -31.0));
        harness.run_steps(1);
        harness.drop_at(middle + Vec2::new(77.0, -31.0));
        harness.run_steps(1);
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: Vec2::new(0.0, 3.0),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        harness.run_steps(40);
        settle(&mut harness);
        assert_ne!(harness.state().state()["map"]["middle"], serde_json::json!(["4", "4"]), "{name}");
        assert!(picture(&harness).rgba == baked(&harness), "{name} elsewhere");
    }
}

#[test]
fn the_keys_of_the_tutorials_change_octaves_persistence_frequency_and_seed_and_undo_takes_them_back() {
    let mut harness = window([1024.0, 700.0], Start::default());
    let text = harness.state().document().text().to_owned();
    press(&mut harness, Key::T);
    assert_eq!(number(&harness, "octaves"), 10.0);
    press(&mut harness, Key::G);
    press(&mut harness, Key::G);
    assert_eq!(number(&harness, "octaves"), 8.0);
    press(&mut harness, Key::Y);
    assert!((number(&harness, "gain") - 0.55).abs() < 1e-9);
    press(&mut harness, Key::H);
    press(&mut harness, Key::H);
    assert!((number(&harness, "gain") - 0.35).abs() < 1e-9);
    let before = harness.state().document().text().to_owned();
    press(&mut harness, Key::U);
    assert_ne!(harness.state().document().text(), before);
    press(&mut harness, Key::J);
    press(&mut harness, Key::R);
    assert!(!harness.state().document().text().contains("seed = 8"), "a new seed");
    assert!(harness.state().document().text().starts_with("# Mountains"), "comments stay");
    for _ in 0..9 {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run_steps(2);
    }
    assert_eq!(harness.state().document().text(), text);
}

#[test]
fn the_keys_of_the_tutorials_change_light_water_lines_and_brightness() {
    let mut harness = window([700.0, 500.0], Start::default());
    let light = |harness: &Harness<'_, Studio>| harness.state().state()["terrain"]["light"].clone();
    let mut seen = vec![light(&harness)];
    let mut last = picture(&harness).rgba;
    for _ in 0..6 {
        press(&mut harness, Key::L);
        let next = picture(&harness).rgba;
        assert!(next != last, "another light, another picture");
        last = next;
        assert!(!seen.contains(&light(&harness)));
        seen.push(light(&harness));
    }
    press(&mut harness, Key::L);
    assert_eq!(light(&harness), seen[0], "seven lights in a ring");
    for key in [Key::W, Key::F, Key::O, Key::P] {
        let before = picture(&harness).rgba;
        press(&mut harness, key);
        assert!(picture(&harness).rgba != before, "{key:?}");
    }
}

#[test]
fn a_drag_turns_the_terrain_about_both_axes_and_arrows_do() {
    let mut harness = window([900.0, 640.0], Start::default());
    let angles = |harness: &Harness<'_, Studio>| {
        let terrain = &harness.state().state()["terrain"];
        [terrain["heading"].as_f64().unwrap(), terrain["pitch"].as_f64().unwrap()]
    };
    let before = angles(&harness);
    let at = Pos2::new(250.0, 300.0);
    harness.drag_at(at);
    harness.run_steps(1);
    harness.hover_at(at + Vec2::new(60.0, 40.0));
    harness.run_steps(1);
    harness.drop_at(at + Vec2::new(60.0, 40.0));
    harness.run_steps(2);
    let after = angles(&harness);
    assert!(after[0] != before[0] && after[1] != before[1], "{before:?} {after:?}");
    settle(&mut harness);
    assert!(picture(&harness).rgba == baked(&harness));
}

#[test]
fn a_material_is_shown_in_light_as_a_bake_of_it_and_a_drag_turns_it() {
    let mut harness = window([760.0, 420.0], of("bricks"));
    button(&mut harness, "Material");
    settle(&mut harness);
    while !harness.state().is_complete() {
        settle(&mut harness);
    }
    let before = harness.state().state();
    assert_eq!((&before["mode"], &before["job"]["kind"]), (&"material".into(), &"preview".into()));
    assert!(picture(&harness).rgba == baked(&harness));
    let at = Pos2::new(150.0, 200.0);
    harness.drag_at(at);
    harness.run_steps(1);
    harness.hover_at(at + Vec2::new(30.0, 10.0));
    harness.run_steps(1);
    harness.drop_at(at + Vec2::new(30.0, 10.0));
    harness.run_steps(2);
    settle(&mut harness);
    let after = harness.state().state();
    assert_ne!(before["job"]["heading"], after["job"]["heading"]);
    assert_ne!(before["job"]["pitch"], after["job"]["pitch"]);
    assert!(picture(&harness).rgba == baked(&harness));
}

#[test]
fn a_parameter_takes_an_exact_number_that_is_typed() {
    let mut harness = window([1024.0, 700.0], Start::default());
    let field = harness.get_by_role_and_label(egui::Role::TextInput, "gain, exact");
    field.focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(1);
    harness.event(egui::Event::Text("0.123456789012345678".to_owned()));
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    settle(&mut harness);
    let text = harness.state().document().text();
    assert!(text.contains("0.123456789012345678"), "{text}");
}

#[test]
fn a_recipe_with_parameters_is_opened_with_its_knobs_and_a_knob_changes_the_picture() {
    let text = "version = 2\noutput = \"a\"\nparams.wear = { value = 0.5, min = 0, max = 1, step = 0.25, label = \"Wear\" } # how old\nnodes.a = \"$wear * b\"\nnodes.b = { kind = \"perlin\" }\n";
    let start = Start { text: Some(text.to_owned()), ..Start::default() };
    let link = window([800.0, 600.0], start).state().link();
    let mut harness = window([1024.0, 700.0], Start::default());
    button(&mut harness, "Graph");
    harness.state_mut().open_link(&link);
    harness.run_steps(3);
    settle(&mut harness);
    let before = picture(&harness);
    let knob = harness.get_by_role_and_label(egui::Role::Slider, "Wear");
    knob.focus();
    harness.run_steps(2);
    press(&mut harness, Key::ArrowRight);
    assert_eq!(harness.state().document().text(), text.replace("value = 0.5", "value = 0.75"));
    assert!(picture(&harness) != before);
}

#[test]
fn a_wrong_text_is_told_and_the_last_good_picture_stays() {
    let mut harness = window([1024.0, 700.0], Start::default());
    let before = picture(&harness);
    let good = harness.state().document().text().to_owned();
    let gesture = lacuna_studio::document::Gesture::Single;
    harness.state_mut().document_mut().edit_text(good.replace("octaves = 9", "octaves = 99"), &gesture);
    harness.run_steps(5);
    let state = harness.state().state();
    assert!(state["problem"].as_str().is_some_and(|problem| problem.contains("octaves")), "{state}");
    assert!(picture(&harness) == before);
    harness.state_mut().document_mut().edit_text(good.replace("octaves = 9", "octaves = 3"), &gesture);
    harness.run_steps(3);
    settle(&mut harness);
    assert!(picture(&harness) != before);
}

#[test]
fn the_gallery_loads_a_preset_and_colours_are_shown_as_a_map() {
    let mut harness = window([1024.0, 700.0], Start::default());
    button(&mut harness, "Presets");
    harness.get_by_label("marble").scroll_to_me();
    harness.run_steps(4);
    harness.get_by_label("marble").click();
    harness.run_steps(3);
    settle(&mut harness);
    assert!(harness.state().document().text().contains("White marble"));
    assert_eq!(harness.state().state()["mode"], "map");
}

#[test]
fn a_share_link_brings_back_the_recipe_and_the_view_and_a_broken_one_is_told() {
    let mut harness = window([800.0, 600.0], of("octave-perlin"));
    press(&mut harness, Key::T);
    button(&mut harness, "Map");
    settle(&mut harness);
    let hash = harness.state().link();
    let mut again = window([800.0, 600.0], Start { link: Some(hash.clone()), ..Start::default() });
    settle(&mut again);
    assert_eq!(again.state().document().text(), harness.state().document().text());
    assert_eq!(again.state().state()["map"], harness.state().state()["map"]);
    assert!(picture(&again).rgba == picture(&harness).rgba);
    for broken in [&hash[..hash.len() / 2], "1.", "9.abc", "1.!!!!", ""] {
        assert!(link::decode(broken).is_err(), "{broken}");
    }
    let told = window([800.0, 600.0], Start { link: Some(hash[..hash.len() / 2].to_owned()), ..Start::default() });
    assert!(told.state().state()["notice"].as_str().is_some_and(|notice| notice.contains("link")));
    assert!(told.state().document().text().starts_with("# Mountains"), "the first recipe is shown");
}

#[test]
fn a_hostile_recipe_is_refused_with_the_reason_and_nothing_is_lost() {
    let mut harness = window([800.0, 600.0], Start::default());
    let mut text = "version = 2\noutput = \"n12\"\n[nodes.n0]\nkind = \"perlin\"\n".to_owned();
    for level in 1..=12 {
        let before = level - 1;
        text += &format!(
            "[nodes.n{level}]\nkind = \"add\"\na = {{ kind = \"fbm\", octaves = 8, source = \"n{before}\" }}\nb = {{ kind = \"turbulence\", octaves = 8, source = \"n{before}\" }}\n"
        );
    }
    let before = picture(&harness);
    harness.state_mut().document_mut().edit_text(text, &lacuna_studio::document::Gesture::Single);
    let started = Instant::now();
    while harness.state().state()["failure"].is_null() && harness.state().state()["problem"].is_null() {
        assert!(started.elapsed() < LONG, "{}", harness.state().state());
        harness.step();
    }
    assert_eq!(harness.state().state()["picture"], serde_json::json!(before.size), "the last good picture stays");
}

#[test]
fn a_file_that_another_program_changes_is_read_again_and_one_that_vanishes_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hills.toml");
    let text = "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"perlin\"\nfrequency = 2\n";
    std::fs::write(&path, text).expect("written");
    let start = Start { name: Some("hills".into()), text: Some(text.into()), path: Some(path.clone()), ..Start::default() };
    let mut harness = window([800.0, 600.0], start);
    let wait = |harness: &mut Harness<'_, Studio>, is_there: &dyn Fn(&Studio) -> bool| {
        let started = Instant::now();
        while !is_there(harness.state()) {
            assert!(started.elapsed() < LONG, "{}", harness.state().state());
            harness.step();
        }
    };
    std::fs::write(&path, text.replace("frequency = 2", "frequency = 3.5")).expect("written");
    wait(&mut harness, &|studio| studio.document().text().contains("3.5"));
    std::fs::remove_file(&path).expect("removed");
    wait(&mut harness, &|studio| studio.state()["notice"].is_string());
    assert!(harness.state().document().text().contains("3.5"), "what was read last stays");
}

#[test]
fn a_bake_writes_the_file_that_the_command_would_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = window([1024.0, 700.0], of("octave-perlin"));
    button(&mut harness, "Map");
    settle(&mut harness);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::B);
    harness.run_steps(3);
    let name = folder.path().join("noise").display().to_string();
    let field = harness.get_by_role_and_label(egui::Role::TextInput, "File");
    field.focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text(name.clone()));
    harness.run_steps(2);
    button(&mut harness, "Bake file");
    let path = format!("{name}.png");
    let started = Instant::now();
    while !std::path::Path::new(&path).exists() {
        assert!(started.elapsed() < LONG, "{}", harness.state().state());
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    let source = Source::open(&path).expect("it tells how it was made");
    let mut store = lacuna_bake::Memory::default();
    let request = Request::new(source, "again.png").expect("it can be baked again");
    request.plan().expect("right").run(&Engine::cpu(Engine::usual_threads()), &mut store, &()).expect("it bakes");
    assert!(store.into_files().into_values().next().expect("a file") == std::fs::read(&path).expect("it is there"));
}

#[test]
fn nothing_overlaps_in_a_small_window_nor_on_a_phone() {
    for size in [[1024.0, 700.0], [390.0, 844.0]] {
        let harness = window(size, Start::default());
        let whole = egui::Rect::from_min_size(Pos2::ZERO, Vec2::from(size));
        // Controls scrolled out of sight are cut off, and overlap nothing: they would lie below the status line.
        let is_in_sight = |node: &egui_kittest::Node<'_>| node.rect().bottom() < size[1] - 44.0;
        let all = harness.query_all_by_role(egui::Role::Button).filter(is_in_sight);
        let buttons: Vec<_> = all.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect())).collect();
        assert!(buttons.len() > 8, "{buttons:?}");
        for (index, (name, rect)) in buttons.iter().enumerate() {
            assert!(whole.expand(0.5).contains_rect(*rect), "{name} at {rect:?} leaves {size:?}");
            for (other, at) in &buttons[index + 1..] {
                let shared = rect.intersect(*at);
                assert!(shared.width() < 1.0 || shared.height() < 1.0, "{name} {rect:?} and {other} {at:?} in {size:?}");
            }
        }
    }
}

#[test]
fn b_is_shown_while_its_key_is_held() {
    let mut harness = window([800.0, 600.0], Start::default());
    press(&mut harness, Key::N);
    let b = picture(&harness);
    press(&mut harness, Key::G);
    let a = picture(&harness);
    assert!(a != b);
    harness.key_down(Key::B);
    harness.run_steps(3);
    settle(&mut harness);
    assert!(picture(&harness) == b);
    harness.key_up(Key::B);
    harness.run_steps(3);
    settle(&mut harness);
    assert!(picture(&harness) == a);
}

#[test]
fn a_drag_with_shift_moves_along_z_and_w() {
    let text = "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"perlin\"\ndimensions = 4\nfrequency = 2\n";
    let mut harness = window([800.0, 600.0], Start { name: Some("four".into()), text: Some(text.into()), ..Start::default() });
    button(&mut harness, "Map");
    settle(&mut harness);
    let place = |harness: &Harness<'_, Studio>| {
        let map = &harness.state().state()["map"];
        [&map["z"], &map["w"]].map(|place| place.as_str().map_or(0.0, |text| text.parse::<f64>().expect("a number")))
    };
    let mut last = picture(&harness).rgba;
    for (by, axis) in [(Vec2::new(3.0, -60.0), 0), (Vec2::new(60.0, 3.0), 1)] {
        let (before, middle) = (place(&harness), Pos2::new(300.0, 300.0));
        harness.event_modifiers(egui::Event::PointerMoved(middle), Modifiers::SHIFT);
        let pressed =
            |pressed, pos| egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers: Modifiers::SHIFT };
        harness.event_modifiers(pressed(true, middle), Modifiers::SHIFT);
        harness.run_steps(1);
        harness.event_modifiers(egui::Event::PointerMoved(middle + by), Modifiers::SHIFT);
        harness.run_steps(1);
        harness.event_modifiers(pressed(false, middle + by), Modifiers::SHIFT);
        harness.run_steps(2);
        settle(&mut harness);
        let after = place(&harness);
        assert!(after[axis] > before[axis] && after[1 - axis] == before[1 - axis], "{before:?} {after:?}");
        let shown = picture(&harness).rgba;
        assert!(shown != last && shown == baked(&harness));
        last = shown;
    }
}

#[test]
fn play_moves_z_in_a_loop_and_tells_where_nothing_moves() {
    let mut harness = window([800.0, 600.0], of("clouds"));
    let z = |harness: &Harness<'_, Studio>| harness.state().state()["map"]["z"].as_str().expect("a text").parse::<f64>().expect("a number");
    button(&mut harness, "Play");
    let mut most = 0.0_f64;
    let mut steps = 0;
    // A turn of the clouds is one unit of z, which takes four seconds.
    while most < 0.9 || z(&harness) > 0.5 {
        harness.step();
        most = most.max(z(&harness));
        steps += 1;
        assert!(steps < 2000, "{most}");
    }
    assert!(most < 1.0, "{most}");
    button(&mut harness, "Play");
    let stopped = z(&harness);
    harness.run_steps(10);
    assert_eq!(z(&harness), stopped);
    let flat = "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"perlin\"\ndimensions = 2\n";
    let mut harness = window([800.0, 600.0], Start { name: Some("flat".into()), text: Some(flat.into()), ..Start::default() });
    button(&mut harness, "Play");
    assert!(harness.state().state()["notice"].as_str().is_some_and(|notice| notice.starts_with("nothing moves")));
}

#[test]
fn undo_over_several_loads_comes_back_to_the_name_of_each_recipe() {
    let mut harness = window([1024.0, 700.0], Start::default());
    for name in ["clouds", "marble"] {
        button(&mut harness, "Presets");
        harness.get_by_label(name).scroll_to_me();
        harness.run_steps(4);
        harness.get_by_label(name).click();
        harness.run_steps(3);
        assert_eq!(harness.state().state()["name"], name);
    }
    for (modifiers, name) in [
        (Modifiers::COMMAND, "clouds"),
        (Modifiers::COMMAND, "mountains"),
        (Modifiers::COMMAND.plus(Modifiers::SHIFT), "clouds"),
        (Modifiers::COMMAND.plus(Modifiers::SHIFT), "marble"),
    ] {
        harness.key_press_modifiers(modifiers, Key::Z);
        harness.run_steps(2);
        assert_eq!(harness.state().state()["name"], name);
    }
}

/// Returns a window drawn by a GPU, mostly software.
fn drawn(studio: impl FnOnce(&eframe::CreationContext<'_>) -> Studio + 'static) -> Harness<'static, Studio> {
    let builder = Harness::builder().with_size([640.0, 480.0]).with_max_steps(64).wgpu();
    builder.build_eframe(move |creation| studio(creation))
}

/// Runs until the picture is complete, and returns its part of the window's picture.
fn complete(harness: &mut Harness<'_, Studio>) -> Vec<u8> {
    let started = Instant::now();
    harness.run_steps(4);
    while !harness.state().is_complete() {
        assert!(started.elapsed() < LONG, "not complete: {}", harness.state().state());
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(2);
    let window = harness.render().expect("it draws");
    let state = harness.state().state();
    let number = |key: &str, index: usize| u32::try_from(state[key][index].as_u64().expect("a number")).expect("a pixel");
    image::imageops::crop_imm(&window, number("rect", 0), number("rect", 1), number("picture", 0), number("picture", 1))
        .to_image()
        .into_raw()
}

#[test]
fn a_gpu_draws_the_map_and_the_terrain_as_a_bake_of_them() {
    let start = Start { engine: lacuna_studio::app::Engine::Gpu, ..Start::default() };
    let mut harness = drawn(|creation| Studio::new(creation, start));
    for mode in [Mode::Terrain, Mode::Map, Mode::Terrain] {
        harness.state_mut().set_mode(mode);
        let shown = complete(&mut harness);
        assert_ne!(harness.state().engine(), "CPU engine", "{mode:?}");
        assert!(shown == baked(&harness), "{mode:?}");
        if mode == Mode::Terrain {
            // Another light and another ground.
            for key in [Key::L, Key::T] {
                harness.key_press(key);
                harness.run_steps(3);
                let next = complete(&mut harness);
                assert!(next != shown && next == baked(&harness), "{key:?}");
            }
        }
    }
}

#[test]
fn a_lost_device_is_replaced_with_that_of_another_window_and_nothing_else_is_lost() {
    let start = Start { engine: lacuna_studio::app::Engine::Gpu, ..of("octave-perlin") };
    let mut harness = drawn(|creation| Studio::new(creation, start));
    harness.state_mut().set_mode(Mode::Map);
    harness.key_press(Key::T);
    harness.run_steps(2);
    assert!(complete(&mut harness) == baked(&harness));
    let (text, map) = (harness.state().document().text().to_owned(), harness.state().state()["map"].clone());
    for losses in 1..=3 {
        harness.state().lose_device();
        harness.run_steps(2);
        assert!(harness.state().is_lost());
        let studio = std::mem::replace(harness.state_mut(), Studio::in_context(&egui::Context::default(), Start::default()));
        harness = drawn(|creation| {
            let mut studio = studio;
            studio.reopen(creation);
            studio
        });
        assert!(complete(&mut harness) == baked(&harness), "{losses}");
        let state = harness.state().state();
        assert_eq!((&state["losses"], &state["map"]), (&serde_json::json!(losses), &map));
        assert!(state["notice"].as_str().is_some_and(|notice| notice.contains("GPU")), "{state}");
        // A second loss may be caused by the pictures.
        assert_eq!(state["engine"] == "CPU engine", losses >= 2, "{state}");
    }
    assert_eq!(harness.state().document().text(), text);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(2);
    assert_ne!(harness.state().document().text(), text, "the history is there still");
    assert!(complete(&mut harness) == baked(&harness));
}

#[test]
fn the_help_names_every_key() {
    let mut harness = window([1024.0, 700.0], Start::default());
    harness.key_press(Key::V);
    harness.run_steps(3);
    for action in lacuna_studio::actions::ACTIONS {
        assert!(harness.query_by_label(action.help).is_some(), "{}", action.name);
    }
}

#[test]
fn a_mode_is_chosen_by_its_key() {
    let mut harness = window([800.0, 600.0], Start::default());
    press(&mut harness, Key::Num1);
    assert_eq!(harness.state().state()["mode"], "map");
    harness.state_mut().set_mode(Mode::Terrain);
    harness.run_steps(2);
    press(&mut harness, Key::Num3);
    assert_eq!(harness.state().state()["map"]["is_tiled"], true);
}
