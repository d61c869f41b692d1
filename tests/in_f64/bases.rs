//! The bases, in f64.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use lacuna::{CellularOutput, GradientSet, HashKind, Interpolation, Metric, Node, Number, PerAxis, ValueInterpolation};

use super::Pieces;
use super::published::TABLE;

/// SplitMix64 (Steele, Lea and Flood 2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let a = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let b = (a ^ a >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        b ^ b >> 31
    }
}

/// What is random about a lattice point, as `lacuna::permutation` and `shaders/hash.wgsl` document it.
enum Hash {
    Table(Box<[u8; 256]>),
    Lattice([u32; 2]),
}

const PRIMES: [u32; 4] = [0xdb4f_0b91, 0xbbe0_5633, 0xa0f2_ec75, 0x89e1_8285];

impl Hash {
    fn new(kind: HashKind, seed: Option<u64>) -> Self {
        match (kind, seed) {
            (HashKind::Lattice, seed) => Self::Lattice([seed.unwrap_or(0) as u32, (seed.unwrap_or(0) >> 32) as u32]),
            (HashKind::Table, None) => Self::Table(Box::new(TABLE)),
            (HashKind::Table, Some(seed)) => {
                let mut random = SplitMix(seed);
                let mut table: [u8; 256] = std::array::from_fn(|place| place as u8);
                for last in (1..256_usize).rev() {
                    table.swap(last, ((u128::from(random.next()) * (last as u128 + 1)) >> 64) as usize);
                }
                Self::Table(Box::new(table))
            }
        }
    }

    fn mixed(key: [u32; 2], word: u32) -> u32 {
        let mut h = word ^ key[0];
        h = (h ^ h >> 16).wrapping_mul(0x7feb_352d) ^ key[1];
        h = (h ^ h >> 15).wrapping_mul(0x846c_a68b);
        h ^ h >> 16
    }

    fn of<const N: usize>(&self, cells: &[i64; 4]) -> u32 {
        match self {
            Self::Table(table) => {
                let place = |hash: u32, cell: i64| u32::from(table[(i64::from(hash) + cell) as usize & 255]);
                let hash = place(place(place(0, cells[0]), cells[1]), cells[2]);
                if N == 4 { place(hash, cells[3]) } else { hash }
            }
            Self::Lattice(key) => {
                let part = |axis: usize| (cells[axis] as u32).wrapping_mul(PRIMES[axis]);
                Self::mixed(*key, part(0) ^ part(1) ^ part(2) ^ part(3))
            }
        }
    }

    /// Another number of the same lattice point.
    fn more(&self, point: u32, number: u32) -> u32 {
        match self {
            Self::Table(table) => table[(point.wrapping_add(number) & 255) as usize].into(),
            Self::Lattice(key) => Self::mixed(*key, point.wrapping_add(number.wrapping_mul(PRIMES[0]))),
        }
    }

    /// From -1 to 1.
    fn value(&self, point: u32) -> f64 {
        match self {
            Self::Table(_) => f64::from(2 * point + 1) / 256.0 - 1.0,
            Self::Lattice(_) => f64::from(point >> 8) / 8_388_608.0 - 1.0,
        }
    }
}

enum Kind {
    Perlin { classic: bool, fade: Interpolation },
    Value { interpolation: ValueInterpolation, smoothed: bool },
    Simplex,
    Cellular { metric: Metric, output: CellularOutput, jitter: f64, near: Vec<(f64, [i64; 3])> },
    White,
    Checker,
}

/// A basis over its lattice.
pub(super) struct Lattice {
    kind: Kind,
    hash: Hash,
    dimensions: usize,
    frequency: f64,
    offset: [f64; 4],
    period: [f64; 4],
    seed: Option<u64>,
}

/// A sample in its cell.
struct Cell {
    cell: [i64; 4],
    fraction: [f64; 4],
    period: [i64; 4],
}

impl Cell {
    /// The lattice point so many cells on; 0 on the axes that are missing.
    #[inline(always)]
    fn point<const N: usize>(&self, steps: [i64; 4]) -> [i64; 4] {
        let mut point = [0; 4];
        for axis in 0..N {
            let cell = self.cell[axis] + steps[axis];
            point[axis] = if self.period[axis] == 0 { cell } else { cell.rem_euclid(self.period[axis]) };
        }
        point
    }
}

