//! Parity in a page: the library's catalogue on a browser's WebGPU, on the CPU engine as WebAssembly, and on the native one.
//!
//! The page compares the first two bit by bit. The native one does not run there: what it gives is compared by hashes, which the command `parity-page`
//! prints and the page tells.

#[cfg(target_arch = "wasm32")]
mod page;

use lacuna::parity::{Case, each_of_catalogue, each_of_covering};
use lacuna::{Cpu, Error};

/// All graphs of the catalogue, or those that cover it, with at least so many samples each.
///
/// # Errors
///
/// As [`each_of_catalogue`].
pub fn cases(samples: usize, is_all: bool) -> Box<dyn Iterator<Item = Result<Case, Error>>> {
    if is_all { Box::new(each_of_catalogue(samples)) } else { Box::new(each_of_covering(samples)) }
}

/// The samples of the CPU engine.
///
/// # Errors
///
/// As [`Cpu::sample`].
pub fn expected(case: &Case) -> Result<Vec<f32>, Error> {
    Cpu::new().sample(&case.program, &case.domain)
}

/// The hash of the bits of samples, as hexadecimal digits.
pub fn hash(samples: &[f32]) -> String {
    let mut hasher = blake3::Hasher::new();
    for sample in samples {
        hasher.update(&sample.to_le_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_tells_bits_apart_that_compare_as_equal() {
        assert_eq!(hash(&[0.0, 1.0]), hash(&[0.0, 1.0]));
        assert_ne!(hash(&[0.0, 1.0]), hash(&[-0.0, 1.0]));
        assert_ne!(hash(&[0.0, 1.0]), hash(&[1.0, 0.0]));
    }
}
