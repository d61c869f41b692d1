//! The noise is the published one: the CPU engine at every vector level against references in f64, written here from the definitions and sharing no
//! code with the library.
//!
//! A lattice coordinate of the library is the exact one, floored to 2^-32 of a cell. The references take it as a whole cell and an f64 fraction,
//! computed from the written decimal with exact integers. The only remaining difference is the arithmetic of f32.

#[path = "common/published.rs"]
mod published;

mod common;

use common::{Random, lower, with, with_levels};
use lacuna::nodes::{Fbm, GradientSet, HashKind, Perlin, ScaleOffset};
use lacuna::seeding::{Permutation, octave_offset};
use lacuna::{Axis, Domain, Grid, Number, PerAxis};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use published::TABLE;

/// The largest difference from the reference.
const TOLERANCE: f64 = 1e-6;

/// A lattice coordinate: a cell, the fraction within it, and the period in cells (0: none).
#[derive(Debug, Clone, Copy, Default)]
struct At {
    cell: i64,
    fraction: f64,
    period: i64,
}

impl At {
    /// Returns floor(2^32 x) / 2^32 of an exact x, as cell and fraction.
    fn of(exact: &BigRational, period: i64) -> Self {
        let units = (exact * BigInt::from(1_u64 << 32)).floor().to_integer();
        let (cell, fraction) = units.div_mod_floor(&BigInt::from(1_u64 << 32));
        Self { cell: cell.to_i64().unwrap(), fraction: fraction.to_f64().unwrap() / 4_294_967_296.0, period }
    }

    /// Returns the cell of a corner, `step` cells on, wrapped by the period.
    fn corner(self, step: i64) -> i64 {
        let cell = self.cell + step;
        if self.period == 0 { cell } else { cell.rem_euclid(self.period) }
    }
}

fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

fn lerp(t: f64, a: f64, b: f64) -> f64 {
    a + t * (b - a)
}

/// Returns the dot product with one of 12 gradients towards the edges of a cube, chosen by cases as in the 2002 implementation's `grad`.
fn grad_3(hash: u8, x: f64, y: f64, z: f64) -> f64 {
    let h = hash & 15;
    let u = if h < 8 { x } else { y };
    let v = if h < 4 {
        y
    } else if h == 12 || h == 14 {
        x
    } else {
        z
    };
    (if h & 1 == 0 { u } else { -u }) + (if h & 2 == 0 { v } else { -v })
}

/// Returns the dot product with one of 32 gradients towards the edges of a hypercube (Stefan Gustavson, "noise1234", 2003, `grad4`).
fn grad_4(hash: u8, x: f64, y: f64, z: f64, t: f64) -> f64 {
    let h = hash & 31;
    let u = if h < 24 { x } else { y };
    let v = if h < 16 { y } else { z };
    let w = if h < 8 { z } else { t };
    (if h & 1 != 0 { -u } else { u }) + (if h & 2 != 0 { -v } else { v }) + (if h & 4 != 0 { -w } else { w })
}

fn hash(table: &[u8; 256], cells: &[i64]) -> u8 {
    cells.iter().fold(0_u8, |hash, cell| table[(i64::from(hash) + cell).rem_euclid(256) as usize])
}

/// Returns improved noise in 3 dimensions; a missing coordinate is 0.
fn noise_3(table: &[u8; 256], at: &[At]) -> f64 {
    let axis = |number: usize| at.get(number).copied().unwrap_or_default();
    let (x, y, z) = (axis(0), axis(1), axis(2));
    let corner = |i: i64, j: i64, k: i64| {
        let hash = hash(table, &[x.corner(i), y.corner(j), z.corner(k)]);
        grad_3(hash, x.fraction - i as f64, y.fraction - j as f64, z.fraction - k as f64)
    };
    let (u, v, w) = (fade(x.fraction), fade(y.fraction), fade(z.fraction));
    let edge = |j, k| lerp(u, corner(0, j, k), corner(1, j, k));
    let face = |k| lerp(v, edge(0, k), edge(1, k));
    lerp(w, face(0), face(1))
}

