//! Vectors of the parts of noise.

use lacuna::Program;
use lacuna::internal::parity::parts;
use lacuna::seeding::{Permutation, lattice_key, octave_offset};
use serde_json::{Value, json};

use super::functions::{graph, point};
use super::{Result, bits, word};
use crate::hashes::SplitMix;

const SEEDS: [u64; 8] = [0, 1, 2, 7, 1_234_567, 0x8000_0000_0000_0000, 0x0123_4567_89ab_cdef, u64::MAX];

const FADES: [&str; 4] = ["linear", "cosine", "cubic", "quintic"];

/// Positions of fractions in a cell: ends, the middle and its neighbours, others, and those where the last bits of the cosine fade's constants matter.
const FRACTIONS: [u32; 17] = [
    0, 1, 2, 0x100, 0x1234, 0x3f_ffff, 0x40_0000, 0x7f_ffff, 0x80_0000, 0x80_0001, 0xc0_ffee, 0xff_ffff, 0x66_4104, 0x5b_56b6, 0x7c_73cc,
    0x6f_29ba, 0x47_1b07,
];

fn unit(fraction: u32) -> f32 {
    fraction as f32 / 16_777_216.0
}

fn words(list: &[u32]) -> Value {
    list.iter().map(|one| word(*one)).collect()
}

fn floats(list: &[f32]) -> Value {
    list.iter().map(|one| bits(*one)).collect()
}

fn keys() -> Value {
    SEEDS.iter().map(|seed| json!({ "seed": seed.to_string(), "key": words(&lattice_key(*seed)) })).collect()
}

fn tables() -> Value {
    let hex = |seed| Permutation::new(seed).0.iter().map(|entry| format!("{entry:02x}")).collect::<String>();
    let row = |seed: Option<u64>| json!({ "seed": seed.map(|seed| seed.to_string()), "table": hex(seed) });
    [None, Some(0), Some(1), Some(7), Some(u64::MAX)].into_iter().map(row).collect()
}

fn offsets() -> Value {
    let mut rows = Vec::new();
    for seed in [0, 7, u64::MAX] {
        for octave in [0, 1, 2, 31] {
            for axis in 0..4 {
                let units = octave_offset(seed, &[octave], axis);
                rows.push(json!({ "seed": seed.to_string(), "octave": octave, "axis": axis, "units": units }));
            }
        }
    }
    rows.into()
}

fn hashes() -> Value {
    let cells: [&[i32]; 14] = [
        &[0],
        &[1],
        &[-1],
        &[1_000_000],
        &[0, 0],
        &[1, 2],
        &[-1, 2],
        &[i32::MAX, i32::MIN],
        &[0, 0, 0],
        &[3, -5, 7],
        &[-1, -1, -1],
        &[0, 0, 0, 0],
        &[1, 2, 3, 4],
        &[-123_456_789, 987_654_321, -1, i32::MIN],
    ];
    let row = |seed: u64, cells: &[i32]| {
        let key = lattice_key(seed);
        let hash = parts::hash(key, &cells.iter().map(|cell| cell.cast_unsigned()).collect::<Vec<_>>());
        json!({
            "key": words(&key), "cells": cells, "hash": word(hash), "value": bits(parts::value_of(hash)),
            "cell_value": bits(parts::value_of(parts::further_hash(key, hash, 3))),
        })
    };
    [0, 7, u64::MAX].into_iter().flat_map(|seed| cells.iter().map(move |cells| row(seed, cells))).collect()
}

fn canonical() -> Value {
    let all = [0, 0x8000_0000, 1, 0x8000_0001, 0x007f_ffff, 0x0080_0000, 0x0fff_ffff, 0x1000_0000, 0x8fff_ffff, 0x9000_0000, 0x3f80_0000];
    all.iter().map(|one| json!({ "value": word(*one), "canonical": bits(parts::canonical(f32::from_bits(*one))) })).collect()
}

fn fades() -> Value {
    let row = |kind: usize, fraction: u32| {
        let [fade, slope] = parts::fade(kind as u32, unit(fraction));
        json!({ "fade": FADES[kind], "t": bits(unit(fraction)), "value": bits(fade), "slope": bits(slope) })
    };
    (0..4).flat_map(|kind| FRACTIONS.iter().map(move |fraction| row(kind, *fraction))).collect()
}

