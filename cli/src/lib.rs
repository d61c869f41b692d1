//! The command `lacuna`. Parsing has no effect, resolving checks all that is cheap to check, then the work starts.
//!
//! It is a library so that command lines can be checked without running them. For noise use `lacuna` or `lacuna-bake`.

mod adapters;
mod bake;
mod bench;
mod engine;
mod export;
mod failure;
mod fourier;
mod parity;
mod progress;
mod sample;
mod schema;
mod shader;
mod shell;
mod show;
mod source;
mod sources;
mod statistics;
mod terminal;
mod text_file;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, Parser, Subcommand};
use lacuna_bake::short;

use failure::{EXIT_CODES, Exit, Failure, Result};
use terminal::escaped;

/// Coherent noise on the GPU and the CPU, with the same bits from both
#[derive(Debug, Parser)]
#[command(name = "lacuna", version, after_help = EXIT_CODES, after_long_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Writes a picture of noise into a file
    ///
    /// `lacuna bake perlin -o noise.png` writes 1024x1024 samples of Perlin noise over 8x8 cells as a grey 16-bit PNG.
    #[command(after_long_help = EXIT_CODES)]
    Bake(Box<bake::Bake>),
    /// Prints the noise at points
    ///
    /// Prints one line with the value for each --at or, without --at, for each line of standard input: X[,Y[,Z[,W]]], separated by commas or spaces. A value
    /// is the shortest decimal that reads back as the same f32. The values of several outputs are separated by commas.
    #[command(after_long_help = EXIT_CODES)]
    Sample(sample::Sample),
    /// Compares the GPUs with the CPU bit by bit
    ///
    /// Exits with 0 only if at least one GPU ran and nothing differs, with 4 if something differs, and with 3 if there is no adapter.
    #[command(after_long_help = EXIT_CODES)]
    Parity(parity::Parity),
    /// Lists the GPU adapters, the best first
    Adapters(adapters::Adapters),
    /// Lists everything that SOURCE can be
    Sources(sources::Sources),
    /// Prints the recipe of a source, and the metadata of a file
    ///
    /// `lacuna show marble -o mine.toml` is a start for a variation of your own. If SOURCE is a baked file, its metadata is printed before the
    /// recipe, as comments.
    Show(show::Show),
    /// Measures the engines, and compares them with the limits of the machine
    ///
    /// Every case is 1024 x 1024 samples with 32 cells across. Rates are medians. The limit of a figure is the time to fill the same memory and do
    /// nothing else, measured in the same run: by the CPU, or by the device. Bakes of 4096 x 4096 go into files in a temporary folder (TMPDIR): a 16-bit
    /// PNG is compared with the encoder alone on samples in memory, and .r32 with writing the same bytes alone.
    #[command(after_long_help = EXIT_CODES)]
    Bench(bench::Bench),
    /// Measures the range, mean, deviation and spectrum of the bases
    ///
    /// Measures every basis in every dimension, Perlin noise with both hashes, or each SOURCE, over pictures of 512 x 512 samples, 8 per unit, spread evenly. JSON and
    /// Markdown include the spectrum: the distribution of the power over octaves of frequency, and its ratio along the grid's axes and diagonals.
    /// The documentation's page of statistics begins with the Markdown.
    #[command(after_long_help = EXIT_CODES)]
    Statistics(statistics::Statistics),
    /// Prints a source as functions for your own shader or program
    ///
    /// In a module named `hills`, `hills(p)` is the value at a float position, and `hills_at(unit, fraction)` the exact one at whole units plus a
    /// fraction in units of 2^-32. `lacuna export granite --as glsl --name granite -o granite.glsl`
    #[command(after_long_help = EXIT_CODES)]
    Export(Box<export::Export>),
    /// Prints the WGSL kernel of a source
    ///
    /// The kernel evaluates the source over a grid into a storage buffer. Apart from the header, a comment with the recipe, its text depends on the
    /// structure alone; numbers such as the seed are data that it reads.
    #[command(after_long_help = EXIT_CODES)]
    Shader(shader::Shader),
    /// Prints a JSON schema of recipes, for editors
    ///
    /// `lacuna schema > recipe.schema.json`; with Taplo (Even Better TOML), a recipe that begins with `#:schema ./recipe.schema.json` is completed
    /// and checked as you type.
    Schema(schema::Schema),
    /// Prints completions for a shell
    ///
    /// For bash: `lacuna completions bash > ~/.local/share/bash-completion/completions/lacuna`.
    Completions(shell::Completions),
    /// Prints a manual page
    ///
    /// To write all of them: `for page in "" bake sample; do lacuna man $page > lacuna${page:+-$page}.1; done`, with the commands that `lacuna --help` lists.
    Man(shell::Man),
}

impl Command {
    /// Returns `true` if a failure is also printed as JSON. Parity's own output reports its failures.
    fn prints_failures(&self) -> bool {
        match self {
            Self::Bake(bake) => bake.json,
            _ => false,
        }
    }

