//! Limits of a source's own size, the choice of the engine, and refusals as JSON.

#[path = "common/folder.rs"]
mod folder;

#[cfg(target_os = "linux")]
use std::process::Stdio;
use std::time::{Duration, Instant};

use folder::{Folder, text};

const PERLIN: &str = "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"perlin\"\n";

#[test]
fn a_size_that_nobody_asked_for_is_bounded_and_one_that_was_asked_for_is_not() {
    let folder = Folder::new();
    folder.write("huge.toml", &format!("size = [2000000000, 100000]\n{PERLIN}"));
    folder.write("wide.toml", &format!("size = [40000, 40000]\n{PERLIN}"));
    for line in [
        "huge.toml -o a.r32",
        "huge.toml -o -",
        "wide.toml -o a.exr",
        "wide.toml --frames 2 -o a.png",
        "wide.toml --tiles 2x1 -o a.png",
        "wide.toml --on-edges -o a.r32",
        "wide.toml --view hillshade -o a.png",
    ] {
        let said = folder.bad(2, &format!("bake {line} --engine cpu"));
        assert!(said.contains("--size "), "{line}: {said}");
    }
    for line in [
        "huge.toml --size 9x8 -o a.r32",
        "huge.toml --volume 4 -o v.npy",
        "huge.toml --for unity:33 -o u.raw",
        "wide.toml --frames 2 --size 4 -o f.png",
    ] {
        folder.good(&format!("bake {line} --engine cpu"));
    }
    // The size in a file's metadata is no request of the person who bakes it again.
    folder.good("bake perlin --size 8 -o b.r32 --engine cpu");
    let facts = String::from_utf8(folder.read("b.r32.json")).unwrap();
    folder.write("c.json", &facts.replace("\"size\": [\n    8,\n    8\n  ]", "\"size\": [\n    2147483647,\n    2147483646\n  ]"));
    let said = folder.bad(2, "bake c.json -o c.r32 --engine cpu");
    assert!(said.contains("--size 2147483647x2147483646"), "{said}");
    folder.good("bake c.json -o c.r32 --size 8 --region 0,0,8,8 --engine cpu");
    assert_eq!(folder.read("c.r32"), folder.read("b.r32"));
}

#[test]
fn what_multiplies_is_refused_before_a_pixel_takes_long() {
    let folder = Folder::new();
    let nested = "version = 2\n[nodes.v]\nkind = \"value\"\ndimensions = 4\n[nodes.f]\nkind = \"fbm\"\noctaves = 30\nsource = \"v\"\n[nodes.a]\nkind = \"fbm\"\noctaves = 32\nsource = \"f\"\n";
    let blur = "[outputs.a]\nchannels = \"a\"\nblur = { radius = 256, passes = 16 }\n";
    folder.write("nested.toml", &format!("{nested}{blur}"));
    let started = Instant::now();
    let said = folder.bad(2, "bake nested.toml --size 1 -o a.png --engine cpu");
    assert!(said.contains("outputs.a.blur: ") && started.elapsed() < Duration::from_secs(20), "{said}");
    // A shadow reaches as far.
    folder.write("tall.toml", &format!("{nested}[outputs.a]\nchannels = \"a\"\nrange = [-1000, 1000]\n"));
    let view = "--view hillshade --shadows --sun 315,20 --relief-height 0.002 --size 1 --region 0,0,0.001,0.001";
    let said = folder.bad(2, &format!("bake tall.toml {view} -o a.png --engine cpu"));
    assert!(said.contains("view.shadows: "), "{said}");
}

#[test]
fn auto_takes_the_cpu_for_what_it_does_soon_and_says_why() {
    let folder = Folder::new();
    let report = |line: &str| -> (String, serde_json::Value) {
        let output = folder.run(line);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        (text(&output.stderr), serde_json::from_slice(&output.stdout).unwrap())
    };
    let (said, json) = report("bake perlin --size 64 -o a.png --threads 2 --json");
    let why = json["engine_reason"].as_str().unwrap();
    assert!(json["engine"] == "cpu" && why.contains("0.1 s") && why.contains("GPU"), "{why}");
    assert!(said.starts_with("engine: cpu (2 ") && said.contains(&format!(", {why}\n")), "{said}");
    let (said, json) = report("bake perlin --size 64 -o b.png --engine cpu --json");
    let why = json["engine_reason"].as_str().unwrap();
    assert!(!why.contains("GPU") && said.contains(&format!(", {why}\n")), "{said}");
    // Two hundred million evaluations of a thousand octaves, none of which happens: the disk is checked later.
    let output = folder.run("sample perlin --octaves 32 --at 0.5,0.5");
    assert!(text(&output.stderr).contains("0.1 s"), "{}", text(&output.stderr));
}

