//! The six faces of a cube map, in one file or in six.

use std::collections::BTreeSet;

use lacuna::graph::NodeKind;
use lacuna::recipe::{Content, Picture, Role};
use lacuna::{Axis, Graph, Grid, Input, MAX_SAMPLES, Node, Number, Tile};

use super::parts::after;
use super::passes::Parts;
use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::{Shape, ShapeKind};
use crate::jobs::{Cube, Job};
use crate::plan::{FilePlan, Plan};
use crate::request::Request;
use crate::sampling::Sampler;
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
        let samplers = request.samplers()?;
        let pictures = samplers.iter().flat_map(|sampler| &sampler.pictures);
        pictures.clone().try_for_each(|picture| check_faces(request, picture))?;
        if samplers.iter().any(Sampler::has_layers) {
            let why = ": a layer reads pixels beyond the edges of a face, and the next face has others; take an output without layers, or bake a `sphere`";
            return Err(Error::request(Field::Cube, Problem::Content, message![Field::Cube, why]));
        }
        let count = FACES.len() as u32;
        let along = Axis::extent(0, face_length, side);
        let grid = Grid { z: Axis::extent(0, u64::from(count), count), ..Grid::plane(along, along) };
        grid.validate()?;
        // Formats that hold a whole cube map get one file.
        let holds = |picture: &Picture| Ok(request.format_of(picture)?.holds(ShapeKind::Cube));
        let whole = pictures.filter(|_| only.is_none()).map(holds).collect::<Result<Vec<bool>>>()?;
        if whole.windows(2).any(|pair| pair[0] != pair[1]) {
            let why = ": some of the outputs' formats hold a whole cube map and others don't; give one with ";
            return Err(Error::request(Field::Format, Problem::Clash(Field::Cube), message![Field::Cube, why, Field::Format]));
        }
        let size = Size { width: side, height: side };
        let parts = Parts { numbers: Parts::numbers(only, count), columns: whole.contains(&true).then_some(1), what: "cube maps go", size };
        let passes = parts.passes(
            request,
            &samplers,
            |face, sampler| sampler.cell(&grid, Tile { origin: [0, 0, face], size: [side, side, 1] }),
            |picture, face| Ok(self.file(request, picture, face)?.of_job(Job::Cube(Self { only: face, ..self.clone() }))),
        )?;
        Plan::of_pictures(request.is_hashed, size, samplers, passes)
    }

    /// Plans the file of a face, or of all of them.
    fn file(&self, request: &Request, picture: &Picture, face: Option<u32>) -> Result<FilePlan> {
        let Self { side, only, .. } = *self;
        let path = request.file_of(picture, request.format_of(picture)?.name());
        if let Some(face) = face {
            let path = if only.is_some() { path } else { after(&path, &format!("_{}", FACES[face as usize]), None) };
            return request.plan_file(picture, &path, Size { width: side, height: side }, Shape::Picture);
        }
        let rows = side.checked_mul(FACES.len() as u32).filter(|&rows| rows <= MAX_SAMPLES).ok_or_else(|| {
            Error::request(Field::Cube, Problem::more_than(MAX_SAMPLES.into()), message![Field::Cube, ": too many samples"])
        })?;
        request.plan_file(picture, &path, Size { width: side, height: rows }, Shape::Cube)
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
    let is_role = recipe.material.is_some() && Role::of(name).is_some();
    let of_channels = if is_role { format!("material.{name}") } else { format!("outputs.{name}.channels") };
    let (key, source) = match &picture.output.content {
        _ if recipe.outputs.is_empty() => ("output".to_owned(), recipe.output.first().map(|name| Input::Name(name.clone()))),
        Content::Channels { channels, .. } => (of_channels, channels.first().cloned()),
        Content::Color { source, .. } => (of_channels, Some(source.clone())),
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
