//! Colours over colours: W3C, "Compositing and Blending Level 1" (2024), sections 5.1 (source over), 9.1 and 10.1, with straight alpha.

use lacuna::nodes::{BlendMode, ColorSpace};

use crate::in_f64::colors::{light, srgb};
use crate::in_f64::compiler::ALPHA;
use crate::in_f64::{At, Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Mix {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let channel = compiler.channel;
        let alphas = [&self.a, &self.b].map(|input| compiler.lane(ALPHA, input));
        let mask = compiler.input(&self.mask);
        let opacity = self.opacity.to_f64();
        let shares = move |at: &At<'_>, pieces: &mut Pieces| {
            let [backdrop, source] = alphas.each_ref().map(|alpha| alpha(at, pieces)).map(|alpha| held(alpha, pieces));
            let mask = mask(at, pieces);
            (backdrop, source * opacity * held(mask, pieces))
        };
        if channel == ALPHA {
            return Box::new(move |at, pieces| {
                let (backdrop, source) = shares(at, pieces);
                source + backdrop * (1.0 - source)
            });
        }
        let colors = [&self.a, &self.b].map(|input| compiler.lane(channel, input));
        let (mode, is_encoded) = (self.mode, self.space == ColorSpace::Srgb);
        Box::new(move |at, pieces| {
            let (backdrop, source) = shares(at, pieces);
            let [below, above] = colors.each_ref().map(|color| {
                let linear = color(at, pieces);
                if is_encoded { srgb(held(linear, pieces)) } else { linear }
            });
            let blended = blend(mode, below, above, pieces);
            let mixed = (1.0 - backdrop) * above + backdrop * blended;
            let alpha = source + backdrop * (1.0 - source);
            // A fully transparent result may have any colour.
            pieces.is_near |= alpha < 1e-2;
            let over = (source * mixed + (1.0 - source) * backdrop * below) / alpha;
            if is_encoded { light(over) } else { over }
        })
    }
}

/// Clamps a value to 0..1. A value that was clamped before is no nearer to a border than in the engines.
fn held(value: f64, pieces: &mut Pieces) -> f64 {
    if value == 0.0 || value == 1.0 {
        pieces.note(value as i64);
        return value;
    }
    pieces.clamp(value, 0.0, 1.0)
}

/// B(cb, cs).
fn blend(mode: BlendMode, below: f64, above: f64, pieces: &mut Pieces) -> f64 {
    if mode == BlendMode::Normal {
        return above;
    }
    let (b, s) = (held(below, pieces), held(above, pieces));
    match mode {
        BlendMode::Multiply => b * s,
        BlendMode::Screen => 1.0 - (1.0 - b) * (1.0 - s),
        BlendMode::Overlay => hard_light(s, b, pieces),
        BlendMode::SoftLight => {
            if pieces.above(s, 0.5) {
                let d = if pieces.above(b, 0.25) { b.sqrt() } else { ((16.0 * b - 12.0) * b + 4.0) * b };
                b + (2.0 * s - 1.0) * (d - b)
            } else {
                b - (1.0 - 2.0 * s) * b * (1.0 - b)
            }
        }
        BlendMode::Add => pieces.smaller(b + s, 1.0),
        BlendMode::Subtract => pieces.larger(b - s, 0.0),
        BlendMode::Darken => pieces.smaller(b, s),
        BlendMode::Lighten => pieces.larger(b, s),
        BlendMode::Difference => pieces.absolute(b - s),
        BlendMode::LinearLight => pieces.clamp(b + 2.0 * s - 1.0, 0.0, 1.0),
        other => panic!("there is no definition of {other:?}"),
    }
}

fn hard_light(b: f64, s: f64, pieces: &mut Pieces) -> f64 {
    if pieces.above(s, 0.5) { 1.0 - (1.0 - b) * (1.0 - (2.0 * s - 1.0)) } else { b * 2.0 * s }
}
