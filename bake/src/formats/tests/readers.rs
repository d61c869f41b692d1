//! Pictures as other programs read them.

use std::collections::BTreeMap;
use std::io::{Seek, SeekFrom, Write as _};
use std::process::Command;

use serde::Deserialize;

use super::super::encoding::PIECE;
use super::*;

#[derive(Debug, Deserialize)]
pub(super) struct Read {
    shape: [usize; 3],
    #[serde(rename = "type")]
    kind: String,
    channels: Vec<String>,
    attributes: BTreeMap<String, String>,
    pub(super) pillow_agrees: Option<bool>,
    /// The tags of a TIFF, by number.
    #[serde(default)]
    pub(super) tags: BTreeMap<u16, Vec<serde_json::Value>>,
    #[serde(skip)]
    pub(super) samples: Vec<f64>,
}

/// Reads files by the script. If the readers are not installed, it prints that and returns `None`, or fails if they are required.
pub(super) fn read(arguments: &[String]) -> Option<Vec<Read>> {
    let python = std::env::var_os("LACUNA_PYTHON").unwrap_or("python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/readers/read.py");
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

/// Returns every format that other readers load without a conversion, at every depth and number of channels.
fn cases() -> Vec<Encoding> {
    let mut cases = Vec::new();
    for name in ["png", "exr", "tiff", "npy", "webp", "bmp", "qoi"] {
        for &depth in format(name).depths() {
            for &channels in format(name).channels() {
                // Several pieces, the last of which is not full.
                cases.push(encoding(name, depth, size(307, 601), channels));
            }
        }
    }
    cases
}

#[test]
fn other_readers_find_every_sample_in_every_format_depth_and_number_of_channels() {
    let folder = TempDir::new().unwrap();
    let cases = cases();
    let paths: Vec<_> = cases.iter().map(|case| path(&folder, case)).collect();
    for (case, path) in cases.iter().zip(&paths) {
        written(case, &samples(case), path);
    }
    let Some(all) = read(&paths.iter().map(|path| path.to_str().unwrap().to_owned()).collect::<Vec<_>>()) else { return };
    for (case, read) in cases.iter().zip(all) {
        let name = format!("{} {} bit, {} channels", case.format, case.depth, case.channels);
        let mut expected = expected(case, &samples(case));
        let mut channels = usize::from(case.channels);
        if case.format.name() == "webp" && channels < 3 {
            // WebP is always RGB or RGBA.
            expected = expected.chunks(channels).flat_map(|pixel| [&[pixel[0]; 3], &pixel[1..]].concat()).collect();
            channels += 2;
        }
        assert_eq!(read.shape, [601, 307, channels], "{name}");
        let differing = expected.iter().zip(&read.samples).filter(|(a, b)| a != b).count();
        assert_eq!((expected.len(), differing), (read.samples.len(), 0), "{name}");
        assert_ne!(read.pillow_agrees, Some(false), "{name}");
        let kind = match case.kind() {
            Kind::Half => "half",
            Kind::F32 if case.format.name() == "npy" => "float32",
            Kind::F32 => "float",
            Kind::U16 => "uint16",
            Kind::U8 => "uint8",
        };
        assert_eq!(read.kind, kind, "{name}");
        if case.format.name() == "exr" {
            let names: &[&str] = [&["Y"][..], &["Y", "A"], &["R", "G", "B"], &["R", "G", "B", "A"]][channels - 1];
            assert_eq!(read.channels, names, "{name}");
            assert_eq!(read.attributes["lacuna:recipe"], "version = 2 # über", "{name}");
            assert_eq!(read.attributes["lacuna:facts"], "{}", "{name}");
        }
    }
}

#[test]
fn colour_is_tagged_as_srgb_and_data_tells_no_colour_space() {
    let folder = TempDir::new().unwrap();
    let both = [Meaning::Data, Meaning::Color].map(|meaning| Encoding { meaning, ..encoding("png", 16, size(5, 3), 3) });
    let paths = both.each_ref().map(|case| path(&folder, case));
    for (case, path) in both.iter().zip(&paths) {
        written(case, &samples(case), path);
        let file = fs::read(path).unwrap();
        let has = |chunk: &[u8]| file.windows(4).any(|window| window == chunk);
        assert_eq!((has(b"sRGB"), has(b"gAMA")), (case.meaning.is_color(), false));
        let qoi = Encoding { format: format("qoi"), depth: 8, ..case.clone() };
        // 0 is sRGB, 1 linear.
        assert_eq!(bytes(&qoi, &samples(&qoi), 1)[13], u8::from(!case.meaning.is_color()));
    }
    // Readers take a picture without a colour chunk for sRGB, and leave its levels unchanged.
    let Some([colour]) = read(&[paths[1].to_str().unwrap().to_owned()]).map(|all| <[Read; 1]>::try_from(all).unwrap()) else { return };
    let space = colour.attributes.get("oiio:ColorSpace").cloned().unwrap_or_default();
    assert!(space.contains("srgb"), "{:?}", colour.attributes);
}

#[test]
fn the_number_of_encoders_changes_no_byte_of_any_format() {
    for case in cases() {
        let samples = samples(&case);
        assert!(bytes(&case, &samples, 1) == bytes(&case, &samples, 4), "{case:?}");
    }
}

#[test]
fn qoi_is_read_back_by_its_own_crate() {
    for channels in [3, 4] {
        let case = encoding("qoi", 8, size(307, 601), channels);
        let samples = samples(&case);
        let read = image::load_from_memory_with_format(&bytes(&case, &samples, 2), image::ImageFormat::Qoi).unwrap();
        assert_eq!((read.width(), read.height(), read.color().channel_count()), (307, 601, channels));
        assert!(read.into_bytes().into_iter().map(f64::from).eq(expected(&case, &samples)));
    }
}

#[test]
fn a_row_longer_than_a_piece_and_a_column_of_many_pieces_are_pngs() {
    for size in [size(PIECE as u32 + 77, 3), size(1, 2 * PIECE as u32 + 5)] {
        let case = encoding("png", 16, size, 1);
        let samples = samples(&case);
        let found = image::load_from_memory(&bytes(&case, &samples, 2)).unwrap().into_luma16();
        assert_eq!(found.dimensions(), (size.width, size.height));
        let found: Vec<f64> = found.into_raw().into_iter().map(f64::from).collect();
        assert!(found == expected(&case, &samples), "{size}");
    }
}

#[test]
fn animations_have_the_frames_in_8_and_16_bit() {
    for (depth, channels) in [(8, 1), (8, 4), (16, 3)] {
        let shape = Shape::Animation { frames: 3, rate: 12 };
        let case = Encoding { shape, ..encoding("png", depth, size(7, 15), channels) };
        let samples = samples(&case);
        let file = bytes(&case, &samples, 2);
        let mut reader = ::png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().map(|control| control.num_frames), Some(3));
        assert_eq!(reader.info().size(), (7, 5));
        let mut found = Vec::new();
        for _ in 0..3 {
            let mut frame = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut frame).unwrap();
            found.extend(match depth {
                8 => frame.into_iter().map(f64::from).collect::<Vec<_>>(),
                _ => frame.chunks_exact(2).map(|word| f64::from(u16::from_be_bytes([word[0], word[1]]))).collect(),
            });
        }
        assert!(found == expected(&case, &samples), "{depth} bit");
    }
}

#[test]
fn a_tiff_beyond_4_gib_is_a_bigtiff() {
    struct Ends(u64, Vec<u8>);
    impl io::Write for Ends {
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
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            if let SeekFrom::Start(place) = to {
                self.0 = place;
            }
            Ok(self.0)
        }
    }
    impl WriteSeek for Ends {}
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
        let case = encoding("tiff", 32, size(32_768, height), 1);
        let [columns, rows] = case.piece();
        let mut file = Ends(0, Vec::new());
        case.write(&mut file, &mut Same(&case, vec![0.5; (columns * rows) as usize])).unwrap();
        assert_eq!(file.1[2], version, "{height}");
    }
}