/// Returns improved noise in 4 dimensions, not scaled: `noise1234` multiplies it by 0.87.
fn noise_4(table: &[u8; 256], at: &[At]) -> f64 {
    let mut sum = 0.0;
    for corner in 0..16_i64 {
        let step: [i64; 4] = std::array::from_fn(|axis| (corner >> axis) & 1);
        let cells: Vec<i64> = at.iter().zip(step).map(|(at, step)| at.corner(step)).collect();
        let local: Vec<f64> = at.iter().zip(step).map(|(at, step)| at.fraction - step as f64).collect();
        let weight: f64 =
            at.iter().zip(step).map(|(at, step)| if step == 1 { fade(at.fraction) } else { 1.0 - fade(at.fraction) }).product();
        sum += weight * grad_4(hash(table, &cells), local[0], local[1], local[2], local[3]);
    }
    sum
}

fn noise(table: &[u8; 256], at: &[At]) -> f64 {
    if at.len() == 4 { noise_4(table, at) } else { noise_3(table, at) }
}

/// A coordinate as a decimal: `mantissa` / 10^`decimals`.
#[derive(Debug, Clone, Copy)]
struct Decimal {
    mantissa: i64,
    decimals: u32,
}

impl Decimal {
    fn exact(self) -> BigRational {
        BigRational::new(self.mantissa.into(), BigInt::from(10_i64.pow(self.decimals)))
    }

    fn number(self) -> Number {
        format!("{}e-{}", self.mantissa, self.decimals).parse().unwrap()
    }
}

/// Returns points of every sort: around the origin and 10^6 from it, of few and of many decimals, on lattice points, lines and planes, and close to them.
fn decimals(random: &mut Random, count: usize) -> Vec<[Decimal; 4]> {
    let coordinate = |random: &mut Random, far: bool| {
        let decimals = random.within(1, 9) as u32;
        let unit = 10_i64.pow(decimals);
        let cell = if far { random.within(-1_000_000, 1_000_000) } else { random.within(-300, 300) };
        let part = match random.within(0, 9) {
            0 | 1 => 0,
            2 => 1,
            3 => unit - 1,
            _ => random.within(0, unit - 1),
        };
        Decimal { mantissa: cell * unit + part, decimals }
    };
    (0..count)
        .map(|_| {
            let far = random.within(0, 1) == 1;
            std::array::from_fn(|_| coordinate(random, far))
        })
        .collect()
}

fn points(decimals: &[[Decimal; 4]]) -> Domain {
    Domain::Points(decimals.iter().map(|point| point.map(Decimal::number)).collect())
}

/// Compares every engine with a reference at random points; the reference gets the exact coordinates.
fn hold(what: &str, graph: impl Into<lacuna::Graph>, count: usize, reference: impl Fn(&[BigRational; 4]) -> f64) {
    let at = decimals(&mut Random::new(0x5EED), count);
    let expected: Vec<f64> = at.iter().map(|point| reference(&point.map(Decimal::exact))).collect();
    assert!(expected.iter().filter(|value| value.abs() > 0.05).count() > count / 10, "{what}: the points show next to nothing");
    let (program, domain) = (lower(graph), points(&at));
    with_levels(|level, sample| {
        for ((value, expected), point) in sample(&program, &domain).iter().zip(&expected).zip(&at) {
            let error = (f64::from(*value) - expected).abs();
            assert!(error <= TOLERANCE, "{what} on {level} at {point:?}: {value} instead of {expected}, {error:e} away");
        }
    });
}

/// Returns the coordinates of an octave: each exact coordinate times a frequency plus an offset, floored to 2^-32.
fn octave_at(point: &[BigRational; 4], dimensions: usize, axis: impl Fn(usize) -> (BigRational, BigRational, i64)) -> Vec<At> {
    (0..dimensions)
        .map(|number| {
            let (frequency, offset, period) = axis(number);
            At::of(&(&point[number] * frequency + offset), period)
        })
        .collect()
}

