//! Every engine gives the same bits as the CPU engine, and the comparison that says so would notice if one did not.
//!
//! - `LACUNA_PARITY_SAMPLES`: samples a case, 2^14 without it; a quarter of that for each graph of the catalogue.
//! - `LACUNA_REQUIRE_GPU=1`: no adapter is a failure instead of a skip.
//! - `LACUNA_REQUIRE_ADAPTERS=vulkan,gl`: each part of the list must match an adapter that was compared.

mod engines;

use std::cell::RefCell;
use std::time::Instant;

use engines::{cpu, lower, samples_a_case, say, with_gpus};
use lacuna::gpu::SPIRV;
use lacuna::nodes::{Fbm, Perlin};
use lacuna::parity::{Case, Comparison, cases_of, compare, corpus, each_of_catalogue};
use lacuna::{Domain, DomainKind, Gpu, TargetKind, Tile, wgpu};

/// Cases with what the CPU engine makes of them.
fn with_expected(cases: impl IntoIterator<Item = Case>) -> Vec<(Case, Vec<f32>)> {
    let expected = |case: Case| {
        let samples = cpu(&case.program, &case.domain);
        (case, samples)
    };
    cases.into_iter().map(expected).collect()
}

/// Graphs of the catalogue, every so many of them.
fn catalogue(samples: usize, step: usize) -> impl Iterator<Item = Case> {
    each_of_catalogue(samples).step_by(step).map(|case| case.unwrap_or_else(|error| panic!("{error}")))
}

/// Holds a GPU to the samples of the CPU engine, looks at something else after each case, and gives what failed.
fn hold(gpu: &Gpu, cases: &[(Case, Vec<f32>)], look: impl Fn(&Case)) -> Vec<String> {
    let (mut all, mut seconds, mut failures) = (0, Vec::new(), Vec::new());
    for (case, expected) in cases {
        let start = Instant::now();
        let compared = gpu.sample(&case.program, &case.domain).and_then(|samples| compare(&samples, expected));
        seconds.push(start.elapsed().as_secs_f64());
        let problem = match compared {
            Ok(Comparison { samples, differing, max_abs }) => {
                all += samples;
                (differing > 0).then(|| format!("{differing} of {samples} samples differ, by up to {max_abs:e}"))
            }
            Err(error) => Some(error.to_string()),
        };
        failures.extend(problem.map(|problem| format!("{}, {}: {problem}", gpu.adapter(), case.name)));
        look(case);
    }
    seconds.sort_by(f64::total_cmp);
    let (median, failed) = (seconds[seconds.len() / 2], failures.len());
    say(&format!("{}: {} cases, {all} samples, {failed} cases differ; {median:.2} s a case", gpu.adapter(), cases.len()));
    failures
}

#[test]
fn g6_every_kernel_matches_the_cpu() {
    let cases = with_expected(corpus(samples_a_case()).unwrap());
    assert!(cases.iter().all(|(_, samples)| samples.iter().any(|sample| *sample != 0.0)), "a case is 0 everywhere, which shows nothing");
    let (adapters, failures) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    with_gpus(|gpu| {
        failures.borrow_mut().extend(hold(gpu, &cases, |_| {}));
        adapters.borrow_mut().push(gpu.adapter().clone());
    });
    let (adapters, failures) = (adapters.into_inner(), failures.into_inner());
    say(&format!("{} adapters compared with the CPU engine", adapters.len()));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let required = std::env::var("LACUNA_REQUIRE_ADAPTERS").unwrap_or_default();
    for text in required.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        let known: Vec<String> = adapters.iter().map(ToString::to_string).collect();
        assert!(adapters.iter().any(|adapter| adapter.matches(text)), "LACUNA_REQUIRE_ADAPTERS asks for `{text}`; there are {known:?}");
    }
}

