//! A tile of samples for WebAssembly: `hills.rs` is the output of `lacuna export hills.toml --name hills --as rust`.

mod hills;

/// Returns the samples of a square tile whose corner lies at whole units, `side` samples a side and 2^`shift` a unit, each at the centre of its part,
/// row by row. They are never freed.
#[unsafe(no_mangle)]
pub extern "C" fn tile(unit_x: i32, unit_y: i32, side: u32, shift: u32) -> *const f32 {
    let place = |unit: i32, sample: u32| {
        let steps = u64::from(2 * sample + 1) << (31 - shift);
        (unit + (steps >> 32) as i32, steps as u32)
    };
    let mut samples = Vec::with_capacity((side * side) as usize);
    for y in 0..side {
        let (j, b) = place(unit_y, y);
        for x in 0..side {
            let (i, a) = place(unit_x, x);
            samples.push(hills::hills_at([i, j], [a, b]));
        }
    }
    samples.leak().as_ptr()
}
