//! A record of the pieces of functions on the way to a value.

/// The piece taken of each piecewise function, and a flag that a border between pieces was so close that rounding to f32 could take the other.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pieces {
    pub signature: u64,
    pub is_near: bool,
}

impl Pieces {
    pub fn note(&mut self, piece: i64) {
        self.signature = (self.signature ^ piece as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }

    /// Returns true if `value` is at or above `bound`, and notes it.
    pub fn above(&mut self, value: f64, bound: f64) -> bool {
        self.is_near |= (value - bound).abs() < 4e-6 * (1.0 + value.abs() + bound.abs());
        self.note(i64::from(value >= bound));
        value >= bound
    }

    /// Notes the side of a border on which a value lies.
    pub fn border(&mut self, value: f64, bound: f64) {
        self.above(value, bound);
    }

    /// Returns the integer below a value, and notes it.
    pub fn floor(&mut self, value: f64) -> f64 {
        let below = value.floor();
        let part = value - below;
        self.is_near |= part.min(1.0 - part) < 4e-6 * (1.0 + value.abs());
        self.note(below as i64);
        below
    }

    pub fn clamp(&mut self, value: f64, low: f64, high: f64) -> f64 {
        let raised = self.larger(value, low);
        self.smaller(raised, high)
    }

    pub fn larger(&mut self, a: f64, b: f64) -> f64 {
        if self.above(a, b) { a } else { b }
    }

    pub fn smaller(&mut self, a: f64, b: f64) -> f64 {
        if self.above(a, b) { b } else { a }
    }

    pub fn absolute(&mut self, value: f64) -> f64 {
        if self.above(value, 0.0) { value } else { -value }
    }
}
