//! lacuna's CPU engine on one thread: whole grids, lists of points, and points by themselves.

use std::num::NonZeroUsize;

use lacuna::nodes::{Cellular, CellularOutput, Fbm, HashKind, Perlin, Ridged, Simplex, Value};
use lacuna::{Axis, Cpu, Domain, Graph, Grid, Input, NodeExt as _, Program};

use crate::cases::{CELLS, Case, OCTAVES, SIDE, Sampler, Sampling, WARP_OCTAVES, Z, moved, scattered};

/// Returns the graph of a case. Each basis is one line.
fn graph(case: Case) -> Graph {
    let perlin = |dimensions| Perlin::new().dimensions(dimensions).hash(HashKind::Table);
    let value = |dimensions| Value::new().dimensions(dimensions);
    let simplex = |dimensions| Simplex::new().dimensions(dimensions);
    let cellular = |dimensions, output| Cellular::new().dimensions(dimensions).output(output).into();
    let ridged = |dimensions| Ridged::of(perlin(dimensions)).octaves(OCTAVES).into();
    let warped = |dimensions| {
        let by = |seed| fbm(perlin(dimensions).seed(seed), WARP_OCTAVES);
        fbm(perlin(dimensions), OCTAVES).warp().x(by(1)).y(by(2)).into()
    };
    match case {
        Case::Perlin2 => perlin(2).into(),
        Case::Perlin3 => perlin(3).into(),
        Case::Fbm2x6 => fbm(perlin(2), OCTAVES).into(),
        Case::Fbm3x6 => fbm(perlin(3), OCTAVES).into(),
        Case::Value2 => value(2).into(),
        Case::Value3 => value(3).into(),
        Case::Simplex2 => simplex(2).into(),
        Case::Simplex3 => simplex(3).into(),
        Case::Cellular2 => cellular(2, CellularOutput::F1),
        Case::Cellular3 => cellular(3, CellularOutput::F1),
        Case::Cellular2F2F1 => cellular(2, CellularOutput::F2MinusF1),
        Case::Cellular3F2F1 => cellular(3, CellularOutput::F2MinusF1),
        Case::CellValue2 => cellular(2, CellularOutput::CellValue),
        Case::Ridged2x6 => ridged(2),
        Case::Ridged3x6 => ridged(3),
        Case::SimplexFbm2x6 => fbm(simplex(2), OCTAVES).into(),
        Case::SimplexFbm3x6 => fbm(simplex(3), OCTAVES).into(),
        Case::Warp2 => warped(2),
        Case::Warp3 => warped(3),
        Case::Slope2x6 => fbm(perlin(2), OCTAVES).slope().into(),
    }
}

fn fbm(source: impl Into<Input>, octaves: u8) -> Fbm {
    Fbm::of(source).octaves(octaves).lacunarity(2).gain(0.5)
}

/// Samples a list of points.
fn listed<const N: usize>(engine: Cpu, program: Program) -> Sampler {
    let points = scattered::<f64, N>();
    Box::new(move |samples| engine.sample_points(&program, &points, samples).expect(NEAR))
}

const NEAR: &str = "all points lie near the origin";

pub fn sampler(case: Case, sampling: Sampling) -> lacuna::Result<Option<Sampler>> {
    let (program, engine) = (Program::new(graph(case))?, Cpu::with_threads(NonZeroUsize::MIN));
    Ok(Some(match sampling {
        Sampling::Point if case.is_slice() => sampling.slice(move |at: [f64; 3]| program.at(at).expect(NEAR)),
        Sampling::Point => sampling.plane(move |at: [f64; 2]| program.at(at).expect(NEAR)),
        Sampling::Points if case.is_slice() => listed::<3>(engine, program),
        Sampling::Points => listed::<2>(engine, program),
        Sampling::Outer => {
            let along = moved();
            Box::new(move |samples| engine.sample_outer(&program, [&along, &along, &[Z]], samples).expect(NEAR))
        }
        Sampling::Grid => {
            let axis = Axis::extent(0, CELLS as i32, SIDE as u32);
            let domain = Domain::from(Grid { z: Axis::Constant(Z.into()), ..Grid::plane(axis, axis) });
            Box::new(move |samples| engine.evaluate(&program, &domain, domain.whole(), samples).expect(NEAR))
        }
    }))
}
