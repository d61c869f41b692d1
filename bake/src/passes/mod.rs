//! stub
use crate::error::Result;
use crate::observer::Observer;
pub(crate) const MAX_REACH: usize = 512;
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window<'a> { pub values: &'a [f32], pub pitch: usize, pub margin: usize }
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale(pub [f64; 2]);
#[derive(Debug, Clone)]
pub(crate) enum Pass {
    Ao { height: f64, radius: f64, directions: u32, strength: f64 },
    Curvature { radius: f64, strength: f64 },
    Cavity { radius: f64, strength: f64 },
    Edges { radius: f64, strength: f64 },
    Blur { radius: f64 },
    HighPass { radius: f64 },
    SlopeBlur { length: f64, taps: u32 },
    DirectionalBlur { angle: f64, length: f64 },
    Distance { level: f64, reach: f64 },
    Difference { axis: usize },
}
impl Pass {
    pub(crate) fn margin(&self, scale: Scale) -> Option<usize> { let _ = scale; Some(1) }
    pub(crate) fn run(&self, scale: Scale, sources: &[Window<'_>], size: [usize; 2], to: &mut [f32], _: &dyn Observer) -> Result<()> {
        let w = sources[0];
        for y in 0..size[1] { for x in 0..size[0] {
            let at = |dx: usize, dy: usize| w.values[(y + w.margin + dy - 1) * w.pitch + x + w.margin + dx - 1];
            to[y * size[0] + x] = match self {
                Self::Difference { axis: 0 } => ((at(2, 1) - at(0, 1)) as f64 * scale.0[0] * 0.5) as f32,
                Self::Difference { .. } => ((at(1, 2) - at(1, 0)) as f64 * scale.0[1] * 0.5) as f32,
                _ => (at(0, 1) + at(2, 1) + at(1, 0) + at(1, 2)) * 0.25,
            };
        } }
        Ok(())
    }
}
