//! The tests on GPUs. They are one program, so that every adapter is opened once, every kernel is compiled once on it, and the CPU engine's samples
//! are computed once, for all tests.
//!
//! The first adapter is compared over everything. Others are compared over graphs that cover everything, unless `LACUNA_ALL=1`.

#![cfg(feature = "recipe")]

#[path = "../common/mod.rs"]
mod common;
mod coordinates;
mod devices;
mod export;
#[path = "../common/expressions.rs"]
#[allow(dead_code, reason = "the tests of recipes use all of it")]
mod expressions;
#[path = "../../examples/inline.rs"]
#[allow(dead_code, unreachable_pub, reason = "an example is a program by itself")]
mod inline;
mod kept;
mod kernel;
#[path = "../common/languages.rs"]
#[allow(dead_code, reason = "the tests of exported modules use all of it")]
mod languages;
#[path = "../common/noop.rs"]
mod noop;
mod parity;
#[path = "../common/places.rs"]
mod places;
mod prepared;
#[path = "../common/presets.rs"]
mod presets;
#[path = "../common/scenes.rs"]
mod scenes;
#[path = "../common/settings.rs"]
mod settings;
mod spec;
mod tiers;
#[path = "../common/vectors.rs"]
#[allow(dead_code, reason = "the tests of exported modules use the rest")]
mod vectors;

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use common::{is_set, say, skipped};
use lacuna::gpu::{AdapterChoice, Speed, adapters};
use lacuna::{Gpu, GpuOptions, wgpu};

/// Returns every GPU of this machine, in the order of `LACUNA_REQUIRE_ADAPTERS`. One test at a time has them, since OpenGL's contexts are not made
/// for several threads. Their kernels have the form that runs fastest, however few samples a test asks for.
///
/// If there is none, a line says that the test is skipped; with `LACUNA_REQUIRE_GPU=1` it fails.
fn gpus() -> MutexGuard<'static, Vec<Gpu>> {
    static GPUS: OnceLock<Mutex<Vec<Gpu>>> = OnceLock::new();
    let gpus = GPUS.get_or_init(|| Mutex::new(opened())).lock().unwrap_or_else(PoisonError::into_inner);
    if gpus.is_empty() {
        assert!(!is_set("LACUNA_REQUIRE_GPU"), "LACUNA_REQUIRE_GPU is set, and no GPU adapter opens");
        skipped("no GPU adapter opens on this machine");
    }
    gpus
}

/// Opens the adapter of a device again, by default for the form that runs fastest.
fn again(lent: &Gpu, options: GpuOptions<'_>) -> Gpu {
    let name = lent.adapter().to_string();
    let speed = options.speed.or(Some(Speed::Throughput));
    Gpu::open(&options.adapter(AdapterChoice::Named(&name)).speed(speed)).expect("it opened before")
}

fn opened() -> Vec<Gpu> {
    let mut opened = Vec::new();
    for found in adapters(wgpu::Backends::all()) {
        let options = GpuOptions::default().adapter(AdapterChoice::Of(found.adapter())).speed(Speed::Throughput);
        match Gpu::open(&options) {
            Ok(gpu) => opened.push(gpu),
            Err(error) => skipped(&format!("{}: {error}", found.description())),
        }
    }
    let required = std::env::var("LACUNA_REQUIRE_ADAPTERS").unwrap_or_default();
    let required: Vec<&str> = required.split(',').map(str::trim).filter(|text| !text.is_empty()).collect();
    opened.sort_by_key(|gpu| required.iter().position(|text| gpu.adapter().matches(text)).unwrap_or(required.len()));
    let names: Vec<String> = opened.iter().map(|gpu| gpu.adapter().to_string()).collect();
    say(&format!("adapters: {}", names.join("; ")));
    for text in required {
        let is_there = opened.iter().any(|gpu| gpu.adapter().matches(text));
        assert!(is_there, "LACUNA_REQUIRE_ADAPTERS asks for `{text}`; there are {names:?}");
    }
    opened
}
