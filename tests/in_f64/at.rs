//! The place where a node is evaluated.

use super::Pieces;

/// The octaves around a node.
#[derive(Debug, Clone, Copy)]
pub struct Octaves {
    /// The octaves that move bases, outermost first.
    drawn: [u32; 12],
    count: usize,
    /// The product of lacunarity^k.
    pub scale: f64,
}

impl Octaves {
    const NONE: Self = Self { drawn: [0; 12], count: 0, scale: 1.0 };

    /// Returns the octaves with octave k of one more fractal, whose lacunarity^k is `power`.
    pub fn inside(mut self, k: u32, power: f64, decorrelate: bool) -> Self {
        if decorrelate {
            self.drawn[self.count] = k;
            self.count += 1;
        }
        self.scale *= power;
        self
    }

    /// Returns the octaves that move bases.
    pub fn drawn(&self) -> &[u32] {
        &self.drawn[..self.count]
    }
}

/// The point at which a node is evaluated, given the place of the node around it.
pub type Way<'a> = &'a dyn Fn(&At<'_>, &mut Pieces) -> [f64; 4];

/// The place where a node is evaluated.
#[derive(Clone, Copy)]
pub struct At<'a> {
    pub point: [f64; 4],
    pub octaves: Octaves,
    /// True if fractions of cells are floored to 2^-24, as the engines' value layer sees them. Differences use them unfloored.
    pub is_floored: bool,
    /// The place of the node around, and the way from there; none at the graph's output.
    from: Option<(&'a At<'a>, Way<'a>)>,
}

impl<'a> At<'a> {
    /// Returns a point of the domain.
    pub fn of(point: [f64; 4], is_floored: bool) -> Self {
        Self { point, octaves: Octaves::NONE, is_floored, from: None }
    }

    /// Returns the place at the end of a way, in the same octaves.
    pub fn moved<'b>(&'b self, way: Way<'b>, pieces: &mut Pieces) -> At<'b> {
        self.placed(way(self, pieces), self.octaves, way)
    }

    /// Returns the same if the point at the end of the way is known.
    pub fn placed<'b>(&'b self, point: [f64; 4], octaves: Octaves, way: Way<'b>) -> At<'b> {
        At { point, octaves, is_floored: self.is_floored, from: Some((self, way)) }
    }

    /// Returns the place of the same node with its own point moved along an axis. No derivatives are taken there.
    pub fn aside(&self, axis: usize, by: f64) -> At<'static> {
        let point = std::array::from_fn(|other| if other == axis { self.point[other] + by } else { self.point[other] });
        At { point, octaves: self.octaves, is_floored: false, from: None }
    }

    /// Returns the place of the node after moving the point of the domain along an axis, by following all ways again. There are no derivatives of derivatives,
    /// so none are taken there.
    pub fn beside(&self, axis: usize, by: f64, pieces: &mut Pieces) -> At<'static> {
        let point = match self.from {
            Some((around, way)) => way(&around.beside(axis, by, pieces), pieces),
            None => std::array::from_fn(|other| if other == axis { self.point[other] + by } else { self.point[other] }),
        };
        At { point, octaves: self.octaves, is_floored: false, from: None }
    }
}
