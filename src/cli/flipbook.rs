//! `lacuna bake --frames N`: pictures over time, as numbered files, as one sheet, or as an animated PNG.

use std::path::Path;
use std::str::FromStr;

use clap::Args;
use lacuna::recipe::{Blur, Format};
use lacuna::{Axis, Domain, Grid, Number, Program, Tile};
use serde_json::json;

use super::encode::{Encoding, Range, usual_depth};
use super::engine::EngineArgs;
use super::failure::{Failure, Result, number};
use super::fileset::{FileSet, MAX_FILES, Part, numbered};
use super::picture::{Picture, Size};
use super::planned::Wishes;
use super::sheet::Layout;
use super::source::Resolved;
use super::work::Work;

/// Columns and rows of a sheet.
#[derive(Debug, Clone, Copy)]
struct Cells([u32; 2]);

impl FromStr for Cells {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || "give CxR, such as 8x4".to_owned();
        let (columns, rows) = text.split_once('x').ok_or_else(bad)?;
        let [columns, rows] = [columns, rows].map(|text| text.parse().ok().filter(|count| (1..=1 << 16).contains(count)));
        Ok(Self([columns.ok_or_else(bad)?, rows.ok_or_else(bad)?]))
    }
}

/// Pictures over time.
#[derive(Debug, Args)]
#[command(next_help_heading = "Frames")]
pub(crate) struct FrameArgs {
    /// Makes N pictures along z, one turn of a loop
    ///
    /// Frame i lies at Z + i * LENGTH / N. Over a `loop` node of that length, or noise that repeats along z after it, frame N would be frame 0 again, bit for
    /// bit. The files are named after FILE: `fire.png` becomes `fire_00.png`, `fire_01.png` and so on, of at most 256 frames; --sheet and --animate make
    /// one file of up to 65536. All are written, or none. --range auto is the range of all frames.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16), conflicts_with_all = ["view", "tiles", "for"])]
    frames: Option<u32>,
    /// How far all frames reach along z, in units
    #[arg(long, value_name = "LENGTH", default_value = "1", value_parser = number, allow_hyphen_values = true)]
    length: Number,
    /// Puts the frames into one picture of C columns and R rows, row by row
    ///
    /// --size is that of a frame. What is left of the sheet is 0.
    #[arg(long, value_name = "CxR", requires = "frames")]
    sheet: Option<Cells>,
    /// Makes one animated PNG of 8 bit, of so many frames a second, 1 to 1000, without end
    #[arg(long, value_name = "FPS", requires = "frames", conflicts_with_all = ["sheet", "depth", "format"], value_parser = clap::value_parser!(u16).range(1..=1000))]
    animate: Option<u16>,
}

/// Frames as the user chose them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frames {
    count: u32,
    length: Number,
    form: Form,
}

#[derive(Debug, Clone, Copy)]
enum Form {
    Files,
    Sheet([u32; 2]),
    /// Frames a second.
    Animation(u16),
}

impl FrameArgs {
    /// The frames, if there are to be any.
    pub(crate) fn chosen(&self) -> Result<Option<Frames>> {
        let Some(count) = self.frames else { return Ok(None) };
        if !self.length.is_finite() || self.length.is_negative() || self.length.is_zero() {
            return Err(Failure::usage(format!("--length {}: give a length above 0", self.length)));
        }
        let form = match (self.sheet, self.animate) {
            (Some(Cells([columns, rows])), _) if u64::from(columns) * u64::from(rows) < u64::from(count) => {
                return Err(Failure::usage(format!("--sheet {columns}x{rows} has no room for {count} frames; give more cells")));
            }
            (Some(Cells(cells)), _) => Form::Sheet(cells),
            (None, Some(rate)) => Form::Animation(rate),
            (None, None) if count > MAX_FILES => {
                return Err(Failure::usage(format!(
                    "--frames {count}: at most {MAX_FILES} files are written at once; add --sheet CxR or --animate FPS"
                )));
            }
            (None, None) => Form::Files,
        };
        Ok(Some(Frames { count, length: self.length, form }))
    }
}

/// What else a bake was asked for.
pub(crate) struct Asked<'a> {
    pub(crate) source: &'a Resolved,
    pub(crate) wishes: Wishes<'a>,
    /// What the first frame shows.
    pub(crate) picture: Picture,
    pub(crate) tile: Option<u32>,
    pub(crate) json: bool,
    pub(crate) engine: &'a EngineArgs,
}

