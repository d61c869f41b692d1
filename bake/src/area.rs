//! The rectangle of the noise that a picture shows, and its number of samples.

use std::fmt;
use std::str::FromStr;

use lacuna::internal::short;
use lacuna::recipe::Recipe;
use lacuna::{Axis, Grid, MAX_SAMPLES, Number, Tile};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::Place;
use crate::size::Size;

/// The length of the default region along x, in units.
const DEFAULT_LENGTH: u64 = 8;

/// A rectangle in units: x0, y0, x1, y1, the edges of the first and the last pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region(pub [Number; 4]);

impl FromStr for Region {
    type Err = String;

    /// Reads `X0,Y0,X1,Y1`.
    fn from_str(text: &str) -> Result<Self, String> {
        numbers(text)?.try_into().map(Self).map_err(|_| "give the four numbers X0,Y0,X1,Y1, such as -8,-8,8,8".to_owned())
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x0, y0, x1, y1] = &self.0;
        write!(f, "{x0},{y0},{x1},{y1}")
    }
}

/// Reads numbers separated by commas.
///
/// # Errors
///
/// A message that names the text that is not a number.
pub fn numbers(text: &str) -> Result<Vec<Number>, String> {
    text.split(',').map(|text| number(text.trim())).collect()
}

/// Reads a number.
///
/// # Errors
///
/// A message that says why the text is not a number, and shows its beginning.
pub fn number(text: &str) -> Result<Number, String> {
    text.parse().map_err(|error: lacuna::ParseNumberError| error.to_string().replace(text, &short(text)))
}

/// A rectangle of the noise, and the number of samples in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Samples along x and y.
    pub size: Size,
    /// The rectangle, in units. The default is 0..8 along x, and along y the length that makes pixels square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The position of the rectangle along z.
    #[serde(default)]
    pub z: Number,
    /// The position along w, which only 4-D noise reads.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub w: Number,
}

fn is_zero(number: &Number) -> bool {
    number.is_zero()
}

impl Default for Area {
    /// 1024 x 1024 samples of the default region at z = w = 0.
    fn default() -> Self {
        Self { size: Size { width: 1024, height: 1024 }, region: None, z: Number::ZERO, w: Number::ZERO }
    }
}

impl Area {
    /// Returns the area of a recipe's pictures: its own size and region where it sets them, the default ones otherwise.
    pub fn of_recipe(recipe: &Recipe) -> Self {
        let default = Self::default();
        let size = recipe.size.map_or(default.size, |[width, height]| Size { width, height });
        Self { size, region: recipe.region.map(Region), ..default }
    }

    /// Returns the grid that contains the area. The samples of the area are the first ones along x and y, [`Area::tile`].
    ///
    /// # Errors
    ///
    /// An error where the region is empty, not finite, or has too many samples.
    pub fn grid(&self) -> Result<Grid> {
        let grid = match self.region {
            Some(Region([x0, y0, x1, y1])) => Grid::plane(Axis::extent(x0, x1, self.size.width), Axis::extent(y0, y1, self.size.height)),
            None => square_pixels(self.size)?,
        };
        let grid = Grid { z: Axis::Constant(self.z), w: self.w, ..grid };
        grid.validate()?;
        Ok(grid)
    }

    /// Returns the lengths of the area along x and y, in units.
    pub(crate) fn lengths(&self) -> Result<[f64; 2]> {
        let (Grid { x, y, .. }, Size { width, height }) = (self.grid()?, self.size);
        Ok([x.spacing() * f64::from(width), y.spacing() * f64::from(height)].map(f64::abs))
    }

    /// Returns the samples of the area as a tile of [`Area::grid`].
    pub fn tile(&self) -> Tile {
        Tile { origin: [0; 3], size: [self.size.width, self.size.height, 1] }
    }

    /// Returns the place on the ground, where a unit has this length in metres.
    pub(crate) fn place(&self, unit: Number) -> Place {
        let length = DEFAULT_LENGTH as f64;
        let Size { width, height } = self.size;
        let [width, height] = [width, height].map(f64::from);
        let [x0, y0, x1, y1] = self.region.map_or([0.0, 0.0, length, length * height / width], |Region(edges)| edges.map(Number::to_f64));
        let unit = unit.to_f64();
        Place { corner: [x0 * unit, y0 * unit], spacing: [(x1 - x0) * unit / width, (y1 - y0) * unit / height], is_on_edges: false }
    }

    /// Returns the edges as metadata stores them.
    pub(crate) fn edges(&self) -> Edges {
        match self.region {
            Some(Region(edges)) => Edges(edges.map(Edge::Decimal)),
            None => {
                let far = far_edge(DEFAULT_LENGTH * u64::from(self.size.height), u64::from(self.size.width));
                let decimal = |number: u64| Edge::Decimal(number.into());
                Edges([decimal(0), decimal(0), decimal(DEFAULT_LENGTH), far])
            }
        }
    }

    /// Returns the same rectangle with another size, or another rectangle, and another z or w.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] for another size of a default region with an edge that is not a decimal, such as 8/3.
    pub fn with(&self, size: Option<Size>, region: Option<Region>, [z, w]: [Option<Number>; 2]) -> Result<Self> {
        let (size, z, w) = (size.unwrap_or(self.size), z.unwrap_or(self.z), w.unwrap_or(self.w));
        match region {
            Some(_) => Ok(Self { size, region, z, w }),
            None => Self::told(size, &self.edges(), [z, w]),
        }
    }

