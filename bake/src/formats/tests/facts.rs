//! Metadata as it is read back, also from forged files.

use std::io::{Read, Seek, SeekFrom};

use zlib_rs::{Deflate, DeflateFlush, Status};

use super::*;

/// A file that counts the bytes read from it.
struct Watched {
    file: Cursor<Vec<u8>>,
    read: u64,
}

impl Read for Watched {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.read += read as u64;
        Ok(read)
    }
}

impl Seek for Watched {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Reads the metadata of a file, and returns it with the number of bytes that were read.
fn read(name: &str, file: Vec<u8>) -> (io::Result<Option<StoredFacts>>, u64) {
    let mut file = Watched { file: Cursor::new(file), read: 0 };
    let facts = format(name).read_facts(&mut file);
    (facts, file.read)
}

/// Returns `true` if a file is refused as malformed by a message that has a text, such as a limit.
fn is_refused(name: &str, file: Vec<u8>, with: &str) -> bool {
    read(name, file).0.is_err_and(|error| error.kind() == io::ErrorKind::InvalidData && error.to_string().contains(with))
}

fn facts() -> StoredFacts {
    let texts = [
        ("Software", "lacuna of a test"),
        ("lacuna:version", "1.2.3"),
        ("lacuna:recipe", "version = 2 # über\noutput = \"a\""),
        ("lacuna:range", "-1,1"),
    ];
    let texts = texts.map(|(keyword, text)| (keyword.to_owned(), text.to_owned())).into();
    StoredFacts { texts, json: "{\"version\": \"ü\"}\n".to_owned() }
}

fn file(name: &str, shape: Shape) -> Vec<u8> {
    let size = size(7, 6);
    let depth = format(name).depths()[0];
    let channels = format(name).channels()[0];
    let case = Encoding { shape, facts: facts(), ..encoding(name, depth, size, channels) };
    bytes(&case, &samples(&case), 1)
}

#[test]
fn facts_are_read_back_from_every_format_that_keeps_them_and_from_no_other() {
    let of_lacuna: Vec<_> = facts().texts.into_iter().filter(|(keyword, _)| keyword.starts_with("lacuna:")).collect();
    for format in Format::all().filter(|format| format.holds(ShapeKind::Picture)) {
        let (found, read) = read(format.name(), file(format.name(), Shape::Picture));
        let found = found.unwrap();
        assert_eq!(found.is_some(), format.description().facts == FactsPlace::Inside, "{format}");
        match (format.name(), found) {
            (_, None) => assert_eq!(read, 0, "{format}"),
            ("exr", Some(found)) => {
                assert_eq!(found.json, facts().json);
                assert_eq!(found.text("lacuna:recipe"), facts().text("lacuna:recipe"));
            }
            (_, Some(mut found)) => {
                // KTX2 sorts its keys.
                found.texts.sort_unstable();
                let mut expected = of_lacuna.clone();
                expected.sort_unstable();
                assert_eq!(found, StoredFacts { texts: expected, json: String::new() }, "{format}");
            }
        }
    }
    let (animation, _) = read("png", file("png", Shape::Animation { frames: 3, rate: 10 }));
    assert_eq!(animation.unwrap().unwrap().texts, of_lacuna);
    let (cube, _) = read("ktx2", {
        let case = Encoding { shape: Shape::Cube, facts: facts(), ..encoding("ktx2", 8, size(2, 12), 1) };
        bytes(&case, &samples(&case), 1)
    });
    assert_eq!(cube.unwrap().unwrap().text("lacuna:range"), Some("-1,1"));
}

#[test]
fn files_without_facts_have_none_and_cut_ones_are_refused() {
    for name in ["png", "exr", "ktx2"] {
        let case = Encoding { facts: StoredFacts::default(), ..encoding(name, 16, size(7, 6), 1) };
        let whole = bytes(&case, &samples(&case), 1);
        assert_eq!(read(name, whole.clone()).0.unwrap(), None, "{name}");
        let whole = file(name, Shape::Picture);
        // All of them have more than that before the picture.
        for length in (0..150).step_by(7) {
            assert!(read(name, whole[..length].to_vec()).0.is_err(), "{name}: {length}");
        }
        assert!(
            read(name, b"no picture, but long enough to be one in any of these formats, and longer than any of their headers".to_vec())
                .0
                .is_err()
        );
    }
}

/// Changing a byte, or four, never makes a reader panic or read much.
#[test]
fn changed_files_are_read_or_refused_in_bounded_time() {
    for name in ["png", "exr", "ktx2"] {
        let whole = file(name, Shape::Picture);
        for place in 0..whole.len().min(900) {
            for change in [&[0x00][..], &[0xFF], &[0x7F, 0xFF, 0xFF, 0xFF], &[0xFF, 0xFF, 0xFF, 0x7F], &[0; 4], &[0xFF; 4]] {
                let mut changed = whole.clone();
                let end = changed.len().min(place + change.len());
                changed[place..end].copy_from_slice(&change[..end - place]);
                let (_, read) = read(name, changed);
                assert!(read < 2 * whole.len() as u64, "{name}: {place}: {read}");
            }
        }
    }
}

const IHDR_OF_THE_WIDEST: [u8; 13] = [2, 0, 0, 0, 0, 0, 0, 1, 16, 6, 0, 0, 0];

fn png(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in chunks {
        file.extend((data.len() as u32).to_be_bytes());
        let start = file.len();
        file.extend(*kind);
        file.extend(data);
        let sum = crc32fast::hash(&file[start..]);
        file.extend(sum.to_be_bytes());
    }
    file
}

fn text(keyword: &str, text: &str) -> (&'static [u8; 4], Vec<u8>) {
    (b"iTXt", [keyword.as_bytes(), &[0, 0, 0, 0, 0], text.as_bytes()].concat())
}

fn compressed(keyword: &str, text: &[u8]) -> (&'static [u8; 4], Vec<u8>) {
    let mut stream = vec![0; text.len() + 1000];
    let mut deflate = Deflate::new(9, true, 15);
    assert_eq!(deflate.compress(text, &mut stream, DeflateFlush::Finish), Ok(Status::StreamEnd));
    stream.truncate(deflate.total_out() as usize);
    (b"iTXt", [keyword.as_bytes(), &[0, 1, 0, 0, 0], &stream].concat())
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_png_of_any_size_is_read_and_chunks_that_are_not_its_own_are_passed_over() {
    let bomb = compressed("XML:com.adobe.xmp", &vec![0; 1 << 26]);
    let long = (b"zzZz", vec![7; 1 << 22]);
    let many = (0..1000).map(|_| text("Comment", "hello"));
    let chunks = [(b"IHDR", IHDR_OF_THE_WIDEST.to_vec()), bomb, long, (b"iTXt", b"a".to_vec()), (b"iTXt", vec![])];
    let own = [text("lacuna:recipe", "version = 2"), compressed("lacuna:range", b"0,1"), text("lacuna_other", "")];
    let chunks: Vec<_> = chunks.into_iter().chain(many).chain(own).chain([(b"IDAT", vec![0; 100])]).collect();
    let (found, read) = read("png", png(&chunks));
    let texts = [("lacuna:recipe", "version = 2"), ("lacuna:range", "0,1")];
    assert_eq!(found.unwrap().unwrap().texts, texts.map(|(keyword, text)| (keyword.to_owned(), text.to_owned())));
    assert!(read < 20_000, "{read}");
}

#[test]
fn a_text_of_a_png_that_is_damaged_is_none() {
    let mut damaged = png(&[text("lacuna:recipe", "version = 2"), (b"IDAT", vec![])]);
    damaged[40] ^= 1;
    assert_eq!(read("png", damaged).0.unwrap(), None);
    let stream = |stream: &[u8]| (b"iTXt", [b"lacuna:recipe\0\x01\0\0\0", stream].concat());
    for chunk in [
        stream(b"no stream"),
        stream(&[]),
        stream(&compressed("", b"version = 2").1[6..12]),
        (b"iTXt", b"lacuna:recipe".to_vec()),
        (b"iTXt", b"lacuna:recipe\0\0".to_vec()),
        (b"iTXt", b"lacuna:recipe\0\0\0en".to_vec()),
        (b"iTXt", b"lacuna:recipe\0\0\0\0\0\xFF\xFF".to_vec()),
    ] {
        assert_eq!(read("png", png(&[chunk, (b"IDAT", vec![])])).0.unwrap(), None);
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_png_whose_facts_are_too_much_is_refused() {
    let million = "a".repeat(1 << 20);
    let (longest, read) = read("png", png(&[text("lacuna:recipe", &million), (b"IEND", vec![])]));
    assert_eq!(longest.unwrap().unwrap().texts[0].1, million);
    assert!(read < (1 << 20) + 1000);
    for texts in [
        vec![text("lacuna:recipe", &format!("{million}a"))],
        vec![compressed("lacuna:recipe", &vec![b'a'; 1 << 26])],
        vec![compressed("lacuna:recipe", &vec![b'a'; (1 << 20) + 1])],
        vec![text("lacuna:recipe", &"a".repeat(1 << 23))],
    ] {
        assert!(is_refused("png", png(&texts), "1 MiB"));
    }
    let five: Vec<_> = (0..5).map(|_| compressed("lacuna:recipe", million.as_bytes())).collect();
    assert!(is_refused("png", png(&five), "4 MiB"));
    let many: Vec<_> = (0..70_000).map(|_| (b"tEXt", vec![])).collect();
    assert!(is_refused("png", png(&many), "65536"));
    // A length beyond the end.
    let mut beyond = png(&[(b"IHDR", IHDR_OF_THE_WIDEST.to_vec())]);
    beyond.extend(b"\xFF\xFF\xFF\xFFiTXtlacuna:");
    assert!(is_refused("png", beyond, "1 MiB"));
}

#[test]
fn a_ktx2_whose_keys_lie_elsewhere_is_refused() {
    // The offsets in the header of the place and the length of the keys and values.
    const PLACE: usize = 56;
    const LENGTH: usize = 60;
    let forged = |place: usize, value: u32| {
        let mut file = file("ktx2", Shape::Picture);
        file[place..place + 4].copy_from_slice(&value.to_le_bytes());
        file
    };
    assert!(is_refused("ktx2", forged(LENGTH, u32::MAX), "4 MiB"));
    assert!(is_refused("ktx2", forged(LENGTH, 1 << 22), "end"));
    assert!(is_refused("ktx2", forged(PLACE, u32::MAX), "end"));
    let place = u32::from_le_bytes(file("ktx2", Shape::Picture)[PLACE..PLACE + 4].try_into().unwrap());
    for length in [0, u32::MAX, 1 << 31] {
        // The length of the first entry.
        let (facts, read) = read("ktx2", forged(place as usize, length));
        assert!(facts.is_ok() && read < 1000, "{length}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn an_exr_whose_header_is_too_long_is_refused() {
    let beginning = b"\x76\x2f\x31\x01\x02\x00\x00\x00";
    let attribute = |name: &str, length: i32| [name.as_bytes(), b"\0string\0", &length.to_le_bytes()[..]].concat();
    // Lengths beyond the end, and below 0.
    for length in [i32::MAX, i32::MIN, -1, 1 << 24] {
        let forged = [&beginning[..], &attribute("lacuna:facts", length), &[b'a'; 1000]].concat();
        let (facts, read) = read("exr", forged);
        assert!(facts.is_err() && read < 2000, "{length}");
    }
    // A text that exists, and endless attributes.
    let (facts, long) = read("exr", [&beginning[..], &attribute("lacuna:facts", 1 << 24), &vec![b'a'; 1 << 24]].concat());
    assert!(facts.is_err() && long <= 1 << 22, "{long}");
    let mut many = beginning.to_vec();
    while many.len() < 1 << 23 {
        many.extend(attribute("a", 0));
    }
    let (facts, read) = read("exr", many);
    assert!(facts.is_err() && read <= 1 << 22, "{read}");
}
