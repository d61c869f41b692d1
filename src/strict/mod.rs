//! Strict arithmetic: that of noise, in Rust as in WGSL.
//!
//! The functions themselves are written only in `shaders/`; `cargo xtask twins` translates them into `generated/`. This module provides their
//! foundations: [`real`] has the operations on one lane and on sixteen side by side, [`builtin`] has WGSL's built-in functions for both, and
//! [`by_hand`] has the intrinsics. Nothing here depends on the rest of the crate.

#[allow(dead_code, reason = "a shader may come to use each of them")]
pub(crate) mod builtin;
pub(crate) mod by_hand;
#[allow(dead_code, reason = "a function may be called by shaders alone")]
#[allow(
    clippy::approx_constant,
    clippy::assign_op_pattern,
    clippy::collapsible_else_if,
    clippy::excessive_precision,
    clippy::identity_op,
    clippy::manual_clamp,
    clippy::precedence,
    clippy::too_many_arguments,
    clippy::unreadable_literal,
    unused_imports,
    unused_macros,
    clippy::too_many_lines,
    reason = "the text is that of the shaders"
)]
mod generated;
#[cfg(feature = "cpu")]
pub(crate) mod lanes;
#[cfg(feature = "cpu")]
pub(crate) mod level;
pub(crate) mod ranks;
pub(crate) mod real;
pub(crate) mod separable;
#[cfg(feature = "cpu")]
mod sixteen;
#[cfg(test)]
mod tests;

pub(crate) use generated::*;
