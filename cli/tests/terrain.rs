//! Heights as game engines import them: sizes, samples on the edges, and the settings that they need.

#[path = "common/folder.rs"]
mod folder;

use folder::{Folder, crop, text};

#[test]
fn unreal_takes_every_size_of_whole_components_and_others_are_told_the_nearest() {
    let folder = Folder::new();
    for size in [127, 253, 505, 511, 1009, 1021, 2041] {
        folder.good(&format!("bake white --for unreal:{size} --engine cpu -o a.r16 --force"));
        assert_eq!(folder.read("a.r16").len(), 2 * size * size, "{size}");
    }
    // Large sizes are only parsed.
    for size in [4033, 8129, 8161, 16_321] {
        assert!(format!("unreal:{size}").parse::<lacuna_bake::jobs::Import>().is_ok(), "{size}");
    }
    for (size, nearest) in [(1024, &["1021", "1055"][..]), (2, &[" 8 "]), (100_000, &["16321"])] {
        let said = folder.bad(2, &format!("bake white --for unreal:{size} -o b.r16"));
        assert!(nearest.iter().all(|nearest| said.contains(nearest)), "{said}");
    }
}

#[test]
fn samples_on_the_edges_are_those_at_their_places_alone_and_in_tiles() {
    let folder = Folder::new();
    folder.good("bake perlin --seed 4 --on-edges --size 9x5 --region -1,0.5,1,1.5 --engine cpu -o whole.r32");
    let whole = folder.samples("whole.r32");
    let places: Vec<String> =
        (0..5).flat_map(|y| (0..9).map(move |x| format!("--at {},{}", -1.0 + 0.25 * f64::from(x), 0.5 + 0.25 * f64::from(y)))).collect();
    let sampled = folder.good(&format!("sample perlin --seed 4 --engine cpu {}", places.join(" ")));
    let sampled: Vec<f32> = sampled.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(whole, sampled);
    folder.good("bake perlin --seed 4 --on-edges --size 5x3 --tiles 2x2 --region -1,0.5,1,1.5 --engine cpu -o tile.r32");
    for [x, y] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
        assert_eq!(folder.samples(&format!("tile_{x}_{y}.r32")), crop(&whole, 9, [4 * x, 2 * y], [5, 3]), "{x} {y}");
    }
    // Sizes with steps that are no decimals, too.
    folder.good("bake perlin --seed 4 --frequency 0.37 --on-edges --size 4 --region 0.1,0,1.1,1 --engine cpu -o thirds.r32");
    let sampled = folder.good("sample perlin --seed 4 --frequency 0.37 --engine cpu --at 0.1,0 --at 1.1,0 --at 0.1,1 --at 1.1,1");
    let sampled: Vec<f32> = sampled.lines().map(|line| line.parse().unwrap()).collect();
    let thirds = folder.samples("thirds.r32");
    assert_eq!([0, 3, 12, 15].map(|index| thirds[index]), sampled[..]);
}

#[test]
fn a_file_with_samples_on_the_edges_bakes_again_and_goes_to_standard_output() {
    let folder = Folder::new();
    folder.good("bake perlin --on-edges --size 9 --engine cpu -o a.png");
    folder.good("bake a.png --engine cpu -o b.png");
    assert!(folder.read("a.png") == folder.read("b.png"));
    let output = folder.run("bake perlin --on-edges --size 9 --format png --engine cpu -o -");
    assert!(output.stdout == folder.read("a.png"), "{}", text(&output.stderr));
    std::fs::create_dir(folder.path("all")).unwrap();
    folder.good("bake terrain-ridged --on-edges --size 9 --engine cpu -o all/");
    assert_eq!(folder.names_in("all"), ["albedo.png", "height.png", "normal.png", "relief.png", "rock.png", "snow.png"]);
    folder.good("bake terrain-ridged --output normal --on-edges --size 9 --engine cpu -o normal.png");
    assert!(folder.read("normal.png") == folder.read("all/normal.png"));
    folder.good("bake all/height.png --engine cpu -o height.png");
    assert!(folder.read("height.png") == folder.read("all/height.png"));
    assert!(folder.bad(2, "bake perlin --on-edges --size 9x5 -o c.png").contains("--region"));
    folder.bad(2, "bake perlin --on-edges --size 1 -o c.png");
}

