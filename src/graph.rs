//! What the user asked for, as plain data: nodes, their parameters, and which one is the output.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::error::{Error, Result};
use crate::number::Number;

/// The version of the graph's data that this library reads and writes.
pub const GRAPH_VERSION: u32 = 1;
/// The most octaves a fractal may have.
pub const MAX_OCTAVES: u32 = 32;
/// The longest period of the permutation table, in cells: the table repeats after so many.
pub const MAX_TABLE_PERIOD: u32 = 256;
/// How deep nodes may stand in each other.
pub const MAX_DEPTH: usize = 256;

/// A graph of named nodes and the name of the one that is evaluated.
///
/// ```
/// use lacuna::{Fbm, Graph, Perlin};
/// let graph = Graph::from(Fbm { octaves: Some(6), ..Fbm::of(Perlin { frequency: 4.into(), ..Perlin::default() }) });
/// assert_eq!(graph.output, "fbm");
/// graph.validate().unwrap();
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// Always [`GRAPH_VERSION`].
    pub version: u32,
    /// The name of the node that is evaluated.
    pub output: String,
    /// The nodes by name. A name is letters, digits, `_` and `-`.
    pub nodes: BTreeMap<String, Node>,
}

/// A step of a graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Node {
    /// Improved Perlin noise.
    Perlin(Perlin),
    /// Fractional Brownian motion: a weighted sum of octaves of another node.
    Fbm(Fbm),
    /// A value times a scale plus an offset.
    ScaleOffset(ScaleOffset),
}

/// A kind of node, for listings.
#[derive(Debug, Clone, Copy)]
pub struct NodeKind {
    /// The kind as recipes write it.
    pub name: &'static str,
    /// One line that says what it makes.
    pub summary: &'static str,
    /// Whether the kind stands by itself, without a source.
    pub is_basis: bool,
    /// The node with nothing but defaults: a basis as it is, another kind over Perlin noise.
    pub example: fn() -> Node,
    /// The keys that recipes may give it, apart from `kind`.
    pub keys: fn() -> &'static [&'static str],
}

impl NodeKind {
    /// The kind of a name.
    pub fn of(name: &str) -> Option<&'static Self> {
        NODE_KINDS.iter().find(|kind| kind.name == name)
    }
}

/// Every kind of node.
pub const NODE_KINDS: &[NodeKind] = &[
    NodeKind {
        name: "perlin",
        summary: "improved Perlin noise in 1 to 4 dimensions",
        is_basis: true,
        example: || Perlin::default().into(),
        keys: keys_of::<Perlin>,
    },
    NodeKind {
        name: "fbm",
        summary: "fractional Brownian motion: a weighted sum of octaves of its source",
        is_basis: false,
        example: || Fbm::of(Perlin::default()).into(),
        keys: keys_of::<Fbm>,
    },
    NodeKind {
        name: "scale_offset",
        summary: "its source times a scale plus an offset",
        is_basis: false,
        example: || ScaleOffset { source: Perlin::default().into(), scale: Number::ONE, offset: Number::ZERO }.into(),
        keys: keys_of::<ScaleOffset>,
    },
];

impl Node {
    /// The kind as recipes write it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Perlin(_) => "perlin",
            Self::Fbm(_) => "fbm",
            Self::ScaleOffset(_) => "scale_offset",
        }
    }

    /// The nodes that this one takes values from, with the name of the parameter.
    pub fn inputs(&self) -> Vec<(&'static str, &Input)> {
        match self {
            Self::Perlin(_) => vec![],
            Self::Fbm(fbm) => vec![("source", &fbm.source)],
            Self::ScaleOffset(node) => vec![("source", &node.source)],
        }
    }

    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        match self {
            Self::Perlin(_) => vec![],
            Self::Fbm(fbm) => vec![&mut fbm.source],
            Self::ScaleOffset(node) => vec![&mut node.source],
        }
    }

    fn validate(&self, place: &str) -> Result<()> {
        match self {
            Self::Perlin(node) => node.validate(place),
            Self::Fbm(node) => node.validate(place),
            Self::ScaleOffset(node) => node.validate(place),
        }
    }
}

