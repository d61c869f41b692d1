//! Varying all seeds at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lacuna::recipe::{Param, ParamValue};
use lacuna::seeding::{mixed_seed, read_seed};

use super::{Document, Gesture, Problem, edit, names};

/// The key of a seed in recipes.
pub const SEED: &str = "seed";

/// How a seed is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written<'p> {
    /// A number, or nothing.
    Number(Option<u64>),
    /// A parameter alone.
    Param(&'p Param, u64),
    /// An expression with parameters, which it follows.
    Computed,
}

impl Document {
    /// Returns the nodes and the uses that can have a seed, by path, each with its seed; `None` if it is missing, or computed from parameters.
    pub fn seeds(&self) -> Vec<(String, Option<u64>)> {
        let seed = |(path, written)| match written {
            Written::Number(seed) => (path, seed),
            Written::Param(_, seed) => (path, Some(seed)),
            Written::Computed => (path, None),
        };
        self.written_seeds().into_iter().map(seed).collect()
    }

    fn written_seeds(&self) -> Vec<(String, Written<'_>)> {
        let seeded = self.nodes().iter().filter(|node| node.form.takes_seed());
        let written = |path: &str, is_in_part: bool| {
            let Some(text) = edit::value_of_node(&self.good.tree, path, SEED) else { return Written::Number(None) };
            let text = text.trim_matches(['"', '\'']);
            if !names::has_params(text) {
                return Written::Number(whole(text));
            }
            // The parameters of a part are those of its uses.
            let param = names::param(text).filter(|_| !is_in_part).and_then(|name| self.params().iter().find(|param| param.name == name));
            let seed = |param: &Param| if let ParamValue::Number(number) = &param.value { whole(&number.to_string()) } else { None };
            param.and_then(|param| Some(Written::Param(param, seed(param)?))).unwrap_or(Written::Computed)
        };
        seeded.map(|node| (node.path.clone(), written(&node.path, node.part.is_some()))).collect()
    }

    /// Returns the common seed of all nodes that are not locked; `None` if they differ, or have none.
    pub fn seed(&self) -> Option<u64> {
        let mut seeds = self.seeds().into_iter().filter(|(path, _)| !self.is_locked(path)).map(|(_, seed)| seed);
        let first = seeds.next()??;
        seeds.all(|seed| seed == Some(first)).then_some(first)
    }

    /// Varies all seeds by one number, as [`lacuna::recipe::Draft::set_seed`] does. Those of locked nodes stay.
    ///
    /// A seed that is a parameter, `"$seed"`, is varied by the parameter's value, within its limits, so that its knob stays; if a locked node has the same
    /// parameter, the seed becomes a number. A seed that is computed from parameters stays as it is written, and follows them.
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
        let seeds = self.written_seeds();
        if seeds.is_empty() {
            return Err(Problem::new("no node takes a seed"));
        }
        let (locked, free): (Vec<_>, Vec<_>) = seeds.into_iter().partition(|(path, _)| self.is_locked(path));
        if free.is_empty() {
            return Err(Problem::new("every seed is locked; unlock one"));
        }
        let held: BTreeSet<&str> = locked.iter().flat_map(|(path, _)| self.params_in(path)).collect();
        let free: Vec<_> = free.into_iter().filter(|(_, written)| *written != Written::Computed).collect();
        let value = |written: &Written<'_>| match written {
            Written::Number(seed) => *seed,
            Written::Param(_, seed) => Some(*seed),
            Written::Computed => None,
        };
        let Some(first) = free.first().map(|(_, written)| value(written)) else {
            return Err(Problem::new("every seed that is not locked is computed from parameters; change those"));
        };
        let is_one = free.iter().all(|(_, written)| value(written) == first);
        let mut changes = BTreeMap::new();
        for (path, written) in &free {
            let varied = if is_one { number } else { mixed_seed(value(written).unwrap_or(0), number) };
            match written {
                Written::Param(param, _) if !held.contains(param.name.as_str()) => {
                    changes.insert(format!("params.{}.value", param.name), within(param, varied).to_string());
                }
                _ => drop(changes.insert(format!("{path}.{SEED}"), varied.to_string())),
            }
        }
        Ok(changes.into_iter().map(|(place, seed)| (place, Some(seed))).collect())
    }

    /// Returns the names of the parameters in the seed of a node.
    fn params_in(&self, path: &str) -> Vec<&str> {
        let text = edit::value_of_node(&self.good.tree, path, SEED).unwrap_or_default();
        self.params().iter().map(|param| param.name.as_str()).filter(|name| names::is_param_in(name, &text)).collect()
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

/// Returns the seed as a parameter within its limits. From 2^63 on it is written as the negative number that means the same: only seeds have 64 bits.
fn within(param: &Param, seed: u64) -> i64 {
    // A cast saturates at the ends.
    let limit = |limit: Option<f64>, usual: u64| limit.map_or(usual, |limit| limit as u64);
    let least = limit(param.min.map(|min| libm::ceil(min.to_f64())), 0);
    let most = limit(param.max.map(|max| libm::floor(max.to_f64())), if param.min.is_some() { i64::MAX as u64 } else { u64::MAX });
    match most.checked_sub(least).and_then(|span| span.checked_add(1)) {
        Some(count) if !(least..=most).contains(&seed) => (least + seed % count).cast_signed(),
        _ => seed.cast_signed(),
    }
}

/// Parses a seed as recipes write it: digits, with or without quotes.
fn whole(text: &str) -> Option<u64> {
    let digits = text.trim_matches(['"', '\'']).replace('_', "");
    let radix = |prefix, radix| digits.strip_prefix(prefix).map(|digits| u64::from_str_radix(digits, radix).ok());
    radix("0x", 16).or_else(|| radix("0o", 8)).or_else(|| radix("0b", 2)).unwrap_or_else(|| read_seed(digits.trim_start_matches('+')))
}
