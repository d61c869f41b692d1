//! The command as its users see it: exit codes, files, and messages.
//!
//! No test here needs a GPU: on Linux the drivers are hidden, so `auto` means the CPU on every machine.

#[path = "common/folder.rs"]
mod folder;

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use folder::{Folder, crop, takes_layers, text};

const RECIPE: &str = r#"
version = 2
output = "hills"

[nodes.hills]
kind = "fbm"
octaves = 3
lacunarity = 2.17
source = "base"

[nodes.base]
kind = "perlin"
frequency = 1.5
seed = 18446744073709551615
"#;

#[test]
fn bake_writes_a_linear_16_bit_picture_of_1024_by_1024_that_carries_its_recipe() {
    let folder = Folder::new();
    let output = folder.run("bake perlin -o noise.png");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).starts_with("engine: cpu ("), "{}", text(&output.stderr));
    assert_eq!(folder.names(), ["noise.png"]);
    let picture = image::open(folder.0.path().join("noise.png")).unwrap();
    assert_eq!(picture.color(), image::ColorType::L16);
    let picture = picture.into_luma16();
    assert_eq!(picture.dimensions(), (1024, 1024));
    folder.good("bake perlin -o noise.r32");
    for (pixel, sample) in picture.iter().zip(folder.samples("noise.r32")) {
        let expected = ((f64::from(sample) + 1.0) / 2.0 * 65_535.0 + 0.5).floor();
        assert_eq!(f64::from(*pixel), expected);
    }
    let file = String::from_utf8_lossy(&folder.read("noise.png")).into_owned();
    for expected in ["lacuna:recipe", "kind = \"perlin\"", "lacuna:region", "0,0,8,8", "lacuna:size", "1024x1024"] {
        assert!(file.contains(expected), "{expected}");
    }
    assert!(!file.contains("sRGB") && !file.contains("gAMA"));
}

#[test]
fn bake_covers_eight_units_with_square_pixels() {
    let folder = Folder::new();
    folder.good("bake perlin -o a.r32 --size 30x10");
    assert_eq!(folder.json("a.r32.json")["region"], serde_json::json!([0, 0, 8, "8/3"]));
    folder.good("bake perlin -o b.r32 --size 30x30 --region 0,0,8,8");
    assert_eq!(folder.samples("a.r32"), crop(&folder.samples("b.r32"), 30, [0, 0], [30, 10]));
    folder.good("bake perlin -o c.r32 --size 10x30");
    folder.good("bake perlin -o d.r32 --size 10x30 --region 0,0,8,24");
    assert_eq!(folder.samples("c.r32"), folder.samples("d.r32"));
    let middle = folder.good("sample perlin --at 0.4,0.4");
    assert_eq!(middle.trim().parse::<f32>().unwrap(), folder.samples("c.r32")[0]);
}

#[test]
fn raw_samples_come_with_the_facts_beside_them_and_no_trace_of_the_machine() {
    let folder = Folder::new();
    folder.write("hills.toml", RECIPE);
    folder.good("bake hills.toml -o a.r32 --size 64x32 --region -1.5,0,0.1,1 --z -3 --threads 1");
    assert_eq!(folder.samples("a.r32").len(), 64 * 32);
    let facts = folder.json("a.r32.json");
    assert_eq!(facts["region"], serde_json::json!([-1.5, 0, 0.1, 1]));
    assert_eq!((&facts["size"], &facts["z"]), (&serde_json::json!([64, 32]), &serde_json::json!(-3)));
    assert_eq!(facts["version"], env!("CARGO_PKG_VERSION"));
    let recipe = facts["recipe"].as_str().unwrap();
    folder.write("again.toml", recipe);
    folder.good("bake again.toml -o b.r32 --size 64x32 --region -1.5,0,0.1,1 --z -3 --threads 3 --tile 7 --engine cpu");
    assert_eq!(folder.read("a.r32"), folder.read("b.r32"));
    assert_eq!(folder.read("a.r32.json"), folder.read("b.r32.json"));
}

#[test]
fn a_picture_lies_where_it_is_told_along_w_and_is_baked_again_there() {
    let folder = Folder::new();
    let noise = "perlin --set dimensions=4 --size 20x10 --region 0,0,2,1 --z 0.5";
    folder.good(&format!("bake {noise} -o zero.r32"));
    folder.good(&format!("bake {noise} --w 0.375 -o a.r32"));
    folder.good(&format!("bake {noise} --w 0.375 -o a.png"));
    assert_ne!(folder.samples("a.r32"), folder.samples("zero.r32"));
    let at = folder.good("sample perlin --set dimensions=4 --at 0.05,0.05,0.5,0.375");
    assert_eq!(at.trim().parse::<f32>().unwrap(), folder.samples("a.r32")[0]);
    assert_eq!(
        (&folder.json("a.r32.json")["w"], &folder.json("zero.r32.json")["w"]),
        (&serde_json::json!(0.375), &serde_json::Value::Null)
    );
    assert!(folder.good("show a.png").contains("# w: 0.375\n"));
    folder.good("bake a.png -o again.png");
    assert_eq!(folder.read("a.png"), folder.read("again.png"));
    folder.good("bake a.png -o zero.png --w 0");
    folder.good(&format!("bake {noise} -o zero-too.png"));
    assert_eq!(folder.read("zero.png"), folder.read("zero-too.png"));
}

#[test]
fn tiles_and_threads_change_no_byte() {
    let folder = Folder::new();
    for name in ["a.png", "a.r32", "a.r16", "a.exr", "a.tiff"] {
        let bake = |options: &str| {
            folder.good(&format!("bake perlin --octaves 2 --region -3,-3,4,1 -o {name} --force {options}"));
            folder.read(name)
        };
        for (size, options) in
            [("701x400", ["--tile 64", "--tile 333", "--tile 4096", "--threads 1", "--threads 5"].as_slice()), ("40x30", &["--tile 1"])]
        {
            let whole = bake(&format!("--size {size}"));
            for options in options {
                assert!(bake(&format!("--size {size} {options}")) == whole, "{name} {options}");
            }
        }
    }
}

