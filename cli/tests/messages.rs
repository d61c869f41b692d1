//! All messages of the command: errors, warnings and notes, each below the command line that makes it.
//!
//! `messages.txt` holds the command lines, their exit codes and what they print on standard error. Other tests check exit codes and the places that
//! messages name, never sentences. So other words are a change of that file alone: `LACUNA_WRITE_MESSAGES=1` writes it anew.

#[path = "common/folder.rs"]
mod folder;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use folder::{Folder, text};

/// Command lines in a folder of their own, and what they say.
struct Told {
    folder: Folder,
    text: String,
    /// Set if the engine and the reason for it are part of the text. They are the same for most lines.
    tells_engine: bool,
}

impl Told {
    fn new(title: &str, sources: &[(&str, &str)]) -> Self {
        let folder = Folder::new();
        sources.iter().for_each(|(name, source)| folder.write(name, source));
        Self { folder, text: format!("# {title}\n\n"), tells_engine: false }
    }

    /// Bakes what other lines need, and says nothing of it.
    fn bake(&self, lines: &[&str]) {
        lines.iter().for_each(|line| drop(self.folder.good(&format!("bake {line}"))));
    }

    /// Runs command lines with a common start that are refused.
    fn refused(&mut self, start: &str, ends: &[&str]) {
        self.fails(2, start, ends);
    }

    /// Runs command lines that fail with a code, and checks that every file stays as it is.
    fn fails(&mut self, code: i32, start: &str, ends: &[&str]) {
        let before = files(&self.folder.path("."));
        for end in ends {
            let line = format!("{start} {end}");
            self.add(code, &format!("lacuna {}", line.trim()), &self.folder.run(&line));
            assert!(files(&self.folder.path(".")) == before, "{line}: {:?}", self.folder.names());
        }
    }

    /// Runs command lines that succeed.
    fn notes(&mut self, start: &str, ends: &[&str]) {
        for end in ends {
            let line = format!("{start} {end}");
            self.add(0, &format!("lacuna {}", line.trim()), &self.folder.run(&line));
        }
    }

    /// Runs a line of the shell.
    #[cfg(target_os = "linux")]
    fn shell(&mut self, code: i32, line: &str) {
        let programs = Path::new(env!("CARGO_BIN_EXE_lacuna")).parent().unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let output = self.folder.command_of("bash").args(["-c", line]).env("PATH", path).output().unwrap();
        self.add(code, line, &output);
    }

    fn add(&mut self, code: i32, line: &str, output: &Output) {
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{line}: {said}");
        assert_eq!(said.matches("error: ").count(), usize::from(code != 0), "{line}: {said}");
        let is_told = |line: &&str| self.tells_engine || !line.starts_with("engine: ");
        let said: String = said.lines().filter(is_told).map(|line| format!("{line}\n")).collect();
        let said = said.replace(env!("CARGO_PKG_VERSION"), "VERSION");
        let said = said.replace(&*self.folder.path(".").canonicalize().unwrap().to_string_lossy(), "FOLDER");
        assert!(!said.is_empty(), "{line}: it says nothing");
        self.text += &format!("$ {line}\n{code}\n{}\n\n", said.trim_end());
    }
}

/// Returns all files below a folder. Of what is no regular file there is the name alone.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let is_file = fs::symlink_metadata(&path).unwrap().is_file();
        if path.is_dir() && !path.is_symlink() {
            found.extend(files(&path));
        }
        let contents = if is_file { fs::read(&path).unwrap() } else { vec![] };
        found.insert(path, contents);
    }
    found
}

const HILLS: &str = r#"
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

fn noise() -> Told {
    let mut told = Told::new("Options of the noise", &[]);
    told.refused(
        "bake perlin -o a.png",
        &[
            "--octaves 0",
            "--octaves 33",
            "--octaves 4294967297",
            "--octaves -1",
            "--octaves 32.5",
            "--octaves nan",
            "--octaves many",
            "--octaves 99999999999999999999999",
            "--octaves 2 --frequency nan",
            "--frequency inf",
            "--frequency -1",
            "--frequency abc",
            "--frequency 1e12",
            "--gain 0.3",
            "--period 257",
            "--period 1,2,3,4,5",
            "--period -8",
            "--period 8.5",
            "--period 8,-8",
            "--seed 1.5",
            "--seed 18446744073709551616",
            "--set perlin.perlin.frequency=2",
            "--set =",
        ],
    );
    told.refused("bake fbm -o a.png", &["--lacunarity 1e9", "--gain -0.1"]);
    told.refused("bake hybrid -o a.png", &["--octaves 1e-45"]);
    told.refused("bake fire -o a.png", &["--frequency 2"]);
    told
}

