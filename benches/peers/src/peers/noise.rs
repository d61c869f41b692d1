//! noise: functions of one point, in f64. Its `NoiseFn`s call these core functions, which take the distance without a `dyn Fn`.

use noise::core::worley::{ReturnType::Distance, distance_functions::euclidean, worley_2d, worley_3d};
use noise::permutationtable::PermutationTable;
use noise::{Fbm, MultiFractal, NoiseFn, Perlin, Simplex, Value};

use crate::cases::{Case, OCTAVES, Sampler, Sampling};

pub fn sampler(case: Case, sampling: Sampling) -> Option<Sampler> {
    let fbm = Fbm::<Perlin>::new(0).set_octaves(OCTAVES.into()).set_lacunarity(2.0).set_persistence(0.5);
    let (perlin, value, simplex, table) = (Perlin::new(0), Value::new(0), Simplex::new(0), PermutationTable::new(0));
    Some(match case {
        Case::Perlin2 => sampling.plane(move |at: [f64; 2]| perlin.get(at) as f32),
        Case::Perlin3 => sampling.slice(move |at: [f64; 3]| perlin.get(at) as f32),
        Case::Fbm2x6 => sampling.plane(move |at: [f64; 2]| fbm.get(at) as f32),
        Case::Fbm3x6 => sampling.slice(move |at: [f64; 3]| fbm.get(at) as f32),
        Case::Value2 => sampling.plane(move |at: [f64; 2]| value.get(at) as f32),
        Case::Value3 => sampling.slice(move |at: [f64; 3]| value.get(at) as f32),
        Case::Simplex2 => sampling.plane(move |at: [f64; 2]| simplex.get(at) as f32),
        Case::Simplex3 => sampling.slice(move |at: [f64; 3]| simplex.get(at) as f32),
        Case::Cellular2 => sampling.plane(move |at: [f64; 2]| worley_2d(&table, euclidean, Distance, at.into()) as f32),
        Case::Cellular3 => sampling.slice(move |at: [f64; 3]| worley_3d(&table, euclidean, Distance, at.into()) as f32),
        _ => return None,
    })
}