/// Returns the scale in the metadata of a file. The bake's message and report tell the same.
#[track_caller]
fn scale(folder: &Folder, line: &str, facts: &str) -> serde_json::Value {
    let output = folder.run(&format!("bake {line} --engine cpu --force --json"));
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{line}: {said}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let told = folder.json(facts)["scale"].clone();
    assert_eq!(report["outputs"][0]["scale"], told, "{line}");
    for (name, value) in told["settings"].as_object().unwrap() {
        let rounded = (value.as_f64().unwrap() * 1e6).round() / 1e6;
        assert!(said.contains(&format!("{name} {rounded}")), "{line}: {name} {rounded}: {said}");
    }
    told
}

#[test]
fn what_an_engine_has_to_be_told_is_said_and_stands_in_the_facts() {
    let folder = Folder::new();
    let common = "perlin --range -0.5,1 --region 0,0,64,64 --unit-metres 4 --height-metres 300";
    let told = scale(&folder, &format!("{common} --for unity:33 --tiles 2x2 -o land.raw"), "land_0_0.raw.json");
    let settings = serde_json::json!({ "Position Y": -150.0, "Terrain Height": 450.0, "Terrain Length": 128.0, "Terrain Width": 128.0 });
    assert_eq!(told["settings"], settings);
    assert_eq!((&told["height_scale"], &told["height_at_zero"], &told["height_at_full"]), (&300.0.into(), &(-150.0).into(), &300.0.into()));

    let told = scale(&folder, &format!("{common} --for unreal:127 -o land.r16"), "land.r16.json");
    // Unreal's rule: level minus 32768, over 128, times the scale, in centimetres above the location.
    let of = |key: &str| told["settings"][key].as_f64().unwrap();
    for (level, height) in [(0.0, -150.0), (65_535.0, 300.0)] {
        let found = (of("Location Z") + (level - 32_768.0) / 128.0 * of("Scale Z")) / 100.0;
        assert!((found - height).abs() < 1e-9, "{level}: {found}");
    }
    assert!((of("Scale X") * 126.0 / 100.0 - 256.0).abs() < 1e-9);

    let told = scale(&folder, &format!("{common} --for terrain3d:64 -o land.r16"), "land.r16.json");
    let of = |key: &str| told["settings"][key].as_f64();
    let found = ["r16_range.x", "r16_range.y", "vertex_spacing", "import_scale"].map(of);
    assert_eq!(found, [-150.0, 300.0, 4.0, 1.0].map(Some));
    // The measured range.
    let told = scale(&folder, "perlin --range auto --for unity:33 -o auto.raw", "auto.raw.json");
    let range = &folder.json("auto.raw.json")["range"];
    assert_eq!((&told["height_at_zero"], &told["height_at_full"]), (&range[0], &range[1]));

    // The values themselves.
    folder.good("bake perlin --for terrain3d:64 --height-metres 100 --engine cpu -o land.exr");
    let shown = folder.good("show land.exr");
    assert!(shown.contains("# scale: {") && shown.contains("\"import_scale\":100.0") && !shown.contains("height_at_zero"), "{shown}");

    // A file bakes again with all of its settings.
    folder.good("bake land_1_0.raw --engine cpu -o again.raw");
    assert_eq!(text(&folder.read("again.raw.json")), text(&folder.read("land_1_0.raw.json")));
    for flag in ["--height-metres 0", "--unit-metres -1", "--unit-metres 1e300", "--height-metres 1e-300", "--unit-metres 1e10"] {
        let said = folder.bad(2, &format!("bake perlin --for unity:33 {flag} -o n.raw"));
        assert!(said.contains(flag.split(' ').next().unwrap()), "{flag}: {said}");
    }
    folder.good("bake perlin --for unity:33 --unit-metres 1e9 --height-metres 1e-6 --engine cpu -o n.raw");
}

