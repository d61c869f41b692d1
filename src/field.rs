//! Memory for samples.

use crate::error::{Error, Result};

/// Room for samples, all NaN; an error instead of an abort where there is not enough memory.
pub(crate) fn storage(samples: usize) -> Result<Vec<f32>> {
    let mut storage = Vec::new();
    storage
        .try_reserve_exact(samples)
        .map_err(|_| Error::limit("samples", format!("{samples} don't fit into memory; evaluate the domain by smaller tiles")))?;
    storage.resize(samples, f32::NAN);
    Ok(storage)
}
