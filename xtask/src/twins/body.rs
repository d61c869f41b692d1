//! The body of a function that is being translated, and the names in it.

use std::collections::HashMap;

use super::context::Context;
use super::types::Type;

/// A name in a body.
#[derive(Clone)]
pub(super) struct Local {
    pub(super) ty: Type,
    /// The place of its declaration, if it is a `var`: its type may still get lanes.
    pub(super) declared: Option<usize>,
    /// Set if it is a reference in Rust.
    pub(super) is_reference: bool,
}

/// The body of a function that is being translated.
pub(super) struct Body<'c, 'a> {
    pub(super) context: &'c mut Context<'a>,
    /// The value that numbers are spread over.
    pub(super) witness: Option<String>,
    /// Set if Rust finds its methods only with their trait in scope.
    pub(super) needs_trait: bool,
    pub(super) result: Type,
    pub(super) scopes: Vec<HashMap<String, Local>>,
    /// The variables that have lanes, by the places of their declarations.
    pub(super) with_lanes: Vec<usize>,
    /// Set if a variable got lanes, so that the translation so far is void.
    pub(super) has_changed: bool,
    /// The number of enclosing `if`s on lanes.
    pub(super) on_lanes: usize,
}

impl<'c, 'a> Body<'c, 'a> {
    pub(super) fn new(context: &'c mut Context<'a>, result: Type) -> Self {
        Self { context, witness: None, needs_trait: false, result, scopes: vec![], with_lanes: vec![], has_changed: false, on_lanes: 0 }
    }

    pub(super) fn local(&self, name: &str) -> Option<&Local> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }
}
