//! Writes what the page of `studio/parity/` compares: recipes, where to evaluate them, modules of them in JavaScript and GLSL, and the bits that every engine
//! must give.
//!
//! `checks.json` holds the recipes and the places. `expected.bin` holds the samples of one check after the other, as floats in little-endian order.
//! `javascript.json` and `glsl.json` hold a module for each check, or null.

use std::error::Error;
use std::path::Path;

use lacuna::export::{Language, ModuleOptions, check_exact, dimensions, with_gradient};
use lacuna::internal::parity::{self, Case};
use lacuna::recipe::{self, Recipe};
use lacuna::{Axis, Cpu, Domain, Graph, Grid, Node, Number, Program};
use serde_json::{Value, json};

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// The name of the functions in modules.
const MODULE: &str = "noise";
/// The samples along a side of the grids.
const SIDE: u32 = 32;
/// The samples of each graph of the catalogue.
const SAMPLES: usize = 4096;

/// A function, where it is evaluated, and its samples there.
struct Check {
    name: String,
    graph: Graph,
    domain: Domain,
    samples: Vec<f32>,
    /// Whether it is also compared as modules.
    has_modules: bool,
}

/// Writes the files into a folder: the specification's test vectors, and graphs that have every kind of node and every function. Returns the number of checks.
///
/// # Errors
///
/// An error if the vectors can't be read, a graph can't be evaluated, or a file can't be written.
pub fn write(root: &Path, folder: &Path) -> Result<usize> {
    let mut checks = vectors(&std::fs::read_to_string(root.join("docs/src/spec/functions.json"))?)?;
    for (number, (name, graph)) in parity::covering_graphs().into_iter().enumerate() {
        let program = Program::new(&graph)?;
        let samples = |domain: Domain| Cpu::new().sample(&program, &domain).map(|samples| (domain, samples));
        // Every second graph is evaluated far from the origin, if it has values there.
        let far = (number % 2 == 1).then(|| samples(grid(10_000_019.0)).ok()).flatten();
        let (domain, samples) = far.map_or_else(|| samples(grid(0.0)), Ok)?;
        checks.push(Check { name, graph, domain, samples, has_modules: check_exact(&program).is_ok() });
    }
    written(&checks, folder)
}

/// Does the same for the whole catalogue instead, without modules.
///
/// # Errors
///
/// Those of [`write`].
pub fn write_catalogue(folder: &Path) -> Result<usize> {
    let graphs = parity::catalogue_graphs().into_iter();
    let check = |((_, graph), case): ((String, Graph), lacuna::Result<Case>)| {
        let Case { name, program, domain } = case?;
        let samples = Cpu::new().sample(&program, &domain)?;
        Ok(Check { name, graph, domain, samples, has_modules: false })
    };
    let checks: Vec<Check> = graphs.zip(parity::each_of_catalogue(SAMPLES)).map(check).collect::<Result<_>>()?;
    written(&checks, folder)
}

/// Returns the checks of the file of test vectors.
fn vectors(file: &str) -> Result<Vec<Check>> {
    let file: Value = serde_json::from_str(file)?;
    let functions: Vec<Value> = serde_json::from_value(file["functions"].clone())?;
    let check = |function: &Value| {
        let node: Node = serde_json::from_value(function["noise"].clone())?;
        let points: Vec<[Number; 4]> = serde_json::from_value(file[function["points"].as_str().unwrap_or_default()].clone())?;
        let values: Vec<String> = serde_json::from_value(function["values"].clone())?;
        let mut samples: Vec<Vec<String>> = values.into_iter().map(|value| vec![value]).collect();
        let mut graph = Graph::from(node);
        if !function["gradients"].is_null() {
            let gradients: Vec<Vec<String>> = serde_json::from_value(function["gradients"].clone())?;
            samples.iter_mut().zip(gradients).for_each(|(sample, gradient)| sample.extend(gradient));
            graph = with_gradient(&graph)?;
            // The file has no derivative along the second axis of a function of one.
            for name in graph.outputs.split_off(samples.first().map_or(1, Vec::len)) {
                graph.nodes.remove(&name);
            }
        }
        let name = [
            function["noise"].to_string().as_str(),
            if function["gradients"].is_null() { "" } else { ", with its gradient" },
            if function["points"] == "far" { ", far" } else { "" },
        ]
        .concat();
        let samples = samples.concat().iter().map(|bits| u32::from_str_radix(bits, 16).map(f32::from_bits)).collect::<Result<_, _>>()?;
        Ok(Check { name, graph, domain: Domain::Points(points), samples, has_modules: true })
    };
    functions.iter().map(check).collect()
}

