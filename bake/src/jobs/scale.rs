//! The scale that a game engine needs beside a file of heights.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The scale that a game engine needs beside a file of heights, in metres.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    /// The length of the tile along x and y.
    pub metres: [f64; 2],
    /// The distance between neighbouring samples along x and y.
    pub spacing: [f64; 2],
    /// The height of a value of 1.
    pub height_scale: f64,
    /// The height of level 0; `None` if the file holds the values themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_at_zero: Option<f64>,
    /// The height of the greatest level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_at_full: Option<f64>,
    /// The engine's own settings, under the engine's names and in its units.
    pub settings: BTreeMap<String, f64>,
}

impl Scale {
    /// Returns the heights of level 0 and of the greatest level, or those of the values 0 and 1 if the file holds values.
    fn heights(&self) -> [f64; 2] {
        [self.height_at_zero.unwrap_or(0.0), self.height_at_full.unwrap_or(self.height_scale)]
    }

    fn with(mut self, settings: &[(&str, f64)]) -> Self {
        self.settings.extend(settings.iter().map(|&(name, value)| (name.to_owned(), value)));
        self
    }

    /// Adds the settings of Unity's terrain: its size, and the height of its lowest point.
    pub(super) fn for_unity(self) -> Self {
        let ([width, length], [low, high]) = (self.metres, self.heights());
        self.with(&[("Terrain Width", width), ("Terrain Length", length), ("Terrain Height", high - low), ("Position Y", low)])
    }

    /// Adds the settings of Unreal's landscape, in centimetres: a level is 1/128 of the scale along z, and level 32768 lies at the location.
    pub(super) fn for_unreal(self) -> Self {
        let ([x, y], [low, high]) = (self.spacing, self.heights());
        let z = (high - low) * 12_800.0 / 65_535.0;
        self.with(&[("Scale X", 100.0 * x), ("Scale Y", 100.0 * y), ("Scale Z", z), ("Location Z", 100.0 * low + 256.0 * z)])
    }

    /// Adds the settings of Terrain3D's importer: a scale of values, or the heights of the least and the greatest level.
    pub(super) fn for_terrain3d(self) -> Self {
        let ([spacing, _], [low, high], scale) = (self.spacing, self.heights(), self.height_scale);
        let of_levels = self.height_at_zero.is_some();
        let scaled = self.with(&[("vertex_spacing", spacing), ("import_offset", 0.0)]);
        match of_levels {
            true => scaled.with(&[("import_scale", 1.0), ("r16_range.x", low), ("r16_range.y", high)]),
            false => scaled.with(&[("import_scale", scale)]),
        }
    }

    /// Adds the settings of UNIGINE's layer map.
    pub(super) fn for_unigine(self) -> Self {
        let ([x, y], scale) = (self.metres, self.height_scale);
        self.with(&[("Size X", x), ("Size Y", y), ("Height Scale", scale)])
    }
}
