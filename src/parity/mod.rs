//! The comparison of engines bit by bit, and its cases.

mod case;
mod catalogue;
mod comparison;
mod corpus;
mod kinds;
pub mod parts;

pub use case::{Case, Missing, place};
#[cfg(all(test, feature = "cpu"))]
pub(crate) use catalogue::Draw;
pub use catalogue::{catalogue_graphs, covering_graphs, each_of_catalogue, each_of_covering, random_graph};
#[cfg(feature = "gpu")]
pub use catalogue::{each_of_pairing, pairing_graphs};
pub use comparison::{Comparison, compare};
pub use corpus::{cases_of, corpus, corpus_graphs, each_of, each_of_corpus, each_within};
pub use kinds::{cases_of_kind, surveys_of_kind};
