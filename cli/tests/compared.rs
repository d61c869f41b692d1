//! `lacuna parity`: comparisons, skipped cases, checksums, and files.

#![expect(clippy::print_stdout, reason = "what is skipped")]

#[path = "common/folder.rs"]
mod folder;

use std::process::{Command, Output};

use folder::{Folder, takes_layers, text};
use serde_json::Value;

/// Returns the report of a run, and checks its exit code.
#[track_caller]
fn report_of(output: &Output, code: i32) -> Value {
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output.stdout)))
}

fn names(report: &Value, list: &str, key: &str) -> Vec<String> {
    let items = report[list].as_array().into_iter().flatten();
    items.map(|item| item[key].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn parity_has_a_case_in_every_place_for_every_preset() {
    let folder = Folder::new();
    // A layer has no value at a point, and is compared by bakes alone.
    let presets: Vec<&str> = lacuna::presets::PRESETS.iter().filter(|preset| !takes_layers(preset)).map(|preset| preset.name).collect();
    assert!(presets.len() > 40, "{}", presets.len());
    let line = format!("parity {} --samples 12 --adapter none --json", presets.join(" "));
    let report = report_of(&folder.run(&line), 0);
    assert_eq!(report["skipped"], serde_json::json!([]));
    let cases = names(&report, "expected", "source");
    for preset in presets {
        let own: Vec<_> = cases.iter().filter(|case| case.split(',').next() == Some(preset)).collect();
        assert!(own.len() == 4 && own[2].contains("grid at 10^") && own[3].contains("points at 10^"), "{preset}: {own:?}");
    }
}

#[test]
fn parity_compares_what_it_can_and_reports_what_it_can_not() {
    let folder = Folder::new();
    folder.write("fine.toml", "version = 2\noutput = \"a\"\nnodes.a = { kind = \"perlin\", frequency = 1e9 }\n");
    folder.write("bad.toml", "version = 2\noutput = \"a\"\nnodes.a = { kind = \"perlin\", frequency = 0 }\n");
    let report = report_of(&folder.run("parity bad.toml fine.toml perlon perlin --samples 12 --adapter none --json"), 2);
    assert_eq!(report["exact"], false);
    assert_eq!(names(&report, "failed", "name"), ["bad.toml", "perlon"]);
    assert_eq!(names(&report, "skipped", "name"), ["fine.toml, grid at 10^9", "fine.toml, points at 10^9"]);
    assert!(names(&report, "skipped", "reason")[0].contains("2^31"), "{report}");
    let cases = names(&report, "expected", "source");
    assert_eq!((cases.len(), &cases[2][..]), (2 + 4, "perlin, grid"), "{cases:?}");
}

#[test]
fn parity_over_a_region_has_the_checksum_of_a_bake() {
    let folder = Folder::new();
    let report = report_of(&folder.run("parity marble --region 100,-3,101,-2 --samples 25 --adapter none --json"), 0);
    let baked = folder.good("bake marble -o a.r32 --size 5x5 --region 100,-3,101,-2 --engine cpu --json");
    let baked: Value = serde_json::from_str(&baked).unwrap();
    assert_eq!(names(&report, "expected", "source"), ["marble, grid", "marble, points"]);
    assert_eq!(report["expected"][0]["blake3"], baked["blake3"]);
    assert_eq!(report["expected"][0]["shape"][0], 5);
    assert_eq!(report["expected"][0]["blake3"], blake3::hash(&folder.read("a.r32")).to_hex().to_string());
    assert!(folder.bad(2, "parity marble --region 1,0,0,1 --adapter none").contains("region.x"));
}

#[test]
fn parity_against_a_file_finds_a_flipped_bit_a_cut_and_a_stranger() {
    let folder = Folder::new();
    folder.good("bake fbm -o a.r32 --size 20x10 --seed 3 --engine cpu");
    let report = report_of(&folder.run("parity --against a.r32 --json"), 0);
    assert_eq!((&report["exact"], &report["cpu"]["differing"], &report["cpu"]["samples"]), (&true.into(), &0.into(), &200.into()));
    assert_eq!(report["expected"][0]["shape"], serde_json::json!([20, 10, 1, 1]));
    let good = folder.read("a.r32");
    let mut bad = good.clone();
    bad[17] ^= 1;
    std::fs::write(folder.path("a.r32"), &bad).unwrap();
    let report = report_of(&folder.run("parity --against a.r32 --json"), 4);
    assert_eq!((&report["exact"], &report["cpu"]["differing"]), (&false.into(), &1.into()));
    std::fs::write(folder.path("a.r32"), &good[4..]).unwrap();
    assert!(folder.bad(4, "parity --against a.r32").contains("796 bytes"));
    std::fs::write(folder.path("b.r32"), &good).unwrap();
    assert!(folder.bad(2, "parity --against b.r32").contains("b.r32"));
    folder.good("bake perlin -o c.png --size 8 --engine cpu");
    assert!(folder.bad(2, "parity --against c.png").contains("c.png"));
}

#[test]
fn parity_on_gpus_gives_the_checksums_of_the_cpu() {
    let folder = Folder::new();
    folder.good("bake marble -o a.r32 --size 30 --engine cpu");
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
        command.current_dir(folder.path(".")).args(line.split_whitespace()).output().unwrap()
    };
    let output = run("parity perlin --samples 100 --json");
    if output.status.code() == Some(3) {
        assert!(std::env::var("LACUNA_REQUIRE_GPU").as_deref() != Ok("1"), "no adapter, and LACUNA_REQUIRE_GPU=1");
        println!("skipped: no adapter");
        return;
    }
    let report = report_of(&output, 0);
    for adapter in report["adapters"].as_array().unwrap() {
        for (found, expected) in adapter["cases"].as_array().unwrap().iter().zip(report["expected"].as_array().unwrap()) {
            assert_eq!((&found["source"], &found["blake3"]), (&expected["source"], &expected["blake3"]), "{adapter}");
        }
    }
    let report = report_of(&run("parity --against a.r32 --json"), 0);
    assert!(report["adapters"].as_array().unwrap().iter().all(|adapter| adapter["exact"] == true), "{report}");
}
