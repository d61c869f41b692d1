//! Every GPU gives the same bits as the CPU engine, and the comparison would notice if one did not.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use lacuna::gpu::{AdapterChoice, Renderer, Speed};
use lacuna::graph::{NODE_KINDS, NodeKind};
use lacuna::internal::parity::{Case, Comparison, cases_of, compare, corpus, each_of_catalogue, each_of_covering, each_of_pairing};
use lacuna::nodes::{Fbm, Perlin};
use lacuna::{
    Axis, Cpu, Domain, DomainKind, Error, Gpu, GpuOptions, Graph, Grid, Input, NodeExt as _, Program, TargetKind, Tile, recipe, wgpu,
};

use crate::common::{assert_same_bits, cpu, is_all, is_set, lower, say, skipped};
use crate::expressions::{NODES, Random, expression};
use crate::scenes::{rendered, scenes, whole};
use crate::{again, gpus, presets};

/// Returns the samples per case of the corpus. A graph of the catalogue has a quarter of them: there are hundreds, each of which is a kernel to compile.
fn samples_a_case() -> usize {
    match std::env::var("LACUNA_PARITY_SAMPLES") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("LACUNA_PARITY_SAMPLES={text} is no number of samples")),
        Err(_) => 1 << 14,
    }
}

/// How many adapters a case is compared on, in the order of `gpus()`.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    /// On every adapter.
    All,
    /// On the first one, and on the second one if everything is tested. SwiftShader takes up to 5 GB to compile a preset and more than 20 for the catalogue, and
    /// frees nothing.
    Two,
}

/// A case, and its samples by the CPU engine.
struct Known {
    case: Case,
    reach: Reach,
    expected: Vec<f32>,
}

impl Known {
    fn new(case: Case, reach: Reach) -> Self {
        let expected = cpu(&case.program, &case.domain);
        Self { case, reach, expected }
    }
}

static CATALOGUE: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let samples = samples_a_case() / 4;
    let names = |cases: &mut dyn Iterator<Item = lacuna::Result<Case>>| -> BTreeSet<String> {
        cases.map(|case| case.expect("a legal graph").name).collect()
    };
    let listed = |names: &mut dyn Iterator<Item = &String>| names.map(String::as_str).collect::<Vec<_>>().join("; ");
    let covering = names(&mut each_of_covering(samples));
    let pairing = names(&mut each_of_pairing(samples));
    say(&format!("the covering subset of the catalogue: {}", listed(&mut covering.iter())));
    let is_all = is_all("the whole catalogue on the first adapter");
    say(&format!("what the first adapter is compared over beyond it: {}", listed(&mut pairing.difference(&covering))));
    let all = each_of_catalogue(samples).map(|case| case.expect("a legal graph"));
    let all = all.filter(|case| is_all || covering.contains(&case.name) || pairing.contains(&case.name));
    let known = |case: Case| {
        let reach = if covering.contains(&case.name) { Reach::All } else { Reach::Two };
        Known::new(case, reach)
    };
    let all: Vec<Known> = all.map(known).collect();
    assert!(all.len() >= 150 && all.iter().filter(|known| known.reach == Reach::All).count() > 50, "{} graphs", all.len());
    all
});

/// The corpus and grids of many spacings, which share few kernels, and presets.
static OTHERS: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let every = if is_all("most presets on a GPU") { 1 } else { 3 };
    let presets = presets::graphs().step_by(every).map(|(name, graph)| {
        let plane = Grid::plane(Axis::extent(0, 16, 96), Axis::extent(0, 16, 96));
        Case { name: name.to_owned(), program: lower(graph), domain: Grid { z: Axis::Constant(0.3.into()), ..plane }.into() }
    });
    let corpus: Vec<Known> = corpus(samples_a_case()).expect("legal graphs").into_iter().map(|case| Known::new(case, Reach::All)).collect();
    let is_flat = |known: &&Known| known.expected.iter().all(|sample| *sample == 0.0);
    assert_eq!(corpus.iter().find(is_flat).map(|known| &known.case.name), None, "0 everywhere shows nothing");
    let spacings = spacings().into_iter().map(|case| Known::new(case, Reach::All));
    corpus.into_iter().chain(spacings).chain(presets.map(|case| Known::new(case, Reach::Two))).collect()
});

