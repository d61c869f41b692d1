//! The meaning of recipes to the command: seeds, sizes and regions, ranges, looping frames and faces of cubes.

#[path = "common/folder.rs"]
mod folder;

use folder::{Folder, text};
use lacuna::seeding::mixed_seed;

/// Two nodes of noise that differ in their seeds.
const TWO: &str = "version = 2\noutput = [\"a\", \"b\"]\n[nodes.a]\nkind = \"perlin\"\nseed = 1\n[nodes.b]\nkind = \"perlin\"\nseed = 2\n";

#[test]
fn seed_varies_a_recipe_of_several_and_keeps_them_apart() {
    let folder = Folder::new();
    folder.write("two.toml", TWO);
    let printed = folder.good("sample two.toml --seed 7 --at 0.3,0.4");
    let (a, b) = printed.trim().split_once(',').unwrap();
    assert_ne!(a, b);
    for (seed, value) in [(1, a), (2, b)] {
        assert_eq!(folder.good(&format!("sample perlin --at 0.3,0.4 --set seed={}", text_of(mixed_seed(seed, 7)))).trim(), value);
    }
    assert_ne!(folder.good("sample two.toml --seed 8 --at 0.3,0.4"), printed);
}

/// Formats a seed as recipes hold it.
fn text_of(seed: u64) -> String {
    i64::try_from(seed).map_or_else(|_| format!("\"{seed}\""), |seed| seed.to_string())
}

#[test]
fn seed_of_a_basis_and_of_a_recipe_that_has_but_one_is_the_number_itself() {
    let folder = Folder::new();
    folder.write("one.toml", "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"fbm\"\nsource = { kind = \"perlin\", seed = 3 }\n");
    for (source, expected) in [("perlin", "perlin --set seed=7"), ("fbm", "fbm --set seed=7"), ("one.toml", "one.toml --set seed=7")] {
        assert_eq!(folder.good(&format!("sample {source} --seed 7 --at 0.3,0.4")), folder.good(&format!("sample {expected} --at 0.3,0.4")));
    }
    assert_eq!(
        folder.good("sample perlin --octaves 3 --seed 7 --at 0.3,0.4"),
        folder.good("sample fbm --octaves 3 --set seed=7 --at 0.3,0.4")
    );
}

#[test]
fn seed_that_was_mixed_stands_in_the_file_that_is_baked_again() {
    let folder = Folder::new();
    folder.write("two.toml", TWO);
    folder.good("bake two.toml --seed 7 --size 16 --engine cpu -o a.png");
    folder.good("bake a.png --engine cpu -o b.png");
    assert_eq!(folder.read("a.png"), folder.read("b.png"));
    let shown = folder.good("show a.png");
    assert!([1, 2].iter().all(|&seed| shown.contains(&mixed_seed(seed, 7).to_string())), "{shown}");
}

#[test]
fn cube_without_a_cube_node_is_refused_and_the_error_mends_it() {
    let folder = Folder::new();
    for (line, source, place) in [
        ("marble", "\"stained\"", "material.albedo = \"faces\""),
        ("planet", "\"globe\"", "outputs.albedo.channels = \"faces\""),
        ("planet --output height", "\"relief\"", "outputs.height.channels = \"faces\""),
        ("perlin", "\"perlin\"", "output = \"faces\""),
    ] {
        let error = folder.bad(2, &format!("bake {line} --cube 4 -o sky.png"));
        assert!(error.contains("--cube: ") && error.contains(&format!("source = {source}")) && error.contains(place), "{error}");
    }
    assert!(folder.names().is_empty());
    // It has no `wrap`, which a cube map can't keep.
    let mended = folder.good("show canyon").replace("source = \"cover\"", "source = \"faces\"");
    folder.write("mended.toml", &format!("{mended}\n[nodes.faces]\nkind = \"cube\"\nsource = \"cover\"\n"));
    folder.good("bake mended.toml --output albedo --cube 4 --engine cpu -o sky.r32");
    assert_ne!(folder.samples("sky_px.r32"), folder.samples("sky_nx.r32"));
    folder.good("bake skybox --cube 4 --engine cpu -o stars.png");
    folder.good("bake constant --cube 4 --engine cpu -o grey.png");
}

