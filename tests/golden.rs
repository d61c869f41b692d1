//! The bits of everything, the same in every version: changing one is a breaking change, and has to be listed as one.
//!
//! A dozen programs are in this file, each with a hash of all samples and four single samples, as f32 bits. If a row fails, the test prints the table
//! as it would have to be. Everything else has a hash in `golden/hashes.txt`: the catalogue, the corpus, presets, views and texels. The CPU engine is
//! compared with all of them at every vector level; `gpu/parity.rs` compares GPUs with the CPU engine. `LACUNA_WRITE_GOLDEN=1` writes the file again.

#![cfg(feature = "recipe")]

mod common;
#[path = "common/presets.rs"]
mod presets;
#[path = "common/scenes.rs"]
mod scenes;

use std::collections::BTreeMap;

use common::{Random, is_set, lower, with_levels};
use lacuna::cpu::VectorLevel;
use lacuna::graph::{Group, NODE_KINDS, NodeKind};
use lacuna::internal::parity::{Case, catalogue_graphs, corpus, each_of_catalogue};
use lacuna::nodes::{Fbm, GradientSet, HashKind, Perlin, ScaleOffset};
use lacuna::{Axis, Cpu, Domain, Graph, Grid, Input, Node, Number, Program, TexelFormat};

/// Name, hash, and the samples of the first pixel, one of the second slice, the first point and the last.
#[rustfmt::skip]
const GOLDEN: &[(&str, u64, [u32; 4])] = &[
    ("perlin 1-D", 0xb385e0d67964c5e4, [0x00000000, 0xbdb92e33, 0x3e05384a, 0xbe937036]),
    ("perlin 2-D", 0xbeaec6c50a7b42fa, [0xbe0494c3, 0x3db92e33, 0x3d3c31fc, 0xbe182356]),
    ("perlin 3-D", 0xbeaf39ef523ed738, [0xbe1e7089, 0xbcebf84a, 0x3cd5bc18, 0x3e45c385]),
    ("perlin 4-D", 0xc74abc8108657db3, [0xbe2e976a, 0x3ecfc0b4, 0x3eabec00, 0xbe80e944]),
    ("seed 0", 0x1f2f6bd98410131d, [0xbf000786, 0x3e5ff2d7, 0x3ee452c6, 0x3dc323fb]),
    ("the last seed", 0x6f3b7216dc9f0d9e, [0x3e22fea2, 0x3eab7af6, 0xbeab1bc4, 0x3eb05084]),
    ("frequency, offset and periods", 0x5349ffdd5e3d40c0, [0x3e6cb8c4, 0xbe0a36dc, 0x3e51b3b0, 0xbbd70680]),
    ("fbm as it comes", 0xc714a510950d7847, [0xbdb0c0af, 0xbc90c63a, 0xbbc04b4c, 0x3e56895b]),
    ("textbook fbm", 0x1db5b32419965d43, [0xbde73663, 0x3d841f89, 0xbe356394, 0x3e063c23]),
    ("fbm of lacunarity 2.17 with seed and periods", 0xc2eebf69be8c1678, [0x3e385bdb, 0xbd8a6bb6, 0x3ea488c3, 0x3e921405]),
    ("fbm of fbm", 0xb63a7e577143b5a3, [0xbe723715, 0x3d9811e1, 0x3db5b7b7, 0xbd5e7a95]),
    ("scaled fbm of weights, 4-D", 0xa103ae60a23854ce, [0xe076effa, 0x604a4ef4, 0x6101a605, 0x60f9c66b]),
];

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

