//! The domains that noise is evaluated over: grids, lists of points, and the tiles that divide them.

use std::cmp::Ordering;

use crate::error::{Error, Result};
use crate::number::Number;
use num_traits::ToPrimitive as _;

/// The most samples along one axis of a grid: 2^31 - 1.
pub const MAX_SAMPLES: u32 = i32::MAX as u32;

/// One axis of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// The axis is divided into `samples` equal pixels from `start` to `end`; each is sampled at its centre.
    Extent {
        /// The edge of the first pixel.
        start: Number,
        /// The far edge of the last pixel; above `start`.
        end: Number,
        /// The number of pixels, 1 to [`MAX_SAMPLES`].
        samples: u32,
    },
    /// The axis stays at one coordinate.
    Constant(Number),
}

impl Axis {
    /// Returns an axis of `samples` pixels from `start` to `end`.
    pub fn extent(start: impl Into<Number>, end: impl Into<Number>, samples: u32) -> Self {
        Self::Extent { start: start.into(), end: end.into(), samples }
    }

    /// Returns the distance between neighbouring samples; 0 for a constant.
    pub fn spacing(&self) -> f64 {
        match self {
            Self::Constant(_) => 0.0,
            Self::Extent { start, end, samples } => {
                let length = end.to_ratio() - start.to_ratio();
                (length / num_rational::BigRational::from_integer((*samples).into())).to_f64().unwrap_or(f64::NAN)
            }
        }
    }

    /// Returns the axis with at least `before` and `behind` more samples at its ends, and the number of those added before.
    ///
    /// Only whole lengths of the axis can be added, because other ends may not be decimals.
    fn lengthened(&self, before: u32, behind: u32, place: &str) -> Result<(Self, u32)> {
        let Self::Extent { start, end, samples } = *self else {
            return Err(Error::parameter(place, "an axis of one coordinate has no neighbours; give an extent"));
        };
        if before == 0 && behind == 0 {
            return Ok((*self, 0));
        }
        let [before, behind] = [before, behind].map(|count| count.div_ceil(samples));
        let all = u64::from(samples) * (1 + u64::from(before) + u64::from(behind));
        let ends = (start.beyond(end, -i128::from(before), 0), start.beyond(end, 1 + i128::from(behind), 0));
        match (ends, u32::try_from(all)) {
            ((Some(start), Some(end)), Ok(all)) if all <= MAX_SAMPLES => Ok((Self::Extent { start, end, samples: all }, before * samples)),
            _ => Err(Error::limit(
                place,
                format!(
                    "{start}..{end} of {samples} samples can't be continued for the samples around it, which a blur or a view takes: its numbers get more \
                     than 38 digits, or its samples more than can be counted; give a size or a region of fewer digits"
                ),
            )),
        }
    }

