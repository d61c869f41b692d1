//! Which results floats hold exactly: multiples of a unit, within bounds.

/// The multiples of a power of two from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::export) struct Grid {
    least: f64,
    most: f64,
    unit: f64,
}

/// Up to this many units, an f32 holds every multiple.
const MOST_UNITS: f64 = 16_777_216.0;

impl Grid {
    pub(super) const fn new(least: f64, most: f64, unit: f64) -> Self {
        Self { least, most, unit }
    }

    /// Returns the grid of one number.
    pub(super) fn of(value: f64) -> Option<Self> {
        let unit = if value == 0.0 { 1.0 } else { unit_of(value) };
        (value.is_finite() && unit > 0.0).then_some(Self { least: value, most: value, unit })
    }

    /// Returns true for one power of two, by which a product is exact.
    pub(super) fn is_power_of_two(self) -> bool {
        self.least == self.most && self.most != 0.0 && self.most.abs() == self.unit
    }

    /// Returns the grid, if an f32 holds all of it.
    fn held(self) -> Option<Self> {
        (self.least.abs().max(self.most.abs()) <= MOST_UNITS * self.unit).then_some(self)
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        Self { least: self.least + other.least, most: self.most + other.most, unit: self.unit.min(other.unit) }.held()
    }

    pub(super) fn negated(self) -> Self {
        Self { least: -self.most, most: -self.least, ..self }
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        let ends = [self.least * other.least, self.least * other.most, self.most * other.least, self.most * other.most];
        let (least, most) = ends.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), end| (least.min(end), most.max(end)));
        Self { least, most, unit: self.unit * other.unit }.held()
    }

    /// Returns the grid of a number that lies in one or the other.
    pub(super) fn or(self, other: Self) -> Option<Self> {
        Self { least: self.least.min(other.least), most: self.most.max(other.most), unit: self.unit.min(other.unit) }.held()
    }
}

/// Returns the largest power of two of which a number is a multiple, if that is normal; 0 otherwise.
fn unit_of(value: f64) -> f64 {
    let bits = value.to_bits();
    let places = ((1 << 52) | (bits & ((1 << 52) - 1))).trailing_zeros();
    let exponent = ((bits >> 52) & 2047) as i64 - 52 + i64::from(places);
    if (1..2047).contains(&exponent) { f64::from_bits((exponent as u64) << 52) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^-24.
    const UNIT: f64 = 1.0 / MOST_UNITS;

    #[test]
    fn sums_and_products_are_exact_where_an_f32_has_the_bits() {
        let fraction = Grid::new(0.0, 1.0, UNIT);
        let below = fraction.plus(Grid::of(-1.0).unwrap()).unwrap();
        assert_eq!(below, Grid::new(-1.0, 0.0, UNIT));
        assert_eq!(below.times(Grid::new(-2.0, 2.0, 2.0)), Some(Grid::new(-2.0, 2.0, 2.0 * UNIT)));
        assert_eq!(fraction.plus(Grid::of(1.0).unwrap()), None);
        assert_eq!(fraction.times(Grid::of(6.0).unwrap()), None);
        assert_eq!(Grid::of(0.0).unwrap().plus(fraction), Some(fraction));
        assert_eq!(fraction.or(fraction.negated()), Some(Grid::new(-1.0, 1.0, UNIT)));
    }

    #[test]
    fn the_unit_of_a_number_is_that_of_its_last_bit() {
        assert_eq!([6.0, 0.75, -40.0, 1.0].map(unit_of), [2.0, 0.25, 8.0, 1.0]);
        assert!(Grid::of(0.125).unwrap().is_power_of_two() && Grid::of(-4.0).unwrap().is_power_of_two());
        assert!(!Grid::of(3.0).unwrap().is_power_of_two() && !Grid::of(0.0).unwrap().is_power_of_two());
        assert_eq!(Grid::of(f64::NAN), None);
    }
}
