//! A node as Python holds it: a recipe and one of its outputs.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use lacuna::internal;
use lacuna::recipe::{self, Draft, ParamValue};
use lacuna::{Graph, Program};
use lacuna_bake::{Samples, Source};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::expression::{Expression, Operand, recipe_text};
use crate::failure::{refused, unbaked};
use crate::pool::deep;

/// A recipe and one of its outputs.
#[pyclass(frozen, module = "lacuna_noise._lacuna")]
pub(crate) struct Core {
    origin: Origin,
    read: OnceLock<Read>,
    ready: OnceLock<Ready>,
    channels: OnceLock<Vec<Arc<Expression>>>,
}

/// The origin of a node.
enum Origin {
    /// Nodes that were made one by one, one per channel.
    Made(Vec<Arc<Expression>>),
    /// A recipe that was read, and the name of the requested output.
    Read(Box<Source>, Option<String>),
}

/// A recipe, and the name of the chosen output, if one was chosen.
pub(crate) struct Read {
    pub(crate) source: Source,
    output: Option<String>,
}

impl Read {
    /// Returns the name of the output.
    pub(crate) fn output(&self) -> lacuna::Result<&str> {
        match &self.output {
            Some(name) => Ok(name),
            None => self.source.recipe().default_output(),
        }
    }
}

/// The programs that evaluate an output.
pub(crate) struct Ready {
    pub(crate) graph: Graph,
    /// An output that takes layers has none.
    program: lacuna::Result<Program>,
    /// For points of four coordinates.
    program_4d: OnceLock<Program>,
    /// The evaluation over planes and volumes, if the output takes layers, or its pixels are means.
    pub(crate) pictures: Option<Samples>,
}

impl Ready {
    fn new(read: &Read) -> Result<Self, lacuna_bake::Error> {
        let output = read.output()?;
        let recipe = read.source.recipe();
        let graph = recipe.graph_of(output)?;
        let has_layers = recipe.plan(&[output])?.has_layers();
        let program = Program::new(&graph);
        if let (Err(error), false) = (&program, has_layers) {
            return Err(error.clone().into());
        }
        let output_of = recipe.output(output)?;
        let has_means = output_of.blur.is_some() || output_of.samples.is_some_and(|samples| samples > 1);
        let pictures = (has_means || has_layers).then(|| Samples::new(recipe, output)).transpose()?;
        Ok(Self { graph, program, program_4d: OnceLock::new(), pictures })
    }

    /// Returns the program; an error if the output takes layers, which only grids have.
    pub(crate) fn program(&self) -> PyResult<&Program> {
        self.program.as_ref().map_err(|error| refused(error.clone()))
    }

    /// Returns the number of channels.
    pub(crate) fn channels(&self) -> usize {
        self.program.as_ref().ok().map_or_else(|| self.pictures.as_ref().map_or(1, Samples::channels), Program::channels)
    }

    /// Returns the evaluations of a sample; a few thousand for layers.
    pub(crate) fn evaluations(&self) -> u64 {
        const OF_LAYERS: u64 = 1 << 12;
        self.program.as_ref().map_or(OF_LAYERS, Program::evaluations)
    }

    /// Returns the program for points of `coordinates` coordinates. Four mean 4-D noise, of which 3-D noise is not a slice.
    pub(crate) fn program_of(&self, coordinates: usize) -> PyResult<&Program> {
        if coordinates < 4 {
            return self.program();
        }
        if let Some(program) = self.program_4d.get() {
            return Ok(program);
        }
        let mut graph = self.graph.clone();
        graph.set_default_dimensions(4);
        let program = deep(|| Program::new(&graph)).map_err(refused)?;
        Ok(self.program_4d.get_or_init(|| program))
    }
}

impl From<Origin> for Core {
    fn from(origin: Origin) -> Self {
        Self { origin, read: OnceLock::new(), ready: OnceLock::new(), channels: OnceLock::new() }
    }
}

impl Core {
    fn of_source(source: Source, output: Option<String>) -> PyResult<Self> {
        if let Some(name) = &output {
            source.recipe().output(name).map_err(refused)?;
        }
        Ok(Origin::Read(Box::new(source), output).into())
    }

    /// Returns the same recipe with changes.
    fn changed(&self, change: impl FnOnce(&mut Draft) -> lacuna::Result<()> + Send) -> PyResult<Self> {
        let read = self.read()?;
        let changed = || {
            let mut draft = read.source.draft()?;
            change(&mut draft)?;
            let recipe = draft.recipe()?;
            Ok((draft, recipe))
        };
        Self::of_source(deep(changed).map_err(unbaked)?.into(), read.output.clone())
    }

    /// Returns the recipe, and the name of the output.
    pub(crate) fn read(&self) -> PyResult<&Read> {
        if let Some(read) = self.read.get() {
            return Ok(read);
        }
        let source = match &self.origin {
            Origin::Made(channels) => deep(|| lacuna_bake::read_recipe(&recipe_text(channels))).map_err(refused)?.into(),
            Origin::Read(source, _) => (**source).clone(),
        };
        let output = if let Origin::Read(_, output) = &self.origin { output.clone() } else { None };
        Ok(self.read.get_or_init(|| Read { source, output }))
    }

