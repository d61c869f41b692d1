//! Descriptions of the command for shells and `man`: `lacuna completions` and `lacuna man`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::failure::{Failure, Result};
use crate::terminal::print_bytes;

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// A command, such as `bake`; without it the page of `lacuna` itself
    command: Option<String>,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "lacuna", &mut script);
        print_bytes(&script)
    }
}

impl Man {
    pub(crate) fn run(&self) -> Result<()> {
        let mut cli = Cli::command().disable_help_subcommand(true);
        // Gives the page of a command its full name.
        cli.build();
        let command = match &self.command {
            None => cli,
            Some(name) => cli.find_subcommand(name).cloned().ok_or_else(|| {
                let known: Vec<_> = cli.get_subcommands().map(|command| format!("`{}`", command.get_name())).collect();
                Failure::usage(format!("there is no command `{}`; there are {}", lacuna_bake::short(name), known.join(", ")))
            })?,
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page).map_err(|error| Failure::failed(error.to_string()))?;
        print_bytes(&page)
    }
}
