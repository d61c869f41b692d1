//! The descriptions of formats, their limits, and the stored form of samples.

use std::collections::HashSet;

use lacuna::Number;

use super::*;
use crate::error::{Error, Field, Problem};

/// Asserts that no file of a kind can be written, because of a field, and that the message has some names and numbers.
#[track_caller]
fn assert_refused(case: &Encoding, because_of: Field, names: &[&str]) {
    let error = case.check().unwrap_err();
    assert!(matches!(error, Error::Request { field, problem: Problem::Format, .. } if field == because_of), "{error:?}");
    let told = error.to_string();
    assert!(names.iter().all(|name| told.contains(name)), "{told}");
}

#[test]
fn names_are_words_of_one_format_and_are_read_in_any_case() {
    let mut seen = HashSet::new();
    for format in Format::all() {
        let Description { name, aliases, summary, depths, channels, shapes, .. } = format.description();
        for name in [name].into_iter().chain(*aliases) {
            assert!(seen.insert(*name) && !name.is_empty(), "{name}");
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()), "{name}");
            assert_eq!(name.to_uppercase().parse(), Ok(format));
        }
        assert!(!depths.is_empty() && depths.iter().all(|depth| [8, 16, 32].contains(depth)), "{name}");
        assert!(channels.is_sorted() && channels.iter().all(|channels| (1..=16).contains(channels)) && !shapes.is_empty(), "{name}");
        assert!(!summary.is_empty() && !summary.ends_with('.'), "{name}");
        assert_eq!(serde_json::from_str::<Format>(&serde_json::to_string(&format).unwrap()).unwrap(), format);
    }
    assert_eq!((format("jpg").name(), format("TIF").name()), ("jpeg", "tiff"));
    let error = "pngg".parse::<Format>().unwrap_err();
    assert!(error.name == "pngg" && error.nearest.contains("`png`"), "{error}");
    assert!("x".repeat(1000).parse::<Format>().unwrap_err().to_string().len() < 500);
    assert!(serde_json::from_str::<Format>("\"gif\"").is_err());
}

#[test]
fn colour_is_of_8_bit_unless_told() {
    for (name, data, color) in [("png", 16, 8), ("exr", 32, 32), ("jpeg", 8, 8), ("r16", 16, 16), ("qoi", 8, 8)] {
        assert_eq!((format(name).usual_depth(false), format(name).usual_depth(true)), (data, color), "{name}");
    }
}

#[test]
fn formats_refuse_channels_that_they_have_no_place_for() {
    let shape = Shape::Animation { frames: 2, rate: 10 };
    for (case, names) in [
        (encoding("jpeg", 8, size(4, 4), 4), ["1, 3", "`png`"]),
        (encoding("bmp", 8, size(4, 4), 2), ["1, 3, 4", "`png`"]),
        (encoding("png", 8, size(4, 4), 5), ["1, 2, 3, 4", "`r32`, `r16`, `npy`"]),
        (Encoding { shape, ..encoding("png", 8, size(4, 4), 5) }, ["1, 2, 3, 4", "animation"]),
    ] {
        assert_refused(&case, Field::Format, &names);
    }
}

#[test]
fn formats_refuse_shapes_depths_and_sizes_that_they_do_not_hold() {
    let volume = Shape::Volume { slices: 2 };
    let line = Shape::Line { start: Number::ZERO, spacing: 0.5 };
    let animation = |frames| Shape::Animation { frames, rate: 1 };
    let cases: [(Encoding, Field, &[&str]); 16] = [
        (
            Encoding { shape: volume, ..encoding("png", 8, size(4, 4), 1) },
            Field::Format,
            &["volume", ".r32, ", ".r16, ", ".npy, ", ".ktx2 ", ".dds"],
        ),
        (Encoding { shape: Shape::Cube, ..encoding("npy", 32, size(4, 24), 1) }, Field::Format, &["cube", ".ktx2 ", ".dds"]),
        (Encoding { shape: line, ..encoding("png", 8, size(4, 1), 1) }, Field::Format, &["line", ".csv ", ".svg"]),
        (encoding("csv", 32, size(4, 1), 1), Field::Format, &["picture", ".png, "]),
        (encoding("jpeg", 16, size(4, 4), 1), Field::Depth, &["16 bit", "`png`, `r16`"]),
        (Encoding { shape: volume, ..encoding("r32", 32, size(4, 5), 1) }, Field::Size, &["4x5", "Volume"]),
        (Encoding { shape: Shape::Cube, ..encoding("dds", 8, size(4, 16), 1) }, Field::Size, &["4x16", "Cube"]),
        (Encoding { shape: line, ..encoding("csv", 32, size(4, 2), 1) }, Field::Size, &["4x2", "Line"]),
        (Encoding { shape: animation(0), ..encoding("png", 8, size(4, 4), 1) }, Field::Size, &["4x4", "Animation"]),
        (encoding("png", 16, size(i32::MAX as u32, 2), 1), Field::Size, &["67108864", ".r32, ", ".r16 ", ".npy"]),
        (
            encoding("bmp", 8, size(20_000, 20_000), 1),
            Field::Size,
            &["268435456", ".png, ", ".r32, ", ".r16, ", ".exr, ", ".tiff ", ".npy"],
        ),
        (encoding("webp", 8, size(16_385, 1), 1), Field::Size, &["16384", ".png"]),
        (encoding("jpeg", 8, size(70_000, 1), 1), Field::Size, &["65535"]),
        (Encoding { shape: line, ..encoding("svg", 32, size(65_537, 1), 1) }, Field::Size, &["65536", ".csv"]),
        (Encoding { shape: animation(2), ..encoding("png", 8, size(20_000, 40_000), 1) }, Field::Size, &["268435456"]),
        (encoding("npy", 32, size(i32::MAX as u32, i32::MAX as u32), 4), Field::Size, &["73786976226118729744", "9223372036854775807"]),
    ];
    for (case, because_of, names) in cases {
        assert_refused(&case, because_of, names);
    }
}

