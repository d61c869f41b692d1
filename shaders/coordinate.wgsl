//@ needs: strict lattice
// A lattice coordinate as a value.

// The cell and fraction as one number, within ±2^24. The fraction is rounded to 24 bits, halves up, so that opposite coordinates are opposite values.
//@ basis
fn position(at: Coordinate) -> f32 {
    let whole = rounded(f32((at.cell + 0x800000u) & 0xffffffu) - 0x1p23f);
    let part = f32((at.fraction >> 8u) + ((at.fraction >> 7u) & 1u)) * 0x1p-24f;
    return rounded(whole + part);
}
