//! Cases: a program, and a domain for comparing engines.

use num_rational::BigRational;
use num_traits::ToPrimitive as _;

use crate::coordinates::{self, Tables};
use crate::domain::{Axis, Domain, DomainKind, Grid};
use crate::error::{Error, Result};
use crate::number::Number;
use crate::program::Program;
use crate::threads::{self, shared_out};

/// A named program over a domain.
#[derive(Debug, Clone)]
pub struct Case {
    /// The program and the domain, in words.
    pub name: String,
    /// The program.
    pub program: Program,
    /// The domain.
    pub domain: Domain,
}

/// A case that does not exist: the graph can't be evaluated on any domain of its kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Missing {
    /// The name that the case would have.
    pub name: String,
    /// The reason.
    pub error: Error,
}

/// The kinds of domain of the cases. Distances are not multiples of the 256 cells after which the permutation table repeats.
pub(super) const PLACES: [(&str, bool, i64); 4] =
    [("grid", true, 0), ("points", false, 0), ("grid at 10^9", true, 999_999_937), ("points at 10^9", false, -999_999_937)];

/// The largest power of ten by which a domain near the origin is shrunk to fit a graph.
const MOST_SHRINKING: u32 = 30;
/// The powers of ten of the distances of domains from the origin.
const DISTANCES: std::ops::RangeInclusive<u32> = 5..=9;

/// The limit on table entries of a list of points, which are computed in exact arithmetic: each point has one for each octave and each axis of a basis.
const MOST_ENTRIES: u64 = 1 << 26;

/// Returns the case of a graph in one of the places, moved nearer to the origin or shrunk if the graph can't be evaluated there.
pub(super) fn case_in(name: &str, program: &Program, place: (&str, bool, i64), samples: usize) -> Result<Case, Missing> {
    let (place, is_grid, origin) = place;
    let made = |place: String, origin: i64, scale: f64| {
        let domain = if is_grid { grid(origin, scale, samples) } else { points(origin, scale, listed(program, samples)) };
        Case { name: format!("{name}, {place}"), program: program.clone(), domain }
    };
    let mut refused = None;
    let mut fits = |origin: i64, scale: f64| match reaches(program, is_grid, origin, scale) {
        Ok(()) => true,
        Err(error) => {
            refused = Some(error);
            false
        }
    };
    let found = if origin == 0 {
        let scale = |power: u32| format!("1e-{power}").parse().unwrap_or(1.0);
        let power = (0..=MOST_SHRINKING).find(|&power| fits(0, scale(power)));
        power.map(|power| made(if power == 0 { place.to_owned() } else { format!("{place} of 10^-{power}") }, 0, scale(power)))
    } else {
        let at = |power: u32| (10_i64.pow(power) - 63) * origin.signum();
        let power = DISTANCES.rev().find(|&power| fits(at(power), 1.0));
        power.map(|power| made(place.replace("10^9", &format!("10^{power}")), at(power), 1.0))
    };
    found.ok_or_else(|| Missing {
        name: format!("{name}, {place}"),
        error: refused.unwrap_or_else(|| Error::parameter("region", "there is no place to try")),
    })
}

/// Returns the cases of a graph over a rectangle: a grid, and points in it.
pub(super) fn cases_within(name: &str, program: &Program, [x0, y0, x1, y1]: [Number; 4], samples: usize) -> Result<Vec<Case>> {
    let [width, height] = sides(samples);
    let grid = Grid::plane(Axis::extent(x0, x1, width), Axis::extent(y0, y1, height));
    grid.validate()?;
    let (mut random, ends) = (Random::new(), [[x0, x1], [y0, y1]].map(|ends| ends.map(Number::to_f64)));
    let mut point = || {
        let mut at = [0.0; 4];
        for (at, [from, to]) in at.iter_mut().zip(ends) {
            *at = from + (to - from) * f64::from(random.next() >> 8) / f64::from(1 << 24);
        }
        at
    };
    let points: Vec<_> = (0..listed(program, samples)).map(|_| point()).collect();
    let case = |place: &str, domain| Case { name: format!("{name}, {place}"), program: program.clone(), domain };
    Ok(vec![case("grid", grid.into()), case("points", list(&points))])
}

/// Returns the number of points of a list, at most the number asked for: each takes exact arithmetic for every octave of every basis.
fn listed(program: &Program, samples: usize) -> usize {
    let bytes = |points: u32| Tables::bytes(program, [points, 1, 1], DomainKind::Points);
    let entries = ((bytes(2) - bytes(1)) / 8).max(1);
    samples.min((MOST_ENTRIES / entries).max(1) as usize)
}

/// Checks that a graph can be evaluated in a place.
fn reaches(program: &Program, is_grid: bool, origin: i64, scale: f64) -> Result<()> {
    let check = |domain: &Domain| coordinates::validate(program, domain, crate::domain::Tile { origin: [0; 3], size: [1; 3] });
    if is_grid {
        return check(&grid(origin, scale, 1));
    }
    // A box around all points, at both ends of w.
    let [low, high] = [-CELLS, CELLS].map(|cells| Number::from((cells + origin) as f64 * scale));
    let axis = Axis::Extent { start: low, end: high, samples: 1 };
    [low, high].into_iter().try_for_each(|w| check(&Grid { x: axis, y: axis, z: axis, w }.into()))
}

/// Returns the sides of a grid of at least this many samples.
fn sides(samples: usize) -> [u32; 2] {
    let width = 1.max((samples as f64).sqrt() as u32 | 1);
    [width, (samples as u32).div_ceil(width)]
}

