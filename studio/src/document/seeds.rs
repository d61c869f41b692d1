//! Varying all seeds at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use lacuna::seeding::{mixed_seed, read_seed};

use super::{Document, Gesture, Problem, edit};

/// The key of a seed in recipes.
pub const SEED: &str = "seed";

impl Document {
    /// Returns the nodes that can have a seed, by path, each with its seed; `None` if it is missing.
    pub fn seeds(&self) -> Vec<(String, Option<u64>)> {
        let seeded = self.nodes().iter().filter(|node| node.kind.key(SEED).is_some());
        let seed = |path: &str| edit::value_of_node(&self.good.tree, path, SEED).and_then(|text| whole(&text));
        seeded.map(|node| (node.path.clone(), seed(&node.path))).collect()
    }

    /// Returns the common seed of all nodes that are not locked; `None` if they differ, or have none.
    pub fn seed(&self) -> Option<u64> {
        let mut seeds = self.seeds().into_iter().filter(|(path, _)| !self.is_locked(path)).map(|(_, seed)| seed);
        let first = seeds.next()??;
        seeds.all(|seed| seed == Some(first)).then_some(first)
    }

    /// Varies all seeds by one number, as [`lacuna::recipe::Draft::set_seed`] does. Those of locked nodes stay.
    ///
    /// # Errors
    ///
    /// An error if there is no seed to vary, or if the text is invalid; then nothing changes.
    pub fn set_seed(&mut self, number: u64) -> Result<(), Problem> {
        let changes = self.varied(number)?;
        self.change(&changes, &Gesture::Single)
    }

    /// Varies all seeds by a random number. A single seed becomes a number that people can remember.
    ///
    /// # Errors
    ///
    /// The errors of [`set_seed`](Self::set_seed).
    pub fn new_seed(&mut self, random: u64) -> Result<(), Problem> {
        self.set_seed(random % 1_000_000)
    }

    /// Returns the text of the recipe with all seeds varied by a number.
    ///
    /// # Errors
    ///
    /// The errors of [`set_seed`](Self::set_seed).
    pub fn variation(&self, number: u64) -> Result<Arc<str>, Problem> {
        self.changed(&self.varied(number)?)
    }

    fn varied(&self, number: u64) -> Result<Vec<(String, Option<String>)>, Problem> {
        let seeds = self.seeds();
        if seeds.is_empty() {
            return Err(Problem::new("no node takes a seed"));
        }
        let free: Vec<_> = seeds.into_iter().filter(|(path, _)| !self.is_locked(path)).collect();
        let Some((_, first)) = free.first().cloned() else { return Err(Problem::new("every seed is locked; unlock one")) };
        let is_one = free.iter().all(|(_, seed)| *seed == first);
        let varied = |seed: Option<u64>| if is_one { number } else { mixed_seed(seed.unwrap_or(0), number) };
        Ok(free.into_iter().map(|(path, seed)| (format!("{path}.{SEED}"), Some(varied(seed).to_string()))).collect())
    }

    /// Returns the paths of the nodes with locked seeds.
    pub fn locked(&self) -> &BTreeSet<String> {
        &self.locked
    }

    /// Returns `true` if the seed of a node stays when all seeds are varied.
    pub fn is_locked(&self, path: &str) -> bool {
        self.locked.contains(path)
    }

    /// Locks or unlocks the seed of a node.
    pub fn set_locked(&mut self, path: &str, is_locked: bool) {
        if is_locked {
            self.locked.insert(path.to_owned());
        } else {
            self.locked.remove(path);
        }
    }
}

/// Parses a seed as recipes write it: digits, with or without quotes.
fn whole(text: &str) -> Option<u64> {
    let digits = text.trim_matches(['"', '\'']).replace('_', "");
    let radix = |prefix, radix| digits.strip_prefix(prefix).map(|digits| u64::from_str_radix(digits, radix).ok());
    radix("0x", 16).or_else(|| radix("0o", 8)).or_else(|| radix("0b", 2)).unwrap_or_else(|| read_seed(digits.trim_start_matches('+')))
}
