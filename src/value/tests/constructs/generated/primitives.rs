// @generated from the shaders by `cargo xtask twins`: what is edited here is lost.
//
// What the shaders say of each primitive, for one lane. Its Rust is written by hand; a test compares the two.

// A table indexed by lanes.
pub(crate) fn ranked(p: u32) -> f32 {
    [0.5_f32, -1.25, 8.0, 3.0][(p & 3) as usize]
}