#[test]
fn a_part_of_the_region_is_a_crop_of_the_whole() {
    let folder = Folder::new();
    for source in ["perlin", "perlin --octaves 5 --lacunarity 2.17"] {
        folder.good(&format!("bake {source} --frequency 20 -o whole.r32 --size 1300 --region 0,0,1.3,1.3 --force"));
        folder.good(&format!("bake {source} --frequency 20 -o part.r32 --size 1000x700 --region 0.3,0.6,1.3,1.3 --force"));
        assert!(folder.samples("part.r32") == crop(&folder.samples("whole.r32"), 1300, [300, 600], [1000, 700]), "{source}");
    }
}

#[test]
fn a_period_tiles_exactly_at_any_lacunarity_size_and_place() {
    let folder = Folder::new();
    for (region, twice) in [("0,0,8,8", "0,0,16,16"), ("-16,-8,-8,0", "-16,-8,0,8")] {
        let source = "bake perlin --octaves 4 --lacunarity 2.17 --period 8 --force";
        folder.good(&format!("{source} -o one.r32 --size 37x53 --region {region}"));
        folder.good(&format!("{source} -o four.r32 --size 74x106 --region {twice}"));
        let (one, four) = (folder.samples("one.r32"), folder.samples("four.r32"));
        for at in [[0, 0], [37, 0], [0, 53], [37, 53]] {
            assert!(crop(&four, 74, at, [37, 53]) == one, "{region} {at:?}");
        }
    }
    folder.good("bake perlin --period 4,2 -o one.r32 --size 40x20 --region 0,0,4,2 --force");
    folder.good("bake perlin --period 4,2 -o next.r32 --size 40x20 --region 4,-2,8,0 --force");
    assert_eq!(folder.read("one.r32"), folder.read("next.r32"));
}

#[test]
fn every_format_holds_the_same_picture() {
    let folder = Folder::new();
    for name in ["a.png", "a.tiff", "a.r16"] {
        folder.good(&format!("bake perlin -o {name} --size 31x17"));
    }
    for name in ["8.png", "8.tiff", "a.bmp", "a.jpeg"] {
        folder.good(&format!("bake perlin -o {name} --size 31x17 --depth 8"));
    }
    let raw: Vec<u16> = folder.read("a.r16").chunks(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]])).collect();
    let path = |name: &str| folder.0.path().join(name);
    assert_eq!(image::open(path("a.png")).unwrap().into_luma16().into_raw(), raw);
    assert_eq!(image::open(path("a.tiff")).unwrap().into_luma16().into_raw(), raw);
    let eight = image::open(path("8.png")).unwrap().into_luma8().into_raw();
    for name in ["8.tiff", "a.bmp"] {
        assert_eq!(image::open(path(name)).unwrap().into_luma8().into_raw(), eight, "{name}");
    }
    let lossy = image::open(path("a.jpeg")).unwrap().into_luma8().into_raw();
    assert!(lossy.iter().zip(&eight).all(|(a, b)| a.abs_diff(*b) < 30));
    folder.good("bake perlin -o a.webp --size 31x17");
    assert_eq!(image::open(path("a.webp")).unwrap().into_luma8().into_raw(), eight);
    folder.good("bake perlin -o a.r32 --size 31x17");
    folder.good("bake perlin -o a.npy --size 31x17");
    assert!(folder.read("a.npy").ends_with(&folder.read("a.r32")));
    for name in ["a.tiff", "a.r16", "a.bmp", "a.jpeg", "a.npy", "a.webp"] {
        assert_eq!(folder.json(&format!("{name}.json"))["size"], serde_json::json!([31, 17]), "{name}");
    }
}

#[test]
fn a_range_is_mapped_saturated_and_counted_or_found() {
    let folder = Folder::new();
    let output = folder.run("bake perlin -o a.r16 --size 64 --range -0.25,0.25 --json");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    folder.good("bake perlin -o a.r32 --size 64");
    let samples = folder.samples("a.r32");
    let outside = samples.iter().filter(|sample| sample.abs() > 0.25).count();
    assert!(outside > 0);
    assert_eq!(report["saturated"], outside);
    assert!(text(&output.stderr).contains(&format!("{outside} of 4096")), "{}", text(&output.stderr));
    folder.good("bake perlin -o b.r16 --size 64 --range auto --tile 9");
    let levels: Vec<u16> = folder.read("b.r16").chunks(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]])).collect();
    assert_eq!((levels.iter().min(), levels.iter().max()), (Some(&0), Some(&65_535)));
    let range = &folder.json("b.r16.json")["range"];
    let least = samples.iter().copied().fold(f32::INFINITY, f32::min);
    assert_eq!(range[0].as_f64(), Some(f64::from(least)));
}

/// Three channels, the last of which is the first.
const CHANNELS: &str = "version = 2
output = ['height', 'steps', 'height']
[nodes.height]
kind = 'fbm'
octaves = 3
source = { kind = 'perlin', seed = 5 }
[nodes.steps]
kind = 'scale_offset'
scale = 2
offset = 3
source = 'height'
";

