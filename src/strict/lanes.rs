//! Sixteen f32 side by side, in vectors of any width, and the operations whose code differs by instruction set.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, mask32x16, u8x64, u32x16};

use super::real::component;

/// The number of samples of a row that are computed side by side.
pub(crate) const LANES: usize = 16;

/// The number of indices that are permuted at a time.
pub(crate) const PERMUTED: usize = 64;

/// The lanes in memory.
pub(crate) type Block = [f32; LANES];

#[inline(always)]
pub(crate) fn load<S: Simd>(simd: S, from: &Block) -> f32x16<S> {
    f32x16::load_array_ref(simd, from)
}

/// Prefetches the cache line at an address that will be written. Otherwise the store would have to wait for memory.
#[inline(always)]
pub(crate) fn fetch(at: *const f32) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 machine has the instruction. It accepts any address, and neither faults nor has visible effects.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// Returns up to sixteen items, padded to sixteen.
#[inline(always)]
pub(crate) fn padded<T: Copy + Default>(items: &[T]) -> [T; LANES] {
    items.try_into().unwrap_or_else(
        #[inline(always)]
        |_| {
            let mut padded = [T::default(); LANES];
            padded[..items.len()].copy_from_slice(items);
            padded
        },
    )
}

/// The fraction of the lanes that one of the machine's vectors holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    Quarter,
    Half,
    Whole,
}

impl Width {
    /// Returns the width of a vector type. The condition `if const { Width::of::<S>().is_whole() }` removes code for other widths before it is
    /// compiled.
    pub(crate) const fn of<S: Simd>() -> Self {
        match <S::f32s as SimdBase<S>>::LEN {
            LANES => Self::Whole,
            8 => Self::Half,
            _ => Self::Quarter,
        }
    }

