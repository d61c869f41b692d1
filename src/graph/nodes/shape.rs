//! The node `shape`.

use crate::graph::prelude::*;

choices! {
    /// The form of a [`Shape`]. In the formulas (x, y) is the sample relative to the centre, with the rotation undone, d is its distance from the
    /// centre, and r is the size.
    pub enum ShapeForm = Circle {
        /// A disc: d - r.
        Circle "circle",
        /// A rectangle of the half extents w and h: with p = abs(x) - w and q = abs(y) - h, the length of (p, q) where both are above 0, and the larger of
        /// them elsewhere.
        Box "box",
        /// A regular polygon whose corners lie at r, the first corner towards x.
        Polygon "polygon",
        /// A star whose points lie at r, the first point towards x, and whose inner corners lie at r times `inner`.
        Star "star",
        /// A line along x, from -r to r: the length of (max(abs(x) - r, 0), y). Only `round` gives it an inside.
        Segment "segment",
        /// A part of a circle's line, `opening` long, with its middle towards x: abs(d - r), and beyond its ends the distance to the nearer end. Only `round`
        /// gives it an inside.
        Arc "arc",
        /// The area between the circles of r and r times `inner`: max(d - r, r * `inner` - d).
        Ring "ring",
    }
}

kind! {
    /// The signed distance to the outline of a shape in the plane of x and y, in units of the domain: below 0 inside, 0 on it, above 0 outside (Quilez, "2D
    /// distance functions", iquilezles.org). It is the exact Euclidean distance everywhere, so its slope is 1 and every contour runs at an even distance from
    /// the outline. With `round` this holds outside, and inside where no corner points inwards.
    ///
    /// Polygons and stars are folded by reflections onto half of one of their sides; the result is the distance to its line, or to its nearer end. The sample
    /// is moved and rotated back exactly before it becomes a value, except that sines and cosines are rounded to f64. It must lie within 2^23 units of the
    /// centre.
    ///
    /// ```
    /// # use lacuna::nodes::{Shape, ShapeForm};
    /// # use lacuna::{Cpu, Domain, Program};
    /// let shape = Shape::new().form(ShapeForm::Box).size([2, 1]).centre([5, 5]);
    /// let program = Program::new(shape)?;
    /// // Inside, beside, and beyond a corner.
    /// let places = Domain::points([[5.0, 5.0], [7.5, 5.5], [10.0, 10.0]]);
    /// assert_eq!(Cpu::new().sample(&program, &places)?, [-1.0, 0.5, 5.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Shape {
        /// The form of the shape.
        form: ShapeForm;
        /// The centre, as x and y, each within ±2^31.
        centre: [Number; 2] = [0, 0], in PLACE;
        /// The radius, or half the length of a segment, in units, above 0. For a box a list of half its width and half its height, or one number for both.
        size: PerAxis<Number> = 1, in per_axis(&LENGTH);
        /// The number of corners of a polygon or points of a star, 3 to 32.
        sides: u32 = 5, in whole(3, 32);
        /// The inner radius of a star or a ring, as a fraction of the size, 0 to 1.
        inner: Number = 0.5, in number(0.0, 1.0);
        /// The length of an arc, in degrees, 0 to 360.
        opening: Number = 90, in number(0.0, 360.0);
        /// Subtracted from the distance, so that the shape grows by it and gets round corners, 0 to 10^9 units.
        round: Number = 0, in number(0.0, 1e9);
        /// The rotation about the centre, from x towards y, in degrees, within ±360000.
        rotate: Number = 0, in DEGREES;
    },
    with validate_size,
    also ["sdf", "signed_distance", "distance_field", "circle", "disc", "box", "rectangle", "polygon", "triangle", "hexagon", "star", "segment", "line", "arc", "ring", "annulus"]
}

impl Shape {
    fn validate_size(&self, place: &str) -> Result<()> {
        let PerAxis::Each(sizes) = &self.size else { return Ok(()) };
        let (most, told) = if self.form == ShapeForm::Box {
            (2, "give a box one, or half of its width and of its height")
        } else {
            (1, "give one, the radius; a box alone has two")
        };
        if sizes.len() > most {
            return Err(Error::count(format!("{place}.size"), [1, most as u64], format!("{} sizes; {told}", sizes.len())));
        }
        Ok(())
    }

    /// Returns the radius.
    fn radius(&self) -> f64 {
        self.size.get(0).unwrap_or(Number::ONE).to_f64()
    }

    /// Returns half the width and half the height of a box.
    fn extents(&self) -> [f64; 2] {
        [self.radius(), self.size.get(1).map_or(self.radius(), Number::to_f64)]
    }

