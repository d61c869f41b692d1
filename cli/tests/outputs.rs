//! Bakes of recipes with several outputs, with blurs and colours, and pictures that carry their recipe.

#[path = "common/folder.rs"]
mod folder;

use std::path::Path;

use folder::{Folder, crop, text};

const RECIPE: &str = r##"
version = 2
output = "height"

[nodes.rough]
kind = "fbm"
octaves = 3
source = { kind = "perlin", frequency = 2, seed = 7, period = 16 }

[nodes.hills]
kind = "scale_offset"
source = "rough"
scale = 0.5
offset = 0.5

[outputs.height]
channels = "hills"
range = [0, 1]
format = "exr"

[outputs.soft]
channels = ["hills", "rough"]
blur = { radius = 3, passes = 2 }

[outputs.normal]
normal = { source = "hills", strength = 0.5 }
depth = 8

[outputs.normal-soft]
normal = { source = "hills", strength = 0.5, y = "down" }
blur = { radius = 2 }

[outputs.slope-soft]
slope = { source = "hills", strength = 2 }
blur = { radius = 2 }

[outputs.albedo]
ramp = { source = "hills", stops = [[0.3, "#203010"], [0.5, "#807050"], [0.7, "#ffffff"]] }

[outputs.albedo-soft]
ramp = { source = "hills", stops = [[0.3, "#203010"], [0.5, "#807050"], [0.7, "#ffffff"]] }
blur = { radius = 4 }
format = "ktx2"
"##;

const NAMES: [&str; 7] = ["albedo", "albedo-soft", "height", "normal", "normal-soft", "slope-soft", "soft"];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("r.toml", RECIPE);
    folder
}

fn file(output: &str) -> String {
    let extension = match output {
        "height" => "exr",
        "albedo-soft" => "ktx2",
        _ => "png",
    };
    format!("{output}.{extension}")
}

#[test]
fn a_folder_gets_every_output_with_the_bytes_that_it_has_alone() {
    let folder = folder();
    std::fs::create_dir(folder.path("all")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&folder.good("bake r.toml -o all/ --size 150x230 --json --threads 3")).unwrap();
    let told: Vec<_> = report["outputs"].as_array().unwrap().iter().map(|output| output["name"].as_str().unwrap()).collect();
    assert_eq!(told, NAMES);
    let mut files = NAMES.map(file);
    files.sort();
    assert_eq!(folder.names_in("all"), files);
    for (name, told) in NAMES.iter().zip(report["outputs"].as_array().unwrap()) {
        let alone = file(name);
        let report: serde_json::Value = serde_json::from_str(
            &folder.good(&format!("bake r.toml --output {name} -o {alone} --size 150x230 --json --threads 1 --tile 37")),
        )
        .unwrap();
        assert!(folder.read(&alone) == folder.read(&format!("all/{alone}")), "{name}");
        assert_eq!((&report["blake3"], &report["saturated"]), (&told["blake3"], &told["saturated"]), "{name}");
        assert_eq!(told["file"], Path::new("all").join(&alone).to_str().unwrap());
    }
    // The default output, and flags for all outputs.
    folder.good("bake r.toml -o default.exr --size 150x230");
    assert!(folder.read("default.exr") == folder.read("height.exr"));
    folder.good("bake r.toml -o all --size 20 --format r32 --depth 32 --force");
    assert!(
        NAMES
            .iter()
            .all(|name| folder.path(&format!("all/{name}.r32")).is_file() && folder.path(&format!("all/{name}.r32.json")).is_file())
    );
}

