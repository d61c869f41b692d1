//! Writes the test vectors of the noise's specification: those of each part by itself, and those of whole functions. The CPU engine makes them.

mod functions;
mod parts;

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The folder of the files, from the root of the repository.
const FOLDER: &str = "docs/src/spec";

/// Returns the files, by their paths from the root of the repository.
///
/// # Errors
///
/// An error if a function of the list can't be evaluated.
pub fn made() -> Result<[(String, String); 2]> {
    let file = |name: &str, text: String| (format!("{FOLDER}/{name}.json"), text);
    Ok([file("parts", lines(&parts::made()?)), file("functions", lines(&functions::made()?))])
}

/// Writes the files that are out of date, and returns their paths.
///
/// # Errors
///
/// Those of [`made`], and an error if a file can't be written.
pub fn write(root: &Path) -> Result<Vec<String>> {
    let stale = stale(root)?;
    for (path, text) in made()?.into_iter().filter(|(path, _)| stale.contains(path)) {
        std::fs::write(root.join(path), text)?;
    }
    Ok(stale)
}

/// Returns the paths of the files that are out of date.
///
/// # Errors
///
/// Those of [`made`].
pub fn stale(root: &Path) -> Result<Vec<String>> {
    let is_stale = |(path, text): &(String, String)| std::fs::read_to_string(root.join(path)).map_or(true, |found| found != *text);
    Ok(made()?.into_iter().filter(is_stale).map(|(path, _)| path).collect())
}

/// Returns an object with a line for each item of its lists.
fn lines(object: &[(&str, Value)]) -> String {
    let mut text = String::from("{");
    for (number, (name, value)) in object.iter().enumerate() {
        let _ = write!(text, "{}\n\"{name}\": ", if number == 0 { "" } else { "," });
        match value {
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(Value::to_string).collect();
                let _ = write!(text, "[\n{}\n]", items.join(",\n"));
            }
            value => text += &value.to_string(),
        }
    }
    text + "\n}\n"
}

/// Returns the bits of a float as eight hexadecimal digits.
fn bits(value: f32) -> Value {
    word(value.to_bits())
}

fn word(word: u32) -> Value {
    format!("{word:08x}").into()
}
