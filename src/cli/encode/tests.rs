//! What the encoders write, as other people's readers see it.

use std::collections::BTreeMap;
use std::fs;
use std::io::BufWriter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use tempfile::TempDir;

use super::*;
use crate::cli::stream::{Line, Source};

fn encoding(format: Format, depth: u8, size: Size, channels: u8) -> Encoding {
    let texts = vec![("Software", "lacuna of a test".to_owned()), ("lacuna:recipe", "version = 1 # über".to_owned())];
    Encoding { format, depth, size, channels, is_color: false, range: Range::DEFAULT, texts, facts: "{}".to_owned() }
}

/// Samples without a pattern that a wrong stride or order would keep, a few of them beyond the range.
fn samples(encoding: &Encoding) -> Vec<f32> {
    let mut state = 1_u32;
    (0..encoding.samples())
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (f64::from(state) / f64::from(u32::MAX) * 2.1 - 1.05) as f32
        })
        .collect()
}

/// Writes a file on so many threads.
fn written(encoding: &Encoding, samples: &[f32], threads: usize, path: &Path) {
    encoding.check().unwrap();
    let file = BufWriter::new(fs::File::create(path).unwrap());
    let threads = NonZeroUsize::new(threads).unwrap();
    let line = Line { encodings: std::slice::from_ref(encoding), source: Source::Memory(samples), threads, is_hashed: false };
    let seen = line.run(vec![Box::new(|pieces| encoding.write(file, pieces))]).unwrap().unwrap().files.remove(0);
    let outside = samples.iter().filter(|sample| sample.abs() > 1.0).count() as u64;
    assert_eq!(seen.saturated, if encoding.holds_values() { 0 } else { outside });
}

/// What a file is to hold, as numbers.
fn expected(encoding: &Encoding, samples: &[f32]) -> Vec<f64> {
    let levels = match (encoding.format, encoding.depth) {
        (Format::Exr, 16) => return samples.iter().map(|&sample| nearest_half(sample)).collect(),
        (_, 32) => return samples.iter().map(|&sample| f64::from(sample)).collect(),
        (_, 16) => 65_535.0,
        _ => 255.0,
    };
    samples.iter().map(|&sample| ((f64::from(sample) + 1.0) / 2.0 * levels + 0.5).floor().clamp(0.0, levels)).collect()
}

/// By arithmetic: to 11 significant bits, or to multiples of 2^-24, ties to even.
fn nearest_half(sample: f32) -> f64 {
    let sample = f64::from(sample);
    let exponent = ((sample.abs().to_bits() >> 52) as i32 - 1023).max(-14);
    let unit = f64::from_bits(((exponent - 10 + 1023) as u64) << 52);
    (sample / unit).round_ties_even() * unit
}

#[derive(Debug, Deserialize)]
struct Read {
    shape: [usize; 3],
    #[serde(rename = "type")]
    kind: String,
    channels: Vec<String>,
    attributes: BTreeMap<String, String>,
    pillow_agrees: Option<bool>,
    #[serde(skip)]
    samples: Vec<f64>,
}

/// Reads files by the script; none where the readers are not installed, which is said, or fails where they are required.
fn read(arguments: &[String]) -> Option<Vec<Read>> {
    let python = std::env::var_os("LACUNA_PYTHON").unwrap_or("python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/readers/read.py");
    let output = match Command::new(python).arg(script).args(arguments).output() {
        Ok(output) if output.status.code() != Some(77) => output,
        missing => {
            let why = missing.map_or_else(|error| error.to_string(), |output| String::from_utf8_lossy(&output.stderr).trim().to_owned());
            assert!(std::env::var("LACUNA_REQUIRE_READERS").map_or(true, |value| value != "1"), "no readers: {why}");
            let _ = writeln!(io::stderr(), "skipped: readers of pictures: {why}; run: pip install OpenImageIO numpy Pillow");
            return None;
        }
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), arguments.len(), "{errors}");
    let read = lines.lines().zip(arguments).map(|(line, argument)| {
        let bytes = fs::read(format!("{argument}.f64")).unwrap();
        let samples = bytes.chunks_exact(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect();
        Read { samples, ..serde_json::from_str(line).unwrap() }
    });
    Some(read.collect())
}

