//! Share links: a recipe and a view in the hash of a URL.
//!
//! After the `#` come the version of the format, a point, and JSON, deflated and in base64url: `1.q1YqSk3OLEhVslIqSy0qzszPU7BVMFSqBQA`. Nothing of it
//! is sent to a server.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use lacuna::internal::short;
use lacuna::recipe::MAX_TEXT;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};

/// The version of the format that is written.
const VERSION: u32 = 1;

/// The longest link that is read, in bytes.
pub const MAX_LINK: usize = 1 << 20;

/// The longest JSON in a link, in bytes: a recipe's text with every other byte escaped, and a view.
const MAX_JSON: usize = 2 * MAX_TEXT + (1 << 16);

/// The level of compression, 0 to 10.
const EFFORT: u8 = 9;

/// The contents of a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shared {
    /// The recipe's text, which may be invalid.
    pub recipe: String,
    /// The view; null if the link has none.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub view: serde_json::Value,
}

/// Returns the part of a link after the `#`.
pub fn encode(shared: &Shared) -> String {
    // A text, and a value that is already JSON.
    let json = serde_json::to_vec(shared).unwrap_or_default();
    let deflated = miniz_oxide::deflate::compress_to_vec(&json, EFFORT);
    format!("{VERSION}.{}", URL_SAFE_NO_PAD.encode(deflated))
}

/// Returns the link for a hash: the page's own address, or `lacuna:`, which the desktop opens, if there is no page.
pub fn url(hash: &str) -> String {
    const DESKTOP: &str = "lacuna:";
    #[cfg(target_arch = "wasm32")]
    let page = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_else(|| DESKTOP.to_owned());
    #[cfg(not(target_arch = "wasm32"))]
    let page = DESKTOP;
    format!("{}#{hash}", page.split('#').next().unwrap_or_default())
}

/// Returns `true` if a text, such as the argument of a command, looks like a link: a URL with a hash.
pub fn is_link(text: &str) -> bool {
    ["https://", "http://", "lacuna:"].iter().any(|scheme| text.starts_with(scheme)) && text.contains('#')
}