    /// Returns an axis that has `samples` samples from `start` to `end`, with one at each end, and the index of the first of them on the axis.
    ///
    /// Samples lie at the centres of pixels, so the axis extends by half a pixel at each end. If that end is not a decimal, the axis extends by some
    /// whole pixels and a half.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where there are fewer than 2 samples or the extent is empty; [`Error::Limit`] where the axis has too many samples, or its
    /// ends have more digits than a [`Number`].
    ///
    /// ```
    /// use lacuna::Axis;
    /// // Samples at 0, 1/4, 1/2, 3/4 and 1.
    /// assert_eq!(Axis::through(0, 1, 5)?, (Axis::extent(-0.125, 1.125, 5), 0));
    /// // Samples at 0, 1/3, 2/3 and 1: the pixels before and behind lie around -1/3 and 4/3.
    /// assert_eq!(Axis::through(0, 1, 4)?, (Axis::extent(-0.5, 1.5, 6), 1));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn through(start: impl Into<Number>, end: impl Into<Number>, samples: u32) -> Result<(Self, u32)> {
        let (start, end) = (start.into(), end.into());
        Self::Extent { start, end, samples }.validate("region")?;
        if samples < 2 {
            return Err(Error::parameter("region", format!("{samples} sample from {start} to {end}; give at least 2")));
        }
        // The number of pixels of the whole extent is 2^twos 5^fives odd; odd / 2 pixels are a decimal.
        let mut odd = samples - 1;
        let (mut twos, mut fives) = (0, 0);
        while odd.is_multiple_of(2) {
            (odd, twos) = (odd / 2, twos + 1);
        }
        while odd.is_multiple_of(5) {
            (odd, fives) = (odd / 5, fives + 1);
        }
        let all = samples.checked_add(odd - 1).filter(|&all| all <= MAX_SAMPLES);
        // The length of odd / 2 pixels is the extent's length over 2^(twos + 1) 5^fives: times 5^(twos + 1) 2^fives, with the decimal point moved.
        let times = 5_i128.pow(twos + 1) << fives;
        let power = -((twos + 1 + fives) as i32);
        let ends = start.beyond(end, -times, power).zip(end.beyond(start, -times, power));
        match (all, ends) {
            (Some(all), Some((start, end))) => Ok((Self::Extent { start, end, samples: all }, (odd - 1) / 2)),
            _ => Err(Error::limit(
                "region",
                format!(
                    "{samples} samples from {start} to {end} need more of them, or more digits, than can be counted; give a power of 2 and 1"
                ),
            )),
        }
    }

    /// Returns the number of samples along the axis; 1 for a constant.
    pub fn samples(&self) -> u32 {
        match self {
            Self::Extent { samples, .. } => *samples,
            Self::Constant(_) => 1,
        }
    }

    fn validate(&self, place: &str) -> Result<()> {
        match self {
            Self::Constant(at) if at.is_finite() => Ok(()),
            Self::Constant(at) => Err(Error::not_finite(place, format!("{at} is no coordinate; give a finite number"))),
            Self::Extent { start, end, samples } => {
                if !start.is_finite() || !end.is_finite() {
                    return Err(Error::not_finite(place, format!("{start}..{end} is no extent; give finite numbers")));
                }
                let told = match end.to_ratio().cmp(&start.to_ratio()) {
                    Ordering::Less => "runs backwards; exchange the two",
                    Ordering::Equal => "is empty; the end must lie above the start",
                    Ordering::Greater => "",
                };
                if !told.is_empty() {
                    return Err(Error::parameter(place, format!("{start}..{end} {told}")));
                }
                if *samples == 0 || *samples > MAX_SAMPLES {
                    return Err(Error::outside(place, [1.0, MAX_SAMPLES.into()], format!("{samples} samples; give 1 to {MAX_SAMPLES}")));
                }
                Ok(())
            }
        }
    }
}

/// A regular grid of samples over x, y and z, at one w.
///
/// ```
/// use lacuna::{Axis, Grid};
/// let grid = Grid::plane(Axis::extent(0, 8, 1024), Axis::extent(0, 4, 512));
/// assert_eq!(grid.size(), [1024, 512, 1]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// The axis x, which varies fastest in memory.
    pub x: Axis,
    /// The axis y. Row 0 lies at its start.
    pub y: Axis,
    /// The axis z: the slices of a volume, or the position of a single slice.
    pub z: Axis,
    /// The fourth coordinate, which only affects 4-D noise.
    pub w: Number,
}

impl Grid {
    /// Returns a grid of `size` samples from `start` to `end` along one to three axes, x first. The others stay at 0.
    ///
    /// ```
    /// use lacuna::{Axis, Grid};
    /// assert_eq!(Grid::new([64, 32], [0, 0], [8, 4]), Grid::plane(Axis::extent(0, 8, 64), Axis::extent(0, 4, 32)));
    /// ```
    pub fn new<const N: usize>(size: [u32; N], start: [impl Into<Number> + Copy; N], end: [impl Into<Number> + Copy; N]) -> Self {
        const { assert!(N >= 1 && N <= 3, "a grid has one to three axes") };
        let axis =
            |number: usize| if number < N { Axis::extent(start[number], end[number], size[number]) } else { Axis::Constant(Number::ZERO) };
        Self { x: axis(0), y: axis(1), z: axis(2), w: Number::ZERO }
    }

    /// Returns a plane at z = 0, w = 0.
    pub fn plane(x: Axis, y: Axis) -> Self {
        Self { x, y, z: Axis::Constant(Number::ZERO), w: Number::ZERO }
    }

    /// Returns the numbers of samples in x, y and z.
    pub fn size(&self) -> [u32; 3] {
        [self.x.samples(), self.y.samples(), self.z.samples()]
    }

    /// Returns a grid that covers a tile of this one with `margin` more samples on each side in x and y, and the position of the tile with its margin
    /// in that grid.
    ///
    /// Samples of both grids are equal in every bit.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where x or y is constant; [`Error::Limit`] where the grid gets too many samples.
    pub fn around(&self, tile: Tile, margin: u32) -> Result<(Self, Tile)> {
        let along = |axis: Axis, number: usize, place: &str| {
            let before = margin.saturating_sub(tile.origin[number]);
            let end = u64::from(tile.origin[number]) + u64::from(tile.size[number]) + u64::from(margin);
            let behind = u32::try_from(end.saturating_sub(axis.samples().into())).unwrap_or(u32::MAX);
            axis.lengthened(before, behind, place)
        };
        let (x, before_x) = along(self.x, 0, "region.x")?;
        let (y, before_y) = along(self.y, 1, "region.y")?;
        let [left, above, slice] = tile.origin;
        let [width, height, depth] = tile.size;
        let origin = [left + before_x - margin, above + before_y - margin, slice];
        Ok((Self { x, y, ..*self }, Tile { origin, size: [width + 2 * margin, height + 2 * margin, depth] }))
    }

