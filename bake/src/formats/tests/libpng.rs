//! PNG as read by libpng's simplified API, which obeys the chunks gAMA and sRGB. Godot and others use it.

use std::io::Write as _;
use std::process::Command;

use super::*;

/// Compiles the reader into a folder. Without a compiler or libpng it prints that and returns `None`, or fails if readers are required.
fn reader(folder: &TempDir) -> Option<PathBuf> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/readers/simplified.c");
    let program = folder.path().join("simplified");
    let compiled = Command::new("cc").args(["-O1", "-Wall", "-Wextra", "-Werror", source, "-o"]).arg(&program).arg("-lpng").output();
    let why = match compiled {
        Ok(output) if output.status.success() => return Some(program),
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => error.to_string(),
    };
    assert!(std::env::var("LACUNA_REQUIRE_READERS").map_or(true, |value| value != "1"), "no libpng: {why}");
    let _ = writeln!(io::stderr(), "skipped: libpng's simplified API: {why}; run: apt-get install gcc libpng-dev");
    None
}

/// Returns every form of PNG that is written: data and colour, at every depth and number of channels, a picture and an animation.
fn cases() -> Vec<Encoding> {
    let mut cases = Vec::new();
    for depth in [8, 16] {
        for channels in 1..=4 {
            for meaning in [Meaning::Data, Meaning::Color] {
                for shape in [Shape::Picture, Shape::Animation { frames: 3, rate: 12 }] {
                    cases.push(Encoding { meaning, shape, ..encoding("png", depth, size(61, 93), channels) });
                }
            }
        }
    }
    cases
}

/// Returns the levels in the file; for an animation those of its first frame.
fn stored(file: &Path, depth: u8) -> Vec<u16> {
    let mut reader = ::png::Decoder::new(io::BufReader::new(fs::File::open(file).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    match depth {
        8 => bytes.into_iter().map(u16::from).collect(),
        _ => bytes.chunks_exact(2).map(|word| u16::from_be_bytes([word[0], word[1]])).collect(),
    }
}

fn light(level: f64) -> f64 {
    if level <= 0.04045 { level / 12.92 } else { libm::pow((level + 0.055) / 1.055, 2.4) }
}

#[test]
fn libpng_finds_the_levels_of_data_and_of_colour_unchanged_in_8_bit_and_in_linear_16() {
    let folder = TempDir::new().unwrap();
    let Some(reader) = reader(&folder) else { return };
    let cases = cases();
    let path = |number: usize| folder.path().join(format!("{number}.png")).to_str().unwrap().to_owned();
    let mut arguments = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        written(case, &samples(case), Path::new(&path(number)));
        arguments.extend(["8", "16"].map(|target| format!("{}@{target}", path(number))));
    }
    let output = Command::new(reader).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (number, case) in cases.iter().enumerate() {
        let name = format!("{} bit, {} channels, {:?}, {:?}", case.depth, case.channels, case.meaning, case.shape);
        let stored = stored(Path::new(&path(number)), case.depth);
        let of = |target: &str| fs::read(format!("{}@{target}.levels", path(number))).unwrap();
        let nearest = |level: u16| if case.depth == 8 { level } else { ((u32::from(level) + 128) / 257) as u16 };
        let expected: Vec<u16> = stored.iter().copied().map(nearest).collect();
        assert!(of("8").into_iter().map(u16::from).eq(expected), "{name}: 8 bit");

        let linear: Vec<u16> = of("16").chunks_exact(2).map(|word| u16::from_ne_bytes([word[0], word[1]])).collect();
        assert_eq!(linear.len(), stored.len(), "{name}");
        let levels = if case.depth == 8 { 255.0 } else { 65_535.0 };
        let (count, has_alpha) = (usize::from(case.channels), matches!(case.channels, 2 | 4));
        for (found, pixel) in linear.chunks_exact(count).zip(stored.chunks_exact(count)) {
            // libpng multiplies by alpha, and reads 8 bit without a colour chunk as sRGB, whose curve it approximates by a power.
            let alpha = if has_alpha { f64::from(pixel[count - 1]) / levels } else { 1.0 };
            let is_curved = case.meaning.is_color() || case.depth == 8;
            let share = |level: u16| f64::from(level) / levels;
            for (&found, &level) in found.iter().zip(&pixel[..count - usize::from(has_alpha)]) {
                let expected = alpha * if is_curved { light(share(level)) } else { share(level) };
                let most = if is_curved { 0.0125 } else { 0.5 / 65_535.0 };
                assert!((f64::from(found) / 65_535.0 - expected).abs() <= most, "{name}: {level} of alpha {alpha} became {found}");
            }
        }
    }
}