fn pictures() -> Told {
    let mut told = Told::new("Options of a picture", &[]);
    told.refused(
        "bake perlin -o a.png",
        &[
            "--size 0",
            "--size 8x0",
            "--size 2147483648",
            "--size 2147483647",
            "--region 0,0,0,8",
            "--region 0,0,8,nan",
            "--region 0,0,8",
            "--z inf",
            "--z 1e300",
            "--range 1,-1",
            "--range=-1e308,1e308",
            "--tile 0",
            "--tile -1",
            "--depth 32",
            "--depth 12",
            "--sun 10,20",
            "--on-edges --size 9x5",
            "--on-edges --size 1",
        ],
    );
    told.refused("bake value --size 16 -o a.png", &["--region 0,0,1e38,1e38", "--region -1e38,0,1,1"]);
    told.refused("bake perlin --view hillshade --size 4 -o a.png", &["--region 1e-399,0,1,1"]);
    told.refused(
        "bake perlin",
        &[
            "-o a.r32 --size 2147483647",
            "-o a.bmp --size 100000",
            "-o a.ktx2 --size 16385",
            "-o a.webp --size 16385x1",
            "-o a.tiff --size 100000000x1",
            "-o a.jpeg --size 70000x1",
            "-o a.exr --depth 8",
            "-o a.npy --depth 16",
            "-o a.r32 --depth 8",
            "-o a.gif",
            "-o noise",
            "-o -",
            "-o - --format png --json",
        ],
    );
    told
}

fn recipes() -> Told {
    let with = |from: &str, to: &str| HILLS.replace(from, to);
    let base = with("output = \"hills\"", "output = \"base\"")
        .replace("kind = \"fbm\"\noctaves = 3\nlacunarity = 2.17", "kind = \"scale_offset\"");
    let many = format!("version = 2\noutput = [{}]\nnodes.a = {{ kind = \"perlin\" }}\n", ["'a'"; 17].join(", "));
    let sources = [
        ("hills.toml", HILLS.to_owned()),
        ("base.toml", base),
        ("cycle.toml", with("\"base\"", "\"hills\"")),
        ("float.toml", with("octaves = 3", "octaves = [3]")),
        ("key.toml", with("octaves", "octavs")),
        ("many.toml", many),
        ("old.toml", with("version = 2", "version = 1")),
        ("period.toml", with("frequency = 1.5", "period = -3")),
        ("range.toml", with("1.5", "-1.5")),
        ("steep.toml", steep("")),
        ("steep-soft.toml", steep(", blur = { radius = 1 }")),
        ("syntax.toml", with("[nodes.base]", "[nodes.base")),
        ("version.toml", with("version = 2", "version = '2'")),
    ];
    let mut told = Told::new("Recipes", &sources.each_ref().map(|(name, source)| (*name, source.as_str())));
    let lines = sources[1..].iter().map(|(name, _)| format!("{name} -o a.png"));
    let lines: Vec<String> = lines.map(|line| if line.starts_with("base") { format!("{line} --octaves 3") } else { line }).collect();
    told.refused("bake", &lines.iter().map(String::as_str).collect::<Vec<_>>());
    told.refused(
        "bake hills.toml -o a.png",
        &[
            "--set octaves",
            "--set octave=3",
            "--set hills.octaves=many",
            "--set hill.octaves=3",
            "--set base.frequency=[1",
            "--set output=[1",
        ],
    );
    fs::write(told.folder.path("utf-16.toml"), b"\xff\xfev").unwrap();
    told.refused("sample", &["utf-16.toml --at 0"]);
    told
}