impl Lattice {
    pub(super) fn of(node: &Node) -> Option<Self> {
        macro_rules! lattice {
            ($node:expr, $hash:expr, $seed:expr, $period:expr, $kind:expr) => {{
                let period: Option<&PerAxis<u32>> = $period;
                Some(Self {
                    kind: $kind,
                    hash: Hash::new($hash, $seed),
                    dimensions: usize::from($node.dimensions.unwrap_or(3)),
                    frequency: $node.frequency.to_f64(),
                    offset: std::array::from_fn(|axis| {
                        $node.offset.as_ref().and_then(|offset| offset.get(axis)).map_or(0.0, Number::to_f64)
                    }),
                    period: std::array::from_fn(|axis| period.and_then(|period| period.get(axis)).map_or(0.0, f64::from)),
                    seed: $seed,
                })
            }};
        }
        match node {
            Node::Perlin(node) => {
                let kind = Kind::Perlin { classic: node.gradients == GradientSet::Classic, fade: node.fade };
                lattice!(node, node.hash, node.seed, node.period.as_ref(), kind)
            }
            Node::Value(node) => {
                let kind = Kind::Value { interpolation: node.interpolation, smoothed: node.smoothed };
                lattice!(node, node.hash, node.seed, node.period.as_ref(), kind)
            }
            Node::Simplex(node) => lattice!(node, node.hash, node.seed, node.period.as_ref(), Kind::Simplex),
            Node::Cellular(node) => {
                let near = cells_around(node.metric, usize::from(node.dimensions.unwrap_or(3)));
                let kind = Kind::Cellular { metric: node.metric, output: node.output, jitter: node.jitter.to_f64(), near };
                lattice!(node, node.hash, node.seed, node.period.as_ref(), kind)
            }
            Node::White(node) => lattice!(node, node.hash, node.seed, node.period.as_ref(), Kind::White),
            Node::Checker(node) => lattice!(node, HashKind::Lattice, None, None, Kind::Checker),
            _ => None,
        }
    }

    /// The noise at a point, in the octaves around it, whose lacunarities to their powers give a product.
    pub(super) fn value(&self, point: &[f64; 4], octaves: &[u32], scale: f64, is_floored: bool, pieces: &mut Pieces) -> f64 {
        let n = self.dimensions;
        let mut period = [0; 4];
        let mut units: [f64; 4] = std::array::from_fn(|axis| {
            if axis >= n || self.period[axis] == 0.0 {
                return point[axis] * self.frequency;
            }
            // An octave has the nearest whole number of cells in a period.
            let cells = (self.period[axis] * scale + 0.5).floor();
            period[axis] = cells as i64;
            point[axis] * self.frequency * cells / self.period[axis] / scale
        });
        if let Kind::Simplex = self.kind
            && n > 1
        {
            let skew = ((n as f64 + 1.0).sqrt() - 1.0) / n as f64 * units[..n].iter().sum::<f64>();
            units[..n].iter_mut().for_each(|unit| *unit += skew);
        }
        let mut at = Cell { cell: [0; 4], fraction: [0.0; 4], period };
        for (axis, unit) in units.iter().enumerate().take(n) {
            let shifted = unit + self.offset[axis] + octave_offset(self.seed, octaves, axis);
            let below = shifted.floor();
            at.cell[axis] = below as i64;
            at.fraction[axis] = shifted - below;
            if is_floored {
                // A thousandth of a unit more, lest f64 falls short of a multiple that the exact position is.
                at.fraction[axis] = (at.fraction[axis] * 16_777_216.0 + 1e-3).floor() / 16_777_216.0;
            }
        }
        let has_kinks = match self.kind {
            Kind::Perlin { fade, .. } => fade == Interpolation::Linear,
            Kind::Value { interpolation, .. } => interpolation == ValueInterpolation::Linear,
            Kind::White | Kind::Checker => true,
            Kind::Simplex | Kind::Cellular { .. } => false,
        };
        if has_kinks {
            for axis in 0..n {
                pieces.note(at.cell[axis]);
                pieces.is_near |= at.fraction[axis].min(1.0 - at.fraction[axis]) < 1e-6;
            }
        }
        match n {
            1 => self.within::<1>(&at, pieces),
            2 => self.within::<2>(&at, pieces),
            3 => self.within::<3>(&at, pieces),
            _ => self.within::<4>(&at, pieces),
        }
    }

