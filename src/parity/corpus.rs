//! The cases that every adapter must pass.

use super::case::{Case, Missing, PLACES, case_in, cases_within};
use crate::domain::{Axis, Grid};
use crate::error::Result;
use crate::graph::nodes::{Cellular, Constant, Fbm, Perlin, ScaleOffset, Simplex, Value};
use crate::graph::{Graph, Input, Node, NodeExt as _, PerAxis};
use crate::number::Number;
use crate::program::Program;

/// Returns the cases of one graph, without those that are [missing](Missing): a grid and a list of points, near the origin and 10^9 units from it.
///
/// If the graph's lattices end before that, its cases are moved nearer to the origin, down to 10^5 units, or shrunk, as their names say. Each case has
/// at least `samples` samples, except lists of points for graphs with very many octaves, which are limited to 2^26 table entries.
///
/// # Errors
///
/// The errors of [`Program::new`].
pub fn cases_of(name: &str, graph: &Graph, samples: usize) -> Result<Vec<Case>> {
    Ok(each_of(name, graph, samples)?.flatten().collect())
}

/// Returns [`cases_of`] one by one, because a million samples of each don't fit into memory together. Missing cases are included, with the reason.
///
/// # Errors
///
/// The errors of [`Program::new`].
pub fn each_of(name: &str, graph: &Graph, samples: usize) -> Result<impl Iterator<Item = Result<Case, Missing>> + use<>> {
    let (name, program) = (name.to_owned(), Program::new(graph)?);
    Ok(PLACES.iter().map(move |&place| case_in(&name, &program, place, samples)))
}

/// Returns the cases of one graph over the rectangle x0, y0, x1, y1 at z = 0: a grid, and points in it.
///
/// # Errors
///
/// The errors of [`Program::new`]; [`Error::Parameter`](crate::Error::Parameter) where the rectangle is empty or not finite.
pub fn each_within(name: &str, graph: &Graph, region: [Number; 4], samples: usize) -> Result<impl Iterator<Item = Case> + use<>> {
    Ok(cases_within(name, &Program::new(graph)?, region, samples)?.into_iter())
}

/// Returns the cases that every adapter must pass: Perlin noise in each dimension, fBm of 1, 6 and 12 octaves with lacunarity 2 and 2.17, with and
/// without a period, modifiers, several channels, a large graph of noises that are alike, and a volume. They are near the origin and far from it, over
/// grids and lists of points, with at least `samples` samples each.
///
/// # Errors
///
/// None are expected; they would be those of [`Program::new`].
pub fn corpus(samples: usize) -> Result<Vec<Case>> {
    Ok(each_of_corpus(samples)?.collect())
}

/// Returns [`corpus`] one by one.
///
/// # Errors
///
/// The errors of [`corpus`].
pub fn each_of_corpus(samples: usize) -> Result<impl Iterator<Item = Case>> {
    let graphs = corpus_graphs();
    let (name, graph) = &graphs[2];
    let side = (1_u32..).find(|side| u64::from(*side).pow(3) >= samples as u64).unwrap_or(1);
    let axis = |end: f64| Axis::extent(-1.3, end, side);
    let volume = Grid { x: axis(5.2), y: axis(3.9), z: axis(2.7), w: Number::ZERO };
    let volume = Case { name: format!("{name}, volume"), program: Program::new(graph)?, domain: volume.into() };
    let cases = graphs.iter().map(|(name, graph)| each_of(name, graph, samples)).collect::<Result<Vec<_>>>()?;
    // These graphs can be evaluated in every place.
    Ok(cases.into_iter().flatten().flatten().chain([volume]))
}