/// Reads a link: the part after its `#`, or the whole URL.
///
/// # Errors
///
/// The error in the link. Only the length of the recipe in it is checked.
pub fn decode(text: &str) -> Result<Shared, String> {
    if text.len() > MAX_LINK {
        return Err(format!("the link is broken: it has {} bytes, where none has more than {MAX_LINK}", text.len()));
    }
    let hash = text.trim();
    let hash = hash.split_once('#').map_or(hash, |(_, hash)| hash);
    let broken = |what: &str| format!("the link is broken: {what}; copy all of it, from the first character to the last");
    let (version, data) = hash.split_once('.').ok_or_else(|| broken("it does not begin with a version and a point"))?;
    match version.parse::<u32>() {
        Ok(VERSION) => {}
        Ok(newer @ 2..) => {
            return Err(format!("the link is of version {newer}, which is newer than this program; open it with a newer one"));
        }
        _ => return Err(broken(&format!("its version `{}` is none", short(version)))),
    }
    let deflated = URL_SAFE_NO_PAD.decode(data).map_err(|error| broken(&format!("its text is not base64url ({error})")))?;
    let json = decompress_to_vec_with_limit(&deflated, MAX_JSON).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => format!("the link is broken: it holds more than {MAX_JSON} bytes, which no recipe needs"),
        _ => broken("a part of it is missing or changed"),
    })?;
    let shared: Shared = serde_json::from_slice(&json).map_err(|error| broken(&format!("it holds no recipe ({error})")))?;
    match shared.recipe.len() {
        ..=MAX_TEXT => Ok(shared),
        length => Err(format!("the recipe in the link has {length} bytes; a recipe has at most {MAX_TEXT}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of_json(json: &[u8]) -> String {
        format!("1.{}", URL_SAFE_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec(json, 9)))
    }

    #[test]
    fn a_link_gives_back_what_it_shares() {
        for preset in lacuna::presets::PRESETS {
            let shared = Shared { recipe: preset.text.to_owned(), view: json!({ "at": ["1000000000.25", "-3"], "turned": 0.5 }) };
            let link = encode(&shared);
            assert_eq!(decode(&link).as_ref(), Ok(&shared));
            assert_eq!(decode(&format!(" https://example.org/studio/#{link}\n")).as_ref(), Ok(&shared));
            assert!(link.chars().all(|character| character.is_ascii_alphanumeric() || ".-_".contains(character)), "{link}");
        }
    }

    #[test]
    fn a_link_of_the_first_version_is_read_for_ever() {
        let link = "1.q1YqSk3OLEhVslIqSy0qzszPU7BVMFLSUSrLTC1XsqpWKlayMjSorQUA";
        assert_eq!(decode(link), Ok(Shared { recipe: "version = 2".into(), view: json!({ "s": 10 }) }));
    }

    #[test]
    fn the_longest_recipe_makes_a_link_that_is_read() {
        // Quotes and lines are escaped; random ones compress badly.
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match state >> 24 {
                byte @ 32..127 => char::from(byte as u8),
                byte if byte % 2 == 0 => '"',
                _ => '\n',
            }
        };
        let shared = Shared { recipe: (0..MAX_TEXT).map(|_| random()).collect(), view: serde_json::Value::Null };
        assert_eq!(decode(&encode(&shared)), Ok(shared));
    }

    #[test]
    fn a_link_whose_recipe_is_too_long_is_refused() {
        let shared = Shared { recipe: " ".repeat(MAX_TEXT + 1), view: serde_json::Value::Null };
        assert!(decode(&encode(&shared)).unwrap_err().contains("at most"));
    }

    #[test]
    fn a_broken_link_is_refused_with_what_is_wrong() {
        let good = encode(&Shared { recipe: "version = 2".into(), view: serde_json::Value::Null });
        for (link, what) in [
            ("", "version"),
            ("1", "version"),
            ("x.abc", "`x`"),
            ("0.abc", "`0`"),
            ("-1.abc", "`-1`"),
            ("2.abc", "newer"),
            ("4294967296.abc", "`4294967296`"),
            ("1.", "missing"),
            ("1.ab=", "base64url"),
            ("1.a b", "base64url"),
            ("1.äö", "base64url"),
            (&good[..2 + (good.len() - 7) / 4 * 4], "missing"),
            (&of_json(b""), "no recipe"),
            (&of_json(b"[]"), "no recipe"),
            (&of_json(b"{\"recipe\": 3}"), "no recipe"),
            (&of_json(b"{\"recipe\": \"\xff\"}"), "no recipe"),
            (&of_json("[".repeat(100_000).as_bytes()), "no recipe"),
        ] {
            let error = decode(link).unwrap_err();
            assert!(error.contains("link") && error.contains(what), "{link}: {error}");
        }
    }

    #[test]
    fn a_link_that_inflates_to_very_much_is_refused() {
        let bomb = of_json(&vec![b' '; 64 << 20]);
        assert!(bomb.len() < MAX_LINK);
        assert!(decode(&bomb).unwrap_err().contains("more than"));
        assert!(decode(&"1".repeat(MAX_LINK + 1)).unwrap_err().contains("bytes"));
    }

    #[test]
    fn any_changed_byte_of_a_link_is_survived() {
        let good = encode(&Shared { recipe: lacuna::presets::PRESETS[0].text.into(), view: json!({}) });
        for place in 0..good.len() {
            for byte in [b'A', b'_', b'.', b'9'] {
                let mut bytes = good.clone().into_bytes();
                bytes[place] = byte;
                if let Err(error) = decode(&String::from_utf8(bytes).unwrap()) {
                    assert!(error.contains("link"), "{error}");
                }
            }
        }
    }

    #[test]
    fn urls_with_a_hash_are_links() {
        assert!(is_link(&url("1.abc")) && is_link("https://example.org/#1.abc") && is_link("http://127.0.0.1:8000/index.html#1.abc"));
        assert!(!is_link("https://example.org/") && !is_link("marble") && !is_link("a#b.toml"));
    }
}
