//! Presets: the library's own recipes, as TOML text to bake, to show, and to start from.
//!
//! ```
//! use lacuna::presets::Preset;
//! let marble = Preset::of("marble").unwrap();
//! assert!(marble.summary().starts_with("White marble"));
//! assert!(marble.text.contains("veins = "));
//! ```

/// A recipe that is part of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preset {
    /// The name, which differs from those of all kinds of node.
    pub name: &'static str,
    /// The recipe.
    pub text: &'static str,
}

macro_rules! presets {
    ($($name:literal)*) => {
        /// Every preset, in the order of listings.
        pub static PRESETS: &[Preset] = &[$(Preset { name: $name, text: include_str!(concat!("../presets/", $name, ".toml")) }),*];
    };
}

presets! {
    "classic-perlin-2d"
    "octave-perlin"
    "layered-value-terrain"
    "hash-value-clouds"
    "octave-waves"
    "cyan-clouds"
    "white-noise"
    "terrain-ridged"
    "terrain-warped"
    "terrain-hybrid"
    "eroded-mountains"
    "alps"
    "canyon"
    "dunes"
    "glacial-valley"
    "volcanic-island"
    "marble"
    "wood"
    "granite"
    "fire"
    "smoke"
    "smoke-puff"
    "lava"
    "lightning"
    "water-caustics"
    "ocean"
    "toon-water"
    "clouds"
    "perlin-worley"
    "planet"
    "gas-giant"
    "skybox"
    "bricks"
    "stone-wall"
    "ceramic-tiles"
    "concrete"
    "asphalt"
    "cobblestone"
    "gravel"
    "rock"
    "bark"
    "sand"
    "snow"
    "cracked-mud"
    "grass"
    "forest-floor"
    "slates"
    "planks"
    "terrazzo"
    "fabric"
    "knit"
    "leather"
    "hammered-metal"
    "chipped-paint"
    "rust"
    "scifi-panel"
    "brick-dirt-mask"
    "camouflage"
    "paper"
}

impl Preset {
    /// Returns the preset with a name.
    pub fn of(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// Returns a description in one line: the first line of the recipe, which is a comment.
    pub fn summary(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }
}
