//! The gully filter (Rune Skovbo Johansen, "Fast and gorgeous erosion filter", 2026).

use std::f64::consts::TAU;

use lacuna::nodes::{Erosion, ErosionOutput};

use crate::in_f64::differences::own_gradient;
use crate::in_f64::hash::Hash;
use crate::in_f64::lattice::Lattice;
use crate::in_f64::surface::dot;
use crate::in_f64::{At, Compiler, Function, Kind, Pieces};

impl Kind for Erosion {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let source = compiler.input(&self.source);
        let fade = self.fade.as_ref().map(|fade| compiler.input(fade));
        let [low, high] = compiler.declared_range(&self.source).unwrap_or([0.0; 2]);
        let (gain, lacunarity, frequency) = (self.gain.to_f64(), self.lacunarity.to_f64(), self.frequency.to_f64());
        let (strength, gullies, detail, finest) =
            (self.strength.to_f64(), self.gullies.to_f64(), self.detail.to_f64(), self.finest.to_f64());
        let (rounding, onset, straight) = (self.rounding.to_f64(), self.onset.to_f64(), self.straight.to_f64());
        let (octaves, output, is_round) = (self.octaves, self.output, self.dimensions == 3);
        let hash = Hash::new(self.seed);
        let lattice = Lattice::new(Some(self.dimensions as u8), self.frequency, None).repeating(self.period.as_ref()).seeded(self.seed);
        let begun = move |slope: f64| {
            let slope = if slope < rounding { slope * slope / (2.0 * rounding) } else { slope - rounding / 2.0 };
            1.0 - (1.0 - (slope * onset).min(1.0)).powi(2)
        };
        Box::new(move |at, pieces| {
            let height = source(at, pieces);
            let steepest = TAU * 0.7 * strength * frequency;
            let mut slope = own_gradient(&source, at, pieces).map(|along| along / steepest);
            let place: [f64; 3] = std::array::from_fn(|axis| at.point[axis]);
            let up = if is_round { place.map(|along| along / dot(place, place).sqrt()) } else { [0.0, 0.0, 1.0] };
            let outward = dot(slope, up);
            slope = std::array::from_fn(|axis| slope[axis] - outward * up[axis]);
            let mut mask = begun(dot(slope, slope).sqrt());
            let mut left = mask;
            let mut fading = match &fade {
                Some(fade) => fade(at, pieces),
                None if high > low => (height - low) / (high - low) * 2.0 - 1.0,
                None => 0.0,
            };
            fading = pieces.clamp(fading, -1.0, 1.0);
            let (mut ridge, mut sum) = (fading, 0.0);
            for k in 0..octaves {
                let power = lacunarity.powi(k as i32);
                let inside = at.octaves.inside(k, power, true);
                let way = |at: &At<'_>, _: &mut Pieces| at.point.map(|along| along * power);
                let here = at.placed(way(at, pieces), inside, &way);
                let size = (dot(slope, slope) + 1e-12).sqrt();
                let [x, y, z] = slope.map(|along| along / size);
                let across = [up[1] * z - up[2] * y, up[2] * x - up[0] * z, up[0] * y - up[1] * x];
                let [cosine, sine] =
                    if is_round { stripes::<3>(&hash, &lattice, &here, across) } else { stripes::<2>(&hash, &lattice, &here, across) };
                fading += (gullies * cosine - fading) * mask;
                sum += gain.powi(k as i32) * fading * (2.0 - power * frequency * finest).clamp(0.0, 1.0);
                ridge += (cosine - ridge) * left;
                let beside = begun(sine.abs());
                mask = (1.0 - (1.0 - mask).powf(detail)) * beside;
                left *= beside;
                let turn =
                    gullies * (1.0 - straight) * (gain * lacunarity).powi(k as i32) * if pieces.above(sine, 0.0) { -1.0 } else { 1.0 };
                slope = std::array::from_fn(|axis| slope[axis] + turn * across[axis]);
            }
            match output {
                ErosionOutput::Delta => strength * sum,
                ErosionOutput::Ridge => ridge * (1.0 - left),
                _ => height + strength * sum,
            }
        })
    }
}

/// Returns the mean of the waves of the centres around, as cosine and sine.
fn stripes<const N: usize>(hash: &Hash, lattice: &Lattice, at: &At<'_>, across: [f64; 3]) -> [f64; 2] {
    let cell = lattice.cell::<N>(0.0, at);
    let (mut sums, mut weights) = ([0.0; 2], 0.0);
    for number in 0..4_usize.pow(N as u32) {
        let steps: [i64; 4] = std::array::from_fn(|axis| if axis < N { (number / 4_usize.pow(axis as u32) % 4) as i64 - 1 } else { 0 });
        let point = hash.of::<N>(&cell.point::<N>(steps));
        let bits = [point & 0xffff, point >> 16, point.wrapping_mul(crate::in_f64::hash::PRIMES[2]) >> 16];
        let way: [f64; 3] = std::array::from_fn(|axis| {
            let centre = steps[axis] as f64 - 0.5 + (f64::from(bits[axis]) + 0.5) / 65_536.0;
            if axis < N { cell.fraction[axis] - centre } else { 0.0 }
        });
        let weight = (1.0 - dot(way, way) / 2.25).max(0.0).powi(3);
        let angle = TAU * (0.7 * dot(way, across) + 0.25);
        sums = [sums[0] + weight * angle.cos(), sums[1] + weight * angle.sin()];
        weights += weight;
    }
    let size = (weights / 2.0).max(sums[0].hypot(sums[1]));
    sums.map(|sum| sum / size)
}