/// Where a node takes a value from: another node by name, or one written in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Input {
    /// The name of a node of the graph.
    Name(String),
    /// A node of its own.
    Node(Box<Node>),
}

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Input;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a node, or a node")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Input, E> {
                Ok(Input::Name(name.to_owned()))
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Input, A::Error> {
                Node::deserialize(MapAccessDeserializer::new(map)).map(|node| Input::Node(Box::new(node)))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// A value for each axis: one for all of them, or a list in the order x, y, z, w.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number, or a list of up to four numbers")]
pub enum PerAxis<T> {
    /// The same for every axis.
    All(T),
    /// x, y, z, w; what the list leaves out has none.
    Each(Vec<T>),
}

impl<T: Copy> PerAxis<T> {
    /// The value of an axis, 0 for x to 3 for w.
    pub fn get(&self, axis: usize) -> Option<T> {
        match self {
            Self::All(value) => Some(*value),
            Self::Each(values) => values.get(axis).copied(),
        }
    }

    fn values(&self) -> &[T] {
        match self {
            Self::All(value) => std::slice::from_ref(value),
            Self::Each(values) => values,
        }
    }
}

/// Where a basis takes what is random about its lattice points from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HashKind {
    /// A permutation table of 256 entries: 8 bits a point, and every 256 cells the noise comes again.
    #[default]
    Table,
    /// Integer products and shifts: 32 bits a point, and the noise comes again after 2^32 cells.
    Lattice,
}

/// How lattice points are interpolated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// t.
    Linear,
    /// (1 - cos(pi t)) / 2.
    Cosine,
    /// 3t^2 - 2t^3 (Perlin 1985).
    Cubic,
    /// 6t^5 - 15t^4 + 10t^3 (Perlin 2002), whose second derivative is continuous.
    #[default]
    Quintic,
}

/// A set of gradients.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GradientSet {
    /// The twelve edges of a cube (Perlin 2002), in four dimensions the thirty-two of a hypercube.
    #[default]
    Improved,
    /// Eight unit vectors, 45 degrees apart; in two dimensions alone.
    Classic,
}

/// Improved Perlin noise (Ken Perlin, "Improving Noise", SIGGRAPH 2002).
///
/// Values lie within about ±1 (see the crate's table of ranges); at every lattice point they are 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Perlin {
    /// 1 to 4; without it 3, or 4 where the domain has four coordinates. 2-D is the plane z = 0 of 3-D, 1-D the line y = z = 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimensions: Option<u8>,
    /// Cells per unit, above 0.
    pub frequency: Number,
    /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<PerAxis<Number>>,
    /// What is random about a lattice point.
    #[serde(skip_serializing_if = "is_default")]
    pub hash: HashKind,
    /// The gradients at lattice points.
    #[serde(skip_serializing_if = "is_default")]
    pub gradients: GradientSet,
    /// How lattice points are interpolated, also called the fade.
    #[serde(skip_serializing_if = "is_default")]
    pub fade: Interpolation,
    /// Shuffles the permutation table; without it the table is Perlin's own.
    #[serde(skip_serializing_if = "Option::is_none", with = "seed")]
    pub seed: Option<u64>,
    /// After how many cells the noise repeats, 1 to [`MAX_TABLE_PERIOD`], per axis; 0 for no period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<PerAxis<u32>>,
}

impl Default for Perlin {
    fn default() -> Self {
        Self {
            dimensions: None,
            frequency: Number::ONE,
            offset: None,
            hash: HashKind::Table,
            gradients: GradientSet::Improved,
            fade: Interpolation::Quintic,
            seed: None,
            period: None,
        }
    }
}