#[test]
fn a_bake_that_fails_tells_it_as_json_too_where_json_was_asked_for() {
    let folder = Folder::new();
    for line in [
        "bake perlin -o a.png --region 0,0,0,1 --json",
        "bake perlin -o none/a.png --json --engine cpu",
        "bake nothing -o a.png --json",
        "bake perlin -o - --json",
        "bake perlin -o a.png --json --size 0",
        "bake perlin --json",
    ] {
        let output = folder.run(line);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!((&json["schema_version"], &json["error"]["exit_code"]), (&1.into(), &2.into()), "{line}");
        // The same text, without the usage that may follow it.
        let message = json["error"]["message"].as_str().unwrap();
        assert!(!message.is_empty() && said.starts_with(&format!("error: {message}\n")), "{line}: {message}, not {said}");
    }
    for line in ["bake perlin -o a.png --region 0,0,0,1", "bake perlin --size 0 -o a.png", "sample --json"] {
        assert!(folder.run(line).stdout.is_empty(), "{line}");
    }
    let shown = folder.good("bake --help --json");
    assert!(shown.contains("Usage: ") && !shown.contains("exit_code\""), "{shown}");
}

#[test]
fn numbers_far_from_one_are_shown_in_few_digits() {
    let folder = Folder::new();
    folder.write("wide.toml", "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"constant\"\nvalue = 1\n");
    for line in [
        "bake perlin --view hillshade --relief-height 1e300 -o a.png",
        "bake perlin --view hillshade --sun 1e300,45 -o a.png",
        "bake perlin --view hillshade --range -1e300,1e300 -o a.png",
        "bake perlin --for unity:33 --height-metres 1e300 -o u.raw",
        "bake perlin --for unity:33 --unit-metres 1e-300 -o u.raw",
        "bake perlin --frequency 1e-300 --period 8 --size 4 -o p.png --force",
        "bake wide.toml --region 0,0,1e300,1 --size 4 -o w.r32 --force",
        "bake perlin --z 1e300 -o a.png",
        "sample perlin --at 1e300",
    ] {
        let output = folder.run(&format!("{line} --engine cpu"));
        let said = text(&output.stderr);
        assert!(!said.contains("000000000000000000000"), "{line}: {said}");
        assert!(matches!(output.status.code(), Some(0 | 2)), "{line}: {said}");
    }
}

#[test]
fn a_region_of_many_digits_is_baked_where_nothing_looks_beyond_it() {
    let folder = Folder::new();
    for region in ["1e-399,0,1,1", "0,-1e-399,1,1", "1e-50,1e-40,1,1.0000000000000000000000000000000000001"] {
        folder.good(&format!("bake perlin --region {region} --size 4 -o a.r32 --engine cpu --force"));
        let said = folder.bad(2, &format!("bake perlin --view hillshade --region {region} --size 4 -o a.png --engine cpu"));
        assert!(said.contains("region."), "{said}");
    }
    folder.good("bake perlin --region 1e-399,0,1,1 --size 4 -o a.r32 --engine cpu --force");
    folder.good("bake perlin --region 0,0,1,1 --size 4 -o b.r32 --engine cpu");
    assert_eq!(folder.read("a.r32"), folder.read("b.r32"));
}

