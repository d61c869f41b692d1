//! Materials as other programs take them: `lacuna bake --material`.

#[path = "common/folder.rs"]
mod folder;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use folder::{Folder, text};
use image::GenericImageView as _;
use lacuna_bake::targets::{Holds, Target};
use serde_json::{Value, json};

/// A material with every role.
const LEAVES: &str = r##"
version = 2
wrap = 8

[nodes]
hills = { kind = "fbm", octaves = 3, source = { kind = "perlin", cells = 6, seed = 3 } }
spots = { kind = "perlin", cells = 5, seed = 9 }
tone = { kind = "ramp", source = "hills", stops = [[-0.5, "#2b4a1c"], [0.5, "#a9c46f"]] }

[material]
size = 3
displacement = 0.5
albedo = "tone"
height = "0.5 + 0.5 * hills"
roughness = "0.6 + 0.3 * spots"
metalness = "step(0.2, spots)"
emission = "#331100"
opacity = "step(-0.2, hills)"
"##;

/// Returns a folder with the material, and with its outputs in `plain/`.
fn with_leaves() -> Folder {
    let folder = Folder::new();
    folder.write("leaves.toml", LEAVES);
    folder.good("bake leaves.toml --size 48 -o plain/");
    folder
}

/// Returns the levels of a channel of a picture of 8 bit.
fn channel(folder: &Folder, name: &str, channel: usize) -> Vec<u8> {
    let picture = image::open(folder.path(name)).unwrap();
    picture.pixels().map(|(.., pixel)| pixel.0[channel]).collect()
}

#[test]
fn every_program_gets_the_files_that_the_book_lists() {
    let folder = with_leaves();
    for target in Target::all() {
        let name = target.name();
        let said = folder.run(&format!("bake leaves.toml --size 48 --material {name} -o {name}/"));
        assert!(said.status.success(), "{}", text(&said.stderr));
        let heights = if name == "gltf" { "" } else { "; from the least to the greatest height it is 0.1875 m" };
        assert!(text(&said.stderr).contains(&format!("{name}: the material is 3 m wide{heights}")), "{}", text(&said.stderr));
        let mut expected: Vec<String> = target.description().maps.iter().map(|map| format!("{}.png", map.of("leaves"))).collect();
        match name {
            "godot" => expected.push("leaves.tres".to_owned()),
            "mtlx" => expected.push("leaves.mtlx".to_owned()),
            "gltf" => expected = vec!["leaves.glb".to_owned()],
            _ => {}
        }
        expected.sort_unstable();
        assert_eq!(folder.names_in(name), expected);
    }
}

#[test]
fn a_part_of_a_material_is_as_wide_as_its_part() {
    let folder = with_leaves();
    let said = folder.run("bake leaves.toml --size 16 --region 0,0,2,2 --material godot -o part/");
    // The recipe is 8 units and 3 m wide, and a height of 1 is half a unit.
    let expected = "the material is 0.75 m wide; from the least to the greatest height it is 0.1875 m";
    assert!(text(&said.stderr).contains(expected), "{}", text(&said.stderr));
    assert!(text(&folder.read("part/leaves.tres")).contains("metadata/size_metres = 0.75"));
}

#[test]
fn channels_are_the_roles_that_each_program_expects_there() {
    let folder = with_leaves();
    for target in ["unreal", "unity-hdrp", "unity-urp", "mtlx"] {
        folder.good(&format!("bake leaves.toml --size 48 --material {target} -o {target}/"));
    }
    let role = |name: &str| channel(&folder, &format!("plain/{name}.png"), 0);
    let [ao, rough, metal] = ["ao", "roughness", "metalness"].map(role);
    // 1 - roughness is rounded by itself.
    let is_smooth = |name: &str| {
        let smooth = channel(&folder, name, 3);
        assert!(smooth.iter().zip(&rough).all(|(smooth, rough)| (i16::from(*smooth) + i16::from(*rough) - 255).abs() <= 1), "{name}");
    };
    let orm = [0, 1, 2].map(|each| channel(&folder, "unreal/T_leaves_ORM.png", each));
    assert_eq!(orm, [ao.clone(), rough.clone(), metal.clone()]);
    let mask = [0, 1, 2].map(|each| channel(&folder, "unity-hdrp/leaves_MaskMap.png", each));
    assert_eq!(mask, [metal.clone(), ao.clone(), vec![255; 48 * 48]]);
    is_smooth("unity-hdrp/leaves_MaskMap.png");
    let gloss = [0, 1, 2].map(|each| channel(&folder, "unity-urp/leaves_MetallicGlossMap.png", each));
    assert_eq!(gloss, [metal.clone(), metal.clone(), metal.clone()]);
    is_smooth("unity-urp/leaves_MetallicGlossMap.png");
    assert_eq!(channel(&folder, "unity-urp/leaves_OcclusionMap.png", 0), ao);
    assert_eq!(channel(&folder, "mtlx/leaves_roughness.png", 0), rough);
    assert_eq!(channel(&folder, "mtlx/leaves_opacity.png", 0), role("opacity"));
    for each in 0..3 {
        assert_eq!(channel(&folder, "unreal/T_leaves_BC.png", each), channel(&folder, "plain/albedo.png", each));
        assert_eq!(channel(&folder, "unreal/T_leaves_E.png", each), channel(&folder, "plain/emission.png", each));
    }
    assert_eq!(channel(&folder, "unreal/T_leaves_BC.png", 3), role("opacity"));
    let heights = |name: &str| image::open(folder.path(name)).unwrap().into_luma16().into_raw();
    assert_eq!(heights("unreal/T_leaves_H.png"), heights("plain/height.png"));
}

