//! lacuna's CPU engine: the whole grid, on one thread.

use std::num::NonZeroUsize;

use lacuna::{Axis, Cpu, Domain, Fbm, Graph, Grid, Input, Perlin, Program};

use crate::cases::{CELLS, Case, OCTAVES, SIDE, Sampler, Z};

/// The graph of a case. Another basis is another line.
fn graph(case: Case) -> Option<Graph> {
    let perlin = |dimensions| Perlin { dimensions: Some(dimensions), ..Perlin::default() };
    Some(match case {
        Case::Perlin2 => perlin(2).into(),
        Case::Perlin3 => perlin(3).into(),
        Case::Fbm2x6 => fbm(perlin(2)),
        Case::Fbm3x6 => fbm(perlin(3)),
        _ => return None,
    })
}

fn fbm(source: impl Into<Input>) -> Graph {
    Fbm { octaves: Some(OCTAVES.into()), lacunarity: 2.into(), gain: 0.5.into(), ..Fbm::of(source) }.into()
}

pub fn sampler(case: Case) -> lacuna::Result<Option<Sampler>> {
    let Some(graph) = graph(case) else { return Ok(None) };
    let program = Program::new(&graph)?;
    let axis = Axis::extent(0, CELLS as i32, SIDE as u32);
    let domain = Domain::from(Grid { z: Axis::Constant(Z.into()), ..Grid::plane(axis, axis) });
    let engine = Cpu::with_threads(NonZeroUsize::MIN);
    engine.evaluate(&program, &domain, domain.whole(), &mut vec![0.0; SIDE * SIDE])?;
    Ok(Some(Box::new(move |samples| {
        engine.evaluate(&program, &domain, domain.whole(), samples).expect("it was evaluated before");
    })))
}
