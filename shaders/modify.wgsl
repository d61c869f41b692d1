// needs: strict
// Steps that change a value.

// value * scale + offset.
fn scale_offset(value: f32, scale: f32, offset: f32) -> f32 {
    return settled(rounded(rounded(value * scale) + offset));
}
