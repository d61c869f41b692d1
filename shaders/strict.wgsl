//@ by hand: rounded is_sizable with_part
// Strict f32: one rounding an operation, in the written order, on every compiler.
//
// Compilers of shaders may fuse a product into a sum and reorder sums. `rounded` hides a value from both by passing it through integers with a
// number the compiler can't know. `main` sets `zero` from the parameters; where it is left alone the code works and is merely not strict.

var<private> zero: u32;

// A whole number that is the same for all samples that are evaluated side by side, such as a period or an option.
alias Uniform = u32;

fn rounded(v: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(v) | zero);
}

// Whether a value is 2^-95 or more, far above the smallest normal number: below it the upper three bits of the exponent are 0.
fn is_sizable(v: f32) -> bool {
    return (bitcast<u32>(v) & 0x70000000u) != 0u;
}

// No negative zero and no subnormal leaves this, since devices differ in both.
fn settled(v: f32) -> f32 {
    return select(0.0f, v, is_sizable(v));
}

// A sum that is not a negative zero, and a part more, settled.
fn with_part(sum: f32, part: f32) -> f32 {
    return rounded(sum + settled(part));
}

// a at t = 0, b at t = 1.
fn lerp(t: f32, a: f32, b: f32) -> f32 {
    return rounded(a + rounded(t * (b - a)));
}
