//! The end of a run: exit codes and failures.

use std::io;

use lacuna_bake::{Field, Mention};

/// The exit codes, part of the command's contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Everything that was asked for is done.
    Done = 0,
    /// The environment failed: a full disk, a lost device, too little memory.
    Failed = 1,
    /// The request can't be carried out as written.
    Usage = 2,
    /// No adapter for the GPU engine.
    NoAdapter = 3,
    /// Engines differ.
    Differs = 4,
}

/// The exit codes as `--help` shows them.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  failed: a full disk, a lost device, too little memory
  2  usage: a bad option, recipe or region, or an existing file without --force
  3  no usable adapter
  4  verification failed: engines differ";

/// The reason why a run ended early: the exit code, and a line that says what is wrong and how to mend it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) message: String,
}

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into() }
    }

    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self { exit: Exit::Failed, message: message.into() }
    }

    /// Standard output could not be written. A reader that closed the pipe has read all that it wanted, so that is not a failure.
    pub(crate) fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { exit: Exit::Done, message: String::new() },
            _ => Self::failed(format!("can't write to standard output: {error}")),
        }
    }

    /// Returns the same failure with the name of the item that it concerns.
    pub(crate) fn of(mut self, what: &str) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }
}

impl From<lacuna::Error> for Failure {
    fn from(error: lacuna::Error) -> Self {
        let exit = match error {
            lacuna::Error::NoAdapter(_) => Exit::NoAdapter,
            lacuna::Error::Device(_) | lacuna::Error::DeviceLost(_) | lacuna::Error::Memory { .. } => Exit::Failed,
            // The caller's parameters, recipes and limits.
            _ => Exit::Usage,
        };
        Self { exit, message: error.to_string() }
    }
}

/// Returns a field of a request as this command calls it.
pub(crate) fn option(mention: Mention<'_>) -> String {
    let of = |field| match field {
        Field::Source => ("SOURCE", ""),
        Field::Preset => ("a preset that `lacuna sources` lists", ""),
        Field::Recipe => ("its recipe, which `lacuna show` prints", ""),
        Field::Key => ("--set", ""),
        Field::Output => ("--output", ""),
        Field::File => ("-o", " FILE"),
        Field::Replaces => ("--force", ""),
        Field::Format => ("--format", ""),
        Field::Depth => ("--depth", ""),
        Field::Range => ("--range", ""),
        Field::Samples => ("--samples", ""),
        Field::Tile => ("--tile", ""),
        Field::Size => ("--size", ""),
        Field::Region => ("--region", " X0,Y0,X1,Y1"),
        Field::Z => ("--z", ""),
        Field::W => ("--w", ""),
        Field::Line => ("--line", ""),
        Field::View => ("--view", ""),
        Field::Drape => ("--drape", " OUTPUT"),
        Field::Map => ("--map", ""),
        Field::Volume => ("--volume", ""),
        Field::Box => ("--box", " X0,Y0,Z0,X1,Y1,Z1"),
        Field::Slices => ("--slices", ""),
        Field::Cube => ("--cube", ""),
        Field::Frames => ("--frames", ""),
        Field::Length => ("--length", ""),
        Field::Sheet => ("--sheet", " CxR"),
        Field::Animation => ("--animate", " FPS"),
        Field::Tiles => ("--tiles", ""),
        Field::Import => ("--for", ""),
        Field::OnEdges => ("--on-edges", ""),
        Field::UnitMetres => ("--unit-metres", ""),
        Field::HeightMetres => ("--height-metres", ""),
        Field::Material => ("--material", ""),
        other => panic!("{other:?} has no option"),
    };
    match mention {
        Mention::Named(field) => of(field).0.to_owned(),
        Mention::Asked(field) => of(field).0.to_owned() + of(field).1,
        Mention::Valued(field, value) => format!("{} {value}", of(field).0),
        other => panic!("{other:?} is not known"),
    }
}

impl From<lacuna_bake::Error> for Failure {
    fn from(error: lacuna_bake::Error) -> Self {
        use lacuna_bake::Error;
        match error {
            Error::Request { .. } => Self::usage(error.told(&option)),
            Error::Cancelled => Self::failed("interrupted; nothing was written"),
            Error::ReaderGone => Self { exit: Exit::Done, message: String::new() },
            Error::Engine { place, source } => {
                let Self { exit, message } = source.into();
                Self { exit, message: place + &message }
            }
            error => Self::failed(error.told(&option)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_a_request_is_an_option_or_an_argument() {
        let command = crate::command();
        let bake = command.find_subcommand("bake").unwrap();
        for field in Field::ALL {
            let name = option(Mention::Named(field));
            let is_known = bake.get_arguments().any(|argument| {
                let long = argument.get_long().is_some_and(|long| name == format!("--{long}"));
                long || argument.get_short().is_some_and(|short| name == format!("-{short}"))
                    || argument.get_id() == name.to_lowercase().as_str()
            });
            assert!(is_known || [Field::Preset, Field::Recipe].contains(&field), "{field:?}: {name}");
        }
    }
}
