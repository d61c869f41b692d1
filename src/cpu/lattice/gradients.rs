//! Lattice points of gradient noise. Each picks its gradient's components from vectors, by the low four bits of a hash.

use std::num::Wrapping;

use fearless_simd::{Simd, f32x16};

use crate::program::{Basis, BasisFunction};
use crate::strict::by_hand::rounded;
use crate::strict::lanes::{Block, LANES, load, pick, words};
use crate::strict::lattice::{eased, eased_slope, unit};
use crate::strict::list::bases;
use crate::strict::perlin::{PerlinCorner, flipped, perlin_blend, perlin_blend_slope};
use crate::strict::real::Lanes as _;
use crate::strict::*;

/// The components along x, y and z: computed once, loaded where they are used.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Gradients([Block; 3]);

/// The function for the gradients of a basis whose corners pick from vectors.
macro_rules! gradients_of {
    ($set:ident () $file:ident) => {
        None
    };
    ($set:ident ($corner:ident $stages:ident options($($option:ident)*) coordinates($($coordinate:ident)+) gradients() slope($($slope:ident)?)) $file:ident) => {
        None
    };
    ($set:ident ($corner:ident $stages:ident options($($option:ident)*) coordinates($($coordinate:ident)+) gradients($gradients:ident) slope($($slope:ident)?)) $file:ident) => {
        Some(Self::new(|hash, axis| $file::$gradients($set, hash, axis)))
    };
}

impl Gradients {
    /// Returns the gradients of a basis in two or three dimensions, if it has any.
    pub(in crate::cpu) fn of(basis: Basis) -> Option<Self> {
        let set = basis.option("gradients");
        macro_rules! any {
            ($(
                $variant:ident $file:ident $name:ident
                options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
                slope($($slope:ident)?) corner($($corner:tt)*),
            )*) => {
                match basis.function {
                    $(BasisFunction::$variant => gradients_of!(set ($($corner)*) $file),)*
                }
            };
        }
        bases!(any)
    }

    fn new(component: impl Fn(Wrapping<u32>, u32) -> f32) -> Self {
        Self(std::array::from_fn(|axis| std::array::from_fn(|hash| component(Wrapping(hash as u32), axis as u32))))
    }

    /// Loads the gradients for two dimensions.
    #[inline(always)]
    pub(in crate::cpu) fn in_plane<S: Simd>(&self, simd: S) -> Plane<S> {
        Plane { x: load(simd, &self.0[0]), y: load(simd, &self.0[1]) }
    }

    /// Loads the gradients for three dimensions, at a fraction of z.
    #[inline(always)]
    pub(in crate::cpu) fn between<S: Simd>(&self, simd: S, z: Wrapping<u32>, interpolation: u32) -> Planes<S> {
        let along_z = load(simd, &self.0[2]);
        let f = unit(z);
        Planes {
            plane: self.in_plane(simd),
            along_z,
            below: flipped(along_z, along_z.real(f)),
            above: flipped(along_z, along_z.real(rounded(f - 1.0))),
            t: along_z.real(eased(interpolation, f)),
            dt: along_z.real(eased_slope(interpolation, f)),
        }
    }
}

/// The vectors from which corners in two dimensions pick.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Plane<S: Simd> {
    x: f32x16<S>,
    y: f32x16<S>,
}

impl<S: Simd> Plane<S> {
    /// Returns the corners at sixteen hashes.
    #[inline(always)]
    pub(in crate::cpu) fn corner(&self, simd: S, hashes: &[u8; LANES]) -> PerlinCorner<f32x16<S>> {
        let hashes = words(simd, hashes);
        // Adding -0 changes no value, while adding 0 would change -0. Only signs of zeros can differ, and a canonical sample has no negative zero.
        PerlinCorner { c: self.x.real(-0.0), gx: pick(simd, self.x, hashes), gy: pick(simd, self.y, hashes) }
    }
}

/// The vectors from which corners in three dimensions pick, at the lattice planes below and above a z, with the fade of z and its derivative.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Planes<S: Simd> {
    plane: Plane<S>,
    along_z: f32x16<S>,
    below: f32x16<S>,
    above: f32x16<S>,
    t: f32x16<S>,
    dt: f32x16<S>,
}

impl<S: Simd> Planes<S> {
    /// Returns the corners at sixteen hashes in each plane.
    #[inline(always)]
    pub(in crate::cpu) fn corner(&self, simd: S, lower: &[u8; LANES], upper: &[u8; LANES]) -> PerlinCorner<f32x16<S>> {
        let lower = PerlinCorner { c: pick(simd, self.below, words(simd, lower)), ..self.plane.corner(simd, lower) };
        let upper = PerlinCorner { c: pick(simd, self.above, words(simd, upper)), ..self.plane.corner(simd, upper) };
        perlin_blend(self.t, lower, upper)
    }

    /// Returns the derivatives of the corners along z.
    #[inline(always)]
    pub(in crate::cpu) fn corner_derivative(&self, simd: S, lower: &[u8; LANES], upper: &[u8; LANES]) -> PerlinCorner<f32x16<S>> {
        let (l, u) = (self.plane.corner(simd, lower), self.plane.corner(simd, upper));
        let (lower, upper) = (words(simd, lower), words(simd, upper));
        perlin_blend_slope(
            self.t,
            self.dt,
            PerlinCorner { c: pick(simd, self.below, lower), ..l },
            PerlinCorner { c: pick(simd, self.above, upper), ..u },
            pick(simd, self.along_z, lower),
            pick(simd, self.along_z, upper),
        )
    }
}
