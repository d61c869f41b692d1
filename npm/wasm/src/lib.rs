//! The WebAssembly of the npm package: recipes, and the CPU engine. `npm/src/wasm.js` is its only caller.

#[cfg(target_arch = "wasm32")]
mod named;
#[cfg(target_arch = "wasm32")]
mod recipe;
