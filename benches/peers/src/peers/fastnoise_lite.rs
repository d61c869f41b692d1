//! fastnoise-lite: a settings object with one function of a point, its only path.

use fastnoise_lite::{CellularDistanceFunction, CellularReturnType, FastNoiseLite, FractalType, NoiseType};

use crate::cases::{Case, OCTAVES, Sampler, Sampling};

pub fn sampler(case: Case, sampling: Sampling) -> Option<Sampler> {
    let mut noise = FastNoiseLite::new();
    noise.set_frequency(Some(1.0));
    noise.set_noise_type(Some(match case {
        Case::Perlin2 | Case::Perlin3 | Case::Fbm2x6 | Case::Fbm3x6 | Case::Ridged2x6 | Case::Ridged3x6 => NoiseType::Perlin,
        Case::Value2 | Case::Value3 => NoiseType::Value,
        Case::Simplex2 | Case::Simplex3 | Case::SimplexFbm2x6 | Case::SimplexFbm3x6 => NoiseType::OpenSimplex2,
        Case::Cellular2 | Case::Cellular3 | Case::Cellular2F2F1 | Case::Cellular3F2F1 | Case::CellValue2 => NoiseType::Cellular,
        _ => return None,
    }));
    noise.set_cellular_distance_function(Some(CellularDistanceFunction::Euclidean));
    noise.set_cellular_return_type(Some(match case {
        Case::Cellular2F2F1 | Case::Cellular3F2F1 => CellularReturnType::Distance2Sub,
        Case::CellValue2 => CellularReturnType::CellValue,
        _ => CellularReturnType::Distance,
    }));
    let fractal = match case {
        Case::Fbm2x6 | Case::Fbm3x6 | Case::SimplexFbm2x6 | Case::SimplexFbm3x6 => Some(FractalType::FBm),
        Case::Ridged2x6 | Case::Ridged3x6 => Some(FractalType::Ridged),
        _ => None,
    };
    if fractal.is_some() {
        noise.set_fractal_type(fractal);
        noise.set_fractal_octaves(Some(OCTAVES.into()));
    }
    Some(if case.is_slice() {
        sampling.slice(move |[x, y, z]| noise.get_noise_3d(x, y, z))
    } else {
        sampling.plane(move |[x, y]| noise.get_noise_2d(x, y))
    })
}
