//! The roles of a material, which become outputs.

use std::sync::Arc;

use toml::{Table, Value};

use super::cells::WRAP;
use super::expansion::Expanded;
use super::made::{alias, node};
use super::params::as_number;
use crate::graph::free_name;
use crate::key::names_of;
use crate::recipe::document::OUTPUTS;
use crate::recipe::flaw::{Flaw, unknown_key};
use crate::recipe::material::{MATERIAL, Material, Role};

/// The part of a picture's width from which occlusion sees heights, unless the material says more.
const SEEN: f64 = 1.0 / 32.0;
/// The width of a picture, in units, unless the recipe gives another.
const WIDTH: f64 = 8.0;

/// Returns the keys of a material as it is written.
pub(in crate::recipe) fn material_keys() -> Vec<&'static str> {
    Role::ALL.iter().map(|role| role.name()).chain(names_of::<Material>().iter().copied()).collect()
}

/// Returns the document with outputs in place of the roles of its material.
pub(super) fn spread(document: &Arc<Table>) -> Expanded<Arc<Table>> {
    let Some(material) = document.get(MATERIAL) else { return Ok(Arc::clone(document)) };
    let Value::Table(material) = material else {
        return Err(Flaw::new(&[MATERIAL], "this is no table; write [material] and lines such as albedo = \"a node's name\""));
    };
    if let Some(key) = material.keys().find(|key| !material_keys().contains(&key.as_str())) {
        return Err(Flaw { path: vec![MATERIAL.to_owned(), key.clone()], ..Flaw::unknown(unknown_key(key, &material_keys())) });
    }
    let mut plain = Table::clone(document);
    let (roles, rest): (Table, Table) = material.clone().into_iter().partition(|(key, _)| Role::of(key).is_some());
    plain.insert(MATERIAL.to_owned(), Value::Table(rest));
    let mut outputs = match document.get(OUTPUTS) {
        None => Table::new(),
        Some(Value::Table(outputs)) => outputs.clone(),
        // It is refused later.
        Some(_) => return Ok(Arc::new(plain)),
    };
    for (key, value) in roles {
        if outputs.contains_key(&key) {
            let problem = format!("`{OUTPUTS}.{key}` is this role of the material, too; keep one of the two");
            return Err(Flaw::new(&[MATERIAL, &key], problem));
        }
        let role = Role::of(&key).expect("the others were kept apart");
        let value = if role == Role::Height { named(&mut plain, value) } else { value };
        outputs.insert(key, shown(role, value)?);
    }
    if let Some(height) = outputs.get(Role::Height.name()).and_then(only_channel) {
        let displacement = material.get("displacement").cloned().unwrap_or_else(|| float(Material::default().displacement.to_f64()));
        let made =
            [(Role::Normal, normal_of(&height, &displacement)), (Role::Ao, occlusion_of(&height, &displacement, width_of(document)))];
        for (role, made) in made {
            if !outputs.contains_key(role.name()) {
                outputs.insert(role.name().to_owned(), shown(role, made)?);
            }
        }
    }
    let default = Role::ALL.into_iter().find(|role| outputs.contains_key(role.name()));
    if let (Some(default), false) = (default, document.contains_key("output")) {
        plain.insert("output".to_owned(), default.name().into());
    }
    if !outputs.is_empty() {
        plain.insert(OUTPUTS.to_owned(), Value::Table(outputs));
    }
    Ok(Arc::new(plain))
}

