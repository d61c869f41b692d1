//! How a node is found and lowered, each once (`named`, `once`, `node`), and what it asks for while it is: its inputs at its coordinates or at others, what its
//! consumers request of it, and what it shares with other nodes.
//!
//! Errors name the node's place. Everything that a program consists of is counted, so nearly every method may return [`Error::Limit`](crate::Error::Limit).

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;

use super::GivenNode;
use super::affine::{Affine, Space};
use super::body::body_of;
use super::dual::{Along, Dual};
use super::interval::Interval;
use super::lacunarity::KnownPowers;
use super::lowerer::{Asked, Given, Kind, Lowerer, Made, NodeLanes, Nodes, Requests, Scope, Source};
use super::ranges;
use crate::color::{ColorChannel, Lanes};
use crate::error::{Error, Result};
use crate::program::{Operand, Register, Values};

/// The maximum depth to which nodes may be nested.
pub const MAX_DEPTH: usize = 256;

/// Returns the directions that the derivatives of a named node follow, unless some of those requested follow the domain.
fn only_followed((name, alongs): (String, BTreeSet<Along>)) -> Option<(String, Along)> {
    alongs.first().filter(|along| **along != Along::Domain).map(|along| (name, *along))
}

impl<'g> Lowerer<'g> {
    pub(super) fn new(nodes: &'g dyn Nodes, Requests { asked, alongs, searches }: Requests) -> Self {
        Self {
            nodes,
            colored: NodeLanes::of(nodes),
            channel: None,
            given: BTreeMap::new(),
            output: "",
            asked,
            searches,
            values: Values::default(),
            axes: vec![],
            terms: 0,
            made: Made::default(),
            bounds: vec![],
            enclosing: vec![],
            known_powers: KnownPowers::default(),
            spaces: vec![Space::domain()],
            asked_now: Asked::Value,
            along: Along::Domain,
            aside: None,
            followed: alongs.into_iter().filter_map(only_followed).collect(),
            nested: 0,
            finite: 0,
            great: None,
            bounded: None,
            scope: Scope::default(),
            place: String::new(),
            space: 0,
        }
    }

    /// Lowers a named node of the graph at the coordinates of the domain, and returns the value of each channel.
    pub(super) fn output(&mut self, name: &'g str) -> Result<Vec<Dual>> {
        (self.output, self.place) = (name, name.to_owned());
        self.great = None;
        let channels = self.colored.name(name).channels();
        let values = channels.iter().map(|channel| {
            self.channel = *channel;
            self.named(name, 0)
        });
        let values = values.collect::<Result<_>>()?;
        self.check_scalars()?;
        Ok(values)
    }

    /// Adds registers of given values, before all others, and returns their number.
    pub(super) fn give(&mut self, given: &[GivenNode]) -> u32 {
        for node in given {
            let first = Register(self.bounds.len() as u32);
            self.bounds.extend(&node.bounds);
            self.given.insert((node.name.clone(), node.difference), (first, node.bounds.len()));
        }
        self.bounds.len() as u32
    }

    /// Returns the given value of a node, if only its value is asked for, and that at the domain's own coordinates.
    fn given(&self, name: &str, difference: Option<usize>, space: usize) -> Option<Dual> {
        if self.given.is_empty() || space != 0 || self.depth() > 0 || self.aside.is_some() || self.wants_derivatives() {
            return None;
        }
        let (first, channels) = self.given.get(&(name.to_owned(), difference))?;
        let channel = self.channel.map_or(0, |channel| channel as usize).min(channels - 1);
        Some(Dual::flat(Operand::Register(Register(first.0 + channel as u32))))
    }

    /// Returns the difference of the node's source from pixel to pixel along an axis, per unit.
    pub(crate) fn pixel_difference(&self, source: &dyn Source, axis: usize) -> Result<Dual> {
        let found = match source.given() {
            Given::Name(name) => self.given(name, Some(axis), self.space),
            _ => None,
        };
        found.ok_or_else(|| self.no_pixels())
    }