#[test]
fn a_recipe_of_several_outputs_becomes_a_picture_of_as_many_channels() {
    let folder = Folder::new();
    folder.write("rgb.toml", CHANNELS);
    folder.write("height.toml", &CHANNELS.replace("['height', 'steps', 'height']", "'height'"));
    folder.write("five.toml", &CHANNELS.replace("'steps', ", "'steps', 'height', 'steps', "));
    let place = "--size 203x97 --region -3,-3,4,1";
    folder.good(&format!("bake height.toml -o height.r32 {place}"));
    let pixels: Vec<f32> = folder.samples("height.r32").iter().flat_map(|&height| [height, height * 2.0 + 3.0, height]).collect();
    let report = folder.good(&format!("bake rgb.toml -o rgb.r32 --json {place}"));
    assert!(folder.samples("rgb.r32") == pixels);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["blake3"], blake3::hash(&folder.read("rgb.r32")).to_hex().as_str());
    let layout = folder.json("rgb.r32.json")["layout"].as_str().unwrap().to_owned();
    assert!(layout.contains("RGB interleaved"), "{layout}");
    for options in ["--tile 13", "--tile 64 --threads 1", "--threads 5"] {
        folder.good(&format!("bake rgb.toml -o other.r32 --force {place} {options}"));
        assert!(folder.read("other.r32") == folder.read("rgb.r32"), "{options}");
    }

    // The range covers all channels, whatever the extremes are.
    folder.good(&format!("bake rgb.toml -o rgb.png --range auto {place}"));
    let (least, most) = pixels.iter().fold((f32::MAX, f32::MIN), |(least, most), &sample| (least.min(sample), most.max(sample)));
    let (least, most) = (f64::from(least), f64::from(most));
    let levels = |sample: &f32| ((f64::from(*sample) - least) / (most - least) * 65535.0 + 0.5).floor() as u16;
    let picture = image::open(folder.0.path().join("rgb.png")).unwrap();
    assert_eq!(picture.color(), image::ColorType::Rgb16);
    assert!(picture.into_rgb16().into_raw() == pixels.iter().map(levels).collect::<Vec<_>>());

    folder.good("bake five.toml -o five.npy --size 7x3");
    assert!(text(&folder.read("five.npy")[10..128]).contains("'shape': (3, 7, 5)"));
    assert!(folder.bad(2, "bake five.toml -o five.png").contains("png"));
    assert!(folder.bad(2, "bake rgb.toml -o rgb.r32 --set height.octaves=0 --force").contains("height.octaves"));
}

#[test]
fn sample_prints_the_channels_of_a_point_with_commas_between_them() {
    let folder = Folder::new();
    folder.write("rgb.toml", CHANNELS);
    folder.write("height.toml", &CHANNELS.replace("['height', 'steps', 'height']", "'height'"));
    let points = "--at 0.3,0.7 --at 0.5,0.5,0.5,0.5 --at -1.5";
    let expected: String = folder
        .good(&format!("sample height.toml {points}"))
        .lines()
        .map(|line| format!("{line},{},{line}\n", line.parse::<f32>().unwrap() * 2.0 + 3.0))
        .collect();
    assert_eq!(expected.lines().count(), 3);
    assert_eq!(folder.good(&format!("sample rgb.toml {points}")), expected);
}

#[test]
fn a_grid_of_lattice_points_is_warned_of() {
    let folder = Folder::new();
    let output = folder.run("bake perlin -o a.r32 --size 8 --region 0.5,0.5,8.5,8.5");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("warning: "), "{}", text(&output.stderr));
    assert!(folder.samples("a.r32").iter().all(|sample| *sample == 0.0));
}

#[test]
fn the_report_has_the_hash_of_the_samples_whatever_the_format() {
    let folder = Folder::new();
    let hash = |line: &str| {
        let report: serde_json::Value = serde_json::from_str(&folder.good(line)).unwrap();
        assert_eq!(report["schema_version"], 1);
        assert_eq!(report["engine"], "cpu");
        assert_eq!(report["adapter"], serde_json::Value::Null);
        assert_eq!(report["size"], serde_json::json!([50, 40]));
        for stage in ["plan", "evaluate", "readback", "encode", "write"] {
            assert!(report["seconds"][stage].as_f64().unwrap() >= 0.0, "{stage}");
        }
        assert!(report["total_seconds"].as_f64().unwrap() > 0.0 && report["samples_per_second"].as_f64().unwrap() > 0.0);
        report["blake3"].as_str().unwrap().to_owned()
    };
    let of_raw = hash("bake perlin -o a.r32 --size 50x40 --json");
    assert_eq!(of_raw, blake3::hash(&folder.read("a.r32")).to_hex().as_str());
    assert_eq!(of_raw, hash("bake perlin -o a.png --size 50x40 --json --tile 7"));
    assert_ne!(of_raw, hash("bake perlin -o b.png --size 50x40 --json --seed 1"));
}

#[test]
fn standard_output_gets_the_same_bytes_as_a_file() {
    let folder = Folder::new();
    for format in ["png", "r32"] {
        folder.good(&format!("bake perlin -o a.{format} --size 70x30"));
        let output = folder.run(&format!("bake perlin -o - --format {format} --size 70x30"));
        assert_eq!(output.stdout, folder.read(&format!("a.{format}")));
    }
    assert_eq!(folder.names(), ["a.png", "a.r32", "a.r32.json"]);
    // Their encoders seek back in the file, which standard output can't.
    for format in ["exr", "tiff"] {
        folder.good(&format!("bake perlin -o a.{format} --size 70x30"));
        let output = folder.run(&format!("bake perlin -o - --format {format} --size 70x30"));
        assert_eq!(output.stdout, folder.read(&format!("a.{format}")));
    }
    assert!(folder.bad(2, "bake perlin -o -").contains("--format"));
    assert!(folder.bad(2, "bake perlin -o - --format png --json").contains("--json"));
}

#[test]
fn a_broken_pipe_is_success() {
    let folder = Folder::new();
    for line in ["bake perlin -o - --format png --size 2000", "bake perlin -o - --format r32 --size 2000", "shader perlin"] {
        let mut child = folder.command().args(line.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("error"), "{line}");
    }
}

#[test]
fn an_existing_file_is_refused_without_force() {
    let folder = Folder::new();
    folder.write("a.png", "precious");
    folder.write("b.r32.json", "precious");
    assert!(folder.bad(2, "bake perlin -o a.png").contains("--force"));
    assert!(folder.bad(2, "bake perlin -o b.r32").contains("b.r32.json"));
    assert_eq!(folder.read("a.png"), b"precious");
    assert_eq!(folder.names(), ["a.png", "b.r32.json"]);
    folder.good("bake perlin -o a.png --size 8 --force");
    folder.good("bake perlin -o b.r32 --size 8 --force");
    assert!(folder.read("a.png").starts_with(b"\x89PNG"));
    assert_eq!(folder.json("b.r32.json")["size"], serde_json::json!([8, 8]));
}

