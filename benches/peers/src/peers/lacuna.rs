//! lacuna's CPU engine: the whole grid, on one thread.

use std::num::NonZeroUsize;

use lacuna::nodes::{Cellular, Fbm, HashKind, Perlin, Simplex, Value};
use lacuna::{Axis, Cpu, Domain, Graph, Grid, Input, Program};

use crate::cases::{CELLS, Case, OCTAVES, SIDE, Sampler, Z};

/// The graph of a case. Another basis is another line.
fn graph(case: Case) -> Graph {
    let perlin = |dimensions| Perlin { dimensions: Some(dimensions), ..Perlin::default() };
    match case {
        Case::Perlin2 => perlin(2).into(),
        Case::Perlin3 => perlin(3).into(),
        Case::Fbm2x6 => fbm(perlin(2)),
        Case::Fbm3x6 => fbm(perlin(3)),
        Case::Value2 => Value::new().dimensions(2).into(),
        Case::Value3 => Value::new().dimensions(3).into(),
        Case::Simplex2 => Simplex::new().dimensions(2).hash(HashKind::Lattice).into(),
        Case::Simplex3 => Simplex::new().dimensions(3).hash(HashKind::Lattice).into(),
        Case::Cellular2 => Cellular::new().dimensions(2).hash(HashKind::Lattice).into(),
        Case::Cellular3 => Cellular::new().dimensions(3).hash(HashKind::Lattice).into(),
    }
}

fn fbm(source: impl Into<Input>) -> Graph {
    Fbm { octaves: Some(OCTAVES.into()), lacunarity: 2.into(), gain: Some(0.5.into()), ..Fbm::of(source) }.into()
}

pub fn sampler(case: Case) -> lacuna::Result<Option<Sampler>> {
    let program = Program::new(&graph(case))?;
    let axis = Axis::extent(0, CELLS as i32, SIDE as u32);
    let domain = Domain::from(Grid { z: Axis::Constant(Z.into()), ..Grid::plane(axis, axis) });
    let engine = Cpu::with_threads(NonZeroUsize::MIN);
    engine.evaluate(&program, &domain, domain.whole(), &mut vec![0.0; SIDE * SIDE])?;
    Ok(Some(Box::new(move |samples| {
        engine.evaluate(&program, &domain, domain.whole(), samples).expect("it was evaluated before");
    })))
}
