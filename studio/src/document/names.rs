//! The names of nodes and parameters in texts of a recipe.

use lacuna::Number;

/// The sign before the name of a parameter.
const PARAM: char = '$';

/// Returns true if a text in a recipe's syntax has parameters, so that no slider can show it.
pub(crate) fn has_params(text: &str) -> bool {
    text.contains(PARAM)
}

/// Returns the name of a parameter that is all of a text.
pub(super) fn param(text: &str) -> Option<&str> {
    text.trim().strip_prefix(PARAM).filter(|name| !name.is_empty() && name.chars().all(is_of_names))
}

/// Returns true if a text contains a parameter.
pub(super) fn is_param_in(name: &str, text: &str) -> bool {
    let params = text.split(PARAM).skip(1).map(|rest| &rest[..rest.find(|c| !is_of_names(c)).unwrap_or(rest.len())]);
    params.into_iter().any(|param| param == name)
}

fn is_of_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// Returns the words of an expression that can be names of nodes: no numbers, parameters, colours, functions and outputs.
///
/// The library has read the expression before, so that this need not tell what is wrong.
pub(super) fn nodes(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(is_of_words)?;
            let word = &rest[start..];
            let word = &word[..word.find(|c| !is_of_words(c)).unwrap_or(word.len())];
            rest = &rest[start + word.len()..];
            let name = word.trim_start_matches('-').split('.').next().unwrap_or_default();
            let is_name = name.starts_with(is_of_names) && name.parse::<Number>().is_err();
            if is_name && !rest.starts_with('(') {
                return Some(name);
            }
        }
    })
}

/// Returns true for what names, numbers, parameters and colours consist of.
fn is_of_words(c: char) -> bool {
    is_of_names(c) || matches!(c, '.' | '#' | PARAM)
}

/// Returns the length in bytes of the word at the start of a text, or else of one character.
pub(super) fn word_length(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let is_word = text.starts_with(|c| is_of_words(c) && c != '-');
    if is_word { text.find(|c| !is_of_words(c)).unwrap_or(text.len()) } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_in_an_expression_are_those_of_nodes() {
        for (text, expected) in [
            ("plate + 0.06 * blisters", &["plate", "blisters"][..]),
            ("-a - moss-edge.height*2", &["a", "moss-edge"]),
            ("mix(a, #8b8078, $wear * (b2.edge))", &["a", "b2"]),
            ("1e-3 + .5 + 2.", &[]),
            ("stone.edge", &["stone"]),
            ("ü-a", &["a"]),
            ("", &[]),
        ] {
            assert_eq!(nodes(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn a_word_ends_before_spaces_and_operators() {
        for (text, length) in [("blisters * 2", 8), ("$wear", 5), ("stone.edge)", 10), ("* 2", 1), ("- 2", 1), ("über", 2), ("", 0)] {
            assert_eq!(word_length(text), length, "{text}");
        }
        assert!(is_param_in("seed", "3 + $seed*2") && !is_param_in("seed", "$seeds + $a-seed + seed"));
        assert_eq!((param("$seed"), param("$seed + 1"), param("seed"), param("$")), (Some("seed"), None, None, None));
    }
}
