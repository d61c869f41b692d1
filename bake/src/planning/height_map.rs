//! Height maps as game engines import them, in one file or in one per tile.

use std::path::{Path, PathBuf};

use lacuna::recipe::Picture;
use lacuna::{Axis, Grid, MAX_SAMPLES, Number, Tile};

use super::check_metres;
use super::parts::after;
use super::passes::Parts;
use crate::area::Region;
use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::Shape;
use crate::jobs::{Import, Job, MAX_FILES, Tiles};
use crate::plan::{FilePlan, Plan};
use crate::request::Request;
use crate::size::Size;

impl Tiles {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        self.check()?;
        let samplers = request.samplers()?;
        let mut pictures = samplers.iter().flat_map(|sampler| &sampler.pictures);
        if let (Some(import), false, Some(picture)) = (self.import, pictures.clone().any(is_heights), pictures.next()) {
            let (engine, name) = (import.name(), &picture.name);
            return Err(Error::request(
                Field::Output,
                Problem::Content,
                message![Field::Import.at(engine), format!(": `{name}` has several channels; heights have one, so choose another output")],
            ));
        }
        let size = self.import.map_or(self.size, |import| import.size());
        let count = self.count.unwrap_or([1, 1]);
        let ground = Ground::new(self.covered(), self.z, size, self.steps(size), count)?;
        let place = |number: u32| [number % count[0], number / count[0]];
        let numbers = Parts::numbers(self.only.map(|[x, y]| y * count[0] + x), count[0] * count[1]);
        let passes = Parts { numbers, columns: None, what: "tiles go", size }.passes(
            request,
            &samplers,
            |number, sampler| sampler.cell(&ground.grid, ground.tile(place(number), size)),
            |picture, number| self.file(request, picture, size, number.map_or([0, 0], place)),
        )?;
        Plan::of_pictures(request.is_hashed, size, samplers, passes)
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
        if let Some(metres) = self.height_metres {
            check_metres(Field::HeightMetres, metres)?;
        }
        let Size { width, height } = self.size;
        if self.count.is_none() && self.import.is_none() && self.region.is_none() && width != height {
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

    /// Plans the file of a tile. What has several channels, such as the colours that belong to an engine's heights, is no height: it goes into pictures of the same
    /// samples.
    fn file(&self, request: &Request, picture: &Picture, size: Size, place: [u32; 2]) -> Result<FilePlan> {
        let unit = request.unit_of(&picture.name);
        let (own, path, kind, extension, unit) = match self.import.filter(|_| is_heights(picture)) {
            Some(Import { rules, .. }) => {
                let path = request.file_of(picture, rules.extension());
                let (extension, kind) = rules.file(&path)?;
                request.check_fixed(&format!("a height map for {}", rules.name), kind.0, kind.1)?;
                (self.clone(), path, kind, Some(extension), unit)
            }
            None => {
                let format = request.format_of(picture)?;
                let unit = unit.filter(|_| format.description().has_place);
                (self.plain(size), request.file_of(picture, format.name()), (format, request.depth_of(picture, format)?), None, unit)
            }
        };
        let path = match self.only {
            Some(_) => after(&path, "", extension.as_deref()),
            None => self.named(&path, place, extension.as_deref()),
        };
        let file = request.plan_file_as(picture, &path, size, Shape::Picture, kind)?.in_metres(unit, |unit| own.place(unit, size, place));
        Ok(file.of_job(Job::Tiles(Self { only: Some(place), ..own })))
    }

    /// Returns the same samples as plain tiles, without an engine.
    fn plain(&self, size: Size) -> Self {
        Self { size, import: None, on_edges: self.shares_edges(), height_metres: None, ..self.clone() }
    }

    /// Returns the name of a tile's file: the requested name, with the tile's column and row if it is one of a set.
    fn named(&self, path: &Path, [x, y]: [u32; 2], extension: Option<&str>) -> PathBuf {
        let numbers = self.count.map(|_| self.import.and_then(|import| import.rules.numbers).unwrap_or(["_", "_"]));
        let more = numbers.map_or_else(String::new, |[before_x, before_y]| format!("{before_x}{x}{before_y}{y}"));
        after(path, &more, extension)
    }
}

/// Returns `true` for a picture that an engine can import as heights.
fn is_heights(picture: &Picture) -> bool {
    picture.channel_count() == 1
}

/// The samples of all tiles together, and the place of the first one shown.
struct Ground {
    grid: Grid,
    first: [u32; 2],
    /// The number of samples from one tile to the next.
    step: [u32; 2],
}

impl Ground {
    fn new(region: Region, z: Number, size: Size, step: [u32; 2], [columns, rows]: [u32; 2]) -> Result<Self> {
        let Region([x0, y0, x1, y1]) = region;
        let along = |start: Number, end: Number, [side, step]: [u32; 2], count: u32| -> Result<(Axis, u32)> {
            let too_many = || {
                let told = format!("{count} tiles of {side} samples are too many along one axis; give fewer");
                Error::request(Field::Tiles, Problem::more_than(MAX_SAMPLES.into()), told)
            };
            let all = count.checked_mul(step).ok_or_else(too_many)?;
            // Neighbours share their edges.
            if step < side {
                return Ok(Axis::through(start, end, all.checked_add(1).ok_or_else(too_many)?)?);
            }
            Ok((Axis::extent(start, end, all), 0))
        };
        let (x, left) = along(x0, x1, [size.width, step[0]], columns)?;
        let (y, above) = along(y0, y1, [size.height, step[1]], rows)?;
        let grid = Grid { z: Axis::Constant(z), ..Grid::plane(x, y) };
        grid.validate()?;
        Ok(Self { grid, first: [left, above], step })
    }

    fn tile(&self, [x, y]: [u32; 2], size: Size) -> Tile {
        Tile { origin: [self.first[0] + x * self.step[0], self.first[1] + y * self.step[1], 0], size: [size.width, size.height, 1] }
    }
}
