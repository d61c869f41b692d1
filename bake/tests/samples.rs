//! Pixels that are means of several samples: those of a picture as many times as large, over blocks of pixels.

use std::num::NonZeroUsize;

use lacuna::{Axis, Grid, Tile};
use lacuna_bake::jobs::{Cube, Frames, FramesInto, Tiles, Volume};
use lacuna_bake::{Area, Engine, Job, Memory, Region, Request, Samples, Size, Source, read_recipe};

const NODES: &str = r#"
    version = 2
    nodes.fine = { kind = "fbm", octaves = 5, source = { kind = "perlin", frequency = 3 } }
    nodes.other = { kind = "perlin", frequency = 9, seed = 4 }
    nodes.alpha = { kind = "scale_offset", source = "other", scale = 3, offset = 0.2 }
    nodes.soft = { kind = "blur", source = "fine", radius = 0.11 }
"#;

/// The size of the pictures.
const SIZE: [u32; 2] = [20, 12];

fn engine(threads: usize) -> Engine {
    Engine::cpu(NonZeroUsize::new(threads).unwrap())
}

/// Returns the samples of an output, `times` as many along x and y as usual.
fn evaluated(output: &str, times: u32) -> Vec<f32> {
    let recipe = read_recipe(&format!("{NODES}\noutputs.out = {{ {output} }}\n")).unwrap();
    let [width, height] = SIZE.map(|side| times * side);
    let grid = Grid::plane(Axis::extent(-1, 4, width), Axis::extent(2, 5, height));
    let tile = Tile { origin: [0; 3], size: [width, height, 1] };
    Samples::new(&recipe, "out").unwrap().evaluate(&engine(2), &grid, tile, &()).unwrap()
}

/// Returns what a function makes of the pixels of each block of a picture, each pixel a list of its channels.
fn of_blocks(large: &[f32], width: usize, channels: usize, across: usize, of: impl Fn(&[&[f32]]) -> Vec<f64>) -> Vec<f32> {
    let large_width = width * across;
    let height = large.len() / channels / large_width / across;
    let pixel = |x: usize, y: usize| &large[(y * large_width + x) * channels..][..channels];
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let block =
        |(x, y): (usize, usize)| (0..across * across).map(move |at| pixel(x * across + at % across, y * across + at / across)).collect();
    places.map(block).flat_map(|block: Vec<&[f32]>| of(&block)).map(|value| value as f32).collect()
}

/// Returns the means of the channels of a block.
fn means(block: &[&[f32]]) -> Vec<f64> {
    let mean = |channel: usize| block.iter().map(|pixel| f64::from(pixel[channel])).sum::<f64>() / block.len() as f64;
    (0..block[0].len()).map(mean).collect()
}

#[track_caller]
fn assert_near(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < 1e-6, "{at}: {found} {expected}");
    }
}

#[test]
fn numbers_are_the_means_of_the_blocks_of_a_larger_picture() {
    let channels = "channels = [\"fine\", \"other\", \"alpha\"]";
    for across in [2, 3, 8] {
        let found = evaluated(&format!("{channels}, samples = {across}"), 1);
        assert_near(&found, &of_blocks(&evaluated(channels, across), 20, 3, across as usize, means));
    }
    let slope = "slope = { source = \"fine\", strength = 0.5 }";
    assert_near(&evaluated(&format!("{slope}, samples = 4"), 1), &of_blocks(&evaluated(slope, 4), 20, 1, 4, means));
    assert_eq!(evaluated(&format!("{channels}, samples = 1"), 1), evaluated(channels, 1));
}

