//! Small steps by keys.

use std::ops::Bound;

use lacuna::Number;
use lacuna::graph::{Group, KeyKind, Limits};

use super::{Document, Gesture, Problem, Shown};

/// A small step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Nudge {
    /// Adds octaves to the nearest fractal.
    Octaves(i32),
    /// Adds to the gain, also called persistence, of the nearest fractal.
    Gain(f64),
    /// Multiplies the frequency of all bases.
    Frequency(f64),
}

impl Document {
    /// Makes a small step: of the nearest fractal below the shown output or node, or of all bases below it. Numbers stay within their limits.
    ///
    /// # Errors
    ///
    /// An error if no node has the key, or if other keys forbid the step; then nothing changes.
    pub fn nudge(&mut self, nudge: Nudge, shown: &Shown) -> Result<(), Problem> {
        let below = self.below(shown);
        let fractal = || {
            let fractal = below.iter().find(|node| node.form.kind().is_some_and(|kind| kind.group == Group::Fractal));
            fractal.ok_or_else(|| Problem::new("no fractal, such as `fbm`, is in what is shown"))
        };
        let changes = match nudge {
            Nudge::Octaves(more) => {
                let path = &fractal()?.path;
                // A fraction of an octave is dropped.
                let step =
                    |octaves: f64| if more > 0 { (octaves + f64::from(more)).floor() } else { (octaves + f64::from(more)).ceil() }.max(1.0);
                vec![self.stepped(path, "octaves", step)]
            }
            Nudge::Gain(more) => vec![self.stepped(&fractal()?.path, "gain", |gain| gain + more)],
            Nudge::Frequency(factor) => {
                let bases = below.iter().filter(|node| node.form.kind().is_some_and(|kind| kind.is_basis));
                bases.map(|node| self.stepped(&node.path, "frequency", |frequency| frequency * factor)).collect()
            }
        };
        let changes: Vec<_> = changes.into_iter().flatten().collect();
        if changes.is_empty() {
            return Err(Problem::new("nothing that is shown has that key"));
        }
        self.change(&changes, &Gesture::Single)
    }

    /// Returns the change of a node's key to a new number, within its limits.
    fn stepped(&self, path: &str, name: &str, step: impl Fn(f64) -> f64) -> Option<(String, Option<String>)> {
        let node = self.node(path)?;
        // A key that cells stand for is none to step.
        let key = self.values(path).into_iter().find(|view| view.name == name)?;
        let text = key.text.clone().or_else(|| key.default());
        let text = text.or_else(|| node.usual(name).map(str::to_owned))?;
        let present = text.trim_matches('"').replace('_', "").parse::<Number>().ok()?.to_f64();
        let KeyKind::Number(limits) = key.kind else { return None };
        let next = rounded(within(&limits, step(present)));
        limits.contains(next).then(|| (format!("{path}.{name}"), Some(next.to_string())))
    }
}

/// Clamps a number to limits.
pub(crate) fn within(limits: &Limits, number: f64) -> f64 {
    let (Bound::Included(least) | Bound::Excluded(least)) = limits.least else { return number };
    let (Bound::Included(most) | Bound::Excluded(most)) = limits.most else { return number.max(least) };
    number.clamp(least, most)
}

/// Returns the nearest decimal of at most nine digits.
pub(crate) fn rounded(number: f64) -> Number {
    format!("{number:.8e}").parse().unwrap_or(Number::ZERO)
}
