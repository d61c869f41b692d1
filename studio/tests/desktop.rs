//! The real window on a screen in memory (Xvfb), driven by a simulated mouse and keyboard (xdotool), and observed in pictures of the screen (import).
//!
//! If one of the three programs is missing, the tests say so, or fail with LACUNA_REQUIRE_SCREEN=1. LACUNA_SCREENSHOTS=FOLDER keeps the pictures.

#![expect(clippy::print_stdout, reason = "what is skipped is told")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use image::RgbaImage;
use lacuna_bake::{Engine, Job, Memory, Request, Source};

/// Far longer than any machine takes for a picture.
const LONG: Duration = Duration::from_secs(180);

/// A screen that ends with the test.
struct Screen {
    server: Child,
    display: String,
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn has(program: &str) -> bool {
    Command::new("which").arg(program).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn screen() -> Option<Screen> {
    let missing: Vec<_> = ["Xvfb", "xdotool", "import"].into_iter().filter(|program| !has(program)).collect();
    if !missing.is_empty() {
        assert!(std::env::var_os("LACUNA_REQUIRE_SCREEN").is_none(), "missing: {missing:?}");
        println!("skipped: {} missing", missing.join(", "));
        return None;
    }
    // It chooses a free number, and prints it.
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts");
    let mut number = String::new();
    let output = server.stdout.as_mut().expect("it is piped");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut number).expect("a number");
    let display = format!(":{}", number.trim());
    Some(Screen { server, display })
}

impl Screen {
    fn studio(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna-studio"));
        command.args(arguments).env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
        command
    }

    fn xdotool(&self, arguments: &[&str]) {
        let status = Command::new("xdotool").args(arguments).env("DISPLAY", &self.display).status().expect("xdotool runs");
        assert!(status.success(), "xdotool {arguments:?}");
    }

    fn window(&self) -> String {
        let mut search = Command::new("xdotool");
        let found = search.args(["search", "--name", "lacuna studio"]).env("DISPLAY", &self.display).output().expect("xdotool runs");
        String::from_utf8_lossy(&found.stdout).lines().next().expect("a window").to_owned()
    }

    /// Returns a picture of the screen.
    fn look(&self, name: &str) -> RgbaImage {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("screen.png");
        let status =
            Command::new("import").args(["-window", "root"]).arg(&file).env("DISPLAY", &self.display).status().expect("import runs");
        assert!(status.success());
        if let Some(kept) = std::env::var_os("LACUNA_SCREENSHOTS") {
            std::fs::create_dir_all(&kept).and_then(|()| std::fs::copy(&file, Path::new(&kept).join(format!("{name}.png")))).expect("kept");
        }
        image::open(&file).expect("a picture").to_rgba8()
    }

    /// Waits until the screen is at rest and differs from `before`.
    fn look_after(&self, name: &str, before: &RgbaImage) -> RgbaImage {
        let started = Instant::now();
        let mut last = self.look(name);
        loop {
            std::thread::sleep(Duration::from_millis(400));
            let now = self.look(name);
            if now == last && now != *before {
                return now;
            }
            assert!(started.elapsed() < LONG, "{name}: the screen does not change");
            last = now;
        }
    }
}

/// Returns the pixels that `lacuna bake` writes for a state.
fn baked(state: &serde_json::Value) -> RgbaImage {
    let recipe = lacuna_bake::read_recipe(state["recipe"].as_str().expect("a text")).expect("a recipe");
    let mut request = Request::new(Source::from(recipe), "picture.png").expect("right");
    request.job = serde_json::from_value::<Job>(state["job"].clone()).expect("a job");
    request.depth = Some(8);
    let mut store = Memory::default();
    request.plan().expect("right").run(&Engine::cpu(Engine::usual_threads()), &mut store, &()).expect("it bakes");
    image::load_from_memory(&store.into_files().into_values().next().expect("a file")).expect("a PNG").to_rgba8()
}

/// Returns the part of a picture of the window that shows the noise.
fn shown(state: &serde_json::Value, window: &RgbaImage) -> RgbaImage {
    let number = |key: &str, index: usize| u32::try_from(state[key][index].as_u64().expect("a number")).expect("a pixel");
    image::imageops::crop_imm(window, number("rect", 0), number("rect", 1), number("picture", 0), number("picture", 1)).to_image()
}

#[test]
fn the_frame_on_the_screen_is_what_a_bake_of_the_same_region_holds() {
    let Some(screen) = screen() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let cases = [
        ("octave-perlin", "cpu", &["--map"][..]),
        ("octave-perlin", "gpu", &["--map"]),
        ("marble", "gpu", &["--map"]),
        ("marble", "cpu", &["--map"]),
        ("octave-perlin", "gpu", &[]),
        ("octave-perlin", "cpu", &[]),
        // The window is opened again.
        ("octave-perlin", "gpu", &["--map", "--lose-device"]),
        ("octave-perlin", "cpu", &["--lose-device"]),
    ];
    for (number, (source, engine, more)) in cases.into_iter().enumerate() {
        let file = folder.path().join(format!("{number}.png"));
        let path = file.display().to_string();
        let all = [&["--engine", engine, "--size", "900x700", "--screenshot", &path, source], more].concat();
        let output = screen.studio(&all).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let state: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        if engine == "gpu" {
            assert_ne!(state["engine"], "CPU engine", "{state}");
        }
        let window = image::open(&file).expect("a picture").to_rgba8();
        let (shown, baked) = (shown(&state, &window), baked(&state));
        let differing = shown.pixels().zip(baked.pixels()).filter(|(a, b)| a.0[..3] != b.0[..3]).count();
        assert_eq!((shown.dimensions(), differing), (baked.dimensions(), 0), "{source} by {engine} {more:?}");
        assert_eq!(state["losses"], u32::from(more.contains(&"--lose-device")), "{state}");
    }
}

#[test]
fn a_mouse_and_keys_turn_the_terrain_and_change_the_noise() {
    let Some(screen) = screen() else { return };
    let mut studio = screen.studio(&["--size", "1280x900"]).spawn().expect("it runs");
    let black = RgbaImage::from_pixel(1280, 900, image::Rgba([0, 0, 0, 255]));
    let first = screen.look_after("terrain", &black);
    // Without a window manager nothing focuses the window.
    let window = screen.window();
    screen.xdotool(&["windowfocus", &window]);
    // Turn by a drag in the picture.
    let drag = "mousemove 400 400 mousedown 1 sleep 0.3 mousemove 480 430 sleep 0.3 mousemove 560 460 sleep 0.3 mouseup 1";
    screen.xdotool(&drag.split(' ').collect::<Vec<_>>());
    let mut last = screen.look_after("turned", &first);
    for (name, keys) in [
        ("lambert", &["key", "l"][..]),
        ("wireframe", &["key", "f"]),
        ("octaves", &["key", "g", "key", "g", "key", "g"]),
        ("undone", &["key", "ctrl+z", "key", "ctrl+z", "key", "ctrl+z"]),
        ("map", &["key", "1"]),
        ("tiled", &["key", "3"]),
        ("help", &["key", "v"]),
    ] {
        screen.xdotool(keys);
        last = screen.look_after(name, &last);
    }
    assert!(studio.try_wait().expect("known").is_none(), "it runs still");
    studio.kill().and_then(|()| studio.wait()).expect("it ends");
}

#[test]
fn a_wrong_command_line_is_told_before_a_window_opens() {
    let studio = |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_lacuna-studio")).args(arguments).output().expect("it runs");
    let wrong = studio(&["--engine", "abacus"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("abacus"));
    let help = studio(&["--help"]);
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("--screenshot"));
}