    /// Returns the axes as programs use them: x, y, z, w.
    pub fn axes(&self) -> [Axis; 4] {
        [self.x, self.y, self.z, Axis::Constant(self.w)]
    }

    /// Checks that the axes are finite and have at least one sample each, and that there are at most 2^62 samples.
    pub fn validate(&self) -> Result<()> {
        for (axis, place) in self.axes().iter().zip(["region.x", "region.y", "region.z", "region.w"]) {
            axis.validate(place)?;
        }
        let [width, height, depth] = self.size().map(u128::from);
        if width * height * depth > 1 << 62 {
            return Err(Error::limit("region", format!("{width} x {height} x {depth} samples; at most 2^62 are counted")));
        }
        Ok(())
    }
}

/// The samples that a program is evaluated at.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there is one domain a picture; a box would only be in the way")]
pub enum Domain {
    /// A regular grid.
    Grid(Grid),
    /// Points in x, y, z, w. They form a single row.
    Points(Vec<[Number; 4]>),
}

impl Domain {
    /// Returns points of one to four coordinates each; omitted ones are 0.
    pub fn points<N: Into<Number>, const COUNT: usize>(points: impl IntoIterator<Item = [N; COUNT]>) -> Self {
        Self::Points(
            points
                .into_iter()
                .map(|point| {
                    let mut all = [Number::ZERO; 4];
                    for (to, from) in all.iter_mut().zip(point) {
                        *to = from.into();
                    }
                    all
                })
                .collect(),
        )
    }

    /// Returns the numbers of samples in x, y and z.
    pub fn size(&self) -> [u32; 3] {
        match self {
            Self::Grid(grid) => grid.size(),
            Self::Points(points) => [u32::try_from(points.len()).unwrap_or(u32::MAX), 1, 1],
        }
    }

    /// Checks a grid like [`Grid::validate`], or that each point is finite.
    pub fn validate(&self) -> Result<()> {
        match self {
            Self::Grid(grid) => grid.validate(),
            Self::Points(points) => {
                if points.is_empty() || points.len() > MAX_SAMPLES as usize {
                    return Err(Error::count(
                        "points",
                        [1, MAX_SAMPLES.into()],
                        format!("{} points; give 1 to {MAX_SAMPLES}", points.len()),
                    ));
                }
                match points.iter().position(|point| point.iter().any(|number| !number.is_finite())) {
                    Some(index) => Err(Error::not_finite(format!("points[{index}]"), "a coordinate is not finite; give finite numbers")),
                    None => Ok(()),
                }
            }
        }
    }

    /// Returns the tile that is the whole domain.
    pub fn whole(&self) -> Tile {
        Tile { origin: [0; 3], size: self.size() }
    }

    pub(crate) fn kind(&self) -> DomainKind {
        match self {
            Self::Grid(_) => DomainKind::Grid,
            Self::Points(_) => DomainKind::Points,
        }
    }
}

impl From<Grid> for Domain {
    fn from(grid: Grid) -> Self {
        Self::Grid(grid)
    }
}

/// The kind of a domain, which is part of what identifies a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DomainKind {
    /// Each axis of the domain is indexed by the sample's position along it.
    Grid,
    /// Every axis of the domain is indexed by the number of the point.
    Points,
}

/// A box of samples of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The first sample in x, y and z.
    pub origin: [u32; 3],
    /// The numbers of samples in x, y and z, none of them 0.
    pub size: [u32; 3],
}

impl Tile {
    /// Returns the number of samples of the tile.
    pub fn samples(&self) -> usize {
        self.size.iter().map(|&n| n as usize).product()
    }

    /// Cuts a box into tiles with sides of at most `side`, in the order x, y, z. Tiles at the far edges are smaller.
    pub fn cut(self, side: [u32; 3]) -> impl Iterator<Item = Self> {
        let along = move |axis: usize| {
            let end = self.origin[axis] + self.size[axis];
            (self.origin[axis]..end).step_by(side[axis].max(1) as usize).map(move |at| (at, side[axis].max(1).min(end - at)))
        };
        along(2).flat_map(move |(z, depth)| {
            along(1).flat_map(move |(y, height)| along(0).map(move |(x, width)| Self { origin: [x, y, z], size: [width, height, depth] }))
        })
    }