/// Returns a recipe whose slope may overflow.
fn steep(blur: &str) -> String {
    format!(
        "version = 2\nnodes.h = {{ kind = \"scale_offset\", source = {{ kind = \"perlin\", frequency = 3.3 }}, scale = 1e30, offset = 0 }}\n\
         outputs.o = {{ slope = {{ source = \"h\", strength = 1e6 }}{blur} }}\n"
    )
}

fn outputs() -> Told {
    let recipe = "version = 2\noutput = 'height'\nnodes.hills = { kind = 'fbm', source = { kind = 'perlin' } }\n\
        outputs.height = { channels = 'hills', range = [0, 1] }\n\
        outputs.soft = { channels = ['hills', 'hills'], blur = { radius = 3 } }\n\
        outputs.normal = { normal = { source = 'hills' }, depth = 8 }\n";
    let five = "version = 2\noutput = ['a', 'a', 'a', 'a', 'a']\nnodes.a.kind = 'perlin'\n";
    let several = recipe.replace("output = 'height'", "");
    let two = "version = 2\nnodes.a.kind = 'perlin'\noutputs.both.channels = ['a', 'a']\n";
    let sources = [("r.toml", recipe), ("five.toml", five), ("several.toml", several.as_str()), ("two.toml", two)];
    let mut told = Told::new("Outputs", &sources);
    fs::create_dir(told.folder.path("all")).unwrap();
    told.folder.write("all/soft.png", "precious");
    told.refused("bake r.toml -o all/ --size 20", &["", "--force --format jpeg", "--force --range 0,1", "--output sofft"]);
    told.refused(
        "bake r.toml -o a.png",
        &[
            "--view hillshade --drape normal",
            "--output normal --set outputs.normal.depth=32",
            "--set outputs.soft.blur.radius=1000",
            "--samples 9",
            "--set outputs.soft.samples=0",
            "--samples 2 --view hillshade",
            "--size 2147483647x1 --region 0,0,1,1 --samples 2",
            "--set height.octaves=0",
        ],
    );
    told.refused("bake", &["r.toml -o a.exr --output normal --depth 8", "five.toml -o five.png", "several.toml -o a.png"]);
    told.refused("bake two.toml -o a.png", &["--view relief", "--view hillshade --output nothing"]);
    told.refused("sample perlin --at 0", &["--set outputs.a.channels=a"]);
    told.refused("sample r.toml --at 0", &["--output nothing"]);
    told.notes("bake r.toml --force --size 8", &["--output height --range 0,1 -o a.exr", "--output height --range 0,0.0001 -o a.png"]);
    told.refused("bake r.toml -o a.csv --line 0,1", &["--samples 2"]);
    told.notes("sample r.toml --at 0.3", &["--output soft", "--set outputs.height.samples=4"]);
    told
}

fn sources() -> Told {
    let mut told = Told::new("Sources", &[]);
    for (name, contents) in
        [("a.png", "no picture"), ("b.json", "{}"), ("c.exr", "v/1\x01 no picture"), ("d.ktx2", "short"), ("e.r32", "1234")]
    {
        told.folder.write(name, contents);
    }
    image::GrayImage::new(3, 3).save(told.folder.path("f.png")).unwrap();
    told.refused(
        "bake -o x.png",
        &[
            "a.png",
            "b.json",
            "c.exr",
            "d.ktx2",
            "e.r32",
            "f.png",
            "none.png",
            "none.r32",
            "none.toml",
            "perlon",
            "voronoi",
            "musgrave",
            "slope-blur",
        ],
    );
    told.refused("show", &["none.r32"]);
    #[cfg(target_os = "linux")]
    told.shell(2, r"lacuna bake -o x.png $'\e[31mred'");
    told
}

