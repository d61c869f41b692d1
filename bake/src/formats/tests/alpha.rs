//! Colours with alpha as each format has them, and values that a file can't hold.

use lacuna::Number;

use super::readers::read;
use super::*;

/// The light of the sRGB levels 204, 102 and 51, and some alpha.
const LIGHT: [f32; 3] = [0.603_827_36, 0.132_868_33, 0.033_104_77];
const ALPHA: [f32; 4] = [1.0, 0.5, 0.25, 0.0];

/// The tag of a TIFF that says what its last channel is.
const EXTRA_SAMPLES: u16 = 338;

/// Returns a picture of one colour with several alphas. Grey has the red.
fn picture(name: &str, depth: u8, channels: u8, meaning: Meaning) -> (Encoding, Vec<f32>) {
    let range = Range { least: Number::ZERO, greatest: Number::ONE };
    let case = Encoding { meaning, range, facts: StoredFacts::default(), ..encoding(name, depth, size(4, 1), channels) };
    let samples = ALPHA.into_iter().flat_map(|alpha| [&LIGHT[..usize::from(channels) - 1], &[alpha]].concat()).collect();
    (case, samples)
}

/// Returns the colours as the file holds them, from 0 to 1, and alpha: straight, whatever the format.
fn straight(case: &Encoding, samples: &[f32]) -> Vec<f64> {
    let alpha = usize::from(case.channels) - 1;
    let share = |(place, &sample): (usize, &f32)| {
        let sample = f64::from(sample);
        if case.is_srgb() && place % (alpha + 1) != alpha { 1.055 * libm::pow(sample, 1.0 / 2.4) - 0.055 } else { sample }
    };
    samples.iter().enumerate().map(share).collect()
}

/// Returns the same with colours times their alpha.
fn multiplied(straight: &[f64], channels: u8) -> Vec<f64> {
    let of = |pixel: &[f64]| {
        let (alpha, colours) = pixel.split_last().unwrap();
        colours.iter().map(|colour| colour * alpha).chain([*alpha]).collect::<Vec<_>>()
    };
    straight.chunks(channels.into()).flat_map(of).collect()
}

/// Returns every format with alpha, at every depth and number of channels.
fn cases(meaning: Meaning) -> Vec<(Encoding, Vec<f32>)> {
    let with_alpha = Format::all().filter(|format| format.description().alpha.is_some() && format.holds(ShapeKind::Picture));
    let kinds = with_alpha.flat_map(|format| {
        let channels = [2, 4].into_iter().filter(move |channels| format.channels().contains(channels));
        channels.flat_map(move |channels| format.depths().iter().map(move |&depth| (format.name(), depth, channels)))
    });
    kinds.map(|(name, depth, channels)| picture(name, depth, channels, meaning)).collect()
}

/// Returns the numbers in a file that is the samples alone, or a texture as the crate of its container reads it. `None` for other formats.
fn stored_alone(case: &Encoding, file: &[u8]) -> Option<Vec<f64>> {
    let texels = match case.format.name() {
        "r32" | "r16" => file.to_vec(),
        "ktx2" => {
            let texture = ::ktx2::Reader::new(file.to_vec()).unwrap();
            assert_eq!(texture.is_alpha_premultiplied(), Some(false));
            texture.levels().next().unwrap().data.to_vec()
        }
        "dds" => {
            let texture = ddsfile::Dds::read(&mut &*file).unwrap();
            assert_eq!(texture.header10.unwrap().alpha_mode, ddsfile::AlphaMode::Straight);
            // The levels have 4, 2 and 1 texels.
            texture.data[..texture.data.len() / 7 * 4].to_vec()
        }
        _ => return None,
    };
    Some(match case.depth {
        8 => texels.iter().map(|&level| f64::from(level) / 255.0).collect(),
        16 => texels.chunks_exact(2).map(|word| f64::from(u16::from_le_bytes([word[0], word[1]])) / 65_535.0).collect(),
        _ => texels.chunks_exact(4).map(|word| f64::from(f32::from_le_bytes(word.try_into().unwrap()))).collect(),
    })
}

/// Asserts that numbers are those that are expected, grey perhaps as red, green and blue.
#[track_caller]
fn assert_near(found: &[f64], expected: &[f64], case: &Encoding, what: &str) {
    let is_widened = case.channels == 2 && found.len() == 2 * expected.len();
    let widened: Vec<f64> = expected.chunks(2).flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]]).collect();
    let expected = if is_widened { &widened } else { expected };
    let most = match case.kind() {
        Kind::U8 => 1.0 / 255.0,
        Kind::U16 => 1.0 / 65_535.0,
        Kind::Half => 1e-3,
        Kind::F32 => 1e-6,
    };
    assert_eq!(found.len(), expected.len(), "{case:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= most, "{} of {} bit, {what}: {found}, not {expected}", case.format, case.depth);
    }
}

