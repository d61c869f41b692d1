//! The cases, and the grid on which all of them are sampled.

use std::hint::black_box;

/// Samples along each side of the grid.
pub const SIDE: usize = 1024;
/// Samples of the whole grid.
pub const SAMPLES: usize = SIDE * SIDE;
/// Lattice cells along each side of the grid, for the first octave.
pub const CELLS: usize = 32;
/// The position of the slice of a 3-D case: on no lattice plane, in any octave.
pub const Z: f64 = 0.37;
/// The octaves of the fractal cases, with lacunarity 2 and gain 1/2.
pub const OCTAVES: u8 = 6;
/// The octaves of each of the two sums that warp the samples, by up to a cell along x and y.
pub const WARP_OCTAVES: u8 = 3;

/// Writes the whole grid once.
pub type Sampler = Box<dyn FnMut(&mut [f32])>;

/// A kind of noise in a number of dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Perlin2,
    Perlin3,
    Fbm2x6,
    Fbm3x6,
    Value2,
    Value3,
    Simplex2,
    Simplex3,
    Cellular2,
    Cellular3,
    Cellular2F2F1,
    Cellular3F2F1,
    CellValue2,
    Ridged2x6,
    Ridged3x6,
    SimplexFbm2x6,
    SimplexFbm3x6,
    Warp2,
    Warp3,
    Slope2x6,
    Point3,
    Point3x6,
    Points3,
    Points3x6,
}

impl Case {
    pub const ALL: [(Self, &str); 24] = [
        (Self::Perlin2, "perlin2"),
        (Self::Perlin3, "perlin3"),
        (Self::Fbm2x6, "fbm2x6"),
        (Self::Fbm3x6, "fbm3x6"),
        (Self::Value2, "value2"),
        (Self::Value3, "value3"),
        (Self::Simplex2, "simplex2"),
        (Self::Simplex3, "simplex3"),
        (Self::Cellular2, "cellular2"),
        (Self::Cellular3, "cellular3"),
        (Self::Cellular2F2F1, "cellular2_f2f1"),
        (Self::Cellular3F2F1, "cellular3_f2f1"),
        (Self::CellValue2, "cellvalue2"),
        (Self::Ridged2x6, "ridged2x6"),
        (Self::Ridged3x6, "ridged3x6"),
        (Self::SimplexFbm2x6, "simplexfbm2x6"),
        (Self::SimplexFbm3x6, "simplexfbm3x6"),
        (Self::Warp2, "warp2"),
        (Self::Warp3, "warp3"),
        (Self::Slope2x6, "slope2x6"),
        (Self::Point3, "point3"),
        (Self::Point3x6, "point3x6"),
        (Self::Points3, "points3"),
        (Self::Points3x6, "points3x6"),
    ];

    /// Returns the same noise over a grid, for cases of points.
    pub fn of_grid(self) -> Self {
        match self {
            Self::Point3 | Self::Points3 => Self::Perlin3,
            Self::Point3x6 | Self::Points3x6 => Self::Fbm3x6,
            case => case,
        }
    }

    /// Returns `true` if the grid is a slice of noise in three dimensions.
    pub fn is_slice(self) -> bool {
        use Case::{Cellular3, Cellular3F2F1, Fbm3x6, Perlin3, Ridged3x6, Simplex3, SimplexFbm3x6, Value3, Warp3};
        matches!(self.of_grid(), Perlin3 | Fbm3x6 | Value3 | Simplex3 | Cellular3 | Cellular3F2F1 | Ridged3x6 | SimplexFbm3x6 | Warp3)
    }

    /// Returns `true` for Perlin noise or a sum of it, whose mean is 0.
    fn is_perlin(self) -> bool {
        matches!(self.of_grid(), Self::Perlin2 | Self::Perlin3 | Self::Fbm2x6 | Self::Fbm3x6)
    }

    /// Refuses a grid that can't be this noise at this frequency.
    pub fn check(self, samples: &[f32]) -> Result<(), String> {
        if samples.len() != SAMPLES {
            return Err(format!("it wrote {} samples instead of {SAMPLES}", samples.len()));
        }
        let mean_of = |value: &dyn Fn(usize) -> f64| (0..SAMPLES).map(value).sum::<f64>() / SAMPLES as f64;
        let at = |index: usize| f64::from(samples[index]);
        let mean = mean_of(&at);
        let deviation = mean_of(&|index| (at(index) - mean) * (at(index) - mean)).sqrt();
        if !deviation.is_finite() || deviation < 1e-4 {
            return Err(format!("its samples deviate by {deviation} from their mean {mean}"));
        }
        if self.is_perlin() && mean.abs() > 0.1 {
            return Err(format!("its mean is {mean}, and Perlin noise has 0"));
        }
        // Far outside these bounds, the noise has the wrong frequency. A slope is mostly that of the finest octave, which has a cell per sample.
        let most = if self == Self::Slope2x6 { 1.5 } else { 0.6 };
        for (axis, step) in [("x", 1), ("y", SIDE)] {
            let slope = mean_of(&|index| (at(index) - at(index.saturating_sub(step))).abs()) / deviation;
            if !(0.02..most).contains(&slope) {
                return Err(format!("its samples differ by {slope} deviations from their neighbours along {axis}"));
            }
        }
        Ok(())
    }
}

/// The type of a peer's coordinates.
pub trait Coordinate: Copy + 'static {
    const Z: Self;
    /// Returns the centre of a pixel, in cells.
    fn centre(pixel: usize) -> Self;
}

macro_rules! coordinate {
    ($($float:ty),*) => {$(
        impl Coordinate for $float {
            const Z: Self = Z as Self;
            #[inline(always)]
            fn centre(pixel: usize) -> Self {
                // Narrow integers are converted in fewer instructions.
                (Self::from(pixel as u16) + 0.5) * (CELLS as Self / SIDE as Self)
            }
        }
    )*};
}
coordinate!(f32, f64);

/// Samples a plane by a plain loop, for peers that offer a function of one point. It is generic, so that the function can be inlined and vectorised.
/// Here it is faster to read the columns' coordinates from a table; in [`slice`] it is faster to compute them.
pub fn plane<T: Coordinate>(noise: impl Fn([T; 2]) -> f32 + 'static) -> Sampler {
    let centres: [T; SIDE] = std::array::from_fn(T::centre);
    Box::new(move |samples| {
        for (&y, row) in centres.iter().zip(samples.chunks_exact_mut(SIDE)) {
            for (&x, sample) in centres.iter().zip(row) {
                *sample = noise([x, y]);
            }
        }
    })
}

/// Does the same as [`plane`] for a slice of 3-D noise. The compiler may hoist work that depends on z, but doesn't know its value.
pub fn slice<T: Coordinate>(noise: impl Fn([T; 3]) -> f32 + 'static) -> Sampler {
    Box::new(move |samples| {
        let z = black_box(T::Z);
        for (j, row) in samples.chunks_exact_mut(SIDE).enumerate() {
            let y = T::centre(j);
            for (i, sample) in row.iter_mut().enumerate() {
                *sample = noise([T::centre(i), y, z]);
            }
        }
    })
}
