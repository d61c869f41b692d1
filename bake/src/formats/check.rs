//! Checks whether an encoding can be written, and names the formats that can hold what its own can't.

use super::{Description, Encoding, Format, MAX_WHOLE_SAMPLES, Shape, quoted};
use crate::Size;
use crate::error::{Error, Field, Problem, Result};

/// The most bytes in a row of a format whose pieces are whole rows.
const MAX_ROW: u64 = 1 << 26;
/// The most bytes in a file: offsets in files are signed.
const MAX_FILE: u128 = i64::MAX as u128;

impl Encoding {
    /// Checks that a file of this kind can be written.
    pub(crate) fn check(&self) -> Result<()> {
        self.check_kind()?;
        let (size, format) = (self.size, self.format);
        let Description { cuts_rows, is_streamed, longest_side, .. } = *format.description();
        let pixels = u128::from(size.width) * u128::from(size.height);
        let bytes = pixels * u128::from(self.bytes_a_pixel());
        if size.width.max(size.height) > longest_side {
            return Err(self.too_large_unless(&format!("a side has at most {longest_side} pixels"), |other| other.longest_side == u32::MAX));
        }
        if !is_streamed {
            if pixels * u128::from(self.channels) > u128::from(MAX_WHOLE_SAMPLES) {
                let why = format!("it is made in memory, of at most {MAX_WHOLE_SAMPLES} samples");
                return Err(self.too_large_unless(&why, |other| other.is_streamed));
            }
        } else if cuts_rows {
            if bytes > MAX_FILE {
                return Err(Error::request(
                    Field::Size,
                    Problem::Format,
                    format!("{size} makes {format} of {bytes} bytes; a file has at most {MAX_FILE}"),
                ));
            }
        } else if u64::from(size.width) * u64::from(self.bytes_a_pixel()) > MAX_ROW {
            return Err(self.too_large_unless(&format!("a row takes at most {MAX_ROW} bytes"), |other| other.cuts_rows));
        } else if bytes + bytes / 1000 + u128::from(size.height) > MAX_FILE {
            // Incompressible data grows by less than a part in a thousand.
            return Err(self.too_large_unless(&format!("a file has at most {MAX_FILE} bytes"), |_| false));
        }
        format.room().check(self)
    }

    /// Checks that the format holds this shape, number of channels and depth.
    fn check_kind(&self) -> Result<()> {
        let (format, channels, depth, kind) = (self.format, self.channels, self.depth, self.shape.kind());
        let listed = |numbers: &[u8], between: &str| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(between);
        let holding = || Format::all().filter(|other| other.holds(kind));
        if !format.holds(kind) {
            return Err(Error::request(
                Field::Format,
                Problem::Format,
                format!("{format} holds no {kind}; write {}", extensions(holding())),
            ));
        }
        if !format.channels().contains(&channels) {
            let allowed = listed(format.channels(), ", ");
            let others = quoted(holding().filter(|other| other.channels().contains(&channels)));
            let mend = if others.is_empty() { "choose others".to_owned() } else { format!("take a format with {channels}: {others}") };
            return Err(Error::request(
                Field::Format,
                Problem::Format,
                format!("{format} holds no {kind} of {channels} channels; it takes {allowed}; {mend}"),
            ));
        }
        if !format.depths().contains(&depth) {
            let allowed = listed(format.depths(), " or ");
            let others = quoted(holding().filter(|other| other.depths().contains(&depth)));
            return Err(Error::request(
                Field::Depth,
                Problem::Format,
                format!("{format} holds {allowed} bit, not {depth}; take a format with {depth} bit: {others}"),
            ));
        }
        let Size { width, height } = self.size;
        let is_whole = match self.shape {
            Shape::Picture => true,
            Shape::Animation { frames, rate } => rate > 0 && frames > 0 && height.is_multiple_of(frames),
            Shape::Volume { slices } => slices > 0 && height.is_multiple_of(slices),
            Shape::Cube => width.checked_mul(6) == Some(height),
            Shape::Line { .. } => height == 1,
        };
        if is_whole && width > 0 && height > 0 {
            return Ok(());
        }
        Err(Error::request(Field::Size, Problem::Format, format!("{} is not the size of {:?}", self.size, self.shape)))
    }

    /// Returns the error that the size is too large, which names the formats that can hold it.
    fn too_large_unless(&self, why: &str, helps: impl Fn(&Description) -> bool) -> Error {
        let others = Format::all().filter(|other| {
            let suits = other.holds(self.shape.kind()) && other.channels().contains(&self.channels);
            *other != self.format && suits && helps(other.description())
        });
        let others = extensions(others);
        let mend = if others.is_empty() { "give a smaller one".to_owned() } else { format!("write {others}") };
        self.too_large(why, &mend)
    }
}

/// Lists formats by the extensions of their files: `.a, .b or .c`.
fn extensions(formats: impl Iterator<Item = Format>) -> String {
    let all: Vec<_> = formats.map(|format| format!(".{format}")).collect();
    match &all[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