fn graphs() -> Vec<(&'static str, Graph)> {
    let perlin = |dimensions| Perlin::new().dimensions(dimensions).hash(HashKind::Table).gradients(GradientSet::Improved);
    let space = || Perlin::new().dimensions(3);
    let periods = [8, 5, 3];
    let nested = Fbm::of(perlin(2)).octaves(2).lacunarity(3);
    let weighted = Fbm::of(perlin(4)).weights(["1", "-0.5", "3"].map(number)).normalize(false);
    vec![
        ("perlin 1-D", perlin(1).into()),
        ("perlin 2-D", perlin(2).into()),
        ("perlin 3-D", perlin(3).into()),
        ("perlin 4-D", perlin(4).into()),
        ("seed 0", perlin(3).seed(0).into()),
        ("the last seed", perlin(3).seed(u64::MAX).into()),
        ("frequency, offset and periods", perlin(3).frequency(number("0.77")).offset([number("0.3"), (-5).into()]).period(periods).into()),
        ("fbm as it comes", Fbm::of(space()).into()),
        ("textbook fbm", Fbm::of(space()).octaves(4).gain(number("0.65")).decorrelate(false).into()),
        (
            "fbm of lacunarity 2.17 with seed and periods",
            Fbm::of(space().seed(7).hash(HashKind::Table).period(periods)).octaves(12).lacunarity(number("2.17")).into(),
        ),
        ("fbm of fbm", Fbm::of(nested).octaves(3).lacunarity(number("1.9")).into()),
        ("scaled fbm of weights, 4-D", ScaleOffset::of(weighted, number("1e20"), number("0.1")).into()),
    ]
}

/// Returns a grid and points. 300 pixels are more than a chunk of the CPU engine, and no multiple of any vector; y lies 10^9 units away.
fn domains() -> [Domain; 2] {
    let axis = |start: &str, end: &str, samples| Axis::extent(number(start), number(end), samples);
    let mut grid = Grid::plane(axis("-3.7", "19.6", 300), axis("999999998.9", "1000000003.1", 5));
    grid.z = axis("-0.4", "0.5", 2);
    grid.w = number("7.9");
    let mut random = Random::new(2002);
    let mut coordinate = || number(&format!("{}e-6", random.within(-2_000_000_000_000, 2_000_000_000_000)));
    [grid.into(), Domain::Points((0..300).map(|_| std::array::from_fn(|_| coordinate())).collect())]
}

