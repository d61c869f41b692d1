//! The reflection of light by a surface: a diffuse and a specular part.
//!
//! The specular part is that of microfacets: the distribution of Trowbridge and Reitz (GGX), the height-correlated masking of Smith (Heitz, "Understanding the
//! masking-shadowing function in microfacet-based BRDFs", 2014) and Fresnel's factor by Schlick (1994). Light that is reflected several times between
//! microfacets is added as by Fdez-Agüera, "A multiple-scattering microfacet model for real-time image-based lighting", 2019, so that a white surface
//! reflects all light that arrives. The diffuse part is Lambert's law for the light that the specular part leaves.

use std::sync::LazyLock;

use super::vector::{Vector, dot, plus, scaled, unit};

/// The share of light that a dielectric reflects at a right angle.
const DIELECTRIC: f32 = 0.04;
/// The least width of the distribution of microfacets, so that no highlight is narrower than a pixel.
const LEAST_ALPHA: f32 = 2e-3;
/// The same for a light that is a point, whose image a mirror would not show otherwise.
const LEAST_OF_A_LIGHT: f32 = 0.02;
/// The entries of the table of reflected shares along each side, and the directions over which each is integrated.
const SIDE: usize = 24;
const DIRECTIONS: u32 = 1024;

/// The cosine of the flattest view in the table.
const LEAST_COSINE: f32 = 0.01;

/// The shares of even light that a rough mirror reflects once, by the cosine of the angle of view and by roughness: a factor of the reflectance at a right
/// angle, and a rest.
#[derive(Debug)]
pub(super) struct Shares(Vec<[f32; 2]>);

/// What a surface reflects at a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surface {
    /// The diffuse and the specular reflectance at a right angle.
    diffuse: Vector,
    specular: Vector,
    alpha: f32,
    /// The shares of even light that are reflected once and that are reflected several times.
    once: Vector,
    again: Vector,
    /// The share that a white mirror of this roughness reflects once.
    of_white: f32,
}

/// Returns Schlick's factor: the share of the way from the reflectance at a right angle to 1.
fn grazing(cosine: f32) -> f32 {
    let rest = (1.0 - cosine).clamp(0.0, 1.0);
    let square = rest * rest;
    square * square * rest
}

/// Returns the density of microfacets whose normals have this cosine to the surface's.
fn distribution(cosine: f32, alpha: f32) -> f32 {
    let square = alpha * alpha;
    let below = cosine * cosine * (square - 1.0) + 1.0;
    square / (std::f32::consts::PI * below * below)
}

/// Returns the share of microfacets that both directions see, over four times the product of their cosines.
fn visibility(to_light: f32, to_eye: f32, alpha: f32) -> f32 {
    let square = alpha * alpha;
    let root = |cosine: f32| libm::sqrtf(cosine * cosine * (1.0 - square) + square);
    0.5 / (to_light * root(to_eye) + to_eye * root(to_light)).max(1e-7)
}

/// Returns the width of the distribution of microfacets of a roughness.
pub(super) fn alpha_of(roughness: f32) -> f32 {
    (roughness * roughness).max(LEAST_ALPHA)
}

impl Shares {
    /// Returns the table, which is integrated once.
    pub(super) fn all() -> &'static Self {
        static ALL: LazyLock<Shares> = LazyLock::new(Shares::new);
        &ALL
    }

    /// Integrates all entries, over normals of microfacets that are as frequent as the distribution says.
    fn new() -> Self {
        let at = |number: usize| number as f32 / (SIDE - 1) as f32;
        let entry = |number: usize| integral(at(number % SIDE).max(LEAST_COSINE), alpha_of(at(number / SIDE)));
        Self((0..SIDE * SIDE).map(entry).collect())
    }

    /// Returns the factor and the rest, between the nearest entries.
    fn at(&self, cosine: f32, roughness: f32) -> [f32; 2] {
        let place = |value: f32| value.clamp(0.0, 1.0) * (SIDE - 1) as f32;
        let (x, y) = (place(cosine), place(roughness));
        let (left, above) = ((x as usize).min(SIDE - 2), (y as usize).min(SIDE - 2));
        let (right, below) = (x - left as f32, y - above as f32);
        let of = |part: usize| {
            let row = |row: usize| {
                let [a, b] = [left, left + 1].map(|column| self.0[row * SIDE + column][part]);
                a + (b - a) * right
            };
            row(above) + (row(above + 1) - row(above)) * below
        };
        [of(0), of(1)]
    }
}