    fn run(&self) -> Result<Exit> {
        match self {
            Self::Bake(bake) => bake.run().map(|()| Exit::Done),
            Self::Sample(sample) => sample.run().map(|()| Exit::Done),
            Self::Parity(parity) => parity.run(),
            Self::Adapters(adapters) => adapters.run().map(|()| Exit::Done),
            Self::Sources(sources) => sources.run().map(|()| Exit::Done),
            Self::Show(show) => show.run().map(|()| Exit::Done),
            Self::Bench(bench) => bench.run().map(|()| Exit::Done),
            Self::Statistics(statistics) => statistics.run().map(|()| Exit::Done),
            Self::Export(export) => export.run().map(|()| Exit::Done),
            Self::Shader(shader) => shader.run().map(|()| Exit::Done),
            Self::Schema(schema) => schema.run().map(|()| Exit::Done),
            Self::Completions(completions) => completions.run().map(|()| Exit::Done),
            Self::Man(man) => man.run().map(|()| Exit::Done),
        }
    }
}

/// Returns the definition of the command line.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Parses arguments, the command's name first, and checks their request as far as that needs no engine. Nothing is evaluated or written.
///
/// # Errors
///
/// The message that the command would print.
pub fn check(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<(), String> {
    let command = Cli::try_parse_from(arguments).map_err(|error| error.to_string())?.command;
    let checked = match command {
        Command::Bake(bake) => bake.check(),
        Command::Export(export) => export.check(),
        Command::Shader(shader) => shader.check(),
        _ => Ok(()),
    };
    checked.map_err(|failure| failure.message)
}

/// Makes a file that exceeds the user's size limit an error of writing, not the end of the process.
fn survive_the_limit_of_file_sizes() {
    #[cfg(unix)]
    // SAFETY: installing SIG_IGN calls no function of ours, and no thread has started yet.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Makes threads share one allocator arena if the address space is limited (`ulimit -v`): otherwise glibc reserves 64 MiB for each of them.
fn share_memory_among_threads() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: the limit is written to a place of its type.
        let known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) };
        if known == 0 && limit.rlim_cur != libc::RLIM_INFINITY {
            // SAFETY: no thread has started yet.
            unsafe {
                libc::mallopt(libc::M_ARENA_MAX, 1);
            }
        }
    }
}

/// Sets `XDG_RUNTIME_DIR` if it is unset: Mesa's drivers look for a display in it first, and complain without one. In the root no stranger can put any.
fn spare_drivers_their_search() {
    #[cfg(target_os = "linux")]
    {
        let is_set = std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| folder.as_encoded_bytes().starts_with(b"/"));
        if !is_set {
            // SAFETY: no thread has started yet that could read it.
            unsafe {
                std::env::set_var("XDG_RUNTIME_DIR", "/");
            }
        }
    }
}

/// Runs the command with the arguments of this process.
pub fn main() -> ExitCode {
    survive_the_limit_of_file_sizes();
    share_memory_among_threads();
    spare_drivers_their_search();
    run(&Vec::from_iter(std::env::args_os())).into()
}

/// Runs the command with arguments, its name first, and returns the exit code, for programs that embed it. Arguments that can't be parsed end the process.
pub fn run(arguments: &[OsString]) -> u8 {
    /// The usual size of a main thread's stack, whatever `ulimit -s` leaves it: nested nodes are read and lowered recursively.
    const STACK: usize = 8 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn_scoped(scope, || obey(arguments));
        match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => obey(arguments),
        }
    }) as u8
}

fn obey(arguments: &[OsString]) -> Exit {
    let command = Cli::try_parse_from(arguments)
        .unwrap_or_else(|mut error| {
            for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand] {
                if let Some(ContextValue::String(text)) = error.get(kind) {
                    let shown = escaped(&short(text));
                    if shown != *text {
                        // The tips repeat the value.
                        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![]));
                        error.insert(kind, ContextValue::String(shown));
                    }
                }
            }
            if error.use_stderr() && is_bake_with_json(arguments) {
                // The message without colours and without the usage is in the first lines.
                let message = error.to_string();
                let message = message.strip_prefix("error: ").unwrap_or(&message);
                Failure::usage(message.split("\n\n").next().unwrap_or_default()).print_as_json();
            }
            error.exit()
        })
        .command;
    command.run().unwrap_or_else(|failure| {
        failure.report();
        if command.prints_failures() {
            failure.print_as_json();
        }
        failure.exit
    })
}

/// Returns `true` if arguments that could not be parsed request a bake and JSON.
fn is_bake_with_json(arguments: &[OsString]) -> bool {
    let mut arguments = arguments.iter().skip(1);
    arguments.next().is_some_and(|command| command == "bake") && arguments.any(|argument| argument == "--json")
}