    /// Returns the error of a node that computes from pixels where there are none.
    pub(crate) fn no_pixels(&self) -> Error {
        let problem = "this node computes from the pixels of a picture, so it has values only at the pixels of a bake or of a grid; don't evaluate it at single \
                       points or in kernels, and put it into no node that evaluates its source at other coordinates, such as `warp`, `transform` and \
                       fractals, or that takes its analytic derivatives";
        Error::parameter(&*self.place, problem)
    }

    fn named(&mut self, name: &str, space: usize) -> Result<Dual> {
        if let Some(given) = self.given(name, None, space) {
            return Ok(given);
        }
        let along = if self.wants_derivatives() { self.along } else { self.followed.get(name).copied().unwrap_or(Along::Domain) };
        let lanes = self.colored.name(name);
        let asked = std::mem::replace(&mut self.asked_now, self.asked.get(name).copied().unwrap_or(Asked::Value));
        let before = std::mem::replace(&mut self.along, along);
        let dual = self.once(name.to_owned(), lanes, space, |this| this.node(this.nodes.node(name), name.to_owned(), space));
        (self.asked_now, self.along) = (asked, before);
        dual
    }

    /// Lowers something once for each channel that is requested of it, or only once if it is a number.
    fn once(&mut self, name: String, lanes: Lanes, space: usize, make: impl FnOnce(&mut Self) -> Result<Dual>) -> Result<Dual> {
        let channel = self.channel.filter(|_| lanes > Lanes::Number);
        let key = (name, space, self.along, channel, self.aside.clone());
        if let Some(known) = self.scope.known.get(&key) {
            return Ok(*known);
        }
        let before = std::mem::replace(&mut self.channel, channel);
        let dual = make(self)?;
        self.channel = before;
        self.scope.known.insert(key, dual);
        Ok(dual)
    }

    fn node(&mut self, node: &dyn Kind, place: String, space: usize) -> Result<Dual> {
        if self.nested > MAX_DEPTH {
            return Err(Error::limit(place, format!("more than {MAX_DEPTH} nodes lie between the output and this one")));
        }
        let outer = (std::mem::replace(&mut self.place, place), std::mem::replace(&mut self.space, space));
        self.nested += 1;
        let dual = node.lower(self)?;
        self.nested -= 1;
        (self.place, self.space) = outer;
        Ok(dual)
    }

    /// Returns the value of the input with this key at the coordinates of a space.
    pub(super) fn input_at(&mut self, space: usize, key: &str, input: &dyn Source) -> Result<Dual> {
        match input.given() {
            Given::Number(number) => Ok(self.constant(number)),
            Given::Name(name) => self.named(name, space),
            Given::Node(node) => {
                let place = format!("{}.{key}", self.place);
                if self.channel.is_none() {
                    return self.node(node, place, space);
                }
                // Each channel is lowered here. Names contain no point.
                let known = format!("{place}.{}", u8::from(self.wants_derivatives()));
                let lanes = self.colored.node(node);
                self.once(known, lanes, space, |this| this.node(node, place, space))
            }
        }
    }

    /// Returns the value of the input with this key.
    pub(crate) fn input(&mut self, key: &str, input: &dyn Source) -> Result<Dual> {
        self.input_at(self.space, key, input)
    }

    /// Returns the value of an input at other coordinates.
    pub(crate) fn input_in(&mut self, space: &Space, key: &str, input: &dyn Source) -> Result<Dual> {
        let space = self.number_of_space(space.clone())?;
        self.input_at(space, key, input)
    }

    /// Returns the channel that is requested of the node if it is a colour.
    pub(crate) fn channel(&self) -> ColorChannel {
        self.channel.unwrap_or_default()
    }

    /// Returns the channels of an input.
    pub(crate) fn lanes(&self, input: &dyn Source) -> Lanes {
        self.colored.input(input)
    }

    /// Returns a channel of an input: a number is grey, and an input without alpha is opaque.
    pub(crate) fn lane(&mut self, channel: ColorChannel, key: &str, input: &dyn Source) -> Result<Dual> {
        if channel == ColorChannel::Alpha && self.lanes(input) < Lanes::ColorAndAlpha {
            return Ok(self.constant(1.0));
        }
        let before = self.channel.replace(channel);
        let dual = self.input(key, input);
        self.channel = before;
        dual
    }

