//! The checksum of a written file, by which its sidecar recognises it.

use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

use crc32fast::Hasher;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The CRC-32 of a file's bytes, as in zlib, gzip and PNG. Displayed and written as eight digits, `1c291ca3`.
///
/// It detects a file that was replaced by accident, at the speed of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checksum(u32);

impl Checksum {
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        Self(crc32fast::hash(bytes))
    }

    /// Returns the checksum of all bytes of a reader.
    ///
    /// # Errors
    ///
    /// The error of the reader.
    pub fn of(mut file: impl Read) -> io::Result<Self> {
        let mut buffer = vec![0; 1 << 18];
        let mut sum = Hasher::new();
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(Self(sum.finalize())),
                Ok(length) => sum.update(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// The error for a text that is not a checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a checksum has eight digits, such as 1c291ca3")]
pub struct NoChecksum;

impl FromStr for Checksum {
    type Err = NoChecksum;

    fn from_str(text: &str) -> Result<Self, NoChecksum> {
        let is_one = text.len() == 8 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        u32::from_str_radix(text, 16).ok().filter(|_| is_one).map(Self).ok_or(NoChecksum)
    }
}

impl Serialize for Checksum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Checksum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The length of the beginning to which a writer may seek back: TIFF writes the place of its directory there.
const HEAD: u64 = 64;

/// Computes the checksum of bytes as they are written.
#[derive(Debug, Default)]
pub(crate) struct Summing {
    head: Vec<u8>,
    /// The bytes after the head.
    rest: Hasher,
    /// The place of the next byte, and the end of the file so far.
    at: u64,
    end: u64,
    /// Set once the writer has changed bytes that are already part of the checksum.
    is_lost: bool,
}

impl Summing {
    pub(crate) fn wrote(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let length = if self.at < HEAD { bytes.len().min((HEAD - self.at) as usize) } else { bytes.len() };
            let (now, later) = bytes.split_at(length);
            if self.at > self.end || (self.at < self.end && self.at >= HEAD) {
                self.is_lost = true;
            } else if self.at < HEAD {
                let at = self.at as usize;
                self.head.resize(self.head.len().max(at + length), 0);
                self.head[at..at + length].copy_from_slice(now);
            } else {
                self.rest.update(now);
            }
            self.at += length as u64;
            self.end = self.end.max(self.at);
            bytes = later;
        }
    }

    /// Does the same as [`Summing::wrote`] for bytes whose checksum is known.
    pub(crate) fn wrote_summed(&mut self, bytes: &[u8], Checksum(sum): Checksum) {
        if self.at < HEAD || self.at != self.end {
            self.wrote(bytes);
            return;
        }
        let length = bytes.len() as u64;
        self.rest.combine(&Hasher::new_with_initial_len(sum, length));
        self.at += length;
        self.end = self.at;
    }

    pub(crate) fn moved(&mut self, to: u64) {
        self.at = to;
    }

    /// Returns the checksum of the file, or `None` if the writer changed anything but the head.
    pub(crate) fn checksum(&self) -> Option<Checksum> {
        (!self.is_lost).then(|| {
            let mut sum = Hasher::new();
            sum.update(&self.head);
            sum.combine(&self.rest);
            Checksum(sum.finalize())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_summed_up_as_they_are_written_and_where_the_head_is_changed() {
        let mut file: Vec<u8> = (0..1000_u32).map(|number| ((number * 7919) >> 3) as u8).collect();
        let mut summing = Summing::default();
        for bytes in file.chunks(37) {
            summing.wrote(bytes);
        }
        assert_eq!(summing.checksum(), Some(Checksum::of(&file[..]).unwrap()));
        file[4..8].copy_from_slice(b"head");
        summing.moved(4);
        summing.wrote(b"head");
        summing.moved(1000);
        file.push(1);
        summing.wrote(&[1]);
        let sum = Checksum::of(&file[..]).unwrap();
        assert_eq!(summing.checksum(), Some(sum));
        assert_eq!(sum.to_string().parse(), Ok(sum));
        // A checksum can't be taken back, and the bytes of a gap are not known.
        for to in [500, 2000] {
            let mut summing = Summing::default();
            summing.wrote(&file);
            summing.moved(to);
            summing.wrote(b"x");
            assert_eq!(summing.checksum(), None);
        }
        // Known checksums are combined after the head, but not if the head or a gap lies between.
        let sum_of = Checksum::of_bytes;
        for (first, then) in [(HEAD as usize, 300), (HEAD as usize - 1, 300), (500, 0)] {
            let mut summing = Summing::default();
            summing.wrote(&file[..first]);
            for part in [&file[first..first + then], &file[first + then..]] {
                summing.wrote_summed(part, sum_of(part));
            }
            assert_eq!(summing.checksum(), Some(sum), "{first} and {then}");
            summing.moved(2000);
            summing.wrote_summed(b"x", sum_of(b"x"));
            assert_eq!(summing.checksum(), None);
        }
        // The check value of zlib's CRC.
        assert_eq!(Checksum::of(&b"123456789"[..]).unwrap().to_string(), "cbf43926");
    }
}
