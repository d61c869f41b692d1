//! The time from moving a slider to a changed picture of 512 x 512, and the memory of a thousand changes: `cargo bench -p lacuna-studio`.

#![expect(clippy::print_stdout, reason = "a bench prints")]

use std::time::{Duration, Instant};

use egui_kittest::Harness;
use lacuna::presets::Preset;
use lacuna_studio::app::{Engine, Mode, Start, Studio};
use lacuna_studio::document::Gesture;

const FBM: &str = "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"fbm\"\noctaves = 6\nsource = { kind = \"perlin\", frequency = 2 }\n";
/// Timed changes of each recipe.
const CHANGES: u32 = 200;
/// Changes for the measurement of memory.
const MANY: u32 = 1000;

fn window(name: &str, text: &str, engine: Engine) -> Harness<'static, Studio> {
    let start = Start { name: Some(name.to_owned()), text: Some(text.to_owned()), engine, ..Start::default() };
    let builder = Harness::builder().with_size([900.0, 700.0]).wgpu();
    let mut harness = builder.build_eframe(move |creation| Studio::new(creation, start));
    harness.state_mut().set_mode(Mode::Map);
    harness.state_mut().set_room(Some([512, 512]));
    wait(&mut harness);
    harness
}

/// Runs frames until the picture is complete. Returns the time of the first picture, every fourth pixel.
fn wait(harness: &mut Harness<'_, Studio>) -> Instant {
    let before = harness.state().pictures();
    harness.step();
    let mut first = None;
    while !harness.state().is_complete() {
        // A window is drawn when there is news. Until then the engine has the cores.
        std::thread::sleep(Duration::from_millis(1));
        harness.step();
        if harness.state().pictures() > before {
            first.get_or_insert_with(Instant::now);
        }
    }
    first.unwrap_or_else(Instant::now)
}

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or(0) / 1024
}

/// Sets a key to a value that differs from change to change.
fn change(harness: &mut Harness<'_, Studio>, key: &str, number: u32) {
    let value = format!("{}", 0.3 + f64::from(number % 97) / 200.0);
    harness.state_mut().document_mut().set(key, &value, &Gesture::Of(key.to_owned())).expect("the key is there");
}

fn main() {
    let marble = Preset::of("marble").expect("it is there").text;
    let cases = [("fBm 6", FBM, "a.gain"), ("marble", marble, "bend.gain")];
    println!("ms from a change to a picture of 512 x 512 by the CPU engine: every fourth pixel of it, and all");
    println!("{:16} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}", "", "p50", "p95", "most", "p50", "p95", "most");
    for (name, text, key) in cases {
        let mut harness = window(name, text, Engine::Cpu);
        let (mut coarse, mut full) = (Vec::new(), Vec::new());
        for number in 0..CHANGES {
            let started = Instant::now();
            change(&mut harness, key, number);
            coarse.push(wait(&mut harness) - started);
            full.push(started.elapsed());
        }
        let at = |times: &mut Vec<Duration>, share: usize| {
            times.sort_unstable();
            times[(times.len() - 1) * share / 100].as_secs_f64() * 1000.0
        };
        let [a, b, c] = [50, 95, 100].map(|share| at(&mut coarse, share));
        let [d, e, f] = [50, 95, 100].map(|share| at(&mut full, share));
        println!("{name:16} {a:8.1} {b:8.1} {c:8.1} {d:8.1} {e:8.1} {f:8.1}");
    }
    let mut harness = window("fBm 6", FBM, Engine::Cpu);
    let mut sizes = vec![resident()];
    for number in 0..MANY {
        change(&mut harness, "a.gain", number);
        harness.state_mut().document_mut().end_gesture();
        wait(&mut harness);
        if number % 20 == 0 {
            // Textures are kept for the renderer until it draws.
            harness.render().expect("it draws");
        }
        if number % (MANY / 4) == MANY / 4 - 1 {
            sizes.push(resident());
        }
    }
    println!("MiB resident before and after each quarter of {MANY} changes: {sizes:?}");
}