#[cfg(unix)]
#[test]
fn a_target_that_is_no_regular_file_is_written_in_place() {
    let folder = Folder::new();
    folder.good("bake perlin -o /dev/null --format r32 --size 8");
    assert!(!std::path::Path::new("/dev/null.json").exists());
    std::os::unix::fs::symlink("real.png", folder.0.path().join("link.png")).unwrap();
    folder.write("real.png", "precious");
    folder.good("bake perlin -o link.png --size 8 --force");
    assert!(folder.read("real.png").starts_with(b"\x89PNG"));
    assert!(folder.0.path().join("link.png").is_symlink());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_clear_error() {
    let folder = Folder::new();
    for format in ["png", "r32", "r16", "exr", "tiff", "npy", "ktx2", "dds", "webp", "bmp", "jpeg"] {
        let said = folder.bad(1, &format!("bake perlin -o /dev/full --size 8 --format {format}"));
        assert!(said.contains("/dev/full"), "{format}: {said}");
    }
}

#[test]
fn long_texts_are_cut_in_errors() {
    let folder = Folder::new();
    let long = "z".repeat(5000);
    folder.write("kind.toml", &RECIPE.replace("\"fbm\"", &format!("\"{long}\"")));
    folder.write("key.toml", &RECIPE.replace("octaves", &long));
    for line in [
        "bake Z -o a.png",
        "bake kind.toml -o a.png",
        "bake key.toml -o a.png",
        "bake perlin -o a.png --frequency Z",
        "bake perlin -o a.png --seed Z",
        "bake perlin -o a.png --set Z",
        "bake perlin -o a.png --set Z=3",
        "bake perlin -o a.png --set Z.frequency=3",
        "bake perlin -o a.png --set perlin.Z=3",
        "bake perlin -o a.png --set frequency=Z",
        "bake perlin -o a.png --set frequency=[Z",
        "bake perlin -o a.png --range Z,1",
        "sample perlin --at Z",
        "bake --Z",
        "Z",
    ] {
        let said = folder.bad(2, &line.replace('Z', &long));
        assert!(said.contains('…') && said.len() < 600, "{line}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_row_that_memory_has_no_room_for_is_one_clear_error() {
    let folder = Folder::new();
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    let script =
        format!("ulimit -v 400000; exec {lacuna} bake perlin --engine cpu --threads 1 --size 30000000x1 --region 0,0,8,1 -o a.png");
    let output = folder.command_of("sh").args(["-c", &script]).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("error: ") && said.contains("30000000x1"), "{said}");
    assert!(folder.names().is_empty());
}

// Other systems' drivers can't be hidden.
#[cfg(target_os = "linux")]
#[test]
fn without_an_adapter_the_gpu_exits_with_3_and_the_rest_works() {
    let folder = Folder::new();
    for line in ["bake perlin -o a.png --engine gpu", "bake perlin -o a.png --adapter nobody", "sample perlin --engine gpu --at 1,2"] {
        folder.bad(3, line);
    }
    folder.bad(3, "parity perlin --samples 10");
    assert!(folder.names().is_empty());
    let output = folder.run("parity perlin --samples 10 --json");
    assert_eq!(output.status.code(), Some(3));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report, serde_json::json!({ "schema_version": 1, "exact": false, "adapters": [], "skipped": [] }));
    let adapters: serde_json::Value = serde_json::from_str(&folder.good("adapters --json")).unwrap();
    assert_eq!(adapters, serde_json::json!({ "schema_version": 1, "adapters": [] }));
}

#[test]
fn sample_prints_the_shortest_decimals_in_order() {
    let folder = Folder::new();
    assert_eq!(folder.good("sample perlin --at 3.14,42,7"), "0.13691995\n");
    assert_eq!(folder.good("sample perlin --at 1,2,3"), "0\n");
    assert_eq!(folder.good("sample perlin --at -1,2"), "0\n");
    let both = folder.good("sample perlin --at 0.5,0.5,0.5,0.5 --at -1.5,2 --at 0.5,0.5,0.5");
    let [four, two, three] = both.lines().map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(four, folder.good("sample perlin --set dimensions=4 --at 0.5,0.5,0.5,0.5").trim());
    assert_eq!(two, folder.good("sample perlin --at -1.5,2,0").trim());
    assert_eq!(three, folder.good("sample perlin --at 0.5,0.5,0.5").trim());
    assert_ne!(four, three);
    for value in [four, two, three] {
        assert_eq!(value.parse::<f32>().unwrap().to_string(), value);
    }
}

#[test]
fn sample_reads_points_from_standard_input() {
    let folder = Folder::new();
    let sample = |input: &[u8]| {
        let mut child = folder
            .command()
            .args(["sample", "perlin"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let feeding = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        feeding.join().unwrap();
        output
    };
    assert_eq!(text(&sample(b"\xef\xbb\xbf3.14,42,7\n").stdout), "0.13691995\n");
    let output = sample(b"3.14,42,7\n\n  3.14 42 7\r\n1,2\n3.14, 42, 7");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), "0.13691995\n0.13691995\n0\n0.13691995\n");
    let many: String = (0..200_000).map(|index| format!("{}.25,0.5\n", index % 300)).collect();
    let output = sample(many.as_bytes());
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 200_000);
    for (input, place) in [
        (&b"1,2\n\n1,x\n"[..], "line 3: "),
        (b"1,2,3,4,5\n", "line 1: "),
        (b"1,,2\n", "line 1: "),
        (b"1\n\xff\n", "line 2: "),
        (b"1\n2\n1e99\n", "line 3: region.x: "),
        (&[b'1'; 10_000], "line 1: "),
    ] {
        let output = sample(input);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(place), "{place}: {}", text(&output.stderr));
    }
    assert_eq!(sample(b"").status.code(), Some(0));
}

#[test]
fn flags_and_set_edit_the_graph() {
    let folder = Folder::new();
    folder.write("hills.toml", RECIPE);
    let at = "--at 0.3,0.4,0.5";
    let by_flags = folder.good(&format!("sample perlin --octaves 3 --lacunarity 2.17 --frequency 1.5 --seed 18446744073709551615 {at}"));
    assert_eq!(folder.good(&format!("sample hills.toml {at}")), by_flags);
    let by_set = "--set octaves=3 --set fbm.lacunarity=2.17 --set fbm.source.frequency=1.5 --set seed=18446744073709551615";
    assert_eq!(folder.good(&format!("sample fbm {by_set} {at}")), by_flags);
    assert_ne!(folder.good(&format!("sample hills.toml --seed 7 {at}")), by_flags);
    let shader = folder.good("shader hills.toml --frequency 0.12345678901234567890123 --set base.period=[8,4]");
    assert!(shader.contains("frequency = \"0.12345678901234567890123\"") && shader.contains("period = [8, 4]"), "{shader}");
    assert!(shader.contains("fn main("));
}