#[test]
fn a_folder_gets_all_outputs_or_none() {
    let folder = folder();
    std::fs::create_dir(folder.path("all")).unwrap();
    folder.write("all/soft.png", "precious");
    assert!(folder.bad(2, "bake r.toml -o all/ --size 20").contains("all/soft.png"));
    assert_eq!(folder.names_in("all"), ["soft.png"]);
    for (options, place) in [
        ("--force --format jpeg", "jpeg"),
        ("--force --depth 12", "--depth"),
        ("--force --range 0,1", "`normal`"),
        ("--force --set outputs.soft.blur.radius=1000", "outputs.soft.blur.radius"),
        ("--output sofft", "`soft`"),
    ] {
        let said = folder.bad(2, &format!("bake r.toml -o all/ --size 20 {options}"));
        assert!(said.contains(place), "{options}: {said}");
        assert_eq!(folder.names(), ["all", "r.toml"]);
        assert_eq!(folder.names_in("all"), ["soft.png"]);
        assert_eq!(folder.read("all/soft.png"), b"precious");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_several_that_cannot_be_written_leaves_none() {
    let folder = folder();
    std::fs::create_dir(folder.path("all")).unwrap();
    // Under the limit all files can begin, but the largest can't be completed.
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    let script = format!("ulimit -f 400; trap '' XFSZ; exec {lacuna} bake r.toml -o all/ --size 400 --threads 2");
    let output = folder.command_of("bash").args(["-c", &script]).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("error: ") && said.contains("all/"), "{said}");
    assert!(folder.names_in("all").is_empty(), "{:?}", folder.names_in("all"));
}

#[test]
fn a_blur_is_the_same_bits_over_tiles_threads_crops_and_periods() {
    let folder = folder();
    for output in ["soft", "normal-soft", "slope-soft", "albedo-soft"] {
        let bake = |name: &str, options: &str| {
            folder.good(&format!("bake r.toml --output {output} -o {name} --force {options}"));
            folder.samples(name)
        };
        let whole = bake("whole.r32", "--size 260x180 --region 0,0,13,9 --threads 1");
        let channels = whole.len() / (260 * 180);
        let of = |samples: &[f32], width: usize, at: [usize; 2], size: [usize; 2]| {
            crop(samples, width * channels, [at[0] * channels, at[1]], [size[0] * channels, size[1]])
        };
        for options in ["--threads 3", "--threads 2 --tile 19", "--threads 1 --tile 1000"] {
            assert!(bake("again.r32", &format!("--size 260x180 --region 0,0,13,9 {options}")) == whole, "{output} {options}");
        }
        for (region, at, size) in
            [("2.5,3.1,5.5,5.1", [50, 62], [60, 40]), ("0,0,0.05,9", [0, 0], [1, 180]), ("12.8,8.9,13,9", [256, 178], [4, 2])]
        {
            let part = bake("part.r32", &format!("--size {}x{} --region {region}", size[0], size[1]));
            assert!(part == of(&whole, 260, at, size), "{output} {region}");
        }
        // The noise has a period of 8 units.
        let one = bake("one.r32", "--size 40x40 --region 0,0,8,8");
        let four = bake("four.r32", "--size 80x80 --region 0,0,16,16");
        for at in [[0, 0], [40, 0], [0, 40], [40, 40]] {
            assert!(of(&four, 80, at, [40, 40]) == one, "{output} {at:?}");
        }
    }
}

#[test]
fn a_blurred_picture_is_the_mean_of_squares_of_the_sharp_one() {
    let folder = folder();
    // The margin of 6 pixels around the blurred region.
    folder.good("bake r.toml --output soft --set outputs.soft.blur={radius=3,passes=1} -o soft.r32 --size 30x20 --region 1,1,4,3");
    folder.write("sharp.toml", &RECIPE.replace("blur = { radius = 3, passes = 2 }", ""));
    folder.good("bake sharp.toml --output soft -o sharp.r32 --size 36x26 --region 0.7,0.7,4.3,3.3");
    let (soft, sharp) = (folder.samples("soft.r32"), folder.samples("sharp.r32"));
    for y in 0..20 {
        for x in 0..30 {
            for channel in 0..2 {
                let square = (0..49).map(|k| f64::from(sharp[((y + k / 7) * 36 + x + k % 7) * 2 + channel]));
                let found = f64::from(soft[(y * 30 + x) * 2 + channel]);
                assert!((found - square.sum::<f64>() / 49.0).abs() < 1e-7, "{x} {y}");
            }
        }
    }
}

#[test]
fn a_normal_map_and_a_slope_of_a_blur_are_those_of_blurred_heights() {
    let folder = folder();
    let side = 64;
    let bake = |output: &str, options: &str| {
        folder.good(&format!("bake r.toml --output {output} -o {output}.r32 --size {side} --region 2,2,2.25,2.25 --force {options}"));
        folder.samples(&format!("{output}.r32"))
    };
    // Differences of heights with the same blur.
    let heights = bake("height", "--set outputs.height.blur={radius=2} --format r32");
    let normals = bake("normal-soft", "");
    let slopes = bake("slope-soft", "");
    let height = |x: usize, y: usize| f64::from(heights[y * side + x]);
    for y in 1..side - 1 {
        for x in 1..side - 1 {
            let across = 2.0 * 0.25 / side as f64;
            let dx = (height(x + 1, y) - height(x - 1, y)) / across;
            let dy = (height(x, y + 1) - height(x, y - 1)) / across;
            let (sx, sy) = (-0.5 * dx, -0.5 * dy);
            let length = (sx * sx + sy * sy + 1.0).sqrt();
            let expected = [sx / length, sy / length, 1.0 / length];
            let found: Vec<f64> = normals[3 * (y * side + x)..][..3].iter().copied().map(f64::from).collect();
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 3e-3), "{x} {y}: {found:?} {expected:?}");
            let slope = f64::from(slopes[y * side + x]);
            assert!((slope - 2.0 * (dx * dx + dy * dy).sqrt()).abs() < 2e-2, "{x} {y}: {slope}");
        }
    }
}

