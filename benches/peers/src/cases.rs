//! The cases, and the samples of all of them: a grid, or points scattered over it.

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
}

/// Where samples lie, and how they are asked for. Peers have only functions of one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sampling {
    /// The centres of pixels.
    Grid,
    /// The same, each coordinate moved by a part of a pixel: a grid that is not regular.
    Outer,
    /// Points in no order, each asked for by itself.
    Point,
    /// The same points, as a list.
    Points,
}

impl Case {
    pub const ALL: [(Self, Sampling, &str); 44] = [
        (Self::Perlin2, Sampling::Grid, "perlin2"),
        (Self::Perlin3, Sampling::Grid, "perlin3"),
        (Self::Fbm2x6, Sampling::Grid, "fbm2x6"),
        (Self::Fbm3x6, Sampling::Grid, "fbm3x6"),
        (Self::Value2, Sampling::Grid, "value2"),
        (Self::Value3, Sampling::Grid, "value3"),
        (Self::Simplex2, Sampling::Grid, "simplex2"),
        (Self::Simplex3, Sampling::Grid, "simplex3"),
        (Self::Cellular2, Sampling::Grid, "cellular2"),
        (Self::Cellular3, Sampling::Grid, "cellular3"),
        (Self::Cellular2F2F1, Sampling::Grid, "cellular2_f2f1"),
        (Self::Cellular3F2F1, Sampling::Grid, "cellular3_f2f1"),
        (Self::CellValue2, Sampling::Grid, "cellvalue2"),
        (Self::Ridged2x6, Sampling::Grid, "ridged2x6"),
        (Self::Ridged3x6, Sampling::Grid, "ridged3x6"),
        (Self::SimplexFbm2x6, Sampling::Grid, "simplexfbm2x6"),
        (Self::SimplexFbm3x6, Sampling::Grid, "simplexfbm3x6"),
        (Self::Warp2, Sampling::Grid, "warp2"),
        (Self::Warp3, Sampling::Grid, "warp3"),
        (Self::Slope2x6, Sampling::Grid, "slope2x6"),
        (Self::Perlin2, Sampling::Point, "point2"),
        (Self::Perlin3, Sampling::Point, "point3"),
        (Self::Fbm2x6, Sampling::Point, "point2x6"),
        (Self::Fbm3x6, Sampling::Point, "point3x6"),
        (Self::Simplex2, Sampling::Point, "point_simplex2"),
        (Self::SimplexFbm2x6, Sampling::Point, "point_simplex2x6"),
        (Self::Value2, Sampling::Point, "point_value2"),
        (Self::Cellular2, Sampling::Point, "point_cellular2"),
        (Self::Perlin2, Sampling::Points, "points2"),
        (Self::Perlin3, Sampling::Points, "points3"),
        (Self::Fbm2x6, Sampling::Points, "points2x6"),
        (Self::Fbm3x6, Sampling::Points, "points3x6"),
        (Self::Simplex2, Sampling::Points, "points_simplex2"),
        (Self::SimplexFbm2x6, Sampling::Points, "points_simplex2x6"),
        (Self::Value2, Sampling::Points, "points_value2"),
        (Self::Cellular2, Sampling::Points, "points_cellular2"),
        (Self::Perlin2, Sampling::Outer, "outer2"),
        (Self::Perlin3, Sampling::Outer, "outer3"),
        (Self::Fbm2x6, Sampling::Outer, "outer2x6"),
        (Self::Fbm3x6, Sampling::Outer, "outer3x6"),
        (Self::Simplex2, Sampling::Outer, "outer_simplex2"),
        (Self::SimplexFbm2x6, Sampling::Outer, "outer_simplex2x6"),
        (Self::Value2, Sampling::Outer, "outer_value2"),
        (Self::Cellular2, Sampling::Outer, "outer_cellular2"),
    ];

