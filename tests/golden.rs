//! The bits of a dozen programs, as they are in every version: changing one is a breaking change, and has to be listed as one.
//!
//! Each row holds a hash of all samples and four of them by themselves, as f32 bits. If a row fails, the test prints the table as it would have to
//! be written.

mod engines;

use engines::{Random, lower, with_engines};
use lacuna::{Axis, Domain, Fbm, Graph, Grid, Node, Number, PerAxis, Perlin, ScaleOffset};

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
    ("fbm as it comes", 0xdd03449eec129a0c, [0xbdaa2097, 0x3cae39cc, 0x3ca9a71c, 0x3e000b51]),
    ("textbook fbm", 0x1db5b32419965d43, [0xbde73663, 0x3d841f89, 0xbe356394, 0x3e063c23]),
    ("fbm of lacunarity 2.17 with seed and periods", 0xc2eebf69be8c1678, [0x3e385bdb, 0xbd8a6bb6, 0x3ea488c3, 0x3e921405]),
    ("fbm of fbm", 0x71f56ed8c43b2298, [0xbd195e20, 0xbca13a0a, 0x3d442da5, 0xbde7c89f]),
    ("scaled fbm of weights, 4-D", 0x402c73f6829a862a, [0xe0cd1b02, 0x60d625ff, 0x603c06c5, 0x5f7f1270]),
];

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

fn graphs() -> Vec<(&'static str, Graph)> {
    let perlin = |dimensions| Perlin { dimensions: Some(dimensions), ..Perlin::default() };
    let fbm = |source: Perlin| Fbm::of(Perlin { dimensions: source.dimensions.or(Some(3)), ..source });
    let periods = Some(PerAxis::Each(vec![8, 5, 3]));
    let nested = Fbm { octaves: Some(2.into()), lacunarity: 3.into(), ..Fbm::of(perlin(2)) };
    let weighted = Fbm { weights: Some(["1", "-0.5", "3"].map(number).to_vec()), normalize: false, ..Fbm::of(perlin(4)) };
    vec![
        ("perlin 1-D", perlin(1).into()),
        ("perlin 2-D", perlin(2).into()),
        ("perlin 3-D", perlin(3).into()),
        ("perlin 4-D", perlin(4).into()),
        ("seed 0", Perlin { seed: Some(0), ..perlin(3) }.into()),
        ("the last seed", Perlin { seed: Some(u64::MAX), ..perlin(3) }.into()),
        (
            "frequency, offset and periods",
            Perlin {
                frequency: number("0.77"),
                offset: Some(PerAxis::Each(vec![number("0.3"), (-5).into()])),
                period: periods.clone(),
                ..perlin(3)
            }
            .into(),
        ),
        ("fbm as it comes", fbm(Perlin::default()).into()),
        ("textbook fbm", Fbm { octaves: Some(4.into()), gain: Some(number("0.65")), decorrelate: false, ..fbm(Perlin::default()) }.into()),
        (
            "fbm of lacunarity 2.17 with seed and periods",
            Fbm {
                octaves: Some(12.into()),
                lacunarity: number("2.17"),
                ..fbm(Perlin { seed: Some(7), period: periods, ..Perlin::default() })
            }
            .into(),
        ),
        ("fbm of fbm", Fbm { octaves: Some(3.into()), lacunarity: number("1.9"), ..Fbm::of(Node::from(nested)) }.into()),
        ("scaled fbm of weights, 4-D", ScaleOffset { source: weighted.into(), scale: number("1e20"), offset: number("0.1") }.into()),
    ]
}

/// 300 pixels are more than a chunk of the CPU engine, and no multiple of any vector; y lies 10^9 units away.
fn domains() -> [Domain; 2] {
    let axis = |start: &str, end: &str, samples| Axis::extent(number(start), number(end), samples);
    let mut grid = Grid::plane(axis("-3.7", "19.6", 300), axis("999999998.9", "1000000003.1", 5));
    grid.z = axis("-0.4", "0.5", 2);
    grid.w = number("7.9");
    let mut random = Random::new(2002);
    let mut coordinate = || number(&format!("{}e-6", random.within(-2_000_000_000_000, 2_000_000_000_000)));
    [grid.into(), Domain::Points((0..300).map(|_| std::array::from_fn(|_| coordinate())).collect())]
}

/// FNV-1a, 64 bits (Fowler, Noll and Vo), over the little-endian bytes of the samples.
fn fnv(samples: &[f32]) -> u64 {
    samples
        .iter()
        .flat_map(|sample| sample.to_bits().to_le_bytes())
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

#[test]
fn g10_every_engine_gives_the_golden_bits() {
    let (graphs, domains) = (graphs(), domains());
    with_engines(|engine, sample| {
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
        assert!(found == GOLDEN, "{engine} has other bits than the golden ones in {wrong:?}; its table:\n{table}");
    });
}
