//! The request of a caller, and the settings of each file that follow from it.

use std::path::{Path, PathBuf};

use lacuna::internal::short;
use lacuna::recipe::{self, Content, Finish, OutputRange, Picture};
use lacuna::{Number, Program};

use crate::cost::MOST_UNASKED;
use crate::error::{Error, Field, Problem, Result, message, shown};
use crate::facts::{Facts, VERSION};
use crate::formats::{Encoding, Format, Meaning, Shape, ShapeKind, StoredFacts, quoted};
use crate::jobs::{Clamped, Job, Scale};
use crate::plan::FilePlan;
use crate::range::Range;
use crate::sampling::Sampler;
use crate::size::Size;
use crate::source::{Source, Stored};

/// A request: a source, the job, and the destination. [`Request::plan`] checks it.
///
/// A field that is `None` takes its value from the recipe's output, from the file that the source was read from, or from the name of the file.
#[derive(Debug, Clone)]
pub struct Request {
    /// The source to evaluate.
    pub source: Source,
    /// The kind of output.
    pub job: Job,
    /// The recipe's output to bake; by default the one that the source names, or the recipe.
    pub output: Option<String>,
    /// The destination of the files.
    pub destination: Destination,
    /// The format of the files.
    pub format: Option<Format>,
    /// Bits per sample: 8, 16 or 32, if the format has that depth.
    pub depth: Option<u8>,
    /// The values of the least and the greatest level of 8 or 16 bit.
    pub range: Option<OutputRange>,
    /// The samples across a pixel, 1 to [`MAX_SAMPLES_ACROSS`](recipe::MAX_SAMPLES_ACROSS): each pixel is the mean of their square. Views and lines take none.
    pub samples: Option<u32>,
    /// The length of a unit in metres, 10^-6 to 10^9: for the game engine of tiles, which takes 1 by default, and for the place of pictures and tiles in a format
    /// that has room for it.
    pub unit_metres: Option<Number>,
    /// The longest side of the tiles in which samples are evaluated. It changes no bit.
    pub tile: Option<u32>,
    /// Requests hashes of the samples in the report.
    pub is_hashed: bool,
}

/// The destination of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// One file of this name, `-` for standard output. The files of a set are named after it.
    File(PathBuf),
    /// A folder that takes every output as NAME.FORMAT.
    Folder(PathBuf),
}

impl Destination {
    /// Returns the path of the file or the folder.
    pub fn path(&self) -> &Path {
        match self {
            Self::File(path) | Self::Folder(path) => path,
        }
    }

    pub(crate) fn is_folder(&self) -> bool {
        matches!(self, Self::Folder(_))
    }
}

impl<P: Into<PathBuf>> From<P> for Destination {
    /// Returns a folder if the path ends in a separator, a file otherwise.
    fn from(path: P) -> Self {
        let path = path.into();
        let is_folder = path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| std::path::is_separator(char::from(byte)));
        if is_folder { Self::Folder(path) } else { Self::File(path) }
    }
}

impl Request {
    /// Returns the request for a source's own job: the one in its file's metadata, or a picture of the recipe's size and region, 1024 x 1024 samples
    /// by default.
    ///
    /// # Errors
    ///
    /// The errors of [`Facts::job`], and [`Error::Request`] if that is more than [`MOST_UNASKED`](crate::MOST_UNASKED) samples. Use [`Request::of`]
    /// if you want that many.
    pub fn new(source: Source, destination: impl Into<Destination>) -> Result<Self> {
        let job = source.job()?;
        let request = Self::of(source, job, destination);
        request.check_unasked()?;
        Ok(request)
    }

    /// Returns the request for a job of any size.
    pub fn of(source: Source, job: Job, destination: impl Into<Destination>) -> Self {
        Self {
            source,
            job,
            output: None,
            destination: destination.into(),
            format: None,
            depth: None,
            range: None,
            samples: None,
            unit_metres: None,
            tile: None,
            is_hashed: false,
        }
    }

