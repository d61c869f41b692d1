//! TIFF of 8 or 16 bit or float, uncompressed, strip by strip; BigTIFF where 4 GiB are too few.

use std::borrow::Cow;
use std::io;

use ::tiff::TiffError;
use ::tiff::encoder::colortype::{ColorType, Gray8, Gray16, Gray32Float, RGB8, RGB16, RGB32Float};
use ::tiff::encoder::{TiffEncoder, TiffKind, TiffKindBig, TiffKindStandard, TiffValue};
use ::tiff::tags::{ExtraSamples, Tag};

use super::levels::{Levels, Order};
use super::samples::Kind;
use super::{Description, Encoding, FactsPlace, Piece, PieceEncoder, Pieces, Room, ShapeKind, WriteSeek};
use crate::Size;

pub(super) struct Tiff;

pub(super) const ROOM: Tiff = Tiff;

const DESCRIPTION: Description = Description {
    name: "tiff",
    aliases: &["tif"],
    summary: "TIFF, 8-bit, 16-bit or float (32-bit): the values themselves",
    depths: &[16, 8, 32],
    channels: &[1, 2, 3, 4],
    shapes: &[ShapeKind::Picture],
    facts: FactsPlace::Beside,
    is_streamed: true,
    cuts_rows: false,
    seeks: true,
    longest_side: u32::MAX,
};

/// The most bytes of samples for which 32-bit offsets suffice, with room for the offsets of all strips.
const MAX_SMALL: u128 = (1 << 32) - (1 << 28);

type Writer<'a> = &'a mut dyn WriteSeek;

impl Room for Tiff {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        // The crate takes levels in the order of this machine.
        Box::new(Levels::new(encoding, Order::Native))
    }

    fn write(&self, encoding: &Encoding, writer: Writer<'_>, pieces: &mut dyn Pieces) -> io::Result<()> {
        let bytes = u128::from(encoding.samples()) * u128::from(encoding.depth / 8);
        let written = match bytes {
            ..=MAX_SMALL => write_as::<TiffKindStandard>(encoding, writer, pieces),
            _ => write_as::<TiffKindBig>(encoding, writer, pieces),
        };
        written.map_err(error)
    }
}

fn write_as<K: TiffKind>(encoding: &Encoding, writer: Writer<'_>, pieces: &mut dyn Pieces) -> Result<(), TiffError> {
    let encoder = TiffEncoder::<_, K>::new_generic(writer)?;
    let is_grey = encoding.channels < 3;
    match (encoding.kind(), is_grey) {
        (Kind::U8, true) => strips::<Gray8, K>(encoding, encoder, pieces, |piece| Cow::Borrowed(&piece.encoded.bytes)),
        (Kind::U8, false) => strips::<RGB8, K>(encoding, encoder, pieces, |piece| Cow::Borrowed(&piece.encoded.bytes)),
        (Kind::U16, true) => strips::<Gray16, K>(encoding, encoder, pieces, words),
        (Kind::U16, false) => strips::<RGB16, K>(encoding, encoder, pieces, words),
        (_, true) => strips::<Gray32Float, K>(encoding, encoder, pieces, |piece| Cow::Borrowed(piece.samples)),
        (_, false) => strips::<RGB32Float, K>(encoding, encoder, pieces, |piece| Cow::Borrowed(piece.samples)),
    }
}

fn words<'a>(piece: &'a Piece<'_>) -> Cow<'a, [u16]> {
    let bytes = &piece.encoded.bytes;
    bytemuck::try_cast_slice(bytes).map_or_else(|_| Cow::Owned(bytemuck::pod_collect_to_vec(bytes)), Cow::Borrowed)
}

fn strips<C: ColorType, K: TiffKind>(
    encoding: &Encoding,
    mut encoder: TiffEncoder<Writer<'_>, K>,
    pieces: &mut dyn Pieces,
    samples: impl for<'a> Fn(&'a Piece<'_>) -> Cow<'a, [C::Inner]>,
) -> Result<(), TiffError>
where
    C::Inner: Clone,
    [C::Inner]: TiffValue,
{
    let Size { width, height } = encoding.size;
    let mut image = encoder.new_image::<C>(width, height)?;
    if encoding.channels.is_multiple_of(2) {
        image.extra_samples(&[ExtraSamples::UnassociatedAlpha])?;
    }
    image.rows_per_strip(encoding.piece()[1])?;
    for (keyword, text) in &encoding.facts.texts {
        match keyword.as_str() {
            "Software" => image.encoder().write_tag(Tag::Software, text.as_str())?,
            // The tag is ASCII only. The sidecar has the whole text.
            "lacuna:recipe" if text.is_ascii() => image.encoder().write_tag(Tag::ImageDescription, text.as_str())?,
            _ => {}
        }
    }
    pieces.each(&mut |piece| image.write_strip(&samples(&piece)).map_err(error))?;
    image.finish()
}

/// Returns the `io::Error` inside, which distinguishes a full disk from a bad picture.
fn error(error: TiffError) -> io::Error {
    match error {
        TiffError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