#[test]
fn metres_are_refused_where_no_engine_is_told_of_them() {
    let folder = Folder::new();
    for line in [
        "perlin --size 16 -o a.png",
        "perlin --view relief -o a.png",
        "perlin --tiles 2x1 -o a.png",
        "perlin --on-edges --size 16 -o a.png",
        "perlin --size 8 --frames 2 -o a.png",
        "perlin --volume 8 -o a.npy",
        "perlin -o a.png",
    ] {
        for (flag, told) in [("--unit-metres 5", "--unit-metres"), ("--unit-metres 1", "--unit-metres"), ("--height-metres 30", "--for")] {
            let said = folder.bad(2, &format!("bake {line} {flag}"));
            assert!(said.contains(told), "{line} {flag}: {said}");
        }
    }
    // A file for an engine still is one.
    folder.good("bake perlin --for unity:33 --engine cpu -o land.raw");
    folder.good("bake perlin --for unity:33 --unit-metres 5 --engine cpu -o five.raw");
    folder.good("bake land.raw --unit-metres 5 --engine cpu -o again.raw");
    assert_eq!(text(&folder.read("again.raw.json")), text(&folder.read("five.raw.json")));
}

/// Returns the numbers of a tag of a little-endian TIFF, of type SHORT or DOUBLE.
fn tag(file: &[u8], wanted: u16) -> Option<Vec<f64>> {
    let short = |at: usize| u16::from_le_bytes(file[at..at + 2].try_into().unwrap());
    let long = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&file[..2], short(2)), (&b"II"[..], 42));
    let directory = long(4);
    let entry = (0..usize::from(short(directory))).map(|number| directory + 2 + 12 * number).find(|&entry| short(entry) == wanted)?;
    let (kind, count) = (short(entry + 2), long(entry + 4));
    let double = |at: usize| f64::from_le_bytes(file[at..at + 8].try_into().unwrap());
    let at = long(entry + 8);
    Some(match kind {
        3 => (0..count).map(|number| f64::from(short(at + 2 * number))).collect(),
        12 => (0..count).map(|number| double(at + 8 * number)).collect(),
        other => panic!("type {other}"),
    })
}

/// Returns the distances between samples, the place of the first, and whether samples are points.
fn place(folder: &Folder, name: &str) -> Option<([f64; 2], [f64; 2], bool)> {
    let file = folder.read(name);
    let [scale, tie, keys] = [33_550, 33_922, 34_735].map(|wanted| tag(&file, wanted));
    assert!([&scale, &tie, &keys].iter().all(|tag| tag.is_some() == scale.is_some()), "{name}");
    let (scale, tie, keys) = (scale?, tie?, keys?);
    assert_eq!((scale[2], &tie[..3], tie[5]), (0.0, &[0.0; 3][..], 0.0));
    assert_eq!(keys[..7], [1.0, 1.0, 1.0, 1.0, 1025.0, 0.0, 1.0]);
    Some(([scale[0], scale[1]], [tie[3], tie[4]], keys[7] == 2.0))
}

