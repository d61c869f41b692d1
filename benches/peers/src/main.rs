//! Compares lacuna's CPU engine with other noise libraries: the same grids, one thread, one run. See README.md.

mod cases;
mod measure;
mod peers;

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;

use cases::{Case, SAMPLES, Sampling};
use measure::{Contender, Rate};
use peers::{Peer, REFERENCE, fill};

const USAGE: &str = "usage: cargo run --release -- [--case NAME]... [--rounds N] [--json]";
/// The case without noise: the machine's rate of writing.
const FILL: &str = "fill";

struct Options {
    cases: Vec<&'static str>,
    rounds: usize,
    json: bool,
}

/// A row of the table.
#[derive(Serialize)]
struct Row {
    case: &'static str,
    implementation: &'static str,
    msamples_per_s: Rate,
    ratio_to_noise_functions: Option<f64>,
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        println!("{USAGE}\n\ncases: {}", case_names().join(" "));
        return ExitCode::SUCCESS;
    }
    let options = match options(arguments) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("error: {message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn case_names() -> Vec<&'static str> {
    [FILL].into_iter().chain(Case::ALL.map(|(_, _, name)| name)).collect()
}

fn options(arguments: Vec<String>) -> Result<Options, String> {
    let mut options = Options { cases: Vec::new(), rounds: 15, json: false };
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--json" => options.json = true,
            "--rounds" => {
                let text = value()?;
                options.rounds =
                    text.parse().ok().filter(|rounds| (1..=10_000).contains(rounds)).ok_or(format!("{text} rounds; give 1 to 10000"))?;
            }
            "--case" => {
                let text = value()?;
                let known = case_names();
                let name = known.iter().find(|name| **name == text);
                options.cases.push(name.ok_or_else(|| format!("there is no case {text}; there are {}", known.join(", ")))?);
            }
            _ => return Err(format!("{argument} is not understood")),
        }
    }
    if options.cases.is_empty() {
        options.cases = case_names();
    }
    Ok(options)
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let peers = peers::all()?;
    let mut rows = Vec::new();
    let mut out = std::io::stdout().lock();
    if !options.json {
        writeln!(out, "{:<16} {:<16} {:>10} {:>10} {:>10} {:>9}", "case", "implementation", "median", "min", "max", "ratio")?;
    }
    for &name in &options.cases {
        let mut contenders = match Case::ALL.iter().find(|(_, _, known)| *known == name) {
            Some(&(case, sampling, _)) => contenders(case, sampling, name, &peers)?,
            None => [("fill in cache", fill::in_cache()), ("fill to memory", fill::to_memory())]
                .map(|(name, (sampler, samples))| Contender::new(name, sampler, samples))
                .into(),
        };
        let rates = measure::rates(&mut contenders, options.rounds);
        let reference = contenders.iter().zip(&rates).find(|(contender, _)| contender.name == REFERENCE).map(|(_, rate)| rate.median);
        for (contender, &rate) in contenders.iter().zip(&rates) {
            let ratio = reference.map(|reference| rate.median / reference);
            if !options.json {
                let text = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
                let Rate { median, min, max } = rate;
                writeln!(out, "{name:<16} {:<16} {median:>10.1} {min:>10.1} {max:>10.1} {text:>9}", contender.name)?;
            }
            rows.push(Row { case: name, implementation: contender.name, msamples_per_s: rate, ratio_to_noise_functions: ratio });
        }
    }
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
    } else {
        writeln!(out, "\nmedian, min, max: million samples per second on one thread; ratio: of the medians, to {REFERENCE}")?;
    }
    Ok(())
}

/// Returns the libraries that have the case, each checked once, with a line on stderr for those that lack it.
fn contenders(case: Case, sampling: Sampling, name: &'static str, peers: &[Peer]) -> Result<Vec<Contender>, Box<dyn Error>> {
    let mut contenders = Vec::new();
    for peer in peers {
        match (peer.sampler)(case, sampling).map_err(|error| format!("{name}: {}: {error}", peer.name))? {
            Some(sampler) => {
                let mut contender = Contender::new(peer.name, sampler, vec![f32::NAN; SAMPLES]);
                case.check(sampling, contender.sample()).map_err(|problem| format!("{name}: {}: {problem}", peer.name))?;
                contenders.push(contender);
            }
            None => eprintln!("{name}: {} has no such noise", peer.name),
        }
    }
    Ok(contenders)
}
