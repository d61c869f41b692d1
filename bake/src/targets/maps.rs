//! From the roles of a recipe to the pictures of a material.

use std::collections::BTreeMap;

use lacuna::internal::free_name;
use lacuna::nodes::{Negate, NormalSpace, ScaleOffset};
use lacuna::recipe::{Content, NormalMap, NormalY, Output, OutputRange, Recipe, Role};
use lacuna::{Error, Input, Node, Number, Problem, Result};

use super::{Channel, Holds, Made, Target, TargetDescription};
use crate::area::Area;

/// Returns the error of an output that a material can't take.
fn refused(place: impl Into<String>, message: &str) -> Error {
    Error::Parameter { place: place.into(), problem: Problem::Unfit, message: message.to_owned() }
}

/// Returns the recipe whose outputs are the pictures that a target expects of a material, and what is known of them.
pub(crate) fn recipe_of(target: Target, recipe: &Recipe, name: &str, area: &Area) -> crate::Result<(Recipe, Made)> {
    let TargetDescription { maps, .. } = target.description();
    let mut roles = Roles { recipe, nodes: recipe.nodes.clone(), named: BTreeMap::new() };
    let material = recipe.material.unwrap_or_default();
    let ([width, height], [own, _]) = (area.lengths()?, Area::of_recipe(recipe).lengths()?);
    let mut made = Made {
        name: name.to_owned(),
        // The size is that of the recipe's own picture.
        metres: material.size.to_f64() * width / own,
        displacement: material.displacement.to_f64(),
        width,
        ratio: height / width,
        heights: [0.0, 1.0],
        has_opacity: roles.opacity()?.is_some(),
        maps: vec![],
    };
    let mut outputs = BTreeMap::new();
    for map in *maps {
        if let Some(output) = roles.output(map.holds)? {
            if let (Holds::Height, Some(OutputRange::Between(ends))) = (map.holds, output.range) {
                made.heights = ends.map(|end| end.to_f64());
            }
            made.maps.push((map.holds, format!("{}.png", map.of(name))));
            outputs.insert(map.of(name), output);
        }
    }
    if outputs.is_empty() {
        let problem = "a material needs outputs such as `albedo`, `height` or `roughness`; add a table to the recipe, [material] with albedo = \"a node's name\"";
        return Err(refused("outputs", problem).into());
    }
    Ok((Recipe { output: vec![], outputs, nodes: roles.nodes, ..recipe.clone() }, made))
}

/// The outputs of a recipe that are roles of a material.
struct Roles<'a> {
    recipe: &'a Recipe,
    /// The nodes of the recipe, and those of roles that are nodes in place.
    nodes: BTreeMap<String, Node>,
    named: BTreeMap<Role, Input>,
}

