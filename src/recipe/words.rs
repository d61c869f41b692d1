//! Words in errors: what the user wrote, and what comes closest to it.

/// What an error shows of a text that somebody wrote: its beginning, where it is long.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The word that is closest in spelling, where one is close.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (distance, nearest) = known.into_iter().map(|known| (strsim::damerau_levenshtein(word, known), known)).min()?;
    (distance <= 1 + word.len() / 4).then_some(nearest)
}

/// The closest word as errors tell it, or nothing.
pub(super) fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)"))
}

pub(super) fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