fn baked_files() -> Told {
    let mut told = Told::new("Files that lacuna baked", &[]);
    told.bake(&[
        "perlin --size 8 -o a.r32",
        "perlin --size 8 -o lost.r32",
        "fbm --for unreal:127 -o land.png",
        "perlin --size 8 --frames 2 --animate 5 -o loop.apng",
        "perlin --line 0,1 --size 8 -o line.csv",
        "perlin --tiles 2x2 --size 8 -o tile.png",
        "perlin --size 30x10 -o third.png",
        "fbm --view hillshade --size 20 -o view.r32",
        "perlin --set dimensions=3 --size 8 --frames 3 --sheet 2x2 -o sheet.r32",
    ]);
    told.refused("bake land.png -o x.png", &["--depth 8"]);
    told.refused("bake loop.apng", &["--depth 16 -o x.apng", "--format r32 -o x", "--format r32 -o x.apng"]);
    told.refused("bake line.csv -o x.csv", &["--depth 8"]);
    told.refused("bake tile_0_1.png -o x.png", &["--size 9"]);
    told.refused("bake third.png -o x.png", &["--size 31x10"]);

    let facts = text(&told.folder.read("a.r32.json"));
    let changed = |name: &str, from: &str, to: &str| {
        assert!(facts.contains(from), "{from}: {facts}");
        told.folder.write(name, &facts.replace(from, to));
    };
    let own = format!("\"{}\"", env!("CARGO_PKG_VERSION"));
    changed("other.json", &own, "\"9.9.9\"");
    changed("hostile.json", &own, "\"9\\u001b[31m\\noutput = \\\"evil\\\"\"");
    changed("old.json", "version = 2", "version = 1");
    changed("wide.json", "\"size\": [\n    8,\n    8\n  ]", "\"size\": [\n    2147483647,\n    2147483646\n  ]");
    changed("depth.json", "\"depth\": 32", "\"depth\": 16");
    changed("format.json", "\"format\": \"r32\"", "\"format\": \"png\"");
    told.folder.write("new.json", &facts.replace("\"r32\"", "\"new\"").replace("\"depth\": 32", "\"depth\": 9"));
    let mut untold = told.folder.json("view.r32.json");
    let keys = untold.as_object_mut().unwrap();
    keys.remove("job");
    for (key, value) in [("view", serde_json::json!("hillshade")), ("region", serde_json::json!([0, 0, 8, 8])), ("z", serde_json::json!(0))]
    {
        keys.insert(key.to_owned(), value);
    }
    told.folder.write("untold.json", &untold.to_string());
    let sheet = text(&told.folder.read("sheet.r32.json"));
    for (name, from, to) in [
        ("sheet-part.json", "\"count\": 3", "\"count\": 3, \"only\": 2"),
        ("sheet-none.json", "\"count\": 3", "\"count\": 0"),
        ("sheet-many.json", "\"count\": 3", "\"count\": 4294967295"),
        ("sheet-long.json", "\"length\": 1", "\"length\": \"nan\""),
    ] {
        assert!(sheet.contains(from), "{from}: {sheet}");
        told.folder.write(name, &sheet.replace(from, to));
    }
    told.refused("show", &["old.json", "new.json"]);
    told.refused(
        "bake -o x.png",
        &[
            "other.json --exact",
            "old.json",
            "wide.json",
            "depth.json",
            "format.json",
            "untold.json",
            "sheet-part.json",
            "sheet-none.json",
            "sheet-many.json",
            "sheet-long.json",
        ],
    );
    told.notes("bake other.json", &["-o x.r32"]);
    told.notes("show", &["hostile.json"]);

    fs::remove_file(told.folder.path("lost.r32.json")).unwrap();
    told.refused("show", &["lost.r32"]);
    fs::create_dir(told.folder.path("lost.r32.json")).unwrap();
    told.refused("bake", &["lost.r32 -o x.png"]);
    told.refused("bake perlin --size 8 --force", &["-o lost.r32"]);
    told.bake(&["value --size 8 -o a.r32 --force"]);
    told.folder.write("a.r32", "other");
    told.refused("bake", &["a.r32 -o x.png"]);
    told
}

fn views() -> Told {
    let mut told = Told::new("Views", &[]);
    told.refused(
        "bake perlin -o a.png",
        &[
            "--view relief --pitch 2",
            "--view hillshade --sun 0,0",
            "--view hillshade --sun 0,2 --shadows --size 8192",
            "--view hillshade --sun 1e300,45",
            "--view hillshade --brightness 11",
            "--view hillshade --light none --shadows",
            "--view hillshade --light phong",
            "--view hillshade --range -1e300,1e300",
            "--view relief --terrain 1",
            "--view hillshade --relief-height 0",
            "--view hillshade --relief-height 1e300",
            "--view hillshade --depth 32",
            "--view hillshade --wireframe=0",
            "--view hillshade --sun 1",
            "--view hillshade --drape albedo",
            "--view map",
            "--view material",
            "--view hillshade --light sun",
            "--light none",
            "--water 0",
            "--shadows",
            "--wireframe",
        ],
    );
    told.refused(
        "bake bricks -o a.png --view material",
        &[
            "--light lambert",
            "--water 0",
            "--output ao",
            "--range 0,1",
            "--map 4096",
            "--pitch 91",
            "--repeat 0",
            "--relief-height 1e9",
            "--shape torus",
            "--line 0,1",
        ],
    );
    told
}