#[test]
fn a_tiff_has_its_place_in_metres_where_the_length_of_a_unit_is_given() {
    let folder = Folder::new();
    let bake = |line: &str| folder.good(&format!("bake perlin --engine cpu --depth 32 {line}"));
    bake("--size 8x4 --region 2,-3,10,1 --unit-metres 5 -o a.tiff");
    assert_eq!(place(&folder, "a.tiff"), Some(([5.0, 5.0], [10.0, 15.0], false)));
    // The same samples as without.
    bake("--size 8x4 --region 2,-3,10,1 -o plain.tiff");
    assert_eq!(place(&folder, "plain.tiff"), None);
    bake("--size 8x4 --region 2,-3,10,1 --unit-metres 5 --format tiff -o b.tif");
    assert!(folder.read("a.tiff") == folder.read("b.tif"));
    let sampled = |name: &str| {
        let report = folder.good(&format!("bake {name} --engine cpu --json --force -o again.tiff"));
        serde_json::from_str::<serde_json::Value>(&report).unwrap()["blake3"].clone()
    };
    assert_eq!(sampled("plain.tiff"), sampled("a.tiff"));
    // It bakes again with its place.
    assert!(folder.read("again.tiff") == folder.read("a.tiff"));
    assert_eq!(text(&folder.read("again.tiff.json")), text(&folder.read("a.tiff.json")));
    // A baked picture takes its own region to its place.
    folder.good("bake plain.tiff --unit-metres 5 --engine cpu -o placed.tiff");
    assert!(folder.read("placed.tiff") == folder.read("a.tiff"));

    // Neighbouring tiles meet.
    bake("--size 4x2 --region 2,-3,10,1 --tiles 2x2 --unit-metres 5 -o t.tiff");
    for (name, corner) in [("t_0_0", [10.0, 15.0]), ("t_1_0", [30.0, 15.0]), ("t_0_1", [10.0, 5.0]), ("t_1_1", [30.0, 5.0])] {
        assert_eq!(place(&folder, &format!("{name}.tiff")), Some(([5.0, 5.0], corner, false)), "{name}");
    }
    // Samples on the edges are points.
    bake("--size 5x3 --region 2,-3,10,1 --tiles 2x2 --on-edges --unit-metres 1 -o e.tiff");
    assert_eq!(place(&folder, "e_1_1.tiff"), Some(([1.0, 1.0], [6.0, 1.0], true)));
    // An engine's file has it, too, if the length is given.
    folder.good("bake perlin --for unigine:1024 --engine cpu --unit-metres 128 -o u.tiff");
    assert_eq!(place(&folder, "u.tiff"), Some(([1.0, 1.0], [0.0, 0.0], false)));
    folder.good("bake perlin --for unigine:1024 --engine cpu -o u.tiff --force");
    assert_eq!(place(&folder, "u.tiff"), None);

    // The default region has square pixels, whatever the size.
    bake("--size 8x4 --unit-metres 5 -o wide.tiff");
    assert_eq!(place(&folder, "wide.tiff"), Some(([5.0, 5.0], [0.0, 0.0], false)));

    for (line, told) in [
        ("--size 8 --unit-metres 5 -o c.exr", "`tiff`"),
        ("--frames 2 --size 8 -o c.tiff --unit-metres 5", "--unit-metres"),
        ("--size 8 --unit-metres 0 -o c.tiff", "--unit-metres"),
    ] {
        let said = folder.bad(2, &format!("bake perlin {line}"));
        assert!(said.contains(told), "{line}: {said}");
    }
}

#[test]
fn a_file_that_has_its_place_bakes_again_as_any_picture_does() {
    let folder = Folder::new();
    let common = "--size 8x4 --region 2,-3,10,1 --engine cpu";
    folder.good(&format!("bake terrain-ridged --output height {common} --depth 32 --unit-metres 5 -o a.tiff"));
    folder.good(&format!("bake terrain-ridged --output height {common} -o plain.png"));
    folder.good(&format!("bake terrain-ridged --output height {common} --depth 32 --unit-metres 7 -o other.tiff"));
    folder.good("bake terrain-ridged --output height --size 16x8 --region 2,-3,10,1 --engine cpu --depth 32 --unit-metres 5 -o large.tiff");
    folder.good("bake a.tiff --unit-metres 7 --engine cpu -o again.tiff");
    assert!(folder.read("again.tiff") == folder.read("other.tiff"));
    folder.good("bake a.tiff --size 16x8 --engine cpu --force -o again.tiff");
    assert!(folder.read("again.tiff") == folder.read("large.tiff"));
    // Files without room for a place have nothing of it.
    folder.good("bake a.tiff --depth 16 --engine cpu -o again.png");
    assert!(folder.read("again.png") == folder.read("plain.png"));
    let facts = text(&folder.read("a.tiff.json"));
    assert!(facts.contains("\"region\"") && facts.contains("\"unit_metres\": 5"), "{facts}");
    for line in [
        "-o maps/",
        "--view relief -o view.png",
        "--tiles 2x2 -o tiles.png",
        "--frames 2 -o frames.png",
        "--region 0,0,1,1 -o elsewhere.png",
    ] {
        folder.good(&format!("bake a.tiff {line} --engine cpu"));
    }
    // The tiles lie where the picture did.
    folder.good(&format!("bake terrain-ridged --output height {common} --tiles 2x2 -o expected.png"));
    assert_eq!(folder.names_in("maps").len(), 6);
}