    /// Returns the value of the node's source at coordinates that `make` returns. They have derivatives if the node must return derivatives or the source
    /// uses some.
    pub(crate) fn source_in(&mut self, source: &dyn Source, make: impl FnOnce(&mut Self) -> Result<Space>) -> Result<Dual> {
        let space = self.warped(source, make)?;
        self.input_in(&space, "source", source)
    }

    fn warped(&mut self, source: &dyn Source, make: impl FnOnce(&mut Self) -> Result<Space>) -> Result<Space> {
        let asked = self.asked_now;
        if self.nodes.is_differential(source) {
            self.asked_now = asked.max(Asked::Warp);
        }
        let space = make(self);
        self.asked_now = asked;
        space
    }

    /// Returns the value of the source of a map at the coordinates on a surface that `make` returns. There, derivatives follow the axes of the domain, or in
    /// object space the axes of the space that contains the surface.
    pub(crate) fn source_on(&mut self, source: &dyn Source, make: impl FnOnce(&mut Self) -> Result<Space>) -> Result<Dual> {
        let (along, aside) = (self.along, self.aside.take());
        let mut space = self.warped(source, make)?;
        if let Some((axis, by)) = &aside {
            space.axes[*axis].add(&Affine::constant(by.clone(), self.depth()));
        }
        self.along = if along == Along::Object { Along::Within } else { Along::Domain };
        let dual = self.input_in(&space, "source", source);
        (self.along, self.aside) = (along, aside);
        dual
    }

    /// Returns the value of an input whose maps place their sources some units aside, along an axis of the space that contains the surface.
    pub(crate) fn input_aside(&mut self, axis: usize, by: &BigRational, key: &str, input: &dyn Source) -> Result<Dual> {
        let before = self.aside.replace((axis, by.clone()));
        let dual = self.input(key, input);
        self.aside = before;
        dual
    }

    /// Returns true if derivatives are requested.
    pub(super) fn wants_derivatives(&self) -> bool {
        self.asked_now > Asked::Value
    }

    /// Returns the directions of the derivatives, if any are requested.
    pub(crate) fn along(&self) -> Along {
        self.along
    }

    /// Requests derivatives along `along` of what `make` lowers.
    pub(super) fn differentiating<T>(&mut self, along: Along, make: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.aside.is_some() {
            return Err(self.turning());
        }
        if self.asked_now == Asked::Derivatives {
            return Err(Error::parameter(
                &*self.place,
                "a derivative of a derivative is asked for, and there are only first derivatives; take this node out of the other's source, or \
                 give the other `method = \"difference\"` or, in pictures, `method = \"pixel\"` if it is a `normal`, a `slope` or a `derivative`",
            ));
        }
        let before = (std::mem::replace(&mut self.asked_now, Asked::Derivatives), std::mem::replace(&mut self.along, along));
        let made = make(self);
        (self.asked_now, self.along) = before;
        made
    }

    /// Returns the value of an input with its derivatives along `along`. Fails in a node that is itself differentiated.
    pub(crate) fn differentiated(&mut self, key: &str, input: &dyn Source, along: Along) -> Result<Dual> {
        let along = if self.lies_on_surface(input) { along } else { Along::Domain };
        self.differentiating(along, |this| this.input(key, input))
    }

    /// Returns the value of an input at coordinates, with its derivatives along them, whatever they consist of. Fails in a node that is itself differentiated.
    pub(crate) fn differentiated_in(&mut self, space: &Space, key: &str, input: &dyn Source) -> Result<Dual> {
        let space = self.own_coordinates(space)?;
        self.differentiating(Along::Domain, |this| this.input_at(space, key, input))
    }

