//! libnoise: functions of one point, in f64. Its `NoiseBuffer` allocates for every sample and is slower than the loop. Its improved Perlin noise is
//! slower than its classic one.

use libnoise::{Generator, Source};

use crate::cases::{Case, OCTAVES, Sampler, Sampling};

fn plane_of(sampling: Sampling, noise: impl Generator<2> + 'static) -> Sampler {
    sampling.plane(move |at| noise.sample(at) as f32)
}

fn slice_of(sampling: Sampling, noise: impl Generator<3> + 'static) -> Sampler {
    sampling.slice(move |at| noise.sample(at) as f32)
}

pub fn sampler(case: Case, sampling: Sampling) -> Option<Sampler> {
    Some(match case {
        Case::Perlin2 => plane_of(sampling, Source::perlin(0)),
        Case::Perlin3 => slice_of(sampling, Source::perlin(0)),
        Case::Fbm2x6 => plane_of(sampling, Source::perlin(0).fbm(OCTAVES.into(), 1.0, 2.0, 0.5)),
        Case::Fbm3x6 => slice_of(sampling, Source::perlin(0).fbm(OCTAVES.into(), 1.0, 2.0, 0.5)),
        Case::Value2 => plane_of(sampling, Source::value(0)),
        Case::Value3 => slice_of(sampling, Source::value(0)),
        Case::Simplex2 => plane_of(sampling, Source::simplex(0)),
        Case::Simplex3 => slice_of(sampling, Source::simplex(0)),
        Case::Cellular2 => plane_of(sampling, Source::worley(0)),
        Case::Cellular3 => slice_of(sampling, Source::worley(0)),
        Case::SimplexFbm2x6 => plane_of(sampling, Source::simplex(0).fbm(OCTAVES.into(), 1.0, 2.0, 0.5)),
        Case::SimplexFbm3x6 => slice_of(sampling, Source::simplex(0).fbm(OCTAVES.into(), 1.0, 2.0, 0.5)),
        _ => return None,
    })
}