    pub(crate) const fn is_whole(self) -> bool {
        matches!(self, Self::Whole)
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    pub(crate) const fn is_half(self) -> bool {
        matches!(self, Self::Half)
    }

    pub(crate) const fn is_quarter(self) -> bool {
        matches!(self, Self::Quarter)
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    #[cfg(target_arch = "x86")]
    use std::arch::x86::*;
    #[cfg(target_arch = "x86_64")]
    use std::arch::x86_64::*;

    use fearless_simd::prelude::*;
    use fearless_simd::{f32x16, u8x16, u8x32, u8x64, u32x8, u32x16};

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn pick_avx512(avx512: Avx512, from: [f32; 16], lanes: [u32; 16]) -> [f32; 16] {
            let from: __m512 = f32x16::load_array(avx512, from).into();
            let lanes: __m512i = u32x16::load_array(avx512, lanes).into();
            let picked: f32x16<_> = _mm512_permutexvar_ps(lanes, from).simd_into(avx512);
            picked.into()
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn pick_avx2(avx2: Avx2, from: [f32; 16], lanes: [u32; 16]) -> [f32; 16] {
            let halves = f32x16::load_array(avx2, from).split();
            let (low, high): (__m256, __m256) = (halves.0.into(), halves.1.into());
            let halves = u32x16::load_array(avx2, lanes).split();
            let (first, second): (__m256i, __m256i) = (halves.0.into(), halves.1.into());
            // Bit 3 of the lane chooses the half; it is moved to the sign, which the blend tests.
            let blend = |first, second, lanes| _mm256_blendv_ps(first, second, _mm256_castsi256_ps(_mm256_slli_epi32::<28>(lanes)));
            let first = blend(_mm256_permutevar8x32_ps(low, first), _mm256_permutevar8x32_ps(high, first), first);
            let second = blend(_mm256_permutevar8x32_ps(low, second), _mm256_permutevar8x32_ps(high, second), second);
            let (first, second): (fearless_simd::f32x8<_>, fearless_simd::f32x8<_>) = (first.simd_into(avx2), second.simd_into(avx2));
            first.combine(second).into()
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn has_bits_avx512(avx512: Avx512, words: [u32; 16], bits: u32) -> u64 {
            let words: __m512i = u32x16::load_array(avx512, words).into();
            let mask: __mmask16;
            // SAFETY: the instruction belongs to AVX-512F, which the token proves, and reads and writes only the operands.
            unsafe {
                std::arch::asm!(
                    "vptestmd {mask}, {words}, {bits}",
                    mask = lateout(kreg) mask,
                    words = in(zmm_reg) words,
                    bits = in(zmm_reg) _mm512_set1_epi32(bits as i32),
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            u64::from(mask)
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn carried_avx512(avx512: Avx512, cell: [u32; 16], fractions: [[u32; 16]; 2]) -> [u32; 16] {
            let mut carried: __m512i = u32x16::load_array(avx512, cell).into();
            let [sum, part]: [__m512i; 2] = fractions.map(
                #[inline(always)]
                |fraction| u32x16::load_array(avx512, fraction).into(),
            );
            // SAFETY: the instructions belong to AVX-512F, which the token proves, and read and write only the operands.
            unsafe {
                std::arch::asm!(
                    "vpcmpltud {less}, {sum}, {part}",
                    "vpaddd {carried}{{{less}}}, {carried}, {one}",
                    less = out(kreg) _,
                    carried = inout(zmm_reg) carried,
                    sum = in(zmm_reg) sum,
                    part = in(zmm_reg) part,
                    one = in(zmm_reg) _mm512_set1_epi32(1),
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            let carried: u32x16<_> = carried.simd_into(avx512);
            carried.into()
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn permuted_avx512(avx512: Avx512, table: &[u8; 256], indices: [u32; 16]) -> [u32; 16] {
            let part = |number: usize| -> __m512i { u8x64::from_slice(avx512, &table[64 * number..64 * number + 64]).into() };
            let index: __m512i = u32x16::load_array(avx512, indices).into();
            let low = _mm512_permutex2var_epi8(part(0), index, part(1));
            let high = _mm512_permutex2var_epi8(part(2), index, part(3));
            let permuted = _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
            let permuted: u32x16<_> = _mm512_and_si512(permuted, _mm512_set1_epi32(255)).simd_into(avx512);
            permuted.into()
        }
    );

    // The estimate is within 2^-14 of the reciprocal root. For all numbers from 1 to 4 and any estimate this close, the last step rounds correctly: its
    // correction comes from the exact remainder, and all steps scale with powers of 4. For 0, which has no reciprocal, the result is NaN.
    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn multiplied_root_avx512(avx512: Avx512, of: [f32; 16]) -> [f32; 16] {
            let of: __m512 = f32x16::load_array(avx512, of).into();
            let half = _mm512_set1_ps(0.5);
            let reciprocal = _mm512_rsqrt14_ps(of);
            let (root, half_reciprocal) = (_mm512_mul_ps(of, reciprocal), _mm512_mul_ps(half, reciprocal));
            let error = _mm512_fnmadd_ps(half_reciprocal, root, half);
            let (root, half_reciprocal) = (_mm512_fmadd_ps(root, error, root), _mm512_fmadd_ps(half_reciprocal, error, half_reciprocal));
            let remainder = _mm512_fnmadd_ps(root, root, of);
            let root: f32x16<_> = _mm512_fmadd_ps(remainder, half_reciprocal, root).simd_into(avx512);
            root.into()
        }
    );

    // The conversion itself rounds down, and one of 2^32, which is too large, gives the largest number.
    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn cell_and_fraction_avx512(avx512: Avx512, of: [f32; 16]) -> [[u32; 16]; 2] {
            let of: __m512 = f32x16::load_array(avx512, of).into();
            let below = _mm512_cvt_roundps_epi32::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(of);
            let part = _mm512_mul_ps(_mm512_sub_ps(of, _mm512_cvtepi32_ps(below)), _mm512_set1_ps(4_294_967_296.0));
            let fraction = _mm512_and_si512(_mm512_cvttps_epu32(part), _mm512_set1_epi32(-256));
            let (below, fraction): (u32x16<_>, u32x16<_>) = (below.simd_into(avx512), fraction.simd_into(avx512));
            [below.into(), fraction.into()]
        }
    );

    // Each index picks a byte of every sixteen in the table, and its upper bits pick one of these.
    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn permuted_avx2(avx2: Avx2, table: &[u8; 256], indices: [u32; 16]) -> [u32; 16] {
            let part = |number: usize| -> __m256i { u8x32::from_slice(avx2, &table[32 * number..32 * number + 32]).into() };
            let halves = u32x16::load_array(avx2, indices).split();
            let (first, second): (__m256i, __m256i) = (halves.0.into(), halves.1.into());
            let low = _mm256_set1_epi32(255);
            let packed = _mm256_packus_epi32(_mm256_and_si256(first, low), _mm256_and_si256(second, low));
            // The sixteen indices in order, in either half.
            let bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(packed, packed), _mm256_setr_epi32(0, 4, 1, 5, 0, 4, 1, 5));
            let at = _mm256_and_si256(bytes, _mm256_set1_epi8(15));
            // A blend tests the highest bit of a byte.
            let (bit_6, bit_5, bit_4) = (_mm256_slli_epi16::<1>(bytes), _mm256_slli_epi16::<2>(bytes), _mm256_slli_epi16::<3>(bytes));
            let of = |number| _mm256_shuffle_epi8(part(number), at);
            let pair = |number| _mm256_blendv_epi8(of(number), of(number + 1), bit_5);
            let below = _mm256_blendv_epi8(pair(0), pair(2), bit_6);
            let above = _mm256_blendv_epi8(pair(4), pair(6), bit_6);
            let both = _mm256_blendv_epi8(below, above, bytes);
            let (even, odd) = (_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
            let found = _mm_blendv_epi8(even, odd, _mm256_castsi256_si128(bit_4));
            let first: u32x8<_> = _mm256_cvtepu8_epi32(found).simd_into(avx2);
            let second: u32x8<_> = _mm256_cvtepu8_epi32(_mm_srli_si128::<8>(found)).simd_into(avx2);
            first.combine(second).into()
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn permuted_bytes_avx512(avx512: Avx512, table: &[u8; 256], indices: [u8; 64]) -> [u8; 64] {
            let part = |number: usize| -> __m512i { u8x64::from_slice(avx512, &table[64 * number..64 * number + 64]).into() };
            let index: __m512i = u8x64::load_array(avx512, indices).into();
            let low = _mm512_permutex2var_epi8(part(0), index, part(1));
            let high = _mm512_permutex2var_epi8(part(2), index, part(3));
            let permuted = _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
            let permuted: u8x64<_> = permuted.simd_into(avx512);
            permuted.into()
        }
    );

    // Like `permuted_avx2`, but each half of a vector has its own indices, so all parts of the table are looked up in both.
    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn permuted_bytes_avx2(avx2: Avx2, table: &[u8; 256], indices: [u8; 64]) -> [u8; 64] {
            let part = |number: usize| -> __m256i {
                let part: __m128i = u8x16::from_slice(avx2, &table[16 * number..16 * number + 16]).into();
                _mm256_broadcastsi128_si256(part)
            };
            let permuted = |index: __m256i| {
                let at = _mm256_and_si256(index, _mm256_set1_epi8(15));
                let (bit_6, bit_5, bit_4) = (_mm256_slli_epi16::<1>(index), _mm256_slli_epi16::<2>(index), _mm256_slli_epi16::<3>(index));
                let of = |number: usize| _mm256_shuffle_epi8(part(number), at);
                let two = |number| _mm256_blendv_epi8(of(number), of(number + 1), bit_4);
                let four = |number| _mm256_blendv_epi8(two(number), two(number + 2), bit_5);
                let eight = |number| _mm256_blendv_epi8(four(number), four(number + 4), bit_6);
                _mm256_blendv_epi8(eight(0), eight(8), index)
            };
            let (first, second) = u8x64::load_array(avx2, indices).split();
            let (first, second): (u8x32<_>, u8x32<_>) = (permuted(first.into()).simd_into(avx2), permuted(second.into()).simd_into(avx2));
            first.combine(second).into()
        }
    );
}

/// Returns the lanes of `from` that the low four bits of `lanes` name.
#[inline(always)]
pub(crate) fn pick<S: Simd>(simd: S, from: f32x16<S>, lanes: u32x16<S>) -> f32x16<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        if const { Width::of::<S>().is_whole() }
            && let Some(avx512) = simd.level().as_avx512()
        {
            return f32x16::load_array(simd, x86::pick_avx512(avx512, from.into(), lanes.into()));
        }
        if const { Width::of::<S>().is_half() }
            && let Some(avx2) = simd.level().as_avx2()
        {
            return f32x16::load_array(simd, x86::pick_avx2(avx2, from.into(), lanes.into()));
        }
    }
    let mut picked: Block = from.into();
    each_picked(&mut picked, &lanes.into());
    f32x16::load_array(simd, picked)
}

/// Returns the square roots of sixteen numbers from 2^-95 to 1e38, rounded as in IEEE 754. With AVX-512 it avoids the divider (Goldschmidt,
/// "Applications of division by convergence", 1964; Markstein, "Software division and square root using Goldschmidt's algorithms", 2004).
#[inline(always)]
pub(crate) fn multiplied_root<S: Simd>(simd: S, of: f32x16<S>) -> f32x16<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if const { Width::of::<S>().is_whole() }
        && let Some(avx512) = simd.level().as_avx512()
    {
        return f32x16::load_array(simd, x86::multiplied_root_avx512(avx512, of.into()));
    }
    simd.sqrt_f32x16(of)
}

/// Returns `displacement` in `lattice.wgsl` for sixteen numbers within ±2^20, if there are instructions that take fewer steps.
#[inline(always)]
pub(crate) fn cell_and_fraction<S: Simd>(simd: S, of: f32x16<S>) -> Option<[u32x16<S>; 2]> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if const { Width::of::<S>().is_whole() }
        && let Some(avx512) = simd.level().as_avx512()
    {
        let [cell, fraction] = x86::cell_and_fraction_avx512(avx512, of.into());
        return Some([u32x16::load_array(simd, cell), u32x16::load_array(simd, fraction)]);
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    let _ = (simd, of);
    None
}

/// Returns the lanes in which some of the bits are set.
///
/// With AVX-512 this is inline assembly: the compiler would invert a comparison, and an addition under its mask would then take two instructions.
#[inline(always)]
pub(crate) fn has_bits<S: Simd>(simd: S, words: u32x16<S>, bits: u32) -> mask32x16<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if const { Width::of::<S>().is_whole() }
        && let Some(avx512) = simd.level().as_avx512()
    {
        return mask32x16::from_bitmask(simd, x86::has_bits_avx512(avx512, words.into(), bits));
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    let _ = simd;
    (words & bits).simd_gt(0)
}

/// Returns `carried` of `lattice.wgsl`: cells, incremented where the first fraction is less than the second.
///
/// With AVX-512 this is inline assembly: the compiler would first convert the mask to a vector, which takes one more instruction.
#[inline(always)]
pub(crate) fn carried<S: Simd>(simd: S, cell: u32x16<S>, [sum, part]: [u32x16<S>; 2]) -> u32x16<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if const { Width::of::<S>().is_whole() }
        && let Some(avx512) = simd.level().as_avx512()
    {
        return u32x16::load_array(simd, x86::carried_avx512(avx512, cell.into(), [sum.into(), part.into()]));
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    let _ = simd;
    sum.simd_lt(part).select(cell + 1, cell)
}

/// Not inlined, like [`each_permuted`].
#[inline(never)]
fn each_picked(from: &mut Block, lanes: &[u32; LANES]) {
    let all = *from;
    for (picked, lane) in from.iter_mut().zip(lanes) {
        *picked = all[(lane & 15) as usize];
    }
}

/// Returns the entries of the table at sixty-four indices.
#[inline(always)]
pub(crate) fn permuted_bytes<S: Simd>(simd: S, table: &[u8; 256], indices: u8x64<S>) -> u8x64<S> {
    let mut bytes: [u8; PERMUTED] = indices.into();
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        if const { Width::of::<S>().is_whole() }
            && let Some(avx512) = simd.level().as_avx512()
        {
            return u8x64::load_array(simd, x86::permuted_bytes_avx512(avx512, table, bytes));
        }
        if const { Width::of::<S>().is_half() }
            && let Some(avx2) = simd.level().as_avx2()
        {
            return u8x64::load_array(simd, x86::permuted_bytes_avx2(avx2, table, bytes));
        }
    }
    bytes.iter_mut().for_each(|index| *index = table[usize::from(*index)]);
    u8x64::load_array(simd, bytes)
}

/// Returns the components for the sixteen pairs of bits in a word of codes, from the highest on. A plain loop folds to constants; closures would be
/// called.
#[inline(always)]
pub(crate) const fn components(codes: u32, size: f32) -> Block {
    let mut components = [0.0; LANES];
    let mut lane = 0;
    while lane < LANES {
        components[lane] = component(codes >> (31 - 2 * lane), codes >> (30 - 2 * lane), size);
        lane += 1;
    }
    components
}

/// Returns the entries of the table at the low eight bits of sixteen indices.
#[inline(always)]
pub(crate) fn permuted<S: Simd>(simd: S, table: &[u8; 256], indices: u32x16<S>) -> u32x16<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        if const { Width::of::<S>().is_whole() }
            && let Some(avx512) = simd.level().as_avx512()
        {
            return u32x16::load_array(simd, x86::permuted_avx512(avx512, table, indices.into()));
        }
        if const { Width::of::<S>().is_half() }
            && let Some(avx2) = simd.level().as_avx2()
        {
            return u32x16::load_array(simd, x86::permuted_avx2(avx2, table, indices.into()));
        }
    }
    let mut lanes: [u32; LANES] = indices.into();
    each_permuted(table, &mut lanes);
    u32x16::load_array(simd, lanes)
}

