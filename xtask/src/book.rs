//! Writes the pages of the book that are made from the library's own data: one for each group of kinds of node, with a picture of each kind, the list
//! of all kinds, the list of presets, the list of formats, and the programs that take materials.

mod targets;

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use lacuna::graph::{Group, Key, KeyKind, NODE_KINDS, NodeKind};
use lacuna::presets::PRESETS;
use lacuna::recipe::Recipe;
use lacuna::{Axis, Graph, Grid, Node, Tile, recipe};
use lacuna_bake::formats::{Alpha, Description, FactsPlace, Format, MAX_WHOLE_SAMPLES};
use lacuna_bake::{Engine, Samples};
use serde_json::{Value, json};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The folder of the pages.
const PAGES: &str = "docs/src/reference";
/// The folder of the pictures.
const PICTURES: &str = "docs/src/reference/nodes";

/// The size of a picture, over 8 x 4 units.
const SIZE: [u32; 2] = [256, 128];

const HEAD: &str = "<!-- Written by `cargo xtask book`. Its text is edited in src/graph/. -->\n\n";

/// A page of the book.
#[derive(Debug)]
pub struct Page {
    /// Its path from the root of the repository.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// A grey picture of a kind of node.
#[derive(Debug)]
pub struct Picture {
    /// Its path from the root of the repository.
    pub path: String,
    /// Eight bits per pixel, row by row.
    pub pixels: Vec<u8>,
}

/// Returns every page and every picture.
///
/// # Errors
///
/// An error if a node of the book can't be evaluated.
pub fn made() -> Result<(Vec<Page>, Vec<Picture>)> {
    let mut pages = vec![list(), presets()?, formats(), targets::page()];
    let mut pictures = Vec::new();
    for group in Group::ALL {
        let mut text = format!("# {}\n\n{HEAD}{}.\n", group.title(), capital(group.summary()));
        for kind in NODE_KINDS.iter().filter(|kind| kind.group == group) {
            let drawn = Drawn::of(kind)?;
            section(&mut text, kind, &drawn)?;
            pictures.push(Picture { path: format!("{PICTURES}/{}.png", kind.name), pixels: drawn.pixels });
        }
        pages.push(Page { path: format!("{PAGES}/{}.md", file_of(group)), text });
    }
    Ok((pages, pictures))
}

/// Writes every page and every picture that is out of date, and returns their paths.
///
/// # Errors
///
/// The errors of [`made`], and an error if a file can't be written.
pub fn write(root: &Path) -> Result<Vec<String>> {
    let (pages, pictures) = made()?;
    let mut written = Vec::new();
    std::fs::create_dir_all(root.join(PICTURES))?;
    for page in pages.iter().filter(|page| !is_current(root, page)) {
        std::fs::write(root.join(&page.path), &page.text)?;
        written.push(page.path.clone());
    }
    for picture in pictures.iter().filter(|picture| !is_current_picture(root, picture)) {
        let file = std::fs::File::create(root.join(&picture.path))?;
        let encoder = image::codecs::png::PngEncoder::new_with_quality(
            file,
            image::codecs::png::CompressionType::Best,
            image::codecs::png::FilterType::Adaptive,
        );
        let is_grey = picture.pixels.len() == (SIZE[0] * SIZE[1]) as usize;
        let color = if is_grey { image::ExtendedColorType::L8 } else { image::ExtendedColorType::Rgb8 };
        image::ImageEncoder::write_image(encoder, &picture.pixels, SIZE[0], SIZE[1], color)?;
        written.push(picture.path.clone());
    }
    Ok(written)
}

/// Returns the files that differ from the ones that [`write()`] would write: pages byte for byte, pictures pixel for pixel.
///
/// # Errors
///
/// The errors of [`made`].
pub fn stale(root: &Path) -> Result<Vec<String>> {
    let (pages, pictures) = made()?;
    let pages = pages.iter().filter(|page| !is_current(root, page)).map(|page| page.path.clone());
    let pictures = pictures.iter().filter(|picture| !is_current_picture(root, picture)).map(|picture| picture.path.clone());
    Ok(pages.chain(pictures).collect())
}

fn is_current(root: &Path, page: &Page) -> bool {
    std::fs::read_to_string(root.join(&page.path)).is_ok_and(|text| text == page.text)
}

fn is_current_picture(root: &Path, picture: &Picture) -> bool {
    let is_of_its_kind =
        |found: &image::DynamicImage| matches!(found, image::DynamicImage::ImageLuma8(_) | image::DynamicImage::ImageRgb8(_));
    image::open(root.join(&picture.path)).is_ok_and(|found| is_of_its_kind(&found) && found.as_bytes() == picture.pixels)
}

fn file_of(group: Group) -> String {
    group.title().to_lowercase()
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

fn list() -> Page {
    let mut text = format!("# Kinds of node\n\n{HEAD}There are {} kinds of node, in {} groups.\n", NODE_KINDS.len(), Group::ALL.len());
    text += "\nA key that takes an *input* can be a number, the name of another node, or a node written in place. Every other key is a plain value. A value \
             outside its limits is refused, and the error names the place. You can omit a key that has a default.\n";
    for group in Group::ALL {
        let _ = write!(text, "\n## {}\n\n{}.\n\n| kind | result |\n|---|---|\n", group.title(), capital(group.summary()));
        for kind in NODE_KINDS.iter().filter(|kind| kind.group == group) {
            let _ = writeln!(text, "| [`{0}`]({1}.md#{0}) | {2} |", kind.name, file_of(group), cell(kind.summary));
        }
    }
    Page { path: format!("{PAGES}/kinds.md"), text }
}

fn presets() -> Result<Page> {
    let mut text = format!("# Presets\n\n{}", HEAD.replace("src/graph/", "presets/"));
    text += "A preset is a recipe that comes with the command. You can use it wherever a command takes a source: `lacuna bake marble -o marble.png`. A \
             preset that tiles repeats after 8 units, the default width of a bake, in every bit. `lacuna show NAME` prints a preset's recipe. If a preset \
             has several outputs, `bake` writes the first unless `--output` names another.\n\n";
    text += "![All presets, in the order of the table](../pictures/gallery.jpeg)\n\n| preset | outputs | picture |\n|---|---|---|\n";
    for preset in PRESETS {
        let read = recipe::read(preset.text)?;
        let first = read.default_output()?.to_owned();
        let others = read.outputs.keys().filter(|name| **name != first);
        let outputs: Vec<String> = std::iter::once(&first).chain(others).map(|name| format!("`{name}`")).collect();
        let _ = writeln!(text, "| `{}` | {} | {} |", preset.name, outputs.join(", "), cell(preset.summary()));
    }
    Ok(Page { path: format!("{PAGES}/presets.md"), text })
}

/// The page's text about formats that their descriptions don't have.
const OF_FORMATS: &str = "\
- The metadata of a file is the recipe, the version, the region, the size and everything else that is needed to bake the file again. It is stored inside the
  file (text chunks of a PNG, the attributes `lacuna:recipe` and `lacuna:facts` of an EXR, keys of a KTX2), or in the sidecar `FILE.json`. It never contains the
  machine, the engine, the number of threads or the time, and none of these changes a byte. `FILE.json` holds the file's `checksum`, the CRC-32 of zlib, gzip and
  PNG. If a file or its `FILE.json` was replaced without the other, the file is refused as a source.
- 32-bit files, and `.exr` with 16 bits (half, rounded to nearest, ties to even), hold the noise values themselves. Other files map `--range` to levels.
- [Colour](outputs.md) is tagged as sRGB if the format has a tag, and data as linear. A PNG of data, however, has neither `gAMA` nor `sRGB`: readers that obey a
  gamma of 1 would change every level.
- **Alpha.** The last of two or four channels of [colour](outputs.md) is alpha. OpenEXR has colours times their alpha (premultiplied), so a colour that can't be
  seen at all is lost in it. Every other format has the colours themselves (straight), as its readers expect. Two or four plain numbers are not a colour and stay
  as they are. A TIFF says so: its tag `ExtraSamples` is 2 (unassociated alpha) for colour and 0 (unspecified) for plain numbers. PNG, WebP, BMP, QOI and OpenEXR
  can't say it, and readers take the last of two or four channels for alpha.
- Half floats hold values up to 65504. Greater ones are saturated, and the command reports how many were.
- OpenEXR names its channels Y; Y and A; R, G and B; or R, G, B and A. Half is compressed (ZIP). Float is not, because ZIP saves only 4 to 7 %.
- TIFF has uncompressed strips, and is BigTIFF beyond 4 GiB. TIFF and EXR writers seek back in the file. For standard output, they write to a temporary file first.
- With `--unit-metres`, a TIFF of a picture or of tiles has the tags of GeoTIFF that place it: the distance between samples, the place of the first one, and
  whether samples are areas or, on the edges of the region, points. They are in metres, without a coordinate system. x grows to the east. Row 0, at Y0, is the
  northernmost, so the northing is minus y.
- A row has at most 64 MiB, except in raw files, `.npy` and `.csv`.
- Mip maps are area averages, computed in f32 before the conversion to 8 or 16 bits. Each level halves the sides and rounds them down, until both are 1. Means
  of colours are weighted by alpha. Means of [normals](outputs.md) get the length 1 again; each points as the mean of all that it covers.
- PNG rows are filtered by the row above (Up) and deflated at zlib's level 3, in pieces of about 2^17 samples. Six octaves of Perlin noise in 16 bits take 49 % of
  the samples' size. Level 6 reaches 48.5 % in 1.2 times the time, and level 1 reaches 73 % in half the time.

## Which crates write the formats

zlib-rs deflates PNG piece by piece, and png writes its chunks. exr, tiff, ddsfile and image write the formats of their names. ktx2 provides the headers of KTX2.
Two other crates were tried and rejected. npyz brings a parser generator and compiles C for a header of one line. ctt keeps only its own keys in a KTX2, so
metadata would be lost, and it holds the file in memory twice.
";

fn formats() -> Page {
    let mut text = format!("# File formats\n\n{}", HEAD.replace("src/graph/", "bake/src/formats/ and xtask/src/book.rs"));
    text += "The file extension picks the format. Use `--format` if there is no extension.\n\n\
             | format | description | bits, default first | channels | alpha | holds | metadata | written |\n|---|---|---|---|---|---|---|---|\n";
    let listed = |numbers: &[u8]| match numbers {
        [first, .., last] if numbers.len() > 3 => format!("{first} to {last}"),
        _ => numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
    };
    for format in Format::all() {
        let Description { name, aliases, summary, depths, channels, alpha, shapes, facts, is_streamed, longest_side, .. } =
            format.description();
        let names: Vec<String> = [name].into_iter().chain(*aliases).map(|name| format!("`.{name}`")).collect();
        let shapes: Vec<String> = shapes.iter().map(ToString::to_string).collect();
        let alpha = match alpha {
            Some(Alpha::Straight) => "straight",
            Some(Alpha::Premultiplied) => "premultiplied",
            None => "none",
        };
        let facts = if *facts == FactsPlace::Inside { "inside" } else { "sidecar" };
        let made = if *is_streamed { "streamed" } else { "in memory" };
        let longest = if *longest_side == u32::MAX { String::new() } else { format!(", sides up to {longest_side}") };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {alpha} | {} | {facts} | {made}{longest} |",
            names.join(", "),
            cell(summary),
            listed(depths),
            listed(channels),
            shapes.join(", ")
        );
    }
    let _ = write!(
        text,
        "\nA file that is written in memory has at most {MAX_WHOLE_SAMPLES} samples; a streamed file can have any size.\n\n{OF_FORMATS}"
    );
    Page { path: format!("{PAGES}/formats.md"), text }
}

/// Escapes a text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

fn section(text: &mut String, kind: &NodeKind, drawn: &Drawn) -> Result<()> {
    write!(text, "\n## {0}\n\n![A picture of {0}](nodes/{0}.png)\n\n{1}\n", kind.name, kind.doc())?;
    text.push_str("\n| key | meaning | values | default |\n|---|---|---|---|\n");
    for key in kind.keys {
        let kinds = if key.is_input() { "an input".to_owned() } else { cell(&key.kind.to_string()) };
        writeln!(text, "| `{}` | {} | {kinds} | {} |", key.name, cell(&said(key)), default_of(key))?;
    }
    let [least, most] = drawn.found.map(|value| format!("{value:.2}").replace("-0.00", "0.00"));
    match &drawn.shown {
        Some([black, white]) => {
            write!(
                text,
                "\nThe picture shows 8 by 4 units. Black is {black} and white is {white}, the 1st and the 99th percentile; values range from {least} to {most}."
            )?;
        }
        None => text.push_str("\nThe picture shows 8 by 4 units, in colour."),
    }
    if kind.surveys_are_told() {
        text.push_str(" [Statistics](statistics.md) has the measured values in every dimension.");
    }
    write!(text, " Its recipe:\n\n```toml\n{}\n```\n", drawn.recipe.trim())?;
    Ok(())
}

trait Surveyed {
    /// Returns `true` if the page of statistics has the kind.
    fn surveys_are_told(&self) -> bool;
}

impl Surveyed for NodeKind {
    fn surveys_are_told(&self) -> bool {
        !lacuna::internal::parity::surveys_of_kind(self).is_empty()
    }
}

/// Returns the documentation of a key, with each of its choices.
fn said(key: &Key) -> String {
    let KeyKind::Choice(choices) = key.kind else { return key.doc() };
    let words: Vec<String> = choices.iter().map(|choice| format!("`{}`: {}", choice.name, choice.doc().trim_end_matches('.'))).collect();
    format!("{} {}.", key.doc(), words.join("; "))
}

fn default_of(key: &Key) -> String {
    match (key.default)() {
        _ if key.is_required => "required".to_owned(),
        Some(default) => format!("`{default}`"),
        None => "none".to_owned(),
    }
}

/// A node as the book shows it.
struct Drawn {
    recipe: String,
    pixels: Vec<u8>,
    /// The values of black and white; `None` for a colour.
    shown: Option<[String; 2]>,
    /// The least and the greatest value of the picture.
    found: [f32; 2],
}

impl Drawn {
    fn of(kind: &NodeKind) -> Result<Self> {
        let graph = Graph::from(shown(kind)?);
        let axis = |end: i32, samples| Axis::extent(0, end, samples);
        let grid = Grid::plane(axis(8, SIZE[0]), axis(4, SIZE[1]));
        let mut of_volume = graph.clone();
        of_volume.set_default_dimensions(3);
        let of_volume = Recipe::from(of_volume);
        let evaluation = Samples::new(&of_volume, of_volume.default_output()?)?;
        let whole = Tile { origin: [0; 3], size: [SIZE[0], SIZE[1], 1] };
        let samples = evaluation.evaluate(&Engine::cpu(Engine::usual_threads()), &grid, whole, &())?;
        let recipe = recipe::write(&graph.into())?;
        if evaluation.channels() == 3 {
            let pixels = samples.iter().map(|light| lacuna_bake::srgb_level(*light)).collect();
            return Ok(Self { recipe, pixels, shown: None, found: [0.0, 1.0] });
        }
        let mut sorted = samples.clone();
        sorted.sort_by(f32::total_cmp);
        let share = |part: usize| format!("{:.2}", sorted[(sorted.len() - 1) * part / 100]).replace("-0.00", "0.00");
        let shown = [share(1), share(99)];
        let [black, white]: [f32; 2] = [shown[0].parse()?, shown[1].parse()?];
        let level =
            |value: &f32| if white > black { ((value - black) / (white - black) * 255.0 + 0.5).clamp(0.0, 255.0) as u8 } else { 128 };
        Ok(Self { recipe, pixels: samples.iter().map(level).collect(), shown: Some(shown), found: [sorted[0], sorted[sorted.len() - 1]] })
    }
}

/// Keys of kinds whose defaults change little, as JSON, so that their pictures show an effect.
const TUNED: &[(&str, &str)] = &[
    ("transform", r#"{ "scale": [2, 1], "rotate": 30 }"#),
    ("shape", r#"{ "form": "star", "centre": [4, 2], "size": 1.6, "rotate": -90 }"#),
    ("polar", r#"{ "centre": [4, 2], "repeat": 16, "source": { "kind": "perlin", "dimensions": 2, "frequency": 1, "period": [16, 0] } }"#),
    ("mirror", r#"{ "axis": "both", "width": 2 }"#),
    ("kaleidoscope", r#"{ "centre": [4, 2], "source": { "kind": "perlin", "frequency": 2 } }"#),
    ("swirl", r#"{ "centre": [4, 2], "turns": 1, "source": { "kind": "checker", "dimensions": 2, "frequency": 2 } }"#),
    ("blue", r#"{ "frequency": 8 }"#),
    ("ao", r#"{ "height": 0.5, "radius": 1, "source": { "kind": "cellular", "output": "edge" } }"#),
    ("curvature", r#"{ "radius": 0.3, "strength": 4, "source": { "kind": "cellular", "output": "edge" } }"#),
    ("blur", r#"{ "radius": 0.6, "source": { "kind": "white", "frequency": 4 } }"#),
    ("high_pass", r#"{ "radius": 1 }"#),
    ("slope_blur", r#"{ "length": 0.5, "taps": 24, "source": { "kind": "white", "frequency": 24 }, "slope": { "kind": "perlin" } }"#),
    ("directional_blur", r#"{ "angle": 30, "length": 1, "source": { "kind": "white", "frequency": 12 } }"#),
    ("distance", r#"{ "level": 0.2, "reach": 1 }"#),
    ("scratches", r#"{ "layers": 2, "length": 1.6, "width": 0.06, "bend": 0.4 }"#),
    ("mosaic", r#"{ "dimensions": 2, "frequency": 2, "source": { "kind": "perlin", "dimensions": 2 } }"#),
    (
        "scatter",
        r#"{ "source": { "kind": "levels", "from": [0.02, -0.05], "source": { "kind": "shape", "form": "segment", "size": 0.25, "round": 0.15 } },
            "frequency": 2, "scale": [0.4, 1.2], "rotate": [-180, 180], "combine": "over" }"#,
    ),
    ("clamp", r#"{ "low": -0.2, "high": 0.2 }"#),
    ("bias", r#"{ "source": { "kind": "remap", "source": { "kind": "perlin" } }, "amount": 0.15 }"#),
    ("gain", r#"{ "source": { "kind": "remap", "source": { "kind": "perlin" } }, "amount": 0.05 }"#),
    ("smoothstep", r#"{ "low": -0.3, "high": 0.3 }"#),
    ("sine", r#"{ "source": { "kind": "scale_offset", "source": { "kind": "perlin" }, "scale": 3 } }"#),
    ("select", r#"{ "falloff": 0.1 }"#),
    ("terrace", r#"{ "sharpness": 0.8 }"#),
    ("curve", r#"{ "points": [[-1, 0], [-0.2, 0.9], [0.2, 0.1], [1, 1]] }"#),
    ("quotient", r#"{ "limit": 2 }"#),
    ("ramp", r##"{ "stops": [[-0.6, "#10243f"], [-0.1, "#3d7a5c"], [0.3, "#e8d28c"], [0.6, "#b4452c"]] }"##),
    ("split", r##"{ "source": { "kind": "ramp", "source": { "kind": "perlin" }, "stops": [[-0.6, "#10243f"], [0.6, "#e8d28c"]] } }"##),
    (
        "mix",
        r##"{ "a": { "kind": "ramp", "source": { "kind": "perlin" }, "stops": [[-0.6, "#10243f"], [0.6, "#e8d28c"]] }, "mode": "screen",
            "b": { "kind": "ramp", "source": { "kind": "value", "seed": 1, "frequency": 2 }, "stops": [[0, "#00000000"], [1, "#c04020ff"]] } }"##,
    ),
    (
        "hsv",
        r##"{ "source": { "kind": "ramp", "source": { "kind": "perlin" }, "stops": [[-0.6, "#10243f"], [0.6, "#e8d28c"]] }, "hue": 120 }"##,
    ),
    (
        "height_blend",
        r##"{ "a": { "kind": "colour", "value": "#3d7a5c" }, "b": { "kind": "colour", "value": "#e8d28c" }, "height_a": { "kind": "perlin" },
            "height_b": { "kind": "value", "seed": 1, "frequency": 2 }, "contrast": 0.2 }"##,
    ),
];

/// Returns the node of the picture: with defaults unless [`TUNED`] sets others, and with a separate source for each input if it has several.
fn shown(kind: &NodeKind) -> Result<Node> {
    let mut node: Value = serde_json::to_value((kind.example)())?;
    let inputs: Vec<&str> = kind.keys.iter().filter(|key| key.is_input() && key.is_required).map(|key| key.name).collect();
    if inputs.len() > 1 {
        let sources =
            [json!({ "kind": "perlin" }), json!({ "kind": "value", "seed": 1, "frequency": 2 }), json!({ "kind": "simplex", "seed": 2 })];
        for (input, source) in inputs.iter().zip(sources) {
            node[*input] = source;
        }
    }
    if let Some((_, keys)) = TUNED.iter().find(|(name, _)| *name == kind.name) {
        for (key, value) in serde_json::from_str::<serde_json::Map<String, Value>>(keys)? {
            node[key] = value;
        }
    }
    Ok(serde_json::from_value(node)?)
}
