//! Every GPU gives the bits of the specification's test vectors.

use crate::common::{assert_same_bits, is_all, say};
use crate::gpus;
use crate::vectors::vectors;

#[test]
fn a_gpu_gives_the_bits_of_the_specification() {
    let of_others = if is_all("most functions of the specification on other GPUs than the first") { 1 } else { 8 };
    for (number, gpu) in gpus().iter().enumerate() {
        let functions = vectors(if number == 0 { 1 } else { of_others });
        let mut compared = 0;
        for vector in &functions {
            let samples = gpu.sample(&vector.program, &vector.domain()).unwrap_or_else(|error| panic!("{}: {error}", vector.noise));
            let expected = vector.expected(|_| true);
            assert_same_bits(&format!("{} on {}", vector.noise, gpu.adapter()), &vector.kept(&samples), &expected);
            compared += expected.len();
            gpu.cache().evict(&vector.program);
        }
        say(&format!("{} functions of the specification on {}: {compared} samples, 0 differ", functions.len(), gpu.adapter()));
    }
}