fn frames() -> Told {
    let mut told = Told::new("Frames", &[]);
    told.refused(
        "bake perlin",
        &[
            "--frames 0 -o a.png",
            "--frames 300 -o a.png",
            "--frames 9 --sheet 4x2 -o a.png",
            "--frames 9 --sheet 4 -o a.png",
            "--frames 9 --length 0 -o a.png",
            "--frames 9 --animate 10 -o a.exr",
            "--frames 9 --tiles 2x2 -o a.png",
            "--frames 9 --view relief -o a.png",
            "--frames 9 -o -",
            "--sheet 4x2 -o a.png",
            "--length 2 -o a.png",
            "--frames 9 --sheet 65536x65536 -o a.png",
            "--frames 9 --size 65536 --sheet 65536x1 -o a.r32",
        ],
    );
    told.notes("bake --size 4 --region 0,0,3.7,3.7 --frames 3 --sheet 3x1 --force -o a.png", &["white", "marble", "loop --length 1.5"]);
    told
}

fn tiles() -> Told {
    let mut told = Told::new("Tiles and engines", &[]);
    told.refused(
        "bake perlin",
        &[
            "--for unity:1000 -o a.raw",
            "--for unreal:1024 -o a.png",
            "--for unreal:2 -o a.png",
            "--for unreal:100000 -o a.png",
            "--for godot -o a.png",
            "--for unity -o a.png",
            "--for unity --size 33 -o a.raw",
            "--for unity:33 --height-metres 0 -o a.raw",
            "--for unity:33 --unit-metres 1e300 -o a.raw",
            "--for unity:33 --unit-metres 1e-300 -o a.raw",
            "--unit-metres 5 -o a.png",
            "--unit-metres 5 --frames 2 -o a.tiff",
            "--unit-metres 5 --view relief -o a.tiff",
            "--height-metres 30 --tiles 2x1 -o a.png",
            "--for terrain3d:128 --tiles 2x2 -o a.exr",
            "--tiles 2 -o a.png",
            "--tiles 0x2 -o a.png",
            "--tiles 20x20 -o a.png",
            "--tiles 2x2 -o a.zip",
            "--tiles 2x2 -o -",
            "--tiles 2x2 --view relief -o a.png",
            "--tiles 2x2 --size 8 --region 0,0,0,1 -o a.png",
        ],
    );
    told.refused("bake terrain-ridged --size 8", &["--tiles 16x16 -o all/"]);
    told.refused("bake terrain-ridged --output albedo", &["--for unity:33 -o a.raw"]);
    told.notes("bake perlin", &["--for terrain3d:64 -o small.exr", "--for unity:33 --height-metres 6000 -o high.raw"]);
    let metres = "--range -0.5,1 --region 0,0,64,64 --unit-metres 4 --height-metres 300";
    told.notes(
        &format!("bake perlin {metres}"),
        &["--for unity:33 --tiles 2x2 -o land.raw", "--for unreal:127 -o land.r16", "--for terrain3d:64 -o land.exr"],
    );
    told
}