    /// Checks that the job makes no more samples than [`MOST_UNASKED`]: a source may name a size that nobody asked for.
    ///
    /// # Errors
    ///
    /// [`Error::Request`], which says how to request that many.
    pub fn check_unasked(&self) -> Result<()> {
        // The plan reports later which outputs there are, and whether one is chosen.
        let names = self.outputs().unwrap_or_default();
        let outputs = names.iter().filter_map(|name| self.source.recipe().output(name).ok());
        let a_pixel = |output: recipe::Output| {
            let across = self.asked_samples().or(output.samples).map_or(1, u64::from);
            u64::from(output.content.channel_count()).saturating_mul(across.saturating_mul(across))
        };
        let samples = self.job.samples().saturating_mul(outputs.map(a_pixel).fold(0, u64::saturating_add).max(1));
        if samples <= MOST_UNASKED {
            return Ok(());
        }
        let (field, value) = self.job.asked();
        let told = format!("the source makes {samples} samples by itself, and at most {MOST_UNASKED} unless they are asked for: add ");
        Err(Error::request(field, Problem::more_than(MOST_UNASKED), message![told, field.at(value)]))
    }

    /// Returns the name of the chosen output.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] if the recipe has several outputs and none is the default.
    pub fn output_name(&self) -> Result<&str> {
        match &self.output {
            Some(name) => Ok(name),
            None => self.source.default_output(),
        }
    }

    /// Returns the outputs to bake: all of them for a folder, unless one was named.
    pub(crate) fn outputs(&self) -> Result<Vec<&str>> {
        match self.destination.is_folder() && self.output.is_none() {
            true => Ok(self.source.recipe().output_names()),
            false => Ok(vec![self.output_name()?]),
        }
    }

    /// Returns the evaluations of the outputs to bake, as few as their channels need.
    pub(crate) fn samplers(&self) -> Result<Vec<Sampler>> {
        self.samplers_of(&self.outputs()?)
    }

    /// Returns the evaluations of these outputs.
    pub(crate) fn samplers_of(&self, names: &[&str]) -> Result<Vec<Sampler>> {
        self.source.recipe().plans(names)?.into_iter().map(|plan| self.sampler(plan)).collect()
    }

    /// Returns one evaluation for several outputs.
    fn sampler(&self, mut plan: recipe::Plan) -> Result<Sampler> {
        if let Some(asked) = self.asked_samples() {
            plan.pictures.iter_mut().for_each(|picture| picture.output.samples = Some(asked));
        }
        // The steps after a blur are not nodes. They are refused for the same reasons as without a blur.
        for picture in plan.pictures.iter().filter(|picture| picture.output.blur.is_some() && !plan.has_layers()) {
            Program::new(&self.source.recipe().graph_of(&picture.name)?)?;
        }
        Sampler::new(plan.steps, plan.pictures, self.tile)
    }

    /// Returns the samples across a pixel that are given instead of those of the outputs: by the request, or by the source's file.
    pub(crate) fn asked_samples(&self) -> Option<u32> {
        let has_pixels_of_samples = !matches!(self.job, Job::View(_) | Job::Preview(_) | Job::Line(_));
        self.samples.or_else(|| self.source.samples().filter(|_| has_pixels_of_samples))
    }

    /// Returns the only channel of the chosen output before any blur, which lines and views show.
    pub(crate) fn heights(&self, shown: Field, why: &str) -> Result<(Picture, Program)> {
        let name = self.output_name()?;
        let picture = self.source.recipe().plan(&[name])?.pictures.swap_remove(0);
        let program = Program::new(&self.source.recipe().graph_of(name)?)?;
        let channels = program.channels();
        if channels != 1 {
            return Err(Error::request(
                Field::Output,
                Problem::Content,
                message![shown, format!("{why}: `{name}` has {channels} channels; choose an output that has one with "), Field::Output],
            ));
        }
        let output = recipe::Output { content: Content::channels([name]), blur: None, samples: None, ..picture.output };
        Ok((Picture { channels: vec![0], finish: Finish::Nothing, output, ..picture }, program))
    }

    /// Returns the only file that the job makes.
    pub(crate) fn named_file(&self, what: &str) -> Result<&Path> {
        match &self.destination {
            Destination::File(path) => Ok(path),
            Destination::Folder(_) => Err(unnamed(what)),
        }
    }