    /// Returns the direction from the origin to the surface of the body that all of a source lies on, if there is one, with its derivatives along `along` if
    /// that is given: for [`Along::Domain`] along the node's coordinates. A distorted body, or more than one, is an error of the node's key.
    pub(crate) fn direction(&mut self, key: &str, source: &dyn Source, along: Option<Along>) -> Result<Option<[Dual; 3]>> {
        if self.aside.is_some() || self.asked_now == Asked::Derivatives {
            return Err(self.turning());
        }
        let body = body_of(self.nodes, source, &format!("{}.source", self.place));
        let Some(map) = body.map_err(|problem| self.refused(key, &problem))? else { return Ok(None) };
        let Some(along) = along else { return map.direction(self).map(Some) };
        let before = self.space;
        let direction = self.differentiating(along, |this| {
            if along == Along::Domain {
                this.space = this.own_coordinates(&this.space())?;
            }
            map.direction(this)
        });
        self.space = before;
        direction.map(Some)
    }

    /// Returns the number of a space in which derivatives are along the coordinates, whatever these consist of.
    fn own_coordinates(&mut self, space: &Space) -> Result<usize> {
        // At the coordinates of the domain the derivatives are the same, and known ones are shared.
        let space = if *space == Space::domain() { space.clone() } else { space.seen(self.depth()) };
        self.number_of_space(space)
    }

    /// Refuses a difference per unit of a source on a surface, if its own slope on that is asked for.
    pub(crate) fn refuse_on_surface(&self, source: &dyn Source) -> Result<()> {
        let is_on_surface = self.asked_now == Asked::Derivatives && matches!(self.along, Along::Lines | Along::Square | Along::Object);
        let is_turning = self.aside.is_some() || is_on_surface && self.lies_on_surface(source);
        if is_turning { Err(self.turning()) } else { Ok(()) }
    }

    /// Returns the error of a node that takes slopes on a surface, and whose own slope on it is asked for.
    fn turning(&self) -> Error {
        let problem = "this node takes slopes on a surface, and its own slope on it is asked for, too, but these turn with the surface; give the outer node `per = \"unit\"` and `method = \"difference\"`, \
                       or put the inner one into the source of the map";
        Error::parameter(&*self.place, problem)
    }

    /// Returns an error about a key of the node.
    pub(crate) fn refused(&self, key: &str, problem: &str) -> Error {
        Error::parameter(format!("{}.{key}", self.place), problem)
    }

    /// Returns true if an input lies on a surface that a map makes.
    pub(crate) fn lies_on_surface(&self, input: &dyn Source) -> bool {
        self.nodes.lies_on_surface(input)
    }

    /// Returns the range that an input declares.
    pub(crate) fn declared_range(&self, input: &dyn Source) -> Interval {
        ranges::of_input(self.nodes, input)
    }

    /// Returns the outputs that nodes of the graph take from a search, in order.
    pub(crate) fn outputs_of(&self, search: &str) -> Vec<u32> {
        self.searches.get(search).map_or_else(Vec::new, |outputs| outputs.iter().copied().collect())
    }

    /// Returns the coordinates of the node.
    pub(crate) fn space(&self) -> Space {
        self.spaces[self.space].clone()
    }

    /// Returns the number of a space; equal spaces have the same number.
    pub(super) fn number_of_space(&mut self, space: Space) -> Result<usize> {
        self.count(1 + space.axes.iter().map(Affine::size).sum::<usize>())?;
        Ok(self.spaces.iter().position(|known| *known == space).unwrap_or_else(|| {
            self.spaces.push(space);
            self.spaces.len() - 1
        }))
    }

    /// Returns the number of loops over octaves around the node.
    pub(crate) fn depth(&self) -> usize {
        self.enclosing.len()
    }

    /// Returns values that nodes of one scope share. They are made once for a key at the same coordinates.
    pub(crate) fn shared(&mut self, key: String, make: impl FnOnce(&mut Self) -> Result<Vec<Dual>>) -> Result<Vec<Dual>> {
        let key = (key, self.space, self.along, self.wants_derivatives(), self.aside.clone());
        if let Some(known) = self.scope.shared.get(&key) {
            return Ok(known.clone());
        }
        let made = make(self)?;
        self.scope.shared.insert(key, made.clone());
        Ok(made)
    }
}