#[test]
fn a_file_that_tells_a_depth_that_it_has_not_is_refused() {
    let folder = Folder::new();
    folder.good("bake perlin --size 8 -o a.r32 --engine cpu");
    let facts = String::from_utf8(folder.read("a.r32.json")).unwrap();
    for (depth, format, is_good) in
        [(32, "r32", true), (16, "r32", false), (77, "r32", false), (0, "r32", false), (16, "png", true), (32, "png", false)]
    {
        let lying = facts
            .replace("\"depth\": 32", &format!("\"depth\": {depth}"))
            .replace("\"format\": \"r32\"", &format!("\"format\": \"{format}\""));
        folder.write("b.json", &lying);
        let line = "bake b.json -o b.png --force --engine cpu";
        if is_good {
            folder.good(line);
        } else {
            let said = folder.bad(2, line);
            assert!(said.contains("b.json") && said.contains(&format!("depth {depth}: {format}")), "{said}");
        }
    }
    folder.write("c.json", &facts.replace("\"r32\"", "\"new\"").replace("\"depth\": 32", "\"depth\": 9"));
    assert!(folder.bad(2, "show c.json").contains("depth 9: "));
    // Inside a picture: the text has the same length, but another checksum.
    folder.good("bake perlin --size 8 --depth 8 -o d.png --engine cpu");
    let mut png = folder.read("d.png");
    let at = png.windows(12).position(|window| window == b"lacuna:depth").expect("it tells its depth");
    let start = at - 4;
    let length = u32::from_be_bytes(png[start - 4..start].try_into().unwrap()) as usize;
    let end = start + 4 + length;
    let digit = (start..end).rev().find(|&place| png[place] == b'8').expect("of 8 bit");
    png[digit] = b'7';
    let sum = lacuna_bake::Checksum::of(&png[start..end]).unwrap().to_string();
    let sum = u32::from_str_radix(&sum, 16).unwrap();
    png[end..end + 4].copy_from_slice(&sum.to_be_bytes());
    std::fs::write(folder.path("e.png"), png).unwrap();
    assert!(folder.bad(2, "bake e.png -o f.png --engine cpu").contains("depth 7: "));
}

/// Returns a recipe of nodes nested to a depth.
#[cfg(target_os = "linux")]
fn nested(depth: usize) -> String {
    let (open, close) = ("{ kind = \"scale_offset\", source = ".repeat(depth), " }".repeat(depth));
    format!("version = 2\noutput = \"a\"\n[nodes]\na = {open}{{ kind = \"perlin\" }}{close}\n")
}

#[test]
#[cfg(target_os = "linux")]
fn nodes_that_stand_deep_in_each_other_need_no_stack_of_the_shells() {
    let folder = Folder::new();
    folder.write("deep.toml", &nested(62));
    let steps: String = (1..250).map(|n| format!("[nodes.n{n}]\nkind = \"abs\"\nsource = \"n{}\"\n", n - 1)).collect();
    folder.write("long.toml", &format!("version = 2\noutput = \"n249\"\n[nodes.n0]\nkind = \"perlin\"\n{steps}"));
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    for kibibytes in [64, 256, 8192] {
        for line in [
            "bake deep.toml -o a.r32",
            "show --full deep.toml",
            "bake long.toml -o a.r32",
            "sample long.toml --at 0.3,0.4",
            "shader deep.toml",
        ] {
            let engine = if line.starts_with("sh") { "" } else { "--engine cpu" };
            let size = if line.starts_with("bake") { "--size 8 --force" } else { "" };
            let script = format!("ulimit -s {kibibytes} || exit 99; exec {lacuna} {line} {engine} {size}");
            let output = folder.command_of("bash").args(["-c", &script]).stdin(Stdio::null()).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{kibibytes} {line}: {}", text(&output.stderr));
        }
    }
}

/// Uses the drivers of this machine, so that their messages are seen, too.
#[test]
#[cfg(target_os = "linux")]
fn the_first_lines_on_a_machine_without_a_display_tell_of_no_error() {
    let folder = Folder::new();
    for (number, line) in [
        "bake perlin -o x.png",
        "bake perlin -o y.png --engine auto",
        "sample perlin --at 0.5,0.5",
        "adapters",
        "bake ridged --size 64 -o z.png --engine gpu",
    ]
    .iter()
    .enumerate()
    {
        for runtime in [None, Some("here")] {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lacuna"));
            command.current_dir(&folder.0).args(line.split(' ')).stdin(Stdio::null()).env_remove("XDG_RUNTIME_DIR");
            if line.starts_with("bake") {
                command.arg("--force");
            }
            command.envs(runtime.map(|folder| ("XDG_RUNTIME_DIR", folder)));
            let output = command.output().unwrap();
            let said = text(&output.stderr);
            // Without any adapter the GPU engine fails with an error of its own.
            let is_good = output.status.success() || number == 4;
            assert!(is_good && !said.contains("XDG_RUNTIME_DIR"), "{line}: {said}");
            assert!(!said.contains("error") || output.status.code() == Some(3), "{line}: {said}");
        }
    }
}