/// Every format that other people's readers take without a conversion, at every depth and number of channels.
fn cases() -> Vec<Encoding> {
    let mut cases = Vec::new();
    for format in [Format::Png, Format::Exr, Format::Tiff, Format::Npy, Format::Webp, Format::Bmp] {
        for &depth in format.depths() {
            for &channels in format.channels() {
                // Several pieces, of which the last is not full.
                cases.push(encoding(format, depth, Size(307, 601), channels));
            }
        }
    }
    cases
}

fn path(folder: &TempDir, encoding: &Encoding) -> PathBuf {
    let Encoding { format, depth, channels, is_color, .. } = encoding;
    folder.path().join(format!("{depth}-{channels}-{is_color}.{}", format.name()))
}

#[test]
fn other_readers_find_every_sample_in_every_format_depth_and_number_of_channels() {
    let folder = TempDir::new().unwrap();
    let cases = cases();
    let paths: Vec<_> = cases.iter().map(|case| path(&folder, case)).collect();
    for (case, path) in cases.iter().zip(&paths) {
        written(case, &samples(case), 3, path);
    }
    let Some(all) = read(&paths.iter().map(|path| path.to_str().unwrap().to_owned()).collect::<Vec<_>>()) else { return };
    for (case, read) in cases.iter().zip(all) {
        let name = format!("{} {} bit, {} channels", case.format.name(), case.depth, case.channels);
        let mut expected = expected(case, &samples(case));
        let mut channels = usize::from(case.channels);
        if case.format == Format::Webp && channels < 3 {
            // WebP is RGB, or RGBA, always.
            expected = expected.chunks(channels).flat_map(|pixel| [&[pixel[0]; 3], &pixel[1..]].concat()).collect();
            channels += 2;
        }
        assert_eq!(read.shape, [601, 307, channels], "{name}");
        let differing = expected.iter().zip(&read.samples).filter(|(a, b)| a != b).count();
        assert_eq!((expected.len(), differing), (read.samples.len(), 0), "{name}");
        assert_ne!(read.pillow_agrees, Some(false), "{name}");
        let kind = match (case.format, case.depth) {
            (Format::Exr, 16) => "half",
            (Format::Npy, _) => "float32",
            (_, 32) => "float",
            (_, 16) => "uint16",
            _ => "uint8",
        };
        assert_eq!(read.kind, kind, "{name}");
        if case.format == Format::Exr {
            let names: &[&str] = [&["Y"][..], &["Y", "A"], &["R", "G", "B"], &["R", "G", "B", "A"]][channels - 1];
            assert_eq!(read.channels, names, "{name}");
            assert_eq!(read.attributes["lacuna:recipe"], "version = 1 # über", "{name}");
            assert_eq!(read.attributes["lacuna:facts"], "{}", "{name}");
        }
    }
}

#[test]
fn data_is_never_tagged_as_srgb_and_colour_is() {
    let folder = TempDir::new().unwrap();
    let both = [false, true].map(|is_color| Encoding { is_color, ..encoding(Format::Png, 16, Size(5, 3), 3) });
    let paths = both.each_ref().map(|case| path(&folder, case));
    for (case, path) in both.iter().zip(&paths) {
        written(case, &samples(case), 1, path);
        let file = fs::read(path).unwrap();
        let has = |chunk: &[u8]| file.windows(4).any(|window| window == chunk);
        assert_eq!((has(b"sRGB"), has(b"gAMA")), (case.is_color, !case.is_color));
    }
    let Some([data, colour]) = read(&paths.map(|path| path.to_str().unwrap().to_owned())).map(|all| <[Read; 2]>::try_from(all).unwrap())
    else {
        return;
    };
    let space = |read: &Read| read.attributes.get("oiio:ColorSpace").cloned().unwrap_or_default().to_lowercase();
    assert!(!space(&data).contains("srgb"), "{:?}", data.attributes);
    assert!(space(&colour).contains("srgb"), "{:?}", colour.attributes);
    for (is_color, expected) in [(false, ktx2::Format::R8G8B8A8_UNORM), (true, ktx2::Format::R8G8B8A8_SRGB)] {
        let case = Encoding { is_color, ..encoding(Format::Ktx2, 8, Size(5, 3), 4) };
        written(&case, &samples(&case), 1, &path(&folder, &case));
        let texture = ktx2::Reader::new(fs::read(path(&folder, &case)).unwrap()).unwrap();
        assert_eq!(texture.header().format, Some(expected));
    }
}

