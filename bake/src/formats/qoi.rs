//! QOI, the Quite OK Image Format (Szablewski 2021): lossless, of 8 bit.

use std::io;

use image::ImageEncoder;
use image::codecs::qoi::QoiEncoder;

use super::samples::{Levels, Order};
use super::whole::{self, Whole};
use super::{Description, Encoding, PieceEncoder, Pieces, Room, WriteSeek};

/// The byte of the header that tells the curve, and what it is where every channel is linear.
const CURVE: usize = 13;
const LINEAR: u8 = 1;

pub(super) struct Qoi;

pub(super) const ROOM: Qoi = Qoi;

const DESCRIPTION: Description = Description {
    name: "qoi",
    summary: "QOI of 8 bit, lossless and fast",
    channels: &[3, 4],
    ..whole::DESCRIPTION
};

impl Room for Qoi {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        Box::new(Levels::new(encoding, Order::Native))
    }

    fn write(&self, encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        whole::write(encoding, writer, pieces, |Whole { bytes, size, color }, file| {
            QoiEncoder::new(&mut *file).write_image(bytes, size.width, size.height, *color)?;
            // The encoder says sRGB.
            if !encoding.is_srgb() {
                file.get_mut()[CURVE] = LINEAR;
            }
            Ok(())
        })
    }
}
