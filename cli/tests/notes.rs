//! Notes about results of bakes that are probably unintended.

#[path = "common/folder.rs"]
mod folder;

use folder::{Folder, text};
use lacuna::presets::PRESETS;
use lacuna_bake::{Area, Job, Request, Source};

/// Returns the messages of a bake on the CPU, without that of the engine.
#[track_caller]
fn said(folder: &Folder, line: &str) -> String {
    let output = folder.run(&format!("bake {line} --engine cpu --force"));
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{line}: {said}");
    said.lines().filter(|line| !line.starts_with("engine: ")).map(|line| format!("{line}\n")).collect()
}

/// Returns the axes along which seams were reported.
fn seams(said: &str) -> String {
    let is_told = |axis: &&str| said.lines().any(|line| line.contains("seam") && line.contains(&format!(" {axis}: ")));
    ["x", "y", "z"].into_iter().filter(is_told).collect()
}

#[test]
fn what_has_a_period_and_does_not_fit_the_region_is_said_to_have_a_seam() {
    let folder = Folder::new();
    folder.write(
        "half.toml",
        "version = 2\noutput = \"all\"\nnodes.all = { kind = \"add\", a = { kind = \"perlin\", period = 8 }, b = { kind = \"perlin\", seed = 3 } }\n",
    );
    folder.write(
        "board.toml",
        "version = 2\noutput = \"all\"\nnodes.all = { kind = \"add\", a = { kind = \"perlin\", period = 4 }, b = { kind = \"checker\", frequency = 0.2 } }\n",
    );
    folder.write("torus.toml", "version = 2\noutput = \"t\"\nnodes.t = { kind = \"torus\", width = 4, height = 3, source = { kind = \"simplex\", dimensions = 4 } }\n");
    for (line, expected) in [
        ("marble --size 64x32 -o a.png", "y"),
        ("marble --size 64 -o a.png", ""),
        ("marble --size 64 --region 0,0,7,8 -o a.png", "x"),
        ("marble --size 64 --region -3.5,1,12.5,9 -o a.png", ""),
        ("perlin --size 64 --period 8 --frequency 0.7 -o a.png", "xy"),
        ("perlin --size 64 --period 8 -o a.png", ""),
        ("perlin --size 64 --period 8,0 --region 0,0,3,3 -o a.png", "x"),
        ("perlin --size 64 --region 0,0,3,3 -o a.png", ""),
        // 8/3 units, which is no decimal.
        ("perlin --size 96x32 --period 8 --frequency 3 -o a.png", ""),
        ("perlin --size 96x33 --period 8 --frequency 3 -o a.png", "y"),
        ("perlin --octaves 4 --lacunarity 2.3 --size 64 --period 8 -o a.png", ""),
        ("half.toml --size 64 -o a.png", "xy"),
        ("board.toml --size 64 --region 0,0,20,20 -o a.png", ""),
        ("board.toml --size 64 -o a.png", "xy"),
        ("torus.toml --size 64 --region 0,0,4,4 -o a.png", "y"),
        ("planet --size 64x32 -o a.png", ""),
        ("planet --size 64x32 --region 1,1,5,3 -o a.png", "x"),
        ("perlin --size 16 --period 8 --tiles 2x1 -o t.png", ""),
        ("perlin --size 16 --period 16 --tiles 2x1 -o t.png", "y"),
        ("perlin --for unity:33 --period 12 --tiles 2x2 -o t.raw", "xy"),
        ("perlin --for unity:33 --period 16 --tiles 2x2 -o t.raw", ""),
        ("perlin --volume 8 --period 8 -o v.npy", ""),
        ("perlin --volume 8 --period 8 --box 0,0,0,8,8,4 -o v.npy", "z"),
        ("perlin --size 8 --period 8 --frames 2 --length 8 --region 0,0,8,4 -o f.png", "y"),
    ] {
        let said = said(&folder, line);
        assert_eq!(seams(&said), expected, "{line}: {said}");
    }
}

#[test]
fn presets_say_nothing_of_seams_at_their_own_region_and_those_that_tile_do_at_another() {
    let folder = Folder::new();
    for preset in PRESETS {
        let [width, height] = lacuna::recipe::read(preset.text).unwrap().size.map_or([32, 32], |size| size.map(|side| side / 64));
        let own = said(&folder, &format!("{} --size {width}x{height} -o a.png", preset.name));
        assert!(seams(&own).is_empty() && !own.contains("squeezed"), "{}: {own}", preset.name);
        let other = said(&folder, &format!("{} --size 32 --region 0.5,0,7,7.25 -o a.png", preset.name));
        let expected = match preset.summary() {
            tiles if tiles.ends_with("Tiles.") => "xy",
            tiles if tiles.ends_with("Tiles along x.") => "x",
            _ => "",
        };
        assert_eq!(seams(&other), expected, "{}: {other}", preset.name);
    }
}

