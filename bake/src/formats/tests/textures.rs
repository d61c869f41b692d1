//! Textures, read back by the crates of their containers.

use std::collections::BTreeMap;

use lacuna::Number;

use super::*;

type Reader = ::ktx2::Reader<Vec<u8>>;

/// Encodes the same samples as KTX2 and as DDS.
fn both(case: &Encoding, samples: &[f32]) -> (Reader, ddsfile::Dds) {
    let [ktx2, dds] = ["ktx2", "dds"].map(|name| bytes(&Encoding { format: format(name), ..case.clone() }, samples, 2));
    (Reader::new(ktx2).unwrap(), ddsfile::Dds::read(&mut &dds[..]).unwrap())
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

#[test]
fn mip_maps_are_the_means_of_what_they_cover_whatever_the_container() {
    for depth in [8, 16, 32] {
        for channels in [1, 3, 4] {
            let case = encoding("ktx2", depth, size(21, 10), channels);
            let samples = samples(&case);
            let (texture, file) = both(&case, &samples);
            let levels: Vec<Vec<u8>> = texture.levels().map(|level| level.data.to_vec()).collect();
            let keys: BTreeMap<_, _> = texture.key_value_data().collect();
            assert_eq!(keys["KTXwriter"], b"lacuna of a test\0");
            assert_eq!((file.get_width(), file.get_height(), file.get_num_mipmap_levels()), (21, 10, 5));
            assert_eq!(file.data, levels.concat());
            let stored = if channels == 3 { 4 } else { usize::from(channels) };
            let sizes: Vec<_> = levels.iter().map(|level| level.len() / stored / usize::from(depth / 8)).collect();
            assert_eq!(sizes, [21 * 10, 10 * 5, 5 * 2, 2, 1]);
            if depth == 32 {
                // The mean of all pixels, which is the last level if no pixel is left out.
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
    let range = Range { least: Number::ZERO, greatest: Number::ONE };
    let case = Encoding { is_color: true, range, ..encoding("ktx2", 8, size(2, 1), 4) };
    let (texture, _) = both(&case, &[0.0, 1.0, 0.5, 0.0, 1.0, 1.0, 0.5, 1.0]);
    // Half of the light of white is 188 in sRGB. Alpha is linear.
    assert_eq!(texture.levels().nth(1).unwrap().data, [188, 255, 188, 128]);
}

#[test]
fn textures_of_8_bit_alone_are_srgb_where_they_are_colour() {
    use ::ktx2::Format as Vulkan;
    use ddsfile::DxgiFormat as Dxgi;
    for (depth, is_color, expected) in [
        (8, false, (Vulkan::R8G8B8A8_UNORM, Dxgi::R8G8B8A8_UNorm)),
        (8, true, (Vulkan::R8G8B8A8_SRGB, Dxgi::R8G8B8A8_UNorm_sRGB)),
        (16, true, (Vulkan::R16G16B16A16_UNORM, Dxgi::R16G16B16A16_UNorm)),
        (32, true, (Vulkan::R32G32B32A32_SFLOAT, Dxgi::R32G32B32A32_Float)),
    ] {
        let case = Encoding { is_color, ..encoding("ktx2", depth, size(5, 3), 4) };
        assert_eq!(case.is_srgb(), is_color && depth == 8);
        let (texture, file) = both(&case, &samples(&case));
        assert_eq!((texture.header().format, file.get_dxgi_format()), (Some(expected.0), Some(expected.1)));
    }
}

#[test]
fn volumes_are_textures_whose_levels_are_the_means_of_what_they_cover() {
    // 4 x 6 x 5, slices one below the other.
    let [width, height, slices] = [4_usize, 6, 5];
    let samples: Vec<f32> = (0..width * height * slices).map(|number| ((number * 37) % 101) as f32 / 64.0).collect();
    let shape = Shape::Volume { slices: slices as u32 };
    let (texture, file) = both(&Encoding { shape, ..encoding("ktx2", 32, size(4, 30), 1) }, &samples);
    let header = texture.header();
    assert_eq!((header.pixel_width, header.pixel_height, header.pixel_depth, header.level_count), (4, 6, 5, 3));
    let levels: Vec<Vec<u8>> = texture.levels().map(|level| level.data.to_vec()).collect();
    assert_eq!(floats(&levels[0]), samples);
    // 2 x 3 x 2, then 1 x 1 x 1. Along z each of the two covers two and a half.
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
    assert_eq!((file.get_width(), file.get_height(), file.get_depth(), file.get_num_mipmap_levels()), (4, 6, 5, 3));
    assert_eq!(file.data, levels.concat());
}

#[test]
fn cube_maps_have_six_faces_with_mip_maps_of_their_own() {
    // Six faces of 4 x 4, each of one value except for a corner.
    let samples: Vec<f32> = (0..96_u16).map(|number| f32::from(number / 16) + if number % 16 == 0 { 16.0 } else { 0.0 }).collect();
    let (texture, file) = both(&Encoding { shape: Shape::Cube, ..encoding("ktx2", 32, size(4, 24), 1) }, &samples);
    let header = texture.header();
    assert_eq!((header.pixel_width, header.pixel_height, header.pixel_depth), (4, 4, 0));
    assert_eq!((header.face_count, header.level_count), (6, 3));
    let levels: Vec<Vec<f32>> = texture.levels().map(|level| floats(level.data)).collect();
    assert_eq!(levels[0], samples);
    let second: Vec<f32> = (0..24_u16).map(|number| f32::from(number / 4) + if number % 4 == 0 { 4.0 } else { 0.0 }).collect();
    assert_eq!(levels[1], second);
    assert_eq!(levels[2], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    // Each face is followed by its smaller levels.
    assert!(file.header.caps2.contains(ddsfile::Caps2::CUBEMAP_ALLFACES));
    assert_eq!((file.get_width(), file.get_height(), file.get_num_mipmap_levels()), (4, 4, 3));
    let expected: Vec<f32> = (0..6)
        .flat_map(|face| [&levels[0][16 * face..16 * (face + 1)], &levels[1][4 * face..4 * (face + 1)], &levels[2][face..=face]].concat())
        .collect();
    assert_eq!(floats(&file.data), expected);
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_cube_map_is_the_same_however_its_faces_are_cut() {
    // Pieces of 128 rows, faces of 100.
    let case = Encoding { shape: Shape::Cube, is_color: true, ..encoding("ktx2", 8, size(100, 600), 3) };
    let samples = samples(&case);
    let (texture, _) = both(&case, &samples);
    let largest = texture.levels().next().unwrap().data.to_vec();
    let pixel = |row: usize, column: usize| &largest[(row * 100 + column) * 4..][..3];
    let curve = crate::srgb::Curve::of(8);
    for (number, samples) in samples.chunks(3).enumerate() {
        let expected: Vec<u8> = samples.iter().map(|&sample| curve.code((f64::from(sample) + 1.0) / 2.0) as u8).collect();
        assert_eq!(pixel(number / 100, number % 100), expected, "{number}");
    }
}
