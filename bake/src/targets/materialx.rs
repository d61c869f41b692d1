//! Materials of MaterialX 1.39 (Academy Software Foundation: MaterialX Specification; OpenPBR Surface 1.1).

use std::fmt::Write as _;

use super::{Albedo, Emission, Holds, Made, Metalness, Opacity, Roughness};

/// The attribute of the facts.
const FACTS: &str = " lacuna=\"";
/// What stands for characters in an attribute, `&` first.
const ESCAPES: [(&str, &str); 4] = [("&", "&amp;"), ("\"", "&quot;"), ("<", "&lt;"), (">", "&gt;")];
/// Luminance of an emission of 1, in candela per square metre.
const NITS: f64 = 1000.0;

/// Returns the text of a document with one material, whose pictures lie in its own folder.
pub(super) fn document(made: &Made, facts: &str) -> String {
    // Names begin with a letter or `_`, and have no hyphens.
    let name = format!("M_{}", made.name.replace('-', "_"));
    let size = made.metres;
    let (mut nodes, mut inputs) = (String::new(), String::new());
    let image = |nodes: &mut String, role: &str, kind: &str, file: &str, space: &str| {
        let _ = write!(
            nodes,
            "  <tiledimage name=\"{name}_{role}\" type=\"{kind}\">\n    <input name=\"file\" type=\"filename\" value=\"{file}\"{space} />\n    \
             <input name=\"realworldimagesize\" type=\"vector2\" value=\"{size}, {}\" />\n    \
             <input name=\"realworldtilesize\" type=\"vector2\" value=\"{size}, {}\" />\n  </tiledimage>\n",
            size * made.ratio,
            size * made.ratio,
        );
    };
    let mut input = |key: &str, kind: &str, node: &str| {
        let _ = writeln!(inputs, "    <input name=\"{key}\" type=\"{kind}\" nodename=\"{name}_{node}\" />");
    };
    let srgb = " colorspace=\"srgb_texture\"";
    for (role, key, kind, space) in [
        (Albedo, "base_color", "color3", srgb),
        (Metalness, "base_metalness", "float", ""),
        (Roughness, "specular_roughness", "float", ""),
        (Emission, "emission_color", "color3", srgb),
        (Opacity, "geometry_opacity", "float", ""),
    ] {
        if let Some(file) = made.file_of(role) {
            image(&mut nodes, role.name(), kind, file, space);
            input(key, kind, role.name());
        }
    }
    if let Some(file) = made.file(|holds| matches!(holds, Holds::Normal(_))) {
        image(&mut nodes, "normal", "vector3", file, "");
        let _ = write!(
            nodes,
            "  <normalmap name=\"{name}_tangent\" type=\"vector3\">\n    <input name=\"in\" type=\"vector3\" nodename=\"{name}_normal\" />\n  </normalmap>\n"
        );
        input("geometry_normal", "vector3", "tangent");
    }
    if made.file_of(Emission).is_some() {
        let _ = writeln!(inputs, "    <input name=\"emission_luminance\" type=\"float\" value=\"{NITS}\" />");
    }
    let mut material = format!("    <input name=\"surfaceshader\" type=\"surfaceshader\" nodename=\"{name}_surface\" />\n");
    if let Some(file) = made.file(|holds| holds == Holds::Height) {
        image(&mut nodes, "height", "float", file, "");
        let _ = write!(
            nodes,
            "  <displacement name=\"{name}_displacement\" type=\"displacementshader\">\n    \
             <input name=\"displacement\" type=\"float\" nodename=\"{name}_height\" />\n    \
             <input name=\"scale\" type=\"float\" value=\"{}\" />\n  </displacement>\n",
            made.relief_metres()
        );
        let _ =
            writeln!(material, "    <input name=\"displacementshader\" type=\"displacementshader\" nodename=\"{name}_displacement\" />");
    }
    format!(
        "<?xml version=\"1.0\"?>\n<materialx version=\"1.39\" colorspace=\"lin_rec709\"{FACTS}{}\">\n{nodes}  \
         <open_pbr_surface name=\"{name}_surface\" type=\"surfaceshader\">\n{inputs}  </open_pbr_surface>\n  \
         <surfacematerial name=\"{name}\" type=\"material\">\n{material}  </surfacematerial>\n</materialx>\n",
        ESCAPES.iter().fold(facts.to_owned(), |text, (plain, escaped)| text.replace(plain, escaped))
    )
}

/// Returns the facts in the text of a document.
pub(super) fn facts_of(text: &str) -> Option<String> {
    let (escaped, _) = text.split_once(FACTS)?.1.split_once('"')?;
    Some(ESCAPES.iter().rev().fold(escaped.to_owned(), |text, (plain, escaped)| text.replace(escaped, plain)))
}