#[test]
fn normals_point_down_only_for_the_programs_that_expect_it() {
    let folder = with_leaves();
    let green = |target: &str, name: &str| {
        folder.good(&format!("bake leaves.toml --size 48 --material {target} -o {target}/"));
        channel(&folder, &format!("{target}/{name}"), 1)
    };
    let plain = channel(&folder, "plain/normal.png", 1);
    assert_eq!(green("godot", "leaves_normal.png"), plain);
    assert_eq!(green("blender", "leaves_nor_gl.png"), plain);
    let down = green("unreal", "T_leaves_N.png");
    assert!(down.iter().zip(&plain).all(|(down, up)| (i16::from(*down) + i16::from(*up) - 255).abs() <= 1));
    assert_ne!(down, plain);
    // A recipe may have normals that point down, or nodes that are normals.
    folder.write(
        "down.toml",
        &LEAVES.replace("emission =", "normal = { source = \"hills\", strength = 0.25, method = \"pixel\", y = \"down\" }\nemission ="),
    );
    folder.good("bake down.toml --size 48 --material godot -o godot/");
    assert_eq!(channel(&folder, "godot/down_normal.png", 1), plain);
}

#[test]
fn every_file_of_a_material_bakes_again_to_the_same_bytes_and_to_the_whole_set() {
    let folder = with_leaves();
    for target in ["unreal", "mtlx", "godot", "gltf"] {
        folder.good(&format!("bake leaves.toml --size 48 --seed 5 --material {target} -o {target}/"));
        let names = folder.names_in(target);
        for name in names.iter().filter(|name| !name.ends_with(".mtlx") && !name.ends_with(".tres")) {
            let extension = Path::new(name).extension().unwrap().to_string_lossy().into_owned();
            folder.good(&format!("bake {target}/{name} -o again.{extension} --force"));
            assert!(folder.read(&format!("again.{extension}")) == folder.read(&format!("{target}/{name}")), "{name}");
        }
        for first in [&names[0], names.last().unwrap()] {
            folder.good(&format!("bake {target}/{first} -o {target}-{first}/ --force"));
            assert_eq!(folder.names_in(&format!("{target}-{first}")), names);
            assert!(names.iter().all(|name| folder.read(&format!("{target}-{first}/{name}")) == folder.read(&format!("{target}/{name}"))));
        }
    }
    assert!(folder.good("show mtlx/leaves.mtlx").contains("[material]"));
    folder.good("sample unreal/T_leaves_ORM.png --output height --at 0.5,0.5");
    // Another program's set, of another file's name.
    folder.good("bake unreal/T_leaves_N.png --material godot -o other/");
    assert_eq!(folder.names_in("other"), folder.names_in("godot"));
    assert!(folder.read("other/leaves_orm.png") == folder.read("godot/leaves_orm.png"));
}

#[test]
fn roles_that_are_missing_have_defaults_or_no_file() {
    let folder = Folder::new();
    folder.write("plain.toml", "version = 2\nmaterial = { albedo = 0.5, roughness = 0.25 }");
    folder.good("bake plain.toml --size 8 --material unreal -o u/");
    assert_eq!(folder.names_in("u"), ["T_plain_BC.png", "T_plain_ORM.png"]);
    let orm = [0, 1, 2].map(|each| channel(&folder, "u/T_plain_ORM.png", each)[0]);
    assert_eq!(orm, [255, 64, 0]);
    assert_eq!([0, 1, 2].map(|each| channel(&folder, "u/T_plain_BC.png", each)[0]), [188; 3]);
    // Outputs that are no table of a material.
    folder.write("old.toml", "version = 2\nnodes.a = { kind = \"perlin\" }\noutputs.height = { channels = \"a\", range = [-1, 1] }");
    folder.good("bake old.toml --size 8 --material blender -o o/");
    assert_eq!(folder.names_in("o"), ["old_disp.png"]);
}