#[test]
fn colours_are_means_of_light_weighted_by_alpha() {
    let channels = "channels = [\"fine\", \"other\", \"fine\", \"alpha\"], colour = true";
    let (mut hidden, mut partly) = (0, 0);
    let large = evaluated(channels, 4);
    for alpha in large.chunks(4).map(|pixel| pixel[3]) {
        hidden += usize::from(alpha <= 0.0);
        partly += usize::from((0.01..0.99).contains(&alpha));
    }
    assert!(hidden > 100 && partly > 100, "{hidden} {partly}");
    let expected = of_blocks(&large, 20, 4, 4, |block| {
        let weights: f64 = block.iter().map(|pixel| f64::from(pixel[3]).clamp(0.0, 1.0)).sum();
        let mut all = means(block);
        // What can't be seen at all keeps its own colour.
        if weights > 0.0 {
            for (channel, mean) in all[..3].iter_mut().enumerate() {
                *mean = block.iter().map(|pixel| f64::from(pixel[channel]) * f64::from(pixel[3]).clamp(0.0, 1.0)).sum::<f64>() / weights;
            }
        }
        all
    });
    let found = evaluated(&format!("{channels}, samples = 4"), 1);
    assert_near(&found, &expected);
    // The colours of a ramp are those of the samples, not the colour of the mean of its source.
    let ramp =
        "ramp = { source = \"other\", stops = [[-1, \"#000000\"], [0, \"#000000\"], [0.01, \"#ffffff\"]], interpolation = \"linear\" }";
    assert_near(&evaluated(&format!("{ramp}, samples = 4"), 1), &of_blocks(&evaluated(ramp, 4), 20, 3, 4, means));
}

#[test]
fn means_of_normals_are_unit_vectors() {
    let normal = "normal = { source = \"fine\", strength = 2 }";
    let expected = of_blocks(&evaluated(normal, 4), 20, 3, 4, |block| {
        let mean = means(block);
        let length = mean.iter().map(|part| part * part).sum::<f64>().sqrt();
        mean.iter().map(|part| part / length).collect()
    });
    assert_near(&evaluated(&format!("{normal}, samples = 4"), 1), &expected);
}

#[test]
fn layers_see_the_samples() {
    for channels in ["channels = \"soft\"", "slope = { source = \"soft\", method = \"pixel\" }"] {
        assert_near(&evaluated(&format!("{channels}, samples = 3"), 1), &of_blocks(&evaluated(channels, 3), 20, 1, 3, means));
    }
}

#[test]
fn a_blur_of_an_output_is_that_of_its_pixels() {
    // The picture with the pixels around it, which the blur sees.
    let (across, radius) = (3, 2);
    let recipe = |more: &str| read_recipe(&format!("{NODES}\noutputs.out = {{ channels = \"fine\"{more} }}\n")).unwrap();
    let of = |more: &str, times: u32, tile: Tile| {
        let grid = Grid::plane(Axis::extent(0, 4, 32 * times), Axis::extent(0, 4, 32 * times));
        Samples::new(&recipe(more), "out").unwrap().evaluate(&engine(1), &grid, tile, &()).unwrap()
    };
    let large = of("", 3, Tile { origin: [12, 15, 0], size: [3 * 20, 3 * 16, 1] });
    let pixels = of_blocks(&large, 20, 1, across, means);
    let side = 2 * radius + 1;
    let square = |x: usize, y: usize| (0..side * side).map(|at| f64::from(pixels[(y + at / side) * 20 + x + at % side])).sum::<f64>();
    let expected: Vec<f32> =
        (0..12).flat_map(|y| (0..16).map(move |x| (x, y))).map(|(x, y)| (square(x, y) / (side * side) as f64) as f32).collect();
    let found = of(", samples = 3, blur = { radius = 2 }", 1, Tile { origin: [6, 7, 0], size: [16, 12, 1] });
    assert_near(&found, &expected);
}

