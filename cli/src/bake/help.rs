//! What `lacuna bake --help` says of formats, made of what they tell of themselves.

use lacuna_bake::formats::{Description, FactsPlace, Format, MAX_WHOLE_SAMPLES, ShapeKind};

/// The extensions of formats: `.a, .b or .c`.
fn extensions(is_meant: impl Fn(&Description) -> bool) -> String {
    let all: Vec<String> =
        descriptions().filter(|description| is_meant(description)).map(|description| format!(".{}", description.name)).collect();
    either(&all)
}

/// Those that hold pictures.
fn descriptions() -> impl Iterator<Item = &'static Description> {
    Format::all().filter(|format| format.holds(ShapeKind::Picture)).map(Format::description)
}

fn either(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// Of `-o`.
pub(super) fn file() -> String {
    format!(
        "The file to write, a folder for every output, or `-` for standard output\n\n\
         A file gets the output that --output names, or the default one. A folder, which exists or whose name ends in `/`, gets every output as \
         NAME.EXTENSION from one evaluation, or the one that --output names. The extension picks the format: {}. The file gets its name when it is \
         complete; a target that exists and is no regular file, such as /dev/null, is written in place. A file that replaces another keeps its \
         permissions; a link is followed.\n\n\
         In {} files the recipe, the version, the region and the size stand in the file itself; beside a file of another format they stand in FILE.json. \
         Standard output gets no FILE.json. {} files are made in memory, of at most {MAX_WHOLE_SAMPLES} samples; all others are streamed.",
        extensions(|_| true),
        extensions(|description| description.facts == FactsPlace::Inside),
        extensions(|description| !description.is_streamed),
    )
}

/// Of `--depth`.
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
        "Bits a sample: 8, 16 or 32\n\n\
         Unless given here or by the recipe, 8 for colour where the format holds it, and otherwise the first of its format's: {}. 32 bit, and 16 bit \
         of .exr, which is half, hold the noise values themselves.",
        listed.join("; ")
    )
}