#[test]
fn threads_change_no_byte_of_any_format() {
    let folder = TempDir::new().unwrap();
    for case in cases() {
        let samples = samples(&case);
        let [one, four] = [1, 4].map(|threads| {
            let path = folder.path().join("file");
            written(&case, &samples, threads, &path);
            fs::read(&path).unwrap()
        });
        assert!(one == four, "{case:?}");
    }
}

#[test]
fn a_row_longer_than_a_piece_and_a_column_of_many_pieces_are_pngs() {
    let folder = TempDir::new().unwrap();
    for size in [Size(PIECE as u32 + 77, 3), Size(1, 2 * PIECE as u32 + 5)] {
        let case = encoding(Format::Png, 16, size, 1);
        let path = folder.path().join("a.png");
        let samples = samples(&case);
        written(&case, &samples, 2, &path);
        let found = image::open(&path).unwrap().into_luma16();
        assert_eq!(found.dimensions(), (size.0, size.1));
        let found: Vec<f64> = found.into_raw().into_iter().map(f64::from).collect();
        assert!(found == expected(&case, &samples), "{size}");
    }
}

#[test]
fn a_tiff_beyond_4_gib_is_a_bigtiff() {
    struct Ends(u64, Vec<u8>);
    impl Write for Ends {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.1.len() < 8 {
                self.1.extend_from_slice(bytes);
            }
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    impl Seek for Ends {
        fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
            if let io::SeekFrom::Start(place) = to {
                self.0 = place;
            }
            Ok(self.0)
        }
    }
    // Only the rows of one piece, again and again.
    struct Same<'a>(&'a Encoding, Vec<f32>);
    impl Pieces for Same<'_> {
        fn each(&mut self, write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>) -> io::Result<()> {
            let mut left = self.0.samples();
            while left > 0 {
                let samples = &self.1[..left.min(self.1.len() as u64) as usize];
                write(Piece { samples, encoded: Encoded::default() })?;
                left -= samples.len() as u64;
            }
            Ok(())
        }
    }
    for (height, version) in [(100, 42), (40_000, 43)] {
        let case = encoding(Format::Tiff, 32, Size(32_768, height), 1);
        let [columns, rows] = case.piece();
        let mut file = Ends(0, Vec::new());
        case.write(&mut file, &mut Same(&case, vec![0.5; (columns * rows) as usize])).unwrap();
        assert_eq!(file.1[2], version, "{height}");
    }
}

#[test]
fn mip_maps_are_the_means_of_what_they_cover_whatever_the_container() {
    let folder = TempDir::new().unwrap();
    for depth in [8, 16, 32] {
        for channels in [1, 3, 4] {
            let [ktx2, dds] = [Format::Ktx2, Format::Dds].map(|format| encoding(format, depth, Size(21, 10), channels));
            let samples = samples(&ktx2);
            for case in [&ktx2, &dds] {
                written(case, &samples, 2, &path(&folder, case));
            }
            let texture = ktx2::Reader::new(fs::read(path(&folder, &ktx2)).unwrap()).unwrap();
            let levels: Vec<Vec<u8>> = texture.levels().map(|level| level.data.to_vec()).collect();
            let keys: BTreeMap<_, _> = texture.key_value_data().collect();
            assert_eq!(keys["KTXwriter"], b"lacuna of a test\0");
            let file = ddsfile::Dds::read(&mut fs::File::open(path(&folder, &dds)).unwrap()).unwrap();
            assert_eq!((file.get_width(), file.get_height(), file.get_num_mipmap_levels()), (21, 10, 5));
            assert_eq!(file.data, levels.concat());
            let stored = if channels == 3 { 4 } else { usize::from(channels) };
            let sizes: Vec<_> = levels.iter().map(|level| level.len() / stored / usize::from(depth / 8)).collect();
            assert_eq!(sizes, [21 * 10, 10 * 5, 5 * 2, 2, 1]);
            if depth == 32 {
                // The mean of everything, to which each level leads where no pixel is left out.
                let last: &[u8; 4] = levels[4][..4].try_into().unwrap();
                let red = samples.iter().step_by(usize::from(channels)).map(|&sample| f64::from(sample));
                let mean = red.sum::<f64>() / 210.0;
                assert!((f64::from(f32::from_le_bytes(*last)) - mean).abs() < 1e-6, "{channels}");
            }
        }
    }
}

