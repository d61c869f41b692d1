//! Materials of Godot 4 as text resources (docs.godotengine.org: TSCN file format, ORMMaterial3D).

use std::fmt::Write as _;

use serde_json::Value;

use super::{Holds, Made, ORM};

/// The key of the facts.
const FACTS: &str = "metadata/lacuna = ";

/// Returns the text of an `ORMMaterial3D`, whose textures lie in its own folder.
pub(super) fn resource(made: &Made, facts: &str) -> String {
    // Parallax of 1 is a hundredth of the texture deep (Godot: scene/resources/material.cpp, heightmap_scale).
    const PARALLAX: f64 = 100.0;
    let mut textures = String::new();
    let mut keys = format!("resource_name = \"{}\"\n", made.name);
    let mut count = 0;
    let mut texture = |key: &str, file: Option<&str>, more: &str| {
        let Some(file) = file else { return };
        count += 1;
        let _ = writeln!(textures, "[ext_resource type=\"Texture2D\" path=\"{file}\" id=\"{count}\"]");
        let _ = writeln!(keys, "{more}{key} = ExtResource(\"{count}\")");
    };
    let is_transparent = if made.has_opacity { "transparency = 1\n" } else { "" };
    texture("albedo_texture", made.file(|holds| holds == Holds::ColorAndOpacity), is_transparent);
    texture("orm_texture", made.file(|holds| holds == ORM), "ao_enabled = true\n");
    texture("normal_texture", made.file(|holds| matches!(holds, Holds::Normal(_))), "normal_enabled = true\n");
    texture("emission_texture", made.file_of(super::Emission), "emission_enabled = true\n");
    let parallax =
        format!("heightmap_enabled = true\nheightmap_deep_parallax = true\nheightmap_scale = {}\n", (made.relief() * PARALLAX) as f32);
    texture("heightmap_texture", made.file(|holds| holds == Holds::Height), &parallax);
    let _ = writeln!(keys, "metadata/size_metres = {:?}\n{FACTS}{}", made.metres, Value::from(facts));
    format!("[gd_resource type=\"ORMMaterial3D\" load_steps={} format=3]\n\n{textures}\n[resource]\n{keys}", count + 1)
}

/// Returns the facts in the text of a resource.
pub(super) fn facts_of(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(FACTS))?;
    serde_json::from_str(line).ok()
}
