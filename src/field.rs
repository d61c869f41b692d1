//! Memory for samples.

use std::mem::MaybeUninit;
use std::num::NonZeroUsize;

use crate::error::{Error, Result};
use crate::threads;

/// The samples that are worth a thread of its own: the pages of fresh memory are made as they are first written, which takes longer than writing.
const WORTH_A_THREAD: usize = 1 << 20;

/// Room for samples, all NaN, filled by up to so many threads; an error instead of an abort where there is not enough memory.
pub(crate) fn storage(samples: usize, threads: NonZeroUsize) -> Result<Vec<f32>> {
    let mut storage = room(samples, "samples", "evaluate the domain by smaller tiles")?;
    let threads = (samples / WORTH_A_THREAD).clamp(1, threads.get());
    let fresh = &mut storage.spare_capacity_mut()[..samples];
    threads::shared_out(threads, fresh.chunks_mut(WORTH_A_THREAD), |part| part.fill(MaybeUninit::new(f32::NAN)));
    // SAFETY: the first so many have just been written.
    unsafe { storage.set_len(samples) };
    Ok(storage)
}

/// Room for so many values.
pub(crate) fn room<T>(count: usize, what: &'static str, mend: &'static str) -> Result<Vec<T>> {
    let mut room = Vec::new();
    reserve(&mut room, count, what, mend)?;
    Ok(room)
}

/// Makes room for so many more values.
pub(crate) fn reserve<T>(room: &mut Vec<T>, more: usize, what: &'static str, mend: &'static str) -> Result<()> {
    let bytes = (room.len().saturating_add(more) as u64).saturating_mul(size_of::<T>() as u64);
    room.try_reserve_exact(more).map_err(|_| Error::Memory { what, bytes, mend })
}