fn lines_and_volumes() -> Told {
    let sky = "version = 2\noutput = 'sky'\nnodes.sky = { kind = 'cube', source = { kind = 'perlin', dimensions = 3 } }\n";
    let mut told = Told::new("Lines, volumes and cubes", &[("sky.toml", sky)]);
    told.refused(
        "bake perlin",
        &[
            "--line 0,1 -o a.png",
            "--line 0,1 -o a",
            "--line 1,0 -o a.csv",
            "--line 0 -o a.csv",
            "--line 0,1 --size 70000 -o a.svg",
            "--line 0,1 --size 20000000 -o a.csv",
            "--line 0,1 --region 0,0,1,1 -o a.csv",
            "--line 0,1 --w 1 -o a.csv",
            "--volume 16x8 -o a.npy",
            "--volume 16x8x4 -o a.npy",
            "--volume 16 -o a.png",
            "--volume 300 --slices -o a.png",
            "--volume 16 --box 0,0,0,1,1 -o a.npy",
            "--volume 16 --box 0,0,0,1,1,0 -o a.npy",
            "--volume 16 --size 4 -o a.npy",
            "--volume 2000 -o a.ktx2",
            "--volume 65536 -o a.r32",
            "--slices -o a.png",
            "--cube 4 -o a.png",
        ],
    );
    told.refused("bake sky.toml -o a.png", &["--cube 16 --size 4", "--cube 16 --face-length 0"]);
    told.refused("bake -o a.png --cube 4", &["marble", "planet", "planet --output height"]);
    told
}

fn points() -> Told {
    let mut told = Told::new("Points", &[]);
    told.refused("sample perlin", &["--at x", "--at 1,2,3,4,5", "--at 0,0 --at 1,inf", "--at 0,0 --at 1e12", "--at 1e300"]);
    told.refused("sample value --set smoothed=true", &["--at 1,2 --at 1,2,3,4"]);
    told.notes("sample perlin", &["--at 1,2,3 --at 4,5", "--at 0.3,0.3 --at 600.3,0.3"]);
    #[cfg(target_os = "linux")]
    for points in [r"1,2\n\n1,x\n", r"1,2,3,4,5\n", r"1,,2\n", r"1\n\xff\n", r"1\n2\n1e99\n", "%05000d"] {
        told.shell(2, &format!("printf '{points}' | lacuna sample perlin"));
    }
    told
}

/// Names of files, and what lies there already.
#[cfg(target_os = "linux")]
fn names() -> Told {
    let recipe = "version = 2\nnodes.a.kind = 'perlin'\noutputs.a.channels = 'a'\noutputs.b.channels = 'a'\n";
    let mut told = Told::new("Names of files", &[("two.toml", recipe), ("a.png", "precious"), ("b.r32.json", "precious")]);
    for folder in ["all", "out"] {
        fs::create_dir(told.folder.path(folder)).unwrap();
    }
    for name in ["a_1_1.png", "all/b.png"] {
        told.folder.write(name, "precious");
    }
    for (to, name) in [("nowhere.png", "dangling.png"), ("b.png", "all/a.png")] {
        std::os::unix::fs::symlink(to, told.folder.path(name)).unwrap();
    }
    told.refused("bake perlin --size 8", &["-o a.png", "-o b.r32", "-o a.png --view hillshade", "-o a.png --tiles 2x2", "-o dangling.png"]);
    told.refused("bake perlin --size 8 --force", &["-o dangling.png", "-o a.png/b.png"]);
    told.refused("bake perlin", &["-o nowhere/a.png", "-o nowhere/all/", "-o x.png --format gif"]);
    told.refused("bake two.toml --size 8 --force", &["-o all/"]);
    told.refused("show marble", &["-o a.png"]);
    told.fails(1, "bake perlin --size 8 --format r32", &["-o /dev/full"]);
    told.shell(2, "lacuna bake perlin --size 8 -o $(printf %0252d).png");
    told.shell(1, "lacuna show perlin >&-");
    told.shell(1, "lacuna bake perlin --size 8 -o - --format r32 >&-");
    told.shell(1, "TMPDIR=/none lacuna bake perlin --size 8 -o - --format tiff");
    told.shell(2, "mkfifo pipe.r32.json; lacuna bake perlin --size 8 -o pipe.r32 --force");
    told.folder.write("out/.lacuna-0123456789abc", "what a killed bake left");
    told.notes("bake perlin --size 3", &["-o out/a.png"]);
    told
}