    fn within<const N: usize>(&self, at: &Cell, pieces: &mut Pieces) -> f64 {
        match &self.kind {
            Kind::Perlin { classic, fade } => self.perlin::<N>(*classic, *fade, at),
            Kind::Value { interpolation, smoothed } => self.value_noise::<N>(*interpolation, *smoothed, at),
            Kind::Simplex => self.simplex::<N>(at),
            Kind::Cellular { metric, output, jitter, near } => self.cellular::<N>(*metric, *output, *jitter, near, at, pieces),
            Kind::White => self.hash.value(self.hash.of::<N>(&at.point::<N>([0; 4]))),
            Kind::Checker => 1.0 - 2.0 * (at.cell[..N].iter().sum::<i64>() & 1) as f64,
        }
    }

    fn perlin<const N: usize>(&self, classic: bool, fade: Interpolation, at: &Cell) -> f64 {
        let weights: [f64; N] = std::array::from_fn(|axis| eased(fade, at.fraction[axis]));
        let mut sum = 0.0;
        for corner in 0..1_usize << N {
            let steps = steps_to::<N>(corner);
            let hash = self.hash.of::<N>(&at.point::<N>(steps));
            let gradient = if classic { classic_gradient(hash) } else { gradient(hash, N) };
            // In fewer than three dimensions the coordinates that are missing are 0.
            let dot: f64 = (0..N).map(|axis| gradient[axis] * (at.fraction[axis] - steps[axis] as f64)).sum();
            sum += blend_weight(&weights, &steps) * dot;
        }
        sum
    }

    fn lattice_value<const N: usize>(&self, smoothed: bool, at: &Cell, steps: [i64; 4]) -> f64 {
        if !smoothed {
            return self.hash.value(self.hash.of::<N>(&at.point::<N>(steps)));
        }
        let mut sum = 0.0;
        for neighbour in 0..3_i64.pow(N as u32) {
            let aside: [i64; 4] = std::array::from_fn(|axis| neighbour / 3_i64.pow(axis as u32) % 3 - 1);
            let weight: f64 = aside[..N].iter().map(|aside| if *aside == 0 { 0.5 } else { 0.25 }).product();
            let steps: [i64; 4] = std::array::from_fn(|axis| steps[axis] + aside[axis]);
            sum += weight * self.lattice_value::<N>(false, at, steps);
        }
        sum
    }

    fn value_noise<const N: usize>(&self, interpolation: ValueInterpolation, smoothed: bool, at: &Cell) -> f64 {
        if interpolation == ValueInterpolation::CatmullRom {
            let weights = at.fraction.map(|t| {
                let (t2, t3) = (t * t, t * t * t);
                [-t + 2.0 * t2 - t3, 2.0 - 5.0 * t2 + 3.0 * t3, t + 4.0 * t2 - 3.0 * t3, t3 - t2].map(|weight| weight / 2.0)
            });
            let mut sum = 0.0;
            for point in 0..4_usize.pow(N as u32) {
                let place: [usize; 4] = std::array::from_fn(|axis| point / 4_usize.pow(axis as u32) % 4);
                let weight: f64 = (0..N).map(|axis| weights[axis][place[axis]]).product();
                sum += weight * self.lattice_value::<N>(smoothed, at, place.map(|place| place as i64 - 1));
            }
            return sum;
        }
        let fade = match interpolation {
            ValueInterpolation::Linear => Interpolation::Linear,
            ValueInterpolation::Cosine => Interpolation::Cosine,
            ValueInterpolation::Cubic => Interpolation::Cubic,
            _ => Interpolation::Quintic,
        };
        let weights: [f64; N] = std::array::from_fn(|axis| eased(fade, at.fraction[axis]));
        let corners = (0..1_usize << N).map(steps_to::<N>);
        corners.map(|steps| blend_weight(&weights, &steps) * self.lattice_value::<N>(smoothed, at, steps)).sum()
    }

