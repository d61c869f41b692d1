//! Every GPU gives the bits of the specification's test vectors.

use crate::common::{assert_same_bits, is_all, say};
use crate::export::{by_hlsl, hlsl_gpu};
use crate::gpus;
use crate::vectors::{place, vectors};

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

#[test]
fn a_module_in_hlsl_gives_the_bits_of_the_specification() {
    let gpus = gpus();
    let Some(gpu) = hlsl_gpu(&gpus) else { return };
    let functions = vectors(if is_all("most functions of the specification, as HLSL") { 1 } else { 8 });
    let mut compared = 0;
    for vector in &functions {
        let places: Vec<_> = vector.points.iter().filter_map(|point| place(point)).collect();
        let samples = by_hlsl(gpu, &vector.program, &places);
        let expected = vector.expected(|point| place(point).is_some());
        assert_same_bits(&vector.noise, &vector.kept(&samples), &expected);
        compared += samples.len();
    }
    say(&format!("{} functions of the specification as Hlsl on {}: {compared} samples, 0 differ", functions.len(), gpu.adapter()));
}
