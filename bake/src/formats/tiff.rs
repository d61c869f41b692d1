//! TIFF of 8 or 16 bit or float, uncompressed, strip by strip; BigTIFF where 4 GiB are too few.

use std::borrow::Cow;
use std::io;

use ::tiff::TiffError;
use ::tiff::encoder::colortype::{ColorType, Gray8, Gray16, Gray32Float, RGB8, RGB16, RGB32Float};
use ::tiff::encoder::{DirectoryEncoder, TiffEncoder, TiffKind, TiffKindBig, TiffKindStandard, TiffValue};
use ::tiff::tags::{ExtraSamples, Tag};

use super::levels::{Levels, Order};
use super::samples::Kind;
use super::{Alpha, Description, Encoding, FactsPlace, Piece, PieceEncoder, Pieces, Place, Room, ShapeKind, WriteSeek};
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
    alpha: Some(Alpha::Straight),
    has_place: true,
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
        let extra = if encoding.alpha().is_some() { ExtraSamples::UnassociatedAlpha } else { ExtraSamples::Unspecified };
        image.extra_samples(&[extra])?;
    }
    if let Some(place) = encoding.place {
        write_place(image.encoder(), place)?;
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

/// Writes the tags of GeoTIFF (OGC 19-008r4) that place the picture, in metres and in no coordinate system: the distances between samples, and where the first
/// one lies. Their y points north and falls from row to row, so it is the picture's y negated.
fn write_place<W: io::Write + io::Seek, K: TiffKind>(encoder: &mut DirectoryEncoder<'_, W, K>, place: Place) -> Result<(), TiffError> {
    let Place { corner: [x, y], spacing: [along_x, along_y], is_on_edges } = place;
    let (pixel_is_area, pixel_is_point) = (1, 2);
    let raster_type = if is_on_edges { pixel_is_point } else { pixel_is_area };
    // Version 1, revision 1.1, one key: 1025 is GTRasterTypeGeoKey, whose one value stands in the directory itself.
    let keys: [u16; 8] = [1, 1, 1, 1, 1025, 0, 1, raster_type];
    encoder.write_tag(Tag::ModelPixelScaleTag, &[along_x, along_y, 0.0][..])?;
    // The pixel 0, 0, and its place.
    encoder.write_tag(Tag::ModelTiepointTag, &[0.0, 0.0, 0.0, x, 0.0 - y, 0.0][..])?;
    encoder.write_tag(Tag::GeoKeyDirectoryTag, &keys[..])
}

/// Returns the `io::Error` inside, which distinguishes a full disk from a bad picture.
fn error(error: TiffError) -> io::Error {
    match error {
        TiffError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