#[test]
fn colours_are_multiplied_by_alpha_in_the_formats_that_say_so_and_in_no_other() {
    let folder = TempDir::new().unwrap();
    let mut asked = Vec::new();
    for (case, samples) in cases(Meaning::Color) {
        let straight = straight(&case, &samples);
        let is_multiplied = case.format.description().alpha == Some(Alpha::Premultiplied);
        let expected = if is_multiplied { multiplied(&straight, case.channels) } else { straight.clone() };
        let file = bytes(&case, &samples, 1);
        if let Some(found) = stored_alone(&case, &file) {
            assert_near(&found, &expected, &case, "stored");
            continue;
        }
        let path = path(&folder, &case);
        fs::write(&path, file).unwrap();
        asked.push((path.to_str().unwrap().to_owned(), case, straight, expected));
    }
    let paths: Vec<String> = asked.iter().flat_map(|(path, ..)| [path.clone(), format!("{path}@shown")]).collect();
    let Some(all) = read(&paths) else { return };
    for ((_, case, straight, expected), read) in asked.iter().zip(all.chunks(2)) {
        let levels = match case.kind() {
            Kind::U8 => 255.0,
            Kind::U16 => 65_535.0,
            Kind::Half | Kind::F32 => 1.0,
        };
        let [stored, shown] = [0, 1].map(|of: usize| read[of].samples.iter().map(|sample| sample / levels).collect::<Vec<_>>());
        assert_near(&stored, expected, case, "stored");
        assert_ne!(read[0].pillow_agrees, Some(false), "{}", case.format);
        // A reader that works with multiplied colours finds the right ones in every format whose alpha it knows.
        if ["png", "exr", "tiff", "webp"].contains(&case.format.name()) {
            assert_near(&shown, &multiplied(straight, case.channels), case, "shown");
        }
        if case.format.name() == "tiff" {
            assert_eq!(read[0].tags[&EXTRA_SAMPLES], [2], "unassociated alpha");
        }
    }
}

#[test]
fn the_last_of_four_plain_numbers_is_no_alpha_that_a_reader_multiplies_by() {
    let folder = TempDir::new().unwrap();
    let cases: Vec<_> = cases(Meaning::Data).into_iter().filter(|(case, _)| ["exr", "tiff"].contains(&case.format.name())).collect();
    let paths: Vec<String> = cases.iter().map(|(case, _)| path(&folder, case).to_str().unwrap().to_owned()).collect();
    for ((case, samples), path) in cases.iter().zip(&paths) {
        fs::write(path, bytes(case, samples, 1)).unwrap();
    }
    let Some(all) = read(&paths.iter().map(|path| format!("{path}@shown")).collect::<Vec<_>>()) else { return };
    for ((case, samples), read) in cases.iter().zip(all) {
        let levels = if case.kind() == Kind::U8 { 255.0 } else { 65_535.0 };
        let levels = if case.holds_values() { 1.0 } else { levels };
        let shown: Vec<f64> = read.samples.iter().map(|sample| sample / levels).collect();
        assert_near(&shown, &straight(case, samples), case, "shown");
        if case.format.name() == "tiff" {
            assert_eq!(read.tags[&EXTRA_SAMPLES], [0], "unspecified");
        }
    }
}

#[test]
fn a_half_float_holds_no_infinity_and_what_it_can_not_hold_is_counted() {
    let folder = TempDir::new().unwrap();
    let samples = [65_504.0, 65_519.0, 65_536.0, -200_000.0, 1e38, -65_504.0, 1.0, -1e30];
    let stored = [65_504.0, 65_504.0, 65_504.0, -65_504.0, 65_504.0, -65_504.0, 1.0, -65_504.0];
    let case = encoding("exr", 16, size(8, 1), 1);
    let mut fed = Fed::new(&case, &samples, 1);
    let mut file = Cursor::new(Vec::new());
    case.write(&mut file, &mut fed).unwrap();
    assert_eq!(fed.saturated, 5);
    let float = encoding("exr", 32, size(8, 1), 1);
    assert_eq!(Encoder::new(&float, false).encode(0, &samples).unwrap().saturated, 0);
    let path = path(&folder, &case);
    fs::write(&path, file.into_inner()).unwrap();
    let Some(all) = read(&[path.to_str().unwrap().to_owned()]) else { return };
    assert_eq!(all[0].samples, stored);
    // Light times alpha, too, in either depth.
    for (depth, light) in [(16, 300.0), (32, 1e30)] {
        let case = Encoding { meaning: Meaning::Color, ..encoding("exr", depth, size(1, 1), 2) };
        assert_eq!(Encoder::new(&case, false).encode(0, &[light, light]).unwrap().saturated, 1, "{depth} bit");
    }
}

#[test]
fn a_tiff_says_where_its_picture_lies() {
    let folder = TempDir::new().unwrap();
    for (is_on_edges, raster_type) in [(false, 1), (true, 2)] {
        let place = Place { corner: [500.0, -250.0], spacing: [0.5, 0.25], is_on_edges };
        let case = Encoding { place: Some(place), ..encoding("tiff", 32, size(5, 3), 1) };
        let path = path(&folder, &case);
        written(&case, &samples(&case), &path);
        let Some(all) = read(&[path.to_str().unwrap().to_owned()]) else { return };
        assert_eq!(all[0].samples, expected(&case, &samples(&case)));
        let tags = &all[0].tags;
        assert_eq!(tags[&33_550], [0.5, 0.25, 0.0], "the distances between samples");
        // y of the file points north, so it is the picture's y negated.
        assert_eq!(tags[&33_922], [0.0, 0.0, 0.0, 500.0, 250.0, 0.0], "a pixel and its place");
        assert_eq!(tags[&34_735], [1, 1, 1, 1, 1025, 0, 1, raster_type], "the keys");
    }
    let path = folder.path().join("nowhere.tiff");
    let case = encoding("tiff", 16, size(5, 3), 1);
    written(&case, &samples(&case), &path);
    let Some(all) = read(&[path.to_str().unwrap().to_owned()]) else { return };
    assert!([33_550, 33_922, 34_735].iter().all(|tag| !all[0].tags.contains_key(tag)));
}