/// Returns the entries of the table at the low eight bits of up to four times sixteen indices. With wide vectors each index is a byte of one vector,
/// which takes little longer than sixteen indices.
#[inline(always)]
pub(crate) fn all_permuted<S: Simd, const N: usize>(simd: S, table: &[u8; 256], indices: [u32x16<S>; N]) -> [u32x16<S>; N] {
    let mut permuted = indices;
    let least = match Width::of::<S>() {
        Width::Quarter => usize::MAX,
        Width::Half => 3,
        Width::Whole => 2,
    };
    if N < least {
        for indices in &mut permuted {
            *indices = self::permuted(simd, table, *indices);
        }
        return permuted;
    }
    let mut packed = u32x16::splat(simd, 0);
    for (number, indices) in indices.iter().enumerate() {
        packed |= (*indices & 255) << (8 * number as u32);
    }
    let bytes: u8x64<S> = packed.bitcast();
    let found: u32x16<S> = permuted_bytes(simd, table, bytes).bitcast();
    for (number, indices) in permuted.iter_mut().enumerate() {
        *indices = (found >> (8 * number as u32)) & 255;
    }
    permuted
}

/// Looks up one entry after another. Not inlined: sixteen loads in each of the many places would be most of the crate's code.
#[inline(never)]
fn each_permuted(table: &[u8; 256], indices: &mut [u32; LANES]) {
    for index in indices {
        *index = u32::from(table[(*index & 255) as usize]);
    }
}

/// Converts sixteen bytes to words.
#[inline(always)]
pub(crate) fn words<S: Simd>(simd: S, bytes: &[u8; LANES]) -> u32x16<S> {
    let mut words = [0; LANES];
    for (word, byte) in words.iter_mut().zip(bytes) {
        *word = u32::from(*byte);
    }
    u32x16::load_array(simd, words)
}
