//! The node `sphere`.

use crate::graph::prelude::*;

choices! {
    /// The axis through the north pole, or through the upper face.
    pub enum Up = Z {
        /// y: x and z are horizontal.
        Y "y",
        /// z: x and y are horizontal.
        Z "z",
    }
}

kind! {
    /// Evaluates its source on a sphere about the origin, with x as the longitude and y as the latitude (equirectangular). Seamless along x, and with a
    /// single value at each pole.
    ///
    /// The centre of the image faces along x. y = 0 is the north pole, which faces along z unless `up` says otherwise.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().sphere().radius(3))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.3, 1.7], [8.3, 1.7], [0.0, 0.0], [2.5, 0.0]]))?;
    /// assert_eq!((samples[0], samples[2]), (samples[1], samples[3]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sphere(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The width of a full turn of longitude, in units, above 0.
        width: Number = 8, in LENGTH;
        /// The distance between the poles, in units, above 0.
        height: Number = 4, in LENGTH;
        /// The radius, in units, above 0.
        radius: Number = 1, in LENGTH;
        /// The axis that points out of the north pole, or out of the upper face. With the other axis the source is rotated about x.
        up: Up;
    }, also ["globe", "equirectangular"]
}

impl Sphere {
    /// Returns the cosine of the latitude, by itself and times the cosine and the sine of the longitude. All sources share the result.
    fn level_and_sides(&self, at: &mut Lowerer<'_>, longitude: &[Affine; 2], level: &Affine) -> Result<[Dual; 3]> {
        let key = format!("sphere {} x {}", self.width.to_ratio(), self.height.to_ratio());
        let made = at.shared(key, |at| {
            let level = on_circle(at, level)?;
            let mut made = vec![level];
            for side in longitude {
                let side = on_circle(at, side)?;
                made.push(at.value(level * side)?);
            }
            Ok(made)
        })?;
        let [level, cosine, sine] = made[..] else { unreachable!("as many as were made") };
        Ok([level, cosine, sine])
    }
}

impl Kind for Sphere {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let radius = self.radius.to_ratio();
        let [x, y, ..] = at.space().axes;
        let (width, turn) = (self.width.to_ratio(), twice(&self.height.to_ratio()));
        if at.along() == Along::Object {
            return in_space(at, &self.source, &radius, |at| self.direction(at));
        }
        let mut cosine_of_latitude = None;
        let dual = at.source_on(&self.source, |at| {
            let longitude = circle(at, &x, &width)?;
            let [polar, level] = arc(at, &y, &self.height.to_ratio())?;
            let [level, cosine, sine] = self.level_and_sides(at, &longitude, &level)?;
            cosine_of_latitude = Some(level.value);
            let depth = at.depth();
            let part = |part: Dual, sign: BigRational| Affine::displaced(part, sign * &radius, depth);
            let (plus, minus) = (BigRational::one(), -BigRational::one());
            let polar = polar.scaled(&radius);
            let [a, b, c] = match self.up {
                Up::Y => [part(cosine, minus), polar, part(sine, plus)],
                _ => [part(cosine, minus.clone()), part(sine, minus), polar],
            };
            Ok(Space { axes: [a, b, c, Affine::default()] })
        })?;
        on_surface(at, dual, [&x, &y], |at, [along_x, along_y]| {
            let radius = self.radius.to_f64();
            let level = cosine_of_latitude.unwrap_or_else(|| at.number(1.0));
            let along_x = scaled(at, along_x, 1.0 / (radius * radians(&width)))?;
            // Beyond a pole it is below 0, but lengths are not.
            let level = at.call_flat(&ABS.formula, &[level])?;
            Ok([over(at, along_x, level)?, scaled(at, along_y, 1.0 / (radius * radians(&turn)))?])
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }

    fn is_surface(&self) -> bool {
        true
    }

    fn body(&self) -> Option<String> {
        Some(format!("{} x {} {:?}", self.width.to_ratio(), self.height.to_ratio(), self.up))
    }

    fn direction(&self, at: &mut Lowerer<'_>) -> Result<[Dual; 3]> {
        let key = format!("direction on the sphere {} x {} {:?}", self.width.to_ratio(), self.height.to_ratio(), self.up);
        let made = at.shared(key, |at| {
            let [x, y, ..] = at.space().axes;
            let longitude = circle(at, &x, &self.width.to_ratio())?;
            let [polar, level] = arc(at, &y, &self.height.to_ratio())?;
            let [_, cosine, sine] = self.level_and_sides(at, &longitude, &level)?;
            let polar = on_circle(at, &polar)?;
            let direction = [at.value(-cosine)?, at.value(-sine)?, polar];
            Ok(if self.up == Up::Z { direction } else { turned(at, direction, false)? }.to_vec())
        })?;
        let [a, b, c] = made[..] else { unreachable!("as many as were made") };
        Ok([a, b, c])
    }

    fn is_near(&self) -> bool {
        true
    }
}