impl Asked<'_> {
    /// Writes the frames.
    #[expect(clippy::too_many_lines, reason = "the checks of a flip book in their order")]
    pub(crate) fn bake(&self, frames: &Frames) -> Result<()> {
        let Self { source, wishes, picture, .. } = self;
        if self.json {
            return Err(Failure::usage("--json measures bakes of one picture; leave it out, or --frames"));
        }
        let is_one = !matches!(frames.form, Form::Files);
        if wishes.is_folder || !is_one && wishes.path.as_os_str() == "-" {
            return Err(Failure::usage("frames are named after -o FILE; name a file"));
        }
        let plan = source.recipe.plan(&[source.output()?])?;
        let shown = &plan.pictures[0];
        let program = Program::new(&plan.graph)?;
        let size = frames.file_size(picture.size)?;
        let wishes = &Wishes { size, ..*wishes };
        // A frame's place in a strip is found by its rows, so that a strip is encoded as rows of 8 bit.
        let encoding = match frames.form {
            Form::Animation(_) => {
                let is_color = shown.output.content.is_color();
                let channels = shown.channel_count();
                Encoding {
                    format: Format::Bmp,
                    depth: 8,
                    size,
                    channels,
                    is_color,
                    range: Range::DEFAULT,
                    texts: vec![],
                    facts: String::new(),
                }
            }
            _ => {
                let format = wishes.format_of(shown)?;
                let depth = wishes.depth.or(shown.output.depth).unwrap_or_else(|| usual_depth(format, shown.output.content.is_color()));
                if !format.depths().contains(&depth) {
                    let allowed = format.depths().iter().map(u8::to_string).collect::<Vec<_>>().join(" or ");
                    let name = format.name();
                    return Err(Failure::usage(format!(
                        "--depth {depth}: {name} holds {allowed} bit; leave it out, or take another format"
                    )));
                }
                let channels = shown.channel_count();
                let is_color = shown.output.content.is_color();
                let encoding =
                    Encoding { format, depth, size, channels, is_color, range: Range::DEFAULT, texts: vec![], facts: String::new() };
                encoding.check()?;
                encoding
            }
        };
        let (grid, first) = frames.grid(picture)?;
        let around = |frame: u32| -> Result<(Domain, Tile)> {
            let tile = Tile { origin: [0, 0, first + frame], size: [picture.size.0, picture.size.1, 1] };
            let margin = shown.output.blur.map_or(0, Blur::margin);
            let (grid, Tile { origin: [left, above, slice], .. }) = grid.around(tile, margin)?;
            grid.validate()?;
            Ok((grid.into(), Tile { origin: [left + margin, above + margin, slice], ..tile }))
        };
        let places = (0..frames.count).map(around).collect::<Result<Vec<_>>>()?;
        let told = |frame: Option<u32>| {
            let mut told = vec![
                ("frames", json!(frames.count)),
                ("length", json!(frames.length)),
                ("region", json!(picture.region.to_string())),
                ("z", json!(picture.z)),
            ];
            told.extend(frame.map(|frame| ("frame", json!(frame))));
            if let Form::Sheet(cells) = frames.form {
                told.push(("sheet", json!(cells)));
            }
            told
        };
        let set = FileSet { source, picture: shown, program: &program, encoding, wishes, tile: self.tile, engine: self.engine };
        if let Form::Files = frames.form {
            let parts = (0..).zip(places).map(|(frame, (domain, shown))| {
                let path = numbered(wishes.path, frame, frames.count);
                Part { path, domain, shown, told: told(Some(frame)) }
            });
            return set.write(&parts.collect::<Vec<_>>());
        }

        let works: Vec<_> = places.iter().map(|(domain, shown)| set.work(domain, *shown)).collect();
        works.iter().try_for_each(Work::check)?;
        let is_carried = matches!(frames.form, Form::Animation(_)) || super::encode::carries_facts(set.encoding.format);
        if let (Form::Animation(_), false) = (frames.form, is_png(wishes.path)) {
            let file = wishes.path.display();
            return Err(Failure::usage(format!("{file}: --animate makes a PNG; end the file in .png or .apng")));
        }
        let columns = match frames.form {
            Form::Sheet([columns, _]) => columns,
            _ => 1,
        };
        let layout = Layout { frame: picture.size, columns };
        set.write_sheet(&works, layout, &told(None), is_carried, |output, encoding| match frames.form {
            Form::Animation(rate) => output.write_animation(encoding, frames.count, rate),
            _ => output.write(encoding),
        })
    }
}

impl Frames {
    /// The size of a file.
    fn file_size(&self, Size(width, height): Size) -> Result<Size> {
        let [columns, rows] = match self.form {
            Form::Files => [1, 1],
            Form::Sheet(cells) => cells,
            Form::Animation(_) => [1, self.count],
        };
        let side = |side: u32, count: u32| side.checked_mul(count).filter(|&side| side <= lacuna::MAX_SAMPLES);
        match (side(width, columns), side(height, rows)) {
            (Some(width), Some(height)) => Ok(Size(width, height)),
            _ => {
                Err(Failure::usage(format!("{columns} x {rows} frames of {width} x {height} are too many in one file; give smaller ones")))
            }
        }
    }

    /// The grid of a picture with a slice a frame, and which slice is the first.
    fn grid(&self, picture: &Picture) -> Result<(Grid, u32)> {
        let length = self.length;
        let end = picture
            .z
            .checked_add(length)
            .ok_or_else(|| Failure::usage(format!("--z {} and --length {length} have more digits together than a number", picture.z)))?;
        // The frame after the last one would be the first again.
        let (z, first) = Axis::through(picture.z, end, self.count + 1)?;
        let grid = Grid { z, ..picture.grid };
        grid.validate()?;
        Ok((grid, first))
    }
}

/// Whether a file may be an animated PNG: by its name, or where it goes to standard output.
fn is_png(path: &Path) -> bool {
    let is = |name: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(name));
    path.as_os_str() == "-" || is("png") || is("apng")
}