/// Returns a grid around a place, all of whose samples are multiples of 2^-8 unit.
fn grid(place: f64) -> Domain {
    let side = f64::from(SIDE);
    let axis = |from: f64, apart: f64| Axis::extent(place + from, place + from + side * apart, SIDE);
    let mut grid = Grid::plane(axis(-3.6875, 0.359_375), axis(-1.0625, 0.281_25));
    grid.z = Axis::Constant((place + 0.3125).into());
    grid.w = (7.843_75 - place).into();
    grid.into()
}

/// Returns the coordinates of all samples of a domain, if it is one of those above.
fn coordinates(domain: &Domain) -> Vec<[Number; 4]> {
    match domain {
        Domain::Points(points) => points.clone(),
        Domain::Grid(Grid { x, y, z, w }) => {
            let along = |axis: &Axis| -> Vec<Number> {
                match axis {
                    Axis::Constant(at) => vec![*at],
                    Axis::Extent { start, samples, .. } => {
                        let at = |index: u32| start.to_f64() + (f64::from(index) + 0.5) * axis.spacing();
                        (0..*samples).map(|index| at(index).into()).collect()
                    }
                }
            };
            let ([x, y], z) = ([along(x), along(y)], along(z)[0]);
            y.iter().flat_map(|y| x.iter().map(move |x| [*x, *y, z, *w])).collect()
        }
    }
}

/// Returns a domain as the page reads it.
fn written_domain(domain: &Domain) -> Value {
    match domain {
        Domain::Points(points) => json!({ "points": points }),
        Domain::Grid(Grid { x, y, z, w }) => {
            let axis = |axis: &Axis| match axis {
                Axis::Extent { start, end, samples } => json!([start, end, samples]),
                Axis::Constant(at) => json!(at),
            };
            json!({ "grid": { "x": axis(x), "y": axis(y), "z": axis(z), "w": w } })
        }
    }
}

/// Returns the places of samples as modules take them: whole units of each axis, then units of 2^-32; null where a coordinate has finer digits.
fn places(domain: &Domain) -> Value {
    let place = |at: &[Number; 4]| {
        let axes: Option<Vec<(i32, u32)>> = at.iter().map(|at| parity::place(*at)).collect();
        let axes = axes?;
        Some(axes.iter().map(|(unit, _)| i64::from(*unit)).chain(axes.iter().map(|(_, fraction)| i64::from(*fraction))).collect::<Vec<_>>())
    };
    json!(coordinates(domain).iter().map(place).collect::<Vec<_>>())
}

fn written(checks: &[Check], folder: &Path) -> Result<usize> {
    std::fs::create_dir_all(folder)?;
    let mut domains: Vec<&Domain> = Vec::new();
    let mut values = Vec::new();
    for check in checks {
        let number = domains.iter().position(|domain| **domain == check.domain).unwrap_or_else(|| {
            domains.push(&check.domain);
            domains.len() - 1
        });
        values.push(written_check(check, number)?);
    }
    for (name, language) in [("javascript", Language::JavaScript), ("glsl", Language::Glsl)] {
        let modules = checks.iter().map(|check| module(check, language)).collect::<Result<Vec<_>>>()?;
        std::fs::write(folder.join(name).with_extension("json"), json!(modules).to_string())?;
    }
    let has_modules = |domain: &Domain| checks.iter().any(|check| check.has_modules && check.domain == *domain);
    let written_domain =
        |domain: &&Domain| json!({ "domain": written_domain(domain), "places": has_modules(domain).then(|| places(domain)) });
    let domains: Vec<Value> = domains.iter().map(written_domain).collect();
    let expected: Vec<u8> = checks.iter().flat_map(|check| &check.samples).flat_map(|sample| sample.to_le_bytes()).collect();
    std::fs::write(folder.join("expected.bin"), expected)?;
    let all = json!({ "version": lacuna_bake::VERSION, "domains": domains, "checks": values });
    std::fs::write(folder.join("checks.json"), all.to_string())?;
    Ok(checks.len())
}

fn written_check(check: &Check, domain: usize) -> Result<Value> {
    let program = Program::new(&check.graph)?;
    Ok(json!({
        "name": check.name,
        // As text: JavaScript would round large seeds.
        "graph": serde_json::to_string(&check.graph)?,
        "recipe": recipe::write(&Recipe::from(check.graph.clone()))?,
        "domain": domain,
        "channels": program.channels(),
        "dimensions": dimensions(&program),
    }))
}

fn module(check: &Check, language: Language) -> Result<Option<String>> {
    let made = || Ok(Program::new(&check.graph)?.module(language, &ModuleOptions::new(MODULE).strict(true))?);
    check.has_modules.then(made).transpose()
}
