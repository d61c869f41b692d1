//! Hue, saturation and value (Smith, "Color gamut transform pairs", 1978), by the six sides of the hexagon.

use lacuna::Number;

use crate::in_f64::compiler::ALPHA;
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Hsv {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        if compiler.channel == ALPHA {
            return compiler.lane(ALPHA, &self.source);
        }
        let channels = [0, 1, 2].map(|channel| compiler.lane(channel, &self.source));
        let (channel, [turn, more, bright]) = (compiler.channel, [self.hue, self.saturation, self.value].map(Number::to_f64));
        Box::new(move |at, pieces| {
            let color = channels.each_ref().map(|channel| channel(at, pieces)).map(|light| pieces.clamp(light, 0.0, f64::MAX));
            let [hue, saturation, value] = of_color(color, pieces);
            let saturation = pieces.smaller(saturation * more, 1.0);
            to_color([(hue + turn).rem_euclid(360.0), saturation, value * bright], pieces)[channel]
        })
    }
}

/// In degrees, and in parts of 1.
fn of_color([red, green, blue]: [f64; 3], pieces: &mut Pieces) -> [f64; 3] {
    let (value, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let chroma = value - least;
    // The largest and the smallest channel decide the side; if all are equal there is none.
    for (a, b) in [(red, green), (green, blue), (blue, red)] {
        pieces.border(a, b);
    }
    pieces.is_near |= chroma < 1e-3;
    let side = if chroma <= 0.0 {
        0.0
    } else if value == red {
        (green - blue) / chroma
    } else if value == green {
        2.0 + (blue - red) / chroma
    } else {
        4.0 + (red - green) / chroma
    };
    [side * 60.0, if value > 0.0 { chroma / value } else { 0.0 }, value]
}

fn to_color([hue, saturation, value]: [f64; 3], pieces: &mut Pieces) -> [f64; 3] {
    let side = pieces.floor(hue / 60.0);
    let part = hue / 60.0 - side;
    let (p, q, t) = (value * (1.0 - saturation), value * (1.0 - saturation * part), value * (1.0 - saturation * (1.0 - part)));
    match side as i64 {
        0 => [value, t, p],
        1 => [q, value, p],
        2 => [p, value, t],
        3 => [p, q, value],
        4 => [t, p, value],
        _ => [value, p, q],
    }
}