fn whole(value: i64) -> BigRational {
    BigRational::from_integer(value.into())
}

fn power(base: &BigRational, exponent: u32) -> BigRational {
    (0..exponent).fold(whole(1), |power, _| power * base)
}

#[test]
fn perlin_noise_is_the_published_improved_noise_in_three_dimensions() {
    hold("3-D", Perlin::new().dimensions(3), 40_000, |point| noise_3(&TABLE, &octave_at(point, 3, |_| (whole(1), whole(0), 0))));
}

#[test]
fn two_dimensional_noise_is_the_plane_z_0_of_the_published_one() {
    hold("2-D", Perlin::new().dimensions(2), 40_000, |point| noise_3(&TABLE, &octave_at(point, 2, |_| (whole(1), whole(0), 0))));
}

#[test]
fn one_dimensional_noise_is_the_line_y_and_z_0_of_the_published_one() {
    hold("1-D", Perlin::new().dimensions(1).gradients(GradientSet::Improved), 40_000, |point| {
        noise_3(&TABLE, &octave_at(point, 1, |_| (whole(1), whole(0), 0)))
    });
}

#[test]
fn four_dimensional_noise_is_gustavsons() {
    hold("4-D", Perlin::new().dimensions(4), 20_000, |point| noise_4(&TABLE, &octave_at(point, 4, |_| (whole(1), whole(0), 0))));
}

#[test]
fn a_seed_a_frequency_an_offset_and_periods_are_those_of_the_definition() {
    let table = Permutation::new(Some(42)).0;
    let (frequency, offset) = (BigRational::new(77.into(), 100.into()), [BigRational::new(1.into(), 3.into()), whole(-5), whole(0)]);
    for dimensions in 1..=3 {
        let node = Perlin::new().dimensions(dimensions).seed(42).hash(HashKind::Table).gradients(GradientSet::Improved);
        let node = node
            .frequency(0.77)
            .offset(["0.33333333333333333333333333333333333".parse::<Number>().unwrap(), (-5).into()])
            .period([7, 0, 3]);
        hold(&format!("periodic {dimensions}-D"), node, 10_000, |point| {
            let axis = |number: usize| (frequency.clone(), offset[number].clone(), [7, 0, 3][number]);
            noise_3(&table, &octave_at(point, usize::from(dimensions), axis))
        });
    }
}

#[test]
fn perlin_noise_at_the_well_known_point_has_the_well_known_value() {
    // The value that the reference implementation prints for noise(3.14, 42, 7).
    let expected = 0.136_919_958_784_919_98;
    let at = [At::of(&BigRational::new(314.into(), 100.into()), 0), At::of(&whole(42), 0), At::of(&whole(7), 0)];
    assert!((noise_3(&TABLE, &at) - expected).abs() < 1e-9);
    let domain = Domain::Points(vec![["3.14".parse().unwrap(), 42.into(), 7.into(), Number::ZERO]]);
    with_levels(|level, sample| {
        let value = sample(&lower(Perlin::default()), &domain)[0];
        assert!((f64::from(value) - expected).abs() < 1e-7, "{level}: {value}");
    });
}

#[test]
fn perlin_noise_is_exactly_0_at_every_lattice_point() {
    let mut random = Random::new(3);
    let lattice: Vec<[Number; 4]> = (0..5000).map(|_| std::array::from_fn(|_| random.within(-2_000_000, 2_000_000).into())).collect();
    for dimensions in 1..=4 {
        let program = lower(Perlin::new().dimensions(dimensions).seed(9));
        with_levels(|level, sample| {
            let values = sample(&program, &Domain::Points(lattice.clone()));
            assert!(values.iter().all(|value| value.to_bits() == 0), "{level}, {dimensions}-D");
        });
    }
}

