//! Samples along a line as a plotted curve.

use std::io;

use super::levels::Unchanged;
use super::{Description, Encoding, FactsPlace, PieceEncoder, Pieces, Room, ShapeKind, WriteSeek};

pub(super) struct Svg;

pub(super) const ROOM: Svg = Svg;

const DESCRIPTION: Description = Description {
    name: "svg",
    aliases: &[],
    summary: "A drawn curve, of samples along a line",
    depths: &[32],
    channels: &[1],
    shapes: &[ShapeKind::Line],
    facts: FactsPlace::Beside,
    is_streamed: false,
    cuts_rows: false,
    seeks: false,
    alpha: None,
    has_place: false,
    // More points can't be told apart.
    longest_side: 1 << 16,
};

/// The size of the drawing, and the space above and below the curve.
const DRAWN: [f64; 2] = [1024.0, 320.0];
const FREE: f64 = 16.0;

impl Room for Svg {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        Box::new(Unchanged(encoding))
    }

    /// Draws the curve, and a line at 0. Values outside the range lie beyond the edges.
    fn write(&self, encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        let [width, height] = DRAWN;
        let (low, high) = (encoding.range.least.to_f64(), encoding.range.greatest.to_f64());
        let y = |value: f64| FREE + (high - value) / (high - low) * (height - 2.0 * FREE);
        let step = width / encoding.samples() as f64;
        let recipe = encoding.facts.text("lacuna:recipe").unwrap_or_default();
        let escaped = recipe.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        write!(
            writer,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n<desc>{escaped}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        )?;
        if (low..=high).contains(&0.0) {
            writeln!(writer, "<path d=\"M0 {0:.3}H{width}\" stroke=\"#bbb\"/>", y(0.0))?;
        }
        write!(writer, "<polyline fill=\"none\" stroke=\"#205080\" stroke-width=\"1.5\" stroke-linejoin=\"round\" points=\"")?;
        let mut index = 0_u32;
        pieces.each(&mut |piece| {
            for &sample in piece.samples {
                let between = if index == 0 { "" } else { " " };
                write!(writer, "{between}{:.3},{:.3}", (f64::from(index) + 0.5) * step, y(sample.into()))?;
                index += 1;
            }
            Ok(())
        })?;
        writer.write_all(b"\"/>\n</svg>\n")
    }

    /// The curve is drawn within the range, so it has one.
    fn holds_values(&self, _encoding: &Encoding) -> bool {
        false
    }

    fn is_srgb(&self, _encoding: &Encoding) -> bool {
        false
    }

    fn layout(&self, _encoding: &Encoding) -> String {
        "a curve, drawn from the least to the greatest of the range".to_owned()
    }

    fn memory(&self, _encoding: &Encoding, _piece: usize) -> usize {
        0
    }
}