    /// Perlin 2001, with the radius 1/2 that keeps every vertex within the simplices around it. All corners of the cell are summed: of those that are no
    /// vertices of the sample's simplex none is near enough to add anything.
    fn simplex<const N: usize>(&self, at: &Cell) -> f64 {
        let unskew = if N == 1 { 0.0 } else { (1.0 - 1.0 / (N as f64 + 1.0).sqrt()) / N as f64 };
        let mut sum = 0.0;
        for corner in 0..1_usize << N {
            let steps = steps_to::<N>(corner);
            let skewed: [f64; N] = std::array::from_fn(|axis| at.fraction[axis] - steps[axis] as f64);
            let total: f64 = skewed.iter().sum();
            let from = skewed.map(|part| part - unskew * total);
            let left = 0.5 - from.iter().map(|part| part * part).sum::<f64>();
            if left > 0.0 {
                let gradient = simplex_gradient(self.hash.of::<N>(&at.point::<N>(steps)), N);
                let squared = left * left;
                sum += squared * squared * from.iter().zip(gradient).map(|(from, along)| from * along).sum::<f64>();
            }
        }
        // What takes the largest value to 1.
        [108.734_18, 99.204_34, 76.880_75, 62.777_73][N - 1] * sum
    }

    /// Worley 1996: the distances of all feature points up to three cells away, from the nearest cells on until the others are out of reach.
    fn cellular<const N: usize>(
        &self,
        metric: Metric,
        output: CellularOutput,
        jitter: f64,
        near: &[(f64, [i64; 3])],
        at: &Cell,
        pieces: &mut Pieces,
    ) -> f64 {
        let length = |way: &[f64; 3]| match metric {
            Metric::Manhattan => way.iter().map(|part| part.abs()).sum(),
            Metric::Chebyshev => way.iter().fold(0.0, |most: f64, part| most.max(part.abs())),
            Metric::Euclidean | Metric::Squared => way.iter().map(|part| part * part).sum::<f64>(),
        };
        let nothing = (f64::INFINITY, [0.0; 3], 0, [0_i64; 3]);
        let (mut first, mut second, mut third) = (nothing, nothing, f64::INFINITY);
        for (gap, steps) in near {
            if *gap > third {
                break;
            }
            let point = self.hash.of::<N>(&at.point::<N>([steps[0], steps[1], steps[2], 0]));
            let bits = match &self.hash {
                Hash::Table(_) => [point, self.hash.more(point, 1), self.hash.more(point, 2)].map(|byte| byte * 256 + 128),
                Hash::Lattice(_) => [point & 0xffff, point >> 16, point.wrapping_mul(PRIMES[2]) >> 16],
            };
            let mut way = [0.0; 3];
            for axis in 0..N {
                way[axis] = steps[axis] as f64 + 0.5 + jitter * ((f64::from(bits[axis]) + 0.5) / 65_536.0 - 0.5) - at.fraction[axis];
            }
            let found = (length(&way), way, point, *steps);
            if found.0 < first.0 {
                (first, second, third) = (found, first, second.0);
            } else if found.0 < second.0 {
                (second, third) = (found, second.0);
            } else if found.0 < third {
                third = found.0;
            }
        }
        let mut corners = |(_, way, _, steps): (f64, [f64; 3], u32, [i64; 3])| {
            // Which feature point it is, of which cell; and where its distance has corners, on which side.
            (0..N).for_each(|axis| pieces.note(at.cell[axis] + steps[axis]));
            match metric {
                Metric::Manhattan => way[..N].iter().for_each(|part| pieces.border(*part, 0.0)),
                Metric::Chebyshev => {
                    for axis in 0..N {
                        pieces.border(way[axis], 0.0);
                        way[..axis].iter().for_each(|other| pieces.border(way[axis].abs(), other.abs()));
                    }
                }
                Metric::Euclidean => pieces.is_near |= way.iter().map(|part| part * part).sum::<f64>() < 1e-6,
                Metric::Squared => {}
            }
        };
        if output != CellularOutput::F2 {
            corners(first);
        }
        if output == CellularOutput::F2 || output == CellularOutput::F2MinusF1 {
            corners(second);
        }
        pieces.is_near |= second.0 - first.0 < 4e-6 || third - second.0 < 4e-6;
        let distance = |squared: f64| if metric == Metric::Euclidean { squared.sqrt() } else { squared };
        match output {
            CellularOutput::F1 => distance(first.0),
            CellularOutput::F2 => distance(second.0),
            CellularOutput::F2MinusF1 => distance(second.0) - distance(first.0),
            CellularOutput::CellValue => self.hash.value(self.hash.more(first.2, 3)),
        }
    }
}

