//! Those engines of the parity page that are Rust: WebGPU, and the CPU engine as WebAssembly. The page calls them with graphs as JSON.

#![cfg(target_arch = "wasm32")]

use std::cell::RefCell;
use std::rc::Rc;

use lacuna::gpu::Speed;
use lacuna::{Axis, Cpu, Domain, Error, Gpu, GpuOptions, Graph, Grid, Number, Program};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static GPU: RefCell<Option<Rc<Gpu>>> = const { RefCell::new(None) };
}

/// Where a graph is evaluated, as `cargo xtask parity` writes it.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Place {
    Points(Vec<[Number; 4]>),
    Grid(Box<Plane>),
}

/// The starts, the ends and the samples of two axes, and the other coordinates.
#[derive(Deserialize)]
struct Plane {
    x: (Number, Number, u32),
    y: (Number, Number, u32),
    z: Number,
    w: Number,
}

/// Reads a graph and a domain.
fn given(graph: &str, domain: &str) -> Result<(Program, Domain), String> {
    let graph: Graph = serde_json::from_str(graph).map_err(|error| format!("the graph: {error}"))?;
    let program = Program::new(graph).map_err(|error| error.to_string())?;
    let axis = |(start, end, samples)| Axis::Extent { start, end, samples };
    let domain = match serde_json::from_str(domain).map_err(|error| format!("the domain: {error}"))? {
        Place::Points(points) => Domain::Points(points),
        Place::Grid(plane) => Domain::Grid(Grid { x: axis(plane.x), y: axis(plane.y), z: Axis::Constant(plane.z), w: plane.w }),
    };
    Ok((program, domain))
}

/// Opens the browser's adapter, unless it is open.
///
/// # Errors
///
/// A message if there is no adapter, or if it does not open.
#[wasm_bindgen]
pub async fn open_gpu() -> Result<(), String> {
    if !is_lost() {
        return Ok(());
    }
    // The form with the longer text is the one that may differ.
    let options = GpuOptions::default().speed(Speed::Throughput);
    let gpu = Gpu::request(&options).await.map_err(|error| error.to_string())?;
    GPU.set(Some(Rc::new(gpu)));
    Ok(())
}

/// Returns true if no adapter is open, because none was opened or because its device was lost.
#[wasm_bindgen]
pub fn is_lost() -> bool {
    GPU.with_borrow(Option::is_none)
}

/// Returns the samples of a graph over a domain, by WebGPU.
///
/// # Errors
///
/// Those of the engine, and a message if no adapter is open.
#[wasm_bindgen]
pub async fn on_gpu(graph: &str, domain: &str) -> Result<Vec<f32>, String> {
    let (program, domain) = given(graph, domain)?;
    let gpu = GPU.with_borrow(Clone::clone).ok_or("open the adapter first")?;
    let samples = gpu.sample_async(&program, &domain).await;
    gpu.cache().evict(&program);
    if let Err(Error::DeviceLost(_)) = samples {
        GPU.set(None);
    }
    samples.map_err(|error| error.to_string())
}

/// Returns the samples of a graph over a domain, by the CPU engine.
///
/// # Errors
///
/// Those of the engine.
#[wasm_bindgen]
pub fn on_cpu(graph: &str, domain: &str) -> Result<Vec<f32>, String> {
    let (program, domain) = given(graph, domain)?;
    Cpu::new().sample(&program, &domain).map_err(|error| error.to_string())
}