#[test]
fn mip_maps_of_colours_are_means_of_light() {
    let folder = TempDir::new().unwrap();
    let range = Range(Number::ZERO, Number::ONE);
    let case = Encoding { is_color: true, range, ..encoding(Format::Ktx2, 8, Size(2, 1), 4) };
    let file = path(&folder, &case);
    case.write(fs::File::create(&file).unwrap(), &mut Whole(&[0.0, 1.0, 0.5, 0.0, 1.0, 1.0, 0.5, 1.0])).unwrap();
    let texture = ktx2::Reader::new(fs::read(&file).unwrap()).unwrap();
    // Half of the light of white is 188 in sRGB; alpha is a share.
    assert_eq!(texture.levels().nth(1).unwrap().data, [188, 255, 188, 128]);
}

/// A picture of one piece.
struct Whole<'a>(&'a [f32]);

impl Pieces for Whole<'_> {
    fn each(&mut self, write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>) -> io::Result<()> {
        write(Piece { samples: self.0, encoded: Encoded::default() })
    }
}

#[test]
fn formats_refuse_channels_that_they_have_no_place_for() {
    let refused = |format, channels| {
        let mut case = encoding(format, 8, Size(4, 4), 1);
        case.channels = channels;
        case.check().unwrap_err().message
    };
    assert!(refused(Format::Jpeg, 4).contains("jpeg holds no picture of 4 channels; it takes 1, 3"), "{}", refused(Format::Jpeg, 4));
    assert!(refused(Format::Bmp, 2).contains("it takes 1, 3, 4"));
    assert!(refused(Format::Png, 5).contains("take a format with 5: `r32`, `r16`, `npy`"), "{}", refused(Format::Png, 5));
}

fn converted(format: Format, depth: u8, text: &str, samples: &[f32]) -> (Vec<u8>, u64) {
    let Ok(OutputRange::Between([min, max])) = range(text) else { panic!("{text}") };
    let size = Size(samples.len() as u32, 1);
    let encoding = Encoding { range: Range(min, max), ..encoding(format, depth, size, 1) };
    let encoded = Encoder::new(&encoding).encode(0, samples).unwrap();
    (encoded.bytes, encoded.saturated)
}

#[test]
fn samples_are_mapped_saturated_and_rounded_half_up() {
    let samples = [-1.0, 1.0, 0.0, -1.5, 1.0007, -0.5];
    assert_eq!(converted(Format::Bmp, 8, "-1,1", &samples), (vec![0, 255, 128, 0, 255, 64], 2));
    let (bytes, saturated) = converted(Format::R16, 16, "-1,1", &samples);
    let levels: Vec<u16> = bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    assert_eq!((levels, saturated), (vec![0, 65_535, 32_768, 0, 65_535, 16_384], 2));
    assert_eq!(converted(Format::R16, 16, "0,255", &[1.0]).0, [1, 1]);
    assert_eq!(converted(Format::Bmp, 8, "0,255", &[0.5, 1.5, 2.4999]).0, [1, 2, 2]);
}

#[test]
fn a_range_is_refused_unless_it_has_a_length() {
    for text in ["1,-1", "0,0", "nan,1", "0,inf", "0", "0,1,2", "a,b", "automatic"] {
        assert!(range(text).is_err(), "{text}");
    }
}

