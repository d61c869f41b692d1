//! Layers: their bits depend on the recipe and the pixel alone, and other programs' definitions agree.

use std::num::NonZeroUsize;

use lacuna::{Axis, Grid, Tile};
use lacuna_bake::{Engine, Samples, read_recipe};

/// A linear congruential generator (Knuth 1969).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    /// Returns a node over the names so far.
    fn node(&mut self, names: &[String]) -> String {
        let [a, b, c] = [0; 3].map(|_: u8| names[self.below(names.len())].clone());
        let radius = ["0.05", "0.11", "0.2"][self.below(3)];
        match self.below(12) {
            0 => format!("{{ kind = \"ao\", source = \"{a}\", height = 0.4, radius = {radius}, directions = 5 }}"),
            1 => format!("{{ kind = \"curvature\", source = \"{a}\", radius = {radius}, output = \"edges\" }}"),
            2 => format!("{{ kind = \"blur\", source = \"{a}\", radius = {radius} }}"),
            3 => format!("{{ kind = \"high_pass\", source = \"{a}\", radius = {radius} }}"),
            4 => format!("{{ kind = \"slope_blur\", source = \"{a}\", slope = \"{b}\", length = {radius}, taps = 3 }}"),
            5 => format!("{{ kind = \"directional_blur\", source = \"{a}\", angle = 30, length = {radius} }}"),
            6 => format!("{{ kind = \"distance\", source = \"{a}\", level = 0.1, reach = {radius} }}"),
            7 => format!("{{ kind = \"slope\", source = \"{a}\", method = \"pixel\" }}"),
            8 => format!("{{ kind = \"normal\", source = \"{a}\", method = \"pixel\", axis = \"y\" }}"),
            9 => format!("{{ kind = \"warp\", source = \"base\", x = \"{a}\", y = \"{b}\", strength = 0.2 }}"),
            10 => format!(
                "{{ kind = \"lerp\", a = \"{a}\", b = {{ kind = \"blur\", source = \"{b}\", radius = {radius} }}, mask = \"{c}\" }}"
            ),
            _ => format!("\"{a} + 0.5 * abs({b}) - {c} * {c}\""),
        }
    }

    /// Returns a recipe of a few layers over each other.
    fn recipe(&mut self) -> String {
        let mut text =
            "version = 2\nnodes.base = { kind = \"fbm\", octaves = 3, source = { kind = \"perlin\", frequency = 2 } }\n".to_owned();
        let mut names = vec!["base".to_owned()];
        for number in 0..3 + self.below(3) {
            let name = format!("n{number}");
            text += &format!("nodes.{name} = {}\n", self.node(&names));
            names.push(name);
        }
        let last = &names[names.len() - 1];
        let blur = ["", ", blur = { radius = 2 }"][self.below(2)];
        text + &format!("outputs.out = {{ channels = [\"{last}\", \"base\", \"{}\"]{blur} }}\n", names[1])
    }
}

/// Returns the samples of a tile.
fn evaluated(samples: &Samples, grid: &Grid, tile: Tile, threads: usize) -> Vec<u32> {
    let engine = Engine::cpu(NonZeroUsize::new(threads).unwrap());
    samples.evaluate(&engine, grid, tile, &()).unwrap().into_iter().map(f32::to_bits).collect()
}