    /// Returns the ranges of a part's rows among this tile's samples, with x fastest, in the order of the part's own samples.
    pub fn rows_of(self, part: Self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let [width, height, _] = self.size.map(|n| n as usize);
        let [part_width, part_height, part_depth] = part.size.map(|n| n as usize);
        let [x, y, z] = std::array::from_fn(|axis| (part.origin[axis] - self.origin[axis]) as usize);
        (0..part_height * part_depth).map(move |row| {
            let first = ((z + row / part_height) * height + y + row % part_height) * width + x;
            first..first + part_width
        })
    }

    pub(crate) fn validate(&self, size: [u32; 3]) -> Result<()> {
        for (axis, name) in ["x", "y", "z"].iter().enumerate() {
            let end = self.origin[axis].checked_add(self.size[axis]);
            if self.size[axis] == 0 || end.is_none_or(|end| end > size[axis]) {
                let (origin, count) = (self.origin[axis], self.size[axis]);
                return Err(Error::parameter(
                    format!("tile.{name}"),
                    format!("{count} samples from {origin}; give at least 1 within the domain's {}", size[axis]),
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Problem;

    #[test]
    fn tiles_cover_every_sample_once() {
        let whole = Tile { origin: [3, 0, 1], size: [10, 7, 3] };
        let mut seen = std::collections::BTreeSet::new();
        for tile in whole.cut([4, 3, 2]) {
            for z in 0..tile.size[2] {
                for y in 0..tile.size[1] {
                    for x in 0..tile.size[0] {
                        assert!(seen.insert([tile.origin[0] + x, tile.origin[1] + y, tile.origin[2] + z]));
                    }
                }
            }
        }
        assert_eq!(seen.len(), whole.samples());
        assert!(seen.iter().all(|at| (0..3).all(|axis| (whole.origin[axis]..whole.origin[axis] + whole.size[axis]).contains(&at[axis]))));
    }

    #[test]
    fn the_rows_of_a_part_are_where_its_samples_lie() {
        let whole = Tile { origin: [3, 0, 1], size: [10, 7, 3] };
        let part = Tile { origin: [5, 2, 2], size: [4, 2, 2] };
        let rows: Vec<_> = whole.rows_of(part).collect();
        assert_eq!(rows, [92..96, 102..106, 162..166, 172..176]);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn an_axis_through_its_ends_has_samples_there_and_evenly_between() {
        let whole = |n: u32| num_rational::BigRational::from_integer(n.into());
        for (start, end) in [("0", "1"), ("-3.7", "10.25"), ("1e-9", "1e9"), ("0", "7.000000000001")] {
            let (start, end): (Number, Number) = (start.parse().unwrap(), end.parse().unwrap());
            for samples in [2, 3, 4, 6, 8, 33, 127, 1009, 1025, 2017, 4033, 8129, 8065, 10001] {
                let (axis, first) = Axis::through(start, end, samples).unwrap();
                let Axis::Extent { start: low, end: high, samples: all } = axis else { panic!("an extent") };
                for index in [0, 1, samples / 2, samples - 1] {
                    let at = whole(2 * (first + index) + 1) / whole(2 * all);
                    let found = low.to_ratio() + at * (high.to_ratio() - low.to_ratio());
                    let expected = start.to_ratio() + (end.to_ratio() - start.to_ratio()) * whole(index) / whole(samples - 1);
                    assert_eq!(found, expected, "{start}..{end}, {index} of {samples}");
                }
            }
        }
        for samples in [0, 1] {
            assert!(Axis::through(0, 1, samples).is_err());
        }
        assert!(Axis::through(1, 1, 5).is_err());
        // 2^31 - 2 is twice an odd number, so the axis would be half as long again.
        assert!(matches!(Axis::through(0, 1, MAX_SAMPLES), Err(Error::Limit { what, .. }) if what == "region"));
    }

    #[test]
    fn a_region_names_the_axis_that_is_wrong() {
        let good = Grid::plane(Axis::extent(0, 1, 4), Axis::extent(0, 1, 4));
        assert_eq!(good.validate(), Ok(()));
        let samples = Problem::Outside { least: 1.0, most: MAX_SAMPLES.into() };
        for (axis, kind) in [
            (Axis::extent(0, 0, 4), Problem::Unfit),
            (Axis::extent(0, f64::NAN, 4), Problem::NotFinite),
            (Axis::extent(0, 1, 0), samples),
            (Axis::extent(0, 1, 1 << 31), samples),
        ] {
            let error = Grid { y: axis, ..good }.validate().unwrap_err();
            assert!(matches!(&error, Error::Parameter { place, problem, .. } if place == "region.y" && *problem == kind), "{error}");
        }
    }
}