/// Returns the graphs of [`corpus`], by name.
pub fn corpus_graphs() -> Vec<(String, Graph)> {
    let mut graphs: Vec<(String, Graph)> = (1..=4)
        .map(|dimensions| {
            (
                format!("perlin {dimensions}-D"),
                Perlin { dimensions: Some(dimensions), seed: (dimensions == 4).then_some(4), ..Perlin::default() }.into(),
            )
        })
        .collect();
    for octaves in [1, 6, 12] {
        for lacunarity in ["2", "2.17"] {
            for period in [None, Some(PerAxis::Each(vec![8, 5, 3]))] {
                let periodic = if period.is_some() { " with periods" } else { "" };
                let name = format!("fbm of {octaves} octaves, lacunarity {lacunarity}{periodic}");
                let source = Perlin { seed: Some(u64::MAX - 1), frequency: 0.77.into(), period, ..Perlin::default() };
                let lacunarity = lacunarity.parse().unwrap_or(Number::ONE);
                graphs.push((name, Fbm { octaves: Some(octaves.into()), lacunarity, ..Fbm::of(source) }.into()));
            }
        }
    }
    let weights = ["1", "-0.5", "3", "0"].map(|weight| weight.parse().unwrap_or(Number::ONE)).to_vec();
    let weighted = Fbm {
        weights: Some(weights),
        normalize: false,
        decorrelate: false,
        ..Fbm::of(Perlin { dimensions: Some(4), ..Perlin::default() })
    };
    graphs.push((
        "scaled fbm of weights, 4-D".into(),
        ScaleOffset { source: weighted.into(), scale: 1e20.into(), offset: 0.1.into() }.into(),
    ));
    let nested = Fbm {
        octaves: Some(3.into()),
        ..Fbm::of(Fbm { octaves: Some(2.into()), lacunarity: 3.into(), ..Fbm::of(Perlin { dimensions: Some(2), ..Perlin::default() }) })
    };
    graphs.push(("fbm of fbm, 2-D".into(), nested.into()));
    graphs.extend(channels());
    graphs.push(("noises that are alike".into(), alike()));
    graphs
}

/// Returns a large graph of noises that are alike, some of which depend on others. A kernel writes such noises once.
fn alike() -> Graph {
    let noise = |seed: u64| Simplex::new().dimensions(3).seed(seed);
    let hills = |seed: u64| noise(seed).fbm().octaves(2 + (seed % 3) as u32);
    let warped = |seed: u64| Node::from(hills(seed).warp().x(noise(seed + 10)).y(hills(seed + 20)).strength(0.3));
    let steep = |seed: u64| Node::from(Cellular::new().dimensions(2).seed(seed).slope());
    let sum = (1..4).fold(warped(0), |sum, seed| sum.add(warped(seed)).into());
    Graph::of_channels(["sum", "steep"]).node("sum", sum).node("steep", steep(1).multiply(steep(2)).add("sum"))
}

/// Returns graphs of several channels that share nodes: in rows and per sample.
fn channels() -> [(String, Graph); 3] {
    let two = Graph::of_channels(["height", "steps"])
        .node("height", Perlin::new().seed(3).frequency(0.6).fbm().octaves(5))
        .node("steps", Input::from("height").terrace().steps(6));
    let three = Graph::of_channels(["x", "y", "height"])
        .node("height", Perlin::new().dimensions(2).fbm().octaves(3))
        .node("x", Input::from("height").normal())
        .node("y", Value::new().frequency(1.7).multiply("height"));
    let four = Graph::of_channels(["red", "green", "red", "alpha"])
        .node("red", Perlin::new().frequency(0.9))
        .node("green", Simplex::new().dimensions(2).add("red"))
        .node("alpha", Constant::of(0.7));
    [("2 channels".into(), two), ("3 channels".into(), three), ("4 channels".into(), four)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn the_corpus_has_the_cases_that_are_promised() {
        let cases = corpus(100).unwrap();
        assert!(cases.len() >= 20);
        assert!(cases.iter().all(|case| case.domain.whole().samples() >= 100));
        let names: std::collections::BTreeSet<_> = cases.iter().map(|case| &case.name).collect();
        assert_eq!(names.len(), cases.len());
    }
}
