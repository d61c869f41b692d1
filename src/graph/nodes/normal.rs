//! The node `normal`.

use crate::graph::prelude::*;

choices! {
    /// The space of a normal.
    pub enum NormalSpace = Tangent {
        /// Tangent space: x and y along the rows and columns of the image, z up from it.
        Tangent "tangent",
        /// Object space, in the coordinates of the source, all of which must lie on a `sphere` or a `cube`. It has no seam, and no pinch at the poles.
        Object "object",
    }
}

kind! {
    /// A component of the unit normal of its source as a height field: (-strength dn/dx, -strength dn/dy, 1), normalised. On a `sphere`, `cylinder`, `torus`
    /// or `cube` x and y are lengths on the surface.
    ///
    /// In object space it is the direction from the origin to the sample's point on the surface, tilted by the slope. All of the source must lie on one
    /// `sphere` or `cube`, of one radius or several: noise beside it, another map, and a warp, a fractal or a transform outside the map are refused. To
    /// rotate an object, put the transform into the source of the map.
    ///
    /// At a pole, where all x share one point, the component along x is 0. Where nodes outside a map rotate or warp its coordinates, or a fractal scales
    /// them, x and y are in units of the domain.
    ///
    /// ```
    /// # use lacuna::nodes::{DomainAxis, Perlin};
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().normal().axis(DomainAxis::Z))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] > 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Normal(
        /// The heights.
        source: Input;
    ) {
        /// The component of the normal.
        axis: DomainAxis;
        /// The factor of the heights, within ±10^6. With 0 the normal does not tilt.
        strength: Number = 1, in number(-1e6, 1e6);
        /// The measure of length where the source lies on such a surface.
        per: Per;
        /// The space of the normal.
        space: NormalSpace;
        /// The method that finds the slopes. A `difference` is taken along the node's own x and y, on a `sphere` or a `cube` along the axes of the space
        /// that contains it.
        method: SlopeMethod;
        /// The distance between the values of a `difference`, 10^-6 to 10^6 units. Defaults to 1/1024. The distance of a pixel gives the normals that other
        /// programs compute from a height map.
        step: Option<Number>, in STEP;
    }, slopes by method, also ["normal_map", "bump"]
}

impl Normal {
    /// Returns the normal in the coordinates of the source: the direction from the origin, less the part of the gradient along the surface.
    fn in_object(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        if self.per == Per::Unit {
            return Err(at.refused("per", "a normal in object space always uses lengths on the surface; leave it out"));
        }
        let (gradient, up) = match self.method {
            SlopeMethod::Analytic => {
                refuse_step(at, self.step)?;
                let source = at.differentiated("source", &self.source, Along::Object)?;
                ([0, 1, 2].map(|axis| at.derivative_or_zero(source, axis)), at.direction("space", &self.source, Some(Along::Object))?)
            }
            SlopeMethod::Pixel => {
                return Err(at.refused("method", "the distance of pixels differs on a surface; give `method = \"difference\"`"));
            }
            SlopeMethod::Difference => (gradient_by_difference(at, &self.source, self.step)?, at.direction("space", &self.source, None)?),
        };
        let Some(up) = up else {
            return Err(
                at.refused("space", "a normal in the space of the object is that of a `sphere` or a `cube`; put one into the source")
            );
        };
        let up = up.map(|part| Dual::flat(part.value));
        let outward = dot(at, &gradient, &up)?;
        let mut normal = up;
        for ((normal, gradient), up) in normal.iter_mut().zip(gradient).zip(up) {
            let mut lean = at.value((gradient - outward * up) * self.strength.to_f64())?;
            lean.value = no_steeper(at, lean.value)?;
            *normal = at.value(up - lean)?;
        }
        Ok(normalized(at, normal)?[self.axis as usize])
    }
}

impl Kind for Normal {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        if self.space == NormalSpace::Object {
            return self.in_object(at);
        }
        let [x, y] = slopes(at, &self.source, self.along(), self.method, self.step)?;
        let strength = -self.strength.to_f64();
        let mut leaning = |slope: Dual| {
            let leaning = at.value(slope * strength)?;
            Ok(Dual { value: no_steeper(at, leaning.value)?, ..leaning })
        };
        let (x, y) = (leaning(x)?, leaning(y)?);
        let length = sqrt(squares(at, x, y)? + 1.0);
        at.value(match self.axis {
            DomainAxis::X => quotient(x, length),
            DomainAxis::Y => quotient(y, length),
            DomainAxis::Z => quotient(1.0, length),
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::SIGNED
    }

    fn component(&self) -> Option<(String, usize)> {
        Some((format!("{:?}", Self { axis: DomainAxis::X, ..self.clone() }), self.axis as usize))
    }

    fn along(&self) -> Along {
        match self.space {
            NormalSpace::Object => Along::Object,
            _ => self.per.along(Along::Lines),
        }
    }

    fn differentiates(&self, _key: &str) -> bool {
        self.method == SlopeMethod::Analytic
    }

    fn differences(&self) -> &[usize] {
        if self.method == SlopeMethod::Pixel { &[0, 1] } else { &[] }
    }
}