    /// Returns the area that metadata describes by size, edges, z and w.
    pub(crate) fn told(size: Size, edges: &Edges, [z, w]: [Number; 2]) -> Result<Self> {
        // The default region may have an edge that is not a decimal. Only the size determines such a region.
        let default = Self { size, region: None, z, w };
        if default.edges() == *edges {
            return Ok(default);
        }
        let decimals = edges.0.each_ref().map(|edge| if let Edge::Decimal(number) = edge { Some(*number) } else { None });
        match decimals {
            [Some(x0), Some(y0), Some(x1), Some(y1)] => Ok(Self { region: Some(Region([x0, y0, x1, y1])), ..default }),
            _ => Err(Error::request(
                Field::Region,
                Problem::Clash(Field::Size),
                message![format!("the picture's region {edges} goes with its own size; give "), Field::Region.asked()],
            )),
        }
    }
}

/// An edge of a region, as metadata stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Decimal(Number),
    /// The far edge of square pixels where it is not a decimal, such as 8/3.
    Ratio(u64, u64),
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decimal(number) => write!(f, "{number}"),
            Self::Ratio(above, below) => write!(f, "{above}/{below}"),
        }
    }
}

impl FromStr for Edge {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("`{}` is not an edge of a region", short(text));
        match text.split_once('/') {
            Some((above, below)) => Ok(Self::Ratio(above.parse().map_err(|_| bad())?, below.parse().map_err(|_| bad())?)),
            None => text.trim().parse().map(Self::Decimal).map_err(|_| bad()),
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

impl<'de> Deserialize<'de> for Edge {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        text.parse().map_err(de::Error::custom)
    }
}

/// The edges of a picture: x0, y0, x1, y1. The last may be a ratio, such as 8/3.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edges([Edge; 4]);

impl fmt::Display for Edges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x0, y0, x1, y1] = &self.0;
        write!(f, "{x0},{y0},{x1},{y1}")
    }
}

impl FromStr for Edges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let edges: Vec<Edge> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
        edges.try_into().map(Self).map_err(|_| "a region has four edges".to_owned())
    }
}

/// Returns the default region, 0..8 along x and 0..8*H/W along y, with exactly square pixels.
///
/// 8*H/W may be no decimal. So the grid consists of whole squares, each as many samples high as the picture is wide, and the picture is the tile of
/// its first H rows. The values of a tile depend only on its place in the grid.
fn square_pixels(Size { width, height }: Size) -> Result<Grid> {
    let squares = height.div_ceil(width);
    let rows = squares.checked_mul(width).filter(|&rows| rows <= MAX_SAMPLES).ok_or_else(|| {
        let told = message![format!("{width}x{height} is too tall for the default region; give "), Field::Region.asked()];
        Error::request(Field::Region, Problem::Missing, told)
    })?;
    Ok(Grid::plane(Axis::extent(0, DEFAULT_LENGTH, width), Axis::extent(0, DEFAULT_LENGTH * u64::from(squares), rows)))
}

/// Returns above / below as a decimal, or in lowest terms where the decimal would be too long or endless.
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

    fn area(width: u32, height: u32) -> Area {
        Area { size: Size { width, height }, ..Area::default() }
    }

    #[test]
    fn the_default_region_has_square_pixels() {
        let region = |width, height| area(width, height).edges().to_string();
        assert_eq!(region(1024, 1024), "0,0,8,8");
        assert_eq!(region(1024, 512), "0,0,8,4");
        assert_eq!(region(1000, 3), "0,0,8,0.024");
        assert_eq!(region(3, 1), "0,0,8,8/3");
        assert_eq!(region(9, 30), "0,0,8,80/3");
        assert_eq!(region(1, MAX_SAMPLES), "0,0,8,17179869176");
        assert!(area(1, MAX_SAMPLES).grid().is_ok());
        assert!(area(1000, MAX_SAMPLES).grid().is_err());
    }

    #[test]
    fn an_area_is_found_again_by_what_a_file_tells() {
        for area in
            [area(3, 1), area(1024, 512), Area { region: Some("-8,-8,0,1e-3".parse().unwrap()), z: 0.5.into(), w: 2.into(), ..area(7, 9) }]
        {
            let edges = area.edges().to_string().parse().unwrap();
            let again = Area::told(area.size, &edges, [area.z, area.w]).unwrap();
            assert_eq!((again.grid().unwrap(), again.edges()), (area.grid().unwrap(), area.edges()));
        }
        assert!(Area::told(Size { width: 4, height: 4 }, &"0,0,8,8/3".parse().unwrap(), [Number::ZERO; 2]).is_err());
    }

    #[test]
    fn regions_are_read_or_refused() {
        assert!("-8, -8,0,1e-3".parse::<Region>().is_ok());
        for text in ["0,0,1", "0,0,1,1,1", "a,0,1,1", ""] {
            assert!(text.parse::<Region>().is_err(), "{text}");
        }
    }
}