    /// Returns the end of half a side that begins at (1, 0): its middle, or the corner between two points of a star.
    fn end_of_half(&self) -> [f64; 2] {
        let turns = BigRational::new(1.into(), (2 * self.sides).into());
        let [cosine, sine] = [cosine_of(&turns), sine_of(&turns)];
        let out = if self.form == ShapeForm::Star { self.inner.to_f64() } else { cosine };
        [out * cosine, out * sine]
    }

    /// Returns the coordinates relative to the centre, with the rotation undone.
    fn seen(&self, at: &mut Lowerer<'_>) -> Result<[Dual; 2]> {
        let [x, y] = seen_from(at, self.centre);
        let turns = self.rotate.to_ratio() / BigInt::from(360);
        let [cosine, sine] = [exact(cosine_of(&turns)), exact(sine_of(&turns))];
        let mut turned = [x.scaled(&cosine), y.scaled(&cosine)];
        turned[0].add(&y.scaled(&sine));
        turned[1].add(&x.scaled(&-sine));
        let [x, y] = turned;
        Ok([at.plain_coordinate(&x)?, at.plain_coordinate(&y)?])
    }

    /// Returns the distance, and a number that is still to be subtracted from it.
    fn distance(&self, at: &mut Lowerer<'_>, [x, y]: [Dual; 2]) -> Result<(Dual, f64)> {
        let radius = self.radius();
        let (distance, off) = match self.form {
            ShapeForm::Circle => (length(at, x, y)?.into(), radius),
            ShapeForm::Box => {
                let mut beyond = [x, y];
                for (part, extent) in beyond.iter_mut().zip(self.extents()) {
                    *part = at.value(abs(*part) - extent)?;
                }
                let [x, y] = beyond;
                (if_below(min(x, y), 0.0, max(x, y), length(at, x, y)?), 0.0)
            }
            ShapeForm::Polygon | ShapeForm::Star => (self.distance_to_sides(at, [x, y])?.into(), 0.0),
            ShapeForm::Segment => {
                let beyond = at.value(abs(x) - radius)?;
                (if_below(beyond, 0.0, abs(y), length(at, beyond, y)?), 0.0)
            }
            ShapeForm::Arc => {
                let turns = self.opening.to_ratio() / BigInt::from(720);
                let [cosine, sine] = [cosine_of(&turns), sine_of(&turns)];
                let aside = at.value(abs(y))?;
                let (end_x, end_y) = (at.value(x - radius * cosine)?, at.value(aside - radius * sine)?);
                let (end, out) = (length(at, end_x, end_y)?, length(at, x, y)?);
                // Above 0 where the direction lies between those of the ends.
                let between = x * sine + aside * -cosine;
                (if_below(between, 0.0, end, abs(out - radius)), 0.0)
            }
            ShapeForm::Ring => {
                let inner = radius * self.inner.to_f64();
                let out = length(at, x, y)?;
                (abs(out - 0.5 * (radius + inner)), 0.5 * (radius - inner))
            }
        };
        Ok((at.value(distance)?, off))
    }

    /// Returns the distance to half of a side, after folding the coordinates onto it.
    fn distance_to_sides(&self, at: &mut Lowerer<'_>, seen: [Dual; 2]) -> Result<Dual> {
        let [x, y] = folded(at, seen, self.sides)?;
        let x = at.value(x - self.radius())?;
        let end = self.end_of_half();
        let way = [end[0] - 1.0, end[1]];
        let long = (way[0] * way[0] + way[1] * way[1]).sqrt();
        let way = way.map(|part| part / long);
        let out = at.value(x * way[1] + y * -way[0])?;
        let along = at.value(x * way[0] + y * way[1])?;
        let beyond = at.value(max(-along, along - long * self.radius()))?;
        let far = length(at, out, beyond)?;
        at.value(if_below(beyond, 0.0, out, if_below(out, 0.0, -far, far)))
    }
}

impl Kind for Shape {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let seen = self.seen(at)?;
        let (distance, off) = self.distance(at, seen)?;
        let distance = at.value(distance - (off + self.round.to_f64()))?;
        hold_slopes(at, distance, seen, 1.0);
        Ok(distance)
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let radius = self.radius();
        let deep = match self.form {
            ShapeForm::Box => radius.min(self.extents()[1]),
            ShapeForm::Segment | ShapeForm::Arc => 0.0,
            ShapeForm::Ring => 0.5 * radius * (1.0 - self.inner.to_f64()),
            ShapeForm::Circle | ShapeForm::Polygon | ShapeForm::Star => radius,
        };
        Interval { least: -deep - self.round.to_f64(), greatest: f64::INFINITY }
    }

    fn is_near(&self) -> bool {
        true
    }
}