#[test]
fn g6_every_graph_of_the_catalogue_matches_the_cpu() {
    // A quarter of the samples: there are hundreds of graphs, each of which is a kernel to compile. Slow drivers get a quarter of the graphs.
    let samples = samples_a_case() / 4;
    let step = if samples < 1 << 12 { 4 } else { 1 };
    let cases = with_expected(catalogue(samples, step));
    assert!(cases.len() >= 300 / step, "{} cases", cases.len());
    let failures = RefCell::new(Vec::new());
    with_gpus(|gpu| failures.borrow_mut().extend(hold(gpu, &cases, |_| {})));
    let failures = failures.into_inner();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn g6_every_kernel_that_is_given_as_spirv_matches_the_cpu() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    let opened = adapters.iter().map(|adapter| pollster::block_on(Gpu::request_with(adapter, SPIRV)));
    let gpus: Vec<Gpu> = opened.map(|gpu| gpu.unwrap_or_else(|error| panic!("{error}"))).collect();
    if gpus.is_empty() {
        assert!(!engines::is_set("LACUNA_REQUIRE_GPU"), "LACUNA_REQUIRE_GPU is set, and there is no adapter of Vulkan");
        return say("skipped: no adapter of Vulkan");
    }
    // The shaders are those of the other tests: only what becomes of them on the way to the driver is another.
    let cases = with_expected(corpus(samples_a_case() / 4).unwrap().into_iter().chain(catalogue(samples_a_case() / 4, 25)));
    for gpu in &gpus {
        let failures = hold(gpu, &cases, |case| {
            let kind = if matches!(case.domain, Domain::Points(_)) { DomainKind::Points } else { DomainKind::Grid };
            let kernel = gpu.cache().ready(&case.program, kind, TargetKind::Buffer).expect("it was compiled");
            assert!(kernel.is_spirv(), "{}, {}", gpu.adapter(), case.name);
        });
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

/// Lets every GPU evaluate the cases of one graph and hands on what it found, with what the CPU found.
fn with_results(test: impl Fn(&str, Vec<f32>, &[f32])) {
    let cases = cases_of("fbm", &Fbm::of(Perlin { dimensions: Some(3), ..Perlin::default() }).into(), 1000).unwrap();
    with_gpus(|gpu| {
        for case in &cases {
            let samples = gpu.sample(&case.program, &case.domain).unwrap();
            test(&format!("{}, {}", gpu.adapter(), case.name), samples, &cpu(&case.program, &case.domain));
        }
    });
}

fn differing(a: &[f32], b: &[f32]) -> usize {
    compare(a, b).unwrap().differing
}

#[test]
fn g7_the_comparator_notices_one_flipped_bit_in_any_place_of_a_gpus_result() {
    with_results(|what, good, expected| {
        assert_eq!(differing(&good, expected), 0, "{what}");
        for place in [0, 1, good.len() / 2, good.len() - 1] {
            for bit in [0, 22, 31] {
                let mut bad = good.clone();
                bad[place] = f32::from_bits(bad[place].to_bits() ^ (1 << bit));
                assert_eq!(differing(&bad, expected), 1, "{what}, bit {bit} of sample {place}");
            }
        }
    });
}

#[test]
fn g7_the_comparator_notices_swapped_rows_and_samples() {
    with_results(|what, good, expected| {
        let other = (1..good.len()).find(|&place| good[place] != good[0]).unwrap();
        let mut swapped = good.clone();
        swapped.swap(0, other);
        assert_eq!(differing(&swapped, expected), 2, "{what}");
        let mut rotated = good.clone();
        rotated.rotate_left(1);
        assert!(differing(&rotated, expected) > good.len() / 2, "{what}");
    });
}

#[test]
fn g7_the_comparator_notices_zeroed_and_unwritten_samples() {
    with_results(|what, good, expected| {
        let zeros = expected.iter().filter(|sample| **sample == 0.0).count();
        assert_eq!(differing(&vec![0.0; good.len()], expected), good.len() - zeros, "{what}");
        assert_eq!(differing(&vec![f32::NAN; good.len()], expected), good.len(), "{what}");
        assert!(compare(&good[1..], expected).is_err() && compare(&[], &[]).is_err(), "{what}");
    });
}

#[test]
fn g7_a_tile_that_was_never_evaluated_differs_in_each_of_its_samples() {
    let case = cases_of("perlin", &Perlin { dimensions: Some(3), ..Perlin::default() }.into(), 1000).unwrap().swap_remove(0);
    let expected = cpu(&case.program, &case.domain);
    let [width, height, _] = case.domain.size();
    with_gpus(|gpu| {
        let mut samples = vec![f32::NAN; expected.len()];
        let written = Tile { origin: [0; 3], size: [width, height - 2, 1] };
        gpu.evaluate(&case.program, &case.domain, written, &mut samples[..written.samples()]).unwrap();
        assert_eq!(differing(&samples, &expected), 2 * width as usize, "{}", gpu.adapter());
    });
}

#[test]
fn g7_the_gpus_result_comes_from_the_gpu() {
    // Without its device there must be no result: an engine that fell back to the CPU would agree with it forever.
    let program = lower(Perlin { dimensions: Some(3), ..Perlin::default() });
    let domain = Domain::Points(vec![[0.3.into(); 4]; 5]);
    with_gpus(|lent| {
        let own = Gpu::new(Some(&lent.adapter().to_string())).unwrap();
        assert_eq!(own.sample(&program, &domain).unwrap(), cpu(&program, &domain));
        own.device().destroy();
        let error = own.sample(&program, &domain).expect_err("a destroyed device evaluates nothing").to_string();
        assert!(!error.is_empty(), "{}", own.adapter());
    });
}

#[test]
fn g7_another_program_differs() {
    let cases = |seed| cases_of("perlin", &Perlin { seed: Some(seed), dimensions: Some(3), ..Perlin::default() }.into(), 1000).unwrap();
    with_gpus(|gpu| {
        for (case, other) in cases(1).iter().zip(cases(2)) {
            let samples = gpu.sample(&other.program, &other.domain).unwrap();
            assert!(differing(&samples, &cpu(&case.program, &case.domain)) > 500, "{}, {}", gpu.adapter(), case.name);
        }
    });
}
