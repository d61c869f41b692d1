//! Memory for samples.

use crate::error::{Error, Result};

/// Room for samples, all NaN; an error instead of an abort where there is not enough memory.
pub(crate) fn storage(samples: usize) -> Result<Vec<f32>> {
    let mut storage = room(samples, "samples", "evaluate the domain by smaller tiles")?;
    storage.resize(samples, f32::NAN);
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
