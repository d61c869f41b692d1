//! Declared ranges of nodes, which follow from the ranges of their inputs. Nothing is evaluated.

/// The least and the greatest value; infinite if unknown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Interval {
    pub(crate) least: f64,
    pub(crate) greatest: f64,
}

impl Interval {
    /// The interval of unknown values.
    pub(crate) const UNKNOWN: Self = Self { least: f64::NEG_INFINITY, greatest: f64::INFINITY };
    /// -1 to 1.
    pub(crate) const SIGNED: Self = Self { least: -1.0, greatest: 1.0 };
    /// 0 to 1.
    pub(crate) const UNIT: Self = Self { least: 0.0, greatest: 1.0 };

    /// Returns the interval between two values.
    pub(crate) fn between(a: f64, b: f64) -> Self {
        if a.is_nan() || b.is_nan() { Self::UNKNOWN } else { Self { least: a.min(b), greatest: a.max(b) } }
    }

    pub(crate) fn of(value: f64) -> Self {
        Self::between(value, value)
    }

    /// Returns the smallest interval that contains both.
    pub(crate) fn or(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self::between(self.least + other.least, self.greatest + other.greatest)
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        self.plus(other.scaled(-1.0, 0.0))
    }

    pub(crate) fn times(self, other: Self) -> Self {
        let products =
            [self.least, self.greatest].map(|a| [other.least, other.greatest].map(|b| if a == 0.0 || b == 0.0 { 0.0 } else { a * b }));
        let [a, b] = products.map(|[a, b]| Self::between(a, b));
        a.or(b)
    }

    /// Returns the interval times a number plus another.
    pub(crate) fn scaled(self, scale: f64, offset: f64) -> Self {
        self.times(Self::of(scale)).plus(Self::of(offset))
    }

    /// Returns the interval of the absolute values.
    pub(crate) fn size(self) -> Self {
        let ends = Self::between(self.least.abs(), self.greatest.abs());
        if self.least <= 0.0 && self.greatest >= 0.0 { Self { least: 0.0, ..ends } } else { ends }
    }

    pub(crate) fn squared(self) -> Self {
        let size = self.size();
        size.times(size)
    }

    /// Returns the interval of the smaller of two values.
    pub(crate) fn min(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), greatest: self.greatest.min(other.greatest) }
    }

    /// Returns the interval of the larger of two values.
    pub(crate) fn max(self, other: Self) -> Self {
        Self { least: self.least.max(other.least), greatest: self.greatest.max(other.greatest) }
    }

    /// Returns the interval of a monotonic function of the values.
    pub(crate) fn mapped(self, function: impl Fn(f64) -> f64) -> Self {
        Self::between(function(self.least), function(self.greatest))
    }
}

#[cfg(test)]
mod tests {
    use super::Interval;

    fn interval(least: f64, greatest: f64) -> Interval {
        Interval { least, greatest }
    }

    #[test]
    fn an_interval_holds_what_is_made_of_the_values_of_its_parts() {
        let (a, b) = (interval(-2.0, 3.0), interval(-1.0, 0.5));
        assert_eq!(a.plus(b), interval(-3.0, 3.5));
        assert_eq!(a.minus(b), interval(-2.5, 4.0));
        assert_eq!(a.times(b), interval(-3.0, 2.0));
        assert_eq!(a.scaled(-2.0, 1.0), interval(-5.0, 5.0));
        assert_eq!((a.size(), a.squared()), (interval(0.0, 3.0), interval(0.0, 9.0)));
        assert_eq!(interval(-3.0, -2.0).squared(), interval(4.0, 9.0));
        assert_eq!((a.min(b), a.max(b), a.or(b)), (interval(-2.0, 0.5), interval(-1.0, 3.0), a));
        assert_eq!(a.mapped(|v| -v), interval(-3.0, 2.0));
    }

    #[test]
    fn an_interval_of_which_nothing_is_known_stays_so() {
        let unknown = Interval::UNKNOWN;
        assert_eq!(unknown.plus(unknown), unknown);
        assert_eq!(unknown.minus(unknown), unknown);
        assert_eq!(unknown.times(unknown), unknown);
        assert_eq!(unknown.scaled(0.0, 0.5), Interval::of(0.5));
        assert_eq!(unknown.size(), interval(0.0, f64::INFINITY));
        assert_eq!(unknown.max(Interval::UNIT).min(Interval::UNIT), Interval::UNIT);
    }
}