#[test]
fn a_region_of_a_recipe_or_of_a_file_that_is_squeezed_is_said_to_be() {
    let folder = Folder::new();
    folder.write("tall.toml", "version = 2\noutput = \"p\"\nsize = [32, 32]\nregion = [0, 0, 8, 4]\nnodes.p = { kind = \"perlin\" }\n");
    folder.write("wide.toml", "version = 2\noutput = \"p\"\nregion = [0, 0, 8, 4]\nnodes.p = { kind = \"perlin\" }\n");
    said(&folder, "perlin --size 32 -o own.png");
    for (line, fitting) in [
        ("planet --size 64 -o a.png", "--size 64x32"),
        ("planet --size 64 --tiles 1x2 -o a.png", "--size 64x16"),
        ("planet --size 64 --tiles 2x1 -o a.png", ""),
        ("planet --size 64x32 -o a.png", ""),
        ("planet --size 64 --region 0,0,8,4 -o a.png", ""),
        // Not square by its own size.
        ("tall.toml -o a.png", ""),
        ("tall.toml --size 64x32 -o a.png", "--size 64x64"),
        ("wide.toml --size 32 -o a.png", "--size 32x16"),
        ("own.png --size 32x16 -o a.png", "--size 32x32"),
        ("own.png --size 16 -o a.png", ""),
        ("own.png -o a.png", ""),
        ("perlin --size 32x16 -o a.png", ""),
    ] {
        let said = said(&folder, line);
        assert!(said.contains("squeezed") != fitting.is_empty() && said.contains(fitting), "{line}: {said}");
    }
}

#[test]
fn lattice_points_are_blamed_for_zeros_of_noise_alone_in_pictures_and_at_points() {
    let folder = Folder::new();
    folder.write("zero.toml", "version = 2\noutput = \"c\"\nnodes.c = { kind = \"constant\", value = 0 }\n");
    for (line, is_told) in [
        ("bake perlin --region -0.5,-0.5,3.5,3.5 --size 4 -o a.png --force", true),
        ("bake perlin --region 0,0,4,4 --size 4 -o a.png --force", false),
        ("bake zero.toml --size 4 -o a.png --force", false),
        ("bake zero.toml --size 4 --tiles 1x2 -o a.png --force", false),
        ("sample perlin --at 1,2,3 --at 4,5", true),
        ("sample perlin --at 1,2,3 --at 4.5,5.5", false),
        ("sample zero.toml --at 1,2,3", false),
    ] {
        let output = folder.run(&format!("{line} --engine cpu"));
        assert_eq!(output.status.code(), Some(0), "{line}");
        let said = text(&output.stderr);
        assert_eq!(said.contains("warning: "), is_told, "{line}: {said}");
    }
}

#[test]
fn samples_that_equal_an_end_of_the_range_are_not_counted_as_outside() {
    let folder = Folder::new();
    // The f32 nearest to 0.1 is greater than it, and the one nearest to -0.1 less.
    let held = |low: &str, high: &str| {
        format!(
            "version = 2\noutput = \"c\"\nnodes.c = {{ kind = \"clamp\", low = {low}, high = {high}, source = {{ kind = \"perlin\" }} }}\n"
        )
    };
    folder.write("held.toml", &held("-0.1", "0.1"));
    for range in ["", "--range -0.1,0.1"] {
        let said = said(&folder, &format!("held.toml --size 64 {range} -o a.png"));
        assert_eq!(said, "");
    }
    folder.write("wider.toml", &held("-0.1", "0.1000001"));
    let said = said(&folder, "wider.toml --size 64 --range -0.1,0.1 -o a.png");
    assert!(said.contains("note: ") && said.contains("-0.1,0.1"), "{said}");
}

#[test]
fn a_depth_of_an_output_is_for_formats_that_have_depths() {
    let folder = Folder::new();
    folder.write("r.toml", "version = 2\nnodes.a = { kind = \"perlin\" }\noutputs.n = { normal = { source = \"a\" }, depth = 8 }\n");
    for name in ["n.exr", "n.npy", "n.r32", "n.png", "n.tiff", "n.jpg"] {
        said(&folder, &format!("r.toml --size 8 -o {name}"));
    }
    assert_eq!(folder.read("n.r32").len(), 3 * 4 * 64);
    assert!(folder.good("show n.tiff").contains("# depth: 8\n") && folder.good("show n.exr").contains("# depth: 32\n"));
    assert!(folder.bad(2, "bake r.toml --depth 8 -o m.exr").contains("--depth 8: "));
}

