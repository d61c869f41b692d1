//! Presets on the command line: listed, shown, and baked by name or by their text.

use std::fs;
use std::process::Command;

use lacuna::presets::{PRESETS, Preset};

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).output().unwrap();
    let [out, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code().unwrap(), out, said)
}

#[test]
fn show_prints_the_recipe_of_a_preset() {
    let (code, out, _) = run(&["show", "marble"]);
    assert_eq!((code, out.as_str()), (0, Preset::of("marble").unwrap().text));
    let (code, _, said) = run(&["show", "marbel"]);
    assert!(code == 2 && said.contains("`marble`"), "{said}");
}

#[test]
fn sources_of_other_programs_are_told_by_the_names_that_they_have_here() {
    for (word, names) in [
        ("voronoi", "`cellular`"),
        ("interpolate", "`lerp`"),
        ("musgrave", "`fbm` `ridged` `hybrid` `heterogeneous`"),
        ("brick", "`tiles` `brick-dirt-mask`"),
        ("noise", "`perlin` `fbm` `white-noise`"),
        ("maprange", "`remap`"),
        ("MapRange", "`remap`"),
        ("colorramp", "`ramp`"),
        ("ColorRamp", "`ramp`"),
        ("displacements", "`warp`"),
        ("smooth-min", "`smooth_min`"),
        ("scaleoffset", "`scale_offset`"),
    ] {
        let (code, _, said) = run(&["bake", word, "-o", "nothing.png"]);
        // What is meant comes first, then all bases.
        let meant = said.split(';').next().unwrap();
        assert!(code == 2 && names.split(' ').all(|name| meant.contains(name)), "{word}: {said}");
    }
}

#[test]
fn sources_lists_every_preset_with_its_first_line() {
    let (_, listed, _) = run(&["sources"]);
    for preset in PRESETS {
        let line = listed.lines().find(|line| line.split_whitespace().next() == Some(preset.name)).expect(preset.name);
        assert!(line.ends_with(preset.summary()), "{line}");
    }
}

#[test]
fn a_preset_and_its_recipe_in_a_file_give_the_same_bytes() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).into_os_string().into_string().unwrap();
    let recipe = path("mine.toml");
    fs::write(&recipe, run(&["show", "marble"]).1).unwrap();
    for (source, file) in [("marble", path("a.png")), (recipe.as_str(), path("b.png"))] {
        let (code, _, said) = run(&["bake", source, "--size", "64", "--engine", "cpu", "-o", &file]);
        assert_eq!(code, 0, "{said}");
    }
    assert_eq!(fs::read(path("a.png")).unwrap(), fs::read(path("b.png")).unwrap());
    let varied = "bend.source.seed=7";
    let (code, _, said) = run(&["bake", &recipe, "--set", varied, "--size", "64", "--engine", "cpu", "-o", &path("c.png")]);
    assert_eq!(code, 0, "{said}");
    assert_ne!(fs::read(path("a.png")).unwrap(), fs::read(path("c.png")).unwrap());
    let (code, _, said) = run(&["bake", "marbel", "-o", &path("d.png")]);
    assert!(code == 2 && said.contains("`marble`"), "{said}");
}

#[test]
fn show_writes_a_file_whole_and_overwrites_none_unasked() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("mine.toml").into_os_string().into_string().unwrap();
    let (code, out, said) = run(&["show", "marble", "-o", &file]);
    assert_eq!((code, out.as_str()), (0, ""), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), Preset::of("marble").unwrap().text);
    let (code, _, said) = run(&["show", "wood", "-o", &file]);
    assert!(code == 2 && said.contains("--force"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), Preset::of("marble").unwrap().text);
    assert_eq!(run(&["show", "wood", "--full", "-o", &file, "--force"]).0, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), run(&["show", "wood", "--full"]).1);
    assert_eq!(run(&["show", "wood", "-o", "-"]).1, Preset::of("wood").unwrap().text);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_recipe_as_powershell_writes_it_is_read() {
    let folder = tempfile::TempDir::new().unwrap();
    let text = run(&["show", "marble"]).1.replace('\n', "\r\n");
    let expected = run(&["sample", "marble", "--at", "0.3,0.4", "--engine", "cpu"]).1;
    let words = || std::iter::once(0xFEFF).chain(text.encode_utf16());
    for (name, bytes) in [
        ("little.toml", words().flat_map(u16::to_le_bytes).collect()),
        ("big.toml", words().flat_map(u16::to_be_bytes).collect()),
        ("marked.toml", [b"\xef\xbb\xbf", text.as_bytes()].concat()),
    ] {
        let path = folder.path().join(name).into_os_string().into_string().unwrap();
        fs::write(&path, bytes).unwrap();
        let (code, out, said) = run(&["sample", &path, "--at", "0.3,0.4", "--engine", "cpu"]);
        assert_eq!((code, &out), (0, &expected), "{name}: {said}");
    }
    let path = folder.path().join("broken.toml").into_os_string().into_string().unwrap();
    fs::write(&path, b"\xff\xfev").unwrap();
    let (code, _, said) = run(&["sample", &path, "--at", "0.3,0.4"]);
    assert!(code == 2 && said.contains("broken.toml"), "{said}");
}

#[test]
fn show_fills_in_every_default_and_gives_the_same_bytes() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).into_os_string().into_string().unwrap();
    let (code, full, said) = run(&["show", "marble", "--full"]);
    assert_eq!(code, 0, "{said}");
    assert!(full.contains("lacunarity = ") && full.contains("normalize = true"), "{full}");
    fs::write(path("full.toml"), full).unwrap();
    for (source, file) in [("marble", "a.r32"), (path("full.toml").as_str(), "b.r32")] {
        assert_eq!(run(&["bake", source, "--size", "64", "--engine", "cpu", "-o", &path(file)]).0, 0);
    }
    assert_eq!(fs::read(path("a.r32")).unwrap(), fs::read(path("b.r32")).unwrap());
}
