//! Parity in a page: the library's catalogue on a browser's WebGPU, on the CPU engine as WebAssembly, and on the native one.
//!
//! The page compares the first two bit by bit. The native engine does not run there: its samples are compared by hashes, which the command
//! `parity-page` and the page both print.

#[cfg(target_arch = "wasm32")]
mod page;

use lacuna::internal::parity::{Case, each_of_catalogue, each_of_covering};
use lacuna::{Cpu, Error};

/// Returns all graphs of the catalogue, or a subset that covers it, with at least `samples` samples each.
///
/// # Errors
///
/// The errors of [`each_of_catalogue`].
pub fn cases(samples: usize, is_all: bool) -> Box<dyn Iterator<Item = Result<Case, Error>>> {
    if is_all { Box::new(each_of_catalogue(samples)) } else { Box::new(each_of_covering(samples)) }
}

/// Returns the samples of the CPU engine.
///
/// # Errors
///
/// The errors of [`Cpu::sample`].
pub fn expected(case: &Case) -> Result<Vec<f32>, Error> {
    Cpu::new().sample(&case.program, &case.domain)
}

/// Returns the hash of the bits of samples, as hexadecimal digits.
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