impl Roles<'_> {
    fn get(&self, role: Role) -> Result<Option<Output>> {
        match self.recipe.output_names().contains(&role.name()) {
            true => self.recipe.output(role.name()).map(Some),
            false => Ok(None),
        }
    }

    /// Returns the output that a picture is.
    fn output(&mut self, holds: Holds) -> Result<Option<Output>> {
        match holds {
            Holds::ColorAndOpacity => {
                let Some(albedo) = self.get(Role::Albedo)? else { return Ok(None) };
                self.with_opacity(albedo).map(Some)
            }
            Holds::Color(role) => self.get(role)?.map(|output| self.color(role, output)).transpose(),
            Holds::Normal(y) => self.get(Role::Normal)?.map(|output| normal(output, y)).transpose(),
            Holds::Height => self.get(Role::Height)?.map(height).transpose(),
            Holds::Numbers(channels) => self.numbers(channels),
        }
    }

    /// Returns the number of a role. A node in place is named, so that it is evaluated once.
    fn number(&mut self, role: Role) -> Result<Option<Input>> {
        if let Some(known) = self.named.get(&role) {
            return Ok(Some(known.clone()));
        }
        let place = format!("outputs.{}", role.name());
        let Some(Output { content, blur, .. }) = self.get(role)? else { return Ok(None) };
        if blur.is_some() {
            return Err(refused(format!("{place}.blur"), "a channel beside others takes no blur; use a node `blur`"));
        }
        let input = match content {
            Content::Channels { mut channels, .. } if channels.len() == 1 => channels.remove(0),
            _ => return Err(refused(place, "a role of one number takes one channel")),
        };
        let Input::Node(node) = input else { return Ok(Some(input)) };
        let name = free_name(role.name(), |name| self.nodes.contains_key(name));
        self.nodes.insert(name.clone(), *node);
        let input = Input::Name(name);
        self.named.insert(role, input.clone());
        Ok(Some(input))
    }

    /// Returns the opacity of the material: its role, or the alpha of the albedo.
    fn opacity(&mut self) -> Result<Option<Input>> {
        if let Some(opacity) = self.number(Role::Opacity)? {
            return Ok(Some(opacity));
        }
        Ok(match self.get(Role::Albedo)?.map(|albedo| albedo.content) {
            Some(Content::Color { alpha, .. }) => alpha,
            Some(Content::Channels { channels, is_color: true }) if matches!(channels.len(), 2 | 4) => channels.last().cloned(),
            _ => None,
        })
    }

    fn with_opacity(&mut self, albedo: Output) -> Result<Output> {
        let Some(opacity) = self.opacity()? else { return self.color(Role::Albedo, albedo) };
        let albedo = self.color(Role::Albedo, albedo)?;
        let content = match albedo.content {
            Content::Color { source, .. } => Content::Color { source, alpha: Some(opacity) },
            Content::Channels { mut channels, is_color } => {
                channels.push(opacity);
                Content::Channels { channels, is_color }
            }
            _ => {
                let problem = "beside an opacity a ramp is a node: channels = { kind = \"ramp\", source = ..., stops = ... }";
                return Err(refused("outputs.albedo.ramp", problem));
            }
        };
        Ok(Output { content, ..albedo })
    }

    /// Returns red, green and blue, without alpha.
    fn color(&self, role: Role, output: Output) -> Result<Output> {
        let content = match output.content {
            Content::Color { source, .. } => Content::Color { source, alpha: None },
            Content::Channels { channels, .. } => {
                let channels = if channels.len() < 3 { vec![channels[0].clone(); 3] } else { channels[..3].to_vec() };
                Content::Channels { channels, is_color: true }
            }
            ramp @ Content::Ramp(_) => ramp,
            _ => return Err(refused(format!("outputs.{}", role.name()), "this role is a colour")),
        };
        Ok(Output { depth: Some(8), format: None, range: None, ..Output { content, ..output } })
    }

    fn numbers(&mut self, channels: &[Channel]) -> Result<Option<Output>> {
        // The role of the most samples determines those of all.
        let (mut is_given, mut samples) = (false, None);
        let mut given = |role: Role| {
            samples = samples.max(self.get(role)?.and_then(|output| output.samples));
            let number = if role == Role::Opacity { self.opacity() } else { self.number(role) }?;
            is_given |= number.is_some();
            Ok(number.unwrap_or_else(|| Input::Number(role.usual().into())))
        };
        let each = channels.iter().map(|channel| match channel {
            Channel::Of(role) => given(*role),
            Channel::Smoothness => {
                let source = given(Role::Roughness)?;
                Ok(Node::from(ScaleOffset::of(source, -1, 1)).into())
            }
            Channel::One => Ok(Input::Number(Number::ONE)),
        });
        let inputs = each.collect::<Result<Vec<Input>>>()?;
        let unit = OutputRange::Between([Number::ZERO, Number::ONE]);
        Ok(is_given.then(|| Output { range: Some(unit), depth: Some(8), samples, ..Content::channels(inputs).into() }))
    }
}

/// Returns normals whose y points up or down.
fn normal(output: Output, y: NormalY) -> Result<Output> {
    let place = format!("outputs.{}", Role::Normal.name());
    let content = match output.content {
        Content::Normal(map) if map.space == NormalSpace::Tangent => Content::Normal(NormalMap { y, ..map }),
        Content::Normal(_) => {
            return Err(refused(format!("{place}.normal.space"), "normals of a material are in tangent space; leave it out"));
        }
        Content::Channels { channels, .. } if channels.len() == 3 => match (y, &channels[..]) {
            (NormalY::Down, [x, up, z]) => Content::channels([x.clone(), Node::from(Negate::of(up.clone())).into(), z.clone()]),
            _ => Content::Channels { channels, is_color: false },
        },
        _ => return Err(refused(place, "these are no normals; give normal = { source = \"a height\" }")),
    };
    Ok(Output { depth: Some(8), format: None, ..Output { content, ..output } })
}

/// Returns heights of 16 bit.
fn height(output: Output) -> Result<Output> {
    let place = format!("outputs.{}", Role::Height.name());
    if output.content.channel_count() != 1 {
        return Err(refused(place, "a height has one channel"));
    }
    if output.range == Some(OutputRange::Auto) {
        let problem = "the range of a material's height is known beforehand; give two numbers, such as [0, 1]";
        return Err(refused(format!("{place}.range"), problem));
    }
    let range = output.range.or(Some(OutputRange::Between([Number::ZERO, Number::ONE])));
    Ok(Output { depth: Some(16), format: None, range, ..output })
}
