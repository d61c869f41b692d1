//! Memory for samples.

use std::mem::MaybeUninit;
use std::num::NonZeroUsize;

use crate::error::{Error, Result};
use crate::threads;

/// The number of samples that is worth a thread of its own: the first write to a page of fresh memory allocates it, which takes longer than the write.
const WORTH_A_THREAD: usize = 1 << 20;

/// Allocates samples, all NaN, filled by up to `threads` threads. Too little memory is an error, not an abort.
pub(crate) fn storage(samples: usize, threads: NonZeroUsize) -> Result<Vec<f32>> {
    let mut storage = room(samples, "samples", "evaluate the domain by smaller tiles")?;
    let threads = (samples / WORTH_A_THREAD).clamp(1, threads.get());
    let fresh = &mut storage.spare_capacity_mut()[..samples];
    threads::shared_out(threads, fresh.chunks_mut(WORTH_A_THREAD), |part| part.fill(MaybeUninit::new(f32::NAN)));
    // SAFETY: this many samples have just been written.
    unsafe { storage.set_len(samples) };
    Ok(storage)
}

/// Allocates a vector with room for `count` values.
pub(crate) fn room<T>(count: usize, what: &'static str, mend: &'static str) -> Result<Vec<T>> {
    let mut room = Vec::new();
    reserve(&mut room, count, what, mend)?;
    Ok(room)
}

/// Reserves room for `more` values.
pub(crate) fn reserve<T>(room: &mut Vec<T>, more: usize, what: &'static str, mend: &'static str) -> Result<()> {
    let bytes = (room.len().saturating_add(more) as u64).saturating_mul(size_of::<T>() as u64);
    room.try_reserve_exact(more).map_err(|_| Error::Memory { what, bytes, mend })
}
