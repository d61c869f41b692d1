//! Recipes with parameters, for tests of exported modules.

use lacuna::export::{ModuleOptions, Parameters};
use lacuna::recipe::{Draft, ParameterKey};
use lacuna::{Error, Program};

use crate::common::{Random, is_set};
use crate::places::{Place, expected, places};

/// A recipe whose keys are parameters, and programs for random values of them.
pub(crate) struct Settings {
    pub(crate) name: String,
    pub(crate) options: ModuleOptions,
    pub(crate) program: Program,
    pub(crate) programs: Vec<Program>,
    pub(crate) words: Vec<Vec<u32>>,
    /// The same with another seed, and the seeds.
    pub(crate) others: Vec<Vec<u32>>,
    pub(crate) seeds: Vec<u64>,
}

/// Returns random values of a recipe's keys. `draw` returns a value for a key by its number.
fn settings(name: &str, draft: &Draft, keys: &[&str], mut draw: impl FnMut(usize) -> String, count: usize) -> Settings {
    let keys: Vec<ParameterKey> = keys.iter().map(|key| key.parse().expect("a key")).collect();
    let parameters = Parameters::of_keys(draft, &keys, programs).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut made = Settings {
        name: name.to_owned(),
        options: ModuleOptions::new(name).strict(true).parameters(parameters.clone()),
        program: programs(draft).expect("a program").remove(0),
        programs: vec![],
        words: vec![],
        others: vec![],
        seeds: vec![],
    };
    while made.programs.len() < count {
        let mut draft = draft.clone();
        let mut other = draft.clone();
        for (number, key) in keys.iter().enumerate() {
            let value = draw(number);
            key.set(&mut draft, &value).expect("a legal value");
            key.set(&mut other, if number == 0 { "99" } else { &value }).expect("a legal value");
            made.seeds.extend((number == 0).then(|| value.parse::<u64>().expect("a seed")));
        }
        made.others.push(parameters.words(&programs(&other).expect("a program")).expect("words"));
        let set = programs(&draft).unwrap_or_else(|error| panic!("{name}: {error}"));
        made.words.push(parameters.words(&set).unwrap_or_else(|error| panic!("{name}: {error}")));
        made.programs.extend(set);
    }
    made
}

/// Returns recipes with parameters: two of noise, and the parameters of presets.
pub(crate) fn with_parameters() -> Vec<Settings> {
    let count = if is_set("LACUNA_ALL") { 1000 } else { 60 };
    let mut random = Random::new(5);
    let hills = Draft::read(
        "version = 2\noutput = \"h\"\nnodes.p = { kind = \"perlin\", dimensions = 2, frequency = 0.37, seed = 5 }\nnodes.h = { kind = \"fbm\", source = \"p\" }\n",
    );
    let mut draw = |number: usize| match number {
        0 => (random.within(0, i64::MAX) as u64 * 2).to_string(),
        1 => format!("{}", random.within(1, 4000) as f64 / 1000.0),
        2 => random.within(1, 8).to_string(),
        _ => format!("{}", random.within(0, 1000) as f64 / 1000.0),
    };
    let mut made = vec![settings("hills", &hills.expect("a recipe"), &["seed", "frequency", "octaves=8", "gain"], &mut draw, count)];
    // Octaves that are no powers of two, and periods.
    let tiles = Draft::read(
        "version = 2\noutput = \"h\"\nnodes.p = { kind = \"simplex\", dimensions = 2 }\nnodes.q = { kind = \"value\", dimensions = 2, period = 7, seed = 1 }\nnodes.w = { kind = \"warp\", source = \"p\", by = \"q\" }\nnodes.h = { kind = \"ridged\", source = \"w\", octaves = 4 }\n",
    );
    let mut draw = |number: usize| match number {
        0 => random.within(0, 1 << 60).to_string(),
        1 => format!("{}", random.within(1, 3000) as f64 / 1000.0),
        2 => format!("{}", random.within(1100, 2600) as f64 / 1000.0),
        _ => format!("{}", random.within(0, 2000) as f64 / 1000.0),
    };
    made.push(settings("tiles", &tiles.expect("a recipe"), &["seed", "p.frequency", "h.lacunarity", "w.strength"], &mut draw, count));
    made
}

/// Returns the program of a recipe, as one of a module's.
pub(crate) fn programs(draft: &Draft) -> Result<Vec<Program>, Error> {
    Ok(vec![Program::new(&draft.recipe()?.graph()?)?])
}

impl Settings {
    /// Returns five positions for each of the settings, whose number is the third coordinate, and their samples.
    pub(crate) fn samples(&self) -> (Vec<[Place; 4]>, Vec<f32>) {
        let count = self.words.len();
        let mut places = places(5 * count, 17);
        places.iter_mut().enumerate().for_each(|(number, place)| place[2].unit = (number % count) as i32);
        let each = places.iter().map(|place| expected(&self.programs[place[2].unit as usize], std::slice::from_ref(place)));
        let expected = each.flatten().collect();
        (places, expected)
    }
}
