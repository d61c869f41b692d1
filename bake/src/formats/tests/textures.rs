//! Textures, read back by the crates of their containers.

use std::collections::BTreeMap;

use lacuna::Number;
use lacuna::graph::Component;

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
    let case = Encoding { meaning: Meaning::Color, range, ..encoding("ktx2", 8, size(2, 1), 4) };
    let (texture, _) = both(&case, &[0.0, 1.0, 0.5, 0.5, 1.0, 1.0, 0.5, 0.5]);
    // Half of the light of white is 188 in sRGB. Alpha is linear.
    assert_eq!(texture.levels().nth(1).unwrap().data, [188, 255, 188, 128]);
}

/// Returns the last level of a texture, from 0 to 1, as either container has it.
fn last_level(case: &Encoding, samples: &[f32]) -> Vec<f64> {
    let (texture, file) = both(case, samples);
    let last = texture.levels().last().unwrap().data.to_vec();
    assert!(file.data.ends_with(&last));
    match case.depth {
        8 => last.iter().map(|&level| f64::from(level) / 255.0).collect(),
        16 => last.chunks_exact(2).map(|word| f64::from(u16::from_le_bytes([word[0], word[1]])) / 65_535.0).collect(),
        _ => floats(&last).into_iter().map(f64::from).collect(),
    }
}

#[test]
fn mip_maps_of_colours_leave_out_what_can_not_be_seen() {
    let range = Range { least: Number::ZERO, greatest: Number::ONE };
    let [red, invisible_green, faint_blue] = [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.25]];
    for depth in [8, 16, 32] {
        let near = |found: Vec<f64>, expected: [f64; 4]| {
            assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 3e-3), "{depth} bit: {found:?}");
        };
        let case = Encoding { meaning: Meaning::Color, range, ..encoding("ktx2", depth, size(4, 4), 4) };
        let half: Vec<f32> = (0..16).flat_map(|number| if number % 4 < 2 { red } else { invisible_green }).collect();
        near(last_level(&case, &half), [1.0, 0.0, 0.0, 0.5]);
        // Not only whole texels: 4 parts of red and 1 of blue.
        let two = Encoding { size: size(2, 1), ..case.clone() };
        let srgb = |light: f64| if depth == 8 { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 } else { light };
        near(last_level(&two, &[red, faint_blue].concat()), [srgb(0.8), 0.0, srgb(0.2), 0.625]);
        // Where nothing can be seen, the mean of what is there.
        near(last_level(&two, &[invisible_green; 2].concat()), [0.0, 1.0, 0.0, 0.0]);
        // Four numbers are not a colour.
        let data = Encoding { meaning: Meaning::Data, ..case };
        near(last_level(&data, &half), [0.5, 0.5, 0.0, 0.5]);
    }
    let grey = Encoding { meaning: Meaning::Color, range, ..encoding("ktx2", 32, size(2, 1), 2) };
    assert_eq!(last_level(&grey, &[0.75, 1.0, 0.25, 0.0]), [0.75, 0.5]);
}

