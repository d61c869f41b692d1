//! Every file that lacuna bakes is a source again: without flags it gives the same bytes, and `lacuna show` prints its recipe.

#[path = "common/folder.rs"]
mod folder;

use folder::{Folder, text};

const SKY: &str = "version = 2\noutput = \"sky\"\nnodes.sky = { kind = \"cube\", size = 2, source = { kind = \"perlin\", dimensions = 3, frequency = 3 } }\n";

/// Bakes every file of a folder again, one by one, and checks that the bytes and the sidecar are the same.
#[track_caller]
fn assert_all_bake_again(folder: &Folder, in_folder: &str) {
    let mut count = 0;
    for name in folder.names_in(in_folder).iter().filter(|name| !name.ends_with(".json")) {
        let of = |beside: &str| folder.read(&format!("{in_folder}/{name}{beside}"));
        folder.good(&format!("bake {in_folder}/{name} -o again/{name} --engine cpu --force"));
        assert!(folder.read(&format!("again/{name}")) == of(""), "{name}");
        if folder.path(&format!("{in_folder}/{name}.json")).exists() {
            assert_eq!(text(&folder.read(&format!("again/{name}.json"))), text(&of(".json")), "{name}");
            folder.good(&format!("bake {in_folder}/{name}.json -o again/{name} --engine cpu --force"));
            assert!(folder.read(&format!("again/{name}")) == of(""), "{name}.json");
        }
        let shown = folder.good(&format!("show {in_folder}/{name}"));
        assert!(shown.contains("# version: ") && shown.contains("# size: "), "{shown}");
        folder.write("shown.toml", &shown);
        folder.good("sample shown.toml --at 0.25,0.5");
        count += 1;
    }
    assert!(count > 0, "{in_folder} is empty");
}

