//! Pictures from others: their metadata is refused, or their bake can be planned.

use std::io::Cursor;

use lacuna_bake::formats::{FactsPlace, Format};
use lacuna_bake::{Destination, Facts, Request, Source};

use crate::Came;

/// The first byte chooses a format with metadata inside, or a sidecar.
pub(crate) fn body(data: &[u8]) -> Came {
    let Some((&first, rest)) = data.split_first() else { return Came::Short };
    let inside: Vec<Format> = Format::all().filter(|format| format.description().facts == FactsPlace::Inside).collect();
    let found = match inside.get(usize::from(first) % (inside.len() + 1)) {
        Some(format) => {
            let mut file = rest.to_vec();
            if format.name() == "png" {
                with_checksums(&mut file);
            }
            Facts::of_file(*format, &mut Cursor::new(file))
        }
        None => std::str::from_utf8(rest).map_err(|error| error.to_string()).and_then(Facts::of_json).map(Some),
    };
    let Ok(Some(facts)) = found else { return Came::Short };
    let again = facts.clone();
    let written = serde_json::to_string(&facts).unwrap_or_else(|error| panic!("facts that can't be written: {error}"));
    if let Ok(read) = Facts::of_json(&written) {
        assert_eq!(read, again, "{written}");
    }
    let Ok(source) = Source::of_facts(facts) else { return Came::Short };
    let destination = Destination::File("again.png".into());
    let Ok(request) = Request::new(source, destination) else { return Came::Short };
    Came::all_the_way(&request.plan())
}

/// Gives the chunks of a PNG their correct checksums, which no fuzzer guesses.
fn with_checksums(file: &mut [u8]) {
    const SIGNATURE: usize = 8;
    let mut at = SIGNATURE;
    while let Some(head) = file.get(at..at + 8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(end) = (at + 8).checked_add(length).filter(|end| end.checked_add(4).is_some_and(|end| end <= file.len())) else { break };
        let sum = crc32fast::hash(&file[at + 4..end]);
        file[end..end + 4].copy_from_slice(&sum.to_be_bytes());
        at = end + 4;
    }
}