/// Returns the FNV-1a hash of 64 bits (Fowler, Noll and Vo).
fn fnv_of_bytes(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// Returns the same hash of the little-endian bytes of samples.
fn fnv(samples: &[f32]) -> u64 {
    fnv_of_bytes(samples.iter().flat_map(|sample| sample.to_bits().to_le_bytes()))
}

#[test]
fn every_vector_level_gives_the_golden_bits() {
    let (graphs, domains) = (graphs(), domains());
    with_levels(|level, sample| {
        let found: Vec<(&str, u64, [u32; 4])> = graphs
            .iter()
            .map(|(name, graph)| {
                let program = lower(graph.clone());
                let [grid, points] = domains.each_ref().map(|domain| sample(&program, domain));
                let few = [grid[0], grid[grid.len() / 2 + 777], points[0], points[points.len() - 1]].map(f32::to_bits);
                (*name, fnv(&[grid, points].concat()), few)
            })
            .collect();
        let table: String = found
            .iter()
            .map(|(name, hash, few)| {
                let few = few.map(|bits| format!("{bits:#010x}")).join(", ");
                format!("    ({name:?}, {hash:#018x}, [{few}]),\n")
            })
            .collect();
        let wrong: Vec<&str> = found.iter().filter(|row| !GOLDEN.contains(row)).map(|(name, ..)| *name).collect();
        assert!(found == GOLDEN, "{level} has other bits than the golden ones in {wrong:?}; its table:\n{table}");
    });
}

/// Samples of each graph of the catalogue and of the corpus: enough for whole vectors, remainders and several rows.
const SAMPLES: usize = 1 << 12;

/// Entries by their names, each with its hash.
type Hashes = Vec<(String, u64)>;

/// Returns the entries of the catalogue, of the corpus and of presets at a vector level.
fn entries(level: VectorLevel) -> Hashes {
    let engine = Cpu::new().with_level(level);
    let hash = |name: &str, program: &Program, domain: &Domain| {
        fnv(&engine.sample(program, domain).unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    let of_case = |what: &str, case: &Case| (format!("{what}: {}", case.name), hash(&case.name, &case.program, &case.domain));
    let catalogue = each_of_catalogue(SAMPLES).map(|case| of_case("catalogue", &case.unwrap_or_else(|error| panic!("{error}"))));
    let mut entries: Hashes = catalogue.collect();
    entries.extend(corpus(SAMPLES).unwrap().iter().map(|case| of_case("corpus", case)));
    for (name, graph) in presets::graphs_of_all_outputs() {
        let axis = |samples| Axis::extent(number("0.5"), number("4.6"), samples);
        let domain = Domain::from(Grid { z: Axis::Constant(number("0.3")), ..Grid::plane(axis(75), axis(41)) });
        entries.push((format!("preset: {name}"), hash(name, &lower(graph), &domain)));
    }
    entries
}

/// Returns the entries that no vector level takes part in.
fn entries_of_one_lane() -> Vec<(String, u64)> {
    let views = scenes::scenes().into_iter().map(|(name, scene)| {
        let pixels = scenes::rendered(&scene, scenes::whole(scene.size()));
        (format!("view: {name}"), fnv(&pixels))
    });
    let mut random = Random::new(1234);
    let mut samples: Vec<f32> = (0..SAMPLES).map(|_| random.within(-2_000_000, 2_000_000) as f32 / 1e6).collect();
    // Samples of every size, and halves between levels.
    samples.extend((0..SAMPLES).map(|_| f32::from_bits(random.next() as u32)).filter(|sample| sample.is_finite()));
    samples.extend((-600..600).map(|n| n as f32 / 510.0));
    let texels = TexelFormat::ALL.map(|format| (format!("texel: {format:?}"), fnv_of_bytes(format.texels(&samples, 1).unwrap())));
    views.chain(texels).collect()
}

#[test]
fn every_entry_has_its_golden_hash_at_every_vector_level() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/hashes.txt");
    let levels: Vec<(VectorLevel, Hashes)> = VectorLevel::all().into_iter().map(|level| (level, entries(level))).collect();
    let fixed = entries_of_one_lane();
    if is_set("LACUNA_WRITE_GOLDEN") {
        let lines: String = levels[0].1.iter().chain(&fixed).map(|(name, hash)| format!("{hash:016x} {name}\n")).collect();
        std::fs::write(file, lines).unwrap();
    }
    let text = std::fs::read_to_string(file).unwrap();
    let golden: BTreeMap<&str, u64> = text
        .lines()
        .map(|line| line.split_once(' ').unwrap_or_else(|| panic!("`{line}` is no hash and name")))
        .map(|(hash, name)| (name, u64::from_str_radix(hash, 16).unwrap()))
        .collect();
    assert_eq!(golden.len(), text.lines().count(), "a name is there twice");
    for (level, entries) in levels {
        let all = || entries.iter().chain(&fixed);
        let wrong: Vec<String> = all()
            .filter(|(name, hash)| golden.get(name.as_str()) != Some(hash))
            .map(|(name, hash)| format!("{name}: {hash:016x}, not {:x?}", golden.get(name.as_str())))
            .collect();
        assert!(wrong.is_empty(), "with {level} {} entries of {} differ from {file}: {wrong:#?}", wrong.len(), all().count());
        assert_eq!(all().count(), golden.len(), "{file} has entries that are no more");
    }
}

/// Counts the kinds of a node and of all nodes nested in it.
fn kinds(node: &Node, found: &mut BTreeMap<&'static str, usize>) {
    *found.entry(node.kind()).or_default() += 1;
    for (_, input) in node.inputs() {
        if let Input::Node(inner) = input {
            kinds(inner, found);
        }
    }
}

#[test]
fn every_kind_of_node_is_in_the_catalogue_and_so_has_a_golden_hash() {
    let mut found = BTreeMap::new();
    for (_, graph) in catalogue_graphs() {
        graph.nodes.values().for_each(|node| kinds(node, &mut found));
    }
    let missing: Vec<&str> = NODE_KINDS
        .iter()
        .filter(|kind| kind.group != Group::Layer)
        .map(|kind| kind.name)
        .filter(|name| !found.contains_key(name))
        .collect();
    assert!(missing.is_empty(), "no graph of the catalogue has {missing:?}");
    assert!(found.keys().all(|name| NodeKind::of(name).is_some()));
}
