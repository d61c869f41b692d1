//! Lines that people can read.

/// The most characters of a line that can be broken.
const MOST: usize = 140;

/// Returns a text in which long lines are broken at spaces, and continued with a deeper indent. Comments and lines of preprocessors stay as they are.
pub(super) fn wrapped(text: &str) -> String {
    let mut wrapped = String::with_capacity(text.len() + text.len() / 32);
    for line in text.lines() {
        let begin = line.trim_start();
        let indent = " ".repeat(line.len() - begin.len() + 4);
        let mut rest = if begin.starts_with("//") || begin.starts_with('#') { "" } else { line };
        let mut lead = "";
        while let Some(at) = break_of(rest, MOST - lead.len()) {
            wrapped.push_str(lead);
            wrapped.push_str(&rest[..at]);
            wrapped.push('\n');
            rest = &rest[at + 1..];
            lead = &indent;
        }
        wrapped.push_str(lead);
        wrapped.push_str(if rest.is_empty() { line } else { rest });
        wrapped.push('\n');
    }
    wrapped
}

/// Returns the place of the space at which a line is broken, if it is too long.
fn break_of(line: &str, most: usize) -> Option<usize> {
    if line.len() <= most {
        return None;
    }
    let begin = line.len() - line.trim_start().len();
    // JavaScript ends a statement after a lone `return`.
    let first = begin + if line[begin..].starts_with("return ") { "return ".len() } else { 1 };
    let spaces = || line.match_indices(' ').map(|(at, _)| at).filter(|at| *at > first);
    // Rather after a comma than within an item.
    let fits = |at: &usize| *at <= most;
    let after_comma = spaces().filter(fits).rfind(|at| line[..*at].ends_with(',')).filter(|at| *at > most / 2);
    after_comma.or_else(|| spaces().rfind(fits)).or_else(|| spaces().next())
}

#[cfg(test)]
mod tests {
    use super::{MOST, wrapped};

    #[test]
    fn a_long_line_is_broken_at_spaces_and_keeps_its_words() {
        let items: Vec<String> = (0..100).map(|number| format!("{number}u")).collect();
        let text = format!("const A = [{}];\n    return {};\n// {}\n", items.join(", "), items.join(" + "), "word ".repeat(60).trim_end());
        let broken = wrapped(&text);
        assert!(broken.lines().filter(|line| !line.starts_with("//")).all(|line| line.len() <= MOST), "{broken}");
        assert!(broken.contains("\n    return 0u + 1u") && broken.contains(",\n    ") && broken.contains("\n        "), "{broken}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&broken), words(&text));
        assert_eq!(wrapped(&broken), broken);
    }
}