    /// Returns `true` for noise in three dimensions, whose grid is a slice.
    pub fn is_slice(self) -> bool {
        use Case::{Cellular3, Cellular3F2F1, Fbm3x6, Perlin3, Ridged3x6, Simplex3, SimplexFbm3x6, Value3, Warp3};
        matches!(self, Perlin3 | Fbm3x6 | Value3 | Simplex3 | Cellular3 | Cellular3F2F1 | Ridged3x6 | SimplexFbm3x6 | Warp3)
    }

    /// Returns `true` for Perlin noise or a sum of it, whose mean is 0.
    fn is_perlin(self) -> bool {
        matches!(self, Self::Perlin2 | Self::Perlin3 | Self::Fbm2x6 | Self::Fbm3x6)
    }

    /// Refuses samples that can't be this noise at this frequency.
    pub fn check(self, sampling: Sampling, samples: &[f32]) -> Result<(), String> {
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
        if matches!(sampling, Sampling::Point | Sampling::Points) {
            return Ok(());
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
    /// Returns the nearest number of this type.
    fn of(number: f64) -> Self;
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
            fn of(number: f64) -> Self {
                number as Self
            }
        }
    )*};
}
coordinate!(f32, f64);

/// Returns a pseudo-random number from 0 to 1 (SplitMix64).
fn random(number: usize) -> f64 {
    let mut z = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns the coordinates of a grid that is not regular: centres of pixels, moved by up to a quarter of a pixel.
pub fn moved<T: Coordinate>() -> [T; SIDE] {
    std::array::from_fn(|pixel| T::of(f64::centre(pixel) + (random(pixel) - 0.5) * (0.5 * CELLS as f64 / SIDE as f64)))
}

/// Returns as many points as the grid has samples, scattered over its cells, in no order. In 3-D they are scattered over as many cells along z.
pub fn scattered<T: Coordinate, const N: usize>() -> Vec<[T; N]> {
    (0..SAMPLES).map(|point| std::array::from_fn(|axis| T::of(random(N * point + axis) * CELLS as f64))).collect()
}

impl Sampling {
    /// Samples 2-D noise, for peers that offer a function of one point.
    pub fn plane<T: Coordinate>(self, noise: impl Fn([T; 2]) -> f32 + 'static) -> Sampler {
        match self {
            Self::Grid => rows(std::array::from_fn(T::centre), noise),
            Self::Outer => rows(moved(), noise),
            Self::Point | Self::Points => listed(noise),
        }
    }

    /// Does the same for 3-D noise. The compiler may hoist work that depends on a slice's z, but doesn't know its value. Over a regular grid it is
    /// faster to compute coordinates than to read them from a table.
    pub fn slice<T: Coordinate>(self, noise: impl Fn([T; 3]) -> f32 + 'static) -> Sampler {
        let z = black_box(T::Z);
        match self {
            Self::Grid => Box::new(move |samples| {
                for (j, row) in samples.chunks_exact_mut(SIDE).enumerate() {
                    let y = T::centre(j);
                    for (i, sample) in row.iter_mut().enumerate() {
                        *sample = noise([T::centre(i), y, z]);
                    }
                }
            }),
            Self::Outer => rows(moved(), move |[x, y]| noise([x, y, z])),
            Self::Point | Self::Points => listed(noise),
        }
    }
}

/// Samples a plane by a plain loop. It is generic, so that the function can be inlined and vectorised.
fn rows<T: Coordinate>(along: [T; SIDE], noise: impl Fn([T; 2]) -> f32 + 'static) -> Sampler {
    Box::new(move |samples| {
        for (&y, row) in along.iter().zip(samples.chunks_exact_mut(SIDE)) {
            for (&x, sample) in along.iter().zip(row) {
                *sample = noise([x, y]);
            }
        }
    })
}

/// Samples scattered points by a plain loop.
fn listed<T: Coordinate, const N: usize>(noise: impl Fn([T; N]) -> f32 + 'static) -> Sampler {
    let points = scattered();
    Box::new(move |samples| {
        for (&point, sample) in points.iter().zip(samples) {
            *sample = noise(point);
        }
    })
}
