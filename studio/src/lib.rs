//! See and shape noise live, in a window and in a browser.
//!
//! Data flows one way:
//!
//! 1. A [`document::Document`] is a recipe as text, with its history. All editing of noise goes through it.
//! 2. A view ([`map`], [`terrain`], [`material`]) says which part of it is shown, and how. Both together are a [`work::Task`]: a job of `lacuna-bake`, so that a
//!    bake makes exactly the picture on the screen.
//! 3. A [`worker::Worker`] runs tasks in the background, on a thread or in a web worker, and answers with pictures and files.
//! 4. [`app::Studio`] draws pictures and [`panels`], and turns keys into [`actions::Action`]s.

// The types that threads share contain a device, whose types are nested deeply.
#![recursion_limit = "256"]

pub mod actions;
pub mod app;
pub mod command;
pub mod device;
pub mod document;
pub mod files;
pub mod fonts;
pub mod gpu;
pub mod link;
pub mod map;
pub mod material;
pub mod panels;
pub mod preview;
pub mod relief;
pub mod runner;
pub mod screen;
pub mod terrain;
pub mod theme;
pub mod work;
pub mod worker;

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(target_arch = "wasm32")]
mod page;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::desktop;
