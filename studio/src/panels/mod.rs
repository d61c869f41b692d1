//! The panels next to the picture, a module each.

pub mod gallery;
pub mod help;
pub mod out;
pub mod outline;
mod output;
pub mod parameters;
pub mod seeds;
pub mod statistics;
pub mod text;
mod thumbnail;
mod uses;
mod value;

#[cfg(test)]
mod tests;
