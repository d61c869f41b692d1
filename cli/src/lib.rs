//! The command `lacuna`: parsing does nothing, resolving checks everything that is cheap to check, then the work starts.
//!
//! It is a library so that the command line can be tried without starting it; whoever wants noise takes `lacuna` or `lacuna-bake`.

mod adapters;
mod bake;
mod bench;
mod engine;
mod export;
mod failure;
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
    /// One value a line for each --at, or, without --at, for each line of standard input: X[,Y[,Z[,W]]], with commas or blanks between. A value is the
    /// shortest decimal that reads back as the same f32; those of several outputs have commas between them.
    #[command(after_long_help = EXIT_CODES)]
    Sample(sample::Sample),
    /// Compares the GPUs with the CPU bit by bit
    ///
    /// Exits with 0 only if at least one GPU ran and nothing differs, with 4 if something differs, and with 3 if there was no adapter.
    #[command(after_long_help = EXIT_CODES)]
    Parity(parity::Parity),
    /// Lists the GPU adapters, the best first
    Adapters(adapters::Adapters),
    /// Lists what SOURCE may be
    Sources(sources::Sources),
    /// Prints the recipe of a source, and what a file tells
    ///
    /// `lacuna show marble -o mine.toml` is where a variation of your own begins. Of a file that was baked, what it tells stands before the recipe, as
    /// comments.
    Show(show::Show),
    /// Measures the engines beside the machine's own limits
    ///
    /// Every case is 1024 x 1024 samples with 32 cells across. Rates are medians. The limit of a figure is what the same memory takes when it is only
    /// filled, measured in the same run: by the CPU, or by the device. Bakes of 4096 x 4096 go into files in a temporary folder (TMPDIR), a PNG of 16
    /// bit beside the encoder alone on samples in memory, and .r32 beside writing the same bytes alone.
    #[command(after_long_help = EXIT_CODES)]
    Bench(bench::Bench),
    /// Measures the range, mean, deviation and spectrum of the bases
    ///
    /// Every basis in every dimension and hash, or each SOURCE, over pictures of 512 x 512 samples, 8 a unit, spread evenly. The spectrum, how power
    /// is shared by octaves of frequency and whether it follows the grid's axes, is printed as JSON and Markdown. `lacuna statistics --markdown >
    /// docs/src/reference/statistics.md` writes the documentation's page.
    #[command(after_long_help = EXIT_CODES)]
    Statistics(statistics::Statistics),
    /// Prints a source as functions for your own shader or program
    ///
    /// Of a module named `hills`, `hills(p)` is the value at a float position, and `hills_at(unit, fraction)` the exact one at whole units and 2^-32 units above them.
    /// `lacuna export granite --as glsl --name granite -o granite.glsl`
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
    /// `lacuna schema > recipe.schema.json`; with Taplo (Even Better TOML), a recipe that begins with `#:schema ./recipe.schema.json` is completed and
    /// checked while it is written.
    Schema(schema::Schema),
    /// Prints completions for a shell
    ///
    /// For bash: `lacuna completions bash > ~/.local/share/bash-completion/completions/lacuna`.
    Completions(shell::Completions),
    /// Prints a manual page
    ///
    /// For all of them: `for page in "" bake sample; do lacuna man $page > lacuna${page:+-$page}.1; done`, with the commands that `lacuna --help` lists.
    Man(shell::Man),
}

impl Command {
    /// Whether a failure is told as JSON, too. What parity prints tells of it.
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

/// All that the command takes.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Reads arguments, the command's name first, and checks what they ask for as far as that needs no engine. Nothing is evaluated or written.
///
/// # Errors
///
/// What the command would print.
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

/// A file that grows beyond the limit of its user is an error of writing, not the end of the process.
fn survive_the_limit_of_file_sizes() {
    #[cfg(unix)]
    // SAFETY: no function of ours is called, and no thread has started yet.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Where a user has little address space (`ulimit -v`), threads share what they allocate from: otherwise glibc sets 64 MiB of it apart for each of them.
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

/// Mesa's drivers look for a display first, and complain where no folder is set in which one could be. The root is one in which no stranger puts any.
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

/// Runs the command with arguments, its name first, and gives the exit code, for programs that have it inside of them. Arguments that can't be read end the
/// process.
pub fn run(arguments: &[OsString]) -> u8 {
    /// As much as a main thread usually has, whatever `ulimit -s` leaves it: nodes in nodes are read and lowered on the stack.
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
                        // The tips repeat it.
                        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![]));
                        error.insert(kind, ContextValue::String(shown));
                    }
                }
            }
            if error.use_stderr() && is_bake_with_json(arguments) {
                // What it says stands without colours and the usage in the first lines.
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

/// Whether arguments that could not be read ask for a bake and for JSON.
fn is_bake_with_json(arguments: &[OsString]) -> bool {
    let mut arguments = arguments.iter().skip(1);
    arguments.next().is_some_and(|command| command == "bake") && arguments.any(|argument| argument == "--json")
}