/// Returns the flaw of an output, or of the node of a height, at the place where the material gives it.
pub(super) fn in_material(document: &Table, mut flaw: Flaw) -> Flaw {
    let Some(material) = document.get(MATERIAL).and_then(Value::as_table) else { return flaw };
    let is_written = |root: &str, name: &str| document.get(root).and_then(Value::as_table).is_some_and(|table| table.contains_key(name));
    let path: Vec<&str> = flaw.path.iter().map(String::as_str).collect();
    let (name, rest) = match path[..] {
        [OUTPUTS, name, "channels" | "normal", ref rest @ ..] | [OUTPUTS, name, ref rest @ ..] if !is_written(OUTPUTS, name) => {
            (name, rest)
        }
        ["nodes", name, ref rest @ ..] if !is_written("nodes", name) && name.trim_end_matches('-') == Role::Height.name() => {
            (Role::Height.name(), rest)
        }
        _ => return flaw,
    };
    let place = match material.contains_key(name) {
        true => std::iter::once(name).chain(rest.iter().copied()).map(str::to_owned).collect(),
        false if Role::of(name).is_some() => vec![Role::Height.name().to_owned()],
        false => return flaw,
    };
    flaw.path = std::iter::once(MATERIAL.to_owned()).chain(place).collect();
    flaw
}

/// Returns the name of a value, which becomes a node unless it is one.
fn named(document: &mut Table, value: Value) -> Value {
    let is_name = |text: &str| alias(text).is_some() && !text.starts_with('#');
    if value.as_str().is_some_and(is_name) || !(value.is_str() || value.is_table()) {
        return value;
    }
    let nodes = document.entry("nodes").or_insert_with(|| Value::Table(Table::new()));
    let Value::Table(nodes) = nodes else { return value };
    let name = free_name(Role::Height.name(), |name| nodes.contains_key(name));
    nodes.insert(name.clone(), value);
    name.into()
}

/// Returns the output of a role.
fn shown(role: Role, value: Value) -> Expanded<Value> {
    let here = |problem: &str| Flaw::new(&[MATERIAL, role.name()], problem);
    let channels = |keys: &[(&str, Value)]| table(std::iter::once(("channels", value.clone())).chain(keys.iter().cloned()));
    Ok(match role {
        Role::Normal if value.is_table() => table([("normal", value), ("depth", 8.into())]),
        Role::Normal => {
            return Err(here(
                "these are no normals; write a table such as { source = \"a height\", strength = 0.3 }, or leave it out: then they come from the height",
            ));
        }
        _ if value.is_array() || value.is_bool() => {
            return Err(here("this is no value of a node; give a node's name, an expression, a colour or a number"));
        }
        Role::Albedo | Role::Emission => channels(&[("colour", true.into())]),
        Role::Height => channels(&[("range", unit())]),
        Role::Roughness | Role::Metalness | Role::Ao | Role::Opacity => channels(&[("range", unit()), ("depth", 8.into())]),
    })
}

/// Returns the only channel of an output.
fn only_channel(output: &Value) -> Option<Value> {
    match output.get("channels")? {
        Value::Array(channels) => {
            if let [only] = &channels[..] {
                Some(only.clone())
            } else {
                None
            }
        }
        channel => Some(channel.clone()),
    }
}

/// Returns the normals of a height.
fn normal_of(height: &Value, displacement: &Value) -> Value {
    table([("source", height.clone()), ("strength", displacement.clone()), ("method", "pixel".into())])
}

/// Returns the occlusion of a height.
fn occlusion_of(height: &Value, displacement: &Value, width: f64) -> Value {
    let keys = [("source", height.clone()), ("height", displacement.clone()), ("radius", float(width * SEEN))];
    node("ao", keys.map(|(key, value)| (key.to_owned(), value)))
}

/// Returns the width of the recipe's picture, as far as it is written as a number.
fn width_of(document: &Table) -> f64 {
    let number = |value: &Value| as_number(value).map(|number| number.to_f64());
    let region =
        document.get("region").and_then(Value::as_array).and_then(|region| Some(number(region.get(2)?)? - number(region.first()?)?));
    let wrap = document.get(WRAP).and_then(|wrap| number(wrap.as_array().and_then(|wrap| wrap.first()).unwrap_or(wrap)));
    region.or(wrap).filter(|width| *width > 0.0).unwrap_or(WIDTH)
}

fn float(number: f64) -> Value {
    Value::Float(number)
}

fn table<'a>(keys: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Table(keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn unit() -> Value {
    Value::Array(vec![0.into(), 1.into()])
}