#[test]
fn tiles_have_the_bits_of_the_whole() {
    let outputs = [
        "channels = [\"fine\", \"soft\"]",
        "channels = [\"fine\", \"other\", \"soft\", \"alpha\"], colour = true",
        "normal = { source = \"fine\" }, blur = { radius = 2, passes = 2 }",
    ];
    for output in outputs {
        let recipe = read_recipe(&format!("{NODES}\noutputs.out = {{ {output}, samples = 8 }}\n")).unwrap();
        let samples = Samples::new(&recipe, "out").unwrap();
        // Of several bands.
        let grid = Grid::plane(Axis::extent(0, 4, 160), Axis::extent(0, 3, 120));
        let whole = Tile { origin: [0; 3], size: [160, 120, 1] };
        let all = samples.evaluate(&engine(1), &grid, whole, &()).unwrap();
        for (tile, threads) in [([3, 1, 1, 7], 1), ([100, 13, 60, 5], 3), ([0, 110, 9, 10], 2), ([20, 0, 30, 120], 2)] {
            let tile = Tile { origin: [tile[0], tile[1], 0], size: [tile[2], tile[3], 1] };
            let part = samples.evaluate(&engine(threads), &grid, tile, &()).unwrap();
            let channels = samples.channels();
            for (row, part) in whole.rows_of(tile).zip(part.chunks_exact(tile.size[0] as usize * channels)) {
                assert_eq!(&all[row.start * channels..row.end * channels], part, "{output} {tile:?}");
            }
        }
        // A crop, whose edges are those of pixels.
        let crop = Grid::plane(Axis::extent(1, 2, 40), Axis::extent(2, 3, 40));
        let found = samples.evaluate(&engine(2), &crop, Tile { origin: [0; 3], size: [40, 40, 1] }, &()).unwrap();
        let part = samples.evaluate(&engine(1), &grid, Tile { origin: [40, 80, 0], size: [40, 40, 1] }, &()).unwrap();
        assert_eq!(found, part, "{output}");
    }
}

/// Returns the request for a job that makes a picture of `fine`.
fn request(job: Job, file: &str) -> Request {
    let text =
        format!("{NODES}\nnodes.deep = {{ kind = \"perlin\", dimensions = 3, frequency = 4 }}\noutputs.out = {{ channels = \"deep\" }}\n");
    let mut request = Request::of(Source::of_text(&text).unwrap(), job, file);
    request.depth = Some(8);
    request
}

/// Returns the samples of the files that a request makes.
fn pixels(request: &Request) -> Vec<(usize, Vec<f32>)> {
    let pixels = request.plan().unwrap_or_else(|error| panic!("{error}")).pixels(&engine(2), &()).unwrap();
    pixels.into_iter().map(|pixels| (pixels.size.width as usize, pixels.samples)).collect()
}

