//@ by hand: rounded is_sizable with_part
// Strict f32: one rounding per operation, in the written order, with every compiler.
//
// Shader compilers may contract a product into a sum and reorder sums. `rounded` prevents both: it passes a value through integers with a number that the
// compiler can't know. `main` sets `zero` from the parameters; without this the code works but is not strict.

var<private> zero: u32;

// An integer that is the same for all samples that are evaluated together, such as a period or an option.
alias Uniform = u32;

fn rounded(v: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(v) | zero);
}

// True if a value is 2^-95 or more, far above the smallest normal number: below it the upper three bits of the exponent are 0.
fn is_sizable(v: f32) -> bool {
    return (bitcast<u32>(v) & 0x70000000u) != 0u;
}

// The canonical value: negative zeros and numbers below 2^-95, which include all subnormals, become 0, since devices differ in both.
fn canonical(v: f32) -> f32 {
    return select(0.0f, v, is_sizable(v));
}

// The sum of a number that is not a negative zero and a part that is made canonical.
fn with_part(sum: f32, part: f32) -> f32 {
    return rounded(sum + canonical(part));
}

// a at t = 0, b at t = 1.
fn lerp(t: f32, a: f32, b: f32) -> f32 {
    return rounded(a + rounded(t * (b - a)));
}
