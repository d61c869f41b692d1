//! The sets of vector instructions that a machine has, and code that is compiled for each.

use fearless_simd::Level;
#[cfg(target_arch = "x86_64")]
use fearless_simd::Simd;

/// Evaluates an expression that is compiled with the instructions of a vector type.
macro_rules! vectorized {
    ($simd:ident => $expression:expr) => {
        fearless_simd::Simd::vectorize(
            $simd,
            #[inline(always)]
            || $expression,
        )
    };
}
pub(crate) use vectorized;

/// Evaluates an expression with the instructions of a level. On x86, levels between SSE2 and AVX2 are not worth the additional code.
#[cfg(test)]
macro_rules! with_level {
    ($level:expr, $simd:ident => $expression:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            if let Some($simd) = $level.as_avx512() {
                crate::strict::level::vectorized!($simd => $expression)
            } else if let Some($simd) = $level.as_avx2() {
                crate::strict::level::vectorized!($simd => $expression)
            } else if let Some($simd) = $level.as_sse2() {
                crate::strict::level::vectorized!($simd => $expression)
            } else {
                unreachable!("every x86-64 machine has SSE2")
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            fearless_simd::dispatch!($level, $simd => $expression)
        }
    }};
}
#[cfg(test)]
pub(crate) use with_level;

/// Evaluates an expression with the instructions of a level if it has wide vectors, or is the only kind of its machine; otherwise another expression.
/// The whole engine uses it, which takes minutes to compile for each level: unit tests compile it for AVX2 only, and tests/levels.rs compares all
/// levels.
macro_rules! with_wide_level {
    ($level:expr, $simd:ident => $expression:expr, otherwise $otherwise:expr) => {{
        #[cfg(all(target_arch = "x86_64", not(without_vectors)))]
        {
            #[cfg(all(feature = "avx512", not(test)))]
            if let Some($simd) = $level.as_avx512() {
                return crate::strict::level::vectorized!($simd => $expression);
            }
            if let Some($simd) = $level.as_avx2() {
                return crate::strict::level::vectorized!($simd => $expression);
            }
        }
        #[cfg(all(target_arch = "aarch64", not(without_vectors)))]
        if let Some($simd) = $level.as_neon() {
            return crate::strict::level::vectorized!($simd => $expression);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(without_vectors)))]
        if let Some($simd) = $level.as_wasm_simd128() {
            return crate::strict::level::vectorized!($simd => $expression);
        }
        $otherwise
    }};
}
pub(crate) use with_wide_level;

/// A set of vector instructions that this machine has. The samples don't depend on it.
#[derive(Debug, Clone, Copy)]
pub struct VectorLevel(pub(crate) Level);

impl VectorLevel {
    /// Returns the levels of this machine, best first.
    pub fn all() -> Vec<Self> {
        let best = Level::new();
        #[cfg(all(target_arch = "x86_64", not(feature = "avx512")))]
        let best = best.as_avx2().map_or(best, Simd::level);
        let mut levels = vec![best];
        #[cfg(target_arch = "x86_64")]
        levels.extend([best.as_avx2().map(Simd::level), best.as_sse2().map(Simd::level)].into_iter().flatten());
        levels.dedup_by_key(|level| std::mem::discriminant(level));
        levels.into_iter().map(Self).collect()
    }
}

impl std::fmt::Display for VectorLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = format!("{:?}", self.0);
        f.write_str(&name[..name.find('(').unwrap_or(name.len())])
    }
}