#[test]
fn a_normal_map_of_a_sphere_has_its_normals_with_y_up_or_down() {
    let folder = Folder::new();
    for (y, sign) in [("up", -1.0), ("down", 1.0)] {
        folder.write(
            "sphere.toml",
            &format!(
                r#"
                version = 2
                nodes.x = {{ kind = "square", source = {{ kind = "coordinate", axis = "x" }} }}
                nodes.y = {{ kind = "square", source = {{ kind = "coordinate", axis = "y" }} }}
                nodes.radius = {{ kind = "clamp", low = 0, high = 1, source = {{ kind = "add", a = "x", b = "y" }} }}
                nodes.sphere = {{ kind = "sqrt", source = {{ kind = "invert", source = "radius" }} }}
                outputs.normal = {{ normal = {{ source = "sphere", y = "{y}" }}, depth = 8 }}
                "#
            ),
        );
        folder.good("bake sphere.toml -o normal.png --size 96 --region -0.6,-0.6,0.6,0.6 --force");
        let picture = image::open(folder.path("normal.png")).unwrap();
        assert_eq!(picture.color(), image::ColorType::Rgb8);
        for (column, row, pixel) in picture.into_rgb8().enumerate_pixels() {
            let [x, y] = [column, row].map(|index| -0.6 + 1.2 * (f64::from(index) + 0.5) / 96.0);
            let normal = [x, sign * y, (1.0 - x * x - y * y).sqrt()];
            for (found, expected) in pixel.0.iter().zip(normal) {
                let found = f64::from(*found) / 255.0 * 2.0 - 1.0;
                assert!((found - expected).abs() <= 1.0 / 255.0, "{column} {row}: {found} {expected}");
            }
        }
    }
}

#[test]
fn colours_are_light_in_floats_and_srgb_in_integers_and_data_is_neither() {
    let folder = folder();
    folder.good("bake r.toml --output albedo -o a.r32 --size 40");
    folder.good("bake r.toml --output albedo -o a.png --size 40");
    folder.good("bake r.toml --output albedo -o b.png --size 40 --depth 16");
    let light = folder.samples("a.r32");
    let srgb = |light: f32, levels: f64| {
        let light = f64::from(light);
        let encoded = if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 };
        (encoded * levels + 0.5).floor()
    };
    let eight = image::open(folder.path("a.png")).unwrap();
    assert_eq!(eight.color(), image::ColorType::Rgb8);
    assert!(eight.into_rgb8().iter().zip(&light).all(|(&code, &light)| f64::from(code) == srgb(light, 255.0)));
    let sixteen = image::open(folder.path("b.png")).unwrap();
    assert_eq!(sixteen.color(), image::ColorType::Rgb16);
    assert!(sixteen.into_rgb16().iter().zip(&light).all(|(&code, &light)| f64::from(code) == srgb(light, 65_535.0)));
    folder.good("bake r.toml --output normal -o n.png --size 40");
    let has = |name: &str, chunk: &[u8]| folder.read(name).windows(4).any(|window| window == chunk);
    assert_eq!([has("a.png", b"sRGB"), has("a.png", b"gAMA"), has("n.png", b"sRGB"), has("n.png", b"gAMA")], [true, false, false, false]);
    // VK_FORMAT_R8G8B8A8_SRGB and _UNORM, and DXGI's. 16-bit textures hold linear light.
    for (file, at, options, format) in [
        ("a.ktx2", 12, "--output albedo", 43_u32),
        ("n.ktx2", 12, "--output normal", 37),
        ("a.dds", 128, "--output albedo", 29),
        ("n.dds", 128, "--output normal", 28),
        ("b.ktx2", 12, "--output albedo --depth 16", 91),
    ] {
        folder.good(&format!("bake r.toml {options} -o {file} --size 16"));
        assert_eq!(u32::from_le_bytes(folder.read(file)[at..at + 4].try_into().unwrap()), format, "{file}");
    }
    folder.good("bake r.toml --output albedo -o a.tiff --size 16");
    assert!(folder.json("a.tiff.json")["layout"].as_str().unwrap().contains("sRGB"));
    folder.good("bake r.toml --output albedo -o a.exr --size 16");
    assert!(String::from_utf8_lossy(&folder.read("a.exr")).contains("RGB, f32, linear"));
}