/// Returns random expressions as recipes read them. Their nodes written out have the same samples on the CPU (`tests/written.rs`).
fn expressions() -> Vec<Case> {
    let mut random = Random(77);
    let drawn = std::iter::repeat_with(|| expression(&mut random, 8).0).filter(|text| (200..1000).contains(&text.len()));
    let recipes = drawn.map(|text| {
        let recipe = recipe::read(&format!("version = 2\noutput = \"o\"\n{NODES}nodes.o = {text:?}\n"));
        (text, recipe.and_then(|recipe| recipe.graph()).expect("a recipe"))
    });
    let programs = recipes.filter_map(|(text, graph)| Some((text, Program::new(graph).ok()?)));
    let domain = Domain::from(Grid::plane(Axis::extent(-3, 5, 512), Axis::extent(2, 9, 256)));
    programs.take(8).map(|(name, program)| Case { name, program, domain: domain.clone() }).collect()
}

/// Returns Perlin noise and its octaves over grids from 64 pixels a cell to 16 cells a pixel, near the origin and far from it, with periods and without.
fn spacings() -> Vec<Case> {
    let mut cases = Vec::new();
    for (start, length, samples) in [(-1_i64, 2, 128), (-3, 10, 100), (999_999, 1000, 200), (-1_000_000_000, 512, 32), (-7, 1, 320)] {
        let plane = Grid::plane(Axis::extent(start, start + length, samples), Axis::extent(-0.6, 0.2, 4));
        let domain = Domain::from(Grid { z: Axis::Constant(0.7.into()), w: (-5.3).into(), ..plane });
        for dimensions in 1..=4 {
            for period in [0_u32, 3] {
                let perlin = || Perlin::new().dimensions(dimensions).period(period).seed(6);
                for (name, program) in [("perlin", lower(perlin())), ("fbm", lower(Fbm::of(perlin()).octaves(5)))] {
                    let name = format!("{name} {dimensions}-D of the period {period}, {length} cells from {start} in {samples} pixels");
                    cases.push(Case { name, program, domain: domain.clone() });
                }
            }
        }
    }
    cases
}

/// Compares a GPU with the samples of the CPU engine, calls `look` after each case, and returns the failures.
fn hold<'a>(what: &str, gpu: &Gpu, all: impl Iterator<Item = &'a Known>, look: impl Fn(&Case)) -> Vec<String> {
    let (mut cases, mut samples, mut failures) = (0, 0, Vec::new());
    let mut all = all.peekable();
    while let Some(Known { case, expected, .. }) = all.next() {
        cases += 1;
        let compared = gpu.sample(&case.program, &case.domain).and_then(|samples| compare(&samples, expected));
        let problem = match compared {
            Ok(Comparison { samples: more, differing, max_abs }) => {
                samples += more;
                (differing > 0).then(|| format!("{differing} of {more} samples differ, by up to {max_abs:e}"))
            }
            Err(error) => Some(error.to_string()),
        };
        failures.extend(problem.map(|problem| format!("{}, {}: {problem}", gpu.adapter(), case.name)));
        look(case);
        // A driver may keep half a gigabyte of a kernel.
        if all.peek().is_none_or(|next| next.case.program.structure() != case.program.structure()) {
            gpu.cache().evict(&case.program);
        }
    }
    say(&format!("{what} on {}: {cases} cases, {samples} samples, {} cases differ", gpu.adapter(), failures.len()));
    failures
}

