//! The files that a bake is to write: where, in which format, at which depth, and with which range.

use std::path::{Path, PathBuf};

use lacuna::Number;
use lacuna::recipe::{Content, Finish, Format, OutputRange, Picture};

use super::encode::{Encoding, Range, carries_facts, usual_depth};
use super::failure::{Failure, Result, short};
use super::output::Target;
use super::picture::Size;
use super::source::Resolved;

/// What the user asks of files. What is left out stands in the recipe, or in the picture that the recipe is read from.
pub(crate) struct Wishes<'a> {
    /// The file, or the folder of the files.
    pub(crate) path: &'a Path,
    pub(crate) is_folder: bool,
    pub(crate) format: Option<Format>,
    pub(crate) depth: Option<u8>,
    pub(crate) range: Option<OutputRange>,
    pub(crate) force: bool,
    pub(crate) size: Size,
}

/// A file that is to be written.
pub(crate) struct Planned {
    pub(crate) path: PathBuf,
    pub(crate) target: Target,
    /// With the default range until the true one is known.
    pub(crate) encoding: Encoding,
    pub(crate) range: OutputRange,
}

impl Wishes<'_> {
    /// Plans the file of a picture, and checks all that can be checked before the work.
    pub(crate) fn plan(&self, source: &Resolved, picture: &Picture) -> Result<Planned> {
        let format = self.format_of(picture)?;
        let is_color = picture.output.content.is_color();
        let encoding = Encoding {
            format,
            depth: self.depth_of(source, picture, format)?,
            size: self.size,
            channels: picture.channel_count(),
            is_color,
            range: Range::DEFAULT,
            texts: vec![],
            facts: String::new(),
        };
        encoding.check()?;
        let path = if self.is_folder { self.path.join(format!("{}.{}", picture.name, format.name())) } else { self.path.to_owned() };
        let target = Target::new(&path, !carries_facts(format), self.force)?;
        Ok(Planned { path, target, encoding, range: self.range_of(source, picture)? })
    }

    /// Plans the file of a view of an output: colour, whose range is that of the heights.
    pub(crate) fn plan_view(&self, source: &Resolved, name: &str) -> Result<Planned> {
        let output = source.recipe.output(name)?;
        let range = self.range.or(output.range).unwrap_or_else(|| output.content.default_range());
        let channels = Content::Channels { channels: vec![0.into(); 3], is_color: true };
        let picture = Picture { name: name.to_owned(), channels: vec![], finish: Finish::Nothing, output: channels.into() };
        let planned = Wishes { range: None, ..*self }.plan(source, &picture)?;
        Ok(Planned { encoding: Encoding { range: Range(Number::ZERO, Number::ONE), ..planned.encoding }, range, ..planned })
    }

    /// The format of a picture's file.
    pub(crate) fn format_of(&self, picture: &Picture) -> Result<Format> {
        let known = || names(Format::ALL);
        let told = self.format.or(picture.output.format.filter(|_| self.is_folder));
        let extension = self.path.extension().filter(|_| !self.is_folder).map(|extension| extension.to_string_lossy().into_owned());
        let file = self.path.display();
        match (told, extension) {
            (Some(format), _) => Ok(format),
            (None, Some(extension)) => extension.parse().map_err(|_| {
                let extension = short(&extension);
                Failure::usage(format!("{file}: `.{extension}` is no format; end it in one of {}, or add --format", known()))
            }),
            (None, None) if self.is_folder => Ok(Format::Png),
            (None, None) => picture.output.format.ok_or_else(|| {
                Failure::usage(format!("{file} has no extension that tells the format; add --format with one of {}", known()))
            }),
        }
    }

    fn depth_of(&self, source: &Resolved, picture: &Picture, format: Format) -> Result<u8> {
        let depths = format.depths();
        // A picture that was read is no wish: it has what its own format holds.
        let carried = source.carried_of(&picture.name, "depth").and_then(|carried| carried.depth).filter(|depth| depths.contains(depth));
        let (place, told) = match (self.depth, carried, picture.output.depth) {
            (Some(depth), ..) => ("--depth".to_owned(), depth),
            (None, Some(depth), _) => return Ok(depth),
            (None, None, Some(depth)) => (format!("outputs.{}.depth =", picture.name), depth),
            (None, None, None) => return Ok(usual_depth(format, picture.output.content.is_color())),
        };
        if depths.contains(&told) {
            return Ok(told);
        }
        let allowed: Vec<_> = depths.iter().map(u8::to_string).collect();
        let mend = if self.depth.is_some() { "leave it out" } else { "give --depth" };
        Err(Failure::usage(format!(
            "{place} {told}: {} holds {} bit; {mend}, or take a format with {told} bit: {}",
            format.name(),
            allowed.join(" or "),
            names(Format::ALL.into_iter().filter(|other| other.depths().contains(&told)))
        )))
    }

    fn range_of(&self, source: &Resolved, picture: &Picture) -> Result<OutputRange> {
        if let (Some(_), Content::Normal(_)) = (self.range, &picture.output.content) {
            let name = &picture.name;
            return Err(Failure::usage(format!(
                "--range: `{name}` is a normal map, whose range is -1,1; leave it out, or set one output's: --set outputs.NAME.range=[0,1]"
            )));
        }
        let carried = source.carried_of(&picture.name, "range").and_then(|carried| carried.range);
        let carried = carried.map(|Range(min, max)| OutputRange::Between([min, max]));
        Ok(self.range.or(carried).or(picture.output.range).unwrap_or_else(|| picture.output.content.default_range()))
    }
}

fn names(formats: impl IntoIterator<Item = Format>) -> String {
    formats.into_iter().map(|format| format!("`{}`", format.name())).collect::<Vec<_>>().join(", ")
}