#[test]
fn a_picture_bakes_again_as_the_same_bytes_and_flags_change_it() {
    let folder = folder();
    std::fs::create_dir(folder.path("all")).unwrap();
    folder.good("bake r.toml -o all/ --size 60x45 --seed 3 --z 0.5 --set rough.octaves=2 --set outputs.slope-soft.range=\"auto\"");
    for name in NAMES {
        let file = file(name);
        folder.good(&format!("bake all/{file} -o again-{file} --engine cpu"));
        assert!(folder.read(&format!("again-{file}")) == folder.read(&format!("all/{file}")), "{name}");
    }
    // The settings of flags are carried, too, also by files that are no pictures.
    for (first, options) in [("f.png", "--depth 8 --range 0.2,0.8"), ("f.tiff", "--depth 8 --range auto"), ("f.r32", ""), ("f.r16", "")] {
        folder.good(&format!("bake r.toml --output soft -o {first} --size 31x7 --region -1,0,2.1,0.7 {options}"));
        folder.good(&format!("bake {first} -o again-{first}"));
        assert!(folder.read(&format!("again-{first}")) == folder.read(first), "{first}");
        if !first.ends_with("png") {
            assert_eq!(folder.read(&format!("again-{first}.json")), folder.read(&format!("{first}.json")), "{first}");
            folder.good(&format!("bake {first}.json -o {first} --force"));
            assert!(folder.read(&format!("again-{first}")) == folder.read(first), "{first}");
        }
    }
    // A region with an edge that is no decimal.
    folder.good("bake perlin -o third.png --size 30x10");
    folder.good("bake third.png -o again-third.png");
    assert!(folder.read("third.png") == folder.read("again-third.png"));
    assert!(folder.bad(2, "bake third.png -o x.png --size 31x10").contains("--region"));
    // Flags.
    folder.good("bake f.r32 -o other.r32 --size 62x14 --seed 9 --set rough.octaves=4");
    folder.good("bake r.toml --output soft -o expected.r32 --size 62x14 --region -1,0,2.1,0.7 --seed 9 --set rough.octaves=4");
    assert!(folder.read("other.r32") == folder.read("expected.r32"));
    folder.good("bake f.png -o other.png --output normal --depth 16");
    folder.good("bake r.toml -o expected.png --output normal --depth 16 --size 31x7 --region -1,0,2.1,0.7");
    assert!(folder.read("other.png") == folder.read("expected.png"));
    folder.good("bake f.png -o set.png --set outputs.soft.range=[0,1]");
    assert!(text(&folder.read("f.tiff.json")).contains("\"range\""));
    assert_ne!(folder.read("set.png"), folder.read("f.png"));
}

#[test]
fn a_picture_without_a_recipe_is_no_source() {
    let folder = Folder::new();
    folder.write("a.png", "no picture");
    folder.write("b.json", "{}");
    folder.write("c.exr", "v/1\x01 no picture");
    folder.write("d.ktx2", "too short");
    folder.write("e.r32", "1234");
    image::GrayImage::new(3, 3).save(folder.path("f.png")).unwrap();
    for name in ["a.png", "b.json", "c.exr", "d.ktx2", "e.r32", "f.png", "g.png"] {
        let said = folder.bad(2, &format!("bake {name} -o x.png"));
        assert!(said.contains(name), "{name}: {said}");
    }
}