/// Returns noise by Adrian Biagioli, "Understanding Perlin Noise" (2014): `perlin` maps to 0..1, wraps the coordinates by `repeat` and the next
/// corner by `inc`.
fn biagioli_perlin(x: f64, y: f64, z: f64, repeat: i64) -> f64 {
    let wrapped = |value: f64| if repeat > 0 { value % repeat as f64 } else { value };
    let (x, y, z) = (wrapped(x), wrapped(y), wrapped(z));
    let at = |value: f64| (value as i64 & 255, value - (value as i64) as f64);
    let ((xi, xf), (yi, yf), (zi, zf)) = (at(x), at(y), at(z));
    let inc = |number: i64| if repeat > 0 { (number + 1) % repeat } else { number + 1 };
    let (u, v, w) = (fade(xf), fade(yf), fade(zf));
    let p = |index: i64| i64::from(TABLE[(index & 255) as usize]);
    let corner = |x: i64, y: i64, z: i64| p(p(p(x) + y) + z) as u8;
    let blend = |a: f64, b: f64, t: f64| a + t * (b - a);
    let edge =
        |y: i64, z: i64, yf: f64, zf: f64| blend(grad_3(corner(xi, y, z), xf, yf, zf), grad_3(corner(inc(xi), y, z), xf - 1.0, yf, zf), u);
    let y1 = blend(edge(yi, zi, yf, zf), edge(inc(yi), zi, yf - 1.0, zf), v);
    let y2 = blend(edge(yi, inc(zi), yf, zf - 1.0), edge(inc(yi), inc(zi), yf - 1.0, zf - 1.0), v);
    f64::midpoint(blend(y1, y2, w), 1.0)
}

fn octave_perlin(at: [f64; 3], octaves: u32, persistence: f64, repeat: i64) -> f64 {
    let (mut total, mut frequency, mut amplitude, mut max_value) = (0.0, 1.0, 1.0, 0.0);
    for _ in 0..octaves {
        total += biagioli_perlin(at[0] * frequency, at[1] * frequency, at[2] * frequency, repeat) * amplitude;
        max_value += amplitude;
        amplitude *= persistence;
        frequency *= 2.0;
    }
    total / max_value
}

/// Returns octaves over unshifted lattices, mapped from -1..1 to 0..1 as Biagioli does.
fn textbook(octaves: u32, gain: f64, period: u32) -> ScaleOffset {
    let source = with(Perlin::new().dimensions(3), |source| source.period = (period > 0).then_some(PerAxis::All(period)));
    ScaleOffset::of(Fbm::of(source).octaves(octaves).gain(gain).decorrelate(false), 0.5, 0.5)
}

/// Compares at points below `end`, on multiples of 2^-12, where his f64 coordinates are exact. His noise has no negative coordinates.
fn hold_to_octave_perlin(octaves: u32, gain: f64, repeat: u32, end: f64) {
    let mut random = Random::new(u64::from(octaves) << 8 | u64::from(repeat));
    let last = (end * 4096.0) as i64 - 1;
    let at: Vec<[f64; 3]> = (0..4000).map(|_| std::array::from_fn(|_| random.within(0, last) as f64 / 4096.0)).collect();
    let domain = Domain::Points(at.iter().map(|[x, y, z]| [*x, *y, *z, 0.0].map(Number::from)).collect());
    let program = lower(textbook(octaves, gain, repeat));
    with_levels(|level, sample| {
        for (value, at) in sample(&program, &domain).iter().zip(&at) {
            let expected = octave_perlin(*at, octaves, gain, repeat.into());
            let error = (f64::from(*value) - expected).abs();
            assert!(
                error <= TOLERANCE,
                "{octaves} octaves, gain {gain}, repeat {repeat}, {level} at {at:?}: {value} instead of {expected}"
            );
        }
    });
}

