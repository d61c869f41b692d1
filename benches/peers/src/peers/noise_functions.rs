//! noise-functions: monomorphised functions of one point, inlined into the loop. Its explicit SIMD needs a nightly compiler.

use noise_functions::{CellDistance, Noise, Perlin, Simplex, Value};

use crate::cases::{Case, OCTAVES, Sampler, Sampling};

pub fn sampler(case: Case, sampling: Sampling) -> Option<Sampler> {
    Some(match case {
        Case::Perlin2 => sampling.plane(|at: [f32; 2]| Perlin.sample2(at)),
        Case::Perlin3 => sampling.slice(|at: [f32; 3]| Perlin.sample3(at)),
        Case::Fbm2x6 => sampling.plane(|at: [f32; 2]| Perlin.fbm(OCTAVES.into(), 0.5, 2.0).sample2(at)),
        Case::Fbm3x6 => sampling.slice(|at: [f32; 3]| Perlin.fbm(OCTAVES.into(), 0.5, 2.0).sample3(at)),
        Case::Value2 => sampling.plane(|at: [f32; 2]| Value.sample2(at)),
        Case::Value3 => sampling.slice(|at: [f32; 3]| Value.sample3(at)),
        Case::Simplex2 => sampling.plane(|at: [f32; 2]| Simplex.sample2(at)),
        Case::Simplex3 => sampling.slice(|at: [f32; 3]| Simplex.sample3(at)),
        Case::Cellular2 => sampling.plane(|at: [f32; 2]| CellDistance::default().sample2(at)),
        Case::Cellular3 => sampling.slice(|at: [f32; 3]| CellDistance::default().sample3(at)),
        Case::SimplexFbm2x6 => sampling.plane(|at: [f32; 2]| Simplex.fbm(OCTAVES.into(), 0.5, 2.0).sample2(at)),
        Case::SimplexFbm3x6 => sampling.slice(|at: [f32; 3]| Simplex.fbm(OCTAVES.into(), 0.5, 2.0).sample3(at)),
        _ => return None,
    })
}
