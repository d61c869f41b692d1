//! `lacuna bake --frames N`.

use std::str::FromStr;

use clap::Args;
use lacuna::Number;
use lacuna_bake::jobs::{Frames, FramesInto, Turn};
use lacuna_bake::{Area, Request, number};

use crate::failure::Result;
use crate::terminal::note;

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
pub(super) struct FrameArgs {
    /// Bakes N pictures along z, one turn of a loop
    ///
    /// Frame i lies at Z + i * LENGTH / N. With a `loop` node of that length, or noise with that period along z, frame N would be frame 0 again, bit
    /// for bit. The files are named after FILE: `fire.png` becomes `fire_00.png`, `fire_01.png` and so on, at most 256 frames; --sheet and --animate
    /// make one file of up to 65536. They get their names when all are written. --range auto is the range of all frames.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16), conflicts_with_all = ["view", "tiles", "for"])]
    frames: Option<u32>,
    /// The extent of all frames along z, in units
    #[arg(long, value_name = "LENGTH", default_value = "1", requires = "frames", value_parser = number, allow_hyphen_values = true)]
    length: Number,
    /// Puts the frames into one picture of C columns and R rows, row by row
    ///
    /// --size is the size of a frame. Unused cells of the sheet are 0.
    #[arg(long, value_name = "CxR", requires = "frames")]
    sheet: Option<Cells>,
    /// Makes one animated 8-bit PNG in an endless loop, with FPS frames per second, 1 to 1000
    #[arg(long, value_name = "FPS", requires = "frames", conflicts_with_all = ["sheet", "depth", "format"], value_parser = clap::value_parser!(u16).range(1..=1000))]
    animate: Option<u16>,
}

/// Notes that frames that were meant to loop don't.
pub(super) fn say_how_they_go_on(frames: &Frames, request: &Request) -> Result<()> {
    let Frames { count, length, .. } = frames;
    match frames.turn(request)? {
        _ if *count == 1 || frames.only.is_some() => {}
        Turn::Open => note(&format!(
            "note: the frames don't loop: frame {count} would not be frame 0, since not everything that varies along z repeats after {length}; put `loop` nodes \
             over it, or give it a period along z"
        )),
        Turn::Still => {
            note("note: all frames are the same: nothing varies along z; use noise of three dimensions, or of four under a `loop` node");
        }
        _ => {}
    }
    Ok(())
}

impl FrameArgs {
    /// Returns the frames, if they were requested.
    pub(super) fn chosen(&self, area: Area) -> Option<Frames> {
        let into = match (self.sheet, self.animate) {
            (Some(Cells(cells)), _) => FramesInto::Sheet(cells),
            (None, Some(rate)) => FramesInto::Animation(rate),
            (None, None) => FramesInto::Files,
        };
        Some(Frames { area, count: self.frames?, length: self.length, into, only: None })
    }
}