    /// Returns the programs that evaluate it.
    pub(crate) fn ready(&self) -> PyResult<&Ready> {
        if let Some(ready) = self.ready.get() {
            return Ok(ready);
        }
        let read = self.read()?;
        let ready = deep(|| Ready::new(read)).map_err(unbaked)?;
        Ok(self.ready.get_or_init(|| ready))
    }

    /// Returns the nodes of its channels.
    fn expressions(&self) -> PyResult<&[Arc<Expression>]> {
        if let Origin::Made(channels) = &self.origin {
            return Ok(channels);
        }
        if let Some(channels) = self.channels.get() {
            return Ok(channels);
        }
        let ready = self.ready()?;
        let channels = deep(|| Expression::of_graph(&ready.graph)).map_err(refused)?;
        Ok(self.channels.get_or_init(|| channels))
    }

    /// Returns the node of its only channel.
    fn expression(&self) -> PyResult<Arc<Expression>> {
        match self.expressions()? {
            [only] => Ok(Arc::clone(only)),
            channels => {
                let count = channels.len();
                Err(PyValueError::new_err(format!(
                    "it has {count} channels, and a node takes one: choose it by `[0]` to `[{}]`",
                    count - 1
                )))
            }
        }
    }

    pub(crate) fn source(&self) -> PyResult<Source> {
        Ok(self.read()?.source.clone())
    }

    /// Returns the recipe with all seeds varied by one number.
    pub(crate) fn seeded_by(&self, seed: u64) -> PyResult<Self> {
        self.changed(|draft| draft.set_seed(seed))
    }

    /// Returns the derivatives along the first axes.
    pub(crate) fn slopes(&self, axes: usize) -> PyResult<Self> {
        Ok(Origin::Made(self.derivatives(axes)?).into())
    }

    fn derivatives(&self, axes: usize) -> PyResult<Vec<Arc<Expression>>> {
        const ALL: [&str; 3] = ["x", "y", "z"];
        if axes == 0 || axes > ALL.len() {
            return Err(PyValueError::new_err(format!("{axes} axes; there are derivatives along x, y and z, so give 1 to 3 coordinates")));
        }
        let value = self.expression()?;
        let derivative = |axis: &&str| {
            let keys =
                vec![("source".to_owned(), Operand::Node(Arc::clone(&value))), ("axis".to_owned(), Operand::Text(format!("{axis:?}")))];
            Ok(Arc::new(Expression::new("derivative", keys).map_err(refused)?))
        };
        ALL[..axes].iter().map(derivative).collect()
    }
}

/// Returns the value of a key: a text in TOML syntax, or a node.
fn operand(value: &Bound<'_, PyAny>) -> PyResult<Operand> {
    match value.cast::<Core>() {
        Ok(core) => Ok(Operand::Node(core.get().expression()?)),
        Err(_) => Ok(Operand::Text(value.extract()?)),
    }
}

