//! Programs that take materials: the files that each expects, their names and their channels.

mod gltf;
mod godot;
mod maps;
mod materialx;

use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use lacuna::internal::{nearest, short};
use lacuna::recipe::{NormalY, Role};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub(crate) use self::maps::recipe_of;

/// A program that takes materials.
#[derive(Debug, Clone, Copy)]
pub struct Target(&'static TargetDescription);

/// The files that a program expects of a material called X.
#[derive(Debug)]
#[non_exhaustive]
pub struct TargetDescription {
    /// The name on the command line.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The program, and what is particular to its files.
    pub summary: &'static str,
    /// The pictures.
    pub maps: &'static [Map],
    /// The file that names the pictures, or holds them.
    pub(crate) document: Option<Document>,
}

/// A picture of a material.
#[derive(Debug)]
#[non_exhaustive]
pub struct Map {
    /// The names of the file before and after that of the material.
    pub name: [&'static str; 2],
    /// The channels.
    pub holds: Holds,
}

/// The channels of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holds {
    /// A colour as sRGB, 8 bit, and opacity as alpha if the material has one.
    ColorAndOpacity,
    /// A colour as sRGB, 8 bit.
    Color(Role),
    /// Normals, 8 bit.
    Normal(NormalY),
    /// Heights, 16 bit.
    Height,
    /// Numbers from 0 to 1, 8 bit, one a channel.
    Numbers(&'static [Channel]),
}

/// A channel of a picture of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Channel {
    /// The number of a role.
    Of(Role),
    /// 1 - roughness.
    Smoothness,
    /// 1 everywhere.
    One,
}

/// A file beside the pictures of a material, or around them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Document {
    Godot,
    MaterialX,
    Gltf,
}

/// A material whose pictures are known.
#[derive(Debug)]
pub(crate) struct Made {
    /// The name of the material.
    pub(crate) name: String,
    /// The width of the pictures in metres.
    pub(crate) metres: f64,
    /// The units that a height of 1 is high.
    pub(crate) displacement: f64,
    /// The width of the picture in units of the domain.
    pub(crate) width: f64,
    /// Height over width of the picture.
    pub(crate) ratio: f64,
    /// The least and the greatest height that levels hold.
    pub(crate) heights: [f64; 2],
    pub(crate) has_opacity: bool,
    /// The pictures, and the names of their files.
    pub(crate) maps: Vec<(Holds, String)>,
}

impl Made {
    /// Returns the file of a picture.
    fn file(&self, is_it: impl Fn(Holds) -> bool) -> Option<&str> {
        self.maps.iter().find(|(holds, _)| is_it(*holds)).map(|(_, file)| file.as_str())
    }

    /// Returns the file with the numbers of a role by themselves.
    fn file_of(&self, role: Role) -> Option<&str> {
        self.file(|holds| matches!(holds, Holds::Numbers([Channel::Of(only)]) if *only == role) || holds == Holds::Color(role))
    }

    /// Returns the difference in height of the least and the greatest level, as a part of the width of the picture.
    pub(crate) fn relief(&self) -> f64 {
        self.displacement * (self.heights[1] - self.heights[0]) / self.width
    }

    /// Returns the same in metres.
    pub(crate) fn relief_metres(&self) -> f64 {
        self.relief() * self.metres
    }
}

use Channel::{Of, One, Smoothness};
use Holds::{Color, ColorAndOpacity, Height, Normal, Numbers};
use Role::{Albedo, Ao, Emission, Metalness, Opacity, Roughness};

const fn map(before: &'static str, after: &'static str, holds: Holds) -> Map {
    Map { name: [before, after], holds }
}

/// Occlusion, roughness and metalness in one picture.
const ORM: Holds = Numbers(&[Of(Ao), Of(Roughness), Of(Metalness)]);

