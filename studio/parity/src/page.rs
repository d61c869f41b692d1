//! The functions that the page calls.

#![expect(unreachable_pub, reason = "what JavaScript calls is public")]

use std::cell::RefCell;
use std::rc::Rc;

use lacuna::gpu::Speed;
use lacuna::internal::parity::{Case, compare};
use lacuna::{Gpu, GpuOptions};
use wasm_bindgen::prelude::wasm_bindgen;

struct Bench {
    gpu: Gpu,
    cases: Vec<Case>,
}

thread_local! {
    static BENCH: RefCell<Option<Rc<Bench>>> = const { RefCell::new(None) };
}

fn bench() -> Result<Rc<Bench>, String> {
    BENCH.with_borrow(Clone::clone).ok_or_else(|| "open it first".to_owned())
}

/// Opens the browser's adapter for all graphs of the catalogue, or for a subset that covers it, with at least `samples` samples each. Returns the
/// number of graphs.
///
/// # Errors
///
/// A message if there is no adapter, or if it does not open.
#[wasm_bindgen]
pub async fn open(samples: usize, is_all: bool) -> Result<usize, String> {
    // The form with the longer text is the one that may differ.
    let options = GpuOptions::default().speed(Speed::Throughput);
    let gpu = Gpu::request(&options).await.map_err(|error| error.to_string())?;
    let cases = crate::cases(samples, is_all).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    let count = cases.len();
    BENCH.set(Some(Rc::new(Bench { gpu, cases })));
    Ok(count)
}

/// Returns the name of the adapter.
///
/// # Errors
///
/// A message if none is open.
#[wasm_bindgen]
pub fn adapter() -> Result<String, String> {
    Ok(bench()?.gpu.adapter().to_string())
}

/// Evaluates a graph on both engines, and returns JSON: its `name`, the `hash` of the CPU engine's bits, the number of `samples` that were compared,
/// and the number of those that are `differing`. `is_perturbed` flips a bit in a sample of the GPU.
///
/// # Errors
///
/// The errors of the engines.
#[wasm_bindgen]
pub async fn run(number: usize, is_perturbed: bool) -> Result<String, String> {
    let bench = bench()?;
    let case = bench.cases.get(number).ok_or("there is no such graph")?;
    let failed = |error: lacuna::Error| format!("{}: {error}", case.name);
    let expected = crate::expected(case).map_err(failed)?;
    let mut found = bench.gpu.sample_async(&case.program, &case.domain).await.map_err(failed)?;
    if is_perturbed {
        let place = found.len() / 2;
        found[place] = f32::from_bits(found[place].to_bits() ^ 1);
    }
    let compared = compare(&found, &expected).map_err(failed)?;
    let hash = crate::hash(&expected);
    Ok(serde_json::json!({ "name": case.name, "hash": hash, "samples": compared.samples, "differing": compared.differing }).to_string())
}
