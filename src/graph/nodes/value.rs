//! The node `value`.

use crate::graph::prelude::*;

choices! {
    /// The interpolation between lattice values, as a function of the fraction t of a cell.
    pub enum ValueInterpolation = Quintic {
        /// t.
        Linear "linear",
        /// (1 - cos(pi t)) / 2.
        Cosine "cosine",
        /// 3t^2 - 2t^3.
        Cubic "cubic",
        /// 6t^5 - 15t^4 + 10t^3, whose second derivative is continuous.
        Quintic "quintic",
        /// The cubic through four neighbours (Catmull and Rom 1974), in one to three dimensions. It overshoots the values.
        CatmullRom "catmull_rom",
    }
}

basis! {
    /// Value noise: random values at lattice points, interpolated.
    ///
    /// Values lie within ±1; with `catmull_rom` some lie beyond.
    ///
    /// ```
    /// # use lacuna::nodes::Value;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Value::new().dimensions(2).seed(7))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75]]))?;
    /// assert!(samples[0].abs() <= 1.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Value, 4 dimensions {
        /// The interpolation between lattice values.
        interpolation: ValueInterpolation;
        /// Averages each lattice value with its neighbours first: in two dimensions 1/4 of itself, 1/8 of each neighbour on the axes and 1/16 of each at the
        /// corners. Available in one to three dimensions, and with `catmull_rom` in one and two.
        smoothed: bool;
    }, with validate_smoothed, also ["value_noise"]
}

impl Value {
    fn validate_smoothed(&self, place: &str) -> Result<()> {
        let dimensions = self.dimensions.unwrap_or(3);
        let is_cubic = self.interpolation == ValueInterpolation::CatmullRom;
        if is_cubic && dimensions == 4 {
            return Err(Error::parameter(format!("{place}.interpolation"), "catmull_rom takes 1, 2 or 3 dimensions"));
        }
        if self.smoothed && (dimensions == 4 || is_cubic && dimensions == 3) {
            let most = if is_cubic { "1 and 2" } else { "1, 2 and 3" };
            return Err(Error::parameter(
                format!("{place}.smoothed"),
                format!("smoothed values are there for {most} dimensions; set `dimensions`"),
            ));
        }
        Ok(())
    }
}

impl Kind for Value {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        use BasisFunction::{Value1, Value2, Value3, Value4, ValueCubic1, ValueCubic2, ValueCubic3};
        let dimensions = usize::from(self.dimensions.unwrap_or(3));
        at.noise(&Noise {
            lattice: self.lattice(),
            function: if self.interpolation == ValueInterpolation::CatmullRom {
                [ValueCubic1, ValueCubic2, ValueCubic3][dimensions - 1]
            } else {
                [Value1, Value2, Value3, Value4][dimensions - 1]
            },
            options: &[("smoothed", u32::from(self.smoothed)), ("interpolation", self.interpolation as u32)],
            scalars: &[],
            bound: 4.0,
            steepest: 30.0,
            unskew: 0.0,
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        // The weights of the cubic add up to at most 5/4 per axis, whatever their signs.
        let overshoot = if self.interpolation == ValueInterpolation::CatmullRom { 1.25_f64 } else { 1.0 };
        let most = (0..self.dimensions.unwrap_or(3)).fold(1.0, |most, _| most * overshoot);
        Interval::between(-most, most)
    }
}