fn converted(name: &str, depth: u8, range: &str, samples: &[f32]) -> (Vec<u8>, u64) {
    let size = size(samples.len() as u32, 1);
    let encoding = Encoding { range: range.parse().unwrap(), ..encoding(name, depth, size, 1) };
    let encoded = Encoder::new(&encoding, false).encode(0, samples).unwrap();
    (encoded.bytes, encoded.saturated)
}

#[test]
fn samples_are_mapped_saturated_and_rounded_half_up() {
    let samples = [-1.0, 1.0, 0.0, -1.5, 1.0007, -0.5];
    assert_eq!(converted("bmp", 8, "-1,1", &samples), (vec![0, 255, 128, 0, 255, 64], 2));
    let (bytes, saturated) = converted("r16", 16, "-1,1", &samples);
    let levels: Vec<u16> = bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    assert_eq!((levels, saturated), (vec![0, 65_535, 32_768, 0, 65_535, 16_384], 2));
    assert_eq!(converted("r16", 16, "0,255", &[1.0]).0, [1, 1]);
    assert_eq!(converted("bmp", 8, "0,255", &[0.5, 1.5, 2.4999]).0, [1, 2, 2]);
}

#[test]
fn volumes_are_arrays_of_three_dimensions() {
    for (shape, channels, header) in [
        (Shape::Picture, 1, "(6, 4), }"),
        (Shape::Picture, 3, "(6, 4, 3), }"),
        (Shape::Volume { slices: 3 }, 1, "(3, 2, 4), }"),
        (Shape::Volume { slices: 3 }, 16, "(3, 2, 4, 16), }"),
    ] {
        let case = Encoding { shape, ..encoding("npy", 32, size(4, 6), channels) };
        let samples = samples(&case);
        let file = bytes(&case, &samples, 1);
        let text = String::from_utf8_lossy(&file[10..128]);
        assert!(text.starts_with(&format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {header}")), "{text}");
        assert!(file.ends_with(&little_endian(&samples)) && (file.len() - 4 * samples.len()).is_multiple_of(64));
    }
}

#[test]
fn layouts_say_what_the_bytes_are() {
    for (case, layout) in [
        (encoding("r32", 32, size(1, 1), 1), "f32, little-endian, row-major, row 0 first, no header"),
        (encoding("npy", 32, size(1, 1), 5), "f32, little-endian, row-major, row 0 first, 5 channels interleaved"),
        (
            Encoding { meaning: Meaning::Color, ..encoding("r16", 16, size(1, 1), 3) },
            "u16, little-endian, row-major, row 0 first, no header, RGB interleaved, sRGB",
        ),
        (encoding("exr", 16, size(1, 1), 2), "grey and alpha, half, linear, row 0 on top"),
        (Encoding { meaning: Meaning::Color, ..encoding("png", 8, size(1, 1), 4) }, "RGBA, u8, sRGB, row 0 on top"),
        (Encoding { meaning: Meaning::Color, ..encoding("dds", 16, size(1, 1), 4) }, "RGBA, u16, linear, row 0 on top"),
    ] {
        assert_eq!(case.layout(), layout);
    }
}

#[test]
fn lines_are_tables_and_curves() {
    let shape = Shape::Line { start: Number::MINUS_ONE, spacing: 0.5 };
    let csv = Encoding { shape, ..encoding("csv", 32, size(4, 1), 1) };
    assert!(csv.holds_values() && !csv.is_srgb());
    let table = String::from_utf8(bytes(&csv, &[0.0, 0.1, -2.5, 1e-9], 1)).unwrap();
    assert_eq!(table, "x,value\n-0.75,0\n-0.25,0.1\n0.25,-2.5\n0.75,0.000000001\n");

    let mut svg = Encoding { shape, ..encoding("svg", 32, size(4, 1), 1) };
    svg.facts.texts[1].1 = "a < b & c > d".to_owned();
    assert!(!svg.holds_values() && !svg.is_srgb());
    let drawing = String::from_utf8(bytes(&svg, &[-1.0, 0.0, 1.0, 2.0], 1)).unwrap();
    assert!(drawing.contains("<desc>a &lt; b &amp; c &gt; d</desc>"));
    assert!(drawing.contains("<path d=\"M0 160.000H1024\" stroke=\"#bbb\"/>"));
    assert!(drawing.contains("points=\"128.000,304.000 384.000,160.000 640.000,16.000 896.000,-128.000\"/>\n</svg>\n"), "{drawing}");
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_table_of_several_pieces_has_every_x() {
    let shape = Shape::Line { start: Number::ZERO, spacing: 1.0 };
    let case = Encoding { shape, ..encoding("csv", 32, size(300_000, 1), 1) };
    let table = String::from_utf8(bytes(&case, &vec![0.5; 300_000], 3)).unwrap();
    assert_eq!(table.lines().count(), 300_001);
    let xs = table.lines().skip(1).map(|line| line.strip_suffix(",0.5").unwrap().parse::<f64>().unwrap());
    assert!(xs.eq((0..300_000).map(|index| f64::from(index) + 0.5)));
}
