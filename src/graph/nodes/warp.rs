//! The node `warp`.

use super::fbm::FBM_OCTAVE;
use super::perlin::Perlin;
use crate::graph::prelude::*;

choices! {
    /// The way in which the octaves of a warp combine.
    pub enum WarpMode = Progressive {
        /// Each octave warps the coordinates of the next.
        Progressive "progressive",
        /// All octaves are evaluated at the sample itself, and their displacements are added.
        Independent "independent",
    }
}

kind! {
    /// Domain warping: evaluates its source at coordinates warped by the values of other nodes (Quilez, "Domain Warping", 2002).
    ///
    /// A displacement is clamped to ±2^20 cells of the source's lattice and measured in units of 2^-24 cell. In a recipe `by = "wob"` stands for `x`, `y` and `z`: one
    /// noise at three places.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let warped = Perlin::new().warp().x(Perlin::new().seed(1)).y(Perlin::new().seed(2)).strength(0.4);
    /// let program = Program::new(warped)?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0].abs() <= 1.1);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Warp(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The displacement along x.
        x: MaybeInput;
        /// The displacement along y.
        y: MaybeInput;
        /// The displacement along z.
        z: MaybeInput;
        /// The displacement along w.
        w: MaybeInput;
        /// The factor of the displacements, in units of the domain. With 0 nothing is warped.
        strength: Input = 1;
        /// The number of times the warp is applied, 1 to 32: each time with `lacunarity` times the frequency and `gain` times the strength of the
        /// time before.
        octaves: u32 = 1, in whole(1, MAX_OCTAVES as u64);
        /// The ratio of the frequencies of consecutive octaves, 1/100 to 100.
        lacunarity: Number = 2, in number(0.01, 100.0);
        /// The ratio of the strengths of consecutive octaves, 0 to 16. With 0 only the first octave counts.
        gain: Number = 0.5, in number(0.0, 16.0);
        /// The way in which the octaves combine.
        mode: WarpMode;
    },
    example Self::of(Perlin::default()).x(Perlin { seed: Some(1), ..Perlin::default() }).y(Perlin { seed: Some(2), ..Perlin::default() }),
    also ["displace", "displacement", "domain_warp", "directional_warp", "vector_warp", "distort", "perturb"]
}

impl Warp {
    /// Returns the nodes that displace, by axis.
    pub(crate) fn by(&self) -> [(&'static str, Option<&Input>); 4] {
        [("x", self.x.as_ref()), ("y", self.y.as_ref()), ("z", self.z.as_ref()), ("w", self.w.as_ref())]
    }

    /// Returns the coordinates at which the source is evaluated.
    fn coordinates(&self, at: &mut Lowerer<'_>) -> Result<Space> {
        // That of this node, also inside of its own loop: the sum so far is in units of the node's coordinates, which the loop scales with them.
        let since = at.depth();
        let strength = match &self.strength {
            Input::Number(number) => Err(number.to_ratio()),
            input => Ok(at.input("strength", input)?),
        };
        let factor = strength.clone().err().unwrap_or_else(BigRational::one);
        let strong = |at: &mut Lowerer<'_>, value: Dual| match &strength {
            Ok(strength) => at.call(&MULTIPLY, &[value, *strength]),
            Err(_) => Ok(value),
        };
        let mut by = [None; 4];
        if self.octaves == 1 {
            for (by, (key, input)) in by.iter_mut().zip(self.by()) {
                let Some(input) = input else { continue };
                let value = at.input(key, input)?;
                *by = Some(strong(at, value)?);
            }
        } else {
            let (axes, inputs): (Vec<usize>, Vec<(&str, &Input)>) =
                self.by().into_iter().enumerate().filter_map(|(axis, (key, input))| Some((axis, (key, input?)))).unzip();
            let along = |values: &[Dual]| {
                let mut by = [None; 4];
                axes.iter().zip(values).for_each(|(&axis, value)| by[axis] = Some(*value));
                by
            };
            // From octave to octave displacements and their derivatives could grow without bound, so they are clamped.
            let most = 1e9;
            let repetition = Repetition {
                octaves: self.octaves,
                lacunarity: self.lacunarity,
                gain: self.gain.to_f64(),
                decorrelate: true,
                first: vec![at.number(0.0); axes.len()],
                bound: most,
            };
            let values = at.repeated(&repetition, |at, weight, values| {
                let inside = match self.mode {
                    WarpMode::Progressive => at.displaced(&along(values), &factor, since),
                    WarpMode::Independent => at.space(),
                };
                let mut next = Vec::new();
                for (value, (key, input)) in values.iter().zip(&inputs) {
                    let by = at.input_in(&inside, key, *input)?;
                    let by = strong(at, by)?;
                    let sum = at.call(&FBM_OCTAVE, &[*value, weight, by])?;
                    let mut kept = Dual::flat(held(at, sum.value, most)?);
                    for (kept, derivative) in kept.derivatives.iter_mut().zip(sum.derivatives) {
                        *kept = derivative.map(|derivative| held(at, derivative, most)).transpose()?;
                    }
                    next.push(kept);
                }
                Ok(next)
            })?;
            by = along(&values);
        }
        Ok(at.displaced(&by, &factor, since))
    }
}

impl Kind for Warp {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.source_in(&self.source, |at| self.coordinates(at))
    }

    fn warps(&self, key: &str) -> bool {
        key != "source"
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }
}