#[test]
fn settings_that_an_engine_would_change_are_told_with_what_mends_them() {
    let folder = Folder::new();
    let said = |line: &str| {
        let output = folder.run(&format!("bake {line} --engine cpu --force"));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {said}");
        said.lines().filter(|line| line.starts_with("note: ") && line.contains(" takes ")).map(str::to_owned).collect::<Vec<_>>()
    };
    for (line, flags, setting, mend, is_least) in [
        ("perlin --for terrain3d:128 -o a.exr", "", "vertex_spacing", "--unit-metres 4", true),
        ("perlin --for terrain3d:128 -o a.exr", "--unit-metres 5000", "vertex_spacing", "--unit-metres 1600", false),
        ("perlin --for unity:33 --height-metres 1 -o a.raw", "--unit-metres 0.1", "Terrain Width", "--unit-metres 0.125", true),
        ("perlin --for unity:33 -o a.raw", "--height-metres 0.25", "Terrain Height", "--height-metres 0.5", true),
        ("perlin --for unity:33 -o a.raw", "--height-metres 6000", "Terrain Height", "--height-metres 5000", false),
    ] {
        let told = said(&format!("{line} {flags}"));
        let full = format!("{mend} or {}", if is_least { "more" } else { "less" });
        assert!(told.iter().any(|note| note.contains(setting) && note.ends_with(&full)), "{line} {flags}: {told:?}");
        assert!(said(&format!("{line} {mend}")).is_empty(), "{line} {mend}");
    }
    let tall = "perlin --for terrain3d:128 --unit-metres 16 -o a.exr";
    for line in ["perlin --for unity:33 -o a.raw", "perlin --for unreal:127 -o a.png", tall] {
        assert!(said(line).is_empty(), "{line}");
    }
}

#[test]
fn heights_for_an_engine_come_with_the_recipe_s_other_outputs_on_the_same_samples() {
    let folder = Folder::new();
    folder.good("bake terrain-ridged --for unreal:127 --tiles 2x1 --unit-metres 200 --engine cpu -o all/");
    let outputs = ["albedo", "height", "normal", "relief", "rock", "snow"];
    let names: Vec<String> = outputs.iter().flat_map(|output| [0, 1].map(|x| format!("{output}_x{x}_y0.png"))).collect();
    assert_eq!(folder.names_in("all"), names);
    // Heights as alone, colours as plain tiles on the same edges.
    folder.good("bake terrain-ridged --for unreal:127 --tiles 2x1 --unit-metres 200 --engine cpu -o height.png");
    folder.good("bake terrain-ridged --output albedo --tiles 2x1 --on-edges --size 127 --engine cpu -o albedo.png");
    for x in [0, 1] {
        assert!(folder.read(&format!("height_x{x}_y0.png")) == folder.read(&format!("all/height_x{x}_y0.png")));
        assert!(folder.read(&format!("albedo_{x}_0.png")) == folder.read(&format!("all/albedo_x{x}_y0.png")));
    }
    for output in ["height", "albedo"] {
        folder.good(&format!("bake all/{output}_x1_y0.png --engine cpu --force -o again.png"));
        assert!(folder.read("again.png") == folder.read(&format!("all/{output}_x1_y0.png")), "{output}");
    }
    assert!(folder.bad(2, "bake terrain-ridged --output albedo --for unreal:127 -o no.png").contains("`albedo`"));
}
