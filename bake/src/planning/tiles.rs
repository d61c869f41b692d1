//! Height maps as game engines import them, in one file or in one per tile.

use std::path::{Path, PathBuf};

use lacuna::recipe::Picture;
use lacuna::{Axis, Grid, MAX_SAMPLES, Number, Tile};

use super::parts::{after, cell};
use crate::area::Region;
use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::Shape;
use crate::jobs::{Import, Job, MAX_FILES, Tiles};
use crate::plan::{Evaluation, FilePlan, Pass, Plan};
use crate::request::Request;
use crate::size::Size;

impl Tiles {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        self.check()?;
        let rules = self.import.map(|import| import.rules);
        let names = if self.is_alone() { request.outputs()? } else { vec![request.output_name()?] };
        let sampler = request.sampler(&names)?;
        if let (Some(rules), Some(picture)) = (rules, sampler.pictures.iter().find(|picture| picture.channel_count() != 1)) {
            let (engine, name) = (rules.name, &picture.name);
            return Err(Error::request(
                Field::Output,
                Problem::Content,
                message![Field::Import.at(engine), format!(": `{name}` has several channels; heights have one, so choose another output")],
            ));
        }
        let size = self.import.map_or(self.size, |import| import.size());
        let count = self.count.unwrap_or([1, 1]);
        let ground = Ground::new(self.covered(), self.z, size, count, self.shares_edges())?;
        let places: Vec<[u32; 2]> = match self.only {
            Some(only) => vec![only],
            None => (0..count[1]).flat_map(|y| (0..count[0]).map(move |x| [x, y])).collect(),
        };
        let pass = |place: [u32; 2]| -> Result<Pass> {
            let files = sampler.pictures.iter().map(|picture| self.file(request, picture, size, place)).collect::<Result<_>>()?;
            let cells = vec![cell(&ground.grid, ground.tile(place, size), sampler.margin())?];
            Ok(Pass { cells, columns: 1, cell_size: size, files })
        };
        let passes = places.into_iter().map(pass).collect::<Result<_>>()?;
        Plan::new(request.is_hashed, size, Evaluation::Pictures(sampler), passes)
    }

    /// Returns `true` for a plain picture, of one output or of several, whose samples lie on the edges.
    fn is_alone(&self) -> bool {
        self.count.is_none() && self.import.is_none()
    }

    fn check(&self) -> Result<()> {
        if let (Some(Import { rules, .. }), Some(_)) = (self.import, self.count)
            && rules.numbers.is_none()
        {
            let name = rules.name;
            return Err(Error::request(
                Field::Tiles,
                Problem::Clash(Field::Import),
                message![
                    Field::Tiles,
                    format!(": {name} cuts one picture into regions by itself; leave "),
                    Field::Tiles,
                    " out and take a larger size"
                ],
            ));
        }
        let [columns, rows] = self.count.unwrap_or([1, 1]);
        if columns == 0 || rows == 0 || columns.saturating_mul(rows) > MAX_FILES {
            return Err(Error::request(
                Field::Tiles,
                Problem::outside(1, MAX_FILES),
                message![Field::Tiles.at(format!("{columns}x{rows}")), format!(": give NxM, such as 2x2, of at most {MAX_FILES} tiles")],
            ));
        }
        let is_length = |number: &Number| (1e-6..=1e9).contains(&number.to_f64());
        let lengths = [(Field::UnitMetres, Some(self.unit_metres)), (Field::HeightMetres, self.height_metres)];
        if let Some((field, metres)) =
            lengths.into_iter().find_map(|(field, metres)| Some((field, metres.filter(|metres| !is_length(metres))?)))
        {
            return Err(Error::request(
                field,
                Problem::outside(1e-6, 1e9),
                message![field, format!(": {metres} is not allowed; give a number from 10^-6 to 10^9")],
            ));
        }
        let Size { width, height } = self.size;
        if self.on_edges && self.count.is_none() && self.region.is_none() && width != height {
            return Err(Error::request(
                Field::Region,
                Problem::Missing,
                message![Field::OnEdges, format!(": {width}x{height} samples are not square; give "), Field::Region.asked()],
            ));
        }
        match self.only {
            Some([x, y]) if x >= columns || y >= rows => {
                Err(Error::request(Field::Tiles, Problem::Unknown, format!("there is no tile {x}, {y} of {columns} x {rows}")))
            }
            _ => Ok(()),
        }
    }

    /// Plans the file of a tile.
    fn file(&self, request: &Request, picture: &Picture, size: Size, place: [u32; 2]) -> Result<FilePlan> {
        let path = match self.is_alone() {
            true => request.destination.path(),
            false => request.named_file(self.only.is_some() || self.count.is_none(), "tiles go")?,
        };
        let (kind, extension) = match self.import {
            Some(Import { rules, .. }) => {
                let (extension, kind) = rules.file(path)?;
                request.check_fixed(&format!("a height map for {}", rules.name), kind.0, kind.1)?;
                (kind, Some(extension))
            }
            None => {
                let format = request.format_of(picture)?;
                ((format, request.depth_of(picture, format)?), None)
            }
        };
        let path = match self.only {
            Some(_) => after(path, "", extension.as_deref()),
            None => self.named(path, place, extension.as_deref()),
        };
        let file = request.plan_file_as(picture, &path, size, Shape::Picture, kind)?;
        Ok(file.of_job(Job::Tiles(Self { only: Some(place), ..self.clone() })))
    }

    /// Returns the name of a tile's file: the requested name, with the tile's column and row if it is one of a set.
    fn named(&self, path: &Path, [x, y]: [u32; 2], extension: Option<&str>) -> PathBuf {
        let numbers = self.count.map(|_| self.import.and_then(|import| import.rules.numbers).unwrap_or(["_", "_"]));
        let more = numbers.map_or_else(String::new, |[before_x, before_y]| format!("{before_x}{x}{before_y}{y}"));
        after(path, &more, extension)
    }
}

/// The samples of all tiles together, and the place of the first one shown.
struct Ground {
    grid: Grid,
    first: [u32; 2],
    /// The number of samples from one tile to the next.
    step: [u32; 2],
}

impl Ground {
    fn new(region: Region, z: Number, size: Size, [columns, rows]: [u32; 2], shares_edges: bool) -> Result<Self> {
        let Region([x0, y0, x1, y1]) = region;
        let along = |start: Number, end: Number, side: u32, count: u32| -> Result<(Axis, u32, u32)> {
            let too_many = || {
                let told = format!("{count} tiles of {side} samples are too many along one axis; give fewer");
                Error::request(Field::Tiles, Problem::more_than(MAX_SAMPLES.into()), told)
            };
            if shares_edges {
                let all = count.checked_mul(side - 1).and_then(|all| all.checked_add(1)).ok_or_else(too_many)?;
                let (axis, first) = Axis::through(start, end, all)?;
                return Ok((axis, first, side - 1));
            }
            Ok((Axis::extent(start, end, count.checked_mul(side).ok_or_else(too_many)?), 0, side))
        };
        let (x, left, step_x) = along(x0, x1, size.width, columns)?;
        let (y, above, step_y) = along(y0, y1, size.height, rows)?;
        let grid = Grid { z: Axis::Constant(z), ..Grid::plane(x, y) };
        grid.validate()?;
        Ok(Self { grid, first: [left, above], step: [step_x, step_y] })
    }

    fn tile(&self, [x, y]: [u32; 2], size: Size) -> Tile {
        Tile { origin: [self.first[0] + x * self.step[0], self.first[1] + y * self.step[1], 0], size: [size.width, size.height, 1] }
    }
}
