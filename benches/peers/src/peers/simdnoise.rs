//! simdnoise: its AVX2 functions of eight points. Its `NoiseBuilder` runs the same ones and can't inline their fused products.

use std::arch::x86_64::{_mm256_add_ps, _mm256_loadu_ps, _mm256_set1_ps, _mm256_storeu_ps};

use simdnoise::CellDistanceFunction::Euclidean;
use simdnoise::CellReturnType::Distance;
use simdnoise::avx2::{cellular_2d, cellular_3d, simplex_2d, simplex_3d};

use crate::cases::{CELLS, Case, Coordinate, SIDE, Sampler, Sampling, Z};

const SEED: i32 = 1;
const LANES: usize = 8;

/// The jitter of feature points: simdnoise's default.
const JITTER: f32 = 0.25;

/// Returns `true` if the processor has the features that the functions need.
pub fn is_supported() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// Defines a function that samples the grid with an expression of x, y and z, eight pixels at a time.
macro_rules! grid {
    ($name:ident, |$x:ident, $y:ident, $z:ident, $jitter:ident| $noise:expr) => {
        #[target_feature(enable = "avx2,fma")]
        fn $name(samples: &mut [f32]) {
            let ($z, $jitter) = (_mm256_set1_ps(Z as f32), _mm256_set1_ps(JITTER));
            let first: [f32; LANES] = std::array::from_fn(f32::centre);
            let step = _mm256_set1_ps((LANES * CELLS) as f32 / SIDE as f32);
            for (j, row) in samples.chunks_exact_mut(SIDE).enumerate() {
                let $y = _mm256_set1_ps(f32::centre(j));
                // SAFETY: the array has eight values.
                let mut $x = unsafe { _mm256_loadu_ps(first.as_ptr()) };
                for eight in row.chunks_exact_mut(LANES) {
                    // SAFETY: this function has the features that simdnoise's asks for, and there is room for eight values.
                    unsafe { _mm256_storeu_ps(eight.as_mut_ptr(), $noise) };
                    $x = _mm256_add_ps($x, step);
                }
            }
        }
    };
}

grid!(simplex2, |x, y, _z, _jitter| simplex_2d(x, y, SEED));
grid!(simplex3, |x, y, z, _jitter| simplex_3d(x, y, z, SEED));
grid!(cellular2, |x, y, _z, jitter| cellular_2d(x, y, Euclidean, Distance, jitter, SEED));
grid!(cellular3, |x, y, z, jitter| cellular_3d(x, y, z, Euclidean, Distance, jitter, SEED));

/// Returns the sampler of a case. simdnoise has no Perlin and no value noise; its gradient noise is simplex noise, and its fractals are sums of that.
pub fn sampler(case: Case, sampling: Sampling) -> Option<Sampler> {
    assert!(is_supported());
    if sampling != Sampling::Grid {
        return None;
    }
    let grid = match case {
        Case::Simplex2 => simplex2,
        Case::Simplex3 => simplex3,
        Case::Cellular2 => cellular2,
        Case::Cellular3 => cellular3,
        _ => return None,
    };
    // SAFETY: the processor has the features.
    Some(Box::new(move |samples| unsafe { grid(samples) }))
}
