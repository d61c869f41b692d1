//! Frames, as numbered files, as one sheet, or as an animated PNG.

use lacuna::{Axis, Grid, MAX_SAMPLES, Tile};

use super::parts::numbered;
use super::passes::Parts;
use crate::area::Area;
use crate::error::{Error, Field, Problem, Result, message, shown};
use crate::formats::{Format, Shape, ShapeKind};
use crate::jobs::{Frames, FramesInto, Job, MAX_FILES, Turn};
use crate::plan::{FilePlan, Plan};
use crate::request::Request;
use crate::sampling::Sampler;
use crate::size::Size;

const MAX_FRAMES: u32 = 1 << 16;
/// The axis of the domain that frames follow.
const Z: usize = 2;

impl Frames {
    /// Returns the relation of the frame after the last to the first, which follows from the program without evaluating a sample.
    ///
    /// # Errors
    ///
    /// The errors of the recipe.
    pub fn turn(&self, request: &Request) -> Result<Turn> {
        let samplers = request.samplers()?;
        let varying: Vec<_> = samplers.iter().flat_map(Sampler::programs).filter(|program| program.varies_along(Z)).collect();
        Ok(match varying.is_empty() {
            true => Turn::Still,
            false if varying.iter().all(|program| program.repeats_after(Z, self.length)) => Turn::Closed,
            false => Turn::Open,
        })
    }

    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        self.check()?;
        let samplers = request.samplers()?;
        let (grid, first) = self.grid()?;
        let Area { size, .. } = self.area;
        let parts = Parts {
            numbers: Parts::numbers(self.only, self.count),
            columns: match self.into {
                FramesInto::Files => None,
                FramesInto::Sheet([columns, _]) => Some(columns),
                FramesInto::Animation(_) => Some(1),
            },
            what: "frames go",
            size,
        };
        let tile = |frame: u32| Tile { origin: [0, 0, first + frame], size: [size.width, size.height, 1] };
        let passes = parts.passes(
            request,
            &samplers,
            |frame, sampler| sampler.cell(&grid, tile(frame)),
            |picture, frame| Ok(self.file(request, picture, frame)?.of_job(Job::Frames(Self { only: frame, ..self.clone() }))),
        )?;
        Plan::of_pictures(request.is_hashed, size, samplers, passes)
    }

    fn check(&self) -> Result<()> {
        let Self { count, length, .. } = self;
        if !length.is_finite() || length.is_negative() || length.is_zero() {
            return Err(Error::request(
                Field::Length,
                Problem::outside(0, f64::INFINITY),
                message![Field::Length.at(length), ": give a length above 0"],
            ));
        }
        if !(1..=MAX_FRAMES).contains(count) {
            return Err(Error::request(
                Field::Frames,
                Problem::outside(1, MAX_FRAMES),
                message![Field::Frames.at(count), format!(": give 1 to {MAX_FRAMES}")],
            ));
        }
        match self.into {
            FramesInto::Sheet([columns, rows]) if u64::from(columns) * u64::from(rows) < u64::from(*count) => Err(Error::request(
                Field::Sheet,
                Problem::Clash(Field::Frames),
                message![Field::Sheet.at(format!("{columns}x{rows}")), format!(" has no room for {count} frames; give more cells")],
            )),
            FramesInto::Files if *count > MAX_FILES && self.only.is_none() => Err(Error::request(
                Field::Frames,
                Problem::outside(1, MAX_FILES),
                message![
                    Field::Frames.at(count),
                    format!(": at most {MAX_FILES} files are written at once; add "),
                    Field::Sheet.asked(),
                    " or ",
                    Field::Animation.asked()
                ],
            )),
            FramesInto::Animation(0 | 1001..) => Err(Error::request(
                Field::Animation,
                Problem::outside(1, 1000),
                message![Field::Animation, ": give 1 to 1000 frames per second"],
            )),
            _ => match self.only {
                Some(_) if self.into != FramesInto::Files => Err(Error::request(
                    Field::Frames,
                    Problem::Clash(Field::Sheet),
                    "a frame of a sheet or an animation is not a separate file",
                )),
                Some(only) if only >= *count => {
                    Err(Error::request(Field::Frames, Problem::Unknown, format!("there is no frame {only} of {count}")))
                }
                _ => Ok(()),
            },
        }
    }

    /// Plans the file of a frame, or of all of them.
    fn file(&self, request: &Request, picture: &lacuna::recipe::Picture, frame: Option<u32>) -> Result<FilePlan> {
        let size = self.file_size()?;
        if let FramesInto::Animation(rate) = self.into {
            let format = self.animated(request, picture)?;
            request.check_fixed("an animation", format, 8)?;
            let path = request.file_of(picture, format.name());
            let shape = Shape::Animation { frames: self.count, rate };
            return request.plan_file_as(picture, &path, size, shape, (format, 8));
        }
        let path = request.file_of(picture, request.format_of(picture)?.name());
        let path = match frame {
            Some(frame) if self.only.is_none() => numbered(&path, frame, self.count),
            _ => path,
        };
        request.plan_file(picture, &path, size, Shape::Picture)
    }

    /// Returns the format of an animation: the one that the file's name tells, if it holds any.
    fn animated(&self, request: &Request, picture: &lacuna::recipe::Picture) -> Result<Format> {
        let holds = |format: &Format| format.holds(ShapeKind::Animation);
        let path = request.destination.path();
        // A name in .apng is that of a PNG.
        let is_free = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("apng"))
            || path.as_os_str() == "-"
            || request.destination.is_folder();
        let named = if is_free { Format::all().find(holds) } else { request.format_of(picture).ok().filter(holds) };
        named.ok_or_else(|| {
            let file = shown(path);
            Error::request(
                Field::Animation,
                Problem::Format,
                message![format!("{file}: "), Field::Animation, " makes a PNG; end the file in .png or .apng"],
            )
        })
    }

    fn file_size(&self) -> Result<Size> {
        let Size { width, height } = self.area.size;
        let [columns, rows] = match self.into {
            FramesInto::Files => [1, 1],
            FramesInto::Sheet(cells) => cells,
            FramesInto::Animation(_) => [1, self.count],
        };
        let side = |side: u32, count: u32| side.checked_mul(count).filter(|&side| side <= MAX_SAMPLES);
        match (side(width, columns), side(height, rows)) {
            (Some(width), Some(height)) => Ok(Size { width, height }),
            _ => Err(Error::request(
                Field::Sheet,
                Problem::more_than(MAX_SAMPLES.into()),
                format!("{columns} x {rows} frames of {width} x {height} are too many in one file; give smaller ones"),
            )),
        }
    }

    /// Returns the grid with a slice per frame, and the number of the first slice.
    fn grid(&self) -> Result<(Grid, u32)> {
        let (z, length) = (self.area.z, self.length);
        let end = z.checked_add(length).ok_or_else(|| {
            let both = message![Field::Z.at(z), " and ", Field::Length.at(length), " together have more digits than a number can have"];
            Error::request(Field::Length, Problem::Clash(Field::Z), both)
        })?;
        // The frame after the last is the first of the next period.
        let (z, first) = Axis::through(z, end, self.count + 1)?;
        let grid = Grid { z, ..self.area.grid()? };
        grid.validate()?;
        Ok((grid, first))
    }
}
