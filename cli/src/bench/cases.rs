//! The cases of `lacuna bench`: bases, fractals of them, and every preset.

use lacuna::nodes::{
    Billow, Cellular, CellularOutput, Fbm, HashKind, Heterogeneous, Hybrid, Perlin, PingPong, Ridged, Simplex, Turbulence, Value,
};
use lacuna::presets::PRESETS;
use lacuna::{Axis, Domain, Graph, Grid, NodeExt as _, Program, recipe};

use crate::failure::Result;

pub(super) const SIDE: u32 = 1024;
/// Lattice cells along a side.
const CELLS: u32 = 32;
/// Units along a side of a preset, as in a bake.
const UNITS: i32 = 8;

pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) graph: Graph,
    pub(super) program: Program,
    /// The same program with other seeds.
    pub(super) reseeded: Program,
    /// Units along a side of the grid.
    units: i32,
    /// Set for presets, which are measured only in the form that a bake uses.
    pub(super) is_preset: bool,
}

impl Case {
    fn new(name: &'static str, [graph, reseeded]: [Graph; 2], units: i32, is_preset: bool) -> Result<Self> {
        Ok(Self { name, program: Program::new(&graph)?, reseeded: Program::new(&reseeded)?, graph, units, is_preset })
    }

    /// Returns the grid of `side` samples along a side, moved by `by` units along x.
    pub(super) fn domain(&self, side: u32, by: i32) -> Domain {
        let axis = |from: i32| Axis::extent(from, from + self.units, side);
        // Not a lattice plane, so that 3-D noise has to compute its third dimension.
        let z = if self.is_preset { 0.into() } else { 0.37.into() };
        Grid { z: Axis::Constant(z), ..Grid::plane(axis(by), axis(0)) }.into()
    }

    pub(super) fn samples(&self) -> usize {
        SIDE as usize * SIDE as usize
    }

    /// Returns the number of f32s.
    pub(super) fn values(&self) -> usize {
        self.samples() * self.program.channels()
    }
}

pub(super) fn cases() -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for ((name, graph), (_, reseeded)) in graphs(0).into_iter().zip(graphs(10)) {
        cases.push(Case::new(name, [graph, reseeded], 1, false)?);
    }
    for preset in PRESETS {
        let graph = |text: &str| recipe::read(text).and_then(|recipe| recipe.graph());
        cases.push(Case::new(preset.name, [graph(preset.text)?, graph(&preset.text.replace("seed = ", "seed = 1"))?], UNITS, true)?);
    }
    Ok(cases)
}

/// Returns all graphs, with seeds from `seed` on.
fn graphs(seed: u64) -> Vec<(&'static str, Graph)> {
    let perlin = |dimensions| Perlin::new().dimensions(dimensions).seed(seed).hash(HashKind::Table).frequency(CELLS);
    let value = |dimensions| Value::new().dimensions(dimensions).seed(seed).frequency(CELLS);
    let simplex = |dimensions| Simplex::new().dimensions(dimensions).seed(seed).frequency(CELLS);
    let cellular =
        |dimensions, output| -> Graph { Cellular::new().dimensions(dimensions).seed(seed).frequency(CELLS).output(output).into() };
    let displaced = |dimensions| {
        let by = |more| Fbm::of(perlin(dimensions).seed(seed + more)).octaves(3);
        Fbm::of(perlin(dimensions)).warp().x(by(1)).y(by(2)).strength(0.01)
    };
    vec![
        ("perlin2", perlin(2).into()),
        ("perlin3", perlin(3).into()),
        ("fbm2x6", Fbm::of(perlin(2)).into()),
        ("fbm3x6", Fbm::of(perlin(3)).into()),
        ("latticefbm2x6", Fbm::of(perlin(2).hash(HashKind::Lattice)).into()),
        ("latticefbm3x6", Fbm::of(perlin(3).hash(HashKind::Lattice)).into()),
        ("value2", value(2).into()),
        ("value3", value(3).into()),
        ("valuefbm3x6", Fbm::of(value(3)).into()),
        ("turnedvalue3", value(3).transform().rotate(30).into()),
        ("simplex2", simplex(2).into()),
        ("simplex3", simplex(3).into()),
        ("cellular2", cellular(2, CellularOutput::F1)),
        ("cellular3", cellular(3, CellularOutput::F1)),
        ("cellular2_f2", cellular(2, CellularOutput::F2)),
        ("cellular3_f2", cellular(3, CellularOutput::F2)),
        ("cellular2_f2f1", cellular(2, CellularOutput::F2MinusF1)),
        ("cellular3_f2f1", cellular(3, CellularOutput::F2MinusF1)),
        ("cellvalue2", cellular(2, CellularOutput::CellValue)),
        ("cellvalue3", cellular(3, CellularOutput::CellValue)),
        ("turbulence2x6", Turbulence::of(perlin(2)).into()),
        ("billow2x6", Billow::of(perlin(2)).into()),
        ("ridged2x6", Ridged::of(perlin(2)).into()),
        ("ridged3x6", Ridged::of(perlin(3)).into()),
        ("hybrid2x6", Hybrid::of(perlin(2)).into()),
        ("heterogeneous2x6", Heterogeneous::of(perlin(2)).into()),
        ("pingpong2x6", PingPong::of(perlin(2)).into()),
        ("simplexfbm2x6", Fbm::of(simplex(2)).into()),
        ("simplexfbm3x6", Fbm::of(simplex(3)).into()),
        ("warped", perlin(3).warp().x(perlin(3).seed(seed + 1)).y(perlin(3).seed(seed + 2)).strength(0.01).into()),
        ("warp2", displaced(2).into()),
        ("warp3", displaced(3).into()),
        ("slope2x6", Fbm::of(perlin(2)).slope().into()),
        ("torus4x6", Fbm::of(Perlin::new().dimensions(4).seed(seed)).torus().into()),
    ]
}
