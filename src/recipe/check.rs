//! Checks of recipes as a whole.

use super::document::{OUTPUTS, Recipe, is_name_of_node};
use super::expansion::Expansion;
use super::output::{Content, Output};
use crate::color::Lanes;
use crate::domain::{Axis, Grid, MAX_SAMPLES};
use crate::error::{Error, Result};
use crate::error_words::{quoted, short, suggestion};
use crate::graph::{Input, MAX_CHANNELS, version_problem};
use crate::lower::lowerer::NodeLanes;

/// The maximum depth to which nodes may be nested without names of their own. A text is nested a few levels deeper; TOML readers accept 80 levels.
pub const MAX_NESTING: usize = 64;

impl Recipe {
    /// Checks the version, that named nodes and outputs exist, that nodes form no cycle and are nested at most [`MAX_NESTING`] deep, and that every parameter
    /// is in its legal range.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] and [`Error::Limit`], which name the place: `fbm.source.frequency`, `outputs.albedo.depth`.
    pub fn validate(&self) -> Result<()> {
        if let Some(problem) = version_problem(self.version) {
            return Err(Error::parameter("version", problem));
        }
        if self.nodes.contains_key(OUTPUTS) {
            return Err(Error::parameter("nodes", "`outputs` is the name of the tables of outputs; give the node another name"));
        }
        for name in self.outputs.keys() {
            if !is_name_of_node(name) {
                return Err(Error::parameter(OUTPUTS, format!("`{}` is no name; use letters, digits, `_` and `-`", short(name))));
            }
        }
        self.check_area()?;
        self.material.map_or(Ok(()), |material| material.validate())?;
        match &self.output[..] {
            [] if self.outputs.is_empty() => {
                let example = self.nodes.keys().next().map_or("a node's name", String::as_str);
                let problem = format!("nothing is; name a node, such as output = {:?}, or add a table [outputs.NAME]", short(example));
                return Err(Error::parameter("output", problem));
            }
            several if self.outputs.is_empty() && several.len() > MAX_CHANNELS => {
                let problem = format!("{} names; give 1 to {MAX_CHANNELS}, one a channel", several.len());
                return Err(Error::parameter("output", problem));
            }
            _ if self.outputs.is_empty() => {}
            [] => {}
            [name] if self.outputs.contains_key(name) => {}
            [name] => {
                let known: Vec<&str> = self.outputs.keys().map(String::as_str).collect();
                let nearest = suggestion(name, known.iter().copied());
                let problem =
                    format!("there is no output `{}`{nearest}; beside tables it names the default one of {}", short(name), quoted(&known));
                return Err(Error::parameter("output", problem));
            }
            _ => {
                let problem = "beside tables of outputs it names the default one; for a picture of several channels write channels = [...] in a table";
                return Err(Error::parameter("output", problem));
            }
        }
        self.check_inputs()?;
        let colored = NodeLanes::of(&self.nodes);
        for name in self.output_names() {
            let output = self.output(name)?;
            if self.outputs.contains_key(name) {
                output.validate(&format!("{OUTPUTS}.{name}"))?;
            }
            if let Content::Channels { channels, .. } = &output.content
                && channels.iter().any(|channel| colored.input(channel) > Lanes::Number)
            {
                let place = if self.outputs.contains_key(name) { format!("{OUTPUTS}.{name}.channels") } else { "output".to_owned() };
                let problem = "a colour is all channels of a picture: it stands alone, or before one number, which is its alpha then; others take a channel by `split`";
                return Err(Error::parameter(place, problem));
            }
            // Without a blur every step is a node, which checks itself.
            Expansion::new(self).validate(name, &Output { blur: None, ..output })?;
        }
        Ok(())
    }

    /// Checks the size and the region of the pictures.
    fn check_area(&self) -> Result<()> {
        if let Some(side) = self.size.iter().flatten().find(|side| !(1..=MAX_SAMPLES).contains(*side)) {
            return Err(Error::outside(
                "size",
                [1.0, MAX_SAMPLES.into()],
                format!("{side} samples are not allowed; give 1 to {MAX_SAMPLES}"),
            ));
        }
        let Some([x0, y0, x1, y1]) = self.region else { return Ok(()) };
        Grid::plane(Axis::extent(x0, x1, 1), Axis::extent(y0, y1, 1)).validate().map_err(|error| match error {
            Error::Parameter { problem, message, .. } => Error::Parameter { place: "region".to_owned(), problem, message },
            error => error,
        })
    }

    /// Checks that every named node exists, and that no node is nested too deep.
    fn check_inputs(&self) -> Result<()> {
        let known = |place: String, name: &str| {
            if self.nodes.contains_key(name) {
                return Ok(());
            }
            let names: Vec<&str> = self.nodes.keys().map(String::as_str).collect();
            let all = if names.is_empty() { "the recipe has no nodes".to_owned() } else { format!("the nodes are {}", quoted(&names)) };
            Err(Error::unknown(place, format!("there is no node `{}`{}; {all}", short(name), suggestion(name, names.iter().copied()))))
        };
        if self.outputs.is_empty() {
            for (index, name) in self.output.iter().enumerate() {
                known(if self.output.len() == 1 { "output".to_owned() } else { format!("output[{index}]") }, name)?;
            }
        }
        let mut open: Vec<(String, &Input, usize)> = Vec::new();
        for (name, node) in self.nodes.iter().rev() {
            open.extend(node.inputs().into_iter().rev().map(|(key, input)| (format!("{name}.{key}"), input, 1)));
        }
        for (name, output) in &self.outputs {
            open.extend(output.content.inputs().into_iter().map(|(path, input)| (format!("{OUTPUTS}.{name}.{path}"), input, 1)));
        }
        while let Some((place, input, depth)) = open.pop() {
            match input {
                Input::Name(name) => known(place, name)?,
                Input::Node(_) if depth > MAX_NESTING => {
                    let problem = format!("this node stands more than {MAX_NESTING} deep in others; give some of them names of their own");
                    return Err(Error::limit(place, problem));
                }
                Input::Node(node) => {
                    open.extend(node.inputs().into_iter().map(|(key, input)| (format!("{place}.{key}"), input, depth + 1)));
                }
                Input::Number(_) => {}
            }
        }
        Ok(())
    }
}
