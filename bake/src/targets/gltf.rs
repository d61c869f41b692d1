//! Materials of glTF 2.0 in a binary file (Khronos Group: glTF 2.0 Specification; `KHR_texture_transform`).

use std::f64::consts::PI;
use std::io::{self, Read};

use serde_json::{Value, json};

use super::{Emission, Holds, Made, ORM};
use crate::error::{Error, Result};

/// The cells of the sphere around it, and from pole to pole.
const CELLS: [usize; 2] = [96, 48];
/// How often a square picture lies around the sphere. Pole to pole it lies once.
const AROUND: f64 = 2.0;
/// The longest JSON that is read, in bytes: that of the facts, and of a scene of ours.
const MAX_JSON: u32 = 1 << 22;

const MAGIC: &[u8; 4] = b"glTF";
const JSON: &[u8; 4] = b"JSON";
const BINARY: &[u8; 4] = b"BIN\0";

/// The names of the constants of glTF that are used.
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// Returns a file of a sphere that has the material on it, with the facts of the bake.
pub(super) fn around(made: &Made, pictures: &[(String, Vec<u8>)], facts: &str) -> Result<Vec<u8>> {
    let failed = |error: &dyn std::fmt::Display| Error::failed(error.to_string());
    let mut scene = Scene::default();
    let has_normals = made.file(|holds| matches!(holds, Holds::Normal(_))).is_some();
    let primitive = scene.sphere(made.metres * AROUND / (2.0 * PI), has_normals);
    let images: Vec<Value> = pictures
        .iter()
        .map(|(name, bytes)| {
            let view = scene.view(bytes, None);
            json!({ "name": name.trim_end_matches(".png"), "mimeType": "image/png", "bufferView": view })
        })
        .collect();
    let textures: Vec<Value> = (0..images.len()).map(|image| json!({ "source": image, "sampler": 0 })).collect();
    let facts: Value = serde_json::from_str(facts).map_err(|error| failed(&error))?;
    let document = json!({
        "asset": { "version": "2.0", "generator": format!("lacuna {}", crate::VERSION), "extras": { "lacuna": facts } },
        "extensionsUsed": ["KHR_texture_transform"],
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": made.name, "mesh": 0 }],
        "meshes": [{ "name": made.name, "primitives": [primitive] }],
        "materials": [material(made, pictures)],
        "textures": textures,
        "samplers": [{ "magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497 }],
        "images": images,
        "accessors": scene.accessors,
        "bufferViews": scene.views,
        "buffers": [{ "byteLength": scene.bytes.len() }],
    });
    let mut text = serde_json::to_vec(&document).map_err(|error| failed(&error))?;
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunks = [(JSON, text), (BINARY, scene.bytes)];
    let length = 12 + chunks.iter().map(|(_, chunk)| 8 + chunk.len()).sum::<usize>();
    let word = |length: usize| {
        u32::try_from(length).map(u32::to_le_bytes).map_err(|_| Error::failed("a .glb has at most 4 GiB; give a smaller size"))
    };
    let mut file = Vec::with_capacity(length);
    file.extend([*MAGIC, 2u32.to_le_bytes(), word(length)?].concat());
    for (kind, chunk) in chunks {
        file.extend([word(chunk.len())?, *kind].concat());
        file.extend(chunk);
    }
    Ok(file)
}

/// Returns the facts of a file, as JSON. None if it has none.
pub(crate) fn facts_of(file: &mut impl Read) -> io::Result<Option<String>> {
    let mut head = [0; 20];
    file.read_exact(&mut head)?;
    let length = u32::from_le_bytes(head[12..16].try_into().expect("four bytes"));
    if !head.starts_with(MAGIC) || !head.ends_with(JSON) || length > MAX_JSON {
        return Ok(None);
    }
    let mut text = vec![0; length as usize];
    file.read_exact(&mut text)?;
    let document: Value = serde_json::from_slice(&text)?;
    Ok(document.pointer("/asset/extras/lacuna").map(Value::to_string))
}

/// Returns the material with its textures.
fn material(made: &Made, pictures: &[(String, Vec<u8>)]) -> Value {
    let texture = |is_it: &dyn Fn(Holds) -> bool| {
        let file = made.file(is_it)?;
        let index = pictures.iter().position(|(name, _)| name == file)?;
        let scale = [AROUND, 1.0 / made.ratio];
        Some(json!({ "index": index, "extensions": { "KHR_texture_transform": { "scale": scale } } }))
    };
    let mut surface = json!({});
    let mut material = json!({ "name": made.name });
    if let Some(color) = texture(&|holds| holds == Holds::ColorAndOpacity) {
        surface["baseColorTexture"] = color;
    }
    match texture(&|holds| holds == ORM) {
        Some(orm) => {
            surface["metallicRoughnessTexture"] = orm.clone();
            material["occlusionTexture"] = orm;
        }
        None => {
            surface["metallicFactor"] = 0.into();
            surface["roughnessFactor"] = 0.5.into();
        }
    }
    if let Some(normal) = texture(&|holds| matches!(holds, Holds::Normal(_))) {
        material["normalTexture"] = normal;
    }
    if let Some(emission) = texture(&|holds| holds == Holds::Color(Emission)) {
        material["emissiveTexture"] = emission;
        material["emissiveFactor"] = json!([1, 1, 1]);
    }
    if made.has_opacity {
        material["alphaMode"] = "BLEND".into();
        material["doubleSided"] = true.into();
    }
    material["pbrMetallicRoughness"] = surface;
    material
}

/// The buffer of a scene, and what describes it.
#[derive(Default)]
struct Scene {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Scene {
    /// Adds bytes, and returns the number of their view.
    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(view);
        self.views.len() - 1
    }

    /// Adds a value for each vertex, and returns the number of its accessor.
    fn vertices<const N: usize>(&mut self, kind: &str, values: &[[f32; N]], has_bounds: bool) -> usize {
        let view = self.view(bytemuck::cast_slice(values.as_flattened()), Some(ARRAY_BUFFER));
        let mut accessor = json!({ "bufferView": view, "componentType": FLOAT, "count": values.len(), "type": kind });
        if has_bounds {
            let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
                (0..N).map(|axis| values.iter().map(|value| value[axis]).reduce(pick).unwrap_or(0.0)).collect()
            };
            accessor["min"] = json!(bound(f32::min));
            accessor["max"] = json!(bound(f32::max));
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Adds a sphere, with tangents if it has a normal map, and returns its primitive. The texture's first column lies behind it.
    fn sphere(&mut self, radius: f64, has_normals: bool) -> Value {
        let [around, down] = CELLS;
        let (mut normals, mut tangents, mut places) = (vec![], vec![], vec![]);
        for row in 0..=down {
            for column in 0..=around {
                let [u, v] = [column as f64 / around as f64, row as f64 / down as f64];
                let [turn, fall] = [2.0 * PI * u - PI, PI * v];
                let level = libm::sin(fall);
                normals.push([level * libm::sin(turn), libm::cos(fall), level * libm::cos(turn)].map(|part| part as f32));
                tangents.push([libm::cos(turn) as f32, 0.0, -libm::sin(turn) as f32, 1.0]);
                places.push([u as f32, v as f32]);
            }
        }
        let positions: Vec<[f32; 3]> = normals.iter().map(|normal| normal.map(|part| (f64::from(part) * radius) as f32)).collect();
        let mut corners: Vec<u16> = Vec::new();
        for row in 0..down {
            for column in 0..around {
                let [a, b] = [row, row + 1].map(|row| (row * (around + 1) + column) as u16);
                // At a pole two corners of a cell are one point.
                if row > 0 {
                    corners.extend([a, b, a + 1]);
                }
                if row + 1 < down {
                    corners.extend([a + 1, b, b + 1]);
                }
            }
        }
        let mut attributes = json!({
            "POSITION": self.vertices("VEC3", &positions, true),
            "NORMAL": self.vertices("VEC3", &normals, false),
            "TEXCOORD_0": self.vertices("VEC2", &places, false),
        });
        if has_normals {
            attributes["TANGENT"] = self.vertices("VEC4", &tangents, false).into();
        }
        let view = self.view(bytemuck::cast_slice(&corners), Some(ELEMENT_ARRAY_BUFFER));
        self.accessors.push(json!({ "bufferView": view, "componentType": UNSIGNED_SHORT, "count": corners.len(), "type": "SCALAR" }));
        json!({ "attributes": attributes, "indices": self.accessors.len() - 1, "material": 0 })
    }
}