#[test]
fn show_tells_the_size_of_volumes_cube_maps_and_animations_by_their_parts() {
    let folder = Folder::new();
    folder.write("sky.toml", "version = 2\noutput = \"s\"\nnodes.s = { kind = \"cube\", source = { kind = \"perlin\", frequency = 3 } }\n");
    for (line, expected) in [
        ("perlin --volume 8 -o a.r32", "8x8x8"),
        ("perlin --volume 8x4x2 --box 0,0,0,8,4,2 -o b.ktx2", "8x4x2"),
        ("sky.toml --cube 16 -o c.ktx2", "16x16, 6 faces"),
        ("perlin --size 8x6 --frames 3 --animate 4 -o d.png", "8x6, 3 frames"),
        ("perlin --size 8x6 --frames 4 --sheet 2x2 -o e.png", "16x12"),
        ("perlin --size 8x6 -o f.png", "8x6"),
    ] {
        said(&folder, line);
        let file = line.rsplit(' ').next().unwrap();
        let shown = folder.good(&format!("show {file}"));
        assert!(shown.contains(&format!("# size: {expected}\n")), "{line}: {shown}");
    }
}

#[test]
fn a_period_that_is_turned_is_told_to_lie_along_no_axis_and_lengths_are_told_as_they_are() {
    let folder = Folder::new();
    let turned = |angle: &str| {
        format!(
            "version = 2\noutput = \"t\"\nnodes.t = {{ kind = \"transform\", rotate = {angle}, source = {{ kind = \"value\", period = 8 }} }}\n"
        )
    };
    for angle in ["45", "30", "1"] {
        folder.write("rot.toml", &turned(angle));
        let said = said(&folder, "rot.toml --size 16 -o a.png");
        assert!(seams(&said) == "xy" && said.contains("90 degrees"), "{said}");
    }
    for angle in ["90", "-180"] {
        folder.write("rot.toml", &turned(angle));
        assert_eq!(seams(&said(&folder, "rot.toml --size 16 -o a.png")), "");
        assert_eq!(seams(&said(&folder, "rot.toml --size 16 --region 0,0,7,8 -o a.png")), "x");
    }
    // A sum with a coordinate is not meant to repeat.
    folder.write(
        "slant.toml",
        "version = 2\noutput = \"s\"\nnodes.s = { kind = \"add\", a = \"t\", b = { kind = \"add\", a = { kind = \"coordinate\" }, b = { kind = \"coordinate\", axis = \"y\" } } }\n\
         nodes.t = { kind = \"transform\", rotate = 45, source = { kind = \"value\", period = 8 } }\n",
    );
    assert_eq!(seams(&said(&folder, "slant.toml --size 16 -o a.png")), "");
    for (region, expected) in
        [("0,0,1,8", "1 unit "), ("0,0,1.5,8", "1.5 units "), ("0,0,1e-9,8", "0.000000001 units "), ("0,0,1e-20,8", "1e-20 units ")]
    {
        let said = said(&folder, &format!("value --period 8 --size 16 --region {region} -o a.png"));
        assert!(seams(&said) == "x" && said.contains(&format!(" x: {expected}")), "{said}");
    }
}

#[test]
fn tables_that_come_again_beside_what_is_bent_are_told() {
    let folder = Folder::new();
    let map = |kind: &str, dimensions: u32| {
        format!(
            "version = 2\noutput = \"m\"\nnodes.m = {{ kind = \"{kind}\", source = {{ kind = \"perlin\", dimensions = {dimensions} }} }}\n"
        )
    };
    folder.write("cylinder.toml", &map("cylinder", 3));
    folder.write("loop.toml", &map("loop", 4));
    for (line, place, axis) in [
        ("perlin --period 8,0 --size 8x64 --region 0,0,8,512", "`perlin`", "along y"),
        ("cylinder.toml --size 8x64 --region 0,0,8,512", "`m.source`", "along y"),
        ("loop.toml --size 64x8 --region 0,0,512,8", "`m.source`", "along x"),
    ] {
        let said = said(&folder, &format!("{line} -o a.png"));
        assert!([place, "256", axis].iter().all(|part| said.contains(part)), "{line}: {said}");
    }
}