impl Perlin {
    fn validate(&self, place: &str) -> Result<()> {
        if let Some(dimensions) = self.dimensions
            && !(1..=4).contains(&dimensions)
        {
            return Err(Error::parameter(format!("{place}.dimensions"), format!("{dimensions} is not allowed; give 1, 2, 3 or 4")));
        }
        positive(&format!("{place}.frequency"), self.frequency)?;
        if let Some(offset) = &self.offset {
            at_most_four(&format!("{place}.offset"), offset)?;
            for number in offset.values() {
                within(&format!("{place}.offset"), *number, -2_147_483_648.0, 2_147_483_648.0)?;
            }
        }
        if let Some(period) = &self.period {
            at_most_four(&format!("{place}.period"), period)?;
            for &cells in period.values() {
                if cells > MAX_TABLE_PERIOD {
                    return Err(Error::parameter(
                        format!("{place}.period"),
                        format!(
                            "{cells} cells is too long for the permutation table, which repeats after {MAX_TABLE_PERIOD}; give 1 to {MAX_TABLE_PERIOD}, or 0 for none"
                        ),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Fractional Brownian motion: the sum of a node's octaves, each `lacunarity` times as fine as the one before and `gain` times as strong
/// (Musgrave, in Ebert et al., "Texturing and Modeling", 3rd edition, 2003).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fbm {
    /// What is summed.
    pub source: Input,
    /// 1 to [`MAX_OCTAVES`]; without it as many as there are weights, or 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub octaves: Option<u32>,
    /// The ratio of the frequencies of neighbouring octaves, 1/100 to 100.
    #[serde(default = "two")]
    pub lacunarity: Number,
    /// The ratio of the amplitudes of neighbouring octaves, also called persistence, 0 to 16; without it and without `weights` 1/2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<Number>,
    /// The amplitude of each octave, within ±10^6, instead of `gain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<Number>>,
    /// Whether the amplitudes are divided by the sum of their absolute values, so that the sum keeps the source's range.
    #[serde(default = "yes")]
    pub normalize: bool,
    /// Whether each octave but the first is moved by a pseudo-random offset, so that the octaves' lattice points don't coincide.
    #[serde(default = "yes")]
    pub decorrelate: bool,
}

impl Fbm {
    /// Six octaves of a source with lacunarity 2 and gain 1/2, normalised and decorrelated.
    pub fn of(source: impl Into<Input>) -> Self {
        Self { source: source.into(), octaves: None, lacunarity: two(), gain: None, weights: None, normalize: true, decorrelate: true }
    }

    /// How many octaves are summed.
    pub fn octave_count(&self) -> u32 {
        match (&self.octaves, &self.weights) {
            (Some(octaves), _) => *octaves,
            (None, Some(weights)) => u32::try_from(weights.len()).unwrap_or(u32::MAX),
            (None, None) => 6,
        }
    }

    fn validate(&self, place: &str) -> Result<()> {
        let octaves = self.octave_count();
        if !(1..=MAX_OCTAVES).contains(&octaves) {
            let key = if self.octaves.is_some() { "octaves" } else { "weights" };
            return Err(Error::parameter(format!("{place}.{key}"), format!("{octaves} octaves; give 1 to {MAX_OCTAVES}")));
        }
        within(&format!("{place}.lacunarity"), self.lacunarity, 0.01, 100.0)?;
        if let Some(gain) = self.gain {
            within(&format!("{place}.gain"), gain, 0.0, 16.0)?;
            if self.weights.is_some() {
                return Err(Error::parameter(format!("{place}.gain"), "`weights` gives the amplitudes already; leave one of the two out"));
            }
        }
        if let Some(weights) = &self.weights {
            if weights.len() != octaves as usize {
                return Err(Error::parameter(
                    format!("{place}.weights"),
                    format!("{} weights for {octaves} octaves; give one for each octave, or leave `octaves` out", weights.len()),
                ));
            }
            for (index, weight) in weights.iter().enumerate() {
                within(&format!("{place}.weights[{index}]"), *weight, -1e6, 1e6)?;
            }
            if self.normalize && weights.iter().all(|weight| weight.to_f64() == 0.0) {
                return Err(Error::parameter(
                    format!("{place}.weights"),
                    "all are 0, which can't be normalised; give one that is not, or `normalize = false`",
                ));
            }
        }
        Ok(())
    }
}

/// A value times a scale plus an offset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleOffset {
    /// What is scaled.
    pub source: Input,
    /// The factor, within ±10^30.
    #[serde(default = "one")]
    pub scale: Number,
    /// Added after scaling, within ±10^30.
    #[serde(default)]
    pub offset: Number,
}

impl ScaleOffset {
    fn validate(&self, place: &str) -> Result<()> {
        within(&format!("{place}.scale"), self.scale, -1e30, 1e30)?;
        within(&format!("{place}.offset"), self.offset, -1e30, 1e30)
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn one() -> Number {
    Number::ONE
}

fn two() -> Number {
    2.into()
}

fn yes() -> bool {
    true
}

fn finite(place: &str, number: Number) -> Result<()> {
    if number.is_finite() { Ok(()) } else { Err(Error::parameter(place, format!("{number} is not allowed; give a finite number"))) }
}

fn positive(place: &str, number: Number) -> Result<()> {
    finite(place, number)?;
    if number.is_negative() || number.is_zero() {
        return Err(Error::parameter(place, format!("{number} is not allowed; give a number above 0")));
    }
    Ok(())
}

fn within(place: &str, number: Number, low: f64, high: f64) -> Result<()> {
    finite(place, number)?;
    if !(low..=high).contains(&number.to_f64()) {
        let (low, high) = (Number::from(low), Number::from(high));
        return Err(Error::parameter(place, format!("{number} is not allowed; give a number from {low} to {high}")));
    }
    Ok(())
}

fn at_most_four<T: Copy>(place: &str, values: &PerAxis<T>) -> Result<()> {
    match values.values().len() {
        1..=4 => Ok(()),
        count => Err(Error::parameter(place, format!("{count} values; give one for all axes, or one for each of up to four"))),
    }
}

impl Graph {
    /// The path under which a node of the graph stands in errors, with the node, for every node, also those in place of an input.
    fn places(&self) -> Result<Vec<(String, &Node)>> {
        let mut places = Vec::new();
        let mut stack: Vec<_> = self.nodes.iter().map(|(name, node)| (name.clone(), node, 1)).collect();
        while let Some((place, node, depth)) = stack.pop() {
            if depth > MAX_DEPTH {
                return Err(Error::limit(place, format!("nodes stand more than {MAX_DEPTH} deep in each other")));
            }
            for (key, input) in node.inputs() {
                if let Input::Node(inner) = input {
                    stack.push((format!("{place}.{key}"), inner, depth + 1));
                }
            }
            places.push((place, node));
        }
        Ok(places)
    }

    /// Checks the version, that names exist and form no cycle, and that every parameter is in its legal range.
    pub fn validate(&self) -> Result<()> {
        if self.version != GRAPH_VERSION {
            return Err(Error::parameter(
                "version",
                format!("{} is not known; this version reads version = {GRAPH_VERSION}", self.version),
            ));
        }
        let known = || {
            let names: Vec<_> = self.nodes.keys().map(|name| format!("`{name}`")).collect();
            if names.is_empty() { "the graph has no nodes".to_owned() } else { format!("the nodes are {}", names.join(", ")) }
        };
        for name in self.nodes.keys() {
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
                return Err(Error::parameter("nodes", format!("`{name}` is no name; use letters, digits, `_` and `-`")));
            }
        }
        if !self.nodes.contains_key(&self.output) {
            return Err(Error::parameter("output", format!("there is no node `{}`; {}", self.output, known())));
        }
        for (place, node) in self.places()? {
            node.validate(&place)?;
            for (key, input) in node.inputs() {
                if let Input::Name(name) = input
                    && !self.nodes.contains_key(name)
                {
                    return Err(Error::parameter(format!("{place}.{key}"), format!("there is no node `{name}`; {}", known())));
                }
            }
        }
        self.refuse_cycles()
    }

    /// Depth-first over the names, with a stack of our own: each name is entered once and left once.
    fn refuse_cycles(&self) -> Result<()> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            Open,
            Done,
        }
        let names_in = |name: &str| {
            let mut found = Vec::new();
            let mut nodes = vec![&self.nodes[name]];
            while let Some(node) = nodes.pop() {
                for (_, input) in node.inputs() {
                    match input {
                        Input::Name(name) => found.push(name.as_str()),
                        Input::Node(inner) => nodes.push(inner),
                    }
                }
            }
            found
        };
        let mut states: BTreeMap<&str, State> = BTreeMap::new();
        for start in self.nodes.keys() {
            let mut path = vec![(start.as_str(), false)];
            while let Some((name, leaving)) = path.pop() {
                if leaving {
                    states.insert(name, State::Done);
                    continue;
                }
                match states.get(name) {
                    Some(State::Done) => continue,
                    Some(State::Open) => return Err(Error::parameter(name, "the node takes its value from itself; break the cycle")),
                    None => {}
                }
                states.insert(name, State::Open);
                path.push((name, true));
                for next in names_in(name) {
                    if states.get(next) == Some(&State::Open) {
                        return Err(Error::parameter(
                            name,
                            format!("the node takes its value from `{next}`, which takes its own from it; break the cycle"),
                        ));
                    }
                    path.push((next, false));
                }
            }
        }
        Ok(())
    }

    /// Gives every basis that leaves `dimensions` open this number of them.
    pub fn set_default_dimensions(&mut self, dimensions: u8) {
        let mut stack: Vec<&mut Node> = self.nodes.values_mut().collect();
        while let Some(node) = stack.pop() {
            if let Node::Perlin(perlin) = node {
                perlin.dimensions.get_or_insert(dimensions);
            }
            stack.extend(node.inputs_mut().into_iter().filter_map(|input| match input {
                Input::Node(inner) => Some(&mut **inner),
                Input::Name(_) => None,
            }));
        }
    }
}

macro_rules! node_from {
    ($($kind:ident),*) => {$(
        impl From<$kind> for Node {
            fn from(node: $kind) -> Self {
                Self::$kind(node)
            }
        }
        impl From<$kind> for Input {
            fn from(node: $kind) -> Self {
                Self::Node(Box::new(node.into()))
            }
        }
        impl From<$kind> for Graph {
            fn from(node: $kind) -> Self {
                Node::from(node).into()
            }
        }
    )*};
}
node_from!(Perlin, Fbm, ScaleOffset);

impl From<Node> for Graph {
    /// A graph of one named node, which is its output; the name is the node's kind.
    fn from(node: Node) -> Self {
        let output = node.kind().to_owned();
        Self { version: GRAPH_VERSION, nodes: BTreeMap::from([(output.clone(), node)]), output }
    }
}

impl From<Node> for Input {
    fn from(node: Node) -> Self {
        Self::Node(Box::new(node))
    }
}

impl From<&str> for Input {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

/// The names of a struct's fields as serde knows them, so that they are written once.
pub(crate) fn keys_of<T: de::DeserializeOwned>() -> &'static [&'static str] {
    struct Probe<'a>(&'a mut &'static [&'static str]);
    impl<'de> Deserializer<'de> for Probe<'_> {
        type Error = de::value::Error;

        fn deserialize_any<V: de::Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
            Err(de::Error::custom("only the fields are asked for"))
        }
        fn deserialize_struct<V: de::Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            *self.0 = fields;
            self.deserialize_any(visitor)
        }
        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
            tuple_struct map enum identifier ignored_any
        }
    }
    let mut keys: &'static [&'static str] = &[];
    let _ = T::deserialize(Probe(&mut keys));
    keys
}

