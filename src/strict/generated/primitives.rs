// @generated from the shaders by `cargo xtask twins`: what is edited here is lost.
//
// The shaders' version of each primitive, for one lane. A test compares it with the intrinsic.

use super::super::builtin::{exp2, floor, left_over, max, min};
use super::strict::canonical;

// The square root of v, rounded as in IEEE 754; 0 where v is below 0.
pub(crate) fn sqrt_of(v: f32) -> f32 {
    let bits = v.to_bits();
    // v times a power of 4, from 1 to below 4.
    let one = f32::from_bits((bits.wrapping_add(0x800000) & 0xffffff).wrapping_add(0x3f800000));
    // A guess of the reciprocal root by the bits, and two Newton steps (Lomont, "Fast inverse square root", 2003); a third step for the root.
    let r0 = f32::from_bits(0x5f375a86_u32.wrapping_sub(one.to_bits() >> 1));
    let half = one * 0.5;
    let r1 = rounded(r0 * (1.5 - rounded(rounded(half * r0) * r0)));
    let r2 = rounded(r1 * (1.5 - rounded(rounded(half * r1) * r1)));
    let s = rounded(one * r2);
    let near = rounded(s + rounded((one - rounded(s * s)) * (r2 * 0.5)));
    // The error is at most one unit. As integers, n is nearest to the root of m if m - n^2 lies above -n and not above n. The difference is small, so its low
    // 32 bits suffice.
    let n = near.to_bits().wrapping_sub(0x3f000000);
    let m = ((one.to_bits() & 0x7fffff) | 0x800000).wrapping_shl((one.to_bits() >> 23).wrapping_add(23).wrapping_sub(127));
    let left = m.wrapping_sub(n.wrapping_mul(n)).wrapping_add(0x80000000);
    let exact = n
        .wrapping_add(if 0x80000000_u32.wrapping_add(n) < left { 1_u32 } else { 0 })
        .wrapping_sub(if 0x80000000_u32.wrapping_sub(n) < left { 0_u32 } else { 1 });
    let moved = f32::from_bits(exact.wrapping_add((bits.wrapping_add(0x800000) >> 24) << 23).wrapping_add(0x1f000000));
    if 0.0 < v { moved } else { 0.0 }
}

// Two square roots, which a processor can compute in parallel.
pub(crate) fn sqrt_of_two(v: [f32; 2]) -> [f32; 2] {
    [sqrt_of(v[0]), sqrt_of(v[1])]
}

// The lattice point after a cell.
pub(crate) fn cell_after(cell: u32, period: u32) -> u32 {
    let next = cell.wrapping_add(1);
    if next == period { 0_u32 } else { next }
}

// The lattice point before a cell.
pub(crate) fn cell_before(cell: u32, period: u32) -> u32 {
    (if cell == 0 { period } else { cell }).wrapping_sub(1)
}

// A cell, or the next one if the sum of fractions overflowed, that is, is less than one of them.
pub(crate) fn carried(cell: u32, sum: u32, part: u32) -> u32 {
    cell.wrapping_add(if sum < part { 1_u32 } else { 0 })
}

// A lattice point wrapped into a period that is not 0. The argument lies up to 2^20 cells below 0, modulo 2^32, or up to 2^20 cells above the period.
pub(crate) fn wrapped(cell: u32, period: u32) -> u32 {
    // Mostly; a division takes as long as the rest of a displacement.
    if cell < period {
        return cell;
    }
    let is_below = 0x80000000 <= cell;
    let past = left_over(if is_below { !cell } else { cell }, period);
    if is_below { period.wrapping_sub(1).wrapping_sub(past) } else { past }
}

// A number of cells, clamped to ±2^20, as an integer number of cells modulo 2^32 and the fraction above them, a multiple of 2^8 units of 2^-32 cell.
pub(crate) fn displacement(by: f32) -> [u32; 2] {
    let held = min(max(by, -exp2(20)), exp2(20));
    let below = floor(held);
    let part = min(rounded(held - below), 0.99999994);
    let units = (part * exp2(24)) as u32;
    [below as i32 as u32, units << 8]
}

// Twice the component that the low four bits of a hash select: of the numbers with one bit besides the sign, only ±2 is close to 1.
pub(crate) fn doubled_sign(hash: u32, codes: u32) -> f32 {
    f32::from_bits(codes.wrapping_shl((hash << 1) & 31) & 0xc0000000)
}

// The component itself.
pub(crate) fn sign_of(hash: u32, codes: u32) -> f32 {
    0.5 * f32::from_bits(codes.wrapping_shl((hash << 1) & 31) & 0xc0000000)
}

// The component that the low five bits of a hash select, the uppermost of which selects the word of codes.
pub(crate) fn sign_of_32(hash: u32, lower: u32, upper: u32) -> f32 {
    sign_of(hash, if (hash & 16) != 0 { upper } else { lower })
}

// The components of sixteen unit vectors, 22.5 degrees apart and none along an axis, by the low four bits of the hash. If one component is large the other is
// small, and both are close to the diagonal or to the axes.
pub(crate) fn simplex_gradient_2x(hash: u32) -> f32 {
    let number = hash & 3;
    let is_inner = number.wrapping_sub(1) < 2;
    let large = if is_inner { 0.8314696_f32 } else { 0.98078528 };
    let small = if is_inner { 0.55557023_f32 } else { 0.19509032 };
    let size = if number > 1 { small } else { large };
    f32::from_bits(size.to_bits() | ((hash << 29) & 0x80000000))
}

pub(crate) fn simplex_gradient_2y(hash: u32) -> f32 {
    let number = hash & 3;
    let is_inner = number.wrapping_sub(1) < 2;
    let large = if is_inner { 0.8314696_f32 } else { 0.98078528 };
    let small = if is_inner { 0.55557023_f32 } else { 0.19509032 };
    let size = if number > 1 { large } else { small };
    f32::from_bits(size.to_bits() | ((hash << 28) & 0x80000000))
}

// A number of at most 24 bits and a sign as a float.
pub(crate) fn signed(word: u32) -> f32 {
    word as i32 as f32
}

// Clamps a number to 0..1. GPUs clamp a result to 0..1 in the instruction that computes it.
pub(crate) fn simplex_held(v: f32) -> f32 {
    min(max(v, 0.0), 1.0)
}

// The dot product of an edge gradient of Perlin noise with an offset. Two components are 1 or -1 and the third is 0, so it needs no multiplications. A result of 0
// may have either sign.
pub(crate) fn simplex_product_3(hash: u32, x: f32, y: f32, z: f32) -> f32 {
    let h = hash & 15;
    let first = if h < 8 { x } else { y };
    let second = if h < 4 { y } else { if (h & 13) == 12 { x } else { z } };
    let a = f32::from_bits(first.to_bits() ^ ((hash << 31) & 0x80000000));
    let b = f32::from_bits(second.to_bits() ^ ((hash << 30) & 0x80000000));
    rounded(a + b)
}

pub(crate) fn rounded(v: f32) -> f32 {
    f32::from_bits(v.to_bits() | 0)
}

// True if a value is 2^-95 or more, far above the smallest normal number: below it the upper three bits of the exponent are 0.
pub(crate) fn is_sizable(v: f32) -> bool {
    (v.to_bits() & 0x70000000) != 0
}

// The sum of a number that is not a negative zero and a part that is made canonical.
pub(crate) fn with_part(sum: f32, part: f32) -> f32 {
    rounded(sum + canonical(part))
}
