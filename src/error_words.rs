//! Words in error messages: the user's own, and the known words closest to them.

/// The most words that an error lists.
const MOST_LISTED: usize = 50;
/// The longest word, in bytes, for which similar ones are searched. No name that anyone types is longer.
#[cfg(feature = "recipe")]
const LONGEST_LIKE: usize = 100;

/// Returns a user's text for an error message: a long one is cut off after its beginning, and characters that would change the lines of the message or
/// the direction of its text are written out.
///
/// ```
/// # #[cfg(feature = "recipe")] {
/// use lacuna::internal::short;
/// assert_eq!(short("perlin"), "perlin");
/// assert!(short(&"a".repeat(1000)).len() < 100);
/// assert_eq!(short("a\nerror: b"), "a\\nerror: b");
/// # }
/// ```
#[cfg_attr(not(feature = "recipe"), expect(unreachable_pub, reason = "`internal` shows it"))]
pub fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", escaped(&text[..end])),
        None => escaped(text),
    }
}

/// Writes out control characters, ends of lines, and the marks that change the direction of a text (Unicode 16, "Bidirectional Algorithm", table 4).
#[cfg_attr(not(feature = "recipe"), expect(unreachable_pub, reason = "`internal` shows it"))]
pub fn escaped(text: &str) -> String {
    let is_mark = |c| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let written = |c: char| if c.is_control() || is_mark(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(written).collect()
}

/// Returns a word in lower case, without separators and without the s of a plural.
pub(crate) fn bare(word: &str) -> String {
    let letters = word.to_ascii_lowercase().replace(['-', ' ', '_'], "");
    letters.strip_suffix('s').map_or_else(|| letters.clone(), str::to_owned)
}

/// Shortens what a message repeats of a user's text: its long words, and all of it up to what was expected.
#[cfg(feature = "recipe")]
pub(crate) fn with_short_words(message: &str) -> String {
    const MOST: usize = 300;
    let (told, expected) = message.split_at(message.find(", expected").unwrap_or(message.len()));
    let told = told.split(' ').map(short).collect::<Vec<_>>().join(" ");
    let end = told.char_indices().nth(MOST).map_or(told.len(), |(end, _)| end);
    let more = if end < told.len() { "…" } else { "" };
    format!("{}{more}{}", &told[..end], expected.split(' ').map(short).collect::<Vec<_>>().join(" "))
}

/// Returns the known word that is closest in spelling, if one is close. A word that differs only in case comes before all others. Words of more than
/// 100 bytes are close to none.
#[cfg(feature = "recipe")]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST_LIKE {
        return None;
    }
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(same) = known.iter().find(|known| known.eq_ignore_ascii_case(word)).copied() {
        return Some(same);
    }
    // A word counts as close with one error in four letters. Close words have similar lengths, so most words need no comparison.
    let most = 1 + word.len() / 4;
    let alike = known.into_iter().filter(|known| known.len().abs_diff(word.len()) <= 4 * most);
    let (distance, nearest) = alike.map(|known| (strsim::damerau_levenshtein(word, known), known)).min()?;
    (distance <= most).then_some(nearest)
}

/// Returns the closest word as errors suggest it, or nothing.
#[cfg(feature = "recipe")]
pub(crate) fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    meant(nearest(word, known).as_slice())
}

/// Returns the words that may be meant as errors suggest them, or nothing if there are none.
#[cfg(feature = "recipe")]
pub fn meant(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{}`", short(word))).collect();
    match &quoted[..] {
        [] => String::new(),
        [only] => format!(" (did you mean {only}?)"),
        [before @ .., last] => format!(" (did you mean {} or {last}?)", before.join(", ")),
    }
}

/// Returns words as errors list them: quoted, at most fifty.
pub(crate) fn quoted(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    listed(words.into_iter().map(|word| format!("`{}`", short(word.as_ref()))), ", ")
}

/// Joins the items of an error's list, at most fifty.
pub(crate) fn listed(all: impl IntoIterator<Item = String>, between: &str) -> String {
    let mut all = all.into_iter();
    let mut shown: Vec<String> = all.by_ref().take(MOST_LISTED).collect();
    match all.count() {
        0 => {}
        more => shown.push(format!("and {more} more")),
    }
    shown.join(between)
}

#[cfg(all(test, feature = "recipe"))]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn long_words_and_long_lists_are_shortened() {
        let long = "a".repeat(100_000);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        assert_eq!(nearest("perlim", [long.as_str(), "perlin", "simplex"]), Some("perlin"));
        assert!(quoted([long.as_str()]).len() < 100);
        let names: Vec<String> = (0..5000).map(|number| format!("node{number}")).collect();
        let list = quoted(&names);
        assert!(list.contains("`node49`") && !list.contains("`node50`") && list.contains("4950"), "{list}");
    }
}