fn folder_of(commands: &[&str]) -> Folder {
    let folder = Folder::new();
    for name in ["out", "again"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    folder.write("sky.toml", SKY);
    commands.iter().for_each(|command| drop(folder.good(command)));
    folder
}

#[test]
fn views_bake_again_as_the_same_bytes() {
    let folder = folder_of(&[
        "bake fbm --octaves 4 --view hillshade --shadows --water -0.1 --sun 290,25 --wireframe=16 --size 40x30 --region 0,0,4,3 -o out/a.png",
        "bake ridged --view hillshade --palette grey --range 0,1 --size 20 --depth 16 -o out/b.exr",
        "bake fbm --view relief --terrain 64 --size 60x40 --camera perspective --range auto --haze 0.3 --zoom 1.5 --pitch 40 --heading 200 -o out/c.png",
        "bake fbm --view relief --terrain 64x32 --size 30 --depth 16 --light height -o out/d.tiff",
        "bake fbm --view relief --terrain 32 --size 30 --light shadow-smooth --brightness 1.25 -o out/e.r32",
        "bake terrain-ridged --view relief --terrain 32 --size 30 -o out/f.png",
    ]);
    assert_all_bake_again(&folder, "out");
}

#[test]
fn pictures_of_materials_bake_again_as_the_same_bytes() {
    let folder = folder_of(&[
        "bake bricks --view material --size 60x40 --map 64 -o out/a.png",
        "bake bricks --view material --size 30 --shape plane --light sun --sun 200,30 --region 0,0,4,2 --seed 4 -o out/b.exr",
        "bake rust --view material --size 30 --shape cube --heading 70 --pitch 10 --zoom 1.5 --repeat 3 --antialias 1 -o out/c.r32",
        "bake marble --view material --size 24 --relief-height 0 --brightness 0.5 --depth 16 -o out/d.tiff",
    ]);
    assert_all_bake_again(&folder, "out");
}

#[test]
fn tiles_bake_again_as_the_same_bytes() {
    let folder = folder_of(&[
        "bake fbm --octaves 4 --for unity:33 --tiles 2x2 -o out/unity.raw",
        "bake fbm --octaves 4 --for unreal:127 --tiles 2x1 --region 0,0,3,1.5 --z 0.5 --range auto -o out/unreal",
        "bake fbm --octaves 4 --for terrain3d:64 -o out/godot.exr",
        "bake fbm --octaves 4 --tiles 3x2 --size 20x10 --range 0,0.5 --depth 8 -o out/plain.png",
        "bake perlin --tiles 1x2 --size 9 -o out/raw.npy",
        "bake terrain-ridged --for unity:33 --tiles 1x2 --range auto --output height -o out/",
        "bake terrain-ridged --tiles 2x1 --size 9 -o out/",
    ]);
    assert_all_bake_again(&folder, "out");
}

#[test]
fn frames_bake_again_as_the_same_bytes() {
    let folder = folder_of(&[
        "bake perlin --set dimensions=3 --size 12x8 --frames 3 --length 2 --z 1 -o out/files.png",
        "bake perlin --set dimensions=3 --size 12x8 --frames 3 --range auto --depth 8 -o out/raw.tiff",
        "bake perlin --set dimensions=3 --size 12x8 --frames 5 --sheet 3x2 --range auto -o out/sheet.png",
        "bake perlin --set dimensions=3 --size 12x8 --frames 5 --animate 20 -o out/loop.apng",
        "bake perlin --set dimensions=3 --size 12x8 --frames 5 --animate 20 --range auto -o out/moving.png",
    ]);
    assert_all_bake_again(&folder, "out");
}

#[test]
fn volumes_and_cube_maps_bake_again_as_the_same_bytes() {
    let folder = folder_of(&[
        "bake perlin --set dimensions=3 --volume 8 --range auto --depth 8 -o out/v.ktx2",
        "bake perlin --set dimensions=3 --volume 12x10x3 --box 0,-1,0.5,3,1.5,2 -o out/v.npy",
        "bake perlin --set dimensions=3 --volume 12x10x3 --box 0,-1,0.5,3,1.5,2 --depth 8 -o out/v.dds",
        "bake perlin --set dimensions=3 --volume 6 --slices --range auto -o out/s.png",
        "bake sky.toml --cube 8 --face-length 2 -o out/sky.png",
        "bake sky.toml --cube 8 --face-length 2 --depth 8 -o out/sky.ktx2",
        "bake sky.toml --cube 8 --face-length 2 -o out/sky.dds",
    ]);
    assert_all_bake_again(&folder, "out");
}

#[test]
fn pictures_and_lines_in_every_format_bake_again_as_the_same_bytes() {
    let folder = folder_of(&[
        "bake perlin --line -2,2 --size 16 -o out/a.csv",
        "bake perlin --octaves 3 --line 0,4 --size 64 --range auto --z 0.5 -o out/a.svg",
    ]);
    for format in ["png", "exr", "tiff", "r32", "r16", "npy", "ktx2", "dds", "webp", "bmp", "jpeg"] {
        folder.good(&format!("bake fbm --size 30x10 -o out/grey.{format} --z 0.125"));
        folder.good(&format!("bake lightning --size 24 -o out/bolt.{format} --region -1,0,1,2"));
    }
    folder.good("bake lava --size 24 -o out/lava.qoi");
    assert_all_bake_again(&folder, "out");
}

/// Outputs of their own samples a pixel, which are the roles of a material.
const SAMPLED: &str = "version = 2\noutput = \"height\"\nnodes.a = { kind = \"perlin\", frequency = 5 }\noutputs.height = { channels = \"a\", samples = 2 }\n\
    outputs.albedo = { channels = [\"a\", \"a\", 1], colour = true }\noutputs.roughness = { channels = \"a\", samples = 3 }\n";

#[test]
fn pixels_of_several_samples_bake_again_as_the_same_bytes() {
    let folder = folder_of(&[]);
    folder.write("sampled.toml", SAMPLED);
    for (name, flag) in [("key", ""), ("four", "--samples 4"), ("one", "--samples 1")] {
        for format in ["png", "r32", "exr"] {
            folder.good(&format!("bake sampled.toml --output height --size 20 {flag} -o out/{name}.{format}"));
        }
        std::fs::create_dir(folder.path(&format!("all-{name}"))).unwrap();
        folder.good(&format!("bake sampled.toml --size 12 {flag} -o all-{name}/"));
        assert_all_bake_again(&folder, &format!("all-{name}"));
        folder.good(&format!("bake sampled.toml --material gltf --size 8 {flag} -o out/{name}.glb"));
    }
    folder.good("bake perlin --set dimensions=3 --size 12x8 --frames 3 --samples 2 -o out/files.png");
    folder.good("bake fbm --octaves 4 --for unity:33 --tiles 2x2 --samples 2 -o out/unity.raw");
    let of = |name: &str| folder.read(&format!("out/{name}"));
    assert!(of("key.r32") != of("four.r32") && of("key.r32") != of("one.r32") && of("four.glb") != of("one.glb"));
    for name in folder.names_in("out").iter().filter(|name| name.ends_with(".glb")) {
        folder.good(&format!("bake out/{name} -o again/{name}"));
        assert!(folder.read(&format!("again/{name}")) == of(name), "{name}");
        std::fs::remove_file(folder.path(&format!("out/{name}"))).unwrap();
    }
    assert_all_bake_again(&folder, "out");
    // The samples of a file are those of its other outputs and jobs, but not of its views, until a flag or a key says otherwise.
    folder.good("bake out/four.r32 --output albedo -o again/albedo.r32 --size 12");
    folder.good("bake sampled.toml --output albedo --samples 4 -o out/albedo.r32 --size 12");
    assert!(folder.read("again/albedo.r32") == folder.read("out/albedo.r32"));
    folder.good("bake out/four.r32 --set outputs.height.samples=2 -o again/key.r32 --force");
    assert!(folder.read("again/key.r32") == of("key.r32"));
    folder.good("bake out/four.r32 --view hillshade -o again/view.png");
    assert!(folder.good("show out/four.png").contains("# samples: 4\n"));
}

#[test]
fn one_sample_a_pixel_leaves_no_trace_in_a_file() {
    let folder = folder_of(&["bake fbm --size 16 -o out/a.png", "bake fbm --size 16 --samples 1 -o out/b.png"]);
    assert!(folder.read("out/a.png") == folder.read("out/b.png"));
}

#[test]
fn a_file_of_another_version_is_baked_with_a_note_or_refused_with_exact() {
    let folder = folder_of(&["bake perlin --size 8 -o out/a.r32"]);
    let own = env!("CARGO_PKG_VERSION");
    folder.good("bake out/a.r32 --exact -o again/a.r32");
    let facts = text(&folder.read("out/a.r32.json")).replace(&format!("\"{own}\""), "\"9.9.9\"");
    folder.write("out/a.r32.json", &facts);
    let output = folder.run("bake out/a.r32 -o again/b.r32");
    assert!(text(&output.stderr).contains("9.9.9"), "{}", text(&output.stderr));
    assert!(folder.read("again/b.r32") == folder.read("out/a.r32"));
    let said = folder.bad(2, "bake out/a.r32 --exact -o again/c.r32");
    assert!(said.contains("--exact") && said.contains("9.9.9"), "{said}");
}

#[test]
fn a_file_of_a_version_with_the_same_bits_is_baked_without_a_note() {
    let folder = folder_of(&["bake perlin --size 8 -o out/a.r32"]);
    let own = env!("CARGO_PKG_VERSION");
    let (line, _) = own.rsplit_once('.').unwrap();
    let facts = text(&folder.read("out/a.r32.json")).replace(&format!("\"{own}\""), &format!("\"{line}.99\""));
    folder.write("out/a.r32.json", &facts);
    let output = folder.run("bake out/a.r32 --exact -o again/a.r32");
    assert!(output.status.success() && !text(&output.stderr).contains(".99"), "{}", text(&output.stderr));
}

#[test]
fn a_part_of_a_set_takes_no_other_size_and_a_view_does() {
    let folder = folder_of(&[
        "bake perlin --tiles 2x2 --size 8 -o out/a.png",
        "bake fbm --view hillshade --size 20 --region 0,0,2,2 -o out/view.png",
        "bake fbm --view hillshade --size 40x20 --region 0,0,2,1 -o out/other.png",
    ]);
    assert!(folder.bad(2, "bake out/a_0_1.png --size 9 -o again/a.png").contains("--size"));
    folder.good("bake out/view.png --size 40x20 --region 0,0,2,1 -o again/view.png");
    assert!(folder.read("again/view.png") == folder.read("out/other.png"));
    // Another job of the same recipe.
    folder.good("bake out/view.png --tiles 1x1 --size 8 -o again/tile.png");
    folder.good("bake fbm --tiles 1x1 --size 8 -o out/tile.png");
    assert!(folder.read("again/tile_0_0.png") == folder.read("out/tile_0_0.png"));
}

#[test]
fn facts_of_0_1_0_that_tell_too_little_are_refused() {
    let folder = folder_of(&["bake fbm --view hillshade --size 20 -o out/view.r32"]);
    let mut facts = folder.json("out/view.r32.json");
    let facts = facts.as_object_mut().unwrap();
    facts.remove("job");
    for (key, value) in [("view", serde_json::json!("hillshade")), ("region", serde_json::json!([0, 0, 8, 8])), ("z", serde_json::json!(0))]
    {
        facts.insert(key.to_owned(), value);
    }
    folder.write("out/view.r32.json", &serde_json::to_string(&facts).unwrap());
    assert!(folder.bad(2, "bake out/view.r32 -o again/a.r32").contains("out/view.r32"));
}

#[test]
fn a_file_whose_name_tells_no_format_bakes_again() {
    let folder = folder_of(&["bake perlin --size 8 --format png -o noise", "bake perlin --size 8 --format exr -o noise.dat"]);
    folder.good("bake noise -o again.png");
    assert!(folder.read("again.png") == folder.read("noise"));
    folder.good("bake noise.dat -o again.exr");
    assert!(folder.read("again.exr") == folder.read("noise.dat"));
    folder.good("bake fbm --for unity:33 --tiles 1x1 -o out/land");
    folder.good("bake out/land_0_0.raw -o again/land");
    assert!(folder.read("again/land.raw") == folder.read("out/land_0_0.raw"));
}

#[test]
fn a_relief_of_another_size_shows_the_same_ground_and_a_set_range_holds() {
    let folder = folder_of(&[
        "bake fbm --view relief --terrain 64x32 --size 60 --antialias 1 -o out/a.png",
        "bake fbm --view relief --terrain 64x32 --size 60x30 --antialias 1 -o out/b.png",
    ]);
    folder.good("bake out/a.png --size 60x30 -o again/b.png");
    assert!(folder.read("again/b.png") == folder.read("out/b.png"));
    folder.write("v.toml", "version = 2\nnodes.n = { kind = \"perlin\" }\noutputs.a = { channels = \"n\", range = [-1, 1] }\n");
    folder.good("bake v.toml --view hillshade --size 20 -o out/v.png");
    folder.good("bake v.toml --view hillshade --size 20 --set outputs.a.range=[0,0.2] -o out/w.png");
    folder.good("bake out/v.png --set outputs.a.range=[0,0.2] -o again/w.png");
    assert!(folder.read("again/w.png") == folder.read("out/w.png"));
}

#[test]
fn blank_cells_of_a_sheet_are_not_saturated() {
    let folder = folder_of(&[]);
    let output = folder.run("bake cellular --size 16 --frames 3 --sheet 2x2 --range auto --json -o out/s.png");
    assert!(!text(&output.stderr).contains("saturated"), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["saturated"], 0, "{report}");
}

#[test]
fn hostile_facts_are_refused_and_never_reach_the_terminal() {
    let folder =
        folder_of(&["bake perlin --set dimensions=3 --size 8 --frames 3 --sheet 2x2 -o out/s.r32", "bake perlin --size 8 -o out/p.r32"]);
    let sheet = text(&folder.read("out/s.r32.json"));
    for (from, to) in [
        ("\"count\": 3", "\"count\": 3, \"only\": 2"),
        ("\"count\": 3", "\"count\": 0"),
        ("\"count\": 3", "\"count\": 4294967295"),
        ("\"length\": 1", "\"length\": \"nan\""),
    ] {
        assert!(sheet.contains(from), "{from}: {sheet}");
        folder.write("out/s.r32.json", &sheet.replace(from, to));
        folder.bad(2, "bake out/s.r32 -o again/s.r32");
    }
    let picture = text(&folder.read("out/p.r32.json"));
    folder.write(
        "out/p.r32.json",
        &picture.replace(&format!("\"{}\"", env!("CARGO_PKG_VERSION")), "\"9\\u001b[31m\\noutput = \\\"evil\\\"\""),
    );
    let shown = folder.run("show out/p.r32");
    assert!(!text(&shown.stdout).contains('\u{1b}') && !text(&shown.stdout).contains("\noutput = \"evil\""), "{}", text(&shown.stdout));
    assert!(!text(&shown.stderr).contains('\u{1b}'));
    assert_eq!(folder.names_in("again"), Vec::<String>::new());
}

#[test]
fn a_file_whose_recipe_is_of_version_1_is_refused() {
    let folder = folder_of(&["bake perlin --size 8 -o out/a.exr", "bake perlin --size 8 -o out/a.r32"]);
    // Both hold the recipe as plain text: one inside, the other in its sidecar.
    for name in ["out/a.exr", "out/a.r32.json"] {
        let (mut bytes, version) = (folder.read(name), b"version = 2");
        while let Some(at) = bytes.windows(version.len()).position(|part| part == version) {
            bytes[at + version.len() - 1] = b'1';
        }
        std::fs::write(folder.path(name), bytes).unwrap();
    }
    for name in ["out/a.exr", "out/a.r32", "out/a.r32.json"] {
        for command in ["bake", "show"] {
            let said = folder.bad(2, &format!("{command} {name} -o again/a.png"));
            assert!(said.contains(&format!("{name}: ")) && said.contains("version: "), "{said}");
        }
    }
    assert_eq!(folder.names_in("again"), Vec::<String>::new());
}

const MOSSY: &str = r#"version = 2
output = "wall"
params.joint = { value = 0.1, min = 0, max = 0.3 }
nodes.moss = { kind = "use", of = "parts/lib.toml#moss", inputs = { height = "wall" } }
nodes.wall = { kind = "tiles", joint = "$joint" }
outputs.wall = { channels = "wall + 1" }
outputs.moss = { channels = "moss.mask" }
"#;

const LIBRARY: &str = r#"version = 2
[parts.moss]
inputs.height = 0
nodes.spots = { kind = "perlin", seed = 4 }
outputs.mask = "spots - height"
"#;

#[test]
fn files_hold_recipes_as_they_are_written_and_need_no_file_of_parts() {
    let folder = folder_of(&[]);
    std::fs::create_dir_all(folder.path("parts")).unwrap();
    folder.write("parts/lib.toml", LIBRARY);
    folder.write("mossy.toml", MOSSY);
    folder.write("plain.toml", &MOSSY.replace("nodes.moss = ", "#").replace("outputs.moss = ", "#"));
    folder.good("bake plain.toml --set joint=0.2 --size 8 -o out/plain.png");
    folder.good("bake mossy.toml --output moss --size 8 -o out/moss.png");
    folder.good("bake mossy.toml --output wall --size 8 -o out/wall.exr");
    std::fs::remove_file(folder.path("parts/lib.toml")).unwrap();
    assert_all_bake_again(&folder, "out");
    let shown = folder.good("show out/plain.png");
    assert!(shown.contains("joint = \"$joint\"") && shown.contains("value = 0.2") && shown.contains("\"wall + 1\""), "{shown}");
    let full = folder.good("show --full out/plain.png");
    assert!(full.contains("joint = 0.2") && !full.contains("params"), "{full}");
    // A file that tells of a recipe may come from anyone: it opens nothing.
    std::fs::create_dir_all(folder.path("lib")).unwrap();
    folder.write("lib/lib.toml", LIBRARY);
    let said = folder.bad(2, "bake mossy.toml --size 8 -o out/none.png");
    assert!(said.contains("there is no such file in the recipe's folder; `--include DIR` adds others"), "{said}");
    folder.write("moved.toml", &MOSSY.replace("parts/lib.toml", "lib.toml"));
    folder.good("bake moved.toml --include lib --output moss --size 8 -o out/moved.png");
    folder.good("bake out/moss.png -o again/moss.r32");
    folder.good("bake moved.toml --include lib --output moss --size 8 -o again/moved.r32");
    assert_eq!(folder.samples("again/moved.r32"), folder.samples("again/moss.r32"));
    folder.good("bake plain.toml --size 8 -o out/forged.r32");
    let facts =
        text(&folder.read("out/forged.r32.json")).replace("kind = \\\"tiles\\\"", "kind = \\\"use\\\", of = \\\"lib/lib.toml#moss\\\"");
    folder.write("out/forged.r32.json", &facts.replace("joint = \\\"$joint\\\", ", "").replace(", joint = \\\"$joint\\\"", ""));
    let said = folder.bad(2, "bake out/forged.r32 -o again/forged.r32");
    assert!(said.contains("a recipe from here opens no files"), "{said}");
}
