//! Documentation for readers outside of Rust.

/// Returns the documentation of an item without examples and links: Markdown.
pub(crate) fn prose(text: &str) -> String {
    let text = text.split("```").next().unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    without_links(lines.join("\n").trim())
}

/// Returns the first sentence of the documentation.
pub(crate) fn summary(text: &str) -> String {
    let prose = prose(text).replace('\n', " ");
    let end = prose.match_indices(". ").map(|(at, _)| at + 1).find(|&at| prose[at..].trim_start().starts_with(|c: char| !c.is_lowercase()));
    prose[..end.unwrap_or(prose.len())].to_owned()
}

/// Replaces [`name`] and [`name`](path) by `name`.
fn without_links(text: &str) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, after)) = after.split_once("`]") else { break };
        told.push_str(&format!("{before}`{name}`"));
        let path = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        rest = path.map_or(after, |(_, after)| after);
    }
    told + rest
}

#[test]
fn prose_has_no_examples_and_no_links() {
    let text = " A [`Torus`](super::Torus) or a [`Loop`], 1 to 2. Or\n none (p. 3).\n\n More.\n\n ```\n let a = 1;\n ```\n";
    assert_eq!(prose(text), "A `Torus` or a `Loop`, 1 to 2. Or\nnone (p. 3).\n\nMore.");
    assert_eq!(summary(text), "A `Torus` or a `Loop`, 1 to 2.");
}