fn sizes() -> Told {
    let perlin = "output = 'a'\nnodes.a.kind = 'perlin'\n";
    let [huge, wide] = ["[2000000000, 100000]", "[40000, 40000]"].map(|size| format!("version = 2\nsize = {size}\n{perlin}"));
    let nested = "version = 2\nnodes.v = { kind = 'value', dimensions = 4 }\nnodes.f = { kind = 'fbm', octaves = 30, source = 'v' }\n\
        nodes.a = { kind = 'fbm', octaves = 32, source = 'f' }\n";
    let blurred = format!("{nested}outputs.a = {{ channels = 'a', blur = {{ radius = 256, passes = 16 }} }}\n");
    let tall = format!("{nested}outputs.a = {{ channels = 'a', range = [-1000, 1000] }}\n");
    let sources = [("huge.toml", huge.as_str()), ("wide.toml", &wide), ("blurred.toml", &blurred), ("tall.toml", &tall)];
    let mut told = Told::new("Sizes that nobody asked for, and work that multiplies", &sources);
    told.refused("bake huge.toml", &["-o a.r32", "-o -"]);
    told.refused(
        "bake wide.toml",
        &["-o a.exr", "--frames 2 -o a.png", "--tiles 2x1 -o a.png", "--on-edges -o a.r32", "--view hillshade -o a.png"],
    );
    told.refused("bake blurred.toml --size 1", &["-o a.png"]);
    told.refused(
        "bake tall.toml --view hillshade --size 1",
        &["--shadows --sun 315,20 --relief-height 0.002 --region 0,0,0.001,0.001 -o a.png"],
    );
    told
}

fn notes() -> Told {
    let sum = |a: &str, b: &str| format!("version = 2\noutput = 's'\nnodes.s = {{ kind = 'add', a = {{ {a} }}, b = {{ {b} }} }}\n");
    let half = sum("kind = 'perlin', period = 8", "kind = 'perlin', seed = 3");
    let turned = "version = 2\noutput = 't'\nnodes.t = { kind = 'transform', rotate = 45, source = { kind = 'value', period = 8 } }\n";
    let held = "version = 2\noutput = 'c'\nnodes.c = { kind = 'clamp', low = -0.1, high = 0.1000001, source = { kind = 'perlin' } }\n";
    let cylinder = "version = 2\noutput = 'm'\nnodes.m = { kind = 'cylinder', source = { kind = 'perlin', dimensions = 3 } }\n";
    let great = "version = 2\noutput = 'g'\nnodes.g = { kind = 'scale_offset', scale = 200000, source = { kind = 'perlin' } }\n";
    let tall = "version = 2\noutput = 'p'\nsize = [32, 32]\nregion = [0, 0, 8, 4]\nnodes.p = { kind = 'perlin' }\n";
    let sources = [
        ("half.toml", half.as_str()),
        ("turned.toml", turned),
        ("held.toml", held),
        ("cylinder.toml", cylinder),
        ("great.toml", great),
        ("tall.toml", tall),
    ];
    let mut told = Told::new("Notes and warnings", &sources);
    told.notes(
        "bake --force -o a.png",
        &[
            "marble --size 64x32",
            "perlin --size 64 --period 8,0 --region 0,0,3,3",
            "half.toml --size 64",
            "turned.toml --size 16",
            "value --period 8 --size 16 --region 0,0,1,8",
            "value --period 8 --size 16 --region 0,0,1.5,8",
            "value --period 8 --size 16 --region 0,0,1e-9,8",
            "value --period 8 --size 16 --region 0,0,1e-20,8",
            "perlin --period 16 --tiles 2x1 --size 16",
            "perlin --period 8 --frames 2 --length 8 --region 0,0,8,4 --size 8",
            "planet --size 64",
            "planet --size 64 --tiles 1x2",
            "great.toml --size 64 --format exr --depth 16",
            "tall.toml --size 64x32",
            "perlin --period 8,0 --size 8x64 --region 0,0,8,512",
            "cylinder.toml --size 8x64 --region 0,0,8,512",
            "perlin --size 8 --region 0.5,0.5,8.5,8.5",
            "perlin --size 4 --tiles 1x2 --region -0.5,-0.5,3.5,7.5",
            "perlin --size 64 --range -0.25,0.25",
            "held.toml --size 64 --range -0.1,0.1",
        ],
    );
    told.notes("bake --force perlin --period 8 --volume 8", &["--box 0,0,0,8,8,4 -o a.npy"]);
    told
}

