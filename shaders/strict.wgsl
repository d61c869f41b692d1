// Strict f32: one rounding an operation, in the written order, on every compiler.
//
// Compilers of shaders may fuse a product into a sum and reorder sums. `rounded` hides a value from both by passing it through integers with a
// number the compiler can't know. `main` sets `zero` from the parameters; where it is left alone the code works and is merely not strict.

var<private> zero: u32;

fn rounded(v: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(v) | zero);
}

// No negative zero and no subnormal leaves this, since devices differ in both. Below 2^-95, far above the smallest normal number, the upper three
// bits of the exponent are 0, so one test of the bits finds them all.
fn settled(v: f32) -> f32 {
    return select(0.0f, v, (bitcast<u32>(v) & 0x70000000u) != 0u);
}

// a at t = 0, b at t = 1.
fn lerp(t: f32, a: f32, b: f32) -> f32 {
    return rounded(a + rounded(t * (b - a)));
}