#[test]
fn textbook_fbm_is_biagiolis_octave_perlin() {
    for (octaves, gain) in [(1, 0.5), (2, 0.5), (4, 0.5), (6, 0.65), (8, 1.0), (5, 0.25)] {
        hold_to_octave_perlin(octaves, gain, 0, 700.0);
    }
}

/// His `repeat` counts the same number of cells in every octave: octave k repeats R / 2^k units apart. Our period belongs to the picture: octave k
/// has R * 2^k cells, so that all octaves repeat after R cells of the first. The two definitions agree
///
/// - in the first octave,
/// - for R = 256, the table's own period, in every octave,
/// - for any R in the part where neither of them has wrapped yet, x * 2^k < R - 1 in the last octave k.
///
/// Elsewhere his higher octaves repeat within the period, and ours don't; `each_octave_of_periodic_fbm_has_its_own_whole_number_of_cells` compares
/// them with our definition.
#[test]
fn periodic_fbm_is_biagiolis_repeat_where_the_definitions_coincide() {
    for repeat in [1, 2, 3, 7, 8, 100, 255, 256] {
        hold_to_octave_perlin(1, 0.5, repeat, 3.0 * f64::from(repeat));
    }
    for octaves in [2, 6] {
        hold_to_octave_perlin(octaves, 0.5, 256, 700.0);
    }
    for (octaves, repeat) in [(2_u32, 8_u32), (4, 100), (3, 255)] {
        hold_to_octave_perlin(octaves, 0.5, repeat, f64::from(repeat - 1) / f64::from(1 << (octaves - 1)));
    }
    let (beyond, program) = ([5.3, 6.1, 7.7], lower(textbook(2, 0.5, 8)));
    let value = common::cpu(&program, &Domain::Points(vec![[beyond[0], beyond[1], beyond[2], 0.0].map(Number::from)]))[0];
    assert!(
        (f64::from(value) - octave_perlin(beyond, 2, 0.5, 8)).abs() > 1e-3,
        "past R - 1 cells of the last octave the definitions differ"
    );
}

/// An fBm by its definition in f64. Octave k has the frequency f * l^k, or with a period of P cells P_k = round(P * l^k) cells and f * P_k / P. It is
/// shifted by `octave_offset`, if at all, and its weight is g^k over the sum of all.
struct Definition {
    table: [u8; 256],
    seed: Option<u64>,
    dimensions: usize,
    frequency: BigRational,
    lacunarity: BigRational,
    gain: f64,
    octaves: u32,
    periods: [i64; 4],
    decorrelate: bool,
}

impl Definition {
    fn value(&self, point: &[BigRational; 4]) -> f64 {
        let (mut sum, mut weights, mut weight) = (0.0, 0.0, 1.0);
        for k in 0..self.octaves {
            let scale = power(&self.lacunarity, k);
            let at = octave_at(point, self.dimensions, |axis| {
                let offset = if self.decorrelate { octave_offset(self.seed.unwrap_or(0), &[k], axis) } else { 0 };
                let offset = BigRational::new(offset.into(), BigInt::from(1_u64 << 32));
                let period = self.periods[axis];
                if period == 0 {
                    return (&self.frequency * &scale, offset, 0);
                }
                let cells = (&scale * BigInt::from(period) + BigRational::new(1.into(), 2.into())).floor();
                (&self.frequency * &cells / BigInt::from(period), offset, cells.to_integer().to_i64().unwrap())
            });
            sum += weight * noise(&self.table, &at);
            weights += weight;
            weight *= self.gain;
        }
        sum / weights
    }

    fn hold(&self, what: &str, count: usize) {
        let number = |ratio: &BigRational| Number::from(ratio.to_f64().unwrap());
        let period = PerAxis::Each(self.periods.iter().map(|&cells| cells as u32).collect());
        let source = Perlin::new().dimensions(self.dimensions as u8).hash(HashKind::Table).gradients(GradientSet::Improved);
        let source = with(source.frequency(number(&self.frequency)).period(period), |source| source.seed = self.seed);
        let fbm = Fbm::of(source).octaves(self.octaves).lacunarity(number(&self.lacunarity)).gain(self.gain).decorrelate(self.decorrelate);
        hold(what, fbm, count, |point| self.value(point));
    }
}