/// The programs, with the sources of what is said of them.
///
/// - Unreal Engine: prefix `T_` and suffixes by what a texture is (dev.epicgames.com: Recommended Asset Naming Conventions); normal maps point down in y.
/// - Unity: a mask map of metalness, occlusion, detail mask and smoothness in HDRP (docs.unity3d.com, High Definition RP: Mask Map and Detail Map), metalness with smoothness
///   in alpha in URP (Universal RP: Lit Shader). The names are those of the shaders' properties.
/// - Godot: `ORMMaterial3D`, whose one texture has occlusion, roughness and metalness (docs.godotengine.org: ORMMaterial3D).
/// - glTF 2.0: occlusion in red, roughness in green, metalness in blue (Khronos Group: glTF 2.0 Specification, 3.9).
/// - MaterialX: OpenPBR Surface 1.1 (Academy Software Foundation).
/// - Blender: the names of the sets of Poly Haven, whose add-on builds the nodes.
static ALL: [TargetDescription; 7] = [
    TargetDescription {
        name: "unreal",
        aliases: &[],
        summary: "Unreal Engine. Normals point down in y. Turn sRGB off for all but `BC` and `E`.",
        maps: &[
            map("T_", "_BC", ColorAndOpacity),
            map("T_", "_N", Normal(NormalY::Down)),
            map("T_", "_ORM", ORM),
            map("T_", "_H", Height),
            map("T_", "_E", Color(Emission)),
        ],
        document: None,
    },
    TargetDescription {
        name: "unity-hdrp",
        aliases: &[],
        summary: "Unity's High Definition Render Pipeline.",
        maps: &[
            map("", "_BaseColorMap", ColorAndOpacity),
            map("", "_NormalMap", Normal(NormalY::Up)),
            map("", "_MaskMap", Numbers(&[Of(Metalness), Of(Ao), One, Smoothness])),
            map("", "_HeightMap", Height),
            map("", "_EmissiveColorMap", Color(Emission)),
        ],
        document: None,
    },
    TargetDescription {
        name: "unity-urp",
        aliases: &["unity"],
        summary: "Unity's Universal Render Pipeline.",
        maps: &[
            map("", "_BaseMap", ColorAndOpacity),
            map("", "_BumpMap", Normal(NormalY::Up)),
            map("", "_MetallicGlossMap", Numbers(&[Of(Metalness), Of(Metalness), Of(Metalness), Smoothness])),
            map("", "_OcclusionMap", Numbers(&[Of(Ao)])),
            map("", "_ParallaxMap", Height),
            map("", "_EmissionMap", Color(Emission)),
        ],
        document: None,
    },
    TargetDescription {
        name: "godot",
        aliases: &[],
        summary: "Godot 4. `X.tres` is the material, an `ORMMaterial3D`.",
        maps: &[
            map("", "_albedo", ColorAndOpacity),
            map("", "_normal", Normal(NormalY::Up)),
            map("", "_orm", ORM),
            map("", "_height", Height),
            map("", "_emission", Color(Emission)),
        ],
        document: Some(Document::Godot),
    },
    TargetDescription {
        name: "gltf",
        aliases: &["glb"],
        summary: "One file `X.glb` of glTF 2.0, which holds the pictures and a sphere that has them on it.",
        maps: &[
            map("", "_base_color", ColorAndOpacity),
            map("", "_normal", Normal(NormalY::Up)),
            map("", "_orm", ORM),
            map("", "_emissive", Color(Emission)),
        ],
        document: Some(Document::Gltf),
    },
    TargetDescription {
        name: "mtlx",
        aliases: &["materialx", "openpbr"],
        summary: "MaterialX 1.39. `X.mtlx` is the material, an `open_pbr_surface`, which takes no occlusion.",
        maps: &[
            map("", "_base_color", Color(Albedo)),
            map("", "_normal", Normal(NormalY::Up)),
            map("", "_roughness", Numbers(&[Of(Roughness)])),
            map("", "_metalness", Numbers(&[Of(Metalness)])),
            map("", "_displacement", Height),
            map("", "_emission", Color(Emission)),
            map("", "_opacity", Numbers(&[Of(Opacity)])),
        ],
        document: Some(Document::MaterialX),
    },
    TargetDescription {
        name: "blender",
        aliases: &["polyhaven"],
        summary: "Blender, with the names of Poly Haven's sets.",
        maps: &[
            map("", "_diff", ColorAndOpacity),
            map("", "_nor_gl", Normal(NormalY::Up)),
            map("", "_arm", ORM),
            map("", "_disp", Height),
            map("", "_emission", Color(Emission)),
        ],
        document: None,
    },
];

