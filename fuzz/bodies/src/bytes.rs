//! Choices made by bytes.

use lacuna::Number;

/// Bytes that make choices. After their end every choice is the first.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    pub(crate) fn u64(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Returns a number below `count`, which is at most 256.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    pub(crate) fn one_of<T: Copy>(&mut self, several: &[T]) -> T {
        several[self.below(several.len())]
    }

    /// Returns `true` once in `times` calls, on average.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// Returns any decimal: mostly short, sometimes with many digits, of any size, or no number at all.
    pub(crate) fn number(&mut self) -> Number {
        match self.below(12) {
            0..=3 => Number::from(i64::from(self.byte() as i8)),
            4..=6 => decimal(i64::from(self.byte() as i8), -2),
            7 => decimal(self.u64() as i64 >> self.below(64), -(self.below(24) as i32)),
            8 => decimal(i64::from(self.byte() as i8), i32::from(self.byte() as i8) * 3),
            9 => format!("{}{}e{}", self.u64(), self.u64() >> 6, self.byte() as i8).parse().unwrap_or_default(),
            10 => Number::from(f64::from_bits(self.u64())),
            _ => Number::from(f32::from_bits(self.u64() as u32)),
        }
    }
}

/// Returns a mantissa times a power of ten.
pub(crate) fn decimal(mantissa: i64, exponent: i32) -> Number {
    format!("{mantissa}e{exponent}").parse().expect("the power is small")
}