fn definition(lacunarity: (i64, i64), octaves: u32, periods: [i64; 4], decorrelate: bool) -> Definition {
    Definition {
        table: TABLE,
        seed: None,
        dimensions: 3,
        frequency: BigRational::new(77.into(), 100.into()),
        lacunarity: BigRational::new(lacunarity.0.into(), lacunarity.1.into()),
        gain: 0.5,
        octaves,
        periods,
        decorrelate,
    }
}

#[test]
fn decorrelated_fbm_is_the_sum_of_octaves_moved_by_their_offsets() {
    definition((2, 1), 6, [0; 4], true).hold("unseeded", 5000);
    let seeded = |seed| Definition { table: Permutation::new(Some(seed)).0, seed: Some(seed), ..definition((2, 1), 5, [0; 4], true) };
    seeded(0).hold("seed 0", 5000);
    seeded(u64::MAX).hold("the last seed", 5000);
    Definition { dimensions: 4, gain: 0.7, ..seeded(1) }.hold("4-D", 3000);
    Definition { dimensions: 1, gain: 0.7, ..seeded(2) }.hold("1-D", 5000);
}

#[test]
fn fbm_of_a_broken_lacunarity_is_the_sum_of_its_octaves() {
    definition((217, 100), 6, [0; 4], false).hold("lacunarity 2.17", 5000);
    definition((217, 100), 6, [0; 4], true).hold("lacunarity 2.17, decorrelated", 5000);
    definition((3, 10), 4, [0; 4], true).hold("lacunarity 0.3", 5000);
}

#[test]
fn each_octave_of_periodic_fbm_has_its_own_whole_number_of_cells() {
    definition((2, 1), 5, [8; 4], false).hold("lacunarity 2", 5000);
    definition((217, 100), 5, [8, 5, 3, 0], false).hold("lacunarity 2.17", 5000);
    definition((217, 100), 5, [8, 0, 1, 0], true).hold("lacunarity 2.17, decorrelated", 5000);
    definition((19, 10), 12, [255, 7, 256, 0], true).hold("12 octaves of lacunarity 1.9", 3000);
}

#[test]
fn a_grid_is_sampled_at_its_pixel_centres_by_the_definition() {
    let (width, height, depth) = (37_i64, 11_i64, 3_i64);
    let extent = |start: i64, length: i64, samples: i64| {
        let number = |tenths: i64| format!("{tenths}e-1").parse::<Number>().unwrap();
        Axis::extent(number(start), number(start + length), samples as u32)
    };
    let mut grid = Grid::plane(extent(-17, 93, width), extent(10_000_003, 41, height));
    grid.z = extent(-5, 7, depth);
    let (definition, domain) = (definition((217, 100), 3, [0; 4], true), Domain::from(grid));
    let centre = |start: i64, length: i64, samples: i64, index: i64| {
        BigRational::new(start.into(), 10.into()) + BigRational::new((length * (2 * index + 1)).into(), (20 * samples).into())
    };
    let fbm = Fbm::of(Perlin::new().frequency(0.77).dimensions(3)).octaves(3).lacunarity(2.17);
    with_levels(|level, sample| {
        for (index, value) in sample(&lower(fbm.clone()), &domain).iter().enumerate() {
            let index = index as i64;
            let (x, y, z) = (index % width, index / width % height, index / width / height);
            let point = [centre(-17, 93, width, x), centre(10_000_003, 41, height, y), centre(-5, 7, depth, z), whole(0)];
            let expected = definition.value(&point);
            assert!((f64::from(*value) - expected).abs() <= TOLERANCE, "{level} at {point:?}: {value} instead of {expected}");
        }
    });
}
