//! Runs the bodies of the fuzzers over the checked-in corpus, and over drawn bytes.
//!
//! `LACUNA_FUZZ_DRAWN=N` sets the number of draws per target, and `LACUNA_FUZZ_SEED=N` their seed.

#![expect(clippy::print_stdout, reason = "what came all the way, and what is drawn")]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use lacuna_fuzz_bodies::{Came, TARGETS, Target, dictionary};

/// The number of inputs drawn per target, and of changed copies of each kept input.
const DRAWN: u64 = 400;
const CHANGES: usize = 3;

/// Returns a number from the environment.
fn told(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the kept inputs of a target with the names of their files, sorted.
fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = folder().join("corpus").join(target.name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.display().to_string(), fs::read(&path).unwrap())).collect()
}

/// Runs a body, and reports the bytes with which it panicked.
fn run(target: &Target, what: &str, data: &[u8]) -> Came {
    catch_unwind(AssertUnwindSafe(|| (target.body)(data)))
        .unwrap_or_else(|_| panic!("{}: {what}: the body panicked with these bytes: \"{}\"", target.name, data.escape_ascii()))
}

/// xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016).
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % count
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.below(256) as u8).collect()
    }

    /// Returns the same bytes with some of them changed, dropped, or repeated.
    fn changed(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..1 + self.below(4) {
            let at = self.below(bytes.len() + 1);
            let end = (at + 1 + self.below(8)).min(bytes.len());
            match self.below(4) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..end)),
                2 => bytes.extend_from_within(at..end),
                _ => bytes.get_mut(at).into_iter().for_each(|byte| *byte = self.below(256) as u8),
            }
        }
        bytes
    }
}

/// Runs a target over its kept inputs, changed copies of them, and drawn inputs. At least one has to be legal.
fn try_all(name: &str) {
    let target = Target::of(name).expect("a target");
    let mut draw = Draw((told("LACUNA_FUZZ_SEED").unwrap_or(0) ^ 0x9E37_79B9_7F4A_7C15) | 1);
    let (mut inputs, mut all_the_way, started) = (0, 0, Instant::now());
    let mut count = |came: Came| {
        inputs += 1;
        all_the_way += usize::from(came == Came::AllTheWay);
    };
    for (file, bytes) in corpus(target) {
        count(run(target, &file, &bytes));
        for _ in 0..CHANGES {
            count(run(target, "a changed one", &draw.changed(&bytes)));
        }
    }
    for _ in 0..told("LACUNA_FUZZ_DRAWN").unwrap_or(DRAWN) {
        let length = draw.below(target.max_length.min(300));
        count(run(target, "a drawn one", &draw.bytes(length)));
    }
    println!("{name}: {all_the_way} of {inputs} inputs came all the way, in {:.1} s", started.elapsed().as_secs_f64());
    assert!(all_the_way > 0, "{name}: no input came all the way");
}

macro_rules! over_the_corpus {
    ($($target:ident $test:ident)*) => {
        $(
            #[test]
            fn $test() {
                try_all(stringify!($target));
            }
        )*

        #[test]
        fn every_target_is_tried_and_has_a_program() {
            assert_eq!(TARGETS.iter().map(|target| target.name).collect::<Vec<_>>(), [$(stringify!($target)),*]);
            let manifest = fs::read_to_string(folder().join("Cargo.toml")).unwrap();
            for Target { name, .. } in TARGETS {
                assert!(manifest.contains(&format!("path = \"targets/{name}.rs\"")), "fuzz/Cargo.toml has no program `{name}`");
                let text = fs::read_to_string(folder().join(format!("targets/{name}.rs"))).unwrap();
                assert!(text.contains(&format!("program!(\"{name}\")")), "{text}");
            }
        }
    };
}

over_the_corpus! {
    recipe_text any_text_is_refused_or_a_recipe_that_is_the_same_however_it_is_written
    recipe_structure any_graph_is_refused_or_has_legal_kernels_and_equal_bits_in_every_form
    set_paths any_keys_that_are_set_are_refused_or_make_a_recipe
    numbers any_number_is_refused_or_the_decimal_that_was_written
    regions any_region_is_refused_or_has_the_samples_of_its_points
    facts any_picture_is_refused_or_can_be_baked_again
    bake any_small_bake_is_refused_or_made_and_every_file_of_it_bakes_again_as_the_same_bytes
    command_line any_command_line_is_refused_or_can_be_planned
    expressions any_expression_is_refused_at_its_place_or_the_same_however_it_is_written
    written any_recipe_of_parts_is_refused_or_the_same_however_it_is_written_and_set
}

#[test]
fn the_dictionaries_have_the_words_that_are_known() {
    for (name, words) in [("recipe", dictionary::of_recipes()), ("command_line", dictionary::of_command_lines())] {
        let path = folder().join(format!("dictionaries/{name}.dict"));
        if std::env::var_os("LACUNA_WRITE_DICTIONARIES").is_some() {
            fs::write(&path, &words).unwrap();
        }
        let is_same = fs::read_to_string(&path).is_ok_and(|found| found == words);
        assert!(
            is_same,
            "fuzz/dictionaries/{name}.dict is of other words; run: LACUNA_WRITE_DICTIONARIES=1 cargo test --package lacuna-fuzz-bodies"
        );
    }
}