/// Seeds are written as integers, or as text where they don't fit the format's integers.
mod seed {
    use std::fmt;

    use serde::{Deserializer, Serializer, de};

    #[expect(clippy::ref_option, reason = "the signature that serde asks for")]
    pub(super) fn serialize<S: Serializer>(seed: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        match seed {
            None => serializer.serialize_none(),
            Some(seed) => match i64::try_from(*seed) {
                Ok(seed) => serializer.serialize_i64(seed),
                Err(_) => serializer.collect_str(seed),
            },
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Option<u64>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed: a whole number from 0 to 18446744073709551615 (as text above 9223372036854775807)")
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
                Ok(Some(value))
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
                u64::try_from(value).map(Some).map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
                value.parse().map(Some).map_err(|_| E::invalid_value(de::Unexpected::Str(value), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(graph: &Graph) -> String {
        graph.validate().unwrap_err().to_string()
    }

    #[test]
    fn a_graph_names_the_place_of_a_bad_parameter() {
        let source = |perlin: Perlin| Graph::from(Fbm::of(perlin));
        assert!(problem(&source(Perlin { frequency: f64::NAN.into(), ..Perlin::default() })).starts_with("fbm.source.frequency: NaN"));
        assert!(problem(&source(Perlin { frequency: (-1).into(), ..Perlin::default() })).starts_with("fbm.source.frequency: -1"));
        assert!(problem(&source(Perlin { dimensions: Some(5), ..Perlin::default() })).starts_with("fbm.source.dimensions: 5"));
        assert!(
            problem(&source(Perlin { period: Some(PerAxis::All(257)), ..Perlin::default() })).starts_with("fbm.source.period: 257 cells")
        );
        let fbm = Fbm::of(Perlin::default());
        assert!(problem(&Fbm { octaves: Some(0), ..fbm.clone() }.into()).starts_with("fbm.octaves: 0 octaves; give 1 to 32"));
        assert!(problem(&Fbm { octaves: Some(33), ..fbm.clone() }.into()).starts_with("fbm.octaves: 33"));
        assert!(problem(&Fbm { gain: Some(f64::INFINITY.into()), ..fbm.clone() }.into()).starts_with("fbm.gain: inf"));
        assert!(problem(&Fbm { weights: Some(vec![0.into()]), ..fbm.clone() }.into()).starts_with("fbm.weights: all are 0"));
        assert!(
            problem(&Fbm { octaves: Some(2), weights: Some(vec![1.into()]), ..fbm }.into()).starts_with("fbm.weights: 1 weights for 2")
        );
    }

    #[test]
    fn a_graph_refuses_cycles_and_unknown_names() {
        let mut graph = Graph::from(Fbm::of("b"));
        assert!(problem(&graph).starts_with("fbm.source: there is no node `b`; the nodes are `fbm`"));
        graph.nodes.insert("b".into(), Fbm::of("c").into());
        graph.nodes.insert("c".into(), Fbm::of(Node::from(Fbm::of("b"))).into());
        assert!(problem(&graph).contains("break the cycle"));
        graph.nodes.insert("c".into(), Fbm::of(Perlin::default()).into());
        assert_eq!(graph.validate(), Ok(()));
        graph.output = "d".into();
        assert!(problem(&graph).starts_with("output: there is no node `d`"));
    }

    #[test]
    fn a_kind_knows_its_keys() {
        for kind in NODE_KINDS {
            assert_eq!((kind.example)().kind(), kind.name);
            assert!(!(kind.keys)().is_empty(), "{}", kind.name);
        }
        assert_eq!(
            (NodeKind::of("perlin").unwrap().keys)(),
            ["dimensions", "frequency", "offset", "hash", "gradients", "fade", "seed", "period"]
        );
    }

    #[test]
    fn a_graph_of_too_many_layers_is_refused_without_overflow() {
        let mut node = Node::from(Perlin::default());
        for _ in 0..MAX_DEPTH {
            node = ScaleOffset { source: node.into(), scale: 1.into(), offset: 0.into() }.into();
        }
        assert!(problem(&node.into()).contains("more than 256 deep"));
    }
}
