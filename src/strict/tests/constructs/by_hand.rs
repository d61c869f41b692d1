//! The intrinsic of the constructs.

use crate::strict::builtin::{equal, select};
use crate::strict::real::Word;

#[inline(always)]
pub(crate) fn ranked<W: Word>(p: W) -> W::Real {
    let entry = p & p.word(3);
    let low = select(p.real(0.5), p.real(-1.25), equal(entry, p.word(1)));
    select(select(low, p.real(8.0), equal(entry, p.word(2))), p.real(3.0), equal(entry, p.word(3)))
}
