//! A colour ramp, as linear light.

use lacuna::nodes::{AlphaMode, ColorInterpolation, ColorSpace, RampChannel};

use crate::in_f64::colors::{light, light_of_oklab, oklab};
use crate::in_f64::compiler::ALPHA;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Ramp {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let channel = match self.channel {
            RampChannel::All => compiler.channel,
            channel => channel as usize - 1,
        };
        if channel == ALPHA {
            let stops: Vec<(f64, f64)> =
                self.stops.iter().map(|(position, color)| (position.to_f64(), color.alpha().unwrap_or(1.0))).collect();
            return compiler.step([&self.source], move |[v], pieces| {
                let below = stops.iter().filter(|(position, _)| pieces.above(v, *position)).count();
                if below == 0 || below == stops.len() {
                    return stops[below.saturating_sub(1)].1;
                }
                let ((start, from), (end, to)) = (stops[below - 1], stops[below]);
                from + (v - start) / (end - start) * (to - from)
            });
        }
        let interpolation = self.interpolation;
        let stops = stops(self);
        let alphas: Vec<f64> = self.stops.iter().map(|(_, color)| color.alpha().unwrap_or(1.0)).collect();
        let is_straight = self.alpha == AlphaMode::Straight;
        compiler.step([&self.source], move |[v], pieces| {
            let below = stops.iter().filter(|(position, _)| pieces.above(v, *position)).count();
            let color = if below == 0 || below == stops.len() {
                // An invisible end has the colour of the nearest visible stop.
                let end = below.saturating_sub(1);
                let mut near = (0..=end).rev().chain(end + 1..stops.len());
                stops[near.find(|stop| is_straight || alphas[*stop] > 0.0).unwrap_or(end)].1
            } else {
                let ((start, from), (end, to)) = (stops[below - 1], stops[below]);
                let share = (v - start) / (end - start);
                // Compositing: the light that both cover, over the cover.
                let (from_cover, to_cover) = match (1.0 - share) * alphas[below - 1] + share * alphas[below] {
                    cover if is_straight || alphas[below - 1] == alphas[below] || cover <= 0.0 => (1.0 - share, share),
                    cover => ((1.0 - share) * alphas[below - 1] / cover, share * alphas[below] / cover),
                };
                let mixed = std::array::from_fn(|part| from_cover * from[part] + to_cover * to[part]);
                let is_unseen = !is_straight && alphas[below - 1] == 0.0 && alphas[below] == 0.0;
                let near = (0..below).rev().chain(below..stops.len()).find(|stop| is_unseen && alphas[*stop] > 0.0);
                near.map_or(mixed, |near| stops[near].1)
            };
            let light = match interpolation {
                ColorInterpolation::Linear => color,
                ColorInterpolation::Oklab => light_of_oklab(color),
                other => panic!("there is no definition of {other:?}"),
            };
            // The colours of stops lie exactly on the borders, so nothing is near them by chance.
            pieces.note(i64::from(light[channel] > 1.0 + 1e-9) - i64::from(light[channel] < -1e-9));
            light[channel].clamp(0.0, 1.0)
        })
    }
}

/// Returns the positions, and the colours there in the space of interpolation.
fn stops(ramp: &lacuna::nodes::Ramp) -> Vec<(f64, [f64; 3])> {
    let stops = ramp.stops.iter().map(|(position, color)| {
        let channels = color.channels().map(|channel| if ramp.space == ColorSpace::Srgb { light(channel) } else { channel });
        let color = match ramp.interpolation {
            ColorInterpolation::Linear => channels,
            ColorInterpolation::Oklab => oklab(channels),
            other => panic!("there is no definition of {other:?}"),
        };
        (position.to_f64(), color)
    });
    stops.collect()
}
