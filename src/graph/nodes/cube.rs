//! The node `cube`.

use super::sphere::Up;
use crate::graph::prelude::*;

kind! {
    /// Evaluates its source on a sphere, projected onto the six faces of a cube and continuous across their edges. x and y run from 0 to `size` over a face.
    /// z, from 0 to below 6, selects the face: +x, -x, +y, -y, +z, -z, laid out as in Vulkan, Direct3D and WebGPU. y is up, unless `up` turns the source.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().cube().size(2).radius(3))?;
    /// // The right edge of +z is the left edge of +x.
    /// let samples = Cpu::new().sample(&program, &Domain::points([[2.0, 0.3, 4.0], [0.0, 0.3, 0.0]]))?;
    /// assert_eq!(samples[0], samples[1]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Cube(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The side of a face, in units, above 0.
        size: Number = 8, in LENGTH;
        /// The radius of the sphere, in units, above 0.
        radius: Number = 1, in LENGTH;
        /// The axis that points out of the north pole, or out of the upper face. With the other axis the source is rotated about x.
        up: Up = Up::Y;
    }, also ["cubemap", "cube_map"]
}

impl Cube {
    /// Returns the direction from the origin to the point on the cube, and the two coordinates on the face. All sources share the result.
    fn direction_and_sides(&self, at: &mut Lowerer<'_>) -> Result<([Dual; 3], [Dual; 2])> {
        let made = at.shared(format!("cube {} {:?}", self.size.to_ratio(), self.up), |at| {
            let (direction, sides) = self.direction_anew(at)?;
            Ok([&direction[..], &sides].concat())
        })?;
        let [a, b, c, u, v] = made[..] else { unreachable!("as many as were made") };
        Ok(([a, b, c], [u, v]))
    }

    fn direction_anew(&self, at: &mut Lowerer<'_>) -> Result<([Dual; 3], [Dual; 2])> {
        let size = self.size.to_ratio();
        let depth = at.depth();
        let [x, y, z, _] = at.space().axes;
        let mut side = |axis: &Affine| {
            let mut side = axis.scaled(&(BigRational::from_integer(2.into()) / &size));
            side.add(&Affine::constant(BigRational::from_integer((-1).into()), depth));
            at.plain_coordinate(&side)
        };
        let (u, v) = (side(&x)?, side(&y)?);
        let face = Dual::flat(at.plain_coordinate(&z)?.value);
        let (minus_u, minus_v) = (at.value(-u)?, at.value(-v)?);
        let (one, minus_one) = (at.constant(1.0), at.constant(-1.0));
        // By face: +x, -x, +y, -y, +z, -z (the Vulkan specification, "Cube Map Face Selection").
        let faces = [
            [one, minus_v, minus_u],
            [minus_one, minus_v, u],
            [u, one, v],
            [u, minus_one, minus_v],
            [u, minus_v, one],
            [minus_u, minus_v, minus_one],
        ];
        let squared = squares(at, u, v)?;
        let length = at.value(sqrt(squared + 1.0))?;
        let mut direction = [one; 3];
        for (number, direction) in direction.iter_mut().enumerate() {
            let mut part = faces[5][number];
            for (before, parts) in faces[..5].iter().enumerate().rev() {
                part = at.value(if_below(face, before as f64 + 1.0, parts[number], part))?;
            }
            *direction = at.value(quotient(part, length))?;
            // A direction changes by no more than its point moves on the face.
            for (axis, derivative) in direction.derivatives.iter().enumerate() {
                let moved = [u, v].into_iter().filter_map(|side| side.derivatives[axis]).map(|moved| at.bound(moved)).sum::<f64>();
                derivative.iter().for_each(|derivative| at.bound_by(*derivative, moved * 1.001));
            }
        }
        Ok((if self.up == Up::Y { direction } else { turned(at, direction, true)? }, [u, v]))
    }
}

impl Kind for Cube {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let radius = self.radius.to_ratio();
        if at.along() == Along::Object {
            return in_space(at, &self.source, &radius, |at| self.direction(at));
        }
        let depth = at.depth();
        let [x, y, ..] = at.space().axes;
        let mut on = None;
        let dual = at.source_on(&self.source, |at| {
            let (direction, sides) = self.direction_and_sides(at)?;
            on = Some(sides);
            let [a, b, c] = direction.map(|part| Affine::displaced(part, radius.clone(), depth));
            Ok(Space { axes: [a, b, c, Affine::default()] })
        })?;
        let Some(sides) = on else { return Ok(dual) };
        on_surface(at, dual, [&x, &y], |at, along| {
            // u and v run from -1 to 1.
            let unit = self.size.to_f64() / (2.0 * self.radius.to_f64());
            let along = [scaled(at, along[0], unit)?, scaled(at, along[1], unit)?];
            on_face(at, sides, along)
        })
    }

    fn is_surface(&self) -> bool {
        true
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }

    fn body(&self) -> Option<String> {
        Some(format!("{} {:?}", self.size.to_ratio(), self.up))
    }

    fn direction(&self, at: &mut Lowerer<'_>) -> Result<[Dual; 3]> {
        Ok(self.direction_and_sides(at)?.0)
    }

    fn is_near(&self) -> bool {
        true
    }
}