#[test]
fn the_pixels_of_every_job_are_means() {
    let size = |times: u32| Size { width: 8 * times, height: 6 * times };
    let area = |times: u32| Area { size: size(times), ..Area::default() };
    let frames = |times: u32, into| Job::Frames(Frames { area: area(times), count: 3, length: 1.into(), into, only: None });
    let tiles = |times: u32| {
        let text = format!(r#"{{ "kind": "tiles", "size": [{}, {}], "count": [2, 1] }}"#, 8 * times, 6 * times);
        serde_json::from_str(&text).unwrap()
    };
    let volume = |times: u32, is_sliced| {
        let corners = Some([0, 0, 0, 2, 1, 1].map(Into::into));
        Job::Volume(Volume { sides: [4 * times, 5 * times, 3], corners, is_sliced, only: None })
    };
    let cases: [(&str, &dyn Fn(u32) -> Job); 8] = [
        ("a.png", &|times| Job::Picture(area(times))),
        ("a.png", &tiles),
        ("a.png", &|times| frames(times, FramesInto::Files)),
        ("a.png", &|times| frames(times, FramesInto::Sheet([2, 2]))),
        ("a.png", &|times| frames(times, FramesInto::Animation(10))),
        ("a.dds", &|times| volume(times, false)),
        ("a.png", &|times| volume(times, true)),
        ("a.dds", &|times| Job::Cube(Cube { side: 4 * times, face_length: 2.into(), only: None })),
    ];
    for (number, (file, job)) in cases.into_iter().enumerate() {
        let mut request = request(job(1), file);
        if let Job::Cube(_) = request.job {
            let text = "version = 2\nnodes.out = { kind = \"cube\", size = 2, source = { kind = \"perlin\", dimensions = 3, frequency = 3 } }\noutput = \"out\"\n";
            request.source = Source::of_text(text).unwrap();
        }
        request.samples = Some(3);
        let found = pixels(&request);
        let large = pixels(&Request { job: job(3), samples: None, ..request });
        assert_eq!(found.len(), large.len());
        for ((width, found), (_, large)) in found.iter().zip(&large) {
            assert!(found.iter().any(|sample| sample.abs() > 0.01), "{number}");
            assert_near(found, &of_blocks(large, *width, 1, 3, means));
        }
    }
}

#[test]
fn a_sample_on_an_edge_has_the_parts_of_its_pixel_around_it() {
    let corners = |edges: [f64; 4]| Some(Region(edges.map(|edge| edge.to_string().parse().unwrap())));
    let size = Size { width: 5, height: 5 };
    let tiles: Tiles = serde_json::from_str(r#"{ "size": [5, 5], "region": [0, 0, 4, 4], "on_edges": true }"#).unwrap();
    let mut on_edges = request(Job::Tiles(tiles), "a.png");
    on_edges.samples = Some(4);
    let area = Area { size, region: corners([-0.5, -0.5, 4.5, 4.5]), ..Area::default() };
    let picture = Request { job: Job::Picture(area), ..on_edges.clone() };
    assert_eq!(pixels(&on_edges), pixels(&picture));
}

/// Bakes three outputs, and returns all files.
fn baked(keys: [&str; 3], change: impl FnOnce(&mut Request), threads: usize) -> std::collections::BTreeMap<std::path::PathBuf, Vec<u8>> {
    let [a, b, c] = keys;
    let outputs = format!(
        "outputs.plain = {{ channels = \"fine\", format = \"r32\"{a} }}\noutputs.soft = {{ channels = [\"soft\", \"other\"], format = \"r32\"{b} }}\n\
         outputs.blurred = {{ normal = {{ source = \"fine\" }}, format = \"r32\", blur = {{ radius = 3 }}{c} }}\n"
    );
    let source = Source::of_text(&format!("{NODES}\n{outputs}")).unwrap();
    let area = Area { size: Size { width: 160, height: 150 }, ..Area::default() };
    let mut request = Request::of(source, Job::Picture(area), "folder/");
    change(&mut request);
    let mut store = Memory::default();
    request.plan().unwrap().run(&engine(threads), &mut store, &()).unwrap();
    store.into_files().into_iter().collect()
}

/// Returns the files without their metadata.
fn samples_of(files: std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>) -> Vec<Vec<u8>> {
    files.into_iter().filter(|(path, _)| path.extension().is_some_and(|extension| extension == "r32")).map(|(_, bytes)| bytes).collect()
}

#[test]
fn files_of_means_are_the_same_bytes_on_any_number_of_threads_and_for_any_tile() {
    let ask = |tile: Option<u32>| move |request: &mut Request| (request.samples, request.tile) = (Some(8), tile);
    let first = baked([""; 3], ask(None), 1);
    assert_eq!(first.len(), 6);
    for (tile, threads) in [(None, 3), (Some(32), 2)] {
        assert!(baked([""; 3], ask(tile), threads) == first, "{tile:?} {threads}");
    }
}

#[test]
fn one_sample_a_pixel_is_the_same_bytes_as_no_word_of_it() {
    assert!(baked([""; 3], |request| request.samples = Some(1), 2) == baked([""; 3], |_| (), 2));
}

#[test]
fn each_output_has_its_own_samples_unless_the_request_has_them() {
    let (one, two, three) = ("", ", samples = 2", ", samples = 3");
    let mixed = samples_of(baked([two, one, three], |_| (), 2));
    let [ones, twos, threes] = [one, two, three].map(|keys| samples_of(baked([keys; 3], |_| (), 2)));
    // In the order of their names: blurred, plain, soft.
    assert!(mixed == [threes[0].clone(), twos[1].clone(), ones[2].clone()]);
    assert!(ones[1] != twos[1]);
    assert!(samples_of(baked([two, one, three], |request| request.samples = Some(3), 2)) == threes);
    assert!(samples_of(baked([two, one, three], |request| request.samples = Some(1), 2)) == ones);
}