#[test]
fn sources_lists_every_kind_and_every_preset() {
    let folder = Folder::new();
    let listing: serde_json::Value = serde_json::from_str(&folder.good("sources --json")).unwrap();
    let names: Vec<_> = listing["sources"].as_array().unwrap().iter().map(|source| source["name"].as_str().unwrap()).collect();
    let kinds = lacuna::graph::NODE_KINDS;
    let presets = lacuna::presets::PRESETS.iter().map(|preset| preset.name);
    assert_eq!(names, kinds.iter().map(|kind| kind.name).chain(presets).collect::<Vec<_>>());
    for name in names {
        assert!(folder.good("sources").contains(name));
        // A layer has no value at a point.
        let is_layer = kinds.iter().any(|kind| kind.name == name && kind.group == lacuna::graph::Group::Layer);
        if is_layer || lacuna::presets::Preset::of(name).is_some_and(takes_layers) {
            folder.good(&format!("bake {name} --size 8 -o {name}.npy"));
        } else {
            folder.good(&format!("sample {name} --at 0.5"));
        }
    }
}

#[cfg(unix)]
#[test]
fn completions_complete_and_manuals_name_every_option() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(folder.good(&format!("completions {shell}")).contains("octaves"), "{shell}");
    }
    folder.write("lacuna.bash", &folder.good("completions bash"));
    let complete = "source ./lacuna.bash; COMP_WORDS=(lacuna bake --oct); COMP_CWORD=2; _lacuna lacuna --oct bake; echo ${COMPREPLY[*]}";
    let output = folder.command_of("bash").args(["-c", complete]).output().unwrap();
    assert_eq!(text(&output.stdout), "--octaves\n", "{}", text(&output.stderr));
    let bake = folder.good("man bake");
    assert!(bake.contains(".TH lacuna-bake 1") && bake.contains("\\-\\-octaves") && bake.contains("Exit codes"), "{bake}");
    let whole = folder.good("man");
    assert!(whole.contains(".TH lacuna 1") && whole.contains("completions"), "{whole}");
    assert!(folder.bad(2, "man frobnicate").contains("`frobnicate`"));
    assert!(folder.bad(2, "completions tcsh").contains("bash"));
}

#[test]
fn help_tells_the_exit_codes() {
    let folder = Folder::new();
    for line in ["--help", "bake --help", "sample --help", "parity --help"] {
        assert!(folder.good(line).contains("\n  3  "), "{line}");
    }
    assert!(folder.good("--version").starts_with("lacuna "));
}

#[test]
fn a_hillshade_is_a_picture_in_srgb_whose_parts_are_crops_of_the_whole() {
    let folder = Folder::new();
    let source = "bake fbm --octaves 4 --view hillshade --shadows --water -0.1 --sun 290,25 --wireframe=16";
    folder.good(&format!("{source} --size 130x90 --region 0,0,1.3,0.9 -o whole.png"));
    let whole = image::open(folder.0.path().join("whole.png")).unwrap();
    assert_eq!((whole.color(), whole.width(), whole.height()), (image::ColorType::Rgb8, 130, 90));
    let file = folder.read("whole.png");
    let text = String::from_utf8_lossy(&file);
    assert!(text.contains("sRGB") && text.contains("lacuna:recipe") && text.contains("lacuna:job") && !text.contains("gAMA"));
    // Lines of a wireframe are counted from the first pixel, so the part starts at a line.
    folder.good(&format!("{source} --size 50x40 --region 0.32,0.48,0.82,0.88 -o part.png"));
    let part = image::open(folder.0.path().join("part.png")).unwrap().into_rgb8();
    assert_eq!(part, image::imageops::crop_imm(&whole.into_rgb8(), 32, 48, 50, 40).to_image());
    for options in ["--tile 33", "--threads 1", "--threads 3"] {
        folder.good(&format!("{source} --size 130x90 --region 0,0,1.3,0.9 -o again.png --force {options}"));
        assert!(folder.read("again.png") == file, "{options}");
    }
    // Linear light in float, encoded to 8 bit.
    folder.good(&format!("{source} --size 130x90 --region 0,0,1.3,0.9 -o light.r32"));
    let encoded = |light: f64| if light <= 0.0031308 { light * 12.92 } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 };
    let picture = image::open(folder.0.path().join("whole.png")).unwrap().into_rgb8();
    for (level, light) in picture.as_raw().iter().zip(folder.samples("light.r32")) {
        let expected = encoded(f64::from(light).clamp(0.0, 1.0)) * 255.0;
        assert!((f64::from(*level) - expected).abs() < 0.51, "{level}, {expected}");
    }
    assert_eq!(folder.json("light.r32.json")["job"]["kind"], "view");
}

#[test]
fn a_relief_is_of_the_size_and_terrain_that_was_asked_for() {
    let folder = Folder::new();
    folder.good("bake ridged --view relief --terrain 64 --size 90x60 --camera perspective --range auto --depth 16 -o a.png");
    let picture = image::open(folder.0.path().join("a.png")).unwrap();
    assert_eq!((picture.color(), picture.width(), picture.height()), (image::ColorType::Rgb16, 90, 60));
    for options in ["--tile 7", "--threads 1"] {
        folder.good(&format!(
            "bake ridged --view relief --terrain 64 --size 90x60 --camera perspective --range auto --depth 16 -o b.png --force {options}"
        ));
        assert!(folder.read("a.png") == folder.read("b.png"), "{options}");
    }
}

