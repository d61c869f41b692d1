//! Copies samples from a device's memory to the caller's.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::domain::{DomainKind, Tile};
use crate::error::{Error, Result};
use crate::threads;

/// The number of parts of a tile in flight at once: while one is read, the device evaluates another.
pub(super) const RING: usize = 3;

/// The samples along a side of the smallest part of a plane that is worth a dispatch.
const LEAST_SIDE: u64 = 1024;

/// The bytes of the largest part; it is small so that it can soon be read.
const MOST_READ: u64 = 16 << 20;

/// The number of parts into which a tile is split at least, unless they become too small.
const PARTS: u64 = 16;

/// The fewest bytes that are worth a thread of their own: copying them takes a tenth of a millisecond.
const WORTH_A_THREAD: usize = 1 << 19;

/// The bytes of a sample that no kernel has written: a NaN that no arithmetic produces.
const UNWRITTEN: [u8; 4] = [0xFF; 4];

/// Returns the sides of a part of a tile that is read at once, for this many channels.
pub(super) fn wished(tile: Tile, channels: usize, kind: DomainKind) -> [u32; 3] {
    let bytes_a_sample = 4 * channels as u64;
    let bytes = (tile.samples() as u64 * bytes_a_sample / PARTS).max(LEAST_SIDE * LEAST_SIDE * bytes_a_sample).min(MOST_READ);
    let samples = (bytes / bytes_a_sample) as u32;
    match kind {
        DomainKind::Grid => {
            // Whole numbers of workgroups. A flat tile is split along its length only.
            let rows = (samples.isqrt() / 64 * 64).min(tile.size[1]);
            [samples / rows / 64 * 64, rows, 1]
        }
        DomainKind::Points => [samples, 1, 1],
    }
}

/// The buffers of a part in flight.
#[derive(Debug)]
pub(super) struct Buffers {
    /// Filled with NaN. It is copied to `field` before the evaluation, so that a sample which the kernel skips can't pass for a value.
    pub(super) unwritten: wgpu::Buffer,
    pub(super) field: wgpu::Buffer,
    pub(super) staging: wgpu::Buffer,
}

/// Buffers of parts that are free at the moment. They are kept, because allocating device memory takes longer than copying its content.
#[derive(Debug, Default)]
pub(super) struct Ring {
    free: Vec<Buffers>,
    /// The buffer `unwritten` that all parts share.
    unwritten: Option<wgpu::Buffer>,
}

impl Ring {
    /// Returns buffers for a part of this many bytes.
    pub(super) fn take(&mut self, device: &wgpu::Device, size: u64) -> Result<Buffers> {
        use wgpu::BufferUsages as Usages;
        // Buffers that are too small now are too small for the following parts, too.
        self.free.retain(|buffers| buffers.field.size() >= size);
        if let Some(buffers) = self.free.pop() {
            return Ok(buffers);
        }
        let buffer = |label, usage, mapped_at_creation| {
            device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation })
        };
        let unwritten = match self.unwritten.take().filter(|buffer| buffer.size() >= size) {
            Some(buffer) => buffer,
            None => {
                let buffer = buffer("lacuna unwritten", Usages::COPY_SRC, true);
                buffer.slice(..).get_mapped_range_mut().map_err(|error| Error::device(&error))?.slice(..).fill(UNWRITTEN[0]);
                buffer.unmap();
                buffer
            }
        };
        self.unwritten = Some(unwritten.clone());
        Ok(Buffers {
            unwritten,
            field: buffer("lacuna field", Usages::STORAGE | Usages::COPY_SRC | Usages::COPY_DST, false),
            staging: buffer("lacuna readback", Usages::MAP_READ | Usages::COPY_DST, false),
        })
    }

    /// Returns buffers to the ring.
    pub(super) fn give_back(&mut self, buffers: Buffers) {
        self.free.push(buffers);
    }
}

/// Copies the samples of a part of a tile to their places in the tile, and returns true if the kernel wrote all of them. Device memory is read only
/// once, by as many threads as its size is worth.
pub(super) fn copy(from: &[u8], [part, tile]: [Tile; 2], channels: usize, to: &mut [f32], threads: NonZeroUsize) -> bool {
    let row_bytes = 4 * channels * part.size[0] as usize;
    let mut rows = Vec::with_capacity(from.len() / row_bytes.max(1));
    let (mut rest, mut end) = (to, 0);
    for (row, from) in tile.rows_of(part).zip(from.chunks_exact(row_bytes)) {
        let (first, after) = (row.start * channels, row.end * channels);
        let (row, others) = std::mem::take(&mut rest)[first - end..].split_at_mut(after - first);
        (rest, end) = (others, after);
        rows.push((bytemuck::cast_slice_mut::<f32, u8>(row), from));
    }
    let threads = (from.len() / WORTH_A_THREAD).clamp(1, threads.get());
    let rows_at_once = rows.len().div_ceil(threads).max(1);
    let is_unwritten = AtomicBool::new(false);
    threads::shared_out(threads, rows.chunks_mut(rows_at_once), |rows| {
        for (to, from) in rows {
            if from.starts_with(&UNWRITTEN) || from.ends_with(&UNWRITTEN) {
                is_unwritten.store(true, Ordering::Relaxed);
            }
            to.copy_from_slice(from);
        }
    });
    !is_unwritten.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_copied_to_their_places_by_any_number_of_threads_and_what_is_unwritten_is_seen() {
        for (width, height, channels) in [(7, 5, 1), (1500, 900, 1), (1100, 300, 3)] {
            let tile = Tile { origin: [3, 9, 0], size: [width, height, 1] };
            let numbered: Vec<f32> = (0..tile.samples() * channels).map(|number| number as f32).collect();
            let mut samples = vec![f32::NAN; numbered.len()];
            let parts: Vec<Tile> = tile.cut([1000, 800, 1]).collect();
            for &part in &parts {
                let rows = tile.rows_of(part).map(|row| &numbered[row.start * channels..row.end * channels]);
                let mut bytes: Vec<u8> = bytemuck::cast_slice(&rows.collect::<Vec<_>>().concat()).to_vec();
                assert!(copy(&bytes, [part, tile], channels, &mut samples, threads::usual()));
                let last = bytes.len() - 4;
                bytes[last..].copy_from_slice(&UNWRITTEN);
                assert!(!copy(&bytes, [part, tile], channels, &mut samples.clone(), NonZeroUsize::MIN));
            }
            assert!(samples == numbered, "{width} x {height}, {} parts", parts.len());
        }
    }

    #[test]
    fn parts_hold_some_megabytes_however_many_samples_and_channels_there_are() {
        let of = |width, height, channels| wished(Tile { origin: [0; 3], size: [width, height, 1] }, channels, DomainKind::Grid);
        assert_eq!(of(2000, 2000, 1), [1024, 1024, 1]);
        assert_eq!(of(4096, 4096, 1), [1024, 1024, 1]);
        assert_eq!(of(16384, 16384, 1), [2048, 2048, 1]);
        assert_eq!(of(16384, 16384, 3), [1213 / 64 * 64, 1152, 1]);
        assert_eq!(of(16384, 16384, 16), [512, 512, 1]);
        assert_eq!(of(16384, 256, 1), [4096, 256, 1]);
        let points = Tile { origin: [0; 3], size: [1 << 22, 1, 1] };
        assert_eq!(wished(points, 1, DomainKind::Points), [1 << 20, 1, 1]);
    }
}