    /// Refuses standard output as the place of a set of files.
    pub(crate) fn check_set(&self, what: &str) -> Result<()> {
        if self.destination == Destination::File("-".into()) { Err(unnamed(what)) } else { Ok(()) }
    }

    /// Returns the file of a picture, or the name that the files of its set have, before their numbers: NAME.EXTENSION in a folder.
    pub(crate) fn file_of(&self, picture: &Picture, extension: &str) -> PathBuf {
        match &self.destination {
            Destination::Folder(folder) => folder.join(format!("{}.{extension}", picture.name)),
            Destination::File(path) => path.clone(),
        }
    }

    /// Plans a file of a picture.
    pub(crate) fn plan_file(&self, picture: &Picture, path: &Path, size: Size, shape: Shape) -> Result<FilePlan> {
        let format = self.format_of(picture)?;
        self.plan_file_as(picture, path, size, shape, (format, self.depth_of(picture, format)?))
    }

    /// Plans a file of a picture with a given format and depth.
    pub(crate) fn plan_file_as(
        &self,
        picture: &Picture,
        path: &Path,
        size: Size,
        shape: Shape,
        (format, depth): (Format, u8),
    ) -> Result<FilePlan> {
        let encoding = Encoding {
            format,
            depth,
            size,
            channels: picture.channel_count(),
            meaning: Meaning::of(picture),
            range: Range::DEFAULT,
            shape,
            place: None,
            facts: StoredFacts::default(),
        };
        encoding.check()?;
        let facts = self.facts(&picture.name, &encoding)?;
        Ok(FilePlan { output: picture.name.clone(), path: path.to_owned(), encoding, range: self.range_of(picture)?, facts })
    }

    /// Returns the metadata of an output's file, before its range is known.
    fn facts(&self, output: &str, encoding: &Encoding) -> Result<Facts> {
        let recipe = self.source.recipe();
        // A file of one sample a pixel is the same whether that was asked for or not.
        let is_told = |asked: &u32| *asked != 1 || recipe.outputs.values().any(|output| output.samples.is_some());
        let is_picture = if let Job::Picture(area) = &self.job { Some(area) } else { None };
        Ok(Facts {
            schema_version: 1,
            version: VERSION.to_owned(),
            recipe: self.source.recipe_text()?.to_owned(),
            output: (!recipe.outputs.is_empty()).then(|| output.to_owned()),
            region: is_picture.map(|area| area.edges()),
            z: is_picture.map(|area| area.z),
            w: is_picture.map(|area| area.w).filter(|w| !w.is_zero()),
            unit_metres: None,
            size: encoding.size,
            format: encoding.format.name().to_owned(),
            layout: encoding.layout(),
            depth: encoding.depth,
            range: None,
            samples: self.asked_samples().filter(is_told),
            scale: None,
            checksum: None,
            job: is_picture.is_none().then(|| self.job.clone()),
        })
    }

    /// Checks that the request has no other format or depth than the ones that the job prescribes.
    pub(crate) fn check_fixed(&self, what: &str, format: Format, depth: u8) -> Result<()> {
        if self.format.is_some_and(|asked| asked != format) || self.depth.is_some_and(|asked| asked != depth) {
            return Err(Error::request(
                if self.depth.is_some() { Field::Depth } else { Field::Format },
                Problem::Clash(Field::Format),
                message![format!("{what} is {format} of {depth} bit; leave "), Field::Format, " and ", Field::Depth, " out"],
            ));
        }
        Ok(())
    }

    /// Returns the encoding of an output in the metadata of the source's file, if its job is of the same kind.
    pub(crate) fn stored(&self, output: &str) -> Stored {
        let kind = |job: &Job| (!matches!(job, Job::Picture(_))).then(|| std::mem::discriminant(job));
        let is_alike = self.source.facts().is_some_and(|facts| facts.job.as_ref().and_then(kind) == kind(&self.job));
        self.source.facts_of(output).filter(|_| is_alike).unwrap_or_default()
    }

    /// Returns the length of a unit in metres for an output's file, if one is given.
    pub(crate) fn unit_of(&self, output: &str) -> Option<Number> {
        self.unit_metres.or_else(|| self.stored(output).unit_metres)
    }