#[test]
fn lights_of_views_differ_and_that_of_shadows_is_lamberts_law_with_them() {
    let folder = Folder::new();
    for kind in ["hillshade", "relief --terrain 48"] {
        let mut pictures = Vec::new();
        let lights =
            ["none", "height", "height-smooth", "lambert", "lambert-smooth", "shadow", "shadow-smooth", "lambert-smooth --brightness 1.5"];
        for light in lights {
            folder.good(&format!("bake ridged --view {kind} --relief-height 2 --size 40 --light {light} -o light.bmp --force"));
            pictures.push(folder.read("light.bmp"));
        }
        let different: std::collections::HashSet<_> = pictures.iter().collect();
        assert_eq!(different.len(), lights.len(), "{kind}");
        for (options, same) in [("", 4), ("--light lambert --shadows", 5), ("--shadows", 6)] {
            folder.good(&format!("bake ridged --view {kind} --relief-height 2 --size 40 {options} -o light.bmp --force"));
            assert!(folder.read("light.bmp") == pictures[same], "{kind}: {options}");
        }
    }
}

/// Returns the 16-bit samples of a raw file.
fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]])).collect()
}

/// Returns the columns and rows on the edges of a square picture: left, right, above, below.
fn edges<T: Copy>(samples: &[T], side: usize) -> [Vec<T>; 4] {
    let column = |x: usize| (0..side).map(|y| samples[y * side + x]).collect();
    let row = |y: usize| samples[y * side..(y + 1) * side].to_vec();
    [column(0), column(side - 1), row(0), row(side - 1)]
}

/// Returns the level of a value in 16 bit, for the range -1..1.
fn level(value: &str) -> u16 {
    ((value.trim().parse::<f64>().unwrap() + 1.0) / 2.0 * 65_535.0 + 0.5).floor() as u16
}

#[test]
fn tiles_for_unity_are_raw_files_that_share_the_bytes_of_their_edges() {
    let folder = Folder::new();
    folder.good("bake fbm --octaves 4 --for unity:33 --tiles 3x2 -o land.raw");
    let expected: Vec<_> = (0..3).flat_map(|x| (0..2).map(move |y| format!("land_{x}_{y}.raw"))).collect();
    let names: Vec<_> = folder.names().into_iter().filter(|name| !name.ends_with(".json")).collect();
    assert_eq!(names, expected);
    let tile = |x: usize, y: usize| words(&folder.read(&format!("land_{x}_{y}.raw")));
    for (x, y) in (0..3).flat_map(|x| (0..2).map(move |y| (x, y))) {
        assert_eq!(tile(x, y).len(), 33 * 33);
        let [_, right, _, below] = edges(&tile(x, y), 33);
        if x < 2 {
            assert_eq!(right, edges(&tile(x + 1, y), 33)[0], "{x}, {y}");
        }
        if y < 1 {
            assert_eq!(below, edges(&tile(x, y + 1), 33)[2], "{x}, {y}");
        }
    }
    // A tile is 8 units long, so samples are a quarter apart: sample i of tile t is at (32 t + i) / 4.
    for ([x, y], [column, row], at) in [([0, 0], [0, 0], "0,0"), ([1, 1], [3, 5], "8.75,9.25"), ([2, 1], [32, 32], "24,16")] {
        let value = folder.good(&format!("sample fbm --octaves 4 --at {at}"));
        assert_eq!(tile(x, y)[row * 33 + column], level(&value), "{at}");
    }
    let job = &folder.json("land_2_1.raw.json")["job"];
    assert_eq!((&job["only"], &job["count"]), (&serde_json::json!([2, 1]), &serde_json::json!([3, 2])));
    assert_eq!((&job["kind"], &job["for"]), (&serde_json::json!("tiles"), &serde_json::json!("unity:33")));
}

#[test]
fn tiles_for_unreal_are_16_bit_pictures_that_share_the_vertices_of_their_edges() {
    let folder = Folder::new();
    folder.good("bake perlin --for unreal:127 --tiles 2x2 --region -1,-1,1,1 -o land");
    assert_eq!(folder.names(), ["land_x0_y0.png", "land_x0_y1.png", "land_x1_y0.png", "land_x1_y1.png"]);
    let tile = |x: usize, y: usize| {
        let picture = image::open(folder.0.path().join(format!("land_x{x}_y{y}.png"))).unwrap();
        assert_eq!((picture.color(), picture.width(), picture.height()), (image::ColorType::L16, 127, 127));
        picture.into_luma16().into_raw()
    };
    assert_eq!(edges(&tile(0, 0), 127)[1], edges(&tile(1, 0), 127)[0]);
    assert_eq!(edges(&tile(0, 0), 127)[3], edges(&tile(0, 1), 127)[2]);
    assert_eq!(edges(&tile(1, 1), 127)[0], edges(&tile(0, 1), 127)[1]);
    // 252 steps from -1 to 1: the middle is 0,0, and a third of the way from there to 1 is sample 42 of the next tile, at no decimal.
    assert_eq!(tile(1, 1)[0], level("0"));
    assert_eq!(tile(0, 0)[0], level(&folder.good("sample perlin --at -1,-1")));
    let third = folder.good("sample perlin --at 0.33333333333333333333,0.66666666666666666667");
    assert_eq!(tile(1, 1)[84 * 127 + 42], level(&third));
    // A single file, in the other format that the engine takes.
    folder.good("bake perlin --for unreal:127 --region -1,-1,0,0 -o one.r16");
    assert_eq!(words(&folder.read("one.r16")), tile(0, 0));
}

#[test]
fn tiles_of_engines_that_share_no_edges_are_parts_of_one_picture() {
    let folder = Folder::new();
    folder.good("bake perlin --for terrain3d:64 -o island.r16");
    folder.good("bake perlin --size 64 -o whole.r16");
    assert_eq!(folder.read("island.r16"), folder.read("whole.r16"));
    folder.good("bake perlin --for terrain3d:128 -o island");
    assert!(folder.names().contains(&"island.exr".to_owned()));

    folder.good("bake perlin --octaves 3 --size 40x30 --tiles 2x3 -o tile.r32");
    folder.good("bake perlin --octaves 3 --size 80x90 --region 0,0,16,24 -o all.r32");
    let all = folder.samples("all.r32");
    for (x, y) in (0..2).flat_map(|x| (0..3).map(move |y| (x, y))) {
        assert_eq!(folder.samples(&format!("tile_{x}_{y}.r32")), crop(&all, 80, [40 * x, 30 * y], [40, 30]), "{x}, {y}");
    }
}

