//! Random numbers from a seed that tests print.

#![allow(dead_code, unreachable_pub, reason = "each test uses its own part of this")]

/// SplitMix64.
pub struct Random {
    pub seed: u64,
    state: u64,
}

impl Random {
    /// Seeds it by `LACUNA_SEED`, or by the clock.
    pub fn new() -> Self {
        let of_clock = || std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos() as u64 % 1_000_000;
        let seed = std::env::var("LACUNA_SEED").map_or_else(|_| of_clock(), |text| text.parse().expect("LACUNA_SEED: a whole number"));
        Self { seed, state: seed }
    }

    /// Returns a number from 0 to below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}
