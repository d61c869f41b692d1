//! The body of a function that is being translated, and the names in it.

use std::collections::HashMap;

use super::context::Context;
use super::types::Type;

/// A name in a body.
#[derive(Clone)]
pub(super) struct Local {
    pub(super) ty: Type,
    /// Where it is declared, if it is a `var`: its type may yet get lanes.
    pub(super) declared: Option<usize>,
    /// Whether Rust has it as a reference.
    pub(super) is_reference: bool,
}

/// The body of a function that is being translated.
pub(super) struct Body<'c, 'a> {
    pub(super) context: &'c mut Context<'a>,
    /// What numbers are spread over.
    pub(super) witness: Option<String>,
    /// Whether Rust knows its methods only with their trait in scope.
    pub(super) needs_trait: bool,
    pub(super) result: Type,
    pub(super) scopes: Vec<HashMap<String, Local>>,
    /// The variables that have lanes, by where they are declared.
    pub(super) with_lanes: Vec<usize>,
    /// Whether a variable got lanes, so that what was translated before is void.
    pub(super) has_changed: bool,
    /// How many `if`s around are on lanes.
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