#[test]
fn the_range_of_tiles_is_that_of_the_whole_set() {
    let folder = Folder::new();
    folder.good("bake perlin --octaves 4 --for unity:33 --tiles 2x2 --range auto -o land.raw");
    let tiles: Vec<_> = ["0_0", "0_1", "1_0", "1_1"].iter().map(|name| words(&folder.read(&format!("land_{name}.raw")))).collect();
    let extremes: Vec<_> = tiles.iter().map(|tile| (*tile.iter().min().unwrap(), *tile.iter().max().unwrap())).collect();
    assert_eq!(extremes.iter().map(|(least, _)| *least).min(), Some(0));
    assert_eq!(extremes.iter().map(|(_, most)| *most).max(), Some(65_535));
    assert!(extremes.iter().any(|&extremes| extremes != (0, 65_535)), "{extremes:?}");
    assert_eq!(edges(&tiles[0], 33)[1], edges(&tiles[2], 33)[0]);
}

#[test]
fn sets_of_tiles_are_written_whole_or_not_at_all() {
    let folder = Folder::new();
    folder.write("a_1_1.png", "kept");
    assert!(folder.bad(2, "bake perlin --tiles 2x2 --size 8 -o a.png").contains("a_1_1.png"));
    assert_eq!(folder.names(), ["a_1_1.png"]);
    folder.good("bake perlin --tiles 2x2 --size 8 -o a.png --force");
    assert_eq!(folder.names(), ["a_0_0.png", "a_0_1.png", "a_1_0.png", "a_1_1.png"]);
}

const FIRE: &str = r#"
version = 2
output = "fire"

[nodes.fire]
kind = "loop"
source = { kind = "perlin", dimensions = 4, frequency = 2 }
"#;

#[test]
fn the_frames_of_a_loop_go_round_bit_for_bit() {
    let folder = Folder::new();
    folder.write("fire.toml", FIRE);
    folder.good("bake fire.toml --size 24x16 --frames 6 -o f.r32");
    let frames: Vec<_> = (0..6).map(|frame| folder.read(&format!("f_{frame:02}.r32"))).collect();
    for (z, frame) in [("0", 0), ("0.5", 3), ("1", 0), ("-2.5", 3)] {
        folder.good(&format!("bake fire.toml --size 24x16 --z {z} -o one.r32 --force"));
        assert!(folder.read("one.r32") == frames[frame], "z = {z}");
    }
    // Frame 1 of 6 is frame 2 of 12, at no decimal of z, and the next turn is the same.
    folder.good("bake fire.toml --size 24x16 --frames 12 --z 3 -o g.r32");
    for (number, frame) in frames.iter().enumerate() {
        assert!(folder.read(&format!("g_{:02}.r32", 2 * number)) == *frame, "{number}");
    }
    assert!(frames.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(folder.json("f_04.r32.json")["job"]["only"], 4);
    // Noise that repeats along z does too.
    folder.good("bake perlin --set dimensions=3 --period 8,8,4 --size 8 --frames 4 --length 4 -o p.r32");
    folder.good("bake perlin --set dimensions=3 --period 8,8,4 --size 8 --z 4 -o q.r32");
    assert_eq!(folder.read("p_00.r32"), folder.read("q.r32"));
}

#[test]
fn a_sheet_holds_every_frame_row_by_row() {
    let folder = Folder::new();
    folder.write("fire.toml", FIRE);
    folder.good("bake fire.toml --size 24x16 --frames 6 -o f.r32");
    folder.good("bake fire.toml --size 24x16 --frames 6 --sheet 4x2 -o sheet.r32");
    let sheet = folder.samples("sheet.r32");
    for frame in 0..8 {
        let cell = crop(&sheet, 96, [24 * (frame % 4), 16 * (frame / 4)], [24, 16]);
        let expected = if frame < 6 { folder.samples(&format!("f_{frame:02}.r32")) } else { vec![0.0; 24 * 16] };
        assert_eq!(cell, expected, "{frame}");
    }
    folder.good("bake fire.toml --size 24x16 --frames 6 --sheet 4x2 --range auto -o sheet.png");
    let picture = folder.read("sheet.png");
    for options in ["--threads 1", "--tile 5", "--threads 4"] {
        folder.good(&format!("bake fire.toml --size 24x16 --frames 6 --sheet 4x2 --range auto -o again.png --force {options}"));
        assert!(folder.read("again.png") == picture, "{options}");
    }
    let picture = image::open(folder.0.path().join("sheet.png")).unwrap();
    assert_eq!((picture.color(), picture.width(), picture.height()), (image::ColorType::L16, 96, 32));
}

#[test]
fn an_animated_png_has_the_frames_as_others_read_it() {
    let folder = Folder::new();
    folder.write("fire.toml", FIRE);
    folder.good("bake fire.toml --size 24x16 --frames 5 --depth 8 -o f.png");
    folder.good("bake fire.toml --size 24x16 --frames 5 --animate 20 -o loop.apng");
    let path = folder.0.path().join("loop.apng").display().to_string();
    let arguments: Vec<_> = (0..5).map(|frame| format!("{path}@{frame}")).collect();
    let python = std::env::var_os("LACUNA_PYTHON").unwrap_or("python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/readers/read.py");
    let output = Command::new(python).arg(script).args(&arguments).output();
    let output = match output {
        Ok(output) if output.status.code() != Some(77) => output,
        _ => {
            assert!(std::env::var("LACUNA_REQUIRE_READERS").map_or(true, |value| value != "1"), "no readers");
            let _ = writeln!(std::io::stderr(), "skipped: readers of pictures; run: pip install OpenImageIO numpy Pillow");
            return;
        }
    };
    assert!(output.status.success(), "{}", text(&output.stderr));
    for (frame, facts) in text(&output.stdout).lines().enumerate() {
        let facts: serde_json::Value = serde_json::from_str(facts).unwrap();
        assert_eq!((&facts["frames"], &facts["milliseconds"]), (&serde_json::json!(5), &serde_json::json!(50.0)), "{facts}");
        assert_eq!(facts["shape"], serde_json::json!([16, 24, 1]));
        let found = fs::read(format!("{}.f64", arguments[frame])).unwrap();
        let found: Vec<_> = found.chunks_exact(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap()) as u8).collect();
        let expected = image::open(folder.0.path().join(format!("f_{frame:02}.png"))).unwrap().into_luma8().into_raw();
        assert_eq!(found, expected, "{frame}");
    }
}

