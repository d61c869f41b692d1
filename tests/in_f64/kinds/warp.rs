//! Domain warp (Quilez, "Domain Warping", 2002): the coordinates displaced by the values of other nodes.

use lacuna::nodes::WarpMode;

use crate::in_f64::{At, Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Warp {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let inputs = [&self.x, &self.y, &self.z, &self.w].into_iter().enumerate();
        let (gain, lacunarity) = (self.gain.to_f64(), self.lacunarity.to_f64());
        let warp = Displacement {
            by: inputs.filter_map(|(axis, input)| Some((axis, compiler.input(input.as_ref()?)))).collect(),
            strength: compiler.input(&self.strength),
            octaves: (0..self.octaves as i32).map(|k| (gain.powi(k), lacunarity.powi(k))).collect(),
            mode: self.mode,
        };
        let source = compiler.input(&self.source);
        Box::new(move |at, pieces| {
            let way = |at: &At<'_>, pieces: &mut Pieces| warp.displaced(warp.octaves.len(), at, pieces);
            source(&at.moved(&way, pieces), pieces)
        })
    }
}

struct Displacement {
    /// The values that displace, each with its axis.
    by: Vec<(usize, Function)>,
    strength: Function,
    /// gain^k and lacunarity^k of each octave.
    octaves: Vec<(f64, f64)>,
    mode: WarpMode,
}

impl Displacement {
    /// Returns the point after the first `count` octaves.
    fn displaced(&self, count: usize, at: &At<'_>, pieces: &mut Pieces) -> [f64; 4] {
        let strength = (self.strength)(at, pieces);
        let mut moved = at.point;
        for (k, (weight, power)) in self.octaves[..count].iter().enumerate() {
            let octaves = if self.octaves.len() == 1 { at.octaves } else { at.octaves.inside(k as u32, *power, true) };
            let is_progressive = self.mode == WarpMode::Progressive;
            let from = if is_progressive { moved } else { at.point };
            let way = |at: &At<'_>, pieces: &mut Pieces| {
                let from = if is_progressive { self.displaced(k, at, pieces) } else { at.point };
                from.map(|x| x * power)
            };
            let here = at.placed(from.map(|x| x * power), octaves, &way);
            for (axis, by) in &self.by {
                moved[*axis] += weight * strength * by(&here, pieces);
            }
        }
        moved
    }
}
