//! What part of the noise a picture shows, and at what size.

use std::str::FromStr;

use lacuna::{Axis, Grid, MAX_SAMPLES, Number, Tile};
use serde::{Serialize, Serializer};

use super::failure::{Failure, Result, number as number_of};

/// The length of the default region along x.
const DEFAULT_LENGTH: u64 = 8;

/// Samples in x and y: `1024` or `1024x512`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Size(pub(crate) u32, pub(crate) u32);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| {
            let side = text.parse().ok().filter(|side| (1..=MAX_SAMPLES).contains(side));
            side.ok_or_else(|| format!("give N or WxH, each 1 to {MAX_SAMPLES}"))
        };
        match text.split_once('x') {
            Some((width, height)) => Ok(Self(side(width)?, side(height)?)),
            None => side(text).map(|side| Self(side, side)),
        }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.0, self.1)
    }
}

/// The edges that the user gave: `X0,Y0,X1,Y1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edges(pub(crate) [Number; 4]);

impl FromStr for Edges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        numbers(text)?.try_into().map(Self).map_err(|_| "give the four numbers X0,Y0,X1,Y1, such as -8,-8,8,8".to_owned())
    }
}

/// Numbers with commas between them.
pub(crate) fn numbers(text: &str) -> Result<Vec<Number>, String> {
    text.split(',').map(|number| number_of(number.trim())).collect()
}

/// An edge of the region, as files tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Edge {
    Decimal(Number),
    /// No decimal: the far edge of square pixels, such as 8/3.
    Ratio(u64, u64),
}

impl std::fmt::Display for Edge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Decimal(number) => write!(f, "{number}"),
            Self::Ratio(above, below) => write!(f, "{above}/{below}"),
        }
    }
}

impl Serialize for Edge {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Decimal(number) => number.serialize(serializer),
            Self::Ratio(..) => serializer.collect_str(self),
        }
    }
}

/// The rectangle that a picture shows: x0, y0, x1, y1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Region([Edge; 4]);

impl std::fmt::Display for Region {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x0, y0, x1, y1] = &self.0;
        write!(f, "{x0},{y0},{x1},{y1}")
    }
}

/// A grid, and the tile of it that is the picture.
#[derive(Debug, Clone)]
pub(crate) struct Picture {
    pub(crate) size: Size,
    pub(crate) region: Region,
    pub(crate) z: Number,
    pub(crate) grid: Grid,
}

impl Picture {
    pub(crate) fn new(size: Size, edges: Option<Edges>, z: Number) -> Result<Self> {
        let (region, grid) = match edges {
            Some(Edges(edges @ [x0, y0, x1, y1])) => {
                let grid = Grid::plane(Axis::extent(x0, x1, size.0), Axis::extent(y0, y1, size.1));
                (Region(edges.map(Edge::Decimal)), grid)
            }
            None => square_pixels(size)?,
        };
        let grid = Grid { z: Axis::Constant(z), ..grid };
        grid.validate()?;
        Ok(Self { size, region, z, grid })
    }

    /// The picture as a tile of its grid.
    pub(crate) fn tile(&self) -> Tile {
        Tile { origin: [0; 3], size: [self.size.0, self.size.1, 1] }
    }

    /// The grid with a margin about it, and the picture as a tile of it.
    pub(crate) fn with_margin(&self, margin: u32) -> Result<(Grid, Tile)> {
        let (grid, around) = self.grid.around(self.tile(), margin)?;
        grid.validate()?;
        let [left, above, slice] = around.origin;
        Ok((grid, Tile { origin: [left + margin, above + margin, slice], ..self.tile() }))
    }
}

/// The default region, 0..8 along x and 0..8*H/W along y, with square pixels exactly.
///
/// 8*H/W may be no decimal. So the grid is made of whole squares, each as many samples high as the picture is wide, and the picture is the tile of
/// its first H rows: what a tile holds depends on its place in the grid alone.
fn square_pixels(Size(width, height): Size) -> Result<(Region, Grid)> {
    let squares = height.div_ceil(width);
    let rows = squares.checked_mul(width).filter(|&rows| rows <= MAX_SAMPLES).ok_or_else(|| {
        Failure::usage(format!("{width}x{height} is too tall for the default region; tell which one: --region X0,Y0,X1,Y1"))
    })?;
    let grid = Grid::plane(Axis::extent(0, DEFAULT_LENGTH, width), Axis::extent(0, DEFAULT_LENGTH * u64::from(squares), rows));
    let far = far_edge(DEFAULT_LENGTH * u64::from(height), u64::from(width));
    let decimal = |number: u64| Edge::Decimal(number.into());
    Ok((Region([decimal(0), decimal(0), decimal(DEFAULT_LENGTH), far]), grid))
}

/// above / below as a decimal, or in lowest terms where it has none of few digits.
fn far_edge(above: u64, below: u64) -> Edge {
    let (mut divisor, mut rest) = (above, below);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let (above, below) = (above / divisor, below / divisor);
    let mut power = 1_u128;
    for digits in 0..=20 {
        if power.is_multiple_of(u128::from(below)) {
            let mantissa = u128::from(above) * (power / u128::from(below));
            let number = format!("{mantissa}e-{digits}").parse();
            return number.map_or(Edge::Ratio(above, below), Edge::Decimal);
        }
        power *= 10;
    }
    Edge::Ratio(above, below)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(width: u32, height: u32) -> String {
        Picture::new(Size(width, height), None, Number::ZERO).unwrap().region.to_string()
    }

    #[test]
    fn the_default_region_has_square_pixels() {
        assert_eq!(region(1024, 1024), "0,0,8,8");
        assert_eq!(region(1024, 512), "0,0,8,4");
        assert_eq!(region(1000, 3), "0,0,8,0.024");
        assert_eq!(region(3, 1), "0,0,8,8/3");
        assert_eq!(region(9, 30), "0,0,8,80/3");
        assert_eq!(region(1, MAX_SAMPLES), "0,0,8,17179869176");
        assert!(Picture::new(Size(1000, MAX_SAMPLES), None, Number::ZERO).is_err());
    }

    #[test]
    fn sizes_and_edges_are_read_or_refused() {
        assert_eq!("7x9".parse(), Ok(Size(7, 9)));
        for text in ["0", "2147483648", "1x0", "x", "1x2x3", "-1", "1.5", ""] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
        assert!("-8, -8,0,1e-3".parse::<Edges>().is_ok());
        for text in ["0,0,1", "0,0,1,1,1", "a,0,1,1", ""] {
            assert!(text.parse::<Edges>().is_err(), "{text}");
        }
    }
}
