//! fastnoise-lite: a settings object with one function of a point, its only path.

use fastnoise_lite::{CellularDistanceFunction, CellularReturnType, FastNoiseLite, FractalType, NoiseType};

use crate::cases::{Case, OCTAVES, Sampler, plane, slice};

pub fn sampler(case: Case) -> Option<Sampler> {
    let mut noise = FastNoiseLite::new();
    noise.set_frequency(Some(1.0));
    noise.set_noise_type(Some(match case {
        Case::Perlin2 | Case::Perlin3 | Case::Fbm2x6 | Case::Fbm3x6 => NoiseType::Perlin,
        Case::Value2 | Case::Value3 => NoiseType::Value,
        Case::Simplex2 | Case::Simplex3 => NoiseType::OpenSimplex2,
        Case::Cellular2 | Case::Cellular3 => NoiseType::Cellular,
    }));
    noise.set_cellular_distance_function(Some(CellularDistanceFunction::Euclidean));
    noise.set_cellular_return_type(Some(CellularReturnType::Distance));
    if matches!(case, Case::Fbm2x6 | Case::Fbm3x6) {
        noise.set_fractal_type(Some(FractalType::FBm));
        noise.set_fractal_octaves(Some(OCTAVES.into()));
    }
    Some(match case {
        Case::Perlin2 | Case::Fbm2x6 | Case::Value2 | Case::Simplex2 | Case::Cellular2 => plane(move |[x, y]| noise.get_noise_2d(x, y)),
        Case::Perlin3 | Case::Fbm3x6 | Case::Value3 | Case::Simplex3 | Case::Cellular3 => {
            slice(move |[x, y, z]| noise.get_noise_3d(x, y, z))
        }
    })
}