#[cfg(target_os = "linux")]
fn engines() -> Told {
    let mut told = Told::new("Engines", &[]);
    told.tells_engine = true;
    told.refused("bake perlin -o a.png", &["--threads -1", "--threads 0", "--engine cpu --adapter x", "--engine tpu"]);
    told.fails(3, "bake perlin -o a.png", &["--engine gpu", "--adapter nobody"]);
    told.fails(3, "sample perlin --at 1,2", &["--engine gpu"]);
    told.notes("bake perlin --size 3", &["--threads 2 -o a.png", "--threads 1 --engine cpu -o b.png"]);
    told.notes("adapters", &[""]);
    told
}

#[cfg(target_os = "linux")]
fn other_commands() -> Told {
    let of = |frequency: &str| format!("version = 2\noutput = 'a'\nnodes.a = {{ kind = 'perlin', frequency = {frequency} }}\n");
    let (fine, bad) = (of("1e9"), of("0"));
    let mut told = Told::new("Other commands", &[("fine.toml", fine.as_str()), ("bad.toml", &bad)]);
    told.bake(&["fbm --size 20x10 --seed 3 -o a.r32", "perlin --size 8 -o b.png"]);
    told.refused("parity", &["perlon", "marble --region 1,0,0,1 --adapter none", "--against b.png", "--against b.r32"]);
    told.refused("parity --samples 12 --adapter none", &["bad.toml fine.toml perlon perlin"]);
    told.fails(3, "parity perlin --samples 10", &["", "--adapter nobody"]);
    let good = told.folder.read("a.r32");
    let mut flipped = good.clone();
    flipped[17] ^= 1;
    fs::write(told.folder.path("a.r32"), flipped).unwrap();
    told.fails(4, "parity", &["--against a.r32"]);
    fs::write(told.folder.path("a.r32"), &good[4..]).unwrap();
    told.fails(4, "parity --adapter all", &["--against a.r32"]);
    told.refused(
        "export perlin",
        &["--as java", "--name 1", "--name filter --as glsl", "--name hills --with half=value --as hlsl", "--with marble", "--rows"],
    );
    told.refused("man", &["frobnicate"]);
    told.refused("completions", &["tcsh"]);
    told.refused("bake", &["", "perlin", "--frobnicate"]);
    told.refused("frobnicate", &[""]);
    told
}

/// Returns the blocks of a text by their command lines.
fn blocks(text: &str) -> BTreeMap<&str, &str> {
    let blocks = text.split("\n$ ").skip(1).map(|block| block.split_once('\n').unwrap_or((block, "")));
    blocks.map(|(line, said)| (line, said.split("\n# ").next().unwrap_or_default().trim_end())).collect()
}

/// Tells which blocks differ.
fn differences(expected: &str, found: &str) -> String {
    let (expected, found) = (blocks(expected), blocks(found));
    let lines: BTreeSet<&str> = expected.keys().chain(found.keys()).copied().collect();
    let said = |block: Option<&&str>| block.map_or_else(|| "no such line".to_owned(), |block| (*block).to_owned());
    let differing = lines.into_iter().filter(|line| expected.get(line) != found.get(line));
    differing.map(|line| format!("$ {line}\nexpected: {}\nfound: {}\n\n", said(expected.get(line)), said(found.get(line)))).collect()
}

#[test]
fn messages_are_those_of_the_blessed_file() {
    let mut found = String::new();
    let mut add = |section: fn() -> Told| found += &section().text;
    [noise, pictures, recipes, outputs, sources, baked_files, views, frames, tiles, lines_and_volumes, points, sizes, notes]
        .into_iter()
        .for_each(&mut add);
    // Drivers can be hidden on Linux alone.
    #[cfg(target_os = "linux")]
    [names, engines, other_commands].into_iter().for_each(add);
    assert_eq!(found.matches("\n$ ").count(), blocks(&found).len(), "a command line is there twice");
    // Other systems tell of their errors in their own words.
    if !cfg!(target_os = "linux") {
        return;
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/messages.txt");
    if std::env::var("LACUNA_WRITE_MESSAGES").is_ok_and(|value| value == "1") {
        fs::write(file, &found).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap();
    assert!(
        expected == found,
        "{}\nThe messages are not those of cli/tests/messages.txt, or stand in another order. If they are to be so, set LACUNA_WRITE_MESSAGES=1, and \
         review the changes.",
        differences(&expected, &found)
    );
}
