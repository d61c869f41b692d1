//! Files of messages that a person has read and found good.

#![allow(unreachable_pub, reason = "a module of several test binaries")]

use std::collections::BTreeSet;

/// Compares messages, each with a line that says what it is about, with those of a file. `LACUNA_WRITE_MESSAGES=1` writes them to it instead.
#[track_caller]
pub fn assert_blessed(file: &str, messages: &[(String, String)]) {
    let mut about = BTreeSet::new();
    for (line, message) in messages {
        assert!(about.insert(line), "`{line}` is there twice");
        assert!(!line.contains('\n') && !message.is_empty() && !message.contains("\n\n"), "`{line}`: {message:?}");
    }
    let blocks: Vec<String> = messages.iter().map(|(line, message)| format!("# {line}\n{}\n", message.trim_end())).collect();
    let found = blocks.join("\n");
    if std::env::var("LACUNA_WRITE_MESSAGES").is_ok_and(|value| value == "1") {
        std::fs::write(file, &found).expect("a file that can be written");
    }
    let expected = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}")).replace("\r\n", "\n");
    assert!(
        expected == found,
        "{}\nThese messages are not those of {file}, or stand in another order. If they are to be so, set LACUNA_WRITE_MESSAGES=1, and review the \
         changes.",
        differences(&expected, &found)
    );
}

/// Returns the blocks that only one of two texts has.
fn differences(expected: &str, found: &str) -> String {
    let blocks = |text: &str| text.split("\n\n").map(|block| block.trim().to_owned()).collect::<Vec<_>>();
    let (expected, found) = (blocks(expected), blocks(found));
    let only = |these: &[String], others: &[String], which: &str| {
        these.iter().filter(|block| !others.contains(block)).map(|block| format!("{which}:\n{block}\n\n")).collect::<String>()
    };
    only(&expected, &found, "expected") + &only(&found, &expected, "found")
}
