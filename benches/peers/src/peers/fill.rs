//! The machine's own limits: writing a constant with its widest vectors, which no noise can outrun.

use crate::cases::{SAMPLES, Sampler};

/// 16 KiB stay in any first-level cache.
const IN_CACHE: usize = 4096;

/// Fills a small buffer repeatedly, with as many samples as a grid has.
pub fn in_cache() -> (Sampler, Vec<f32>) {
    let sampler = |samples: &mut [f32]| {
        for _ in 0..SAMPLES / IN_CACHE {
            fill(std::hint::black_box(samples));
        }
    };
    (Box::new(sampler), vec![0.0; IN_CACHE])
}

/// Fills the next grid's worth of a buffer that no cache holds.
pub fn to_memory() -> (Sampler, Vec<f32>) {
    let bytes = (4 * last_level_cache()).max(512 << 20);
    let mut samples = vec![0.0; bytes.div_ceil(4).next_multiple_of(SAMPLES)];
    // Touched once, so that no page is mapped during the measurement.
    fill(&mut samples);
    let mut next = 0;
    let sampler = move |samples: &mut [f32]| {
        fill(&mut samples[next..next + SAMPLES]);
        next = (next + SAMPLES) % samples.len();
    };
    (Box::new(sampler), samples)
}

/// Returns the size in bytes of the last cache that Linux reports, or 0.
fn last_level_cache() -> usize {
    let size = |index: usize| {
        let text = std::fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size")).ok()?;
        text.trim().strip_suffix('K')?.parse::<usize>().ok()
    };
    (0..8).filter_map(size).max().unwrap_or(0) << 10
}

/// The constant that is written; not 0, which would become a call of `memset`.
const CONSTANT: f32 = 0.37;

fn fill(samples: &mut [f32]) {
    #[target_feature(enable = "avx512f")]
    fn avx512(samples: &mut [f32]) {
        samples.fill(CONSTANT);
    }
    #[target_feature(enable = "avx2")]
    fn avx2(samples: &mut [f32]) {
        samples.fill(CONSTANT);
    }
    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has AVX-512F.
        unsafe { avx512(samples) };
    } else if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { avx2(samples) };
    } else {
        samples.fill(CONSTANT);
    }
}