#[pymethods]
impl Core {
    /// Makes a node of a kind. The keys are texts in TOML syntax, or nodes.
    #[staticmethod]
    fn of_kind(kind: &str, keys: Vec<(String, Bound<'_, PyAny>)>) -> PyResult<Self> {
        let keys = keys.into_iter().map(|(key, value)| Ok((key, operand(&value)?))).collect::<PyResult<_>>()?;
        let expression = Expression::new(kind, keys).map_err(refused)?;
        Ok(Origin::Made(vec![Arc::new(expression)]).into())
    }

    /// Makes a node of several others, one per channel.
    #[staticmethod]
    fn of_channels(nodes: Vec<Bound<'_, Core>>) -> PyResult<Self> {
        let mut channels = Vec::new();
        for node in nodes {
            channels.extend_from_slice(node.get().expressions()?);
        }
        let made = Self::from(Origin::Made(channels));
        made.read()?;
        Ok(made)
    }

    /// Reads a recipe's text.
    #[staticmethod]
    #[pyo3(signature = (text, output = None))]
    fn of_text(text: &str, output: Option<String>) -> PyResult<Self> {
        let read = deep(|| Source::of_text(text));
        Self::of_source(read.map_err(|error| PyValueError::new_err(error.to_string()))?, output)
    }

    /// Reads a recipe's file, or a baked file.
    #[staticmethod]
    #[pyo3(signature = (path, output = None))]
    fn of_file(path: PathBuf, output: Option<String>) -> PyResult<Self> {
        let source = deep(|| Source::open(&path)).map_err(unbaked)?;
        let shown = source.facts().and(source.default_output().ok()).map(str::to_owned);
        let recipe = (source.draft().map_err(unbaked)?, source.recipe().clone());
        Self::of_source(recipe.into(), output.or(shown))
    }

    /// Returns a preset.
    #[staticmethod]
    #[pyo3(signature = (name, output = None))]
    fn of_preset(name: &str, output: Option<String>) -> PyResult<Self> {
        let source = match lacuna::presets::Preset::of(name) {
            Some(_) => Source::named(name).map_err(unbaked)?,
            None => {
                let names = lacuna::presets::PRESETS.iter().map(|preset| preset.name);
                let meant = internal::meant(internal::nearest(name, names.clone()).as_slice());
                let known = names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                let shown = internal::short(name);
                return Err(PyValueError::new_err(format!("there is no preset `{shown}`{meant}; there are {known}")));
            }
        };
        Self::of_source(source, output)
    }

    /// Returns the recipe's text.
    fn text(&self) -> PyResult<String> {
        let read = self.read()?;
        deep(|| Ok(read.source.draft()?.short_text()?)).map_err(unbaked)
    }

    /// Returns the text of the recipe's nodes, with parameters, parts and expressions written out: equal recipes have equal texts.
    fn identity(&self) -> PyResult<String> {
        let read = self.read()?;
        deep(|| recipe::write(read.source.recipe())).map_err(refused)
    }

    /// Returns the names and the values of the recipe's parameters. A colour is a text.
    fn params(&self, py: Python<'_>) -> PyResult<Vec<(String, Py<PyAny>)>> {
        let params = self.read()?.source.draft().map_err(unbaked)?.params().map_err(refused)?;
        let told = |value: ParamValue| match value {
            ParamValue::Number(number) => number.to_f64().into_py_any(py),
            ParamValue::Truth(truth) => truth.into_py_any(py),
            ParamValue::Word(word) => word.into_py_any(py),
            color => serde_json::to_value(&color).ok().and_then(|color| color.as_str().map(str::to_owned)).into_py_any(py),
        };
        params.into_iter().map(|param| Ok((param.name, told(param.value)?))).collect()
    }

    /// Returns the recipe with other values of parameters, as texts in TOML syntax.
    fn with_params(&self, values: Vec<(String, String)>) -> PyResult<Self> {
        self.changed(|draft| values.iter().try_for_each(|(name, value)| draft.set(&format!("params.{name}"), value)))
    }

    /// Returns the node with other values of some of its keys, which are texts in TOML syntax, or nodes; without a value a key takes its default.
    fn with_keys(&self, keys: Vec<(String, Option<Bound<'_, PyAny>>)>) -> PyResult<Self> {
        let change = |(key, value): (String, Option<Bound<'_, PyAny>>)| Ok((key, value.as_ref().map(operand).transpose()?));
        let keys = keys.into_iter().map(change).collect::<PyResult<_>>()?;
        let expression = self.expression()?.with(keys).map_err(refused)?;
        Ok(Origin::Made(vec![Arc::new(expression)]).into())
    }

    /// Returns the name of the output.
    fn output(&self) -> PyResult<&str> {
        self.read()?.output().map_err(refused)
    }

    /// Returns the name of the chosen output, if one was chosen.
    fn chosen(&self) -> PyResult<Option<&str>> {
        Ok(self.read()?.output.as_deref())
    }

    /// Returns the names of all outputs of the recipe.
    fn outputs(&self) -> PyResult<Vec<&str>> {
        Ok(self.read()?.source.recipe().output_names())
    }

    /// Returns the same recipe with another output.
    fn with_output(&self, name: String) -> PyResult<Self> {
        Self::of_source(self.read()?.source.clone(), Some(name))
    }

    /// Returns the number of channels of the output.
    fn channel_count(&self) -> PyResult<usize> {
        match &self.origin {
            Origin::Made(channels) => Ok(channels.len()),
            Origin::Read(..) => Ok(self.ready()?.channels()),
        }
    }

    /// Returns true if samples depend on those around them: in blurred outputs and layers.
    fn reads_pixels(&self) -> PyResult<bool> {
        Ok(self.ready()?.pictures.is_some())
    }

    /// Returns a single channel.
    fn channel(&self, number: usize) -> PyResult<Self> {
        let channels = self.expressions()?;
        match channels.get(number) {
            Some(channel) => Ok(Origin::Made(vec![Arc::clone(channel)]).into()),
            None => Err(PyValueError::new_err(format!("there is no channel {number}; there are {}", channels.len()))),
        }
    }

    /// Returns the value, followed by the derivatives along the first axes.
    fn with_gradient(&self, axes: usize) -> PyResult<Self> {
        let mut channels = vec![self.expression()?];
        channels.extend(self.derivatives(axes)?);
        Ok(Origin::Made(channels).into())
    }

    /// Returns the recipe with all seeds varied by one number.
    fn seeded(&self, seed: u64) -> PyResult<Self> {
        self.seeded_by(seed)
    }

    /// Returns the size of the recipe's pictures along x and y, if the recipe sets one.
    fn size(&self) -> PyResult<Option<[u32; 2]>> {
        Ok(self.read()?.source.recipe().size)
    }

    /// Returns the edges of the recipe's region, as decimals.
    fn region(&self) -> PyResult<Option<Vec<String>>> {
        Ok(self.read()?.source.recipe().region.map(|region| region.iter().map(ToString::to_string).collect()))
    }

    /// Returns the range that the graph declares for its first channel.
    fn declared_range(&self) -> PyResult<Option<[f64; 2]>> {
        let graph = &self.ready()?.graph;
        Ok(graph.declared_range(&graph.outputs[0]))
    }
}