#[test]
fn a_layer_is_the_same_bits_in_every_tile_and_crop_on_any_number_of_threads() {
    let mut random = Random(1);
    let grid = Grid::plane(Axis::extent(0, 4, 96), Axis::extent(0, 3, 72));
    let size = [96, 72, 1];
    let mut evaluable = 0;
    for _ in 0..100 {
        let recipe = random.recipe();
        // Slopes of slopes may be too steep.
        let Ok(samples) = Samples::new(&read_recipe(&recipe).unwrap_or_else(|error| panic!("{error}\n{recipe}")), "out") else { continue };
        evaluable += 1;
        let whole = evaluated(&samples, &grid, Tile { origin: [0; 3], size }, 1);
        let origin = [random.below(60) as u32, random.below(40) as u32, 0];
        let tile = Tile { origin, size: [1 + random.below(36) as u32, 1 + random.below(32) as u32, 1] };
        let part = evaluated(&samples, &grid, tile, 1 + random.below(3));
        let all = Tile { origin: [0; 3], size };
        for (row, part) in all.rows_of(tile).zip(part.chunks_exact(tile.size[0] as usize * 3)) {
            assert_eq!(&whole[3 * row.start..3 * row.end], part, "{tile:?}\n{recipe}");
        }
        // A crop by other edges, which are those of pixels.
        let [x, y] = [tile.origin[0], tile.origin[1]].map(|at| f64::from(at) / 24.0);
        if tile.origin[0].is_multiple_of(3) && tile.origin[1].is_multiple_of(3) {
            let end = |start: f64, side: u32| start + f64::from(side) / 24.0;
            let [width, height] = [24, 24];
            let crop = Grid::plane(Axis::extent(x, end(x, width), width), Axis::extent(y, end(y, height), height));
            let found = evaluated(&samples, &crop, Tile { origin: [0; 3], size: [width, height, 1] }, 2);
            let shown = Tile { origin: tile.origin, size: [width, height, 1] };
            for (row, part) in all.rows_of(shown).zip(found.chunks_exact(width as usize * 3)) {
                assert_eq!(&whole[3 * row.start..3 * row.end], part, "a crop at {x}, {y}\n{recipe}");
            }
        }
    }
    assert!(evaluable > 80, "{evaluable}");
}

/// Two nodes of layers below the same output.
const LAYERED: &str = r#"
    version = 2
    nodes.hills = { kind = "fbm", octaves = 4, source = { kind = "perlin", frequency = 1 } }
    nodes.soft = { kind = "blur", source = "hills", radius = 0.3 }
    nodes.lit = { kind = "ao", source = "0.5 * hills + 0.5 * soft", radius = 0.4 }
    outputs.lit = { channels = "lit", format = "npy" }
    outputs.soft = { channels = "soft", format = "npy" }
    outputs.normal = { normal = { source = "soft" }, format = "npy" }
"#;

#[test]
fn files_of_layers_are_the_same_bytes_for_any_height_of_bands() {
    use lacuna_bake::{Area, Job, Memory, Request, Size, Source};
    let baked = |tile: Option<u32>, threads: usize, height: u32| {
        let source = Source::of_text(LAYERED).unwrap();
        let mut request = Request::of(source, Job::Picture(Area { size: Size { width: 300, height }, ..Area::default() }), "folder/");
        request.tile = tile;
        let mut store = Memory::default();
        request.plan().unwrap().run(&Engine::cpu(NonZeroUsize::new(threads).unwrap()), &mut store, &()).unwrap();
        store.into_files()
    };
    let first = baked(None, 1, 200);
    // With the facts of each.
    assert_eq!(first.len(), 6);
    for (tile, threads) in [(None, 3), (Some(16), 2), (Some(64), 1)] {
        assert!(baked(tile, threads, 200) == first, "{tile:?} {threads}");
    }
}

#[test]
fn a_layer_that_is_taken_at_other_coordinates_is_refused_by_the_name_of_the_node() {
    for over in [
        "{ kind = \"transform\", source = \"soft\", scale = 2 }",
        "{ kind = \"fbm\", source = \"soft\", octaves = 2 }",
        "{ kind = \"gullies\", source = \"soft\", detail = \"hills\" }",
        "{ kind = \"derivative\", source = \"hills\", method = \"pixel\", axis = \"z\" }",
    ] {
        let text =
            LAYERED.replace("outputs.lit = { channels = \"lit\"", &format!("nodes.over = {over}\noutputs.lit = {{ channels = \"over\""));
        let recipe = read_recipe(&text).unwrap();
        let error = Samples::new(&recipe, "lit").err().unwrap_or_else(|| panic!("{over}")).to_string();
        assert!(error.starts_with("soft: this node computes") || error.starts_with("over"), "{over}: {error}");
    }
}

#[test]
fn a_layer_that_reaches_beyond_512_pixels_is_refused_with_the_pixels_that_it_reaches() {
    let recipe = read_recipe(LAYERED).unwrap();
    let grid = Grid::plane(Axis::extent(0, 1, 4096), Axis::extent(0, 1, 4096));
    let tile = Tile { origin: [0; 3], size: [1, 1, 1] };
    let found = Samples::new(&recipe, "soft").unwrap().evaluate(&Engine::cpu(NonZeroUsize::MIN), &grid, tile, &());
    let error = found.unwrap_err().to_string();
    assert!(error.starts_with("soft.radius: 0.3 units are 1229 pixels"), "{error}");
}
