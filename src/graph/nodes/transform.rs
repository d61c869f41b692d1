//! The node `transform`.

use crate::graph::prelude::*;

kind! {
    /// Scales, then rotates, then translates the coordinates of its source. All of this is exact, except that sines and cosines are rounded to f64 once.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let turned = Perlin::new().dimensions(2).transform().rotate(90).translate([0.25, 0.0]);
    /// let program = Program::new(turned)?;
    /// let plain = Program::new(Perlin::new().dimensions(2))?;
    /// let cpu = Cpu::new();
    /// assert_eq!(cpu.sample(&program, &Domain::points([[1.5, 0.5]]))?, cpu.sample(&plain, &Domain::points([[-0.25, 1.5]]))?);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Transform(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The factor of the coordinates, per axis, within ±10^9 and not 0.
        scale: Option<PerAxis<Number>>, in per_axis(&SCALE);
        /// The rotation in degrees, within ±360000: one number turns x towards y; a list of three rotates about x, then about y, then about z.
        rotate: Option<PerAxis<Number>>, in per_axis(&DEGREES);
        /// Added to the coordinates last, per axis, within ±2^31.
        translate: Option<PerAxis<Number>>, in OFFSET;
    }, with validate_rotate, also ["mapping", "translate", "rotate", "scale"]
}

impl Transform {
    fn validate_rotate(&self, place: &str) -> Result<()> {
        match &self.rotate {
            Some(PerAxis::Each(angles)) if angles.len() != 3 => {
                Err(Error::parameter(format!("{place}.rotate"), "give one angle, or three for the turns about x, y and z"))
            }
            _ => Ok(()),
        }
    }
}

/// The limits of the factor of a coordinate.
const SCALE: KeyKind = without_zero(1e9);

impl Kind for Transform {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let per_axis = |values: &Option<PerAxis<Number>>, axis: usize, default: Number| {
            values.as_ref().and_then(|values| values.get(axis)).unwrap_or(default)
        };
        let scale = std::array::from_fn(|axis| per_axis(&self.scale, axis, Number::ONE).to_ratio());
        let degrees = match &self.rotate {
            None => [Number::ZERO; 3],
            Some(PerAxis::All(angle)) => [Number::ZERO, Number::ZERO, *angle],
            Some(angles) => std::array::from_fn(|axis| angles.get(axis).unwrap_or(Number::ZERO)),
        };
        let mut inner = at.space().mapped(&scaled_and_rotated(scale, degrees));
        for (number, axis) in inner.axes.iter_mut().enumerate() {
            let shift = per_axis(&self.translate, number, Number::ZERO);
            if !shift.is_zero() {
                axis.add(&Affine::constant(shift.to_ratio(), at.depth()));
            }
        }
        at.input_in(&inner, "source", &self.source)
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }
}

/// Returns a matrix that scales, then rotates about x, y and z.
fn scaled_and_rotated(scale: [BigRational; 4], degrees: [Number; 3]) -> Matrix {
    let identity = || -> Matrix {
        std::array::from_fn(|row| std::array::from_fn(|column| BigRational::from_integer(i64::from(row == column).into())))
    };
    let mut matrix = identity();
    for (axis, scale) in scale.into_iter().enumerate() {
        matrix[axis][axis] = scale;
    }
    for (axis, degrees) in degrees.into_iter().enumerate() {
        if degrees.is_zero() {
            continue;
        }
        let turns = degrees.to_ratio() / BigInt::from(360);
        let (cosine, sine) = (exact(cosine_of(&turns)), exact(sine_of(&turns)));
        let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut turn = identity();
        (turn[first][first], turn[first][second]) = (cosine.clone(), -sine.clone());
        (turn[second][first], turn[second][second]) = (sine, cosine);
        matrix = product(&turn, &matrix);
    }
    matrix
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| (0..4).fold(BigRational::zero(), |sum, k| sum + &a[row][k] * &b[k][column])))
}
