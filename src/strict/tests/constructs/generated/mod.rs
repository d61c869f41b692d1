// @generated from the shaders by `cargo xtask twins`: what is edited here is lost.
//
// The functions of the shaders.

pub(crate) mod lanes;
pub(crate) mod one;
#[cfg(test)]
pub(crate) mod primitives;
