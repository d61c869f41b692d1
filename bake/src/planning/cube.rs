//! The six faces of a cube map, in one file or in six.

use std::collections::BTreeSet;

use lacuna::graph::NodeKind;
use lacuna::recipe::{Content, Picture};
use lacuna::{Axis, Graph, Grid, Input, MAX_SAMPLES, Node, Number, Tile};

use super::parts::{after, cell};
use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::{Shape, ShapeKind};
use crate::jobs::{Cube, Job};
use crate::plan::{Evaluation, FilePlan, Pass, Plan};
use crate::request::Request;
use crate::size::Size;

/// The endings of the faces' file names: +x, -x, +y, -y, +z, -z.
const FACES: [&str; 6] = ["px", "nx", "py", "ny", "pz", "nz"];
const MAX_SIDE: u32 = 1 << 16;

impl Cube {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        let Self { side, face_length, only } = *self;
        if !(1..=MAX_SIDE).contains(&side) || only.is_some_and(|only| only as usize >= FACES.len()) {
            return Err(Error::request(
                Field::Cube,
                Problem::outside(1, MAX_SIDE),
                message![Field::Cube.at(side), format!(": give 1 to {MAX_SIDE} samples a side, of {} faces", FACES.len())],
            ));
        }
        let sampler = request.only_sampler()?;
        let picture = &sampler.pictures[0];
        check_faces(request, picture)?;
        let count = FACES.len() as u32;
        let along = Axis::extent(0, face_length, side);
        let grid = Grid { z: Axis::extent(0, u64::from(count), count), ..Grid::plane(along, along) };
        grid.validate()?;
        let is_whole = only.is_none() && request.format_of(picture)?.holds(ShapeKind::Cube);
        let path = request.named_file(is_whole || only.is_some(), "cube maps go")?;
        let one = |file: FilePlan, only: Option<u32>| file.of_job(Job::Cube(Self { only, ..self.clone() }));
        let faces = match only {
            Some(only) => only..only + 1,
            None => 0..count,
        };
        let cell_size = Size { width: side, height: side };
        let cells = faces.clone().map(|face| cell(&grid, Tile { origin: [0, 0, face], size: [side, side, 1] }, sampler.margin()));
        let cells = cells.collect::<Result<Vec<_>>>()?;
        let passes = if is_whole {
            let rows = side.checked_mul(count).filter(|&rows| rows <= MAX_SAMPLES).ok_or_else(|| {
                Error::request(Field::Cube, Problem::more_than(MAX_SAMPLES.into()), message![Field::Cube, ": too many samples"])
            })?;
            let file = request.plan_file(picture, path, Size { width: side, height: rows }, Shape::Cube)?;
            vec![Pass { cells, columns: 1, cell_size, files: vec![one(file, None)] }]
        } else {
            let file = |face: u32| {
                let path = if only.is_some() { path.to_owned() } else { after(path, &format!("_{}", FACES[face as usize]), None) };
                Ok(one(request.plan_file(picture, &path, cell_size, Shape::Picture)?, Some(face)))
            };
            Pass::each(cells, cell_size, faces.map(file).collect::<Result<_>>()?)
        };
        Plan::new(request.is_hashed, cell_size, Evaluation::Pictures(sampler), passes)
    }
}

/// Refuses a channel that reads coordinates, but none of a cube: all its faces would be the same.
fn check_faces(request: &Request, picture: &Picture) -> Result<()> {
    let name = &picture.name;
    let recipe = request.source.recipe();
    let graph = recipe.graph_of(name)?;
    if graph.outputs.iter().all(|channel| differs_by_face(&graph, channel)) {
        return Ok(());
    }
    let (key, source) = match &picture.output.content {
        _ if recipe.outputs.is_empty() => ("output".to_owned(), recipe.output.first().map(|name| Input::Name(name.clone()))),
        Content::Channels { channels, .. } => (format!("outputs.{name}.channels"), channels.first().cloned()),
        Content::Color { source, .. } => (format!("outputs.{name}.channels"), Some(source.clone())),
        Content::Ramp(map) => (format!("outputs.{name}.ramp.source"), Some(map.source.clone())),
        Content::Normal(map) => (format!("outputs.{name}.normal.source"), Some(map.source.clone())),
        Content::Slope(map) => (format!("outputs.{name}.slope.source"), Some(map.source.clone())),
    };
    let source = match source {
        // The map of a globe becomes a cube map of the globe's source.
        Some(Input::Name(shown)) => match graph.nodes.get(&shown) {
            Some(Node::Sphere(sphere)) => sphere.source.clone(),
            _ => Input::Name(shown),
        },
        source => source.unwrap_or(Input::Number(Number::ZERO)),
    };
    let source = if let Input::Name(source) = source { format!("\"{source}\"") } else { "...".to_owned() };
    let told = format!(
        ": all faces would be the same, since no `cube` node stands over what `{name}` shows; add the node `faces` to the recipe, of kind = \"cube\" \
         and source = {source}, and show it: {key} = \"faces\""
    );
    Err(Error::request(Field::Cube, Problem::Content, message![Field::Cube, told]))
}

/// Returns `true` if a channel reads coordinates of a cube somewhere, or none at all.
fn differs_by_face(graph: &Graph, channel: &str) -> bool {
    let mut seen = BTreeSet::from([channel]);
    let mut nodes: Vec<&Node> = graph.nodes.get(channel).into_iter().collect();
    let mut sees_coordinates = false;
    while let Some(node) = nodes.pop() {
        match node {
            Node::Cube(_) => return true,
            Node::Constant(_) => {}
            _ => sees_coordinates |= NodeKind::of(node.kind()).is_some_and(|kind| kind.is_basis),
        }
        for (_, input) in node.inputs() {
            match input {
                Input::Name(name) if seen.insert(name) => nodes.extend(graph.nodes.get(name)),
                Input::Node(inner) => nodes.push(inner),
                Input::Name(_) | Input::Number(_) => {}
            }
        }
    }
    !sees_coordinates
}