#[test]
fn what_overflows_behind_a_blur_is_refused_as_it_is_without_one() {
    let folder = Folder::new();
    let recipe = |blur: &str| {
        format!(
            "version = 2\nnodes.h = {{ kind = \"scale_offset\", source = {{ kind = \"perlin\", frequency = 3.3 }}, scale = 1e30, offset = 0 }}\n\
             outputs.o = {{ slope = {{ source = \"h\", strength = 1e6 }}{blur} }}\n"
        )
    };
    for blur in ["", ", blur = { radius = 1 }"] {
        folder.write("steep.toml", &recipe(blur));
        let said = folder.bad(2, "bake steep.toml --size 4 -o a.r32");
        assert!(said.contains("`h`"), "{said}");
    }
}

/// A recipe of 25 channels: six outputs of four, one of which is blurred and one of which has a measured range, and a height.
fn of_many_channels() -> String {
    let four = |n: u32| {
        let channels: Vec<String> = (0..4).map(|c| format!("{{ kind = \"perlin\", dimensions = 3, seed = {} }}", 10 * n + c)).collect();
        let more = ["", "range = \"auto\"\n", "blur = { radius = 2 }\n"].get(n as usize).copied().unwrap_or_default();
        format!("[outputs.o{n}]\nchannels = [{}]\n{more}", channels.join(", "))
    };
    let height = "[outputs.height]\nchannels = { kind = \"fbm\", source = { kind = \"perlin\", dimensions = 3 } }\nrange = \"auto\"\n";
    format!("version = 2\noutput = \"height\"\n{}{height}", (0..6).map(four).collect::<String>())
}

/// Bakes all outputs into a folder, and each alone. Returns the names of the files in the folder, which are those of the outputs with these endings.
#[track_caller]
fn assert_all_are_as_alone(folder: &Folder, line: &str, outputs: &[&str], endings: &[&str]) {
    std::fs::create_dir_all(folder.path("alone")).unwrap();
    folder.good(&format!("bake {line} --engine cpu -o all/"));
    let mut names: Vec<String> = outputs.iter().flat_map(|output| endings.iter().map(move |ending| format!("{output}{ending}"))).collect();
    names.sort();
    let stem = |ending: &str| ending.rsplit_once('.').unwrap().1.to_owned();
    for output in outputs {
        folder.good(&format!("bake {line} --engine cpu --output {output} -o alone/{output}.{}", stem(endings[0])));
    }
    assert_eq!(folder.names_in("all"), names);
    assert_eq!(folder.names_in("alone"), names);
    for name in &names {
        assert!(folder.read(&format!("all/{name}")) == folder.read(&format!("alone/{name}")), "{name}");
    }
    for place in ["all", "alone"] {
        std::fs::remove_dir_all(folder.path(place)).unwrap();
    }
}

const MANY: [&str; 7] = ["height", "o0", "o1", "o2", "o3", "o4", "o5"];

#[test]
fn outputs_of_more_channels_than_one_evaluation_has_bake_in_one_run_with_the_bytes_that_they_have_alone() {
    let folder = Folder::new();
    folder.write("many.toml", &of_many_channels());
    assert_all_are_as_alone(&folder, "many.toml --size 60x45 --threads 3", &MANY, &[".png"]);
}

#[test]
fn tiles_frames_and_volumes_of_all_outputs_go_into_a_folder_with_the_bytes_that_they_have_alone() {
    let folder = Folder::new();
    folder.write("many.toml", &of_many_channels());
    let tiles = ["_0_0.png", "_0_1.png", "_1_0.png", "_1_1.png"];
    assert_all_are_as_alone(&folder, "many.toml --tiles 2x2 --size 20", &MANY, &tiles);
    assert_all_are_as_alone(&folder, "many.toml --tiles 2x2 --size 20 --on-edges", &MANY, &tiles);
    assert_all_are_as_alone(&folder, "many.toml --frames 3 --size 20", &MANY, &["_00.png", "_01.png", "_02.png"]);
    assert_all_are_as_alone(&folder, "many.toml --frames 3 --sheet 2x2 --size 20", &MANY, &[".png"]);
    assert_all_are_as_alone(&folder, "many.toml --frames 3 --animate 5 --size 20", &MANY, &[".png"]);
    assert_all_are_as_alone(&folder, "many.toml --volume 3 --slices", &MANY, &["_00.png", "_01.png", "_02.png"]);
    // A measured range is that of the output's whole set.
    folder.good("bake many.toml --frames 3 --size 20 --engine cpu --force -o all/");
    folder.good("bake all/o1_02.png --engine cpu -o again.png");
    assert!(folder.read("again.png") == folder.read("all/o1_02.png"));
}