#[test]
fn volumes_are_textures_whose_levels_are_the_means_of_what_they_cover() {
    let folder = TempDir::new().unwrap();
    // 4 x 6 x 5, as slices one below the other.
    let [width, height, slices] = [4_usize, 6, 5];
    let size = Size(width as u32, (height * slices) as u32);
    let samples: Vec<f32> = (0..width * height * slices).map(|number| ((number * 37) % 101) as f32 / 64.0).collect();
    let [ktx2, dds] = [Format::Ktx2, Format::Dds].map(|format| {
        let case = encoding(format, 32, size, 1);
        let file = path(&folder, &case);
        case.write_volume(fs::File::create(&file).unwrap(), slices as u32, &mut Whole(&samples)).unwrap();
        file
    });
    let texture = ktx2::Reader::new(fs::read(ktx2).unwrap()).unwrap();
    let header = texture.header();
    assert_eq!((header.pixel_width, header.pixel_height, header.pixel_depth, header.level_count), (4, 6, 5, 3));
    let levels: Vec<Vec<u8>> = texture.levels().map(|level| level.data.to_vec()).collect();
    let floats = |bytes: &[u8]| bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect::<Vec<f32>>();
    assert_eq!(floats(&levels[0]), samples);
    // 2 x 3 x 2, then 1 x 1 x 1. Along z each of two covers two and a half.
    assert_eq!(levels.iter().map(|level| level.len() / 4).collect::<Vec<_>>(), [120, 12, 1]);
    let at = |x: usize, y: usize, z: usize| f64::from(samples[(z * height + y) * width + x]);
    let square = |x: usize, y: usize, z: usize| (at(x, y, z) + at(x + 1, y, z) + at(x, y + 1, z) + at(x + 1, y + 1, z)) / 4.0;
    for (number, found) in floats(&levels[1]).into_iter().enumerate() {
        let (x, y, z) = (2 * (number % 2), 2 * (number / 2 % 3), number / 6);
        let [first, second] = if z == 0 { [0, 1] } else { [3, 4] };
        let expected = (square(x, y, first) + square(x, y, second) + square(x, y, 2) / 2.0) / 2.5;
        assert!((f64::from(found) - expected).abs() < 1e-6, "{number}: {found}, not {expected}");
    }
    let mean = samples.iter().map(|&sample| f64::from(sample)).sum::<f64>() / samples.len() as f64;
    assert!((f64::from(floats(&levels[2])[0]) - mean).abs() < 1e-6);
    let file = ddsfile::Dds::read(&mut fs::File::open(dds).unwrap()).unwrap();
    assert_eq!((file.get_width(), file.get_height(), file.get_depth(), file.get_num_mipmap_levels()), (4, 6, 5, 3));
    assert_eq!(file.data, levels.concat());
}

#[test]
fn cube_maps_have_six_faces_with_mip_maps_of_their_own() {
    let folder = TempDir::new().unwrap();
    // Six faces of 4 x 4, each of one value of its own but for a corner.
    let samples: Vec<f32> = (0..96_u16).map(|number| f32::from(number / 16) + if number % 16 == 0 { 16.0 } else { 0.0 }).collect();
    let [ktx2, dds] = [Format::Ktx2, Format::Dds].map(|format| {
        let case = encoding(format, 32, Size(4, 24), 1);
        let file = path(&folder, &case);
        case.write_cube(fs::File::create(&file).unwrap(), &mut Whole(&samples)).unwrap();
        file
    });
    let texture = ktx2::Reader::new(fs::read(ktx2).unwrap()).unwrap();
    let header = texture.header();
    assert_eq!((header.pixel_width, header.pixel_height, header.pixel_depth), (4, 4, 0));
    assert_eq!((header.face_count, header.level_count), (6, 3));
    let floats = |bytes: &[u8]| bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect::<Vec<f32>>();
    let levels: Vec<Vec<f32>> = texture.levels().map(|level| floats(level.data)).collect();
    assert_eq!(levels[0], samples);
    let second: Vec<f32> = (0..24_u16).map(|number| f32::from(number / 4) + if number % 4 == 0 { 4.0 } else { 0.0 }).collect();
    assert_eq!(levels[1], second);
    assert_eq!(levels[2], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    // A face with all its levels, then the next.
    let file = ddsfile::Dds::read(&mut fs::File::open(dds).unwrap()).unwrap();
    assert!(file.header.caps2.contains(ddsfile::Caps2::CUBEMAP_ALLFACES));
    assert_eq!((file.get_width(), file.get_height(), file.get_num_mipmap_levels()), (4, 4, 3));
    let expected: Vec<f32> = (0..6)
        .flat_map(|face| [&levels[0][16 * face..16 * (face + 1)], &levels[1][4 * face..4 * (face + 1)], &levels[2][face..=face]].concat())
        .collect();
    assert_eq!(floats(&file.data), expected);
}