/// The cells up to three away, each with what a feature point in it is away at least, by that.
fn cells_around(metric: Metric, dimensions: usize) -> Vec<(f64, [i64; 3])> {
    let mut cells: Vec<(f64, [i64; 3])> = (0..7_i64.pow(dimensions as u32))
        .map(|number| {
            let steps: [i64; 3] = std::array::from_fn(|axis| if axis < dimensions { number / 7_i64.pow(axis as u32) % 7 - 3 } else { 0 });
            let gaps = steps.map(|step| (step.abs() - 1).max(0) as f64);
            let gap = match metric {
                Metric::Manhattan => gaps.iter().sum(),
                Metric::Chebyshev => gaps.iter().fold(0.0, |most: f64, gap| most.max(*gap)),
                Metric::Euclidean | Metric::Squared => gaps.iter().map(|gap| gap * gap).sum(),
            };
            (gap, steps)
        })
        .collect();
    cells.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    cells
}

/// The steps to a corner of a cell.
#[inline(always)]
fn steps_to<const N: usize>(corner: usize) -> [i64; 4] {
    std::array::from_fn(|axis| if axis < N { (corner >> axis & 1) as i64 } else { 0 })
}

#[inline(always)]
fn blend_weight<const N: usize>(weights: &[f64; N], steps: &[i64; 4]) -> f64 {
    (0..N).map(|axis| if steps[axis] == 1 { weights[axis] } else { 1.0 - weights[axis] }).product()
}

/// What moves an octave along an axis, in cells, as `lacuna::permutation::octave_offset` documents it.
fn octave_offset(seed: Option<u64>, octaves: &[u32], axis: usize) -> f64 {
    if octaves.iter().all(|octave| *octave == 0) {
        return 0.0;
    }
    let mut state = seed.unwrap_or(0x6C61_6375_6E61);
    for number in octaves.iter().copied().chain([axis as u32]) {
        state = SplitMix(state).next().wrapping_add(number.into());
    }
    (SplitMix(state).next() >> 24) as f64 / 4_294_967_296.0
}

fn eased(interpolation: Interpolation, t: f64) -> f64 {
    match interpolation {
        Interpolation::Linear => t,
        Interpolation::Cosine => (1.0 - (PI * t).cos()) / 2.0,
        Interpolation::Cubic => t * t * (3.0 - 2.0 * t),
        Interpolation::Quintic => t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
    }
}

/// One of the edges of a cube, as `grad` of the 2002 implementation chooses it, or in four dimensions of a hypercube (Gustavson, "noise1234", 2003).
fn gradient(hash: u32, dimensions: usize) -> [f64; 4] {
    let mut gradient = [0.0; 4];
    let mut add = |axis: usize, minus: u32| gradient[axis] += if hash & minus == 0 { 1.0 } else { -1.0 };
    if dimensions == 4 {
        let h = hash & 31;
        add(usize::from(h >= 24), 1);
        add(if h < 16 { 1 } else { 2 }, 2);
        add(if h < 8 { 2 } else { 3 }, 4);
    } else {
        let h = hash & 15;
        add(usize::from(h >= 8), 1);
        add(
            if h < 4 {
                1
            } else if h == 12 || h == 14 {
                0
            } else {
                2
            },
            2,
        );
    }
    gradient
}

/// Eight unit vectors, each 45 degrees on.
fn classic_gradient(hash: u32) -> [f64; 4] {
    let s = FRAC_1_SQRT_2;
    let [x, y] = [[1.0, 0.0], [s, s], [0.0, 1.0], [-s, s], [-1.0, 0.0], [-s, -s], [0.0, -1.0], [s, -s]][(hash & 7) as usize];
    [x, y, 0.0, 0.0]
}

/// In one dimension eight slopes of either sign, in two sixteen directions around the circle, in more those of Perlin noise.
fn simplex_gradient(hash: u32, dimensions: usize) -> [f64; 4] {
    let sign = |bit: u32| if hash & bit == 0 { 1.0 } else { -1.0 };
    match dimensions {
        1 => [sign(8) * f64::from((hash & 7) + 1) / 8.0, 0.0, 0.0, 0.0],
        2 => {
            let (sine, cosine) = ((f64::from(hash & 3) + 0.5) * PI / 8.0).sin_cos();
            [sign(4) * cosine, sign(8) * sine, 0.0, 0.0]
        }
        _ => gradient(hash, dimensions),
    }
}