#[test]
fn sets_of_too_many_files_are_refused_before_any_is_made() {
    let folder = Folder::new();
    folder.write("many.toml", &of_many_channels());
    let said = folder.bad(2, "bake many.toml --tiles 8x8 --size 4 --engine cpu -o all/");
    assert!(said.contains("448 files") && said.contains("--output"), "{said}");
    assert!(!folder.path("all").exists() || folder.names_in("all").is_empty());
    folder.good("bake many.toml --tiles 8x8 --size 4 --engine cpu --output o0 -o all/");
    assert_eq!(folder.names_in("all").len(), 64);
}

const PAINTED: &str = r##"
version = 2
output = "height"
nodes.hills = { kind = "fbm", octaves = 4, source = { kind = "perlin", seed = 5 } }
outputs.height = { channels = "hills" }
outputs.albedo = { ramp = { source = "hills", stops = [[-0.5, "#203080"], [0, "#40a040"], [0.5, "#f0d090"]] } }
outputs.soft = { channels = { kind = "colour", value = "#4080c0" }, blur = { radius = 2 } }
outputs.clear = { channels = [{ kind = "colour", value = "#4080c0" }, 0.25] }
"##;

#[test]
fn terrain_has_the_colours_of_the_recipe_s_albedo_unless_others_are_asked_for() {
    let folder = Folder::new();
    folder.write("p.toml", PAINTED);
    folder.good("bake p.toml --output albedo --size 30x20 --engine cpu -o albedo.r32");
    let view = "bake p.toml --view hillshade --light none --antialias 1 --size 30x20 --engine cpu --force";
    folder.good(&format!("{view} -o usual.r32"));
    assert_eq!(folder.samples("usual.r32"), folder.samples("albedo.r32"));
    assert_eq!(folder.json("usual.r32.json")["job"]["drape"], "albedo");
    // Cut anywhere, in a map and in a block.
    for kind in ["hillshade --shadows --sun 300,20", "relief --terrain 60x40"] {
        let shaded = format!("bake p.toml --view {kind} --size 90x60 --engine cpu --force");
        folder.good(&format!("{shaded} -o whole.png"));
        folder.good(&format!("{shaded} --drape albedo --tile 17 --threads 2 -o parts.png"));
        assert!(folder.read("whole.png") == folder.read("parts.png"), "{kind}");
        folder.good("bake whole.png --engine cpu --force -o again.png");
        assert!(folder.read("whole.png") == folder.read("again.png"), "{kind}");
        folder.good(&format!("{shaded} --drape none -o none.png"));
        folder.good(&format!("{shaded} --palette terrain -o terrain.png"));
        assert!(folder.read("none.png") == folder.read("terrain.png") && folder.read("none.png") != folder.read("whole.png"), "{kind}");
    }
    // Blurred colours, and colours with alpha, which has no effect.
    folder.good(&format!("{view} --drape soft -o soft.r32"));
    folder.good(&format!("{view} --drape clear -o clear.r32"));
    assert_eq!(folder.samples("soft.r32"), folder.samples("clear.r32"));
    for (drape, place) in [("height", "`albedo`"), ("nothing", "`nothing`")] {
        let said = folder.bad(2, &format!("{view} --drape {drape} -o no.r32"));
        assert!(said.contains(place), "{said}");
    }
    assert!(!folder.path("no.r32").exists());
}

#[test]
fn a_half_float_file_reports_what_it_can_not_hold() {
    let folder = Folder::new();
    folder.write(
        "great.toml",
        "version = 2\noutput = 'g'\nnodes.g = { kind = 'scale_offset', scale = 200000, source = { kind = 'perlin' } }\n",
    );
    folder.good("bake great.toml --size 32 --engine cpu -o a.r32");
    let outside = folder.samples("a.r32").iter().filter(|sample| sample.abs() > 65_504.0).count();
    assert!(outside > 0);
    let output = folder.run("bake great.toml --size 32 --engine cpu --depth 16 -o a.exr --json");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["saturated"], outside);
    let said = text(&output.stderr);
    assert!(said.contains(&format!("{outside} of 1024")) && said.contains("65504"), "{said}");
    let output = folder.run("bake great.toml --size 32 --engine cpu --depth 32 -o b.exr --json");
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["saturated"], 0);
}
