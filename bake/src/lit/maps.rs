//! The maps of a material in memory, each level half as wide as the one before.

use lacuna::recipe::Role;

use super::vector::{Vector, dot};

/// What a material is at a point: three numbers of colour or of a direction, and one beside them.
///
/// A texel is as long as a line of a processor's cache.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct Texel {
    pub(crate) albedo: Vector,
    pub(crate) roughness: f32,
    /// The normal: x along a row, y towards the next row, z out of the surface. The mean of several is shorter than 1.
    pub(crate) normal: Vector,
    pub(crate) metalness: f32,
    pub(crate) emission: Vector,
    pub(crate) ao: f32,
    pub(crate) opacity: f32,
    /// In widths of the map.
    pub(crate) height: f32,
}

impl Default for Texel {
    /// What a material without maps is.
    fn default() -> Self {
        Self {
            albedo: [0.5; 3],
            roughness: Role::Roughness.usual() as f32,
            normal: [0.0, 0.0, 1.0],
            metalness: 0.0,
            emission: [0.0; 3],
            ao: 1.0,
            opacity: 1.0,
            height: 0.0,
        }
    }
}

impl Texel {
    /// Adds another texel with a weight.
    fn add(&mut self, other: &Self, weight: f32) {
        for part in 0..3 {
            self.albedo[part] += other.albedo[part] * weight;
            self.normal[part] += other.normal[part] * weight;
            self.emission[part] += other.emission[part] * weight;
        }
        self.roughness += other.roughness * weight;
        self.metalness += other.metalness * weight;
        self.ao += other.ao * weight;
        self.opacity += other.opacity * weight;
        self.height += other.height * weight;
    }

    const ZERO: Self =
        Self { albedo: [0.0; 3], roughness: 0.0, normal: [0.0; 3], metalness: 0.0, emission: [0.0; 3], ao: 0.0, opacity: 0.0, height: 0.0 };
}

/// The maps at one size, in rows.
#[derive(Debug)]
struct Level {
    size: [usize; 2],
    texels: Vec<Texel>,
    /// The heights alone, from 0 to 1: rays read only these on their way.
    heights: Vec<f32>,
}

/// The maps of a material. They repeat in both directions.
#[derive(Debug)]
pub struct Maps {
    levels: Vec<Level>,
    /// The width of a map over its height, in units.
    pub(super) aspect: f32,
    /// The distance from the least to the greatest height, in widths of the map.
    pub(super) relief: f32,
}

/// Four places of a level with their weights.
type Corners = [(usize, f32); 4];

impl Level {
    /// Returns the nearest texels around a place, whose whole numbers are the corners of maps.
    fn corners(&self, place: [f32; 2]) -> Corners {
        let [width, height] = self.size;
        let along = |place: f32, count: usize| {
            let at = (place - libm::floorf(place)) * count as f32 - 0.5;
            let first = libm::floorf(at);
            // -1 is the last texel, as everything repeats.
            let before = if first < 0.0 { count - 1 } else { (first as usize).min(count - 1) };
            (before, if before + 1 == count { 0 } else { before + 1 }, at - first)
        };
        let (left, right, x) = along(place[0], width);
        let (above, below, y) = along(place[1], height);
        [
            (above * width + left, (1.0 - x) * (1.0 - y)),
            (above * width + right, x * (1.0 - y)),
            (below * width + left, (1.0 - x) * y),
            (below * width + right, x * y),
        ]
    }

    /// Returns the level of half the size: each texel is the mean of what it covers.
    fn half(&self) -> Self {
        let [width, height] = self.size.map(|count| (count / 2).max(1));
        let columns = covered(self.size[0], width);
        let mut texels = Vec::with_capacity(width * height);
        for rows in covered(self.size[1], height) {
            for columns in &columns {
                let mut mean = Texel::ZERO;
                for &(row, of_row) in &rows {
                    for &(column, of_column) in columns {
                        mean.add(&self.texels[row * self.size[0] + column], of_row * of_column);
                    }
                }
                texels.push(mean);
            }
        }
        Self { size: [width, height], heights: vec![], texels }
    }
}

/// Returns the texels that each of fewer texels covers, with their shares.
fn covered(count: usize, fewer: usize) -> Vec<Vec<(usize, f32)>> {
    let length = count as f32 / fewer as f32;
    let of = |number: usize| {
        let (start, end) = (number as f32 * length, (number + 1) as f32 * length);
        let shares = (start as usize..count).map(|at| (at, (end.min(at as f32 + 1.0) - start.max(at as f32)) / length));
        shares.take_while(|(_, share)| *share > 1e-6).collect()
    };
    (0..fewer).map(of).collect()
}

impl Maps {
    /// Returns the maps of texels in rows. There is at least one.
    pub(crate) fn new(size: [u32; 2], aspect: f32, texels: Vec<Texel>) -> Self {
        let (mut least, mut greatest) = (f32::INFINITY, f32::NEG_INFINITY);
        for texel in &texels {
            least = least.min(texel.height);
            greatest = greatest.max(texel.height);
        }
        let relief = greatest - least;
        let mut levels = vec![Level { size: size.map(|side| side as usize), texels, heights: vec![] }];
        while let Some(last) = levels.last().filter(|last| last.size != [1, 1]) {
            levels.push(last.half());
        }
        for level in &mut levels {
            let of = |texel: &Texel| if relief > 0.0 { (texel.height - least) / relief } else { 1.0 };
            level.heights = level.texels.iter().map(of).collect();
        }
        Self { levels, aspect, relief }
    }

    /// Returns the number of texels along x.
    pub(super) fn width(&self) -> f32 {
        self.levels[0].size[0] as f32
    }

    /// Returns the height at a place of a level, 0 to 1.
    pub(super) fn height(&self, place: [f32; 2], level: usize) -> f32 {
        let level = &self.levels[level.min(self.levels.len() - 1)];
        level.corners(place).iter().map(|&(at, weight)| level.heights[at] * weight).sum()
    }

    /// Returns the texel at a place, between two levels. Its normal has the length 1, and where it varies below what is seen the surface is rougher.
    pub(super) fn texel(&self, place: [f32; 2], level: f32) -> Texel {
        let last = self.levels.len() - 1;
        let level = level.clamp(0.0, last as f32);
        let first = level as usize;
        let between = level - first as f32;
        let mut found = Texel::ZERO;
        for (level, share) in [(first, 1.0 - between), ((first + 1).min(last), between)] {
            if share > 0.0 {
                let level = &self.levels[level];
                level.corners(place).iter().for_each(|&(at, weight)| found.add(&level.texels[at], weight * share));
            }
        }
        let length = libm::sqrtf(dot(found.normal, found.normal));
        if length < 1e-6 {
            found.normal = [0.0, 0.0, 1.0];
            return found;
        }
        // The normals' variance, per axis, is about what the mean lacks; it widens the distribution of microfacets (Tokuyoshi and Kaplanyan, "Improved
        // geometric specular antialiasing", 2019).
        let alpha = found.roughness * found.roughness;
        let wider = libm::sqrtf((alpha * alpha + 2.0 * (1.0 - length).max(0.0)).min(1.0));
        found.roughness = libm::sqrtf(wider);
        found.normal = found.normal.map(|part| part / length);
        found
    }
}