impl Target {
    /// Returns every target.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(Self)
    }

    /// Returns the name.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// Returns what the program expects.
    pub fn description(&self) -> &'static TargetDescription {
        self.0
    }

    /// Returns true if the pictures of a material lie in one file.
    pub(crate) fn is_one_file(&self) -> bool {
        self.0.document == Some(Document::Gltf)
    }

    /// Returns the name of the file beside the pictures, if there is one.
    pub(crate) fn name_beside(&self, material: &str) -> Option<String> {
        match self.0.document? {
            Document::Godot => Some(format!("{material}.tres")),
            Document::MaterialX => Some(format!("{material}.mtlx")),
            Document::Gltf => None,
        }
    }

    /// Returns the text of the file beside the pictures. `facts` are those of the bake, as JSON in one line.
    pub(crate) fn text_beside(&self, made: &Made, facts: &str) -> String {
        match self.0.document {
            Some(Document::Godot) => godot::resource(made, facts),
            Some(Document::MaterialX) => materialx::document(made, facts),
            Some(Document::Gltf) | None => String::new(),
        }
    }

    /// Returns the bytes of the one file that holds the pictures, given their own bytes by name.
    pub(crate) fn around(made: &Made, pictures: &[(String, Vec<u8>)], facts: &str) -> crate::Result<Vec<u8>> {
        gltf::around(made, pictures, facts)
    }
}

impl Map {
    /// Returns the name of the file of a material, without its extension.
    pub fn of(&self, material: &str) -> String {
        let [before, after] = self.name;
        format!("{before}{material}{after}")
    }
}

impl PartialEq for Target {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Target {
    type Err = String;

    /// Reads a name or an alias.
    fn from_str(text: &str) -> Result<Self, String> {
        let is_it = |target: &Self| target.name() == text || target.0.aliases.contains(&text);
        Self::all().find(is_it).ok_or_else(|| {
            let known = Self::all().map(|target| target.name()).collect::<Vec<_>>();
            let meant = nearest(text, known.iter().copied()).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"));
            format!("no program `{}` is known{meant}; give one of {}", short(text), known.join(", "))
        })
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The most bytes of a file beside pictures that are read for the facts of its bake.
const MAX_TEXT: u64 = 1 << 22;

/// Returns true for a file that belongs to the pictures of a material.
pub(crate) fn is_document(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    matches!(extension.as_deref(), Some("glb" | "tres" | "mtlx"))
}

/// Returns the facts in a file that belongs to the pictures of a material, as JSON. None if it has none.
pub(crate) fn facts_of(path: &Path, file: &mut impl Read) -> io::Result<Option<String>> {
    let is = |other: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(other));
    if is("glb") {
        return gltf::facts_of(file);
    }
    let mut text = String::new();
    file.take(MAX_TEXT).read_to_string(&mut text)?;
    Ok(if is("tres") { godot::facts_of(&text) } else { materialx::facts_of(&text) })
}

/// Returns a name that files and outputs can have: letters, digits, `_` and `-`.
pub fn name_of_material(text: &str) -> String {
    const MOST: usize = 60;
    let name: String = text.chars().take(MOST).map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    if name.is_empty() { "material".to_owned() } else { name }
}