#[test]
fn mip_maps_of_normals_are_unit_vectors_that_point_as_the_mean_of_what_they_cover() {
    let half = Component { scale: 0.5.into(), offset: 0.5.into() };
    for (meaning, [scale, offset]) in [(Component::ITSELF, [1.0, 0.0]), (half, [0.5, 0.5])] {
        for channels in [3, 4] {
            let case = Encoding { meaning: Meaning::Vector([meaning; 3]), ..encoding("ktx2", 32, size(13, 6), channels) };
            let mut noise = crate::random::noise(3 * 13 * 6).into_iter().map(f64::from);
            let normals: Vec<[f64; 3]> =
                std::iter::repeat_with(|| [(); 3].map(|()| noise.next().unwrap())).take(13 * 6).map(unit).collect();
            let texel = |normal: &[f64; 3]| {
                [normal.map(|part| (scale * part + offset) as f32).to_vec(), vec![0.25; usize::from(channels) - 3]].concat()
            };
            let samples: Vec<f32> = normals.iter().flat_map(texel).collect();
            let (texture, _) = both(&case, &samples);
            for level in texture.levels().skip(1) {
                for texel in floats(level.data).chunks(4) {
                    let parts = texel[..3].iter().map(|part| (f64::from(*part) - offset) / scale);
                    let length: f64 = parts.map(|part| part * part).sum();
                    assert!((length - 1.0).abs() < 1e-5, "{length}");
                    assert_eq!(texel[3], if channels == 4 { 0.25 } else { 1.0 });
                }
            }
            let sum = normals.iter().fold([0.0; 3], |sum, normal| [0, 1, 2].map(|axis: usize| sum[axis] + normal[axis]));
            let last = floats(texture.levels().last().unwrap().data);
            for (found, expected) in last.iter().zip(unit(sum)) {
                assert!((f64::from(*found) - (scale * expected + offset)).abs() < 1e-5, "{found}, not {expected}");
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn outputs_that_are_normals_have_unit_vectors_in_every_mip_map() {
    let recipe = r#"
        version = 2
        size = [64, 32]
        nodes.hills = { kind = "perlin", frequency = 3 }
        nodes.x = { kind = "remap", source = { kind = "normal", source = "hills", axis = "x", strength = 3 } }
        nodes.y = { kind = "remap", source = { kind = "normal", source = "hills", axis = "y", strength = 3 } }
        nodes.z = { kind = "remap", source = { kind = "normal", source = "hills", axis = "z", strength = 3 } }
        outputs.map.normal = { source = "hills", strength = 3 }
        outputs.packed.channels = ["x", "y", "z", "hills"]
        outputs.others.channels = ["x", "y", "hills"]
    "#;
    let shortest = |output: &str, [scale, offset]: [f64; 2]| {
        let mut request = crate::Request::new(crate::read_recipe(recipe).unwrap().into(), "a.ktx2").unwrap();
        (request.output, request.depth) = (Some(output.to_owned()), Some(32));
        let mut store = crate::Memory::default();
        request.plan().unwrap().run(&crate::Engine::cpu(crate::Engine::usual_threads()), &mut store, &()).unwrap();
        let texture = Reader::new(store.into_files().remove(Path::new("a.ktx2")).unwrap()).unwrap();
        let texels: Vec<f32> = texture.levels().flat_map(|level| floats(level.data)).collect();
        let squared = |texel: &[f32]| {
            let parts = texel[..3].iter().map(|part| (f64::from(*part) - offset) / scale);
            parts.map(|part| part * part).sum::<f64>()
        };
        texels.chunks(4).map(squared).fold(f64::INFINITY, f64::min)
    };
    for (output, form) in [("map", [1.0, 0.0]), ("packed", [0.5, 0.5])] {
        assert!(shortest(output, form) > 1.0 - 1e-5, "{output}");
    }
    // Channels that are no vector together are means.
    assert!(shortest("others", [0.5, 0.5]) < 0.9);
}

fn unit(vector: [f64; 3]) -> [f64; 3] {
    let length = libm::sqrt(vector.iter().map(|part| part * part).sum());
    vector.map(|part| part / length)
}

#[test]
fn textures_of_8_bit_alone_are_srgb_where_they_are_colour() {
    use ::ktx2::Format as Vulkan;
    use ddsfile::DxgiFormat as Dxgi;
    for (depth, meaning, expected) in [
        (8, Meaning::Data, (Vulkan::R8G8B8A8_UNORM, Dxgi::R8G8B8A8_UNorm)),
        (8, Meaning::Color, (Vulkan::R8G8B8A8_SRGB, Dxgi::R8G8B8A8_UNorm_sRGB)),
        (16, Meaning::Color, (Vulkan::R16G16B16A16_UNORM, Dxgi::R16G16B16A16_UNorm)),
        (32, Meaning::Color, (Vulkan::R32G32B32A32_SFLOAT, Dxgi::R32G32B32A32_Float)),
    ] {
        let case = Encoding { meaning, ..encoding("ktx2", depth, size(5, 3), 4) };
        assert_eq!(case.is_srgb(), meaning.is_color() && depth == 8);
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
    let case = Encoding { shape: Shape::Cube, meaning: Meaning::Color, ..encoding("ktx2", 8, size(100, 600), 3) };
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
