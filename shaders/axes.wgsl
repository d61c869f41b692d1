//@ kernel
//@ needs: strict lattice
// Computes the coordinate tables that kernels read, once for all samples along an axis of the domain.

// The table of a term in one octave, at equal distances.
struct Walk {
    // The first position and the step to the next: cells, modulo the period, and three lower words.
    start: vec4<u32>,
    step: vec4<u32>,
    // The index of the first entry, and the number of entries.
    first: u32,
    count: u32,
    // The period in cells, or 0 for none.
    period: u32,
    // The interpolation of the basis to which the coordinate belongs.
    interpolation: u32,
    // The number 0, for `rounded`.
    zero: u32,
    unused_1: u32,
    unused_2: u32,
    unused_3: u32,
}

@group(0) @binding(0) var<storage, read> walks: array<Walk>;
// The layout is that of `field.wgsl`.
@group(0) @binding(1) var<storage, read_write> lattice: array<vec4<u32>>;

// The sum of two positions modulo a period.
fn further(a: vec4<u32>, b: vec4<u32>, period: u32) -> vec4<u32> {
    let low = a.w + b.w;
    let middle = carried(a.z, low, b.w);
    // At most one of the two carries is 1.
    let high = middle + b.z;
    let fraction = carried(carried(a.y, middle, a.z), high, b.z);
    let sum = fraction + b.y;
    let cell = carried(carried(a.x, fraction, a.y), sum, b.y) + b.x;
    if period != 0u && cell >= period {
        return vec4<u32>(cell - period, sum, high, low);
    }
    return vec4<u32>(cell, sum, high, low);
}

// The position after `index` steps.
fn place_after(walk: Walk, index: u32) -> vec4<u32> {
    var place = walk.start;
    var step = walk.step;
    for (var left = index; left != 0u; left = left >> 1u) {
        if (left & 1u) != 0u {
            place = further(place, step, walk.period);
        }
        step = further(step, step, walk.period);
    }
    return place;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var number = at.y; number < arrayLength(&walks); number += groups.y) {
        let walk = walks[number];
        zero = walk.zero;
        for (var index = at.x; index < walk.count; index += 64u * groups.x) {
            let place = place_after(walk, index);
            let local = unit(place.y);
            let t = eased(walk.interpolation, local);
            lattice[walk.first + index] = vec4<u32>(place.x, place.y, bitcast<u32>(local), bitcast<u32>(t));
        }
    }
}