#[test]
fn zeros_at_points_that_lie_on_no_lattice_are_not_blamed_on_one() {
    let folder = Folder::new();
    for (line, is_told) in [
        ("threshold --at 0.3,0.4", false),
        ("smoothstep --at 0.3,0.4", false),
        ("power --at 0.3,0.4", false),
        ("ramp --set ramp.stops=[[0,\"#000000\"],[1,\"#ffffff\"]] --at 0.3,0.4", false),
        ("threshold --at 0.3,0.4 --at 1,2,0.5", false),
        ("smoothstep --at 1,2", true),
        ("perlin --frequency 0.5 --at 2,4", true),
        ("perlin --frequency 0.5 --at 2,4 --at 6,8", true),
        ("perlin --frequency 2 --at 0.5,1.5", true),
        ("perlin --at 1,2,3,4", true),
        ("simplex --at 0,0", true),
    ] {
        let output = folder.run(&format!("sample {line} --engine cpu"));
        let (values, said) = (text(&output.stdout), text(&output.stderr));
        assert!(values.lines().all(|value| value.split(',').all(|channel| channel == "0")), "{line}: {values}");
        assert_eq!(said.contains("warning: "), is_told, "{line}: {said}");
    }
}

#[test]
fn a_region_beyond_what_lattices_reach_is_told_to_be_that() {
    let folder = Folder::new();
    for line in ["bake value --size 16 --region 0,0,1e38,1e38 -o a.png", "bake value --size 16 --region -1e38,0,1,1 -o a.png"] {
        let said = folder.bad(2, line);
        assert!(said.contains("2^31") && !said.contains("blur"), "{line}: {said}");
    }
}

#[test]
fn octaves_most_of_which_have_cells_narrower_than_two_samples_are_told() {
    let folder = Folder::new();
    folder.write("rich.toml", "version = 2\noutput = \"f\"\nnodes.f = { kind = \"fbm\", octaves = 8, source = { kind = \"perlin\" } }\n");
    for (line, expected) in [
        // 1/8 of a unit a sample; the cells are 1 to 1/128 of a unit wide.
        ("rich.toml --size 64 -o a.png", "5 of the 8 octaves of `f.source`"),
        ("rich.toml --size 2048 -o a.png", ""),
        // Four of eight are a detail.
        ("rich.toml --size 128 -o a.png", ""),
        // Every sample is a lattice point, or in the middle between some.
        ("fbm --on-edges --size 65 --region 0,0,64,64 -o a.r32", "6 of the 6 octaves"),
        ("perlin --size 64 --region 0,0,64,64 -o a.png", "the cells of `perlin`"),
        ("perlin --size 64 --region 0,0,32,32 -o a.png", ""),
        ("perlin --size 16 --frequency 2 --tiles 2x1 -o t.png", "narrower"),
        ("perlin --volume 8 --box 0,0,0,4,4,4 -o v.npy", ""),
        ("perlin --volume 8 --box 0,0,0,4,4,8 -o v.npy", "narrower"),
        // Every cell a value of its own: as narrow as samples on purpose.
        ("white --size 64 --region 0,0,64,64 -o a.png", ""),
        ("blue --size 64 --region 0,0,64,64 -o a.png", ""),
    ] {
        let said = said(&folder, line);
        assert!(said.contains("narrower") != expected.is_empty() && said.contains(expected), "{line}: {said}");
    }
}

#[test]
fn presets_have_no_cells_too_narrow_for_their_own_size() {
    for preset in PRESETS {
        let recipe = lacuna::recipe::read(preset.text).unwrap();
        let area = Area::of_recipe(&recipe);
        // All outputs.
        let request = Request { job: Job::Picture(area), ..Request::new(Source::from(recipe), "all/").unwrap() };
        let found = request.too_fine(&request.plan().unwrap()).unwrap();
        assert!(found.is_empty(), "{} at {}: {found:?}", preset.name, area.size);
    }
}

#[test]
fn noise_that_does_not_close_around_a_centre_is_said_to_have_a_cut() {
    let folder = Folder::new();
    for (source, expected) in [
        ("{ kind = \"perlin\", period = [6, 0] }", ""),
        ("{ kind = \"perlin\" }", "`p.source`"),
        ("{ kind = \"perlin\", period = [4, 0] }", "`p.source`"),
        ("{ kind = \"simplex\" }", "`p.source`"),
        ("{ kind = \"fbm\", octaves = 3, source = { kind = \"value\", period = [3, 0] } }", ""),
        ("{ kind = \"fbm\", octaves = 3, lacunarity = 2.5, source = { kind = \"value\", period = [3, 0] } }", "`p.source.source`"),
        ("{ kind = \"fbm\", octaves = 3, source = { kind = \"value\" } }", "`p.source.source`"),
        ("{ kind = \"coordinate\", axis = \"x\" }", ""),
    ] {
        let recipe =
            format!("version = 2\noutput = \"p\"\nnodes.p = {{ kind = \"polar\", repeat = 6, centre = [4, 4], source = {source} }}\n");
        folder.write("polar.toml", &recipe);
        let said = said(&folder, "polar.toml --size 64 -o a.png");
        assert!(said.contains("cut") != expected.is_empty() && said.contains(expected), "{source}: {said}");
    }
}