#[test]
fn frames_that_do_not_loop_are_told() {
    let folder = Folder::new();
    // The note on frames that don't loop names the next one, and that on frames that are the same tells how many dimensions would help.
    let told = |line: &str| {
        let output = folder.run(&format!("bake {line} --size 4 --sheet 3x1 --frames 3 --engine cpu --force -o sheet.png"));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        ["frame 3", "dimensions"].map(|word| text(&output.stderr).contains(word))
    };
    for line in ["fire", "smoke", "clouds", "perlin --set period=4 --length 4", "perlin --length 256", "loop"] {
        assert_eq!(told(line), [false, false], "{line}");
    }
    for line in ["perlin", "perlin --set period=4 --length 3", "loop --length 1.5", "white --length 256"] {
        assert_eq!(told(line), [true, false], "{line}");
    }
    for line in ["marble", "lava", "perlin --set dimensions=2"] {
        assert_eq!(told(line), [false, true], "{line}");
    }
}

#[test]
fn area_of_a_recipe_is_baked_unless_options_say_otherwise() {
    let folder = Folder::new();
    folder.write("own.toml", &format!("size = [20, 10]\nregion = [0, 0, 4, 2]\n{TWO}"));
    folder.write("size.toml", &format!("size = [20, 10]\n{TWO}"));
    for (line, size, region) in [
        ("own.toml", [20, 10], "[0,0,4,2]"),
        ("own.toml --size 5", [5, 5], "[0,0,4,2]"),
        ("own.toml --region 1,0,2,1", [20, 10], "[1,0,2,1]"),
        ("size.toml", [20, 10], "[0,0,8,4]"),
        ("planet --size 16x8", [16, 8], "[0,0,8,4]"),
    ] {
        folder.good(&format!("bake {line} --engine cpu --force -o a.r32"));
        let facts = folder.json("a.r32.json");
        assert_eq!(
            (facts["size"].to_string(), facts["region"].to_string()),
            (format!("[{},{}]", size[0], size[1]), region.to_owned()),
            "{line}"
        );
        folder.good("bake a.r32 --engine cpu --force -o b.r32");
        assert_eq!(folder.read("a.r32"), folder.read("b.r32"), "{line}");
    }
    folder.good("bake own.toml --tiles 2x1 --engine cpu -o tile.r32");
    folder.good("bake own.toml --size 40x10 --engine cpu --force -o a.r32");
    let (whole, left) = (folder.samples("a.r32"), folder.samples("tile_0_0.r32"));
    assert_eq!(folder::crop(&whole, 80, [0, 0], [40, 10]), left, "the tiles cover the region of the recipe together");
}

#[test]
fn ranges_that_nobody_tells_are_those_of_the_graph() {
    let folder = Folder::new();
    for (line, range) in [
        ("perlin", "[-1,1]"),
        ("perlin --octaves 3", "[-1,1]"),
        ("cellular", "[0,1.7320508]"),
        ("cellular --set dimensions=2 --set output=f2 --set metric=manhattan", "[0,2.5]"),
        ("ridged", "[0,1]"),
        ("ridged --range -1,1", "[-1,1]"),
        ("scale_offset --set scale=0.1", "[-0.1,0.1]"),
    ] {
        let report: serde_json::Value =
            serde_json::from_str(&folder.good(&format!("bake {line} --size 8 --engine cpu --json --force -o a.png"))).unwrap();
        assert_eq!(report["outputs"][0]["range"].to_string(), range, "{line}");
    }
}

#[test]
fn sample_of_what_has_no_four_dimensions_is_refused_where_four_coordinates_come() {
    let folder = Folder::new();
    assert_eq!(folder.good("sample value --set smoothed=true --at 1,2").lines().count(), 1);
    let error = folder.bad(2, "sample value --set smoothed=true --at 1,2 --at 1,2,3,4");
    assert!(error.contains("--at number 2") && error.contains("value.smoothed"), "{error}");
}