#[test]
fn a_line_is_a_table_of_the_samples_or_a_curve() {
    let folder = Folder::new();
    folder.good("bake perlin --set dimensions=1 --octaves 3 --line -2,2 --size 16 -o a.csv");
    let table = text(&folder.read("a.csv"));
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("x,value"));
    let rows: Vec<_> = lines.map(|line| line.split_once(',').unwrap()).collect();
    assert_eq!(rows.len(), 16);
    assert_eq!((rows[0].0, rows[15].0), ("-1.875", "1.875"));
    for (x, value) in &rows {
        assert_eq!(folder.good(&format!("sample perlin --set dimensions=1 --octaves 3 --at {x}")).trim(), *value, "{x}");
    }
    folder.good("bake perlin --octaves 3 --line 0,4 --size 64 --range auto -o a.svg");
    let curve = text(&folder.read("a.svg"));
    let points = curve.split_once("points=\"").unwrap().1.split_once('"').unwrap().0;
    let points: Vec<(f64, f64)> =
        points.split(' ').map(|point| point.split_once(',').unwrap()).map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).collect();
    assert_eq!((points.len(), points[0].0, points[63].0), (64, 8.0, 1016.0));
    let ends = points.iter().fold((f64::MAX, f64::MIN), |(low, high), point| (low.min(point.1), high.max(point.1)));
    assert_eq!(ends, (16.0, 304.0));
    assert_eq!(folder.names(), ["a.csv", "a.csv.json", "a.svg", "a.svg.json"]);
    assert!(folder.bad(2, "bake perlin --line 0,1 -o a.csv").contains("a.csv"));
    assert_eq!(folder.names(), ["a.csv", "a.csv.json", "a.svg", "a.svg.json"]);
}

#[test]
fn a_volume_is_its_slices_one_after_another() {
    let folder = Folder::new();
    let source = "bake perlin --set dimensions=3 --octaves 2";
    folder.good(&format!("{source} --volume 12x10x6 --box 0,-1,0.5,3,1.5,2 -o v.r32"));
    let volume = folder.samples("v.r32");
    assert_eq!(volume.len(), 12 * 10 * 6);
    for slice in 0..6 {
        let z = 0.5 + (slice as f64 + 0.5) * 0.25;
        folder.good(&format!("{source} --size 12x10 --region 0,-1,3,1.5 --z {z} -o s.r32 --force"));
        assert_eq!(volume[slice * 120..(slice + 1) * 120], folder.samples("s.r32"), "{slice}");
    }
    folder.good(&format!("{source} --volume 12x10x6 --box 0,-1,0.5,3,1.5,2 --slices -o v.png"));
    folder.good(&format!("{source} --size 12x10 --region 0,-1,3,1.5 --z 1.875 -o s.png"));
    let pixels = |name: &str| image::open(folder.0.path().join(name)).unwrap().into_luma16();
    assert_eq!(pixels("v_05.png"), pixels("s.png"));
    assert!(!folder.names().contains(&"v_06.png".to_owned()));
    for options in ["--threads 1", "--tile 5", "--threads 4"] {
        folder.good(&format!("{source} --volume 12x10x6 --box 0,-1,0.5,3,1.5,2 -o w.r32 --force {options}"));
        assert!(folder.read("w.r32") == folder.read("v.r32"), "{options}");
    }
    // A cube with a period tiles, and NumPy's header has three dimensions.
    folder.good("bake perlin --set dimensions=3 --period 8 --volume 16 -o c.npy");
    folder.good("bake perlin --set dimensions=3 --period 8 --volume 16 --box 8,-8,16,16,0,24 -o d.npy");
    let header = String::from_utf8_lossy(&folder.read("c.npy")[..128]).into_owned();
    assert!(header.contains("'shape': (16, 16, 16), }"), "{header}");
    assert_eq!(folder.read("c.npy"), folder.read("d.npy"));
    folder.good("bake perlin --set dimensions=3 --volume 16 -o c.ktx2");
    folder.good("bake perlin --set dimensions=3 --volume 16 --depth 8 -o c.dds");
}

#[test]
fn a_cube_map_has_the_faces_of_the_cube_node() {
    let folder = Folder::new();
    folder.write("sky.toml", "version = 2\noutput = \"sky\"\nnodes.sky = { kind = \"cube\", size = 2, source = { kind = \"perlin\", dimensions = 3, frequency = 3 } }\n");
    folder.good("bake sky.toml --cube 16 --face-length 2 -o sky.png");
    let names = ["px", "nx", "py", "ny", "pz", "nz"];
    for (face, name) in names.iter().enumerate() {
        folder.good(&format!("bake sky.toml --size 16 --region 0,0,2,2 --z {face} -o face.png --force"));
        let pixels = |name: &str| image::open(folder.0.path().join(name)).unwrap().into_luma16();
        assert_eq!(pixels(&format!("sky_{name}.png")), pixels("face.png"), "{name}");
    }
    folder.good("bake sky.toml --cube 16 --face-length 2 -o sky.ktx2");
    folder.good("bake sky.toml --cube 16 --face-length 2 --depth 8 -o sky.dds");
    // The header of KTX2: width, height, depth, layers, faces, levels from byte 20 on.
    let header: Vec<u32> =
        folder.read("sky.ktx2")[20..44].chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(header, [16, 16, 0, 0, 6, 5]);
    assert_eq!(folder.read("sky.dds").len(), 148 + 6 * (256 + 64 + 16 + 4 + 1));
}
