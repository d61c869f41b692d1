//! What an engine has to be told beside a file of heights.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What an engine has to be told beside a file of heights, in metres.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    /// How long the tile is along x and y.
    pub metres: [f64; 2],
    /// How far neighbouring samples are apart along x and y.
    pub spacing: [f64; 2],
    /// The height of a value of 1.
    pub height_scale: f64,
    /// The height of the level 0; none where the file holds the values themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_at_zero: Option<f64>,
    /// The height of the greatest level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_at_full: Option<f64>,
    /// The engine's own settings, by the names that it has for them, in its own units.
    pub settings: BTreeMap<String, f64>,
}

impl Scale {
    /// The heights of the levels 0 and the greatest; those of the values 0 and 1 where the file holds values.
    fn heights(&self) -> [f64; 2] {
        [self.height_at_zero.unwrap_or(0.0), self.height_at_full.unwrap_or(self.height_scale)]
    }

    fn with(mut self, settings: &[(&str, f64)]) -> Self {
        self.settings.extend(settings.iter().map(|&(name, value)| (name.to_owned(), value)));
        self
    }

    /// Unity's terrain: its size, and where its lowest point lies.
    pub(super) fn for_unity(self) -> Self {
        let ([width, length], [low, high]) = (self.metres, self.heights());
        self.with(&[("Terrain Width", width), ("Terrain Length", length), ("Terrain Height", high - low), ("Position Y", low)])
    }

    /// Unreal's landscape, in centimetres: a level is 1/128 of the scale along z, and level 32768 lies at the location.
    pub(super) fn for_unreal(self) -> Self {
        let ([x, y], [low, high]) = (self.spacing, self.heights());
        let z = (high - low) * 12_800.0 / 65_535.0;
        self.with(&[("Scale X", 100.0 * x), ("Scale Y", 100.0 * y), ("Scale Z", z), ("Location Z", 100.0 * low + 256.0 * z)])
    }

    /// Terrain3D's importer: values times a scale, or the heights between which levels lie.
    pub(super) fn for_terrain3d(self) -> Self {
        let ([spacing, _], [low, high], scale) = (self.spacing, self.heights(), self.height_scale);
        let of_levels = self.height_at_zero.is_some();
        let scaled = self.with(&[("vertex_spacing", spacing), ("import_offset", 0.0)]);
        match of_levels {
            true => scaled.with(&[("import_scale", 1.0), ("r16_range.x", low), ("r16_range.y", high)]),
            false => scaled.with(&[("import_scale", scale)]),
        }
    }

    /// UNIGINE's layer map.
    pub(super) fn for_unigine(self) -> Self {
        let ([x, y], scale) = (self.metres, self.height_scale);
        self.with(&[("Size X", x), ("Size Y", y), ("Height Scale", scale)])
    }
}
