//! The gradients that Perlin and simplex noise share.

/// Returns one of the edges of a cube, as `grad` of the 2002 implementation selects it, or in four dimensions of a hypercube (Gustavson, "noise1234", 2003).
pub fn gradient(hash: u32, dimensions: usize) -> [f64; 4] {
    let mut gradient = [0.0; 4];
    let mut add = |axis: usize, minus: u32| gradient[axis] += if hash & minus == 0 { 1.0 } else { -1.0 };
    if dimensions == 4 {
        let h = hash & 31;
        add(usize::from(h >= 24), 1);
        add(if h < 16 { 1 } else { 2 }, 2);
        add(if h < 8 { 2 } else { 3 }, 4);
    } else {
        let h = hash & 15;
        let second = match h {
            0..4 => 1,
            12 | 14 => 0,
            _ => 2,
        };
        add(usize::from(h >= 8), 1);
        add(second, 2);
    }
    gradient
}
