//! The parts of `lacuna bake --help` that list formats, made from the descriptions of the formats.

use lacuna::recipe::Role;
use lacuna_bake::formats::{Description, FactsPlace, Format, MAX_WHOLE_SAMPLES, ShapeKind};
use lacuna_bake::targets::Target;

/// Lists the extensions of formats: `.a, .b or .c`.
fn extensions(is_meant: impl Fn(&Description) -> bool) -> String {
    let all: Vec<String> =
        descriptions().filter(|description| is_meant(description)).map(|description| format!(".{}", description.name)).collect();
    either(&all)
}

/// Returns the formats that hold pictures.
fn descriptions() -> impl Iterator<Item = &'static Description> {
    Format::all().filter(|format| format.holds(ShapeKind::Picture)).map(Format::description)
}

fn either(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// Returns the help of `-o`.
pub(super) fn file() -> String {
    format!(
        "The file to write, a folder for every output, or `-` for standard output\n\n\
         A file gets the output that --output names, or the default one. A folder, which exists or whose name ends in `/` (then it is made), gets every output as \
         NAME.EXTENSION in one run, or the one that --output names; of tiles, frames, slices and faces it gets all, with their numbers after NAME. The extension picks the format: {}. The file gets its name when it is \
         complete; an existing target that is not a regular file, such as /dev/null, is written in place. A file that replaces another keeps its \
         permissions; a link is followed.\n\n\
         {} files store their metadata (recipe, version, region and size) inside; other formats store it in the sidecar FILE.json. Standard output \
         gets no sidecar. {} files are encoded in memory and have at most {MAX_WHOLE_SAMPLES} samples; all others are streamed.",
        extensions(|_| true),
        extensions(|description| description.facts == FactsPlace::Inside),
        extensions(|description| !description.is_streamed),
    )
}

/// Returns the help of `--material`.
pub(super) fn material() -> String {
    let programs: Vec<String> = Target::all().map(|target| target.name().to_owned()).collect();
    let roles: Vec<String> = Role::ALL.iter().map(|role| format!("`{}`", role.name())).collect();
    format!(
        "Bakes a material as a program takes it: {}\n\n\
         The pictures are packed and named as the program expects, after SOURCE: `T_bricks_BC.png`, `T_bricks_ORM.png` and so on. FILE is a folder, or for gltf a file \
         that ends in .glb. godot gets a .tres, and mtlx a .mtlx, beside the pictures. The roles of the material are the recipe's outputs {}; its table [material] \
         makes them.",
        either(&programs),
        roles.join(", ")
    )
}

/// Returns the help of `--depth`.
pub(super) fn depth() -> String {
    let of_depths = |depths: &[u8]| {
        let names = extensions(|description| description.depths == depths);
        let bits: Vec<String> = depths.iter().map(u8::to_string).collect();
        format!("{names}: {}", either(&bits))
    };
    let mut all: Vec<&[u8]> = Vec::new();
    for description in descriptions() {
        if !all.contains(&description.depths) {
            all.push(description.depths);
        }
    }
    let listed: Vec<String> = all.into_iter().map(of_depths).collect();
    format!(
        "Bits per sample: 8, 16 or 32\n\n\
         The default, unless the recipe sets a depth, is 8 for colour if the format has it, and otherwise the first of the format's depths: {}. 32 bit, \
         and 16 bit of .exr, which is half, hold the noise values themselves.",
        listed.join("; ")
    )
}