    /// Returns the settings of the scale of an output's file that the game engine does not take as they are.
    pub fn clamped(&self, output: &str, scale: &Scale) -> Vec<Clamped> {
        match &self.job {
            Job::Tiles(tiles) => tiles.clamped(self.unit_of(output).unwrap_or(Number::ONE), scale),
            _ => vec![],
        }
    }

    /// Returns the format of a picture's file.
    pub(crate) fn format_of(&self, picture: &Picture) -> Result<Format> {
        let named = || picture.output.format.as_ref().and_then(|name| name.as_str().parse::<Format>().ok());
        let known = || quoted(Format::all().filter(|format| format.holds(ShapeKind::Picture)));
        let is_folder = self.destination.is_folder();
        let path = self.destination.path();
        let extension = path.extension().filter(|_| !is_folder).map(|extension| extension.to_string_lossy().into_owned());
        let file = shown(path);
        match (self.format.or_else(|| named().filter(|_| is_folder)), extension) {
            (Some(format), _) => Ok(format),
            (None, Some(extension)) => extension.parse().map_err(|_| {
                let extension = short(&extension);
                Error::request(
                    Field::File,
                    Problem::Unknown,
                    message![
                        format!("{file}: `.{extension}` is no format; use one of {} as the extension, or add ", known()),
                        Field::Format
                    ],
                )
            }),
            (None, None) if is_folder => Ok(Format::default()),
            (None, None) => named().ok_or_else(|| {
                Error::request(
                    Field::Format,
                    Problem::Missing,
                    message![
                        format!("{file} has no extension to determine the format; add "),
                        Field::Format,
                        format!(" with one of {}", known())
                    ],
                )
            }),
        }
    }

    /// Returns the bits per sample of a picture's file.
    pub(crate) fn depth_of(&self, picture: &Picture, format: Format) -> Result<u8> {
        let depths = format.depths();
        // The depth of the source's file is not a request: it applies only if the format has it.
        let stored = self.stored(&picture.name).depth.filter(|depth| depths.contains(depth));
        let (place, told) = match (self.depth, stored, picture.output.depth) {
            (Some(depth), ..) => (Field::Depth.at(depth), depth),
            (None, Some(depth), _) => return Ok(depth),
            // An output's depth applies to formats that have a choice of depths.
            (None, None, Some(depth)) if depths.contains(&depth) || format.has_depths() => {
                (format!("outputs.{}.depth = {depth}", picture.name).into(), depth)
            }
            (None, None, _) => return Ok(format.usual_depth(picture.output.content.is_color())),
        };
        if depths.contains(&told) {
            return Ok(told);
        }
        let allowed: Vec<_> = depths.iter().map(u8::to_string).collect();
        let holds = format!(": {} holds {} bit; ", format.name(), allowed.join(" or "));
        let others =
            format!(", or take a format with {told} bit: {}", quoted(Format::all().filter(|other| other.depths().contains(&told))));
        let message = if self.depth.is_some() {
            message![place, holds, "leave it out", others]
        } else {
            message![place, holds, "give ", Field::Depth, others]
        };
        Err(Error::request(Field::Depth, Problem::Format, message))
    }

    /// Returns the range of a picture.
    fn range_of(&self, picture: &Picture) -> Result<OutputRange> {
        if let (Some(_), Content::Normal(_)) = (self.range, &picture.output.content) {
            let name = &picture.name;
            return Err(Error::request(
                Field::Range,
                Problem::Content,
                message![
                    Field::Range,
                    format!(": `{name}` is a normal map, whose range is -1,1; leave it out, or set one output's: "),
                    Field::Key.at("outputs.NAME.range=[0,1]")
                ],
            ));
        }
        let stored = self.stored(&picture.name).range.map(|Range { least, greatest }| OutputRange::Between([least, greatest]));
        Ok(self.range.or(stored).unwrap_or(picture.range))
    }
}

/// Returns the error for files that have no name to stand after.
fn unnamed(what: &str) -> Error {
    Error::request(Field::File, Problem::Missing, message![format!("{what} into "), Field::File.asked(), "; name a file"])
}