/// Returns the factor and the rest of the light that is reflected once towards an eye at this cosine.
fn integral(cosine: f32, alpha: f32) -> [f32; 2] {
    let eye = [libm::sqrtf(1.0 - cosine * cosine), 0.0, cosine];
    let mut sums = [0.0_f64; 2];
    for number in 0..DIRECTIONS {
        // Hammersley's points: even along one side, and the mirrored digits of the number along the other.
        let share = (number as f32 + 0.5) / DIRECTIONS as f32;
        let turn = 2.0 * std::f32::consts::PI * (number.reverse_bits() as f32 / (1_u64 << 32) as f32);
        let height = libm::sqrtf((1.0 - share) / (1.0 + (alpha * alpha - 1.0) * share));
        let radius = libm::sqrtf((1.0 - height * height).max(0.0));
        let half = [radius * libm::cosf(turn), radius * libm::sinf(turn), height];
        let to_half = dot(eye, half);
        let light = 2.0 * to_half * height - cosine;
        if light > 0.0 && to_half > 0.0 {
            let weight = f64::from(4.0 * visibility(light, cosine, alpha) * light * to_half / height);
            let more = f64::from(grazing(to_half));
            sums[0] += weight * (1.0 - more);
            sums[1] += weight * more;
        }
    }
    let [factor, rest] = sums.map(|sum| (sum / f64::from(DIRECTIONS)) as f32);
    // Whatever the error of the sum, no more is reflected than arrives.
    let most = (factor + rest).max(1.0);
    [factor / most, rest / most]
}

impl Surface {
    /// Returns what a surface reflects towards an eye, `cosine` from its normal.
    pub(super) fn new(shares: &Shares, albedo: Vector, metalness: f32, roughness: f32, cosine: f32) -> Self {
        let specular = albedo.map(|part| DIELECTRIC + (part - DIELECTRIC) * metalness);
        let [factor, rest] = shares.at(cosine, roughness);
        let of_white = factor + rest;
        let once = specular.map(|part| part * factor + rest);
        let again = std::array::from_fn(|part| {
            let mean = specular[part] + (1.0 - specular[part]) / 21.0;
            (1.0 - of_white) * once[part] * mean / (1.0 - mean * (1.0 - of_white))
        });
        let diffuse = std::array::from_fn(|part| albedo[part] * (1.0 - metalness) * (1.0 - once[part] - again[part]));
        Self { diffuse, specular, alpha: alpha_of(roughness), once, again, of_white }
    }

    /// Returns the light that is reflected to the eye of light that arrives from everywhere: `even` is its mean around the normal, `mirrored` that around the
    /// mirrored direction.
    pub(super) fn of_surroundings(&self, even: Vector, mirrored: Vector) -> Vector {
        std::array::from_fn(|part| even[part] * (self.diffuse[part] + self.again[part]) + mirrored[part] * self.once[part])
    }

    /// Returns the light that is reflected to the eye of a light that gives 1 at a right angle.
    pub(super) fn of_light(&self, normal: Vector, to_eye: Vector, to_light: Vector) -> Vector {
        let [light, eye] = [dot(normal, to_light), dot(normal, to_eye).max(1e-3)];
        if light <= 0.0 {
            return [0.0; 3];
        }
        let half = unit(plus(to_light, to_eye));
        let alpha = self.alpha.max(LEAST_OF_A_LIGHT);
        let facets = distribution(dot(normal, half).clamp(0.0, 1.0), alpha) * visibility(light, eye, alpha);
        let more = grazing(dot(to_eye, half));
        let reflected = std::array::from_fn(|part| {
            let fresnel = self.specular[part] + (1.0 - self.specular[part]) * more;
            let with_more = 1.0 + self.specular[part] * (1.0 / self.of_white.max(1e-3) - 1.0);
            self.diffuse[part] / std::f32::consts::PI + facets * fresnel * with_more
        });
        scaled(reflected, light)
    }
}
