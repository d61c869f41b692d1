//! Command lines: each is refused, or can be planned. Nothing is baked.

use std::sync::OnceLock;

use crate::Came;
use crate::bytes::Bytes;

/// Reads arguments from lines or, if the first byte is below 128, draws words of the command and values, which each byte chooses.
pub(crate) fn body(data: &[u8]) -> Came {
    let Some((&first, rest)) = data.split_first() else { return Came::Short };
    let arguments = if first < 128 {
        drawn(rest)
    } else {
        let Ok(text) = std::str::from_utf8(rest) else { return Came::Short };
        text.lines().map(str::to_owned).collect()
    };
    // The contents of the machine's folders must not influence the result.
    if arguments.iter().any(|argument| argument.contains(['/', '\\'])) {
        return Came::Short;
    }
    let checked = lacuna_cli::check(std::iter::once("lacuna".to_owned()).chain(arguments));
    if let Err(message) = &checked {
        assert!(!message.is_empty(), "an error without a message");
        assert!(message.len() <= 64 << 10, "a message of {} bytes: {message}", message.len());
    }
    Came::all_the_way(&checked)
}

/// Draws arguments from all that the command knows.
fn drawn(data: &[u8]) -> Vec<String> {
    let mut bytes = Bytes::new(data);
    let words = words();
    let mut arguments: Vec<String> = ["bake", words.sources[bytes.below(words.sources.len())], "-o", "x.png"].map(str::to_owned).into();
    for _ in 0..bytes.below(8) {
        let (flag, values) = &words.flags[bytes.below(words.flags.len())];
        arguments.push(format!("--{flag}"));
        if let Some(values) = values {
            arguments.push(match (values.len(), bytes.below(4)) {
                (1.., 0..=2) => values[bytes.below(values.len())].clone(),
                _ => value(&mut bytes),
            });
        }
    }
    arguments
}

/// Draws one to six numbers in the form that flags take.
fn value(bytes: &mut Bytes<'_>) -> String {
    let count = if bytes.once_in(3) { 1 + bytes.below(6) } else { 1 };
    let separator = if bytes.once_in(3) { "x" } else { "," };
    (0..count).map(|_| bytes.number().to_string()).collect::<Vec<_>>().join(separator)
}

/// The words that arguments are drawn from.
struct Words {
    sources: Vec<&'static str>,
    /// The flags of `bake`, with the values that they list, if any.
    flags: Vec<(String, Option<Vec<String>>)>,
}

fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        let command = lacuna_cli::command();
        let bake = command.find_subcommand("bake").expect("the command bakes");
        let told = |argument: &clap::Arg| argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        let flags = bake.get_arguments().filter_map(|argument| {
            let values = argument.get_action().takes_values().then(|| told(argument));
            Some((argument.get_long()?.to_owned(), values))
        });
        let presets = lacuna::presets::PRESETS.iter().map(|preset| preset.name);
        let sources = lacuna::graph::NODE_KINDS.iter().map(|kind| kind.name).chain(presets).collect();
        Words { sources, flags: flags.collect() }
    })
}