/// Positions on lattices in each octave of a fractal, and the factors of x.
fn positions() -> Result<Value> {
    let fractal = |source: &str, rest: &str| format!(r#"{{"kind":"fbm","source":{{{source}}},{rest}}}"#);
    let value = |rest: &str| format!(r#""kind":"value","dimensions":4{rest}"#);
    let line = |rest: &str| format!(r#""kind":"value","dimensions":1{rest}"#);
    let simplex = |dimensions: u8, rest: &str| format!(r#""kind":"simplex","dimensions":{dimensions}{rest}"#);
    let noises = [
        fractal(&value(""), r#""octaves":4"#),
        fractal(&value(r#","seed":7,"frequency":0.37,"offset":[0.1,-2.5,3,1e-9]"#), r#""octaves":5,"lacunarity":2.17"#),
        fractal(&value(r#","frequency":0.001"#), r#""octaves":3,"lacunarity":1.9,"decorrelate":false"#),
        fractal(&value(r#","frequency":3,"period":[3,5,0,1073741824]"#), r#""octaves":1"#),
        fractal(&value(r#","frequency":1.25,"period":7,"seed":2"#), r#""octaves":5,"lacunarity":1.7"#),
        fractal(&value(r#","period":[2,3,0,5]"#), r#""octaves":4,"lacunarity":0.75"#),
        // L(k) and P(k): halves, an integer and a fraction of more than 64 bits, and powers below 1.
        fractal(&line(""), r#""octaves":6,"lacunarity":1.741455078125"#),
        fractal(&line(""), r#""octaves":11,"lacunarity":99"#),
        fractal(&line(""), r#""octaves":11,"lacunarity":99.5"#),
        fractal(&line(""), r#""octaves":4,"lacunarity":0.33"#),
        fractal(&line(r#","period":50"#), r#""octaves":2,"lacunarity":2.17"#),
        fractal(&simplex(1, r#","offset":0.3"#), r#""octaves":2"#),
        fractal(&simplex(2, r#","seed":7,"frequency":0.7,"offset":[0.1,-0.2]"#), r#""octaves":3"#),
        fractal(&simplex(3, r#","seed":3"#), r#""octaves":3,"lacunarity":2.17"#),
        fractal(&simplex(4, r#","frequency":11,"offset":-0.5"#), r#""octaves":2"#),
    ];
    let points = [["0", "0", "0", "0"], ["0.1", "-0.2", "7.5", "-1000003.25"], ["-5", "1234.5678", "-0.000001", "3"]];
    let mut rows = Vec::new();
    for text in noises {
        let noise: Value = serde_json::from_str(&text)?;
        let program = Program::new(graph(&noise)?)?;
        for at in points {
            let positions = parts::positions(&program, point(&at)?)?;
            rows.push(json!({ "noise": noise, "point": at, "factors": parts::factors(&program), "octaves": positions }));
        }
    }
    Ok(rows.into())
}

fn moves() -> Value {
    let coordinates =
        [[0, 0, 0], [0xffff_ffff, 0xffff_ff00, 0], [4, 0x8000_00ff, 5], [0, 0x1234_5678, 3], [0x3fff_ffff, 0xffff_ffff, 1 << 30]];
    let by = [0.0, 0.25, -0.25, 1.0, -1.0, 0.3, -0.3, 1e-9, -1e-9, -1e-28, -1e-29, -1e-40, 2_000_000.0, -2_000_000.0, -1_048_575.9_f32];
    let row =
        |at: [u32; 3], by: f32| json!({ "cell": at[0], "fraction": at[1], "period": at[2], "by": bits(by), "moved": parts::moved(at, by) });
    coordinates.into_iter().flat_map(|at| by.into_iter().map(move |by| row(at, by))).collect()
}

/// Random words that are the same in every run.
fn random(seed: u64) -> impl FnMut() -> u32 {
    let mut random = SplitMix(seed);
    move || random.next() as u32
}

fn corners() -> Value {
    let mut random = random(1);
    let mut row = |number: usize| {
        let dimensions = 2 + number % 3;
        let key = lattice_key(number as u64);
        let fraction = if number < 6 { 0 } else { u32::MAX };
        let at: Vec<[u32; 2]> = (0..dimensions).map(|_| [random() % 1000, random() & fraction]).collect();
        json!({ "key": words(&key), "at": at, "form": floats(&parts::perlin_corner(key, &at)) })
    };
    (0..30).map(&mut row).collect()
}

fn vertices() -> Value {
    let mut random = random(2);
    let mut given = |number: usize| {
        let hash = random();
        (hash, (0..=number % 4).map(|_| (random() >> 8) as f32 / 16_777_216.0 * 1.2 - 0.6).collect())
    };
    let mut all: Vec<(u32, Vec<f32>)> = (0..64).map(&mut given).collect();
    // Where the order of the dot product's sum matters.
    all.push((0, vec![0.1, 0.1, 0.15, 0.1]));
    let row = |(hash, from): (u32, Vec<f32>)| json!({ "hash": word(hash), "from": floats(&from), "value": bits(parts::simplex_vertex(hash, &from)) });
    all.into_iter().map(row).collect()
}

fn ways() -> Value {
    let mut random = random(3);
    let mut row = |number: usize| {
        let jitter = [1.0, 0.5, 0.7, 0.0, 1.0 / 65536.0][number % 5];
        let (fraction, bits_of, cell) = (FRACTIONS[number % 12], random() >> 16, (number % 7) as f32 - 3.0);
        let way = parts::feature_way(jitter, unit(fraction), bits_of, cell);
        json!({ "jitter": bits(jitter), "fraction": bits(unit(fraction)), "bits": bits_of, "cell": cell as i32, "way": bits(way) })
    };
    (0..35).map(&mut row).collect()
}

fn inverse_roots() -> Value {
    let all = [0.0, 1.0, 2.0, 3.0, 0.5, 0.1, 1e-9, 1e-5, 0.777, 4.0, 17.25, 48.0];
    all.iter().map(|one| json!({ "value": bits(*one), "inverse_root": bits(parts::inverse_root(*one)) })).collect()
}

fn weights() -> Result<Value> {
    let all = [
        r#""octaves":1"#,
        r#""octaves":2"#,
        r#""octaves":6"#,
        r#""octaves":32"#,
        r#""octaves":5,"gain":0.65"#,
        r#""octaves":4.25,"gain":0.5"#,
        r#""octaves":7,"gain":1"#,
        r#""octaves":3,"gain":0"#,
        r#""octaves":5,"gain":1.7"#,
        r#""octaves":5,"gain":1.7,"normalize":false"#,
        r#""octaves":0.5,"normalize":false"#,
        r#""weights":[1,-0.5,3]"#,
        r#""weights":[0.3,0.3,0.3]"#,
        r#""weights":[5,100,0.001],"normalize":false"#,
        r#""weights":[1,-3,1e-30],"normalize":false"#,
        r#""octaves":20.00000001,"gain":1"#,
        // Powers of the gain: by one multiplication after the other.
        r#""octaves":24,"gain":0.858428753,"normalize":false"#,
        // The total: from the left, in binary64; and quotients by it.
        r#""weights":[104.25097562372684,24.6,11.26,12.589,8.933,-77.36702437627318]"#,
        // The correction: of one of two that are equal as floats, with one that is negative until it is a float, and one that ends after one turn.
        r#""weights":[2.00000001,2,2,1,-1e-40]"#,
        r#""weights":[1,0.7,2,0.2]"#,
    ];
    let row = |text: &str| {
        let noise: Value = serde_json::from_str(&format!(r#"{{"kind":"fbm","source":{{"kind":"white","dimensions":1}},{text}}}"#))?;
        let (weights, scale) = parts::weights(&Program::new(graph(&noise)?)?);
        Ok(json!({ "noise": noise, "weights": floats(&weights), "scale": bits(scale) }))
    };
    all.into_iter().map(row).collect()
}

/// Steps of fractals: their operands in the order of the specification, and the result.
fn steps() -> Value {
    let mut rows = Vec::new();
    let mut random = random(4);
    let mut number = move || (random() >> 8) as f32 / 8_388_608.0 - 1.0;
    for (name, count) in
        [("fbm_octave", 3), ("turbulence_octave", 3), ("billow_octave", 3), ("ridged_signal", 3), ("ridged_factor", 2), ("fbm_total", 2)]
    {
        for _ in 0..8 {
            let operands: Vec<f32> = (0..count).map(|_| number()).collect();
            rows.push((name, operands));
        }
    }
    let small = f32::from_bits(0x1000_0000);
    rows.extend([
        ("fbm_octave", vec![0.25, small, 0.5]),
        ("fbm_octave", vec![0.0, 1.0, small]),
        ("fbm_octave", vec![0.0, 0.5, small]),
        ("ridged_signal", vec![0.5, 1.0, 2.0 * small]),
        ("billow_octave", vec![0.0, 1.0, 0.5]),
        ("ridged_factor", vec![small, 0.5]),
        ("fbm_total", vec![0.5 * small, 1.0]),
    ]);
    let row = |(name, operands): (&str, Vec<f32>)| json!({ "step": name, "operands": floats(&operands), "result": bits(parts::octave_step(name, &operands)) });
    rows.into_iter().map(row).collect()
}

pub(super) fn made() -> Result<Vec<(&'static str, Value)>> {
    Ok(vec![
        ("edition", 1.into()),
        ("canonical", canonical()),
        ("key", keys()),
        ("table", tables()),
        ("octave_offset", offsets()),
        ("hash", hashes()),
        ("fade", fades()),
        ("position", positions()?),
        ("moved", moves()),
        ("corner", corners()),
        ("vertex", vertices()),
        ("way", ways()),
        ("inverse_root", inverse_roots()),
        ("weights", weights()?),
        ("step", steps()),
    ])
}
