//! Positions at which exported modules are tested.

/// A position on an axis in whole units and 2^-32 units, and as a binary number.
pub(crate) struct Place {
    pub(crate) unit: i32,
    pub(crate) fraction: u32,
    pub(crate) at: f64,
}

/// Returns `count` positions, near and up to a million units away, on lattice points and between them.
pub(crate) fn places(count: usize, seed: u64) -> Vec<[Place; 4]> {
    let mut state = seed;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let mut place = |number: usize| {
        let far = [2, 40, 1_000_003][number % 3];
        let unit = (i64::from(random()) % (2 * far + 1) - far) as i32;
        let fraction = [random(), 0, 1, u32::MAX, 1 << 31][if number.is_multiple_of(11) { number / 11 % 5 } else { 0 }];
        Place { unit, fraction, at: f64::from(unit) + f64::from(fraction) / 4_294_967_296.0 }
    };
    (0..count).map(|number| std::array::from_fn(|_| place(number))).collect()
}

/// Returns the samples of the CPU engine at the positions.
pub(crate) fn expected(program: &lacuna::Program, places: &[[Place; 4]]) -> Vec<f32> {
    let points: Vec<[f64; 4]> = places.iter().map(|place| [0, 1, 2, 3].map(|axis| place[axis].at)).collect();
    let mut samples = vec![0.0; points.len() * program.channels()];
    lacuna::Cpu::new().sample_points(program, &points, &mut samples).unwrap_or_else(|error| panic!("{error}"));
    samples
}