/// Returns a grid around a place.
pub(super) fn grid(origin: i64, scale: f64, samples: usize) -> Domain {
    let [width, height] = sides(samples);
    let along = |from: &str, length: f64, samples| {
        let start: Number = from.parse().unwrap_or(Number::ZERO);
        let start = Number::from(start.to_f64() * scale + origin as f64);
        Axis::Extent { start, end: (start.to_f64() + length * scale).into(), samples }
    };
    let mut grid = Grid::plane(along("-3.7", 23.3, width), along("-1.1", 17.9, height));
    grid.z = Axis::Constant((0.3 * scale + origin as f64).into());
    grid.w = (7.9 * scale - origin as f64).into();
    grid.into()
}

/// The largest distance of points from their place, in units.
const CELLS: i64 = 2048;

/// xorshift32 (Marsaglia, "Xorshift RNGs", 2003).
struct Random(u32);

impl Random {
    fn new() -> Self {
        Self(0x9E37_79B9)
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
}

/// Returns a list of points around a place.
pub(super) fn points(origin: i64, scale: f64, samples: usize) -> Domain {
    let mut random = Random::new();
    let mut number = |index: usize| {
        let state = random.next();
        // In every nine numbers, one lies on a lattice point and one just above one.
        let cell = i64::from(state >> 20) - CELLS + origin;
        let below = match index % 9 {
            0 => 1e-7,
            8 => 0.0,
            _ => f64::from(state & 0xF_FFFF) / 1e6,
        };
        (cell as f64 + below) * scale
    };
    let points: Vec<_> = (0..samples).map(|index| std::array::from_fn(|axis| number(index + 3 * axis))).collect();
    list(&points)
}

/// Returns a coordinate as whole units and units of 2^-32 above them, if it has no finer digits.
pub fn place(at: Number) -> Option<(i32, u32)> {
    let steps = at.to_ratio() * BigRational::from_integer((1_u64 << 32).into());
    let steps = steps.is_integer().then(|| steps.to_integer())?.to_i64()?;
    Some((i32::try_from(steps >> 32).ok()?, steps as u32))
}

/// Returns a list of points, each at the shortest decimals of its coordinates, in parallel: finding the decimals takes longer than evaluating a basis.
fn list(points: &[[f64; 4]]) -> Domain {
    const TOGETHER: usize = 1 << 12;
    let mut numbers = vec![[Number::ZERO; 4]; points.len()];
    let pieces = points.chunks(TOGETHER).zip(numbers.chunks_mut(TOGETHER));
    shared_out(threads::usual().get(), pieces, |(points, numbers)| {
        numbers.iter_mut().zip(points).for_each(|(to, point)| *to = point.map(Number::from));
    });
    Domain::Points(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates;
    use crate::graph::nodes::{Coordinate, Perlin};
    use crate::graph::{Graph, NodeExt as _};

    /// Returns the names of the cases of a graph, after checking that each can be evaluated.
    fn names(graph: impl Into<Graph>) -> Vec<String> {
        let program = Program::new(graph).unwrap();
        PLACES
            .iter()
            .map(|&place| match case_in("it", &program, place, 100) {
                Ok(case) => {
                    assert!(coordinates::validate(&case.program, &case.domain, case.domain.whole()).is_ok(), "{}", case.name);
                    case.name
                }
                Err(Missing { name, .. }) => format!("no {name}"),
            })
            .collect()
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn places_lie_where_the_graph_can_be_evaluated() {
        assert_eq!(names(Perlin::new()), ["it, grid", "it, points", "it, grid at 10^9", "it, points at 10^9"]);
        assert_eq!(names(Perlin::new().frequency(3)), ["it, grid", "it, points", "it, grid at 10^8", "it, points at 10^8"]);
        assert_eq!(names(Coordinate::new()), ["it, grid", "it, points", "it, grid at 10^6", "it, points at 10^6"]);
        let fine = names(Perlin::new().frequency(1e9));
        assert_eq!(fine, ["it, grid of 10^-1", "it, points of 10^-3", "no it, grid at 10^9", "no it, points at 10^9"]);
    }

    #[test]
    fn a_place_is_a_coordinate_without_finer_digits_than_2_to_the_minus_32() {
        let of = |text: &str| place(text.parse().unwrap());
        assert_eq!(of("-2147483648"), Some((i32::MIN, 0)));
        assert_eq!(of("-0.25"), Some((-1, 3 << 30)));
        assert_eq!(of("7.00000000023283064365386962890625"), Some((7, 1)));
        assert_eq!([of("0.1"), of("0.000000000116415321826934814453125"), of("2147483648")], [None; 3]);
    }

    #[test]
    fn a_list_of_points_is_as_long_as_its_tables_allow() {
        let of_octaves = |octaves: u32| Program::new(Perlin::new().dimensions(4).fbm().octaves(octaves)).unwrap();
        assert_eq!(listed(&of_octaves(1), 1_000_000), 1_000_000);
        assert_eq!(listed(&of_octaves(32), 1_000_000), (1 << 26) / 128);
        assert_eq!(listed(&of_octaves(32), 10), 10);
    }

    #[test]
    fn a_rectangle_has_a_grid_and_points_within_it() {
        let program = Program::new(Perlin::new()).unwrap();
        let cases = cases_within("it", &program, [10, -3, 11, -1].map(Number::from), 100).unwrap();
        let Domain::Points(points) = &cases[1].domain else { panic!("points") };
        assert!(points.len() == 100 && cases[0].domain.whole().samples() >= 100);
        assert!(points.iter().all(|[x, y, ..]| (10.0..11.0).contains(&x.to_f64()) && (-3.0..-1.0).contains(&y.to_f64())));
        assert!(cases_within("it", &program, [1, 0, 0, 1].map(Number::from), 100).is_err());
    }
}
