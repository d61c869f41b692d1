//! The libraries that are measured: a file each, which says which of its functions are used.

mod fastnoise2;
mod fastnoise_lite;
pub mod fill;
mod lacuna;
mod libnoise;
mod noise;
mod noise_functions;
mod simdnoise;

use std::error::Error;
use std::path::Path;

use crate::cases::{Case, Sampler, Sampling};
use fastnoise2::FastNoise2;

/// The library that ratios refer to.
pub const REFERENCE: &str = "noise-functions";

/// A library that can be measured.
pub struct Peer {
    pub name: &'static str,
    /// Returns the sampler of a case, or `None` if the library lacks the case.
    #[expect(clippy::type_complexity, reason = "it is named by its field")]
    pub sampler: Box<dyn Fn(Case, Sampling) -> Result<Option<Sampler>, Box<dyn Error>>>,
}

impl Peer {
    fn new(name: &'static str, sampler: fn(Case, Sampling) -> Option<Sampler>) -> Self {
        Self { name, sampler: Box::new(move |case, sampling| Ok(sampler(case, sampling))) }
    }
}

/// Returns every library, with a line on stderr for each that is missing.
pub fn all() -> Result<Vec<Peer>, Box<dyn Error>> {
    let mut peers = vec![
        Peer { name: "lacuna", sampler: Box::new(|case, sampling| Ok(lacuna::sampler(case, sampling)?)) },
        Peer::new(REFERENCE, noise_functions::sampler),
        Peer::new("fastnoise-lite", fastnoise_lite::sampler),
        Peer::new("noise", noise::sampler),
        Peer::new("libnoise", libnoise::sampler),
    ];
    if simdnoise::is_supported() {
        peers.push(Peer::new("simdnoise", simdnoise::sampler));
    } else {
        eprintln!("simdnoise was not measured: this processor lacks AVX2 or FMA");
    }
    match std::env::var_os(fastnoise2::DIRECTORY) {
        Some(directory) => {
            let library = FastNoise2::load(Path::new(&directory))?;
            peers.push(Peer {
                name: "FastNoise2",
                sampler: Box::new(
                    move |case, sampling| if sampling == Sampling::Grid { library.sampler(case).map(Some) } else { Ok(None) },
                ),
            });
        }
        None => eprintln!("FastNoise2 was not measured: set {} to the directory of its shared library", fastnoise2::DIRECTORY),
    }
    Ok(peers)
}
