//! Texts in the encodings of editors and shells.

/// Decodes text: UTF-8 with or without a byte order mark, or UTF-16 of either order with one, as Windows PowerShell writes redirected output.
///
/// # Errors
///
/// A message that says what is wrong.
pub fn read_text(bytes: &[u8]) -> Result<String, String> {
    let words = |bytes: &[u8], word: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let text = String::from_utf16(&pairs.iter().map(|&pair| word(pair)).collect::<Vec<_>>());
        text.ok().filter(|_| rest.is_empty()).ok_or_else(|| "it begins like UTF-16, but is not valid; save it as UTF-8".to_owned())
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => words(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => words(rest, u16::from_be_bytes),
        _ => {
            let rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            std::str::from_utf8(rest).map(str::to_owned).map_err(|error| format!("it is not text: {error}; save it as UTF-8"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_utf_8_and_utf_16_by_their_marks() {
        let text = "# übergröße 𝄞\r\nversion = 2\r\n";
        let marked = format!("\u{feff}{text}");
        let words: Vec<u16> = marked.encode_utf16().collect();
        let [little, big] =
            [u16::to_le_bytes, u16::to_be_bytes].map(|bytes| words.iter().flat_map(|&word| bytes(word)).collect::<Vec<u8>>());
        for bytes in [text.as_bytes(), marked.as_bytes(), &little, &big] {
            assert_eq!(read_text(bytes).as_deref(), Ok(text));
        }
        assert_eq!(read_text(b"").as_deref(), Ok(""));
        for bad in [&b"\xff\xfea"[..], b"\xff\xfe\x00\xd8", b"a\xff", b"\xef\xbb\xbf\xff"] {
            assert!(read_text(bad).is_err_and(|problem| problem.contains("UTF-8")), "{bad:?}");
        }
    }
}