#[test]
fn materials_that_no_program_takes_are_refused() {
    let folder = with_leaves();
    folder.write("none.toml", "version = 2\noutput = \"a\"\nnodes.a = { kind = \"perlin\" }");
    let with = |name: &str, output: &str| folder.write(name, &format!("version = 2\nnodes.a = {{ kind = \"perlin\" }}\n{output}"));
    with("auto.toml", "outputs.height = { channels = \"a\", range = \"auto\" }");
    with("blur.toml", "outputs.roughness = { channels = \"a\", blur = { radius = 2 } }");
    with("two.toml", "outputs.roughness = { channels = [\"a\", \"a\"] }");
    with("grey.toml", "outputs.albedo = { slope = { source = \"a\" } }");
    for (line, begins) in [
        ("none.toml --material unreal -o x/", "outputs: a material needs outputs such as `albedo`"),
        ("auto.toml --material unreal -o x/", "outputs.height.range: "),
        ("blur.toml --material unreal -o x/", "outputs.roughness.blur: "),
        ("two.toml --material unreal -o x/", "outputs.roughness: a role of one number"),
        ("grey.toml --material unreal -o x/", "outputs.albedo: this role is a colour"),
        ("leaves.toml --material unreal -o x.png", "the files of a material for unreal go into a folder; give one with -o DIR/"),
        ("leaves.toml --material gltf -o x.png", "the files of a material for gltf go into a folder, or into a file that ends in .glb"),
        ("leaves.toml --material gltf --size 20000 -o x/", "a .glb is made in memory"),
        (
            "leaves.toml --material unrea -o x/",
            "invalid value 'unrea' for '--material <PROGRAM>': no program `unrea` is known (did you mean `unreal`?)",
        ),
    ] {
        let said = folder.bad(2, &format!("bake {line}"));
        assert!(said.contains(begins), "{line}: {said}");
    }
    folder.write("cut.glb", "glTF\u{2}\0\0\0");
    assert!(folder.bad(2, "bake cut.glb -o x.glb").contains("cut.glb"));
    assert!(folder.names().iter().all(|name| !name.starts_with('x')), "{:?}", folder.names());
}

/// Runs other people's readers. None if they are not installed and need not be.
fn read(command: &mut Command, how: &str) -> Option<Vec<Value>> {
    match command.output() {
        Ok(output @ Output { .. }) if output.status.code() != Some(77) => {
            assert!(output.status.success(), "{}", text(&output.stderr));
            Some(text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect())
        }
        missing => {
            assert!(std::env::var("LACUNA_REQUIRE_READERS").map_or(true, |value| value != "1"), "no readers of materials: {missing:?}");
            let _ = writeln!(std::io::stderr(), "skipped: readers of materials; run: {how}");
            None
        }
    }
}

#[test]
fn materials_are_what_others_read() {
    let folder = with_leaves();
    let readers = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/readers");
    for target in ["godot", "mtlx", "gltf", "unity-hdrp"] {
        folder.good(&format!("bake leaves.toml --size 64 --material {target} -o {target}/"));
    }
    let python = std::env::var_os("LACUNA_PYTHON").unwrap_or("python3".into());
    let mut paths = vec![folder.path("godot/leaves.tres"), folder.path("mtlx/leaves.mtlx")];
    let maps = Target::all().find(|target| target.name() == "unity-hdrp").unwrap().description().maps;
    paths.extend(maps.iter().map(|map| folder.path(&format!("unity-hdrp/{}.png", map.of("leaves")))));
    if let Some(found) =
        read(Command::new(python).arg(format!("{readers}/material.py")).args(&paths), "pip install MaterialX godot_parser OpenImageIO")
    {
        assert_eq!(found[0]["kind"], "ORMMaterial3D");
        let keys = &found[0]["keys"];
        assert_eq!(keys["orm_texture"], "leaves_orm.png");
        assert_eq!(keys["heightmap_texture"], "leaves_height.png");
        // A sixteenth of the width, in hundredths of it.
        assert_eq!((&keys["heightmap_scale"], &keys["transparency"], &keys["ao_enabled"]), (&json!(6.25), &json!(1), &json!(true)));
        assert_eq!(found[1]["materials"], json!(["M_leaves"]));
        assert_eq!(found[1]["files"]["M_leaves_height"], "leaves_displacement.png");
        for (input, node) in
            [("base_color", "albedo"), ("geometry_normal", "tangent"), ("geometry_opacity", "opacity"), ("emission_color", "emission")]
        {
            assert_eq!(found[1]["inputs"][input], format!("M_leaves_{node}"));
        }
        for (map, found) in maps.iter().zip(&found[2..]) {
            let [channels, depth] = match map.holds {
                Holds::ColorAndOpacity | Holds::Numbers([_, _, _, _]) => ["RGBA", "uint8"],
                Holds::Height => ["Y", "uint16"],
                _ => ["RGB", "uint8"],
            };
            let channels: Vec<String> = channels.chars().map(String::from).collect();
            assert_eq!(*found, json!({ "channels": channels, "type": depth, "size": [64, 64] }), "{map:?}");
        }
    }
    let mut node = Command::new("node");
    if let Some(found) = read(node.arg(format!("{readers}/gltf.js")).arg(folder.path("gltf/leaves.glb")), "npm install gltf-validator") {
        assert_eq!(found[0]["messages"], json!([]));
        let formats: Vec<&Value> = found[0]["images"].as_array().unwrap().iter().map(|image| &image["format"]).collect();
        assert_eq!(formats, ["rgba", "rgb", "rgb", "rgb"]);
        assert_eq!((&found[0]["materialCount"], &found[0]["totalVertexCount"]), (&json!(1), &json!(97 * 49)));
    }
}
