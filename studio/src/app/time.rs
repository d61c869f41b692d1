//! The time of a recipe, and playing.
//!
//! Time is the axis that frames follow: z, or w if nothing varies along z. If all of a recipe repeats after a length, that length is the loop;
//! otherwise time runs back and forth.

use lacuna::{Number, Program};

use crate::document::Shown;
use crate::map::Fixed;

/// The seconds per unit of time.
const SECONDS_A_UNIT: f64 = 4.0;
/// The units that time runs before it turns back, if nothing repeats.
const OPEN: f64 = 4.0;
/// The lengths of loops that are tried, in units, the shortest first.
const LENGTHS: [f64; 14] = [0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 24.0, 32.0];

/// An axis that can be time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeAxis {
    Z,
    W,
}

/// The time of a recipe.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Time {
    pub(super) axis: TimeAxis,
    /// The units after which everything repeats; `None` if that never happens, or not soon.
    length: Option<f64>,
}

/// A running playback.
#[derive(Debug, Clone)]
pub(super) struct Playing {
    /// The start, in seconds.
    pub(super) began: f64,
    /// The position at the start along z and along w.
    pub(super) from: [Fixed; 2],
    pub(super) time: Time,
    /// The revision of the recipe that `time` belongs to, and the shown output or node.
    pub(super) of: (u64, Shown),
}

impl Time {
    /// Returns the time of a program; `None` if it never changes.
    pub(super) fn of(program: &Program) -> Option<Self> {
        let (axis, number) = [(TimeAxis::Z, 2), (TimeAxis::W, 3)].into_iter().find(|&(_, number)| program.varies_along(number))?;
        let length = LENGTHS.into_iter().find(|&length| program.repeats_after(number, Number::from(length)));
        Some(Self { axis, length })
    }

    /// Returns the units after `seconds`, in steps of a sixtieth of a second, so that every turn shows the same pictures.
    pub(super) fn at(self, seconds: f64) -> f64 {
        let whole = self.length.unwrap_or(2.0 * OPEN);
        let units = libm::floor(seconds * 60.0) / 60.0 / SECONDS_A_UNIT % whole;
        if self.length.is_none() && units > OPEN { whole - units } else { units }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(nodes: &str) -> Option<Time> {
        let recipe = lacuna_bake::read_recipe(&format!("version = 2\noutput = \"a\"\n{nodes}")).unwrap();
        Time::of(&Program::new(recipe.graph().unwrap()).unwrap())
    }

    #[test]
    fn time_is_what_the_recipe_makes_of_z_or_of_w() {
        assert_eq!(time("nodes.a = { kind = \"perlin\", dimensions = 2 }"), None);
        let open = time("nodes.a = { kind = \"perlin\", dimensions = 3 }");
        assert_eq!(open, Some(Time { axis: TimeAxis::Z, length: None }));
        let closed = time("nodes.a = { kind = \"loop\", source = { kind = \"perlin\", dimensions = 4 }, length = 3 }");
        assert_eq!(closed, Some(Time { axis: TimeAxis::Z, length: Some(3.0) }));
        let fourth = time("nodes.a = { kind = \"coordinate\", axis = \"w\" }");
        assert_eq!(fourth, Some(Time { axis: TimeAxis::W, length: None }));
        let presets = ["clouds", "fire", "smoke", "water-caustics"].map(|name| {
            let recipe = lacuna_bake::read_recipe(lacuna::presets::Preset::of(name).unwrap().text).unwrap();
            let name = recipe.output_names()[0];
            Time::of(&Program::new(recipe.graph_of(recipe.default_output().unwrap_or(name)).unwrap()).unwrap()).unwrap().length
        });
        assert_eq!(presets, [Some(1.0); 4], "a turn of those that loop");
    }

    #[test]
    fn a_loop_begins_anew_and_what_does_not_loop_goes_there_and_back() {
        let closed = Time { axis: TimeAxis::Z, length: Some(1.0) };
        assert_eq!([0.0, 1.0, 3.0, 4.0, 6.0].map(|seconds| closed.at(seconds)), [0.0, 0.25, 0.75, 0.0, 0.5]);
        let open = Time { axis: TimeAxis::Z, length: None };
        assert_eq!([0.0, 8.0, 16.0, 24.0, 32.0, 40.0].map(|seconds| open.at(seconds)), [0.0, 2.0, 4.0, 2.0, 0.0, 2.0]);
        // A step backwards is as long as one forwards.
        assert!(open.at(16.0 + 1.0 / 60.0) < 4.0 && open.at(16.0 + 1.0 / 60.0) > 3.99);
    }
}
