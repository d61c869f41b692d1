//! Samples for tests.

/// Returns `count` samples from -1 to 1, without a pattern that would survive a wrong stride or order (a linear congruential generator, Knuth 1969).
pub(crate) fn noise(count: usize) -> Vec<f32> {
    let mut state = 1_u32;
    std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (f64::from(state) / f64::from(u32::MAX) * 2.0 - 1.0) as f32
    })
    .take(count)
    .collect()
}
