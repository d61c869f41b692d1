//@ needs: strict arithmetic
// Steps that combine two values into one.
//
// Arguments are 0 or from 2^-95 to 1e38 in size. Results that would be smaller are 0, and the host ensures that none is larger.

// a + b.
//@ operation
fn add(a: f32, b: f32) -> f32 {
    return canonical(rounded(a + b));
}

// a - b.
//@ operation
fn subtract(a: f32, b: f32) -> f32 {
    return canonical(rounded(a - b));
}

// a * b.
//@ operation
fn multiply(a: f32, b: f32) -> f32 {
    return canonical(rounded(a * b));
}

// The smaller of two.
//@ operation
fn min_of(a: f32, b: f32) -> f32 {
    return min(a, b);
}

// The larger of two.
//@ operation
fn max_of(a: f32, b: f32) -> f32 {
    return max(a, b);
}

// The closeness of a and b within the radius: 1 where they are equal, 0 from the radius on, and 0 if the radius is not above 0.
fn closeness(a: f32, b: f32, radius: f32) -> f32 {
    return quotient(max(rounded(radius - abs(rounded(a - b))), 0.0f), radius, 1.0f);
}

// The smaller of two, with a continuous slope where they are within the radius of each other (the quadratic polynomial smooth minimum; Quilez, "Smooth
// minimum", 2013): min(a, b) - radius/4 * closeness^2. The range is that of `min_of`, extended down by a quarter of the radius.
//@ operation
fn smooth_min(a: f32, b: f32, radius: f32) -> f32 {
    let h = closeness(a, b, radius);
    return canonical(rounded(min(a, b) - rounded(rounded(h * h) * radius) * 0.25f));
}

// The larger of two, likewise.
//@ operation
fn smooth_max(a: f32, b: f32, radius: f32) -> f32 {
    let h = closeness(a, b, radius);
    return canonical(rounded(max(a, b) + rounded(rounded(h * h) * radius) * 0.25f));
}

// The derivative of `smooth_min` by a, from 0 to 1; that by b is 1 minus it. It is 1/2 where a and b are equal, except with a radius of 0, where it jumps:
// there it is 1.
//@ operation
fn smooth_min_share(a: f32, b: f32, radius: f32) -> f32 {
    let half = 0.5f * closeness(a, b, radius);
    return canonical(select(rounded(1.0f - half), half, b < a));
}

// The derivative of `smooth_max` by a, likewise.
//@ operation
fn smooth_max_share(a: f32, b: f32, radius: f32) -> f32 {
    let half = 0.5f * closeness(a, b, radius);
    return canonical(select(rounded(1.0f - half), half, a < b));
}

// a where the mask is 0 or less, b where it is 1 or more, and linear between; never outside the range of a and b.
//@ operation
fn lerp_of(a: f32, b: f32, mask: f32) -> f32 {
    let between = canonical(lerp(max(min(mask, 1.0f), 0.0f), a, b));
    return select(b, max(min(between, max(a, b)), min(a, b)), mask < 1.0f);
}

// `below` if v is below a bound, `otherwise` from the bound on.
//@ operation
fn threshold(v: f32, bound: f32, below: f32, otherwise: f32) -> f32 {
    return select(otherwise, below, v < bound);
}