/// Compares every GPU with the samples of the CPU engine, each over the cases that reach it.
fn hold_all(what: &str, all: &[&Known]) {
    let is_all = is_all(&format!("all of {what} on every other adapter than the first"));
    let hold = |(number, gpu): (usize, &Gpu)| {
        let is_reached = |known: &&Known| match known.reach {
            Reach::All => true,
            Reach::Two => number == 0 || number == 1 && is_all,
        };
        hold(what, gpu, all.iter().copied().filter(is_reached), |_| {})
    };
    let failures: Vec<String> = gpus().iter().enumerate().flat_map(hold).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns the part of the catalogue of a case: bases, fractals of them, and all else, among it random graphs.
fn part(case: &Case) -> usize {
    let is_basis = |kind: &&NodeKind| kind.is_basis && case.name.split([' ', ',']).any(|word| word == kind.name);
    match NODE_KINDS.iter().any(|kind| is_basis(&kind)) {
        true if case.name.contains(" of ") => 1,
        true => 0,
        false => 2,
    }
}

fn hold_part(what: &str, number: usize) {
    let known: Vec<&Known> = CATALOGUE.iter().filter(|known| part(&known.case) == number).collect();
    assert!(known.len() > 20, "{what}: {} graphs", known.len());
    hold_all(what, &known);
}

#[test]
fn every_basis_of_the_catalogue_matches_the_cpu() {
    hold_part("the bases of the catalogue", 0);
}

#[test]
fn every_fractal_of_the_catalogue_matches_the_cpu() {
    hold_part("the fractals of the catalogue", 1);
}

#[test]
fn every_other_graph_of_the_catalogue_matches_the_cpu() {
    hold_part("the other graphs of the catalogue", 2);
}

#[test]
fn the_corpus_and_presets_and_grids_of_every_spacing_match_the_cpu() {
    hold_all("the corpus, spacings and presets", &OTHERS.iter().collect::<Vec<_>>());
}

#[test]
fn random_expressions_of_recipes_match_the_cpu() {
    let all: Vec<Known> = expressions().into_iter().map(|case| Known::new(case, Reach::Two)).collect();
    hold_all("expressions", &all.iter().collect::<Vec<_>>());
}

#[test]
fn every_kernel_that_vulkan_is_given_as_wgsl_matches_the_cpu() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    // The shaders are those of the other tests; only their form on the way to the driver differs.
    let is_all = is_all("WGSL on every other adapter of Vulkan, and of the corpus");
    let gpus = gpus();
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    let options =
        |adapter| GpuOptions::default().adapter(AdapterChoice::Of(adapter)).features(wgpu::Features::empty()).speed(Speed::Throughput);
    let opened = adapters.iter().map(|adapter| Gpu::open(&options(adapter)));
    let mut opened: Vec<Gpu> = opened.map(|gpu| gpu.unwrap_or_else(|error| panic!("{error}"))).collect();
    opened.sort_by_key(|gpu| gpus.iter().position(|other| other.adapter() == gpu.adapter()));
    opened.truncate(if is_all { opened.len() } else { 1 });
    if opened.is_empty() {
        assert!(!is_set("LACUNA_REQUIRE_GPU"), "LACUNA_REQUIRE_GPU is set, and there is no adapter of Vulkan");
        return skipped("no adapter of Vulkan");
    }
    let is_spirv = |gpu: &Gpu, case: &Case| {
        let kind = if matches!(case.domain, Domain::Points(_)) { DomainKind::Points } else { DomainKind::Grid };
        gpu.cache().kernel_for(&case.program, kind, TargetKind::Buffer, Speed::Throughput).expect("a kernel").is_spirv()
    };
    for gpu in &opened {
        // A device of our own accepts SPIR-V by default.
        let own = gpus.iter().find(|own| own.adapter() == gpu.adapter()).expect("it opened before");
        assert!(is_spirv(own, &CATALOGUE[0].case), "{}", gpu.adapter());
        let all = CATALOGUE.iter().chain(OTHERS.iter().filter(|_| is_all)).filter(|known| known.reach == Reach::All);
        let failures = hold("WGSL", gpu, all, |case| assert!(!is_spirv(gpu, case), "{}, {}", gpu.adapter(), case.name));
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

#[test]
fn views_have_the_bits_of_the_cpu() {
    let scenes = scenes();
    let expected: Vec<_> = scenes.iter().map(|(_, scene)| rendered(scene, whole(scene.size()))).collect();
    for gpu in gpus().iter() {
        let renderer = Renderer::new(gpu).expect("the kernel");
        for ((name, scene), expected) in scenes.iter().zip(&expected) {
            let tile = whole(scene.size());
            let mut pixels = vec![f32::NAN; 3 * tile.samples()];
            renderer.stage(scene).and_then(|stage| stage.render(tile, &mut pixels)).unwrap_or_else(|error| panic!("{error}"));
            assert_same_bits(&format!("{name}, {}", gpu.adapter()), &pixels, expected);
        }
    }
}

#[test]
fn every_tile_of_a_plane_and_of_a_volume_matches_the_cpu() {
    let perlin = || Perlin::new().dimensions(3).frequency(1.3).period([7_u32, 0, 3]).seed(3);
    let hills = || Fbm::of(perlin()).octaves(4).lacunarity(2.17);
    let three = Graph::of_channels(["hills", "steep", "noise"])
        .node("noise", perlin())
        .node("hills", hills())
        .node("steep", Input::from("hills").slope().add("noise"));
    let plane = Grid::plane(Axis::extent(-3.7, 19.6, 333), Axis::extent(1_000_000_000.1, 1_000_000_017.3, 71));
    let volume = Grid { x: Axis::extent(-3.7, 0.4, 41), z: Axis::extent(-0.7, 2, 9), ..plane };
    for (program, grid) in [(lower(hills()), plane), (lower(hills()), volume), (lower(three), volume)] {
        let domain = Domain::from(grid);
        for gpu in gpus().iter() {
            for tile in domain.whole().cut([101, 33, 4]) {
                let mut samples = [(); 2].map(|()| vec![f32::NAN; tile.samples() * program.channels()]);
                let [found, expected] = &mut samples;
                gpu.evaluate(&program, &domain, tile, found).unwrap();
                Cpu::new().evaluate(&program, &domain, tile, expected).unwrap();
                assert_same_bits(&format!("{tile:?} on {}", gpu.adapter()), found, expected);
            }
        }
    }
}

#[test]
fn domains_that_make_no_sense_are_the_errors_of_the_cpu() {
    let program = lower(Perlin::new().dimensions(3));
    let good = Grid::plane(Axis::extent(0, 1, 4), Axis::extent(0, 1, 4));
    let long = Axis::extent(0, 1, i32::MAX as u32);
    for domain in [
        Domain::from(Grid { x: Axis::extent(f64::NAN, 1, 4), ..good }),
        Grid { x: Axis::extent(0, 1, 0), ..good }.into(),
        Grid { x: long, y: long, ..good }.into(),
        Grid { x: Axis::extent(0, 1e12, 4), ..good }.into(),
        Domain::Points(vec![]),
    ] {
        let expected = Cpu::new().sample(&program, &domain).expect_err("it makes no sense");
        for gpu in gpus().iter() {
            assert_eq!(gpu.sample(&program, &domain), Err(expected.clone()), "{}", gpu.adapter());
        }
    }
}

/// Evaluates the cases of one graph on every GPU, and passes the samples on, with those of the CPU.
fn with_results(test: impl Fn(&str, Vec<f32>, &[f32])) {
    let cases = cases_of("fbm", &Fbm::of(Perlin::new().dimensions(3)).into(), 1000).unwrap();
    for gpu in gpus().iter() {
        for case in &cases {
            let samples = gpu.sample(&case.program, &case.domain).unwrap();
            test(&format!("{}, {}", gpu.adapter(), case.name), samples, &cpu(&case.program, &case.domain));
        }
    }
}

fn differing(a: &[f32], b: &[f32]) -> usize {
    compare(a, b).unwrap().differing
}

#[test]
fn the_comparator_notices_one_flipped_bit_in_any_place_of_a_gpus_result() {
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
fn the_comparator_notices_swapped_rows_and_samples() {
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
fn the_comparator_notices_zeroed_and_unwritten_samples() {
    with_results(|what, good, expected| {
        let zeros = expected.iter().filter(|sample| **sample == 0.0).count();
        assert_eq!(differing(&vec![0.0; good.len()], expected), good.len() - zeros, "{what}");
        assert_eq!(differing(&vec![f32::NAN; good.len()], expected), good.len(), "{what}");
        assert!(compare(&good[1..], expected).is_err() && compare(&[], &[]).is_err(), "{what}");
    });
}

#[test]
fn a_tile_that_was_never_evaluated_differs_in_each_of_its_samples() {
    let case = cases_of("perlin", &Perlin::new().dimensions(3).into(), 1000).unwrap().swap_remove(0);
    let expected = cpu(&case.program, &case.domain);
    let [width, height, _] = case.domain.size();
    for gpu in gpus().iter() {
        let mut samples = vec![f32::NAN; expected.len()];
        let written = Tile { origin: [0; 3], size: [width, height - 2, 1] };
        gpu.evaluate(&case.program, &case.domain, written, &mut samples[..written.samples()]).unwrap();
        assert_eq!(differing(&samples, &expected), 2 * width as usize, "{}", gpu.adapter());
    }
}

#[test]
fn the_gpus_result_comes_from_the_gpu() {
    // Without its device there must be no result: an engine that fell back to the CPU would agree with it for ever.
    let program = lower(Perlin::new().dimensions(3));
    let domain = Domain::Points(vec![[0.3.into(); 4]; 5]);
    for lent in gpus().iter() {
        let own = again(lent, GpuOptions::default());
        assert_eq!(own.sample(&program, &domain).unwrap(), cpu(&program, &domain));
        own.device().destroy();
        let error = own.sample(&program, &domain).expect_err("a destroyed device evaluates nothing");
        assert!(matches!(error, Error::DeviceLost(_)), "{}: {error:?}", own.adapter());
    }
}

#[test]
fn another_program_differs() {
    let cases = |seed| cases_of("perlin", &Perlin::new().seed(seed).dimensions(3).into(), 1000).unwrap();
    for gpu in gpus().iter() {
        for (case, other) in cases(1).iter().zip(cases(2)) {
            let samples = gpu.sample(&other.program, &other.domain).unwrap();
            assert!(differing(&samples, &cpu(&case.program, &case.domain)) > 500, "{}, {}", gpu.adapter(), case.name);
        }
    }
}
